//! The keys go on working when what had them is gone.

use i_slint_core::accessibility::AccessibleStringProperty as Property;
use slint::platform::Key;
use tablet_of_truth::app::Page;

use crate::shelf::Shelf;
use crate::walk::seen::focused;
use crate::window::Window;

/// Goes to this control with Tab.
fn tab_to(window: &mut Window, label: &str) {
    for _ in 0..200 {
        window.key(Key::Tab);
        let reached = focused(window).and_then(|item| item.accessible_string_property(Property::Label));
        if reached.is_some_and(|reached| reached == label) {
            return;
        }
    }
    panic!("Tab does not reach {label:?}: {:#?}", window.labels());
}

#[test]
fn on_the_rules_that_are_looked_up_over_an_open_panel() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    window.tap("Import, backup, names, trash");
    window.tap("Rules");
    assert_eq!(window.page(), Page::Rules);
    window.key(Key::Escape);
    assert_eq!(window.page(), Page::Archive);
    assert!(window.offers("Import sessions"), "the panel is still open: {:#?}", window.labels());
    window.key(Key::Escape);
    assert!(!window.offers("Import sessions"));
    window.tap("Import, backup, names, trash");
    window.tap("Rules");
    window.chord(&[Key::Control], "1");
    assert_eq!(window.page(), Page::Home);
}

#[test]
fn when_the_last_player_is_taken_away_whose_button_had_them() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    tab_to(&mut window, "Remove Cleo");
    window.key("\n");
    assert!(!window.offers("Remove Cleo"));
    window.key(Key::Escape);
    assert_eq!(window.page(), Page::Home);
}

#[test]
fn when_the_session_is_closed_in_which_they_were() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    tab_to(&mut window, "Correct round 1");
    window.key(Key::Escape);
    assert!(!window.offers("Correct round 1"));
    window.chord(&[Key::Control], "1");
    assert_eq!(window.page(), Page::Home);
}
