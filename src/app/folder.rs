use std::path::{Path, PathBuf};

use super::archive::ArchivePage;
use super::data::{self, Action, Icon, Item, type_into};
use super::index::Index;
use super::playing::Playing;
use super::statistics::StatisticsPage;
use super::typed::typed_path;
use super::{App, Command, HostRequest, Notice, Page};
use crate::archive::{Archive, Copies, Settings, copy_archive, whole};
use crate::text;

/// The field of the folder to change to.
const FOLDER: &str = "folder";

impl App {
    /// Uses another folder from now on. If it has no games, those of the old one are copied there first; the old folder
    /// keeps them in any case.
    pub(super) fn use_folder(&mut self, folder: &Path) {
        let Some(folder) = self.wanted_folder(folder) else { return };
        let (archive, wanted) = (self.archive.clone(), folder.clone());
        let keep = self.preferences.keep_folder(self.named(&folder));
        self.copying = Some((0, 0));
        let progress = self.progress(|app, done, of| app.copying = Some((done, of)));
        let copy = move || {
            if whole(&wanted) == archive.folder() {
                return Err(text!("this is the folder they are in"));
            }
            let copies = match copy_archive(&archive, &wanted, progress) {
                Ok(copies) => copies,
                Err(error) => return Ok(Err(Notice::folder_refused(&error.path, error.reason))),
            };
            Ok(match keep() {
                Ok(()) => Ok((whole(&wanted), copies.map(|copies| copies.count))),
                Err(error) => {
                    copies.into_iter().for_each(Copies::remove);
                    Err(Notice::not_kept(&error))
                }
            })
        };
        self.spawn("folder", self.archive.folder(), copy, move |app, copied| {
            app.copying = None;
            match copied {
                Ok(Ok((there, copied))) => app.change_to(&folder, there, copied),
                Ok(Err(notice)) => app.message = Some(notice),
                Err(reason) => app.message = Some(Notice::folder_refused(&folder, reason)),
            }
            app.keep_notes();
            app.release();
        });
    }

    fn change_to(&mut self, folder: &Path, there: PathBuf, copied: Option<usize>) {
        let old = self.archive.folder().to_owned();
        // The open session goes on in its copy; where none was made it stays in its own folder.
        let open = self.open_session.play.take().filter(|play| copied.is_some() && play.file().may_write());
        self.look_into(folder, there);
        self.open_session.play = open.map(Playing::into_parts).map(|(session, file)| {
            let copy = file.path().strip_prefix(&old).map(|name| self.archive.folder().join(name));
            Playing::new(session, copy.map_or_else(|_| file.clone(), |copy| file.copied_to(copy)))
        });
        let folder = folder.display().to_string();
        self.message = Some(Notice::done(match copied {
            None | Some(0) => text!("Your games are kept in {folder} from now on.", folder = folder),
            Some(copied) => text!(
                "{n} file was copied. Your games are kept in {folder} from now on; the old folder still has them."
                    | "{n} files were copied. Your games are kept in {folder} from now on; the old folder still has \
                       them."
                        % copied,
                folder = folder,
            ),
        }));
    }

    /// `None` if no folder can be changed to now.
    fn wanted_folder(&mut self, typed: &Path) -> Option<PathBuf> {
        if self.folder_given {
            return None;
        }
        if self.archive_page.is_busy() || self.has_unsaved_tournament() {
            self.message = Some(Notice::trouble(text!("Games are still being saved. Try again in a moment.")));
            return None;
        }
        let path = typed_path(typed).map_err(|reason| {
            self.message = Some(Notice::folder_refused(typed, reason));
        });
        path.ok()
    }

    /// `None` for the platform's default.
    fn named(&self, folder: &Path) -> Option<PathBuf> {
        (folder != self.usual_folder).then(|| folder.to_owned())
    }

