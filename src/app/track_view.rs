//! The table of The Last Wizard as the screen shows it.

use super::names::initials;
use super::play::Overlay;
use super::table_view::{Effect, effect};
use super::track::{Part, Track};
use super::{Notice, PenaltyView};
use crate::game::{Breaks, SheetRow};
use crate::last_wizard::{
    Bet, GOAL, Game, Move, Prospects, Rank, Round, RoundReading, SeatReading, Shown, Stage, Token, Turn, ZONE, signed,
};
use crate::seats::{PerSeat, Seat};
use crate::session::Session;
use crate::text;
use crate::text::{Text, Value};

/// One player's line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackRow {
    /// The seat, which also gives the colour.
    pub seat: Seat,
    /// The name.
    pub name: String,
    /// The mark.
    pub initials: String,
    /// Where the pawn stands.
    pub space: i32,
    /// What the player did so far.
    pub turn: Turn,
    /// The rank at the showdown, as it was entered or as it follows.
    pub rank: Option<Rank>,
    /// Was the rank entered, or the hand from which it follows?
    pub named: bool,
    /// The move by the rules, once it is certain.
    pub moved: Option<Move>,
    /// What the table moves by itself.
    pub by_hand: i32,
    /// Whose fact is entered.
    pub selected: bool,
    /// Stands strictly before all others.
    pub alone_in_front: bool,
    /// Goes first.
    pub first: bool,
    /// All of that in words.
    pub told: Text,
}

/// A token button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenKey {
    /// What it is worth.
    pub token: Token,
    /// The selected player has it.
    pub chosen: bool,
    /// What it would move: at the second bet, or where all others have folded.
    pub moves: Vec<i32>,
    /// The same in words, with whose it is.
    pub told: Text,
}

/// A button for a rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankKey {
    /// The rank.
    pub rank: Rank,
    /// The selected player has it, or would have it.
    pub chosen: bool,
    /// What it would move.
    pub by: i32,
    /// The same in words, with whose it is.
    pub told: Text,
}

/// A space of the track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// Its number; the last one has all pawns behind it, too.
    pub number: i32,
    /// Is a gain doubled that begins here?
    pub zone: bool,
    /// Who stands there.
    pub pawns: Vec<Seat>,
    /// The same in words; `None` where nobody stands.
    pub told: Option<Text>,
}

/// The sheet as the screen shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrackSheet {
    /// The columns.
    pub names: Vec<String>,
    /// The rounds so far.
    pub rows: Vec<SheetRow>,
    /// Whom the table moved by itself and why, and who took over from whom, a sentence each.
    pub told: Vec<Text>,
}

/// The sheet of a session.
pub(super) fn sheet(session: &Session<Game>) -> TrackSheet {
    let names = |round: &RoundReading| session.names_in(round.number);
    let readings = session.game().readings(session.table());
    let moved = readings.iter().filter_map(|round| round.moved_by_hand(&names(round)));
    TrackSheet {
        names: session.names(),
        rows: readings.iter().map(SheetRow::from).collect(),
        told: moved.chain(session.taken_over()).collect(),
    }
}

/// The table as the screen shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrackView {
    /// From 1.
    pub round: usize,
    /// Is a scored round corrected?
    pub corrects: bool,
    /// What is entered.
    pub part: Part,
    /// Which parts of the round are entered.
    pub first_done: bool,
    /// Is the second bet entered?
    pub second_done: bool,
    /// Can a part be entered?
    pub can_show: bool,
    /// Are hands entered, and not ranks?
    pub by_hand: bool,
    /// The first digits of a hand.
    pub typed: Option<i32>,
    /// In the order of the bets.
    pub rows: Vec<TrackRow>,
    /// The track from 0 to 30.
    pub spaces: Vec<Space>,
    /// Everyone's mark, in seat order.
    pub marks: Vec<String>,
    /// The tokens in use.
    pub tokens: Vec<TokenKey>,
    /// What a fold would move; `None`: the selected player cannot fold.
    pub fold: Option<Move>,
    /// Did the selected player fold at this bet?
    pub folded: bool,
    /// The ranks.
    pub ranks: Vec<RankKey>,
    /// The selected player's name; empty: nobody is.
    pub selected: String,
    /// Who begins, and who is alone in front.
    pub head: Vec<Text>,
    /// Who begins the next round; `None` in a correction.
    pub next: Option<Text>,
    /// What a choice would move, or what is next.
    pub hint: Option<Text>,
    /// Is everything in and allowed?
    pub ready: bool,
    /// What is laid over the table.
    pub overlay: Overlay,
    /// The manual move that is entered.
    pub penalty: Option<PenaltyView>,
    /// What the correction that is being entered would change.
    pub effect: Option<Effect>,
    /// What to say.
    pub notice: Option<Notice>,
    /// Rounds that count so far.
    pub scored: usize,
    /// Is there a step to undo?
    pub can_undo: bool,
    /// Is there a step to redo?
    pub can_redo: bool,
}

