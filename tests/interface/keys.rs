//! Keys: they still work when the focused control disappears, and shortcuts at the table.

use slint::ComponentHandle;
use slint::platform::Key;
use tablet_of_truth::app::{Mode, Page};
use tablet_of_truth::ui::FocusPlace;
use tablet_of_truth::wizard::{Change, Cloud, CloudEntry, Phase, Round, Trump};

use crate::shelf::Shelf;
use crate::walk::seen::focused_name;
use crate::window::Window;

/// Presses Tab until this control has the focus.
pub fn tab_to(window: &mut Window, label: &str) {
    for _ in 0..200 {
        window.key(Key::Tab);
        if focused_name(window) == label {
            return;
        }
    }
    panic!("Tab does not reach {label:?}: {:#?}", window.labels());
}

#[test]
fn keys_work_on_the_rules_opened_over_a_panel() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    window.tap("Import, backup, names, trash");
    window.tap("Rules");
    assert_eq!(window.page(), Page::Rules);
    window.key(Key::Escape);
    assert_eq!(window.page(), Page::Archive);
    assert!(window.offers("Import sessions"), "the panel must still be open: {:#?}", window.labels());
    window.key(Key::Escape);
    assert!(!window.offers("Import sessions"));
    window.tap("Import, backup, names, trash");
    window.tap("Rules");
    window.chord(&[Key::Control], "1");
    assert_eq!(window.page(), Page::Home);
}

#[test]
fn keys_work_after_the_focused_player_is_removed() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    tab_to(&mut window, "Remove Cleo");
    window.key("\n");
    assert!(!window.offers("Remove Cleo"));
    window.key(Key::Escape);
    assert_eq!(window.page(), Page::Home);
}

#[test]
fn keys_work_after_the_focused_session_is_closed() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    tab_to(&mut window, "Correct round 1");
    window.key(Key::Escape);
    assert!(!window.offers("Correct round 1"));
    window.chord(&[Key::Control], "1");
    assert_eq!(window.page(), Page::Home);
}

/// Three players with special cards at the tricks of round 1: all bid 0, Anna deals.
fn at_special_tricks() -> Window {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.show_rules();
    window.click("25 years · special cards");
    window.chord(&[Key::Control], "\n");
    assert!(window.says("Round 1 of 20"), "Ctrl+Enter must deal from the name field, too");
    for _ in 0..3 {
        window.type_number(0);
    }
    window.key("\n");
    window
}

fn facts(window: &Window) -> Round {
    window.ui.with_app(|app| app.wizard().unwrap().open().unwrap().1.facts.clone())
}

#[test]
fn trumps_are_named_as_on_the_cards_and_keep_their_keys() {
    let mut window = Window::new();
    window.resize(1280.0, 1700.0);
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.show_rules();
    window.taps(&["More rules", "Suits"]);
    window.click("Deal round 1");
    assert!(window.shows("Spades are trump") && !window.says("Humans"), "{:#?}", window.labels());
    window.key("g");
    assert_eq!(facts(&window).trump, Some(Trump::Yellow), "G is the key of the Giants, here the Diamonds");
    assert_eq!(window.control("Diamonds are trump").accessible_checked(), Some(true));
    window.click("First-hand odds");
    window.taps(&["Turned up: Diamonds A", "Your card: Hearts"]);
    assert!(window.shows("Your card: Hearts 2") && window.shows("Your card: Hearts K"), "{:#?}", window.labels());
    assert!(!window.shows("Your card: Hearts 1") && !window.shows("Your card: Hearts 13"));
    window.tap("Your card: Hearts Q");
    assert!(window.says("%"), "{:#?}", window.labels());
    window.key(Key::Escape);
    window.key(Key::F11);
    assert!(window.shows("Diamonds are trump"), "{:#?}", window.labels());
    window.key(Key::Escape);
    window.key(Key::F1);
    assert!(window.says("Trump: Spades, Hearts, Clubs, Diamonds, none"), "{:#?}", window.labels());
}

