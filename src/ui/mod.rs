//! The window: the only module that knows Slint. Callbacks become commands of [`crate::app`], and views become
//! properties. Each screen has one file for both.

#[macro_use]
mod program;
mod archive;
mod awake;
mod board;
#[cfg(target_family = "wasm")]
mod field;
#[cfg(not(target_family = "wasm"))]
mod fonts;
mod frame;
mod home;
#[cfg_attr(target_family = "wasm", path = "page.rs")]
#[cfg_attr(not(target_family = "wasm"), path = "desktop.rs")]
mod host;
#[cfg(target_os = "linux")]
mod libraries;
#[cfg(target_family = "wasm")]
mod mirror;
mod odds;
mod phones;
mod result;
mod rules;
mod settings;
mod setup;
mod sheet;
mod start;
mod statistics;
mod table;
mod tournament;
mod track;
mod values;

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::time::Duration;

use slint::{CloseRequestResponse, ComponentHandle, Timer, TimerMode};

use crate::app::{About, App, Command, Config, Overlay, Pad, Page, Panel, SaveState, Slowness, TableCommand};
use crate::background::Interface;
use crate::platform::{Awake, load_fonts};
use crate::session::GameName;
use crate::text;
use crate::text::Text;
pub use awake::Keeper;
use awake::Wakefulness;
pub use host::HostActions;
use program::{Convert, Program};
pub use start::run;
pub use tablet_of_truth_ui::{
    AppAdapter, AppWindow, ArchiveAdapter, BoardAdapter, DoubleTap, FocusPlace, HomeAdapter, PageName, PhoneAtName,
    PhoneSeat, PhonesAdapter, PhonesStage, SettingsAdapter, SideName, StatisticsAdapter, Theme, ThemeChoice,
    TournamentAdapter,
};
use tablet_of_truth_ui::{ResultAdapter, TableAdapter, TableMode, TrackAdapter};
use values::int;

pair!(Page, PageName: Home Setup Change Table Result Archive Statistics About Board Settings Rules Odds Tournament
    Wall);

/// How long a first digit waits for a second one.
const TYPING_PAUSE: Duration = Duration::from_millis(900);

/// The pause after which the whole window is painted: a whole picture takes longer than a frame, a tap must not.
const REPAINT_PAUSE: Duration = Duration::from_millis(150);

/// How long a disk may take before the window says that it is waiting.
const NOTICEABLE: Duration = Duration::from_millis(300);
/// How much longer until the window offers another way.
const STUCK: Duration = Duration::from_millis(2700);

/// A reason why the window cannot be shown.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum UiError {
    /// The display refused.
    Platform(#[from] slint::PlatformError),
    /// There is no display.
    NoDisplay,
    /// Libraries that are opened at run time are missing.
    #[cfg(target_os = "linux")]
    NoLibraries(Vec<libraries::Library>),
    /// The platform has no folder for data, and none was given.
    NoDataFolder,
    /// No font is installed.
    NoFont,
}

impl UiError {
    /// What is wrong and what to do.
    pub fn text(&self) -> Text {
        match self {
            UiError::Platform(error) => {
                text!("cannot open a window: {reason}", reason = without_source(&error.to_string()))
            }
            UiError::NoDisplay => {
                text!("there is no display to open a window on; “tablet-of-truth --help” shows what works without one")
            }
            #[cfg(target_os = "linux")]
            UiError::NoLibraries(missing) => libraries::text(missing),
            UiError::NoDataFolder => {
                text!("there is no home folder to keep games in: name a folder with --data-dir")
            }
            UiError::NoFont => text!("no font is installed: install one, such as DejaVu Sans"),
        }
    }
}

/// A reason without the place in winit's own source that it names: "os error at FILE:LINE: ".
fn without_source(reason: &str) -> String {
    let place = reason.split_once("os error at ");
    let told = place.and_then(|(before, after)| Some(format!("{before}{}", after.split_once(": ")?.1)));
    told.unwrap_or_else(|| reason.to_owned())
}

/// The window and the program behind it.
pub struct Ui {
    inner: Rc<Inner>,
}

struct Inner {
    program: Rc<Program>,
    archive: archive::Rows,
    board: Rc<board::Board>,
    chart: Rc<result::Chart>,
    /// The lines of the last game, on home.
    last: Rc<result::Chart>,
    statistics: Rc<statistics::Statistics>,
    shown: Cell<Option<Shown>>,
    typing: Timer,
    patience: Timer,
    repaint: Timer,
    /// Shows the open panel of the phones anew.
    watching: Timer,
    /// Lets the seconds of a tournament's clock pass.
    ticking: Timer,
    wakefulness: Rc<Wakefulness>,
    closing: Cell<bool>,
}

