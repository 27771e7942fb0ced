//! The table: bids, tricks, Cloud, Bomb and trump; and the overlays on it.

use std::rc::Rc;

use slint::ComponentHandle;
use tablet_of_truth_ui as ui;

use super::program::{Convert, Program};
use super::values::{int, known, list_of, notice, said, seat, small, text};
use crate::app::{
    self, App, ArchiveCommand, Command, Field, Mode, Overlay, Pad, Page, PenaltyCommand, Primary, TableCommand as T,
};
use crate::language::Language;
use crate::text;
use crate::wizard::{Change, CloudEntry, Seat, Waiver};

pair!(Mode, TableMode: Bid Play Correct);
pair!(Overlay, OverlayName: None Sheet EndQuestion Penalty Adder);
pair!(Pad, PadName: Numbers Cloud Trump);

pub(super) fn connect(program: &Rc<Program>) {
    let adapter = program.window.global::<ui::TableAdapter>();
    let field = |bid: bool| if bid { Field::Bid } else { Field::Tricks };
    commands!(program, adapter, Command::OnTable, {
        on_select(at, bid) => T::Select(seat(at), field(bid)),
        on_number(value) => T::Number(small(value)),
        on_digit(value) => T::Digit(small(value)),
        on_act() => T::Primary,
        on_insist() => T::Insist,
        on_drop_rule() => T::WithoutRule,
        on_back() => T::Back,
        on_turn_bomb() => T::Bomb,
        on_ask_cloud(number) => T::AskCloud(seat(number)),
        on_set_cloud_change(change) => T::CloudChange(if change < 0 { Change::Less } else { Change::More }),
        on_set_cloud_taker(at) => T::CloudTaker(usize::try_from(at).ok()),
        on_show_pad(pad) => T::Pad(pad.convert()),
        on_show_overlay(overlay) => T::Overlay(overlay.convert()),
        on_penalise(at) => T::Penalty(PenaltyCommand::For(usize::try_from(at).ok())),
        on_change_penalty(place) => T::Penalty(PenaltyCommand::Change(seat(place))),
        on_play_on() => T::PlayOn,
        on_escape() => T::Escape,
        on_cancel() => T::Cancel,
    });
    connect!(program, adapter, on_turn_trump, |program, trump| {
        if let Some(trump) = trump.convert() {
            program.handle(Command::OnTable(T::Trump(trump)));
        }
    });
    connect!(program, adapter, on_correct, |program, round, at| {
        let command = correct(&program.app.borrow(), seat(round), usize::try_from(at).ok());
        program.handle(command);
    });
}

fn correct(app: &App, round: usize, seat: Option<Seat>) -> Command {
    match app.viewed_path().filter(|_| app.page() == Page::Archive) {
        Some(of) => Command::OnArchive(ArchiveCommand::Correct { of, round, seat }),
        None => Command::OnTable(T::Correct { round, seat }),
    }
}

