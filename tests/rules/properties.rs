//! Random tables take random steps, and the engine's invariants are checked after each.

use std::cell::RefCell;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use tablet_of_truth::archive::{read_session, write_session};
use tablet_of_truth::seats::PerSeat;
use tablet_of_truth::session::{Agreement, OfGame, People, Player, Record, Session, Step};
use tablet_of_truth::wizard::{
    Bidding, Change, Cloud, CloudEntry, Command, Game, Penalty, Phase, Round, RoundReading, RuleSet, SeatReading,
    SpecialCard, TieBreak, Trump, Violation, Waiver,
};
use uuid::Uuid;

use crate::common::rules::rules;
use crate::common::sheet::{Entry, Sheet};
use crate::common::thorough::{is_thorough, many, runner};
use crate::common::{NAMES, at, entering, people, random_round, totals as totals_of};

/// What a table does; most operations become several steps.
#[derive(Clone, Debug)]
enum Operation {
    /// A whole legal round, drawn from this seed.
    PlayRound(u64),
    /// The first so many steps of a legal round, drawn from this seed.
    BeginRound(u64, usize),
    /// Bids that add up to the cards, the dealer's first, so that the dealer must change theirs.
    BidToTheSum(u64),
    /// A legal correction of a scored round.
    Correct(u64),
    ClearRound,
    Undo(usize),
    Redo(usize),
    EndEarly,
    PlayOn,
    /// Other rules, another dealer and other seats, drawn from this seed.
    Agree(Box<RuleSet>, u64),
    Junk(Command),
}

fn sessions() -> impl Strategy<Value = Session> {
    (3_usize..=6, any::<prop::sample::Index>()).prop_flat_map(|(players, dealer)| {
        rules(players).prop_map(move |rules| {
            let id = Uuid::from_u128(7);
            Session::new(id, at(0), people(&NAMES[..players]), dealer.index(players), rules).unwrap()
        })
    })
}

fn numbers() -> impl Strategy<Value = PerSeat<Option<u8>>> {
    vec(prop::option::weighted(0.9, 0_u8..=6), 2..=6).prop_map(|numbers| numbers.into_iter().collect())
}

fn trump() -> impl Strategy<Value = Option<Trump>> {
    prop::option::of(select(vec![Trump::Blue, Trump::Red, Trump::Green, Trump::Yellow, Trump::None]))
}

fn cloud() -> impl Strategy<Value = CloudEntry> {
    let change = select(vec![Change::Less, Change::More]);
    prop_oneof![
        prop::option::of(0_usize..=6).prop_map(CloudEntry::Asked),
        (0_usize..=6, change).prop_map(|(player, change)| CloudEntry::Taken(Cloud { player, change })),
    ]
}

fn penalties() -> impl Strategy<Value = Penalty> {
    let reason = select(vec!["", "time", "own | words", "two\nlines"]);
    (0_usize..=6, 0_usize..=6, -51_i32..=51, reason)
        .prop_map(|(player, after_round, tens, reason)| crate::common::penalty(player, after_round, tens * 10, reason))
}

fn junk() -> impl Strategy<Value = Command> {
    let round = (numbers(), numbers(), trump(), 0_u8..=3, vec(cloud(), 0..=3)).prop_map(
        |(bids, tricks, trump, bombs, clouds)| Round { bids, tricks, trump, bombs, clouds, waived: [].into() },
    );
    prop_oneof![
        4 => (0_usize..=6, prop::option::of(0_u8..=21)).prop_map(|(seat, bid)| Command::Bid(seat, bid)),
        4 => (0_usize..=6, prop::option::of(0_u8..=21)).prop_map(|(seat, tricks)| Command::Tricks(seat, tricks)),
        1 => trump().prop_map(Command::Trump),
        2 => (0_u8..=3).prop_map(Command::Bombs),
        2 => vec(cloud(), 0..=3).prop_map(Command::Clouds),
        1 => subsequence(Waiver::ALL.to_vec(), 0..=2).prop_map(|waived| Command::Waive(waived.into_iter().collect())),
        2 => Just(Command::Advance),
        2 => Just(Command::Back),
        2 => prop::option::of(0_u32..600).prop_map(|minute| Command::Score(minute.map(at))),
        1 => (0_usize..=22, round).prop_map(|(number, round)| Command::Correct(number, round)),
        1 => (0_u32..600).prop_map(|minute| Command::EndEarly(at(minute))),
        1 => Just(Command::PlayOn),
        2 => vec(penalties(), 0..4).prop_map(Command::Penalties),
    ]
}

