//! A day of a tournament in the window: from the first name to the ranking, by finger and by keys.

use std::collections::BTreeMap;
use std::fs;

use i_slint_backend_testing::{ElementHandle, mock_elapsed_time};
use serde_json::{Value, json};
use slint::platform::Key;
use slint::{ComponentHandle, Model};
use std::time::Duration;
use tablet_of_truth::app::Page;
use tablet_of_truth::archive::Archive;
use tablet_of_truth::ui::TournamentAdapter;
use tempfile::TempDir;

use crate::common::thorough::is_thorough;
use crate::keys::tab_to;
use crate::shelf::{Shelf, game};
use crate::walk::screens::LONG;
use crate::walk::seen::focused_name;
use crate::window::Window;

const ID: &str = "0b6f3c1e-5d0a-4f6e-9a57-3a8f5f0e2c11";
const NAMES: [&str; 14] = [
    "Anna", "Ben", "Cleo", "Dora", "Émilie", "Finn", "Arnaud", "Thomas", "Ute", "Kevin", "Greta", "Emil", "Clara",
    "Theo",
];
const NINE: &str = "Anna\nBen\nCleo\nDora\nEmil\nFinn\nGreta\nTheo\nUte";

/// The name of a player of [`afternoon`].
fn name(number: usize) -> &'static str {
    LONG.iter().chain(&NAMES).copied().cycle().nth(number - 1).unwrap()
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

/// The organiser's window over [`afternoon`].
pub fn organise(window: &mut Window) {
    window.until("offers the tournament", |window| window.offers("Organise Saarlouis open"));
    window.tap("Organise Saarlouis open");
    window.until("shows the tournament", |window| window.page() == Page::Tournament);
}

/// A new tournament of nobody.
fn begun() -> Window {
    let mut window = Window::new();
    window.tap("New game");
    window.tap("Begin a tournament");
    window.until("shows the tournament", |window| window.page() == Page::Tournament);
    window
}

/// Pastes the names of players, one a line.
fn paste(window: &mut Window, names: &str) {
    window.tap("Paste a list…");
    window.fill("Names of the players", names);
    window.tap("Add the players");
    window.settle();
}

/// A new tournament of nine, with nobody seated.
fn nine() -> Window {
    let mut window = begun();
    paste(&mut window, NINE);
    window
}

/// Seats the next round.
fn seat(window: &mut Window, round: usize) {
    window.tap(&format!("Seats of round {round}"));
    window.until("seats the round", |window| window.offers(&format!("Seats of round {}", round + 1)));
    window.settle();
}

/// The labels of the seats of a table, clockwise.
fn seats(window: &Window, table: &str) -> Vec<String> {
    let beginning = format!("Table {table}: ");
    window.labels().into_iter().filter(|label| label.starts_with(&beginning)).collect()
}

#[test]
fn the_first_names_are_typed_at_once() {
    let mut window = begun();
    for name in ["Anna", "Ben"] {
        window.type_in(name);
        window.key(Key::Return);
    }
    assert!(window.says("1, Anna") && window.says("2, Ben"), "{:#?}", window.labels());
}

