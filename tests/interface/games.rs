//! Whole games by taps and by keys, every total compared with a recount.

use tablet_of_truth::session::OfGame;

use crate::common::sheet::Sheet;
use crate::common::{classic, game, random_round};
use crate::shelf::{load, shown};
use crate::still::SIX;
use crate::window::Window;

fn play(players: usize, by_keys: bool, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut window = Window::new();
    let (names, agreed) = (&SIX[..players], game(players, classic()));
    window.deal(names);
    let rounds = 60 / players;
    let mut entered = Vec::new();
    for number in 1..=rounds {
        let round = random_round(&agreed, number, &mut random);
        let order = agreed.bidding_order(number);
        let before = window.inputs;
        for &seat in &order {
            let bid = round.bids.known(seat).unwrap();
            if by_keys { window.type_number(bid) } else { window.bid(names[seat], bid) }
        }
        if by_keys {
            window.key("\n")
        } else {
            window.tap("Start the tricks")
        }
        let mut left = agreed.cards(number);
        for &seat in &order[..players - 1] {
            // The last player's tricks, and the zeros once all are taken, fill in by themselves.
            if left == 0 {
                break;
            }
            let took = round.tricks.known(seat).unwrap();
            if by_keys {
                window.type_number(took)
            } else {
                window.took(names[seat], took)
            }
            left -= took;
        }
        if by_keys {
            window.key("\n")
        } else {
            let end = if number == rounds { " and end the game" } else { "" };
            window.tap(&format!("Score round {number}{end}"))
        }
        let inputs = window.inputs - before;
        assert!(inputs <= 2 * players + 1, "round {number} took {inputs} inputs for {players} players");
        entered.push(round);
    }
    window.settle();
    let saved = load(&window.file());
    let sheet = Sheet::of(OfGame::Wizard(&saved));
    let all = sheet.totals();
    let totals = all.last().unwrap();
    for (seat, name) in names.iter().enumerate() {
        let rank = 1 + totals.iter().filter(|&&other| other > totals[seat]).count();
        let place = format!("Place {rank}: {name}, {} points", shown(totals[seat]));
        assert!(window.says(&place), "the result says {place:?}: {:#?}", window.labels());
    }
    let best = *totals.iter().max().unwrap();
    let winners: Vec<&str> = (0..players).filter(|&seat| totals[seat] == best).map(|seat| names[seat]).collect();
    let title = match winners.as_slice() {
        [winner] => format!("{winner} wins"),
        [others @ .., last] => format!("{} and {last} share the victory", others.join(", ")),
        [] => String::new(),
    };
    assert!(window.shows(&title), "the result says {title:?}");
    // Every row is in sight.
    window.resize(1280.0, 2400.0);
    window.key("t");
    for (number, round) in (1..).zip(&entered) {
        for (seat, name) in names.iter().enumerate() {
            let (bid, took) = (round.bids.known(seat).unwrap(), round.tricks.known(seat).unwrap());
            let (kept_bid, _, kept_took) = sheet.lines[seat].entries[number - 1].1.numbers();
            assert_eq!((kept_bid, kept_took), (bid.into(), took.into()), "the file must have what was entered");
            let (total, end) = (shown(all[number][seat]), if bid == took { "met" } else { "missed" });
            let label = format!("Round {number}, {name}, total {total}, bid {bid}, took {took}, {end}");
            assert!(window.shows(&label), "the sheet shows {label:?}: {:#?}", window.labels());
        }
    }
    let kept = saved.current_totals().into_iter().map(i64::from);
    assert!(kept.eq(totals.iter().copied()), "the file must give the same totals");
}

#[test]
fn three_players_play_by_clicks() {
    play(3, false, 3);
}

#[test]
fn six_players_play_by_keys() {
    play(6, true, 66);
}
