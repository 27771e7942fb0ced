//! What tables do, in either game: an operation is drawn as steps, with the sheet that they must lead to.

use fastrand::Rng;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngSeed, TestRunner};
use tablet_of_truth::archive::{InFile, read_session, write_session};
use tablet_of_truth::last_wizard::{self, Bet, Choice, Manual, Pack, Rank, Shown, Token, WrittenFacts, WrittenRound};
use tablet_of_truth::seats::{PerSeat, Seating};
use tablet_of_truth::session::{Agreement, AnyRef, Frame, OfGame, Session, Status, Step};
use tablet_of_truth::wizard::{self, Change, Cloud, CloudEntry, Penalty, Phase, Round, Trump, Waiver};
use uuid::Uuid;

use super::sheet::{Entry, Sheet, Written, bid, other};
use super::{NAMES, at, entering, penalty, people, random_round, rules, taken_over};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operation {
    /// A round with which the game mostly goes on.
    PlayRound,
    AnyRound,
    BeginRound,
    Waive,
    MoveByHand,
    Correct,
    Penalty,
    EndEarly,
    PlayOn,
    Undo,
    Redo,
    /// Any step, most of which are refused.
    Junk,
    /// Other rules, another dealer and other seats.
    Agree,
    Note,
    TakeOver,
    RenameHere,
    Reseat,
    Dealer,
    /// Plus/Minus One, or the rule for folds.
    Rule,
    Rename,
    Merge,
    TakeBack,
    /// Exports the session as JSON, deletes it and imports it.
    Json,
    /// Exports the session as a table and imports it.
    Table,
    /// Exports the archive as one file and imports it elsewhere.
    Backup,
    /// Another device plays a round while the session is open here.
    OtherDevice,
}

/// What leads to any game, each with how often it is drawn.
pub const USUAL: [(Operation, usize); 15] = [
    (Operation::PlayRound, 8),
    (Operation::AnyRound, 4),
    (Operation::BeginRound, 4),
    (Operation::Waive, 1),
    (Operation::MoveByHand, 1),
    (Operation::Correct, 2),
    (Operation::Penalty, 1),
    (Operation::EndEarly, 1),
    (Operation::PlayOn, 2),
    (Operation::Undo, 2),
    (Operation::Redo, 1),
    (Operation::Junk, 10),
    (Operation::Agree, 2),
    (Operation::TakeOver, 1),
    (Operation::Reseat, 1),
];

/// One of these operations, each as often as its number says.
pub fn any_of(often: &[(Operation, usize)]) -> impl Strategy<Value = Operation> {
    select(often.iter().flat_map(|&(one, often)| std::iter::repeat_n(one, often)).collect::<Vec<_>>())
}

/// Everyone who may come to a table, those of several tables first.
pub const POOL: [&str; 12] =
    [NAMES[0], NAMES[1], NAMES[2], NAMES[3], NAMES[4], NAMES[5], "=Cy", "Dan, jun.", "\"Eve\"", "Flo", "Gil", "Hal"];

/// A game of which operations are drawn at random.
pub trait Drawn: InFile {
    const PLAY_ON: Self::Step;

    fn end_early() -> Self::Step;

    fn any(session: &Session<Self>) -> AnyRef<'_>;

    fn random(players: usize, random: &mut Rng) -> Self;

    /// With each seat taken by who sat on `seats`; with `random`, perhaps by other rules.
    fn seated_by(&self, seats: &[usize], seating: Seating, random: Option<&mut Rng>) -> Self;

    /// Steps that begin the open round.
    fn begun(session: &Session<Self>, random: &mut Rng) -> Vec<Self::Step>;

    /// Steps that play the open round, and what they write.
    fn played(operation: Operation, session: &Session<Self>, random: &mut Rng) -> Option<(Vec<Self::Step>, Written)>;

    /// A correction of a scored round, from 1, and what it writes.
    fn corrected(session: &Session<Self>, number: usize, random: &mut Rng) -> (Self::Step, Written);

    fn penalised(_: &Session<Self>, _: Penalty) -> Option<Self::Step> {
        None
    }

    /// Whether the open round has a fact that keeps a correction from ending the game before it.
    fn is_begun(_: &Session<Self>) -> bool {
        false
    }

