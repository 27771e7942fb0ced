//! Every control is reached with Tab alone, once in a round and in reading order.

use i_slint_backend_testing::AccessibleRole as Role;
use slint::platform::Key;

use super::place::Place;
use super::seen::{Action, ItemRc, Seen, focused, parent, place_of};
use crate::window::Window;

struct Stop {
    item: ItemRc,
    place: Place,
    before: Option<Place>,
}

fn round(window: &mut Window) -> Result<Vec<Stop>, String> {
    let mut reached: Vec<Stop> = Vec::new();
    for _ in 0..400 {
        window.key(Key::Tab);
        let Some(item) = focused(window) else { continue };
        if let Some(at) = reached.iter().position(|before| before.item == item) {
            return if at == 0 {
                Ok(reached)
            } else {
                Err(format!("Tab goes round after {at} controls that it never comes back to"))
            };
        }
        // Views scroll with the focus, so places are only valid for a moment.
        let before = reached.last().map(|before| place_of(&before.item));
        reached.push(Stop { place: place_of(&item), item, before });
    }
    Err("400 times Tab, and it has not come round".into())
}

pub fn faults(window: &mut Window) -> Vec<String> {
    let reached = match round(window) {
        Ok(reached) => reached,
        Err(fault) => return vec![fault],
    };
    let seen = Seen::in_window(window);
    let mut faults = Vec::new();
    let lines = seen.controls.iter().filter(|control| control.role == Role::ListItem);
    let reached_lists: Vec<Option<ItemRc>> =
        lines.filter(|line| reached.iter().any(|stop| stop.item == line.item)).map(|line| parent(&line.item)).collect();
    for (_, control) in seen.open_controls() {
        // An overlay keeps the focus; the page beneath must wait.
        let waits = seen.is_below_a_cover(control);
        let is_reached = reached.iter().any(|stop| stop.item == control.item);
        // A line without an action needs no focus. In a list that follows the keys, lines come and go: one that Tab
        // reaches stands for all, and the arrow keys walk them.
        let follows = control.role == Role::ListItem && reached_lists.contains(&parent(&control.item));
        let is_used = control.role != Role::ListItem || control.can(Action::Default) && !follows;
        if control.enabled && is_used && !waits && !control.reachable.is_empty() && !is_reached {
            faults.push(format!("{control} is not reached with Tab"));
        }
    }
    let open: Vec<usize> = seen.open_controls().map(|(number, _)| number).collect();
    let number_of = |item: &ItemRc| seen.controls.iter().position(|control| control.item == *item);
    let way: Vec<(usize, &Stop)> = reached.iter().filter_map(|stop| Some((number_of(&stop.item)?, stop))).collect();
    for (number, _) in way.iter().filter(|(number, _)| !open.contains(number)) {
        faults.push(format!("{} is covered, and Tab goes there", seen.controls[*number]));
    }
    // The round starts at the first control of the window.
    let start = way.iter().enumerate().min_by_key(|(_, (number, _))| *number).map_or(0, |(at, _)| at);
    let from_start: Vec<&(usize, &Stop)> = way[start..].iter().chain(&way[..start]).collect();
    for pair in from_start.windows(2) {
        let (one, next) = (&seen.controls[pair[0].0], &seen.controls[pair[1].0]);
        let stop = pair[1].1;
        // Tab comes to a message over the page after the page, wherever it lies.
        let enters_or_leaves = seen.is_in_a_message(one) != seen.is_in_a_message(next);
        if !enters_or_leaves && stop.before.is_some_and(|before| goes_back(&before, &stop.place)) {
            faults.push(format!("from {one} Tab goes back to {next}"));
        }
    }
    faults
}

/// Whether `next` comes before `one`: reading goes down, or right in the line or to the next column.
fn goes_back(one: &Place, next: &Place) -> bool {
    let below = next.top >= one.bottom - 1.0;
    let in_line = next.top < one.bottom && next.bottom > one.top && next.left >= one.left;
    let next_column = next.left >= one.right - 1.0;
    !(below || in_line || next_column)
}
