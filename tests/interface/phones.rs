//! The other players' phones: the panel with the code, the signs at seats, and the code on the board.

use std::cell::RefCell;
use std::rc::Rc;

use i_slint_backend_testing::mock_elapsed_time;
use slint::platform::{Key, PointerEventButton};
use slint::{ComponentHandle, ModelRc, VecModel};
use std::time::Duration;
use tablet_of_truth::app::{Page, PhonesState};
use tablet_of_truth::archive::{Preference, Theme};
use tablet_of_truth::export::code;
use tablet_of_truth_window::{PhoneAtName as At, PhoneSeat, PhonesAdapter, PhonesStage};

use crate::keys::tab_to;
use crate::shelf::{Shelf, track};
use crate::still::{SIX, SIZES, are_still, controls, six_at};
use crate::walk::seen::focused_name;
use crate::window::{Window, paint_windows};

const LINK: &str = "http://192.168.178.123:27272/#AbCdEfGhIjKlMnOpQrStUv";

/// Lets nothing but the test say what phones there are: a report of the disk would show those of the program, none.
fn pretend(window: &mut Window) {
    window.settle();
    window.deaf = true;
}

/// Seats with these phones, and minutes of sleep.
pub fn seat(window: &Window, phones: &[(&str, At, i32)]) {
    let adapter = window.window().global::<PhonesAdapter>();
    let seats = phones.iter().enumerate().map(|(seat, (name, at, minutes))| PhoneSeat {
        seat: seat as i32,
        name: (*name).into(),
        initials: name.chars().take(1).collect::<String>().into(),
        at: *at,
        minutes: *minutes,
    });
    adapter.set_seats(ModelRc::new(VecModel::from_iter(seats)));
    adapter.set_asked_digits(47);
    adapter.set_asked_for(phones.iter().position(|phone| phone.1 == At::Asks).map_or(-1, |seat| seat as i32));
    mock_elapsed_time(Duration::from_millis(20));
}

pub fn let_in(window: &Window) {
    let adapter = window.window().global::<PhonesAdapter>();
    adapter.set_modules(code(LINK).unwrap().size() as i32 + 8);
    adapter.set_link(LINK.into());
    adapter.set_link_address(LINK.split_at(LINK.find('#').unwrap()).0.into());
    adapter.set_link_secret(LINK.split_at(LINK.find('#').unwrap()).1.into());
    adapter.set_stage(PhonesStage::On);
    mock_elapsed_time(Duration::from_millis(20));
}

pub fn open(window: &Window) {
    let_in(window);
    window.window().global::<PhonesAdapter>().set_open(true);
    mock_elapsed_time(Duration::from_millis(20));
}

fn asked(window: &Window) -> Rc<RefCell<Vec<String>>> {
    let asked: Rc<RefCell<Vec<String>>> = Rc::default();
    let record = |what: &'static str| {
        let asked = asked.clone();
        move || asked.borrow_mut().push(what.to_owned())
    };
    let record_seat = |what: &'static str| {
        let asked = asked.clone();
        move |seat: i32| asked.borrow_mut().push(format!("{what} {seat}"))
    };
    let adapter = window.window().global::<PhonesAdapter>();
    adapter.on_switch(record("switch"));
    adapter.on_close(record("close"));
    adapter.on_stop(record("stop"));
    adapter.on_new_code(record("new code"));
    adapter.on_next_address(record("next address"));
    adapter.on_release(record_seat("release"));
    let agreed = asked.clone();
    adapter.on_agree(move |seat, digits| agreed.borrow_mut().push(format!("agree {seat} {digits}")));
    adapter.on_refuse(record_seat("refuse"));
    asked
}

fn taken(asked: &Rc<RefCell<Vec<String>>>) -> Vec<String> {
    std::mem::take(&mut asked.borrow_mut())
}

fn both_tables() -> [(Window, Option<Shelf>); 2] {
    let mut wizard = Window::new();
    wizard.deal(&["Anna", "Ben", "Cleo"]);
    let game = track(77, "2026-03-08T19:00:00Z", &["Anna", "Ben", "Cleo"], &[5, 15, 15], serde_json::json!([]));
    let shelf = Shelf::with(&[game]);
    let mut last_wizard = Window::open(shelf.path(), None);
    last_wizard.tap("Continue");
    [(wizard, None), (last_wizard, Some(shelf))]
}

