//! What the screens show and what a tap means. No window in here: the interface sends a [`Command`] and shows the views.

mod aside;
mod board;
mod browse;
mod command;
mod desk;
mod figures;
mod folder;
mod home;
mod names;
mod notice;
mod odds;
mod play;
mod preferences;
mod result;
mod saving;
mod screens;
mod settings;
mod setup;
mod sheet;
mod shelf;
mod shown;
mod table_view;
mod teller;
mod typed;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use chrono::{DateTime, FixedOffset, Local, SubsecRound};
use uuid::Uuid;

pub use crate::archive::PlanChoice;
pub use crate::export::{Grid, Line, marks};
pub use board::{BoardPlayer, BoardSide, BoardStage, BoardView};
pub use browse::{
    ArchiveCommand, ArchiveRow, ArchiveView, CarryView, Copy, Keeping, MenuItem, Merging, NameLine, Panel, Product,
    RoundLine, RoundPlayer, Tab, TrashRow, ViewedView,
};
pub use command::{Command, Config, Page, SaveState, Slowness};
pub use figures::{
    AgainstRow, Column, FigureCommand, FigureRow, FigureTab, FigureView, Form, HeatCell, KindRow, Number, PlayerView,
    RecordKind, RecordRow,
};
pub use home::{DayPart, Entry, HomeView, Rematch, Resume, Score};
pub use notice::{About, Notice, Tone};
pub use odds::{CardChoice, CardKind, OddsCommand, OddsMissing, OddsView};
pub use play::{Field, Overlay, Pad, TableCommand};
pub use result::{Place, PointedOut, ResultView};
pub use setup::{KnownPerson, RuleRow, SetupCommand, SetupSeat, SetupView};
pub use sheet::{SheetCell, SheetPlayer, SheetRow, SheetView};
pub use table_view::{Effect, Mode, NumberKey, Primary, TableRow, TableView};

use crate::archive::{self, Archive, Library, News, Presence, SessionFile, Settings, system_reason};
use crate::language::Language;
use crate::session::{Player, Session};
use crate::text;
use crate::text::Text;
use crate::wizard::{RuleSet, Seat};
use browse::Browse;
use desk::Desk;
use figures::Figures;
use play::Play;
use preferences::Preferences;
use screens::Screens;
use setup::Setup;
use shelf::Shelf;
use teller::{Teller, Then};
use typed::file_name;

/// The program without its window.
pub struct App {
    archive: Archive,
    usual_folder: PathBuf,
    folder_given: bool,
    moving: Option<(usize, usize)>,
    /// Tells other windows that this one is here.
    presence: Option<Presence>,
    preferences: Preferences,
    asked_language: Option<Language>,
    system_language: Language,
    screens: Screens,
    board_side: BoardSide,
    shelf: Shelf,
    library: Option<Library>,
    /// Counts the folders that were looked into: news of those before are dropped.
    folders: u64,
    browse: Browse,
    figures: Figures,
    odds: odds::OddsPage,
    setup: Setup,
    desk: Desk,
    message: Option<Notice>,
    /// Counts taps: work that a later tap cancels looks at it.
    turn: u64,
    /// Pieces of work beside the interface that are not done.
    aside_work: usize,
    slowness: Slowness,
    news: Receiver<Then<App>>,
    teller: Teller<App>,
}

