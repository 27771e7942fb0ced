//! What happens around a player: another copy of the program, a folder that vanishes or cannot be written, a clock that
//! goes back, a disk that is too small.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::Duration;

use crate::ledger::{Ledger, Line, Word, lines, nanoseconds};
use crate::player::Play;
use crate::report::Trials;
use crate::stage::Stage;
use crate::{Torture, kill};

const FAKETIME: [&str; 2] =
    ["/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1", "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"];
/// Debian's user nobody.
const NOBODY: u32 = 65534;

fn rest(torture: &mut Torture, milliseconds: u64) {
    std::thread::sleep(Duration::from_micros(torture.random.u64(..milliseconds * 1000)));
}

pub fn run(program: &str, arguments: &[&str]) -> bool {
    Command::new(program).args(arguments).output().is_ok_and(|output| output.status.success())
}

/// Two copies of the program in one folder with the same session; one is killed or ends, and the other may take the
/// session over.
pub fn races(torture: &mut Torture, count: usize) -> Vec<Trials> {
    let mut trials = Trials::of("two copies racing in one folder");
    let (mut both, mut looked_on, mut handed_over) = (0, 0, 0);
    for trial in 0..count {
        let seed = torture.seed_of("race", trial);
        let mut stage = Stage::new(torture.memory.join("race"));
        stage.furnish(seed, 3);
        let mut losses = Vec::new();
        // Every fourth time, both start a new game in a folder without one.
        if trial % 4 != 3 {
            let play = stage.play(seed, 6);
            losses.extend(torture.play(&mut stage, &play, &[]));
        }
        let second = stage.root.join("second");
        let first_play = Play { rest: 300, ..stage.play(seed, torture.random.usize(2..30)) };
        let second_play = Play { rest: 300, ..stage.play(seed + 1, torture.random.usize(20..60)) };
        let mut one = torture.player(&stage, &first_play, &[]).spawn().unwrap();
        rest(torture, 40);
        let mut other = torture.player(&stage, &second_play, &[]);
        let mut other = other.stdout(File::create(&second).unwrap()).spawn().unwrap();
        if trial % 2 == 0 {
            rest(torture, 80);
            kill(&mut one);
        }
        losses.extend(stage.failure(one.wait().unwrap()).filter(|_| trial % 2 == 1));
        losses.extend(stage.failure(other.wait().unwrap()));
        let (first, second) = (stage.heard(), lines(&fs::read_to_string(&second).unwrap()));
        let opened = |lines: &[Line]| lines.iter().any(|line| line.word == Word::Open || line.word == Word::Tap);
        both += usize::from(opened(&first) && opened(&second));
        let looks = second.iter().chain(&first).any(|line| line.word == Word::Look);
        looked_on += usize::from(looks);
        let took_over = |lines: &[Line]| {
            let look = lines.iter().position(|line| line.word == Word::Look);
            look.is_some_and(|look| lines[look..].iter().any(|line| line.word == Word::Open))
        };
        handed_over += usize::from(took_over(&first) || took_over(&second));
        let mut all: Vec<Line> = first.into_iter().chain(second).collect();
        all.sort_by_key(|line| line.time);
        losses.extend(all.iter().filter_map(|line| stage.ledger.take(line).err()));
        losses.extend(torture.judged(&stage));
        trials.tried(trial, stage.ledger.acknowledged, losses);
    }
    vec![trials.ended(format!(
        "in {looked_on} one copy could only look on, in {handed_over} of those it took the session over later; in \
         {both} both had a session to write at some time"
    ))]
}

pub fn folders(torture: &mut Torture, count: usize) -> Vec<Trials> {
    vec![
        gone(torture, count, "the folder removed while running", false),
        gone(torture, count, "the folder moved away while running", true),
        forbidden(torture, count),
        read_only(torture, count),
    ]
}

