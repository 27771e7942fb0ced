//! The table of Wizard: bids, tricks, Cloud, Bomb and trump, and what a tap there means.

use chrono::{DateTime, FixedOffset};

use super::penalty::{Draft, Penalised};
use super::setup::Setup;
use super::table::{TableGame, TableState, stepped};
use super::{About, Field, Notice, Pad, PenaltyCommand, TableCommand, Tone};
use crate::archive::trumps_dropped;
use crate::game::Standing;
use crate::seats::{PerSeat, Seating};
use crate::session::{Agreement, Session};
use crate::text;
use crate::text::Text;
use crate::wizard::{
    Cloud, CloudEntry, Command, Control, Game, Phase, RULES, Round, Rule, RuleSet, Seat, Table, Trump, Violation,
    Waiver,
};

/// An open session of Wizard.
pub(super) type Play = TableState<Game>;

/// The number being entered, and what is asked below the players.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) selected: Seat,
    /// Whether the scorekeeper put the mark there, and not the round.
    picked: bool,
    pub(super) field: Field,
    /// A first digit waiting for a second.
    pub(super) typed: Option<u8>,
    pub(super) pad: Pad,
    /// The index of the Cloud asked about.
    pub(super) cloud: usize,
}

impl Default for Entry {
    fn default() -> Entry {
        Entry { selected: 0, picked: false, field: Field::Bid, typed: None, pad: Pad::Numbers, cloud: 0 }
    }
}

impl TableGame for Game {
    type Entry = Entry;
    type Facts = Round;
    type Given = Penalised;

    fn facts_of(table: &Table, round: usize) -> Option<Round> {
        Some(table.scored.get(round.checked_sub(1)?)?.facts.as_entered())
    }

    fn correction(&self, round: usize, facts: &Round, insists: bool) -> Result<Command, Notice> {
        let mut facts = facts.clone();
        if insists {
            facts.waived.insert(Waiver::PlusMinusOne);
        } else if let Some(notice) = self.check_bids(round, &facts).err().as_ref().and_then(Notice::waivable) {
            return Err(notice);
        }
        Ok(Command::Correct(round, facts))
    }

    fn undone(step: &Command, names: &[String], round: usize) -> Text {
        step.undone(names, round)
    }

    fn settle(play: &mut Play) {
        play.select_next();
        play.show_question();
    }

    fn select_corrected(play: &mut Play, seat: Option<Seat>) {
        play.entry.selected = seat.unwrap_or(play.session.game().leader(play.number()));
    }

    fn act(play: &mut Play, command: TableCommand, now: DateTime<FixedOffset>) -> bool {
        play.act(command, now)
    }

    fn enter_typed(play: &mut Play) -> Option<bool> {
        let number = play.entry.typed.take()?;
        play.notice = None;
        Some(play.enter(Some(number)))
    }

    fn is_typing(play: &Play) -> bool {
        play.entry.typed.is_some()
    }

    fn withdraw(play: &mut Play) -> bool {
        let only_shown = play.entry.pad != Pad::Numbers && play.open_cloud().is_none();
        if only_shown {
            play.entry.pad = Pad::Numbers;
        }
        play.entry.typed.take().is_some() || only_shown
    }

    fn step_out(play: &mut Play) -> Option<bool> {
        (play.entry.pad != Pad::Numbers).then(|| play.close_pad())
    }

    fn given(play: &Play, command: PenaltyCommand) -> Option<Draft<Penalised>> {
        match command {
            _ if play.correction.is_some() => None,
            PenaltyCommand::For(seat) => Draft::new(&play.session, seat.unwrap_or(play.entry.selected)),
            PenaltyCommand::Change(place) => Draft::of(&play.session, place),
            _ => None,
        }
    }

    fn give(play: &mut Play, draft: &Draft<Penalised>, removes: bool) -> (bool, Option<Text>) {
        let (penalties, said) = if removes {
            (draft.others(&play.session), text!("The penalty is taken back."))
        } else {
            (draft.kept(&play.session), draft.said(&play.session))
        };
        let given = play.step(Command::Penalties(penalties));
        (given, given.then_some(said))
    }

    fn point_out(play: &mut Play, violation: &Violation) {
        if let Violation::CloudOpen { .. } = violation {
            play.ask();
        }
    }

    #[cfg(not(target_family = "wasm"))]
    fn go_on(play: &mut Play, session: Session) -> bool {
        let (waited, from) = (play.is_missing(), play.entry.selected);
        play.session = session;
        if waited && !play.is_missing() && !play.entry.picked && play.entry.typed.is_none() {
            play.select_next();
        }
        play.entry.selected != from
    }

