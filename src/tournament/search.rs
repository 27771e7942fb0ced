//! Seats for many players: greedy from the top of the ranking, then improved by a limited number of exchanges.

use super::costs::Costs;

/// The exchanges tried: equal on every machine, so that results are, and below a second.
const STEPS: usize = 3_000_000;

pub(super) fn search(costs: &Costs, sizes: &[usize], random: &mut fastrand::Rng) -> Vec<Vec<usize>> {
    let mut state = State::from_the_top(costs, sizes);
    let mut steps = STEPS;
    let all = (0..sizes.len()).collect();
    state.descend(all, &mut steps);
    while steps > 0 && state.tables.len() > 1 {
        let mut next = state.clone();
        let mut changed = Vec::new();
        for _ in 0..random.usize(1..4) {
            // Neighbours in the ranking lose little by an exchange.
            let one = random.usize(..costs.players());
            let other = (one + random.usize(1..16)) % costs.players();
            changed.extend([next.at[one], next.at[other]]);
            next.exchange(one, other);
        }
        next.descend(changed, &mut steps);
        if next.cost <= state.cost {
            state = next;
        }
    }
    for table in &mut state.tables {
        table.sort_unstable();
    }
    state.tables.sort_unstable();
    state.tables
}

#[derive(Clone)]
struct State<'a> {
    costs: &'a Costs,
    tables: Vec<Vec<usize>>,
    at: Vec<usize>,
    cost: u64,
}

impl<'a> State<'a> {
    /// Seats the best free player with the best they have not met, and so on.
    fn from_the_top(costs: &'a Costs, sizes: &[usize]) -> State<'a> {
        let mut free: Vec<usize> = (0..costs.players()).collect();
        let (mut tables, mut at, mut cost) = (Vec::new(), vec![0; free.len()], 0);
        for size in sizes {
            let mut table: Vec<usize> = Vec::with_capacity(*size);
            while table.len() < *size && !free.is_empty() {
                let next = (0..free.len()).min_by_key(|index| costs.with(free[*index], &table)).unwrap_or(0);
                let one = free.remove(next);
                cost += costs.with(one, &table);
                at[one] = tables.len();
                table.push(one);
            }
            tables.push(table);
        }
        State { costs, tables, at, cost }
    }

    fn in_place_of(&self, one: usize, table: usize, other: usize) -> u64 {
        let others = self.tables[table].iter().filter(|sitting| **sitting != other);
        others.map(|sitting| self.costs.pair(one, *sitting)).sum()
    }

    /// The cost of an exchange, and what it saves.
    fn balance(&self, one: usize, other: usize) -> (u64, u64) {
        let (here, there) = (self.at[one], self.at[other]);
        let saved = self.in_place_of(one, here, one) + self.in_place_of(other, there, other);
        (self.in_place_of(one, there, other) + self.in_place_of(other, here, one), saved)
    }

    fn exchange(&mut self, one: usize, other: usize) {
        let (here, there) = (self.at[one], self.at[other]);
        if here == there {
            return;
        }
        let (costs, saved) = self.balance(one, other);
        self.cost = self.cost + costs - saved;
        for (table, from, to) in [(here, one, other), (there, other, one)] {
            if let Some(seat) = self.tables[table].iter_mut().find(|sitting| **sitting == from) {
                *seat = to;
            }
            self.at[to] = table;
        }
    }

    /// Makes every exchange that lowers the cost, with these tables and with those that change by it.
    fn descend(&mut self, mut tables: Vec<usize>, steps: &mut usize) {
        while let Some(table) = tables.pop() {
            for seat in 0..self.tables[table].len() {
                for other in 0..self.costs.players() {
                    let one = self.tables[table][seat];
                    let there = self.at[other];
                    if there == table {
                        continue;
                    }
                    if *steps == 0 {
                        return;
                    }
                    *steps -= 1;
                    let (costs, saved) = self.balance(one, other);
                    if costs < saved {
                        self.exchange(one, other);
                        tables
                            .extend([table, there].iter().filter(|table| !tables.contains(table)).collect::<Vec<_>>());
                    }
                }
            }
        }
    }
}
