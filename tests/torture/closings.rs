//! Closing the window during every kind of work, and killing the program: what was promised is whole, and the next
//! start leaves no temporary files.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant};

use chrono::{DateTime, FixedOffset};
use fastrand::Rng;
use tablet_of_truth::app::{
    App, ArchiveCommand, Command, Config, Page, Panel, SaveState, SetupCommand, ShareItem, TableCommand,
};
use tablet_of_truth::archive::{Answers, Archive, Import, Settings, Source, write_bundle, write_session};
use tablet_of_truth::session::{Player, Session};
use tablet_of_truth::wizard::RuleSet;
use uuid::Uuid;

use crate::report::Trials;
use crate::stage::Stage;
use crate::{Torture, config_of, kill, until};

const SESSIONS: usize = 60;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    Names,
    Import,
    Backup,
    Folder,
    EmptyTrash,
    Save,
    Look,
}

const WORKS: [(Work, &str); 7] = [
    (Work::Names, "names"),
    (Work::Import, "import"),
    (Work::Backup, "backup"),
    (Work::Folder, "folder"),
    (Work::EmptyTrash, "trash"),
    (Work::Save, "save"),
    (Work::Look, "look"),
];

struct Places {
    data: PathBuf,
    settings: PathBuf,
    bundle: PathBuf,
    backup: PathBuf,
    away: PathBuf,
}

impl Places {
    fn of(root: &Path) -> Places {
        let at = |name: &str| root.join(name);
        Places {
            data: at("data"),
            settings: at("config/settings.json"),
            bundle: at("bundle.json"),
            backup: at("backup.json"),
            away: at("away"),
        }
    }
}

fn started() -> DateTime<FixedOffset> {
    DateTime::parse_from_rfc3339("2026-03-07T20:15:00+01:00").unwrap()
}

fn session(number: usize, names: &[&str]) -> Session {
    let player = |name: &&str| Player::new(*name, Uuid::new_v5(&Uuid::NAMESPACE_OID, name.as_bytes()));
    let players = names.iter().map(player).collect();
    Session::new(Uuid::from_u128((number as u128 + 1) << 96 | 7), started(), players, 0, RuleSet::default()).unwrap()
}

fn write_all(folder: &Path, numbers: std::ops::Range<usize>) -> Vec<PathBuf> {
    fs::create_dir_all(folder).unwrap();
    let archive = Archive::new(folder.to_owned());
    let write = |number: usize| {
        let session = session(number, &["Anna", "Ben", "Cleo"]);
        let path = archive.path_for(&session);
        fs::write(&path, write_session(&session, started()).unwrap()).unwrap();
        path
    };
    numbers.map(write).collect()
}

pub fn work(root: &Path, work: &str, seed: u64, hasty: bool) {
    let places = Places::of(root);
    let (work, _) = *WORKS.iter().find(|(_, name)| *name == work).unwrap();
    let mut random = Rng::with_seed(seed);
    let mut app = App::new(
        Config { data_given: false, settings: Some(places.settings.clone()), ..config_of(&places.data) },
        || (),
    );
    until(&mut app, |app| !app.home().reading);
    println!("begun");
    let on = Command::OnArchive;
    match work {
        Work::Names => {
            app.handle(Command::Show(Page::Archive));
            app.handle(on(ArchiveCommand::Panel(Panel::Names)));
            app.handle(on(ArchiveCommand::Rename { from: "Anna".into(), to: "Annabel".into() }));
        }
        Work::Import => {
            app.handle(on(ArchiveCommand::Import(places.bundle.clone())));
            until(&mut app, |app| app.preview().is_some());
            app.handle(on(ArchiveCommand::AddPreviewed));
        }
        Work::Backup => {
            app.handle(on(ArchiveCommand::ShareItem(ShareItem::Backup)));
            app.handle(on(ArchiveCommand::Write { path: places.backup.clone(), replace: false }));
        }
        Work::Folder => app.handle(Command::UseFolder(places.away.clone())),
        Work::EmptyTrash => {
            app.handle(Command::Show(Page::Archive));
            app.handle(on(ArchiveCommand::Panel(Panel::Trash)));
            app.handle(on(ArchiveCommand::EmptyTrash));
        }
        Work::Save => {
            app.handle(Command::Show(Page::Setup));
            let names = ["Dora", "Émilie", "Finn"].map(String::from).to_vec();
            app.handle(Command::OnSetup(SetupCommand::Table { names, dealer: 0 }));
            app.handle(Command::Deal);
            for _ in 0..random.usize(1..6) {
                app.handle(Command::OnTable(TableCommand::Number(0)));
            }
        }
        Work::Look => {}
    }
    let end = Instant::now() + Duration::from_micros(random.u64(..30_000));
    while Instant::now() < end {
        app.pump();
        std::thread::sleep(Duration::from_micros(200));
    }
    if hasty {
        // Broken on purpose: closes without waiting for anything.
        std::process::exit(0);
    }
    app.keep_all_notes();
    let may_close = |app: &App| !app.is_busy() && matches!(app.save_state(), SaveState::Saved | SaveState::ReadOnly);
    until(&mut app, may_close);
    println!("{}", app.wizard().map_or(0, |session| session.steps().len()));
}

