//! The table of The Last Wizard: bets, showdown, the track and its sheet; its board shows the same.

use std::rc::Rc;

use slint::{ComponentHandle, SharedString};
use tablet_of_truth::app::{self, App, Command, Part, TableCommand, TrackCommand as T, Typed};
use tablet_of_truth::seats::Seat;
use tablet_of_truth::text::Text;
use tablet_of_truth_ui as ui;

use super::program::{Convert, Program};
use super::table::show_common;
use super::values::{int, list_of, text, tr};

pair!(Part, TrackPart: First Second Showdown);

fn on_track(command: T) -> Command {
    Command::OnTable(TableCommand::OnTrack(command))
}

pub(super) fn connect(program: &Rc<Program>) {
    let adapter = program.window.global::<ui::TrackAdapter>();
    commands!(program, adapter, on_track, {
        on_go_to(part) => T::Part(part.convert()),
    });
}

pub(super) fn show(window: &ui::AppWindow, app: &App) {
    let (adapter, language) = (window.global::<ui::TrackAdapter>(), app.language());
    let view = app.track();
    adapter.set_part(view.part.convert());
    adapter.set_first_done(view.first_done);
    adapter.set_second_done(view.second_done);
    adapter.set_can_show(view.can_show);
    let hand = view.typed.filter(|_| view.part == Part::Showdown).map(|typed| match typed {
        Typed::Minus => "−".to_owned(),
        Typed::Hand(hand) => language.number(hand.into()),
    });
    adapter.set_typed(text(&hand.unwrap_or_default()));
    let pawn = |&seat: &Seat| ui::Player {
        seat: int(seat),
        initials: view.marks.get(seat).map(|mark| text(mark)).unwrap_or_default(),
        ..ui::Player::default()
    };
    let label = |label: &Option<Text>| label.as_ref().map(|label| tr(label, language)).unwrap_or_default();
    let space =
        |space: &app::Space| ui::TrackSpace { number: space.number, zone: space.zone, label: label(&space.label) };
    adapter.set_spaces(list_of(adapter.get_spaces(), view.spaces.iter().map(space)));
    let standing = |space: &app::Space| {
        let (number, of) = (space.number, int(space.pawns.len()));
        let at = |(place, seat)| ui::PawnPlace { pawn: pawn(seat), space: number, place: int(place), of };
        space.pawns.iter().enumerate().map(at).collect::<Vec<_>>()
    };
    let mut pawns: Vec<_> = view.spaces.iter().flat_map(standing).collect();
    pawns.sort_by_key(|at| at.pawn.seat);
    adapter.set_pawns(list_of(adapter.get_pawns(), pawns));
    adapter.set_head(text(&view.head.iter().map(|fact| language.translate(fact)).collect::<Vec<_>>().join(" · ")));
    adapter.set_hint(view.hint.as_ref().map(|hint| text(&language.sentence(hint))).unwrap_or_default());
    adapter.set_next(view.next.as_ref().map(|next| tr(next, language)).unwrap_or_default());
    let table = window.global::<ui::TableAdapter>();
    show_common(&table, &view.common, language);
    // Only a table of Wizard has these.
    table.set_first_done(false);
    table.set_waives(SharedString::new());
    table.set_allowable(false);
}
