//! What the program remembers about itself: how it looks, how games begin, where they are. None of it is needed.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::de::{self, DeserializeOwned};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::disk::{Lock, ReadError, SaveError, Store, free_name, lock, store, write_durably};
use crate::language::Language;
use crate::last_wizard;
use crate::last_wizard::Token;
use crate::text::Text;
use crate::wizard::{Edition, PLAYERS_MAX, PlanPreset, RuleSet, Seat, SpecialCard, TieBreak};

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

/// A sign that stands for a person, in place of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sign {
    /// With five points.
    Star,
    /// Waxing.
    Moon,
    /// With rays.
    Sun,
    /// Of a fire.
    Flame,
    /// Of a tree.
    Leaf,
    /// Of water.
    Drop,
    /// Lightning.
    Bolt,
    /// To a door.
    Key,
}

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
    /// The edition.
    #[serde(alias = "anniversary", deserialize_with = "edition_or_whether")]
    pub edition: Edition,
    /// The special cards in the deck, as far as the edition has them.
    pub cards: BTreeSet<SpecialCard>,
    /// Which rounds.
    pub plan: PlanChoice,
    /// The text of the table's own list of hands.
    pub hands: String,
    /// The other rules; its special cards and hands follow from the wishes above.
    #[serde(flatten)]
    pub rules: RuleSet,
}

/// An edition; settings of before there were three say whether it is the 25-year one.
fn edition_or_whether<'de, D: Deserializer<'de>>(input: D) -> Result<Edition, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Anniversary(bool),
        Edition(Edition),
    }
    Ok(match Written::deserialize(input)? {
        Written::Edition(edition) => edition,
        Written::Anniversary(true) => Edition::Anniversary,
        Written::Anniversary(false) => Edition::Classic,
    })
}

impl Default for TableRules {
    fn default() -> Self {
        TableRules {
            edition: Edition::Classic,
            cards: SpecialCard::ALL.into_iter().collect(),
            plan: PlanChoice::Preset(PlanPreset::EveryRound),
            hands: String::new(),
            rules: RuleSet::default(),
        }
    }
}

/// Named rules that the set-up offers. What lies on the table stays: the edition, its cards and their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesPreset {
    /// Without variants (G, 25, E, W).
    Booklet,
    /// What was dealt with last, also its edition.
    OurTable,
    /// Its hands, Plus/Minus One from two cards, ties broken by bids met, then by the best round.
    Tournament,
}

impl RulesPreset {
    /// All, in the order in which the set-up shows them.
    pub const ALL: [RulesPreset; 3] = [RulesPreset::Booklet, RulesPreset::OurTable, RulesPreset::Tournament];

    /// The wishes after this preset was chosen; `ours` are those of the last deal.
    #[must_use]
    pub fn of(self, wishes: &TableRules, ours: &TableRules) -> TableRules {
        let RuleSet { special_cards, hands, extra_cards, deck, .. } = wishes.rules.clone();
        let plain = RuleSet { plus_minus_one: false, special_cards, hands, extra_cards, deck, ..RuleSet::default() };
        let named =
            |plan: PlanPreset, rules: RuleSet| TableRules { plan: PlanChoice::Preset(plan), rules, ..wishes.clone() };
        match self {
            RulesPreset::Booklet => named(PlanPreset::EveryRound, plain),
            RulesPreset::OurTable => ours.clone(),
            RulesPreset::Tournament => {
                let tie_break = vec![TieBreak::BidsMet, TieBreak::BestRound];
                let rules = RuleSet { plus_minus_one: true, plus_minus_one_from_cards: 2, tie_break, ..plain };
                named(PlanPreset::Tournament, rules)
            }
        }
    }
}

impl TableRules {
    /// The wishes that lead to the rules with which so many play.
    pub fn of(rules: &RuleSet, players: usize) -> TableRules {
        let usual = TableRules::default();
        let preset = PlanPreset::ALL.into_iter().find(|preset| preset.hands(players) == rules.hands);
        let hands: Vec<String> = rules.hands.iter().flatten().map(u8::to_string).collect();
        TableRules {
            edition: rules.edition(),
            cards: if rules.special_cards.is_empty() { usual.cards } else { rules.special_cards.clone() },
            plan: preset.map_or(PlanChoice::Own, PlanChoice::Preset),
            hands: if preset.is_none() { hands.join(" ") } else { usual.hands },
            rules: rules.clone(),
        }
    }
}

