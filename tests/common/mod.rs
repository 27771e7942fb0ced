//! What the tests share: people, rule sets, and a scorekeeper who plays whole rounds.

#![allow(dead_code, reason = "no binary uses all of it")]

pub mod json;
pub mod last_wizard;
pub mod operation;
pub mod program;
pub mod rules;
pub mod sheet;
pub mod thorough;

use chrono::{DateTime, FixedOffset};
use tablet_of_truth::app::Notice;
use tablet_of_truth::game::Rules;
use tablet_of_truth::seats::PerSeat;
use tablet_of_truth::session::{Agreement, Former, Frame, People, Player, Session, TournamentTable};
use tablet_of_truth::wizard::{
    Bidding, Cloud, CloudEntry, Command, Game, Penalty, Round, RoundReading, RuleSet, SpecialCard,
};
use uuid::Uuid;

pub const NAMES: [&str; 6] = ["Ana", "Zoë", "李雷", "Émilie", "D'Arcy", "Bo"];

pub const EXAMPLE: &str = concat!(
    r#"{"players": ["Thomas", "Ute", "Kevin"], "first_dealer": 0,
 "rules": {"plus_minus_one": true, "bidding": "open", "special_cards": ["bomb", "cloud"],"#,
    r#" "unicolor": false, "clairvoyance": false},
 "rounds": [{"bids": [0, 1, 1], "tricks": [0, 0, 1], "trump": "red", "bomb": false, "cloud": null},
            {"bids": [1, 0, 2], "tricks": [0, 0, 1], "bomb": true, "cloud": {"player": 2, "change": -1}}]}
"#
);

/// The time `minute` minutes into the evening of 7 March 2026.
pub fn at(minute: u32) -> DateTime<FixedOffset> {
    let start = DateTime::parse_from_rfc3339("2026-03-07T20:15:00+01:00").unwrap();
    start + chrono::Duration::minutes(minute.into())
}

pub fn people(names: &[&str]) -> Vec<Player> {
    let id = |seat: usize| Uuid::from_u128(0x0aa0_0000 + seat as u128);
    names.iter().enumerate().map(|(seat, name)| Player::new(*name, id(seat))).collect()
}

/// Seat 0 deals first.
pub fn session(players: usize, rules: RuleSet) -> Session {
    session_of(&NAMES[..players], rules)
}

/// Unchecked, as if read from a file; seat 0 deals first.
pub fn session_of(names: &[&str], rules: RuleSet) -> Session {
    let people = People::seated(people(names), Vec::new()).unwrap();
    let (id, started) = (Uuid::from_u128(0x5e55_1011), at(0));
    let frame = Frame::new(id, started, &people);
    Session::of(frame, game(names.len(), rules))
}

pub fn with_id<G: Rules>(session: &Session<G>, id: Uuid) -> Session<G> {
    let frame = Frame { id, tournament: None, ..session.frame() };
    let (table, steps) = (session.table().clone(), session.steps().to_vec());
    Session::of(frame, session.game().clone()).with_facts(table, steps, session.undone()).unwrap()
}

pub fn tournament_table() -> TournamentTable {
    TournamentTable { id: Uuid::from_u128(0x70e), round: 2, table: "C".into() }
}

pub fn taken_over<G: Rules>(session: &Session<G>, seat: usize, player: &Player) -> Session<G> {
    let (people, scored) = (session.people(), session.scored());
    let mut last = people.players_at_end().to_vec();
    let left = std::mem::replace(&mut last[seat], player.clone());
    let mut former = people.former().to_vec();
    if scored > 0 && !former.iter().any(|one| one.seat == seat && one.rounds == scored) {
        former.push(Former { seat, rounds: scored, player: left });
    }
    // A player who is back before any round was played without them never left.
    former.retain(|one| one.rounds < scored || last[one.seat].id != one.player.id);
    let people = People::seated(last, former).unwrap();
    let agreed = Agreement { people, game: session.game().clone() };
    let seats = PerSeat::new(agreed.people.len(), |seat| seat);
    session.agree(agreed, seats).unwrap()
}

/// The session in another order at the table and with another dealer from the next round on: seat `i` is taken by
/// the player who sat on `seats[i]`.
pub fn reseated(session: &Session, seats: &[usize], dealer: usize) -> Session {
    let people = moved(session.people(), seats);
    let seats: PerSeat<usize> = seats.iter().copied().collect();
    let seating = session.game().seating().from_round(session.scored() + 1, dealer, &seats);
    let game = Game::seated(seating, session.game().rules().clone()).unwrap();
    session.agree(Agreement { people, game }, seats).unwrap()
}

/// Seat `i` is taken by the player who sat on `seats[i]`.
pub fn moved(people: &People, seats: &[usize]) -> People {
    let last = seats.iter().map(|&was| people.players_at_end()[was].clone()).collect();
    let now = |was: usize| seats.iter().position(|&seat| seat == was).unwrap();
    let former = people.former().iter().map(|one| Former { seat: now(one.seat), ..one.clone() }).collect();
    People::seated(last, former).unwrap()
}

