//! Work that the interface does not wait for. Where there are no threads, as in a browser, it is done at once.

use std::cell::Cell;
use std::collections::HashMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{SendError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

use crate::text;
use crate::text::Text;

thread_local!(static INTERFACE: Cell<bool> = const { Cell::new(false) });

/// Locks, ignoring a panic of another holder: no guarded value may ever be half changed.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Marks this thread as the interface's, which must not wait for a disk, until dropped.
#[derive(Debug)]
pub struct Interface {
    before: bool,
}

impl Interface {
    pub fn here() -> Interface {
        Interface { before: INTERFACE.replace(true) }
    }
}

impl Drop for Interface {
    fn drop(&mut self) {
        INTERFACE.set(self.before);
    }
}

/// Whether this is the interface's thread, and others can do the work.
pub fn is_interface() -> bool {
    INTERFACE.get()
}

/// Runs `work` on this thread, even if it is the interface's: no other can be started.
pub fn without_threads<T>(work: impl FnOnce() -> T) -> T {
    let before = INTERFACE.replace(false);
    let result = work();
    INTERFACE.set(before);
    result
}

pub fn apart(name: &str, work: impl FnOnce() + Send + 'static) {
    let mut queue = Queue::start(name);
    queue.push(Box::new(work));
    queue.abandon();
}

/// Starts a thread, which a test can have break down: `breaking`.
pub fn start(name: &str, run: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    #[cfg(test)]
    let run = breaking::for_this_test(run);
    Builder::new().name(name.into()).spawn(run)
}

/// Work by kind and place, on one thread each. A request during running work waits and replaces the one waiting before:
/// a key held down over a disk that does not respond starts one thread.
#[derive(Clone, Default)]
pub struct Lanes(Arc<Mutex<HashMap<Lane, Option<Work>>>>);

/// The name of the thread, and the place that the work is about.
type Lane = (&'static str, PathBuf);

impl Lanes {
    /// Runs `work` and then `then` with its result, on another thread. Returns whether it need not wait for other work.
    pub fn add<T>(
        &self,
        name: &'static str,
        about: &Path,
        work: impl FnOnce() -> T + Send + 'static,
        then: impl FnOnce(Result<T, Text>) + Send + 'static,
    ) -> bool {
        let (lane, work): (Lane, Work) = ((name, about.to_owned()), Box::new(move || then(guarded(work))));
        let mut lanes = locked(&self.0);
        if let Some(waiting) = lanes.get_mut(&lane) {
            let replaced = waiting.replace(work);
            drop(lanes);
            // Outside the lock, for it may hold anything.
            drop(replaced);
            return false;
        }
        lanes.insert(lane.clone(), None);
        drop(lanes);
        let lanes = self.clone();
        apart(name, move || {
            let mut next = Some(work);
            while let Some(work) = next {
                work();
                next = lanes.next(&lane);
            }
        });
        true
    }

    /// The work that waits in a lane; without any, the lane ends.
    fn next(&self, lane: &Lane) -> Option<Work> {
        let mut lanes = locked(&self.0);
        let next = lanes.get_mut(lane).and_then(Option::take);
        if next.is_none() {
            lanes.remove(lane);
        }
        next
    }
}

/// A panic becomes an error in words.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Text> {
    let work = || {
        #[cfg(test)]
        breaking::down();
        work()
    };
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|_| text!("an error in the program stopped this; nothing else was affected"))
}

/// A queue of work done one piece after the other. Dropping it waits for the last.
#[derive(Debug)]
pub struct Queue {
    works: Option<Sender<Work>>,
    thread: Option<JoinHandle<()>>,
}

type Work = Box<dyn FnOnce() + Send>;

impl Queue {
    pub fn start(name: &str) -> Queue {
        let (works, inbox) = channel::<Work>();
        let thread = start(name, move || inbox.into_iter().for_each(|work| work())).ok();
        Queue { works: thread.is_some().then_some(works), thread }
    }

    /// Lets the remaining work run unwatched: dropping the queue no longer waits for it.
    pub fn abandon(&mut self) {
        self.thread = None;
    }

    /// Adds `work`, and `then`, which gets its result on the same thread.
    pub fn add<T>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
        then: impl FnOnce(Result<T, Text>) + Send + 'static,
    ) {
        self.push(Box::new(move || then(guarded(work))));
    }

    fn push(&self, work: Work) {
        let refused = match &self.works {
            Some(works) => works.send(work).err().map(|SendError(work)| work),
            None => Some(work),
        };
        if let Some(work) = refused {
            without_threads(work);
        }
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        drop(self.works.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
pub(crate) mod breaking {
    use std::cell::Cell;
    use std::sync::Mutex;
    use std::thread::{self, ThreadId};

    /// The tests in which the work of one thread panics, and its name.
    static BROKEN: Mutex<Vec<(ThreadId, &str)>> = Mutex::new(Vec::new());

    thread_local! {
        /// The test that started this thread.
        static TEST: Cell<Option<ThreadId>> = const { Cell::new(None) };
    }

    fn test() -> ThreadId {
        TEST.get().unwrap_or_else(|| thread::current().id())
    }

    pub(super) fn for_this_test<T>(run: impl FnOnce() -> T) -> impl FnOnce() -> T {
        let test = test();
        move || {
            TEST.set(Some(test));
            run()
        }
    }

    pub(crate) fn set(name: Option<&'static str>) {
        let mut broken = BROKEN.lock().unwrap();
        broken.retain(|(test, _)| *test != self::test());
        broken.extend(name.map(|name| (test(), name)));
    }

    pub(super) fn down() {
        let thread = thread::current();
        let is_this = |&(of, name): &(ThreadId, &str)| of == test() && thread.name() == Some(name);
        let is_broken = BROKEN.lock().unwrap().iter().any(is_this);
        assert!(!is_broken, "broken on purpose");
    }
}
