//! The sum of the cards' values as typed and of their powers (LW). The cards' own values are not known here.

use std::collections::BTreeSet;

use super::rules::Pack;
use crate::text;
use crate::text::Text;

/// LW: two of one's own, and two that lie open for all.
pub const CARDS: usize = 4;
/// LW.
pub const COMBINED_MAX: usize = 3;
/// Above or below 0; keeps every hand within [`HAND_MAX`](super::HAND_MAX) (ours).
pub const CARD_MAX: i32 = 99;

/// Adds to a hand; only whether it counts must be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Power {
    /// Red: both Skeletons are in the combination.
    Skeletons,
    /// Red: with two other creatures.
    Harpy,
    /// Red: with a creature.
    Witch,
    /// Red: with a creature.
    Wave,
    /// Blue: with a spell.
    Dullahan,
    /// Blue: with a caster.
    Dragon,
    /// Blue: with a Flame.
    Pyromancer,
    /// Blue: with two casters.
    Storm,
}

impl Power {
    pub const ALL: [Power; 8] = variants!(Power: Skeletons, Harpy, Witch, Wave, Dullahan, Dragon, Pyromancer, Storm);

    pub fn pack(self) -> Pack {
        match self {
            Power::Skeletons | Power::Harpy | Power::Witch | Power::Wave => Pack::Red,
            Power::Dullahan | Power::Dragon | Power::Pyromancer | Power::Storm => Pack::Blue,
        }
    }

    pub fn bonus(self) -> i32 {
        match self {
            Power::Skeletons => 6,
            Power::Harpy | Power::Storm => 5,
            Power::Witch => 3,
            Power::Wave | Power::Dullahan | Power::Dragon => 2,
            Power::Pyromancer => 4,
        }
    }

    fn cards(self) -> usize {
        if self == Power::Skeletons { 2 } else { 1 }
    }

    /// The card and what it does.
    pub fn words(self) -> (Text, Text) {
        match self {
            Power::Skeletons => {
                (text!("card of The Last Wizard" => "Skeleton"), text!("both Skeletons in the combination: +3 each"))
            }
            Power::Harpy => (text!("card of The Last Wizard" => "Harpy"), text!("with two other creatures: +5")),
            Power::Witch => (text!("card of The Last Wizard" => "Witch"), text!("with at least one creature: +3")),
            Power::Wave => (text!("card of The Last Wizard" => "Wave"), text!("with at least one creature: +2")),
            Power::Dullahan => (text!("card of The Last Wizard" => "Dullahan"), text!("with at least one spell: +2")),
            Power::Dragon => (text!("card of The Last Wizard" => "Dragon"), text!("with at least one caster: +2")),
            Power::Pyromancer => {
                (text!("card of The Last Wizard" => "Pyromancer"), text!("with at least one Flame: +4"))
            }
            Power::Storm => (text!("card of The Last Wizard" => "Storm"), text!("with two casters: +5")),
        }
    }
}

pub fn goblin_king() -> (Text, Text) {
    (text!("card of The Last Wizard" => "Goblin King"), text!("+6 for each Goblin in the combination"))
}

