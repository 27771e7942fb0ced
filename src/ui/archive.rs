//! The archive: the list of sessions, the session viewed, and the panels over them.

use std::cell::Cell;
use std::path::PathBuf;
use std::rc::Rc;

use slint::{ComponentHandle, ModelRc, SharedString};
use tablet_of_truth::app::{self, App, ArchiveCommand as A, Command, Copy, Edit, Entry, Page, Panel};
use tablet_of_truth::export;
use tablet_of_truth::language::Language;
use tablet_of_truth::session::Status;
use tablet_of_truth::text;
use tablet_of_truth::text::Text;
use tablet_of_truth_ui as ui;

use super::program::Program;
use super::values::{face, int, list_of, mark, notice, path_of, path_text, seat, text, tr};

/// The panel that a page opens.
fn opened(name: ui::PanelName) -> Panel {
    match name {
        ui::PanelName::None => Panel::None,
        ui::PanelName::Filter => Panel::Filter,
        ui::PanelName::Season => Panel::Season,
        ui::PanelName::Share => Panel::Share,
        ui::PanelName::More => Panel::More,
        ui::PanelName::Manage => Panel::Manage,
        ui::PanelName::Game => Panel::Game,
        ui::PanelName::RoundMore => Panel::RoundMore,
        ui::PanelName::ImportFrom => Panel::Import,
        ui::PanelName::Notes => Panel::Notes,
        ui::PanelName::Preview => Panel::Preview,
    }
}

/// The panel that is drawn by hand, if it is open.
pub(super) fn drawn(panel: Panel) -> ui::PanelName {
    match panel {
        Panel::Notes => ui::PanelName::Notes,
        Panel::Preview => ui::PanelName::Preview,
        _ => ui::PanelName::None,
    }
}

/// What the rows were built for: the list and the language.
#[derive(Default)]
pub(super) struct Rows(Cell<(u64, Language)>);

pub(super) fn connect(program: &Rc<Program>) {
    let adapter = program.window.global::<ui::ArchiveAdapter>();
    commands!(program, adapter, Command::OnArchive, {
        on_look_for(words) => A::Search(words.into()),
        on_view(file) => A::View(path_of(file)),
        on_view_found() => A::ViewFound,
        on_close() => A::Close,
        on_show_panel(panel) => A::Panel(opened(panel)),
        on_take_back() => A::TakeBack,
        on_add_example() => A::AddExample,
        on_remove_example() => A::RemoveExample,
        on_dismiss() => A::Dismiss,
        on_type_day(of, day) => A::Day { of: path_of(of), text: day.into() },
        on_keep_day() => A::KeepDay,
        on_leave_day() => A::LeaveDay,
        on_note(of, place_from, place, notes_from, notes) => A::Note {
            of: path_of(of),
            place: Edit { from: place_from.into(), to: place.into() },
            notes: Edit { from: notes_from.into(), to: notes.into() },
        },
        on_copied() => A::Copied,
        on_write(place, replace) => A::Write { path: path_of(place), replace },
        on_answer_preview(option) => A::AnswerPreview(seat(option)),
        on_add_previewed() => A::AddPreviewed,
    });
    fn viewed(program: &Program, command: impl FnOnce(PathBuf) -> Command) {
        let viewed = program.app.borrow().viewed_path();
        if let Some(path) = viewed {
            program.handle(command(path));
        }
    }
    connect!(program, adapter, on_continue, |program| viewed(&program, Command::Open));
    connect!(program, adapter, on_row, |program, index, _serial| {
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        let app = program.app.try_borrow().ok();
        let row = app.and_then(|app| Some(session_row(&app.archive_row(index)?, ui::SessionRow::default(), &app)));
        row.unwrap_or_default()
    });
    connect!(program, adapter, on_preview_row, |program, row, _serial| {
        let row = program.app.try_borrow().ok().and_then(|app| app.preview_row(seat(row)));
        row.map_or_else(ui::PreviewRow::default, |row| ui::PreviewRow {
            name: text(&row.name),
            facts: text(&row.facts),
            is_new: row.is_new,
        })
    });
    connect!(program, adapter, on_heads_to, |program, index, _serial| {
        let heads = |index| Some(program.app.try_borrow().ok()?.archive_heads_to(index));
        usize::try_from(index).ok().and_then(heads).map_or(0, int)
    });
    connect!(program, adapter, on_row_at, |program, height, line, head, _serial| {
        int(program.app.try_borrow().map(|app| app.archive_row_at(height, line, head)).unwrap_or_default())
    });
}

