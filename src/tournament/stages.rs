//! The stages after the rounds: their names, who goes on, and the podium.

use std::collections::BTreeMap;

use super::Tournament;
use super::player::{Number, Status};
use super::ranking::{Line, ranked_by};
use super::seats::CannotSeat;
use super::settings::Settings;
use crate::session::TournamentTable;
use crate::text;
use crate::text::Text;

/// The most players on a podium; if more are level, the lower steps stay empty.
const PODIUM_MAX: usize = 6;

impl Settings {
    /// Numbers that can lead to a final: tables of four whose winners go on; with eight players, two per table.
    pub const GOING_ON: [u16; 7] = [4, 8, 16, 32, 64, 128, 256];

    /// The stages from this many players to a final of four; empty if there are none.
    pub fn stages_of(going_on: u16) -> Vec<u16> {
        if !Settings::GOING_ON.contains(&going_on) {
            return Vec::new();
        }
        std::iter::successors(Some(going_on), |size| (*size > 4).then_some((size / 4).max(4))).collect()
    }

    pub fn planned(&self) -> usize {
        usize::from(self.rounds) + self.stages.len()
    }

    /// From 0; `None` before the stages.
    pub(super) fn stage(&self, round: usize) -> Option<usize> {
        if self.stages.is_empty() { None } else { round.checked_sub(usize::from(self.rounds) + 1) }
    }

    /// `None` for a round before the stages.
    pub fn stage_name(&self, round: usize) -> Option<Text> {
        let stage = self.stage(round)?;
        let players = *self.stages.get(stage)?;
        Some(match self.stages.len() - stage {
            1 => text!("of a tournament" => "Final"),
            2 => text!("of a tournament" => "Semi-final"),
            _ => text!("of a tournament" => "Round of the last {players}", players = players),
        })
    }

    pub fn round_name(&self, round: usize) -> Text {
        self.stage_name(round).unwrap_or_else(|| text!("of a tournament" => "Round {round}", round = round))
    }
}

impl Tournament {
    pub fn table_text(&self, at: &TournamentTable) -> Text {
        at.text(Some(&self.name), self.settings.stage_name(at.round.into()))
    }

    pub fn is_over(&self) -> bool {
        let last = self.rounds.len();
        last >= self.settings.planned() && self.tables(last).iter().all(|table| table.results().is_some())
    }

    /// The last stage that each player reached up to a round, by its round, and the place there once all its tables
    /// have a result.
    pub(super) fn reached(&self, after: usize) -> BTreeMap<Number, (usize, usize)> {
        let mut reached = BTreeMap::new();
        let first = usize::from(self.settings.rounds) + 1;
        let last = after.min(self.settings.planned());
        for round in if self.settings.stages.is_empty() { first..=0 } else { first..=last } {
            let tables = self.tables(round);
            reached.extend(tables.iter().flat_map(|table| &table.players).map(|number| (*number, (round, 0))));
            let placed: Option<Vec<_>> = tables.iter().map(|table| table.places(&self.settings)).collect();
            let placed = placed.into_iter().flatten().flatten();
            reached.extend(placed.map(|one| (one.number, (round, one.place.unwrap_or(usize::MAX)))));
        }
        reached
    }

    /// Who goes on after a round, best first, and whether a player left out is level with the last of them.
    pub fn going_on(&self, after: usize) -> (Vec<Number>, bool) {
        let ranking = self.ranking(after);
        let Some(stage) = self.settings.stage(after) else { return self.cut(&ranking) };
        if stage + 1 >= self.settings.stages.len() {
            return (Vec::new(), false);
        }
        match self.playing(after + 1) {
            Ok(on) => (ranking.iter().map(|line| line.number).filter(|number| on.contains(number)).collect(), false),
            Err(reason) => (Vec::new(), matches!(reason, CannotSeat::Level(_))),
        }
    }

    /// The best three, once the tournament is over; level players share a rank. Excludes disqualified players and those
    /// who never played.
    pub fn podium(&self, after: usize) -> Vec<Line> {
        if after < self.rounds.len() || !self.is_over() {
            return Vec::new();
        }
        let stands = |line: &Line| {
            line.games > 0 && self.player(line.number).is_some_and(|player| player.status != Status::Disqualified)
        };
        let lines = self.ranking(after).into_iter().filter(stands);
        let mut best = ranked_by(lines.map(|line| (line.rank, line)));
        best.retain(|line| line.rank <= Some(3));
        while let Some(last) = best.last().map(|line| line.rank).filter(|_| best.len() > PODIUM_MAX) {
            best.retain(|line| line.rank < last);
        }
        best
    }
}
