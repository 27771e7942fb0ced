use slint::platform::Key;
use tablet_of_truth::app::{Overlay, Page};
use tablet_of_truth::wizard::Penalty;

use crate::window::Window;

fn penalties(window: &Window) -> Vec<Penalty> {
    window.ui.with_app(|app| app.wizard().unwrap().table().penalties.clone())
}

fn given(player: usize, after_round: usize, points: i32, reason: &str) -> Penalty {
    Penalty { player, after_round, points, reason: reason.to_owned() }
}

fn total(window: &Window, seat: usize) -> i32 {
    window.ui.with_app(|app| *app.wizard().unwrap().current_totals().get(seat).unwrap())
}

fn panel(window: &Window) -> bool {
    window.ui.with_app(|app| app.overlay()) == Overlay::Penalty
}

#[test]
fn the_menu_takes_points_from_whoevers_face_is_tapped() {
    let mut window = Window::after_a_round();
    window.taps(&["More", "Penalty…"]);
    assert!(panel(&window) && window.shows("Penalty for Cleo") && window.shows("−10 points"), "{:#?}", window.labels());
    window.click("Ten points fewer");
    window.click("time");
    window.tap("Ben");
    assert!(window.says("the total is 10 instead of 30."), "{:#?}", window.labels());
    assert_eq!((penalties(&window), total(&window, 1)), (vec![], 30), "nothing may count before it is saved");
    window.click("Save");
    assert_eq!((penalties(&window), total(&window, 1)), (vec![given(1, 1, -20, "time")], 10));
    assert!(window.says("Penalty after round 1: Ben −20 (time)."), "{:#?}", window.labels());
    assert!(window.shows("Change penalty 1. Penalty after round 1: Ben −20 (time)"), "{:#?}", window.labels());
    assert!(window.shows("Round 1, Ben, total 30, bid 1, took 1, met"), "it stands below: {:#?}", window.labels());
    window.click("Undo");
    assert_eq!((penalties(&window), total(&window, 1)), (vec![], 30));
    assert!(window.says("Undone: the change of the penalty points."), "{:#?}", window.labels());
    window.chord(&[Key::Control, Key::Shift], "z");
    assert_eq!(total(&window, 1), 10);
}

#[test]
fn a_tap_on_the_sheet_changes_a_penalty_and_takes_it_back() {
    let mut window = Window::after_a_round();
    window.click("Penalty for Cleo");
    // A usual reason in a longer one stays in the field.
    window.find("Another reason").set_accessible_value("time");
    assert_eq!(window.find("Another reason").accessible_value().as_deref(), Some("time"));
    window.find("Another reason").set_accessible_value("Late again");
    window.click("Save");
    assert_eq!(penalties(&window), [given(2, 1, -10, "Late again")]);
    // The penalty keeps its round while the game goes on.
    window.play_rounds(1, 3);
    let line = "Change penalty 1. Penalty after round 1: Cleo −10 (Late again)";
    window.click(line);
    assert!(window.says("After round 1: the total is"), "{:#?}", window.labels());
    assert_eq!(window.find("Another reason").accessible_value().as_deref(), Some("Late again"));
    window.click("judge");
    assert_eq!(window.find("Another reason").accessible_value().as_deref(), Some(""));
    window.click("Ten points more");
    assert!(window.shows("+10 points"), "past 0: {:#?}", window.labels());
    window.click("Save");
    assert_eq!(penalties(&window), [given(2, 1, 10, "judge")]);
    for (close, player) in [("Cancel", 2), ("Save", 0)] {
        window.click("Change penalty 1. Penalty after round 1: Cleo 10 (judge)");
        window.tap("Anna");
        window.click(close);
        assert_eq!(penalties(&window), [given(player, 1, 10, "judge")]);
    }
    window.click("Change penalty 1. Penalty after round 1: Anna 10 (judge)");
    window.click("Take back");
    assert_eq!(penalties(&window), []);
    assert!(!window.says("Change penalty") && window.says("The penalty is taken back."), "{:#?}", window.labels());
}

#[test]
fn the_keys_give_a_penalty_before_the_first_round() {
    let mut window = Window::dealt();
    window.key(Key::DownArrow);
    window.key("p");
    assert!(panel(&window) && window.says("Before round 1: the total is −10 instead of 0."), "{:#?}", window.labels());
    for _ in 0..3 {
        window.key(Key::DownArrow);
    }
    window.key("+");
    window.key("\n");
    assert!(!panel(&window));
    assert_eq!(penalties(&window), [given(2, 0, -30, "")]);
    assert_eq!(total(&window, 2), -30);
    window.key("p");
    window.key("5");
    window.key(Key::Escape);
    assert_eq!((panel(&window), penalties(&window).len()), (false, 1), "Esc must give no penalty");
    window.chord(&[Key::Control], "z");
    assert_eq!(penalties(&window), []);
}

#[test]
fn nothing_larger_than_five_hundred_is_offered() {
    let mut window = Window::after_a_round();
    window.click("Penalty for Anna");
    for _ in 0..60 {
        window.key(Key::DownArrow);
    }
    assert!(window.shows("−500 points"), "{:#?}", window.labels());
    assert_eq!(window.find("Ten points fewer").accessible_enabled(), Some(false));
    window.click("Save");
    assert_eq!(total(&window, 0), -510);
}

#[test]
fn a_penalty_can_be_given_on_the_sheet_of_a_finished_game() {
    let mut window = Window::after_a_round();
    window.taps(&["More", "End the game early", "End the game"]);
    assert_eq!(window.page(), Page::Result);
    window.key("t");
    window.click("Penalty for Ben");
    window.click("misdeal");
    window.key("\n");
    assert_eq!(penalties(&window), [given(1, 1, -10, "misdeal")]);
    assert!(window.shows("Change penalty 1. Penalty after round 1: Ben −10 (misdeal)"), "{:#?}", window.labels());
    // In the archive the penalty is shown, but cannot be tapped.
    window.settle();
    window.key(Key::Escape);
    window.click("Archive");
    window.settle();
    assert!(window.says("Penalty after round 1: Ben −10 (misdeal)"), "{:#?}", window.labels());
    let line = window.find("Change penalty 1. Penalty after round 1: Ben −10 (misdeal)");
    assert_eq!(line.accessible_enabled(), Some(false));
}
