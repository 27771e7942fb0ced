//! The result of a game: places and the lines of points by round.
//!
//! `session/chart.rs` computes where the lines run, for the screen and for paper.

use super::face::Faces;
use super::home::scores_of;
use super::{App, RoundMore, Score};
use crate::each;
use crate::game::{Rules, Standing};
use crate::session::{AnyRef, GameName, Grid, Line, Player, Session, Status, chart, initials};
use crate::text;
use crate::text::Text;
use crate::wizard::Seat;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Equal results share it.
    pub rank: usize,
    /// Before the last round.
    pub was: usize,
    /// Also gives the colour.
    pub seat: Seat,
    pub name: String,
    pub initials: String,
    pub total: i32,
    /// In the last round.
    pub gained: i32,
    /// Rounds that went well: bids met, or bets won.
    pub met: usize,
    pub crowned: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PodiumStep {
    pub rank: usize,
    /// The column of the first of them, from the left.
    pub first: usize,
    pub places: Vec<Place>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PointedOut {
    /// 0 for the start.
    pub round: usize,
    /// Best first.
    pub scores: Vec<Score>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResultView {
    pub game: GameName,
    /// Best first.
    pub places: Vec<Place>,
    /// The first three places on a podium, best first.
    pub podium: Vec<PodiumStep>,
    pub winners: Vec<String>,
    /// The table of a tournament at which it was played, the criterion that broke a tie for first place or what ended
    /// the game, and who took over from whom.
    pub facts: Vec<Text>,
    pub ended_early: bool,
    pub rounds: usize,
    /// In the plan; `None` without a plan.
    pub planned: Option<usize>,
    pub lines: Vec<Line>,
    pub grid: Vec<Grid>,
    /// Who would deal, or go first, in a rematch.
    pub next_dealer: String,
    /// Whether the victory is shared and one more round can decide it.
    pub draw: bool,
    /// At a table of a tournament, whether the folder has the result yet.
    pub sent: Option<Text>,
}

impl App {
    pub fn pointed_out(&self) -> Option<PointedOut> {
        let round = self.screens.top().pointed_out?;
        Some(each!(self.shown_session()?, session => pointed_out(session, round, self.faces())))
    }

    pub fn result(&self) -> ResultView {
        let view = self.session().map(view).unwrap_or_default();
        let is_there = self.session_file().is_some_and(|path| self.archive.holds(path));
        let played_at = self.played_at();
        let sent = played_at.is_some().then(|| match self.open_session.is_kept() {
            _ if !is_there => text!("The result is not in the tournament’s folder."),
            true => text!("The result is in the tournament’s folder."),
            false => text!("The result is on its way."),
        });
        ResultView { sent, facts: played_at.into_iter().chain(view.facts).collect(), ..view }
    }
}

pub(super) fn view(session: AnyRef) -> ResultView {
    let wizard = session.wizard();
    let view = each!(session, session => of_any(session));
    let draw = view.winners.len() > 1 && wizard.and_then(RoundMore::of).is_some();
    ResultView { game: session.name(), planned: wizard.map(|session| session.game().plan().rounds()), draw, ..view }
}

fn of_any<G: Rules>(session: &Session<G>) -> ResultView {
    let names = session.people().names_at_end();
    let marks = initials(&names);
    let mark = |seat: Seat| marks.get(seat).cloned().unwrap_or_default();
    let name = |seat: Seat| names.get(seat).cloned().unwrap_or_default();
    let standings = session.standings();
    let before = session.by_seat_after(session.scored().saturating_sub(1));
    let crowned = Standing::crowned(&standings, session.scored());
    let places = standings.iter().map(|line| Place {
        rank: line.rank,
        was: before.get(line.seat).map_or(line.rank, |before| before.rank),
        seat: line.seat,
        name: name(line.seat),
        initials: mark(line.seat),
        total: line.total,
        gained: before.get(line.seat).map_or(0, |before| line.total - before.total),
        met: line.met,
        crowned: crowned.contains(&line.seat),
    });
    let places: Vec<Place> = places.collect();
    let (lines, grid) = chart(session, &marks);
    let decided = session.game().decided(session.table(), &|round| session.people().names_in(round));
    ResultView {
        podium: podium(&places),
        places,
        facts: decided.into_iter().chain(session.taken_over()).collect(),
        winners: standings.iter().filter(|line| line.rank == 1).map(|line| name(line.seat)).collect(),
        ended_early: session.status() == Status::EndedEarly,
        rounds: session.scored(),
        lines,
        grid,
        next_dealer: name(session.rematch_dealer()),
        ..ResultView::default()
    }
}

/// The steps of a podium: the best stand between the second and the third.
fn podium(places: &[Place]) -> Vec<PodiumStep> {
    let [first, second, third] =
        [1, 2, 3].map(|rank| -> Vec<Place> { places.iter().filter(|place| place.rank == rank).cloned().collect() });
    let (middle, right) = (second.len(), second.len() + first.len());
    let steps = [(1, middle, first), (2, 0, second), (3, right, third)].into_iter();
    let step = |(rank, first, places)| PodiumStep { rank, first, places };
    steps.map(step).filter(|step| !step.places.is_empty()).collect()
}

/// The totals of a session after a round, at most the last one.
fn pointed_out<G: Rules>(session: &Session<G>, round: usize, faces: Faces) -> PointedOut {
    let round = round.min(session.scored());
    let players: Vec<&Player> = session.people().players_in(round).collect();
    PointedOut { round, scores: scores_of(&players, faces, session.standings_after(round)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_places_share_a_step_and_the_best_stand_in_the_middle() {
        let steps = |ranks: &[usize]| -> Vec<(usize, usize, usize)> {
            let place = |(seat, &rank): (Seat, &usize)| Place {
                rank,
                was: rank,
                seat,
                name: String::new(),
                initials: String::new(),
                total: 0,
                gained: 0,
                met: 0,
                crowned: false,
            };
            let places: Vec<Place> = ranks.iter().enumerate().map(place).collect();
            podium(&places).into_iter().map(|step| (step.rank, step.first, step.places.len())).collect()
        };
        assert_eq!(steps(&[1, 2, 3]), [(1, 1, 1), (2, 0, 1), (3, 2, 1)]);
        assert_eq!(steps(&[1, 1, 3, 4]), [(1, 0, 2), (3, 2, 1)]);
        assert_eq!(steps(&[1, 2, 2, 4, 5, 6]), [(1, 2, 1), (2, 0, 2)]);
        assert_eq!(steps(&[1, 2, 3, 3, 3]), [(1, 1, 1), (2, 0, 1), (3, 2, 3)]);
        assert_eq!(steps(&[1; 6]), [(1, 0, 6)]);
        assert_eq!(steps(&[]), []);
    }
}
