//! An open session: the selection, what is typed or corrected, and what a tap on the table means.

use chrono::{DateTime, FixedOffset};

use super::correction::Correction;
use super::penalty::{Draft, PenaltyCommand};
use super::{Notice, Tone};
use crate::archive::SessionFile;
use crate::game::{Refusal, Standing};
use crate::seats::PerSeat;
use crate::session::{Agreement, Session, Step};
use crate::text;
use crate::text::Text;
use crate::wizard::{
    Breach, Change, Cloud, CloudEntry, Command, Game, Penalty, Phase, Round, RuleSet, Seat, SpecialCard, Trump, Waiver,
};

/// A number to enter: bid or tricks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The bid.
    Bid,
    /// The tricks taken.
    Tricks,
}

impl Field {
    /// Everyone's number of this kind.
    pub(super) fn of(self, facts: &Round) -> &PerSeat<Option<u8>> {
        match self {
            Field::Bid => &facts.bids,
            Field::Tricks => &facts.tricks,
        }
    }
}

/// An overlay on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overlay {
    /// Nothing.
    #[default]
    None,
    /// The bids in large type, to be read out.
    ReadOut,
    /// The sheet, if there is no room for it beside the table.
    Sheet,
    /// The question whether to end the game early.
    EndQuestion,
    /// A player's penalty points.
    Penalty,
}

/// The pad below the players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pad {
    /// Numbers.
    #[default]
    Numbers,
    /// The Cloud: its taker and their change of bid.
    Cloud,
    /// Trumps.
    Trump,
}

/// The meaning of a tap or key at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableCommand {
    /// Selects this player's number for entry.
    Select(Seat, Field),
    /// In a correction, selects the bid or the tricks of the selected player for entry.
    Field(Field),
    /// Enters a number for the selected player.
    Number(u8),
    /// Types a digit. If it could begin a larger number, it waits for the next one.
    Digit(u8),
    /// Enters a waiting digit, because nothing more was typed for a while.
    Pause,
    /// Clears the number entered last.
    Backspace,
    /// Selects the player above or below.
    Step {
        /// Whether to go down the list.
        down: bool,
    },
    /// Presses the large button: start the tricks, score the round, save the correction.
    Primary,
    /// Lets the bids add up: enters the refused bid, or saves the correction.
    Insist,
    /// Plays on without Plus/Minus One, and enters the refused bid.
    WithoutRule,
    /// Returns to what was entered first in this round.
    Back,
    /// Sets the trump, or clears it if it is this one.
    Trump(Trump),
    /// Adds a Bomb, or after the last possible one clears them.
    Bomb,
    /// Gives the selected player a Cloud, or if all are taken, clears them.
    Cloud,
    /// Asks below the players about the Cloud at this index.
    AskCloud(usize),
    /// Sets the taker of the Cloud asked about; `None` for nobody.
    CloudTaker(Option<Seat>),
    /// Sets the taker's change of bid.
    CloudChange(Change),
    /// Shows this pad below the players.
    Pad(Pad),
    /// Shows this overlay.
    Overlay(Overlay),
    /// Passes on a tap in the panel of penalty points.
    Penalty(PenaltyCommand),
    /// Ends the game early.
    End,
    /// Resumes a game that was ended early.
    PlayOn,
    /// Opens a scored round for correction.
    Correct {
        /// The round, from 1.
        round: usize,
        /// The player whose number to select; `None` for the first to bid.
        seat: Option<Seat>,
    },
    /// Opens the scored round before or after the one on the table.
    PageRound {
        /// Whether to go towards the first round.
        back: bool,
    },
    /// Closes the topmost thing: typing, pad, overlay or correction.
    Escape,
}

impl TableCommand {
    /// Whether the command is part of typing a number; any other comes after the number is entered.
    fn belongs_to_typing(&self) -> bool {
        use TableCommand as T;
        matches!(self, T::Digit(_) | T::Pause | T::Primary | T::Backspace | T::Escape)
    }
}

