//! What the screens show and what a tap means. There is no window here: the interface sends a [`Command`] and shows the
//! views.

mod adder;
mod archive;
mod board;
mod change;
mod cloud;
mod command;
mod correction;
mod drafts;
mod evening;
mod face;
mod folder;
mod home;
#[cfg(test)]
mod hung;
mod index;
mod known;
mod last_game;
mod loop_handle;
mod news;
mod notice;
mod odds;
mod open_session;
mod opening;
mod pages;
mod penalty;
mod phones;
mod play;
mod playing;
mod preferences;
mod result;
mod saving;
mod screens;
mod settings;
mod setup;
mod sheet;
mod spawn;
mod start;
mod statistics;
mod table;
mod table_command;
mod table_view;
mod tournament;
mod track;
mod track_view;
mod typed;

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, Datelike, FixedOffset, Local, NaiveDate, SubsecRound};

pub use crate::archive::{PlanChoice, RulesPreset};
pub use crate::export::Paper;
pub use crate::session::{Face, Grid, Line, dashes, marks};
pub use adder::{AdderCard, AdderCommand, AdderPower, AdderView};
pub use archive::{
    ArchiveCommand, ArchiveRow, ArchiveView, Copy, Edit, MenuItem, Merging, NameLine, Panel, RoundLine, RoundPlayer,
    ShareItem, ShareView, Tab, TrashRow, Trashed, ViewedView,
};
pub use board::{BoardPlayer, BoardSide, BoardStage, BoardView};
pub use command::{Command, Config, Page, SaveState, Slowness};
pub use evening::DayPart;
pub use home::{Entry, Evening, HomeView, LastRead, Rematch, Resume, Score};
pub use known::{KnownPerson, KnownTable};
pub use notice::{About, Notice, Tone};
pub use odds::{CardChoice, CardKind, OddsCommand, OddsMissing, OddsView};
pub use penalty::{PenaltyCommand, PenaltyView};
pub use phones::{PhoneAt, PhoneSeat, PhonesCommand, PhonesState, PhonesView};
pub use result::{Place, PodiumStep, PointedOut, ResultView};
pub use setup::{ChangeView, Renamed, RuleRow, SetupCommand, SetupSeat, SetupView};
pub use sheet::{PenaltyRow, SheetCell, SheetLine, SheetPlayer, SheetRow, SheetView};
pub use statistics::{
    AgainstRow, Column, Form, HeatCell, KindRow, LeagueChoice, Number, PlayerView, RecordKind, RecordRow,
    StatisticsCommand, StatisticsPart, StatisticsRow, StatisticsTab, StatisticsView, TrackPlayerView, league_table,
    rule_meaning,
};
pub use table_command::{Field, Overlay, Pad, Part, TableCommand, TrackCommand};
pub use table_view::{CloudChoice, CommonView, Effect, Mode, NumberKey, Primary, TableRow, TableView};
pub use tournament::{
    Clock, OfferedTable, PlayerLine, RankingLine, SeatLine, SlipField, SlipLine, SlipView, TableCard, TableSession,
    TableState, TournamentCommand, TournamentOffer, TournamentSetting, TournamentSettings, TournamentTab,
    TournamentView, WallStage, WallView,
};
pub use track::Typed;
pub use track_view::{RankKey, Space, TokenKey, TrackRow, TrackView};
pub use typed::folder_name;

use crate::archive::{Archive, Library, Presence, Settings, await_releases};
use crate::background::{Interface, Lanes};
use crate::each;
use crate::language::Language;
use crate::session::{AnyRef, GameName, Session, Status};
use crate::text;
use crate::wizard::DeckNames;
use archive::ArchivePage;
use index::Index;
use loop_handle::{LoopHandle, Then};
use open_session::OpenSession;
use play::Play;
use playing::Playing;
use preferences::Preferences;
use screens::Screens;
use setup::Setup;
use statistics::StatisticsPage;
use tournament::OpenTournament;
use typed::file_name;

/// How long the end waits for locks to be released. The system releases what is left.
const LAST: Duration = Duration::from_secs(1);

