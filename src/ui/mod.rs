//! The window: the only place that knows Slint. Callbacks become commands of [`crate::app`]; views become properties.

mod awake;
mod board;
#[macro_use]
mod callbacks;
mod convert;
#[cfg_attr(target_family = "wasm", path = "page.rs")]
#[cfg_attr(not(target_family = "wasm"), path = "desktop.rs")]
mod host;
mod rules;
mod show;
mod show_archive;
mod show_odds;
mod show_settings;
mod show_statistics;

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use slint::{CloseRequestResponse, ComponentHandle, Timer, TimerMode};

use crate::app::{About, App, Command, Config, FigureView, Line, SaveState, Slowness, TableCommand};
use crate::language::Language;
use crate::platform::Awake;
use crate::text;
use crate::text::Text;
pub use awake::Keeper;
use awake::Wakefulness;
use board::BoardShown;
use show::Models;

/// What the Slint compiler made of `ui/`.
#[allow(
    missing_docs,
    unsafe_code,
    clippy::all,
    clippy::allow_attributes_without_reason,
    clippy::expect_used,
    clippy::panic,
    clippy::todo,
    clippy::unwrap_used,
    reason = "written by a compiler"
)]
mod generated {
    slint::include_modules!();
}

pub use generated::{
    AppAdapter, AppWindow, ArchiveAdapter, BoardAdapter, FocusPlace, SettingsAdapter, SideName, StatisticsAdapter,
    Theme, ThemeChoice,
};

pub use host::run;

/// How long a first digit waits for a second one.
const TYPING_PAUSE: Duration = Duration::from_millis(900);

/// How long a disk may take before the window says that it waits.
const NOTICEABLE: Duration = Duration::from_millis(300);
/// How much longer before it offers another way.
const STUCK: Duration = Duration::from_millis(2700);

/// Why the window cannot be shown.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum UiError {
    /// The display refused.
    Platform(#[from] slint::PlatformError),
    /// There is none.
    NoDisplay,
    /// The platform has no place for data and none was given.
    NoDataFolder,
}

impl UiError {
    /// What is wrong and what to do.
    pub fn text(&self) -> Text {
        match self {
            UiError::Platform(error) => text!("cannot open a window: {reason}", reason = error.to_string()),
            UiError::NoDisplay => text!(
                "there is no display to open a window on; \"tablet-of-truth --help\" tells what works without one"
            ),
            UiError::NoDataFolder => {
                text!("there is no home folder to keep games in: name a folder with --data-dir")
            }
        }
    }
}

/// The window and the program behind it.
pub struct Ui {
    inner: Rc<Inner>,
}

struct Inner {
    window: AppWindow,
    app: RefCell<App>,
    models: Models,
    lines: RefCell<Vec<Line>>,
    /// The statistics as they are shown.
    figures: RefCell<FigureView>,
    /// What the archive's rows were shown for: the list, and which of them is looked at.
    archive_rows: RefCell<(u64, Option<usize>, Option<String>)>,
    shown: Cell<Option<Shown>>,
    /// The language that the window speaks.
    spoken: Cell<Option<Language>>,
    typing: Timer,
    patience: Timer,
    wakefulness: Wakefulness,
    board: BoardShown,
    closing: Cell<bool>,
}

/// What decides where the keys go.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shown {
    page: crate::app::Page,
    overlay: crate::app::Overlay,
    pad: crate::app::Pad,
    panel: crate::app::Panel,
}

impl Ui {
    /// Builds the window, not yet shown.
    ///
    /// # Errors
    /// [`UiError::Platform`].
    pub fn new(config: Config) -> Result<Ui, UiError> {
        Ui::with_keeper(config, |window| {
            let window = window.as_weak();
            let mut awake = Awake::new(move |problem| {
                // Where there is no event loop (any more), nobody is looking.
                let _ = window.upgrade_in_event_loop(move |window| {
                    window.global::<BoardAdapter>().set_awake_problem(problem.unwrap_or_default().into());
                });
            });
            Box::new(move |keep| awake.keep(keep))
        })
    }

    /// As [`Ui::new`], with someone else to keep the screen awake than the platform.
    ///
    /// # Errors
    /// [`UiError::Platform`].
    pub fn with_keeper(config: Config, keeper: impl FnOnce(&AppWindow) -> Keeper) -> Result<Ui, UiError> {
        let window = AppWindow::new()?;
        let wakefulness = Wakefulness::new(keeper(&window));
        let wake = {
            let window = window.as_weak();
            move || {
                // Where there is no event loop (any more), nobody is looking.
                let _ = window.upgrade_in_event_loop(|window| window.global::<AppAdapter>().invoke_news());
            }
        };
        let inner = Rc::new(Inner {
            app: RefCell::new(App::new(config, wake)),
            models: Models::attach(&window),
            window,
            lines: RefCell::default(),
            figures: RefCell::default(),
            archive_rows: RefCell::default(),
            shown: Cell::new(None),
            spoken: Cell::new(None),
            typing: Timer::default(),
            patience: Timer::default(),
            wakefulness,
            board: BoardShown::default(),
            closing: Cell::new(false),
        });
        callbacks::connect(&inner);
        host::connect(&inner);
        let weak = Rc::downgrade(&inner);
        inner.window.window().on_close_requested(move || match weak.upgrade() {
            Some(inner) => inner.close_requested(),
            None => CloseRequestResponse::HideWindow,
        });
        inner.show();
        inner.stay_awake();
        Ok(Ui { inner })
    }

