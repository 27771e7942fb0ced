//! The platform's own dialogs for files and folders. Without them, text fields do the same.

use std::path::Path;
use std::rc::Rc;

use slint::ComponentHandle;

use super::{Inner, generated};
use crate::app::{ArchiveCommand, Command, Notice};

impl Inner {
    /// The platform's own dialog for where to save the session; without one the text field beside it does the same.
    pub(super) fn choose_place(self: &Rc<Self>) {
        let place = self.app.borrow().other_place().unwrap_or_default();
        let dialog = dialog(&place).add_filter("Tablet of Truth", &["json"]);
        self.ask(async move { dialog.save_file().await }, |inner, file| {
            inner.handle(Command::SaveTo(file.path().to_owned()));
        });
    }

    /// The platform's own dialog for where to write what is handed on. It asked before it chose a file that is there.
    pub(super) fn choose_place_to_write(self: &Rc<Self>) {
        let dialog = dialog(&self.app.borrow().carry().place);
        self.ask(async move { dialog.save_file().await }, |inner, file| {
            let path = file.path().to_owned();
            inner.handle(Command::OnArchive(ArchiveCommand::Write { path, replace: true }));
        });
    }

    /// The platform's own dialog for what to bring in.
    pub(super) fn choose_import(self: &Rc<Self>) {
        let dialog = rfd::AsyncFileDialog::new().add_filter("JSON, CSV", &["json", "csv", "txt"]);
        self.ask(async move { dialog.pick_file().await }, |inner, file| {
            inner.handle(Command::OnArchive(ArchiveCommand::Import(file.path().to_owned())));
        });
    }

    /// The platform's own dialog for a folder of sessions; what is done with it is chosen on the page.
    pub(super) fn choose_folder(self: &Rc<Self>) {
        let dialog = rfd::AsyncFileDialog::new().set_directory(self.app.borrow().data_folder());
        self.ask(async move { dialog.pick_folder().await }, |inner, folder| {
            let typed = folder.path().to_string_lossy().as_ref().into();
            inner.window.global::<generated::SettingsAdapter>().set_typed_folder(typed);
        });
    }

    fn ask(
        self: &Rc<Self>,
        dialog: impl Future<Output = Option<rfd::FileHandle>> + 'static,
        then: impl FnOnce(&Rc<Inner>, rfd::FileHandle) + 'static,
    ) {
        let weak = Rc::downgrade(self);
        let asked = slint::spawn_local(async move {
            let chosen = dialog.await;
            let Some(inner) = weak.upgrade() else { return };
            match chosen {
                Some(file) => then(&inner, file),
                None => {
                    inner.app.borrow_mut().say(Notice::NoPlaceChosen);
                    inner.show();
                }
            }
        });
        if let Err(error) = asked {
            let reason = error.to_string();
            self.app.borrow_mut().say(Notice::NotSavedThere { path: String::new(), reason });
            self.show();
        }
    }
}

/// A dialog that begins at this place.
fn dialog(place: &Path) -> rfd::AsyncFileDialog {
    let mut dialog = rfd::AsyncFileDialog::new();
    if let Some(name) = place.file_name() {
        dialog = dialog.set_file_name(name.to_string_lossy());
    }
    if let Some(folder) = place.parent() {
        dialog = dialog.set_directory(folder);
    }
    dialog
}
