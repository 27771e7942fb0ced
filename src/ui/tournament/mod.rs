//! The tournament: its pages, its wall, and its cards on Home.

mod format;

use std::rc::Rc;

use slint::{ComponentHandle, SharedString};
use tablet_of_truth::app::{
    App, Clock, Command, HomeView, Notice, Page, SlipField, TableCard, TournamentCommand as T, TournamentOffer,
    TournamentPanel, TournamentTab, TournamentView,
};
use tablet_of_truth::language::Language;
use tablet_of_truth::session::TABLE_NAME_MAX;
use tablet_of_truth::table::RowId;
use tablet_of_truth::table::tournament::seats_title;
use tablet_of_truth::text;
use tablet_of_truth::text::{Text, quoted};
use tablet_of_truth::variants;
use tablet_of_truth_ui as ui;

use super::program::{Convert, Program};
use super::tables::table;
use super::values::{int, list_of, list_of_lists, notice, path_of, path_text, seat, text, tr};
use format::Formatter;

pair!(TournamentTab, TournamentTabName: Players Seats Results Ranking Settings);

/// In the order of their numbers in the window.
const FIELDS: [SlipField; 4] = variants!(SlipField: Points, Met, Penalty, PlayOff);

pub(super) fn connect(program: &Rc<Program>) {
    let adapter = program.window.global::<ui::TournamentAdapter>();
    commands!(program, adapter, Command::OnTournament, {
        on_open(path) => T::Open(path_of(path)),
        on_show_tables(path) => T::Panel(Some(TournamentPanel::Tables(path_of(path)))),
        on_show_rounds() => T::Panel(Some(TournamentPanel::Rounds)),
        on_show_notes() => T::Panel(Some(TournamentPanel::Notes)),
        on_close_panel() => T::Panel(None),
        on_show_tab(tab) => T::Tab(tab.convert()),
        on_show_round(round) => T::Round(seat(round)),
        on_find(words) => T::Find(words.into()),
        on_seat() => T::Seat,
        on_lock(table) => T::Lock(seat(table)),
        on_pick(table, at) => T::Pick(seat(table), seat(at)),
        on_move_to(table) => T::MoveTo(seat(table)),
        on_set_absent(line, absent) => T::Absent(seat(line), absent),
        on_take_slip() => T::TakeSlip,
        on_close_slip() => T::CloseSlip,
        on_turn_wall() => T::Wall,
    });
    adapter.on_time(|seconds, code| {
        let language = Language::of_code(&code).unwrap_or_default();
        text(&language.translate(&time(seconds.into())))
    });
    connect!(program, adapter, on_add, |program, names| program.add_players(names.into()));
    connect!(program, adapter, on_preview_of, |program, names| text(&program.app.borrow().players_preview(&names)));
    connect!(program, adapter, on_names_of, |program, earlier| {
        let app = program.app.borrow();
        let other = app.earlier_tournaments().get(seat(earlier)).copied();
        text(&other.map_or(String::new(), |other| app.names_to_take_over(other)))
    });
    connect!(program, adapter, on_type, |program, line, field, text| {
        if let Some(field) = FIELDS.get(seat(field)) {
            program.tournament(T::Type(seat(line), *field, text.into()));
        }
    });
    connect!(program, adapter, on_tap_player, |program, row| {
        let list = program.tournament_view().and_then(|view| view.list);
        if let Some(RowId::Player(number)) = list.and_then(|list| list.rows.get(seat(row))?.id) {
            program.tournament(T::Panel(Some(TournamentPanel::Player(number))));
        }
    });
    connect!(program, adapter, on_tap_table, |program, table| program.tap_table(seat(table)));
    connect!(program, adapter, on_next_field, |program, field| program.go_to_field(seat(field)));
    connect!(program, adapter, on_slip_of, |program, name| program.slip_of(&name));
    connect!(program, adapter, on_clear_result, |program| program.with_slip(T::ClearResult));
    connect!(program, adapter, on_choose, |program, path| program.with_slip(|table| T::Choose(table, path_of(path))));
    connect!(program, adapter, on_play_here, |program| program.with_slip(T::PlayHere));
    connect!(program, adapter, on_turn_clock, |program| {
        let runs = program.window.global::<ui::TournamentAdapter>().get_clock_runs();
        program.handle(Command::OnTournament(if runs { T::StopClock } else { T::StartClock }));
    });
}

impl Program {
    fn tournament(&self, command: T) {
        self.handle(Command::OnTournament(command));
    }

    fn tournament_view(&self) -> Option<TournamentView> {
        self.app.borrow().tournament()
    }

