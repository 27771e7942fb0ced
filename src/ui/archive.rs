//! The archive: the list of sessions, the session viewed, and the panels over them.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

use slint::{ComponentHandle, Image, ModelRc, SharedString, VecModel};
use tablet_of_truth_ui as ui;

use super::home::evening_text;
use super::program::{Convert, Program};
use super::values::{
    MARGIN, code_picture, face, int, known, list_of, list_of_lists, notice, path_of, path_text, said, scores, text,
};
use crate::app::{self, App, ArchiveCommand as A, Command, Copy, Edit, Page, Panel, ShareItem, Tab};
use crate::export::{self, Format, PlayCode};
use crate::language::Language;
use crate::session::Status;
use crate::text;
use crate::text::Text;
use crate::wizard::Change;

pair!(Tab, TabName: Sheet Chart Rounds Notes);
pair!(Panel, PanelName {
    None = [Panel::None],
    Player = [Panel::Player],
    PlayerCount = [Panel::PlayerCount],
    Kind = [Panel::Kind],
    Year = [Panel::Year],
    LeagueRule = [Panel::LeagueRule],
    Season = [Panel::Season],
    LeastGames = [Panel::LeastGames],
    Dropped = [Panel::Drop],
    Share = [Panel::Share],
    PlayCode = [Panel::PlayCode],
    Phone = [Panel::Phone],
    More = [Panel::More],
    Names = [Panel::Names],
    Trash = [Panel::Trash],
    EmptyQuestion = [Panel::EmptyQuestion],
    Manage = [Panel::Manage],
    Backup = [Panel::Backup],
    ImportFrom = [Panel::Import],
    Pads = [Panel::Pads],
    Game = [Panel::Game],
    Notes = [Panel::Notes],
});

/// What the rows were built for: the list, the session viewed, and the language.
#[derive(Default)]
pub(super) struct Rows(RefCell<(u64, Option<usize>, Option<String>, Language)>);

pub(super) fn connect(program: &Rc<Program>) {
    let adapter = program.window.global::<ui::ArchiveAdapter>();
    let name = |name: SharedString| (!name.is_empty()).then(|| name.to_string());
    let count = |count: i32| usize::try_from(count).ok().filter(|&count| count > 0);
    commands!(program, adapter, Command::OnArchive, {
        on_look_for(words) => A::Search(words.into()),
        on_set_player(player) => A::Player(name(player)),
        on_set_player_count(players) => A::PlayerCount(count(players)),
        on_choose_kind(kind) => A::Kind(kind.convert()),
        on_set_year(year) => A::Year((year != 0).then_some(year)),
        on_clear_filter() => A::ClearFilter,
        on_view(file) => A::View(path_of(file)),
        on_step(down) => A::Step { down },
        on_view_found() => A::ViewFound,
        on_close() => A::Close,
        on_show_tab(tab) => A::Tab(tab.convert()),
        on_show_panel(panel) => A::Panel(panel.convert()),
        on_take_back() => A::TakeBack,
        on_add_example() => A::AddExample,
        on_remove_example() => A::RemoveExample,
        on_dismiss() => A::Dismiss,
        on_show_notes(round) => A::Notes { round: count(round) },
        on_type_day(of, day) => A::Day { of: path_of(of), text: day.into() },
        on_keep_day() => A::KeepDay,
        on_leave_day() => A::LeaveDay,
        on_note(of, place_from, place, notes_from, notes) => A::Note {
            of: path_of(of),
            place: Edit { from: place_from.into(), to: place.into() },
            notes: Edit { from: notes_from.into(), to: notes.into() },
        },
        on_restore(file) => A::Restore(path_of(file)),
        on_empty_trash() => A::EmptyTrash,
        on_rename(from, to) => A::Rename { from: from.into(), to: to.into() },
        on_copied() => A::Copied,
        on_choose_share_item(name, players) => A::ShareItem(product_of(name, players)),
        on_write(place, replace) => A::Write { path: path_of(place), replace },
        on_import(file) => A::Import(path_of(file)),
    });
    let viewed = |program: &Program, command: fn(PathBuf) -> Command| {
        let viewed = program.app.borrow().viewed_path();
        if let Some(path) = viewed {
            program.handle(command(path));
        }
    };
    connect!(program, adapter, on_continue, |program| viewed(&program, Command::Open));
    connect!(program, adapter, on_rematch, |program| viewed(&program, Command::RematchOf));
    connect!(program, adapter, on_change_players, |program| {
        viewed(&program, |path| Command::ChangePlayers(Some(path)));
    });
    connect!(program, adapter, on_duplicate, |program| {
        viewed(&program, |path| Command::OnArchive(A::Duplicate(path)));
    });
    connect!(program, adapter, on_delete, |program| viewed(&program, |path| Command::OnArchive(A::Delete(path))));
    connect!(program, adapter, on_merging, |program, from, to| {
        let merging = program.app.try_borrow().map(|app| app.merging(&from, &to)).unwrap_or_default();
        ui::Merging { sessions: int(merging.sessions), met: int(merging.met) }
    });
    adapter.on_folder_of(|path| text(&app::folder_name(&path_of(path))));
    connect!(program, adapter, on_as_text, |program| text(&program.app.borrow().as_text().unwrap_or_default()));
    connect!(program, adapter, on_row, |program, index, _serial| {
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        program.app.try_borrow().ok().and_then(|app| row(app.archive_row(index)?, &app)).unwrap_or_default()
    });
    connect!(program, adapter, on_evenings_to, |program, index, _serial| {
        let evenings = |index| Some(program.app.try_borrow().ok()?.archive_evenings_to(index));
        usize::try_from(index).ok().and_then(evenings).map_or(0, int)
    });
    connect!(program, adapter, on_row_at, |program, height, line, head, _serial| {
        int(program.app.try_borrow().map(|app| app.archive_row_at(height, line, head)).unwrap_or_default())
    });
}

