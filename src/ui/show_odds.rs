//! Copies the view of the first-hand odds into the interface's properties.

use slint::ComponentHandle;

use super::Inner;
use super::convert::{int, text, trump};
use super::generated as ui;
use super::show::update;
use crate::app::{App, CardChoice, CardKind, OddsMissing};
use crate::wizard::{Colour, Fraction, Strength};

/// 0 none, 1 to 4 a colour, 5 a Wizard, 6 a Jester.
fn kind(choice: CardChoice) -> i32 {
    match choice.kind {
        None => 0,
        Some(CardKind::Plain(colour)) => {
            Colour::ALL.iter().position(|known| *known == colour).map_or(0, |at| int(at + 1))
        }
        Some(CardKind::Wizard) => 5,
        Some(CardKind::Jester) => 6,
    }
}

/// The kind with this number.
pub(super) fn kind_of(number: i32) -> CardKind {
    match number {
        5 => CardKind::Wizard,
        6 => CardKind::Jester,
        number => {
            let at = usize::try_from(number - 1).unwrap_or(0);
            CardKind::Plain(Colour::ALL.get(at).copied().unwrap_or(Colour::Blue))
        }
    }
}

impl Inner {
    /// Shows the odds as they are now.
    pub(super) fn show_odds(&self, app: &App) {
        let (view, language) = (app.odds(), app.language());
        let adapter = self.window.global::<ui::OddsAdapter>();
        adapter.set_player_count(int(view.players));
        adapter.set_seat(int(view.seat));
        adapter.set_turned_up_kind(kind(view.turned_up));
        adapter.set_turned_up_rank(view.turned_up.rank.map_or(0, int));
        adapter.set_own_kind(kind(view.own));
        adapter.set_own_rank(view.own.rank.map_or(0, int));
        adapter.set_asks_trump(view.asks_trump);
        adapter.set_trump(trump(view.trump));
        adapter.set_missing(match view.missing {
            OddsMissing::Nothing => ui::OddsMissing::Nothing,
            OddsMissing::TurnedUp => ui::OddsMissing::TurnedUp,
            OddsMissing::Trump => ui::OddsMissing::Trump,
            OddsMissing::Own => ui::OddsMissing::Own,
            OddsMissing::SameCard => ui::OddsMissing::SameCard,
        });
        let percent = |fraction: Fraction| text(&language.decimal(fraction.value() * 100.0, 1));
        let places = view.places.iter().map(|odds| ui::OddsPlace { percent: percent(odds.chance), bid: int(odds.bid) });
        update(&self.models.odds, places);
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
}
