//! The real interface, used as a person would.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod games;
mod keeping;
mod setup;
mod sizes;
mod table;
mod window;
