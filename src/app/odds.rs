//! The page of first-hand odds: the choices made, and the answer.

use super::play::Play;
use crate::wizard::{Card, Colour, FirstHand, NoSuchHand, Odds, PLAYERS_MAX, PLAYERS_MIN, Seat, Trump};

/// A kind of card to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardKind {
    /// A card of a colour, with a rank to choose.
    Plain(Colour),
    /// A Wizard.
    Wizard,
    /// A Jester.
    Jester,
}

/// A card, as far as chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardChoice {
    /// The kind.
    pub kind: Option<CardKind>,
    /// The rank, for a card of a colour.
    pub rank: Option<u8>,
}

impl CardChoice {
    fn card(self) -> Option<Card> {
        Some(match self.kind? {
            CardKind::Wizard => Card::Wizard,
            CardKind::Jester => Card::Jester,
            CardKind::Plain(colour) => Card::Plain(colour, self.rank?),
        })
    }

    fn set_kind(&mut self, kind: CardKind) {
        self.kind = Some(kind);
        if !matches!(kind, CardKind::Plain(_)) {
            self.rank = None;
        }
    }
}

/// A tap on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OddsCommand {
    /// Sets the number of players.
    Players(usize),
    /// Sets the place in the order of play, from 0.
    Seat(Seat),
    /// Sets the kind of the turned-up card.
    TurnedUpKind(CardKind),
    /// Sets the rank of the turned-up card.
    TurnedUpRank(u8),
    /// Sets the kind of the player's own card.
    OwnKind(CardKind),
    /// Sets the rank of the player's own card.
    OwnRank(u8),
    /// Sets the trump that the dealer chose.
    Trump(Trump),
}

/// A choice still to make, or the reason why there is no answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OddsMissing {
    /// Nothing is missing.
    Nothing,
    /// The turned-up card is missing.
    #[default]
    TurnedUp,
    /// The trump that the dealer chose is missing.
    Trump,
    /// The player's own card is missing.
    Own,
    /// Both cards are the same card.
    SameCard,
}

/// The page, as shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OddsView {
    /// The number of players.
    pub players: usize,
    /// The place in the order of play, from 0.
    pub seat: Seat,
    /// The turned-up card.
    pub turned_up: CardChoice,
    /// The player's own card.
    pub own: CardChoice,
    /// The trump that the dealer chose.
    pub trump: Option<Trump>,
    /// Whether a Wizard is turned up, so that the trump must be chosen.
    pub asks_trump: bool,
    /// The reason why there is no answer yet.
    pub missing: OddsMissing,
    /// The answer for every place in the order of play; empty while something is missing.
    pub places: Vec<Odds>,
}

/// The choices made on the page.
pub(super) struct OddsPage {
    players: usize,
    seat: Seat,
    turned_up: CardChoice,
    own: CardChoice,
    trump: Option<Trump>,
}

impl Default for OddsPage {
    fn default() -> Self {
        OddsPage { players: 4, seat: 0, turned_up: CardChoice::default(), own: CardChoice::default(), trump: None }
    }
}

impl OddsPage {
    pub(super) fn handle(&mut self, command: OddsCommand) {
        match command {
            OddsCommand::Players(players) => {
                self.players = players.clamp(PLAYERS_MIN, PLAYERS_MAX);
                self.seat = self.seat.min(self.players - 1);
            }
            OddsCommand::Seat(seat) => self.seat = seat.min(self.players - 1),
            OddsCommand::TurnedUpKind(kind) => self.turned_up.set_kind(kind),
            OddsCommand::TurnedUpRank(rank) => self.turned_up.rank = Some(rank),
            OddsCommand::OwnKind(kind) => self.own.set_kind(kind),
            OddsCommand::OwnRank(rank) => self.own.rank = Some(rank),
            OddsCommand::Trump(trump) => self.trump = Some(trump),
        }
    }

    /// Takes over the facts of round 1 from the table. The own card is cleared, because it may be another player's
    /// turn.
    pub(super) fn take_over(&mut self, play: &Play) {
        let Some((1, round)) = play.round() else { return };
        let game = play.session.game();
        self.players = game.players();
        let place = game.bidding_order(1).into_iter().position(|seat| seat == play.entry.selected);
        self.seat = place.unwrap_or(0);
        (self.own, self.trump) = (CardChoice::default(), round.trump);
        let turned_up = match round.trump {
            None => None,
            Some(Trump::None) => Some(CardKind::Jester),
            Some(trump) => Colour::ALL.into_iter().find(|&colour| Trump::from(colour) == trump).map(CardKind::Plain),
        };
        if turned_up.is_none() || (self.turned_up.kind != turned_up && self.turned_up.kind != Some(CardKind::Wizard)) {
            self.turned_up = CardChoice { kind: turned_up, rank: None };
        }
    }

    pub(super) fn view(&self) -> OddsView {
        let asks_trump = self.turned_up.kind == Some(CardKind::Wizard);
        let mut view = OddsView {
            players: self.players,
            seat: self.seat,
            turned_up: self.turned_up,
            own: self.own,
            trump: self.trump.filter(|_| asks_trump),
            asks_trump,
            missing: OddsMissing::Nothing,
            places: Vec::new(),
        };
        match self.places() {
            Ok(places) => view.places = places,
            Err(missing) => view.missing = missing,
        }
        view
    }

    fn places(&self) -> Result<Vec<Odds>, OddsMissing> {
        let turned_up = self.turned_up.card().ok_or(OddsMissing::TurnedUp)?;
        let trump = FirstHand::given_trump(turned_up).or(self.trump).ok_or(OddsMissing::Trump)?;
        let card = self.own.card().ok_or(OddsMissing::Own)?;
        let odds = |seat| FirstHand { players: self.players, seat, turned_up, card, trump }.odds();
        (0..self.players).map(odds).collect::<Result<_, NoSuchHand>>().map_err(|reason| match reason {
            NoSuchHand::SameCard => OddsMissing::SameCard,
            _ => OddsMissing::Own,
        })
    }
}
