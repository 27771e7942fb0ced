//! A session in the formats of other programs, one file per format.

mod csv;

pub use self::csv::csv;
pub(crate) use self::csv::neutral;
