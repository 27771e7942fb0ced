//! The score sheet of either game: rounds down, players across.

use std::collections::BTreeSet;

use super::{App, Page};
use crate::each;
use crate::game::{self, RoundState, Rules};
use crate::last_wizard::{self, signed};
use crate::seats::PerSeat;
use crate::session::{AnyRef, AnySession, OfGame, Session, Status, initials};
use crate::text;
use crate::text::Text;
use crate::wizard::{Penalty, RoundReading, Seat, SeatReading, Trump, Waiver};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetPlayer {
    /// Also gives the colour.
    pub seat: Seat,
    pub name: String,
    pub initials: String,
    /// Whether the player deals the open round, or goes first in it.
    pub dealer: bool,
    pub ahead: bool,
    /// For screen readers: the name, and whether the player begins.
    pub label: Text,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SheetCell {
    /// The running total, once the round counts, without the penalties below it.
    pub total: Option<i32>,
    /// `None` until the round counts.
    pub points: Option<i32>,
    /// What the player did, in a few characters; empty before they did anything.
    pub entry: String,
    /// `entry` for a narrow column.
    pub short: String,
    /// Whether it went well; `None` until the round counts.
    pub good: Option<bool>,
    /// For screen readers; `None` if the row has the label.
    pub label: Option<Text>,
}

/// A round, or what the table gave somebody by hand after it or in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetRow {
    /// From 1; 0 for what was given before it.
    pub round: usize,
    pub state: RoundState,
    /// What was given by hand: the index in the game's list, or the seat moved, and all of it in words.
    pub given: Option<(usize, Text)>,
    /// `None` if not recorded, or not used in this game.
    pub trump: Option<Trump>,
    pub bombs: u8,
    /// The rules that the round breaks, because the table let it stand.
    pub waived: BTreeSet<Waiver>,
    /// In seat order.
    pub cells: Vec<SheetCell>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SheetView {
    pub players: Vec<SheetPlayer>,
    /// What was given by hand stands below its round.
    pub rows: Vec<SheetRow>,
    /// One sentence each.
    pub taken_over: Vec<Text>,
    pub scored: usize,
    /// The index of the row to keep in sight.
    pub current: usize,
    /// Whether the table can give anyone something by hand now.
    pub gives: bool,
}

impl App {
    /// The session viewed in the archive, or else the open one.
    pub fn shown_session(&self) -> Option<AnyRef<'_>> {
        if self.page() == Page::Archive { self.viewed_session() } else { self.session() }
    }

    /// During a correction, as the sheet would become.
    pub fn sheet(&self) -> SheetView {
        let play = self.open_session.play.as_ref().filter(|_| self.page() != Page::Archive);
        let corrected = play.and_then(|play| each!(play, play => play.corrected().map(AnySession::from)));
        let shown = corrected.as_ref().map(AnySession::as_ref).or_else(|| self.shown_session());
        shown.map(view).unwrap_or_default()
    }
}

pub(super) fn view(session: AnyRef) -> SheetView {
    match session {
        OfGame::Wizard(session) => of_wizard(session),
        OfGame::LastWizard(session) => of_last_wizard(session),
    }
}

fn of_wizard(session: &Session) -> SheetView {
    let (game, table, readings) = (session.game(), session.table(), session.readings());
    let row = |round: &RoundReading, shown: game::SheetRow| SheetRow {
        round: round.number,
        state: round.state,
        given: None,
        trump: round.trump.filter(|_| game.has_trump()),
        bombs: round.bombs,
        waived: round.kept_against(),
        cells: cells(session, &round.seats, shown, wizard_cell),
    };
    let penalty = |(place, (penalty, total)): (usize, (&Penalty, i32))| {
        let names = session.people().names_in(penalty.first_counted());
        let described = penalty.described(&names);
        let label = text!("Change penalty {number}. {penalty}", number = place + 1, penalty = described);
        // It is changed on its own, without the round above it.
        let after = (penalty.after_round, RoundState::Future);
        given(after, (place, label), game.players(), penalty.player, penalty.points, Some(total))
    };
    let penalties = table.penalties.iter().zip(table.totals_with_penalties(&readings)).enumerate().map(penalty);
    let rounds = readings.iter().zip(session.sheet()).map(|(round, shown)| row(round, shown));
    let sheet = sheet(session, rounds.chain(penalties), |name| text!("{name} deals", name = name));
    SheetView { gives: true, ..sheet }
}

fn wizard_cell(round: usize, name: &str, read: &SeatReading, cell: game::SheetCell) -> SheetCell {
    let (total, good) = (cell.total, cell.good);
    let label = match (total.zip(read.tricks), good, read.scored_bid, read.bid) {
        (Some((total, took)), Some(true), Some(bid), _) => text!(
            "Round {round}, {name}, total {total}, bid {bid}, took {took}, met",
            round = round,
            name = name,
            total = total,
            bid = bid,
            took = took,
        ),
        (Some((total, took)), _, Some(bid), _) => text!(
            "Round {round}, {name}, total {total}, bid {bid}, took {took}, missed",
            round = round,
            name = name,
            total = total,
            bid = bid,
            took = took,
        ),
        (.., Some(bid)) => text!("Round {round}, {name}, bid {bid}", round = round, name = name, bid = bid),
        _ => not_played(round, name),
    };
    let mark = match good {
        Some(true) => " ✓",
        Some(false) => " ✗",
        None => "",
    };
    // Once the tricks are known, a narrow column has room only for the bid that is scored.
    let changed = read.tricks.and(cell.entry.find('→')).unwrap_or_default();
    let short = cell.entry.get(changed..).unwrap_or_default().to_owned() + mark;
    let entry = cell.entry + mark;
    SheetCell { total, points: read.points.filter(|_| total.is_some()), entry, short, good, label: Some(label) }
}