impl App {
    /// Starts the program. `wake` is called on other threads when there is news: [`App::pump`] takes it in.
    pub fn new(config: Config, wake: impl Fn() + Send + Sync + 'static) -> App {
        let (sender, news) = channel();
        let mut message = None;
        let settings = match config.settings.as_deref().map(Settings::load) {
            None => Settings::default(),
            Some(Ok(settings)) => settings,
            Some(Err(error)) => {
                let file = config.settings.as_deref().map(|file| file.display().to_string()).unwrap_or_default();
                message = Some(Notice::trouble(text!(
                    "The settings cannot be read, so everything is as it comes. {file} was left as it is: {reason}",
                    file = file,
                    reason = system_reason(&error),
                )));
                Settings::default()
            }
        };
        let folder = settings.data_folder.clone().filter(|_| !config.data_given).unwrap_or_else(|| config.data.clone());
        let mut app = App {
            // One folder is one path, whichever way leads to it.
            archive: Archive::new(archive::whole(&folder)),
            usual_folder: config.data,
            folder_given: config.data_given,
            moving: None,
            presence: None,
            setup: Setup::of(settings.new_games.clone()),
            preferences: Preferences::new(settings, config.settings),
            asked_language: config.language,
            system_language: config.system_language,
            screens: Screens::default(),
            board_side: BoardSide::Here,
            shelf: Shelf::being_read(),
            library: None,
            folders: 0,
            browse: Browse::default(),
            figures: Figures::default(),
            odds: odds::OddsPage::default(),
            desk: Desk::default(),
            message,
            turn: 0,
            aside_work: 0,
            slowness: Slowness::No,
            news,
            teller: Teller::new(sender, Arc::new(wake)),
        };
        app.start_saver();
        if let Some(path) = config.open {
            app.open(&path);
        }
        app.be_present();
        app.miss_folder();
        app.read_archive();
        app
    }

    /// Reads the archive in the background, newest first, and keeps what is known of it up to date.
    fn read_archive(&mut self) {
        self.folders += 1;
        let (teller, folder) = (self.teller.clone(), self.folders);
        self.library = Some(Library::open(self.archive.clone(), move |news| {
            teller.tell_of(folder, move |app| app.found(news));
        }));
    }

    /// Takes in what was found in the folder of the sessions.
    fn found(&mut self, news: News) {
        if matches!(news, News::Complete) {
            self.be_present();
        }
        let (changed, gone) = paths_of(&news);
        let looks = self.desk.play.as_ref().is_some_and(|play| is_news_of(&news, &play.file));
        self.shelf.take(news, self.desk.play.as_ref().map(Play::path));
        self.follow_viewed(&changed, gone);
        if looks {
            self.look();
        }
    }

