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
macro_rules! in_both {
    ($name:expr, $check:expr) => {
        in_the_folder($name, $check);
        in_the_browser($name, $check);
    };
}

fn in_the_folder(name: &str, check: impl FnOnce(&FolderStore, &Path)) {
    let folder = tempfile::tempdir().unwrap();
    check(&FolderStore, &folder.path().join(name));
}

fn in_the_browser(name: &str, check: impl FnOnce(&BrowserStore<&Storage>, &Path)) {
    let storage = Storage::with_room(1_000_000);
    check(&BrowserStore::new(&storage), Path::new(name));
}

fn list(store: &impl Store, folder: &Path) -> Vec<PathBuf> {
    let mut paths = store.list(folder, |_| true).unwrap();
    paths.sort();
    paths
}

fn read(store: &impl Store, path: &Path) -> Result<Vec<u8>, ReadError> {
    store.read(path, 100)
}

fn same_stamp_after<S: Store>(store: &S, path: &Path, act: impl FnOnce()) -> bool {
    let before = store.stamp(path);
    act();
    store.stamp(path) == before
}

fn make_folder(store: &impl Store, folder: &Path) -> io::Result<()> {
    store.root(folder).and_then(|()| store.make_folder(folder)).and_then(|()| store.sync_folder(folder))
}

fn write_draft(store: &impl Store, path: &Path, bytes: &[u8]) -> io::Result<()> {
    store.draft(path, &mut |out| out.write_all(bytes))
}

#[test]
fn written_files_are_read_and_listed() {
    in_both!("games", |store, folder| {
        let (one, other) = (folder.join("2026 Ánna.json"), folder.join("b.json"));
        assert!(list(store, folder).is_empty(), "a missing folder is empty");
        assert!(matches!(read(store, &one), Err(ReadError::Io(error)) if error.kind() == ErrorKind::NotFound));
        assert!(!store.is_there(&one));
        store.write(&one, "{\"é\": \"−10\"}".as_bytes()).unwrap();
        store.write(&other, b"second").unwrap();
        store.write(&folder.join("Trash").join("c.json"), b"inside").unwrap();
        assert_eq!(read(store, &one).unwrap(), "{\"é\": \"−10\"}".as_bytes());
        store.write(&one, b"new").unwrap();
        assert_eq!(read(store, &one).unwrap(), b"new");
        let files: Vec<PathBuf> = list(store, folder).into_iter().filter(|path| path.extension().is_some()).collect();
        assert_eq!(files, [one, other], "files of a subfolder are not listed");
        assert_eq!(list(store, &folder.join("Trash")), [folder.join("Trash").join("c.json")]);
    });
}

#[test]
fn a_file_over_the_limit_is_not_read() {
    in_both!("long", |store, folder| {
        let file = folder.join("a.json");
        store.write(&file, &[b'a'; 100]).unwrap();
        assert_eq!(read(store, &file).unwrap().len(), 100);
        store.write(&file, &[b'a'; 101]).unwrap();
        assert!(matches!(read(store, &file), Err(ReadError::TooLarge(_))));
    });
}

#[test]
fn folders_with_a_common_prefix_are_separate() {
    in_both!("some", |store, folder| {
        let longer = folder.with_file_name("some more");
        store.write(&longer.join("a.json"), b"a").unwrap();
        assert!(list(store, folder).is_empty());
    });
}

#[test]
fn every_change_changes_the_stamp() {
    in_both!("stamps", |store, folder| {
        let file = folder.join("a.json");
        store.write(&file, b"first").unwrap();
        assert!(same_stamp_after(store, &file, || {}));
        assert!(!same_stamp_after(store, &file, || store.write(&file, b"longer than that").unwrap()));
        assert!(!same_stamp_after(store, &file, || store.remove(&file).unwrap()));
    });
}

