use std::collections::BTreeSet;

use super::Waiver;

/// In the order in which they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The session's id, or anything else that distinguishes sessions.
    Session,
    Date,
    Round,
    Cards,
    /// Seat, from 0.
    Dealer,
    /// As [`Trump::key`](super::Trump::key).
    Trump,
    Player,
    /// Clockwise from 0.
    Seat,
    Bid,
    ScoredBid,
    Tricks,
    Points,
    Total,
    /// As [`bombs_cell`].
    Bomb,
    /// 1 or -1 for each Cloud that changed the bid, separated by spaces.
    CloudChange,
    /// As [`waived_cell`]; written only if a rule was waived.
    Waived,
    /// After this round, or before it if it is round 1; written only if there are any.
    Penalties,
}

/// Always in English.
pub const COLUMNS: [(&str, Column); 17] = [
    ("session", Column::Session),
    ("date", Column::Date),
    ("round", Column::Round),
    ("cards", Column::Cards),
    ("dealer", Column::Dealer),
    ("trump", Column::Trump),
    ("player", Column::Player),
    ("seat", Column::Seat),
    ("bid", Column::Bid),
    ("scored_bid", Column::ScoredBid),
    ("tricks", Column::Tricks),
    ("points", Column::Points),
    ("total", Column::Total),
    ("bomb", Column::Bomb),
    ("cloud_change", Column::CloudChange),
    ("waived", Column::Waived),
    ("penalties", Column::Penalties),
];

impl Column {
    pub fn name(self) -> &'static str {
        COLUMNS[self as usize].0
    }
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
