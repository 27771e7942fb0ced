//! The whole walk: every screen in every window and text size, in every language where there is little room, and a
//! picture in every theme. Takes many minutes: `cargo test --test interface walk::whole -- --ignored`.

use super::screens::{ARCHIVE, HOME, LOOKED_UP, STATISTICS, TABLE, TOURNAMENT};
use super::{Tried, walk};

#[test]
#[ignore = "takes minutes"]
fn home_set_up_and_what_is_looked_up() {
    walk(HOME, Tried::Whole);
    walk(LOOKED_UP, Tried::Whole);
}

#[test]
#[ignore = "takes minutes"]
fn half_of_the_table() {
    walk(&TABLE[..TABLE.len() / 2], Tried::Whole);
}

#[test]
#[ignore = "takes minutes"]
fn the_rest_of_the_table() {
    walk(&TABLE[TABLE.len() / 2..], Tried::Whole);
}

#[test]
#[ignore = "takes minutes"]
fn the_archive() {
    walk(ARCHIVE, Tried::Whole);
}

#[test]
#[ignore = "takes minutes"]
fn the_statistics() {
    walk(STATISTICS, Tried::Whole);
}

#[test]
#[ignore = "takes minutes"]
fn the_tournament() {
    walk(TOURNAMENT, Tried::Whole);
}
