//! The window with the program behind it, as its screens know them: they hand it commands and ask it.

use std::cell::RefCell;

use super::generated::AppWindow;
use crate::app::{App, Command, Notice};

pub(super) struct Program {
    pub(super) window: AppWindow,
    pub(super) app: RefCell<App>,
    /// Shows the program as it is now.
    pub(super) show: Box<dyn Fn()>,
    /// Shows what a tap has changed, and waits for what follows it.
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

/// Connects a callback to what it means; the window does not keep the program alive.
macro_rules! connect {
    ($program:expr, $adapter:expr, $callback:ident, |$target:ident $(, $argument:ident)*| $meaning:expr) => {{
        let weak = std::rc::Rc::downgrade($program);
        $adapter.$callback(move |$($argument),*| weak.upgrade().map(|$target| $meaning).unwrap_or_default());
    }};
}

/// Connects callbacks to the commands that they are.
macro_rules! commands {
    ($program:expr, $adapter:expr, $of:expr, {
        $($callback:ident($($argument:ident),*) => $command:expr,)*
    }) => {
        $(connect!($program, $adapter, $callback, |program $(, $argument)*| program.handle($of($command)));)*
    };
}

/// Mirrors an enum in one of the interface, both ways: a variant that one of them lacks does not compile.
macro_rules! mirror {
    ($ours:ty, $theirs:ident: $($name:ident)+) => {
        mirror!($ours, $theirs { $($name = [<$ours>::$name],)+ });
    };
    ($ours:ty, $theirs:ident { $($name:ident = [$($variant:tt)+],)+ }) => {
        impl From<$ours> for $crate::ui::generated::$theirs {
            fn from(ours: $ours) -> Self {
                match ours {
                    $($($variant)+ => Self::$name,)+
                }
            }
        }

        impl From<$crate::ui::generated::$theirs> for $ours {
            fn from(theirs: $crate::ui::generated::$theirs) -> Self {
                use $crate::ui::generated::$theirs as Theirs;
                match theirs {
                    $(Theirs::$name => $($variant)+,)+
                }
            }
        }
    };
}