/// The program without its window.
pub struct App {
    archive: Archive,
    usual_folder: PathBuf,
    folder_given: bool,
    moving: Option<(usize, usize)>,
    /// Whether the settings and the folder of sessions are still being read.
    starting: bool,
    /// Announces this window to others. Locked while a disk is asked.
    presence: Arc<Mutex<Option<Presence>>>,
    /// The user's documents, once known.
    documents: Option<PathBuf>,
    preferences: Preferences,
    asked_language: Option<Language>,
    system_language: Language,
    screens: Screens,
    board_side: BoardSide,
    index: Index,
    library: Option<Library>,
    /// The number of folder changes: news of earlier folders are dropped.
    folders: u64,
    archive_page: ArchivePage,
    statistics_page: StatisticsPage,
    /// The game whose rules are shown.
    rules_of: GameName,
    odds: odds::OddsPage,
    last_game: home::LastGame,
    tournament: Option<OpenTournament>,
    setup: Setup,
    /// The running game as it is being changed.
    change: Option<Setup>,
    open_session: OpenSession,
    message: Option<Notice>,
    #[cfg(not(target_family = "wasm"))]
    phones: phones::Phones,
    /// The number of taps, by which work notices a later tap that cancels it.
    turn: u64,
    lanes: Lanes,
    /// Shared with each piece of work that a tap waits for.
    waiting: Arc<()>,
    slowness: Slowness,
    news: Receiver<Then<App>>,
    handle: LoopHandle<App>,
}

impl App {
    /// Starts the program. `wake` is called on other threads when there is news for [`App::pump`].
    pub fn new(config: Config, wake: impl Fn() + Send + Sync + 'static) -> App {
        let _here = Interface::here();
        let (sender, news) = channel();
        let mut app = App {
            archive: Archive::new(config.data.clone()),
            usual_folder: config.data,
            folder_given: config.data_given,
            moving: None,
            starting: true,
            presence: Arc::default(),
            documents: None,
            setup: Setup::with(&Settings::default()),
            change: None,
            preferences: Preferences::new(config.settings.clone()),
            asked_language: config.language,
            system_language: config.system_language,
            screens: Screens::default(),
            board_side: BoardSide::Here,
            index: Index::being_read(),
            library: None,
            folders: 0,
            archive_page: ArchivePage::default(),
            statistics_page: StatisticsPage::default(),
            rules_of: GameName::default(),
            odds: odds::OddsPage::default(),
            last_game: home::LastGame::default(),
            tournament: None,
            open_session: OpenSession::default(),
            message: None,
            #[cfg(not(target_family = "wasm"))]
            phones: phones::Phones::beside(config.settings.as_deref()),
            turn: 0,
            lanes: Lanes::default(),
            waiting: Arc::default(),
            slowness: Slowness::No,
            news,
            handle: LoopHandle::new(sender, Arc::new(wake)),
        };
        app.start_saver();
        app.start(config.settings, config.open);
        app
    }

    /// Takes in news from other threads. Returns whether there was any.
    pub fn pump(&mut self) -> bool {
        let _here = Interface::here();
        let any = self.take_news();
        self.follow_tournament();
        self.screens_changed();
        self.phones_changed();
        any
    }

    fn take_news(&mut self) -> bool {
        let mut any = false;
        while let Ok(news) = self.news.try_recv() {
            any = true;
            news(self);
        }
        any
    }

    /// Handles a tap or a key.
    pub fn handle(&mut self, command: Command) {
        let _here = Interface::here();
        if let Some(wait) = self.must_wait().filter(|_| !self.only_looks(&command)) {
            self.message = Some(wait);
            return;
        }
        let mut refused = None;
        if !command.is_passive() {
            self.turn += 1;
            self.open_session.next = None;
            refused = self.keep_day();
        }
        self.take(command);
        if let Some(refused) = refused.filter(|_| !self.shows_notes()) {
            self.message = Some(refused);
        }
        self.keep_notes();
        self.release();
        self.follow_tournament();
        self.screens_changed();
        self.phones_changed();
    }

    /// Closes the screens of what no longer exists.
    fn screens_changed(&mut self) {
        if self.open_session.play.is_none() {
            self.screens.leave_session();
        }
        if self.tournament.is_none() {
            self.screens.leave_tournament();
        }
        self.follow_evening();
        self.watch_trash();
    }

