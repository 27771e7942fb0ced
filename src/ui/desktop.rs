//! The window on a desktop, and the desktop's own dialogs for files and folders. Without them, text fields do the same.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use slint::ComponentHandle;

use super::generated::{AppAdapter, ArchiveAdapter, SettingsAdapter};
use super::{Inner, Ui, UiError};
use crate::app::{ArchiveCommand, Command, Config, Notice};
use crate::archive::{default_data_dir, settings_file, whole};
use crate::language::Language;
use crate::text;
use crate::text::Text;

/// The name that a desktop finds the window's icon by: that of the file in `packaging/linux`.
const APP_ID: &str = "io.github.tablet_of_truth.tablet_of_truth";

/// Opens the window and keeps it until it is closed.
///
/// # Errors
/// [`UiError`].
pub fn run(data_dir: Option<PathBuf>, open: Option<PathBuf>, language: Option<Language>) -> Result<(), UiError> {
    // The window outlives a change of folder, and two ways to one file should look the same.
    let data_dir = data_dir.map(|folder| whole(&folder));
    let unset = |name: &str| std::env::var_os(name).is_none_or(|value| value.is_empty());
    if cfg!(target_os = "linux") && ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].into_iter().all(unset) {
        return Err(UiError::NoDisplay);
    }
    let settings = settings_file(data_dir.as_deref());
    let data_given = data_dir.is_some();
    let data = data_dir.or_else(default_data_dir).ok_or(UiError::NoDataFolder)?;
    let system_language = Language::of_system();
    let ui = Ui::new(Config { data, data_given, settings, open, language, system_language })?;
    // Only with a window is there somebody to tell it to, and only before it is shown.
    slint::set_xdg_app_id(APP_ID)?;
    ui.run()
}

/// Connects what only a desktop has.
pub(super) fn connect(inner: &Rc<Inner>) {
    let window = &inner.window;
    connect!(inner, window.global::<AppAdapter>(), on_choose_place, |inner| inner.choose_place());
    let archive = window.global::<ArchiveAdapter>();
    connect!(inner, archive, on_choose_place_to_write, |inner| inner.choose_place_to_write());
    connect!(inner, archive, on_choose_import, |inner| inner.choose_import());
    connect!(inner, window.global::<SettingsAdapter>(), on_choose_folder, |inner| inner.choose_folder());
}

impl Inner {
    /// The platform's own dialog for where to save the session; without one the text field beside it does the same.
    fn choose_place(self: &Rc<Self>) {
        let place = self.app.borrow().other_place().unwrap_or_default();
        let dialog = dialog(&place).add_filter("Tablet of Truth", &["json"]);
        self.ask(async move { dialog.save_file().await }, |inner, file| {
            inner.handle(Command::SaveTo(file.path().to_owned()));
        });
    }

    /// The platform's own dialog for where to write what is handed on. It asked before it chose a file that is there.
    fn choose_place_to_write(self: &Rc<Self>) {
        let dialog = dialog(&self.app.borrow().carry().place);
        self.ask(async move { dialog.save_file().await }, |inner, file| {
            let path = file.path().to_owned();
            inner.handle(Command::OnArchive(ArchiveCommand::Write { path, replace: true }));
        });
    }

    /// The platform's own dialog for what to bring in.
    fn choose_import(self: &Rc<Self>) {
        let dialog = rfd::AsyncFileDialog::new().add_filter("JSON, CSV", &["json", "csv", "txt"]);
        self.ask(async move { dialog.pick_file().await }, |inner, file| {
            inner.handle(Command::OnArchive(ArchiveCommand::Import(file.path().to_owned())));
        });
    }

    /// The platform's own dialog for a folder of sessions; what is done with it is chosen on the page.
    fn choose_folder(self: &Rc<Self>) {
        let dialog = rfd::AsyncFileDialog::new().set_directory(self.app.borrow().data_folder());
        self.ask(async move { dialog.pick_folder().await }, |inner, folder| {
            let typed = folder.path().to_string_lossy().as_ref().into();
            inner.window.global::<SettingsAdapter>().set_typed_folder(typed);
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
                    inner.app.borrow_mut().say(Notice::trouble(text!(
                        "No place was chosen. If no dialog opened, type the place into the field instead."
                    )));
                    inner.show();
                }
            }
        });
        if let Err(error) = asked {
            let reason = error.to_string();
            self.app.borrow_mut().say(Notice::not_saved_there(Path::new(""), Text::foreign(reason)));
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
