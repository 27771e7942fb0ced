//! A day of a tournament in the window: from the first name to the ranking, by finger and by keys.

use std::fs;

use i_slint_backend_testing::mock_elapsed_time;
use serde_json::{Value, json};
use slint::ComponentHandle;
use slint::platform::Key;
use std::time::Duration;
use tablet_of_truth::app::Page;
use tablet_of_truth_window::TournamentAdapter;

use crate::keys::tab_to;
use crate::shelf::{Shelf, game};
use crate::walk::screens::{LONG, SHORT};
use crate::walk::seen::focused_name;
use crate::window::Window;

const ID: &str = "0b6f3c1e-5d0a-4f6e-9a57-3a8f5f0e2c11";
const NINE: &str = "Anna\nBen\nCleo\nDora\nEmil\nFinn\nGreta\nTheo\nUte";

/// The name of a player of [`afternoon`].
fn name(number: usize) -> &'static str {
    LONG.iter().chain(&SHORT).copied().cycle().nth(number - 1).unwrap()
}

/// A tournament of 40 people in its second round: so many tables have a slip. With `played`, one plays its eighth hand,
/// and one has two sessions.
pub fn afternoon(slips: usize, played: bool) -> Shelf {
    let shelf = Shelf::new();
    let slip = |first: i32| {
        json!([{"points": first, "met": 7}, {"points": first - 30, "met": 6}, {"points": first - 110, "met": 5},
            {"points": first - 170, "met": 4}])
    };
    let letter = |of: usize| String::from(char::from(b'A' + of as u8));
    let table =
        |of: usize, players: [usize; 4]| json!({"table": letter(of), "players": players, "first_dealer": of % 4});
    let first = (0..10).map(|of| {
        let mut table = table(of, [1, 2, 3, 4].map(|seat| 4 * of + seat));
        table["results"] = slip(280 - 10 * of as i32);
        table
    });
    // Nobody meets somebody of the same name.
    let seats = |of: usize| [0, 1, 2, 3].map(|seat| 10 * seat + (of + seat / 2) % 10 + 1);
    let second = (0..10).map(|of| {
        let mut table = table(of, seats(of));
        if of < slips {
            table["results"] = slip(260 + 10 * of as i32);
        }
        table
    });
    let players = (1..=40).map(|number| json!({"number": number, "name": name(number)}));
    let file = json!({"format": "tablet-of-truth-tournament", "version": 1, "id": ID, "name": "Saarlouis open",
        "date": "2026-11-28", "settings": {"rounds": 3, "cut": 4, "minutes": 45}, "players": players.collect::<Value>(),
        "rounds": [{"tables": first.collect::<Value>()}, {"tables": second.collect::<Value>()}]});
    fs::write(shelf.path().join("2026-11-28_saarlouis-open_0b6f3c1e.tournament.json"), file.to_string()).unwrap();
    for (id, of, rounds) in [(501, 3, 7), (502, 4, 3), (503, 4, 2)].into_iter().filter(|_| played) {
        let names = seats(of).map(name);
        let hands = [1, 3, 5, 7, 9, 11, 12, 13, 14, 15];
        let played = hands[..rounds].iter().map(|cards| json!({"bids": [0, 0, 0, 0], "tricks": [cards, 0, 0, 0]}));
        let mut game = game(id, &format!("2026-11-28T14:{:02}:00Z", id - 500), &names, &hands, played.collect());
        game["tournament"] = json!({"id": ID, "round": 2, "table": letter(of)});
        shelf.put(&game);
    }
    shelf
}

