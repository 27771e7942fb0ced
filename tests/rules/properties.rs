//! Random tables of both games take random steps, and the engine's invariants are checked after each.

use std::cell::RefCell;
use std::collections::BTreeMap;

use fastrand::Rng;
use proptest::collection::vec;
use proptest::prelude::*;
use tablet_of_truth::archive::{read_record, read_session};
use tablet_of_truth::export::Exported;
use tablet_of_truth::game::{GameName, Refusal, Rules};
use tablet_of_truth::last_wizard::{self, Bet, Choice};
use tablet_of_truth::seats::PerSeat;
use tablet_of_truth::session::{Everyone, Record, Session, Status, fingerprint};
use tablet_of_truth::wizard::{Bidding, Cloud, Command, Game, Penalty, Round, SpecialCard, Violation};

use crate::common::operation::{Drawn, Operation, USUAL, agreed, any_of, check, check_file, dealt, drawn};
use crate::common::sheet::{Bound, Sheet};
use crate::common::thorough::{is_thorough, many, runner};
use crate::common::{at, random_round, totals};

/// How often each thing was really tried, so that the test cannot pass by doing nothing.
type Tally = BTreeMap<&'static str, usize>;

/// What must hold in one of the games.
trait Watch: Drawn {
    /// Whether the table is asked something that must stop this step.
    fn is_asked(_: &Session<Self>, _: &Self::Step) -> bool {
        false
    }

    fn check(session: &Session<Self>);

    /// After each operation: what else is written of the session.
    fn check_written(_: &Session<Self>) {}

    fn seen(session: &Session<Self>) -> Vec<(&'static str, usize)>;
}

impl Watch for Game {
    fn is_asked(session: &Session, step: &Command) -> bool {
        let is_asked = |(_, round): (usize, &tablet_of_truth::wizard::OpenRound)| {
            round.facts.clouds.iter().any(|cloud| cloud.taken().is_none())
        };
        matches!(step, Command::Score(_)) && session.open().is_some_and(is_asked)
    }

    fn check(session: &Session) {
        for (index, round) in session.rounds().iter().enumerate() {
            check_round(session.game(), index + 1, round);
        }
        check_scores(session);
        check_record(session);
    }

    fn seen(session: &Session) -> Vec<(&'static str, usize)> {
        let rounds = session.rounds();
        vec![
            ("bombs", rounds.iter().filter(|round| round.bombs > 0).count()),
            ("clouds", rounds.iter().filter(|round| !round.clouds.is_empty()).count()),
            ("secret", if session.game().rules().bidding == Bidding::Secret { rounds.len() } else { 0 }),
        ]
    }
}

impl Watch for last_wizard::Game {
    fn check(session: &Session<Self>) {
        let (game, table) = (session.game(), session.table());
        let readings = game.readings(table);
        for (index, totals) in Sheet::of(Self::any(session)).totals()[1..].iter().enumerate() {
            let over = totals.iter().any(|&space| space >= 30 || space == 0);
            assert_eq!(over, readings[index].ended.is_some());
            assert!(!over || index + 1 == session.scored() && session.status() == Status::Finished);
            assert!(readings[index].spaces().into_iter().map(i64::from).eq(totals.iter().copied()));
        }
        // What a fold is said to move is what it moves.
        let number = table.scored.len() + 1;
        if let Some(seat) = table.open.as_ref().and_then(|open| game.to_act(number, open))
            && session.status() == Status::Running
        {
            for bet in [Bet::First, Bet::Second] {
                if let Ok(folded) = session.apply(last_wizard::Command::Bet(seat, bet, Choice::Fold)) {
                    let to = game.folding(table, seat, bet).map(|moved| moved.to);
                    let reading = game.readings(folded.table()).pop().unwrap();
                    assert_eq!(to, Some(reading.seats.get(seat).unwrap().space()));
                }
            }
        }
    }

    fn check_written(session: &Session<Self>) {
        crate::schema::is_described(&crate::schema::saved(session));
        let loaded = read_session(&Exported::json(session, true).unwrap(), at(2)).unwrap();
        let exported = loaded.session.last_wizard().unwrap();
        assert_eq!((exported.table(), exported.game()), (session.table(), session.game()));
        assert_eq!(loaded.unknown, Vec::<String>::new());
    }

    fn seen(session: &Session<Self>) -> Vec<(&'static str, usize)> {
        let scored = session.table().scored.iter();
        let shown = scored.filter(|round| round.facts.facts().turns.iter().any(|turn| turn.shown().is_some()));
        vec![("showdowns", shown.count())]
    }
}

struct Watched<G: Rules> {
    session: Session<G>,
    tally: Tally,
}

impl<G: Watch> Watched<G> {
    fn perform(&mut self, operation: Operation, seed: u64) {
        let mut random = Rng::with_seed(seed);
        match operation {
            Operation::Undo => (0..random.usize(1..20)).for_each(|_| self.undo()),
            Operation::Redo => (0..random.usize(1..20)).for_each(|_| self.redo()),
            Operation::Junk => self.step(G::junk(&mut random)),
            Operation::Agree | Operation::TakeOver | Operation::Reseat => self.agree(operation, &mut random),
            _ => {
                let before = self.session.clone();
                let Some((steps, sheet)) = drawn(operation, &before, &mut random) else { return };
                steps.into_iter().for_each(|step| self.step(step));
                match sheet {
                    Some(sheet) => assert_eq!(Sheet::of(G::any(&self.session)), sheet, "{operation:?}"),
                    None => assert_eq!(self.session, before, "{operation:?}"),
                }
            }
        }
        check(&self.session);
        G::check_written(&self.session);
    }

