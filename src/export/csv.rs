//! CSV: RFC 4180, UTF-8, one row per player and round, the header always in English.

use crate::session::Session;
use crate::wizard::{Round, Trump};

/// The columns. Seats count from 0; `bid` is the announced one, `scored_bid` has the Cloud's change.
const HEADER: [&str; 15] = [
    "session",
    "date",
    "round",
    "cards",
    "dealer",
    "trump",
    "player",
    "seat",
    "bid",
    "scored_bid",
    "tricks",
    "points",
    "total",
    "bomb",
    "cloud_change",
];

/// A session as CSV: the rounds that are scored, and what is known of the open one. The columns `session` and `date` stay
/// empty for a game that is not `identified` (written by hand, without id and start).
///
/// # Errors
/// None in practice: the text is written to memory.
pub fn csv(session: &Session, identified: bool) -> Result<Vec<u8>, ::csv::Error> {
    let mut out = ::csv::WriterBuilder::new().terminator(::csv::Terminator::CRLF).from_writer(Vec::new());
    out.write_record(HEADER)?;
    let source = if identified {
        [session.id().to_string(), session.started().to_rfc3339()]
    } else {
        [String::new(), String::new()]
    };
    let scored = session.rounds();
    for (index, (facts, (points, totals))) in scored.iter().zip(session.totals()).enumerate() {
        write_round(&mut out, session, &source, index + 1, facts, Some((&points, &totals)))?;
    }
    if let Some((round, open)) = session.open()
        && open.facts.bids.iter().chain(&open.facts.tricks).any(Option::is_some)
    {
        write_round(&mut out, session, &source, round, &open.facts, None)?;
    }
    out.into_inner().map_err(|error| ::csv::Error::from(error.into_error()))
}

fn write_round(
    out: &mut ::csv::Writer<Vec<u8>>,
    session: &Session,
    source: &[String; 2],
    round: usize,
    facts: &Round,
    scores: Option<(&[i32], &[i32])>,
) -> Result<(), ::csv::Error> {
    let game = session.game();
    let trump = match facts.trump {
        None => "",
        Some(Trump::None) => "none",
        Some(Trump::Blue) => "blue",
        Some(Trump::Red) => "red",
        Some(Trump::Green) => "green",
        Some(Trump::Yellow) => "yellow",
    };
    for (seat, player) in session.players().iter().enumerate() {
        let number =
            |list: &[Option<u8>]| list.get(seat).copied().flatten().map_or(String::new(), |number| number.to_string());
        let score = |list: &[i32]| list.get(seat).map_or(String::new(), i32::to_string);
        let cloud = facts.cloud.filter(|cloud| cloud.player == seat);
        out.write_record([
            source[0].clone(),
            source[1].clone(),
            round.to_string(),
            game.cards(round).to_string(),
            game.dealer(round).to_string(),
            trump.to_owned(),
            neutral(&player.name),
            seat.to_string(),
            number(&facts.bids),
            facts.scored_bid(seat).map_or(String::new(), |bid| bid.to_string()),
            number(&facts.tricks),
            scores.map_or(String::new(), |(points, _)| score(points)),
            scores.map_or(String::new(), |(_, totals)| score(totals)),
            facts.bomb.to_string(),
            cloud.map_or(String::new(), |cloud| i8::from(cloud.change).to_string()),
        ])?;
    }
    Ok(())
}

/// A text that no spreadsheet takes for a formula: an apostrophe is put before one that begins like it. A text that
/// begins with an apostrophe gets one too, so that taking one away restores every text. Control characters
/// that are no white space are replaced: RFC 4180 has no place for them, and a terminal would obey them.
pub fn neutral(text: &str) -> String {
    let text = text.replace(|letter: char| letter.is_control() && !matches!(letter, '\t' | '\r' | '\n'), "\u{FFFD}");
    if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '\'', '＝', '＋', '－', '＠']) {
        format!("'{text}")
    } else {
        text
    }
}
