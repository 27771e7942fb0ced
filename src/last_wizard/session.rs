use chrono::{DateTime, FixedOffset};

use super::command::{Choice, Command};
use super::game::{Game, ROUNDS_MAX};
use super::round::{Round, Turn};
use super::score::standings;
use super::summary::Summary;
use super::table::{ScoredRound, Table};
use super::track::Bet;
use super::violation::Violation;
use crate::game::{GameName, Refusal, Rules, SheetRow, Standing, Status};
use crate::seats::{PerSeat, Seat, Seating};
use crate::text;
use crate::text::Text;

impl Rules for Game {
    const NAME: GameName = GameName::LastWizard;

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

    fn carry(&self, _: &Game, table: &Table, seats: &PerSeat<Seat>) -> Result<Table, Refusal<Violation>> {
        let broken = |(round, violation): (usize, Violation)| Refusal::Rule { round, violation };
        let scored = (1..).zip(&table.scored).map(|(number, scored)| {
            let facts = scored.facts.facts().reseated(seats);
            let facts = self.check_round(number, &facts).map_err(|violation| broken((number, violation)))?;
            Ok(ScoredRound { facts, finished: scored.finished })
        });
        let scored = scored.collect::<Result<_, _>>()?;
        let open = table.open.as_ref().map(|round| round.reseated(seats));
        let mut carried = Table { scored, open, ended_early: table.ended_early };
        carried.settle(self).map_err(broken)?;
        Ok(carried)
    }

    fn steps_to(&self, facts: &Table) -> Vec<Command> {
        let mut steps = Vec::new();
        for (number, scored) in (1..).zip(&facts.scored) {
            steps.extend(self.entries(number, scored.facts.facts()));
            steps.push(Command::Score(scored.finished));
        }
        if let Some(open) = &facts.open {
            steps.extend(self.entries(facts.scored.len() + 1, open));
        }
        steps.extend(facts.ended_early.map(Command::EndEarly));
        steps
    }

    fn leads_to(&self, facts: &Table, later: &Table) -> bool {
        facts.leads_to(later)
    }

    fn no_way(&self) -> Violation {
        Violation::RoundCount { most: ROUNDS_MAX }
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
        let readings = self.readings(table);
        let moved = readings.iter().filter_map(|round| round.moved_by_hand(&names_in(round.number)));
        self.rules().described().into_iter().chain(moved).collect()
    }

    fn next_game(&self, rounds: usize) -> Game {
        self.begun_by(self.first_player(rounds + 1))
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

    fn decided(&self, table: &Table, names_in: &dyn Fn(usize) -> Vec<String>) -> Option<Text> {
        let last = self.readings(table).pop()?;
        (table.status() == Status::Finished).then(|| last.end_reason(&names_in(last.number)))
    }

    fn place_label(rank: usize, name: &str, total: i32, met: usize) -> Text {
        text!(
            "Place {rank}: {name}, space {space}, {n} bet won"
                | "Place {rank}: {name}, space {space}, {n} bets won" % met,
            rank = rank,
            name = name,
            space = total,
        )
    }

    fn met_label(met: usize, rounds: usize) -> Text {
        text!("{won} of {n} bet won" | "{won} of {n} bets won" % rounds, won = met)
    }

    fn chart_title() -> Text {
        text!("Spaces by round")
    }

    fn player_count_hint() -> Text {
        text!("The Last Wizard is for 3 to 6 players. Add everyone at the table, clockwise.")
    }

    fn table_full() -> Text {
        text!("The Last Wizard is for six players at most. Remove someone first.")
    }

    fn rematch_label(players: usize, name: &str) -> Text {
        text!(
            "The Last Wizard with the same {n} as last time, {name} begins"
                | "The Last Wizard with the same {n} as last time, {name} begins" % players,
            name = name,
        )
    }
}

impl Game {
    fn entries(&self, number: usize, round: &Round) -> Vec<Command> {
        let turns: Vec<(Seat, Turn)> =
            self.order(number).filter_map(|seat| Some((seat, *round.turns.get(seat)?))).collect();
        let first = turns.iter().filter_map(|&(seat, turn)| {
            let token = turn.round_token().map(Choice::Token);
            let choice = if turn == Turn::FoldedFirst { Some(Choice::Fold) } else { token };
            Some(Command::Bet(seat, Bet::First, choice?))
        });
        let second = turns.iter().filter_map(|&(seat, turn)| {
            let token = turn.square_token().map(Choice::Token);
            let choice = if matches!(turn, Turn::FoldedSecond(_)) { Some(Choice::Fold) } else { token };
            Some(Command::Bet(seat, Bet::Second, choice?))
        });
        let shown = turns.iter().filter_map(|&(seat, turn)| Some(Command::Show(seat, turn.shown()?)));
        let moved = round.manual.clone().map(|manual| Command::Move(Some(manual)));
        first.chain(second).chain(shown).chain(moved).collect()
    }
}
