//! Torture: kill −9, injected faults, power cuts, two copies at once, another device writing the same files, vanishing
//! folders, clocks that go back and tiny disks, while somebody taps. After each trial the archive must open with every
//! acknowledged tap, and no other file may have changed. `tests/torture/run.sh` installs what is needed and runs it;
//! `docs/torture.md` has the method and a full run.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::unreachable,
    reason = "a test fails with a panic"
)]

#[path = "../../benches/archive_of/mod.rs"]
mod archive_of;
mod choices;
mod closings;
#[path = "../common/mod.rs"]
mod common;
mod crash;
mod day;
mod disk;
mod fault;
mod flights;
mod ledger;
mod player;
mod recording;
mod report;
mod sides;
mod stage;
mod surroundings;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus};
use std::time::{Duration, Instant};

use fastrand::Rng;
use tablet_of_truth::app::{App, Config};
use tablet_of_truth::archive::settings_file;

use player::Play;
use report::{Report, Trials};
use stage::{Reader, Stage};

const USAGE: &str = "usage: run.sh [--short] [--seed N] [--report FILE] \
                     [--only kill|fault|power|race|sync|settings|slow|close|day|folder|clock|disk|proof]";

/// Tries something so many times.
type Kind = fn(&mut Torture, usize) -> Vec<Trials>;

/// The kinds of trials, and how many of each make a full run and a short one.
const KINDS: [(&str, Kind, usize, usize); 13] = [
    ("kill", crash::kills, 1000, 40),
    ("fault", fault::faults, 200, 5),
    ("power", crash::power_cuts, 40, 1),
    ("race", surroundings::races, 200, 6),
    ("sync", sides::syncs, 200, 10),
    ("settings", choices::windows, 100, 5),
    ("slow", flights::flights, 50, 5),
    ("close", closings::closings, 120, 12),
    ("day", day::days, 300, 12),
    ("folder", surroundings::folders, 60, 1),
    ("clock", surroundings::clocks, 60, 3),
    ("disk", surroundings::small_disks, 30, 1),
    ("proof", proofs, 1, 1),
];

pub struct Torture {
    /// How many contents of a disk are tried at each moment.
    pub contents: usize,
    pub seed: u64,
    pub random: Rng,
    pub reader: Reader,
    /// A folder on a real disk, and one in memory where there is one.
    pub disk: PathBuf,
    pub memory: PathBuf,
}

impl Torture {
    /// A player ready to be started, by the command `before` if it is not empty.
    pub fn player(&self, stage: &Stage, play: &Play, before: &[String]) -> Command {
        let mut command = stage.copy_of_this(before, &play.arguments());
        command.stdout(stage.announcement());
        command
    }

    pub fn play(&self, stage: &mut Stage, play: &Play, before: &[String]) -> Vec<String> {
        let status = self.player(stage, play, before).status().unwrap();
        self.ended(stage, status)
    }

    /// Hears a player that was not killed to its end; returns what went wrong.
    pub fn ended(&self, stage: &mut Stage, status: ExitStatus) -> Vec<String> {
        let mut wrong = stage.listen();
        wrong.extend(stage.failure(status));
        wrong
    }

    /// What is lost or changed in the place of a player, and what `check` finds there.
    pub fn judged(&mut self, stage: &Stage) -> Vec<String> {
        let mut losses = stage.judge(&mut self.reader);
        losses.extend(checked(&stage.data, stage.ledger.sessions.keys()));
        losses
    }

    /// A number for a trial, the same for the same seed.
    pub fn seed_of(&self, kind: &str, trial: usize) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hash = DefaultHasher::new();
        (self.seed, kind, trial).hash(&mut hash);
        hash.finish()
    }
}

/// Faults that `tablet-of-truth check` finds in a folder.
fn checked<'a>(data: &Path, played: impl Iterator<Item = &'a String>) -> Vec<String> {
    let built = PathBuf::from(env!("CARGO_BIN_EXE_tablet-of-truth"));
    let program = std::env::var_os("TABLET_OF_TRUTH").map_or(built, PathBuf::from);
    let output =
        Command::new(program).arg("--data-dir").arg(data).args(["check", "--format", "json"]).output().unwrap();
    let Ok(reported) = serde_json::from_slice::<serde_json::Value>(&output.stdout) else {
        return vec![format!("check fails: {}", String::from_utf8_lossy(&output.stderr))];
    };
    let files = reported["files"].as_array().cloned().unwrap_or_default();
    let mut wrong = Vec::new();
    for name in played.filter(|name| data.join(name).exists()) {
        let path = data.join(name).display().to_string();
        let line = files.iter().find(|file| file["path"] == path.as_str());
        if line.is_none_or(|line| line["state"] != "fine") {
            wrong.push(format!("{name}: check says {line:?}"));
        }
    }
    wrong
}

fn proofs(torture: &mut Torture, _: usize) -> Vec<Trials> {
    let proofs = [crash::proofs, sides::proofs, choices::proofs, flights::proofs, closings::proofs, day::proofs];
    proofs.into_iter().flat_map(|proof| proof(torture)).collect()
}

pub fn config_of(data: &Path) -> Config {
    Config { settings: settings_file(Some(data)), ..common::program::over(data) }
}

pub fn until(app: &mut App, done: impl Fn(&App) -> bool) {
    let patience = Instant::now() + Duration::from_secs(60);
    while !done(app) {
        assert!(Instant::now() < patience, "what was waited for does not come: {:?}", app.message());
        app.pump();
        std::thread::sleep(Duration::from_micros(200));
    }
}

pub fn kill(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["play", play] => player::play(&serde_json::from_str(play).unwrap()),
        ["choose", data, seed, side] => choices::choose(Path::new(data), seed.parse().unwrap(), side.parse().unwrap()),
        ["close", root, work, seed, hasty] => {
            closings::work(Path::new(root), work, seed.parse().unwrap(), *hasty == "true");
        }
        ["organise", data, hasty] => day::organise(Path::new(data), *hasty == "true"),
        given if given.contains(&"--help") => println!("{USAGE}"),
        _ => return run(&arguments),
    }
    ExitCode::SUCCESS
}

fn run(arguments: &[String]) -> ExitCode {
    let value = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).cloned()
    };
    let short = arguments.iter().any(|argument| argument == "--short");
    let seed = value("--seed").map_or(1, |seed| seed.parse().expect(USAGE));
    let own = format!("tablet-torture-{}", std::process::id());
    let disk = std::env::temp_dir().join(&own);
    let shared = Path::new("/dev/shm");
    let memory = if shared.is_dir() { shared.join(&own) } else { disk.join("memory") };
    let mut torture = Torture {
        contents: if short { 64 } else { 256 },
        seed,
        random: Rng::with_seed(seed),
        reader: Reader::default(),
        disk,
        memory,
    };
    let only = value("--only");
    let mut report = Report { seed, short, trials: Vec::new(), times: Vec::new() };
    for (name, kind, full, few) in KINDS.into_iter().filter(|kind| only.as_ref().is_none_or(|only| only == kind.0)) {
        let start = Instant::now();
        for trials in kind(&mut torture, if short { few } else { full }) {
            println!("{}", trials.line());
            report.trials.push(trials);
        }
        println!("   {name}: {:.0} s\n", start.elapsed().as_secs_f64());
        report.times.push((name, start.elapsed()));
    }
    let _ = fs::remove_dir_all(&torture.memory);
    if report.losses() == 0 {
        let _ = fs::remove_dir_all(&torture.disk);
    }
    println!("{}", report.text());
    if let Some(file) = value("--report") {
        fs::write(file, report.text()).unwrap();
    }
    if report.is_good() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
