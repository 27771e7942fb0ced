//! Statistics: small archives counted by hand, and random ones counted again naively.

mod league;
mod tables;

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, FixedOffset};
use proptest::prelude::*;
use tablet_of_truth::session::{Counted, OfGame, Player, Record, Session, Status};
use tablet_of_truth::statistics::{
    self, Figure, HeadToHead, PlayerFigures, Rating, Results, Sample, Statistics, TableRecord,
};
use tablet_of_truth::wizard::{
    Bidding, Edition, OpenRound, Phase, Round, RuleSet, Score, ScoredRound, SpecialCard, Table, TieBreak,
};
use uuid::Uuid;

use crate::common::sheet::{Entry, Line, Sheet as Paper};
use crate::common::thorough::{many, runner};
use crate::common::{at, cloud, hands, people, random_round, round, scored, taken_over, with_id};

/// A session `day` days on, each round taking `minutes`; with `over`, ended early if rounds are left.
fn session(
    id: u128,
    day: i64,
    names: &[&str],
    rules: RuleSet,
    rounds: Vec<Round>,
    over: bool,
    minutes: i64,
) -> Session {
    let started = at(0) + Duration::days(day);
    let session = Session::new(Uuid::from_u128(id), started, people(names), 0, rules).unwrap();
    let time = |round: usize| started + Duration::minutes(minutes * round as i64);
    let played = rounds.len();
    let game = session.game();
    let scored = |(number, facts): (usize, Round)| {
        let facts = game.check_round(number, &facts).unwrap();
        ScoredRound { facts, finished: Some(time(number)) }
    };
    let scored: Vec<ScoredRound> = (1..).zip(rounds).map(scored).collect();
    let open = (played < game.plan().rounds()).then(|| OpenRound {
        facts: Round::empty(names.len(), game.given_trump(played + 1)),
        phase: Phase::first(game.rules().bidding),
    });
    let ended_early = (open.is_some() && over).then(|| time(played));
    session.with_facts(Table { scored, open, penalties: Vec::new(), ended_early }, Vec::new(), 0).unwrap()
}

// --- An archive counted by hand -------------------------------------------------------------------------------------

/// A finished game with totals 100, 90, 20.
fn first() -> Session {
    let rounds = vec![
        round(&[0, 1, 1], &[0, 0, 1]),
        round(&[2, 0, 1], &[2, 0, 0]),
        round(&[0, 0, 0], &[0, 0, 1]),
        round(&[1, 1, 1], &[1, 1, 0]),
        round(&[1, 1, 0], &[0, 1, 0]),
    ];
    session(1, 0, &["A", "B", "C"], hands(&[1, 2, 1, 2, 1]), rounds, true, 10)
}

/// A finished game with totals 10, 110, 110.
fn shared() -> Session {
    let rounds = vec![
        round(&[1, 0, 0], &[1, 0, 0]),
        round(&[2, 1, 1], &[0, 1, 1]),
        round(&[1, 0, 0], &[1, 0, 0]),
        round(&[0, 0, 0], &[2, 0, 0]),
        round(&[0, 0, 0], &[1, 0, 0]),
    ];
    session(2, 1, &["A", "B", "C"], hands(&[1, 2, 1, 2, 1]), rounds, true, 12)
}

/// A game ended after two rounds, with totals 10, 0, 50.
fn stopped() -> Session {
    let rounds = vec![round(&[0, 0, 1], &[0, 0, 1]), round(&[1, 2, 0], &[2, 0, 0])];
    session(3, 2, &["A", "B", "D"], hands(&[1, 2, 3]), rounds, true, 10)
}

fn running() -> Session {
    session(4, 3, &["A", "B", "E"], hands(&[1, 2]), vec![round(&[0, 1, 1], &[0, 0, 1])], false, 10)
}

/// One round with the Cloud, which raises A's bid from 0 to 1; totals 30, −10, 20, 20.
fn clouded() -> Session {
    let rules = RuleSet { special_cards: [SpecialCard::Cloud].into(), ..hands(&[1]) };
    let facts = Round { clouds: vec![cloud(0, 1)], ..round(&[0, 1, 0, 0], &[1, 0, 0, 0]) };
    session(5, 4, &["A", "B", "C", "D"], rules, vec![facts], true, 10)
}

#[test]
fn a_record_keeps_numbers_of_every_size() {
    let rounds =
        [[14, 14], [15, 0], [0, 15], [20, 20]].map(|[bid, tricks]| round(&[bid, 0, 20], &[tricks, 20 - tricks, 0]));
    let session = session(1, 0, &["A", "B", "C"], hands(&[20; 4]), rounds.into(), true, 10);
    let kept: Vec<Score> = Record::of(&session).wizard().unwrap().scores().collect();
    let rounds = session.rounds().into_iter().enumerate();
    assert!(kept.into_iter().eq(rounds.flat_map(|(index, round)| session.game().scores(index + 1, round))));
    let changed = Record::of(&clouded()).wizard().unwrap().scores().next();
    assert_eq!(changed, Some(Score { announced: 0, bid: 1, tricks: 1, points: 30 }), "the Cloud changed the bid");
}

