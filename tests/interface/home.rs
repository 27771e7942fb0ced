//! Home: continuing, playing again with others, and unfinished games.

use slint::platform::{Key, PointerEventButton};
use slint::{ComponentHandle, Model};
use tablet_of_truth::app::Page;
use tablet_of_truth::ui::HomeAdapter;

use crate::shelf::{Shelf, early, game, kitchen, load, new_year, track};
use crate::track::won;
use crate::walk::seen::Seen;
use crate::window::{Window, paint_windows};

/// What home offers with one unfinished and one finished game, in the order of Tab.
const BUTTONS: [&str; 6] = [
    "Continue",
    "End the game of 31 Dec 2025",
    "Delete the game of 31 Dec 2025",
    "Rematch",
    "Change players…",
    "New game",
];

fn seats(window: &Window) -> Vec<String> {
    window.ui.with_app(|app| app.setup().seats.into_iter().map(|seat| seat.name).collect())
}

/// The label that starts like this.
fn labelled(window: &Window, start: &str) -> String {
    let found = window.labels().into_iter().find(|label| label.starts_with(start));
    found.unwrap_or_else(|| panic!("nothing begins with {start:?}: {:#?}", window.labels()))
}

/// Puts somebody else on Cleo's seat and starts the game.
fn swap_cleo(window: &mut Window) {
    assert_eq!((window.page(), seats(window)), (Page::Setup, vec!["Anna".into(), "Ben".into(), "Cleo".into()]));
    window.click("Change Cleo");
    window.find("Name of a player").set_accessible_value("Dora");
    window.click("Change");
    window.click("Deal round 1");
    window.settle();
}

#[test]
fn players_are_changed_after_a_game_and_all_else_stays() {
    let mut window = Window::new();
    window.resize(1280.0, 2000.0);
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.show_rules();
    for choice in ["25 years · special cards", "Juggler", "Hidden", "More rules", "Ties broken by bids met", "Custom"]
    {
        window.click(choice);
    }
    window.find("Cards dealt in each round").set_accessible_value("2, 3, 5");
    window.click("Deal round 1");
    window.play_rounds(1, 3);
    window.click("End the game early");
    window.click("End the game");
    window.settle();
    let before = load(&window.file());
    window.click("Change players…");
    assert!(window.shows("Ben deals first"), "the deal must move on: {:#?}", window.labels());
    swap_cleo(&mut window);
    let after = load(&window.file());
    assert_eq!(after.people().names_at_end(), ["Anna", "Ben", "Dora"]);
    assert_eq!(
        after.people().players_at_end()[..2],
        before.people().players_at_end()[..2],
        "the others keep their ids"
    );
    assert_ne!(after.people().players_at_end()[2].id, before.people().players_at_end()[2].id);
    assert_eq!((after.game().rules(), after.game().dealer(1)), (before.game().rules(), 1));
}

#[test]
fn players_are_changed_from_home_and_from_the_archive() {
    for from_archive in [false, true] {
        let shelf = Shelf::with(&[kitchen()]);
        let mut window = Window::open(shelf.path(), None);
        if from_archive {
            window.tap("Archive");
            window.tap("7 Mar 2026: Ben 90; Anna, Cleo; Classic, 3 rounds");
            window.tap("More");
            window.tap("Change players: a rematch with different players");
        } else {
            window.click("Change players…");
        }
        swap_cleo(&mut window);
        let (old, new) = (load(&shelf.path_of(&kitchen())), load(&window.file()));
        assert_eq!(new.game().rules(), old.game().rules());
        assert_eq!(
            (new.people().names_at_end().join(" "), new.game().dealer(1)),
            ("Anna Ben Dora".into(), 0),
            "three rounds: Anna"
        );
    }
}

