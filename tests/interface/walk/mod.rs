//! A walk through all screens in every size, text size and language: nothing may lack a name, be too small to tap, cut
//! off, shortened or overlapping. Here the screens take turns with sizes, languages and themes; `whole` combines them
//! all.

pub mod contrast;
mod keys;
pub mod place;
mod rules;
pub mod screens;
pub mod seen;
mod whole;

use i_slint_backend_testing::mock_elapsed_time;
use slint::ComponentHandle;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tablet_of_truth::archive::{Preference, Theme};
use tablet_of_truth::language::Language;

use crate::window::{Window, paint_windows};
use rules::faults;
use screens::{ARCHIVE, HOME, LOOKED_UP, STATISTICS, Screen, TABLE, TOURNAMENT};
use seen::Seen;

const SIZES: [(f32, f32); 5] = [(400.0, 820.0), (800.0, 600.0), (1280.0, 800.0), (1920.0, 1080.0), (1024.0, 600.0)];
const TEXT_SIZES: [i32; 3] = [100, 150, 200];

/// Themes, and the least contrast of their texts.
const THEMES: [(Theme, bool, f32); 4] = [
    (Theme::Night, false, 4.5),
    (Theme::Parchment, false, 4.5),
    (Theme::Night, true, 7.0),
    (Theme::Parchment, true, 7.0),
];

/// The looks of the screen with this number: narrow and wide, and by turns another size, large text or a language.
fn by_turns(number: usize) -> Vec<Look> {
    let languages: Vec<Language> = Language::all().skip(1).collect();
    let others = [
        ("en", SIZES[1], 100),
        ("en", SIZES[0], 200),
        ("en", SIZES[3], 100),
        ("de", SIZES[0], 150),
        ("en", SIZES[4], 100),
        (languages[number / 6 % languages.len()].code(), SIZES[0], 100),
    ];
    vec![("en", SIZES[0], 100), ("en", SIZES[2], 100), others[number % others.len()]]
}

/// Waits until all is saved, or the window reports a slow disk, and nothing moves any more.
fn rest(window: &Window) {
    if window.deaf {
        window.wait_in_vain();
    } else {
        window.wait_until(|ui| !ui.with_app(|app| app.is_busy() || app.is_reading_games()));
    }
    if let Some(phones) = window.phones {
        phones(window);
    }
    for _ in 0..3 {
        mock_elapsed_time(Duration::from_millis(250));
    }
}

