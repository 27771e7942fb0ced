//! The file format (`docs/format.md`): facts only. Scores that a file repeats for other programs are ignored.

mod error;
mod loaded;
mod read;
mod step;
mod write;

pub use error::{BUNDLE_VERSION, FILE_MAX, LoadError, STEPS_MAX, VERSION};
pub(super) use error::{FORMAT, QUOTED_MAX};
pub use loaded::{Loaded, MadeUp};
pub(super) use read::likely_phase;
pub use read::{read_record, read_session};
pub use write::{to_lines, write_session};
