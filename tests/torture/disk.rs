//! A disk that loses power: from what the system was asked to do and what it promised to keep, it tells every content
//! that may be found after a power cut. It keeps less than any real disk: a change without an fsync of its file or
//! folder may be there or not, independently and in any order, even the two halves of a rename; a write may be there in
//! part or as zeros; after a failed fsync, no later one keeps the same bytes.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;
use std::rc::Rc;

use fastrand::Rng;

use crate::recording::Call;

type Number = usize;

/// The content of a disk: files with their bytes, folders without.
pub type Content = BTreeMap<String, Option<Rc<Vec<u8>>>>;

#[derive(Clone, Debug)]
enum Change {
    Name { folder: Number, name: String, now: Option<Number> },
    Bytes { file: Number, at: usize, bytes: Vec<u8> },
    Length { file: Number, length: usize },
}

impl Change {
    /// The file or folder whose fsync keeps the change.
    fn of(&self) -> Number {
        match self {
            Change::Name { folder, .. } => *folder,
            Change::Bytes { file, .. } | Change::Length { file, .. } => *file,
        }
    }
}

#[derive(Clone, Debug)]
struct Made {
    change: Change,
    from: usize,
    to: usize,
    /// The line of the recording from which on the change is kept.
    kept: Option<usize>,
    /// Whether an fsync failed: no later one keeps the change.
    doubtful: bool,
}

#[derive(Default)]
pub struct Disk {
    root: String,
    folders: BTreeSet<Number>,
    names: HashMap<(Number, String), Number>,
    first_names: HashMap<(Number, String), Number>,
    first_bytes: HashMap<Number, Rc<Vec<u8>>>,
    next: Number,
    made: Vec<Made>,
    open: HashMap<i64, (Number, usize)>,
    lengths: HashMap<Number, usize>,
    /// What was written to standard output, by the line in which the write began.
    pub printed: Vec<(usize, Vec<u8>)>,
}

impl Disk {
    /// A disk with everything in this folder, all of it kept.
    pub fn of(root: &Path) -> Disk {
        let mut disk =
            Disk { root: root.display().to_string(), folders: BTreeSet::from([0]), next: 1, ..Disk::default() };
        disk.read(root, 0);
        disk.first_names = disk.names.clone();
        disk
    }

