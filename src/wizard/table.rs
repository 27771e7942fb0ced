use std::hash::{Hash, Hasher};

use chrono::{DateTime, FixedOffset};
use serde::{Deserialize, Serialize};

use super::game::in_seat_order;
use super::{Bidding, Command, Game, Penalty, PenaltyGiven, Round, Violation};
use crate::game::{Status, rounds_lead_to};
use crate::seats::{PerSeat, Seat};

type Refusal = crate::game::Refusal<Violation>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    Bidding,
    Playing,
}

impl Phase {
    pub fn first(bidding: Bidding) -> Phase {
        if bidding == Bidding::Secret { Phase::Playing } else { Phase::Bidding }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenRound {
    pub facts: Round,
    pub phase: Phase,
}

impl OpenRound {
    /// Hidden bids are known once all are in, secret ones once the tricks are, confided ones never before the round is
    /// scored.
    pub fn bids_are_known(&self, bidding: Bidding) -> bool {
        match bidding {
            Bidding::Open => true,
            Bidding::Hidden => self.phase == Phase::Playing || self.facts.bids.whole().is_some(),
            Bidding::Secret => self.phase == Phase::Bidding,
            Bidding::Confided => false,
        }
    }
}

impl Table {
    pub(super) fn leads_to(&self, later: &Table) -> bool {
        let mut given = later.penalties.iter();
        let keeps_penalties = self.penalties.iter().all(|penalty| given.any(|other| other == penalty));
        keeps_penalties
            && rounds_lead_to((&self.scored, self.ended_early), (&later.scored, later.ended_early), || {
                let (Some(open), Some(later)) = (&self.open, &later.open) else { return true };
                let within = |one: &PerSeat<Option<u8>>, other: &PerSeat<Option<u8>>| {
                    one.iter().zip(other).all(|(one, other)| one.is_none() || one == other)
                };
                within(&open.facts.bids, &later.facts.bids) && within(&open.facts.tricks, &later.facts.tricks)
            })
    }
}

/// Without the phase, which is no fact: see [`fingerprint`](crate::session::fingerprint).
impl Hash for OpenRound {
    fn hash<H: Hasher>(&self, hash: &mut H) {
        let OpenRound { facts, phase: _ } = self;
        let clouds = in_seat_order(facts.clouds.clone(), |cloud| cloud.taker());
        Round { clouds, ..facts.clone() }.hash(hash);
    }
}

pub type ScoredRound = crate::game::ScoredRound<Round<u8>>;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    pub scored: Vec<ScoredRound>,
    /// `None` after the last.
    pub open: Option<OpenRound>,
    /// Earliest first, those after one round in seat order.
    pub penalties: Vec<Penalty>,
    /// `None` unless stopped before the last round.
    pub ended_early: Option<DateTime<FixedOffset>>,
}

impl Table {
    pub fn new(game: &Game) -> Table {
        let mut table = Table { scored: Vec::new(), open: None, penalties: Vec::new(), ended_early: None };
        table.deal(game);
        table
    }

    pub fn status(&self) -> Status {
        match (&self.ended_early, &self.open) {
            (Some(_), _) => Status::EndedEarly,
            (None, Some(_)) => Status::Running,
            (None, None) => Status::Finished,
        }
    }

    fn number(&self) -> usize {
        self.scored.len() + 1
    }

    pub(super) fn deal(&mut self, game: &Game) {
        let round = self.number();
        self.open = game.plan().cards(round).map(|_| OpenRound {
            facts: Round::empty(game.players(), game.given_trump(round)),
            phase: Phase::first(game.rules().bidding),
        });
    }

