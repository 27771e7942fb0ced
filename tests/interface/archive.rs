//! The archive page: finding, viewing, changing, deleting and restoring sessions while files come and go.

use std::fs;
use std::path::Path;

use chrono::Local;
use serde_json::{Value, json};
use slint::ComponentHandle;
use slint::platform::Key;
use tablet_of_truth::app::Page;
use tablet_of_truth::archive::write_session;
use tablet_of_truth::session::OfGame;
use tempfile::TempDir;

use crate::common::sheet::Sheet;
use crate::shelf::{Shelf, cafe, early, evenings, game, kitchen, load, new_year, shown, six, track};
use crate::walk::seen::{Seen, focused_name};
use crate::window::{Window, paint_windows};

pub const KITCHEN: &str = "7 Mar 2026: Ben 90; Anna 80, Cleo −30; Classic, 3 rounds";
const CAFE: &str = "14 Feb 2026: Émilie and Thomas 50; Anna 40, Ute 10; 25 years, 2 rounds";
const NEW_YEAR: &str = "31 Dec 2025: Ben leads with 30; Dora 20, Cleo −10; Classic, In progress, 1 of 20";
const EARLY: &str = "11 Nov 2025: Émilie led with 30; Anna 20, Ben −10; Classic, Ended early, 1 of 20";
const SIX: &str = "1 May 2024: Dora, Émilie and Finn 100; Ben 70, Cleo 70, Anna 10; Classic, 5 rounds";
/// The rows of [`Shelf::evenings`].
const EVENINGS: [&str; 5] = [KITCHEN, CAFE, NEW_YEAR, EARLY, SIX];
const NOTES: &str = "Date, place and notes";
const SEARCH: &str = "Search players, notes, dates";
const MENU: &str = "Import, backup, names, trash";

fn delete(window: &mut Window, row: &str) {
    window.taps(&[row, "More", "Delete: move it to the trash"]);
    assert!(window.shows("The session is in the trash."), "{:#?}", window.labels());
}

// --- The list -------------------------------------------------------------------------------------------------------

#[test]
fn an_empty_archive_says_so() {
    let mut window = Shelf::new().archive();
    window.must_show(&["0 sessions", "No sessions yet. Every game you play is kept here."]);
    window.key(Key::DownArrow);
    assert_eq!(window.lines(), [""; 0], "the keys find nothing to choose");
}

#[test]
fn the_rows_say_when_who_won_who_played_and_with_which_cards() {
    let shelf = Shelf::evenings();
    let level = json!([{"bids": [0, 1, 1], "tricks": [0, 1, 0]}, {"bids": [1, 0, 0], "tricks": [1, 0, 1]}]);
    let mut ended = game(8, "2025-01-02T10:00:00Z", &["Anna", "Ben", "Cleo"], &[], level);
    ended["ended_early"] = json!("2025-01-02T11:00:00Z");
    shelf.put(&ended);
    shelf.put(&game(9, "2025-01-01T10:00:00Z", &["Anna", "Ben", "Cleo"], &[], json!([])));
    let window = shelf.archive();
    assert!(window.shows("7 sessions"));
    let (led, begun) = (
        "2 Jan 2025: Anna and Ben led with 50; Cleo −20; Classic, Ended early, 2 of 20",
        "1 Jan 2025: Just begun; Anna, Ben, Cleo; Classic, In progress, 0 of 20",
    );
    assert_eq!(window.lines(), [KITCHEN, CAFE, NEW_YEAR, EARLY, led, begun, SIX], "the newest session comes first");
    assert_eq!(window.chosen().as_deref(), Some(KITCHEN), "a wide window shows the latest session beside the list");
    assert!(window.shows("Saturday 7 March 2026"));
}

#[test]
fn a_session_without_a_scored_round_offers_none_to_tap() {
    let rounds = json!([{"bids": [null, 1, null], "tricks": [null, null, null], "phase": "bidding"}]);
    let begun = game(9, "2026-01-02T10:00:00Z", &["Anna", "Ben", "Cleo"], &[], rounds);
    let raced = track(8, "2026-01-02T10:00:00Z", &["Anna", "Ben", "Cleo"], &[15, 15, 15], json!([]));
    for game in [begun, raced] {
        let shelf = Shelf::with(&[game]);
        let window = shelf.archive();
        for (width, height) in [(1280.0, 800.0), (400.0, 820.0)] {
            window.resize(width, height);
            assert!(window.shows("No round has been scored."), "{:#?}", window.labels());
            assert!(!window.says("Tap a round") && !window.says("Point at a round"), "{:#?}", window.labels());
        }
    }
    let shelf = Shelf::with(&[kitchen()]);
    let window = shelf.archive();
    assert!(!window.shows("No round has been scored."));
}

