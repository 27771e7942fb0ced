//! Tablet of Truth: keeps score for the card games Wizard and The Last Wizard. All but the window, which is `src/ui`.
//!
//! Who may use whom: `app → session → wizard → game`. `game` is what a session asks of the rules of a game;
//! `seats` holds lists with one entry per player. `last_wizard` is a second game next to `wizard`. `archive`,
//! `statistics` and `export` use `session` and the games, `app` hands sessions to `archive`, and `cli` uses everything.
//! `game`, `wizard`, `last_wizard`, `session` and `statistics` know no file, clock, locale, thread or window.
//! `tournament` computes places, ranking and seats of a tournament, and is pure, too.
//! `table` makes each list once, as data, for all that prints it.
//! `phones` serves the other players' phones.
//! `background` runs work off the interface's thread, and `platform` holds what a desktop and a browser page each do in
//! their own way. A message is a `text`; `language` translates it. `tests/program/architecture.rs` enforces all this.

/// The variants of an enum in this order; one that is left out does not compile.
#[macro_export]
macro_rules! variants {
    ($of:ident: $($name:ident),*) => {{
        let _ = |one: $of| match one { $($of::$name)|* => () };
        [$($of::$name),*]
    }};
}

pub mod app;
pub mod archive;
pub mod background;
#[cfg(not(target_family = "wasm"))]
pub mod cli;
pub mod export;
pub mod game;
pub mod language;
pub mod last_wizard;
#[cfg(not(target_family = "wasm"))]
pub mod phones;
pub mod plain;
pub mod platform;
pub mod seats;
pub mod session;
pub mod statistics;
pub mod table;
pub mod text;
pub mod tournament;
pub mod wizard;
