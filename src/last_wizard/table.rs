use chrono::{DateTime, FixedOffset};

use super::command::{Choice, Command};
use super::game::{Game, PlayedRound, ROUNDS_MAX};
use super::round::{Round, Shown, Stage, Turn};
use super::track::{Bet, End};
use super::violation::Violation;
use super::written::WrittenRound;
use crate::game::{Status, rounds_lead_to};
use crate::seats::{PerSeat, Seat};

type Refusal = crate::game::Refusal<Violation>;

pub type ScoredRound = crate::game::ScoredRound<PlayedRound>;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    pub scored: Vec<ScoredRound>,
    /// `None` once someone stands on 30 or 0.
    pub open: Option<Round>,
    /// `None` unless stopped before that.
    pub ended_early: Option<DateTime<FixedOffset>>,
}

impl Table {
    pub fn new(game: &Game) -> Table {
        Table { scored: Vec::new(), open: Some(Round::empty(game.players())), ended_early: None }
    }

    /// From a file: each is complete, but the last may be open.
    pub fn with_rounds(
        game: &Game,
        rounds: &[WrittenRound],
        ended_early: Option<DateTime<FixedOffset>>,
    ) -> Result<Table, (usize, Violation)> {
        let mut table = Table { scored: Vec::new(), open: None, ended_early };
        for (number, written) in (1..).zip(rounds) {
            let at = |violation: Violation| (number, violation);
            let facts = Round::try_from(written).map_err(at)?;
            if number == rounds.len() && (written.open || !facts.is_complete()) {
                game.check_open(number, &facts).map_err(at)?;
                table.open = Some(unshown_alone(facts));
            } else {
                let facts = game.check_round(number, &facts).map_err(at)?;
                table.scored.push(ScoredRound { facts, finished: written.finished });
            }
        }
        table.settle(game)?;
        Ok(table)
    }

    pub fn written(&self) -> Vec<WrittenRound> {
        let scored = self.scored.iter().map(|ScoredRound { facts, finished }| WrittenRound {
            finished: *finished,
            ..WrittenRound::from(facts.facts())
        });
        let begun = self.open.iter().filter(|round| round.is_begun());
        scored.chain(begun.map(|round| WrittenRound { open: true, ..WrittenRound::from(round) })).collect()
    }

    pub(super) fn leads_to(&self, later: &Table) -> bool {
        rounds_lead_to((&self.scored, self.ended_early), (&later.scored, later.ended_early), || {
            let (Some(open), Some(later)) = (&self.open, &later.open) else { return true };
            open.turns.iter().zip(&later.turns).all(|(one, other)| one.leads_to(*other))
        })
    }

    pub fn status(&self) -> Status {
        match (&self.open, &self.ended_early) {
            (None, _) => Status::Finished,
            (Some(_), Some(_)) => Status::EndedEarly,
            (Some(_), None) => Status::Running,
        }
    }

    /// Deals the next round, or ends the game. Fails with the round, from 1, that would follow the end.
    pub(super) fn settle(&mut self, game: &Game) -> Result<(), (usize, Violation)> {
        let mut spaces = game.start().clone();
        for (number, round) in (1..).zip(&self.scored) {
            spaces = game.after(number, &spaces, &round.facts);
            if End::of(&spaces).is_none() {
                continue;
            }
            let open_is_begun = self.open.as_ref().is_some_and(Round::is_begun);
            if number < self.scored.len() || open_is_begun {
                return Err((number + 1, Violation::AfterTheEnd { ended: number }));
            }
            (self.open, self.ended_early) = (None, None);
            return Ok(());
        }
        match self.scored.len() {
            ..ROUNDS_MAX => {
                self.open.get_or_insert_with(|| Round::empty(game.players()));
            }
            ROUNDS_MAX if self.open.as_ref().is_none_or(|open| !open.is_begun()) => {
                (self.open, self.ended_early) = (None, None);
            }
            _ => return Err((ROUNDS_MAX + 1, Violation::RoundCount { most: ROUNDS_MAX })),
        }
        Ok(())
    }

