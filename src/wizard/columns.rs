use std::collections::BTreeSet;

use super::Waiver;

/// Each column with its name, which is always in English.
macro_rules! columns {
    ($($(#[$about:meta])* $column:ident: $name:literal;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Column {
            $($(#[$about])* $column,)*
        }

        /// In the order in which they are written.
        pub const COLUMNS: [Column; [$($name),*].len()] = [$(Column::$column),*];

        impl Column {
            pub fn name(self) -> &'static str {
                match self { $(Column::$column => $name,)* }
            }
        }
    };
}

columns! {
    /// The session's id, or anything else that distinguishes sessions.
    Session: "session";
    Date: "date";
    Round: "round";
    Cards: "cards";
    /// Seat, from 0.
    Dealer: "dealer";
    /// As [`Trump::key`](super::Trump::key).
    Trump: "trump";
    Player: "player";
    /// Clockwise from 0.
    Seat: "seat";
    Bid: "bid";
    ScoredBid: "scored_bid";
    Tricks: "tricks";
    Points: "points";
    Total: "total";
    /// As [`bombs_cell`].
    Bomb: "bomb";
    /// 1 or -1 for each Cloud that changed the bid, separated by spaces.
    CloudChange: "cloud_change";
    /// As [`waived_cell`]; written only if a rule was waived.
    Waived: "waived";
    /// After this round, or before it if it is round 1; written only if there are any.
    Penalties: "penalties";
}

/// Whether one was played, or 2.
pub fn bombs_cell(bombs: u8) -> &'static str {
    match bombs {
        0 => "false",
        1 => "true",
        _ => "2",
    }
}

pub fn waived_cell(waived: &BTreeSet<Waiver>) -> &'static str {
    match Waiver::ALL.map(|waiver| waived.contains(&waiver)) {
        [false, false] => "false",
        [true, false] => "true",
        [false, true] => "tricks",
        [true, true] => "true tricks",
    }
}
