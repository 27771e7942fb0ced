//! The table of The Last Wizard: bets and showdown, and what a tap there means.

use chrono::{DateTime, FixedOffset};

use super::adder::{Adder, AdderCommand};
use super::penalty::{Draft, Entered};
use super::setup::Setup;
use super::table::{Mark, TableGame, TableState, stepped};
use super::{Notice, Overlay, Part, PenaltyCommand, PenaltyView, TableCommand, TrackCommand};
use crate::game::{Refusal, Rules};
use crate::last_wizard::{
    Bet, Choice, Command, Game, HAND_MAX, MANUAL_MAX, Manual, ROUNDS_MAX, Rank, Round, RoundReading, START, Shown,
    Stage, Table, Token, Turn, Violation,
};
use crate::seats::{PerSeat, Seat, Seating};
use crate::session::{Session, Step};
use crate::text;
use crate::text::Text;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// A minus sign: the token −1 with or without a 1 after it, or the sign of a hand.
    Minus,
    Hand(i32),
}

pub(super) type Track = TableState<Game>;

#[derive(Debug, Default)]
pub(super) struct Entry {
    /// The part and seat being entered; `None` for what the round needs next.
    pub(super) chosen: Option<(Part, Seat)>,
    pub(super) mark: Mark,
    /// Whether hands, and not ranks, are entered at the showdown; `None` if not chosen.
    by_hand: Option<bool>,
    pub(super) typed: Option<Typed>,
    /// The hand counted last; it is still being counted while the adder lies over the table.
    pub(super) adder: Option<Adder>,
}

impl TableGame for Game {
    type Entry = Entry;
    /// The table as it was then, with the corrected round open: what is right in it depends on the rounds before.
    type Facts = Table;
    type Given = Moved;

    fn facts_of(table: &Table, round: usize) -> Option<Table> {
        let before = table.scored.get(..round.checked_sub(1)?)?.to_vec();
        let open = table.scored.get(before.len())?.facts.facts().clone();
        Some(Table { scored: before, open: Some(open), ended_early: None })
    }

    fn correction(&self, round: usize, facts: &Table, _: bool) -> Result<Command, Notice> {
        let not_now = || Notice::refused(&Refusal::<Violation>::NotNow, &[]);
        facts.open.clone().map(|facts| Command::Correct(round, facts)).ok_or_else(not_now)
    }

    fn undone(step: &Command, names: &[String], round: usize) -> Text {
        step.undone(names, round)
    }

    fn settle(track: &mut Track) {
        track.entry.chosen = None;
    }

    fn select_corrected(track: &mut Track, seat: Option<Seat>) {
        match seat {
            Some(seat) => track.select(Part::Showdown, seat),
            None => track.go_to(Part::First),
        }
    }

    fn act(track: &mut Track, command: TableCommand, now: DateTime<FixedOffset>) -> bool {
        use TableCommand as T;
        match command {
            T::Select(seat, _) => {
                track.select(track.at().0, seat);
                false
            }
            T::Digit(digit) => track.digit(digit),
            T::Backspace => track.backspace(),
            T::Step { down } => {
                // Counts from the player whose fact was typed.
                let at = track.at();
                let entered = Game::enter_typed(track);
                match (entered, at) {
                    (Some(_), (part, Some(seat))) => track.step_from(part, seat, down),
                    _ => track.step_selection(down),
                }
                track.entry.mark = Mark::Chosen;
                entered.unwrap_or(false)
            }
            T::Field(_) => {
                track.entry.by_hand = Some(!track.by_hand());
                false
            }
            T::OnTrack(command) => track.act(command),
            T::Primary => track.score(now),
            T::End => track.step(Command::EndEarly(now)),
            T::PlayOn => track.step(Command::PlayOn),
            // The same at every table, or only at another.
            _ => false,
        }
    }

    fn enter_typed(track: &mut Track) -> Option<bool> {
        let part = track.at().0;
        Some(match (track.entry.typed.take()?, part) {
            (Typed::Minus, Part::First | Part::Second) => track.bet(Choice::Token(Token::MIN)),
            (Typed::Hand(hand), Part::Showdown) => track.show(Shown::Hand(hand)),
            // A sign alone is no hand.
            _ => false,
        })
    }

    fn is_typing(track: &Track) -> bool {
        match track.entry.typed {
            // The sign of a hand waits for its digits.
            Some(Typed::Minus) => track.at().0 != Part::Showdown,
            typed => typed.is_some(),
        }
    }

