//! First-hand odds, compared with every deal of small decks, random deals of the whole deck, and the printed figures.

use proptest::prelude::*;
use tablet_of_truth::language::Language;
use tablet_of_truth::table::{Cell, Row, first_hand_odds};
use tablet_of_truth::wizard::{Card, Colour, Deck, DeckNames, FirstHand, Fraction, Odds, Trump};

use crate::common::thorough::cases;

const TRUMPS: [Trump; 5] = [Trump::Blue, Trump::Red, Trump::Green, Trump::Yellow, Trump::None];

fn cards(deck: Deck) -> Vec<Card> {
    let mut all = vec![Card::Wizard; deck.wizards.into()];
    all.extend(vec![Card::Jester; deck.jesters.into()]);
    for &colour in &Colour::ALL[..deck.colours.into()] {
        all.extend((1..=deck.ranks).map(|rank| Card::Plain(colour, rank)));
    }
    all
}

fn kinds(deck: Deck) -> Vec<Card> {
    let mut all = cards(deck);
    all.dedup();
    all
}

fn without(mut cards: Vec<Card>, card: Card) -> Vec<Card> {
    let place = cards.iter().position(|other| *other == card).unwrap();
    cards.remove(place);
    cards
}

/// The seat that takes this trick, found card by card by the rules.
fn winner(trick: &[Card], trump: Trump) -> usize {
    let mut best = 0;
    for place in 1..trick.len() {
        let better = match (trick[best], trick[place]) {
            (Card::Wizard, _) | (_, Card::Jester) => false,
            (_, Card::Wizard) | (Card::Jester, _) => true,
            (Card::Plain(held, high), Card::Plain(colour, rank)) if held == colour => rank > high,
            (Card::Plain(..), Card::Plain(colour, _)) => Trump::from(colour) == trump,
        };
        if better {
            best = place;
        }
    }
    best
}

/// Calls `each` with every ordered draw of `count` of these cards.
fn draws(left: &[Card], count: usize, drawn: &mut Vec<Card>, each: &mut impl FnMut(&[Card])) {
    if count == 0 {
        return each(drawn);
    }
    for place in 0..left.len() {
        let mut rest = left.to_vec();
        drawn.push(rest.remove(place));
        draws(&rest, count - 1, drawn, each);
        drawn.pop();
    }
}

fn same(fraction: Fraction, won: u64, all: u64) -> bool {
    fraction.numerator * all == fraction.denominator * won
}

fn trumps(turned_up: Card, deck: Deck) -> Vec<Trump> {
    match FirstHand::given_trump(turned_up) {
        Some(trump) => vec![trump],
        None => TRUMPS[..deck.colours.into()].iter().copied().chain([Trump::None]).collect(),
    }
}

fn hands(deck: Deck, players: usize) -> Vec<FirstHand> {
    let mut found = Vec::new();
    for turned_up in kinds(deck) {
        for trump in trumps(turned_up, deck) {
            for card in kinds(deck) {
                let all = (0..players).map(|seat| FirstHand { players, seat, turned_up, card, trump });
                found.extend(all.filter(|hand| hand.is_possible(deck)));
            }
        }
    }
    found
}

fn counted_card_by_card(deck: Deck, players: usize) -> usize {
    let all = hands(deck, players);
    for hand in &all {
        let left = without(without(cards(deck), hand.turned_up), hand.card);
        let (mut won, mut deals) = (0, 0);
        draws(&left, players - 1, &mut Vec::new(), &mut |others| {
            let mut trick = others.to_vec();
            trick.insert(hand.seat, hand.card);
            won += u64::from(winner(&trick, hand.trump) == hand.seat);
            deals += 1;
        });
        let odds = hand.odds_with(deck).unwrap();
        assert!(same(odds.chance, won, deals), "{hand:?}: {:?}, but {won} of {deals}", odds.chance);
    }
    all.len()
}

#[test]
fn every_deal_of_a_small_deck_played_out_gives_the_counted_chance() {
    let deck = Deck { colours: 3, ranks: 3, wizards: 2, jesters: 2 };
    assert!(counted_card_by_card(deck, 3) > 400);
    assert!(counted_card_by_card(deck, 4) > 500);
    counted_card_by_card(Deck { colours: 4, ranks: 2, wizards: 1, jesters: 3 }, 3);
    counted_card_by_card(Deck { colours: 2, ranks: 2, wizards: 2, jesters: 3 }, 5);
    counted_card_by_card(Deck { colours: 2, ranks: 2, wizards: 1, jesters: 3 }, 6);
}

