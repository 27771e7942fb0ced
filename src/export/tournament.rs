//! The papers of a tournament, and their words.

use super::names::plain;
use crate::session::in_file_name;
use crate::text;
use crate::text::Text;
use crate::tournament::{Names, Number, Table, Tournament};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    SeatsByTable,
    SeatsByName,
    /// Four a page.
    Slips,
    /// With the names and hands of each table.
    Pads,
    Ranking,
    /// The ranking and every table, up to a round.
    Report,
}

impl Paper {
    /// In the order in which they are needed.
    pub const ALL: [Paper; 6] = variants!(Paper: SeatsByTable, SeatsByName, Slips, Pads, Ranking, Report);

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

/// Safe on every system.
pub fn suggested_paper_name(of: &Tournament, paper: Paper, round: usize) -> String {
    let day = of.date.map_or(String::new(), |day| format!("_{}", day.format("%Y-%m-%d")));
    format!("tournament{day}{}_{round}_{}.pdf", in_file_name(std::slice::from_ref(&of.name)), paper.key())
}

pub(super) fn table_of(table: &Table) -> Text {
    text!("of a tournament" => "Table {table}", table = &*table.name)
}

/// Made safe.
pub(super) fn name_of(names: &Names, number: Number) -> String {
    plain(names.of(number))
}
