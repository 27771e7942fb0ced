//! The entry of points or spaces that a table gives or takes by hand: player, number, reason.

use crate::game::REASONS;
use crate::session::Session;
use crate::text;
use crate::text::Text;
use crate::wizard::{Command, PENALTY_MAX, PENALTY_STEP, Penalty, Seat};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PenaltyCommand {
    /// `None` for the selected player. Keeps what is entered already.
    For(Option<Seat>),
    /// The index in the game's list, or the seat moved by hand.
    Change(usize),
    /// Adds or removes ten points, or one space.
    Step {
        up: bool,
    },
    /// Chooses one of the usual reasons, or clears it if chosen already.
    Usual(usize),
    Reason(String),
    Save,
    Remove,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PenaltyView {
    pub player: Seat,
    pub name: String,
    /// In The Last Wizard, spaces.
    pub points: i32,
    /// Whether one step more, and one fewer, is possible.
    pub steps: (bool, bool),
    pub reason: String,
    /// Whether the reason was typed, even if it is a usual one.
    pub typed: bool,
    /// Points or spaces, without and with the entry.
    pub totals: (i32, i32),
    /// The round after which, or in which, it counts.
    pub round: usize,
    /// Whether the entry is in the game already.
    pub changes: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entered {
    pub(super) number: i32,
    pub(super) reason: String,
    /// Whether the reason was typed.
    pub(super) typed: bool,
    pub(super) step: i32,
    /// The limit, on either side of 0.
    pub(super) most: i32,
}

impl Entered {
    pub(super) fn new(number: i32, reason: String, step: i32, most: i32) -> Entered {
        let typed = !REASONS.contains(&&*reason);
        Entered { number, reason, typed, step, most }
    }

    /// Handles a command that changes only the draft.
    pub(super) fn take(&mut self, command: PenaltyCommand) {
        match command {
            PenaltyCommand::Step { up } => self.number = self.stepped(up).unwrap_or(self.number),
            PenaltyCommand::Usual(usual) => {
                let usual = REASONS.get(usual).copied().unwrap_or_default();
                self.reason = if self.reason == usual { String::new() } else { usual.to_owned() };
                self.typed = false;
            }
            PenaltyCommand::Reason(reason) => (self.reason, self.typed) = (reason, true),
            PenaltyCommand::For(_) | PenaltyCommand::Change(_) | PenaltyCommand::Save | PenaltyCommand::Remove => {}
        }
    }

    /// The number one step up or down, skipping 0; `None` beyond the limit.
    fn stepped(&self, up: bool) -> Option<i32> {
        let by = if up { self.step } else { -self.step };
        let number = self.number + by;
        Some(if number == 0 { by } else { number }).filter(|number| number.abs() <= self.most)
    }

    pub(super) fn view(
        &self,
        (player, name): (Seat, String),
        round: usize,
        totals: (i32, i32),
        changes: bool,
    ) -> PenaltyView {
        PenaltyView {
            player,
            name,
            points: self.number,
            steps: (self.stepped(true).is_some(), self.stepped(false).is_some()),
            reason: self.reason.clone(),
            typed: self.typed,
            totals,
            round,
            changes,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Draft<G> {
    pub(super) given: G,
    pub(super) entered: Entered,
}

#[derive(Clone, Debug)]
pub(super) struct Penalised {
    player: Seat,
    after_round: usize,
    /// The index in the game's list; `None` for a new penalty.
    place: Option<usize>,
}

impl Draft<Penalised> {
    /// Starts at the usual ten points; `None` for an empty seat.
    pub(super) fn new(session: &Session, player: Seat) -> Option<Draft<Penalised>> {
        let after_round = session.scored();
        let penalty = Penalty { player, after_round, points: -PENALTY_STEP, reason: String::new() };
        (player < session.people().players_at_end().len()).then(|| Draft::with(penalty, None))
    }

    pub(super) fn passed_to(mut self, player: Seat) -> Draft<Penalised> {
        self.given.player = player;
        self
    }

    pub(super) fn of(session: &Session, place: usize) -> Option<Draft<Penalised>> {
        Some(Draft::with(session.table().penalties.get(place).cloned()?, Some(place)))
    }

    fn with(Penalty { player, after_round, points, reason }: Penalty, place: Option<usize>) -> Draft<Penalised> {
        let entered = Entered::new(points, reason, PENALTY_STEP, PENALTY_MAX);
        Draft { given: Penalised { player, after_round, place }, entered }
    }

    fn penalty(&self) -> Penalty {
        let (Penalised { player, after_round, .. }, Entered { number: points, reason, .. }) =
            (self.given.clone(), self.entered.clone());
        Penalty { player, after_round, points, reason }
    }

    /// The game's penalties with this one.
    pub(super) fn kept(&self, session: &Session) -> Vec<Penalty> {
        let mut all = self.others(session);
        all.insert(self.given.place.unwrap_or(all.len()).min(all.len()), self.penalty());
        all
    }

    /// The game's penalties without this one.
    pub(super) fn others(&self, session: &Session) -> Vec<Penalty> {
        let mut all = session.table().penalties.clone();
        if let Some(place) = self.given.place.filter(|&place| place < all.len()) {
            all.remove(place);
        }
        all
    }

    /// The message once it is saved.
    pub(super) fn saved_message(&self, session: &Session) -> Text {
        let penalty = self.penalty();
        let described = penalty.described(&session.people().names_in(penalty.first_counted()));
        match self.given.place {
            None => text!("{penalty}.", penalty = described),
            Some(_) => text!("Changed: {penalty}.", penalty = described),
        }
    }

    /// `None` for an empty seat.
    pub(super) fn view(&self, session: &Session) -> Option<PenaltyView> {
        let others = session.apply(Command::Penalties(self.others(session))).ok()?;
        let without = *others.current_totals().get(self.given.player)?;
        let names = session.people().names_in(self.penalty().first_counted());
        let name = names.get(self.given.player).cloned().unwrap_or_default();
        let totals = (without, without + self.entered.number);
        Some(self.entered.view((self.given.player, name), self.given.after_round, totals, self.given.place.is_some()))
    }
}