#[test]
fn the_faces_that_do_not_fit_in_a_row_are_counted() {
    paint_windows();
    let shelf = Shelf::with(&[six()]);
    let window = shelf.archive();
    let mut shortened = 0;
    for width in (800..1400).step_by(20) {
        window.resize(width as f32, 800.0);
        let row = window.place_of_control(SIX);
        let faces = window.places("Avatar").iter().filter(|face| row.has((face.left, face.top))).count();
        let seen = Seen::in_window(&window);
        let more = seen.words.iter().filter(|words| row.has(words.place.middle()));
        let more: Vec<usize> = more.filter_map(|words| words.text.strip_prefix('+')?.parse().ok()).collect();
        let all = faces + more.iter().sum::<usize>();
        assert!(all == 6 || (faces, more.len()) == (1, 0), "{faces} faces and {more:?} at {width}");
        shortened += more.len();
    }
    assert!(shortened > 0, "some faces must not fit at some width");
}

/// A game of one card.
fn won_by(seat: usize, id: u32, started: &str, names: &[&str; 3]) -> Value {
    let bids: Vec<u8> = (0..3).map(|other| u8::from(other != (seat + 2) % 3)).collect();
    let tricks: Vec<u8> = (0..3).map(|other| u8::from(other == seat)).collect();
    game(id, started, names, &[1], json!([{"bids": bids, "tricks": tricks}]))
}

#[test]
fn the_games_of_an_evening_lie_together_under_a_heading() {
    let (us, others) = (["Anna", "Ben", "Cleo"], ["Dora", "Finn", "Greta"]);
    let shelf = Shelf::with(&[
        won_by(1, 21, "2026-03-07T20:00:00+01:00", &us),
        won_by(1, 22, "2026-03-07T21:00:00+01:00", &others),
        won_by(0, 23, "2026-03-07T22:00:00+01:00", &us),
        won_by(1, 24, "2026-03-08T00:30:00+01:00", &us),
        won_by(0, 25, "2026-03-08T11:00:00+01:00", &us),
    ]);
    let [first, second, third, alone, other] = [
        "7 Mar 2026: Ben 30; Anna 20, Cleo −10; Classic, 1 round",
        "7 Mar 2026: Anna 30; Cleo 20, Ben −10; Classic, 1 round",
        "8 Mar 2026: Ben 30; Anna 20, Cleo −10; Classic, 1 round",
        "8 Mar 2026: Anna 30; Cleo 20, Ben −10; Classic, 1 round",
        "7 Mar 2026: Finn 30; Dora 20, Greta −10; Classic, 1 round",
    ];
    let heading = "Saturday 7 March · 3 games · Ben won 2 games";
    let mut window = shelf.archive();
    for (width, height) in [(1280.0, 800.0), (400.0, 820.0)] {
        window.resize(width, height);
        if width < 720.0 {
            window.tap("Back to the list");
        }
        assert_eq!(window.lines(), [alone, third, second, first, other]);
        assert_eq!(window.labels().iter().filter(|label| label.contains(" games · ")).count(), 1);
        let [end, below] = [alone, third].map(|row| window.place_of_control(row)).map(|row| (row.bottom, row.top));
        let top = window.place(heading).top;
        assert!(end.0 <= top + 0.5 && top < below.1, "{end:?}, {top} at {width}");
    }
    window.resize(1280.0, 800.0);
    for (typed, found, heading) in [
        ("7.3.2026", vec![second, first, other], "Saturday 7 March · 2 games · Anna and Ben won 1 game each"),
        ("finn", vec![other], ""),
    ] {
        window.type_into(SEARCH, typed);
        assert_eq!(window.lines(), found, "{typed:?}");
        assert!(window.says(heading) && window.says(" games") != heading.is_empty(), "{:#?}", window.labels());
    }
}

