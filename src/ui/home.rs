//! Home: continue, play again, recent games.

use std::rc::Rc;

use slint::ComponentHandle;
use tablet_of_truth_ui as ui;

use super::program::{Convert, Program};
use super::values::{int, list_of, path_of, path_text, said, scores, text};
use crate::app::{self, App, ArchiveCommand, Command, DayPart};
use crate::language::Language;
use crate::session::{GameName, Status};
use crate::text;
use crate::text::Text;

pair!(DayPart, DayPart: Morning Afternoon Evening);

pub(super) fn connect(program: &Rc<Program>) {
    let adapter = program.window.global::<ui::HomeAdapter>();
    commands!(program, adapter, Command::from, {
        on_open(path) => Command::Open(path_of(path)),
        on_rematch(path) => Command::RematchOf(path_of(path)),
        on_change_players(path) => Command::ChangePlayers(Some(path_of(path))),
        on_end(path) => Command::EndOf(path_of(path)),
        on_delete(path) => Command::OnArchive(ArchiveCommand::Delete(path_of(path))),
        on_take_back() => Command::OnArchive(ArchiveCommand::TakeBack),
    });
}

pub(super) fn show(window: &ui::AppWindow, app: &App) {
    let adapter = window.global::<ui::HomeAdapter>();
    let view = app.home();
    adapter.set_day_part(view.day_part.convert());
    adapter.set_reading(view.reading);
    adapter.set_unreadable(int(view.unreadable.len()));
    if let Some((name, reason)) = view.unreadable.first() {
        adapter.set_unreadable_name(text(name));
        adapter.set_unreadable_reason(text(reason));
    }
    adapter.set_can_resume(view.resume.is_some());
    if let Some(resume) = &view.resume {
        let mark = |score: &app::Score| ui::ScoreMark {
            seat: int(score.seat),
            name: text(&score.name),
            initials: text(&score.initials),
            total: score.total,
        };
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
        let told = match rematch.game {
            GameName::Wizard => text!(
                "The same {n} as last time, {name} deals" | "The same {n} as last time, {name} deals" % players,
                name = name,
            ),
            GameName::LastWizard => text!(
                "The same {n} as last time, {name} begins" | "The same {n} as last time, {name} begins" % players,
                name = name,
            ),
        };
        adapter.set_rematch_told(said(&told, app.language()));
    }
    let line = |line: &app::Entry| entry(line, app.this_year(), app.language());
    adapter.set_unfinished(list_of(adapter.get_unfinished(), view.unfinished.iter().map(line)));
    adapter.set_recent(list_of(adapter.get_recent(), view.recent.iter().map(line)));
    adapter.set_timed(view.unfinished.iter().chain(&view.recent).any(|line| line.time.is_some()));
    adapter.set_deleted(view.deleted);
}

fn entry(entry: &app::Entry, this_year: i32, language: Language) -> ui::HomeEntry {
    let scores = scores(&entry.scores, language);
    let (rounds, planned) = (entry.rounds, entry.planned);
    let stands = match (entry.status, entry.scores.first()) {
        (Status::Finished, _) => Text::foreign(scores),
        (Status::EndedEarly, Some(leader)) if rounds > 0 => text!(
            "Ended early after round {round} · {leader} led with {total}",
            round = rounds,
            leader = &leader.name,
            total = leader.total,
        ),
        _ if rounds == 0 => text!("No round finished yet · {scores}", scores = scores),
        _ => text!("After round {round} · {scores}", round = rounds, scores = scores),
    };
    let edition = entry.kind.text();
    let kind = match planned.filter(|&planned| planned != rounds) {
        None => text!("{edition} · {n} round" | "{edition} · {n} rounds" % rounds, edition = edition),
        Some(planned) => {
            text!("{edition} · {played} of {planned}", edition = edition, played = rounds, planned = planned,)
        }
    };
    let kind = if entry.copy { text!("what kind of game" => "Copy · {kind}", kind = kind) } else { kind };
    let day = language.near_date(entry.day, this_year);
    let date = match entry.time {
        Some(time) => text!("day, time" => "{day}, {time}", day = day, time = time.format("%H:%M").to_string()),
        None => Text::foreign(day),
    };
    ui::HomeEntry {
        path: path_text(&entry.path),
        date: said(&date, language),
        begun: rounds > 0,
        text: said(&stands, language),
        kind: said(&kind, language),
        copy: entry.copy,
    }
}
