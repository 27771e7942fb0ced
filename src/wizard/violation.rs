//! Broken rules as values, worded briefly for a screen and in whole sentences for a terminal.

use super::Change;
use super::penalty::{PENALTIES_MAX, PENALTY_MAX, PENALTY_STEP};
use crate::game::{Breaks, REASON_MAX, not_now};
use crate::seats::Seat;
use crate::text;
use crate::text::Text;

/// A rule that a bid, a round or a correction breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// A list of the round does not have one number per player.
    Length {
        /// Which list: `bids` or `tricks`.
        list: &'static str,
        /// The number of entries found.
        found: usize,
        /// The number of players.
        players: usize,
    },
    /// A bid outside 0 … cards.
    BidRange {
        /// The bidder's seat.
        player: Seat,
        /// The bid.
        bid: i64,
        /// The cards of the round.
        cards: u8,
    },
    /// Someone has yet to bid.
    BidMissing {
        /// The first such player in bidding order.
        player: Seat,
    },
    /// The bids add up to the cards dealt (Plus/Minus One).
    PlusMinusOne {
        /// The last in bidding order, who must change their bid.
        player: Seat,
        /// The forbidden bid.
        bid: u8,
        /// The cards of the round.
        cards: u8,
    },
    /// Somebody before the last bids 0 while the bids before theirs add up to the cards (Plus/Minus One that binds
    /// everyone).
    PlusMinusOneInTurn {
        /// The bidder's seat, who must change their bid.
        player: Seat,
        /// The cards of the round.
        cards: u8,
    },
    /// A trump is recorded for a round that has none.
    NoTrump {
        /// Whether that is because Unicolor is played, and not because all cards are dealt.
        unicolor: bool,
    },
    /// Tricks outside 0 … cards.
    TricksRange {
        /// The player's seat.
        player: Seat,
        /// The number given.
        tricks: i64,
        /// The cards of the round.
        cards: u8,
    },
    /// Someone's tricks are not known.
    TricksMissing {
        /// The first such player in bidding order.
        player: Seat,
    },
    /// The tricks do not add up.
    TricksSum {
        /// What they add up to.
        sum: u16,
        /// What they should add up to.
        expected: u8,
        /// Whether a Bomb in the deck would explain one missing trick.
        bomb_possible: bool,
        /// The Bombs recorded as played.
        bombs: u8,
    },
    /// The Bomb is recorded but not in the deck.
    BombNotInDeck,
    /// More Bombs are recorded than the round can have.
    Bombs {
        /// The number given.
        bombs: i64,
        /// The most that are possible.
        most: u8,
    },
    /// The Cloud is recorded but not in the deck.
    CloudNotInDeck,
    /// More Clouds are recorded than the round can have.
    Clouds {
        /// The number given.
        clouds: usize,
        /// The most that are possible.
        most: u8,
    },
    /// The Cloud's taker is not one of the players.
    CloudPlayer {
        /// The seat given.
        player: i64,
    },
    /// The Cloud changes a bid by something other than one.
    CloudChange {
        /// The Cloud taker's seat.
        player: Seat,
        /// The change given.
        change: i64,
    },
    /// The Cloud was played, but whose bid it changes, or how, is not known.
    CloudOpen {
        /// The Cloud taker's seat, if known.
        player: Option<Seat>,
    },
    /// The Cloud's taker took no trick.
    CloudWithoutTrick {
        /// The Cloud taker's seat.
        player: Seat,
    },
    /// The Cloud would move a bid out of 0 … cards.
    CloudRange {
        /// The Cloud taker's seat.
        player: Seat,
        /// The bid before this change.
        bid: i16,
        /// The change given.
        change: Change,
        /// The cards of the round.
        cards: u8,
    },
    /// The penalty is for nobody at the table.
    PenaltyPlayer {
        /// The seat given.
        player: i64,
    },
    /// The penalty is given after a round that is not scored.
    PenaltyRound {
        /// The round given.
        after_round: i64,
        /// The rounds scored.
        scored: usize,
    },
    /// The penalty is 0, no multiple of ten, or too large.
    PenaltyPoints {
        /// The points given.
        points: i64,
    },
    /// The penalty's reason is too long or not on one line.
    PenaltyReason,
    /// There are more penalties than a game may have.
    PenaltyCount,
    /// There are more rounds than the plan has.
    NoSuchRound {
        /// The rounds of the plan.
        planned: usize,
    },
}

impl Violation {
    /// Whether the table may let it stand: bids that Plus/Minus One forbids.
    pub fn can_be_waived(&self) -> bool {
        matches!(self, Violation::PlusMinusOne { .. } | Violation::PlusMinusOneInTurn { .. })
    }
}