/// A tournament of twelve after its only round, a semi-final of eight and the final, in which 4 won and 7 was last.
pub fn won() -> Shelf {
    let shelf = Shelf::new();
    let table = |name: &str, players: [usize; 4], points: [i32; 4]| {
        let results = points.map(|points| json!({"points": points, "met": 5}));
        json!({"table": name, "players": players, "results": results})
    };
    let first = ["A", "B"].into_iter().zip(1..).map(|(name, first)| {
        let players = [first, first + 2, first + 4, first + 6];
        table(name, players, players.map(|number| 200 - 10 * number as i32))
    });
    let semi = [table("A", [1, 4, 5, 8], [0, 60, 50, 90]), table("B", [2, 3, 6, 7], [80, 20, 10, 90])];
    let players = (1..=8).map(|number| json!({"number": number, "name": name(number)}));
    let file = json!({"format": "tablet-of-truth-tournament", "version": 1, "id": ID, "name": "Saarlouis open",
        "date": "2026-02-28", "settings": {"rounds": 1, "stages": [8, 4]}, "players": players.collect::<Value>(),
        "rounds": [{"tables": first.collect::<Value>()}, {"tables": semi},
            {"tables": [table("A", [2, 4, 7, 8], [70, 90, 20, 50])]}]});
    fs::write(shelf.path().join("2026-02-28_saarlouis-open_0b6f3c1e.tournament.json"), file.to_string()).unwrap();
    shelf
}

/// The window over a tournament that is over, opened from the archive.
pub fn look_back(window: &mut Window) {
    window.taps(&["Archive", "Import, backup, names, trash", "Past tournaments", "Saarlouis open"]);
    window.until("shows the tournament", |window| window.page() == Page::Tournament);
}

pub fn organise(window: &mut Window) {
    window.until("offers the tournament", |window| window.offers("Organise Saarlouis open"));
    window.tap("Organise Saarlouis open");
    window.until("shows the tournament", |window| window.page() == Page::Tournament);
}

/// The page of [`afternoon`], with three slips.
fn organised(played: bool) -> (Shelf, Window) {
    let shelf = afternoon(3, played);
    let mut window = Window::open(shelf.path(), None);
    organise(&mut window);
    (shelf, window)
}

fn begun() -> Window {
    let mut window = Window::new();
    window.tap("Begin a tournament");
    window.until("shows the tournament", |window| window.page() == Page::Tournament);
    window
}

/// One name a line.
fn paste(window: &mut Window, names: &str) {
    window.tap("Paste a list…");
    window.fill("Names of the players", names);
    window.tap("Add the players");
    window.settle();
}

fn nine() -> Window {
    let mut window = begun();
    paste(&mut window, NINE);
    window
}

fn seat(window: &mut Window, round: usize) {
    window.tap(&format!("Seats of round {round}"));
    window.until("seats the round", |window| window.offers(&format!("Seats of round {}", round + 1)));
    window.settle();
}

/// Clockwise.
fn seats(window: &Window, table: &str) -> Vec<String> {
    let beginning = format!("Table {table}: ");
    window.labels().into_iter().filter(|label| label.starts_with(&beginning)).collect()
}

#[test]
fn two_taps_swap_two_seats_and_undo_takes_that_back() {
    let mut window = nine();
    window.resize(1280.0, 1600.0);
    seat(&mut window, 1);
    window.tap("Seats");
    let (a, b) = (seats(&window, "A"), seats(&window, "B"));
    assert_eq!(a.len() + b.len(), 9, "{:#?}", window.labels());
    let is_at_table_a = |window: &Window| {
        let moved = b[0].replace("Table B", "Table A").replace(", deals", "");
        seats(window, "A").iter().any(|seat| seat.replace(", deals", "") == moved)
    };
    window.taps(&[&a[0], &b[0]]);
    window.settle();
    assert!(is_at_table_a(&window), "{:#?}", window.labels());
    window.chord(&[Key::Control], "z");
    window.settle();
    assert!(!is_at_table_a(&window), "{:#?}", window.labels());
}

