//! Setting up a game: seats, dealer, names, and rules that exclude each other.

use std::path::Path;
use std::time::Duration;

use i_slint_backend_testing::{ElementHandle, mock_elapsed_time};
use serde_json::{Value, json};
use slint::ComponentHandle;
use slint::platform::{Key, PointerEventButton};
use tablet_of_truth::app::{Page, Tone};
use tablet_of_truth::archive::Settings;
use tablet_of_truth::last_wizard::Pack;
use tablet_of_truth::session::{GameName, Sign};
use tablet_of_truth::ui::SettingsAdapter;
use tablet_of_truth::wizard::{Edition, SpecialCard, TieBreak};
use tempfile::TempDir;

use crate::archive::rename;
use crate::keys::tab_to;
use crate::shelf::{Shelf, cafe, early, game, kitchen, load, new_year, person, six};
use crate::tournament::afternoon;
use crate::window::Window;

const NAME: &str = "Name of a player";

fn seats(window: &Window) -> Vec<String> {
    window.ui.with_app(|app| app.setup().seats.into_iter().map(|seat| seat.name).collect())
}

#[test]
fn seats_are_reordered_by_a_screen_reader_and_the_deal_stays_with_the_person() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.click("Let Cleo deal first");
    window.move_seat("Cleo", -1);
    assert_eq!(seats(&window), ["Anna", "Cleo", "Ben"]);
    assert!(window.shows("Cleo deals first"));
    window.move_seat("Anna", 1);
    assert_eq!(seats(&window), ["Cleo", "Anna", "Ben"]);
    window.move_seat("Ben", 1);
    assert_eq!(seats(&window), ["Cleo", "Anna", "Ben"], "the last seat");
}

#[test]
fn people_keep_their_colours_when_they_change_seats() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.move_seat("Cleo", -1);
    assert_eq!(seats(&window), ["Anna", "Cleo", "Ben"]);
    assert_eq!(colours(&window, 3), [0, 2, 1]);
    window.click("Remove Anna");
    assert_eq!(colours(&window, 2), [2, 1]);
}

#[test]
fn the_arrow_keys_move_a_player_and_the_focus_along() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    tab_to(&mut window, "Seat of Anna");
    window.key(Key::DownArrow);
    mock_elapsed_time(Duration::from_millis(50));
    assert_eq!(seats(&window), ["Ben", "Anna", "Cleo"]);
    window.key(Key::DownArrow);
    mock_elapsed_time(Duration::from_millis(50));
    assert_eq!(seats(&window), ["Ben", "Cleo", "Anna"], "the same player must move on");
    window.key(Key::UpArrow);
    mock_elapsed_time(Duration::from_millis(50));
    assert_eq!(seats(&window), ["Ben", "Anna", "Cleo"]);
}

#[test]
fn seats_are_reordered_by_dragging() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    let name = |window: &Window, name: &str| -> ElementHandle { window.find(&format!("Change {name}")) };
    let (anna, cleo) = (name(&window, "Anna"), name(&window, "Cleo"));
    let mut target = cleo.absolute_position();
    target.x += 30.0;
    target.y += 10.0;
    anna.mock_drag(target, PointerEventButton::Left);
    assert_eq!(seats(&window), ["Ben", "Cleo", "Anna"]);
}

#[test]
fn names_are_distinct_and_at_most_six() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "anna"]);
    let told = window.labels().into_iter().filter(|label| label.contains("anna is already at the table."));
    assert_eq!(told.count(), 1, "the refusal must be shown once, at the field: {:#?}", window.labels());
    window.find(NAME).set_accessible_value("  ");
    window.click("Add");
    assert!(window.says("Type a name first."));
    for name in ["Cleo", "Dora", "Emil", "Finn", "Gus"] {
        window.find(NAME).set_accessible_value(name);
        window.click("Add");
    }
    assert!(window.says("Wizard is for six players at most."));
    assert_eq!(seats(&window).len(), 6);
}

#[test]
fn unreadable_names_are_refused_and_a_long_list_of_hands_is_not_quoted_whole() {
    let mut window = Window::new();
    window.resize(1280.0, 1400.0);
    window.start_setup(&["Anna", "Ben", "\u{200b}\u{2060}"]);
    assert!(window.says("This name has no visible letter. Type another one."), "{:#?}", window.labels());
    window.find(NAME).set_accessible_value("B\u{7}o");
    window.click("Add");
    assert!(window.says("This name has a control character. Type it again."), "{:#?}", window.labels());
    assert_eq!(seats(&window), ["Anna", "Ben"]);
    window.find(NAME).set_accessible_value(" Cleo\n the\tthird ");
    window.click("Add");
    assert_eq!(seats(&window), ["Anna", "Ben", "Cleo the third"]);
    window.show_rules();
    window.click("Custom");
    window.find("Cards dealt in each round").set_accessible_value("x".repeat(10_000).as_str());
    let said = window.ui.with_app(|app| format!("{:?}", app.setup().notice.map(|said| said.to_string())));
    assert!(said.contains("is not a number of cards") && said.len() < 160, "{} letters", said.len());
}

#[test]
fn a_name_typed_but_not_added_is_seated_too() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.find(NAME).set_accessible_value("Dora");
    window.click("Deal round 1");
    assert!(window.says("Round 1 of 15"), "the name in the field must be seated");
    assert!(window.shows("Dora, total 0, no bid yet"));
}

#[test]
fn a_set_up_survives_a_visit_to_another_page() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.show_rules();
    window.click("Secret");
    window.click("Settings");
    window.click("Play");
    assert_eq!(seats(&window), ["Anna", "Ben", "Cleo"]);
    assert_eq!(window.find("Secret").accessible_checked(), Some(true));
    window.click("Deal round 1");
    window.click("Settings");
    window.click("Play");
    assert!(window.says("Round 1 of 20"), "the table must stay as it was");
}

