//! First-hand odds: the chance to win the single trick of round 1, counted exactly.
//!
//! A player knows the turned-up card and their own; every deal of the others is equally likely. That is the knowledge
//! before the first bid: what others' bids reveal is left out. In round 1 everyone plays their only card, so nobody has
//! a choice, and the seat alone says what was played before. `docs/odds.md` explains the counting.

use serde::Serialize;

use super::{Card, Colour, PLAYERS_MAX, PLAYERS_MIN, Seat, Trump, points};
use crate::text;
use crate::text::Text;

/// The make-up of a deck. The game has only [`Deck::CLASSIC`]; tests check smaller ones by playing every deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deck {
    /// The number of colours, from the front of [`Colour::ALL`].
    pub colours: u8,
    /// The highest rank of each colour; the lowest is 1.
    pub ranks: u8,
    /// The number of Wizards.
    pub wizards: u8,
    /// The number of Jesters.
    pub jesters: u8,
}

impl Deck {
    /// The 60 cards of the classic game.
    pub const CLASSIC: Deck = Deck { colours: 4, ranks: 13, wizards: 4, jesters: 4 };

    /// The number of cards.
    pub fn cards(self) -> u64 {
        u64::from(self.colours) * u64::from(self.ranks) + u64::from(self.wizards) + u64::from(self.jesters)
    }

    fn has(self, card: Card) -> bool {
        match card {
            Card::Wizard => self.wizards > 0,
            Card::Jester => self.jesters > 0,
            Card::Plain(colour, rank) => {
                Colour::ALL.iter().take(self.colours.into()).any(|own| *own == colour)
                    && (1..=self.ranks).contains(&rank)
            }
        }
    }

    /// The number of copies of this card.
    fn copies(self, card: Card) -> u8 {
        match card {
            Card::Wizard => self.wizards,
            Card::Jester => self.jesters,
            Card::Plain(..) => 1,
        }
    }
}

/// What a player knows in round 1 before anyone plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstHand {
    /// The players at the table.
    pub players: usize,
    /// The player's place in the order of play: 0 leads, the last deals.
    pub seat: Seat,
    /// The turned-up card.
    pub turned_up: Card,
    /// The player's own card.
    pub card: Card,
    /// The trump: [`FirstHand::given_trump`], or the dealer's choice if a Wizard is turned up.
    pub trump: Trump,
}

/// A reason why nobody can hold such a first hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSuchHand {
    /// Wizard is for 3 to 6 players.
    Players(usize),
    /// The table has fewer places.
    Seat {
        /// The place asked for, from 0.
        seat: Seat,
        /// The players at the table.
        players: usize,
    },
    /// The deck has no such card.
    NotInDeck,
    /// The deck has fewer copies of this card than are on the table.
    SameCard,
    /// The turned-up card makes a different trump.
    OtherTrump,
}

impl NoSuchHand {
    /// The reason in words.
    pub fn text(self) -> Text {
        match self {
            NoSuchHand::Players(players) => text!(
                "Wizard is for {least} to {most} players, not {players}",
                least = PLAYERS_MIN,
                most = PLAYERS_MAX,
                players = players
            ),
            NoSuchHand::Seat { seat, players } => {
                text!("there is no seat {seat} among {players} players", seat = seat + 1, players = players)
            }
            NoSuchHand::NotInDeck => text!("the ranks of a colour go from 1 to 13"),
            NoSuchHand::SameCard => text!("the turned-up card cannot be in your hand: there is only one of it"),
            NoSuchHand::OtherTrump => text!("the turned-up card fixes a different trump"),
        }
    }
}

/// A reduced fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fraction {
    /// The number above the line; carries the sign.
    pub numerator: i64,
    /// The number below the line, at least 1.
    pub denominator: i64,
}

impl Fraction {
    fn reduced(numerator: i64, denominator: i64) -> Fraction {
        let (mut a, mut b) = (numerator.abs(), denominator);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Fraction { numerator: numerator / a.max(1), denominator: denominator / a.max(1) }
    }