impl Rows {
    /// Shows the archive's page in its present state; on the statistics and result pages, the parts they share.
    pub(super) fn show(&self, window: &ui::AppWindow, app: &mut App) {
        let adapter = window.global::<ui::ArchiveAdapter>();
        let view = app.archive();
        let language = app.language();
        if adapter.get_search() != view.search.as_str() {
            adapter.set_search(text(&view.search));
        }
        adapter.set_found(int(view.found));
        adapter.set_all(int(view.all));
        adapter.set_reading(view.reading.is_some());
        let (read, to_read) = view.reading.unwrap_or_default();
        adapter.set_read(int(read));
        adapter.set_to_read(int(to_read));
        adapter.set_unreadable(int(view.unreadable.len()));
        if let Some((name, reason)) = view.unreadable.first() {
            adapter.set_unreadable_name(text(name));
            adapter.set_unreadable_reason(text(reason));
        }
        adapter.set_notice(notice(view.notice.as_ref(), language));
        adapter.set_can_take_back(view.can_take_back);
        adapter.set_renaming(view.renaming.is_some());
        let (renamed, to_rename) = view.renaming.unwrap_or_default();
        adapter.set_renamed(int(renamed));
        adapter.set_to_rename(int(to_rename));
        adapter.set_keeping(notice(Some(&view.keeping), language));
        adapter.set_has_viewed(view.viewed.is_some());
        if (app.page() == Page::Archive || matches!(view.panel, Panel::Notes | Panel::Game))
            && let Some(viewed) = &view.viewed
        {
            show_viewed(&adapter, viewed, app);
        }
        adapter.set_viewed_index(view.viewed_index.map_or(-1, int));
        if self.0.replace((view.serial, language)) != (view.serial, language) {
            adapter.set_serial(adapter.get_serial().wrapping_add(1));
        }
        show_preview(&adapter, app);
    }
}

fn show_preview(adapter: &ui::ArchiveAdapter<'_>, app: &App) {
    if let Some(preview) = app.preview() {
        let language = app.language();
        let sentence = |of: &Text| text(&language.sentence(of));
        let sentences = |shown: ModelRc<SharedString>, of: &[Text]| list_of(shown, of.iter().map(sentence));
        adapter.set_preview_here(sentences(adapter.get_preview_here(), &preview.here));
        adapter.set_preview_left_out(sentences(adapter.get_preview_left_out(), &preview.left_out));
        adapter.set_preview_remarks(sentences(adapter.get_preview_remarks(), &preview.remarks));
        let option = |option: &app::PreviewOption| ui::PreviewOption {
            question: option.question.as_ref().map(sentence).unwrap_or_default(),
            text: tr(&option.text, language),
            chosen: option.chosen,
        };
        adapter.set_preview_options(list_of(adapter.get_preview_options(), preview.options.iter().map(option)));
        adapter.set_preview_rows(int(preview.rows));
        adapter.set_preview_adds(preview.adds.map(|adds| tr(&adds, language)).unwrap_or_default());
        adapter.set_working(app.reads_import());
        adapter.set_preview_serial(adapter.get_preview_serial().wrapping_add(1));
    }
}

