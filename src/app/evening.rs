//! Evenings: the games of one night at one place, among mostly the same people. They are computed, never stored.

use std::path::Path;
use std::sync::Arc;

use chrono::{NaiveDate, TimeDelta, Timelike};

use super::face::Faces;
use super::index::{Index, Indexed};
use crate::export::progress;
use crate::game::Standing;
use crate::language::{self, weekday};
use crate::session::{Face, Player, Record, Status};
use crate::table::{Cell, Column, Row, Table, Tone};
use crate::text;
use crate::text::{Text, Value};

/// The hour at which a day ends: a game past midnight belongs to the evening before.
const NIGHT_ENDS: i64 = 5;

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

#[derive(Debug)]
pub(super) struct Tally<'a> {
    pub(super) player: &'a Player,
    pub(super) rank: usize,
    pub(super) won: usize,
    /// All totals together, for an evening that adds up.
    pub(super) points: i32,
}

#[derive(Debug)]
pub(super) struct EveningTotals<'a> {
    pub(super) day: NaiveDate,
    pub(super) name: Text,
    pub(super) games: Text,
    /// The players who won most games, in words; `None` before one is finished.
    pub(super) winners: Option<Text>,
    /// Best first.
    pub(super) tallies: Vec<Tally<'a>>,
    /// Whether totals can be added up, so that points rank people; otherwise victories do.
    pub(super) adds_up: bool,
}

/// The evening of this file's game, and the day it belongs to.
pub(super) fn to_share(file: &Path, index: &Index, faces: Faces) -> Option<(Table, NaiveDate)> {
    let shared = index.get(file)?;
    let shared_day = day(shared);
    let that_day = index.about(shared.record.started.to_utc());
    let evenings = evenings(that_day.filter(|game| day(game) == shared_day && !game.runs()));
    let games = evenings.into_iter().find(|games| games.iter().any(|game| *game.path == *file))?;
    let EveningTotals { day, name, games: count, winners, tallies, adds_up } = evening_totals(&games)?;
    let example = games.iter().any(|game| game.record.is_example()).then(|| text!("Example"));
    let place = games.iter().map(|game| game.written_place()).find(|place| !place.is_empty()).map(Text::foreign);
    let is_scored = adds_up && games.iter().any(|game| game.record.rounds() > 0);
    let row = |(tally, face): (&Tally, Face)| Row {
        face: Some(face),
        tone: if tally.rank == 1 && (is_scored || tally.won > 0) { Tone::Ahead } else { Tone::Plain },
        ..Row::of(vec![
            Cell::count(tally.rank),
            Cell::Name(tally.player.name.clone()),
            if adds_up { Cell::Number(tally.points.into()) } else { Cell::None },
            Cell::count(tally.won),
        ])
    };
    let table = Table {
        facts: [language::day(day)].into_iter().chain(place).chain(example).chain([count]).chain(winners).collect(),
        columns: vec![
            Column::new("rank", text!("of a ranking" => "Rank")),
            Column::new("player", text!("Player")).left(),
            Column::new("points", text!("Points")).decides(true),
            Column::new("won", text!("Won")).decides(!adds_up),
        ],
        rows: tallies.iter().zip(faces_of(&games, &tallies, faces)).map(row).collect(),
        notes: games.iter().rev().map(|game| results(&game.record)).collect(),
        ..Table::new(name, text!("No finished games yet."))
    };
    Some((table, day))
}

/// The game's start, edition, length and totals.
fn results(record: &Record) -> Text {
    let scored = |line: Standing| -> Option<Value> {
        let name = &record.people.player(line.seat)?.name;
        Some(match record.rounds() {
            0 => name.into(),
            _ => text!("a name, its points" => "{name} {points}", name = name, points = line.total).into(),
        })
    };
    text!(
        "a game, everyone’s points" => "{time} · {edition} · {length}: {results}",
        time = record.started.format("%H:%M").to_string(),
        edition = record.kind().text(),
        length = progress(record.status, record.rounds(), record.planned()),
        results = record.people.standings().filter_map(scored).collect::<Vec<Value>>(),
    )
}

pub(super) fn day(game: &Indexed) -> NaiveDate {
    let started = game.record.started;
    started.checked_sub_signed(TimeDelta::hours(NIGHT_ENDS)).unwrap_or(started).date_naive()
}

/// Both newest first, as `games` are.
pub(super) fn evenings<'a>(games: impl IntoIterator<Item = &'a Arc<Indexed>>) -> Vec<Vec<&'a Arc<Indexed>>> {
    let mut evenings: Vec<Vec<&Arc<Indexed>>> = Vec::new();
    for game in games {
        let of_its_day =
            |evening: &&mut Vec<&Arc<Indexed>>| evening.first().is_some_and(|other| day(other) == day(game));
        let mut today = evenings.iter_mut().rev().take_while(of_its_day);
        // A game without a place joins one evening, and does not link two places.
        let is_here = |evening: &&mut Vec<&Arc<Indexed>>| {
            evening.iter().all(|other| share_place(other, game))
                && evening.iter().any(|other| belong_together(other, game))
        };
        match today.find(is_here) {
            Some(evening) => evening.push(game),
            None => evenings.push(vec![game]),
        }
    }
    evenings
}

fn share_place(one: &Indexed, other: &Indexed) -> bool {
    let (here, there) = (one.place(), other.place());
    here == there || here.is_empty() || there.is_empty()
}

