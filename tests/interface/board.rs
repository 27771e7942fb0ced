use slint::ComponentHandle;
use slint::platform::Key;

use crate::window::Window;

const BACK: &str = "Back to the table";

/// The board of three players at the bids of round 1: Anna deals, Ben bids first.
fn board() -> Window {
    let mut window = Window::dealt();
    window.tap("Board for the players");
    window
}

fn has_fullscreen(window: &Window) -> bool {
    window.window().window().is_fullscreen()
}

#[test]
fn the_board_shows_who_bids_and_what_was_bid() {
    let mut window = board();
    assert!(window.shows("Ben, bids now, plays first, total 0"), "{:#?}", window.labels());
    window.must_show(&["Cleo, no bid yet, total 0", "Anna, no bid yet, deals, total 0", "Round 1 of 20"]);
    window.must_say(&["Trump not recorded"]);
    window.type_number(0);
    window.must_show(&["Ben, bid 0, plays first, total 0", "Cleo, bids now, total 0"]);
    assert!(!window.says("may not bid"), "nothing is forbidden while others have still to bid");
    window.type_number(0);
    assert!(window.shows("Anna, bids now, deals, total 0") && window.shows("Anna may not bid 1"));
    window.type_number(1);
    assert!(window.says("1 is not allowed: the bids would add up to 1 (Plus/Minus One)."), "{:#?}", window.labels());
    window.type_number(0);
    assert!(window.shows("Anna, bid 0, deals, total 0") && !window.says("may not bid"));
}

#[test]
fn leaders_are_marked_on_table_sheet_and_board() {
    let mut window = Window::dealt();
    let says = |window: &Window, label: &str| window.find(label).accessible_description().unwrap_or_default();
    assert_eq!(says(&window, "Cleo, total 0, no bid yet"), "", "nobody leads before the first round is scored");
    assert_eq!(says(&window, "Cleo"), "");
    window.enter(&[0, 0, 0]);
    window.enter(&[1]);
    assert_eq!(says(&window, "Cleo, total 20, no bid yet"), "ahead, plays first");
    assert_eq!(says(&window, "Anna, total 20, no bid yet"), "ahead", "both leaders are ahead");
    assert_eq!(says(&window, "Ben, total −10, no bid yet"), "deals");
    assert_eq!([says(&window, "Anna"), says(&window, "Ben deals"), says(&window, "Cleo")], ["ahead", "", "ahead"]);
    window.tap("Board for the players");
    assert_eq!(says(&window, "Cleo, bids now, plays first, total 20"), "ahead, 20 points in the last round");
    assert_eq!(says(&window, "Ben, no bid yet, deals, total −10"), "−10 points in the last round");
}

#[test]
fn the_way_back_leads_to_the_table_as_it_was() {
    let mut window = Window::dealt();
    window.tap("Ben, total 0, no bid yet");
    window.key(Key::DownArrow);
    let table = window.ui.with_app(|app| app.table());
    assert!(!has_fullscreen(&window));
    for back in [Key::Escape, Key::F11] {
        window.key(Key::F11);
        assert!(window.shows(BACK) && has_fullscreen(&window));
        window.key(back);
        assert!(!window.shows(BACK) && !has_fullscreen(&window));
        assert_eq!(window.ui.with_app(|app| app.table()), table);
    }
    window.window().window().set_fullscreen(true);
    window.key(Key::F11);
    window.tap(BACK);
    assert!(has_fullscreen(&window), "a full-screen window must stay so");
    window.key(Key::F11);
    window.key("1");
    window.key(Key::Escape);
    assert!(window.shows("Cleo, total 0, bid 1"), "a bid entered on the board must be on the table");
}

#[test]
fn hidden_bids_are_shown_when_all_are_in() {
    let mut window = Window::dealt_with(&["House rules", "Hidden"]);
    window.key(Key::F11);
    assert!(!window.says("bids now"), "hidden bids have no order");
    window.type_number(1);
    window.type_number(1);
    window.must_show(&["Ben, the bid is in, total 0", "2 of 3 bids are in"]);
    assert!(!window.labels().iter().any(|label| label.contains("bid 1") || label.contains("Bids 2")));
    window.type_number(0);
    assert!(window.shows("Ben, bid 1, plays first, total 0") && window.shows("Bids 2 of 1"), "{:#?}", window.labels());
}

