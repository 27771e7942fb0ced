//! The file format (`docs/format.md`): facts only. Scores repeated for other programs are ignored.

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

pub(super) use error::QUOTED_MAX;
pub use error::{BUNDLE_VERSION, FILE_MAX, LoadError, STEPS_MAX, VERSION};
pub use game::InFile;
pub(super) use game::TableIn;
pub use loaded::{Loaded, MadeUp};
pub use read::{Listed, read_record, read_session};
pub(super) use strict::strictly;
pub use tournament::{LoadedTournament, read_tournament, write_tournament};
pub(super) use wizard::{CloudIn, RoundIn, facts, likely_phase};
pub use write::{to_lines, write_session};