impl Rows {
    /// Shows the archive's page in its present state; on the statistics and result pages, the parts they share.
    pub(super) fn show(&self, window: &ui::AppWindow, app: &mut App) {
        let adapter = window.global::<ui::ArchiveAdapter>();
        let view = app.archive();
        let language = app.language();
        if adapter.get_search() != view.search.as_str() {
            adapter.set_search(text(&view.search));
        }
        adapter.set_player(text(view.player.as_deref().unwrap_or_default()));
        adapter.set_player_count(view.player_count.map_or(0, int));
        adapter.set_kind(view.kind.convert());
        adapter.set_year(view.year.unwrap_or(0));
        adapter.set_unfiltered(view.unfiltered);
        adapter.set_found(int(view.found));
        adapter.set_all(int(view.all));
        adapter.set_reading(view.reading.is_some());
        let (read, to_read) = view.reading.unwrap_or_default();
        adapter.set_read(int(read));
        adapter.set_to_read(int(to_read));
        adapter.set_unreadable(int(view.unreadable.len()));
        if let Some((name, reason)) = view.unreadable.first() {
            adapter.set_unreadable_name(text(name));
            adapter.set_unreadable_reason(text(reason));
        }
        let item = |item: &app::MenuItem| ui::MenuItem {
            name: text(&item.name),
            face: item.face.as_ref().map(face).unwrap_or_default(),
            number: item.number,
            sessions: int(item.sessions),
            chosen: item.chosen,
        };
        adapter.set_menu(list_of(adapter.get_menu(), view.menu.iter().map(item)));
        let deleted = |row: &app::TrashRow| ui::TrashRow {
            path: path_text(&row.path),
            date: row.day.map(|day| text(&language.date(day))).unwrap_or_default(),
            name: match &row.what {
                app::Trashed::Session(players) => text(&scores(players, language)),
                app::Trashed::Tournament(name) => text(name),
            },
        };
        adapter.set_trash(list_of(adapter.get_trash(), view.trash.iter().map(deleted)));
        adapter.set_trash_reading(view.trash_reading);
        adapter.set_notice(notice(view.notice.as_ref(), language));
        adapter.set_can_take_back(view.can_take_back);
        adapter.set_renaming(view.renaming.is_some());
        let (renamed, to_rename) = view.renaming.unwrap_or_default();
        adapter.set_renamed(int(renamed));
        adapter.set_to_rename(int(to_rename));
        // The sheet of a game with a track already has everything about a round.
        let sheet_has_all =
            app.page() == Page::Archive && app.shown_session().is_some_and(|session| session.last_wizard().is_some());
        adapter.set_tab(if sheet_has_all && view.tab == Tab::Rounds { Tab::Sheet } else { view.tab }.convert());
        adapter.set_keeping(notice(Some(&view.keeping), language));
        adapter.set_has_viewed(view.viewed.is_some());
        if (app.page() == Page::Archive || view.panel == Panel::Notes)
            && let Some(viewed) = &view.viewed
        {
            show_viewed(&adapter, viewed, app);
        }
        adapter.set_viewed_index(view.viewed_index.map_or(-1, int));
        let at = (view.serial, view.viewed_index, view.viewed.map(|viewed| viewed.id), language);
        if *self.0.borrow() != at {
            self.0.replace(at);
            adapter.set_serial(adapter.get_serial().wrapping_add(1));
        }
        show_carry(&adapter, app, view.panel);
    }
}

