//! `tablet-of-truth export` and `tablet-of-truth pad`.

use std::collections::HashSet;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::output::{Answer, Failure, is_standard, print, print_stderr, shown};
use super::place::settings;
use super::score::load;
use crate::archive::{Loaded, Settings, is_no_file, system_reason, tournament_of, write_durably, write_new};
use crate::each;
use crate::export::{self, ExportOptions, Exported, Format, Tabled, no_csv};
use crate::language::Language;
use crate::session::{GameName, Session};
use crate::text;
use crate::text::Text;
use crate::wizard::RuleSet;

/// What `export` is arguments.
#[derive(Debug, Args)]
pub struct ExportArguments {
    /// The session files, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub to: Format,
    /// A file, or a folder for several; without it, or with -, the result goes to standard output
    ///
    /// In a folder that exists, the file gets the suggested name. Several sessions can go to standard output as text,
    /// Markdown, CSV (under one header) or JSON (as one array).
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Overwrite files that exist
    #[arg(long)]
    pub force: bool,
}

/// What `pad` is arguments.
#[derive(Debug, Args)]
pub struct PadArguments {
    /// The number of players: 3 to 6
    pub players: usize,
    /// Name Plus/Minus One below the rounds: the bids may not add up to the cards
    #[arg(long)]
    pub plus_minus_one: bool,
    /// The cards of each round, such as 1,3,5,7,9; by default the official plan
    #[arg(long, value_name = "CARDS", value_delimiter = ',')]
    pub hands: Option<Vec<u8>>,
    /// A pad of Unicolor: twelve rounds of 4 to 15 cards, for 3 or 4 players
    #[arg(long)]
    pub unicolor: bool,
    /// A pad of The Last Wizard
    #[arg(long, conflicts_with_all = ["plus_minus_one", "hands", "unicolor"])]
    pub last_wizard: bool,
    /// The name above the next column; may be repeated. The others are left to be written
    #[arg(long = "name", value_name = "NAME")]
    pub names: Vec<String>,
    /// A file, or a folder that exists; without it, or with -, the PDF goes to standard output
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Overwrite a file that exists
    #[arg(long)]
    pub force: bool,
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Format] {
        &Format::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.key()).help(self.help()))
    }
}

/// Exports sessions; one that fails does not stop the others.
pub(super) fn export(arguments: &ExportArguments, data_dir: Option<&Path>, language: Language) -> ExitCode {
    let settings = settings(data_dir).unwrap_or_default();
    let (format, several) = (arguments.to, arguments.files.len() > 1);
    let joined = match format {
        Format::Text | Format::Markdown | Format::Csv | Format::Json => true,
        Format::Png | Format::Pdf | Format::Html | Format::BgStats | Format::Svg => false,
    };
    let output = place(&arguments.output);
    let refused = match output {
        None if several && !joined => Some(text!("in this format several sessions need a folder: name one with -o")),
        Some(out) if several && out.exists() && !out.is_dir() => {
            Some(text!("several sessions need a folder, not a file"))
        }
        None if no_terminal(format) => Some(terminal_refused()),
        _ => None,
    };
    if let Some(sentence) = refused {
        return answer(Err(Failure::new(sentence)), language);
    }
    let mut worst = 0;
    let (mut parts, mut rows) = (Vec::new(), Vec::new());
    let mut names = HashSet::new();
    for file in &arguments.files {
        let done = read(file, language).and_then(|loaded| {
            if output.is_none() && several && format == Format::Csv {
                rows.push(loaded);
                return Ok(());
            }
            let (bytes, name) = one(file, &loaded, format, &settings, language)?;
            match output {
                None => {
                    parts.push(bytes);
                    Ok(())
                }
                Some(out) if several || out.is_dir() => {
                    write(&out.join(unused(name, &mut names)), &bytes, arguments.force)
                }
                Some(out) => write(out, &bytes, arguments.force),
            }
        });
        if let Err(failure) = done {
            print_stderr(&language.translate(&failure.message));
            worst = worst.max(failure.code);
        }
    }
    let printed = if !rows.is_empty() {
        match table(&rows) {
            Ok(table) => print(&table, language),
            Err(failure) => answer(Err(failure), language),
        }
    } else if !parts.is_empty() {
        print(&join(format, parts, several), language)
    } else {
        ExitCode::SUCCESS
    };
    if worst == 0 { printed } else { ExitCode::from(worst) }
}

fn table(loaded: &[Loaded]) -> Result<Vec<u8>, Failure> {
    let (mut wizard, mut track) = (Vec::new(), Vec::new());
    for one in loaded {
        let of_game = one.session.as_ref();
        of_game.map(|session| wizard.push(row_of(one, session)), |session| track.push(row_of(one, session)));
    }
    let table = match (wizard.is_empty(), track.is_empty()) {
        (_, true) => Exported::csv(&wizard),
        (true, _) => Exported::csv(&track),
        (false, false) => {
            return Err(Failure::new(text!(
                "Wizard and The Last Wizard have different columns and cannot share one table: export each game by \
                 itself, or name a folder with -o",
            )));
        }
    };
    table.map_err(|error| Failure::new(no_csv(&error)))
}

