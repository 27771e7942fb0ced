//! An open session of The Last Wizard: the selection, what is typed or corrected, and what a tap on the table means.

use chrono::{DateTime, FixedOffset};

use super::correction::Correction;
use super::manual::ManualDraft;
use super::{Notice, Overlay, PenaltyCommand, TableCommand};
use crate::archive::SessionFile;
use crate::game::{Breaks, Refusal, Rules};
use crate::last_wizard::{
    Bet, Breach, Choice, Command, Game, HAND_MAX, ROUNDS_MAX, Rank, Round, Shown, Stage, Table, Token, Turn,
};
use crate::seats::{PerSeat, Seat};
use crate::session::{Agreement, Session, Step};
use crate::text;

/// A part of a round, in order of entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// A round token or a fold.
    #[default]
    First,
    /// A square token or a fold.
    Second,
    /// Ranks or hands.
    Showdown,
}

/// What is typed and waits for more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// A minus sign: the token −1 with or without a 1 after it, or the sign of a hand.
    Minus,
    /// The first digits of a hand.
    Hand(i32),
}

/// The meaning of a tap or key that only this table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrackCommand {
    /// Selects this player's fact for entry.
    Select(Seat),
    /// Selects this part of the round for entry.
    Part(Part),
    /// Lets the selected player fold.
    Fold,
    /// Gives the selected player a token.
    Token(Token),
    /// Types a minus sign; among the digits of a hand, turns its sign.
    Minus,
    /// Sets the rank of the selected player's hand.
    Rank(Rank),
    /// Switches between entering hands, from which the ranks follow, and entering ranks.
    ByHand(bool),
}

/// An open session of The Last Wizard.
#[derive(Debug)]
pub(super) struct Track {
    pub(super) session: Session<Game>,
    pub(super) file: SessionFile,
    /// The part and seat being entered; `None` for what the round needs next.
    chosen: Option<(Part, Seat)>,
    /// Whether hands, and not ranks, are entered at the showdown; `None` if not said.
    by_hand: Option<bool>,
    pub(super) typed: Option<Typed>,
    /// The scored round being corrected: the table as it was then, with that round open.
    pub(super) correction: Option<Correction<Table>>,
    pub(super) overlay: Overlay,
    /// The move by hand being entered, and the overlay it covers.
    pub(super) manual: Option<(ManualDraft, Overlay)>,
    pub(super) notice: Option<Notice>,
}

impl Track {
    pub(super) fn new(session: Session<Game>, file: SessionFile) -> Track {
        Track {
            session,
            file,
            chosen: None,
            by_hand: None,
            typed: None,
            correction: None,
            overlay: Overlay::None,
            manual: None,
            notice: None,
        }
    }

    /// Replaces the session by a newer version that another program wrote to its file. Returns the round whose
    /// correction, with its unsaved changes, was closed because it or a round before is another one now.
    pub(super) fn take_in(&mut self, session: Session<Game>) -> Option<usize> {
        let before = std::mem::replace(&mut self.session, session);
        self.close_manual();
        let agrees = before.agreed() == self.session.agreed();
        let (then, now) = (&before.table().scored, &self.session.table().scored);
        let outdated =
            |correction: &mut Correction<Table>| !agrees || then.get(..correction.round) != now.get(..correction.round);
        let closed = self.correction.take_if(outdated);
        (self.chosen, self.typed) = (None, None);
        closed.filter(Correction::is_changed).map(|correction| correction.round)
    }

    /// The table shown: the present one, or the one of the round being corrected.
    pub(super) fn table(&self) -> &Table {
        self.correction.as_ref().map_or(self.session.table(), |correction| &correction.facts)
    }

    /// The round on the table, numbered from 1: the one being corrected, or the open one.
    pub(super) fn round(&self) -> Option<(usize, &Round)> {
        let table = self.table();
        table.open.as_ref().map(|round| (table.scored.len() + 1, round))
    }

    /// The part being entered, and whose.
    pub(super) fn at(&self) -> (Part, Option<Seat>) {
        if let Some((part, seat)) = self.chosen {
            return (part, Some(seat));
        }
        let Some((number, round)) = self.round() else { return (Part::First, None) };
        let next = self.session.game().to_act(number, round);
        match round.stage() {
            Stage::FirstBet => (Part::First, next),
            Stage::SecondBet => (Part::Second, next),
            Stage::Showdown => (Part::Showdown, next),
            Stage::Alone(seat) if round.turns.get(seat) == Some(&Turn::Waiting) => (Part::First, Some(seat)),
            Stage::Alone(seat) => (Part::Second, Some(seat)),
        }
    }

