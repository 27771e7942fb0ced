//! Small windows with large text: every player and number in sight, and nothing missing that a table needs.

use i_slint_backend_testing::{AccessibleRole, ElementHandle};
use serde_json::json;
use slint::ComponentHandle;
use slint::platform::Key;
use tablet_of_truth::language::Language;
use tablet_of_truth_window::{AppAdapter, PageName};

use crate::common::last_wizard::won;
use crate::shelf::{Shelf, kitchen, new_year, opened, person, six};
use crate::still::SIX;
use crate::track;
use crate::walk::screens::LONG;
use crate::walk::seen::{Control, Seen, Words};
use crate::window::{Window, paint_windows};

/// These people before the first bid; the first of them deals.
fn dealt(names: &[&str]) -> Window {
    paint_windows();
    let mut window = Window::new();
    window.deal(names);
    window
}

fn shrink(window: &Window, (width, height): (f32, f32), percent: i32) {
    window.text_size(percent);
    window.resize(width, height);
}

fn written(window: &Window) -> Vec<String> {
    let seen = Seen::in_window(window);
    seen.words.iter().filter(|words| words.in_sight.area() > 0.0).map(|words| words.text.clone()).collect()
}

fn control<'a>(seen: &'a Seen, name: &str) -> &'a Control {
    let found = seen.controls.iter().find(|control| control.name == name);
    found.unwrap_or_else(|| panic!("no control is named {name:?}"))
}

#[test]
fn low_windows_have_players_left_and_numbers_right() {
    let low = [
        ((1280.0, 800.0), 200),
        ((1024.0, 600.0), 150),
        ((1024.0, 600.0), 100),
        ((800.0, 600.0), 100),
        ((740.0, 480.0), 100),
    ];
    for (size, percent) in low {
        let window = dealt(&SIX);
        shrink(&window, size, percent);
        let seen = Seen::in_window(&window);
        let number = control(&seen, "Ben bids 0");
        for name in SIX {
            let line = control(&seen, &format!("{name}, total 0, no bid yet"));
            assert!(line.place.right <= number.place.left, "{line} beside {number} at {size:?}");
            let whole = size.1 < 500.0 || line.in_sight == line.place;
            assert!(whole, "{line} must be in sight at {size:?} with {percent} %: {:?}", line.in_sight);
        }
        for name in ["Undo", "Start the tricks", "Ben bids 0", "Ben bids 1", "Elves are trump"] {
            let button = control(&seen, name);
            assert_eq!(button.in_sight, button.place, "{button} at {size:?} with {percent} %");
        }
        assert!(window.shows("Score sheet"), "the sheet must be one tap away");
    }
}

#[test]
fn the_last_round_is_in_sight_on_a_sheet_with_notes() {
    paint_windows();
    let person = |seat, rounds, name| json!({"seat": seat, "rounds": rounds, "name": name, "id": person(name)});
    let mut file = six();
    file["rules"]["hands"] = json!(vec![1; 10]);
    file["version"] = json!(2);
    file["former_players"] = json!([person(5, 1, "Gus"), person(4, 1, "Hanna")]);
    file["penalties"] = json!([{"player": 0, "after_round": 5, "points": -10, "reason": "time"}]);
    let (_shelf, window) = opened(&file);
    shrink(&window, (820.0, 1180.0), 150);
    let seen = Seen::in_window(&window);
    let mut rounds = seen.controls.iter().filter(|control| control.name.starts_with("Correct round "));
    let last = rounds.next_back().unwrap();
    assert_eq!(last.in_sight, last.place, "{last}");
}

fn assert_whole(seen: &Seen, names: &[&str], times: usize, place: &str) {
    for name in names {
        let whole = seen.texts(name).filter(|words| words.is_whole()).count();
        assert!(whole >= times, "{name} must be whole {times} times in {place}");
    }
}

