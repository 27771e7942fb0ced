//! The score sheet: rounds down, players across.

use super::names::initials;
use crate::session::{Session, Status};
use crate::wizard::{Plan, Round, RuleSet, Seat};

/// A column's head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetPlayer {
    /// The seat, which also gives the colour.
    pub seat: Seat,
    /// The name.
    pub name: String,
    /// The mark.
    pub initials: String,
    /// Deals the open round.
    pub dealer: bool,
}

/// How far a round is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowState {
    /// It counts.
    Scored,
    /// It is being played.
    Open,
    /// It is still to come.
    Future,
}

/// One player's result of one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetCell {
    /// Whose.
    pub name: String,
    /// The running total, when the round counts.
    pub total: Option<i32>,
    /// The announced bid.
    pub bid: Option<u8>,
    /// The bid after the Cloud, where it was changed.
    pub changed_bid: Option<i16>,
    /// The tricks taken.
    pub tricks: Option<u8>,
    /// The bid was met, when the round counts.
    pub met: Option<bool>,
}

/// A round of the sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetRow {
    /// From 1.
    pub round: usize,
    /// Cards dealt.
    pub cards: u8,
    /// How far it is.
    pub state: RowState,
    /// In seat order.
    pub cells: Vec<SheetCell>,
}

/// The sheet as the screen shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SheetView {
    /// The columns.
    pub players: Vec<SheetPlayer>,
    /// The rounds of the plan.
    pub rows: Vec<SheetRow>,
    /// This table chooses how many cards each round has.
    pub own_plan: bool,
    /// The rounds do not deal as many cards as their number says.
    pub shows_cards: bool,
    /// The row to keep in sight, from 0.
    pub current: usize,
}

/// The sheet of a session.
pub(super) fn view(session: &Session) -> SheetView {
    let (game, names) = (session.game(), session.names());
    let (scored, totals, open) = (session.rounds(), session.totals(), session.open());
    // A round that nobody will finish is not the one being played.
    let runs = session.status() == Status::Running;
    let dealer = open.filter(|_| runs).map(|(round, _)| game.dealer(round));
    let players = initials(&names).into_iter().zip(&names).enumerate().map(|(seat, (initials, name))| SheetPlayer {
        seat,
        name: name.clone(),
        initials,
        dealer: dealer == Some(seat),
    });
    let cell = |seat: Seat, facts: Option<&Round>, total: Option<i32>| {
        let announced = facts.and_then(|facts| facts.bids.get(seat).copied().flatten());
        let scored_bid = facts.and_then(|facts| facts.scored_bid(seat));
        SheetCell {
            name: names.get(seat).cloned().unwrap_or_default(),
            total,
            bid: announced,
            changed_bid: scored_bid.filter(|&bid| announced.is_some_and(|announced| i16::from(announced) != bid)),
            tricks: facts.and_then(|facts| facts.tricks.get(seat).copied().flatten()),
            met: total.and(facts.and_then(|facts| facts.met(seat))),
        }
    };
    let rows = (1..=game.plan().rounds()).map(|round| {
        let (state, facts) = match (scored.get(round - 1), open) {
            (Some(facts), _) => (RowState::Scored, Some(facts)),
            (None, Some((number, open))) if number == round => {
                (if runs { RowState::Open } else { RowState::Future }, Some(&open.facts))
            }
            _ => (RowState::Future, None),
        };
        let total = |seat: Seat| totals.get(round - 1).and_then(|(_, totals)| totals.get(seat).copied());
        let cells = (0..names.len()).map(|seat| cell(seat, facts, total(seat))).collect();
        SheetRow { round, cards: game.cards(round), state, cells }
    });
    let official = RuleSet { hands: None, ..game.rules().clone() };
    SheetView {
        players: players.collect(),
        rows: rows.collect(),
        shows_cards: (1..).zip(game.plan().hands()).any(|(round, &cards)| round != usize::from(cards)),
        own_plan: Plan::of(&official, names.len()) != *game.plan(),
        current: scored.len().min(game.plan().rounds().saturating_sub(1)),
    }
}
