//! The memory of an archive, as the program keeps it: `cargo bench --bench memory -- DIR`. Reads
//! the archive in DIR without a window, and prints the bytes of a session in the list and in all. Prints figures only:
//! nothing passes or fails.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "run by developers only")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::mem::size_of;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

use tablet_of_truth::app::{App, ArchiveCommand, Command, Config, Page};
use tablet_of_truth::language::Language;
use tablet_of_truth::session::Record;

/// Bytes allocated and not freed, and the number of allocations.
static HELD: AtomicUsize = AtomicUsize::new(0);
static PIECES: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, counted.
struct Counted;

// SAFETY: everything is done by the system's allocator.
#[allow(unsafe_code, reason = "an allocator is unsafe by its nature")]
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HELD.fetch_add(layout.size(), Ordering::Relaxed);
        PIECES.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, piece: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        PIECES.fetch_sub(1, Ordering::Relaxed);
        unsafe { System.dealloc(piece, layout) }
    }
}

#[global_allocator]
static COUNTED: Counted = Counted;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let [folder] = &*arguments else {
        // Running all benches also gets here, without an argument.
        println!("usage: cargo bench --bench memory -- DIR");
        return;
    };
    let folder = Path::new(folder);
    println!("a record: {} bytes and what it points to", size_of::<Record>());
    let before = Memory::now();
    before.compared("before", 1);
    let config = Config {
        data: folder.to_owned(),
        data_given: true,
        settings: None,
        open: None,
        language: None,
        system_language: Language::ENGLISH,
    };
    let (wake, woken) = channel();
    let mut app = App::new(config, move || {
        let _ = wake.send(());
    });
    let wait = |app: &mut App, done: &dyn Fn(&mut App) -> bool| {
        while !done(app) {
            let _ = woken.recv_timeout(Duration::from_millis(5));
            app.pump();
        }
    };
    wait(&mut app, &|app| !app.home().reading);
    let count = std::fs::read_dir(folder)
        .unwrap()
        .filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|ending| ending == "json"))
        .count();
    before.compared("read", count);
    app.handle(Command::Show(Page::Archive));
    before.compared("the archive shown", count);
    let start = std::time::Instant::now();
    app.handle(Command::OnArchive(ArchiveCommand::Search("march".into())));
    println!("the first word of a search: {:.1} ms", start.elapsed().as_secs_f64() * 1000.0);
    before.compared("searched", count);
    app.handle(Command::Show(Page::Statistics));
    wait(&mut app, &|app| !app.statistics().counting);
    before.compared("statistics counted", count);
}

/// What the program holds, in bytes.
struct Memory {
    held: usize,
    pieces: usize,
    /// In MB.
    resident: f64,
    /// In MB, without what is in a file, such as the program's code.
    own: f64,
}

impl Memory {
    fn now() -> Memory {
        Memory {
            held: HELD.load(Ordering::Relaxed),
            pieces: PIECES.load(Ordering::Relaxed),
            resident: memory("VmRSS"),
            own: memory("RssAnon"),
        }
    }

    fn compared(&self, when: &str, count: usize) {
        let now = Memory::now();
        println!(
            "{when}: {} bytes asked for a session in {:.1} pieces; {:.1} MB resident, {:.1} of them of its own",
            now.held.saturating_sub(self.held) / count,
            now.pieces.saturating_sub(self.pieces) as f64 / count as f64,
            now.resident,
            now.own,
        );
    }
}

/// The memory of this kind in use, in MB; 0 if unknown.
fn memory(kind: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(kind)?.strip_prefix(':'));
    line.and_then(|line| line.trim().split(' ').next()?.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}
