//! What a rule can be set to: ways to bid, what breaks a tie, editions.

use serde::{Deserialize, Serialize};

use super::card::SpecialCard;
use crate::text;
use crate::text::Text;

/// How bids are made known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bidding {
    /// Announced in order, the dealer last.
    #[default]
    Open,
    /// Written secretly, revealed at once before play.
    Hidden,
    /// Written secretly; only the scorekeeper knows them until the round is scored (E).
    Confided,
    /// Written secretly, revealed after the round.
    Secret,
}

impl Bidding {
    /// All ways, in the order in which the set-up shows them.
    pub const ALL: [Bidding; 4] = [Bidding::Open, Bidding::Hidden, Bidding::Confided, Bidding::Secret];
}

/// What breaks a tie (ours; tournaments use the first two, US sets the last).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    /// More bids met.
    BidsMet,
    /// More points in the best single round.
    BestRound,
    /// More tricks announced over all rounds.
    SumOfBids,
}

impl TieBreak {
    /// All three, in the order in which the set-up shows them.
    pub const ALL: [TieBreak; 3] = [TieBreak::BidsMet, TieBreak::BestRound, TieBreak::SumOfBids];

    /// Its name within a sentence.
    pub fn name(self) -> Text {
        match self {
            TieBreak::BidsMet => text!("what breaks a tie" => "bids met"),
            TieBreak::BestRound => text!("what breaks a tie" => "best round"),
            TieBreak::SumOfBids => text!("what breaks a tie" => "sum of bids"),
        }
    }

    /// The note on a game whose tie it broke.
    pub fn decided(self) -> Text {
        text!("Tie broken by {criterion}", criterion = self.name())
    }

    /// A list packed into one number for [`Rule::value`](super::Rule::value): two bits per place.
    pub(super) fn packed(list: &[TieBreak]) -> u8 {
        list.iter().rev().fold(0, |packed, &one| (packed << 2) | (one as u8 + 1))
    }

    /// The list in a number of [`TieBreak::packed`].
    pub(super) fn unpacked(packed: u8) -> Vec<TieBreak> {
        let places = (0..TieBreak::ALL.len()).map(|place| usize::from((packed >> (2 * place)) & 3));
        places.map_while(|one| TieBreak::ALL.get(one.checked_sub(1)?).copied()).collect()
    }
}

/// The edition whose cards a game is played with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edition {
    /// The classic deck.
    #[default]
    Classic,
    /// With special cards of the 25-year edition.
    Anniversary,
    /// With the special cards that the 30-year edition adds.
    ThirtyYears,
}

impl Edition {
    /// All three, in the order in which the set-up shows them.
    pub const ALL: [Edition; 3] = [Edition::Classic, Edition::Anniversary, Edition::ThirtyYears];

    /// Its name.
    pub fn text(self) -> Text {
        match self {
            Edition::Classic => text!("Classic"),
            Edition::Anniversary => text!("25 years"),
            Edition::ThirtyYears => text!("30 years"),
        }
    }

    /// Its name in exports.
    pub fn key(self) -> &'static str {
        match self {
            Edition::Classic => "classic",
            Edition::Anniversary => "anniversary",
            Edition::ThirtyYears => "thirty_years",
        }
    }

    /// Its special cards.
    pub fn cards(self) -> &'static [SpecialCard] {
        match self {
            Edition::Classic => &[],
            Edition::Anniversary => &SpecialCard::OF_25,
            Edition::ThirtyYears => &SpecialCard::ALL,
        }
    }
}
