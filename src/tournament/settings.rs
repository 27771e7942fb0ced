use std::collections::BTreeMap;
use std::fmt;

use serde::de::{self, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::text;
use crate::text::Text;
use crate::wizard::{Plan, PlanPreset, RuleSet};

/// The settings of a tournament. Each has a default, which a file may leave out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The cards of each hand, by the number of players at the table; where there are none, the official plan.
    pub hands: BTreeMap<u8, Vec<u8>>,
    /// The rules at every table. The hands are not in it.
    pub rules: RuleSet,
    pub table_points: PointsBy,
    /// In this order.
    pub place_by: Vec<PlaceBy>,
    /// In this order.
    pub rank_by: Vec<RankBy>,
    pub rounds: u8,
    /// How later rounds are seated; the first is drawn.
    pub seating: Seating,
    /// How many of the ranking go on, if that is played for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<u16>,
    /// How many play in each stage after the rounds: tables of four whose best go on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<u16>,
    pub minutes: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// Points by place at the table, as at the publisher's championships.
    Publishers,
    SumOfPoints,
}

impl Preset {
    /// In the order in which they are offered.
    pub const ALL: [Preset; 2] = variants!(Preset: Publishers, SumOfPoints);

    pub fn text(self) -> Text {
        match self {
            Preset::Publishers => text!("settings of a tournament" => "As the publisher’s"),
            Preset::SumOfPoints => text!("settings of a tournament" => "Sum of points"),
        }
    }

    pub fn settings(self) -> Settings {
        match self {
            Preset::Publishers => Settings::default(),
            Preset::SumOfPoints => Settings {
                table_points: PointsBy::Points,
                rank_by: RankBy::ALL.into_iter().filter(|by| *by != RankBy::TablePoints).collect(),
                ..Settings::default()
            },
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        let plan = |players: u8| Some((players, PlanPreset::Tournament.hands(players.into())?));
        Settings {
            hands: (3..=5).filter_map(plan).collect(),
            rules: RuleSet { plus_minus_one_from_cards: 2, ..RuleSet::default() },
            table_points: PointsBy::default(),
            place_by: PlaceBy::ALL.into(),
            rank_by: RankBy::ALL.into(),
            rounds: 3,
            seating: Seating::default(),
            cut: None,
            stages: Vec::new(),
            minutes: 45,
        }
    }
}

impl Settings {
    pub fn rules_at(&self, players: usize) -> RuleSet {
        let hands = u8::try_from(players).ok().and_then(|players| self.hands.get(&players).cloned());
        RuleSet { hands, ..self.rules.clone() }
    }

    pub fn plan(&self, players: usize) -> Plan {
        Plan::of(&self.rules_at(players), players)
    }

    pub fn going_on(&self) -> Option<usize> {
        self.stages.first().copied().or(self.cut).map(usize::from)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PointsBy {
    /// The points of each place; later places have none.
    Place(Vec<i32>),
    Points,
    /// One for everyone below, minus one for everyone above.
    BelowAbove,
}

impl Default for PointsBy {
    fn default() -> PointsBy {
        PointsBy::Place(vec![45, 30, 20, 10, 5])
    }
}

impl Serialize for PointsBy {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self {
            PointsBy::Place(points) => points.serialize(out),
            PointsBy::Points => out.serialize_str("points"),
            PointsBy::BelowAbove => out.serialize_str("below-above"),
        }
    }
}

impl<'de> Deserialize<'de> for PointsBy {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<PointsBy, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = PointsBy;
            fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
                out.write_str("a list of points, \"points\" or \"below-above\"")
            }
            fn visit_str<E: de::Error>(self, word: &str) -> Result<PointsBy, E> {
                match word {
                    "points" => Ok(PointsBy::Points),
                    "below-above" => Ok(PointsBy::BelowAbove),
                    _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
                }
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<PointsBy, A::Error> {
                let mut points = Vec::new();
                while let Some(one) = list.next_element()? {
                    points.push(one);
                }
                Ok(PointsBy::Place(points))
            }
        }
        input.deserialize_any(Either)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlaceBy {
    /// The points after penalties.
    Points,
    BidsMet,
    BestHand,
    BestHands,
    /// The best of the lesser hands.
    SecondBestHand,
    PlayOff,
}

impl PlaceBy {
    /// In the usual order.
    pub const ALL: [PlaceBy; 6] = variants!(PlaceBy: Points, BidsMet, BestHand, BestHands, SecondBestHand, PlayOff);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RankBy {
    TablePoints,
    Points,
    BidsMet,
    BestGame,
    BestGames,
    /// The best of the lesser games.
    SecondBestGame,
}

impl RankBy {
    /// In the usual order.
    pub const ALL: [RankBy; 6] = variants!(RankBy: TablePoints, Points, BidsMet, BestGame, BestGames, SecondBestGame);
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seating {
    Drawn,
    /// Who has not met, and is near in the ranking.
    #[default]
    Swiss,
}