#[test]
fn unfinished_games_can_be_continued_ended_and_deleted() {
    let shelf = Shelf::with(&[new_year(), early(), kitchen()]);
    let mut window = Window::open(shelf.path(), None);
    window.deal(&["Finn", "Gus", "Hans"]);
    window.settle();
    window.click("Play");
    assert!(window.shows("Unfinished"), "{:#?}", window.labels());
    let home = window.ui.with_app(|app| app.home());
    assert_eq!(home.unfinished.len(), 1);
    assert!(home.recent.iter().all(|entry| entry.status != tablet_of_truth::session::Status::Running));
    // The game without a scored round can only be deleted.
    assert_eq!(window.labels().iter().filter(|label| label.starts_with("End the game of")).count(), 1);
    window.click("Delete the game of 31 Dec 2025");
    window.settle();
    assert!(window.says("The session is in the trash.") && !window.shows("Unfinished"), "{:#?}", window.labels());
    assert_eq!(shelf.trash().len(), 1);
    window.click("Undo");
    window.settle();
    assert!(window.shows("Unfinished") && shelf.trash().is_empty());
    assert_eq!(window.page(), Page::Home);
    window.click("End the game of 31 Dec 2025");
    window.settle();
    assert_eq!(window.page(), Page::Result);
    window.click("Play");
    assert!(
        !window.shows("Unfinished") && window.says("31 Dec 2025: Ended early after round 1"),
        "{:#?}",
        window.labels()
    );
    let card = labelled(&window, "Continue t");
    window.look();
    window.find(&card).mock_single_click(PointerEventButton::Left);
    window.settle();
    assert_eq!(window.page(), Page::Table, "the whole card must be a button");
    assert!(window.shows("Finn deals"));
}

#[test]
fn continuing_comes_before_ending_and_deleting() {
    let shelf = Shelf::with(&[new_year(), kitchen()]);
    let mut window = Window::open(shelf.path(), None);
    let buttons: Vec<_> = window.labels().into_iter().filter(|label| BUTTONS.contains(&label.as_str())).collect();
    assert_eq!(buttons, BUTTONS);
    window.click("New game");
    assert_eq!((window.page(), seats(&window)), (Page::Setup, vec![]), "the set-up must be empty");
}

#[test]
fn games_of_one_day_show_their_time() {
    let mut second = kitchen();
    second["id"] = serde_json::json!("00000009-0000-4000-8000-000000000009");
    second["started"] = serde_json::json!("2026-03-07T22:40:00+01:00");
    let shelf = Shelf::with(&[kitchen(), second, early()]);
    let window = Window::open(shelf.path(), None);
    assert!(window.says("Sat 7 Mar, 20:15:") && window.says("Sat 7 Mar, 22:40:"), "{:#?}", window.labels());
    assert!(window.says("11 Nov 2025:"), "the only game of a day needs no time: {:#?}", window.labels());
}

#[test]
fn the_games_of_an_evening_stand_together_and_are_added_up() {
    let mut after_midnight = kitchen();
    after_midnight["id"] = serde_json::json!("00000009-0000-4000-8000-000000000009");
    after_midnight["started"] = serde_json::json!("2026-03-08T00:30:00+01:00");
    let shelf = Shelf::with(&[kitchen(), after_midnight, early()]);
    let window = Window::open(shelf.path(), None);
    let told = "Saturday evening · 2 games · Ben won 2 games: Ben 180 · Anna 160 · Cleo −60";
    for (width, height) in [(1280.0, 1200.0), (800.0, 1400.0), (400.0, 2400.0)] {
        window.resize(width, height);
        let labels = window.labels();
        let at = |start: &str| {
            labels.iter().position(|label| label.starts_with(start)).unwrap_or_else(|| panic!("{labels:#?}"))
        };
        let places = [at(told), at("Sun 8 Mar: "), at("Sat 7 Mar: "), at("11 Nov 2025: ")];
        assert!(places.is_sorted(), "{labels:#?}");
        let evenings = labels.iter().filter(|label| label.contains(" evening · ") && label.contains(": "));
        assert_eq!(evenings.count(), 1, "one game is no evening");
    }
}

