//! The parts of home that are described as data.

use std::iter::once;
use std::sync::Arc;

use chrono::{NaiveDate, Timelike};

use super::data::{self, Action, ActionStyle, Icon, Item, Section, close, open};
use super::evening::DayPart;
use super::home::{RECENT, entry, running};
use super::index::Indexed;
use super::{App, ArchiveCommand, Command, Panel, TournamentCommand, now};
use crate::export::progress;
use crate::text;

impl App {
    /// The title, the other unfinished games, and rarely used buttons; the rest of Home is drawn by hand.
    pub(super) fn home_page(&self) -> data::Page {
        let date = |day: NaiveDate| self.language().near_date(day, self.this_year());
        let running = running(&self.index);
        let day_of = |session: &Indexed| session.record.started.date_naive();
        let menu = |session: &Indexed| {
            let day = day_of(session);
            let same: Vec<_> = running.iter().filter(|other| day_of(other) == day).collect();
            let label = match same.iter().position(|other| other.path == session.path) {
                Some(number) if same.len() > 1 => {
                    text!("More about game {number} of {date}", number = number + 1, date = date(day))
                }
                _ => text!("More about the game of {date}", date = date(day)),
            };
            let command = Command::OnArchive(ArchiveCommand::MoreOf(session.path.to_path_buf()));
            Action::labelled(label, command).icon(Icon::More).style(ActionStyle::Quiet)
        };
        let row = |session: &&Arc<Indexed>| {
            let entry = entry(&self.index, session, self.faces());
            let state = progress(entry.status, entry.rounds, entry.planned);
            let hint = text!("day, state" => "{day} · {state}", day = date(entry.day), state = state);
            let face = entry.scores.first().map(|first| first.face.clone()).unwrap_or_default();
            let row = Item::entry(entry.outcome(), [menu(session)]).hint(hint).face(face);
            row.key(entry.path.display().to_string()).enter(Command::Open(entry.path))
        };
        let others: Vec<Item> = running.iter().skip(1).take(RECENT).map(row).collect();
        let heading = Item { small: true, ..Item::heading(text!("Unfinished")) };
        let unfinished = (!others.is_empty()).then(|| once(heading).chain(others).collect());
        let import = open(Panel::Import);
        let import = self.is_first_start().then(|| Action::new(text!("Bring games here"), import));
        let begin = Command::OnTournament(TournamentCommand::Begin);
        let rare = import.into_iter().chain([Action::new(text!("Begin a tournament"), begin)]);
        let rare = rare.map(|action| action.style(ActionStyle::Quiet));
        let title = match DayPart::of(now().hour()) {
            DayPart::Morning => text!("Good morning"),
            DayPart::Afternoon => text!("Good afternoon"),
            DayPart::Evening => text!("Good evening"),
        };
        data::Page {
            actions: running.first().map(|session| menu(session)).into_iter().collect(),
            second: vec![Section::Bare("rare", vec![Item::buttons(rare)])],
            ..data::Page::new(
                "home",
                title,
                unfinished.into_iter().map(|rows| Section::Card("unfinished", rows)).collect(),
            )
        }
    }

    /// The menu of an unfinished game on Home.
    pub(super) fn unfinished_panel(&self) -> Option<data::Panel> {
        let session = self.index.get(self.archive_page.menu_of.as_ref()?)?;
        let path = session.path.to_path_buf();
        // Without a scored round there is nothing to end.
        let end = Action::new(text!("End the game early"), Command::EndOf(path.clone())).icon(Icon::Stop);
        let end = Some(end).filter(|_| session.record.rounds() > 0);
        let delete = Command::OnArchive(ArchiveCommand::Delete(path));
        let delete = Action::new(text!("Delete: move it to the trash"), delete).icon(Icon::Trash);
        let day = self.language().near_date(session.record.started.date_naive(), self.this_year());
        let heading = text!("The game of {date}", date = day);
        Some(data::Panel::menu("unfinished", heading, end.into_iter().chain([delete]), close()))
    }
}