    fn junk(random: &mut Rng) -> Self::Step;
}

/// The steps of an operation, and the sheet that they lead to, or none if the last of them must be refused; `None`
/// where the table can do no such thing.
pub fn drawn<G: Drawn>(
    operation: Operation,
    session: &Session<G>,
    random: &mut Rng,
) -> Option<(Vec<G::Step>, Option<Sheet>)> {
    let mut sheet = Sheet::of(G::any(session));
    let (status, scored) = (sheet.status(), sheet.heads.len());
    let runs = status == Status::Running;
    Some(match operation {
        Operation::PlayRound | Operation::AnyRound | Operation::Waive | Operation::MoveByHand if runs => {
            let (steps, written) = G::played(operation, session, random)?;
            let sheet = sheet.with_round(written);
            if operation == Operation::Waive && !sheet.heads[scored].waived[0] {
                return None;
            }
            (steps, Some(sheet))
        }
        Operation::BeginRound if runs => (G::begun(session, random), Some(sheet)),
        Operation::Correct if scored > 0 => {
            let index = random.usize(0..scored);
            let (step, written) = G::corrected(session, index + 1, random);
            let sheet = sheet.corrected(index, written);
            // A game cannot go on after its end.
            let is_possible = sheet.end().is_none_or(|end| end == scored && !G::is_begun(session));
            (vec![step], is_possible.then_some(sheet))
        }
        Operation::Penalty => {
            let (line, after) = (random.usize(0..sheet.lines.len()), random.usize(0..=scored));
            let points = (random.i32(0..50) - 25) * 20 + 10;
            let reason = random.choice(["", "time", "own | words: 2", r"a \| b"]).unwrap();
            let given = &mut sheet.lines[line].penalties;
            given.push((after, points.into(), reason.into()));
            given.sort_by_key(|(after, ..)| *after);
            (vec![G::penalised(session, penalty(line, after, points, reason))?], Some(sheet))
        }
        Operation::EndEarly => (vec![G::end_early()], runs.then_some(Sheet { ended_early: true, ..sheet })),
        Operation::PlayOn => {
            let ended = status == Status::EndedEarly;
            (vec![G::PLAY_ON], ended.then_some(Sheet { ended_early: false, ..sheet }))
        }
        _ => return None,
    })
}

/// The session after an operation of its table and its sheet, unless that can do no such thing.
pub fn operated<G: Drawn>(operation: Operation, session: &Session<G>, random: &mut Rng) -> Option<(Session<G>, Sheet)> {
    let (steps, sheet) = drawn(operation, session, random)?;
    let after = after_all(session, steps);
    assert!(sheet.is_some() || after == *session, "{operation:?} of a game that is {:?}", session.status());
    Some((after, sheet?))
}

/// The session after these steps, but for those that are refused.
fn after_all<G: Drawn>(session: &Session<G>, steps: impl IntoIterator<Item = G::Step>) -> Session<G> {
    steps.into_iter().fold(session.clone(), |session, step| session.apply(step).unwrap_or(session))
}

/// The session after the table agreed on something else, unless that is refused.
pub fn agreed<G: Drawn>(operation: Operation, session: &Session<G>, random: &mut Rng) -> Option<Session<G>> {
    let people = session.people();
    let mut seats: Vec<usize> = (0..people.len()).collect();
    let dealer = random.usize(0..seats.len());
    if operation == Operation::TakeOver {
        let comes = super::people(&POOL)[random.usize(0..POOL.len())].clone();
        let is_there = people.players_at_end().iter().any(|player| player.id == comes.id);
        return (!is_there).then(|| taken_over(session, dealer, &comes));
    }
    if operation == Operation::Agree || random.bool() {
        random.shuffle(&mut seats);
    }
    let order: PerSeat<usize> = seats.iter().copied().collect();
    let seating = match operation {
        Operation::Agree => Seating::new(seats.len(), dealer),
        _ => session.game().seating().from_round(session.scored() + 1, dealer, &order),
    };
    let game = session.game().seated_by(&seats, seating, Some(random).filter(|_| operation == Operation::Agree));
    session.agree(Agreement { people: super::moved(people, &seats), game }, order).ok()
}

