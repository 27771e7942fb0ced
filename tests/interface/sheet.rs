//! The score sheet: what it shows of a round and what a tap on it opens.

use slint::platform::PointerEventButton;
use tablet_of_truth::app::Page;

use crate::shelf::Shelf;
use crate::window::Window;

const KITCHEN: &str = "7 Mar 2026: Ben 90; Anna, Cleo; Classic, 3 rounds";
const CAFE: &str = "14 Feb 2026: Émilie and Thomas 50; Anna, Ute; 25 years, 2 rounds";

/// The labels that start with one of these, in window order.
fn beginning(window: &Window, starts: &[&str]) -> Vec<String> {
    window.labels().into_iter().filter(|label| starts.iter().any(|start| label.starts_with(start))).collect()
}

#[test]
fn trump_and_bomb_are_marked_beside_their_round() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.click("25 years · special cards");
    window.click("Deal round 1");
    window.click("Dwarves are trump");
    for _ in 0..3 {
        window.type_number(0);
    }
    window.key("\n");
    window.click("Bomb: one trick to nobody");
    window.key("\n");
    assert!(window.says("Round 2 of"), "{:#?}", window.labels());
    let told = |words: &str| window.labels().iter().filter(|label| *label == words).count();
    // One to choose it for round 2, one on the sheet.
    assert_eq!((told("Dwarves are trump"), told("Elves are trump")), (2, 1), "{:#?}", window.labels());
    assert_eq!(told("The Bomb was played"), 1);
}

#[test]
fn a_tap_on_a_cell_corrects_the_number_of_its_player() {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.play_rounds(2, 3);
    for name in ["Cleo", "Anna", "Ben"] {
        let cell = beginning(&window, &[&format!("Round 1, {name}, total")]).remove(0);
        window.find(&cell).mock_single_click(PointerEventButton::Left);
        window.settle();
        assert!(window.shows(&format!("{name} bids 0")), "{cell}: {:#?}", window.labels());
        window.click("Cancel");
    }
    // By keys or a screen reader: from the first bid on.
    window.find("Correct round 1").invoke_accessible_default_action();
    window.settle();
    assert!(window.shows("Ben bids 0"), "{:#?}", window.labels());
}

#[test]
fn a_cell_in_the_archive_leads_to_its_player_too() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    window.tap(KITCHEN);
    let cell = beginning(&window, &["Round 2, Ben, total"]).remove(0);
    window.find(&cell).mock_single_click(PointerEventButton::Left);
    window.settle();
    assert_eq!(window.page(), Page::Table);
    assert!(window.says("Correct round 2") && window.shows("Ben bids 0"), "{:#?}", window.labels());
}

#[test]
fn the_rounds_of_the_archive_keep_the_seats() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    for (session, names) in
        [(KITCHEN, &["Anna,", "Ben,", "Cleo,"][..]), (CAFE, &["Anna,", "Émilie,", "Thomas,", "Ute,"])]
    {
        window.tap(session);
        window.tap("Rounds");
        let told: Vec<String> = beginning(&window, names).into_iter().filter(|label| label.contains("took")).collect();
        assert!(told.len() >= names.len(), "{:#?}", window.labels());
        for (label, name) in told.iter().zip(names.iter().cycle()) {
            assert!(label.starts_with(name), "{told:#?}");
        }
        window.tap("Sheet");
    }
}

#[test]
fn unicolor_asks_for_no_trump() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.click("Unicolor");
    window.click("Deal round 1");
    assert!(window.shows("Anna, total 0, no bid yet"), "{:#?}", window.labels());
    assert!(!window.says("trump") && !window.shows("Trump"), "{:#?}", window.labels());
    for _ in 0..3 {
        window.type_number(0);
    }
    window.key("\n");
    assert!(window.shows("Score round 1"), "{:#?}", window.labels());
    assert!(!window.says("trump") && !window.shows("Trump"), "{:#?}", window.labels());
}

#[test]
fn hidden_bids_that_add_up_name_who_must_change_and_why() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.click("Hidden");
    window.click("Deal round 1");
    // In any order: Anna deals, but Cleo's bid is entered last.
    for (name, bid) in [("Anna", 1), ("Ben", 0), ("Cleo", 0)] {
        window.click(&format!("{name}, total 0, no bid yet"));
        window.bid(name, bid);
    }
    let told = "The bids add up to 1 (Plus/Minus One). Anna, who bids last, must change theirs.";
    assert!(window.says(told), "{:#?}", window.labels());
    assert!(window.says("Anna may not bid 1"), "the dealer must change hers: {:#?}", window.labels());
    window.bid("Anna", 0);
    assert!(!window.says("must change"));
    window.click("Start the tricks");
    assert!(window.shows("Score round 1"));
}
