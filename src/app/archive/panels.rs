//! The panels over the archive, the statistics, home, the table and the result, described.

use std::path::{Path, PathBuf};

use super::command::{ArchiveCommand, Panel, ShareItem};
use super::names::NameLine;
use crate::app::data::{self, Action, ActionStyle, Icon, Item, close, open, type_into};
use crate::app::home::scores;
use crate::app::index::Indexed;
use crate::app::statistics::LeagueChoice;
use crate::app::{
    App, Command, HostRequest, Mode, Overlay, Page, Part, PenaltyCommand, PhoneAt, PhonesCommand, StatisticsCommand,
    TableCommand, Tone, TournamentCommand, TournamentPanel, TrackCommand, now,
};
use crate::archive::LoadedTournament;
use crate::each;
use crate::export::{self, Format};
use crate::session::GameName;
use crate::statistics::LeagueRule;
use crate::table::rule_meaning;
use crate::text;
use crate::text::Text;

/// The fields of the panels.
const NAME: &str = "name";
const NEW_NAME: &str = "new name";
const CARDS: &str = "cards";
pub(super) const PLACE: &str = "place";
const IMPORT: &str = "import";
pub(in crate::app) const FIRST_DAY: &str = "first day";
pub(in crate::app) const LAST_DAY: &str = "last day";

fn archive(command: ArchiveCommand) -> Command {
    Command::OnArchive(command)
}

pub(super) fn sessions(count: usize) -> Text {
    text!("{n} session" | "{n} sessions" % count)
}

impl App {
    /// `None` for what is drawn by hand.
    pub(in crate::app) fn archive_panel(&self) -> Option<data::Panel> {
        let panel = |key: &str, heading: Text, items: Vec<Item>| data::Panel::new(key, heading, items, close());
        let menu = |key: &str, heading: Text, actions: Vec<Action>| data::Panel::menu(key, heading, actions, close());
        Some(match self.panel() {
            Panel::Season => panel("season", text!("Season"), self.season_items()).answers(),
            Panel::Names => self.names_panel(),
            Panel::Trash => panel("trash", text!("Trash"), self.trash_items()).answers(),
            Panel::EmptyQuestion => {
                let files = self.archive_page.trash.all().count() + self.archive_page.trash.tournaments().count();
                let question = text!(
                    "Delete {n} file for good? This cannot be undone."
                        | "Delete {n} files for good? This cannot be undone." % files
                );
                let empty = Action::new(text!("Delete for good"), archive(ArchiveCommand::EmptyTrash)).for_good();
                let back = open(Panel::Trash);
                data::Panel::question("empty", text!("Empty the trash?"), question, text!("Keep them"), empty, back)
            }
            Panel::More => menu("more", text!("This session"), self.session_menu()?),
            Panel::Manage => menu("manage", text!("The whole archive"), self.archive_menu()),
            Panel::Game if self.page() == Page::Result => menu("game", text!("This game"), self.result_menu()),
            Panel::Game => menu("game", text!("This game"), self.game_menu()),
            Panel::RoundMore => panel("round more", text!("One more round"), self.round_more_items()?),
            Panel::Share => panel("share", self.share_heading(), self.share_items()).wide().answers(),
            Panel::Formats => {
                let formats =
                    data::Panel::new("formats", text!("Other formats"), self.format_items(), open(Panel::Share));
                formats.wide().answers()
            }
            Panel::Elsewhere => {
                let items = self.elsewhere_items();
                let back = open(Panel::Formats);
                data::Panel::new("elsewhere", text!("Save elsewhere"), items, back).wide().answers()
            }
            Panel::PlayCode => {
                let back = open(Panel::Formats);
                data::Panel::new("play code", text!("BG Stats"), self.play_code_items(), back).answers()
            }
            Panel::Phone => {
                let back = open(Panel::Formats);
                data::Panel::new("phone", text!("On a phone"), self.phone_items()?, back).answers()
            }
            Panel::Backup => {
                let sessions = self.index.len();
                let mut items = vec![Item::text(text!(
                    "All {n} session and every tournament in one file, to keep, or to import on another device."
                        | "All {n} sessions and every tournament in one file, to keep, or to import on another device."
                            % sessions
                ))];
                items.extend(self.place_items());
                panel("backup", text!("The whole archive as one file"), items).wide().answers()
            }
            Panel::Pads => panel("pads", text!("Empty score pads"), self.pad_items()).wide().answers(),
            Panel::Import => panel("import", text!("Import sessions"), self.import_items()).wide().answers(),
            _ => return None,
        })
    }

