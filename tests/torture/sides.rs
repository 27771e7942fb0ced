//! Another device that writes the same session, as a synchronising program does: under a temporary name that then
//! replaces the file. What both sides did must be found again, in the session's file or in a copy next to it.

use std::ffi::CString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use chrono::{DateTime, FixedOffset, Local};
use fastrand::Rng;
use tablet_of_truth::archive::{Archive, is_copy_name, read_session, write_session};
use tablet_of_truth::each;
use tablet_of_truth::session::{AnySession, Session};
use uuid::Uuid;

use crate::Torture;
use crate::archive_of;
use crate::common::operation::Drawn;
use crate::ledger::{Line, State, Word, nanoseconds};
use crate::player::Play;
use crate::report::Trials;
use crate::stage::{Stage, name_of};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Broken {
    Nothing,
    /// The other device overwrites the file without reading it first.
    Careless,
    NoCopies,
}

#[derive(Clone, Debug)]
enum Done {
    /// Replaced the file with `now`, made from `base`. In the middle of a save this may be lost: the program checks the
    /// file just before its own rename, and cannot see what comes in between.
    Wrote {
        now: Box<AnySession>,
        base: State,
        in_a_save: bool,
    },
    Removed,
}

struct Device {
    file: PathBuf,
    random: Rng,
    broken: Broken,
    done: Vec<(u128, Done)>,
    conflicts: usize,
    earlier: Option<AnySession>,
}

fn now() -> DateTime<FixedOffset> {
    Local::now().fixed_offset()
}

#[allow(unsafe_code, reason = "the standard library has no exchange")]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    let text = |path: &Path| CString::new(path.as_os_str().as_bytes()).unwrap();
    let (one, other) = (text(one), text(other));
    // SAFETY: both strings live until the call returns.
    let result =
        unsafe { libc::renameat2(libc::AT_FDCWD, one.as_ptr(), libc::AT_FDCWD, other.as_ptr(), libc::RENAME_EXCHANGE) };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Goes on with a session by a few legal steps, or changes its place.
fn go_on<G: Drawn>(session: &Session<G>, random: &mut Rng) -> Session<G> {
    let mut session = session.clone();
    let wanted = session.steps().len() + random.usize(1..5);
    for _ in 0..400 {
        if session.steps().len() >= wanted {
            return session;
        }
        session = session.apply(G::junk(random)).unwrap_or(session);
    }
    session.noted(&format!("Table {}", random.u32(..)), "").unwrap()
}

impl Device {
    fn temporary(&self) -> PathBuf {
        self.file.with_file_name(format!(".syncthing.{}.tmp", name_of(&self.file)))
    }

    fn is_being_saved(&self) -> bool {
        self.file.with_file_name(format!(".{}.tmp", name_of(&self.file))).exists()
    }

    /// Whether a save replaces this file that began before it came.
    fn was_being_saved(&self, own: u64) -> bool {
        let came = SystemTime::now();
        for _ in 0..200 {
            if let Some(about) = fs::metadata(&self.file).ok().filter(|about| about.ino() != own) {
                return about.created().is_ok_and(|begun| begun < came);
            }
            std::thread::sleep(Duration::from_micros(50));
        }
        false
    }

    fn act(&mut self, stage: &mut Stage) {
        match self.random.u8(..10) {
            0 => self.bring_another(stage),
            1 if self.broken == Broken::Nothing => self.remove(),
            _ => self.replace(),
        }
    }

    fn bring_another(&mut self, stage: &mut Stage) {
        let session = archive_of::sessions(1, self.random.u64(..)).next().unwrap();
        let path = Archive::new(stage.data.clone()).path_for(&session);
        let bytes = write_session(&session, session.started()).unwrap();
        let temporary = stage.data.join(".syncthing.another.json.tmp");
        fs::write(&temporary, &bytes).unwrap();
        fs::rename(&temporary, &path).unwrap();
        let going = stage.others.keys().find(|other| other.parent() == Some(&stage.data)).cloned();
        if let Some(going) = going {
            fs::remove_file(&going).unwrap();
            stage.others.remove(&going);
        }
        stage.others.insert(path, bytes);
    }

    fn remove(&mut self) {
        if fs::remove_file(&self.file).is_ok() {
            self.done.push((nanoseconds(), Done::Removed));
        }
    }

