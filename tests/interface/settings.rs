//! The settings: each takes effect and is kept, the folder is changed safely, and every pair of colours can be read.

use std::fs;
use std::path::{Path, PathBuf};

use slint::platform::{Key, WindowEvent};
use slint::{Color, ComponentHandle};
use tablet_of_truth::app::Page;
use tablet_of_truth::archive::{Archive, Lock, Settings, Theme as Choice, lock};
use tablet_of_truth::ui::{Theme, ThemeChoice};
use tempfile::TempDir;

use crate::window::Window;

fn checked(window: &Window, label: &str) -> bool {
    window.find(label).accessible_checked() == Some(true)
}

fn kept(home: &Path) -> Settings {
    Settings::load(&home.join("config/settings.json")).unwrap()
}

#[test]
fn theme_and_text_size_change_at_once_and_are_kept() {
    let home = TempDir::new().unwrap();
    let mut window = Window::at_home(home.path());
    window.click("Settings");
    assert!(checked(&window, "System theme"));
    assert!((1..=200).contains(&window.window().global::<Theme>().get_motion()));
    window.taps(&["Parchment", "High contrast", "Larger text", "Larger text", "Reduce motion"]);
    let looks = window.window().global::<Theme>();
    assert!(!looks.get_dark() && looks.get_high_contrast() && looks.get_still());
    assert_eq!((looks.get_scale(), looks.get_motion()), (1.5, 0));
    drop(window);
    let mut window = Window::at_home(home.path());
    window.click("Settings");
    for label in ["Parchment", "High contrast", "Reduce motion"] {
        assert!(checked(&window, label), "{label} must be kept");
    }
    window.taps(&["High contrast", "Reduce motion", "Larger text"]);
    assert!(window.says("200 %") && window.find("Larger text").accessible_enabled() == Some(false));
    window.settle();
    assert!(!kept(home.path()).high_contrast && !kept(home.path()).reduce_motion);
}