    fn set_up(&self, setup: &Setup, seating: Seating, seats: &PerSeat<Seat>) -> Result<Game, Notice> {
        let rules = setup.checked_rules(seats.len())?;
        Game::seated(seating, rules).map_err(|conflict| Notice::trouble(conflict.text()))
    }

    fn starter_described(name: &str, round: usize) -> Text {
        text!("{name} deals round {round}.", name = name, round = round)
    }

    fn other_rules(before: &Session, after: &Session, _: &PerSeat<Seat>) -> Vec<Text> {
        let mut effects = other_rules(before.game().rules(), after.game().rules());
        let plan = |session: &Session| session.game().plan().rounds();
        if plan(before) != plan(after) {
            effects.push(text!("The game has {n} round." | "The game has {n} rounds." % plan(after)));
        } else if before.game().plan() != after.game().plan() {
            let round = before.scored() + 1;
            effects.push(text!(
                "Round {round} deals {n} card." | "Round {round} deals {n} cards." % after.game().cards(round),
                round = round,
            ));
        }
        let Table { scored, open, .. } = before.table();
        let trumps = scored.iter().map(|scored| scored.facts.trump).chain(open.iter().map(|open| open.facts.trump));
        let lost = |(round, trump): &(usize, Option<Trump>)| after.game().check_trump(*round, *trump).is_err();
        let dropped = (1..).zip(trumps).filter(lost).count();
        if dropped > 0 {
            effects.push(text!("{rule}.", rule = trumps_dropped(dropped)));
        }
        effects
    }

    fn is_begun(table: &Table) -> bool {
        table.open.as_ref().is_some_and(|open| open.facts.is_begun())
    }
}

impl Play {
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

    /// Whether the second half of the open round is being entered.
    pub(super) fn advanced(&self) -> bool {
        let first = Phase::first(self.session.game().rules().bidding);
        self.session.open().is_some_and(|(_, open)| open.phase != first)
    }

    fn act(&mut self, command: TableCommand, now: DateTime<FixedOffset>) -> bool {
        use TableCommand as T;
        match command {
            T::Select(seat, field) if seat < self.session.people().players_at_end().len() => {
                (self.entry.selected, self.entry.picked, self.entry.pad) = (seat, true, Pad::Numbers);
                if self.correction.is_some() {
                    self.entry.field = field;
                }
            }
            T::Field(field) if self.correction.is_some() => self.entry.field = field,
            T::Number(number) => return self.enter(Some(number)),
            // The numbers are out of sight, and whose they would be is not what is asked.
            T::Digit(_) | T::Backspace if self.asks_cloud() => {
                let open = Violation::CloudOpen { player: self.asked().and_then(CloudEntry::taker) };
                self.notice = Some(Notice { tone: Tone::Plain, ..Notice::broken(&open, &self.names()) });
            }
            T::Digit(digit) => return self.digit(digit),
            T::Backspace => return self.backspace(),
            T::Step { down } => {
                // Counts from the player whose number was typed.
                let from = self.entry.selected;
                let entered = self.enter_typed();
                (self.entry.selected, self.entry.picked) = (from, true);
                self.step_selection(down);
                return entered;
            }
            T::Primary => return self.advance(now),
            T::Insist => return self.insist(),
            T::WithoutRule => return self.let_stand(Play::drop_rule),
            T::Back => {
                self.entry.pad = Pad::Numbers;
                return self.step_and_select(Command::Back);
            }
            T::Trump(trump) => {
                self.entry.pad = Pad::Numbers;
                let Some((round, facts)) = self.round() else { return false };
                let (trump, game) = ((facts.trump != Some(trump)).then_some(trump), self.session.game());
                if game.given_trump(round).is_some() {
                    let no_trump = Violation::NoTrump { unicolor: game.rules().unicolor };
                    self.notice = Some(Notice::broken(&no_trump, &[]));
                    return false;
                }
                return self.change(Command::Trump(trump), |facts| facts.trump = trump);
            }
            T::Bomb => {
                let Some((round, facts)) = self.round() else { return false };
                // If none is possible, the step is still tried, so that its refusal is shown.
                let most = self.session.game().bombs_possible(round).max(1);
                let bombs = if facts.bombs < most { facts.bombs + 1 } else { 0 };
                let changed = self.change(Command::Bombs(bombs), |facts| facts.bombs = bombs);
                self.select_open_tricks();
                return changed;
            }
            T::Cloud => return self.turn_cloud(),
            T::AskCloud(number) => {
                (self.entry.cloud, self.entry.pad) = (number, Pad::Cloud);
                if self.asked().is_none() {
                    return self.set_cloud(Some(CloudEntry::Asked(None)));
                }
            }
            T::CloudTaker(None) => {
                let changed = self.set_cloud(None);
                self.show_question();
                return changed;
            }
            T::CloudTaker(taker) if taker == self.asked().and_then(CloudEntry::taker) => {}
            T::CloudTaker(taker) => return self.set_cloud(Some(CloudEntry::Asked(taker))),
            T::CloudChange(change) => {
                let Some(player) = self.asked().and_then(CloudEntry::taker) else { return false };
                let changed = self.set_cloud(Some(CloudEntry::Taken(Cloud { player, change })));
                self.show_question();
                return changed;
            }
            T::Pad(Pad::Numbers) => return self.close_pad(),
            T::Pad(pad) => self.entry.pad = pad,
            T::End => return self.step(Command::EndEarly(now)),
            T::PlayOn => return self.step_and_select(Command::PlayOn),
            // Out of place, or the same at every table.
            _ => {}
        }
        false
    }

