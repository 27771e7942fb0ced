//! What a monkey does: random inputs, aimed at what is on the screen.

use std::time::Duration;

use i_slint_backend_testing::{AccessibleRole as Role, mock_elapsed_time};
use slint::platform::{Key, PointerEventButton, WindowEvent};
use slint::{ComponentHandle, LogicalPosition, SharedString};
use tablet_of_truth::app::{Key as TableKey, Page, TableCommand};
use tablet_of_truth::archive::{self, Preference};
use tablet_of_truth::language::Language;
use tablet_of_truth::session::OfGame;
use tablet_of_truth_window::Theme;

use super::{Monkey, SIZES};
use crate::walk::seen::{Control, Seen, copy};

#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// A click on a control, with its name, or on any point.
    Click {
        on: String,
        x: f32,
        y: f32,
        button: PointerEventButton,
        times: usize,
    },
    Drag {
        from: (f32, f32),
        to: (f32, f32),
    },
    Wheel {
        x: f32,
        y: f32,
        by: f32,
    },
    Move {
        x: f32,
        y: f32,
    },
    Key(Named),
    Digit(u8),
    /// A key held until it repeats.
    Held(Named, usize),
    Chord(Vec<Named>, Named),
    Type(String),
    Paste(String),
    Name(String),
    Resize(f32, f32),
    TextSize(i32),
    Look(archive::Theme, bool),
    Language(&'static str),
    Wait(u64),
    Close,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Named {
    Key(Key),
    Text(&'static str),
}

impl Named {
    fn text(&self) -> SharedString {
        match self {
            Named::Key(key) => (*key).into(),
            Named::Text(text) => (*text).into(),
        }
    }
}

const KEYS: [Named; 22] = [
    Named::Key(Key::Return),
    Named::Key(Key::Return),
    Named::Key(Key::Return),
    Named::Key(Key::Backspace),
    Named::Key(Key::Delete),
    Named::Key(Key::Escape),
    Named::Key(Key::UpArrow),
    Named::Key(Key::DownArrow),
    Named::Key(Key::LeftArrow),
    Named::Key(Key::RightArrow),
    Named::Key(Key::Tab),
    Named::Key(Key::Tab),
    Named::Key(Key::Backtab),
    Named::Key(Key::Home),
    Named::Key(Key::End),
    Named::Key(Key::PageUp),
    Named::Key(Key::PageDown),
    Named::Key(Key::F1),
    Named::Key(Key::F11),
    Named::Text(" "),
    Named::Text("r"),
    Named::Text("t"),
];
const SHORTCUTS: [&str; 18] =
    ["z", "z", "y", "1", "2", "3", "4", "5", ",", "n", "f", "p", "a", "c", "v", "x", "A", "Backspace"];
/// Characters to type, without a slash, so that paths stay in the folder where they are typed.
#[rustfmt::skip]
const LETTERS: [&str; 24] = [
    "a", "b", "W", "m", "o", "r", "t", "z", "?", " ", ".", "-", "é", "ß", "李", "ש", "ن", "e\u{301}", "👩‍🚀",
    "\u{200b}", "1", "0", "~", "%",
];
pub const PEOPLE: [&str; 8] =
    ["Anna", "Ben", "Cleo", "D'Arcy", "Émilie", "李雷", "Maximiliane-Josephine von Auer", "Ute"];

impl Monkey<'_> {
    pub fn wish(&mut self) -> Input {
        let page = self.window.page();
        // At a table it mostly plays, at a set-up it seats people; otherwise it would seldom get to a game.
        match page {
            Page::Table | Page::Board if self.random.u8(..10) < 7 => return self.play(),
            Page::Setup | Page::Change if self.random.u8(..10) < 3 => {
                return Input::Name((*self.random.choice(&PEOPLE).unwrap()).to_owned());
            }
            _ => {}
        }
        match self.random.u16(..1000) {
            0..=399 => self.click_on_something(),
            400..=469 => {
                let (x, y) = self.point();
                self.click(String::new(), x, y)
            }
            470..=609 => Input::Key(self.random.choice(KEYS).unwrap()),
            610..=689 => Input::Digit(self.random.u8(..10)),
            690..=789 => self.chord(),
            790..=819 => {
                let times = self.random.usize(2..40);
                let key = self.random.choice(KEYS).unwrap();
                Input::Held(if self.random.bool() { key } else { Named::Text("1") }, times)
            }
            820..=869 => {
                let length = self.random.usize(1..12);
                Input::Type(self.letters(length))
            }
            870..=889 => {
                let longest = [40, 1000, 5000][self.random.usize(..3)];
                let length = self.random.usize(1..longest);
                Input::Paste(self.letters(length))
            }
            890..=919 => {
                let (x, y) = self.point();
                Input::Wheel { x, y, by: self.random.f32() * 800.0 - 400.0 }
            }
            920..=934 => {
                let (x, y) = self.point();
                Input::Move { x, y }
            }
            935..=944 => Input::Drag { from: self.point(), to: self.point() },
            945..=964 => {
                let (width, height) = self.random.choice(SIZES).unwrap();
                Input::Resize(width, height)
            }
            965..=971 => Input::TextSize(self.random.choice([100, 125, 150, 200]).unwrap()),
            972..=979 => {
                let themes = [archive::Theme::System, archive::Theme::Night, archive::Theme::Parchment];
                Input::Look(self.random.choice(themes).unwrap(), self.random.bool())
            }
            980..=984 => Input::Language(self.random.choice(Language::all().collect::<Vec<_>>()).unwrap().code()),
            985..=994 => Input::Wait(self.random.u64(50..2000)),
            _ => Input::Close,
        }
    }

    /// A legal number, a fold, a move by hand or Enter, so that rounds get scored.
    fn play(&mut self) -> Input {
        let (track, ready, numbers) = self.window.ui.with_app(|app| {
            if matches!(app.session(), Some(OfGame::LastWizard(_))) {
                return (true, app.track().common.ready, (0..=9).collect());
            }
            let table = app.table();
            let number = |key: &TableKey| match key.command {
                TableCommand::Number(number) if !key.dim && number < 10 => Some(number),
                _ => None,
            };
            (false, table.common.ready, table.common.keys.iter().filter_map(number).collect::<Vec<u8>>())
        });
        match self.random.u8(..10) {
            0..=6 if ready => Input::Key(Named::Key(Key::Return)),
            0 if track => Input::Key(Named::Text("-")),
            1 | 2 if track => Input::Key(Named::Text("f")),
            3 if track && self.random.bool() => Input::Key(Named::Text("m")),
            0..=6 => Input::Digit(self.random.choice(numbers).unwrap_or(0)),
            7 => Input::Key(Named::Key(Key::Return)),
            8 => Input::Wait(1000),
            _ => self.click_on_something(),
        }
    }

    fn chord(&mut self) -> Input {
        let key = match *self.random.choice(&SHORTCUTS).unwrap() {
            "Backspace" => Named::Key(Key::Backspace),
            text => Named::Text(text),
        };
        let held = match self.random.u8(..10) {
            0 => vec![Named::Key(Key::Control), Named::Key(Key::Shift)],
            1 => vec![Named::Key(Key::Alt)],
            2 => vec![Named::Key(Key::Shift)],
            _ => vec![Named::Key(Key::Control)],
        };
        if held == [Named::Key(Key::Shift)] {
            return Input::Chord(held, self.random.choice(KEYS).unwrap());
        }
        Input::Chord(held, key)
    }

    /// Random characters, or every second time one character repeated: the widest or narrowest text.
    fn letters(&mut self, count: usize) -> String {
        let random = &mut self.random;
        let one = random.bool().then(|| random.choice(LETTERS).unwrap());
        (0..count).map(|_| one.unwrap_or_else(|| random.choice(LETTERS).unwrap())).collect()
    }

    fn room(&self) -> (f32, f32) {
        let window = self.window.window().window();
        let size = window.size().to_logical(window.scale_factor());
        (size.width, size.height)
    }

    fn point(&mut self) -> (f32, f32) {
        let (width, height) = self.room();
        (self.random.f32() * width, self.random.f32() * height)
    }

    fn click(&mut self, on: String, x: f32, y: f32) -> Input {
        let (button, times) = match self.random.u8(..40) {
            0 => (PointerEventButton::Right, 1),
            1 => (PointerEventButton::Middle, 1),
            2 | 3 => (PointerEventButton::Left, 2),
            4 => (PointerEventButton::Left, 3),
            _ => (PointerEventButton::Left, 1),
        };
        Input::Click { on, x, y, button, times }
    }

    fn click_on_something(&mut self) -> Input {
        let seen = Seen::controls_in(&self.window);
        // Links to other pages are on every page: with them it would stay on none.
        let leaves = self.random.u8(..6) == 0;
        let wanted = |one: &&Control| one.in_sight.area() > 1.0 && (leaves || one.role != Role::Tab);
        let open: Vec<&Control> = seen.open_controls().map(|(_, control)| control).filter(wanted).collect();
        let chosen = self.random.choice(&open).map(|control| {
            let (x, y) = control.in_sight.middle();
            (format!("{:?} {:?}", control.role, control.name), x, y)
        });
        let (x, y) = self.point();
        let (on, x, y) = chosen.unwrap_or((String::new(), x, y));
        self.click(on, x, y)
    }

    pub fn act(&mut self, input: &Input) {
        let send = |event: WindowEvent| self.window.window().window().dispatch_event(event);
        let press = |text: SharedString| {
            send(WindowEvent::KeyPressed { text: text.clone() });
            send(WindowEvent::KeyReleased { text });
        };
        let click = |x: f32, y: f32, button: PointerEventButton| {
            let position = LogicalPosition::new(x, y);
            send(WindowEvent::PointerMoved { position });
            send(WindowEvent::PointerPressed { position, button });
            mock_elapsed_time(Duration::from_millis(20));
            send(WindowEvent::PointerReleased { position, button });
        };
        match input {
            Input::Click { x, y, button, times, .. } => {
                self.window.look();
                (0..*times).for_each(|_| click(*x, *y, *button));
            }
            Input::Drag { from, to } => {
                let (from, to) = (LogicalPosition::new(from.0, from.1), LogicalPosition::new(to.0, to.1));
                let button = PointerEventButton::Left;
                send(WindowEvent::PointerMoved { position: from });
                send(WindowEvent::PointerPressed { position: from, button });
                for step in 1..=4_u8 {
                    let part = f32::from(step) / 4.0;
                    let between = |one: f32, other: f32| one + (other - one) * part;
                    let position = LogicalPosition::new(between(from.x, to.x), between(from.y, to.y));
                    mock_elapsed_time(Duration::from_millis(30));
                    send(WindowEvent::PointerMoved { position });
                }
                send(WindowEvent::PointerReleased { position: to, button });
            }
            Input::Wheel { x, y, by } => {
                let position = LogicalPosition::new(*x, *y);
                send(WindowEvent::PointerScrolled { position, delta_x: 0.0, delta_y: *by });
            }
            Input::Move { x, y } => send(WindowEvent::PointerMoved { position: LogicalPosition::new(*x, *y) }),
            Input::Key(key) => press(key.text()),
            Input::Digit(digit) => press(digit.to_string().into()),
            Input::Held(key, times) => {
                let text = key.text();
                send(WindowEvent::KeyPressed { text: text.clone() });
                for _ in 0..*times {
                    mock_elapsed_time(Duration::from_millis(30));
                    send(WindowEvent::KeyPressRepeated { text: text.clone() });
                }
                send(WindowEvent::KeyReleased { text });
            }
            Input::Chord(held, key) => {
                held.iter().for_each(|key| send(WindowEvent::KeyPressed { text: key.text() }));
                press(key.text());
                held.iter().for_each(|key| send(WindowEvent::KeyReleased { text: key.text() }));
            }
            Input::Type(text) => text.chars().for_each(|letter| press(letter.into())),
            Input::Paste(text) => {
                copy(&self.window, text);
                self.act(&Input::Chord(vec![Named::Key(Key::Control)], Named::Text("a")));
                self.act(&Input::Chord(vec![Named::Key(Key::Control)], Named::Text("v")));
            }
            Input::Name(name) => {
                let seen = Seen::controls_in(&self.window);
                let field = seen.controls.iter().find(|control| control.role == Role::TextInput);
                if let Some(field) = field {
                    let (x, y) = field.in_sight.middle();
                    click(x, y, PointerEventButton::Left);
                    name.chars().for_each(|letter| press(letter.into()));
                    press(Key::Return.into());
                }
            }
            Input::Resize(width, height) => self.window.resize(*width, *height),
            Input::TextSize(percent) => self.window.text_size(*percent),
            Input::Look(theme, strong) => {
                self.window.prefer(Preference::Theme(*theme));
                self.window.window().global::<Theme>().set_high_contrast(*strong);
            }
            Input::Language(index) => self.window.speak(index),
            Input::Wait(milliseconds) => mock_elapsed_time(Duration::from_millis(*milliseconds)),
            Input::Close => {}
        }
        mock_elapsed_time(Duration::from_millis(20));
    }
}
