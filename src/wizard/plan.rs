//! The plan of rounds: how many there are and how many cards each deals.

use serde::{Deserialize, Serialize};

/// The fewest players.
pub const PLAYERS_MIN: usize = 3;
/// The most players.
pub const PLAYERS_MAX: usize = 6;

/// The most rounds a plan may have.
pub const ROUNDS_MAX: usize = 40;

/// The most cards that other editions and house decks may add: the largest deck has 80.
pub const EXTRA_CARDS_MAX: u8 = 20;

/// The most cards one player may hold: ⌊80 / players⌋, which leaves room for decks larger than the 25-year edition's.
/// In Unicolor everyone owns fifteen cards.
pub(super) fn hand_max(players: usize, unicolor: bool) -> u8 {
    let dealt = u8::try_from(80 / players.max(1)).unwrap_or(u8::MAX);
    if unicolor { dealt.min(15) } else { dealt }
}

/// The rounds of the official plan without variants: ⌊60 / players⌋.
pub(super) fn official_rounds(players: usize) -> u8 {
    u8::try_from(60 / players.max(1)).unwrap_or(u8::MAX)
}

/// The cards dealt in each round of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    hands: Vec<u8>,
}

impl Plan {
    pub(super) fn with(hands: Vec<u8>) -> Plan {
        Plan { hands }
    }

    /// The number of rounds.
    pub fn rounds(&self) -> usize {
        self.hands.len()
    }

    /// The cards dealt in a round, counted from 1; `None` outside the plan.
    pub fn cards(&self, round: usize) -> Option<u8> {
        self.hands.get(round.checked_sub(1)?).copied()
    }

    /// The cards of every round, in order.
    pub fn hands(&self) -> &[u8] {
        &self.hands
    }
}

/// A named plan that the set-up offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanPreset {
    /// The official plan.
    EveryRound,
    /// Every second hand of the official plan, ending with all cards: 2 4 … 20, 1 3 … 15, 2 4 … 12, 2 4 … 10.
    #[serde(alias = "odd_rounds")]
    EveryOther,
    /// The ten hands of tournaments, the last of which deals all cards; with six players the official plan.
    Tournament,
    /// The last ten rounds of the official plan.
    LastTen,
    /// One card up to half the official number of rounds and down again: as long an evening as the official plan.
    UpAndDown,
}

impl PlanPreset {
    /// All presets, in the order in which the set-up shows them.
    pub const ALL: [PlanPreset; 5] = [
        PlanPreset::EveryRound,
        PlanPreset::EveryOther,
        PlanPreset::Tournament,
        PlanPreset::LastTen,
        PlanPreset::UpAndDown,
    ];

    /// The hands of this preset, or `None` for the official plan.
    pub fn hands(self, players: usize) -> Option<Vec<u8>> {
        let last = official_rounds(players);
        match self {
            PlanPreset::EveryRound => None,
            PlanPreset::EveryOther => Some((if last.is_multiple_of(2) { 2 } else { 1 }..=last).step_by(2).collect()),
            PlanPreset::Tournament => match players {
                3 => Some((2..=20).step_by(2).collect()),
                4 => Some(vec![1, 3, 5, 7, 9, 11, 12, 13, 14, 15]),
                5 => Some(vec![2, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
                _ => None,
            },
            PlanPreset::LastTen => Some((last.saturating_sub(9).max(1)..=last).collect()),
            PlanPreset::UpAndDown => {
                let top = last.div_ceil(2);
                Some((1..=top).chain((1..top).rev()).collect())
            }
        }
    }
}