/// The state that decides where keys go.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shown {
    page: Page,
    overlay: Overlay,
    pad: Pad,
    panel: Panel,
    /// Whether the panel of the phones is open.
    phones: bool,
    /// Whether a slip or a question of the tournament is open.
    slip: bool,
}

impl Ui {
    /// Makes the window, not yet shown.
    ///
    /// # Errors
    /// [`UiError::Platform`] and [`UiError::NoFont`].
    pub fn new(config: Config) -> Result<Ui, UiError> {
        Ui::with(config, HostActions::default(), |window| {
            let window = window.as_weak();
            let mut awake = Awake::new(move |problem| {
                // Without an event loop, nobody is looking any more.
                let _ = window.upgrade_in_event_loop(move |window| {
                    window.global::<BoardAdapter>().set_awake_problem(problem.unwrap_or_default().into());
                });
            });
            Box::new(move |keep| awake.keep(keep))
        })
    }

    /// Like [`Ui::new`], with another recipient for the desktop's requests and for keeping the screen awake.
    ///
    /// # Errors
    /// [`UiError::Platform`] and [`UiError::NoFont`].
    pub fn with(
        config: Config,
        actions: HostActions,
        keeper: impl FnOnce(&AppWindow) -> Keeper,
    ) -> Result<Ui, UiError> {
        let window = load_fonts(AppWindow::new).ok_or(UiError::NoFont)??;
        #[cfg(not(target_family = "wasm"))]
        fonts::fall_back_to_ours();
        let wakefulness = Wakefulness::new(keeper(&window));
        let wake = {
            let window = window.as_weak();
            move || {
                // Without an event loop, nobody is looking any more.
                let _ = window.upgrade_in_event_loop(|window| window.global::<AppAdapter>().invoke_news());
            }
        };
        let app = RefCell::new(App::new(config, wake));
        let inner = Rc::new_cyclic(|inner: &Weak<Inner>| {
            let on = |act: fn(&Rc<Inner>)| {
                let inner = inner.clone();
                Box::new(move || {
                    if let Some(inner) = inner.upgrade() {
                        act(&inner);
                    }
                })
            };
            let program = Rc::new(Program { window, app, show: on(|inner| inner.show()), tapped: on(Inner::tapped) });
            frame::connect(&program);
            setup::connect(&program);
            table::connect(&program);
            track::connect(&program);
            archive::connect(&program);
            odds::connect(&program);
            phones::connect(&program);
            tournament::connect(&program);
            settings::connect(&program);
            rules::connect(&program);
            host::connect(&program, actions);
            Inner {
                archive: archive::Rows::default(),
                board: board::Board::connect(&program),
                chart: result::Chart::connect(&program),
                last: home::connect(&program),
                statistics: statistics::Statistics::connect(&program),
                program,
                shown: Cell::new(None),
                typing: Timer::default(),
                patience: Timer::default(),
                repaint: Timer::default(),
                watching: Timer::default(),
                ticking: Timer::default(),
                wakefulness,
                closing: Cell::new(false),
            }
        });
        let window = &inner.program.window;
        let adapter = window.global::<AppAdapter>();
        connect!(&inner, adapter, on_news, |inner| {
            inner.pump();
        });
        connect!(&inner, adapter, on_close_anyway, |inner| inner.close_anyway());
        let weak = Rc::downgrade(&inner);
        window.window().on_close_requested(move || match weak.upgrade() {
            Some(inner) => inner.close_requested(),
            None => CloseRequestResponse::HideWindow,
        });
        inner.show();
        inner.await_disk();
        Ok(Ui { inner })
    }

    /// The window.
    pub fn window(&self) -> &AppWindow {
        &self.inner.program.window
    }

    /// Shows the window until it is closed.
    ///
    /// # Errors
    /// [`UiError::Platform`].
    pub fn run(&self) -> Result<(), UiError> {
        Ok(self.inner.program.window.run()?)
    }

    /// Takes in news from other threads. The window does this itself while it runs.
    pub fn pump(&self) -> bool {
        self.inner.pump()
    }

