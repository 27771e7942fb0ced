//! Archives for the tests of the window, recounts of their files, and more ways to use the window.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use i_slint_backend_testing::{AccessibleRole as Role, ElementHandle, ElementQuery, mock_elapsed_time};
use serde_json::{Value, json};
use slint::ComponentHandle;
use slint::platform::{Key, PointerEventButton, WindowEvent};
use tablet_of_truth::archive::{Archive, write_session};
use tablet_of_truth::session::Session;
use tempfile::TempDir;
use uuid::Uuid;

use crate::common::last_wizard::won;
use crate::window::Window;

#[path = "../../benches/archive_of/mod.rs"]
pub mod archive_of;

pub struct Shelf {
    folder: TempDir,
}

/// A session's file as a person would write it; without `hands`, the official plan.
pub fn game(id: u32, started: &str, players: &[&str], hands: &[u8], rounds: Value) -> Value {
    let player = |name: &&str| json!({"name": name, "id": person(name)});
    let mut rules = json!({});
    if !hands.is_empty() {
        rules["hands"] = json!(hands);
    }
    json!({
        "format": "tablet-of-truth", "version": 1, "id": Uuid::from_u128(u128::from(id) << 96 | 0x77),
        "started": started, "players": players.iter().map(player).collect::<Vec<_>>(), "first_dealer": 0,
        "rules": rules, "rounds": rounds,
    })
}

/// A game of The Last Wizard from these spaces; seat 0 goes first.
pub fn track(id: u32, started: &str, players: &[&str], start: &[i32], rounds: Value) -> Value {
    let mut game = game(id, started, players, &[], rounds);
    let members = game.as_object_mut().unwrap();
    members.retain(|name, _| !["first_dealer", "rules", "version"].contains(&name.as_str()));
    members.insert("game".into(), json!("last-wizard"));
    members.insert("first_player".into(), json!(0));
    members.insert("start".into(), json!(start));
    game
}

/// Lana wins with 32 after two rounds, strictly ahead after both; Élodie loses twice, Takako folds twice.
pub fn raced() -> Value {
    track(9, "2026-03-09T20:15:00+01:00", &["Lana", "Élodie", "Takako"], &[20, 20, 20], json!([won(2), won(10)]))
}

pub fn person(name: &str) -> Uuid {
    Uuid::new_v5(&Uuid::NAMESPACE_OID, name.as_bytes())
}

/// Anna 80, Ben 90, Cleo −30 after three rounds in the kitchen.
pub fn kitchen() -> Value {
    let rounds = json!([
        {"bids": [0, 1, 1], "tricks": [0, 1, 0], "trump": "red"},
        {"bids": [1, 0, 0], "tricks": [1, 0, 1]},
        {"bids": [1, 2, 1], "tricks": [1, 2, 0], "trump": "none"},
    ]);
    let mut game = game(1, "2026-03-07T20:15:00+01:00", &["Anna", "Ben", "Cleo"], &[1, 2, 3], rounds);
    game["place"] = json!("Kitchen");
    game
}

/// Émilie and Thomas share the victory with 50; Bomb and Cloud in round 2.
pub fn cafe() -> Value {
    let rounds = json!([
        {"bids": [0, 1, 0, 0], "tricks": [0, 1, 0, 0], "trump": "blue"},
        {"bids": [0, 0, 2, 1], "tricks": [0, 0, 1, 0], "bomb": true, "cloud": {"player": 2, "change": -1}},
    ]);
    let mut game = game(2, "2026-02-14T19:00:00+01:00", &["Anna", "Émilie", "Thomas", "Ute"], &[1, 2], rounds);
    game["place"] = json!("Café Zeitlos");
    game["notes"] = json!("The dog ate a Jester.\nRainy Sunday.");
    game["rules"]["plus_minus_one"] = json!(false);
    game["rules"]["special_cards"] = json!(["bomb", "cloud"]);
    game
}

/// A running game: Dora has bid in round 2.
pub fn new_year() -> Value {
    let rounds = json!([
        {"bids": [1, 1, 0], "tricks": [1, 0, 0]},
        {"bids": [null, null, 1], "tricks": [null, null, null], "phase": "bidding"},
    ]);
    game(3, "2025-12-31T21:00:00+01:00", &["Ben", "Cleo", "Dora"], &[], rounds)
}

/// Ended after one round of twenty.
pub fn early() -> Value {
    let rounds = json!([{"bids": [0, 1, 1], "tricks": [0, 0, 1]}]);
    let mut game = game(4, "2025-11-11T18:30:00+01:00", &["Anna", "Ben", "Émilie"], &[], rounds);
    game["ended_early"] = json!("2025-11-11T18:50:00+01:00");
    game
}

