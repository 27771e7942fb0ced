//! The papers of a tournament as PDF.

use super::command::Paper;
use crate::export::ExportError;
use crate::language::Language;
use crate::session::in_file_name;
use crate::tournament::Tournament;

/// A file name for a paper, without its folder.
pub(in crate::app) fn paper_name(of: &Tournament, paper: Paper, round: usize) -> String {
    let paper = match paper {
        Paper::SeatsByTable => "tables",
        Paper::SeatsByName => "names",
        Paper::Slips => "slips",
        Paper::Ranking => "ranking",
        Paper::Report => "report",
    };
    let day = of.date.map_or(String::new(), |day| format!("_{}", day.format("%Y-%m-%d")));
    format!("tournament{day}{}_{round}_{paper}.pdf", in_file_name(std::slice::from_ref(&of.name)))
}

/// The PDF of a paper.
///
/// # Errors
/// [`ExportError`].
pub(in crate::app) fn paper_pdf(
    _of: &Tournament,
    _paper: Paper,
    _round: usize,
    _language: Language,
) -> Result<Vec<u8>, ExportError> {
    Err(ExportError::Drawing("papers are drawn by src/export".into()))
}