    /// Whether this part can be entered for a player.
    pub(super) fn can_enter(round: &Round, part: Part, seat: Seat) -> bool {
        match (part, round.turns.get(seat)) {
            (_, None) => false,
            (Part::First, Some(_)) => true,
            (Part::Second, Some(turn)) => {
                turn.round_token().is_some() && round.turns.iter().all(|turn| *turn != Turn::Waiting)
            }
            (Part::Showdown, Some(turn)) => round.stage() == Stage::Showdown && turn.folded().is_none(),
        }
    }

    /// The session as the correction being entered would make it; `None` without a correction that could be saved.
    pub(super) fn corrected(&self) -> Option<Session<Game>> {
        self.session.apply(self.correction.as_ref()?.step()?).ok()
    }

    /// Handles a tap or key that every table has. Returns whether the session changed and must be saved.
    pub(super) fn handle(&mut self, command: TableCommand, now: DateTime<FixedOffset>) -> bool {
        use TableCommand as T;
        if let T::Digit(digit) = command {
            return self.digit(digit);
        }
        self.notice = None;
        let was_typing = self.typed.is_some();
        let entered = if matches!(command, T::Backspace | T::Escape) { false } else { self.enter_typed() };
        let changed = match command {
            T::Backspace => self.backspace(),
            T::Step { down } => {
                self.step_selection(down);
                false
            }
            T::Field(_) => {
                self.by_hand = Some(!self.by_hand());
                false
            }
            // Only enters what was waiting.
            T::Primary if was_typing => false,
            T::Primary => self.primary(now),
            T::Penalty(command) => self.move_by_hand(command),
            T::Overlay(overlay) => {
                self.overlay = overlay;
                false
            }
            T::End => self.end_early(now),
            T::PlayOn => self.step(Command::PlayOn),
            T::Correct { round, seat } => {
                self.correct(round, seat);
                false
            }
            T::PageRound { back } => {
                self.page_round(back);
                false
            }
            T::Escape => {
                self.escape();
                false
            }
            _ => false,
        };
        changed || entered
    }

    /// Handles a tap or key that only this table has. Returns whether the session changed and must be saved.
    pub(super) fn handle_own(&mut self, command: TrackCommand) -> bool {
        self.notice = None;
        if command == TrackCommand::Minus && self.at().0 == Part::Showdown {
            self.turn_sign();
            return false;
        }
        let entered = self.enter_typed();
        let changed = match command {
            TrackCommand::Select(seat) => {
                self.select(self.at().0, seat);
                false
            }
            TrackCommand::Part(part) => {
                self.go_to(part);
                false
            }
            TrackCommand::Fold => self.bet(Choice::Fold),
            TrackCommand::Token(token) => self.bet(Choice::Token(token)),
            TrackCommand::Minus => {
                let (part, seat) = self.at();
                self.typed = (part != Part::Showdown && seat.is_some()).then_some(Typed::Minus);
                false
            }
            TrackCommand::Rank(rank) => self.show(Shown::Rank(rank)),
            TrackCommand::ByHand(by_hand) => {
                self.by_hand = Some(by_hand);
                false
            }
        };
        changed || entered
    }

    fn select(&mut self, part: Part, seat: Seat) {
        let Some((_, round)) = self.round() else { return };
        let parts = [part, Part::Showdown, Part::Second, Part::First];
        self.chosen = parts.into_iter().find(|&part| Track::can_enter(round, part, seat)).map(|part| (part, seat));
    }

    /// Selects the first player for whom this part can be entered.
    fn go_to(&mut self, part: Part) {
        let Some((number, round)) = self.round() else { return };
        let mut order = self.session.game().order(number);
        let first = order.find(|&seat| Track::can_enter(round, part, seat));
        self.chosen = first.map(|seat| (part, seat));
    }

    /// Selects the player before or after, among those for whom this part can be entered.
    fn step_selection(&mut self, down: bool) {
        let Some((number, round)) = self.round() else { return };
        let (part, at) = self.at();
        let order = self.session.game().order(number).filter(|&seat| Track::can_enter(round, part, seat));
        let seats: Vec<Seat> = order.collect();
        let place = at.and_then(|at| seats.iter().position(|&seat| seat == at));
        let next = match (place, down) {
            (None, true) => 0,
            (None, false) => seats.len().saturating_sub(1),
            (Some(place), true) => (place + 1).min(seats.len().saturating_sub(1)),
            (Some(place), false) => place.saturating_sub(1),
        };
        self.chosen = seats.get(next).map(|&seat| (part, seat));
    }