    /// Asks the program behind the window.
    pub fn with_app<T>(&self, ask: impl FnOnce(&App) -> T) -> T {
        ask(&self.inner.program.app.borrow())
    }
}

impl Inner {
    /// Shows the current page in its present state; others are updated when they are shown.
    fn show(&self) {
        let _here = Interface::here();
        let (window, app) = (&self.program.window, &self.program.app);
        let page = app.borrow().page();
        let panel = match page {
            Page::Home | Page::Archive | Page::Statistics | Page::Table | Page::Result | Page::Tournament => {
                app.borrow().panel()
            }
            // A panel left open beneath a reference page is not on that page, and gets no keys there.
            _ => Panel::None,
        };
        // The statistics share the archive's filter, and home, the table and the result its panels.
        if matches!(page, Page::Archive | Page::Statistics) || panel != Panel::None {
            self.archive.show(window, &mut app.borrow_mut());
        }
        if page == Page::Statistics {
            self.statistics.show(window, &mut app.borrow_mut());
        }
        if page == Page::Result {
            app.borrow_mut().look_for_feat();
        }
        if page == Page::Home {
            app.borrow_mut().read_last();
        }
        let app = app.borrow();
        let was = window.global::<AppAdapter>().get_page();
        if page == Page::Result && was != PageName::Result {
            let (before, now) = (window.global::<TableAdapter>().get_scored(), int(app.result().rounds));
            window.global::<ResultAdapter>().set_just_scored(was == PageName::Table && now == before + 1);
        }
        let last_wizard = app.shown_session().is_some_and(|session| session.name() == GameName::LastWizard);
        window.global::<TrackAdapter>().set_shown(last_wizard);
        match page {
            Page::Home => home::show(window, &app, &self.last),
            Page::Setup | Page::Change => setup::show(window, &app),
            Page::Table | Page::Result => {
                if last_wizard {
                    track::show(window, &app);
                } else {
                    table::show(window, &app);
                }
                sheet::show(window, &app.sheet(), app.language());
                if page == Page::Result {
                    self.chart.show(window, &app, &app.result());
                } else {
                    tournament::show_table(window, &app);
                }
            }
            Page::Archive if app.viewed_path().is_some() => {
                window.global::<TableAdapter>().set_mode(TableMode::Bid);
                sheet::show(window, &app.sheet(), app.language());
                self.chart.show(window, &app, &app.viewed_result());
            }
            Page::Odds => odds::show(window, &app),
            Page::Board => board::show(window, &app),
            Page::Settings => {
                setup::show(window, &app);
                settings::show(window, &app);
            }
            Page::Rules => rules::show(window, &app),
            Page::Tournament => tournament::show(window, &app),
            Page::Wall => tournament::show_wall(window, &app),
            Page::Archive | Page::Statistics | Page::About => {}
        }
        let phones = matches!(page, Page::Table | Page::Board) && phones::show(window, &app);
        frame::show(window, &app, self.closing.get());
        window.global::<ArchiveAdapter>().set_panel(panel.convert());
        let slip = page == Page::Tournament && tournament::covers(window);
        let shown = Shown { page, overlay: app.overlay(), pad: app.pad(), panel, phones, slip };
        // Release the borrow, because what follows may call back.
        drop(app);
        if self.shown.replace(Some(shown)) != Some(shown) {
            // The game may have waited for the disk since the tap that asked for it.
            self.stay_awake();
            self.board.fill_screen(window, matches!(page, Page::Board | Page::Wall));
            // The set-up starts in its name field, and a panel at its first button.
            if page != Page::Setup && panel == Panel::None && !phones && !slip {
                window.invoke_take_keys();
            }
        }
        self.board.turn(window, &self.program.app);
        self.paint_anew();
    }

    /// Has the whole window painted once nothing has changed for a moment.
    fn paint_anew(&self) {
        // Slint 1.18 keeps about 1,024 laid-out texts and then drops those that the last two pictures did not need,
        // together with the record of what they depend on (`TextLayoutCache::sweep`). One that is in sight, such as
        // the round, would then stay as it was. `tests/interface/repaint.rs` tells when Slint has mended this.
        let window = self.program.window.as_weak();
        self.repaint.start(TimerMode::SingleShot, REPAINT_PAUSE, move || {
            if let Some(window) = window.upgrade() {
                let adapter = window.global::<AppAdapter>();
                adapter.set_painted_anew(!adapter.get_painted_anew());
            }
        });
    }

