//! The table of The Last Wizard: bets, showdown, the track and its sheet; its board shows the same.

use std::rc::Rc;

use slint::ComponentHandle;
use tablet_of_truth_ui as ui;

use super::program::{Convert, Program};
use super::table::show_common;
use super::values::{int, list_of, list_of_lists, said, seat, text};
use crate::app::{self, App, Command, Part, TrackCommand as T, TrackSheet, Typed};
use crate::game::{SheetCell, SheetRow};
use crate::language::Language;
use crate::last_wizard::{Rank, Shown, Token};
use crate::text::Text;

pair!(Part, TrackPart: First Second Showdown);
pair!(Rank, RankName: Best Second Other);

pub(super) fn connect(program: &Rc<Program>) {
    let adapter = program.window.global::<ui::TrackAdapter>();
    commands!(program, adapter, Command::OnTrack, {
        on_select(at) => T::Select(seat(at)),
        on_go_to(part) => T::Part(part.convert()),
        on_fold() => T::Fold,
        on_minus() => T::Minus,
        on_rank(rank) => T::Rank(rank.convert()),
        on_enter_by_hand(by_hand) => T::ByHand(by_hand),
    });
    connect!(program, adapter, on_token, |program, value| {
        // The window offers only existing tokens.
        if let Ok(token) = Token::try_from(i64::from(value)) {
            program.handle(Command::OnTrack(T::Token(token)));
        }
    });
}

pub(super) fn show(window: &ui::AppWindow, app: &App) {
    let (adapter, language) = (window.global::<ui::TrackAdapter>(), app.language());
    let view = app.track();
    let say = |words: &Text| language.say(words);
    adapter.set_corrects(view.common.corrects);
    adapter.set_part(view.part.convert());
    adapter.set_first_done(view.first_done);
    adapter.set_second_done(view.second_done);
    adapter.set_can_show(view.can_show);
    adapter.set_by_hand(view.by_hand);
    let hand = view.typed.filter(|_| view.part == Part::Showdown).map(|typed| match typed {
        Typed::Minus => "−".to_owned(),
        Typed::Hand(hand) => language.number(hand.into()),
    });
    adapter.set_typed(text(&hand.unwrap_or_default()));
    adapter.set_rows(list_of(adapter.get_rows(), view.rows.iter().map(|line| row(line, &view, language))));
    let space = |space: &app::Space, shown: ui::TrackSpace| ui::TrackSpace {
        number: space.number,
        zone: space.zone,
        pawns: list_of(
            shown.pawns,
            space.pawns.iter().map(|&at| ui::TrackPawn {
                seat: int(at),
                initials: view.marks.get(at).map(|mark| text(mark)).unwrap_or_default(),
            }),
        ),
        told: space.told.as_ref().map(|told| said(told, language)).unwrap_or_default(),
    };
    adapter.set_spaces(list_of_lists(adapter.get_spaces(), &view.spaces, space));
    let token = |key: &app::TokenKey| ui::TokenKey {
        value: key.token.value(),
        name: text(&language.number(key.token.value().into())),
        chosen: key.chosen,
        moves: text(&key.moves.iter().map(|&by| language.points(by.into())).collect::<Vec<_>>().join(" ")),
        told: said(&key.told, language),
    };
    adapter.set_tokens(list_of(adapter.get_tokens(), view.tokens.iter().map(token)));
    let rank = |key: &app::RankKey| ui::RankKey {
        rank: key.rank.convert(),
        chosen: key.chosen,
        by: text(&language.points(key.by.into())),
        told: said(&key.told, language),
    };
    adapter.set_ranks(list_of(adapter.get_ranks(), view.ranks.iter().map(rank)));
    adapter.set_can_fold(view.fold.is_some());
    adapter.set_fold_by(view.fold.map(|fold| text(&language.points(fold.by.into()))).unwrap_or_default());
    adapter.set_fold_to(view.fold.map_or(0, |fold| fold.to));
    adapter.set_folded(view.folded);
    adapter.set_selected(text(&view.selected));
    adapter.set_selected_index(view.rows.iter().position(|row| row.selected).map_or(0, int));
    adapter.set_head(text(&view.head.iter().map(say).collect::<Vec<_>>().join(" · ")));
    adapter.set_hint(view.hint.as_ref().map(|hint| said(hint, language)).unwrap_or_default());
    adapter.set_next(view.next.as_ref().map(|next| said(next, language)).unwrap_or_default());
    adapter.set_ready(view.ready);
    let table = window.global::<ui::TableAdapter>();
    show_common(&table, &view.common, language);
    table.set_mode(if view.common.corrects { ui::TableMode::Correct } else { ui::TableMode::Bid });
    table.set_reads_out(false);
}