#[test]
fn a_day_by_finger_from_the_first_name_to_the_ranking() {
    let mut window = nine();
    window.resize(1280.0, 1600.0);
    window.fill("Name of a player", "Zoë");
    window.tap("Add");
    assert!(window.says("10, Zoë"), "{:#?}", window.labels());
    window.tap("10, Zoë: ");
    window.tap("Remove the player");
    window.settle();
    assert!(!window.says("Zoë") && window.says("9 players"), "{:#?}", window.labels());

    seat(&mut window, 1);
    window.tap("Seats");
    let (mut a, b) = (seats(&window, "A"), seats(&window, "B"));
    assert_eq!(a.len() + b.len(), 9, "{:#?}", window.labels());
    window.tap(&a[0]);
    window.tap(&b[0]);
    window.settle();
    let moved = b[0].replace("Table B", "Table A").replace(", deals", "");
    a = seats(&window, "A");
    assert!(a.iter().any(|seat| seat.replace(", deals", "") == moved), "{moved} is not among {a:#?}");
    window.chord(&[Key::Control], "z");
    window.settle();
    assert!(!seats(&window, "A").iter().any(|seat| seat.replace(", deals", "") == moved));

    window.tap("By name");
    assert!(window.says("Anna, number 1: table "), "{:#?}", window.labels());
    window.tap("By name");

    window.tap("Results");
    window.tap("Enter a slip");
    assert!(window.says("Slip of table A"), "{:#?}", window.labels());
    let names: Vec<String> =
        window.labels().iter().filter_map(|label| Some(label.strip_prefix("Points of ")?.to_owned())).collect();
    window.fill(&format!("Points of {}", names[0]), "255");
    window.fill(&format!("Bids met by {}", names[0]), "7");
    window.until("says what is wrong", |window| window.says("255 is no multiple of 10"));
    window.tap("Take the slip");
    assert!(window.says("Slip of table A"), "a slip that cannot be must stay: {:#?}", window.labels());
    for (at, name) in names.iter().enumerate() {
        window.fill(&format!("Points of {name}"), &(260 - 30 * at as i32).to_string());
        window.fill(&format!("Bids met by {name}"), "6");
    }
    window.tap("Take the slip");
    window.until("takes the slip", |window| window.says("1 of 2 tables done"));
    assert!(window.says("Table A, ✓ by hand"), "{:#?}", window.labels());

    window.tap("Ranking");
    assert!(window.says(&format!("Rank 1: {}", names[0])), "{:#?}", window.labels());
    window.tap("Settings of the tournament");
    window.tap("One round of the tournament more");
    window.settle();
    assert_eq!(window.window().global::<TournamentAdapter>().get_before_stages(), 4);
    window.key(Key::Escape);
    assert_ne!(window.page(), Page::Tournament);
}

#[test]
fn a_slip_by_keys_alone() {
    let mut window = nine();
    window.chord(&[Key::Control], "\n");
    window.until("seats the round", |window| window.offers("Seats of round 2"));
    window.tap("Results");
    window.key("s");
    assert_eq!(focused_name(&window), "Table of the slip");
    for letter in ["b", "\n"] {
        window.key(letter);
    }
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
    window.key(Key::PageDown);
    assert!(window.says("Rank 1: "), "{:#?}", window.labels());
    tab_to(&mut window, "Paper…");
}

#[test]
fn the_wall_takes_the_window_and_turns_its_pages() {
    let shelf = afternoon(3, true);
    let mut window = Window::open(shelf.path(), None);
    organise(&mut window);
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
fn the_clock_ticks_while_it_runs() {
    let shelf = afternoon(3, true);
    let mut window = Window::open(shelf.path(), None);
    organise(&mut window);
    assert!(window.offers("Start the clock"));
    window.tap("Start the clock");
    window.settle();
    let left = window.window().global::<TournamentAdapter>().get_left();
    for _ in 0..5 {
        mock_elapsed_time(Duration::from_millis(1010));
    }
    let later = window.window().global::<TournamentAdapter>().get_left();
    assert!((4..=6).contains(&(left - later)), "{left} {later}");
}

#[test]
fn home_offers_a_running_tournament_and_its_tables() {
    let shelf = afternoon(3, true);
    let mut window = Window::open(shelf.path(), None);
    window.until("offers the tournament", |window| window.offers("Which table of Saarlouis open?"));
    assert!(window.says("Saarlouis open, round 2: which table?"), "{:#?}", window.labels());
    window.tap("Which table of Saarlouis open?");
    let table = window.labels().into_iter().find(|label| label.starts_with("F: ")).expect("table F must be offered");
    assert!(!window.says("A: "), "a table with a result is not offered");
    window.tap(&table);
    window.until("deals the game", |window| window.page() == Page::Table);
    assert!(window.says(name(6)), "{:#?}", window.labels());
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
        assert!(focused_name(&window).starts_with("Rank 40: "), "{}", focused_name(&window));
    }
}

