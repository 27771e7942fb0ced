//! The lists of a tournament.

use std::collections::HashMap;

use super::{Cell, Column, Row, RowId, Table, Tone};
use crate::session::folded;
use crate::text;
use crate::text::{Text, Value};
use crate::tournament::{self, Line, Names, Number, Placed, Player, RankBy, Settings, Status, TablePoints, Tournament};

/// Those who go on are ahead. The facts begin with the steps of the podium, if there is one.
pub fn ranking(of: &Tournament, after: usize) -> Table {
    let names = of.names();
    let (going_on, is_level) = of.going_on(after);
    let is_so = |status: &Status| match status {
        Status::Late(_) => false,
        Status::Left(round) => *round <= after,
        _ => true,
    };
    let row = |line: Line| {
        let advances = going_on.contains(&line.number);
        let status = of.player(line.number).map(|player| player.status).filter(is_so).unwrap_or_default();
        let stage = line.stage.and_then(|round| of.settings.stage_name(round));
        let going = advances.then(|| text!("of a ranking" => "goes on"));
        let [number, name] = person(&names, line.number);
        let cells = vec![
            line.rank.map_or(Cell::None, Cell::count),
            number,
            Cell::Name(line.name),
            name,
            words(stage.into_iter().chain(status_in_words(status)).chain(going)),
            table_points(line.table_points),
            Cell::Number(line.points),
            Cell::Number(line.met.into()),
            Cell::count(line.games),
        ];
        let tone = if advances { Tone::Ahead } else { tone(status) };
        Row { tone, id: Some(RowId::Player(line.number)), ..Row::of(cells) }
    };
    let [number, name] = person_columns();
    let [table_points, points, met] = figures();
    let decides = of.settings.rank_by.first();
    let open = of.open_tables().filter(|(round, _)| *round <= after);
    let open: Vec<String> = open.map(|(round, table)| format!("{round}/{}", table.name)).collect();
    let open = (!open.is_empty()).then(|| text!("Tables without a result: {tables}", tables = open));
    let level = is_level.then(|| text!("Players who are level cannot all go on: a play-off hand decides."));
    let podium = of.podium(after);
    let step = |lines: &[Line]| {
        let rank = lines.first().and_then(|line| line.rank).unwrap_or_default();
        let names: Vec<&str> = lines.iter().map(|line| names.of(line.number)).collect();
        text!("on the podium" => "{rank}: {names}", rank = rank, names = names)
    };
    let title = match of.settings.stage_name(after) {
        _ if after == 0 => text!("Players"),
        _ if !podium.is_empty() => text!("of a tournament" => "Final ranking"),
        Some(stage) => text!("{stage}: ranking", stage = stage),
        None => text!("of a tournament" => "Ranking after round {round}", round = after),
    };
    Table {
        facts: podium.chunk_by(|one, other| one.rank == other.rank).map(step).chain(open).collect(),
        columns: vec![
            rank_column(),
            number,
            Column::in_csv("name"),
            name,
            status_column(),
            table_points.decides(decides == Some(&RankBy::TablePoints)),
            points.decides(decides == Some(&RankBy::Points)),
            met.decides(decides == Some(&RankBy::BidsMet)),
            Column::new("games", text!("of a ranking" => "Games")).rank(4),
        ],
        rows: of.ranking(after).into_iter().map(row).collect(),
        notes: level.into_iter().collect(),
        ..Table::new(title, text!("Nobody is here yet."))
    }
}

