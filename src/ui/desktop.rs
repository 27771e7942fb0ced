//! Desktop features: dialogs for files and folders (without them, text fields serve), programs to open files,
//! and a clipboard for pictures.

mod hands;
mod keep_awake;
#[cfg(target_os = "linux")]
mod print;

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use slint::ComponentHandle;
use tablet_of_truth::app::{About, ArchiveCommand, Command, HostRequest, Notice, Panel};
use tablet_of_truth::export::Picture;
use tablet_of_truth::text;
use tablet_of_truth::text::Text;
use tablet_of_truth_ui::{AppAdapter, ArchiveAdapter};

use super::program::Program;
pub(super) use keep_awake::Awake;

/// A request to the desktop; its error is in the desktop's words.
type Ask<T> = Arc<dyn Fn(T) -> Result<(), String> + Send + Sync>;

#[derive(Clone)]
pub struct HostActions {
    pub open: Ask<PathBuf>,
    pub show: Ask<PathBuf>,
    pub copy_picture: Ask<Picture>,
    pub can_print: Arc<dyn Fn() -> bool + Send + Sync>,
    /// Given a title and a PDF.
    pub print: Ask<(String, Vec<u8>)>,
}

impl Default for HostActions {
    fn default() -> HostActions {
        HostActions {
            open: Arc::new(|file| hands::open(&file)),
            show: Arc::new(|file| hands::show_in_folder(&file)),
            copy_picture: Arc::new(|picture| hands::copy_picture(picture.width, picture.height, picture.bytes)),
            can_print: Arc::new(hands::can_print),
            print: Arc::new(|(title, pdf)| hands::print(&title, &pdf)),
        }
    }
}

/// Returns the handler of the requests of pages and panels.
pub(super) fn connect(program: &Rc<Program>, actions: HostActions) -> impl Fn(&Rc<Program>, HostRequest) + 'static {
    let window = &program.window;
    connect!(program, window.global::<AppAdapter>(), on_choose_place, |program| program.choose_place());
    let archive = window.global::<ArchiveAdapter>();
    let HostActions { open, show, copy_picture, can_print, print } = actions;
    connect!(program, archive, on_open_written, |program| program.hand_written(&open));
    connect!(program, archive, on_show_written, |program| program.hand_written(&show));
    move |program, request| match request {
        HostRequest::ChooseFolder => program.choose_folder(),
        HostRequest::ChooseImport => program.choose_import(),
        HostRequest::ChoosePlace => program.choose_place_to_write(),
        HostRequest::CopyPicture => program.copy_picture(&copy_picture),
        HostRequest::Print => program.print(&print),
        HostRequest::CopyText | HostRequest::CopyLink | HostRequest::CopyAddress => {
            if let Some(text) = program.text_to_copy(request) {
                program.window.invoke_copy(text);
            }
        }
        HostRequest::Search => program.window.invoke_search(),
        HostRequest::OtherFormats => {
            let can_print = can_print.clone();
            program.app.borrow_mut().look_for_printing(move || can_print());
            program.handle(Command::OnArchive(ArchiveCommand::Panel(Panel::Formats)));
        }
    }
}

impl Program {
    /// Without a dialog, the text field next to it serves.
    fn choose_place(self: &Rc<Self>) {
        let place = self.app.borrow().other_place().unwrap_or_default();
        let dialog = dialog(&place).add_filter("Tablet of Truth", &["json"]);
        self.ask(async move { dialog.save_file().await }, |program, file| {
            program.handle(Command::SaveTo(file.path().to_owned()));
        });
    }

    /// The dialog itself asks before an existing file is chosen.
    fn choose_place_to_write(self: &Rc<Self>) {
        let dialog = dialog(&self.app.borrow().share().place);
        self.ask(async move { dialog.save_file().await }, |program, file| {
            let path = file.path().to_owned();
            program.handle(Command::OnArchive(ArchiveCommand::Write { path, replace: true }));
        });
    }

    fn choose_import(self: &Rc<Self>) {
        let dialog = rfd::AsyncFileDialog::new().add_filter("JSON, CSV", &["json", "csv", "txt"]);
        self.ask(async move { dialog.pick_file().await }, |program, file| {
            program.handle(Command::OnArchive(ArchiveCommand::Import(file.path().to_owned())));
        });
    }

    /// What to do with the folder is chosen on the page.
    fn choose_folder(self: &Rc<Self>) {
        let dialog = rfd::AsyncFileDialog::new().set_directory(self.app.borrow().data_folder());
        self.ask(async move { dialog.pick_folder().await }, |program, folder| {
            let text = folder.path().to_string_lossy().into_owned();
            program.handle(Command::Typed { field: "folder", text });
        });
    }

    fn hand_written(&self, over: &Ask<PathBuf>) {
        let app = self.app.borrow();
        let Some(file) = app.written() else { return };
        let over = over.clone();
        // A file that no program opens can still be shown in its folder.
        app.ask_desktop(About::Written(file.clone()), move || {
            let shown = file.display().to_string();
            over(file)
                .map(|()| None)
                .map_err(|reason| text!("{file} could not be opened: {reason}", file = shown, reason = reason))
        });
    }

    fn copy_picture(&self, copy: &Ask<Picture>) {
        let app = self.app.borrow();
        let (draw, copy) = (app.picture(), copy.clone());
        app.ask_desktop(About::Nothing, move || {
            let copied = draw().and_then(|picture| copy(picture).map_err(Text::foreign));
            let refused = |reason| text!("The picture is not on the clipboard: {reason}", reason = reason);
            copied.map(|()| Some(text!("The picture is on the clipboard."))).map_err(refused)
        });
    }

    fn print(&self, print: &Ask<(String, Vec<u8>)>) {
        let app = self.app.borrow();
        let (paper, print) = (app.paper(), print.clone());
        app.ask_desktop(About::Nothing, move || {
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
                None => program.show_notice(Notice::trouble(text!(
                    "Nothing was chosen. If no dialog opened, type the path into the field instead."
                ))),
            }
        });
        if let Err(error) = asked {
            let reason = error.to_string();
            self.show_notice(Notice::not_saved_there(Path::new(""), Text::foreign(reason)));
        }
    }
}

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
