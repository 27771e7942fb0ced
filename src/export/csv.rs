//! CSV: RFC 4180, UTF-8, one row per player and round, the header always in English.

use crate::plain::neutral;
use crate::session::Session;
use crate::wizard::{COLUMNS, Column, Penalty, RoundReading, Seat, Trump, bombs_cell};

/// A session as CSV: the scored rounds, and the open one as far as known. The columns `session` and `date` stay empty
/// if the game is not `identified` (written by hand, without id and start).
///
/// # Errors
/// None in practice: the text is written to memory.
pub fn csv(session: &Session, identified: bool) -> Result<Vec<u8>, ::csv::Error> {
    let mut out = ::csv::WriterBuilder::new().terminator(::csv::Terminator::CRLF).from_writer(Vec::new());
    let rounds = session.readings();
    let waived = rounds.iter().any(|round| !round.waived.is_empty());
    let penalties = rounds.iter().any(|round| !round.penalties.is_empty());
    let columns: Vec<Column> = COLUMNS
        .map(|(_, column)| column)
        .into_iter()
        .filter(|column| match column {
            Column::Waived => waived,
            Column::Penalties => penalties,
            _ => true,
        })
        .collect();
    out.write_record(columns.iter().map(|column| column.name()))?;
    for round in rounds.iter().filter(|round| round.is_begun() || !round.penalties.is_empty()) {
        for (seat, (player, read)) in session.people().players_at_end().iter().zip(&round.seats).enumerate() {
            out.write_record(columns.iter().map(|column| match column {
                Column::Session if identified => session.id().to_string(),
                Column::Date if identified => session.started().to_rfc3339(),
                Column::Session | Column::Date => String::new(),
                Column::Round => round.number.to_string(),
                Column::Cards => round.cards.to_string(),
                Column::Dealer => round.dealer.to_string(),
                Column::Trump => known(round.trump.map(Trump::key)),
                Column::Player => neutral(&player.name),
                Column::Seat => seat.to_string(),
                Column::Bid => known(read.bid),
                Column::ScoredBid => known(read.scored_bid),
                Column::Tricks => known(read.tricks),
                Column::Points => known(read.points.filter(|_| round.is_scored())),
                Column::Total => known(read.total),
                Column::Bomb => bombs_cell(round.bombs).to_owned(),
                Column::CloudChange => changes(round, seat),
                Column::Waived => (!round.waived.is_empty()).to_string(),
                Column::Penalties => given(round, seat),
            }))?;
        }
    }
    out.into_inner().map_err(|error| ::csv::Error::from(error.into_error()))
}

/// The changes of bid by the Clouds that a player took in a round.
fn changes(round: &RoundReading, seat: Seat) -> String {
    let taken = round.clouds.iter().filter_map(|cloud| cloud.taken()).filter(|cloud| cloud.player == seat);
    taken.map(|cloud| i8::from(cloud.change).to_string()).collect::<Vec<_>>().join(" ")
}

/// The penalties given to a player after a round.
fn given(round: &RoundReading, seat: Seat) -> String {
    let given = round.penalties.iter().filter(|penalty| penalty.player == seat);
    neutral(&given.map(packed).collect::<Vec<_>>().join(" | "))
}

/// A penalty for a cell: the round it follows, its points and its reason, with `\\` before characters that would end
/// it.
fn packed(penalty: &Penalty) -> String {
    let reason = penalty.reason.replace('\\', r"\\").replace('|', r"\|");
    format!("{}:{}:{reason}", penalty.after_round, penalty.points)
}

/// A number, or an empty text if it is not known.
fn known(number: Option<impl ToString>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}
