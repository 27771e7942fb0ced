//! The score sheet of the game at the table, or of one viewed in the archive.

use slint::ComponentHandle;
use tablet_of_truth_ui as ui;

use super::program::Convert;
use super::values::{int, known, list_of, list_of_lists, said, text};
use crate::app::{self, SheetView};
use crate::game::RoundState;
use crate::language::Language;

pair!(RoundState, SheetState: Scored Open Future);

pub(super) fn show(window: &ui::AppWindow, view: &SheetView, language: Language) {
    let adapter = window.global::<ui::TableAdapter>();
    let player = |player: &app::SheetPlayer| ui::SheetPlayer {
        seat: int(player.seat),
        name: text(&player.name),
        initials: text(&player.initials),
        dealer: player.dealer,
        ahead: player.ahead,
    };
    adapter.set_sheet_players(list_of(adapter.get_sheet_players(), view.players.iter().map(player)));
    // The rows keep their lists of cells, so that a tap repaints only the cells that changed.
    let round = |row: &app::SheetRow, shown: ui::SheetRow| ui::SheetRow {
        penalty: -1,
        round: int(row.round),
        cards: row.cards.into(),
        state: row.state.convert(),
        trump: row.trump.convert(),
        bombs: row.bombs.into(),
        waived: row.waived,
        cells: list_of(shown.cells, row.cells.iter().map(cell)),
        ..ui::SheetRow::default()
    };
    let row = |line: &app::SheetLine, shown: ui::SheetRow| match line {
        app::SheetLine::Round(row) => round(row, shown),
        app::SheetLine::Penalty(row) => ui::SheetRow {
            penalty: int(row.place),
            what: said(&row.what, language),
            told: said(&row.told, language),
            state: ui::SheetState::Future,
            ..ui::SheetRow::default()
        },
    };
    adapter.set_sheet_rows(list_of_lists(adapter.get_sheet_rows(), &view.rows, row));
    let waived = |line: &app::SheetLine| matches!(line, app::SheetLine::Round(row) if row.waived);
    adapter.set_has_waived(view.rows.iter().any(waived));
    let taken_over: Vec<String> = view.taken_over.iter().map(|line| language.say(line)).collect();
    adapter.set_taken_over(text(&taken_over.join("\n")));
    adapter.set_own_plan(view.own_plan);
    adapter.set_shows_cards(view.shows_cards);
    adapter.set_current_row(int(view.current));
}

fn cell(cell: &app::SheetCell) -> ui::SheetCell {
    ui::SheetCell {
        name: text(&cell.name),
        total: cell.total.unwrap_or(0),
        has_total: cell.total.is_some(),
        bid: known(cell.bid),
        scored_bid: cell.changed_bid.map_or(known(cell.bid), i32::from),
        tricks: known(cell.tricks),
        met: cell.met == Some(true),
    }
}