    /// The approximate decimal value, for display.
    #[allow(clippy::cast_precision_loss, reason = "both are far below 2^53")]
    pub fn value(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// `factor × self + shift`, exactly.
    fn scaled(self, factor: i64, shift: i64) -> Fraction {
        Fraction::reduced(factor * self.numerator + shift * self.denominator, self.denominator)
    }
}

/// What decides whether a card wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    /// A Wizard: loses only to one played before it.
    Wizard,
    /// A Jester that leads: wins when all the others are Jesters.
    JesterLeads,
    /// A Jester that does not lead: never wins.
    Jester,
    /// A trump card: its place in the trick does not matter.
    Trump,
    /// A card of another colour that leads, so its colour must be followed.
    ColourLeads,
    /// A card of another colour that does not lead: wins only if its colour is led.
    Colour,
}

/// The answer for a first hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The chance to win the trick.
    pub chance: Fraction,
    /// The bid with the higher expected points; 1 if both are equal.
    pub bid: u8,
    /// The expected points of a bid of 0.
    pub points_of_0: Fraction,
    /// The expected points of a bid of 1.
    pub points_of_1: Fraction,
    /// What decides whether the card wins.
    pub strength: Strength,
    /// The number of unknown cards.
    pub unknown: u64,
    /// The number of unknown cards that lose to the player's when played after it.
    pub beaten: u64,
    /// The number of unknown cards that beat the player's when played after it.
    pub beat_after: u64,
    /// The number of unknown cards that beat the player's when led before it.
    pub beat_before: u64,
}

/// The numbers of unknown cards by what they do to the player's card.
#[derive(Clone, Copy)]
struct Classes {
    /// Cards that win wherever they are played.
    winners: u64,
    /// Wizards, if the player holds one: win if played earlier, lose if played later.
    first_wins: u64,
    /// Cards that lose and lead the player's colour (or let the player's card win whatever is led).
    harmless: u64,
    /// Cards that lose if the player's colour is led, and win if they lead another.
    leads_away: u64,
    /// Jesters, which leave open which colour is led.
    open: u64,
}

impl FirstHand {
    /// The trump fixed by this turned-up card; `None` for a Wizard, when the dealer chooses.
    pub fn given_trump(turned_up: Card) -> Option<Trump> {
        match turned_up {
            Card::Wizard => None,
            Card::Jester => Some(Trump::None),
            Card::Plain(colour, _) => Some(colour.into()),
        }
    }

    /// Checks whether this hand can be held with this deck.
    ///
    /// # Errors
    /// The first reason why it cannot.
    pub fn check(&self, deck: Deck) -> Result<(), NoSuchHand> {
        if !(PLAYERS_MIN..=PLAYERS_MAX).contains(&self.players) {
            return Err(NoSuchHand::Players(self.players));
        }
        if self.seat >= self.players {
            return Err(NoSuchHand::Seat { seat: self.seat, players: self.players });
        }
        if !deck.has(self.turned_up) || !deck.has(self.card) {
            return Err(NoSuchHand::NotInDeck);
        }
        if self.card == self.turned_up && deck.copies(self.card) < 2 {
            return Err(NoSuchHand::SameCard);
        }
        match Self::given_trump(self.turned_up) {
            Some(given) if given != self.trump => Err(NoSuchHand::OtherTrump),
            _ => Ok(()),
        }
    }

    /// The odds with the classic deck.
    ///
    /// # Errors
    /// The reason why nobody can hold this hand.
    pub fn odds(&self) -> Result<Odds, NoSuchHand> {
        self.odds_with(Deck::CLASSIC)
    }

