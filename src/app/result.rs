//! The result of a game: places and the lines of points by round.
//!
//! `session/chart.rs` computes where the lines run, for the screen and for paper.

use super::Score;
use super::home::scores_of;
use crate::each;
use crate::game::Rules;
use crate::session::{AnyRef, GameName, Grid, Line, Session, Status, chart, initials};
use crate::wizard::{Seat, TieBreak};

/// A player's place in the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The rank; equal results share it.
    pub rank: usize,
    /// The seat, which also gives the colour.
    pub seat: Seat,
    /// The player's name.
    pub name: String,
    /// The player's initials.
    pub initials: String,
    /// The points.
    pub total: i32,
    /// Rounds that went well: bids met, or bets won.
    pub met: usize,
}

/// The totals at a round of the chart that is pointed out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PointedOut {
    /// The round; 0 for the start.
    pub round: usize,
    /// Everyone's total at that round, best first.
    pub scores: Vec<Score>,
}

/// The result as the screen shows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResultView {
    /// The game played.
    pub game: GameName,
    /// The places, best first.
    pub places: Vec<Place>,
    /// The players who won or lead.
    pub winners: Vec<String>,
    /// The criterion that broke a tie for first place, if one did.
    pub decided_by: Option<TieBreak>,
    /// Whether the game was ended early.
    pub ended_early: bool,
    /// The number of rounds that count.
    pub rounds: usize,
    /// The number of rounds in the plan, if there is one.
    pub planned: Option<usize>,
    /// The lines of the chart.
    pub lines: Vec<Line>,
    /// The grid of the chart.
    pub grid: Vec<Grid>,
    /// The player who would deal, or go first, in a rematch.
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
    let names = session.people().names_at_end();
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

/// The totals of a session after a round, at most the last one.
pub(super) fn pointed_out<G: Rules>(session: &Session<G>, round: usize) -> PointedOut {
    let round = round.min(session.scored());
    PointedOut { round, scores: scores_of(&session.people().names_in(round), session.standings_after(round)) }
}
