//! The papers of a tournament, and their words.

use super::names::plain;
use crate::language::Language;
use crate::session::in_file_name;
use crate::text;
use crate::text::Text;
use crate::tournament::{Names, Number, Status, Table, TablePoints, Tournament};

/// A paper of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// The seats of a round, by table.
    SeatsByTable,
    /// The seats of a round, by name.
    SeatsByName,
    /// The result slips of a round, four a page.
    Slips,
    /// The score pads of a round, with the names and hands of each table.
    Pads,
    /// The ranking after a round.
    Ranking,
    /// Everything up to a round: the ranking and every table.
    Report,
}

impl Paper {
    /// All papers, in the order in which they are needed.
    pub const ALL: [Paper; 6] =
        [Paper::SeatsByTable, Paper::SeatsByName, Paper::Slips, Paper::Pads, Paper::Ranking, Paper::Report];

    /// Its name.
    pub fn text(self) -> Text {
        match self {
            Paper::SeatsByTable => text!("Seats by table"),
            Paper::SeatsByName => text!("Seats by name"),
            Paper::Slips => text!("Result slips"),
            Paper::Pads => text!("Score pads"),
            Paper::Ranking => text!("Ranking"),
            Paper::Report => text!("Final report"),
        }
    }

    /// Its name in arguments and file names.
    pub fn key(self) -> &'static str {
        match self {
            Paper::SeatsByTable => "seats-by-table",
            Paper::SeatsByName => "seats-by-name",
            Paper::Slips => "slips",
            Paper::Pads => "pads",
            Paper::Ranking => "ranking",
            Paper::Report => "report",
        }
    }

    /// Whether it is about one round that has to be seated.
    pub(super) fn is_of_a_round(self) -> bool {
        !matches!(self, Paper::Ranking | Paper::Report)
    }
}

/// A file name for a paper that is safe on every system.
pub fn suggested_paper_name(of: &Tournament, paper: Paper, round: usize) -> String {
    let day = of.date.map_or(String::new(), |day| format!("_{}", day.format("%Y-%m-%d")));
    format!("tournament{day}{}_{round}_{}.pdf", in_file_name(std::slice::from_ref(&of.name)), paper.key())
}

/// The heads of a ranking's columns: rank, number, name, table points, points, bids met, games.
pub fn ranking_heads() -> [Text; 7] {
    [
        text!("of a ranking" => "Rank"),
        text!("a player’s number" => "No."),
        text!("of a ranking" => "Player"),
        text!("Table points"),
        text!("of a ranking" => "Points"),
        text!("of a ranking" => "Bids met"),
        text!("of a ranking" => "Games"),
    ]
}

/// Table points as they are said.
pub fn said_table_points(points: TablePoints, language: Language) -> String {
    let value = points.value();
    match points.whole() {
        Some(whole) => language.number(whole),
        None => language.decimal(value, if (value * 10.0).fract() == 0.0 { 1 } else { 2 }),
    }
}

/// A round of a tournament.
pub(super) fn round_of(round: usize) -> Text {
    text!("of a tournament" => "Round {round}", round = round)
}

/// A table of a tournament.
pub(super) fn table_of(table: &Table) -> Text {
    text!("of a tournament" => "Table {table}", table = &*table.name)
}

/// The safe name of a player.
pub(super) fn name_of(names: &Names, number: Number) -> String {
    plain(names.of(number))
}

/// Why a player does not count for the cut, in a word; `None` for the others.
pub(super) fn apart(status: Status) -> Option<Text> {
    match status {
        Status::Here | Status::Late(_) => None,
        Status::Left(_) => Some(text!("a player of a tournament" => "left")),
        Status::QualifiedBefore => Some(text!("a player of a tournament" => "qualified before")),
        Status::Disqualified => Some(text!("a player of a tournament" => "disqualified")),
    }
}
