//! The place of a trial: a data folder among other files, what was announced about it, and the player there.

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use chrono::Duration;
use tablet_of_truth::archive::{Archive, write_session};
use tablet_of_truth::each;
use tablet_of_truth::session::Record;

use crate::archive_of;
use crate::ledger::{Ledger, Line, State, lines};
use crate::player::Play;
use crate::surroundings::run;

pub struct Stage {
    pub root: PathBuf,
    pub data: PathBuf,
    pub ledger: Ledger,
    /// Files that nobody plays with, and their bytes.
    pub others: BTreeMap<PathBuf, Vec<u8>>,
    announced: PathBuf,
    read: usize,
}

pub fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[derive(Clone, Debug)]
pub struct Found {
    pub state: State,
    pub fresh: bool,
}

/// Reads session files with the program's own reader, each content once.
#[derive(Default)]
pub struct Reader {
    known: HashMap<Vec<u8>, Result<Found, String>>,
}

impl Reader {
    fn read(&mut self, path: &Path) -> Result<Found, String> {
        let bytes = fs::read(path).map_err(|error| error.to_string())?;
        let read = || match Archive::load(path) {
            Ok(loaded) => {
                let fresh = each!(&loaded.session, session => session.steps().is_empty());
                Ok(Found { state: State::of_any(loaded.session.as_ref()), fresh })
            }
            Err(error) => Err(error.to_string()),
        };
        if self.known.len() > 20_000 {
            self.known.clear();
        }
        self.known.entry(bytes).or_insert_with(read).clone()
    }
}