    fn take(&mut self, command: Command) {
        let now = now();
        let leaves = match &command {
            Command::Open(_) | Command::EndOf(_) | Command::RematchOf(_) | Command::Rematch | Command::Deal => true,
            Command::MoveFolder(_) | Command::UseFolder(_) => true,
            Command::OnArchive(command) => self.opens_another(command),
            Command::OnTournament(command) => command.deals(),
            _ => false,
        };
        if leaves && self.open_session.play.is_some() {
            if self.open_session.is_refused() {
                self.message =
                    Some(Notice::trouble(text!("The open game is not saved yet. Save it first, then continue.")));
                return;
            }
            if self.open_session.is_saving() {
                self.open_session.next = Some(command);
                return;
            }
        }
        if !command.is_passive() {
            self.message = None;
        }
        match command {
            Command::Show(page) => self.show(page),
            Command::OnOdds(command) => self.odds.handle(command),
            Command::RulesOf(game) => self.rules_of = game,
            Command::StepBack if self.page() == Page::Setup => {
                if self.setup.drafts.stop_editing().is_none() {
                    self.leave_for(Page::Home);
                }
            }
            Command::StepBack if self.page() == Page::Change => {
                if self.change.as_mut().and_then(|setup| setup.drafts.stop_editing()).is_none() {
                    self.screens.show_session();
                }
            }
            Command::StepBack if self.page() == Page::Tournament => self.leave_tournament(),
            Command::StepBack => drop(self.screens.step_back()),
            Command::OnStatistics(command) => self.figure(command),
            Command::OnArchive(command) => self.on_archive(command),
            Command::PointOut(round) => self.screens.top_mut().pointed_out = round,
            Command::Open(path) => self.open(&path),
            Command::EndOf(path) => self.end(path),
            Command::RematchOf(path) => self.with_session(path, App::rematch),
            Command::ChangePlayers(Some(path)) => self.with_session(path, App::change_players),
            Command::ChangePlayers(None) => {
                if let Some(session) = self.session().map(AnyRef::cloned) {
                    self.change_players(session.as_ref());
                }
            }
            Command::Rematch => {
                if let Some(session) = self.session().map(AnyRef::cloned) {
                    self.rematch(session.as_ref());
                }
            }
            Command::OnSetup(command) if self.page() == Page::Settings => self.prefer_rule(command),
            Command::OnSetup(command) if self.page() == Page::Change => {
                if let Some(setup) = &mut self.change {
                    setup.handle(command, self.index.names());
                }
            }
            Command::OnSetup(command) => {
                use SetupCommand as S;
                // People keep the colours they have been shown in when they change seats.
                if matches!(command, S::Move { .. } | S::Shuffle | S::Remove(_)) {
                    self.keep_looks();
                }
                self.setup.handle(command, self.index.names());
                if !self.starting {
                    self.know(Settings { seats: self.setup.drafts.names(), ..self.settings().clone() });
                }
            }
            Command::Colour { seat, colour } => self.colour(seat, colour),
            Command::Sign { seat, sign } => self.sign(seat, sign),
            Command::Deal => self.deal(),
            Command::ChangeGame => self.change_game(),
            Command::OnTable(command) => {
                let changed = self.open_session.play.as_mut().is_some_and(|play| play.handle(command, now));
                self.after_step(changed);
            }
            Command::OnPhones(command) => self.on_phones(command),
            Command::OnTournament(command) => self.on_tournament(command),
            Command::Undo if self.page() == Page::Tournament => self.travel_tournament(true),
            Command::Redo if self.page() == Page::Tournament => self.travel_tournament(false),
            Command::Undo if self.offers_take_back() => self.on_archive(ArchiveCommand::TakeBack),
            Command::Undo => self.travel(Playing::undo),
            Command::Redo => self.travel(Playing::redo),
            Command::BoardSide(side) => self.board_side = side,
            Command::Prefer(preference) => self.prefer(preference),
            Command::MoveFolder(to) => self.move_folder(&to),
            Command::UseFolder(folder) => self.use_folder(&folder),
            Command::TryAgain => {
                self.try_tournament_again();
                self.try_again();
            }
            Command::SaveTo(path) => self.save_to(&path),
            Command::TakeCopy => self.take_copy(),
            Command::ShowCopy(path) => {
                self.show_archive();
                if self.page() == Page::Archive {
                    // The filter may not let it through.
                    self.on_archive(ArchiveCommand::ClearFilter);
                    self.on_archive(ArchiveCommand::View(path));
                }
            }
            Command::Dismiss if self.page() == Page::Archive => self.open_session.outside = None,
            Command::Dismiss => {}
        }
    }

    /// Shows a message in the whole window.
    pub fn say(&mut self, notice: Notice) {
        self.message = Some(notice);
    }

    /// The page that is shown.
    pub fn page(&self) -> Page {
        let over = self.open_session.play.as_ref().is_some_and(|play| {
            let status = each!(play.session(), session => session.status());
            !play.is_correcting() && status != Status::Running
        });
        match self.screens.page() {
            Page::Table if over => Page::Result,
            page => page,
        }
    }

    /// The language of everything said.
    pub fn language(&self) -> Language {
        self.asked_language.or(self.settings().language).unwrap_or(self.system_language)
    }

    /// The folder of sessions.
    pub fn data_folder(&self) -> &Path {
        self.archive.folder()
    }

    /// The panel over the archive or the statistics.
    pub fn panel(&self) -> Panel {
        self.screens.top().panel
    }

    /// The message for the whole window. While taps are not saved, that says enough, and the settings can wait.
    pub fn message(&self) -> Option<&Notice> {
        let is_lesser = |message: &&Notice| message.about == About::Settings && self.page() != Page::Settings;
        let failed = matches!(self.save_state(), SaveState::Failed(_));
        self.message.as_ref().filter(|message| !failed || !is_lesser(message))
    }

