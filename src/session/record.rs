//! A session's facts without its steps, for lists and statistics.

use chrono::{DateTime, FixedOffset};
use uuid::Uuid;

use super::frame::{Frame, print_of};
use super::people::People;
use super::{Kind, Session, Summary};
use crate::game::{GameName, Rules, Standing, Status};
use crate::seats::Seat;
use crate::wizard;

/// What lists and statistics know of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The session's id.
    pub id: Uuid,
    /// The time it was set up.
    pub started: DateTime<FixedOffset>,
    /// When its last round was scored or it was ended early, if known.
    pub finished: Option<DateTime<FixedOffset>>,
    /// Who sat where, round by round.
    pub people: People,
    /// Whether the game is running, finished or ended early.
    pub status: Status,
    /// The number of rounds that count.
    pub rounds: usize,
    /// The seat that would deal, or go first, in the next round.
    pub next_starter: Seat,
    /// The place; may be empty.
    pub place: Box<str>,
    /// The notes; may be empty.
    pub notes: Box<str>,
    /// The session that this is a trial copy of, if any; copies count for nothing.
    pub copy_of: Option<Uuid>,
    /// The standings after the rounds scored so far, best first.
    pub standings: Box<[Standing]>,
    /// The session's [`fingerprint`].
    pub fingerprint: u64,
    /// What is known of its game.
    pub summary: Summary,
}

impl Record {
    /// Summarises this session.
    pub fn of<G: Rules<Summary: Into<Summary>>>(session: &Session<G>) -> Record {
        Record::of_table(session.frame(), session.game(), &session.table)
    }

    /// Summarises a game with these checked facts, whatever steps led to them.
    pub fn of_table<G: Rules<Summary: Into<Summary>>>(frame: Frame, game: &G, table: &G::Table) -> Record {
        let rounds = game.scored(table);
        Record {
            id: frame.id,
            started: frame.started,
            finished: game.ended(table),
            people: frame.people.clone(),
            status: game.status(table),
            rounds,
            next_starter: game.starter(rounds + 1),
            place: frame.place.into(),
            notes: frame.notes.into(),
            copy_of: frame.copy_of,
            standings: game.standings(table, rounds).into(),
            fingerprint: print_of(&frame, game, table),
            summary: game.summary(table).into(),
        }
    }

    /// The game it is of.
    pub fn game(&self) -> GameName {
        self.summary.name()
    }

    /// The edition of Wizard, or the other game.
    pub fn kind(&self) -> Kind {
        self.summary.as_ref().map(|game| game.edition, |_| ())
    }

    /// The number of rounds in the plan; `None` for a game without a plan.
    pub fn planned(&self) -> Option<usize> {
        Some(self.wizard()?.planned)
    }

    /// What is known of a game of Wizard; `None` for another game.
    pub fn wizard(&self) -> Option<&wizard::Summary> {
        self.summary.as_ref().wizard()
    }

    /// The seats that won, or lead an unfinished game; none before the first round is scored.
    pub fn winners(&self) -> impl Iterator<Item = Seat> {
        let scored = self.rounds > 0;
        self.standings.iter().filter(move |line| scored && line.rank == 1).map(|line| line.seat)
    }
}
