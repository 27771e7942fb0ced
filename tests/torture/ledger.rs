//! What a player announces, and which states of its files are therefore allowed: every acknowledged tap is there, and at
//! most those that were not acknowledged yet are missing.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::str::FromStr;

use chrono::DateTime;
use tablet_of_truth::archive::{InFile, write_session};
use tablet_of_truth::each;
use tablet_of_truth::session::{AnyRef, Session};

/// A session's state in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Everything that its file says but when it was saved.
    pub whole: u64,
    /// The steps up to here, without those that are undone.
    pub steps: u64,
    /// The same before the last step; 0 where that was not a new one.
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

    /// The same of a session of whichever game.
    pub fn of_any(session: AnyRef) -> State {
        each!(session, session => State::of(session))
    }

    /// Can this be what one tap made of that?
    pub fn follows(self, before: State) -> bool {
        self.before == 0 || self.before == before.steps
    }

    /// The steps of every state that led to this one, its own last.
    pub fn history<G: InFile>(session: &Session<G>) -> impl Iterator<Item = u64> {
        (0..=session.steps().len() - session.undone()).map(|done| steps(session, done))
    }
}

fn steps<G: InFile>(session: &Session<G>, count: usize) -> u64 {
    hash_of(&(session.id(), format!("{:?}", &session.steps()[..count])))
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hash = DefaultHasher::new();
    value.hash(&mut hash);
    hash.finish()
}

/// What a player says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// It begins.
    Start,
    /// It has a session open and may write it.
    Open,
    /// It has a session open that another copy writes.
    Look,
    /// Something is about to be tapped; of undo and redo it is known what they will make.
    Wish,
    /// A tap changed the session.
    Tap,
    /// The program says that everything is saved.
    Saved,
    /// The program says that it is not.
    Failed,
    /// It ends as it wished to.
    End,
}

const WORDS: [(Word, &str); 8] = [
    (Word::Start, "start"),
    (Word::Open, "open"),
    (Word::Look, "look"),
    (Word::Wish, "wish"),
    (Word::Tap, "tap"),
    (Word::Saved, "saved"),
    (Word::Failed, "failed"),
    (Word::End, "end"),
];

/// A line of what is announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub time: u128,
    pub process: u32,
    pub word: Word,
    /// The session's file; why saving failed.
    pub name: String,
    pub state: State,
}

impl fmt::Display for Line {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let Line { time, process, word, name, state } = self;
        let word = WORDS.iter().find(|(known, _)| known == word).map_or("", |(_, text)| text);
        let State { whole, steps, before } = state;
        writeln!(out, "{time}\t{process}\t{word}\t{name}\t{whole}\t{steps}\t{before}")
    }
}

impl FromStr for Line {
    type Err = String;

    fn from_str(text: &str) -> Result<Line, String> {
        let parts: Vec<&str> = text.split('\t').collect();
        let [time, process, word, name, numbers @ ..] = &*parts else { return Err(text.to_owned()) };
        let numbers: Vec<u64> = numbers.iter().filter_map(|number| number.parse().ok()).collect();
        let [whole, steps, before] = numbers[..] else { return Err(text.to_owned()) };
        let word = WORDS.iter().find(|(_, known)| known == word).map(|(word, _)| *word);
        Ok(Line {
            time: time.parse().map_err(|_| text.to_owned())?,
            process: process.parse().map_err(|_| text.to_owned())?,
            word: word.ok_or(text)?,
            name: (*name).to_owned(),
            state: State { whole, steps, before },
        })
    }
}

/// The lines of an announcement; one that was cut off at the end does not count.
pub fn lines(text: &str) -> Vec<Line> {
    text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')).map(|line| line.parse().unwrap()).collect()
}

/// What is known of a session.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The last state of which the program said that it is saved.
    pub saved: Option<State>,
    /// Those after it, in order.
    pub later: Vec<State>,
    /// What is about to be tapped will make this of it; 0 where that is not known.
    wished: Vec<u64>,
    /// What was saved or on its way before that.
    past: HashSet<u64>,
    /// When the tap was made that was acknowledged last.
    pub tapped: u128,
}

impl Known {
    fn latest(&self) -> Option<State> {
        self.later.last().copied().or(self.saved)
    }

    /// May the session's file hold this?
    pub fn allows(&self, state: State) -> bool {
        let mut announced = self.saved.iter().chain(&self.later);
        if announced.clone().any(|known| known.whole == state.whole) || self.wished.contains(&state.whole) {
            return true;
        }
        // A tap is announced just after it was made: one more step may be saved and not announced yet. A step that was taken
        // back and taken again makes what was there before; without anything about to be tapped, that is a loss.
        let may_be_new = !self.wished.is_empty() || !self.past.contains(&state.whole);
        may_be_new && announced.any(|known| known.steps == state.before)
    }
}

/// What was announced of all sessions.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    pub sessions: BTreeMap<String, Known>,
    /// What each player believes to be in a file.
    believed: HashMap<(u32, String), State>,
    /// When each file was tapped last.
    tapped: HashMap<String, u128>,
    pub taps: usize,
    pub acknowledged: usize,
    pub failures: usize,
    pub ended: usize,
    /// The program ended with everything saved.
    pub ended_saved: bool,
}

impl Ledger {
    /// A ledger that begins with what is known.
    pub fn of(sessions: BTreeMap<String, Known>) -> Ledger {
        Ledger { sessions, ..Ledger::default() }
    }

    /// The next tap is known from what was announced later: it may be saved already.
    pub fn expect(&mut self, coming: &[(usize, Line)]) {
        if let Some((_, tap)) = coming.iter().find(|(_, line)| matches!(line.word, Word::Tap | Word::Open)) {
            self.sessions.entry(tap.name.clone()).or_default().wished.push(tap.state.whole);
        }
    }

    /// Takes a line in.
    ///
    /// # Errors
    /// A tap of another player that was not seen by this one and is written over.
    pub fn take(&mut self, line: &Line) -> Result<(), String> {
        let own = (line.process, line.name.clone());
        match line.word {
            Word::Start => self.believed.retain(|(process, _), _| *process != line.process),
            Word::Open => {
                let known = self.sessions.entry(line.name.clone()).or_default();
                if known.latest().is_some() && !known.allows(line.state) {
                    return Err(format!("{}: opened without the taps that were acknowledged", line.name));
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
                        return Err(format!("{}: a tap of another copy is written over", line.name));
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
                self.ended_saved = line.name == "saved";
            }
        }
        Ok(())
    }
}
