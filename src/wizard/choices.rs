use serde::{Deserialize, Serialize};

use super::card::SpecialCard;
use crate::text;
use crate::text::Text;

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
    pub const ALL: [Bidding; 4] = variants!(Bidding: Open, Hidden, Confided, Secret);
}

/// Ours; tournaments use the first two, US sets the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    BidsMet,
    BestRound,
    SumOfBids,
}

impl TieBreak {
    pub const ALL: [TieBreak; 3] = variants!(TieBreak: BidsMet, BestRound, SumOfBids);

    pub fn name(self) -> Text {
        match self {
            TieBreak::BidsMet => text!("what breaks a tie" => "bids met"),
            TieBreak::BestRound => text!("what breaks a tie" => "best round"),
            TieBreak::SumOfBids => text!("what breaks a tie" => "sum of bids"),
        }
    }

    pub fn decided(self) -> Text {
        text!("Tie broken by {criterion}", criterion = self.name())
    }

    /// For [`Rule::value`](super::Rule::value): two bits per place.
    pub(super) fn packed(list: &[TieBreak]) -> u8 {
        list.iter().rev().fold(0, |packed, &one| (packed << 2) | (one as u8 + 1))
    }

    pub(super) fn unpacked(packed: u8) -> Vec<TieBreak> {
        let places = (0..TieBreak::ALL.len()).map(|place| usize::from((packed >> (2 * place)) & 3));
        places.map_while(|one| TieBreak::ALL.get(one.checked_sub(1)?).copied()).collect()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edition {
    #[default]
    Classic,
    Anniversary,
    ThirtyYears,
}

impl Edition {
    pub const ALL: [Edition; 3] = variants!(Edition: Classic, Anniversary, ThirtyYears);

    pub fn text(self) -> Text {
        match self {
            Edition::Classic => text!("Classic"),
            Edition::Anniversary => text!("25 years"),
            Edition::ThirtyYears => text!("30 years"),
        }
    }

    pub fn key(self) -> &'static str {
        match self {
            Edition::Classic => "classic",
            Edition::Anniversary => "anniversary",
            Edition::ThirtyYears => "thirty_years",
        }
    }

    pub fn cards(self) -> &'static [SpecialCard] {
        match self {
            Edition::Classic => &[],
            Edition::Anniversary => &SpecialCard::OF_25,
            Edition::ThirtyYears => &SpecialCard::ALL,
        }
    }
}