#[test]
fn random_deals_of_the_whole_deck_agree() {
    const DEALS: u32 = 20_000;
    let mut random = fastrand::Rng::with_seed(9);
    let mut asked = 0;
    while asked < 60 {
        let players = random.usize(3..=6);
        let mut deck = cards(Deck::CLASSIC);
        random.shuffle(&mut deck);
        let (turned_up, card) = (deck[0], deck[1]);
        let trump = FirstHand::given_trump(turned_up).unwrap_or(TRUMPS[random.usize(0..5)]);
        let hand = FirstHand { players, seat: random.usize(0..players), turned_up, card, trump };
        let chance = hand.odds().unwrap().chance.value();
        let mut left = deck.split_off(2);
        let mut won = 0;
        for _ in 0..DEALS {
            let mut trick: Vec<Card> = Vec::new();
            for place in 0..players - 1 {
                let other = random.usize(place..left.len());
                left.swap(place, other);
                trick.push(left[place]);
            }
            trick.insert(hand.seat, hand.card);
            won += u32::from(winner(&trick, trump) == hand.seat);
        }
        let seen = f64::from(won) / f64::from(DEALS);
        let deviation = (chance * (1.0 - chance) / f64::from(DEALS)).sqrt();
        assert!((seen - chance).abs() <= 4.0 * deviation + 1e-9, "{hand:?}: {chance}, but {seen} in {DEALS} deals");
        asked += 1;
    }
}

/// The booklet's product for the leader, as a fraction: all others hold cards among the `beaten`.
fn leads(beaten: u64, players: usize) -> (u64, u64) {
    let product = |top: u64| (0..players as u64 - 1).map(|drawn| top.saturating_sub(drawn)).product();
    (product(beaten), product(58))
}

/// The unknown cards that lose when played after the hand's.
fn beaten(hand: &FirstHand) -> u64 {
    let left = without(without(cards(Deck::CLASSIC), hand.turned_up), hand.card);
    left.iter().filter(|other| winner(&[hand.card, **other], hand.trump) == 0).count() as u64
}

#[test]
fn leaders_and_trumps_win_by_the_printed_formula() {
    for players in 3..=6 {
        for hand in hands(Deck::CLASSIC, players) {
            let odds = hand.odds().unwrap();
            let is_trump = matches!(hand.card, Card::Plain(colour, _) if hand.trump == colour.into());
            if hand.seat == 0 || is_trump {
                let (won, all) = leads(beaten(&hand), players);
                assert!(same(odds.chance, won, all), "{hand:?}: {odds:?}");
                let certain = Fraction { numerator: 1, denominator: 1 };
                assert!(won < all || odds.chance == certain, "in lowest terms: {odds:?}");
            }
        }
    }
}

#[test]
fn a_bid_of_1_is_worth_it_from_the_printed_numbers_of_beaten_cards() {
    for (players, smallest) in [(3, 39), (4, 44), (5, 48), (6, 50)] {
        let (mut bid_1, mut bid_0) = (Vec::new(), Vec::new());
        for hand in hands(Deck::CLASSIC, players) {
            let odds = hand.odds().unwrap();
            assert_eq!(odds.bid == 1, 7 * odds.chance.numerator >= 3 * odds.chance.denominator);
            if hand.seat == 0 {
                if odds.bid == 1 { &mut bid_1 } else { &mut bid_0 }.push(beaten(&hand));
            }
        }
        assert_eq!(bid_1.iter().min(), Some(&smallest), "{players} players");
        assert!(bid_0.iter().max() < Some(&smallest), "{players} players");
    }
}

#[test]
fn impossible_hands_are_refused() {
    let red = |rank| Card::Plain(Colour::Red, rank);
    let hand = FirstHand { players: 4, seat: 0, turned_up: red(7), card: red(12), trump: Trump::Red };
    let refused = [
        FirstHand { players: 2, ..hand },
        FirstHand { players: 7, ..hand },
        FirstHand { seat: 4, ..hand },
        FirstHand { card: red(14), ..hand },
        FirstHand { card: red(0), ..hand },
        FirstHand { card: red(7), ..hand },
        FirstHand { trump: Trump::Blue, ..hand },
        FirstHand { turned_up: Card::Jester, ..hand },
    ];
    assert_eq!(refused.map(|hand| hand.odds()), [None; 8]);
    let both = FirstHand { turned_up: Card::Wizard, card: Card::Wizard, ..hand };
    assert!(both.is_possible(Deck::CLASSIC), "there are four Wizards");
}

