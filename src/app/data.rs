//! Pages, panels, items and actions as data, for the window to show. The commands stay here: the window only
//! names what was tapped, and what was typed.

use std::fmt;
use std::rc::Rc;

use super::{ArchiveCommand, Command, Face, Panel as ArchivePanel, Tone};
use crate::export::PlayCode;
use crate::session::Sign;
use crate::table::Table;
use crate::text::Text;

/// The icon of an action or a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[rustfmt::skip]
pub enum Icon {
    #[default]
    None,
    Ahead, Board, Calendar, Close, Deal, Dice, Edit, Filter, Folder, Minus, More, Phone, Play, Plus, Settings, Share,
    Sheet, Shuffle, Statistics, Stop, Trash,
    Star, Moon, Sun, Flame, Leaf, Drop, Bolt, Key,
}

impl Icon {
    /// `None` for a person's initials.
    pub fn of(sign: Option<Sign>) -> Icon {
        match sign {
            None => Icon::None,
            Some(Sign::Star) => Icon::Star,
            Some(Sign::Moon) => Icon::Moon,
            Some(Sign::Sun) => Icon::Sun,
            Some(Sign::Flame) => Icon::Flame,
            Some(Sign::Leaf) => Icon::Leaf,
            Some(Sign::Drop) => Icon::Drop,
            Some(Sign::Bolt) => Icon::Bolt,
            Some(Sign::Key) => Icon::Key,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ActionStyle {
    #[default]
    Button,
    /// The one thing to do next.
    Primary,
    Quiet,
    Chip,
    /// One of several choices.
    Radio,
    /// A large button with its icon above its words.
    Tile,
}

/// A button, a line of a menu, or one of several choices.
#[derive(Clone, Debug)]
pub struct Action {
    pub text: Text,
    /// For screen readers and the tooltip, if it adds to the text.
    pub label: Option<Text>,
    pub hint: Option<Text>,
    /// The key that does the same.
    pub shortcut: Option<Text>,
    pub icon: Icon,
    pub style: ActionStyle,
    /// One of the six player colours.
    pub dot: Option<u8>,
    /// Of the person it names.
    pub face: Option<Face>,
    pub on: bool,
    pub enabled: bool,
    /// Without it, a tap shows what is missing.
    pub ready: bool,
    pub for_good: bool,
    /// Whether it opens a menu or a list.
    pub opens: bool,
    /// Whether only its icon is shown where there is little room.
    pub shrinks: bool,
    pub command: Command,
}

impl Action {
    pub fn new(text: Text, command: Command) -> Action {
        Action {
            text,
            label: None,
            hint: None,
            shortcut: None,
            icon: Icon::None,
            style: ActionStyle::Button,
            dot: None,
            face: None,
            on: false,
            enabled: true,
            ready: true,
            for_good: false,
            opens: false,
            shrinks: false,
            command,
        }
    }
    /// Without words on the screen: an icon, or a step of a stepper.
    pub fn labelled(label: Text, command: Command) -> Action {
        Action { label: Some(label), ..Action::new(Text::foreign(""), command) }
    }
    /// One of several choices.
    pub fn option(text: Text, on: bool, command: Command) -> Action {
        Action { style: ActionStyle::Radio, on, ..Action::new(text, command) }
    }
    pub fn primary(text: Text, command: Command) -> Action {
        Action { style: ActionStyle::Primary, ..Action::new(text, command) }
    }
    pub fn chip(text: Text, on: bool, command: Command) -> Action {
        Action { style: ActionStyle::Chip, on, ..Action::new(text, command) }
    }
    pub fn icon(self, icon: Icon) -> Action {
        Action { icon, ..self }
    }
    pub fn label(self, label: Text) -> Action {
        Action { label: Some(label), ..self }
    }
    pub fn hint(self, hint: Text) -> Action {
        Action { hint: Some(hint), ..self }
    }
    pub fn face(self, face: Face) -> Action {
        Action { face: Some(face), ..self }
    }
    pub fn style(self, style: ActionStyle) -> Action {
        Action { style, ..self }
    }
    pub fn enabled(self, enabled: bool) -> Action {
        Action { enabled, ..self }
    }
    /// Marks an irreversible action.
    pub fn for_good(self) -> Action {
        Action { for_good: true, ..self }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    Heading,
    Switch,
    Choice,
    Stepper,
    Field,
    Chips,
    /// Buttons of equal width over the whole row.
    Bar,
    Buttons,
    /// A line of a list or a menu.
    Row,
    /// A term with its meaning.
    Pair,
    /// The code to scan of [`Item::picture`].
    Picture,
    /// The attribution that Slint's licence requires.
    Licences,
}

/// Turns what is typed into a command.
#[derive(Clone)]
pub struct Typed(Rc<dyn Fn(String) -> Command>);

impl Typed {
    pub fn command(&self, text: String) -> Command {
        (self.0)(text)
    }
}

impl fmt::Debug for Typed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Typed")
    }
}

/// Any item of a page or a panel.
#[derive(Clone, Debug)]
pub struct Item {
    pub kind: Kind,
    /// Identifies it in its section across updates; its text if empty.
    pub key: String,
    pub text: Text,
    pub label: Option<Text>,
    pub hint: Option<Text>,
    pub value: Option<Text>,
    pub icon: Icon,
    pub face: Option<Face>,
    pub on: bool,
    pub enabled: bool,
    /// Whether a tap opens a list of its actions.
    pub lists: bool,
    /// Whether a tap leads to a further panel or page.
    pub leads: bool,
    pub small: bool,
    /// Whether a change of its text is spoken.
    pub live: bool,
    pub tone: Tone,
    /// The maximum number of characters in a field.
    pub most: usize,
    pub actions: Vec<Action>,
    /// Of a tap, or of Enter in a field.
    pub command: Option<Command>,
    pub typed: Option<Typed>,
    pub picture: Option<PlayCode>,
}

impl Item {
    fn new(kind: Kind, text: Text) -> Item {
        Item {
            kind,
            key: String::new(),
            text,
            label: None,
            hint: None,
            value: None,
            icon: Icon::None,
            face: None,
            on: false,
            enabled: true,
            lists: false,
            leads: false,
            small: false,
            live: false,
            tone: Tone::Plain,
            most: 200,
            actions: Vec::new(),
            command: None,
            typed: None,
            picture: None,
        }
    }
    fn nameless(kind: Kind, actions: impl IntoIterator<Item = Action>) -> Item {
        Item { actions: actions.into_iter().collect(), ..Item::new(kind, Text::foreign("")) }
    }
    pub fn heading(text: Text) -> Item {
        Item::new(Kind::Heading, text)
    }
    pub fn text(text: Text) -> Item {
        Item::new(Kind::Text, text)
    }
    pub fn note(text: Text) -> Item {
        Item { small: true, tone: Tone::Quiet, ..Item::new(Kind::Text, text) }
    }
    /// A sentence that screen readers speak when it changes.
    pub fn status(key: &str, text: Text) -> Item {
        Item { live: true, ..Item::note(text) }.key(key)
    }
    /// `command` carries the new value.
    pub fn switch(text: Text, on: bool, command: Command) -> Item {
        Item { on, command: Some(command), ..Item::new(Kind::Switch, text) }
    }
    pub fn choice(text: Text, options: impl IntoIterator<Item = Action>) -> Item {
        Item { text, ..Item::nameless(Kind::Choice, options) }
    }
    /// Choices of which several may be on.
    pub fn chips(text: Text, options: impl IntoIterator<Item = Action>) -> Item {
        Item { text, ..Item::nameless(Kind::Chips, options) }
    }
    pub fn stepper(text: Text, value: Text, [less, more]: [Action; 2]) -> Item {
        let quiet = |action: Action, icon| Action { style: ActionStyle::Quiet, icon, ..action };
        let actions = [quiet(less, Icon::Minus), quiet(more, Icon::Plus)];
        Item { text, value: Some(value), ..Item::nameless(Kind::Stepper, actions) }
    }
    /// `typed` is called with each change of the text.
    pub fn field(text: Text, value: impl Into<String>, typed: impl Fn(String) -> Command + 'static) -> Item {
        let value = Some(Text::foreign(value.into()));
        Item { value, typed: Some(Typed(Rc::new(typed))), ..Item::new(Kind::Field, text) }
    }
    /// A choice from a list that a tap opens.
    pub fn list(text: Text, value: Text, options: impl IntoIterator<Item = Action>) -> Item {
        Item { text, value: Some(value), lists: true, ..Item::nameless(Kind::Row, options) }
    }
    pub fn buttons(actions: impl IntoIterator<Item = Action>) -> Item {
        Item::nameless(Kind::Buttons, actions)
    }
    pub fn bar(actions: impl IntoIterator<Item = Action>) -> Item {
        Item::nameless(Kind::Bar, actions)
    }
    pub fn row(text: Text, command: Command) -> Item {
        Item { command: Some(command), ..Item::new(Kind::Row, text) }
    }
    /// A row that leads to a further panel or page.
    pub fn link(text: Text, value: Option<Text>, command: Command) -> Item {
        Item { value, leads: true, ..Item::row(text, command) }
    }
    /// One of the rows to choose from.
    pub fn option(action: Action) -> Item {
        Item { on: action.on, ..Item::menu(action) }
    }
    /// A line of a menu.
    pub fn menu(action: Action) -> Item {
        let Action { label, hint, icon, face, enabled, .. } = action;
        Item { label, hint, icon, face, enabled, ..Item::row(action.text, action.command) }
    }
    /// A row with buttons of its own.
    pub fn entry(text: Text, actions: impl IntoIterator<Item = Action>) -> Item {
        Item { text, ..Item::nameless(Kind::Row, actions) }
    }
    pub fn pair(text: Text, value: Text) -> Item {
        Item { value: Some(value), ..Item::new(Kind::Pair, text) }
    }
    /// A code to scan.
    pub fn code(label: Text, code: PlayCode) -> Item {
        Item { label: Some(label), picture: Some(code), ..Item::new(Kind::Picture, Text::foreign("")) }
    }
    pub fn licences() -> Item {
        Item::new(Kind::Licences, Text::foreign(""))
    }
    pub fn key(self, key: impl Into<String>) -> Item {
        Item { key: key.into(), ..self }
    }
    pub fn label(self, label: Text) -> Item {
        Item { label: Some(label), ..self }
    }
    pub fn hint(self, hint: Text) -> Item {
        Item { hint: Some(hint), ..self }
    }
    pub fn icon(self, icon: Icon) -> Item {
        Item { icon, ..self }
    }
    pub fn face(self, face: Face) -> Item {
        Item { face: Some(face), ..self }
    }
    pub fn tone(self, tone: Tone) -> Item {
        Item { tone, ..self }
    }
    pub fn enabled(self, enabled: bool) -> Item {
        Item { enabled, ..self }
    }
    pub fn most(self, most: usize) -> Item {
        Item { most, ..self }
    }
    /// What Enter in a field does.
    pub fn enter(self, command: Command) -> Item {
        Item { command: Some(command), ..self }
    }
    /// Buttons beside a field.
    pub fn with(self, actions: impl IntoIterator<Item = Action>) -> Item {
        Item { actions: actions.into_iter().collect(), ..self }
    }
}

#[derive(Clone, Debug)]
pub enum Section {
    /// Items on a card, under a key that stays.
    Card(&'static str, Vec<Item>),
    /// The same without a card.
    Bare(&'static str, Vec<Item>),
    Table(&'static str, Box<Table>),
}

impl Section {
    pub fn key(&self) -> &'static str {
        let (Section::Card(key, _) | Section::Bare(key, _) | Section::Table(key, _)) = self;
        key
    }
    /// None of a table.
    pub fn items(&self) -> &[Item] {
        match self {
            Section::Card(_, items) | Section::Bare(_, items) => items,
            Section::Table(..) => &[],
        }
    }
}

#[derive(Clone, Debug)]
pub struct Page {
    /// Identifies the page; another one begins at its top.
    pub key: &'static str,
    /// The part of the page that is shown: another one begins at its top, too.
    pub part: String,
    pub title: Text,
    pub fact: Option<Text>,
    pub actions: Vec<Action>,
    pub first: Vec<Section>,
    /// Next to the first column, or below it without room.
    pub second: Vec<Section>,
}

impl Page {
    /// A page of one column.
    pub fn new(key: &'static str, title: Text, sections: Vec<Section>) -> Page {
        Page { key, part: String::new(), title, fact: None, actions: Vec::new(), first: sections, second: Vec::new() }
    }
}

/// The width of a panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Width {
    /// A menu, which opens at the button tapped.
    Menu,
    Question,
    #[default]
    Usual,
    Wide,
}

#[derive(Clone, Debug)]
pub struct Panel {
    /// Identifies the panel; another one begins at its top.
    pub key: String,
    pub heading: Text,
    pub width: Width,
    /// Whether its actions show a message, for which room is kept below it.
    pub answers: bool,
    /// Whether its main button has the focus at first, because nothing need be changed in it.
    pub ready: bool,
    pub items: Vec<Item>,
    pub close: Command,
}

/// The command of a field of a panel, called with each change of its text.
pub fn type_into(field: &'static str) -> impl Fn(String) -> Command {
    move |text| Command::Typed { field, text }
}

/// Opens a panel in place of the one that is open.
pub fn open(panel: ArchivePanel) -> Command {
    Command::OnArchive(ArchiveCommand::Panel(panel))
}

/// Closes the panel that is open.
pub fn close() -> Command {
    Command::OnArchive(ArchiveCommand::Close)
}

impl Panel {
    pub fn new(key: impl Into<String>, heading: Text, items: Vec<Item>, close: Command) -> Panel {
        Panel { key: key.into(), heading, width: Width::Usual, answers: false, ready: false, items, close }
    }
    pub fn menu(key: &str, heading: Text, actions: impl IntoIterator<Item = Action>, close: Command) -> Panel {
        let items = actions.into_iter().map(Item::menu).collect();
        Panel { width: Width::Menu, ..Panel::new(key, heading, items, close) }
    }
    /// A sentence and two answers, of which the first only closes it.
    pub fn question(key: &str, heading: Text, text: Text, no: Text, yes: Action, close: Command) -> Panel {
        let answers = Item::bar([Action::new(no, close.clone()), yes]);
        Panel { width: Width::Question, ..Panel::new(key, heading, vec![Item::text(text), answers], close) }
    }
    pub fn wide(self) -> Panel {
        Panel { width: Width::Wide, ..self }
    }
    pub fn answers(self) -> Panel {
        Panel { answers: true, ..self }
    }
}
