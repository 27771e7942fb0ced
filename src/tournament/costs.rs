/// The cost of two players at one table: a repeated meeting outweighs any distance in the ranking.
pub(super) struct Costs {
    players: usize,
    pair: Vec<u32>,
}

impl Costs {
    /// More than the sum of all distances of a round.
    pub(super) const MEETING: u32 = 1 << 22;

    pub(super) fn new(players: usize, cost: impl Fn(usize, usize) -> u32) -> Costs {
        Costs { players, pair: (0..players * players).map(|at| cost(at / players, at % players)).collect() }
    }

    pub(super) fn players(&self) -> usize {
        self.players
    }

    pub(super) fn pair(&self, one: usize, other: usize) -> u64 {
        self.pair[one * self.players + other].into()
    }

    pub(super) fn with(&self, one: usize, table: &[usize]) -> u64 {
        table.iter().map(|other| self.pair(one, *other)).sum()
    }
}
