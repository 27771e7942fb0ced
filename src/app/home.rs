//! Home: continue, play again, recent games.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::evening::{DayPart, Sum, Tally, day, evenings, faces_of, sum};
use super::face::Faces;
use super::index::{Index, Indexed};
use super::tournament::TournamentOffer;
use super::typed::file_name;
use crate::each;
use crate::game::Standing;
use crate::language::Language;
use crate::session::{AnyRef, Face, GameName, Kind, Line, Player, Record, Status, chart, initials};
use crate::text::Text;
use crate::wizard::Seat;
use chrono::{DateTime, FixedOffset, NaiveDate, NaiveTime, Timelike};

/// The number of sessions in the list, which the last evening may exceed.
const RECENT: usize = 30;

/// A player's line with points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The seat, which also gives the colour.
    pub seat: Seat,
    /// The player's name.
    pub name: String,
    /// The player's face.
    pub face: Face,
    /// The points.
    pub total: i32,
    /// The rank.
    pub rank: usize,
}

/// A session in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The session's file.
    pub path: PathBuf,
    /// The day it started.
    pub day: NaiveDate,
    /// The time it started, if another game shown started on the same day.
    pub time: Option<NaiveTime>,
    /// The players, best first.
    pub scores: Vec<Score>,
    /// Whether the game is running, finished or ended early.
    pub status: Status,
    /// The number of rounds that count.
    pub rounds: usize,
    /// The number of rounds in the plan, if there is one.
    pub planned: Option<usize>,
    /// The edition of Wizard, or the other game.
    pub kind: Kind,
    /// Whether it is a trial copy.
    pub copy: bool,
    /// Whether it is of the example evening.
    pub example: bool,
    /// Whether other games of its evening are beside it.
    pub in_evening: bool,
    /// The evening, at its first game in the list.
    pub evening: Option<Evening>,
}

/// The games of one evening, added up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evening {
    /// When it was, in words.
    pub name: Text,
    /// The number of games, in words.
    pub games: Text,
    /// Who won most of them, in words; `None` before one is finished.
    pub winners: Option<Text>,
    /// Everyone's points, most first; none if they do not add up.
    pub scores: Vec<Score>,
}

/// The unfinished game offered for continuing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resume {
    /// The session's file.
    pub path: PathBuf,
    /// The players, in seat order.
    pub scores: Vec<Score>,
    /// The round being played, from 1.
    pub round: usize,
    /// The number of rounds in the plan, if there is one.
    pub planned: Option<usize>,
    /// The edition of Wizard, or the other game.
    pub kind: Kind,
    /// The player who has to bid next, if bids are being entered.
    pub to_bid: Option<String>,
    /// Whether tricks are being entered.
    pub playing: bool,
    /// Whether it started this evening.
    pub tonight: bool,
    /// The day it started.
    pub day: NaiveDate,
}

/// The last table, offered for a rematch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rematch {
    /// The file of its session.
    pub path: PathBuf,
    /// The number of players.
    pub players: usize,
    /// The game played.
    pub game: GameName,
    /// The faces of the people, in seat order.
    pub faces: Vec<Face>,
    /// The player who deals, or goes first, next.
    pub dealer: String,
}

/// What only the file of the last game says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LastRead {
    /// The place; may be empty.
    pub place: String,
    /// The lines of the totals by round.
    pub lines: Vec<Line>,
}

impl LastRead {
    pub(super) fn of(session: AnyRef) -> LastRead {
        each!(session, session => LastRead {
            place: session.place().to_owned(),
            lines: chart(session, &initials(&session.people().names_at_end())).0,
        })
    }
}

/// The reading of the last game's file.
#[derive(Debug, Default)]
pub(super) struct LastGame {
    /// The file, and the fingerprint by which it is known.
    pub(super) of: Option<(Arc<Path>, u64)>,
    pub(super) read: LastRead,
}

/// Home as the screen shows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HomeView {
    /// The part of the day, for the greeting.
    pub day_part: DayPart,
    /// The game to continue: the unfinished one played last.
    pub resume: Option<Resume>,
    /// The other unfinished games, most recently played first.
    pub unfinished: Vec<Entry>,
    /// What was deleted last and can be restored at once, in words.
    pub deleted: Option<Text>,
    /// The last table, for a rematch.
    pub rematch: Option<Rematch>,
    /// The last game that is over, if a round counts.
    pub last: Option<Entry>,
    /// What was read of it.
    pub last_read: LastRead,
    /// The finished games and trial copies, latest first.
    pub recent: Vec<Entry>,
    /// The tournaments of the folder that are not over, or were played today.
    pub tournaments: Vec<TournamentOffer>,
    /// The other tournaments of the folder, latest first.
    pub past_tournaments: Vec<TournamentOffer>,
    /// The number of games that somebody played, each once.
    pub games: usize,
    /// Whether the archive has the example evening.
    pub example: bool,
    /// The names of files that could not be read, with the reasons.
    pub unreadable: Vec<(String, String)>,
    /// Whether files are still being read.
    pub reading: bool,
}