#[test]
fn an_upright_tablet_has_the_sheet_above_the_round() {
    let names = ["Anna-Katharina", "Ben", "Clara", "Jean-Sébastien", "Eva", "Fritz"];
    let mut window = dealt(&names);
    window.play_rounds(6, 6);
    for stage in ["Start the tricks", "Score round 7"] {
        for percent in [100, 150] {
            shrink(&window, (820.0, 1180.0), percent);
            let place = format!("{stage:?} with {percent} %");
            let seen = Seen::in_window(&window);
            assert_whole(&seen, &names, 2, &place);
            let lines: Vec<&Control> =
                seen.controls.iter().filter(|control| control.role == AccessibleRole::ListItem).collect();
            let (head, sixth) = (control(&seen, "Penalty for Ben"), control(&seen, "Correct round 6"));
            assert_eq!(lines.len(), 6);
            for line in &lines {
                assert!(line.place.top >= head.place.bottom, "{line} must lie below {head} in {place}");
            }
            let numbers = seen.controls.iter().filter(|control| {
                control.name.contains(" bids ")
                    || control.name.contains(" may not bid ")
                    || control.name.contains(" took ")
            });
            let buttons = ["Undo", "Board for the players", "More", stage].map(|name| control(&seen, name));
            let all: Vec<&Control> = numbers.chain(buttons).chain(lines).chain([head, sixth]).collect();
            assert_eq!(all.len(), 8 + buttons.len() + 6 + 2);
            for control in all {
                assert_eq!(control.in_sight, control.place, "{control} must be whole in {place}");
            }
        }
        window.enter(&[0; 6]);
    }
}

#[test]
fn the_last_wizard_on_an_upright_tablet_has_the_sheet_above_the_round() {
    paint_windows();
    let (window, _folder) = crate::track::open(&[15; 6], 0, json!([]));
    shrink(&window, (820.0, 1180.0), 100);
    let seen = Seen::in_window(&window);
    let head = seen.words.iter().filter(|words| words.text == "Sabrina").map(|words| words.place.bottom);
    let head = head.reduce(f32::min).unwrap();
    let lines: Vec<&Control> =
        seen.controls.iter().filter(|control| control.role == AccessibleRole::ListItem).collect();
    assert_eq!(lines.len(), 6);
    for control in lines.into_iter().chain(["Undo", "Score round 1", "Lana takes 1"].map(|name| control(&seen, name))) {
        assert!(control.place.top >= head, "{control} must lie below the sheet's names");
        assert_eq!(control.in_sight, control.place, "{control} must be whole");
    }
}

#[test]
fn large_text_in_a_narrow_window_keeps_dealer_stage_and_trump() {
    let mut window = dealt(&SIX);
    shrink(&window, (400.0, 820.0), 150);
    let words = written(&window);
    assert!(words.iter().any(|words| words.ends_with("Bid")), "{words:#?}");
    let says = |window: &Window, line: &str| {
        let found = ElementHandle::find_by_accessible_label(window.window(), line).next();
        found.and_then(|line| line.accessible_description()).map(String::from)
    };
    assert_eq!(says(&window, "Anna, total 0, no bid yet").as_deref(), Some("deals"));
    assert_eq!(says(&window, "Ben, total 0, no bid yet").as_deref(), Some("plays first"));
    window.enter(&[1, 0, 0, 0, 0, 1]);
    assert!(written(&window).iter().any(|words| words.contains("Play")));
    window.type_number(1);
    let words = written(&window);
    assert!(words.iter().any(|words| words == "bid 1"), "the bid must stay beside the tricks: {words:#?}");
    assert!(words.iter().any(|words| words == "✓ +30"), "{words:#?}");
}

