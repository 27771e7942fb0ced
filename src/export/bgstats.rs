//! BG Stats: a play file that the app opens, and the link that fills in a play ("push a play").
//!
//! Others found that the app fails if `winner`, `startPlayer`, `highestWins` or `noPoints` is missing or a game's
//! number is in quotes, and that it takes dates as UTC. The date we write is the start: a game belongs to the evening
//! on which it began, even if it ended after midnight, and its length gives the end. A stable `uuid` keeps a second
//! import from doubling a play.

use std::fmt::Write as _;

use chrono::{DateTime, Datelike, FixedOffset, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::game::{Exported, PlayFacts};
use super::sheet::duration;
use super::words;
use crate::game::Standing;
use crate::seats::PerSeat;
use crate::session::{Session, Status};
use crate::text::Text;
use crate::wizard::{PLAYERS_MAX, PLAYERS_MIN};

const ADDRESS: &str = "https://app.bgstatsapp.com/createPlay.html?data=";
/// The most bytes a QR code holds.
pub(super) const LINK_MAX: usize = 2953;
/// The namespace of ids for places.
const PLACES: Uuid = Uuid::from_u128(0x6f5b_9a3e_1c0d_4b7e_9f61_7ab1_e70f_7217);

struct Play<'a, G: Exported> {
    session: &'a Session<G>,
    name: String,
    facts: PlayFacts,
    lines: PerSeat<Standing>,
    over: bool,
    end: DateTime<FixedOffset>,
    minutes: i64,
}

impl<G: Exported> Play<'_, G> {
    fn new(session: &Session<G>) -> Play<'_, G> {
        let end = session.ended().unwrap_or(session.started());
        let (over, minutes) = (session.status() != Status::Running, duration(session).unwrap_or(0));
        let lines = session.by_seat_after(session.scored());
        Play { session, name: G::NAME.text().to_string(), facts: G::play(session), lines, over, end, minutes }
    }

    fn starts(&self, seat: usize) -> bool {
        seat == self.facts.first
    }

    fn wins(&self, line: &Standing) -> bool {
        self.over && self.session.scored() > 0 && line.rank == 1
    }

    /// Whether the highest score alone would name different winners.
    fn manual_winner(&self) -> bool {
        let best = self.lines.iter().map(|line| line.total).max();
        self.lines.iter().any(|line| self.wins(line) != (Some(line.total) == best))
    }

    fn comments(&self) -> String {
        let adjustments = self.facts.adjustments.iter().map(Text::to_string);
        let taken_over = self.session.taken_over().into_iter().map(|line| line.to_string());
        let head = [self.facts.facts.join(" · ")].into_iter().chain(adjustments).chain(taken_over);
        let lines: Vec<String> = head.chain([self.session.notes().to_owned()]).collect();
        lines.iter().filter(|line| !line.is_empty()).cloned().collect::<Vec<_>>().join("\n")
    }
}

fn utc(at: DateTime<FixedOffset>) -> String {
    at.with_timezone(&Utc).format("%Y-%m-%d %H:%M:%S").to_string()
}