    /// Replaces the file with a state of its own, made from the file or from something older. If the replaced file was
    /// not the one it knew, that one becomes a conflict copy.
    fn replace(&mut self) {
        let Ok(bytes_found) = fs::read(&self.file) else { return };
        let Ok(found) = read_session(&bytes_found, now()).map(|loaded| loaded.session) else { return };
        let base = match self.earlier.take() {
            Some(earlier) if self.broken == Broken::Careless || self.random.u8(..3) == 0 => earlier,
            _ => found.clone(),
        };
        self.earlier = Some(found.clone());
        let session: AnySession = each!(&base, base => go_on(base, &mut self.random).into());
        let bytes = each!(&session, session => write_session(session, now())).unwrap();
        let temporary = self.temporary();
        fs::write(&temporary, &bytes).unwrap();
        let own = fs::metadata(&temporary).unwrap().ino();
        let in_a_save = self.is_being_saved();
        if self.broken == Broken::Careless || exchange(&temporary, &self.file).is_err() {
            fs::rename(&temporary, &self.file).unwrap();
        } else if base == found && fs::read(&temporary).is_ok_and(|bytes| bytes == bytes_found) {
            fs::remove_file(&temporary).unwrap();
        } else {
            self.conflicts += 1;
            let stem = self.file.file_stem().unwrap_or_default().to_string_lossy();
            let name = format!("{stem}.sync-conflict-20260307-{:06}-ABCDEFG.json", self.conflicts);
            fs::rename(&temporary, self.file.with_file_name(name)).unwrap();
        }
        let time = nanoseconds();
        let in_a_save = in_a_save || self.is_being_saved() || self.was_being_saved(own);
        self.done.push((time, Done::Wrote { now: Box::new(session), base: State::of_any(base.as_ref()), in_a_save }));
    }
}

/// A state that was shown on either side, and the one it was made from.
#[derive(Clone, Debug)]
struct Known {
    state: State,
    before: Option<usize>,
    time: u128,
    /// Place and notes, if the other device wrote the state.
    noted: Option<(String, String)>,
}

/// What both sides did to a session, in order of time.
#[derive(Default)]
struct Story {
    known: Vec<Known>,
    /// What must be found again: the state acknowledged last, at the end and before another one was taken in, and every
    /// state of the other device.
    claims: Vec<(usize, &'static str)>,
    /// States of the other device that came in the middle of a save and may be lost.
    in_saves: Vec<usize>,
}

impl Story {
    fn of(lines: &[Line], done: &[(u128, Done)]) -> Story {
        let mut story = Story::default();
        let (mut here, mut saved): (Option<usize>, Option<usize>) = (None, None);
        let (mut removed, mut bases) = (0, Vec::new());
        let mut done = done.iter().peekable();
        for line in lines.iter().map(Some).chain([None]) {
            while let Some((time, act)) = done.next_if(|(time, _)| line.is_none_or(|line| *time < line.time)) {
                match act {
                    // Whoever deletes a file means what is in it.
                    Done::Removed => {
                        (story.claims, story.in_saves) = (Vec::new(), Vec::new());
                        (saved, removed) = (None, *time);
                    }
                    Done::Wrote { now, base, in_a_save } => {
                        let noted = each!(&**now, now => (now.place().to_owned(), now.notes().to_owned()));
                        let (noted, state) = (Some(noted), State::of_any((**now).as_ref()));
                        let known = Known { state, before: story.latest(*base), time: *time, noted };
                        bases.push((story.known.len(), *base));
                        match in_a_save {
                            true => story.in_saves.push(story.known.len()),
                            false => story.claims.push((story.known.len(), "a state of the other device")),
                        }
                        story.known.push(known);
                    }
                }
            }
            let Some(line) = line else { break };
            match line.word {
                Word::Open => {
                    let before = saved.take().map(|saved| (saved, "what was acknowledged before another state came"));
                    story.claims.extend(before);
                    here = story.latest(line.state);
                    here = Some(story.add(line, here));
                }
                Word::Tap => here = Some(story.add(line, here)),
                // What was tapped before the file was deleted may have been in it.
                Word::Saved => saved = story.latest(line.state).filter(|&at| story.known[at].time > removed),
                _ => {}
            }
        }
        story.claims.extend(saved.map(|saved| (saved, "what was acknowledged last")));
        // A tap may be in the file a moment before it is announced.
        for (at, base) in bases {
            let announced = || story.known.iter().position(|known| known.state.whole == base.whole);
            story.known[at].before = story.known[at].before.or_else(announced);
        }
        story
    }

    fn add(&mut self, line: &Line, before: Option<usize>) -> usize {
        self.known.push(Known { state: line.state, before, time: line.time, noted: None });
        self.known.len() - 1
    }

    fn latest(&self, state: State) -> Option<usize> {
        self.known.iter().rposition(|known| known.state.whole == state.whole)
    }

    fn held_by(&self, session: &AnySession) -> Vec<usize> {
        let mut held = Vec::new();
        let mut from: Vec<usize> = self.latest(State::of_any(session.as_ref())).into_iter().collect();
        if from.is_empty() {
            // A state that was not announced: its steps tell what it was made from.
            let noted = each!(session, session => (session.place(), session.notes()));
            let history: Vec<u64> = each!(session, session => State::history(session).collect());
            let led_here = |known: &Known| {
                let as_noted = known.noted.as_ref().is_none_or(|(place, notes)| noted == (place, notes));
                as_noted && history.contains(&known.state.steps)
            };
            from = (0..self.known.len()).filter(|&at| led_here(&self.known[at])).collect();
        }
        while let Some(at) = from.pop() {
            if !held.contains(&at) {
                held.push(at);
                from.extend(self.known[at].before);
            }
        }
        held
    }

