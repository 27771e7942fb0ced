//! Input without end: in length, in depth, in number.

use std::fs;
use std::sync::LazyLock;

use serde_json::json;
use tablet_of_truth::archive::{
    Archive, FILE_MAX, LoadError, ReadError, STEPS_MAX, Settings, read_record, read_session, write_session,
};
use tablet_of_truth::session::Everyone;
use tablet_of_truth::wizard::Command;

use super::judge;
use super::stage::{Stage, game, in_time, large_file};
use crate::common::thorough::many;
use crate::common::{EXAMPLE, at, session, unbound};
use crate::load;

const MB: usize = 1024 * 1024;
/// The items of a list that has no business to be so long.
static LONG: LazyLock<usize> = LazyLock::new(|| many(MB));

fn with(field: &str, value: &str) -> Vec<u8> {
    let mut whole: serde_json::Map<String, serde_json::Value> = serde_json::from_str(EXAMPLE).unwrap();
    whole.remove(field);
    let rest = serde_json::to_string(&whole).unwrap();
    format!("{{\"{field}\": {value}, {}", rest.strip_prefix('{').unwrap()).into_bytes()
}

fn nested(depth: usize) -> String {
    "[".repeat(depth) + &"]".repeat(depth)
}

fn nested_objects(depth: usize) -> String {
    "{\"a\":".repeat(depth) + "1" + &"}".repeat(depth)
}

#[test]
fn a_million_nested_values_are_refused_or_skipped() {
    let depth = *LONG;
    for deep in [nested(depth), nested_objects(depth), "[".repeat(depth), "{\"a\":".repeat(depth)] {
        in_time("nested", move || {
            assert_eq!(judge::session(deep.as_bytes()), None);
            assert_eq!(judge::import(deep.as_bytes()), None);
            assert_eq!(judge::settings(deep.as_bytes()), None);
            for field in ["players", "rounds", "rules", "steps", "first_dealer", "notes", "id", "format"] {
                assert_eq!(judge::session(&with(field, &deep)), None, "{field}");
            }
            // A deep value is accepted where the program reads nothing.
            let unknown = with("later", &deep);
            assert_eq!(judge::session(&unknown).is_some(), deep.ends_with([']', '}']));
            judge::import(&unknown);
            let all = format!("{{\"format\": \"tablet-of-truth-archive\", \"sessions\": [{deep}]}}");
            assert_eq!(judge::import(all.as_bytes()), None);
            judge::settings(format!("{{\"later\": {deep}}}").as_bytes());
        });
    }
}

#[test]
fn a_hundred_thousand_rounds_are_refused() {
    let round = r#"{"bids": [0, 1, 1], "tricks": [0, 0, 1]}"#;
    let rounds = format!("[{}]", vec![round; 100_000].join(","));
    let text = with("rounds", &rounds);
    let error = read_session(&text, at(0)).unwrap_err();
    assert!(error.is_broken_rule(), "{error}");
    judge::can_be_shown(&error);
    judge::import(&text);
    let mut table = "round,player,bid,tricks".to_owned();
    for number in 1..=100_000 {
        for name in ["Ana", "Bo", "Cy"] {
            table += &format!("\n{number},{name},0,0");
        }
    }
    let preview = judge::read(&Archive::new("/nowhere".into()), table.as_bytes()).preview;
    let problems = preview.problems;
    assert_eq!((preview.items.len(), problems.len()), (0, 21));
    let more: usize = problems[20].text.to_string().split(' ').nth(1).unwrap().parse().unwrap();
    assert!(more > 1000);
    judge::can_be_shown(&problems[0].text);
}

#[test]
fn lists_of_millions_are_read_or_refused_in_time() {
    let list = |item: &str, count: usize| format!("[{}]", vec![item; count].join(","));
    for (field, value) in [
        ("players", list("\"\"", *LONG)),
        ("players", list("\"a\"", *LONG)),
        ("rounds", list("{\"bids\":[]}", *LONG)),
        ("steps", list("\"back\"", *LONG)),
        ("steps", list("{\"bid\":[0,0]}", *LONG / 2)),
        ("steps", list("{\"correct\":[1,{\"bids\":[],\"tricks\":[]}]}", *LONG / 4)),
        ("rules", format!("{{\"hands\": {}, \"special_cards\": {}}}", list("1", *LONG), list("\"bomb\"", *LONG))),
    ] {
        in_time(field, move || judge::session(&with(field, &value)).is_some());
    }
    let bids = format!("[{{\"bids\": {}}}]", list("1", 4 * *LONG));
    assert_eq!(in_time("bids", move || judge::session(&with("rounds", &bids))), None);
}

