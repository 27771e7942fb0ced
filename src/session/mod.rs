//! One game at one table, whichever game: players, seats and the rounds so far. A step and a session go in, a new session or a typed
//! refusal comes out; undo and redo reach back to the first bid.
//!
//! Pure: times and ids are passed in. What the table looks like is always the result of the steps taken since the first
//! deal, so undo is nothing but taking one step fewer.

mod any;
mod change;
mod filter;
mod frame;
mod name;
mod record;

use chrono::{DateTime, FixedOffset, NaiveDate};
use uuid::Uuid;

pub use any::{AnyRef, AnySession, GameName, Kind, OfGame, Recorded, Summary};
pub use change::{Agreement, Change, Step};
pub use filter::{Filter, Searchable, Words, folded};
pub use frame::{Former, Frame, Player};
pub use name::{NAME_MAX, WrongName, checked_name, is_unseen};
pub use record::Record;

pub use crate::game::Status;
use crate::game::{BrokenRule, Refusal, Rules, SheetRow, Standing};
use crate::last_wizard;
use crate::seats::{PerSeat, Seat};
use crate::text;
use crate::text::Text;
use crate::wizard::{Game, OpenRound, Round, RoundReading, RuleConflict, RuleSet};
use frame::{players_in, print_of};

/// The most characters the name of a place may have.
pub const PLACE_MAX: usize = 120;
/// The most characters the notes on a session may have.
pub const NOTES_MAX: usize = 4000;

/// Why a game cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum SetupError {
    /// The options exclude each other, or the number of players is wrong.
    Rules(#[from] RuleConflict),
    /// The Last Wizard cannot be played so.
    LastWizard(#[from] last_wizard::SetupConflict),
    /// A name that nobody can read, or that fits no sheet.
    Name {
        /// Whose, counted from 1.
        player: usize,
        /// What is wrong with it.
        wrong: WrongName,
    },
    /// A place that fits no line.
    LongPlace,
    /// Notes without end.
    LongNotes,
    /// Two players of the same name.
    SameName(String),
    /// Somebody played before on a seat that there is not.
    FormerSeat {
        /// The seat given.
        seat: Seat,
        /// The players.
        players: usize,
    },
    /// The first dealer is not at the table.
    FirstDealer {
        /// The seat given.
        dealer: i64,
        /// The players.
        players: usize,
    },
}

impl SetupError {
    /// What is wrong and what to do.
    pub fn text(&self) -> Text {
        match self {
            SetupError::Rules(conflict) => conflict.text(),
            SetupError::LastWizard(conflict) => conflict.text(),
            SetupError::Name { player, wrong } => wrong.of_player(*player),
            SetupError::LongPlace => text!("the place is longer than {max} characters", max = PLACE_MAX),
            SetupError::LongNotes => text!("the notes are longer than {max} characters", max = NOTES_MAX),
            SetupError::SameName(name) => {
                text!("two players are called \"{name}\": names must be distinct", name = name)
            }
            SetupError::FormerSeat { seat, players } => text!(
                "somebody played on seat {seat} before, but the seats are 0 to {last}",
                seat = *seat,
                last = players.saturating_sub(1),
            ),
            SetupError::FirstDealer { dealer, players } => text!(
                "the first dealer is seat {dealer}, but the seats are 0 to {last}",
                dealer = *dealer,
                last = players.saturating_sub(1),
            ),
        }
    }
}

/// A game at a table, with everything that was tapped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session<G: Rules = Game> {
    id: Uuid,
    started: DateTime<FixedOffset>,
    place: String,
    notes: String,
    copy_of: Option<Uuid>,
    agreed: Agreement<G>,
    table: G::Table,
    steps: Vec<Step<G>>,
    done: usize,
}

impl Session {
    /// A new game, at the first deal.
    ///
    /// # Errors
    /// What is wrong with names, dealer or rules.
    pub fn new(
        id: Uuid,
        started: DateTime<FixedOffset>,
        players: Vec<Player>,
        first_dealer: Seat,
        rules: RuleSet,
    ) -> Result<Session, SetupError> {
        let players = named(players)?;
        if first_dealer >= players.len() {
            let dealer = i64::try_from(first_dealer).unwrap_or(i64::MAX);
            return Err(SetupError::FirstDealer { dealer, players: players.len() });
        }
        let game = Game::new(players.len(), first_dealer, rules)?;
        Ok(Session::of(
            Frame { id, started, players: &players, former: &[], place: "", notes: "", copy_of: None },
            game,
        ))
    }

