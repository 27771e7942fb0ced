//! A number with the size of its sample.

use serde::ser::{Serialize, SerializeStruct, Serializer};

/// The number of finished games below which a sample is small.
pub const GAMES_ENOUGH: u32 = 5;
/// The number of scored rounds below which a sample is small.
pub const ROUNDS_ENOUGH: u32 = 30;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    Games(u32),
    Rounds(u32),
}

impl Sample {
    pub fn size(self) -> u32 {
        match self {
            Sample::Games(size) | Sample::Rounds(size) => size,
        }
    }

    /// Whether the sample is small: fewer than [`GAMES_ENOUGH`] games or [`ROUNDS_ENOUGH`] rounds.
    pub fn small(self) -> bool {
        match self {
            Sample::Games(size) => size < GAMES_ENOUGH,
            Sample::Rounds(size) => size < ROUNDS_ENOUGH,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// The number; `None` if nothing was counted. Shares are from 0 to 1.
    pub value: Option<f64>,
    pub sample: Sample,
}

impl Figure {
    pub(super) fn mean(sum: f64, sample: Sample) -> Figure {
        let size = sample.size();
        Figure { value: (size > 0).then(|| sum / f64::from(size)), sample }
    }

    pub(super) fn of(value: Option<i32>, sample: Sample) -> Figure {
        Figure { value: value.map(f64::from), sample }
    }

    pub(super) fn only_if(self, wanted: bool) -> Figure {
        Figure { value: self.value.filter(|_| wanted), ..self }
    }

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