#[test]
fn a_slip_by_keys_alone() {
    let mut window = nine();
    window.chord(&[Key::Control], "\n");
    window.until("seats the round", |window| window.offers("Seats of round 2"));
    window.tap("Results");
    window.key("s");
    window.type_in("q\n");
    assert!(window.says("There is no table q in this round."), "{:#?}", window.labels());
    assert_eq!(focused_name(&window), "Table of the slip");
    assert!(!window.offers("Remove the result of this table"), "it has none");
    window.key(Key::Escape);
    window.type_in("sb\n");
    assert!(window.says("Slip of table B"), "{:#?}", window.labels());
    let seats = window.labels().iter().filter(|label| label.starts_with("Points of ")).count();
    for at in 0..seats {
        assert!(focused_name(&window).starts_with("Points of "), "{}", focused_name(&window));
        window.type_in(&(200 - 40 * at as i32).to_string());
        window.key("\n");
        assert!(focused_name(&window).starts_with("Bids met by "), "{}", focused_name(&window));
        window.key("6");
        window.key("\n");
    }
    assert_eq!(focused_name(&window), "Take the slip");
    window.key("\n");
    window.until("takes the slip", |window| window.says("1 of 2 tables done"));
    window.key(Key::DownArrow);
    assert!(focused_name(&window).starts_with("Table A, "), "{}", focused_name(&window));
    window.key("\n");
    assert!(window.says("Slip of table A"));
    window.key(Key::Escape);
    assert!(!window.says("Slip of table A"));
    window.tap(&window.labelled("Table B, "));
    assert!(window.offers("Remove the result of this table"));
    window.key(Key::Escape);
    window.key(Key::PageDown);
    assert!(window.says(": Rank 1, "), "{:#?}", window.labels());
    tab_to(&mut window, "Paper…");
}

#[test]
fn the_wall_takes_the_window_and_turns_its_pages() {
    let (_shelf, mut window) = organised(true);
    window.key(Key::F11);
    assert_eq!(window.page(), Page::Wall);
    assert!(window.says("Results of round 2"), "{:#?}", window.labels());
    assert!(!window.offers("Archive"), "nothing but the wall may be in sight");
    window.resize(700.0, 300.0);
    let first = window.lines();
    mock_elapsed_time(Duration::from_secs(11));
    assert_ne!(window.lines(), first, "the next page must come by itself");
    window.resize(1280.0, 2000.0);
    let all = window.lines();
    mock_elapsed_time(Duration::from_secs(11));
    assert_eq!(window.lines(), all, "nothing may move where all is in sight");
    window.key(Key::Escape);
    assert_eq!(window.page(), Page::Tournament);
}

#[test]
fn the_clock_is_right_however_long_the_last_tick_is_ago() {
    let (_shelf, mut window) = organised(true);
    assert!(window.offers("Start the clock"));
    window.tap("Start the clock");
    window.settle();
    let left = |window: &Window| window.window().global::<TournamentAdapter>().get_left();
    let before = left(&window);
    // As in a sleep, no timer runs.
    std::thread::sleep(Duration::from_millis(2300));
    mock_elapsed_time(Duration::from_millis(1010));
    let gone = before - left(&window);
    assert!((2..=4).contains(&gone), "{gone}");
}

#[test]
fn who_was_just_added_is_in_sight_and_others_are_found() {
    let (_shelf, mut window) = organised(true);
    window.tap("Players");
    let in_sight = |window: &Window, label: &str| {
        let (line, list) = (window.place(label), window.places("TournamentList")[0]);
        line.top >= list.top && line.bottom <= list.bottom
    };
    tab_to(&mut window, "Name of a player");
    window.type_in("Zebedee");
    window.key("\n");
    window.settle();
    mock_elapsed_time(Duration::from_millis(50));
    assert!(in_sight(&window, "Zebedee: No. 41"), "{:#?}", window.labels());
    window.fill("Name of a player", "zebe");
    assert!(window.says("Zebedee: No. 41") && !window.says(": No. 40"), "{:#?}", window.labels());
}

#[test]
fn the_arrow_keys_reach_every_table_and_everybody() {
    let shelf = afternoon(3, true);
    for (size, right) in [((1280.0, 800.0), Key::RightArrow), ((400.0, 820.0), Key::DownArrow)] {
        let mut window = Window::open(shelf.path(), None);
        window.resize(size.0, size.1);
        organise(&mut window);
        window.tap("Results");
        for _ in 0..10 {
            window.key(right);
        }
        assert!(focused_name(&window).starts_with("Table J, "), "{}", focused_name(&window));
        window.tap("Ranking");
        for _ in 0..40 {
            window.key(Key::DownArrow);
        }
        assert!(focused_name(&window).contains(": Rank 40, "), "{}", focused_name(&window));
    }
}

