//! CSV: one row per player and round, the header always in English.

use super::tabled::Tabled;
use super::tables::records;
use crate::game::RoundState;
use crate::plain::neutral;
use crate::seats::Seat;
use crate::session::Session;
use crate::wizard::{COLUMNS, Column, Game, Penalty, Round, RoundReading, Trump, bombs_cell, waived_cell};

/// The scored rounds, and the open one as far as known.
pub(super) fn csv(sessions: &[Tabled<Game>]) -> Result<Vec<u8>, ::csv::Error> {
    let rounds: Vec<(&Tabled<Game>, Vec<RoundReading>)> =
        sessions.iter().map(|of| (of, recorded_rounds(of.session))).collect();
    let any = |is_there: fn(&RoundReading) -> bool| rounds.iter().flat_map(|(_, rounds)| rounds).any(is_there);
    let waived = any(|round| !round.waived.is_empty());
    let penalties = any(|round| !round.penalties.is_empty());
    let columns: Vec<Column> = COLUMNS
        .into_iter()
        .filter(|column| match column {
            Column::Waived => waived,
            Column::Penalties => penalties,
            _ => true,
        })
        .collect();
    let mut out = vec![columns.iter().map(|column| column.name().to_owned()).collect::<Vec<_>>()];
    for (of, rounds) in &rounds {
        let [id, date] = of.id_and_date();
        for round in rounds {
            for (seat, (player, read)) in of.session.people().players_in(round.number).zip(&round.seats).enumerate() {
                out.push(
                    columns
                        .iter()
                        .map(|column| match column {
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
                            Column::Waived => waived_cell(&round.waived).to_owned(),
                            Column::Penalties => given(round, seat),
                        })
                        .collect(),
                );
            }
        }
        let last = rounds.last().map_or(0, |round| round.number);
        for (seat, player) in of.seated_after(last).into_iter().flatten().enumerate() {
            out.push(
                columns
                    .iter()
                    .map(|column| match column {
                        Column::Session => id.clone(),
                        Column::Date => date.clone(),
                        Column::Round => (last + 1).to_string(),
                        Column::Player => neutral(&player.name),
                        Column::Seat => seat.to_string(),
                        _ => String::new(),
                    })
                    .collect(),
            );
        }
    }
    records(out)
}

fn recorded_rounds(session: &Session) -> Vec<RoundReading> {
    let mut rounds = session.readings();
    rounds.retain(|round| match round.state {
        RoundState::Scored => true,
        RoundState::Open => adds_facts(session, round.number),
        RoundState::Future => false,
    });
    rounds
}

/// Whether something in the open round does not follow from the rounds before it: an entry, a penalty before round 1,
/// another player or dealer. Round 1 names the players, so it always has something.
fn adds_facts(session: &Session, number: usize) -> bool {
    let (game, people) = (session.game(), session.people());
    let empty = Round::empty(game.players(), game.given_trump(number));
    let followed = || (game.dealer(number - 1) + 1) % game.players() == game.dealer(number);
    number == 1
        || session.open().is_some_and(|(_, open)| open.facts != empty)
        || !people.players_in(number).eq(people.players_in(number - 1))
        || !followed()
}

fn changes(round: &RoundReading, seat: Seat) -> String {
    let taken = round.clouds.iter().filter_map(|cloud| cloud.taken()).filter(|cloud| cloud.player == seat);
    taken.map(|cloud| i8::from(cloud.change).to_string()).collect::<Vec<_>>().join(" ")
}

fn given(round: &RoundReading, seat: Seat) -> String {
    let given = round.penalties.iter().filter(|penalty| penalty.player == seat);
    neutral(&given.map(packed).collect::<Vec<_>>().join(" | "))
}

/// `after_round:points:reason`, with a backslash before each character that would end the cell.
fn packed(penalty: &Penalty) -> String {
    let reason = penalty.reason.replace('\\', r"\\").replace('|', r"\|");
    format!("{}:{}:{reason}", penalty.after_round, penalty.points)
}

fn known(number: Option<impl ToString>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}