#[test]
fn the_board_ends_with_the_standings() {
    let mut window = board();
    window.enter(&[0, 1, 1]);
    window.enter(&[0, 0]);
    window.key(Key::Escape);
    window.taps(&["More", "End the game early", "End the game"]);
    window.key(Key::F11);
    assert!(window.shows("Anna led when the game ended"), "{:#?}", window.labels());
    window.must_show(&["Place 1: Anna, 30 points, 1 bid met", "Place 3: Cleo, −10 points, 0 bids met"]);
    window.key(Key::Escape);
    assert!(window.shows("Play on"), "Back leads to the result");
}

#[test]
fn the_side_of_the_board_is_kept() {
    let mut window = board();
    window.tap("Turn the board");
    assert_eq!(window.find("Turn the board").accessible_checked(), Some(true));
    window.key(Key::Escape);
    window.key(Key::F11);
    assert_eq!(window.find("Turn the board").accessible_checked(), Some(true));
    window.tap("Show the board to both sides");
    assert_eq!(window.find("Turn the board").accessible_checked(), Some(false));
    assert_eq!(window.find("Show the board to both sides").accessible_checked(), Some(true));
    window.tap("Show the board to both sides");
    assert_eq!(window.find("Show the board to both sides").accessible_checked(), Some(false));
}

#[test]
fn the_screen_stays_awake_while_a_game_is_shown() {
    let mut window = Window::new();
    let asked = window.awake.clone();
    let asked = || std::mem::take(&mut *asked.borrow_mut());
    assert_eq!(asked(), [false; 0], "home must not keep the screen awake");
    window.deal(&["Anna", "Ben", "Cleo"]);
    assert_eq!(asked(), [true]);
    window.key(Key::F11);
    window.key(Key::Escape);
    assert_eq!(asked(), [false; 0], "the table asks for nothing new after the board");
    window.tap("Archive");
    assert_eq!(asked(), [false]);
    window.tap("Play");
    window.settle();
    window.tap("Continue");
    assert_eq!(asked(), [true]);
    window.taps(&["More", "End the game early", "End the game"]);
    assert_eq!(asked(), [false], "the end of the game lets the screen sleep");
}

#[test]
fn a_forgotten_game_lets_the_computer_sleep() {
    let mut window = board();
    assert_eq!(*window.awake.borrow(), [true]);
    window.pause(29 * 60_000);
    window.type_number(0);
    window.pause(29 * 60_000);
    assert_eq!(*window.awake.borrow(), [true], "the last number was typed half an hour ago");
    window.pause(2 * 60_000);
    assert_eq!(*window.awake.borrow(), [true, false]);
    window.key(Key::DownArrow);
    assert_eq!(*window.awake.borrow(), [true, false, true]);
}

#[test]
fn numbers_can_be_read_from_two_metres_at_every_size() {
    let names = ["Anna", "Maximiliane-Josephine", "Cleo", "Dora", "Émilie", "Finn"];
    for (width, height) in [(400.0, 820.0), (800.0, 600.0), (1280.0, 800.0), (1920.0, 1080.0)] {
        for players in [3, 4, 6] {
            let mut window = Window::new();
            window.deal(&names[..players]);
            window.resize(width, height);
            window.key(Key::F11);
            for side in ["", "Show the board to both sides"] {
                if !side.is_empty() {
                    window.tap(side);
                }
                let figures = window.places("BoardNumber");
                assert!(figures.len() >= 2 * players, "{figures:?}");
                // A line is at least as high as its letters.
                for figure in figures {
                    let whole = figure.top >= 0.0 && figure.bottom <= height - 60.0;
                    assert!(figure.height() >= 28.0 && whole, "{players} at {width}×{height} {side}: {figure}");
                }
            }
        }
    }
}
