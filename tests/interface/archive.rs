//! The archive page: finding, viewing, changing, deleting and restoring sessions while files come and go.

use std::fs;
use std::path::Path;

use chrono::Local;
use i_slint_backend_testing::ElementHandle;
use serde_json::{Value, json};
use slint::ComponentHandle;
use slint::platform::Key;
use tablet_of_truth::app::Page;
use tablet_of_truth::archive::{Archive, lock, write_session};
use tablet_of_truth::ui::ArchiveAdapter;
use tempfile::TempDir;

use crate::shelf::{Hand, Played, Shelf, cafe, early, game, kitchen, load, new_year, person, shown, six, track};
use crate::walk::place::Place;
use crate::walk::seen::{Seen, focused_name};
use crate::window::{Window, paint_windows};

const KITCHEN: &str = "7 Mar 2026: Ben 90; Anna, Cleo; Classic, 3 rounds";
const CAFE: &str = "14 Feb 2026: Émilie and Thomas 50; Anna, Ute; 25 years, 2 rounds";
const NEW_YEAR: &str = "31 Dec 2025: Ben leads with 30; Dora, Cleo; Classic, In progress, 1 of 20";
const EARLY: &str = "11 Nov 2025: Émilie led with 30; Anna, Ben; Classic, Ended early, 1 of 20";
const SIX: &str = "1 May 2024: Dora, Émilie and Finn 100; Ben, Cleo, Anna; Classic, 5 rounds";
const SEARCH: &str = "Search players, notes, dates";
const MENU: &str = "Import, backup, names, trash";
const ELSEWHERE: &str = "Another window of Tablet of Truth has this game open: you can look, but not change it.";

fn json_of(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

// --- The list -------------------------------------------------------------------------------------------------------

#[test]
fn an_empty_archive_says_so() {
    let mut window = Shelf::new().archive();
    assert!(window.shows("0 sessions"));
    assert!(window.shows("No sessions yet. Every game you play is kept here."));
    window.key(Key::DownArrow);
    assert_eq!(window.lines(), [""; 0], "the keys find nothing to choose");
    for panel in ["Names: change or merge", "Trash", "Save all as one file"] {
        window.tap(MENU);
        window.tap(panel);
        window.key(Key::Escape);
    }
    assert!(window.shows("0 sessions"));
}

#[test]
fn the_rows_say_when_who_won_who_played_and_with_which_cards() {
    let shelf = Shelf::evenings();
    let window = shelf.archive();
    assert!(window.shows("5 sessions"));
    assert_eq!(window.lines(), [KITCHEN, CAFE, NEW_YEAR, EARLY, SIX], "the newest session comes first");
    assert_eq!(
        window.lines(),
        shelf.played().iter().map(Played::row).collect::<Vec<_>>(),
        "the rows must match the files"
    );
    assert_eq!(window.chosen().as_deref(), Some(KITCHEN), "a wide window shows the latest session beside the list");
    assert!(window.shows("Saturday 7 March 2026"));
    drop(window);
    let one = Shelf::with(&[six()]);
    let window = one.archive();
    assert!(window.shows("1 session") && window.shows("Wednesday 1 May 2024"));
    assert_eq!(window.lines(), [SIX]);
}

#[test]
fn a_game_that_has_just_begun_says_who_plays() {
    let shelf = Shelf::with(&[game(9, "2026-01-02T10:00:00Z", &["Anna", "Ben", "Cleo"], &[], json!([]))]);
    let window = shelf.archive();
    assert_eq!(window.lines(), ["2 Jan 2026: Just begun; Anna, Ben, Cleo; Classic, In progress, 0 of 20"]);
}

#[test]
fn a_session_without_a_scored_round_offers_none_to_tap() {
    let rounds = json!([{"bids": [null, 1, null], "tricks": [null, null, null], "phase": "bidding"}]);
    let begun = game(9, "2026-01-02T10:00:00Z", &["Anna", "Ben", "Cleo"], &[], rounds);
    let raced = track(8, "2026-01-02T10:00:00Z", &["Anna", "Ben", "Cleo"], &[15, 15, 15], json!([]));
    for game in [begun, raced] {
        let shelf = Shelf::with(&[game]);
        let mut window = shelf.archive();
        for (width, height) in [(1280.0, 800.0), (400.0, 820.0)] {
            window.resize(width, height);
            for tab in ["Sheet", "Chart"] {
                window.tap(tab);
                assert!(window.shows("No round has been scored."), "{:#?}", window.labels());
                assert!(!window.says("Tap a round") && !window.says("Point at a round"), "{:#?}", window.labels());
            }
        }
    }
    let shelf = Shelf::with(&[kitchen()]);
    let mut window = shelf.archive();
    assert!(window.shows("Tap a round to correct it.") && !window.shows("No round has been scored."));
    window.tap("Chart");
    assert!(window.shows("Point at a round, or choose one with the arrow keys."));
}

#[test]
fn the_faces_that_do_not_fit_in_a_row_are_counted() {
    paint_windows();
    let shelf = Shelf::with(&[six()]);
    let window = shelf.archive();
    let mut shortened = 0;
    for width in (800..1400).step_by(20) {
        window.resize(width as f32, 800.0);
        let row = window.control(SIX);
        let (at, size) = (row.absolute_position(), row.size());
        let row = Place::of(at.x, at.y, size.width, size.height);
        let faces = ElementHandle::find_by_element_type_name(window.window(), "Avatar")
            .filter(|face| row.has((face.absolute_position().x, face.absolute_position().y)))
            .count();
        let seen = Seen::in_window(&window);
        let more = seen.words.iter().filter(|words| row.has(words.place.middle()));
        let more: Vec<usize> = more.filter_map(|words| words.text.strip_prefix('+')?.parse().ok()).collect();
        let all = faces + more.iter().sum::<usize>();
        assert!(all == 6 || (faces, more.len()) == (0, 0), "{faces} faces and {more:?} at {width}");
        shortened += more.len();
    }
    assert!(shortened > 0, "some faces must not fit at some width");
}

#[test]
fn a_shared_lead_of_a_game_ended_early_is_listed_as_shared() {
    let rounds = json!([{"bids": [0, 1, 1], "tricks": [0, 1, 0]}, {"bids": [1, 0, 0], "tricks": [1, 0, 1]}]);
    let mut game = game(9, "2026-01-02T10:00:00Z", &["Anna", "Ben", "Cleo"], &[], rounds);
    game["ended_early"] = json!("2026-01-02T11:00:00Z");
    let shelf = Shelf::with(&[game]);
    assert_eq!(shelf.archive().lines(), ["2 Jan 2026: Anna and Ben led with 50; Cleo; Classic, Ended early, 2 of 20"]);
}

#[test]
fn wheel_and_keys_reach_the_last_of_many_sessions() {
    let shelf = Shelf::generated(110, 7);
    let mut window = shelf.archive();
    let expected: Vec<String> = shelf.played().iter().map(Played::row).collect();
    assert!(window.shows("110 sessions"));
    let all = window.all_lines();
    for (row, (shown, expected)) in all.iter().zip(&expected).enumerate() {
        if !(expected.contains(" led with ") && expected.contains(" and ")) {
            assert_eq!(shown, expected, "row {row}");
        }
    }
    assert_eq!(all.len(), expected.len());
    for _ in 1..all.len() {
        window.key(Key::DownArrow);
    }
    assert_eq!(window.chosen().as_ref(), all.last(), "the arrow keys reach the last row and bring it into view");
    window.key(Key::DownArrow);
    assert_eq!(window.chosen().as_ref(), all.last(), "the arrow keys stop at the last row");
    for row in (0..all.len() - 1).rev().take(20) {
        window.key(Key::UpArrow);
        assert_eq!(window.chosen().as_ref(), all.get(row));
    }
    // A search from down there shows its results from the top.
    window.type_into(SEARCH, "anna");
    assert_eq!(window.lines().len().min(5), 5, "rows are in sight: {:#?}", window.lines());
}

/// A game of one card of these three, which this seat wins.
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
        "7 Mar 2026: Ben 30; Anna, Cleo; Classic, 1 round",
        "7 Mar 2026: Anna 30; Cleo, Ben; Classic, 1 round",
        "8 Mar 2026: Ben 30; Anna, Cleo; Classic, 1 round",
        "8 Mar 2026: Anna 30; Cleo, Ben; Classic, 1 round",
        "7 Mar 2026: Finn 30; Dora, Greta; Classic, 1 round",
    ];
    let heading = "Saturday evening · 3 games · Ben won 2 games";
    let mut window = shelf.archive();
    for (width, height) in [(1280.0, 800.0), (400.0, 820.0)] {
        window.resize(width, height);
        if width < 720.0 {
            window.tap("Back to the list");
        }
        assert_eq!(window.lines(), [alone, third, second, first, other]);
        assert_eq!(window.labels().iter().filter(|label| label.contains(" evening · ")).count(), 1);
        let (above, below) = (window.control(alone), window.control(third));
        let (top, end) =
            (window.find(heading).absolute_position().y, above.absolute_position().y + above.size().height);
        assert!(end <= top + 0.5 && top < below.absolute_position().y, "{end}, {top} at {width}");
    }
    window.resize(1280.0, 800.0);
    window.tap(alone);
    for row in [third, second, first, other] {
        window.key(Key::DownArrow);
        assert_eq!(window.chosen().as_deref(), Some(row));
    }
    window.type_into(SEARCH, "finn");
    assert_eq!(window.lines(), [other]);
    assert!(!window.says(" evening · "), "one game is no evening: {:#?}", window.labels());
    window.type_into(SEARCH, "7.3.2026");
    assert_eq!(window.lines(), [second, first, other]);
    assert!(window.shows("Saturday evening · 2 games · Anna and Ben won 1 game each"), "{:#?}", window.labels());
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
    let expected: Vec<String> = shelf.played().iter().map(Played::row).collect();
    assert_eq!(window.all_lines(), expected);
    for _ in 1..expected.len() {
        window.key(Key::DownArrow);
    }
    let last = expected.last().unwrap();
    assert_eq!(window.chosen().as_ref(), Some(last));
    window.tap(last);
    for row in expected.iter().rev().skip(1) {
        window.key(Key::UpArrow);
        assert_eq!(window.chosen().as_ref(), Some(row));
        let (list, row) = (window.find("Sessions"), window.control(row));
        let (top, end) = (list.absolute_position().y, row.absolute_position().y + row.size().height);
        assert!(row.absolute_position().y >= top && end <= top + list.size().height, "the row chosen is in sight");
    }
    assert!(window.says(" evening · 3 games · Cleo, Ben and Anna won 1 game each"), "the first heading is in sight");
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
    window.tap("Settings");
    window.tap("Archive");
    assert_eq!(window.chosen(), row);
}

#[test]
fn a_search_finds_players_notes_places_and_dates_as_it_is_typed() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    for (typed, found) in [
        ("emilie", vec![CAFE, EARLY, SIX]),
        ("ÉMILIE", vec![CAFE, EARLY, SIX]),
        ("dog jester", vec![CAFE]),
        ("zeitlos CAFE", vec![CAFE]),
        ("kitchen", vec![KITCHEN]),
        ("2025-12-31", vec![NEW_YEAR]),
        ("7.3.2026", vec![KITCHEN]),
        ("november", vec![EARLY]),
        ("märz 2026", vec![KITCHEN]),
        ("maio", vec![SIX]),
        ("finn 2024", vec![SIX]),
        ("ben cleo", vec![KITCHEN, NEW_YEAR, SIX]),
    ] {
        window.type_into(SEARCH, typed);
        assert_eq!(window.lines(), found, "{typed:?}");
        assert!(window.shows(&format!("{} of 5 sessions", found.len())), "{typed:?}: {:#?}", window.labels());
    }
    window.type_into(SEARCH, "");
    let mut counts = Vec::new();
    for letter in ["t", "h", "o", "x"] {
        window.key(letter);
        counts.push(window.lines().len());
    }
    assert_eq!(counts, [2, 1, 1, 0], "{:?}", window.written(SEARCH));
    assert!(window.shows("No sessions match. Look for something else, or show all sessions."));
    assert!(window.shows("Saturday 14 February 2026"), "the session beside the list must stay");
    window.tap("Show all");
    assert_eq!(window.written(SEARCH), "", "Escape empties the field");
    assert!(window.shows("5 sessions") && !window.offers("Show all"));
    assert_eq!(window.lines().len(), 5);
}