/// Seat 0 deals first.
pub fn game(players: usize, rules: RuleSet) -> Game {
    Game::new(players, 0, rules).unwrap()
}

pub fn classic() -> RuleSet {
    RuleSet::default()
}

pub fn unbound() -> RuleSet {
    RuleSet { plus_minus_one: false, ..RuleSet::default() }
}

pub fn hands(hands: &[u8]) -> RuleSet {
    RuleSet { hands: Some(hands.to_vec()), ..unbound() }
}

pub fn bidding(bidding: Bidding) -> RuleSet {
    RuleSet { bidding, ..unbound() }
}

pub fn with_cards(cards: &[SpecialCard]) -> RuleSet {
    RuleSet { special_cards: cards.iter().copied().collect(), ..unbound() }
}

pub fn known(numbers: &[u8]) -> PerSeat<Option<u8>> {
    numbers.iter().copied().map(Some).collect()
}

pub fn without(seat: usize, numbers: &[u8]) -> PerSeat<Option<u8>> {
    let mut numbers = known(numbers);
    numbers.set(seat, None);
    numbers
}

/// A complete round without trump, Bomb and Cloud.
pub fn round(bids: &[u8], tricks: &[u8]) -> Round {
    Round { bids: known(bids), tricks: known(tricks), trump: None, bombs: 0, clouds: vec![], waived: [].into() }
}

pub fn penalty(player: usize, after_round: usize, points: i32, reason: &str) -> Penalty {
    Penalty { player, after_round, points, reason: reason.to_owned() }
}

pub fn entering(game: &Game, number: usize, facts: &Round) -> Vec<Command> {
    let order = game.bidding_order(number);
    let bids = order.iter().map(|&seat| Command::Bid(seat, facts.bids.known(seat)));
    let tricks = order.iter().map(|&seat| Command::Tricks(seat, facts.tricks.known(seat)));
    let mut steps = vec![Command::Bombs(facts.bombs), Command::Clouds(facts.clouds.clone())];
    if game.rules().bidding == Bidding::Secret {
        steps.extend(tricks.chain([Command::Advance]).chain(bids));
    } else {
        steps.extend(bids.chain([Command::Advance]).chain(tricks));
    }
    steps.push(Command::Score(Some(at(number as u32))));
    steps
}

pub fn after<G: Rules>(session: &Session<G>, steps: impl IntoIterator<Item = G::Step>) -> Session<G> {
    steps.into_iter().fold(session.clone(), |session, step| {
        session.apply(step.clone()).unwrap_or_else(|refusal| panic!("{step:?}: {refusal:?}"))
    })
}

pub fn scored(session: &Session, facts: &Round) -> Session {
    let number = session.table().scored.len() + 1;
    after(session, entering(session.game(), number, facts))
}

pub fn played(session: &Session, bids: &[u8], tricks: &[u8]) -> Session {
    scored(session, &round(bids, tricks))
}

pub fn totals(session: &Session) -> Vec<PerSeat<i32>> {
    session.readings().iter().filter_map(RoundReading::totals).collect()
}

pub fn cloud(player: usize, change: i8) -> CloudEntry {
    CloudEntry::Taken(Cloud { player, change: i64::from(change).try_into().unwrap() })
}

/// A random legal round: Plus/Minus One kept, tricks that add up, Bombs and Clouds if the deck has them.
pub fn random_round(game: &Game, number: usize, random: &mut fastrand::Rng) -> Round {
    let (players, cards) = (game.players(), game.cards(number));
    let mut facts = Round::empty(players, game.given_trump(number));
    for seat in game.bidding_order(number) {
        let bid = random.u8(0..=cards);
        let forbidden = game.forbidden_to(number, &facts.bids, seat) == Some(bid);
        facts.bids.set(seat, Some(if forbidden { (bid + 1) % (cards + 1) } else { bid }));
    }
    facts.bombs = random.u8(0..=game.rules().most_of(SpecialCard::Bomb).min(cards));
    let mut tricks = vec![0; players];
    for _ in 0..cards - facts.bombs {
        tricks[random.usize(0..players)] += 1;
    }
    for _ in 0..game.rules().most_of(SpecialCard::Cloud) {
        let taker = random.usize(0..players);
        if tricks[taker] > 0 {
            let bid = facts.scored_bid(taker);
            let down = bid == Some(cards.into()) || (bid != Some(0) && random.bool());
            facts.clouds.push(cloud(taker, if down { -1 } else { 1 }));
        }
    }
    facts.tricks = known(&tricks);
    facts
}

/// The notice in English, or an empty text.
pub fn notice_text(notice: Option<&Notice>) -> String {
    notice.map_or_else(String::new, Notice::to_string)
}
