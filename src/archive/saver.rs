//! Durable writes on a thread of their own.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use chrono::{Local, SubsecRound};

use super::format::write_session;
use super::opening::create_temporary;
use super::reason::system_reason;
use crate::session::Session;
use crate::text;
use crate::text::Text;

/// Why a session is not on disk. The game goes on in memory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum SaveError {
    /// No room left.
    Full,
    /// The folder or the file may not be written.
    Denied,
    /// The folder is not there and cannot be made.
    Missing,
    /// Anything else, mostly in the system's words.
    Other(Box<Text>),
}

impl SaveError {
    /// Why, in a few words.
    pub fn text(&self) -> Text {
        match self {
            SaveError::Full => text!("the disk is full"),
            SaveError::Denied => text!("the folder cannot be written"),
            SaveError::Missing => text!("the folder is missing"),
            SaveError::Other(text) => (**text).clone(),
        }
    }
}

impl From<io::Error> for SaveError {
    fn from(error: io::Error) -> Self {
        use io::ErrorKind as Kind;
        match error.kind() {
            Kind::StorageFull | Kind::QuotaExceeded | Kind::FileTooLarge => SaveError::Full,
            Kind::PermissionDenied | Kind::ReadOnlyFilesystem => SaveError::Denied,
            Kind::NotFound | Kind::NotADirectory | Kind::AlreadyExists => SaveError::Missing,
            _ => SaveError::Other(Box::new(system_reason(&error))),
        }
    }
}

/// What became of the writes up to and including a ticket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The newest state that this speaks of.
    pub ticket: u64,
    /// On disk, or why not.
    pub result: Result<(), SaveError>,
}

struct Job {
    ticket: u64,
    path: PathBuf,
    session: Session,
}

/// Writes sessions in order, off the interface thread. Dropping it waits for the last write.
#[derive(Debug)]
pub struct Saver {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Saver {
    /// Starts the thread. `report` is called on it after each write.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(report: impl Fn(Report) + Send + 'static) -> io::Result<Saver> {
        let (jobs, inbox) = channel();
        let thread = std::thread::Builder::new().name("saver".into()).spawn(move || run(&inbox, &report))?;
        Ok(Saver { jobs: Some(jobs), thread: Some(thread) })
    }

    /// Hands over a state; states of the same file that are overtaken before they are written are left out. Returns
    /// whether the thread took it.
    pub fn save(&self, ticket: u64, path: PathBuf, session: Session) -> bool {
        self.jobs.as_ref().is_some_and(|jobs| jobs.send(Job { ticket, path, session }).is_ok())
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn run(inbox: &Receiver<Job>, report: &impl Fn(Report)) {
    let mut rooted = HashSet::new();
    while let Ok(job) = inbox.recv() {
        let mut waiting = vec![job];
        waiting.extend(inbox.try_iter());
        let newest = |index: usize, job: &Job| waiting[index + 1..].iter().all(|later| later.path != job.path);
        for (index, job) in waiting.iter().enumerate() {
            if newest(index, job) {
                report(Report { ticket: job.ticket, result: save(job, &mut rooted) });
            }
        }
    }
}

/// Writes a session. `rooted` are the folders that are known to outlast a power cut themselves.
fn save(job: &Job, rooted: &mut HashSet<PathBuf>) -> Result<(), SaveError> {
    let text = write_session(&job.session, Local::now().fixed_offset().trunc_subsecs(0))
        .map_err(|error| SaveError::Other(Box::new(Text::foreign(error.to_string()))))?;
    let folder = folder_of(&job.path);
    let written = (|| {
        if !rooted.contains(folder) {
            make_folder(folder)?;
            sync_above(folder)?;
            rooted.insert(folder.to_owned());
        }
        write_durably(&job.path, &text)
    })();
    if written.is_err() {
        rooted.clear();
    }
    Ok(written?)
}

/// Writes a file so that after a crash there is either the old one or the new one, whole: a temporary file in the same
/// folder, synced, renamed, folder synced.
///
/// # Errors
/// The first step that failed; the old file is untouched, the temporary one is taken away.
pub fn write_durably(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = folder_of(path);
    make_folder(folder)?;
    let temporary = super::files::beside(path, "tmp");
    let written = (|| {
        let mut file = create_temporary(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
        return written;
    }
    sync_folder(folder)
}

/// The folder that a file is in.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Gives a temporary file its name, unless something of that name is there: never over another file.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`], or why not; the temporary file is still there then.
pub(super) fn publish(temporary: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(temporary, path) {
        Ok(()) => {
            // A temporary name that stays behind is harmless: it is never read.
            let _ = fs::remove_file(temporary);
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // A file system without links: the name is taken by an empty file first, which nobody else can take then.
        Err(_) => {
            File::create_new(path)?;
            fs::rename(temporary, path).inspect_err(|_| drop(fs::remove_file(path)))
        }
    }
}

/// Makes a folder and those above it, each durable in its parent.
pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    if let Some(parent) = folder.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        make_folder(parent)?;
        match fs::create_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
            other => other?,
        }
        return sync_folder(parent);
    }
    fs::create_dir_all(folder)
}

/// Makes a folder durable in its parent, and so on upwards: whoever made it, this program or another, may have been
/// stopped before that.
fn sync_above(folder: &Path) -> io::Result<()> {
    use io::ErrorKind as Kind;
    for above in folder.ancestors().skip(1).filter(|above| !above.as_os_str().is_empty()) {
        match sync_folder(above) {
            // Nobody can have made anything in there just now.
            Err(error) if matches!(error.kind(), Kind::PermissionDenied | Kind::ReadOnlyFilesystem) => break,
            other => other?,
        }
    }
    Ok(())
}

#[cfg(unix)]
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        // Some shared and network folders know no such request: what there is to do for them is done.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        other => other,
    }
}

/// Elsewhere a folder cannot be opened as a file; the rename is durable by itself.
#[cfg(not(unix))]
pub(super) fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}