/// Shows the panels for sharing.
fn show_carry(adapter: &ui::ArchiveAdapter<'_>, app: &App, shown: Panel) {
    if matches!(shown, Panel::Share | Panel::PlayCode | Panel::Phone | Panel::Backup | Panel::Import | Panel::Pads) {
        let share = app.share();
        let (name, players) = product(share.product);
        adapter.set_share_item(name);
        adapter.set_pad_players(players);
        adapter.set_place_to_write(path_text(&share.place));
        adapter.set_working(share.working);
        adapter.set_shares_evening(app.shares_evening());
        adapter.set_shares_league(app.shares_league());
        adapter.set_shares_paper(app.shares_paper());
        adapter.set_can_print(app.can_print());
    }
    if shown == Panel::PlayCode {
        adapter.set_play_code(app.play_code().map(|code| picture(&code)).unwrap_or_default());
        adapter.set_play_link(text(&app.play_link().unwrap_or_default()));
    }
    if shown == Panel::Phone {
        let code = export::code(&adapter.get_page_address()).ok();
        adapter.set_play_code(code.map(|code| picture(&code)).unwrap_or_default());
    }
}

/// Shows the session viewed.
fn show_viewed(adapter: &ui::ArchiveAdapter<'_>, viewed: &app::ViewedView, app: &App) {
    let language = app.language();
    let rules = viewed.rules.iter().map(|rule| said(rule, language));
    adapter.set_rules(list_of(adapter.get_rules(), rules));
    let length = export::progress(viewed.status, viewed.rounds, viewed.planned);
    let length = match viewed.minutes {
        None => length,
        Some(minutes) => {
            text!("rounds, minutes" => "{length} · {minutes} min", length = length, minutes = minutes)
        }
    };
    let (begun, begun_at) = viewed.begun.clone().unwrap_or_default();
    let (copy_of, copy_same) = viewed.copy_of.clone().unwrap_or_default();
    adapter.set_viewed(ui::ViewedSession {
        id: text(&viewed.id),
        date: text(&language.date(viewed.day)),
        long_date: text(&language.long_date(viewed.day)),
        place: text(&viewed.place),
        notes: text(&viewed.notes),
        begun: text(&begun),
        begun_at: int(begun_at),
        day: text(&language.typed_date(viewed.day)),
        today: text(&language.typed_date(app.today())),
        ended_early: viewed.status == Status::EndedEarly,
        kind: said(&viewed.kind.text(), language),
        length: said(&length, language),
        file: text(&viewed.file),
        copy_of: text(&copy_of),
        copy_same,
        duplicate: viewed.duplicate,
        example: viewed.example,
        runs: viewed.runs,
    });
    adapter.set_rounds(list_of_lists(adapter.get_rounds(), &viewed.round_lines, round));
}

/// The players who won or lead, with their points.
fn leaders(row: &app::ArchiveRow) -> Text {
    let (count, names, total) = (row.winners.len(), row.winners.clone(), row.total);
    match row.status {
        Status::Running if row.rounds == 0 => text!("Just begun"),
        Status::Running => {
            text!("{names} leads with {total}" | "{names} lead with {total}" % count, names = names, total = total)
        }
        _ if row.rounds == 0 => text!("No rounds were played"),
        Status::EndedEarly => {
            text!("{names} led with {total}" | "{names} led with {total}" % count, names = names, total = total)
        }
        Status::Finished => text!("winner points" => "{names} {total}", names = names, total = total),
    }
}

