//! A number with the size of the sample it comes from.

use serde::ser::{Serialize, SerializeStruct, Serializer};

/// Fewer finished games than this are a small sample.
pub const GAMES_ENOUGH: u32 = 5;
/// Fewer scored rounds than this are a small sample.
pub const ROUNDS_ENOUGH: u32 = 30;

/// What a figure was counted over, and how many there were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// Finished games.
    Games(u32),
    /// Scored rounds of one player: one bid each.
    Rounds(u32),
}

impl Sample {
    /// How many games or rounds.
    pub fn size(self) -> u32 {
        match self {
            Sample::Games(size) | Sample::Rounds(size) => size,
        }
    }

    /// Is it too small to say much: fewer than [`GAMES_ENOUGH`] games or [`ROUNDS_ENOUGH`] rounds?
    pub fn small(self) -> bool {
        match self {
            Sample::Games(size) => size < GAMES_ENOUGH,
            Sample::Rounds(size) => size < ROUNDS_ENOUGH,
        }
    }
}

/// A figure of the statistics.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// The number; `None` when nothing was counted. Shares are from 0 to 1.
    pub value: Option<f64>,
    /// What it was counted over.
    pub sample: Sample,
}

impl Figure {
    /// The mean of a sum over this sample.
    pub(super) fn mean(sum: f64, sample: Sample) -> Figure {
        let size = sample.size();
        Figure { value: (size > 0).then(|| sum / f64::from(size)), sample }
    }

    /// A single number that stands for this sample, such as its largest.
    pub(super) fn of(value: Option<i32>, sample: Sample) -> Figure {
        Figure { value: value.map(f64::from), sample }
    }

    /// Is the sample too small to say much?
    pub fn small(&self) -> bool {
        self.sample.small()
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut fields = out.serialize_struct("Figure", 3)?;
        fields.serialize_field("value", &self.value)?;
        fields.serialize_field("sample", &self.sample.size())?;
        fields.serialize_field("small", &self.small())?;
        fields.end()
    }
}
