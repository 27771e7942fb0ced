//! The window as a page in a browser: what is there in place of dialogs, and what is not there at all.

use std::path::Path;
use std::rc::Rc;

use chrono::Local;
use slint::{ComponentHandle, SharedString};

use super::generated::{AppAdapter, ArchiveAdapter};
use super::program::Program;
use crate::app::{ArchiveCommand, Command, Notice};
use crate::archive::{FILE_MAX, ReadError, write_session};
use crate::each;
use crate::platform::{self, Chosen};
use crate::text::Text;

/// What a desktop does with what is handed on; a browser has its downloads.
#[derive(Default)]
pub struct Hands;

/// Connects what only a page has, and hides what it has not.
pub(super) fn connect(program: &Rc<Program>, _hands: Hands) {
    let adapter = program.window.global::<AppAdapter>();
    adapter.set_in_browser(true);
    adapter.set_can_keep_awake(platform::can_keep_awake());
    connect!(program, adapter, on_choose_place, |program| program.choose_place());
    let archive = program.window.global::<ArchiveAdapter>();
    connect!(program, archive, on_copy, |program, text| program.copy(&text));
    connect!(program, archive, on_choose_import, |program| program.choose_import());
}

impl Program {
    /// Hands the open session over, whether the browser keeps it or not.
    fn choose_place(self: &Rc<Self>) {
        let handed = {
            let app = self.app.borrow();
            let name =
                app.session_file().and_then(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
            let now = Local::now().fixed_offset();
            let text = app.session().and_then(|session| each!(session, session => write_session(session, now)).ok());
            name.zip(text).and_then(|(name, text)| platform::download(&name, &text))
        };
        if let Some(Err(reason)) = handed {
            self.say(Notice::not_saved_there(Path::new(""), Text::foreign(reason)));
        }
    }

    /// Asks for a file to bring in.
    fn choose_import(self: &Rc<Self>) {
        let weak = Rc::downgrade(self);
        let asked = slint::spawn_local(async move {
            let chosen = platform::choose_file(".json,.csv,.txt", FILE_MAX).await;
            let Some(program) = weak.upgrade() else { return };
            match chosen {
                Ok(Some(Chosen { name, bytes: Some(bytes) })) => {
                    program.handle(Command::OnArchive(ArchiveCommand::ImportBytes { name, bytes }));
                }
                Ok(Some(_)) => {
                    program.say(Notice::not_imported(ReadError::TooLarge(FILE_MAX).text()));
                }
                Ok(None) => {}
                Err(reason) => program.say(Notice::not_imported(Text::foreign(reason))),
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
            let Some(program) = weak.upgrade() else { return };
            match copied {
                Ok(()) => program.handle(Command::OnArchive(ArchiveCommand::Copied)),
                Err(reason) => program.say(Notice::not_written(Path::new(""), Text::foreign(reason))),
            }
        });
        drop(asked);
    }
}