/// The tokens of The Last Wizard that are offered where a table has named none: those that our copy of its booklet shows.
const TOKENS: [i64; 5] = [-1, 1, 2, 3, 4];

/// How games of The Last Wizard begin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TrackRules {
    /// What was agreed.
    #[serde(flatten)]
    pub rules: last_wizard::RuleSet,
    /// The tokens in use, by how many play.
    pub tokens: BTreeMap<usize, BTreeSet<Token>>,
}

impl TrackRules {
    /// The tokens in use at a table of so many, the smallest first.
    pub fn tokens(&self, players: usize) -> BTreeSet<Token> {
        let usual = || TOKENS.into_iter().filter_map(|token| Token::try_from(token).ok()).collect();
        self.tokens.get(&players).cloned().unwrap_or_else(usual)
    }

    /// Takes a token into use at a table of so many, or out of it.
    pub fn turn(&mut self, players: usize, token: Token) {
        let mut tokens = self.tokens(players);
        if !tokens.remove(&token) {
            tokens.insert(token);
        }
        self.tokens.insert(players, tokens);
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
    /// The colours of the seats, for people who have none of their own.
    pub player_colours: PlayerColours,
    /// The colour that each person, by name, had first or chose last.
    pub people: BTreeMap<String, u8>,
    /// The signs that people, by name, chose in place of letters.
    pub signs: BTreeMap<String, Sign>,
    /// The rules with which new games begin.
    #[serde(deserialize_with = "understood")]
    pub new_games: TableRules,
    /// The rules that were dealt with last; `None`: those with which new games begin.
    pub our_table: Option<TableRules>,
    /// How games of The Last Wizard begin.
    pub last_wizard: TrackRules,
    /// The folder of sessions; `None`: the platform's.
    pub data_folder: Option<PathBuf>,
    /// The folder into which something was written last; `None`: the one for documents.
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
            our_table: None,
            last_wizard: TrackRules::default(),
            data_folder: None,
            share_folder: None,
        }
    }
}

