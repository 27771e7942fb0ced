//! Evenings: the games of one night at one place, among mostly the same people. Nothing is stored of them.

use std::path::Path;
use std::sync::Arc;

use chrono::{NaiveDate, TimeDelta, Timelike};

use super::face::Faces;
use super::index::{Index, Indexed};
use crate::export::{Evening, EveningGame, EveningPlayer};
use crate::game::Standing;
use crate::language::weekday;
use crate::session::{Face, Player, Status};
use crate::text;
use crate::text::Text;

/// The hour at which a day ends: a game past midnight belongs to the evening before.
const NIGHT_ENDS: i64 = 5;

/// The part of the day, for the greeting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DayPart {
    /// From five o'clock.
    Morning,
    /// From noon.
    Afternoon,
    /// From six in the evening until five in the morning.
    #[default]
    Evening,
}

impl DayPart {
    pub(super) fn of(hour: u32) -> DayPart {
        match hour {
            5..=11 => DayPart::Morning,
            12..=17 => DayPart::Afternoon,
            _ => DayPart::Evening,
        }
    }
}

/// The victories and points of somebody in an evening.
#[derive(Debug)]
pub(super) struct Tally<'a> {
    pub(super) player: &'a Player,
    pub(super) rank: usize,
    pub(super) won: usize,
    /// All totals together, for an evening that adds up.
    pub(super) points: i32,
}

/// What an evening comes to.
#[derive(Debug)]
pub(super) struct Sum<'a> {
    /// The day it belongs to, even past midnight.
    pub(super) day: NaiveDate,
    /// When it was, in words.
    pub(super) name: Text,
    /// The number of games, in words.
    pub(super) games: Text,
    /// Who won most of them, in words; `None` before one is finished.
    pub(super) winners: Option<Text>,
    /// Everyone, best first.
    pub(super) tallies: Vec<Tally<'a>>,
    /// Whether totals can be added up, so that points rank people; otherwise victories do.
    pub(super) adds_up: bool,
}

/// The evening of the game in this file, to be shared.
pub(super) fn to_share(file: &Path, index: &Index, faces: Faces) -> Option<Evening> {
    let of = day(index.get(file)?);
    let evenings = evenings(index.sessions().filter(|game| day(game) == of && !game.runs()));
    let games = evenings.into_iter().find(|games| games.iter().any(|game| *game.path == *file))?;
    let Sum { day, name, games: count, winners, tallies, adds_up } = sum(&games)?;
    let example = games.iter().any(|game| game.record.is_example()).then(|| text!("Example"));
    let place = games.iter().map(|game| game.written_place()).find(|place| !place.is_empty()).unwrap_or_default();
    let player = |(tally, face): (&Tally, Face)| EveningPlayer {
        name: tally.player.name.clone(),
        face,
        rank: tally.rank,
        won: tally.won,
        points: tally.points,
    };
    let faces = faces_of(&games, &tallies, faces);
    let game = |game: &&Arc<Indexed>| {
        let record = &game.record;
        let line = |line: Standing| {
            let player = record.people.player(line.seat)?;
            let seat = tallies.iter().position(|tally| is_same(tally.player, player))?;
            Some(Standing { seat, ..line })
        };
        EveningGame {
            started: record.started,
            kind: record.kind(),
            status: record.status,
            rounds: record.rounds(),
            planned: record.planned(),
            standings: record.people.standings().filter_map(line).collect(),
        }
    };
    Some(Evening {
        name,
        day,
        place: place.to_owned(),
        facts: example.into_iter().chain([count]).chain(winners).collect(),
        players: tallies.iter().zip(faces).map(player).collect(),
        adds_up,
        games: games.iter().rev().map(game).collect(),
    })
}

/// The day that a game belongs to.
pub(super) fn day(game: &Indexed) -> NaiveDate {
    let started = game.record.started;
    started.checked_sub_signed(TimeDelta::hours(NIGHT_ENDS)).unwrap_or(started).date_naive()
}

/// Groups games, given newest first, by evening. The evenings and the games of each are newest first, too.
pub(super) fn evenings<'a>(games: impl IntoIterator<Item = &'a Arc<Indexed>>) -> Vec<Vec<&'a Arc<Indexed>>> {
    let mut evenings: Vec<Vec<&Arc<Indexed>>> = Vec::new();
    for game in games {
        let of_its_day =
            |evening: &&mut Vec<&Arc<Indexed>>| evening.first().is_some_and(|other| day(other) == day(game));
        let mut today = evenings.iter_mut().rev().take_while(of_its_day);
        match today.find(|evening| evening.iter().any(|other| belong_together(other, game))) {
            Some(evening) => evening.push(game),
            None => evenings.push(vec![game]),
        }
    }
    evenings
}

