//! What the interface calls, as commands.

use std::path::PathBuf;
use std::rc::Rc;

use slint::ComponentHandle;

use super::Inner;
use super::convert::{
    board_side_of, card_of, column_of, edition_of, figure_tab_of, int, overlay_of, pad_of, panel_of, plan_of,
    product_of, tab_of, theme_of, trump_of,
};
use super::generated::{
    AppAdapter, ArchiveAdapter, ArchiveRow, BoardAdapter, HomeAdapter, Merging, OddsAdapter, ResultAdapter,
    SettingsAdapter, SetupAdapter, StatisticsAdapter, TableAdapter,
};
use super::show_odds::kind_of;
use crate::app::OddsCommand;
use crate::app::{ArchiveCommand, Command, Field, FigureCommand, SetupCommand, TableCommand};
use crate::language::Language;
use crate::wizard::Change;

/// Connects a callback to what it means; the window does not keep the program alive.
macro_rules! connect {
    ($inner:expr, $adapter:expr, $callback:ident, |$target:ident $(, $argument:ident)*| $meaning:expr) => {{
        let weak = Rc::downgrade($inner);
        $adapter.$callback(move |$($argument),*| {
            if let Some($target) = weak.upgrade() {
                $meaning;
            }
        });
    }};
}

/// Connects all adapters.
pub(super) fn connect(inner: &Rc<Inner>) {
    app(inner);
    settings(inner);
    home(inner);
    setup(inner);
    table(inner);
    board(inner);
    result(inner);
    archive(inner);
    statistics(inner);
    super::rules::connect(inner);
    odds(inner);
}