#[test]
fn the_first_session_found_is_shown_beside_the_list_if_the_open_one_is_not_found() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    window.type_into(SEARCH, "ben");
    assert_eq!(window.chosen().as_deref(), Some(KITCHEN), "an open session that is found stays");
    window.type_into(SEARCH, "emilie");
    window.until("shows the first", |window| window.chosen().as_deref() == Some(CAFE));
    assert!(window.shows("Saturday 14 February 2026"));
    window.key(" ");
    window.key("i");
    assert_eq!(window.written(SEARCH), "emilie i", "the keys stay with the search");
    window.taps(&["Show all", "Any year", "2024"]);
    window.until("shows the first", |window| window.chosen().as_deref() == Some(SIX));
    window.taps(&["2024", "Any year"]);
    assert_eq!(window.chosen().as_deref(), Some(SIX));
    window.resize(400.0, 820.0);
    window.tap("Back to the list");
    window.type_into(SEARCH, "kitchen");
    assert_eq!(window.lines(), [KITCHEN], "one column stays with the list");
}

#[test]
fn a_session_of_the_list_is_beside_it_after_a_deletion_and_with_a_filter_set_elsewhere() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    delete(&mut window, KITCHEN);
    window.until("shows the next", |window| window.chosen().as_deref() == Some(CAFE));
    window.tap("Undo");
    assert_eq!(window.chosen().as_deref(), Some(KITCHEN));
    fs::remove_file(shelf.path_of(&kitchen())).unwrap();
    window.until("shows the next", |window| window.chosen().as_deref() == Some(CAFE));
    window.taps(&["Statistics", "Any year", "2024", "Archive"]);
    window.until("shows the only one", |window| window.chosen().as_deref() == Some(SIX));
    assert_eq!(window.lines(), [SIX]);
}

#[test]
fn a_row_found_by_its_notes_shows_the_part_found() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    for (width, height) in [(1280.0, 800.0), (400.0, 820.0)] {
        window.resize(width, height);
        if width < 720.0 {
            window.tap("Back to the list");
        }
        for (typed, shown) in
            [("jester", "The dog ate a Jester. Rainy Sunday."), ("zeitlos", "Anna, Ute"), ("thomas", "Anna, Ute")]
        {
            window.type_into(SEARCH, typed);
            let seen = Seen::in_window(&window);
            assert!(seen.open_words().any(|words| words.text == shown), "{typed} at {width}");
            let told = window.control(CAFE).accessible_description().unwrap_or_default();
            assert_eq!(told == shown, typed == "jester", "{typed}: a screen reader is told {told:?}");
        }
    }
}

#[test]
fn the_chips_narrow_the_list_one_by_one_and_together() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    let all = [KITCHEN, CAFE, NEW_YEAR, EARLY, SIX];
    for (chip, choice, found, chosen) in [
        ("Any player", "Ben", vec![KITCHEN, NEW_YEAR, EARLY, SIX], "Only with Ben"),
        ("Any player", "Thomas", vec![CAFE], "Only with Thomas"),
        ("3–6 players", "3 players", vec![KITCHEN, NEW_YEAR, EARLY], "3 players"),
        ("3–6 players", "6 players", vec![SIX], "6 players"),
        ("Any game", "Classic", vec![KITCHEN, NEW_YEAR, EARLY, SIX], "Classic"),
        ("Any game", "25 years", vec![CAFE], "25 years"),
        ("Any year", "2025", vec![NEW_YEAR, EARLY], "2025"),
        ("Any year", "2024", vec![SIX], "2024"),
    ] {
        window.tap(chip);
        window.tap(choice);
        assert_eq!(window.lines(), found, "{choice}");
        assert!(window.offers(chosen) && !window.offers(chip), "the chip says {chosen:?}");
        assert!(window.shows(&format!("{} of 5 sessions", found.len())), "{:#?}", window.labels());
        // The menu marks what is chosen, and its first line clears the choice.
        window.tap(chosen);
        assert_eq!(window.control(choice).accessible_item_selected(), Some(true), "{choice}");
        window.tap(chip);
        assert_eq!(window.lines(), all, "{chip}");
    }
    window.tap("Any player");
    window.tap("Ben");
    window.tap("Any year");
    window.tap("2025");
    assert_eq!(window.lines(), [NEW_YEAR, EARLY]);
    window.type_into(SEARCH, "cleo");
    assert_eq!(window.lines(), [NEW_YEAR]);
    window.tap("3–6 players");
    window.tap("6 players");
    assert_eq!(window.lines(), [""; 0]);
    window.tap("Show all");
    assert_eq!(window.lines(), all);
    assert!(window.offers("Any player") && window.offers("3–6 players") && window.offers("Any year"));
}

#[test]
fn the_menus_count_sessions() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    window.tap("Any player");
    let names = ["Any player", "Anna", "Ben", "Cleo", "Émilie", "Dora", "Finn", "Thomas", "Ute"];
    // Most sessions first; the rows are behind the panel.
    let lines: Vec<String> = window.lines().into_iter().filter(|line| names.contains(&line.as_str())).collect();
    assert_eq!(lines, names);
    window.key(Key::Escape);
    window.tap("Any year");
    let lines: Vec<String> = window.lines().into_iter().filter(|line| line.len() == 4).collect();
    assert_eq!(lines, ["2026", "2025", "2024"]);
}

// --- A session's page -----------------------------------------------------------------------------------------------

#[test]
fn the_sheet_shows_every_cell_as_counted_from_the_file() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    for game in shelf.played() {
        window.tap(&game.row());
        for (index, round) in game.rounds.iter().enumerate() {
            let totals = game.totals(index + 1);
            for (seat, hand) in round.iter().enumerate() {
                let end = if hand.bid == hand.took { "met" } else { "missed" };
                let (name, total) = (&game.names[seat], shown(totals[seat]));
                let (round, Hand { bid, took, .. }) = (index + 1, hand);
                let label = format!("Round {round}, {name}, total {total}, bid {bid}, took {took}, {end}");
                assert!(window.shows(&label), "{label:?} in {:#?}", window.labels());
            }
        }
    }
}

/// Moves the focus to the chart.
fn focus_chart(window: &mut Window) {
    for _ in 0..60 {
        window.key(Key::Tab);
        window.key(Key::LeftArrow);
        if !window.shows("Point at a round, or choose one with the arrow keys.") {
            return;
        }
    }
    panic!("the chart takes no focus: {:#?}", window.labels());
}

#[test]
fn the_chart_tells_the_totals_of_each_round_by_the_arrow_keys() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    // High enough for the places below the chart.
    window.resize(1280.0, 1600.0);
    for game in shelf.played() {
        window.tap(&game.row());
        window.tap("Chart");
        assert!(window.shows("Point at a round, or choose one with the arrow keys."));
        focus_chart(&mut window);
        for round in (1..=game.rounds.len()).rev() {
            let start = format!("After round {round}: ");
            let caption = window.labels().into_iter().find(|label| label.starts_with(&start));
            let caption = caption.unwrap_or_else(|| panic!("{start:?} in {:#?}", window.labels()));
            let mut told: Vec<&str> = caption[start.len()..].split(" · ").collect();
            let totals = game.totals(round);
            let mut expected: Vec<String> =
                game.names.iter().zip(&totals).map(|(name, &total)| format!("{name} {}", shown(total))).collect();
            told.sort_unstable();
            expected.sort_unstable();
            assert_eq!(told, expected, "{caption}");
            assert_eq!(
                window.control("Points by round").accessible_value().as_deref(),
                Some(&*format!("round {round}"))
            );
            window.key(Key::LeftArrow);
        }
        assert!(window.shows("Before the first round, everyone has 0 points."));
        window.key(Key::LeftArrow);
        assert!(
            window.shows("Before the first round, everyone has 0 points."),
            "the chart has nothing before the start"
        );
        for _ in 0..=game.rounds.len() {
            window.key(Key::RightArrow);
        }
        assert!(window.says(&format!("After round {}: ", game.rounds.len())), "the chart has nothing after the end");
        for (seat, place, total) in game.standings() {
            let met = game.met(seat);
            let bids = if met == 1 { "bid" } else { "bids" };
            let label = format!("Place {place}: {}, {} points, {met} {bids} met", game.names[seat], shown(total));
            assert!(window.shows(&label), "{label:?} in {:#?}", window.labels());
        }
        window.tap("Sheet");
        window.tap("Chart");
        assert!(window.shows("Point at a round, or choose one with the arrow keys."), "no round stays chosen");
    }
}

#[test]
fn the_rounds_tell_trump_dealer_bomb_cloud_and_everyones_points() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    window.tap("Rounds");
    for label in ["Round 1", "1 card", "Dwarves are trump", "Anna deals", "Trump not recorded", "3 cards", "No trump"] {
        assert!(window.shows(label), "{label:?} in {:#?}", window.labels());
    }
    for label in ["Ben, bid 2, took 2, +40 points", "Cleo, bid 1, took 0, −10 points"] {
        assert!(window.shows(label), "{label:?} in {:#?}", window.labels());
    }
    assert!(!window.says("Bomb") && !window.says("Cloud"));
    window.tap(CAFE);
    for label in [
        "Humans are trump",
        "The Bomb was played",
        "Thomas took the Cloud: bid one less",
        "Thomas, bid 2→1, took 1, +30 points",
        "Ute, bid 1, took 0, −10 points",
        "Émilie, bid 1, took 1, +30 points",
        "Émilie deals",
    ] {
        assert!(window.shows(label), "{label:?} in {:#?}", window.labels());
    }
    window.tap(NEW_YEAR);
    for label in ["in progress", "Dora bids 1", "Ben has not bid yet", "Cleo deals"] {
        assert!(window.shows(label), "{label:?} in {:#?}", window.labels());
    }
}

#[test]
fn a_sessions_page_tells_its_rules_and_place() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    assert!(window.shows("Kitchen") && window.shows("Plus/Minus One") && window.shows("3 rounds"));
    window.tap(CAFE);
    assert!(window.shows("Café Zeitlos") && window.shows("25 years") && !window.shows("Plus/Minus One"));
    window.tap(EARLY);
    assert!(window.says("Ended early, 1 of 20 · 20 min"), "{:#?}", window.labels());
    window.tap(NEW_YEAR);
    assert!(window.says("In progress, 1 of 20") && window.offers("Continue"));
    window.tap(SIX);
    assert!(!window.offers("Continue"));
}

#[test]
fn a_fact_that_is_true_twice_is_told_once() {
    let mut late = kitchen();
    let penalty = json!({"player": 0, "after_round": 1, "points": -10});
    late["penalties"] = json!([penalty, penalty, {"player": 1, "after_round": 1, "points": -10}]);
    let shelf = Shelf::with(&[late]);
    let window = shelf.archive();
    let told: Vec<String> = window.labels().into_iter().filter(|label| label.starts_with("Penalty after")).collect();
    assert_eq!(told, ["Penalty after round 1: Anna −10 (×2)", "Penalty after round 1: Ben −10"]);
}

