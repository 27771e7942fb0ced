//! The board for the other players: full screen, and turned for those across the table.
//!
//! Only the GPU renderer can turn elements. So the window is painted with the board upright, and that picture is turned
//! and laid over the board: the same board, pixel by pixel.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use slint::{ComponentHandle, Image, Rgb8Pixel, Rgba8Pixel, SharedPixelBuffer, SharedString};
use tablet_of_truth::app::{self, App, BoardPlayer, BoardSide, BoardStage, BoardView, Command, Page, TrackView};
use tablet_of_truth::game::Rules;
use tablet_of_truth::language::Language;
use tablet_of_truth::platform::can_fill_screen;
use tablet_of_truth::with_game;
use tablet_of_truth_ui as ui;

use super::program::{Convert, Program};
use super::track;
use super::values::{int, known, list_of, notice, text, tr};

pair!(BoardStage, BoardStage: Bids Tricks Track Over);
pair!(BoardSide, SideName: Here Across Both);

#[derive(Default)]
pub(super) struct Board {
    /// Whether the window was full screen before; `None` while the board is not shown.
    filled_before: Cell<Option<bool>>,
    /// The state that the turned picture was painted for.
    turned: RefCell<Option<(BoardView, TrackView, BoardSide, Language)>>,
}

impl Board {
    pub(super) fn connect(program: &Rc<Program>) -> Rc<Board> {
        let board = Rc::new(Board::default());
        let adapter = program.window.global::<ui::BoardAdapter>();
        commands!(program, adapter, Command::from, {
            on_set_side(side) => Command::BoardSide(side.convert()),
        });
        let painted = board.clone();
        connect!(program, adapter, on_looks_changed, |program| painted.paint_turned(&program.window));
        board
    }

    pub(super) fn fill_screen(&self, window: &ui::AppWindow, fill: bool) {
        if !can_fill_screen() {
            return;
        }
        let window = window.window();
        match (fill, self.filled_before.get()) {
            (true, None) => {
                self.filled_before.set(Some(window.is_fullscreen()));
                window.set_fullscreen(true);
            }
            (false, Some(before)) => {
                self.filled_before.set(None);
                window.set_fullscreen(before);
            }
            _ => {}
        }
    }

    /// Paints the turned board again if its contents changed, and drops the picture when it is not needed.
    pub(super) fn turn(&self, window: &ui::AppWindow, app: &RefCell<App>) {
        let shown = {
            let app = app.borrow();
            // The panel of the phones would be in the picture.
            let whole = app.page() == Page::Board && !app.phones().open;
            let turned = whole && app.board_side() != BoardSide::Here;
            turned.then(|| (app.board(), app.track(), app.board_side(), app.language()))
        };
        let changed = *self.turned.borrow() != shown;
        if changed {
            self.turned.replace(shown);
            self.paint_turned(window);
        }
    }

    fn paint_turned(&self, window: &ui::AppWindow) {
        let adapter = window.global::<ui::BoardAdapter>();
        adapter.set_turned(Image::default());
        if self.turned.borrow().is_some()
            // Without a picture the board stays upright.
            && let Ok(upright) = window.window().take_snapshot()
        {
            adapter.set_turned(Image::from_rgb8(turned(&upright)));
        }
    }
}

pub(super) fn show(window: &ui::AppWindow, app: &App) {
    let adapter = window.global::<ui::BoardAdapter>();
    let view = app.board();
    adapter.set_stage(view.stage.convert());
    adapter.set_round(int(view.round));
    adapter.set_rounds(int(view.rounds));
    adapter.set_cards(view.cards.into());
    adapter.set_trump(view.trump.convert());
    adapter.set_hidden(view.hidden);
    adapter.set_secret(view.secret);
    adapter.set_bids_in(int(view.bids_in));
    adapter.set_sum(view.sum.map_or(-1, i32::from));
    adapter.set_of(view.of.into());
    adapter.set_bid_sum(view.bid_sum.map_or(-1, i32::from));
    adapter.set_bombs(view.bombs.into());
    let (name, bid) = view.forbidden.unwrap_or_default();
    adapter.set_forbidden_name(text(&name));
    adapter.set_forbidden_bid(bid.into());
    adapter.set_notice(notice(view.notice.as_ref(), app.language()));
    adapter.set_allowable(view.allowable);
    adapter.set_outcome(tr(&app::outcome(&view.winners, view.ended_early, view.round), app.language()));
    adapter.set_ended_early(view.ended_early);
    adapter.set_side(app.board_side().convert());
    let game = app.session().map(|session| session.name()).unwrap_or_default();
    let place = |at: &BoardPlayer| ui::BoardPlayer {
        label: tr(&with_game!(game, Game => Game::place_label(at.rank, &at.name, at.total, at.met)), app.language()),
        ..player(at)
    };
    adapter.set_players(list_of(adapter.get_players(), view.players.iter().map(place)));
    if view.stage == BoardStage::Track {
        track::show(window, app);
    }
}

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
        ahead: player.ahead,
        rank: int(player.rank),
        bids_met: int(player.met),
        label: SharedString::default(),
    }
}