/// An open session of Wizard.
#[derive(Debug)]
pub(super) struct Play {
    pub(super) session: Session,
    pub(super) file: SessionFile,
    pub(super) selected: Seat,
    pub(super) field: Field,
    pub(super) typed: Option<u8>,
    pub(super) correction: Option<Correction<Round>>,
    pub(super) overlay: Overlay,
    /// The penalty being entered, and the overlay it covers.
    pub(super) penalty: Option<(Draft, Overlay)>,
    pub(super) pad: Pad,
    /// The index of the Cloud asked about.
    pub(super) cloud: usize,
    pub(super) notice: Option<Notice>,
    /// The player and bid just refused for Plus/Minus One.
    pub(super) refused: Option<(Seat, u8)>,
}

impl Play {
    pub(super) fn new(session: Session, file: SessionFile) -> Play {
        let mut play = Play {
            session,
            file,
            selected: 0,
            field: Field::Bid,
            typed: None,
            correction: None,
            overlay: Overlay::None,
            penalty: None,
            pad: Pad::Numbers,
            cloud: 0,
            notice: None,
            refused: None,
        };
        play.select_next();
        play.show_question();
        play
    }

    /// Replaces the session by a newer version that another program wrote to its file. Returns the round whose
    /// correction, with its unsaved changes, was closed because the round is another one now.
    pub(super) fn take_in(&mut self, session: Session) -> Option<usize> {
        let before = std::mem::replace(&mut self.session, session);
        self.close_penalty();
        // A digit would be entered for whoever is selected next.
        self.typed = None;
        let agrees = before.agreed() == self.session.agreed();
        let (then, now) = (&before.table().scored, &self.session.table().scored);
        let outdated = |correction: &mut Correction<Round>| {
            let at = correction.round - 1;
            !agrees || then.get(at) != now.get(at)
        };
        let closed = self.correction.take_if(outdated);
        self.select_next();
        self.show_question();
        closed.filter(Correction::is_changed).map(|correction| correction.round)
    }

    /// The round on the table, numbered from 1: the one being corrected, or the open one.
    pub(super) fn round(&self) -> Option<(usize, &Round)> {
        match &self.correction {
            Some(correction) => Some((correction.round, &correction.facts)),
            None => self.session.open().map(|(round, open)| (round, &open.facts)),
        }
    }

    /// The round on the table, with tricks that follow from the others filled in.
    pub(super) fn filled_round(&self) -> Option<(usize, Round)> {
        let (round, facts) = self.round()?;
        let mut filled = facts.clone();
        let plays = self.session.open().is_some_and(|(_, open)| open.phase == Phase::Playing) || self.advanced();
        if plays && self.correction.is_none() {
            filled.tricks = self.session.game().filled_tricks(round, facts);
        }
        Some((round, filled))
    }

    /// The session as the correction being entered would make it, if need be against Plus/Minus One; `None` without a
    /// correction that could be saved.
    pub(super) fn corrected(&self) -> Option<Session> {
        let correction = self.correction.as_ref()?;
        let mut facts = correction.facts.clone();
        facts.waived.insert(Waiver::PlusMinusOne);
        self.session.apply(Command::Correct(correction.round, facts)).ok()
    }

    /// Whether the second half of the open round is being entered.
    pub(super) fn advanced(&self) -> bool {
        let first = Phase::first(self.session.game().rules().bidding);
        self.session.open().is_some_and(|(_, open)| open.phase != first)
    }

    /// Handles a tap or key. Returns whether the session changed and must be saved.
    pub(super) fn handle(&mut self, command: TableCommand, now: DateTime<FixedOffset>) -> bool {
        if !matches!(command, TableCommand::Digit(_) | TableCommand::Pause) {
            self.notice = None;
        }
        if !matches!(command, TableCommand::Insist | TableCommand::WithoutRule) {
            self.refused = None;
        }
        let typed_for = self.selected;
        let entered = !command.belongs_to_typing() && self.enter_typed();
        // A step counts from the player whose number was typed.
        if matches!(command, TableCommand::Step { .. }) {
            self.selected = typed_for;
        }
        self.act(command, now) || entered
    }

