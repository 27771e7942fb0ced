//! Closing the window during every kind of work, and killing the program: what was promised is whole, and the next
//! start leaves no temporary files.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant};

use fastrand::Rng;
use tablet_of_truth::app::{
    App, ArchiveCommand, Command, Config, Page, Panel, SaveState, SetupCommand, ShareItem, TableCommand,
};
use tablet_of_truth::archive::{Answers, Archive, Import, Settings, Source, write_bundle, write_session};
use tablet_of_truth::session::Session;
use uuid::Uuid;

use crate::common::program::over;
use crate::common::{at, classic, session_of, with_id};
use crate::report::Trials;
use crate::stage::Stage;
use crate::{Torture, kill, until};

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

const WORKS: [Work; 7] =
    [Work::Names, Work::Import, Work::Backup, Work::Folder, Work::EmptyTrash, Work::Save, Work::Look];

// In a stage's folder, next to its data.
const SETTINGS: &str = "config/settings.json";
const BUNDLE: &str = "bundle.json";
const BACKUP: &str = "backup.json";
const AWAY: &str = "away";

fn session(number: usize) -> Session {
    with_id(&session_of(&["Anna", "Ben", "Cleo"], classic()), Uuid::from_u128((number as u128 + 1) << 96 | 7))
}

fn write_all(folder: &Path, numbers: std::ops::Range<usize>) -> Vec<PathBuf> {
    fs::create_dir_all(folder).unwrap();
    let archive = Archive::new(folder.to_owned());
    let write = |number: usize| {
        let session = session(number);
        let path = archive.path_for(&session);
        fs::write(&path, write_session(&session, at(0)).unwrap()).unwrap();
        path
    };
    numbers.map(write).collect()
}