impl Stage {
    /// An empty place; what was there before is deleted.
    pub fn new(root: PathBuf) -> Stage {
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).unwrap();
        let (data, announced) = (root.join("data"), root.join("announced"));
        File::create(&announced).unwrap();
        Stage { root, data, ledger: Ledger::default(), others: BTreeMap::new(), announced, read: 0 }
    }

    /// Puts sessions and other files that nobody plays with into the data folder.
    pub fn furnish(&mut self, seed: u64, count: usize) {
        fs::create_dir_all(self.data.join("Trash")).unwrap();
        let archive = Archive::new(self.data.clone());
        let mut files = BTreeMap::new();
        for (index, session) in archive_of::sessions(count, seed).enumerate() {
            let record = Record::of(&session);
            let saved = record.finished.unwrap_or(record.started) + Duration::seconds(1);
            let folder = if index % 4 == 3 { archive.trash() } else { archive.clone() };
            let bytes = write_session(&session, saved).unwrap();
            files.insert(folder.path_for(&session), bytes);
        }
        let half = files.values().next().map(|bytes| bytes[..bytes.len() / 2].to_vec()).unwrap_or_default();
        files.insert(self.data.join("2020-01-01_damaged.json"), half);
        let newer = br#"{"format": "tablet-of-truth-session", "version": 999}"#.to_vec();
        files.insert(self.data.join("2020-01-02_newer.json"), newer);
        files.insert(self.data.join("shopping list.txt"), b"cards, pencils\n".to_vec());
        for (path, bytes) in &files {
            fs::write(path, bytes).unwrap();
        }
        self.others = files;
    }

    /// A place with what is in `found`, which this ledger tells of.
    pub fn copy(&self, found: &Path, ledger: &Ledger, root: PathBuf) -> Stage {
        let mut stage = Stage::new(root);
        let [from, to] = [found.join("data"), stage.data.clone()].map(|path| path.display().to_string());
        assert!(!found.join("data").exists() || run("cp", &["-a", &from, &to]));
        let moved = |path: &PathBuf| stage.data.join(path.strip_prefix(&self.data).unwrap());
        stage.others = self.others.iter().map(|(path, bytes)| (moved(path), bytes.clone())).collect();
        stage.ledger.sessions = ledger.sessions.clone();
        stage
    }

    pub fn played(&self) -> Option<PathBuf> {
        let there = |name: &&String| self.data.join(name.as_str()).is_file();
        self.ledger.sessions.keys().rev().find(there).map(|name| self.data.join(name))
    }

    /// This program again, with other arguments, by the command `before` if it is not empty.
    pub fn copy_of_this(&self, before: &[String], arguments: &[String]) -> Command {
        let this = std::env::current_exe().unwrap();
        let mut words = before.iter().map(OsStr::new).chain([this.as_os_str()]);
        let mut command = Command::new(words.next().unwrap());
        let errors = File::options().create(true).append(true).open(self.root.join("errors")).unwrap();
        command.args(words).args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(errors);
        command
    }

    /// What the programs wrote to standard error, in one line.
    pub fn complaints(&self) -> String {
        fs::read_to_string(self.root.join("errors")).unwrap_or_default().trim().replace('\n', " ")
    }

    /// What is wrong with a program that was not killed.
    pub fn failure(&self, status: ExitStatus) -> Option<String> {
        (!status.success()).then(|| format!("the program failed ({status}): {}", self.complaints()))
    }

    pub fn announcement(&self) -> File {
        OpenOptions::new().write(true).open(&self.announced).unwrap()
    }

    pub fn announced(&self) -> &Path {
        &self.announced
    }

    pub fn play(&self, seed: u64, taps: usize) -> Play {
        Play { data: self.data.clone(), seed, taps, open: self.played(), ..Play::default() }
    }

    /// What was announced since the last time, read when nobody is announcing; a line cut off by a kill is dropped.
    pub fn heard(&mut self) -> Vec<Line> {
        let text = fs::read(&self.announced).unwrap();
        let new = &text[self.read..];
        self.read += new.iter().rposition(|&letter| letter == b'\n').map_or(0, |end| end + 1);
        self.announcement().set_len(self.read as u64).unwrap();
        lines(&String::from_utf8_lossy(new))
    }

    pub fn listen(&mut self) -> Vec<String> {
        let heard = self.heard();
        heard.iter().filter_map(|line| self.ledger.take(line).err()).collect()
    }

    pub fn all_saved(&self) -> Option<String> {
        (!self.ledger.ended_saved).then(|| "not everything is saved in the end".to_owned())
    }

    pub fn judge_others(&self) -> Vec<String> {
        let others: Vec<PathBuf> = self.others.keys().cloned().collect();
        let mut losses = changed(&self.others, PathBuf::clone);
        losses.extend(strays(&self.data, &others).unwrap_or_default());
        losses
    }

    pub fn judge(&self, reader: &mut Reader) -> Vec<String> {
        self.judge_in(&self.data, &self.ledger, reader)
    }

    /// Judges a folder in place of the data folder.
    pub fn judge_in(&self, folder: &Path, ledger: &Ledger, reader: &mut Reader) -> Vec<String> {
        let there = |path: &PathBuf| folder.join(path.strip_prefix(&self.data).unwrap());
        let mut losses = changed(&self.others, there);
        let paths = match Archive::new(folder.to_owned()).paths() {
            Ok(paths) => paths,
            Err(error) => return vec![format!("the archive does not open: {error}")],
        };
        let others: Vec<PathBuf> = self.others.keys().map(there).collect();
        let mut unannounced = 0;
        for (name, known) in &ledger.sessions {
            let path = folder.join(name);
            if !paths.contains(&path) {
                // A game that was dealt and not played goes into the trash when another begins.
                let discarded = reader.read(&folder.join("Trash").join(name));
                if known.saved.is_some() && !discarded.is_ok_and(|found| found.fresh && known.allows(found.state)) {
                    losses.push(format!("{name}: is missing"));
                }
                continue;
            }
            match reader.read(&path) {
                Ok(found) if known.allows(found.state) => {}
                Ok(_) => losses.push(format!("{name}: an acknowledged tap is missing")),
                Err(error) => losses.push(format!("{name}: cannot be read: {error}")),
            }
        }
        for path in paths.iter().filter(|path| !others.contains(path) && !ledger.sessions.contains_key(&name_of(path)))
        {
            unannounced += 1;
            match reader.read(path) {
                Ok(found) if found.fresh && unannounced == 1 => {}
                Ok(_) => losses.push(format!("{}: nobody played this", name_of(path))),
                Err(error) => losses.push(format!("{}: cannot be read: {error}", name_of(path))),
            }
        }
        losses.extend(strays(folder, &others).unwrap_or_default());
        losses
    }
}

fn changed(others: &BTreeMap<PathBuf, Vec<u8>>, there: impl Fn(&PathBuf) -> PathBuf) -> Vec<String> {
    let differs = |(path, bytes): &(&PathBuf, &Vec<u8>)| fs::read(there(path)).ok().as_ref() != Some(*bytes);
    let describe = |(path, _): (&PathBuf, _)| format!("{}: another file was changed", path.display());
    others.iter().filter(differs).map(describe).collect()
}

fn strays(folder: &Path, others: &[PathBuf]) -> io::Result<Vec<String>> {
    let mut strays = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = name_of(&path);
        let own = name.starts_with('.') && (name.ends_with(".json.tmp") || name.starts_with(".~lock."));
        let session = !name.starts_with('.') && name.ends_with(".json");
        if !own && !session && name != ".tablet" && name != "Trash" && !others.contains(&path) && name != "filler" {
            strays.push(format!("{name}: a stray file"));
        }
    }
    Ok(strays)
}
