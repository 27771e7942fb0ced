//! A data folder next to files that must not be touched, and the real program with little memory and time.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::{MetadataExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use tablet_of_truth::archive::{Archive, write_session};
use tablet_of_truth::session::Session;
use tempfile::TempDir;

use crate::common::{at, played, session, unbound};
use crate::keep;

/// Longer than anything here takes on a slow, busy machine.
const PATIENCE: Duration = Duration::from_secs(120);
/// Address space of the program in KiB: its code and a few hundred MB.
const MEMORY: u32 = 1024 * 1024;

pub struct Stage {
    place: TempDir,
}

/// An entry of a folder: type and permissions, time of last change, and its bytes or the target of the link.
type Seen = (u32, (i64, i64), Vec<u8>);

#[derive(Debug)]
pub struct Answer {
    pub code: Option<i32>,
    pub out: String,
    pub errors: String,
}

impl Stage {
    /// A data folder with one good game, and canaries next to it.
    pub fn new() -> Stage {
        let stage = Stage { place: tempfile::tempdir().unwrap() };
        fs::create_dir_all(stage.outside("folder")).unwrap();
        fs::create_dir(stage.data()).unwrap();
        for name in ["canary.json", "letter.txt", "folder/one.json", "folder/two.json"] {
            let path = stage.outside(name);
            fs::write(&path, write_session(&game(), at(99)).unwrap()).unwrap();
            File::options().write(true).open(&path).unwrap().set_modified(std::time::UNIX_EPOCH).unwrap();
        }
        stage.save("good.json", &game());
        stage
    }

    pub fn data(&self) -> PathBuf {
        self.place.path().join("data")
    }

    pub fn archive(&self) -> Archive {
        Archive::new(self.data())
    }

    pub fn outside(&self, name: &str) -> PathBuf {
        self.place.path().join("outside").join(name)
    }

    pub fn out(&self, name: &str) -> PathBuf {
        let folder = self.place.path().join("out");
        fs::create_dir_all(&folder).unwrap();
        folder.join(name)
    }

    pub fn save(&self, name: &str, session: &Session) -> PathBuf {
        keep(&self.data(), name, session)
    }

    pub fn file(&self, name: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.data().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    pub fn canaries(&self) -> BTreeMap<PathBuf, Seen> {
        seen(&self.place.path().join("outside"))
    }

    /// Runs `work` and checks that it ends in time and touches nothing outside the data folder.
    pub fn unharmed<T: Send + 'static>(&self, what: &str, work: impl FnOnce() -> T + Send + 'static) -> T {
        let before = self.canaries();
        let done = in_time(what, work);
        assert_eq!(self.canaries(), before, "{what} touched something outside the data folder");
        done
    }

    /// Runs the program over the data folder with little memory and time.
    pub fn tell(&self, arguments: &[&str]) -> Answer {
        let mut process = Command::new("sh");
        process.args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"")]);
        process.arg(env!("CARGO_BIN_EXE_tablet-of-truth")).args(arguments).arg("--data-dir").arg(self.data());
        process.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET").env("LC_ALL", "C");
        process.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let before = self.canaries();
        let mut child = process.spawn().unwrap();
        let (out, errors) = (collect(child.stdout.take().unwrap()), collect(child.stderr.take().unwrap()));
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if start.elapsed() > PATIENCE {
                child.kill().unwrap();
                panic!("{arguments:?} hangs");
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let (out, errors) = (out.join().unwrap(), errors.join().unwrap());
        assert!(status.code().is_some(), "{arguments:?}: {status}: {errors}");
        assert!(!errors.contains("panicked at"), "{arguments:?}: {errors}");
        assert!(!errors.contains("memory allocation"), "{arguments:?}: {errors}");
        assert!(errors.len() < 100_000, "{arguments:?} printed {} bytes", errors.len());
        assert!(!errors.chars().any(|letter| letter.is_control() && letter != '\n'), "{errors:?}");
        assert_eq!(self.canaries(), before, "{arguments:?} touched something outside the data folder");
        Answer { code: status.code(), out, errors }
    }
}

fn collect(mut from: impl Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

pub fn in_time<T: Send + 'static>(what: &str, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, done) = channel();
    let thread = std::thread::Builder::new().name(what.into()).spawn(move || drop(sender.send(work()))).unwrap();
    match done.recv_timeout(PATIENCE) {
        Ok(done) => done,
        Err(std::sync::mpsc::RecvTimeoutError::Timeout) => panic!("{what} hangs"),
        Err(_) => std::panic::resume_unwind(thread.join().unwrap_err()),
    }
}

/// Everything below a folder; links are not followed.
pub fn seen(folder: &Path) -> BTreeMap<PathBuf, Seen> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let about = fs::symlink_metadata(&path).unwrap();
            let bytes = if about.is_file() {
                fs::read(&path).unwrap()
            } else if about.is_symlink() {
                fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes()
            } else {
                Vec::new()
            };
            if about.is_dir() {
                folders.push(path.clone());
            }
            found.insert(path, (about.mode(), (about.mtime(), about.mtime_nsec()), bytes));
        }
    }
    found
}

pub fn game() -> Session {
    played(&session(3, unbound()), &[0, 1, 1], &[0, 0, 1])
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    Folder,
    FullFolder,
    Pipe,
    Socket,
    LinkOutside,
    LinkToFolder,
    LinkToNothing,
    LinkToItself,
    LinkToZero,
    LinkToFull,
}

impl FileKind {
    pub const ALL: [FileKind; 10] = [
        FileKind::Folder,
        FileKind::FullFolder,
        FileKind::Pipe,
        FileKind::Socket,
        FileKind::LinkOutside,
        FileKind::LinkToFolder,
        FileKind::LinkToNothing,
        FileKind::LinkToItself,
        FileKind::LinkToZero,
        FileKind::LinkToFull,
    ];

    pub fn put(self, stage: &Stage, path: &Path) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let _ = fs::remove_file(path);
        match self {
            FileKind::Folder => fs::create_dir(path).unwrap(),
            FileKind::FullFolder => {
                fs::create_dir(path).unwrap();
                fs::write(path.join("inside.json"), "{}").unwrap();
            }
            FileKind::Pipe => assert!(Command::new("mkfifo").arg(path).status().unwrap().success()),
            FileKind::Socket => {
                // A socket's path must be short; its file stays when the owner is gone.
                let short = tempfile::tempdir_in("/tmp").unwrap();
                drop(UnixListener::bind(short.path().join("s")).unwrap());
                fs::rename(short.path().join("s"), path).unwrap();
            }
            FileKind::LinkOutside => symlink(stage.outside("canary.json"), path).unwrap(),
            FileKind::LinkToFolder => symlink(stage.outside("folder"), path).unwrap(),
            FileKind::LinkToNothing => symlink(stage.outside("nothing.json"), path).unwrap(),
            FileKind::LinkToItself => symlink(path.file_name().unwrap(), path).unwrap(),
            FileKind::LinkToZero => symlink("/dev/zero", path).unwrap(),
            FileKind::LinkToFull => symlink("/dev/full", path).unwrap(),
        }
    }
}

/// A file of this length: sparse, or filled with `text` again and again.
pub fn large_file(path: &Path, length: u64, text: Option<&[u8]>) {
    let mut file = File::create(path).unwrap();
    match text {
        None => file.set_len(length).unwrap(),
        Some(text) => {
            let block = text.repeat(1024 * 1024 / text.len());
            for _ in 0..length / block.len() as u64 {
                file.write_all(&block).unwrap();
            }
        }
    }
}
