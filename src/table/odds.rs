//! The chances of every card in round 1, as the game's encyclopedia has them, but for every place.

use super::{Cell, Column, Row, Table};
use crate::language::Language;
use crate::text;
use crate::text::Text;
use crate::wizard::{Card, Colour, DeckNames, FirstHand, Seat, Trump};

/// Colours that are not trump are alike, and so is every place for a trump card. Without a turned-up card, no row.
pub fn first_hand_odds(players: usize, turned_up: Option<(Card, Trump)>, deck: DeckNames, language: Language) -> Table {
    let mut table = Table::new(text!("First-hand odds"), text!("Choose the turned-up card."));
    table.columns = vec![
        Column::new("card", text!("Your card")).left(),
        Column::new("trump", text!("Trump")).means(text!("A card of the trump colour, from any place.")),
    ];
    let place = |seat: Seat| {
        let head = text!("place in the order of play" => "No. {place}", place = seat + 1);
        let meaning =
            text!("Another card, played as number {place} of {players}.", place = seat + 1, players = players);
        // Where it is narrow, the last of five and of six go together.
        Column::new("", head).means(meaning).rank(u8::try_from(seat).unwrap_or(Column::WINDOW).min(Column::WINDOW))
    };
    table.columns.extend((0..players).map(place));
    let Some((turned_up, trump)) = turned_up else { return table };
    let cell = |card: Card, seat: Seat| {
        let Some(odds) = (FirstHand { players, seat, turned_up, card, trump }).odds() else { return Cell::None };
        let percent = 100.0 * odds.chance.value();
        match odds.bid {
            0 => Cell::Decimal(percent, 1),
            _ => Cell::Text(text!("chance worth a bid of 1" => "✓ {percent}", percent = language.decimal(percent, 1))),
        }
    };
    let row = |name: Text, of_trump: Cell, card: Card| {
        let cells = [Cell::Text(name), of_trump].into_iter().chain((0..players).map(|seat| cell(card, seat)));
        Row::of(cells.collect())
    };
    let (of_trump, other) = match Colour::ALL.into_iter().find(|&colour| trump == colour.into()) {
        Some(colour) => (Some(colour), if colour == Colour::Red { Colour::Blue } else { Colour::Red }),
        None => (None, Colour::Red),
    };
    table.rows.push(row(text!("card" => "Wizard"), Cell::None, Card::Wizard));
    table.rows.extend((1..=13).rev().map(|rank| {
        let of_trump = of_trump.map_or(Cell::None, |colour| cell(Card::Plain(colour, rank), 0));
        row(deck.rank(rank), of_trump, Card::Plain(other, rank))
    }));
    table.rows.push(row(text!("card" => "Jester"), Cell::None, Card::Jester));
    table
}
