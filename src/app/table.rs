//! The table of an open session of either game: corrections, what is given by hand, notices, overlays, and what a tap
//! means at every table.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use chrono::{DateTime, FixedOffset};

use super::correction::Correction;
use super::penalty::Draft;
use super::setup::Setup;
use super::{About, Notice, Overlay, PenaltyCommand, TableCommand};
use crate::archive::SessionFile;
use crate::game::{BrokenRule, Refusal, Rules};
use crate::seats::{PerSeat, Seat, Seating};
use crate::session::{Agreement, Session, Step};
use crate::text;
use crate::text::Text;

/// After a phone has moved the mark, nothing is entered there for this long: the tap was meant for the player before.
const MOMENT: Duration = Duration::from_millis(400);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mark {
    /// The round needs this player's number next.
    #[default]
    Next,
    /// The scorekeeper put it there.
    Chosen,
    /// A number was corrected there, and none is missing.
    Corrected,
}

impl Mark {
    /// The notice once nothing is missing and nothing is wrong: the next number would replace one.
    pub(super) fn stays(self, name: Option<&String>) -> Option<Notice> {
        let name = name.filter(|_| self == Mark::Corrected)?;
        Some(Notice::quiet(text!("All are in: {name} stays marked.", name = name)))
    }
}

pub(super) trait TableGame: Rules {
    type Entry: Debug + Default;
    type Facts: Clone + Debug + PartialEq;
    type Given: Clone + Debug;

    /// `None` without such a round.
    fn facts_of(table: &Self::Table, round: usize) -> Option<Self::Facts>;

    /// The step that saves a correction; if `insists`, even against a rule that the table may waive.
    ///
    /// # Errors
    /// Why the table must insist first.
    fn correction(&self, round: usize, facts: &Self::Facts, insists: bool) -> Result<Self::Step, Notice>;

    /// `names` are in seat order; `round` is the round then open.
    fn undone(step: &Self::Step, names: &[String], round: usize) -> Text;

    /// Selects what the round needs next, unless it is being corrected, and shows the prompt.
    fn settle(table: &mut TableState<Self>);

    fn select_corrected(table: &mut TableState<Self>, seat: Option<Seat>);

    /// Handles the game's own commands, and the large button outside corrections. Returns whether the session changed.
    fn act(table: &mut TableState<Self>, command: TableCommand, now: DateTime<FixedOffset>) -> bool;

    /// Returns whether the session changed; `None` if nothing waited.
    fn enter_typed(table: &mut TableState<Self>) -> Option<bool>;

    /// Whether something typed is entered after a pause.
    fn is_typing(table: &TableState<Self>) -> bool;

    fn withdraw(table: &mut TableState<Self>) -> bool;

    /// Returns whether there was something to close.
    fn step_out(_table: &mut TableState<Self>) -> bool {
        false
    }

    /// The draft for this command; one that only changes the player keeps what is entered. `None` if impossible.
    fn given(table: &TableState<Self>, command: PenaltyCommand) -> Option<Draft<Self::Given>>;

    fn give(table: &mut TableState<Self>, draft: &Draft<Self::Given>, removes: bool) -> (bool, Option<Text>);

    /// Takes in the session after a step from a phone. The mark moves on if the step entered what it waited for, unless
    /// the scorekeeper put it there or is typing. Returns whether it moved.
    #[cfg(not(target_family = "wasm"))]
    fn apply_remote(table: &mut TableState<Self>, session: Session<Self>) -> bool;

    /// Seat `i` is taken by the player who sat on `seats[i]`.
    fn set_up(&self, setup: &Setup, seating: Seating, seats: &PerSeat<Seat>) -> Result<Self, Notice>;

    fn starter_described(name: &str, round: usize) -> Text;

    /// One sentence each. Seat `i` is taken by the player who sat on `seats[i]`.
    fn other_rules(before: &Session<Self>, after: &Session<Self>, seats: &PerSeat<Seat>) -> Vec<Text>;

    fn is_begun(table: &Self::Table) -> bool;
}

