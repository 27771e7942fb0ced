//! The lines, cards and sentences of a tournament.

use tablet_of_truth_ui as ui;

use crate::app::{
    PlayerLine, RankingLine, SeatLine, TableCard, TableSession, TableState, TournamentTab, TournamentView, WallStage,
    WallView,
};
use crate::export::said_table_points;
use crate::language::Language;
use crate::text;
use crate::text::Text;
use crate::tournament::{Number, PointsBy, Status};
use crate::ui::program::Convert;
use crate::ui::values::{list_of, path_text, said, text};

/// What is shown of a tournament, in a language.
#[derive(Clone, Copy)]
pub(super) struct Say(pub(super) Language);

impl Say {
    pub(super) fn lines(self, texts: &[Text]) -> String {
        texts.iter().map(|text| self.0.sentence(text)).collect::<Vec<_>>().join("\n")
    }

    /// The place, the day, and the numbers of tables and players.
    pub(super) fn head(self, view: &TournamentView) -> String {
        let (tables, players) = (view.tables.len(), view.players.len());
        let facts = [
            (!view.place.is_empty()).then(|| view.place.clone()),
            view.date.map(|date| self.0.long_date(date)),
            (tables > 0).then(|| self.0.say(&text!("{n} table" | "{n} tables" % tables))),
            Some(self.0.say(&text!("{n} player" | "{n} players" % players))),
        ];
        facts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// How far the round is, and why the next one cannot be seated.
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
            TournamentTab::Ranking if view.level_at_cut => Some(text!("The cut would part players who are level.")),
            _ => None,
        };
        // Tables that are not done are the reason themselves.
        let reason = view.cannot_seat.clone().filter(|_| view.tab != TournamentTab::Results || done == tables);
        self.lines(&[of_tab, reason].into_iter().flatten().collect::<Vec<_>>())
    }

    pub(super) fn player(self, line: &PlayerLine) -> ui::TournamentRow {
        let table = (!line.table.is_empty()).then(|| text!("table {table}", table = &line.table));
        let told: Vec<String> = [status(line.status), table].iter().flatten().map(|told| self.0.say(told)).collect();
        let told = told.join(", ");
        let label = text!("{number}, {name}: {told}", number = line.number, name = &line.name, told = &told);
        ui::TournamentRow {
            number: line.number.into(),
            lead: text(&line.number.to_string()),
            name: text(&line.name),
            told: text(&told),
            label: said(&label, self.0),
            ..ui::TournamentRow::default()
        }
    }

    /// Everybody at these tables by name, each with the table.
    pub(super) fn by_name(self, tables: &[TableCard]) -> Vec<ui::TournamentRow> {
        let mut seats: Vec<(&str, Number, &str)> = Vec::new();
        for table in tables {
            seats.extend(table.seats.iter().map(|seat| (&*seat.name, seat.number, &*table.name)));
        }
        seats.sort_by_cached_key(|(name, number, _)| (name.to_lowercase(), *number));
        seats.into_iter().map(|(name, number, table)| self.seated(name, number, table)).collect()
    }

    fn seated(self, name: &str, number: Number, table: &str) -> ui::TournamentRow {
        let label = text!("{name}, number {number}: table {table}", name = name, number = number, table = table);
        ui::TournamentRow {
            number: number.into(),
            lead: text(table),
            tag: text(&number.to_string()),
            name: text(name),
            label: said(&label, self.0),
            ..ui::TournamentRow::default()
        }
    }

    pub(super) fn ranked(self, entry: &RankingLine) -> ui::TournamentRow {
        let line = &entry.line;
        let table_points = said_table_points(line.table_points, self.0);
        let (points, met) = (self.0.number(line.points), self.0.number(line.met.into()));
        let told = text!(
            "{table_points} table points, {points} points, {met} bids met",
            table_points = &table_points,
            points = &points,
            met = &met,
        );
        let told = self.0.say(&told);
        let label = text!(
            "Rank {rank}: {name}, number {number}, {told}",
            rank = line.rank,
            name = &line.name,
            number = line.number,
            told = &told,
        );
        ui::TournamentRow {
            number: line.number.into(),
            lead: text(&line.rank.to_string()),
            tag: text(&line.number.to_string()),
            name: text(&line.name),
            table_points: text(&table_points),
            points: text(&points),
            met: text(&met),
            told: text(&told),
            label: said(&label, self.0),
            goes_on: entry.goes_on,
            gone: entry.gone,
        }
    }

    /// A table's state in a few words.
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
                text!("state of a table" => "! {reason}", reason = self.0.sentence(why))
            }
        };
        let state = self.0.say(&state);
        if table.overtime == 0 {
            return state;
        }
        self.0.say(&text!("state of a table" => "{state}, −{points}", state = state, points = table.overtime))
    }

    /// A session of a table of which somebody has to choose one.
    pub(super) fn session(self, session: &TableSession) -> ui::SlipSession {
        let told = match session.hand {
            Some((hand, hands)) => {
                text!("{file}: playing {hand} of {hands}", file = &session.file, hand = hand, hands = hands,)
            }
            None => {
                let scores = session.scores.iter();
                let scores = scores.map(|(name, points)| format!("{name} {}", self.0.number((*points).into())));
                let scores = scores.collect::<Vec<_>>().join(", ");
                text!("a file, its scores" => "{file}: {scores}", file = &session.file, scores = scores)
            }
        };
        ui::SlipSession { path: path_text(&session.path), told: said(&told, self.0), counts: session.counts }
    }

    /// The names at a table with their points, best first once they are known.
    fn scores(self, table: &TableCard) -> String {
        let mut seats: Vec<&SeatLine> = table.seats.iter().collect();
        seats.sort_by_key(|seat| seat.place.unwrap_or(usize::MAX));
        let scores = seats.iter().map(|seat| format!("{} {}", seat.name, self.points(seat)).trim_end().to_owned());
        scores.collect::<Vec<_>>().join(", ")
    }

    /// A table's name, state and scores, as a screen reader tells them.
    fn table_label(self, table: &TableCard) -> String {
        let (state, players) = (self.table_state(table), self.scores(table));
        let name = &table.name;
        self.0.say(&text!("Table {table}, {state}: {players}", table = name, state = state, players = players))
    }

    fn points(self, seat: &SeatLine) -> String {
        match seat.points {
            _ if seat.absent => "–".to_owned(),
            Some(points) => self.0.number(points.into()),
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
                label: said(&label, self.0),
                deals: seat.deals,
                wins: seat.place == Some(1),
                picked: picked == Some(at),
            }
        });
        ui::TournamentTable {
            name: text(&table.name),
            state: match table.state {
                TableState::Waiting => ui::TableStateName::Waiting,
                TableState::Playing(..) => ui::TableStateName::Playing,
                TableState::Done | TableState::EndedEarly(..) => ui::TableStateName::Done,
                TableState::ByHand => ui::TableStateName::ByHand,
                TableState::Contradictory(_) => ui::TableStateName::Contradictory,
            },
            label: text(&self.table_label(table)),
            told: text(&self.table_state(table)),
            locked: table.locked,
            seats: list_of(shown.seats, seats),
        }
    }

    pub(super) fn wall(self, view: &WallView) -> Vec<ui::TournamentRow> {
        match view.stage {
            WallStage::Seats => self.by_name(&view.tables),
            WallStage::Results => view.tables.iter().map(|table| self.result(table)).collect(),
            WallStage::Ranking => view.ranking.iter().map(|line| self.ranked(line)).collect(),
        }
    }

    fn result(self, table: &TableCard) -> ui::TournamentRow {
        ui::TournamentRow {
            lead: text(&table.name),
            name: text(&self.scores(table)),
            label: text(&self.table_label(table)),
            ..ui::TournamentRow::default()
        }
    }

    pub(super) fn show_settings(self, adapter: &ui::TournamentAdapter<'_>, view: &TournamentView) {
        let settings = &view.settings;
        let kept = &settings.kept;
        adapter.set_preset(settings.preset.convert());
        adapter.set_place(text(&view.place));
        adapter.set_date(view.date.map(|date| text(&self.0.typed_date(date))).unwrap_or_default());
        adapter.set_before_stages(kept.rounds.into());
        adapter.set_minutes(kept.minutes.into());
        adapter.set_seating(kept.seating.convert());
        adapter.set_points_by(match kept.table_points {
            PointsBy::Place(_) => ui::PointsByName::Place,
            PointsBy::Points => ui::PointsByName::Points,
            PointsBy::BelowAbove => ui::PointsByName::BelowAbove,
        });
        adapter.set_cut(kept.cut.map_or(0, i32::from));
        adapter.set_stages(text(&settings.stages));
        adapter.set_hands(list_of(adapter.get_hands(), settings.hands.iter().map(|hands| text(hands))));
        adapter.set_plus_minus_one(kept.rules.plus_minus_one);
        adapter.set_plus_minus_one_from(kept.rules.plus_minus_one_from_cards.into());
        adapter.set_fault(settings.fault.as_ref().map(|fault| said(fault, self.0)).unwrap_or_default());
    }
}

/// A player's status in words; `None` for somebody who simply plays.
fn status(status: Status) -> Option<Text> {
    Some(match status {
        Status::Here => return None,
        Status::Late(round) => text!("plays from round {round} on", round = round),
        Status::Left(0) => text!("left before the first round"),
        Status::Left(round) => text!("left after round {round}", round = round),
        Status::QualifiedBefore => text!("qualified before"),
        Status::Disqualified => text!("disqualified"),
    })
}