    /// What is in none of these files, and how many states from the middle of a save are missing.
    fn lost(&self, files: &[AnySession]) -> (Vec<String>, usize) {
        let held: Vec<usize> = files.iter().flat_map(|session| self.held_by(session)).collect();
        // Both sides may have done the same.
        let same = |at: usize, other: usize| self.known[at].state.whole == self.known[other].state.whole;
        let is_held = |at: usize| {
            let theirs = self.known[at].noted.is_some();
            held.contains(&at) || theirs && held.iter().any(|&other| same(at, other))
        };
        let missed = self.in_saves.iter().filter(|at| !is_held(**at)).count();
        let lost = self.claims.iter().filter(|(at, _)| !is_held(*at));
        let describe =
            |(at, what): &(usize, &str)| format!("{what} is in no file (number {at} of {})", self.known.len());
        (lost.map(describe).collect(), missed)
    }
}

fn files_of(data: &Path, id: Uuid) -> Vec<(PathBuf, AnySession)> {
    let paths = Archive::new(data.to_owned()).paths().unwrap();
    let read = |path: PathBuf| Some((path.clone(), Archive::load(&path).ok()?.session));
    let is_it = |session: &AnySession| each!(session, session => session.id()) == id;
    paths.into_iter().filter_map(read).filter(|(_, session)| is_it(session)).collect()
}

pub fn syncs(torture: &mut Torture, trials: usize) -> Vec<Trials> {
    let sum = Trials::of("another device writes the same session (temporary name, rename)");
    vec![sync(torture, sum, trials, Broken::Nothing)]
}

pub fn proofs(torture: &mut Torture) -> Vec<Trials> {
    let broken = [
        ("another device that looks at nothing before it writes", Broken::Careless),
        ("the copies thrown away that are kept beside", Broken::NoCopies),
    ];
    broken.into_iter().map(|(kind, broken)| sync(torture, Trials::broken(kind), 6, broken)).collect()
}

fn sync(torture: &mut Torture, mut sum: Trials, trials: usize, broken: Broken) -> Trials {
    let (mut wrote, mut taken_in, mut kept, mut conflicts, mut removed) = (0, 0, 0, 0, 0);
    let (mut in_saves, mut missed) = (0, 0);
    for trial in 0..trials {
        let seed = torture.seed_of(&sum.kind, trial);
        let mut stage = Stage::new(torture.disk.join("sync"));
        stage.furnish(seed, 4);
        let play = stage.play(seed, 8);
        let mut losses = torture.play(&mut stage, &play, &[]);
        let Some(file) = stage.played() else { continue };
        let id = each!(&Archive::load(&file).unwrap().session, session => session.id());
        // Quick fingers, or pauses long enough to take in what comes.
        let (taps, rest, pause) = [(60, 2_000, 20_000), (25, 15_000, 80_000), (8, 400_000, 500_000)][trial % 3];
        let play = Play { only: true, rest, ..stage.play(seed + 1, taps) };
        let mut child = torture.player(&stage, &play, &[]).spawn().unwrap();
        let random = Rng::with_seed(seed);
        let mut device = Device { file, random, broken, done: Vec::new(), conflicts: 0, earlier: None };
        while child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_micros(device.random.u64(..pause)));
            device.act(&mut stage);
        }
        losses.extend(stage.failure(child.wait().unwrap()));
        let lines = stage.heard();
        let mut files = files_of(&stage.data, id);
        let ours = |path: &Path| is_copy_name(path) && !path.to_string_lossy().contains(".sync-conflict-");
        kept += files.iter().filter(|(path, _)| ours(path)).count();
        if broken == Broken::NoCopies {
            files.retain(|(path, _)| !ours(path));
        }
        let files: Vec<AnySession> = files.into_iter().map(|(_, session)| session).collect();
        let story = Story::of(&lines, &device.done);
        let (lost, missing) = story.lost(&files);
        losses.extend(lost);
        missed += missing;
        in_saves += story.in_saves.len();
        losses.extend(stage.judge_others());
        let word = |wanted: Word| lines.iter().filter(|line| line.word == wanted).count();
        if lines.last().is_none_or(|line| line.word != Word::End || line.name != "Saved") {
            losses.push("not everything is saved in the end".to_owned());
        }
        wrote += device.done.iter().filter(|(_, done)| matches!(done, Done::Wrote { .. })).count();
        removed += device.done.iter().filter(|(_, done)| matches!(done, Done::Removed)).count();
        taken_in += word(Word::Open).saturating_sub(1);
        conflicts += device.conflicts;
        sum.tried(trial, word(Word::Saved), losses);
    }
    if missed * 2 > in_saves.max(12) {
        sum.lost(trials, vec![format!("{missed} of {in_saves} that came in the middle of a save are in no file")]);
    }
    sum.ended(format!(
        "{wrote} states of the other device, {removed} times it deleted the file; {taken_in} were taken in at the \
         table, {kept} kept as copies; {conflicts} times the other device kept a conflict; of {in_saves} that came \
         in the middle of a save, {missed} came between its last check and its rename and were overwritten"
    ))
}
