//! The parts of the whole window: the page, the language, messages, and how far the open game is saved.

use std::rc::Rc;

use slint::{ComponentHandle, ModelRc, SharedString, VecModel};
use tablet_of_truth_ui as ui;

use super::program::{Convert, Program};
use super::settings::show_looks;
use super::values::{int, list_of, notice, path_of, path_text, said, text};
use crate::app::{App, Command, Page, SaveState, Slowness};
use crate::archive::{Preference, SaveError};
use crate::language::Language;
use crate::platform::{page_address, show_steps_back, warn_before_leaving};
use crate::wizard::Trump;

pub(super) fn connect(program: &Rc<Program>) {
    let adapter = program.window.global::<ui::AppAdapter>();
    let names: Vec<SharedString> = Language::all().map(|language| language.name().into()).collect();
    adapter.set_languages(ModelRc::new(VecModel::from(names)));
    adapter.set_version(text(env!("CARGO_PKG_VERSION")));
    let archive = program.window.global::<ui::ArchiveAdapter>();
    archive.set_page_address(page_address().unwrap_or_default().into());
    adapter.on_first_letters(|text, count| {
        text.chars().take(usize::try_from(count).unwrap_or(0)).collect::<String>().into()
    });
    // The code was set here before, so it is known.
    let spoken = |code: SharedString| Language::of_code(&code).unwrap_or_default();
    adapter.on_number(move |value, code| text(&spoken(code).number(value.into())));
    adapter.on_points(move |value, code| text(&spoken(code).points(value.into())));
    commands!(program, adapter, Command::from, {
        on_go(page) => Command::Show(page.convert()),
        on_step_back() => Command::StepBack,
        on_undo() => Command::Undo,
        on_redo() => Command::Redo,
        on_try_again() => Command::TryAgain,
        on_save_to(path) => Command::SaveTo(path_of(path)),
        on_take_copy() => Command::TakeCopy,
        on_show_copy(path) => Command::ShowCopy(path_of(path)),
        on_dismiss() => Command::Dismiss,
    });
    commands!(program, adapter, Command::Prefer, {
        on_set_keep_awake(yes) => Preference::KeepAwake(yes),
        on_set_language(at) => Preference::Language(usize::try_from(at).ok().and_then(|at| Language::all().nth(at))),
    });
    connect!(program, adapter, on_take_keys, |program| program.window.invoke_take_keys());
}

pub(super) fn show(window: &ui::AppWindow, app: &App, closing: bool) {
    let adapter = window.global::<ui::AppAdapter>();
    let settings = app.settings();
    let code = app.language().code();
    if adapter.get_spoken() != code {
        // The window's translations are made from the same files; a missing one leaves the window in English.
        let _ = slint::select_bundled_translation(code);
        adapter.set_spoken(text(code));
    }
    let chosen = settings.language.and_then(|language| Language::all().position(|known| known == language));
    adapter.set_language(chosen.map_or(-1, int));
    show_looks(window, app);
    adapter.set_keep_awake(settings.keep_awake);
    adapter.set_can_save_elsewhere(app.can_save_elsewhere());
    adapter.set_data_folder(path_text(app.data_folder()));
    adapter.set_message(notice(app.message(), app.language()));
    adapter.set_closing(closing);
    adapter.set_stuck((app.is_saving() || app.is_keeping_settings()) && app.slowness() == Slowness::Stuck);
    adapter.set_waits(app.is_working() && app.slowness() >= Slowness::Noticeable);
    let work = app.work_before_closing().filter(|_| closing);
    adapter.set_work(work.map(|work| text(&app.language().say(&work))).unwrap_or_default());
    let outside = app.outside().filter(|_| app.page() == Page::Archive);
    adapter.set_outside(outside.map(path_text).unwrap_or_default());
    let state = app.save_state();
    warn_before_leaving(matches!(state, SaveState::Failed(_)));
    if let SaveState::Failed(error) = &state {
        adapter.set_save_reason(match error {
            SaveError::Full => ui::SaveReason::Full,
            SaveError::Denied => ui::SaveReason::Denied,
            SaveError::Missing => ui::SaveReason::Missing,
            SaveError::Other(_) => ui::SaveReason::Other,
        });
        adapter.set_save_folder(app.save_folder().map(path_text).unwrap_or_default());
    }
    let detail = match &state {
        SaveState::Failed(error) => Some(error.text()),
        SaveState::ReadOnly => Some(app.why_read_only()),
        SaveState::Saved | SaveState::Saving => None,
    };
    if let Some(detail) = detail {
        adapter.set_save_detail(text(&app.language().say(&detail)));
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
    let trump = |trump: Trump| ui::TrumpWords {
        name: said(&deck.trump(trump), language),
        label: said(&deck.is_trump(trump), language),
    };
    adapter.set_trumps(list_of(adapter.get_trumps(), Trump::ALL.map(trump)));
    let ranks = (1..=13).map(|rank| said(&deck.rank(rank), language));
    adapter.set_ranks(list_of(adapter.get_ranks(), ranks));
    adapter.set_page(app.page().convert());
    show_steps_back(app.steps_back());
    adapter.set_correcting_archived(app.is_correcting_from_archive());
}
