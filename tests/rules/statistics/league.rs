//! The league: small ones counted by hand, and random archives counted again naively by each rule.

use chrono::NaiveDate;
use proptest::prelude::*;
use serde_json::json;
use tablet_of_truth::session::{Counted, GameName};
use tablet_of_truth::statistics::{League, LeagueOptions, LeagueRule};

use super::*;

/// A finished game in which these players take these places: 1, 2, 3 or all 6 of them may share the first.
pub(super) fn placed(id: u128, day: i64, names: &[&str], places: &[usize]) -> Record {
    let first = places.iter().filter(|place| **place == 1).count();
    let won = 6 / first as u8;
    let bids: Vec<u8> = places.iter().map(|&place| if place == 1 { won } else { place as u8 - 2 }).collect();
    let tricks: Vec<u8> = places.iter().map(|&place| if place == 1 { won } else { 0 }).collect();
    let game = session(id, day, names, hands(&[6]), vec![round(&bids, &tricks)], true, 10);
    let record = Record::of(&game);
    let found: Vec<usize> = {
        let mut lines: Vec<_> = record.people.standings().map(|line| (line.seat, line.rank)).collect();
        lines.sort_unstable();
        lines.into_iter().map(|(_, rank)| rank).collect()
    };
    assert_eq!(found, places);
    record
}

fn league(records: &[Record], options: LeagueOptions) -> League {
    League::of(records, GameName::Wizard, options)
}

fn by(rule: LeagueRule) -> LeagueOptions {
    LeagueOptions { rule, ..LeagueOptions::default() }
}

const SEATS: [&str; 6] = ["A", "B", "C", "D", "E", "F"];

#[test]
fn the_games_of_the_published_league_come_to_its_ratio() {
    // Place 1 of 4, 3 of 3, 2 of 5, 4 of 6, and the first place of four shared by two: 3 − 2 + 2 − 1 + 2.
    let records = [
        placed(1, 0, &["A", "B", "C", "D"], &[1, 2, 3, 4]),
        placed(2, 1, &["A", "B", "C"], &[3, 1, 2]),
        placed(3, 2, &["A", "B", "C", "D", "E"], &[2, 1, 3, 4, 5]),
        placed(4, 3, &SEATS, &[4, 1, 2, 3, 5, 6]),
        placed(5, 4, &["A", "B", "C", "D"], &[1, 1, 3, 4]),
    ];
    let found = league(&records, LeagueOptions { least_games: 40, ..LeagueOptions::default() });
    let line = found.unranked.iter().find(|line| line.player == "A").unwrap();
    assert_eq!((line.games, line.total, line.per_game), (5, 4.0, 0.8));
    assert_eq!(line.last, [1, 3, 2, 4, 1], "the latest at the end");
    assert_eq!(found.ranked, [], "nobody has forty games");
    let victories = league(&records[4..], by(LeagueRule::Wins)).ranked;
    assert_eq!(victories.iter().map(|ranked| ranked.line.total).collect::<Vec<_>>(), [0.5, 0.5, 0.0, 0.0]);
}

#[test]
fn copies_and_the_other_game_do_not_count() {
    let copy = with_id(&first(), Uuid::from_u128(99)).as_counted(Counted::No);
    let records = [Record::of(&first()), Record::of(&first()), Record::of(&copy)];
    let found = league(&records, LeagueOptions::default());
    assert_eq!(found, league(&records[..1], LeagueOptions::default()));
    assert_eq!(found.ranked[0].line.games, 1);
    let track = League::of(&records, GameName::LastWizard, LeagueOptions::default());
    assert!(track.ranked.is_empty() && track.unranked.is_empty());
}

