//! The board for the other players: full screen while it is shown, and turned for those across the table.
//!
//! No renderer but the GPU's turns elements. So the window is painted with the board upright, and that picture is laid
//! turned over the place of the board: it is the same board, point by point.

use std::cell::{Cell, RefCell};

use slint::{ComponentHandle, Image, Rgb8Pixel, Rgba8Pixel, SharedPixelBuffer};

use super::Inner;
use super::convert::{board_side, int, known, names_of, notice, text, trump};
use super::generated as ui;
use super::show::update;
use crate::app::{BoardPlayer, BoardSide, BoardStage, BoardView, Page};
use crate::language::Language;
use crate::platform::can_fill_screen;

/// What the window did for the board.
#[derive(Default)]
pub(super) struct BoardShown {
    /// Whether the window filled the screen before; `None` while the board is not shown.
    filled_before: Cell<Option<bool>>,
    /// What the turned picture was painted for.
    turned: RefCell<Option<(BoardView, BoardSide, Language)>>,
}

impl Inner {
    pub(super) fn show_board(&self, view: &BoardView, side: BoardSide, language: Language) {
        let adapter = self.window.global::<ui::BoardAdapter>();
        adapter.set_stage(match view.stage {
            BoardStage::Bids => ui::BoardStage::Bids,
            BoardStage::Tricks => ui::BoardStage::Tricks,
            BoardStage::Over => ui::BoardStage::Over,
        });
        adapter.set_round(int(view.round));
        adapter.set_rounds(int(view.rounds));
        adapter.set_cards(view.cards.into());
        adapter.set_trump(trump(view.trump));
        adapter.set_hidden(view.hidden);
        adapter.set_secret(view.secret);
        adapter.set_bids_in(int(view.bids_in));
        adapter.set_sum(view.sum.into());
        adapter.set_of(view.of.into());
        adapter.set_bid_sum(view.bid_sum.map_or(-1, i32::from));
        adapter.set_bomb(view.bomb);
        let (name, bid) = view.forbidden.clone().unwrap_or_default();
        adapter.set_forbidden_name(text(&name));
        adapter.set_forbidden_bid(bid.into());
        adapter.set_notice(notice(view.notice.as_ref(), language));
        let (winner, second) = names_of(&view.winners);
        adapter.set_winner(text(&winner));
        adapter.set_second_winner(text(&second));
        adapter.set_winners(int(view.winners.len()));
        adapter.set_ended_early(view.ended_early);
        adapter.set_side(board_side(side));
        update(&self.models.board, view.players.iter().map(player));
    }

    /// The board has the screen to itself; afterwards the window is as it was.
    pub(super) fn fill_screen(&self, fill: bool) {
        if !can_fill_screen() {
            return;
        }
        let window = self.window.window();
        match (fill, self.board.filled_before.get()) {
            (true, None) => {
                self.board.filled_before.set(Some(window.is_fullscreen()));
                window.set_fullscreen(true);
            }
            (false, Some(before)) => {
                self.board.filled_before.set(None);
                window.set_fullscreen(before);
            }
            _ => {}
        }
    }

    /// Turns the board anew where what it shows has changed, and lets the picture go where none is needed.
    pub(super) fn turn_board(&self) {
        let shown = {
            let app = self.app.borrow();
            let turned = app.page() == Page::Board && app.board_side() != BoardSide::Here;
            turned.then(|| (app.board(), app.board_side(), app.language()))
        };
        let changed = *self.board.turned.borrow() != shown;
        if changed {
            self.board.turned.replace(shown);
            self.paint_turned();
        }
    }

    /// Paints the turned board.
    pub(super) fn paint_turned(&self) {
        let adapter = self.window.global::<ui::BoardAdapter>();
        adapter.set_turned(Image::default());
        if self.board.turned.borrow().is_some()
            // Without a picture the board stays upright.
            && let Ok(upright) = self.window.window().take_snapshot()
        {
            adapter.set_turned(Image::from_rgb8(turned(&upright)));
        }
    }
}

/// A picture turned by half a turn.
fn turned(upright: &SharedPixelBuffer<Rgba8Pixel>) -> SharedPixelBuffer<Rgb8Pixel> {
    let mut picture = SharedPixelBuffer::new(upright.width(), upright.height());
    for (to, from) in picture.make_mut_slice().iter_mut().zip(upright.as_slice().iter().rev()) {
        *to = Rgb8Pixel::new(from.r, from.g, from.b);
    }
    picture
}

fn player(player: &BoardPlayer) -> ui::BoardPlayer {
    let (points, met) = player.points.unwrap_or_default();
    ui::BoardPlayer {
        seat: int(player.seat),
        name: text(&player.name),
        initials: text(&player.initials),
        selected: player.selected,
        bids_now: player.bids_now,
        bid: known(player.bid),
        bid_in: player.bid_in,
        scored_bid: player.changed_bid.map_or(known(player.bid), i32::from),
        changed: player.changed_bid.is_some(),
        tricks: known(player.tricks),
        typed: known(player.typed),
        points,
        has_points: player.points.is_some(),
        met,
        of_last_round: player.of_last_round,
        total: player.total,
        dealer: player.dealer,
        leader: player.leader,
        rank: int(player.rank),
        bids_met: int(player.bids_met),
    }
}
