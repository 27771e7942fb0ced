use super::line::{Key, LineBox, PlayerLine};
use super::table_view::{CommonView, Mode, Primary, over_then};
use super::track::{Track, Typed};
use super::{AdderCommand, App, Part, TableCommand as T, TrackCommand};
use crate::game::Breaks;
use crate::last_wizard::{
    Bet, GOAL, Game, Move, Prospects, ROUNDS_MAX, Rank, Round, RoundReading, SeatReading, Shown, Stage, Token, Turn,
    ZONE, signed,
};
use crate::seats::{PerSeat, Seat};
use crate::session::initials;
use crate::text;
use crate::text::{Text, Value};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// The last space also holds all pawns beyond it.
    pub number: i32,
    /// Whether a gain that begins here is doubled.
    pub zone: bool,
    pub pawns: Vec<Seat>,
    /// For screen readers; `None` for an empty space.
    pub label: Option<Text>,
}

impl App {
    pub fn track(&self) -> TrackView {
        let track = self.open_session.play.as_ref().and_then(|play| play.as_ref().last_wizard());
        let tokens = |track: &Track| self.settings().last_wizard.tokens(track.session.people().players_at_end().len());
        track.map(|track| view(track, tokens(track))).unwrap_or_default()
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrackView {
    pub common: CommonView,
    pub part: Part,
    pub first_done: bool,
    pub second_done: bool,
    pub can_show: bool,
    pub by_hand: bool,
    pub typed: Option<Typed>,
    /// From 0 to 30.
    pub spaces: Vec<Space>,
    /// In seat order.
    pub marks: Vec<String>,
    /// The player who begins, and the one alone in front.
    pub head: Vec<Text>,
    /// `None` in a correction.
    pub next: Option<Text>,
    /// The effect of a choice, or what comes next.
    pub hint: Option<Text>,
}

/// Empty without an open round or a correction. `tokens` are those in use.
pub(super) fn view(track: &Track, tokens: impl IntoIterator<Item = Token>) -> TrackView {
    let session = &track.session;
    let common = CommonView::of(track);
    let empty = |common: CommonView| TrackView { common, ..TrackView::default() };
    let (game, table) = (session.game(), track.table());
    let Some((number, round)) = track.round() else { return empty(common) };
    let Some(reading) = game.readings(table).pop() else { return empty(common) };
    let names = session.people().names_in(number);
    let (part, selected) = track.at();
    let stage = round.stage();
    let name = |seat: Seat| names.get(seat).cloned().unwrap_or_default();
    let begins = if track.correction.is_some() {
        text!("{name} began", name = name(game.first_player(number)))
    } else {
        text!("{name} begins", name = name(game.first_player(number)))
    };
    let before = reading.seats.map(|seat| seat.before);
    let alone = reading.alone_in_front().map(|seat| text!("{name} is alone in front", name = name(seat)));
    let checked = game.check_round(number, round);
    let alone_left = match stage {
        Stage::Alone(seat) => Some(text!(
            "All others have folded, so {name} gains the sum of the tokens {name} holds.",
            name = name(seat)
        )),
        _ => None,
    };
    let next = || text!("{name} begins the next round", name = name(game.first_player(number + 1)));
    let plays = track.correction.is_none();
    let ends = plays && checked.as_ref().is_ok_and(|played| game.ends(number, &before, played));
    let next = plays.then(|| if ends || number >= ROUNDS_MAX { over_then(number) } else { next() });
    let asked = game.to_act(number, round).is_some();
    let missing =
        checked.as_ref().err().filter(|_| stage == Stage::Showdown && !asked).map(|violation| violation.text(&names));
    let bet = if part == Part::First { Bet::First } else { Bet::Second };
    let fold = selected.filter(|_| part != Part::Showdown).and_then(|seat| game.folding(table, seat, bet));
    let choices = Choices { game, round, stage, part, before: &before, names: &names };
    let penalty = track.draft.as_ref().and_then(|(draft, _)| draft.view(&reading, &names));
    let keys = match selected {
        None => Vec::new(),
        Some(seat) if part != Part::Showdown => {
            choices.tokens(seat, tokens).chain([choices.fold(seat, fold)]).collect()
        }
        Some(seat) if track.by_hand() => digits(&name(seat)),
        Some(seat) => choices.ranks(seat, &reading),
    };
    TrackView {
        common: CommonView {
            round: number,
            mode: if plays { Mode::Bid } else { Mode::Correct },
            primary: if plays { Primary::Score } else { Primary::Keep },
            ready: checked.is_ok(),
            lines: lines(track, number, &reading, &names, (part, selected)),
            keys,
            selected: selected.map(name).unwrap_or_default(),
            ends,
            penalty,
            notice: common.notice.or_else(|| {
                let name = track.entry.chosen.and_then(|(_, seat)| names.get(seat));
                track.entry.mark.stays(name.filter(|_| checked.is_ok()))
            }),
            ..common
        },
        part,
        first_done: round.turns.iter().all(|turn| *turn != Turn::Waiting) || matches!(stage, Stage::Alone(_)),
        second_done: matches!(stage, Stage::Showdown | Stage::Alone(_)),
        can_show: stage == Stage::Showdown,
        by_hand: track.by_hand(),
        typed: track.entry.typed,
        spaces: spaces(&reading.spaces(), &names),
        marks: initials(&names),
        head: [begins].into_iter().chain(alone).collect(),
        hint: alone_left.or_else(|| next.clone().filter(|_| checked.is_ok())).or(missing).or_else(|| {
            hint(part, selected, fold.map(|fold| (fold, choices.outcomes(selected))), track.by_hand(), &names)
        }),
        next,
    }
}

fn hint(
    part: Part,
    selected: Option<Seat>,
    fold: Option<(Move, usize)>,
    by_hand: bool,
    names: &[String],
) -> Option<Text> {
    let name = names.get(selected?).cloned().unwrap_or_default();
    if part == Part::Showdown {
        return Some(if by_hand {
            text!("{name}'s hand: type its total, or add it up with ∑.", name = name)
        } else {
            text!("How good is {name}'s hand? If the best hands tie, each of them is Best.", name = name)
        });
    }
    let (Move { by, to, .. }, moves) = fold?;
    let by = signed(by);
    Some(match moves {
        0 => text!("{name} takes a token, or folds: {by}, to {to}", name = name, by = by, to = to),
        2 => text!("{name} takes a token (best · other hand), or folds: {by}, to {to}", name = name, by = by, to = to,),
        _ => text!(
            "{name} takes a token (best · second · other hand), or folds: {by}, to {to}",
            name = name,
            by = by,
            to = to,
        ),
    })
}

struct Choices<'a> {
    game: &'a Game,
    round: &'a Round,
    stage: Stage,
    part: Part,
    before: &'a PerSeat<i32>,
    names: &'a [String],
}

impl Choices<'_> {
    fn name(&self, seat: Seat) -> String {
        self.names.get(seat).cloned().unwrap_or_default()
    }

