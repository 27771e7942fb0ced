//! The rules page: search, calculator, and the way back.

use slint::ComponentHandle;
use slint::platform::Key;
use tablet_of_truth::app::Page;
use tablet_of_truth::ui::{AppAdapter, PageName};
use tablet_of_truth::wizard::points;

use crate::walk::seen::Seen;
use crate::window::{Window, paint_windows};

const FIELD: &str = "Search the rules";
const MUST_FOLLOW: &str = "you must follow it or play a Wizard";
const WEREWOLF: &str = "Whoever is dealt the Werewolf";

/// The page in a window high enough to show all of it.
fn at_the_rules() -> Window {
    let mut window = Window::new();
    window.resize(1280.0, 9000.0);
    window.click("Rules");
    assert_eq!(window.page(), Page::Rules);
    window
}

fn search(window: &mut Window, words: &str) {
    window.find(FIELD).set_accessible_value(words);
    i_slint_backend_testing::mock_elapsed_time(std::time::Duration::from_millis(20));
}

#[test]
fn a_search_keeps_rules_with_its_words() {
    for width in [1280.0, 400.0] {
        let mut window = at_the_rules();
        window.resize(width, 16000.0);
        assert!(window.says(MUST_FOLLOW) && window.says(WEREWOLF));
        search(&mut window, "must follow");
        assert!(window.says(MUST_FOLLOW) && !window.says(WEREWOLF), "{:#?}", window.labels());
        assert!(!window.shows("Werewolf"));
        search(&mut window, "WEREWOLF DEALT");
        assert!(window.says(WEREWOLF) && !window.says(MUST_FOLLOW));
        search(&mut window, "wérewolf");
        assert!(window.says(WEREWOLF), "accents must not matter");
        window.click("Clear the search");
        assert!(window.says(MUST_FOLLOW) && window.says(WEREWOLF));
    }
}

#[test]
fn a_search_finds_the_way_to_the_odds() {
    for words in ["odds", "Chance", "first-hand"] {
        let mut window = at_the_rules();
        search(&mut window, words);
        assert!(!window.says(MUST_FOLLOW), "{words}");
        window.click("First-hand odds");
        assert_eq!(window.page(), Page::Odds, "{words}");
    }
}

#[test]
fn a_search_that_finds_nothing_says_so() {
    let mut window = at_the_rules();
    search(&mut window, "poker");
    assert!(window.shows("No rule mentions “poker”. Try a shorter word, or one of the game's own."));
    assert!(!window.says(MUST_FOLLOW));
    window.click("Show all rules");
    assert!(window.says(MUST_FOLLOW) && !window.says("poker"));
}

#[test]
fn the_keys_search_and_turn_the_pages() {
    let mut window = at_the_rules();
    window.resize(1280.0, 820.0);
    let top = window.find("The game in short").absolute_position().y;
    window.key(Key::PageDown);
    assert!(!window.shows("The game in short"), "the text must scroll");
    window.key(Key::Home);
    assert!((window.find("The game in short").absolute_position().y - top).abs() < 1.0);
    for ask in ["/", "Ctrl+F"] {
        if ask == "/" {
            window.key("/");
        } else {
            window.chord(&[Key::Control], "f");
        }
        assert_eq!(window.page(), Page::Rules);
        for letter in ["b", "o", "m", "b"] {
            window.key(letter);
        }
        assert!(window.says("A trick with the Bomb belongs to nobody") && !window.says(MUST_FOLLOW), "{ask}");
        window.click("Clear the search");
        window.key(Key::Escape);
        assert_eq!(window.page(), Page::Home);
        window.chord(&[Key::Control], "4");
    }
}

#[test]
fn a_chapter_is_one_tap_away() {
    for width in [1280.0, 400.0] {
        let mut window = at_the_rules();
        window.resize(width, 820.0);
        assert!(!window.shows("Juggler"), "the chapter starts out of view");
        if width < 800.0 {
            window.click("Chapters");
            window.resize(width, 1400.0);
        }
        window.find("Go to: Juggler").invoke_accessible_default_action();
        window.resize(width, 820.0);
        i_slint_backend_testing::mock_elapsed_time(std::time::Duration::from_millis(300));
        let after = window.find("Juggler").absolute_position().y;
        assert!((0.0..300.0).contains(&after), "{width}: at {after}");
    }
}