/// The table of an open session; empty when there is neither an open round nor a correction. `tokens` are those in use.
pub(super) fn view(track: &Track, tokens: impl IntoIterator<Item = Token>) -> TrackView {
    let session = &track.session;
    let common = TrackView {
        overlay: track.overlay,
        notice: track.notice.clone(),
        scored: session.scored(),
        can_undo: session.can_undo(),
        can_redo: session.can_redo(),
        corrects: track.correction.is_some(),
        ..TrackView::default()
    };
    let (game, table) = (session.game(), track.table());
    let Some((number, round)) = track.round() else { return common };
    let Some(reading) = game.readings(table).pop() else { return common };
    let names = session.names_in(number);
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
        Stage::Alone(seat) => Some(text!("All others have folded: {name} gains the tokens held", name = name(seat))),
        _ => None,
    };
    let next = || text!("{name} begins the next round", name = name(game.first_player(number + 1)));
    let next = track.correction.is_none().then(next);
    let asked = game.to_act(number, round).is_some();
    let missing =
        checked.as_ref().err().filter(|_| stage == Stage::Showdown && !asked).map(|breach| breach.text(&names));
    let bet = if part == Part::First { Bet::First } else { Bet::Second };
    let fold = selected.filter(|_| part != Part::Showdown).and_then(|seat| game.folding(table, seat, bet));
    let choices = Choices { game, round, stage, part, before: &before, names: &names };
    TrackView {
        round: number,
        part,
        first_done: round.turns.iter().all(|turn| *turn != Turn::Waiting) || matches!(stage, Stage::Alone(_)),
        second_done: matches!(stage, Stage::Showdown | Stage::Alone(_)),
        can_show: stage == Stage::Showdown,
        by_hand: track.by_hand(),
        typed: track.typed,
        rows: rows(track, number, round, &reading, &names, selected),
        spaces: spaces(&reading.spaces(), &names),
        marks: initials(&names),
        tokens: selected.map(|seat| choices.tokens(seat, tokens)).unwrap_or_default(),
        fold,
        folded: selected.and_then(|seat| round.turns.get(seat)).is_some_and(|turn| turn.folded() == Some(bet)),
        ranks: selected.map(|seat| choices.ranks(seat, &reading)).unwrap_or_default(),
        selected: selected.map(name).unwrap_or_default(),
        head: [begins].into_iter().chain(alone).collect(),
        hint: alone_left
            .or_else(|| next.clone().filter(|_| checked.is_ok()))
            .or(missing)
            .or_else(|| hint(part, selected, fold, &names)),
        next,
        ready: checked.is_ok(),
        penalty: track.manual.as_ref().and_then(|(draft, _)| draft.view(&reading, &names)),
        effect: effect(session, track.corrected()),
        ..common
    }
}

/// What is asked for, with what a fold would move.
fn hint(part: Part, selected: Option<Seat>, fold: Option<Move>, names: &[String]) -> Option<Text> {
    let name = names.get(selected?).cloned().unwrap_or_default();
    match (part, fold) {
        (Part::Showdown, _) => Some(text!("How does the hand of {name} compare?", name = name)),
        (_, Some(fold)) => Some(text!(
            "{name} takes a token, or folds: {by}, to {to}",
            name = name,
            by = signed(fold.by),
            to = fold.to,
        )),
        (_, None) => None,
    }
}

/// What the selected player can do.
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

    fn tokens(&self, seat: Seat, tokens: impl IntoIterator<Item = Token>) -> Vec<TokenKey> {
        let Some(turn) = self.round.turns.get(seat).copied() else { return Vec::new() };
        let held = if self.part == Part::First { turn.round_token() } else { turn.square_token() };
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
            TokenKey { token, chosen: held == Some(token), moves, told }
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
            RankKey { rank, chosen: now == Some(rank), by: moved.by, told }
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
            selected: selected == Some(seat),
            alone_in_front: alone == Some(seat),
            first: game.first_player(number) == seat,
        })
    };
    game.order(number).filter_map(row).collect()
}

/// Who stands where and did what, in words.
fn told(name: &str, seat: &SeatReading) -> Text {
    let token = |token: Token| token.value();
    let by = seat.moved.map_or(0, |moved| moved.by);
    let mut facts: Vec<Value> = Vec::new();
    facts.extend(seat.turn.round_token().map(|held| text!("round token {token}", token = token(held)).into()));
    facts.extend(seat.turn.square_token().map(|held| text!("square token {token}", token = token(held)).into()));
    if seat.turn.folded().is_some() {
        facts.push(text!("folded, {by}", by = signed(by)).into());
    }
    if let Some(Shown::Hand(hand)) = seat.turn.shown() {
        facts.push(text!("hand {hand}", hand = hand).into());
    }
    facts.extend(seat.rank.map(|rank| {
        match rank {
            Rank::Best => text!("best hand, {by}", by = signed(by)),
            Rank::Second => text!("second best hand, {by}", by = signed(by)),
            Rank::Other => text!("another hand, {by}", by = signed(by)),
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

/// The spaces 0 to 30; whoever is behind 30 stands on it.
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
