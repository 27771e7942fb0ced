//! A walk through all screens, in every size, text size and language: nothing without a name, nothing too small to tap,
//! nothing cut off, shortened or overlapping. The figures are printed: `cargo test --test interface walk -- --nocapture`.

mod contrast;
mod keys;
mod place;
mod rules;
mod screens;
mod seen;

use i_slint_backend_testing::mock_elapsed_time;
use slint::ComponentHandle;
use std::time::{Duration, Instant};
use tablet_of_truth::ui::{AppAdapter, ThemeChoice};

use crate::window::{Window, paint_windows};
use contrast::Contrasts;
use rules::{Figures, faults};
use screens::{ARCHIVE, HOME, STATISTICS, Screen, TABLE};
use seen::Seen;

const SIZES: [(f32, f32); 4] = [(400.0, 820.0), (800.0, 600.0), (1280.0, 800.0), (1920.0, 1080.0)];
const TEXT_SIZES: [i32; 3] = [100, 150, 200];

/// The looks, and the least contrast of their texts.
const THEMES: [(ThemeChoice, f32); 2] = [(ThemeChoice::Night, 4.5), (ThemeChoice::Parchment, 4.5)];

fn text_size(window: &Window, percent: i32) {
    window.window().global::<AppAdapter>().invoke_set_text_percent(percent);
}

/// Until nothing moves into place any more.
fn rest() {
    for _ in 0..3 {
        mock_elapsed_time(Duration::from_millis(250));
    }
}

fn walk(screens: &[Screen]) {
    let start = Instant::now();
    let mut figures = Figures::default();
    let mut wrong = Vec::new();
    for screen in screens {
        let shown = screen.show();
        for (width, height) in SIZES {
            for percent in TEXT_SIZES {
                text_size(&shown.window, percent);
                shown.window.resize(width, height);
                rest();
                let found = faults(&Seen::in_window(&shown.window), &mut figures);
                wrong.extend(found.iter().map(|fault| format!("{}, {width}×{height}, {percent} %: {fault}", screen.name)));
            }
        }
    }
    println!("{figures:?} in {:?}", start.elapsed());
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn home_and_set_up_are_whole() {
    walk(HOME);
}

#[test]
fn the_table_is_whole() {
    walk(TABLE);
}

#[test]
fn the_archive_is_whole() {
    walk(ARCHIVE);
}

#[test]
fn the_statistics_are_whole() {
    walk(STATISTICS);
}

/// Takes a picture of these screens in every theme.
fn read(screens: &[Screen]) {
    paint_windows();
    let start = Instant::now();
    let mut contrasts = Contrasts::default();
    let mut wrong = Vec::new();
    for screen in screens {
        let shown = screen.show();
        for (width, height) in [SIZES[0], SIZES[2]] {
            shown.window.resize(width, height);
            for (theme, least) in THEMES {
                shown.window.window().global::<AppAdapter>().invoke_set_theme(theme);
                rest();
                let place = format!("{}, {width}×{height}, {theme:?}", screen.name);
                wrong.extend(contrasts.faults(&shown.window, &place, least));
            }
        }
    }
    println!("contrast: {contrasts} in {:?}", start.elapsed());
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_texts_of_home_set_up_and_table_can_be_read() {
    read(HOME);
    read(TABLE);
}

#[test]
fn the_texts_of_archive_and_statistics_can_be_read() {
    read(ARCHIVE);
    read(STATISTICS);
}

/// Goes through these screens with the Tab key.
fn tab_through(screens: &[Screen]) {
    let mut wrong = Vec::new();
    for screen in screens {
        let mut shown = screen.show();
        for (width, height) in [SIZES[0], SIZES[2]] {
            shown.window.resize(width, height);
            rest();
            let found = keys::faults(&mut shown.window);
            wrong.extend(found.iter().map(|fault| format!("{}, {width}×{height}: {fault}", screen.name)));
        }
    }
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_control_of_home_set_up_and_table_is_reached_by_the_keys() {
    tab_through(HOME);
    tab_through(TABLE);
}

#[test]
fn every_control_of_archive_and_statistics_is_reached_by_the_keys() {
    tab_through(ARCHIVE);
    tab_through(STATISTICS);
}