#[test]
fn wheel_and_keys_reach_the_last_of_many_evenings() {
    let shelf = Shelf::new();
    for evening in 0..20 {
        for seat in 0..3 {
            let started = format!("2026-01-{:02}T{}:00:00+01:00", 1 + evening, 18 + seat);
            shelf.put(&won_by(seat, evening * 3 + seat as u32, &started, &["Anna", "Ben", "Cleo"]));
        }
    }
    let mut window = shelf.archive();
    let scores = ["Cleo 30; Ben 20, Anna −10", "Ben 30; Anna 20, Cleo −10", "Anna 30; Cleo 20, Ben −10"];
    let of_day = |day| scores.map(|scores| format!("{day} Jan 2026: {scores}; Classic, 1 round"));
    let expected: Vec<String> = (1..=20).rev().flat_map(of_day).collect();
    assert_eq!(window.all_lines(), expected);
    for _ in 1..expected.len() {
        window.key(Key::DownArrow);
    }
    let last = expected.last().unwrap();
    assert_eq!(window.chosen().as_ref(), Some(last));
    window.key(Key::DownArrow);
    assert_eq!(window.chosen().as_ref(), Some(last), "the arrow keys stop at the last row");
    window.tap(last);
    for row in expected.iter().rev().skip(1) {
        window.key(Key::UpArrow);
        assert_eq!(window.chosen().as_ref(), Some(row));
        let (list, row) = (window.place("Sessions"), window.place_of_control(row));
        assert!(row.top >= list.top && row.bottom <= list.bottom, "the row chosen is in sight");
    }
    assert!(window.says(" · 3 games · Cleo, Ben and Anna won 1 game each"), "the first heading is in sight");
    for _ in 1..expected.len() {
        window.key(Key::DownArrow);
    }
    window.type_into(SEARCH, "anna");
    assert!(window.lines().len() >= 5, "rows are in sight: {:#?}", window.lines());
}

#[test]
fn the_open_session_is_in_view_after_a_visit_to_another_page() {
    let shelf = Shelf::generated(60, 7);
    let mut window = shelf.archive();
    for _ in 0..40 {
        window.key(Key::DownArrow);
    }
    let row = window.chosen();
    assert!(row.is_some());
    window.taps(&["Settings", "Archive"]);
    assert_eq!(window.chosen(), row);
}

#[test]
fn a_search_narrows_the_list_and_shows_the_first_session_found_beside_it() {
    let (_shelf, mut window) = evenings();
    window.type_into(SEARCH, "ben");
    assert_eq!(window.chosen().as_deref(), Some(KITCHEN), "an open session that is found stays");
    window.type_into(SEARCH, "emilie");
    assert_eq!(window.lines(), [CAFE, EARLY, SIX]);
    assert!(window.shows("3 of 5 sessions"), "{:#?}", window.labels());
    window.until("shows the first", |window| window.chosen().as_deref() == Some(CAFE));
    assert!(window.shows("Saturday 14 February 2026"));
    window.key(" ");
    window.key("i");
    assert_eq!(window.written(SEARCH), "emilie i", "the keys stay with the search");
    window.type_into(SEARCH, "");
    for (letter, found) in [("t", 2), ("h", 1), ("o", 1), ("x", 0)] {
        window.key(letter);
        assert_eq!(window.lines().len(), found, "{:?}", window.written(SEARCH));
    }
    assert!(window.shows("No sessions match. Look for something else, or take away what is set above."));
    assert!(window.shows("Saturday 14 February 2026"), "the session beside the list must stay");
    window.type_into(SEARCH, "");
    assert!(window.shows("5 sessions"));
    window.taps(&["Filter", "Year", "2024", "Close"]);
    window.until("shows the first", |window| window.chosen().as_deref() == Some(SIX));
    window.tap("Take away: 2024");
    assert_eq!(window.chosen().as_deref(), Some(SIX));
    window.resize(400.0, 820.0);
    window.tap("Back to the list");
    window.type_into(SEARCH, "kitchen");
    assert_eq!(window.lines(), [KITCHEN], "one column stays with the list");
}

