mod command;
mod counted;
mod example;
mod filter;
mod names;
mod notes;
mod panels;
mod preview;
mod share;
mod state;
mod trash;
mod view;
mod viewed;

use std::path::{Path, PathBuf};

pub use command::{ArchiveCommand, Edit, Panel, ShareItem};
pub use filter::Chip;
pub(super) use filter::set;
pub(super) use panels::{FIRST_DAY, LAST_DAY, round_more};
pub use preview::{PreviewOption, PreviewRow, PreviewView};
pub use share::ShareView;
pub(super) use state::{ArchivePage, Deleted};
use state::{Keeping, TakeBack};
pub use view::ArchiveView;
pub use viewed::ViewedView;

use super::typed::{file_name, folder_of};
use super::{About, App, Notice, Page, TableCommand, now};
use crate::archive::{Archive, Lock, Source, is_there, lock, system_reason, write_durably, write_session};
use crate::each;
use crate::language::months;
use crate::seats::Seat;
use crate::session::{AnyRef, AnySession, Filter, OfGame};
use crate::text;
use crate::text::Text;

impl App {
    /// Whether this tap would replace the open session by another.
    pub(super) fn opens_another(&self, command: &ArchiveCommand) -> bool {
        use ArchiveCommand as C;
        match command {
            C::RoundMore(_) => self.noted_path().is_some_and(|path| self.open_session.open_at(path).is_none()),
            C::SetCounted { of, .. } => self.open_session.open_at(of).is_none(),
            C::TakeBack => match &self.archive_page.take_back {
                Some(TakeBack::Counted(of, _)) => self.open_session.open_at(of).is_none(),
                _ => false,
            },
            _ => matches!(command, C::Correct { .. } | C::DeleteAnyway(_) | C::Delete(_) | C::RemoveExample),
        }
    }

    pub(super) fn on_archive(&mut self, command: ArchiveCommand) {
        use ArchiveCommand as C;
        let panel = self.panel();
        let page = &mut self.archive_page;
        // Coming to this page is no tap on it: the last message and what it can take back stay. Nor is closing the
        // session that is shown in place of a deleted one.
        let deleted = page.notice.as_ref().is_some_and(|notice| notice.about == About::TakeBack);
        let comes = command == C::Close && panel == Panel::None && (page.viewed.is_none() || deleted);
        let only_comes = comes || command == C::ViewFound;
        if !only_comes && !command.writes_notes() {
            page.notice = None;
        }
        match command {
            C::Search(text) => {
                page.filter = std::mem::take(&mut page.filter).search(&text, months());
                (page.search, page.found_at) = (text, None);
            }
            C::Player(name) => page.narrow(|filter| filter.players = name.into_iter().collect()),
            C::PlayerCount(count) => page.narrow(|filter| filter.player_count = count),
            C::Kind(kind) => page.narrow(|filter| filter.kind = kind),
            C::Year(year) => page.narrow(|filter| filter.year = year),
            C::Tournaments(of) => page.narrow(|filter| filter.tournaments = of),
            C::ClearFilter => {
                page.search.clear();
                page.narrow(|filter| *filter = Filter::default());
            }
            C::View(path) => self.view(&path),
            C::Step { down } => self.view_next(down),
            C::ViewFound => self.view_found(),
            C::Close if panel != Panel::None => self.show_panel(Panel::None),
            C::Close => {
                (page.viewed, page.wanted) = (None, None);
                self.open_session.stop_viewing();
            }
            C::Panel(panel) => self.show_panel(panel),
            C::MoreOf(game) => {
                page.menu_of = Some(game);
                self.show_panel(Panel::Unfinished);
            }
            C::ShareEvening(game) => {
                page.sharing.evening = Some(game);
                self.show_panel(Panel::Share);
            }
            C::ShareItem(product) => self.choose_share_item(product),
            C::Share(product) => {
                self.choose_share_item(product);
                let path = self.share().place;
                self.write_share_item(path, false);
            }
            C::Write { path, replace } => self.write_share_item(path, replace),
            C::Import(path) => self.import(Source::File(path)),
            C::ImportBytes { name, bytes } => self.import(Source::Bytes { name, bytes }),
            C::AnswerPreview(option) => self.answer_preview(option),
            C::AddPreviewed => self.add_previewed(),
            C::Copied => self.copied(),
            C::Dismiss => page.take_back = None,
            C::Correct { of, round, seat } => {
                self.with_open(of, move |app| app.correct_open(round, seat));
            }
            C::RoundMore(cards) => {
                if let Some(of) = self.noted_path().map(Path::to_owned) {
                    self.with_open(of, move |app| app.deal_round_more(cards));
                }
            }
            C::SetCounted { of, counts, sure } => self.set_counted(of, counts, sure),
            C::Delete(path) => self.delete(path, false),
            C::DeleteAnyway(path) => self.delete(path, true),
            C::AddExample => self.add_example(),
            C::RemoveExample => self.remove_example(),
            C::TakeBack => self.take_back(),
            C::Day { of, text } => self.type_day(of, text),
            C::KeepDay => drop(self.keep_day()),
            C::LeaveDay => self.leave_day(),
            C::Note { of, place, notes } => self.note(of, place, notes),
            C::Restore(path) => {
                let what = if page.trash.tournament(&path).is_some() { Deleted::Tournament } else { Deleted::Session };
                self.restore(path, what);
            }
            C::EmptyTrash => self.empty_trash(),
            C::Rename { from, to } => self.rename(&from, &to),
        }
    }

