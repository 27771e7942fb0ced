//! `tablet-of-truth tournament`.

use std::path::{Path, PathBuf};

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::export::deliver;
use super::said::{Answer, Failure, shown};
use crate::archive::{TournamentFile, gather, system_reason, to_lines};
use crate::export::{Paper, ranking_heads, said_table_points, suggested_paper_name, tournament_paper};
use crate::language::Language;
use crate::plain::{aligned, in_line, neutral};
use crate::text;
use crate::text::Text;
use crate::tournament::{Line, Number, Placed, Round, Seats, Table, Tournament};

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

/// Prints a tournament's ranking, or the seats of its next round, or writes a paper.
pub(super) fn tournament(asked: &TournamentArguments, language: Language) -> Result<Answer, Failure> {
    let (mut file, loaded) = TournamentFile::open(&asked.file).map_err(|error| Failure {
        code: if error.is_broken_rule() { 1 } else { 2 },
        message: Text::at(shown(&asked.file), error.text()),
    })?;
    let refuse = |reason: Text| Failure::new(Text::at(shown(&asked.file), reason));
    let folder = asked.file.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let gathered = gather(&loaded.tournament, folder).map_err(|error| refuse(system_reason(&error)))?;
    let unknown = |field: &String| text!("the field “{field}” is unknown and ignored", field = field);
    let told = loaded.unknown.iter().map(unknown).chain(gathered.notes);
    let mut notes: Vec<Text> = told.map(|told| Text::at(shown(&asked.file), told)).collect();
    let counted = gathered.tournament;
    if let Some(paper) = asked.paper {
        let round = asked.round.unwrap_or(counted.rounds.len());
        let drawn = || tournament_paper(&counted, paper, round, language).map_err(|error| refuse(error.text()));
        let name = suggested_paper_name(&counted, paper, round);
        return Ok(Answer { notes, ..deliver(&asked.output, &name, asked.force, drawn)? });
    }
    let text = if asked.seats {
        let seats = counted.seat_next(asked.seed.unwrap_or_else(|| fastrand::u32(..).into()));
        let seats = seats.map_err(|reason| refuse(reason.text()))?;
        let open: Vec<String> = counted.open_tables().map(open_table).collect();
        if !open.is_empty() {
            let missing = text!("these tables have no result yet and do not count: {tables}", tables = open);
            notes.push(Text::at(shown(&asked.file), missing));
        }
        if asked.write {
            let mut next = loaded.tournament;
            next.rounds.push(Round { seed: Some(seats.seed), started: None, tables: seats.tables.clone() });
            file.save(&next).map_err(|error| refuse(error.text()))?;
        }
        printed_seats(&counted, &seats, asked.format, language)?
    } else {
        let rounds = counted.rounds.len();
        let after = asked.after_round.unwrap_or(rounds);
        if after > rounds {
            return Err(refuse(text!(
                "the tournament has only {n} round" | "the tournament has only {n} rounds" % rounds
            )));
        }
        let report = Report::of(&counted, after);
        if report.is_level {
            let level = text!("the cut would part players who are level: a play-off hand decides");
            notes.push(Text::at(shown(&asked.file), level));
        }
        report.printed(&counted, asked.format, language)?
    };
    Ok(Answer { text, notes })
}

fn open_table((round, table): (usize, &Table)) -> String {
    format!("{round}/{}", table.name)
}

#[derive(Serialize)]
struct Report {
    ranking: Vec<Line>,
    tables: Vec<Places>,
    cut: Vec<Number>,
    open_tables: Vec<String>,
    #[serde(skip)]
    is_level: bool,
}

#[derive(Serialize)]
struct Places {
    round: usize,
    table: String,
    places: Vec<Placed>,
}

impl Report {
    fn of(tournament: &Tournament, after: usize) -> Report {
        let ranking = tournament.ranking(after);
        let (cut, is_level) = tournament.cut(&ranking);
        let tables = tournament.places(after);
        Report {
            tables: tables.map(|(round, table, places)| Places { round, table: table.to_owned(), places }).collect(),
            open_tables: tournament.open_tables().filter(|(round, _)| *round <= after).map(open_table).collect(),
            ranking,
            cut,
            is_level,
        }
    }