fn gone(torture: &mut Torture, count: usize, kind: &str, moved: bool) -> Trials {
    let mut trials = Trials::of(kind);
    let (mut made_again, mut reported, mut seconds) = (0, 0, 0);
    for trial in 0..count {
        let seed = torture.seed_of(kind, trial);
        let mut stage = Stage::new(torture.disk.join("gone"));
        let play = stage.play(seed, 6);
        let mut losses = torture.play(&mut stage, &play, &[]);
        let play = Play { rest: 1000, ..stage.play(seed + 1, 120) };
        let mut child = torture.player(&stage, &play, &[]).spawn().unwrap();
        rest(torture, 300);
        let away = stage.root.join("away");
        let from = nanoseconds();
        if moved {
            fs::rename(&stage.data, &away).unwrap();
        } else {
            // The player may be writing into it just then.
            while fs::remove_dir_all(&stage.data).is_err() && stage.data.exists() {}
        }
        let until = nanoseconds();
        // Another copy finds the session in the folder made again.
        let mut second = None;
        if trial % 2 == 1 && wait_for(&stage, play.open.as_deref()) {
            let play = Play { rest: 500, open: play.open.clone(), ..stage.play(seed + 2, 30) };
            let out = File::create(stage.root.join("second")).unwrap();
            second = torture.player(&stage, &play, &[]).stdout(out).spawn().ok();
            seconds += 1;
        }
        losses.extend(stage.failure(child.wait().unwrap()));
        let mut all = stage.heard();
        if let Some(mut second) = second {
            second.wait().unwrap();
            all.extend(lines(&fs::read_to_string(stage.root.join("second")).unwrap()));
            all.sort_by_key(|line| line.time);
        }
        let mut before = Ledger::of(stage.ledger.sessions.clone());
        for line in &all {
            if line.time < from {
                losses.extend(before.take(line).err());
            }
            losses.extend(stage.ledger.take(line).err());
        }
        reported += usize::from(stage.ledger.failures > 0);
        made_again += usize::from(stage.data.is_dir());
        if moved {
            // What is being written may still go into the moved folder.
            for (name, known) in &stage.ledger.sessions {
                if let Some(before) = before.sessions.get_mut(name) {
                    before.later.extend(known.later.iter().chain(&known.saved));
                    before.later.extend(all.iter().filter(|line| &line.name == name).map(|line| line.state));
                }
            }
            before.sessions.retain(|name, _| away.join(name).exists() || !stage.data.join(name).exists());
            losses.extend(stage.judge_in(&away, &before, &mut torture.reader));
        }
        // Removing a folder removes its content; what is tapped afterwards must be there again.
        for (name, known) in &mut stage.ledger.sessions {
            if known.tapped <= until && !stage.data.join(name).exists() {
                known.saved = None;
            }
        }
        losses.extend(stage.judge(&mut torture.reader));
        trials.tried(trial, stage.ledger.acknowledged, losses);
    }
    trials.ended(format!(
        "{made_again} times the folder was made again with every tap since; {reported} times the program said that it \
         could not save; {seconds} times a second copy then opened the session"
    ))
}

fn wait_for(stage: &Stage, session: Option<&Path>) -> bool {
    session.is_some_and(|session| {
        (0..200).any(|_| {
            std::thread::sleep(Duration::from_millis(1));
            session.exists() && stage.data.is_dir()
        })
    })
}

