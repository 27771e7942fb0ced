//! An evening as people read it: its games, and what they come to, with names made safe.

use chrono::{DateTime, FixedOffset, NaiveDate};

use super::names::{SafeLanguage, plain};
use super::sheet::{Place, Who, people, when_and_where};
use super::words;
use crate::game::{Standing, Status};
use crate::session::{Face, Kind};
use crate::text;
use crate::text::Text;

/// The games of an evening, and what they come to.
#[derive(Clone, Debug)]
pub struct Evening {
    /// When it was, in words.
    pub name: Text,
    /// The day it belongs to, even past midnight.
    pub day: NaiveDate,
    /// The place; may be empty.
    pub place: String,
    /// How many games were played and who won most, in words.
    pub facts: Vec<Text>,
    /// Everyone, best first.
    pub players: Vec<EveningPlayer>,
    /// Whether points can be added up; otherwise victories count.
    pub adds_up: bool,
    /// The games, in the order in which they were played.
    pub games: Vec<EveningGame>,
}

/// Somebody who played in an evening.
#[derive(Clone, Debug)]
pub struct EveningPlayer {
    /// The name.
    pub name: String,
    /// The face.
    pub face: Face,
    /// The place among all.
    pub rank: usize,
    /// The number of games won.
    pub won: usize,
    /// The points of all games.
    pub points: i32,
}

/// A game of an evening.
#[derive(Clone, Debug)]
pub struct EveningGame {
    /// The time it was set up.
    pub started: DateTime<FixedOffset>,
    /// The edition of Wizard, or the other game.
    pub kind: Kind,
    /// Whether it is running, finished or ended early.
    pub status: Status,
    /// The number of rounds that count.
    pub rounds: usize,
    /// The number of rounds in the plan, if there is one.
    pub planned: Option<usize>,
    /// The standings, best first. A seat is a place among the evening's players.
    pub standings: Vec<Standing>,
}

/// An evening in a language.
pub(super) struct Summary {
    pub(super) language: SafeLanguage,
    /// When it was.
    pub(super) name: String,
    pub(super) day: NaiveDate,
    /// The place; may be empty.
    place: String,
    pub(super) facts: Vec<String>,
    players: Vec<Who>,
    /// What each of them has come to.
    results: Vec<Total>,
    pub(super) games: Vec<Game>,
}

/// What a player has come to in an evening.
struct Total {
    rank: usize,
    /// The points; empty if they do not add up.
    points: String,
    /// The victories, in words.
    won: String,
    ahead: bool,
}

/// A game of an evening in a language.
pub(super) struct Game {
    /// When it began, the edition and the rounds.
    pub(super) told: String,
    /// Everyone, best first.
    pub(super) scores: Vec<Score>,
}

/// A player's result in a game.
pub(super) struct Score {
    player: usize,
    /// The total; empty before the first round.
    pub(super) total: String,
    /// Whether nobody has a better one.
    pub(super) ahead: bool,
    /// Whether the player won the game.
    pub(super) won: bool,
}

impl Summary {
    pub(super) fn of(evening: &Evening, language: SafeLanguage) -> Summary {
        let names = evening.players.iter().map(|player| plain(&player.name)).collect();
        let looks = evening.players.iter().map(|player| (player.face.colour, player.face.sign));
        let scored = evening.adds_up && evening.games.iter().any(|game| game.rounds > 0);
        let result = |player: &EveningPlayer| Total {
            rank: player.rank,
            points: if evening.adds_up { language.number(player.points) } else { String::new() },
            won: language.say(&text!("{n} game won" | "{n} games won" % player.won)),
            ahead: player.rank == 1 && (scored || player.won > 0),
        };
        Summary {
            language,
            name: language.say(&evening.name),
            day: evening.day,
            place: if evening.place.is_empty() { String::new() } else { plain(&evening.place) },
            facts: evening.facts.iter().map(|fact| language.say(fact)).collect(),
            players: people(names, looks),
            results: evening.players.iter().map(result).collect(),
            games: evening.games.iter().map(|game| Game::of(game, language)).collect(),
        }
    }

    /// Date and place.
    pub(super) fn when_and_where(&self, date: fn(SafeLanguage, NaiveDate) -> String) -> String {
        when_and_where(Some(date(self.language, self.day)), &self.place)
    }

    /// What the evening comes to, best first.
    pub(super) fn standings(&self) -> Vec<Place<'_>> {
        let place = |(who, total): (_, &Total)| Place {
            rank: total.rank,
            who,
            result: total.points.clone(),
            told: total.won.clone(),
            ahead: total.ahead,
        };
        self.players.iter().zip(&self.results).map(place).collect()
    }

    /// The player with this result.
    pub(super) fn who(&self, score: &Score) -> Option<&Who> {
        self.players.get(score.player)
    }
}

impl Game {
    fn of(game: &EveningGame, language: SafeLanguage) -> Game {
        let told = text!(
            "time, edition, rounds" => "{time} · {edition} · {rounds}",
            time = game.started.format("%H:%M").to_string(),
            edition = game.kind.text(),
            rounds = words::progress(game.status, game.rounds, game.planned),
        );
        let score = |line: &Standing| Score {
            player: line.seat,
            total: if game.rounds > 0 { language.number(line.total) } else { String::new() },
            ahead: game.rounds > 0 && line.rank == 1,
            won: game.status == Status::Finished && line.rank == 1,
        };
        Game { told: language.say(&told), scores: game.standings.iter().map(score).collect() }
    }
}