#[test]
fn every_hand_is_in_the_table_with_its_odds() {
    for players in 3..=6 {
        for hand in hands(Deck::CLASSIC, players) {
            let table =
                first_hand_odds(players, Some((hand.turned_up, hand.trump)), DeckNames::Suits, Language::ENGLISH);
            let (name, column) = match hand.card {
                Card::Wizard => ("Wizard".to_owned(), hand.seat + 2),
                Card::Jester => ("Jester".to_owned(), hand.seat + 2),
                Card::Plain(colour, rank) => {
                    let is_trump = hand.trump == colour.into();
                    (DeckNames::Suits.rank(rank).to_string(), if is_trump { 1 } else { hand.seat + 2 })
                }
            };
            let rows: Vec<_> =
                table.rows.iter().filter(|row| row.cell(0).text(Language::ENGLISH, &str::to_owned) == name).collect();
            let [row] = rows[..] else { panic!("{name} in {} rows", rows.len()) };
            let odds = hand.odds().unwrap();
            let percent = 100.0 * odds.chance.value();
            let wanted = if odds.bid == 1 { format!("✓ {percent:.1}") } else { format!("{percent:.1}") };
            assert_eq!(row.cell(column).text(Language::ENGLISH, &str::to_owned), wanted, "{hand:?}");
        }
    }
}

#[test]
fn the_table_waits_for_the_turned_up_card_which_nobody_holds() {
    let odds = |turned_up| first_hand_odds(4, turned_up, DeckNames::Peoples, Language::ENGLISH);
    assert!(odds(None).rows.is_empty());
    let table = odds(Some((Card::Plain(Colour::Red, 8), Trump::Red)));
    let gone: Vec<&Row> = table.rows.iter().filter(|row| *row.cell(1) == Cell::None).collect();
    assert_eq!(gone.len(), 3, "the Wizard, the 8, the Jester");
    let heads = |turned_up| odds(turned_up).shown(4).map(|(_, _, head)| head.to_string()).collect::<Vec<_>>();
    assert!(heads(Some((Card::Wizard, Trump::Blue))).contains(&"Trump".to_owned()));
    assert!(!heads(Some((Card::Jester, Trump::None))).contains(&"Trump".to_owned()));
}

/// Decks of any shape with enough cards for the table, and its number of players.
fn decks() -> impl Strategy<Value = (Deck, usize)> {
    (1..=4_u8, 1..=6_u8, 0..=4_u8, 0..=4_u8, 3..=6_usize)
        .prop_map(|(colours, ranks, wizards, jesters, players)| (Deck { colours, ranks, wizards, jesters }, players))
        .prop_filter("too few cards", |(deck, players)| deck.cards() > *players as u64)
}

proptest! {
    #![proptest_config(cases(64, 1))]

    /// Somebody takes the trick: over all own cards, the chances of the seats add up to 1.
    #[test]
    fn the_chances_of_all_seats_add_up_to_one((deck, players) in decks(), pick in 0..60_usize) {
        let all = cards(deck);
        let turned_up = all[pick % all.len()];
        for trump in trumps(turned_up, deck) {
            let left = without(all.clone(), turned_up);
            let sum: f64 = left.iter().flat_map(|&card| {
                (0..players).map(move |seat| FirstHand { players, seat, turned_up, card, trump })
            }).map(|hand| hand.odds_with(deck).unwrap().chance.value()).sum();
            prop_assert!((sum / left.len() as f64 - 1.0).abs() < 1e-9, "{sum} over {} cards", left.len());
        }
    }

    /// A higher card of a colour never wins less, nor more than a Wizard in the same seat.
    #[test]
    fn a_higher_rank_never_wins_less(
        players in 3..=6_usize,
        seat in 0..6_usize,
        pick in 0..60_usize,
        colour in 0..4_usize,
    ) {
        let turned_up = cards(Deck::CLASSIC)[pick];
        let seat = seat % players;
        for trump in trumps(turned_up, Deck::CLASSIC) {
            let odds = |card| -> Option<Odds> { FirstHand { players, seat, turned_up, card, trump }.odds() };
            let line = (1..=13).map(|rank| Card::Plain(Colour::ALL[colour], rank));
            let chances: Vec<f64> = line.filter_map(odds).map(|odds| odds.chance.value()).collect();
            prop_assert!(chances.is_sorted(), "{chances:?}");
            prop_assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)));
            let wizard = odds(Card::Wizard).unwrap().chance.value();
            prop_assert!(chances.iter().all(|chance| *chance <= wizard + 1e-12));
        }
    }

    /// Playing earlier never wins less with the same card.
    #[test]
    fn sitting_earlier_never_hurts(players in 3..=6_usize, pick in 0..60_usize, own in 0..60_usize) {
        let (turned_up, card) = (cards(Deck::CLASSIC)[pick], cards(Deck::CLASSIC)[own]);
        for trump in trumps(turned_up, Deck::CLASSIC) {
            let odds = |seat| FirstHand { players, seat, turned_up, card, trump }.odds();
            let chances: Vec<f64> = (0..players).filter_map(odds).map(|odds| odds.chance.value()).collect();
            prop_assert!(chances.is_sorted_by(|earlier, later| *earlier >= *later - 1e-12), "{chances:?}");
        }
    }
}
