//! The chance to win the single trick of round 1, counted exactly as explained in `docs/rules.md`. A player knows the
//! turned-up card and their own; every deal of the others is equally likely. Others' bids are not taken into account.

use super::{Card, Colour, PLAYERS_MAX, PLAYERS_MIN, Plan, RuleSet, Seat, Trump};

/// The game has only [`Deck::CLASSIC`]; tests check smaller ones by playing every deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deck {
    /// From the front of [`Colour::ALL`].
    pub colours: u8,
    /// The highest rank of each colour; the lowest is 1.
    pub ranks: u8,
    pub wizards: u8,
    pub jesters: u8,
}

impl Deck {
    pub const CLASSIC: Deck = Deck { colours: 4, ranks: 13, wizards: 4, jesters: 4 };

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

    fn copies(self, card: Card) -> u8 {
        match card {
            Card::Wizard => self.wizards,
            Card::Jester => self.jesters,
            Card::Plain(..) => 1,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstHand {
    pub players: usize,
    /// Place in the order of play: 0 leads, the last deals.
    pub seat: Seat,
    pub turned_up: Card,
    pub card: Card,
    /// [`FirstHand::given_trump`], or the dealer's choice if a Wizard is turned up.
    pub trump: Trump,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    pub numerator: u64,
    pub denominator: u64,
}

impl Fraction {
    fn reduced(numerator: u64, denominator: u64) -> Fraction {
        let (mut a, mut b) = (numerator, denominator);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Fraction { numerator: numerator / a.max(1), denominator: denominator / a.max(1) }
    }

    #[allow(clippy::cast_precision_loss, reason = "both are far below 2^53")]
    pub fn value(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    pub chance: Fraction,
    /// With the higher expected points; 1 if both are equal.
    pub bid: u8,
}

/// Numbers of unknown cards by their effect on the player's card, without those that win wherever they are played.
#[derive(Clone, Copy)]
struct Classes {
    /// Wizards, if the player holds one: win if played earlier, lose if played later.
    first_wins: u64,
    /// Lose and lead the player's colour (or let the player's card win whatever is led).
    harmless: u64,
    /// Lose if the player's colour is led, and win if they lead another.
    leads_away: u64,
    /// Jesters, which leave open which colour is led.
    open: u64,
}

impl FirstHand {
    /// `None` for a Wizard, when the dealer chooses.
    pub fn given_trump(turned_up: Card) -> Option<Trump> {
        match turned_up {
            Card::Wizard => None,
            Card::Jester => Some(Trump::None),
            Card::Plain(colour, _) => Some(colour.into()),
        }
    }

    pub fn is_possible(&self, deck: Deck) -> bool {
        (PLAYERS_MIN..=PLAYERS_MAX).contains(&self.players)
            && self.seat < self.players
            && deck.has(self.turned_up)
            && deck.has(self.card)
            && (self.card != self.turned_up || deck.copies(self.card) > 1)
            && Self::given_trump(self.turned_up).is_none_or(|given| given == self.trump)
    }

    /// `None` for a hand that cannot be.
    pub fn odds(&self) -> Option<Odds> {
        self.odds_with(Deck::CLASSIC)
    }

    pub fn odds_with(&self, deck: Deck) -> Option<Odds> {
        if !self.is_possible(deck) {
            return None;
        }
        let unknown = deck.cards() - 2;
        let all: u64 = (1..=unknown).rev().take(self.players - 1).product();
        let settled = match self.card {
            Card::Plain(colour, _) => self.seat == 0 || self.trump == colour.into(),
            Card::Wizard | Card::Jester => true,
        };
        let won = match self.card {
            Card::Jester if self.seat > 0 => 0,
            _ => won(self.classes(deck), self.seat, self.players - 1 - self.seat, settled),
        };
        // With at most 59 cards and five opponents, both stay far below 2^40.
        let chance = Fraction::reduced(won, all);
        let usual = Plan::of(&RuleSet::default(), self.players);
        let more = |bid, other, took| u64::from(usual.points(1, bid, took).abs_diff(usual.points(1, other, took)));
        let lost = chance.denominator - chance.numerator;
        let is_worth_it = chance.numerator * more(1, 0, 1) >= lost * more(0, 1, 0);
        Some(Odds { chance, bid: is_worth_it.into() })
    }

    fn classes(&self, deck: Deck) -> Classes {
        let left = |card: Card| {
            let seen = u8::from(self.turned_up == card) + u8::from(self.card == card);
            u64::from(deck.copies(card).saturating_sub(seen))
        };
        let first_wins = if self.card == Card::Wizard { left(Card::Wizard) } else { 0 };
        let mut classes = Classes { first_wins, harmless: 0, leads_away: 0, open: left(Card::Jester) };
        for &colour in Colour::ALL.iter().take(deck.colours.into()) {
            for rank in 1..=deck.ranks {
                let class = match self.card {
                    Card::Wizard => &mut classes.harmless,
                    Card::Jester => continue,
                    Card::Plain(mine, own) if colour == mine && rank > own => continue,
                    Card::Plain(mine, _) if colour == mine || self.trump == mine.into() => &mut classes.harmless,
                    Card::Plain(..) if self.trump == colour.into() => continue,
                    Card::Plain(..) => &mut classes.leads_away,
                };
                *class += left(Card::Plain(colour, rank));
            }
        }
        classes
    }
}

/// Ways for the others to draw their cards, in order, so that the player wins. `settled`: no other colour can be led
/// any more, because the player's is or because it does not matter.
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
