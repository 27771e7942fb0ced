//! The tournament: its pages, its wall, and what home offers of it.

mod say;

use std::rc::Rc;

use slint::{ComponentHandle, SharedString};
use tablet_of_truth_ui as ui;

use super::program::{Convert, Program};
use super::values::{int, list_of, list_of_lists, notice, path_of, path_text, said, seat, small, text};
use crate::app::{
    App, Clock, Command, HomeView, Notice, Paper, PlayerLine, SlipField, TableCard, TableState, TournamentCommand as T,
    TournamentOffer, TournamentSetting as S, TournamentTab, TournamentView, WallStage,
};
use crate::language::Language;
use crate::session::TABLE_NAME_MAX;
use crate::text;
use crate::text::{Text, quoted};
use crate::tournament::{Number, PointsBy, Preset, Seating, Status};
use say::Say;

pair!(TournamentTab, TournamentTabName: Players Seats Results Ranking Settings);
pair!(Paper, PaperName: SeatsByTable SeatsByName Slips Pads Ranking Report);
pair!(SlipField, SlipFieldName: Points Met Penalty PlayOff);
pair!(Seating, SeatingName: Drawn Swiss);
pair!(WallStage, WallStage: Seats Results Ranking);
pair!(Option<Preset>, TournamentPreset {
    None = [None],
    Publishers = [Some(Preset::Publishers)],
    SumOfPoints = [Some(Preset::SumOfPoints)],
});

pub(super) fn connect(program: &Rc<Program>) {
    let adapter = program.window.global::<ui::TournamentAdapter>();
    commands!(program, adapter, Command::OnTournament, {
        on_begin() => T::Begin,
        on_open(path) => T::Open(path_of(path)),
        on_play(path, table) => T::Play { path: path_of(path), table: table.into() },
        on_show_tab(tab) => T::Tab(tab.convert()),
        on_show_round(round) => T::Round(seat(round)),
        on_rename(number, name) => T::Rename(player(number), name.into()),
        on_remove(number) => T::Remove(player(number)),
        on_seat() => T::Seat,
        on_draw_again() => T::DrawAgain,
        on_unseat() => T::Unseat,
        on_lock(table) => T::Lock(seat(table)),
        on_pick(table, at) => T::Pick(seat(table), seat(at)),
        on_move_to(table) => T::MoveTo(seat(table)),
        on_type(line, field, text) => T::Type(seat(line), field.convert(), text.into()),
        on_set_absent(line, absent) => T::Absent(seat(line), absent),
        on_take_slip() => T::TakeSlip,
        on_close_slip() => T::CloseSlip,
        on_turn_overtime() => T::Overtime,
        on_set_rounds(rounds) => T::Set(S::Rounds(small(rounds))),
        on_set_minutes(minutes) => T::Set(S::Minutes(player(minutes))),
        on_set_seating(seating) => T::Set(S::Seating(seating.convert())),
        on_set_points_by(by) => T::Set(S::TablePoints(points_by(by))),
        on_set_cut(cut) => T::Set(S::Cut(Some(player(cut)).filter(|&cut| cut > 0))),
        on_set_text(which, text) => T::Set(setting(which, text.into())),
        on_set_plus_minus_one(yes) => T::Set(S::PlusMinusOne(yes)),
        on_set_plus_minus_one_from(cards) => T::Set(S::PlusMinusOneFromCards(small(cards))),
        on_answer(yes) => T::Answer(yes),
        on_turn_wall() => T::Wall,
        on_print(paper) => T::Paper(paper.convert()),
        on_go_on() => T::GoOn,
        on_close() => T::Close,
        on_delete() => T::Delete,
    });
    adapter.on_time(|seconds, code| {
        let language = Language::of_code(&code).unwrap_or_default();
        text(&language.say(&time(seconds.into())))
    });
    connect!(program, adapter, on_set_preset, |program, preset| {
        if let Some(preset) = preset.convert() {
            program.handle(Command::OnTournament(T::Set(S::Preset(preset))));
        }
    });
    connect!(program, adapter, on_add, |program, names| program.add_players(names.into()));
    connect!(program, adapter, on_show_next_tab, |program, by| program.show_next_tab(by));
    connect!(program, adapter, on_ask_table, |program, path| program.ask_table(&path));
    connect!(program, adapter, on_show_player, |program, number| program.show_player(player(number)));
    connect!(program, adapter, on_renumber, |program, number, to| program.renumber(player(number), &to));
    connect!(program, adapter, on_set_status, |program, number, status| program.set_status(player(number), status));
    connect!(program, adapter, on_tap_table, |program, table| program.tap_table(seat(table)));
    connect!(program, adapter, on_slip_of, |program, name| program.slip_of(&name));
    connect!(program, adapter, on_clear_result, |program| program.with_slip(T::ClearResult));
    connect!(program, adapter, on_choose, |program, path| program.with_slip(|table| T::Choose(table, path_of(path))));
    connect!(program, adapter, on_play_here, |program| program.with_slip(T::PlayHere));
    connect!(program, adapter, on_turn_clock, |program| {
        let runs = program.window.global::<ui::TournamentAdapter>().get_clock_runs();
        program.handle(Command::OnTournament(if runs { T::StopClock } else { T::StartClock }));
    });
}

