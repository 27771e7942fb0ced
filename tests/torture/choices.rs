//! Two windows over one folder that change settings at the same time: every choice must be kept.

use std::fs;
use std::path::Path;
use std::process::Child;
use std::time::Duration;

use fastrand::Rng;
use tablet_of_truth::app::{App, Command, Page};
use tablet_of_truth::archive::{Preference, Settings, Theme, settings_file};
use tablet_of_truth::language::Language;

use crate::report::Trials;
use crate::stage::Stage;
use crate::{Torture, config_of, until};

const CHOICES: usize = 12;

/// A change of a setting that only this window makes.
fn choice(side: usize, random: &mut Rng) -> Command {
    let themes = [Theme::System, Theme::Night, Theme::Parchment];
    match (side, random.u8(..3)) {
        (0, 0) => Command::Prefer(Preference::TextSize(random.u16(100..=200))),
        (0, 1) => Command::Prefer(Preference::Theme(random.choice(themes).unwrap())),
        (0, _) => Command::Prefer(Preference::ReduceMotion(random.bool())),
        (_, 0) => Command::Prefer(Preference::HighContrast(random.bool())),
        _ => {
            Command::Prefer(Preference::Language(random.choice(Language::all().map(Some).collect::<Vec<_>>()).unwrap()))
        }
    }
}

fn chosen(settings: &Settings, side: usize) -> String {
    let Settings { theme, text_size, reduce_motion, high_contrast, language, .. } = settings;
    match side {
        0 => format!("{text_size:?} {theme:?} {reduce_motion}"),
        _ => format!("{high_contrast} {language:?}"),
    }
}

pub fn choose(data: &Path, seed: u64, side: usize) {
    let mut random = Rng::with_seed(seed + side as u64);
    let mut app = App::new(config_of(data), || ());
    app.handle(Command::Show(Page::Settings));
    for _ in 0..CHOICES {
        app.handle(choice(side, &mut random));
        std::thread::sleep(Duration::from_micros(random.u64(..4000)));
        app.pump();
    }
    until(&mut app, |app| !app.is_busy());
    println!("{}", chosen(app.settings(), side));
}

pub fn windows(torture: &mut Torture, trials: usize) -> Vec<Trials> {
    vec![two(torture, Trials::of("two windows with settings"), trials)]
}

pub fn proofs(torture: &mut Torture) -> Vec<Trials> {
    vec![two(torture, Trials::broken("the settings written by something that knows of one window"), 3)]
}

fn two(torture: &mut Torture, mut sum: Trials, trials: usize) -> Trials {
    for trial in 0..trials {
        let seed = torture.seed_of(&sum.kind, trial);
        let stage = Stage::new(torture.memory.join("settings"));
        fs::create_dir_all(&stage.data).unwrap();
        let window = |side: usize| -> Child {
            let data = stage.data.display().to_string();
            stage.copy_of_this(&[], &["choose".into(), data, seed.to_string(), side.to_string()]).spawn().unwrap()
        };
        let windows = [window(0), window(1)];
        let shown = windows.map(|window| {
            let output = window.wait_with_output().unwrap();
            output.status.success().then(|| String::from_utf8(output.stdout).unwrap().trim().to_owned())
        });
        let file = settings_file(Some(&stage.data)).unwrap();
        if sum.broken_on_purpose {
            let text_size = Settings::load(&file).unwrap().text_size;
            let forgetful = Settings { text_size, ..Settings::default() };
            fs::write(&file, serde_json::to_vec(&forgetful).unwrap()).unwrap();
        }
        let mut losses = Vec::new();
        match Settings::load(&file) {
            Err(error) => losses.push(format!("the settings cannot be read: {error}")),
            Ok(kept) => {
                for (side, shown) in shown.iter().enumerate() {
                    let kept = chosen(&kept, side);
                    if shown.as_ref() != Some(&kept) {
                        losses.push(format!("window {side} shows {shown:?}, the file has {kept}"));
                    }
                }
            }
        }
        sum.tried(trial, 2 * CHOICES, losses);
    }
    sum.ended(format!("{CHOICES} choices in each, at the same time; the file had what both showed in the end"))
}
