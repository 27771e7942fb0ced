//! Writing a session, so that people can read it too.

use std::io;

use chrono::{DateTime, FixedOffset};
use serde::Serialize;
use uuid::Uuid;

use super::error::{FORMAT, VERSION};
use super::step::WrittenStep;
use crate::session::{Former, Player, Session, Step};
use crate::wizard::{CloudEntry, Command, Game, Penalty, Phase, Round, RuleSet, WrittenRound};

#[derive(Serialize)]
struct FileOut<'a> {
    format: &'static str,
    version: u64,
    id: Uuid,
    started: DateTime<FixedOffset>,
    saved: DateTime<FixedOffset>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_early: Option<DateTime<FixedOffset>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    copy_of: Option<Uuid>,
    #[serde(skip_serializing_if = "str::is_empty")]
    place: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    notes: &'a str,
    players: &'a [Player],
    #[serde(skip_serializing_if = "<[Former]>::is_empty")]
    former_players: &'a [Former],
    first_dealer: usize,
    rules: &'a RuleSet,
    rounds: Vec<RoundOut>,
    #[serde(skip_serializing_if = "<[Penalty]>::is_empty")]
    penalties: &'a [Penalty],
    steps: Vec<WrittenStep>,
    undone: usize,
}

#[derive(Serialize)]
struct RoundOut {
    #[serde(flatten)]
    facts: WrittenRound,
    #[serde(skip_serializing_if = "Option::is_none")]
    finished: Option<DateTime<FixedOffset>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<Phase>,
}

/// Can a file of version 1 have these Clouds: one at most, and taken?
fn are_in_first_version(clouds: &[CloudEntry]) -> bool {
    matches!(clouds, [] | [CloudEntry::Taken(_)])
}

/// The oldest version of the format that has this round.
fn version_of(facts: &Round) -> u64 {
    let Round { bids: _, tricks: _, trump: _, bombs, clouds, waived } = facts;
    if *bombs < 2 && are_in_first_version(clouds) && waived.is_empty() { 1 } else { VERSION }
}

/// The oldest version of the format that has all of this session.
fn version(session: &Session) -> u64 {
    let step = |step: &Step<Game>| match step {
        Step::Agree(_) | Step::Play(Command::Bombs(2..) | Command::Waive(_) | Command::Penalties(_)) => VERSION,
        Step::Play(Command::Clouds(clouds)) if !are_in_first_version(clouds) => VERSION,
        Step::Play(Command::Correct(_, facts)) => version_of(facts),
        Step::Play(_) => 1,
    };
    let (agreed, beside) = (session.game().rules().are_in_first_version(), session.table().penalties.is_empty());
    let first = if agreed && beside && session.former().is_empty() { 1 } else { VERSION };
    let open = session.open().map(|(_, open)| version_of(&open.facts));
    let scored = session.rounds().into_iter().map(|facts| version_of(&facts.as_entered()));
    session.steps().iter().map(step).chain(scored).chain(open).fold(first, u64::max)
}

/// The text of a session's file, one round and one step a line.
///
/// # Errors
/// None that the types allow; serialisation is fallible in general.
pub fn write_session(session: &Session, saved: DateTime<FixedOffset>) -> Result<Vec<u8>, serde_json::Error> {
    let (game, table) = (session.game(), session.table());
    let round = |number: usize, facts: Round, finished, phase| {
        let trump = (facts.trump != game.given_trump(number)).then_some(facts.trump);
        let mut facts = WrittenRound::from(facts);
        facts.trump = trump;
        RoundOut { facts, finished, phase }
    };
    let scored = (1..).zip(&table.scored);
    let scored = scored.map(|(number, scored)| round(number, scored.facts.as_entered(), scored.finished, None));
    let open = session.open().map(|(number, open)| round(number, open.facts.clone(), None, Some(open.phase)));
    let rounds = scored.chain(open).collect();
    let file = FileOut {
        format: FORMAT,
        version: version(session),
        id: session.id(),
        started: session.started(),
        saved,
        ended_early: table.ended_early,
        copy_of: session.copy_of(),
        place: session.place(),
        notes: session.notes(),
        players: session.players(),
        former_players: session.former(),
        first_dealer: game.first_dealer(),
        rules: game.rules(),
        rounds,
        penalties: &table.penalties,
        steps: session.steps().iter().map(WrittenStep::from).collect(),
        undone: session.undone(),
    };
    to_lines(&file)
}

/// JSON for people and programs: the members of the outermost object, and theirs, each on a line of their own.
///
/// # Errors
/// When a value refuses to be written.
pub fn to_lines(value: &impl Serialize) -> Result<Vec<u8>, serde_json::Error> {
    let mut text = Vec::with_capacity(8 * 1024);
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut text, LineFormatter::default()))?;
    text.push(b'\n');
    Ok(text)
}

/// Breaks lines inside the file's object and its direct members only.
#[derive(Default)]
struct LineFormatter {
    depth: usize,
    filled: bool,
}

impl LineFormatter {
    const LINES: usize = 2;

    fn open<W: ?Sized + io::Write>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.filled = false;
        out.write_all(bracket)
    }

    fn close<W: ?Sized + io::Write>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth -= 1;
        if self.filled && self.depth < Self::LINES {
            self.line(out)?;
        }
        self.filled = true;
        out.write_all(bracket)
    }

    fn item<W: ?Sized + io::Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        if !first {
            out.write_all(if self.depth <= Self::LINES { b"," } else { b", " })?;
        }
        self.filled = true;
        if self.depth <= Self::LINES { self.line(out) } else { Ok(()) }
    }

    fn line<W: ?Sized + io::Write>(&self, out: &mut W) -> io::Result<()> {
        out.write_all(b"\n")?;
        (0..self.depth).try_for_each(|_| out.write_all(b"  "))
    }
}

impl serde_json::ser::Formatter for LineFormatter {
    fn begin_array<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"[")
    }
    fn end_array<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"]")
    }
    fn begin_array_value<W: ?Sized + io::Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.item(out, first)
    }
    fn begin_object<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"{")
    }
    fn end_object<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"}")
    }
    fn begin_object_key<W: ?Sized + io::Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.item(out, first)
    }
    fn begin_object_value<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }
    /// JSON allows DEL and the C1 controls in a text, but a terminal obeys them.
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        for part in fragment.split_inclusive(char::is_control) {
            let plain = part.trim_end_matches(char::is_control);
            out.write_all(plain.as_bytes())?;
            for control in part[plain.len()..].chars() {
                write!(out, "\\u{:04x}", u32::from(control))?;
            }
        }
        Ok(())
    }
}