    fn printed(&self, of: &Tournament, format: TournamentFormat, language: Language) -> Result<Vec<u8>, Failure> {
        match format {
            TournamentFormat::Text => Ok(self.text(of, language).into_bytes()),
            TournamentFormat::Json => to_lines(self).map_err(|error| Failure::foreign(&error)),
            TournamentFormat::Csv => csv(
                &["rank", "number", "name", "table_points", "points", "met", "games"],
                self.ranking.iter().map(|line| {
                    let points = line.table_points;
                    let points = points.whole().map_or(format!("{:.3}", points.value()), |whole| whole.to_string());
                    [
                        line.rank.to_string(),
                        line.number.to_string(),
                        neutral(&line.name),
                        points,
                        line.points.to_string(),
                        line.met.to_string(),
                        line.games.to_string(),
                    ]
                }),
            ),
        }
    }

    fn text(&self, of: &Tournament, language: Language) -> String {
        let say = |text: Text| language.say(&text);
        let names = of.names();
        let mut rows = vec![ranking_heads().map(say).to_vec()];
        rows.extend(self.ranking.iter().map(|line| {
            let goes_on = if self.cut.contains(&line.number) { "*" } else { "" };
            vec![
                line.rank.to_string(),
                line.number.to_string(),
                format!("{}{goes_on}", in_line(names.of(line.number))),
                said_table_points(line.table_points, language),
                language.number(line.points),
                line.met.to_string(),
                line.games.to_string(),
            ]
        }));
        let mut text = aligned(&rows, "   ", &[2]);
        if !self.cut.is_empty() {
            text += &format!("\n{}\n", say(text!("* goes on")));
        }
        if !self.open_tables.is_empty() {
            let open = text!("Tables without a result: {tables}", tables = self.open_tables.clone());
            text += &format!("\n{}\n", in_line(&say(open)));
        }
        text
    }
}

fn printed_seats(
    tournament: &Tournament,
    seats: &Seats,
    format: TournamentFormat,
    language: Language,
) -> Result<Vec<u8>, Failure> {
    match format {
        TournamentFormat::Json => {
            #[derive(Serialize)]
            struct Written<'a> {
                round: usize,
                tables: &'a [Table],
                repeated_meetings: usize,
            }
            let Seats { round, tables, repeated, .. } = seats;
            to_lines(&Written { round: *round, tables, repeated_meetings: *repeated })
                .map_err(|error| Failure::foreign(&error))
        }
        TournamentFormat::Csv => {
            let seated = seats.tables.iter().flat_map(|table| {
                table.players.iter().enumerate().map(move |(seat, number)| {
                    let deals = (seat == table.first_dealer).to_string();
                    [
                        seats.round.to_string(),
                        table.name.clone(),
                        number.to_string(),
                        neutral(tournament.player(*number).map_or("", |player| &player.name)),
                        deals,
                    ]
                })
            });
            csv(&["round", "table", "number", "name", "first_dealer"], seated)
        }
        TournamentFormat::Text => {
            let say = |text: Text| language.say(&text);
            let seed = seats.seed.to_string();
            let title = text!("Seats of round {round}, drawn from {seed}", round = seats.round, seed = seed);
            let head = [text!("of a tournament" => "Table"), text!("of a table" => "Players (* deals first)")];
            let names = tournament.names();
            let mut rows = vec![head.map(say).to_vec()];
            for table in &seats.tables {
                let one = |(seat, number): (usize, &Number)| {
                    let deals = if seat == table.first_dealer { "*" } else { "" };
                    format!("{number} {}{deals}", in_line(names.of(*number)))
                };
                let players: Vec<String> = table.players.iter().enumerate().map(one).collect();
                rows.push(vec![table.name.clone(), players.join(" · ")]);
            }
            let repeated = text!("{n} pair meets again." | "{n} pairs meet again." % seats.repeated);
            Ok(format!("{}\n\n{}\n{}\n", say(title), aligned(&rows, "   ", &[0, 1]), say(repeated)).into_bytes())
        }
    }
}

fn csv<const COLUMNS: usize>(
    head: &[&str; COLUMNS],
    rows: impl Iterator<Item = [String; COLUMNS]>,
) -> Result<Vec<u8>, Failure> {
    let mut out = ::csv::WriterBuilder::new().terminator(::csv::Terminator::CRLF).from_writer(Vec::new());
    let failed = |error: ::csv::Error| Failure::foreign(&error);
    out.write_record(head).map_err(failed)?;
    for row in rows {
        out.write_record(&row).map_err(failed)?;
    }
    out.into_inner().map_err(|error| Failure::foreign(&error))
}
