//! The result of a game: places and the lines of points by round.
//!
//! `session/chart.rs` computes the lines, for screen and paper.

use super::archive::round_more;
use super::data::{self, Action, ActionStyle, Icon, Item, Section, open};
use super::face::Faces;
use super::home::scores_of;
use super::{App, Command, Overlay, Panel, RoundMore, Score, TableCommand, TournamentCommand};
use crate::game::{Rules, Standing};
use crate::language::minutes;
use crate::session::{AnyRef, GameName, Grid, Line, Player, Session, Status, chart, initials};
use crate::text;
use crate::text::Text;
use crate::wizard::Seat;
use crate::{each, export, with_game};

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
    /// The first three places on a podium, best first; empty if the game was ended early.
    pub podium: Vec<PodiumStep>,
    pub winners: Vec<String>,
    /// The criterion that broke a tie for first place, or what ended the game.
    pub decided: Option<Text>,
    pub ended_early: bool,
    pub rounds: usize,
    pub lines: Vec<Line>,
    pub grid: Vec<Grid>,
    /// The player who would deal, or go first, in a rematch.
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
        let sent = self.played_at().is_some().then(|| match self.open_session.is_kept() {
            _ if !is_there => text!("The result is not in the tournament’s folder."),
            true => text!("The result is in the tournament’s folder."),
            false => text!("The result is on its way."),
        });
        ResultView { sent, ..view }
    }

    /// Whether the score sheet is shown, on the result in place of the chart.
    pub(super) fn shows_sheet(&self) -> bool {
        self.open_session.play.as_ref().is_some_and(|play| play.overlay() == Overlay::Sheet)
    }

    /// The head, the sentence above the podium, the next steps, and the choice of chart or sheet.
    pub(super) fn result_page(&self) -> data::Page {
        let (view, viewed, language) = (self.result(), self.viewed_view(), self.language());
        let day = viewed.as_ref().map(|viewed| language.near_long_date(viewed.day, self.this_year()));
        let length = viewed.as_ref().map(|viewed| export::progress(viewed.status, viewed.rounds, viewed.planned));
        let lasted = viewed.as_ref().and_then(|viewed| viewed.minutes).map(minutes);
        let facts = self.played_at().or_else(|| day.map(Text::foreign)).into_iter().chain(length).chain(lasted);
        let facts: Vec<String> = facts.map(|fact| language.translate(&fact)).collect();
        // A broken tie needs its reason before anything else.
        let ties = matches!(view.places.as_slice(), [first, second, ..] if first.total == second.total);
        let (decided, feat) = (view.decided, self.feat());
        let explanation = if ties { decided.or(feat) } else { feat.or(decided) };
        let standings = || if view.ended_early { text!("Standings") } else { text!("Final standings") };
        let sentence = Item::status("sentence", view.sent.clone().or(explanation).unwrap_or_else(standings));
        let next = match (&view.sent, view.game) {
            (Some(_), _) => {
                Action::primary(text!("On to the next table"), Command::OnTournament(TournamentCommand::GoOn))
            }
            (None, GameName::Wizard) => rematch(text!("{name} deals next", name = view.next_dealer)),
            (None, GameName::LastWizard) => rematch(text!("{name} begins next", name = view.next_dealer)),
        };
        let play_on = Action::new(text!("Play on"), Command::OnTable(TableCommand::PlayOn));
        let next = view.ended_early.then_some(play_on).into_iter().chain(view.draw.then(round_more)).chain([next]);
        let face = |text: Text, overlay: Overlay| {
            let on = self.shows_sheet() == (overlay == Overlay::Sheet);
            Action::option(text, on, Command::OnTable(TableCommand::Overlay(overlay)))
        };
        let (chart, sheet) = (text!("face of the result" => "Chart"), text!("face of the result" => "Sheet"));
        let faces = [face(chart, Overlay::None), face(sheet, Overlay::Sheet)];
        let chart_title = with_game!(view.game, Game => Game::chart_title());
        let more = Action::labelled(text!("More"), open(Panel::Game)).icon(Icon::More).style(ActionStyle::Quiet);
        let share = Action::new(text!("Share"), open(Panel::Share)).icon(Icon::Share);
        let share = Action { shrinks: true, shortcut: Some(text!("keys" => "Ctrl+P")), ..share };
        data::Page {
            fact: Some(Text::foreign(facts.join(" · "))),
            actions: vec![more, share],
            second: vec![Section::Bare("faces", vec![Item::choice(chart_title, faces)])],
            ..data::Page::new(
                "result",
                outcome(&view.winners, view.ended_early, view.rounds),
                vec![Section::Bare("podium", vec![sentence, Item::buttons(next).key("next")])],
            )
        }
    }
}

fn rematch(who_begins: Text) -> Action {
    Action::primary(text!("Rematch"), Command::Rematch).hint(who_begins)
}

/// The sentence about the winners or leaders.
pub fn outcome(winners: &[String], ended_early: bool, rounds: usize) -> Text {
    let (count, names) = (winners.len(), winners.to_vec());
    if rounds == 0 {
        text!("Ended before the first round")
    } else if ended_early {
        text!("{names} led when the game ended" | "{names} led when the game ended" % count, names = names)
    } else {
        text!("{names} wins" | "{names} share the victory" % count, names = names)
    }
}

pub(super) fn view(session: AnyRef) -> ResultView {
    let wizard = session.wizard();
    let view = each!(session, session => of_any(session));
    let draw = view.winners.len() > 1 && wizard.and_then(RoundMore::of).is_some();
    ResultView { game: session.name(), draw, ..view }
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
    let ended_early = session.status() == Status::EndedEarly;
    ResultView {
        podium: if ended_early { Vec::new() } else { podium(&places) },
        places,
        decided: session.game().decided(session.table(), &|round| session.people().names_in(round)),
        winners: standings.iter().filter(|line| line.rank == 1).map(|line| name(line.seat)).collect(),
        ended_early,
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
