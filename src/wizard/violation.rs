use super::penalty::{PENALTIES_MAX, PENALTY_MAX, PENALTY_STEP};
use super::{Change, Waiver};
use crate::game::{Breaks, REASON_MAX, not_now};
use crate::seats::Seat;
use crate::text;
use crate::text::Text;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    Length {
        /// `bids` or `tricks`.
        list: &'static str,
        found: usize,
        players: usize,
    },
    BidRange {
        player: Seat,
        bid: i64,
        cards: u8,
    },
    BidMissing {
        /// The first such player in bidding order.
        player: Seat,
    },
    PlusMinusOne {
        /// The last in bidding order, who must change their bid.
        player: Seat,
        bid: u8,
        cards: u8,
    },
    /// A bid of 0 before the last while the earlier bids add up to the cards, with Plus/Minus One that binds everyone.
    PlusMinusOneInTurn {
        player: Seat,
        cards: u8,
    },
    NoTrump {
        /// Because of Unicolor; otherwise because all cards are dealt.
        unicolor: bool,
    },
    TricksRange {
        player: Seat,
        tricks: i64,
        cards: u8,
    },
    TricksMissing {
        /// The first such player in bidding order.
        player: Seat,
    },
    TricksSum {
        sum: u16,
        expected: u8,
        bomb_possible: bool,
        bombs: u8,
    },
    BombNotInDeck,
    Bombs {
        bombs: i64,
        most: u8,
    },
    CloudNotInDeck,
    Clouds {
        clouds: usize,
        most: u8,
    },
    CloudPlayer {
        player: i64,
    },
    CloudChange {
        player: Seat,
        change: i64,
    },
    /// Played, but its taker or its change is missing.
    CloudOpen {
        player: Option<Seat>,
    },
    CloudWithoutTrick {
        player: Seat,
    },
    CloudRange {
        player: Seat,
        /// The bid before this change.
        bid: i16,
        change: Change,
        cards: u8,
    },
    PenaltyPlayer {
        player: i64,
    },
    PenaltyRound {
        after_round: i64,
        scored: usize,
    },
    PenaltyPoints {
        points: i64,
    },
    PenaltyReason,
    PenaltyCount,
    NoSuchRound {
        planned: usize,
    },
}

impl Violation {
    pub fn waiver(&self) -> Option<Waiver> {
        match self {
            Violation::PlusMinusOne { .. } | Violation::PlusMinusOneInTurn { .. } => Some(Waiver::PlusMinusOne),
            Violation::TricksSum { .. } => Some(Waiver::Tricks),
            _ => None,
        }
    }

    /// Addresses the player on a seat, whose bid it may be.
    pub fn text_to(&self, seat: Seat, names: &[String]) -> Text {
        match *self {
            Violation::PlusMinusOne { player, bid, cards } if player == seat => text!(
                "You may not bid {bid}: the bids would add up to {cards} (Plus/Minus One).",
                bid = bid,
                cards = cards,
            ),
            Violation::PlusMinusOneInTurn { player, cards } if player == seat => {
                text!("You may not bid 0: the bids before yours add up to {cards} (Plus/Minus One).", cards = cards)
            }
            _ => self.text(names),
        }
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
            Violation::CloudOpen { player: None } => {
                text!("Who took the Cloud? Tap − or + beside the bid, or Cloud again if nobody did.")
            }
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

    fn in_file(&self, reason: Text) -> Text {
        match self {
            Violation::TricksSum { .. } => text!(
                "{reason} (to keep it as noted, write {key}; in a table of rounds, “{cell}” under “waived”)",
                reason = reason,
                key = r#""waived": ["tricks"]"#,
                cell = "tricks",
            ),
            _ => reason,
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