    fn season_items(&self) -> Vec<Item> {
        let (league, language) = (self.settings().league, self.language());
        let screen = self.screens.top();
        let day = |field: &str, day: Option<chrono::NaiveDate>| {
            let saved = || day.map(|day| language.typed_date(day)).unwrap_or_default();
            screen.typed.get(field).cloned().unwrap_or_else(saved)
        };
        let choose = |choice| Command::OnStatistics(StatisticsCommand::League(choice));
        let (first, last) = (day(FIRST_DAY, league.from), day(LAST_DAY, league.to));
        let season = move |first: String, last: String| choose(LeagueChoice::Season { first, last });
        let today = Text::foreign(language.typed_date(now().date_naive()));
        let (of_first, of_last) = (first.clone(), last.clone());
        let note =
            || text!("Without a first day, the season begins with the first game; without a last day, it goes on.");
        let (tone, text) =
            self.season(&first, &last).map_or_else(|wrong| (Tone::Trouble, wrong), |_| (Tone::Quiet, note()));
        let status = Item::status("season", text).tone(tone);
        let first_field = Item::field(text!("First day"), first, move |first| season(first, of_last.clone())).most(30);
        let last_field = Item::field(text!("Last day"), last, move |last| season(of_first.clone(), last)).most(30);
        let rules = LeagueRule::ALL.map(|rule| {
            Item::option(Action::option(rule_meaning(rule), league.rule == rule, choose(LeagueChoice::Rule(rule))))
        });
        let step = |text: Text, to: Option<u32>, choice: fn(u32) -> LeagueChoice| {
            let command = choose(choice(to.unwrap_or_default()));
            Action::labelled(text, command).enabled(to.is_some())
        };
        let number = |n: u32| Text::foreign(language.number(n.into()));
        let (least, drop) = (league.least_games, league.drop);
        let mut items = vec![first_field.hint(today.clone()), last_field.hint(today), status];
        items.extend(rules);
        items.push(Item::stepper(
            text!("Games it takes to be ranked"),
            number(least),
            [
                step(text!("One game less to be ranked"), (least > 1).then(|| least - 1), LeagueChoice::LeastGames),
                step(text!("One game more to be ranked"), Some(least + 1), LeagueChoice::LeastGames),
            ],
        ));
        items.push(Item::stepper(
            text!("Worst games of everyone that do not count"),
            number(drop),
            [
                step(text!("One worst game less left out"), drop.checked_sub(1), LeagueChoice::Drop),
                step(text!("One worst game more left out"), (drop < 9).then(|| drop + 1), LeagueChoice::Drop),
            ],
        ));
        items
    }

