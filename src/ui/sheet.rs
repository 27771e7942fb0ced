//! The score sheet of the game at the table, or of one viewed in the archive.

use std::collections::BTreeSet;

use slint::ComponentHandle;
use tablet_of_truth::app::{self, SheetRow, SheetView};
use tablet_of_truth::game::RoundState;
use tablet_of_truth::language::Language;
use tablet_of_truth::text;
use tablet_of_truth::text::Text;
use tablet_of_truth::wizard::Waiver;
use tablet_of_truth_ui as ui;

use super::program::Convert;
use super::values::{int, list_of, list_of_lists, text, tone, tr};

pub(super) fn show(window: &ui::AppWindow, view: &SheetView, language: Language) {
    let adapter = window.global::<ui::TableAdapter>();
    let player = |player: &app::SheetPlayer| ui::Player {
        seat: int(player.seat),
        name: text(&player.name),
        initials: text(&player.initials),
        dealer: player.dealer,
        ahead: player.ahead,
        label: tr(&player.label, language),
    };
    adapter.set_sheet_players(list_of(adapter.get_sheet_players(), view.players.iter().map(player)));
    let cell = |cell: &app::SheetCell| ui::SheetCell {
        total: cell.total.unwrap_or(0),
        has_total: cell.total.is_some(),
        points: cell.points.unwrap_or(0),
        entry: text(&cell.entry),
        short: text(&cell.short),
        tone: tone(cell.good),
        label: cell.label.as_ref().map(|label| tr(label, language)).unwrap_or_default(),
    };
    // The rows keep their lists of cells, so that a tap repaints only the cells that changed.
    let row = |row: &SheetRow, shown: ui::SheetRow| {
        let (place, given) = row.given.clone().unzip();
        let label = given.or_else(|| kept(row.round, &row.waived));
        ui::SheetRow {
            round: int(row.round),
            scored: row.state == RoundState::Scored,
            open: row.state == RoundState::Open,
            given: place.is_some(),
            place: place.map_or(0, int),
            trump: row.trump.convert(),
            bombs: row.bombs.into(),
            mark: text(&Waiver::marks(&row.waived)),
            label: label.map(|label| tr(&label, language)).unwrap_or_default(),
            cells: list_of(shown.cells, row.cells.iter().map(cell)),
        }
    };
    adapter.set_sheet_rows(list_of_lists(adapter.get_sheet_rows(), &view.rows, row));
    let waived = view.rows.iter().flat_map(|row| &row.waived);
    let waived: Vec<Text> = waived.collect::<BTreeSet<_>>().into_iter().map(|waiver| waiver.text()).collect();
    let notes = waived.iter().chain(&view.taken_over).map(|note| language.translate(note));
    adapter.set_sheet_notes(text(&notes.collect::<Vec<_>>().join("\n")));
    adapter.set_sheet_scored(int(view.scored));
    adapter.set_sheet_gives(view.gives);
    adapter.set_current_row(int(view.current));
}

/// The label of a round that was kept against a rule.
fn kept(round: usize, waived: &BTreeSet<Waiver>) -> Option<Text> {
    match Waiver::ALL.map(|waiver| waived.contains(&waiver)) {
        [false, false] => None,
        [true, false] => Some(text!("Correct round {round} (kept although the bids add up)", round = round)),
        [false, true] => Some(text!("Correct round {round} (kept although the tricks do not add up)", round = round)),
        [true, true] => {
            Some(text!("Correct round {round} (kept although the bids add up and the tricks do not)", round = round))
        }
    }
}
