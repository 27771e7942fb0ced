//! The program's settings: how it looks, how games begin, where they are kept. It runs without any of them.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::de::{self, DeserializeOwned};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::disk::{Lock, ReadError, SaveError, Store, is_folder, lock, rename_freely, store, write_durably};
use super::table_rules::{TableRules, TrackRules};
use crate::language::Language;
use crate::session::{Colour, Player, Sign};
use crate::statistics::LeagueOptions;
use crate::text;
use crate::text::Text;
use crate::wizard::{PLAYERS_MAX, RuleSet, Seat};

/// The largest settings file that is read, in bytes; a full one is below 2 kB.
const SETTINGS_MAX: u64 = 1024 * 1024;

/// The colours of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// As in the system.
    #[default]
    System,
    /// Dark colours.
    Night,
    /// Light colours.
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
    /// Clamps a size to 100–200 %.
    pub fn new(percent: u16) -> TextSize {
        TextSize(percent.clamp(100, 200))
    }

    /// The size in percent.
    pub fn percent(self) -> u16 {
        self.0.clamp(100, 200)
    }
}

/// The colour of each seat, each of the six used once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "[Colour; PLAYERS_MAX]", into = "[Colour; PLAYERS_MAX]")]
pub struct PlayerColours([Colour; PLAYERS_MAX]);

/// Two seats have the same colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the player colours are the numbers 0 to 5, each once")]
pub struct NotSixColours;

impl Default for PlayerColours {
    fn default() -> Self {
        PlayerColours(Colour::ALL)
    }
}

impl TryFrom<[Colour; PLAYERS_MAX]> for PlayerColours {
    type Error = NotSixColours;

    fn try_from(colours: [Colour; PLAYERS_MAX]) -> Result<Self, NotSixColours> {
        let different: BTreeSet<Colour> = colours.into_iter().collect();
        if different.len() == PLAYERS_MAX { Ok(PlayerColours(colours)) } else { Err(NotSixColours) }
    }
}

impl From<PlayerColours> for [Colour; PLAYERS_MAX] {
    fn from(colours: PlayerColours) -> Self {
        colours.0
    }
}

impl PlayerColours {
    /// The colour of each seat.
    pub fn of_seats(&self) -> [Colour; PLAYERS_MAX] {
        self.0
    }

    /// Gives this seat this colour; the seat that had it takes the other one.
    #[must_use]
    pub fn with(mut self, seat: Seat, colour: Colour) -> PlayerColours {
        let holder = self.0.iter().position(|&held| held == colour);
        if let Some(holder) = holder
            && seat < self.0.len()
        {
            self.0.swap(seat, holder);
        }
        self
    }
}

/// The settings, all with a default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The colours of the window.
    pub theme: Theme,
    /// Whether colours and outlines are stronger, in either theme.
    pub high_contrast: bool,
    /// The size of all text.
    pub text_size: TextSize,
    /// Whether sliding and fading are off.
    pub reduce_motion: bool,
    /// The language; `None` for the system's.
    #[serde(with = "language_code")]
    pub language: Option<Language>,
    /// Whether the screen stays awake during a game.
    pub keep_awake: bool,
    /// The colours of the seats, for people without one of their own.
    pub player_colours: PlayerColours,
    /// The colours of people, by name, from before sessions recorded them.
    pub people: BTreeMap<String, u8>,
    /// The signs of people, by name, from before sessions recorded them.
    pub signs: BTreeMap<String, Sign>,
    /// The rules with which new games begin.
    #[serde(deserialize_with = "understood")]
    pub new_games: TableRules,
    /// The rules of the last games dealt here, latest last.
    pub dealt: Vec<TableRules>,
    /// The rules with which games of The Last Wizard begin.
    pub last_wizard: TrackRules,
    /// How the league counts.
    #[serde(deserialize_with = "understood")]
    pub league: LeagueOptions,
    /// Who sits at the table that is set up and not yet dealt to, in seat order.
    pub seats: Vec<String>,
    /// The folder of sessions; `None` for the platform's.
    pub data_folder: Option<PathBuf>,
    /// The folder last exported to; `None` for the documents folder.
    pub share_folder: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: Theme::default(),
            high_contrast: false,
            text_size: TextSize::default(),
            reduce_motion: false,
            language: None,
            keep_awake: true,
            player_colours: PlayerColours::default(),
            people: BTreeMap::new(),
            signs: BTreeMap::new(),
            new_games: TableRules::default(),
            dealt: Vec::new(),
            last_wizard: TrackRules::default(),
            league: LeagueOptions::default(),
            seats: Vec::new(),
            data_folder: None,
            share_folder: None,
        }
    }
}

