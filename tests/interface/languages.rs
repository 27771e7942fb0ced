use tablet_of_truth::app::Config;
use tablet_of_truth::archive::Preference;
use tablet_of_truth::language::Language;

use crate::common::program::over;
use crate::window::Window;

#[test]
fn the_language_is_switched_while_a_bid_waits_and_is_kept() {
    let mut window = Window::new();
    window.deal(&["Anna", "Bo", "Cleo"]);
    window.bid("Bo", 1);
    assert!(window.says("Cleo bids 0"));
    window.speak("de");
    assert!(!window.says("Cleo bids 0"), "no English may be left");
    window.must_say(&["Stich", "Trumpf"]);
    window.speak("fr");
    assert!(window.says("Manche 1") && window.says("Atout") && !window.says("Trumpf"), "{:#?}", window.labels());
    window.speak("pt_BR");
    assert!(window.says("Rodada 1") && window.says("Trunfo"), "{:#?}", window.labels());
    window.settle();
    let file = window.file();
    let again = Window::open(file.parent().unwrap(), Some(file.clone()));
    assert!(again.says("Rodada 1"), "the choice must be kept: {:#?}", again.labels());
    again.prefer(Preference::Language(None));
    assert!(again.says("Round 1"), "the system's language is English here");
}

#[test]
fn the_language_is_chosen_on_the_settings_page() {
    let mut window = Window::new();
    window.taps(&["Settings", "Language", "Deutsch"]);
    assert!(window.shows("Sprache") && !window.shows("Language"), "{:#?}", window.labels());
    window.taps(&["Sprache", "Français"]);
    assert!(window.shows("Langue"));
    window.taps(&["Langue", "Système"]);
    assert!(window.shows("Language"));
}

#[test]
fn the_system_and_the_start_choose_a_language() {
    let folder = tempfile::TempDir::new().unwrap();
    let config = |language: Option<&str>, system: &str| Config {
        language: language.and_then(Language::of_code),
        system_language: Language::of_locales([system]).unwrap_or_default(),
        ..over(folder.path())
    };
    let german = Window::with(config(None, "de-AT"));
    assert!(german.says("Regeln"), "{:#?}", german.labels());
    drop(german);
    let french = Window::with(config(Some("fr"), "de-AT"));
    assert!(french.says("Jouer"), "{:#?}", french.labels());
    drop(french);
    assert!(Window::with(config(None, "tlh")).says("Rules"));
}