#[test]
fn an_evening_is_shared_from_home() {
    let mut after_midnight = kitchen();
    after_midnight["id"] = serde_json::json!("00000009-0000-4000-8000-000000000009");
    after_midnight["started"] = serde_json::json!("2026-03-08T00:30:00+01:00");
    let shelf = Shelf::with(&[kitchen(), after_midnight.clone(), early()]);
    let folder = tempfile::TempDir::new().unwrap();
    let mut window = Window::open(shelf.path(), None);
    for (width, height) in [(1280.0, 1200.0), (800.0, 1400.0), (360.0, 2400.0)] {
        window.resize(width, height);
        window.tap("Share Saturday evening");
        assert!(window.shows("Copy as text for a chat") && window.shows("Picture"), "{:#?}", window.labels());
        for of_one_game in
            ["CSV table", "Web page", "BG Stats file", "BG Stats: a code to scan", "More formats", "JSON"]
        {
            assert!(!window.offers(of_one_game), "{of_one_game}");
        }
        window.key("\n");
        assert_eq!(window.page(), Page::Home, "Enter is for the panel");
        window.key(Key::Escape);
        assert!(!window.offers("PDF sheet") && window.offers("Share Saturday evening"));
    }
    window.resize(1280.0, 1200.0);
    window.tap("Share Saturday evening");
    let place = "Where to save the file";
    for (choice, ending, start) in
        [("PDF sheet", "pdf", "%PDF-"), ("Picture", "png", "\u{89}PNG"), ("Text", "txt", "S")]
    {
        window.tap(choice);
        let suggested = window.written(place);
        let name = format!("evening_2026-03-07_Ben_Anna_Cleo.{ending}");
        assert!(suggested.ends_with(&name), "{suggested}");
        let path = folder.path().join(format!("evening.{ending}"));
        window.fill(place, path.to_str().unwrap());
        window.tap("Save");
        window.until_says(&format!("Saved as {}", path.display()));
        let bytes = std::fs::read(&path).unwrap();
        let begins: String = bytes.iter().take(8).map(|&byte| char::from(byte)).collect();
        assert!(begins.starts_with(start), "{choice} begins with {begins:?}");
    }
    let told = std::fs::read_to_string(folder.path().join("evening.txt")).unwrap();
    assert!(told.starts_with("Saturday evening · Sat 7 Mar 2026 · Kitchen\n2 games · Ben won 2 games\n\n1."), "{told}");
    assert_eq!(told.matches("Ben 90 · Anna 80 · Cleo −30").count(), 2, "{told}");
    assert!(told.find("20:15") < told.find("00:30"), "as they were played: {told}");
    window.tap("Copy as text for a chat");
    assert!(window.shows("The text is on the clipboard."));
    std::fs::remove_file(shelf.path_of(&kitchen())).unwrap();
    window.until("forgets it", |window| !window.says("Sat 7 Mar"));
    assert!(window.offers("PDF sheet"), "a game of the evening is left");
    std::fs::remove_file(shelf.path_of(&after_midnight)).unwrap();
    window.until("forgets it", |window| !window.says("Sun 8 Mar"));
    assert!(!window.offers("PDF sheet"), "there is nothing left to share");
}

#[test]
fn an_empty_game_makes_way_for_another() {
    let shelf = Shelf::new();
    let mut window = Window::open(shelf.path(), None);
    let deal = |window: &mut Window, names: &[&str]| {
        window.deal(names);
        window.settle();
    };
    deal(&mut window, &["Anna", "Ben", "Cleo"]);
    window.click("Play");
    deal(&mut window, &["Anna", "Ben", "Dora"]);
    assert_eq!(shelf.files().len(), 1, "the empty game must be gone");
    let trash: Vec<_> = shelf.trash().into_keys().map(|path| load(&path).people().names_at_end()).collect();
    assert_eq!(trash, [["Anna", "Ben", "Cleo"]], "the empty game must be in the trash");
    window.bid("Ben", 1);
    window.settle();
    window.click("Play");
    deal(&mut window, &["Anna", "Ben", "Emil"]);
    assert_eq!((shelf.files().len(), shelf.trash().len()), (2, 1), "a game with an entry must stay");
    window.click("Play");
    window.click("Archive");
    assert!(window.shows("2 sessions"), "{:#?}", window.labels());
}

