use serde::{Deserialize, Serialize};

use crate::text;
use crate::text::Text;

/// Only a note: it never changes a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Trump {
    Blue,
    Red,
    Green,
    Yellow,
    None,
}

impl Trump {
    pub const ALL: [Trump; 5] = variants!(Trump: Blue, Red, Green, Yellow, None);

    pub fn key(self) -> &'static str {
        match self {
            Trump::Blue => "blue",
            Trump::Red => "red",
            Trump::Green => "green",
            Trump::Yellow => "yellow",
            Trump::None => "none",
        }
    }
}

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
    pub const ALL: [DeckNames; 3] = variants!(DeckNames: Peoples, Suits, Colours);

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

    /// One or two letters, where the name does not fit.
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

    pub fn is_trump(self, trump: Trump) -> Text {
        match (self, trump) {
            (_, Trump::None) => text!("No trump"),
            (DeckNames::Peoples, trump) => text!("{people} are trump", people = self.trump(trump)),
            (DeckNames::Suits, trump) => text!("{suit} are trump", suit = self.trump(trump)),
            (DeckNames::Colours, trump) => text!("{colour} is trump", colour = self.trump(trump)),
        }
    }

    /// From 1 to 13.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    Blue,
    Red,
    Green,
    Yellow,
}

impl Colour {
    pub const ALL: [Colour; 4] = variants!(Colour: Blue, Red, Green, Yellow);
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Card {
    /// The first one played takes the trick.
    Wizard,
    /// Loses to every other card.
    Jester,
    Plain(Colour, u8),
}

/// Only [`SpecialCard::Bomb`] and [`SpecialCard::Cloud`] affect the score, and the cards that can bring them back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SpecialCard {
    /// Played as a Wizard or as a Jester.
    Shapeshifter,
    /// Takes the trick; in the deck only with the Fairy.
    Dragon,
    /// Loses to all, but takes the trick from the Dragon; in the deck only with it.
    Fairy,
    /// The trick counts for no player.
    Bomb,
    /// Swapped for the turned-up card by its holder, who then names the trump.
    Werewolf,
    /// Makes everyone pass a card on.
    Juggler,
    /// Its taker changes their bid by one at the end of the round.
    Cloud,
    /// Swaps a card of the hand for one of the trick (30), and so can bring Bomb or Cloud back.
    Witch,
    /// Copies the turned-up card (30), even Bomb or Cloud.
    Vampire,
}

impl SpecialCard {
    /// Those of the 25-year edition, first in [`SpecialCard::ALL`].
    pub const OF_25: [SpecialCard; 7] = {
        let [seven @ .., _, _] = SpecialCard::ALL;
        seven
    };

    pub const ALL: [SpecialCard; 9] =
        variants!(SpecialCard: Shapeshifter, Dragon, Fairy, Bomb, Werewolf, Juggler, Cloud, Witch, Vampire);

    pub fn text(self) -> Text {
        match self {
            SpecialCard::Shapeshifter => text!("Shapeshifter"),
            SpecialCard::Dragon => text!("Dragon"),
            SpecialCard::Fairy => text!("Fairy"),
            SpecialCard::Bomb => text!("Bomb"),
            SpecialCard::Werewolf => text!("Werewolf"),
            SpecialCard::Juggler => text!("Juggler"),
            SpecialCard::Cloud => text!("Cloud"),
            SpecialCard::Witch => text!("Witch"),
            SpecialCard::Vampire => text!("Vampire"),
        }
    }
}
