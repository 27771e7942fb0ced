//! Releasing locks, for which the interface does not wait.

use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::background::{apart, is_interface};

/// The places of what is being released.
static UNDER_WAY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
static RELEASED: Condvar = Condvar::new();

fn under_way() -> MutexGuard<'static, Vec<PathBuf>> {
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Drops what is held at this place; on the interface's thread, by another one.
pub(super) fn release(place: &Path, held: impl Send + 'static) {
    if !is_interface() {
        drop(held);
        return;
    }
    let place = place.to_owned();
    under_way().push(place.clone());
    apart("release", move || {
        drop(held);
        let mut places = under_way();
        if let Some(released) = places.iter().position(|releasing| *releasing == place) {
            places.swap_remove(released);
        }
        drop(places);
        RELEASED.notify_all();
    });
}

/// Waits until nothing is being released at this place.
pub(super) fn await_release(place: &Path) {
    let taken = |places: &mut Vec<PathBuf>| places.iter().any(|releasing| releasing == place);
    drop(RELEASED.wait_while(under_way(), taken));
}

/// Waits until everything is released, but no longer than this.
pub fn await_releases(most: Duration) {
    let places = under_way();
    // A page in a browser has no clock to wait by, and nothing under way.
    if !places.is_empty() {
        drop(RELEASED.wait_timeout_while(places, most, |places| !places.is_empty()));
    }
}
