//! The people of an archive, each kept once.

use std::borrow::Borrow;
use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::people::Player;
use super::spelling::folded;

/// Shared by all records read with the same [`Everyone`].
#[derive(Clone, Debug)]
pub struct Person(Arc<Known>);

#[derive(Debug)]
struct Known {
    player: Player,
    folded: Box<str>,
}

impl Person {
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

/// Shared between threads.
#[derive(Debug, Default)]
pub struct Everyone(Mutex<HashSet<Person>>);

impl Everyone {
    pub fn person(&self, player: &Player) -> Person {
        let mut met = self.met();
        if let Some(person) = met.get(player) {
            return person.clone();
        }
        let person = Person::from(player);
        met.insert(person.clone());
        person
    }

    /// Drops people whom no record refers to any more.
    pub fn tidy(&self) {
        self.met().retain(|person| Arc::strong_count(&person.0) > 1);
    }

    fn met(&self) -> MutexGuard<'_, HashSet<Person>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