/// The links of all codes in the painted window, once a page that has just come is fully there.
fn scanned(window: &Window) -> Vec<String> {
    let _ = window.window().window().take_snapshot().unwrap();
    mock_elapsed_time(Duration::from_millis(400));
    let picture = window.window().window().take_snapshot().unwrap();
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let points = picture.as_slice();
    let mut image = rqrr::PreparedImage::prepare_from_greyscale(width, height, |x, y| points[y * width + x].g);
    image.detect_grids().iter().filter_map(|grid| Some(grid.decode().ok()?.1)).collect()
}

#[test]
fn buttons_ask_for_the_panel_at_the_tables_and_boards_of_both_games() {
    for (mut window, _shelf) in both_tables() {
        let asked = asked(&window);
        assert!(!window.offers("Phones at the table"));
        window.tap("More");
        assert!(window.offers("Phones at the table"));
        window.tap("Close");
        window.key(Key::F11);
        window.tap("Phones at the table");
        assert_eq!(taken(&asked), ["switch"]);
        pretend(&mut window);
        let_in(&window);
        window.tap("Phones at the table");
        assert_eq!(taken(&asked), ["switch"], "the code leads to the panel, too");
    }
}

#[test]
fn elsewhere_and_in_a_browser_there_are_no_phones() {
    let mut window = Window::after_a_round();
    window.ui.set_in_browser(true, None);
    assert!(!window.offers("Phones at the table"));
    window.tap("More");
    assert!(window.offers("Notes") && !window.offers("Phones at the table"));
    window.tap("Close");
    window.key(Key::F11);
    assert!(!window.offers("Phones at the table"));
}

#[test]
fn the_panel_says_who_is_here_and_releases_a_seat() {
    let mut window = Window::after_a_round();
    pretend(&mut window);
    open(&window);
    seat(&window, &[("Anna", At::Here, 0), ("Ben", At::Away, 2), ("Cleo", At::Free, 0)]);
    let asked = asked(&window);
    for text in ["Anna: phone is here", "Ben: asleep for 2 min", "Cleo: free", LINK] {
        assert!(window.shows(text), "{text}: {:#?}", window.labels());
    }
    assert!(!window.offers("Release the seat of Cleo"));
    window.tap("Release the seat of Ben");
    assert_eq!(taken(&asked), ["release 1"]);
    let adapter = window.window().global::<PhonesAdapter>();
    adapter.set_lookers(1);
    assert!(window.shows("1 more phone looks on."));
    adapter.set_lookers(2);
    assert!(window.shows("2 more phones look on."));
    assert!(!window.says("No phone yet?") && !window.offers("Another address"));
    adapter.set_help(true);
    adapter.set_addresses(2);
    mock_elapsed_time(Duration::from_millis(20));
    assert!(window.says("No phone yet?"));
    window.tap("Another address");
    assert_eq!(taken(&asked), ["next address"]);
    window.tap("Copy the link");
    assert!(window.offers("Copied"));
    seat(&window, &[("Anna", At::Here, 0), ("Ben", At::Away, 0), ("Cleo", At::Free, 0)]);
    assert!(window.shows("Ben: phone is asleep"));
}

#[test]
fn a_phone_that_asks_for_a_taken_seat_is_agreed_to_or_refused() {
    let mut window = Window::after_a_round();
    pretend(&mut window);
    open(&window);
    let phones = |at| [("Anna", At::Here, 0), ("Ben", at, 0), ("Cleo", At::Free, 0)];
    seat(&window, &phones(At::Asks));
    let asked = asked(&window);
    assert!(window.shows("Another phone asks for the seat of Ben: number 47."), "{:#?}", window.labels());
    window.taps(&["Agree: the other phone has the seat of Ben", "Refuse: Ben keeps the seat"]);
    assert_eq!(taken(&asked), ["agree 1 47", "refuse 1"]);
    assert_eq!(focused_name(&window), "Close", "the focus must not go with the question");
    let lines = || controls(&window).into_iter().filter(|(label, _)| label.starts_with("Release")).collect();
    let before = lines();
    seat(&window, &phones(At::Here));
    assert!(!window.says("asks for") && !window.offers("Agree: the other phone has the seat of Ben"));
    are_still(&window, &before, "the question");
}

