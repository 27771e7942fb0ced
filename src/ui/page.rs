//! The window as a page in a browser: what is there in place of dialogs, and what is not there at all.

use std::path::Path;
use std::rc::Rc;

use chrono::Local;
use slint::{ComponentHandle, SharedString};

use super::generated::{AppAdapter, ArchiveAdapter};
use super::{Inner, Ui};
use crate::app::{ArchiveCommand, Command, Config, Notice};
use crate::archive::{FILE_MAX, ReadError, settings_file, write_session};
use crate::language::Language;
use crate::platform::{self, Chosen};
use crate::text::Text;

/// What the names of all files in the browser's storage begin with.
const FOLDER: &str = "tablet-of-truth";

/// Shows the window in the page. What goes wrong is said there.
pub fn run() {
    std::panic::set_hook(Box::new(|panic| platform::give_up(&panic.to_string())));
    let data = std::path::PathBuf::from(FOLDER);
    let system_language = Language::of_system();
    // The storage is the only place there is.
    let config = Config {
        settings: settings_file(Some(&data)),
        data,
        data_given: true,
        open: None,
        language: None,
        system_language,
    };
    let shown = Ui::new(config).and_then(|ui| {
        // What was read before there was an event loop.
        ui.pump();
        ui.run()
    });
    if let Err(error) = shown {
        platform::give_up(&system_language.say(&error.text()));
    }
}

/// Connects what only a page has, and hides what it has not.
pub(super) fn connect(inner: &Rc<Inner>) {
    let adapter = inner.window.global::<AppAdapter>();
    adapter.set_in_browser(true);
    adapter.set_can_keep_awake(platform::can_keep_awake());
    connect!(inner, adapter, on_choose_place, |inner| inner.choose_place());
    let archive = inner.window.global::<ArchiveAdapter>();
    connect!(inner, archive, on_copy, |inner, text| inner.copy(&text));
    connect!(inner, archive, on_choose_import, |inner| inner.choose_import());
}

impl Inner {
    /// Hands the open session over, whether the browser keeps it or not.
    fn choose_place(self: &Rc<Self>) {
        let handed = {
            let app = self.app.borrow();
            let name =
                app.session_file().and_then(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
            let text = app.session().and_then(|session| write_session(session, Local::now().fixed_offset()).ok());
            name.zip(text).and_then(|(name, text)| platform::download(&name, &text))
        };
        if let Some(Err(reason)) = handed {
            self.say(Notice::not_saved_there(Path::new(""), Text::foreign(reason)));
        }
    }

    fn say(&self, notice: Notice) {
        self.app.borrow_mut().say(notice);
        self.show();
    }

    /// Asks for a file to bring in.
    fn choose_import(self: &Rc<Self>) {
        let weak = Rc::downgrade(self);
        let asked = slint::spawn_local(async move {
            let chosen = platform::choose_file(".json,.csv,.txt", FILE_MAX).await;
            let Some(inner) = weak.upgrade() else { return };
            match chosen {
                Ok(Some(Chosen { name, bytes: Some(bytes) })) => {
                    inner.handle(Command::OnArchive(ArchiveCommand::ImportBytes { name, bytes }));
                }
                Ok(Some(_)) => {
                    inner.say(Notice::not_imported(ReadError::TooLarge(FILE_MAX).text()));
                }
                Ok(None) => {}
                Err(reason) => inner.say(Notice::not_imported(Text::foreign(reason))),
            }
        });
        // Without an event loop there is nobody who could have asked.
        drop(asked);
    }

    /// Puts a text on the clipboard, and says so once it is there.
    fn copy(self: &Rc<Self>, text: &SharedString) {
        let (weak, text) = (Rc::downgrade(self), text.to_string());
        let asked = slint::spawn_local(async move {
            let copied = platform::copy(text).await;
            let Some(inner) = weak.upgrade() else { return };
            match copied {
                Ok(()) => inner.handle(Command::OnArchive(ArchiveCommand::Copied)),
                Err(reason) => inner.say(Notice::not_written(Path::new(""), Text::foreign(reason))),
            }
        });
        drop(asked);
    }
}
