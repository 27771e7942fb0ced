//! Home: continue, play again, recent games.

use std::rc::Rc;

use slint::ComponentHandle;
use tablet_of_truth_ui as ui;

use super::program::{Convert, Program};
use super::result::Chart;
use super::tournament::show_offers;
use super::values::{face, int, list_of, list_of_lists, outcome, path_of, path_text, said, scores, seat, text};
use crate::app::{self, App, ArchiveCommand, Command, DayPart, Line};
use crate::game::Rules;
use crate::language::Language;
use crate::session::Status;
use crate::text;
use crate::text::Text;
use crate::with_game;
use crate::wizard::Seat;

pair!(DayPart, DayPart: Morning Afternoon Evening);

/// Connects home. Returns the lines of the last game, which its chart asks for.
pub(super) fn connect(program: &Rc<Program>) -> Rc<Chart> {
    let adapter = program.window.global::<ui::HomeAdapter>();
    commands!(program, adapter, Command::from, {
        on_open(path) => Command::Open(path_of(path)),
        on_rematch(path) => Command::RematchOf(path_of(path)),
        on_change_players(path) => Command::ChangePlayers(Some(path_of(path))),
        on_end(path) => Command::EndOf(path_of(path)),
        on_delete(path) => Command::OnArchive(ArchiveCommand::Delete(path_of(path))),
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
    adapter.set_day_part(view.day_part.convert());
    adapter.set_reading(view.reading);
    adapter.set_unreadable(int(view.unreadable.len()));
    if let Some((name, reason)) = view.unreadable.first() {
        adapter.set_unreadable_name(text(name));
        adapter.set_unreadable_reason(text(reason));
    }
    show_offers(window, &view, app.language());
    adapter.set_can_resume(view.resume.is_some());
    if let Some(resume) = &view.resume {
        adapter.set_resume_scores(list_of(adapter.get_resume_scores(), resume.scores.iter().map(mark)));
        adapter.set_resume_path(path_text(&resume.path));
        adapter.set_resume_round(int(resume.round));
        let at = match (resume.planned, resume.kind) {
            (Some(planned), _) => text!("Round {round} of {rounds}", round = resume.round, rounds = planned),
            (None, kind) => text!("{game} · round {round}", game = kind.text(), round = resume.round),
        };
        adapter.set_resume_at(said(&at, app.language()));
        let stands = match (resume.kind.wizard(), &resume.to_bid) {
            (None, _) => text!("The bets are being entered"),
            (Some(_), _) if resume.playing => text!("The tricks are being entered"),
            (Some(_), None) => text!("All bids are in"),
            (Some(_), Some(name)) => text!("{name} has not bid yet", name = name),
        };
        adapter.set_resume_stands(said(&stands, app.language()));
        adapter.set_resume_tonight(resume.tonight);
        adapter.set_resume_date(text(&app.language().near_date(resume.day, app.this_year())));
    }
    adapter.set_can_rematch(view.rematch.is_some());
    if let Some(rematch) = &view.rematch {
        adapter.set_rematch_path(path_text(&rematch.path));
        let (players, name) = (rematch.players, &rematch.dealer);
        adapter.set_rematch_faces(list_of(adapter.get_rematch_faces(), rematch.faces.iter().map(face)));
        let told = with_game!(rematch.game, Game => Game::rematch_told(players, name));
        adapter.set_rematch_told(said(&told, app.language()));
    }
    adapter.set_has_last(view.last.is_some());
    if let Some(last) = &view.last {
        show_last(&adapter, last, &view.last_read, app);
        if chart.take(&view.last_read.lines) {
            adapter.set_last_chart(adapter.get_last_chart().wrapping_add(1));
        }
    }
    let line = |line, shown: ui::HomeEntry| entry(line, shown, app.this_year(), app.language());
    adapter.set_unfinished(list_of_lists(adapter.get_unfinished(), &view.unfinished, line));
    adapter.set_recent(list_of_lists(adapter.get_recent(), &view.recent, line));
    adapter.set_games(int(view.games));
    adapter.set_example(view.example);
    adapter.set_timed(view.unfinished.iter().chain(&view.recent).any(|line| line.time.is_some()));
    adapter.set_deleted(view.deleted.map(|deleted| said(&deleted, app.language())).unwrap_or_default());
}

fn mark(score: &app::Score) -> ui::ScoreMark {
    ui::ScoreMark { face: face(&score.face), name: text(&score.name), total: score.total, ahead: score.rank == 1 }
}

/// Shows the last game that is over, with what was read of it.
fn show_last(adapter: &ui::HomeAdapter<'_>, last: &app::Entry, read: &app::LastRead, app: &App) {
    let (winners, others): (Vec<_>, Vec<_>) = last.scores.iter().partition(|score| score.rank == 1);
    let ended_early = last.status == Status::EndedEarly;
    let names: Vec<String> = winners.iter().map(|winner| winner.name.clone()).collect();
    let total = winners.first().map_or(0, |winner| winner.total);
    let (won, told) = match &names[..] {
        [name] if ended_early => (Text::foreign(name.clone()), text!("Led with {total} at the end", total = total)),
        [name] => (Text::foreign(name.clone()), text!("Won with {total}", total = total)),
        names => (outcome(names, ended_early, last.rounds), text!("{total} each", total = total)),
    };
    let language = app.language();
    let day = language.near_date(last.day, app.this_year());
    let date = match read.place.as_str() {
        "" => Text::foreign(day),
        place => text!("day, place" => "{day} · {place}", day = day, place = place),
    };
    adapter.set_last_date(said(&date, language));
    let face_at = |seat: Seat| last.scores.iter().find(|score| score.seat == seat).map(|score| face(&score.face));
    let line = |line: &Line| ui::LastLine { seat: int(line.seat), face: face_at(line.seat).unwrap_or_default() };
    adapter.set_last_lines(list_of(adapter.get_last_lines(), read.lines.iter().map(line)));
    adapter.set_last_text(text(&scores(&last.scores, language)));
    adapter.set_last_won(said(&won, language));
    adapter.set_last_told(said(&told, language));
    adapter.set_last_winners(list_of(adapter.get_last_winners(), winners.into_iter().map(mark)));
    adapter.set_last_others(list_of(adapter.get_last_others(), others.into_iter().map(mark)));
}

fn entry(entry: &app::Entry, shown: ui::HomeEntry, this_year: i32, language: Language) -> ui::HomeEntry {
    let points = scores(&entry.scores, language);
    let (rounds, planned) = (entry.rounds, entry.planned);
    let stands = match (entry.status, entry.scores.first()) {
        (Status::Finished, _) => Text::foreign(points),
        (Status::EndedEarly, _) if rounds == 0 => text!("No rounds were played"),
        (Status::EndedEarly, Some(leader)) => text!(
            "Ended early after round {round} · {leader} led with {total}",
            round = rounds,
            leader = &leader.name,
            total = leader.total,
        ),
        _ if rounds == 0 => text!("No round finished yet · {scores}", scores = points),
        _ => text!("After round {round} · {scores}", round = rounds, scores = points),
    };
    let edition = entry.kind.text();
    let kind = match planned.filter(|&planned| planned != rounds) {
        None => text!("{edition} · {n} round" | "{edition} · {n} rounds" % rounds, edition = edition),
        Some(planned) => {
            text!("{edition} · {played} of {planned}", edition = edition, played = rounds, planned = planned,)
        }
    };
    let kind = match (entry.example, entry.copy) {
        (true, _) => text!("what kind of game" => "Example · {kind}", kind = kind),
        (_, true) => text!("what kind of game" => "Copy · {kind}", kind = kind),
        _ => kind,
    };
    let day = language.near_date(entry.day, this_year);
    let date = match entry.time {
        Some(time) => text!("day, time" => "{day}, {time}", day = day, time = time.format("%H:%M").to_string()),
        None => Text::foreign(day),
    };
    let evening = entry.evening.as_ref();
    let sums = evening.map(|evening| &evening.scores[..]).unwrap_or_default();
    ui::HomeEntry {
        in_evening: entry.in_evening,
        evening_name: evening.map(|evening| said(&evening.name, language)).unwrap_or_default(),
        evening: evening.map(|evening| said(&evening_text(evening), language)).unwrap_or_default(),
        evening_text: text(&scores(sums, language)),
        evening_first: sums.first().map(mark).unwrap_or_default(),
        evening_others: list_of(shown.evening_others, sums.iter().skip(1).map(mark)),
        path: path_text(&entry.path),
        date: said(&date, language),
        begun: rounds > 0,
        text: said(&stands, language),
        first: entry.scores.first().map(mark).unwrap_or_default(),
        others: list_of(shown.others, entry.scores.iter().skip(1).map(mark)),
        kind: said(&kind, language),
        copy: entry.copy,
        example: entry.example,
        ended_early: entry.status == Status::EndedEarly,
    }
}

/// An evening in words: when it was, how many games were played, and who won most of them.
pub(super) fn evening_text(evening: &app::Evening) -> Text {
    let (name, games) = (evening.name.clone(), evening.games.clone());
    match evening.winners.clone() {
        None => text!("evening, games" => "{evening} · {games}", evening = name, games = games),
        Some(winners) => text!(
            "evening, games, winners" => "{evening} · {games} · {winners}",
            evening = name,
            games = games,
            winners = winners,
        ),
    }
}
