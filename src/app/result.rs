//! The result of a game: places and the lines of points by round.
//!
//! Where the lines run is in `export/chart.rs`, for the screen and for paper.

use super::Score;
use super::home::scores_of;
use super::names::initials;
use crate::each;
use crate::export::{Grid, Line, chart};
use crate::game::Rules;
use crate::session::{AnyRef, GameName, Session, Status};
use crate::wizard::{Seat, TieBreak};

/// One place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Shared places have the same.
    pub rank: usize,
    /// The seat, which also gives the colour.
    pub seat: Seat,
    /// The name.
    pub name: String,
    /// The mark.
    pub initials: String,
    /// Points.
    pub total: i32,
    /// Rounds that went well: bids met, or bets won.
    pub met: usize,
}

/// The totals at a round of the chart that is pointed out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PointedOut {
    /// The round, from 0 for the start.
    pub round: usize,
    /// Everyone's total there, best first.
    pub scores: Vec<Score>,
}

/// The result as the screen shows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResultView {
    /// Which game it is of.
    pub game: GameName,
    /// Best first.
    pub places: Vec<Place>,
    /// Those who won or lead.
    pub winners: Vec<String>,
    /// What told the first apart from others of the same points.
    pub decided_by: Option<TieBreak>,
    /// Was the game ended early?
    pub ended_early: bool,
    /// Rounds that count.
    pub rounds: usize,
    /// Rounds of the plan, where there is one.
    pub planned: Option<usize>,
    /// The chart.
    pub lines: Vec<Line>,
    /// Its grid.
    pub grid: Vec<Grid>,
    /// Who would deal a rematch.
    pub next_dealer: String,
}

/// The result of a session.
pub(super) fn view(session: AnyRef) -> ResultView {
    let wizard = session.wizard();
    let view = each!(session, session => of_any(session));
    ResultView {
        game: session.name(),
        decided_by: wizard.and_then(|session| session.game().decided_by(session.table())),
        planned: wizard.map(|session| session.game().plan().rounds()),
        ..view
    }
}

fn of_any<G: Rules>(session: &Session<G>) -> ResultView {
    let names = session.names();
    let marks = initials(&names);
    let mark = |seat: Seat| marks.get(seat).cloned().unwrap_or_default();
    let name = |seat: Seat| names.get(seat).cloned().unwrap_or_default();
    let standings = session.standings();
    let places = standings.iter().map(|line| Place {
        rank: line.rank,
        seat: line.seat,
        name: name(line.seat),
        initials: mark(line.seat),
        total: line.total,
        met: line.met,
    });
    let (lines, grid) = chart(session, &marks);
    ResultView {
        places: places.collect(),
        winners: standings.iter().filter(|line| line.rank == 1).map(|line| name(line.seat)).collect(),
        ended_early: session.status() == Status::EndedEarly,
        rounds: session.scored(),
        lines,
        grid,
        next_dealer: name(session.rematch_dealer()),
        ..ResultView::default()
    }
}

/// The totals of a session after a round; the last one is the furthest.
pub(super) fn pointed_out<G: Rules>(session: &Session<G>, round: usize) -> PointedOut {
    let round = round.min(session.scored());
    PointedOut { round, scores: scores_of(&session.names(), &session.standings_after(round)) }
}