    fn withdraw(track: &mut Track) -> bool {
        let counted = track.entry.adder.take().is_some() && track.overlay == Overlay::Adder;
        if counted {
            track.overlay = Overlay::None;
        }
        track.entry.typed.take().is_some() || counted
    }

    fn step_out(track: &mut Track) -> bool {
        track.correction.is_none() && track.entry.chosen.take().is_some()
    }

    fn given(track: &Track, command: PenaltyCommand) -> Option<Draft<Moved>> {
        let (number, round) = track.round()?;
        let seat = match command {
            PenaltyCommand::For(seat) => seat,
            PenaltyCommand::Change(seat) => Some(seat),
            _ => return None,
        };
        let seat = seat.or(track.at().1).unwrap_or(track.session.game().first_player(number));
        let new = Draft::by_hand(round, seat)?;
        Some(track.draft.clone().map_or(new, |(draft, _)| draft.passed_to(seat)))
    }

    fn give(track: &mut Track, draft: &Draft<Moved>, removes: bool) -> (bool, Option<Text>) {
        let Some((_, round)) = track.round() else { return (false, None) };
        let manual = if removes { draft.others(round) } else { draft.kept(round) };
        let changed = track.change(Command::Move(manual));
        let moved = track.session.game().readings(track.table()).pop();
        let message = match moved.and_then(|round| round.moved_by_hand(&track.names())) {
            Some(moved) => text!("{penalty}.", penalty = moved),
            None => text!("The move by hand is taken back."),
        };
        (changed, Some(message))
    }

    #[cfg(not(target_family = "wasm"))]
    fn apply_remote(track: &mut Track, session: Session<Game>) -> bool {
        let (waited, from) = (track.is_missing(), track.at());
        if let (Some(_), None, (part, Some(seat))) = (track.entry.typed, track.entry.chosen, track.at()) {
            // A typed number belongs to the player for whom it was typed.
            (track.entry.chosen, track.entry.mark) = (Some((part, seat)), Mark::Next);
        }
        track.session = session;
        if waited && !track.is_missing() && track.entry.mark == Mark::Next && track.entry.typed.is_none() {
            track.entry.chosen = None;
        }
        track.at() != from
    }

    fn set_up(&self, setup: &Setup, seating: Seating, seats: &PerSeat<Seat>) -> Result<Game, Notice> {
        let start = seats.map(|&seat| self.start().get(seat).copied().map_or_else(|| START.into(), i64::from));
        let start: Vec<i64> = start.into_iter().collect();
        let game = Game::new(seats.len(), 0, setup.track().rules.clone(), Some(&start));
        game.map(|game| game.seated(seating)).map_err(|conflict| Notice::trouble(conflict.text()))
    }

    fn starter_described(name: &str, round: usize) -> Text {
        text!("{name} begins round {round}.", name = name, round = round)
    }

    fn other_rules(before: &Session<Self>, after: &Session<Self>, seats: &PerSeat<Seat>) -> Vec<Text> {
        let (was, now) = (before.game().rules(), after.game().rules());
        let fold = (was.fold_doubles != now.fold_doubles).then(|| match now.fold_doubles {
            true => text!("A fold's +1 is doubled on 1 to 7."),
            false => text!("{rule}.", rule = text!("A fold's +1 is never doubled")),
        });
        let pack = (was.pack != now.pack).then(|| match now.pack {
            Some(pack) => text!("{rule}.", rule = pack.text()),
            None => text!("{rule}.", rule = text!("The pack is not recorded")),
        });
        // The rule decides how much a fold gained.
        let (totals, names) = (before.current_totals(), after.people().names_at_end());
        let stands = seats.iter().zip(after.current_totals()).zip(names).filter_map(|((&was, to), name)| {
            let from = totals.get(was).copied().filter(|&from| from != to)?;
            Some(text!("{name} stands on space {to} instead of {from}.", name = name, to = to, from = from))
        });
        fold.into_iter().chain(pack).chain(stands).collect()
    }

    fn is_begun(table: &Table) -> bool {
        table.open.as_ref().is_some_and(Round::is_begun)
    }
}

impl Track {
    /// The present one, or that of the round being corrected.
    pub(super) fn table(&self) -> &Table {
        self.correction.as_ref().map_or(self.session.table(), |correction| &correction.facts)
    }

    /// From 1; the round being corrected, or the open one.
    pub(super) fn round(&self) -> Option<(usize, &Round)> {
        let table = self.table();
        table.open.as_ref().map(|round| (table.scored.len() + 1, round))
    }

