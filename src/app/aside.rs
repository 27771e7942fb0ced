//! Work that the interface must not wait for: reading and writing files.

use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::{App, Event, Slowness};
use crate::background;
use crate::text::Text;

/// How long a tap waits for a disk. One that is quick answers within the same picture, and nothing flickers.
const MOMENT: Duration = Duration::from_millis(30);

/// What follows a piece of work.
type Then = Box<dyn FnOnce(&mut App) + Send>;

/// Something to do for the interface, once: by the tap that asked for it, or later by the news of it.
#[derive(Clone, Default)]
pub(super) struct Following(Arc<Mutex<Option<Then>>>);

impl Following {
    fn set(&self, then: Then) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(then);
    }

    fn take(&self) -> Option<Then> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl std::fmt::Debug for Following {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        out.debug_struct("Following").finish_non_exhaustive()
    }
}

impl App {
    /// Does a piece of work beside the interface, and `then` with what came of it. Waits for it no longer than one
    /// picture takes. Work that breaks down ends with an error that says so.
    pub(super) fn aside<T: Send + 'static>(
        &mut self,
        name: &str,
        work: impl FnOnce() -> Result<T, Text> + Send + 'static,
        then: impl FnOnce(&mut App, Result<T, Text>) + Send + 'static,
    ) {
        self.aside_work += 1;
        let then = |app: &mut App, result: Result<T, Text>| {
            app.aside_work -= 1;
            app.slowness = Slowness::No;
            then(app, result);
        };
        self.start(name, MOMENT, work, then);
    }

    /// As [`App::aside`], where nobody waits for it.
    pub(super) fn beside<T: Send + 'static>(
        &mut self,
        name: &str,
        work: impl FnOnce() -> Result<T, Text> + Send + 'static,
        then: impl FnOnce(&mut App, Result<T, Text>) + Send + 'static,
    ) {
        self.start(name, Duration::ZERO, work, then);
    }

    fn start<T: Send + 'static>(
        &mut self,
        name: &str,
        moment: Duration,
        work: impl FnOnce() -> Result<T, Text> + Send + 'static,
        then: impl FnOnce(&mut App, Result<T, Text>) + Send + 'static,
    ) {
        let following = Following::default();
        let (ready, done) = channel();
        let (sender, wake, place) = (self.sender.clone(), self.wake.clone(), following.clone());
        background::work(name, work, move |result| {
            place.set(Box::new(move |app| then(app, result.and_then(|result| result))));
            // Whoever waited a moment may have gone on.
            let _ = ready.send(());
            if sender.send(Event::Aside(place)).is_ok() {
                wake();
            }
        });
        // Where there are no threads it is done by now, and there is no clock to wait by.
        if done.try_recv().is_ok() || done.recv_timeout(moment).is_ok() {
            self.follow(&following);
        }
    }

    /// Takes in what came of a piece of work.
    pub(super) fn follow(&mut self, following: &Following) {
        if let Some(then) = following.take() {
            then(self);
        }
    }
}