fn by_hand() -> Vec<Record> {
    [clouded(), running(), first(), stopped(), shared()].iter().map(Record::of).collect()
}

fn games(value: f64, size: u32) -> Figure {
    Figure { value: Some(value), sample: Sample::Games(size) }
}

fn rounds(value: f64, size: u32) -> Figure {
    Figure { value: Some(value), sample: Sample::Rounds(size) }
}

#[test]
fn sessions_are_counted_by_what_they_count_for() {
    let counts = Statistics::of(&by_hand()).sessions;
    assert_eq!((counts.finished, counts.ended_early, counts.running), (3, 1, 1));
    assert_eq!((counts.rounds, counts.shared_victories, counts.left_out), (13, 1, 0));
    assert_eq!((counts.first, counts.last), (Some(at(0)), Some(at(0) + Duration::days(4))));
}

#[test]
fn who_sat_at_no_end_of_a_game_is_not_compared_by_bids_met() {
    let round = round(&[1, 0, 1], &[1, 0, 0]);
    let begun = session(1, 0, &["A", "B", "C"], hands(&[1, 1]), vec![round.clone()], false, 10);
    let taken = scored(&taken_over(&begun, 2, &Player::new("D", Uuid::from_u128(0xd))), &round);
    let statistics = Statistics::of(&[Record::of(&taken)]);
    let compared = |name: &str| statistics.player(name).unwrap().compared_met();
    assert_eq!(compared("C"), Figure { value: None, sample: Sample::Rounds(1) });
    assert_eq!((compared("A"), compared("D")), (rounds(1.0, 2), rounds(0.0, 1)));
    assert_eq!(statistics.player("C").unwrap().bids.share_met, rounds(0.0, 1), "the round is one of C's");
}

#[test]
fn the_heat_map_has_scored_bids_against_tricks() {
    let statistics = Statistics::of(&by_hand());
    let map = &statistics.player("A").unwrap().bids.heat_map;
    let row = |bid: usize| (0..map.side()).map(|tricks| map.count(bid, tricks)).collect::<Vec<_>>();
    assert_eq!((row(0), row(1), row(2)), (vec![3, 1, 1], vec![1, 4, 1], vec![1, 0, 1]));
    assert_eq!((map.side(), map.largest(), map.count(3, 0), map.count(0, 99)), (3, 4, 0, 0));
    assert_eq!(map.cells().map(|(_, _, count)| count).sum::<u32>(), 13);
    assert_eq!(serde_json::to_value(map).unwrap(), serde_json::json!([[3, 1, 1], [1, 4, 1], [1, 0, 1]]));
}

/// A finished game of five one-card rounds, all with these bids and tricks.
fn same_rounds(id: u128, names: &[&str], bids: [u8; 3], tricks: [u8; 3]) -> Session {
    session(id, id as i64, names, hands(&[1; 5]), vec![round(&bids, &tricks); 5], true, 10)
}

fn feat(games: &[Session], id: u128) -> Option<statistics::Feat> {
    let records: Vec<Record> = games.iter().map(Record::of).collect();
    let game = games.iter().rfind(|game| game.id() == Uuid::from_u128(id)).unwrap();
    statistics::feat(&Record::of(game), &records)
}