impl Breaks for Violation {
    fn text(&self, names: &[String]) -> Text {
        let name = |seat: &Seat| names.get(*seat).map_or("?", String::as_str);
        match self {
            Violation::Length { list, found, players } => text!(
                "“{list}” has {n} entry, but there are {players} players: give one number for each, in seat order"
                    | "“{list}” has {n} entries, but there are {players} players: give one number for each, in seat \
                       order"
                        % *found,
                list = *list,
                players = *players,
            ),
            Violation::BidRange { player, bid, cards } => text!(
                "{name} cannot bid {bid}: a bid can be from 0 to {cards}",
                name = name(player),
                bid = *bid,
                cards = *cards,
            ),
            Violation::BidMissing { player } => text!("{name} has not bid yet", name = name(player)),
            Violation::PlusMinusOne { player, bid, cards } => text!(
                "{name} may not bid {bid}: the bids would add up to {cards} (Plus/Minus One)",
                name = name(player),
                bid = *bid,
                cards = *cards,
            ),
            Violation::PlusMinusOneInTurn { player, cards } => text!(
                "{name} may not bid 0: the bids before theirs add up to {cards} (Plus/Minus One)",
                name = name(player),
                cards = *cards,
            ),
            Violation::NoTrump { unicolor: true } => text!("Unicolor has no trump"),
            Violation::NoTrump { unicolor: false } => {
                text!("all cards of the deck are dealt, so there is no trump")
            }
            Violation::TricksRange { player, tricks, cards } => text!(
                "{name} cannot have taken {n} trick: the round has {cards}"
                    | "{name} cannot have taken {n} tricks: the round has {cards}" % *tricks,
                name = name(player),
                cards = *cards,
            ),
            Violation::TricksMissing { player } => text!("the tricks of {name} are missing", name = name(player)),
            Violation::TricksSum { sum, expected, bomb_possible, bombs } => {
                tricks_sum(*sum, *expected, *bomb_possible, *bombs > 0)
            }
            Violation::Bombs { bombs, most } => text!(
                "{bombs} Bombs cannot have been played in this round: 0 to {most} are possible (two with Witch or \
                 Vampire)",
                bombs = *bombs,
                most = *most,
            ),
            Violation::Clouds { clouds, most } => text!(
                "{clouds} Clouds cannot have been taken in this round: 0 to {most} are possible (two with Witch or \
                 Vampire)",
                clouds = *clouds,
                most = *most,
            ),
            Violation::BombNotInDeck => {
                text!("the Bomb was played, but it is not among the special cards of this game")
            }
            Violation::CloudNotInDeck => {
                text!("the Cloud was taken, but it is not among the special cards of this game")
            }
            Violation::CloudPlayer { player } => text!(
                "the Cloud was taken by seat {seat}, but the seats are 0 to {last}",
                seat = *player,
                last = names.len().saturating_sub(1),
            ),
            Violation::CloudChange { player, change } => text!(
                "the Cloud changes the bid of {name} by +1 or −1, not by {change}",
                name = name(player),
                change = *change,
            ),
            Violation::CloudOpen { player: Some(player) } => {
                text!("the Cloud changes {name}'s bid, but by how much is missing", name = name(player))
            }
            Violation::CloudOpen { player: None } => text!("the Cloud was played, but who took it is missing"),
            Violation::CloudWithoutTrick { player } => {
                text!("{name} cannot have taken the Cloud without taking a trick", name = name(player))
            }
            Violation::CloudRange { player, bid, change, cards } => text!(
                "the Cloud cannot change the bid of {name} from {bid} to {changed}: a bid can be from 0 to {cards}",
                name = name(player),
                bid = *bid,
                changed = *bid + i16::from(i8::from(*change)),
                cards = *cards,
            ),
            Violation::PenaltyPlayer { player } => text!(
                "a penalty names seat {seat}, but the seats are 0 to {last}",
                seat = *player,
                last = names.len().saturating_sub(1),
            ),
            Violation::PenaltyRound { after_round, scored } => text!(
                "a penalty follows round {round}, but only {n} round is scored"
                    | "a penalty follows round {round}, but only {n} rounds are scored" % *scored,
                round = *after_round,
            ),
            Violation::PenaltyPoints { points } => text!(
                "a penalty cannot have {points} points: it is a multiple of 10 from −{max} to {max}, and not 0",
                points = *points,
                max = PENALTY_MAX,
            ),
            Violation::PenaltyReason => {
                text!("the reason of a penalty is one line of at most {max} characters", max = REASON_MAX)
            }
            Violation::PenaltyCount => text!("a game has at most {max} penalties", max = PENALTIES_MAX),
            Violation::NoSuchRound { planned } => {
                text!("the game has only {n} round" | "the game has only {n} rounds" % *planned)
            }
        }
    }