/// A game in which nothing has happened but these steps.
fn with_steps(steps: &str) -> String {
    let text = String::from_utf8(write_session(&session(3, unbound()), at(0)).unwrap()).unwrap();
    text.replacen("\"steps\": []", &format!("\"steps\": [{steps}]"), 1)
}

#[test]
fn a_million_legal_steps_are_replaced_by_the_facts() {
    let steps = vec!["{\"bid\":[1,0]},{\"bid\":[1,1]}"; 500_000].join(",").replacen("{\"bid\":[1,0]},", "", 1);
    let text = with_steps(&(steps + ",{\"bid\":[1,null]}"));
    in_time("a million steps", move || {
        // The facts come from the file; with too many steps, others that lead to the facts are made up.
        let loaded = judge::session(text.as_bytes()).unwrap().wizard().unwrap();
        assert_eq!(loaded.table(), session(3, unbound()).table());
        assert!(loaded.steps().is_empty());
        assert!(read_record(text.as_bytes(), at(0), &Everyone::default()).is_ok());
    });
}

#[test]
fn the_largest_number_of_steps_is_kept() {
    let text = with_steps(&vec!["{\"bid\":[1,1]},{\"bid\":[1,null]}"; STEPS_MAX / 2].join(","));
    in_time("very many steps", move || {
        let loaded = judge::session(text.as_bytes()).unwrap().wizard().unwrap();
        assert_eq!(loaded.steps().len(), STEPS_MAX);
        let next = loaded.apply(Command::Bid(1, Some(1))).unwrap();
        assert_eq!(next.undo().unwrap().table(), loaded.table());
    });
}

#[test]
fn names_and_texts_of_a_megabyte_are_not_repeated() {
    let long = "x".repeat(MB);
    let wide = "\u{1F9D9}".repeat(MB / 4);
    for long in [long, wide, "\\u001b".repeat(MB / 6)] {
        let quoted = format!("\"{long}\"");
        for (field, value) in [
            ("players", format!("[{quoted}, \"b\", \"c\"]")),
            ("players", format!("[{quoted}, {quoted}, {quoted}]")),
            ("players", format!("[{{\"name\": \"a\", \"id\": {quoted}}}, \"b\", \"c\"]")),
            ("players", format!("[{{\"name\": \"a\", {quoted}: 1}}, \"b\"]")),
            ("place", quoted.clone()),
            ("notes", quoted.clone()),
            ("format", quoted.clone()),
            ("version", quoted.clone()),
            ("id", quoted.clone()),
            ("started", quoted.clone()),
            ("first_dealer", quoted.clone()),
            ("rules", format!("{{\"bidding\": {quoted}}}")),
            ("rules", format!("{{\"special_cards\": [{quoted}]}}")),
            ("rules", format!("{{{quoted}: 1, \"hands\": []}}")),
            ("rounds", format!("[{{\"bids\": [9, 1, 1], {quoted}: {quoted}}}]")),
            ("rounds", format!("[{{\"bids\": [0, 1, 1], \"trump\": {quoted}}}]")),
            ("steps", format!("[{quoted}]")),
            ("steps", format!("[{{{quoted}: 1}}]")),
            (&long, "1".to_owned()),
        ] {
            let text = with(field, &value);
            let loaded = read_session(&text, at(0));
            let field = field.chars().take(20).collect::<String>();
            match loaded {
                Ok(loaded) => assert!(loaded.unknown.iter().all(|path| path.chars().count() <= 200), "{field}"),
                Err(error) => judge::can_be_shown(&error),
            }
            if let Err(error) = read_record(&text, at(0), &Everyone::default()) {
                judge::can_be_shown(&error);
            }
            judge::import(&text);
        }
        judge::import(
            format!(
                "{{\"format\": \"tablet-of-truth-archive\", {quoted}: 1, \"sessions\": [{{\"format\": {quoted}}}]}}"
            )
            .as_bytes(),
        );
        judge::import(format!("{{\"sessions\": [], \"format\": {quoted}}}").as_bytes());
        if let Err(error) = Settings::read(format!("{{\"theme\": {quoted}}}").as_bytes()) {
            judge::can_be_shown(&error.text());
        }
        for table in [
            format!("round,player,bid,tricks\n1,{long},0,0\n"),
            format!("round,player,bid,tricks\n{long},Ana,{long},{long}\n"),
            format!("round,player,bid,tricks,{long}\n1,Ana,0,0\n"),
            format!("{long}\n"),
            format!("round,player,bid,tricks\n1,\"{long}"),
        ] {
            assert_eq!(judge::import(table.as_bytes()), None);
        }
        // Below the limit of a row.
        let shorter: String = long.chars().take(30_000).collect();
        for table in [
            format!("round,player,bid,tricks\n1,{shorter},0,0\n1,{shorter}b,0,0\n1,{shorter},0,0\n"),
            format!(
                "round,player,bid,tricks,date,trump,bomb,dealer\n\
                 {shorter},Ana,{shorter},{shorter},{shorter},{shorter},{shorter},{shorter}\n"
            ),
            format!("round,player,bid,tricks,{shorter},{shorter}x\n1,Ana,0,0,1,1,1\n"),
        ] {
            assert_eq!(judge::import(table.as_bytes()), None);
        }
    }
}

