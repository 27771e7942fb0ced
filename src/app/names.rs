//! Short initials for players: the same on the screen and on paper.

pub use crate::export::initials;