fn operations(players: usize) -> impl Strategy<Value = Operation> {
    prop_oneof![
        8 => any::<u64>().prop_map(Operation::PlayRound),
        2 => (any::<u64>(), 1_usize..14).prop_map(|(seed, steps)| Operation::BeginRound(seed, steps)),
        2 => any::<u64>().prop_map(Operation::BidToTheSum),
        2 => any::<u64>().prop_map(Operation::Correct),
        2 => Just(Operation::ClearRound),
        2 => (1_usize..20).prop_map(Operation::Undo),
        1 => (1_usize..20).prop_map(Operation::Redo),
        1 => Just(Operation::EndEarly),
        2 => Just(Operation::PlayOn),
        2 => (rules(players), any::<u64>()).prop_map(|(rules, seed)| Operation::Agree(Box::new(rules), seed)),
        10 => junk().prop_map(Operation::Junk),
    ]
}

/// How often each thing was really tried, so that the test cannot pass by doing nothing.
#[derive(Debug, Default)]
struct Tally {
    checks: usize,
    scored: usize,
    bombs: usize,
    clouds: usize,
    asked: usize,
    secret: usize,
    ended_early: usize,
    agreed: usize,
}

impl Tally {
    fn count(&mut self, session: &Session) {
        let rounds = session.rounds();
        self.scored += rounds.len();
        self.bombs += rounds.iter().filter(|round| round.bombs > 0).count();
        self.clouds += rounds.iter().filter(|round| !round.clouds.is_empty()).count();
        self.secret += if session.game().rules().bidding == Bidding::Secret { rounds.len() } else { 0 };
        self.ended_early += usize::from(session.table().ended_early.is_some());
    }
}

struct Watched {
    session: Session,
    checks: usize,
    asked: usize,
    agreed: usize,
}

impl Watched {
    fn perform(&mut self, operation: &Operation) {
        match operation {
            Operation::PlayRound(seed) => self.play_round(*seed, usize::MAX),
            Operation::BeginRound(seed, steps) => self.play_round(*seed, *steps),
            Operation::BidToTheSum(seed) => self.bid_to_the_sum(*seed),
            Operation::Correct(seed) => self.correct(*seed),
            Operation::ClearRound => self.clear_round(),
            Operation::Undo(times) => (0..*times).for_each(|_| self.undo()),
            Operation::Redo(times) => (0..*times).for_each(|_| self.redo()),
            Operation::EndEarly => self.step(Command::EndEarly(at(300))),
            Operation::PlayOn => self.step(Command::PlayOn),
            Operation::Agree(rules, seed) => self.agree(rules, *seed),
            Operation::Junk(command) => self.step(command.clone()),
        }
    }

    fn play_round(&mut self, seed: u64, steps: usize) {
        let mut random = fastrand::Rng::with_seed(seed);
        // An ended game or a half-entered round would refuse most of it.
        if steps == usize::MAX {
            self.clear_round();
        }
        let Some((number, _)) = self.session.open() else { return };
        let facts = random_round(self.session.game(), number, &mut random);
        let mut entering = entering(self.session.game(), number, &facts);
        if let [.., cloud] = facts.clouds[..] {
            // The Cloud is asked about once more: scoring must wait for the answer.
            let last = entering.len() - 1;
            let asked = Command::Clouds(vec![CloudEntry::Asked(cloud.taker().filter(|_| random.bool()))]);
            entering.splice(last..last, [asked, entering[last].clone(), Command::Clouds(facts.clouds.clone())]);
        }
        entering.into_iter().take(steps).for_each(|command| self.step(command));
    }

