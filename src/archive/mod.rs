//! The folder of sessions: one JSON file each, written so that nothing on disk is ever harmed.

mod bundle;
mod copies;
mod files;
mod format;
mod import;
mod library;
mod links;
mod lock;
mod moving;
mod opening;
mod reason;
mod saver;
mod session_file;
mod settings;
mod store;
mod trash;

pub use bundle::{BundleError, BundleReport, write_bundle, write_bundle_to};
pub use copies::{Family, FileCopy, Seen, copies, copy_rank, is_copy_name};
pub use files::{Archive, DataFolder, Entry, default_data_dir, draft_of, settings_file};
pub use format::{
    BUNDLE_VERSION, FILE_MAX, LoadError, Loaded, MadeUp, STEPS_MAX, VERSION, read_record, read_session, to_lines,
    write_session,
};
pub use import::{
    BadFile, Cell, Further, Import, ImportError, Item, Note, Outcome, PROBLEMS_MAX, Problem, Source, Wrong,
    unreadable_folder,
};
pub use library::{Library, News};
pub use links::whole;
pub use lock::{Lock, Presence, lock};
pub use moving::{Copied, MoveError, can_write, copy_archive};
pub use opening::{is_locked, is_no_file};
pub use reason::system_reason;
pub use saver::{Report, SaveError, Saver, write_durably};
pub use session_file::{Saved, SessionFile, Version};
pub use settings::{NotSixColours, PlanChoice, PlayerColours, Settings, TableRules, TextSize, Theme};
pub use store::{BrowserStore, FolderStore, Store};
pub use trash::free_name;
