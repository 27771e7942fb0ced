//! The window as a page in a browser: replacements for dialogs, and limits of a page.

use std::path::Path;
use std::rc::Rc;

use chrono::Local;
use serde::Serialize;
use slint::platform::{Key, WindowEvent};
use slint::{ComponentHandle, RenderingState, SharedString};
use tablet_of_truth::app::{ArchiveCommand, Command, HostRequest, Notice, Page, Panel, SaveState, TournamentCommand};
use tablet_of_truth::archive::{FILE_MAX, ReadError, write_session};
use tablet_of_truth::each;
pub(super) use tablet_of_truth::platform::Awake;
use tablet_of_truth::platform::{self, Chosen};
use tablet_of_truth::text;
use tablet_of_truth::text::Text;
use tablet_of_truth_ui::{AppAdapter, ArchiveAdapter};

use super::field;
use super::mirror::Mirror;
use super::program::Program;

/// Handles the desktop's requests in a browser, with downloads.
#[derive(Default)]
pub struct HostActions;

pub(super) fn connect(program: &Rc<Program>, _hands: HostActions) -> impl Fn(&Rc<Program>, HostRequest) + 'static {
    let adapter = program.window.global::<AppAdapter>();
    connect!(program, adapter, on_choose_place, |program| program.choose_place());
    let archive = program.window.global::<ArchiveAdapter>();
    connect!(program, archive, on_copy, |program, text| program.copy(&text));
    // Reports each frame to the page. A browser that cannot draw has reported that before.
    let _ = program.window.window().set_rendering_notifier(|state, _| {
        if matches!(state, RenderingState::AfterRendering) {
            platform::notify_painted();
        }
    });
    answer(program, "back", |program, _| program.step_back());
    answer(program, "leaveBoard", |program, _| program.leave_board());
    answer(program, "settle", |program, _| program.settle());
    answer(program, "look", |program, _| (program.show)());
    answer(program, "unkept", |program, _| {
        program.show_notice(Notice::quiet(text!(
            "This browser could not keep the program: without a network the page does not open. Your games are kept."
        )));
        // The page remembers only that the message was shown.
        true
    });
    let mirror = Rc::new(Mirror::default());
    let mirrored = mirror.clone();
    answer(program, "tree", move |program, _| mirrored.read(&program.window));
    answer(program, "act", move |program, deed| mirror.act(&program.window, deed));
    answer(program, "field", |program, _| field::read(&program.window));
    answer(program, "write", |program, edit| field::write(&program.window, edit));
    |program, request| match request {
        HostRequest::ChooseImport => program.choose_import(),
        HostRequest::CopyText | HostRequest::CopyLink | HostRequest::CopyAddress => {
            if let Some(text) = program.text_to_copy(request) {
                program.copy(&text);
            }
        }
        HostRequest::Search => program.window.invoke_search(),
        HostRequest::OtherFormats => program.handle(Command::OnArchive(ArchiveCommand::Panel(Panel::Formats))),
        // A page has no folders, no pictures on the clipboard, and the browser's own way to print.
        HostRequest::ChooseFolder | HostRequest::ChoosePlace | HostRequest::CopyPicture | HostRequest::Print => {}
    }
}

/// Answers a question of the page for as long as the program lives.
fn answer<T: Serialize>(program: &Rc<Program>, question: &str, means: impl Fn(&Rc<Program>, &str) -> T + 'static) {
    let weak = Rc::downgrade(program);
    platform::answer_page(question, move |asked| {
        let answer = weak.upgrade().map(|program| means(&program, asked));
        // Repaints with what the answer changed; without an event loop there is no window.
        let _ = slint::invoke_from_event_loop(|| {});
        serde_json::to_string(&answer).unwrap_or_default()
    });
}

impl Program {
    /// Acts on the browser's back button: closes what is open, then the page, and last the table. Nothing is lost by
    /// it.
    fn step_back(&self) {
        self.settle();
        let (before, minds) = {
            let mut app = self.app.borrow_mut();
            (app.steps_back(), app.minds_leaving())
        };
        if !minds {
            for event in [
                WindowEvent::KeyPressed { text: Key::Escape.into() },
                WindowEvent::KeyReleased { text: Key::Escape.into() },
            ] {
                self.window.window().dispatch_event(event);
            }
        }
        if self.app.borrow().steps_back() == before {
            self.handle(Command::Show(Page::Home));
        }
    }

    /// Leaves the board or the wall, because the system ended full screen.
    fn leave_board(&self) {
        let page = self.app.borrow().page();
        match page {
            Page::Board => self.handle(Command::Show(Page::Table)),
            Page::Wall => self.handle(Command::OnTournament(TournamentCommand::Wall)),
            _ => {}
        }
    }

    /// Saves what is waiting for another digit and what is being written. Returns whether everything is saved.
    fn settle(&self) -> bool {
        {
            let mut app = self.app.borrow_mut();
            app.finish_typing();
            app.keep_all_notes();
        }
        (self.show)();
        matches!(self.app.borrow().save_state(), SaveState::Saved | SaveState::ReadOnly)
    }

    /// Downloads the open session, whether or not the browser can store it.
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
            self.show_notice(Notice::not_saved_there(Path::new(""), Text::foreign(reason)));
        }
    }

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
                    program.show_notice(Notice::not_imported(ReadError::TooLarge(FILE_MAX).text()));
                }
                Ok(None) => {}
                Err(reason) => program.show_notice(Notice::not_imported(Text::foreign(reason))),
            }
        });
        // Without an event loop, there was no request.
        drop(asked);
    }

    fn copy(self: &Rc<Self>, text: &SharedString) {
        let (weak, text) = (Rc::downgrade(self), text.to_string());
        let asked = slint::spawn_local(async move {
            let copied = platform::copy(text).await;
            let Some(program) = weak.upgrade() else { return };
            match copied {
                Ok(()) => program.handle(Command::OnArchive(ArchiveCommand::Copied)),
                Err(reason) => program.show_notice(Notice::not_written(Path::new(""), Text::foreign(reason))),
            }
        });
        drop(asked);
    }
}
