use std::time::Duration;

use i_slint_backend_testing::mock_elapsed_time;
use slint::LogicalPosition;
use slint::platform::{Key, PointerEventButton};
use tablet_of_truth::app::Page;

use crate::keys::tab_to;
use crate::shelf::{Shelf, cafe, early, kitchen, six};
use crate::walk::seen::copy;
use crate::window::Window;

const NAME: &str = "Name of a player";

pub fn seats(window: &Window) -> Vec<String> {
    window.ui.with_app(|app| app.setup().seats.into_iter().map(|seat| seat.name).collect())
}

#[test]
fn seats_are_reordered_by_a_screen_reader_and_the_deal_stays_with_the_person() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.tap("Let Cleo deal");
    window.move_seat("Cleo", -1);
    assert_eq!(seats(&window), ["Anna", "Cleo", "Ben"]);
    assert!(window.shows("Cleo deals first"));
    window.move_seat("Anna", 1);
    assert_eq!(seats(&window), ["Cleo", "Anna", "Ben"]);
    window.move_seat("Ben", 1);
    assert_eq!(seats(&window), ["Cleo", "Anna", "Ben"], "the last seat");
}

#[test]
fn the_arrow_keys_move_a_player_and_the_focus_along() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    tab_to(&mut window, "Seat of Anna");
    for (key, order) in [
        (Key::DownArrow, ["Ben", "Anna", "Cleo"]),
        (Key::DownArrow, ["Ben", "Cleo", "Anna"]),
        (Key::UpArrow, ["Ben", "Anna", "Cleo"]),
    ] {
        window.key(key);
        mock_elapsed_time(Duration::from_millis(50));
        assert_eq!(seats(&window), order, "the same player must move on");
    }
}

#[test]
fn seats_are_reordered_by_dragging() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    let target = window.place("Seat of Cleo");
    let target = LogicalPosition::new(target.left + 30.0, target.top + 30.0);
    window.find("Seat of Anna").mock_drag(target, PointerEventButton::Left);
    assert_eq!(seats(&window), ["Ben", "Cleo", "Anna"]);
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
            window.tap("Close")
        }
        assert_eq!(window.page(), Page::Home);
        window.start_setup(&[]);
        assert_eq!(seats(&window), ["Anna", "Ben"]);
        assert_eq!(typed(&window), "Cl");
    }
    window.key("e");
    window.key("o");
    assert_eq!(typed(&window), "Cleo", "typing must continue the name");
}

#[test]
fn a_name_refused_at_the_deal_is_reported_in_view() {
    for (width, height) in [(1280.0, 800.0), (400.0, 820.0), (800.0, 600.0)] {
        let mut window = Window::new();
        window.resize(width, height);
        window.start_setup(&["Anna", "Ben", "Cleo", "Dora", "Emil"]);
        window.find(NAME).set_accessible_value("ANNA");
        window.tap("Deal round 1");
        mock_elapsed_time(Duration::from_millis(400));
        let refusals = window.labels().into_iter().filter(|label| label.contains("ANNA is already at the table."));
        assert_eq!(refusals.count(), 1);
        let text = "ANNA is already at the table. Use a name that tells the two apart.";
        let place = window.place(text);
        assert!(place.top > 0.0 && place.bottom < height - 80.0, "{width}: {place}");
    }
}

fn narrow_set_up() -> Window {
    let mut window = Window::new();
    window.resize(400.0, 480.0);
    window.start_setup(&["Anna", "Ben", "Cleo", "Dora", "Emil"]);
    window.find(NAME).mock_single_click(PointerEventButton::Left);
    window.key("C");
    // The banner of a slow disk would take the room of the buttons.
    window.settle();
    window
}