#[test]
fn the_first_start_says_that_it_is_a_score_pad() {
    let mut window = Window::new();
    assert!(window.shows("Everyone plays.") && window.shows("This keeps score."), "{:#?}", window.labels());
    assert!(window.says("The score pad for Wizard") && window.says("3 to 6 players · bet with tokens"));
    assert!(!window.shows("Recent games") && !window.shows("Last time"));
    window.click("Bring games here");
    window.settle();
    assert_eq!(window.page(), Page::Archive);
    assert!(window.shows("File to import"), "{:#?}", window.labels());
}

/// Opens the program with nothing, and looks at the example evening.
fn with_example(shelf: &Shelf) -> Window {
    let mut window = Window::open(shelf.path(), None);
    window.click("Look at an example evening");
    window.settle();
    window
}

#[test]
fn an_example_evening_can_be_looked_at_and_removed() {
    let shelf = Shelf::new();
    let mut window = with_example(&shelf);
    assert_eq!(window.page(), Page::Archive);
    assert!(window.says("An example: nobody played it") && window.says("Greta"), "{:#?}", window.labels());
    assert_eq!(window.labels().iter().filter(|label| label.starts_with("Example, ")).count(), 2);
    assert_eq!(shelf.files().len(), 2);
    window.click("Play");
    assert!(window.shows("Recent games") && !window.says("Last time"), "{:#?}", window.labels());
    assert!(!window.shows("Continue") && !window.shows("Rematch") && !window.shows("Unfinished"));
    assert_eq!(window.labels().iter().filter(|label| label.contains(", an example: ")).count(), 2);
    let records: Vec<_> = shelf.sessions().values().map(tablet_of_truth::session::Record::of).collect();
    let figures = tablet_of_truth::statistics::Statistics::of(&records);
    assert!(figures.players.is_empty() && figures.sessions.copies == 0);
    assert!(window.ui.with_app(|app| app.names().is_empty()), "nobody of the example may be offered as a player");
    window.click("Remove the example");
    window.settle();
    assert!(shelf.files().is_empty() && shelf.trash().len() == 2);
    assert!(window.shows("The example is in the trash."), "{:#?}", window.labels());
    window.click("Undo");
    window.settle();
    assert!(shelf.files().len() == 2 && shelf.trash().is_empty());
    assert_eq!(window.labels().iter().filter(|label| label.contains(", an example: ")).count(), 2);
    assert!(!window.shows("The example is in the trash."), "{:#?}", window.labels());
    window.click("Remove the example");
    window.settle();
    let window = Window::open(shelf.path(), None);
    assert!(window.shows("Everyone plays."), "the first start must be back: {:#?}", window.labels());
}

#[test]
fn what_was_tried_in_the_example_is_removed_with_it_and_can_be_taken_back() {
    let shelf = Shelf::new();
    let mut window = with_example(&shelf);
    window.tap("More");
    window.tap("Duplicate: try things on a copy");
    window.settle();
    assert_eq!(shelf.files().len(), 3);
    assert_eq!(window.labels().iter().filter(|label| label.starts_with("Example, ")).count(), 3);
    assert!(window.ui.with_app(|app| app.names().is_empty()), "nobody of the example may be offered as a player");
    let before: Vec<_> = shelf.sessions().into_values().map(|session| (session.id(), session.scored())).collect();
    window.tap("Remove the example");
    window.settle();
    assert!(shelf.files().is_empty() && shelf.trash().len() == 3);
    assert!(window.shows("The example is in the trash."), "{:#?}", window.labels());
    window.tap("Undo");
    window.settle();
    assert!(window.shows("The example is back."), "{:#?}", window.labels());
    let after: Vec<_> = shelf.sessions().into_values().map(|session| (session.id(), session.scored())).collect();
    assert_eq!(after, before);
    assert!(shelf.trash().is_empty());
}

