//! Whole games by clicks and by keys, every total compared with a recount.

use crate::shelf::{Hand, Played, load, shown};
use crate::still::SIX;
use crate::window::Window;

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

fn play(players: usize, by_keys: bool, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut window = Window::new();
    let names = &SIX[..players];
    window.deal(names);
    let rounds = 60 / players;
    let mut entered = Vec::new();
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
            window.tap("Start the tricks")
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
            window.tap(&format!("Score round {number}{end}"))
        }
        let inputs = window.inputs - before;
        assert!(inputs <= 2 * players + 1, "round {number} took {inputs} inputs for {players} players");
        entered.push(round);
    }
    window.settle();
    let saved = load(&window.file());
    let played = Played::of(&saved);
    let kept = played.rounds.iter().map(|round| round.iter().map(|hand| (hand.bid, hand.took)).collect::<Vec<_>>());
    let typed = entered.iter().map(|round| round.bids.iter().zip(&round.tricks));
    let typed = typed.map(|round| round.map(|(&bid, &took)| (bid.into(), took.into())).collect::<Vec<_>>());
    assert!(kept.eq(typed), "the file must have what was entered");
    let totals = played.totals(rounds);
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
    for (index, round) in played.rounds.iter().enumerate() {
        for (name, Hand { bid, took, total }) in names.iter().zip(round) {
            let (total, end) = (shown(*total), if bid == took { "met" } else { "missed" });
            let label = format!("Round {}, {name}, total {total}, bid {bid}, took {took}, {end}", index + 1);
            assert!(window.shows(&label), "the sheet shows {label:?}: {:#?}", window.labels());
        }
    }
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