    fn names_panel(&self) -> data::Panel {
        let screen = self.screens.top();
        let from = screen.typed(NAME);
        if from.is_empty() {
            let note =
                text!("Tap a name to change it in every session. Give it another player's name to merge the two.");
            let person = |line: NameLine| {
                let command = Command::Typed { field: NAME, text: line.name.clone() };
                let face = self.faces().of_name(&line.name);
                Item::link(Text::foreign(line.name), Some(sessions(line.sessions)), command).face(face)
            };
            let items = [Item::note(note)].into_iter().chain(self.names().into_iter().map(person)).collect();
            return data::Panel::new("names", text!("Names"), items, close()).answers();
        }
        let from = from.to_owned();
        let to = screen.typed.get(NEW_NAME).unwrap_or(&from).clone();
        let merging = self.merging(&from, &to);
        let (tone, text) = if merging.met > 0 {
            let text = text!(
                "{name} and {other} sat at the same table in {n} session: they are two people."
                    | "{name} and {other} sat at the same table in {n} sessions: they are two people." % merging.met,
                name = &*from,
                other = &*to,
            );
            (Tone::Trouble, text)
        } else if merging.sessions > 0 {
            let text = text!(
                "{to} is already in {n} session: the two will be merged. You can undo this."
                    | "{to} is already in {n} sessions: the two will be merged. You can undo this." % merging.sessions,
                to = &*to,
            );
            (Tone::Plain, text)
        } else {
            (Tone::Quiet, text!("Every session of {from} gets this name. You can undo this.", from = &*from))
        };
        let rename = archive(ArchiveCommand::Rename { from: from.clone(), to: to.clone() });
        let label = text!("New name of {name}", name = &*from);
        let back = Command::Typed { field: NAME, text: String::new() };
        let items = vec![
            Item::field(label, to, type_into(NEW_NAME)).enter(rename.clone()),
            Item::status("merging", text).tone(tone),
            Item::bar([Action::new(text!("Back"), back.clone()), Action::new(text!("Change the name"), rename)]),
        ];
        data::Panel::new("new name", text!("New name for {name}", name = from), items, back).answers()
    }

    fn trash_items(&self) -> Vec<Item> {
        let (trash, language) = (&self.archive_page.trash, self.language());
        let entry = |path: &Path, day: Option<chrono::NaiveDate>, name: String| {
            let day = day.map(|day| language.date(day)).unwrap_or_default();
            let restore = Action::new(text!("Restore"), archive(ArchiveCommand::Restore(path.to_owned())));
            let label = text!("Restore {day}, {name}", day = &*day, name = &*name);
            let key = path.display().to_string();
            Item::entry(Text::foreign(name), [restore.label(label)]).hint(Text::foreign(day)).key(key)
        };
        let session = |of: &std::sync::Arc<Indexed>| {
            let names = scores(&of.record, self.faces())
                .into_iter()
                .map(|score| format!("{} {}", score.name, language.number(score.total.into())));
            entry(&of.path, Some(of.record.started.date_naive()), names.collect::<Vec<_>>().join(" · "))
        };
        let tournament =
            |(path, of): (&PathBuf, &LoadedTournament)| entry(path, of.tournament.date, of.tournament.name.clone());
        let mut items: Vec<Item> = trash.all().map(session).chain(trash.tournaments().map(tournament)).collect();
        if items.is_empty() {
            let text = if trash.reading { text!("Reading the trash…") } else { text!("The trash is empty.") };
            return vec![Item::note(text)];
        }
        let empty = Action::new(text!("Empty the trash…"), open(Panel::EmptyQuestion)).icon(Icon::Trash).for_good();
        items.push(Item::bar([empty]));
        items
    }

    fn session_menu(&self) -> Option<Vec<Action>> {
        let path = self.viewed_path()?;
        let viewed = self.viewed_view()?;
        let rematch = Action::new(text!("Rematch: the same players"), Command::RematchOf(path.clone()));
        let mut menu = vec![rematch.icon(Icon::Deal)];
        menu.extend(viewed.round_more.map(|_| round_more()));
        if !viewed.example {
            let counted =
                archive(ArchiveCommand::SetCounted { of: path.clone(), counts: viewed.left_out, sure: false });
            let text = match viewed.left_out {
                true => text!("Count this game in the statistics"),
                false => text!("Do not count this game in the statistics"),
            };
            menu.push(Action::new(text, counted).icon(Icon::Statistics));
        }
        let delete = Action::new(text!("Delete: move it to the trash"), archive(ArchiveCommand::Delete(path)));
        menu.push(delete.icon(Icon::Trash));
        Some(menu)
    }