/// A new table of three to six.
pub fn dealt<G: Drawn>(random: &mut Rng) -> Session<G> {
    let (id, players) = (Uuid::from_u128(random.u128(1..)), random.usize(3..=6));
    Session::begin(id, at(0), people(&NAMES[..players]), G::random(players, random)).unwrap()
}

/// Any game: some rounds scored, some of them kept against a rule, and changes between them; perhaps another begun,
/// perhaps ended early.
pub fn games<G: Drawn>() -> impl Strategy<Value = Session<G>> {
    (vec(any_of(&USUAL), 0..=40), any::<u64>()).prop_map(|(operations, seed)| {
        let mut random = Rng::with_seed(seed);
        operations.into_iter().fold(dealt(&mut random), |session, operation| match operation {
            Operation::Agree | Operation::TakeOver | Operation::Reseat => {
                agreed(operation, &session, &mut random).unwrap_or(session)
            }
            Operation::Junk => session.apply(G::junk(&mut random)).unwrap_or(session),
            _ => operated(operation, &session, &mut random).map_or(session, |(session, _)| session),
        })
    })
}

/// Checks the sheet, that replaying the steps leads to the same table, and that the file is read as the session.
pub fn check<G: Drawn>(session: &Session<G>) {
    Sheet::of(G::any(session)).check(G::any(session));
    let first = session.steps().iter().find_map(Step::change).map_or(session.agreed(), |change| &change.from);
    let frame = Frame { people: &first.people, ..session.frame() };
    let done = session.steps().len() - session.undone();
    let mut again = Session::of(frame, first.game.clone());
    for step in &session.steps()[..done] {
        again = again.after(step.clone()).unwrap();
    }
    assert_eq!(again.agreed(), session.agreed(), "the steps must lead to the same agreement");
    assert_eq!(again.table(), session.table(), "the steps must lead to the same table");
    for step in &session.steps()[done..] {
        again = again.after(step.clone()).unwrap();
    }
    assert_eq!(again.steps(), session.steps(), "every step must change something");
    check_file(session);
}

/// Checks that the file is read as the session, and gives its text.
pub fn check_file<G: Drawn>(session: &Session<G>) -> Vec<u8> {
    let text = write_session(session, at(1)).unwrap();
    let loaded = read_session(&text, at(2)).unwrap();
    assert!(loaded.session.as_ref() == G::any(session), "the file must be read as the same session");
    assert_eq!((loaded.saved, loaded.identified, loaded.unknown), (Some(at(1)), true, Vec::new()));
    text
}

fn some<T>(random: &mut Rng, one: impl FnOnce(&mut Rng) -> T) -> Option<T> {
    (random.u8(0..8) > 0).then(|| one(random))
}

fn written(facts: &Round) -> Written {
    let facts = Round {
        bids: facts.bids.whole().unwrap(),
        tricks: facts.tricks.whole().unwrap(),
        clouds: facts.clouds.iter().filter_map(|cloud| cloud.taken()).collect(),
        trump: facts.trump,
        bombs: facts.bombs,
        waived: facts.waived.clone(),
    };
    ((0..facts.bids.len()).map(|seat| bid(&facts, seat)).collect(), other(&facts))
}

/// Steps that empty the open round.
fn cleared(session: &Session) -> Vec<wizard::Command> {
    use wizard::Command as C;
    let Some((_, open)) = session.open() else { return vec![] };
    let back = (open.phase != Phase::first(session.game().rules().bidding)).then_some(C::Back);
    let seats = (0..session.people().len()).flat_map(|seat| [C::Bid(seat, None), C::Tricks(seat, None)]);
    back.into_iter().chain(seats).chain([C::Bombs(0), C::Clouds(vec![])]).collect()
}

impl Drawn for wizard::Game {
    const PLAY_ON: wizard::Command = wizard::Command::PlayOn;

    fn end_early() -> wizard::Command {
        wizard::Command::EndEarly(at(300))
    }