    pub(super) fn at(&self) -> (Part, Option<Seat>) {
        if let Some((part, seat)) = self.entry.chosen {
            return (part, Some(seat));
        }
        let Some((number, round)) = self.round() else { return (Part::First, None) };
        let next = self.session.game().to_act(number, round);
        match round.stage() {
            Stage::FirstBet => (Part::First, next),
            Stage::SecondBet => (Part::Second, next),
            Stage::Showdown => (Part::Showdown, next),
            Stage::Alone(seat) => match round.turns.get(seat) {
                Some(Turn::Waiting) => (Part::First, Some(seat)),
                Some(Turn::Bet(_)) => (Part::Second, Some(seat)),
                _ => (Part::Second, None),
            },
        }
    }

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

    /// Returns whether the session changed.
    fn act(&mut self, command: TrackCommand) -> bool {
        match command {
            TrackCommand::Part(part) => self.go_to(part),
            TrackCommand::Fold => return self.bet(Choice::Fold),
            TrackCommand::Token(token) => return self.bet(Choice::Token(token)),
            TrackCommand::Minus if self.at().0 == Part::Showdown => self.turn_sign(),
            TrackCommand::Minus => {
                let entered = self.enter_typed();
                let (part, seat) = self.at();
                self.entry.typed = (part != Part::Showdown && seat.is_some()).then_some(Typed::Minus);
                return entered;
            }
            TrackCommand::Rank(rank) => return self.show(Shown::Rank(rank)),
            TrackCommand::ByHand(by_hand) => self.entry.by_hand = Some(by_hand),
            TrackCommand::Adder(command) => return self.count(command),
        }
        false
    }

    /// Returns whether the session changed.
    fn count(&mut self, command: AdderCommand) -> bool {
        match (command, &mut self.entry.adder) {
            (AdderCommand::Open, _) => self.open_adder(),
            (AdderCommand::Put, Some(adder)) => {
                if let Some(total) = adder.hand.total() {
                    let seat = adder.seat;
                    return self.put_hand(seat, total);
                }
            }
            (command, Some(adder)) => adder.take(command),
            (_, None) => {}
        }
        false
    }

    fn open_adder(&mut self) {
        let (Part::Showdown, Some(seat)) = self.at() else { return };
        if !self.file.may_write() {
            self.notice = Some(Notice::read_only());
            return;
        }
        let first = match self.entry.typed.take() {
            Some(Typed::Hand(first)) => Some(first),
            Some(Typed::Minus) | None => None,
        };
        self.entry.adder = Some(Adder::new(seat, self.session.game().rules().pack, first));
        self.overlay = Overlay::Adder;
    }

    fn put_hand(&mut self, seat: Seat, total: i32) -> bool {
        Game::withdraw(self);
        self.entry.by_hand = Some(true);
        self.select(Part::Showdown, seat);
        self.show(Shown::Hand(total))
    }

    fn select(&mut self, part: Part, seat: Seat) {
        let Some((_, round)) = self.round() else { return };
        let parts = [part, Part::Showdown, Part::Second, Part::First];
        let chosen = parts.into_iter().find(|&part| Track::can_enter(round, part, seat)).map(|part| (part, seat));
        (self.entry.chosen, self.entry.mark) = (chosen, Mark::Chosen);
    }

    fn go_to(&mut self, part: Part) {
        let Some((number, round)) = self.round() else { return };
        let mut order = self.session.game().order(number);
        let first = order.find(|&seat| Track::can_enter(round, part, seat));
        (self.entry.chosen, self.entry.mark) = (first.map(|seat| (part, seat)), Mark::Chosen);
    }

    /// Selects the player before or after, among those for whom this part can be entered.
    fn step_selection(&mut self, down: bool) {
        let Some((number, round)) = self.round() else { return };
        let (part, at) = self.at();
        let order = self.session.game().order(number).filter(|&seat| Track::can_enter(round, part, seat));
        let next = stepped(&order.collect::<Vec<_>>(), at, down);
        self.entry.chosen = next.map(|seat| (part, seat));
    }

    /// Selects the player before or after this one; after the last one, whatever is still missing.
    fn step_from(&mut self, part: Part, seat: Seat, down: bool) {
        self.entry.chosen = Some((part, seat));
        self.step_selection(down);
        self.entry.chosen.take_if(|(_, next)| down && *next == seat);
    }