#[test]
fn place_and_notes_are_kept_and_found() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    window.tap("Notes");
    assert_eq!((window.written("Place"), window.written("Notes")), ("Kitchen".into(), String::new()));
    window.tap(CAFE);
    assert_eq!(window.written("Place"), "Café Zeitlos");
    assert_eq!(window.written("Notes"), "The dog ate a Jester.\nRainy Sunday.");
    let before = shelf.files();
    window.fill("Place", "  Café Zeitlos ");
    window.settle();
    assert_eq!(shelf.files(), before, "without a change nothing may be written");
    window.tap(KITCHEN);
    window.tap(CAFE);
    assert!(window.shows("Saved automatically."));
    let field = window.field("Notes").absolute_position();
    window.type_into("Place", "Under the roof");
    window.type_into("Notes", "Zoë's first game.\nTwo pots of tea.");
    window.settle();
    assert!(window.shows("Date, place and notes are saved."), "{:#?}", window.labels());
    assert_eq!(window.field("Notes").absolute_position(), field, "nothing may move while saving");
    assert_eq!(window.written("Notes"), "Zoë's first game.\nTwo pots of tea.", "the text must stay as it was typed");
    let kept = load(&shelf.path_of(&cafe()));
    assert_eq!((kept.place(), kept.notes()), ("Under the roof", "Zoë's first game.\nTwo pots of tea."));
    assert_eq!(Played::of(&json_of(&shelf.path_of(&cafe()))).row(), CAFE, "nothing else may change");
    for (search, found) in [("roof zoe", vec![CAFE]), ("zeitlos", vec![]), ("JESTER", vec![])] {
        window.type_into(SEARCH, search);
        assert_eq!(window.lines(), found, "{search:?}");
    }
    drop(window);
    let mut window = shelf.archive();
    window.type_into(SEARCH, "pots of tea");
    assert_eq!(window.lines(), [CAFE], "notes must be found after a restart");
    window.tap(CAFE);
    window.tap("Notes");
    window.fill("Place", &"é".repeat(121));
    window.settle();
    assert!(window.says("Only the first 120 characters of the place"), "{:#?}", window.labels());
    assert_eq!(load(&shelf.path_of(&cafe())).place(), "é".repeat(120));
}

#[test]
fn notes_are_kept_however_the_field_is_left() {
    type Leave = fn(&mut Window);
    let ways: [(&str, Leave); 8] = [
        ("another tab", |window| window.tap("Sheet")),
        ("another session", |window| window.tap(CAFE)),
        ("the keys", |window| {
            window.key(Key::Escape);
            window.key(Key::DownArrow);
        }),
        ("another page", |window| window.tap("Statistics")),
        ("home", |window| window.chord(&[Key::Control], "1")),
        ("a panel", |window| window.tap("Share")),
        ("a new game", |window| {
            window.tap("More");
            window.tap("Rematch: the same players");
        }),
        ("the window closes", |window| {
            window.window().window().dispatch_event(slint::platform::WindowEvent::CloseRequested);
        }),
    ];
    for (way, leave) in ways {
        let shelf = Shelf::evenings();
        let mut window = shelf.archive();
        window.tap("Notes");
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

#[test]
fn notes_wait_for_the_game_on_the_table_and_are_not_lost() {
    let shelf = Shelf::with(&[new_year(), kitchen()]);
    let mut window = shelf.archive();
    window.tap(NEW_YEAR);
    window.tap("Continue");
    window.bid("Ben", 0);
    // The bid may still be on its way to the disk.
    window.tap("Archive");
    window.tap(KITCHEN);
    window.tap("Notes");
    window.fill("Notes", "Two pots of tea.");
    window.tap(NEW_YEAR);
    window.tap("Continue");
    window.settle();
    window.until("shows the table", |window| window.says("Round 2 of 20"));
    assert_eq!(load(&shelf.path_of(&kitchen())).notes(), "Two pots of tea.");
    assert_eq!(json_of(&shelf.path_of(&new_year()))["rounds"][1]["bids"], json!([0, null, 1]));
}

#[test]
fn a_correction_shows_what_it_changes_before_it_is_saved() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    let file = shelf.path_of(&kitchen());
    let lit = |window: &Window| window.control("Archive").accessible_item_selected();
    window.tap("Correct round 3");
    assert_eq!((lit(&window), window.control("Play").accessible_item_selected()), (Some(true), Some(false)));
    window.tap("Ben, took 2");
    window.tap("Ben took 1");
    window.tap("Cleo, took 0");
    window.tap("Cleo took 1");
    assert!(window.says("Totals: Ben 90 → 40 · Cleo −30 → 10. First: Anna instead of Ben."), "{:#?}", window.labels());
    assert_eq!(json_of(&file), kitchen(), "nothing is written yet");
    window.tap("Save changes");
    window.settle();
    assert!(window.says("Round 3 is corrected; the totals follow."), "{:#?}", window.labels());
    assert_eq!(lit(&window), Some(true));
    assert_eq!(window.lines()[0], "7 Mar 2026: Anna 80; Ben, Cleo; Classic, 3 rounds", "back in the archive");
    assert!(window.shows("Round 3, Ben, total 40, bid 2, took 1, missed"));
    assert_eq!(Played::of(&json_of(&file)).totals(3), [80, 40, 10]);
    drop(window);
    assert_eq!(shelf.archive().lines()[0], "7 Mar 2026: Anna 80; Ben, Cleo; Classic, 3 rounds");
}

#[test]
fn a_correction_is_cancelled_by_escape_or_by_leaving() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    let before = shelf.files();
    window.tap(CAFE);
    window.tap("Correct round 1");
    window.tap("Ute, bid 0");
    window.tap("Ute bids 1");
    assert!(window.says("Totals: Ute 10 → "), "{:#?}", window.labels());
    window.key(Key::Escape);
    assert!(window.says("The changes to round 1 are not saved yet."), "{:#?}", window.labels());
    assert!(window.offers("Save changes") && window.says("Totals: Ute 10 → "), "{:#?}", window.labels());
    window.key(Key::Escape);
    assert!(window.offers("Chart") && window.lines().len() == 5, "back in the archive: {:#?}", window.labels());
    assert!(window.shows("Round 1, Ute, total 20, bid 0, took 0, met"), "{:#?}", window.labels());
    window.tap("Correct round 1");
    window.tap("Archive");
    assert_eq!(window.lines(), [KITCHEN, CAFE, NEW_YEAR, EARLY, SIX]);
    window.key(Key::DownArrow);
    assert!(window.offers("Chart"));
    window.settle();
    assert_eq!(shelf.files(), before, "nothing is written");
}

#[test]
fn undo_in_a_correction_from_the_archive_leads_back_there_and_changes_nothing() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    let before = shelf.files();
    window.tap("Correct round 3");
    window.tap("Ben, took 2");
    window.tap("Ben took 1");
    window.chord(&[Key::Control], "z");
    assert!(window.shows("Ben, took 2") && window.offers("Save changes"), "{:#?}", window.labels());
    window.chord(&[Key::Control], "z");
    assert!(window.offers("Chart") && !window.offers("Save changes"), "{:#?}", window.labels());
    assert_eq!(window.lines(), [KITCHEN, CAFE, NEW_YEAR, EARLY, SIX]);
    window.chord(&[Key::Control], "z");
    window.settle();
    assert_eq!(shelf.files(), before);
}

#[test]
fn a_changed_correction_is_saved_or_cancelled_before_another_page() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    window.tap("Correct round 3");
    window.tap("Ben, took 2");
    window.tap("Ben took 1");
    for page in ["Archive", "Play", "Statistics", "Settings"] {
        window.tap(page);
        assert!(window.says("The changes to round 3 are not saved yet."), "{page}: {:#?}", window.labels());
        assert!(window.shows("Ben, took 1"), "{page}");
    }
    window.tap("Cleo, took 0");
    window.tap("Cleo took 1");
    window.tap("Save changes");
    assert_eq!(window.lines()[0], "7 Mar 2026: Anna 80; Ben, Cleo; Classic, 3 rounds", "back in the archive");
}

#[test]
fn a_panel_over_a_session_keeps_the_keys() {
    let shelf = Shelf::with(&[kitchen(), cafe()]);
    let mut window = shelf.archive();
    window.tap("More");
    window.key(Key::DownArrow);
    assert_eq!(window.chosen().as_deref(), Some(KITCHEN), "the row of the panel's session stays chosen");
    drop(window);
    let before = shelf.files();
    let mut window = Window::open(shelf.path(), Some(shelf.path_of(&kitchen())));
    window.tap("Share");
    window.chord(&[Key::Control], "z");
    window.find("Undo").invoke_accessible_default_action();
    window.key(Key::Escape);
    window.settle();
    assert!(window.shows("Ben wins"), "{:#?}", window.labels());
    assert_eq!(shelf.files(), before);
}

#[test]
fn a_correction_in_the_archive_does_not_drop_an_open_game_that_is_not_on_disk() {
    let shelf = Shelf::with(&[kitchen()]);
    let mut window = Window::open(shelf.path(), None);
    window.deal(&["Dora", "Finn", "Gina"]);
    window.bid("Finn", 1);
    window.settle();
    let file = window.file();
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    window.bid("Gina", 0);
    window.settle();
    assert!(window.says("Not saved"), "{:#?}", window.labels());
    window.tap("Archive");
    window.tap(KITCHEN);
    window.tap("Correct round 3");
    assert!(window.says("The open game is not saved yet. Save it first, then continue."), "{:#?}", window.labels());
    fs::remove_dir(&file).unwrap();
    window.tap("Try again");
    window.settle();
    assert_eq!(load(&file).steps().len(), 2, "both bids are on disk");
}

#[test]
fn a_running_session_goes_on_at_the_table() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    window.tap(NEW_YEAR);
    window.tap("Continue");
    assert!(window.says("Round 2 of 20") && window.shows("Ben, total 30, no bid yet"), "{:#?}", window.labels());
    window.bid("Ben", 0);
    window.settle();
    assert_eq!(window.file(), shelf.path_of(&new_year()));
    assert_eq!(json_of(&window.file())["rounds"][1]["bids"], json!([0, null, 1]));
    window.tap("Archive");
    assert!(window.offers("Continue"), "the session must still be on its page");
    window.tap("Rounds");
    assert!(window.shows("Ben bids 0"), "the page must match the table: {:#?}", window.labels());
}

#[test]
fn a_rematch_from_the_archive_seats_the_same_people() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    let before = shelf.files();
    window.tap(CAFE);
    window.tap("More");
    window.tap("Rematch: the same players");
    window.settle();
    assert!(window.says("Round 1 of 2"), "a rematch keeps the hands: {:#?}", window.labels());
    let (old, new) = (load(&shelf.path_of(&cafe())), load(&window.file()));
    let looks = new.people().players_at_end().iter().map(|player| player.look);
    let as_before = old.people().clone().looking(looks);
    assert_eq!(*new.people(), as_before, "a rematch keeps the people and their ids");
    assert_eq!(new.game().rules(), old.game().rules());
    assert_ne!(new.id(), old.id());
    // Two rounds were played, so Thomas deals.
    assert_eq!(new.game().dealer(1), 2);
    for (path, bytes) in before {
        assert_eq!(fs::read(&path).unwrap(), bytes, "{}", path.display());
    }
    window.tap("Archive");
    assert!(window.shows("6 sessions"));
}

