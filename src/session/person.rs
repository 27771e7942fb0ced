//! The people of an archive, each kept once.

use std::borrow::Borrow;
use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::people::Player;
use super::spelling::folded;

/// A player as records know them: shared by all records read with the same [`Everyone`].
#[derive(Clone, Debug)]
pub struct Person(Arc<Known>);

#[derive(Debug)]
struct Known {
    player: Player,
    /// The name, folded for searching.
    folded: Box<str>,
}

impl Person {
    /// The name, [`folded`].
    pub fn folded(&self) -> &str {
        &self.0.folded
    }
}

impl From<&Player> for Person {
    fn from(player: &Player) -> Person {
        Person(Arc::new(Known { player: player.clone(), folded: folded(&player.name).into() }))
    }
}

impl Deref for Person {
    type Target = Player;

    fn deref(&self) -> &Player {
        &self.0.player
    }
}

impl Borrow<Player> for Person {
    fn borrow(&self) -> &Player {
        self
    }
}

impl PartialEq for Person {
    fn eq(&self, other: &Person) -> bool {
        **self == **other
    }
}

impl Eq for Person {}

impl Hash for Person {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

/// Everyone met in an archive so far, on whichever thread.
#[derive(Debug, Default)]
pub struct Everyone(Mutex<HashSet<Person>>);

impl Everyone {
    /// The person who is this player.
    pub fn person(&self, player: &Player) -> Person {
        let mut met = self.met();
        if let Some(person) = met.get(player) {
            return person.clone();
        }
        let person = Person::from(player);
        met.insert(person.clone());
        person
    }

    /// Drops those whom no record has any more.
    pub fn tidy(&self) {
        self.met().retain(|person| Arc::strong_count(&person.0) > 1);
    }

    fn met(&self) -> MutexGuard<'_, HashSet<Person>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
