//! The places at a table and what they are worth.

use serde::{Serialize, Serializer};

use super::player::Number;
use super::settings::{PlaceBy, PointsBy, Settings};
use super::table::{Game, Table, TableResult};

/// Table points as exact fractions, because places can be shared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TablePoints(i64);

impl TablePoints {
    /// Units per table point; 60 divides by 3, 4, 5 and 6.
    const PARTS: i64 = 60;

    fn mean(points: i64, of: usize) -> TablePoints {
        TablePoints(points * Self::PARTS / i64::try_from(of.max(1)).unwrap_or(1))
    }

    pub fn value(self) -> f64 {
        self.0 as f64 / Self::PARTS as f64
    }

    pub(super) fn parts(self) -> i64 {
        self.0
    }

    /// `None` for a fraction.
    pub fn whole(self) -> Option<i64> {
        (self.0 % Self::PARTS == 0).then_some(self.0 / Self::PARTS)
    }
}

impl std::iter::Sum for TablePoints {
    fn sum<I: Iterator<Item = TablePoints>>(all: I) -> TablePoints {
        TablePoints(all.map(|points| points.0).sum())
    }
}

impl Serialize for TablePoints {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self.whole() {
            Some(whole) => out.serialize_i64(whole),
            None => out.serialize_f64(self.value()),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Placed {
    pub number: Number,
    /// `None` for those absent.
    pub place: Option<usize>,
    pub table_points: TablePoints,
    /// After penalties.
    pub points: i32,
    pub met: u8,
}

/// The largest number, how often it occurs, and the largest of the others.
pub(super) fn best(numbers: &[i32]) -> (Option<i32>, usize, Option<i32>) {
    let best = numbers.iter().max().copied();
    let often = numbers.iter().filter(|number| Some(**number) == best).count();
    (best, often, numbers.iter().filter(|number| Some(**number) != best).max().copied())
}

/// `None` if unknown.
fn value(game: &Game, by: PlaceBy) -> Option<i64> {
    let hands = || game.hands.as_deref().map(best);
    Some(match by {
        PlaceBy::Points => game.counted().into(),
        PlaceBy::BidsMet => game.met.into(),
        PlaceBy::BestHand => hands()?.0.map_or(i64::MIN, i64::from),
        PlaceBy::BestHands => i64::try_from(hands()?.1).unwrap_or(i64::MAX),
        PlaceBy::SecondBestHand => hands()?.2.map_or(i64::MIN, i64::from),
        PlaceBy::PlayOff => game.play_off?.into(),
    })
}

impl Table {
    /// Best first, absent players last; `None` without results.
    pub fn places(&self, settings: &Settings) -> Option<Vec<Placed>> {
        let results = self.results()?;
        let mut played: Vec<(Number, &Game)> = Vec::new();
        let mut absent = Vec::new();
        for (number, result) in self.players.iter().zip(results) {
            match result {
                TableResult::Played(game) => played.push((*number, game)),
                TableResult::Absent => absent.push(*number),
            }
        }
        let players = played.len();
        let counted = |game: &Game| game.counted().saturating_sub(self.overtime);
        // A tie-break applies only if every tied player has the value.
        let mut level = vec![played];
        for by in &settings.place_by {
            let groups = level.into_iter().flat_map(|mut group| {
                if group.iter().any(|(_, game)| value(game, *by).is_none()) {
                    return vec![group];
                }
                group.sort_by_key(|(_, game)| std::cmp::Reverse(value(game, *by)));
                group.chunk_by(|(_, one), (_, other)| value(one, *by) == value(other, *by)).map(<[_]>::to_vec).collect()
            });
            level = groups.collect();
        }
        let mut placed = Vec::with_capacity(self.players.len());
        for group in level {
            let above = placed.len();
            let share = worth(&settings.table_points, above, group.len(), players);
            placed.extend(group.into_iter().map(|(number, game)| {
                let table_points = match settings.table_points {
                    PointsBy::Points => TablePoints::mean(counted(game).into(), 1),
                    _ => share,
                };
                Placed { number, place: Some(above + 1), table_points, points: counted(game), met: game.met }
            }));
        }
        let nothing = TablePoints::default();
        let absent = absent.into_iter();
        placed.extend(absent.map(|number| Placed { number, place: None, table_points: nothing, points: 0, met: 0 }));
        Some(placed)
    }
}

/// The points of each who shares a place, by the number above them and the number who play.
fn worth(by: &PointsBy, above: usize, level: usize, players: usize) -> TablePoints {
    match by {
        PointsBy::Place(points) => {
            let places = points.iter().skip(above).take(level);
            TablePoints::mean(places.map(|points| i64::from(*points)).sum(), level)
        }
        PointsBy::BelowAbove => {
            let below = players.saturating_sub(above + level);
            let whole = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
            TablePoints::mean(whole(below) - whole(above), 1)
        }
        PointsBy::Points => TablePoints::default(),
    }
}
