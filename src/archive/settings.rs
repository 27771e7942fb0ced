//! What the program remembers about itself: how it looks, how games begin, where they are. None of it is needed.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::format::LoadError;
use super::saver::{SaveError, write_durably};
use super::store::{Store, store};
use super::trash::free_name;
use crate::language::Language;
use crate::text::Text;
use crate::wizard::{Bidding, PLAYERS_MAX, PlanPreset, Seat, SpecialCard};

/// The largest file of settings that is read, in bytes; a whole one is below 2 kB.
const SETTINGS_MAX: u64 = 1024 * 1024;

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

/// Which of the six colours each seat has: each colour once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "[u8; PLAYERS_MAX]", into = "[u8; PLAYERS_MAX]")]
pub struct PlayerColours([u8; PLAYERS_MAX]);

/// Two seats of the same colour, or a colour that there is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the player colours are the numbers 0 to 5, each once")]
pub struct NotSixColours;

impl Default for PlayerColours {
    fn default() -> Self {
        PlayerColours([0, 1, 2, 3, 4, 5])
    }
}

impl TryFrom<[u8; PLAYERS_MAX]> for PlayerColours {
    type Error = NotSixColours;

    fn try_from(colours: [u8; PLAYERS_MAX]) -> Result<Self, NotSixColours> {
        let different: BTreeSet<u8> = colours.into_iter().collect();
        let all = different.iter().all(|&colour| usize::from(colour) < PLAYERS_MAX);
        if all && different.len() == PLAYERS_MAX { Ok(PlayerColours(colours)) } else { Err(NotSixColours) }
    }
}

impl From<PlayerColours> for [u8; PLAYERS_MAX] {
    fn from(colours: PlayerColours) -> Self {
        colours.0
    }
}

impl PlayerColours {
    /// The colour of each seat.
    pub fn of_seats(&self) -> [u8; PLAYERS_MAX] {
        self.0
    }

    /// This seat takes this colour; whoever had it takes the seat's.
    #[must_use]
    pub fn with(mut self, seat: Seat, colour: u8) -> PlayerColours {
        let holder = self.0.iter().position(|&held| held == colour);
        if let Some(holder) = holder
            && seat < self.0.len()
        {
            self.0.swap(seat, holder);
        }
        self
    }
}

/// Which rounds are to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanChoice {
    /// A named plan.
    Preset(PlanPreset),
    /// A list of the table's own.
    Own,
}

/// The rules that a table wishes for. Wishes that exclude each other are kept, so that switching one off brings the other
/// back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TableRules {
    /// The 25-year edition with special cards, or the classic deck.
    pub anniversary: bool,
    /// The special cards in the deck of that edition.
    pub cards: BTreeSet<SpecialCard>,
    /// Plus/Minus One.
    pub plus_minus_one: bool,
    /// The first round in which it holds.
    pub plus_minus_one_from: u8,
    /// How bids are made known.
    pub bidding: Bidding,
    /// Clairvoyance.
    pub clairvoyance: bool,
    /// Unicolor.
    pub unicolor: bool,
    /// Ties broken by the bids met.
    pub ties_by_bids_met: bool,
    /// Which rounds.
    pub plan: PlanChoice,
    /// The text of the table's own list of hands.
    pub hands: String,
}

impl Default for TableRules {
    fn default() -> Self {
        TableRules {
            anniversary: false,
            cards: SpecialCard::ALL.into_iter().collect(),
            plus_minus_one: true,
            plus_minus_one_from: 1,
            bidding: Bidding::Open,
            clairvoyance: false,
            unicolor: false,
            ties_by_bids_met: false,
            plan: PlanChoice::Preset(PlanPreset::EveryRound),
            hands: String::new(),
        }
    }
}

/// The settings, all with a default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The colours.
    pub theme: Theme,
    /// Stronger colours and outlines, in whichever theme is on.
    pub high_contrast: bool,
    /// The size of text.
    pub text_size: TextSize,
    /// Nothing slides or fades.
    pub reduce_motion: bool,
    /// The language; `None`: the system's.
    #[serde(with = "language_code")]
    pub language: Option<Language>,
    /// The screen stays awake while a game is played.
    pub keep_awake: bool,
    /// The colours of the seats.
    pub player_colours: PlayerColours,
    /// The rules with which new games begin.
    pub new_games: TableRules,
    /// The folder of sessions; `None`: the platform's.
    pub data_folder: Option<PathBuf>,
    /// What a newer version of the program keeps here. It is kept.
    #[serde(flatten)]
    pub others: BTreeMap<String, serde_json::Value>,
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
            new_games: TableRules::default(),
            data_folder: None,
            others: BTreeMap::new(),
        }
    }
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
        match store().read(path, SETTINGS_MAX) {
            Ok(text) => Settings::read(&text),
            Err(LoadError::Io(error)) if error.kind() == io::ErrorKind::NotFound => Ok(Settings::default()),
            Err(LoadError::Io(error)) => Err(error),
            Err(LoadError::TooLarge) => Err(io::ErrorKind::FileTooLarge.into()),
            Err(_) if path.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Err(_) => Err(io::ErrorKind::InvalidInput.into()),
        }
    }

    /// The settings of a file's text.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &[u8]) -> io::Result<Settings> {
        serde_json::from_slice(text).map_err(io::Error::from)
    }

    /// Writes the settings.
    ///
    /// # Errors
    /// Why they are not on disk.
    pub fn save(&self, path: &Path) -> Result<(), SaveError> {
        let text = serde_json::to_vec_pretty(self)
            .map_err(|error| SaveError::Other(Box::new(Text::foreign(error.to_string()))))?;
        Ok(write_durably(path, &text)?)
    }

    /// Gives a file that cannot be read another name, so that it is not written over. Returns where it is now.
    ///
    /// # Errors
    /// Why it stays where it is.
    pub fn set_aside(path: &Path) -> io::Result<PathBuf> {
        let aside = free_name(&path.with_file_name("settings-unread.json"))?;
        store().rename(path, &aside)?;
        Ok(aside)
    }
}