/// A choice on the settings page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Preference {
    /// The colours.
    Theme(Theme),
    /// The size of text, in percent.
    TextSize(u16),
    /// Stronger colours and outlines.
    HighContrast(bool),
    /// Nothing slides or fades.
    ReduceMotion(bool),
    /// Should the screen stay awake while a game is played?
    KeepAwake(bool),
    /// The language; `None`: the system's.
    Language(Option<Language>),
    /// This seat takes this colour of the six; whoever had it takes the seat's.
    PlayerColour {
        /// The seat.
        seat: Seat,
        /// The colour, from 0.
        colour: u8,
    },
    /// The colours of the seats as they come.
    UsualColours,
    /// New games begin with the usual rules again.
    UsualRules,
    /// What is written next goes into this folder.
    ShareFolder(PathBuf),
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
    /// These settings with one choice more.
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

    /// The colour of each seat where these people sit. Of two with the same the first has it; the other, and whoever has none, takes
    /// that of the seat, or one that is left over.
    pub fn colours_of(&self, names: &[String]) -> [u8; PLAYERS_MAX] {
        let seats = self.player_colours.of_seats();
        let mut free: BTreeSet<u8> = seats.into_iter().collect();
        let mut found = [None; PLAYERS_MAX];
        for (colour, name) in found.iter_mut().zip(names) {
            *colour = self.people.get(name).copied().filter(|own| free.remove(own));
        }
        for (colour, seat) in found.iter_mut().zip(seats) {
            *colour = colour.or_else(|| free.take(&seat));
        }
        // Six colours for six seats: one is left for each.
        found.map(|colour| colour.or_else(|| free.pop_first()).unwrap_or_default())
    }

    /// These settings with the colours that people have at a table for those who had none.
    #[must_use]
    pub fn remembering(mut self, names: &[String]) -> Settings {
        for (name, colour) in names.iter().zip(self.colours_of(names)) {
            self.people.entry(name.clone()).or_insert(colour);
        }
        self
    }

    /// These settings where the one on this seat has this colour; whoever had it at this table takes the other one.
    #[must_use]
    pub fn colouring(mut self, names: &[String], seat: Seat, colour: u8) -> Settings {
        let colours = self.colours_of(names);
        let before = colours.get(seat).copied().unwrap_or_default();
        for (at, (name, held)) in names.iter().zip(colours).enumerate() {
            let now = if at == seat {
                colour
            } else if held == colour {
                before
            } else {
                held
            };
            self.people.insert(name.clone(), now);
        }
        self
    }

    /// The sign of each seat where these people sit. Of two with the same the first has it.
    pub fn signs_of(&self, names: &[String]) -> [Option<Sign>; PLAYERS_MAX] {
        let mut taken = BTreeSet::new();
        let mut signs = [None; PLAYERS_MAX];
        for (sign, name) in signs.iter_mut().zip(names) {
            *sign = self.signs.get(name).copied().filter(|&own| taken.insert(own));
        }
        signs
    }

    /// These settings where the one on this seat has this sign, or letters; whoever had it at this table takes what this one had.
    #[must_use]
    pub fn signing(mut self, names: &[String], seat: Seat, sign: Option<Sign>) -> Settings {
        let signs = self.signs_of(names);
        let before = signs.get(seat).copied().flatten();
        for (at, (name, held)) in names.iter().zip(signs).enumerate() {
            let now = match held {
                _ if at == seat => sign,
                Some(_) if held == sign => before,
                _ => continue,
            };
            match now {
                Some(sign) => self.signs.insert(name.clone(), sign),
                None => self.signs.remove(name),
            };
        }
        self
    }

    /// These settings where a person has another name; one who has that already keeps their colour and sign.
    #[must_use]
    pub fn renaming(mut self, from: &str, to: &str) -> Settings {
        if let Some(&colour) = self.people.get(from) {
            self.people.entry(to.to_owned()).or_insert(colour);
        }
        if let Some(&sign) = self.signs.get(from) {
            self.signs.entry(to.to_owned()).or_insert(sign);
        }
        self
    }

    /// The settings of a file; the defaults where there is none yet.
    ///
    /// # Errors
    /// What is wrong with a file that is there.
    pub fn load(path: &Path) -> io::Result<Settings> {
        Ok(understood(Value::Object(read_object(path)?))?)
    }

    /// The settings of a file's text. A value that this version does not understand costs its own setting only.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &[u8]) -> io::Result<Settings> {
        let file: Map<String, Value> = serde_json::from_slice(text)?;
        Ok(understood(Value::Object(file))?)
    }

    /// Writes what differs from the settings `before`, and leaves the rest of the file as it is: another window or a newer
    /// version of the program put it there. A file that cannot be read gets another name first; returned is which.
    ///
    /// # Errors
    /// Why the file is as it was.
    pub fn keep(&self, before: &Settings, path: &Path) -> Result<Option<PathBuf>, SaveError> {
        let _held = wait_for_lock(path);
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

/// Reads a value field by field. A field that is not understood, such as a newer version's, is as it comes.
fn understood<'de, D, T>(input: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let mut given: Map<String, Value> = Map::deserialize(input)?;
    given.retain(|name, value| T::deserialize(Value::Object(Map::from_iter([(name.clone(), value.clone())]))).is_ok());
    T::deserialize(Value::Object(given)).map_err(de::Error::custom)
}

/// The settings of a file as they stand there; none where there is no file yet.
fn read_object(path: &Path) -> io::Result<Map<String, Value>> {
    match store().read(path, SETTINGS_MAX) {
        Ok(text) => serde_json::from_slice(&text).map_err(io::Error::from),
        Err(ReadError::Io(error)) if error.kind() == io::ErrorKind::NotFound => Ok(Map::new()),
        Err(ReadError::Io(error)) => Err(error),
        Err(ReadError::TooLarge(_)) => Err(io::ErrorKind::FileTooLarge.into()),
        Err(_) if path.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Err(_) => Err(io::ErrorKind::InvalidInput.into()),
    }
}

/// Brings what differs into a file.
fn change(file: &mut Map<String, Value>, before: &Map<String, Value>, now: Map<String, Value>) {
    // What is left out is the usual.
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

/// Gives a file that cannot be read another name, so that it is not written over. Returns where it is now.
fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let aside = free_name(&path.with_file_name("settings-unread.json"))?;
    store().rename(path, &aside)?;
    Ok(aside)
}

/// Waits a moment while another window writes its choice; one that hangs is not waited for.
fn wait_for_lock(path: &Path) -> Lock {
    for _ in 0..100 {
        match lock(path) {
            Lock::Elsewhere => std::thread::sleep(Duration::from_millis(20)),
            lock => return lock,
        }
    }
    Lock::Elsewhere
}
