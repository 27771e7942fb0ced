//! A scored round under correction: its facts, apart from the session, with their own undo.

use super::Notice;
use crate::text;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Correction<T> {
    /// From 1.
    pub(super) round: usize,
    pub(super) facts: T,
    /// Undo states, latest last.
    before: Vec<T>,
    /// Redo states, next one last.
    after: Vec<T>,
}

impl<T: Clone + PartialEq> Correction<T> {
    pub(super) fn of(round: usize, facts: T) -> Correction<T> {
        Correction { round, facts, before: Vec::new(), after: Vec::new() }
    }

    /// Changes the facts and returns the result of `change`, which must change nothing if it fails.
    pub(super) fn change<R>(&mut self, change: impl FnOnce(&mut T) -> R) -> R {
        let before = self.facts.clone();
        let done = change(&mut self.facts);
        if self.facts != before {
            self.before.push(before);
            self.after.clear();
        }
        done
    }

    /// Returns whether there was a change to undo.
    pub(super) fn undo(&mut self) -> bool {
        let Some(facts) = self.before.pop() else { return false };
        self.after.push(std::mem::replace(&mut self.facts, facts));
        true
    }

    /// Returns whether there was a change to redo.
    pub(super) fn redo(&mut self) -> bool {
        let Some(facts) = self.after.pop() else { return false };
        self.before.push(std::mem::replace(&mut self.facts, facts));
        true
    }

    pub(super) fn can_undo(&self) -> bool {
        !self.before.is_empty()
    }

    pub(super) fn scored(&self) -> &T {
        self.before.first().unwrap_or(&self.facts)
    }

    pub(super) fn is_changed(&self) -> bool {
        *self.scored() != self.facts
    }

    /// The warning that leaving the correction again drops its changes.
    pub(super) fn dropping(&self) -> Option<Notice> {
        let dropping =
            text!("The changes to round {round} are not saved yet. Press Esc again to drop them.", round = self.round,);
        self.is_changed().then(|| Notice::trouble(dropping))
    }

    /// The notice that the correction has changes, which must be saved or cancelled before it is left.
    pub(super) fn unsaved(&self) -> Option<Notice> {
        let unsaved =
            text!("The changes to round {round} are not saved yet. Save them or cancel first.", round = self.round,);
        self.is_changed().then(|| Notice::trouble(unsaved))
    }
}