fn of_last_wizard(session: &Session<last_wizard::Game>) -> SheetView {
    let readings = session.game().readings(session.table());
    let row = |round: &last_wizard::RoundReading, shown: game::SheetRow| SheetRow {
        round: round.number,
        state: round.state,
        given: None,
        trump: None,
        bombs: 0,
        waived: BTreeSet::new(),
        cells: cells(session, &round.seats, shown, last_wizard_cell),
    };
    let moved = readings.iter().flat_map(|round| {
        let names = session.people().names_in(round.number).into_iter().enumerate();
        names.filter_map(move |(seat, name)| {
            let (by, label) = round.manual_move(seat, &name)?;
            // The total of the round includes it.
            Some(given((round.number, round.state), (seat, label), round.seats.len(), seat, by, None))
        })
    });
    let rounds = readings.iter().zip(session.sheet()).map(|(round, shown)| row(round, shown));
    let mut sheet = sheet(session, rounds.chain(moved), |name| text!("{name} begins", name = name));
    let alone = readings.last().and_then(last_wizard::RoundReading::alone_in_front);
    sheet.players.iter_mut().for_each(|player| player.ahead &= alone == Some(player.seat));
    SheetView { gives: session.status() == Status::Running, ..sheet }
}

fn last_wizard_cell(
    round: usize,
    name: &str,
    read: &last_wizard::SeatReading,
    game::SheetCell { total, entry, good }: game::SheetCell,
) -> SheetCell {
    let label = match total {
        Some(space) => text!(
            "Round {round}, {name}: {entry}, on space {space}",
            round = round,
            name = name,
            entry = &entry,
            space = space,
        ),
        None if entry.is_empty() => not_played(round, name),
        None => text!("Round {round}, {name}: {entry}", round = round, name = name, entry = &entry),
    };
    // A move by hand stands below the round.
    let short = match read.by_hand {
        0 => entry.clone(),
        by => entry.strip_suffix(&signed(by)).unwrap_or(&entry).trim_end().to_owned(),
    };
    SheetCell { total, points: read.by(), entry: short.clone(), short, good, label: Some(label) }
}

/// A row in which all cells are empty but that of the one seat.
fn given(
    (round, state): (usize, RoundState),
    given: (usize, Text),
    seats: usize,
    seat: Seat,
    by: i32,
    total: Option<i32>,
) -> SheetRow {
    let cell = || SheetCell { total, entry: signed(by), short: signed(by), good: Some(by > 0), ..SheetCell::default() };
    let cells = (0..seats).map(|at| if at == seat { cell() } else { SheetCell::default() }).collect();
    SheetRow { round, state, given: Some(given), trump: None, bombs: 0, waived: BTreeSet::new(), cells }
}

fn cells<G: Rules, R>(
    session: &Session<G>,
    seats: &PerSeat<R>,
    shown: game::SheetRow,
    cell: fn(usize, &str, &R, game::SheetCell) -> SheetCell,
) -> Vec<SheetCell> {
    let round = shown.number;
    let cells = session.people().names_in(round).into_iter().zip(seats).zip(shown.cells);
    cells.map(|((name, read), shown)| cell(round, &name, read, shown)).collect()
}

fn not_played(round: usize, name: &str) -> Text {
    text!("Round {round}, {name}, not played yet", round = round, name = name)
}

/// `rows` are the rounds, then what was given by hand; `begins` is the label of the player who deals or goes first.
fn sheet<G: Rules>(session: &Session<G>, rows: impl Iterator<Item = SheetRow>, begins: fn(&str) -> Text) -> SheetView {
    let (scored, names) = (session.scored(), session.people().names_at_end());
    // The open round of a game that ended early is not being played.
    let runs = session.status() == Status::Running;
    let starter = runs.then(|| session.game().starter(scored + 1));
    let lines = session.by_seat_after(scored);
    let crowned = game::Standing::crowned(&lines, scored);
    let players = initials(&names).into_iter().zip(names).zip(lines);
    let player = |((initials, name), line): ((String, String), game::Standing)| {
        let dealer = starter == Some(line.seat);
        let label = if dealer { begins(&name) } else { Text::foreign(name.as_str()) };
        SheetPlayer { seat: line.seat, name, initials, dealer, ahead: crowned.contains(&line.seat), label }
    };
    let row = |row: SheetRow| {
        let state = if row.state == RoundState::Open && !runs { RoundState::Future } else { row.state };
        SheetRow { state, ..row }
    };
    let mut rows: Vec<SheetRow> = rows.map(row).collect();
    // A round stands before what is given after it.
    rows.sort_by_key(|row| row.round);
    let is_current = |row: &SheetRow| row.round <= scored + 1 && row.given.is_none();
    SheetView {
        players: players.map(player).collect(),
        taken_over: session.taken_over(),
        scored,
        current: rows.iter().rposition(is_current).unwrap_or_default(),
        rows,
        gives: false,
    }
}