    /// Handles a digit: a token, a rank (1 best, 2 second best, 3 other), or part of a hand.
    fn digit(&mut self, digit: u8) -> bool {
        match self.at().0 {
            Part::First | Part::Second if digit == 1 && self.typed.is_some() => {
                self.notice = None;
                self.enter_typed()
            }
            Part::First | Part::Second => match Token::try_from(i64::from(digit)) {
                Ok(token) => self.handle_own(TrackCommand::Token(token)),
                Err(_) => false,
            },
            Part::Showdown if self.by_hand() => {
                self.notice = None;
                if self.at().1.is_none() {
                    return false;
                }
                let digit = i32::from(digit);
                let hand = match self.typed {
                    None => digit,
                    Some(Typed::Minus) => -digit,
                    Some(Typed::Hand(hand)) => hand * 10 + if hand < 0 { -digit } else { digit },
                };
                self.typed = Some(Typed::Hand(hand));
                hand.abs() * 10 > HAND_MAX && self.enter_typed()
            }
            Part::Showdown => {
                let rank = [Rank::Other, Rank::Best, Rank::Second, Rank::Other].get(usize::from(digit)).copied();
                rank.is_some_and(|rank| self.handle_own(TrackCommand::Rank(rank)))
            }
        }
    }

    /// Turns the sign of the hand being typed.
    fn turn_sign(&mut self) {
        self.typed = match self.typed {
            Some(Typed::Hand(hand)) if hand != 0 => Some(Typed::Hand(-hand)),
            Some(Typed::Minus) => None,
            Some(Typed::Hand(_)) | None => (self.by_hand() && self.at().1.is_some()).then_some(Typed::Minus),
        };
    }

    /// Whether something typed is entered after a pause; the sign of a hand waits for its digits.
    pub(super) fn is_typing(&self) -> bool {
        match self.typed {
            Some(Typed::Minus) => self.at().0 != Part::Showdown,
            typed => typed.is_some(),
        }
    }

    /// Enters what is waiting for more, as it stands. Returns whether the session changed.
    pub(super) fn enter_typed(&mut self) -> bool {
        match (self.typed.take(), self.at().0) {
            (Some(Typed::Minus), Part::First | Part::Second) => self.bet(Choice::Token(Token::MIN)),
            (Some(Typed::Hand(hand)), Part::Showdown) => self.show(Shown::Hand(hand)),
            _ => false,
        }
    }

    /// Whether hands, and not ranks, are entered at the showdown: as said, or else as in the latest showdown.
    pub(super) fn by_hand(&self) -> bool {
        let shown = |round: &Round| round.turns.iter().find_map(|turn| turn.shown());
        let latest = || {
            let scored = self.table().scored.iter().rev().map(|scored| scored.facts.facts());
            self.table().open.iter().chain(scored).find_map(shown)
        };
        self.by_hand.unwrap_or_else(|| matches!(latest(), Some(Shown::Hand(_))))
    }

    fn bet(&mut self, choice: Choice) -> bool {
        match self.at() {
            (Part::First, Some(seat)) => self.enter(Part::First, seat, Command::Bet(seat, Bet::First, choice)),
            (Part::Second, Some(seat)) => self.enter(Part::Second, seat, Command::Bet(seat, Bet::Second, choice)),
            (Part::Showdown, _) | (_, None) => false,
        }
    }

    fn show(&mut self, shown: Shown) -> bool {
        let (Part::Showdown, Some(seat)) = self.at() else { return false };
        self.enter(Part::Showdown, seat, Command::Show(seat, shown))
    }

    /// Enters a fact. After replacing a fact the next player is selected, entered or not; otherwise whatever is still
    /// missing.
    fn enter(&mut self, part: Part, seat: Seat, command: Command) -> bool {
        let anew = self.chosen.is_some() && self.round().is_some_and(|(_, round)| is_entered(round, part, seat));
        let changed = self.step(command);
        if self.notice.is_some() {
            return changed;
        }
        self.chosen = None;
        if anew {
            self.chosen = Some((part, seat));
            self.step_selection(true);
            self.chosen.take_if(|(_, next)| *next == seat);
        }
        changed
    }

    /// Clears the fact of the round entered last.
    fn backspace(&mut self) -> bool {
        if let Some(typed) = self.typed.take() {
            self.typed = match typed {
                Typed::Hand(hand) if hand.abs() >= 10 => Some(Typed::Hand(hand / 10)),
                Typed::Hand(hand) if hand < 0 => Some(Typed::Minus),
                Typed::Hand(_) | Typed::Minus => None,
            };
            return false;
        }
        let in_round = match (&self.correction, self.session.last_step()) {
            (Some(correction), _) => correction.can_undo(),
            (None, Some(Step::Play(step))) => matches!(step, Command::Bet(..) | Command::Show(..) | Command::Move(_)),
            (None, _) => false,
        };
        in_round && self.undo()
    }