    /// Handles a digit: a token, a rank (1 best, 2 second best, 3 other), or part of a hand.
    fn digit(&mut self, digit: u8) -> bool {
        let command = match self.at().0 {
            Part::First | Part::Second if digit == 1 && self.entry.typed.is_some() => None,
            Part::First | Part::Second => match Token::try_from(i64::from(digit)) {
                Ok(token) => Some(TrackCommand::Token(token)),
                Err(_) => return false,
            },
            Part::Showdown if self.by_hand() => {
                self.notice = None;
                if self.at().1.is_none() {
                    return false;
                }
                let digit = i32::from(digit);
                let hand = match self.entry.typed {
                    None => digit,
                    Some(Typed::Minus) => -digit,
                    Some(Typed::Hand(hand)) => hand * 10 + if hand < 0 { -digit } else { digit },
                };
                self.entry.typed = Some(Typed::Hand(hand));
                return hand.abs() * 10 > HAND_MAX && self.enter_typed();
            }
            Part::Showdown => match [Rank::Other, Rank::Best, Rank::Second, Rank::Other].get(usize::from(digit)) {
                Some(rank) => Some(TrackCommand::Rank(*rank)),
                None => return false,
            },
        };
        self.notice = None;
        let entered = self.enter_typed();
        command.is_some_and(|command| self.act(command)) || entered
    }

    fn turn_sign(&mut self) {
        self.entry.typed = match self.entry.typed {
            Some(Typed::Hand(hand)) if hand != 0 => Some(Typed::Hand(-hand)),
            Some(Typed::Minus) => None,
            Some(Typed::Hand(_)) | None => (self.by_hand() && self.at().1.is_some()).then_some(Typed::Minus),
        };
    }

