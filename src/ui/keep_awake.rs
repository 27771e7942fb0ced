//! Keeping the screen awake, by asking the desktop on a thread, because it may be slow to answer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use keepawake::{Builder, KeepAwake};

const NAME: &str = "Tablet of Truth";
const REASON: &str = "A game of cards is being played";
const ID: &str = "io.github.tablet-of-truth";

/// Its thread starts with the first wish and ends on drop.
pub struct Awake {
    report: Option<Box<dyn Fn(Option<String>) + Send>>,
    wishes: Option<Sender<bool>>,
    wished: bool,
}

impl Awake {
    /// `report` is called on another thread with the reason why the screen cannot be kept awake, or with `None` once
    /// it can.
    pub fn new(report: impl Fn(Option<String>) + Send + 'static) -> Awake {
        Awake { report: Some(Box::new(report)), wishes: None, wished: false }
    }

    pub fn keep(&mut self, awake: bool) {
        if awake == self.wished {
            return;
        }
        self.wished = awake;
        if let Some(report) = self.report.take() {
            let (sender, wishes) = channel();
            let started = thread::Builder::new().name("awake".into()).spawn(move || work(&wishes, &*report));
            self.wishes = started.is_ok().then_some(sender);
        }
        if let Some(wishes) = &self.wishes {
            // If the thread is gone, it holds nothing that could be released.
            let _ = wishes.send(awake);
        }
    }
}

fn work(wishes: &Receiver<bool>, report: &dyn Fn(Option<String>)) {
    let mut held = None;
    while let Ok(wish) = wishes.recv() {
        // Of several wishes only the last counts.
        let wish = wishes.try_iter().last().unwrap_or(wish);
        if wish == held.is_some() {
            continue;
        }
        if wish {
            let (kept, problem) = hold();
            held = kept;
            report(problem);
        } else {
            release(held.take());
        }
    }
    release(held);
}

/// Keeps the display on or, if the platform cannot, at least the computer from sleeping.
fn hold() -> (Option<KeepAwake>, Option<String>) {
    let ask = |display: bool| {
        let mut wish = Builder::default();
        wish.display(display).idle(!display || cfg!(not(target_os = "linux")));
        wish.reason(REASON).app_name(NAME).app_reverse_domain(ID).create()
    };
    match ask(true) {
        Ok(held) => (Some(held), None),
        Err(error) => (ask(false).ok(), Some(reason(&error))),
    }
}

/// The platform's own answer, without the words of the libraries in between.
fn reason(error: &keepawake::Error) -> String {
    match error {
        keepawake::Error::System(error) => error.to_string(),
        keepawake::Error::Builder(error) => error.to_string(),
    }
}

fn release(held: Option<KeepAwake>) {
    // The library panics if the desktop has gone meanwhile; then nothing is held any more anyway.
    let _ = catch_unwind(AssertUnwindSafe(|| drop(held)));
}