#[test]
fn a_tournament_that_cannot_be_saved_is_not_called_a_game() {
    let shelf = Shelf::new();
    let path = shelf.path().join("data");
    fs::write(&path, "a file where the folder should be").unwrap();
    let mut window = Window::open(&path, None);
    window.taps(&["New game", "Begin a tournament"]);
    paste(&mut window, NINE);
    window.until_says("Not saved: ");
    let said = window.labels().into_iter().find(|label| label.starts_with("Not saved: ")).unwrap();
    assert!(said.contains("What you enter stays in memory") && !said.contains("game"), "{said}");
}

#[test]
fn a_tournament_is_deleted_and_taken_back_on_home() {
    let shelf = afternoon(3, false);
    let mut window = Window::open(shelf.path(), None);
    organise(&mut window);
    window.tap("Settings of the tournament");
    window.resize(1280.0, 1600.0);
    window.tap("Delete: move it to the trash");
    assert_eq!(window.page(), Page::Home);
    assert!(window.says("The tournament is in the trash.") && !window.offers("Organise Saarlouis open"));
    window.tap("Undo");
    window.until("offers it again", |window| window.offers("Organise Saarlouis open"));
    window.tap("Organise Saarlouis open");
    window.tap("Settings of the tournament");
    window.tap("Delete: move it to the trash");
    window.taps(&["Archive", "Import, backup, names, trash", "Trash"]);
    window.until("lists it", |window| window.says("Saarlouis open"));
    window.key("\n");
    window.until_says("The tournament is back.");
}

#[test]
fn a_backup_brings_the_tournament_and_its_games_to_another_device() {
    let (shelf, other) = (afternoon(3, true), Shelf::new());
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("all.json");
    let more = "Import, backup, names, trash";
    let mut window = Window::open(shelf.path(), None);
    window.taps(&["Archive", more, "Save all as one file"]);
    window.fill("Where to save the file", file.to_str().unwrap());
    window.tap("Save");
    let count = shelf.files().len();
    window.until_says(&format!("{count} sessions and 1 tournament"));
    drop(window);
    let mut window = Window::open(other.path(), None);
    for said in ["sessions and 1 tournament were imported.", "0 sessions were imported. "] {
        window.taps(&["Archive", more, "Import sessions"]);
        window.fill("File to import", file.to_str().unwrap());
        window.tap("Import");
        window.until_says(said);
    }
    window.tap("Play");
    window.until("offers it", |window| window.offers("Organise Saarlouis open"));
    organise(&mut window);
    window.tap("Results");
    window.until("knows its games", |window| window.says("Table D, playing 8 of 10"));
}

#[test]
fn a_tournament_deleted_in_another_window_is_asked_for() {
    let shelf = afternoon(3, false);
    let mut window = Window::open(shelf.path(), None);
    organise(&mut window);
    let file = Archive::new(shelf.path().to_owned()).tournaments().unwrap().remove(0);
    let kept = fs::read(&file).unwrap();
    for (answer, page) in [("Write it again", Page::Tournament), ("Close it", Page::Home)] {
        fs::remove_file(&file).unwrap();
        window.until_says("Another window or device has deleted this tournament");
        window.tap(answer);
        window.until("does as it is told", |window| {
            let known = window.ui.with_app(|app| app.home().tournaments.len());
            (window.page(), file.exists(), known) == (page, page == Page::Tournament, usize::from(file.exists()))
        });
    }
    fs::write(&file, kept).unwrap();
    organise(&mut window);
}

#[test]
fn a_note_that_comes_leaves_the_focus_at_its_table() {
    let (shelf, games) = (afternoon(3, false), afternoon(3, true));
    let mut window = Window::open(shelf.path(), None);
    organise(&mut window);
    window.tap("Results");
    window.key(Key::RightArrow);
    window.key(Key::RightArrow);
    assert!(focused_name(&window).starts_with("Table B, "), "{}", focused_name(&window));
    for (file, text) in games.files() {
        fs::write(shelf.path().join(file.file_name().unwrap()), text).unwrap();
    }
    window.until_says("1 note: ");
    assert!(focused_name(&window).starts_with("Table B, "), "{}", focused_name(&window));
}