#[test]
fn a_set_up_left_by_escape_or_the_way_back_is_kept() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben"]);
    window.find(NAME).set_accessible_value("Cl");
    for by_key in [true, false] {
        if by_key {
            window.key(Key::Escape)
        } else {
            window.click("Back")
        }
        assert_eq!(window.page(), Page::Home);
        window.start_setup(&[]);
        assert_eq!(seats(&window), ["Anna", "Ben"]);
        assert_eq!(window.find(NAME).accessible_value().unwrap(), "Cl");
    }
    window.key("e");
    window.key("o");
    assert_eq!(window.find(NAME).accessible_value().unwrap(), "Cleo", "typing must continue the name");
}

#[test]
fn a_name_refused_at_the_deal_is_reported_in_view() {
    for (width, height) in [(1280.0, 800.0), (400.0, 820.0), (800.0, 600.0)] {
        let mut window = Window::new();
        window.resize(width, height);
        window.start_setup(&["Anna", "Ben", "Cleo", "Dora", "Emil"]);
        window.find(NAME).set_accessible_value("ANNA");
        window.click("Deal round 1");
        i_slint_backend_testing::mock_elapsed_time(std::time::Duration::from_millis(400));
        let told = window.labels().into_iter().filter(|label| label.contains("ANNA is already at the table."));
        assert_eq!(told.count(), 1);
        let told = "ANNA is already at the table. Use a name that tells the two apart.";
        let (at, size) = (window.find(told).absolute_position(), window.find(told).size());
        assert!(at.y > 0.0 && at.y + size.height < height - 80.0, "{width}: {at:?} {size:?}");
    }
}

#[test]
fn a_name_is_typed_right_away_and_entered_with_enter() {
    let mut window = Window::new();
    window.start_setup(&[]);
    for name in ["Anna", "Ben"] {
        window.type_in(name);
        window.key("\n");
    }
    assert_eq!(seats(&window), ["Anna", "Ben"]);
}

#[test]
fn two_players_are_too_few() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben"]);
    window.click("Deal round 1");
    assert!(window.says("Wizard is for 3 to 6 players."));
}

#[test]
fn excluded_rules_say_why_and_come_back() {
    let mut window = Window::new();
    window.resize(1280.0, 1600.0);
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.show_rules();
    window.click("Secret");
    let rule = window.find("Plus/Minus One");
    assert_eq!((rule.accessible_enabled(), rule.accessible_checked()), (Some(false), Some(false)));
    assert!(rule.accessible_description().unwrap().contains("Not with Secret prediction"));
    window.click("Hidden");
    assert_eq!(window.find("Plus/Minus One").accessible_checked(), Some(true));
    window.click("25 years · special cards");
    assert_eq!(window.find("Clairvoyance").accessible_enabled(), Some(false));
}

#[test]
fn special_cards_and_house_rules_reach_the_session() {
    let mut window = Window::new();
    window.resize(1280.0, 2000.0);
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.show_rules();
    window.click("25 years · special cards");
    window.click("Juggler");
    window.click("Dragon & Fairy");
    window.click("More rules");
    window.click("Ties broken by bids met");
    window.click("Plus/Minus One begins a round later");
    window.click("Plus/Minus One from hands one card larger");
    window.click("The last may always bid 0");
    window.click("One more extra card");
    window.click("Fewer rules");
    assert!(window.says(
        "Plus/Minus One from round 2 · Plus/Minus One from hands of 2 cards · the last bidder may always bid 0 · \
         1 extra card · Ties broken by bids met"
    ));
    window.click("Every other round");
    assert!(window.says("Cards: 2 4 6 8 10 12 14 16 18 20"));
    window.click("Custom");
    window.find("Cards dealt in each round").set_accessible_value("1 3 x");
    assert!(window.says("“x” is not a number of cards.") && !window.says(" rounds · about"));
    window.find("Cards dealt in each round").set_accessible_value("1 3 90");
    assert!(window.says("Round 3 cannot deal 90 cards: 1 to 26 are possible."));
    window.find("Cards dealt in each round").set_accessible_value("1 3 26");
    let sum = "3 players × 26 cards are 78, the deck has 65. Deal fewer, or add extra cards.";
    assert!(window.says(sum), "{:#?}", window.labels());
    window.find("Cards dealt in each round").set_accessible_value("1, 3, 5");
    assert!(window.says(" · 3 rounds · about"), "{:#?}", window.labels());
    window.click("Deal round 1");
    let rules = window.ui.with_app(|app| app.wizard().unwrap().game().rules().clone());
    assert_eq!(rules.special_cards.len(), 4);
    assert_eq!(rules.tie_break, [TieBreak::BidsMet]);
    assert_eq!((rules.plus_minus_one_from, rules.plus_minus_one_from_cards), (2, 2));
    assert_eq!((rules.last_may_bid_zero, rules.extra_cards), (true, 1));
    assert_eq!(rules.hands, Some(vec![1, 3, 5]));
}

#[test]
fn the_25_year_edition_offers_selections_of_its_cards() {
    const FEW: &str = "A few special cards to begin with";
    const SIX: &str = "The six special cards of the 20-year edition";
    let mut window = Window::new();
    window.resize(1280.0, 2000.0);
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.show_rules();
    assert!(!window.shows(FEW), "the classic deck has no special cards");
    window.click("30 years · more special cards");
    assert!(!window.shows(FEW) && window.shows("Witch"));
    window.click("25 years · special cards");
    let checked = |window: &Window, labels: &[&str]| -> Vec<bool> {
        labels.iter().map(|label| window.find(label).accessible_checked() == Some(true)).collect()
    };
    let named = ["All seven special cards", FEW, SIX];
    let cards = ["Shapeshifter", "Dragon & Fairy", "Bomb", "Werewolf", "Juggler", "Cloud"];
    assert_eq!(checked(&window, &named), [true, false, false]);
    window.click(FEW);
    assert_eq!(checked(&window, &named), [false, true, false]);
    assert_eq!(checked(&window, &cards), [true, true, false, false, false, false]);
    window.click("Bomb");
    assert_eq!(checked(&window, &named), [false; 3], "any other choice has no name");
    window.click(SIX);
    assert_eq!(checked(&window, &named), [false, false, true]);
    assert_eq!(checked(&window, &cards), [false, true, true, true, true, true]);
    window.click("Deal round 1");
    let rules = window.ui.with_app(|app| app.wizard().unwrap().game().rules().clone());
    assert_eq!(rules.special_cards.len(), 6);
    assert_eq!((rules.has(SpecialCard::Shapeshifter), rules.edition()), (false, Edition::Anniversary));
}