#[test]
fn a_session_of_the_list_is_beside_it_after_a_deletion_and_with_a_filter_set_elsewhere() {
    let (shelf, mut window) = evenings();
    delete(&mut window, KITCHEN);
    window.until("shows the next", |window| window.chosen().as_deref() == Some(CAFE));
    window.tap("Undo");
    assert_eq!(window.chosen().as_deref(), Some(KITCHEN));
    fs::remove_file(shelf.path_of(&kitchen())).unwrap();
    window.until("shows the next", |window| window.chosen().as_deref() == Some(CAFE));
    window.taps(&["Statistics", "Filter", "Year", "2024", "Close", "Archive"]);
    window.until("shows the only one", |window| window.chosen().as_deref() == Some(SIX));
    assert_eq!(window.lines(), [SIX]);
}

#[test]
fn a_row_found_by_its_notes_shows_the_part_found() {
    let (_shelf, mut window) = evenings();
    for (width, height) in [(1280.0, 800.0), (400.0, 820.0)] {
        window.resize(width, height);
        if width < 720.0 {
            window.tap("Back to the list");
        }
        for typed in ["jester", "zeitlos", "thomas"] {
            window.type_into(SEARCH, typed);
            let (seen, note) = (Seen::in_window(&window), "The dog ate a Jester. Rainy Sunday.");
            let (row, place) = (window.control(CAFE), window.place_of_control(CAFE));
            let shown = seen.open_words().any(|words| words.text == note && place.has(words.place.middle()));
            assert_eq!(shown, typed == "jester", "{typed} at {width}");
            let description = row.accessible_description().unwrap_or_default();
            assert_eq!(description == note, typed == "jester", "{typed}: a screen reader reads {description:?}");
        }
    }
}

// --- A session's page -----------------------------------------------------------------------------------------------

fn focus_chart(window: &mut Window) {
    for _ in 0..60 {
        window.key(Key::Tab);
        window.key(Key::LeftArrow);
        if window.says("After round ") {
            return;
        }
    }
    panic!("the chart takes no focus: {:#?}", window.labels());
}

#[test]
fn the_chart_tells_the_totals_of_each_round_by_the_arrow_keys() {
    let (shelf, mut window) = evenings();
    for (row, game) in EVENINGS.into_iter().zip([kitchen(), cafe(), new_year(), early(), six()]) {
        let sheet = Sheet::of(OfGame::Wizard(&load(&shelf.path_of(&game))));
        let totals = sheet.totals();
        window.tap(row);
        assert!(!window.says("After round "), "no round is chosen");
        focus_chart(&mut window);
        for round in (1..totals.len()).rev() {
            let start = format!("After round {round}: ");
            let caption = window.labelled(&start);
            let mut text: Vec<&str> = caption[start.len()..].split(" · ").collect();
            let lines = sheet.lines.iter().zip(&totals[round]);
            let mut expected: Vec<String> =
                lines.map(|(line, &total)| format!("{} {}", line.player.name, shown(total))).collect();
            text.sort_unstable();
            expected.sort_unstable();
            assert_eq!(text, expected, "{caption}");
            assert_eq!(window.control("Points by round").accessible_value().unwrap(), format!("round {round}"));
            window.key(Key::LeftArrow);
        }
        assert!(window.says("Before the first round: "));
        window.key(Key::LeftArrow);
        assert!(window.says("Before the first round: "), "the chart has nothing before the start");
        for _ in &totals {
            window.key(Key::RightArrow);
        }
        assert!(window.says(&format!("After round {}: ", totals.len() - 1)), "the chart has nothing after the end");
    }
}

#[test]
fn a_sessions_page_has_its_facts_and_goes_on_at_the_table() {
    let (_shelf, mut window) = evenings();
    assert!(window.says("Kitchen · Classic · Plus/Minus One · "), "{:#?}", window.labels());
    window.tap(CAFE);
    assert!(window.says("Café Zeitlos · 25 years · without Plus/Minus One · "), "{:#?}", window.labels());
    window.taps(&["More", "Do not count this game in the statistics"]);
    let marked = format!("Does not count, {CAFE}");
    window.until("marks the game", |window| window.chosen().as_ref() == Some(&marked));
    assert!(window.says("Does not count · Café Zeitlos") && window.shows("5 sessions"), "{:#?}", window.labels());
    window.tap("More");
    assert!(window.offers("Count this game in the statistics"));
    window.taps(&["Close", EARLY]);
    assert!(window.says("Ended early, 1 of 20 · 20 min"), "{:#?}", window.labels());
    window.tap(SIX);
    assert!(!window.offers("Continue"));
    window.tap(NEW_YEAR);
    assert!(window.says("In progress, 1 of 20"));
    window.tap("Continue");
    assert!(window.says("Round 2 of 20") && window.shows("Ben, total 30, no bid yet"), "{:#?}", window.labels());
    window.bid("Ben", 0);
    window.settle();
    window.tap("Archive");
    assert!(window.offers("Continue"), "the session must still be on its page");
    assert!(window.shows("Round 2, Ben, bid 0"), "the page must match the table: {:#?}", window.labels());
}