    /// The odds with a deck of any shape.
    ///
    /// # Errors
    /// The reason why nobody can hold this hand.
    pub fn odds_with(&self, deck: Deck) -> Result<Odds, NoSuchHand> {
        self.check(deck)?;
        let unknown = deck.cards() - 2;
        let classes = self.classes(deck);
        let (before, after) = (self.seat, self.players - 1 - self.seat);
        let others = u64::try_from(self.players - 1).unwrap_or(0);
        let all: u64 = (0..others).map(|drawn| unknown.saturating_sub(drawn)).product();
        let won = match self.strength() {
            Strength::Jester => 0,
            Strength::Wizard | Strength::Trump | Strength::ColourLeads | Strength::JesterLeads => {
                won(classes, before, after, true)
            }
            Strength::Colour => won(classes, before, after, false),
        };
        // With at most 59 cards and five opponents, both stay far below 2^40.
        let chance = Fraction::reduced(i64::try_from(won).unwrap_or(0), i64::try_from(all).unwrap_or(1).max(1));
        let expects = |bid: i16| {
            let (met, missed) = (points(bid, u8::from(bid == 1)), points(bid, u8::from(bid == 0)));
            let (if_won, if_lost) = if bid == 1 { (met, missed) } else { (missed, met) };
            chance.scaled(i64::from(if_won - if_lost), i64::from(if_lost))
        };
        let (points_of_0, points_of_1) = (expects(0), expects(1));
        let ahead = i128::from(points_of_1.numerator) * i128::from(points_of_0.denominator)
            >= i128::from(points_of_0.numerator) * i128::from(points_of_1.denominator);
        let beat_after = classes.winners;
        let beat_before = match self.card {
            Card::Jester => unknown,
            _ => classes.winners + classes.first_wins + classes.leads_away,
        };
        Ok(Odds {
            chance,
            bid: u8::from(ahead),
            points_of_0,
            points_of_1,
            strength: self.strength(),
            unknown,
            beaten: unknown - beat_after,
            beat_after,
            beat_before,
        })
    }

    fn strength(&self) -> Strength {
        match self.card {
            Card::Wizard => Strength::Wizard,
            Card::Jester if self.seat == 0 => Strength::JesterLeads,
            Card::Jester => Strength::Jester,
            Card::Plain(colour, _) if self.trump == colour.into() => Strength::Trump,
            Card::Plain(..) if self.seat == 0 => Strength::ColourLeads,
            Card::Plain(..) => Strength::Colour,
        }
    }

    fn classes(&self, deck: Deck) -> Classes {
        let left = |card: Card| {
            let seen = u8::from(self.turned_up == card) + u8::from(self.card == card);
            u64::from(deck.copies(card).saturating_sub(seen))
        };
        let mut classes = Classes { winners: 0, first_wins: 0, harmless: 0, leads_away: 0, open: 0 };
        match self.card {
            Card::Wizard => classes.first_wins = left(Card::Wizard),
            Card::Jester | Card::Plain(..) => classes.winners = left(Card::Wizard),
        }
        classes.open = left(Card::Jester);
        for &colour in Colour::ALL.iter().take(deck.colours.into()) {
            for rank in 1..=deck.ranks {
                let class = match self.card {
                    Card::Wizard => &mut classes.harmless,
                    Card::Jester => &mut classes.winners,
                    Card::Plain(mine, own) if colour == mine && rank > own => &mut classes.winners,
                    Card::Plain(mine, _) if colour == mine || self.trump == mine.into() => &mut classes.harmless,
                    Card::Plain(..) if self.trump == colour.into() => &mut classes.winners,
                    Card::Plain(..) => &mut classes.leads_away,
                };
                *class += left(Card::Plain(colour, rank));
            }
        }
        classes
    }
}

/// The number of ways the others can draw their cards, in order, so that the player wins. `settled`: no other colour
/// can be led any more, because the player's is or because it does not matter.
fn won(classes: Classes, before: usize, after: usize, settled: bool) -> u64 {
    let mut ways = 0;
    let (next_before, next_after, mine_played) = match (before, after) {
        (0, 0) => return 1,
        (0, after) => (0, after - 1, true),
        (before, after) => (before - 1, after, false),
    };
    let mut draw = |take: fn(&mut Classes) -> &mut u64, settled: bool| {
        let mut rest = classes;
        let cards = take(&mut rest);
        if let Some(fewer) = cards.checked_sub(1) {
            let choices = *cards;
            *cards = fewer;
            ways += choices * won(rest, next_before, next_after, settled);
        }
    };
    draw(|rest| &mut rest.open, settled);
    draw(|rest| &mut rest.harmless, true);
    if mine_played {
        draw(|rest| &mut rest.first_wins, true);
    }
    if mine_played || settled {
        draw(|rest| &mut rest.leads_away, true);
    }
    ways
}
