//! Whole games by clicks and by keys, every total compared with a recount.

use crate::window::Window;

const NAMES: [&str; 6] = ["Anna", "Ben", "Cleo", "Dora", "Émilie", "Finn"];

/// The bids and tricks of a round, in seat order.
struct Round {
    cards: u8,
    bids: Vec<u8>,
    tricks: Vec<u8>,
}

fn random_round(random: &mut fastrand::Rng, players: usize, cards: u8, dealer: usize) -> Round {
    let mut bids: Vec<u8> = (0..players).map(|_| random.u8(0..=cards.min(3))).collect();
    if random.bool() && cards > 9 {
        bids[dealer] = random.u8(10..=cards);
    }
    while bids.iter().map(|&bid| u16::from(bid)).sum::<u16>() == u16::from(cards) {
        bids[dealer] = random.u8(0..=cards);
    }
    let mut tricks = vec![0; players];
    for _ in 0..cards {
        tricks[random.usize(..players)] += 1;
    }
    Round { cards, bids, tricks }
}

/// Adds the points of a round, computed a second time: docs/rules.md, *What is counted*.
fn recount(totals: &mut [i32], round: &Round) {
    for (seat, total) in totals.iter_mut().enumerate() {
        let (bid, took) = (i32::from(round.bids[seat]), i32::from(round.tricks[seat]));
        *total += if bid == took { 20 + 10 * took } else { -10 * (bid - took).abs() };
    }
}

fn shown(number: i32) -> String {
    if number < 0 { format!("−{}", -number) } else { number.to_string() }
}

fn play(players: usize, by_keys: bool, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut window = Window::new();
    let names = &NAMES[..players];
    window.deal(names);
    let rounds = 60 / players;
    let mut totals = vec![0; players];
    for number in 1..=rounds {
        let dealer = (number - 1) % players;
        let round = random_round(&mut random, players, u8::try_from(number).unwrap(), dealer);
        let order: Vec<usize> = (1..=players).map(|step| (dealer + step) % players).collect();
        let before = window.inputs;
        for &seat in &order {
            if by_keys { window.type_number(round.bids[seat]) } else { window.bid(names[seat], round.bids[seat]) }
        }
        if by_keys {
            window.key("\n")
        } else {
            window.click("Start the tricks")
        }
        let mut left = round.cards;
        for (index, &seat) in order.iter().enumerate() {
            // The last player's tricks, and the zeros once all are taken, fill in by themselves.
            if left == 0 || index + 1 == players {
                break;
            }
            if by_keys {
                window.type_number(round.tricks[seat])
            } else {
                window.took(names[seat], round.tricks[seat])
            }
            left -= round.tricks[seat];
        }
        if by_keys {
            window.key("\n")
        } else {
            let end = if number == rounds { " and end the game" } else { "" };
            window.click(&format!("Score round {number}{end}"))
        }
        let inputs = window.inputs - before;
        assert!(inputs <= 2 * players + 1, "round {number} took {inputs} inputs for {players} players");
        recount(&mut totals, &round);
        if number < rounds {
            for (seat, name) in names.iter().enumerate() {
                let (bid, took) = (round.bids[seat], round.tricks[seat]);
                let end = if bid == took { "met" } else { "missed" };
                let label =
                    format!("Round {number}, {name}, total {}, bid {bid}, took {took}, {end}", shown(totals[seat]));
                assert!(window.shows(&label), "the sheet shows {label:?}: {:#?}", window.labels());
            }
        }
    }
    let best = *totals.iter().max().unwrap();
    for (seat, name) in names.iter().enumerate() {
        let rank = 1 + totals.iter().filter(|&&other| other > totals[seat]).count();
        let place = format!("Place {rank}: {name}, {} points", shown(totals[seat]));
        assert!(window.says(&place), "the result says {place:?}: {:#?}", window.labels());
    }
    let winners: Vec<&str> = (0..players).filter(|&seat| totals[seat] == best).map(|seat| names[seat]).collect();
    let title = match winners.as_slice() {
        [winner] => format!("{winner} wins"),
        [others @ .., last] => format!("{} and {last} share the victory", others.join(", ")),
        [] => String::new(),
    };
    assert!(window.shows(&title), "the result says {title:?}");
    window.settle();
    let saved = tablet_of_truth::archive::Archive::load(&window.file()).unwrap().session.wizard().unwrap();
    assert!(saved.current_totals().into_iter().eq(totals), "the file must give the same totals");
}

#[test]
fn three_players_play_by_clicks() {
    play(3, false, 3);
}

#[test]
fn six_players_play_by_keys() {
    play(6, true, 66);
}