#[test]
fn place_and_notes_are_saved_where_they_are_typed() {
    let (shelf, mut window) = evenings();
    window.taps(&[CAFE, NOTES]);
    assert_eq!(window.written("Place"), "Café Zeitlos");
    assert_eq!(window.written("Notes"), "The dog ate a Jester.\nRainy Sunday.");
    let before = shelf.files();
    window.fill("Place", "  Café Zeitlos ");
    window.settle();
    assert_eq!(shelf.files(), before, "without a change nothing may be written");
    window.taps(&["Close", NOTES]);
    assert!(window.shows("Saved automatically."));
    let field = window.field("Notes").absolute_position();
    window.type_into("Place", "Under the roof");
    window.type_into("Notes", "Zoë's first game.\nTwo pots of tea.");
    window.settle();
    assert!(window.shows("Date, place and notes are saved."), "{:#?}", window.labels());
    assert_eq!(window.field("Notes").absolute_position(), field, "nothing may move while saving");
    assert_eq!(window.written("Notes"), "Zoë's first game.\nTwo pots of tea.", "the text must stay as it was typed");
    window.fill("Place", &"é".repeat(121));
    window.settle();
    assert!(window.says("Only the first 120 characters of the place"), "{:#?}", window.labels());
    assert_eq!(load(&shelf.path_of(&cafe())).place(), "é".repeat(120));
}

#[test]
fn notes_are_kept_however_the_field_is_left() {
    type Leave = fn(&mut Window);
    let ways: [(&str, Leave); 8] = [
        ("the panel closes", |window| window.tap("Close")),
        ("another session", |window| window.taps(&["Close", CAFE])),
        ("the keys", |window| {
            window.key(Key::Escape);
            window.key(Key::DownArrow);
        }),
        ("another page", |window| window.tap("Statistics")),
        ("home", |window| window.chord(&[Key::Control], "1")),
        ("a panel", |window| window.taps(&["Close", "Share"])),
        ("a new game", |window| window.taps(&["Close", "More", "Rematch: the same players"])),
        ("the window closes", |window| {
            window.window().window().dispatch_event(slint::platform::WindowEvent::CloseRequested);
        }),
    ];
    for (way, leave) in ways {
        let (shelf, mut window) = evenings();
        window.tap(NOTES);
        window.type_into("Place", "Under the roof");
        // Sets the value as a screen reader does.
        window.fill("Notes", "Two pots of tea.");
        leave(&mut window);
        window.settle();
        let kept = load(&shelf.path_of(&kitchen()));
        assert_eq!((kept.place(), kept.notes()), ("Under the roof", "Two pots of tea."), "{way}");
        let cafe = load(&shelf.path_of(&cafe()));
        assert_eq!(cafe.place(), "Café Zeitlos", "{way}");
    }
}

// --- Files that come, change and go ---------------------------------------------------------------------------------

#[test]
fn an_unreadable_file_is_named_and_left_alone() {
    let shelf = Shelf::evenings();
    let broken = shelf.path().join("2026-05-05_broken.json");
    fs::write(&broken, "{\"players\": [").unwrap();
    let window = shelf.archive();
    assert!(window.says("2026-05-05_broken.json could not be read and was left untouched: "), "{:#?}", window.labels());
    assert!(window.shows("5 sessions"));
    fs::write(shelf.path().join("2026-05-06_other.json"), "[]").unwrap();
    window.until_says("2 files could not be read and were left untouched. The first is 2026-05-05_broken.json: line 1");
}

