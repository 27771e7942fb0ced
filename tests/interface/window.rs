//! The real interface without a display: elements are found by accessible label; clicks and keys go through the window.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chrono::Local;
use i_slint_backend_testing::{
    AccessibleRole, ElementHandle, TestingBackend, TestingBackendOptions, get_mocked_time, init_no_event_loop,
    mock_elapsed_time,
};
use slint::platform::{Key, PointerEventButton, WindowEvent};
use slint::{ComponentHandle, LogicalPosition, LogicalSize, SharedString};
use tablet_of_truth::app::{App, Command, Config, Page};
use tablet_of_truth::archive::Preference;
use tablet_of_truth::language::Language;
use tablet_of_truth_window::{AppWindow, DoubleTap, HostActions, Ui};
use tempfile::TempDir;

use crate::common::program::over;
use crate::walk::place::Place;

thread_local!(static HAS_PLATFORM: Cell<bool> = const { Cell::new(false) });

pub fn place_of(element: &ElementHandle) -> Place {
    let (at, size) = (element.absolute_position(), element.size());
    Place::of(at.x, at.y, size.width, size.height)
}

/// Gives the windows of this test real pixels, so that pictures can be taken.
pub fn paint_windows() {
    if !HAS_PLATFORM.replace(true) {
        let options =
            TestingBackendOptions { mock_time: true, threading: false, renderer_name: Some("software".into()) };
        slint::platform::set_platform(Box::new(TestingBackend::new(options))).unwrap();
    }
}

pub struct Window {
    pub ui: Ui,
    pub inputs: usize,
    /// Whether the threads' reports are ignored, as if the disk did not respond.
    pub deaf: bool,
    pub insists: Option<fn(&Window)>,
    /// Called when the window has come to rest or has shown news, to show phones that no network brought.
    pub phones: Option<fn(&Window)>,
    /// Requests to keep the screen awake (`true`) or let it sleep.
    pub awake: Rc<RefCell<Vec<bool>>>,
    /// Requests to the desktop, which opens no path that contains "refused".
    pub desktop: Arc<Mutex<Vec<String>>>,
    _folder: Option<TempDir>,
}

/// A window on the screen keeps itself, and mocked time passes for each that there is.
impl Drop for Window {
    fn drop(&mut self) {
        self.ui.window().hide().unwrap();
    }
}

impl Window {
    pub fn new() -> Window {
        let folder = TempDir::new().unwrap();
        let mut window = Window::open(&folder.path().join("data"), None);
        window._folder = Some(folder);
        window
    }

    pub fn open(data: &Path, file: Option<PathBuf>) -> Window {
        Window::with(Window::config(data, file))
    }

    fn config(data: &Path, file: Option<PathBuf>) -> Config {
        Config { settings: Some(data.join(".tablet/settings.json")), open: file, ..over(data) }
    }

    /// The program started without a folder: the settings are in `home` and may name another folder.
    pub fn at_home(home: &Path) -> Window {
        let window = Window::in_home(home, false);
        // Every setting is in sight.
        window.resize(1280.0, 2400.0);
        window
    }

    pub fn in_home(home: &Path, data_given: bool) -> Window {
        let settings = Some(home.join("config/settings.json"));
        Window::with(Config { data_given, settings, ..over(&home.join("data")) })
    }