pub(super) fn show(window: &ui::AppWindow, app: &App) {
    let adapter = window.global::<ui::TableAdapter>();
    let view = app.table();
    show_common(&adapter, &view.common, app.language());
    adapter.set_field_is_bid(view.field_is_bid);
    adapter.set_rounds(int(view.rounds));
    adapter.set_cards(view.cards.into());
    adapter.set_most_cards(view.most_cards.into());
    adapter.set_trump(view.trump.convert());
    adapter.set_trump_given(view.trump_given);
    adapter.set_has_trump(view.has_trump);
    adapter.set_clairvoyance(view.clairvoyance);
    adapter.set_secret(view.secret);
    adapter.set_open_bids(view.open_bids);
    adapter.set_first_done(view.first_done);
    adapter.set_hidden(view.hidden);
    adapter.set_sum(view.sum.into());
    adapter.set_of(view.of.into());
    let waives = view.waives.map(|waiver| match waiver {
        Waiver::PlusMinusOne => text!("Save anyway"),
        Waiver::Tricks => text!("Keep as noted"),
    });
    adapter.set_waives(waives.map(|waives| said(&waives, app.language())).unwrap_or_default());
    adapter.set_allowable(view.allowable);
    adapter.set_has_bomb(view.has_bomb);
    adapter.set_bombs(view.bombs.into());
    let cloud = |cloud: &app::CloudChoice| ui::CloudChoice {
        name: text(&cloud.name),
        asked: matches!(cloud.entry, Some(CloudEntry::Asked(_))),
        taker: cloud.entry.and_then(CloudEntry::taker).map_or(-1, int),
        change: match cloud.entry.and_then(CloudEntry::taken).map(|cloud| cloud.change) {
            None => 0,
            Some(Change::Less) => -1,
            Some(Change::More) => 1,
        },
        down: cloud.down,
        up: cloud.up,
    };
    adapter.set_clouds(list_of(adapter.get_clouds(), view.clouds.iter().map(cloud)));
    adapter.set_cloud(int(view.cloud));
    adapter.set_pad(view.pad.convert());
    adapter.set_rows(list_of(adapter.get_rows(), view.rows.iter().map(row)));
    let key = |key: &app::NumberKey| ui::NumberKey {
        value: key.value.into(),
        chosen: key.chosen,
        forbidden: key.forbidden,
        beyond: key.beyond,
    };
    adapter.set_numbers(list_of(adapter.get_numbers(), view.numbers.iter().map(key)));
    adapter.set_selected_index(view.rows.iter().position(|row| row.selected).map_or(0, int));
}

pub(super) fn show_common(adapter: &ui::TableAdapter, view: &app::CommonView, language: Language) {
    adapter.set_round(int(view.round));
    adapter.set_mode(view.mode.convert());
    let acts = match view.primary {
        Primary::StartTricks => Some(text!("Start the tricks")),
        Primary::RevealBids => Some(text!("Reveal the bids")),
        Primary::Keep => Some(text!("Save changes")),
        Primary::Score => None,
    };
    adapter.set_acts(acts.map(|acts| said(&acts, language)).unwrap_or_default());
    adapter.set_ready(view.ready);
    adapter.set_selected(text(&view.selected));
    adapter.set_ends_game(view.ends);
    adapter.set_overlay(view.overlay.convert());
    show_effect(adapter, view.effect.as_ref(), language);
    adapter.set_notice(notice(view.notice.as_ref(), language));
    adapter.set_scored(int(view.scored));
    adapter.set_can_undo(view.can_undo);
    adapter.set_can_redo(view.can_redo);
}

fn show_effect(adapter: &ui::TableAdapter, effect: Option<&app::Effect>, language: Language) {
    adapter.set_has_effect(effect.is_some());
    let Some(app::Effect { totals, winners, new_winners, end }) = effect else { return };
    let number = |total: i32| language.number(total.into());
    let total = |(name, before, after): &(String, i32, i32)| format!("{name} {} → {}", number(*before), number(*after));
    adapter.set_effect(text(&totals.iter().map(total).collect::<Vec<_>>().join(" · ")));
    adapter.set_effect_end(end.as_ref().map(|end| said(end, language)).unwrap_or_default());
    adapter.set_winner_changes(winners != new_winners);
    adapter.set_winner_before(text(&winners.join(", ")));
    adapter.set_winner_after(text(&new_winners.join(", ")));
}

fn row(row: &app::TableRow) -> ui::TableRow {
    ui::TableRow {
        seat: int(row.seat),
        name: text(&row.name),
        initials: text(&row.initials),
        total: row.total,
        bid: known(row.bid),
        covered: row.covered,
        scored_bid: row.changed_bid.map_or(known(row.bid), i32::from),
        tricks: known(row.tricks),
        filled: row.filled,
        points: row.points.unwrap_or(0),
        has_points: row.points.is_some(),
        met: row.met == Some(true),
        selected: row.selected,
        typed: known(row.typed),
        dealer: row.dealer,
        leader: row.leader,
        ahead: row.ahead,
        changed: row.changed_bid.is_some(),
    }
}
