//! A monkey at the real window: random keys, clicks, wheel and texts from a seed, in six sizes and on all pages.
//! Nothing may panic, and the [`judge`] checks session, disk and page every now and then.
//!
//! A run consists of lives, each with a folder of its own, a first window size and a number of events. A failure prints
//! the seed of the life and its last events; to repeat it:
//! `MONKEY_SEED=… MONKEY_EVENTS=1000 cargo test --test interface monkey::at_length -- --ignored --nocapture`.

mod hands;
mod judge;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use fastrand::Rng;
use slint::ComponentHandle;
use slint::platform::WindowEvent;
use tablet_of_truth::app::SaveState;
use tablet_of_truth::archive::{Archive, write_session};
use tablet_of_truth::each;
use tablet_of_truth_window::Ui;
use tempfile::TempDir;
use uuid::Uuid;

use crate::shelf::archive_of;
use crate::walk::seen::{Property, Seen};
use crate::window::{Window, paint_windows};
use hands::Input;
use judge::Known;

/// Events of a life, and how many of the last ones a failure prints.
const LIFE: usize = 1000;
const TOLD: usize = 60;
/// Events between two checks, two pictures, and two ways home.
const JUDGED: usize = 20;
const PAINTED: usize = 50;
const LED_HOME: usize = 250;

pub const SIZES: [(f32, f32); 6] =
    [(360.0, 480.0), (400.0, 820.0), (800.0, 600.0), (1280.0, 800.0), (1920.0, 1080.0), (2560.0, 1440.0)];

static PANICS: AtomicUsize = AtomicUsize::new(0);

#[test]
fn in_short() {
    let text = run(LIFE / 2, 2);
    assert!(text.contains("taps"), "the run did not end: {text}");
}

#[test]
#[ignore = "takes minutes: MONKEY_EVENTS (100000) and MONKEY_SEED (1) say how many"]
fn at_length() {
    let number = |name: &str, usual: usize| std::env::var(name).map_or(usual, |value| value.parse().unwrap());
    let (events, seed) = (number("MONKEY_EVENTS", 100_000), number("MONKEY_SEED", 1));
    let monkeys = std::thread::available_parallelism().map_or(1, usize::from).min(events.div_ceil(LIFE));
    let lives = events.div_ceil(LIFE).div_ceil(monkeys);
    // Each process gets the seeds that it would have in one long run.
    let each =
        (0..monkeys).map(|monkey| std::thread::spawn(move || run(lives * LIFE.min(events), seed + monkey * lives)));
    for monkey in each.collect::<Vec<_>>() {
        println!("{}", monkey.join().unwrap());
    }
}

/// Runs a monkey in a process of its own and returns its report. Its home is a temporary folder, as it may write
/// wherever the program suggests; it has no display, no bus and no other program to start.
fn run(events: usize, seed: usize) -> String {
    let home = TempDir::new().unwrap();
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["monkey::in_a_home_of_its_own", "--exact", "--ignored", "--nocapture"])
        .current_dir(home.path())
        .env_clear()
        .env("HOME", home.path())
        .env("PATH", home.path())
        .env("RUST_BACKTRACE", "1")
        .env("MONKEY_EVENTS", events.to_string())
        .env("MONKEY_SEED", seed.to_string())
        .output()
        .unwrap();
    let text_of = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, errors) = (text_of(&output.stdout), text_of(&output.stderr));
    assert!(output.status.success(), "{out}\n{errors}");
    out
}

#[test]
#[ignore = "started by the two above"]
fn in_a_home_of_its_own() {
    let number = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<usize>().ok());
    let (Some(events), Some(seed)) = (number("MONKEY_EVENTS"), number("MONKEY_SEED")) else { return };
    let home = PathBuf::from(std::env::var_os("HOME").unwrap());
    assert_eq!(home, std::env::current_dir().unwrap().as_path(), "relative paths must stay in the monkey's home");
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        PANICS.fetch_add(1, Ordering::SeqCst);
        usual(panic);
    }));
    paint_windows();
    let (start, mut figures) = (Instant::now(), Figures::default());
    for life in 0..events.div_ceil(LIFE) {
        Monkey::born(&home.join(format!("life-{life}")), seed + life, &mut figures)
            .live(LIFE.min(events - life * LIFE));
    }
    println!("{}", figures.text(start.elapsed().as_secs_f64()));
}

/// What happened, by kind, and how often.
#[derive(Default)]
pub struct Figures {
    counts: BTreeMap<&'static str, BTreeMap<String, usize>>,
    sessions: BTreeSet<Uuid>,
}

impl Figures {
    pub fn count(&mut self, kind: &'static str, what: impl Into<String>) {
        *self.counts.entry(kind).or_default().entry(what.into()).or_default() += 1;
    }

    fn text(&self, seconds: f64) -> String {
        let mut text = format!("{seconds:.0} s, {} sessions open", self.sessions.len());
        for (kind, counts) in &self.counts {
            let counts: Vec<String> = counts.iter().map(|(what, count)| format!("{what} {count}")).collect();
            let _ = write!(text, "\n{kind}: {}", counts.join(", "));
        }
        text
    }
}

pub struct Monkey<'a> {
    window: Window,
    random: Rng,
    seed: usize,
    home: PathBuf,
    folder_given: bool,
    paints: bool,
    last: VecDeque<String>,
    lived: usize,
    known: Known,
    figures: &'a mut Figures,
}

