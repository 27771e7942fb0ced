//! A table of rounds, which other programs read and write: a row for each player and round.

/// A column, in the order in which they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The id of the session, or whatever tells one from another.
    Session,
    /// When the session began.
    Date,
    /// From 1.
    Round,
    /// How many each player gets.
    Cards,
    /// The seat, from 0.
    Dealer,
    /// [`Trump::key`](super::Trump::key).
    Trump,
    /// The name.
    Player,
    /// From 0, clockwise.
    Seat,
    /// The announced one.
    Bid,
    /// The bid with the Cloud's change.
    ScoredBid,
    /// What the player took.
    Tricks,
    /// Of this round.
    Points,
    /// After this round.
    Total,
    /// [`bombs_cell`].
    Bomb,
    /// 1 or -1 for each Cloud that changed the bid, with a space between them.
    CloudChange,
    /// Was the round kept against a rule? Only where one was.
    Waived,
    /// Penalty points given after the round before. Only where there are any.
    Penalties,
}

/// The columns and their names, always in English.
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
    /// Its name in the first row.
    pub fn name(self) -> &'static str {
        COLUMNS[self as usize].0
    }
}

/// How many Bombs were played in a round: whether one was, or 2.
pub fn bombs_cell(bombs: u8) -> &'static str {
    match bombs {
        0 => "false",
        1 => "true",
        _ => "2",
    }
}