/// The number in a text of the window.
fn number(text: &str) -> i64 {
    let digits: String = text.replace('−', "-").chars().filter(|sign| sign.is_ascii_digit() || *sign == '-').collect();
    digits.parse().unwrap_or_else(|_| panic!("{text:?} is no number"))
}

/// The tables of the round shown: their names and the numbers of who sits there.
fn tables(window: &Window) -> Vec<(String, Vec<i32>)> {
    let tables = window.window().global::<TournamentAdapter>().get_tables();
    tables.iter().map(|table| (table.name.into(), table.seats.iter().map(|seat| seat.number).collect())).collect()
}

#[test]
fn a_day_of_three_rounds_by_slips_ends_in_the_order_of_a_second_reckoning() {
    // Of 104, on 26 tables, everything takes its time.
    let people = if is_thorough() { 104 } else { 24 };
    let mut window = begun();
    let names: Vec<String> = (1..=people).map(|number| format!("Player {number}")).collect();
    paste(&mut window, &names.join("\n"));
    let mut random = fastrand::Rng::with_seed(26);
    // Table points, points and bids met of each number.
    let mut sums: BTreeMap<i32, [i64; 3]> = BTreeMap::new();
    for round in 1..=3 {
        seat(&mut window, round);
        window.tap("Results");
        for (table, players) in tables(&window) {
            let mut points: Vec<i64> = (-6..=37).map(|tens| 10 * tens).collect();
            random.shuffle(&mut points);
            points.truncate(players.len());
            window.key("s");
            window.type_in(&table);
            window.key("\n");
            for (player, &points_of) in players.iter().zip(&points) {
                let met = random.i64(5..=7);
                window.type_in(&points_of.to_string());
                window.key("\n");
                window.type_in(&met.to_string());
                window.key("\n");
                let place = points.iter().filter(|&&other| other > points_of).count();
                let sums = sums.entry(*player).or_default();
                for (sum, more) in sums.iter_mut().zip([[45, 30, 20, 10][place], points_of, met]) {
                    *sum += more;
                }
            }
            assert_eq!(focused_name(&window), "Take the slip", "table {table} of round {round}");
            window.key("\n");
            window.settle();
        }
        let done = format!("{0} of {0} tables done", people / 4);
        assert!(window.says(&done), "{:#?}", window.labels());
    }
    window.tap("Ranking");
    let rows = window.window().global::<TournamentAdapter>().get_rows();
    let shown: Vec<(i32, [i64; 3])> = rows
        .iter()
        .map(|row| (row.number, [&row.table_points, &row.points, &row.met].map(|text| number(text))))
        .collect();
    assert_eq!(shown.iter().copied().collect::<BTreeMap<_, _>>(), sums);
    assert!(shown.is_sorted_by(|one, next| one.1 >= next.1), "{shown:?}");
}

#[test]
fn a_game_played_here_leaves_nothing_over_home() {
    let shelf = afternoon(3, false);
    let mut window = Window::open(shelf.path(), None);
    organise(&mut window);
    let table = window.labels().into_iter().find(|label| label.starts_with("Table F, ")).expect("table F is in sight");
    window.tap(&table);
    assert!(window.says("Slip of table F"), "{:#?}", window.labels());
    window.tap("Play the game of this table on this device");
    window.until("deals the game", |window| window.page() == Page::Table);
    window.settle();
    window.tap("Play");
    assert_eq!(window.page(), Page::Home);
    assert!(!window.says("Slip of table F"), "{:#?}", window.labels());
    window.tap("Organise Saarlouis open");
    assert_eq!(window.page(), Page::Tournament);
    assert!(window.says("Table F, playing 1 of 10"), "{:#?}", window.labels());
}

#[test]
fn a_list_that_is_refused_stays_to_be_mended() {
    let mut window = begun();
    window.tap("Paste a list…");
    window.fill("Names of the players", "1 Anna\n1 Ben");
    window.tap("Add the players");
    window.settle();
    assert!(window.offers("Add the players") && window.says("0 players"), "{:#?}", window.labels());
    window.fill("Names of the players", "1 Anna\n2 Ben");
    window.tap("Add the players");
    assert!(!window.offers("Add the players") && window.says("2 players"), "{:#?}", window.labels());
}

