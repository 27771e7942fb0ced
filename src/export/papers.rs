//! The papers of a tournament as PDF.

use super::drawing::{Head, Page, numbered, ranking, seats_by_name, seats_by_table, slips, tables};
use super::names::{SafeLanguage, isolated, plain};
use super::pad;
use super::pdf::document;
use super::sheet::when_and_where;
use super::tournament::Paper;
use super::words::Word;
use crate::language::Language;
use crate::text;
use crate::text::Text;
use crate::tournament::Tournament;

/// A PDF on A4. Rounds count from 1; one that is not seated is refused.
pub fn tournament_paper(of: &Tournament, paper: Paper, round: usize, language: Language) -> Result<Vec<u8>, Text> {
    let safe = SafeLanguage::of(language);
    if round > of.rounds.len() || paper.is_of_a_round() && of.tables(round).is_empty() {
        return Err(match round {
            0 => text!("no round is seated yet: seat one first"),
            _ => text!("round {round} is not seated yet: seat it first", round = round),
        });
    }
    let name = safe.translate(&paper.text());
    let called = isolated(&plain(&of.name));
    let title = format!("{called} · {name}");
    let when = when_and_where(of.date.map(|day| safe.date(day)), &of.place);
    let of_round = (round > 0).then(|| safe.translate(&of.settings.round_name(round)));
    let head = Head {
        title: called,
        when,
        facts: of_round.into_iter().chain([name]).collect(),
        made: Word::MadeWith.translated(safe),
    };
    let pages: Vec<Page> = match paper {
        Paper::SeatsByTable => numbered(seats_by_table(of, round, &head, safe), &title),
        Paper::SeatsByName => numbered(seats_by_name(of, round, &head, language), &title),
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
