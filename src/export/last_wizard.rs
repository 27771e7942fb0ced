//! Exports of The Last Wizard.

use chrono::{DateTime, FixedOffset};
use serde::Serialize;
use uuid::Uuid;

use super::game::{Exported, PlayFacts};
use super::json::{People, Place, WhenAndWhere, escaped, places};
use super::names::SafeLanguage;
use super::options::ExportOptions;
use super::sheet::Sheet;
use super::tabled::Tabled;
use super::tables::records;
use super::words;
use super::words::Word;
use crate::game::Rules;
use crate::last_wizard::{Bet, End, Game, Rank, RoundReading, RuleSet, SeatReading, WrittenRound};
use crate::plain::neutral;
use crate::seats::{Order, PerSeat};
use crate::session::{Session, Status};
use crate::text;
use crate::text::Text;

/// Seats count from 0; `move` is the whole move of the round, `space` the pawn's space after it.
const HEADER: [&str; 14] = [
    "session",
    "date",
    "round",
    "first_player",
    "player",
    "seat",
    "round_token",
    "square_token",
    "fold",
    "rank",
    "hand",
    "moved_by_hand",
    "move",
    "space",
];

#[derive(Serialize)]
struct Scores {
    game: &'static str,
    players: Vec<String>,
    complete: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    ended_early: bool,
    rounds: Vec<ScoredRow>,
    standings: Vec<Place>,
}

#[derive(Serialize)]
struct ScoredRow {
    round: usize,
    first_player: usize,
    moves: PerSeat<i32>,
    after: PerSeat<i32>,
    ended: Option<&'static str>,
}

/// Everything but the steps, named as in a session's file, so that the program can read its own export.
#[derive(Serialize)]
struct Export<'a> {
    game: &'static str,
    #[serde(flatten)]
    when_and_where: WhenAndWhere<'a>,
    #[serde(flatten)]
    people: People<'a>,
    first_player: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    seating: Vec<Order>,
    rules: &'a RuleSet,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<&'a PerSeat<i32>>,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_early: Option<DateTime<FixedOffset>>,
    rounds: Vec<ExportRow>,
    standings: Vec<Place>,
}

#[derive(Serialize)]
struct ExportRow {
    #[serde(flatten)]
    facts: WrittenRound,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<PerSeat<i32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<&'static str>,
}

fn end_key(end: End) -> &'static str {
    match end {
        End::Thirty => "thirty",
        End::Zero => "zero",
    }
}

/// The spaces after a round, if it counts.
fn after(round: &RoundReading) -> Option<PerSeat<i32>> {
    round.seats.map(|seat| seat.after).whole()
}

fn readings(session: &Session<Game>) -> Vec<RoundReading> {
    session.game().readings(session.table())
}

fn moved_by_hand(session: &Session<Game>, round: &RoundReading) -> Option<Text> {
    round.moved_by_hand(&session.people().names_in(round.number))
}

/// The wording for a game with a track.
fn word(word: Word) -> Text {
    match word {
        Word::Points => text!("where a pawn stands" => "Space"),
        Word::BidsMet => text!("Bets won"),
        Word::Met => text!("✓ moved forwards"),
        Word::DealerKey => text!("plays first"),
        Word::CellKey => text!("Each cell: space, move. ✓ forwards, × back, (…) folded, 2× doubled on 1 to 7"),
        _ => word.text(),
    }
}

impl Exported for Game {
    fn for_people(session: &Session<Game>, identified: bool, options: ExportOptions) -> Sheet {
        let language = SafeLanguage::of(options.language);
        let mut facts = vec![language.translate(&Game::NAME.text())];
        facts.extend(session.game().rules().described().iter().map(|rule| language.translate(rule)));
        facts.push(language.translate(&words::rounds(session.scored(), session.scored())));
        let mut sheet = Sheet { words: word, ..Sheet::new(session, facts, identified, options) };
        for (margin, round) in sheet.margins.iter_mut().zip(readings(session)) {
            let moved = moved_by_hand(session, &round);
            margin.has_footnote = moved.is_some();
            sheet.adjustments.extend(moved.map(|moved| format!("* {}", language.translate(&moved))));
        }
        sheet
    }

