//! A made-up evening, shown before the first game.

use chrono::{DateTime, Days, FixedOffset, NaiveTime, TimeDelta};
use uuid::Uuid;

use super::{Colour, Counted, EXAMPLE, Look, Player, Session};
use crate::wizard::{Command, RuleSet, Seat, Trump};

const NAMES: [&str; 4] = ["Greta", "Emil", "Clara", "Theo"];

/// Bids and tricks of each round, in seat order.
const ROUNDS: [([u8; 4], [u8; 4]); 15] = [
    ([0, 1, 0, 1], [0, 1, 0, 0]),
    ([1, 0, 1, 1], [1, 0, 0, 1]),
    ([1, 1, 0, 2], [2, 1, 0, 0]),
    ([2, 0, 1, 0], [2, 0, 1, 1]),
    ([1, 2, 1, 2], [1, 2, 0, 2]),
    ([2, 1, 1, 1], [2, 2, 1, 1]),
    ([3, 1, 2, 2], [2, 1, 2, 2]),
    ([1, 3, 2, 1], [1, 3, 3, 1]),
    ([4, 2, 0, 2], [4, 2, 1, 2]),
    ([3, 1, 4, 3], [3, 1, 3, 3]),
    ([2, 3, 2, 3], [2, 4, 2, 3]),
    ([5, 2, 3, 1], [5, 2, 2, 3]),
    ([3, 4, 2, 3], [3, 4, 3, 3]),
    ([4, 3, 5, 3], [5, 3, 4, 2]),
    ([4, 4, 2, 3], [4, 5, 3, 3]),
];

/// Rounds scored in the second game.
const BEGUN: usize = 6;

const MINUTES_A_ROUND: i64 = 6;

/// A finished game from the evening before `now`, and the rematch, in the middle of its bids.
pub fn example_evening(ids: [Uuid; 2], now: DateTime<FixedOffset>) -> Option<[Session; 2]> {
    let evening = now.date_naive().checked_sub_days(Days::new(1))?.and_time(NaiveTime::from_hms_opt(20, 0, 0)?);
    let started = evening.and_local_timezone(now.timezone()).single()?;
    let mut colours = Colour::ALL.into_iter();
    let players = NAMES.map(|name| {
        let look = Look { colour: colours.next(), ..Look::default() };
        Player { look, ..Player::new(name, Uuid::new_v5(&EXAMPLE, name.as_bytes())) }
    });
    let example = Counted::CopyOf(EXAMPLE);
    let first = Session::new(ids[0], started, players.into(), 0, RuleSet::default()).ok()?.as_counted(example);
    let first = ROUNDS.iter().try_fold(first, |game, _| scored(&game, 0))?;
    let second = first.rematch(ids[1], first.ended()? + TimeDelta::minutes(15)).ok()?.as_counted(example);
    let second = (0..BEGUN).try_fold(second, |game, _| scored(&game, 2))?;
    // Two have yet to bid.
    Some([first, bid(&second, 2, 2)?])
}

/// Plays the open round as in [`ROUNDS`], with seats shifted by `moved`.
fn scored(game: &Session, moved: usize) -> Option<Session> {
    let (round, _) = game.open()?;
    let (_, tricks) = ROUNDS.get(round - 1)?;
    let trump = [Trump::Blue, Trump::Red, Trump::Green, Trump::Yellow][round % 4];
    let mut game = bid(game, moved, NAMES.len())?;
    if game.game().given_trump(round).is_none() {
        game = game.apply(Command::Trump(Some(trump))).ok()?;
    }
    game = game.apply(Command::Advance).ok()?;
    for seat in 0..NAMES.len() {
        game = game.apply(Command::Tricks(seat, Some(tricks[(seat + moved) % NAMES.len()]))).ok()?;
    }
    let minutes = MINUTES_A_ROUND * i64::try_from(round).ok()?;
    game.apply(Command::Score(Some(game.started() + TimeDelta::minutes(minutes)))).ok()
}

fn bid(game: &Session, moved: usize, count: usize) -> Option<Session> {
    let (round, _) = game.open()?;
    let (bids, _) = ROUNDS.get(round - 1)?;
    let order: Vec<Seat> = game.game().bidding_order(round);
    order.into_iter().take(count).try_fold(game.clone(), |game, seat| {
        game.apply(Command::Bid(seat, Some(bids[(seat + moved) % NAMES.len()]))).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Status;

    #[test]
    fn the_example_is_last_nights_and_nobodys() {
        let ids = [1, 2].map(Uuid::from_u128);
        for now in ["2026-03-08T01:00:00+01:00", "2026-03-08T21:00:00-03:00"] {
            let now = DateTime::parse_from_rfc3339(now).unwrap();
            let [first, second] = example_evening(ids, now).expect("every step must be allowed");
            assert_eq!([first.id(), second.id()], ids);
            assert_eq!(first.started().to_rfc3339()[..19], *"2026-03-07T20:00:00");
            assert!(first.ended().unwrap() < second.started() && second.ended().unwrap() < now);
            assert_eq!([&first, &second].map(Session::counted), [Counted::CopyOf(EXAMPLE); 2]);
            assert_eq!((first.status(), first.scored()), (Status::Finished, ROUNDS.len()));
            assert_eq!((second.status(), second.scored()), (Status::Running, BEGUN));
            let open = second.open().unwrap().1;
            assert_eq!(open.facts.bids.iter().filter(|bid| bid.is_some()).count(), 2);
            assert_ne!(first.standings()[0].seat, second.standings()[0].seat, "somebody else must lead");
        }
    }
}
