//! A session's facts without its steps, packed: small enough that a hundred thousand of them fit into memory.

use chrono::{DateTime, FixedOffset};
use uuid::Uuid;

use super::Session;
use super::frame::{Former, Frame, Player, players_in, print_of};
use crate::game::{Rules, Standing, Status};
use crate::seats::Seat;
use crate::wizard::{Edition, Game, Penalty, Phase, Score, Table};

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
    /// Which cards it was played with.
    pub edition: Edition,
    /// The rounds of the plan.
    pub planned: usize,
    /// Whose turn to deal it would be now.
    pub next_dealer: Seat,
    /// The seat that has still to bid in the open round, where someone has.
    pub to_bid: Option<Seat>,
    /// Are tricks being entered?
    pub playing: bool,
    /// Where it was played; empty when nobody said.
    pub place: Box<str>,
    /// What somebody noted about it; empty when nobody did.
    pub notes: Box<str>,
    /// The session of which it is a copy to try something on; such a one counts for nothing.
    pub copy_of: Option<Uuid>,
    /// Best first, of the rounds scored so far.
    pub standings: Box<[Standing]>,
    /// Penalty points, the earliest first.
    pub penalties: Box<[Penalty]>,
    /// The session's [`fingerprint`].
    pub fingerprint: u64,
    /// The numbers that count, round after round in seat order.
    scores: Box<[Score]>,
}

impl Record {
    /// What is to be known of this session.
    pub fn of(session: &Session) -> Record {
        Record::of_table(session.frame(), session.game(), &session.table)
    }

    /// What is to be known of a game with these checked facts, whatever steps led to them.
    pub fn of_table(frame: Frame, game: &Game, table: &Table) -> Record {
        let rules = game.rules();
        let next = table.scored.len() + 1;
        let open = table.open.as_ref();
        let to_bid = open.and_then(|open| {
            let order = game.bidding_order(next);
            order.into_iter().find(|&seat| open.facts.bids.known(seat).is_none())
        });
        Record {
            id: frame.id,
            started: frame.started,
            finished: game.ended(table),
            players: frame.players.into(),
            former: frame.former.into(),
            status: table.status(),
            edition: rules.edition(),
            planned: game.plan().rounds(),
            next_dealer: game.dealer(next),
            to_bid,
            playing: open.is_some_and(|open| open.phase == Phase::Playing),
            place: frame.place.into(),
            notes: frame.notes.into(),
            copy_of: frame.copy_of,
            standings: game.standings(table, table.scored.len()).into(),
            penalties: table.penalties.as_slice().into(),
            fingerprint: print_of(&frame, game, table),
            scores: table.scored.iter().flat_map(|scored| scored.facts.scores()).collect(),
        }
    }

    /// The rounds scored.
    pub fn rounds(&self) -> usize {
        self.scores().len()
    }

    /// What counts of each scored round, in seat order.
    pub fn scores(&self) -> impl ExactSizeIterator<Item = &[Score]> {
        self.scores.chunks(self.players.len().max(1))
    }

    /// Who played a round, from 1, in seat order.
    pub fn players_in(&self, round: usize) -> impl Iterator<Item = &Player> {
        players_in(&self.players, &self.former, round)
    }

    /// The seats that won, or lead a game that is not finished; none before the first round is scored.
    pub fn winners(&self) -> impl Iterator<Item = Seat> {
        let scored = self.rounds() > 0;
        self.standings.iter().filter(move |line| scored && line.rank == 1).map(|line| line.seat)
    }
}
