use super::command::SlipField;
use super::draft::{Draft, ReadLine, Typed};
use super::open::{OpenTournament, Question, table_mut};
use super::view::{SlipLine, SlipView};
use crate::app::notice::Notice;
use crate::text;
use crate::text::{Text, Value};
use crate::tournament::{Line, Names, Number, Outcome, PlaceBy, Table, TableResult, Tournament};

/// The maximum number of ranking changes listed.
const CHANGES_MAX: usize = 12;

struct ReadSlip {
    lines: Vec<ReadLine>,
    /// The table with these results, once all are valid.
    table: Option<Table>,
    /// Warnings to confirm before it is taken.
    doubts: Vec<Text>,
}

impl OpenTournament {
    pub(super) fn open_slip(&mut self, index: usize) {
        self.slip = self.untouched(self.round(), index);
        self.question = None;
    }

    /// The slip of a table with the result that it has. Without one, players away in the round did not come.
    fn untouched(&self, round: usize, index: usize) -> Option<Draft> {
        let table = self.gathered.tournament.tables(round).get(index)?;
        let untyped = |number: &Number| {
            let absent = self.tournament.player(*number).is_some_and(|player| player.is_away(round));
            Typed { absent, ..Typed::default() }
        };
        let lines = match table.results() {
            Some(results) => results.iter().map(Typed::of).collect(),
            None => table.players.iter().map(untyped).collect(),
        };
        Some(Draft { round, index, lines })
    }

    /// Closes the slip; asks first if something was typed. Returns whether there was one.
    pub(super) fn close_slip(&mut self) -> bool {
        let Some(slip) = &self.slip else { return false };
        if self.untouched(slip.round, slip.index).as_ref() == Some(slip) {
            self.slip = None;
        } else {
            self.question = Some(Question::Drop);
        }
        true
    }

    pub(super) fn type_slip(&mut self, seat: usize, field: SlipField, text: String) {
        if let Some(line) = self.slip.as_mut().and_then(|slip| slip.lines.get_mut(seat)) {
            line.type_in(field, text);
        }
    }

    pub(super) fn set_absent(&mut self, seat: usize, absent: bool) {
        if let Some(line) = self.slip.as_mut().and_then(|slip| slip.lines.get_mut(seat)) {
            line.absent = absent;
        }
    }

    /// Takes the slip, or asks first if there are warnings.
    pub(super) fn take_slip(&mut self) -> Result<(), Notice> {
        let Some(read) = self.slip.as_ref().and_then(|slip| self.read_slip(slip)) else { return Ok(()) };
        if read.table.is_none() {
            return Err(Notice::trouble(text!("Type points and bids met of everybody, or that they did not come.")));
        }
        match Text::joined(read.doubts) {
            Some(doubts) => {
                self.question = Some(Question::Slip(doubts));
                Ok(())
            }
            None => self.take_slip_anyway(),
        }
    }

    pub(super) fn take_slip_anyway(&mut self) -> Result<(), Notice> {
        let Some(slip) = &self.slip else { return Ok(()) };
        let Some(table) = self.read_slip(slip).and_then(|read| read.table) else { return Ok(()) };
        let (round, index) = (slip.round, slip.index);
        let known = self.gathered.tournament.tables(round).get(index);
        // Values equal to the session's need not be kept by hand.
        if known.is_none_or(|known| known.outcome != table.outcome) {
            self.change(|tournament| {
                if let Some(there) = table_mut(tournament, round, index) {
                    there.outcome = table.outcome;
                }
            })?;
        }
        (self.slip, self.question) = (None, None);
        Ok(())
    }

    pub(super) fn slip_view(&self) -> Option<SlipView> {
        let slip = self.slip.as_ref()?;
        let read = self.read_slip(slip)?;
        let table = self.gathered.tournament.tables(slip.round).get(slip.index)?;
        let settings = &self.gathered.tournament.settings;
        let placed = read.table.as_ref().and_then(|table| table.places(settings)).unwrap_or_default();
        let place = |number: Number| placed.iter().find(|one| one.number == number).and_then(|one| one.place);
        let is_level = |number: Number| {
            place(number).is_some_and(|place| placed.iter().filter(|one| one.place == Some(place)).count() > 1)
        };
        let names = self.tournament.names();
        let decides = settings.place_by.contains(&PlaceBy::PlayOff);
        let lines = table.players.iter().zip(&slip.lines).zip(&read.lines).map(|((number, typed), read)| SlipLine {
            name: names.of(*number).to_owned(),
            points: typed.points.clone(),
            met: typed.met.clone(),
            penalty: typed.penalty.clone(),
            play_off: typed.play_off.clone(),
            play_off_wanted: decides && (is_level(*number) || !typed.play_off.is_empty()),
            absent: typed.absent,
            fault: read.as_ref().err().cloned(),
        });
        let doubts = Text::joined(read.doubts)
            .map(|doubts| Notice::trouble(text!("Look again before it is taken: {reason}.", reason = doubts)));
        Some(SlipView {
            table: table.name.clone(),
            hands: settings.plan(table.players.len()).rounds(),
            ended: self.known(slip.round, slip.index).ended(),
            lines: lines.collect(),
            notice: doubts,
            changes: self.changes(slip, read.table.as_ref()),
            ready: read.table.is_some(),
            removable: self.tournament.tables(slip.round).get(slip.index)?.outcome != Outcome::Open,
        })
    }

