//! The table of Wizard: bids, tricks, Cloud, Bomb and trump, and what a tap there means.

use chrono::{DateTime, FixedOffset};

use super::penalty::{Draft, Penalised};
use super::setup::Setup;
use super::table::{Mark, TableGame, TableState, stepped};
use super::{About, Field, Notice, PenaltyCommand, RoundMore, TableCommand};
use crate::game::Standing;
use crate::seats::{PerSeat, Seating};
use crate::session::{Agreement, Session};
use crate::text;
use crate::text::Text;
use crate::wizard::{
    Command, Control, Game, Phase, RULES, Round, Rule, RuleSet, Seat, Table, Trump, Violation, Waiver,
};

pub(super) type Play = TableState<Game>;

#[derive(Debug)]
pub(super) struct Entry {
    pub(super) selected: Seat,
    pub(super) mark: Mark,
    pub(super) field: Field,
    /// A first digit waiting for a second.
    pub(super) typed: Option<u8>,
    /// Whether the tricks go on once a bid is corrected, or with secret bids the other way round.
    pub(super) returns: bool,
}

impl Default for Entry {
    fn default() -> Entry {
        Entry { selected: 0, mark: Mark::Next, field: Field::Bid, typed: None, returns: false }
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
            facts.waived.extend(Waiver::ALL);
        } else if let Some(notice) = self.check_round(round, &facts).err().as_ref().and_then(Notice::waivable) {
            return Err(notice);
        }
        Ok(Command::Correct(round, facts))
    }

    fn undone(step: &Command, names: &[String], round: usize) -> Text {
        step.undone(names, round)
    }

    fn settle(play: &mut Play) {
        play.entry.returns = false;
        play.select_next();
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
        play.entry.typed.take().is_some()
    }

    fn given(play: &Play, command: PenaltyCommand) -> Option<Draft<Penalised>> {
        match command {
            _ if play.correction.is_some() => None,
            PenaltyCommand::For(seat) => {
                let player = seat.unwrap_or(play.entry.selected);
                let new = Draft::new(&play.session, player)?;
                Some(play.draft.clone().map_or(new, |(draft, _)| draft.passed_to(player)))
            }
            PenaltyCommand::Change(place) => Draft::of(&play.session, place),
            _ => None,
        }
    }

    fn give(play: &mut Play, draft: &Draft<Penalised>, removes: bool) -> (bool, Option<Text>) {
        let (penalties, message) = if removes {
            (draft.others(&play.session), text!("The penalty is taken back."))
        } else {
            (draft.kept(&play.session), draft.saved_message(&play.session))
        };
        let given = play.step(Command::Penalties(penalties));
        (given, given.then_some(message))
    }

    #[cfg(not(target_family = "wasm"))]
    fn apply_remote(play: &mut Play, session: Session) -> bool {
        let (waited, from) = (play.is_missing(), play.entry.selected);
        play.session = session;
        if waited && !play.is_missing() && play.entry.mark == Mark::Next && play.entry.typed.is_none() {
            play.select_next_or(from);
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
            let rule = text!(
                "{n} round has a trump though it can have none, and the trump is left out"
                    | "{n} rounds have a trump though they can have none, and the trumps are left out" % dropped
            );
            effects.push(text!("{rule}.", rule = rule));
        }
        effects
    }

    fn is_begun(table: &Table) -> bool {
        table.open.as_ref().is_some_and(|open| open.facts.is_begun())
    }
}

impl Play {
    /// From 1; the round being corrected, or the open one.
    pub(super) fn round(&self) -> Option<(usize, &Round)> {
        match &self.correction {
            Some(correction) => Some((correction.round, &correction.facts)),
            None => self.session.open().map(|(round, open)| (round, &open.facts)),
        }
    }

    /// With tricks that follow from the others filled in.
    pub(super) fn filled_round(&self) -> Option<(usize, Round)> {
        let (round, facts) = self.round()?;
        let mut filled = facts.clone();
        let plays = self.session.open().is_some_and(|(_, open)| open.phase == Phase::Playing) || self.advanced();
        if plays && self.correction.is_none() {
            filled.tricks = self.session.game().filled_tricks(round, facts);
        }
        Some((round, filled))
    }

    pub(super) fn advanced(&self) -> bool {
        let first = Phase::first(self.session.game().rules().bidding);
        self.session.open().is_some_and(|(_, open)| open.phase != first)
    }

