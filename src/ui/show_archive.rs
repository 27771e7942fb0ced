//! Copies the archive page's view into the interface's properties.

use slint::{ComponentHandle, Image, Model, ModelRc, Rgb8Pixel, SharedPixelBuffer};

use super::Inner;
use super::convert::{
    cloud, edition, entry_state, int, known, list_of, names_of, notice, number, path_text, product, tab, text, trump,
};
use super::generated as ui;
use super::show::update;
use crate::app::{self, App};
use crate::language::Language;

impl Inner {
    /// Shows the archive page as it is now.
    pub(super) fn show_archive(&self, app: &mut App) {
        let adapter = self.window.global::<ui::ArchiveAdapter>();
        let view = app.archive();
        if adapter.get_search() != view.search.as_str() {
            adapter.set_search(text(&view.search));
        }
        adapter.set_player(text(view.player.as_deref().unwrap_or_default()));
        adapter.set_player_count(view.player_count.map_or(0, int));
        adapter.set_edition(edition(view.edition));
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
        adapter.set_this_year(view.this_year);
        let item = |item: &app::MenuItem| ui::MenuItem {
            name: text(&item.name),
            number: item.number,
            sessions: int(item.sessions),
            chosen: item.chosen,
        };
        update(&self.models.menu, view.menu.iter().map(item));
        let deleted = |row: &app::TrashRow| ui::TrashRow {
            path: path_text(&row.path),
            date: day(row.day),
            scores: text(&scores(&row.scores)),
        };
        update(&self.models.trash, view.trash.iter().map(deleted));
        adapter.set_trash_reading(view.trash_reading);
        adapter.set_notice(notice(view.notice.as_ref(), app.language()));
        adapter.set_can_take_back(view.can_take_back);
        adapter.set_renaming(view.renaming.is_some());
        let (renamed, to_rename) = view.renaming.unwrap_or_default();
        adapter.set_renamed(int(renamed));
        adapter.set_to_rename(int(to_rename));
        adapter.set_tab(tab(view.tab));
        adapter.set_keeping(match view.keeping {
            app::Keeping::Untouched => ui::KeepingName::Untouched,
            app::Keeping::Kept => ui::KeepingName::Kept,
            app::Keeping::Shortened => ui::KeepingName::Shortened,
            app::Keeping::Waiting => ui::KeepingName::Waiting,
            app::Keeping::Elsewhere => ui::KeepingName::Elsewhere,
        });
        self.show_viewed(&adapter, view.viewed.as_ref(), app.language());
        adapter.set_viewed_index(view.viewed_index.map_or(-1, int));
        let at = (view.serial, view.viewed_index, view.viewed.as_ref().map(|viewed| viewed.id.clone()));
        if *self.archive_rows.borrow() != at {
            self.archive_rows.replace(at);
            adapter.set_serial(adapter.get_serial().wrapping_add(1));
        }
        self.show_carry(&adapter, app, view.panel);
        if view.viewed.is_some() && app.page() == app::Page::Archive {
            self.window.global::<ui::TableAdapter>().set_mode(ui::TableMode::Predict);
            self.show_sheet(&app.viewed_sheet());
            self.show_result(&app.viewed_result());
            self.show_pointed_out(app.pointed_out().as_ref());
        }
    }

    fn show_carry(&self, adapter: &ui::ArchiveAdapter<'_>, app: &App, shown: app::Panel) {
        use app::Panel;
        if matches!(shown, Panel::HandOn | Panel::PlayCode | Panel::Backup | Panel::Import | Panel::Pads) {
            let carry = app.carry();
            let (name, players) = product(carry.product);
            adapter.set_product(name);
            adapter.set_pad_players(players);
            adapter.set_place_to_write(path_text(&carry.place));
            adapter.set_working(carry.working);
        }
        if shown == Panel::PlayCode {
            adapter.set_play_code(app.play_code().map(|code| picture(&code)).unwrap_or_default());
            adapter.set_play_link(text(&app.play_link().unwrap_or_default()));
        }
    }