    /// The window.
    pub fn window(&self) -> &AppWindow {
        &self.inner.window
    }

    /// Shows the window until it is closed.
    ///
    /// # Errors
    /// [`UiError::Platform`].
    pub fn run(&self) -> Result<(), UiError> {
        Ok(self.inner.window.run()?)
    }

    /// Takes in what the threads have to say. The window does this by itself while it runs.
    pub fn pump(&self) -> bool {
        self.inner.pump()
    }

    /// Asks the program behind the window.
    pub fn with_app<T>(&self, ask: impl FnOnce(&App) -> T) -> T {
        ask(&self.inner.app.borrow())
    }
}

impl Inner {
    /// Everything in the window is said anew when the language changes.
    fn speak(&self, language: Language) {
        if self.spoken.replace(Some(language)) != Some(language) {
            // The languages of the window are made from the same files as these: one that is missing is said in English.
            let _ = slint::select_bundled_translation(language.code());
        }
    }

    fn handle(self: &Rc<Self>, command: Command) {
        self.app.borrow_mut().handle(command);
        self.closing.set(false);
        self.show();
        self.stay_awake();
        self.await_digit();
        self.await_disk();
    }

    /// Does something with the session that is looked at.
    fn on_viewed(self: &Rc<Self>, command: impl FnOnce(PathBuf) -> Command) {
        let viewed = self.app.borrow().viewed_path();
        if let Some(path) = viewed {
            self.handle(command(path));
        }
    }

    fn table(self: &Rc<Self>, command: TableCommand) {
        self.handle(Command::OnTable(command));
    }

    /// A first digit that could begin a larger number is taken as it is after a pause.
    fn await_digit(self: &Rc<Self>) {
        self.typing.stop();
        // Elsewhere, such as behind the rules, it waits as long as it takes.
        let at_table = matches!(self.app.borrow().page(), crate::app::Page::Table | crate::app::Page::Board);
        if at_table && self.app.borrow().table().rows.iter().any(|row| row.typed.is_some()) {
            let weak = Rc::downgrade(self);
            self.typing.start(TimerMode::SingleShot, TYPING_PAUSE, move || {
                if let Some(inner) = weak.upgrade() {
                    inner.table(TableCommand::Pause);
                }
            });
        }
    }

    /// A disk that keeps somebody waiting is mentioned, and after a while there is another way.
    fn await_disk(self: &Rc<Self>) {
        let (waits, slowness) = {
            let app = self.app.borrow();
            (app.is_saving() || app.is_keeping_settings() || app.is_working(), app.slowness())
        };
        if !waits || slowness == Slowness::Stuck {
            self.patience.stop();
        } else if !self.patience.running() {
            let (next, after) = match slowness {
                Slowness::No => (Slowness::Noticeable, NOTICEABLE),
                Slowness::Noticeable | Slowness::Stuck => (Slowness::Stuck, STUCK),
            };
            let weak = Rc::downgrade(self);
            self.patience.start(TimerMode::SingleShot, after, move || {
                if let Some(inner) = weak.upgrade() {
                    inner.app.borrow_mut().wait_on(next);
                    inner.show();
                    inner.await_disk();
                }
            });
        }
    }

    fn pump(self: &Rc<Self>) -> bool {
        let news = self.app.borrow_mut().pump();
        if news {
            // A choice that is not on disk is said before.
            let said = self.app.borrow().message().is_some_and(|said| said.about == About::Settings);
            if self.closing.get() && self.may_close() && !said {
                self.close();
            }
            self.show();
            self.patience.stop();
            self.await_disk();
        }
        news
    }

    /// The window closes only after the last write, and not in the middle of work on many files.
    fn close_requested(self: &Rc<Self>) -> CloseRequestResponse {
        self.app.borrow_mut().finish_typing();
        self.app.borrow_mut().keep_all_notes();
        if self.may_close() {
            return CloseRequestResponse::HideWindow;
        }
        self.closing.set(true);
        self.show();
        self.await_disk();
        CloseRequestResponse::KeepWindowShown
    }

    fn may_close(&self) -> bool {
        let app = self.app.borrow();
        !app.is_busy() && matches!(app.save_state(), SaveState::Saved | SaveState::ReadOnly)
    }

    fn close(&self) {
        // A window that cannot be hidden is gone already.
        let _ = self.window.hide();
    }

    /// Closes whatever is still under way.
    fn close_anyway(&self) {
        self.app.borrow_mut().give_up_waiting();
        self.close();
    }
}
