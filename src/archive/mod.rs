//! The folder of sessions: one JSON file each, written so that nothing on disk is ever harmed.

mod files;
mod format;
mod lock;
mod saver;
mod settings;

pub use files::{Archive, Summary, default_data_dir, settings_file};
pub use format::{FILE_MAX, LoadError, Loaded, VERSION, read_session, to_lines, write_session};
pub use lock::{Lock, lock};
pub use saver::{Report, SaveError, Saver, write_durably};
pub use settings::{Settings, TextSize, Theme};
