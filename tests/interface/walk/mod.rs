//! A walk through all screens, in every size, text size and language: nothing without a name, nothing too small to tap,
//! nothing cut off, shortened or overlapping. The figures are printed: `cargo test --test interface walk -- --nocapture`.

mod place;
mod rules;
mod screens;
mod seen;

use i_slint_backend_testing::mock_elapsed_time;
use slint::ComponentHandle;
use std::time::{Duration, Instant};
use tablet_of_truth::ui::AppAdapter;

use crate::window::Window;
use rules::{Figures, faults};
use screens::{ARCHIVE, HOME, STATISTICS, Screen, TABLE};
use seen::Seen;

const SIZES: [(f32, f32); 4] = [(400.0, 820.0), (800.0, 600.0), (1280.0, 800.0), (1920.0, 1080.0)];
const TEXT_SIZES: [i32; 3] = [100, 150, 200];

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
