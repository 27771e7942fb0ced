//! The value of a hand: the values of its cards as typed, and what the powers of its cards add (LW). The cards' own
//! values are not known here.

use std::collections::BTreeSet;

use super::rules::Pack;

/// The number of cards to choose from (LW): two of one's own, and two that lie open for all.
pub const CARDS: usize = 4;
/// The most cards of a combination (LW).
pub const COMBINED_MAX: usize = 3;
/// The largest value of a card, above or below 0, with which every hand stays within
/// [`HAND_MAX`](super::HAND_MAX) (ours).
pub const CARD_MAX: i32 = 99;

/// A power of a card that adds to a hand, and of which only whether it counts must be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Power {
    /// Red: both Skeletons are in the combination.
    Skeletons,
    /// Red: the Harpy is with two other creatures.
    Harpy,
    /// Red: the Witch is with a creature.
    Witch,
    /// Red: the Wave is with a creature.
    Wave,
    /// Blue: the Dullahan is with a spell.
    Dullahan,
    /// Blue: the Dragon is with a caster.
    Dragon,
    /// Blue: the Pyromancer is with a Flame.
    Pyromancer,
    /// Blue: the Storm is with two casters.
    Storm,
}

impl Power {
    /// All of them, in the order of the booklet.
    pub const ALL: [Power; 8] = [
        Power::Skeletons,
        Power::Harpy,
        Power::Witch,
        Power::Wave,
        Power::Dullahan,
        Power::Dragon,
        Power::Pyromancer,
        Power::Storm,
    ];

    /// The pack that has the card.
    pub fn pack(self) -> Pack {
        match self {
            Power::Skeletons | Power::Harpy | Power::Witch | Power::Wave => Pack::Red,
            Power::Dullahan | Power::Dragon | Power::Pyromancer | Power::Storm => Pack::Blue,
        }
    }

    /// How much it adds.
    pub fn bonus(self) -> i32 {
        match self {
            Power::Skeletons => 6,
            Power::Harpy | Power::Storm => 5,
            Power::Witch => 3,
            Power::Wave | Power::Dullahan | Power::Dragon => 2,
            Power::Pyromancer => 4,
        }
    }

    /// The number of cards that have it.
    fn cards(self) -> usize {
        if self == Power::Skeletons { 2 } else { 1 }
    }
}

/// The number of Goblins in a combination with the Goblin King, each of which adds 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Goblins {
    /// One Goblin.
    One,
    /// Two Goblins, the most beside their King.
    Two,
}

impl Goblins {
    fn count(self) -> usize {
        match self {
            Goblins::One => 1,
            Goblins::Two => 2,
        }
    }

    fn bonus(self) -> i32 {
        match self {
            Goblins::One => 6,
            Goblins::Two => 12,
        }
    }
}

/// A part of a hand's sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// A card's value.
    Card(i32),
    /// The value of the creature that Fortify multiplies by three.
    Tripled(i32),
    /// What a power adds.
    Bonus(i32),
}

impl Term {
    /// How much it adds to the sum.
    pub fn value(self) -> i32 {
        match self {
            Term::Card(value) | Term::Bonus(value) => value,
            Term::Tripled(value) => 3 * value,
        }
    }
}

/// The powers of a hand, which are all of one pack.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Powers {
    Red(BTreeSet<Power>),
    Blue(BluePowers),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct BluePowers {
    ticked: BTreeSet<Power>,
    goblins: Option<Goblins>,
    /// The place of the creature that Fortify multiplies.
    fortified: Option<usize>,
}

impl Powers {
    fn none(pack: Pack) -> Powers {
        match pack {
            Pack::Red => Powers::Red(BTreeSet::new()),
            Pack::Blue => Powers::Blue(BluePowers::default()),
        }
    }

    fn pack(&self) -> Pack {
        match self {
            Powers::Red(_) => Pack::Red,
            Powers::Blue(_) => Pack::Blue,
        }
    }

    fn ticked(&self) -> &BTreeSet<Power> {
        match self {
            Powers::Red(ticked) | Powers::Blue(BluePowers { ticked, .. }) => ticked,
        }
    }

    fn blue(&self) -> Option<&BluePowers> {
        match self {
            Powers::Red(_) => None,
            Powers::Blue(blue) => Some(blue),
        }
    }

    /// The number of cards that the powers belong to.
    fn cards(&self) -> usize {
        let ticked: usize = self.ticked().iter().map(|power| power.cards()).sum();
        let blue = self.blue().map_or(0, |blue| {
            blue.goblins.map_or(0, |goblins| 1 + goblins.count()) + usize::from(blue.fortified.is_some())
        });
        ticked + blue
    }
}

/// A hand being counted: up to four cards, three of which count at most, and the powers of one pack, each once.
///
/// Powers that belong to more than three cards cannot be together, for that many are in no combination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    cards: [Option<i32>; CARDS],
    /// The card chosen to stay out once there are four; `None` for the lowest.
    left_out: Option<usize>,
    /// The pack whose powers alone can be in it; `None` for either.
    only: Option<Pack>,
    powers: Powers,
}

impl Hand {
    /// An empty hand of this pack; of a pack not known if `None`.
    pub fn of(pack: Option<Pack>) -> Hand {
        Hand { cards: [None; CARDS], left_out: None, only: pack, powers: Powers::none(pack.unwrap_or(Pack::Red)) }
    }

