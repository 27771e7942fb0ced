use std::collections::HashMap;

use super::{Figure, Sample};

/// The finished games two players played together, from the first one's point of view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeadToHead {
    /// An index into [`Statistics::players`](super::Statistics::players).
    pub player: usize,
    pub opponent: usize,
    pub games: u32,
    pub ahead: u32,
    pub level: u32,
    pub behind: u32,
    /// The mean of the player's final total minus the opponent's, in points.
    pub mean_difference: Figure,
}

#[derive(Debug, Default)]
struct Pair {
    ahead: u32,
    level: u32,
    behind: u32,
    difference: i64,
}

/// The counts behind [`HeadToHead`], one for each pair, the smaller player number first.
#[derive(Debug, Default)]
pub(super) struct PairTally {
    pairs: HashMap<(usize, usize), Pair>,
}

impl PairTally {
    pub(super) fn add(&mut self, game: &[(usize, usize, i32)]) {
        for (index, &one) in game.iter().enumerate() {
            for &other in game.get(index + 1..).unwrap_or(&[]) {
                let (first, second) = if one.0 < other.0 { (one, other) } else { (other, one) };
                let pair = self.pairs.entry((first.0, second.0)).or_default();
                match first.1.cmp(&second.1) {
                    std::cmp::Ordering::Less => pair.ahead += 1,
                    std::cmp::Ordering::Equal => pair.level += 1,
                    std::cmp::Ordering::Greater => pair.behind += 1,
                }
                pair.difference += i64::from(first.2) - i64::from(second.2);
            }
        }
    }

    /// Sorted by player and opponent. `place` maps a player's number to their index.
    pub(super) fn head_to_head(&self, place: &[usize]) -> Vec<HeadToHead> {
        let place = |number: usize| place.get(number).copied().unwrap_or(number);
        let mut all = Vec::with_capacity(2 * self.pairs.len());
        for (&(one, other), &Pair { ahead, level, behind, difference }) in &self.pairs {
            let games = ahead + level + behind;
            let mean = |sum: i64| Figure::mean(sum as f64, Sample::Games(games));
            let (player, opponent, mean_difference) = (place(one), place(other), mean(difference));
            all.push(HeadToHead { player, opponent, games, ahead, level, behind, mean_difference });
            let (player, opponent, mean_difference) = (opponent, player, mean(-difference));
            all.push(HeadToHead { player, opponent, games, ahead: behind, level, behind: ahead, mean_difference });
        }
        all.sort_unstable_by_key(|pair| (pair.player, pair.opponent));
        all
    }
}