fn seat(number: i32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn small(number: i32) -> u8 {
    u8::try_from(number.max(0)).unwrap_or(u8::MAX)
}

fn app(inner: &Rc<Inner>) {
    let adapter = inner.window.global::<AppAdapter>();
    adapter.on_first_letters(|text, count| text.chars().take(seat(count)).collect::<String>().into());
    connect!(inner, adapter, on_news, |inner| inner.pump());
    connect!(inner, adapter, on_home, |inner| inner.handle(Command::Home));
    connect!(inner, adapter, on_take_keys, |inner| inner.window.invoke_take_keys());
    connect!(inner, adapter, on_archive, |inner| inner.handle(Command::Archive));
    connect!(inner, adapter, on_statistics, |inner| inner.handle(Command::Statistics));
    connect!(inner, adapter, on_about, |inner| inner.handle(Command::About));
    connect!(inner, adapter, on_odds, |inner| inner.handle(Command::Odds));
    connect!(inner, adapter, on_board, |inner| inner.handle(Command::Board));
    connect!(inner, adapter, on_set_keep_awake, |inner, yes| inner.handle(Command::KeepAwake(yes)));
    connect!(inner, adapter, on_settings, |inner| inner.handle(Command::Settings));
    connect!(inner, adapter, on_rules, |inner| inner.handle(Command::Rules));
    connect!(inner, adapter, on_step_back, |inner| inner.handle(Command::StepBack));
    connect!(inner, adapter, on_new_game, |inner| inner.handle(Command::Setup));
    connect!(inner, adapter, on_undo, |inner| inner.handle(Command::Undo));
    connect!(inner, adapter, on_redo, |inner| inner.handle(Command::Redo));
    connect!(inner, adapter, on_try_again, |inner| inner.handle(Command::TryAgain));
    connect!(inner, adapter, on_save_to, |inner, path| inner.handle(Command::SaveTo(PathBuf::from(path.as_str()))));
    connect!(inner, adapter, on_close_anyway, |inner| inner.close_anyway());
    connect!(inner, adapter, on_take_copy, |inner| inner.handle(Command::TakeCopy));
    connect!(inner, adapter, on_dismiss, |inner| inner.handle(Command::Dismiss));
    connect!(inner, adapter, on_set_language, |inner, index| {
        let chosen = usize::try_from(index).ok().and_then(|index| Language::all().nth(index));
        inner.handle(Command::Language(chosen))
    });
}

fn settings(inner: &Rc<Inner>) {
    let adapter = inner.window.global::<SettingsAdapter>();
    let path = |path: slint::SharedString| PathBuf::from(path.as_str());
    connect!(inner, adapter, on_set_theme, |inner, choice| inner.handle(Command::Theme(theme_of(choice))));
    connect!(inner, adapter, on_set_text_percent, |inner, percent| {
        inner.handle(Command::TextSize(u16::try_from(percent).unwrap_or(100)))
    });
    connect!(inner, adapter, on_set_high_contrast, |inner, on| inner.handle(Command::HighContrast(on)));
    connect!(inner, adapter, on_set_reduce_motion, |inner, on| inner.handle(Command::ReduceMotion(on)));
    connect!(inner, adapter, on_set_colour, |inner, at, colour| {
        inner.handle(Command::PlayerColour { seat: seat(at), colour: small(colour) })
    });
    connect!(inner, adapter, on_usual_colours, |inner| inner.handle(Command::UsualColours));
    connect!(inner, adapter, on_usual_rules, |inner| inner.handle(Command::UsualRules));
    connect!(inner, adapter, on_move_folder, |inner, to| inner.handle(Command::MoveFolder(path(to))));
    connect!(inner, adapter, on_use_folder, |inner, folder| inner.handle(Command::UseFolder(path(folder))));
}

fn home(inner: &Rc<Inner>) {
    let adapter = inner.window.global::<HomeAdapter>();
    connect!(inner, adapter, on_open, |inner, path| inner.handle(Command::Open(PathBuf::from(path.as_str()))));
    connect!(inner, adapter, on_rematch, |inner, path| {
        inner.handle(Command::RematchOf(PathBuf::from(path.as_str())))
    });
    connect!(inner, adapter, on_new_game, |inner| inner.handle(Command::Setup));
}

fn setup(inner: &Rc<Inner>) {
    use SetupCommand as S;
    let adapter = inner.window.global::<SetupAdapter>();
    let on = |command: SetupCommand| Command::OnSetup(command);
    connect!(inner, adapter, on_add, |inner, name| inner.handle(on(S::Add(name.into()))));
    connect!(inner, adapter, on_remove, |inner, at| inner.handle(on(S::Remove(seat(at)))));
    connect!(inner, adapter, on_move, |inner, from, to| {
        inner.handle(on(S::Move { from: seat(from), to: seat(to) }))
    });
    connect!(inner, adapter, on_dealer, |inner, at| inner.handle(on(S::Dealer(seat(at)))));
    connect!(inner, adapter, on_random_dealer, |inner| inner.handle(on(S::RandomDealer)));
    connect!(inner, adapter, on_set_anniversary, |inner, yes| inner.handle(on(S::Anniversary(yes))));
    connect!(inner, adapter, on_set_card, |inner, card, yes| inner.handle(on(S::Card(card_of(card), yes))));
    connect!(inner, adapter, on_set_rule, |inner, key, value| inner.handle(on(S::Rule(key.into(), small(value)))));
    connect!(inner, adapter, on_set_plan, |inner, name| inner.handle(on(S::Plan(plan_of(name)))));
    connect!(inner, adapter, on_set_hands, |inner, text| inner.handle(on(S::Hands(text.into()))));
    connect!(inner, adapter, on_deal, |inner| {
        let typed = inner.window.global::<SetupAdapter>().get_typed();
        inner.handle(Command::Deal(typed.into()))
    });
}

fn table(inner: &Rc<Inner>) {
    use TableCommand as T;
    let adapter = inner.window.global::<TableAdapter>();
    connect!(inner, adapter, on_select, |inner, at, bid| {
        inner.table(T::Select(seat(at), if bid { Field::Bid } else { Field::Tricks }))
    });
    connect!(inner, adapter, on_turn, |inner, bid| {
        inner.table(T::Field(if bid { Field::Bid } else { Field::Tricks }))
    });
    connect!(inner, adapter, on_number, |inner, value| inner.table(T::Number(small(value))));
    connect!(inner, adapter, on_digit, |inner, value| inner.table(T::Digit(small(value))));
    connect!(inner, adapter, on_backspace, |inner| inner.table(T::Backspace));
    connect!(inner, adapter, on_step, |inner, down| inner.table(T::Step { down }));
    connect!(inner, adapter, on_act, |inner| inner.table(T::Primary));
    connect!(inner, adapter, on_back, |inner| inner.table(T::Back));
    connect!(inner, adapter, on_set_trump, |inner, trump| inner.table(T::Trump(trump_of(trump))));
    connect!(inner, adapter, on_set_bomb, |inner, played| inner.table(T::Bomb(played)));
    connect!(inner, adapter, on_set_cloud_taker, |inner, at| inner.table(T::CloudTaker(usize::try_from(at).ok())));
    connect!(inner, adapter, on_set_cloud_change, |inner, change| {
        inner.table(T::CloudChange(if change < 0 { Change::Less } else { Change::More }))
    });
    connect!(inner, adapter, on_show_pad, |inner, pad| inner.table(T::Pad(pad_of(pad))));
    connect!(inner, adapter, on_show_overlay, |inner, overlay| inner.table(T::Overlay(overlay_of(overlay))));
    connect!(inner, adapter, on_end_early, |inner| inner.table(T::End));
    connect!(inner, adapter, on_play_on, |inner| inner.table(T::PlayOn));
    connect!(inner, adapter, on_correct, |inner, round| inner.table(T::Correct(seat(round))));
    connect!(inner, adapter, on_escape, |inner| inner.table(T::Escape));
}

fn board(inner: &Rc<Inner>) {
    let adapter = inner.window.global::<BoardAdapter>();
    connect!(inner, adapter, on_leave, |inner| inner.handle(Command::Table));
    connect!(inner, adapter, on_set_side, |inner, side| inner.handle(Command::BoardSide(board_side_of(side))));
    connect!(inner, adapter, on_looks_changed, |inner| inner.paint_turned());
}

fn result(inner: &Rc<Inner>) {
    let adapter = inner.window.global::<ResultAdapter>();
    connect!(inner, adapter, on_rematch, |inner| inner.handle(Command::Rematch));
    connect!(inner, adapter, on_point_out, |inner, round| {
        inner.handle(Command::PointOut(usize::try_from(round).ok()))
    });
    let weak = Rc::downgrade(inner);
    adapter.on_dots(move |at, _chart, width, height, radius| match weak.upgrade() {
        Some(inner) => inner.line_dots(seat(at), width, height, radius).into(),
        None => slint::SharedString::new(),
    });
    let weak = Rc::downgrade(inner);
    adapter.on_mark(move |at, _chart, marks| weak.upgrade().map_or(0.0, |inner| inner.line_mark(seat(at), marks)));
    let weak = Rc::downgrade(inner);
    adapter.on_path(move |at, _chart, width, height| match weak.upgrade() {
        Some(inner) => inner.line_path(seat(at), width, height).into(),
        None => slint::SharedString::new(),
    });
}

fn archive(inner: &Rc<Inner>) {
    use ArchiveCommand as A;
    let adapter = inner.window.global::<ArchiveAdapter>();
    let on = |command: ArchiveCommand| Command::OnArchive(command);
    let path = |path: slint::SharedString| PathBuf::from(path.as_str());
    let name = |name: slint::SharedString| (!name.is_empty()).then(|| name.to_string());
    let count = |count: i32| usize::try_from(count).ok().filter(|&count| count > 0);
    connect!(inner, adapter, on_look_for, |inner, words| inner.handle(on(A::Search(words.into()))));
    connect!(inner, adapter, on_set_player, |inner, player| inner.handle(on(A::Player(name(player)))));
    connect!(inner, adapter, on_set_player_count, |inner, players| {
        inner.handle(on(A::PlayerCount(count(players))))
    });
    connect!(inner, adapter, on_set_edition, |inner, name| inner.handle(on(A::Edition(edition_of(name)))));
    connect!(inner, adapter, on_set_year, |inner, year| inner.handle(on(A::Year((year != 0).then_some(year)))));
    connect!(inner, adapter, on_clear_filter, |inner| inner.handle(on(A::ClearFilter)));
    connect!(inner, adapter, on_view, |inner, file| inner.handle(on(A::View(path(file)))));
    connect!(inner, adapter, on_step, |inner, down| inner.handle(on(A::Step { down })));
    connect!(inner, adapter, on_close, |inner| inner.handle(on(A::Close)));
    connect!(inner, adapter, on_show_tab, |inner, tab| inner.handle(on(A::Tab(tab_of(tab)))));
    connect!(inner, adapter, on_show_panel, |inner, panel| inner.handle(on(A::Panel(panel_of(panel)))));
    connect!(inner, adapter, on_go_on, |inner| inner.on_viewed(Command::Open));
    connect!(inner, adapter, on_rematch, |inner| inner.on_viewed(Command::RematchOf));
    connect!(inner, adapter, on_duplicate, |inner| inner.on_viewed(|path| on(A::Duplicate(path))));
    connect!(inner, adapter, on_delete, |inner| inner.on_viewed(|path| on(A::Delete(path))));
    connect!(inner, adapter, on_take_back, |inner| inner.handle(on(A::TakeBack)));
    connect!(inner, adapter, on_note, |inner, of, place, notes| {
        inner.handle(on(A::Note { of: path(of), place: place.into(), notes: notes.into() }))
    });
    connect!(inner, adapter, on_restore, |inner, file| inner.handle(on(A::Restore(path(file)))));
    connect!(inner, adapter, on_empty_trash, |inner| inner.handle(on(A::EmptyTrash)));
    connect!(inner, adapter, on_rename, |inner, from, to| {
        inner.handle(on(A::Rename { from: from.into(), to: to.into() }))
    });
    connect!(inner, adapter, on_copied, |inner| inner.handle(on(A::Copied)));
    connect!(inner, adapter, on_choose_product, |inner, name, players| {
        inner.handle(on(A::Product(product_of(name, players))))
    });
    connect!(inner, adapter, on_write, |inner, place, replace| {
        inner.handle(on(A::Write { path: path(place), replace }))
    });
    connect!(inner, adapter, on_import, |inner, file| inner.handle(on(A::Import(path(file)))));
    let weak = Rc::downgrade(inner);
    adapter.on_merging(move |from, to| {
        let merging = weak.upgrade().and_then(|inner| Some(inner.app.try_borrow().ok()?.merging(&from, &to)));
        let merging = merging.unwrap_or_default();
        Merging { sessions: int(merging.sessions), met: int(merging.met) }
    });
    let weak = Rc::downgrade(inner);
    adapter.on_as_text(move || {
        let text = weak.upgrade().and_then(|inner| inner.app.borrow().as_text());
        text.unwrap_or_default().into()
    });
    let weak = Rc::downgrade(inner);
    adapter.on_row(move |index, _serial| match (weak.upgrade(), usize::try_from(index)) {
        (Some(inner), Ok(index)) => inner.archive_row(index),
        _ => ArchiveRow::default(),
    });
}

fn statistics(inner: &Rc<Inner>) {
    use FigureCommand as F;
    let adapter = inner.window.global::<StatisticsAdapter>();
    let on = |command: FigureCommand| Command::OnFigures(command);
    connect!(inner, adapter, on_choose, |inner, name| inner.handle(on(F::Player(name.into()))));
    connect!(inner, adapter, on_show_tab, |inner, tab| inner.handle(on(F::Tab(figure_tab_of(tab)))));
    connect!(inner, adapter, on_order_by, |inner, column| inner.handle(on(F::Order(column_of(column)))));
    connect!(inner, adapter, on_open_session, |inner, id| {
        if let Ok(id) = id.parse() {
            inner.handle(on(F::Session(id)));
        }
    });
    let weak = Rc::downgrade(inner);
    adapter.on_form(move |which, _serial, width, height| match weak.upgrade() {
        Some(inner) => inner.form_path(which, width, height).into(),
        None => slint::SharedString::new(),
    });
}

fn odds(inner: &Rc<Inner>) {
    use OddsCommand as O;
    let adapter = inner.window.global::<OddsAdapter>();
    let on = |command: OddsCommand| Command::OnOdds(command);
    connect!(inner, adapter, on_choose_players, |inner, players| inner.handle(on(O::Players(seat(players)))));
    connect!(inner, adapter, on_choose_seat, |inner, at| inner.handle(on(O::Seat(seat(at)))));
    connect!(inner, adapter, on_choose_turned_up_kind, |inner, kind| inner.handle(on(O::TurnedUpKind(kind_of(kind)))));
    connect!(inner, adapter, on_choose_turned_up_rank, |inner, rank| inner.handle(on(O::TurnedUpRank(small(rank)))));
    connect!(inner, adapter, on_choose_own_kind, |inner, kind| inner.handle(on(O::OwnKind(kind_of(kind)))));
    connect!(inner, adapter, on_choose_own_rank, |inner, rank| inner.handle(on(O::OwnRank(small(rank)))));
    connect!(inner, adapter, on_choose_trump, |inner, trump| {
        if let Some(trump) = trump_of(trump) {
            inner.handle(on(O::Trump(trump)));
        }
    });
}