#[test]
fn level_lines_share_their_rank_and_the_next_is_skipped() {
    // A third of a victory three times is as much as one in three.
    let records = [
        placed(1, 0, &["A", "B", "C", "D"], &[1, 1, 1, 4]),
        placed(2, 1, &["A", "B", "C", "D"], &[1, 1, 1, 4]),
        placed(3, 2, &["A", "B", "C", "D"], &[1, 1, 1, 4]),
        placed(4, 3, &["E", "F", "G"], &[1, 2, 3]),
        placed(5, 4, &["E", "F", "G"], &[2, 1, 3]),
        placed(6, 5, &["E", "F", "G"], &[2, 3, 1]),
    ];
    let found = league(&records, by(LeagueRule::Wins));
    let ranks: Vec<_> = found.ranked.iter().map(|ranked| (&*ranked.line.player, ranked.rank)).collect();
    let expected = [("A", 1), ("B", 1), ("C", 1), ("E", 1), ("F", 1), ("G", 1), ("D", 7)];
    assert_eq!(ranks, expected);
}

#[test]
fn the_worst_games_are_dropped() {
    let records = [
        placed(1, 0, &["A", "B", "C"], &[3, 1, 2]),
        placed(2, 1, &["A", "B", "C"], &[1, 2, 3]),
        placed(3, 2, &["A", "B", "D"], &[2, 1, 3]),
    ];
    let with = |drop, least_games| league(&records, LeagueOptions { drop, least_games, ..LeagueOptions::default() });
    let found = with(1, 2);
    let lines: Vec<_> = found.ranked.iter().map(|it| (&*it.line.player, it.line.games, it.line.total)).collect();
    assert_eq!(lines, [("B", 2, 4.0), ("A", 2, 2.0), ("C", 1, 0.0)]);
    assert_eq!(found.ranked[1].line.last, [3, 1, 2], "a game that does not count was played");
    let few: Vec<_> = found.unranked.iter().map(|line| (&*line.player, line.played, line.games)).collect();
    assert_eq!(few, [("D", 1, 0)]);
    let none = with(9, 0);
    assert_eq!(none.ranked, [], "without a game that counts nobody is ranked");
    let order: Vec<&str> = none.unranked.iter().map(|line| &*line.player).collect();
    assert_eq!(order, ["A", "B", "C", "D"], "most games first");
}

#[test]
fn json_has_the_fields_of_the_specification() {
    let records = [placed(1, 0, &["A", "B", "C", "D"], &[1, 1, 1, 4]), placed(2, 1, &["A", "B", "C"], &[2, 1, 3])];
    let found = league(&records, LeagueOptions { least_games: 2, ..by(LeagueRule::Wins) });
    assert_eq!(
        serde_json::to_value(&found).unwrap(),
        json!({
            "league": [
                {"rank": 1, "player": "B", "games": 2, "total": 1.33, "per_game": 0.67},
                {"rank": 2, "player": "A", "games": 2, "total": 0.33, "per_game": 0.17},
                {"rank": 2, "player": "C", "games": 2, "total": 0.33, "per_game": 0.17},
            ],
            "unranked": [{"player": "D", "games": 1, "total": 0.0, "per_game": 0.0}],
        })
    );
}

/// What the rule gives on a sheet, from the words of the specification.
fn worth(rule: LeagueRule, sheet: &Sheet, row: &Row) -> f64 {
    let others = |wanted: &dyn Fn(usize) -> bool| sheet.rows.iter().filter(|other| wanted(other.place)).count();
    let (above, below) = (others(&|place| place < row.place), others(&|place| place > row.place));
    let level = others(&|place| place == row.place);
    match rule {
        LeagueRule::BelowAbove => below as f64 - above as f64,
        LeagueRule::TablePoints => {
            let taken = (row.place..row.place + level).map(|place| [45, 30, 20, 10, 5, 0][place - 1]);
            f64::from(taken.sum::<i32>()) / level as f64
        }
        LeagueRule::Mean => row.total() as f64 / row.totals.len() as f64,
        LeagueRule::Wins => {
            if row.place == 1 {
                1.0 / level as f64
            } else {
                0.0
            }
        }
    }
}

