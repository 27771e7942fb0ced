//! One game at one table, of either kind: players, seats and the rounds so far. A session and a step go in; a new
//! session or a typed refusal comes out. Undo and redo reach back to the first bid.
//!
//! Pure: times and ids are passed in. The table is always the result of the steps since the first deal, so undo simply
//! takes one step fewer.

mod any;
mod change;
mod chart;
mod error;
mod example;
mod filter;
mod frame;
mod initials;
mod lineup;
mod look;
mod name;
mod people;
mod person;
mod record;
mod spelling;
mod tournament;

use chrono::{DateTime, FixedOffset, NaiveDate};
use uuid::Uuid;

pub use any::{AnyGame, AnyRef, AnySession, Kind, OfGame, Summary};
pub use change::{Agreement, Change, Step};
pub use chart::{Grid, Line, chart, dashes, marks};
pub use error::{NOTES_MAX, PLACE_MAX, SetupError};
pub use example::example_evening;
pub use filter::{Filter, Searchable, Words};
pub use frame::{Frame, print_of};
pub use initials::initials;
pub use lineup::Lineup;
pub use look::{Colour, Face, Look, NoColour, Sign, known};
pub use name::{NAME_MAX, WrongName, checked_name, in_file_name, name_with};
pub use people::{Former, People, Player, ToldApart};
pub use person::{Everyone, Person};
pub use record::Record;
pub use spelling::folded;
pub use tournament::{TABLE_NAME_MAX, TournamentTable, is_table_name};

use crate::game::{BrokenRule, Refusal, Rules, SheetRow, Standing};
pub use crate::game::{GameName, Status};
use crate::seats::{PerSeat, Seat};
use crate::text;
use crate::text::Text;
use crate::wizard::{Game, OpenRound, Round, RoundReading, RuleSet};

/// The session that those of an example say they are trial copies of, so that they count for nothing. It is nowhere.
pub const EXAMPLE: Uuid = Uuid::from_u128(0x6578_616d_706c_4520_8065_7665_6e69_6e67);

/// A game at a table, with every step taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session<G: Rules = Game> {
    id: Uuid,
    started: DateTime<FixedOffset>,
    place: String,
    notes: String,
    copy_of: Option<Uuid>,
    tournament: Option<TournamentTable>,
    agreed: Agreement<G>,
    table: G::Table,
    steps: Vec<Step<G>>,
    done: usize,
}

impl Session {
    /// Makes a new game, at the first deal.
    ///
    /// # Errors
    /// What is wrong with the names, the dealer or the rules.
    pub fn new(
        id: Uuid,
        started: DateTime<FixedOffset>,
        players: Vec<Player>,
        first_dealer: Seat,
        rules: RuleSet,
    ) -> Result<Session, SetupError> {
        let people = People::new(players)?;
        let players = people.len();
        if first_dealer >= players {
            let dealer = i64::try_from(first_dealer).unwrap_or(i64::MAX);
            return Err(SetupError::FirstDealer { dealer, players });
        }
        let game = Game::new(players, first_dealer, rules)?;
        Ok(Session::of(Frame::new(id, started, &people), game))
    }

    /// The facts of the scored rounds.
    pub fn rounds(&self) -> Vec<&Round<u8>> {
        self.table.scored.iter().map(|scored| &scored.facts).collect()
    }

    /// The open round and its number from 1; `None` when the last round is scored.
    pub fn open(&self) -> Option<(usize, &OpenRound)> {
        self.table.open.as_ref().map(|open| (self.table.scored.len() + 1, open))
    }

    /// All rounds of the plan, as they are read.
    pub fn readings(&self) -> Vec<RoundReading> {
        self.game().readings(&self.table)
    }
}

impl<G: Rules> Session<G> {
    /// Makes a session at its first deal from parts already checked: place and notes by [`checked_notes`].
    pub fn of(frame: Frame, game: G) -> Session<G> {
        let Frame { id, started, people, place, notes, copy_of, tournament } = frame;
        let (place, notes) = (place.to_owned(), notes.to_owned());
        let table = game.first_deal();
        let agreed = Agreement { people: people.clone(), game };
        let tournament = tournament.cloned();
        Session { id, started, place, notes, copy_of, tournament, agreed, table, steps: Vec::new(), done: 0 }
    }

