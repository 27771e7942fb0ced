//! The table: bids, tricks, Cloud, Bomb and trump; and the overlays on it.

use std::rc::Rc;

use slint::ComponentHandle;
use tablet_of_truth::app::{
    self, App, ArchiveCommand, Command, Field, Key, LineBox, Mode, Overlay, Page, PenaltyCommand, PlayerLine, Primary,
    TableCommand as T,
};
use tablet_of_truth::language::Language;
use tablet_of_truth::text;
use tablet_of_truth::text::Text;
use tablet_of_truth::wizard::{Change, Seat, Waiver};
use tablet_of_truth_ui as ui;

use super::program::{Convert, Program};
use super::values::{int, list_of, list_of_lists, notice, seat, text, tone, tr, tr_optional};

pair!(Mode, TableMode: Bid Play Correct);
pair!(Overlay, OverlayName: None Sheet EndQuestion Penalty Adder);

pub(super) fn connect(program: &Rc<Program>) {
    let adapter = program.window.global::<ui::TableAdapter>();
    commands!(program, adapter, Command::OnTable, {
        on_select(at, bid) => T::Select(seat(at), if bid { Field::Bid } else { Field::Tricks }),
        on_act() => T::Primary,
        on_insist() => T::Insist,
        on_drop_rule() => T::WithoutRule,
        on_turn_bomb() => T::Bomb,
        on_turn_cloud() => T::Cloud,
        on_sign(at, more) => T::CloudSign(Some(seat(at)), if more { Change::More } else { Change::Less }),
        on_show_overlay(overlay) => T::Overlay(overlay.convert()),
        on_penalise(at) => T::Penalty(PenaltyCommand::For(usize::try_from(at).ok())),
        on_change_penalty(place) => T::Penalty(PenaltyCommand::Change(seat(place))),
        on_escape() => T::Escape,
        on_cancel() => T::Cancel,
    });
    connect!(program, adapter, on_press, |program, index| {
        let key = program.app.borrow().common().keys.into_iter().nth(seat(index));
        if let Some(key) = key {
            program.handle(Command::OnTable(key.command));
        }
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
    adapter.set_first_done(view.first_done);
    adapter.set_hidden(view.hidden);
    adapter.set_sum(view.sum.into());
    adapter.set_of(view.of.into());
    let waives = view.waives.map(|waiver| match waiver {
        Waiver::PlusMinusOne => text!("Save anyway"),
        Waiver::Tricks => text!("Keep as noted"),
    });
    adapter.set_waives(waives.map(|waives| tr(&waives, app.language())).unwrap_or_default());
    adapter.set_allowable(view.allowable);
    adapter.set_has_bomb(view.has_bomb);
    adapter.set_bombs(view.bombs.into());
    adapter.set_has_cloud(view.has_cloud);
    adapter.set_clouds(int(view.clouds));
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
    adapter.set_acts(acts.map(|acts| tr(&acts, language)).unwrap_or_default());
    adapter.set_ready(view.ready);
    adapter.set_selected(text(&view.selected));
    adapter.set_ends_game(view.ends);
    adapter.set_overlay(view.overlay.convert());
    show_effect(adapter, view.effect.as_ref(), language);
    adapter.set_notice(notice(view.notice.as_ref(), language));
    adapter.set_scored(int(view.scored));
    adapter.set_can_undo(view.can_undo);
    adapter.set_lines(list_of(adapter.get_lines(), view.lines.iter().map(|shown| line(shown, language))));
    let marks = |seat: Seat| view.lines.iter().find(|line| line.seat == seat);
    let holder = |&seat: &Seat| ui::Player {
        seat: int(seat),
        initials: marks(seat).map(|line| text(&line.initials)).unwrap_or_default(),
        ..ui::Player::default()
    };
    let key = |key: &Key, shown: ui::Key| ui::Key {
        text: tr(&key.text, language),
        below: tr_optional(key.below.as_ref(), language),
        label: tr(&key.label, language),
        taken: tr_optional(key.taken.as_ref(), language),
        chosen: key.chosen,
        forbidden: key.forbidden,
        dim: key.dim,
        enabled: key.enabled,
        holders: list_of(shown.holders, key.holders.iter().map(holder)),
    };
    adapter.set_keys(list_of_lists(adapter.get_keys(), &view.keys, key));
    adapter.set_selected_index(view.lines.iter().position(|line| line.selected).map_or(0, int));
}

fn line(line: &PlayerLine, language: Language) -> ui::Line {
    let words = |words: &Option<Text>| tr_optional(words.as_ref(), language);
    let line_box = |shown: &Option<LineBox>| {
        shown.as_ref().map_or_else(ui::LineBox::default, |shown| ui::LineBox {
            shown: true,
            text: words(&shown.text),
            label: words(&shown.label),
            round: shown.round,
            asked: shown.asked,
            faint: shown.faint,
        })
    };
    let sign =
        |sign: &app::CloudSign| ui::Sign { label: tr(&sign.label, language), chosen: sign.chosen, ready: sign.ready };
    let [less, more] = line.signs.as_ref().map(|signs| signs.each_ref().map(sign)).unwrap_or_default();
    let [first, second] = line.boxes.each_ref().map(line_box);
    ui::Line {
        seat: int(line.seat),
        name: text(&line.name),
        initials: text(&line.initials),
        label: tr(&line.label, language),
        tag: words(&line.tag),
        dealer: line.dealer,
        ahead: line.ahead,
        selected: line.selected,
        fact: words(&line.fact),
        done: words(&line.done),
        change: words(&line.change),
        first,
        second,
        points: words(&line.points),
        tone: tone(line.good),
        less,
        more,
        last: line.last.as_ref().map(|last| text(&last.entry)).unwrap_or_default(),
        last_tone: tone(line.last.as_ref().and_then(|last| last.good)),
    }
}

fn show_effect(adapter: &ui::TableAdapter, effect: Option<&app::Effect>, language: Language) {
    adapter.set_has_effect(effect.is_some());
    let Some(app::Effect { totals, winners, new_winners, end }) = effect else { return };
    let number = |total: i32| language.number(total.into());
    let total = |(name, before, after): &(String, i32, i32)| format!("{name} {} → {}", number(*before), number(*after));
    adapter.set_effect(text(&totals.iter().map(total).collect::<Vec<_>>().join(" · ")));
    adapter.set_effect_end(end.as_ref().map(|end| tr(end, language)).unwrap_or_default());
    adapter.set_winner_changes(winners != new_winners);
    adapter.set_winner_before(text(&winners.join(", ")));
    adapter.set_winner_after(text(&new_winners.join(", ")));
}
