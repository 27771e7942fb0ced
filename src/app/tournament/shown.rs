//! The open tournament as its pages and its wall show it.

use chrono::{DateTime, FixedOffset};

use super::command::TournamentTab;
use super::open::{OpenTournament, Question};
use super::view::{Clock, SeatLine, TableCard, TableSession, TableState, TournamentView, WallView};
use crate::app::notice::Notice;
use crate::app::typed::file_name;
use crate::archive::{Found, Known};
use crate::table::tournament as lists;
use crate::text;
use crate::text::Text;
use crate::tournament::{Line, Names, Number, Outcome, Placed, Round, Table, TableResult};

impl OpenTournament {
    pub(super) fn view(&self, now: DateTime<FixedOffset>) -> TournamentView {
        let (tournament, round) = (&self.gathered.tournament, self.round());
        let (can_undo, can_redo) = self.can_travel();
        let unknown =
            self.unknown.iter().map(|field| text!("the field “{field}” is unknown and ignored", field = field));
        let mut players = self.tournament.players.clone();
        players.sort_by_key(|player| player.number);
        TournamentView {
            name: tournament.name.clone(),
            place: tournament.place.clone(),
            date: tournament.date,
            tab: self.tab,
            round,
            seated: tournament.rounds.len(),
            planned: tournament.settings.planned(),
            save: self.saver.state(),
            clock: self.clock(now),
            notes: self
                .only_looked_at()
                .into_iter()
                .chain(unknown)
                .chain(self.gathered.notes.iter().cloned())
                .chain(self.without_seat())
                .collect(),
            players,
            list: match self.tab {
                TournamentTab::Players => Some(lists::players(&self.tournament, &self.sought)),
                TournamentTab::Seats => self.by_name.then(|| lists::seats_by_name(tournament, round)),
                TournamentTab::Ranking => Some(lists::ranking(tournament, round)),
                TournamentTab::Results | TournamentTab::Settings => None,
            },
            done: tournament.tables(round).iter().filter(|table| table.results().is_some()).count(),
            tables: self.cards(round),
            repeated: tournament.repeated_meetings(round),
            picked: self.picked,
            overtime: self.overtime,
            podium: self.podium(round),
            settings: self.settings_view(),
            slip: self.slip_view(),
            question: self.question.as_ref().map(prompt),
            cannot_seat: self.cannot_seat(),
            seating: self.seating,
            can_undo,
            can_redo,
        }
    }

    /// The open question, and its two answers.
    pub(in crate::app) fn question(&self) -> Option<(Notice, [Text; 2])> {
        self.question.as_ref().map(|asked| (prompt(asked), answers(asked)))
    }

    fn without_seat(&self) -> Option<Text> {
        let (without, names) = (self.gathered.tournament.without_seat(), self.tournament.names());
        (!without.is_empty()).then(|| {
            text!(
                "No seat in round {round}: {players}. Draw the seats again, or they do not play in it.",
                round = self.tournament.rounds.len(),
                players = without.iter().map(|number| names.of(*number)).collect::<Vec<_>>().join(", "),
            )
        })
    }

    /// `None` if the clock was not started.
    pub(super) fn clock(&self, now: DateTime<FixedOffset>) -> Option<Clock> {
        clock(self.tournament.rounds.last()?, self.tournament.settings.minutes, now)
    }

    fn cards(&self, round: usize) -> Vec<TableCard> {
        let names = self.tournament.names();
        let tables = self.gathered.tournament.tables(round).iter().enumerate();
        tables.map(|(index, table)| self.card(round, index, table, &names)).collect()
    }

    fn card(&self, round: usize, index: usize, table: &Table, names: &Names) -> TableCard {
        let placed = table.places(&self.gathered.tournament.settings).unwrap_or_default();
        let sessions = self.table_sessions(round, index);
        let state = match self.known(round, index) {
            Known::Nothing => TableState::Waiting,
            Known::Playing(hand, of) => TableState::Playing(*hand, *of),
            Known::Session(None) => TableState::Done,
            Known::Session(Some((hand, of))) => TableState::EndedEarly(*hand, *of),
            Known::Typed => TableState::ByHand,
            Known::Contradictory(_) if sessions.len() > 1 => {
                TableState::Contradictory(text!("Several games: choose the one that counts"))
            }
            Known::Contradictory(reason) => TableState::Contradictory(reason.clone()),
        };
        let result = |seat: usize| table.results().and_then(|results| results.get(seat));
        let seat = |(seat, number): (usize, &Number)| {
            let placed: Option<&Placed> = placed.iter().find(|placed| placed.number == *number);
            SeatLine {
                number: *number,
                name: names.of(*number).to_owned(),
                deals: seat == table.first_dealer,
                absent: result(seat) == Some(&TableResult::Absent),
                points: placed.map(|placed| placed.points),
                place: placed.and_then(|placed| placed.place),
            }
        };
        TableCard {
            name: table.name.clone(),
            state,
            locked: table.locked,
            overtime: table.overtime,
            seats: table.players.iter().enumerate().map(seat).collect(),
            sessions,
        }
    }

