use serde_json::json;
use slint::platform::Key;
use tablet_of_truth::app::Page;

use crate::common::last_wizard::won;
use crate::track;
use crate::window::Window;

fn names(window: &Window) -> Vec<String> {
    window.ui.with_app(|app| app.wizard().unwrap().people().names_at_end())
}

#[test]
fn somebody_takes_over_and_the_sheet_tells_who_played_before() {
    let mut window = Window::after_a_round();
    window.taps(&["More", "Change rules, seats and names"]);
    assert_eq!(window.page(), Page::Change);
    assert!(window.shows("Nothing has changed yet. The effects of a change appear here."), "{:#?}", window.labels());
    window.rename("Ben", "Dora");
    assert!(window.shows("Ben becomes Dora in every round."), "the same person may: {:#?}", window.labels());
    window.tap("Dora and Ben are the same person");
    assert!(window.shows("Dora plays on for Ben from round 2."), "{:#?}", window.labels());
    window.tap("Save changes");
    assert_eq!((window.page(), names(&window)), (Page::Table, vec!["Anna".into(), "Dora".into(), "Cleo".into()]));
    window.must_say(&["The game is changed in round 2. Undo brings it back."]);
    window.must_show(&["Ben played up to round 1, then Dora", "Round 1, Ben, total 30, bid 1, took 1, met"]);
    window.tap("Correct round 1");
    let rows = |name: &str| window.labels().iter().filter(|label| label.starts_with(&format!("{name}, "))).count();
    assert!(rows("Ben") > 0 && rows("Dora") == 0, "by the names of then: {:#?}", window.labels());
    window.key(Key::Escape);
    window.taps(&["More", "End the game early", "End the game"]);
    assert_eq!(window.page(), Page::Result);
    window.key("t");
    assert!(window.shows("Ben played up to round 1, then Dora"), "{:#?}", window.labels());
}

#[test]
fn who_is_taken_away_leaves_the_field_to_who_plays_on() {
    for (width, height) in [(1280.0, 800.0), (400.0, 2400.0)] {
        let mut window = Window::after_a_round();
        window.resize(width, height);
        window.taps(&["More", "Change rules, seats and names", "Remove Ben"]);
        window.type_in("Dora");
        window.key("\n");
        assert!(window.shows("Dora plays on for Ben from round 2."), "{:#?}", window.labels());
    }
}

#[test]
fn a_refused_bid_offers_to_play_on_without_the_rule() {
    let mut window = Window::dealt();
    window.bid("Ben", 0);
    window.bid("Cleo", 1);
    window.taps(&["Anna may not bid 0", "Play on without the rule"]);
    assert!(window.shows("Anna, total 0, bid 0"), "{:#?}", window.labels());
    window.ui.with_app(|app| assert!(!app.wizard().unwrap().game().rules().plus_minus_one));
}

#[test]
fn a_change_of_the_last_wizard_has_its_own_words() {
    let (mut window, _folder) = track::open(&[15, 15, 15], 0, json!([won(2)]));
    window.taps(&["More", "Change rules, seats and names"]);
    assert_eq!(window.page(), Page::Change);
    for words in ["deal", "Deal", "Edition", "Plus/Minus One", "rounds"] {
        assert!(!window.says(words), "{words}: {:#?}", window.labels());
    }
    assert!(window.shows("Élodie begins round 2") && window.shows("Let Lana begin"), "{:#?}", window.labels());
}

#[test]
fn a_dimmed_button_does_nothing() {
    let mut window = Window::after_a_round();
    window.taps(&["More", "Change rules, seats and names", "Save changes"]);
    assert_eq!(window.page(), Page::Change, "there is nothing to save: {:#?}", window.labels());
    window.chord(&[Key::Control], "\n");
    assert_eq!(window.page(), Page::Change);
}