    fn act(&mut self, command: TableCommand, now: DateTime<FixedOffset>) -> bool {
        use TableCommand as T;
        match command {
            T::Select(seat, field) if seat < self.session.people().players_at_end().len() => {
                let changed = self.correction.is_none()
                    && self.advanced()
                    && field != self.entry.field
                    && self.step_and_select(Command::Back);
                self.entry.returns |= changed;
                (self.entry.selected, self.entry.mark) = (seat, Mark::Chosen);
                if self.correction.is_some() {
                    self.entry.field = field;
                }
                return changed;
            }
            T::Field(field) if self.correction.is_some() => self.entry.field = field,
            T::Number(number) => return self.enter(Some(number)),
            T::Digit(digit) => return self.digit(digit),
            T::Backspace => return self.backspace(),
            T::Step { down } => {
                // Counts from the player whose number was typed.
                let from = self.entry.selected;
                let entered = self.enter_typed();
                (self.entry.selected, self.entry.mark) = (from, Mark::Chosen);
                self.step_selection(down);
                return entered;
            }
            T::Primary => return self.advance(now),
            T::Insist => return self.insist(now),
            T::WithoutRule => return self.let_stand(Play::drop_rule),
            T::Back => return self.step_and_select(Command::Back),
            T::Trump(trump) => {
                let Some((round, facts)) = self.round() else { return false };
                let (trump, game) = ((facts.trump != Some(trump)).then_some(trump), self.session.game());
                if let Some(no_trump) = game.no_trump(round) {
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
                let changed = self.change(Command::Bombs(bombs), |facts| facts.set_bombs(bombs));
                self.select_open_tricks();
                return changed;
            }
            T::Cloud => return self.turn_cloud(),
            T::CloudSign(seat, change) => return self.sign(seat.unwrap_or(self.entry.selected), change),
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

    /// Changes the draft of a correction, or the open round by a step.
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
            let changed = self.change(Command::Advance, |facts| match field {
                _ if number.is_none() => {}
                Field::Bid => facts.bids.set(seat, number),
                Field::Tricks => facts.set_tricks(seat, number),
            });
            self.entry.mark = Mark::Corrected;
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
        let corrects = !self.is_missing();
        let changed = self.step(match self.entry.field {
            Field::Bid => Command::Bid(seat, number),
            Field::Tricks => Command::Tricks(seat, number),
        });
        if number.is_some() && self.notice.is_none() {
            if self.entry.returns && self.is_whole() {
                let returned = self.step_and_select(Command::Advance);
                self.entry.returns = !returned;
                return returned || changed;
            }
            if corrects && self.missing().is_none() {
                self.entry.mark = Mark::Corrected;
            } else {
                self.select_next_or(seat);
            }
        }
        changed
    }

    /// Allows what was refused. Returns whether the session changed.
    fn insist(&mut self, now: DateTime<FixedOffset>) -> bool {
        if self.refused().is_some() {
            return self.let_stand(|play| play.step(Command::Waive([Waiver::PlusMinusOne].into())));
        }
        self.notice = None;
        let Some(correction) = &mut self.correction else { return self.keep_tricks(now) };
        let checked = self.session.game().check_round(correction.round, &correction.facts);
        let waiver = checked.err().and_then(|violation| violation.waiver());
        if let Some(waiver) = waiver {
            correction.change(|facts| facts.waived.insert(waiver));
        }
        waiver.is_some() && self.save_correction()
    }

    /// Continues with tricks that do not add up. Returns whether the session changed.
    fn keep_tricks(&mut self, now: DateTime<FixedOffset>) -> bool {
        let Some((round, mut facts)) = self.filled_round() else { return false };
        let game = self.session.game();
        let adds_up = !matches!(game.check_tricks(round, &facts), Err(Violation::TricksSum { .. }));
        facts.waived.insert(Waiver::Tricks);
        // Missing numbers come first.
        if adds_up || game.check_tricks(round, &facts).is_err() || !self.step(Command::Waive(facts.waived)) {
            return false;
        }
        self.advance(now);
        true
    }

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

    /// The game is over. Returns whether the session changed.
    pub(super) fn deal_round_more(&mut self, cards: u8) -> bool {
        let (agreed, game) = (self.session.agreed().clone(), self.session.game().with_round_more(cards));
        let (Some(more), Ok(game)) = (RoundMore::of(&self.session), game) else { return false };
        let seats = PerSeat::new(game.players(), |seat| seat);
        self.notice = None;
        let changed = self.agree(Agreement { game, ..agreed }, seats);
        if changed {
            let message = text!(
                "Round {round} deals {n} card. Undo brings the result back."
                    | "Round {round} deals {n} cards. Undo brings the result back." % cards,
                round = more.round,
            );
            self.notice = Some(Notice::done(message));
        }
        changed
    }

    fn digit(&mut self, digit: u8) -> bool {
        let Some((round, _)) = self.round() else { return false };
        let cards = self.session.game().cards(round);
        if digit > 9 {
            return false;
        }
        self.notice = None;
        match self.entry.typed.take() {
            // A number too large for the round is dropped.
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
            (self.entry.selected, self.entry.mark) = (seat, Mark::Chosen);
            return self.enter(None);
        }
        if self.advanced() {
            return self.step_and_select(Command::Back);
        }
        false
    }

    /// Whether everybody has a number of the kind being entered.
    fn is_whole(&self) -> bool {
        self.filled_round().is_some_and(|(_, facts)| self.entry.field.of(&facts).whole().is_some())
    }

    fn is_missing(&self) -> bool {
        let marked = |(_, facts): (_, &Round)| self.entry.field.of(facts).known(self.entry.selected);
        self.round().and_then(marked).is_none()
    }

    fn step_selection(&mut self, down: bool) {
        let Some((round, _)) = self.round() else { return };
        let (order, from) = (self.session.game().bidding_order(round), self.entry.selected);
        self.entry.selected = stepped(&order, Some(from), down).unwrap_or(from);
    }

    fn advance(&mut self, now: DateTime<FixedOffset>) -> bool {
        let scores = self.advanced();
        let changed = self.step(if scores { Command::Score(Some(now)) } else { Command::Advance });
        self.entry.returns &= !changed;
        if changed && scores && self.session.open().is_some() {
            self.notice = Some(self.scored());
        }
        self.select_next();
        changed
    }

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

    /// Selects the player whose number comes next; with none missing, the last to bid.
    fn select_next(&mut self) {
        self.select_next_or(self.session.game().dealer(self.number()));
    }

    /// Selects the player whose number comes next; with none missing, the one who must change a bid, else this one.
    fn select_next_or(&mut self, seat: Seat) {
        if self.correction.is_some() {
            return;
        }
        let Some((round, open)) = self.session.open() else { return };
        let field = if open.phase == Phase::Bidding { Field::Bid } else { Field::Tricks };
        let must_change = || match self.session.game().check_bids(round, &open.facts) {
            Err(Violation::PlusMinusOne { player, .. } | Violation::PlusMinusOneInTurn { player, .. }) => {
                Some(player).filter(|_| field == Field::Bid)
            }
            _ => None,
        };
        let next = self.missing().or_else(must_change).unwrap_or(seat);
        (self.entry.field, self.entry.selected, self.entry.mark) = (field, next, Mark::Next);
    }

    /// In bidding order, of the open round.
    fn missing(&self) -> Option<Seat> {
        let (round, open) = self.session.open()?;
        let game = self.session.game();
        let order = game.bidding_order(round);
        let first = |list: &PerSeat<Option<u8>>| order.iter().copied().find(|&seat| list.known(seat).is_none());
        if open.phase == Phase::Bidding {
            return first(&open.facts.bids);
        }
        // Tricks that were filled in can still be typed, one after the other.
        first(&game.filled_tricks(round, &open.facts)).or_else(|| first(&open.facts.tricks))
    }
}

/// The rules that would change, each in its new form.
fn other_rules(before: &RuleSet, after: &RuleSet) -> Vec<Text> {
    let differs = |rule: &&Rule| rule.holds(after) && (rule.value)(before) != (rule.value)(after);
    let change = |rule: &Rule| match rule.control {
        Control::Switch if (rule.value)(after) > 0 => text!("{rule}: on.", rule = (rule.title)()),
        Control::Switch => text!("{rule}: off.", rule = (rule.title)()),
        Control::Number { .. } => {
            text!("rule, how" => "{rule}: {how}.", rule = (rule.title)(), how = (rule.hint)(after))
        }
        Control::Order(_) => match (rule.described)(after) {
            Some(described) => text!("{rule}.", rule = described),
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
    RULES.iter().filter(differs).map(change).chain(cards).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::table_view;
    use crate::archive::SessionFile;
    use crate::session::Player;
    use crate::wizard::Bidding;

    const NAMES: [&str; 4] = ["Anna", "Ben", "Clara", "Dan"];

    /// Anna deals hands of four cards, so Ben bids first.
    fn four_players(rules: RuleSet) -> Play {
        let player = |(id, name)| Player::new(name, uuid::Uuid::from_u128(id));
        let players = (1..).zip(NAMES).map(player).collect();
        let rules = RuleSet { hands: Some(vec![4, 4]), ..rules };
        let session = Session::new(uuid::Uuid::from_u128(9), crate::app::now(), players, 0, rules).unwrap();
        Play::new(session, SessionFile::new("mark.json".into()))
    }

    fn tap(play: &mut Play, commands: impl IntoIterator<Item = TableCommand>) {
        for command in commands {
            play.handle(command, crate::app::now());
        }
    }

    fn marked(play: &Play) -> &'static str {
        NAMES[play.entry.selected]
    }

    fn bids(play: &Play) -> Vec<Option<u8>> {
        play.round().unwrap().1.bids.iter().copied().collect()
    }

    fn notice(play: &Play) -> String {
        table_view::view(play).common.notice.map_or_else(String::new, |notice| notice.to_string())
    }

    #[test]
    fn after_a_corrected_number_the_mark_goes_to_who_has_none() {
        let up = TableCommand::Step { down: false };
        for enter in [TableCommand::Digit, TableCommand::Number] {
            let mut play = four_players(RuleSet::default());
            tap(&mut play, [1, 0, 0].map(enter));
            tap(&mut play, [up.clone(), up.clone(), up.clone(), enter(0)]);
            assert_eq!(marked(&play), "Anna", "she has not bid");
            tap(&mut play, [enter(1)]);
            assert_eq!(bids(&play), [1, 0, 0, 0].map(Some), "seats in order, Anna deals");

            // With all bids in, the mark stays at the one that is corrected.
            tap(&mut play, [TableCommand::Select(2, Field::Bid), enter(2)]);
            assert_eq!((marked(&play), notice(&play).as_str()), ("Clara", "All are in: Clara stays marked."));
            tap(&mut play, [enter(3)]);
            assert_eq!(bids(&play), [Some(1), Some(0), Some(3), Some(0)]);
            // An error takes precedence.
            assert!(notice(&play).starts_with("The bids add up to 4"), "{}", notice(&play));

            tap(&mut play, [enter(2), TableCommand::Primary]);
            tap(&mut play, [1, 0].map(enter));
            tap(&mut play, [up.clone(), up.clone(), enter(0)]);
            assert_eq!(marked(&play), "Dan", "their tricks are still to be entered");
            tap(&mut play, [enter(1)]);
            let tricks = |play: &Play| play.round().unwrap().1.tricks.iter().copied().collect::<Vec<_>>();
            assert_eq!((tricks(&play), marked(&play)), (vec![None, Some(0), Some(0), Some(1)], "Anna"));
            tap(&mut play, [enter(3), TableCommand::Select(1, Field::Tricks), enter(0)]);
            assert_eq!((marked(&play), notice(&play).as_str()), ("Ben", "All are in: Ben stays marked."));
        }
    }

    #[test]
    fn bids_in_any_order_go_on_to_who_has_none_or_must_change_theirs() {
        let mut play = four_players(RuleSet { bidding: Bidding::Hidden, ..RuleSet::default() });
        for (seat, bid, next) in [(2, 2, "Ben"), (0, 2, "Ben"), (1, 0, "Dan")] {
            tap(&mut play, [TableCommand::Select(seat, Field::Bid), TableCommand::Number(bid)]);
            assert_eq!(marked(&play), next);
        }
        tap(&mut play, [TableCommand::Number(0)]);
        assert_eq!(bids(&play), [2, 0, 2, 0].map(Some));
        assert_eq!(marked(&play), "Anna", "the bids add up, and she must change hers");
        assert!(notice(&play).contains("Anna, who bids last, must change theirs."), "{}", notice(&play));
        tap(&mut play, [TableCommand::Number(1)]);
        assert_eq!((marked(&play), bids(&play)), ("Anna", vec![Some(1), Some(0), Some(2), Some(0)]));
    }

    #[test]
    fn a_correction_of_a_scored_round_keeps_the_mark_where_it_is() {
        let mut play = four_players(RuleSet::default());
        tap(&mut play, [1, 0, 0, 1].map(TableCommand::Number));
        tap(&mut play, [TableCommand::Primary]);
        tap(&mut play, [4, 0, 0, 0].map(TableCommand::Number));
        tap(&mut play, [TableCommand::Primary, TableCommand::Correct { round: 1, seat: Some(1) }]);
        tap(&mut play, [TableCommand::Field(Field::Bid), TableCommand::Number(2), TableCommand::Number(3)]);
        assert_eq!((marked(&play), bids(&play)), ("Ben", vec![Some(1), Some(3), Some(0), Some(0)]));
    }
    fn waives(play: &Play) -> Option<Waiver> {
        table_view::view(play).waives
    }

    /// Four cards, of which five tricks are noted.
    fn miscounted(rules: RuleSet) -> Play {
        let mut play = four_players(rules);
        tap(&mut play, [1, 0, 0, 1].map(TableCommand::Number));
        tap(&mut play, [TableCommand::Primary]);
        tap(&mut play, [2, 1, 1].map(TableCommand::Number));
        assert_eq!(waives(&play), None, "they add up");
        tap(&mut play, [TableCommand::Number(1)]);
        play
    }

    #[test]
    fn tricks_are_kept_as_the_table_noted_them() {
        let mut play = miscounted(RuleSet::default());
        assert_eq!(notice(&play), "The tricks add up to 5, not 4: 1 too many. Correct one of the numbers.");
        assert_eq!(waives(&play), Some(Waiver::Tricks));
        tap(&mut play, [TableCommand::Primary]);
        assert_eq!((play.session.scored(), waives(&play)), (0, Some(Waiver::Tricks)));
        tap(&mut play, [TableCommand::Insist]);
        let round = play.session.rounds()[0].clone();
        assert_eq!((round.tricks.iter().sum::<u8>(), round.waived), (5, [Waiver::Tricks].into()));
        assert!(notice(&play).starts_with("Round 1 is scored."), "{}", notice(&play));

        // Undone, the question is asked again for other numbers.
        assert!(play.undo() && play.session.scored() == 0);
        tap(&mut play, [TableCommand::Select(0, Field::Tricks), TableCommand::Number(3), TableCommand::Primary]);
        assert_eq!((play.session.scored(), waives(&play)), (0, Some(Waiver::Tricks)), "{}", notice(&play));
        tap(&mut play, [TableCommand::Insist]);
        assert_eq!(play.session.rounds()[0].tricks.iter().sum::<u8>(), 7);

        // A correction is kept so, too, or made to add up.
        let correct = TableCommand::Correct { round: 1, seat: Some(0) };
        tap(&mut play, [correct.clone(), TableCommand::Number(2), TableCommand::Primary]);
        assert_eq!((waives(&play), play.session.rounds()[0].waived.len()), (None, 1), "it is waived already");
        tap(&mut play, [correct.clone(), TableCommand::Field(Field::Tricks), TableCommand::Number(0)]);
        tap(&mut play, [TableCommand::Primary]);
        assert_eq!(play.session.rounds()[0].waived, [].into(), "{}", notice(&play));
        tap(&mut play, [correct, TableCommand::Field(Field::Tricks), TableCommand::Number(1), TableCommand::Primary]);
        assert!(notice(&play).starts_with("The tricks add up to 5, not 4"), "{}", notice(&play));
        assert_eq!(waives(&play), Some(Waiver::Tricks));
        tap(&mut play, [TableCommand::Insist]);
        assert_eq!(play.session.rounds()[0].waived, [Waiver::Tricks].into(), "{}", notice(&play));
    }

    #[test]
    fn only_whole_tricks_are_kept_and_with_secret_bids_before_those() {
        let mut play = four_players(RuleSet::default());
        tap(&mut play, [1, 0, 0, 1].map(TableCommand::Number));
        tap(&mut play, [TableCommand::Primary, TableCommand::Number(4), TableCommand::Number(1)]);
        assert_eq!((waives(&play), notice(&play).contains("1 too many")), (None, true), "two are missing");
        tap(&mut play, [TableCommand::Insist]);
        assert!(play.round().unwrap().1.waived.is_empty());

        let rules = RuleSet { bidding: Bidding::Secret, plus_minus_one: false, ..RuleSet::default() };
        let mut play = four_players(rules);
        tap(&mut play, [2, 1, 1, 1].map(TableCommand::Number));
        assert_eq!(waives(&play), Some(Waiver::Tricks));
        tap(&mut play, [TableCommand::Insist]);
        assert!(play.advanced(), "{}", notice(&play));
        tap(&mut play, [1, 1, 1, 1].map(TableCommand::Number));
        tap(&mut play, [TableCommand::Primary]);
        assert_eq!(play.session.rounds()[0].waived, [Waiver::Tricks].into(), "{}", notice(&play));
    }
}