#[test]
fn a_duplicate_is_a_session_of_its_own() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    let before = shelf.files();
    window.tap(CAFE);
    window.tap("More");
    window.tap("Duplicate: try things on a copy");
    window.settle();
    assert!(window.says("This is the copy. Change it as you like: the original stays as it is"));
    assert!(window.shows("6 sessions"));
    let marked = format!("Copy, {CAFE}");
    assert_eq!(window.chosen().as_ref(), Some(&marked), "the page of the copy opens");
    assert!(window.lines().iter().any(|line| line == CAFE), "{:#?}", window.lines());
    assert!(window.shows("Copy"), "{:#?}", window.labels());
    window.tap("Correct round 1");
    window.tap("Ute, bid 0");
    window.tap("Ute bids 1");
    window.tap("Save changes");
    window.settle();
    let after = shelf.files();
    assert_eq!(after.len(), 6);
    for (path, bytes) in &before {
        assert_eq!(&after[path], bytes, "{} stays as it is", path.display());
    }
    let copy = after.keys().find(|path| !before.contains_key(*path)).unwrap();
    let (copy, original) = (load(copy), load(&shelf.path_of(&cafe())));
    assert_ne!(copy.id(), original.id());
    assert_eq!((copy.copy_of(), original.copy_of()), (Some(original.id()), None));
    assert_eq!(
        (copy.people().players_at_end(), copy.notes(), copy.started()),
        (original.people().players_at_end(), original.notes(), original.started())
    );
    assert_eq!(copy.current_totals(), [40, 50, 50, -20]);
    assert_eq!(original.current_totals(), [40, 50, 50, 10]);
}

// --- The trash ------------------------------------------------------------------------------------------------------

fn delete(window: &mut Window, row: &str) {
    window.tap(row);
    window.tap("More");
    window.tap("Delete: move it to the trash");
    assert!(window.shows("The session is in the trash."), "{:#?}", window.labels());
}

#[test]
fn a_deleted_session_is_in_the_trash_and_comes_back_with_undo() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    let before = shelf.files();
    delete(&mut window, CAFE);
    assert_eq!(window.lines(), [KITCHEN, NEW_YEAR, EARLY, SIX]);
    assert!(window.shows("4 sessions"));
    let trash = shelf.trash();
    assert_eq!(trash.into_values().collect::<Vec<_>>(), [before[&shelf.path_of(&cafe())].clone()]);
    assert_eq!(shelf.files().len(), 4);
    window.tap("Undo");
    assert!(window.shows("The session is back.") && !window.offers("Undo"), "{:#?}", window.labels());
    assert_eq!(shelf.files(), before, "the file must come back byte for byte");
    assert_eq!(window.lines(), [KITCHEN, CAFE, NEW_YEAR, EARLY, SIX]);
    assert_eq!(window.chosen().as_deref(), Some(CAFE), "the restored session is chosen");
    assert!(shelf.trash().is_empty());
}

#[test]
fn a_deletion_can_still_be_undone_after_a_look_for_the_archive() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    let before = shelf.files();
    delete(&mut window, CAFE);
    window.chord(&[Key::Control], "2");
    window.key(Key::Escape);
    window.chord(&[Key::Control], "3");
    window.chord(&[Key::Control], "2");
    window.tap("Undo");
    assert_eq!(shelf.files(), before);
}

#[test]
fn home_no_longer_offers_to_undo_a_deletion_once_its_message_is_closed() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    delete(&mut window, CAFE);
    window.tap("Play");
    assert!(window.shows("The session is in the trash."), "{:#?}", window.labels());
    window.tap("Archive");
    window.tap("OK");
    window.tap("Play");
    assert!(!window.shows("The session is in the trash."), "{:#?}", window.labels());
    assert_eq!(shelf.trash().len(), 1);
}

#[test]
fn deleted_sessions_can_be_restored_later_or_deleted_for_good() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    let before = shelf.files();
    for row in [CAFE, EARLY, SIX] {
        delete(&mut window, row);
    }
    drop(window);
    let mut window = shelf.archive();
    assert_eq!(window.lines(), [KITCHEN, NEW_YEAR]);
    window.tap(MENU);
    window.tap("Trash");
    let cafe_row = "Restore 14 Feb 2026, Émilie 50 · Thomas 50 · Anna 40 · Ute 10";
    window.until("shows the trash", |window| window.offers(cafe_row));
    assert!(window.shows("Émilie 30 · Anna 20 · Ben −10"));
    window.tap(cafe_row);
    assert!(window.shows("The session is back.") && !window.offers(cafe_row));
    assert_eq!(fs::read(shelf.path_of(&cafe())).unwrap(), before[&shelf.path_of(&cafe())]);
    window.tap("Empty the trash…");
    assert!(window.shows("Delete 2 files for good? This cannot be undone."));
    window.tap("Keep them");
    assert_eq!(shelf.trash().len(), 2);
    window.tap("Empty the trash…");
    window.key(Key::Escape);
    assert_eq!(shelf.trash().len(), 2, "Escape must not confirm");
    window.tap(MENU);
    window.tap("Trash");
    window.until("shows the trash", |window| window.offers("Empty the trash…"));
    window.tap("Empty the trash…");
    window.tap("Delete for good");
    assert!(window.shows("2 files were deleted for good.") && window.shows("The trash is empty."));
    assert!(shelf.trash().is_empty());
    window.tap("Close");
    assert_eq!(window.lines(), [KITCHEN, CAFE, NEW_YEAR]);
    assert_eq!(shelf.files().len(), 3);
}

#[test]
fn the_open_session_can_be_deleted_and_home_forgets_it() {
    let shelf = Shelf::with(&[new_year(), six()]);
    let mut window = shelf.archive();
    window.tap(NEW_YEAR);
    window.tap("Continue");
    window.bid("Ben", 0);
    window.settle();
    window.tap("Archive");
    delete(&mut window, NEW_YEAR);
    assert_eq!(window.lines(), [SIX]);
    window.tap("Play");
    assert!(!window.offers("Continue"), "{:#?}", window.labels());
    let trash = shelf.trash().into_keys().next().unwrap();
    assert_eq!(json_of(&trash)["rounds"][1]["bids"], json!([0, null, 1]), "the last tap must be in the deleted file");
}

#[test]
fn two_files_of_one_name_can_be_in_the_trash() {
    let shelf = Shelf::with(&[kitchen(), six()]);
    let mut window = shelf.archive();
    delete(&mut window, KITCHEN);
    shelf.put(&kitchen());
    window.until("shows the file again", |window| window.lines().len() == 2);
    delete(&mut window, KITCHEN);
    assert_eq!(shelf.trash().len(), 2);
    window.tap("Undo");
    assert_eq!(shelf.trash().len(), 1);
    assert_eq!(window.lines(), [KITCHEN, SIX]);
}

// --- Names ----------------------------------------------------------------------------------------------------------

/// Five sessions, one of whose people is sometimes written "anna k.".
fn spellings() -> Shelf {
    let rounds = json!([{"bids": [0, 1, 1], "tricks": [0, 1, 0]}]);
    let of = |id: u32, day: &str, names: &[&str]| game(id, &format!("{day}T20:00:00Z"), names, &[], rounds.clone());
    Shelf::with(&[
        of(1, "2026-01-01", &["anna k.", "Ben", "Cleo"]),
        of(2, "2026-01-02", &["Ben", "anna k.", "Dora"]),
        of(3, "2026-01-03", &["Anna", "Ben", "Cleo"]),
        of(4, "2026-01-04", &["Dora", "Cleo", "Ben"]),
    ])
}

pub fn rename(window: &mut Window, from: &str, to: &str) {
    window.tap(MENU);
    window.tap("Names: change or merge");
    window.tap(from);
    let field = format!("New name of {from}");
    assert_eq!(window.written(&field), from);
    window.fill(&field, to);
    window.tap("Change the name");
}

#[test]
fn two_spellings_are_merged_in_every_session_and_taken_apart_again() {
    let shelf = spellings();
    let mut window = shelf.archive();
    let before = shelf.sessions();
    let bytes = shelf.files();
    rename(&mut window, "anna k.", "Anna");
    window.until_says("anna k. is now Anna, in 2 sessions.");
    let after = shelf.sessions();
    for (path, old) in &before {
        let new = &after[path];
        match old.people().everyone().find(|player| player.name == "anna k.") {
            None => assert_eq!(new, old, "{}", path.display()),
            Some(before) => {
                let anna = tablet_of_truth::session::Player::new("Anna", person("Anna"));
                assert_eq!(*new, old.renamed(before.id, &anna).unwrap(), "only the player changed");
            }
        }
        if new == old {
            assert_eq!(fs::read(path).unwrap(), bytes[path], "files without the name stay byte for byte");
        }
    }
    window.until("forgets the other spelling", |window| !window.offers("anna k."));
    window.tap("Undo");
    window.until_says("Anna is now anna k., in 2 sessions.");
    assert_eq!(shelf.sessions(), before, "undo must restore every session and id");
    window.tap("Close");
    window.type_into(SEARCH, "anna k.");
    window.until("finds them", |window| window.lines().len() == 2);
}

/// Ana, Bo and Dan; Cy sat on Dan's chair in round 1.
fn taken_over() -> Value {
    let rounds = json!([{"bids": [0, 1, 1], "tricks": [0, 1, 0]}, {"bids": [0, 1, 2], "tricks": [0, 1, 1]}]);
    let mut game = game(5, "2026-01-05T20:00:00Z", &["Ana", "Bo", "Dan"], &[], rounds);
    game["version"] = json!(2);
    game["rules"] = json!({"plus_minus_one": true});
    game["former_players"] = json!([{"seat": 2, "rounds": 1, "name": "Cy", "id": person("Cy")}]);
    game
}

#[test]
fn two_who_played_in_one_game_are_not_merged_although_one_had_left() {
    let shelf = Shelf::with(&[taken_over()]);
    let before = shelf.files();
    let mut window = shelf.archive();
    rename(&mut window, "Ana", "Cy");
    window.until_says("Ana and Cy sat at the same table in 1 session: they are two people.");
    assert_eq!(shelf.files(), before);
}

#[test]
fn who_left_a_game_is_renamed_there_and_back() {
    let shelf = Shelf::with(&[taken_over()]);
    let mut window = shelf.archive();
    let former = |shelf: &Shelf| json_of(&shelf.path_of(&taken_over()))["former_players"][0]["name"].clone();
    rename(&mut window, "Cy", "Cyril");
    window.until_says("Cy is now Cyril, in 1 session.");
    assert_eq!(former(&shelf), json!("Cyril"));
    window.tap("Undo");
    window.until_says("Cyril is now Cy, in 1 session.");
    assert_eq!(former(&shelf), json!("Cy"));
}

#[test]
fn a_change_of_name_finds_the_person_on_another_seat() {
    let shelf = Shelf::with(&[kitchen()]);
    let path = shelf.path_of(&kitchen());
    let mut window = shelf.archive();
    let people = |path: &Path| -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let file = json_of(path);
        let mut people: Vec<_> =
            file["players"].as_array().unwrap().iter().map(|one| (text(&one["id"]), text(&one["name"]))).collect();
        people.sort();
        people
    };
    let before = people(&path);
    let first = json_of(&path)["players"][0]["name"].as_str().unwrap().to_owned();
    rename(&mut window, &first, "Zacharias");
    window.until_says("is now Zacharias, in 1 session.");
    // Another device seats the first two the other way round.
    let mut file = json_of(&path);
    file["players"].as_array_mut().unwrap().swap(0, 1);
    for round in file["rounds"].as_array_mut().unwrap() {
        for list in ["bids", "tricks"] {
            round[list].as_array_mut().unwrap().swap(0, 1);
        }
    }
    file["first_dealer"] = json!(1);
    file["steps"] = json!([]);
    fs::write(&path, file.to_string()).unwrap();
    window.tap("Undo");
    window.until_says("Zacharias is now");
    assert_eq!(people(&path), before, "everybody must have their own name and id");
}

