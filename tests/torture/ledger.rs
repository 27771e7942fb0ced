//! What a player announces, and so which states of its files are allowed: every acknowledged tap must be there, and
//! only taps not yet acknowledged may be missing.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::SystemTime;

use chrono::DateTime;
use serde::{Deserialize, Serialize};
use tablet_of_truth::archive::{InFile, write_session};
use tablet_of_truth::each;
use tablet_of_truth::session::{AnyRef, Session};

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
pub struct State {
    /// The whole file except for the time of saving.
    pub whole: u64,
    /// The steps up to here, without undone ones.
    pub steps: u64,
    /// The steps before the last one; 0 unless the last step is a new one.
    before: u64,
}

impl State {
    pub fn of<G: InFile>(session: &Session<G>) -> State {
        let epoch = DateTime::UNIX_EPOCH.fixed_offset();
        let done = session.steps().len() - session.undone();
        State {
            whole: hash_of(&write_session(session, epoch).unwrap()),
            steps: steps(session, done),
            before: if session.undone() == 0 && done > 0 { steps(session, done - 1) } else { 0 },
        }
    }

    pub fn of_any(session: AnyRef) -> State {
        each!(session, session => State::of(session))
    }

    /// Whether one tap may lead from `before` to this state.
    pub fn follows(self, before: State) -> bool {
        self.before == 0 || self.before == before.steps
    }

    /// The hashes of the steps of every state that led to this one, and its own.
    pub fn history<G: InFile>(session: &Session<G>) -> impl Iterator<Item = u64> {
        (0..=session.steps().len() - session.undone()).map(|done| steps(session, done))
    }
}

fn steps<G: InFile>(session: &Session<G>, count: usize) -> u64 {
    hash_of(&(session.id(), format!("{:?}", &session.steps()[..count])))
}

/// Since 1970.
pub fn nanoseconds() -> u128 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_nanos()
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hash = DefaultHasher::new();
    value.hash(&mut hash);
    hash.finish()
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub enum Word {
    Start,
    /// It has opened a session and may write it.
    Open,
    /// It has opened a session that another copy writes.
    Look,
    /// It is about to tap; the resulting state is known for undo and redo.
    Wish,
    Tap,
    Saved,
    Failed,
    End,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Line {
    pub time: u128,
    pub process: u32,
    pub word: Word,
    /// The session's file, why saving failed, or what is saved at the end.
    pub name: String,
    pub state: State,
}

/// The lines of an announcement, without one that was cut off at the end.
pub fn lines(text: &str) -> Vec<Line> {
    let whole = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
    whole.map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[derive(Clone, Debug, Default)]
pub struct Known {
    pub saved: Option<State>,
    /// In order.
    pub later: Vec<State>,
    /// States that the tap about to be made may lead to; 0 where that is not known.
    wished: Vec<u64>,
    /// States saved or on their way before those.
    past: HashSet<u64>,
    pub tapped: u128,
}

impl Known {
    fn latest(&self) -> Option<State> {
        self.later.last().copied().or(self.saved)
    }

    pub fn allows(&self, state: State) -> bool {
        let mut announced = self.saved.iter().chain(&self.later);
        if announced.clone().any(|known| known.whole == state.whole) || self.wished.contains(&state.whole) {
            return true;
        }
        // A tap is announced just after it was made, so one more step may be saved than was announced. A step undone
        // and made again leads to a past state: unless a tap is about to be made, that is a loss.
        let may_be_new = !self.wished.is_empty() || !self.past.contains(&state.whole);
        may_be_new && announced.any(|known| known.steps == state.before)
    }
}

#[derive(Clone, Debug, Default)]
pub struct Ledger {
    pub sessions: BTreeMap<String, Known>,
    believed: HashMap<(u32, String), State>,
    tapped: HashMap<String, u128>,
    pub taps: usize,
    pub acknowledged: usize,
    pub failures: usize,
    pub ended: usize,
    pub ended_saved: bool,
}

impl Ledger {
    pub fn of(sessions: BTreeMap<String, Known>) -> Ledger {
        Ledger { sessions, ..Ledger::default() }
    }

    /// Notes the next tap, known from a later announcement, as it may already be saved.
    pub fn expect(&mut self, coming: &[(usize, Line)]) {
        if let Some((_, tap)) = coming.iter().find(|(_, line)| matches!(line.word, Word::Tap | Word::Open)) {
            self.sessions.entry(tap.name.clone()).or_default().wished.push(tap.state.whole);
        }
    }

    /// Fails if it overwrote a tap that this player had not seen.
    pub fn take(&mut self, line: &Line) -> Result<(), String> {
        let own = (line.process, line.name.clone());
        match line.word {
            Word::Start => self.believed.retain(|(process, _), _| *process != line.process),
            Word::Open => {
                let known = self.sessions.entry(line.name.clone()).or_default();
                if known.latest().is_some() && !known.allows(line.state) {
                    return Err(format!("{}: opened without acknowledged taps", line.name));
                }
                if known.latest().is_some_and(|latest| latest.whole != line.state.whole) || known.latest().is_none() {
                    known.later.push(line.state);
                }
                self.believed.insert(own, line.state);
            }
            Word::Tap => {
                self.taps += 1;
                let known = self.sessions.entry(line.name.clone()).or_default();
                let believed = self.believed.insert(own, line.state);
                known.later.push(line.state);
                self.tapped.insert(line.name.clone(), line.time);
                if known.later.len() > 1 || known.saved.is_some() {
                    let before = known.later.iter().rev().nth(1).copied().or(known.saved);
                    if believed.map(|state| state.whole) != before.map(|state| state.whole) {
                        return Err(format!("{}: a tap of another copy was overwritten", line.name));
                    }
                }
            }
            Word::Wish => self.sessions.entry(line.name.clone()).or_default().wished.push(line.state.whole),
            Word::Saved => {
                let known = self.sessions.entry(line.name.clone()).or_default();
                let before: Vec<u64> = known.saved.iter().chain(&known.later).map(|state| state.whole).collect();
                known.past.extend(before);
                known.wished.clear();
                self.acknowledged += 1;
                known.tapped = self.tapped.get(&line.name).copied().unwrap_or_default();
                let at = known.later.iter().rposition(|state| state.whole == line.state.whole);
                match at {
                    Some(at) => drop(known.later.drain(..=at)),
                    None if known.saved.is_some_and(|saved| saved.whole == line.state.whole) => {}
                    None => return Err(format!("{}: acknowledged what nobody tapped", line.name)),
                }
                known.saved = Some(line.state);
            }
            Word::Failed => self.failures += 1,
            Word::Look => {}
            Word::End => {
                self.ended += 1;
                self.ended_saved = line.name == "Saved";
            }
        }
        Ok(())
    }
}
