//! Why a table cannot play by its rules.

use super::plan::{EXTRA_CARDS_MAX, PLAYERS_MAX, PLAYERS_MIN, ROUNDS_MAX};
use crate::text;
use crate::text::Text;

/// A reason why a rule set cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum RuleConflict {
    /// Wizard is for 3 to 6 players.
    Players(usize),
    /// Nobody can check the sum of bids nobody knows.
    PlusMinusOneWithSecret,
    /// Hidden, confided and secret bids are nobody's turn.
    InTurnWithoutTurns,
    /// Plus/Minus One cannot bind everyone and let the last bid 0.
    InTurnWithLastZero,
    /// Dragon and Fairy come together.
    DragonWithoutFairy,
    /// The 25-year edition allows Clairvoyance only without special cards.
    ClairvoyanceWithSpecialCards,
    /// The first round has more than one card.
    ClairvoyanceWithoutOneCard,
    /// The 25-year edition allows Unicolor only without special cards.
    UnicolorWithSpecialCards,
    /// Unicolor is for 3 or 4 players.
    UnicolorPlayers(usize),
    /// A plan has 1 to 40 rounds.
    RoundCount(usize),
    /// A hand is too small or too large.
    HandSize {
        /// The round, from 1.
        round: usize,
        /// The cards asked for.
        cards: u8,
        /// The most that can be dealt.
        max: u8,
    },
    /// A hand needs more cards than the deck has.
    Deck {
        /// The round, from 1.
        round: usize,
        /// The players.
        players: usize,
        /// The cards asked for, for each.
        cards: u8,
        /// The cards of the deck.
        deck: usize,
    },
    /// A criterion is listed twice among those that break a tie.
    TieBreakTwice,
    /// Plus/Minus One would begin outside the plan.
    PlusMinusOneFrom {
        /// The round asked for.
        from: u8,
        /// The rounds of the plan.
        rounds: usize,
    },
    /// There are more extra cards than a deck may have.
    ExtraCards(u8),
    /// Plus/Minus One would hold in no hand of the plan.
    PlusMinusOneFromCards {
        /// The smallest hand asked for.
        cards: u8,
        /// The largest hand of the plan.
        most: u8,
    },
}

impl RuleConflict {
    /// What is wrong and what to do.
    pub fn text(&self) -> Text {
        match *self {
            RuleConflict::Players(players) => text!(
                "Wizard is for {min} to {max} players, not {players}",
                min = PLAYERS_MIN,
                max = PLAYERS_MAX,
                players = players,
            ),
            RuleConflict::PlusMinusOneWithSecret => text!(
                "Plus/Minus One cannot be checked with Secret prediction: nobody knows the bids before play. Set \
                 “plus_minus_one” to false"
            ),
            RuleConflict::InTurnWithoutTurns => text!(
                "Plus/Minus One can only bind whoever's turn it is where bids are open: others have no order. Set \
                 “plus_minus_one_in_turn” to false"
            ),
            RuleConflict::InTurnWithLastZero => text!(
                "Plus/Minus One cannot bind everyone and let the last always bid 0: set “plus_minus_one_in_turn” or \
                 “last_may_bid_zero” to false"
            ),
            RuleConflict::DragonWithoutFairy => text!("the Dragon and the Fairy must be in the deck together"),
            RuleConflict::ClairvoyanceWithSpecialCards => text!("Clairvoyance is only played without special cards"),
            RuleConflict::ClairvoyanceWithoutOneCard => text!("Clairvoyance needs a first round of one card"),
            RuleConflict::UnicolorWithSpecialCards => text!("Unicolor is only played without special cards"),
            RuleConflict::UnicolorPlayers(players) => {
                text!("Unicolor is for 3 or 4 players, not {players}", players = players)
            }
            RuleConflict::RoundCount(rounds) => {
                text!("a plan has 1 to {max} rounds, not {rounds}", max = ROUNDS_MAX, rounds = rounds)
            }
            RuleConflict::HandSize { round, cards, max } => text!(
                "round {round} cannot have {n} card: 1 to {max} are possible"
                    | "round {round} cannot have {n} cards: 1 to {max} are possible" % cards,
                round = round,
                max = max,
            ),
            RuleConflict::Deck { round, players, cards, deck } => text!(
                "round {round} cannot be dealt: {players} players × {cards} cards are {dealt}, the deck has {deck}; \
                 deal fewer, or give the deck more “extra_cards”",
                round = round,
                players = players,
                cards = cards,
                dealt = players * usize::from(cards),
                deck = deck,
            ),
            RuleConflict::TieBreakTwice => text!("a tie break is listed twice in “tie_break”"),
            RuleConflict::PlusMinusOneFrom { from, rounds } => text!(
                "Plus/Minus One cannot begin in round {from}: the game has {n} round"
                    | "Plus/Minus One cannot begin in round {from}: the game has {n} rounds" % rounds,
                from = from,
            ),
            RuleConflict::ExtraCards(cards) => {
                text!("a deck has 0 to {max} extra cards, not {cards}", max = EXTRA_CARDS_MAX, cards = cards)
            }
            RuleConflict::PlusMinusOneFromCards { cards, most } => text!(
                "Plus/Minus One cannot begin with hands of {cards} cards: 1 to {most} are possible",
                cards = cards,
                most = most,
            ),
        }
    }
}