#[test]
fn a_table_that_there_is_not_is_told() {
    let shelf = afternoon(3, false);
    let mut window = Window::open(shelf.path(), None);
    organise(&mut window);
    window.tap("Results");
    window.key("s");
    for letter in ["q", "\n"] {
        window.key(letter);
    }
    assert!(window.says("There is no table q in this round."), "{:#?}", window.labels());
    assert_eq!(focused_name(&window), "Table of the slip");
    assert!(!window.offers("Remove the result of this table"), "it has none");
    window.key(Key::Escape);
    let done = window.labels().into_iter().find(|label| label.starts_with("Table A, ")).unwrap();
    window.tap(&done);
    assert!(window.offers("Remove the result of this table"));
}

#[test]
fn one_name_after_the_other_is_typed() {
    for by_key in [true, false] {
        let mut window = begun();
        tab_to(&mut window, "Name of a player");
        for name in ["Anna", "Ben", "Cleo"] {
            assert_eq!(focused_name(&window), "Name of a player", "before {name}");
            window.type_in(name);
            if by_key {
                window.key("\n");
            } else {
                window.click("Add");
            }
        }
        assert!(window.says("3, Cleo") && window.says("3 players"), "{:#?}", window.labels());
    }
}

/// The height of what is labelled so.
fn height(window: &Window, label: &str) -> f32 {
    window.find(label).size().height
}

#[test]
fn a_narrow_window_leaves_room_for_the_list_and_for_taking_a_slip() {
    let shelf = afternoon(3, false);
    let mut window = Window::open(shelf.path(), None);
    window.resize(400.0, 820.0);
    organise(&mut window);
    for tab in ["Results", "Seats", "Ranking"] {
        window.tap(tab);
        let listing = ElementHandle::find_by_element_type_name(window.window(), "Listing").next().unwrap();
        assert!(listing.size().height >= 450.0, "{tab}: {}", listing.size().height);
    }
    window.tap("Results");
    window.tap("Enter a slip");
    let take = window.find("Take the slip");
    let bottom = take.absolute_position().y + take.size().height;
    assert!(bottom <= 820.0 && height(&window, "Take the slip") >= 48.0, "{bottom}");
    window.key(Key::Escape);
    window.tap("Round of the tournament: 2");
    window.tap("Round 1");
    window.until_says("10 of 10 tables done");
    window.taps(&["More", "Paper…", "Result slips, four a page"]);
    assert!(window.shows("Result slips"), "the sheet says what is shared: {:#?}", window.labels());
}

#[test]
fn a_table_knows_its_tournament_and_goes_on_from_its_result() {
    let shelf = afternoon(3, true);
    let mut window = Window::open(shelf.path(), None);
    window.until("offers the tournament", |window| window.offers("Which table of Saarlouis open?"));
    window.tap("Which table of Saarlouis open?");
    let table = window.labels().into_iter().find(|label| label.starts_with("F: ")).expect("table F must be offered");
    window.tap(&table);
    window.until("deals the game", |window| window.page() == Page::Table);
    assert!(window.says("Saarlouis open, round 2, table F"), "{:#?}", window.labels());
    window.play_rounds(1, 4);
    window.tap("End the game early");
    window.tap("End the game");
    window.until("shows the result", |window| window.page() == Page::Result);
    assert!(window.says("Saarlouis open, round 2, table F") && !window.offers("Rematch"), "{:#?}", window.labels());
    window.tap("On to the next table");
    assert_eq!(window.page(), Page::Home);
    window.tap("Organise Saarlouis open");
    assert!(window.says("Table F, ✓ ended after hand 1 of 10"), "{:#?}", window.labels());
    let table = window.labels().into_iter().find(|label| label.starts_with("Table F, ")).unwrap();
    window.tap(&table);
    assert!(window.says("The game was ended after hand 1 of 10") && !window.says("hardly possible"));
}
