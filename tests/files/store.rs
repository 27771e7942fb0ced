//! What the two stores of an archive have in common, the disk and a browser's storage, and how the latter behaves
//! when it is full.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tablet_of_truth::archive::{BrowserStore, FolderStore, Lock, ReadError, SaveError, Store};
use tablet_of_truth::platform::Keys;

struct Storage {
    texts: RefCell<BTreeMap<String, String>>,
    room: Cell<usize>,
}

impl Storage {
    fn with_room(room: usize) -> Storage {
        Storage { texts: RefCell::default(), room: Cell::new(room) }
    }

    fn taken(&self) -> usize {
        self.texts.borrow().iter().map(|(name, text)| name.len() + text.len()).sum()
    }
}

impl Keys for &Storage {
    fn names(&self) -> io::Result<Vec<String>> {
        Ok(self.texts.borrow().keys().cloned().collect())
    }

    fn get(&self, name: &str) -> io::Result<Option<String>> {
        Ok(self.texts.borrow().get(name).cloned())
    }

    fn set(&self, name: &str, text: &str) -> io::Result<()> {
        let before = self.texts.borrow().get(name).map_or(0, |text| name.len() + text.len());
        if self.taken() - before + name.len() + text.len() > self.room.get() {
            return Err(ErrorKind::QuotaExceeded.into());
        }
        self.texts.borrow_mut().insert(name.to_owned(), text.to_owned());
        Ok(())
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.texts.borrow_mut().remove(name);
        Ok(())
    }
}

/// Runs the same check with both stores; the folder exists in neither.
fn in_both(name: &str, check: impl Fn(&dyn AnyStore, &Path)) {
    let folder = tempfile::tempdir().unwrap();
    check(&FolderStore, &folder.path().join(name));
    let storage = Storage::with_room(1_000_000);
    check(&BrowserStore::new(&storage), Path::new(name));
}

/// A store without the type of its stamps.
trait AnyStore {
    fn list(&self, folder: &Path) -> Vec<PathBuf>;
    fn read(&self, path: &Path) -> Result<Vec<u8>, ReadError>;
    fn same_stamp_after(&self, path: &Path, act: &dyn Fn()) -> bool;
    fn is_there(&self, path: &Path) -> bool;
    fn make_folder(&self, folder: &Path) -> io::Result<()>;
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;
    fn draft(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;
    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;
    fn overwrite(&self, draft: &Path, path: &Path) -> io::Result<()>;
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    fn remove(&self, path: &Path) -> io::Result<()>;
    fn lock(&self, path: &Path) -> Lock;
}

impl<S: Store> AnyStore for S {
    fn list(&self, folder: &Path) -> Vec<PathBuf> {
        let mut paths = Store::list(self, folder, |_| true).unwrap();
        paths.sort();
        paths
    }

    fn read(&self, path: &Path) -> Result<Vec<u8>, ReadError> {
        Store::read(self, path, 100)
    }

    fn same_stamp_after(&self, path: &Path, act: &dyn Fn()) -> bool {
        let before = self.stamp(path);
        act();
        self.stamp(path) == before
    }

    fn is_there(&self, path: &Path) -> bool {
        Store::is_there(self, path)
    }

    fn make_folder(&self, folder: &Path) -> io::Result<()> {
        self.root(folder).and_then(|()| Store::make_folder(self, folder)).and_then(|()| self.sync_folder(folder))
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        Store::write(self, path, bytes)
    }

    fn draft(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        Store::draft(self, path, &mut |out| out.write_all(bytes))
    }

    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        Store::create(self, path, bytes)
    }

