use std::collections::BTreeSet;

use super::{CloudEntry, Game, OpenRound, Penalty, Round, ScoredRound, Table, Trump, Waiver};
use crate::game::{RoundState, SheetCell, SheetRow};
use crate::seats::{PerSeat, Seat};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatReading {
    pub bid: Option<u8>,
    pub scored_bid: Option<i16>,
    pub tricks: Option<u8>,
    pub points: Option<i32>,
    pub met: Option<bool>,
    pub total: Option<i32>,
}

impl SeatReading {
    fn of(game: &Game, round: usize, facts: &Round, seat: Seat) -> SeatReading {
        let (scored_bid, tricks) = (facts.scored_bid(seat), facts.tricks.known(seat));
        let both = scored_bid.zip(tricks);
        SeatReading {
            bid: facts.bids.known(seat),
            scored_bid,
            tricks,
            points: both.map(|(bid, tricks)| game.plan().points(round, bid, tricks)),
            met: both.map(|(bid, tricks)| bid == i16::from(tricks)),
            total: None,
        }
    }

    /// Without the bid and everything that would reveal it.
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

    /// After Clouds; `None` if unchanged.
    pub fn changed_bid(&self) -> Option<i16> {
        self.scored_bid.filter(|&scored| self.bid.map(i16::from) != Some(scored))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundReading {
    pub number: usize,
    pub cards: u8,
    pub dealer: Seat,
    pub state: RoundState,
    /// `None` if not recorded.
    pub trump: Option<Trump>,
    pub bombs: u8,
    pub clouds: Vec<CloudEntry>,
    pub waived: BTreeSet<Waiver>,
    /// Given after the round, or before it if it is round 1. Included in its totals.
    pub penalties: Vec<Penalty>,
    pub seats: PerSeat<SeatReading>,
}

impl RoundReading {
    pub fn is_scored(&self) -> bool {
        self.state == RoundState::Scored
    }

    pub fn kept_against(&self) -> BTreeSet<Waiver> {
        if self.is_scored() { self.waived.clone() } else { BTreeSet::new() }
    }

    pub fn totals(&self) -> Option<PerSeat<i32>> {
        self.seats.map(|seat| seat.total).whole()
    }

    /// As on the sheet, once the round counts: without the penalties given after the round, which stand below it.
    pub fn total_shown(&self, seat: Seat) -> Option<i32> {
        Some(self.seats.get(seat)?.total? - penalised(self.penalties.iter(), seat, self.number))
    }

    pub fn is_begun(&self) -> bool {
        self.seats.iter().any(|seat| seat.bid.is_some() || seat.tricks.is_some())
    }
}

fn penalised<'a>(penalties: impl Iterator<Item = &'a Penalty>, player: Seat, after_round: usize) -> i32 {
    let given = penalties.filter(|given| (given.player, given.after_round) == (player, after_round));
    given.map(|given| given.points).sum()
}

impl Table {
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
            seats: PerSeat::new(self.players(), |seat| SeatReading::of(self, number, facts, seat)),
        }
    }

    pub fn covered(&self, number: usize, facts: &Round) -> RoundReading {
        let reading = self.reading(number, facts);
        RoundReading { seats: reading.seats.map(SeatReading::covered), ..reading }
    }

    pub fn shown(&self, number: usize, open: &OpenRound) -> RoundReading {
        let known = open.bids_are_known(self.rules().bidding);
        if known { self.reading(number, &open.facts) } else { self.covered(number, &open.facts) }
    }

    /// As the table may see them: the scored rounds with running totals, the open one, and those to come.
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
            for (seat, total) in reading.seats.iter_mut().zip(totals.iter_mut()) {
                *total += seat.points.unwrap_or_default();
                seat.total = Some(*total);
            }
            RoundReading { state: RoundState::Scored, penalties, ..reading }
        };
        (1..=self.plan().rounds()).map(read).collect()
    }
}
