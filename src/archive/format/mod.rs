//! The file format (`docs/format.md`): facts only. Scores that a file repeats for other programs are ignored.

mod error;
mod game;
mod last_wizard;
mod loaded;
mod read;
mod step;
mod strict;
mod tournament;
mod wizard;
mod write;

pub use error::{BUNDLE_VERSION, FILE_MAX, LoadError, STEPS_MAX, VERSION};
pub(super) use error::{FORMAT, QUOTED_MAX, TOURNAMENT};
pub use game::InFile;
pub use loaded::{Loaded, MadeUp, deck_filled, trumps_dropped};
pub use read::{Listed, read_record, read_session};
pub use tournament::{LoadedTournament, read_tournament, write_tournament};
pub(super) use wizard::likely_phase;
pub use write::{to_lines, write_session};