    fn primary(&mut self, now: DateTime<FixedOffset>) -> bool {
        if self.manual.is_some() {
            return self.move_by_hand(PenaltyCommand::Save);
        }
        if self.overlay != Overlay::None {
            self.overlay = Overlay::None;
            return false;
        }
        let Some(correction) = &self.correction else {
            let changed = self.step(Command::Score(Some(now)));
            self.chosen = if changed { None } else { self.chosen };
            if changed && self.session.scored() == ROUNDS_MAX {
                self.notice = Some(Notice::quiet(text!(
                    "A game has at most {max} rounds: this one is over. To play on, begin another.",
                    max = ROUNDS_MAX,
                )));
            }
            return changed;
        };
        let (round, Some(step)) = (correction.round, correction.step()) else { return false };
        let changed = self.take(|session| session.apply(step));
        if self.notice.is_none() {
            self.close_correction();
            self.notice = Some(Notice::done(text!("Round {round} is corrected; the totals follow.", round = round)));
        }
        changed
    }

    /// Handles a tap that opens or uses the panel of a move by hand. Returns whether the session changed.
    fn move_by_hand(&mut self, command: PenaltyCommand) -> bool {
        let Some((number, round)) = self.round() else { return false };
        let manual = match (command, &self.manual) {
            (PenaltyCommand::For(seat), _) => {
                let seat = seat.or(self.at().1).unwrap_or(self.session.game().first_player(number));
                self.open_manual(ManualDraft::of(round, seat));
                return false;
            }
            (PenaltyCommand::Save, Some((draft, _))) => draft.kept(round),
            (PenaltyCommand::Remove, Some((draft, _))) => draft.others(round),
            (command, _) => {
                if let Some((draft, _)) = &mut self.manual {
                    draft.entered.take(command);
                }
                return false;
            }
        };
        let changed = self.step(Command::Move(manual));
        if self.notice.is_none() {
            self.close_manual();
            let moved = self.session.game().readings(self.table()).pop();
            let moved = moved.and_then(|round| round.moved_by_hand(&self.session.people().names_in(number)));
            self.notice = Some(Notice::done(match moved {
                Some(moved) => text!("{penalty}.", penalty = moved),
                None => text!("The move by hand is taken back."),
            }));
        }
        changed
    }

    fn open_manual(&mut self, draft: Option<ManualDraft>) {
        if !self.file.may_write() {
            self.notice = Some(Notice::read_only());
        } else if let Some(draft) = draft {
            self.close_manual();
            self.manual = Some((draft, self.overlay));
            self.overlay = Overlay::Penalty;
        }
    }

    /// Closes the panel of a move by hand, showing again what it covered. Returns whether it was open.
    fn close_manual(&mut self) -> bool {
        let Some((_, beneath)) = self.manual.take() else { return false };
        self.overlay = beneath;
        true
    }

    /// Ends the game early. Returns whether the session changed.
    pub(super) fn end_early(&mut self, now: DateTime<FixedOffset>) -> bool {
        self.overlay = Overlay::None;
        self.step(Command::EndEarly(now))
    }

    /// Opens a scored round for correction, with the facts of `seat` selected.
    pub(super) fn correct(&mut self, round: usize, seat: Option<Seat>) {
        let scored = &self.session.table().scored;
        let Some(played) = round.checked_sub(1).and_then(|index| scored.get(index)) else { return };
        if !self.file.may_write() {
            self.notice = Some(Notice::read_only());
            return;
        }
        let open = Some(played.facts.facts().clone());
        let table = Table { scored: scored[..round - 1].to_vec(), open, ended_early: None };
        self.overlay = Overlay::None;
        if self.has_draft() {
            return;
        }
        (self.by_hand, self.chosen) = (None, None);
        self.correction = Some(Correction::of(round, table));
        match seat {
            Some(seat) => self.select(Part::Showdown, seat),
            None => self.go_to(Part::First),
        }
    }

    /// Opens the scored round before or after the one on the table.
    fn page_round(&mut self, back: bool) {
        let scored = self.session.scored();
        let at = self.correction.as_ref().map_or(scored + 1, |correction| correction.round);
        let to = if back { at.saturating_sub(1) } else { at + 1 };
        if to > scored && self.correction.is_some() && !self.has_draft() {
            self.close_correction();
        } else {
            self.correct(to, None);
        }
    }