/// Anna and Ben have phones, and another asks for the seat of Ben.
fn asking(window: &Window) {
    let_in(window);
    seat(window, &[("Anna", At::Here, 0), ("Ben", At::Asks, 0), ("Cleo", At::Free, 0)]);
}

#[test]
fn a_phone_that_asks_is_answered_at_the_table_while_the_panel_is_closed() {
    const QUESTION: &str = "Another phone asks for the seat of Ben: number 47.";
    const MARKED: &str = "Phones at the table: one asks for a seat";
    for (mut window, _shelf) in both_tables() {
        pretend(&mut window);
        let asked = asked(&window);
        for (width, height) in SIZES {
            let at = format!("{width}×{height}");
            window.resize(width, height);
            window.phones = None;
            seat(&window, &[("Anna", At::Here, 0), ("Ben", At::Here, 0), ("Cleo", At::Free, 0)]);
            assert!(!window.shows(QUESTION) && !window.offers(MARKED), "{at}");
            let before = controls(&window).into_iter().filter(|(label, _)| label.starts_with("Score")).collect();
            window.phones = Some(asking);
            asking(&window);
            mock_elapsed_time(Duration::from_millis(400));
            assert!(window.shows(QUESTION), "{at}: {:#?}", window.labels());
            are_still(&window, &before, &format!("the question at {at}"));
            window.taps(&["Agree: the other phone has the seat of Ben", "Refuse: Ben keeps the seat"]);
            assert_eq!(taken(&asked), ["agree 1 47", "refuse 1"], "{at}");
            // With the panel open it stands there alone, in a narrow window below the code.
            asking(&window);
            window.window().global::<PhonesAdapter>().set_open(true);
            mock_elapsed_time(Duration::from_millis(400));
            assert!(window.labels().iter().filter(|label| *label == QUESTION).count() <= 1, "{at}");
            window.window().global::<PhonesAdapter>().set_open(false);
            window.window().invoke_take_keys();
            window.key(Key::F11);
            asking(&window);
            assert!(window.offers(MARKED) && !window.shows(QUESTION), "the board says so, too: {:#?}", window.labels());
            window.key(Key::F11);
        }
    }
}

#[test]
fn a_new_code_takes_two_taps_and_no_double_tap() {
    let mut window = Window::after_a_round();
    pretend(&mut window);
    open(&window);
    let asked = asked(&window);
    window.tap("New code");
    assert!(window.says("throws everybody out") && taken(&asked).is_empty());
    window.tap("Keep this code");
    assert!(!window.says("throws everybody out"));
    window.look();
    for _ in 0..2 {
        window.control("New code").mock_single_click(PointerEventButton::Left);
        mock_elapsed_time(Duration::from_millis(20));
    }
    assert!(window.says("throws everybody out") && taken(&asked).is_empty(), "a double tap is one tap");
    window.tap("New code");
    assert_eq!(taken(&asked), ["new code"]);
    assert!(!window.says("throws everybody out"));
    window.tap("Stop");
    assert_eq!(taken(&asked), ["stop"]);
}

#[test]
fn what_keeps_phones_out_is_reported_with_a_way_to_try_again() {
    let mut window = Window::after_a_round();
    pretend(&mut window);
    let adapter = window.window().global::<PhonesAdapter>();
    adapter.set_open(true);
    adapter.set_stage(PhonesStage::Starting);
    assert!(window.shows("One moment…") && !window.offers("Try again"));
    adapter.set_failure("This device is in no network. Join one, then try again.".into());
    adapter.set_stage(PhonesStage::Failed);
    assert!(window.says("This device is in no network."));
    let asked = asked(&window);
    window.tap("Try again");
    assert_eq!(taken(&asked), ["close", "switch"]);
    assert_eq!(focused_name(&window), "Close");
}