    fn read_slip(&self, slip: &Draft) -> Option<ReadSlip> {
        let tournament = &self.gathered.tournament;
        let table = tournament.tables(slip.round).get(slip.index)?;
        let before = |seat: usize| table.results().and_then(|results| results.get(seat));
        let mut lines: Vec<ReadLine> =
            slip.lines.iter().enumerate().map(|(seat, line)| line.read(before(seat))).collect();
        let present = lines.iter().filter(|line| !matches!(line, Ok(Some(TableResult::Absent)))).count();
        let dealt = table.dealt(&tournament.settings, present);
        let (names, mut doubts) = (tournament.names(), Vec::new());
        for ((line, number), typed) in lines.iter_mut().zip(&table.players).zip(&slip.lines) {
            if typed.contradicts_itself() {
                doubts
                    .push(text!("{name} did not come, but has numbers, which do not count", name = names.of(*number)));
            }
            let Ok(Some(TableResult::Played(game))) = line else { continue };
            if game.penalty < 0 {
                doubts.push(text!("{name}: a penalty below 0 gives points", name = names.of(*number)));
            }
            match game.check_by(&dealt) {
                Err(fault) => *line = Err(fault.text()),
                Ok(()) if game.is_unlikely(&dealt) => doubts.push(text!(
                    "{name}: {points} points with so many bids met ({met}) are hardly possible",
                    name = names.of(*number),
                    points = game.points,
                    met = game.met,
                )),
                Ok(()) => {}
            }
        }
        let results: Option<Vec<TableResult>> = lines.iter().map(|line| line.clone().ok().flatten()).collect();
        let table = results.map(|results| Table { outcome: Outcome::Results(results), ..table.clone() });
        let changes = table.as_ref().zip(tournament.tables(slip.round).get(slip.index));
        let changes = changes.is_some_and(|(new, old)| old.results().is_some() && new.outcome != old.outcome);
        if changes && slip.round < tournament.rounds.len() {
            doubts.push(text!(
                "the next round was seated by the result before, and its seats stay unless you draw them again"
            ));
        }
        Some(ReadSlip { lines, table, doubts })
    }

    /// What a corrected result changes in the ranking and among those who advance.
    fn changes(&self, slip: &Draft, table: Option<&Table>) -> Vec<Text> {
        let before = &self.gathered.tournament;
        let Some(table) = table else { return Vec::new() };
        if before.tables(slip.round).get(slip.index).is_none_or(|old| old.results().is_none()) {
            return Vec::new();
        }
        let mut after = before.clone();
        if let Some(there) = table_mut(&mut after, slip.round, slip.index) {
            there.outcome = table.outcome.clone();
        }
        let last = before.rounds.len();
        let (old, new) = (before.ranking(last), after.ranking(last));
        let rank = |line: &Line| old.iter().find(|other| other.number == line.number).and_then(|other| other.rank);
        let names = after.names();
        let moved = new.iter().filter_map(|line| {
            let (was, now) = rank(line).zip(line.rank).filter(|(was, now)| was != now)?;
            Some(text!("{name}: rank {was} becomes {now}", name = names.of(line.number), was = was, now = now))
        });
        let mut changes: Vec<Text> = moved.collect();
        if changes.len() > CHANGES_MAX {
            let more = changes.len() - CHANGES_MAX;
            changes.truncate(CHANGES_MAX);
            changes.push(text!("{n} more rank changes" | "{n} more ranks change" % more));
        }
        changes.extend(cut_changes(before, &after, last, &names));
        changes
    }
}

fn cut_changes(before: &Tournament, after: &Tournament, round: usize, names: &Names) -> Option<Text> {
    let ((was, _), (is, _)) = (before.going_on(round), after.going_on(round));
    let apart = |one: &[Number], other: &[Number]| -> Vec<Value> {
        let only = one.iter().filter(|number| !other.contains(number));
        only.map(|number| names.of(*number).into()).collect()
    };
    let (gained, lost) = (apart(&is, &was), apart(&was, &is));
    let changed = !gained.is_empty() || !lost.is_empty();
    changed.then(|| text!("goes on now: {gained}; no more: {lost}", gained = gained, lost = lost))
}
