//! The table of The Last Wizard: bets, showdown, track, sheet, corrections and board, by taps and keys.

use std::time::Duration;

use i_slint_backend_testing::mock_elapsed_time;
use serde_json::{Value, json};
use slint::platform::Key;
use tablet_of_truth::app::{Mode, Overlay, Page};
use tablet_of_truth::archive::Preference;
use tablet_of_truth::language::Language;

use crate::common::last_wizard::won;
use crate::keys::tab_to;
use crate::penalty::panel;
use crate::shelf::{Shelf, opened, track};
use crate::walk::seen::focused_name;
use crate::window::Window;

pub fn open(start: &[i32], first: usize, rounds: Value) -> (Window, Shelf) {
    let names = ["Lana", "Élodie", "Takako", "Sabrina", "Billie", "Kim"];
    let mut game = track(1, "2026-03-08T19:00:00Z", &names[..start.len()], start, rounds);
    game["first_player"] = json!(first);
    let (shelf, window) = opened(&game);
    (window, shelf)
}

/// After the rounds scored, in seat order.
pub fn spaces(window: &Window) -> Vec<i32> {
    window.ui.with_app(|app| {
        let session = app.session().unwrap().last_wizard().unwrap();
        session.current_totals().into_iter().collect()
    })
}

pub const PRINTED: [i32; 5] = [6, 14, 20, 11, 17];

#[test]
fn the_booklets_round_is_entered_by_taps() {
    let (mut window, _folder) = open(&PRINTED, 0, json!([]));
    window.must_show(&["Round 1", "Lana begins · Takako is alone in front"]);
    for (seat, space) in [("Lana", 6), ("Élodie", 14), ("Takako", 20), ("Sabrina", 11), ("Billie", 17)] {
        assert!(window.shows(&format!("Space {space}: {seat}")) && window.shows(&format!("{seat} on space {space}")));
    }
    // What a fold would move is shown before.
    assert!(window.shows("Lana folds: +2, to space 8"));
    window.taps(&["Lana takes 2", "Élodie takes 3"]);
    assert!(window.shows("Takako folds: 0, to space 20"));
    window.taps(&["Takako takes 4", "Sabrina folds: +1, to space 12"]);
    // A fold moves the pawn at once.
    assert!(window.shows("Space 12: Sabrina") && window.shows("Sabrina on space 12: folded, +1"));
    window.tap("Billie takes 1");
    assert!(window.shows("Lana takes 4: best +12, second +4, else −6"), "{:#?}", window.labels());
    window.taps(&["Lana takes 4: best +12, second +4, else −6", "Élodie takes −1: best +2, second −1, else −2"]);
    window.taps(&["Takako takes 1: best +5, second +1, else −5", "Billie folds: −1, to space 16"]);
    window.taps(&["Lana has the best hand: +12", "Élodie has the second best hand: −1"]);
    // The remaining ranks follow by themselves.
    assert!(window.shows("Takako on space 20: round token 4, square token 1 and another hand, −5"));
    assert!(window.shows("Élodie begins the next round"));
    window.tap("Score round 1");
    assert_eq!((spaces(&window), window.inputs), (vec![18, 13, 15, 12, 16], 12));
    assert!(window.shows("Round 1, Lana: +2×6, on space 18") && window.shows("Round 1, Sabrina: (+1), on space 12"));
    assert!(window.shows("Round 2") && window.shows("Élodie begins · Lana is alone in front"));
    window.settle();
}

/// Enters the bets of the printed round by keys; after a minus sign a 1 could follow, so it waits a moment.
fn enter_bets(window: &mut Window) {
    window.type_in("234f14-");
    window.pause(1000);
    window.key("1");
    window.key("f");
}

#[test]
fn the_letters_of_the_track_are_the_same_in_every_language() {
    for language in Language::all() {
        let (mut window, _folder) = showdown();
        window.prefer(Preference::Language(Some(language)));
        window.key("c");
        assert!(counts(&window), "{language:?}");
        window.key(Key::Escape);
        window.chord(&[Key::Control], "z");
        window.key("f");
        assert!(window.ui.with_app(|app| app.track().common.lines[2].boxes[1].is_none()), "{language:?}");
        window.settle();
    }
}

#[test]
fn tokens_and_ranks_of_others_are_marked() {
    let (mut window, _folder) = open(&PRINTED, 0, json!([]));
    let more = |window: &Window, label: &str| window.find(label).accessible_description().unwrap_or_default();
    window.tap("Lana takes 2");
    assert_eq!(more(&window, "Élodie takes 2"), "taken by Lana");
    assert_eq!(more(&window, "Élodie takes 3"), "");
    window.key(Key::Backspace);
    enter_bets(&mut window);
    assert!(window.says("If the best hands tie, each of them is Best."), "{:#?}", window.labels());
    window.key("1");
    assert_eq!(more(&window, "Élodie has the best hand: +2"), "so far Lana");
    let (mut window, _folder) = open(&[15, 15, 15], 1, json!([]));
    window.key("f");
    window.key("f");
    assert!(window.shows("All others have folded, so Lana gains the sum of the tokens Lana holds."));
    assert_eq!(window.find("Lana cannot fold").accessible_enabled(), Some(false));
}

