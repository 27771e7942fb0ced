//! The settings: each takes effect and is kept, and every pair of colours can be read.

use std::fs;
use std::path::Path;

use slint::platform::WindowEvent;
use slint::{Color, ComponentHandle};
use tablet_of_truth::archive::Settings;
use tablet_of_truth_window::{Theme, ThemeChoice};
use tempfile::TempDir;

use crate::walk::contrast::ratio;
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
    window.tap("Settings");
    assert!(checked(&window, "System theme"));
    assert!((1..=200).contains(&window.window().global::<Theme>().get_motion()));
    window.taps(&["Parchment", "High contrast", "Larger text", "Larger text", "Reduce motion"]);
    let looks = window.window().global::<Theme>();
    assert!(!looks.get_dark() && looks.get_high_contrast() && looks.get_still());
    assert_eq!((looks.get_scale(), looks.get_motion()), (1.5, 0));
    drop(window);
    let mut window = Window::at_home(home.path());
    window.tap("Settings");
    for label in ["Parchment", "High contrast", "Reduce motion"] {
        assert!(checked(&window, label), "{label} must be kept");
    }
    window.taps(&["High contrast", "Reduce motion", "Larger text"]);
    assert!(window.says("200 %") && window.find("Larger text").accessible_enabled() == Some(false));
    window.settle();
    assert!(!kept(home.path()).high_contrast && !kept(home.path()).reduce_motion);
}

#[test]
fn a_choice_that_cannot_be_saved_is_reported_before_the_window_closes() {
    let home = TempDir::new().unwrap();
    let mut window = Window::at_home(home.path());
    window.tap("Settings");
    fs::write(home.path().join("config"), "in the way of the settings").unwrap();
    window.deaf = true;
    window.tap("Night");
    window.window().window().dispatch_event(WindowEvent::CloseRequested);
    window.settle();
    assert!(window.window().window().is_visible() && window.says("The settings could not be saved"));
    window.window().window().dispatch_event(WindowEvent::CloseRequested);
    assert!(!window.window().window().is_visible(), "the window may close once the message was shown");
}

#[test]
fn a_folder_given_at_the_start_cannot_be_changed() {
    let mut window = Window::new();
    window.tap("Settings");
    assert!(window.says("This folder was chosen when the program was started"));
    assert!(!window.says("Change…"));
}

#[test]
fn every_pair_of_colours_can_be_read_in_every_theme() {
    let window = Window::new();
    let theme = window.window().global::<Theme>();
    let parts = |colour: Color| [colour.red(), colour.green(), colour.blue()];
    for (choice, strong) in
        [ThemeChoice::Night, ThemeChoice::Parchment].into_iter().flat_map(|it| [(it, false), (it, true)])
    {
        theme.set_choice(choice);
        theme.set_high_contrast(strong);
        let least = if strong { 7.0 } else { 4.5 };
        let check = |what: &str, ink: Color, ground: Color, least: f32| {
            let ratio = ratio(parts(ink), parts(ground));
            assert!(ratio >= least, "{choice:?}, strong {strong}: {what} has {ratio:.2}, not {least}");
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
}
