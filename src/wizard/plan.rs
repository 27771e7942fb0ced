use serde::{Deserialize, Serialize};

pub const PLAYERS_MIN: usize = 3;
pub const PLAYERS_MAX: usize = 6;

pub const ROUNDS_MAX: usize = 40;

/// From other editions and house decks: the largest deck has 80.
pub const EXTRA_CARDS_MAX: u8 = 20;

/// ⌊80 / players⌋, which leaves room for decks larger than the 25-year edition's. In Unicolor everyone owns fifteen
/// cards.
pub(super) fn hand_max(players: usize, unicolor: bool) -> u8 {
    let dealt = u8::try_from(80 / players.max(1)).unwrap_or(u8::MAX);
    if unicolor { dealt.min(15) } else { dealt }
}

/// ⌊60 / players⌋, without variants.
pub(super) fn official_rounds(players: usize) -> u8 {
    u8::try_from(60 / players.max(1)).unwrap_or(u8::MAX)
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    hands: Vec<u8>,
}

impl Plan {
    pub(super) fn with(hands: Vec<u8>) -> Plan {
        Plan { hands }
    }

    pub fn rounds(&self) -> usize {
        self.hands.len()
    }

    pub fn cards(&self, round: usize) -> Option<u8> {
        self.hands.get(round.checked_sub(1)?).copied()
    }

    pub fn hands(&self) -> &[u8] {
        &self.hands
    }
}

/// Parses numbers, and ranges such as 1-15 or 8-1; stops one beyond the longest plan. Fails with the first other word.
pub fn read_hands(typed: &str) -> Result<Vec<u8>, String> {
    let ranges = typed.replace(['–', '−'], "-").split('-').map(str::trim).collect::<Vec<_>>().join("-");
    let words = ranges.split([' ', ',', ';', '.', '\t', '\n']).filter(|word| !word.is_empty());
    let mut hands = Vec::new();
    for word in words {
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        let (Ok(first), Ok(last)) = (first.parse::<u8>(), last.parse::<u8>()) else { return Err(word.to_owned()) };
        if first <= last {
            hands.extend(first..=last);
        } else {
            hands.extend((last..=first).rev());
        }
        hands.truncate(ROUNDS_MAX + 1);
    }
    Ok(hands)
}

/// The inverse of [`read_hands`], with ranges where the hands go up or down by one.
pub fn written_hands(hands: &[u8]) -> String {
    let (mut words, mut rest) = (Vec::new(), hands);
    while let [first, ..] = rest {
        let steps = |by: i8| rest.chunk_by(move |one, next| one.checked_add_signed(by) == Some(*next)).next();
        let range = [1, -1].into_iter().filter_map(steps).max_by_key(|range| range.len()).unwrap_or_default();
        let (word, taken) = match range {
            [first, _, .., last] => (format!("{first}-{last}"), range.len()),
            _ => (first.to_string(), 1),
        };
        words.push(word);
        rest = rest.get(taken..).unwrap_or_default();
    }
    words.join(" ")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanPreset {
    EveryRound,
    /// Ends with all cards: 2 4 … 20, 1 3 … 15, 2 4 … 12, 2 4 … 10.
    #[serde(alias = "odd_rounds")]
    EveryOther,
    /// Ten hands, the last of which deals all cards; with six players the official plan.
    Tournament,
    LastTen,
    /// From one card up to half the official number of rounds and down again: as long as the official plan.
    UpAndDown,
}

impl PlanPreset {
    pub const ALL: [PlanPreset; 5] = variants!(PlanPreset: EveryRound, EveryOther, Tournament, LastTen, UpAndDown);

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
