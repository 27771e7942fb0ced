//! The score sheet of either game: rounds down, players across.

use std::collections::BTreeSet;

use super::{App, Page};
use crate::each;
use crate::game::{self, RoundState, Rules};
use crate::last_wizard;
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
    /// The name and whether the player begins, in words.
    pub told: Text,
}

#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// All of this in words.
    pub told: Text,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetRow {
    /// From 1.
    pub round: usize,
    pub state: RoundState,
    /// `None` if not recorded, or not used in this game.
    pub trump: Option<Trump>,
    pub bombs: u8,
    /// The rules that the round breaks, because the table let it stand.
    pub waived: BTreeSet<Waiver>,
    /// In seat order.
    pub cells: Vec<SheetCell>,
}

/// A penalty below the round after which it was given, or a move by hand below its round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PenaltyRow {
    /// The index in the game's list, or the seat moved by hand.
    pub place: usize,
    /// The scored round with which it is corrected; `None` if it is changed on its own.
    pub round: Option<usize>,
    /// Who, how much and why.
    pub what: Text,
    /// The same with the round.
    pub told: Text,
    /// The player's total with it; `None` if the round above has it already.
    pub total: Option<i32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SheetLine {
    Round(SheetRow),
    /// What the table gave by hand.
    Penalty(PenaltyRow),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SheetView {
    pub players: Vec<SheetPlayer>,
    /// The rounds, with what was given by hand between them.
    pub rows: Vec<SheetLine>,
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
        trump: round.trump.filter(|_| !game.rules().unicolor),
        bombs: round.bombs,
        waived: round.kept_against(),
        cells: cells(session, &round.seats, shown, wizard_cell),
    };
    let penalty = |(place, (penalty, total)): (usize, (&Penalty, i32))| {
        let names = session.people().names_in(penalty.first_counted());
        let described = penalty.described(&names);
        let told = text!("Change penalty {number}. {penalty}", number = place + 1, penalty = described);
        let row = PenaltyRow { place, round: None, what: penalty.what(&names), told, total: Some(total) };
        (penalty.after_round, row)
    };
    let penalties = table.penalties.iter().zip(table.totals_with_penalties(&readings)).enumerate().map(penalty);
    let rounds = readings.iter().zip(session.sheet()).map(|(round, shown)| row(round, shown));
    let sheet = sheet(session, rounds, penalties, |name| text!("{name} deals", name = name));
    SheetView { gives: true, ..sheet }
}

fn wizard_cell(round: usize, name: &str, read: &SeatReading, cell: game::SheetCell) -> SheetCell {
    let (total, good) = (cell.total, cell.good);
    let told = match (total.zip(read.tricks), good, read.scored_bid, read.bid) {
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
    SheetCell { total, points: read.points.filter(|_| total.is_some()), entry, short, good, told }
}

fn of_last_wizard(session: &Session<last_wizard::Game>) -> SheetView {
    let readings = session.game().readings(session.table());
    let row = |round: &last_wizard::RoundReading, shown: game::SheetRow| SheetRow {
        round: round.number,
        state: round.state,
        trump: None,
        bombs: 0,
        waived: BTreeSet::new(),
        cells: cells(session, &round.seats, shown, last_wizard_cell),
    };
    let moved = readings.iter().flat_map(|round| {
        let names = session.people().names_in(round.number).into_iter().enumerate();
        names.filter_map(move |(place, name)| {
            let (what, told) = round.moved_told(place, &name)?;
            let corrected = Some(round.number).filter(|_| round.state == RoundState::Scored);
            Some((round.number, PenaltyRow { place, round: corrected, what, told, total: None }))
        })
    });
    let rounds = readings.iter().zip(session.sheet()).map(|(round, shown)| row(round, shown));
    let mut sheet = sheet(session, rounds, moved, |name| text!("{name} begins", name = name));
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
    let told = match total {
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
        by => entry.strip_suffix(&last_wizard::signed(by)).unwrap_or(&entry).trim_end().to_owned(),
    };
    SheetCell { total, points: read.by(), entry, short, good, told }
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

/// `given` is what was given by hand after each round; `begins` says that a player deals or goes first.
fn sheet<G: Rules>(
    session: &Session<G>,
    rounds: impl Iterator<Item = SheetRow>,
    given: impl Iterator<Item = (usize, PenaltyRow)>,
    begins: fn(&str) -> Text,
) -> SheetView {
    let (scored, names) = (session.scored(), session.people().names_at_end());
    // The open round of a game that ended early is not being played.
    let runs = session.status() == Status::Running;
    let starter = runs.then(|| session.game().starter(scored + 1));
    let lines = session.by_seat_after(scored);
    let crowned = game::Standing::crowned(&lines, scored);
    let players = initials(&names).into_iter().zip(names).zip(lines);
    let player = |((initials, name), line): ((String, String), game::Standing)| {
        let dealer = starter == Some(line.seat);
        let told = if dealer { begins(&name) } else { Text::foreign(name.as_str()) };
        SheetPlayer { seat: line.seat, name, initials, dealer, ahead: crowned.contains(&line.seat), told }
    };
    let round = |row: SheetRow| {
        let state = if row.state == RoundState::Open && !runs { RoundState::Future } else { row.state };
        (row.round, SheetLine::Round(SheetRow { state, ..row }))
    };
    let given = given.map(|(round, row)| (round, SheetLine::Penalty(row)));
    let mut lines: Vec<(usize, SheetLine)> = rounds.map(round).chain(given).collect();
    // A round stands before what is given after it.
    lines.sort_by_key(|(number, _)| *number);
    let is_current = |(number, line): &(usize, SheetLine)| *number <= scored + 1 && matches!(line, SheetLine::Round(_));
    SheetView {
        players: players.map(player).collect(),
        taken_over: session.taken_over(),
        scored,
        current: lines.iter().rposition(is_current).unwrap_or_default(),
        rows: lines.into_iter().map(|(_, line)| line).collect(),
        gives: false,
    }
}
