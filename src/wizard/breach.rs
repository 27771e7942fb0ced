//! Broken rules, as values: a screen words them in the player's language, a terminal in English.

use super::Seat;

/// A rule that a bid, a round or a correction breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Breach {
    /// A list of the round is not one number per player.
    Length {
        /// Which list: `bids` or `tricks`.
        list: &'static str,
        /// Its entries.
        found: usize,
        /// The players.
        players: usize,
    },
    /// A bid outside 0 … cards.
    BidRange {
        /// The bidder.
        player: Seat,
        /// What was bid.
        bid: i64,
        /// The cards of the round.
        cards: u8,
    },
    /// Someone has still to bid.
    BidMissing {
        /// The first of them in bidding order.
        player: Seat,
    },
    /// The bids add up to the cards dealt.
    PlusMinusOne {
        /// The last in bidding order, who must bid otherwise.
        player: Seat,
        /// The bid that is not allowed.
        bid: u8,
        /// The cards of the round.
        cards: u8,
    },
    /// Tricks outside 0 … cards.
    TricksRange {
        /// Whose tricks.
        player: Seat,
        /// The number given.
        tricks: i64,
        /// The cards of the round.
        cards: u8,
    },
    /// The tricks of someone are not known.
    TricksMissing {
        /// The first of them in bidding order.
        player: Seat,
    },
    /// The tricks do not add up.
    TricksSum {
        /// What they add up to.
        sum: u16,
        /// What they should.
        expected: u8,
        /// One missing trick would be explained by a Bomb that is in the deck.
        bomb_possible: bool,
        /// The Bomb is recorded as played.
        bomb: bool,
    },
    /// The Bomb is recorded but not in the deck.
    BombNotInDeck,
    /// The Cloud is recorded but not in the deck.
    CloudNotInDeck,
    /// The Cloud's taker is not one of the players.
    CloudPlayer {
        /// The seat given.
        player: i64,
    },
    /// The Cloud changes a bid by something else than one.
    CloudChange {
        /// The taker.
        player: Seat,
        /// The change given.
        change: i64,
    },
    /// The Cloud's taker took no trick.
    CloudWithoutTrick {
        /// The taker.
        player: Seat,
    },
    /// The Cloud would move a bid out of 0 … cards.
    CloudRange {
        /// The taker.
        player: Seat,
        /// The announced bid.
        bid: u8,
        /// The change.
        change: i8,
        /// The cards of the round.
        cards: u8,
    },
    /// There are more rounds than the plan has.
    NoSuchRound {
        /// The rounds of the plan.
        planned: usize,
    },
}

impl Breach {
    /// What is wrong and what to do, in English. `names` are the players in seat order.
    pub fn sentence(&self, names: &[String]) -> String {
        let name = |seat: &Seat| names.get(*seat).map_or("?", String::as_str);
        match self {
            Breach::Length { list, found, players } => {
                format!(
                    "\"{list}\" has {found} entries, but there are {players} players: give one number for each, in seat order"
                )
            }
            Breach::BidRange { player, bid, cards } => {
                format!("{} cannot bid {bid}: a bid is from 0 to {cards}", name(player))
            }
            Breach::BidMissing { player } => format!("{} has still to bid", name(player)),
            Breach::PlusMinusOne { player, bid, cards } => {
                format!("{} may not bid {bid}: the bids would add up to {cards} (Plus/Minus One)", name(player))
            }
            Breach::TricksRange { player, tricks, cards } => {
                format!("{} cannot have taken {tricks} tricks: the round has {cards}", name(player))
            }
            Breach::TricksMissing { player } => format!("the tricks of {} are missing", name(player)),
            Breach::TricksSum { sum, expected, bomb_possible, bomb } => {
                let off = sum.abs_diff(u16::from(*expected));
                let side = if *sum < u16::from(*expected) { "missing" } else { "too many" };
                let hint = match (bomb_possible, bomb) {
                    (true, _) => ". Was the Bomb played?",
                    (_, true) => " with the Bomb played",
                    _ => "",
                };
                format!("the tricks add up to {sum}, not {expected}: {off} {side}{hint}")
            }
            Breach::BombNotInDeck => "the Bomb was played, but it is not among the special cards of this game".into(),
            Breach::CloudNotInDeck => "the Cloud was taken, but it is not among the special cards of this game".into(),
            Breach::CloudPlayer { player } => {
                format!(
                    "the Cloud was taken by seat {player}, but the seats are 0 to {}",
                    names.len().saturating_sub(1)
                )
            }
            Breach::CloudChange { player, change } => {
                format!("the Cloud changes the bid of {} by +1 or -1, not by {change}", name(player))
            }
            Breach::CloudWithoutTrick { player } => {
                format!("{} cannot have taken the Cloud without taking a trick", name(player))
            }
            Breach::CloudRange { player, bid, change, cards } => format!(
                "the Cloud cannot change the bid of {} from {bid} to {}: a bid is from 0 to {cards}",
                name(player),
                i16::from(*bid) + i16::from(*change)
            ),
            Breach::NoSuchRound { planned } => format!("the game has only {planned} rounds"),
        }
    }
}

/// A broken rule with the round it happened in and the names of the players, ready to be told.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("round {round}: {}", breach.sentence(names))]
pub struct BrokenRule {
    /// The round, from 1.
    pub round: usize,
    /// What is wrong.
    pub breach: Breach,
    /// The players in seat order.
    pub names: Vec<String>,
}