fn conflict(path: &Path) -> std::path::PathBuf {
    let stem = path.file_stem().unwrap().to_string_lossy();
    path.with_file_name(format!("{stem}.sync-conflict-20260307-201500-ABCDEFG.json"))
}

#[test]
fn conflict_copies_are_marked() {
    let shelf = Shelf::with(&[kitchen(), six()]);
    fs::copy(shelf.path_of(&kitchen()), conflict(&shelf.path_of(&kitchen()))).unwrap();
    let mut other = six();
    other["rounds"][4]["tricks"] = json!([0, 0, 0, 0, 0, 1]);
    fs::write(conflict(&shelf.path_of(&six())), other.to_string()).unwrap();
    let mut window = shelf.archive();
    for (row, game, content) in [
        ("Copy, the same, 7 Mar 2026: ", kitchen(), "the same content. One of the two can go to the trash."),
        (
            "Copy that differs, 1 May 2024: ",
            six(),
            "different content. Compare the two, and move the wrong one to the trash.",
        ),
    ] {
        window.tap(&window.labelled(row));
        let file = shelf.path_of(&game).file_name().unwrap().to_string_lossy().into_owned();
        window.must_show(&[&format!("This file is a copy of {file} with {content}")]);
    }
}

// --- Other windows --------------------------------------------------------------------------------------------------

#[test]
fn notes_from_another_window_are_not_overwritten_by_an_old_field() {
    let shelf = Shelf::with(&[kitchen()]);
    let mut second = shelf.archive();
    second.tap(NOTES);
    assert_eq!(second.written("Place"), "Kitchen");
    let mut first = shelf.archive();
    first.tap(NOTES);
    first.fill("Place", "Winter garden");
    first.settle();
    drop(first);
    second.until("shows the place", |window| window.written("Place") == "Winter garden");
    second.fill("Notes", "Nobody met a bid.");
    second.settle();
    let kept = load(&shelf.path_of(&kitchen()));
    assert_eq!((kept.place(), kept.notes()), ("Winter garden", "Nobody met a bid."));
}

#[test]
fn a_copy_that_a_sync_left_is_shown_from_the_table() {
    let mut window = Window::after_a_round();
    // A tap that is still being saved would keep the other version beside it.
    window.settle();
    let path = window.file();
    let conflict = conflict(&path);
    let theirs = load(&path).noted("Winter garden", "").unwrap();
    fs::copy(&path, &conflict).unwrap();
    fs::write(&path, write_session(&theirs, Local::now().fixed_offset()).unwrap()).unwrap();
    window.until("tells of the copy", |window| window.says("What was entered here is kept beside it as "));
    window.tap("Show the copy");
    window.until("shows the copy", |window| window.ui.with_app(|app| app.viewed_path()).as_ref() == Some(&conflict));
    assert_eq!(window.page(), Page::Archive);
    assert!(!window.offers("Show the copy"));
}

// --- Small windows and keys -----------------------------------------------------------------------------------------

#[test]
fn on_a_phone_the_list_and_the_session_take_turns() {
    let shelf = Shelf::evenings();
    let mut window = Window::open(shelf.path(), None);
    window.resize(400.0, 820.0);
    window.tap("Archive");
    assert_eq!(window.lines(), EVENINGS);
    assert!(!window.offers(NOTES), "a narrow window opens no session by itself");
    window.tap(NEW_YEAR);
    assert!(window.lines().is_empty() && window.shows("31 Dec 2025"), "{:#?}", window.labels());
    assert!(window.shows("Round 1, Ben, total 30, bid 1, took 1, met"));
    window.tap("Back to the list");
    assert_eq!(window.lines().len(), 5);
    window.taps(&[CAFE, NOTES]);
    window.type_into("Place", "Roof");
    window.taps(&["Close", "Back to the list"]);
    window.key(Key::DownArrow);
    assert!(window.lines().is_empty() && window.offers(NOTES), "the keys walk the list: {:#?}", window.labels());
    window.taps(&["Back to the list", KITCHEN, "More"]);
    window.key(Key::Escape);
    assert!(window.offers(NOTES), "Escape closes the panel first");
    window.key(Key::Escape);
    assert_eq!(window.lines().len(), 5, "the second Escape closes the session");
    window.taps(&[KITCHEN, "Correct round 1", "Cancel"]);
    assert!(window.offers("Back to the list"), "{:#?}", window.labels());
    window.tap("Archive");
    assert_eq!(window.lines().len(), 5, "the page's button must lead to the list");
}