/// Takes the folder's permissions away and gives them back, with a player who is not root.
fn forbidden(torture: &mut Torture, count: usize) -> Trials {
    let mut trials = Trials::of("the folder's permissions taken away while running (EACCES)");
    let is_root = fs::metadata("/proc/self").is_ok_and(|about| std::os::unix::fs::MetadataExt::uid(&about) == 0);
    let program = std::env::current_exe().unwrap();
    let may_start = Command::new(&program).arg("--help").uid(NOBODY).gid(NOBODY).output();
    if is_root && !may_start.is_ok_and(|output| output.status.success()) {
        trials.skipped = Some(format!("another user cannot run {}", program.display()));
        return trials;
    }
    let mut reported = 0;
    for trial in 0..count {
        let seed = torture.seed_of("forbidden", trial);
        let mut stage = Stage::new(torture.disk.join("forbidden"));
        stage.furnish(seed, 3);
        for folder in [&stage.root, &stage.data] {
            fs::set_permissions(folder, fs::Permissions::from_mode(0o777)).unwrap();
        }
        let play = Play { rest: 2000, ..stage.play(seed, 250) };
        let mut command = torture.player(&stage, &play, &[]);
        if is_root {
            command.uid(NOBODY).gid(NOBODY);
        }
        let mut child = command.spawn().unwrap();
        let mode = |mode: u32| fs::set_permissions(&stage.data, fs::Permissions::from_mode(mode)).unwrap();
        for _ in 0..2 {
            rest(torture, 100);
            mode(if torture.random.bool() { 0o555 } else { 0o000 });
            rest(torture, 60);
            mode(0o777);
        }
        reported += finish(torture, &mut stage, &mut child, &mut trials, trial);
    }
    trials.ended(format!("{reported} times the program said that it could not save; everything was saved in the end"))
}

/// Hears a player to its end, by which it must have saved; returns 1 if saving was refused in between.
fn finish(torture: &mut Torture, stage: &mut Stage, child: &mut Child, trials: &mut Trials, trial: usize) -> usize {
    let mut losses = torture.ended(stage, child.wait().unwrap());
    losses.extend(stage.judge(&mut torture.reader));
    losses.extend(stage.all_saved());
    trials.tried(trial, stage.ledger.acknowledged, losses);
    usize::from(stage.ledger.failures > 0)
}

struct Mount(PathBuf);

impl Mount {
    fn new(path: &Path, options: &str) -> Option<Mount> {
        fs::create_dir_all(path).unwrap();
        let path = path.to_owned();
        let text = path.display().to_string();
        run("mount", &["-t", "tmpfs", "-o", options, "tmpfs", &text]).then_some(Mount(path))
    }

    fn again(&self, options: &str) -> bool {
        run("mount", &["-o", &format!("remount,{options}"), &self.0.display().to_string()])
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        run("umount", &["-l", &self.0.display().to_string()]);
    }
}

fn read_only(torture: &mut Torture, count: usize) -> Trials {
    let mut trials = Trials::of("the disk made read-only while running (EROFS)");
    let (mut reported, mut switched) = (0, 0);
    for trial in 0..count {
        let seed = torture.seed_of("read-only", trial);
        let mut stage = Stage::new(torture.disk.join("read-only"));
        let Some(mount) = Mount::new(&stage.data, "size=4m") else {
            trials.skipped = Some("a disk cannot be mounted here".to_owned());
            return trials;
        };
        stage.furnish(seed, 3);
        let play = Play { rest: 2000, ..stage.play(seed, 250) };
        let mut child = torture.player(&stage, &play, &[]).spawn().unwrap();
        for _ in 0..2 {
            rest(torture, 100);
            // Not while a file is being written: the system would wait for that.
            let read_only = (0..200).any(|_| mount.again("ro"));
            switched += usize::from(read_only);
            rest(torture, 60);
            while !mount.again("rw") {}
        }
        reported += finish(torture, &mut stage, &mut child, &mut trials, trial);
        drop(mount);
    }
    trials.ended(format!(
        "{switched} times made read-only and back; {reported} times the program said that it could not save; \
         everything was saved in the end"
    ))
}

