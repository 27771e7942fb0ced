//! Realistic sessions, the same for the same seed: people of different skill, ten years of evenings, every edition and
//! variant.

use chrono::{DateTime, Duration, FixedOffset, NaiveDate, TimeZone};
use fastrand::Rng;
use tablet_of_truth::seats::PerSeat;
use tablet_of_truth::session::{Player, Session};
use tablet_of_truth::wizard::{
    Bidding, Change, Cloud, CloudEntry, Game, OpenRound, Phase, PlanPreset, Round, RuleSet, ScoredRound, SpecialCard,
    Table, TieBreak, Trump,
};
use uuid::Uuid;

/// Everybody who ever plays.
pub const NAMES: [&str; 40] = [
    "Anna",
    "Émilie",
    "Thomas",
    "Ute",
    "Kevin",
    "João",
    "李雷",
    "Zoë",
    "D'Arcy",
    "Jürgen",
    "Søren",
    "Łukasz",
    "Mónica",
    "Ольга",
    "Дмитрий",
    "Νίκος",
    "Ελένη",
    "さくら",
    "はると",
    "김민준",
    "이서연",
    "François",
    "Beatriz",
    "Gonçalo",
    "Inês",
    "Bo",
    "Maximiliane von Hohenfels",
    "Åsa",
    "Çağla",
    "Nguyễn Văn An",
    "ישראל",
    "فاطمة",
    "Siobhán",
    "Kai",
    "Lena",
    "Paul",
    "Mia",
    "Björk",
    "O’Neill",
    "王芳",
];
const PLACES: [&str; 8] = [
    "Kitchen",
    "Café Zeitlos",
    "Chez Émilie",
    "Spieleabend im Gemeindehaus, Untere Kirchgasse 12",
    "Lisboa",
    "Train to Kraków",
    "東京",
    "Club night",
];
const NOTES: [&str; 8] = [
    "First game with the special cards.",
    "Kevin dealt twice in round 7; we kept it.",
    "Rainy Sunday, two pots of tea.",
    "Zum Üben mit neuen Leuten.",
    "Tournament, table 3.",
    "La revanche de l'an dernier.",
    "The dog ate a Jester; replaced by a slip of paper. Everyone agreed that this was fair, and that the dog may not \
     play again.",
    "12 rounds in one hour!",
];
/// The number of circles of people who mostly play among themselves.
const CIRCLES: usize = 6;
const CIRCLE: usize = 9;

/// A person's way of bidding.
struct Person {
    player: Player,
    /// How often the bid is right, from 0 to 1, luck aside.
    skill: f64,
    /// The tricks by which a wrong bid tends to be too high; below 0 too low.
    bias: f64,
}

fn id(random: &mut Rng) -> Uuid {
    uuid::Builder::from_random_bytes(random.u128(..).to_be_bytes()).into_uuid()
}

/// This many sessions drawn from this seed, in no order of time.
pub fn sessions(count: usize, seed: u64) -> impl Iterator<Item = Session> {
    let mut random = Rng::with_seed(seed);
    let people: Vec<Person> = NAMES
        .iter()
        .map(|name| Person {
            player: Player::new(*name, id(&mut random)),
            skill: 0.1 + 0.35 * random.f64(),
            bias: 0.9 * random.f64() - 0.3,
        })
        .collect();
    (0..count).map(move |_| session(&people, &mut random))
}

fn session(people: &[Person], random: &mut Rng) -> Session {
    let count = [3, 3, 4, 4, 4, 4, 5, 5, 6][random.usize(0..9)];
    let table = table(count, random);
    let players: Vec<Player> = table.iter().map(|&index| people[index].player.clone()).collect();
    let rules = rules(count, random);
    let started = evening(random);
    let first_dealer = random.usize(0..count);
    let session =
        Session::new(id(random), started, players, first_dealer, rules).expect("names and rules are playable");
    let place = if random.u8(0..10) < 6 { PLACES[random.usize(0..PLACES.len())] } else { "" };
    let notes = if random.u8(0..10) < 2 { NOTES[random.usize(0..NOTES.len())] } else { "" };
    let session = session.noted(place, notes).expect("short enough");
    let table: Vec<&Person> = table.iter().map(|&index| &people[index]).collect();
    let facts = facts(session.game(), &table, started, random);
    session.with_facts(facts, Vec::new(), 0).expect("the rounds keep the rules")
}

