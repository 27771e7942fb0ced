//! One game at one table: players, seats and rounds so far. Pure: times and ids are passed in. The table always results
//! from the steps since the first deal, so undo takes one step fewer.

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
pub use filter::{Filter, Searchable, Tournaments, Words};
pub use frame::{Counted, EXAMPLE, Frame, print_of};
pub use initials::initials;
pub use lineup::Lineup;
pub use look::{Colour, Face, Look, NoColour, Sign, known};
pub use name::{NAME_MAX, WrongName, checked_name, in_file_name, name_with};
pub use people::{Former, People, Player};
pub use person::{Everyone, Person};
pub use record::Record;
pub use spelling::folded;
pub use tournament::{TABLE_NAME_MAX, TournamentTable, is_table_name};

use crate::game::{BrokenRule, Refusal, Rules, SheetRow, Standing};
pub use crate::game::{GameName, Status};
use crate::seats::{PerSeat, Seat};
use crate::text;
use crate::text::{Text, composed};
use crate::wizard::{Game, OpenRound, Round, RoundReading, RuleSet};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session<G: Rules = Game> {
    id: Uuid,
    started: DateTime<FixedOffset>,
    place: String,
    notes: String,
    counted: Counted,
    tournament: Option<TournamentTable>,
    agreed: Agreement<G>,
    table: G::Table,
    steps: Vec<Step<G>>,
    done: usize,
}

impl Session {
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

    pub fn rounds(&self) -> Vec<&Round<u8>> {
        self.table.scored.iter().map(|scored| &scored.facts).collect()
    }

    /// With the number from 1; `None` when the last round is scored.
    pub fn open(&self) -> Option<(usize, &OpenRound)> {
        self.table.open.as_ref().map(|open| (self.table.scored.len() + 1, open))
    }

    pub fn readings(&self) -> Vec<RoundReading> {
        self.game().readings(&self.table)
    }
}

impl<G: Rules> Session<G> {
    /// Starts at the first deal. Place and notes must have passed [`checked_notes`].
    pub fn of(frame: Frame, game: G) -> Session<G> {
        let Frame { id, started, people, place, notes, counted, tournament } = frame;
        let (place, notes) = (place.to_owned(), notes.to_owned());
        let table = game.first_deal();
        let agreed = Agreement { people: people.clone(), game };
        let tournament = tournament.cloned();
        Session { id, started, place, notes, counted, tournament, agreed, table, steps: Vec::new(), done: 0 }
    }

    /// Keeps the steps if they lead to these facts; otherwise, as in a file written or edited by hand, makes up steps
    /// that do, so that undo works there too.
    ///
    /// # Errors
    /// The first rule broken.
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

    /// Trims both.
    ///
    /// # Errors
    /// [`SetupError::LongPlace`] or [`SetupError::LongNotes`].
    pub fn noted(&self, place: &str, notes: &str) -> Result<Session<G>, SetupError> {
        let (place, notes) = checked_notes(place, notes)?;
        Ok(Session { place, notes, ..self.clone() })
    }

    /// At the same time of day.
    pub fn on(&self, day: NaiveDate) -> Session<G> {
        let moved = self.started.checked_add_signed(day - self.started.date_naive());
        Session { started: moved.unwrap_or(self.started), ..self.clone() }
    }

    /// Replaces a person's name and id on all seats and in undone and redone states. Old names from files need not pass
    /// [`checked_name`].
    ///
    /// # Errors
    /// The name or id sits at the table in a round with the person.
    pub fn renamed(&self, id: Uuid, to: &Player) -> Result<Session<G>, SetupError> {
        self.with_people(|people| people.renamed(id, to))
    }

    /// Applies `changed` to the present people and those of undone and redone states, which stay if they cannot be
    /// changed. It is called with [`Session::all_people`], in their order.
    ///
    /// # Errors
    /// The present people cannot be changed.
    pub fn with_people(
        &self,
        mut changed: impl FnMut(&People) -> Result<People, SetupError>,
    ) -> Result<Session<G>, SetupError> {
        let mut session = self.clone();
        for agreed in session.steps.iter_mut().filter_map(Step::change_mut).flat_map(|of| [&mut of.from, &mut of.to]) {
            if let Ok(people) = changed(&agreed.people) {
                agreed.people = people;
            }
        }
        session.agreed.people = changed(&session.agreed.people)?;
        Ok(session)
    }

