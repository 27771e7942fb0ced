//! A scored round that is being corrected: its facts beside the session, with an undo of their own.

/// A scored round with changes that are not kept yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Correction<T> {
    /// From 1.
    pub(super) round: usize,
    pub(super) facts: T,
    /// What undo brings back, the latest last.
    before: Vec<T>,
    /// What redo brings back, the next one last.
    after: Vec<T>,
}

impl<T: Clone + PartialEq> Correction<T> {
    pub(super) fn of(round: usize, facts: T) -> Correction<T> {
        Correction { round, facts, before: Vec::new(), after: Vec::new() }
    }

    /// Changes the facts. Returns what `change` does, which changes nothing where it fails.
    pub(super) fn change<R>(&mut self, change: impl FnOnce(&mut T) -> R) -> R {
        let before = self.facts.clone();
        let done = change(&mut self.facts);
        if self.facts != before {
            self.before.push(before);
            self.after.clear();
        }
        done
    }

    /// Takes the last change back. Returns whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        let Some(facts) = self.before.pop() else { return false };
        self.after.push(std::mem::replace(&mut self.facts, facts));
        true
    }

    /// Makes the change again that was taken back last. Returns whether there was one.
    pub(super) fn redo(&mut self) -> bool {
        let Some(facts) = self.after.pop() else { return false };
        self.before.push(std::mem::replace(&mut self.facts, facts));
        true
    }

    /// Is there a change to take back?
    pub(super) fn can_undo(&self) -> bool {
        !self.before.is_empty()
    }

    /// Are the facts others than those that were scored?
    pub(super) fn is_changed(&self) -> bool {
        self.before.first().is_some_and(|scored| *scored != self.facts)
    }
}