    /// The sessions of a table of which one has to be chosen, or that differ from what was typed.
    fn table_sessions(&self, round: usize, index: usize) -> Vec<TableSession> {
        let Some(table) = self.tournament.tables(round).get(index) else { return Vec::new() };
        let chosen = match self.known(round, index) {
            Known::Contradictory(_) | Known::Typed => false,
            _ if matches!(table.outcome, Outcome::Session(_)) => true,
            _ => return Vec::new(),
        };
        // A copy has the same id as the session's own file, which is the first found.
        let counted = self.found.iter().find(|session| table.outcome == Outcome::Session(session.id));
        let session = |session: &Found| TableSession {
            path: session.path.to_path_buf(),
            file: file_name(&session.path),
            scores: session
                .played
                .iter()
                .flat_map(|played| played.scores())
                .map(|(name, points)| (name.into(), points))
                .collect(),
            hand: session.hand,
            counts: chosen && counted.is_some_and(|counted| counted.path == session.path),
        };
        let sessions: Vec<TableSession> = self.sessions(round, index).map(session).collect();
        // The only one, chosen, needs no other choice.
        if chosen && sessions.len() < 2 { Vec::new() } else { sessions }
    }

    fn podium(&self, round: usize) -> Vec<Line> {
        let (tournament, names) = (&self.gathered.tournament, self.tournament.names());
        let named = |line: Line| Line { name: names.of(line.number).to_owned(), ..line };
        tournament.podium(round).into_iter().map(named).collect()
    }

    /// Always shows the last round.
    pub(super) fn wall(&self, now: DateTime<FixedOffset>) -> WallView {
        let tournament = &self.gathered.tournament;
        let last = tournament.rounds.len();
        let tables = tournament.tables(last);
        let done = tables.iter().filter(|table| table.results().is_some()).count();
        WallView {
            // Before the first round is seated there are its players to show.
            list: match done {
                done if done == tables.len() => lists::ranking(tournament, last),
                0 => lists::seats_by_name(tournament, last),
                _ => lists::results(tournament, last),
            },
            clock: self.clock(now),
            podium: self.podium(last),
            next: self.next(done == tables.len()),
        }
    }

    fn next(&self, all_done: bool) -> Vec<Text> {
        let tournament = &self.gathered.tournament;
        let settings = &tournament.settings;
        let (last, planned) = (tournament.rounds.len(), settings.planned());
        // Of one, there is no final.
        let going_on = settings.going_on().filter(|most| *most > 1 && last <= settings.rounds.into());
        let cut = going_on.map(|count| text!("{n} goes on." | "The best {n} go on." % count));
        let follows = match settings.stage_name(last + 1) {
            _ if last >= planned => text!("The tournament is over."),
            Some(stage) => text!("Next: {stage}.", stage = stage),
            None => text!("Next: round {n} of {of}.", n = last + 1, of = planned),
        };
        cut.into_iter().chain(all_done.then_some(follows)).collect()
    }
}

/// `None` if the clock was not started.
pub(super) fn clock(round: &Round, minutes: u16, now: DateTime<FixedOffset>) -> Option<Clock> {
    let whole = i64::from(minutes) * 60;
    // A clock that was set back meanwhile cannot give more time than there was.
    let left = (whole - (now - round.started?).num_seconds()).min(whole);
    Some(Clock { left })
}

/// The labels of no and yes.
fn answers(question: &Question) -> [Text; 2] {
    match question {
        Question::Slip(_) => [text!("Look again"), text!("Take it anyway")],
        Question::Seat(_) => [text!("Wait for them"), text!("Seat the round")],
        Question::Drop => [text!("Keep typing"), text!("Drop it")],
        Question::Set(..) => [text!("Leave it"), text!("Change it")],
        Question::Stop => [text!("Let it run"), text!("Stop the clock")],
        Question::WriteAgain => [text!("Close it"), text!("Write it again")],
        Question::TakeOver => [text!("Only look"), text!("Organise here")],
    }
}

fn prompt(question: &Question) -> Notice {
    Notice::trouble(match question {
        Question::Slip(doubts) => text!("{reason}. Take it anyway?", reason = doubts.clone()),
        Question::Seat(tables) => text!(
            "These tables have no result yet and do not count: {tables}. Seat the next round anyway?",
            tables = tables.clone(),
        ),
        Question::Drop => text!("The slip is not taken yet. Drop what was typed?"),
        Question::Set(_, reached) => text!(
            "This changes rounds that are already seated: {what}. Change it anyway?",
            what = reached.iter().map(|reach| reach.text()).collect::<Vec<_>>(),
        ),
        Question::Stop => text!("Stop the clock? When it is started again, the whole time is left."),
        Question::TakeOver => text!(
            "Another device organises this tournament. Who goes on? If this one takes over, the other is told, and can \
             only look."
        ),
        Question::WriteAgain => text!(
            "Another window or device has deleted this tournament, or moved it away. Write it again, as it is here? \
             If not, it is closed here, too."
        ),
    })
}