#[test]
fn a_tournament_that_cannot_be_saved_is_not_called_a_game() {
    let shelf = Shelf::new();
    let path = shelf.path().join("data");
    fs::write(&path, "a file where the folder should be").unwrap();
    let mut window = Window::open(&path, None);
    window.tap("Begin a tournament");
    paste(&mut window, NINE);
    window.until_says("Not saved: ");
    let text = window.labelled("Not saved: ");
    assert!(text.contains("What you enter stays in memory") && !text.contains("game"), "{text}");
}

#[test]
fn a_note_that_comes_leaves_the_focus_at_its_table() {
    let ((shelf, mut window), games) = (organised(false), afternoon(3, true));
    window.tap("Results");
    window.key(Key::RightArrow);
    window.key(Key::RightArrow);
    assert!(focused_name(&window).starts_with("Table B, "), "{}", focused_name(&window));
    for (file, text) in games.files() {
        fs::write(shelf.path().join(file.file_name().unwrap()), text).unwrap();
    }
    window.until_says("1 note: ");
    assert!(focused_name(&window).starts_with("Table B, "), "{}", focused_name(&window));
    window.must_say(&["Table D, playing 8 of 10"]);
}

#[test]
fn a_list_that_is_refused_stays_to_be_mended() {
    let mut window = begun();
    paste(&mut window, "1 Anna\n1 Ben");
    assert!(window.offers("Add the players") && window.says("0 players"), "{:#?}", window.labels());
    window.fill("Names of the players", "1 Anna\n2 Ben");
    window.tap("Add the players");
    assert!(!window.offers("Add the players") && window.says("2 players"), "{:#?}", window.labels());
}

#[test]
fn one_name_after_the_other_is_typed_at_once() {
    for by_key in [true, false] {
        let mut window = begun();
        for name in ["Anna", "Ben", "Cleo"] {
            assert_eq!(focused_name(&window), "Name of a player", "before {name}");
            window.type_in(name);
            if by_key {
                window.key("\n");
            } else {
                window.tap("Add");
            }
        }
        assert!(window.says("Cleo: No. 3") && window.says("3 players"), "{:#?}", window.labels());
    }
}

#[test]
fn a_narrow_window_leaves_room_for_the_list_and_for_taking_a_slip() {
    let shelf = afternoon(3, false);
    let mut window = Window::open(shelf.path(), None);
    window.resize(400.0, 820.0);
    organise(&mut window);
    for (tab, list) in [("Results", "Listing"), ("Seats", "Listing"), ("Ranking", "TournamentList")] {
        window.tap(tab);
        assert!(window.places(list)[0].height() >= 450.0, "{tab}: {:?}", window.places(list));
    }
    window.taps(&["Results", "Enter a slip"]);
    let take = window.place("Take the slip");
    assert!(take.bottom <= 820.0 && take.height() >= 48.0, "{take}");
    window.key(Key::Escape);
    window.taps(&["Round of the tournament: 2", "Round 1"]);
    window.until_says("10 of 10 tables done");
    window.taps(&["More", "Paper…", "Result slips"]);
    assert!(window.shows("Result slips"), "the sheet says what is shared: {:#?}", window.labels());
}

