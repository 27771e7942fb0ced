use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use chrono::{DateTime, FixedOffset, NaiveDate};
use serde::Serialize;
use uuid::Uuid;

use super::problem::Problem;
use crate::text;
use crate::text::Text;

/// `source` is always an index into the sources given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preview {
    pub items: Vec<Item>,
    pub problems: Vec<Problem>,
    pub questions: Vec<Question>,
}

impl Preview {
    pub fn left_out(&self, name: impl Fn(usize) -> String) -> Option<Text> {
        Text::joined(self.problems.iter().map(|problem| Text::at(name(problem.source), problem.text.clone())))
    }
}

/// Takes effect when the sources are read again with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub source: usize,
    /// From 1; identifies the question in [`Answers`] together with the source.
    pub line: usize,
    pub text: Text,
    pub options: Vec<Text>,
    /// `None` if the game is left out until there is an answer.
    pub chosen: Option<usize>,
}

/// The options chosen, by source and line of the [`Question`].
pub type Answers = BTreeMap<(usize, usize), usize>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub source: usize,
    pub id: Uuid,
    pub what: Imported,
    pub outcome: Outcome,
    pub notes: Vec<Note>,
    /// Start and length of its text in the temporary store; zeros if it is not written.
    pub(super) text: (u64, usize),
}

impl Item {
    pub fn writes(&self) -> Option<&Path> {
        match &self.outcome {
            Outcome::New(path) | Outcome::Differs { path, .. } => Some(path),
            Outcome::Same(_) => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Imported {
    Session {
        started: DateTime<FixedOffset>,
        players: Vec<String>,
        /// Scored ones only.
        rounds: usize,
        /// The leaders after these rounds; empty before the first round is scored.
        winners: Vec<String>,
    },
    Tournament {
        date: Option<NaiveDate>,
        name: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    New(PathBuf),
    Same(PathBuf),
    /// In the archive in the file `known`, with other facts: written next to it.
    Differs {
        known: PathBuf,
        path: PathBuf,
        further: Further,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Further {
    Known,
    Imported,
    Neither,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub kind: NoteKind,
    pub text: Text,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKind {
    Left,
    /// Missing from the file, in whole or in part.
    Assumed,
}

impl Note {
    pub(super) fn left(text: Text) -> Note {
        Note { kind: NoteKind::Left, text }
    }

    pub(super) fn assumed(text: Text) -> Note {
        Note { kind: NoteKind::Assumed, text }
    }

    pub(super) fn unknown(fields: &[String]) -> Option<Note> {
        (!fields.is_empty()).then(|| Note::left(text!("unknown and ignored: {fields}", fields = fields.to_vec())))
    }

    pub(super) fn not_dated() -> Note {
        Note::assumed(text!("the file does not say when it was played: the time of the import is used"))
    }
}