pub fn work(root: &Path, work: &str, seed: u64, hasty: bool) {
    let work = WORKS.into_iter().find(|known| format!("{known:?}") == work).unwrap();
    let mut random = Rng::with_seed(seed);
    let config = Config { data_given: false, settings: Some(root.join(SETTINGS)), ..over(&root.join("data")) };
    let mut app = App::new(config, || ());
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
            app.handle(on(ArchiveCommand::Import(root.join(BUNDLE))));
            until(&mut app, |app| app.preview().is_some());
            app.handle(on(ArchiveCommand::AddPreviewed));
        }
        Work::Backup => {
            app.handle(on(ArchiveCommand::ShareItem(ShareItem::Backup)));
            app.handle(on(ArchiveCommand::Write { path: root.join(BACKUP), replace: false }));
        }
        Work::Folder => app.handle(Command::UseFolder(root.join(AWAY))),
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
    let (mut whole, mut untouched, mut swept) = (BTreeMap::<String, usize>::new(), 0, 0);
    for trial in 0..trials {
        let seed = torture.seed_of(&sum.kind, trial);
        let work = WORKS[trial % (WORKS.len() - 1)];
        let stage = Stage::new(torture.memory.join("close"));
        let trash = stage.data.join("Trash");
        write_all(&stage.data, 0..SESSIONS);
        write_all(&trash, SESSIONS..2 * SESSIONS);
        let elsewhere = write_all(&stage.root.join("elsewhere"), 2 * SESSIONS..3 * SESSIONS);
        write_bundle(&elsewhere, &stage.root.join(BUNDLE), false, at(0)).unwrap();
        let begin = |work: Work, hasty: bool| -> Child {
            let root = stage.root.display().to_string();
            let arguments = ["close".into(), root, format!("{work:?}"), seed.to_string(), hasty.to_string()];
            stage.copy_of_this(&[], &arguments).spawn().unwrap()
        };
        let mut child = begin(work, end == End::Hasty);
        let mut losses = Vec::new();
        let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
        assert_eq!(output.next().unwrap().unwrap(), "begun");
        let mut steps = None;
        if end == End::Killed {
            std::thread::sleep(Duration::from_micros(torture.random.u64(..20_000)));
            kill(&mut child);
        } else {
            steps = output.next().and_then(|line| line.ok()?.parse().ok());
            losses.extend(stage.failure(child.wait().unwrap()));
        }
        // The next start sweeps its own folders; files of a killed program elsewhere stay.
        let everywhere = [&stage.data, &trash, &stage.root.join(AWAY), &stage.root];
        let known = if end == End::Killed { &everywhere[..2] } else { &everywhere };
        let left = || known.iter().flat_map(|folder| left_over(folder));
        swept += left().count();
        let mut next = begin(Work::Look, false);
        if !next.wait().unwrap().success() {
            losses.push("the next start failed".to_owned());
        }
        losses.extend(Some(stage.complaints()).filter(|errors| !errors.is_empty()));
        // The one file being written during a kill may be left under its temporary name.
        let most = usize::from(end == End::Killed);
        losses.extend(left().skip(most));
        match found(&stage.root, work, steps) {
            Ok(true) => *whole.entry(format!("{work:?}")).or_default() += 1,
            Ok(false) => untouched += 1,
            // A kill promises only that no session is harmed.
            Err(half) if end != End::Killed => losses.push(format!("{work:?}: {half}")),
            Err(_) => {}
        }
        losses.extend(harmed(&stage.root, work));
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
fn found(root: &Path, work: Work, steps: Option<usize>) -> Result<bool, String> {
    let here = sessions_in(&root.join("data"));
    let all_or_none = |count: usize, what: &str| match count {
        0 => Ok(false),
        SESSIONS => Ok(true),
        count => Err(format!("{count} of {SESSIONS} {what}")),
    };
    match work {
        Work::Names => {
            let renamed =
                here.iter().filter(|session| session.people().names_at_end().contains(&"Annabel".to_owned())).count();
            all_or_none(renamed, "sessions have the new name")
        }
        Work::Import => all_or_none(here.len() - SESSIONS, "sessions were brought in"),
        Work::Backup if !root.join(BACKUP).exists() => Ok(false),
        Work::Backup => {
            let nowhere = Archive::new(root.join("nowhere"));
            let read = Import::read(&nowhere, &[Source::File(root.join(BACKUP))], &Answers::new(), at(0));
            let preview = read.map_err(|error| format!("the backup cannot be read: {error}"))?.preview;
            if let Some(error) = preview.left_out(|_| "backup".into()) {
                return Err(format!("the backup cannot be read: {error}"));
            }
            let count = preview.items.len();
            if count == SESSIONS { Ok(true) } else { Err(format!("the backup has {count} of {SESSIONS} sessions")) }
        }
        Work::Folder => {
            let named = Settings::load(&root.join(SETTINGS)).map_err(|error| error.to_string())?.data_folder;
            let (old, new) = (here.len(), sessions_in(&root.join(AWAY)).len());
            match (named, old, new) {
                (Some(folder), SESSIONS, SESSIONS) if folder == root.join(AWAY) => Ok(true),
                (None, SESSIONS, 0) => Ok(false),
                (named, ..) => Err(format!("the settings name {named:?}; {old} sessions are there, {new} here")),
            }
        }
        Work::EmptyTrash => {
            let left = sessions_in(&root.join("data/Trash")).len();
            all_or_none(SESSIONS - left, "sessions are gone from the trash")
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

fn harmed(root: &Path, work: Work) -> Vec<String> {
    let folders = ["data", AWAY].map(|name| root.join(name));
    let there: Vec<Uuid> = folders.iter().flat_map(|folder| sessions_in(folder)).map(|session| session.id()).collect();
    let lost = (0..SESSIONS).filter(|&number| !there.contains(&session(number).id())).count();
    let trashed: usize = folders.iter().map(|folder| sessions_in(&folder.join("Trash")).len()).sum();
    let mut harmed = Vec::new();
    harmed.extend((lost > 0).then(|| format!("{lost} sessions are lost")));
    let emptied = work == Work::EmptyTrash;
    harmed.extend((trashed < SESSIONS && !emptied).then(|| format!("{} are gone from the trash", SESSIONS - trashed)));
    harmed
}