    fn escape(&mut self) {
        if self.typed.take().is_some() || self.close_manual() {
            return;
        }
        if self.overlay != Overlay::None {
            self.overlay = Overlay::None;
        } else if self.chosen.is_some() && self.correction.is_none() {
            self.chosen = None;
        } else {
            self.close_correction();
        }
    }

    fn close_correction(&mut self) {
        self.chosen = None;
        if self.correction.take().is_some() {
            self.by_hand = None;
        }
    }

    /// Whether a correction has unsaved changes; if so, says it.
    pub(super) fn has_draft(&mut self) -> bool {
        let Some(unsaved) = self.correction.as_ref().and_then(Correction::unsaved) else { return false };
        self.notice = Some(unsaved);
        true
    }

    /// Closes what was begun at the table, because it is being left.
    pub(super) fn leave(&mut self) {
        self.close_manual();
        (self.overlay, self.notice, self.typed) = (Overlay::None, None, None);
        self.close_correction();
    }

    /// Undoes the last thing on the screen. Returns whether the session changed.
    pub(super) fn undo(&mut self) -> bool {
        self.notice = None;
        if self.typed.take().is_some() || self.close_manual() {
            return false;
        }
        self.chosen = None;
        if let Some(correction) = &mut self.correction {
            let round = correction.round;
            let said = if correction.undo() {
                text!("Undone: the last change of this correction.")
            } else {
                self.close_correction();
                text!("The correction of round {round} is cancelled.", round = round)
            };
            self.notice = Some(Notice::quiet(said));
            return false;
        }
        let step = self.session.last_step().cloned();
        let changed = self.take(|session| session.undo());
        if let Some(step) = step.filter(|_| changed) {
            let names = self.session.people().names_at_end();
            self.notice = Some(Notice::quiet(match step {
                Step::Play(step) => step.undone(&names, self.session.scored() + 1),
                Step::Agree(_) => text!("Undone: the change of the game."),
            }));
        }
        changed
    }

    /// Redoes what was undone last. Returns whether the session changed.
    pub(super) fn redo(&mut self) -> bool {
        self.notice = None;
        self.close_manual();
        let entered = self.enter_typed();
        self.chosen = None;
        match &mut self.correction {
            Some(correction) => {
                if !correction.redo() {
                    self.say(&Refusal::NothingToRedo);
                }
                false
            }
            None => self.take(|session| session.redo()) || entered,
        }
    }

    /// Takes a step, in a correction's draft if it is a fact of the round, or else of the session; shows a refusal.
    fn step(&mut self, command: Command) -> bool {
        let game = self.session.game().clone();
        let Some(correction) = &mut self.correction else {
            return self.take(|session| session.apply(command));
        };
        if let Err(refusal) = correction.change(|table| game.perform(table, &command)) {
            self.say(&refusal);
        }
        false
    }

    /// Changes the agreement, or shows why not. Returns whether the session changed.
    pub(super) fn agree(&mut self, agreed: Agreement<Game>, seats: PerSeat<Seat>) -> bool {
        self.chosen = None;
        match self.session.agree(agreed, seats) {
            Ok(session) => self.take(|_| Ok(session)),
            Err(refusal) => {
                self.notice = Some(Notice::not_played_so(&refusal, &self.session.people().names_at_end()));
                false
            }
        }
    }

    fn take(&mut self, step: impl FnOnce(&Session<Game>) -> Result<Session<Game>, Refusal<Breach>>) -> bool {
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
                self.say(&refusal);
                false
            }
        }
    }

    fn say(&mut self, refusal: &Refusal<Breach>) {
        let in_sight = self.round().map(|(round, _)| round);
        self.notice = Some(Notice::trouble(match refusal {
            Refusal::Rule { round, breach } if in_sight == Some(*round) => {
                breach.at_table(&self.session.people().names_at_end())
            }
            Refusal::Rule { round, breach } => {
                text!(
                    "round {round}: {reason}",
                    round = *round,
                    reason = breach.text(&self.session.people().names_at_end())
                )
            }
            other => return self.notice = Some(Notice::refused(other, &[])),
        }));
    }
}

impl Correction<Table> {
    /// The step that saves the correction.
    fn step(&self) -> Option<Command> {
        Some(Command::Correct(self.round, self.facts.open.clone()?))
    }
}

/// Whether this part of the round is known for a player.
fn is_entered(round: &Round, part: Part, seat: Seat) -> bool {
    round.turns.get(seat).is_some_and(|turn| match part {
        Part::First => *turn != Turn::Waiting,
        Part::Second => !matches!(turn, Turn::Waiting | Turn::FoldedFirst | Turn::Bet(_)),
        Part::Showdown => turn.shown().is_some(),
    })
}