    fn bid_to_the_sum(&mut self, seed: u64) {
        self.clear_round();
        let Some((number, _)) = self.session.open() else { return };
        let mut random = fastrand::Rng::with_seed(seed);
        let mut order = self.session.game().bidding_order(number);
        order.rotate_right(1);
        let mut left = self.session.game().cards(number);
        for (index, &seat) in order.iter().enumerate() {
            let bid = if index + 1 == order.len() { left } else { random.u8(0..=left) };
            left -= bid;
            self.step(Command::Bid(seat, Some(bid)));
        }
        self.step(Command::Advance);
    }

    fn clear_round(&mut self) {
        if self.session.table().ended_early.is_some() {
            self.step(Command::PlayOn);
        }
        let Some((_, open)) = self.session.open() else { return };
        if open.phase != Phase::first(self.session.game().rules().bidding) {
            self.step(Command::Back);
        }
        for seat in 0..self.session.people().players_at_end().len() {
            self.step(Command::Bid(seat, None));
            self.step(Command::Tricks(seat, None));
        }
        self.step(Command::Bombs(0));
        self.step(Command::Clouds(vec![]));
    }

    fn correct(&mut self, seed: u64) {
        let mut random = fastrand::Rng::with_seed(seed);
        let scored = self.session.table().scored.len();
        if scored > 0 {
            let number = random.usize(1..=scored);
            let mut facts = random_round(self.session.game(), number, &mut random);
            if random.bool() {
                // A correction may hold bids that break Plus/Minus One.
                let cards = self.session.game().cards(number);
                facts.bids = facts.bids.map(|_| Some(random.u8(0..=cards)));
                facts.clouds.clear();
                facts.waived.insert(Waiver::PlusMinusOne);
            }
            if random.u8(0..4) == 0 {
                // Nor do tricks have to add up that were kept as noted.
                let cards = self.session.game().cards(number);
                facts.tricks = facts.tricks.map(|_| Some(random.u8(0..=cards)));
                facts.clouds.clear();
                facts.waived.insert(Waiver::Tricks);
            }
            self.step(Command::Correct(number, facts));
            assert_eq!(self.session.table().scored.len(), scored);
        }
    }

    fn agree(&mut self, rules: &RuleSet, seed: u64) {
        let mut random = fastrand::Rng::with_seed(seed);
        let before = self.session.clone();
        let mut seats: Vec<usize> = (0..before.people().players_at_end().len()).collect();
        random.shuffle(&mut seats);
        // Random rules are mostly refused, because the rounds played do not fit them.
        let rules = if random.bool() { before.game().rules().clone() } else { rules.clone() };
        let game = Game::new(seats.len(), random.usize(..seats.len()), rules).unwrap();
        let players = seats.iter().map(|&seat| before.people().players_at_end()[seat].clone()).collect();
        let people = People::seated(players, before.people().former().to_vec()).unwrap();
        let agreed = Agreement { people, game };
        let Ok(after) = before.agree(agreed, seats.iter().copied().collect()) else { return };
        assert_eq!(after.scored(), before.scored());
        let (then, now) = (before.current_totals(), after.current_totals());
        assert!(seats.iter().enumerate().all(|(seat, &was)| now.get(seat) == then.get(was)), "points go with people");
        if after != before {
            let undone = after.undo().unwrap();
            assert_eq!((undone.table(), undone.agreed()), (before.table(), before.agreed()));
            assert_eq!(undone.redo().unwrap(), after);
            self.agreed += 1;
        }
        self.session = after;
        self.check();
    }

    fn step(&mut self, command: Command) {
        let before = self.session.clone();
        let asked =
            before.open().is_some_and(|(_, open)| open.facts.clouds.iter().any(|cloud| cloud.taken().is_none()));
        if asked && matches!(command, Command::Score(_)) {
            assert!(
                self.session.apply(command.clone()).is_err(),
                "a Cloud that is still asked about must stop the scoring"
            );
            self.asked += 1;
        }
        let Ok(after) = self.session.apply(command.clone()) else {
            assert_eq!(self.session, before, "refused: {command:?}");
            return;
        };
        if after.table() == before.table() {
            assert_eq!(after, before, "a step that changes nothing leaves no trace: {command:?}");
        } else {
            assert_eq!(after.undo().unwrap().table(), before.table(), "undone: {command:?}");
            assert_eq!(after.undo().unwrap().redo().unwrap(), after, "redone: {command:?}");
            assert!(!after.can_redo());
        }
        self.session = after;
        self.check();
    }