    fn prospects(&self, seat: Seat, round: Token, square: Token) -> Option<Prospects> {
        Some(self.game.prospects(*self.before.get(seat)?, round, square))
    }

    fn others(&self, seat: Seat, holds: impl Fn(Seat) -> bool) -> Vec<Seat> {
        (0..self.names.len()).filter(|&other| other != seat && holds(other)).collect()
    }

    /// `None` if there are none.
    fn listed(&self, seats: &[Seat]) -> Option<Vec<Value>> {
        (!seats.is_empty()).then(|| seats.iter().map(|&seat| self.name(seat).into()).collect())
    }

    /// The moves that a second token would bring; `None` at the first bet, and for the last one left.
    fn moves(&self, seat: Seat, token: Token) -> Option<Prospects> {
        let round = self.round.turns.get(seat)?.round_token()?;
        let bets = self.part == Part::Second && self.stage != Stage::Alone(seat);
        bets.then(|| self.prospects(seat, round, token)).flatten()
    }

    /// The number of moves that a token shows.
    fn outcomes(&self, seat: Option<Seat>) -> usize {
        let moves = seat.and_then(|seat| self.moves(seat, Token::MIN));
        moves.map_or(0, |moves| if moves.second.is_some() { 3 } else { 2 })
    }

    fn tokens(&self, seat: Seat, tokens: impl IntoIterator<Item = Token>) -> impl Iterator<Item = Key> {
        let held_in = |turn: &Turn| if self.part == Part::First { turn.round_token() } else { turn.square_token() };
        let held = self.round.turns.get(seat).and_then(held_in);
        let mut tokens: Vec<Token> = tokens.into_iter().chain(held).collect();
        tokens.sort();
        tokens.dedup();
        let key = move |token: Token| {
            let (moves, name, value) = (self.moves(seat, token), self.name(seat), token.value());
            let by = |to: Move| signed(to.by);
            let label = match moves {
                None => text!("{name} takes {token}", name = name, token = value),
                Some(Prospects { best, second: Some(second), other }) => text!(
                    "{name} takes {token}: best {best}, second {second}, else {other}",
                    name = name,
                    token = value,
                    best = by(best),
                    second = by(second),
                    other = by(other),
                ),
                Some(Prospects { best, second: None, other }) => text!(
                    "{name} takes {token}: best {best}, else {other}",
                    name = name,
                    token = value,
                    best = by(best),
                    other = by(other),
                ),
            };
            let holds = |other: Seat| self.round.turns.get(other).and_then(held_in) == Some(token);
            let (holders, chosen) = (self.others(seat, holds), held == Some(token));
            let below = moves.map(|Prospects { best, second, other }| {
                let all = [Some(best), second, Some(other)].into_iter().flatten().map(by);
                Text::foreign(all.collect::<Vec<_>>().join(" "))
            });
            Key {
                chosen,
                below,
                dim: !holders.is_empty() && !chosen,
                taken: self.listed(&holders).map(|names| text!("taken by {names}", names = names)),
                holders,
                ..Key::new(Text::number(value), label, T::OnTrack(TrackCommand::Token(token)))
            }
        };
        tokens.into_iter().map(key)
    }