    fn read(&mut self, folder: &Path, number: Number) {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = entry.path();
            let own = self.number();
            self.names.insert((number, name), own);
            if path.is_dir() {
                self.folders.insert(own);
                self.read(&path, own);
            } else {
                let bytes = fs::read(&path).unwrap();
                self.lengths.insert(own, bytes.len());
                self.first_bytes.insert(own, Rc::new(bytes));
            }
        }
    }

    fn number(&mut self) -> Number {
        self.next += 1;
        self.next - 1
    }

    /// The folder of a path and the name in it; `None` outside the disk.
    fn place(&self, path: &str) -> Option<(Number, String)> {
        let inside = path.strip_prefix(&self.root)?.strip_prefix('/')?;
        let mut parts: Vec<&str> = inside.split('/').filter(|part| !part.is_empty()).collect();
        let name = parts.pop()?.to_owned();
        let mut folder = 0;
        for part in parts {
            folder = *self.names.get(&(folder, part.to_owned()))?;
        }
        Some((folder, name))
    }

    fn at(&self, path: &str) -> Option<Number> {
        if path == self.root {
            return Some(0);
        }
        self.names.get(&self.place(path)?).copied()
    }

    fn make(&mut self, call: &Call, change: Change) {
        if let Change::Name { folder, name, now } = &change {
            let key = (*folder, name.clone());
            set(&mut self.names, key, *now);
        }
        self.made.push(Made { change, from: call.from, to: call.to, kept: None, doubtful: false });
    }

    fn name(&mut self, call: &Call, path: &str, now: Option<Number>) {
        if let Some((folder, name)) = self.place(path) {
            self.make(call, Change::Name { folder, name, now });
        }
    }

    /// Starts with a new process: no file is open.
    pub fn begin(&mut self) {
        self.open.clear();
    }

    pub fn take(&mut self, call: &Call) {
        match (call.name.as_str(), call.result) {
            ("fsync" | "fdatasync", Some(result)) => self.sync(call, result >= 0),
            ("pwrite64", _) if call.number(0) == 1 || !self.open.contains_key(&call.number(0)) => {
                self.printed.push((call.from, call.text(1)));
            }
            _ if !call.done() => {}
            ("openat", _) => self.opened(call, &call.path(1), call.arguments.get(2)),
            ("open", _) => self.opened(call, &call.path(0), call.arguments.get(1)),
            ("close", _) => drop(self.open.remove(&call.number(0))),
            ("write", result) => self.written(call, result),
            ("ftruncate", _) => {
                if let Some(&(file, _)) = self.open.get(&call.number(0)) {
                    let length = usize::try_from(call.number(1)).unwrap();
                    self.lengths.insert(file, length);
                    self.make(call, Change::Length { file, length });
                }
            }
            ("rename", _) => self.renamed(call, &call.path(0), &call.path(1)),
            ("renameat" | "renameat2", _) => self.renamed(call, &call.path(1), &call.path(3)),
            ("linkat", _) => {
                let number = self.at(&call.path(1));
                self.name(call, &call.path(3), number);
            }
            ("link", _) => {
                let number = self.at(&call.path(0));
                self.name(call, &call.path(1), number);
            }
            ("unlink" | "rmdir", _) => self.name(call, &call.path(0), None),
            ("mkdir", _) => {
                let number = self.number();
                self.folders.insert(number);
                self.name(call, &call.path(0), Some(number));
            }
            (name, _) => {
                let is_inside = (0..call.arguments.len()).any(|at| call.path(at).starts_with(&self.root));
                assert!(!is_inside, "{name} is not supported: {call:?}");
            }
        }
    }

    fn opened(&mut self, call: &Call, path: &str, flags: Option<&String>) {
        let flags = flags.map_or("", String::as_str);
        let number = match self.at(path) {
            Some(number) => {
                if flags.contains("O_TRUNC") && self.lengths.get(&number).is_some_and(|&length| length > 0) {
                    self.lengths.insert(number, 0);
                    self.make(call, Change::Length { file: number, length: 0 });
                }
                number
            }
            None if flags.contains("O_CREAT") && self.place(path).is_some() => {
                let number = self.number();
                self.lengths.insert(number, 0);
                self.name(call, path, Some(number));
                number
            }
            None => return,
        };
        if let Some(descriptor) = call.result {
            self.open.insert(descriptor, (number, 0));
        }
    }

    fn written(&mut self, call: &Call, result: Option<i64>) {
        let Some((file, at)) = self.open.get(&call.number(0)).copied() else { return };
        let mut bytes = call.text(1);
        if let Some(length) = result.and_then(|length| usize::try_from(length).ok()) {
            bytes.truncate(length);
        }
        let end = at + bytes.len();
        self.open.insert(call.number(0), (file, end));
        self.lengths.insert(file, end);
        // An injected result was never shared out.
        if !call.injected {
            self.make(call, Change::Bytes { file, at, bytes });
        }
    }

    fn renamed(&mut self, call: &Call, from: &str, to: &str) {
        let number = self.at(from);
        if number.is_some() {
            self.name(call, to, number);
            self.name(call, from, None);
        }
    }

    fn sync(&mut self, call: &Call, done: bool) {
        let Some(&(number, _)) = self.open.get(&call.number(0)) else { return };
        for made in self.made.iter_mut().filter(|made| made.change.of() == number && made.kept.is_none()) {
            if !done {
                // Linux drops bytes that it could not write, and the next fsync does not report them.
                made.doubtful |= !matches!(made.change, Change::Name { .. });
            } else if made.to <= call.from && !made.doubtful && !call.injected {
                made.kept = Some(call.to);
            }
        }
    }

    /// Lines at which something was changed or announced.
    pub fn moments(&self) -> BTreeSet<usize> {
        let made = self.made.iter().flat_map(|made| [Some(made.from), Some(made.to), made.kept].into_iter().flatten());
        made.chain(self.printed.iter().map(|(from, _)| *from)).collect()
    }

    /// Every content that may be found after a power cut at this moment, the one with nothing but what was promised
    /// first; if there are more than `limit`, that one, the one with everything, and a sample.
    pub fn after_power_cut(&self, moment: usize, limit: usize, random: &mut Rng) -> Vec<Content> {
        let made: Vec<&Made> = self.made.iter().filter(|made| made.from <= moment).collect();
        let kept = |made: &Made| made.kept.is_some_and(|kept| kept <= moment);
        let open: Vec<usize> = (0..made.len()).filter(|&at| !kept(made[at])).collect();
        let ways: Vec<u64> = open.iter().map(|&at| ways(&made[at].change)).collect();
        let all: u64 = ways.iter().try_fold(1_u64, |all, ways| all.checked_mul(*ways)).unwrap_or(u64::MAX);
        let mut choices: Vec<Vec<u64>> = Vec::new();
        if all <= limit as u64 {
            for mut number in 0..all {
                let digit = |ways: &u64| {
                    let digit = number % ways;
                    number /= ways;
                    digit
                };
                choices.push(ways.iter().map(digit).collect());
            }
        } else {
            choices.push(vec![0; ways.len()]);
            choices.push(vec![1; ways.len()]);
            choices.extend((2..limit).map(|_| ways.iter().map(|&ways| random.u64(..ways)).collect()));
        }
        let content = |choice: Vec<u64>| {
            let mut taken: Vec<u64> = vec![1; made.len()];
            for (&at, how) in open.iter().zip(choice) {
                taken[at] = how;
            }
            self.content(&made, &taken)
        };
        choices.into_iter().map(content).collect()
    }

    fn content(&self, made: &[&Made], taken: &[u64]) -> Content {
        let mut names = self.first_names.clone();
        let mut data: HashMap<Number, Vec<(&Change, u64)>> = HashMap::new();
        for (made, &how) in made.iter().zip(taken).filter(|(_, how)| **how > 0) {
            match &made.change {
                Change::Name { folder, name, now } => set(&mut names, (*folder, name.clone()), *now),
                change => data.entry(change.of()).or_default().push((change, how)),
            }
        }
        let mut content = Content::new();
        let mut folders = vec![(0, String::new())];
        while let Some((folder, path)) = folders.pop() {
            for ((_, name), &number) in names.iter().filter(|((of, _), _)| *of == folder) {
                let path = if path.is_empty() { name.clone() } else { format!("{path}/{name}") };
                if self.folders.contains(&number) {
                    content.insert(path.clone(), None);
                    folders.push((number, path));
                } else {
                    content.insert(path, Some(self.bytes(number, data.get(&number))));
                }
            }
        }
        content
    }

    fn bytes(&self, number: Number, changes: Option<&Vec<(&Change, u64)>>) -> Rc<Vec<u8>> {
        let first = self.first_bytes.get(&number).cloned().unwrap_or_default();
        let Some(changes) = changes else { return first };
        let mut whole = (*first).clone();
        for (change, how) in changes {
            match change {
                Change::Length { length, .. } => whole.resize(*length, 0),
                Change::Bytes { at, bytes, .. } => {
                    let there = match how {
                        2 => &bytes[..bytes.len() / 2],
                        _ => &bytes[..],
                    };
                    let end = at + there.len();
                    if whole.len() < end {
                        whole.resize(end, 0);
                    }
                    whole[*at..end].copy_from_slice(there);
                    if *how == 3 {
                        whole[*at..end].fill(0);
                    }
                }
                Change::Name { .. } => {}
            }
        }
        Rc::new(whole)
    }
}

fn set(names: &mut HashMap<(Number, String), Number>, name: (Number, String), now: Option<Number>) {
    match now {
        Some(number) => {
            names.insert(name, number);
        }
        None => {
            names.remove(&name);
        }
    }
}

/// The number of ways to find a change that was not promised: absent, whole, and for bytes also in part or as zeros.
fn ways(change: &Change) -> u64 {
    if matches!(change, Change::Bytes { .. }) { 4 } else { 2 }
}

pub fn materialise(content: &Content, there: &mut Content, root: &Path) {
    let gone: Vec<String> =
        there.iter().filter(|(path, bytes)| content.get(*path) != Some(bytes)).map(|(path, _)| path.clone()).collect();
    for path in gone.iter().rev() {
        match there.remove(path) {
            Some(None) => fs::remove_dir(root.join(path)).unwrap(),
            _ => fs::remove_file(root.join(path)).unwrap(),
        }
    }
    for (path, bytes) in content {
        if there.contains_key(path) {
            continue;
        }
        match bytes {
            None => fs::create_dir(root.join(path)).unwrap(),
            Some(bytes) => fs::write(root.join(path), &**bytes).unwrap(),
        }
        there.insert(path.clone(), bytes.clone());
    }
}