/// A row of the list, requested by the interface when it comes into sight.
fn row(row: app::ArchiveRow, app: &App) -> Option<ui::ArchiveRow> {
    let language = app.language();
    let (date, others) = (language.date(row.day), row.others.join(", "));
    let outcome = leaders(&row);
    let edition = row.kind.text();
    let state = export::progress(row.status, row.rounds, row.planned);
    let plain = text!(
        "{date}: {outcome}; {others}; {edition}, {state}",
        date = &date,
        outcome = outcome.clone(),
        others = &others,
        edition = edition.clone(),
        state = state.clone(),
    );
    let label = match row.copy {
        Copy::No => plain,
        Copy::Duplicate => text!("Copy, {session}", session = plain),
        Copy::Example => text!("Example, {session}", session = plain),
        Copy::Same => text!(
            "Copy, the same, of {date}: {outcome}; {others}",
            date = date,
            outcome = outcome.clone(),
            others = &others,
        ),
        Copy::Differs => text!(
            "Copy that differs, of {date}: {outcome}; {others}",
            date = date,
            outcome = outcome.clone(),
            others = &others,
        ),
    };
    let kind = match row.status {
        Status::Finished => edition,
        _ => text!("edition, state" => "{edition} · {state}", edition = edition, state = state),
    };
    let kind = match row.copy {
        Copy::No => kind,
        Copy::Same => text!("Copy, the same"),
        Copy::Differs => text!("Copy that differs"),
        Copy::Duplicate => text!("what kind of game" => "Copy · {kind}", kind = kind),
        Copy::Example => text!("what kind of game" => "Example · {kind}", kind = kind),
    };
    Some(ui::ArchiveRow {
        path: path_text(&row.path),
        date: text(&language.near_date(row.day, app.this_year())),
        outcome: said(&outcome, language),
        others: text(&others),
        faces: ModelRc::new(VecModel::from_iter(row.faces.iter().map(face))),
        kind: said(&kind, language),
        label: said(&label, language),
        note: text(&row.note.unwrap_or_default()),
        differs: row.copy == Copy::Differs,
        viewed: row.viewed,
        in_evening: row.in_evening,
        evening: row.evening.map(|evening| said(&evening_text(&evening), language)).unwrap_or_default(),
    })
}

fn round(line: &app::RoundLine, shown: ui::RoundLine) -> ui::RoundLine {
    let cloud =
        |(name, change): &(String, Change)| ui::TakenCloud { name: text(name), change: Some(*change).convert() };
    ui::RoundLine {
        round: int(line.round),
        cards: line.cards.into(),
        dealer: text(&line.dealer),
        trump: line.trump.convert(),
        bombs: line.bombs.into(),
        waived: line.waived,
        clouds: list_of(shown.clouds, line.clouds.iter().map(cloud)),
        scored: line.scored,
        players: list_of(shown.players, line.players.iter().map(round_player)),
    }
}

fn round_player(player: &app::RoundPlayer) -> ui::RoundPlayer {
    ui::RoundPlayer {
        seat: int(player.seat),
        initials: text(&player.initials),
        name: text(&player.name),
        bid: known(player.bid),
        scored_bid: player.scored_bid.map_or(-1, i32::from),
        tricks: known(player.tricks),
        points: player.points.unwrap_or(0),
        has_points: player.points.is_some(),
    }
}

/// The format of a product, and the number of players of an empty pad.
fn product(product: ShareItem) -> (ui::ShareItemName, i32) {
    use ui::ShareItemName as P;
    match product {
        ShareItem::Session(Format::Text) => (P::Text, 0),
        ShareItem::Session(Format::Markdown) => (P::Markdown, 0),
        ShareItem::Session(Format::Csv) => (P::Csv, 0),
        ShareItem::Session(Format::Json) => (P::Json, 0),
        ShareItem::Session(Format::Html) => (P::Html, 0),
        ShareItem::Session(Format::Svg) => (P::Svg, 0),
        ShareItem::Session(Format::Png) => (P::Png, 0),
        ShareItem::Session(Format::Pdf) => (P::Pdf, 0),
        ShareItem::Session(Format::BgStats) => (P::BgStats, 0),
        ShareItem::Backup => (P::Backup, 0),
        ShareItem::Pad(players) => (P::Pad, int(players)),
    }
}

fn product_of(name: ui::ShareItemName, players: i32) -> ShareItem {
    use ui::ShareItemName as P;
    match name {
        P::Text => ShareItem::Session(Format::Text),
        P::Markdown => ShareItem::Session(Format::Markdown),
        P::Csv => ShareItem::Session(Format::Csv),
        P::Json => ShareItem::Session(Format::Json),
        P::Html => ShareItem::Session(Format::Html),
        P::Svg => ShareItem::Session(Format::Svg),
        P::Png => ShareItem::Session(Format::Png),
        P::Pdf => ShareItem::Session(Format::Pdf),
        P::BgStats => ShareItem::Session(Format::BgStats),
        P::Backup => ShareItem::Backup,
        P::Pad => ShareItem::Pad(usize::try_from(players).unwrap_or(4)),
    }
}

fn picture(code: &PlayCode) -> Image {
    code_picture(code, MARGIN, 1)
}
