use std::io;

use chrono::{DateTime, FixedOffset};
use serde::Serialize;
use uuid::Uuid;

use super::error::{FILE_MAX, STEPS_MAX};
use super::game::{Agreed, InFile};
use super::step::WrittenStep;
use crate::archive::recognise::FORMAT;
use crate::session::{Counted, Former, GameName, Player, Session, Status, Step, TournamentTable};
use crate::wizard::Penalty;

#[derive(Serialize)]
#[serde(bound = "")]
struct FileOut<'a, G: InFile> {
    format: &'static str,
    version: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'static str>,
    id: Uuid,
    started: DateTime<FixedOffset>,
    saved: DateTime<FixedOffset>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_early: Option<DateTime<FixedOffset>>,
    #[serde(flatten)]
    counted: Counted,
    #[serde(skip_serializing_if = "Option::is_none")]
    tournament: Option<&'a TournamentTable>,
    #[serde(skip_serializing_if = "str::is_empty")]
    place: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    notes: &'a str,
    players: &'a [Player],
    #[serde(skip_serializing_if = "<[Former]>::is_empty")]
    former_players: &'a [Former],
    #[serde(flatten)]
    agreed: Agreed<G>,
    rounds: Vec<G::Round>,
    #[serde(skip_serializing_if = "<[Penalty]>::is_empty")]
    penalties: &'a [Penalty],
    steps: Vec<WrittenStep<G>>,
    undone: usize,
}

/// One round or step per line. Steps that would make the file too long to be read are left out; the facts suffice.
pub fn write_session<G: InFile>(
    session: &Session<G>,
    saved: DateTime<FixedOffset>,
) -> Result<Vec<u8>, serde_json::Error> {
    let whole = with_steps(session, saved, session.steps(), session.undone())?;
    let is_readable = session.steps().len() <= STEPS_MAX && whole.len() as u64 <= FILE_MAX;
    if is_readable { Ok(whole) } else { with_steps(session, saved, &[], 0) }
}

fn with_steps<G: InFile>(
    session: &Session<G>,
    saved: DateTime<FixedOffset>,
    steps: &[Step<G>],
    undone: usize,
) -> Result<Vec<u8>, serde_json::Error> {
    let file = FileOut {
        format: FORMAT,
        version: G::version(session),
        game: Some(G::NAME.key()).filter(|_| G::NAME != GameName::Wizard),
        id: session.id(),
        started: session.started(),
        saved,
        ended_early: session.ended().filter(|_| session.status() == Status::EndedEarly),
        counted: session.counted(),
        tournament: session.tournament(),
        place: session.place(),
        notes: session.notes(),
        players: session.people().players_at_end(),
        former_players: session.people().former(),
        agreed: session.game().agreed(),
        rounds: G::rounds(session),
        penalties: G::penalties(session.table()),
        steps: steps.iter().map(WrittenStep::from).collect(),
        undone,
    };
    to_lines(&file)
}

/// Members of the outermost object, and their members, get a line each.
pub fn to_lines(value: &impl Serialize) -> Result<Vec<u8>, serde_json::Error> {
    let mut text = Vec::with_capacity(8 * 1024);
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut text, LineFormatter::default()))?;
    text.push(b'\n');
    Ok(text)
}

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
    /// JSON allows DEL and the C1 controls in text, but a terminal obeys them, so they are escaped.
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
