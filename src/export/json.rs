//! All scores as JSON, as printed by `tablet-of-truth score`; and the JSON export, with everything else in the session.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use chrono::{DateTime, FixedOffset};
use serde::Serialize;
use uuid::Uuid;

use crate::game;
use crate::game::Standing;
use crate::seats::{Order, PerSeat};
use crate::session::{Counted, Former, Session, Status, TournamentTable};
use crate::wizard::{CloudEntry, Penalty, Phase, Round, RoundReading, RuleSet, Trump, Waiver, one_or_list};

#[derive(Serialize)]
pub struct Scores {
    pub(super) players: Vec<String>,
    pub(super) complete: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) ended_early: bool,
    pub(super) rounds_planned: usize,
    rounds: Vec<ScoredRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    penalties: Vec<Penalty>,
    pub(super) standings: Vec<Place>,
}

/// A round; in the last one, numbers not known yet are null.
#[derive(Serialize)]
struct ScoredRow {
    round: usize,
    cards: u8,
    dealer: usize,
    bids: PerSeat<Option<u8>>,
    scored_bids: Option<PerSeat<Option<i16>>>,
    tricks: Option<PerSeat<Option<u8>>>,
    points: Option<PerSeat<Option<i32>>>,
    totals: Option<PerSeat<i32>>,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    waived: BTreeSet<Waiver>,
}

/// All rounds uncovered: a program that reads them back also needs the bids that the table may not see.
fn whole(session: &Session) -> Vec<RoundReading> {
    let mut rounds = session.readings();
    if let Some((number, open)) = session.open() {
        let entered = session.game().reading(number, &open.facts);
        rounds.iter_mut().filter(|round| round.number == number).for_each(|round| round.seats = entered.seats.clone());
    }
    rounds
}

