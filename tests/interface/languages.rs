//! The languages of the window.

use slint::ComponentHandle;
use tablet_of_truth::app::Config;
use tablet_of_truth::language::Language;
use tablet_of_truth::ui::AppAdapter;

use crate::window::Window;

/// A language's place in the list of the settings.
pub fn index(code: &str) -> i32 {
    Language::all().position(|language| language.code() == code).unwrap().try_into().unwrap()
}

#[test]
fn the_language_is_switched_while_a_bid_waits_and_is_kept() {
    let mut window = Window::new();
    window.deal(&["Anna", "Bo", "Cleo"]);
    window.bid("Bo", 1);
    assert!(window.says("Cleo bids 0"));
    window.window().global::<AppAdapter>().invoke_set_language(index("de"));
    assert!(!window.says("Cleo bids 0"), "no English may be left");
    assert!(window.says("Stich"), "{:#?}", window.labels());
    assert!(window.says("Trumpf"));
    window.window().global::<AppAdapter>().invoke_set_language(index("fr"));
    assert!(window.says("Manche 1") && window.says("Atout") && !window.says("Trumpf"), "{:#?}", window.labels());
    window.window().global::<AppAdapter>().invoke_set_language(index("pt_BR"));
    assert!(window.says("Rodada 1") && window.says("Trunfo"), "{:#?}", window.labels());
    window.settle();
    let file = window.file();
    let again = Window::open(file.parent().unwrap(), Some(file.clone()));
    assert!(again.says("Rodada 1"), "the choice must be kept: {:#?}", again.labels());
    again.window().global::<AppAdapter>().invoke_set_language(-1);
    assert!(again.says("Round 1"), "the system's language is English here");
}

#[test]
fn the_language_is_chosen_on_the_settings_page() {
    let mut window = Window::new();
    window.click("Settings");
    window.click("Deutsch");
    assert!(window.shows("Sprache") && !window.shows("Language"), "{:#?}", window.labels());
    window.click("Français");
    assert!(window.shows("Langue"));
    window.click("Langue du système");
    assert!(window.shows("System language"));
    window.click("Keep the screen awake");
    assert!(!window.ui.with_app(|app| app.settings().keep_awake));
}

#[test]
fn the_system_and_the_start_choose_a_language() {
    let folder = tempfile::TempDir::new().unwrap();
    let config = |language: Option<&str>, system: &str| Config {
        data: folder.path().to_owned(),
        data_given: true,
        settings: None,
        open: None,
        language: language.and_then(Language::of_code),
        system_language: Language::of_locales([system]).unwrap_or_default(),
    };
    let german = Window::with(config(None, "de-AT"));
    assert!(german.says("Statistik"), "{:#?}", german.labels());
    drop(german);
    let french = Window::with(config(Some("fr"), "de-AT"));
    assert!(french.says("Jouer"), "{:#?}", french.labels());
    drop(french);
    assert!(Window::with(config(None, "tlh")).says("Statistics"));
}
