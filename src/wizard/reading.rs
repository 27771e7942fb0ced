//! A round as the table, the sheet, the board, the archive and the exports read it.

use std::collections::BTreeSet;

use super::{CloudEntry, Game, OpenRound, Penalty, Round, ScoredRound, Table, Trump, Waiver};
use crate::game::{RoundState, SheetCell, SheetRow};
use crate::seats::{PerSeat, Seat};

/// A player's numbers in a round; `None` for what is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatReading {
    /// The announced bid.
    pub bid: Option<u8>,
    /// The scored bid: the announced one with the Clouds' changes. May be out of range while the round is open.
    pub scored_bid: Option<i16>,
    /// The tricks taken.
    pub tricks: Option<u8>,
    /// The points for bid and tricks.
    pub points: Option<i32>,
    /// Whether the scored bid equals the tricks.
    pub met: Option<bool>,
    /// The running total, once the round counts.
    pub total: Option<i32>,
}

impl SeatReading {
    fn of(facts: &Round, seat: Seat) -> SeatReading {
        let (scored_bid, tricks) = (facts.scored_bid(seat), facts.tricks.known(seat));
        let both = scored_bid.zip(tricks);
        SeatReading {
            bid: facts.bids.known(seat),
            scored_bid,
            tricks,
            points: both.map(|(bid, tricks)| super::points(bid, tricks)),
            met: both.map(|(bid, tricks)| bid == i16::from(tricks)),
            total: None,
        }
    }

    /// The same without the bid, and without all that would reveal it.
    fn covered(&self) -> SeatReading {
        SeatReading { bid: None, scored_bid: None, points: None, met: None, ..*self }
    }

    /// Bid and tricks: "2·1", after a Cloud "2→3·1", without a known bid "–·1"; the bid alone until the tricks are
    /// known.
    fn entry(&self) -> String {
        let changed = self.changed_bid().map_or(String::new(), |changed| format!("→{changed}"));
        match (self.bid, self.tricks) {
            (Some(bid), Some(tricks)) => format!("{bid}{changed}·{tricks}"),
            (Some(bid), None) => format!("{bid}{changed}"),
            (None, Some(tricks)) => format!("–·{tricks}"),
            (None, None) => String::new(),
        }
    }

    /// The bid after the Cloud, if changed.
    pub fn changed_bid(&self) -> Option<i16> {
        self.scored_bid.filter(|&scored| self.bid.map(i16::from) != Some(scored))
    }
}

/// A round of the plan, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundReading {
    /// The round's number, from 1.
    pub number: usize,
    /// The cards dealt.
    pub cards: u8,
    /// The dealer's seat.
    pub dealer: Seat,
    /// How far the round is.
    pub state: RoundState,
    /// The trump; `None` if not recorded.
    pub trump: Option<Trump>,
    /// The number of Bombs played.
    pub bombs: u8,
    /// The Clouds, as far as known.
    pub clouds: Vec<CloudEntry>,
    /// The rules the table waived.
    pub waived: BTreeSet<Waiver>,
    /// The penalties given after it; round 1 also has those from before it. Its totals include them.
    pub penalties: Vec<Penalty>,
    /// Bids, tricks and points in seat order.
    pub seats: PerSeat<SeatReading>,
}

impl RoundReading {
    /// Whether the round counts.
    pub fn is_scored(&self) -> bool {
        self.state == RoundState::Scored
    }

    /// Whether the round counts although it breaks a rule.
    pub fn is_waived(&self) -> bool {
        self.is_scored() && !self.waived.is_empty()
    }

    /// The running totals, once the round counts.
    pub fn totals(&self) -> Option<PerSeat<i32>> {
        self.seats.map(|seat| seat.total).whole()
    }

    /// A player's running total as the sheet shows it, once the round counts: without the penalties given after the
    /// round, which stand below it.
    pub fn total_shown(&self, seat: Seat) -> Option<i32> {
        Some(self.seats.get(seat)?.total? - penalised(self.penalties.iter(), seat, self.number))
    }

