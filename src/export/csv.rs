//! CSV: RFC 4180, UTF-8, one row per player and round, the header always in English.

use super::tabled::Tabled;
use crate::game::RoundState;
use crate::plain::neutral;
use crate::seats::Seat;
use crate::session::Session;
use crate::wizard::{COLUMNS, Column, Game, Penalty, Round, RoundReading, Trump, bombs_cell};

/// Sessions as CSV: the scored rounds, and the open one as far as known.
///
/// # Errors
/// None in practice: the text is written to memory.
pub(super) fn csv(sessions: &[Tabled<Game>]) -> Result<Vec<u8>, ::csv::Error> {
    let mut out = ::csv::WriterBuilder::new().terminator(::csv::Terminator::CRLF).from_writer(Vec::new());
    let rounds: Vec<(&Tabled<Game>, Vec<RoundReading>)> = sessions.iter().map(|of| (of, told(of.session))).collect();
    let any = |is_there: fn(&RoundReading) -> bool| rounds.iter().flat_map(|(_, rounds)| rounds).any(is_there);
    let waived = any(|round| !round.waived.is_empty());
    let penalties = any(|round| !round.penalties.is_empty());
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
    for (of, round) in rounds.iter().flat_map(|(of, rounds)| rounds.iter().map(move |round| (of, round))) {
        let [id, date] = of.id_and_date();
        for (seat, (player, read)) in of.session.people().players_in(round.number).zip(&round.seats).enumerate() {
            out.write_record(columns.iter().map(|column| match column {
                Column::Session => id.clone(),
                Column::Date => date.clone(),
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

/// The rounds with rows: those that count, and the open one if it has something to tell.
fn told(session: &Session) -> Vec<RoundReading> {
    let mut rounds = session.readings();
    rounds.retain(|round| match round.state {
        RoundState::Scored => true,
        RoundState::Open => is_told(session, round.number),
        RoundState::Future => false,
    });
    rounds
}

/// Whether something about the open round does not follow from the rounds before it: an entry, a penalty before round
/// 1, another player or dealer. Round 1 says who plays, and is always told.
fn is_told(session: &Session, number: usize) -> bool {
    let (game, people) = (session.game(), session.people());
    let empty = Round::empty(game.players(), game.given_trump(number));
    let followed = || (game.dealer(number - 1) + 1) % game.players() == game.dealer(number);
    number == 1
        || session.open().is_some_and(|(_, open)| open.facts != empty)
        || !people.players_in(number).eq(people.players_in(number - 1))
        || !followed()
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