    fn any(session: &Session) -> AnyRef<'_> {
        OfGame::Wizard(session)
    }

    fn random(players: usize, random: &mut Rng) -> wizard::Game {
        let config = ProptestConfig { rng_seed: RngSeed::Fixed(random.u64(..)), ..ProptestConfig::default() };
        let rules = rules::rules(players).new_tree(&mut TestRunner::new(config)).unwrap().current();
        wizard::Game::new(players, random.usize(0..players), rules).unwrap()
    }

    fn seated_by(&self, seats: &[usize], seating: Seating, random: Option<&mut Rng>) -> wizard::Game {
        // Random rules are mostly refused, because the rounds played do not fit them.
        let other = random.and_then(|random| random.bool().then(|| wizard::Game::random(seats.len(), random)));
        wizard::Game::seated(seating, other.as_ref().unwrap_or(self).rules().clone()).unwrap()
    }

    fn begun(session: &Session, random: &mut Rng) -> Vec<wizard::Command> {
        let (game, number) = (session.game(), session.scored() + 1);
        let mut steps = entering(game, number, &random_round(game, number, random));
        steps.truncate(random.usize(1..steps.len()));
        if random.bool() {
            // Bids that add up to the cards, the dealer's first, so that the dealer must change theirs.
            steps = cleared(session);
            let (mut order, mut left) = (game.bidding_order(number), game.cards(number));
            order.rotate_right(1);
            for (index, &seat) in order.iter().enumerate() {
                let bid = if index + 1 == order.len() { left } else { random.u8(0..=left) };
                left -= bid;
                steps.push(wizard::Command::Bid(seat, Some(bid)));
            }
            steps.push(wizard::Command::Advance);
        }
        steps
    }

    fn played(operation: Operation, session: &Session, random: &mut Rng) -> Option<(Vec<wizard::Command>, Written)> {
        use wizard::Command as C;
        let (game, number) = (session.game(), session.scored() + 1);
        let mut facts = random_round(game, number, random);
        let mut steps = cleared(session);
        steps.push(C::Trump(facts.trump));
        match operation {
            Operation::MoveByHand => return None,
            Operation::Waive => {
                facts.bids = facts.bids.map(|_| Some(0));
                facts.bids.set(random.usize(0..facts.bids.len()), Some(game.cards(number)));
                facts.clouds.clear();
                steps.push(C::Waive([Waiver::PlusMinusOne].into()));
            }
            _ => {}
        }
        let mut entering = entering(game, number, &facts);
        let score = entering.len() - 1;
        if let [.., cloud] = facts.clouds[..] {
            // The Cloud is asked about once more: scoring must wait for the answer.
            let asked = C::Clouds(vec![CloudEntry::Asked(cloud.taker().filter(|_| random.bool()))]);
            entering.splice(score..score, [asked, entering[score].clone(), C::Clouds(facts.clouds.clone())]);
        }
        steps.extend(entering);
        Some((steps, written(&facts)))
    }

    fn corrected(session: &Session, number: usize, random: &mut Rng) -> (wizard::Command, Written) {
        let (game, cards) = (session.game(), session.game().cards(number));
        let mut facts = random_round(game, number, random);
        let trump = random.choice([None, Some(Trump::None), Some(Trump::Red), Some(Trump::Yellow)]).unwrap();
        facts.trump = trump.filter(|_| game.check_trump(number, trump).is_ok()).or(facts.trump);
        if random.bool() {
            // A correction may hold bids that break Plus/Minus One.
            facts.bids = facts.bids.map(|_| Some(random.u8(0..=cards)));
            facts.waived.insert(Waiver::PlusMinusOne);
        }
        if random.u8(0..4) == 0 {
            // Nor do tricks have to add up that were kept as noted.
            facts.tricks = facts.tricks.map(|_| Some(random.u8(0..=cards)));
            facts.waived.insert(Waiver::Tricks);
        }
        if !facts.waived.is_empty() {
            facts.clouds.clear();
        }
        let written = written(&facts);
        (wizard::Command::Correct(number, facts), written)
    }

    fn penalised(session: &Session, given: Penalty) -> Option<wizard::Command> {
        Some(wizard::Command::Penalties(session.table().penalties.iter().cloned().chain([given]).collect()))
    }

    fn junk(random: &mut Rng) -> wizard::Command {
        use wizard::Command as C;
        let (seat, most) = (random.usize(0..=6), random.choice([3, 21]).unwrap());
        let trumps = [None, Some(Trump::Blue), Some(Trump::Red), Some(Trump::Green), Some(Trump::None)];
        let trump = random.choice(trumps).unwrap();
        let numbers = |random: &mut Rng| -> PerSeat<Option<u8>> {
            (0..random.usize(2..=6)).map(|_| some(random, |random| random.u8(0..=6))).collect()
        };
        let cloud = |random: &mut Rng| {
            let (player, change) = (random.usize(0..=6), random.choice([Change::Less, Change::More]).unwrap());
            let asked = CloudEntry::Asked(some(random, |_| player));
            if random.bool() { asked } else { CloudEntry::Taken(Cloud { player, change }) }
        };
        let clouds = |random: &mut Rng| (0..random.usize(0..=3)).map(|_| cloud(random)).collect();
        let waivers = |random: &mut Rng| Waiver::ALL.into_iter().filter(|_| random.bool()).collect();
        match random.u8(0..27) {
            0..=3 => C::Bid(seat, some(random, |random| random.u8(0..=most))),
            4..=7 => C::Tricks(seat, some(random, |random| random.u8(0..=most))),
            8 => C::Trump(trump),
            9 | 10 => C::Bombs(random.u8(0..=3)),
            11 | 12 => C::Clouds(clouds(random)),
            13 => C::Waive(waivers(random)),
            14 | 15 => C::Advance,
            16 | 17 => C::Back,
            18 | 19 => C::Score(some(random, |random| at(random.u32(0..600)))),
            20 => {
                let (bids, tricks, clouds) = (numbers(random), numbers(random), clouds(random));
                let facts = Round { bids, tricks, trump, bombs: random.u8(0..=3), clouds, waived: [].into() };
                C::Correct(random.usize(0..=22), facts)
            }
            21 => C::EndEarly(at(random.u32(0..600))),
            22 | 23 => C::PlayOn,
            _ => {
                let reasons = ["", "time", "own | words", "two\nlines"];
                let mut given = || {
                    let (after, points) = (random.usize(0..=6), random.i32(-51..=51) * 10);
                    penalty(random.usize(0..=6), after, points, random.choice(reasons).unwrap())
                };
                C::Penalties((0..seat % 4).map(|_| given()).collect())
            }
        }
    }
}

