//! Where the files are, what they are called, and reading them.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use chrono::{DateTime, FixedOffset, Local, SubsecRound};
use directories::ProjectDirs;

use super::format::{FILE_MAX, LoadError, Loaded, read_session};
use crate::session::{Phase, Player, Session, Status};
use crate::wizard::Standing;

/// The platform's folder for the program's data, or `None` when there is no home folder.
pub fn default_data_dir() -> Option<PathBuf> {
    project().map(|dirs| dirs.data_dir().to_owned())
}

/// The file of the settings: in the platform's configuration folder, or inside a data folder that was asked for.
pub fn settings_file(asked_for: Option<&Path>) -> Option<PathBuf> {
    let folder = match asked_for {
        Some(data) => data.join(".tablet"),
        None => project()?.config_dir().to_owned(),
    };
    Some(folder.join("settings.json"))
}

fn project() -> Option<ProjectDirs> {
    ProjectDirs::from("", "", "tablet-of-truth")
}

/// A hidden file beside a session's, for its lock or its next version.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".");
    name.push(ending);
    path.with_file_name(name)
}

/// The bytes of a file, at most one more than a session may have.
pub(super) fn read_limited(path: &Path) -> Result<Vec<u8>, LoadError> {
    if !fs::metadata(path)?.is_file() {
        return Err(LoadError::NotAFile);
    }
    let mut text = Vec::new();
    fs::File::open(path)?.take(FILE_MAX + 1).read_to_end(&mut text)?;
    Ok(text)
}

/// A folder of sessions.
#[derive(Clone, Debug)]
pub struct Archive {
    folder: PathBuf,
}

/// What a list shows of a session.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Its file.
    pub path: PathBuf,
    /// When it was set up.
    pub started: DateTime<FixedOffset>,
    /// When it was last saved; the start where the file does not say.
    pub saved: DateTime<FixedOffset>,
    /// Who played, in seat order.
    pub players: Vec<Player>,
    /// Whose turn to deal it would be now.
    pub next_dealer: usize,
    /// Running, finished or ended early.
    pub status: Status,
    /// The rounds scored.
    pub rounds: usize,
    /// The rounds of the plan.
    pub planned: usize,
    /// Were there special cards in the deck?
    pub special_cards: bool,
    /// Best first.
    pub standings: Vec<Standing>,
    /// The seat that has still to bid, where someone has.
    pub to_bid: Option<usize>,
    /// Are tricks being entered?
    pub playing: bool,
}

impl Archive {
    /// The archive in this folder, which is made by the first save.
    pub fn new(folder: PathBuf) -> Archive {
        Archive { folder }
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file for a new session: date, players and the beginning of its id, so that a person can find it.
    pub fn path_for(&self, session: &Session) -> PathBuf {
        let mut names = String::new();
        for player in session.players() {
            let clean: String = player.name.chars().map(|letter| if is_plain(letter) { letter } else { '-' }).collect();
            if names.len() + clean.len() > 120 {
                break;
            }
            names.push('_');
            names.push_str(clean.trim_matches(['-', '.', ' ']));
        }
        let id = session.id().simple().to_string();
        let name = format!("{}{names}_{}.json", session.started().format("%Y-%m-%d"), id.get(..8).unwrap_or(&id));
        self.folder.join(name)
    }

    /// The session files of the folder, newest name first. An archive that does not exist yet is empty.
    ///
    /// # Errors
    /// When the folder cannot be listed.
    pub fn paths(&self) -> io::Result<Vec<PathBuf>> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut paths = Vec::new();
        for entry in entries {
            let path = entry?.path();
            let hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            if !hidden && path.extension().is_some_and(|ending| ending == "json") {
                paths.push(path);
            }
        }
        paths.sort_unstable_by(|a, b| b.cmp(a));
        Ok(paths)
    }

    /// Reads a session's file.
    ///
    /// # Errors
    /// [`LoadError`]; the file is left as it is.
    pub fn load(path: &Path) -> Result<Loaded, LoadError> {
        read_session(&read_limited(path)?, Local::now().fixed_offset().trunc_subsecs(0))
    }

    /// What a list shows of a session's file.
    ///
    /// # Errors
    /// [`LoadError`]; the file is left as it is.
    pub fn summary(path: &Path) -> Result<Summary, LoadError> {
        let Loaded { session, saved, .. } = Archive::load(path)?;
        Ok(Summary::of(&session, path.to_owned(), saved.unwrap_or(session.started())))
    }
}

impl Summary {
    /// What a list shows of this session.
    pub fn of(session: &Session, path: PathBuf, saved: DateTime<FixedOffset>) -> Summary {
        let to_bid = session.open().and_then(|(round, open)| {
            let order = session.game().bidding_order(round);
            order.into_iter().find(|&seat| open.facts.bids.get(seat).is_some_and(Option::is_none))
        });
        Summary {
            path,
            started: session.started(),
            saved,
            next_dealer: session.rematch_dealer(),
            status: session.status(),
            rounds: session.table().scored.len(),
            planned: session.game().plan().rounds(),
            special_cards: !session.game().rules().special_cards.is_empty(),
            standings: session.standings(),
            players: session.players().to_vec(),
            to_bid,
            playing: session.open().is_some_and(|(_, open)| open.phase == Phase::Playing),
        }
    }
}

/// May this letter be in a file's name on every system?
fn is_plain(letter: char) -> bool {
    !letter.is_control() && !letter.is_whitespace() && !r#"/\:*?"<>|_"#.contains(letter)
}
