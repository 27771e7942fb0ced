//! What only a desktop has: dialogs for files and folders (without them, text fields serve), programs to open files,
//! and a clipboard for pictures.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use slint::ComponentHandle;
use tablet_of_truth_ui::{AppAdapter, ArchiveAdapter, SettingsAdapter};

use super::program::Program;
use crate::app::{ArchiveCommand, Command, Notice};
use crate::export::Picture;
use crate::platform;
use crate::text;
use crate::text::Text;

/// A request to the desktop; its error is in the desktop's words.
type Ask<T> = Arc<dyn Fn(T) -> Result<(), String> + Send + Sync>;

/// The requests to the desktop about exported files and pictures.
#[derive(Clone)]
pub struct HostActions {
    /// Opens a file in the desktop's program for it.
    pub open: Ask<PathBuf>,
    /// Shows a file in its folder.
    pub show: Ask<PathBuf>,
    /// Puts a picture on the clipboard.
    pub copy_picture: Ask<Picture>,
    /// Returns whether there is a dialog for printing.
    pub can_print: Arc<dyn Fn() -> bool + Send + Sync>,
    /// Opens that dialog, given a title and a PDF.
    pub print: Ask<(String, Vec<u8>)>,
}

impl Default for HostActions {
    fn default() -> HostActions {
        HostActions {
            open: Arc::new(|file| platform::open(&file)),
            show: Arc::new(|file| platform::show_in_folder(&file)),
            copy_picture: Arc::new(|picture| platform::copy_picture(picture.width, picture.height, picture.bytes)),
            can_print: Arc::new(platform::can_print),
            print: Arc::new(|(title, pdf)| platform::print(&title, &pdf)),
        }
    }
}

/// Connects what only a desktop has.
pub(super) fn connect(program: &Rc<Program>, actions: HostActions) {
    let window = &program.window;
    connect!(program, window.global::<AppAdapter>(), on_choose_place, |program| program.choose_place());
    let archive = window.global::<ArchiveAdapter>();
    connect!(program, archive, on_choose_place_to_write, |program| program.choose_place_to_write());
    connect!(program, archive, on_choose_import, |program| program.choose_import());
    connect!(program, window.global::<SettingsAdapter>(), on_choose_folder, |program| program.choose_folder());
    let HostActions { open, show, copy_picture, can_print, print } = actions;
    connect!(program, archive, on_open_written, |program| program.hand_written(&open));
    connect!(program, archive, on_show_written, |program| program.hand_written(&show));
    connect!(program, archive, on_copy_picture, |program| program.copy_picture(&copy_picture));
    connect!(program, archive, on_look_for_printing, |program| {
        let can_print = can_print.clone();
        program.app.borrow_mut().look_for_printing(move || can_print());
    });
    connect!(program, archive, on_print, |program| program.print(&print));
}

impl Program {
    /// Opens the platform's dialog for saving the session; without one, the text field beside it serves.
    fn choose_place(self: &Rc<Self>) {
        let place = self.app.borrow().other_place().unwrap_or_default();
        let dialog = dialog(&place).add_filter("Tablet of Truth", &["json"]);
        self.ask(async move { dialog.save_file().await }, |program, file| {
            program.handle(Command::SaveTo(file.path().to_owned()));
        });
    }

    /// Opens the platform's dialog for saving an export. The dialog itself asks before an existing file is chosen.
    fn choose_place_to_write(self: &Rc<Self>) {
        let dialog = dialog(&self.app.borrow().share().place);
        self.ask(async move { dialog.save_file().await }, |program, file| {
            let path = file.path().to_owned();
            program.handle(Command::OnArchive(ArchiveCommand::Write { path, replace: true }));
        });
    }

    /// Opens the platform's dialog for a file to import.
    fn choose_import(self: &Rc<Self>) {
        let dialog = rfd::AsyncFileDialog::new().add_filter("JSON, CSV", &["json", "csv", "txt"]);
        self.ask(async move { dialog.pick_file().await }, |program, file| {
            program.handle(Command::OnArchive(ArchiveCommand::Import(file.path().to_owned())));
        });
    }

    /// Opens the platform's dialog for a folder of sessions; what to do with it is chosen on the page.
    fn choose_folder(self: &Rc<Self>) {
        let dialog = rfd::AsyncFileDialog::new().set_directory(self.app.borrow().data_folder());
        self.ask(async move { dialog.pick_folder().await }, |program, folder| {
            let typed = folder.path().to_string_lossy().as_ref().into();
            program.window.global::<SettingsAdapter>().set_typed_folder(typed);
        });
    }

    /// Passes the file written last to the desktop.
    fn hand_written(&self, over: &Ask<PathBuf>) {
        let app = self.app.borrow();
        let Some(file) = app.written() else { return };
        let over = over.clone();
        app.ask_desktop(move || {
            let shown = file.display().to_string();
            over(file)
                .map(|()| None)
                .map_err(|reason| text!("{file} could not be opened: {reason}", file = shown, reason = reason))
        });
    }

    /// Puts the session's picture on the clipboard.
    fn copy_picture(&self, copy: &Ask<Picture>) {
        let app = self.app.borrow();
        let Some(draw) = app.picture() else { return };
        let copy = copy.clone();
        app.ask_desktop(move || {
            let copied = draw().and_then(|picture| copy(picture).map_err(Text::foreign));
            let refused = |reason| text!("The picture is not on the clipboard: {reason}", reason = reason);
            copied.map(|()| Some(text!("The picture is on the clipboard."))).map_err(refused)
        });
    }

    /// Asks the desktop to print the session's sheet.
    fn print(&self, print: &Ask<(String, Vec<u8>)>) {
        let app = self.app.borrow();
        let Some(paper) = app.paper() else { return };
        let print = print.clone();
        app.ask_desktop(move || {
            let asked = paper().and_then(|paper| print(paper).map_err(Text::foreign));
            asked.map(|()| None).map_err(|reason| {
                text!("Printing failed ({reason}). Save the PDF sheet and print that instead.", reason = reason)
            })
        });
    }

    fn ask(
        self: &Rc<Self>,
        dialog: impl Future<Output = Option<rfd::FileHandle>> + 'static,
        then: impl FnOnce(&Rc<Program>, rfd::FileHandle) + 'static,
    ) {
        let weak = Rc::downgrade(self);
        let asked = slint::spawn_local(async move {
            let chosen = dialog.await;
            let Some(program) = weak.upgrade() else { return };
            match chosen {
                Some(file) => then(&program, file),
                None => program.say(Notice::trouble(text!(
                    "Nothing was chosen. If no dialog opened, type the path into the field instead."
                ))),
            }
        });
        if let Err(error) = asked {
            let reason = error.to_string();
            self.say(Notice::not_saved_there(Path::new(""), Text::foreign(reason)));
        }
    }
}

/// A dialog that starts at this path.
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
