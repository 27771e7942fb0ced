//! What a session asks of a game's rules: facts, steps, standings and a sheet. Each game answers in a folder of its own
//! and needs to know no other.

use std::fmt;
use std::fmt::Debug;
use std::hash::Hash;

use chrono::{DateTime, Datelike, FixedOffset};
use serde::de::{self, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

use crate::seats::{PerSeat, Seat, Seating};
use crate::text;
use crate::text::{Text, Value, quoted};

/// The most characters a reason may have.
pub const REASON_MAX: usize = 80;
/// As written in files, in the order they are offered.
pub const REASONS: [&str; 3] = ["time", "misdeal", "judge"];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameName {
    #[default]
    Wizard,
    LastWizard,
}

impl GameName {
    /// In the order in which they are offered.
    pub const ALL: [GameName; 2] = variants!(GameName: Wizard, LastWizard);

    /// In files and in exports for programs.
    pub fn key(self) -> &'static str {
        match self {
            GameName::Wizard => "wizard",
            GameName::LastWizard => "last-wizard",
        }
    }

    pub fn of_key(key: &str) -> Option<GameName> {
        GameName::ALL.into_iter().find(|game| game.key() == key)
    }

    pub fn text(self) -> Text {
        match self {
            GameName::Wizard => text!("Wizard"),
            GameName::LastWizard => text!("The Last Wizard"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScoredRound<Facts> {
    pub facts: Facts,
    /// When it was scored, if known.
    pub finished: Option<DateTime<FixedOffset>>,
}

type Rounds<'a, Facts> = (&'a [ScoredRound<Facts>], Option<DateTime<FixedOffset>>);

/// Whether playing on from these rounds could have led to the later ones. `open` decides for the open round, if no
/// further round was scored.
pub(crate) fn rounds_lead_to<Facts: PartialEq>(
    (scored, ended): Rounds<Facts>,
    (later, ended_later): Rounds<Facts>,
    open: impl FnOnce() -> bool,
) -> bool {
    let is_begun = scored.len() <= later.len() && scored.iter().zip(later).all(|(one, other)| one.facts == other.facts);
    let is_over = ended.is_some() && ended != ended_later;
    is_begun && !is_over && (scored.len() < later.len() || open())
}

/// A game at a table: its seats, its agreed rules, and the effect of each step.
pub trait Rules: Clone + Debug + Eq + Hash {
    const NAME: GameName;

    type Table: Clone + Debug + Eq + Hash;
    type Step: Clone + Debug + Eq;
    type Violation: Breaks;
    /// Data for lists and statistics beyond that of every session.
    type Summary;

    fn seating(&self) -> &Seating;

    fn first_deal(&self) -> Self::Table;

    /// On an error the table stays as it was.
    fn perform(&self, table: &mut Self::Table, step: &Self::Step) -> Result<(), Refusal<Self::Violation>>;

    /// The facts of a game played so far under the rules `before`, carried over to these rules; seat `i` is taken by
    /// the player who sat on `seats[i]`.
    ///
    /// # Errors
    /// The first round that cannot have been played under these rules.
    fn carry(
        &self,
        before: &Self,
        table: &Self::Table,
        seats: &PerSeat<Seat>,
    ) -> Result<Self::Table, Refusal<Self::Violation>>;

    /// Whether playing on from these facts could have led to the later ones.
    fn leads_to(&self, facts: &Self::Table, later: &Self::Table) -> bool;

    /// The steps may be refused if the facts break a rule.
    fn steps_to(&self, facts: &Self::Table) -> Vec<Self::Step>;

    /// The violation reported for facts that no steps lead to.
    fn no_way(&self) -> Self::Violation;

    fn status(&self, table: &Self::Table) -> Status;

    fn scored(&self, table: &Self::Table) -> usize;

    /// When it ended, or its last round was scored; `None` if unknown.
    fn ended(&self, table: &Self::Table) -> Option<DateTime<FixedOffset>>;

    /// The seat that deals, or goes first, in a round (from 1).
    fn starter(&self, round: usize) -> Seat {
        self.seating().starter(round)
    }

    /// Facts for a session's page besides its rounds, a few words each: agreements, penalties, moves by hand.
    /// `names_in` returns the players of a round (from 1), in seat order.
    fn described(&self, table: &Self::Table, names_in: &dyn Fn(usize) -> Vec<String>) -> Vec<Text>;

    /// These rules without their last round, if a table that agreed on `to` in place of `from` added it to its plan.
    #[must_use]
    fn without_round_more(self, _from: &Self, _to: &Self) -> Self {
        self
    }

    /// The rules for the same table's next game after `rounds` rounds; the player due next begins.
    fn next_game(&self, rounds: usize) -> Self;

    fn standings(&self, table: &Self::Table, rounds: usize) -> Vec<Standing>;

    /// The rounds that count, the open one, and those certain to follow.
    fn sheet(&self, table: &Self::Table) -> Vec<SheetRow>;

    fn summary(&self, table: &Self::Table) -> Self::Summary;

    /// The reason for the result, where it is not obvious: the tie-break for first place, or what ended the game.
    /// `names_in` returns the players of a round (from 1), in seat order.
    fn decided(&self, table: &Self::Table, names_in: &dyn Fn(usize) -> Vec<String>) -> Option<Text>;

    /// A player's place: the rank, the name, the total, and the rounds that went well.
    fn place_label(rank: usize, name: &str, total: i32, met: usize) -> Text;

    fn met_label(met: usize, rounds: usize) -> Text;

    fn chart_title() -> Text;

    fn player_count_hint() -> Text;

    fn table_full() -> Text;

    /// The label of a rematch with this many players, begun by the one of this name.
    fn rematch_label(players: usize, name: &str) -> Text;
}

pub trait Breaks: Clone + Debug + Eq {
    /// `names` are in seat order.
    fn text(&self, names: &[String]) -> Text;

    /// For a reader who sees the round. `names` are in seat order.
    fn at_table(&self, names: &[String]) -> Text {
        self.text(names)
    }

    /// The reason for the author of a file, with what to write if the table played so anyway.
    fn in_file(&self, reason: Text) -> Text {
        reason
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub struct BrokenRule<B: Breaks> {
    /// The round, from 1; 0 if it concerns no round.
    pub round: usize,
    pub violation: B,
    pub names: Vec<String>,
}

impl<B: Breaks> BrokenRule<B> {
    pub fn text(&self) -> Text {
        in_round(self.round, self.violation.text(&self.names))
    }

    pub fn in_file(&self) -> Text {
        self.violation.in_file(self.text())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum Refusal<B: Breaks> {
    Rule {
        /// The round, from 1; 0 if it concerns no round.
        round: usize,
        violation: B,
    },
    NotNow,
    GameOver,
    NoSuchSeat(Seat),
    NotScored(usize),
    NothingToUndo,
    NothingToRedo,
}

impl<B: Breaks> Refusal<B> {
    /// The reason in words, without players' names; [`BrokenRule`] has them.
    pub fn text(&self) -> Text {
        match self {
            Refusal::Rule { round, violation } => in_round(*round, violation.text(&[])),
            Refusal::NotNow => text!("this cannot be done at this point in the round"),
            Refusal::GameOver => text!("the game is over"),
            Refusal::NoSuchSeat(seat) => text!("there is no seat {seat}", seat = *seat),
            Refusal::NotScored(round) => text!("round {round} is not scored yet", round = *round),
            Refusal::NothingToUndo => text!("there is nothing to undo"),
            Refusal::NothingToRedo => text!("there is nothing to redo"),
        }
    }
}

pub fn not_now() -> Text {
    text!("This cannot be changed at this point in the round.")
}

/// A reason as written in a file, translated if it is one of [`REASONS`].
pub fn reason(written: &str) -> Text {
    match written {
        "time" => text!("reason of a penalty" => "time"),
        "misdeal" => text!("reason of a penalty" => "misdeal"),
        "judge" => text!("reason of a penalty" => "judge"),
        own => Text::foreign(quoted(own, REASON_MAX)),
    }
}

/// Points or spaces given by hand, in a few words. `why` may be empty.
pub fn given(name: &str, points: impl Into<Value>, why: &str) -> Text {
    let points: Value = points.into();
    if why.is_empty() {
        return text!("penalty: whose, points" => "{name} {points}", name = name, points = points);
    }
    let why = reason(why);
    text!("penalty: whose, points, why" => "{name} {points} ({why})", name = name, points = points, why = why)
}

/// Round 0 names none.
fn in_round(round: usize, reason: Text) -> Text {
    if round == 0 { reason } else { text!("round {round}: {reason}", round = round, reason = reason) }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Running,
    Finished,
    /// The rounds played count.
    EndedEarly,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The rank; equal results share it and the next one is skipped (1, 1, 3, 4).
    pub rank: usize,
    pub seat: Seat,
    /// Points so far; may be negative.
    pub total: i32,
    /// Rounds that went well; in Wizard, those whose bid was met.
    pub met: usize,
}

impl Standing {
    /// The seats with the crown after so many rounds: those ahead, two at most.
    pub fn crowned<'a>(lines: impl IntoIterator<Item = &'a Standing>, rounds: usize) -> Vec<Seat> {
        let ahead: Vec<Seat> = lines.into_iter().filter(|line| line.rank == 1).map(|line| line.seat).collect();
        if rounds == 0 || ahead.len() > 2 { Vec::new() } else { ahead }
    }

    /// The lines with their ranks, best first, equal ones in seat order. A smaller `result` is better.
    pub fn ranked<R: Ord>(lines: PerSeat<Standing>, result: impl Fn(&Standing) -> R) -> Vec<Standing> {
        let mut lines: Vec<Standing> = lines.into_iter().collect();
        lines.sort_by_key(&result);
        let (mut rank, mut before) = (0, None);
        for (index, line) in lines.iter_mut().enumerate() {
            let (now, last) = (Some(result(line)), before);
            if now != last {
                rank = index + 1;
            }
            (line.rank, before) = (rank, now);
        }
        lines
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundState {
    Scored,
    Open,
    Future,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetRow {
    /// From 1.
    pub number: usize,
    pub state: RoundState,
    pub starter: Seat,
    pub cells: PerSeat<SheetCell>,
}

impl SheetRow {
    pub fn is_begun(&self) -> bool {
        self.cells.iter().any(|cell| cell.total.is_some() || !cell.entry.is_empty())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetCell {
    /// Once the round counts.
    pub total: Option<i32>,
    /// What the player did, in a few characters; empty before they did anything.
    pub entry: String,
    /// Once the round counts.
    pub good: Option<bool>,
}

/// Reads a field that is present, so that null differs from a missing field.
pub fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(input: D) -> Result<Option<T>, D::Error> {
    T::deserialize(input).map(Some)
}

/// Refuses a time in a year that RFC 3339 cannot write.
pub fn in_four_digits<E: de::Error>(time: DateTime<FixedOffset>) -> Result<DateTime<FixedOffset>, E> {
    match time.year() {
        0..=9999 => Ok(time),
        year => Err(E::invalid_value(Unexpected::Signed(year.into()), &"a year from 0 to 9999")),
    }
}

/// A list that keeps no more entries than a game can have, so that an endless one needs little memory.
#[derive(Clone)]
pub struct AtMost<T, const MOST: usize> {
    pub kept: Vec<T>,
    /// The number of entries, kept or not.
    pub count: usize,
}

impl<T, const MOST: usize> Default for AtMost<T, MOST> {
    fn default() -> Self {
        AtMost { kept: Vec::new(), count: 0 }
    }
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for AtMost<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Items<T, const MOST: usize>(AtMost<T, MOST>);
        impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for Items<T, MOST> {
            type Value = AtMost<T, MOST>;
            fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
                out.write_str("a list")
            }
            fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<Self::Value, A::Error> {
                while let Some(item) = list.next_element()? {
                    self.0.count += 1;
                    if self.0.count <= MOST {
                        self.0.kept.push(item);
                    }
                }
                Ok(self.0)
            }
        }
        input.deserialize_seq(Items(AtMost::default()))
    }
}
