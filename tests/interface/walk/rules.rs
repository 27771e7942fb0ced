//! What must hold for everything in a window.

use std::collections::BTreeMap;

use i_slint_backend_testing::AccessibleRole as Role;

use super::place::Place;
use super::screens::is_typed;
use super::seen::{Action, Control, Property, Seen, Words};

/// To be tapped, in px.
const TARGET: f32 = 48.0;
/// The height of a control across a card, as a round on the sheet, which shrinks before the sheet scrolls.
const ROW: f32 = 40.0;
/// In px.
const LETTERS: f32 = 13.0;
/// Tolerance for edges rounded to pixels.
const ROUNDED: f32 = 0.6;

pub fn faults(seen: &Seen) -> Vec<String> {
    let mut faults = Vec::new();
    for (_, control) in seen.open_controls() {
        faults.extend(lacking(control).into_iter().map(|fault| format!("{control}: {fault}")));
        faults.extend(large_enough(control).map(|fault| format!("{control}: {fault}")));
        faults.extend(cut_off(&control.place, &control.reachable).map(|fault| format!("{control}: {fault}")));
    }
    for words in seen.open_words() {
        // Slint's own badge is drawn by its makers.
        if words.pixels < LETTERS - 0.01 && !words.text.contains("slint.dev") {
            faults.push(format!("the text {words} has letters of {} px", words.pixels));
        }
        faults.extend(shortened(words).map(|fault| format!("the text {words}: {fault}")));
        let drawn = words.ink.within(&words.place);
        faults.extend(cut_off(&drawn, &drawn.within(&words.around)).map(|fault| format!("the text {words}: {fault}")));
    }
    for view in seen.open_scrolled() {
        if view.content > view.place.height() + 1.0 && view.reachable.height() < TARGET {
            faults.push(format!(
                "a view of {} that scrolls {:.0} px is too low to be used",
                view.reachable, view.content
            ));
        }
    }
    faults.extend(same_names(seen));
    faults.extend(overlapping(seen));
    faults
}

fn lacking(control: &Control) -> Vec<&'static str> {
    let says = |property| control.says(property).is_some();
    let mut missing = Vec::new();
    let mut needs = |is_there: bool, what| {
        if !is_there {
            missing.push(what);
        }
    };
    needs(!control.name.trim().is_empty(), "has no name");
    match control.role {
        Role::Checkbox | Role::Switch | Role::RadioButton => {
            needs(control.says(Property::Checkable).as_deref() == Some("true"), "is not said to be checkable");
            needs(says(Property::Checked), "does not say whether it is checked");
        }
        Role::Tab => {
            needs(says(Property::ItemSelected) || says(Property::Checked), "does not say whether it is chosen")
        }
        Role::TextInput | Role::Combobox | Role::Spinbox => needs(says(Property::Value), "has no value"),
        Role::Slider => {
            needs(says(Property::Value), "has no value");
            needs(says(Property::ValueMinimum) && says(Property::ValueMaximum), "has no range");
        }
        _ => {}
    }
    match control.role {
        Role::TextInput => needs(control.can(Action::SetValue), "takes no text from a screen reader"),
        Role::Slider | Role::Spinbox => needs(control.can(Action::Increment), "cannot be moved by a screen reader"),
        Role::ListItem => {}
        _ => needs(control.can(Action::Default), "cannot be used by a screen reader"),
    }
    missing
}

fn is_tapped(control: &Control) -> bool {
    control.role != Role::ListItem || control.can(Action::Default)
}

fn large_enough(control: &Control) -> Option<String> {
    let (width, height) = (control.reachable.width(), control.reachable.height());
    let least = if width > 6.0 * TARGET { ROW } else { TARGET };
    (is_tapped(control) && (width < TARGET - 0.05 || height < least - 0.05))
        .then(|| format!("of it {width:.1} × {height:.1} can be tapped"))
}

fn cut_off(place: &Place, reachable: &Place) -> Option<String> {
    let beyond = [
        ("left", reachable.left - place.left),
        ("top", reachable.top - place.top),
        ("right", place.right - reachable.right),
        ("bottom", place.bottom - reachable.bottom),
    ];
    beyond.into_iter().find(|(_, by)| *by > ROUNDED).map(|(side, by)| format!("{by:.1} px are cut off at the {side}"))
}

/// The fault of a text of ours that is not there whole.
fn shortened(words: &Words) -> Option<String> {
    if is_typed(&words.text) {
        // A name of which nothing is left says nothing.
        let (has, needs) = (words.place.width(), words.least_width.min(2.0 * words.pixels));
        return (has < needs - ROUNDED).then(|| format!("of it no more is left than {has:.1} px"));
    }
    if words.least_width > words.place.width() + ROUNDED {
        let what = if words.wraps { "its longest word" } else { "it" };
        return Some(format!("{what} needs {:.1} px of width and has {:.1}", words.least_width, words.place.width()));
    }
    // Letters may stick out of a low line as long as nothing cuts them off.
    if words.wraps && words.ink.height() > words.place.height() + ROUNDED {
        return Some(format!("needs {:.1} px of height and has {:.1}", words.ink.height(), words.place.height()));
    }
    cut_off(&words.ink, &words.ink.within(&words.around))
}

const NAMED_ALIKE: [(&str, &str); 1] = [("Notes", "the tab and the field that it leads to")];

/// Controls with the same name, which a person who cannot see them cannot tell apart.
fn same_names(seen: &Seen) -> Vec<String> {
    let mut names: BTreeMap<&str, Vec<&Control>> = BTreeMap::new();
    for (_, control) in seen.open_controls() {
        names.entry(&control.name).or_default().push(control);
    }
    names
        .into_values()
        .filter(|same| same.len() > 1 && !NAMED_ALIKE.iter().any(|(name, _)| same[0].name == *name))
        .map(|same| {
            format!("the same name: {}", same.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and "))
        })
        .collect()
}

fn overlapping(seen: &Seen) -> Vec<String> {
    let mut faults = Vec::new();
    let meet = |one: &Place, other: &Place| {
        let both = one.within(other);
        (both.width() > 1.0 && both.height() > 1.0).then_some(both)
    };
    let controls: Vec<(usize, &Control)> = seen.open_controls().collect();
    let words: Vec<&Words> = seen.open_words().collect();
    for (at, (_, one)) in controls.iter().enumerate() {
        for (number, other) in &controls[at + 1..] {
            let apart = !other.inside.contains(&controls[at].0) && !one.inside.contains(number);
            if let Some(both) = meet(&one.in_sight, &other.in_sight).filter(|_| apart) {
                faults.push(format!("{one} and {other} overlap by {both}"));
            }
        }
    }
    for (at, one) in words.iter().enumerate() {
        let ink = one.ink.within(&one.in_sight);
        for (number, control) in &controls {
            if let Some(both) = meet(&ink, &control.in_sight).filter(|_| !one.inside.contains(number)) {
                faults.push(format!("the text {one} overlaps {control} by {both}"));
            }
        }
        for other in &words[at + 1..] {
            if let Some(both) = meet(&ink, &other.ink.within(&other.in_sight)) {
                // Lines of text have room above and below their letters.
                if both.height() > 4.0 {
                    faults.push(format!("the texts {one} and {other} overlap by {both}"));
                }
            }
        }
    }
    faults
}
