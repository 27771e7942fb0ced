//! When the screen is to stay awake: while a game is played and looked at, and someone has touched it of late.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use slint::{Timer, TimerMode};

/// After this long without a tap or key the game is taken for forgotten, and the computer may sleep.
const FORGOTTEN: Duration = Duration::from_secs(30 * 60);

/// Who is told to keep the screen awake or to let go.
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

    /// After a tap or key: the screen stays awake for a while if a game is on.
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
