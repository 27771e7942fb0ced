//! The view that a phone gets of a game: of the table, and of its own seat. Nothing else reaches it.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::moves::{can_take_back, may_bet, name, next_entry};
use super::{NextEntry, Room, Secret, is_running};
use crate::each;
use crate::game::{RoundState, Status};
use crate::language::Language;
use crate::last_wizard::{self, Shown, Stage, Token, Turn};
use crate::seats::Seat;
use crate::session::{AnyRef, OfGame, Player, Session, initials};
use crate::text;
use crate::text::Text;
use crate::wizard::{self, Bidding, OpenRound, Phase};

/// The phone of a seat: its secret, and the view that was made for it and reaches no other.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatedPhone {
    secret: Secret,
    view: PhoneView,
}

impl SeatedPhone {
    pub fn new(secret: Secret, view: PhoneView) -> SeatedPhone {
        SeatedPhone { secret, view }
    }

    pub fn secret(&self) -> &Secret {
        &self.secret
    }

    pub(super) fn view(&self) -> &PhoneView {
        &self.view
    }
}

/// What one phone may know of the game, as the page reads it; its sentences are in the page's language.
#[derive(Clone, Debug, PartialEq)]
pub struct PhoneView(ViewValue);

#[derive(Clone, Debug, PartialEq)]
enum ViewValue {
    Value(Value),
    Text(Text),
    List(Vec<ViewValue>),
    Fields(Vec<(&'static str, ViewValue)>),
}

impl PhoneView {
    pub fn json(&self, language: Language) -> Value {
        self.0.json(language)
    }
}

impl ViewValue {
    fn json(&self, language: Language) -> Value {
        match self {
            ViewValue::Value(value) => value.clone(),
            ViewValue::Text(text) => language.translate(text).into(),
            ViewValue::List(list) => list.iter().map(|value| value.json(language)).collect(),
            ViewValue::Fields(fields) => {
                let fields = fields.iter().map(|(name, value)| ((*name).to_owned(), value.json(language)));
                Value::Object(fields.collect::<Map<_, _>>())
            }
        }
    }
}

impl From<Value> for PhoneView {
    fn from(value: Value) -> PhoneView {
        PhoneView(ViewValue::Value(value))
    }
}

impl From<Text> for ViewValue {
    fn from(text: Text) -> ViewValue {
        ViewValue::Text(text)
    }
}

/// A plain value; `None` is null.
fn plain(value: impl Into<Value>) -> ViewValue {
    ViewValue::Value(value.into())
}

fn or_null<T: Into<ViewValue>>(value: Option<T>) -> ViewValue {
    value.map_or(ViewValue::Value(Value::Null), Into::into)
}

fn list<T>(items: impl IntoIterator<Item = T>, to_value: impl FnMut(T) -> ViewValue) -> ViewValue {
    ViewValue::List(items.into_iter().map(to_value).collect())
}

/// Table state beyond the game itself.
#[derive(Debug)]
pub struct TableState<'a> {
    pub room: &'a Room,
    /// By seat, 0 to 5.
    pub colours: Vec<u8>,
    /// The tokens in use (The Last Wizard).
    pub tokens: BTreeSet<Token>,
    /// Why nothing can be entered now.
    pub closed: Option<Text>,
}

/// The view without a seat, and each seated phone. A phone belongs to a person, wherever they sit.
pub fn views(session: AnyRef, state: &TableState) -> (PhoneView, Vec<SeatedPhone>) {
    let common = match session {
        OfGame::Wizard(session) => wizard_view(session, state),
        OfGame::LastWizard(session) => track_view(session, state),
    };
    let people = each!(session, session => session.people().players_at_end());
    let bids = session.wizard().and_then(|session| session.open()).map(|(round, open)| (round, &open.facts.bids));
    let with = |you: ViewValue| {
        let mut fields = common.clone();
        fields.push(("you", you));
        PhoneView(ViewValue::Fields(fields))
    };
    let own = |(seat, player): (Seat, &Player)| {
        let place = state.room.seat_of(player.id)?;
        let secret = state.room.secret_of(place)?.clone();
        // The bid may come from the phone that had the seat before.
        let bid = bids.and_then(|(round, bids)| Some((round, bids.known(seat)?)));
        let sees_bid = bid.is_none_or(|(round, bid)| state.room.sees(place, round, bid));
        Some(SeatedPhone::new(secret, with(you(session, state, seat, sees_bid))))
    };
    (with(ViewValue::Value(Value::Null)), people.iter().enumerate().filter_map(own).collect())
}

type Fields = Vec<(&'static str, ViewValue)>;

fn common(session: AnyRef, state: &TableState, sentence: Text, of_seat: impl Fn(Seat) -> Fields) -> Fields {
    let (people, names, standings, scored, status) = each!(session, session => {
        let (people, scored) = (session.people(), session.scored());
        (people.players_at_end(), people.names_at_end(), session.by_seat_after(scored), scored, session.status())
    });
    let marks = initials(&names);
    let phone = |player: &Player| state.room.seat_of(player.id).and_then(|seat| state.room.secret_of(seat)).is_some();
    let player = |(seat, name): (Seat, &String)| {
        let standing = standings.get(seat);
        let mut fields = vec![
            ("name", plain(name.clone())),
            ("initials", plain(marks.get(seat).cloned())),
            ("colour", plain(state.colours.get(seat).copied())),
            ("phone", plain(people.get(seat).is_some_and(phone))),
            ("total", plain(standing.map(|line| line.total))),
            ("rank", plain(standing.filter(|_| scored > 0).map(|line| line.rank))),
        ];
        // The game's own fields replace these.
        for (key, value) in of_seat(seat) {
            fields.retain(|(other, _)| *other != key);
            fields.push((key, value));
        }
        ViewValue::Fields(fields)
    };
    vec![
        ("game", plain(session.name().key())),
        ("over", plain(status != Status::Running)),
        ("says", sentence.into()),
        ("players", list(names.iter().enumerate(), player)),
    ]
}

fn wizard_view(session: &Session, state: &TableState) -> Fields {
    let (game, running) = (session.game(), is_running(OfGame::Wizard(session)).is_ok());
    let bidding = game.rules().bidding;
    let open = session.open().filter(|_| running);
    let number = open.map_or(session.scored(), |(round, _)| round);
    let known = open.is_none_or(|(_, open)| open.bids_are_known(bidding));
    let reading = open.map(|(round, open)| game.reading(round, &open.facts));
    let filled = open.map(|(round, open)| match open.phase {
        Phase::Bidding if bidding != Bidding::Secret => open.facts.tricks.clone(),
        _ => game.filled_tricks(round, &open.facts),
    });
    let of_seat = |seat: Seat| {
        let seen = reading.as_ref().and_then(|reading| reading.seats.get(seat));
        let bid = seen.filter(|_| known);
        vec![
            ("bid", plain(bid.and_then(|seen| seen.bid))),
            ("changed_bid", plain(bid.and_then(|seen| seen.changed_bid()))),
            ("has_bid", plain(seen.is_some_and(|seen| seen.bid.is_some()))),
            ("tricks", plain(filled.as_ref().and_then(|tricks| tricks.known(seat)))),
        ]
    };
    let sentence =
        open.map_or_else(|| over(OfGame::Wizard(session)), |(round, open)| status_text(session, round, open));
    let mut fields = common(OfGame::Wizard(session), state, sentence, of_seat);
    let trump = open.and_then(|(_, open)| open.facts.trump).map(|trump| {
        ViewValue::Fields(vec![("name", game.rules().deck.trump(trump).into()), ("colour", plain(trump.key()))])
    });
    let phase = match open.map(|(_, open)| open.phase) {
        None => "over",
        Some(Phase::Playing) => "playing",
        Some(Phase::Bidding) if bidding == Bidding::Secret => "revealing",
        Some(Phase::Bidding) => "bidding",
    };
    let scored = session.readings().into_iter().filter(|reading| reading.is_scored());
    let row = |reading: wizard::RoundReading| {
        let cell = |seat: &wizard::SeatReading| {
            ViewValue::Fields(vec![
                ("total", plain(seat.total)),
                ("points", plain(seat.points)),
                ("bid", plain(seat.bid)),
                ("tricks", plain(seat.tricks)),
            ])
        };
        ViewValue::Fields(vec![("round", plain(reading.number)), ("cells", list(&reading.seats, cell))])
    };
    fields.extend([
        ("round", plain(number)),
        ("rounds", plain(game.plan().rounds())),
        ("cards", plain(game.cards(number))),
        ("phase", plain(phase)),
        ("trump", or_null(trump)),
        ("dealer", plain(game.dealer(number))),
        ("turn", plain(open.and_then(|(round, open)| bidder(session, round, open)))),
        ("sheet", list(scored, row)),
    ]);
    fields
}

fn bidder(session: &Session, round: usize, open: &OpenRound) -> Option<Seat> {
    let in_order = session.game().rules().bidding == Bidding::Open && open.phase == Phase::Bidding;
    let mut order = session.game().bidding_order(round).into_iter().filter(|_| in_order);
    order.find(|&seat| open.facts.bids.known(seat).is_none())
}

fn status_text(session: &Session, round: usize, open: &OpenRound) -> Text {
    let (game, facts) = (session.game(), &open.facts);
    let bidding = game.rules().bidding;
    let in_so_far = facts.bids.iter().flatten().count();
    if let Some(seat) = bidder(session, round, open) {
        return text!("{name} bids", name = name(session, round, seat));
    }
    match (open.phase, bidding) {
        (Phase::Playing, _) => text!(
            "The round is played. Tricks entered: {sum} of {of}",
            sum = facts.trick_sum(),
            of = game.tricks_possible(round, facts.bombs),
        ),
        (Phase::Bidding, Bidding::Secret) => text!("The bids are revealed"),
        (Phase::Bidding, _) if in_so_far == game.players() => text!("All bids are in"),
        (Phase::Bidding, _) => text!("Everybody bids. In so far: {n} of {of}", n = in_so_far, of = game.players()),
    }
}

fn over(session: AnyRef) -> Text {
    each!(session, session => {
        let names = session.people().names_at_end();
        let first = session.standings().into_iter().filter(|line| line.rank == 1);
        let first: Vec<String> = first.filter_map(|line| names.get(line.seat).cloned()).collect();
        match session.status() {
            Status::EndedEarly if session.scored() == 0 => text!("Ended before the first round"),
            Status::EndedEarly => text!("The game was ended. In front: {names}", names = first),
            _ => text!("The game is over. First: {names}", names = first),
        }
    })
}

fn track_view(session: &Session<last_wizard::Game>, state: &TableState) -> Fields {
    let (game, running) = (session.game(), is_running(OfGame::LastWizard(session)).is_ok());
    let open = session.table().open.as_ref().filter(|_| running);
    let number = session.scored() + usize::from(open.is_some());
    let mut readings = game.readings(session.table());
    let now = readings.pop_if(|reading| reading.state == RoundState::Open).filter(|_| running);
    let of_seat = |seat: Seat| {
        let Some(reading) = now.as_ref().and_then(|now| now.seats.get(seat)) else { return Vec::new() };
        let turn = reading.turn;
        let hand = turn.shown().and_then(|shown| match shown {
            Shown::Hand(hand) => Some(hand),
            Shown::Rank(_) => None,
        });
        let tokens = [turn.round_token(), turn.square_token()].into_iter().flatten().map(Token::value);
        vec![
            ("total", plain(reading.space())),
            ("has_bid", plain(turn != Turn::Waiting)),
            ("tokens", plain(tokens.collect::<Vec<_>>())),
            ("folded", plain(turn.folded().is_some())),
            ("hand", plain(hand)),
            ("bid", plain(Value::Null)),
            ("tricks", plain(Value::Null)),
        ]
    };
    let stage = open.map(last_wizard::Round::stage);
    let turn = open.and_then(|round| game.to_act(number, round));
    let named = |seat: Option<Seat>| seat.map(|seat| name(session, number, seat)).unwrap_or_default();
    let sentence = match stage {
        None => over(OfGame::LastWizard(session)),
        Some(Stage::FirstBet) => text!("First bet: {name}", name = named(turn)),
        Some(Stage::SecondBet) => text!("Second bet: {name}", name = named(turn)),
        Some(Stage::Showdown) => text!("The hands are compared"),
        Some(Stage::Alone(seat)) => text!("All but {name} have folded", name = named(Some(seat))),
    };
    let phase = match stage {
        None => "over",
        Some(Stage::FirstBet) => "first_bet",
        Some(Stage::SecondBet) => "second_bet",
        Some(Stage::Showdown | Stage::Alone(_)) => "showdown",
    };
    let row = |reading: last_wizard::RoundReading| {
        let entries = crate::game::SheetRow::from(&reading).cells;
        let cell = |(seat, entry): (&last_wizard::SeatReading, &crate::game::SheetCell)| {
            ViewValue::Fields(vec![
                ("total", plain(seat.after)),
                ("points", plain(seat.by())),
                ("entry", plain(entry.entry.clone())),
                ("bid", plain(Value::Null)),
                ("tricks", plain(Value::Null)),
            ])
        };
        let cells = list(reading.seats.iter().zip(&entries), cell);
        ViewValue::Fields(vec![("round", plain(reading.number)), ("cells", cells)])
    };
    let mut fields = common(OfGame::LastWizard(session), state, sentence, of_seat);
    fields.extend([
        ("round", plain(number)),
        ("rounds", plain(Value::Null)),
        ("cards", plain(Value::Null)),
        ("phase", plain(phase)),
        ("trump", plain(Value::Null)),
        ("dealer", plain(game.first_player(number))),
        ("turn", plain(turn)),
        ("sheet", list(readings, row)),
    ]);
    fields
}

fn you(session: AnyRef, state: &TableState, seat: Seat, sees_bid: bool) -> ViewValue {
    let open = state.closed.is_none();
    let entry = next_entry(session, seat).filter(|_| open);
    let mut bid = None;
    let mut tricks = None;
    let mut tokens = Vec::new();
    let mut may_fold = false;
    match session {
        OfGame::Wizard(session) if is_running(OfGame::Wizard(session)).is_ok() => {
            if let Some((_, round)) = session.open() {
                let may_see = sees_bid || round.bids_are_known(session.game().rules().bidding);
                bid = round.facts.bids.known(seat).filter(|_| may_see);
                tricks = round.facts.tricks.known(seat);
            }
        }
        OfGame::Wizard(_) => {}
        OfGame::LastWizard(session) => {
            if let (Some(NextEntry::Bet), Ok(bet)) = (entry, may_bet(session, seat)) {
                let token = |token: &Token| number(plain(token.value()), None);
                tokens = state.tokens.iter().map(token).collect();
                may_fold = session.game().folding(session.table(), seat, bet).is_some();
            }
        }
    }
    let sentence = state.closed.clone().unwrap_or_else(|| prompt(entry, is_running(session).is_ok()));
    ViewValue::Fields(vec![
        ("seat", plain(seat)),
        ("bid", plain(bid)),
        ("tricks", plain(tricks)),
        ("asks", plain(entry.map(NextEntry::key))),
        ("numbers", ViewValue::List(numbers(session, seat, entry))),
        ("tokens", ViewValue::List(tokens)),
        ("may_fold", plain(may_fold)),
        ("can_take_back", plain(open && can_take_back(session, seat))),
        ("says", sentence.into()),
    ])
}

fn prompt(entry: Option<NextEntry>, running: bool) -> Text {
    match entry {
        Some(NextEntry::Bid) => text!("What do you bid?"),
        Some(NextEntry::Tricks) => text!("How many tricks did you take?"),
        Some(NextEntry::Bet) => text!("Take a token, or fold"),
        Some(NextEntry::Show) => text!("What is your hand worth?"),
        None if running => text!("Nothing to enter for you now"),
        None => text!("The game is over."),
    }
}

fn number(number: ViewValue, refused: Option<Text>) -> ViewValue {
    ViewValue::Fields(vec![("number", number), ("refused", or_null(refused))])
}

/// The numbers to choose from, each with the rule that refuses it. [`wizard::Game::may_bid`] reveals no hidden bid.
fn numbers(session: AnyRef, seat: Seat, entry: Option<NextEntry>) -> Vec<ViewValue> {
    let Some(session) = session.wizard() else { return Vec::new() };
    let Some((round, open)) = session.open().filter(|_| entry.is_some()) else { return Vec::new() };
    let (game, names) = (session.game(), session.people().names_in(round));
    let refused = |value: u8| match entry {
        Some(NextEntry::Bid) => game.may_bid(round, &open.facts, seat, value).err(),
        _ => None,
    };
    let key = |value: u8| number(plain(value), refused(value).map(|violation| violation.text_to(seat, &names)));
    (0..=game.cards(round)).map(key).collect()
}