    pub(super) fn show_archive(&mut self) {
        self.leave_for(Page::Archive);
        self.refresh();
    }

    pub(super) fn refresh(&self) {
        if let Some(library) = &self.library {
            library.refresh();
        }
    }

    fn view(&mut self, path: &Path) {
        self.view_unless(path, |_| false);
    }

    /// Reads and shows a session that was not tapped; skips it if its file is gone.
    fn view_if_there(&mut self, path: &Path) {
        self.view_unless(path, |path| !is_there(path));
    }

    fn view_unless(&mut self, path: &Path, is_passed_over: fn(&Path) -> bool) {
        if let Some(archive) = self.screens.archive_mut() {
            archive.pointed_out = None;
        }
        if self.archive_page.viewed.as_deref() != Some(path) {
            self.archive_page.keeping = Keeping::Untouched;
        }
        self.archive_page.wanted = Some(path.to_owned());
        let (path, of) = (path.to_owned(), path.to_owned());
        let read = move || match Archive::load(&of) {
            Err(_) if is_passed_over(&of) => Ok(None),
            loaded => loaded.map(Some).map_err(|error| error.text()),
        };
        self.spawn_for_tap("view", folder_of(&path.clone()), read, move |app, loaded| {
            // By now another session is to be viewed, or none.
            if app.archive_page.wanted.as_ref() != Some(&path) {
                return;
            }
            app.archive_page.wanted = None;
            match loaded {
                Ok(None) => {}
                Ok(Some(loaded)) => {
                    app.open_session.view(path.clone(), loaded.settled());
                    app.archive_page.viewed = Some(path);
                }
                Err(reason) => app.archive_page.notice = Some(Notice::file_refused(file_name(&path), &reason)),
            }
        });
    }

    fn view_next(&mut self, down: bool) {
        self.archive_page.find(&self.index);
        let page = &self.archive_page;
        let viewed = page.wanted.as_ref().or(page.viewed.as_ref());
        let at = viewed.and_then(|viewed| page.found.iter().position(|row| *row.path == **viewed));
        let next = match at {
            None => 0,
            Some(at) if down => at + 1,
            Some(at) => at.saturating_sub(1),
        };
        if let Some(path) = page.found.get(next).map(|row| row.path.to_path_buf()) {
            self.view(&path);
        }
    }

    /// Views the first session found, unless the one viewed is found or too new for the index.
    fn view_found(&mut self) {
        self.archive_page.find(&self.index);
        let page = &self.archive_page;
        let stays = |path: &PathBuf| !self.index.knows(path) || page.found.iter().any(|row| *row.path == **path);
        if page.wanted.as_ref().or(page.viewed.as_ref()).is_some_and(stays) {
            return;
        }
        if let Some(path) = page.found.first().map(|row| row.path.to_path_buf()) {
            self.view_if_there(&path);
        }
    }

    /// Reads the session viewed again if its file changed, or stops viewing it if it is gone.
    pub(super) fn follow_viewed(&mut self, changed: &[PathBuf], gone: bool) {
        let Some(path) = self.viewed_path().filter(|path| changed.contains(path)) else { return };
        if gone {
            self.archive_page.forget(&path);
            if let Some(archive) = self.screens.archive_mut()
                && matches!(
                    archive.panel,
                    Panel::More | Panel::Share | Panel::Formats | Panel::Elsewhere | Panel::PlayCode | Panel::Phone
                )
            {
                archive.panel = Panel::None;
            }
        } else if self.archive_page.wanted.as_ref().is_none_or(|wanted| *wanted == path) {
            // Unless another one is already being read, which is the one wanted.
            self.view_if_there(&path);
        }
    }

    pub fn viewed_path(&self) -> Option<PathBuf> {
        self.archive_page.viewed.clone()
    }

