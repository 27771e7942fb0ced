//! Which seated rounds a change of settings would affect.

use super::Tournament;
use super::settings::Settings;
use super::table::Table;
use crate::text;
use crate::text::Text;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    Hands,
    Results,
    Clock,
}

impl Reach {
    pub fn text(self) -> Text {
        match self {
            Reach::Hands => text!("what settings change" => "the hands and rules of their tables"),
            Reach::Results => text!("what settings change" => "what their results count"),
            Reach::Clock => text!("what settings change" => "the time of the running clock"),
        }
    }
}

impl Settings {
    /// The nature of a round: whether it counts for the ranking, the size of its stage, and whether it is planned.
    fn role(&self, round: usize) -> (bool, Option<u16>, bool) {
        let stage = self.stage(round);
        (stage.is_none(), stage.and_then(|stage| self.stages.get(stage).copied()), round <= self.planned())
    }
}

impl Tournament {
    /// The first seated round whose nature other settings would change.
    pub fn displaced(&self, by: &Settings) -> Option<usize> {
        let stays = |round: usize| {
            let ((counts, size, planned), after) = (self.settings.role(round), by.role(round));
            (counts, size) == (after.0, after.1) && (after.2 || !planned)
        };
        (1..=self.rounds.len()).find(|round| !stays(*round))
    }

    pub fn reach(&self, of: &Settings) -> Vec<Reach> {
        // Settings about later rounds are ignored by name, so that a new setting does not compile without a decision
        // here.
        let Settings { hands: _, rules: _, table_points, place_by, rank_by, minutes, .. } = of;
        let Settings { rounds: _, seating: _, cut: _, stages: _, .. } = of;
        let before = &self.settings;
        let tables = || self.rounds.iter().flat_map(|round| &round.tables);
        let is_dealt_otherwise = |table: &Table| {
            [table.players.len(), table.present().count()].into_iter().any(|size| match table.results() {
                // Its rules are those of its game; what can be its result depends on the hands.
                Some(_) => before.plan(size).hands() != of.plan(size).hands(),
                None => before.rules_at(size) != of.rules_at(size),
            })
        };
        let counts = (table_points, place_by, rank_by) == (&before.table_points, &before.place_by, &before.rank_by);
        let runs = self.rounds.last().is_some_and(|round| round.started.is_some());
        let reached = [
            (Reach::Hands, tables().any(is_dealt_otherwise)),
            (Reach::Results, !counts && tables().any(|table| table.results().is_some())),
            (Reach::Clock, runs && *minutes != before.minutes),
        ];
        reached.into_iter().filter(|(_, changes)| *changes).map(|(reach, _)| reach).collect()
    }
}