    pub fn with(config: Config) -> Window {
        if !HAS_PLATFORM.replace(true) {
            init_no_event_loop();
        }
        let awake: Rc<RefCell<Vec<bool>>> = Rc::default();
        let asked = awake.clone();
        let desktop: Arc<Mutex<Vec<String>>> = Arc::default();
        let record = |what: &'static str| {
            let desktop = desktop.clone();
            move |with: String| {
                let refuses = what == "open" && with.contains("refused");
                desktop.lock().unwrap().push(format!("{what} {with}"));
                if refuses { Err("there is no program for this".to_owned()) } else { Ok(()) }
            }
        };
        let (open, show, copy, print) = (record("open"), record("show"), record("copy"), record("print"));
        let actions = HostActions {
            open: Arc::new(move |file| open(file.display().to_string())),
            show: Arc::new(move |file| show(file.display().to_string())),
            copy_picture: Arc::new(move |picture| {
                assert_eq!(picture.bytes.len(), picture.width * picture.height * 4);
                copy(format!("{}×{}", picture.width, picture.height))
            }),
            can_print: Arc::new(|| true),
            print: Arc::new(move |(title, pdf)| {
                assert!(pdf.starts_with(b"%PDF"));
                print(title)
            }),
        };
        // Taps come at the mocked time.
        let start = Local::now().fixed_offset();
        let clock = move || start + Duration::from_millis(get_mocked_time());
        let ui = Ui::with(config, actions, clock, |_| Box::new(move |keep| asked.borrow_mut().push(keep))).unwrap();
        ui.window().show().unwrap();
        let window = Window { ui, inputs: 0, deaf: false, insists: None, phones: None, awake, desktop, _folder: None };
        window.resize(1280.0, 800.0);
        window.wait_until(|ui| ui.with_app(|app| !app.home().reading && !app.is_working()));
        window
    }

    pub fn resize(&self, width: f32, height: f32) {
        let window = self.window().window();
        window.set_size(LogicalSize::new(width, height));
        window.dispatch_event(WindowEvent::Resized { size: LogicalSize::new(width, height) });
        mock_elapsed_time(Duration::from_millis(20));
    }

    pub fn prefer(&self, preference: Preference) {
        self.ui.handle(Command::Prefer(preference));
    }

    pub fn speak(&self, code: &str) {
        self.prefer(Preference::Language(Some(Language::of_code(code).unwrap())));
    }

    /// In percent.
    pub fn text_size(&self, percent: i32) {
        self.prefer(Preference::TextSize(percent.try_into().unwrap()));
    }

    pub fn window(&self) -> &AppWindow {
        self.ui.window()
    }

    /// Waits for the threads until `done`; panics after 20 s.
    pub fn wait_until(&self, done: impl Fn(&Ui) -> bool) {
        let start = Instant::now();
        while !done(&self.ui) {
            assert!(start.elapsed() < Duration::from_secs(20), "the threads did not finish");
            if !self.ui.pump() {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        mock_elapsed_time(Duration::from_millis(20));
    }

    /// Takes in the threads' reports and waits for files read or written before a tap takes effect, which takes a while
    /// on a slow machine.
    pub fn await_disk(&self) {
        if self.deaf {
            return;
        }
        let mut news = self.ui.pump();
        if self.ui.with_app(App::is_working) {
            self.wait_until(|ui| !ui.with_app(App::is_working));
            news = true;
        }
        // News of a file can come at any time, and show the phones that there are: none.
        if let (true, Some(phones)) = (news, self.phones) {
            phones(self);
        }
    }

    /// Waits for a disk that does not respond until the window says so; any choice cancels what waited.
    pub fn wait_in_vain(&self) {
        mock_elapsed_time(Duration::from_millis(400));
        mock_elapsed_time(Duration::from_millis(2900));
        if let Some(insists) = self.insists {
            insists(self);
        }
    }

    pub fn settle(&self) {
        self.wait_until(|ui| !ui.with_app(|app| app.is_saving() || app.is_working() || app.is_keeping_settings()));
    }

    pub fn all(&self, label: &str) -> Vec<ElementHandle> {
        ElementHandle::find_by_accessible_label(self.window(), label).collect()
    }

    pub fn labels(&self) -> Vec<String> {
        let query = i_slint_backend_testing::ElementQuery::from_root(self.window());
        query.find_all().iter().filter_map(|element| element.accessible_label()).map(String::from).collect()
    }

    pub fn shows(&self, label: &str) -> bool {
        !self.all(label).is_empty()
    }

    pub fn says(&self, words: &str) -> bool {
        self.labels().iter().any(|label| label.contains(words))
    }

    pub fn must_show(&self, labels: &[&str]) {
        for label in labels {
            assert!(self.shows(label), "{label:?} must be shown: {:#?}", self.labels());
        }
    }

    pub fn must_say(&self, words: &[&str]) {
        for words in words {
            assert!(self.says(words), "{words:?} must be there: {:#?}", self.labels());
        }
    }

    pub fn find(&self, label: &str) -> ElementHandle {
        let found = self.all(label).into_iter().next();
        found.unwrap_or_else(|| panic!("nothing is labelled {label:?}; there are {:#?}", self.labels()))
    }

    /// The first label that begins so.
    pub fn labelled(&self, start: &str) -> String {
        let found = self.labels().into_iter().find(|label| label.starts_with(start));
        found.unwrap_or_else(|| panic!("nothing begins with {start:?}: {:#?}", self.labels()))
    }

    pub fn places(&self, kind: &str) -> Vec<Place> {
        ElementHandle::find_by_element_type_name(self.window(), kind).map(|element| place_of(&element)).collect()
    }

    pub fn place(&self, label: &str) -> Place {
        place_of(&self.find(label))
    }

    pub fn place_of_control(&self, label: &str) -> Place {
        place_of(&self.control(label))
    }

    /// Waits until a tap counts again, as a person does who looks at what the last one brought.
    pub fn look(&self) {
        let taps = self.window().global::<DoubleTap>();
        for _ in 0..20 {
            if !taps.get_possible() {
                return;
            }
            self.pause(50);
        }
        panic!("taps must count again after a moment");
    }

    pub fn key(&mut self, text: impl Into<SharedString>) {
        let text = text.into();
        // It is no bounce of the key before.
        mock_elapsed_time(Duration::from_millis(40));
        let window = self.window().window();
        window.dispatch_event(WindowEvent::KeyPressed { text: text.clone() });
        window.dispatch_event(WindowEvent::KeyReleased { text });
        mock_elapsed_time(Duration::from_millis(20));
        self.await_disk();
        self.inputs += 1;
    }

    /// Holds a key for a second: pressed, repeated as systems do it, and released.
    pub fn hold(&mut self, text: impl Into<SharedString>) {
        let text = text.into();
        let window = self.window().window();
        window.dispatch_event(WindowEvent::KeyPressed { text: text.clone() });
        for _ in 0..30 {
            mock_elapsed_time(Duration::from_millis(30));
            window.dispatch_event(WindowEvent::KeyPressRepeated { text: text.clone() });
        }
        window.dispatch_event(WindowEvent::KeyReleased { text });
        mock_elapsed_time(Duration::from_millis(20));
    }

    pub fn chord(&mut self, held: &[Key], text: &str) {
        let window = self.window().window();
        for &key in held {
            window.dispatch_event(WindowEvent::KeyPressed { text: key.into() });
        }
        self.key(text);
        let window = self.window().window();
        for &key in held {
            window.dispatch_event(WindowEvent::KeyReleased { text: key.into() });
        }
    }

    /// Lets time pass. A disk that responds is done by then, however long this machine's takes: without that the window
    /// would say after some mocked seconds, which are no time at all, that it does not.
    pub fn pause(&self, milliseconds: u64) {
        if !self.deaf {
            self.settle();
        }
        mock_elapsed_time(Duration::from_millis(milliseconds));
    }

    /// Types a number as a person would, with a pause where another digit could follow.
    pub fn type_number(&mut self, number: u8) {
        for digit in number.to_string().chars() {
            self.key(String::from(digit));
        }
        self.pause(1000);
        self.inputs -= number.to_string().len() - 1;
    }

    pub fn deal(&mut self, names: &[&str]) {
        self.start_setup(names);
        self.tap("Deal round 1");
        assert!(self.says("Round 1 of"), "round 1 must be dealt: {:#?}", self.labels());
    }

    /// As [`Window::deal`], by these rules.
    pub fn deal_with(&mut self, names: &[&str], choices: &[&str]) {
        self.start_setup(names);
        self.set_rules(choices);
        self.tap("Deal round 1");
    }

    pub fn start_setup(&mut self, names: &[&str]) {
        self.look();
        let button = self.topmost("New game", |role| role == AccessibleRole::Button);
        button.expect("home must have a button for a new game").mock_single_click(PointerEventButton::Left);
        if !names.is_empty() {
            self.empty_table();
        }
        for name in names {
            self.add(name);
        }
    }

    /// Moves a player of the set-up a seat down, or up with −1, as a screen reader does.
    pub fn move_seat(&mut self, name: &str, by: i32) {
        let handle = self.find(&format!("Seat of {name}"));
        if by > 0 {
            handle.invoke_accessible_increment_action()
        } else {
            handle.invoke_accessible_decrement_action()
        }
        mock_elapsed_time(Duration::from_millis(20));
    }

    /// A new game begins with the people of the last one.
    pub fn empty_table(&mut self) {
        for name in self.labels().iter().filter(|label| label.starts_with("Remove ")) {
            // It has no room in a small window.
            self.find(name).invoke_accessible_default_action();
        }
        mock_elapsed_time(Duration::from_millis(20));
        self.find("Name of a player").mock_single_click(PointerEventButton::Left);
    }

    pub fn add(&mut self, name: &str) {
        self.find("Name of a player").set_accessible_value(name);
        self.find("Name of a player").mock_single_click(PointerEventButton::Left);
        self.key("\n");
    }

    pub fn rename(&mut self, from: &str, to: &str) {
        self.tap(&format!("Change {from}"));
        self.fill("Name", to);
        self.key(Key::Escape);
    }

    fn press(&mut self, label: &str, role: impl Fn(AccessibleRole) -> bool) {
        let found = self.all(label).into_iter().find(|found| found.accessible_role().is_some_and(&role));
        let found = found.unwrap_or_else(|| panic!("nothing to press is labelled {label:?}: {:#?}", self.labels()));
        found.invoke_accessible_default_action();
        mock_elapsed_time(Duration::from_millis(20));
        self.await_disk();
    }

    /// Opens the panel of the game and its rules.
    pub fn show_rules(&mut self) {
        let game = if self.shows("The Last Wizard") { "The Last Wizard" } else { "Wizard" };
        self.press(game, |role| role == AccessibleRole::ListItem);
    }

    pub fn close_rules(&mut self) {
        while self.ui.with_app(|app| app.data_panel().is_some()) {
            self.key(Key::Escape);
        }
    }

    pub fn set_rules(&mut self, choices: &[&str]) {
        self.show_rules();
        for choice in choices {
            // Wherever it is scrolled to.
            self.press(choice, |_| true);
        }
        self.close_rules();
    }

    /// Types a number for each player, and Enter.
    pub fn enter(&mut self, numbers: &[u8]) {
        numbers.iter().for_each(|&number| self.type_number(number));
        self.key("\n");
    }

    /// Anna, Ben and Cleo before the first bid: Anna deals, and Ben bids first.
    pub fn dealt() -> Window {
        let mut window = Window::new();
        window.deal(&["Anna", "Ben", "Cleo"]);
        window
    }

    /// As [`Window::dealt`], by these rules.
    pub fn dealt_with(choices: &[&str]) -> Window {
        let mut window = Window::new();
        window.deal_with(&["Anna", "Ben", "Cleo"], choices);
        window
    }

    /// Anna, Ben and Cleo after round 1, in which Ben took the trick he bid.
    pub fn after_a_round() -> Window {
        let mut window = Window::dealt();
        window.enter(&[1, 0, 1]);
        window.enter(&[1]);
        window
    }

    /// Plays rounds in which everybody bids 0 and the last to enter takes all tricks.
    pub fn play_rounds(&mut self, rounds: usize, players: usize) {
        for _ in 0..rounds {
            self.enter(&vec![0; players]);
            // The last player's tricks fill in by themselves.
            self.enter(&vec![0; players - 1]);
        }
    }

    pub fn focused(&self) -> (f32, f32) {
        // The ring appears with the next event; a real window would have painted by then.
        self.window().window().dispatch_event(WindowEvent::PointerExited);
        let place = self.window().global::<tablet_of_truth_window::FocusPlace>();
        (place.get_seen_x(), place.get_seen_y())
    }

    /// Turns the wheel at this point; negative is down.
    pub fn wheel_at(&mut self, x: f32, y: f32, by: f32) {
        let turned = WindowEvent::PointerScrolled { position: LogicalPosition::new(x, y), delta_x: 0.0, delta_y: by };
        self.window().window().dispatch_event(turned);
        mock_elapsed_time(Duration::from_millis(500));
    }

    pub fn page(&self) -> Page {
        self.ui.with_app(|app| app.page())
    }

    pub fn file(&self) -> PathBuf {
        self.ui.with_app(|app| app.session_file().unwrap().to_owned())
    }

    /// Taps a bid; `took` taps a number of tricks.
    pub fn bid(&mut self, name: &str, number: u8) {
        self.tap(&format!("{name} bids {number}"));
    }

    pub fn took(&mut self, name: &str, number: u8) {
        self.tap(&format!("{name} took {number}"));
    }
}