fn written_bets(players: usize, steps: &[last_wizard::Command]) -> (WrittenRound, Written) {
    use last_wizard::Command as C;
    let mut round = WrittenRound { facts: vec![WrittenFacts::default(); players], ..Default::default() };
    for step in steps {
        match step {
            C::Bet(seat, bet, Choice::Fold) => round.facts[*seat].fold = Some(if *bet == Bet::First { 1 } else { 2 }),
            C::Bet(seat, Bet::First, Choice::Token(token)) => round.facts[*seat].round_token = Some((*token).into()),
            C::Bet(seat, Bet::Second, Choice::Token(token)) => round.facts[*seat].square_token = Some((*token).into()),
            C::Show(seat, Shown::Rank(rank)) => round.facts[*seat].rank = Some(*rank),
            C::Show(seat, Shown::Hand(hand)) => round.facts[*seat].hand = Some((*hand).into()),
            C::Move(Some(moved)) => {
                round.moves = moved.moves().iter().map(|&by| by.into()).collect();
                round.reason = moved.reason().to_owned();
            }
            _ => {}
        }
    }
    let by_hand = |seat: usize| round.moves.get(seat).copied().unwrap_or(0);
    let bet = |(seat, &facts)| Entry::Bet { facts, by_hand: by_hand(seat) };
    let written = (round.facts.iter().enumerate().map(bet).collect(), round.reason.clone());
    (round, written)
}

impl Drawn for last_wizard::Game {
    const PLAY_ON: last_wizard::Command = last_wizard::Command::PlayOn;

    fn end_early() -> last_wizard::Command {
        last_wizard::Command::EndEarly(at(300))
    }

