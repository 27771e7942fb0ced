//! A session's facts without steps and texts, for lists and statistics.

use chrono::{DateTime, FixedOffset};
use uuid::Uuid;

use super::frame::{Counted, EXAMPLE, Frame, print_of};
use super::lineup::Lineup;
use super::person::Everyone;
use super::tournament::TournamentTable;
use super::{Kind, Session, Summary};
use crate::game::{GameName, Rules, Status};
use crate::seats::Seat;
use crate::wizard;

/// Packed, so that ten thousand take little memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub id: Uuid,
    /// When it was set up.
    pub started: DateTime<FixedOffset>,
    /// When the last round was scored or the game was ended early, if known.
    pub finished: Option<DateTime<FixedOffset>>,
    pub people: Lineup,
    /// The session's [`fingerprint`].
    pub fingerprint: u64,
    pub summary: Summary,
    pub status: Status,
    pub counted: Counted,
    rounds: u8,
    next_starter: u8,
    tournament: Option<Box<TournamentTable>>,
}

impl Record {
    pub fn of<G: Rules<Summary: Into<Summary>>>(session: &Session<G>) -> Record {
        Record::of_table(session.frame(), session.game(), &session.table, &Everyone::default())
    }

    /// From checked facts, without steps.
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
            counted: frame.counted,
            tournament: frame.tournament.cloned().map(Box::new),
        }
    }

    pub fn game(&self) -> GameName {
        self.summary.name()
    }

    pub fn kind(&self) -> Kind {
        self.summary.as_ref().map(|game| game.edition, |_| ())
    }

    /// Scored ones only.
    pub fn rounds(&self) -> usize {
        self.rounds.into()
    }

    /// `None` for a game without a plan.
    pub fn planned(&self) -> Option<usize> {
        Some(self.wizard()?.planned())
    }

    /// The seat that would deal, or go first, in the next round.
    pub fn next_starter(&self) -> Seat {
        self.next_starter.into()
    }

    pub fn counts(&self) -> bool {
        self.counted.counts()
    }

    pub fn tournament(&self) -> Option<&TournamentTable> {
        self.tournament.as_deref()
    }

    pub fn is_example(&self) -> bool {
        self.counted == Counted::CopyOf(EXAMPLE)
    }

    pub fn wizard(&self) -> Option<&wizard::Summary> {
        self.summary.as_ref().wizard()
    }

    /// Leaders if the game is unfinished; none before the first round is scored.
    pub fn winners(&self) -> impl Iterator<Item = Seat> {
        let scored = self.rounds > 0;
        self.people.standings().take_while(move |line| scored && line.rank == 1).map(|line| line.seat)
    }
}