    /// Whether a digit waits for another.
    pub(super) fn is_typing(&self) -> bool {
        self.typed.is_some()
    }

    /// Enters the digit waiting for another, as it stands. Returns whether the session changed.
    pub(super) fn enter_typed(&mut self) -> bool {
        let Some(number) = self.typed.take() else { return false };
        self.notice = None;
        self.enter(Some(number))
    }

    fn act(&mut self, command: TableCommand, now: DateTime<FixedOffset>) -> bool {
        match command {
            TableCommand::Select(seat, field) if seat < self.session.people().players_at_end().len() => {
                (self.selected, self.pad) = (seat, Pad::Numbers);
                if self.correction.is_some() {
                    self.field = field;
                }
            }
            TableCommand::Field(field) if self.correction.is_some() => self.field = field,
            TableCommand::Select(..) | TableCommand::Field(_) => {}
            TableCommand::Number(number) => {
                self.notice = None;
                return self.enter(Some(number));
            }
            TableCommand::Digit(digit) => return self.digit(digit),
            TableCommand::Pause => return self.enter_typed(),
            TableCommand::Backspace => return self.backspace(),
            TableCommand::Step { down } => self.step_selection(down),
            TableCommand::Penalty(command) => return self.penalise(command),
            TableCommand::Primary => return self.primary(now),
            TableCommand::Insist => return self.insist(now),
            TableCommand::WithoutRule => return self.let_stand(Play::drop_rule),
            TableCommand::Back => {
                self.pad = Pad::Numbers;
                let changed = self.step(Command::Back);
                self.select_next();
                return changed;
            }
            TableCommand::Trump(trump) => {
                self.pad = Pad::Numbers;
                let already = self.round().is_some_and(|(_, facts)| facts.trump == Some(trump));
                let trump = (!already).then_some(trump);
                return self.change(Command::Trump(trump), |facts| facts.trump = trump);
            }
            TableCommand::Bomb => {
                let Some((round, facts)) = self.round() else { return false };
                // If none is possible, the step is still tried, so that its refusal is shown.
                let most = self.session.game().bombs_possible(round).max(1);
                let bombs = if facts.bombs < most { facts.bombs + 1 } else { 0 };
                let changed = self.change(Command::Bombs(bombs), |facts| facts.bombs = bombs);
                self.select_open_tricks();
                return changed;
            }
            TableCommand::Cloud => {
                let taken = self.clouds().len();
                if !self.is_asked() && taken < usize::from(self.clouds_possible()) {
                    self.cloud = taken;
                    return self.cloud_to_selected();
                }
                self.pad = Pad::Numbers;
                return self.set_clouds(Vec::new());
            }
            TableCommand::AskCloud(number) => {
                (self.cloud, self.pad) = (number, Pad::Cloud);
                if self.asked().is_none() {
                    return self.set_cloud(Some(CloudEntry::Asked(None)));
                }
            }
            TableCommand::CloudTaker(None) => {
                let changed = self.set_cloud(None);
                self.show_question();
                return changed;
            }
            TableCommand::CloudTaker(taker) if taker == self.asked().and_then(CloudEntry::taker) => {}
            TableCommand::CloudTaker(taker) => return self.set_cloud(Some(CloudEntry::Asked(taker))),
            TableCommand::CloudChange(change) => {
                let Some(player) = self.asked().and_then(CloudEntry::taker) else { return false };
                let changed = self.set_cloud(Some(CloudEntry::Taken(Cloud { player, change })));
                self.show_question();
                return changed;
            }
            TableCommand::Pad(Pad::Numbers) => return self.close_pad(),
            TableCommand::Pad(pad) => self.pad = pad,
            TableCommand::Overlay(overlay) => {
                self.close_penalty();
                self.overlay = overlay;
            }
            TableCommand::End => {
                self.overlay = Overlay::None;
                return self.step(Command::EndEarly(now));
            }
            TableCommand::PlayOn => {
                let changed = self.step(Command::PlayOn);
                self.select_next();
                return changed;
            }
            TableCommand::Correct { round, seat } => self.open_correction(round, seat),
            TableCommand::PageRound { back } => self.page_round(back),
            TableCommand::Escape => return self.escape(),
        }
        false
    }

