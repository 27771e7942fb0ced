//! A slow disk with commands waiting: during a save somebody asks for something in the archive and looks at another
//! session before it is done. It must be done to the session it was meant for, or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use fastrand::Rng;
use serde::{Deserialize, Serialize};
use tablet_of_truth::app::{ArchiveCommand, Command};
use tablet_of_truth::archive::Archive;
use tablet_of_truth::session::{Counted, Player, Session};

use crate::Torture;
use crate::crash::no_strace;
use crate::ledger::{Line, Word};
use crate::player::Play;
use crate::report::Trials;
use crate::stage::{Stage, name_of};

#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub enum Wish {
    Delete,
    LeaveOut,
    Correct,
    Rematch,
    GoOn,
}

const WISHES: [Wish; 5] = [Wish::Delete, Wish::LeaveOut, Wish::Correct, Wish::Rematch, Wish::GoOn];

impl Wish {
    pub fn command(self, of: PathBuf) -> Command {
        match self {
            Wish::Delete => Command::OnArchive(ArchiveCommand::Delete(of)),
            Wish::LeaveOut => Command::OnArchive(ArchiveCommand::SetCounted { of, counts: false, sure: true }),
            Wish::Correct => Command::OnArchive(ArchiveCommand::Correct { of, round: 1, seat: None }),
            Wish::Rematch => Command::RematchOf(of),
            Wish::GoOn => Command::Open(of),
        }
    }
}

#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Errand {
    pub wish: Wish,
    pub of: PathBuf,
    pub then: Option<PathBuf>,
}

pub fn flights(torture: &mut Torture, trials: usize) -> Vec<Trials> {
    vec![fly(torture, Trials::of("a slow disk with commands in flight"), trials)]
}

pub fn proofs(torture: &mut Torture) -> Vec<Trials> {
    vec![fly(torture, Trials::broken("a command that acts on what is looked at later"), WISHES.len())]
}

fn fly(torture: &mut Torture, mut sum: Trials, trials: usize) -> Trials {
    sum.skipped = no_strace();
    if sum.skipped.is_some() {
        return sum;
    }
    let broken = sum.broken_on_purpose;
    let (mut done, mut cancelled) = (0, 0);
    for trial in 0..trials {
        let seed = torture.seed_of(&sum.kind, trial);
        let mut random = Rng::with_seed(seed);
        let mut stage = Stage::new(torture.memory.join("flight"));
        stage.furnish(seed, 8);
        let play = stage.play(seed, 6);
        let mut losses = torture.play(&mut stage, &play, &[]);
        let Some(own) = stage.played() else { continue };
        let sessions = looked_at(&stage, &mut random);
        let [(wanted, session), (other, _)] = &sessions[..] else { continue };
        let (wish, later) = (WISHES[trial % WISHES.len()], !broken && random.bool());
        let of = if broken { other } else { wanted };
        let errand = Errand { wish, of: of.clone(), then: later.then(|| other.clone()) };
        let play = Play { only: true, errand: Some(errand), ..stage.play(seed + 1, 3) };
        let before = sessions_in(&stage);
        let status = torture.player(&stage, &play, &slow(&stage, &own, &sessions)).status().unwrap();
        let lines = stage.heard();
        losses.extend(lines.iter().filter_map(|line| stage.ledger.take(line).err()));
        losses.extend(stage.failure(status));
        let opened = |line: &&Line| line.word == Word::Open && own.file_name() != Some(line.name.as_ref());
        let opened: Vec<&str> = lines.iter().filter(opened).map(|line| line.name.as_str()).collect();
        match judge(&mut stage, wish, (wanted, session), &before, &opened) {
            Ok(true) => done += 1,
            Ok(false) if later => cancelled += 1,
            Ok(false) => losses.push(format!("{wish:?} was asked for and never done")),
            Err(wrong) => losses.push(format!("{wish:?} {wrong}")),
        }
        losses.extend(stage.judge(&mut torture.reader));
        sum.tried(trial, stage.ledger.acknowledged, losses);
    }
    sum.ended(format!(
        "every fsync and every look into a file took 100 ms; {done} times done to the session it was meant for, \
         {cancelled} times cancelled by looking at another one"
    ))
}