#[test]
fn the_calculator_counts_as_the_engine_does() {
    let window = at_the_rules();
    let signed = |points: i32| if points > 0 { format!("+{points}") } else { format!("−{}", -points) };
    assert!(window.shows("Bid 3, took 2: −10"));
    for (tap, bid, tricks) in [
        ("One more bid", 4, 2),
        ("One more bid", 5, 2),
        ("One trick more", 5, 3),
        ("One trick more", 5, 4),
        ("One trick more", 5, 5),
        ("One fewer bid", 4, 5),
        ("One trick fewer", 4, 4),
    ] {
        window.find(tap).invoke_accessible_default_action();
        let said = format!("Bid {bid}, took {tricks}: {}", signed(points(bid, tricks)));
        assert!(window.shows(&said), "{said}: {:#?}", window.labels());
    }
    let cloud = |window: &Window, label: &str| window.find(label).invoke_accessible_default_action();
    cloud(&window, "The Cloud adds one to the bid");
    assert!(window.shows(&format!("Bid 4, made 5 by the Cloud, took 4: {}", signed(points(5, 4)))));
    cloud(&window, "The Cloud takes one off the bid");
    assert!(window.shows(&format!("Bid 4, made 3 by the Cloud, took 4: {}", signed(points(3, 4)))));
    // The example of the 25-year edition.
    window.find("One more bid").invoke_accessible_default_action();
    assert!(window.shows("Bid 5, made 4 by the Cloud, took 4: +60"));
    for _ in 0..5 {
        window.find("One fewer bid").invoke_accessible_default_action();
    }
    assert!(window.shows("A bid of 0 can only become 1."));
    for _ in 0..4 {
        window.find("One trick fewer").invoke_accessible_default_action();
    }
    assert!(window.shows("Whoever takes the Cloud has taken at least one trick."));
    cloud(&window, "The Cloud changes nothing");
    assert!(window.shows("Bid 0, took 0: +20"));
}

#[test]
fn the_way_back_leads_into_the_middle_of_a_bid() {
    for (width, way) in [(1280.0, "Rules"), (400.0, "Look up a rule")] {
        let mut window = Window::in_round_12();
        window.resize(width, 820.0);
        // A first digit that could begin a larger number, for a player out of turn.
        window.key(Key::DownArrow);
        window.key("1");
        let before = window.ui.with_app(|app| app.table());
        assert!(before.rows.iter().any(|row| row.typed.is_some()), "a digit waits");
        window.click(way);
        assert_eq!(window.page(), Page::Rules);
        window.pause(5000);
        window.key("2");
        window.key(Key::Escape);
        assert_eq!(window.page(), Page::Table);
        assert_eq!(window.ui.with_app(|app| app.table()), before, "the table must stay as it was");
        window.key("0");
        assert!(
            window.ui.with_app(|app| app.table().rows.iter().any(|row| row.bid == Some(10))),
            "the digit must still wait for the next one"
        );
    }
}

#[test]
fn the_way_back_leads_into_a_correction() {
    let mut window = Window::new();
    window.resize(400.0, 820.0);
    window.deal(&["Anna", "Ben", "Cleo"]);
    for number in [0, 0, 0] {
        window.type_number(number);
    }
    window.key("\n");
    for number in [0, 0] {
        window.type_number(number);
    }
    window.key("\n");
    window.click("Score sheet");
    window.click("Correct round 1");
    window.key("1");
    let before = window.ui.with_app(|app| (app.table(), app.sheet()));
    window.click("Look up a rule");
    window.click("Back");
    assert_eq!(window.page(), Page::Table);
    assert_eq!(window.ui.with_app(|app| (app.table(), app.sheet())), before, "the correction is as it was");
    window.click("Look up a rule");
    window.click("Play");
    assert_eq!(window.ui.with_app(|app| (app.table(), app.sheet())), before, "by the pages, too");
}

#[test]
fn the_way_back_leads_to_the_panel_over_the_table() {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.resize(400.0, 820.0);
    window.key("t");
    let before = window.ui.with_app(|app| app.table());
    assert_eq!(before.common.overlay, tablet_of_truth::app::Overlay::Sheet);
    window.resize(1280.0, 800.0);
    window.click("Rules");
    window.click("Back");
    assert_eq!(window.ui.with_app(|app| app.table()), before);
}