    /// The packs whose powers can be in it.
    pub fn packs(&self) -> Vec<Pack> {
        Pack::ALL.into_iter().filter(|&pack| self.only.is_none_or(|only| only == pack)).collect()
    }

    /// The value of the card at this place, if it is typed.
    pub fn card(&self, place: usize) -> Option<i32> {
        self.cards.get(place).copied().flatten()
    }

    /// Sets or clears the card at this place. Returns whether it could be, for its place and its value.
    pub fn set_card(&mut self, place: usize, value: Option<i32>) -> bool {
        match self.cards.get_mut(place) {
            Some(card) if value.is_none_or(|value| value.abs() <= CARD_MAX) => {
                *card = value;
                true
            }
            _ => false,
        }
    }

    /// The card that stays out, because three count at most: the one chosen, or else the lowest; of several, the last.
    pub fn left_out(&self) -> Option<usize> {
        let whole = self.cards.iter().all(Option::is_some);
        let lowest = || (0..CARDS).rev().min_by_key(|&place| self.cards.get(place));
        if whole { self.left_out.or_else(lowest) } else { None }
    }

    /// Lets the card at this place stay out, if there are four.
    pub fn leave_out(&mut self, place: usize) {
        if place < CARDS && self.left_out().is_some() {
            self.left_out = Some(place);
        }
    }

    /// Whether the card at this place counts.
    pub fn counts(&self, place: usize) -> bool {
        self.card(place).is_some() && self.left_out() != Some(place)
    }

    /// Whether a power counts.
    pub fn has(&self, power: Power) -> bool {
        self.powers.ticked().contains(&power)
    }

    /// Whether the power can be added, or taken away.
    pub fn can_turn(&self, power: Power) -> bool {
        self.clone().turn(power)
    }

    /// Adds a power, or takes it away. One of the other pack takes the place of all, if the pack is not known.
    /// Returns whether it could be.
    pub fn turn(&mut self, power: Power) -> bool {
        self.change(power.pack(), |powers| {
            let (Powers::Red(ticked) | Powers::Blue(BluePowers { ticked, .. })) = powers;
            if !ticked.remove(&power) {
                ticked.insert(power);
            }
        })
    }

    /// The Goblins in the combination with their King; `None` without either.
    pub fn goblins(&self) -> Option<Goblins> {
        self.powers.blue().and_then(|blue| blue.goblins)
    }

    /// Whether there can be this many Goblins.
    pub fn can_have(&self, goblins: Option<Goblins>) -> bool {
        self.clone().set_goblins(goblins)
    }

    /// Sets the number of Goblins with their King. Returns whether it could be.
    pub fn set_goblins(&mut self, goblins: Option<Goblins>) -> bool {
        self.change(Pack::Blue, |powers| {
            if let Powers::Blue(blue) = powers {
                blue.goblins = goblins;
            }
        })
    }

    /// The place of the creature that Fortify multiplies, as long as that card counts.
    pub fn fortified(&self) -> Option<usize> {
        self.powers.blue().and_then(|blue| blue.fortified).filter(|&place| self.counts(place))
    }

    /// Whether the card at this place can be the creature that Fortify multiplies, or none be it.
    pub fn can_fortify(&self, place: Option<usize>) -> bool {
        self.clone().fortify(place)
    }

    /// Sets the creature that Fortify multiplies. Returns whether it could be.
    pub fn fortify(&mut self, place: Option<usize>) -> bool {
        place.is_none_or(|place| self.counts(place))
            && self.change(Pack::Blue, |powers| {
                if let Powers::Blue(blue) = powers {
                    blue.fortified = place;
                }
            })
    }

    /// Changes the powers to some of this pack, unless it is not the one in use, or they belong to too many cards.
    fn change(&mut self, pack: Pack, change: impl FnOnce(&mut Powers)) -> bool {
        if self.only.is_some_and(|only| only != pack) {
            return false;
        }
        let mut powers = if self.powers.pack() == pack { self.powers.clone() } else { Powers::none(pack) };
        change(&mut powers);
        // A card that no longer counts is not fortified, so it must not stand in the way of others.
        if let Powers::Blue(blue) = &mut powers {
            blue.fortified.take_if(|place| !self.counts(*place));
        }
        let fits = powers.cards() <= COMBINED_MAX;
        // Taking away what is not there leaves the powers of the other pack.
        if fits && (powers.pack() == self.powers.pack() || powers != Powers::none(pack)) {
            self.powers = powers;
        }
        fits
    }

    /// The parts of the sum: the cards that count in their order, then the powers.
    pub fn terms(&self) -> Vec<Term> {
        let fortified = self.fortified();
        let card = |place: usize| {
            let value = self.card(place).filter(|_| self.counts(place))?;
            Some(if fortified == Some(place) { Term::Tripled(value) } else { Term::Card(value) })
        };
        let ticked = self.powers.ticked().iter().map(|power| power.bonus());
        let powers = ticked.chain(self.goblins().map(Goblins::bonus)).map(Term::Bonus);
        (0..CARDS).filter_map(card).chain(powers).collect()
    }

    /// The value of the hand; `None` without a card.
    pub fn total(&self) -> Option<i32> {
        let any = self.cards.iter().any(Option::is_some);
        any.then(|| self.terms().into_iter().map(Term::value).sum())
    }
}
