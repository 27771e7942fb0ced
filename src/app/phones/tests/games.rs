//! Random games by phones, compared with those at the table.

use super::*;
use crate::wizard::{Change as CloudChange, SpecialCard};

fn random(game: u64) -> fastrand::Rng {
    fastrand::Rng::with_seed(game)
}

#[test]
fn games_of_wizard_by_phones_are_the_games_at_the_table() {
    for game in 0..8 {
        let mut random = random(game);
        let rules = Bidding::ALL[game as usize % 4];
        let mut evening = Evening::of(wizard(RuleSet { hands: Some(vec![2, 4]), ..bidding(rules) }));
        let phones = evening.claim_all();
        let mut table = evening.app.wizard().unwrap().clone();
        let mut steps = 0;
        while evening.app.wizard().unwrap().open().is_some() {
            steps += 1;
            assert!(steps < 2000, "the game does not end");
            let round = table.scored() + 1;
            let seat = random.usize(0..3);
            let number = random.u8(0..=5);
            let (what, step) = match random.u8(0..10) {
                0..4 => (bid(round, number), wizard::Command::Bid(seat, Some(number))),
                4..8 => (tricks(round, number), wizard::Command::Tricks(seat, Some(number))),
                // Revealed secret bids are the scorekeeper's.
                8 if rules == Bidding::Secret && table.open().unwrap().1.facts.bids.whole().is_none() => continue,
                8 => {
                    evening.app.handle(Command::OnTable(TableCommand::Primary));
                    settle(&mut evening.app);
                    table = evening.app.wizard().unwrap().clone();
                    continue;
                }
                _ => {
                    // What keeps a round from ending is entered again.
                    let in_play = table.open().unwrap().1.facts.tricks.known(seat).is_some();
                    let step =
                        if in_play { wizard::Command::Tricks(seat, None) } else { wizard::Command::Bid(seat, None) };
                    (Change::Back { round }, step)
                }
            };
            let (answer, at_table) = (evening.ask(&phones[seat], what), table.apply(step));
            if let (Answer::Kept(_), Ok(next)) = (&answer, at_table) {
                table = next;
            }
            assert_eq!(evening.app.wizard().unwrap(), &table, "{answer:?}");
        }
        assert_eq!(table.scored(), 2);
    }
}

#[test]
fn games_of_the_last_wizard_by_phones_are_the_games_at_the_table() {
    for game in 0..6 {
        let mut random = random(game);
        let mut evening = Evening::of(track(&["Anna", "Ben", "Cleo"]));
        let phones = evening.claim_all();
        for _ in 0..120 {
            let Some(OfGame::LastWizard(session)) = evening.app.session() else { panic!("another game") };
            let before = session.clone();
            let (round, seat) = (before.scored() + 1, random.usize(0..3));
            let what = match random.u8(0..8) {
                0..3 => Change::Bet { round, token: random.i8(-2..=10) },
                3 => Change::Fold { round },
                4..6 => Change::Show { round, hand: random.i16(-20..40) },
                6 => Change::Back { round },
                _ => {
                    evening.app.handle(Command::OnTable(TableCommand::Primary));
                    settle(&mut evening.app);
                    continue;
                }
            };
            let answer = evening.ask(&phones[seat], what.clone());
            let Some(OfGame::LastWizard(after)) = evening.app.session() else { panic!("another game") };
            match (answer, what) {
                (Answer::Kept(_), Change::Back { .. }) => assert_eq!(after, &before.undo().unwrap()),
                (Answer::Kept(_), _) => {
                    let Some(crate::session::Step::Play(step)) = after.last_step() else { panic!("no step") };
                    assert_eq!(&before.apply(step.clone()).unwrap(), after);
                }
                (Answer::Refused { .. }, _) => assert_eq!(after, &before),
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn phones_and_table_enter_the_same_whichever_comes_first() {
    for game in 0..12 {
        let mut random = random(game);
        let special_cards = [SpecialCard::Cloud].into();
        let rules = RuleSet { special_cards, plus_minus_one: false, hands: Some(vec![3, 3, 3]), ..RuleSet::default() };
        let mut evening = Evening::of(wizard(rules));
        let phones = evening.claim_all();
        for round in 1..=2 {
            for seat in [round % 3, (round + 1) % 3, (round + 2) % 3] {
                evening.kept(&phones[seat], bid(round, u8::from(round == 1 || seat != 1)));
            }
            evening.tap(TableCommand::Primary);
            if round == 1 {
                (0..3).for_each(|seat| evening.kept(&phones[seat], tricks(round, 1)));
                evening.tap(TableCommand::Primary);
            }
        }
        let table = [
            TableCommand::Cloud,
            TableCommand::CloudSign(Some(1), CloudChange::More),
            TableCommand::Correct { round: 1, seat: Some(0) },
            TableCommand::Field(Field::Bid),
            TableCommand::Number(2),
            TableCommand::Primary,
        ];
        let mut seats = [0, 1, 2];
        random.shuffle(&mut seats);
        let (mut table, mut seats) = (table.into_iter(), seats.into_iter());
        while table.len() + seats.len() > 0 {
            if random.usize(..table.len() + seats.len()) < table.len() {
                table.next().into_iter().for_each(|command| evening.tap(command));
            } else {
                seats.next().into_iter().for_each(|seat| evening.kept(&phones[seat], tricks(2, 1)));
            }
        }
        evening.tap(TableCommand::Primary);
        let points =
            |round: usize| [0, 1, 2].map(|seat| evening.view(None)["sheet"][round]["cells"][seat]["points"].clone());
        assert_eq!([points(0), points(1)], [[-10, 30, 30], [30, 30, 30]].map(|round| round.map(Value::from)), "{game}");
    }
}
