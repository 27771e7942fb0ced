//! The tables of players, records and the league.

use tablet_of_truth::session::{Face, GameName, OfGame};
use tablet_of_truth::statistics::{League, LeagueOptions};
use tablet_of_truth::table::{self, Cell, Order, RowId, Table};

use super::league::placed;
use super::*;

fn face(_: &str) -> Face {
    Face::default()
}

fn players(records: &[Record], order: Order) -> Table {
    let league = League::of(records, GameName::Wizard, LeagueOptions::default());
    table::players(&OfGame::Wizard(Statistics::of(records)), &league, order, &face)
}

/// The ranks and names.
fn ranks(table: &Table) -> Vec<(Option<i64>, String)> {
    let name = |cell: &Cell| if let Cell::Name(name) = cell { name.clone() } else { panic!("{cell:?} is no name") };
    let rank = |cell: &Cell| if let Cell::Number(rank) = cell { Some(*rank) } else { None };
    table.rows.iter().map(|row| (rank(row.cell(0)), name(row.cell(1)))).collect()
}

fn ranked(lines: &[(i64, &str)]) -> Vec<(Option<i64>, String)> {
    lines.iter().map(|(rank, name)| (Some(*rank).filter(|rank| *rank > 0), (*name).to_owned())).collect()
}

fn deciding(table: &Table) -> &str {
    let deciding: Vec<&str> =
        table.columns.iter().filter(|column| column.decides && column.rank == 0).map(|column| column.key).collect();
    assert_eq!(deciding.len(), 1);
    deciding[0]
}

#[test]
fn players_are_ranked_by_what_decides() {
    // A wins six games of seven, B one; C, who played five, none; D and E played two.
    let mut records: Vec<Record> = (0..4).map(|day| placed(day as u128, day, &["A", "B", "C"], &[1, 2, 3])).collect();
    records.push(placed(4, 4, &["A", "B", "C"], &[2, 1, 3]));
    records.extend((5..7).map(|day| placed(day as u128, day, &["A", "D", "E"], &[1, 1, 3])));
    let won = players(&records, Order::GamesWon);
    assert_eq!(ranks(&won), ranked(&[(1, "A"), (2, "D"), (3, "B"), (4, "C"), (4, "E")]));
    let column = won.columns.iter().position(|column| column.decides).unwrap();
    let wins: Vec<&Cell> = won.rows.iter().map(|row| row.cell(column)).collect();
    assert_eq!(wins, [6, 2, 1, 0, 0].map(Cell::Number).each_ref(), "shared ones count");
    let points = players(&records, Order::Points);
    assert_eq!(
        (deciding(&points), ranks(&points)),
        ("mean_total", ranked(&[(1, "A"), (2, "B"), (3, "C"), (0, "D"), (0, "E")]))
    );
    let of_few = points.columns.iter().position(|column| column.decides).unwrap();
    assert!(matches!(points.rows[3].cell(of_few), Cell::Few(..)), "two games are too few to be ranked by points");
    let rating = players(&records, Order::Rating);
    assert_eq!(
        (deciding(&rating), ranks(&rating)),
        ("rating", ranked(&[(1, "A"), (2, "B"), (3, "C"), (0, "D"), (0, "E")]))
    );
    assert!(won.shown(table::Column::WINDOW).all(|(_, column, _)| column.key != "rating"));
    let league = players(&records, Order::League);
    assert_eq!((deciding(&league), ranks(&league)[0].clone()), ("per_game", (Some(1), "A".to_owned())));
}

#[test]
fn the_records_have_who_when_and_the_session() {
    let table = table::records(&Statistics::of(&by_hand()), &face);
    let row = |place: usize| match table.rows[place].id {
        Some(RowId::Session(session)) => (&*table.rows[place].cells, session.as_u128()),
        other => panic!("{other:?} is no session"),
    };
    let text = |words: &str, cell: &Cell| matches!(cell, Cell::Text(text) if text.to_string() == words);
    let day = |days: i64| Cell::Day((at(0) + Duration::days(days)).date_naive());
    let (cells, session) = row(0);
    assert!(text("Highest total", &cells[0]), "{cells:?}");
    let shared = [Cell::Names(vec!["B".into(), "C".into()]), Cell::Number(110), day(1), Cell::None, Cell::None];
    assert_eq!((&cells[1..], session, &table.rows[0].face), (&shared[..], 2, &None));
    let (cells, session) = row(1);
    assert!(text("Best round", &cells[0]), "{cells:?}");
    assert_eq!((&cells[2], &cells[4], session), (&Cell::Signed(40.0, 0), &Cell::Number(2), 1));
    let (cells, session) = row(2);
    assert!(text("Most bids met in a row", &cells[0]), "{cells:?}");
    let run = [Cell::Names(vec!["B".into()]), Cell::Decimal(10.0, 0), day(2), Cell::None, Cell::None];
    assert_eq!((&cells[1..], session), (&run[..], 3), "reached in the game ended early");
    assert!(table.rows.len() == 11 && (0..11).all(|place| row(place).1 > 0));
}

#[test]
fn those_below_the_line_of_a_league_are_in_csv_only() {
    let records = [placed(1, 0, &["A", "B", "C"], &[1, 2, 2]), placed(2, 1, &["A", "B", "D"], &[1, 2, 3])];
    let league = |least_games| {
        let options = LeagueOptions { least_games, ..LeagueOptions::default() };
        table::league(&League::of(&records, GameName::Wizard, options), &face)
    };
    let table = league(2);
    assert_eq!(table.printed().count(), 2);
    let notes: Vec<String> = table.notes.iter().map(|note| note.to_string()).collect();
    assert_eq!(notes, ["Below the line, fewer than 2 games: C (1), D (1)"]);
    let csv: Vec<String> = table.records().iter().map(|record| record.join(",")).collect();
    let expected = [
        "rank,player,games,total,per_game,last_five",
        "1,A,2,4,2.00,1 1",
        "2,B,2,-1,-0.50,2 2",
        ",C,1,-1,-1.00,2",
        ",D,1,-2,-2.00,3",
    ];
    assert_eq!(csv, expected);
    let nobody = league(3);
    assert_eq!((nobody.printed().count(), nobody.notes.len()), (0, 0));
    assert!(nobody.empty.to_string().starts_with("Below the line, fewer than 3 games: A (2)"), "{}", nobody.empty);
}
