//! The open tournament as its pages and its wall show it.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, FixedOffset};

use super::open::{Asked, OpenTournament};
use super::seating::planned;
use super::view::{
    Clock, PlayerLine, RankingLine, SeatLine, TableCard, TableSession, TableState, TournamentView, WallStage, WallView,
};
use crate::app::notice::Notice;
use crate::app::typed::file_name;
use crate::archive::{Found, Known};
use crate::text;
use crate::text::Text;
use crate::tournament::{Line, Names, Number, Outcome, Placed, Player, Round, Status, Table, TableResult};

impl OpenTournament {
    /// The pages, at this time.
    pub(super) fn view(&self, now: DateTime<FixedOffset>) -> TournamentView {
        let (tournament, round) = (&self.gathered.tournament, self.round());
        let (can_undo, can_redo) = self.can_travel();
        let (ranking, level_at_cut) = self.ranking_lines(round);
        let unknown =
            self.unknown.iter().map(|field| text!("the field “{field}” is unknown and ignored", field = field));
        TournamentView {
            name: tournament.name.clone(),
            place: tournament.place.clone(),
            date: tournament.date,
            tab: self.tab,
            round,
            seated: tournament.rounds.len(),
            planned: planned(tournament),
            save: self.keeper.state(),
            clock: self.clock(now),
            notes: unknown.chain(self.gathered.notes.iter().cloned()).chain(self.without_seat()).collect(),
            players: self.player_lines(),
            done: tournament.tables(round).iter().filter(|table| table.results().is_some()).count(),
            tables: self.cards(round),
            repeated: tournament.repeated_meetings(round),
            picked: self.picked,
            overtime: self.overtime,
            ranking,
            level_at_cut,
            settings: self.settings_view(),
            slip: self.slip_view(),
            question: self.asked.as_ref().map(question),
            answers: self.asked.as_ref().map(answers),
            paper: self.paper,
            cannot_seat: self.cannot_seat(),
            seating: self.seating,
            can_undo,
            can_redo,
        }
    }

    /// Who has no seat in the last round.
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

    /// The time left of the last round; `None` if its clock was not started.
    fn clock(&self, now: DateTime<FixedOffset>) -> Option<Clock> {
        clock(self.tournament.rounds.last()?, self.tournament.settings.minutes, now)
    }

    fn player_lines(&self) -> Vec<PlayerLine> {
        let all = self.tournament.rounds.iter().flat_map(|round| &round.tables);
        let sat: HashSet<Number> = all.flat_map(|table| &table.players).copied().collect();
        let last = self.tournament.rounds.last().into_iter().flat_map(|round| &round.tables);
        let sits: HashMap<Number, &str> =
            last.flat_map(|table| table.players.iter().map(|number| (*number, &*table.name))).collect();
        let line = |player: &Player| PlayerLine {
            number: player.number,
            name: player.name.clone(),
            status: player.status,
            table: sits.get(&player.number).copied().unwrap_or_default().to_owned(),
            sat: sat.contains(&player.number),
        };
        let mut players: Vec<PlayerLine> = self.tournament.players.iter().map(line).collect();
        players.sort_by_key(|player| player.number);
        players
    }

    /// The tables of a round.
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

    /// The sessions of a table among which somebody has to choose, or that differ from what was typed.
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

    fn ranking_lines(&self, round: usize) -> (Vec<RankingLine>, bool) {
        let tournament = &self.gathered.tournament;
        let ranking = tournament.ranking(round);
        let (cut, is_level) = tournament.cut(&ranking);
        let is_gone = |number: Number| match tournament.player(number).map(|player| player.status) {
            Some(Status::Left(after)) => after <= round,
            Some(Status::Disqualified) => true,
            _ => false,
        };
        let names = tournament.names();
        let line = |line: Line| RankingLine {
            goes_on: cut.contains(&line.number),
            gone: is_gone(line.number),
            line: Line { name: names.of(line.number).to_owned(), ..line },
        };
        (ranking.into_iter().map(line).collect(), is_level)
    }

    /// The wall, which always shows the last round.
    pub(super) fn wall(&self, now: DateTime<FixedOffset>) -> WallView {
        let tournament = &self.gathered.tournament;
        let last = tournament.rounds.len();
        let tables = tournament.tables(last);
        let done = tables.iter().filter(|table| table.results().is_some()).count();
        let stage = match done {
            0 => WallStage::Seats,
            done if done < tables.len() => WallStage::Results,
            _ => WallStage::Ranking,
        };
        WallView {
            stage,
            round: last,
            clock: self.clock(now),
            tables: self.cards(last),
            ranking: self.ranking_lines(last).0,
            next: self.next(stage),
        }
    }

    /// What follows, in words.
    fn next(&self, stage: WallStage) -> Vec<Text> {
        let tournament = &self.gathered.tournament;
        let (last, planned) = (tournament.rounds.len(), planned(tournament));
        let going_on = tournament.settings.going_on().filter(|_| last <= tournament.settings.rounds.into());
        let cut = going_on.map(|count| text!("{n} goes on." | "The best {n} go on." % count));
        let follows = match stage {
            WallStage::Ranking if last >= planned => Some(text!("The tournament is over.")),
            WallStage::Ranking => Some(text!("Next: round {n} of {of}.", n = last + 1, of = planned)),
            _ => None,
        };
        cut.into_iter().chain(follows).collect()
    }
}

/// The time left of a round with so many minutes; `None` if its clock was not started.
pub(super) fn clock(round: &Round, minutes: u16, now: DateTime<FixedOffset>) -> Option<Clock> {
    let whole = i64::from(minutes) * 60;
    // A clock that was set back meanwhile cannot give more time than there was.
    let left = (whole - (now - round.started?).num_seconds()).min(whole);
    Some(Clock { left })
}

/// What the answers to a question do: nothing, and what it asks about.
fn answers(asked: &Asked) -> [Text; 2] {
    match asked {
        Asked::Slip(_) => [text!("Look again"), text!("Take it anyway")],
        Asked::Seat(_) => [text!("Wait for them"), text!("Seat the round")],
        Asked::Drop => [text!("Keep typing"), text!("Drop it")],
        Asked::Stop => [text!("Let it run"), text!("Stop the clock")],
        Asked::Reload(_) => [text!("Not yet"), text!("Read it")],
        Asked::WriteAgain => [text!("Close it"), text!("Write it again")],
    }
}

fn question(asked: &Asked) -> Notice {
    Notice::trouble(match asked {
        Asked::Slip(doubts) => text!("{reason}. Take it anyway?", reason = doubts.clone()),
        Asked::Seat(tables) => text!(
            "These tables have no result yet and do not count: {tables}. Seat the next round anyway?",
            tables = tables.clone(),
        ),
        Asked::Drop => text!("The slip is not taken yet. Drop what was typed?"),
        Asked::Stop => text!("Stop the clock? When it is started again, the whole time is left."),
        Asked::Reload(copy) => text!(
            "Another program or device changed this tournament. What was entered here is kept beside it as {name}. \
             Read the newest version?",
            name = copy,
        ),
        Asked::WriteAgain => text!(
            "Another window or device has deleted this tournament, or moved it away. Write it again, as it is here? \
             If not, it is closed here, too."
        ),
    })
}