    fn any(session: &Session<Self>) -> AnyRef<'_> {
        OfGame::LastWizard(session)
    }

    fn random(players: usize, random: &mut Rng) -> Self {
        let start: Option<Vec<i64>> = random.bool().then(|| (0..players).map(|_| random.i64(0..=29)).collect());
        let first = random.i64(0..players as i64);
        let pack = random.choice([None, Some(Pack::Red), Some(Pack::Blue)]).unwrap();
        let rules = last_wizard::RuleSet { fold_doubles: random.bool(), pack };
        Self::new(players, first, rules, start.as_deref()).unwrap()
    }

    fn seated_by(&self, seats: &[usize], seating: Seating, random: Option<&mut Rng>) -> Self {
        let start: Vec<i64> = seats.iter().map(|&seat| (*self.start().get(seat).unwrap()).into()).collect();
        let other = random.map(|random| Self::random(seats.len(), random));
        let rules = other.as_ref().unwrap_or(self).rules().clone();
        Self::new(seats.len(), 0, rules, Some(&start)).unwrap().seated(seating)
    }

    fn begun(session: &Session<Self>, random: &mut Rng) -> Vec<last_wizard::Command> {
        let mut steps = super::last_wizard::random_round(session.game(), session.scored() + 1, random);
        steps.truncate(random.usize(0..=steps.len()));
        steps
    }

    fn played(
        operation: Operation,
        session: &Session<Self>,
        random: &mut Rng,
    ) -> Option<(Vec<last_wizard::Command>, Written)> {
        use last_wizard::Command as C;
        let number = session.scored() + 1;
        let may_end = operation == Operation::AnyRound;
        // A round begun leaves less choice. Most games should not end at once.
        (0..12).find_map(|attempt| {
            let mut steps = super::last_wizard::random_round(session.game(), number, random);
            if operation == Operation::MoveByHand {
                let moves = session.people().players_at_end().iter().map(|_| random.i32(-2..=2)).collect();
                steps.retain(|step| !matches!(step, C::Move(_)));
                steps.push(C::Move(Manual::new(moves, "ruled")));
            } else if !matches!(steps.last(), Some(C::Move(_))) {
                steps.push(C::Move(None));
            }
            steps.push(C::Score(Some(at(number as u32))));
            let played = after_all(session, steps.clone());
            let found = Sheet::of(Self::any(&played));
            let goes_on = found.status() == Status::Running || may_end || attempt > 8;
            let head = found.heads.get(number - 1).filter(|_| goes_on)?;
            let entries = found.lines.iter().map(|line| line.entries[number - 1].1.clone()).collect();
            let is_moved = operation != Operation::MoveByHand || !head.other.is_empty();
            (operation != Operation::Waive && is_moved).then(|| (steps, (entries, head.other.clone())))
        })
    }

    fn corrected(session: &Session<Self>, number: usize, random: &mut Rng) -> (last_wizard::Command, Written) {
        let steps = super::last_wizard::random_round(session.game(), number, random);
        let (round, written) = written_bets(session.people().len(), &steps);
        (last_wizard::Command::Correct(number, (&round).try_into().unwrap()), written)
    }

    fn is_begun(session: &Session<Self>) -> bool {
        session.table().open.as_ref().is_some_and(last_wizard::Round::is_begun)
    }

    fn junk(random: &mut Rng) -> last_wizard::Command {
        use last_wizard::Command as C;
        let (seat, bet) = (random.usize(0..=6), if random.bool() { Bet::First } else { Bet::Second });
        let rank = random.choice([Rank::Best, Rank::Second, Rank::Other]).unwrap();
        let players = random.usize(2..=6);
        match random.u8(0..15) {
            0..=2 => C::Bet(seat, bet, Choice::Fold),
            3..=5 => C::Bet(seat, bet, Choice::Token(Token::try_from(random.i64(-1..=9)).unwrap())),
            6 => C::Show(seat, Shown::Hand(random.i32(-1000..=1000))),
            7 | 8 => C::Show(seat, Shown::Rank(rank)),
            9 => C::Move(Manual::new((0..players).map(|_| random.i32(-110..=110)).collect(), "junk")),
            10 => {
                let mut turn = || WrittenFacts {
                    round_token: some(random, |random| random.i64(-1..=9)),
                    square_token: some(random, |random| random.i64(-1..=9)),
                    fold: Some(random.i64(1..=6)).filter(|fold| *fold < 3),
                    rank: Some(rank).filter(|_| random.bool()),
                    hand: None,
                };
                let round = WrittenRound { facts: (0..players).map(|_| turn()).collect(), ..Default::default() };
                (&round).try_into().map_or(C::Score(None), |facts| C::Correct(seat, facts))
            }
            11 | 12 => C::Score(None),
            13 => C::EndEarly(at(random.u32(0..600))),
            _ => C::PlayOn,
        }
    }
}