pub fn fortify() -> (Text, Text) {
    (text!("card of The Last Wizard" => "Fortify"), text!("the creature's own value × 3, then what its power adds"))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Goblins {
    One,
    /// The most that fit with their King.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    Card(i32),
    /// The creature that Fortify multiplies by three.
    Tripled(i32),
    Bonus(i32),
}

impl Term {
    pub fn value(self) -> i32 {
        match self {
            Term::Card(value) | Term::Bonus(value) => value,
            Term::Tripled(value) => 3 * value,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Powers {
    Red(BTreeSet<Power>),
    Blue(BluePowers),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct BluePowers {
    ticked: BTreeSet<Power>,
    goblins: Option<Goblins>,
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

    fn cards(&self) -> usize {
        let ticked: usize = self.ticked().iter().map(|power| power.cards()).sum();
        let blue = self.blue().map_or(0, |blue| {
            blue.goblins.map_or(0, |goblins| 1 + goblins.count()) + usize::from(blue.fortified.is_some())
        });
        ticked + blue
    }
}

/// Up to four cards, three of which count at most, and the powers of one pack, each once. Powers that belong to more
/// than three cards exclude each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    cards: [Option<i32>; CARDS],
    /// Chosen once there are four cards; `None` for the lowest.
    left_out: Option<usize>,
    /// The pack whose powers alone are allowed; `None` for either.
    only: Option<Pack>,
    powers: Powers,
}

impl Hand {
    pub fn of(pack: Option<Pack>) -> Hand {
        Hand { cards: [None; CARDS], left_out: None, only: pack, powers: Powers::none(pack.unwrap_or(Pack::Red)) }
    }

    pub fn packs(&self) -> Vec<Pack> {
        Pack::ALL.into_iter().filter(|&pack| self.only.is_none_or(|only| only == pack)).collect()
    }

    pub fn card(&self, place: usize) -> Option<i32> {
        self.cards.get(place).copied().flatten()
    }

    /// Returns whether place and value are possible.
    pub fn set_card(&mut self, place: usize, value: Option<i32>) -> bool {
        match self.cards.get_mut(place) {
            Some(card) if value.is_none_or(|value| value.abs() <= CARD_MAX) => {
                *card = value;
                true
            }
            _ => false,
        }
    }

    /// Three cards count at most, so the one chosen stays out, or else the lowest; of several, the last.
    pub fn left_out(&self) -> Option<usize> {
        let whole = self.cards.iter().all(Option::is_some);
        let lowest = || (0..CARDS).rev().min_by_key(|&place| self.cards.get(place));
        if whole { self.left_out.or_else(lowest) } else { None }
    }

    /// Only if there are four cards.
    pub fn leave_out(&mut self, place: usize) {
        if place < CARDS && self.left_out().is_some() {
            self.left_out = Some(place);
        }
    }

    pub fn counts(&self, place: usize) -> bool {
        self.card(place).is_some() && self.left_out() != Some(place)
    }

    pub fn has(&self, power: Power) -> bool {
        self.powers.ticked().contains(&power)
    }

    pub fn can_turn(&self, power: Power) -> bool {
        self.clone().turn(power)
    }

    /// Adds or removes a power. If the pack is not known, one of the other pack replaces all. Returns whether it is
    /// possible.
    pub fn turn(&mut self, power: Power) -> bool {
        self.change(power.pack(), |powers| {
            let (Powers::Red(ticked) | Powers::Blue(BluePowers { ticked, .. })) = powers;
            if !ticked.remove(&power) {
                ticked.insert(power);
            }
        })
    }

    pub fn goblins(&self) -> Option<Goblins> {
        self.powers.blue().and_then(|blue| blue.goblins)
    }

    pub fn can_have(&self, goblins: Option<Goblins>) -> bool {
        self.clone().set_goblins(goblins)
    }

    pub fn set_goblins(&mut self, goblins: Option<Goblins>) -> bool {
        self.change(Pack::Blue, |powers| {
            if let Powers::Blue(blue) = powers {
                blue.goblins = goblins;
            }
        })
    }

    pub fn fortified(&self) -> Option<usize> {
        self.powers.blue().and_then(|blue| blue.fortified).filter(|&place| self.counts(place))
    }

    pub fn can_fortify(&self, place: Option<usize>) -> bool {
        self.clone().fortify(place)
    }

    pub fn fortify(&mut self, place: Option<usize>) -> bool {
        place.is_none_or(|place| self.counts(place))
            && self.change(Pack::Blue, |powers| {
                if let Powers::Blue(blue) = powers {
                    blue.fortified = place;
                }
            })
    }

    /// Fails if another pack is in use, or if the powers belong to too many cards.
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

    pub fn total(&self) -> Option<i32> {
        let any = self.cards.iter().any(Option::is_some);
        any.then(|| self.terms().into_iter().map(Term::value).sum())
    }
}
