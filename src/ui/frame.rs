//! The parts of the whole window: the page, the language, messages, and the save state.

use std::path::Path;
use std::rc::Rc;

use slint::{ComponentHandle, SharedString};
use tablet_of_truth::app::{App, Command, Notice, Page, SaveState, Slowness};
use tablet_of_truth::archive::SaveError;
use tablet_of_truth::language::Language;
use tablet_of_truth::platform::{show_steps_back, warn_before_leaving};
use tablet_of_truth::text;
use tablet_of_truth::text::Text;
use tablet_of_truth::wizard::Trump;
use tablet_of_truth_ui as ui;

use super::program::{Convert, Program};
use super::settings::show_looks;
use super::values::{list_of, notice, path_of, path_text, text, tr};

pub(super) fn connect(program: &Rc<Program>) {
    let adapter = program.window.global::<ui::AppAdapter>();
    adapter.on_first_letters(|text, count| {
        text.chars().take(usize::try_from(count).unwrap_or(0)).collect::<String>().into()
    });
    adapter.on_one_line(|text| {
        if !text.contains('\n') {
            return text;
        }
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join(", ").into()
    });
    // The code was set here before, so it is known.
    let spoken = |code: SharedString| Language::of_code(&code).unwrap_or_default();
    adapter.on_number(move |value, code| text(&spoken(code).number(value.into())));
    adapter.on_points(move |value, code| text(&spoken(code).points(value.into())));
    commands!(program, adapter, Command::from, {
        on_go(page) => Command::Show(page.convert()),
        on_undo() => Command::Undo,
        on_redo() => Command::Redo,
        on_try_again() => Command::TryAgain,
        on_save_to(path) => Command::SaveTo(path_of(path)),
        on_take_copy() => Command::TakeCopy,
        on_show_copy(path) => Command::ShowCopy(path_of(path)),
        on_dismiss() => Command::Dismiss,
    });
    connect!(program, adapter, on_take_keys, |program| program.window.invoke_take_keys());
}

pub(super) fn show(window: &ui::AppWindow, app: &App, closing: bool) {
    let adapter = window.global::<ui::AppAdapter>();
    adapter.set_first_start(app.is_first_start());
    let code = app.language().code();
    if adapter.get_spoken() != code {
        // The window's translations are made from the same files; a missing one leaves the window in English.
        let _ = slint::select_bundled_translation(code);
        adapter.set_spoken(text(code));
    }
    show_looks(window, app);
    adapter.set_can_save_elsewhere(app.can_save_elsewhere());
    adapter.set_in_browser(app.in_browser());
    adapter.set_shows_keys(app.shows_keys());
    adapter.set_message(notice(app.message(), app.language()));
    adapter.set_closing(closing);
    adapter.set_stuck((app.is_saving() || app.is_keeping_settings()) && app.slowness() == Slowness::Stuck);
    adapter.set_waits(app.is_working() && app.slowness() >= Slowness::Noticeable);
    let work = app.work_before_closing().filter(|_| closing);
    adapter.set_work(work.map(|work| text(&app.language().translate(&work))).unwrap_or_default());
    let outside = app.outside().filter(|_| app.page() == Page::Archive);
    adapter.set_outside(outside.map(path_text).unwrap_or_default());
    let state = app.save_state();
    warn_before_leaving(matches!(state, SaveState::Failed(_)));
    let detail = match &state {
        SaveState::Failed(error) => Some(not_saved(app, error)),
        SaveState::ReadOnly => Some(Notice::read_only().text),
        SaveState::Saved | SaveState::Saving => None,
    };
    if let Some(detail) = detail {
        adapter.set_save_detail(text(&app.language().translate(&detail)));
    }
    if matches!(state, SaveState::Failed(_)) || app.slowness() == Slowness::Stuck {
        adapter.set_other_place(app.other_place().as_deref().map(path_text).unwrap_or_default());
    }
    adapter.set_save_mark(match state {
        SaveState::Saved => ui::SaveMark::Saved,
        SaveState::Saving => ui::SaveMark::Saving,
        SaveState::Failed(_) => ui::SaveMark::Failed,
        SaveState::ReadOnly => ui::SaveMark::ReadOnly,
    });
    let (deck, language) = (app.deck(), app.language());
    let trumps = Trump::ALL.map(|trump| tr(&deck.trump(trump), language));
    adapter.set_trumps(list_of(adapter.get_trumps(), trumps));
    let labels = Trump::ALL.map(|trump| tr(&deck.is_trump(trump), language));
    adapter.set_trump_labels(list_of(adapter.get_trump_labels(), labels));
    adapter.set_page(app.page().convert());
    show_steps_back(app.steps_back());
    adapter.set_correcting_archived(app.is_correcting_from_archive());
}

/// What remains unsaved, and what helps.
fn not_saved(app: &App, error: &SaveError) -> Text {
    let folder = app.save_path().and_then(Path::parent).map(|folder| folder.display().to_string()).unwrap_or_default();
    match error {
        SaveError::Full if app.in_browser() => text!(
            "Not saved: this browser's storage is full. What you enter stays in memory; empty the archive's trash and \
             try again."
        ),
        _ if app.in_browser() => {
            text!("Not saved: {reason}. What you enter stays in memory; try again.", reason = error.text())
        }
        SaveError::Full => text!(
            "Not saved: the disk is full. What you enter stays in memory; free some space and try again, or save \
             elsewhere."
        ),
        SaveError::Denied => text!(
            "Not saved: the folder {folder} cannot be written to. What you enter stays in memory; try again or save \
             elsewhere.",
            folder = folder
        ),
        SaveError::Missing => text!(
            "Not saved: the folder {folder} is missing. What you enter stays in memory; try again or save elsewhere.",
            folder = folder
        ),
        SaveError::Gone | SaveError::Other(_) => text!(
            "Not saved: {reason}. What you enter stays in memory; try again or save elsewhere.",
            reason = error.text()
        ),
    }
}