/// The ways to the panels over the list.
pub const OVER_LIST: [&[&str]; 7] = [
    &["Filter"],
    &[MENU],
    &[MENU, "Import sessions"],
    &[MENU, "Save all as one file"],
    &[MENU, "Empty score pads to print"],
    &[MENU, "Names: change or merge"],
    &[MENU, "Trash"],
];

#[test]
fn panels_close_with_escape_and_give_the_keys_back() {
    let (_shelf, mut window) = evenings();
    for path in OVER_LIST.into_iter().chain([&["More"][..], &["Share"]]) {
        let before = EVENINGS.iter().position(|row| window.chosen().as_deref() == Some(*row)).unwrap();
        window.taps(path);
        assert!(window.offers("Close"), "{path:?} opens: {:#?}", window.labels());
        window.key(Key::DownArrow);
        assert_eq!(window.chosen().as_deref(), Some(EVENINGS[before]), "the keys stay with {path:?}");
        window.key(Key::Escape);
        assert!(!window.offers("Close"), "{path:?} closes: {:#?}", window.labels());
        let (key, now) = if before < 4 { (Key::DownArrow, before + 1) } else { (Key::UpArrow, before - 1) };
        window.key(key);
        assert_eq!(window.chosen().as_deref(), Some(EVENINGS[now]), "after {path:?} the keys walk the list again");
    }
}

#[test]
fn a_deletion_is_undone_and_a_session_restored_by_the_keys_alone() {
    let (_shelf, mut window) = evenings();
    delete(&mut window, CAFE);
    // The message comes last.
    for _ in 0..2 {
        window.key(Key::Backtab);
    }
    window.key("\n");
    assert!(window.shows("The session is back."), "{:#?}", window.labels());
    window.key(Key::DownArrow);
    assert_eq!(window.chosen().as_deref(), Some(NEW_YEAR), "the arrow keys walk the list");
    delete(&mut window, CAFE);
    window.taps(&[MENU, "Trash"]);
    window.until("shows the trash", |window| window.offers("Empty the trash…"));
    window.key("\n");
    window.until_says("The session is back.");
    window.key(Key::Escape);
    assert!(!window.offers("Close"), "Escape closes the panel");
    window.key(Key::DownArrow);
    assert_eq!(window.chosen().as_deref(), Some(NEW_YEAR), "the arrow keys walk the list");
}

#[test]
fn a_panel_begins_with_its_first_field_or_main_button() {
    let (_shelf, mut window) = evenings();
    for (way, first) in [
        (&["Filter"][..], "Game"),
        (&[MENU], "Import sessions"),
        (&["Share"], "Picture"),
        (&["Share", "Other formats…", "BG Stats: a code to scan"], "Copy the link"),
        (&[MENU, "Import sessions"], "File to import"),
        (&[MENU, "Save all as one file"], "Where to save the file"),
        (&[MENU, "Empty score pads to print"], "3 players"),
        (&[MENU, "Names: change or merge"], "Anna"),
        (&[MENU, "Trash"], "Close"),
    ] {
        window.taps(way);
        assert_eq!(focused_name(&window), first, "{way:?}");
        (0..3).for_each(|_| window.key(Key::Escape));
        window.tap(CAFE);
    }
    window.taps(&["More", "Delete: move it to the trash", MENU, "Trash"]);
    window.until_says("Restore ");
    assert!(focused_name(&window).starts_with("Restore "), "{}", focused_name(&window));
    window.tap("Empty the trash…");
    assert_eq!(focused_name(&window), "Keep them");
    window.key("\n");
    assert!(focused_name(&window).starts_with("Restore "), "the panel beneath comes back");
    window.key(Key::Escape);
    let elsewhere = TempDir::new().unwrap();
    let file = elsewhere.path().join("new.json");
    fs::write(&file, game(9, "2026-01-02T10:00:00Z", &["Anna", "Ben", "Cleo"], &[], json!([])).to_string()).unwrap();
    window.taps(&[MENU, "Import sessions"]);
    window.fill("File to import", file.to_str().unwrap());
    window.tap("Import");
    window.until_says("Add 1 session");
    window.key(Key::Return);
    window.until_says("1 session was imported.");
}