    fn fold(&self, seat: Seat, fold: Option<Move>) -> Key {
        let (name, bet) = (self.name(seat), if self.part == Part::First { Bet::First } else { Bet::Second });
        let label = match fold {
            Some(Move { by, to, .. }) => {
                text!("{name} folds: {by}, to space {to}", name = name, by = signed(by), to = to)
            }
            None => text!("{name} cannot fold", name = name),
        };
        Key {
            below: fold.map(|fold| Text::foreign(signed(fold.by))),
            chosen: self.round.turns.get(seat).is_some_and(|turn| turn.folded() == Some(bet)),
            enabled: fold.is_some(),
            ..Key::new(text!("button" => "Fold"), label, T::OnTrack(TrackCommand::Fold))
        }
    }

    fn ranks(&self, seat: Seat, reading: &RoundReading) -> Vec<Key> {
        let Some(Turn::Stayed { round, square, .. }) = self.round.turns.get(seat).copied() else { return Vec::new() };
        let Some(prospects) = self.prospects(seat, round, square).filter(|_| self.part == Part::Showdown) else {
            return Vec::new();
        };
        let now = reading.seats.get(seat).and_then(|seat| seat.rank);
        let key = |(rank, moved): (Rank, Move)| {
            let (name, by) = (self.name(seat), signed(moved.by));
            let (text, label) = match rank {
                Rank::Best => (
                    text!("hand at the showdown" => "Best"),
                    text!("{name} has the best hand: {by}", name = name, by = by.clone()),
                ),
                Rank::Second => (
                    text!("hand at the showdown" => "Second"),
                    text!("{name} has the second best hand: {by}", name = name, by = by.clone()),
                ),
                Rank::Other => (
                    text!("hand at the showdown" => "Other"),
                    text!("{name} has another hand: {by}", name = name, by = by.clone()),
                ),
            };
            let has_rank = |other: Seat| {
                rank != Rank::Other
                    && self.round.shown(other).is_some()
                    && reading.seats.get(other).is_some_and(|reading| reading.rank == Some(rank))
            };
            let holders = self.others(seat, has_rank);
            let taken = self.listed(&holders).map(|names| text!("so far {names}", names = names));
            let (chosen, below) = (now == Some(rank), Some(Text::foreign(by)));
            Key { chosen, below, holders, taken, ..Key::new(text, label, T::OnTrack(TrackCommand::Rank(rank))) }
        };
        let second = prospects.second.map(|moved| (Rank::Second, moved));
        let all = [Some((Rank::Best, prospects.best)), second, Some((Rank::Other, prospects.other))];
        all.into_iter().flatten().map(key).collect()
    }
}

/// The keys for a hand's total.
fn digits(name: &str) -> Vec<Key> {
    let digit = |digit: u8| {
        let label = text!("Digit {digit} of the hand of {name}", digit = digit, name = name);
        Key::new(Text::number(digit), label, T::Digit(digit))
    };
    let sign = text!("Sign of the hand of {name}", name = name);
    let count = text!("Count the hand of {name}", name = name);
    let more = [
        Key::new(Text::foreign("±"), sign, T::OnTrack(TrackCommand::Minus)),
        Key::new(Text::foreign("∑"), count, T::OnTrack(TrackCommand::Adder(AdderCommand::Open))),
    ];
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].into_iter().map(digit).chain(more).collect()
}