impl ScoredRow {
    fn of(round: &RoundReading) -> ScoredRow {
        let scored = round.is_scored();
        let tricks = round.seats.map(|seat| seat.tricks);
        ScoredRow {
            round: round.number,
            cards: round.cards,
            dealer: round.dealer,
            bids: round.seats.map(|seat| seat.bid),
            scored_bids: scored.then(|| round.seats.map(|seat| seat.scored_bid)),
            tricks: Some(tricks).filter(|tricks| scored || tricks.iter().any(Option::is_some)),
            points: scored.then(|| round.seats.map(|seat| seat.points)),
            totals: round.totals(),
            waived: round.waived.clone(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct Place {
    pub(super) rank: usize,
    pub(super) player: String,
    pub(super) total: i32,
}

/// Best first.
pub(super) fn places<G: game::Rules>(session: &Session<G>) -> Vec<Place> {
    let names = session.people().names_at_end();
    let place = |line: &Standing| Place {
        rank: line.rank,
        player: names.get(line.seat).cloned().unwrap_or_default(),
        total: line.total,
    };
    session.standings().iter().map(place).collect()
}

impl Scores {
    pub fn of(session: &Session) -> Scores {
        let (game, names) = (session.game(), session.people().names_at_end());
        Scores {
            complete: session.status() == Status::Finished,
            ended_early: session.status() == Status::EndedEarly,
            rounds_planned: game.plan().rounds(),
            standings: places(session),
            players: names,
            penalties: session.table().penalties.clone(),
            rounds: whole(session).iter().filter(|round| round.is_begun()).map(ScoredRow::of).collect(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct WhenAndWhere<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Uuid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    started: Option<DateTime<FixedOffset>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    finished: Option<DateTime<FixedOffset>>,
    #[serde(flatten)]
    counted: Counted,
    #[serde(skip_serializing_if = "Option::is_none")]
    tournament: Option<&'a TournamentTable>,
    place: &'a str,
    notes: &'a str,
}

impl WhenAndWhere<'_> {
    /// Without `identified`, id and dates are left out.
    pub(super) fn of<G: game::Rules>(session: &Session<G>, identified: bool) -> WhenAndWhere<'_> {
        WhenAndWhere {
            id: identified.then(|| session.id()),
            started: identified.then(|| session.started()),
            finished: session.ended().filter(|_| identified && session.status() != Status::Running),
            counted: if identified { session.counted() } else { Counted::of(session.counted().counts(), None) },
            tournament: session.tournament().filter(|_| identified),
            place: session.place(),
            notes: session.notes(),
        }
    }
}

/// The players, and those who played before them.
#[derive(Serialize)]
pub(super) struct People<'a> {
    players: Vec<String>,
    player_ids: Vec<Uuid>,
    #[serde(skip_serializing_if = "<[Former]>::is_empty")]
    former_players: &'a [Former],
}

impl People<'_> {
    /// Without `identified`, ids are left out.
    pub(super) fn of<G: game::Rules>(session: &Session<G>, identified: bool) -> People<'_> {
        People {
            players: session.people().names_at_end(),
            player_ids: session
                .people()
                .players_at_end()
                .iter()
                .map(|player| player.id)
                .filter(|_| identified)
                .collect(),
            former_players: session.people().former(),
        }
    }
}

/// Everything but the steps, named as in a session's file, so that the program can read its own export.
#[derive(Serialize)]
struct Export<'a> {
    #[serde(flatten)]
    when_and_where: WhenAndWhere<'a>,
    edition: &'static str,
    rules: &'a RuleSet,
    #[serde(flatten)]
    people: People<'a>,
    first_dealer: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    seating: Vec<Order>,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_early: Option<DateTime<FixedOffset>>,
    rounds_planned: usize,
    rounds: Vec<ExportRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    penalties: Vec<Penalty>,
    standings: Vec<ExportPlace>,
}

#[derive(Serialize)]
struct ExportRow {
    #[serde(flatten)]
    row: ScoredRow,
    trump: Option<Trump>,
    bomb: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    bombs: Option<u8>,
    cloud: Option<CloudEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    clouds: Vec<CloudEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    finished: Option<DateTime<FixedOffset>>,
    /// The phase of the open round; present even if everything is entered, because the round is not scored.
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<Phase>,
}

#[derive(Serialize)]
struct ExportPlace {
    #[serde(flatten)]
    place: Place,
    seat: usize,
    bids_met: usize,
}

/// Without `identified` there are no ids and no dates.
pub(super) fn json(session: &Session, identified: bool) -> Result<Vec<u8>, serde_json::Error> {
    let game = session.game();
    let (rules, scores) = (game.rules(), Scores::of(session));
    let scored = session.table().scored.iter().map(|scored| (scored.finished.filter(|_| identified), None));
    let open =
        session.open().filter(|(round, open)| open.facts != Round::empty(game.players(), game.given_trump(*round)));
    let ends = scored.chain(open.map(|(_, open)| (None, Some(open.phase))));
    let rounds = whole(session)
        .iter()
        .zip(ends)
        .map(|(round, (finished, phase))| {
            let (cloud, clouds) = one_or_list(round.clouds.clone());
            ExportRow {
                row: ScoredRow::of(round),
                trump: round.trump,
                bomb: round.bombs > 0,
                bombs: Some(round.bombs).filter(|&bombs| bombs > 1),
                cloud,
                clouds,
                finished,
                phase,
            }
        })
        .collect();
    let export = Export {
        when_and_where: WhenAndWhere::of(session, identified),
        edition: rules.edition().key(),
        rules,
        people: People::of(session, identified),
        first_dealer: game.dealer(1),
        seating: game.seating().changes(),
        complete: scores.complete,
        ended_early: session.table().ended_early,
        rounds_planned: scores.rounds_planned,
        rounds,
        penalties: scores.penalties,
        standings: scores
            .standings
            .into_iter()
            .zip(session.standings())
            .map(|(place, line)| ExportPlace { place, seat: line.seat, bids_met: line.met })
            .collect(),
    };
    Ok(escaped(&serde_json::to_string_pretty(&export)?).into_bytes())
}

/// Escapes DEL and the C1 controls, which JSON allows in text but a terminal obeys.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + 1);
    for letter in text.chars() {
        if letter.is_control() && letter != '\n' {
            let _ = write!(safe, "\\u{:04x}", u32::from(letter));
        } else {
            safe.push(letter);
        }
    }
    safe.push('\n');
    safe
}
