use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::background::{apart, is_interface};

static UNDER_WAY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
static RELEASED: Condvar = Condvar::new();

fn under_way() -> MutexGuard<'static, Vec<PathBuf>> {
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// On the interface's thread, `held` is dropped by another one.
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

pub(super) fn await_release(place: &Path) {
    let taken = |places: &mut Vec<PathBuf>| places.iter().any(|releasing| releasing == place);
    drop(RELEASED.wait_while(under_way(), taken));
}

pub fn await_releases(most: Duration) {
    let places = under_way();
    // A page in a browser has no clock to wait by, and nothing under way.
    if !places.is_empty() {
        drop(RELEASED.wait_timeout_while(places, most, |places| !places.is_empty()));
    }
}