    /// Takes the news of the threads in. Returns whether there was any.
    pub fn pump(&mut self) -> bool {
        let any = self.take_news();
        self.mind_screens();
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

    /// Takes a tap or a key.
    pub fn handle(&mut self, command: Command) {
        if self.moving.is_some() && !self.only_looks(&command) {
            self.refuse_while_moving();
            return;
        }
        if !command.is_passive() {
            self.turn += 1;
            self.desk.next = None;
        }
        self.take(command);
        self.keep_notes();
        self.let_go();
        self.mind_screens();
    }

    /// What is no longer there is not shown either.
    fn mind_screens(&mut self) {
        if self.desk.play.is_none() {
            self.screens.leave_session();
        }
        self.watch_trash();
    }

    fn take(&mut self, command: Command) {
        let now = now();
        let leaves = match &command {
            Command::Open(_) | Command::RematchOf(_) | Command::Rematch | Command::Deal => true,
            Command::MoveFolder(_) | Command::UseFolder(_) => true,
            Command::OnArchive(command) => self.opens_another(command),
            _ => false,
        };
        if leaves && self.desk.play.is_some() {
            if self.desk.is_refused() {
                self.message =
                    Some(Notice::trouble(text!("The open game is not on disk yet. Save it first, then go on.")));
                return;
            }
            if self.desk.is_saving() {
                self.desk.next = Some(command);
                return;
            }
        }
        self.message = None;
        match command {
            Command::Rules => self.screens.lay(Page::Rules),
            Command::Odds => {
                // The page before stays as it is.
                if let Some(play) = self.desk.play.as_ref().filter(|_| self.page() == Page::Table) {
                    self.odds.take_over(play);
                }
                self.screens.lay(Page::Odds);
            }
            Command::OnOdds(command) => self.odds.handle(command),
            Command::StepBack if self.page() == Page::Setup => {
                if self.setup.stop_editing().is_none() {
                    self.leave_for(Page::Home);
                }
            }
            Command::StepBack => drop(self.screens.step_back()),
            // Play goes on where it was.
            Command::Home if self.screens.is_beside_play() => self.screens.return_to_work(),
            Command::Home => {
                self.leave_for(Page::Home);
                self.refresh();
            }
            Command::Setup => self.leave_for(Page::Setup),
            Command::About => self.leave_for(Page::About),
            Command::Settings => self.leave_for(Page::Settings),
            Command::Table => self.screens.show_session(),
            Command::Archive if self.page() == Page::Archive => self.browse(ArchiveCommand::Close),
            Command::Archive => self.show_archive(),
            Command::Statistics if self.page() == Page::Statistics => {}
            Command::Statistics => self.show_statistics(),
            Command::OnFigures(command) => self.figure(command),
            Command::OnArchive(command) => self.browse(command),
            Command::PointOut(round) => self.screens.top_mut().pointed_out = round,
            Command::Open(path) => self.open(&path),
            Command::RematchOf(path) => self.rematch_of(path),
            Command::Rematch => {
                if let Some(session) = self.session().cloned() {
                    self.rematch(&session);
                }
            }
            Command::OnSetup(command) if self.page() == Page::Settings => self.prefer_rule(command),
            Command::OnSetup(command) => self.setup.handle(command, self.shelf.names()),
            Command::Deal => self.deal(),
            Command::OnTable(command) => {
                let changed = self.desk.play.as_mut().is_some_and(|play| play.handle(command, now));
                self.after_step(changed);
            }
            Command::Undo => self.travel(Play::undo),
            Command::Redo => self.travel(Play::redo),
            Command::Board => self.show_board(),
            Command::BoardSide(side) => self.board_side = side,
            Command::Theme(_)
            | Command::TextSize(_)
            | Command::HighContrast(_)
            | Command::ReduceMotion(_)
            | Command::PlayerColour { .. }
            | Command::UsualColours
            | Command::UsualRules
            | Command::KeepAwake(_)
            | Command::Language(_) => self.prefer(command),
            Command::MoveFolder(to) => self.move_folder(&to),
            Command::UseFolder(folder) => self.use_folder(&folder),
            Command::TryAgain => self.try_again(),
            Command::SaveTo(path) => self.save_to(&path),
            Command::TakeCopy => self.take_copy(),
            Command::Dismiss if self.page() == Page::Archive => self.desk.outside = None,
            Command::Dismiss => {}
        }
    }

    /// Undoes or redoes what is in sight.
    fn travel(&mut self, travel: fn(&mut Play) -> bool) {
        let overlaid = self.desk.play.as_ref().is_some_and(|play| play.overlay != Overlay::None);
        let in_sight = match self.page() {
            Page::Table => !overlaid,
            Page::Result => !overlaid && self.panel() == Panel::None,
            Page::Board => true,
            _ => false,
        };
        if in_sight {
            let changed = self.desk.play.as_mut().is_some_and(travel);
            self.after_step(changed);
        }
    }

    fn after_step(&mut self, changed: bool) {
        if changed {
            self.save();
        }
        self.end_correction();
    }

    /// The board leaves everything on the table as it is, so that the way back leads to the same place.
    fn show_board(&mut self) {
        let correcting = self.desk.play.as_ref().is_some_and(|play| play.correction.is_some());
        if matches!(self.page(), Page::Table | Page::Result) && !correcting {
            self.screens.lay(Page::Board);
        }
    }

    /// Enters the digit that waits for another one, because the table is left. Returns why it was refused.
    pub fn finish_typing(&mut self) -> Option<Notice> {
        let play = self.desk.play.as_mut().filter(|play| play.typed.is_some())?;
        let changed = play.enter_typed();
        let refused = std::mem::take(&mut play.notice);
        if changed {
            self.save();
        }
        refused
    }

    /// Shows another page; what was begun on the table is finished or closed. A correction with changes is not left.
    fn leave_for(&mut self, page: Page) {
        let refused = self.finish_typing();
        if self.desk.play.as_mut().is_some_and(Play::has_draft) {
            self.screens.show_session();
            return;
        }
        if let Some(play) = &mut self.desk.play {
            (play.overlay, play.pad, play.correction) = (Overlay::None, Pad::Numbers, None);
            (self.message, play.notice) = (refused, None);
            play.select_next();
        }
        if self.screens.corrects_from_archive() {
            self.screens.leave_session();
        }
        self.learn_open(self.desk.saves() > 0);
        match page {
            // From these there is a way back.
            Page::About | Page::Settings => self.screens.step_aside(page),
            page => self.screens.begin(page),
        }
    }

    /// Opens a file under whatever name it has here.
    fn open(&mut self, path: &Path) {
        let (archive, path, turn) = (self.archive.clone(), path.to_owned(), self.turn);
        let find = move || Ok(archive.file_at(&path));
        self.aside("find", find, move |app, found| match found {
            _ if app.turn != turn => {}
            Ok(file) => app.open_file(&file),
            Err(reason) => app.message = Some(Notice::trouble(reason)),
        });
    }

    fn open_file(&mut self, path: &Path) {
        if self.desk.open_at(path).is_some() {
            self.screens.begin(Page::Table);
            return;
        }
        let refused = path.to_owned();
        self.take_up(path, move |app, result| match result {
            Ok(()) => app.screens.begin(Page::Table),
            Err(reason) => app.refuse_file(&refused, &reason),
        });
    }

    fn rematch_of(&mut self, path: PathBuf) {
        let (turn, of) = (self.turn, path.clone());
        let read = move || Archive::load(&of).map_err(|error| error.text());
        self.aside("rematch", read, move |app, loaded| match loaded {
            _ if app.turn != turn => {}
            Ok(loaded) => app.rematch(&loaded.session),
            Err(reason) => app.refuse_file(&path, &reason),
        });
    }

    fn refuse_file(&mut self, path: &Path, reason: &Text) {
        self.message = Some(Notice::file_refused(file_name(path), reason));
    }

    fn deal(&mut self) {
        if !self.setup.seat_typed() {
            return;
        }
        match self.setup.finish(|name| self.shelf.id_of(name)) {
            Ok((players, dealer, rules)) => self.begin(players, dealer, rules),
            Err(problem) => self.setup.say(problem),
        }
    }

    fn rematch(&mut self, session: &Session) {
        let (players, rules) = (session.players().to_vec(), session.game().rules().clone());
        self.begin(players, session.rematch_dealer(), rules);
    }

    fn begin(&mut self, players: Vec<Player>, dealer: Seat, rules: RuleSet) {
        match Session::new(Uuid::new_v4(), now(), players, dealer, rules) {
            Ok(session) => {
                self.learn_open(true);
                let file = SessionFile::new(self.archive.path_for(&session));
                self.play_on(Play::new(session, file));
                self.setup = Setup::of(self.settings().new_games.clone());
                self.save();
                self.screens.begin(Page::Table);
            }
            Err(error) => {
                // Only people of a file that was there before the rule have names that cannot begin another game.
                let reason = error.text();
                self.message = Some(Notice::trouble(text!(
                    "This game cannot begin: {reason}. Names are changed in the archive, under \"Names\".",
                    reason = reason
                )));
            }
        }
    }

    /// Says something to the whole window.
    pub fn say(&mut self, notice: Notice) {
        self.message = Some(notice);
    }
}

/// The paths that a piece of news is about.
fn paths_of(news: &News) -> (Vec<PathBuf>, bool) {
    match news {
        News::Read(entries) => (entries.iter().map(|entry: &archive::Entry| entry.path.clone()).collect(), false),
        News::Gone(path) => (vec![path.clone()], true),
        _ => (Vec::new(), false),
    }
}

/// May something be in this file that is not known here?
fn is_news_of(news: &News, file: &SessionFile) -> bool {
    let unknown = |entry: &archive::Entry| entry.version.is_none() || entry.version != file.version();
    match news {
        News::Read(entries) => entries.iter().any(|entry| entry.path == file.path() && unknown(entry)),
        News::Gone(path) => path == file.path(),
        _ => false,
    }
}

/// The time with its offset, to the second.
fn now() -> DateTime<FixedOffset> {
    Local::now().fixed_offset().trunc_subsecs(0)
}
