//! Lists as data, rendered by the window, the terminal, CSV, Markdown, HTML, pictures and paper.

mod league;
mod odds;
mod sessions;
mod statistics;
pub mod tournament;

use chrono::NaiveDate;
use uuid::Uuid;

pub use self::league::{league, rule_meaning, season};
pub use self::odds::first_hand_odds;
pub use self::sessions::{SessionLine, sessions};
pub use self::statistics::{AnyStatistics, Order, players, records};
use crate::language::Language;
use crate::plain::{neutral, numbers};
use crate::session::Face;
use crate::statistics::{Figure, GAMES_ENOUGH, ROUNDS_ENOUGH, Sample};
use crate::text;
use crate::text::Text;
use crate::tournament::Number;

#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    pub title: Text,
    pub facts: Vec<Text>,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
    pub notes: Vec<Text>,
    /// Printed in place of rows.
    pub empty: Text,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The head in CSV, which programs read; empty for a column that CSV leaves out.
    pub key: &'static str,
    /// `None` for a column that CSV alone has.
    pub head: Option<Text>,
    /// The explanation of the figure, a sentence.
    pub meaning: Option<Text>,
    pub align: Align,
    /// In little width, columns of the highest rank are dropped first. The window drops all above [`Column::WINDOW`].
    pub rank: u8,
    /// Whether the rows are in its order.
    pub decides: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    Left,
    #[default]
    Right,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// `None` for a row about no person, or about several.
    pub face: Option<Face>,
    /// One for each column.
    pub cells: Vec<Cell>,
    pub tone: Tone,
    /// Opened by a tap.
    pub id: Option<RowId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowId {
    Player(Number),
    Session(Uuid),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    #[default]
    Plain,
    /// First, or one of those who go on.
    Ahead,
    /// No longer counts.
    Gone,
    /// Not ranked: in CSV only.
    Unranked,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub enum Cell {
    #[default]
    None,
    /// As typed; each renderer makes it safe.
    Name(String),
    Names(Vec<String>),
    Text(Text),
    Number(i64),
    Decimal(f64, usize),
    /// A gain or a loss, with its sign.
    Signed(f64, usize),
    /// From 0 to 1.
    Share(f64),
    Day(NaiveDate),
    /// A figure of too small a sample.
    Few(Box<Cell>, Sample),
    /// An unknown figure.
    Unknown,
    /// Places in the last games, the latest at the end.
    Marks(Vec<usize>),
}

impl Column {
    pub const WINDOW: u8 = 4;

    pub fn new(key: &'static str, head: Text) -> Column {
        Column { key, head: Some(head), meaning: None, align: Align::Right, rank: 0, decides: false }
    }

    pub fn in_csv(key: &'static str) -> Column {
        Column { key, head: None, meaning: None, align: Align::Left, rank: u8::MAX, decides: false }
    }

    pub fn left(self) -> Column {
        Column { align: Align::Left, ..self }
    }

    pub fn rank(self, rank: u8) -> Column {
        Column { rank, ..self }
    }

    pub fn means(self, meaning: Text) -> Column {
        Column { meaning: Some(meaning), ..self }
    }

    pub fn decides(self, decides: bool) -> Column {
        Column { decides, ..self }
    }
}

impl Table {
    pub fn new(title: Text, empty: Text) -> Table {
        Table { title, facts: Vec::new(), columns: Vec::new(), rows: Vec::new(), notes: Vec::new(), empty }
    }

    /// The columns for people with their indices, up to this rank, without empty ones.
    pub fn shown(&self, rank: u8) -> impl Iterator<Item = (usize, &Column, &Text)> {
        let is_shown = move |(index, column): &(usize, &Column)| {
            column.rank <= rank && (self.rows.is_empty() || self.rows.iter().any(|row| *row.cell(*index) != Cell::None))
        };
        let shown = self.columns.iter().enumerate().filter(is_shown);
        shown.filter_map(|(index, column)| Some((index, column, column.head.as_ref()?)))
    }

    /// The rows for people.
    pub fn printed(&self) -> impl Iterator<Item = &Row> + Clone {
        self.rows.iter().filter(|row| row.tone != Tone::Unranked)
    }

    /// For a list whose rows name their subject themselves.
    pub fn without_heads(mut self) -> Table {
        for head in self.columns.iter_mut().filter_map(|column| column.head.as_mut()) {
            *head = Text::foreign("");
        }
        self
    }

    /// The heads and rows of CSV: English, the numbers of a column in one format, no text a formula.
    pub fn records(&self) -> Vec<Vec<String>> {
        let columns = self.columns.iter().enumerate().filter(|(_, column)| !column.key.is_empty());
        let mut lines = vec![Vec::new(); self.rows.len() + 1];
        for (index, column) in columns {
            let cells: Vec<&Cell> = self.rows.iter().map(|row| row.cell(index)).collect();
            let mut decimals = numbers(cells.iter().filter_map(|cell| cell.decimal())).into_iter();
            let values = cells.iter().map(|cell| match cell.decimal() {
                Some(_) => decimals.next().unwrap_or_default(),
                None => cell.value(),
            });
            for (line, value) in lines.iter_mut().zip(std::iter::once(column.key.to_owned()).chain(values)) {
                line.push(value);
            }
        }
        lines
    }
}

impl Row {
    pub fn name(&self) -> Option<&str> {
        self.cells.iter().find_map(|cell| if let Cell::Name(name) = cell { Some(name.as_str()) } else { None })
    }

    pub fn of(cells: Vec<Cell>) -> Row {
        Row { cells, ..Row::default() }
    }

    pub fn cell(&self, column: usize) -> &Cell {
        self.cells.get(column).unwrap_or(&Cell::None)
    }
}

impl Cell {
    /// A count or a place.
    pub fn count(number: usize) -> Cell {
        Cell::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }

    /// A figure, by its sample.
    pub fn of(figure: Figure, cell: impl Fn(f64) -> Cell) -> Cell {
        match figure.value.map(cell) {
            None => Cell::Unknown,
            Some(cell) if figure.small() => Cell::Few(Box::new(cell), figure.sample),
            Some(cell) => cell,
        }
    }

    /// Formatted for people; `safe` makes names safe.
    pub fn text(&self, language: Language, safe: &dyn Fn(&str) -> String) -> String {
        let words = |text: &Text| language.translate(&text.with_names(safe));
        match self {
            Cell::None => String::new(),
            Cell::Name(name) => safe(name),
            Cell::Names(names) => names.iter().map(|name| safe(name)).collect::<Vec<_>>().join(", "),
            Cell::Text(text) => words(text),
            Cell::Number(number) => language.number(*number),
            Cell::Decimal(number, places) => language.decimal(*number, *places),
            Cell::Signed(number, places) => {
                let sign = if *number > 0.0 { "+" } else { "" };
                sign.to_owned() + &language.decimal(*number, *places)
            }
            Cell::Share(share) => words(&text!("{number} %", number = language.decimal(100.0 * share, 0))),
            Cell::Day(day) => language.date(*day),
            Cell::Unknown => "–".into(),
            Cell::Few(_, Sample::Games(_)) => {
                words(&text!("in place of a figure" => "after {games} games", games = GAMES_ENOUGH))
            }
            Cell::Few(_, Sample::Rounds(_)) => {
                words(&text!("in place of a figure" => "after {rounds} rounds", rounds = ROUNDS_ENOUGH))
            }
            Cell::Marks(_) => self.value(),
        }
    }

    /// Formatted for programs.
    fn value(&self) -> String {
        match self {
            Cell::Name(name) => neutral(name),
            Cell::Names(names) => neutral(&names.join(", ")),
            Cell::Text(text) => neutral(&text.to_string()),
            Cell::Number(number) => number.to_string(),
            Cell::Day(day) => day.to_string(),
            Cell::Few(cell, _) => cell.value(),
            Cell::Marks(places) => places.iter().map(usize::to_string).collect::<Vec<_>>().join(" "),
            Cell::None | Cell::Unknown | Cell::Decimal(..) | Cell::Signed(..) | Cell::Share(_) => String::new(),
        }
    }

    fn decimal(&self) -> Option<f64> {
        match self {
            Cell::Decimal(number, _) | Cell::Signed(number, _) | Cell::Share(number) => Some(*number),
            Cell::Few(cell, _) => cell.decimal(),
            _ => None,
        }
    }
}