/// Sets the clock back between two games, and in the middle of one.
pub fn clocks(torture: &mut Torture, count: usize) -> Vec<Trials> {
    let mut trials = Trials::of("the clock set back");
    let Some(library) = FAKETIME.iter().find(|library| Path::new(library).exists()) else {
        trials.skipped = Some("there is no faketime".to_owned());
        return vec![trials];
    };
    let steps = ["-2s", "-1h", "-30d", "-3650d", "-15000d", "+3650d", "+0"];
    for trial in 0..count {
        let seed = torture.seed_of("clock", trial);
        let mut stage = Stage::new(torture.memory.join("clock"));
        stage.furnish(seed, 3);
        let clock = stage.root.join("clock");
        fs::write(&clock, "+0\n").unwrap();
        let mut losses = Vec::new();
        for part in 0..3 {
            let play = Play { rest: 1000, ..stage.play(seed + part, 25) };
            let mut command = torture.player(&stage, &play, &[]);
            command
                .env("LD_PRELOAD", library)
                .env("FAKETIME_TIMESTAMP_FILE", &clock)
                .env("FAKETIME_NO_CACHE", "1")
                .env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
            let mut child = command.spawn().unwrap();
            rest(torture, 60);
            let step = torture.random.choice(steps).unwrap();
            fs::write(stage.root.join("next"), format!("{step}\n")).unwrap();
            fs::rename(stage.root.join("next"), &clock).unwrap();
            losses.extend(torture.ended(&mut stage, child.wait().unwrap()));
            losses.extend(torture.judged(&stage));
            losses.extend(stage.all_saved());
        }
        trials.tried(trial, stage.ledger.acknowledged, losses);
    }
    vec![trials.ended(format!(
        "three players each, the clock set to one of {} while each played; `check` found every session fine",
        steps.join(", ")
    ))]
}

pub fn small_disks(torture: &mut Torture, count: usize) -> Vec<Trials> {
    let mut trials = Trials::of("a disk of 64 KiB");
    let (mut reports, mut refused) = (0, 0);
    for trial in 0..count {
        let seed = torture.seed_of("disk", trial);
        let mut stage = Stage::new(torture.disk.join("small"));
        let Some(mount) = Mount::new(&stage.data, "size=64k") else {
            trials.skipped = Some("a disk cannot be mounted here".to_owned());
            return vec![trials];
        };
        let note = stage.data.join("shopping list.txt");
        fs::write(&note, "cards, pencils\n").unwrap();
        stage.others.insert(note, b"cards, pencils\n".to_vec());
        // Without end: games, rematches and new games until nothing fits any more.
        let play = Play { rest: 500, ..stage.play(seed, 300) };
        let mut child = torture.player(&stage, &play, &[]).spawn().unwrap();
        let filler = stage.data.join("filler");
        while child.try_wait().unwrap().is_none() {
            rest(torture, 60);
            fill(&filler);
            rest(torture, 40);
            let _ = fs::remove_file(&filler);
        }
        let mut losses = torture.ended(&mut stage, child.wait().unwrap());
        losses.extend(stage.judge(&mut torture.reader));
        // A full disk at the end leaves taps in memory only: the program must have reported that.
        if !stage.ledger.ended_saved && stage.ledger.failures == 0 {
            losses.push("not everything is saved, and the program did not say so".to_owned());
        }
        // The archive opens, and the same player goes on once there is room.
        if mount.again("size=4m") {
            let play = stage.play(seed + 1, 10);
            losses.extend(torture.play(&mut stage, &play, &[]));
            losses.extend(torture.judged(&stage));
            losses.extend(stage.all_saved());
        }
        reports += usize::from(stage.ledger.failures > 0);
        refused += stage.ledger.failures;
        trials.tried(trial, stage.ledger.acknowledged, losses);
        drop(mount);
    }
    vec![trials.ended(format!(
        "full in {reports} of them; {refused} times the program said that it could not save; with room again \
         everything went on"
    ))]
}

fn fill(path: &Path) {
    use std::io::Write as _;
    if let Ok(mut file) = File::create(path) {
        while file.write_all(&[b'x'; 512]).is_ok() {}
    }
}
