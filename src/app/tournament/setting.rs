use super::command::TournamentSetting;
use super::open::{OpenTournament, Question};
use super::view::TournamentSettings;
use crate::app::notice::Notice;
use crate::language::Language;
use crate::text;
use crate::text::{Text, composed, quoted};
use crate::tournament::{Preset, Settings, Tournament};

/// In characters.
const WORD_MAX: usize = 24;

impl OpenTournament {
    /// An impossible value stays typed, with the reason next to the settings.
    ///
    /// # Errors
    /// That another program has overtaken the tournament.
    pub(super) fn set(&mut self, setting: TournamentSetting, language: Language) -> Result<(), Notice> {
        self.typed = Some((setting.clone(), None));
        let change = match change(&setting, language) {
            Ok(change) => change,
            Err(reason) => {
                self.typed = Some((setting, Some(reason)));
                return Ok(());
            }
        };
        let mut next = self.tournament.clone();
        change(&mut next);
        let seated = &self.gathered.tournament;
        let settings = &seated.settings;
        let displaced = seated.displaced(&next.settings).map(|round| {
            text!(
                "{which} is seated and stays what it is: take its seats back first",
                which = settings.round_name(round)
            )
        });
        if let Some(reason) = next.check().err().map(|violation| violation.text()).or(displaced) {
            self.typed = Some((setting, Some(reason)));
            return Ok(());
        }
        let reached = seated.reach(&next.settings);
        // The question was answered at the first letter.
        if reached.is_empty() || self.typing == Some(setting.field()) {
            return self.change_setting(&setting, change);
        }
        self.question = Some(Question::Set(setting, reached));
        Ok(())
    }

    pub(super) fn set_anyway(&mut self, setting: &TournamentSetting, language: Language) -> Result<(), Notice> {
        // Impossible values were refused before the question.
        change(setting, language).map_or(Ok(()), |change| self.change_setting(setting, change))
    }

    pub(super) fn settings_view(&self) -> TournamentSettings {
        let settings = &self.tournament.settings;
        let numbers = |numbers: &[u8]| numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
        let hands = |size: u8| {
            let typed = self.typed_as(&TournamentSetting::Hands(size, String::new()));
            typed.unwrap_or_else(|| settings.hands.get(&size).map(|hands| numbers(hands)).unwrap_or_default())
        };
        TournamentSettings {
            preset: Preset::ALL.into_iter().find(|preset| with_preset(settings, *preset) == *settings),
            kept: settings.clone(),
            hands: [3, 4, 5, 6].map(hands),
            fault: self.typed.as_ref().and_then(|(_, fault)| fault.clone()),
        }
    }

    /// The text of the setting with this field as typed, if it was typed last: the parsed value may look different.
    pub(super) fn typed_as(&self, setting: &TournamentSetting) -> Option<String> {
        use TournamentSetting as T;
        match &self.typed.as_ref().filter(|(typed, _)| typed.field() == setting.field())?.0 {
            T::Name(text) | T::Place(text) | T::Date(text) | T::Hands(_, text) => Some(text.clone()),
            _ => None,
        }
    }
}

/// The settings with a named choice: what is counted, and by which rules; rounds and their minutes stay.
fn with_preset(settings: &Settings, preset: Preset) -> Settings {
    let Settings { rounds, seating, cut, minutes, ref stages, .. } = *settings;
    Settings { rounds, seating, cut, minutes, stages: stages.clone(), ..preset.settings() }
}

fn change(setting: &TournamentSetting, language: Language) -> Result<impl Fn(&mut Tournament) + use<>, Text> {
    use TournamentSetting as T;
    let (setting, mut date, mut hands) = (setting.clone(), None, Vec::new());
    match &setting {
        T::Date(typed) if !typed.trim().is_empty() => {
            let wrong = || text!("“{word}” is no date", word = quoted(typed, WORD_MAX));
            date = Some(language.read_date(typed).ok_or_else(wrong)?);
        }
        T::Hands(_, typed) => hands = numbers(typed)?,
        _ => {}
    }
    Ok(move |tournament: &mut Tournament| {
        let settings = &mut tournament.settings;
        match &setting {
            T::Name(name) => tournament.name = composed(name).into_owned(),
            T::Place(place) => tournament.place = composed(place).into_owned(),
            T::Date(_) => tournament.date = date,
            T::Preset(preset) => *settings = with_preset(settings, *preset),
            T::Rounds(rounds) => settings.rounds = *rounds,
            T::Minutes(minutes) => settings.minutes = *minutes,
            T::Seating(seating) => settings.seating = *seating,
            T::TablePoints(points) => settings.table_points = points.clone(),
            T::Cut(cut) => {
                settings.cut = *cut;
                settings.stages = cut.map(Settings::stages_of).unwrap_or_default();
            }
            T::Hands(size, _) if hands.is_empty() => drop(settings.hands.remove(size)),
            T::Hands(size, _) => drop(settings.hands.insert(*size, hands.clone())),
            T::PlusMinusOne(on) => settings.rules.plus_minus_one = *on,
            T::PlusMinusOneFromCards(cards) => settings.rules.plus_minus_one_from_cards = *cards,
        }
    })
}

fn numbers<T: std::str::FromStr>(typed: &str) -> Result<Vec<T>, Text> {
    let words = typed.split([' ', ',', ';', '.', '\t', '\n']).filter(|word| !word.is_empty());
    let wrong = |word: &str| text!("“{word}” is not a number", word = quoted(word, WORD_MAX));
    words.map(|word| word.parse().map_err(|_| wrong(word))).collect()
}
