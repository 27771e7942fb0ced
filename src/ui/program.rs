//! The window with the program behind it, as its screens use it: they send it commands and ask it.

use std::cell::RefCell;

use tablet_of_truth_ui::AppWindow;

use crate::app::{App, Command, Notice};

pub(super) struct Program {
    pub(super) window: AppWindow,
    pub(super) app: RefCell<App>,
    /// Shows the program in its present state.
    pub(super) show: Box<dyn Fn()>,
    /// Shows what a tap changed, and starts what it waits for.
    pub(super) tapped: Box<dyn Fn()>,
}

impl Program {
    pub(super) fn handle(&self, command: Command) {
        self.app.borrow_mut().handle(command);
        (self.tapped)();
    }

    pub(super) fn say(&self, notice: Notice) {
        self.app.borrow_mut().say(notice);
        (self.show)();
    }
}

/// Connects a callback to an action, without keeping the program alive.
macro_rules! connect {
    ($program:expr, $adapter:expr, $callback:ident, |$target:ident $(, $argument:ident)*| $meaning:expr) => {{
        let weak = std::rc::Rc::downgrade($program);
        $adapter.$callback(move |$($argument),*| weak.upgrade().map(|$target| $meaning).unwrap_or_default());
    }};
}

/// Connects callbacks to their commands.
macro_rules! commands {
    ($program:expr, $adapter:expr, $of:expr, {
        $($callback:ident($($argument:ident),*) => $command:expr,)*
    }) => {
        $(connect!($program, $adapter, $callback, |program $(, $argument)*| program.handle($of($command)));)*
    };
}

/// Converts between an enum of the program, also an optional one, and its twin in the window's package. (`From` cannot
/// be implemented for an `Option` of one into the other.)
pub(super) trait Convert<T> {
    fn convert(self) -> T;
}

/// Pairs an enum of the interface with one of the program: a variant missing on either side does not compile.
macro_rules! pair {
    ($ours:ty, $theirs:ident: $($name:ident)+) => {
        pair!($ours, $theirs { $($name = [<$ours>::$name],)+ });
    };
    ($ours:ty, $theirs:ident { $($name:ident = [$($variant:tt)+],)+ }) => {
        impl $crate::ui::program::Convert<tablet_of_truth_ui::$theirs> for $ours {
            fn convert(self) -> tablet_of_truth_ui::$theirs {
                match self {
                    $($($variant)+ => tablet_of_truth_ui::$theirs::$name,)+
                }
            }
        }

        impl $crate::ui::program::Convert<$ours> for tablet_of_truth_ui::$theirs {
            fn convert(self) -> $ours {
                match self {
                    $(tablet_of_truth_ui::$theirs::$name => $($variant)+,)+
                }
            }
        }
    };
}
