//! A session can hold any game: here one in which every player names a number each round.

use tablet_of_truth::game::{Breaks, BrokenRule, Refusal, RoundState, Rules, SheetCell, SheetRow, Standing, Status};
use tablet_of_truth::seats::{PerSeat, Seat, Seating};
use tablet_of_truth::session::{Frame, People, Session, fingerprint};
use tablet_of_truth::text;
use tablet_of_truth::text::Text;
use uuid::Uuid;

use crate::common::{at, people};

/// Everyone names a number up to 9 each round; whoever reaches 20 ends the game, and most points win.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Numbers {
    seating: Seating,
}

/// The number of each player in each round; only the last round may lack some.
type Rounds = Vec<PerSeat<Option<u8>>>;

/// The seat and its number.
type Named = (Seat, u8);

#[derive(Clone, Debug, PartialEq, Eq)]
struct TooLarge(Named);

impl Breaks for TooLarge {
    fn text(&self, names: &[String]) -> Text {
        let TooLarge((seat, number)) = self;
        text!("{name} cannot name {number}", name = names.get(*seat).map_or("?", String::as_str), number = *number)
    }
}

impl Numbers {
    fn totals(&self, rounds: &[PerSeat<Option<u8>>]) -> PerSeat<i32> {
        let total = |seat: Seat| rounds.iter().filter_map(|round| round.known(seat)).map(i32::from).sum();
        PerSeat::new(self.seating.players(), total)
    }

    fn whole<'a>(&self, rounds: &'a Rounds) -> &'a [PerSeat<Option<u8>>] {
        let whole = rounds.iter().take_while(|round| round.whole().is_some()).count();
        &rounds[..whole]
    }
}

impl Rules for Numbers {
    type Table = Rounds;
    type Step = Named;
    type Breach = TooLarge;

    fn seating(&self) -> &Seating {
        &self.seating
    }

    fn first_deal(&self) -> Rounds {
        vec![PerSeat::new(self.seating.players(), |_| None)]
    }

    fn perform(&self, rounds: &mut Rounds, &(seat, number): &Named) -> Result<(), Refusal<TooLarge>> {
        if self.status(rounds) == Status::Finished {
            return Err(Refusal::GameOver);
        }
        if seat >= self.seating.players() {
            return Err(Refusal::NoSuchSeat(seat));
        }
        if number > 9 {
            return Err(Refusal::Rule { round: rounds.len(), breach: TooLarge((seat, number)) });
        }
        rounds.last_mut().unwrap().set(seat, Some(number));
        if rounds.last().unwrap().whole().is_some() && self.status(rounds) == Status::Running {
            rounds.extend(self.first_deal());
        }
        Ok(())
    }

    fn carry(&self, _: &Numbers, rounds: &Rounds, seats: &PerSeat<Seat>) -> Result<Rounds, Refusal<TooLarge>> {
        let moved = |round: &PerSeat<Option<u8>>| seats.map(|&seat| round.known(seat));
        Ok(rounds.iter().map(moved).collect())
    }

    fn steps_to(&self, rounds: &Rounds) -> Vec<Named> {
        let named = |round: &PerSeat<Option<u8>>| {
            round.iter().enumerate().filter_map(|(seat, number)| Some((seat, (*number)?))).collect::<Vec<_>>()
        };
        rounds.iter().flat_map(named).collect()
    }

    fn leads_to(&self, rounds: &Rounds, later: &Rounds) -> bool {
        later.starts_with(rounds)
    }

    fn told(&self, _: &Rounds, _: &dyn Fn(usize) -> Vec<String>) -> Vec<Text> {
        Vec::new()
    }

    fn next_game(&self, _: usize) -> Numbers {
        self.clone()
    }

    fn no_way(&self) -> TooLarge {
        TooLarge((0, 10))
    }

    fn status(&self, rounds: &Rounds) -> Status {
        let over = self.totals(self.whole(rounds)).iter().any(|&total| total >= 20);
        if over { Status::Finished } else { Status::Running }
    }

    fn scored(&self, rounds: &Rounds) -> usize {
        self.whole(rounds).len()
    }

    fn ended(&self, _: &Rounds) -> Option<chrono::DateTime<chrono::FixedOffset>> {
        None
    }