pub fn closings(torture: &mut Torture, trials: usize) -> Vec<Trials> {
    vec![
        close(torture, Trials::of("closed during every kind of work"), trials, End::Closed),
        close(torture, Trials::of("killed during every kind of work"), trials, End::Killed),
    ]
}

pub fn proofs(torture: &mut Torture) -> Vec<Trials> {
    vec![close(torture, Trials::broken("closed without waiting for the work"), 2 * WORKS.len(), End::Hasty)]
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Closed,
    Killed,
    /// Broken on purpose.
    Hasty,
}

fn close(torture: &mut Torture, mut sum: Trials, trials: usize, end: End) -> Trials {
    let (mut whole, mut untouched, mut swept) = (BTreeMap::<&str, usize>::new(), 0, 0);
    for trial in 0..trials {
        let seed = torture.seed_of(&sum.kind, trial);
        let (work, name) = WORKS[trial % (WORKS.len() - 1)];
        let stage = Stage::new(torture.memory.join("close"));
        let places = Places::of(&stage.root);
        write_all(&places.data, 0..SESSIONS);
        write_all(&places.data.join("Trash"), SESSIONS..2 * SESSIONS);
        let elsewhere = write_all(&stage.root.join("elsewhere"), 2 * SESSIONS..3 * SESSIONS);
        write_bundle(&elsewhere, &places.bundle, false, started()).unwrap();
        let begin = |work: &str, hasty: bool| -> Child {
            let root = stage.root.display().to_string();
            let arguments = ["close".into(), root, work.to_owned(), seed.to_string(), hasty.to_string()];
            stage.copy_of_this(&[], &arguments).spawn().unwrap()
        };
        let mut child = begin(name, end == End::Hasty);
        let mut losses = Vec::new();
        let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
        assert_eq!(output.next().unwrap().unwrap(), "begun");
        let mut steps = None;
        if end == End::Killed {
            std::thread::sleep(Duration::from_micros(torture.random.u64(..20_000)));
            kill(&mut child);
        } else {
            steps = output.next().and_then(|line| line.ok()?.parse().ok());
            let status = child.wait().unwrap();
            losses.extend((!status.success()).then(|| format!("the program failed ({status})")));
        }
        // The next start sweeps its own folders; files of a killed program elsewhere stay.
        let trash = places.data.join("Trash");
        let everywhere = [&places.data, &trash, &places.away, &stage.root];
        let known = if end == End::Killed { &everywhere[..2] } else { &everywhere };
        let left = || known.iter().flat_map(|folder| left_over(folder));
        swept += left().count();
        let mut next = begin("look", false);
        if !next.wait().unwrap().success() {
            losses.push("the next start failed".to_owned());
        }
        losses.extend(Some(stage.complaints()).filter(|errors| !errors.is_empty()));
        // The one file being written during a kill may be left under its temporary name.
        let most = usize::from(end == End::Killed);
        losses.extend(left().skip(most));
        match found(&places, work, steps) {
            Ok(true) => *whole.entry(name).or_default() += 1,
            Ok(false) => untouched += 1,
            // A kill promises only that no session is harmed.
            Err(half) if end != End::Killed => losses.push(format!("{name}: {half}")),
            Err(_) => {}
        }
        losses.extend(harmed(&places, work));
        sum.tried(trial, 0, losses);
    }
    let whole: Vec<String> = whole.into_iter().map(|(name, count)| format!("{name} {count}")).collect();
    sum.ended(format!(
        "done whole: {}; not begun: {untouched}; temporary files before the next start: {swept}",
        whole.join(", ")
    ))
}