#[test]
fn a_game_stands_out_by_a_record_or_a_personal_best() {
    let abc = ["A", "B", "C"];
    // Totals −50, 100, 100 each time, but by other people.
    let usual = |id| same_rounds(id, &["A", "X", "Y"], [0, 0, 0], [1, 0, 0]);
    let five: Vec<Session> = (1..=5).map(usual).collect();
    let with = |last: Session| [&five[..], &[last]].concat();
    // Totals 150, −50, 100.
    let record = same_rounds(9, &abc, [1, 1, 0], [1, 0, 0]);
    let highest = statistics::Feat::Highest { names: vec!["A".into()], players: 3, games: 6 };
    assert_eq!(feat(&with(record.clone()), 9), Some(highest.clone()));
    let first = Some(statistics::Feat::FirstWin { name: "A".into(), games: 5 });
    assert_eq!(feat(&[&five[1..], std::slice::from_ref(&record)].concat(), 9), first, "five games are too few");
    let four =
        session(7, 7, &["D", "E", "F", "G"], hands(&[1; 5]), vec![round(&[1, 0, 0, 0], &[1, 0, 0, 0]); 5], true, 9);
    let more = [with(four), vec![record.clone()]].concat();
    assert_eq!(feat(&more, 9), Some(highest), "four players collect other totals than three");
    // Totals 100, −50, 100: A's best, but no more than others had before.
    let best = same_rounds(9, &abc, [0, 0, 0], [0, 1, 0]);
    let of_a = Some(statistics::Feat::Best { name: "A".into(), players: 3, games: 6 });
    assert_eq!(feat(&with(best.clone()), 9), of_a);
    assert_eq!(feat(&[with(record.clone()), vec![best.clone()]].concat(), 9), of_a, "a game is not its own rival");
    assert_eq!(feat(&with(best), 1), None, "an earlier game has nothing before it to beat");
    let again = same_rounds(9, &["A", "D", "E"], [0, 0, 0], [1, 0, 0]);
    assert_eq!(feat(&with(again), 9), None, "the usual totals are no feat");
    let level = [&five[..], &[record.clone(), same_rounds(10, &abc, [1, 1, 0], [1, 0, 0])]].concat();
    assert_eq!(feat(&level, 10), None, "equalling a record is no feat");
    let stranger = same_rounds(9, &["D", "E", "F"], [0, 0, 0], [1, 0, 0]);
    assert_eq!(feat(&with(stranger), 9), None, "a player's first game has nothing to beat");
    let short = session(9, 9, &abc, hands(&[1; 4]), vec![round(&[1, 1, 0], &[1, 0, 0]); 4], true, 10);
    let first = Some(statistics::Feat::FirstWin { name: "A".into(), games: 6 });
    assert_eq!(feat(&with(short), 9), first, "four rounds are too few to compare totals");
    let stopped = session(9, 9, &abc, hands(&[1; 6]), vec![round(&[1, 1, 0], &[1, 0, 0]); 5], true, 10);
    assert_eq!(feat(&with(stopped), 9), None, "games ended early do not count");
}

#[test]
fn a_game_stands_out_by_the_closest_finish_of_its_year() {
    // Leads of 50.
    let mut games: Vec<Session> = (1..=5).map(|id| same_rounds(id, &["D", "E", "F"], [1, 1, 0], [1, 0, 0])).collect();
    // Totals −20, 110, 100.
    let close = |id: u128, day: i64| {
        let mut rounds = vec![round(&[0, 0, 0], &[1, 0, 0]); 4];
        rounds.push(round(&[0, 1, 0], &[0, 1, 0]));
        session(id, day, &["A", "B", "C"], hands(&[1; 5]), rounds, true, 10)
    };
    games.push(close(9, 9));
    assert_eq!(feat(&games, 9), Some(statistics::Feat::Closest { year: 2026 }));
    games.push(close(10, 400));
    assert_eq!(feat(&games, 10), None, "one game a year has no rival");
    games.push(close(11, 20));
    assert_eq!(feat(&games, 9), None, "a later game of the year was as close");
}

#[test]
fn a_game_stands_out_by_wins_in_a_row_or_the_first_one() {
    // D wins, E or F comes last.
    let won = |id: u128| same_rounds(id, &["D", "E", "F"], [1, 1, 0], [1, 0, 0]);
    let lost = |id: u128| same_rounds(id, &["D", "E", "F"], [1, 1, 0], [0, 1, 0]);
    assert_eq!(feat(&[won(3), won(1), won(2)], 3), Some(statistics::Feat::InARow { name: "D".into(), wins: 3 }));
    assert_eq!(feat(&[won(1), lost(2), won(3), won(4)], 4), None, "two are not a row");
    assert_eq!(feat(&[lost(1), lost(2), won(3)], 3), Some(statistics::Feat::FirstWin { name: "D".into(), games: 3 }));
    assert_eq!(feat(&[lost(1), won(2)], 2), None, "one game before it is too few");
    assert_eq!(feat(&[won(3), lost(4), lost(5)], 3), None, "later games are not looked at");
}

#[test]
fn a_game_stands_out_as_the_best_since_a_month() {
    let long_ago =
        |day: i64| session(1, day, &["A", "B", "C"], hands(&[1; 5]), vec![round(&[1, 1, 0], &[1, 0, 0]); 5], true, 9);
    let poor = |id: u128| same_rounds(id, &["A", "X", "Y"], [0, 0, 0], [1, 0, 0]);
    let better = |id: u128| same_rounds(id, &["A", "V", "W"], [0, 0, 0], [0, 1, 0]);
    let games = |day: i64| -> Vec<Session> {
        [long_ago(day)].into_iter().chain((31..=35).map(poor)).chain([better(60)]).collect()
    };
    let since = |days: i64, this_year: bool| {
        Some(statistics::Feat::BestSince { name: "A".into(), since: at(0) + Duration::days(days), this_year })
    };
    assert_eq!(feat(&games(1), 60), since(1, true));
    assert_eq!(feat(&games(-100), 60), since(-100, false));
    let month: Vec<Session> = [long_ago(25)].into_iter().chain((26..=30).map(poor)).chain([better(31)]).collect();
    assert_eq!(feat(&month, 31), None, "this month is not long ago");
    let few: Vec<Session> = games(1).into_iter().filter(|game| game.id() != Uuid::from_u128(33)).collect();
    assert_eq!(feat(&few, 60), None, "four games are too few");
    assert_eq!(feat(&[games(1), vec![better(61)]].concat(), 60), None, "a later game was as good");
}