    fn look_into(&mut self, folder: &Path, there: PathBuf) {
        // Saved again: the size of the window may have been saved with the old folder meanwhile.
        self.preferences.choose(Settings { data_folder: self.named(folder), ..self.settings().clone() });
        self.archive = Archive::new(there);
        self.index = Index::being_read();
        self.archive_page = ArchivePage::default();
        self.statistics_page = StatisticsPage::default();
        self.tournament = None;
        self.open_session.stop_viewing();
        self.read_archive();
    }

    pub(super) fn look_at_settings(&mut self) {
        if !self.starting && self.copying.is_none() {
            self.check_file::<Settings>();
        }
    }

    /// Reports that another window uses another folder. This one keeps its own until the user follows.
    pub(super) fn report_other_folder(&mut self, folder: Option<PathBuf>) {
        if self.folder_given || folder == self.settings().data_folder {
            return;
        }
        self.preferences.ask_again();
        if self.copying.is_some() || self.message.is_some() {
            return;
        }
        let folder = folder.as_deref().unwrap_or(&self.usual_folder).display().to_string();
        self.message = Some(Notice::trouble(text!(
            "Another window keeps your games in {folder} now; this one still uses {here}. To follow, choose that \
             folder in the settings.",
            folder = folder,
            here = self.archive.folder().display().to_string(),
        )));
    }

    pub fn is_copying(&self) -> bool {
        self.copying.is_some()
    }

    /// Where the games are, and the way to another folder.
    pub(super) fn folder_row(&self, change: Command) -> Item {
        if self.in_browser() {
            return Item::entry(text!("Games are kept in this browser's storage"), []).hint(text!(
                "Clearing this page's data deletes them: download the whole archive from time to time. On the home \
                 screen the page opens without a network, and an iPhone keeps its games."
            ));
        }
        let text = text!("Games are kept in {folder}", folder = self.data_folder().display().to_string());
        if self.folder_given {
            let reason = text!("This folder was chosen when the program was started, so it cannot be changed here.");
            return Item::entry(text, []).hint(reason);
        }
        Item::link(text, Some(text!("Change…")), change).hint(text!("Nothing leaves this device"))
    }

    pub(super) fn folder_panel(&self) -> data::Panel {
        let typed = self.screens.top().typed(FOLDER).to_owned();
        let usual = self.usual_folder.to_string_lossy().into_owned();
        let browse = Action {
            shrinks: true,
            ..Action::new(text!("Browse…"), Command::OnHost(HostRequest::ChooseFolder)).icon(Icon::Folder)
        };
        let field = Item::field(text!("Another folder"), &*typed, type_into(FOLDER))
            .most(4096)
            .with([browse.label(text!("Choose a folder…"))]);
        let mut items = vec![field.enter(Command::UseFolder(typed.clone().into()))];
        if *self.data_folder() != *self.usual_folder {
            items.push(Item::buttons([Action::new(text!("Default folder"), type_into(FOLDER)(usual))]));
        }
        let can_use = !typed.is_empty() && self.copying.is_none();
        let ready = Action::primary(text!("Use this folder"), Command::UseFolder(typed.into())).enabled(can_use);
        items.push(Item::bar([ready]).key("use"));
        items.push(Item::status("copying", match self.copying {
            Some((done, of)) => text!("Copying: {done} of {of}", done = done, of = of),
            None => text!(
                "The games that are there are used. If there are none, yours are copied first. The old folder keeps \
                 everything."
            ),
        }));
        data::Panel::new("folder", text!("Where your games are"), items, data::close()).wide().answers()
    }

    /// Whether the command leaves every file alone, so that it is possible while the folder is being changed.
    pub(super) fn writes_nothing(&self, command: &Command) -> bool {
        // The set-up of a game is saved when it is dealt, but the rules on the settings page at once.
        let sets_up = matches!(command, Command::OnSetup(_)) && self.page() != Page::Settings;
        sets_up || command.writes_nothing()
    }

    pub(super) fn must_wait(&self) -> Option<Notice> {
        if self.starting {
            return Some(Notice::done(text!("Your settings are still being read. Wait a moment, then continue.")));
        }
        self.copying?;
        Some(Notice::done(text!("Your games are being copied. Wait a moment, then continue.")))
    }
}
