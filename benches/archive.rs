//! How long an archive takes. Figures only: nothing passes or fails.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod archive_of;

use std::hint::black_box;

use chrono::Local;
use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tablet_of_truth::archive::{Archive, read_session, write_session};
use tablet_of_truth::session::{Filter, Player, Record, RoundResult, Searchable};
use tablet_of_truth::statistics::Statistics;
use tablet_of_truth::wizard::Standing;

const SEED: u64 = 1;

fn records(count: usize) -> Vec<Record> {
    archive_of::sessions(count, SEED).map(|session| Record::of(&session)).collect()
}

fn one_session(criterion: &mut Criterion) {
    let session = archive_of::sessions(1, SEED).next().unwrap();
    let text = write_session(&session, session.started()).unwrap();
    let now = Local::now().fixed_offset();
    println!("one session: {} rounds, {} bytes", session.rounds().len(), text.len());
    criterion.bench_function("score one session", |bench| bench.iter(|| black_box(&session).standings()));
    criterion.bench_function("record of one session", |bench| bench.iter(|| Record::of(black_box(&session))));
    criterion.bench_function("read one file", |bench| bench.iter(|| read_session(black_box(&text), now).unwrap()));
}

fn reading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("read an archive into records");
    group.sample_size(10);
    for count in [1_000, 10_000] {
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive::new(folder.path().to_owned());
        for session in archive_of::sessions(count, SEED) {
            let text = write_session(&session, session.started()).unwrap();
            std::fs::write(archive.path_for(&session), text).unwrap();
        }
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(BenchmarkId::from_parameter(count), |bench| {
            bench.iter(|| -> Vec<Record> {
                let load = |path: std::path::PathBuf| Record::of(&Archive::load(&path).unwrap().session);
                archive.paths().unwrap().into_iter().map(load).collect()
            });
        });
    }
}

fn filtering(criterion: &mut Criterion) {
    let records = records(10_000);
    criterion.bench_function("fold 10,000 records for searching", |bench| {
        bench.iter(|| records.iter().map(Searchable::of).collect::<Vec<_>>());
    });
    let all: Vec<(&Record, Searchable)> = records.iter().map(|record| (record, Searchable::of(record))).collect();
    let mut group = criterion.benchmark_group("filter 10,000 records at a keystroke");
    for typed in ["e", "emilie", "2019-03", "7.3.", "kitchen march 2020 anna", "nowhere to be found"] {
        group.bench_function(typed, |bench| {
            bench.iter(|| {
                let filter = Filter::default().search(typed);
                all.iter().filter(|(record, searchable)| filter.keeps(record, searchable)).count()
            });
        });
    }
}

fn counting(criterion: &mut Criterion) {
    let records = records(100_000);
    let bytes: usize = records[..10_000].iter().map(size).sum();
    println!("a record of 10,000 takes {} bytes on average", bytes / 10_000);
    let mut group = criterion.benchmark_group("statistics");
    group.sample_size(10);
    for count in [1_000, 10_000, 100_000] {
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(BenchmarkId::from_parameter(count), |bench| {
            bench.iter_batched(|| &records[..count], Statistics::of, BatchSize::PerIteration);
        });
    }
}

/// A record's bytes with what it points to, without what the allocator adds.
fn size(record: &Record) -> usize {
    let names: usize = record.players.iter().map(|player| player.name.capacity()).sum();
    let players = record.players.len();
    let results = record.rounds() * (1 + players * size_of::<RoundResult>());
    let lists = players * (size_of::<Player>() + size_of::<Standing>());
    size_of::<Record>() + names + lists + results + record.place.len() + record.notes.len()
}

criterion_group!(benches, one_session, reading, filtering, counting);
criterion_main!(benches);
