//! Ends without warning: kill −9, and power cuts simulated from a recording.

use std::collections::HashSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant, SystemTime};

use crate::disk::{Content, Disk, materialise};
use crate::ledger::{Ledger, Line, lines};
use crate::recording::{RECORDED, calls};
use crate::report::Trials;
use crate::stage::Stage;
use crate::surroundings::run;
use crate::{Torture, kill};

/// Kills a player again and again; each next one goes on with what the last one left.
pub fn kills(torture: &mut Torture, count: usize) -> Vec<Trials> {
    let mut trials = Trials::of("kill −9 at a random moment");
    let (mut tapping, mut writing, mut folders, mut taps) = (0, 0, 0, 0);
    let mut stage = Stage::new(torture.disk.join("kill"));
    for trial in 0..count {
        let seed = torture.seed_of("kill", trial);
        if trial % 50 == 0 {
            trials.acknowledged += stage.ledger.acknowledged;
            stage = Stage::new(torture.disk.join("kill"));
            stage.furnish(seed, 8);
            folders += 1;
        }
        let play = stage.play(seed, usize::MAX);
        let start = SystemTime::now();
        let mut child = torture.player(&stage, &play, &[]).spawn().unwrap();
        let has_begun = wait_for_a_moment(torture, &stage, &mut child);
        kill(&mut child);
        tapping += usize::from(has_begun);
        writing += usize::from(has_temporary(&stage.data, start));
        let before: usize = stage.ledger.taps;
        let mut losses = stage.listen();
        taps += stage.ledger.taps - before;
        losses.extend(torture.judged(&stage));
        let errors = Some(stage.complaints()).filter(|errors| !errors.is_empty());
        losses.extend(errors.map(|errors| format!("the program failed: {errors}")));
        trials.tried(trial, 0, losses);
    }
    // Half of them are killed only once they have tapped, the others at any time: on a slow machine that is too early.
    if 4 * tapping < count {
        trials.lost(count, vec![format!("only {tapping} of {count} were killed while tapping")]);
    }
    trials.acknowledged += stage.ledger.acknowledged;
    vec![trials.ended(format!(
        "{tapping} killed while tapping, {writing} while a file was being written; {taps} taps in all; the next player \
         went on in the same folder, {folders} folders in all; `check` found every session fine"
    ))]
}

/// Lets a player run for a random while, from its start or from one of its first taps; returns whether it had tapped.
fn wait_for_a_moment(torture: &mut Torture, stage: &Stage, child: &mut Child) -> bool {
    let length = || fs::metadata(stage.announced()).map_or(0, |about| about.len());
    let before = length();
    if torture.random.bool() {
        std::thread::sleep(Duration::from_micros(torture.random.u64(..120_000)));
    } else {
        let wanted = before + torture.random.u64(300..5000);
        let patience = Instant::now() + Duration::from_secs(20);
        while length() < wanted && Instant::now() < patience && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_micros(300));
        }
        std::thread::sleep(Duration::from_micros(torture.random.u64(..8000)));
    }
    length() > before + 300
}

/// Whether a file was being written just now.
fn has_temporary(folder: &Path, start: SystemTime) -> bool {
    let written =
        |entry: &fs::DirEntry| entry.metadata().and_then(|about| about.modified()).is_ok_and(|at| at >= start);
    let mut entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.any(|entry| entry.file_name().to_string_lossy().ends_with(".json.tmp") && written(&entry))
}

pub fn strace(log: &Path, more: &[String]) -> Vec<String> {
    let (log, trace) = (log.display().to_string(), format!("trace={RECORDED}"));
    let words = ["strace", "-f", "-qqq", "-xx", "-s", "1000000", "-e", "signal=none", "-o", &log, "-e", &trace];
    words.map(str::to_owned).into_iter().chain(more.iter().cloned()).collect()
}

pub fn no_strace() -> Option<String> {
    (!run("strace", &["--version"])).then(|| "there is no strace".to_owned())
}

pub fn power_cuts(torture: &mut Torture, recordings: usize) -> Vec<Trials> {
    let mut trials = Trials::of("power cut: every prefix and re-ordering of the recorded file operations");
    trials.skipped = no_strace();
    let mut sum = Sum::default();
    if trials.skipped.is_none() {
        for recording in 0..recordings {
            // In every fourth recording the first fsync fails.
            let fault = ["-e".to_owned(), "inject=fsync:error=EIO:when=1".to_owned()];
            let more = if recording % 4 == 2 { &fault[..] } else { &[] };
            let (disk, stage) = record(torture, recording, false, more);
            cut(torture, recording, &disk, &stage, &mut trials, &mut sum);
        }
    }
    let Sum { moments, contents, different, gone_on } = sum;
    vec![trials.ended(format!(
        "{recordings} recordings of three players each, {moments} moments, {contents} contents of the disk, \
         {different} of them different and read; in {gone_on} of those somebody played on"
    ))]
}

#[derive(Default)]
struct Sum {
    moments: usize,
    contents: usize,
    different: usize,
    gone_on: usize,
}

