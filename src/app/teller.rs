//! Messages from other threads to the interface.

use std::sync::Arc;
use std::sync::mpsc::Sender;

/// A function to run on the thread that owns the state.
pub(super) type Then<T> = Box<dyn FnOnce(&mut T) + Send>;

/// Sends functions to the owner of the state, from any thread.
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

    /// Sends a function and wakes the owner.
    pub(super) fn tell(&self, then: impl FnOnce(&mut T) + Send + 'static) {
        // A missing receiver means that the program has closed.
        if self.sender.send(Box::new(then)).is_ok() {
            (self.wake)();
        }
    }
}
