//! The papers of a tournament as PDF.

use super::ExportError;
use super::drawing::{Head, Page, numbered, ranking, seats_by_name, seats_by_table, slips, tables};
use super::names::{SafeLanguage, isolated, plain};
use super::pad;
use super::pdf::document;
use super::sheet::when_and_where;
use super::tournament::{Paper, round_of};
use super::words::Word;
use crate::language::Language;
use crate::tournament::Tournament;

/// A paper of a tournament as a PDF on A4. The round counts from 1.
///
/// # Errors
/// [`ExportError::NotSeated`] if there is no such round.
pub fn tournament_paper(
    of: &Tournament,
    paper: Paper,
    round: usize,
    language: Language,
) -> Result<Vec<u8>, ExportError> {
    let safe = SafeLanguage::of(language);
    if round > of.rounds.len() || paper.is_of_a_round() && of.tables(round).is_empty() {
        return Err(ExportError::NotSeated(round));
    }
    let name = safe.say(&paper.text());
    let called = isolated(&plain(&of.name));
    let title = format!("{called} · {name}");
    let when = when_and_where(of.date.map(|day| safe.date(day)), &of.place);
    let of_round = (round > 0).then(|| safe.say(&round_of(round)));
    let head = Head {
        title: called,
        when,
        facts: of_round.into_iter().chain([name]).collect(),
        made: Word::MadeWith.said(safe),
    };
    let pages: Vec<Page> = match paper {
        Paper::SeatsByTable => numbered(seats_by_table(of, round, &head, safe), &title),
        Paper::SeatsByName => numbered(seats_by_name(of, round, &head, safe), &title),
        Paper::Slips => slips(of, round, &title, safe),
        Paper::Pads => pad::of_tables(of, round, safe)?,
        Paper::Ranking => numbered(ranking(of, round, &head, language), &title),
        Paper::Report => {
            let ranking = ranking(of, round, &head, language);
            numbered(ranking.into_iter().chain(tables(of, round, &head, language)).collect(), &title)
        }
    };
    document(&title, None, &pages, safe)
}