#[test]
fn the_title_lies_above_the_trumps_in_the_smallest_window() {
    let mut window = dealt(&SIX);
    window.play_rounds(8, 6);
    for size in [(320.0, 568.0), (360.0, 480.0), (360.0, 640.0), (390.0, 844.0), (400.0, 820.0)] {
        for percent in [100, 150, 200] {
            shrink(&window, size, percent);
            let seen = Seen::in_window(&window);
            let trump = control(&seen, "Humans are trump").place.top;
            let head = seen.words.iter().filter(|words| words.text == "Round 9" || words.text.starts_with("of 10"));
            assert!(head.clone().count() > 1);
            for words in head {
                assert!(words.ink.bottom <= trump + 1.0, "{words} over {trump} at {size:?} with {percent} %");
            }
        }
    }
}

#[test]
fn the_panel_of_a_penalty_cuts_no_word_on_a_small_phone() {
    let mut window = dealt(&["Anna", "Ben", "Cleo"]);
    window.key("p");
    window.tap("Save");
    window.tap(&window.labelled("Change penalty 1."));
    for language in Language::all() {
        window.speak(language.code());
        shrink(&window, (360.0, 640.0), 100);
        let seen = Seen::in_window(&window);
        let panel = seen.words.iter().filter(|words| words.in_sight.area() > 0.0);
        let cut: Vec<String> = panel
            .filter(|words| words.least_width > words.place.width() + 0.5)
            .map(|words| format!("{words} needs {}", words.least_width))
            .collect();
        assert!(cut.is_empty(), "{}: {cut:#?}", language.code());
        let choices = seen.controls.iter().filter(|control| control.role == AccessibleRole::RadioButton);
        let whole = choices.filter(|choice| choice.in_sight == choice.place).count();
        assert!(whole >= 3, "{}: {:#?}", language.code(), written(&window));
    }
}

#[test]
fn low_windows_show_the_players_of_the_last_wizard_beside_or_above_what_is_entered() {
    paint_windows();
    for (players, size, least) in [
        (3, (1024.0, 600.0), 3),
        (6, (1024.0, 600.0), 6),
        (6, (800.0, 480.0), 3),
        (3, (360.0, 640.0), 3),
        (6, (360.0, 640.0), 3),
    ] {
        let (mut window, _folder) = track::open(&[5, 15, 15, 15, 16, 20][..players], 0, json!([]));
        shrink(&window, size, 100);
        for part in ["first bet", "second bet", "showdown"] {
            let seen = Seen::in_window(&window);
            let lines = seen.controls.iter().filter(|control| control.role == AccessibleRole::ListItem);
            let whole = lines.filter(|line| line.name.contains(" on space ") && line.in_sight == line.place).count();
            assert!(whole >= least, "{whole} of {players} players at {size:?}, {part}: {:#?}", written(&window));
            let score = control(&seen, "Score round 1");
            assert!(score.in_sight == score.place, "{score} at {size:?}, {part}: {:?}", score.in_sight);
            for _ in 0..players {
                window.key("1");
            }
        }
        window.settle();
    }
}

#[test]
fn a_long_name_takes_two_lines_and_keeps_the_sign_of_the_cloud() {
    paint_windows();
    let mut window = Window::new();
    window.deal_with(&LONG, &["25 years"]);
    window.enter(&[0; 6]);
    let sign = format!("{} took the Cloud: bid +1", LONG[0]);
    window.taps(&["Cloud: a bid changes by one", &sign]);
    for (size, percent) in [((1280.0, 800.0), 100), ((400.0, 820.0), 100), ((400.0, 820.0), 150)] {
        shrink(&window, size, percent);
        let seen = Seen::in_window(&window);
        let changed = seen.words.iter().find(|words| words.text == "0 → 1").unwrap();
        assert!(changed.least_width <= changed.place.width(), "at {size:?} with {percent} %");
    }
    let seen = Seen::in_window(&window);
    let name = seen.words.iter().find(|words| words.text == LONG[1] && words.place.height() > 0.0);
    assert!(name.is_some_and(|words| words.wraps), "{:#?}", written(&window));
}