    /// Undoes the last thing on the screen: a half-made entry, a number of the correction, the correction itself, or
    /// else a step of the session. Returns whether the session changed.
    pub(super) fn undo(&mut self) -> bool {
        self.notice = None;
        if self.penalty.is_some() {
            self.close_penalty();
            return false;
        }
        let only_shown = self.pad != Pad::Numbers && !self.is_asked();
        if self.typed.take().is_some() || only_shown {
            self.pad = Pad::Numbers;
            return false;
        }
        let changed = match &mut self.correction {
            Some(correction) => {
                let said = if correction.undo() {
                    text!("Undone: the last change of this correction.")
                } else {
                    let round = correction.round;
                    self.close_correction();
                    text!("The correction of round {round} is cancelled.", round = round)
                };
                self.notice = Some(Notice::quiet(said));
                false
            }
            None => {
                let step = self.session.last_step().cloned();
                let changed = self.travel(Session::undo);
                if let Some(step) = step.filter(|_| changed) {
                    let round = self.session.open().map_or(0, |(round, _)| round);
                    self.notice = Some(Notice::quiet(match step {
                        Step::Play(step) => step.undone(&self.session.people().names_at_end(), round),
                        Step::Agree(_) => text!("Undone: the change of the game."),
                    }));
                }
                changed
            }
        };
        self.show_question();
        changed
    }

    /// Redoes what was undone last. Returns whether the session changed.
    pub(super) fn redo(&mut self) -> bool {
        self.notice = None;
        self.close_penalty();
        let entered = self.enter_typed();
        let changed = match &mut self.correction {
            Some(correction) => {
                if !correction.redo() {
                    self.notice = Some(Notice::refused(&Refusal::<Breach>::NothingToRedo, &[]));
                }
                false
            }
            None => self.travel(Session::redo) || entered,
        };
        self.show_question();
        changed
    }

    fn travel(&mut self, travel: fn(&Session) -> Result<Session, Refusal<Breach>>) -> bool {
        let changed = self.take(travel, Notice::refused);
        if changed {
            self.select_next();
        }
        changed
    }

    /// Takes a step of the session, or shows why it was refused. Returns whether the session changed.
    fn step(&mut self, command: Command) -> bool {
        self.take(|session| session.apply(command), Notice::refused)
    }

