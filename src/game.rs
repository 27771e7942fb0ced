//! What a session asks of the rules of a game: facts, steps, standings and a sheet. A game answers it in a folder of its own and
//! need not know another.

use std::fmt::Debug;
use std::hash::Hash;

use chrono::{DateTime, FixedOffset};

use crate::seats::{PerSeat, Seat};
use crate::text;
use crate::text::{Text, quoted};

/// The most characters of a reason.
pub const REASON_MAX: usize = 80;
/// The usual reasons for what a table rules itself, as files have them, in the order in which they are offered.
pub const REASONS: [&str; 3] = ["time", "misdeal", "judge"];

/// The rules by which a table plays: who sits there, what was agreed, and what a step does.
pub trait Rules: Clone + Debug + Eq + Hash {
    /// The facts of a game so far.
    type Table: Clone + Debug + Eq + Hash;
    /// What can be done at the table.
    type Step: Clone + Debug + Eq;
    /// A rule that a step would break.
    type Breach: Breaks;

    /// How many play.
    fn players(&self) -> usize;

    /// The table at the first deal.
    fn first_deal(&self) -> Self::Table;

    /// Takes one step, or leaves the table as it is.
    ///
    /// # Errors
    /// Why the step was not taken.
    fn perform(&self, table: &mut Self::Table, step: &Self::Step) -> Result<(), Refusal<Self::Breach>>;

    /// The facts of a game that went on by the rules `before`, as these rules have them; on seat `i` sits who sat on
    /// `seats[i]`.
    ///
    /// # Errors
    /// The first round that cannot have been played so.
    fn carry(
        &self,
        before: &Self,
        table: &Self::Table,
        seats: &PerSeat<Seat>,
    ) -> Result<Self::Table, Refusal<Self::Breach>>;

    /// Could these facts have become the later ones by playing on?
    fn leads_to(&self, facts: &Self::Table, later: &Self::Table) -> bool;

    /// The steps that lead to given facts. They may be refused, if the facts break a rule.
    fn steps_to(&self, facts: &Self::Table) -> Vec<Self::Step>;

    /// What is wrong with facts to which no steps lead.
    fn no_way(&self) -> Self::Breach;

    /// Running, finished or ended early.
    fn status(&self, table: &Self::Table) -> Status;

    /// How many rounds count.
    fn scored(&self, table: &Self::Table) -> usize;

    /// When it ended, or when the last round so far was scored, where that is known.
    fn ended(&self, table: &Self::Table) -> Option<DateTime<FixedOffset>>;

    /// Who deals, or goes first, in a round.
    fn starter(&self, round: usize) -> Seat;

    /// What a session's page tells of the game beside its rounds, a few words each: what was agreed and given. `names` are the
    /// players in seat order.
    fn told(&self, table: &Self::Table, names: &[String]) -> Vec<Text>;

    /// The same table's next game after so many rounds: whoever would begin the next one begins it.
    fn next_game(&self, rounds: usize) -> Self;

    /// The standings after so many rounds.
    fn standings(&self, table: &Self::Table, rounds: usize) -> Vec<Standing>;

    /// The rounds that count, the open one, and those that are sure to come.
    fn sheet(&self, table: &Self::Table) -> Vec<SheetRow>;
}

/// A rule that was broken.
pub trait Breaks: Clone + Debug + Eq {
    /// What is wrong and what to do. `names` are the players in seat order.
    fn text(&self, names: &[String]) -> Text;

    /// What to do about it, where the round is in sight. `names` are the players in seat order.
    fn at_table(&self, names: &[String]) -> Text {
        self.text(names)
    }
}

/// A broken rule with the round it happened in and the names of the players, ready to be told.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub struct BrokenRule<B: Breaks> {
    /// The round, from 1; 0 where it is about none.
    pub round: usize,
    /// What is wrong.
    pub breach: B,
    /// The players in seat order.
    pub names: Vec<String>,
}

impl<B: Breaks> BrokenRule<B> {
    /// What is wrong and where.
    pub fn text(&self) -> Text {
        in_round(self.round, self.breach.text(&self.names))
    }
}

/// Why a step was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum Refusal<B: Breaks> {
    /// It would break a rule of the game.
    Rule {
        /// The round, from 1; 0 where it is about none.
        round: usize,
        /// The rule.
        breach: B,
    },
    /// The round is not at that point.
    NotNow,
    /// The game is finished or was ended.
    GameOver,
    /// There is no such player.
    NoSuchSeat(Seat),
    /// A correction of a round that was not scored yet.
    NotScored(usize),
    /// The first deal is reached.
    NothingToUndo,
    /// Nothing was undone.
    NothingToRedo,
}

impl<B: Breaks> Refusal<B> {
    /// Why not. It does not know the players' names: [`BrokenRule`] does.
    pub fn text(&self) -> Text {
        match self {
            Refusal::Rule { round, breach } => in_round(*round, breach.text(&[])),
            Refusal::NotNow => text!("this cannot be done at this point in the round"),
            Refusal::GameOver => text!("the game is over"),
            Refusal::NoSuchSeat(seat) => text!("there is no seat {seat}", seat = *seat),
            Refusal::NotScored(round) => text!("round {round} is not scored yet", round = *round),
            Refusal::NothingToUndo => text!("there is nothing to undo"),
            Refusal::NothingToRedo => text!("there is nothing to redo"),
        }
    }
}

/// What cannot be done while the round is where it is.
pub fn not_now() -> Text {
    text!("This cannot be changed at this point in the round.")
}

/// A reason as a file has it, in words that each language has where it is one of [`REASONS`].
pub fn reason(written: &str) -> Text {
    match written {
        "time" => text!("reason of a penalty" => "time"),
        "misdeal" => text!("reason of a penalty" => "misdeal"),
        "judge" => text!("reason of a penalty" => "judge"),
        own => Text::foreign(quoted(own, REASON_MAX)),
    }
}

/// What is wrong, and in which round.
fn in_round(round: usize, reason: Text) -> Text {
    if round == 0 { reason } else { text!("round {round}: {reason}", round = round, reason = reason) }
}

/// Where a session stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There are rounds to play.
    Running,
    /// The game came to its end.
    Finished,
    /// The table stopped before; the rounds played count.
    EndedEarly,
}

/// One line of the standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place; equal results share it and the next one is left out (1, 1, 3, 4).
    pub rank: usize,
    /// Whose line it is.
    pub seat: Seat,
    /// Points so far; may be negative.
    pub total: i32,
    /// Rounds that went well: those in which the bid was met.
    pub met: usize,
}

impl Standing {
    /// The lines best first with their ranks, equal ones in seat order. The smaller `result` gives, the better.
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
    /// It counts.
    Scored,
    /// It is being played.
    Open,
    /// It is still to come.
    Future,
}

/// A round as every sheet shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetRow {
    /// From 1.
    pub number: usize,
    /// How far it is.
    pub state: RoundState,
    /// Who deals, or goes first.
    pub starter: Seat,
    /// In seat order.
    pub cells: PerSeat<SheetCell>,
}

impl SheetRow {
    /// Is anything of it known?
    pub fn is_begun(&self) -> bool {
        self.cells.iter().any(|cell| cell.total.is_some() || !cell.entry.is_empty())
    }
}

/// One player's result of one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetCell {
    /// The running total, once the round counts.
    pub total: Option<i32>,
    /// What was done, in a few characters; empty before anything was.
    pub entry: String,
    /// Did it go well? Once the round counts.
    pub good: Option<bool>,
}