#[test]
fn a_name_is_changed_everywhere_and_the_filter_follows() {
    let shelf = spellings();
    let mut window = shelf.archive();
    window.tap("Any player");
    window.tap("Cleo");
    assert!(window.shows("3 of 4 sessions"));
    rename(&mut window, "Cleo", "  Cléo  ");
    window.until_says("Cleo is now Cléo, in 3 sessions.");
    window.tap("Close");
    assert!(window.offers("Only with Cléo"), "{:#?}", window.labels());
    window.until("lists them", |window| {
        window.lines().len() == 3 && window.lines().iter().all(|line| line.contains("Cléo"))
    });
    for session in shelf.sessions().values() {
        assert!(session.people().players_at_end().iter().all(|player| player.name != "Cleo"));
        let cleo = session.people().players_at_end().iter().find(|player| player.name == "Cléo");
        assert!(cleo.is_none_or(|player| player.id == person("Cleo")), "a new name keeps the person's id");
    }
}

#[test]
fn merging_two_players_is_announced_first() {
    let shelf = spellings();
    let mut window = shelf.archive();
    window.tap(MENU);
    window.tap("Names: change or merge");
    window.tap("anna k.");
    assert!(window.says("Every session of anna k. gets this name"), "{:#?}", window.labels());
    window.type_into("New name of anna k.", "Anna");
    let told = "Anna is already in 1 session: the two will be merged. You can undo this.";
    assert!(window.shows(told), "{:#?}", window.labels());
    window.key("e");
    assert!(!window.says("is already in"), "no other player is called Annae");
    window.fill("New name of anna k.", " Anna ");
    assert!(window.says("is already in 1 session"));
    window.fill("New name of anna k.", "Ben");
    assert!(window.says("anna k. and Ben sat at the same table in 2 sessions: they are two people."));
    assert!(
        shelf.sessions().values().any(|session| session.people().names_at_end().contains(&"anna k.".into())),
        "typing a name must change nothing"
    );
}

#[test]
fn a_game_that_ended_early_has_no_current_round() {
    let mut ended = new_year();
    ended["ended_early"] = json!("2025-12-31T22:00:00+01:00");
    let shelf = Shelf::with(&[ended, new_year_again()]);
    let mut window = shelf.archive();
    let open = |window: &Window| {
        use tablet_of_truth::app::SheetLine;
        use tablet_of_truth::game::RoundState;
        let sheet = window.ui.with_app(|app| app.sheet());
        let dealers = sheet.players.iter().filter(|player| player.dealer).count();
        let is_open = |line: &&SheetLine| matches!(line, SheetLine::Round(row) if row.state == RoundState::Open);
        (sheet.rows.iter().filter(is_open).count(), dealers)
    };
    window.tap("31 Dec 2025: Ben led with 30; Dora, Cleo; Classic, Ended early, 1 of 20");
    assert_eq!(open(&window), (0, 0));
    window.tap("Rounds");
    assert!(window.shows("not finished") && !window.shows("in progress"), "{:#?}", window.labels());
    window.tap("1 Jan 2026: Ben leads with 30; Dora, Cleo; Classic, In progress, 1 of 20");
    assert_eq!(open(&window), (1, 1));
    window.tap("Play");
    assert!(window.says("Ended early after round 1 · Ben led with 30"), "{:#?}", window.labels());
}

/// The New Year's game once more, a day later.
fn new_year_again() -> Value {
    let mut game = new_year();
    game["id"] = json!("0aa00000-0000-4000-8000-000000000000");
    game["started"] = json!("2026-01-01T21:00:00+01:00");
    game
}

#[test]
fn players_of_the_same_game_cannot_be_merged() {
    let shelf = spellings();
    let mut window = shelf.archive();
    let before = shelf.files();
    rename(&mut window, "Ben", "Anna");
    window.until_says("Ben and Anna sat at the same table in 1 session: they are two people.");
    window.tap("Close");
    rename(&mut window, "Dora", " ");
    window.until_says("Type a name first.");
    window.tap("Close");
    rename(&mut window, "Dora", &"x".repeat(81));
    window.until_says("This name is too long for the sheet.");
    assert_eq!(shelf.files(), before);
}

#[test]
fn a_session_open_elsewhere_is_reported_and_not_renamed() {
    let shelf = spellings();
    let mut window = shelf.archive();
    let path = shelf.files().into_keys().find(|path| path.to_string_lossy().contains("2026-01-02")).unwrap();
    let _elsewhere = lock(&path);
    rename(&mut window, "anna k.", "Anna");
    window.until_says("1 session could not be changed.");
    assert!(load(&path).people().names_at_end().contains(&"anna k.".to_owned()));
    assert!(window.offers("anna k."), "the old name must still be listed");
    window.tap("Close");
    assert_eq!(
        shelf.sessions().values().filter(|session| session.people().names_at_end().contains(&"Anna".into())).count(),
        2
    );
}

// --- Files that come, change and go ---------------------------------------------------------------------------------

#[test]
fn files_that_come_change_and_go_are_followed() {
    let shelf = Shelf::with(&[kitchen()]);
    let mut window = shelf.archive();
    let path = shelf.put(&six());
    window.until("shows the new one", |window| window.lines() == [KITCHEN, SIX]);
    assert!(window.shows("2 sessions"));
    let mut changed = kitchen();
    changed["rounds"][2]["tricks"] = json!([0, 2, 1]);
    changed["place"] = json!("Balcony");
    shelf.put(&changed);
    let row = "7 Mar 2026: Ben 90; Anna, Cleo; Classic, 3 rounds";
    window.until("shows what changed", |window| window.shows("Balcony"));
    assert_eq!(window.lines(), [row, SIX]);
    assert!(window.shows("Round 3, Cleo, total 10, bid 1, took 1, met"), "{:#?}", window.labels());
    window.tap(SIX);
    fs::remove_file(path).unwrap();
    window.until("forgets the one that is gone", |window| window.lines() == [row]);
    assert!(!window.shows("Wednesday 1 May 2024"), "its page must close too");
    assert!(window.shows("1 session"));
}

#[test]
fn an_unreadable_file_is_named_and_left_alone() {
    let shelf = Shelf::evenings();
    let broken = shelf.path().join("2026-05-05_broken.json");
    fs::write(&broken, "{\"players\": [").unwrap();
    let mut window = shelf.archive();
    assert!(window.says("2026-05-05_broken.json could not be read and was left untouched: "), "{:#?}", window.labels());
    assert!(window.shows("5 sessions"));
    let other = shelf.path().join("2026-05-06_other.json");
    fs::write(&other, "[]").unwrap();
    window.until_says("2 files could not be read and were left untouched. The first is 2026-05-05_broken.json: line 1");
    window.tap("Statistics");
    window.tap("Archive");
    assert_eq!(
        (fs::read_to_string(&broken).unwrap(), fs::read_to_string(&other).unwrap()),
        ("{\"players\": [".into(), "[]".into())
    );
    fs::remove_file(&other).unwrap();
    window.until_says("2026-05-05_broken.json could not be read");
    let mut mended = kitchen();
    mended["id"] = json!(person("another session"));
    fs::write(&broken, mended.to_string()).unwrap();
    window.until("reads it", |window| window.shows("6 sessions"));
    assert!(!window.says("could not be read"));
}

fn conflict(path: &Path) -> std::path::PathBuf {
    let stem = path.file_stem().unwrap().to_string_lossy();
    path.with_file_name(format!("{stem}.sync-conflict-20260307-201500-ABCDEFG.json"))
}

