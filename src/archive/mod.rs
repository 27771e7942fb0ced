//! The folder of sessions: one JSON file each, written so that nothing on disk is ever harmed.

mod copies;
mod files;
mod format;
mod library;
mod lock;
mod saver;
mod settings;
mod trash;

pub use copies::is_copy_name;
pub use files::{Archive, Entry, default_data_dir, settings_file};
pub use format::{FILE_MAX, LoadError, Loaded, VERSION, read_record, read_session, to_lines, write_session};
pub use library::{Library, News};
pub use lock::{Lock, lock};
pub use saver::{Report, SaveError, Saver, write_durably};
pub use settings::{Settings, TextSize, Theme};
pub use trash::free_name;