/// The people at a table: mostly one circle, whose regulars come more often.
fn table(count: usize, random: &mut Rng) -> Vec<usize> {
    let circle = random.usize(0..CIRCLES);
    let mut table = Vec::with_capacity(count);
    while table.len() < count {
        let regular = random.usize(0..CIRCLE).min(random.usize(0..CIRCLE));
        let guest = random.u8(0..20) == 0;
        let person = if guest { random.usize(0..NAMES.len()) } else { (circle * 7 + regular) % NAMES.len() };
        if !table.contains(&person) {
            table.push(person);
        }
    }
    table
}

fn rules(players: usize, random: &mut Rng) -> RuleSet {
    let mut rules = RuleSet::default();
    match random.u8(0..20) {
        0..=1 => rules.plus_minus_one = false,
        2 => rules.plus_minus_one_from = 2,
        3 => (rules.plus_minus_one, rules.bidding) = (false, Bidding::Secret),
        4..=5 => rules.bidding = Bidding::Hidden,
        _ => {}
    }
    match random.u8(0..20) {
        0..=2 => rules.special_cards = SpecialCard::OF_25.into(),
        3 => rules.special_cards = [SpecialCard::Bomb, SpecialCard::Cloud].into(),
        4 => rules.special_cards = [SpecialCard::Dragon, SpecialCard::Fairy, SpecialCard::Werewolf].into(),
        5 => rules.unicolor = players <= 4,
        6 => rules.clairvoyance = true,
        7 => rules.hands = PlanPreset::EveryOther.hands(players),
        8 => rules.hands = PlanPreset::LastTen.hands(players),
        9 => rules.hands = PlanPreset::UpAndDown.hands(players),
        _ => {}
    }
    rules.tie_break = if random.u8(0..20) == 0 { vec![TieBreak::BidsMet] } else { Vec::new() };
    rules
}

/// An evening in the years 2016 to 2025, more often towards the weekend.
fn evening(random: &mut Rng) -> DateTime<FixedOffset> {
    use chrono::Datelike;
    let first = NaiveDate::from_ymd_opt(2016, 1, 1).expect("a date");
    let mut day = first + Duration::days(random.i64(0..3653));
    if random.bool() {
        day += Duration::days(5 - i64::from(day.weekday().num_days_from_monday()));
    }
    let summer = (4..=10).contains(&day.month());
    let zone = FixedOffset::east_opt(if summer { 7200 } else { 3600 }).expect("an offset");
    let time = day.and_hms_opt(random.u32(14..22), random.u32(0..60), random.u32(0..60)).expect("a time");
    zone.from_local_datetime(&time).single().expect("fixed offsets are never ambiguous")
}

/// The facts of a game: complete, or up to where the table stopped or is now.
fn facts(game: &Game, table: &[&Person], started: DateTime<FixedOffset>, random: &mut Rng) -> Table {
    let planned = game.plan().rounds();
    let kind = random.u8(0..100);
    let played = if kind < 87 { planned } else { random.usize(0..planned) };
    let mut now = started + Duration::seconds(random.i64(60..400));
    let mut scored = Vec::with_capacity(played);
    for number in 1..=played {
        now += Duration::seconds(random.i64(60..120) + i64::from(game.cards(number)) * random.i64(15..50));
        let facts = game.check_round(number, &round(game, number, table, random)).expect("a round by the rules");
        scored.push(ScoredRound { facts, finished: Some(now) });
    }
    let open = (played < planned).then(|| open(game, played + 1, table, random));
    let over = played < planned && kind < 97;
    let ended_early = (over && played > 0).then(|| now + Duration::seconds(90));
    Table { scored, open, penalties: Vec::new(), ended_early }
}

