use slint::platform::{Key, PointerEventButton};
use slint::{ComponentHandle, Model};
use tablet_of_truth::app::Page;
use tablet_of_truth_window::HomeAdapter;

use crate::setup::seats;
use crate::shelf::{Shelf, early, game, kitchen, new_year, opened};
use crate::walk::seen::Seen;
use crate::window::{Window, paint_windows};

/// What home offers with one unfinished and one finished game, in the order of Tab.
const BUTTONS: [&str; 4] = ["Continue", "More about the game of 31 Dec 2025", "Rematch", "New game"];

#[test]
fn unfinished_games_have_a_menu_and_a_card_to_continue_them() {
    let shelf = Shelf::with(&[new_year(), early(), kitchen()]);
    let mut window = Window::open(shelf.path(), None);
    window.deal(&["Finn", "Gus", "Hans"]);
    window.settle();
    window.tap("Play");
    assert!(window.shows("Unfinished"), "{:#?}", window.labels());
    let begun = window.labelled("More about the game of ");
    window.tap(&begun);
    assert!(begun != "More about the game of 31 Dec 2025" && window.offers("Delete: move it to the trash"));
    assert!(!window.offers("End the game early"), "no round is scored");
    window.key(Key::Escape);
    window.taps(&["More about the game of 31 Dec 2025", "End the game early"]);
    window.settle();
    assert_eq!(window.page(), Page::Result);
    window.tap("Play");
    assert!(!window.shows("Unfinished") && window.says("31 Dec 2025: Ben led with 30"), "{:#?}", window.labels());
    let card = window.labelled("Continue t");
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
    assert!(!window.says("Last time: "), "{:#?}", window.labels());
    window.tap("New game");
    assert_eq!((window.page(), seats(&window)), (Page::Setup, ["Anna", "Ben", "Cleo"].map(String::from).to_vec()));
}

#[test]
fn the_games_of_an_evening_stand_together_are_added_up_and_shared() {
    let mut after_midnight = kitchen();
    after_midnight["id"] = serde_json::json!("00000009-0000-4000-8000-000000000009");
    after_midnight["started"] = serde_json::json!("2026-03-08T00:30:00+01:00");
    let shelf = Shelf::with(&[kitchen(), after_midnight, early()]);
    let mut window = Window::open(shelf.path(), None);
    let (text, points) = ("Saturday 7 March · 2 games · Ben won 2 games", "Ben 180 · Anna 160 · Cleo −60");
    for (width, height) in [(1280.0, 1200.0), (800.0, 1400.0), (360.0, 2400.0)] {
        window.resize(width, height);
        let labels = window.labels();
        let at = |start: &str| {
            labels.iter().position(|label| label.starts_with(start)).unwrap_or_else(|| panic!("{labels:#?}"))
        };
        let alone = "Tuesday 11 November 2025";
        let places = [at(text), at(points), at("8 Mar 2026: "), at("7 Mar 2026: "), at(alone), at("11 Nov 2025: ")];
        assert!(places.is_sorted() && window.shows(alone), "{labels:#?}");
        window.taps(&["Share Saturday evening", "Other formats…"]);
        window.key("\n");
        assert_eq!(window.page(), Page::Home, "Enter is for the panel");
        (0..3).for_each(|_| window.key(Key::Escape));
        assert!(!window.offers("Picture") && window.offers("Share Saturday evening"));
    }
}

#[test]
fn the_first_start_says_that_it_is_a_score_pad() {
    let mut window = Window::new();
    assert!(window.shows("Everyone plays.") && window.shows("This keeps score."), "{:#?}", window.labels());
    assert!(window.says("The score pad for Wizard") && window.says("3 to 6 players · bet with tokens"));
    assert!(!window.shows("Recent games") && !window.shows("Last time"));
    assert!(!window.offers("Archive") && !window.offers("Statistics") && window.offers("Rules"));
    window.tap("Bring games here");
    window.settle();
    assert!(window.shows("File to import") && window.page() == Page::Home, "{:#?}", window.labels());
    window.key(Key::Escape);
    for game in ["The Last Wizard", "Wizard"] {
        window.tap(game);
        assert_eq!(window.page(), Page::Setup);
        assert!(window.labels().iter().any(|label| label.starts_with(game)), "{:#?}", window.labels());
        window.tap("Play");
    }
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.settle();
    window.tap("Play");
    assert!(window.offers("Archive") && window.offers("Statistics"), "there is a game: {:#?}", window.labels());
}

#[test]
fn an_example_evening_can_be_looked_at_and_removed() {
    let shelf = Shelf::new();
    let mut window = Window::open(shelf.path(), None);
    window.tap("Look at an example evening");
    window.settle();
    assert_eq!(window.page(), Page::Archive);
    assert!(window.says("An example: nobody played it") && window.says("Greta"), "{:#?}", window.labels());
    let examples = |window: &Window| window.labels().iter().filter(|label| label.starts_with("Example, ")).count();
    assert_eq!(examples(&window), 2);
    window.tap("Play");
    assert!(window.shows("Recent games") && !window.says("Last time"), "{:#?}", window.labels());
    assert!(!window.shows("Continue") && !window.shows("Rematch") && !window.shows("Unfinished"));
    assert_eq!(examples(&window), 2);
    window.tap("Remove the example");
    window.settle();
    assert!(window.shows("The example is in the trash."), "{:#?}", window.labels());
    let window = Window::open(shelf.path(), None);
    assert!(window.shows("Everyone plays."), "the first start must be back: {:#?}", window.labels());
}

