//! Every control is reached with Tab alone, once in a round, in the order one reads.

use i_slint_core::items::ItemRc;
use slint::platform::Key;

use super::place::Place;
use super::seen::{Seen, focused};
use crate::window::Window;

/// What Tab reaches from here until it comes round, as places in the list of controls.
fn round(window: &mut Window) -> Result<Vec<ItemRc>, String> {
    let mut reached: Vec<ItemRc> = Vec::new();
    for _ in 0..400 {
        window.key(Key::Tab);
        let Some(item) = focused(window) else { continue };
        if let Some(at) = reached.iter().position(|before| *before == item) {
            return if at == 0 { Ok(reached) } else { Err(format!("Tab goes round after {at} controls that it never comes back to")) };
        }
        reached.push(item);
    }
    Err("400 times Tab, and it has not come round".into())
}

/// What is wrong with the way of the Tab key through this window.
pub fn faults(window: &mut Window) -> Vec<String> {
    let reached = match round(window) {
        Ok(reached) => reached,
        Err(fault) => return vec![fault],
    };
    let seen = Seen::in_window(window);
    let mut faults = Vec::new();
    for (_, control) in seen.open_controls() {
        // What has no height is scrolled away for good: the rows that a list keeps ready.
        if control.enabled && !control.reachable.is_empty() && !reached.iter().any(|item| *item == control.item) {
            faults.push(format!("{control} is not reached with Tab"));
        }
    }
    let open: Vec<usize> = seen.open_controls().map(|(number, _)| number).collect();
    let way: Vec<usize> = reached
        .iter()
        .filter_map(|item| seen.controls.iter().position(|control| control.item == *item))
        .collect();
    for number in &way {
        if !open.contains(number) {
            faults.push(format!("{} is covered, and Tab goes there", seen.controls[*number]));
        }
    }
    // The way begins at the first control of the window.
    let start = way.iter().enumerate().min_by_key(|(_, number)| **number).map_or(0, |(at, _)| at);
    let from_start = way[start..].iter().chain(&way[..start]).collect::<Vec<_>>();
    for pair in from_start.windows(2) {
        let (one, next) = (&seen.controls[*pair[0]], &seen.controls[*pair[1]]);
        if goes_back(&one.place, &next.place) {
            faults.push(format!("from {one} Tab goes back to {next}"));
        }
    }
    faults
}

/// Reading goes down, or to the right: in the line or to the next column.
fn goes_back(one: &Place, next: &Place) -> bool {
    let below = next.top >= one.bottom - 1.0;
    let in_line = next.top < one.bottom && next.bottom > one.top && next.left >= one.left;
    let next_column = next.left >= one.right - 1.0;
    !(below || in_line || next_column)
}