    /// The facts of the scored rounds.
    pub fn rounds(&self) -> Vec<&Round<u8>> {
        self.table.scored.iter().map(|scored| &scored.facts).collect()
    }

    /// The open round and its number from 1; `None` when the last round is scored.
    pub fn open(&self) -> Option<(usize, &OpenRound)> {
        self.table.open.as_ref().map(|open| (self.table.scored.len() + 1, open))
    }

    /// All rounds of the plan as they are read.
    pub fn readings(&self) -> Vec<RoundReading> {
        self.game().readings(&self.table)
    }
}

impl<G: Rules> Session<G> {
    /// A game at its first deal, of parts that were checked each for itself: the players by [`seated`], place and notes by
    /// [`checked_notes`].
    pub fn of(frame: Frame, game: G) -> Session<G> {
        let Frame { id, started, players, former, place, notes, copy_of } = frame;
        let (place, notes) = (place.to_owned(), notes.to_owned());
        let table = game.first_deal();
        let agreed = Agreement { players: players.to_vec(), former: former.to_vec(), game };
        Session { id, started, place, notes, copy_of, agreed, table, steps: Vec::new(), done: 0 }
    }

    /// A session with the given facts. The steps are kept if they lead to the same facts; otherwise (a file written by
    /// hand, or changed by hand) steps are made up that do, so that undo works there too.
    ///
    /// # Errors
    /// The first rule that the facts break.
    pub fn with_facts(
        mut self,
        facts: G::Table,
        steps: Vec<Step<G>>,
        undone: usize,
    ) -> Result<Session<G>, BrokenRule<G::Breach>> {
        let done = steps.len().saturating_sub(undone);
        if let Some((agreed, table)) = self.replay(&steps, done)
            && table == facts
            && agreed == self.agreed
        {
            return Ok(Session { table, steps, done, ..self });
        }
        let steps = self.game().steps_to(&facts);
        for step in &steps {
            if let Err(refusal) = self.agreed.game.perform(&mut self.table, step) {
                return Err(self.broken_rule(&facts, refusal));
            }
        }
        let steps: Vec<Step<G>> = steps.into_iter().map(Step::Play).collect();
        Ok(Session { done: steps.len(), steps, ..self })
    }

    /// The session with this place and these notes; spaces around them do not count.
    ///
    /// # Errors
    /// [`SetupError::LongPlace`] or [`SetupError::LongNotes`].
    pub fn noted(&self, place: &str, notes: &str) -> Result<Session<G>, SetupError> {
        let (place, notes) = checked_notes(place, notes)?;
        Ok(Session { place: place.to_owned(), notes: notes.to_owned(), ..self.clone() })
    }

    /// The session as one of another day, begun at the same time of day.
    pub fn on(&self, day: NaiveDate) -> Session<G> {
        let moved = self.started.checked_add_signed(day - self.started.date_naive());
        Session { started: moved.unwrap_or(self.started), ..self.clone() }
    }

    /// The session with somebody else, or somebody's other name, on a seat. The name may also be one that a file had before
    /// names were held to [`checked_name`].
    ///
    /// # Errors
    /// When the name cannot stand beside the others.
    pub fn with_player(&self, seat: Seat, player: Player) -> Result<Session<G>, SetupError> {
        let mut session = self.clone();
        if let Some(before) = self.players().get(seat) {
            let steps = session.steps.iter_mut().filter_map(Step::change_mut);
            let agreements = steps.flat_map(|change| [&mut change.from, &mut change.to]);
            for agreed in agreements.chain([&mut session.agreed]) {
                agreed.rename(before.id, &player);
            }
        }
        session.agreed.players = seated(session.agreed.players)?;
        Ok(session)
    }

    /// The same game under an id of its own, to try something on. It says of which session it is a copy.
    pub fn duplicate(&self, id: Uuid) -> Session<G> {
        Session { id, ..self.clone() }.as_copy_of(Some(self.id))
    }