#[derive(Debug)]
pub(super) struct TableState<G: TableGame> {
    pub(super) session: Session<G>,
    pub(super) file: SessionFile,
    pub(super) correction: Option<Correction<G::Facts>>,
    pub(super) overlay: Overlay,
    pub(super) draft: Option<(Draft<G::Given>, Overlay)>,
    pub(super) notice: Option<Notice>,
    pub(super) entry: G::Entry,
    /// When a phone moved the mark, unless something else was done since.
    pub(super) moved: Option<Instant>,
}

impl<G: TableGame> TableState<G> {
    pub(super) fn new(session: Session<G>, file: SessionFile) -> TableState<G> {
        let (correction, overlay, draft, notice) = (None, Overlay::None, None, None);
        let entry = G::Entry::default();
        let mut table = TableState { session, file, correction, overlay, draft, notice, entry, moved: None };
        G::settle(&mut table);
        table
    }

    /// Replaces the session by a newer version that another program wrote to its file. Returns the round whose
    /// correction, with its unsaved changes, was closed because what it changes is different now.
    pub(super) fn replace_session(&mut self, session: Session<G>) -> Option<usize> {
        let before = std::mem::replace(&mut self.session, session);
        self.close_draft();
        // What is typed would be entered for the player selected next.
        G::withdraw(self);
        let agrees = before.agreed() == self.session.agreed();
        let now = self.session.table();
        let outdated = |correction: &mut Correction<G::Facts>| {
            !agrees || G::facts_of(now, correction.round).as_ref() != Some(correction.scored())
        };
        let closed = self.correction.take_if(outdated);
        if closed.is_some() {
            self.entry = G::Entry::default();
        }
        G::settle(self);
        closed.filter(Correction::is_changed).map(|correction| correction.round)
    }

    /// From 1; the round being corrected, or the open one.
    pub(super) fn number(&self) -> usize {
        self.correction.as_ref().map_or(self.session.scored() + 1, |correction| correction.round)
    }

    /// Of the round on the table, in seat order.
    pub(super) fn names(&self) -> Vec<String> {
        self.session.people().names_in(self.number())
    }

    /// The session as the correction being entered would make it, if need be against a rule that the table may waive;
    /// `None` without a correction that could be saved.
    pub(super) fn corrected(&self) -> Option<Session<G>> {
        let correction = self.correction.as_ref()?;
        let step = self.session.game().correction(correction.round, &correction.facts, true).ok()?;
        self.session.apply(step).ok()
    }

    /// Returns whether the session changed and must be saved.
    pub(super) fn handle(&mut self, command: TableCommand, now: DateTime<FixedOffset>) -> bool {
        use TableCommand as T;
        if command.enters() && self.is_too_early() {
            return false;
        }
        self.moved = None;
        // An answer to a notice needs it.
        if !matches!(command, T::Digit(_) | T::Pause | T::Insist | T::WithoutRule | T::Escape) {
            self.notice = None;
        }
        let entered = !command.belongs_to_typing() && self.enter_typed();
        let changed = match command {
            T::Pause => {
                self.notice.take_if(|notice| notice.about == About::Bounce);
                self.enter_typed()
            }
            T::Primary => self.primary(now),
            T::Penalty(command) => self.give(command),
            T::Overlay(overlay) => {
                self.close_draft();
                self.overlay = overlay;
                false
            }
            T::End => {
                self.overlay = Overlay::None;
                G::act(self, T::End, now)
            }
            T::Correct { round, seat } => {
                self.correct(round, seat);
                false
            }
            T::PageRound { back } => {
                self.page_round(back);
                false
            }
            T::Escape => self.escape(),
            T::Cancel => {
                self.close_correction();
                false
            }
            command => G::act(self, command, now),
        };
        changed || entered
    }

    /// Whether a phone has only just moved the mark; if so, shows that nothing is entered there.
    fn is_too_early(&mut self) -> bool {
        let early = self.moved.is_some_and(|moved| moved.elapsed() < MOMENT);
        if early {
            self.notice = Some(Notice::quiet(text!(
                "A phone was a moment faster, and the mark has gone on. Nothing was entered here: look who is marked \
                 now."
            )));
        }
        early
    }

    pub(super) fn is_typing(&self) -> bool {
        G::is_typing(self)
    }

