//! `tablet-of-truth score`.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use chrono::Local;
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::Format;
use crate::archive::{Archive, FILE_MAX, LoadError, read_session, to_lines};
use crate::export;
use crate::session::{Session, Status};

/// What goes to standard output, and notes for standard error.
pub(super) struct Answer {
    pub(super) text: Vec<u8>,
    pub(super) notes: Vec<String>,
}

/// Why there is no answer.
pub(super) struct Failure {
    /// 1: a broken rule, 2: anything else.
    pub(super) code: u8,
    pub(super) message: String,
}

/// Scores a file, or standard input for `-`.
pub(super) fn score(file: &Path, format: Format) -> Result<Answer, Failure> {
    let from_stdin = file.as_os_str() == "-";
    let name = if from_stdin { "standard input".to_owned() } else { file.display().to_string() };
    let loaded = if from_stdin {
        read(io::stdin().lock()).and_then(|text| read_session(&text, Local::now().fixed_offset()))
    } else if file.is_file() {
        Archive::load(file)
    } else {
        // A pipe such as /dev/stdin or a process substitution is read as one.
        File::open(file)
            .map_err(LoadError::Io)
            .and_then(read)
            .and_then(|text| read_session(&text, Local::now().fixed_offset()))
    };
    let loaded = loaded.map_err(|error| Failure {
        code: if error.is_broken_rule() { 1 } else { 2 },
        message: format!("{name}: {error}"),
    })?;
    let notes =
        loaded.unknown.iter().map(|field| format!("{name}: the field {field:?} is unknown and ignored")).collect();
    let text = match format {
        Format::Table => Ok(table(&loaded.session).into_bytes()),
        Format::Json => json(&loaded.session),
        Format::Csv => export::csv(&loaded.session, loaded.identified).map_err(|error| error.to_string()),
    };
    match text {
        Ok(text) => Ok(Answer { text, notes }),
        Err(message) => Err(Failure { code: 2, message }),
    }
}

fn read(input: impl Read) -> Result<Vec<u8>, LoadError> {
    let mut text = Vec::new();
    input.take(FILE_MAX + 1).read_to_end(&mut text)?;
    Ok(text)
}

#[derive(Serialize)]
struct Scores {
    players: Vec<String>,
    complete: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    ended_early: bool,
    rounds_planned: usize,
    rounds: Vec<ScoredRow>,
    standings: Vec<Place>,
}

/// A round; what is not known yet in the last one is null.
#[derive(Serialize)]
struct ScoredRow {
    round: usize,
    cards: u8,
    dealer: usize,
    bids: Vec<Option<u8>>,
    scored_bids: Option<Vec<Option<i16>>>,
    tricks: Option<Vec<Option<u8>>>,
    points: Option<Vec<i32>>,
    totals: Option<Vec<i32>>,
}

#[derive(Serialize)]
struct Place {
    rank: usize,
    player: String,
    total: i32,
}

fn scores(session: &Session) -> Scores {
    let (game, names) = (session.game(), session.names());
    let seats = 0..session.players().len();
    let mut rounds: Vec<ScoredRow> = Vec::new();
    for (index, (facts, (points, totals))) in session.rounds().into_iter().zip(session.totals()).enumerate() {
        let round = index + 1;
        rounds.push(ScoredRow {
            round,
            cards: game.cards(round),
            dealer: game.dealer(round),
            scored_bids: Some(seats.clone().map(|seat| facts.scored_bid(seat)).collect()),
            bids: facts.bids,
            tricks: Some(facts.tricks),
            points: Some(points),
            totals: Some(totals),
        });
    }
    if let Some((round, open)) = session.open()
        && open.facts.bids.iter().chain(&open.facts.tricks).any(Option::is_some)
    {
        let tricks = Some(open.facts.tricks.clone()).filter(|tricks| tricks.iter().any(Option::is_some));
        rounds.push(ScoredRow {
            round,
            cards: game.cards(round),
            dealer: game.dealer(round),
            bids: open.facts.bids.clone(),
            scored_bids: None,
            tricks,
            points: None,
            totals: None,
        });
    }
    let standings = session.standings();
    let place = |line: &crate::wizard::Standing| Place {
        rank: line.rank,
        player: names.get(line.seat).cloned().unwrap_or_default(),
        total: line.total,
    };
    Scores {
        complete: session.status() == Status::Finished,
        ended_early: session.status() == Status::EndedEarly,
        rounds_planned: game.plan().rounds(),
        standings: standings.iter().map(place).collect(),
        players: names,
        rounds,
    }
}

fn json(session: &Session) -> Result<Vec<u8>, String> {
    to_lines(&scores(session)).map_err(|error| error.to_string())
}

/// Columns of equal width as a terminal shows them, right-aligned.
fn table(session: &Session) -> String {
    let scores = scores(session);
    let name = |name: &str| -> String {
        name.chars().map(|letter| if letter.is_control() { '\u{FFFD}' } else { letter }).collect()
    };
    let mut rows = vec![vec!["Round".to_owned(), "Cards".to_owned()]];
    if let Some(head) = rows.first_mut() {
        head.extend(scores.players.iter().map(|player| name(player)));
    }
    for row in &scores.rounds {
        let mut cells = vec![row.round.to_string(), row.cards.to_string()];
        for (seat, bid) in row.bids.iter().enumerate() {
            let known =
                |list: &Option<Vec<Option<u8>>>| list.as_ref().and_then(|list| list.get(seat).copied().flatten());
            let show = |number: Option<u8>| number.map_or("–".to_owned(), |number| number.to_string());
            let total = row.totals.as_ref().and_then(|totals| totals.get(seat));
            let changed = row.scored_bids.as_ref().and_then(|bids| bids.get(seat).copied().flatten());
            let bid_text = match (bid, changed) {
                (Some(bid), Some(changed)) if i16::from(*bid) != changed => format!("{bid}→{changed}"),
                (bid, _) => show(*bid),
            };
            let total = total.map_or(String::new(), |total| format!("{total}  "));
            cells.push(format!("{total}{bid_text}·{}", show(known(&row.tricks))));
        }
        rows.push(cells);
    }
    let columns = rows.first().map_or(0, Vec::len);
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{}{cell}", " ".repeat(width.saturating_sub(cell.width()))))
            .collect();
        let _ = writeln!(text, "{}", cells.join("   "));
    }
    let _ = writeln!(text, "\nEach column: total, bid·tricks (an arrow shows a bid that the Cloud changed)\n");
    let state = match (scores.complete, scores.ended_early) {
        (true, _) => "finished",
        (_, true) => "ended early",
        _ => "in progress",
    };
    let played = scores.rounds.iter().filter(|row| row.totals.is_some()).count();
    let _ = writeln!(text, "Standings after round {played} of {} ({state})", scores.rounds_planned);
    for place in &scores.standings {
        let _ = writeln!(text, "{:>2}. {:>5}  {}", place.rank, place.total, name(&place.player));
    }
    text
}
