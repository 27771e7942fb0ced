//! Keeping the screen awake while a game is being played and shown, and was touched recently.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use slint::{Timer, TimerMode};

/// The time without a tap or key after which the computer may sleep, because the game seems forgotten.
const FORGOTTEN: Duration = Duration::from_secs(30 * 60);

pub type Keeper = Box<dyn FnMut(bool)>;

pub(super) struct Wakefulness {
    keeper: RefCell<Keeper>,
    kept: Cell<bool>,
    rest: Timer,
}

impl Wakefulness {
    pub(super) fn new(keeper: Keeper) -> Rc<Wakefulness> {
        Rc::new(Wakefulness { keeper: RefCell::new(keeper), kept: Cell::new(false), rest: Timer::default() })
    }

    fn keep(&self, awake: bool) {
        if self.kept.replace(awake) != awake {
            (self.keeper.borrow_mut())(awake);
        }
    }

    /// Keeps the screen awake for a while after a tap or key, if a game is on.
    pub(super) fn touched(self: &Rc<Self>, wanted: bool) {
        self.rest.stop();
        self.keep(wanted);
        if wanted {
            let weak = Rc::downgrade(self);
            self.rest.start(TimerMode::SingleShot, FORGOTTEN, move || {
                if let Some(wakefulness) = weak.upgrade() {
                    wakefulness.keep(false);
                }
            });
        }
    }
}
