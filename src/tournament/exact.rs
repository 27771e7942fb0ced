//! The best seats of a few players, by trying everything that could still be better.

use super::costs::Costs;

/// The cheapest tables of these sizes; of several, those of which the first player's table comes first in order.
pub(super) fn exact(costs: &Costs, sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut search = Search { costs, best: None, tables: Vec::new() };
    search.next_table((0..costs.players()).collect(), sizes.to_vec(), 0);
    search.best.map(|(_, tables)| tables).unwrap_or_default()
}

struct Search<'a> {
    costs: &'a Costs,
    best: Option<(u64, Vec<Vec<usize>>)>,
    /// The tables so far.
    tables: Vec<Vec<usize>>,
}

impl Search<'_> {
    fn is_worse(&self, cost: u64) -> bool {
        self.best.as_ref().is_some_and(|(best, _)| cost >= *best)
    }

    /// Seats the first of those who are free, with all others that could be at that table.
    fn next_table(&mut self, free: Vec<usize>, sizes: Vec<usize>, cost: u64) {
        let Some((first, others)) = free.split_first() else {
            if !self.is_worse(cost) {
                self.best = Some((cost, self.tables.clone()));
            }
            return;
        };
        let mut tried = Vec::new();
        for (at, size) in sizes.iter().enumerate() {
            if tried.contains(size) {
                continue;
            }
            tried.push(*size);
            let mut rest = sizes.clone();
            rest.remove(at);
            self.fill(vec![*first], others, *size, &rest, cost);
        }
    }

    /// Adds to a table, from among these, until it has its size.
    fn fill(&mut self, table: Vec<usize>, from: &[usize], size: usize, sizes: &[usize], cost: u64) {
        if self.is_worse(cost) {
            return;
        }
        if table.len() < size {
            for (at, one) in from.iter().enumerate() {
                let more = cost + self.costs.with(*one, &table);
                self.fill([&*table, &[*one]].concat(), &from[at + 1..], size, sizes, more);
            }
            return;
        }
        let sitting = |one: &usize| self.tables.iter().chain([&table]).any(|table| table.contains(one));
        let free = (0..self.costs.players()).filter(|one| !sitting(one)).collect();
        self.tables.push(table);
        self.next_table(free, sizes.to_vec(), cost);
        self.tables.pop();
    }
}
