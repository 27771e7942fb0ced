//! The window with the program behind it, as its screens use it: they send it commands and ask it.

use std::cell::RefCell;

use chrono::{DateTime, FixedOffset};
use slint::{ComponentHandle, SharedString};
use tablet_of_truth::app::{App, Command, HostRequest, Notice};
use tablet_of_truth_ui::{AppWindow, FocusPlace};

pub(super) struct Program {
    pub(super) window: AppWindow,
    pub(super) app: RefCell<App>,
    /// The time of a tap or key.
    pub(super) clock: Box<dyn Fn() -> DateTime<FixedOffset>>,
    pub(super) show: Box<dyn Fn()>,
    /// Shows what a tap changed, and starts what it waits for.
    pub(super) tapped: Box<dyn Fn()>,
}

impl Program {
    pub(super) fn handle(&self, command: Command) {
        let by_key = self.window.global::<FocusPlace>().get_by_key();
        self.app.borrow_mut().press(command, (self.clock)(), by_key);
        (self.tapped)();
    }

    /// The text or picture that this request puts on the clipboard.
    pub(super) fn text_to_copy(&self, request: HostRequest) -> Option<SharedString> {
        let text = match request {
            HostRequest::CopyText => {
                let text = self.app.borrow().as_text();
                text.map_err(|reason| self.show_notice(Notice::trouble(reason))).ok()
            }
            HostRequest::CopyLink => self.app.borrow().play_link(),
            HostRequest::CopyAddress => self.app.borrow().page_address().map(str::to_owned),
            _ => None,
        };
        text.map(SharedString::from)
    }

    pub(super) fn show_notice(&self, notice: Notice) {
        self.app.borrow_mut().show_notice(notice);
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
        impl $crate::program::Convert<tablet_of_truth_ui::$theirs> for $ours {
            fn convert(self) -> tablet_of_truth_ui::$theirs {
                match self {
                    $($($variant)+ => tablet_of_truth_ui::$theirs::$name,)+
                }
            }
        }

        impl $crate::program::Convert<$ours> for tablet_of_truth_ui::$theirs {
            fn convert(self) -> $ours {
                match self {
                    $(tablet_of_truth_ui::$theirs::$name => $($variant)+,)+
                }
            }
        }
    };
}
