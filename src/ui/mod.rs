//! The window: the only package that knows Slint. Callbacks become commands of [`tablet_of_truth::app`], and views
//! become properties. Each screen has one file for both.

#[macro_use]
mod program;
mod archive;
mod awake;
mod board;
mod data;
#[cfg(target_family = "wasm")]
mod field;
mod fonts;
mod frame;
mod home;
#[cfg_attr(target_family = "wasm", path = "page.rs")]
#[cfg_attr(not(target_family = "wasm"), path = "desktop.rs")]
mod host;
mod keys;
#[cfg(target_os = "linux")]
mod libraries;
#[cfg(target_family = "wasm")]
mod mirror;
#[cfg(not(target_family = "wasm"))]
mod native;
mod phones;
mod result;
mod settings;
mod setup;
mod sheet;
mod start;
mod statistics;
mod table;
mod tables;
mod tournament;
mod track;
mod values;

#[cfg(not(target_family = "wasm"))]
use std::cell::OnceCell;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::time::Duration;

use chrono::{DateTime, FixedOffset, Local};
use slint::{CloseRequestResponse, ComponentHandle, Timer, TimerMode};
use tablet_of_truth::app::{About, App, Command, Config, Overlay, Page, Panel, SaveState, Slowness, TableCommand};
use tablet_of_truth::background::Interface;
use tablet_of_truth::platform::load_fonts;
use tablet_of_truth::session::GameName;
use tablet_of_truth::text;
use tablet_of_truth::text::Text;
pub use tablet_of_truth_ui::{
    AppAdapter, AppWindow, ArchiveAdapter, BoardAdapter, DoubleTap, FocusPlace, HomeAdapter, PageName, PhoneAtName,
    PhoneSeat, PhonesAdapter, PhonesStage, SideName, StatisticsAdapter, Theme, ThemeChoice, TournamentAdapter,
};
use tablet_of_truth_ui::{Data, ResultAdapter, TableAdapter, TableMode, TrackAdapter};

pub use awake::Keeper;
use awake::Wakefulness;
use host::Awake;
pub use host::HostActions;
use program::Program;
pub use start::run;
use values::int;

pair!(Page, PageName: Home Setup Change Table Result Archive Statistics Board Settings Rules Tournament
    Wall);

/// How long a first digit waits for a second one.
const TYPING_PAUSE: Duration = Duration::from_millis(900);

/// How long the message that two taps counted once is shown.
const BOUNCE_SHOWN: Duration = Duration::from_secs(3);

/// The pause after which the whole window is repainted: that takes longer than a frame, which a tap must not.
const REPAINT_PAUSE: Duration = Duration::from_millis(150);

/// How long a disk may take before the window shows that it is waiting.
const NOTICEABLE: Duration = Duration::from_millis(300);
/// How much longer until the window offers to save elsewhere.
const STUCK: Duration = Duration::from_millis(2700);

#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum UiError {
    Platform(#[from] slint::PlatformError),
    NoDisplay,
    #[cfg(target_os = "linux")]
    NoLibraries(Vec<libraries::Library>),
    NoDataFolder,
    NoFont,
}

impl UiError {
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
    let shortened = place.and_then(|(before, after)| Some(format!("{before}{}", after.split_once(": ")?.1)));
    shortened.unwrap_or_else(|| reason.to_owned())
}

pub struct Ui {
    inner: Rc<Inner>,
}

struct Inner {
    program: Rc<Program>,
    data: Rc<data::Shown>,
    archive: archive::Rows,
    board: Rc<board::Board>,
    chart: Rc<result::Chart>,
    last: Rc<result::Chart>,
    statistics: Rc<statistics::Statistics>,
    shown: Cell<Option<Shown>>,
    typing: Timer,
    patience: Timer,
    repaint: Timer,
    watching: Timer,
    ticking: Timer,
    wakefulness: Rc<Wakefulness>,
    closing: Cell<bool>,
    /// The window's place on a desktop, once it is shown.
    #[cfg(not(target_family = "wasm"))]
    place: OnceCell<native::Place>,
}

/// The state that decides where keys go.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shown {
    page: Page,
    overlay: Overlay,
    panel: Panel,
    phones: bool,
    /// Whether a slip or a question of the tournament is open.
    slip: bool,
}