    /// Returns whether they were taken.
    fn add_players(&self, names: String) -> bool {
        let players = || self.tournament_view().map(|view| view.players).unwrap_or_default();
        let before = players();
        self.tournament(T::Add(names));
        let now = players();
        if let Some(row) = now.iter().rposition(|player| before.iter().all(|other| other.number != player.number)) {
            self.window.global::<ui::TournamentAdapter>().invoke_bring(int(row));
        }
        now.len() > before.len()
    }

    /// Opens a table's slip, or takes 10 points there for overtime.
    fn tap_table(&self, table: usize) {
        if self.tournament_view().is_some_and(|view| view.overtime) {
            return self.tournament(T::TakeTen(table));
        }
        self.tournament(T::Slip(table));
        self.go_to_field(0);
    }

    /// Focuses a field of the slip, two for each line, or the first one after it of a player who is not absent; after
    /// the last, the button that takes the slip.
    fn go_to_field(&self, field: usize) {
        let lines = self.tournament_view().and_then(|view| view.slip).map(|slip| slip.lines).unwrap_or_default();
        let came = |field: &usize| lines.get(field / 2).is_none_or(|line| !line.absent);
        let next = (field..=2 * lines.len()).find(came).unwrap_or(field);
        self.window.global::<ui::TournamentAdapter>().invoke_go_to_field(int(next));
    }

    /// Opens the slip of the table of this name; without a name, that of the first one without a result.
    fn slip_of(&self, name: &str) {
        let Some(view) = self.tournament_view() else { return };
        let name = name.trim();
        let found = view.tables.iter().position(|table| table.name.to_lowercase() == name.to_lowercase());
        match found {
            _ if name.is_empty() => self.tournament(T::EnterSlip),
            Some(table) => self.tournament(T::Slip(table)),
            None => {
                let nowhere = text!("There is no table {table} in this round.", table = quoted(name, TABLE_NAME_MAX));
                self.show_notice(Notice::trouble(nowhere));
            }
        }
        // Without a name, the table is asked for first; a name that no table has is asked for again.
        if name.is_empty() || found.is_none() {
            self.window.global::<ui::TournamentAdapter>().invoke_go_to_field(-1);
        } else {
            self.go_to_field(0);
        }
    }

    fn with_slip(&self, command: impl FnOnce(usize) -> T) {
        let Some(view) = self.tournament_view() else { return };
        let table = view.slip.and_then(|slip| view.tables.iter().position(|table| table.name == slip.table));
        if let Some(table) = table {
            self.tournament(command(table));
        }
    }
}

/// Minutes and seconds, below 0 in overtime.
fn time(seconds: i64) -> Text {
    let (minutes, rest) = (seconds.abs() / 60, seconds.abs() % 60);
    Text::foreign(format!("{}{minutes}:{rest:02}", if seconds < 0 { "−" } else { "" }))
}

pub(super) fn show_offers(window: &ui::AppWindow, home: &HomeView, language: Language) {
    let adapter = window.global::<ui::TournamentAdapter>();
    let offer = |offer: &TournamentOffer| ui::TournamentOffer {
        path: path_text(&offer.path),
        name: text(&offer.name),
        text: tr(&offer.text(), language),
        open: !offer.tables.is_empty(),
        ours: offer.ours && !offer.over,
    };
    adapter.set_leads(home.tournaments.first().is_some_and(TournamentOffer::leads));
    adapter.set_offers(list_of(adapter.get_offers(), home.tournaments.iter().map(offer)));
}