/// The tie-breaks of the game.
fn ties(window: &Window) -> Vec<TieBreak> {
    window.ui.with_app(|app| app.wizard().unwrap().game().rules().tie_break.clone())
}

#[test]
fn ties_are_broken_in_the_order_of_the_taps() {
    let mut window = Window::new();
    window.resize(1280.0, 2000.0);
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.show_rules();
    window.click("More rules");
    let [bids, round, sum] = ["bids met", "best round", "sum of bids"].map(|what| format!("Ties broken by {what}"));
    for title in [&round, &sum, &bids] {
        window.click(title);
    }
    // Removing the first one moves the others up.
    window.click(&round);
    window.click(&round);
    let on = |window: &Window, title: &str| window.find(title).accessible_checked();
    assert_eq!([&bids, &round, &sum].map(|title| on(&window, title)), [Some(true); 3]);
    window.click(&bids);
    assert_eq!(on(&window, &bids), Some(false));
    window.click("Deal round 1");
    assert_eq!(ties(&window), [TieBreak::SumOfBids, TieBreak::BestRound]);
    window.settle();
    let file = std::fs::read_to_string(window.file()).unwrap();
    assert!(file.contains(r#""tie_break": ["sum_of_bids","#), "{file}");
    // Changing them during the game is announced.
    window.taps(&["More", "Change rules, seats and names"]);
    if !window.shows(&bids) {
        window.click("More rules");
    }
    window.click(&bids);
    assert!(window.says("Ties broken by sum of bids, then best round, then bids met."), "{:#?}", window.labels());
}

#[test]
fn the_result_says_what_broke_the_tie() {
    let rounds = json!([{"bids": [1, 0, 0], "tricks": [1, 0, 2]}, {"bids": [0, 0, 2], "tricks": [1, 0, 2]}]);
    let open = |rules: Value| {
        let mut game = game(7, "2026-03-07T19:00:00Z", &["Anna", "Ben", "Cleo"], &[], rounds.clone());
        game["version"] = json!(2);
        game["rules"] = rules;
        game["penalties"] = json!([{"player": 1, "after_round": 2, "points": -20}]);
        let shelf = Shelf::new();
        let file = shelf.put(&game);
        let window = Window::open(shelf.path(), Some(file));
        window.wait_until(|ui| ui.with_app(|app| app.page()) == Page::Result);
        assert_eq!(window.page(), Page::Result, "{:#?}", window.labels());
        // Dropping the shelf would delete the window's file.
        (window, shelf)
    };
    let (shared, _shelf) = open(json!({"hands": [3, 3]}));
    assert!(shared.says("Everyone shares the victory") || shared.says("share the victory"), "{:#?}", shared.labels());
    assert!(!shared.says("Tie broken"), "{:#?}", shared.labels());
    let (won, _shelf) = open(json!({"hands": [3, 3], "tie_break": ["sum_of_bids"]}));
    assert!(won.says("Cleo wins") && won.says("Tie broken by sum of bids"), "{:#?}", won.labels());
}

#[test]
fn named_rules_are_one_tap_and_a_changed_rule_ends_them() {
    let mut window = Window::new();
    window.resize(1280.0, 1800.0);
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    let presets = ["Rules of the booklet", "Rules of our table", "Rules of tournaments"];
    let chosen = |window: &Window| presets.map(|label| window.find(label).accessible_checked() == Some(true));
    let rules = |window: &Window| window.ui.with_app(|app| app.wizard().unwrap().game().rules().clone());
    window.show_rules();
    assert_eq!(chosen(&window), [false, true, false], "a new table plays the usual rules");
    window.click("Rules of tournaments");
    assert_eq!(chosen(&window), [false, false, true]);
    assert!(window.says("Ties broken by bids met, then best round"), "{:#?}", window.labels());
    assert_eq!(window.ui.with_app(|app| app.setup().plan_hands), [2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
    window.find(NAME).set_accessible_value("Dora");
    window.click("Add");
    assert_eq!(
        window.ui.with_app(|app| app.setup().plan_hands),
        [1, 3, 5, 7, 9, 11, 12, 13, 14, 15],
        "the tournament hands for four players"
    );
    window.click("Clairvoyance");
    assert_eq!(chosen(&window), [false; 3]);
    window.click("Clairvoyance");
    window.click("Rules of the booklet");
    assert_eq!(chosen(&window), [true, false, false]);
    assert_eq!(
        window.find("Plus/Minus One").accessible_checked(),
        Some(false),
        "the booklet's rules leave Plus/Minus One out"
    );
    window.click("Hidden");
    assert_eq!(chosen(&window), [false; 3]);
    window.click("30 years · more special cards");
    window.click("Deal round 1");
    let dealt = rules(&window);
    set_up_another(&mut window);
    assert_eq!(chosen(&window), [false; 3], "a set-up must start with the rules of the settings");
    window.click("Rules of our table");
    assert_eq!(chosen(&window), [false, true, false]);
    window.click("Deal round 1");
    assert_eq!(rules(&window), dealt, "our table's rules are those dealt with");
}

/// Leaves the table and sets up another game, with its rules shown.
fn set_up_another(window: &mut Window) {
    window.settle();
    window.click("Archive");
    window.click("Play");
    window.settle();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.show_rules();
}

#[test]
fn our_table_is_remembered() {
    let home = TempDir::new().unwrap();
    let mut window = Window::at_home(home.path());
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.show_rules();
    window.click("Rules of tournaments");
    window.click("Deal round 1");
    window.settle();
    drop(window);
    let mut window = Window::at_home(home.path());
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.show_rules();
    assert_eq!(window.find("Rules of our table").accessible_checked(), Some(false));
    window.tap("Rules of our table");
    assert_eq!(window.find("Plus/Minus One").accessible_checked(), Some(true));
    window.click("Deal round 1");
    let rules = window.ui.with_app(|app| app.wizard().unwrap().game().rules().clone());
    assert_eq!((rules.plus_minus_one_from_cards, rules.hands.map(|hands| hands.len())), (2, Some(10)));
}

#[test]
fn one_odd_game_does_not_change_our_table() {
    let mut window = Window::new();
    let rules = |window: &Window| window.ui.with_app(|app| app.wizard().unwrap().game().rules().clone());
    let deal = |window: &mut Window, preset: &str, also: Option<&str>| {
        set_up_another(window);
        window.tap(preset);
        if let Some(rule) = also {
            window.tap(rule);
        }
        window.tap("Deal round 1");
        rules(window)
    };
    window.resize(1280.0, 1800.0);
    let usual = deal(&mut window, "Rules of tournaments", None);
    deal(&mut window, "Rules of tournaments", None);
    let odd = deal(&mut window, "Rules of the booklet", Some("Clairvoyance"));
    assert_eq!(deal(&mut window, "Rules of our table", None), usual, "after one odd game");
    // A rematch is a game by the same rules.
    deal(&mut window, "Rules of the booklet", Some("Clairvoyance"));
    window.resize(1280.0, 800.0);
    window.play_rounds(1, 3);
    window.click("End the game early");
    window.click("End the game");
    window.click("Rematch");
    assert_eq!(rules(&window), odd);
    window.resize(1280.0, 1800.0);
    assert_eq!(deal(&mut window, "Rules of our table", None), odd, "after three of five");
}

#[test]
fn the_names_of_a_new_game_outlast_the_program_until_it_begins() {
    let home = TempDir::new().unwrap();
    let mut window = Window::at_home(home.path());
    window.start_setup(&["Anna", "Ben"]);
    window.settle();
    drop(window);
    let mut window = Window::at_home(home.path());
    window.start_setup(&["Cleo"]);
    assert_eq!(seats(&window), ["Anna", "Ben", "Cleo"]);
    window.click("Remove Ben");
    window.settle();
    drop(window);
    let mut window = Window::at_home(home.path());
    window.start_setup(&["Dora"]);
    assert_eq!(seats(&window), ["Anna", "Cleo", "Dora"]);
    window.click("Deal round 1");
    window.settle();
    drop(window);
    let mut window = Window::at_home(home.path());
    window.start_setup(&[]);
    assert_eq!(seats(&window), [""; 0]);
}

#[test]
fn names_kept_by_hand_are_seated_only_as_far_as_they_can_play() {
    let home = TempDir::new().unwrap();
    std::fs::create_dir_all(home.path().join("config")).unwrap();
    let kept = json!({"seats": ["Anna", "", "anna", "Ben", "Cleo", "Dora", "Émilie", "Finn", "Greta"]});
    std::fs::write(home.path().join("config/settings.json"), kept.to_string()).unwrap();
    let mut window = Window::at_home(home.path());
    window.start_setup(&[]);
    assert_eq!(seats(&window), ["Anna", "Ben", "Cleo", "Dora", "Émilie", "Finn"]);
    assert!(window.ui.with_app(|app| app.setup().ready), "{:#?}", window.labels());
}

#[test]
fn a_random_dealer_is_one_of_the_players() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..60 {
        window.click("Random dealer");
        seen.insert(window.ui.with_app(|app| app.setup().seats.iter().position(|seat| seat.dealer)));
    }
    assert_eq!(seen.len(), 3, "in sixty tries everyone should deal at least once: {seen:?}");
}

/// The set-up in a narrow window, its name field focused.
fn narrow_set_up() -> Window {
    let mut window = Window::new();
    window.resize(400.0, 480.0);
    window.start_setup(&["Anna", "Ben", "Cleo", "Dora", "Emil"]);
    window.find(NAME).mock_single_click(PointerEventButton::Left);
    window.key("C");
    window
}

#[test]
fn a_field_scrolled_out_of_sight_gives_up_the_keys() {
    for page in [Page::Home, Page::Archive] {
        for at_once in [false, true] {
            let mut window = narrow_set_up();
            window.wheel_at(200.0, 300.0, -40.0);
            window.key("l");
            assert_eq!(window.find(NAME).accessible_value().unwrap(), "Cl", "a visible field keeps the keys");
            if at_once {
                window.wheel_at(200.0, 300.0, -900.0);
            } else {
                for _ in 0..18 {
                    window.wheel_at(200.0, 300.0, -50.0);
                }
            }
            assert!(!window.shows(NAME), "the field must be out of sight");
            match page {
                Page::Home => window.key(Key::Escape),
                _ => window.chord(&[Key::Control], "2"),
            }
            assert_eq!(window.page(), page);
        }
    }
}

#[test]
fn a_button_below_a_scrolled_view_keeps_the_keys() {
    let mut window = narrow_set_up();
    let deal = window.find("Deal round 1").absolute_position();
    let ring = |window: &Window| (window.focused().0 - deal.x).abs() < 8.0 && (window.focused().1 - deal.y).abs() < 8.0;
    for _ in 0..80 {
        if !ring(&window) {
            window.key(Key::Tab);
        }
    }
    assert!(ring(&window), "Tab must reach the button: {:?}", window.focused());
    for by in [3000.0, -500.0, -500.0] {
        window.wheel_at(200.0, 300.0, by);
    }
    window.key("\n");
    assert_eq!(window.page(), Page::Table);
}

#[test]
fn names_typed_in_a_row_are_all_seated_in_a_small_window() {
    let sizes =
        [(1024.0, 600.0, 100), (400.0, 820.0, 150), (360.0, 640.0, 150), (800.0, 600.0, 200), (1280.0, 800.0, 100)];
    for (width, height, percent) in sizes {
        let mut window = Window::new();
        window.window().global::<SettingsAdapter>().invoke_set_text_percent(percent);
        window.resize(width, height);
        window.start_setup(&[]);
        let names = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Finn"];
        for (count, name) in names.iter().enumerate() {
            for letter in name.chars() {
                window.key(String::from(letter));
                mock_elapsed_time(Duration::from_millis(100));
            }
            let case = format!("{width} × {height} at {percent} %, {name}");
            assert!(window.shows(NAME), "{case}: the field must be in sight");
            assert_eq!(
                window.find(NAME).accessible_value().unwrap(),
                *name,
                "{case}: the field must have the typed text"
            );
            let (at, size) = (window.find(NAME).absolute_position(), window.find(NAME).size());
            let deal = window.find("Deal round 1").absolute_position();
            let over = width >= 1024.0 || at.y + size.height <= deal.y;
            assert!(at.y >= 0.0 && at.y + size.height <= height && over, "{case}: {at:?} {size:?}");
            window.key("\n");
            mock_elapsed_time(Duration::from_millis(100));
            assert_eq!(seats(&window), names[..=count], "{case}");
        }
    }
}

/// A set-up with nobody seated that knows the players of a running game.
fn known_people() -> Window {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo", "Dora"]);
    window.click("Play");
    window.start_setup(&[]);
    window
}

fn typed(window: &Window) -> String {
    window.find(NAME).accessible_value().unwrap().into()
}

#[test]
fn typing_finds_known_players_and_enter_takes_the_only_match() {
    let mut window = known_people();
    window.type_in("be");
    assert!(window.shows("Ben plays") && !window.shows("Anna plays"), "{:#?}", window.labels());
    assert!(window.says("Enter adds Ben"));
    window.key("\n");
    assert_eq!((seats(&window), typed(&window)), (vec!["Ben".to_owned()], String::new()));
    assert!(window.shows("Anna plays"), "all must be offered again");
    window.type_in("Ann");
    window.click("Add");
    assert_eq!(seats(&window), ["Ben", "Ann"], "a shorter name is another person");
    window.type_in("anna");
    window.key("\n");
    assert_eq!(seats(&window), ["Ben", "Ann", "Anna"], "lower case must mean the same person");
    window.type_in("x");
    assert!(window.says("Nobody with this name yet"));
    window.key("\n");
    assert_eq!(seats(&window).last().unwrap(), "x");
}

#[test]
fn whoever_sits_down_leaves_an_empty_place_and_nobody_moves() {
    for (width, height) in [(1280.0, 800.0), (400.0, 820.0)] {
        let mut window = known_people();
        window.resize(width, height);
        let at = |window: &Window, name: &str| {
            let place = window.find(name).absolute_position();
            (place.x, place.y)
        };
        let before = ["Ben plays", "Dora plays", NAME].map(|name| (name, at(&window, name)));
        for name in ["Anna", "Cleo"] {
            window.click(&format!("{name} plays"));
            assert!(!window.shows(&format!("{name} plays")), "{width}: {name} must not be offered again");
            assert_eq!(before.map(|(name, _)| (name, at(&window, name))), before, "{width}: after {name}");
        }
        window.click("Remove Anna");
        assert_eq!(seats(&window), ["Cleo"]);
        assert!(window.shows("Anna plays"));
    }
}

/// The tables offered, by their labels, from the top.
fn tables(window: &Window) -> Vec<String> {
    let names = window.ui.with_app(|app| app.setup().tables.into_iter().map(|table| table.names));
    names.map(|names| names.join(", ")).collect()
}

const CAFE: &str = "Anna, Émilie, Thomas and Ute";

#[test]
fn a_table_that_has_played_deals_with_three_taps() {
    for (width, height) in [(1280.0, 800.0), (1024.0, 600.0), (820.0, 1180.0), (400.0, 820.0), (360.0, 640.0)] {
        let shelf = Shelf::with(&[cafe(), early()]);
        let mut window = Window::open(shelf.path(), None);
        window.resize(width, height);
        window.tap("New game");
        let whole = window.control(CAFE);
        let end = window.control("Deal round 1").absolute_position().y;
        assert!(whole.absolute_position().y + whole.size().height <= end || width >= 960.0, "{width}×{height}");
        window.tap(CAFE);
        assert_eq!(seats(&window), ["Anna", "Émilie", "Thomas", "Ute"], "{width}×{height}");
        window.tap("Deal round 1");
        assert_eq!(window.page(), Page::Table, "{width}×{height}");
        assert!(window.shows("Ute bids 0"), "Thomas must deal next: {:#?}", window.labels());
        window.settle();
        let ids = |path: &Path| load(path).people().players_at_end().iter().map(|player| player.id).collect::<Vec<_>>();
        assert_eq!(ids(&window.file()), ids(&shelf.path_of(&cafe())), "they must be the same people");
    }
}

#[test]
fn the_three_tables_that_played_last_are_offered_once_each() {
    let mut again = kitchen();
    again["id"] = json!("00000099-0000-4000-8000-000000000099");
    again["started"] = json!("2026-01-01T20:00:00+01:00");
    again["players"].as_array_mut().unwrap().reverse();
    let shelf = Shelf::with(&[early(), kitchen(), again, six(), cafe()]);
    let mut window = Window::open(shelf.path(), None);
    window.start_setup(&[]);
    let all = ["Anna, Ben, Cleo", "Anna, Émilie, Thomas, Ute", "Anna, Ben, Émilie"];
    assert_eq!(tables(&window), all, "latest first, in the seats of the latest game");
    window.tap("The Last Wizard");
    window.tap("Anna, Ben and Cleo");
    assert_eq!((seats(&window).len(), tables(&window).len()), (3, 0));
    assert!(window.shows("Émilie plays") && !window.shows("Anna plays"));
    window.taps(&["Remove Cleo", "Remove Ben", "Remove Anna"]);
    assert_eq!(tables(&window), all, "all must be offered again");
    window.tap(CAFE);
    window.tap("Deal round 1");
    assert_eq!(window.page(), Page::Table);
    let game = window.ui.with_app(|app| app.session().unwrap().name());
    assert_eq!(game, GameName::LastWizard, "the game chosen must stay");
}

#[test]
fn a_table_of_somebody_with_another_name_now_and_a_drawn_one_are_not_offered() {
    let mut renamed = game(12, "2026-03-08T20:00:00+01:00", &["Annika", "Ben", "Dora"], &[1], json!([]));
    renamed["players"][0]["id"] = json!(person("Anna"));
    let shelf = Shelf::with(&[kitchen(), new_year(), renamed]);
    let mut window = Window::open(shelf.path(), None);
    window.start_setup(&[]);
    assert_eq!(tables(&window), ["Annika, Ben, Dora", "Ben, Cleo, Dora"]);
    let drawn = afternoon(3, true);
    let mut window = Window::open(drawn.path(), None);
    window.start_setup(&[]);
    assert!(!window.ui.with_app(|app| app.setup().known).is_empty(), "people of tournaments are known");
    assert_eq!(tables(&window), [""; 0]);
}

#[test]
fn tables_stand_where_the_seats_will_be_and_go_with_the_first_person() {
    for (width, height) in [(1280.0, 800.0), (1024.0, 600.0), (400.0, 820.0), (360.0, 640.0)] {
        let shelf = Shelf::evenings();
        let mut window = Window::open(shelf.path(), None);
        window.start_setup(&[]);
        window.resize(width, height);
        let at = |window: &Window| {
            [NAME, "Add", "Cleo plays", "Wizard"].map(|name| {
                let place = window.find(name).absolute_position();
                (place.x, place.y)
            })
        };
        let before = at(&window);
        window.tap("Anna plays");
        assert_eq!((at(&window), tables(&window).len()), (before, 0), "{width}×{height}");
    }
}

#[test]
fn a_table_chosen_by_the_keys_deals_with_the_next_enter() {
    let shelf = Shelf::evenings();
    let mut window = Window::open(shelf.path(), None);
    window.start_setup(&[]);
    window.type_in("An");
    tab_to(&mut window, CAFE);
    window.key("\n");
    assert_eq!((seats(&window).len(), typed(&window)), (4, String::new()), "a typed name is finished");
    window.key("\n");
    assert_eq!(window.page(), Page::Table);
}

#[test]
fn the_keys_work_after_the_rules_are_opened_above_the_field() {
    for size in [(1024.0, 600.0), (400.0, 820.0)] {
        let mut window = Window::new();
        window.start_setup(&["Anna"]);
        window.resize(size.0, size.1);
        window.show_rules();
        window.chord(&[Key::Control], "2");
        assert_eq!(window.page(), Page::Archive, "{size:?}");
    }
}

#[test]
fn a_face_chosen_by_the_keys_leaves_the_focus_in_the_name_field() {
    let mut window = known_people();
    tab_to(&mut window, "Ben plays");
    window.key("\n");
    assert_eq!(seats(&window), ["Ben"]);
    window.type_in("Anna");
    window.key("\n");
    assert_eq!(seats(&window), ["Ben", "Anna"], "the keys must go on: {:#?}", window.labels());
}

#[test]
fn whoever_sat_there_from_the_start_has_no_empty_place() {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.bid("Ben", 1);
    // Only one game can be continued: two of one second have no order.
    window.taps(&["End the game early", "End the game"]);
    window.settle();
    window.click("Play");
    window.deal(&["Dora", "Emil", "Finn"]);
    window.bid("Emil", 1);
    window.settle();
    // Who plays the open game is known once it was left.
    window.taps(&["Play", "Continue", "More", "Change rules, seats and names"]);
    let known = |window: &Window| -> Vec<String> {
        window.ui.with_app(|app| app.setup().known.into_iter().map(|person| person.name).collect())
    };
    assert_eq!(known(&window), ["Anna", "Ben", "Cleo"]);
    window.click("Remove Emil");
    assert!(known(&window).contains(&"Emil".to_owned()), "whoever left is offered again: {:?}", known(&window));
}

#[test]
fn known_people_have_their_faces() {
    let mut window = known_people();
    let face = |window: &Window| window.ui.with_app(|app| app.setup().known[0].face.clone());
    let before = face(&window);
    window.click("Anna plays");
    window.click("Anna: Sky blue, another colour or sign");
    window.taps(&["Moon", "Close"]);
    for name in ["Ben", "Cleo"] {
        window.click(&format!("{name} plays"));
    }
    window.click("Deal round 1");
    window.bid("Ben", 1);
    window.settle();
    window.click("Play");
    window.start_setup(&[]);
    let known = window.ui.with_app(|app| app.setup().known);
    let anna = known.iter().find(|person| person.name == "Anna").unwrap();
    assert_eq!((before.sign, anna.face.sign), (None, Some(Sign::Moon)));
}

#[test]
fn the_people_at_the_table_are_seen_whole() {
    const PEOPLE: [&str; 6] = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Finn"];
    // How many are whole without scrolling while others are offered, and once all six sit.
    for (across, down, some, all) in [
        (1280.0, 800.0, 5, 6),
        (1024.0, 600.0, 5, 6),
        (820.0, 1180.0, 5, 6),
        (400.0, 820.0, 2, 5),
        (360.0, 640.0, 2, 4),
    ] {
        let shelf = Shelf::with(&[six(), cafe(), kitchen()]);
        let mut window = Window::open(shelf.path(), None);
        window.resize(across, down);
        window.start_setup(&PEOPLE[..5]);
        let whole = |window: &Window| {
            let end = if across < 960.0 { window.find("Deal round 1").absolute_position().y } else { down - 12.0 };
            let is_whole = |name: &&&str| {
                let button = window.find(&format!("Remove {name}"));
                button.absolute_position().y + button.size().height <= end
            };
            PEOPLE.iter().take(seats(window).len()).take_while(is_whole).count()
        };
        assert_eq!(whole(&window), some, "{across}×{down}");
        window.find(NAME).set_accessible_value("Finn");
        window.click("Add");
        assert_eq!(whole(&window), all, "{across}×{down}");
    }
}

#[test]
fn the_rules_stand_in_one_line_that_opens_them() {
    for (width, height) in [(1280.0, 800.0), (400.0, 820.0)] {
        let mut window = Window::new();
        window.resize(width, height);
        window.start_setup(&["Anna", "Ben"]);
        assert!(window.says("Rules: Classic · Plus/Minus One") && !window.says("rounds"), "{:#?}", window.labels());
        assert!(!window.shows("Plus/Minus One"), "{width}: no switch before the line is opened");
        window.find(NAME).set_accessible_value("Cleo");
        window.click("Add");
        assert!(window.says("Rules: Classic · Plus/Minus One · 20 rounds · about 60 min"), "{:#?}", window.labels());
        let line = |window: &Window| {
            let at = window.find(&window.labels().into_iter().find(|label| label.starts_with("Rules: ")).unwrap());
            (at.absolute_position().x, at.absolute_position().y, at.size().height)
        };
        let before = line(&window);
        window.show_rules();
        assert_eq!(line(&window), before, "{width}: the line that closes them must stay");
        window.tap("25 years · special cards");
        assert!(window.says("Rules: 25 years · Plus/Minus One · 20 rounds"), "{:#?}", window.labels());
        assert_eq!(line(&window), before, "{width}");
        window.tap("The Last Wizard");
        assert!(window.says("Rules: to 30 or 0"), "{:#?}", window.labels());
        assert_eq!(line(&window), before, "{width}");
    }
}

#[test]
fn a_changed_rule_says_what_differs_and_moves_nothing() {
    let mut window = Window::new();
    window.resize(1280.0, 2000.0);
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.show_rules();
    let at = |window: &Window| {
        ["Plus/Minus One", "Hidden", "Every other round", "Deal round 1"].map(|label| {
            let place = window.find(label).absolute_position();
            (place.x, place.y)
        })
    };
    let before = at(&window);
    assert!(window.shows("As you usually play"));
    window.click("Hidden");
    window.click("Every other round");
    assert!(window.shows("Not as at our table: Bids, Rounds"), "{:#?}", window.labels());
    assert_eq!(at(&window), before);
    window.click("Rules of the booklet");
    window.click("Hidden");
    assert!(window.shows("Not as in the booklet: Bids"), "{:#?}", window.labels());
    assert_eq!(at(&window), before);
    let above = |label: &str| window.find(label).absolute_position().y;
    assert!(above("Rules of the booklet") < above("Classic · 60 cards"), "named rules are the first question");
}

#[test]
fn a_tap_on_a_name_changes_it_and_somebody_else_can_take_the_seat() {
    for (width, height) in [(1280.0, 800.0), (400.0, 1100.0)] {
        let mut window = known_people();
        window.resize(width, height);
        for name in ["Anna", "Ben", "Cleo"] {
            window.click(&format!("{name} plays"));
        }
        window.click("Let Ben deal first");
        window.type_in("Em");
        window.click("Change Ben");
        assert_eq!(typed(&window), "Ben", "{width}");
        window.type_in("Benno");
        assert_eq!(typed(&window), "Benno", "{width}: the name in the field must be replaced");
        window.key("\n");
        assert_eq!(seats(&window), ["Anna", "Benno", "Cleo"], "{width}");
        assert!(window.shows("Benno deals first"));
        assert_eq!(typed(&window), "Em", "{width}: the earlier text must still be there");
        window.chord(&[Key::Control], "a");
        window.key(Key::Backspace);
        window.click("Change Cleo");
        window.click("Dora plays");
        assert_eq!(seats(&window), ["Anna", "Benno", "Dora"], "{width}: Dora must sit there");
        window.click("Change Anna");
        window.type_in("Dora");
        window.key("\n");
        assert!(window.says("Dora is already at the table."));
        window.key(Key::Escape);
        assert_eq!(window.page(), Page::Setup, "{width}: the first Escape must only cancel the new name");
        assert_eq!(
            (seats(&window), typed(&window)),
            (["Anna", "Benno", "Dora"].map(String::from).to_vec(), String::new())
        );
        window.key(Key::Escape);
        assert_eq!(window.page(), Page::Home);
    }
}

#[test]
fn seats_are_shuffled_and_the_deal_stays_with_the_person() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.click("Let Ben deal first");
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..80 {
        window.click("Shuffle seats");
        seen.insert(seats(&window));
        assert!(window.shows("Ben deals first"));
    }
    assert_eq!(seen.len(), 6, "in eighty tries every order should come up: {seen:?}");
}

#[test]
fn enter_in_the_empty_field_deals_when_three_sit_there() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben"]);
    window.key("\n");
    assert!(window.says("Type a name first."));
    window.type_in("Cleo");
    window.hold("\n");
    assert_eq!((window.page(), seats(&window).len()), (Page::Setup, 3), "holding the key must count once");
    window.key("\n");
    assert_eq!(window.page(), Page::Table);
    assert!(window.says("Round 1 of 20"));
}

/// The colours of the table by seat.
fn colours(window: &Window, seats: usize) -> Vec<u8> {
    window.ui.with_app(|app| app.colours().map(u8::from))[..seats].to_vec()
}

#[test]
fn a_colour_belongs_to_a_person_unless_two_share_it() {
    let shelf = Shelf::new();
    let mut window = Window::open(shelf.path(), None);
    window.deal(&["Anna", "Ben", "Cleo"]);
    assert_eq!(colours(&window, 3), [0, 1, 2], "players without a colour take their seat's");
    window.settle();
    window.click("Play");
    window.start_setup(&["Ben", "Dora", "Anna"]);
    assert_eq!(colours(&window, 3), [1, 2, 0], "Ben has the colour of Dora's seat: she takes the free one");
    window.click("Anna: Sky blue, another colour or sign");
    assert!(window.shows("Colour of Anna"), "{:#?}", window.labels());
    window.click("Yellow");
    assert_eq!(colours(&window, 3), [1, 2, 4]);
    window.click("Orange");
    assert_eq!(colours(&window, 3), [4, 2, 1], "whoever had it takes the other one");
    window.click("Anna: Orange, another colour or sign");
    assert!(!window.shows("Colour of Anna"), "a tap beside it must close it");
    window.click("Deal round 1");
    window.settle();
    drop(window);
    let mut window = Window::open(shelf.path(), None);
    window.tap("Continue");
    assert_eq!(colours(&window, 3), [4, 2, 1], "the table must show them after a restart");
    window.tap("Play");
    // The game that Cleo was dealt into was left before its first tap, and is no more: her seat decides.
    window.start_setup(&["Cleo", "Dora", "Ben"]);
    assert_eq!(colours(&window, 3), [0, 2, 4]);
    window.tap("Archive");
    rename(&mut window, "Anna", "Annika");
    window.settle();
    window.key(Key::Escape);
    window.key(Key::DownArrow);
    assert_eq!(colours(&window, 3), [4, 2, 1], "the colour must follow the name: {:#?}", window.labels());
}

#[test]
fn a_colour_is_chosen_over_the_page_at_the_face() {
    for (width, height) in [(1280.0, 800.0), (1100.0, 700.0)] {
        let mut window = Window::new();
        window.resize(width, height);
        window.start_setup(&["Anna", "Ben", "Cleo"]);
        let still = ["Seat of Ben", "Change Ben", "Change Cleo", "Shuffle seats", "Deal round 1"];
        let places = |window: &Window| still.map(|label| window.find(label).absolute_position());
        let before = places(&window);
        let face = window.control("Ben: Orange, another colour or sign");
        let (top, end) = (face.absolute_position().y, face.absolute_position().y + face.size().height);
        window.tap("Ben: Orange, another colour or sign");
        assert!(window.shows("Ben") && window.shows("Colour of Ben"), "{:#?}", window.labels());
        let (close, signs) = (window.control("Close"), window.find("Sign of Ben"));
        let below = close.absolute_position().y - end;
        let above = top - signs.absolute_position().y - signs.size().height;
        assert!((0.0..40.0).contains(&below) || (0.0..40.0).contains(&above), "{below}, {above} at {width}×{height}");
        window.tap("Green");
        assert_eq!(colours(&window, 3), [0, 2, 1]);
        assert_eq!(places(&window), before, "{width}×{height}");
        window.key(Key::Escape);
        assert!(!window.shows("Colour of Ben") && window.page() == Page::Setup, "Esc closes only the choice");
        window.taps(&["Ben: Green, another colour or sign", "Close"]);
        assert!(!window.shows("Colour of Ben"), "{:#?}", window.labels());
        assert_eq!(places(&window), before, "{width}×{height}");
        window.key(Key::Escape);
        assert_ne!(window.page(), Page::Setup);
    }
}

#[test]
fn a_sign_belongs_to_a_person_and_replaces_the_initials() {
    let shelf = Shelf::new();
    let mut window = Window::open(shelf.path(), None);
    let signs = |window: &Window| window.ui.with_app(|app| app.signs())[..3].to_vec();
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.settle();
    window.click("Play");
    window.start_setup(&["Ben", "Dora", "Anna"]);
    window.tap("Anna: Sky blue, another colour or sign");
    assert!(window.shows("Sign of Anna"), "{:#?}", window.labels());
    window.tap("Moon");
    assert_eq!(signs(&window), [None, None, Some(Sign::Moon)]);
    window.tap("Anna: Sky blue, another colour or sign");
    window.tap("Dora: Green, another colour or sign");
    window.tap("Star");
    window.tap("Moon");
    assert_eq!(signs(&window), [None, Some(Sign::Moon), Some(Sign::Star)], "whoever had it takes the other one");
    window.tap("Letters");
    assert_eq!(signs(&window), [None, None, Some(Sign::Star)]);
    window.tap("Close");
    window.click("Deal round 1");
    window.settle();
    let kept = load(&window.file());
    let kept: Vec<_> = kept.people().players_at_end().iter().map(|player| (&*player.name, player.look.sign)).collect();
    assert_eq!(kept, [("Ben", None), ("Dora", None), ("Anna", Some(Sign::Star))]);
    drop(window);
    let mut window = Window::open(shelf.path(), None);
    window.tap("Continue");
    assert_eq!(signs(&window), [None, None, Some(Sign::Star)], "the table must show it after a restart");
    window.tap("Archive");
    rename(&mut window, "Anna", "Annika");
    window.settle();
    window.key(Key::Escape);
    window.key(Key::DownArrow);
    assert_eq!(signs(&window).iter().flatten().collect::<Vec<_>>(), [&Sign::Star], "the sign must follow the name");
    let newer = Settings::read(br#"{"signs": {"Anna": "owl"}, "people": {"Anna": 3}}"#).unwrap();
    assert_eq!((newer.signs.len(), newer.people["Anna"]), (0, 3), "an unknown sign must lose only itself");
}

#[test]
fn a_seventh_player_is_refused_by_the_game_that_is_set_up() {
    let mut window = Window::new();
    window.start_setup(&["Ana", "Bo", "Cy", "Dan", "Eva", "Fay"]);
    window.tap("The Last Wizard");
    window.find("Name of a player").set_accessible_value("Gil");
    window.tap("Add");
    assert!(window.says("The Last Wizard is for six players at most. Remove someone first."), "{:#?}", window.labels());
}

#[test]
fn the_pack_is_chosen_in_the_set_up_and_told() {
    let mut window = Window::new();
    window.resize(1280.0, 2400.0);
    window.start_setup(&["Ana", "Bo", "Cy"]);
    window.tap("The Last Wizard");
    window.show_rules();
    assert_eq!(window.find("The pack is not recorded").accessible_checked(), Some(true));
    window.tap("Red pack");
    assert_eq!(window.find("Red pack").accessible_checked(), Some(true));
    assert!(window.says("Red pack · to 30 or 0"), "{:#?}", window.labels());
    window.click("Deal round 1");
    let pack = window.ui.with_app(|app| app.session().unwrap().last_wizard().unwrap().game().rules().pack);
    assert_eq!(pack, Some(Pack::Red));
}

#[test]
fn a_custom_list_waits_for_its_first_number_and_leaves_the_keys_to_the_window() {
    let mut window = Window::new();
    window.resize(1280.0, 2400.0);
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.show_rules();
    window.click("25 years · special cards");
    window.click("Custom");
    let notice = |window: &Window| window.ui.with_app(|app| app.setup().notice.map(|notice| notice.tone));
    assert_eq!(notice(&window), Some(Tone::Quiet), "nothing is wrong before the first number");
    window.click("More rules");
    assert_eq!(window.find("Clairvoyance").accessible_enabled(), Some(false), "not with special cards");
    window.key("4");
    assert!(window.says("1 round · about 5 min"), "{:#?}", window.labels());
    window.click("Every round");
    window.key(Key::F1);
    assert!(
        window.says("F1   ?: Show these shortcuts"),
        "the keys must still reach the window: {:#?}",
        window.labels()
    );
}