/// Whether at least half of the larger table is the same.
fn belong_together(one: &Indexed, other: &Indexed) -> bool {
    // A game that does not count is in no evening; the example only in its own.
    let is_left_out = |game: &Indexed| !game.record.counts() && !game.record.is_example();
    if is_left_out(one) || is_left_out(other) || one.record.is_example() != other.record.is_example() {
        return false;
    }
    // A game ended before its first round does not count.
    if one.record.rounds() == 0 || other.record.rounds() == 0 {
        return false;
    }
    let (people, others) = (one.record.people.players_at_end(), other.record.people.players_at_end());
    let most = people.len().max(others.len());
    let shared = people.filter(|player| others.clone().any(|other| is_same(player, other))).count();
    2 * shared >= most
}

/// Files written by hand have only the name.
fn is_same(one: &Player, other: &Player) -> bool {
    one.id == other.id || one.name == other.name
}

/// `games` are newest first.
pub(super) fn evening_totals<'a>(games: &[&'a Arc<Indexed>]) -> Option<EveningTotals<'a>> {
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
    Some(EveningTotals { day, name, games, winners: winners(&tallies), tallies, adds_up })
}

/// As at the table of the newest game, where no two have one colour.
pub(super) fn faces_of(games: &[&Arc<Indexed>], tallies: &[Tally], faces: Faces) -> Vec<Face> {
    let newest: Vec<&Player> =
        games.first().map(|game| game.record.people.players_at_end().collect()).unwrap_or_default();
    let seat = |at: &usize| newest.iter().position(|player| is_same(player, tallies[*at].player)).unwrap_or(usize::MAX);
    let mut seated: Vec<usize> = (0..tallies.len()).collect();
    seated.sort_by_key(seat);
    let seat_faces = faces.of_all(seated.iter().map(|at| tallies[*at].player));
    let mut all = vec![Face::default(); tallies.len()];
    for (at, face) in seated.into_iter().zip(seat_faces) {
        all[at] = face;
    }
    all
}

/// Unranked.
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
    use crate::export::{Format, export_table};
    use crate::language::Language;
    use crate::last_wizard;
    use crate::session::{Counted, EXAMPLE, Session};
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
        let tallies = evening_totals(&evening).unwrap().tallies;
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
        let noted = |game: &Session, place: &str| game.noted(place, "at the window").unwrap();
        assert_eq!(grouped(&[noted(&base, "Kitchen"), noted(&half, "Café")]), [vec![2], vec![1]]);
        assert_eq!(grouped(&[noted(&base, "Kitchen"), noted(&half, "kitchen")]), [vec![2, 1]]);
        assert_eq!(grouped(&[noted(&base, "Kitchen"), half.clone()]), [vec![2, 1]], "an empty place does not count");
        let between = [noted(&base, "Pub"), noted(&half, "Home"), won(3, &at(22), &["Anna", "Ben", "Cleo", "Dora"])];
        assert_eq!(grouped(&between), [vec![3, 2], vec![1]], "nor does it make one place of two");
        assert_eq!(grouped(&[base.clone(), half.as_counted(Counted::No)]), [vec![2], vec![1]], "a test");
        assert_eq!(
            grouped(&[base.clone(), half.as_counted(Counted::CopyOf(EXAMPLE))]),
            [vec![2], vec![1]],
            "the example"
        );
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
        let totals = evening_totals(&evenings(index.sessions()).remove(0)).unwrap();
        let tallies: Vec<_> =
            totals.tallies.iter().map(|tally| (tally.rank, &*tally.player.name, tally.points, tally.won)).collect();
        assert_eq!(tallies, [(1, "Anna", 80, 2), (2, "Ben", 70, 1), (3, "Cleo", 40, 0), (4, "Dora", 20, 0)]);
        assert!(totals.adds_up);
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
        let (evening, day) = to_share(Path::new(&file), &index, faces).unwrap();
        let text = String::from_utf8(export_table(&evening, Format::Text, Language::ENGLISH).unwrap()).unwrap();
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[0], ["Saturday", "evening"]);
        assert_eq!(lines[1].join(" "), "7 Mar 2026 · 2 games · Anna won 2 games");
        assert_eq!(lines[3..5], [vec!["Rank", "Player", "Points", "Won"], vec!["1", "Anna", "60", "2"]]);
        assert_eq!(lines[7].join(" "), "21:30 · Classic · 1 round: Anna 30, Ben 20 and Cleo 20");
        assert_eq!((lines.len(), day.to_string()), (9, "2026-03-07".to_owned()));
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
        let totals = evening_totals(&evening).unwrap();
        assert!(!totals.adds_up, "spaces are no points");
        let tallies: Vec<_> = totals.tallies.iter().map(|tally| (tally.rank, &*tally.player.name, tally.won)).collect();
        assert_eq!(tallies, [(1, "Anna", 1), (2, "Ben", 0), (2, "Cleo", 0), (2, "Dora", 0)]);
        let settings = Settings::default();
        let faces = Faces { index: &index, settings: &settings };
        let (table, _) = to_share(Path::new("2.json"), &index, faces).unwrap();
        let columns: Vec<&str> = table.shown(0).map(|(_, column, _)| column.key).collect();
        assert_eq!(columns, ["rank", "player", "won"], "spaces are no points");
        let notes: Vec<String> = table.notes.iter().map(Text::to_string).collect();
        assert_eq!(notes[1], "19:00 · The Last Wizard · Ended early, 1 round: Ben 16, Cleo 16, Dora 15");
    }
}
