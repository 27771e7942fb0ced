//! Home: continuing, playing again with others, and unfinished games.

use slint::platform::PointerEventButton;
use tablet_of_truth::app::Page;

use crate::shelf::{Shelf, early, game, kitchen, load, new_year};
use crate::window::Window;

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
    let window = Window::new();
    assert!(window.says("A score pad for the card game Wizard"), "{:#?}", window.labels());
    assert!(window.says("No games yet. The first one will be listed here"));
}

/// Five one-card rounds, all with these bids and tricks.
fn rounds(id: u32, bids: [u8; 3], tricks: [u8; 3]) -> serde_json::Value {
    let rounds = vec![serde_json::json!({"bids": bids, "tricks": tricks}); 5];
    game(id, &format!("2026-01-{id:02}T20:00:00+01:00"), &["Anna", "Ben", "Cleo"], &[1; 5], rounds.into())
}

#[test]
fn the_result_names_a_record_or_a_personal_best() {
    let usual = |id| rounds(id, [0, 0, 0], [1, 0, 0]);
    let record = rounds(20, [1, 1, 0], [1, 0, 0]);
    let best = rounds(20, [0, 0, 0], [0, 1, 0]);
    let told = |last: &serde_json::Value, before: u32| {
        let mut games: Vec<_> = (1..=before).map(usual).collect();
        games.push(last.clone());
        let shelf = Shelf::with(&games);
        let window = Window::open(shelf.path(), Some(shelf.path_of(last)));
        assert_eq!(window.page(), Page::Result);
        window.wait_until(|ui| !ui.with_app(|app| app.home().reading || app.is_looking_for_feat()));
        let labels = window.labels();
        labels.into_iter().find(|label| label.starts_with("A record") || label.starts_with("A personal best"))
    };
    assert_eq!(told(&record, 5).unwrap(), "A record at this table: Anna with 150 points, the most of 6 games.");
    assert_eq!(told(&record, 4), None, "five games are too few");
    assert_eq!(told(&best, 5).unwrap(), "A personal best: Anna with 100 points, the most of 6 games.");
    assert_eq!(told(&usual(20), 5), None, "the usual totals are no feat");
}