    fn undo(&mut self) {
        assert_eq!(self.session.can_undo(), self.session.undo().is_ok());
        if let Ok(earlier) = self.session.undo() {
            assert_eq!(earlier.redo().unwrap(), self.session);
            self.session = earlier;
            self.check();
        }
    }

    fn redo(&mut self) {
        assert_eq!(self.session.can_redo(), self.session.redo().is_ok());
        if let Ok(later) = self.session.redo() {
            assert_eq!(later.undo().unwrap(), self.session);
            self.session = later;
            self.check();
        }
    }

    fn check(&mut self) {
        let session = &self.session;
        for (index, round) in session.rounds().iter().enumerate() {
            check_round(session.game(), index + 1, round);
        }
        check_scores(session);
        check_saved(session);
        self.checks += 1;
    }

    fn undo_all(&mut self) {
        let dealt = {
            let session = &self.session;
            let first = session.steps().iter().find_map(Step::change).map_or(session.agreed(), |change| &change.from);
            let (players, rules) = (first.people.players_at_end().to_vec(), first.game.rules().clone());
            Session::new(session.id(), session.started(), players, first.game.dealer(1), rules).unwrap()
        };
        let mut steps = self.session.steps().len() - self.session.undone();
        while let Ok(earlier) = self.session.undo() {
            self.session = earlier;
            steps -= 1;
        }
        assert_eq!(steps, 0);
        assert_eq!((self.session.table(), self.session.agreed()), (dealt.table(), dealt.agreed()));
    }
}

fn sum(numbers: &PerSeat<u8>) -> i64 {
    numbers.iter().map(|&number| i64::from(number)).sum()
}

/// Whether Plus/Minus One may forbid the last player this bid.
fn bound(game: &Game, number: usize, bid: u8) -> bool {
    let rules = game.rules();
    let zero = rules.last_may_bid_zero && bid == 0;
    let begun = number >= usize::from(rules.plus_minus_one_from);
    rules.plus_minus_one && begun && game.cards(number) >= rules.plus_minus_one_from_cards && !zero
}

/// Who first bids 0, before the last, while the bids add up, where Plus/Minus One binds everyone.
fn zero_at_the_sum(game: &Game, number: usize, bids: &PerSeat<u8>) -> Option<usize> {
    let mut sum = 0;
    for seat in game.bidding_order(number).into_iter().take(game.players() - 1) {
        let bid = *bids.get(seat).unwrap();
        if sum == u16::from(game.cards(number)) && bid == 0 {
            return Some(seat).filter(|_| game.rules().plus_minus_one_in_turn && game.plus_minus_one(number));
        }
        sum += u16::from(bid);
    }
    None
}

/// Checks bids, tricks, Bombs and Clouds of a scored round: docs/rules.md, *What is counted*.
fn check_round(game: &Game, number: usize, round: &Round<u8>) {
    let cards = i64::from(game.cards(number));
    assert_eq!((round.bids.len(), round.tricks.len()), (game.players(), game.players()));
    let adds_up = sum(&round.tricks) == cards - i64::from(round.bombs);
    assert_eq!(!adds_up, round.waived.contains(&Waiver::Tricks), "round {number}: {round:?}");
    assert!(round.tricks.iter().all(|tricks| (0..=cards).contains(&i64::from(*tricks))));
    let rules = game.rules();
    let again = [SpecialCard::Witch, SpecialCard::Vampire].iter().any(|&card| rules.has(card));
    let most = |card: SpecialCard| if !rules.has(card) { 0 } else { 1 + usize::from(again) };
    assert!(usize::from(round.bombs) <= most(SpecialCard::Bomb) && round.clouds.len() <= most(SpecialCard::Cloud));
    assert!(round.bids.iter().all(|bid| (0..=cards).contains(&i64::from(*bid))));
    let last = *round.bids.get(game.dealer(number)).unwrap();
    let broken = (sum(&round.bids) == cards && bound(game, number, last))
        || zero_at_the_sum(game, number, &round.bids).is_some();
    assert_eq!(broken, round.waived.contains(&Waiver::PlusMinusOne), "round {number}: {round:?}");
    let mut bids: Vec<i64> = round.bids.iter().map(|&bid| i64::from(bid)).collect();
    for &Cloud { player, change } in &round.clouds {
        assert!(*round.tricks.get(player).unwrap() > 0);
        bids[player] += i64::from(i8::from(change));
        assert!((0..=cards).contains(&bids[player]));
    }
}

