//! Penalty points as they are entered: whose, how many, why.

use crate::session::Session;
use crate::text;
use crate::text::Text;
use crate::wizard::{Command, PENALTY_MAX, PENALTY_STEP, Penalty, Seat};

/// What a tap in the panel of a penalty means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PenaltyCommand {
    /// A new one; `None`: for the marked player.
    For(Option<Seat>),
    /// The one at this place of the game's list is to be changed.
    Change(usize),
    /// Ten points more or fewer.
    Step {
        /// More?
        up: bool,
    },
    /// One of the usual reasons, or if it is that already, none.
    Usual(usize),
    /// Why, in somebody's own words.
    Reason(String),
    /// It counts.
    Save,
    /// It does not count any more.
    Remove,
}

/// The panel as the screen shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PenaltyView {
    /// Whose.
    pub name: String,
    /// How many points.
    pub points: i32,
    /// May there be ten more, and ten fewer?
    pub steps: (bool, bool),
    /// Why, as it is written.
    pub reason: String,
    /// The total without it and with it.
    pub totals: (i32, i32),
    /// The round after which it counts.
    pub after_round: usize,
    /// It is in the game already.
    pub changes: bool,
}

/// A penalty as it is entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    penalty: Penalty,
    /// The place in the game's list of the one that is changed.
    place: Option<usize>,
}

impl Draft {
    /// A new one, of the usual ten points; `None` where nobody sits.
    pub(super) fn new(session: &Session, player: Seat) -> Option<Draft> {
        let after_round = session.scored();
        let penalty = Penalty { player, after_round, points: -PENALTY_STEP, reason: String::new() };
        (player < session.players().len()).then_some(Draft { penalty, place: None })
    }

    /// The one at this place of the game's list.
    pub(super) fn of(session: &Session, place: usize) -> Option<Draft> {
        let penalty = session.table().penalties.get(place).cloned()?;
        Some(Draft { penalty, place: Some(place) })
    }

    /// Takes what changes only the draft.
    pub(super) fn enter(&mut self, command: PenaltyCommand) {
        match command {
            PenaltyCommand::Step { up } => self.penalty.points = self.stepped(up).unwrap_or(self.penalty.points),
            PenaltyCommand::Usual(usual) => {
                let usual = Penalty::REASONS.get(usual).copied().unwrap_or_default();
                self.penalty.reason = if self.penalty.reason == usual { String::new() } else { usual.to_owned() };
            }
            PenaltyCommand::Reason(reason) => self.penalty.reason = reason,
            PenaltyCommand::For(_) | PenaltyCommand::Change(_) | PenaltyCommand::Save | PenaltyCommand::Remove => {}
        }
    }

    /// Ten points more or fewer; there is no penalty of 0.
    fn stepped(&self, up: bool) -> Option<i32> {
        let by = if up { PENALTY_STEP } else { -PENALTY_STEP };
        let points = self.penalty.points + by;
        Some(if points == 0 { by } else { points }).filter(|points| points.abs() <= PENALTY_MAX)
    }

    /// The penalties of the game with it.
    pub(super) fn kept(&self, session: &Session) -> Vec<Penalty> {
        let mut all = self.others(session);
        all.insert(self.place.unwrap_or(all.len()).min(all.len()), self.penalty.clone());
        all
    }

    /// The penalties of the game without it.
    pub(super) fn others(&self, session: &Session) -> Vec<Penalty> {
        let mut all = session.table().penalties.clone();
        if let Some(place) = self.place.filter(|&place| place < all.len()) {
            all.remove(place);
        }
        all
    }

    /// What is said once it is kept.
    pub(super) fn said(&self, session: &Session) -> Text {
        let told = self.penalty.told(&session.names());
        match self.place {
            None => text!("{penalty}.", penalty = told),
            Some(_) => text!("Changed: {penalty}.", penalty = told),
        }
    }

    pub(super) fn view(&self, session: &Session) -> PenaltyView {
        let Penalty { player, after_round, points, reason } = &self.penalty;
        let without = session.apply(Command::Penalties(self.others(session))).ok();
        let without = without.and_then(|session| session.current_totals().get(*player).copied()).unwrap_or_default();
        PenaltyView {
            name: session.names().get(*player).cloned().unwrap_or_default(),
            points: *points,
            steps: (self.stepped(true).is_some(), self.stepped(false).is_some()),
            reason: reason.clone(),
            totals: (without, without + points),
            after_round: *after_round,
            changes: self.place.is_some(),
        }
    }
}
