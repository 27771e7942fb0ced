//! The columns of a table of rounds for other programs: one row per player and round.

/// A column, in the order in which columns are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The id of the session, or anything else that tells sessions apart.
    Session,
    /// The time the session began.
    Date,
    /// The round, from 1.
    Round,
    /// The cards each player gets.
    Cards,
    /// The dealer's seat, from 0.
    Dealer,
    /// The trump, as [`Trump::key`](super::Trump::key).
    Trump,
    /// The player's name.
    Player,
    /// The player's seat, clockwise from 0.
    Seat,
    /// The announced bid.
    Bid,
    /// The bid with the Cloud's change.
    ScoredBid,
    /// The tricks taken.
    Tricks,
    /// The points of this round.
    Points,
    /// The total after this round.
    Total,
    /// The Bombs, as [`bombs_cell`].
    Bomb,
    /// 1 or -1 for each Cloud that changed the bid, separated by spaces.
    CloudChange,
    /// Whether the round was kept against a rule; written only if one was.
    Waived,
    /// Penalty points given after this round, or before it if it is round 1; written only if there are any.
    Penalties,
}

/// The columns with their names, always in English.
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
    /// The name in the first row.
    pub fn name(self) -> &'static str {
        COLUMNS[self as usize].0
    }
}

/// The Bombs of a round: whether one was played, or 2.
pub fn bombs_cell(bombs: u8) -> &'static str {
    match bombs {
        0 => "false",
        1 => "true",
        _ => "2",
    }
}