    pub(super) fn perform(&mut self, game: &Game, command: &Command) -> Result<(), Refusal> {
        match command {
            Command::Correct(round, facts) => return self.correct(game, *round, facts),
            Command::PlayOn => {
                return if self.ended_early.take().is_some() { Ok(()) } else { Err(Refusal::NotNow) };
            }
            _ => {}
        }
        let number = self.scored.len() + 1;
        let broken = |violation: Violation| Refusal::Rule { round: number, violation };
        if self.ended_early.is_some() {
            return Err(Refusal::GameOver);
        }
        let Some(open) = &self.open else { return Err(Refusal::GameOver) };
        let changed = match command {
            Command::Bet(seat, bet, choice) => {
                let turn = *open.turns.get(*seat).ok_or(Refusal::NoSuchSeat(*seat))?;
                changed(open, *seat, after_bet(turn, *seat, *bet, *choice).map_err(broken)?)
            }
            Command::Show(seat, shown) => {
                let turn = *open.turns.get(*seat).ok_or(Refusal::NoSuchSeat(*seat))?;
                if open.stage() != Stage::Showdown {
                    return Err(Refusal::NotNow);
                }
                match turn {
                    Turn::Stayed { .. } => with_shown(open, *seat, turn, *shown),
                    _ => return Err(broken(Violation::AfterFold { player: *seat })),
                }
            }
            Command::Move(manual) => Round { manual: manual.clone(), ..open.clone() },
            Command::Score(at) => {
                let facts = game.check_round(number, open).map_err(broken)?;
                let mut next = Table { open: None, ..self.clone() };
                next.scored.push(ScoredRound { facts, finished: *at });
                return self.become_settled(game, next);
            }
            Command::EndEarly(at) => {
                self.ended_early = Some(*at);
                return Ok(());
            }
            Command::Correct(..) | Command::PlayOn => return Ok(()),
        };
        game.check_open(number, &changed).map_err(broken)?;
        self.open = Some(changed);
        Ok(())
    }

    fn correct(&mut self, game: &Game, round: usize, facts: &Round) -> Result<(), Refusal> {
        let mut next = self.clone();
        let index = round.checked_sub(1).ok_or(Refusal::NotScored(round))?;
        let scored = next.scored.get_mut(index).ok_or(Refusal::NotScored(round))?;
        scored.facts = game.check_round(round, facts).map_err(|violation| Refusal::Rule { round, violation })?;
        self.become_settled(game, next)
    }

    fn become_settled(&mut self, game: &Game, mut next: Table) -> Result<(), Refusal> {
        next.settle(game).map_err(|(round, violation)| Refusal::Rule { round, violation })?;
        *self = next;
        Ok(())
    }
}

fn after_bet(turn: Turn, player: Seat, bet: Bet, choice: Choice) -> Result<Turn, Violation> {
    match (bet, choice) {
        (Bet::First, Choice::Fold) => Ok(Turn::FoldedFirst),
        (Bet::First, Choice::Token(round)) => Ok(match turn {
            Turn::Waiting | Turn::FoldedFirst | Turn::Bet(_) => Turn::Bet(round),
            Turn::FoldedSecond(_) => Turn::FoldedSecond(round),
            Turn::Stayed { square, shown, .. } => Turn::Stayed { round, square, shown },
        }),
        (Bet::Second, choice) => {
            let round = match turn {
                Turn::Waiting => return Err(Violation::TokenMissing { player, bet: Bet::First }),
                Turn::FoldedFirst => return Err(Violation::AfterFold { player }),
                Turn::Bet(round) | Turn::FoldedSecond(round) | Turn::Stayed { round, .. } => round,
            };
            Ok(match choice {
                Choice::Fold => Turn::FoldedSecond(round),
                Choice::Token(square) => Turn::Stayed { round, square, shown: turn.shown() },
            })
        }
    }
}

/// If this changes who is at the showdown, all hands shown are cleared.
fn changed(round: &Round, seat: Seat, turn: Turn) -> Round {
    let mut next = round.clone();
    next.turns.set(seat, turn);
    if next.stayed().ne(round.stayed()) || next.stage() != round.stage() {
        next.turns = next.turns.map(|turn| turn.showing(None));
    }
    next
}

/// Ranks and hands do not mix: one clears the other.
fn with_shown(round: &Round, seat: Seat, turn: Turn, shown: Shown) -> Round {
    let is_hand = |shown: Shown| matches!(shown, Shown::Hand(_));
    let same = |turn: &Turn| turn.showing(turn.shown().filter(|&other| is_hand(other) == is_hand(shown)));
    let mut turns: PerSeat<Turn> = round.turns.map(same);
    turns.set(seat, turn.showing(Some(shown)));
    Round { turns, ..round.clone() }
}

/// A player who is alone shows nothing: there is no showdown.
fn unshown_alone(round: Round) -> Round {
    match round.stage() {
        Stage::Alone(_) => Round { turns: round.turns.map(|turn| turn.showing(None)), ..round },
        _ => round,
    }
}