    fn at_table(&self, names: &[String]) -> Text {
        let name = |seat: Seat| names.get(seat).cloned().unwrap_or_default();
        match *self {
            Violation::BidRange { cards, .. } => text!("A bid can be from 0 to {cards}.", cards = cards),
            Violation::BidMissing { player } => text!("{name} has not bid yet.", name = name(player)),
            Violation::PlusMinusOne { player, cards, .. } => text!(
                "The bids add up to {cards} (Plus/Minus One). {name}, who bids last, must change theirs.",
                cards = cards,
                name = name(player),
            ),
            Violation::PlusMinusOneInTurn { player, cards } => text!(
                "{name} may not bid 0: the bids before theirs add up to {cards} (Plus/Minus One).",
                name = name(player),
                cards = cards,
            ),
            Violation::NoTrump { unicolor: true } => text!("Unicolor has no trump."),
            Violation::NoTrump { unicolor: false } => text!("All cards are dealt, so there is no trump."),
            Violation::TricksRange { cards, .. } => {
                text!("The round has only {n} trick." | "The round has only {n} tricks." % cards)
            }
            Violation::TricksMissing { player } => text!("How many tricks did {name} take?", name = name(player)),
            Violation::TricksSum { sum, expected, bomb_possible: true, bombs: 1.. } => text!(
                "The tricks add up to {sum}, not {played}: 1 is missing. Was a second Bomb played?",
                sum = sum,
                played = expected,
            ),
            Violation::TricksSum { sum, expected, bomb_possible: true, .. } => text!(
                "The tricks add up to {sum}, but {cards} cards were dealt. Was the Bomb played?",
                sum = sum,
                cards = expected,
            ),
            Violation::TricksSum { sum, expected: 0, .. } if sum > 0 => {
                text!("The Bomb took every trick: enter 0 for everyone, or take the Bomb back.")
            }
            Violation::TricksSum { sum, expected, .. } if sum > u16::from(expected) => text!(
                "The tricks add up to {sum}, not {played}: {n} too many. Correct one of the numbers."
                    | "The tricks add up to {sum}, not {played}: {n} too many. Correct one of the numbers." % sum
                        - u16::from(expected),
                sum = sum,
                played = expected,
            ),
            Violation::TricksSum { sum, expected, .. } => text!(
                "The tricks add up to {sum}, not {played}: {n} is missing. Correct one of the numbers."
                    | "The tricks add up to {sum}, not {played}: {n} are missing. Correct one of the \
                       numbers."
                        % u16::from(expected).saturating_sub(sum),
                sum = sum,
                played = expected,
            ),
            Violation::CloudOpen { player: Some(player) } => {
                text!("How does the Cloud change {name}'s bid?", name = name(player))
            }
            Violation::CloudOpen { player: None } => text!("Who took the Cloud? Choose a player, or nobody."),
            Violation::CloudWithoutTrick { player } => {
                text!("{name} took no trick, so they cannot have the Cloud. Who took it?", name = name(player))
            }
            Violation::CloudRange { player, bid, change, cards } => text!(
                "The Cloud cannot change the bid of {name} to {bid}: a bid can be from 0 to {cards}. Choose the other \
                 change.",
                name = name(player),
                bid = bid + i16::from(i8::from(change)),
                cards = cards,
            ),
            Violation::Length { .. }
            | Violation::BombNotInDeck
            | Violation::Bombs { .. }
            | Violation::CloudNotInDeck
            | Violation::Clouds { .. }
            | Violation::CloudPlayer { .. }
            | Violation::CloudChange { .. }
            | Violation::PenaltyPlayer { .. }
            | Violation::PenaltyRound { .. }
            | Violation::NoSuchRound { .. } => not_now(),
            Violation::PenaltyPoints { .. } => text!(
                "A penalty has {step} to {max} points in tens, with − or +.",
                step = PENALTY_STEP,
                max = PENALTY_MAX,
            ),
            Violation::PenaltyReason => {
                text!("A reason has one line of at most {max} characters.", max = REASON_MAX)
            }
            Violation::PenaltyCount => text!("A game has at most {max} penalties.", max = PENALTIES_MAX),
        }
    }
}

fn tricks_sum(sum: u16, expected: u8, bomb_possible: bool, bomb: bool) -> Text {
    let off = sum.abs_diff(u16::from(expected));
    match (sum < u16::from(expected), bomb_possible, bomb) {
        (_, true, _) => text!(
            "the tricks add up to {sum}, not {expected}: {n} missing. Was the Bomb played?"
                | "the tricks add up to {sum}, not {expected}: {n} missing. Was the Bomb played?" % off,
            sum = sum,
            expected = expected,
        ),
        (true, _, true) => text!(
            "the tricks add up to {sum}, not {expected}: {n} missing with the Bomb played"
                | "the tricks add up to {sum}, not {expected}: {n} missing with the Bomb played" % off,
            sum = sum,
            expected = expected,
        ),
        (true, _, false) => text!(
            "the tricks add up to {sum}, not {expected}: {n} missing"
                | "the tricks add up to {sum}, not {expected}: {n} missing" % off,
            sum = sum,
            expected = expected,
        ),
        (false, _, true) => text!(
            "the tricks add up to {sum}, not {expected}: {n} too many with the Bomb played"
                | "the tricks add up to {sum}, not {expected}: {n} too many with the Bomb played" % off,
            sum = sum,
            expected = expected,
        ),
        (false, _, false) => text!(
            "the tricks add up to {sum}, not {expected}: {n} too many"
                | "the tricks add up to {sum}, not {expected}: {n} too many" % off,
            sum = sum,
            expected = expected,
        ),
    }
}