#[test]
fn a_menu_opens_at_its_dots_and_leaves_them_in_sight() {
    let (_shelf, mut window) = evenings();
    for (width, height) in [(1920.0, 1080.0), (1280.0, 800.0), (800.0, 600.0), (400.0, 820.0)] {
        window.resize(width, height);
        for (dots, first, last) in
            [("More", "Rematch: the same players", "Delete: move it to the trash"), (MENU, "Import sessions", "Trash")]
        {
            if !window.offers(dots) {
                window.tap("Back to the list");
            }
            let at = window.place_of_control(dots);
            window.tap(dots);
            let [top, bottom, line] = ["Close", last, first].map(|label| window.place_of_control(label));
            let (below, above) = (top.top - at.bottom, at.top - bottom.bottom);
            let place = format!("the menu of {dots} at {width}×{height}");
            assert!((0.0..40.0).contains(&below) || (0.0..40.0).contains(&above), "{place}: {below}, {above}");
            let inside = line.left >= 0.0 && line.right <= width && bottom.bottom <= height;
            assert!(inside, "{place} leaves the window");
            assert!(line.left < at.right && line.right > at.left, "{place} is elsewhere: {line}, {at}");
            window.tap("Close");
        }
        window.tap(CAFE);
    }
}

// --- Handing on -----------------------------------------------------------------------------------------------------

#[test]
fn the_desktop_opens_shows_copies_and_prints() {
    let home = TempDir::new().unwrap();
    let (_shelf, mut window) = evenings();
    let asked = |window: &Window| std::mem::take(&mut *window.desktop.lock().unwrap());
    window.taps(&[CAFE, "Share", "Other formats…", "Elsewhere…"]);
    assert!(!window.offers("Open file") && !window.offers("Show in folder"), "nothing was written yet");
    for name in ["game.pdf", "refused.pdf"] {
        let file = home.path().join(name).display().to_string();
        window.fill("Where to save the file", &file);
        window.tap("Save");
        window.until_says(&format!("Saved as {file}"));
        for (button, request) in [("Open file", "open"), ("Show in folder", "show")] {
            window.tap(button);
            window.until("asks", |window| !window.desktop.lock().unwrap().is_empty());
            assert_eq!(asked(&window), [format!("{request} {file}")]);
            if name.starts_with("refused") {
                window.until_says(&format!("{file} could not be opened: there is no program for this"));
            }
        }
    }
    window.tap("Text");
    assert!(!window.offers("Open file"), "this format has not been written yet");
    window.taps(&["Close", "Copy picture"]);
    window.until_says("The picture is on the clipboard.");
    assert!(asked(&window).concat().starts_with("copy 1488×"));
    window.until("offers it", |window| window.offers("Print…"));
    window.tap("Print…");
    window.until("prints", |window| !window.desktop.lock().unwrap().is_empty());
    let printed = asked(&window).concat();
    assert!(printed.starts_with("print wizard_") && printed.ends_with(".pdf"), "{printed}");
    window.taps(&["Close", "Text for a chat"]);
    assert!(window.shows("The text is on the clipboard."));
}

#[test]
fn the_play_for_bg_stats_is_a_code_to_scan() {
    let (_shelf, mut window) = evenings();
    window.taps(&["Share", "Other formats…", "BG Stats: a code to scan"]);
    for (width, height) in [(400.0, 820.0), (1024.0, 600.0), (1280.0, 800.0)] {
        window.resize(width, height);
        let code = window.find("Code with the play for BG Stats").size();
        assert!(code.width == code.height && code.width > 240.0 && code.width < width.min(height), "{width}: {code:?}");
    }
    window.resize(1280.0, 800.0);
    assert!(window.shows("Scan this with the phone that has BG Stats. Nothing is sent from here."));
    window.tap("Copy the link");
    assert!(window.shows("The text is on the clipboard."));
    window.tap("Close");
    assert!(window.offers("CSV table"), "the way back leads to the formats");
    window.taps(&["Close", "Close"]);
    assert!(window.offers(NOTES) && !window.offers("CSV table"));
}