    fn csv(sessions: &[Tabled<Game>]) -> Result<Vec<u8>, ::csv::Error> {
        let mut out = vec![HEADER.map(str::to_owned).to_vec()];
        let known = |number: Option<i32>| number.map_or(String::new(), |number| number.to_string());
        for of in sessions {
            let [id, date] = of.id_and_date();
            let rounds = readings(of.session);
            for (round, written) in rounds.iter().zip(of.session.table().written()) {
                let people = of.session.people().players_in(round.number);
                for (seat, ((player, read), facts)) in people.zip(&round.seats).zip(&written.facts).enumerate() {
                    let rank = read.rank.map(|rank| match rank {
                        Rank::Best => "best",
                        Rank::Second => "second",
                        Rank::Other => "other",
                    });
                    let fold = read.turn.folded().map(|bet| if bet == Bet::First { 1 } else { 2 });
                    out.push(vec![
                        id.clone(),
                        date.clone(),
                        round.number.to_string(),
                        round.first_player.to_string(),
                        neutral(&player.name),
                        seat.to_string(),
                        known(read.turn.round_token().map(|token| token.value())),
                        known(read.turn.square_token().map(|token| token.value())),
                        known(fold),
                        rank.unwrap_or_default().to_owned(),
                        facts.hand.map_or(String::new(), |hand| hand.to_string()),
                        known(Some(read.by_hand).filter(|&by| by != 0)),
                        known(read.by()),
                        known(read.after),
                    ]);
                }
            }
            let last = rounds.last().map_or(0, |round| round.number);
            for (seat, player) in of.seated_after(last).into_iter().flatten().enumerate() {
                let mut row = vec![id.clone(), date.clone(), (last + 1).to_string(), String::new()];
                row.extend([neutral(&player.name), seat.to_string()]);
                row.resize(HEADER.len(), String::new());
                out.push(row);
            }
        }
        records(out)
    }

    fn json(session: &Session<Game>, identified: bool) -> Result<Vec<u8>, serde_json::Error> {
        let rows = readings(session).into_iter().zip(session.table().written()).map(|(round, mut facts)| {
            facts.finished = facts.finished.filter(|_| identified);
            ExportRow { facts, after: after(&round), ended: round.ended.map(end_key) }
        });
        let export = Export {
            game: Game::NAME.key(),
            when_and_where: WhenAndWhere::of(session, identified),
            people: People::of(session, identified),
            first_player: session.game().starter(1),
            seating: session.game().seating().changes(),
            rules: session.game().rules(),
            start: session.game().own_start(),
            complete: session.status() == Status::Finished,
            ended_early: session.table().ended_early,
            rounds: rows.collect(),
            standings: places(session),
        };
        Ok(escaped(&serde_json::to_string_pretty(&export)?).into_bytes())
    }

    fn scores(session: &Session<Game>) -> impl Serialize {
        let row = |round: &RoundReading| {
            Some(ScoredRow {
                round: round.number,
                first_player: round.first_player,
                moves: round.seats.map(SeatReading::by).whole()?,
                after: after(round)?,
                ended: round.ended.map(end_key),
            })
        };
        Scores {
            game: Game::NAME.key(),
            players: session.people().names_at_end(),
            complete: session.status() == Status::Finished,
            ended_early: session.status() == Status::EndedEarly,
            rounds: readings(session).iter().filter_map(row).collect(),
            standings: places(session),
        }
    }

    fn play(session: &Session<Game>) -> PlayFacts {
        let mut facts: Vec<String> = session.game().rules().described().iter().map(ToString::to_string).collect();
        facts.push(words::rounds(session.scored(), session.scored()).to_string());
        PlayFacts {
            bgg: None,
            id: Uuid::from_u128(0x6f5b_9a3e_1c0d_4b7e_9f61_7ab1_e70f_1a57),
            board: String::new(),
            first: session.game().starter(1),
            facts,
            adjustments: readings(session).iter().filter_map(|round| moved_by_hand(session, round)).collect(),
        }
    }
}