    pub(super) fn perform(&mut self, game: &Game, command: &Command) -> Result<(), Refusal> {
        match command {
            Command::Correct(round, facts) => return self.correct(game, *round, facts),
            Command::Penalties(penalties) => return self.penalise(game, penalties),
            Command::PlayOn => {
                return if self.ended_early.take().is_some() { Ok(()) } else { Err(Refusal::NotNow) };
            }
            _ => {}
        }
        let round = self.number();
        let broken = |violation: Violation| Refusal::Rule { round, violation };
        if self.ended_early.is_some() {
            return Err(Refusal::GameOver);
        }
        let Some(open) = &mut self.open else { return Err(Refusal::GameOver) };
        let first = Phase::first(game.rules().bidding);
        let facts = &mut open.facts;
        match command {
            Command::Bid(player, bid) => {
                seat(game, *player)?;
                first_facts(first, open.phase, Phase::Bidding)?;
                if let Some(bid) = bid {
                    game.may_bid(round, facts, *player, *bid).map_err(broken)?;
                }
                facts.bids.set(*player, *bid);
            }
            Command::Tricks(player, tricks) => {
                seat(game, *player)?;
                first_facts(first, open.phase, Phase::Playing)?;
                let cards = game.cards(round);
                if let Some(tricks) = tricks.filter(|&tricks| tricks > cards) {
                    return Err(broken(Violation::TricksRange { player: *player, tricks: tricks.into(), cards }));
                }
                facts.set_tricks(*player, *tricks);
            }
            Command::Trump(trump) => {
                game.check_trump(round, *trump).map_err(broken)?;
                facts.trump = *trump;
            }
            Command::Bombs(bombs) => {
                first_facts(first, open.phase, Phase::Playing)?;
                game.check_bombs(round, *bombs).map_err(broken)?;
                facts.set_bombs(*bombs);
            }
            Command::Clouds(clouds) => {
                clouds.iter().filter_map(|cloud| cloud.taker()).try_for_each(|taker| seat(game, taker))?;
                game.check_cloud_count(clouds.len()).map_err(broken)?;
                facts.clouds.clone_from(clouds);
            }
            Command::Waive(waived) => facts.waived.clone_from(waived),
            Command::Advance => {
                if open.phase != first {
                    return Err(Refusal::NotNow);
                }
                if first == Phase::Bidding {
                    game.check_bids(round, facts).map_err(broken)?;
                    open.phase = Phase::Playing;
                } else {
                    let filled = Round { tricks: game.filled_tricks(round, facts), ..facts.clone() };
                    game.check_tricks(round, &filled).map_err(broken)?;
                    open.phase = Phase::Bidding;
                }
            }
            Command::Back => {
                if open.phase == first {
                    return Err(Refusal::NotNow);
                }
                open.phase = first;
            }
            Command::Score(at) => {
                if open.phase == first {
                    return Err(Refusal::NotNow);
                }
                let facts = Round { tricks: game.filled_tricks(round, facts), ..facts.clone() };
                let facts = game.check_round(round, &facts).map_err(broken)?;
                self.scored.push(ScoredRound { facts, finished: *at });
                self.deal(game);
            }
            Command::EndEarly(at) => self.ended_early = Some(*at),
            Command::Correct(..) | Command::Penalties(_) | Command::PlayOn => {}
        }
        Ok(())
    }

    fn penalise(&mut self, game: &Game, penalties: &[Penalty]) -> Result<(), Refusal> {
        let given = penalties.iter().map(PenaltyGiven::from);
        let checked = game.check_penalties(given, self.scored.len());
        self.penalties = checked.map_err(|violation| Refusal::Rule { round: 0, violation })?;
        Ok(())
    }

    fn correct(&mut self, game: &Game, round: usize, facts: &Round) -> Result<(), Refusal> {
        let index = round.checked_sub(1).ok_or(Refusal::NotScored(round))?;
        let scored = self.scored.get_mut(index).ok_or(Refusal::NotScored(round))?;
        scored.facts = game.check_round(round, facts).map_err(|violation| Refusal::Rule { round, violation })?;
        Ok(())
    }
}

fn seat(game: &Game, player: Seat) -> Result<(), Refusal> {
    if player < game.players() { Ok(()) } else { Err(Refusal::NoSuchSeat(player)) }
}

/// Facts entered first (bids; with Secret prediction tricks and Bomb) can be changed in their own phase only; those
/// entered second at any time.
fn first_facts(first: Phase, now: Phase, belongs_to: Phase) -> Result<(), Refusal> {
    if belongs_to == first && now != first { Err(Refusal::NotNow) } else { Ok(()) }
}