    /// Whether anyone's bid or tricks are known.
    pub fn is_begun(&self) -> bool {
        self.seats.iter().any(|seat| seat.bid.is_some() || seat.tricks.is_some())
    }
}

/// The sum of a player's penalties right after a round.
fn penalised<'a>(penalties: impl Iterator<Item = &'a Penalty>, player: Seat, after_round: usize) -> i32 {
    let given = penalties.filter(|given| (given.player, given.after_round) == (player, after_round));
    given.map(|given| given.points).sum()
}

impl Table {
    /// The total to which each penalty leads, in their order. `readings` are those of this table.
    pub fn totals_with_penalties(&self, readings: &[RoundReading]) -> impl Iterator<Item = i32> {
        (1..).zip(&self.penalties).map(move |(count, penalty)| {
            let (player, after_round) = (penalty.player, penalty.after_round);
            let above = after_round.checked_sub(1).and_then(|above| readings.get(above)?.total_shown(player));
            above.unwrap_or_default() + penalised(self.penalties.iter().take(count), player, after_round)
        })
    }
}

impl From<&RoundReading> for SheetRow {
    fn from(round: &RoundReading) -> SheetRow {
        let cell = |(number, seat): (Seat, &SeatReading)| SheetCell {
            total: round.total_shown(number),
            entry: seat.entry(),
            good: seat.total.and(seat.met),
        };
        let cells = round.seats.iter().enumerate().map(cell).collect();
        SheetRow { number: round.number, state: round.state, starter: round.dealer, cells }
    }
}

impl Game {
    /// Reads a round that is being entered.
    pub fn reading(&self, number: usize, facts: &Round) -> RoundReading {
        RoundReading {
            number,
            cards: self.cards(number),
            dealer: self.dealer(number),
            state: RoundState::Open,
            trump: facts.trump,
            bombs: facts.bombs,
            clouds: facts.clouds.clone(),
            waived: facts.waived.clone(),
            penalties: Vec::new(),
            seats: PerSeat::new(self.players(), |seat| SeatReading::of(facts, seat)),
        }
    }

    /// Reads a round that is being entered, with all bids covered.
    pub fn covered(&self, number: usize, facts: &Round) -> RoundReading {
        let reading = self.reading(number, facts);
        RoundReading { seats: reading.seats.map(SeatReading::covered), ..reading }
    }

    /// Reads the open round as the table may see it.
    pub fn shown(&self, number: usize, open: &OpenRound) -> RoundReading {
        let known = open.bids_are_known(self.rules().bidding);
        if known { self.reading(number, &open.facts) } else { self.covered(number, &open.facts) }
    }

    /// All rounds of the plan as the table may see them: the scored ones with running totals, the open one, and those
    /// to come.
    pub(super) fn read_all(&self, table: &Table) -> Vec<RoundReading> {
        let mut scored = table.scored.iter().fuse();
        let mut open = table.open.as_ref();
        let mut totals = PerSeat::new(self.players(), |_| 0);
        let read = |number: usize| {
            let given = table.penalties.iter().filter(|penalty| penalty.first_counted() == number);
            let penalties: Vec<Penalty> = given.cloned().collect();
            let Some(ScoredRound { facts, .. }) = scored.next() else {
                let (state, reading) = match open.take() {
                    Some(open) => (RoundState::Open, self.shown(number, open)),
                    None => (RoundState::Future, self.reading(number, &Round::empty(self.players(), None))),
                };
                return RoundReading { state, penalties, ..reading };
            };
            let mut reading = self.reading(number, &facts.as_entered());
            for penalty in &penalties {
                totals.iter_mut().skip(penalty.player).take(1).for_each(|total| *total += penalty.points);
            }
            for ((seat, total), score) in reading.seats.iter_mut().zip(totals.iter_mut()).zip(facts.scores()) {
                *total += score.points();
                seat.total = Some(*total);
            }
            RoundReading { state: RoundState::Scored, penalties, ..reading }
        };
        (1..=self.plan().rounds()).map(read).collect()
    }
}