    /// Takes a step after which another number comes next.
    fn step_and_select(&mut self, command: Command) -> bool {
        let changed = self.step(command);
        self.select_next();
        changed
    }

    /// Changes the round on the table: the draft of a correction, or the open round by a step.
    pub(super) fn change(&mut self, command: Command, draft: impl FnOnce(&mut Round)) -> bool {
        match &mut self.correction {
            Some(correction) => {
                correction.change(draft);
                false
            }
            None => self.step(command),
        }
    }

    fn enter(&mut self, number: Option<u8>) -> bool {
        let seat = self.entry.selected;
        if let Some(correction) = &self.correction {
            let field = self.entry.field;
            let cards = self.session.game().cards(correction.round);
            if let Some(number) = number.filter(|&number| number > cards) {
                let violation = match field {
                    Field::Bid => Violation::BidRange { player: seat, bid: number.into(), cards },
                    Field::Tricks => Violation::TricksRange { player: seat, tricks: number.into(), cards },
                };
                self.notice = Some(Notice::broken(&violation, &[]));
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
        if let (Field::Bid, Some(bid), Some((round, facts))) = (self.entry.field, number, self.round())
            && let Err(violation) = self.session.game().may_bid(round, facts, seat, bid)
        {
            self.notice = Some(match violation {
                Violation::PlusMinusOne { cards, .. } | Violation::PlusMinusOneInTurn { cards, .. } => {
                    Notice::bid_forbidden(bid, cards).about(About::Refused(seat, bid))
                }
                violation => Notice::broken(&violation, &self.session.people().names_in(round)),
            });
            return false;
        }
        let retyped = !self.is_missing();
        let changed = self.step(match self.entry.field {
            Field::Bid => Command::Bid(seat, number),
            Field::Tricks => Command::Tricks(seat, number),
        });
        if number.is_some() && self.notice.is_none() {
            if retyped {
                self.entry.picked = false;
                self.step_selection(true);
            } else {
                self.select_next();
            }
        }
        changed
    }

    /// Lets the bids add up. Returns whether the session changed.
    fn insist(&mut self) -> bool {
        let Some(correction) = &mut self.correction else {
            return self.let_stand(|play| play.step(Command::Waive([Waiver::PlusMinusOne].into())));
        };
        self.notice = None;
        let adds_up = self.session.game().check_bids(correction.round, &correction.facts);
        let waives = adds_up.is_err_and(|violation| violation.can_be_waived());
        if waives {
            correction.change(|facts| facts.waived.insert(Waiver::PlusMinusOne));
        }
        waives && self.save_correction()
    }

    /// The player and bid just refused that the table may let stand.
    pub(super) fn refused(&self) -> Option<(Seat, u8)> {
        self.notice.as_ref().and_then(Notice::refused_bid)
    }

    /// Enters the refused bid once `allow` has permitted it. Returns whether the session changed.
    fn let_stand(&mut self, allow: fn(&mut Play) -> bool) -> bool {
        let refused = self.refused();
        self.notice = None;
        let Some((seat, bid)) = refused.filter(|_| allow(self)) else { return false };
        self.entry.selected = seat;
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

    fn digit(&mut self, digit: u8) -> bool {
        let Some((round, _)) = self.round() else { return false };
        let cards = self.session.game().cards(round);
        if digit > 9 {
            return false;
        }
        (self.notice, self.entry.pad) = (None, Pad::Numbers);
        match self.entry.typed.take() {
            // A number too large for the round is dropped rather than guessed at.
            Some(first) => self.enter(Some(first * 10 + digit)),
            None if digit > 0 && digit * 10 <= cards => {
                self.entry.typed = Some(digit);
                false
            }
            None => self.enter(Some(digit)),
        }
    }

    fn backspace(&mut self) -> bool {
        if self.entry.typed.take().is_some() || self.correction.is_some() {
            return false;
        }
        let Some((round, facts)) = self.round() else { return false };
        let list = self.entry.field.of(facts);
        let entered = |seat: Seat| list.known(seat).is_some();
        let order = self.session.game().bidding_order(round);
        let at = order.iter().position(|&seat| seat == self.entry.selected).unwrap_or(0);
        // Clears the selected number, or if there is none, the one entered before it.
        let last = order[..=at].iter().rev().find(|&&seat| entered(seat));
        if let Some(&seat) = last {
            (self.entry.selected, self.entry.picked) = (seat, true);
            return self.enter(None);
        }
        if self.advanced() {
            return self.step_and_select(Command::Back);
        }
        false
    }

    /// Whether the marked number is still to be entered.
    fn is_missing(&self) -> bool {
        let marked = |(_, facts): (_, &Round)| self.entry.field.of(facts).known(self.entry.selected);
        self.round().and_then(marked).is_none()
    }

    fn step_selection(&mut self, down: bool) {
        let Some((round, _)) = self.round() else { return };
        let (order, from) = (self.session.game().bidding_order(round), self.entry.selected);
        self.entry.selected = stepped(&order, Some(from), down).unwrap_or(from);
    }

    /// Presses the large button without a correction. Returns whether the session changed.
    fn advance(&mut self, now: DateTime<FixedOffset>) -> bool {
        let scores = self.advanced();
        let changed = self.step(if scores { Command::Score(Some(now)) } else { Command::Advance });
        if changed {
            self.entry.pad = Pad::Numbers;
            if scores && self.session.open().is_some() {
                self.notice = Some(self.scored());
            }
        }
        self.select_next();
        changed
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

    /// Selects open tricks again, because a Bomb changes the tricks that are left.
    fn select_open_tricks(&mut self) {
        let open = self.filled_round().is_some_and(|(_, facts)| facts.tricks.whole().is_none());
        if self.correction.is_none() && self.entry.field == Field::Tricks && open {
            self.select_next();
        }
    }

    /// Selects the player whose number comes next: the first in bidding order without one.
    fn select_next(&mut self) {
        if self.correction.is_some() {
            return;
        }
        let Some((round, open)) = self.session.open() else { return };
        let field = if open.phase == Phase::Bidding { Field::Bid } else { Field::Tricks };
        let game = self.session.game();
        let order = game.bidding_order(round);
        let list = if field == Field::Bid { open.facts.bids.clone() } else { game.filled_tricks(round, &open.facts) };
        let first = |list: &PerSeat<Option<u8>>| order.iter().copied().find(|&seat| list.known(seat).is_none());
        // Tricks that were filled in can still be typed, one after the other.
        let missing = first(&list).or_else(|| first(field.of(&open.facts)));
        // With none missing, the last in order stays selected, because they may have to change a bid that adds up.
        let last = order.last().copied().unwrap_or(0);
        (self.entry.field, self.entry.selected, self.entry.picked) = (field, missing.unwrap_or(last), false);
    }
}

/// The rules that would change, each in its new form.
fn other_rules(before: &RuleSet, after: &RuleSet) -> Vec<Text> {
    let differs = |rule: &&Rule| rule.holds(after) && (rule.value)(before) != (rule.value)(after);
    let said = |rule: &Rule| match rule.control {
        Control::Switch if (rule.value)(after) > 0 => text!("{rule}: on.", rule = (rule.title)()),
        Control::Switch => text!("{rule}: off.", rule = (rule.title)()),
        Control::Number { .. } => {
            text!("rule, how" => "{rule}: {how}.", rule = (rule.title)(), how = (rule.hint)(after))
        }
        Control::Order(_) => match (rule.described)(after) {
            Some(told) => text!("{rule}.", rule = told),
            None => text!("Equal points share the victory."),
        },
        Control::Choice(choices) => {
            let choice =
                choices.get(usize::from((rule.value)(after))).map_or_else(|| (rule.title)(), |choice| choice());
            text!("rule, how" => "{rule}: {how}.", rule = (rule.title)(), how = choice)
        }
    };
    let cards = (before.special_cards != after.special_cards).then(|| match after.special_cards.len() {
        0 => text!("The deck has no special cards."),
        cards => text!("The deck has {n} special card." | "The deck has {n} special cards." % cards),
    });
    RULES.iter().filter(differs).map(said).chain(cards).collect()
}