/// A round in which some have bid.
fn open(game: &Game, number: usize, table: &[&Person], random: &mut Rng) -> OpenRound {
    let whole = round(game, number, table, random);
    let mut facts = Round::empty(game.players(), game.given_trump(number));
    let phase = Phase::first(game.rules().bidding);
    if phase == Phase::Bidding {
        let bidders = random.usize(0..game.players());
        for seat in game.bidding_order(number).into_iter().take(bidders) {
            facts.bids.set(seat, whole.bids.known(seat));
        }
    }
    OpenRound { facts, phase }
}

fn round(game: &Game, number: usize, table: &[&Person], random: &mut Rng) -> Round {
    let (cards, players) = (game.cards(number), game.players());
    let mut facts = Round::empty(players, game.given_trump(number));
    if facts.trump.is_none() && random.u8(0..3) > 0 {
        let trumps = [Trump::Blue, Trump::Red, Trump::Green, Trump::Yellow, Trump::None];
        facts.trump = Some(trumps[random.usize(0..trumps.len())]);
    }
    let dealt = f64::from(cards) * players as f64 / game.rules().deck() as f64;
    facts.bombs = (game.rules().has(SpecialCard::Bomb) && random.f64() < dealt).into();
    let hands: Vec<f64> = (0..players).map(|_| 0.3 + random.f64() + random.f64()).collect();
    let mut tricks = vec![0_u8; players];
    for _ in 0..cards - facts.bombs {
        tricks[drawn(&hands, random)] += 1;
    }
    for seat in game.bidding_order(number) {
        let bid = bid(table[seat], tricks[seat], cards, random);
        let forbidden = game.forbidden_to(number, &facts.bids, seat) == Some(bid);
        let bid = match bid {
            _ if !forbidden => bid,
            0 => 1,
            bid => bid - 1,
        };
        facts.bids.set(seat, Some(bid));
    }
    if game.rules().has(SpecialCard::Cloud) && random.f64() < dealt {
        facts.clouds.extend(cloud(&facts.bids, &tricks, cards, random).map(CloudEntry::Taken));
    }
    facts.tricks = tricks.into_iter().map(Some).collect();
    facts
}

/// The taker of a trick: a strong hand takes more.
fn drawn(hands: &[f64], random: &mut Rng) -> usize {
    let mut left = random.f64() * hands.iter().sum::<f64>();
    hands
        .iter()
        .position(|hand| {
            left -= hand;
            left < 0.0
        })
        .unwrap_or(0)
}

/// The bid of a person who will take this many tricks.
fn bid(person: &Person, tricks: u8, cards: u8, random: &mut Rng) -> u8 {
    if random.f64() < person.skill {
        return tricks;
    }
    let spread = 1.0 + f64::from(cards) / 12.0;
    let off = (random.f64() + random.f64() - 1.0) * 2.0 * spread + person.bias;
    (f64::from(tricks) + off).round().clamp(0.0, f64::from(cards)) as u8
}

/// A Cloud whose taker makes the best of it.
fn cloud(bids: &PerSeat<Option<u8>>, tricks: &[u8], cards: u8, random: &mut Rng) -> Option<Cloud> {
    let taker = drawn(&tricks.iter().map(|&tricks| f64::from(tricks)).collect::<Vec<_>>(), random);
    let (bid, taken) = (bids.known(taker)?, tricks[taker]);
    let up = if bid == 0 || bid == cards { bid == 0 } else { bid < taken || (bid == taken && random.bool()) };
    (taken > 0).then_some(Cloud { player: taker, change: if up { Change::More } else { Change::Less } })
}
