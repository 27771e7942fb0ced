use chrono::{DateTime, FixedOffset};

use super::carry::carried;
use super::score::standings;
use super::steps::leading_to;
use super::{Command, Game, RoundReading, RuleSet, Summary, Table, TieBreak, Violation};
use crate::game::{GameName, Refusal, Rules, SheetRow, Standing, Status};
use crate::seats::{PerSeat, Seat, Seating};
use crate::text;
use crate::text::Text;

impl Rules for Game {
    const NAME: GameName = GameName::Wizard;

    type Table = Table;
    type Step = Command;
    type Violation = Violation;
    type Summary = Summary;

    fn seating(&self) -> &Seating {
        self.seating()
    }

    fn first_deal(&self) -> Table {
        Table::new(self)
    }

    fn perform(&self, table: &mut Table, step: &Command) -> Result<(), Refusal<Violation>> {
        table.perform(self, step)
    }

    fn carry(&self, before: &Game, table: &Table, seats: &PerSeat<Seat>) -> Result<Table, Refusal<Violation>> {
        carried(self, before, table, seats)
    }

    fn steps_to(&self, facts: &Table) -> Vec<Command> {
        leading_to(self, facts)
    }

    fn leads_to(&self, facts: &Table, later: &Table) -> bool {
        facts.leads_to(later)
    }

    fn no_way(&self) -> Violation {
        Violation::NoSuchRound { planned: self.plan().rounds() }
    }

    fn status(&self, table: &Table) -> Status {
        table.status()
    }

    fn scored(&self, table: &Table) -> usize {
        table.scored.len()
    }

    fn ended(&self, table: &Table) -> Option<DateTime<FixedOffset>> {
        table.ended_early.or_else(|| table.scored.last().and_then(|round| round.finished))
    }

    fn described(&self, table: &Table, names_in: &dyn Fn(usize) -> Vec<String>) -> Vec<Text> {
        let penalties = table.penalties.iter().map(|penalty| penalty.described(&names_in(penalty.first_counted())));
        self.rules().described(self.players()).into_iter().chain(penalties).collect()
    }

    fn without_round_more(self, from: &Game, to: &Game) -> Game {
        let is_added = to.plan().hands().split_last().is_some_and(|(_, before)| before == from.plan().hands());
        if !is_added || self.rules().hands != to.rules().hands {
            return self;
        }
        let rules = RuleSet { hands: from.rules().hands.clone(), ..self.rules().clone() };
        // Plus/Minus One may have been switched on in the round that is left out.
        let rules = rules.playable(self.players());
        Game::seated(self.seating().clone(), rules).unwrap_or(self)
    }

    fn next_game(&self, rounds: usize) -> Game {
        self.dealt_by(self.dealer(rounds + 1))
    }

    fn standings(&self, table: &Table, rounds: usize) -> Vec<Standing> {
        standings(self, table, rounds)
    }

    fn sheet(&self, table: &Table) -> Vec<SheetRow> {
        self.readings(table).iter().map(SheetRow::from).collect()
    }

    fn summary(&self, table: &Table) -> Summary {
        Summary::of(self, table)
    }

    fn decided(&self, table: &Table, _: &dyn Fn(usize) -> Vec<String>) -> Option<Text> {
        self.decided_by(table).map(TieBreak::decided)
    }

    fn place_label(rank: usize, name: &str, total: i32, met: usize) -> Text {
        text!(
            "Place {rank}: {name}, {points} points, {n} bid met"
                | "Place {rank}: {name}, {points} points, {n} bids met" % met,
            rank = rank,
            name = name,
            points = total,
        )
    }

    fn met_label(met: usize, rounds: usize) -> Text {
        text!("{met} of {n} bid met" | "{met} of {n} bids met" % rounds, met = met)
    }

    fn chart_title() -> Text {
        text!("Points by round")
    }

    fn player_count_hint() -> Text {
        text!("Wizard is for 3 to 6 players. Add everyone at the table, clockwise.")
    }

    fn table_full() -> Text {
        text!("Wizard is for six players at most. Remove someone first.")
    }

    fn rematch_label(players: usize, name: &str) -> Text {
        text!(
            "Wizard with the same {n} as last time, {name} deals"
                | "Wizard with the same {n} as last time, {name} deals" % players,
            name = name
        )
    }
}

impl Game {
    pub fn readings(&self, table: &Table) -> Vec<RoundReading> {
        self.read_all(table)
    }
}
