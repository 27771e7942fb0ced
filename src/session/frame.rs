use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

use chrono::{DateTime, FixedOffset};
use serde::ser::{Serialize, SerializeMap, Serializer};
use uuid::Uuid;

use super::people::People;
use super::tournament::TournamentTable;

/// The games of the example evening are copies of this, so that they do not count. It does not exist.
pub const EXAMPLE: Uuid = Uuid::from_u128(0x6578_616d_706c_4520_8065_7665_6e69_6e67);

/// In statistics, records, leagues and tournaments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Counted {
    #[default]
    Yes,
    No,
    /// A trial copy of this session, or of [`EXAMPLE`], which does not count.
    CopyOf(Uuid),
}

impl Counted {
    pub fn of(counted: bool, copy_of: Option<Uuid>) -> Counted {
        copy_of.map_or(if counted { Counted::Yes } else { Counted::No }, Counted::CopyOf)
    }

    pub fn counts(self) -> bool {
        self == Counted::Yes
    }
}

/// No fields if the game counts.
impl Serialize for Counted {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut fields = out.serialize_map(None)?;
        match self {
            Counted::Yes => {}
            Counted::No => fields.serialize_entry("counted", &false)?,
            Counted::CopyOf(id) => fields.serialize_entry("copy_of", id)?,
        }
        fields.end()
    }
}

/// All parts but the game.
#[derive(Clone, Copy, Debug, Hash)]
pub struct Frame<'a> {
    pub id: Uuid,
    pub started: DateTime<FixedOffset>,
    pub people: &'a People,
    pub place: &'a str,
    pub notes: &'a str,
    pub counted: Counted,
    pub tournament: Option<&'a TournamentTable>,
}

impl<'a> Frame<'a> {
    pub fn new(id: Uuid, started: DateTime<FixedOffset>, people: &'a People) -> Frame<'a> {
        Frame { id, started, people, place: "", notes: "", counted: Counted::Yes, tournament: None }
    }
}

/// Equal for equal values. Stable within one build only, so not for storing.
pub fn print_of(value: impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}
