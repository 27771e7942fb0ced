use std::collections::{BTreeMap, BTreeSet};

use super::player::Number;
use super::settings::{PointsBy, Settings};
use super::slip::PENALTY_MAX;
use super::table::{Outcome, Round, Table, TableResult};
use super::violation::{TableFault, Violation};
use super::{PLAYERS_MAX, ROUNDS_MAX, Tournament};
use crate::session::{checked_name, is_table_name};
use crate::wizard::{self, PLAYERS_MAX as TABLE_MAX, PLAYERS_MIN as TABLE_MIN};

impl Tournament {
    pub fn check(&self) -> Result<(), Violation> {
        checked_name(&self.name).map_err(|_| Violation::Name(None))?;
        self.settings.check()?;
        if self.players.len() > PLAYERS_MAX {
            return Err(Violation::Players(self.players.len()));
        }
        if self.rounds.len() > ROUNDS_MAX {
            return Err(Violation::Rounds(self.rounds.len()));
        }
        let mut names = BTreeMap::new();
        for player in &self.players {
            checked_name(&player.name).map_err(|_| Violation::Name(Some(player.number)))?;
            if player.number == 0 {
                return Err(Violation::NoNumber);
            }
            if names.insert(player.number, &*player.name).is_some() {
                return Err(Violation::SameNumber(player.number));
            }
        }
        (1..).zip(&self.rounds).try_for_each(|(number, round)| round.check(number, &names, &self.settings))
    }

    pub(super) fn checked(&self, table: &Table, results: Vec<TableResult>) -> Result<Vec<TableResult>, TableFault> {
        let names = self.players.iter().map(|player| (player.number, &*player.name)).collect();
        let table = Table { outcome: Outcome::Results(results.clone()), ..table.clone() };
        table.check(&names, &self.settings).map(|()| results)
    }
}

impl Settings {
    fn check(&self) -> Result<(), Violation> {
        if self.rules.hands.is_some() {
            return Err(Violation::HandsInRules);
        }
        if let Some(size) = self.hands.keys().find(|size| !(TABLE_MIN..=TABLE_MAX).contains(&usize::from(**size))) {
            return Err(Violation::NoSuchTable(*size));
        }
        let broken = |players: usize| {
            let conflict = wizard::Game::new(players, 0, self.rules_at(players)).err()?;
            Some(Violation::Rules { players, reason: conflict.text() })
        };
        // Six rarely sit at one table, and not all rules allow it.
        if let Some(violation) = (TABLE_MIN..TABLE_MAX).find_map(broken) {
            return Err(violation);
        }
        if !(1..=ROUNDS_MAX).contains(&self.rounds.into()) {
            return Err(Violation::Rounds(self.rounds.into()));
        }
        let is_twice = |count: usize, has: &dyn Fn(usize, usize) -> bool| {
            (0..count).any(|one| (0..one).any(|other| has(one, other)))
        };
        let (place, rank) = (&self.place_by, &self.rank_by);
        if is_twice(place.len(), &|one, other| place[one] == place[other])
            || is_twice(rank.len(), &|one, other| rank[one] == rank[other])
        {
            return Err(Violation::TwiceInList);
        }
        if let PointsBy::Place(points) = &self.table_points
            && (points.len() > 20 || points.iter().any(|points| !(-1000..=1000).contains(points)))
        {
            return Err(Violation::TablePoints);
        }
        let follows = |pair: &[u16]| pair.windows(2).all(|two| two[1] == two[0] / 4 || two[1] == two[0] / 2);
        let fours = self.stages.iter().all(|size| *size > 0 && size % 4 == 0);
        let of_cut = self.stages.first().zip(self.cut).is_none_or(|(first, cut)| *first == cut);
        if fours && follows(&self.stages) && of_cut { Ok(()) } else { Err(Violation::Stages) }
    }
}

impl Round {
    fn check(&self, round: usize, names: &BTreeMap<Number, &str>, settings: &Settings) -> Result<(), Violation> {
        let (mut tables, mut seated) = (BTreeSet::new(), BTreeSet::new());
        for table in &self.tables {
            let broken = |fault: TableFault| Violation::Table { round, table: table.name.clone(), fault };
            if !tables.insert(&*table.name) {
                return Err(broken(TableFault::SameName));
            }
            table.check(names, settings).map_err(broken)?;
            if let Some(number) = table.players.iter().find(|number| !seated.insert(**number)) {
                return Err(broken(TableFault::Twice(player_label(*number, names))));
            }
        }
        Ok(())
    }
}

impl Table {
    fn check(&self, names: &BTreeMap<Number, &str>, settings: &Settings) -> Result<(), TableFault> {
        let players = self.players.len();
        if !is_table_name(&self.name) {
            return Err(TableFault::Name);
        }
        if !(TABLE_MIN..=TABLE_MAX).contains(&players) {
            return Err(TableFault::Size(players));
        }
        if let Some(number) = self.players.iter().find(|number| !names.contains_key(number)) {
            return Err(TableFault::NoSuchPlayer(*number));
        }
        if self.first_dealer >= players {
            return Err(TableFault::Dealer(self.first_dealer));
        }
        if !(0..=PENALTY_MAX).contains(&self.overtime) || self.overtime % 10 != 0 {
            return Err(TableFault::Overtime(self.overtime));
        }
        let Some(results) = self.results() else { return Ok(()) };
        if results.len() != players {
            return Err(TableFault::Results { results: results.len(), players });
        }
        let dealt = self.dealt(settings, self.present().count());
        for (number, result) in self.players.iter().zip(results) {
            let TableResult::Played(game) = result else { continue };
            let refused = |fault| TableFault::Slip { player: player_label(*number, names), fault };
            game.check_by(&dealt).map_err(refused)?;
        }
        Ok(())
    }
}

fn player_label(number: Number, names: &BTreeMap<Number, &str>) -> String {
    format!("{} ({number})", names.get(&number).copied().unwrap_or_default())
}
