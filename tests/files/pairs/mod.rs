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

use crate::common::operation::{Operation as Kind, any_of};
use crate::common::thorough::{is_thorough, many};
use world::World;

/// How often each pair must occur when everything is tried; otherwise some pairs are too rare to be counted upon.
const ENOUGH: usize = 100;
/// Archives at the same time, as most wait for the disk.
const RUNS: usize = 16;
const LENGTH: usize = 560;

/// The kinds, each with how often it is tried: rarely possible ones more often.
const KINDS: [(Kind, usize); 23] = [
    (Kind::PlayRound, 8),
    (Kind::BeginRound, 9),
    (Kind::Waive, 16),
    (Kind::MoveByHand, 10),
    (Kind::Correct, 7),
    (Kind::Penalty, 5),
    (Kind::EndEarly, 7),
    (Kind::PlayOn, 30),
    (Kind::Undo, 2),
    (Kind::Redo, 5),
    (Kind::Note, 5),
    (Kind::TakeOver, 7),
    (Kind::RenameHere, 11),
    (Kind::Reseat, 9),
    (Kind::Dealer, 10),
    (Kind::Rule, 8),
    (Kind::Rename, 2),
    (Kind::Merge, 4),
    (Kind::TakeBack, 7),
    (Kind::Json, 5),
    (Kind::Table, 5),
    (Kind::Backup, 1),
    (Kind::OtherDevice, 6),
];

fn is_of(kind: Kind, game: GameName) -> bool {
    match kind {
        Kind::Waive | Kind::Penalty | Kind::Table => game == GameName::Wizard,
        Kind::MoveByHand => game == GameName::LastWizard,
        _ => true,
    }
}

type Tried = (Kind, usize, u64);

/// A command; or one undone and redone, perhaps with something between that keeps what was undone.
fn tried() -> impl Strategy<Value = Vec<Tried>> {
    let between = vec![Kind::Note, Kind::Table, Kind::Rename, Kind::Merge, Kind::TakeBack];
    let where_and_how = || (0..world::SESSIONS, any::<u64>());
    prop_oneof![
        24 => (any_of(&KINDS), where_and_how()).prop_map(|(kind, (on, seed))| vec![(kind, on, seed)]),
        1 => (select(between), where_and_how(), any::<bool>()).prop_map(|(kind, (on, seed), directly)| {
            let between = (!directly).then_some((kind, on, seed));
            [(Kind::Undo, on, seed)].into_iter().chain(between).chain([(Kind::Redo, on, seed)]).collect()
        }),
    ]
}

/// How often a command took effect after each time another did on the same session.
pub type Tally = BTreeMap<(GameName, Kind, Kind), usize>;

fn run(seed: u64) -> Tally {
    let tally = RefCell::new(Tally::new());
    let config = Config { cases: 1, failure_persistence: None, rng_seed: RngSeed::Fixed(seed), ..Config::default() };
    let outcome = TestRunner::new(config).run(&vec(tried(), LENGTH), |all| {
        let mut world = World::new();
        for (kind, on, seed) in all.into_iter().flatten() {
            world.perform(kind, on, seed);
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
        let kinds: Vec<Kind> = KINDS.iter().map(|&(kind, _)| kind).filter(|kind| is_of(*kind, game)).collect();
        let count = |first: Kind, then: Kind| tally.get(&(game, first, then)).copied().unwrap_or(0);
        println!("{game:?}: each line is followed by the columns, in the same order");
        for &first in &kinds {
            let row: Vec<String> = kinds.iter().map(|&then| format!("{:5}", count(first, then))).collect();
            println!("{:12}{}", format!("{first:?}"), row.join(""));
        }
        let pairs = kinds.iter().flat_map(|&first| kinds.iter().map(move |&then| (game, first, then)));
        rare.extend(pairs.clone().filter(|&(_, first, then)| count(first, then) < ENOUGH));
        let rarest = pairs.clone().map(|(_, first, then)| count(first, then)).min().unwrap();
        println!("{game:?}: {} pairs, the rarest {rarest} times", pairs.count());
    }
    assert!(rare.is_empty() || !is_thorough(), "pairs that are too rare: {rare:?}");
}
