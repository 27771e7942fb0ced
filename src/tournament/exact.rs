//! The best seats of a few players, by trying everything once: how well the others can still sit does not depend on the
//! tables before.

use std::collections::HashMap;

use super::costs::Costs;

/// Players as bits.
type Set = u32;

/// The cheapest tables of these sizes; of several, those of which the first player's table comes first in order. For at
/// most 16 players; their number determines which sizes are left.
pub(super) fn exact(costs: &Costs, sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut search = Search { costs, known: HashMap::new() };
    let mut free = (0..costs.players()).fold(0, |all, one| all | 1 << one);
    search.least(free, sizes);
    let mut tables = Vec::with_capacity(sizes.len());
    while let Some((_, table)) = search.known.get(&free).filter(|_| free != 0) {
        tables.push(members(*table));
        free &= !table;
    }
    tables
}

struct Search<'a> {
    costs: &'a Costs,
    /// What those who are free cost at least, and the first of their tables.
    known: HashMap<Set, (u64, Set)>,
}

impl Search<'_> {
    fn least(&mut self, free: Set, sizes: &[usize]) -> u64 {
        if free == 0 {
            return 0;
        }
        if let Some((cost, _)) = self.known.get(&free) {
            return *cost;
        }
        let players = members(free);
        let mut best = (u64::MAX, free);
        for (at, size) in sizes.iter().enumerate().filter(|(at, size)| !sizes[..*at].contains(size)) {
            let rest = [&sizes[..at], &sizes[at + 1..]].concat();
            let mut tables = Vec::new();
            self.fill(&mut Vec::from(&players[..1]), &players[1..], *size, 0, &mut tables);
            for (cost, table) in tables {
                let cost = cost + self.least(free & !table, &rest);
                if cost < best.0 {
                    best = (cost, table);
                }
            }
        }
        self.known.insert(free, best);
        best.0
    }

    /// Adds to a table, from among these, until it has its size; collects all that come about, with their costs.
    fn fill(&self, table: &mut Vec<usize>, from: &[usize], size: usize, cost: u64, all: &mut Vec<(u64, Set)>) {
        if table.len() >= size {
            all.push((cost, table.iter().fold(0, |set, one| set | 1 << one)));
            return;
        }
        for (at, one) in from.iter().enumerate() {
            let more = cost + self.costs.with(*one, table);
            table.push(*one);
            self.fill(table, &from[at + 1..], size, more, all);
            table.pop();
        }
    }
}

fn members(set: Set) -> Vec<usize> {
    (0..Set::BITS as usize).filter(|one| set & 1 << one != 0).collect()
}