/// Builds home from what is known of the archive.
pub(super) fn view(index: &Index, faces: Faces, now: DateTime<FixedOffset>, language: Language) -> HomeView {
    let mut running: Vec<_> = index.sessions().filter(|entry| entry.runs()).collect();
    running.sort_by_key(|entry| Reverse(entry.saved));
    let over = last(index);
    // A tournament seats its tables anew.
    let again = over_games(index).find(|game| game.record.tournament().is_none());
    let mut unfinished: Vec<Entry> = running.iter().skip(1).take(RECENT).map(|session| entry(session, faces)).collect();
    let mut recent = recent(index, faces);
    tell_apart(running.first().map(|session| session.record.started.date_naive()), &mut unfinished, &mut recent);
    HomeView {
        day_part: DayPart::of(now.hour()),
        resume: running.first().map(|entry| resume(entry, faces, now)),
        unfinished,
        recent,
        games: index.sessions().filter(|entry| entry.record.copy_of().is_none()).count(),
        example: index.all().any(|entry| entry.record.is_example()),
        tournaments: Vec::new(),
        past_tournaments: Vec::new(),
        deleted: None,
        last_read: LastRead::default(),
        last: over.filter(|over| over.record.rounds() > 0).map(|over| entry(over, faces)),
        rematch: again.map(|entry| Rematch {
            path: entry.path.to_path_buf(),
            players: entry.record.people.len(),
            game: entry.record.game(),
            faces: faces.of(entry.record.people.players_at_end()),
            dealer: name(&entry.record, entry.record.next_starter()),
        }),
        unreadable: index.unreadable().map(|(path, reason)| (file_name(path), language.say(reason))).collect(),
        reading: index.reading,
    }
}

/// The last game that is over.
pub(super) fn last(index: &Index) -> Option<&Arc<Indexed>> {
    over_games(index).next()
}

/// The games that are over, newest first, trial copies aside.
fn over_games(index: &Index) -> impl Iterator<Item = &Arc<Indexed>> {
    index.sessions().filter(|entry| entry.record.status != Status::Running && entry.record.copy_of().is_none())
}

/// The finished games and trial copies, those of an evening together.
fn recent(index: &Index, faces: Faces) -> Vec<Entry> {
    let mut others = index.sessions().filter(|entry| !entry.runs());
    let mut games: Vec<&Arc<Indexed>> = others.by_ref().take(RECENT).collect();
    // The end of the list cuts no evening short, unless that is longer than the list.
    let last = games.last().map(|game| day(game));
    games.extend(others.take(RECENT).take_while(|game| Some(day(game)) == last));
    let mut recent = Vec::new();
    for games in evenings(games) {
        if recent.len() >= RECENT {
            break;
        }
        let in_evening = games.len() > 1;
        let mut told = in_evening.then(|| evening(&games, faces)).flatten();
        recent.extend(games.iter().map(|game| Entry { in_evening, evening: told.take(), ..entry(game, faces) }));
    }
    recent
}

/// The games of an evening, newest first, added up.
pub(super) fn evening(games: &[&Arc<Indexed>], faces: Faces) -> Option<Evening> {
    let Sum { name, games: count, winners, tallies, adds_up, .. } = sum(games)?;
    let faces = faces_of(games, &tallies, faces);
    let score = |(seat, (tally, face)): (usize, (&Tally, Face))| Score {
        seat,
        name: tally.player.name.clone(),
        face,
        total: tally.points,
        rank: tally.rank,
    };
    let scores = tallies.iter().zip(faces).enumerate().filter(|_| adds_up).map(score).collect();
    Some(Evening { name, games: count, winners, scores })
}

/// Drops the time from all entries but those of a day on which several started.
fn tell_apart(resumed: Option<NaiveDate>, unfinished: &mut [Entry], recent: &mut [Entry]) {
    let mut games: HashMap<NaiveDate, usize> = HashMap::new();
    for day in unfinished.iter().chain(&*recent).map(|entry| entry.day).chain(resumed) {
        *games.entry(day).or_default() += 1;
    }
    for entry in unfinished.iter_mut().chain(recent) {
        entry.time.take_if(|_| games.get(&entry.day) == Some(&1));
    }
}

/// The name on a seat.
fn name(record: &Record, seat: Seat) -> String {
    record.people.player(seat).map(|player| player.name.clone()).unwrap_or_default()
}

/// The players with their points, best first.
pub(super) fn scores(record: &Record, faces: Faces) -> Vec<Score> {
    let players: Vec<&Player> = record.people.players_at_end().collect();
    scores_of(&players, faces, record.people.standings())
}

/// Standings with names and faces.
pub(super) fn scores_of(
    players: &[&Player],
    faces: Faces,
    standings: impl IntoIterator<Item = Standing>,
) -> Vec<Score> {
    let faces = faces.of(players.iter().copied());
    let score = |line: Standing| Score {
        seat: line.seat,
        name: players.get(line.seat).map(|player| player.name.clone()).unwrap_or_default(),
        face: faces.get(line.seat).cloned().unwrap_or_default(),
        total: line.total,
        rank: line.rank,
    };
    standings.into_iter().map(score).collect()
}

fn resume(entry: &Indexed, faces: Faces, now: DateTime<FixedOffset>) -> Resume {
    let record = &entry.record;
    let (game, mut scores) = (record.wizard(), scores(record, faces));
    scores.sort_by_key(|score| score.seat);
    Resume {
        path: entry.path.to_path_buf(),
        scores,
        round: record.rounds() + 1,
        kind: record.kind(),
        planned: record.planned(),
        to_bid: game.and_then(|game| game.to_bid()).map(|seat| name(record, seat)),
        playing: game.is_some_and(|game| game.playing),
        // A game that goes on past midnight is still tonight's.
        tonight: (now - record.started).num_hours() < 12,
        day: record.started.date_naive(),
    }
}

fn entry(entry: &Indexed, faces: Faces) -> Entry {
    let record = &entry.record;
    Entry {
        path: entry.path.to_path_buf(),
        day: record.started.date_naive(),
        time: Some(record.started.time()),
        scores: scores(record, faces),
        status: record.status,
        rounds: record.rounds(),
        planned: record.planned(),
        kind: record.kind(),
        copy: record.copy_of().is_some() && !record.is_example(),
        example: record.is_example(),
        in_evening: false,
        evening: None,
    }
}
