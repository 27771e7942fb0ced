//! Any two commands of session and archive, one after the other, in both games: random sequences over one archive, each
//! step compared with sheets kept on paper.

mod world;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::thread;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use tablet_of_truth::session::GameName;

use crate::common::operation::{Operation, any_of};
use crate::common::thorough::{is_thorough, many};
use world::World;

/// How often each pair must occur when everything is tried; otherwise some pairs are too rare to be counted upon.
const ENOUGH: usize = 100;
/// Archives at the same time, as most wait for the disk.
const RUNS: usize = 16;
const LENGTH: usize = 560;

/// The operations, each with how often it is tried: rarely possible ones more often.
const OPERATIONS: [(Operation, usize); 23] = [
    (Operation::PlayRound, 8),
    (Operation::BeginRound, 9),
    (Operation::Waive, 16),
    (Operation::MoveByHand, 10),
    (Operation::Correct, 7),
    (Operation::Penalty, 5),
    (Operation::EndEarly, 7),
    (Operation::PlayOn, 30),
    (Operation::Undo, 2),
    (Operation::Redo, 5),
    (Operation::Note, 5),
    (Operation::TakeOver, 7),
    (Operation::RenameHere, 11),
    (Operation::Reseat, 9),
    (Operation::Dealer, 10),
    (Operation::Rule, 8),
    (Operation::Rename, 2),
    (Operation::Merge, 4),
    (Operation::TakeBack, 7),
    (Operation::Json, 5),
    (Operation::Table, 5),
    (Operation::Backup, 1),
    (Operation::OtherDevice, 6),
];

fn is_of(operation: Operation, game: GameName) -> bool {
    match operation {
        Operation::Waive | Operation::Penalty | Operation::Table => game == GameName::Wizard,
        Operation::MoveByHand => game == GameName::LastWizard,
        _ => true,
    }
}

type Tried = (Operation, usize, u64);

/// A command; or one undone and redone, perhaps with something between that keeps what was undone.
fn tried() -> impl Strategy<Value = Vec<Tried>> {
    let between = vec![Operation::Note, Operation::Table, Operation::Rename, Operation::Merge, Operation::TakeBack];
    let where_and_how = || (0..world::SESSIONS, any::<u64>());
    prop_oneof![
        24 => (any_of(&OPERATIONS), where_and_how()).prop_map(|(operation, (on, seed))| vec![(operation, on, seed)]),
        1 => (select(between), where_and_how(), any::<bool>()).prop_map(|(operation, (on, seed), directly)| {
            let between = (!directly).then_some((operation, on, seed));
            [(Operation::Undo, on, seed)].into_iter().chain(between).chain([(Operation::Redo, on, seed)]).collect()
        }),
    ]
}

/// How often a command took effect after each time another did on the same session.
pub type Tally = BTreeMap<(GameName, Operation, Operation), usize>;

fn run(seed: u64) -> Tally {
    let tally = RefCell::new(Tally::new());
    let config = Config { cases: 1, failure_persistence: None, rng_seed: RngSeed::Fixed(seed), ..Config::default() };
    let outcome = TestRunner::new(config).run(&vec(tried(), LENGTH), |all| {
        let mut world = World::new();
        for (operation, on, seed) in all.into_iter().flatten() {
            world.perform(operation, on, seed);
        }
        world.check_archive();
        for (pair, count) in world.tally {
            *tally.borrow_mut().entry(pair).or_default() += count;
        }
        Ok(())
    });
    outcome.unwrap_or_else(|failed| panic!("seed {seed}: {failed}"));
    tally.into_inner()
}

#[test]
fn any_two_commands_keep_what_was_entered() {
    let tallies: Vec<Tally> = thread::scope(|scope| {
        let runs: Vec<_> = (0..many(RUNS)).map(|seed| scope.spawn(move || run(seed as u64))).collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    let mut tally = Tally::new();
    for (pair, count) in tallies.into_iter().flatten() {
        *tally.entry(pair).or_default() += count;
    }
    let mut rare = Vec::new();
    for game in GameName::ALL {
        let operations: Vec<Operation> =
            OPERATIONS.iter().map(|&(operation, _)| operation).filter(|operation| is_of(*operation, game)).collect();
        let count = |first: Operation, then: Operation| tally.get(&(game, first, then)).copied().unwrap_or(0);
        println!("{game:?}: each line is followed by the columns, in the same order");
        for &first in &operations {
            let row: Vec<String> = operations.iter().map(|&then| format!("{:5}", count(first, then))).collect();
            println!("{:12}{}", format!("{first:?}"), row.join(""));
        }
        let pairs = operations.iter().flat_map(|&first| operations.iter().map(move |&then| (game, first, then)));
        rare.extend(pairs.clone().filter(|&(_, first, then)| count(first, then) < ENOUGH));
        let rarest = pairs.clone().map(|(_, first, then)| count(first, then)).min().unwrap();
        println!("{game:?}: {} pairs, the rarest {rarest} times", pairs.count());
    }
    assert!(rare.is_empty() || !is_thorough(), "pairs that are too rare: {rare:?}");
}