    fn count(&mut self, what: &'static str, times: usize) {
        *self.tally.entry(what).or_default() += times;
    }

    fn agree(&mut self, operation: Operation, random: &mut Rng) {
        let before = self.session.clone();
        let Some(after) = agreed(operation, &before, random) else { return };
        let of = |session: &Session<G>| -> BTreeMap<_, i32> {
            let people = session.people().players_at_end().iter().map(|player| player.id);
            people.zip(session.current_totals()).collect()
        };
        assert_eq!(after.scored(), before.scored());
        let stay = operation == Operation::Reseat || operation == Operation::Agree && G::NAME == GameName::Wizard;
        assert!(!stay || of(&after) == of(&before), "points go with people");
        if after != before {
            let undone = after.undo().unwrap();
            assert_eq!((undone.table(), undone.agreed()), (before.table(), before.agreed()));
            assert_eq!(undone.redo().unwrap(), after);
            self.count("agreed", 1);
        }
        self.session = after;
        self.check();
    }

    fn step(&mut self, step: G::Step) {
        let before = self.session.clone();
        let applied = before.apply(step.clone());
        if G::is_asked(&before, &step) {
            assert!(applied.is_err(), "a Cloud that is still asked about must stop the scoring");
            self.count("asked", 1);
        }
        let Ok(after) = applied else { return };
        if after.table() == before.table() {
            assert_eq!(after, before, "a step that changes nothing leaves no trace: {step:?}");
        } else {
            assert_eq!(after.undo().unwrap().table(), before.table(), "undone: {step:?}");
            assert_eq!(after.undo().unwrap().redo().unwrap(), after, "redone: {step:?}");
            assert_eq!((after.can_redo(), after.redo().err()), (false, Some(Refusal::NothingToRedo)));
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
        Sheet::of(G::any(&self.session)).check(G::any(&self.session));
        check_saved(&self.session);
        G::check(&self.session);
        self.count("checks", 1);
    }

    /// Undoes all steps, which leads to the first deal, and makes those again that were done.
    fn undo_all(&mut self, dealt: &Session<G>) {
        let end = self.session.clone();
        let steps = end.steps().len() - end.undone();
        let start = (0..steps).fold(end.clone(), |session, _| {
            let before = session.undo().unwrap();
            assert_eq!(before.redo().unwrap(), session);
            before
        });
        assert_eq!((start.table(), start.agreed()), (dealt.table(), dealt.agreed()));
        assert_eq!((start.can_undo(), start.undo().err()), (false, Some(Refusal::NothingToUndo)));
        let again = (0..steps).fold(start, |session, _| session.redo().unwrap());
        assert_eq!(again, end);
        assert_eq!(fingerprint(&again), fingerprint(&end));
    }
}

/// Checks bids, tricks, Bombs and Clouds of a scored round: docs/rules.md, *What is counted*.
fn check_round(game: &Game, number: usize, round: &Round<u8>) {
    let cards = i64::from(game.cards(number));
    assert_eq!((round.bids.len(), round.tricks.len()), (game.players(), game.players()));
    assert!(round.tricks.iter().all(|tricks| (0..=cards).contains(&i64::from(*tricks))));
    let rules = game.rules();
    let again = [SpecialCard::Witch, SpecialCard::Vampire].iter().any(|&card| rules.has(card));
    let most = |card: SpecialCard| if !rules.has(card) { 0 } else { 1 + usize::from(again) };
    assert!(usize::from(round.bombs) <= most(SpecialCard::Bomb) && round.clouds.len() <= most(SpecialCard::Cloud));
    assert!(round.bids.iter().all(|bid| (0..=cards).contains(&i64::from(*bid))));
    let mut bids: Vec<i64> = round.bids.iter().map(|&bid| i64::from(bid)).collect();
    for &Cloud { player, change } in &round.clouds {
        assert!(*round.tricks.get(player).unwrap() > 0);
        bids[player] += i64::from(i8::from(change));
        assert!((0..=cards).contains(&bids[player]));
    }
}

/// Checks the penalties, and that totals and bids met of each seat are those of the facts.
fn check_scores(session: &Session) {
    for penalty in &session.table().penalties {
        let Penalty { player, after_round, points, reason } = penalty;
        assert!(*player < session.people().len() && *after_round <= session.scored(), "{penalty:?}");
        assert!(*points != 0 && points % 10 == 0 && points.abs() <= 500 && !reason.contains('\n'), "{penalty:?}");
    }
    assert!(session.table().penalties.is_sorted_by_key(|penalty| penalty.after_round));
    assert_eq!(totals(session).len(), session.scored());
    assert!(totals(session).last().is_none_or(|last| *last == session.current_totals()));
    let sheet = Sheet::of(Game::any(session));
    for line in session.standings() {
        let entries = &sheet.lines[line.seat].entries;
        assert_eq!(line.met, entries.iter().filter(|(_, entry)| entry.met_or_folded()).count());
    }
}

/// Checks that a session survives loading, and its facts even without the steps, and that a list's record is its own.
fn check_saved<G: Drawn>(session: &Session<G>) {
    let text = check_file(session);
    let loaded = read_session(&without_steps(&text), at(2)).unwrap().session;
    let facts = Session::of(session.frame(), session.game().clone());
    let facts = facts.with_facts(session.table().clone(), Vec::new(), 0).unwrap();
    assert!(loaded.as_ref() == G::any(&facts), "{}", String::from_utf8_lossy(&text));
    assert_eq!(read_record(&text, at(2), &Everyone::default()).unwrap().record, Record::of(session));
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

fn any_steps<G: Watch>(cases: u32, most: usize) -> Tally {
    let tally = RefCell::new(Tally::new());
    let played = (any::<u64>(), vec((any_of(&USUAL), any::<u64>()), 1..=most));
    let outcome = runner(cases, 1).run(&played, |(seed, operations)| {
        let dealt = dealt::<G>(&mut Rng::with_seed(seed));
        let mut watched = Watched { session: dealt.clone(), tally: Tally::new() };
        operations.into_iter().for_each(|(operation, seed)| watched.perform(operation, seed));
        watched.undo_all(&dealt);
        let (session, status) = (watched.session.clone(), watched.session.status());
        watched.count("scored", session.scored());
        watched.count("finished", usize::from(status == Status::Finished));
        watched.count("ended early", usize::from(status == Status::EndedEarly));
        for (what, times) in watched.tally.into_iter().chain(G::seen(&session)) {
            *tally.borrow_mut().entry(what).or_default() += times;
        }
        Ok(())
    });
    outcome.unwrap();
    println!("{tally:?}");
    tally.into_inner()
}

#[test]
fn any_steps_at_any_table_keep_every_invariant() {
    let tally = any_steps::<Game>(96, 39);
    let seen = |what: &str| tally.get(what).copied().unwrap_or(0);
    assert!(seen("checks") >= many(4000) && seen("scored") >= many(150) && seen("agreed") >= many(20), "{tally:?}");
    assert!(["bombs", "clouds", "asked", "secret"].iter().all(|what| seen(what) >= many(5)), "{tally:?}");
    assert!(seen("ended early") >= usize::from(is_thorough()), "{tally:?}");
}

#[test]
fn any_steps_of_the_last_wizard_keep_every_invariant() {
    let tally = any_steps::<last_wizard::Game>(300, 24);
    let seen = |what: &str| tally.get(what).copied().unwrap_or(0);
    assert!(seen("scored") >= many(200) && seen("finished") >= many(8) && seen("showdowns") >= many(100), "{tally:?}");
}

#[test]
fn whole_games_of_every_kind_reach_their_end() {
    let outcome = runner(48, 1).run(&any::<u64>(), |seed| {
        let mut random = Rng::with_seed(seed);
        let mut session = dealt::<Game>(&mut random);
        while let Some((number, _)) = session.open() {
            session = crate::common::scored(&session, &random_round(session.game(), number, &mut random));
        }
        prop_assert_eq!(session.table().scored.len(), session.game().plan().rounds());
        check(&session);
        check_saved(&session);
        check_scores(&session);
        check_record(&session);
        Ok(())
    });
    outcome.unwrap();
}

#[test]
fn the_forbidden_bid_is_the_one_that_makes_the_sum() {
    let strategy = (any::<u64>(), 1_usize..=10, vec(0_u8..=12, 6));
    let outcome = runner(400, 1).run(&strategy, |(seed, number, bids)| {
        let session = dealt::<Game>(&mut Rng::with_seed(seed));
        let game = session.game();
        let cards = game.cards(number);
        prop_assume!(cards > 0);
        let mut all: PerSeat<Option<u8>> = bids[..game.players()].iter().map(|&bid| Some(bid.min(cards))).collect();
        let dealer = game.dealer(number);
        all.set(dealer, None);
        let (forbidden, bound) = (game.forbidden_bid(number, &all), Bound::of(game.rules()));
        for bid in 0..=cards {
            all.set(dealer, Some(bid));
            let order = game.bidding_order(number);
            let bids: Vec<i64> = order.iter().map(|&seat| all.known(seat).unwrap().into()).collect();
            let makes_the_sum = bound.as_ref().is_some_and(|bound| bound.forbids_last(number, cards, &bids));
            let in_turn = bound.as_ref().and_then(|bound| bound.broken_in_turn(number, cards, &bids));
            prop_assert_eq!(forbidden == Some(bid), makes_the_sum);
            let facts = Round { bids: all.clone(), ..Round::empty(all.len(), None) };
            let expected = match in_turn.map(|place| order[place]) {
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
