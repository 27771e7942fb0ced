//! What a session asks of a game's rules: facts, steps, standings and a sheet. Each game answers in a folder of its own
//! and needs to know no other.

use std::fmt;
use std::fmt::Debug;
use std::hash::Hash;

use chrono::{DateTime, FixedOffset};
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::seats::{PerSeat, Seat, Seating};
use crate::text;
use crate::text::{Text, Value, quoted};

/// The most characters a reason may have.
pub const REASON_MAX: usize = 80;
/// The usual reasons for a ruling by the table, as written in files, in the order they are offered.
pub const REASONS: [&str; 3] = ["time", "misdeal", "judge"];

/// The games whose score can be kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameName {
    /// Wizard.
    #[default]
    Wizard,
    /// The Last Wizard.
    LastWizard,
}

impl GameName {
    /// Both games, in the order in which they are offered.
    pub const ALL: [GameName; 2] = [GameName::Wizard, GameName::LastWizard];

    /// Its key in files and in exports for programs.
    pub fn key(self) -> &'static str {
        match self {
            GameName::Wizard => "wizard",
            GameName::LastWizard => "last-wizard",
        }
    }

    /// The game with this key in files.
    pub fn of_key(key: &str) -> Option<GameName> {
        GameName::ALL.into_iter().find(|game| game.key() == key)
    }

    /// Its name.
    pub fn text(self) -> Text {
        match self {
            GameName::Wizard => text!("Wizard"),
            GameName::LastWizard => text!("The Last Wizard"),
        }
    }
}

/// A scored round of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScoredRound<Facts> {
    /// The facts, complete and checked.
    pub facts: Facts,
    /// When it was scored, if known.
    pub finished: Option<DateTime<FixedOffset>>,
}

/// The scored rounds of a game, and when the table stopped early.
type Rounds<'a, Facts> = (&'a [ScoredRound<Facts>], Option<DateTime<FixedOffset>>);

/// Whether playing on from these rounds could have led to the later ones. Unless a round more was scored by then,
/// `open` says it of the open one.
pub(crate) fn rounds_lead_to<Facts: PartialEq>(
    (scored, ended): Rounds<Facts>,
    (later, ended_later): Rounds<Facts>,
    open: impl FnOnce() -> bool,
) -> bool {
    let is_begun = scored.len() <= later.len() && scored.iter().zip(later).all(|(one, other)| one.facts == other.facts);
    let is_over = ended.is_some() && ended != ended_later;
    is_begun && !is_over && (scored.len() < later.len() || open())
}

/// The rules a table plays by: who sits there, what was agreed, and what each step does.
pub trait Rules: Clone + Debug + Eq + Hash {
    /// Which of the games this is.
    const NAME: GameName;

    /// The facts of a game so far.
    type Table: Clone + Debug + Eq + Hash;
    /// A step that can be taken at the table.
    type Step: Clone + Debug + Eq;
    /// A rule that a step can break.
    type Violation: Breaks;
    /// What lists and statistics know of a game beyond what every session has.
    type Summary;

    /// The order at the table.
    fn seating(&self) -> &Seating;

    /// The table at the first deal.
    fn first_deal(&self) -> Self::Table;

    /// Takes one step; on an error the table stays as it was.
    ///
    /// # Errors
    /// The reason why the step was refused.
    fn perform(&self, table: &mut Self::Table, step: &Self::Step) -> Result<(), Refusal<Self::Violation>>;

    /// The facts of a game played so far under the rules `before`, carried over to these rules; seat `i` is taken by
    /// whoever sat on `seats[i]`.
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

    /// The steps that lead to the given facts. They may be refused if the facts break a rule.
    fn steps_to(&self, facts: &Self::Table) -> Vec<Self::Step>;

    /// The violation reported for facts that no steps lead to.
    fn no_way(&self) -> Self::Violation;

    /// Whether the game is running, finished or ended early.
    fn status(&self, table: &Self::Table) -> Status;

    /// The number of rounds that count.
    fn scored(&self, table: &Self::Table) -> usize;

    /// When the game ended, or when its last scored round was scored, if known.
    fn ended(&self, table: &Self::Table) -> Option<DateTime<FixedOffset>>;

    /// The seat that deals, or goes first, in a round (from 1).
    fn starter(&self, round: usize) -> Seat {
        self.seating().starter(round)
    }

    /// What a session's page says of the game besides its rounds, a few words each: what was agreed and given.
    /// `names_in` gives the players of a round (from 1), in seat order.
    fn described(&self, table: &Self::Table, names_in: &dyn Fn(usize) -> Vec<String>) -> Vec<Text>;

    /// The rules for the same table's next game after `rounds` rounds: whoever would begin the next round begins it.
    fn next_game(&self, rounds: usize) -> Self;

    /// The standings after `rounds` rounds.
    fn standings(&self, table: &Self::Table, rounds: usize) -> Vec<Standing>;

    /// The rounds that count, the open one, and those certain to follow.
    fn sheet(&self, table: &Self::Table) -> Vec<SheetRow>;