    /// As chosen, or else as in the latest showdown.
    pub(super) fn by_hand(&self) -> bool {
        let shown = |round: &Round| round.turns.iter().find_map(|turn| turn.shown());
        let latest = || {
            let scored = self.table().scored.iter().rev().map(|scored| scored.facts.facts());
            self.table().open.iter().chain(scored).find_map(shown)
        };
        self.entry.by_hand.unwrap_or_else(|| matches!(latest(), Some(Shown::Hand(_))))
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

    /// Enters a fact and selects whatever is still missing; with nothing missing, a corrected fact stays selected.
    fn enter(&mut self, part: Part, seat: Seat, command: Command) -> bool {
        let corrects = !self.is_missing();
        let changed = self.change(command);
        if self.notice.is_some() {
            return changed;
        }
        (self.entry.chosen, self.entry.mark) = (None, Mark::Next);
        if corrects && self.at().1.is_none() {
            (self.entry.chosen, self.entry.mark) = (Some((part, seat)), Mark::Corrected);
        }
        changed
    }

    fn is_missing(&self) -> bool {
        let (part, seat) = self.at();
        let turn = self.round().zip(seat).and_then(|((_, round), seat)| round.turns.get(seat));
        turn.is_none_or(|turn| match part {
            Part::First => *turn == Turn::Waiting,
            Part::Second => matches!(turn, Turn::Waiting | Turn::FoldedFirst | Turn::Bet(_)),
            Part::Showdown => turn.shown().is_none(),
        })
    }

    fn backspace(&mut self) -> bool {
        if let Some(typed) = self.entry.typed.take() {
            self.entry.typed = match typed {
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

    /// Returns whether the session changed.
    fn score(&mut self, now: DateTime<FixedOffset>) -> bool {
        let changed = self.step(Command::Score(Some(now)));
        if changed {
            self.entry.chosen = None;
        }
        if changed && self.session.scored() == ROUNDS_MAX {
            self.notice = Some(Notice::quiet(text!(
                "A game has at most {max} rounds: this one is over. To play on, begin another.",
                max = ROUNDS_MAX,
            )));
        }
        changed
    }

    /// Changes the draft of a correction, or the open round by a step.
    fn change(&mut self, command: Command) -> bool {
        let Some(correction) = &mut self.correction else { return self.step(command) };
        let game = self.session.game();
        if let Err(refusal) = correction.change(|table| game.perform(table, &command)) {
            self.show_refusal(&refusal);
        }
        false
    }
}

#[derive(Clone, Debug)]
pub(super) struct Moved {
    seat: Seat,
    /// The seat that has the move in the session; `None` for a new one.
    from: Option<Seat>,
}

impl Draft<Moved> {
    /// A new one goes one space forwards; `None` for an empty seat.
    pub(super) fn by_hand(round: &Round, seat: Seat) -> Option<Draft<Moved>> {
        round.turns.get(seat)?;
        let moved = Some(round.moved_by_hand(seat)).filter(|&by| by != 0);
        let reason = round.manual.as_ref().map_or_else(String::new, |manual| manual.reason().to_owned());
        let given = Moved { seat, from: moved.map(|_| seat) };
        Some(Draft { given, entered: Entered::new(moved.unwrap_or(1), reason, 1, MANUAL_MAX) })
    }

    fn passed_to(mut self, seat: Seat) -> Draft<Moved> {
        self.given.seat = seat;
        self
    }

    /// The moves by hand in the round, with this one.
    pub(super) fn kept(&self, round: &Round) -> Option<Manual> {
        self.moves(round, self.entered.number)
    }

    /// The moves by hand in the round, without this one.
    pub(super) fn others(&self, round: &Round) -> Option<Manual> {
        self.moves(round, 0)
    }

    fn moves(&self, round: &Round, by: i32) -> Option<Manual> {
        let own = |seat: Seat| match Some(seat) {
            _ if seat == self.given.seat => by,
            moved if moved == self.given.from => 0,
            _ => round.moved_by_hand(seat),
        };
        Manual::new(PerSeat::new(round.turns.len(), own), &self.entered.reason)
    }

    /// `None` for an empty seat.
    pub(super) fn view(&self, reading: &RoundReading, names: &[String]) -> Option<PenaltyView> {
        let seat = reading.seats.get(self.given.seat)?;
        let without = seat.moved.map_or(seat.before, |moved| moved.to);
        let with = (without + self.entered.number).max(0);
        let name = names.get(self.given.seat).cloned().unwrap_or_default();
        let changes = self.given.from.is_some();
        Some(self.entered.view((self.given.seat, name), reading.number, (without, with), changes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{Field, track_view};
    use crate::archive::SessionFile;
    use crate::last_wizard::RuleSet;
    use crate::session::Player;

    /// Anna, Ben and Cleo; Anna begins.
    fn three_players() -> Track {
        let player = |(id, name)| Player::new(name, uuid::Uuid::from_u128(id));
        let players = (1..).zip(["Anna", "Ben", "Cleo"]).map(player).collect();
        let game = Game::new(3, 0, RuleSet::default(), None).unwrap();
        let session = Session::begin(uuid::Uuid::from_u128(9), crate::app::now(), players, game).unwrap();
        Track::new(session, SessionFile::new("mark.json".into()))
    }

    fn tap(track: &mut Track, commands: impl IntoIterator<Item = TableCommand>) {
        for command in commands {
            track.handle(command, crate::app::now());
        }
    }

    fn digits(track: &mut Track, digits: &[u8]) {
        tap(track, digits.iter().map(|&digit| TableCommand::Digit(digit)));
    }

    fn first_tokens(track: &Track) -> Vec<Option<i32>> {
        track.round().unwrap().1.turns.iter().map(|turn| turn.round_token().map(Token::value)).collect()
    }

    fn notice(track: &Track) -> String {
        track_view::view(track, []).common.notice.map_or_else(String::new, |notice| notice.to_string())
    }

    #[test]
    fn after_a_corrected_fact_the_mark_goes_to_who_has_none() {
        let select = |seat| TableCommand::Select(seat, Field::Bid);
        let part = |part| TableCommand::OnTrack(TrackCommand::Part(part));
        let mut track = three_players();
        digits(&mut track, &[1, 2]);
        tap(&mut track, [select(0)]);
        digits(&mut track, &[3, 4]);
        assert_eq!(first_tokens(&track), [3, 2, 4].map(Some), "the second number is Cleo's");
        digits(&mut track, &[1]);
        tap(&mut track, [part(Part::First)]);
        digits(&mut track, &[2]);
        assert_eq!(track.at(), (Part::Second, Some(1)), "the second bet goes on");
        digits(&mut track, &[1, 1, 1]);
        assert_eq!((track.at(), notice(&track).as_str()), ((Part::Showdown, None), ""));
        tap(&mut track, [select(0)]);
        digits(&mut track, &[1]);
        assert_eq!(track.at(), (Part::Showdown, Some(0)));
        assert_eq!(notice(&track), "All are in: Anna stays marked.");

        tap(&mut track, [TableCommand::Primary, TableCommand::Correct { round: 1, seat: None }]);
        digits(&mut track, &[3, 4]);
        assert_eq!(first_tokens(&track), [4, 2, 4].map(Some), "the mark stays at Anna");
    }

    #[test]
    fn no_player_is_marked_once_the_last_one_left_has_both_tokens() {
        let mut track = three_players();
        digits(&mut track, &[1, 2, 3, 4]);
        let fold = TableCommand::OnTrack(TrackCommand::Fold);
        tap(&mut track, [fold.clone(), fold]);
        assert_eq!(track.round().unwrap().1.stage(), Stage::Alone(0));
        digits(&mut track, &[2]);
        assert_eq!(track.round().unwrap().1.turns.get(0).unwrap().square_token().map(Token::value), Some(4));
    }
}