    /// Whether the round being corrected was opened from the archive.
    pub fn is_correcting_from_archive(&self) -> bool {
        self.page() == Page::Table && self.screens.corrects_from_archive()
    }

    /// Whether a session is open.
    pub fn has_session(&self) -> bool {
        self.open_session.play.is_some()
    }

    /// The open session.
    pub fn session(&self) -> Option<AnyRef<'_>> {
        self.open_session.play.as_ref().map(Playing::session)
    }

    /// The open session, if it is one of Wizard.
    pub fn wizard(&self) -> Option<&Session> {
        self.session()?.wizard()
    }

    /// The open game of Wizard.
    fn play(&self) -> Option<&Play> {
        self.open_session.play.as_ref()?.as_ref().wizard()
    }

    /// The names of the deck's colours: those of the session shown, or else those of new games.
    pub fn deck(&self) -> DeckNames {
        let shown = if self.page() == Page::Archive { self.viewed_session() } else { self.session() };
        shown
            .and_then(AnyRef::wizard)
            .map_or(self.settings().new_games.rules.deck, |session| session.game().rules().deck)
    }

    /// The file of the open session.
    pub fn session_file(&self) -> Option<&Path> {
        self.open_session.play.as_ref().map(Playing::path)
    }

    /// The date of today.
    pub fn today(&self) -> NaiveDate {
        now().date_naive()
    }

    /// The current year, which dates need not mention.
    pub fn this_year(&self) -> i32 {
        now().year()
    }

    /// Home.
    pub fn home(&self) -> HomeView {
        let (tournaments, past_tournaments) = self.tournament_offers();
        HomeView {
            tournaments,
            past_tournaments,
            deleted: self.archive_page.deleted(),
            last_read: self.last_game.read.clone(),
            ..home::view(&self.index, self.faces(), now(), self.language())
        }
    }

    /// The set-up; on the settings page the rules of new games, during a change the running game.
    pub fn setup(&self) -> SetupView {
        if let Some(change) = self.change_view().filter(|_| self.page() == Page::Change) {
            return change;
        }
        if self.page() == Page::Settings {
            return Setup::of_nobody(self.settings().new_games.clone()).view(std::iter::empty(), |_| Face::default());
        }
        let games = if self.setup.drafts.is_empty() { self.index.tables() } else { &[] };
        let tables = games.iter().map(|game| KnownTable {
            names: game.record.people.names_at_end(),
            faces: self.faces().of(game.record.people.players_at_end()),
            dealer: game.record.next_starter(),
        });
        let tables = tables.collect();
        SetupView { tables, ..self.setup.view(self.index.names(), |name| self.faces().of_name(name)) }
    }

    /// The table.
    pub fn table(&self) -> TableView {
        self.play().map(table_view::view).unwrap_or_default()
    }

    /// The pad below the players at the table.
    pub fn pad(&self) -> Pad {
        self.play().map(|play| play.entry.pad).unwrap_or_default()
    }

    /// The overlay on the table.
    pub fn overlay(&self) -> Overlay {
        self.open_session.play.as_ref().map(Playing::overlay).unwrap_or_default()
    }

    /// Whether a digit is waiting for another.
    pub fn is_typing(&self) -> bool {
        self.open_session.play.as_ref().is_some_and(Playing::is_typing)
    }

    /// The board for the other players.
    pub fn board(&self) -> BoardView {
        self.open_session.play.as_ref().map(board::view).unwrap_or_default()
    }

    /// The way the board is turned.
    pub fn board_side(&self) -> BoardSide {
        self.board_side
    }

    /// Whether the screen should stay awake, because a game is being played and shown.
    pub fn wants_awake(&self) -> bool {
        let running =
            self.session().is_some_and(|session| each!(session, session => session.status()) == Status::Running);
        let played = running && matches!(self.page(), Page::Table | Page::Board);
        self.settings().keep_awake && (played || self.page().shows_tournament())
    }

    /// The game whose rules are shown.
    pub fn rules_of(&self) -> GameName {
        self.rules_of
    }

    /// The odds.
    pub fn odds(&self) -> OddsView {
        self.odds.view()
    }
}

impl Drop for App {
    fn drop(&mut self) {
        let _here = Interface::here();
        self.open_session.play = None;
        // A disk that does not answer has it.
        if let Ok(mut announced) = self.presence.try_lock()
            && let Some(presence) = announced.take()
        {
            presence.release();
        }
        await_releases(LAST);
    }
}

/// The current time with its offset, to the second.
fn now() -> DateTime<FixedOffset> {
    Local::now().fixed_offset().trunc_subsecs(0)
}
