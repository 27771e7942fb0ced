//! The score sheet: rounds down, players across.

use crate::game::RoundState;
use crate::session::{Session, Status, initials};
use crate::text::Text;
use crate::wizard::{Penalty, Plan, RoundReading, RuleSet, Seat, SeatReading, Trump};

/// The head of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetPlayer {
    /// The seat, which also gives the colour.
    pub seat: Seat,
    /// The player's name.
    pub name: String,
    /// The player's initials.
    pub initials: String,
    /// Whether the player deals the open round.
    pub dealer: bool,
    /// Whether the player leads the standings so far, alone or tied.
    pub ahead: bool,
}

/// A player's result in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetCell {
    /// The player's name.
    pub name: String,
    /// The running total, once the round counts.
    pub total: Option<i32>,
    /// The announced bid.
    pub bid: Option<u8>,
    /// The bid after the Cloud, if changed.
    pub changed_bid: Option<i16>,
    /// The tricks taken.
    pub tricks: Option<u8>,
    /// Whether the bid was met, once the round counts.
    pub met: Option<bool>,
}

/// A round of the sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetRow {
    /// The round, from 1.
    pub round: usize,
    /// The cards dealt.
    pub cards: u8,
    /// How far the round is.
    pub state: RoundState,
    /// The trump; `None` if not recorded, or not used in this game.
    pub trump: Option<Trump>,
    /// The number of Bombs played.
    pub bombs: u8,
    /// Whether the bids add up to the cards and the table let them stand.
    pub waived: bool,
    /// The players' results, in seat order.
    pub cells: Vec<SheetCell>,
}

/// A penalty, below the round after which it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PenaltyRow {
    /// The index in the game's list.
    pub place: usize,
    /// Who, how much and why.
    pub what: Text,
    /// The same with the round.
    pub told: Text,
}

/// A line of the sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SheetLine {
    /// A round of the plan.
    Round(SheetRow),
    /// Penalty points between rounds.
    Penalty(PenaltyRow),
}

/// The sheet, as shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SheetView {
    /// The columns.
    pub players: Vec<SheetPlayer>,
    /// The rounds of the plan, with the penalties between them.
    pub rows: Vec<SheetLine>,
    /// Who took over from whom, in one sentence each.
    pub taken_over: Vec<Text>,
    /// Whether the table chose its own number of cards for each round.
    pub own_plan: bool,
    /// Whether any round deals a number of cards other than its own number.
    pub shows_cards: bool,
    /// The index of the row to keep in sight.
    pub current: usize,
}

/// The sheet of a session.
pub(super) fn view(session: &Session) -> SheetView {
    let (game, names) = (session.game(), session.people().names_at_end());
    // The open round of a game that ended early is not being played.
    let runs = session.status() == Status::Running;
    let dealer = session.open().filter(|_| runs).map(|(round, _)| game.dealer(round));
    let scored = session.scored();
    let lines = session.by_seat_after(scored);
    let players = initials(&names).into_iter().zip(&names).zip(&lines).map(|((initials, name), line)| SheetPlayer {
        seat: line.seat,
        name: name.clone(),
        initials,
        dealer: dealer == Some(line.seat),
        ahead: scored > 0 && line.rank == 1,
    });
    let cell = |(name, seat): (String, &SeatReading)| SheetCell {
        name,
        total: seat.total,
        bid: seat.bid,
        changed_bid: seat.changed_bid(),
        tricks: seat.tricks,
        met: seat.total.and(seat.met),
    };
    let row = |round: RoundReading| SheetRow {
        round: round.number,
        cards: round.cards,
        trump: round.trump.filter(|_| !game.rules().unicolor),
        bombs: round.bombs,
        waived: round.is_waived(),
        state: if round.state == RoundState::Open && !runs { RoundState::Future } else { round.state },
        cells: session.people().names_in(round.number).into_iter().zip(&round.seats).map(cell).collect(),
    };
    let penalty = |(place, penalty): (usize, &Penalty)| {
        let (names, line) = (session.people().names_in(penalty.first_counted()), penalty.after_round);
        (line, SheetLine::Penalty(PenaltyRow { place, what: penalty.what(&names), told: penalty.described(&names) }))
    };
    let rounds = session.readings().into_iter().map(|round| (round.number, SheetLine::Round(row(round))));
    let mut lines: Vec<(usize, SheetLine)> =
        rounds.chain(session.table().penalties.iter().enumerate().map(penalty)).collect();
    // A round stands before the penalties given after it.
    lines.sort_by_key(|(number, _)| *number);
    let current = (scored + 1).min(game.plan().rounds());
    let is_current = |(number, line): &(usize, SheetLine)| *number == current && matches!(line, SheetLine::Round(_));
    let official = RuleSet { hands: None, ..game.rules().clone() };
    SheetView {
        players: players.collect(),
        shows_cards: (1..).zip(game.plan().hands()).any(|(round, &cards)| round != usize::from(cards)),
        taken_over: session.taken_over(),
        own_plan: Plan::of(&official, names.len()) != *game.plan(),
        current: lines.iter().position(is_current).unwrap_or_default(),
        rows: lines.into_iter().map(|(_, line)| line).collect(),
    }
}