#[test]
fn conflict_copies_are_marked_and_counted_once() {
    let shelf = Shelf::with(&[kitchen(), six()]);
    fs::copy(shelf.path_of(&kitchen()), conflict(&shelf.path_of(&kitchen()))).unwrap();
    let mut other = six();
    other["rounds"][4]["tricks"] = json!([0, 0, 0, 0, 0, 1]);
    fs::write(conflict(&shelf.path_of(&six())), other.to_string()).unwrap();
    let mut window = shelf.archive();
    let (same, differs) = ("Copy, the same, of 7 Mar 2026: Ben 90; Anna, Cleo", "Copy that differs, of 1 May 2024: ");
    let lines = window.lines();
    assert_eq!(lines.len(), 4, "{lines:#?}");
    assert!(lines.iter().any(|line| line == KITCHEN) && lines.iter().any(|line| line == SIX), "{lines:#?}");
    let of =
        |start: &str| lines.iter().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{lines:#?}")).clone();
    window.tap(&of(same));
    let name = |game: &Value| shelf.path_of(game).file_name().unwrap().to_string_lossy().into_owned();
    assert!(window.shows(&format!(
        "This file is a copy of {} with the same content. One of the two can go to the trash.",
        name(&kitchen())
    )));
    window.tap(&of(differs));
    assert!(window.shows(&format!(
        "This file is a copy of {} with different content. Compare the two, and move the wrong one to the trash.",
        name(&six())
    )));
    window.tap("Statistics");
    window.until_says("2 finished games");
    assert!(window.says("Ben: 2 games, 1 wins"), "{:#?}", window.labels());
    // The copy goes, and the session's own file is no longer marked.
    window.tap("Archive");
    window.tap(&of(same));
    window.tap("More");
    window.tap("Delete: move it to the trash");
    window.tap(KITCHEN);
    assert!(!window.says("This file is a copy"));
    assert_eq!(window.lines().len(), 3);
}

#[test]
fn a_copy_says_in_the_list_whether_it_is_the_same() {
    let shelf = Shelf::with(&[kitchen(), six()]);
    fs::copy(shelf.path_of(&kitchen()), conflict(&shelf.path_of(&kitchen()))).unwrap();
    let mut other = six();
    other["rounds"][4]["tricks"] = json!([0, 0, 0, 0, 0, 1]);
    fs::write(conflict(&shelf.path_of(&six())), other.to_string()).unwrap();
    let lines = shelf.archive().lines();
    let of = |day: &str| lines.iter().find(|line| line.contains("opy") && line.contains(day)).unwrap();
    assert!(of("2026").contains("the same"), "{lines:#?}");
    assert!(of("2024").contains("differs"), "{lines:#?}");
}

/// A running game, and the same game with each fact changed in turn.
fn facts_and_others() -> (Value, Vec<(&'static str, Value)>) {
    let rounds = json!([
        {"bids": [0, 1, 0], "tricks": [1, 1, 0], "trump": "red", "finished": "2026-01-01T10:10:00Z"},
        {"bids": [1, 1, 1], "tricks": [0, 1, 0], "bomb": true, "cloud": {"player": 1, "change": 1}},
        {"bids": [0, 1, 0], "tricks": [null, null, null], "phase": "bidding"},
    ]);
    let mut game = game(0, "2026-01-01T10:00:00Z", &["Anna", "Ben", "Cleo"], &[2, 2, 2, 2], rounds);
    game["place"] = json!("Kitchen");
    game["notes"] = json!("Rain");
    game["rules"]["plus_minus_one"] = json!(false);
    game["rules"]["special_cards"] = json!(["bomb", "cloud"]);
    let other_id = json!("0aa00000-0000-4000-8000-000000000000");
    let mut others = vec![
        ("/rounds/2/bids", json!([0, 1, 1])),
        ("/rounds/2/tricks", json!([null, null, 2])),
        ("/rounds/2/trump", json!("green")),
        ("/rounds/2/bomb", json!(true)),
        ("/rounds/2/cloud", json!({"player": 0, "change": 1})),
        // Another bid with the same points.
        ("/rounds/0/bids", json!([2, 1, 0])),
        ("/rounds/0/tricks", json!([0, 1, 1])),
        ("/rounds/0/trump", json!("blue")),
        ("/rounds/0/finished", json!("2026-01-01T10:11:00Z")),
        ("/rounds/1/cloud/change", json!(-1)),
        ("/started", json!("2026-01-01T10:01:00Z")),
        ("/ended_early", json!("2026-01-01T11:00:00Z")),
        ("/players/0/name", json!("Anne")),
        ("/players/0/id", other_id.clone()),
        ("/first_dealer", json!(1)),
        ("/place", json!("Balcony")),
        ("/notes", json!("Sun")),
        ("/copy_of", other_id),
        ("/rules/plus_minus_one_from", json!(2)),
        ("/rules/bidding", json!("hidden")),
        ("/rules/special_cards", json!(["bomb", "cloud", "juggler"])),
        ("/rules/hands", json!([2, 2, 2, 3])),
        ("/rules/ties_by_bids_met", json!(true)),
    ];
    // None of these is a fact of the game.
    others.extend([
        ("/saved", json!("2026-02-01T10:00:00Z")),
        ("/steps", json!([])),
        ("/rounds/2/phase", json!("playing")),
    ]);
    (game, others)
}

#[test]
fn every_difference_of_a_conflict_copy_is_found() {
    let (base, others) = facts_and_others();
    let shelf = Shelf::new();
    let mut wanted = std::collections::BTreeMap::new();
    for (number, (pointer, value)) in (1_u32..).zip(others) {
        let mut own = base.clone();
        own["id"] = json!(uuid::Uuid::from_u128(u128::from(number) << 96 | 0x77));
        let mut copy = own.clone();
        let (parent, field) = pointer.rsplit_once('/').unwrap();
        copy.pointer_mut(parent).unwrap()[field] = value;
        assert_ne!(copy, own, "{pointer}");
        let path = conflict(&shelf.put(&own));
        fs::write(&path, copy.to_string()).unwrap();
        load(&path);
        wanted.insert(path, (pointer, !matches!(pointer, "/saved" | "/steps" | "/rounds/2/phase")));
    }
    let window = shelf.archive();
    window.until("reads all", |window| {
        window.ui.with_app(|app| app.archive_row(2 * wanted.len() - 1).is_some() && app.archive_row(0).is_some())
    });
    let rows = window.ui.with_app(|app| (0..).map_while(|index| app.archive_row(index)).collect::<Vec<_>>());
    assert_eq!(rows.len(), 2 * wanted.len());
    let arguments = ["check", "--format", "json", "--data-dir"];
    let mut process = std::process::Command::new(env!("CARGO_BIN_EXE_tablet-of-truth"));
    let told = process.args(arguments).arg(shelf.path()).output().unwrap();
    let told: Value = serde_json::from_slice(&told.stdout).unwrap();
    for (path, (pointer, differs)) in &wanted {
        let row = rows.iter().find(|row| row.path == *path).unwrap();
        let shown = if *differs { tablet_of_truth::app::Copy::Differs } else { tablet_of_truth::app::Copy::Same };
        assert_eq!(row.copy, shown, "in the window: {pointer}");
        let line = told["files"].as_array().unwrap().iter().find(|line| line["path"] == json!(path)).unwrap();
        let state = if *differs { "differing_copy" } else { "identical_copy" };
        assert_eq!(line["state"], state, "by check: {pointer}");
    }
}

#[test]
fn an_unreadable_name_is_refused() {
    let mut odd = kitchen();
    odd["players"][0]["name"] = json!("\u{200b}");
    let shelf = Shelf::with(&[odd]);
    let before = shelf.files();
    let mut window = shelf.archive();
    for (name, told) in [("\u{2060}\u{200b}", "This name has no visible letter."), ("B\u{7}n", "control character")] {
        rename(&mut window, "Ben", name);
        assert!(window.says(told), "{name:?}: {:#?}", window.labels());
        window.key(Key::Escape);
        window.key(Key::Escape);
    }
    window.settle();
    assert_eq!(shelf.files(), before);
    // An unreadable name in an old file can be changed, and the change undone.
    rename(&mut window, "\u{200b}", " Anna\tBell ");
    window.until("renames", |_| {
        shelf.sessions().values().all(|session| session.people().names_at_end()[0] == "Anna Bell")
    });
    window.until_says("is now Anna Bell, in 1 session.");
    window.tap("Undo");
    window.until("takes it back", |_| {
        shelf.sessions().values().all(|session| session.people().names_at_end()[0] == "\u{200b}")
    });
}

// --- Other windows --------------------------------------------------------------------------------------------------

#[test]
fn a_session_open_in_another_window_is_read_only() {
    let shelf = Shelf::evenings();
    let first = Window::open(shelf.path(), Some(shelf.path_of(&kitchen())));
    let mut window = shelf.archive();
    let before = shelf.files();
    window.tap("Correct round 3");
    assert!(window.says(ELSEWHERE), "{:#?}", window.labels());
    assert!(!window.offers("Save changes"), "{:#?}", window.labels());
    if !window.offers("Chart") {
        window.tap("Archive");
    }
    window.tap("Notes");
    window.fill("Notes", "mine");
    window.until_says("Another window of Tablet of Truth has this game open");
    window.tap("More");
    window.tap("Delete: move it to the trash");
    assert!(window.says("stays where it is: another window of Tablet of Truth has it open"), "{:#?}", window.labels());
    window.settle();
    assert_eq!(shelf.files(), before);
    assert!(shelf.trash().is_empty());
    drop(first);
    window.tap("More");
    window.settle();
    assert_eq!(load(&shelf.path_of(&kitchen())).notes(), "mine", "text typed before the refusal must be kept");
    window.tap("Delete: move it to the trash");
    assert!(window.shows("The session is in the trash."), "the deletion succeeds once the other window is closed");
}

#[test]
fn changes_in_one_window_show_in_the_other() {
    let shelf = Shelf::evenings();
    let mut first = shelf.archive();
    let mut second = shelf.archive();
    first.tap("Notes");
    first.fill("Place", "Winter garden");
    first.settle();
    second.until("shows the place", |window| window.shows("Winter garden"));
    first.tap(CAFE);
    first.tap("More");
    first.tap("Delete: move it to the trash");
    second.until("forgets the session", |window| window.lines() == [KITCHEN, NEW_YEAR, EARLY, SIX]);
    first.tap("Undo");
    second.until("shows it again", |window| window.lines().len() == 5);
    second.type_into(SEARCH, "winter");
    assert_eq!(second.lines(), [KITCHEN]);
    // Both show it, one corrects it.
    first.tap(EARLY);
    second.type_into(SEARCH, "");
    second.tap(EARLY);
    first.tap("Sheet");
    first.tap("Correct round 1");
    first.tap("Anna, bid 0");
    first.tap("Anna bids 1");
    first.tap("Save changes");
    first.settle();
    second.until("shows the corrected round", |window| window.shows("Round 1, Anna, total −10, bid 1, took 0, missed"));
}

#[test]
fn notes_from_another_window_are_not_overwritten_by_an_old_field() {
    let shelf = Shelf::with(&[kitchen()]);
    let mut second = shelf.archive();
    second.tap("Notes");
    assert_eq!(second.written("Place"), "Kitchen");
    let mut first = shelf.archive();
    first.tap("Notes");
    first.fill("Place", "Winter garden");
    first.settle();
    drop(first);
    second.until("shows the place", |window| window.shows("Winter garden"));
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
    let conflict = path.with_file_name(format!(
        "{}.sync-conflict-20261124-201500-ABCDEFG.json",
        path.file_stem().unwrap().to_string_lossy(),
    ));
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
    assert_eq!(window.lines(), [KITCHEN, CAFE, NEW_YEAR, EARLY, SIX]);
    assert!(!window.offers("Chart"), "a narrow window opens no session by itself");
    window.tap(NEW_YEAR);
    assert!(window.lines().is_empty() && window.shows("31 Dec 2025"), "{:#?}", window.labels());
    for tab in ["Chart", "Rounds", "Notes", "Sheet"] {
        window.tap(tab);
    }
    assert!(window.shows("Round 1, Ben, total 30, bid 1, took 1, met"));
    window.tap("Back to the list");
    assert_eq!(window.lines().len(), 5);
    window.tap(KITCHEN);
    window.tap("More");
    window.key(Key::Escape);
    assert!(window.offers("Chart"), "Escape closes the panel first");
    window.key(Key::Escape);
    assert_eq!(window.lines().len(), 5, "the second Escape closes the session");
    window.tap(KITCHEN);
    window.tap("Correct round 1");
    window.tap("Cancel");
    assert!(window.offers("Back to the list"), "{:#?}", window.labels());
    window.tap("Archive");
    assert_eq!(window.lines().len(), 5, "the page's button must lead to the list");
}

#[test]
fn panels_close_with_escape_and_give_the_keys_back() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    let paths: [&[&str]; 13] = [
        &["Any player"],
        &["3–6 players"],
        &["Any game"],
        &["Any year"],
        &["More"],
        &["Share"],
        &["Share", "BG Stats: a code to scan"],
        &[MENU],
        &[MENU, "Import sessions"],
        &[MENU, "Save all as one file"],
        &[MENU, "Empty score pads to print"],
        &[MENU, "Names: change or merge"],
        &[MENU, "Trash"],
    ];
    let rows = [KITCHEN, CAFE, NEW_YEAR, EARLY, SIX];
    let mut down = true;
    for path in paths {
        let before = rows.iter().position(|row| window.chosen().as_deref() == Some(*row)).unwrap();
        for step in path {
            window.tap(step);
        }
        assert!(window.offers("Close"), "{path:?} opens: {:#?}", window.labels());
        window.key(Key::Escape);
        assert!(!window.offers("Close"), "{path:?} closes: {:#?}", window.labels());
        down = if before == 4 {
            false
        } else if before == 0 {
            true
        } else {
            down
        };
        window.key(if down { Key::DownArrow } else { Key::UpArrow });
        let now = if down { before + 1 } else { before - 1 };
        assert_eq!(window.chosen().as_deref(), Some(rows[now]), "after {path:?} the arrow keys walk the list again");
    }
}

#[test]
fn a_panel_is_used_by_the_keys_alone() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    window.tap("Any year");
    // From the first line to 2025.
    for _ in 0..2 {
        window.key(Key::Tab);
    }
    window.key("\n");
    assert_eq!(window.lines(), [NEW_YEAR, EARLY], "{:#?}", window.labels());
    window.key(Key::DownArrow);
    assert!(window.chosen().is_some(), "the list must get the keys back");
}

#[test]
fn after_a_name_was_changed_the_keys_still_work() {
    let shelf = spellings();
    let mut window = shelf.archive();
    rename(&mut window, "Cleo", "Cléo");
    window.until_says("Cleo is now Cléo, in 3 sessions.");
    window.key(Key::Escape);
    assert!(!window.offers("Close"), "Escape closes the panel");
    rename(&mut window, "Dora", "Dorothea");
    window.until_says("Dora is now Dorothea");
    window.key(Key::Escape);
    window.wait_until(|ui| !ui.with_app(|app| app.is_busy()));
    window.tap(MENU);
    window.tap("Names: change or merge");
    window.tap("Ben");
    window.tap("Back");
    window.key(Key::Escape);
    assert!(!window.offers("Close"), "Escape closes the panel after a cancelled change, too");
}

#[test]
fn a_deletion_is_undone_by_the_keys_alone() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    delete(&mut window, CAFE);
    // The message comes last.
    for _ in 0..2 {
        window.key(Key::Backtab);
    }
    window.key("\n");
    assert!(window.shows("The session is back."), "{:#?}", window.labels());
    window.key(Key::DownArrow);
    assert_eq!(window.chosen().as_deref(), Some(NEW_YEAR), "the arrow keys walk the list");
}