#[test]
fn many_pawns_on_a_token_stay_on_its_key() {
    let (mut window, _folder) = open(&[6, 14, 20, 11, 17, 9], 0, json!([]));
    window.resize(400.0, 820.0);
    for _ in 0..5 {
        window.key("2");
    }
    let key = window.place("Kim takes 2");
    let pawns = window.places("Pawn").into_iter().filter(|pawn| (key.top..key.bottom).contains(&pawn.top));
    let ends: Vec<f32> = pawns.map(|pawn| pawn.right).collect();
    assert_eq!(ends.len(), 5);
    assert!(ends.iter().all(|end| *end < key.right), "{ends:?}");
}

#[test]
fn a_pawn_slides_to_its_new_space_unless_motion_is_reduced() {
    for still in [false, true] {
        let (mut window, _folder) = open(&PRINTED, 0, json!([]));
        window.prefer(Preference::ReduceMotion(still));
        let sabrina = |window: &Window| {
            let track = window.place("Track from 0 to 30; a gain that begins on 1 to 7 is doubled");
            let mut pawns = window.places("Pawn");
            pawns.retain(|pawn| (track.top..track.bottom).contains(&pawn.top));
            assert_eq!(pawns.len(), 5, "one for each, in the order of the seats");
            pawns[3].left
        };
        window.type_in("234");
        let before = sabrina(&window);
        // Her fold moves her from 11 to 12.
        window.key("f");
        let at_once = sabrina(&window);
        mock_elapsed_time(Duration::from_millis(200));
        let at_last = sabrina(&window);
        assert!(before < at_last, "{before} {at_last}");
        assert_eq!(at_once < at_last, !still, "{at_once} {at_last}");
    }
}

#[test]
fn a_folded_players_token_stays_in_its_column() {
    let (mut window, _folder) = open(&PRINTED, 0, json!([]));
    enter_bets(&mut window);
    let places = window.places("NumberBox");
    let left = |top: f32| places.iter().filter(|at| at.top == top).map(|at| at.left).reduce(f32::min);
    let (first, last) = places.iter().fold((f32::MAX, 0.0_f32), |(low, high), at| (low.min(at.top), high.max(at.top)));
    assert!(left(first).is_some() && first < last, "{places:?}");
    assert_eq!(left(first), left(last), "Billie, in the last line, folded with a round token");
}

const BACK: &str = "Back to the table";

#[test]
fn the_board_shows_track_spaces_bets_and_who_is_next() {
    let (mut window, _folder) = open(&PRINTED, 0, json!([]));
    let more = |window: &Window, label: &str| window.find(label).accessible_description().unwrap_or_default();
    window.tap("Board for the players");
    assert!(window.page() == Page::Board && window.shows(BACK));
    window.must_show(&[
        "Board for the players",
        "Track from 0 to 30; a gain that begins on 1 to 7 is doubled",
        "Round 1",
        "Lana begins · Takako is alone in front",
    ]);
    for (seat, space) in [("Lana", 6), ("Élodie", 14), ("Takako", 20), ("Sabrina", 11), ("Billie", 17)] {
        assert!(window.shows(&format!("Space {space}: {seat}")) && window.shows(&format!("{seat} on space {space}")));
    }
    assert_eq!(more(&window, "Lana on space 6"), "bets now, goes first");
    assert!(window.shows("Lana takes a token, or folds: +2, to 8") && window.shows("Élodie begins the next round"));
    assert!(!window.shows("Lana takes 2") && !window.says("bid") && !window.says("trump"));
    // In seat order, whoever begins.
    let left = |window: &Window, label: &str| window.place(label).left;
    assert!(left(&window, "Lana on space 6") < left(&window, "Élodie on space 14"));
    enter_bets(&mut window);
    assert!(window.shows("Space 12: Sabrina") && window.shows("Sabrina on space 12: folded, +1"));
    assert_eq!(more(&window, "Lana on space 6: round token 2 and square token 4"), "shows now, goes first");
    window.key("1");
    window.key("2");
    window.key(Key::Return);
    assert_eq!((spaces(&window), window.page()), (vec![18, 13, 15, 12, 16], Page::Board));
    assert!(window.shows("Round 2") && window.shows("Takako begins the next round"), "{:#?}", window.labels());
    assert_eq!(more(&window, "Élodie on space 13"), "bets now, goes first, last round −1");
    assert_eq!(more(&window, "Lana on space 18"), "last round +2×6");
    assert!(left(&window, "Lana on space 18") < left(&window, "Élodie on space 13"));
    // Undo and redo stay on the board.
    window.chord(&[Key::Control], "z");
    assert!(window.shows("Round 1") && window.shows(BACK));
    window.chord(&[Key::Control, Key::Shift], "Z");
    assert!(window.shows("Round 2") && window.shows(BACK));
    window.tap("Show the board to both sides");
    assert!(window.shows("Lana on space 18"));
    window.settle();
}

