//! `tablet-of-truth tournament`.

use std::path::{Path, PathBuf};

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::export::deliver;
use super::output::{Answer, Failure, shown};
use crate::archive::{Saved, TournamentFile, gather, system_reason, to_lines};
use crate::export::{Paper, suggested_paper_name, table_csv, tournament_paper, with_title};
use crate::language::Language;
use crate::table::tournament as lists;
use crate::text;
use crate::text::Text;
use crate::tournament::{Line, Number, Placed, Round, Table};

/// What is wanted of a tournament.
#[derive(Debug, Args)]
pub struct TournamentArguments {
    /// The tournament's file
    pub file: PathBuf,
    /// What to print
    #[arg(long, value_enum, default_value_t = TournamentFormat::Text)]
    pub format: TournamentFormat,
    /// The ranking after this round; by default after all
    #[arg(long, value_name = "N", conflicts_with = "seats")]
    pub after_round: Option<usize>,
    /// Print the seats of the next round
    #[arg(long)]
    pub seats: bool,
    /// Draw from this number, so that the same seats can be drawn again
    #[arg(long, value_name = "N", requires = "seats")]
    pub seed: Option<u64>,
    /// Add the seats to the file
    #[arg(long, requires = "seats")]
    pub write: bool,
    /// Write a paper as PDF, to print
    #[arg(long, value_enum, value_name = "PAPER", conflicts_with_all = ["seats", "format", "after_round"])]
    pub paper: Option<Paper>,
    /// The round of the paper; by default the last one that is seated
    #[arg(long, value_name = "N", requires = "paper")]
    pub round: Option<usize>,
    /// A file for the paper, or a folder that exists; without it, or with -, it goes to standard output
    #[arg(short, long, value_name = "OUT", requires = "paper")]
    pub output: Option<PathBuf>,
    /// Overwrite a file that exists
    #[arg(long, requires = "paper")]
    pub force: bool,
}

impl ValueEnum for Paper {
    fn value_variants<'a>() -> &'a [Paper] {
        &Paper::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            Paper::SeatsByTable => "Who sits at each table of a round",
            Paper::SeatsByName => "Everybody's table of a round",
            Paper::Slips => "Result slips of a round, four a page",
            Paper::Pads => "Score pads of a round with names and hands",
            Paper::Ranking => "The ranking after a round",
            Paper::Report => "The ranking, and every table of every round",
        };
        Some(PossibleValue::new(self.key()).help(help))
    }
}

/// The format of a ranking or of seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TournamentFormat {
    /// Aligned columns for reading
    Text,
    /// One row per player
    Csv,
    /// Everything for other programs
    Json,
}

pub(super) fn tournament(arguments: &TournamentArguments, language: Language) -> Result<Answer, Failure> {
    let (file, loaded) = TournamentFile::open(&arguments.file).map_err(|error| Failure {
        code: if error.is_broken_rule() { 1 } else { 2 },
        message: Text::at(shown(&arguments.file), error.text()),
    })?;
    let refuse = |reason: Text| Failure::new(Text::at(shown(&arguments.file), reason));
    let folder = arguments.file.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let gathered = gather(&loaded.tournament, folder).map_err(|error| refuse(system_reason(&error)))?;
    let unknown = |field: &String| text!("the field “{field}” is unknown and ignored", field = field);
    let noted = loaded.unknown.iter().map(unknown).chain(gathered.notes);
    let mut notes: Vec<Text> = noted.map(|note| Text::at(shown(&arguments.file), note)).collect();
    let counted = gathered.tournament;
    if let Some(paper) = arguments.paper {
        let round = arguments.round.unwrap_or(counted.rounds.len());
        let drawn = || tournament_paper(&counted, paper, round, language).map_err(refuse);
        let name = suggested_paper_name(&counted, paper, round);
        return Ok(Answer { notes, ..deliver(&arguments.output, &name, arguments.force, drawn)? });
    }
    let (table, json) = if arguments.seats {
        let seats = counted.seat_next(arguments.seed.unwrap_or_else(|| fastrand::u32(..).into()));
        let seats = seats.map_err(|reason| refuse(reason.text()))?;
        let open: Vec<String> = counted.open_tables().map(open_table).collect();
        if !open.is_empty() {
            let missing = text!("these tables have no result yet and do not count: {tables}", tables = open);
            notes.push(Text::at(shown(&arguments.file), missing));
        }
        if arguments.write {
            let mut next = loaded.tournament;
            next.rounds.push(Round { seed: Some(seats.seed), started: None, tables: seats.tables.clone() });
            if let Saved::Beside(copy) = file.save_now(next).map_err(|error| refuse(error.text()))? {
                let kept =
                    text!("another program has changed it meanwhile: that is kept as {file}", file = shown(&copy));
                notes.push(Text::at(shown(&arguments.file), kept));
            }
        }
        let mut table = lists::seats(&counted, seats.round, &seats.tables);
        table.facts.push(text!("of seats" => "Drawn from {seed}", seed = seats.seed.to_string()));
        table.notes.push(text!("{n} pair meets again." | "{n} pairs meet again." % seats.repeated));
        (table, Report::Seats { round: seats.round, tables: seats.tables, repeated_meetings: seats.repeated })
    } else {
        let rounds = counted.rounds.len();
        let after = arguments.after_round.unwrap_or(rounds);
        if after > rounds {
            return Err(refuse(text!(
                "the tournament has only {n} round" | "the tournament has only {n} rounds" % rounds
            )));
        }
        let table = lists::ranking(&counted, after);
        if arguments.format != TournamentFormat::Text {
            notes.extend(table.notes.iter().map(|note| Text::at(shown(&arguments.file), note.clone())));
        }
        let tables = counted.places(after);
        let report = Report::Ranking {
            ranking: counted.ranking(after),
            tables: tables.map(|(round, table, places)| Places { round, table: table.to_owned(), places }).collect(),
            cut: counted.going_on(after).0,
            open_tables: counted.open_tables().filter(|(round, _)| *round <= after).map(open_table).collect(),
        };
        (table, report)
    };
    let text = match arguments.format {
        TournamentFormat::Text => with_title(&table, language).into_bytes(),
        TournamentFormat::Csv => table_csv(&table).map_err(|error| Failure::foreign(&error))?,
        TournamentFormat::Json => to_lines(&json).map_err(|error| Failure::foreign(&error))?,
    };
    Ok(Answer { text, notes })
}

fn open_table((round, table): (usize, &Table)) -> String {
    format!("{round}/{}", table.name)
}

#[derive(Serialize)]
#[serde(untagged)]
enum Report {
    Ranking { ranking: Vec<Line>, tables: Vec<Places>, cut: Vec<Number>, open_tables: Vec<String> },
    Seats { round: usize, tables: Vec<Table>, repeated_meetings: usize },
}

#[derive(Serialize)]
struct Places {
    round: usize,
    table: String,
    places: Vec<Placed>,
}