#[test]
fn a_session_is_restored_by_the_keys_alone() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    delete(&mut window, CAFE);
    window.tap(MENU);
    window.tap("Trash");
    window.until("shows the trash", |window| window.offers("Empty the trash…"));
    window.key("\n");
    window.until_says("The session is back.");
    window.key(Key::Escape);
    assert!(!window.offers("Close"), "Escape closes the panel");
    window.key(Key::DownArrow);
    assert_eq!(window.chosen().as_deref(), Some(NEW_YEAR), "the arrow keys walk the list");
}

#[test]
fn on_a_phone_the_keys_work_after_the_way_back_to_the_list() {
    let shelf = Shelf::evenings();
    let mut window = Window::open(shelf.path(), None);
    window.resize(400.0, 820.0);
    window.tap("Archive");
    window.tap(CAFE);
    window.tap("Notes");
    window.type_into("Place", "Roof");
    window.tap("Back to the list");
    window.key(Key::DownArrow);
    assert!(
        window.lines().is_empty() && window.offers("Chart"),
        "the arrow key looks at a session: {:#?}",
        window.labels()
    );
}

#[test]
fn leaving_the_notes_gives_the_keys_back() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    window.tap("Notes");
    window.type_into("Place", "Roof");
    window.tap("Sheet");
    window.key(Key::DownArrow);
    assert_eq!(window.chosen().as_deref(), Some(CAFE), "the arrow keys walk the list");
}

#[test]
fn a_panel_begins_with_its_first_field_or_main_button() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    let carry = "Import, backup, names, trash";
    for (way, first) in [
        (&["Share"][..], "Copy as text for a chat"),
        (&["Share", "BG Stats: a code to scan"], "Copy the link"),
        (&[carry, "Import sessions"], "File to import"),
        (&[carry, "Save all as one file"], "Save"),
        (&[carry, "Empty score pads to print"], "Save"),
        (&[carry, "Names: change or merge"], "Anna"),
        (&[carry, "Trash"], "Close"),
    ] {
        window.taps(way);
        assert_eq!(focused_name(&window), first, "{way:?}");
        window.key(Key::Escape);
        window.key(Key::Escape);
        window.tap(CAFE);
    }
    window.taps(&["More", "Delete: move it to the trash", carry, "Trash"]);
    window.until_says("Restore ");
    assert!(focused_name(&window).starts_with("Restore "), "{}", focused_name(&window));
    window.tap("Empty the trash…");
    assert_eq!(focused_name(&window), "Keep them");
    window.key("\n");
    assert_eq!(focused_name(&window), "Close", "the focus moves on when the answers disappear");
}

#[test]
fn a_menu_opens_at_its_dots_and_leaves_them_in_sight() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    for (width, height) in [(1920.0, 1080.0), (1280.0, 800.0), (800.0, 600.0), (400.0, 820.0)] {
        window.resize(width, height);
        for (dots, first, last) in
            [("More", "Rematch: the same players", "Delete: move it to the trash"), (MENU, "Import sessions", "Trash")]
        {
            if !window.offers(dots) {
                window.tap("Back to the list");
            }
            let (at, size) = (window.control(dots).absolute_position(), window.control(dots).size());
            window.tap(dots);
            let (top, bottom) = (window.control("Close"), window.control(last));
            let (menu_top, menu_bottom) =
                (top.absolute_position().y, bottom.absolute_position().y + bottom.size().height);
            let below = menu_top - (at.y + size.height);
            let above = at.y - menu_bottom;
            let place = format!("the menu of {dots} at {width}×{height}");
            assert!((0.0..40.0).contains(&below) || (0.0..40.0).contains(&above), "{place}: {below}, {above}");
            let line = window.control(first);
            let (left, right) = (line.absolute_position().x, line.absolute_position().x + line.size().width);
            assert!(left >= 0.0 && right <= width && menu_bottom <= height, "{place} leaves the window");
            assert!(left < at.x + size.width && right > at.x, "{place} is elsewhere: {left} to {right}, {at:?}");
            window.tap("Close");
        }
        window.tap(CAFE);
    }
}

#[test]
fn all_sessions_by_the_keys_alone_keeps_the_keys() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    window.type_into(SEARCH, "emilie");
    // Past the menu and four chips to the button.
    for _ in 0..6 {
        window.key(Key::Tab);
    }
    window.key("\n");
    assert!(!window.offers("Show all"), "the pressed button must disappear");
    assert_eq!(window.lines().len(), 5);
    window.key(Key::DownArrow);
    assert_eq!(window.chosen().as_deref(), Some(NEW_YEAR), "the arrow keys walk the list");
}

// --- Handing on -----------------------------------------------------------------------------------------------------

const PLACE: &str = "Where to save the file";

fn write_as(window: &mut Window, choice: &str, path: &Path) {
    window.tap(choice);
    window.fill(PLACE, path.to_str().unwrap());
    window.tap("Save");
    window.until_says(&format!("Saved as {}", path.display()));
}

#[test]
fn a_session_is_shared_in_every_format() {
    let shelf = Shelf::evenings();
    let folder = TempDir::new().unwrap();
    let mut window = shelf.archive();
    window.tap(CAFE);
    window.tap("Share");
    for rare in ["Markdown", "SVG", "JSON"] {
        assert!(!window.offers(rare), "{rare} is for few");
    }
    window.tap("More formats");
    for (choice, ending, start) in [
        ("PDF sheet", "pdf", "%PDF-"),
        ("Picture", "png", "\u{89}PNG"),
        ("Web page", "html", "<!DOCTYPE html>"),
        ("Text", "txt", "Wizard"),
        ("Markdown", "md", "#"),
        ("CSV table", "csv", "session,date,round,cards,dealer,trump,player"),
        ("JSON", "json", "{"),
        ("SVG", "svg", "<svg"),
        ("BG Stats file", "bgsplay", "{"),
    ] {
        let path = folder.path().join(format!("game.{ending}"));
        let suggested = {
            window.tap(choice);
            window.written(PLACE)
        };
        assert!(suggested.ends_with(&format!(".{ending}")), "{choice}: {suggested:?}");
        assert!(suggested.contains("2026-02-14"), "{suggested:?}");
        write_as(&mut window, choice, &path);
        let bytes = fs::read(&path).unwrap();
        let begins: String = bytes.iter().take(60).map(|&byte| char::from(byte)).collect();
        let begins = begins.trim_start_matches("<?xml version=\"1.0\" encoding=\"UTF-8\"?>").trim_start();
        assert!(begins.to_lowercase().starts_with(&start.to_lowercase()), "{choice} begins with {begins:?}");
        assert!(bytes.len() > 100);
    }
    // Formats for programs can be read again.
    let again =
        tablet_of_truth::archive::Archive::load(&folder.path().join("game.json")).unwrap().session.wizard().unwrap();
    assert_eq!(again.current_totals(), [40, 50, 50, 10]);
    window.tap("Copy as text for a chat");
    assert!(window.shows("The text is on the clipboard."));
    window.taps(&["JSON", "More formats"]);
    assert!(window.offers("JSON") && !window.offers("SVG"), "the chosen format stays in sight");
}

#[test]
fn a_file_without_ids_of_its_players_is_shared_as_the_same_session_each_time() {
    let mut by_hand = game(9, "2026-01-02T10:00:00Z", &["Anna", "Ben", "Cleo"], &[], json!([]));
    by_hand["players"] = json!(["Anna", "Ben", "Cleo"]);
    let shelf = Shelf::with(&[by_hand]);
    let folder = TempDir::new().unwrap();
    let shared = |name: &str| {
        let mut window = shelf.archive();
        window.taps(&["Share", "More formats", "JSON"]);
        let path = folder.path().join(name);
        write_as(&mut window, "JSON", &path);
        json_of(&path)
    };
    assert_eq!(shared("one.json"), shared("other.json"));
}

#[test]
fn the_folder_of_a_file_is_shown_by_its_name_until_the_path_is_typed() {
    let home = TempDir::new().unwrap();
    let folder = home.path().join("papers");
    fs::create_dir(&folder).unwrap();
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    window.tap("Share");
    window.fill(PLACE, folder.join("game.pdf").to_str().unwrap());
    let seen = |window: &Window, words: &str| Seen::in_window(window).open_words().any(|one| one.text == words);
    assert!(seen(&window, "papers"));
    assert_eq!(window.written(PLACE), folder.join("game.pdf").to_str().unwrap(), "a screen reader has it all");
    let other = home.path().join("other.pdf");
    window.type_into(PLACE, other.to_str().unwrap());
    assert!(!seen(&window, "papers"));
    window.key("\n");
    window.until_says(&format!("Saved as {}", other.display()));
    assert!(other.exists());
}

#[test]
fn a_folder_typed_for_a_file_takes_it_under_the_suggested_name() {
    let folder = TempDir::new().unwrap();
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    window.tap("Share");
    let suggested = window.written("Where to save the file");
    let name = Path::new(&suggested).file_name().unwrap();
    window.fill("Where to save the file", folder.path().to_str().unwrap());
    window.tap("Save");
    window.until_says("Saved as ");
    assert!(folder.path().join(name).is_file(), "{:#?}", window.labels());
}

#[test]
fn a_folder_that_can_be_read_again_is_no_longer_reported() {
    let home = TempDir::new().unwrap();
    let data = home.path().join("data");
    fs::create_dir(&data).unwrap();
    let mut window = Window::open(&data, None);
    fs::rename(&data, home.path().join("away")).unwrap();
    fs::write(&data, "a file where the folder should be").unwrap();
    window.tap("Archive");
    window.until_says("could not be read");
    fs::remove_file(&data).unwrap();
    fs::rename(home.path().join("away"), &data).unwrap();
    window.taps(&["Play", "Archive"]);
    window.until("is right again", |window| !window.says("could not be read"));
}

#[test]
fn the_folder_of_a_saved_file_is_remembered() {
    let home = TempDir::new().unwrap();
    let folder = home.path().join("papers");
    fs::create_dir(&folder).unwrap();
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    window.tap(CAFE);
    window.tap("Share");
    assert!(!window.written(PLACE).starts_with(folder.to_str().unwrap()));
    write_as(&mut window, "Text", &folder.join("game.txt"));
    window.tap("PDF sheet");
    let suggested = window.written(PLACE);
    assert!(suggested.starts_with(folder.to_str().unwrap()) && suggested.contains("2026-02-14"), "{suggested}");
    window.settle();
    drop(window);
    let mut window = shelf.archive();
    window.tap(MENU);
    window.tap("Empty score pads to print");
    assert_eq!(
        window.written(PLACE),
        folder.join("wizard-pad-4.pdf").to_str().unwrap(),
        "the folder is remembered for every format after a restart"
    );
}

#[test]
fn a_saved_file_is_opened_and_shown_in_its_folder() {
    let home = TempDir::new().unwrap();
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    window.tap(CAFE);
    window.tap("Share");
    assert!(!window.offers("Open file") && !window.offers("Show in folder"), "nothing was written yet");
    let file = home.path().join("game.pdf");
    write_as(&mut window, "PDF sheet", &file);
    window.tap("Open file");
    window.tap("Show in folder");
    let asked = |window: &Window| window.desktop.lock().unwrap().clone();
    window.until("asks", |window| asked(window).len() == 2);
    let mut both = asked(&window);
    both.sort();
    assert_eq!(both, [format!("open {}", file.display()), format!("show {}", file.display())]);
    let refused = home.path().join("refused.pdf");
    write_as(&mut window, "PDF sheet", &refused);
    window.tap("Open file");
    window.until_says(&format!("{} could not be opened: there is no program for this", refused.display()));
    window.tap("Text");
    assert!(!window.offers("Open file"), "this format has not been written yet");
}