/// A number of at most 65535.
fn player(number: i32) -> Number {
    Number::try_from(number.max(0)).unwrap_or(Number::MAX)
}

fn points_by(by: ui::PointsByName) -> PointsBy {
    match by {
        ui::PointsByName::Place => PointsBy::default(),
        ui::PointsByName::Points => PointsBy::Points,
        ui::PointsByName::BelowAbove => PointsBy::BelowAbove,
    }
}

fn setting(which: ui::TournamentText, text: String) -> S {
    match which {
        ui::TournamentText::Name => S::Name(text),
        ui::TournamentText::Place => S::Place(text),
        ui::TournamentText::Date => S::Date(text),
        ui::TournamentText::Stages => S::Stages(text),
        ui::TournamentText::Hands3 => S::Hands(3, text),
        ui::TournamentText::Hands4 => S::Hands(4, text),
        ui::TournamentText::Hands5 => S::Hands(5, text),
        ui::TournamentText::Hands6 => S::Hands(6, text),
    }
}

impl Program {
    fn tournament(&self, command: T) {
        self.handle(Command::OnTournament(command));
    }

    fn tournament_view(&self) -> Option<TournamentView> {
        self.app.borrow().tournament()
    }

    /// Adds players. Returns whether they were taken.
    fn add_players(&self, names: String) -> bool {
        let players = || self.tournament_view().map_or(0, |view| view.players.len());
        let before = players();
        self.tournament(T::Add(names));
        players() > before
    }

    fn show_next_tab(&self, by: i32) {
        const ALL: [TournamentTab; 5] = [
            TournamentTab::Players,
            TournamentTab::Seats,
            TournamentTab::Results,
            TournamentTab::Ranking,
            TournamentTab::Settings,
        ];
        let shown = self.tournament_view().and_then(|view| ALL.iter().position(|&tab| tab == view.tab));
        if let Some(&next) = shown.and_then(|at| ALL.get(at.checked_add_signed(by.signum() as isize)?)) {
            self.tournament(T::Tab(next));
        }
    }

    /// Fills in the tables of an offered tournament.
    fn ask_table(&self, path: &SharedString) {
        let app = self.app.borrow();
        let adapter = self.window.global::<ui::TournamentAdapter>();
        let wanted = path_of(path.clone());
        if let Some(offer) = app.home().tournaments.iter().find(|offer| offer.path == wanted) {
            adapter.set_offered(said(&offered(offer), app.language()));
            adapter.set_offered_path(path.clone());
            let table = |table: &crate::app::OfferedTable| ui::OfferedTable {
                name: text(&table.name),
                players: text(&table.players.join(", ")),
            };
            adapter.set_offered_tables(list_of(adapter.get_offered_tables(), offer.tables.iter().map(table)));
        }
    }

    /// Opens the panel of a player.
    fn show_player(&self, number: Number) {
        let adapter = self.window.global::<ui::TournamentAdapter>();
        if let Some(view) = self.tournament_view()
            && let Some(line) = view.players.iter().find(|line| line.number == number)
        {
            adapter.set_player(shown_player(line, &view, self.app.borrow().language()));
            adapter.set_asked(ui::TournamentPanelName::Player);
        }
    }

