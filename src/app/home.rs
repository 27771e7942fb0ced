//! Home: continue, play again, recent games.

use std::cmp::Reverse;
use std::iter::once;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::evening::{DayPart, EveningTotals, day, evening_totals, evenings};
use super::face::Faces;
use super::index::{Index, Indexed};
use super::tournament::TournamentOffer;
use crate::each;
use crate::game::Standing;
use crate::session::{AnyRef, Face, GameName, Kind, Line, Player, Record, Status, chart, initials};
use crate::text;
use crate::text::Text;
use crate::wizard::Seat;
use chrono::{DateTime, FixedOffset, NaiveDate, Timelike};

/// The number of sessions in the list, which the last evening may exceed.
pub(super) const RECENT: usize = 30;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// Also gives the colour.
    pub seat: Seat,
    pub name: String,
    pub face: Face,
    pub total: i32,
    pub rank: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copy {
    No,
    /// It is a copy with the same facts.
    Same,
    /// It is a copy with other facts.
    Differs,
    /// It is the own file of a session that does not count.
    LeftOut,
    /// It is the own file of a session of the example evening.
    Example,
}

/// A session in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub path: PathBuf,
    pub day: NaiveDate,
    /// Best first.
    pub scores: Vec<Score>,
    pub status: Status,
    pub rounds: usize,
    /// In the plan; `None` without a plan.
    pub planned: Option<usize>,
    pub kind: Kind,
    pub copy: Copy,
    /// The part of the notes that the search has found, if it found nothing else.
    pub note: Option<String>,
    /// At the first session of an evening in the list.
    pub evening: Option<Evening>,
}

impl Entry {
    /// The players who won or lead, with their points.
    pub fn outcome(&self) -> Text {
        let leads = self.scores.iter().filter(|score| score.rank == 1);
        let names: Vec<String> = leads.map(|score| score.name.clone()).collect();
        let (count, total) = (names.len(), self.scores.first().map_or(0, |first| first.total));
        match self.status {
            Status::Running if self.rounds == 0 => text!("Just begun"),
            Status::Running => {
                text!("{names} leads with {total}" | "{names} lead with {total}" % count, names = names, total = total)
            }
            _ if self.rounds == 0 => text!("No rounds were played"),
            Status::EndedEarly => {
                text!("{names} led with {total}" | "{names} led with {total}" % count, names = names, total = total)
            }
            Status::Finished => text!("winner points" => "{names} {total}", names = names, total = total),
        }
    }
}

