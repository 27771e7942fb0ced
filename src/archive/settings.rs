use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use serde::de::{self, DeserializeOwned};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::disk::ReadError;
use super::document::Kept;
use super::files::read_limited;
use super::format::{LoadError, strictly};
use super::table_rules::{TableRules, TrackRules};
use crate::language::Language;
use crate::session::{Colour, Player, Sign};
use crate::statistics::LeagueOptions;
use crate::text::Text;
use crate::wizard::{PLAYERS_MAX, RuleSet};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    #[default]
    System,
    Night,
    Parchment,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextSize(u16);

impl Default for TextSize {
    fn default() -> Self {
        TextSize(100)
    }
}

impl TextSize {
    /// In percent.
    pub const ALL: [u16; 4] = [100, 125, 150, 200];

    pub fn new(percent: u16) -> TextSize {
        TextSize(percent)
    }

    /// The next larger size there is: earlier versions had others between.
    pub fn percent(self) -> u16 {
        TextSize::ALL.into_iter().find(|size| *size >= self.0).unwrap_or(200)
    }

    /// One step smaller or larger; `None` at the end.
    pub fn step(self, larger: bool) -> Option<u16> {
        let at = TextSize::ALL.iter().position(|size| *size == self.percent())?;
        TextSize::ALL.get(if larger { at + 1 } else { at.checked_sub(1)? }).copied()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WindowPlace {
    /// Width and height in points, without the window frame.
    pub size: (u32, u32),
    /// The upper left corner in pixels; `None` where the desktop does not report it.
    pub at: Option<(i32, i32)>,
    /// `size` and `at` are then those to return to.
    pub maximized: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub theme: Theme,
    pub high_contrast: bool,
    pub text_size: TextSize,
    pub reduce_motion: bool,
    /// `None` for the system's.
    #[serde(with = "language_code")]
    pub language: Option<Language>,
    #[serde(deserialize_with = "understood")]
    /// Those of the last game.
    pub new_games: TableRules,
    pub last_wizard: TrackRules,
    #[serde(deserialize_with = "understood")]
    pub league: LeagueOptions,
    /// Players set up but not yet dealt to, in seat order.
    #[serde(deserialize_with = "strictly")]
    pub seats: Vec<String>,
    /// `None` for the platform's.
    pub data_folder: Option<PathBuf>,
    /// `None` for the documents folder.
    pub share_folder: Option<PathBuf>,
    pub window: Option<WindowPlace>,
    /// Identifies this device as the organiser of a tournament; `None` until one is organised here.
    pub device: Option<Uuid>,
}

impl Settings {
    #[must_use]
    pub fn dealing(&self, rules: &RuleSet, players: usize) -> Settings {
        Settings { new_games: TableRules::of(rules, players), ..self.clone() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Preference {
    Theme(Theme),
    TextSize(u16),
    HighContrast(bool),
    ReduceMotion(bool),
    Language(Option<Language>),
    ShareFolder(PathBuf),
}

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
    #[must_use]
    pub fn with(mut self, preference: Preference) -> Settings {
        match preference {
            Preference::Theme(theme) => self.theme = theme,
            Preference::TextSize(percent) => self.text_size = TextSize::new(percent),
            Preference::HighContrast(on) => self.high_contrast = on,
            Preference::ReduceMotion(on) => self.reduce_motion = on,
            Preference::Language(language) => self.language = language,
            Preference::ShareFolder(folder) => self.share_folder = Some(folder),
        }
        self
    }

    /// In seat order. If two people look the same, the first one who is no stand-in keeps the colour; the other,
    /// and anyone without one, gets the seat's or one that is left.
    pub fn looks_of(&self, players: &[Player]) -> [(Colour, Option<Sign>); PLAYERS_MAX] {
        let mut found = [(None, None); PLAYERS_MAX];
        let mut taken = BTreeSet::new();
        for gives_way in [false, true] {
            let now = found.iter_mut().zip(players).filter(|(_, player)| player.look.stand_in == gives_way);
            for ((colour, sign), player) in now {
                *sign = player.look.sign;
                *colour = player.look.colour.filter(|&own| taken.insert((own, *sign)));
            }
        }
        let mut free = BTreeSet::from(Colour::ALL);
        for (colour, _) in &found {
            free.retain(|free| Some(*free) != *colour);
        }
        for ((colour, _), seat) in found.iter_mut().zip(Colour::ALL) {
            *colour = colour.or_else(|| free.take(&seat));
        }
        // Six colours for six seats, so one is left for each.
        found.map(|(colour, sign)| (colour.or_else(|| free.pop_first()).unwrap_or_default(), sign))
    }

    /// The defaults if there is no file.
    pub fn load(path: &Path) -> Result<Settings, LoadError> {
        match read_limited(path) {
            Err(LoadError::Unread(ReadError::Io(error))) if error.kind() == io::ErrorKind::NotFound => {
                Ok(Settings::default())
            }
            text => Settings::read(&text?),
        }
    }

    /// An unknown value affects its own setting only.
    pub fn read(text: &[u8]) -> Result<Settings, LoadError> {
        understood(Value::Object(object(text)?)).map_err(|error| LoadError::syntax(&error))
    }

    /// Changes only what differs from `before`; another window or a newer version may have written the rest.
    fn changed_in(&self, mut file: Map<String, Value>, before: &Settings) -> serde_json::Result<Vec<u8>> {
        let defaults = Settings::default();
        let before = if file.is_empty() { &defaults } else { before };
        if let (Value::Object(before), Value::Object(now)) =
            (serde_json::to_value(before)?, serde_json::to_value(self)?)
        {
            change(&mut file, &before, now);
        }
        serde_json::to_vec_pretty(&file)
    }
}

impl Kept for Settings {
    type Loaded = Settings;
    const THREAD: &'static str = "settings";
    const MERGES: bool = true;

    fn read(text: &[u8]) -> Result<Settings, LoadError> {
        Settings::read(text)
    }

    fn text(&self) -> Result<Vec<u8>, Text> {
        self.changed_in(Map::new(), self).map_err(|error| Text::foreign(error.to_string()))
    }

    fn merged(&self, base: Option<&Settings>, there: &[u8]) -> Option<Vec<u8>> {
        self.changed_in(object(there).ok()?, base.unwrap_or(&Settings::default())).ok()
    }
}

/// A field that is not understood, such as one of a newer version, gets its default.
fn understood<'de, D, T>(input: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let mut given: Map<String, Value> = Map::deserialize(input)?;
    given.retain(|name, value| T::deserialize(Value::Object(Map::from_iter([(name.clone(), value.clone())]))).is_ok());
    T::deserialize(Value::Object(given)).map_err(de::Error::custom)
}

/// Accepts a byte order mark, which editors may add. Paths stay as they are on disk; only names are normalised.
fn object(text: &[u8]) -> Result<Map<String, Value>, LoadError> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    serde_json::from_slice(text).map_err(|error| LoadError::syntax(&error))
}

fn change(file: &mut Map<String, Value>, before: &Map<String, Value>, now: Map<String, Value>) {
    // A field is left out while it has its default.
    for name in before.keys().filter(|name| !now.contains_key(*name)) {
        file.remove(name);
    }
    for (name, value) in now {
        match (before.get(&name), value) {
            (Some(before), value) if *before == value => {}
            (Some(Value::Object(before)), Value::Object(value)) => {
                let inner = file.entry(name).or_insert(Value::Null);
                let mut fields = inner.as_object().cloned().unwrap_or_default();
                change(&mut fields, before, value);
                *inner = Value::Object(fields);
            }
            (_, value) => drop(file.insert(name, value)),
        }
    }
}