/// In the order of the bets.
fn lines(
    track: &Track,
    number: usize,
    reading: &RoundReading,
    names: &[String],
    (part, selected): (Part, Option<Seat>),
) -> Vec<PlayerLine> {
    let game = track.session.game();
    let (marks, alone) = (initials(names), reading.alone_in_front());
    let last = number.checked_sub(2).and_then(|before| track.session.sheet().into_iter().nth(before));
    let line = |seat: Seat| {
        let read = reading.seats.get(seat)?;
        let (name, turn) = (names.get(seat).cloned().unwrap_or_default(), read.turn);
        let first = game.first_player(number) == seat;
        let token = |token: Option<Token>, of: Part| {
            let asked = selected == Some(seat) && part == of;
            let empty = if !asked {
                "·"
            } else if track.entry.typed.is_some() {
                "−_"
            } else {
                "?"
            };
            let text = token.map_or_else(|| Text::foreign(empty), |token| Text::number(token.value()));
            LineBox { text: Some(text), round: of == Part::First, asked, ..LineBox::default() }
        };
        let folded = turn.folded().is_some();
        let by_hand = Some(read.by_hand).filter(|&by| by != 0);
        let moves: Vec<String> = read.moved.map(|moved| moved.by).into_iter().chain(by_hand).map(signed).collect();
        Some(PlayerLine {
            seat,
            label: seat_label(&name, read),
            name,
            initials: marks.get(seat).cloned().unwrap_or_default(),
            tag: first.then(|| text!("goes first")),
            dealer: first,
            ahead: number > 1 && alone == Some(seat),
            selected: selected == Some(seat),
            fact: Some(Text::number(read.space())),
            done: if folded { Some(text!("folded")) } else { hand(read) },
            change: None,
            boxes: [
                (turn.round_token().is_some() || !folded).then(|| token(turn.round_token(), Part::First)),
                (!folded).then(|| token(turn.square_token(), Part::Second)),
            ],
            points: (!moves.is_empty()).then(|| Text::foreign(moves.join(" "))),
            good: read.moved.map(|moved| moved.by).filter(|by| *by != 0).map(|by| by > 0),
            signs: None,
            last: last.as_ref().and_then(|last| last.cells.get(seat)).cloned(),
        })
    };
    game.order(number).filter_map(line).collect()
}

/// A hand that was shown, or its rank, as far as it is known.
fn hand(seat: &SeatReading) -> Option<Text> {
    let rank = seat.rank.map(|rank| match rank {
        Rank::Best => text!("hand at the showdown" => "best"),
        Rank::Second => text!("hand at the showdown" => "second"),
        Rank::Other => text!("hand at the showdown" => "other"),
    });
    let hand = match seat.turn.shown() {
        Some(Shown::Hand(hand)) => Some(Text::number(hand)),
        _ => None,
    };
    match (hand, rank) {
        (Some(hand), Some(rank)) => Some(text!("hand, rank" => "{hand} · {rank}", hand = hand, rank = rank)),
        (hand, rank) => hand.or(rank),
    }
}

fn seat_label(name: &str, seat: &SeatReading) -> Text {
    let token = |token: Token| token.value();
    let moved = seat.moved.map(|moved| signed(moved.by));
    let mut facts: Vec<Value> = Vec::new();
    facts.extend(seat.turn.round_token().map(|held| text!("round token {token}", token = token(held)).into()));
    facts.extend(seat.turn.square_token().map(|held| text!("square token {token}", token = token(held)).into()));
    facts.extend(seat.turn.folded().and(moved.clone()).map(|by| text!("folded, {by}", by = by).into()));
    if let Some(Shown::Hand(hand)) = seat.turn.shown() {
        facts.push(text!("hand {hand}", hand = hand).into());
    }
    facts.extend(seat.rank.zip(moved).map(|(rank, by)| {
        match rank {
            Rank::Best => text!("best hand, {by}", by = by),
            Rank::Second => text!("second best hand, {by}", by = by),
            Rank::Other => text!("another hand, {by}", by = by),
        }
        .into()
    }));
    if seat.by_hand != 0 {
        facts.push(text!("by hand {by}", by = signed(seat.by_hand)).into());
    }
    if facts.is_empty() {
        text!("{name} on space {space}", name = name, space = seat.space())
    } else {
        text!("{name} on space {space}: {facts}", name = name, space = seat.space(), facts = facts)
    }
}

/// 0 to 30; pawns beyond 30 stand on 30.
fn spaces(standing: &PerSeat<i32>, names: &[String]) -> Vec<Space> {
    let space = |number: i32| {
        let there = standing.iter().enumerate().filter(|(_, space)| (**space).min(GOAL) == number);
        let pawns: Vec<Seat> = there.map(|(seat, _)| seat).collect();
        let who: Vec<Value> =
            pawns.iter().filter_map(|&seat| names.get(seat)).map(|name| name.clone().into()).collect();
        let label = (!pawns.is_empty()).then(|| text!("Space {space}: {names}", space = number, names = who));
        Space { number, zone: ZONE.contains(&number), pawns, label }
    };
    (0..=GOAL).map(space).collect()
}
