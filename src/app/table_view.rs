use super::line::{Key, LineBox, PlayerLine};
use super::play::Play;
use super::table::{TableGame, TableState};
use super::{Field, Notice, Overlay, PenaltyView, TableCommand};
use crate::game::{Rules, Standing, Status};
use crate::last_wizard::signed;
use crate::session::{Session, initials};
use crate::text;
use crate::text::Text;
use crate::wizard::{Bidding, Game, Round, Seat, SeatReading, SpecialCard, Trump, Violation, Waiver};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    #[default]
    Bid,
    Play,
    Correct,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Primary {
    #[default]
    StartTricks,
    /// Reveals the bids, with Secret prediction: the tricks are in.
    RevealBids,
    Score,
    Keep,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// Also gives the colour.
    pub seat: Seat,
    pub name: String,
    pub initials: String,
    /// Before this round.
    pub total: i32,
    /// `None` while covered.
    pub bid: Option<u8>,
    /// Whether there is a bid, which is covered until the table may know it.
    pub covered: bool,
    /// The bid, and what each Cloud made of it; empty while covered.
    pub bids: Vec<i16>,
    pub tricks: Option<u8>,
    /// Whether the tricks were filled in because only one value was possible.
    pub filled: bool,
    pub points: Option<i32>,
    pub met: Option<bool>,
    pub selected: bool,
    /// A first digit waiting for a second.
    pub typed: Option<u8>,
    pub dealer: bool,
    pub leader: bool,
    pub ahead: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// With the totals before and after.
    pub totals: Vec<(String, i32, i32)>,
    pub winners: Vec<String>,
    /// Both are equal if the winner does not change.
    pub new_winners: Vec<String>,
    /// Whether the game would be over then, or go on, in a sentence; `None` if that does not change.
    pub end: Option<Text>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommonView {
    /// From 1; 0 if none is on the table.
    pub round: usize,
    /// What is being entered; of a track, bets and showdown are as bids.
    pub mode: Mode,
    pub primary: Primary,
    pub ready: bool,
    /// Empty if no player is selected.
    pub selected: String,
    /// Whether scoring the round, as far as it is entered, ends the game.
    pub ends: bool,
    pub overlay: Overlay,
    pub penalty: Option<PenaltyView>,
    pub effect: Option<Effect>,
    pub notice: Option<Notice>,
    pub scored: usize,
    pub can_undo: bool,
    pub can_redo: bool,
    /// In the order of entry.
    pub lines: Vec<PlayerLine>,
    pub keys: Vec<Key>,
}

impl CommonView {
    pub(super) fn of<G: TableGame>(table: &TableState<G>) -> CommonView {
        let session = &table.session;
        CommonView {
            overlay: table.overlay,
            effect: effect(session, table.corrected()),
            notice: table.notice.clone(),
            scored: session.scored(),
            can_undo: session.can_undo(),
            can_redo: session.can_redo(),
            ..CommonView::default()
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableView {
    pub common: CommonView,
    /// In bidding order.
    pub rows: Vec<TableRow>,
    pub field_is_bid: bool,
    /// In the plan.
    pub rounds: usize,
    pub cards: u8,
    pub has_trump: bool,
    pub most_cards: u8,
    /// `None` if not recorded.
    pub trump: Option<Trump>,
    /// Whether the rules fix the trump.
    pub trump_given: bool,
    pub clairvoyance: bool,
    /// Whether tricks come before bids, as in Secret prediction.
    pub secret: bool,
    pub first_done: bool,
    /// Whether the bids entered are covered, so that only their number is shown.
    pub hidden: bool,
    /// The sum so far; of covered bids their number.
    pub sum: u16,
    /// The number it is compared with: the cards, or the tricks possible; for the number of bids the players.
    pub of: u8,
    /// The rule that the table may waive: of a corrected round, or for tricks that do not add up.
    pub waives: Option<Waiver>,
    pub allowable: bool,
    pub has_bomb: bool,
    pub bombs: u8,
    pub has_cloud: bool,
    /// The Clouds played, also without a taker.
    pub clouds: usize,
}

/// Empty without an open round or a correction.
pub(super) fn view(play: &Play) -> TableView {
    let session = &play.session;
    let game = session.game();
    let penalty = play.draft.as_ref().and_then(|(draft, _)| draft.view(session));
    let empty = TableView {
        common: CommonView { penalty, ..CommonView::of(play) },
        rounds: game.plan().rounds(),
        most_cards: game.plan().hands().iter().copied().max().unwrap_or_default(),
        ..TableView::default()
    };
    let Some((round, facts)) = &play.filled_round() else { return empty };
    let (round, cards) = (*round, game.cards(*round));
    let mode = play.mode();
    let secret = game.rules().bidding == Bidding::Secret;
    let checked = check(play, mode, round, facts);
    let counts_bids = mode == Mode::Bid;
    let covered = covers(play, mode);
    let hidden = covered && counts_bids;
    let bids_in = facts.bids.iter().flatten().map(|_| 1_u16).sum();
    let names = session.people().names_in(round);
    let name = |seat: Seat| names.get(seat).cloned().unwrap_or_default();
    let rows = rows(play, mode, round, facts);
    TableView {
        field_is_bid: play.entry.field == Field::Bid,
        cards,
        has_trump: game.has_trump(),
        trump: facts.trump,
        trump_given: game.given_trump(round).is_some(),
        clairvoyance: game.rules().clairvoyance && round == 1 && mode != Mode::Correct,
        secret,
        first_done: play.advanced(),
        hidden,
        sum: match counts_bids {
            true if hidden => bids_in,
            true => facts.bid_sum(),
            false => facts.trick_sum(),
        },
        of: match counts_bids {
            true if hidden => u8::try_from(game.players()).unwrap_or(u8::MAX),
            true => cards,
            false => game.tricks_possible(round, facts.bombs),
        },
        waives: checked.as_ref().err().and_then(Violation::waiver).filter(|&waiver| match mode {
            Mode::Correct => empty.common.effect.is_some(),
            Mode::Play => waiver == Waiver::Tricks && check(play, mode, round, &kept(facts)).is_ok(),
            Mode::Bid => false,
        }),
        allowable: play.refused().is_some(),
        has_bomb: game.rules().has(SpecialCard::Bomb),
        bombs: facts.bombs,
        has_cloud: game.rules().has(SpecialCard::Cloud),
        clouds: facts.clouds.len(),
        common: CommonView {
            lines: rows.iter().map(|row| line(play, mode, row)).collect(),
            keys: keys(play, round, facts),
            round,
            mode,
            primary: match (mode, play.advanced()) {
                (Mode::Correct, _) => Primary::Keep,
                (_, true) => Primary::Score,
                (_, false) if secret => Primary::RevealBids,
                _ => Primary::StartTricks,
            },
            ready: checked.is_ok(),
            selected: name(play.entry.selected),
            ends: mode != Mode::Correct && round == game.plan().rounds(),
            notice: notice(play, mode, round, facts, checked),
            ..empty.common
        },
        rows,
        ..empty
    }
}

impl Play {
    fn mode(&self) -> Mode {
        match (&self.correction, self.entry.field) {
            (Some(_), _) => Mode::Correct,
            (None, Field::Bid) => Mode::Bid,
            (None, Field::Tricks) => Mode::Play,
        }
    }

    pub(super) fn covers_bids(&self) -> bool {
        covers(self, self.mode())
    }
}

/// Whether the bids are covered: the table may not know them yet, and nor may the scorekeeper, or not all the time.
fn covers(play: &Play, mode: Mode) -> bool {
    let bidding = play.session.game().rules().bidding;
    match (mode, bidding) {
        (Mode::Correct, _) | (_, Bidding::Open) => false,
        (_, Bidding::Confided) => mode == Mode::Play,
        (_, Bidding::Hidden | Bidding::Secret) => {
            play.session.open().is_some_and(|(_, open)| !open.bids_are_known(bidding))
        }
    }
}

/// `None` if there is none.
fn effect<G: Rules>(session: &Session<G>, corrected: Option<Session<G>>) -> Option<Effect> {
    let corrected = corrected.filter(|corrected| corrected.table() != session.table())?;
    let names = session.people().names_at_end();
    let changed = names.iter().zip(session.current_totals()).zip(corrected.current_totals());
    let totals = changed.map(|((name, before), after)| (name.clone(), before, after));
    let winners = |session: &Session<G>| -> Vec<String> {
        let first = session.standings().into_iter().filter(|line| line.rank == 1);
        first.filter_map(|line| names.get(line.seat).cloned()).collect()
    };
    let round = corrected.scored();
    let end = match (session.status(), corrected.status()) {
        (Status::Finished, Status::Running) => {
            Some(text!("The game is not over then: it goes on with round {round}.", round = round + 1))
        }
        (before, Status::Finished) if before != Status::Finished => Some(over_then(round)),
        _ => None,
    };
    Some(Effect {
        end,
        totals: totals.filter(|(_, before, after)| before != after).collect(),
        winners: winners(session),
        new_winners: winners(&corrected),
    })
}

pub(super) fn over_then(round: usize) -> Text {
    text!("The game is over then: round {round} is the last one.", round = round)
}

/// A bid, and what each Cloud that the player took made of it.
fn changed(bid: u8, seat: Seat, facts: &Round) -> Vec<i16> {
    let mut bids = vec![i16::from(bid)];
    let taken = facts.clouds.iter().filter_map(|cloud| cloud.taken()).filter(|cloud| cloud.player == seat);
    bids.extend(taken.scan(i16::from(bid), |bid, cloud| {
        *bid += i16::from(i8::from(cloud.change));
        Some(*bid)
    }));
    bids
}

/// Waives every rule that the table may waive.
fn kept(facts: &Round) -> Round {
    Round { waived: Waiver::ALL.into(), ..facts.clone() }
}

fn check(play: &Play, mode: Mode, round: usize, facts: &Round) -> Result<(), Violation> {
    let game = play.session.game();
    match (mode, play.advanced()) {
        (Mode::Correct, _) | (_, true) => game.check_round(round, facts).map(drop),
        (Mode::Bid, false) => game.check_bids(round, facts).map(drop),
        (Mode::Play, false) => game.check_tricks(round, facts).map(drop),
    }
}

fn rows(play: &Play, mode: Mode, round: usize, facts: &Round) -> Vec<TableRow> {
    let (session, game) = (&play.session, play.session.game());
    let names = session.people().names_in(round);
    let entered = |seat: Seat| play.round().is_some_and(|(_, facts)| facts.tricks.known(seat).is_some());
    let counts = mode != Mode::Bid || play.advanced();
    let covered = covers(play, mode);
    let reading = if covered { game.covered(round, facts) } else { game.reading(round, facts) };
    let (seats, before) = (reading.seats, session.by_seat_after(round.saturating_sub(1)));
    let crowned = Standing::crowned(&before, round.saturating_sub(1));
    let players = names.iter().zip(initials(&names)).zip(&seats).zip(&before);
    let row = |(((name, initials), reading), before): (((&String, String), &SeatReading), &Standing)| {
        let seat = before.seat;
        let selected = seat == play.entry.selected;
        TableRow {
            seat,
            name: name.clone(),
            initials,
            total: before.total,
            bid: reading.bid,
            covered: covered && facts.bids.known(seat).is_some(),
            bids: reading.bid.map(|bid| changed(bid, seat, facts)).unwrap_or_default(),
            tricks: reading.tricks,
            filled: reading.tricks.is_some() && !entered(seat),
            points: reading.points.filter(|_| counts),
            met: reading.met.filter(|_| counts),
            selected,
            typed: play.entry.typed.filter(|_| selected),
            dealer: seat == game.dealer(round),
            leader: seat == game.leader(round),
            ahead: crowned.contains(&seat),
        }
    };
    let mut rows: Vec<TableRow> = players.map(row).collect();
    rows.rotate_left(game.leader(round));
    rows
}

fn line(play: &Play, mode: Mode, row: &TableRow) -> PlayerLine {
    let (name, secret) = (&row.name, play.session.game().rules().bidding == Bidding::Secret);
    let (bids, advanced, corrects) = (mode == Mode::Bid, play.advanced(), mode == Mode::Correct);
    let asks = |bid: bool| row.selected && (play.entry.field == Field::Bid) == bid;
    let number = |value: Option<u8>, bid: bool| match (row.typed.filter(|_| asks(bid)), value) {
        (Some(typed), _) => Text::foreign(format!("{typed}_")),
        (None, Some(value)) => Text::number(value),
        (None, None) if bid && row.covered => Text::foreign("✓"),
        (None, None) => Text::foreign("?"),
    };
    let shown = |value: Option<u8>, bid: bool, label: Option<Text>| LineBox {
        text: Some(number(value, bid)),
        label,
        round: false,
        asked: asks(bid),
        faint: if bid { value.is_none() && !row.covered } else { value.is_none() || row.filled && !corrects },
    };
    let done = match row.bids.as_slice() {
        _ if bids && !advanced => None,
        _ if bids => row.tricks.map(|tricks| text!("took {tricks}", tricks = tricks)),
        [_, _, ..] => Some(Text::foreign(row.bids.iter().map(i16::to_string).collect::<Vec<_>>().join(" → "))),
        _ if corrects || secret => None,
        [bid] => Some(text!("bid {bid}", bid = *bid)),
        [] => Some(text!("bid {bid}", bid = "•")),
    };
    let change = match mode {
        Mode::Bid if advanced => Some(text!("Change the tricks of {name}", name = name)),
        Mode::Play if advanced => Some(text!("Change the bid of {name}", name = name)),
        _ => None,
    };
    let of_bid = || match row.bid {
        Some(bid) => text!("{name}, bid {bid}", name = name, bid = bid),
        None => text!("{name}, no bid", name = name),
    };
    let of_tricks = || match row.tricks {
        Some(tricks) => text!("{name}, took {tricks}", name = name, tricks = tricks),
        None => text!("{name}, tricks not entered", name = name),
    };
    PlayerLine {
        seat: row.seat,
        name: name.clone(),
        initials: row.initials.clone(),
        label: if bids { bid_label(row) } else { tricks_label(row) },
        tag: match (row.leader, row.dealer) {
            (true, _) => Some(text!("plays first")),
            (false, dealer) => dealer.then(|| text!("deals")),
        },
        dealer: row.dealer,
        ahead: row.ahead,
        selected: row.selected,
        fact: (bids && !advanced).then(|| Text::number(row.total)),
        change: change.filter(|_| done.is_some()),
        done,
        boxes: [
            corrects.then(|| shown(row.bid, true, Some(of_bid()))),
            Some(match mode {
                Mode::Bid => shown(row.bid, true, None),
                Mode::Play => shown(row.tricks, false, None),
                Mode::Correct => shown(row.tricks, false, Some(of_tricks())),
            }),
        ],
        points: row.points.map(|points| match row.met {
            Some(true) => text!("✓ {points}", points = signed(points)),
            _ => text!("✗ {points}", points = signed(points)),
        }),
        good: row.points.and(row.met),
        signs: play.signs(row.seat, name).filter(|_| !bids || advanced),
        last: None,
    }
}

fn bid_label(row: &TableRow) -> Text {
    let (name, total) = (&row.name, row.total);
    match row.bid {
        Some(bid) => text!("{name}, total {total}, bid {bid}", name = name, total = total, bid = bid),
        None if row.covered => text!("{name}, total {total}, bid covered", name = name, total = total),
        None => text!("{name}, total {total}, no bid yet", name = name, total = total),
    }
}

fn tricks_label(row: &TableRow) -> Text {
    let name = &row.name;
    match (row.bid, row.tricks, row.points) {
        (None, None, _) => text!("{name}, tricks not entered", name = name),
        (Some(bid), None, _) => text!("{name}, bid {bid}, tricks not entered", name = name, bid = bid),
        (Some(bid), Some(tricks), Some(points)) => text!(
            "{name}, bid {bid}, took {tricks}, {points} points",
            name = name,
            bid = bid,
            tricks = tricks,
            points = points,
        ),
        (_, Some(tricks), _) => text!("{name}, took {tricks}", name = name, tricks = tricks),
    }
}

/// 0 … cards.
fn keys(play: &Play, round: usize, facts: &Round) -> Vec<Key> {
    let (game, names) = (play.session.game(), play.session.people().names_in(round));
    let (seat, bids) = (play.entry.selected, play.entry.field == Field::Bid);
    let mode = if play.correction.is_some() { Mode::Correct } else { Mode::Bid };
    let current = play.entry.field.of(facts).known(seat).filter(|_| !(bids && covers(play, mode)));
    let left = left_for(game, play, round, seat);
    let name = names.get(seat).cloned().unwrap_or_default();
    let key = |value: u8| {
        let chosen = current == Some(value);
        let forbidden = bids && game.may_bid(round, facts, seat, value).is_err();
        let beyond = !bids && u16::from(value) > left;
        let label = match (bids, forbidden || beyond) {
            (true, true) => text!("{name} may not bid {bid}", name = name.clone(), bid = value),
            (true, false) => text!("{name} bids {bid}", name = name.clone(), bid = value),
            (false, true) => text!("{name} took {tricks}, too many", name = name.clone(), tricks = value),
            (false, false) => text!("{name} took {tricks}", name = name.clone(), tricks = value),
        };
        let dim = forbidden || (beyond && !chosen);
        Key { chosen, forbidden, dim, ..Key::new(Text::number(value), label, TableCommand::Number(value)) }
    };
    (0..=game.cards(round)).map(key).collect()
}

/// The tricks that the others left for a player.
fn left_for(game: &Game, play: &Play, round: usize, seat: Seat) -> u16 {
    let Some((_, facts)) = play.round() else { return 0 };
    let own = facts.tricks.known(seat).map_or(0, u16::from);
    let others = facts.trick_sum() - own;
    u16::from(game.tricks_possible(round, facts.bombs)).saturating_sub(others)
}

/// The notice last given, or else what the scorekeeper should know now.
fn notice(play: &Play, mode: Mode, round: usize, facts: &Round, checked: Result<(), Violation>) -> Option<Notice> {
    let is_over = play.correction.is_none() && play.session.status() != Status::Running;
    // The result and the panel of a penalty are not about the numbers on the table.
    if play.notice.is_some() || play.draft.is_some() || is_over {
        return play.notice.clone();
    }
    let names = play.session.people().names_in(round);
    let game = play.session.game();
    match &checked {
        Err(Violation::BidMissing { .. } | Violation::TricksMissing { .. } | Violation::CloudOpen { .. }) | Ok(()) => {}
        Err(Violation::CloudRange { .. }) if covers(play, mode) => {}
        Err(violation) if mode == Mode::Correct && violation.waiver().is_some() => {
            // Other errors come first, or saving anyway would be refused.
            return match game.check_round(round, &kept(facts)) {
                Err(other) => Some(Notice::broken(&other, &names)),
                Ok(_) => Notice::waivable(violation),
            };
        }
        Err(violation) => return Some(Notice::broken(violation, &names)),
    }
    let selected = play.entry.selected;
    let forbidden = game
        .forbidden_to(round, &facts.bids, selected)
        .filter(|&bid| mode == Mode::Bid && game.may_bid(round, facts, selected, bid).is_err());
    let stays = || play.entry.mark.stays(names.get(selected)).filter(|_| checked.is_ok());
    forbidden.map(|bid| Notice::bid_forbidden(bid, game.cards(round))).or_else(stays)
}