fn check_league(sessions: &[Session], options: LeagueOptions) {
    let records: Vec<Record> = sessions.iter().map(Record::of).collect();
    let found = league(&records, options);
    let in_season = |sheet: &&Sheet| {
        let day = sheet.started.date_naive();
        sheet.finished && options.from.is_none_or(|from| day >= from) && options.to.is_none_or(|to| day <= to)
    };
    let sheets: Vec<Sheet> = sheets(sessions).into_iter().filter(|sheet| in_season(&sheet)).collect();
    let mut names: Vec<&str> = sheets.iter().flat_map(|sheet| sheet.rows.iter().map(|row| &*row.name)).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(found.ranked.len() + found.unranked.len(), names.len());
    let mut means = Vec::new();
    for name in names {
        let games: Vec<(f64, usize)> = sheets
            .iter()
            .flat_map(|sheet| sheet.rows.iter().map(move |row| (sheet, row)))
            .filter(|(_, row)| row.name == name)
            .map(|(sheet, row)| (worth(options.rule, sheet, row), row.place))
            .collect();
        let mut kept: Vec<f64> = games.iter().map(|(worth, _)| *worth).collect();
        for _ in 0..options.drop {
            if let Some(worst) = (0..kept.len()).min_by(|&one, &other| kept[one].total_cmp(&kept[other])) {
                kept.remove(worst);
            }
        }
        let ranked = found.ranked.iter().find(|ranked| ranked.line.player == name);
        assert_eq!(ranked.is_some(), !kept.is_empty() && games.len() >= options.least_games as usize, "{name}");
        let unranked = || found.unranked.iter().find(|line| line.player == name).unwrap();
        let line = ranked.map_or_else(unranked, |ranked| &ranked.line);
        assert_eq!((line.played as usize, line.games as usize), (games.len(), kept.len()), "{name}");
        let last: Vec<usize> = games.iter().rev().take(5).rev().map(|(_, place)| *place).collect();
        assert_eq!(line.last, last, "{name}");
        close(Some(line.total), Some(kept.iter().sum()), name);
        close(Some(line.per_game), Some(mean(&kept).unwrap_or(0.0)), name);
        means.extend(ranked.map(|ranked| (ranked.rank, line.per_game)));
    }
    for (rank, mean) in &means {
        assert_eq!(*rank, 1 + means.iter().filter(|(_, other)| *other > mean + 1e-8).count());
    }
    assert!(found.ranked.windows(2).all(|pair| pair[0].rank <= pair[1].rank));
    // What a table gives does not depend on who wins it.
    let everything = league(&records, LeagueOptions { drop: 0, least_games: 0, ..options });
    let sum: f64 = everything.ranked.iter().map(|ranked| ranked.line.total).sum();
    let of_tables: f64 = match options.rule {
        LeagueRule::BelowAbove => 0.0,
        LeagueRule::TablePoints => sheets.iter().map(|sheet| [95.0, 105.0, 110.0, 110.0][sheet.rows.len() - 3]).sum(),
        LeagueRule::Mean => return,
        LeagueRule::Wins => sheets.len() as f64,
    };
    close(Some(sum), Some(of_tables), "all tables together");
}

#[test]
fn any_league_is_counted_as_by_hand() {
    let day = |days: Option<i64>| days.map(|days| at(0).date_naive() + Duration::days(days));
    let days = || proptest::option::of(0_i64..12);
    let asked = (any::<u64>(), 0..LeagueRule::ALL.len(), days(), days(), 0_u32..4, 0_u32..4);
    let result = runner(300, 2).run(&asked, |(seed, rule, from, to, least_games, drop)| {
        let sessions = random_archive(&mut fastrand::Rng::with_seed(seed));
        let (from, to): (Option<NaiveDate>, Option<NaiveDate>) = (day(from), day(to));
        check_league(&sessions, LeagueOptions { rule: LeagueRule::ALL[rule], from, to, least_games, drop });
        Ok(())
    });
    result.unwrap();
}