#[test]
fn trump_bomb_and_cloud_have_keys_on_the_table_and_on_the_board() {
    for on_board in [false, true] {
        let mut window = at_special_tricks();
        if on_board {
            window.click("Board for the players");
        }
        window.key("e");
        assert_eq!(facts(&window).trump, Some(Trump::Green), "E is the key of the Elves");
        window.key("N");
        assert_eq!(facts(&window).trump, Some(Trump::None));
        window.key("n");
        assert_eq!(facts(&window).trump, None, "the same key must take it back");
        window.key("b");
        assert_eq!(facts(&window).bombs, 1);
        window.key("b");
        assert_eq!(facts(&window).bombs, 0);
        window.type_number(1);
        window.key(Key::UpArrow);
        window.key(Key::UpArrow);
        window.key("c");
        assert_eq!(facts(&window).clouds, [CloudEntry::Asked(Some(1))], "the selected player must have it");
        assert!(window.says("Ben has the Cloud: + or − changes the bid."), "{:#?}", window.labels());
        window.key("+");
        assert_eq!(facts(&window).clouds, [CloudEntry::Taken(Cloud { player: 1, change: Change::More })]);
        window.key("c");
        assert_eq!(facts(&window).clouds, []);
        window.chord(&[Key::Shift], &String::from(char::from(Key::Backspace)));
        window.key(Key::UpArrow);
        window.type_number(0);
        assert!(window.ui.with_app(|app| app.wizard().unwrap().open().unwrap().1.phase == Phase::Bidding));
        window.key("\n");
        window.key("\n");
        assert!(window.says("Round 2 of 20"), "{:#?}", window.labels());
    }
}

#[test]
fn a_refused_bid_is_allowed_by_key_and_by_the_boards_button() {
    for by_key in [false, true] {
        let mut window = Window::new();
        window.deal(&["Anna", "Ben", "Cleo"]);
        window.click("Board for the players");
        assert!(!window.shows("Allow it this once"));
        for bid in [0, 0, 1] {
            window.type_number(bid);
        }
        assert!(window.shows("Allow it this once"), "{:#?}", window.labels());
        if by_key {
            window.chord(&[Key::Control], "\n");
        } else {
            window.click("Allow it this once");
        }
        assert_eq!(facts(&window).bids.iter().copied().collect::<Vec<_>>(), [Some(1), Some(0), Some(0)]);
    }
}

#[test]
fn page_keys_step_through_the_rounds_for_correction() {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.play_rounds(2, 3);
    window.click("Board for the players");
    window.key(Key::PageUp);
    assert!(window.ui.with_app(|app| app.table().common.mode == Mode::Correct && app.table().common.round == 2));
    assert_eq!(window.page(), Page::Table, "the correction must open at the table");
    window.key(Key::PageUp);
    assert!(window.ui.with_app(|app| app.table().common.round == 1));
    window.key(Key::PageUp);
    assert!(window.ui.with_app(|app| app.table().common.round == 1), "there is no earlier round");
    window.key(Key::PageDown);
    window.key(Key::PageDown);
    assert!(window.ui.with_app(|app| app.table().common.mode != Mode::Correct && app.table().common.round == 3));
}

#[test]
fn a_letter_in_a_field_is_a_letter() {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.chord(&[Key::Control], "n");
    for letter in ["h", "b", "c", "e"] {
        window.key(letter);
    }
    assert_eq!(window.find("Name of a player").accessible_value().unwrap(), "hbce");
}

#[test]
fn the_ring_shows_after_a_key_and_not_after_a_click() {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo"]);
    let by_key = |window: &Window| window.window().global::<FocusPlace>().get_by_key();
    window.click("End the game early");
    assert!(!by_key(&window), "a click must not show the focus ring");
    window.key(Key::Tab);
    assert!(by_key(&window));
    window.click("Play on");
    assert!(!by_key(&window));
}

#[test]
fn a_menu_focuses_its_first_line() {
    let shelf = Shelf::with(&[crate::shelf::kitchen()]);
    let mut window = Window::open(shelf.path(), None);
    window.tap("Archive");
    let menus = ["Any player", "3–6 players", "Any game", "Any year"].map(|menu| (menu, menu));
    for (way, first) in menus.into_iter().chain([("Import, backup, names, trash", "Import sessions")]) {
        window.click(way);
        assert_eq!(focused_name(&window), first, "in {way}");
        window.key(Key::Escape);
    }
}