#[test]
fn other_encodings_are_refused() {
    for text in [
        b"\xFF\xFE{\0}\0".to_vec(),
        EXAMPLE.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        EXAMPLE.bytes().map(|byte| if byte == b'T' { 0xE9 } else { byte }).collect(),
        EXAMPLE.replace("Thomas", "Tho\0mas").into_bytes(),
        [b"\xEF\xBB\xBF\xEF\xBB\xBF", EXAMPLE.as_bytes()].concat(),
        vec![0; 4096],
        vec![b' '; 4096],
    ] {
        assert_eq!(judge::session(&text), None);
        judge::import(&text);
        assert_eq!(judge::settings(&text), None);
    }
}

// --- Files of 100 MB ------------------------------------------------------------------------------------------------

#[test]
fn a_file_of_a_hundred_megabytes_is_refused_everywhere() {
    let stage = Stage::new();
    let settings = stage.data().join(".tablet/settings.json");
    fs::create_dir(settings.parent().unwrap()).unwrap();
    let length = 100 * MB as u64;
    let texts: [(&str, Option<&[u8]>); 4] =
        [("quote", Some(b"\"a,")), ("holes", None), ("brackets", Some(b"[")), ("rows", Some(b"1,Ana,0,0\n"))];
    for (name, text) in texts.into_iter().take(many(texts.len())) {
        let path = stage.data().join("large.json");
        large_file(&path, length, text);
        large_file(&settings, length, text);
        assert!(matches!(Archive::load(&path), Err(LoadError::Unread(ReadError::TooLarge(_)))), "{name}");
        assert!(matches!(Archive::entry(&path), Err(LoadError::Unread(ReadError::TooLarge(_)))), "{name}");
        assert!(Settings::load(&settings).is_err());
        let whole = path.to_str().unwrap();
        let out = stage.out(name);
        for command in [
            vec!["list"],
            vec!["stats"],
            vec!["check"],
            vec!["backup", out.to_str().unwrap()],
            vec!["score", whole],
            vec!["export", whole, "--to", "text"],
            vec!["import", whole],
            vec!["check", whole],
        ] {
            let answer = stage.tell(&command);
            let is_listed = matches!(command[..], ["list"] | ["stats"]);
            assert_eq!(answer.code == Some(0), is_listed, "{name}: {command:?}: {answer:?}");
        }
        let forced = stage.tell(&["backup", out.to_str().unwrap(), "--force"]).code;
        assert_eq!(forced, Some(1), "a file that cannot be read is left out");
    }
}

/// The largest file that is read.
#[test]
fn the_largest_file_is_read_and_one_byte_more_is_not() {
    let stage = Stage::new();
    let mut text = write_session(&game(), at(9)).unwrap();
    text.resize(usize::try_from(FILE_MAX).unwrap(), b' ');
    let path = stage.file("large.json", &text);
    assert_eq!(load(&path), game());
    text.push(b' ');
    let path = stage.file("large.json", &text);
    assert!(matches!(Archive::load(&path), Err(LoadError::Unread(ReadError::TooLarge(_)))));
}

#[test]
#[ignore = "takes most of a minute without optimisation"]
fn the_largest_sessions_fit_into_little_memory() {
    let stage = Stage::new();
    let size = usize::try_from(FILE_MAX).unwrap() - 4096;
    let fill = |item: &str| format!("[{}]", vec![item; size / (item.len() + 1)].join(","));
    for (name, field, value) in [
        ("steps", "steps", fill("\"back\"")),
        ("players", "players", fill("\"\"")),
        ("rounds", "rounds", fill("{\"bids\":[]}")),
        ("bids", "rounds", format!("[{{\"bids\":{}}}]", fill("1"))),
        ("hands", "rules", format!("{{\"hands\":{}}}", fill("1"))),
        ("deep", "later", nested(size / 2)),
        ("notes", "notes", format!("\"{}\"", "n".repeat(size))),
    ] {
        let path = stage.file("large.json", with(field, &value));
        let readable = matches!(name, "steps" | "deep");
        for command in [
            vec!["list"],
            vec!["check"],
            vec!["score", path.to_str().unwrap()],
            vec!["import", "--dry-run", path.to_str().unwrap()],
        ] {
            let answer = stage.tell(&command);
            let fine = readable || command == ["list"];
            assert_eq!(answer.code == Some(0), fine, "{name}: {command:?}: {answer:?}");
        }
    }
}