#[test]
fn the_picture_is_copied() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    window.tap(CAFE);
    window.tap("Share");
    window.tap("Copy picture");
    window.until_says("The picture is on the clipboard.");
    let copied = window.desktop.lock().unwrap().concat();
    assert!(copied.starts_with("copy 1488×"), "{copied}");
}

#[test]
fn the_sheet_is_printed_where_the_desktop_can() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    window.tap(CAFE);
    window.tap("Share");
    window.until("offers it", |window| window.offers("Print…"));
    window.tap("Print…");
    window.until("prints", |window| !window.desktop.lock().unwrap().is_empty());
    let printed = window.desktop.lock().unwrap().concat();
    assert!(printed.starts_with("print wizard_") && printed.ends_with(".pdf"), "{printed}");
}

#[test]
fn copying_makes_no_button_higher() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    for width in [1280.0, 400.0] {
        window.resize(width, 820.0);
        window.tap(if width < 720.0 { "Back to the list" } else { CAFE });
        if width < 720.0 {
            window.tap(CAFE);
        }
        window.tap("Share");
        let before = window.control("Copy as text for a chat").size();
        window.tap("Copy as text for a chat");
        assert!(window.shows("The text is on the clipboard."));
        assert_eq!(window.control("Copy as text for a chat").size(), before);
        window.tap("BG Stats: a code to scan");
        let before = window.control("Copy the link").size();
        window.tap("Copy the link");
        assert_eq!(window.control("Copy the link").size(), before);
        window.key(Key::Escape);
        if window.offers("Close") {
            window.tap("Close");
        }
    }
}

#[test]
fn an_existing_file_is_replaced_only_with_consent() {
    let shelf = Shelf::evenings();
    let folder = TempDir::new().unwrap();
    let letter = folder.path().join("letter.txt");
    fs::write(&letter, "dear").unwrap();
    let mut window = shelf.archive();
    window.tap("Share");
    window.tap("Text");
    window.fill(PLACE, letter.to_str().unwrap());
    window.tap("Save");
    window.until_says(&format!("{} already exists. Choose another name, or replace it.", letter.display()));
    assert_eq!(fs::read_to_string(&letter).unwrap(), "dear");
    window.tap("Replace it");
    window.until_says("Saved as ");
    assert!(fs::read_to_string(&letter).unwrap().contains("Ben"), "the file must now hold the session");
    // A file cannot be a folder.
    let before = fs::read(&letter).unwrap();
    window.fill(PLACE, letter.join("game.txt").to_str().unwrap());
    window.tap("Save");
    window.until_says(&format!("Not saved: {}", letter.join("game.txt").display()));
    window.fill(PLACE, "");
    window.tap("Save");
    window.until("answers", |window| window.says("Not saved: . "));
    assert_eq!(fs::read(&letter).unwrap(), before);
}

#[test]
fn consent_to_replace_a_file_is_for_that_file_only() {
    let shelf = Shelf::evenings();
    let folder = TempDir::new().unwrap();
    let (one, other) = (folder.path().join("one.txt"), folder.path().join("other.txt"));
    fs::write(&one, "one").unwrap();
    fs::write(&other, "other").unwrap();
    let mut window = shelf.archive();
    window.tap("Share");
    window.tap("Text");
    window.fill(PLACE, one.to_str().unwrap());
    window.tap("Save");
    window.until_says("already exists");
    window.fill(PLACE, other.to_str().unwrap());
    window.tap(if window.offers("Replace it") { "Replace it" } else { "Save" });
    window.until("answers", |window| window.says("Saved as ") || window.says("other.txt already exists"));
    assert_eq!(fs::read_to_string(&other).unwrap(), "other", "consent for one file must not cover another");
    assert_eq!(fs::read_to_string(&one).unwrap(), "one");
}

#[test]
fn the_play_for_bg_stats_is_a_code_to_scan() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    window.tap("Share");
    window.tap("BG Stats: a code to scan");
    let squares = window.window().global::<ArchiveAdapter>().get_play_code().size().width as f32;
    let mut sides = Vec::new();
    for (width, height) in [(400.0, 820.0), (1024.0, 600.0), (1280.0, 800.0), (1920.0, 1080.0)] {
        window.resize(width, height);
        let code = window.find("Code with the play for BG Stats").size();
        assert_eq!(code.width, code.height);
        assert_eq!(code.width % squares, 0.0, "{width}: each of {squares} squares has whole pixels in {}", code.width);
        assert!(code.width < width.min(height), "{width}: {}", code.width);
        sides.push(code.width);
    }
    assert!(sides[3] > sides[2] && sides[2] > sides[1], "the code must grow with the window: {sides:?}");
    window.resize(1280.0, 800.0);
    assert!(window.shows("Scan this with the phone that has BG Stats. Nothing is sent from here."));
    window.tap("Copy the link");
    assert!(window.shows("The text is on the clipboard."));
    window.tap("Close");
    assert!(window.offers("PDF sheet"), "Back leads to the formats");
    window.tap("Close");
    assert!(window.offers("Chart") && !window.offers("PDF sheet"));
}

#[test]
fn the_result_of_a_game_is_shared_too() {
    let shelf = Shelf::with(&[kitchen()]);
    let folder = TempDir::new().unwrap();
    let mut window = Window::open(shelf.path(), Some(shelf.path_of(&kitchen())));
    assert!(window.shows("Ben wins"));
    window.tap("Share");
    let path = folder.path().join("result.csv");
    write_as(&mut window, "CSV table", &path);
    assert!(fs::read_to_string(&path).unwrap().contains("Ben"));
    window.key(Key::Escape);
    assert!(window.shows("Ben wins") && !window.offers("CSV table"));
    assert!(window.offers("See the score sheet"));
    // No session is open in the archive: the one to share is the one whose result is shown.
    window.tap("Share");
    assert!(window.written(PLACE).contains("2026-03-07"), "{:?}", window.written(PLACE));
}

#[test]
fn empty_pads_are_written_for_three_to_six() {
    let shelf = Shelf::new();
    let folder = TempDir::new().unwrap();
    let mut window = shelf.archive();
    window.tap(MENU);
    window.tap("Empty score pads to print");
    for players in 3..=6 {
        window.tap(&format!("{players} players"));
        assert!(window.written(PLACE).ends_with(&format!("wizard-pad-{players}.pdf")), "{:?}", window.written(PLACE));
        let path = folder.path().join(format!("{players}.pdf"));
        write_as(&mut window, &format!("{players} players"), &path);
        assert!(fs::read(&path).unwrap().starts_with(b"%PDF-"));
    }
}

// --- The whole archive ----------------------------------------------------------------------------------------------

fn bring_in(window: &mut Window, path: &Path) {
    if !window.offers("Import") {
        window.tap(MENU);
        window.tap("Import sessions");
    }
    window.fill("File to import", path.to_str().unwrap());
    window.tap("Import");
}

#[test]
fn a_backup_is_imported_whole() {
    let shelf = Shelf::evenings();
    let folder = TempDir::new().unwrap();
    let bundle = folder.path().join("all.json");
    let mut window = shelf.archive();
    window.tap(MENU);
    window.tap("Save all as one file");
    assert!(window.shows("All 5 sessions and every tournament in one file, to keep, or to import on another device."));
    window.fill(PLACE, bundle.to_str().unwrap());
    window.tap("Save");
    window.until_says("all.json: 5 sessions");
    drop(window);
    let other = Shelf::with(&[six()]);
    let mut window = other.archive();
    bring_in(&mut window, &bundle);
    window.until_says("4 sessions were imported. 1 was already here.");
    window.until("lists them", |window| window.lines() == [KITCHEN, CAFE, NEW_YEAR, EARLY, SIX]);
    let facts = |shelf: &Shelf| {
        let mut all: Vec<_> =
            shelf.sessions().into_values().map(|session| (session.id(), session.table().clone())).collect();
        all.sort_by_key(|(id, _)| *id);
        all
    };
    assert_eq!(facts(&other), facts(&shelf));
    bring_in(&mut window, &bundle);
    window.until_says("0 sessions were imported. 5 were already here.");
    assert_eq!(other.files().len(), 5, "a second import must add nothing");
    let mut changed = kitchen();
    changed["place"] = json!("Elsewhere");
    let file = folder.path().join("changed.json");
    fs::write(&file, changed.to_string()).unwrap();
    bring_in(&mut window, &file);
    window.until_says("0 sessions were imported. 1 differs from the one here and is kept beside it.");
    window.until("shows the copy", |window| {
        window.lines().iter().any(|line| line.starts_with("Copy") && line.contains("7 Mar 2026"))
    });
    assert_eq!(load(&other.files().into_keys().find(|path| load(path).place() == "Kitchen").unwrap()).notes(), "");
}

#[test]
fn sessions_and_tables_are_imported_and_bad_tables_refused() {
    let shelf = Shelf::new();
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let mut window = shelf.archive();
    bring_in(&mut window, &write("session.json", &cafe().to_string()));
    window.until_says("1 session was imported.");
    window.until("lists it", |window| window.lines() == [CAFE]);
    let table = "round,player,bid,tricks\n1,Ana,0,0\n1,Bo,1,1\n1,Cy,1,0\n2,Ana,2,2\n2,Bo,1,0\n2,Cy,0,0\n";
    bring_in(&mut window, &write("pad.csv", table));
    window.until("lists it", |window| window.lines().len() == 2);
    assert!(window.lines()[0].contains("Ana"), "{:#?}", window.lines());
    let before = shelf.files();
    let good_then_bad = format!("session,{}", table.replace("\n1,", "\na,1,").replace("\n2,", "\nb,2,"))
        .replace("b,2,Bo,1,0", "b,2,Bo,one,0");
    for (name, text, told) in [
        ("typing.csv", table.replace("1,Bo,1,1", "1,Bo,one,1"), "line 3, column 3 (bid)"),
        ("rule.csv", table.replace("1,Bo,1,1", "1,Bo,2,1"), "line 3, column 3 (bid)"),
        ("tricks.csv", table.replace("2,Cy,0,0", "2,Cy,0,1"), "column 4 (tricks)"),
        ("two.csv", good_then_bad, "line 6, column 4 (bid)"),
        ("empty.csv", String::new(), "is empty"),
        ("letter.json", "{\"dear\": 1}".to_owned(), "letter.json"),
    ] {
        bring_in(&mut window, &write(name, &text));
        window.until(told, |window| window.says("Nothing was imported. ") && window.says(told));
        assert!(window.offers("Import"), "the panel must stay, to choose another file");
    }
    bring_in(&mut window, &folder.path().join("nowhere.csv"));
    window.until("nowhere", |window| window.says("Nothing was imported. ") && window.says("nowhere.csv"));
    assert_eq!(shelf.files(), before, "nothing may be imported");
    assert_eq!(Archive::new(shelf.path().to_owned()).paths().unwrap().len(), 2);
}

#[test]
fn a_backup_names_the_unreadable_files_it_leaves_out() {
    let shelf = Shelf::with(&[kitchen(), early()]);
    fs::write(shelf.path().join("broken.json"), "{").unwrap();
    let folder = TempDir::new().unwrap();
    let bundle = folder.path().join("all.json");
    let mut window = shelf.archive();
    window.tap(MENU);
    window.tap("Save all as one file");
    window.fill(PLACE, bundle.to_str().unwrap());
    window.tap("Save");
    window.until_says("Saved as ");
    assert!(window.says("but without 1 file that could not be read: "), "{:#?}", window.labels());
    assert!(window.says("broken.json"));
    let other = Shelf::new();
    let mut window = other.archive();
    bring_in(&mut window, &bundle);
    window.until_says("2 sessions were imported.");
}