/// The number of games whose rules say how a table plays.
const DEALT_MAX: usize = 5;

impl Settings {
    /// The rules most often dealt with lately, so that a single odd game changes nothing; among equals, the latest.
    pub fn our_table(&self) -> TableRules {
        let times = |rules: &&TableRules| self.dealt.iter().filter(|dealt| dealt == rules).count();
        self.dealt.iter().max_by_key(times).unwrap_or(&self.new_games).clone()
    }

    /// The settings after a game of Wizard was dealt with these rules.
    #[must_use]
    pub fn dealing(&self, rules: &RuleSet, players: usize) -> Settings {
        let mut dealt = self.dealt.clone();
        dealt.push(TableRules::of(rules, players));
        dealt.drain(..dealt.len().saturating_sub(DEALT_MAX));
        Settings { dealt, ..self.clone() }
    }
}

/// A choice on the settings page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Preference {
    /// The colours of the window.
    Theme(Theme),
    /// The size of text, in percent.
    TextSize(u16),
    /// Whether colours and outlines are stronger.
    HighContrast(bool),
    /// Whether sliding and fading are off.
    ReduceMotion(bool),
    /// Whether the screen stays awake during a game.
    KeepAwake(bool),
    /// The language; `None` for the system's.
    Language(Option<Language>),
    /// This seat takes this colour; the seat that had it takes the other one.
    PlayerColour {
        /// The seat.
        seat: Seat,
        /// The colour.
        colour: Colour,
    },
    /// The seats take the default colours.
    UsualColours,
    /// New games begin with the default rules.
    UsualRules,
    /// The next export goes to this folder.
    ShareFolder(PathBuf),
}