    /// Before and after each change of agreement, and the present ones at the end.
    pub fn all_people(&self) -> impl Iterator<Item = &People> {
        let steps = self.steps.iter().filter_map(Step::change).flat_map(|of| [&of.from, &of.to]);
        steps.chain([&self.agreed]).map(|agreed| &agreed.people)
    }

    #[must_use]
    pub fn as_counted(&self, counted: Counted) -> Session<G> {
        Session { counted, ..self.clone() }
    }

    /// After the first `done` steps; `None` if any step, undone ones included, cannot be taken.
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

    /// A step that changes nothing is accepted but not kept. A new step discards those undone.
    pub fn apply(&self, step: G::Step) -> Result<Session<G>, Refusal<G::Violation>> {
        self.after(Step::Play(step))
    }

    /// Under other rules, seats or names, another dealer, or a substitute player.
    ///
    /// # Errors
    /// Names the first round that cannot have been played under it.
    pub fn agree(&self, to: Agreement<G>, seats: PerSeat<Seat>) -> Result<Session<G>, Refusal<G::Violation>> {
        self.after(Step::Agree(Box::new(Change { from: self.agreed.clone(), to, seats })))
    }

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

    /// Fails with [`Refusal::NothingToUndo`] at the first deal.
    pub fn undo(&self) -> Result<Session<G>, Refusal<G::Violation>> {
        self.at_step(self.done.checked_sub(1).ok_or(Refusal::NothingToUndo)?).ok_or(Refusal::NothingToUndo)
    }

    /// Fails with [`Refusal::NothingToRedo`] if nothing was undone.
    pub fn redo(&self) -> Result<Session<G>, Refusal<G::Violation>> {
        if self.done == self.steps.len() {
            return Err(Refusal::NothingToRedo);
        }
        self.at_step(self.done + 1).ok_or(Refusal::NothingToRedo)
    }

    fn at_step(&self, done: usize) -> Option<Session<G>> {
        // Replays all steps: the agreement at the first deal is in the first change, even if that is undone.
        let (agreed, table) = self.replay(&self.steps, done)?;
        Some(Session { agreed, table, done, ..self.clone() })
    }

    pub fn last_step(&self) -> Option<&Step<G>> {
        self.steps[..self.done].last()
    }

    pub fn can_undo(&self) -> bool {
        self.done > 0
    }

    pub fn can_redo(&self) -> bool {
        self.done < self.steps.len()
    }

    /// Without the rounds that the table added one by one at the end.
    pub fn planned(&self) -> G {
        let changes = self.steps[..self.done].iter().rev().filter_map(Step::change);
        changes.fold(self.game().clone(), |game, Change { from, to, .. }| game.without_round_more(&from.game, &to.game))
    }

    /// The same people and rules, begun by the seat that would begin the next round.
    ///
    /// # Errors
    /// A name from an old file does not pass [`checked_name`].
    pub fn rematch(&self, id: Uuid, started: DateTime<FixedOffset>) -> Result<Session<G>, SetupError> {
        Session::begin(id, started, self.people().players_at_end().to_vec(), self.planned().next_game(self.scored()))
    }

    pub fn begin(
        id: Uuid,
        started: DateTime<FixedOffset>,
        players: Vec<Player>,
        game: G,
    ) -> Result<Session<G>, SetupError> {
        let people = People::new(players)?;
        Ok(Session::of(Frame::new(id, started, &people), game))
    }

    /// For a session of which nothing is played yet. In seat order.
    #[must_use]
    pub fn looking(mut self, looks: impl IntoIterator<Item = Look>) -> Session<G> {
        self.agreed.people = self.agreed.people.looking(looks);
        self
    }

    pub fn rematch_dealer(&self) -> Seat {
        self.game().starter(self.scored() + 1)
    }

