//! Work that the interface does not wait for. Where there are no threads, as in a browser, it is done at once.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{SendError, Sender, channel};
use std::thread::{Builder, JoinHandle};

use crate::text;
use crate::text::Text;

/// Runs `work` on a thread of its own, then `then` with its result on the same thread.
pub fn work<T>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
    then: impl FnOnce(Result<T, Text>) + Send + 'static,
) {
    let mut queue = Queue::start(name);
    queue.add(work, then);
    queue.abandon();
}

/// Runs `work` here; a panic becomes an error in words.
///
/// # Errors
/// The words to show when the work panicked.
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
    /// Starts the queue's thread, with this name.
    pub fn start(name: &str) -> Queue {
        let (works, inbox) = channel::<Work>();
        let thread = Builder::new().name(name.into()).spawn(move || inbox.into_iter().for_each(|work| work())).ok();
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
        let work: Work = Box::new(move || then(guarded(work)));
        let refused = match &self.works {
            Some(works) => works.send(work).err().map(|SendError(work)| work),
            None => Some(work),
        };
        if let Some(work) = refused {
            work();
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

/// Work that panics, for tests.
#[cfg(test)]
pub(crate) mod breaking {
    use std::sync::Mutex;
    use std::thread;

    /// The name of the thread whose work panics.
    pub(crate) static NAME: Mutex<Option<&str>> = Mutex::new(None);

    pub(super) fn down() {
        let name = *NAME.lock().unwrap();
        assert!(name.is_none() || thread::current().name() != name, "broken on purpose");
    }
}