    /// The session as a copy of this one; `None`: as a game that was played.
    pub fn as_copy_of(self, copy_of: Option<Uuid>) -> Session<G> {
        Session { copy_of, ..self }
    }

    /// What was agreed and what lay on the table after the first `done` steps; `None` when a step, also an undone one,
    /// cannot be taken.
    fn replay(&self, steps: &[Step<G>], done: usize) -> Option<(Agreement<G>, G::Table)> {
        let first = steps.iter().find_map(Step::change).map_or(&self.agreed, |change| &change.from);
        let mut now = (first.clone(), first.game.first_deal());
        let mut at_done = now.clone();
        for (index, step) in steps.iter().enumerate() {
            step.take(&mut now.0, &mut now.1).ok()?;
            if index + 1 == done {
                at_done = now.clone();
            }
        }
        Some(at_done)
    }

    fn broken_rule(&self, facts: &G::Table, refusal: Refusal<G::Breach>) -> BrokenRule<G::Breach> {
        let (round, breach) = match refusal {
            Refusal::Rule { round, breach } => (round, breach),
            _ => (self.game().scored(facts) + 1, self.game().no_way()),
        };
        BrokenRule { round, breach, names: self.names() }
    }

    /// Takes one step: the new session, or why not. A step that changes nothing is accepted and not remembered. What had
    /// been undone is forgotten by a new step.
    ///
    /// # Errors
    /// A [`Refusal`]; the session stays as it is.
    pub fn apply(&self, step: G::Step) -> Result<Session<G>, Refusal<G::Breach>> {
        self.after(Step::Play(step))
    }

    /// The session under another agreement: other rules, seats, names, another dealer, or somebody in another's place.
    ///
    /// # Errors
    /// A [`Refusal`] that names the first round that cannot have been played so.
    pub fn agree(&self, to: Agreement<G>, seats: PerSeat<Seat>) -> Result<Session<G>, Refusal<G::Breach>> {
        self.after(Step::Agree(Box::new(Change { from: self.agreed.clone(), to, seats })))
    }

    /// The session after one step of either kind.
    ///
    /// # Errors
    /// A [`Refusal`]; the session stays as it is.
    pub fn after(&self, step: Step<G>) -> Result<Session<G>, Refusal<G::Breach>> {
        let mut next = self.clone();
        step.take(&mut next.agreed, &mut next.table)?;
        if next.table == self.table && next.agreed == self.agreed {
            return Ok(next);
        }
        next.steps.truncate(next.done);
        next.steps.push(step);
        next.done += 1;
        Ok(next)
    }

    /// The session one step earlier.
    ///
    /// # Errors
    /// [`Refusal::NothingToUndo`] at the first deal.
    pub fn undo(&self) -> Result<Session<G>, Refusal<G::Breach>> {
        self.at_step(self.done.checked_sub(1).ok_or(Refusal::NothingToUndo)?).ok_or(Refusal::NothingToUndo)
    }

    /// The session one undone step later.
    ///
    /// # Errors
    /// [`Refusal::NothingToRedo`] when nothing was undone.
    pub fn redo(&self) -> Result<Session<G>, Refusal<G::Breach>> {
        if self.done == self.steps.len() {
            return Err(Refusal::NothingToRedo);
        }
        self.at_step(self.done + 1).ok_or(Refusal::NothingToRedo)
    }

    fn at_step(&self, done: usize) -> Option<Session<G>> {
        // All steps, because the first change tells what was agreed at the first deal, also where it is undone.
        let (agreed, table) = self.replay(&self.steps, done)?;
        Some(Session { agreed, table, done, ..self.clone() })
    }

    /// The step that undo takes back.
    pub fn last_step(&self) -> Option<&Step<G>> {
        self.steps[..self.done].last()
    }

    /// Is there a step to undo?
    pub fn can_undo(&self) -> bool {
        self.done > 0
    }

    /// Is there an undone step?
    pub fn can_redo(&self) -> bool {
        self.done < self.steps.len()
    }

