//! The speed of the window over a large archive: `cargo bench --bench archive_window -- DIR`. Draws real pixels with
//! the software renderer at 1280 × 800, without a display. Prints figures only: nothing passes or fails.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "run by developers only")]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use i_slint_backend_testing::{TestingBackend, TestingBackendOptions};
use slint::platform::WindowEvent;
use slint::{ComponentHandle, LogicalSize};
use tablet_of_truth::app::{ArchiveCommand, Command, Config};
use tablet_of_truth::language::Language;
use tablet_of_truth_window::{AppAdapter, ArchiveAdapter, PageName, StatisticsAdapter, Ui};

const SEARCH: &str = "émilie march 2020";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let [folder] = &*arguments else {
        // Running all benches also gets here, without an argument.
        println!("usage: cargo bench --bench archive_window -- DIR");
        return;
    };
    let options = TestingBackendOptions { mock_time: false, threading: false, renderer_name: Some("software".into()) };
    slint::platform::set_platform(Box::new(TestingBackend::new(options))).expect("a platform");
    println!("{:>9.1} MB resident before the window", resident());
    let start = Instant::now();
    let config = Config {
        data: PathBuf::from(folder),
        data_given: true,
        settings: None,
        open: None,
        language: None,
        system_language: Language::ENGLISH,
    };
    let ui = Ui::new(config).expect("a window");
    let window = ui.window();
    window.show().expect("a window");
    window.window().dispatch_event(WindowEvent::Resized { size: LogicalSize::new(1280.0, 800.0) });
    window.global::<AppAdapter>().invoke_go(PageName::Archive);
    let archive = window.global::<ArchiveAdapter>();
    let mut longest = Duration::ZERO;
    let mut frames = 0;
    let mut first = None;
    while archive.get_found() == 0 || archive.get_reading() {
        let frame = Instant::now();
        if ui.pump() {
            paint(&ui);
            frames += 1;
            longest = longest.max(frame.elapsed());
            if first.is_none() && archive.get_found() > 0 {
                first = Some(start.elapsed());
            }
        } else {
            std::thread::sleep(Duration::from_micros(200));
        }
    }
    println!("{:>9.1} ms to the first rows painted, from nothing", milliseconds(first.unwrap_or_default()));
    println!("{:>9.1} ms to all {} rows, in {frames} frames", milliseconds(start.elapsed()), archive.get_all());
    println!("{:>9.1} ms the longest of these frames: what was read taken in, and painted", milliseconds(longest));
    println!("{:>9.1} MB resident", resident());
    let mut typed = String::new();
    let mut keys = Vec::new();
    for letter in SEARCH.chars() {
        typed.push(letter);
        let key = Instant::now();
        archive.invoke_look_for(typed.as_str().into());
        paint(&ui);
        keys.push(key.elapsed());
    }
    keys.sort();
    println!(
        "{:>9.1} ms from a letter of the search to its picture (median of {}), {:.1} ms the worst; {} found",
        milliseconds(keys[keys.len() / 2]),
        keys.len(),
        milliseconds(*keys.last().expect("a letter")),
        archive.get_found(),
    );
    ui.handle(Command::OnArchive(ArchiveCommand::ClearFilter));
    let mut steps = Vec::new();
    for _ in 0..50 {
        let step = Instant::now();
        ui.handle(Command::OnArchive(ArchiveCommand::Step { down: true }));
        paint(&ui);
        steps.push(step.elapsed());
    }
    steps.sort();
    println!("{:>9.1} ms from an arrow key to the next session's sheet (median of 50)", milliseconds(steps[25]));
    let counting = Instant::now();
    window.global::<AppAdapter>().invoke_go(PageName::Statistics);
    paint(&ui);
    println!("{:>9.1} ms to the statistics page, still counting", milliseconds(counting.elapsed()));
    while !window.global::<StatisticsAdapter>().get_empty().is_empty() {
        if !ui.pump() {
            std::thread::sleep(Duration::from_micros(200));
        }
    }
    paint(&ui);
    println!("{:>9.1} ms to all figures painted", milliseconds(counting.elapsed()));
    println!("{:>9.1} MB resident", resident());
}

fn paint(ui: &Ui) {
    slint::platform::update_timers_and_animations();
    ui.window().window().take_snapshot().expect("a picture");
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// The memory in use, in MB; 0 if unknown.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().split(' ').next()?.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) / 1024.0
}
