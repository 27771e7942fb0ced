//! View models and commands, without a window: the interface sends a [`Command`] and shows the
//! views.

mod adder;
mod archive;
mod board;
mod bounce;
mod change;
mod cloud;
mod command;
mod correction;
pub mod data;
mod document;
mod drafts;
mod evening;
mod face;
mod folder;
mod home;
mod home_page;
#[cfg(test)]
mod hung;
mod index;
mod keys;
mod known;
mod last_game;
mod line;
mod loop_handle;
mod news;
mod notice;
mod open_session;
mod opening;
mod pages;
mod penalty;
mod phones;
mod play;
mod playing;
mod preferences;
mod result;
mod round_more;
mod rules;
mod saving;
mod screens;
mod settings;
mod setup;
mod sheet;
mod shown;
mod spawn;
mod start;
mod statistics;
mod table;
mod table_command;
mod table_panels;
mod table_view;
mod tournament;
mod track;
mod track_view;
mod typed;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use chrono::{DateTime, Datelike, FixedOffset, Local, NaiveDate, SubsecRound};

pub use crate::export::Paper;
pub use crate::session::{Face, Grid, Line, dashes, marks};
pub use adder::AdderCommand;
pub use archive::{
    ArchiveCommand, ArchiveView, Chip, Edit, Panel, PreviewOption, PreviewRow, PreviewView, ShareItem, ShareView,
    ViewedView,
};
pub use board::{BoardPlayer, BoardSide, BoardStage, BoardView};
pub use command::{Command, Config, HostRequest, Page, Slowness};
pub use evening::DayPart;
pub use home::{Copy, Entry, Evening, HomeView, LastRead, Rematch, Resume, Score};
pub use keys::Shortcut;
pub use known::KnownPerson;
pub use line::{CloudSign, Key, LineBox, PlayerLine};
pub use notice::{About, Notice, Tone};
pub use penalty::{PenaltyCommand, PenaltyView};
pub use phones::{PhoneAt, PhoneSeat, PhonesCommand, PhonesState, PhonesView};
pub use result::{Place, PodiumStep, PointedOut, ResultView, outcome};
pub use round_more::RoundMore;
pub use rules::RulesCommand;
pub use setup::{ChangeView, Renamed, SetupCommand, SetupSeat, SetupView};
pub use sheet::{SheetCell, SheetPlayer, SheetRow, SheetView};
pub use statistics::{FiguresView, HeatCell, LeagueChoice, PersonView, StatisticsCommand, StatisticsView};
pub use table_command::{Field, Overlay, Part, TableCommand, TrackCommand};
pub use table_view::{CommonView, Effect, Mode, Primary, TableRow, TableView};
pub use tournament::{
    Clock, OfferedTable, SeatLine, SlipField, SlipLine, SlipView, TableCard, TableSession, TableState,
    TournamentCommand, TournamentOffer, TournamentPanel, TournamentSetting, TournamentSettings, TournamentTab,
    TournamentView, WallView,
};
pub use track::Typed;
pub use track_view::{Space, TrackView};
pub use typed::folder_name;

pub use crate::archive::SaveState;
use crate::archive::{Archive, Library, Settings, await_releases};
use crate::background::{Interface, Lanes};
use crate::each;
use crate::language::Language;
use crate::platform;
use crate::session::{AnyRef, Session, Status};
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

/// How long closing waits for locks to be released. The system releases the rest.
const LAST: Duration = Duration::from_secs(1);

