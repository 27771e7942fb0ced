use super::track::{Bet, MANUAL_MAX, Token};
use crate::game::{Breaks, REASON_MAX};
use crate::seats::Seat;
use crate::text;
use crate::text::Text;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(&[]))]
pub enum Violation {
    Length {
        /// `facts` or `moves`.
        list: &'static str,
        found: usize,
        players: usize,
    },
    TokenRange {
        player: Seat,
        token: i64,
    },
    NoSuchBet {
        player: Seat,
        fold: i64,
    },
    AfterFold {
        player: Seat,
    },
    TokenMissing {
        /// The first such player in the order of the bets.
        player: Seat,
        bet: Bet,
    },
    RankWithoutTokens {
        player: Seat,
    },
    RankAndHand {
        player: Seat,
    },
    RankAmongHands {
        player: Seat,
    },
    HandMissing {
        /// The first such player in the order of the bets.
        player: Seat,
    },
    HandRange {
        player: Seat,
        hand: i64,
        most: i32,
    },
    LastFolds {
        player: Seat,
    },
    SecondNeedsFive {
        player: Seat,
    },
    SecondAfterTie {
        player: Seat,
    },
    NoBest,
    NoSecond,
    MoveRange {
        player: Seat,
        by: i64,
    },
    MoveReason,
    AfterTheEnd {
        ended: usize,
    },
    RoundCount {
        most: usize,
    },
}

impl Breaks for Violation {
    fn text(&self, names: &[String]) -> Text {
        let name = |seat: &Seat| names.get(*seat).map_or("?", String::as_str);
        match self {
            Violation::Length { list, found, players } => text!(
                "“{list}” has {n} entry, but there are {players} players: give one for each, in seat order"
                    | "“{list}” has {n} entries, but there are {players} players: give one for each, in seat order"
                        % *found,
                list = *list,
                players = *players,
            ),
            Violation::TokenRange { player, token } => text!(
                "{name} cannot have a token of {token}: tokens are worth {min} to {max}",
                name = name(player),
                token = *token,
                min = Token::MIN.value(),
                max = Token::MAX.value(),
            ),
            Violation::NoSuchBet { player, fold } => {
                text!("{name} folds at bet {fold}, but there are two: 1 and 2", name = name(player), fold = *fold)
            }
            Violation::AfterFold { player } => {
                text!("{name} has folded and cannot bet or show a hand after that", name = name(player))
            }
            Violation::TokenMissing { player, bet: Bet::First } => {
                text!("{name} has no round token and has not folded", name = name(player))
            }
            Violation::TokenMissing { player, bet: Bet::Second } => {
                text!("{name} has no square token and has not folded", name = name(player))
            }
            Violation::RankWithoutTokens { player } => {
                text!("{name} cannot show a hand without a round token and a square one", name = name(player))
            }
            Violation::RankAndHand { player } => {
                text!("{name} has a rank and a hand: give only one of them", name = name(player))
            }
            Violation::RankAmongHands { player } => {
                text!("{name} has a rank where others have hands: give either for all", name = name(player))
            }
            Violation::HandMissing { player } => text!("the hand of {name} is missing", name = name(player)),
            Violation::HandRange { player, hand, most } => text!(
                "{name} cannot have a hand of {hand}: it is −{most} to {most}",
                name = name(player),
                hand = *hand,
                most = *most,
            ),
            Violation::LastFolds { player } => {
                text!("{name} cannot fold: all others have folded", name = name(player))
            }
            Violation::SecondNeedsFive { player } => text!(
                "{name} cannot have the second best hand: it counts with five or six players only",
                name = name(player),
            ),
            Violation::SecondAfterTie { player } => text!(
                "{name} cannot have the second best hand: several have the best, so there is no second",
                name = name(player),
            ),
            Violation::NoBest => text!("nobody has the best hand: say who"),
            Violation::NoSecond => text!("nobody has the second best hand: with five or six players somebody has"),
            Violation::MoveRange { player, by } => text!(
                "{name} cannot be moved by {by}: a manual move has at most {max} spaces",
                name = name(player),
                by = *by,
                max = MANUAL_MAX,
            ),
            Violation::MoveReason => {
                text!("the reason of a manual move is one line of at most {max} characters", max = REASON_MAX)
            }
            Violation::AfterTheEnd { ended } => text!("the game ended with round {ended}", ended = *ended),
            Violation::RoundCount { most } => text!("a game has at most {most} rounds", most = *most),
        }
    }

    fn at_table(&self, names: &[String]) -> Text {
        match *self {
            Violation::NoBest => text!("Who has the best hand?"),
            Violation::NoSecond => text!("Who has the second best hand? With five or six players somebody has."),
            Violation::HandMissing { player } => {
                text!("How much is {name}'s hand worth?", name = names.get(player).cloned().unwrap_or_default())
            }
            _ => self.text(names),
        }
    }
}