fn pair(statistics: &Statistics, player: usize, opponent: usize) -> Option<&HeadToHead> {
    statistics.opponents(player).iter().find(|pair| pair.opponent == opponent)
}

#[test]
fn a_copy_does_not_count_and_the_longer_one_stays() {
    let begun = session(1, 0, &["A", "B", "C"], hands(&[1, 2, 1, 2, 1]), vec![round(&[0, 1, 1], &[0, 0, 1])], true, 10);
    let records = [Record::of(&begun), Record::of(&first()), Record::of(&first())];
    let statistics = Statistics::of(&records);
    assert_eq!((statistics.sessions.finished, statistics.sessions.left_out), (1, 2));
    let alone = Statistics::of(&records[1..2]);
    assert_eq!((statistics.players, statistics.records), (alone.players, alone.records));
}

#[test]
fn a_game_that_is_left_out_counts_for_nothing() {
    let other = with_id(&first(), Uuid::from_u128(99));
    for counted in [Counted::No, Counted::CopyOf(first().id())] {
        left_out(&first(), &other.as_counted(counted));
    }
    // Nor by a copy of its file that was made before.
    let statistics = Statistics::of(&[Record::of(&first().as_counted(Counted::No)), Record::of(&first())]);
    assert_eq!((statistics.sessions.finished, statistics.sessions.left_out), (0, 2));
}

fn left_out(first: &Session, other: &Session) {
    let records = [Record::of(first), Record::of(other)];
    let (statistics, alone) = (Statistics::of(&records), Statistics::of(&records[..1]));
    assert_eq!((statistics.sessions.finished, statistics.sessions.left_out), (1, 1));
    assert_eq!((statistics.players, statistics.records), (alone.players, alone.records));
    assert_eq!(Statistics::of(&records[1..]).players, [], "nor does it by itself");
}

#[test]
fn an_empty_archive_has_no_figures() {
    let unplayed = session(8, 0, &["A", "B", "C"], hands(&[1]), Vec::new(), true, 10);
    let records = [Record::of(&unplayed), Record::of(&running())];
    let statistics = Statistics::of(&records);
    assert_eq!((statistics.players.len(), statistics.sessions.ended_early, statistics.sessions.rounds), (0, 1, 0));
    assert_eq!((statistics.sessions.first, statistics.records), (None, Default::default()));
    let only_rounds = Statistics::of(&[Record::of(&stopped())]);
    let d = only_rounds.player("D").unwrap();
    assert_eq!(d.results.mean_total, Figure { value: None, sample: Sample::Games(0) });
    assert!(d.results.mean_total.small() && d.form.is_empty());
}

#[test]
fn small_samples_are_marked() {
    for (sample, small) in
        [(Sample::Games(4), true), (Sample::Games(5), false), (Sample::Rounds(29), true), (Sample::Rounds(30), false)]
    {
        assert_eq!(sample.small(), small, "{sample:?}");
    }
    let json = serde_json::to_value(games(0.5, 4)).unwrap();
    assert_eq!(json, serde_json::json!({"value": 0.5, "sample": 4, "small": true}));
}

// --- Random archives, counted again ----------------------------------------------------------------------------------

const NAMES: [&str; 7] = ["Ana", "Zoë", "李雷", "Émilie", "D'Arcy", "Bo", "ana"];

fn random_rules(players: usize, random: &mut fastrand::Rng) -> RuleSet {
    let mut rules = hands(&(0..random.usize(1..=9)).map(|_| random.u8(1..=6)).collect::<Vec<_>>());
    match random.u8(0..5) {
        0 => rules.plus_minus_one = true,
        1 => rules.bidding = Bidding::Secret,
        2 => rules.special_cards = [SpecialCard::Bomb, SpecialCard::Cloud].into(),
        3 => rules.hands = None,
        _ => {}
    }
    rules.tie_break = if random.bool() { vec![TieBreak::BidsMet] } else { Vec::new() };
    assert_eq!(rules.conflicts(players), []);
    rules
}

/// Sessions of a few people, some on the same evening, in any order, some of them twice.
fn random_archive(random: &mut fastrand::Rng) -> Vec<Session> {
    let mut sessions = Vec::new();
    for id in 0..random.u128(1..14) {
        let mut names = NAMES;
        random.shuffle(&mut names);
        let players = random.usize(3..=6);
        let rules = random_rules(players, random);
        let whole = Session::new(Uuid::nil(), at(0), people(&names[..players]), 0, rules.clone()).unwrap();
        let planned = whole.game().plan().rounds();
        let played = if random.u8(0..4) == 0 { random.usize(0..planned) } else { planned };
        let rounds = (1..=played).map(|number| random_round(whole.game(), number, random)).collect();
        let (day, over, minutes) = (random.i64(0..6), random.u8(0..3) > 0, random.i64(0..400));
        sessions.push(session(id, day, &names[..players], rules, rounds, over, minutes));
    }
    if random.bool() {
        sessions.push(sessions[random.usize(0..sessions.len())].clone());
    }
    random.shuffle(&mut sessions);
    sessions
}