pub(super) fn show(window: &ui::AppWindow, app: &App) {
    let Some(view) = app.tournament() else { return };
    let adapter = window.global::<ui::TournamentAdapter>();
    let formatter = Formatter { language: app.language() };
    adapter.set_name(text(&view.name));
    adapter.set_facts(text(&formatter.head(&view)));
    adapter.set_tab(view.tab.convert());
    adapter.set_round(int(view.round));
    adapter.set_seated(int(view.seated));
    let settings = &view.settings.kept;
    adapter.set_rounds(list_of(
        adapter.get_rounds(),
        (1..=view.seated).map(|round| tr(&settings.round_name(round), formatter.language)),
    ));
    adapter.set_seat_next(tr(&seats_title(settings, view.seated + 1), formatter.language));
    show_clock(&adapter, view.clock);
    let notes: Vec<SharedString> = view.notes.iter().map(|note| text(&formatter.language.sentence(note))).collect();
    adapter.set_first_note(notes.first().cloned().unwrap_or_default());
    adapter.set_notes(list_of(adapter.get_notes(), notes));
    adapter.set_listed(view.list.is_some());
    if let Some(list) = &view.list {
        adapter.set_list(table(&adapter.get_list(), list, None, formatter.language));
    }
    if view.tab == TournamentTab::Players {
        let earlier = app.earlier_tournaments().into_iter().map(|other| text(&formatter.earlier(other)));
        adapter.set_earlier(list_of(adapter.get_earlier(), earlier));
    }
    let cards = view.tables.iter().enumerate();
    let card = |(at, table): (usize, &TableCard), shown: ui::TournamentTable| {
        formatter.table(table, view.picked.filter(|(of, _)| *of == at).map(|(_, seat)| seat), shown)
    };
    adapter.set_tables(list_of_lists(adapter.get_tables(), cards, card));
    adapter.set_most_seats(int(view.tables.iter().map(|table| table.seats.len()).max().unwrap_or(4)));
    adapter.set_state(text(&formatter.state(&view)));
    // With open tables it looks as if it could not, and a tap asks.
    adapter.set_can_seat(view.cannot_seat.is_none() && !view.seating && view.done == view.tables.len());
    adapter.set_picked(view.picked.is_some());
    adapter.set_can_undo(view.can_undo);
    adapter.set_can_redo(view.can_redo);
    adapter.set_pastes(app.pastes_players());
    if view.slip.is_some() && !adapter.get_has_slip() {
        adapter.invoke_go_to_field(-1);
    }
    adapter.set_has_slip(view.slip.is_some());
    if let Some(slip) = &view.slip {
        adapter.set_slip_table(text(&slip.table));
        let hands = match slip.ended {
            Some((hand, of)) => text!(
                "The game was ended after hand {hand} of {of}: only what was played counts.",
                hand = hand,
                of = of
            ),
            None => text!("{n} hand" | "{n} hands" % slip.hands),
        };
        adapter.set_slip_hands(tr(&hands, formatter.language));
        adapter.set_slip_play_off(slip.lines.iter().any(|line| line.play_off_wanted));
        let lines = slip.lines.iter().map(|line| ui::SlipRow {
            name: text(&line.name),
            points: text(&line.points),
            met: text(&line.met),
            penalty: text(&line.penalty),
            play_off: text(&line.play_off),
            absent: line.absent,
            fault: line.fault.as_ref().map(|fault| text(&formatter.language.sentence(fault))).unwrap_or_default(),
        });
        let table = view.tables.iter().find(|table| table.name == slip.table);
        let sessions = table.iter().flat_map(|table| &table.sessions).map(|session| formatter.session(session));
        adapter.set_slip_sessions(list_of(adapter.get_slip_sessions(), sessions));
        adapter.set_slip(list_of(adapter.get_slip(), lines));
        adapter.set_slip_notice(notice(slip.notice.as_ref(), formatter.language));
        adapter.set_slip_changes(text(&formatter.lines(&slip.changes)));
        adapter.set_slip_ready(slip.ready);
        adapter.set_slip_most(int(slip.hands));
        adapter.set_slip_removable(slip.removable);
    }
}

pub(super) fn show_table(window: &ui::AppWindow, app: &App) {
    let played_at = app.played_at().map(|at| tr(&at, app.language())).unwrap_or_default();
    window.global::<ui::TournamentAdapter>().set_played_at(played_at);
}

pub(super) fn show_wall(window: &ui::AppWindow, app: &App) {
    let Some(view) = app.wall() else { return };
    let adapter = window.global::<ui::TournamentAdapter>();
    let formatter = Formatter { language: app.language() };
    show_clock(&adapter, view.clock);
    let steps = view.podium.chunk_by(|one, other| one.rank == other.rank).zip(&view.list.facts);
    adapter.set_podium(list_of_lists(adapter.get_podium(), steps, |step, shown| formatter.step(step, shown)));
    adapter.set_wall_title(tr(&view.list.title, formatter.language));
    adapter.set_wall(table(&adapter.get_wall(), &view.list, None, formatter.language));
    let next: Vec<String> = view.next.iter().map(|next| formatter.language.translate(next)).collect();
    adapter.set_wall_next(text(&next.join(" · ")));
}

/// Returns whether a slip lies over the page.
pub(super) fn has_slip(window: &ui::AppWindow, app: &App) -> bool {
    app.page() == Page::Tournament && window.global::<ui::TournamentAdapter>().get_has_slip()
}

/// Updates the time left, which may jump after the computer slept.
pub(super) fn tick(window: &ui::AppWindow, app: &App) {
    show_clock(&window.global::<ui::TournamentAdapter>(), app.clock());
}

fn show_clock(adapter: &ui::TournamentAdapter<'_>, clock: Option<Clock>) {
    adapter.set_clock_runs(clock.is_some());
    adapter.set_left(clock.map_or(0, |clock| int(clock.left)));
    adapter.set_called(clock.is_some_and(Clock::is_called));
}
