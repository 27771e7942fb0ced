//! A session's facts without its steps.

use chrono::{DateTime, FixedOffset};
use uuid::Uuid;

use super::frame::{Former, Frame, Player, players_in, print_of};
use super::{GameName, Kind, Recorded, Session, Summary};
use crate::game::{Standing, Status};
use crate::seats::Seat;
use crate::{last_wizard, wizard};

/// What lists and statistics know of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The session's id.
    pub id: Uuid,
    /// When it was set up.
    pub started: DateTime<FixedOffset>,
    /// When its last round was scored or it was ended early, where that is known.
    pub finished: Option<DateTime<FixedOffset>>,
    /// Who played, in seat order.
    pub players: Box<[Player]>,
    /// Who sat on a seat before somebody else took it over, the earliest first.
    pub former: Box<[Former]>,
    /// Running, finished or ended early.
    pub status: Status,
    /// How many rounds count.
    pub rounds: usize,
    /// Whose turn to deal, or to go first, it would be now.
    pub next_starter: Seat,
    /// Where it was played; empty when nobody said.
    pub place: Box<str>,
    /// What somebody noted about it; empty when nobody did.
    pub notes: Box<str>,
    /// The session of which it is a copy to try something on; such a one counts for nothing.
    pub copy_of: Option<Uuid>,
    /// Best first, of the rounds scored so far.
    pub standings: Box<[Standing]>,
    /// The session's [`fingerprint`].
    pub fingerprint: u64,
    /// What is known of the game that it is of.
    pub summary: Summary,
}

impl Record {
    /// What is to be known of this session.
    pub fn of<G: Recorded>(session: &Session<G>) -> Record {
        Record::of_table(session.frame(), session.game(), &session.table)
    }

    /// What is to be known of a game with these checked facts, whatever steps led to them.
    pub fn of_table<G: Recorded>(frame: Frame, game: &G, table: &G::Table) -> Record {
        let rounds = game.scored(table);
        Record {
            id: frame.id,
            started: frame.started,
            finished: game.ended(table),
            players: frame.players.into(),
            former: frame.former.into(),
            status: game.status(table),
            rounds,
            next_starter: game.starter(rounds + 1),
            place: frame.place.into(),
            notes: frame.notes.into(),
            copy_of: frame.copy_of,
            standings: game.standings(table, rounds).into(),
            fingerprint: print_of(&frame, game, table),
            summary: game.summary(table),
        }
    }

    /// Which game it is of.
    pub fn game(&self) -> GameName {
        self.summary.name()
    }

    /// The edition of Wizard, or the other game.
    pub fn kind(&self) -> Kind {
        match &self.summary {
            Summary::Wizard(game) => Kind::Wizard(game.edition),
            Summary::LastWizard(_) => Kind::LastWizard(()),
        }
    }

    /// The rounds of a plan; `None` of a game without one.
    pub fn planned(&self) -> Option<usize> {
        Some(self.wizard()?.planned)
    }

    /// What is known of a game of Wizard; `None` of another one.
    pub fn wizard(&self) -> Option<&wizard::Summary> {
        self.summary.as_ref().wizard()
    }

    /// What is known of a game of The Last Wizard; `None` of another one.
    pub fn last_wizard(&self) -> Option<&last_wizard::Summary> {
        self.summary.as_ref().last_wizard()
    }

    /// Who played a round, from 1, in seat order.
    pub fn players_in(&self, round: usize) -> impl Iterator<Item = &Player> {
        players_in(&self.players, &self.former, round)
    }

    /// The seats that won, or lead a game that is not finished; none before the first round is scored.
    pub fn winners(&self) -> impl Iterator<Item = Seat> {
        let scored = self.rounds > 0;
        self.standings.iter().filter(move |line| scored && line.rank == 1).map(|line| line.seat)
    }
}