#[test]
fn the_last_game_has_its_place_and_its_chart() {
    let shelf = Shelf::with(&[kitchen(), early()]);
    let mut window = Window::open(shelf.path(), None);
    window.wait_until(|ui| !ui.with_app(|app| app.home().last_read.lines.is_empty()));
    window.must_say(&["Last time: Ben 90 · Anna 80 · Cleo −30 · Sat 7 Mar · Kitchen"]);
    window.must_show(&["Rematch"]);
    let read = window.ui.with_app(|app| app.home().last_read);
    let corners = read.lines.iter().map(|line| (line.seat, line.corners.len()));
    assert!(corners.eq([(0, 4), (1, 4), (2, 4)]), "{:?}", read.lines.len());
    let home = window.window().global::<HomeAdapter>();
    assert_eq!(home.get_last_lines().row_count(), 3);
    let (path, mark) = (home.invoke_path(1, 0, 100.0, 100.0), home.invoke_mark(1, 0, 5.0));
    assert!(path.starts_with("M0.0 ") && mark < home.invoke_mark(2, 0, 5.0), "{path}");
    window.tap("Rematch");
    window.play_rounds(3, 3);
    window.tap("Play");
    window.until("shows the game that was played last", |window| {
        let read = window.ui.with_app(|app| app.home().last_read);
        read.place.is_empty() && read.lines.first().is_some_and(|line| line.corners.len() == 4)
    });
}

/// Five one-card rounds, all with these bids and tricks.
fn rounds(id: u32, bids: [u8; 3], tricks: [u8; 3]) -> serde_json::Value {
    let rounds = vec![serde_json::json!({"bids": bids, "tricks": tricks}); 5];
    game(id, &format!("2026-01-{id:02}T20:00:00+01:00"), &["Anna", "Ben", "Cleo"], &[1; 5], rounds.into())
}

#[test]
fn the_result_says_what_sets_the_game_apart() {
    let usual = |id| rounds(id, [0, 0, 0], [1, 0, 0]);
    let mut games: Vec<_> = (1..=5).map(usual).collect();
    games.push(rounds(20, [1, 1, 0], [1, 0, 0]));
    let shelf = Shelf::with(&games);
    let window = Window::open(shelf.path(), Some(shelf.path_of(&games[5])));
    assert_eq!(window.page(), Page::Result);
    window.wait_until(|ui| !ui.with_app(|app| app.home().reading || app.is_working()));
    assert!(window.shows("A record for 3 players: Anna, the best of 6 games."), "{:#?}", window.labels());
}

#[test]
fn the_first_three_stand_on_steps_where_there_is_room() {
    // The middle and the foot of each player's place, in the order of the seats.
    let feet = |window: &Window, across: f32| -> Vec<(f32, f32)> {
        let labels = window.labels();
        let foot = |name: &str| {
            let is_place = |label: &&String| label.starts_with("Place ") && label.contains(&format!(": {name},"));
            let place = window.place(labels.iter().find(is_place).unwrap());
            assert!(place.left >= 0.0 && place.right <= across, "{name} at {place}");
            (place.middle().0, place.bottom)
        };
        ["Anna", "Ben", "Cleo"].map(foot).to_vec()
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
        let (rows, cards) = (window.places("SessionLine"), window.places("Card"));
        let (row, card) = (rows[1], cards[cards.len() - 1]);
        assert!(rows.len() == 2 && card.top < rows[0].top, "{rows:?} {cards:?}");
        let below = card.bottom - row.bottom;
        assert!((10.0..30.0).contains(&below), "{below} px below the last row at {width} × {height}");
    }
}

#[test]
fn a_victory_of_three_is_shown_in_whole_words() {
    paint_windows();
    let round = serde_json::json!({"bids": [0, 0, 0, 0], "tricks": [0, 1, 0, 0]});
    let names = ["Anna", "Ben", "Dora", "Emil"];
    let shelf = Shelf::with(&[game(1, "2026-01-02T20:00:00+01:00", &names, &[1], serde_json::json!([round]))]);
    let window = Window::open(shelf.path(), None);
    for (width, height) in [(1280.0, 800.0), (1024.0, 600.0), (820.0, 1180.0)] {
        window.resize(width, height);
        let seen = Seen::in_window(&window);
        let shown = "Anna, Dora and Emil share the victory";
        let whole = seen.words.iter().filter(|words| words.text == shown).find(|words| {
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
    let last = "1 Jan 2026: Ben and Cleo 100; Anna −50; Classic, 5 rounds";
    let rows = Seen::controls_in(&window).controls.into_iter().map(|control| control.name);
    let rows: Vec<_> = rows.filter(|name| name.contains(" Jan 2026: ")).collect();
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
        let mut rows = seen.controls.iter().filter(|control| control.name.contains(" Jan 2026: "));
        let row = rows.rfind(|row| row.in_sight == row.place).unwrap();
        window.wheel(&row.name, -400.0);
    }
    window.tap(last);
    window.settle();
    assert_eq!(window.page(), Page::Result);
}
