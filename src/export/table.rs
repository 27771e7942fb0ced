//! The scores for a terminal, as printed by `tablet-of-truth score`.

use std::fmt::Write as _;

use super::json::Scores;
use super::names::SafeLanguage;
use super::sheet::{marked, penalties};
use super::words::Word;
use crate::language::Language;
use crate::plain::{aligned, in_line};
use crate::seats::Seat;
use crate::session::Session;
use crate::text;
use crate::wizard::{RoundReading, SeatReading};

/// The scores in right-aligned columns of equal width.
pub fn table(session: &Session, language: Language) -> String {
    let language = SafeLanguage::of(language);
    let say = |text| language.say(&text);
    let scores = Scores::of(session);
    let mut rows = vec![vec![say(text!("Round")), say(text!("Cards"))]];
    if let Some(head) = rows.first_mut() {
        head.extend(scores.players.iter().map(|player| in_line(player)));
    }
    for round in session.readings().iter().filter(|round| round.is_begun()) {
        let cell = |(number, seat): (Seat, &SeatReading)| {
            let show = |number: Option<u8>| number.map_or("–".to_owned(), |number| number.to_string());
            let changed = seat.changed_bid().filter(|_| round.is_scored());
            let changed = changed.map_or(String::new(), |changed| format!("→{changed}"));
            let total = round.total_shown(number);
            let total = total.map_or(String::new(), |total| format!("{}  ", language.number(total)));
            format!("{total}{}{changed}·{}", show(seat.bid), show(seat.tricks))
        };
        let head = [marked(round.number, round.is_waived(), !round.penalties.is_empty()), round.cards.to_string()];
        rows.push(head.into_iter().chain(round.seats.iter().enumerate().map(cell)).collect());
    }
    let mut text = aligned(&rows, "   ", &[]);
    let key = say(text!("Each column: total, bid·tricks (an arrow shows a bid that the Cloud changed)"));
    let _ = writeln!(text, "\n{key}");
    if session.readings().iter().any(RoundReading::is_waived) {
        let _ = writeln!(text, "{}", Word::WaivedKey.said(language));
    }
    let taken_over = session.taken_over().into_iter().map(say);
    for line in penalties(session, language).into_iter().chain(taken_over) {
        let _ = writeln!(text, "{line}");
    }
    let _ = writeln!(text);
    let (played, planned) = (session.table().scored.len(), scores.rounds_planned);
    let title = match (scores.complete, scores.ended_early) {
        (true, _) => {
            text!("Standings after round {round} of {rounds} (finished)", round = played, rounds = planned)
        }
        (_, true) => {
            text!("Standings after round {round} of {rounds} (ended early)", round = played, rounds = planned)
        }
        _ => text!("Standings after round {round} of {rounds} (in progress)", round = played, rounds = planned),
    };
    let _ = writeln!(text, "{}", say(title));
    if let Some(criterion) = session.game().decided_by(session.table()) {
        let _ = writeln!(text, "{}", say(criterion.decided()));
    }
    for place in &scores.standings {
        let _ = writeln!(text, "{}", place.line(language));
    }
    text
}
