//! Tablet of Truth: keeps score for the card games Wizard and The Last Wizard.
//!
//! Who may use whom: `ui → app → session → wizard → game`; `game` is what a session asks of the rules of a game, and `seats`
//! lists with one entry for each player. `last_wizard` is a second game beside `wizard`. `archive`, `statistics` and `export`
//! use `session` and the games, and `app` hands sessions to the `archive`; `cli` uses everything but `ui`. `game`, `wizard`,
//! `last_wizard`, `session` and `statistics` know no file, clock, locale, thread or window. `background` does work beside the
//! interface, and `platform` is what a desktop and a page in a browser do each in their own way. What they have to say is a
//! `text`; `language` says it as the person reads it. Slint is known to `ui` only. `tests/program/architecture.rs` holds this
//! rule.

pub mod app;
pub mod archive;
pub mod background;
#[cfg(not(target_family = "wasm"))]
pub mod cli;
pub mod export;
pub mod game;
pub mod language;
pub mod last_wizard;
pub mod platform;
pub mod seats;
pub mod session;
pub mod statistics;
pub mod text;
// The window takes longest to compile, and the tests beside the code need none.
#[cfg(all(feature = "window", not(test)))]
pub mod ui;
pub mod wizard;