/// Total and bids met of each seat, computed again from the facts.
fn counted_again(session: &Session) -> Vec<(i32, usize)> {
    let sheet = Sheet::of(OfGame::Wizard(session));
    let met = |(_, entry): &&(Player, Entry)| match entry {
        Entry::Bid { bid, changed, tricks } => bid + changed == *tricks,
        Entry::Bet { .. } => panic!("a bet in Wizard"),
    };
    let lines = sheet.lines.iter().zip(sheet.totals().pop().unwrap());
    lines.map(|(line, total)| (total.try_into().unwrap(), line.entries.iter().filter(met).count())).collect()
}

/// Checks the totals, and that a rank is one more than the number of players ahead.
fn check_scores(session: &Session) {
    let counted = counted_again(session);
    let totals: PerSeat<i32> = counted.iter().map(|(total, _)| *total).collect();
    assert_eq!(session.current_totals(), totals);
    for penalty in &session.table().penalties {
        let Penalty { player, after_round, points, reason } = penalty;
        assert!(*player < counted.len() && *after_round <= session.scored(), "{penalty:?}");
        assert!(*points != 0 && points % 10 == 0 && points.abs() <= 500 && !reason.contains('\n'), "{penalty:?}");
    }
    assert!(session.table().penalties.is_sorted_by_key(|penalty| penalty.after_round));
    assert_eq!(totals_of(session).len(), session.table().scored.len());
    assert!(totals_of(session).last().is_none_or(|last| *last == totals));
    let merit = |seat: usize, criterion: &TieBreak| -> i64 {
        let rounds = session.readings().into_iter().filter(RoundReading::is_scored);
        let of_seat: Vec<SeatReading> = rounds.map(|round| *round.seats.get(seat).unwrap()).collect();
        match criterion {
            TieBreak::BidsMet => of_seat.iter().filter(|one| one.met == Some(true)).count() as i64,
            TieBreak::BestRound => of_seat.iter().filter_map(|one| one.points).max().unwrap_or(0).into(),
            TieBreak::SumOfBids => of_seat.iter().filter_map(|one| one.bid).map(i64::from).sum(),
        }
    };
    let result = |seat: usize| {
        let merits: Vec<i64> = session.game().rules().tie_break.iter().map(|one| merit(seat, one)).collect();
        (counted[seat].0, merits)
    };
    let standings = session.standings();
    let mut seats: Vec<usize> = standings.iter().map(|line| line.seat).collect();
    for line in &standings {
        let better = (0..counted.len()).filter(|&seat| result(seat) > result(line.seat)).count();
        assert_eq!(line.rank, better + 1, "{standings:?}");
        assert_eq!((line.total, line.met), counted[line.seat]);
    }
    assert!(standings.is_sorted_by_key(|line| (line.rank, line.seat)), "{standings:?}");
    seats.sort_unstable();
    assert!(seats.into_iter().eq(0..counted.len()));
}

/// Checks that a session survives saving and loading, and that its facts do even without its steps.
fn check_saved(session: &Session) {
    let text = write_session(session, at(1)).unwrap();
    let loaded = read_session(&text, at(2)).unwrap();
    assert_eq!(loaded.session, *session);
    assert_eq!((loaded.saved, loaded.identified, loaded.unknown), (Some(at(1)), true, Vec::new()));
    let without_steps = read_session(&without_steps(&text), at(2)).unwrap().session.wizard().unwrap();
    assert_eq!(without_steps.table(), session.table(), "{}", String::from_utf8_lossy(&text));
    assert_eq!(without_steps.undone(), 0);
    check_record(session);
}