/// Whether two games of one day were played at one place by mostly the same people: half of the larger table or more.
fn belong_together(one: &Indexed, other: &Indexed) -> bool {
    // A trial copy was played by nobody, and the example only by its own people.
    let is_trial = |game: &Indexed| game.record.copy_of().is_some() && !game.record.is_example();
    if is_trial(one) || is_trial(other) || one.record.is_example() != other.record.is_example() {
        return false;
    }
    // What was ended before its first round is no game that anybody counts.
    if one.record.rounds() == 0 || other.record.rounds() == 0 {
        return false;
    }
    let (here, there) = (one.place(), other.place());
    let (people, others) = (one.record.people.players_at_end(), other.record.people.players_at_end());
    let most = people.len().max(others.len());
    let shared = people.filter(|player| others.clone().any(|other| is_same(player, other))).count();
    (here == there || here.is_empty() || there.is_empty()) && 2 * shared >= most
}

/// Whether two players are one person; in files written by hand only the name tells.
fn is_same(one: &Player, other: &Player) -> bool {
    one.id == other.id || one.name == other.name
}

/// Adds up the games of an evening, newest first.
pub(super) fn sum<'a>(games: &[&'a Arc<Indexed>]) -> Option<Sum<'a>> {
    let first = games.last()?;
    let day = day(first);
    let weekday = weekday(day);
    let name = match DayPart::of(first.record.started.hour()) {
        DayPart::Morning => text!("{weekday} morning", weekday = weekday),
        DayPart::Afternoon => text!("{weekday} afternoon", weekday = weekday),
        DayPart::Evening => text!("{weekday} evening", weekday = weekday),
    };
    // The spaces of The Last Wizard cannot be added to points, and a sum of some of the games would mislead.
    let adds_up = games.iter().all(|game| game.record.wizard().is_some());
    let mut tallies = tallies(games);
    let result = |tally: &Tally| if adds_up { tally.points } else { i32::try_from(tally.won).unwrap_or(i32::MAX) };
    let results: Vec<i32> = tallies.iter().map(result).collect();
    for (tally, result) in tallies.iter_mut().zip(&results) {
        tally.rank = 1 + results.iter().filter(|other| *other > result).count();
    }
    tallies.sort_by_key(|tally| tally.rank);
    let games = text!("{n} game" | "{n} games" % games.len());
    Some(Sum { day, name, games, winners: winners(&tallies), tallies, adds_up })
}

/// Everyone's face in an evening: as at the table of its newest game, where no two have one colour.
pub(super) fn faces_of(games: &[&Arc<Indexed>], tallies: &[Tally], faces: Faces) -> Vec<Face> {
    let newest: Vec<&Player> =
        games.first().map(|game| game.record.people.players_at_end().collect()).unwrap_or_default();
    let seat = |at: &usize| newest.iter().position(|player| is_same(player, tallies[*at].player)).unwrap_or(usize::MAX);
    let mut seated: Vec<usize> = (0..tallies.len()).collect();
    seated.sort_by_key(seat);
    let there = faces.of_all(seated.iter().map(|at| tallies[*at].player));
    let mut all = vec![Face::default(); tallies.len()];
    for (at, face) in seated.into_iter().zip(there) {
        all[at] = face;
    }
    all
}

/// The victories and points of everyone in an evening, not yet ranked.
fn tallies<'a>(games: &[&'a Arc<Indexed>]) -> Vec<Tally<'a>> {
    let mut tallies: Vec<Tally> = Vec::new();
    for record in games.iter().map(|game| &game.record).filter(|record| record.status != Status::Running) {
        for line in record.people.standings() {
            let Some(player) = record.people.player(line.seat) else { continue };
            let at = tallies.iter().position(|tally| is_same(tally.player, player)).unwrap_or_else(|| {
                tallies.push(Tally { player, rank: 1, won: 0, points: 0 });
                tallies.len() - 1
            });
            tallies[at].points = tallies[at].points.saturating_add(line.total);
            tallies[at].won += usize::from(record.status == Status::Finished && line.rank == 1);
        }
    }
    tallies
}