/// A session without an id gets the one that an import would give it.
fn row_of<'a, G: Exported>(loaded: &Loaded, session: &'a Session<G>) -> Tabled<'a, G> {
    Tabled { session, id: Some(loaded.id()), dated: loaded.identified }
}

/// Returns what goes to standard output.
pub(super) fn pad(arguments: &PadArguments, language: Language) -> Result<Answer, Failure> {
    let PadArguments { players, plus_minus_one, unicolor, ref hands, .. } = *arguments;
    let (game, written) = if arguments.last_wizard {
        (GameName::LastWizard, export::last_wizard_pad(players, &arguments.names, language))
    } else {
        let rules = RuleSet { plus_minus_one, unicolor, hands: hands.clone(), ..RuleSet::default() };
        (GameName::Wizard, export::pad(players, &rules, &arguments.names, language))
    };
    let name = format!("{}_pad_{players}.pdf", game.key());
    deliver(&arguments.output, &name, arguments.force, || written.map_err(Failure::new))
}

/// Returns what goes to standard output.
pub(super) fn deliver(
    output: &Option<PathBuf>,
    name: &str,
    force: bool,
    paper: impl FnOnce() -> Result<Vec<u8>, Failure>,
) -> Result<Answer, Failure> {
    let output = place(output);
    if output.is_none() && no_terminal(Format::Pdf) {
        return Err(Failure::new(terminal_refused()));
    }
    let bytes = paper()?;
    let Some(out) = output else { return Ok(Answer { text: bytes, notes: Vec::new() }) };
    write(&if out.is_dir() { out.join(name) } else { out.to_owned() }, &bytes, force)?;
    Ok(Answer { text: Vec::new(), notes: Vec::new() })
}

/// `None` for standard output.
fn place(output: &Option<PathBuf>) -> Option<&Path> {
    output.as_deref().filter(|out| !is_standard(out))
}

fn terminal_refused() -> Text {
    text!("a terminal cannot show this format: name a file with -o, or send the output into one")
}

fn no_terminal(format: Format) -> bool {
    !format.is_text() && io::stdout().is_terminal()
}

fn answer(done: Result<(), Failure>, language: Language) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            print_stderr(&language.translate(&failure.message));
            ExitCode::from(failure.code)
        }
    }
}

fn read(file: &Path, language: Language) -> Result<Loaded, Failure> {
    let (loaded, notes) = load(file)?;
    notes.iter().for_each(|note| print_stderr(&language.translate(note)));
    Ok(loaded)
}

/// One session in a format, with its suggested file name.
fn one(
    file: &Path,
    loaded: &Loaded,
    format: Format,
    settings: &Settings,
    language: Language,
) -> Result<(Vec<u8>, String), Failure> {
    each!(&loaded.settled(), session => {
        let folder = file.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        let tournament = session.tournament().and_then(|at| Some(tournament_of(folder, at.id)?.table_text(at)));
        let seats = settings.looks_of(session.people().players_at_end());
        let look = ExportOptions { language, seats, tournament: tournament.as_ref() };
        let bytes = export::export(session, format, loaded.identified, look)
            .map_err(|error| Failure::new(Text::at(shown(file), error)))?;
        Ok((bytes, export::suggested_name(session, format)))
    })
}

/// A name not used in this call yet: the same people may play twice a day.
fn unused(name: String, names: &mut HashSet<String>) -> String {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, ""));
    let numbered = (2..).map(|number| format!("{stem}_{number}.{ending}"));
    let free = std::iter::once(name.clone()).chain(numbered).find(|name| !names.contains(name)).unwrap_or_default();
    names.insert(free.clone());
    free
}

/// Writes a file whole or not at all. An existing file is kept unless `force`; anything but a regular file always is.
fn write(path: &Path, bytes: &[u8], force: bool) -> Result<(), Failure> {
    if is_no_file(path) {
        return Err(Failure::new(text!("{path} is not a file: nothing was written", path = shown(path))));
    }
    let write = if force { write_durably } else { write_new };
    write(path, bytes).map_err(|error| {
        Failure::new(match error.kind() {
            io::ErrorKind::AlreadyExists if !force => {
                text!("{path} already exists: name another file, or add --force", path = shown(path))
            }
            _ => text!("{path} cannot be written: {reason}", path = shown(path), reason = system_reason(&error)),
        })
    })
}

/// Joins several sessions into one output: JSON as an array, text with an empty line between.
fn join(format: Format, parts: Vec<Vec<u8>>, several: bool) -> Vec<u8> {
    if !several {
        return parts.concat();
    }
    let separator: &[u8] = match format {
        Format::Json => b",\n",
        _ => b"\n",
    };
    let body = |part: &Vec<u8>| if format == Format::Json { part.trim_ascii().to_vec() } else { part.clone() };
    let joined = parts.iter().map(body).collect::<Vec<_>>().join(separator);
    match format {
        Format::Json => [b"[\n", joined.as_slice(), b"\n]\n"].concat(),
        _ => joined,
    }
}