/// Shows the sheet: the space after each round with its move. `None` means another game is shown.
pub(super) fn show_sheet(window: &ui::AppWindow, sheet: Option<&TrackSheet>, language: Language) {
    let adapter = window.global::<ui::TrackAdapter>();
    adapter.set_shown(sheet.is_some());
    let Some(TrackSheet { names, rows, told }) = sheet else { return };
    adapter.set_told(text(&told.iter().map(|told| language.say(told)).collect::<Vec<_>>().join("\n")));
    adapter.set_names(list_of(adapter.get_names(), names.iter().map(|name| text(name))));
    let cell = |(seat, cell): (usize, &SheetCell)| ui::TrackCell {
        name: names.get(seat).map(|name| text(name)).unwrap_or_default(),
        total: cell.total.map(|total| text(&language.number(total.into()))).unwrap_or_default(),
        entry: text(&cell.entry),
        gain: cell.good == Some(true),
        loss: cell.good == Some(false),
    };
    let row = |row: &SheetRow, shown: ui::TrackSheetRow| ui::TrackSheetRow {
        round: int(row.number),
        scored: row.cells.iter().all(|cell| cell.total.is_some()),
        cells: list_of(shown.cells, row.cells.iter().enumerate().map(cell)),
    };
    adapter.set_sheet(list_of_lists(adapter.get_sheet(), rows, row));
}

fn row(row: &app::TrackRow, view: &app::TrackView, language: Language) -> ui::TrackRow {
    let token = |token: Option<Token>| token.map(|token| text(&language.number(token.value().into())));
    let asked = |wanted: Part| row.selected && view.part == wanted;
    let asks = if view.typed.is_some() { "−_" } else { "?" };
    let empty = |wanted: Part| text(if asked(wanted) { asks } else { "·" });
    let by_hand = Some(row.by_hand).filter(|&by| by != 0);
    let moves = row.moved.map(|moved| moved.by).into_iter().chain(by_hand);
    let moved = moves.map(|by| language.points(by.into())).collect::<Vec<_>>().join(" ");
    let shown = match (row.turn.shown(), row.rank) {
        (Some(Shown::Hand(hand)), _) => language.number(hand.into()),
        _ => String::new(),
    };
    ui::TrackRow {
        seat: int(row.seat),
        name: text(&row.name),
        initials: text(&row.initials),
        space: row.space,
        round_token: token(row.turn.round_token()).unwrap_or_else(|| empty(Part::First)),
        square_token: token(row.turn.square_token()).unwrap_or_else(|| empty(Part::Second)),
        has_round: row.turn.round_token().is_some(),
        folded: row.turn.folded().is_some(),
        shown: text(&shown),
        has_rank: row.rank.is_some(),
        rank: row.rank.unwrap_or(Rank::Other).convert(),
        named: row.named,
        moved: text(&moved),
        gain: row.moved.is_some_and(|moved| moved.by > 0),
        loss: row.moved.is_some_and(|moved| moved.by < 0),
        selected: row.selected,
        asked_round: asked(Part::First),
        asked_square: asked(Part::Second),
        ahead: row.alone_in_front,
        first: row.first,
        told: said(&row.told, language),
    }
}