#[test]
fn removing_the_example_leaves_every_real_game() {
    let shelf = Shelf::new();
    let mut window = with_example(&shelf);
    let example = shelf.files();
    window.click("Play");
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.settle();
    window.click("Play");
    // Another program has put a game in place of one of the example's.
    let replaced = example.keys().next().unwrap();
    std::fs::write(replaced, serde_json::to_vec(&kitchen()).unwrap()).unwrap();
    window.click("Remove the example");
    window.settle();
    let left: Vec<_> = shelf.sessions().into_values().map(|session| session.people().names_at_end()).collect();
    assert_eq!(left, [["Anna", "Ben", "Cleo"], ["Anna", "Ben", "Cleo"]]);
    assert!(shelf.files().contains_key(replaced) && shelf.trash().len() == 1);
}

#[test]
fn an_example_that_cannot_be_saved_says_why() {
    let shelf = Shelf::new();
    let nowhere = shelf.path().join("games");
    std::fs::write(&nowhere, "not a folder").unwrap();
    let window = Window::open(&nowhere, None);
    window.wait_until(|ui| ui.with_app(|app| !app.home().unreadable.is_empty()));
    assert!(!window.shows("Look at an example evening"), "an archive that cannot be read is not the first start");
    window.ui.window().global::<tablet_of_truth::ui::ArchiveAdapter>().invoke_add_example();
    window.settle();
    assert!(window.says("The example could not be saved: "), "{:#?}", window.labels());
}

#[test]
fn the_last_game_is_told_unless_there_is_one_to_continue() {
    let shelf = Shelf::with(&[kitchen()]);
    let window = Window::open(shelf.path(), None);
    assert!(window.says("Last time: Ben 90 · ") && window.shows("Rematch"), "{:#?}", window.labels());
    let shelf = Shelf::with(&[kitchen(), new_year()]);
    let window = Window::open(shelf.path(), None);
    assert!(window.shows("Continue") && !window.says("Last time: "), "{:#?}", window.labels());
}

#[test]
fn the_last_game_has_its_place_and_its_chart() {
    let shelf = Shelf::with(&[kitchen(), early()]);
    let window = Window::open(shelf.path(), None);
    window.wait_until(|ui| !ui.with_app(|app| app.home().last_read.lines.is_empty()));
    assert!(window.says("Last time: Ben 90 · Anna 80 · Cleo −30 · Sat 7 Mar · Kitchen"), "{:#?}", window.labels());
    let read = window.ui.with_app(|app| app.home().last_read);
    assert_eq!(
        read.lines.iter().map(|line| (line.seat, line.corners.len())).collect::<Vec<_>>(),
        [(0, 4), (1, 4), (2, 4)]
    );
    let home = window.window().global::<HomeAdapter>();
    assert_eq!(home.get_last_lines().row_count(), 3);
    let (path, mark) = (home.invoke_path(1, 0, 100.0, 100.0), home.invoke_mark(1, 0, 5.0));
    assert!(path.starts_with("M0.0 ") && mark < home.invoke_mark(2, 0, 5.0), "{path}");
}

#[test]
fn the_chart_follows_the_game_that_was_played_last() {
    let shelf = Shelf::with(&[kitchen()]);
    let mut window = Window::open(shelf.path(), None);
    window.click("Rematch");
    window.settle();
    window.play_rounds(3, 3);
    window.settle();
    window.click("Play");
    window.wait_until(|ui| !ui.with_app(|app| app.home().last_read.lines.is_empty()));
    let read = window.ui.with_app(|app| app.home().last_read);
    assert_eq!((read.place.as_str(), read.lines[0].corners.len()), ("", 4));
}

#[test]
fn all_games_are_one_tap_away_whatever_was_looked_for() {
    let shelf = Shelf::with(&[kitchen(), early(), new_year()]);
    let mut window = shelf.archive();
    window.find("Search players, notes, dates").set_accessible_value("Kitchen");
    window.settle();
    assert!(window.shows("1 of 3 sessions"), "{:#?}", window.labels());
    window.click("Play");
    window.click("All 3 games");
    window.settle();
    assert_eq!(window.page(), Page::Archive);
    assert!(window.shows("3 sessions"), "{:#?}", window.labels());
    let shelf = Shelf::with(&[kitchen()]);
    assert!(!Window::open(shelf.path(), None).says("All "), "the only game is on home already");
}

