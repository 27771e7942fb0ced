//! Valid files with bytes or values changed.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{RngSeed, TestRunner};
use serde_json::{Value, json};
use tablet_of_truth::archive::{Settings, write_bundle, write_session};
use tablet_of_truth::export::{Format, export};
use tablet_of_truth::language::Language;
use tablet_of_truth::session::Session;
use tablet_of_truth::wizard::{Bidding, Command, SpecialCard};

use super::judge;
use crate::common::json::{paths, tournament, with};
use crate::common::thorough::{is_thorough, many};
use crate::common::{EXAMPLE, after, at, bidding, classic, random_round, scored, session, with_cards, with_id};
use crate::export::english;

#[derive(Clone, Debug)]
enum Change {
    Flip(Index, u8),
    Delete(Index, usize),
    Insert(Index, Vec<u8>),
    Duplicate(Index, usize, Index),
    Swap(Index, Index, usize),
    Truncate(Index),
    Replace(Index, &'static str),
}

/// Words with a meaning in the files, and values at or beyond a limit.
#[rustfmt::skip]
const WORDS: [&str; 26] = [
    "null", "true", "-1", "0", "40", "255", "256", "1e400", "-9223372036854775808", "9223372036854775808", "0.5",
    "\"\"", "[]", "{}", "[[[[[[[[", "\"bids\"", "\"steps\"", "\\u0000", "\\ud800", "\u{202e}", "\u{0}",
    "\u{1b}[2J", "\u{feff}", "\"", ",", "\n",
];

fn change() -> impl Strategy<Value = Change> {
    let at = any::<Index>;
    let length = || prop_oneof![4 => 1_usize..4, 1 => 1_usize..200];
    prop_oneof![
        4 => (at(), 0_u8..8).prop_map(|(at, bit)| Change::Flip(at, bit)),
        3 => (at(), length()).prop_map(|(at, length)| Change::Delete(at, length)),
        2 => (at(), vec(any::<u8>(), 1..6)).prop_map(|(at, bytes)| Change::Insert(at, bytes)),
        3 => (at(), length(), at()).prop_map(|(from, length, to)| Change::Duplicate(from, length, to)),
        2 => (at(), at(), length()).prop_map(|(one, other, length)| Change::Swap(one, other, length)),
        1 => at().prop_map(Change::Truncate),
        4 => (at(), select(&WORDS[..])).prop_map(|(at, word)| Change::Replace(at, word)),
    ]
}

fn changed(mut text: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for change in changes {
        if text.is_empty() {
            break;
        }
        let size = text.len();
        match change {
            Change::Flip(at, bit) => text[at.index(size)] ^= 1 << bit,
            Change::Delete(at, length) => {
                let at = at.index(size);
                text.drain(at..(at + length).min(size));
            }
            Change::Insert(at, bytes) => {
                let at = at.index(size);
                text.splice(at..at, bytes.iter().copied());
            }
            Change::Duplicate(from, length, to) => {
                let (from, to) = (from.index(size), to.index(size));
                let part = text[from..(from + length).min(size)].to_vec();
                text.splice(to..to, part);
            }
            Change::Swap(one, other, length) => {
                let (one, other) = (one.index(size), other.index(size));
                for step in 0..*length {
                    if one.max(other) + step < size {
                        text.swap(one + step, other + step);
                    }
                }
            }
            Change::Truncate(at) => text.truncate(at.index(size)),
            Change::Replace(at, word) => {
                // Replaces a whole value where there is one: up to the next byte that ends one.
                let at = at.index(size);
                let end =
                    text[at..].iter().position(|byte| b",]}:;\n".contains(byte)).map_or(size, |length| at + length);
                text.splice(at..end, word.bytes());
            }
        }
    }
    text
}

fn games() -> Vec<Session> {
    let mut random = fastrand::Rng::with_seed(5);
    let all: Vec<SpecialCard> = SpecialCard::ALL.to_vec();
    let covered = [bidding(Bidding::Secret), bidding(Bidding::Hidden), bidding(Bidding::Confided)];
    let rules = [classic()].into_iter().chain(covered).chain([with_cards(&all)]);
    let mut games = Vec::new();
    for (rounds, (players, rules)) in [3, 4, 6, 4, 5].into_iter().zip(rules).enumerate() {
        let mut game = session(players, rules);
        for number in 1..=rounds + 1 {
            game = scored(&game, &random_round(game.game(), number, &mut random));
        }
        games.push(after(&game, [Command::EndEarly(at(500))]).noted("Café", "Line one\nline \"two\"").unwrap());
        let step = if rounds == 1 {
            Command::Tricks(0, Some(1))
        } else {
            Command::Bid(game.game().leader(rounds + 2), Some(1))
        };
        games.push(after(&game, [step]).undo().unwrap());
    }
    games
}

fn files() -> Vec<Vec<u8>> {
    let mut files = vec![EXAMPLE.as_bytes().to_vec()];
    files.extend(games().iter().map(|game| write_session(game, at(99)).unwrap()));
    files
}

fn tables() -> Vec<Vec<u8>> {
    let mut tables = vec![
        b"round;player;bid;tricks\n1;Ana;0;0\n1;Bo;1;1\n1;Cy;1;0\n".to_vec(),
        "\u{feff}sep=,\r\nsession,date,round,player,seat,bid,tricks,points\r\n\
         Tuesday,7.3.2026 20:15,1,'=Ana,0,0,0,20\r\n,,1,Bo,1,1,1,30\r\n,,1,Cy,2,1,0,-10\r\n"
            .into(),
    ];
    tables.extend(games().iter().map(|game| export(game, Format::Csv, true, english()).unwrap()));
    tables
}

fn bundle() -> Vec<u8> {
    let place = tempfile::tempdir().unwrap();
    let mut paths = Vec::new();
    for (number, game) in games().iter().take(3).enumerate() {
        let path = place.path().join(format!("{number}.json"));
        let game = with_id(game, uuid::Uuid::from_u128(number as u128 + 1));
        std::fs::write(&path, write_session(&game, at(99)).unwrap()).unwrap();
        paths.push(path);
    }
    paths.push(place.path().join("a.tournament.json"));
    std::fs::write(&paths[3], tournament().to_string()).unwrap();
    let out = place.path().join("out/all.json");
    write_bundle(&paths, &out, false, at(100)).unwrap();
    std::fs::read(out).unwrap()
}

fn settings() -> Vec<u8> {
    let settings = Settings { language: Language::of_code("de"), ..Settings::default() };
    serde_json::to_vec_pretty(&settings).unwrap()
}

/// Judges mutations of `bases` and prints how many were accepted: mutations that only reach the parser prove little.
pub fn run(name: &str, cases: u32, bases: &[Vec<u8>], judge: fn(&[u8]) -> bool) {
    let rng_seed = RngSeed::Fixed(1);
    let mut runner =
        TestRunner::new(ProptestConfig { cases, rng_seed, failure_persistence: None, ..ProptestConfig::default() });
    let accepted = std::cell::Cell::new(0_u32);
    let strategy = (any::<Index>(), vec(change(), 1..4));
    let result = runner.run(&strategy, |(base, changes)| {
        let text = changed(bases[base.index(bases.len())].clone(), &changes);
        if judge(&text) {
            accepted.set(accepted.get() + 1);
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    println!("{name}: {cases} mutations from seed 1, {} read as facts, the others refused", accepted.get());
    assert!(accepted.get() > cases / 100 && accepted.get() < cases, "{}", accepted.get());
}

/// The number of cases; `HOSTILE=40` tries forty times as many.
pub fn cases(some: u32) -> u32 {
    some * std::env::var("HOSTILE").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

#[test]
fn session_files_with_mutated_bytes_are_read_or_refused() {
    run("sessions", cases(1500), &files(), |text| judge::session(text).is_some());
}

#[test]
fn tables_with_mutated_bytes_are_read_or_refused() {
    run("tables", cases(800), &tables(), |bytes| judge::import(bytes).is_some());
}

#[test]
fn archive_files_with_mutated_bytes_are_read_or_refused() {
    run("archives", cases(300), &[bundle()], |bytes| judge::import(bytes).is_some());
}

#[test]
fn settings_with_mutated_bytes_are_read_or_refused() {
    run("settings", cases(1500), &[settings()], |text| judge::settings(text).is_some());
}

#[test]
fn a_truncated_file_is_refused() {
    let (game, table) = (EXAMPLE.as_bytes(), &tables()[0]);
    let whole = EXAMPLE.trim_end().len();
    for end in 0..whole {
        assert_eq!(judge::session(&game[..end]), None, "cut off after {end} bytes");
    }
    assert!(judge::session(&game[..whole]).is_some());
    for file in files().iter().skip(1) {
        let whole = file.trim_ascii_end().len();
        (0..whole)
            .step_by(if is_thorough() { 7 } else { 101 })
            .for_each(|end| assert_eq!(judge::session(&file[..end]), None));
    }
    for end in 0..table.len() {
        judge::import(&table[..end]);
    }
    let all = bundle();
    (0..all.trim_ascii_end().len())
        .step_by(if is_thorough() { 31 } else { 311 })
        .for_each(|end| assert_eq!(judge::import(&all[..end]), None));
    let settings = settings();
    (0..settings.len()).for_each(|end| assert_eq!(judge::settings(&settings[..end]), None));
}

// --- By values ------------------------------------------------------------------------------------------------------

/// Values of every type, mostly extreme.
fn strange() -> Vec<Value> {
    let all = json!([
        null, true, 0, -1, 1, 41, 255, 256, i64::MIN, i64::MAX, u64::MAX, 1.5, -0.0, 1e300, "", " ", "\u{0}",
        "\u{202e}\u{7}", "x".repeat(5000), "2026-03-07T20:15:00+01:00", "+262142-12-31T23:59:59+00:00",
        "-262143-01-01T00:00:00+23:59", "0000-01-01T00:00:00-23:59", "9999-12-31T23:59:60Z",
        "00000000-0000-0000-0000-000000000000", [], {}, [[]], [null], vec![0; 300], {"player": -1, "change": 128},
        {"name": "Bo", "id": null}, "cloud", "secret", "playing",
        {"correct": [18446744073709551615_u64, {"bids": [], "tricks": []}]}, {"bid": [9, 255]},
    ]);
    all.as_array().unwrap().clone()
}

/// Judges these files with each value replaced by strange ones and by another of the file, and left out.
pub fn run_values(name: &str, seed: u64, files: &[Value], own: &[Value], judge: impl Fn(&[u8]) -> bool) {
    let (mut tried, mut accepted) = (0, 0);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut judged = |file: Value| {
        tried += 1;
        accepted += usize::from(judge(file.to_string().as_bytes()));
    };
    for whole in files {
        let mut all = Vec::new();
        paths(whole, "", &mut all);
        for path in &all {
            // A few of the many steps are enough.
            if path.starts_with("/steps/") && random.u8(..) > 40 {
                continue;
            }
            for strange in strange().iter().chain(own) {
                // An eighth of them, a different one in each place.
                if is_thorough() || random.u8(..8) == 0 {
                    judged(with(whole, path, Some(strange.clone())));
                }
            }
            judged(with(whole, path, whole.pointer(&all[random.usize(..all.len())]).cloned()));
            if !path.is_empty() {
                judged(with(whole, path, None));
            }
        }
    }
    println!("{name}, by values: {tried} tried, {accepted} read, the others refused");
    assert!(tried > many(5_000) && accepted > many(100) && accepted < tried, "{tried} {accepted}");
}

#[test]
fn session_files_with_strange_values_are_read_or_refused() {
    let files: Vec<Value> = files().iter().step_by(2).map(|file| serde_json::from_slice(file).unwrap()).collect();
    run_values("sessions", 9, &files, &[], |text| judge::session(text).is_some());
}

#[test]
fn settings_with_strange_values_are_read_or_refused() {
    let whole: Value = serde_json::from_slice(&settings()).unwrap();
    let mut all = Vec::new();
    paths(&whole, "", &mut all);
    for path in &all {
        for strange in strange() {
            judge::settings(with(&whole, path, Some(strange)).to_string().as_bytes());
        }
    }
}

#[test]
fn whitespace_order_and_byte_order_marks_do_not_matter() {
    for file in files().iter().skip(1) {
        let facts = judge::session(file).unwrap();
        let value: Value = serde_json::from_slice(file).unwrap();
        // serde_json sorts the keys of a value, which those in the file are not.
        let sorted = value.to_string().into_bytes();
        assert_ne!(&sorted, file);
        let wide = serde_json::to_vec_pretty(&value).unwrap();
        let marked = [b"\xEF\xBB\xBF \n".as_slice(), file.as_slice(), b"\r\n\t "].concat();
        for same in [sorted, wide, marked] {
            assert_eq!(judge::session(&same).as_ref(), Some(&facts));
        }
    }
}

#[test]
fn repeated_keys_are_refused() {
    for key in ["players", "rounds", "first_dealer", "rules", "id", "steps", "format"] {
        let text = String::from_utf8(files()[1].clone()).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        let twice = text.replacen('{', &format!("{{\"{key}\": {},", value[key]), 1);
        assert_eq!(judge::session(twice.as_bytes()), None, "{key}");
    }
}

#[test]
fn tables_with_numbers_of_any_size_are_read_or_refused() {
    let numbers = [i64::MIN, i64::MIN + 1, -1, 0, 1, 255, 256, i64::MAX - 1, i64::MAX];
    let columns = "round,cards,player,seat,bid,scored_bid,tricks,points,total,cloud_change";
    let cells: Vec<&str> = columns.split(',').collect();
    for (place, column) in cells.iter().enumerate() {
        for first in numbers {
            for second in numbers {
                let mut table = columns.to_owned();
                for (seat, (name, bid, tricks)) in [("Ana", 0, 0), ("Bo", 1, 1), ("Cy", 1, 0)].into_iter().enumerate() {
                    let points = if bid == tricks { 20 + 10 * tricks } else { -10 };
                    let row = format!("1,1,{name},{seat},{bid},{bid},{tricks},{points},{points},");
                    let mut row: Vec<String> = row.split(',').map(str::to_owned).collect();
                    if *column != "player" && seat < 2 {
                        row[place] = if seat == 0 { first } else { second }.to_string();
                    }
                    table += &format!("\n{}", row.join(","));
                }
                judge::import(table.as_bytes());
            }
        }
    }
    // All at once, over several rounds: sums of sums.
    for number in numbers {
        let mut table = columns.to_owned();
        for round in 1..=3 {
            for (seat, name) in ["Ana", "Bo", "Cy"].into_iter().enumerate() {
                table += &format!("\n{round},,{name},{seat},{number},{number},{number},{number},{number},");
            }
        }
        judge::import(table.as_bytes());
        // Right facts with wrong totals.
        let mut table = "round,player,bid,tricks,points,total".to_owned();
        for round in 1..=3 {
            for (name, tricks) in [("Ana", 0), ("Bo", 0), ("Cy", round)] {
                table += &format!("\n{round},{name},0,{tricks},{number},{number}");
            }
        }
        assert_eq!(judge::import(table.as_bytes()), None);
    }
}