#[test]
fn the_table_shows_nothing_of_wizard() {
    let (mut window, _folder) = open(&PRINTED, 0, json!([]));
    for words in ["trump", "trick", "Bomb", "Cloud", "cards", "dealer", "Penalty"] {
        assert!(!window.says(words), "{words}: {:#?}", window.labels());
    }
    window.tap("More");
    assert!(window.shows("Notes") && window.shows("Change rules, seats and names"));
    window.settle();
}

/// A window on the result of a game of two rounds.
fn ended() -> (Window, Shelf) {
    let (window, folder) = open(&[20, 20, 20], 0, json!([won(2), won(10)]));
    assert_eq!((window.page(), spaces(&window)), (Page::Result, vec![32, 16, 22]));
    (window, folder)
}

#[test]
fn the_result_says_who_begins_next_and_leads_to_the_sheet() {
    let (mut window, _folder) = ended();
    assert_eq!(window.find("Rematch").accessible_description().as_deref(), Some("Takako begins next"));
    window.must_show(&["Lana wins", "Place 1: Lana, space 32, 2 bets won", "Place 3: Élodie, space 16, 0 bets won"]);
    window.taps(&["Sheet", "Correct round 1"]);
    window.key("3");
    window.tap("Save changes");
    assert_eq!((window.page(), spaces(&window)), (Page::Result, vec![34, 16, 22]));
    window.taps(&["More", "Undo"]);
    assert_eq!(spaces(&window), [32, 16, 22]);
    for shown in [true, false, true] {
        window.key("t");
        assert_eq!(window.shows("Correct round 2"), shown);
    }
    window.chord(&[Key::Control], "y");
    assert_eq!(spaces(&window), [34, 16, 22], "the sheet lies over nothing");
    window.settle();
}

#[test]
fn the_sheet_moves_by_hand_and_leads_to_each_move() {
    let (mut window, _folder) = open(&PRINTED, 0, json!([]));
    assert!(window.shows("Lana begins"), "the sheet's head must say who goes first: {:#?}", window.labels());
    window.tap("Move Takako by hand");
    assert!(panel(&window) && window.shows("Spaces: +1"), "{:#?}", window.labels());
    window.tap("Save");
    // As long as the round is open, the move is changed on its own.
    window.tap("Round 1, moved by hand: Takako +1");
    assert!(panel(&window), "{:#?}", window.labels());
    window.taps(&["One space forwards", "Save"]);
    let line = "Round 1, moved by hand: Takako +2";
    assert!(window.shows(line), "{:#?}", window.labels());
    enter_bets(&mut window);
    window.type_in("12\n");
    assert!(window.shows("Élodie begins") && window.shows("Round 1, Takako: −5 +2, on space 17"));
    // Once it counts, with the round.
    window.tap(line);
    let common = window.ui.with_app(|app| app.track().common);
    assert!(common.mode == Mode::Correct && common.round == 1, "{:#?}", window.labels());
    assert_eq!(window.find("Move Takako by hand").accessible_enabled(), Some(false));
    window.tap("Cancel");
    window.settle();
}

/// A window at the showdown of two, where hands are typed: Lana has tokens of 3, Takako of 2.
fn showdown() -> (Window, Shelf) {
    let (mut window, folder) = open(&[15, 15, 15], 0, json!([]));
    window.type_in("2f111");
    window.taps(&["More", "Enter hand totals"]);
    (window, folder)
}

#[test]
fn a_hand_below_0_is_typed_by_taps() {
    for (width, height) in [(1280.0, 800.0), (400.0, 820.0)] {
        let (window, _folder) = showdown();
        window.resize(width, height);
        for label in ["Sign of the hand of Lana", "Digit 4 of the hand of Lana"] {
            window.find(label).invoke_accessible_default_action();
        }
        assert!(window.shows("Hand −4_"), "{:#?}", window.labels());
        window.find("Sign of the hand of Lana").invoke_accessible_default_action();
        assert!(window.shows("Hand 4_"));
        window.pause(150);
        window.find("Sign of the hand of Lana").invoke_accessible_default_action();
        window.pause(1000);
        assert!(window.says("square token 1 and hand −4"), "{width}: {:#?}", window.labels());
        window.settle();
    }
}

fn counts(window: &Window) -> bool {
    window.ui.with_app(|app| app.overlay()) == Overlay::Adder
}

#[test]
fn enter_enters_the_counted_hand_unless_the_ring_is_on_another_button() {
    let (mut window, _folder) = showdown();
    window.tap("Count the hand of Lana");
    window.type_in("5+4");
    assert_eq!(focused_name(&window), "Enter 9");
    tab_to(&mut window, "Card 3: empty");
    window.key(Key::Return);
    window.key("2");
    assert_eq!(focused_name(&window), "Card 3: 2", "{:#?}", window.labels());
    tab_to(&mut window, "Cancel");
    window.key(Key::Return);
    assert!(!counts(&window) && !window.says("and hand 11"), "{:#?}", window.labels());
    window.key("c");
    window.key("9");
    window.key(Key::Return);
    assert!(!counts(&window) && window.says("square token 1 and hand 9"), "{:#?}", window.labels());
    assert!(window.shows("Count the hand of Takako"), "the next hand is asked: {:#?}", window.labels());
    window.settle();
}