#[test]
fn enter_on_home_continues_the_game_or_deals_again() {
    let shelf = Shelf::with(&[kitchen(), new_year()]);
    let mut window = Window::open(shelf.path(), None);
    window.key("\n");
    window.settle();
    assert_eq!(window.page(), Page::Table);
    assert_eq!(window.file(), shelf.path_of(&new_year()));
    let shelf = Shelf::with(&[kitchen()]);
    let mut window = Window::open(shelf.path(), None);
    window.key("\n");
    window.settle();
    assert_eq!(window.page(), Page::Table);
    assert_eq!(load(&window.file()).people().names_at_end(), ["Anna", "Ben", "Cleo"]);
    assert_eq!(shelf.files().len(), 2, "a new game must have begun");
    let mut window = Window::new();
    window.key("\n");
    assert_eq!(window.page(), Page::Home, "with nothing to continue, Enter does nothing");
}

#[test]
fn enter_on_home_waits_until_the_games_are_read() {
    let shelf = Shelf::with(&[kitchen(), new_year()]);
    let mut window = Window::open(shelf.path(), None);
    window.chord(&[Key::Alt], "\n");
    window.settle();
    assert_eq!(window.page(), Page::Home, "with Alt, it is another key");
    window.window().global::<HomeAdapter>().set_reading(true);
    window.key("\n");
    window.settle();
    assert_eq!(window.page(), Page::Home, "another game may yet turn out to be the last");
    window.window().global::<HomeAdapter>().set_reading(false);
    window.key("\n");
    window.settle();
    assert_eq!(window.page(), Page::Table);
}

/// Five one-card rounds, all with these bids and tricks.
fn rounds(id: u32, bids: [u8; 3], tricks: [u8; 3]) -> serde_json::Value {
    let rounds = vec![serde_json::json!({"bids": bids, "tricks": tricks}); 5];
    game(id, &format!("2026-01-{id:02}T20:00:00+01:00"), &["Anna", "Ben", "Cleo"], &[1; 5], rounds.into())
}

#[test]
fn the_list_ends_with_a_whole_evening_and_only_played_games_are_counted() {
    let usual = |id| rounds(id, [0, 0, 0], [1, 0, 0]);
    let mut copy = usual(30);
    copy["copy_of"] = usual(1)["id"].clone();
    let evening = (31..=33).map(|id| {
        let mut game = usual(id);
        game["started"] = serde_json::json!(format!("2025-12-01T{}:00:00+01:00", id - 13));
        game
    });
    let games: Vec<_> = (1..=28).map(usual).chain([copy]).chain(evening).collect();
    let shelf = Shelf::with(&games);
    let window = Window::open(shelf.path(), None);
    let home = window.ui.with_app(|app| app.home());
    assert_eq!(home.recent.len(), 32);
    assert!(home.recent[29..].iter().all(|entry| entry.in_evening));
    assert!(window.shows("All 31 games"), "a copy was not played: {:#?}", window.labels());
}

#[test]
fn the_result_says_what_sets_the_game_apart() {
    let usual = |id| rounds(id, [0, 0, 0], [1, 0, 0]);
    let record = rounds(20, [1, 1, 0], [1, 0, 0]);
    let best = rounds(20, [0, 0, 0], [0, 1, 0]);
    let told = |last: &serde_json::Value, before: u32| {
        let mut games: Vec<_> = (1..=before).map(usual).collect();
        games.push(last.clone());
        let shelf = Shelf::with(&games);
        let window = Window::open(shelf.path(), Some(shelf.path_of(last)));
        assert_eq!(window.page(), Page::Result);
        window.wait_until(|ui| !ui.with_app(|app| app.home().reading || app.is_working()));
        window.ui.with_app(|app| app.feat()).map(|feat| feat.to_string()).inspect(|feat| {
            assert!(window.shows(feat), "{:#?}", window.labels());
        })
    };
    assert_eq!(told(&record, 5).unwrap(), "A record for 3 players: Anna, the best of 6 games.");
    assert_eq!(told(&best, 5).unwrap(), "A personal best for Anna: the best of 6 games with 3 players.");
    assert_eq!(told(&record, 4).unwrap(), "Anna's first win, in game 5.", "five games are too few for a record");
    assert_eq!(told(&usual(20), 1), None, "two wins are not a row");
    assert_eq!(told(&usual(20), 5).unwrap(), "Ben has won 6 games in a row.");
}