#[test]
fn a_draft_gets_its_name_and_replaces_a_file_only_if_asked_to() {
    in_both!("drafts", |store, folder| {
        let (draft, file) = (folder.join(".a.json.tmp"), folder.join("a.json"));
        make_folder(store, folder).unwrap();
        write_draft(store, &draft, b"new").unwrap();
        store.rename(&draft, &file).unwrap();
        assert_eq!(read(store, &file).unwrap(), b"new");
        assert!(!store.is_there(&draft));

        write_draft(store, &draft, b"newer").unwrap();
        assert_eq!(store.rename(&draft, &file).unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(read(store, &file).unwrap(), b"new");
        assert_eq!(read(store, &draft).unwrap(), b"newer", "the draft must still be there");

        store.overwrite(&draft, &file).unwrap();
        assert_eq!(read(store, &file).unwrap(), b"newer");
        assert!(!store.is_there(&draft));
    });
}

#[test]
fn a_file_is_renamed_and_removed() {
    in_both!("names", |store, folder| {
        let (one, other) = (folder.join("a.json"), folder.join("Trash").join("a.json"));
        store.write(&one, b"text").unwrap();
        make_folder(store, &folder.join("Trash")).unwrap();
        store.rename(&one, &other).unwrap();
        assert!(!store.is_there(&one) && store.is_there(&other));
        store.create(&one, b"newer").unwrap();
        assert_eq!(store.create(&one, b"newest").unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(store.rename(&one, &other).unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!((read(store, &one).unwrap(), read(store, &other).unwrap()), (b"newer".to_vec(), b"text".to_vec()));
        store.remove(&one).unwrap();
        store.remove(&other).unwrap();
        assert!(!store.is_there(&other));
        assert_eq!(store.remove(&other).unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(store.rename(&other, &one).unwrap_err().kind(), ErrorKind::NotFound);
    });
}

#[test]
fn a_session_is_locked_once_at_a_time() {
    in_both!("locks", |store, folder| {
        let (file, other) = (folder.join("a.json"), folder.join("b.json"));
        let held = store.lock(&file);
        assert!(held.is_held() && held.may_write());
        let refused = store.lock(&file);
        assert!(matches!(refused, Lock::Elsewhere) && !refused.may_write());
        assert!(store.lock(&other).is_held());
        drop(refused);
        assert!(matches!(store.lock(&file), Lock::Elsewhere), "dropping a lock that was refused must release nothing");
        drop(held);
        assert!(store.lock(&file).is_held());
    });
}

#[test]
fn a_full_browser_reports_it_and_keeps_what_it_has() {
    let storage = Storage::with_room(40);
    let store = BrowserStore::new(&storage);
    let file = Path::new("full/a.json");
    store.write(file, b"a session of 27 letters, so").unwrap();
    let error = store.write(file, b"a session that has grown by a tap").unwrap_err();
    assert_eq!(SaveError::from(error), SaveError::Full);
    assert_eq!(read(&store, file).unwrap(), b"a session of 27 letters, so");
    storage.room.set(60);
    store.write(file, b"a session that has grown by a tap").unwrap();
}

#[test]
fn a_full_browser_can_still_trash_a_session() {
    let storage = Storage::with_room(45);
    let store = BrowserStore::new(&storage);
    let (file, trash) = (Path::new("room/a.json"), Path::new("room/Trash/a.json"));
    store.write(file, b"twenty-two letters ...").unwrap();
    // There is no room for the text a second time.
    store.rename(file, trash).unwrap();
    assert_eq!(read(&store, trash).unwrap(), b"twenty-two letters ...");
    assert!(!store.is_there(file));

    // Nor for the longer name: the session then keeps its shorter one.
    storage.room.set(storage.taken());
    let longer = Path::new("room/Trash/a (2).json");
    assert_eq!(store.rename(trash, longer).unwrap_err().kind(), ErrorKind::QuotaExceeded);
    assert_eq!(read(&store, trash).unwrap(), b"twenty-two letters ...");
    assert!(!store.is_there(longer));
}

#[test]
fn a_browser_refuses_bytes_that_are_not_text() {
    let storage = Storage::with_room(1_000);
    let store = BrowserStore::new(&storage);
    let error = store.write(Path::new("bytes/a.json"), &[0xFF]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidData);
    assert_eq!(storage.taken(), 0);
}