fn left_over(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    let ours = |name: &String| name.ends_with(".tmp") || name.starts_with(".tmp");
    names.filter(ours).map(|name| format!("{name} is left over in {}", folder.display())).collect()
}

fn sessions_in(folder: &Path) -> Vec<Session> {
    let paths = Archive::new(folder.to_owned()).paths().unwrap_or_default();
    paths.iter().filter_map(|path| Archive::load(path).ok()?.session.wizard()).collect()
}

/// Whether the work is done whole, or not at all; an error tells what is half-done.
fn found(places: &Places, work: Work, steps: Option<usize>) -> Result<bool, String> {
    let here = sessions_in(&places.data);
    let all_or_none = |count: usize, all: usize, what: &str| match count {
        0 => Ok(false),
        count if count == all => Ok(true),
        count => Err(format!("{count} of {all} {what}")),
    };
    match work {
        Work::Names => {
            let renamed =
                here.iter().filter(|session| session.people().names_at_end().contains(&"Annabel".to_owned())).count();
            all_or_none(renamed, SESSIONS, "sessions have the new name")
        }
        Work::Import => all_or_none(here.len() - SESSIONS, SESSIONS, "sessions were brought in"),
        Work::Backup if !places.backup.exists() => Ok(false),
        Work::Backup => {
            let nowhere = Archive::new(places.data.with_file_name("nowhere"));
            let read = Import::read(&nowhere, &[Source::File(places.backup.clone())], &Answers::new(), started());
            let preview = read.map_err(|error| format!("the backup cannot be read: {error}"))?.preview;
            if let Some(error) = preview.left_out(|_| "backup".into()) {
                return Err(format!("the backup cannot be read: {error}"));
            }
            let count = preview.items.len();
            if count == SESSIONS { Ok(true) } else { Err(format!("the backup has {count} of {SESSIONS} sessions")) }
        }
        Work::Folder => {
            let named = Settings::load(&places.settings).map_err(|error| error.to_string())?.data_folder;
            let (old, new) = (here.len(), sessions_in(&places.away).len());
            match (named, old, new) {
                (Some(folder), SESSIONS, SESSIONS) if folder == places.away => Ok(true),
                (None, SESSIONS, 0) => Ok(false),
                (named, ..) => Err(format!("the settings name {named:?}; {old} sessions are there, {new} here")),
            }
        }
        Work::EmptyTrash => {
            let left = sessions_in(&places.data.join("Trash")).len();
            all_or_none(SESSIONS - left, SESSIONS, "sessions are gone from the trash")
        }
        Work::Save => {
            let played = here.iter().find(|session| session.people().names_at_end().contains(&"Dora".to_owned()));
            match (played.map(|session| session.steps().len()), steps) {
                (Some(found), Some(shown)) if found == shown => Ok(true),
                (found, shown) => Err(format!("{found:?} taps are on disk, {shown:?} were shown")),
            }
        }
        Work::Look => Ok(true),
    }
}

fn harmed(places: &Places, work: Work) -> Vec<String> {
    let folders = [&places.data, &places.away];
    let there: Vec<Uuid> =
        folders.into_iter().flat_map(|folder| sessions_in(folder)).map(|session| session.id()).collect();
    let lost = (0..SESSIONS).filter(|&number| !there.contains(&session(number, &["Anna", "Ben", "Cleo"]).id())).count();
    let trash = [places.data.join("Trash"), places.away.join("Trash")];
    let trashed: usize = trash.iter().map(|folder| sessions_in(folder).len()).sum();
    let mut harmed = Vec::new();
    harmed.extend((lost > 0).then(|| format!("{lost} sessions are lost")));
    let emptied = work == Work::EmptyTrash;
    harmed.extend((trashed < SESSIONS && !emptied).then(|| format!("{} are gone from the trash", SESSIONS - trashed)));
    harmed
}
