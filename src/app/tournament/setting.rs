//! Settings of the open tournament, as typed.

use super::command::TournamentSetting;
use super::open::OpenTournament;
use super::view::TournamentSettings;
use crate::app::notice::Notice;
use crate::language::Language;
use crate::text;
use crate::text::{Text, quoted};
use crate::tournament::{Preset, Settings, Tournament};

/// The most characters quoted of what was typed.
const WORD_MAX: usize = 24;

impl OpenTournament {
    /// Changes a setting. What cannot be stays typed and is told beside the settings.
    ///
    /// # Errors
    /// That another program has overtaken the tournament.
    pub(super) fn set(&mut self, setting: TournamentSetting, language: Language) -> Result<(), Notice> {
        self.refused = None;
        let change = match change(&setting, language) {
            Ok(change) => change,
            Err(reason) => {
                self.refused = Some((setting, reason));
                return Ok(());
            }
        };
        let mut next = self.tournament.clone();
        change(&mut next);
        if let Err(violation) = next.check() {
            self.refused = Some((setting, violation.text()));
            return Ok(());
        }
        self.change_setting(&setting, change)
    }

    /// The settings as shown: what was typed last and cannot be stays as typed.
    pub(super) fn settings_view(&self) -> TournamentSettings {
        let settings = &self.tournament.settings;
        let numbers = |numbers: &[u8]| numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
        let hands = |size: u8| settings.hands.get(&size).map(|hands| numbers(hands)).unwrap_or_default();
        let mut view = TournamentSettings {
            preset: Preset::ALL.into_iter().find(|preset| with_preset(settings, *preset) == *settings),
            kept: settings.clone(),
            stages: settings.stages.iter().map(u16::to_string).collect::<Vec<_>>().join(", "),
            hands: [3, 4, 5, 6].map(hands),
            fault: None,
        };
        if let Some((setting, reason)) = &self.refused {
            match setting {
                TournamentSetting::Stages(typed) => view.stages.clone_from(typed),
                TournamentSetting::Hands(size, typed) => {
                    if let Some(hands) = size.checked_sub(3).and_then(|at| view.hands.get_mut(usize::from(at))) {
                        hands.clone_from(typed);
                    }
                }
                _ => {}
            }
            view.fault = Some(reason.clone());
        }
        view
    }
}

/// The settings with a named choice: what is counted, and by which rules; rounds and their minutes stay.
fn with_preset(settings: &Settings, preset: Preset) -> Settings {
    let Settings { rounds, seating, cut, minutes, ref stages, .. } = *settings;
    Settings { rounds, seating, cut, minutes, stages: stages.clone(), ..preset.settings() }
}

/// The change that a setting means.
fn change(setting: &TournamentSetting, language: Language) -> Result<impl Fn(&mut Tournament) + use<>, Text> {
    use TournamentSetting as T;
    let (setting, mut date, mut stages, mut hands) = (setting.clone(), None, Vec::new(), Vec::new());
    match &setting {
        T::Date(typed) if !typed.trim().is_empty() => {
            let wrong = || text!("“{word}” is no date", word = quoted(typed, WORD_MAX));
            date = Some(language.read_date(typed).ok_or_else(wrong)?);
        }
        T::Stages(typed) => stages = numbers(typed)?,
        T::Hands(_, typed) => hands = numbers(typed)?,
        _ => {}
    }
    Ok(move |tournament: &mut Tournament| {
        let settings = &mut tournament.settings;
        match &setting {
            T::Name(name) => tournament.name.clone_from(name),
            T::Place(place) => tournament.place.clone_from(place),
            T::Date(_) => tournament.date = date,
            T::Preset(preset) => *settings = with_preset(settings, *preset),
            T::Rounds(rounds) => settings.rounds = *rounds,
            T::Minutes(minutes) => settings.minutes = *minutes,
            T::Seating(seating) => settings.seating = *seating,
            T::TablePoints(points) => settings.table_points = points.clone(),
            T::Cut(cut) => settings.cut = *cut,
            T::Stages(_) => {
                settings.stages.clone_from(&stages);
                // The first stage is what the cut leaves.
                settings.cut = stages.first().copied().or(settings.cut);
            }
            T::Hands(size, _) if hands.is_empty() => drop(settings.hands.remove(size)),
            T::Hands(size, _) => drop(settings.hands.insert(*size, hands.clone())),
            T::PlusMinusOne(on) => settings.rules.plus_minus_one = *on,
            T::PlusMinusOneFromCards(cards) => settings.rules.plus_minus_one_from_cards = *cards,
        }
    })
}

/// The numbers of a list as typed.
fn numbers<T: std::str::FromStr>(typed: &str) -> Result<Vec<T>, Text> {
    let words = typed.split([' ', ',', ';', '.', '\t', '\n']).filter(|word| !word.is_empty());
    let wrong = |word: &str| text!("“{word}” is not a number", word = quoted(word, WORD_MAX));
    words.map(|word| word.parse().map_err(|_| wrong(word))).collect()
}