#[test]
fn a_field_scrolled_out_of_sight_gives_up_the_keys() {
    for page in [Page::Home, Page::Archive] {
        for at_once in [false, true] {
            let mut window = narrow_set_up();
            window.wheel_at(200.0, 150.0, -40.0);
            window.key("l");
            assert_eq!(typed(&window), "Cl", "a visible field keeps the keys");
            if at_once {
                window.wheel_at(200.0, 150.0, -900.0);
            } else {
                for _ in 0..18 {
                    window.wheel_at(200.0, 150.0, -50.0);
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
    tab_to(&mut window, "Deal round 1");
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
        window.text_size(percent);
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
            assert_eq!(typed(&window), *name, "{case}: the field must have the typed text");
            let place = window.place(NAME);
            // On a low page the button is below the people.
            let deal = window.all("Deal round 1").first().map(|deal| deal.absolute_position().y);
            let over = width >= 1024.0 || deal.is_none_or(|deal| place.bottom <= deal);
            assert!(place.top >= 0.0 && place.bottom <= height && over, "{case}: {place}");
            window.key("\n");
            mock_elapsed_time(Duration::from_millis(100));
            assert_eq!(seats(&window), names[..=count], "{case}");
        }
    }
}

fn known_people() -> Window {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo", "Dora"]);
    window.tap("Play");
    window.start_setup(&[]);
    window.empty_table();
    window
}

fn typed(window: &Window) -> String {
    window.find(NAME).accessible_value().unwrap().into()
}

#[test]
fn typing_finds_known_players_and_enter_takes_the_marked_one() {
    let mut window = known_people();
    window.type_in("be");
    assert!(window.shows("Ben plays") && !window.shows("Anna plays"), "{:#?}", window.labels());
    window.key(Key::DownArrow);
    assert!(window.says("Enter adds Ben"));
    window.key("\n");
    assert_eq!((seats(&window), typed(&window)), (vec!["Ben".to_owned()], String::new()));
    assert!(window.shows("Anna plays"), "all must be offered again");
}

#[test]
fn a_refused_name_is_selected_so_that_typing_replaces_it() {
    let mut window = Window::new();
    window.start_setup(&[]);
    for name in ["Anna", "Anna", "Ben"] {
        window.type_in(name);
        window.key("\n");
    }
    assert_eq!((seats(&window), typed(&window)), (vec!["Anna".to_owned(), "Ben".to_owned()], String::new()));
    window.type_in("Ben");
    window.key("\n");
    window.type_in("Cleo");
    window.key("\n");
    assert_eq!(seats(&window), ["Anna", "Ben", "Cleo"]);
}

#[test]
fn a_list_that_is_pasted_seats_everybody() {
    let mut window = Window::new();
    window.start_setup(&[]);
    copy(&window, "Anna\r\nBen\n\nClara\n");
    window.chord(&[Key::Control], "v");
    mock_elapsed_time(Duration::from_millis(50));
    assert_eq!(typed(&window), "Anna, Ben, Clara");
    window.type_in(", Dora Maar");
    window.key("\n");
    assert_eq!(seats(&window), ["Anna", "Ben", "Clara", "Dora Maar"]);
}

#[test]
fn who_sits_down_leaves_an_empty_place_and_nobody_moves() {
    for (width, height) in [(1280.0, 800.0), (400.0, 820.0)] {
        let mut window = known_people();
        window.resize(width, height);
        let places = |window: &Window| ["Ben plays", "Dora plays", NAME].map(|name| window.place(name));
        let before = places(&window);
        for name in ["Anna", "Cleo"] {
            window.tap(&format!("{name} plays"));
            assert!(!window.shows(&format!("{name} plays")), "{width}: {name} must not be offered again");
            assert_eq!(places(&window), before, "{width}: after {name}");
        }
        window.tap("Remove Anna");
        assert_eq!(seats(&window), ["Cleo"]);
        assert!(window.shows("Anna plays"));
    }
}

#[test]
fn the_last_table_deals_with_two_taps() {
    for (width, height) in [(1280.0, 800.0), (1024.0, 600.0), (820.0, 1180.0), (400.0, 820.0), (360.0, 640.0)] {
        let shelf = Shelf::with(&[cafe(), early()]);
        let mut window = Window::open(shelf.path(), None);
        window.resize(width, height);
        window.taps(&["New game", "Deal round 1"]);
        assert_eq!(window.page(), Page::Table, "{width}×{height}");
        assert!(window.shows("Ute bids 0"), "Thomas must deal next: {:#?}", window.labels());
    }
}

#[test]
fn a_person_is_opened_by_their_name_and_deals_by_their_face() {
    for (width, height) in [(1280.0, 800.0), (400.0, 820.0)] {
        let mut window = Window::new();
        window.resize(width, height);
        window.start_setup(&["Anna", "Ben", "Cleo"]);
        window.tap("Let Ben deal");
        assert!(window.shows("Ben deals first") && window.shows("Let Anna deal"), "{:#?}", window.labels());
        window.tap("Change Ben");
        assert_eq!(window.written("Name"), "Ben", "{width}");
        window.type_in("no");
        window.key("\n");
        assert_eq!(seats(&window), ["Anna", "Benno", "Cleo"], "{width}: the cursor must be at the end");
        window.tap("Change Cleo");
        window.key(Key::Escape);
        assert_eq!(window.page(), Page::Setup, "{width}: Esc closes only the panel");
        window.key(Key::Escape);
        assert_eq!(window.page(), Page::Home);
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
fn the_people_at_the_table_are_seen_whole() {
    const PEOPLE: [&str; 6] = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Finn"];
    // How many are whole without scrolling while others are offered, and once all six sit.
    let expected = [
        (1280.0, 800.0, 5, 6),
        (1024.0, 600.0, 5, 6),
        (820.0, 1180.0, 5, 6),
        (400.0, 820.0, 5, 6),
        (360.0, 640.0, 4, 4),
    ];
    let mut seen = Vec::new();
    for (across, down, ..) in expected {
        let shelf = Shelf::with(&[six(), cafe(), kitchen()]);
        let mut window = Window::open(shelf.path(), None);
        window.resize(across, down);
        window.start_setup(&PEOPLE[..5]);
        let whole = |window: &Window| {
            let end = window.find("Wizard").absolute_position().y;
            let is_whole = |name: &&&str| {
                let button = window.all(&format!("Remove {name}")).into_iter().next();
                button.is_some_and(|button| button.absolute_position().y + button.size().height <= end)
            };
            PEOPLE.iter().take(seats(window).len()).take_while(is_whole).count()
        };
        let first = whole(&window);
        window.add("Finn");
        seen.push((across, down, first, whole(&window)));
    }
    assert_eq!(seen, expected);
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