    /// Destructured in full, so that a new field of a session must be added here.
    pub fn frame(&self) -> Frame<'_> {
        let Session { id, started, place, notes, counted, tournament, agreed, table: _, steps: _, done: _ } = self;
        let Agreement { people, game: _ } = agreed;
        Frame { id: *id, started: *started, people, place, notes, counted: *counted, tournament: tournament.as_ref() }
    }

    /// The same on every machine.
    pub fn id(&self) -> Uuid {
        self.id
    }

    /// When it was set up.
    pub fn started(&self) -> DateTime<FixedOffset> {
        self.started
    }

    pub fn people(&self) -> &People {
        &self.agreed.people
    }

    /// For the session's page: agreement, penalties and substitutions.
    pub fn described(&self) -> Vec<Text> {
        let mut facts = self.game().described(&self.table, &|round| self.people().names_in(round));
        facts.extend(self.taken_over());
        facts
    }

    /// One sentence each.
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

    pub fn tournament(&self) -> Option<&TournamentTable> {
        self.tournament.as_ref()
    }

    #[must_use]
    pub fn at_tournament(self, tournament: TournamentTable) -> Session<G> {
        Session { tournament: Some(tournament), ..self }
    }

    pub fn agreed(&self) -> &Agreement<G> {
        &self.agreed
    }

    /// May be empty.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// May be empty.
    pub fn notes(&self) -> &str {
        &self.notes
    }

    pub fn counted(&self) -> Counted {
        self.counted
    }

    pub fn game(&self) -> &G {
        &self.agreed.game
    }

    pub fn table(&self) -> &G::Table {
        &self.table
    }

    /// Since the first deal, undone ones included.
    pub fn steps(&self) -> &[Step<G>] {
        &self.steps
    }

    /// They are at the end of the list.
    pub fn undone(&self) -> usize {
        self.steps.len() - self.done
    }

    /// Nothing entered or noted since the deal.
    pub fn is_untouched(&self) -> bool {
        self.table == self.game().first_deal() && self.place.is_empty() && self.notes.is_empty()
    }

    pub fn status(&self) -> Status {
        self.game().status(&self.table)
    }

    /// Rounds that count.
    pub fn scored(&self) -> usize {
        self.game().scored(&self.table)
    }

    /// When the game ended or the last round was scored, if known.
    pub fn ended(&self) -> Option<DateTime<FixedOffset>> {
        self.game().ended(&self.table)
    }

    /// From the set-up to the end or the last scored round, as [`minutes_played`].
    pub fn minutes(&self) -> Option<i64> {
        minutes_played(self.started(), self.ended()?)
    }

    pub fn sheet(&self) -> Vec<SheetRow> {
        self.game().sheet(&self.table)
    }

    pub fn current_totals(&self) -> PerSeat<i32> {
        self.by_seat_after(self.scored()).map(|line| line.total)
    }

    pub fn standings(&self) -> Vec<Standing> {
        self.standings_after(self.scored())
    }

    pub fn standings_after(&self, rounds: usize) -> Vec<Standing> {
        self.game().standings(&self.table, rounds)
    }

    /// In seat order.
    pub fn by_seat_after(&self, rounds: usize) -> PerSeat<Standing> {
        let mut lines = self.standings_after(rounds);
        lines.sort_by_key(|line| line.seat);
        lines.into_iter().collect()
    }
}

/// Equal for equal facts: players, rules, rounds, early end, place, notes and whether the game counts. Ignores steps,
/// times of saving and open entries. Stable within one build only, so not for storing.
pub fn fingerprint<G: Rules>(session: &Session<G>) -> u64 {
    print_of((session.frame(), session.game(), &session.table))
}

/// Trimmed and [`composed`].
///
/// # Errors
/// [`SetupError::LongPlace`] or [`SetupError::LongNotes`].
pub fn checked_notes(place: &str, notes: &str) -> Result<(String, String), SetupError> {
    let (place, notes) = (composed(place.trim()).into_owned(), composed(notes.trim()).into_owned());
    if place.chars().count() > PLACE_MAX {
        return Err(SetupError::LongPlace);
    }
    if notes.chars().count() > NOTES_MAX {
        return Err(SetupError::LongNotes);
    }
    Ok((place, notes))
}

/// `None` below a minute or above a day: the game was entered afterwards, or interrupted and resumed.
pub fn minutes_played(started: DateTime<FixedOffset>, ended: DateTime<FixedOffset>) -> Option<i64> {
    Some((ended - started).num_minutes()).filter(|minutes| (1..=24 * 60).contains(minutes))
}