    fn archive_menu(&self) -> Vec<Action> {
        let line = |text, panel, icon| Action::new(text, open(panel)).icon(icon);
        let mut menu = vec![
            line(text!("Import sessions"), Panel::Import, Icon::Plus),
            line(text!("Save all as one file"), Panel::Backup, Icon::Share),
            line(text!("Empty score pads to print"), Panel::Pads, Icon::Sheet),
            line(text!("Names: change or merge"), Panel::Names, Icon::Edit),
            line(text!("Trash"), Panel::Trash, Icon::Trash),
        ];
        if !self.tournament_offers().1.is_empty() {
            let past = Command::OnTournament(TournamentCommand::Panel(Some(TournamentPanel::Past)));
            menu.push(Action::new(text!("Past tournaments"), past).icon(Icon::Ahead));
        }
        menu
    }

    fn result_menu(&self) -> Vec<Action> {
        let can_undo = self.session().is_some_and(|session| each!(session, session => session.can_undo()));
        let undo = Action::new(text!("Undo"), Command::Undo).enabled(can_undo);
        let board = Action::new(text!("Board for the players"), Command::Show(Page::Board)).icon(Icon::Board);
        let more = self.viewed_view().and_then(|viewed| viewed.round_more).filter(|_| !self.result().draw);
        [undo, notes(), board].into_iter().chain(more.map(|_| round_more())).collect()
    }

    /// The menu of the table.
    fn game_menu(&self) -> Vec<Action> {
        let last_wizard = self.shown_session().is_some_and(|session| session.name() == GameName::LastWizard);
        let table = self.common();
        let mut menu = vec![notes()];
        if last_wizard && self.track().part == Part::Showdown {
            let by_hand = self.track().by_hand;
            let text = if by_hand { text!("Enter ranks") } else { text!("Enter hand totals") };
            let command = Command::OnTable(TableCommand::OnTrack(TrackCommand::ByHand(!by_hand)));
            menu.push(Action::new(text, command).icon(Icon::Deal));
        }
        if table.mode == Mode::Correct {
            return menu;
        }
        let text = if last_wizard { text!("Move by hand…") } else { text!("Penalty…") };
        let penalty = Command::OnTable(TableCommand::Penalty(PenaltyCommand::For(None)));
        menu.push(Action::new(text, penalty).icon(Icon::Minus));
        let change = Action::new(text!("Change rules, seats and names"), Command::Show(Page::Change));
        menu.push(change.icon(Icon::Settings));
        if !self.in_browser() {
            let asks = self.phones().seats.iter().any(|seat| matches!(seat.state, PhoneAt::Asks(_)));
            let text = match asks {
                true => text!("Phones at the table: one asks for a seat"),
                false => text!("Phones at the table"),
            };
            menu.push(Action::new(text, Command::OnPhones(PhonesCommand::Switch)).icon(Icon::Phone));
        }
        menu.push(Action::new(text!("Look up a rule"), Command::Show(Page::Rules)).icon(Icon::Sheet));
        if table.can_redo {
            menu.push(Action::new(text!("Redo"), Command::Redo).icon(Icon::Play));
        }
        let end = Command::OnTable(TableCommand::Overlay(Overlay::EndQuestion));
        menu.push(Action::new(text!("End the game early"), end).icon(Icon::Stop));
        menu
    }

    /// The number of cards in one more round: as in the last one, unless changed.
    fn round_more_items(&self) -> Option<Vec<Item>> {
        let more = self.viewed_view()?.round_more?;
        let cards = self.screens.top().typed(CARDS).parse().unwrap_or(more.cards);
        let step = |to: u8, label: Text| {
            let command = Command::Typed { field: CARDS, text: to.to_string() };
            Action::labelled(label, command).enabled((1..=more.most).contains(&to))
        };
        let deal =
            Action::primary(text!("Deal round {round}", round = more.round), archive(ArchiveCommand::RoundMore(cards)));
        let note = text!("The game goes on with round {round}, which counts like the others.", round = more.round);
        Some(vec![
            Item::note(note),
            Item::stepper(
                text!("Cards"),
                text!("{n} card" | "{n} cards" % usize::from(cards)),
                [step(cards.saturating_sub(1), text!("Fewer cards")), step(cards + 1, text!("More cards"))],
            ),
            Item::bar([deal]),
        ])
    }

