//! Messages from other threads to the interface.

use std::sync::Arc;
use std::sync::mpsc::Sender;

/// Runs on the thread that owns the state.
pub(super) type Then<T> = Box<dyn FnOnce(&mut T) + Send>;

pub(super) struct LoopHandle<T> {
    sender: Sender<Then<T>>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl<T> Clone for LoopHandle<T> {
    fn clone(&self) -> Self {
        LoopHandle { sender: self.sender.clone(), wake: self.wake.clone() }
    }
}

impl<T> LoopHandle<T> {
    pub(super) fn new(sender: Sender<Then<T>>, wake: Arc<dyn Fn() + Send + Sync>) -> LoopHandle<T> {
        LoopHandle { sender, wake }
    }

    pub(super) fn post(&self, then: impl FnOnce(&mut T) + Send + 'static) {
        // A missing receiver means that the program has closed.
        if self.sender.send(Box::new(then)).is_ok() {
            (self.wake)();
        }
    }
}
