//! The filter that the archive and the statistics share.

use std::collections::BTreeMap;

use chrono::Datelike;
use uuid::Uuid;

use super::command::ArchiveCommand as C;
use super::panels::sessions;
use crate::app::data::{Action, Icon, Item, Panel, Section, close, open};
use crate::app::index::Indexed;
use crate::app::{App, Command, Page, data};
use crate::session::{GameName, Kind, Tournaments};
use crate::text;
use crate::text::Text;
use crate::wizard::Edition;

/// A condition that is set, with the command that removes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Chip {
    pub text: Text,
    pub without: Command,
}

/// The conditions that are set, as chips to remove.
pub(in crate::app) fn set(chips: Vec<Chip>) -> Section {
    let chips = chips.into_iter().map(|Chip { text, without }| {
        let label = text!("Take away: {condition}", condition = text.clone());
        Action::chip(text, true, without).icon(Icon::Close).label(label)
    });
    Section::Bare("set", vec![Item::buttons(chips)])
}

impl App {
    /// The head of the archive, whose list and session are drawn by hand.
    pub(in crate::app) fn archive_head(&self) -> data::Page {
        let (page, all) = (&self.archive_page, self.index.len());
        let found = page.found.len();
        let filter = Action::new(text!("Filter"), open(super::Panel::Filter));
        let more = Action::labelled(text!("Import, backup, names, trash"), open(super::Panel::Manage));
        data::Page {
            fact: Some(if page.filter.is_empty() {
                sessions(all)
            } else {
                text!("{found} of {n} session" | "{found} of {n} sessions" % all, found = found)
            }),
            actions: vec![
                Action { shrinks: true, ..filter.icon(Icon::Filter) },
                more.icon(Icon::More).style(data::ActionStyle::Quiet),
            ],
            ..data::Page::new("archive", text!("Archive"), vec![set(self.filter_chips())])
        }
    }

    /// The conditions that are set, without the search.
    pub(in crate::app) fn filter_chips(&self) -> Vec<Chip> {
        let filter = &self.archive_page.filter;
        let sets = match filter.tournaments {
            Tournaments::Without => false,
            Tournaments::With => self.page() == Page::Statistics,
            Tournaments::Only(_) => true,
        };
        let with = |name: &String| text!("games of a player" => "With {name}", name = name);
        let chips = [
            filter.players.first().map(|name| (with(name), C::Player(None))),
            filter.player_count.map(|count| (text!("{n} player" | "{n} players" % count), C::PlayerCount(None))),
            filter.kind.map(|kind| (kind.text(), C::Kind(None))),
            filter.year.map(|year| (Text::foreign(year.to_string()), C::Year(None))),
            sets.then(|| (self.tournament_choice(filter.tournaments), C::Tournaments(Tournaments::default()))),
        ];
        let chip = |(text, without)| Chip { text, without: Command::OnArchive(without) };
        chips.into_iter().flatten().map(chip).collect()
    }

    pub(in crate::app) fn filter_panel(&self) -> Panel {
        let filter = &self.archive_page.filter;
        let counts = self.page() == Page::Statistics;
        // The chosen player may be in no session any more.
        let gone = || filter.players.first().map_or(Text::foreign(""), Text::foreign);
        let list = |key: &str, title: Text, options: Vec<Action>| {
            let value = options.iter().find(|option| option.on).map_or_else(gone, |option| option.text.clone());
            Item::list(title, value, options).key(key)
        };
        let option = |text: Text, on: bool, command: C| Action::option(text, on, Command::OnArchive(command));
        let kinds = Edition::ALL.map(Kind::Wizard);
        let kinds = kinds.into_iter().chain([Kind::LastWizard(())]).map(Some);
        let kinds = [None].into_iter().chain(kinds).map(|kind| {
            let any = if counts { GameName::Wizard.text() } else { text!("Any game") };
            option(kind.map_or(any, Kind::text), filter.kind == kind, C::Kind(kind))
        });
        let tables = self.counted_by(|entry| entry.record.people.len()).into_iter().map(|(count, of)| {
            let text = text!("{n} player" | "{n} players" % count);
            option(text, filter.player_count == Some(count), C::PlayerCount(Some(count))).hint(sessions(of))
        });
        let any_table = option(text!("3–6 players"), filter.player_count.is_none(), C::PlayerCount(None));
        let names = self.player_names().into_iter().map(|line| {
            let chosen = filter.players.first() == Some(&line.name);
            let face = self.faces().of_name(&line.name);
            let of = sessions(line.sessions);
            option(Text::foreign(line.name.clone()), chosen, C::Player(Some(line.name))).hint(of).face(face)
        });
        let anybody = option(text!("Any player"), filter.players.is_empty(), C::Player(None));
        let years = self.counted_by(|entry| entry.record.started.year()).into_iter().rev().map(|(year, of)| {
            let text = Text::foreign(year.to_string());
            option(text, filter.year == Some(year), C::Year(Some(year))).hint(sessions(of))
        });
        let any_year = option(text!("Any year"), filter.year.is_none(), C::Year(None));
        let tournaments = self.tournament_choices().into_iter().map(|(of, count)| {
            option(self.tournament_choice(of), filter.tournaments == of, C::Tournaments(of)).hint(sessions(count))
        });
        let with_wizard = !counts || self.any_game() == GameName::Wizard;
        let with_tournaments = counts && self.index.tournaments().next().is_some();
        let items = [
            with_wizard.then(|| list("kind", text!("Game"), kinds.collect())),
            Some(list("count", text!("Players"), [any_table].into_iter().chain(tables).collect())),
            Some(list("player", text!("Sessions with"), [anybody].into_iter().chain(names).collect())),
            Some(list("year", text!("Year"), [any_year].into_iter().chain(years).collect())),
            with_tournaments.then(|| list("tournaments", text!("Games of tournaments"), tournaments.collect())),
        ];
        let items = items.into_iter().flatten().collect();
        Panel::new("filter", text!("Filter"), items, close())
    }

    fn counted_by<T: Ord>(&self, of: impl Fn(&Indexed) -> T) -> BTreeMap<T, usize> {
        let mut sessions = BTreeMap::new();
        for entry in self.index.sessions() {
            *sessions.entry(of(entry)).or_default() += 1;
        }
        sessions
    }

    /// With the numbers of sessions.
    fn tournament_choices(&self) -> Vec<(Tournaments, usize)> {
        let mut of_each: Vec<(Uuid, usize)> = Vec::new();
        let (mut all, mut club) = (0, 0);
        for entry in self.index.sessions() {
            all += 1;
            match self.index.tournament_of(&entry.record) {
                None => club += 1,
                Some(of) => match of_each.iter_mut().find(|(known, _)| *known == of) {
                    Some((_, sessions)) => *sessions += 1,
                    None => of_each.push((of, 1)),
                },
            }
        }
        let each = of_each.into_iter().map(|(id, sessions)| (Tournaments::Only(id), sessions));
        [(Tournaments::Without, club), (Tournaments::With, all)].into_iter().chain(each).collect()
    }

    fn tournament_choice(&self, tournaments: Tournaments) -> Text {
        match tournaments {
            Tournaments::Without => text!("Without tournaments"),
            Tournaments::With => text!("With tournaments"),
            Tournaments::Only(id) => match self.index.tournament_name(id) {
                Some(name) => text!("Only {tournament}", tournament = name),
                None => text!("Only one tournament"),
            },
        }
    }
}