    fn overwrite(&self, draft: &Path, path: &Path) -> io::Result<()> {
        Store::overwrite(self, draft, path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        Store::rename(self, from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        Store::remove(self, path)
    }

    fn lock(&self, path: &Path) -> Lock {
        Store::lock(self, path)
    }
}

fn is_missing(read: Result<Vec<u8>, ReadError>) -> bool {
    matches!(read, Err(ReadError::Io(error)) if error.kind() == ErrorKind::NotFound)
}

#[test]
fn written_files_are_read_and_listed() {
    in_both("games", |store, folder| {
        let (one, other) = (folder.join("2026 Ánna.json"), folder.join("b.json"));
        assert!(store.list(folder).is_empty(), "a missing folder is empty");
        assert!(is_missing(store.read(&one)));
        assert!(!store.is_there(&one));
        store.write(&one, "{\"é\": \"−10\"}".as_bytes()).unwrap();
        store.write(&other, b"second").unwrap();
        store.write(&folder.join("Trash").join("c.json"), b"inside").unwrap();
        assert_eq!(store.read(&one).unwrap(), "{\"é\": \"−10\"}".as_bytes());
        store.write(&one, b"new").unwrap();
        assert_eq!(store.read(&one).unwrap(), b"new");
        let files: Vec<PathBuf> = store.list(folder).into_iter().filter(|path| path.extension().is_some()).collect();
        assert_eq!(files, [one, other], "files of a subfolder are not listed");
        assert_eq!(store.list(&folder.join("Trash")), [folder.join("Trash").join("c.json")]);
    });
}

#[test]
fn a_file_over_the_limit_is_not_read() {
    in_both("long", |store, folder| {
        let file = folder.join("a.json");
        store.write(&file, &[b'a'; 100]).unwrap();
        assert_eq!(store.read(&file).unwrap().len(), 100);
        store.write(&file, &[b'a'; 101]).unwrap();
        assert!(matches!(store.read(&file), Err(ReadError::TooLarge(_))));
    });
}

#[test]
fn folders_with_a_common_prefix_are_separate() {
    in_both("some", |store, folder| {
        let longer = folder.with_file_name("some more");
        store.write(&longer.join("a.json"), b"a").unwrap();
        assert!(store.list(folder).is_empty());
    });
}

#[test]
fn every_change_changes_the_stamp() {
    in_both("stamps", |store, folder| {
        let file = folder.join("a.json");
        store.write(&file, b"first").unwrap();
        assert!(store.same_stamp_after(&file, &|| {}));
        assert!(!store.same_stamp_after(&file, &|| store.write(&file, b"longer than that").unwrap()));
        assert!(!store.same_stamp_after(&file, &|| store.remove(&file).unwrap()));
    });
}

#[test]
fn a_draft_gets_its_name_and_replaces_a_file_only_if_asked_to() {
    in_both("drafts", |store, folder| {
        let (draft, file) = (folder.join(".a.json.tmp"), folder.join("a.json"));
        store.make_folder(folder).unwrap();
        store.draft(&draft, b"new").unwrap();
        store.rename(&draft, &file).unwrap();
        assert_eq!(store.read(&file).unwrap(), b"new");
        assert!(!store.is_there(&draft));

        store.draft(&draft, b"newer").unwrap();
        assert_eq!(store.rename(&draft, &file).unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(store.read(&file).unwrap(), b"new");
        assert_eq!(store.read(&draft).unwrap(), b"newer", "the draft must still be there");

        store.overwrite(&draft, &file).unwrap();
        assert_eq!(store.read(&file).unwrap(), b"newer");
        assert!(!store.is_there(&draft));
    });
}

#[test]
fn a_file_is_renamed_and_removed() {
    in_both("names", |store, folder| {
        let (one, other) = (folder.join("a.json"), folder.join("Trash").join("a.json"));
        store.write(&one, b"text").unwrap();
        store.make_folder(&folder.join("Trash")).unwrap();
        store.rename(&one, &other).unwrap();
        assert!(!store.is_there(&one) && store.is_there(&other));
        store.create(&one, b"newer").unwrap();
        assert_eq!(store.create(&one, b"newest").unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(store.rename(&one, &other).unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!((store.read(&one).unwrap(), store.read(&other).unwrap()), (b"newer".to_vec(), b"text".to_vec()));
        store.remove(&one).unwrap();
        store.remove(&other).unwrap();
        assert!(!store.is_there(&other));
        assert_eq!(store.remove(&other).unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(store.rename(&other, &one).unwrap_err().kind(), ErrorKind::NotFound);
    });
}

#[test]
fn a_session_is_locked_once_at_a_time() {
    in_both("locks", |store, folder| {
        let (file, other) = (folder.join("a.json"), folder.join("b.json"));
        let held = store.lock(&file);
        assert!(held.is_held() && held.may_write());
        assert!(matches!(store.lock(&file), Lock::Elsewhere));
        assert!(store.lock(&other).is_held());
        drop(held);
        assert!(store.lock(&file).is_held());
    });
}

#[test]
fn a_full_browser_reports_it_and_keeps_what_it_has() {
    let storage = Storage::with_room(40);
    let store = BrowserStore::new(&storage);
    let file = Path::new("full/a.json");
    Store::write(&store, file, b"a session of 27 letters, so").unwrap();
    let error = Store::write(&store, file, b"a session that has grown by a tap").unwrap_err();
    assert_eq!(SaveError::from(error), SaveError::Full);
    assert_eq!(Store::read(&store, file, 100).unwrap(), b"a session of 27 letters, so");
    storage.room.set(60);
    Store::write(&store, file, b"a session that has grown by a tap").unwrap();
}

#[test]
fn a_full_browser_can_still_trash_a_session() {
    let storage = Storage::with_room(45);
    let store = BrowserStore::new(&storage);
    let (file, trash) = (Path::new("room/a.json"), Path::new("room/Trash/a.json"));
    Store::write(&store, file, b"twenty-two letters ...").unwrap();
    // There is no room for the text a second time.
    Store::rename(&store, file, trash).unwrap();
    assert_eq!(Store::read(&store, trash, 100).unwrap(), b"twenty-two letters ...");
    assert!(!Store::is_there(&store, file));

    // Nor for the longer name: the session then keeps its shorter one.
    storage.room.set(storage.taken());
    let longer = Path::new("room/Trash/a (2).json");
    assert_eq!(Store::rename(&store, trash, longer).unwrap_err().kind(), ErrorKind::QuotaExceeded);
    assert_eq!(Store::read(&store, trash, 100).unwrap(), b"twenty-two letters ...");
    assert!(!Store::is_there(&store, longer));
}

#[test]
fn a_browser_refuses_bytes_that_are_not_text() {
    let storage = Storage::with_room(1_000);
    let store = BrowserStore::new(&storage);
    let error = Store::write(&store, Path::new("bytes/a.json"), &[0xFF]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidData);
    assert_eq!(storage.taken(), 0);
}