#[test]
fn tab_stays_in_the_panel() {
    for board in [false, true] {
        let mut window = Window::dealt();
        if board {
            window.key(Key::F11);
        }
        pretend(&mut window);
        open(&window);
        seat(&window, &[("Anna", At::Here, 0), ("Ben", At::Free, 0), ("Cleo", At::Free, 0)]);
        window.key(Key::Shift);
        assert_eq!(focused_name(&window), "Close");
        let mut stops = Vec::new();
        for _ in 0..12 {
            window.key(Key::Tab);
            stops.push(focused_name(&window));
        }
        let inside = ["Close", "Copy the link", "Release the seat of Anna", "New code", "Stop"];
        assert!(stops.iter().all(|stop| inside.contains(&stop.as_str())), "{stops:?}");
        assert!(inside.iter().all(|stop| stops.iter().any(|at| at == stop)), "{stops:?}");
        tab_to(&mut window, "New code");
        window.key("\n");
        assert!(window.says("throws everybody out"));
    }
}

#[test]
fn a_phone_that_arrives_shows_at_its_seat_and_moves_nothing() {
    for (width, height) in SIZES {
        let mut window = six_at(width, height);
        let before = controls(&window);
        let free = SIX.map(|name| (name, At::Free, 0));
        pretend(&mut window);
        seat(&window, &free);
        let line = |window: &Window| window.find("Ben, total 0, no bid yet").accessible_description().unwrap();
        assert_eq!(line(&window), "plays first");
        let mut phones = free;
        phones[1].1 = At::Here;
        let_in(&window);
        seat(&window, &phones);
        assert_eq!(line(&window), "plays first, has a phone");
        are_still(&window, &before, &format!("a phone at {width}×{height}"));
        assert_eq!(before, controls(&window));
    }
    let [_, (window, _shelf)] = both_tables();
    let line = |window: &Window| window.find(&window.labelled("Cleo")).accessible_description().unwrap_or_default();
    seat(&window, &[("Anna", At::Free, 0), ("Ben", At::Free, 0), ("Cleo", At::Away, 9)]);
    assert!(line(&window).ends_with("has a phone"), "{:?}", line(&window));
}

#[test]
fn the_code_is_scanned_from_the_painted_panel_and_board() {
    paint_windows();
    for (mut window, _shelf) in both_tables() {
        for theme in [Theme::Night, Theme::Parchment] {
            window.deaf = false;
            window.prefer(Preference::Theme(theme));
            pretend(&mut window);
            for (width, height) in [(1280.0, 800.0), (400.0, 820.0), (360.0, 640.0), (1920.0, 1080.0)] {
                window.resize(width, height);
                let at = format!("{theme:?} at {width}×{height}");
                assert!(scanned(&window).is_empty(), "the table has no code in {at}");
                open(&window);
                assert_eq!(scanned(&window), [LINK], "panel in {at}");
                window.window().global::<PhonesAdapter>().set_open(false);
                window.window().invoke_take_keys();
                window.key(Key::F11);
                assert!(scanned(&window).is_empty(), "without phones the board has no code in {at}");
                let_in(&window);
                assert_eq!(scanned(&window), [LINK], "board in {at}");
                window.key(Key::F11);
            }
        }
    }
}

#[test]
fn the_program_lets_phones_in_until_it_stops() {
    paint_windows();
    let mut window = Window::dealt();
    let state = |window: &Window| window.ui.with_app(|app| app.phones().state);
    window.key(Key::F8);
    window.until("lets phones in", |window| !matches!(state(window), PhonesState::Off | PhonesState::Starting));
    assert_eq!(state(&window), PhonesState::On);
    assert!(window.shows("Anna: free") && window.shows("Cleo: free"), "{:#?}", window.labels());
    window.type_in("1rt");
    assert_eq!(window.page(), Page::Table, "the panel keeps the keys");
    assert!(window.ui.with_app(|app| app.table().rows.iter().all(|row| row.bid.is_none())));
    // Without a network there is no link.
    let link = window.ui.with_app(|app| app.phones().link);
    let codes: Vec<String> = Some(link).filter(|link| !link.is_empty()).into_iter().collect();
    assert_eq!(scanned(&window), codes);
    window.key(Key::Escape);
    assert!(!window.offers("Stop"));
    assert_eq!(state(&window), PhonesState::On, "closing the panel keeps the phones");
    window.key(Key::F11);
    assert_eq!(scanned(&window), codes);
    window.key(Key::F8);
    window.tap("Stop");
    assert_eq!(state(&window), PhonesState::Off);
    assert!(scanned(&window).is_empty());
}