    /// The session with the given facts. The steps are kept if they lead to these facts; otherwise, as in a file
    /// written or changed by hand, steps that do are made up, so that undo works there too.
    ///
    /// # Errors
    /// The first rule that the facts break.
    pub fn with_facts(
        mut self,
        facts: G::Table,
        steps: Vec<Step<G>>,
        undone: usize,
    ) -> Result<Session<G>, BrokenRule<G::Violation>> {
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

    /// The session with this place and these notes, trimmed.
    ///
    /// # Errors
    /// [`SetupError::LongPlace`] or [`SetupError::LongNotes`].
    pub fn noted(&self, place: &str, notes: &str) -> Result<Session<G>, SetupError> {
        let (place, notes) = checked_notes(place, notes)?;
        Ok(Session { place: place.to_owned(), notes: notes.to_owned(), ..self.clone() })
    }

    /// The session moved to another day, begun at the same time of day.
    pub fn on(&self, day: NaiveDate) -> Session<G> {
        let moved = self.started.checked_add_signed(day - self.started.date_naive());
        Session { started: moved.unwrap_or(self.started), ..self.clone() }
    }

    /// The session with another name and id for a person, wherever they sit or sat, also where undo and redo lead. The
    /// name may also be an old one from a file, from before [`checked_name`] applied.
    ///
    /// # Errors
    /// The name or id sits, or sat, at the table beside the person.
    pub fn renamed(&self, id: Uuid, to: &Player) -> Result<Session<G>, SetupError> {
        let mut session = self.clone();
        let steps = session.steps.iter_mut().filter_map(Step::change_mut);
        let agreements = steps.flat_map(|change| [&mut change.from, &mut change.to]);
        for agreed in agreements.chain([&mut session.agreed]) {
            agreed.people = agreed.people.renamed(id, to)?;
        }
        Ok(session)
    }

    /// A copy under an id of its own, to try something on; it says which session it copies, and is at no table of a
    /// tournament. One of an example is an example, too.
    pub fn duplicate(&self, id: Uuid) -> Session<G> {
        let of = self.copy_of.filter(|&of| of == EXAMPLE).unwrap_or(self.id);
        Session { id, tournament: None, ..self.clone() }.as_copy_of(Some(of))
    }

    /// The session marked as a copy of another; with `None`, as a game that was really played.
    pub fn as_copy_of(self, copy_of: Option<Uuid>) -> Session<G> {
        Session { copy_of, ..self }
    }

    /// The agreement and the table after the first `done` steps; `None` if any step, undone ones included, cannot be
    /// taken.
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

    fn broken_rule(&self, facts: &G::Table, refusal: Refusal<G::Violation>) -> BrokenRule<G::Violation> {
        let (round, violation) = match refusal {
            Refusal::Rule { round, violation } => (round, violation),
            _ => (self.game().scored(facts) + 1, self.game().no_way()),
        };
        BrokenRule { round, violation, names: self.people().names_in(round) }
    }

    /// Takes one step at the table. A step that changes nothing is accepted but not kept. A new step discards those
    /// undone.
    ///
    /// # Errors
    /// A [`Refusal`]; the session stays as it is.
    pub fn apply(&self, step: G::Step) -> Result<Session<G>, Refusal<G::Violation>> {
        self.after(Step::Play(step))
    }

    /// The session under a new agreement: other rules, seats or names, another dealer, or a substitute player.
    ///
    /// # Errors
    /// A [`Refusal`] that names the first round that cannot have been played under it.
    pub fn agree(&self, to: Agreement<G>, seats: PerSeat<Seat>) -> Result<Session<G>, Refusal<G::Violation>> {
        self.after(Step::Agree(Box::new(Change { from: self.agreed.clone(), to, seats })))
    }

    /// Takes one step of either kind.
    ///
    /// # Errors
    /// A [`Refusal`]; the session stays as it is.
    pub fn after(&self, step: Step<G>) -> Result<Session<G>, Refusal<G::Violation>> {
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
    pub fn undo(&self) -> Result<Session<G>, Refusal<G::Violation>> {
        self.at_step(self.done.checked_sub(1).ok_or(Refusal::NothingToUndo)?).ok_or(Refusal::NothingToUndo)
    }

    /// The session one undone step later.
    ///
    /// # Errors
    /// [`Refusal::NothingToRedo`] when nothing was undone.
    pub fn redo(&self) -> Result<Session<G>, Refusal<G::Violation>> {
        if self.done == self.steps.len() {
            return Err(Refusal::NothingToRedo);
        }
        self.at_step(self.done + 1).ok_or(Refusal::NothingToRedo)
    }

    fn at_step(&self, done: usize) -> Option<Session<G>> {
        // Replays all steps: the agreement at the first deal stands in the first change, even if that is undone.
        let (agreed, table) = self.replay(&self.steps, done)?;
        Some(Session { agreed, table, done, ..self.clone() })
    }

    /// The step that undo takes back.
    pub fn last_step(&self) -> Option<&Step<G>> {
        self.steps[..self.done].last()
    }

    /// Whether there is a step to undo.
    pub fn can_undo(&self) -> bool {
        self.done > 0
    }

    /// Whether there is an undone step.
    pub fn can_redo(&self) -> bool {
        self.done < self.steps.len()
    }

    /// A new game with the same people and rules, begun by whoever would begin the next round.
    ///
    /// # Errors
    /// A name from an old file does not pass [`checked_name`].
    pub fn rematch(&self, id: Uuid, started: DateTime<FixedOffset>) -> Result<Session<G>, SetupError> {
        Session::begin(id, started, self.people().players_at_end().to_vec(), self.game().next_game(self.scored()))
    }

    /// A new game with these people, at the first deal.
    ///
    /// # Errors
    /// What is wrong with a name.
    pub fn begin(
        id: Uuid,
        started: DateTime<FixedOffset>,
        players: Vec<Player>,
        game: G,
    ) -> Result<Session<G>, SetupError> {
        let people = People::new(players)?;
        Ok(Session::of(Frame::new(id, started, &people), game))
    }

    /// This session, of which nothing is played yet, with people of these looks, in seat order.
    #[must_use]
    pub fn looking(mut self, looks: impl IntoIterator<Item = Look>) -> Session<G> {
        self.agreed.people = self.agreed.people.looking(looks);
        self
    }

    /// The seat that would begin a rematch.
    pub fn rematch_dealer(&self) -> Seat {
        self.game().starter(self.scored() + 1)
    }

    /// The parts other than the game. Matched in full, so that a new field of a session must be added here.
    pub fn frame(&self) -> Frame<'_> {
        let Session { id, started, place, notes, copy_of, tournament, agreed, table: _, steps: _, done: _ } = self;
        let Agreement { people, game: _ } = agreed;
        Frame { id: *id, started: *started, people, place, notes, copy_of: *copy_of, tournament: tournament.as_ref() }
    }

    /// The session's id, the same on every machine.
    pub fn id(&self) -> Uuid {
        self.id
    }

    /// The time it was set up.
    pub fn started(&self) -> DateTime<FixedOffset> {
        self.started
    }

    /// Who sat where, round by round.
    pub fn people(&self) -> &People {
        &self.agreed.people
    }

    /// What its page says besides the rounds: what was agreed and given, and who took over from whom.
    pub fn described(&self) -> Vec<Text> {
        let mut told = self.game().described(&self.table, &|round| self.people().names_in(round));
        told.extend(self.taken_over());
        told
    }

    /// Who took over from whom, in one sentence each.
    pub fn taken_over(&self) -> Vec<Text> {
        let by = |former: &Former| {
            let next = self.people().names_in(former.rounds.saturating_add(1)).get(former.seat).cloned();
            text!(
                "{name} played up to round {round}, then {next}",
                name = &former.player.name,
                round = former.rounds,
                next = next.unwrap_or_default(),
            )
        };
        self.people().former().iter().map(by).collect()
    }

    /// The table of a tournament at which it is played, if any.
    pub fn tournament(&self) -> Option<&TournamentTable> {
        self.tournament.as_ref()
    }

    /// The session, played at this table of a tournament.
    #[must_use]
    pub fn at_tournament(self, tournament: TournamentTable) -> Session<G> {
        Session { tournament: Some(tournament), ..self }
    }

    /// The players, their seats and their rules.
    pub fn agreed(&self) -> &Agreement<G> {
        &self.agreed
    }

    /// The place; may be empty.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The notes; may be empty.
    pub fn notes(&self) -> &str {
        &self.notes
    }

    /// The session that this is a trial copy of, if any.
    pub fn copy_of(&self) -> Option<Uuid> {
        self.copy_of
    }

    /// The seats, rules and plan.
    pub fn game(&self) -> &G {
        &self.agreed.game
    }

    /// The facts so far: the scored rounds and the open one.
    pub fn table(&self) -> &G::Table {
        &self.table
    }

    /// Every step since the first deal, undone ones included.
    pub fn steps(&self) -> &[Step<G>] {
        &self.steps
    }

    /// The number of undone steps, at the end of the list.
    pub fn undone(&self) -> usize {
        self.steps.len() - self.done
    }

    /// Whether the session is as it was dealt, with nothing entered or noted.
    pub fn is_untouched(&self) -> bool {
        self.table == self.game().first_deal() && self.place.is_empty() && self.notes.is_empty()
    }

    /// Whether the game is running, finished or ended early.
    pub fn status(&self) -> Status {
        self.game().status(&self.table)
    }

    /// The number of rounds that count.
    pub fn scored(&self) -> usize {
        self.game().scored(&self.table)
    }

    /// When the game ended, or when its last scored round was scored, if known.
    pub fn ended(&self) -> Option<DateTime<FixedOffset>> {
        self.game().ended(&self.table)
    }

    /// Minutes from the set-up to the end or the last scored round, as [`minutes_played`].
    pub fn minutes(&self) -> Option<i64> {
        minutes_played(self.started(), self.ended()?)
    }

    /// The rounds as every sheet shows them.
    pub fn sheet(&self) -> Vec<SheetRow> {
        self.game().sheet(&self.table)
    }

    /// The current totals.
    pub fn current_totals(&self) -> PerSeat<i32> {
        self.by_seat_after(self.scored()).map(|line| line.total)
    }

    /// The standings of the rounds scored so far.
    pub fn standings(&self) -> Vec<Standing> {
        self.standings_after(self.scored())
    }

    /// The standings after `rounds` rounds.
    pub fn standings_after(&self, rounds: usize) -> Vec<Standing> {
        self.game().standings(&self.table, rounds)
    }

    /// The standings after `rounds` rounds, in seat order.
    pub fn by_seat_after(&self, rounds: usize) -> PerSeat<Standing> {
        let mut lines = self.standings_after(rounds);
        lines.sort_by_key(|line| line.seat);
        lines.into_iter().collect()
    }
}

/// A number that two sessions share if they have the same facts: players, rules, rounds, early end, place, notes and
/// the session they copy. Steps, times of saving and half-made entries do not matter. Stable within one build only, so
/// not for storing.
pub fn fingerprint<G: Rules>(session: &Session<G>) -> u64 {
    print_of((session.frame(), session.game(), &session.table))
}

/// The place and notes, trimmed, if not too long.
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

/// Minutes from the start of a game to its end; `None` below a minute or above a day: it was entered afterwards, or put
/// aside and resumed.
pub fn minutes_played(started: DateTime<FixedOffset>, ended: DateTime<FixedOffset>) -> Option<i64> {
    Some((ended - started).num_minutes()).filter(|minutes| (1..=24 * 60).contains(minutes))
}