/// The program without its window.
pub struct App {
    archive: Archive,
    usual_folder: PathBuf,
    folder_given: bool,
    copying: Option<(usize, usize)>,
    /// Whether the settings and the folder of sessions are still being read.
    starting: bool,
    documents: Option<PathBuf>,
    preferences: Preferences,
    asked_language: Option<Language>,
    system_language: Language,
    screens: Screens,
    shows_keys: bool,
    /// Without files and folders, only a storage and downloads.
    in_browser: bool,
    page_address: Option<String>,
    board_side: BoardSide,
    index: Index,
    library: Option<Library>,
    /// Counts changes of the folder: news of earlier folders is dropped.
    folders: u64,
    archive_page: ArchivePage,
    statistics_page: StatisticsPage,
    rules: rules::Rules,
    last_game: home::LastGame,
    tournament: Option<OpenTournament>,
    setup: Setup,
    change: Option<Setup>,
    open_session: OpenSession,
    /// The last tap or key, if it entered something for one player, and when.
    last_entry: Option<(TableCommand, DateTime<FixedOffset>)>,
    message: Option<Notice>,
    #[cfg(not(target_family = "wasm"))]
    phones: phones::Phones,
    /// Counts taps, by which work notices a later tap that cancels it.
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
        let handle = LoopHandle::new(sender, Arc::new(wake));
        let mut app = App {
            archive: Archive::new(config.data.clone()),
            usual_folder: config.data,
            folder_given: config.data_given,
            copying: None,
            starting: true,
            documents: None,
            setup: Setup::with(&Settings::default()),
            change: None,
            preferences: Preferences::new(config.settings.clone(), App::saver(&handle)),
            asked_language: config.language,
            system_language: config.system_language,
            screens: Screens::default(),
            shows_keys: false,
            in_browser: platform::IN_BROWSER,
            page_address: platform::page_address(),
            board_side: BoardSide::Here,
            index: Index::being_read(),
            library: None,
            folders: 0,
            archive_page: ArchivePage::default(),
            statistics_page: StatisticsPage::default(),
            rules: rules::Rules::default(),
            last_game: home::LastGame::default(),
            tournament: None,
            open_session: OpenSession::written_by(App::saver(&handle)),
            last_entry: None,
            message: None,
            #[cfg(not(target_family = "wasm"))]
            phones: phones::Phones::next_to(config.settings.as_deref()),
            turn: 0,
            lanes: Lanes::default(),
            waiting: Arc::default(),
            slowness: Slowness::No,
            news,
            handle,
        };
        app.start(config.settings, config.open);
        app
    }

    /// Takes in news from other threads. Returns whether there was any.
    pub fn pump(&mut self) -> bool {
        let _here = Interface::here();
        let mut any = false;
        while let Ok(news) = self.news.try_recv() {
            any = true;
            news(self);
        }
        self.follow_tournament();
        self.screens_changed();
        self.phones_changed();
        any
    }

    pub fn handle(&mut self, command: Command) {
        let _here = Interface::here();
        if let Some(wait) = self.must_wait().filter(|_| !self.writes_nothing(&command)) {
            self.message = Some(wait);
            return;
        }
        let mut refused = None;
        if !command.is_passive() {
            self.turn += 1;
            self.open_session.next = None;
            refused = self.keep_day();
        }
        let goes_on_taking = command.is_passive()
            || matches!(&command, Command::OnTournament(TournamentCommand::Overtime | TournamentCommand::TakeTen(_)));
        self.take(command);
        if let Some(open) = self.tournament.as_mut().filter(|_| !goes_on_taking) {
            open.end_overtime();
        }
        if let Some(refused) = refused.filter(|_| !self.shows_notes()) {
            self.message = Some(refused);
        }
        self.keep_notes();
        self.release();
        self.follow_tournament();
        self.screens_changed();
        self.phones_changed();
    }

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
            Command::UseFolder(_) => true,
            Command::OnArchive(command) => self.opens_another(command),
            Command::Undo if self.offers_take_back() => self.opens_another(&ArchiveCommand::TakeBack),
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
        // A choice closes the list it is in.
        self.screens.top_mut().list = None;
        match command {
            Command::Show(page) => self.show(page),
            Command::OnRules(command) => self.rules.handle(command),
            Command::StepBack if self.page() == Page::Setup => self.leave_for(Page::Home),
            Command::StepBack if self.page() == Page::Change => self.screens.show_session(),
            Command::StepBack if self.page() == Page::Tournament => self.leave_tournament(),
            Command::StepBack => drop(self.screens.step_back()),
            Command::OnStatistics(command) => self.figure(command),
            Command::OnArchive(command) => self.on_archive(command),
            Command::PointOut(round) => self.screens.top_mut().pointed_out = round,
            Command::Open(path) => self.open(&path),
            Command::EndOf(path) => self.end(path),
            Command::RematchOf(path) => self.with_session(path, App::rematch),
            Command::NewGame(game) => {
                self.setup.handle(SetupCommand::Game(game), self.index.names());
                self.leave_for(Page::Setup);
            }
            Command::Rematch => {
                if let Some(session) = self.session().map(AnyRef::cloned) {
                    self.rematch(session.as_ref());
                }
            }
            Command::OnSetup(command) => self.on_setup(command),
            Command::Colour { seat, colour } => self.colour(seat, colour),
            Command::Sign { seat, sign } => self.sign(seat, sign),
            Command::Deal => self.deal(),
            Command::ChangeGame => self.change_game(),
            Command::OnTable(command) => {
                if self.page() == Page::Board && matches!(command, TableCommand::PageRound { .. }) {
                    self.show(Page::Table);
                }
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
            Command::UseFolder(folder) => self.use_folder(&folder),
            Command::Typed { field, text } => {
                // A message about the text before does not apply to this one.
                self.archive_page.notice = None;
                self.screens.top_mut().typed.insert(field, text);
            }
            Command::List(key) => self.screens.top_mut().list = key,
            Command::ShowKeys(show) => self.shows_keys = show,
            Command::OnHost(_) => {}
            Command::TryAgain => {
                self.try_tournament_again();
                self.try_again();
            }
            Command::SaveTo(path) => self.save_to(&path),
            Command::TakeCopy => self.take_copy(),
            Command::ShowCopy(path) => {
                self.show_archive();
                if self.page() == Page::Archive {
                    // The filter may exclude it.
                    self.on_archive(ArchiveCommand::ClearFilter);
                    self.on_archive(ArchiveCommand::View(path));
                }
            }
            Command::Dismiss if self.page() == Page::Archive => self.open_session.outside = None,
            Command::Dismiss => {}
        }
    }

    pub fn show_notice(&mut self, notice: Notice) {
        self.message = Some(notice);
    }

    /// The open session's page is the result once its game is over.
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

    pub fn language(&self) -> Language {
        self.asked_language.or(self.settings().language).unwrap_or(self.system_language)
    }

    pub fn data_folder(&self) -> &Path {
        self.archive.folder()
    }

    pub fn panel(&self) -> Panel {
        self.screens.top().panel
    }

    /// The message for the whole window. While taps are not saved, one about the settings waits.
    pub fn message(&self) -> Option<&Notice> {
        let is_lesser = |message: &&Notice| message.about == About::Settings && self.page() != Page::Settings;
        let failed = matches!(self.save_state(), SaveState::Failed(_));
        self.message.as_ref().filter(|message| !failed || !is_lesser(message))
    }

    pub fn is_correcting_from_archive(&self) -> bool {
        self.page() == Page::Table && self.screens.corrects_from_archive()
    }

    pub fn has_session(&self) -> bool {
        self.open_session.play.is_some()
    }

    pub fn session(&self) -> Option<AnyRef<'_>> {
        self.open_session.play.as_ref().map(Playing::session)
    }

    pub fn wizard(&self) -> Option<&Session> {
        self.session()?.wizard()
    }

    fn play(&self) -> Option<&Play> {
        self.open_session.play.as_ref()?.as_ref().wizard()
    }

    /// Of the session shown, or else of new games.
    pub fn deck(&self) -> DeckNames {
        let shown = if self.page() == Page::Archive { self.viewed_session() } else { self.session() };
        shown
            .and_then(AnyRef::wizard)
            .map_or(self.settings().new_games.rules.deck, |session| session.game().rules().deck)
    }

    pub fn session_file(&self) -> Option<&Path> {
        self.open_session.play.as_ref().map(Playing::path)
    }

    pub fn today(&self) -> NaiveDate {
        now().date_naive()
    }

    /// Dates of this year need not mention it.
    pub fn this_year(&self) -> i32 {
        now().year()
    }

    pub fn home(&self) -> HomeView {
        HomeView {
            tournaments: self.tournament_offers().0,
            deleted: self.archive_page.deleted(),
            last_read: self.last_game.read.clone(),
            ..home::view(&self.index, self.faces(), now())
        }
    }

    /// Whether there is no game or tournament.
    pub fn is_first_start(&self) -> bool {
        let index = &self.index;
        let knows = index.reading || self.has_session() || index.len() > 0 || index.unreadable().next().is_some();
        !knows && index.tournaments().next().is_none() && self.archive_page.deleted().is_none()
    }

    /// During a change, the one of the running game.
    pub fn setup(&self) -> SetupView {
        self.change_view()
            .filter(|_| self.page() == Page::Change)
            .unwrap_or_else(|| self.setup.view(self.index.names(), |name| self.faces().of_name(name)))
    }

    pub fn table(&self) -> TableView {
        self.play().map(table_view::view).unwrap_or_default()
    }

    /// The lines and keys of the table, whichever game is played.
    pub fn common(&self) -> CommonView {
        if self.play().is_some() { self.table().common } else { self.track().common }
    }

    /// What lies over the table or the result. On the result the sheet is a face of a card.
    pub fn overlay(&self) -> Overlay {
        let overlay = self.open_session.play.as_ref().map(Playing::overlay).unwrap_or_default();
        if self.page() == Page::Result && overlay == Overlay::Sheet { Overlay::None } else { overlay }
    }

    pub fn is_typing(&self) -> bool {
        self.open_session.play.as_ref().is_some_and(Playing::is_typing)
    }

    pub fn board(&self) -> BoardView {
        self.open_session.play.as_ref().map(board::view).unwrap_or_default()
    }

    pub fn board_side(&self) -> BoardSide {
        self.board_side
    }

    pub fn wants_awake(&self) -> bool {
        let running =
            self.session().is_some_and(|session| each!(session, session => session.status()) == Status::Running);
        let played = running && matches!(self.page(), Page::Table | Page::Board);
        played || self.page().shows_tournament()
    }
}

impl Drop for App {
    fn drop(&mut self) {
        let _here = Interface::here();
        self.open_session.play = None;
        await_releases(LAST);
    }
}

/// To the second.
fn now() -> DateTime<FixedOffset> {
    Local::now().fixed_offset().trunc_subsecs(0)
}