    /// A new game of the same people by the same rules, begun by whoever would begin the next round.
    ///
    /// # Errors
    /// A name of a file that was there before names were held to [`checked_name`].
    pub fn rematch(&self, id: Uuid, started: DateTime<FixedOffset>) -> Result<Session<G>, SetupError> {
        Session::begin(id, started, self.players().to_vec(), self.game().next_game(self.scored()))
    }

    /// A new game of these people, at the first deal.
    ///
    /// # Errors
    /// What is wrong with a name.
    pub fn begin(
        id: Uuid,
        started: DateTime<FixedOffset>,
        players: Vec<Player>,
        game: G,
    ) -> Result<Session<G>, SetupError> {
        let players = named(players)?;
        let frame = Frame { id, started, players: &players, former: &[], place: "", notes: "", copy_of: None };
        Ok(Session::of(frame, game))
    }

    /// Who would begin a rematch.
    pub fn rematch_dealer(&self) -> Seat {
        self.game().starter(self.scored() + 1)
    }

    /// What it is besides its game. A new field of a session is one of the frame, or named here as none.
    fn frame(&self) -> Frame<'_> {
        let Session { id, started, place, notes, copy_of, agreed, table: _, steps: _, done: _ } = self;
        let Agreement { players, former, game: _ } = agreed;
        Frame { id: *id, started: *started, players, former, place, notes, copy_of: *copy_of }
    }

    /// The session's id, the same on every machine.
    pub fn id(&self) -> Uuid {
        self.id
    }

    /// When it was set up.
    pub fn started(&self) -> DateTime<FixedOffset> {
        self.started
    }

    /// Who plays, in seat order.
    pub fn players(&self) -> &[Player] {
        &self.agreed.players
    }

    /// Who sat on a seat before somebody else took it over, the earliest first.
    pub fn former(&self) -> &[Former] {
        &self.agreed.former
    }

    /// The names of those who played a round, from 1, in seat order.
    pub fn names_in(&self, round: usize) -> Vec<String> {
        players_in(self.players(), self.former(), round).map(|player| player.name.clone()).collect()
    }

    /// What its page tells beside its rounds: what was agreed and given, and who took over from whom.
    pub fn told(&self) -> Vec<Text> {
        let mut told = self.game().told(&self.table, &self.names());
        told.extend(self.taken_over());
        told
    }

    /// Who took over from whom, a sentence each.
    pub fn taken_over(&self) -> Vec<Text> {
        let by = |former: &Former| {
            let next = self.names_in(former.rounds.saturating_add(1)).get(former.seat).cloned();
            text!(
                "{name} played up to round {round}, then {next}",
                name = &former.player.name,
                round = former.rounds,
                next = next.unwrap_or_default(),
            )
        };
        self.former().iter().map(by).collect()
    }

    /// Who sits where and by which rules.
    pub fn agreed(&self) -> &Agreement<G> {
        &self.agreed
    }

    /// The names in seat order.
    pub fn names(&self) -> Vec<String> {
        self.players().iter().map(|player| player.name.clone()).collect()
    }

    /// Where it is played; empty when nobody said.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// What somebody noted about it; empty when nobody did.
    pub fn notes(&self) -> &str {
        &self.notes
    }

    /// The session of which it is a copy to try something on.
    pub fn copy_of(&self) -> Option<Uuid> {
        self.copy_of
    }

    /// Seats, rules and plan.
    pub fn game(&self) -> &G {
        &self.agreed.game
    }

    /// What lies on the table: scored rounds and the open one.
    pub fn table(&self) -> &G::Table {
        &self.table
    }

    /// Every step since the first deal, those undone included.
    pub fn steps(&self) -> &[Step<G>] {
        &self.steps
    }

    /// How many of the steps, from the end, are undone.
    pub fn undone(&self) -> usize {
        self.steps.len() - self.done
    }

    /// Is it as it was dealt, with nothing entered or noted?
    pub fn is_untouched(&self) -> bool {
        self.table == self.game().first_deal() && self.place.is_empty() && self.notes.is_empty()
    }

    /// Running, finished or ended early.
    pub fn status(&self) -> Status {
        self.game().status(&self.table)
    }

    /// How many rounds count.
    pub fn scored(&self) -> usize {
        self.game().scored(&self.table)
    }

    /// When it ended, or when the last round so far was scored, where that is known.
    pub fn ended(&self) -> Option<DateTime<FixedOffset>> {
        self.game().ended(&self.table)
    }

    /// Minutes from the set-up to the end, or to the last scored round; `None` where that says nothing about how long it took:
    /// after less than a minute, and after more than a day.
    pub fn minutes(&self) -> Option<i64> {
        let minutes = (self.ended()? - self.started()).num_minutes();
        Some(minutes).filter(|minutes| (1..=24 * 60).contains(minutes))
    }

    /// The rounds as every sheet shows them.
    pub fn sheet(&self) -> Vec<SheetRow> {
        self.game().sheet(&self.table)
    }

    /// The totals now.
    pub fn current_totals(&self) -> PerSeat<i32> {
        self.by_seat_after(self.scored()).map(|line| line.total)
    }

    /// The standings of the rounds scored so far.
    pub fn standings(&self) -> Vec<Standing> {
        self.standings_after(self.scored())
    }

    /// The standings after so many rounds.
    pub fn standings_after(&self, rounds: usize) -> Vec<Standing> {
        self.game().standings(&self.table, rounds)
    }

    /// The lines of the standings after so many rounds in seat order.
    pub fn by_seat_after(&self, rounds: usize) -> PerSeat<Standing> {
        let mut lines = self.standings_after(rounds);
        lines.sort_by_key(|line| line.seat);
        lines.into_iter().collect()
    }
}

