//! Remarkable facts of a finished game, for a line on its result.

use std::cmp::Reverse;

use chrono::{DateTime, Datelike, FixedOffset};

use super::{GAMES_ENOUGH, RECORD_ROUNDS, SessionCounts};
use crate::session::{Record, Status};

/// The fewest wins in a row that are mentioned.
const ROW: usize = 3;
/// The fewest earlier games without a win for which a first win is mentioned.
const WINLESS: usize = 2;

/// A remarkable fact, rarest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feat {
    Highest {
        /// Several if they are equal.
        names: Vec<String>,
        players: usize,
        /// This one included.
        games: usize,
    },
    Best {
        name: String,
        players: usize,
        /// This one included.
        games: usize,
    },
    Closest {
        year: i32,
    },
    InARow {
        name: String,
        wins: usize,
    },
    BestSince {
        name: String,
        since: DateTime<FixedOffset>,
        this_year: bool,
    },
    FirstWin {
        name: String,
        /// This one included.
        games: usize,
    },
}

/// The most remarkable fact of a game among others of its kind, given in any order. As in all figures, only finished
/// games count, except those excluded by the user, and a name is a person. Results are compared only between games with
/// as many players, and as many rounds if those are planned.
pub fn feat<'a>(game: &'a Record, records: impl IntoIterator<Item = &'a Record>) -> Option<Feat> {
    if game.status != Status::Finished || !game.counts() {
        return None;
    }
    let mut others = SessionCounts::default().ordered(records, game.game());
    others.retain(|other| other.id != game.id && other.status == Status::Finished);
    let names = game.people.names_at_end();
    let players = names.len();
    let mut careers: Vec<Career> = names.into_iter().map(|name| Career { name, games: Vec::new() }).collect();
    for other in &others {
        for line in other.people.standings() {
            let player = other.people.player(line.seat);
            let career = player.and_then(|player| careers.iter_mut().find(|career| career.name == player.name));
            if let Some(career) = career {
                career.games.push(Played { record: other, total: line.total, won: line.rank == 1 });
            }
        }
    }
    let seats = || game.people.standings().filter_map(|line| Some((careers.get(line.seat)?, line.total)));
    let winners = || game.winners().filter_map(|seat| careers.get(seat));
    let bests: Vec<(&Career, Best)> =
        seats().filter_map(|(career, total)| Some((career, career.best(game, total)?))).collect();
    let best = || {
        let mut ever = bests.iter().filter_map(|(career, best)| Some((career, best.games?)));
        ever.next().map(|(career, games)| Feat::Best { name: career.name.clone(), players, games })
    };
    let since = || {
        let mut since = bests.iter().filter_map(|(career, best)| Some((career, best.since?)));
        since.next().map(|(career, since)| Feat::BestSince {
            name: career.name.clone(),
            since,
            this_year: since.year() == game.started.year(),
        })
    };
    let in_a_row = || {
        let rows = winners().map(|career| (career, 1 + career.won_last(game)));
        let (career, wins) = rows.min_by_key(|&(_, wins)| Reverse(wins))?;
        (wins >= ROW).then(|| Feat::InARow { name: career.name.clone(), wins })
    };
    let first_win = || {
        let mut first = winners().filter_map(|career| Some((career, career.winless(game)?)));
        first.next().map(|(career, games)| Feat::FirstWin { name: career.name.clone(), games: games + 1 })
    };
    highest(game, &others)
        .or_else(best)
        .or_else(|| closest(game, &others))
        .or_else(in_a_row)
        .or_else(since)
        .or_else(first_win)
}

struct Played<'a> {
    record: &'a Record,
    total: i32,
    won: bool,
}

/// In order of start.
struct Career<'a> {
    name: String,
    games: Vec<Played<'a>>,
}

#[derive(Default)]
struct Best {
    /// The number of games compared, if it is the best of all.
    games: Option<usize>,
    since: Option<DateTime<FixedOffset>>,
}

impl Career<'_> {
    /// Latest first.
    fn earlier(&self, game: &Record) -> impl Iterator<Item = &Played<'_>> {
        let at = self.games.partition_point(|played| order(played.record) < order(game));
        self.games.iter().take(at).rev()
    }

    /// How this total is the player's best in comparable games, if it is.
    fn best(&self, game: &Record, total: i32) -> Option<Best> {
        let alike = |played: &&Played| is_alike(game, played.record);
        let beaten = |played: &Played| played.total < total;
        let later = self.games.len() - self.earlier(game).count();
        let others = self.games.iter().filter(alike).count();
        // A game played since may have been better.
        if !is_long(game) || !self.games.iter().rev().take(later).filter(alike).all(beaten) {
            return None;
        }
        let worse = self.earlier(game).filter(alike).take_while(|played| beaten(played)).count();
        if worse < GAMES_ENOUGH as usize {
            return None;
        }
        Some(match self.earlier(game).filter(alike).nth(worse) {
            None => Best { games: Some(others + 1), since: None },
            Some(as_good) => {
                let month = |at: DateTime<FixedOffset>| (at.year(), at.month());
                let since = as_good.record.started;
                Best { games: None, since: Some(since).filter(|&since| month(since) != month(game.started)) }
            }
        })
    }

    fn won_last(&self, game: &Record) -> usize {
        self.earlier(game).take_while(|played| played.won).count()
    }

    fn winless(&self, game: &Record) -> Option<usize> {
        let games = self.earlier(game).count();
        (games >= WINLESS && !self.earlier(game).any(|played| played.won)).then_some(games)
    }
}

fn order(record: &Record) -> impl Ord + use<> {
    (record.started, record.id)
}

fn is_long(game: &Record) -> bool {
    game.planned().is_none() || game.rounds() >= RECORD_ROUNDS
}

fn is_alike(one: &Record, other: &Record) -> bool {
    one.people.len() == other.people.len() && one.planned() == other.planned()
}

fn top(game: &Record) -> Option<i32> {
    game.people.standings().map(|line| line.total).max()
}

fn highest(game: &Record, others: &[&Record]) -> Option<Feat> {
    let alike = || others.iter().filter(|other| is_alike(game, other));
    let (total, games) = (top(game)?, alike().count());
    if !is_long(game) || games < GAMES_ENOUGH as usize || alike().any(|other| top(other) >= Some(total)) {
        return None;
    }
    let first = game.people.standings().filter(|line| line.total == total);
    let names = first.filter_map(|line| Some(game.people.player(line.seat)?.name.clone())).collect();
    Some(Feat::Highest { names, players: game.people.len(), games: games + 1 })
}

fn lead(game: &Record) -> Option<i32> {
    let mut lines = game.people.standings();
    let (first, second) = (lines.next()?, lines.next()?);
    (is_long(game) && second.rank > 1).then(|| first.total - second.total)
}

fn closest(game: &Record, others: &[&Record]) -> Option<Feat> {
    let year = game.started.year();
    let own = lead(game)?;
    let leads: Vec<i32> =
        others.iter().filter(|other| other.started.year() == year).filter_map(|other| lead(other)).collect();
    (leads.len() >= GAMES_ENOUGH as usize && leads.iter().all(|&lead| own < lead)).then_some(Feat::Closest { year })
}
