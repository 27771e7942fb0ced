//! The lines, cards and sentences of a tournament.

use tablet_of_truth::app::{SeatLine, TableCard, TableSession, TableState, TournamentTab, TournamentView};
use tablet_of_truth::language::Language;
use tablet_of_truth::text;
use tablet_of_truth::text::Text;
use tablet_of_truth::tournament::{Line, Tournament};
use tablet_of_truth_ui as ui;

use crate::values::{int, list_of, path_text, text, tone};

#[derive(Clone, Copy)]
pub(super) struct Formatter {
    pub(super) language: Language,
}

impl Formatter {
    fn tr(self, text: &Text) -> String {
        self.language.translate(text)
    }

    pub(super) fn lines(self, texts: &[Text]) -> String {
        texts.iter().map(|text| self.language.sentence(text)).collect::<Vec<_>>().join("\n")
    }

    pub(super) fn head(self, view: &TournamentView) -> String {
        let (tables, players) = (view.tables.len(), view.players.len());
        let facts = [
            (!view.place.is_empty()).then(|| view.place.clone()),
            view.date.map(|date| self.language.long_date(date)),
            (tables > 0).then(|| self.tr(&text!("{n} table" | "{n} tables" % tables))),
            Some(self.tr(&text!("{n} player" | "{n} players" % players))),
        ];
        facts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    pub(super) fn earlier(self, other: &Tournament) -> String {
        let people = text!("{n} player" | "{n} players" % other.players.len());
        let date = other.date.map(|date| self.language.long_date(date));
        [Some(other.name.clone()), date, Some(self.tr(&people))].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    pub(super) fn state(self, view: &TournamentView) -> String {
        let (done, tables) = (view.done, view.tables.len());
        let of_tab = match view.tab {
            _ if view.seating => Some(text!("One moment: seats are being found.")),
            _ if tables == 0 => None,
            TournamentTab::Results if view.overtime => Some(text!("Tap each table that still plays.")),
            TournamentTab::Results => {
                Some(text!("{done} of {n} table done" | "{done} of {n} tables done" % tables, done = done))
            }
            TournamentTab::Seats if view.repeated > 0 => {
                Some(text!("{n} pair meets again" | "{n} pairs meet again" % view.repeated))
            }
            TournamentTab::Ranking => {
                let best = view.podium.iter().filter(|line| line.rank == Some(1)).map(|line| &*line.name);
                let best: Vec<&str> = best.collect();
                (!best.is_empty()).then(|| text!("of a tournament" => "Champion: {names}", names = best))
            }
            _ => None,
        };
        // On Results, tables that are not done are reason enough.
        let reason = view.cannot_seat.clone().filter(|_| view.tab != TournamentTab::Results || done == tables);
        self.lines(&[of_tab, reason].into_iter().flatten().collect::<Vec<_>>())
    }

    pub(super) fn step(self, (lines, label): (&[Line], &Text), shown: ui::TournamentStep) -> ui::TournamentStep {
        ui::TournamentStep {
            rank: int(lines.first().and_then(|line| line.rank).unwrap_or(0)),
            label: self.tr(label).into(),
            names: list_of(shown.names, lines.iter().map(|line| text(&line.name))),
        }
    }

    fn table_state(self, table: &TableCard) -> String {
        let state = match &table.state {
            TableState::Waiting => text!("state of a table" => "waiting"),
            TableState::Playing(hand, hands) => text!("playing {hand} of {hands}", hand = *hand, hands = *hands),
            TableState::Done => text!("state of a table" => "✓ done"),
            TableState::EndedEarly(hand, hands) => {
                text!("state of a table" => "✓ ended after hand {hand} of {hands}", hand = *hand, hands = *hands)
            }
            TableState::ByHand => text!("state of a table" => "✓ by hand"),
            TableState::Contradictory(why) => {
                text!("state of a table" => "! {reason}", reason = self.language.sentence(why))
            }
        };
        let state = self.tr(&state);
        if table.overtime == 0 {
            return state;
        }
        self.tr(&text!("state of a table" => "{state}, −{points}", state = state, points = table.overtime))
    }

    /// One of several sessions of a table to choose from.
    pub(super) fn session(self, session: &TableSession) -> ui::SlipSession {
        let text = match session.hand {
            Some((hand, hands)) => {
                text!("{file}: playing {hand} of {hands}", file = &session.file, hand = hand, hands = hands,)
            }
            None => {
                let scores = session.scores.iter();
                let scores = scores.map(|(name, points)| format!("{name} {}", self.language.number((*points).into())));
                let scores = scores.collect::<Vec<_>>().join(", ");
                text!("a file, its scores" => "{file}: {scores}", file = &session.file, scores = scores)
            }
        };
        ui::SlipSession { path: path_text(&session.path), text: self.tr(&text).into(), counts: session.counts }
    }

    /// Best first once points are known.
    fn scores(self, table: &TableCard) -> String {
        let mut seats: Vec<&SeatLine> = table.seats.iter().collect();
        seats.sort_by_key(|seat| seat.place.unwrap_or(usize::MAX));
        let scores = seats.iter().map(|seat| format!("{} {}", seat.name, self.points(seat)).trim_end().to_owned());
        scores.collect::<Vec<_>>().join(", ")
    }

    fn table_label(self, table: &TableCard) -> String {
        let (state, players) = (self.table_state(table), self.scores(table));
        let name = &table.name;
        self.tr(&text!("Table {table}, {state}: {players}", table = name, state = state, players = players))
    }

    fn points(self, seat: &SeatLine) -> String {
        match seat.points {
            _ if seat.absent => "–".to_owned(),
            Some(points) => self.language.number(points.into()),
            None => String::new(),
        }
    }

    pub(super) fn table(
        self,
        table: &TableCard,
        picked: Option<usize>,
        shown: ui::TournamentTable,
    ) -> ui::TournamentTable {
        let seats = table.seats.iter().enumerate().map(|(at, seat)| {
            let (name, table) = (&seat.name, &table.name);
            let label = if seat.deals {
                text!("Table {table}: {number}, {name}, deals", table = table, number = seat.number, name = name)
            } else {
                text!("Table {table}: {number}, {name}", table = table, number = seat.number, name = name)
            };
            ui::TournamentSeat {
                number: seat.number.into(),
                name: text(&seat.name),
                points: text(&self.points(seat)),
                label: self.tr(&label).into(),
                deals: seat.deals,
                wins: seat.place == Some(1),
                picked: picked == Some(at),
            }
        });
        ui::TournamentTable {
            name: text(&table.name),
            tone: tone(match table.state {
                TableState::Waiting | TableState::Playing(..) => None,
                TableState::Done | TableState::EndedEarly(..) | TableState::ByHand => Some(true),
                TableState::Contradictory(_) => Some(false),
            }),
            label: text(&self.table_label(table)),
            state: text(&self.table_state(table)),
            locked: table.locked,
            seats: list_of(shown.seats, seats),
        }
    }
}