fn looked_at(stage: &Stage, random: &mut Rng) -> Vec<(PathBuf, Session)> {
    let read = |path: &PathBuf| Some((path.clone(), Archive::load(path).ok()?.session.wizard()?));
    let here = stage.others.keys().filter(|path| path.parent() == Some(&stage.data));
    let scored = |(_, session): &(PathBuf, Session)| !session.table().scored.is_empty();
    let sessions: Vec<(PathBuf, Session)> = here.filter_map(read).filter(scored).collect();
    random.choose_multiple(sessions, 2)
}

fn slow(stage: &Stage, own: &Path, sessions: &[(PathBuf, Session)]) -> Vec<String> {
    let temporary = own.with_file_name(format!(".{}.tmp", name_of(own)));
    let mut words: Vec<String> =
        ["strace", "-f", "-qqq", "-o", "/dev/null", "-e", "signal=none"].map(str::to_owned).into();
    for call in ["fsync", "openat"] {
        words.extend(["-e".to_owned(), format!("inject={call}:delay_enter=100000")]);
    }
    words.extend(["-e".to_owned(), "trace=fsync,openat".to_owned()]);
    let paths = [&stage.data, own, &temporary].into_iter().chain(sessions.iter().map(|(path, _)| path.as_path()));
    words.extend(paths.flat_map(|path| ["-P".to_owned(), path.display().to_string()]));
    words
}

fn sessions_in(stage: &Stage) -> Vec<PathBuf> {
    Archive::new(stage.data.clone()).paths().unwrap()
}

/// Whether a command was carried out; an error if another session was changed.
fn judge(
    stage: &mut Stage,
    wish: Wish,
    wanted: (&PathBuf, &Session),
    before: &[PathBuf],
    opened: &[&str],
) -> Result<bool, String> {
    let (path, session) = wanted;
    let name = name_of(path);
    let new: Vec<PathBuf> = sessions_in(stage).into_iter().filter(|path| !before.contains(path)).collect();
    if let Some(other) = opened.iter().find(|opened| **opened != name && !new.iter().any(|new| new.ends_with(opened))) {
        return Err(format!("opened {other} and not {name}"));
    }
    let gone: Vec<&PathBuf> = before.iter().filter(|path| !path.exists()).collect();
    match (wish, &*gone, &*new) {
        (Wish::Delete, [one], []) if *one == path => {
            let trashed = stage.data.join("Trash").join(&name);
            let bytes = stage.others.remove(path).unwrap_or_default();
            stage.others.insert(trashed, bytes);
            Ok(true)
        }
        (Wish::Rematch, [], [one]) => {
            let made = Archive::load(one).map_err(|error| error.to_string())?.session.wizard().unwrap();
            // A rematch may give people the look of a later game.
            let ids = |players: &[Player]| players.iter().map(|player| player.id).collect::<Vec<_>>();
            if ids(made.people().players_at_end()) == ids(session.people().players_at_end()) {
                Ok(true)
            } else {
                Err(format!("was done to another session than {name}"))
            }
        }
        (Wish::LeaveOut, [], []) => {
            let now = Archive::load(path).map_err(|error| error.to_string())?.session.wizard().unwrap();
            if now == *session {
                return Ok(false);
            }
            stage.others.insert(path.clone(), fs::read(path).map_err(|error| error.to_string())?);
            if now == session.as_counted(Counted::No) { Ok(true) } else { Err(format!("changed more of {name}")) }
        }
        (Wish::GoOn | Wish::Correct, [], []) if opened.contains(&&*name) => Ok(true),
        (_, [], []) => Ok(false),
        _ => Err(format!("meant for {name}: gone are {gone:?}, new are {new:?}")),
    }
}
