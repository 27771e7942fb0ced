//! Work that the interface does not wait for.

use std::sync::mpsc::{SendError, Sender, channel};
use std::thread::{Builder, JoinHandle};

/// Does a piece of work on a thread of its own.
///
/// # Errors
/// When the system gives no thread; then nothing is done.
#[cfg(not(target_family = "wasm"))]
pub fn work(name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    Builder::new().name(name.into()).spawn(work).map(drop)
}

/// Does a piece of work at once: a browser gives no thread.
///
/// # Errors
/// None here.
#[cfg(target_family = "wasm")]
pub fn work(_name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    work();
    Ok(())
}

/// Pieces of work that are done one after the other beside the interface; where the system gives no thread, as they come.
/// Dropping it waits for the last.
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

    /// Adds a piece of work.
    pub fn add(&self, work: impl FnOnce() + Send + 'static) {
        let work: Work = Box::new(work);
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
