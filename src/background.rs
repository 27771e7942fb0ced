//! Work that the interface does not wait for. Where the system gives no thread, as in a browser, it is done at once.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{SendError, Sender, channel};
use std::thread::{Builder, JoinHandle};

use crate::text;
use crate::text::Text;

/// Does a piece of work on a thread of its own, and `then` with what came of it there.
pub fn work<T>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
    then: impl FnOnce(Result<T, Text>) + Send + 'static,
) {
    let mut queue = Queue::start(name);
    queue.add(work, then);
    queue.abandon();
}

/// Does a piece of work here. Work that breaks down ends with words.
///
/// # Errors
/// That it broke down.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Text> {
    let work = || {
        #[cfg(test)]
        breaking::down();
        work()
    };
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|_| text!("an error in the program stopped the work; nothing else was harmed"))
}

/// Pieces of work that are done one after the other. Dropping it waits for the last.
#[derive(Debug)]
pub struct Queue {
    works: Option<Sender<Work>>,
    thread: Option<JoinHandle<()>>,
}

type Work = Box<dyn FnOnce() + Send>;

impl Queue {
    /// Starts the thread.
    pub fn start(name: &str) -> Queue {
        let (works, inbox) = channel::<Work>();
        let thread = Builder::new().name(name.into()).spawn(move || inbox.into_iter().for_each(|work| work())).ok();
        Queue { works: thread.is_some().then_some(works), thread }
    }

    /// Leaves the pieces to themselves: dropping it waits for none.
    pub fn abandon(&mut self) {
        self.thread = None;
    }

    /// Adds a piece of work, and what is done with its result on the same thread.
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

/// Work that breaks down, for tests.
#[cfg(test)]
pub(crate) mod breaking {
    use std::sync::Mutex;
    use std::thread;

    /// The name of the thread whose work breaks down.
    pub(crate) static NAME: Mutex<Option<&str>> = Mutex::new(None);

    pub(super) fn down() {
        let name = *NAME.lock().unwrap();
        assert!(name.is_none() || thread::current().name() != name, "broken on purpose");
    }
}