/// Six players, five rounds of one card, three winners.
pub fn six() -> Value {
    let round = |taker: usize| {
        let tricks: Vec<u8> = (0..6).map(|seat| u8::from(seat == taker)).collect();
        json!({"bids": [0, 0, 0, 0, 0, 0], "tricks": tricks})
    };
    let names = ["Anna", "Ben", "Cleo", "Dora", "Émilie", "Finn"];
    let rounds = json!([round(0), round(1), round(2), round(0), round(0)]);
    game(5, "2024-05-01T15:00:00+02:00", &names, &[1, 1, 1, 1, 1], rounds)
}

impl Shelf {
    pub fn new() -> Shelf {
        Shelf { folder: TempDir::new().unwrap() }
    }

    pub fn with(games: &[Value]) -> Shelf {
        let shelf = Shelf::new();
        for game in games {
            shelf.put(game);
        }
        shelf
    }

    pub fn evenings() -> Shelf {
        Shelf::with(&[kitchen(), cafe(), new_year(), early(), six()])
    }

    /// As many sessions as asked for, as tables might have played them.
    pub fn generated(count: usize, seed: u64) -> Shelf {
        let shelf = Shelf::new();
        let archive = Archive::new(shelf.path().to_owned());
        for session in archive_of::sessions(count, seed) {
            fs::write(archive.path_for(&session), write_session(&session, session.started()).unwrap()).unwrap();
        }
        shelf
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn archive(&self) -> Window {
        let mut window = Window::open(self.path(), None);
        window.wait_until(|ui| !ui.with_app(|app| app.home().reading));
        // The rail has it only once there is a game.
        window.chord(&[Key::Control], "2");
        window
    }

    pub fn put(&self, game: &Value) -> PathBuf {
        let path = self.path_of(game);
        fs::write(&path, serde_json::to_vec_pretty(game).unwrap()).unwrap();
        path
    }

    pub fn path_of(&self, game: &Value) -> PathBuf {
        let (day, id) = (&text(&game["started"])[..10], &text(&game["id"])[..8]);
        self.path().join(format!("{day}_{id}.json"))
    }

    pub fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let paths = Archive::new(self.path().to_owned()).paths().unwrap();
        paths.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
    }

    pub fn sessions(&self) -> BTreeMap<PathBuf, Session> {
        self.files().into_keys().map(|path| (path.clone(), load(&path))).collect()
    }
}

/// The only game of an archive, open.
pub fn opened(game: &Value) -> (Shelf, Window) {
    let shelf = Shelf::with(std::slice::from_ref(game));
    let window = Window::open(shelf.path(), Some(shelf.path_of(game)));
    // Skips the wait for a busy disk.
    window.wait_until(|ui| ui.with_app(|app| app.has_session()));
    (shelf, window)
}

/// The archive of [`Shelf::evenings`].
pub fn evenings() -> (Shelf, Window) {
    let shelf = Shelf::evenings();
    let window = shelf.archive();
    (shelf, window)
}

