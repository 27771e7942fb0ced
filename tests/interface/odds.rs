//! The page of first-hand odds: it shows what the engine counts, and the table waits beneath it.

use slint::platform::Key;
use tablet_of_truth::app::Page;
use tablet_of_truth::language::Language;
use tablet_of_truth::wizard::{Card, Colour, FirstHand, Trump};

use crate::window::Window;

/// The page in a window high enough to show all of it.
fn at_the_odds() -> Window {
    let mut window = Window::new();
    window.resize(1280.0, 3000.0);
    window.tap("Rules");
    window.tap("First-hand odds");
    assert_eq!(window.page(), Page::Odds);
    window
}

/// A number with the window's decimal point and minus sign.
fn figure(value: f64) -> String {
    format!("{value:.1}").replace('-', "−")
}

/// Checks that the page shows what the engine counts for this hand from every seat.
fn shows_what_is_counted(window: &mut Window, hand: FirstHand) {
    for seat in 0..hand.players {
        window.taps(&[&format!("You play as number {} of {}", seat + 1, hand.players)]);
        let odds = FirstHand { seat, ..hand }.odds().unwrap();
        let percent = figure(odds.chance.value() * 100.0);
        let wanted = [
            format!("Your chance of taking the trick: {percent} percent"),
            format!(
                "You take the trick in {} of {} cases.",
                whole(odds.chance.numerator),
                whole(odds.chance.denominator)
            ),
            format!("Bid {}", odds.bid),
            format!(
                "On average, a bid of 1 is worth {} points and a bid of 0 {}.",
                figure(odds.points_of_1.value()),
                figure(odds.points_of_0.value())
            ),
            format!("Number {} of {}: {percent} percent, bid {}", seat + 1, hand.players, odds.bid),
        ];
        for sentence in wanted {
            assert!(window.shows(&sentence), "{hand:?}, seat {seat}: no {sentence:?} in {:#?}", window.labels());
        }
    }
}

/// A whole number with English separators.
fn whole(number: i64) -> String {
    Language::ENGLISH.number(number)
}

#[test]
fn the_page_shows_what_the_engine_counts() {
    let mut window = at_the_odds();
    let plain = Card::Plain;
    let hand = |players, turned_up, card, trump| FirstHand { players, seat: 0, turned_up, card, trump };
    window.taps(&["4 players at the table", "Turned up: Dwarves", "Turned up: Dwarves 8", "Your card: Humans"]);
    assert!(window.shows("Choose your card."));
    window.taps(&["Your card: Humans 13"]);
    shows_what_is_counted(&mut window, hand(4, plain(Colour::Red, 8), plain(Colour::Blue, 13), Trump::Red));
    window.taps(&["6 players at the table", "Your card: Dwarves", "Your card: Dwarves 2"]);
    shows_what_is_counted(&mut window, hand(6, plain(Colour::Red, 8), plain(Colour::Red, 2), Trump::Red));
    window.taps(&["Turned up: Jester", "3 players at the table", "Your card: Wizard"]);
    shows_what_is_counted(&mut window, hand(3, Card::Jester, Card::Wizard, Trump::None));
    window.taps(&["Your card: Jester"]);
    shows_what_is_counted(&mut window, hand(3, Card::Jester, Card::Jester, Trump::None));
    window.taps(&["5 players at the table", "Turned up: Wizard", "Your card: Elves", "Your card: Elves 7"]);
    assert!(window.says("choose the trump that the dealer named"), "{:#?}", window.labels());
    window.taps(&["Elves are trump"]);
    shows_what_is_counted(&mut window, hand(5, Card::Wizard, plain(Colour::Green, 7), Trump::Green));
    window.taps(&["No trump"]);
    shows_what_is_counted(&mut window, hand(5, Card::Wizard, plain(Colour::Green, 7), Trump::None));
}

#[test]
fn the_page_says_which_deck_it_counts_and_where_the_encyclopedia_errs() {
    for (width, height) in [(1280.0, 3000.0), (400.0, 6000.0)] {
        let window = at_the_odds();
        window.resize(width, height);
        assert!(window.says("of the classic 60 that you cannot see"), "{:#?}", window.labels());
        assert!(window.says("from 48 beaten cards on, not from 49"), "{:#?}", window.labels());
        assert!(window.says("because it counts that Jester among the unknown cards"));
    }
}

#[test]
fn the_turned_up_card_cannot_be_in_hand() {
    let mut window = at_the_odds();
    window.taps(&["Turned up: Dwarves", "Turned up: Dwarves 8", "Your card: Dwarves", "Your card: Dwarves 8"]);
    assert!(window.says("That card is turned up, so you cannot hold it"), "{:#?}", window.labels());
    assert!(!window.says("Your chance of taking the trick"));
    // There are several Wizards and Jesters.
    window.taps(&["Turned up: Jester", "Your card: Jester"]);
    assert!(window.says("Your chance of taking the trick"));
}

#[test]
fn fewer_players_move_the_seat_to_the_last_one() {
    let mut window = at_the_odds();
    window.taps(&["6 players at the table", "You play as number 6 of 6", "3 players at the table"]);
    assert_eq!(window.find("You play as number 3 of 3").accessible_checked(), Some(true));
    assert!(!window.shows("You play as number 4 of 3"));
}

#[test]
fn the_page_starts_with_the_tables_players_and_trump() {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo", "Dora", "Émilie"]);
    window.taps(&["Dwarves are trump"]);
    window.type_number(0);
    window.tap("First-hand odds");
    assert_eq!(window.page(), Page::Odds);
    window.resize(1280.0, 3000.0);
    for chosen in ["5 players at the table", "You play as number 2 of 5", "Turned up: Dwarves"] {
        assert_eq!(window.find(chosen).accessible_checked(), Some(true), "{chosen}");
    }
}

#[test]
fn the_table_waits_with_a_digit_half_typed() {
    for (width, way) in [(1280.0, "Rules"), (400.0, "Look up a rule")] {
        let mut window = Window::in_round_12();
        window.resize(width, 820.0);
        window.key(Key::DownArrow);
        window.key("1");
        let before = window.ui.with_app(|app| app.table());
        assert!(before.rows.iter().any(|row| row.typed.is_some()), "a digit waits");
        window.tap(way);
        window.resize(width, 9000.0);
        window.find("First-hand odds").invoke_accessible_default_action();
        assert_eq!(window.page(), Page::Odds);
        window.pause(5000);
        window.key("3");
        window.key(Key::Escape);
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
