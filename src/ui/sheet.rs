//! The score sheet of the game at the table, or of one viewed in the archive.

use slint::ComponentHandle;
use tablet_of_truth_ui as ui;

use super::program::Convert;
use super::values::{int, list_of, list_of_lists, said, text};
use crate::app::{self, SheetLine, SheetView};
use crate::game::RoundState;
use crate::language::Language;
use crate::text;

pair!(RoundState, SheetState: Scored Open Future);
pair!(Option<bool>, CellTone { None = [None], Good = [Some(true)], Bad = [Some(false)], });

pub(super) fn show(window: &ui::AppWindow, view: &SheetView, language: Language) {
    let adapter = window.global::<ui::TableAdapter>();
    let player = |player: &app::SheetPlayer| ui::SheetPlayer {
        seat: int(player.seat),
        name: text(&player.name),
        initials: text(&player.initials),
        dealer: player.dealer,
        ahead: player.ahead,
        told: said(&player.told, language),
    };
    adapter.set_sheet_players(list_of(adapter.get_sheet_players(), view.players.iter().map(player)));
    let cell = |cell: &app::SheetCell| ui::SheetCell {
        total: cell.total.unwrap_or(0),
        has_total: cell.total.is_some(),
        points: cell.points.unwrap_or(0),
        entry: text(&cell.entry),
        short: text(&cell.short),
        tone: cell.good.convert(),
        told: said(&cell.told, language),
    };
    // The rows keep their lists of cells, so that a tap repaints only the cells that changed.
    let row = |line: &SheetLine, shown: ui::SheetRow| match line {
        SheetLine::Round(row) => ui::SheetRow {
            round: int(row.round),
            state: row.state.convert(),
            trump: row.trump.convert(),
            bombs: row.bombs.into(),
            waived: row.waived,
            cells: list_of(shown.cells, row.cells.iter().map(cell)),
            ..ui::SheetRow::default()
        },
        SheetLine::Penalty(row) => ui::SheetRow {
            given: true,
            place: int(row.place),
            round: row.round.map_or(0, int),
            state: if row.round.is_some() { ui::SheetState::Scored } else { ui::SheetState::Future },
            what: said(&row.what, language),
            told: said(&row.told, language),
            total: row.total.unwrap_or(0),
            has_total: row.total.is_some(),
            ..ui::SheetRow::default()
        },
    };
    adapter.set_sheet_rows(list_of_lists(adapter.get_sheet_rows(), &view.rows, row));
    let waived = view.rows.iter().any(|line| matches!(line, SheetLine::Round(row) if row.waived));
    let waived = waived.then(|| text!("±1 the bids add up to the cards, and the table allowed it"));
    let notes = waived.iter().chain(&view.taken_over).map(|note| language.say(note));
    adapter.set_sheet_notes(text(&notes.collect::<Vec<_>>().join("\n")));
    adapter.set_sheet_scored(int(view.scored));
    adapter.set_sheet_gives(view.gives);
    adapter.set_current_row(int(view.current));
}