/// A number that two sessions share when they tell the same facts: players, rules, rounds, early end, place, notes and of
/// which session they are a copy. Their steps, when they were saved, and what is being entered do not matter. The same in
/// every run of one build, not for keeping.
pub fn fingerprint<G: Rules>(session: &Session<G>) -> u64 {
    print_of(&session.frame(), session.game(), &session.table)
}

/// A place and notes that are not too long, without the spaces around them.
///
/// # Errors
/// [`SetupError::LongPlace`] or [`SetupError::LongNotes`].
pub fn checked_notes<'a>(place: &'a str, notes: &'a str) -> Result<(&'a str, &'a str), SetupError> {
    let (place, notes) = (place.trim(), notes.trim());
    if place.chars().count() > PLACE_MAX {
        return Err(SetupError::LongPlace);
    }
    if notes.chars().count() > NOTES_MAX {
        return Err(SetupError::LongNotes);
    }
    Ok((place, notes))
}

/// People with names that [`checked_name`] allows, none there twice.
///
/// # Errors
/// What is wrong with a name.
pub fn named(players: Vec<Player>) -> Result<Vec<Player>, SetupError> {
    let named = players.into_iter().enumerate().map(|(seat, player)| match checked_name(&player.name) {
        Ok(name) => Ok(Player { name, ..player }),
        Err(wrong) => Err(SetupError::Name { player: seat + 1, wrong }),
    });
    seated(named.collect::<Result<_, _>>()?)
}

/// People with names that a table can use, without the spaces around them. What else [`checked_name`] asks of a new name
/// is not asked here: files have others, and are read.
///
/// # Errors
/// A name that is empty, too long or there twice.
pub fn seated(mut players: Vec<Player>) -> Result<Vec<Player>, SetupError> {
    for player in &mut players {
        player.name = player.name.trim().to_owned();
    }
    for (seat, player) in players.iter().enumerate() {
        let name = |wrong| Err(SetupError::Name { player: seat + 1, wrong });
        if player.name.is_empty() {
            return name(WrongName::Empty);
        }
        if player.name.chars().count() > NAME_MAX {
            return name(WrongName::Long);
        }
        if players[..seat].iter().any(|other| other.name == player.name) {
            return Err(SetupError::SameName(player.name.clone()));
        }
    }
    Ok(players)
}

/// Those who sat on a seat before somebody else, with names as [`seated`] asks for them.
///
/// # Errors
/// A seat that there is not, or a name that is empty or too long.
pub fn checked_former(former: Vec<Former>, players: usize) -> Result<Vec<Former>, SetupError> {
    for Former { seat, player, .. } in &former {
        if *seat >= players {
            return Err(SetupError::FormerSeat { seat: *seat, players });
        }
        seated(vec![player.clone()])?;
    }
    Ok(former)
}