    fn share_heading(&self) -> Text {
        match self.tournament.as_ref().and_then(|open| open.paper()).filter(|_| self.shares_paper()) {
            Some((_, paper, _)) => paper.text(),
            None => text!("Share"),
        }
    }

    /// Three direct actions, and the last message; the rest is one panel further.
    fn share_items(&self) -> Vec<Item> {
        let tile = |format: Format, text: Text, hint: Text, icon: Icon| {
            let command = archive(ArchiveCommand::Share(ShareItem::Session(format)));
            Action::new(text, command).hint(hint).icon(icon).style(ActionStyle::Tile)
        };
        let pdf = tile(Format::Pdf, text!("PDF"), text!("one page to print"), Icon::Sheet);
        if self.shares_paper() {
            return vec![Item::bar([pdf]).key("ways"), Item::link(text!("Other ways…"), None, other_formats())];
        }
        let picture = tile(Format::Png, text!("Picture"), text!("podium and sheet"), Icon::Board);
        let chat = Action::new(text!("Text for a chat"), Command::OnHost(HostRequest::CopyText))
            .hint(text!("to the clipboard"))
            .icon(Icon::Share)
            .style(ActionStyle::Tile);
        let others = self.share().formats.iter().filter(|format| !matches!(format, Format::Png | Format::Pdf));
        let names = others.take(3).map(|format| format.text());
        let names = names.reduce(|one, next| text!("two formats" => "{one}, {next}", one = one, next = next));
        vec![
            Item::bar([picture, pdf, chat]).key("ways"),
            Item::link(text!("Other formats…"), names, other_formats()).key("others"),
        ]
    }

    fn format_items(&self) -> Vec<Item> {
        let mut items = Vec::new();
        let usual = |format: &&Format| !format.is_rare() && !matches!(format, Format::Png | Format::Pdf | Format::Text);
        for format in self.share().formats.iter().filter(usual) {
            let command = archive(ArchiveCommand::Share(ShareItem::Session(*format)));
            items.push(Item::row(format.text(), command));
        }
        if !self.in_browser() {
            items.push(Item::link(text!("Elsewhere…"), None, open(Panel::Elsewhere)));
        }
        if !self.shares_paper() && !self.in_browser() {
            items.push(Item::row(text!("Copy picture"), Command::OnHost(HostRequest::CopyPicture)));
        }
        if self.can_print() && !self.in_browser() {
            items.push(Item::row(text!("Print…"), Command::OnHost(HostRequest::Print)));
        }
        let shares_game = !self.shares_evening() && !self.shares_league() && !self.shares_paper();
        if shares_game {
            items.push(Item::link(text!("BG Stats: a code to scan"), None, open(Panel::PlayCode)));
            if self.page_address().is_some() {
                items.push(Item::link(text!("This program on a phone"), None, open(Panel::Phone)));
            }
            items.push(Item::link(text!("Empty score pads"), None, open(Panel::Pads)));
        }
        items
    }

    fn elsewhere_items(&self) -> Vec<Item> {
        let share = self.share();
        let option = |format: &Format| {
            let product = ShareItem::Session(*format);
            let command = archive(ArchiveCommand::ShareItem(product));
            Action::chip(format.text(), share.product == product, command)
        };
        let formats = Item::chips(text!("Format"), share.formats.iter().map(option));
        [formats].into_iter().chain(self.place_items()).collect()
    }