    fn take(
        &mut self,
        step: impl FnOnce(&Session) -> Result<Session, Refusal<Breach>>,
        say: fn(&Refusal<Breach>, &[String]) -> Notice,
    ) -> bool {
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
                if let Refusal::Rule { breach: Breach::CloudOpen { .. }, .. } = refusal {
                    self.ask();
                }
                self.notice = Some(say(&refusal, &self.names()));
                false
            }
        }
    }

    /// Changes the round on the table: the draft of a correction, or the open round by a step.
    fn change(&mut self, command: Command, draft: impl FnOnce(&mut Round)) -> bool {
        match &mut self.correction {
            Some(correction) => {
                correction.change(draft);
                false
            }
            None => self.step(command),
        }
    }

    fn enter(&mut self, number: Option<u8>) -> bool {
        let seat = self.selected;
        if let Some(correction) = &self.correction {
            let field = self.field;
            let cards = self.session.game().cards(correction.round);
            if let Some(number) = number.filter(|&number| number > cards) {
                let breach = match field {
                    Field::Bid => Breach::BidRange { player: seat, bid: number.into(), cards },
                    Field::Tricks => Breach::TricksRange { player: seat, tricks: number.into(), cards },
                };
                self.notice = Some(Notice::broken(&breach, &[]));
                return false;
            }
            let changed = self.change(Command::Advance, |facts| {
                let list = if field == Field::Bid { &mut facts.bids } else { &mut facts.tricks };
                if number.is_some() {
                    list.set(seat, number);
                }
            });
            self.step_selection(true);
            return changed;
        }
        if let (Field::Bid, Some(bid), Some((round, facts))) = (self.field, number, self.round())
            && let Err(breach) = self.session.game().may_bid(round, facts, seat, bid)
        {
            self.notice = Some(match breach {
                Breach::PlusMinusOne { player, bid, cards } => {
                    self.refused = Some((player, bid));
                    Notice::bid_forbidden(bid, cards)
                }
                breach => Notice::broken(&breach, &self.session.people().names_in(round)),
            });
            return false;
        }
        let retyped = self.round().is_some_and(|(_, facts)| self.field.of(facts).known(seat).is_some());
        let changed = self.step(match self.field {
            Field::Bid => Command::Bid(seat, number),
            Field::Tricks => Command::Tricks(seat, number),
        });
        if number.is_some() && self.notice.is_none() {
            if retyped {
                self.step_selection(true);
            } else {
                self.select_next();
            }
        }
        changed
    }

    /// Lets the bids add up. Returns whether the session changed.
    fn insist(&mut self, now: DateTime<FixedOffset>) -> bool {
        if let Some(correction) = &mut self.correction {
            let game = self.session.game();
            let adds_up = game.check_bids(correction.round, &correction.facts);
            if matches!(adds_up, Err(Breach::PlusMinusOne { .. })) {
                correction.change(|facts| facts.waived.insert(Waiver::PlusMinusOne));
                return self.primary(now);
            }
            return false;
        }
        self.let_stand(|play| play.step(Command::Waive([Waiver::PlusMinusOne].into())))
    }

    /// Enters the refused bid once `allow` has permitted it. Returns whether the session changed.
    fn let_stand(&mut self, allow: fn(&mut Play) -> bool) -> bool {
        let Some((seat, bid)) = self.refused.take() else { return false };
        if !allow(self) {
            return false;
        }
        self.selected = seat;
        self.enter(Some(bid));
        true
    }

    /// Switches Plus/Minus One off in this game.
    fn drop_rule(&mut self) -> bool {
        let (agreed, game) = (self.session.agreed().clone(), self.session.game());
        let rules = RuleSet { plus_minus_one: false, ..game.rules().clone() };
        match Game::seated(game.seating().clone(), rules) {
            Ok(game) => {
                let seats = PerSeat::new(game.players(), |seat| seat);
                self.agree(Agreement { game, ..agreed }, seats)
            }
            Err(conflict) => {
                self.notice = Some(Notice::trouble(conflict.text()));
                false
            }
        }
    }

    /// Changes the agreement, or shows why not. Returns whether the session changed.
    pub(super) fn agree(&mut self, agreed: Agreement<Game>, seats: PerSeat<Seat>) -> bool {
        let changed = self.take(|session| session.agree(agreed, seats), Notice::not_played_so);
        self.pad = Pad::Numbers;
        self.select_next();
        self.show_question();
        changed
    }

    fn digit(&mut self, digit: u8) -> bool {
        let Some((round, _)) = self.round() else { return false };
        let cards = self.session.game().cards(round);
        if self.overlay != Overlay::None || digit > 9 {
            return false;
        }
        (self.notice, self.pad) = (None, Pad::Numbers);
        match self.typed.take() {
            // A number too large for the round is dropped rather than guessed at.
            Some(first) => self.enter(Some(first * 10 + digit)),
            None if digit > 0 && digit * 10 <= cards => {
                self.typed = Some(digit);
                false
            }
            None => self.enter(Some(digit)),
        }
    }

    fn backspace(&mut self) -> bool {
        if self.typed.take().is_some() || self.correction.is_some() || self.overlay != Overlay::None {
            return false;
        }
        let Some((round, facts)) = self.round() else { return false };
        let list = self.field.of(facts);
        let entered = |seat: Seat| list.known(seat).is_some();
        let order = self.session.game().bidding_order(round);
        let at = order.iter().position(|&seat| seat == self.selected).unwrap_or(0);
        // Clears the selected number, or if there is none, the one entered before it.
        let last = order[..=at].iter().rev().find(|&&seat| entered(seat));
        if let Some(&seat) = last {
            self.selected = seat;
            return self.enter(None);
        }
        if self.advanced() {
            let changed = self.step(Command::Back);
            self.select_next();
            return changed;
        }
        false
    }

    fn step_selection(&mut self, down: bool) {
        let Some((round, _)) = self.round() else { return };
        let order = self.session.game().bidding_order(round);
        let at = order.iter().position(|&seat| seat == self.selected).unwrap_or(0);
        let next = if down { (at + 1).min(order.len() - 1) } else { at.saturating_sub(1) };
        self.selected = order[next];
    }

    fn primary(&mut self, now: DateTime<FixedOffset>) -> bool {
        if self.penalty.is_some() {
            return self.penalise(PenaltyCommand::Save);
        }
        if self.overlay != Overlay::None {
            self.overlay = Overlay::None;
            return false;
        }
        if self.typed.is_some() {
            return self.enter_typed();
        }
        if let Some(correction) = self.correction.clone() {
            if let Err(Breach::PlusMinusOne { cards, .. }) =
                self.session.game().check_bids(correction.round, &correction.facts)
            {
                self.notice = Some(Notice::waivable(cards));
                return false;
            }
            let changed = self.step(Command::Correct(correction.round, correction.facts));
            if self.notice.is_none() {
                self.close_correction();
                let said = text!("Round {round} is corrected; the totals follow.", round = correction.round);
                self.notice = Some(Notice::done(said));
            }
            return changed;
        }
        let command = if self.advanced() { Command::Score(Some(now)) } else { Command::Advance };
        let scores = matches!(command, Command::Score(_));
        let changed = self.step(command);
        let mut said = std::mem::take(&mut self.notice);
        if changed && scores && self.session.open().is_some() {
            said = Some(self.scored());
        }
        if changed {
            self.pad = Pad::Numbers;
        }
        self.select_next();
        self.notice = said;
        changed
    }

    /// The players of the round that is shown, in seat order.
    fn names(&self) -> Vec<String> {
        let people = self.session.people();
        self.round().map_or_else(|| people.names_at_end(), |(round, _)| people.names_in(round))
    }

    /// The notice of the totals after the round just scored.
    fn scored(&self) -> Notice {
        let names = self.session.people().names_at_end();
        let standings = self.session.standings();
        let total = |line: &Standing| {
            Some(text!("winner points" => "{name} {points}", name = names.get(line.seat)?, points = line.total))
        };
        let totals = standings
            .iter()
            .filter_map(total)
            .reduce(|one, next| text!("two totals in a row" => "{one} · {next}", one = one, next = next));
        Notice::quiet(text!(
            "round, totals" => "Round {round} is scored. Totals: {totals}",
            round = self.session.table().scored.len(),
            totals = totals.unwrap_or_else(|| Text::foreign("")),
        ))
    }

    /// Gives the Cloud to the selected player, and asks for their change of bid next.
    fn cloud_to_selected(&mut self) -> bool {
        let changed = self.set_cloud(Some(CloudEntry::Asked(Some(self.selected))));
        if self.notice.is_none() {
            self.show_question();
            let name = self.names().get(self.selected).cloned().unwrap_or_default();
            let said = text!("{name} has the Cloud: + or − changes the bid.", name = name);
            self.notice = Some(Notice { tone: Tone::Plain, ..Notice::quiet(said) });
        }
        changed
    }

    fn set_clouds(&mut self, clouds: Vec<CloudEntry>) -> bool {
        self.change(Command::Clouds(clouds.clone()), |facts| facts.clouds = clouds)
    }

    /// Sets the Cloud asked about; `None` if it was not played or nobody took it.
    fn set_cloud(&mut self, cloud: Option<CloudEntry>) -> bool {
        let mut clouds = self.clouds().to_vec();
        // Leaves no gap: a new Cloud follows those already known.
        self.cloud = self.cloud.min(clouds.len());
        clouds.splice(self.cloud..(self.cloud + 1).min(clouds.len()), cloud);
        self.set_clouds(clouds)
    }

    /// The Clouds of the round on the table.
    fn clouds(&self) -> &[CloudEntry] {
        self.round().map_or(&[], |(_, facts)| &facts.clouds)
    }

    /// The number of Clouds to offer. If the deck has none, one is still tried, so that its refusal is shown.
    fn clouds_possible(&self) -> u8 {
        self.session.game().rules().most_of(SpecialCard::Cloud).max(1)
    }

    /// The entry of the Cloud asked about.
    fn asked(&self) -> Option<CloudEntry> {
        self.clouds().get(self.cloud).copied()
    }

    /// Whether a question about a Cloud is open.
    fn is_asked(&self) -> bool {
        self.clouds().iter().any(|cloud| cloud.taken().is_none())
    }

    /// Asks about the first Cloud that is not fully known.
    fn ask(&mut self) {
        let open = self.clouds().iter().position(|cloud| cloud.taken().is_none());
        (self.cloud, self.pad) = (open.unwrap_or(self.cloud), Pad::Cloud);
    }

    /// Shows the question about a Cloud if it is open and can be answered.
    fn show_question(&mut self) {
        let now = self.correction.is_some() || self.field == Field::Tricks || self.advanced();
        self.pad = Pad::Numbers;
        if now && self.is_asked() {
            self.ask();
        }
    }

    /// Closes the pad of trumps or Cloud; an unanswered question clears the Cloud. Returns whether the session changed.
    fn close_pad(&mut self) -> bool {
        let open = self.asked().is_some_and(|cloud| cloud.taken().is_none());
        if std::mem::take(&mut self.pad) != Pad::Cloud || !open {
            return false;
        }
        let changed = self.set_cloud(None);
        if self.notice.is_none() {
            self.notice = Some(Notice::quiet(text!("Nobody has the Cloud: no bid changes.")));
        }
        changed
    }

    /// Moves from the open round or a correction to the scored round before or after; beyond the last one, to the open
    /// round.
    fn page_round(&mut self, back: bool) {
        let scored = self.session.scored();
        let shown = self.correction.as_ref().map_or(scored + 1, |correction| correction.round);
        let to = if back { shown.saturating_sub(1) } else { shown + 1 };
        if to > scored && self.correction.is_some() && !self.has_draft() {
            self.close_correction();
        } else {
            self.open_correction(to, None);
        }
    }

    fn open_correction(&mut self, round: usize, seat: Option<Seat>) {
        let scored = round.checked_sub(1).and_then(|index| self.session.table().scored.get(index));
        let Some(facts) = scored.map(|scored| scored.facts.as_entered()) else { return };
        if !self.file.may_write() {
            self.notice = Some(Notice::read_only());
            return;
        }
        self.overlay = Overlay::None;
        if self.has_draft() {
            return;
        }
        (self.pad, self.field) = (Pad::Numbers, Field::Bid);
        self.selected = seat.unwrap_or(self.session.game().leader(round));
        self.correction = Some(Correction::of(round, facts));
    }

    /// Whether a correction has unsaved changes; if so, says it.
    pub(super) fn has_draft(&mut self) -> bool {
        let Some(unsaved) = self.correction.as_ref().and_then(Correction::unsaved) else { return false };
        self.notice = Some(unsaved);
        true
    }

    fn close_correction(&mut self) {
        self.correction = None;
        self.select_next();
        self.show_question();
    }

    /// Handles a tap that opens or uses the panel of a penalty. Returns whether the session changed.
    fn penalise(&mut self, command: PenaltyCommand) -> bool {
        match (command, &mut self.penalty) {
            (PenaltyCommand::For(seat), _) => {
                self.open_penalty(Draft::new(&self.session, seat.unwrap_or(self.selected)));
            }
            (PenaltyCommand::Change(place), _) => self.open_penalty(Draft::of(&self.session, place)),
            (PenaltyCommand::Save, Some((draft, _))) => {
                let (kept, said) = (draft.kept(&self.session), draft.said(&self.session));
                return self.keep_penalties(kept, said);
            }
            (PenaltyCommand::Remove, Some((draft, _))) => {
                let kept = draft.others(&self.session);
                return self.keep_penalties(kept, text!("The penalty is taken back."));
            }
            (command, Some((draft, _))) => draft.entered.take(command),
            (_, None) => {}
        }
        false
    }

    fn open_penalty(&mut self, draft: Option<Draft>) {
        if !self.file.may_write() {
            self.notice = Some(Notice::read_only());
        } else if let Some(draft) = draft.filter(|_| self.correction.is_none()) {
            self.close_penalty();
            self.penalty = Some((draft, self.overlay));
            self.overlay = Overlay::Penalty;
        }
    }

    /// Closes the panel of a penalty, showing again what it covered.
    fn close_penalty(&mut self) {
        if let Some((_, beneath)) = self.penalty.take() {
            self.overlay = beneath;
        }
    }

    fn keep_penalties(&mut self, penalties: Vec<Penalty>, said: Text) -> bool {
        let kept = self.step(Command::Penalties(penalties));
        if self.notice.is_none() {
            self.close_penalty();
            self.notice = kept.then(|| Notice::done(said));
        }
        kept
    }

    /// Closes what was begun at the table, because it is being left.
    pub(super) fn leave(&mut self) {
        (self.overlay, self.pad, self.correction, self.notice) = (Overlay::None, Pad::Numbers, None, None);
        self.select_next();
    }

    /// Closes the topmost thing. Returns whether the session changed.
    fn escape(&mut self) -> bool {
        if self.typed.take().is_some() {
        } else if self.pad != Pad::Numbers {
            return self.close_pad();
        } else if self.penalty.is_some() {
            self.close_penalty();
        } else if self.overlay != Overlay::None {
            self.overlay = Overlay::None;
        } else if self.correction.is_some() {
            self.close_correction();
        }
        false
    }

    /// Selects open tricks again, because a Bomb changes the tricks that are left.
    fn select_open_tricks(&mut self) {
        let open = self.filled_round().is_some_and(|(_, facts)| facts.tricks.whole().is_none());
        if self.correction.is_none() && self.field == Field::Tricks && open {
            self.select_next();
        }
    }

    /// Selects the player whose number comes next: the first in bidding order without one.
    pub(super) fn select_next(&mut self) {
        if self.correction.is_some() {
            return;
        }
        let Some((round, open)) = self.session.open() else { return };
        let field = if open.phase == Phase::Bidding { Field::Bid } else { Field::Tricks };
        let game = self.session.game();
        let order = game.bidding_order(round);
        let list = if field == Field::Bid { open.facts.bids.clone() } else { game.filled_tricks(round, &open.facts) };
        let missing = order.iter().copied().find(|&seat| list.known(seat).is_none());
        // With none missing, the last in order stays selected, because they may have to change a bid that adds up.
        let last = order.last().copied().unwrap_or(0);
        (self.field, self.selected) = (field, missing.unwrap_or(last));
    }
}