#[test]
fn the_way_back_leads_to_other_pages() {
    let mut window = Window::new();
    for way in ["Archive", "Statistics", "Settings", "Play"] {
        window.click(way);
        let before = window.page();
        window.click("Rules");
        window.click("Rules");
        window.click("Back");
        assert_eq!(window.page(), before);
    }
    // The rules over the settings, and the settings again: the way back must not go in circles.
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.click("Rules");
    window.click("Settings");
    window.click("Rules");
    window.key(Key::Escape);
    assert_eq!(window.page(), Page::Settings);
    window.key(Key::Escape);
    assert_eq!(window.page(), Page::Table);
}

#[test]
fn the_rules_are_those_of_the_booklets() {
    let window = at_the_rules();
    for words in [
        "Whoever keeps the pad deals first.",
        "The Humans are blue, the Dwarves red, the Elves green and the Giants yellow.",
        "reads them out, so that everyone knows them",
        "Begin with a few of them, the Shapeshifter first",
        "Everyone shuffles their own fifteen cards and draws each hand from them.",
        "the first card after it that is not a Jester decides",
        "only the Werewolf is never played",
        "even if the Bomb was in that trick, except after the last trick",
        "the highest number wins, whatever its colour",
        "Whoever plays the Juggler names a colour, which may be trump.",
    ] {
        assert!(window.says(words), "{words:?} in {:#?}", window.labels());
    }
    let place = |words: &str| window.labels().iter().position(|label| label.starts_with(words)).unwrap();
    assert!(
        place("Variants") < place("Plus/Minus One, which most tables play"),
        "Plus/Minus One must stand among the variants"
    );
    assert!(!window.says("Plus/Minus One can be off"), "leaving out a variant is not a house rule");
}

#[test]
fn hidden_bids_are_found_under_their_other_name() {
    let mut window = at_the_rules();
    search(&mut window, "covered bids");
    assert!(window.says("all are shown at once before the first trick") && !window.says(MUST_FOLLOW));
}

#[test]
fn rules_and_about_are_set_for_reading() {
    paint_windows();
    let window = at_the_rules();
    let mut read = 0;
    for page in [PageName::Rules, PageName::About] {
        window.window().global::<AppAdapter>().invoke_go(page);
        let seen = Seen::in_window(&window);
        for words in seen.words.iter().filter(|words| words.text.len() > 120) {
            // A letter is as wide as 0.485 of its size, on average.
            let letters = words.place.width() / (0.485 * words.pixels);
            assert!(letters < 72.0, "{words} has {letters:.0} letters in a line");
            let lines = (words.ink.height() / (1.45 * words.pixels)).round();
            let line = words.ink.height() / lines / words.pixels;
            assert!((1.4..=1.5).contains(&line), "a line of {words} is {line:.2} of its letters high");
            read += 1;
        }
    }
    assert!(read > 30, "{read} texts");
}

#[test]
fn how_a_hand_of_the_last_wizard_is_counted_is_found() {
    let mut window = at_the_rules();
    window.click("Rules of The Last Wizard");
    for chapter in ["How a hand is counted", "Powers of the red pack", "Powers of the blue pack"] {
        assert!(window.shows(&format!("Go to: {chapter}")), "{chapter}: {:#?}", window.labels());
    }
    let powers = [
        ("Skeleton", "both Skeletons in the combination: +3 each"),
        ("Harpy", "with two other creatures: +5"),
        ("Witch", "with at least one creature: +3"),
        ("Wave", "with at least one creature: +2"),
        ("Warlock", "casts two different spells"),
        ("Dullahan", "with at least one spell: +2"),
        ("Goblin King", "+6 for each Goblin in the combination"),
        ("Dragon", "with at least one caster: +2"),
        ("Pyromancer", "with at least one Flame: +4"),
        ("Fortify", "the creature's own value × 3, then what its power adds"),
        ("Storm", "with two casters: +5"),
        ("Lich", "casts two different spells"),
    ];
    for (name, power) in powers {
        search(&mut window, &format!("{name} {power}"));
        assert!(window.shows(&format!("{name}: {power}")), "{name}: {:#?}", window.labels());
    }
    search(&mut window, "do magic begins");
    assert!(window.says("Whoever saw somebody do magic most recently begins the first round."));
    search(&mut window, "two packs dealt two cards");
    assert!(window.says("Everyone is dealt two cards"), "{:#?}", window.labels());
    search(&mut window, "lich different spells");
    assert!(window.shows("Lich: casts two different spells") && !window.says("Harpy"), "{:#?}", window.labels());
}