    /// Gives a player the number typed, and keeps the panel at the player.
    fn renumber(&self, number: Number, to: &str) {
        let Ok(to) = to.trim().parse() else {
            // What was typed is replaced by the number that stays.
            return self.show_player(number);
        };
        self.tournament(T::Renumber(number, to));
        let changed = self.tournament_view().is_some_and(|view| view.players.iter().all(|line| line.number != number));
        self.show_player(if changed { to } else { number });
    }

    fn set_status(&self, number: Number, status: ui::PlayerStatusName) {
        let Some(view) = self.tournament_view() else { return };
        let Some(line) = view.players.iter().find(|line| line.number == number) else { return };
        self.tournament(T::Status(
            number,
            match status {
                ui::PlayerStatusName::Here => Status::Here,
                ui::PlayerStatusName::Late => late(line, &view),
                ui::PlayerStatusName::Left => left(line, &view),
                ui::PlayerStatusName::QualifiedBefore => Status::QualifiedBefore,
                ui::PlayerStatusName::Disqualified => Status::Disqualified,
            },
        ));
    }

    /// Opens a table's slip, or takes 10 points there for overtime.
    fn tap_table(&self, table: usize) {
        let overtime = self.tournament_view().is_some_and(|view| view.overtime);
        if !overtime {
            self.window.global::<ui::TournamentAdapter>().invoke_go_to_field(0);
        }
        self.tournament(if overtime { T::TakeTen(table) } else { T::Slip(table) });
    }

    /// Opens the slip of the table of this name; without a name, that of the first one without a result.
    fn slip_of(&self, name: &str) {
        let Some(view) = self.tournament_view() else { return };
        let name = name.trim();
        let wanted = |table: &TableCard| match name {
            "" => !matches!(table.state, TableState::Done | TableState::EndedEarly(..) | TableState::ByHand),
            name => table.name.to_lowercase() == name.to_lowercase(),
        };
        let found = view.tables.iter().position(wanted).or(name.is_empty().then_some(0));
        if found.is_none() {
            let nowhere = text!("There is no table {table} in this round.", table = quoted(name, TABLE_NAME_MAX));
            self.say(Notice::trouble(nowhere));
        }
        // Without a name, the table is asked for first; a name that no table has is asked for again.
        let field = if name.is_empty() || found.is_none() { -1 } else { 0 };
        if let Some(table) = found.filter(|_| !view.tables.is_empty()) {
            self.tournament(T::Slip(table));
        }
        self.window.global::<ui::TournamentAdapter>().invoke_go_to_field(field);
    }

    /// Does something with the table whose slip is shown.
    fn with_slip(&self, command: impl FnOnce(usize) -> T) {
        let Some(view) = self.tournament_view() else { return };
        let table = view.slip.and_then(|slip| view.tables.iter().position(|table| table.name == slip.table));
        if let Some(table) = table {
            self.tournament(command(table));
        }
    }
}

/// When a player who is late begins: as known, or with the next round.
fn late(line: &PlayerLine, view: &TournamentView) -> Status {
    if matches!(line.status, Status::Late(_)) { line.status } else { Status::Late(view.seated.max(1) + 1) }
}

/// After which round a player is gone: as known, or the last one seated.
fn left(line: &PlayerLine, view: &TournamentView) -> Status {
    if matches!(line.status, Status::Left(_)) { line.status } else { Status::Left(view.seated) }
}

fn shown_player(line: &PlayerLine, view: &TournamentView, language: Language) -> ui::ShownPlayer {
    ui::ShownPlayer {
        number: line.number.into(),
        name: text(&line.name),
        status: match line.status {
            Status::Here => ui::PlayerStatusName::Here,
            Status::Late(_) => ui::PlayerStatusName::Late,
            Status::Left(_) => ui::PlayerStatusName::Left,
            Status::QualifiedBefore => ui::PlayerStatusName::QualifiedBefore,
            Status::Disqualified => ui::PlayerStatusName::Disqualified,
        },
        late: said(&choice(late(line, view)), language),
        left: said(&choice(left(line, view)), language),
        removable: !line.sat,
    }
}

