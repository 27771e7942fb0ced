//! The people of earlier games whom a set-up offers.

use crate::session::Face;
use crate::session::folded;
use crate::wizard::Seat;

/// The most people offered at once.
const KNOWN_MAX: usize = 12;

/// A person known from earlier games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPerson {
    /// The name.
    pub name: String,
    /// Their face.
    pub face: Face,
    /// Whether they sit at the table.
    pub seated: bool,
}

/// People who have played together, known from earlier games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownTable {
    /// The names, in seat order.
    pub names: Vec<String>,
    /// Their faces.
    pub faces: Vec<Face>,
    /// The seat that would deal, or go first, in the next round.
    pub dealer: Seat,
}

/// What decides whom a set-up offers.
#[derive(Debug)]
pub(super) struct Offer<'a> {
    /// The folded text to search known names for; empty while no name is typed.
    typed: String,
    /// Who sits at the table, in lower case.
    seated: Vec<String>,
    /// Who sat there when the set-up began, in lower case.
    settled: &'a [String],
}

impl<'a> Offer<'a> {
    pub(super) fn new(typed: &str, names: &[String], settled: &'a [String]) -> Offer<'a> {
        let seated = names.iter().map(|name| name.to_lowercase()).collect();
        Offer { typed: folded(typed.trim()), seated, settled }
    }

    /// The number of people offered while no name is typed.
    pub(super) fn places<'n>(&self, known: impl Iterator<Item = &'n str>) -> usize {
        known.filter(|name| !self.stays(name)).take(KNOWN_MAX).count()
    }

    /// The people offered, latest first. While no name is typed, whoever sits down keeps an empty place there, so that
    /// the others stay where they are.
    pub(super) fn people<'n>(
        &self,
        known: impl Iterator<Item = &'n str>,
        face: impl Fn(&str) -> Face,
    ) -> Vec<KnownPerson> {
        let is_typed = !self.typed.is_empty();
        let is_offered = |name: &&str| if is_typed { !self.is_seated(name) } else { !self.stays(name) };
        let person = |name: &str| KnownPerson { name: name.to_owned(), face: face(name), seated: self.is_seated(name) };
        self.matching(known).filter(is_offered).take(KNOWN_MAX).map(person).collect()
    }

    /// The only absent person whom the typed name can mean, or the one of exactly this name.
    pub(super) fn meant<'n>(&self, known: impl Iterator<Item = &'n str>) -> Option<String> {
        if self.typed.is_empty() {
            return None;
        }
        let absent: Vec<&str> = self.matching(known).filter(|name| !self.is_seated(name)).collect();
        match absent[..] {
            [only] => Some(only.to_owned()),
            _ => absent.into_iter().find(|name| folded(name) == self.typed).map(str::to_owned),
        }
    }

    /// The names that the typed one can mean: those with a word that begins with it.
    fn matching<'n>(&self, known: impl Iterator<Item = &'n str>) -> impl Iterator<Item = &'n str> {
        let words = format!(" {}", self.typed);
        known.filter(move |name| words == " " || format!(" {}", folded(name)).contains(&words))
    }

    fn is_seated(&self, name: &str) -> bool {
        self.seated.contains(&name.to_lowercase())
    }

    /// Whether somebody sat here when the set-up began and still does, so that they need no place among those offered.
    fn stays(&self, name: &str) -> bool {
        self.settled.contains(&name.to_lowercase()) && self.is_seated(name)
    }
}