    /// Returns whether the session changed.
    pub(super) fn enter_typed(&mut self) -> bool {
        G::enter_typed(self).unwrap_or(false)
    }

    fn primary(&mut self, now: DateTime<FixedOffset>) -> bool {
        if let Some(entered) = G::enter_typed(self) {
            return entered;
        }
        if self.draft.is_some() {
            return self.give(PenaltyCommand::Save);
        }
        if self.overlay != Overlay::None {
            self.overlay = Overlay::None;
            return false;
        }
        if self.correction.is_some() { self.save_correction() } else { G::act(self, TableCommand::Primary, now) }
    }

    /// Returns whether the session changed.
    pub(super) fn save_correction(&mut self) -> bool {
        let Some(correction) = &self.correction else { return false };
        let round = correction.round;
        let changed = match self.session.game().correction(round, &correction.facts, false) {
            Ok(step) => self.step(step),
            Err(notice) => {
                self.notice = Some(notice);
                false
            }
        };
        if self.notice.is_none() {
            self.close_correction();
            self.notice = Some(Notice::done(text!("Round {round} is corrected; the totals follow.", round = round)));
        }
        changed
    }

    fn correct(&mut self, round: usize, seat: Option<Seat>) {
        let Some(facts) = G::facts_of(self.session.table(), round) else { return };
        if !self.file.may_write() {
            self.notice = Some(Notice::read_only());
            return;
        }
        self.close_draft();
        self.overlay = Overlay::None;
        if self.has_draft() {
            return;
        }
        (self.correction, self.entry) = (Some(Correction::of(round, facts)), G::Entry::default());
        G::select_corrected(self, seat);
    }

    /// Beyond the last scored round, the open one.
    fn page_round(&mut self, back: bool) {
        let to = if back { self.number().saturating_sub(1) } else { self.number() + 1 };
        if to > self.session.scored() && self.correction.is_some() && !self.has_draft() {
            self.close_correction();
        } else {
            self.correct(to, None);
        }
    }

    pub(super) fn has_draft(&mut self) -> bool {
        let Some(unsaved) = self.correction.as_ref().and_then(Correction::unsaved) else { return false };
        self.notice = Some(unsaved);
        true
    }

    fn close_correction(&mut self) {
        if self.correction.take().is_some() {
            self.entry = G::Entry::default();
        }
        G::settle(self);
    }

    /// Returns whether the session changed.
    fn give(&mut self, command: PenaltyCommand) -> bool {
        use PenaltyCommand as P;
        match (command, &mut self.draft) {
            (P::For(_) | P::Change(_), _) if !self.file.may_write() => self.notice = Some(Notice::read_only()),
            (command @ (P::For(_) | P::Change(_)), _) => {
                if let Some(draft) = G::given(self, command) {
                    self.close_draft();
                    self.draft = Some((draft, self.overlay));
                    self.overlay = Overlay::Penalty;
                }
            }
            (command @ (P::Save | P::Remove), Some((draft, _))) => {
                let draft = draft.clone();
                let (changed, message) = G::give(self, &draft, command == P::Remove);
                if self.notice.is_none() {
                    self.close_draft();
                    self.notice = message.map(Notice::done);
                }
                return changed;
            }
            (command, Some((draft, _))) => draft.entered.take(command),
            (_, None) => {}
        }
        false
    }

    /// Restores the overlay beneath. Returns whether a draft was open.
    fn close_draft(&mut self) -> bool {
        let Some((_, beneath)) = self.draft.take() else { return false };
        self.overlay = beneath;
        true
    }

    /// Closes the topmost thing; a correction with changes only at the second call, after a warning. Returns whether
    /// the session changed.
    fn escape(&mut self) -> bool {
        let before = self.notice.take();
        if self.close_draft() {
        } else if self.overlay != Overlay::None {
            self.overlay = Overlay::None;
        } else if G::withdraw(self) || G::step_out(self) {
        } else if let Some(correction) = &self.correction {
            self.notice = correction.dropping();
            if self.notice.is_none() || self.notice == before {
                self.notice = None;
                self.close_correction();
            }
        }
        false
    }