    /// Where to write a file, typed or chosen in the system's dialog; a browser has its own place for downloads.
    fn place_items(&self) -> Vec<Item> {
        let share = self.share();
        let typed = self.screens.top().typed.get(PLACE).cloned();
        let place = typed.unwrap_or_else(|| share.place.to_string_lossy().into_owned());
        let save = archive(ArchiveCommand::Write { path: place.clone().into(), replace: false });
        let text = match (share.working, self.in_browser()) {
            (true, _) => text!("Saving…"),
            (_, true) => text!("Download"),
            _ => text!("Save"),
        };
        let main = Item::bar([Action { ready: !share.working, ..Action::primary(text, save.clone()) }]).key("save");
        if self.in_browser() {
            return vec![main];
        }
        let browse = Action::new(text!("Browse…"), Command::OnHost(HostRequest::ChoosePlace)).icon(Icon::Folder);
        let field = Item::field(text!("Where to save the file"), place, type_into(PLACE));
        vec![field.most(4096).enter(save).with([Action { shrinks: true, ..browse }]), main]
    }

    fn play_code_items(&self) -> Vec<Item> {
        let code = self.play_code();
        let text = match code {
            Some(_) => text!("Scan this with the phone that has BG Stats. Nothing is sent from here."),
            None => text!("The names are too long for a code. Share the BG Stats file instead."),
        };
        // Above the code, so that the message about it does not cover it.
        let copy = Item::bar([Action::new(text!("Copy the link"), Command::OnHost(HostRequest::CopyLink))]);
        let picture = code.map(|code| Item::code(text!("Code with the play for BG Stats"), code));
        [Item::text(text), copy].into_iter().chain(picture).collect()
    }

    fn phone_items(&self) -> Option<Vec<Item>> {
        let address = self.page_address()?;
        let text = text!(
            "{address} is this program as a web page. Add it to the phone's home screen (iPhone: Share, then Add to \
             Home Screen; Android: menu, then Install): it then opens without a network, and an iPhone keeps its \
             games.",
            address = address,
        );
        let copy = Item::bar([Action::new(text!("Copy the address"), Command::OnHost(HostRequest::CopyAddress))]);
        let code = export::code(address).ok();
        let picture = code.map(|code| Item::code(text!("Code with the address of the page"), code));
        Some([Item::text(text), copy].into_iter().chain(picture).collect())
    }

    fn pad_items(&self) -> Vec<Item> {
        let product = self.share().product;
        let players = (3..=6).map(|players: usize| {
            let pad = ShareItem::Pad(players);
            let text = text!("{n} player" | "{n} players" % players);
            Action::chip(text, product == pad, archive(ArchiveCommand::ShareItem(pad)))
        });
        let mut items = vec![
            Item::text(text!(
                "A PDF to print, for an evening without a screen. What was written on it can be typed into a \
                 spreadsheet and imported."
            )),
            Item::chips(Text::foreign(""), players),
        ];
        items.extend(self.place_items());
        items
    }

    fn import_items(&self) -> Vec<Item> {
        let note = Item::text(text!(
            "A session, a tournament, a whole archive, or a table (CSV) with bids and tricks. You see what is in it \
             before anything is added, and nothing here is overwritten."
        ));
        let browse = Action::new(text!("Browse…"), Command::OnHost(HostRequest::ChooseImport)).icon(Icon::Folder);
        if self.in_browser() {
            return vec![note, Item::bar([browse.style(ActionStyle::Primary)])];
        }
        let typed = self.screens.top().typed(IMPORT).to_owned();
        let working = self.archive_page.is_busy();
        let import = archive(ArchiveCommand::Import(typed.clone().into()));
        let text = if working { text!("Reading…") } else { text!("Import") };
        let ready = !working && !typed.is_empty();
        let field = Item::field(text!("File to import"), typed, type_into(IMPORT)).most(4096).enter(import.clone());
        let main = Action::primary(text, import).enabled(ready);
        vec![note, field.with([Action { shrinks: true, ..browse }]), Item::bar([main]).key("import")]
    }
}

fn other_formats() -> Command {
    Command::OnHost(HostRequest::OtherFormats)
}

fn notes() -> Action {
    Action::new(text!("Notes"), open(Panel::Notes)).icon(Icon::Edit)
}

pub(in crate::app) fn round_more() -> Action {
    Action::new(text!("One more round"), open(Panel::RoundMore)).icon(Icon::Deal)
}
