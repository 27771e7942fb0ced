//! What is open in the window and kept in a file: taking in how it was saved and what another program made of the file,
//! and keeping it in another file where its own cannot be written.

use std::path::{Path, PathBuf};

use super::loop_handle::LoopHandle;
use super::typed::{check_free, file_name, folder_of};
use super::{App, Notice, Slowness};
use crate::archive::{Document, Kept, SaveError, Saved, Saver, is_folder, is_there};
use crate::text;
use crate::text::Text;

/// What another program did to a file that has no unsaved changes here.
pub(super) enum FileChange<T: Kept> {
    Same,
    /// It has another version. What was here is in this copy, which a program that syncs folders left next to the file.
    Newer(T::Loaded, Option<PathBuf>),
    Gone,
}

pub(super) trait Open: Kept + PartialEq {
    /// The file of the open document, and its contents.
    fn open(app: &App) -> Option<(Document<Self>, Self)>;

    /// The saver that writes this file; `None` if another file is open now.
    fn saver<'a>(app: &'a mut App, file: &Path) -> Option<&'a mut Saver<Self>>;

    fn in_file(loaded: &Self::Loaded) -> &Self;

    /// Whether the file holds a version of this document.
    fn is_version_of(&self, loaded: &Self::Loaded) -> bool;

    fn may_be_called(_path: &Path) -> Result<(), Text> {
        Ok(())
    }

    fn save(app: &mut App);

    fn saved(app: &mut App, result: Result<Saved, SaveError>);

    fn file_changed(app: &mut App, found: FileChange<Self>);
}

impl App {
    pub(super) fn saver<T: Open>(handle: &LoopHandle<App>) -> Saver<T> {
        let handle = handle.clone();
        Saver::start(move |report| {
            handle.post(move |app| {
                let Some(saver) = T::saver(app, &report.path) else { return };
                saver.saved(&report);
                let recheck = !saver.is_saving() && std::mem::take(&mut saver.check_again);
                T::saved(app, report.result);
                if recheck {
                    app.check_file::<T>();
                }
            });
        })
    }

    /// Checks, after news of the file, whether another program such as a folder sync has changed it.
    pub(super) fn check_file<T: Open>(&mut self) {
        let Some((file, ours)) = T::open(self) else { return };
        let Some(saver) = T::saver(self, file.path()) else { return };
        if saver.is_saving() {
            saver.check_again = true;
            return;
        }
        if saver.error() == Some(&SaveError::Gone) {
            // If it is back as it was, the last step is written.
            T::save(self);
            return;
        }
        // A lock that outlives the table would keep the next program that opens it from writing.
        let (ticket, seen, shown) = (saver.last(), file.as_seen(), ours.clone());
        let file = seen.clone();
        let check = move || {
            let newer = file.newer();
            // A folder that is missing comes back with its disk.
            let gone = newer.is_err() && !is_there(file.path()) && is_folder(folder_of(file.path()));
            let newer = newer.ok().flatten().map(|(version, loaded)| {
                let copy = file.copies().find(|(_, copy)| *T::in_file(copy) == shown).map(|(path, _)| path);
                (version, loaded, copy)
            });
            Ok((newer, gone))
        };
        self.spawn("look", seen.clone().path(), check, move |app, found: Result<_, Text>| {
            let Ok((newer, gone)) = found else { return };
            let Some((file, _)) = T::open(app).filter(|(open, _)| seen.is_of(open)) else { return };
            // A file that changed while a tap came in, or while the disk refuses, is kept in a copy by the next save.
            if T::saver(app, file.path()).is_none_or(|saver| saver.last() != ticket || saver.is_unsaved()) {
                return;
            }
            let found = match newer {
                Some((_, loaded, _)) if !ours.is_version_of(&loaded) => return T::save(app),
                Some((version, loaded, copy)) => {
                    file.saw(version);
                    if ours == *T::in_file(&loaded) { FileChange::Same } else { FileChange::Newer(loaded, copy) }
                }
                None if gone => FileChange::Gone,
                None => FileChange::Same,
            };
            T::file_changed(app, found);
        });
    }

    /// Keeps the open document in another file from now on, which `keep_in` sets.
    pub(super) fn save_elsewhere<T: Open>(&mut self, path: PathBuf, keep_in: fn(&mut App, Document<T>) -> Notice) {
        let Some((own, value)) = T::open(self) else { return };
        let Some(ticket) = T::saver(self, own.path()).map(|saver| saver.last()) else { return };
        let (archive, to, from, written) = (self.archive.clone(), path.clone(), own.clone(), value.clone());
        let write = move || {
            let to = archive.file_at(&to);
            if to == from.path() {
                return Ok(None);
            }
            T::may_be_called(&to)?;
            check_free(&to)?;
            let file = Document::new(to);
            match file.save_now(written) {
                Ok(Saved::Elsewhere) => Err(text!("another window of Tablet of Truth has it open")),
                Ok(saved) => Ok(Some((file, saved))),
                Err(error) => Err(error.text()),
            }
        };
        self.spawn_for_tap("save", folder_of(&path.clone()), write, move |app, written| {
            let Some((_, now)) = T::open(app).filter(|(open, _)| open.is(&own)) else { return };
            match written {
                Err(reason) => app.message = Some(Notice::not_saved_there(&path, reason)),
                // The path is that of its own file.
                Ok(None) => T::save(app),
                Ok(Some((file, saved))) => {
                    let is_all = T::saver(app, own.path()).is_some_and(|saver| saver.moved(ticket));
                    app.message = Some(keep_in(app, file));
                    app.slowness = Slowness::No;
                    if !is_all || now != value {
                        T::save(app);
                    }
                    if saved != Saved::Here {
                        T::saved(app, Ok(saved));
                    }
                }
            }
        });
    }
}

/// The message with the name of the copy that keeps what was entered here.
pub(super) fn with_copy(message: Text, copy: Option<&Path>) -> Text {
    let Some(copy) = copy else { return message };
    let next = text!("What was entered here is kept beside it as {name}.", name = file_name(copy));
    text!("two sentences" => "{said} {next}", said = message, next = next)
}