/// Stores a language by its code. An unknown code means the system's language.
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
    /// These settings with one choice applied.
    #[must_use]
    pub fn with(mut self, preference: Preference) -> Settings {
        match preference {
            Preference::Theme(theme) => self.theme = theme,
            Preference::TextSize(percent) => self.text_size = TextSize::new(percent),
            Preference::HighContrast(on) => self.high_contrast = on,
            Preference::ReduceMotion(on) => self.reduce_motion = on,
            Preference::KeepAwake(on) => self.keep_awake = on,
            Preference::Language(language) => self.language = language,
            Preference::PlayerColour { seat, colour } => self.player_colours = self.player_colours.with(seat, colour),
            Preference::UsualColours => self.player_colours = PlayerColours::default(),
            Preference::UsualRules => self.new_games = TableRules::default(),
            Preference::ShareFolder(folder) => self.share_folder = Some(folder),
        }
        self
    }

    /// The colour and the sign of each of these people, in seat order. If two have the same colour or sign, the first
    /// keeps it; the other, and anyone without a colour, takes the seat's or one that is left.
    pub fn looks_of(&self, players: &[Player]) -> [(Colour, Option<Sign>); PLAYERS_MAX] {
        let seats = self.player_colours.of_seats();
        let (mut free, mut taken): (BTreeSet<Colour>, BTreeSet<Sign>) = (seats.into_iter().collect(), BTreeSet::new());
        let mut found = [(None, None); PLAYERS_MAX];
        for ((colour, sign), Player { name, look, .. }) in found.iter_mut().zip(players) {
            // What was chosen before sessions recorded it is only here.
            let own = look.colour.or_else(|| Colour::try_from(*self.people.get(name)?).ok());
            *colour = own.filter(|own| free.remove(own));
            let own = look.colour.map_or_else(|| self.signs.get(name).copied(), |_| look.sign);
            *sign = own.filter(|&own| taken.insert(own));
        }
        for ((colour, _), seat) in found.iter_mut().zip(seats) {
            *colour = colour.or_else(|| free.take(&seat));
        }
        // Six colours for six seats, so one is left for each.
        found.map(|(colour, sign)| (colour.or_else(|| free.pop_first()).unwrap_or_default(), sign))
    }

    /// Reads the settings file; the defaults if it does not exist.
    ///
    /// # Errors
    /// A file that exists but cannot be read or understood.
    pub fn load(path: &Path) -> io::Result<Settings> {
        Ok(understood(Value::Object(read_object(path)?))?)
    }

    /// Reads the settings from text. A value this version does not understand affects its own setting only.
    ///
    /// # Errors
    /// A text that is not a settings object.
    pub fn read(text: &[u8]) -> io::Result<Settings> {
        Ok(understood(Value::Object(object(text)?))?)
    }

    /// Writes what differs from the settings `before`, leaving the rest of the file alone: another window or a newer
    /// version of the program may have written it. An unreadable file is renamed first, and its new path returned.
    ///
    /// # Errors
    /// The reason why the file is unchanged.
    pub fn keep(&self, before: &Settings, path: &Path) -> Result<Option<PathBuf>, SaveError> {
        let Some(_held) = wait_for_lock(path) else {
            return Err(text!("another window of Tablet of Truth is still writing them").into());
        };
        let (mut file, aside) = match read_object(path) {
            Ok(file) => (file, None),
            Err(_) => (Map::new(), Some(set_aside(path)?)),
        };
        let defaults = Settings::default();
        let before = if file.is_empty() { &defaults } else { before };
        let other = |error: serde_json::Error| SaveError::Other(Box::new(Text::foreign(error.to_string())));
        let (before, now) = (serde_json::to_value(before), serde_json::to_value(self));
        if let (Value::Object(before), Value::Object(now)) = (before.map_err(other)?, now.map_err(other)?) {
            change(&mut file, &before, now);
        }
        write_durably(path, &serde_json::to_vec_pretty(&file).map_err(other)?)?;
        Ok(aside)
    }
}

/// Reads a value field by field. A field that is not understood, such as one of a newer version, gets its default.
fn understood<'de, D, T>(input: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let mut given: Map<String, Value> = Map::deserialize(input)?;
    given.retain(|name, value| T::deserialize(Value::Object(Map::from_iter([(name.clone(), value.clone())]))).is_ok());
    T::deserialize(Value::Object(given)).map_err(de::Error::custom)
}

/// The settings as they stand in the file; none if it does not exist.
fn read_object(path: &Path) -> io::Result<Map<String, Value>> {
    let text = match store().read(path, SETTINGS_MAX) {
        Ok(text) => text,
        Err(ReadError::Io(error)) if error.kind() == io::ErrorKind::NotFound => return Ok(Map::new()),
        Err(ReadError::Io(error)) => return Err(error),
        Err(ReadError::TooLarge(_)) => return Err(io::ErrorKind::FileTooLarge.into()),
        Err(_) if is_folder(path) => return Err(io::ErrorKind::IsADirectory.into()),
        Err(_) => return Err(io::ErrorKind::InvalidInput.into()),
    };
    let mut file = object(&text)?;
    // The older form: the rules of the last game only.
    if let Some(ours) = file.remove("our_table") {
        file.entry("dealt").or_insert_with(|| vec![ours].into());
    }
    Ok(file)
}

/// The settings in a text, before which editors may write a byte order mark.
fn object(text: &[u8]) -> io::Result<Map<String, Value>> {
    Ok(serde_json::from_slice(text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text))?)
}

/// Applies the differences to the contents of a file.
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

/// Renames an unreadable settings file, so that it is not overwritten. Returns its new path.
fn set_aside(path: &Path) -> io::Result<PathBuf> {
    rename_freely(path, &path.with_file_name("settings-unread.json"))
}

/// Waits for another window to finish writing, for two seconds at most. Returns `None` if it has not by then.
fn wait_for_lock(path: &Path) -> Option<Lock> {
    for _ in 0..100 {
        match lock(path) {
            Lock::Elsewhere => std::thread::sleep(Duration::from_millis(20)),
            lock => return Some(lock),
        }
    }
    None
}
