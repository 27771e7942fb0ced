//! What the program remembers about itself: how it looks. None of it is needed.

use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::saver::{SaveError, write_durably};
use crate::language::Language;
use crate::text::Text;

/// The colours of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// As the system is.
    #[default]
    System,
    /// Dark.
    Night,
    /// Light.
    Parchment,
}

/// The size of all text, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextSize(u16);

impl Default for TextSize {
    fn default() -> Self {
        TextSize(100)
    }
}

impl TextSize {
    /// From 100 to 200; what lies outside is brought in.
    pub fn new(percent: u16) -> TextSize {
        TextSize(percent.clamp(100, 200))
    }

    /// In percent.
    pub fn percent(self) -> u16 {
        self.0.clamp(100, 200)
    }
}

/// The settings, all with a default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The colours.
    pub theme: Theme,
    /// The size of text.
    pub text_size: TextSize,
    /// The language; `None`: the system's.
    #[serde(with = "language_code")]
    pub language: Option<Language>,
}

/// A language by its code. One that this program does not speak (yet) is the system's.
mod language_code {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::language::Language;

    pub(super) fn serialize<S: Serializer>(language: &Option<Language>, out: S) -> Result<S::Ok, S::Error> {
        language.map(Language::code).serialize(out)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Option<Language>, D::Error> {
        let code = Option::<String>::deserialize(input)?;
        Ok(code.as_deref().and_then(Language::of_code))
    }
}

impl Settings {
    /// The settings of a file; the defaults where there is none yet.
    ///
    /// # Errors
    /// What is wrong with a file that is there.
    pub fn load(path: &Path) -> io::Result<Settings> {
        match fs::read(path) {
            Ok(text) => serde_json::from_slice(&text).map_err(io::Error::from),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Settings::default()),
            Err(error) => Err(error),
        }
    }

    /// Writes the settings.
    ///
    /// # Errors
    /// Why they are not on disk.
    pub fn save(&self, path: &Path) -> Result<(), SaveError> {
        let text = serde_json::to_vec_pretty(self).map_err(|error| SaveError::Other(Text::foreign(error.to_string())))?;
        Ok(write_durably(path, &text)?)
    }
}
