use super::player::Number;
use super::slip::{PENALTY_MAX, SlipFault};
use super::{PLAYERS_MAX, ROUNDS_MAX};
use crate::session::{NAME_MAX, TABLE_NAME_MAX};
use crate::text;
use crate::text::{Text, quoted};
use crate::wizard::{PLAYERS_MAX as TABLE_MAX, PLAYERS_MIN as TABLE_MIN};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    Players(usize),
    Rounds(usize),
    NoNumber,
    SameNumber(Number),
    /// The name of a player (of the tournament if `None`) is empty, too long, or has control characters.
    Name(Option<Number>),
    NoSuchTable(u8),
    Rules {
        players: usize,
        reason: Text,
    },
    HandsInRules,
    TwiceInList,
    TablePoints,
    /// The stages are not multiples of four, or do not follow from each other or the cut.
    Stages,
    Table {
        /// From 1.
        round: usize,
        table: String,
        fault: TableFault,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableFault {
    /// Its name is too long, or has other characters than letters and digits.
    Name,
    SameName,
    Size(usize),
    NoSuchPlayer(Number),
    Twice(String),
    Dealer(usize),
    Overtime(i32),
    Results {
        results: usize,
        players: usize,
    },
    Slip {
        player: String,
        fault: SlipFault,
    },
}

impl Violation {
    pub fn text(&self) -> Text {
        match self {
            Violation::Players(players) => {
                text!("there are {players} players: up to {max} are possible", players = *players, max = PLAYERS_MAX)
            }
            Violation::Rounds(rounds) => {
                text!("there are {rounds} rounds: 1 to {max} are possible", rounds = *rounds, max = ROUNDS_MAX)
            }
            Violation::NoNumber => text!("a player has the number 0: numbers begin with 1"),
            Violation::SameNumber(number) => text!("two players have the number {number}", number = *number),
            Violation::Name(None) => {
                text!("the name of a tournament has 1 to {max} characters, all visible", max = NAME_MAX)
            }
            Violation::Name(Some(number)) => text!(
                "the name of player {number} has to have 1 to {max} characters, all visible",
                number = *number,
                max = NAME_MAX,
            ),
            Violation::NoSuchTable(players) => {
                text!("there are no tables of {players}: 3 to 6 sit at one", players = *players)
            }
            Violation::Rules { players, reason } => {
                text!("at a table of {players}: {reason}", players = *players, reason = reason.clone())
            }
            Violation::HandsInRules => text!("the hands of a tournament stand beside its rules, not in them"),
            Violation::TwiceInList => text!("the same thing decides twice"),
            Violation::TablePoints => text!("there are points for at most 20 places, each between −1000 and 1000"),
            Violation::Stages => text!(
                "a stage has tables of four, the next one the best or the two best of each, and the first as many as \
                 the cut"
            ),
            Violation::Table { round, table, fault } => text!(
                "round {round}, table {table}: {reason}",
                round = *round,
                table = quoted(table, TABLE_NAME_MAX),
                reason = fault.text(),
            ),
        }
    }
}

impl TableFault {
    pub(super) fn text(&self) -> Text {
        match self {
            TableFault::Name => {
                text!("the name of a table has 1 to {max} letters or digits", max = TABLE_NAME_MAX)
            }
            TableFault::SameName => text!("another table of the round has this name"),
            TableFault::Size(players) => text!(
                "{players} players cannot sit at one table: {min} to {max} can",
                players = *players,
                min = TABLE_MIN,
                max = TABLE_MAX,
            ),
            TableFault::NoSuchPlayer(number) => text!("there is no player {number}", number = *number),
            TableFault::Twice(player) => text!("{player} sits twice in this round", player = player),
            TableFault::Dealer(seat) => text!("the first dealer is seat {seat}, which is empty", seat = *seat),
            TableFault::Overtime(points) => text!(
                "{points} points cannot be taken for overtime: it is a multiple of 10 up to {max}",
                points = *points,
                max = PENALTY_MAX,
            ),
            TableFault::Results { results, players } => {
                text!("there are {results} results for {players} players", results = *results, players = *players,)
            }
            TableFault::Slip { player, fault } => Text::at(player, fault.text()),
        }
    }
}
