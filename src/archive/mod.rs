//! One JSON file per session, written crash-safely. `disk` is the only way to a file; `format` is the text in it.

mod bundle;
mod copies;
mod copying;
mod disk;
mod document;
mod files;
mod format;
mod import;
mod library;
mod places;
mod recognise;
mod settings;
mod table_rules;
mod tournament;
mod trash;

pub use bundle::{BundleReport, counted, write_bundle, write_bundle_to};
pub use copies::{Seen, copies, copy_rank, is_copy_name};
pub use copying::{Copies, CopyError, copy_archive};
pub use disk::{
    BrowserStore, FolderStore, Lock, ReadError, SaveError, Store, Version, await_releases, draft_of, is_folder,
    is_no_file, is_there, lock, system_reason, whole, write_durably, write_new,
};
#[cfg(test)]
pub(crate) use disk::{Call, Hanging};
pub use document::{Document, Kept, Report, SaveState, Saved, Saver, SessionFile};
pub use files::{Archive, Entry, FileKind, LeftBehind, is_tournament};
pub use format::{
    BUNDLE_VERSION, FILE_MAX, InFile, Listed, LoadError, Loaded, LoadedTournament, MadeUp, STEPS_MAX, VERSION,
    read_record, read_session, read_tournament, to_lines, write_session, write_tournament,
};
pub use import::{
    Answers, Fault, Further, Import, Imported, Item, Note, NoteKind, Outcome, PROBLEMS_MAX, People, Person, Preview,
    Problem, Question, Source, read_people, unreadable_folder,
};
pub use library::{Library, News};
pub use places::{DataFolder, cache_dir, default_data_dir, settings_file};
pub use settings::{Preference, Settings, TextSize, Theme, WindowPlace};
pub use table_rules::{PlanChoice, TableRules, TrackRules};
pub use tournament::{
    Found, Gathered, Known, TournamentFile, TournamentGames, Wanted, gather, gathered, other_version, tournament_of,
};
