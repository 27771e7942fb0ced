//! A session's facts without its steps and texts, for lists and statistics.

use chrono::{DateTime, FixedOffset};
use uuid::Uuid;

use super::frame::{Frame, print_of};
use super::lineup::Lineup;
use super::person::Everyone;
use super::tournament::TournamentTable;
use super::{EXAMPLE, Kind, Session, Summary};
use crate::game::{GameName, Rules, Status};
use crate::seats::Seat;
use crate::wizard;

/// What lists and statistics know of a session, packed so that a hundred thousand fit into memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The session's id.
    pub id: Uuid,
    /// The time it was set up.
    pub started: DateTime<FixedOffset>,
    /// When its last round was scored or it was ended early, if known.
    pub finished: Option<DateTime<FixedOffset>>,
    /// Who sat where, round by round, and the standings.
    pub people: Lineup,
    /// The session's [`fingerprint`].
    pub fingerprint: u64,
    /// What is known of its game.
    pub summary: Summary,
    /// Whether the game is running, finished or ended early.
    pub status: Status,
    rounds: u8,
    next_starter: u8,
    copy_of: Option<Box<Uuid>>,
    tournament: Option<Box<TournamentTable>>,
}

impl Record {
    /// Summarises this session.
    pub fn of<G: Rules<Summary: Into<Summary>>>(session: &Session<G>) -> Record {
        Record::of_table(session.frame(), session.game(), &session.table, &Everyone::default())
    }

    /// Summarises a game with these checked facts, whatever steps led to them.
    pub fn of_table<G: Rules<Summary: Into<Summary>>>(
        frame: Frame,
        game: &G,
        table: &G::Table,
        everyone: &Everyone,
    ) -> Record {
        let rounds = game.scored(table);
        Record {
            id: frame.id,
            started: frame.started,
            finished: game.ended(table),
            people: Lineup::of(frame.people, &game.standings(table, rounds), everyone),
            fingerprint: print_of((&frame, game, table)),
            summary: game.summary(table).into(),
            status: game.status(table),
            // No game has more rounds or seats than fit.
            rounds: u8::try_from(rounds).unwrap_or(u8::MAX),
            next_starter: u8::try_from(game.starter(rounds + 1)).unwrap_or(u8::MAX),
            copy_of: frame.copy_of.map(Box::new),
            tournament: frame.tournament.cloned().map(Box::new),
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

    /// The number of rounds that count.
    pub fn rounds(&self) -> usize {
        self.rounds.into()
    }

    /// The number of rounds in the plan; `None` for a game without a plan.
    pub fn planned(&self) -> Option<usize> {
        Some(self.wizard()?.planned())
    }

    /// The seat that would deal, or go first, in the next round.
    pub fn next_starter(&self) -> Seat {
        self.next_starter.into()
    }

    /// The session that this is a trial copy of, if any; copies count for nothing.
    pub fn copy_of(&self) -> Option<Uuid> {
        self.copy_of.as_deref().copied()
    }

    /// The table of a tournament at which it was played, if any.
    pub fn tournament(&self) -> Option<&TournamentTable> {
        self.tournament.as_deref()
    }

    /// Whether it is of the example evening, which nobody played.
    pub fn is_example(&self) -> bool {
        self.copy_of() == Some(EXAMPLE)
    }

    /// What is known of a game of Wizard; `None` for another game.
    pub fn wizard(&self) -> Option<&wizard::Summary> {
        self.summary.as_ref().wizard()
    }

    /// The seats that won, or lead an unfinished game; none before the first round is scored.
    pub fn winners(&self) -> impl Iterator<Item = Seat> {
        let scored = self.rounds > 0;
        self.people.standings().take_while(move |line| scored && line.rank == 1).map(|line| line.seat)
    }
}