    fn show_viewed(&self, adapter: &ui::ArchiveAdapter<'_>, viewed: Option<&app::ViewedView>, language: Language) {
        adapter.set_has_viewed(viewed.is_some());
        let Some(viewed) = viewed else { return };
        update(&self.models.viewed_rules, viewed.rules.iter().map(|rule| text(&language.say(rule))));
        let (copy_of, copy_same) = viewed.copy_of.clone().unwrap_or_default();
        adapter.set_viewed(ui::ViewedSession {
            id: text(&viewed.id),
            date: day(viewed.day),
            place: text(&viewed.place),
            notes: text(&viewed.notes),
            state: entry_state(viewed.status),
            special_cards: viewed.special_cards,
            rounds: int(viewed.rounds),
            planned: int(viewed.planned),
            minutes: viewed.minutes.map_or(-1, int),
            file: text(&viewed.file),
            copy_of: text(&copy_of),
            copy_same,
            duplicate: viewed.duplicate,
            runs: viewed.runs,
        });
        let lines = &self.models.round_lines;
        for (index, line) in viewed.round_lines.iter().enumerate() {
            let shown = lines.row_data(index);
            let players = shown.map_or_else(ModelRc::default, |line| line.players);
            let players = list_of(players, line.players.iter().map(round_player));
            let line = round_line(line, players);
            if index < lines.row_count() { lines.set_row_data(index, line) } else { lines.push(line) }
        }
        while lines.row_count() > viewed.round_lines.len() {
            lines.remove(lines.row_count() - 1);
        }
    }

    /// A line of the list; the interface asks for those in sight.
    pub(super) fn archive_row(&self, index: usize) -> ui::ArchiveRow {
        let Ok(app) = self.app.try_borrow() else { return ui::ArchiveRow::default() };
        let Some(row) = app.archive_row(index) else { return ui::ArchiveRow::default() };
        let (winner, second) = names_of(&row.winners);
        ui::ArchiveRow {
            path: path_text(&row.path),
            date: day(row.day),
            winner: text(&winner),
            second_winner: text(&second),
            winners: int(row.winners.len()),
            total: row.total,
            others: text(&row.others.join(", ")),
            state: entry_state(row.status),
            rounds: int(row.rounds),
            planned: int(row.planned),
            special_cards: row.special_cards,
            copy: match row.copy {
                app::Copy::No => ui::CopyState::No,
                app::Copy::Same => ui::CopyState::Same,
                app::Copy::Differs => ui::CopyState::Differs,
                app::Copy::Duplicate => ui::CopyState::Duplicate,
            },
            viewed: row.viewed,
        }
    }
}

/// A code to scan, a pixel for each module and an edge of four as its standard asks.
fn picture(code: &crate::export::PlayCode) -> Image {
    let side = code.size() + 8;
    let width = u32::try_from(side).unwrap_or(0);
    let mut pixels = SharedPixelBuffer::<Rgb8Pixel>::new(width, width);
    for (index, pixel) in pixels.make_mut_slice().iter_mut().enumerate() {
        let (column, row) = ((index % side).checked_sub(4), (index / side).checked_sub(4));
        let dark = column.zip(row).is_some_and(|(column, row)| code.is_dark(column, row));
        *pixel = if dark { Rgb8Pixel::new(0, 0, 0) } else { Rgb8Pixel::new(255, 255, 255) };
    }
    Image::from_rgb8(pixels)
}

pub(super) fn day(day: app::Day) -> ui::Day {
    ui::Day { weekday: int(day.weekday), day: int(day.day), month: int(day.month), year: day.year }
}

/// Names and points, best first.
pub(super) fn scores(scores: &[app::Score]) -> String {
    let each: Vec<String> = scores.iter().map(|score| format!("{} {}", score.name, number(score.total))).collect();
    each.join(" · ")
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

fn round_line(line: &app::RoundLine, players: ModelRc<ui::RoundPlayer>) -> ui::RoundLine {
    let (cloud_name, cloud_change) = cloud(line.cloud.as_ref());
    ui::RoundLine {
        round: int(line.round),
        cards: line.cards.into(),
        dealer: text(&line.dealer),
        trump: trump(line.trump),
        bomb: line.bomb,
        cloud_name,
        cloud_change,
        scored: line.scored,
        players,
    }
}
