//! A walk through all screens in every size, text size, language and theme: nothing may lack a name, be too small to
//! tap, cut off, shortened, overlapping, hard to read or out of reach of the keys. Here the screens take turns; `whole`
//! combines everything.

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

type Look = (&'static str, (f32, f32), i32);

/// How much is tried on each screen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tried {
    /// One of everything, by turns.
    InShort,
    Whole,
}

/// The looks of the screen with this number.
fn looks(tried: Tried, number: usize) -> Vec<Look> {
    let others = || Language::all().skip(1).map(Language::code);
    if tried == Tried::Whole {
        let english = SIZES.iter().flat_map(|&size| TEXT_SIZES.map(|percent| ("en", size, percent)));
        let narrow = |code| [(code, SIZES[0], 100), (code, SIZES[0], 150), (code, SIZES[1], 100)];
        return english.chain(others().flat_map(narrow)).collect();
    }
    let all = [
        ("en", SIZES[0], 100),
        ("en", SIZES[2], 100),
        ("en", SIZES[1], 100),
        ("en", SIZES[0], 200),
        ("en", SIZES[3], 100),
        ("de", SIZES[0], 150),
        ("en", SIZES[4], 100),
        (others().nth(number / 8 % others().count()).unwrap(), SIZES[0], 100),
    ];
    vec![all[number % all.len()]]
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

/// Looks for faults on these screens in every look, for too little contrast in every theme, and goes round with Tab.
fn walk(screens: &[Screen], tried: Tried) {
    walk_with(screens, tried, |_| Vec::new());
}

/// Each screen is shown once; `more` are further looks of the one with this number.
fn walk_with(screens: &[Screen], tried: Tried, more: impl Fn(usize) -> Vec<Look>) {
    paint_windows();
    let mut wrong = Vec::new();
    for (number, screen) in screens.iter().enumerate() {
        // The way to a screen is in English; the language is chosen at its end.
        let mut shown = screen.show();
        rest(&shown.window);
        let covered = Seen::in_window(&shown.window).has_cover();
        // Overlays are seldom resized while they are open, and keep the focus in the size in which they were opened.
        let sizes: &[_] = match tried {
            _ if covered => &SIZES[2..3],
            Tried::Whole => &[SIZES[0], SIZES[2]],
            Tried::InShort => &SIZES[number % 2 * 2..][..1],
        };
        for &(width, height) in sizes {
            if !covered {
                shown.window.resize(width, height);
                rest(&shown.window);
            }
            let found = keys::faults(&mut shown.window);
            wrong.extend(found.iter().map(|fault| format!("{}, {width}×{height}: {fault}", screen.name)));
        }
        for (language, (width, height), percent) in looks(tried, number).into_iter().chain(more(number)) {
            shown.window.speak(language);
            shown.window.text_size(percent);
            shown.window.resize(width, height);
            rest(&shown.window);
            let found = faults(&Seen::in_window(&shown.window));
            let place = format!("{}, {language}, {width}×{height}, {percent} %", screen.name);
            wrong.extend(found.iter().map(|fault| format!("{place}: {fault}")));
        }
        shown.window.speak("en");
        shown.window.text_size(100);
        let themes = [SIZES[0], SIZES[2]].into_iter().flat_map(|size| THEMES.map(|theme| (size, theme)));
        // Three and eight themes have no divisor in common, so that neighbours differ in size and theme.
        let (first, step) = if tried == Tried::Whole { (0, 1) } else { (number * 3 % 8, 8) };
        for ((width, height), (theme, strong, least)) in themes.skip(first).step_by(step) {
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
fn home_and_set_up_are_whole() {
    walk(HOME, Tried::InShort);
}

#[test]
fn what_is_looked_up_is_whole_also_on_a_small_phone() {
    let languages: Vec<Language> = Language::all().collect();
    let phone = |number: usize| vec![(languages[number % languages.len()].code(), (360.0, 640.0), 150)];
    walk_with(LOOKED_UP, Tried::InShort, phone);
}

#[test]
fn the_table_is_whole() {
    walk(TABLE, Tried::InShort);
}

#[test]
fn the_archive_is_whole() {
    walk(ARCHIVE, Tried::InShort);
}

#[test]
fn the_statistics_are_whole() {
    walk(STATISTICS, Tried::InShort);
}

#[test]
fn the_tournament_is_whole() {
    walk(TOURNAMENT, Tried::InShort);
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