    /// Summarises a game with these facts.
    fn summary(&self, table: &Self::Table) -> Self::Summary;

    /// What decided a game, where that needs saying: what broke a tie for first place, or what ended it. `names_in`
    /// gives the players of a round (from 1), in seat order.
    fn decided(&self, table: &Self::Table, names_in: &dyn Fn(usize) -> Vec<String>) -> Option<Text>;

    /// A player's place: the rank, the name, the total, and the rounds that went well.
    fn place_told(rank: usize, name: &str, total: i32, met: usize) -> Text;

    /// How many of these rounds went well.
    fn met_told(met: usize, rounds: usize) -> Text;

    /// The title of the chart of totals by round.
    fn chart_title() -> Text;

    /// How many people play, for a table with too few.
    fn players_told() -> Text;

    /// What to do at a table with no room for another.
    fn full_told() -> Text;

    /// The offer of a rematch of this many people, which the one of this name begins.
    fn rematch_told(players: usize, name: &str) -> Text;
}

/// A broken rule.
pub trait Breaks: Clone + Debug + Eq {
    /// What is wrong and what to do. `names` are the players in seat order.
    fn text(&self, names: &[String]) -> Text;

    /// What to do about it, for a reader who sees the round. `names` are the players in seat order.
    fn at_table(&self, names: &[String]) -> Text {
        self.text(names)
    }
}

/// A broken rule with its round and the players' names, ready to be told.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub struct BrokenRule<B: Breaks> {
    /// The round, from 1; 0 if it concerns no round.
    pub round: usize,
    /// The rule that was broken.
    pub violation: B,
    /// The players in seat order.
    pub names: Vec<String>,
}

impl<B: Breaks> BrokenRule<B> {
    /// What is wrong, and in which round.
    pub fn text(&self) -> Text {
        in_round(self.round, self.violation.text(&self.names))
    }
}

/// The reason why a step was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum Refusal<B: Breaks> {
    /// The step would break a rule of the game.
    Rule {
        /// The round, from 1; 0 if it concerns no round.
        round: usize,
        /// The rule.
        violation: B,
    },
    /// The round is not at a point where this is possible.
    NotNow,
    /// The game is finished or was ended.
    GameOver,
    /// There is no player at this seat.
    NoSuchSeat(Seat),
    /// The round to be corrected has not been scored yet.
    NotScored(usize),
    /// There is nothing left to undo.
    NothingToUndo,
    /// There is nothing to redo.
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

/// The refusal of a step that the round is not ready for.
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

/// Whom a table gave points or spaces by hand, how many, and why, in a few words. `why` may be empty.
pub fn given(name: &str, points: impl Into<Value>, why: &str) -> Text {
    let points: Value = points.into();
    if why.is_empty() {
        return text!("penalty: whose, points" => "{name} {points}", name = name, points = points);
    }
    let why = reason(why);
    text!("penalty: whose, points, why" => "{name} {points} ({why})", name = name, points = points, why = why)
}

/// A problem, preceded by the round it is in; round 0 names none.
fn in_round(round: usize, reason: Text) -> Text {
    if round == 0 { reason } else { text!("round {round}: {reason}", round = round, reason = reason) }
}

/// How far a session is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Rounds remain to be played.
    Running,
    /// The game reached its end.
    Finished,
    /// The table stopped before the end; the rounds played count.
    EndedEarly,
}

/// One line of the standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The rank; equal results share it and the next one is skipped (1, 1, 3, 4).
    pub rank: usize,
    /// The player's seat.
    pub seat: Seat,
    /// Points so far; may be negative.
    pub total: i32,
    /// Rounds that went well; in Wizard, those whose bid was met.
    pub met: usize,
}

impl Standing {
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

/// How far a round is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundState {
    /// The round counts.
    Scored,
    /// The round is being played.
    Open,
    /// The round is still to come.
    Future,
}

/// A round as every sheet shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetRow {
    /// The round's number, from 1.
    pub number: usize,
    /// How far the round is.
    pub state: RoundState,
    /// The seat that deals, or goes first.
    pub starter: Seat,
    /// Each player's result, in seat order.
    pub cells: PerSeat<SheetCell>,
}

impl SheetRow {
    /// Whether anything of the round is known.
    pub fn is_begun(&self) -> bool {
        self.cells.iter().any(|cell| cell.total.is_some() || !cell.entry.is_empty())
    }
}

/// One player's result of one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetCell {
    /// The running total, once the round counts.
    pub total: Option<i32>,
    /// What the player did, in a few characters; empty before they did anything.
    pub entry: String,
    /// Whether it went well, once the round counts.
    pub good: Option<bool>,
}

/// Reads a field that is present, so that null differs from a missing field.
pub fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(input: D) -> Result<Option<T>, D::Error> {
    T::deserialize(input).map(Some)
}

/// A list that keeps no more entries than a game can have, so that an endless one needs little memory.
pub struct AtMost<T, const MOST: usize> {
    /// The first entries.
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
