//! The speed of an archive. Prints figures only: nothing passes or fails.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "run by developers only")]

mod archive_of;

use std::hint::black_box;
use std::path::Path;
use std::sync::mpsc::channel;

use chrono::Local;
use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tablet_of_truth::archive::{Archive, Library, News, read_session, write_session};
use tablet_of_truth::export::{ExportOptions, Format, export, pad};
use tablet_of_truth::language::{Language, months};
use tablet_of_truth::session::{Colour, Everyone, Filter, Record, Searchable, Session};
use tablet_of_truth::statistics::Statistics;
use tablet_of_truth::wizard::RuleSet;

const SEED: u64 = 1;
const COUNTS: [usize; 2] = [1_000, 10_000];

fn records(count: usize) -> Vec<Record> {
    let everyone = Everyone::default();
    let record = |session: Session| Record::of_table(session.frame(), session.game(), session.table(), &everyone);
    archive_of::sessions(count, SEED).map(record).collect()
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

/// Reads a folder as the program does: on all processors, without the steps, reporting every session.
fn indexing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("index an archive");
    group.sample_size(10);
    for count in COUNTS {
        let folder = tempfile::tempdir().unwrap();
        let archive = archive_in(folder.path(), count);
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(BenchmarkId::from_parameter(count), |bench| {
            bench.iter(|| {
                let (sender, news) = channel();
                let library = Library::open(archive.clone(), move |piece| drop(sender.send(piece)));
                let mut rows = 0;
                for piece in &news {
                    match piece {
                        News::Read(entries) => rows += entries.len(),
                        News::Complete => break,
                        _ => {}
                    }
                }
                drop(library);
                assert_eq!(rows, count);
            });
        });
    }
}

/// Reads with every step, checked against the rules, on one processor.
fn loading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("load whole sessions");
    group.sample_size(10);
    let count = 1_000;
    let folder = tempfile::tempdir().unwrap();
    let archive = archive_in(folder.path(), count);
    group.throughput(Throughput::Elements(count as u64));
    group.bench_function(BenchmarkId::from_parameter(count), |bench| {
        bench.iter(|| -> Vec<Record> {
            let load = |path: std::path::PathBuf| Record::of(&Archive::load(&path).unwrap().session.wizard().unwrap());
            archive.paths().unwrap().into_iter().map(load).collect()
        });
    });
}

fn archive_in(folder: &Path, count: usize) -> Archive {
    let archive = Archive::new(folder.to_owned());
    for session in archive_of::sessions(count, SEED) {
        let text = write_session(&session, session.started()).unwrap();
        std::fs::write(archive.path_for(&session), text).unwrap();
    }
    archive
}

fn searching(criterion: &mut Criterion) {
    let searched = |session: Session| (Record::of(&session), Searchable::of(session.place(), session.notes()));
    let months = months();
    let all: Vec<(Record, Searchable)> = archive_of::sessions(10_000, SEED).map(searched).collect();
    for count in COUNTS {
        let mut group = criterion.benchmark_group(format!("filter {count} records at a keystroke"));
        group.sample_size(20);
        for typed in ["e", "emilie", "2019-03", "7.3.", "kitchen march 2020 anna", "nowhere to be found"] {
            group.bench_function(typed, |bench| {
                bench.iter(|| {
                    let filter = Filter::default().search(typed, months);
                    all[..count].iter().filter(|(record, searchable)| filter.keeps(record, searchable)).count()
                });
            });
        }
    }
}

fn exporting(criterion: &mut Criterion) {
    let session = archive_of::sessions(1, SEED).next().unwrap();
    let look = ExportOptions {
        language: Language::ENGLISH,
        seats: Colour::ALL.map(|colour| (colour, None)),
        tournament: None,
    };
    let mut group = criterion.benchmark_group("export one session");
    group.sample_size(20);
    for format in Format::ALL {
        group.bench_function(format.extension(), |bench| {
            bench.iter(|| export(black_box(&session), format, true, look).unwrap());
        });
    }
    let rules = RuleSet::default();
    group.bench_function("empty pad for six", |bench| bench.iter(|| pad(6, &rules, &[], Language::ENGLISH).unwrap()));
}

fn counting(criterion: &mut Criterion) {
    let before = resident();
    let records = records(10_000);
    println!("a record of 10,000 takes {} bytes of memory", (resident() - before) / records.len());
    let mut group = criterion.benchmark_group("statistics");
    group.sample_size(10);
    for count in COUNTS {
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(BenchmarkId::from_parameter(count), |bench| {
            bench.iter_batched(|| &records[..count], Statistics::of, BatchSize::PerIteration);
        });
    }
}

/// The memory in use, in bytes; 0 if unknown.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    1024 * line.and_then(|line| line.trim().split(' ').next()?.parse::<usize>().ok()).unwrap_or(0)
}

criterion_group!(benches, one_session, loading, indexing, searching, counting, exporting);
criterion_main!(benches);
