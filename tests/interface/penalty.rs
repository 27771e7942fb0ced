use slint::platform::Key;
use tablet_of_truth::app::{Overlay, Page};
use tablet_of_truth::wizard::Penalty;

use crate::common::penalty;
use crate::window::Window;

fn penalties(window: &Window) -> Vec<Penalty> {
    window.ui.with_app(|app| app.wizard().unwrap().table().penalties.clone())
}

/// Whether a penalty or a move by hand is being entered.
pub fn panel(window: &Window) -> bool {
    window.ui.with_app(|app| app.overlay()) == Overlay::Penalty
}

#[test]
fn a_tap_on_the_sheet_gives_a_penalty_and_takes_it_back() {
    let mut window = Window::after_a_round();
    window.tap("Penalty for Cleo");
    window.find("Another reason").set_accessible_value("Late again");
    window.tap("Ben");
    assert!(window.shows("Penalty for Ben") && window.shows("−10 points"), "{:#?}", window.labels());
    window.key("+");
    window.tap("Save");
    assert_eq!(penalties(&window), [penalty(1, 1, 10, "Late again")]);
    let line = "Change penalty 1. Penalty after round 1: Ben 10 (Late again)";
    assert!(window.shows("Round 1, Ben, total 30, bid 1, took 1, met"), "it stands below: {:#?}", window.labels());
    window.tap(line);
    assert!(panel(&window) && window.says("After round 1: the total is"), "{:#?}", window.labels());
    window.tap("Take back");
    assert!(!panel(&window) && penalties(&window).is_empty());
    assert!(!window.says("Change penalty") && window.says("The penalty is taken back."), "{:#?}", window.labels());
}

#[test]
fn a_penalty_can_be_given_on_the_sheet_of_a_finished_game() {
    let mut window = Window::after_a_round();
    window.taps(&["More", "End the game early", "End the game"]);
    assert_eq!(window.page(), Page::Result);
    window.key("t");
    window.taps(&["Penalty for Ben", "misdeal"]);
    window.key("\n");
    assert_eq!(penalties(&window), [penalty(1, 1, -10, "misdeal")]);
    assert!(window.shows("Change penalty 1. Penalty after round 1: Ben −10 (misdeal)"), "{:#?}", window.labels());
    // In the archive the penalty is shown, but cannot be tapped.
    window.settle();
    window.key(Key::Escape);
    window.tap("Archive");
    window.settle();
    assert!(window.says("Penalty after round 1: Ben −10 (misdeal)"), "{:#?}", window.labels());
    let line = window.find("Change penalty 1. Penalty after round 1: Ben −10 (misdeal)");
    assert_eq!(line.accessible_enabled(), Some(false));
}