/// By number; only those whose name or number has what is sought, if there are any.
pub fn players(of: &Tournament, sought: &str) -> Table {
    let names = of.names();
    let last = of.rounds.last().into_iter().flat_map(|round| &round.tables);
    let seats: HashMap<Number, &tournament::Table> =
        last.flat_map(|table| table.players.iter().map(move |number| (*number, table))).collect();
    let is_sought =
        |player: &&Player| folded(&player.name).contains(sought) || player.number.to_string().starts_with(sought);
    let mut players: Vec<&Player> = of.players.iter().filter(is_sought).collect();
    if players.is_empty() {
        players.extend(&of.players);
    }
    players.sort_by_key(|player| player.number);
    let row = |player: &Player| {
        let [number, name] = person(&names, player.number);
        let table = seats.get(&player.number).map_or(Cell::None, |table| label(&table.name));
        let cells = vec![number, name, words(status_in_words(player.status)), table];
        Row { tone: tone(player.status), id: Some(RowId::Player(player.number)), ..Row::of(cells) }
    };
    let [number, name] = person_columns();
    Table {
        columns: vec![number.rank(0), name, status_column(), table_column().rank(1)],
        rows: players.into_iter().map(row).collect(),
        ..Table::new(text!("Players"), text!("Nobody is here yet. Type the first name, or paste a list."))
    }
}

/// Clockwise, one table after the other; also of a round that is only drawn.
pub fn seats(of: &Tournament, round: usize, tables: &[tournament::Table]) -> Table {
    let names = of.names();
    let row = |table: &tournament::Table, (seat, number): (usize, &Number)| {
        let in_csv = Cell::Name(of.player(*number).map_or_else(String::new, |player| player.name.clone()));
        let [number, name] = person(&names, *number);
        let deals = seat == table.first_dealer;
        let in_words = words(deals.then(|| text!("of a table" => "deals first")));
        Row::of(vec![Cell::count(round), label(&table.name), number, in_csv, name, in_words, label(deals.to_string())])
    };
    let seated = tables.iter().flat_map(|table| (0..).zip(&table.players).map(move |at| row(table, at)));
    let [number, name] = person_columns();
    Table {
        columns: vec![
            Column::in_csv("round"),
            table_column().left(),
            number,
            Column::in_csv("name"),
            name,
            Column::new("", Text::foreign("")).left(),
            Column::in_csv("first_dealer"),
        ],
        rows: seated.collect(),
        ..Table::new(seats_title(&of.settings, round), text!("No round is seated yet."))
    }
}

/// In the order of a telephone book.
pub fn seats_by_name(of: &Tournament, round: usize) -> Table {
    let names = of.names();
    let tables = of.tables(round).iter();
    let mut seated: Vec<(Number, &tournament::Table)> =
        tables.flat_map(|table| table.players.iter().map(move |number| (*number, table))).collect();
    seated.sort_by_cached_key(|(number, _)| (folded(names.of(*number)), *number));
    let row = |(number, table): (Number, &tournament::Table)| {
        let [number, name] = person(&names, number);
        Row::of(vec![number, name, label(&table.name)])
    };
    let [number, name] = person_columns();
    Table {
        columns: vec![number, name, table_column().decides(true)],
        rows: seated.into_iter().map(row).collect(),
        ..Table::new(seats_title(&of.settings, round), text!("No round is seated yet."))
    }
}

/// At one table: best first, or clockwise before there is a result.
pub fn places(of: &Tournament, table: &tournament::Table) -> Table {
    let names = of.names();
    let rows = match table.places(&of.settings) {
        Some(placed) => placed.into_iter().map(|one| place(&names, one)).collect(),
        None => {
            let waiting = |number: &Number| {
                let [number, name] = person(&names, *number);
                Row::of(vec![Cell::None, number, name])
            };
            table.players.iter().map(waiting).collect()
        }
    };
    let open = table.results().is_none().then(|| text!("a table of a tournament" => "no result"));
    let title = text!("of a tournament" => "Table {table}", table = &*table.name);
    let [number, name] = person_columns();
    let [table_points, points, met] = figures();
    Table {
        columns: vec![rank_column(), number, name, status_column(), table_points, points, met],
        rows,
        notes: open.into_iter().collect(),
        ..Table::new(title, text!("No round is seated yet."))
    }
}