/// Records three players, one after the other in a folder that does not exist at first; two of them are killed.
fn record(torture: &mut Torture, number: usize, hasty: bool, more: &[String]) -> (Disk, Stage) {
    let mut stage = Stage::new(torture.memory.join("power"));
    if number % 2 == 1 {
        stage.furnish(torture.seed_of("power", number), 3);
    }
    let mut disk = Disk::of(&stage.root);
    let log = torture.memory.join("recording");
    let mut heard = 0;
    for part in 0..3 {
        let seed = torture.seed_of("power", number * 10 + part);
        let mut play = stage.play(seed, torture.random.usize(8..30));
        play.hasty = hasty;
        let mut child = torture.player(&stage, &play, &strace(&log, more)).spawn().unwrap();
        if part < 2 {
            play_a_while_and_kill(torture, &stage, &mut child);
        }
        child.wait().unwrap();
        disk.begin();
        let recording = fs::read_to_string(&log).unwrap();
        for mut call in calls(&recording) {
            call.from += heard;
            call.to += heard;
            disk.take(&call);
        }
        heard += recording.lines().count() + 1;
        stage.listen();
    }
    (disk, stage)
}

fn play_a_while_and_kill(torture: &mut Torture, stage: &Stage, strace: &mut Child) {
    wait_for_a_moment(torture, stage, strace);
    let children = format!("/proc/{0}/task/{0}/children", strace.id());
    for child in fs::read_to_string(children).unwrap_or_default().split_whitespace() {
        run("kill", &["-9", child]);
    }
}

/// What players announced in a recording, with the line of each.
pub fn announced(disk: &Disk) -> Vec<(usize, Line)> {
    let heard = |(from, text): &(usize, Vec<u8>)| {
        let from = *from;
        lines(&String::from_utf8_lossy(text)).into_iter().map(move |line| (from, line)).collect::<Vec<_>>()
    };
    disk.printed.iter().flat_map(heard).collect()
}

/// What is found after a power cut.
pub struct Found {
    root: PathBuf,
    there: Content,
}

impl Found {
    pub fn new(torture: &Torture) -> Found {
        let root = torture.memory.join("found");
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).unwrap();
        Found { root, there: Content::new() }
    }

    pub fn judge(&mut self, torture: &mut Torture, content: &Content, stage: &Stage, ledger: &Ledger) -> Vec<String> {
        materialise(content, &mut self.there, &self.root);
        stage.judge_in(&self.root.join("data"), ledger, &mut torture.reader)
    }
}

/// Cuts the power at every moment of a recording and checks every content that the disk may have then.
fn cut(torture: &mut Torture, number: usize, disk: &Disk, stage: &Stage, trials: &mut Trials, sum: &mut Sum) {
    let mut found = Found::new(torture);
    let mut ledger = Ledger::default();
    let lines = announced(disk);
    let mut heard = 0;
    let mut seen = HashSet::new();
    for moment in disk.moments() {
        while let Some((_, line)) = lines.get(heard).filter(|(from, _)| *from <= moment) {
            trials.lost(number, ledger.take(line).err().into_iter().collect());
            heard += 1;
        }
        ledger.expect(lines.get(heard..).unwrap_or_default());
        sum.moments += 1;
        for mut content in disk.after_power_cut(moment, torture.contents, &mut torture.random) {
            content.remove("announced");
            content.remove("errors");
            sum.contents += 1;
            trials.trials += 1;
            let mut hash = DefaultHasher::new();
            (&content, heard).hash(&mut hash);
            if !seen.insert(hash.finish()) {
                continue;
            }
            sum.different += 1;
            let mut losses = found.judge(torture, &content, stage, &ledger);
            if sum.different.is_multiple_of(97) && losses.is_empty() {
                sum.gone_on += 1;
                losses.extend(go_on(torture, stage, &ledger, &found.root));
            }
            let at = format!("at line {moment}");
            trials.lost(number, losses.into_iter().map(|loss| format!("{at}: {loss}")).collect());
        }
    }
    trials.acknowledged += ledger.acknowledged;
}

fn go_on(torture: &mut Torture, stage: &Stage, ledger: &Ledger, found: &Path) -> Vec<String> {
    let mut again = stage.copy(found, ledger, torture.memory.join("again"));
    let play = again.play(torture.random.u64(..), 5);
    let mut losses = torture.play(&mut again, &play, &[]);
    losses.extend(torture.judged(&again));
    losses.extend(again.all_saved());
    losses
}

pub fn proofs(torture: &mut Torture) -> Vec<Trials> {
    let skipped = no_strace();
    // After the folders above, the saver syncs the file and its folder in turn.
    let above = torture.memory.join("power").ancestors().count();
    let lie = |which: usize| vec!["-e".to_owned(), format!("inject=fsync:retval=0:when={}+2", above + which)];
    let broken = [
        ("fsync of the file left out", false, lie(1)),
        ("fsync of the folder left out", false, lie(2)),
        ("acknowledged before it is written", true, Vec::new()),
    ];
    let mut all = Vec::new();
    for (index, (kind, hasty, more)) in broken.into_iter().enumerate() {
        let mut trials = Trials { skipped: skipped.clone(), ..Trials::broken(kind) };
        if trials.skipped.is_none() {
            let mut sum = Sum::default();
            let (disk, stage) = record(torture, 1000 + index, hasty, &more);
            cut(torture, index, &disk, &stage, &mut trials, &mut sum);
        }
        all.push(trials.ended(String::new()));
    }
    all
}
