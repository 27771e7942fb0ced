//! What lists and statistics know of a game, packed so that a hundred thousand fit into memory.

use super::{Edition, Game, Penalty, Phase, Score, Table};
use crate::seats::Seat;

/// A game in brief, without its steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The edition it was played with.
    pub edition: Edition,
    /// The number of rounds in the plan.
    pub planned: usize,
    /// The seat that has to bid next in the open round, if any.
    pub to_bid: Option<Seat>,
    /// Whether tricks are being entered.
    pub playing: bool,
    /// Penalty points, earliest first.
    pub penalties: Box<[Penalty]>,
    players: usize,
    /// The numbers of the scored rounds, round by round in seat order.
    scores: Box<[Score]>,
}

impl Summary {
    /// Summarises a game with these facts.
    pub fn of(game: &Game, table: &Table) -> Summary {
        let open = table.open.as_ref();
        let to_bid = open.and_then(|open| {
            let order = game.bidding_order(table.scored.len() + 1);
            order.into_iter().find(|&seat| open.facts.bids.known(seat).is_none())
        });
        Summary {
            edition: game.rules().edition(),
            planned: game.plan().rounds(),
            to_bid,
            playing: open.is_some_and(|open| open.phase == Phase::Playing),
            penalties: table.penalties.as_slice().into(),
            players: game.players(),
            scores: table.scored.iter().flat_map(|scored| scored.facts.scores()).collect(),
        }
    }

    /// The numbers of each scored round, in seat order.
    pub fn scores(&self) -> impl ExactSizeIterator<Item = &[Score]> {
        self.scores.chunks(self.players.max(1))
    }
}
