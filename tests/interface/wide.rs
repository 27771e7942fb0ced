//! Texts wider and higher than the renderer's 16-bit pixel coordinates, painted in windows with real pixels.

use std::fs;
use std::time::Duration;

use i_slint_backend_testing::mock_elapsed_time;
use slint::ComponentHandle;
use slint::platform::{Key, PointerEventButton};

use crate::common::thorough::many;
use crate::shelf::{Shelf, cafe, kitchen, load};
use crate::window::{Window, paint_windows};

fn paint(window: &Window) {
    mock_elapsed_time(Duration::from_millis(20));
    window.window().window().take_snapshot().unwrap();
}

fn set_text_size(window: &Window, percent: i32) {
    window.text_size(percent);
    window.resize(1280.0, if percent == 100 { 800.0 } else { 1600.0 });
}

/// Paints a field with a text that is too long: typed and set, selected whole, and seen from both ends.
/// Returns how much of the text the field took.
fn strain(window: &mut Window, label: &str, text: &str) -> usize {
    let field = window.field(label);
    let click = |window: &Window| {
        window.field(label).mock_single_click(PointerEventButton::Left);
        paint(window);
    };
    click(window);
    click(window);
    window.chord(&[Key::Control], "a");
    window.key(text);
    paint(window);
    let taken = window.written(label).chars().count();
    window.chord(&[Key::Control], "a");
    paint(window);
    for letter in ["c", "v", "v"] {
        window.chord(&[Key::Control], letter);
    }
    paint(window);
    for key in [Key::Home, Key::End] {
        window.key(key);
        paint(window);
        window.chord(&[Key::Shift], &String::from(char::from(if key == Key::Home { Key::End } else { Key::Home })));
        paint(window);
    }
    click(window);
    click(window);
    for letter in ["z", "z", "z", "y", "y", "y"] {
        window.chord(&[Key::Control], letter);
        paint(window);
    }
    field.set_accessible_value(text);
    paint(window);
    window.key(Key::Tab);
    paint(window);
    window.chord(&[Key::Shift], &String::from(char::from(Key::Tab)));
    paint(window);
    window.chord(&[Key::Control], "a");
    paint(window);
    taken.max(window.written(label).chars().count())
}

/// Text sizes and texts: the widest letters first, wide ones, a path.
fn cases() -> impl Iterator<Item = (i32, String)> {
    let wide = "W".repeat(4000);
    let widest = "\u{1F9D9}\u{FDFD}\u{2E3B}".repeat(2000);
    let all = [(200, widest), (200, wide.clone()), (100, wide), (100, "a path/".repeat(2000))];
    all.into_iter().take(many(4))
}

#[test]
fn a_field_takes_what_it_can_use_and_paints_it_selected() {
    paint_windows();
    for (percent, text) in cases() {
        let shelf = Shelf::with(&[kitchen(), cafe()]);
        let mut window = Window::open(shelf.path(), None);
        set_text_size(&window, percent);
        let short = |window: &mut Window, label: &str| {
            let taken = strain(window, label, &text);
            assert!((1..=200).contains(&taken), "{label:?} took {taken}");
        };
        window.start_setup(&[]);
        // A whole table of names may be pasted.
        assert!(strain(&mut window, "Name of a player", &text) <= 500);
        window.key("\n");
        paint(&window);
        window.resize(1280.0, 3200.0);
        window.show_rules();
        short(&mut window, "Cards dealt in each round");
        window.close_rules();
        set_text_size(&window, percent);
        window.tap("Rules");
        short(&mut window, "Search the rules");
        window.tap("Archive");
        short(&mut window, "Search players, notes, dates");
        window.fill("Search players, notes, dates", "");
        window.taps(&["Import, backup, names, trash", "Names: change or merge", "Anna"]);
        short(&mut window, "New name of Anna");
        (0..2).for_each(|_| window.key(Key::Escape));
        window.taps(&["Import, backup, names, trash", "Import sessions"]);
        assert!(strain(&mut window, "File to import", &text) <= 4096);
        window.key(Key::Escape);
        let row = window.lines()[0].clone();
        window.taps(&[&row, "Date, place and notes"]);
        short(&mut window, "Place");
        window.taps(&["Close", "Share", "Other formats…", "Elsewhere…"]);
        assert!(strain(&mut window, "Where to save the file", &text) <= 4096);
        (0..3).for_each(|_| window.key(Key::Escape));
        window.settle();
    }
}

#[test]
fn a_folder_and_a_file_may_have_long_names() {
    paint_windows();
    for (percent, text) in cases() {
        let home = tempfile::TempDir::new().unwrap();
        let mut window = Window::at_home(home.path());
        set_text_size(&window, percent);
        window.resize(1280.0, 4000.0);
        window.tap("Settings");
        window.tap(&format!("Games are kept in {}", window.ui.with_app(|app| app.data_folder().display().to_string())));
        assert!(strain(&mut window, "Another folder", &text) <= 4096);
        window.tap("Use this folder");
        paint(&window);
        let shelf = Shelf::new();
        let mut window = Window::open(shelf.path(), None);
        set_text_size(&window, percent);
        window.deal(&["Anna", "Ben", "Cleo"]);
        window.settle();
        let file = window.file();
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        window.bid("Ben", 1);
        window.settle();
        window.tap("Save elsewhere…");
        assert!(strain(&mut window, "File to save as", &text) <= 4096);
        window.tap("Save here");
        paint(&window);
    }
}

#[test]
fn notes_of_very_many_lines_are_painted_at_both_ends() {
    paint_windows();
    for percent in [100, 200] {
        for text in ["\n".repeat(4000), "W".repeat(4000), "W W\n".repeat(1000)] {
            let shelf = Shelf::with(&[kitchen()]);
            let mut window = shelf.archive();
            set_text_size(&window, percent);
            window.tap("Date, place and notes");
            window.fill("Notes", &text);
            paint(&window);
            window.field("Notes").mock_single_click(PointerEventButton::Left);
            window.chord(&[Key::Control], &String::from(char::from(Key::End)));
            paint(&window);
            window.key("x");
            paint(&window);
            // The cursor stays at the end while the beginning is shown, and the keys lead back to it.
            window.field("Notes").scroll(0.0, 1_000_000.0);
            window.pause(1000);
            paint(&window);
            window.field("Place").mock_single_click(PointerEventButton::Left);
            paint(&window);
            window.key(Key::Tab);
            paint(&window);
            window.chord(&[Key::Control], "a");
            paint(&window);
            window.key(Key::Tab);
            paint(&window);
            window.settle();
            let kept = load(&shelf.path_of(&kitchen())).notes().chars().count();
            assert!(kept <= 4000 && (kept > 0), "{kept} letters are kept");
        }
    }
}

#[test]
fn a_very_high_list_is_painted_down_to_its_last_row() {
    paint_windows();
    // At this text size the list is many times higher than 32767 px.
    let shelf = Shelf::generated(1000, 5);
    let mut window = shelf.archive();
    set_text_size(&window, 200);
    window.resize(500.0, 900.0);
    window.key(Key::Escape);
    for _ in 0..3 {
        paint(&window);
        let first = window.lines().into_iter().next().unwrap();
        window.wheel(&first, -100_000_000.0);
        paint(&window);
    }
    window.key(Key::UpArrow);
    paint(&window);
}