impl Ui {
    pub fn new(config: Config) -> Result<Ui, UiError> {
        let clock = || Local::now().fixed_offset();
        Ui::with(config, HostActions::default(), clock, |window| {
            let window = window.as_weak();
            let mut awake = Awake::new(move |problem| {
                // Without an event loop, the window is closed.
                let _ = window.upgrade_in_event_loop(move |window| {
                    window.global::<BoardAdapter>().set_awake_problem(problem.unwrap_or_default().into());
                });
            });
            Box::new(move |keep| awake.keep(keep))
        })
    }

    /// Like [`Ui::new`], with another recipient for the desktop's requests and for keeping the screen awake, and with
    /// another clock for taps and keys.
    pub fn with(
        config: Config,
        actions: HostActions,
        clock: impl Fn() -> DateTime<FixedOffset> + 'static,
        keeper: impl FnOnce(&AppWindow) -> Keeper,
    ) -> Result<Ui, UiError> {
        // A text may be measured before its window is there.
        let new = || {
            fonts::register();
            AppWindow::new()
        };
        let window = load_fonts(new).ok_or(UiError::NoFont)??;
        let wakefulness = Wakefulness::new(keeper(&window));
        let wake = {
            let window = window.as_weak();
            move || {
                // Without an event loop, the window is closed.
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
            let (show, tapped) = (on(|inner| inner.show()), on(Inner::tapped));
            let program = Rc::new(Program { window, app, clock: Box::new(clock), show, tapped });
            frame::connect(&program);
            setup::connect(&program);
            table::connect(&program);
            track::connect(&program);
            archive::connect(&program);
            phones::connect(&program);
            tournament::connect(&program);
            let data = data::connect(&program, host::connect(&program, actions));
            Inner {
                data,
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
                #[cfg(not(target_family = "wasm"))]
                place: OnceCell::new(),
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

    pub fn window(&self) -> &AppWindow {
        &self.inner.program.window
    }

    /// Opens the window where it was when it was closed, if it still fits there.
    #[cfg(not(target_family = "wasm"))]
    fn open_at(&self, place: native::Place) {
        place.follow(self.window(), self.with_app(|app| app.settings().window));
        // It opens once.
        let _ = self.inner.place.set(place);
    }

    pub fn run(&self) -> Result<(), UiError> {
        let ended = self.inner.program.window.run();
        #[cfg(not(target_family = "wasm"))]
        self.inner.program.app.borrow_mut().close();
        Ok(ended?)
    }

    /// Runs a command as a tap does.
    pub fn handle(&self, command: Command) {
        self.inner.program.handle(command);
    }

    /// Shows the program as it is in a browser, without files and folders.
    pub fn set_in_browser(&self, in_browser: bool, page_address: Option<&str>) {
        let address = page_address.map(str::to_owned);
        self.inner.program.app.borrow_mut().set_in_browser(in_browser, address);
        self.inner.show();
    }

    /// Takes in news from other threads. The window does this itself while it runs.
    pub fn pump(&self) -> bool {
        self.inner.pump()
    }

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
            Page::Home
            | Page::Archive
            | Page::Statistics
            | Page::Table
            | Page::Result
            | Page::Tournament
            | Page::Settings => app.borrow().panel(),
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
            Page::Board => board::show(window, &app),
            Page::Tournament => tournament::show(window, &app),
            Page::Wall => tournament::show_wall(window, &app),
            Page::Archive | Page::Statistics | Page::Settings | Page::Rules => {}
        }
        let phones = matches!(page, Page::Table | Page::Board) && phones::show(window, &app);
        frame::show(window, &app, self.closing.get());
        self.data.show(window, &app);
        window.global::<ArchiveAdapter>().set_panel(archive::drawn(panel));
        window.global::<ArchiveAdapter>().set_has_panel(panel != Panel::None);
        let slip = tournament::has_slip(window, &app);
        let shown = Shown { page, overlay: app.overlay(), panel, phones, slip };
        // Release the borrow, because what follows may call back.
        drop(app);
        if self.shown.replace(Some(shown)) != Some(shown) {
            // The game may have waited for the disk since the tap that asked for it.
            self.stay_awake();
            self.board.fill_screen(window, matches!(page, Page::Board | Page::Wall));
            // The set-up starts in its name field, and a panel at its first button.
            let described = window.global::<Data>().get_panel().open;
            if page != Page::Setup && panel == Panel::None && !described && !phones && !slip {
                window.invoke_take_keys();
            }
        }
        self.board.turn(window, &self.program.app);
        self.repaint_all();
    }

    /// Repaints the whole window once nothing has changed for a moment.
    fn repaint_all(&self) {
        // Slint 1.18 keeps about 1,024 laid-out texts and then drops those that the last two pictures did not need,
        // together with the record of what they depend on (`TextLayoutCache::sweep`). One that is in sight, such as
        // the round, would then stay as it was. `tests/interface/repaint.rs` fails once Slint has fixed this.
        let window = self.program.window.as_weak();
        self.repaint.start(TimerMode::SingleShot, REPAINT_PAUSE, move || {
            if let Some(window) = window.upgrade() {
                let adapter = window.global::<AppAdapter>();
                adapter.set_repaint_toggle(!adapter.get_repaint_toggle());
            }
        });
    }

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

    /// Enters a first digit that could begin a larger number, after a pause, or ends a message shown for a moment.
    fn await_digit(self: &Rc<Self>) {
        self.typing.stop();
        // On other pages, such as the rules, it keeps waiting.
        let app = self.program.app.borrow();
        let pause = match () {
            () if app.is_typing() => TYPING_PAUSE,
            () if app.shows_bounce() => BOUNCE_SHOWN,
            () => return,
        };
        if matches!(app.page(), Page::Table | Page::Board) {
            self.run(&self.typing, TimerMode::SingleShot, pause, |inner| {
                inner.program.handle(Command::OnTable(TableCommand::Pause));
            });
        }
    }

    /// Shows that the disk is slow, and after 3 s offers to save elsewhere.
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

    /// Refreshes the phones from time to time while their panel is open, or one that may go asks for a seat.
    fn watch_phones(self: &Rc<Self>) {
        let asked = self.program.window.global::<PhonesAdapter>().get_asked_for() >= 0;
        let watched = |shown: Shown| shown.phones || asked && matches!(shown.page, Page::Table | Page::Board);
        if !self.shown.get().is_some_and(watched) {
            self.watching.stop();
        } else if !self.watching.running() {
            self.run(&self.watching, TimerMode::Repeated, phones::WATCHING, |inner| {
                inner.show();
                inner.watch_phones();
            });
        }
    }

    fn watch_clock(self: &Rc<Self>) {
        let shown = matches!(self.program.app.borrow().page(), Page::Tournament | Page::Wall);
        if !shown || !self.program.window.global::<TournamentAdapter>().get_clock_runs() {
            self.ticking.stop();
        } else if !self.ticking.running() {
            self.run(&self.ticking, TimerMode::Repeated, Duration::from_secs(1), |inner| {
                tournament::tick(&inner.program.window, &inner.program.app.borrow());
            });
        }
    }

    fn pump(self: &Rc<Self>) -> bool {
        let news = self.program.app.borrow_mut().pump();
        if news {
            // A setting that is not on disk is reported before closing.
            let reported = self.program.app.borrow().message().is_some_and(|notice| notice.about == About::Settings);
            if self.closing.get() && self.may_close() && !reported {
                self.close();
            }
            self.show();
            self.watch_clock();
            self.watch_phones();
            self.patience.stop();
            self.await_disk();
        }
        news
    }

    /// Closes the window only after the last write, and not during work on many files.
    fn close_requested(self: &Rc<Self>) -> CloseRequestResponse {
        self.program.app.borrow_mut().finish_typing();
        self.program.app.borrow_mut().keep_all_notes();
        #[cfg(not(target_family = "wasm"))]
        if let Some(place) = self.place.get().and_then(|place| place.read(&self.program.window)) {
            self.program.app.borrow_mut().know_window(place);
        }
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

    /// Closes the window, even during work.
    fn close_anyway(&self) {
        self.program.app.borrow_mut().give_up_waiting();
        self.close();
    }
}