fn show_viewed(adapter: &ui::ArchiveAdapter<'_>, viewed: &app::ViewedView, app: &App) {
    let language = app.language();
    let length = export::progress(viewed.status, viewed.rounds, viewed.planned);
    let length = match viewed.minutes {
        None => length,
        Some(minutes) => {
            text!("rounds, minutes" => "{length} · {minutes} min", length = length, minutes = minutes)
        }
    };
    let left_out = viewed.left_out.then(|| text!("Does not count"));
    let place = Some(Text::foreign(viewed.place.clone())).filter(|_| !viewed.place.is_empty());
    let facts = left_out.into_iter().chain(place).chain([viewed.kind.text()]).chain(viewed.rules.iter().cloned());
    let facts: Vec<String> = facts.chain([length]).map(|fact| language.translate(&fact)).collect();
    let (copy_of, copy_same) = viewed.copy_of.clone().unwrap_or_default();
    adapter.set_viewed(ui::ViewedSession {
        id: text(&viewed.id),
        date: text(&language.date(viewed.day)),
        long_date: text(&language.long_date(viewed.day)),
        place: text(&viewed.place),
        notes: text(&viewed.notes),
        day: text(&language.typed_date(viewed.day)),
        today: text(&language.typed_date(app.today())),
        facts: text(&facts.join(" · ")),
        file: text(&viewed.file),
        copy_of: text(&copy_of),
        copy_same,
        example: viewed.example,
        runs: viewed.runs,
        round_more: viewed.round_more.map_or(0, |more| int(more.round)),
    });
}

/// A session in a list; `shown` is the current row.
pub(super) fn session_row(entry: &Entry, shown: ui::SessionRow, app: &App) -> ui::SessionRow {
    let language = app.language();
    let (date, outcome, edition) = (language.date(entry.day), entry.outcome(), entry.kind.text());
    let others =
        entry.scores.iter().filter(|score| entry.rounds == 0 || score.rank > 1).map(|score| match entry.rounds {
            0 => score.name.clone(),
            _ => format!("{} {}", score.name, language.number(score.total.into())),
        });
    let others = others.collect::<Vec<_>>().join(", ");
    let state = export::progress(entry.status, entry.rounds, entry.planned);
    let copy = match entry.copy {
        Copy::No => None,
        Copy::Same => Some(text!("Copy, the same")),
        Copy::Differs => Some(text!("Copy that differs")),
        Copy::LeftOut => Some(text!("Does not count")),
        Copy::Example => Some(text!("Example")),
    };
    let plain = text!(
        "{date}: {outcome}; {others}; {edition}, {state}",
        date = date,
        outcome = outcome.clone(),
        others = others,
        edition = edition.clone(),
        state = state.clone(),
    );
    let label = match copy.clone() {
        None => plain,
        Some(copy) => text!("what kind of file, session" => "{copy}, {session}", copy = copy, session = plain),
    };
    let edition = Some(edition).filter(|_| entry.kind.wizard().is_none());
    let facts = copy.into_iter().chain(edition).chain(Some(state).filter(|_| entry.status != Status::Finished));
    let details: Vec<String> = facts.map(|fact| language.translate(&fact)).collect();
    let evening = entry.evening.as_ref();
    let day = evening.map(|evening| language.near_long_date(evening.day, app.this_year()));
    let facts = evening.into_iter().flat_map(|evening| &evening.facts).map(|fact| language.translate(fact));
    let points = evening.into_iter().flat_map(|evening| &evening.points);
    let points = points.map(|(name, points)| format!("{name} {}", language.number((*points).into())));
    ui::SessionRow {
        path: path_text(&entry.path),
        label: tr(&label, language),
        outcome: tr(&outcome, language),
        first: entry.scores.first().map(|first| face(&first.face)).unwrap_or_default(),
        others: list_of(shown.others, entry.scores.iter().skip(1).map(mark)),
        details: text(entry.note.as_ref().unwrap_or(&details.join(" · "))),
        note: text(entry.note.as_deref().unwrap_or_default()),
        differs: entry.copy == Copy::Differs,
        begun: entry.rounds > 0,
        day: text(&day.unwrap_or_default()),
        facts: text(&facts.collect::<Vec<_>>().join(" · ")),
        evening: evening.and_then(|evening| evening.name.as_ref()).map(|name| tr(name, language)).unwrap_or_default(),
        points: text(&points.collect::<Vec<_>>().join(" · ")),
    }
}
