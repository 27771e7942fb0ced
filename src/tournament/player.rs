use serde::{Deserialize, Serialize};

use crate::game::present;
use crate::session::{checked_name, name_with};

pub type Number = u16;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Player {
    /// Unique in the tournament.
    pub number: Number,
    /// Not unique.
    pub name: String,
    pub status: Status,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    #[default]
    Here,
    /// The first round they play.
    Late(usize),
    /// The last round they play.
    Left(usize),
    /// They play, but are already qualified, so the cut skips them.
    QualifiedBefore,
    /// They play no more, and the cut skips them.
    Disqualified,
}

impl Player {
    pub(super) fn numbered(&self) -> String {
        name_with(&self.name, self.number.into())
    }

    pub fn plays(&self, round: usize) -> bool {
        match self.status {
            Status::Here | Status::QualifiedBefore => true,
            Status::Late(from) => from <= round,
            Status::Left(after) => round <= after,
            Status::Disqualified => false,
        }
    }

    pub fn is_away(&self, round: usize) -> bool {
        matches!(self.status, Status::Late(_) | Status::Left(_)) && !self.plays(round)
    }

    pub fn may_go_on(&self) -> bool {
        matches!(self.status, Status::Here | Status::Late(_))
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Word {
    #[default]
    Here,
    Late,
    Left,
    QualifiedBefore,
    Disqualified,
}

#[derive(Serialize, Deserialize)]
struct Written {
    number: Number,
    name: String,
    #[serde(default, skip_serializing_if = "is_here")]
    status: Word,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    from_round: Option<u16>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    after_round: Option<u16>,
}

fn is_here(status: &Word) -> bool {
    *status == Word::Here
}

impl TryFrom<Written> for Player {
    type Error = &'static str;

    fn try_from(Written { number, name, status, from_round, after_round }: Written) -> Result<Player, &'static str> {
        let status = match (status, from_round, after_round) {
            (Word::Late, Some(from), None) => Status::Late(from.into()),
            (Word::Late, ..) => return Err("the status \"late\" has from_round and no after_round"),
            (Word::Left, None, Some(after)) => Status::Left(after.into()),
            (Word::Left, ..) => return Err("the status \"left\" has after_round and no from_round"),
            (Word::Here, None, None) => Status::Here,
            (Word::QualifiedBefore, None, None) => Status::QualifiedBefore,
            (Word::Disqualified, None, None) => Status::Disqualified,
            _ => return Err("only the status \"late\" has from_round, and only \"left\" has after_round"),
        };
        // The game of a table knows the name without needless blanks. One that cannot be is refused with its number.
        let name = checked_name(&name).unwrap_or(name);
        Ok(Player { number, name, status })
    }
}

impl From<Player> for Written {
    fn from(Player { number, name, status }: Player) -> Written {
        let round = |round: usize| Some(u16::try_from(round).unwrap_or(u16::MAX));
        let (status, from_round, after_round) = match status {
            Status::Here => (Word::Here, None, None),
            Status::Late(from) => (Word::Late, round(from), None),
            Status::Left(after) => (Word::Left, None, round(after)),
            Status::QualifiedBefore => (Word::QualifiedBefore, None, None),
            Status::Disqualified => (Word::Disqualified, None, None),
        };
        Written { number, name, status, from_round, after_round }
    }
}