/// Checks that a record, packed, has the same people and numbers.
fn check_record(session: &Session) {
    let record = Record::of(session);
    let (game, people) = (record.wizard().unwrap(), session.people());
    let rounds = session.rounds().into_iter().enumerate();
    assert!(game.scores().eq(rounds.flat_map(|(index, round)| session.game().scores(index + 1, round))));
    let without_reason = |penalty: &Penalty| Penalty { reason: String::new(), ..penalty.clone() };
    assert!(game.penalties().eq(session.table().penalties.iter().map(without_reason)));
    assert!(record.people.standings().eq(session.standings()));
    assert!(record.people.everyone().map(|person| &**person).eq(people.everyone()));
    assert!((1..=session.scored() + 1).all(|round| record.people.players_in(round).eq(people.players_in(round))));
}

/// A file's text without its steps, which are its last lines.
fn without_steps(text: &[u8]) -> Vec<u8> {
    let text = std::str::from_utf8(text).unwrap();
    let (facts, _) = text.split_once(",\n  \"steps\": ").unwrap();
    format!("{facts}\n}}").into_bytes()
}

#[test]
fn any_steps_at_any_table_keep_every_invariant() {
    let tally = RefCell::new(Tally::default());
    let played = sessions().prop_flat_map(|session| {
        let players = session.people().players_at_end().len();
        (Just(session), vec(operations(players), 1..40))
    });
    let outcome = runner(96, 1).run(&played, |(session, operations)| {
        let mut watched = Watched { session, checks: 0, asked: 0, agreed: 0 };
        operations.iter().for_each(|operation| watched.perform(operation));
        tally.borrow_mut().count(&watched.session);
        tally.borrow_mut().checks += watched.checks;
        tally.borrow_mut().asked += watched.asked;
        tally.borrow_mut().agreed += watched.agreed;
        watched.undo_all();
        Ok(())
    });
    outcome.unwrap();
    let tally = tally.into_inner();
    println!("{tally:?}");
    assert!(tally.checks >= many(4000) && tally.scored >= many(150), "{tally:?}");
    assert!(tally.agreed >= many(20), "{tally:?}");
    assert!(
        [tally.bombs, tally.clouds, tally.asked, tally.secret].iter().all(|&seen| seen >= many(5))
            && tally.ended_early >= usize::from(is_thorough()),
        "{tally:?}"
    );
}

#[test]
fn whole_games_of_every_kind_reach_their_end() {
    let strategy = (sessions(), any::<u64>());
    let outcome = runner(48, 1).run(&strategy, |(start, seed)| {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut session = start;
        while let Some((number, _)) = session.open() {
            session = crate::common::scored(&session, &random_round(session.game(), number, &mut random));
        }
        prop_assert_eq!(session.table().scored.len(), session.game().plan().rounds());
        check_scores(&session);
        check_saved(&session);
        Ok(())
    });
    outcome.unwrap();
}

#[test]
fn the_forbidden_bid_is_the_one_that_makes_the_sum() {
    let strategy = (sessions(), 1_usize..=10, vec(0_u8..=12, 6));
    let outcome = runner(400, 1).run(&strategy, |(session, number, bids)| {
        let game = session.game();
        let cards = game.cards(number);
        prop_assume!(cards > 0);
        let mut all: PerSeat<Option<u8>> = bids[..game.players()].iter().map(|&bid| Some(bid.min(cards))).collect();
        let dealer = game.dealer(number);
        all.set(dealer, None);
        let forbidden = game.forbidden_bid(number, &all);
        for bid in 0..=cards {
            all.set(dealer, Some(bid));
            let makes_the_sum = sum(&all.whole().unwrap()) == i64::from(cards) && bound(game, number, bid);
            prop_assert_eq!(forbidden == Some(bid), makes_the_sum);
            let facts = Round { bids: all.clone(), ..Round::empty(all.len(), None) };
            let expected = match zero_at_the_sum(game, number, &all.whole().unwrap()) {
                Some(player) => Err(Violation::PlusMinusOneInTurn { player, cards }),
                None if makes_the_sum => Err(Violation::PlusMinusOne { player: dealer, bid, cards }),
                None => Ok(all.whole().unwrap()),
            };
            prop_assert_eq!(game.check_bids(number, &facts), expected);
        }
        Ok(())
    });
    outcome.unwrap();
}