    fn standings(&self, rounds: &Rounds, count: usize) -> Vec<Standing> {
        let whole = self.whole(rounds);
        let totals = self.totals(&whole[..count.min(whole.len())]);
        let lines = totals.iter().enumerate().map(|(seat, &total)| Standing { rank: 0, seat, total, met: 0 });
        Standing::ranked(lines.collect(), |line| -line.total)
    }

    fn sheet(&self, rounds: &Rounds) -> Vec<SheetRow> {
        let scored = self.scored(rounds);
        let row = |(index, round): (usize, &PerSeat<Option<u8>>)| {
            let counts = index < scored;
            let totals = self.totals(&rounds[..=index]);
            let cell = |seat: Seat| SheetCell {
                total: totals.get(seat).copied().filter(|_| counts),
                entry: round.known(seat).map_or(String::new(), |number| number.to_string()),
                good: None,
            };
            SheetRow {
                number: index + 1,
                state: if counts { RoundState::Scored } else { RoundState::Open },
                starter: self.starter(index + 1),
                cells: PerSeat::new(self.seating.players(), cell),
            }
        };
        rounds.iter().enumerate().map(row).collect()
    }
}

fn dealt() -> Session<Numbers> {
    let people = People::new(people(&["Anna", "Ben", "Cleo"])).unwrap();
    let frame = Frame { id: Uuid::from_u128(1), started: at(0), people: &people, place: "", notes: "", copy_of: None };
    Session::of(frame, Numbers { seating: Seating::new(3, 0) })
}

fn after(steps: &[Named]) -> Session<Numbers> {
    steps.iter().fold(dealt(), |session, &step| session.apply(step).unwrap())
}

const TWO_ROUNDS: [Named; 6] = [(0, 4), (1, 9), (2, 9), (0, 5), (1, 2), (2, 2)];

#[test]
fn another_game_is_played_in_a_session() {
    let session = after(&TWO_ROUNDS);
    assert_eq!((session.status(), session.scored(), session.rematch_dealer()), (Status::Running, 2, 2));
    assert_eq!(session.current_totals(), [9, 11, 11]);
    let ranks: Vec<(usize, Seat)> = session.standings().iter().map(|line| (line.rank, line.seat)).collect();
    assert_eq!(ranks, [(1, 1), (1, 2), (3, 0)]);
    let sheet = session.sheet();
    assert_eq!(sheet.iter().map(SheetRow::is_begun).collect::<Vec<_>>(), [true, true, false]);
    assert_eq!(sheet[1].cells.map(|cell| (cell.total, cell.entry.clone())).get(0), Some(&(Some(9), "5".to_owned())));
    let over = [(0, 0), (1, 9), (2, 0)].into_iter().fold(session, |session, step| session.apply(step).unwrap());
    assert_eq!((over.status(), over.sheet().len()), (Status::Finished, 3));
    assert_eq!(over.apply((0, 1)), Err(Refusal::GameOver));
}

#[test]
fn another_game_is_undone_to_its_first_deal_and_played_again() {
    let session = after(&TWO_ROUNDS);
    let mut back = session.clone();
    while let Ok(before) = back.undo() {
        assert_eq!(before.redo().unwrap(), back);
        back = before;
    }
    assert_eq!(back.table(), dealt().table());
    assert_eq!((back.undone(), back.undo()), (6, Err(Refusal::NothingToUndo)));
    let again = TWO_ROUNDS.iter().try_fold(back, |session, _| session.redo()).unwrap();
    assert_eq!(again, session);
    assert_ne!(fingerprint(&again), fingerprint(&dealt()));
}

#[test]
fn another_game_refuses_by_its_own_rules() {
    let session = after(&TWO_ROUNDS);
    assert_eq!(session.apply((1, 10)), Err(Refusal::Rule { round: 3, breach: TooLarge((1, 10)) }));
    assert_eq!(session.apply((3, 1)), Err(Refusal::NoSuchSeat(3)));
    let facts = |number: u8| vec![PerSeat::new(3, |_| Some(number)), PerSeat::new(3, |_| None)];
    assert_eq!(dealt().with_facts(facts(7), Vec::new(), 0).unwrap().current_totals(), [7, 7, 7]);
    let broken = dealt().with_facts(facts(11), Vec::new(), 0).unwrap_err();
    assert_eq!(broken, BrokenRule { round: 1, breach: TooLarge((0, 11)), names: dealt().people().names_at_end() });
    assert_eq!(broken.to_string(), "round 1: Anna cannot name 11");
}