type Look = (&'static str, (f32, f32), i32);

/// Looks for faults on these screens; `looks` are those of the screen with this number.
fn walk(screens: &[Screen], looks: impl Fn(usize) -> Vec<Look>) {
    let mut wrong = Vec::new();
    for (number, screen) in screens.iter().enumerate() {
        // The way to a screen is in English; the language is chosen at its end.
        let shown = screen.show();
        for (language, (width, height), percent) in looks(number) {
            shown.window.speak(language);
            shown.window.text_size(percent);
            shown.window.resize(width, height);
            rest(&shown.window);
            let found = faults(&Seen::in_window(&shown.window));
            let place = format!("{}, {language}, {width}×{height}, {percent} %", screen.name);
            wrong.extend(found.iter().map(|fault| format!("{place}: {fault}")));
        }
    }
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn home_and_set_up_are_whole() {
    walk(HOME, by_turns);
}

#[test]
fn what_is_looked_up_is_whole() {
    walk(LOOKED_UP, by_turns);
}

#[test]
fn what_is_looked_up_is_whole_on_a_small_phone() {
    let languages: Vec<Language> = Language::all().collect();
    walk(LOOKED_UP, |number| vec![(languages[number % languages.len()].code(), (360.0, 640.0), 150)]);
}

#[test]
fn the_table_is_whole() {
    walk(TABLE, by_turns);
}

#[test]
fn the_archive_is_whole() {
    walk(ARCHIVE, by_turns);
}

#[test]
fn the_statistics_are_whole() {
    walk(STATISTICS, by_turns);
}

#[test]
fn the_tournament_is_whole() {
    walk(TOURNAMENT, by_turns);
}

/// Measures the contrast of these screens: as a whole narrow and wide in every theme, else by turns in one of these.
fn read(screens: &[Screen], whole: bool) {
    paint_windows();
    let mut wrong = Vec::new();
    for (turn, screen) in screens.iter().enumerate() {
        let shown = screen.show();
        let looks = [SIZES[0], SIZES[2]].into_iter().flat_map(|size| THEMES.map(|theme| (size, theme)));
        // Three and eight looks have no divisor in common, so that neighbours differ in size and theme.
        let (first, step) = if whole { (0, 1) } else { (turn * 3 % 8, 8) };
        for ((width, height), (theme, strong, least)) in looks.skip(first).step_by(step) {
            shown.window.resize(width, height);
            shown.window.prefer(Preference::Theme(theme));
            shown.window.prefer(Preference::HighContrast(strong));
            rest(&shown.window);
            let look = if strong { ", high contrast" } else { "" };
            let place = format!("{}, {width}×{height}, {theme:?}{look}", screen.name);
            wrong.extend(contrast::faults(&shown.window, &place, least));
        }
    }
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_texts_of_home_set_up_and_table_can_be_read() {
    read(HOME, false);
    read(TABLE, false);
}

#[test]
fn the_texts_of_what_is_looked_up_can_be_read() {
    read(LOOKED_UP, false);
}

#[test]
fn the_texts_of_archive_and_statistics_can_be_read() {
    read(ARCHIVE, false);
    read(STATISTICS, false);
}

#[test]
fn the_texts_of_the_tournament_can_be_read() {
    read(TOURNAMENT, false);
}

/// Goes through these screens with Tab: as a whole in every size that they can take, else in one by turns.
fn tab_through(screens: &[Screen], whole: bool) {
    let mut wrong = Vec::new();
    for (turn, screen) in screens.iter().enumerate() {
        let mut shown = screen.show();
        rest(&shown.window);
        // Overlays are seldom resized while they are open.
        let covered = Seen::in_window(&shown.window).has_cover();
        let sizes: &[_] = match (covered, whole) {
            (false, true) => &[SIZES[0], SIZES[2]],
            (false, false) if turn % 2 == 1 => &SIZES[..1],
            _ => &[],
        };
        if whole || sizes.is_empty() {
            wrong.extend(keys::faults(&mut shown.window).iter().map(|fault| format!("{}: {fault}", screen.name)));
        }
        for &(width, height) in sizes {
            shown.window.resize(width, height);
            rest(&shown.window);
            let found = keys::faults(&mut shown.window);
            wrong.extend(found.iter().map(|fault| format!("{}, {width}×{height}: {fault}", screen.name)));
        }
    }
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_control_of_home_set_up_and_table_is_reached_by_the_keys() {
    tab_through(HOME, false);
    tab_through(LOOKED_UP, false);
    tab_through(TABLE, false);
}

#[test]
fn every_control_of_archive_and_statistics_is_reached_by_the_keys() {
    tab_through(ARCHIVE, false);
    tab_through(STATISTICS, false);
}

#[test]
fn every_control_of_the_tournament_is_reached_by_the_keys() {
    tab_through(TOURNAMENT, false);
}

const ALL: [&[Screen]; 6] = [HOME, LOOKED_UP, TABLE, ARCHIVE, STATISTICS, TOURNAMENT];

/// Writes pictures of every screen in every language, in Night and Parchment, wide and narrow, to be looked at:
/// `PICTURES=<folder> cargo test --test interface pictures -- --ignored`; `ONLY=odds` takes only matching names.
#[test]
#[ignore = "writes pictures"]
fn pictures() {
    let folder = PathBuf::from(std::env::var("PICTURES").expect("PICTURES must name a folder"));
    fs::create_dir_all(&folder).unwrap();
    let only = std::env::var("ONLY").unwrap_or_default();
    paint_windows();
    for screen in ALL.into_iter().flatten().filter(|screen| screen.name.contains(&only)) {
        let shown = screen.show();
        for (width, height) in [SIZES[0], SIZES[2]] {
            shown.window.resize(width, height);
            for (theme, strong, _) in THEMES.into_iter().filter(|(_, strong, _)| !strong || width > 400.0) {
                shown.window.prefer(Preference::Theme(theme));
                shown.window.prefer(Preference::HighContrast(strong));
                let languages = if strong { Language::all().take(1) } else { Language::all().take(usize::MAX) };
                for language in languages {
                    shown.window.speak(language.code());
                    rest(&shown.window);
                    let contrast = if strong { "-contrast" } else { "" };
                    let name = format!("{}-{width}-{theme:?}{contrast}-{}.png", screen.name, language.code());
                    write_picture(&shown.window, &folder.join(name.replace([' ', ',', '?'], "_")));
                }
            }
        }
    }
}

fn write_picture(window: &Window, path: &Path) {
    let picture = window.window().window().take_snapshot().unwrap();
    let mut encoder = png::Encoder::new(fs::File::create(path).unwrap(), picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_compression(png::Compression::Fast);
    encoder.write_header().unwrap().write_image_data(picture.as_bytes()).unwrap();
}