// --- Imports without end --------------------------------------------------------------------------------------------

/// The first problem of a source from which nothing can be imported.
fn refusal(bytes: Vec<u8>) -> String {
    in_time("reading", move || {
        let problems = judge::read(&Archive::new("/nowhere".into()), &bytes).preview.problems;
        problems.iter().for_each(|problem| judge::can_be_shown(&problem.text));
        assert!(problems.len() <= 21);
        problems[0].text.to_string()
    })
}

#[test]
fn endless_tables_are_refused_in_a_few_words() {
    let head = "round,player,bid,tricks\n";
    for (bytes, text) in [
        (format!("{head}{}", "1,Ana,0,0\n".repeat(1_000_001)).into(), "has more than 1000000 rows"),
        (format!("{head}1,\"Ana,0,0\n{}", "1,Ana,0,0\n".repeat(40_000)).into(), "line 2: the row that begins here"),
        (format!("{head}{}", ",".repeat(MB)).into(), "line 2: the row that begins here"),
        (",".repeat(MB).into(), "line 1: the row that begins here"),
        (vec![b'x'; 128 * MB + 1], "is larger than 128 MB"),
    ] {
        let refused = refusal(bytes);
        assert!(refused.starts_with(text), "{refused}");
    }
    // A header of many columns, and rows that fill them all.
    let columns: String = (0..20_000).map(|column| format!(",c{column}")).collect();
    let rows: String = (0..20).map(|_| format!("1,Ana,0,0{}\n", ",".repeat(20_000))).collect();
    refusal(format!("round,player,bid,tricks{columns}\n{rows}").into());
    // Mistakes in every cell.
    refusal(format!("{head}{}", "x,,y,z\n".repeat(500_000)).into());
    // Half a million sessions of one row.
    let rows: String = (0..300_000).map(|number| format!("s{number},1,Ana,0,0\n")).collect();
    refusal(format!("session,{head}{rows}").into());
}

#[test]
fn unknown_columns_are_reported_in_a_few_words() {
    let columns: String = (0..500).map(|column| format!(",column{column}")).collect();
    let row = |name: &str, rest: &str| format!("1,{name},{rest}{}\n", ",1".repeat(500));
    let table =
        format!("round,player,bid,tricks{columns}\n{}{}{}", row("Ana", "0,0"), row("Bo", "1,1"), row("Cy", "1,0"));
    assert_eq!(judge::import(table.as_bytes()), Some(1));
}

#[test]
fn sessions_that_want_the_same_file_name_get_different_ones() {
    // Same people, day and first digits of the id, so all want the same file name; and differing copies of one id.
    let one = |id: String, notes: usize| {
        json!({"id": id, "started": "2026-03-07T20:15:00+01:00", "players": ["Ana", "Bo", "Cy"], "first_dealer": 0,
               "rounds": [], "notes": notes.to_string()})
        .to_string()
    };
    let named = |number: usize| one(format!("5e551011-0000-0000-0000-{number:012x}"), number);
    let copied = |number: usize| one("5e551011-1111-0000-0000-000000000000".to_owned(), number);
    let (names, copies) = ((0..many(20_000)).map(named), (0..many(5_000)).map(copied));
    for sessions in [names.collect::<Vec<_>>(), copies.collect()] {
        let count = sessions.len();
        let text = format!("{{\"sessions\": [{}]}}", sessions.join(","));
        let read = in_time("many of one name", move || {
            let place = tempfile::tempdir().unwrap();
            let archive = Archive::new(place.path().join("sessions"));
            let items = judge::read(&archive, text.as_bytes()).preview.items;
            let paths: std::collections::HashSet<_> = items.iter().filter_map(|item| item.writes()).collect();
            (items.len(), paths.len())
        });
        assert_eq!(read, (count, count));
    }
}

#[test]
#[ignore = "takes most of a minute without optimisation"]
fn more_sessions_than_any_archive_has_are_refused() {
    let one = |number: u32| {
        format!(
            "{{\"players\":[\"a\",\"b\",\"c\"],\"first_dealer\":0,\"rounds\":[],\"notes\":\"{number}\",\
             \"id\":\"{number:08x}-0000-0000-0000-000000000000\"}}"
        )
    };
    let sessions: Vec<String> = (0..250_001).map(one).collect();
    let text = format!("{{\"sessions\": [{}]}}", sessions.join(","));
    assert!(refusal(text.into_bytes()).starts_with("has more than 250000 sessions"));
}
