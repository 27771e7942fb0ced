//! CSV: RFC 4180, UTF-8, one row per player and round, the header always in English.

use crate::session::Session;
use crate::wizard::{Penalty, RoundReading, Trump};

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
/// A column that is there only where a round was kept against a rule.
const WAIVED: &str = "waived";
/// A column that is there only where somebody has penalty points.
const PENALTIES: &str = "penalties";

/// A session as CSV: the rounds that are scored, and what is known of the open one. The columns `session` and `date` stay
/// empty for a game that is not `identified` (written by hand, without id and start).
///
/// # Errors
/// None in practice: the text is written to memory.
pub fn csv(session: &Session, identified: bool) -> Result<Vec<u8>, ::csv::Error> {
    let mut out = ::csv::WriterBuilder::new().terminator(::csv::Terminator::CRLF).from_writer(Vec::new());
    let rounds = session.readings();
    let waived = rounds.iter().any(|round| !round.waived.is_empty());
    let penalties = rounds.iter().any(|round| !round.penalties.is_empty());
    let more = [waived.then_some(WAIVED), penalties.then_some(PENALTIES)];
    out.write_record(HEADER.into_iter().chain(more.into_iter().flatten()))?;
    let source = if identified {
        [session.id().to_string(), session.started().to_rfc3339()]
    } else {
        [String::new(), String::new()]
    };
    for round in rounds.iter().filter(|round| round.is_begun() || !round.penalties.is_empty()) {
        write_round(&mut out, session, [waived, penalties], &source, round)?;
    }
    out.into_inner().map_err(|error| ::csv::Error::from(error.into_error()))
}

fn write_round(
    out: &mut ::csv::Writer<Vec<u8>>,
    session: &Session,
    [waived, penalties]: [bool; 2],
    source: &[String; 2],
    round: &RoundReading,
) -> Result<(), ::csv::Error> {
    let trump = match round.trump {
        None => "",
        Some(Trump::None) => "none",
        Some(Trump::Blue) => "blue",
        Some(Trump::Red) => "red",
        Some(Trump::Green) => "green",
        Some(Trump::Yellow) => "yellow",
    };
    for (seat, (player, read)) in session.players().iter().zip(&round.seats).enumerate() {
        let taken = round.clouds.iter().filter_map(|cloud| cloud.taken()).filter(|cloud| cloud.player == seat);
        let changes: Vec<String> = taken.map(|cloud| i8::from(cloud.change).to_string()).collect();
        let cells = [
            source[0].clone(),
            source[1].clone(),
            round.number.to_string(),
            round.cards.to_string(),
            round.dealer.to_string(),
            trump.to_owned(),
            neutral(&player.name),
            seat.to_string(),
            known(read.bid),
            known(read.scored_bid),
            known(read.tricks),
            known(read.points.filter(|_| round.is_scored())),
            known(read.total),
            if round.bombs > 1 { round.bombs.to_string() } else { (round.bombs > 0).to_string() },
            changes.join(" "),
        ];
        let waived = waived.then(|| (!round.waived.is_empty()).to_string());
        let given = round.penalties.iter().filter(|penalty| penalty.player == seat);
        let penalties = penalties.then(|| neutral(&given.map(packed).collect::<Vec<_>>().join(" | ")));
        out.write_record(cells.into_iter().chain(waived).chain(penalties))?;
    }
    Ok(())
}

/// A penalty in one cell: the round after which it was given, its points, and why, with `\\` before what would end it.
fn packed(penalty: &Penalty) -> String {
    let reason = penalty.reason.replace('\\', r"\\").replace('|', r"\|");
    format!("{}:{}:{reason}", penalty.after_round, penalty.points)
}

/// A number, or nothing where it is not known.
fn known(number: Option<impl ToString>) -> String {
    number.map_or(String::new(), |number| number.to_string())
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