pub fn load(path: &Path) -> Session {
    Archive::load(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).session.wizard().unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// With the true minus sign.
pub fn shown(number: impl Into<i64>) -> String {
    let number = number.into();
    if number < 0 { format!("−{}", -number) } else { number.to_string() }
}

const TAPPED: [Role; 7] =
    [Role::Button, Role::Tab, Role::ListItem, Role::RadioButton, Role::Checkbox, Role::Switch, Role::Slider];

impl Window {
    fn elements(&self) -> Vec<ElementHandle> {
        ElementQuery::from_root(self.window()).find_all()
    }

    /// The last painted element of this name in such a role.
    pub fn topmost(&self, label: &str, wanted: impl Fn(Role) -> bool) -> Option<ElementHandle> {
        self.all(label).into_iter().rfind(|element| element.accessible_role().is_some_and(&wanted))
    }

    pub fn control(&self, label: &str) -> ElementHandle {
        let found = self.topmost(label, |role| TAPPED.contains(&role));
        found.unwrap_or_else(|| panic!("no control is named {label:?}: {:#?}", self.labels()))
    }

    pub fn offers(&self, label: &str) -> bool {
        self.topmost(label, |role| TAPPED.contains(&role)).is_some()
    }

    /// Taps the middle of a control, through the window's hit test.
    pub fn tap(&mut self, label: &str) {
        self.look();
        let element = self.control(label);
        assert_eq!(element.accessible_enabled(), Some(true), "{label:?} must be enabled");
        let (at, size) = (element.absolute_position(), element.size());
        let window = self.window().window();
        let room = window.size().to_logical(window.scale_factor());
        let (x, y) = (at.x + size.width / 2.0, at.y + size.height / 2.0);
        let inside = x > 0.0 && x < room.width && y > 0.0 && y < room.height;
        assert!(inside, "{label:?} must be in sight: {at:?} {size:?}");
        // It is no bounce of the tap before.
        mock_elapsed_time(Duration::from_millis(130));
        element.mock_single_click(PointerEventButton::Left);
        mock_elapsed_time(Duration::from_millis(20));
        self.await_disk();
        // Moves the pointer away, so that it highlights nothing.
        self.window().window().dispatch_event(WindowEvent::PointerExited);
        self.inputs += 1;
    }

    pub fn taps(&mut self, labels: &[&str]) {
        for label in labels {
            self.tap(label);
        }
    }

    pub fn field(&self, label: &str) -> ElementHandle {
        let found = self.topmost(label, |role| role == Role::TextInput);
        found.unwrap_or_else(|| panic!("no field is named {label:?}: {:#?}", self.labels()))
    }

    pub fn written(&self, label: &str) -> String {
        self.field(label).accessible_value().unwrap_or_default().into()
    }

    pub fn fill(&mut self, label: &str, text: &str) {
        self.field(label).set_accessible_value(text);
        mock_elapsed_time(Duration::from_millis(20));
    }

    pub fn type_into(&mut self, label: &str, text: &str) {
        self.field(label).mock_single_click(PointerEventButton::Left);
        mock_elapsed_time(Duration::from_millis(20));
        self.chord(&[Key::Control], "a");
        self.key(Key::Delete);
        self.type_in(text);
    }

    pub fn type_in(&mut self, text: &str) {
        for letter in text.chars() {
            self.key(String::from(letter));
        }
    }

    /// Those that exist now, from the top.
    pub fn lines(&self) -> Vec<String> {
        let lines = self.elements().into_iter().filter(|element| element.accessible_role() == Some(Role::ListItem));
        let mut lines: Vec<(f32, String)> = lines
            .map(|line| (line.absolute_position().y, line.accessible_label().unwrap_or_default().into()))
            .collect();
        lines.sort_by(|one, other| one.0.total_cmp(&other.0));
        lines.into_iter().map(|(_, label)| label).collect()
    }

    pub fn chosen(&self) -> Option<String> {
        // What was read after the last key may still have to come into sight.
        mock_elapsed_time(Duration::from_millis(20));
        let chosen = self.elements().into_iter().find(|element| {
            element.accessible_role() == Some(Role::ListItem) && element.accessible_item_selected() == Some(true)
        });
        chosen.and_then(|line| line.accessible_label()).map(String::from)
    }

    /// Negative is down.
    pub fn wheel(&mut self, over: &str, by: f32) {
        self.find(over).scroll(0.0, by);
        mock_elapsed_time(Duration::from_millis(500));
    }

    /// All lines of a list, found by turning the wheel from top to end, as only a few exist at a time.
    pub fn all_lines(&mut self) -> Vec<String> {
        let lines = self.lines();
        // The outer ones may lie under the head or the foot.
        let middle = lines.get(lines.len() / 2).expect("the list must have a line");
        self.wheel(middle, 100_000.0);
        let mut all = self.lines();
        loop {
            let lines = self.lines();
            assert!(lines.len() < 30, "{} lines exist at once", lines.len());
            let middle = lines[lines.len() / 2].clone();
            self.wheel(&middle, -200.0);
            let now = self.lines();
            if now == lines {
                return all;
            }
            let Some(known) = now.iter().position(|line| Some(line) == all.last()) else {
                panic!("the wheel went too far: {all:#?} {now:#?}");
            };
            all.extend(now.into_iter().skip(known + 1));
        }
    }

    pub fn until_says(&self, words: &str) {
        self.until(&format!("says {words:?}"), |window| window.says(words));
    }

    /// Panics with `what` after 20 s of waiting.
    pub fn until(&self, what: &str, done: impl Fn(&Window) -> bool) {
        // A machine that was paused meanwhile, as virtual ones are, has not let the threads work.
        let (mut waited, mut last) = (Duration::ZERO, Instant::now());
        while !done(self) {
            waited += last.elapsed().min(Duration::from_millis(500));
            last = Instant::now();
            assert!(waited < Duration::from_secs(20), "never {what}: {:?}", self.labels());
            if !self.ui.pump() {
                std::thread::sleep(Duration::from_millis(2));
            }
            mock_elapsed_time(Duration::from_millis(20));
        }
    }
}
