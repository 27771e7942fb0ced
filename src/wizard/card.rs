//! Trump and the special cards of the 25-year and the 30-year edition.

use serde::{Deserialize, Serialize};

/// The trump of a round. It is recorded for memory only and never changes a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Trump {
    /// Humans.
    Blue,
    /// Dwarves.
    Red,
    /// Elves.
    Green,
    /// Giants.
    Yellow,
    /// A round without trump.
    None,
}

/// One of the four colours of the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Humans.
    Blue,
    /// Dwarves.
    Red,
    /// Elves.
    Green,
    /// Giants.
    Yellow,
}

impl Colour {
    /// All four, in the order in which the trumps are shown.
    pub const ALL: [Colour; 4] = [Colour::Blue, Colour::Red, Colour::Green, Colour::Yellow];
}

impl From<Colour> for Trump {
    fn from(colour: Colour) -> Self {
        match colour {
            Colour::Blue => Trump::Blue,
            Colour::Red => Trump::Red,
            Colour::Green => Trump::Green,
            Colour::Yellow => Trump::Yellow,
        }
    }
}

/// A card of the classic deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Card {
    /// One of the Wizards: the first one played takes the trick.
    Wizard,
    /// One of the Jesters: loses to every other card.
    Jester,
    /// A card of a colour, with its rank.
    Plain(Colour, u8),
}

/// A special card of the 25-year or the 30-year edition. For the score only [`SpecialCard::Bomb`] and [`SpecialCard::Cloud`]
/// matter, and who can bring them a second time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SpecialCard {
    /// Played as a Wizard or as a Fool.
    Shapeshifter,
    /// Takes the trick; only in the deck together with the Fairy.
    Dragon,
    /// Loses to all but takes the trick from the Dragon; only in the deck together with it.
    Fairy,
    /// The trick it is played in belongs to nobody.
    Bomb,
    /// Swapped for the turned-up card by its holder, who then names the trump.
    Werewolf,
    /// Everyone passes a card on.
    Juggler,
    /// Whoever takes it must change their bid by one at the end of the round.
    Cloud,
    /// Swaps a card of the hand with one of the trick after it (30); so it can bring Bomb or Cloud back.
    Witch,
    /// Copies the turned-up card (30), also Bomb or Cloud.
    Vampire,
}

impl SpecialCard {
    /// The seven of the 25-year edition, in the order in which the set-up shows them.
    pub const OF_25: [SpecialCard; 7] = [
        SpecialCard::Shapeshifter,
        SpecialCard::Dragon,
        SpecialCard::Fairy,
        SpecialCard::Bomb,
        SpecialCard::Werewolf,
        SpecialCard::Juggler,
        SpecialCard::Cloud,
    ];

    /// All nine, in the order in which the set-up shows them.
    pub const ALL: [SpecialCard; 9] = [
        SpecialCard::Shapeshifter,
        SpecialCard::Dragon,
        SpecialCard::Fairy,
        SpecialCard::Bomb,
        SpecialCard::Werewolf,
        SpecialCard::Juggler,
        SpecialCard::Cloud,
        SpecialCard::Witch,
        SpecialCard::Vampire,
    ];
}
