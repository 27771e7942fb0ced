//! Trump and the special cards of the 25-year and the 30-year edition.

use serde::{Deserialize, Serialize};

use crate::text;
use crate::text::Text;

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

impl Trump {
    /// All five, in the order in which they are shown.
    pub const ALL: [Trump; 5] = [Trump::Blue, Trump::Red, Trump::Green, Trump::Yellow, Trump::None];
}

/// What the colours and ranks of the deck are called: labels of trump and odds, nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeckNames {
    /// Humans, Dwarves, Elves and Giants from 1 to 13 (G, 25, E, W).
    #[default]
    Peoples,
    /// Spades, hearts, clubs and diamonds from 2 to ace (US).
    Suits,
    /// Blue, red, green and yellow from 1 to 13 (ours).
    Colours,
}

impl DeckNames {
    /// All three, in the order in which the set-up shows them.
    pub const ALL: [DeckNames; 3] = [DeckNames::Peoples, DeckNames::Suits, DeckNames::Colours];

    /// The name of a trump.
    pub fn trump(self, trump: Trump) -> Text {
        match (self, trump) {
            (_, Trump::None) => text!("no trump"),
            (DeckNames::Peoples, Trump::Blue) => text!("Humans"),
            (DeckNames::Peoples, Trump::Red) => text!("Dwarves"),
            (DeckNames::Peoples, Trump::Green) => text!("Elves"),
            (DeckNames::Peoples, Trump::Yellow) => text!("Giants"),
            (DeckNames::Suits, Trump::Blue) => text!("Spades"),
            (DeckNames::Suits, Trump::Red) => text!("Hearts"),
            (DeckNames::Suits, Trump::Green) => text!("Clubs"),
            (DeckNames::Suits, Trump::Yellow) => text!("Diamonds"),
            (DeckNames::Colours, Trump::Blue) => text!("colour of the deck" => "Blue"),
            (DeckNames::Colours, Trump::Red) => text!("colour of the deck" => "Red"),
            (DeckNames::Colours, Trump::Green) => text!("colour of the deck" => "Green"),
            (DeckNames::Colours, Trump::Yellow) => text!("colour of the deck" => "Yellow"),
        }
    }

    /// One letter for a trump, or two, where there is no room for its name.
    pub fn letter(self, trump: Trump) -> Text {
        match (self, trump) {
            (_, Trump::None) => text!("one letter for no trump" => "–"),
            (DeckNames::Peoples, Trump::Blue) => text!("one letter for the trump Humans" => "H"),
            (DeckNames::Peoples, Trump::Red) => text!("one letter for the trump Dwarves" => "D"),
            (DeckNames::Peoples, Trump::Green) => text!("one letter for the trump Elves" => "E"),
            (DeckNames::Peoples, Trump::Yellow) => text!("one letter for the trump Giants" => "G"),
            (DeckNames::Suits, Trump::Blue) => text!("one or two letters for the trump Spades" => "S"),
            (DeckNames::Suits, Trump::Red) => text!("one or two letters for the trump Hearts" => "H"),
            (DeckNames::Suits, Trump::Green) => text!("one or two letters for the trump Clubs" => "C"),
            (DeckNames::Suits, Trump::Yellow) => text!("one or two letters for the trump Diamonds" => "D"),
            (DeckNames::Colours, Trump::Blue) => text!("one or two letters for the trump Blue" => "B"),
            (DeckNames::Colours, Trump::Red) => text!("one or two letters for the trump Red" => "R"),
            (DeckNames::Colours, Trump::Green) => text!("one or two letters for the trump Green" => "G"),
            (DeckNames::Colours, Trump::Yellow) => text!("one or two letters for the trump Yellow" => "Y"),
        }
    }

    /// That this is trump.
    pub fn is_trump(self, trump: Trump) -> Text {
        match (self, trump) {
            (_, Trump::None) => text!("No trump"),
            (DeckNames::Peoples, trump) => text!("{people} are trump", people = self.trump(trump)),
            (DeckNames::Suits, trump) => text!("{suit} are trump", suit = self.trump(trump)),
            (DeckNames::Colours, trump) => text!("{colour} is trump", colour = self.trump(trump)),
        }
    }

    /// What is printed on a card of this rank, from 1 to 13.
    pub fn rank(self, rank: u8) -> Text {
        match (self, rank) {
            (DeckNames::Suits, 10) => text!("on a card" => "J"),
            (DeckNames::Suits, 11) => text!("on a card" => "Q"),
            (DeckNames::Suits, 12) => text!("on a card" => "K"),
            (DeckNames::Suits, 13) => text!("on a card" => "A"),
            (DeckNames::Suits, rank) => Text::foreign(rank.saturating_add(1).to_string()),
            (DeckNames::Peoples | DeckNames::Colours, rank) => Text::foreign(rank.to_string()),
        }
    }
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
    /// The seven of the 25-year edition, which are the first of all.
    pub const OF_25: [SpecialCard; 7] = {
        let [seven @ .., _, _] = SpecialCard::ALL;
        seven
    };

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