#[test]
fn a_game_of_the_last_wizard_is_set_apart_from_its_own_kind() {
    let people = ["Lana", "Élodie", "Takako"];
    let at = |id: u32| format!("2026-01-{id:02}T20:00:00+01:00");
    let of_lana = |id: u32| track(id, &at(id), &people, &[20; 3], serde_json::json!([won(10)]));
    // A game of Wizard between them, which Lana loses.
    let other = game(9, &at(3), &people, &[1], serde_json::json!([{"bids": [0, 0, 0], "tricks": [1, 0, 0]}]));
    let games = [of_lana(1), of_lana(2), other, of_lana(4)];
    let shelf = Shelf::with(&games);
    let window = Window::open(shelf.path(), Some(shelf.path_of(&games[3])));
    window.wait_until(|ui| !ui.with_app(|app| app.home().reading || app.is_working()));
    assert!(window.shows("Lana has won 3 games in a row."), "{:#?}", window.labels());
}

#[test]
fn the_first_three_stand_on_steps_where_there_is_room() {
    // The middle and the foot of each player's place, in the order of the seats.
    let feet = |window: &Window, across: f32| -> Vec<(f32, f32)> {
        let labels = window.labels();
        let foot = |name: &str| {
            let is_place = |label: &&String| label.starts_with("Place ") && label.contains(&format!(": {name},"));
            let place = window.find(labels.iter().find(is_place).unwrap());
            let (at, size) = (place.absolute_position(), place.size());
            assert!(at.x >= 0.0 && at.x + size.width <= across, "{name} at {at:?} {size:?}");
            (at.x + size.width / 2.0, at.y + size.height)
        };
        ["Anna", "Ben", "Cleo"].map(foot).to_vec()
    };
    let opened = |last: &serde_json::Value| {
        let shelf = Shelf::with(std::slice::from_ref(last));
        let window = Window::open(shelf.path(), Some(shelf.path_of(last)));
        (shelf, window)
    };
    // Totals 150, −50, 100.
    let (_shelf, window) = opened(&rounds(1, [1, 1, 0], [1, 0, 0]));
    for (across, down) in [(1280.0, 800.0), (360.0, 740.0)] {
        window.resize(across, down);
        let [anna, ben, cleo] = feet(&window, across)[..] else { panic!("three play") };
        assert!(cleo.0 < anna.0 && anna.0 < ben.0, "the first in the middle: {anna:?} {ben:?} {cleo:?}");
        assert!(anna.1 < cleo.1 && cleo.1 < ben.1, "the first on top: {anna:?} {ben:?} {cleo:?}");
    }
    window.resize(800.0, 400.0);
    let [anna, ben, cleo] = feet(&window, 800.0)[..] else { panic!("three play") };
    assert!(anna.0 == ben.0 && anna.1 < cleo.1 && cleo.1 < ben.1, "a list: {anna:?} {ben:?} {cleo:?}");
    // Totals −50, 100, 100.
    let (_shelf, window) = opened(&rounds(2, [0, 0, 0], [1, 0, 0]));
    let [anna, ben, cleo] = feet(&window, 1280.0)[..] else { panic!("three play") };
    assert!(ben.1 == cleo.1 && ben.0 < cleo.0 && cleo.0 < anna.0 && cleo.1 < anna.1, "{anna:?} {ben:?} {cleo:?}");
}