    /// Shows what a tap changed, and starts what it waits for.
    fn tapped(self: &Rc<Self>) {
        self.closing.set(false);
        self.show();
        self.stay_awake();
        self.await_digit();
        self.await_disk();
        self.watch_phones();
        self.watch_clock();
    }

    /// Starts a timer that acts while the window is there.
    fn run(self: &Rc<Self>, timer: &Timer, mode: TimerMode, after: Duration, act: impl Fn(&Rc<Inner>) + 'static) {
        let weak = Rc::downgrade(self);
        timer.start(mode, after, move || {
            if let Some(inner) = weak.upgrade() {
                act(&inner);
            }
        });
    }

    fn stay_awake(&self) {
        self.wakefulness.touched(self.program.app.borrow().wants_awake());
    }

    /// Enters a first digit that could begin a larger number, after a pause.
    fn await_digit(self: &Rc<Self>) {
        self.typing.stop();
        // On other pages, such as the rules, it keeps waiting.
        let app = self.program.app.borrow();
        if matches!(app.page(), Page::Table | Page::Board) && app.is_typing() {
            self.run(&self.typing, TimerMode::SingleShot, TYPING_PAUSE, |inner| {
                inner.program.handle(Command::OnTable(TableCommand::Pause));
            });
        }
    }

    /// Mentions a slow disk, and after a while offers another way.
    fn await_disk(self: &Rc<Self>) {
        let (waits, slowness) = {
            let app = self.program.app.borrow();
            (app.is_saving() || app.is_keeping_settings() || app.is_working(), app.slowness())
        };
        if !waits || slowness == Slowness::Stuck {
            self.patience.stop();
        } else if !self.patience.running() {
            let (next, after) = match slowness {
                Slowness::No => (Slowness::Noticeable, NOTICEABLE),
                Slowness::Noticeable | Slowness::Stuck => (Slowness::Stuck, STUCK),
            };
            self.run(&self.patience, TimerMode::SingleShot, after, move |inner| {
                inner.program.app.borrow_mut().wait_on(next);
                inner.show();
                inner.await_disk();
            });
        }
    }

    /// Shows the panel of the phones anew from time to time while it is open.
    fn watch_phones(self: &Rc<Self>) {
        if !self.shown.get().is_some_and(|shown| shown.phones) {
            self.watching.stop();
        } else if !self.watching.running() {
            self.run(&self.watching, TimerMode::Repeated, phones::WATCHING, |inner| {
                inner.show();
                inner.watch_phones();
            });
        }
    }

    /// Lets the seconds of a tournament's clock pass while it runs and is shown.
    fn watch_clock(self: &Rc<Self>) {
        let shown = matches!(self.program.app.borrow().page(), Page::Tournament | Page::Wall);
        if !shown || !self.program.window.global::<TournamentAdapter>().get_clock_runs() {
            self.ticking.stop();
        } else if !self.ticking.running() {
            self.run(&self.ticking, TimerMode::Repeated, Duration::from_secs(1), |inner| {
                if tournament::tick(&inner.program.window) {
                    inner.show();
                    inner.watch_clock();
                }
            });
        }
    }

    fn pump(self: &Rc<Self>) -> bool {
        let news = self.program.app.borrow_mut().pump();
        if news {
            // A setting that is not on disk is reported before closing.
            let said = self.program.app.borrow().message().is_some_and(|said| said.about == About::Settings);
            if self.closing.get() && self.may_close() && !said {
                self.close();
            }
            self.show();
            self.watch_clock();
            self.patience.stop();
            self.await_disk();
        }
        news
    }

    /// Closes the window only after the last write, and not during work on many files.
    fn close_requested(self: &Rc<Self>) -> CloseRequestResponse {
        self.program.app.borrow_mut().finish_typing();
        self.program.app.borrow_mut().keep_all_notes();
        if self.may_close() {
            return CloseRequestResponse::HideWindow;
        }
        self.closing.set(true);
        self.show();
        self.await_disk();
        CloseRequestResponse::KeepWindowShown
    }

    fn may_close(&self) -> bool {
        let app = self.program.app.borrow();
        !app.is_busy() && matches!(app.save_state(), SaveState::Saved | SaveState::ReadOnly)
    }

    fn close(&self) {
        // A window that cannot be hidden is gone already.
        let _ = self.program.window.hide();
    }

    /// Closes the window, whatever is still under way.
    fn close_anyway(&self) {
        self.program.app.borrow_mut().give_up_waiting();
        self.close();
    }
}
