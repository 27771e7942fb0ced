//! Loading the system's fonts, of which there may be none.

use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::Once;

/// Loads the system's fonts; `None` where fontconfig is installed without any font. Fontique 0.11 panics at that; 0.12
/// does not.
pub fn load_fonts<T>(load: impl FnOnce() -> T) -> Option<T> {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !panic.location().is_some_and(|at| at.file().contains("fontique")) {
                report(panic);
            }
        }));
    });
    catch_unwind(AssertUnwindSafe(load)).ok()
}