/// A status that somebody can be given.
fn choice(status: Status) -> Text {
    match status {
        Status::Late(round) => text!("status of a player" => "Late: from round {round} on", round = round),
        Status::Left(0) => text!("status of a player" => "Left before the first round"),
        Status::Left(round) => text!("status of a player" => "Left after round {round}", round = round),
        _ => text!("status of a player" => "Here"),
    }
}

/// Minutes and seconds, below 0 in overtime.
fn time(seconds: i64) -> Text {
    let (minutes, rest) = (seconds.abs() / 60, seconds.abs() % 60);
    Text::foreign(format!("{}{minutes}:{rest:02}", if seconds < 0 { "−" } else { "" }))
}

/// An offer in words.
fn offered(offer: &TournamentOffer) -> Text {
    let (name, round) = (offer.name.clone(), offer.round);
    match round {
        0 => text!("{name}: no round is seated yet", name = name),
        _ if offer.over => text!("{name}: the tournament is over", name = name),
        _ if offer.tables.is_empty() => {
            text!("{name}, round {round}: every table has its game", name = name, round = round)
        }
        _ => text!("{name}, round {round}: which table?", name = name, round = round),
    }
}

/// Shows on home what tournaments run.
pub(super) fn show_offers(window: &ui::AppWindow, home: &HomeView, language: Language) {
    let adapter = window.global::<ui::TournamentAdapter>();
    let offer = |offer: &TournamentOffer| ui::TournamentOffer {
        path: path_text(&offer.path),
        name: text(&offer.name),
        told: said(&offered(offer), language),
        open: !offer.tables.is_empty(),
    };
    adapter.set_offers(list_of(adapter.get_offers(), home.tournaments.iter().map(offer)));
    adapter.set_past(list_of(adapter.get_past(), home.past_tournaments.iter().map(offer)));
}

/// Shows the organiser's page.
pub(super) fn show(window: &ui::AppWindow, app: &App) {
    let Some(view) = app.tournament() else { return };
    let adapter = window.global::<ui::TournamentAdapter>();
    let say = Say(app.language());
    adapter.set_name(text(&view.name));
    adapter.set_told(text(&say.head(&view)));
    adapter.set_tab(view.tab.convert());
    adapter.set_round(int(view.round));
    adapter.set_seated(int(view.seated));
    adapter.set_rounds(list_of(adapter.get_rounds(), (1..=view.seated).map(int)));
    show_clock(&adapter, view.clock);
    let notes: Vec<SharedString> = view.notes.iter().map(|note| text(&say.0.sentence(note))).collect();
    adapter.set_first_note(notes.first().cloned().unwrap_or_default());
    adapter.set_notes(list_of(adapter.get_notes(), notes));
    let rows: Vec<ui::TournamentRow> = match view.tab {
        TournamentTab::Players => view.players.iter().map(|line| say.player(line)).collect(),
        TournamentTab::Seats => say.by_name(&view.tables),
        TournamentTab::Ranking => view.ranking.iter().map(|line| say.ranked(line)).collect(),
        TournamentTab::Results | TournamentTab::Settings => Vec::new(),
    };
    adapter.set_rows(list_of(adapter.get_rows(), rows));
    let cards = view.tables.iter().enumerate();
    let card = |(at, table): (usize, &TableCard), shown: ui::TournamentTable| {
        say.table(table, view.picked.filter(|(of, _)| *of == at).map(|(_, seat)| seat), shown)
    };
    adapter.set_tables(list_of_lists(adapter.get_tables(), cards, card));
    adapter.set_most_seats(int(view.tables.iter().map(|table| table.seats.len()).max().unwrap_or(4)));
    adapter.set_state(text(&say.state(&view)));
    // With open tables it looks as if it could not, and a tap asks.
    adapter.set_can_seat(view.cannot_seat.is_none() && !view.seating && view.done == view.tables.len());
    adapter.set_overtime(view.overtime);
    adapter.set_picked(view.picked.is_some());
    adapter.set_can_undo(view.can_undo);
    adapter.set_can_redo(view.can_redo);
    adapter.set_question(notice(view.question.as_ref(), say.0));
    let [no, yes] =
        view.answers.as_ref().map_or_else(Default::default, |[no, yes]| [said(no, say.0), said(yes, say.0)]);
    adapter.set_question_no(no);
    adapter.set_question_yes(yes);
    adapter.set_paper(view.paper.map(|paper| said(&paper.text(), say.0)).unwrap_or_default());
    say.show_settings(&adapter, &view);
    let at = adapter.get_player().number;
    if let Some(line) = view.players.iter().find(|line| i32::from(line.number) == at) {
        adapter.set_player(shown_player(line, &view, say.0));
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
        adapter.set_slip_hands(said(&hands, say.0));
        adapter.set_slip_play_off(slip.lines.iter().any(|line| line.play_off_wanted));
        let lines = slip.lines.iter().map(|line| ui::SlipRow {
            name: text(&line.name),
            points: text(&line.points),
            met: text(&line.met),
            penalty: text(&line.penalty),
            play_off: text(&line.play_off),
            absent: line.absent,
            fault: line.fault.as_ref().map(|fault| text(&say.0.sentence(fault))).unwrap_or_default(),
        });
        let table = view.tables.iter().find(|table| table.name == slip.table);
        let sessions = table.iter().flat_map(|table| &table.sessions).map(|session| say.session(session));
        adapter.set_slip_sessions(list_of(adapter.get_slip_sessions(), sessions));
        adapter.set_slip(list_of(adapter.get_slip(), lines));
        adapter.set_slip_notice(notice(slip.notice.as_ref(), say.0));
        adapter.set_slip_changes(text(&say.lines(&slip.changes)));
        adapter.set_slip_ready(slip.ready);
        adapter.set_slip_most(int(slip.hands));
        adapter.set_slip_removable(slip.removable);
    }
}

