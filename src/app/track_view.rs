use super::table_view::{CommonView, Mode, Primary, over_then};
use super::track::{Track, Typed};
use super::{AdderView, App, Overlay, Part};
use crate::game::{Breaks, SheetCell};
use crate::last_wizard::{
    Bet, GOAL, Game, Move, Prospects, ROUNDS_MAX, Rank, Round, RoundReading, SeatReading, Shown, Stage, Token, Turn,
    ZONE, signed,
};
use crate::seats::{PerSeat, Seat};
use crate::session::initials;
use crate::text;
use crate::text::{Text, Value};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackRow {
    /// Also gives the colour.
    pub seat: Seat,
    pub name: String,
    pub initials: String,
    pub space: i32,
    pub turn: Turn,
    /// Entered or following from others.
    pub rank: Option<Rank>,
    /// Whether the rank, or the hand it follows from, was entered.
    pub named: bool,
    /// By the rules, once certain.
    pub moved: Option<Move>,
    /// In spaces.
    pub by_hand: i32,
    /// Of the round before; `None` in the first.
    pub last: Option<SheetCell>,
    pub selected: bool,
    /// Whether the pawn stands strictly before all others since a round was scored.
    pub crowned: bool,
    pub first: bool,
    pub told: Text,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenKey {
    pub token: Token,
    pub chosen: bool,
    /// The others who have it at this bet.
    pub holders: Vec<Seat>,
    /// `holders` in words; `None` if nobody has it.
    pub taken: Option<Text>,
    /// The moves it would bring, at the second bet while others are left.
    pub moves: Vec<i32>,
    /// In words, with the player's name.
    pub told: Text,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankKey {
    pub rank: Rank,
    pub chosen: bool,
    /// For none but the best and the second.
    pub holders: Vec<Seat>,
    /// `holders` in words; `None` if there are none.
    pub taken: Option<Text>,
    /// In spaces.
    pub by: i32,
    pub told: Text,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// The last space also holds all pawns beyond it.
    pub number: i32,
    /// Whether a gain that begins here is doubled.
    pub zone: bool,
    pub pawns: Vec<Seat>,
    /// In words; `None` if nobody stands there.
    pub told: Option<Text>,
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
    /// In the order of the bets.
    pub rows: Vec<TrackRow>,
    /// From 0 to 30.
    pub spaces: Vec<Space>,
    /// In seat order.
    pub marks: Vec<String>,
    pub tokens: Vec<TokenKey>,
    /// `None` if the selected player cannot fold.
    pub fold: Option<Move>,
    pub folded: bool,
    pub ranks: Vec<RankKey>,
    pub adder: Option<AdderView>,
    /// Who begins, and who is alone in front.
    pub head: Vec<Text>,
    /// `None` in a correction.
    pub next: Option<Text>,
    /// The move a choice would bring, or what comes next.
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
    let adder = track.entry.adder.as_ref().filter(|_| track.overlay == Overlay::Adder);
    let adder = adder.map(|adder| adder.view(name(adder.seat)));
    let penalty = track.draft.as_ref().and_then(|(draft, _)| draft.view(&reading, &names));
    let tokens = selected.map(|seat| choices.tokens(seat, tokens)).unwrap_or_default();
    let moves = tokens.first().map_or(0, |key| key.moves.len());
    TrackView {
        common: CommonView {
            round: number,
            mode: if plays { Mode::Bid } else { Mode::Correct },
            primary: if plays { Primary::Score } else { Primary::Keep },
            ready: checked.is_ok(),
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
        rows: rows(track, number, round, &reading, &names, selected),
        spaces: spaces(&reading.spaces(), &names),
        marks: initials(&names),
        tokens,
        fold,
        folded: selected.and_then(|seat| round.turns.get(seat)).is_some_and(|turn| turn.folded() == Some(bet)),
        ranks: selected.map(|seat| choices.ranks(seat, &reading)).unwrap_or_default(),
        adder,
        head: [begins].into_iter().chain(alone).collect(),
        hint: alone_left
            .or_else(|| next.clone().filter(|_| checked.is_ok()))
            .or(missing)
            .or_else(|| hint(part, selected, fold.map(|fold| (fold, moves)), track.by_hand(), &names)),
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
            text!("How good is {name}'s hand?", name = name)
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

    fn tokens(&self, seat: Seat, tokens: impl IntoIterator<Item = Token>) -> Vec<TokenKey> {
        let Some(turn) = self.round.turns.get(seat).copied() else { return Vec::new() };
        let held_in = |turn: Turn| if self.part == Part::First { turn.round_token() } else { turn.square_token() };
        let held = held_in(turn);
        let mut tokens: Vec<Token> = tokens.into_iter().chain(held).collect();
        tokens.sort();
        tokens.dedup();
        let key = |token: Token| {
            let prospects = turn
                .round_token()
                .filter(|_| self.part == Part::Second && self.stage != Stage::Alone(seat))
                .and_then(|round| self.prospects(seat, round, token));
            let moves: Vec<i32> = prospects.map_or_else(Vec::new, |prospects| {
                [Some(prospects.best), prospects.second, Some(prospects.other)]
                    .into_iter()
                    .flatten()
                    .map(|to| to.by)
                    .collect()
            });
            let (name, value) = (self.name(seat), token.value());
            let told = match prospects {
                None => text!("{name} takes {token}", name = name, token = value),
                Some(Prospects { best, second: Some(second), other }) => text!(
                    "{name} takes {token}: best {best}, second {second}, else {other}",
                    name = name,
                    token = value,
                    best = signed(best.by),
                    second = signed(second.by),
                    other = signed(other.by),
                ),
                Some(Prospects { best, second: None, other }) => text!(
                    "{name} takes {token}: best {best}, else {other}",
                    name = name,
                    token = value,
                    best = signed(best.by),
                    other = signed(other.by),
                ),
            };
            let has = |other: Seat| self.round.turns.get(other).is_some_and(|&turn| held_in(turn) == Some(token));
            let holders = self.others(seat, has);
            let taken = self.listed(&holders).map(|names| text!("taken by {names}", names = names));
            TokenKey { token, chosen: held == Some(token), holders, taken, moves, told }
        };
        tokens.into_iter().map(key).collect()
    }

    fn ranks(&self, seat: Seat, reading: &RoundReading) -> Vec<RankKey> {
        let Some(Turn::Stayed { round, square, .. }) = self.round.turns.get(seat).copied() else { return Vec::new() };
        let Some(prospects) = self.prospects(seat, round, square).filter(|_| self.part == Part::Showdown) else {
            return Vec::new();
        };
        let now = reading.seats.get(seat).and_then(|seat| seat.rank);
        let key = |(rank, moved): (Rank, Move)| {
            let (name, by) = (self.name(seat), signed(moved.by));
            let told = match rank {
                Rank::Best => text!("{name} has the best hand: {by}", name = name, by = by),
                Rank::Second => text!("{name} has the second best hand: {by}", name = name, by = by),
                Rank::Other => text!("{name} has another hand: {by}", name = name, by = by),
            };
            let has = |other: Seat| {
                rank != Rank::Other
                    && self.round.shown(other).is_some()
                    && reading.seats.get(other).is_some_and(|reading| reading.rank == Some(rank))
            };
            let holders = self.others(seat, has);
            let taken = self.listed(&holders).map(|names| text!("so far {names}", names = names));
            RankKey { rank, chosen: now == Some(rank), holders, taken, by: moved.by, told }
        };
        let second = prospects.second.map(|moved| (Rank::Second, moved));
        let all = [Some((Rank::Best, prospects.best)), second, Some((Rank::Other, prospects.other))];
        all.into_iter().flatten().map(key).collect()
    }
}

fn rows(
    track: &Track,
    number: usize,
    round: &Round,
    reading: &RoundReading,
    names: &[String],
    selected: Option<Seat>,
) -> Vec<TrackRow> {
    let game = track.session.game();
    let (marks, alone) = (initials(names), reading.alone_in_front());
    let last = number.checked_sub(2).and_then(|before| track.session.sheet().into_iter().nth(before));
    let row = |seat: Seat| {
        let read = reading.seats.get(seat)?;
        let name = names.get(seat).cloned().unwrap_or_default();
        Some(TrackRow {
            seat,
            told: told(&name, read),
            name,
            initials: marks.get(seat).cloned().unwrap_or_default(),
            space: read.space(),
            turn: read.turn,
            rank: read.rank,
            named: round.shown(seat).is_some(),
            moved: read.moved,
            by_hand: read.by_hand,
            last: last.as_ref().and_then(|last| last.cells.get(seat)).cloned(),
            selected: selected == Some(seat),
            crowned: number > 1 && alone == Some(seat),
            first: game.first_player(number) == seat,
        })
    };
    game.order(number).filter_map(row).collect()
}

fn told(name: &str, seat: &SeatReading) -> Text {
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
        let told = (!pawns.is_empty()).then(|| text!("Space {space}: {names}", space = number, names = who));
        Space { number, zone: ZONE.contains(&number), pawns, told }
    };
    (0..=GOAL).map(space).collect()
}
