//! The folder of sessions: one JSON file each, written so that a crash harms nothing on disk.
//!
//! From the bottom up: `disk`, the only way to a file; `format`, what a file says; then the rest.

mod bundle;
mod copies;
mod disk;
mod files;
mod format;
mod import;
mod library;
mod moving;
mod places;
mod saver;
mod session_file;
mod settings;
mod table_rules;
mod tournament;
mod trash;

pub use bundle::{BundleError, BundleReport, counted, write_bundle, write_bundle_to};
pub use copies::{Family, FileCopy, Seen, copies, copy_rank, is_copy_name};
pub use disk::{
    BrowserStore, FolderStore, Lock, Presence, ReadError, SaveError, Store, Version, await_releases, can_write,
    draft_of, is_folder, is_no_file, is_there, lock, system_reason, whole, write_durably, write_new,
};
#[cfg(test)]
pub(crate) use disk::{Call, Hanging};
#[cfg(not(target_family = "wasm"))]
pub use disk::{read_private, remove_private, write_private};
pub use files::{Archive, Entry, FileKind, LeftBehind, is_tournament};
pub use format::{
    BUNDLE_VERSION, FILE_MAX, InFile, Listed, LoadError, Loaded, LoadedTournament, MadeUp, STEPS_MAX, VERSION,
    read_record, read_session, read_tournament, to_lines, trumps_dropped, write_session, write_tournament,
};
pub use import::{
    BadFile, Cell, Further, Import, ImportError, Imported, Item, Note, Outcome, PROBLEMS_MAX, Problem, Source, Wrong,
    unreadable_folder,
};
pub use library::{Library, News};
pub use moving::{Copied, MoveError, copy_archive};
pub use places::{DataFolder, cache_dir, default_data_dir, settings_file};
pub use saver::{Report, Saver};
pub use session_file::{Saved, SessionFile};
pub use settings::{NotSixColours, PlayerColours, Preference, Settings, TextSize, Theme};
pub use table_rules::{PlanChoice, RulesPreset, TableRules, TrackRules};
pub use tournament::{
    Found, Gathered, Known, NotSaved, TournamentFile, Wanted, gather, gathered, other_version, tournament_name,
};