fn place(names: &Names, one: Placed) -> Row {
    let [number, name] = person(names, one.number);
    Row::of(match one.place {
        None => vec![Cell::None, number, name, Cell::Text(text!("a player of a tournament" => "absent"))],
        Some(place) => vec![
            Cell::count(place),
            number,
            name,
            Cell::None,
            table_points(one.table_points),
            Cell::Number(one.points.into()),
            Cell::Number(one.met.into()),
        ],
    })
}

/// A row for each table of a round.
pub fn results(of: &Tournament, round: usize) -> Table {
    let names = of.names();
    let scored = |one: Placed| {
        let points = one.place.map_or(Value::from("–"), |_| one.points.into());
        text!("a name, its points" => "{name} {points}", name = names.of(one.number), points = points).into()
    };
    let row = |table: &tournament::Table| {
        let players: Vec<Value> = match table.places(&of.settings) {
            Some(placed) => placed.into_iter().map(scored).collect(),
            None => names.at(table).iter().map(Value::from).collect(),
        };
        let players = text!("the players of a table, with their points" => "{players}", players = players);
        Row::of(vec![label(&table.name), Cell::Text(players)])
    };
    let title = match of.settings.stage_name(round) {
        Some(stage) => text!("{stage}: results", stage = stage),
        None => text!("of a tournament" => "Results of round {round}", round = round),
    };
    Table {
        columns: vec![table_column(), Column::new("players", text!("Players")).left()],
        rows: of.tables(round).iter().map(row).collect(),
        ..Table::new(title, text!("No round is seated yet."))
    }
}

/// Table points, points and bids met.
pub fn figures() -> [Column; 3] {
    [
        Column::new("table_points", text!("Table points")),
        Column::new("points", text!("of a ranking" => "Points")).rank(1),
        Column::new("met", text!("of a ranking" => "Bids met")).rank(2),
    ]
}

pub fn table_points(points: TablePoints) -> Cell {
    let value = points.value();
    let places = [value, 10.0 * value].into_iter().position(|value| value.fract() == 0.0);
    Cell::Decimal(value, places.unwrap_or(2))
}

/// `None` for an ordinary player.
fn status_in_words(status: Status) -> Option<Text> {
    Some(match status {
        Status::Here => return None,
        Status::Late(round) => text!("plays from round {round} on", round = round),
        Status::Left(0) => text!("left before the first round"),
        Status::Left(round) => text!("left after round {round}", round = round),
        Status::QualifiedBefore => text!("qualified before"),
        Status::Disqualified => text!("disqualified"),
    })
}

fn tone(status: Status) -> Tone {
    if matches!(status, Status::Left(_) | Status::Disqualified) { Tone::Gone } else { Tone::Plain }
}

pub fn seats_title(of: &Settings, round: usize) -> Text {
    match of.stage_name(round) {
        Some(stage) => text!("{stage}: seats", stage = stage),
        None => text!("of a tournament" => "Seats of round {round}", round = round),
    }
}

/// The number, and the name as people read it: with the number behind one that somebody else has, too.
fn person(names: &Names, number: Number) -> [Cell; 2] {
    [label(number.to_string()), Cell::Name(names.of(number).to_owned())]
}

fn person_columns() -> [Column; 2] {
    [
        Column::new("number", text!("a player’s number" => "No.")).rank(2),
        Column::new("", text!("of a ranking" => "Player")).left(),
    ]
}

fn rank_column() -> Column {
    Column::new("rank", text!("of a ranking" => "Rank"))
}

fn status_column() -> Column {
    Column::new("", text!("of a player" => "Status")).left().rank(3)
}

fn table_column() -> Column {
    Column::new("table", text!("of a tournament" => "Table"))
}

/// The same in every language, and no number of its digits.
fn label(label: impl Into<String>) -> Cell {
    Cell::Text(Text::foreign(label))
}

fn words(texts: impl IntoIterator<Item = Text>) -> Cell {
    Text::joined(texts).map_or(Cell::None, Cell::Text)
}
