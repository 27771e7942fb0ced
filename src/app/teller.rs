//! What other threads tell the interface by.

use std::sync::Arc;
use std::sync::mpsc::Sender;

/// What follows a piece of work, done by whoever owns the state.
pub(super) type Then<T> = Box<dyn FnOnce(&mut T) + Send>;

/// Has the owner of the state do something, from any thread.
pub(super) struct Teller<T> {
    sender: Sender<Then<T>>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl<T> Clone for Teller<T> {
    fn clone(&self) -> Self {
        Teller { sender: self.sender.clone(), wake: self.wake.clone() }
    }
}

impl<T> Teller<T> {
    pub(super) fn new(sender: Sender<Then<T>>, wake: Arc<dyn Fn() + Send + Sync>) -> Teller<T> {
        Teller { sender, wake }
    }

    /// Has something done, and wakes whoever does it.
    pub(super) fn tell(&self, then: impl FnOnce(&mut T) + Send + 'static) {
        // A receiver that is gone is a program that was closed.
        if self.sender.send(Box::new(then)).is_ok() {
            (self.wake)();
        }
    }
}
