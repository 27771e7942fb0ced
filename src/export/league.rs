//! A league as people read it: as text for a chat and as CSV. Its drawing is `drawing::league`.

use chrono::NaiveDate;

use super::names::{SafeLanguage, isolated, plain};
use super::words::Word;
use crate::language::Language;
use crate::plain::{aligned, neutral};
use crate::session::Face;
use crate::text;
use crate::text::Text;

/// A league, to be shown to people.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LeagueTable {
    /// How it is counted, each in a few words.
    pub facts: Vec<Text>,
    /// The first day of the season; `None` from the first game on.
    pub from: Option<NaiveDate>,
    /// Its last day; `None` up to the last game.
    pub to: Option<NaiveDate>,
    /// The least number of games with which somebody is ranked.
    pub least_games: u32,
    /// Whether gains are told by a sign.
    pub signed: bool,
    /// Those who are ranked, best first, then those with too few games.
    pub entries: Vec<LeagueEntry>,
}

/// Somebody in a league.
#[derive(Clone, Debug, PartialEq)]
pub struct LeagueEntry {
    /// The name.
    pub name: String,
    /// The face.
    pub face: Face,
    /// The rank; `None` with too few games.
    pub rank: Option<usize>,
    /// The games that count.
    pub games: u32,
    /// The games played.
    pub played: u32,
    /// What the games that count give, together.
    pub total: f64,
    /// What one of them gives on average.
    pub per_game: f64,
    /// The places of the last games, the latest at the end.
    pub last: Vec<usize>,
}

impl LeagueTable {
    /// Those who are ranked.
    pub fn ranked(&self) -> impl Iterator<Item = &LeagueEntry> {
        self.entries.iter().filter(|entry| entry.rank.is_some())
    }

    /// The season in words; `None` without a first and a last day.
    pub fn season(&self, language: Language) -> Option<String> {
        let said = |text: Text| Some(language.say(&text));
        match (self.from, self.to) {
            (None, None) => None,
            (Some(from), None) => said(text!("a season" => "from {day} on", day = language.date(from))),
            (None, Some(to)) => said(text!("a season" => "until {day}", day = language.date(to))),
            (Some(from), Some(to)) => {
                let (from, to) = (language.date(from), language.date(to));
                said(text!("a season" => "{from} – {to}", from = from, to = to))
            }
        }
    }

    /// Those who are not ranked, in a sentence; `None` if everybody is.
    pub fn below_the_line(&self) -> Option<Text> {
        let named = |entry: &LeagueEntry| {
            let LeagueEntry { name, played, .. } = entry;
            text!("a name, number of games" => "{name} ({games})", name = name, games = *played)
        };
        let names: Vec<Text> = self.entries.iter().filter(|entry| entry.rank.is_none()).map(named).collect();
        (!names.is_empty()).then(|| {
            text!("Below the line, fewer than {games} games: {names}", games = self.least_games, names = names,)
        })
    }

    /// What the games of somebody give, together: whole where all of them are.
    pub fn total(&self, entry: &LeagueEntry, language: Language) -> String {
        let whole = self.entries.iter().all(|entry| entry.total.fract() == 0.0);
        self.number(entry.total, if whole { 0 } else { 2 }, language)
    }

    /// What one of them gives on average.
    pub fn per_game(&self, entry: &LeagueEntry, language: Language) -> String {
        self.number(entry.per_game, 2, language)
    }

    fn number(&self, number: f64, places: usize, language: Language) -> String {
        let said = language.decimal(number, places);
        if self.signed && number > 0.0 { format!("+{said}") } else { said }
    }

    /// How it is counted, in this language.
    pub(super) fn told(&self, language: Language) -> Vec<String> {
        self.facts.iter().map(|fact| SafeLanguage::of(language).say(fact)).collect()
    }
}

/// A league as text.
pub(super) fn text(table: &LeagueTable, language: Language) -> String {
    let safe = SafeLanguage::of(language);
    let heads = [Word::Player, Word::Games, Word::Total, Word::PerGame, Word::LastFive].map(|word| word.said(safe));
    let mut rows: Vec<Vec<String>> = vec![std::iter::once(String::new()).chain(heads).collect()];
    rows.extend(table.ranked().map(|entry| {
        vec![
            entry.rank.map_or(String::new(), |rank| format!("{rank}.")),
            isolated(&plain(&entry.name)),
            language.number(entry.games.into()),
            table.total(entry, language),
            table.per_game(entry, language),
            places(entry),
        ]
    }));
    let mut head = vec![Word::League.said(safe)];
    head.extend(table.season(language));
    let mut text = format!("{}\n{}\n", head.join(" · "), table.told(language).join(" · "));
    if rows.len() > 1 {
        text += &format!("\n{}", aligned(&rows, "  ", &[1, 5]));
    }
    let nobody = || table.entries.is_empty().then(|| text!("No finished games in this season."));
    if let Some(below) = table.below_the_line().or_else(nobody) {
        text += &format!("\n{}\n", safe.say(&below));
    }
    text
}

/// A league as CSV: one row per player, the header always in English.
///
/// # Errors
/// None in practice: the text is written to memory.
pub(super) fn csv(table: &LeagueTable) -> Result<Vec<u8>, ::csv::Error> {
    let mut out = ::csv::WriterBuilder::new().terminator(::csv::Terminator::CRLF).from_writer(Vec::new());
    out.write_record(["rank", "player", "games", "total", "per_game", "last_five"])?;
    let number = |number: f64| ((number * 100.0).round() / 100.0 + 0.0).to_string();
    for entry in &table.entries {
        out.write_record([
            entry.rank.map_or(String::new(), |rank| rank.to_string()),
            neutral(&entry.name),
            entry.games.to_string(),
            number(entry.total),
            number(entry.per_game),
            places(entry),
        ])?;
    }
    out.into_inner().map_err(|error| ::csv::Error::from(error.into_error()))
}

fn places(entry: &LeagueEntry) -> String {
    entry.last.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}