#[test]
fn a_text_size_of_earlier_versions_becomes_the_next_larger() {
    for (saved, percent) in [(100, 100), (110, 125), (150, 150), (175, 200), (900, 200)] {
        let settings = Settings::read(format!(r#"{{"text_size": {saved}}}"#).as_bytes()).unwrap();
        assert_eq!(settings.text_size.percent(), percent);
    }
}

#[test]
fn unplayable_rules_are_refused_with_the_reason() {
    let home = TempDir::new().unwrap();
    let file = home.path().join("config/settings.json");
    fs::create_dir(file.parent().unwrap()).unwrap();
    fs::write(&file, r#"{"new_games": {"edition": "anniversary", "cards": ["dragon", "bomb"]}}"#).unwrap();
    let mut window = Window::at_home(home.path());
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    let told = "These rules cannot be played: the Dragon and the Fairy must be in the deck together.";
    assert!(window.says(told) && !window.says("Wizard is for 3 to 6 players"), "{:#?}", window.labels());
    window.set_rules(&["Dragon & Fairy"]);
    window.click("Deal round 1");
    assert!(window.says("Round 1 of 20"), "{:#?}", window.labels());
}

#[test]
fn a_choice_right_before_closing_is_on_disk() {
    let home = TempDir::new().unwrap();
    let mut window = Window::at_home(home.path());
    window.click("Settings");
    // Another window is saving its own choice, and takes its time.
    let held = lock(&home.path().join("config/settings.json"));
    window.click("Night");
    window.window().window().dispatch_event(WindowEvent::CloseRequested);
    assert!(window.window().window().is_visible(), "the window must wait for the choice");
    drop(held);
    window.settle();
    assert!(!window.window().window().is_visible());
    assert_eq!(kept(home.path()).theme, Choice::Night);
}

#[test]
fn a_choice_that_cannot_be_saved_is_reported_before_the_window_closes() {
    let home = TempDir::new().unwrap();
    let mut window = Window::at_home(home.path());
    window.click("Settings");
    fs::write(home.path().join("config"), "in the way of the settings").unwrap();
    window.deaf = true;
    window.click("Night");
    window.window().window().dispatch_event(WindowEvent::CloseRequested);
    window.settle();
    assert!(window.window().window().is_visible() && window.says("The settings could not be saved"));
    window.window().window().dispatch_event(WindowEvent::CloseRequested);
    assert!(!window.window().window().is_visible(), "the window may close once the message was shown");
}

// --- The folder -----------------------------------------------------------------------------------------------------

/// The session files of a folder, without those in its trash.
fn games(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let paths = Archive::new(folder.to_owned()).paths().unwrap();
    paths.iter().map(|path| (path.file_name().unwrap().into(), fs::read(path).unwrap())).collect()
}

fn use_folder(window: &mut Window) {
    window.click("Use this folder");
    window.wait_until(|ui| ui.with_app(|app| !app.is_copying() && !app.home().reading));
}

#[test]
fn the_games_are_copied_to_another_folder_and_the_open_one_goes_on_there() {
    let home = TempDir::new().unwrap();
    let (data, new) = (home.path().join("data"), home.path().join("games"));
    let mut window = Window::at_home(home.path());
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.bid("Ben", 1);
    window.settle();
    fs::create_dir(data.join("Trash")).unwrap();
    fs::copy(window.file(), data.join("Trash/old.json")).unwrap();
    fs::write(data.join("broken.json"), "{").unwrap();
    let (before, trash) = (games(&data), games(&data.join("Trash")));
    window.click("Settings");
    window.click(&format!("Games are kept in {}", window.ui.with_app(|app| app.data_folder().display().to_string())));
    window.fill("Another folder", new.to_str().unwrap());
    use_folder(&mut window);
    assert!(window.says("3 files were copied."), "{:?}", window.labels());
    assert_eq!((games(&new), games(&new.join("Trash"))), (before.clone(), trash));
    assert_eq!(games(&data), before, "the old folder keeps everything");
    assert_eq!(kept(home.path()).data_folder, Some(new.clone()));

    window.click("Play");
    assert!(window.shows("Ben, total 0, bid 1"), "the open game must stay as it was");
    window.bid("Cleo", 1);
    window.settle();
    assert_eq!(window.file().parent(), Some(new.as_path()));
    assert!(matches!(lock(&window.file()), Lock::Elsewhere), "it is locked there");
    assert_eq!(games(&data), before);
    drop(window);
    let mut window = Window::at_home(home.path());
    assert!(window.says("Anna has not bid yet"), "the game must be found after a restart: {:?}", window.labels());
    window.click("Settings");
    window.click(&format!("Games are kept in {}", new.display()));
    window.click("Default folder");
    use_folder(&mut window);
    assert_eq!(kept(home.path()).data_folder, None);
    assert_ne!(games(&new), Vec::new());
}

#[test]
fn a_folder_given_at_the_start_cannot_be_changed() {
    let mut window = Window::new();
    window.click("Settings");
    assert!(window.says("This folder was chosen when the program was started"));
    assert!(!window.says("Change…"));
}

// --- Where the keys go ----------------------------------------------------------------------------------------------

#[test]
fn escape_goes_back_to_the_page_before() {
    let mut window = Window::new();
    window.chord(&[Key::Control], "2");
    window.taps(&["Settings", "Licences"]);
    window.key(Key::Escape);
    assert!(window.page() == Page::Settings && !window.says("MIT licence"));
    window.key(Key::Escape);
    assert!(window.shows("Search players, notes, dates"));
    window.taps(&["Settings", "Play"]);
    assert!(window.says("Recent games") || window.shows("New game"), "Play must not show the archive");
}

// --- Colours that can be read ---------------------------------------------------------------------------------------

fn light(color: Color) -> f64 {
    let part = |value: u8| {
        let value = f64::from(value) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(color.red()) + 0.7152 * part(color.green()) + 0.0722 * part(color.blue())
}

fn contrast(one: Color, other: Color) -> f64 {
    let (one, other) = (light(one), light(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn every_pair_of_colours_can_be_read_in_every_theme() {
    let window = Window::new();
    let theme = window.window().global::<Theme>();
    let mut lowest = f64::INFINITY;
    for (choice, strong) in
        [ThemeChoice::Night, ThemeChoice::Parchment].into_iter().flat_map(|it| [(it, false), (it, true)])
    {
        theme.set_choice(choice);
        theme.set_high_contrast(strong);
        let least = if strong { 7.0 } else { 4.5 };
        let mut check = |what: &str, ink: Color, ground: Color, least: f64| {
            let ratio = contrast(ink, ground);
            assert!(ratio >= least, "{choice:?}, strong {strong}: {what} has {ratio:.2}, not {least}");
            lowest = lowest.min(ratio);
        };
        let grounds = [
            ("background", theme.get_background()),
            ("surface", theme.get_surface()),
            ("raised", theme.get_raised()),
            ("hovered", theme.get_hovered()),
            ("pressed", theme.get_pressed()),
            ("current", theme.get_current()),
        ];
        for (name, ground) in grounds {
            check(&format!("text on {name}"), theme.get_text(), ground, least);
            check(&format!("muted on {name}"), theme.get_muted(), ground, least);
            check(&format!("hit on {name}"), theme.get_hit(), ground, least);
            check(&format!("miss on {name}"), theme.get_miss(), ground, least);
            check(&format!("for good on {name}"), theme.get_for_good(), ground, least);
            // Never text, only rings, borders and icons.
            check(&format!("accent on {name}"), theme.get_accent(), ground, if strong { 4.5 } else { 3.0 });
        }
        check("on accent", theme.get_on_accent(), theme.get_accent(), least);
        check("on accent, pressed", theme.get_on_accent(), theme.get_accent_pressed(), least);
        check("a button that is not ready", theme.get_text(), theme.get_accent_dim(), least);
        for seat in 0..6 {
            check("initials", theme.get_on_player(), theme.invoke_player(seat), least);
            let line = theme.invoke_line(seat);
            check("a line of the chart", line, theme.get_surface(), if strong { 4.5 } else { 3.0 });
        }
        if strong {
            for (name, ground) in &grounds[..3] {
                check(&format!("outline on {name}"), theme.get_outline(), *ground, 4.5);
            }
        }
    }
    println!("lowest contrast of a pair: {lowest:.2}");
}