/// The play file (`.bgsplay`), in the app's own JSON format.
pub(super) fn file<G: Exported>(session: &Session<G>) -> Result<Vec<u8>, serde_json::Error> {
    let play = Play::new(session);
    let (started, end) = (utc(session.started()), utc(play.end));
    let players = session.people().players_at_end();
    let (day, located) = (session.started(), !session.place().is_empty());
    // The app takes 0 for a game that is not on BoardGameGeek.
    let (bgg_id, bgg_year) = play.facts.bgg.unwrap_or_default();
    let bgg_name = play.facts.bgg.map_or("", |_| &play.name);
    let location = json!({
        "id": 1, "uuid": Uuid::new_v5(&PLACES, session.place().as_bytes()), "name": session.place(),
        "modificationDate": end,
    });
    let mut entry = json!({
        "uuid": session.id(), "gameRefId": 1, "playDate": started, "entryDate": started, "modificationDate": end,
        "playDateYmd": i64::from(day.year()) * 10_000 + i64::from(day.month() * 100 + day.day()),
        "durationMin": play.minutes, "rounds": session.scored(), "board": play.facts.board,
        "comments": play.comments(), "ignored": false, "manualWinner": play.manual_winner(), "scoringSetting": 0,
        "usesTeams": false, "playImages": "[]",
        "playerScores": play.lines.iter().map(|line| json!({
            "playerRefId": line.seat + 1, "score": line.total.to_string(), "winner": play.wins(line),
            "rank": line.rank, "startPlayer": play.starts(line.seat), "newPlayer": false,
            "seatOrder": line.seat + 1, "role": "", "metaData": "{}",
        })).collect::<Vec<_>>(),
    });
    if located && let Some(entry) = entry.as_object_mut() {
        entry.insert("locationRefId".into(), Value::from(1));
    }
    let file = json!({
        "about": "This is a play file that can be read by Board Game Stats.",
        "games": [{
            "id": 1, "uuid": play.facts.id, "name": play.name, "bggId": bgg_id, "bggName": bgg_name,
            "bggYear": bgg_year,
            "cooperative": false, "highestWins": true, "noPoints": false, "usesTeams": false,
            "minPlayerCount": PLAYERS_MIN, "maxPlayerCount": PLAYERS_MAX, "minPlayTime": 45, "maxPlayTime": 45,
            "modificationDate": end,
        }],
        "locations": if located { vec![location] } else { Vec::new() },
        "players": players.iter().enumerate().map(|(seat, player)| json!({
            "id": seat + 1, "uuid": player.id, "name": player.name, "isAnonymous": false, "modificationDate": end,
            "bggUsername": "",
        })).collect::<Vec<_>>(),
        "plays": [entry],
        "userInfo": {"meRefId": 0},
    });
    let mut text = serde_json::to_vec_pretty(&file)?;
    text.push(b'\n');
    Ok(text)
}

/// The data in the link: what the app requires and what identifies a play, in few characters to keep the code's squares
/// large.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Pushed<'a> {
    source_name: &'static str,
    source_play_id: String,
    play_date: String,
    duration_min: i64,
    #[serde(skip_serializing_if = "str::is_empty")]
    board: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    location: &'a str,
    game: PushedGame,
    players: Vec<PushedPlayer<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PushedGame {
    bgg_id: u32,
    name: String,
    highest_wins: bool,
    no_points: bool,
    source_game_id: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PushedPlayer<'a> {
    name: &'a str,
    source_player_id: String,
    score: String,
    winner: bool,
    start_player: bool,
}

/// The link that enters this play in the BG Stats app when the user opens it; the program never does. The place is left
/// out if the link would not fit into a QR code.
pub fn link<G: Exported>(session: &Session<G>) -> String {
    let play = Play::new(session);
    let address = |location| ADDRESS.to_owned() + &encoded(&pushed(&play, location));
    let all = address(session.place());
    if all.len() <= LINK_MAX { all } else { address("") }
}

/// The beginning of an id, enough to distinguish people and plays on one phone.
fn short(id: Uuid) -> String {
    format!("{:08x}", id.as_fields().0)
}

fn pushed<G: Exported>(play: &Play<G>, location: &str) -> String {
    let session = play.session;
    let data = Pushed {
        source_name: words::PROGRAM,
        source_play_id: session.id().simple().to_string(),
        play_date: utc(session.started()),
        duration_min: play.minutes,
        board: &play.facts.board,
        location,
        game: PushedGame {
            bgg_id: play.facts.bgg.map_or(0, |(id, _)| id),
            name: play.name.clone(),
            highest_wins: true,
            no_points: false,
            source_game_id: "1",
        },
        players: session
            .people()
            .players_at_end()
            .iter()
            .zip(&play.lines)
            .map(|(player, line)| PushedPlayer {
                name: &player.name,
                source_player_id: short(player.id),
                score: line.total.to_string(),
                winner: play.wins(line),
                start_player: play.starts(line.seat),
            })
            .collect(),
    };
    // Writing these types to memory cannot fail; without data, the link would just open the app.
    serde_json::to_string(&data).unwrap_or_default()
}

/// Percent-encodes a text for a query as in RFC 3986: all but its unreserved characters.
fn encoded(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() * 2);
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~:,".contains(&byte) {
            safe.push(char::from(byte));
        } else {
            let _ = write!(safe, "%{byte:02X}");
        }
    }
    safe
}