#[test]
fn a_correction_with_the_cloud_leaves_the_names_whole() {
    paint_windows();
    let mut window = Window::new();
    window.deal_with(&["Anna", "Bettina", "Cleo"], &["25 years"]);
    window.enter(&[1, 0, 1]);
    window.taps(&["Cloud: a bid changes by one", "Bettina took the Cloud: bid −1"]);
    window.took("Bettina", 1);
    window.tap("Score round 1");
    window.key(Key::PageUp);
    for (size, percent) in [((400.0, 820.0), 150), ((400.0, 820.0), 100), ((800.0, 600.0), 100), ((1280.0, 800.0), 100)]
    {
        shrink(&window, size, percent);
        let seen = Seen::in_window(&window);
        let whole = seen.texts("Bettina").next().is_some_and(|words| words.least_width <= words.place.width());
        assert!(whole, "at {size:?} with {percent} %: {:#?}", written(&window));
    }
}

#[test]
fn the_special_cards_are_named_whole_in_a_narrow_window() {
    paint_windows();
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.show_rules();
    window.tap("25 years");
    for (language, size, percent) in [
        ("en", (400.0, 2400.0), 150),
        ("en", (400.0, 2400.0), 100),
        ("en", (1280.0, 1600.0), 150),
        ("de", (400.0, 2400.0), 100),
        ("de", (360.0, 2800.0), 200),
    ] {
        window.speak(language);
        let longest = if language == "de" { "Gestaltenwandler" } else { "Shapeshifter" };
        shrink(&window, size, percent);
        let seen = Seen::in_window(&window);
        let cell = control(&seen, longest).place;
        let word = seen.words.iter().find(|words| words.text.ends_with(longest));
        let inside = word.is_some_and(|words| cell.left < words.ink.left && words.ink.right < cell.right);
        assert!(inside, "at {size:?} with {percent} %: {:?} in {cell:?}", word.map(|words| words.ink));
    }
}

#[test]
fn the_smallest_home_breaks_no_word() {
    paint_windows();
    let shelf = Shelf::with(&[new_year()]);
    let window = Window::open(shelf.path(), None);
    window.speak("de");
    shrink(&window, (320.0, 640.0), 200);
    let seen = Seen::in_window(&window);
    let heading = seen.words.iter().find(|words| words.text == "Die letzte Partie").unwrap();
    assert!(heading.least_width <= heading.place.width(), "{heading} needs {}", heading.least_width);
}

/// Where the system has no font for emoji, they are boxes.
#[test]
fn a_name_of_emoji_can_be_seen() {
    let window = dealt(&["🧙", "Ben", "Cleo"]);
    let seen = Seen::in_window(&window);
    let name = seen.texts("🧙").next().unwrap();
    let picture = window.window().window().take_snapshot().unwrap();
    let (place, across) = (&name.ink, picture.width() as usize);
    let point = |x: f32, y: f32| picture.as_slice()[y as usize * across + x as usize];
    let rows = (place.top as u32..place.bottom as u32).map(|y| y as f32);
    let points = rows.flat_map(|y| (place.left as u32..place.right as u32).map(move |x| (x as f32, y)));
    let ground = point(place.left, place.top);
    assert!(points.into_iter().any(|(x, y)| point(x, y) != ground), "{name} is blank");
}

#[test]
fn the_chart_has_room_for_numbers_of_five_figures() {
    paint_windows();
    let mut long = kitchen();
    let penalty = json!({"player": 0, "after_round": 1, "points": -500});
    long["penalties"] = json!(vec![penalty; 42]);
    let shelf = Shelf::with(&[long]);
    let mut window = shelf.archive();
    window.resize(1280.0, 2400.0);
    let row = window.lines()[0].clone();
    window.tap(&row);
    for percent in [100, 200] {
        window.text_size(percent);
        window.resize(1280.0, 2400.0);
        let seen = Seen::in_window(&window);
        let numbers: Vec<&Words> = seen.words.iter().filter(|words| words.text == "−20,000").collect();
        assert!(!numbers.is_empty(), "the axis has no −20,000");
        for number in numbers {
            assert!(number.least_width <= number.place.width(), "{number} needs {}", number.least_width);
        }
    }
}