#[test]
fn a_table_knows_its_tournament_and_goes_on_from_its_result() {
    let shelf = afternoon(3, true);
    let mut window = Window::open(shelf.path(), None);
    window.until("offers the tournament", |window| window.offers("Which table of Saarlouis open?"));
    // It is the main button of home.
    window.key(Key::Return);
    window.tap(&window.labelled("F: "));
    window.until("deals the game", |window| window.page() == Page::Table);
    assert!(window.says("Saarlouis open, round 2, table F"), "{:#?}", window.labels());
    window.play_rounds(1, 4);
    window.taps(&["More", "End the game early", "End the game"]);
    window.until("shows the result", |window| window.page() == Page::Result);
    assert!(window.says("Saarlouis open, round 2, table F") && !window.offers("Rematch"), "{:#?}", window.labels());
    window.tap("On to the next table");
    assert_eq!(window.page(), Page::Home);
    window.tap("Organise Saarlouis open");
    assert!(window.says("Table F, ✓ ended after hand 1 of 10"), "{:#?}", window.labels());
    window.tap(&window.labelled("Table F, "));
    assert!(window.says("The game was ended after hand 1 of 10") && !window.says("hardly possible"));
    // So is the tournament where it is organised.
    window.key(Key::Escape);
    window.tap("Start the clock");
    window.settle();
    window.key(Key::Escape);
    assert_eq!(window.page(), Page::Home);
    window.key(Key::Return);
    window.until("it is organised here", |window| window.page() == Page::Tournament);
}

#[test]
fn at_the_end_the_wall_begins_with_the_podium() {
    let shelf = won();
    let mut window = Window::open(shelf.path(), None);
    look_back(&mut window);
    assert!(window.offers("Semi-final") && window.offers("Final"), "{:#?}", window.labels());
    window.tap("Ranking");
    assert!(window.says(&format!("Champion: {}", name(4))), "{:#?}", window.labels());
    assert!(window.says(&format!("{}: Rank 1, No. 4, Status Final, ", name(4))), "{:#?}", window.labels());
    window.key(Key::F11);
    assert!(window.says("Final ranking") && !window.says(": Rank 1, "), "{:#?}", window.labels());
    for (rank, number) in [(1, 4), (2, 2), (3, 8)] {
        assert!(window.says(&format!("{rank}: {}", name(number))), "{:#?}", window.labels());
    }
    mock_elapsed_time(Duration::from_secs(11));
    assert!(window.says(&format!("{}: Rank 1, ", name(4))), "the ranking follows: {:#?}", window.labels());
    window.key(Key::Escape);
    window.tap("Settings of the tournament");
    window.resize(1280.0, 1600.0);
    assert!(window.shows("8: Semi-final and Final"), "{:#?}", window.labels());
}

#[test]
fn a_slip_by_finger_is_checked_and_the_keys_pass_over_an_absent_player() {
    let mut window = nine();
    seat(&mut window, 1);
    window.taps(&["Results", "Enter a slip"]);
    let names: Vec<String> =
        window.labels().iter().filter_map(|label| Some(label.strip_prefix("Points of ")?.to_owned())).collect();
    window.fill(&format!("Points of {}", names[0]), "255");
    window.fill(&format!("Bids met by {}", names[0]), "7");
    window.until_says("255 is no multiple of 10");
    window.tap("Take the slip");
    assert!(window.says("Slip of table A"), "a slip that cannot be must stay: {:#?}", window.labels());
    for name in &names {
        window.fill(&format!("Points of {name}"), "100");
        window.fill(&format!("Bids met by {name}"), "6");
    }
    for at in [0, 2] {
        window.tap(&format!("{} did not come", names[at]));
    }
    window.tap("Take the slip");
    window.until_says("did not come, but has numbers");
    window.tap("Take it anyway");
    window.until_says("1 of 2 tables done");
    assert!(window.says("Table A, ✓ by hand"), "{:#?}", window.labels());
    window.key("s");
    for letter in ["a", "\n"] {
        window.key(letter);
    }
    for field in ["Points of", "Bids met by"] {
        assert_eq!(focused_name(&window), format!("{field} {}", names[1]));
        window.key("\n");
    }
    assert_eq!(focused_name(&window), format!("Points of {}", names[3]));
}

#[test]
fn the_names_of_an_earlier_tournament_are_a_tap_away() {
    let shelf = afternoon(3, false);
    let mut window = Window::open(shelf.path(), None);
    window.until("offers the tournament", |window| window.offers("Organise Saarlouis open"));
    window.tap("Begin a tournament");
    window.until("shows the tournament", |window| window.page() == Page::Tournament);
    window.tap("Paste a list…");
    window.tap(&window.labelled("Saarlouis open, "));
    window.tap("Add the players");
    window.until_says("40 players");
}