/// The heading of an evening's sessions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evening {
    pub day: NaiveDate,
    /// When it was, in words; `None` if it has one game.
    pub name: Option<Text>,
    /// The number of games, if several, and the player who won most of them.
    pub facts: Vec<Text>,
    /// Everyone's points, most first; none if they do not add up.
    pub points: Vec<(String, i32)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resume {
    pub path: PathBuf,
    /// In seat order.
    pub scores: Vec<Score>,
    /// From 1.
    pub round: usize,
    pub planned: Option<usize>,
    pub kind: Kind,
    /// The player who has to bid next, if bids are being entered.
    pub to_bid: Option<String>,
    /// Whether tricks are being entered.
    pub playing: bool,
    /// Whether it started less than 12 hours ago.
    pub tonight: bool,
    pub day: NaiveDate,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rematch {
    pub path: PathBuf,
    pub players: usize,
    pub game: GameName,
    /// In seat order.
    pub faces: Vec<Face>,
    /// The player who deals, or goes first, next.
    pub dealer: String,
}

/// What only the file of the last game has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LastRead {
    /// May be empty.
    pub place: String,
    /// Totals by round.
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

#[derive(Debug, Default)]
pub(super) struct LastGame {
    /// The file, and the fingerprint by which it is known.
    pub(super) of: Option<(Arc<Path>, u64)>,
    pub(super) read: LastRead,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct HomeView {
    pub day_part: DayPart,
    /// The game to continue: the unfinished one played last.
    pub resume: Option<Resume>,
    /// What was deleted last and can be restored at once, in words.
    pub deleted: Option<Text>,
    pub rematch: Option<Rematch>,
    /// The last game that is over, if a round counts.
    pub last: Option<Entry>,
    pub last_read: LastRead,
    /// The games that are over or do not count, latest first.
    pub recent: Vec<Entry>,
    /// The tournaments of the folder that are not over, or were played today.
    pub tournaments: Vec<TournamentOffer>,
    pub example: bool,
    pub reading: bool,
}

pub(super) fn view(index: &Index, faces: Faces, now: DateTime<FixedOffset>) -> HomeView {
    let running = running(index);
    let over = last(index);
    // A tournament draws new seats.
    let again = over_games(index).find(|game| game.record.tournament().is_none());
    HomeView {
        day_part: DayPart::of(now.hour()),
        resume: running.first().map(|entry| resume(entry, faces, now)),
        recent: recent(index, faces),
        example: index.all().any(|entry| entry.record.is_example()),
        tournaments: Vec::new(),
        deleted: None,
        last_read: LastRead::default(),
        last: over.filter(|over| over.record.rounds() > 0).map(|over| entry(index, over, faces)),
        rematch: again.map(|entry| Rematch {
            path: entry.path.to_path_buf(),
            players: entry.record.people.len(),
            game: entry.record.game(),
            faces: faces.of(entry.record.people.players_at_end()),
            dealer: name(&entry.record, entry.record.next_starter()),
        }),
        reading: index.reading,
    }
}

/// The game played last comes first.
pub(super) fn running(index: &Index) -> Vec<&Arc<Indexed>> {
    let mut running: Vec<_> = index.sessions().filter(|entry| entry.runs()).collect();
    running.sort_by_key(|entry| Reverse(entry.saved));
    running
}

pub(super) fn last(index: &Index) -> Option<&Arc<Indexed>> {
    over_games(index).next()
}

/// The games that are over and count, newest first.
fn over_games(index: &Index) -> impl Iterator<Item = &Arc<Indexed>> {
    index.sessions().filter(|entry| entry.record.status != Status::Running && entry.record.counts())
}

/// The games that are over or do not count, those of an evening together.
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
        let mut above = evening(&games);
        recent.extend(games.iter().map(|game| Entry { evening: above.take(), ..entry(index, game, faces) }));
    }
    recent
}

/// `games` are newest first.
pub(super) fn evening(games: &[&Arc<Indexed>]) -> Option<Evening> {
    let EveningTotals { day, name, games: count, winners, tallies, adds_up } = evening_totals(games)?;
    if games.len() == 1 {
        return Some(Evening { day, name: None, facts: Vec::new(), points: Vec::new() });
    }
    let points = tallies.iter().filter(|_| adds_up).map(|tally| (tally.player.name.clone(), tally.points)).collect();
    Some(Evening { day, name: Some(name), facts: once(count).chain(winners).collect(), points })
}

fn name(record: &Record, seat: Seat) -> String {
    record.people.player(seat).map(|player| player.name.clone()).unwrap_or_default()
}

/// Best first.
pub(super) fn scores(record: &Record, faces: Faces) -> Vec<Score> {
    let players: Vec<&Player> = record.people.players_at_end().collect();
    scores_of(&players, faces, record.people.standings())
}

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

pub(super) fn entry(index: &Index, entry: &Indexed, faces: Faces) -> Entry {
    let record = &entry.record;
    Entry {
        path: entry.path.to_path_buf(),
        day: record.started.date_naive(),
        scores: scores(record, faces),
        status: record.status,
        rounds: record.rounds(),
        planned: record.planned(),
        kind: record.kind(),
        copy: match index.original(entry) {
            None if record.is_example() => Copy::Example,
            None if !record.counts() => Copy::LeftOut,
            None => Copy::No,
            Some((_, true)) => Copy::Same,
            Some((_, false)) => Copy::Differs,
        },
        note: None,
        evening: None,
    }
}