struct Row {
    name: String,
    entries: Vec<Entry>,
    /// Running totals, one for each round.
    totals: Vec<i64>,
    place: usize,
}

struct Sheet {
    id: Uuid,
    started: DateTime<FixedOffset>,
    minutes: Option<i64>,
    finished: bool,
    edition: Edition,
    rows: Vec<Row>,
}

impl Row {
    fn total(&self) -> i64 {
        *self.totals.last().unwrap()
    }

    fn met(&self) -> usize {
        self.entries.iter().filter(|entry| entry.met_or_folded()).count()
    }
}

/// Sheets of the sessions that count, oldest first.
fn sheets(sessions: &[Session]) -> Vec<Sheet> {
    let mut sheets: BTreeMap<(DateTime<FixedOffset>, Uuid), Sheet> = BTreeMap::new();
    for session in sessions {
        let paper = Paper::of(OfGame::Wizard(session));
        if paper.status() == Status::Running || paper.heads.is_empty() {
            continue;
        }
        let totals = paper.totals();
        let row = |(seat, (line, place)): (usize, (&Line, usize))| Row {
            name: line.player.name.clone(),
            entries: line.entries.iter().map(|(_, entry)| entry.clone()).collect(),
            totals: totals[1..].iter().map(|totals| totals[seat]).collect(),
            place,
        };
        let last = session.table().scored.last().unwrap().finished.unwrap();
        let special = !session.game().rules().special_cards.is_empty();
        let sheet = Sheet {
            id: session.id(),
            started: session.started(),
            minutes: Some((last - session.started()).num_minutes()).filter(|minutes| (1..=1440).contains(minutes)),
            finished: paper.status() == Status::Finished,
            edition: if special { Edition::Anniversary } else { Edition::Classic },
            rows: paper.lines.iter().zip(paper.places()).enumerate().map(row).collect(),
        };
        sheets.insert((session.started(), session.id()), sheet);
    }
    sheets.into_values().collect()
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn close(found: Option<f64>, expected: Option<f64>, what: &str) {
    match (found, expected) {
        (Some(found), Some(expected)) => assert!((found - expected).abs() < 1e-9, "{what}: {found} is not {expected}"),
        _ => assert_eq!(found, expected, "{what}"),
    }
}

fn check_figure(found: Figure, of: fn(u32) -> Sample, values: &[f64], what: &str) {
    assert_eq!(found.sample, of(values.len() as u32), "{what}");
    close(found.value, mean(values), what);
}

fn check_results(found: &Results, games: &[(&Sheet, &Row)]) {
    let winners = |sheet: &Sheet| sheet.rows.iter().filter(|row| row.place == 1).count();
    let count = |wanted: &dyn Fn(&Sheet, &Row) -> bool| games.iter().filter(|(sheet, row)| wanted(sheet, row)).count();
    assert_eq!(found.games as usize, games.len());
    assert_eq!(found.wins as usize, count(&|sheet, row| row.place == 1 && winners(sheet) == 1));
    assert_eq!(found.shared_wins as usize, count(&|sheet, row| row.place == 1 && winners(sheet) > 1));
    let values =
        |value: &dyn Fn(&Sheet, &Row) -> f64| games.iter().map(|(sheet, row)| value(sheet, row)).collect::<Vec<_>>();
    let won = |sheet: &Sheet, row: &Row| if row.place == 1 { 1.0 / winners(sheet) as f64 } else { 0.0 };
    check_figure(found.win_share, Sample::Games, &values(&won), "win_share");
    check_figure(found.mean_total, Sample::Games, &values(&|_, row| row.total() as f64), "mean_total");
    check_figure(found.mean_place, Sample::Games, &values(&|_, row| row.place as f64), "mean_place");
    let totals = values(&|_, row| row.total() as f64);
    let all = Sample::Games(games.len() as u32);
    assert_eq!((found.best_total.sample, found.worst_total.sample), (all, all));
    close(found.best_total.value, totals.iter().copied().reduce(f64::max), "best_total");
    close(found.worst_total.value, totals.iter().copied().reduce(f64::min), "worst_total");
}

fn check_bids(found: &PlayerFigures, entries: &[Entry]) {
    let found = &found.bids;
    let bids: Vec<(i64, i64, i64)> = entries.iter().map(Entry::numbers).collect();
    let values = |value: &dyn Fn(i64, i64, i64) -> f64| bids.iter().map(|b| value(b.0, b.1, b.2)).collect::<Vec<_>>();
    let yes = |yes: bool| f64::from(u8::from(yes));
    assert_eq!(found.rounds as usize, bids.len());
    check_figure(
        found.points_per_round,
        Sample::Rounds,
        &entries.iter().map(|entry| entry.points() as f64).collect::<Vec<_>>(),
        "points_per_round",
    );
    check_figure(found.share_met, Sample::Rounds, &values(&|_, bid, tricks| yes(bid == tricks)), "share_met");
    check_figure(found.share_overbid, Sample::Rounds, &values(&|_, bid, tricks| yes(bid > tricks)), "share_overbid");
    check_figure(found.share_underbid, Sample::Rounds, &values(&|_, bid, tricks| yes(bid < tricks)), "share_underbid");
    check_figure(
        found.bid_minus_tricks,
        Sample::Rounds,
        &values(&|bid, _, tricks| (bid - tricks) as f64),
        "bid_minus_tricks",
    );
    check_figure(found.share_zero, Sample::Rounds, &values(&|_, bid, _| yes(bid == 0)), "share_zero");
    let zero: Vec<f64> = bids.iter().filter(|bid| bid.1 == 0).map(|bid| yes(bid.2 == 0)).collect();
    check_figure(found.zero_met, Sample::Rounds, &zero, "zero_met");
    let largest = bids.iter().map(|bid| bid.1.max(bid.2)).max().unwrap();
    assert_eq!(found.heat_map.side() as i64, largest + 1);
    for bid in 0..=largest {
        for tricks in 0..=largest {
            let count = bids.iter().filter(|round| (round.1, round.2) == (bid, tricks)).count();
            assert_eq!(found.heat_map.count(bid as usize, tricks as usize) as usize, count, "{bid} against {tricks}");
        }
    }
}

/// Weng and Lin's Bradley-Terry model with full pairs, written from the paper.
fn weng_lin(ratings: &mut BTreeMap<String, (f64, f64)>, sheet: &Sheet) {
    let beta_squared = (25.0_f64 / 6.0).powi(2);
    let before: Vec<(f64, f64)> = sheet
        .rows
        .iter()
        .map(|row| {
            let (value, uncertainty) = ratings.get(&row.name).copied().unwrap_or((25.0, 25.0 / 3.0));
            (value, uncertainty * uncertainty + (25.0_f64 / 300.0).powi(2))
        })
        .collect();
    for (one, row) in sheet.rows.iter().enumerate() {
        let (value, variance) = before[one];
        let (mut omega, mut delta) = (0.0, 0.0);
        for (other, rival) in sheet.rows.iter().enumerate().filter(|(other, _)| *other != one) {
            let c = (variance + before[other].1 + 2.0 * beta_squared).sqrt();
            let p = (value / c).exp() / ((value / c).exp() + (before[other].0 / c).exp());
            let score = if row.place == rival.place { 0.5 } else { f64::from(u8::from(row.place < rival.place)) };
            omega += variance / c * (score - p);
            delta += variance.sqrt() / c * (variance / (c * c)) * p * (1.0 - p);
        }
        let uncertainty = (variance * (1.0 - delta).max(0.000_001)).sqrt();
        ratings.insert(row.name.clone(), (value + omega, uncertainty));
    }
}

fn check_players(statistics: &Statistics, sheets: &[Sheet]) {
    let mut names: Vec<&str> = sheets.iter().flat_map(|sheet| sheet.rows.iter().map(|row| &*row.name)).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(statistics.players.len(), names.len());
    let mut ratings = BTreeMap::new();
    let mut rated: BTreeMap<(String, Uuid), (f64, f64)> = BTreeMap::new();
    for sheet in sheets.iter().filter(|sheet| sheet.finished) {
        weng_lin(&mut ratings, sheet);
        for row in &sheet.rows {
            rated.insert((row.name.clone(), sheet.id), ratings[&row.name]);
        }
    }
    for name in names {
        let found = statistics.player(name).unwrap();
        let played: Vec<(&Sheet, &Row)> = sheets
            .iter()
            .flat_map(|sheet| sheet.rows.iter().filter(|row| row.name == name).map(move |row| (sheet, row)))
            .collect();
        let finished: Vec<(&Sheet, &Row)> = played.iter().copied().filter(|(sheet, _)| sheet.finished).collect();
        assert_eq!(found.ended_early as usize, played.len() - finished.len());
        check_results(&found.results, &finished);
        for players in 3..=6 {
            let games: Vec<_> = finished.iter().copied().filter(|(sheet, _)| sheet.rows.len() == players).collect();
            assert_eq!(found.by_players.contains_key(&players), !games.is_empty());
            found.by_players.get(&players).iter().for_each(|results| check_results(results, &games));
        }
        for edition in [Edition::Classic, Edition::Anniversary] {
            let games: Vec<_> = finished.iter().copied().filter(|(sheet, _)| sheet.edition == edition).collect();
            assert_eq!(found.by_edition.contains_key(&edition), !games.is_empty());
            found.by_edition.get(&edition).iter().for_each(|results| check_results(results, &games));
        }
        let entries: Vec<Entry> = played.iter().flat_map(|(_, row)| row.entries.clone()).collect();
        check_bids(found, &entries);
        let met = |row: &&Row| row.entries.iter().map(Entry::met_or_folded).collect::<Vec<_>>();
        let rounds = played.iter().flat_map(|(sheet, row)| met(row).into_iter().map(move |met| (sheet, met)));
        let mut run = (0.0, 0.0, None);
        for (sheet, met) in rounds {
            run.0 = if met { run.0 + 1.0 } else { 0.0 };
            if run.0 > run.1 {
                run = (run.0, run.0, Some((sheet.started, sheet.id)));
            }
        }
        let longest = Figure { value: Some(run.1), sample: Sample::Rounds(entries.len() as u32) };
        assert_eq!((found.bids.longest_run, found.bids.longest_run_in), (longest, run.2), "{name}");
        assert_eq!(found.form.len(), finished.len());
        for (game, (sheet, row)) in found.form.iter().zip(&finished) {
            let short = (game.session, game.started, i64::from(game.total), game.place, game.players, game.rounds);
            let expected = (sheet.id, sheet.started, row.total(), row.place, sheet.rows.len(), row.entries.len());
            assert_eq!(short, expected);
            let (value, uncertainty) = rated[&(name.to_owned(), sheet.id)];
            close(Some(game.rating.value), Some(value), "rating");
            close(Some(game.rating.uncertainty), Some(uncertainty), "uncertainty");
        }
        assert_eq!(found.rating, found.form.last().map(|game| game.rating));
        assert_eq!(found.rating.map_or(0, |rating: Rating| rating.games) as usize, finished.len());
    }
}

fn check_pairs(statistics: &Statistics, sheets: &[Sheet]) {
    for (player, one) in statistics.players.iter().enumerate() {
        assert!(statistics.opponents(player).iter().is_sorted_by_key(|pair| pair.opponent));
        for (opponent, other) in statistics.players.iter().enumerate().filter(|(place, _)| *place != player) {
            let row = |sheet: &'_ Sheet, name: &str| sheet.rows.iter().position(|row| row.name == name);
            let games: Vec<(&Row, &Row)> = sheets
                .iter()
                .filter(|sheet| sheet.finished)
                .filter_map(|sheet| Some((&sheet.rows[row(sheet, &one.name)?], &sheet.rows[row(sheet, &other.name)?])))
                .collect();
            let Some(found) = pair(statistics, player, opponent) else {
                assert!(games.is_empty());
                continue;
            };
            let count =
                |wanted: fn(usize, usize) -> bool| games.iter().filter(|(a, b)| wanted(a.place, b.place)).count();
            assert_eq!(found.games as usize, games.len());
            assert_eq!(found.ahead as usize, count(|a, b| a < b));
            assert_eq!(found.level as usize, count(|a, b| a == b));
            assert_eq!(found.behind as usize, count(|a, b| a > b));
            let differences: Vec<f64> = games.iter().map(|(a, b)| (a.total() - b.total()) as f64).collect();
            check_figure(found.mean_difference, Sample::Games, &differences, "mean_difference");
        }
    }
}

/// A candidate for a record: the value, the players who hold it, and the round.
type Feat = (f64, Vec<String>, Option<usize>);

/// Checks a record against the best by `better` of all games' `feats`, of which the first of equals counts.
fn check_record<V: Copy + Into<f64>>(
    found: &Option<TableRecord<V>>,
    sheets: &[Sheet],
    better: fn(f64, f64) -> bool,
    feats: &dyn Fn(&Sheet) -> Vec<Feat>,
) {
    let mut best: Option<(Feat, Uuid, u32)> = None;
    for sheet in sheets.iter().filter(|sheet| sheet.finished && sheet.rows[0].entries.len() >= 5) {
        let mut own: Option<Feat> = None;
        for feat in feats(sheet) {
            match &mut own {
                Some(held) if held.0 == feat.0 && held.2 == feat.2 => held.1.extend(feat.1),
                Some(held) if !better(feat.0, held.0) => {}
                _ => own = Some(feat),
            }
        }
        let Some(own) = own else { continue };
        match &mut best {
            Some((held, _, games)) if held.0 == own.0 => *games += 1,
            Some((held, ..)) if !better(own.0, held.0) => {}
            _ => best = Some((own, sheet.id, 1)),
        }
    }
    let found = found
        .as_ref()
        .map(|record| ((record.value.into(), record.names.clone(), record.round), record.session, record.games));
    assert_eq!(found, best);
}

fn check_records(statistics: &Statistics, sheets: &[Sheet]) {
    let records = &statistics.records;
    let more: fn(f64, f64) -> bool = |a, b| a > b;
    let less: fn(f64, f64) -> bool = |a, b| a < b;
    let each = |value: fn(&Row) -> f64| {
        move |sheet: &Sheet| sheet.rows.iter().map(|row| (value(row), vec![row.name.clone()], None)).collect::<Vec<_>>()
    };
    check_record(&records.highest_total, sheets, more, &each(|row| row.total() as f64));
    check_record(&records.lowest_total, sheets, less, &each(|row| row.total() as f64));
    check_record(&records.most_exact_player, sheets, more, &each(|row| row.met() as f64 / row.entries.len() as f64));
    let in_rounds = |value: fn(&Sheet, &Row, usize) -> Option<f64>| {
        move |sheet: &Sheet| {
            let rounds = 0..sheet.rows[0].entries.len();
            let feat =
                |round: usize, row: &Row| Some((value(sheet, row, round)?, vec![row.name.clone()], Some(round + 1)));
            rounds.flat_map(|round| sheet.rows.iter().filter_map(move |row| feat(round, row))).collect::<Vec<_>>()
        }
    };
    check_record(
        &records.highest_round,
        sheets,
        more,
        &in_rounds(|_, row, round| Some(row.entries[round].points() as f64)),
    );
    check_record(
        &records.lowest_round,
        sheets,
        less,
        &in_rounds(|_, row, round| Some(row.entries[round].points() as f64)),
    );
    let behind = |sheet: &Sheet, row: &Row, round: usize| {
        let leader = sheet.rows.iter().map(|row| row.totals[round]).max()?;
        Some((leader - row.totals[round]) as f64).filter(|&behind| row.place == 1 && behind > 0.0)
    };
    check_record(&records.biggest_comeback, sheets, more, &in_rounds(behind));
    let all = |sheet: &Sheet| sheet.rows.iter().map(|row| row.name.clone()).collect::<Vec<_>>();
    let gap = |sheet: &Sheet| {
        let of = |place: usize| sheet.rows.iter().filter(move |row| row.place == place).collect::<Vec<_>>();
        let (first, second) = (of(1), of(2));
        let [winner] = first[..] else { return Vec::new() };
        let names = first.iter().chain(&second).map(|row| row.name.clone()).collect();
        vec![((winner.total() - second[0].total()) as f64, names, None)]
    };
    check_record(&records.closest_finish, sheets, less, &gap);
    check_record(&records.clearest_win, sheets, more, &gap);
    let exact = |sheet: &Sheet| {
        let met: usize = sheet.rows.iter().map(Row::met).sum();
        vec![(met as f64 / (sheet.rows.len() * sheet.rows[0].entries.len()) as f64, all(sheet), None)]
    };
    check_record(&records.most_exact_table, sheets, more, &exact);
    let longest = records.longest_game.clone().map(|record| TableRecord {
        value: record.value as f64,
        session: record.session,
        started: record.started,
        names: record.names,
        round: record.round,
        games: record.games,
    });
    let minutes = |sheet: &Sheet| sheet.minutes.map(|minutes| (minutes as f64, all(sheet), None)).into_iter().collect();
    check_record(&longest, sheets, more, &minutes);
}

#[test]
fn any_archive_is_counted_as_by_hand() {
    let seen = std::cell::Cell::new((0, 0, 0));
    let outcome = runner(300, 1).run(&any::<u64>(), |seed| {
        let mut random = fastrand::Rng::with_seed(seed);
        let sessions = random_archive(&mut random);
        let mut records: Vec<Record> = sessions.iter().map(Record::of).collect();
        let statistics = Statistics::of(&records);
        let sheets = sheets(&sessions);
        let finished = sheets.iter().filter(|sheet| sheet.finished).count();
        assert_eq!(statistics.sessions.finished as usize, finished);
        let rounds: usize = sheets.iter().map(|sheet| sheet.rows[0].entries.len()).sum();
        assert_eq!(statistics.sessions.rounds as usize, rounds);
        let shared = |sheet: &&Sheet| sheet.finished && sheet.rows.iter().filter(|row| row.place == 1).count() > 1;
        assert_eq!(statistics.sessions.shared_victories as usize, sheets.iter().filter(shared).count());
        check_players(&statistics, &sheets);
        check_pairs(&statistics, &sheets);
        check_records(&statistics, &sheets);
        random.shuffle(&mut records);
        assert_eq!(Statistics::of(&records), statistics, "the order of the records must not matter");
        let (games, copies, all) = seen.get();
        let more =
            (games + finished, copies + statistics.sessions.left_out, all + statistics.sessions.shared_victories);
        seen.set(more);
        Ok(())
    });
    outcome.unwrap();
    let (games, copies, shared) = seen.get();
    let enough = games > many(500) && copies as usize > many(50) && shared as usize > many(20);
    assert!(enough, "{games} games, {copies} copies, {shared} shared victories");
}