    pub(super) fn leave(&mut self) {
        self.close_draft();
        (self.overlay, self.notice) = (Overlay::None, None);
        G::withdraw(self);
        self.close_correction();
    }

    /// Undoes the last thing on the screen: a half-made entry, a change of the correction, the correction itself, or
    /// else a step of the session. Returns whether the session changed.
    pub(super) fn undo(&mut self) -> bool {
        self.notice = None;
        if self.close_draft() || G::withdraw(self) {
            return false;
        }
        if let Some(correction) = &mut self.correction {
            let round = correction.round;
            let message = if correction.undo() {
                G::settle(self);
                text!("Undone: the last change of this correction.")
            } else {
                self.close_correction();
                text!("The correction of round {round} is cancelled.", round = round)
            };
            self.notice = Some(Notice::quiet(message));
            return false;
        }
        let step = self.session.last_step().cloned();
        let changed = self.take(Session::undo);
        if let Some(step) = step.filter(|_| changed) {
            G::settle(self);
            self.notice = Some(Notice::quiet(match step {
                Step::Play(step) => G::undone(&step, &self.session.people().names_at_end(), self.number()),
                Step::Agree(_) => text!("Undone: the change of the game."),
            }));
        }
        changed
    }

    /// Returns whether the session changed.
    pub(super) fn redo(&mut self) -> bool {
        self.notice = None;
        self.close_draft();
        let entered = self.enter_typed();
        let changed = match &mut self.correction {
            Some(correction) => {
                if !correction.redo() {
                    self.show_refusal(&Refusal::NothingToRedo);
                }
                false
            }
            None => self.take(Session::redo) || entered,
        };
        if changed || self.correction.is_some() {
            G::settle(self);
        }
        changed
    }

    /// Returns whether the session changed.
    pub(super) fn agree(&mut self, agreed: Agreement<G>, seats: PerSeat<Seat>) -> bool {
        let changed = match self.session.agree(agreed, seats) {
            Ok(session) => self.take(|_| Ok(session)),
            Err(refusal) => {
                self.notice = Some(Notice::not_played_so(&refusal, &self.names()));
                false
            }
        };
        G::settle(self);
        changed
    }

    /// Returns whether the session changed.
    pub(super) fn step(&mut self, step: G::Step) -> bool {
        self.take(|session| session.apply(step))
    }

    /// Takes in the session after a step from a phone: what is marked, typed, open or being corrected here stays as it
    /// is. Returns whether the session changed.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn step_from_phone(&mut self, session: Session<G>) -> bool {
        let changed = session != self.session;
        if changed && G::apply_remote(self, session) {
            self.moved = Some(Instant::now());
        }
        changed
    }

    fn take(&mut self, step: impl FnOnce(&Session<G>) -> Result<Session<G>, Refusal<G::Violation>>) -> bool {
        if !self.file.may_write() {
            self.notice = Some(Notice::read_only());
            return false;
        }
        match step(&self.session) {
            Ok(session) => {
                let changed = session != self.session;
                self.session = session;
                changed
            }
            Err(refusal) => {
                self.show_refusal(&refusal);
                false
            }
        }
    }

    /// Shows why a step was refused; of a round out of sight, with its number.
    pub(super) fn show_refusal(&mut self, refusal: &Refusal<G::Violation>) {
        let number = self.number();
        self.notice = Some(match refusal {
            Refusal::Rule { round, violation } if *round != 0 && *round != number => {
                let names = self.session.people().names_in(*round);
                Notice::trouble(BrokenRule { round: *round, violation: violation.clone(), names }.text())
            }
            refusal => Notice::refused(refusal, &self.names()),
        });
    }
}

/// The seat before or after another in an order, or that one at the end of it; from `None`, the first or last.
pub(super) fn stepped(order: &[Seat], from: Option<Seat>, down: bool) -> Option<Seat> {
    let at = from.and_then(|from| order.iter().position(|&seat| seat == from));
    let next = match (at, down) {
        (Some(at), true) => order.get(at + 1).or(order.last()),
        (Some(at), false) => order.get(at.saturating_sub(1)),
        (None, true) => order.first(),
        (None, false) => order.last(),
    };
    next.copied()
}