/// Shows at which table of a tournament the open game is played.
pub(super) fn show_table(window: &ui::AppWindow, app: &App) {
    let played_at = app.played_at().map(|at| said(&at, app.language())).unwrap_or_default();
    window.global::<ui::TournamentAdapter>().set_played_at(played_at);
}

/// Shows what the room reads.
pub(super) fn show_wall(window: &ui::AppWindow, app: &App) {
    let Some(view) = app.wall() else { return };
    let adapter = window.global::<ui::TournamentAdapter>();
    let say = Say(app.language());
    adapter.set_wall_stage(view.stage.convert());
    show_clock(&adapter, view.clock);
    let round = view.round;
    let title = match view.stage {
        WallStage::Seats => text!("of a tournament" => "Seats of round {round}", round = round),
        WallStage::Results => text!("of a tournament" => "Results of round {round}", round = round),
        WallStage::Ranking => text!("of a tournament" => "Ranking after round {round}", round = round),
    };
    adapter.set_wall_title(said(&title, say.0));
    adapter.set_wall_rows(list_of(adapter.get_wall_rows(), say.wall(&view)));
    let next: Vec<String> = view.next.iter().map(|next| say.0.say(next)).collect();
    adapter.set_wall_next(text(&next.join(" · ")));
}

/// Whether a slip or a question lies over the page.
pub(super) fn covers(window: &ui::AppWindow) -> bool {
    let adapter = window.global::<ui::TournamentAdapter>();
    adapter.get_has_slip() || !adapter.get_question().text.is_empty()
}

/// Lets a second pass on the clock that is shown. Returns whether the program knows better what follows.
pub(super) fn tick(window: &ui::AppWindow) -> bool {
    let adapter = window.global::<ui::TournamentAdapter>();
    let left = i64::from(adapter.get_left()) - 1;
    show_clock(&adapter, Some(Clock { left }));
    left % 60 == 0
}

fn show_clock(adapter: &ui::TournamentAdapter<'_>, clock: Option<Clock>) {
    adapter.set_clock_runs(clock.is_some());
    adapter.set_left(clock.map_or(0, |clock| int(clock.left)));
    adapter.set_called(clock.is_some_and(Clock::is_called));
}