impl Drop for Monkey<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("\nThe monkey of seed {} at its event {}; the last were:", self.seed, self.lived);
            for input in &self.last {
                eprintln!("    {input}");
            }
        }
    }
}

impl Monkey<'_> {
    fn born<'a>(home: &Path, seed: usize, figures: &'a mut Figures) -> Monkey<'a> {
        let mut random = Rng::with_seed(seed as u64);
        let paints = seed.is_multiple_of(4);
        if paints {
            paint_windows();
        }
        let data = home.join("data");
        fs::create_dir_all(&data).unwrap();
        let archive = Archive::new(data.clone());
        let sessions = [0, 5, 60][seed % 3];
        for session in archive_of::sessions(sessions, seed as u64) {
            fs::write(archive.path_for(&session), write_session(&session, session.started()).unwrap()).unwrap();
        }
        if seed % 5 == 3 {
            fs::write(data.join("2020-01-01_damaged.json"), "{\"players\": [").unwrap();
        }
        let folder_given = random.bool();
        let mut window = Window::in_home(home, folder_given);
        // Most lives begin at a table, which a monkey left to itself seldom reaches.
        if seed % 3 != 1 {
            let players = random.usize(3..=6);
            let people = random.choose_multiple(hands::PEOPLE, players);
            if seed.is_multiple_of(2) {
                window.deal(&people);
            } else {
                window.deal_with(&people, &["The Last Wizard"]);
            }
        }
        let (width, height) = SIZES[seed % SIZES.len()];
        window.resize(width, height);
        let (last, known) = (VecDeque::new(), Known::default());
        Monkey { window, random, seed, home: home.to_owned(), folder_given, paints, last, lived: 0, known, figures }
    }

    fn live(mut self, events: usize) {
        while self.lived < events {
            self.lived += 1;
            let before = self.session_state();
            let input = self.wish();
            self.last.push_back(format!("{:>4}  {input:?}", self.lived));
            if self.last.len() > TOLD {
                self.last.pop_front();
            }
            self.figures.count("checks", "events");
            self.keep_in_home();
            if input == Input::Close {
                self.close()
            } else {
                self.act(&input)
            }
            self.window.ui.pump();
            assert_eq!(PANICS.load(Ordering::SeqCst), 0, "a thread panicked");
            self.count(before);
            if self.lived.is_multiple_of(JUDGED) {
                self.judge();
            }
            if self.paints && self.lived.is_multiple_of(PAINTED) {
                self.paint();
            }
            if self.lived.is_multiple_of(LED_HOME) {
                self.go_home();
            }
        }
        self.close();
    }

    fn session_state(&self) -> Option<(Uuid, usize, usize, usize)> {
        self.window.ui.with_app(|app| {
            let state = each!(app.session()?, session => {
                (session.id(), session.steps().len(), session.undone(), session.scored())
            });
            Some(state)
        })
    }

    fn count(&mut self, before: Option<(Uuid, usize, usize, usize)>) {
        let (page, panel, overlay) = self.window.ui.with_app(|app| (app.page(), app.panel(), app.overlay()));
        self.figures.count("pages after an event", format!("{page:?}"));
        for over in [format!("{panel:?}"), format!("{overlay:?}")].into_iter().filter(|over| over != "None") {
            self.figures.count("over them", over);
        }
        let Some(now) = self.session_state() else { return };
        self.figures.sessions.insert(now.0);
        if let Some(before) = before.filter(|before| before.0 == now.0) {
            if before != now {
                self.figures.count("sessions", "taps that changed one");
            }
            if now.3 > before.3 {
                self.figures.count("sessions", "rounds scored");
            }
        }
    }

    /// Puts a folder of the monkey's into a path field: what it types has no slash, but it deletes characters.
    fn keep_in_home(&self) {
        let top = self.home.parent().unwrap();
        for field in Seen::controls_in(&self.window).controls {
            let typed = field.says(Property::Value).unwrap_or_default();
            let path = Path::new(typed.trim());
            let away = path.components().any(|part| part == Component::ParentDir);
            if (path.is_absolute() && !path.starts_with(top)) || (away && path.components().count() > 1) {
                let inside = self.home.join("inside.json").display().to_string();
                field.set_value(&inside);
            }
        }
    }

    fn close(&mut self) {
        self.window.window().window().dispatch_event(WindowEvent::CloseRequested);
        let closes = |ui: &Ui| {
            let failed = ui.with_app(|app| matches!(app.save_state(), SaveState::Failed(_)));
            failed || !ui.window().window().is_visible()
        };
        self.window.wait_until(closes);
        self.judge_disk();
        self.window = Window::in_home(&self.home, self.folder_given);
        let (width, height) = self.random.choice(SIZES).unwrap();
        self.window.resize(width, height);
        self.figures.count("checks", "closed and opened again");
    }

    /// Takes a picture with the program's own renderer, which must show more than a background.
    fn paint(&mut self) {
        let picture = self.window.window().window().take_snapshot().unwrap();
        let colours: BTreeSet<[u8; 3]> =
            picture.as_slice().iter().step_by(7).map(|pixel| [pixel.r, pixel.g, pixel.b]).collect();
        assert!(colours.len() > 2, "only {colours:?} on {:?}", self.window.page());
        self.figures.count("checks", "pictures");
    }
}
