//! The first-hand odds.

use std::rc::Rc;

use slint::ComponentHandle;
use tablet_of_truth_ui as ui;

use super::program::{Convert, Program};
use super::values::{int, list_of, seat, small, text};
use crate::app::{App, CardKind, Command, OddsCommand as O, OddsMissing};
use crate::wizard::{Colour, Fraction, Strength};

pair!(Option<CardKind>, KindName {
    Unchosen = [None],
    Blue = [Some(CardKind::Plain(Colour::Blue))],
    Red = [Some(CardKind::Plain(Colour::Red))],
    Green = [Some(CardKind::Plain(Colour::Green))],
    Yellow = [Some(CardKind::Plain(Colour::Yellow))],
    Wizard = [Some(CardKind::Wizard)],
    Jester = [Some(CardKind::Jester)],
});
pair!(OddsMissing, OddsMissing: Nothing TurnedUp Trump Own SameCard);

pub(super) fn connect(program: &Rc<Program>) {
    let adapter = program.window.global::<ui::OddsAdapter>();
    commands!(program, adapter, Command::OnOdds, {
        on_choose_players(players) => O::Players(seat(players)),
        on_choose_seat(at) => O::Seat(seat(at)),
        on_choose_turned_up_rank(rank) => O::TurnedUpRank(small(rank)),
        on_choose_own_rank(rank) => O::OwnRank(small(rank)),
    });
    connect!(program, adapter, on_choose_turned_up_kind, |program, kind| {
        if let Some(kind) = kind.convert() {
            program.handle(Command::OnOdds(O::TurnedUpKind(kind)));
        }
    });
    connect!(program, adapter, on_choose_own_kind, |program, kind| {
        if let Some(kind) = kind.convert() {
            program.handle(Command::OnOdds(O::OwnKind(kind)));
        }
    });
    connect!(program, adapter, on_choose_trump, |program, trump| {
        if let Some(trump) = trump.convert() {
            program.handle(Command::OnOdds(O::Trump(trump)));
        }
    });
}

pub(super) fn show(window: &ui::AppWindow, app: &App) {
    let (view, language) = (app.odds(), app.language());
    let adapter = window.global::<ui::OddsAdapter>();
    adapter.set_player_count(int(view.players));
    adapter.set_seat(int(view.seat));
    adapter.set_turned_up_kind(view.turned_up.kind.convert());
    adapter.set_turned_up_rank(view.turned_up.rank.map_or(0, int));
    adapter.set_own_kind(view.own.kind.convert());
    adapter.set_own_rank(view.own.rank.map_or(0, int));
    adapter.set_asks_trump(view.asks_trump);
    adapter.set_trump(view.trump.convert());
    adapter.set_missing(view.missing.convert());
    let percent = |fraction: Fraction| text(&language.decimal(fraction.value() * 100.0, 1));
    let places = view.places.iter().map(|odds| ui::OddsPlace { percent: percent(odds.chance), bid: int(odds.bid) });
    adapter.set_places(list_of(adapter.get_places(), places));
    let Some(odds) = view.places.get(view.seat) else { return };
    adapter.set_percent(percent(odds.chance));
    adapter.set_won(text(&language.number(odds.chance.numerator)));
    adapter.set_deals(text(&language.number(odds.chance.denominator)));
    adapter.set_bid(int(odds.bid));
    adapter.set_points_of_1(text(&language.decimal(odds.points_of_1.value(), 1)));
    adapter.set_points_of_0(text(&language.decimal(odds.points_of_0.value(), 1)));
    adapter.set_beaten(int(odds.beaten));
    adapter.set_unknown(int(odds.unknown));
    adapter.set_beat_before(int(odds.beat_before));
    adapter.set_strength(match odds.strength {
        Strength::Wizard if view.seat == 0 => ui::OddsStrength::WizardLeads,
        Strength::Wizard => ui::OddsStrength::Wizard,
        Strength::JesterLeads => ui::OddsStrength::JesterLeads,
        Strength::Jester => ui::OddsStrength::Jester,
        Strength::Trump => ui::OddsStrength::Trump,
        Strength::ColourLeads => ui::OddsStrength::ColourLeads,
        Strength::Colour => ui::OddsStrength::Colour,
    });
}