#[test]
fn the_next_game_is_in_sight_below_every_result() {
    let mut wizard = dealt(&SIX);
    wizard.play_rounds(10, 6);
    let (last_wizard, _folder) = track::open(&[20, 20, 20], 0, json!([won(2), won(10)]));
    for window in [&wizard, &last_wizard] {
        for size in [(360.0, 640.0), (400.0, 820.0), (800.0, 600.0), (1280.0, 800.0)] {
            shrink(window, size, 100);
            let seen = Seen::in_window(window);
            let rematch = control(&seen, "Rematch");
            assert_eq!(rematch.in_sight, rematch.place, "{rematch} at {size:?}");
        }
    }
}

/// The title of the page: of the texts that begin so, the one in the largest letters.
fn title<'a>(seen: &'a Seen, words: &str) -> &'a Words {
    let found = seen.words.iter().filter(|found| found.text.starts_with(words));
    found.max_by(|one, other| one.pixels.total_cmp(&other.pixels)).unwrap_or_else(|| panic!("no title {words:?}"))
}

#[test]
fn titles_stand_at_one_place_on_every_page() {
    paint_windows();
    let shelf = Shelf::with(&[kitchen()]);
    let pages = Window::open(shelf.path(), None);
    let table = dealt(&["Anna", "Ben", "Cleo"]);
    let (track, _folder) = track::open(&[15, 15, 15], 0, json!([]));
    let mut result = dealt(&SIX);
    result.play_rounds(10, 6);
    // In one column first, because the archive then shows its list.
    for size in [(400.0, 820.0), (1280.0, 800.0)] {
        let mut places = Vec::new();
        let mut note = |window: &Window, words: &str| {
            let seen = Seen::in_window(window);
            let title = title(&seen, words);
            places.push((words.to_owned(), title.place.left, title.place.top, title.ink.top, title.pixels));
        };
        shrink(&pages, size, 100);
        for (page, words) in [
            (PageName::Home, "Good "),
            (PageName::Setup, "New game"),
            (PageName::Archive, "Archive"),
            (PageName::Statistics, "Statistics"),
            (PageName::Rules, "Rules"),
            (PageName::Settings, "Settings"),
        ] {
            pages.window().global::<AppAdapter>().invoke_go(page);
            pages.await_disk();
            note(&pages, words);
        }
        for (window, words) in [(&table, "Round 1"), (&track, "Round 1"), (&result, "Émilie wins")] {
            shrink(window, size, 100);
            note(window, words);
        }
        for (window, line, name, score) in
            [(&table, "Anna, total 0, no bid yet", "Anna", "0"), (&track, "Lana on space 15", "Lana", "15")]
        {
            let seen = Seen::in_window(window);
            let line = control(&seen, line).place;
            let inside = |text| seen.texts(text).find(|words| line.has(words.ink.middle())).unwrap().ink;
            assert!(inside(name).right <= inside(score).left, "the score is right of the name at {size:?}");
        }
        let near = |one: f32, other: f32| (one - other).abs() < 0.6;
        let (_, left, top, ink, _) = places[0].clone();
        for (words, other_left, other_top, other_ink, _) in &places {
            // A single column stands in the middle of a wide window.
            let left_too = size.0 < 720.0 || !["Settings", "New game"].contains(&&**words);
            assert!(
                (near(left, *other_left) || !left_too) && near(top, *other_top),
                "{words} at {size:?}: {places:#?}"
            );
            // In one column the number of rounds stands below the title of a table.
            let same = size.0 < 720.0 || near(ink, *other_ink);
            assert!(same, "the letters of {words} at {size:?}: {places:#?}");
        }
        let [.., (.., wizard, wizard_pixels), (.., track, track_pixels), _] = &places[..] else {
            panic!("three tables")
        };
        let alike = near(*wizard, *track) && wizard_pixels == track_pixels;
        assert!(alike, "the round of both games at {size:?}: {places:#?}");
    }
}