    pub(super) fn viewed_session(&self) -> Option<AnyRef<'_>> {
        self.open_session.session_at(self.archive_page.viewed.as_ref()?)
    }

    /// Opens a session, if it is not open, and continues it, or shows why that is impossible.
    fn with_open(&mut self, of: PathBuf, then: impl FnOnce(&mut App) + Send + 'static) {
        if self.open_session.open_at(&of).is_some() {
            then(self);
            return;
        }
        let refused = of.clone();
        self.open_to_play(&of, move |app, result| match result {
            Ok(()) => then(app),
            Err(reason) => app.archive_page.notice = Some(Notice::file_refused(file_name(&refused), &reason)),
        });
    }

    /// Adds a round to the open game, which is over, and goes to the table.
    fn deal_round_more(&mut self, cards: u8) {
        let Some(OfGame::Wizard(play)) = &mut self.open_session.play else { return };
        let changed = play.deal_round_more(cards);
        self.screens.begin(Page::Table);
        self.after_step(changed);
    }

    fn correct_open(&mut self, round: usize, seat: Option<Seat>) {
        let Some(play) = &mut self.open_session.play else { return };
        if !play.file().may_write() {
            self.archive_page.notice = Some(Notice::read_only());
            return;
        }
        play.handle(TableCommand::Correct { round, seat }, now());
        if play.is_correcting() {
            self.screens.begin(Page::Archive);
            self.screens.lay(Page::Table);
        }
    }

    /// Returns from a correction begun here, once it is saved or given up.
    pub(super) fn end_correction(&mut self) {
        let over = self.open_session.play.as_ref().is_none_or(|play| !play.is_correcting());
        if over && self.screens.corrects_from_archive() {
            self.screens.leave_session();
            if let Some(play) = &mut self.open_session.play {
                self.archive_page.notice = play.notice().take();
                self.learn_open(true);
            }
        }
    }

    pub(super) fn show_panel(&mut self, panel: Panel) {
        let screen = self.screens.top_mut();
        (screen.panel, screen.list) = (panel, None);
        screen.typed.clear();
        self.archive_page.preview = None;
        match panel {
            Panel::Share if !self.offers(self.archive_page.sharing.product) => {
                self.choose_share_item(ShareItem::default());
            }
            Panel::Share | Panel::Formats | Panel::Elsewhere => {
                self.choose_share_item(self.archive_page.sharing.product);
            }
            Panel::Backup => self.choose_share_item(ShareItem::Backup),
            Panel::Pads => self.choose_share_item(ShareItem::Pad(4)),
            Panel::Notes => self.archive_page.keeping = Keeping::Untouched,
            _ => {}
        }
    }
}

/// Changes a session in its file, unless another window has that open. Returns the second value of `change`.
fn rewritten<T>(path: &Path, change: impl FnOnce(&AnySession) -> Result<(AnySession, T), Text>) -> Result<T, Text> {
    let held = lock(path);
    if matches!(held, Lock::Elsewhere) {
        return Err(text!("another window of Tablet of Truth has it open"));
    }
    let loaded = Archive::load(path).map_err(|error| error.text())?;
    let (session, besides) = change(&loaded.session)?;
    let text = each!(&session, session => write_session(session, now()));
    let text = text.map_err(|error| Text::foreign(error.to_string()))?;
    write_durably(path, &text).map_err(|error| system_reason(&error))?;
    Ok(besides)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use crate::app::spawn::tests::{messages, settle, with_a_game};
    use crate::app::{ArchiveCommand, Command, Page, Panel};

    #[test]
    fn a_session_that_is_gone_is_reported_only_if_it_was_tapped() {
        let folder = TempDir::new().unwrap();
        let (mut app, path) = with_a_game(folder.path());
        app.handle(Command::Show(Page::Archive));
        settle(&mut app);
        (app.archive_page.viewed, app.archive_page.wanted) = (None, None);
        std::fs::remove_file(&path).unwrap();
        app.handle(Command::OnArchive(ArchiveCommand::ViewFound));
        settle(&mut app);
        assert!(!messages(&app).contains("cannot be opened"), "{}", messages(&app));
        app.handle(Command::OnArchive(ArchiveCommand::View(path)));
        settle(&mut app);
        assert!(messages(&app).contains("cannot be opened"));
    }

    #[test]
    fn a_file_that_is_saved_while_another_is_written_is_written_too() {
        let folder = TempDir::new().unwrap();
        let (mut app, _) = with_a_game(folder.path());
        app.handle(Command::Show(Page::Archive));
        app.handle(Command::OnArchive(ArchiveCommand::Panel(Panel::Backup)));
        settle(&mut app);
        let file = |name: &str| folder.path().join(name);
        for names in [["a.json", "b.json", "c.json"], ["a.json", "d.json", "e.json"]] {
            for name in names {
                app.handle(Command::OnArchive(ArchiveCommand::Write { path: file(name), replace: false }));
            }
            settle(&mut app);
            assert!(names.iter().all(|name| file(name).is_file()), "{names:?}");
        }
        assert!(messages(&app).contains("already exists"), "what was refused stays in sight: {}", messages(&app));
    }
}
