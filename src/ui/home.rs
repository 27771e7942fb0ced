//! Home: continue, play again, recent games.

use std::rc::Rc;

use slint::ComponentHandle;
use tablet_of_truth::app::{self, App, ArchiveCommand, Command, DayPart};
use tablet_of_truth::game::Rules;
use tablet_of_truth::session::{GameName, Status};
use tablet_of_truth::text;
use tablet_of_truth::text::Text;
use tablet_of_truth::with_game;
use tablet_of_truth::wizard::Seat;
use tablet_of_truth_ui as ui;

use super::archive::session_row;
use super::program::Program;
use super::result::Chart;
use super::tournament::show_offers;
use super::values::{face, list_of, list_of_lists, mark, path_of, path_text, scores, seat, text, tr};

/// Returns the lines of the last game, which its chart asks for.
pub(super) fn connect(program: &Rc<Program>) -> Rc<Chart> {
    let adapter = program.window.global::<ui::HomeAdapter>();
    commands!(program, adapter, Command::from, {
        on_open(path) => Command::Open(path_of(path)),
        on_new_game(last_wizard) => {
            Command::NewGame(if last_wizard { GameName::LastWizard } else { GameName::Wizard })
        },
        on_rematch(path) => Command::RematchOf(path_of(path)),
        on_share_evening(path) => Command::OnArchive(ArchiveCommand::ShareEvening(path_of(path))),
        on_take_back() => Command::OnArchive(ArchiveCommand::TakeBack),
    });
    let last = Rc::new(Chart::default());
    connect!(&last, adapter, on_mark, |last, at, _serial, marks| last.mark(seat(at), marks));
    connect!(&last, adapter, on_path, |last, at, _serial, width, height| last.path(seat(at), width, height));
    last
}

pub(super) fn show(window: &ui::AppWindow, app: &App, chart: &Chart) {
    let adapter = window.global::<ui::HomeAdapter>();
    let view = app.home();
    adapter.set_reading(view.reading);
    show_offers(window, &view, app.language());
    adapter.set_can_resume(view.resume.is_some());
    if let Some(resume) = &view.resume {
        adapter.set_resume_scores(list_of(adapter.get_resume_scores(), resume.scores.iter().map(mark)));
        adapter.set_resume_path(path_text(&resume.path));
        let at = match (resume.planned, resume.kind) {
            (Some(planned), _) => text!("Round {round} of {rounds}", round = resume.round, rounds = planned),
            (None, kind) => text!("{game} · round {round}", game = kind.text(), round = resume.round),
        };
        adapter.set_resume_at(tr(&at, app.language()));
        let stands = match (resume.kind.wizard(), &resume.to_bid) {
            (None, _) => text!("The bets are being entered"),
            (Some(_), _) if resume.playing => text!("The tricks are being entered"),
            (Some(_), None) => text!("All bids are in"),
            (Some(_), Some(name)) => text!("{name} has not bid yet", name = name),
        };
        adapter.set_resume_stands(tr(&stands, app.language()));
        let heading = match (resume.tonight, view.day_part) {
            (true, DayPart::Evening) => text!("Continue tonight's game"),
            (true, _) => text!("Continue today's game"),
            (false, _) => text!("Continue the last game"),
        };
        adapter.set_resume_heading(tr(&heading, app.language()));
    }
    adapter.set_can_rematch(view.rematch.is_some());
    if let Some(rematch) = &view.rematch {
        adapter.set_rematch_path(path_text(&rematch.path));
        let (players, name) = (rematch.players, &rematch.dealer);
        adapter.set_rematch_faces(list_of(adapter.get_rematch_faces(), rematch.faces.iter().map(face)));
        let description = with_game!(rematch.game, Game => Game::rematch_label(players, name));
        adapter.set_rematch_description(tr(&description, app.language()));
    }
    adapter.set_has_last(view.last.is_some());
    if let Some(last) = &view.last {
        show_last(&adapter, last, &view.last_read, app);
        if chart.take(&view.last_read.lines) {
            adapter.set_last_chart(adapter.get_last_chart().wrapping_add(1));
        }
    }
    let line = |entry, shown| session_row(entry, shown, app);
    adapter.set_recent(list_of_lists(adapter.get_recent(), &view.recent, line));
    adapter.set_example(view.example);
    adapter.set_deleted(view.deleted.map(|deleted| tr(&deleted, app.language())).unwrap_or_default());
}

fn show_last(adapter: &ui::HomeAdapter<'_>, last: &app::Entry, read: &app::LastRead, app: &App) {
    let (winners, others): (Vec<_>, Vec<_>) = last.scores.iter().partition(|score| score.rank == 1);
    let ended_early = last.status == Status::EndedEarly;
    let names: Vec<String> = winners.iter().map(|winner| winner.name.clone()).collect();
    let total = winners.first().map_or(0, |winner| winner.total);
    let (won, points) = match &names[..] {
        [name] if ended_early => (Text::foreign(name.clone()), text!("Led with {total} at the end", total = total)),
        [name] => (Text::foreign(name.clone()), text!("Won with {total}", total = total)),
        names => (app::outcome(names, ended_early, last.rounds), text!("{total} each", total = total)),
    };
    let language = app.language();
    let day = language.near_date(last.day, app.this_year());
    let date = match read.place.as_str() {
        "" => Text::foreign(day),
        place => text!("day, place" => "{day} · {place}", day = day, place = place),
    };
    adapter.set_last_date(tr(&date, language));
    let face_at = |seat: Seat| last.scores.iter().find(|score| score.seat == seat).map(|score| face(&score.face));
    let seats = if read.lines.is_empty() { 0 } else { last.scores.len() };
    adapter.set_last_lines(list_of(adapter.get_last_lines(), (0..seats).filter_map(face_at)));
    adapter.set_last_text(text(&scores(&last.scores, language)));
    adapter.set_last_won(tr(&won, language));
    adapter.set_last_points(tr(&points, language));
    adapter.set_last_winners(list_of(adapter.get_last_winners(), winners.into_iter().map(mark)));
    adapter.set_last_others(list_of(adapter.get_last_others(), others.into_iter().map(mark)));
}