#[test]
fn numbers_typed_in_a_row_go_from_player_to_player_also_where_the_rest_is_filled_in() {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo", "Dieter", "Eva"]);
    for bid in [0, 0, 0, 0, 0] {
        window.type_number(bid);
    }
    window.key("\n");
    let tricks = [1, 0, 0];
    for taken in tricks {
        window.type_number(taken);
    }
    // Ben leads round 1.
    assert_eq!(Vec::from_iter(facts(&window).tricks.iter().copied()), [None, Some(1), Some(0), Some(0), None]);
    window.key("\n");
    assert!(window.says("Round 2 of 12"), "{:#?}", window.labels());
}

#[test]
fn the_key_of_the_cloud_passes_it_on_and_takes_it_away_from_who_has_it() {
    let mut window = at_special_tricks();
    window.type_number(1);
    // Cleo is next.
    window.key("c");
    window.key("+");
    assert_eq!(facts(&window).clouds, [CloudEntry::Taken(Cloud { player: 2, change: Change::More })]);
    window.key(Key::UpArrow);
    window.key("c");
    assert_eq!(facts(&window).clouds, [CloudEntry::Asked(Some(1))], "Ben must have it now, and be asked");
    window.key("\n");
    assert!(window.says("How does the Cloud change Ben's bid?"), "{:#?}", window.labels());
    assert!(window.says("Round 1 of 20"), "the round must wait for the answer");
    window.key("+");
    assert_eq!(facts(&window).clouds, [CloudEntry::Taken(Cloud { player: 1, change: Change::More })]);
    window.key(Key::UpArrow);
    window.key("c");
    assert_eq!(facts(&window).clouds, [], "the same player's key must take it away");
    window.chord(&[Key::Control], "z");
    window.key("\n");
    assert!(window.says("Round 2 of 20"), "{:#?}", window.labels());
}

#[test]
fn a_second_bomb_and_a_second_cloud_are_one_tap_more_in_the_thirty_year_edition() {
    let mut window = Window::new();
    window.resize(1280.0, 1400.0);
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.show_rules();
    window.click("30 years · more special cards");
    window.click("Every other round");
    window.chord(&[Key::Control], "\n");
    for _ in 0..3 {
        window.type_number(0);
    }
    window.key("\n");
    window.click("Bomb: one trick to nobody");
    assert_eq!(facts(&window).bombs, 1);
    window.click("Bomb: one trick to nobody");
    assert_eq!(facts(&window).bombs, 2);
    assert!(window.says("Tricks 0 of 0, two bombed"), "{:#?}", window.labels());
    window.click("Two Bombs: two tricks to nobody");
    assert_eq!(facts(&window).bombs, 0);
    window.key("b");
    window.key("b");
    window.key("b");
    assert_eq!(facts(&window).bombs, 0, "the key must cycle back to none");
    assert!(!window.offers("Who took the second Cloud?"), "the second Cloud must be asked after the first");
    window.click("Who took the Cloud?");
    window.click("Ben took the Cloud");
    window.click("Bid +1");
    window.click("Who took the second Cloud?");
    window.click("Ben took the Cloud");
    window.click("Bid +1");
    let more = CloudEntry::Taken(Cloud { player: 1, change: Change::More });
    assert_eq!(facts(&window).clouds, [more, more]);
    window.key("c");
    assert_eq!(facts(&window).clouds, [], "the choice after the last must be nobody");
    window.chord(&[Key::Control], "z");
    assert_eq!(facts(&window).clouds, [more, more], "undo must bring both back");
    // Ben leads; the others' tricks fill in.
    window.type_number(2);
    window.click("Score round 1");
    let totals = window.ui.with_app(|app| app.wizard().unwrap().current_totals());
    assert_eq!(totals, [20, 40, 20]);
    window.click("Correct round 1");
    window.click("2nd Cloud: Ben +1");
}
