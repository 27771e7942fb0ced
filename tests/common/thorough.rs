//! How much is tried: everything in `.ci/run`, an eighth in `cargo test`. The same is tried each time.

use proptest::test_runner::{Config, RngSeed, TestRunner};

/// Whether everything is tried: `THOROUGH=1`, as `.ci/run` has it.
pub fn is_thorough() -> bool {
    std::env::var_os("THOROUGH").is_some()
}

/// As many as that, or an eighth of them.
pub fn many(all: usize) -> usize {
    if is_thorough() { all } else { all.div_ceil(8) }
}

/// So many cases, or an eighth of them, drawn from this seed.
pub fn cases(all: u32, seed: u64) -> Config {
    let cases = if is_thorough() { all } else { all.div_ceil(8) };
    println!("{cases} cases from seed {seed}");
    let rng_seed = RngSeed::Fixed(seed);
    Config { cases, rng_seed, failure_persistence: None, max_shrink_iters: 2000, ..Config::default() }
}

/// A runner of [`cases`].
pub fn runner(all: u32, seed: u64) -> TestRunner {
    TestRunner::new(cases(all, seed))
}