#[test]
fn few_games_need_no_card_as_large_as_the_page() {
    let shelf = Shelf::with(&[kitchen(), early()]);
    let window = Window::open(shelf.path(), None);
    for (width, height) in [(1280.0, 800.0), (820.0, 1180.0), (400.0, 1600.0)] {
        window.resize(width, height);
        let (rows, cards) = (window.places("EntryRow"), window.places("Card"));
        let (row, card) = (rows[1], cards[cards.len() - 1]);
        assert!(rows.len() == 2 && card.top < rows[0].top, "{rows:?} {cards:?}");
        let below = card.bottom - row.bottom;
        assert!((10.0..30.0).contains(&below), "{below} px below the last row at {width} × {height}");
    }
}

#[test]
fn a_victory_of_three_is_told_in_whole_words() {
    paint_windows();
    let round = serde_json::json!({"bids": [0, 0, 0, 0], "tricks": [0, 1, 0, 0]});
    let names = ["Anna", "Ben", "Dora", "Emil"];
    let shelf = Shelf::with(&[game(1, "2026-01-02T20:00:00+01:00", &names, &[1], serde_json::json!([round]))]);
    let window = Window::open(shelf.path(), None);
    for (width, height) in [(1280.0, 800.0), (1024.0, 600.0), (820.0, 1180.0)] {
        window.resize(width, height);
        let seen = Seen::in_window(&window);
        let told = "Anna, Dora and Emil share the victory";
        let whole = seen.words.iter().filter(|words| words.text == told).find(|words| {
            let (has, ink) = (&words.in_sight, &words.ink);
            words.least_width <= has.width() + 0.6 && ink.height() <= has.height() + 0.6
        });
        assert!(whole.is_some(), "at {width} × {height}: {:#?}", window.labels());
    }
}

#[test]
fn only_the_faces_with_room_are_made() {
    let names = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Finn"];
    let made = |players: usize, width: f32| {
        let tricks: Vec<u8> = (0..players).map(|seat| u8::from(seat == 0)).collect();
        let round = serde_json::json!({"bids": vec![0; players], "tricks": tricks});
        let before = game(1, "2026-01-02T20:00:00+01:00", &names[..players], &[1], serde_json::json!([round]));
        let shelf = Shelf::with(&[before, kitchen()]);
        let window = Window::open(shelf.path(), None);
        window.resize(width, 1600.0);
        Seen::made_in(&window)
    };
    let of_a_sixth = |width: f32| made(6, width) - made(5, width);
    let (wide, narrow) = (of_a_sixth(1280.0), of_a_sixth(400.0));
    assert!(narrow < wide, "a narrow window has room for no more than five: {narrow} and {wide}");
}

#[test]
fn rows_far_out_of_sight_are_made_when_keys_or_the_wheel_come_near() {
    let games: Vec<_> = (1..=28).map(|id| rounds(id, [0, 0, 0], [1, 0, 0])).collect();
    let shelf = Shelf::with(&games);
    let mut window = Window::open(shelf.path(), None);
    let last = "Thu 1 Jan: Ben 100 · Cleo 100 · Anna −50";
    let rows = Seen::controls_in(&window).controls.into_iter().map(|control| control.name);
    let rows: Vec<_> = rows.filter(|name| name.contains(" Jan: ")).collect();
    assert!((10..25).contains(&rows.len()) && !rows.iter().any(|name| name == last), "{rows:#?}");
    for _ in 0..60 {
        if !window.offers(last) {
            window.key(Key::Tab);
        }
    }
    assert!(window.offers(last), "{:#?}", window.labels());
    let mut window = Window::open(shelf.path(), None);
    for _ in 0..12 {
        let seen = Seen::controls_in(&window);
        let mut rows = seen.controls.iter().filter(|control| control.name.contains(" Jan: "));
        let row = rows.rfind(|row| row.in_sight == row.place).unwrap();
        window.wheel(&row.name, -400.0);
    }
    window.tap(last);
    window.settle();
    assert_eq!(window.page(), Page::Result);
}
