//! Asks the desktop, on a thread of its own: it may take its time to answer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use keepawake::{Builder, KeepAwake};

/// What the desktop is told.
const NAME: &str = "Tablet of Truth";
const REASON: &str = "A game of cards is being played";
const ID: &str = "io.github.tablet-of-truth";

/// Asks the platform to keep the screen awake, or lets go. Its thread starts with the first wish and ends with this.
pub struct Awake {
    report: Option<Box<dyn Fn(Option<String>) + Send>>,
    wishes: Option<Sender<bool>>,
    wished: bool,
}

impl Awake {
    /// `report` is called on another thread with why the screen cannot be kept awake, or with nothing when it is.
    pub fn new(report: impl Fn(Option<String>) + Send + 'static) -> Awake {
        Awake { report: Some(Box::new(report)), wishes: None, wished: false }
    }

    /// Should the screen stay awake from now on?
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
            // A thread that is gone keeps nothing awake, and there is nothing to let go.
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
            let_go(held.take());
        }
    }
    let_go(held);
}

/// Keeps the display on; where the platform cannot, at least the computer from sleeping.
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

/// What the platform answered, without the words of the libraries between.
fn reason(error: &keepawake::Error) -> String {
    match error {
        keepawake::Error::System(error) => error.to_string(),
        keepawake::Error::Builder(error) => error.to_string(),
    }
}

fn let_go(held: Option<KeepAwake>) {
    // The library gives up where the desktop has gone meanwhile; then nothing is held any more either.
    let _ = catch_unwind(AssertUnwindSafe(|| drop(held)));
}