/// Who won most games, in words.
fn winners(tallies: &[Tally]) -> Option<Text> {
    let won = tallies.iter().map(|tally| tally.won).max().filter(|&won| won > 0)?;
    let names: Vec<String> =
        tallies.iter().filter(|tally| tally.won == won).map(|tally| tally.player.name.clone()).collect();
    Some(match &names[..] {
        [name] => text!("{name} won {n} game" | "{name} won {n} games" % won, name = name),
        _ => text!("{names} won {n} game each" | "{names} won {n} games each" % won, names = names.clone()),
    })
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use uuid::Uuid;

    use super::*;
    use crate::archive::{Entry, Settings};
    use crate::last_wizard;
    use crate::session::{EXAMPLE, Session};
    use crate::wizard::{Command, RuleSet};

    fn player(name: &str) -> Player {
        Player::new(name, Uuid::new_v5(&Uuid::NAMESPACE_OID, name.as_bytes()))
    }

    /// A game of one card, which the first player wins with 30 points, the others having 20.
    fn won(id: u128, started: &str, names: &[&str]) -> Session {
        let players = names.iter().map(|name| player(name)).collect();
        let started = DateTime::parse_from_rfc3339(started).unwrap();
        let rules = RuleSet { plus_minus_one: false, hands: Some(vec![1]), ..RuleSet::default() };
        let mut game = Session::new(Uuid::from_u128(id), started, players, 0, rules).unwrap();
        let first = |seat: usize| Some(u8::from(seat == 0));
        for seat in (1..names.len()).chain([0]) {
            game = game.apply(Command::Bid(seat, first(seat))).unwrap();
        }
        game = game.apply(Command::Advance).unwrap();
        for seat in 0..names.len() {
            game = game.apply(Command::Tricks(seat, first(seat))).unwrap();
        }
        game.apply(Command::Score(Some(started))).unwrap()
    }

    /// The ids of the games of each evening.
    fn grouped(games: &[Session]) -> Vec<Vec<u128>> {
        let index = index_of(games);
        evenings(index.sessions())
            .iter()
            .map(|games| games.iter().map(|game| game.record.id.as_u128()).collect())
            .collect()
    }

    fn index_of(games: &[Session]) -> Index {
        let mut index = Index::default();
        for game in games {
            index.learn(Entry::of(game, format!("{}.json", game.id()).into(), game.started()));
        }
        index
    }

    #[test]
    fn people_have_the_faces_of_the_newest_game() {
        let games = [
            won(1, "2026-03-07T20:00:00+01:00", &["Anna", "Ben", "Cleo"]),
            won(2, "2026-03-07T21:00:00+01:00", &["Anna", "Ben", "Cleo"]),
            won(3, "2026-03-07T22:00:00+01:00", &["Cleo", "Dora", "Anna"]),
        ];
        let (index, settings) = (index_of(&games), Settings::default());
        let faces = Faces { index: &index, settings: &settings };
        let evening = evenings(index.sessions()).remove(0);
        let tallies = sum(&evening).unwrap().tallies;
        let names: Vec<&str> = tallies.iter().map(|tally| tally.player.name.as_str()).collect();
        assert_eq!(names, ["Anna", "Cleo", "Ben", "Dora"]);
        let all = faces_of(&evening, &tallies, faces);
        let [cleo, dora, anna] = <[Face; 3]>::try_from(faces.of(games[2].people().players_at_end())).unwrap();
        assert_eq!([&all[0], &all[1], &all[3]], [&anna, &cleo, &dora]);
        assert!([anna, cleo, dora].iter().all(|face| face.colour != all[2].colour), "{:?}", all[2]);
    }

    #[test]
    fn a_game_past_midnight_belongs_to_the_evening_before() {
        let us = ["Anna", "Ben", "Cleo"];
        let games = [
            won(1, "2026-03-07T21:00:00+01:00", &us),
            won(2, "2026-03-08T00:40:00+01:00", &us),
            won(3, "2026-03-08T04:59:00+01:00", &us),
            won(4, "2026-03-08T05:00:00+01:00", &us),
        ];
        assert_eq!(grouped(&games), [vec![4], vec![3, 2, 1]]);
    }

    #[test]
    fn an_evening_is_of_mostly_the_same_people_at_one_place() {
        let at = |hour: usize| format!("2026-03-07T{hour}:00:00+01:00");
        let base = won(1, &at(18), &["Anna", "Ben", "Cleo", "Dora"]);
        let half = won(2, &at(19), &["Anna", "Ben", "Émilie", "Finn"]);
        let other_table = won(3, &at(20), &["Gus", "Hans", "Ida"]);
        let fewer = won(4, &at(21), &["Gus", "Anna", "Finn", "Kim", "Lea"]);
        assert_eq!(grouped(&[base.clone(), half.clone(), other_table, fewer]), [vec![4], vec![3], vec![2, 1]]);
        let there = |game: &Session, place: &str| game.noted(place, "at the window").unwrap();
        assert_eq!(grouped(&[there(&base, "Kitchen"), there(&half, "Café")]), [vec![2], vec![1]]);
        assert_eq!(grouped(&[there(&base, "Kitchen"), there(&half, "kitchen")]), [vec![2, 1]]);
        assert_eq!(grouped(&[there(&base, "Kitchen"), half.clone()]), [vec![2, 1]], "no place says nothing");
        assert_eq!(grouped(&[base.clone(), base.duplicate(Uuid::from_u128(5))]), [vec![1], vec![5]], "a trial copy");
        assert_eq!(grouped(&[base.clone(), half.as_copy_of(Some(EXAMPLE))]), [vec![2], vec![1]], "the example");
        let started = DateTime::parse_from_rfc3339(&at(20)).unwrap();
        let players = ["Anna", "Ben", "Cleo"].map(player).to_vec();
        let unplayed = Session::new(Uuid::from_u128(6), started, players, 0, RuleSet::default()).unwrap();
        let unplayed = unplayed.apply(Command::EndEarly(started)).unwrap();
        assert_eq!(grouped(&[base, unplayed]), [vec![6], vec![1]], "no round was played");
    }

    #[test]
    fn an_evening_adds_up_points_and_victories() {
        let games = [
            won(1, "2026-03-07T18:00:00+01:00", &["Anna", "Ben", "Cleo"]),
            won(2, "2026-03-07T19:00:00+01:00", &["Anna", "Ben", "Dora"]),
            won(3, "2026-03-07T20:00:00+01:00", &["Ben", "Anna", "Cleo"]),
        ];
        let index = index_of(&games);
        let sum = sum(&evenings(index.sessions()).remove(0)).unwrap();
        let told: Vec<_> =
            sum.tallies.iter().map(|tally| (tally.rank, &*tally.player.name, tally.points, tally.won)).collect();
        assert_eq!(told, [(1, "Anna", 80, 2), (2, "Ben", 70, 1), (3, "Cleo", 40, 0), (4, "Dora", 20, 0)]);
        assert!(sum.adds_up);
    }

    #[test]
    fn an_evening_is_shared_although_a_tablet_has_another_time_zone() {
        let us = ["Anna", "Ben", "Cleo"];
        // The second tablet is at another day by its own clock, between the games of the first.
        let games = [
            won(1, "2026-03-07T21:30:00-08:00", &us),
            won(2, "2026-03-08T06:00:00+00:00", &["Dora", "Finn", "Gus"]),
            won(3, "2026-03-07T22:30:00-08:00", &us),
        ];
        let (index, settings) = (index_of(&games), Settings::default());
        let faces = Faces { index: &index, settings: &settings };
        let file = format!("{}.json", Uuid::from_u128(1));
        let evening = to_share(Path::new(&file), &index, faces).unwrap();
        assert_eq!(evening.games.len(), 2);
    }

    #[test]
    fn an_evening_with_the_last_wizard_ranks_by_victories() {
        let mut index = index_of(&[won(1, "2026-03-07T18:00:00+01:00", &["Anna", "Ben", "Cleo"])]);
        let started = DateTime::parse_from_rfc3339("2026-03-07T19:00:00+01:00").unwrap();
        let players = ["Ben", "Cleo", "Dora"].map(player).to_vec();
        let game = last_wizard::Game::new(3, 0, last_wizard::RuleSet::default(), None).unwrap();
        let game = Session::begin(Uuid::from_u128(2), started, players, game).unwrap();
        let fold = |seat| last_wizard::Command::Bet(seat, last_wizard::Bet::First, last_wizard::Choice::Fold);
        let end = [last_wizard::Command::Score(Some(started)), last_wizard::Command::EndEarly(started)];
        let game = (0..2).map(fold).chain(end).fold(game, |game, step| game.apply(step).unwrap());
        index.learn(Entry::of(&game, "2.json".into(), started));
        let evening = evenings(index.sessions()).remove(0);
        assert_eq!(evening.len(), 2);
        let sum = sum(&evening).unwrap();
        assert!(!sum.adds_up, "spaces are no points");
        let told: Vec<_> = sum.tallies.iter().map(|tally| (tally.rank, &*tally.player.name, tally.won)).collect();
        assert_eq!(told, [(1, "Anna", 1), (2, "Ben", 0), (2, "Cleo", 0), (2, "Dora", 0)]);
    }
}
