//! A player: a copy of the program without its window, tapped at random. Every tap goes through the program as in the
//! window and is announced on standard output, and so is what the program shows about saving.

use std::fs::File;
use std::os::fd::AsFd;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde::{Deserialize, Serialize};
use tablet_of_truth::app::{
    App, ArchiveCommand, Command, CommonView, Field, Key, Mode, Page, Part, PenaltyCommand, SaveState, SetupCommand,
    TableCommand, TrackCommand,
};
use tablet_of_truth::archive::Preference;
use tablet_of_truth::each;
use tablet_of_truth::session::GameName;
use tablet_of_truth::wizard::{Change, Edition, Trump};

use crate::config_of;
use crate::flights::Errand;
use crate::ledger::{Line, State, Word, nanoseconds};
use crate::stage::name_of;

const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Play {
    pub data: PathBuf,
    pub seed: u64,
    pub taps: usize,
    pub open: Option<PathBuf>,
    pub only: bool,
    /// In µs.
    pub rest: u64,
    /// Broken on purpose: acknowledges before the program does.
    pub hasty: bool,
    pub errand: Option<Errand>,
}

impl Play {
    pub fn arguments(&self) -> [String; 2] {
        ["play".to_owned(), serde_json::to_string(self).unwrap()]
    }
}

pub fn play(play: &Play) {
    let (wake, woken) = channel();
    let app = App::new(config_of(&play.data), move || {
        // The player may be gone and need no waking.
        let _ = wake.send(());
    });
    let out = File::from(std::io::stdout().as_fd().try_clone_to_owned().unwrap());
    let at = out.metadata().unwrap().len();
    let random = Rng::with_seed(play.seed);
    let mut player = Player { app, woken, random, out, at, play: play.clone(), shown: None, unsaved: false };
    player.announce(Word::Start, "", State::default());
    player.sit_down();
    let mut tapped = 0;
    while tapped < play.taps {
        player.take_news();
        // Quick fingers: several taps before the first is saved.
        for _ in 0..player.random.usize(1..=3) {
            player.tap();
            tapped += 1;
        }
        player.wait_until_saved();
        player.rest(Duration::from_micros(play.rest));
    }
    if let Some(errand) = &play.errand {
        player.run(errand);
    }
    player.get_up();
}

struct Player {
    app: App,
    woken: Receiver<()>,
    random: Rng,
    out: File,
    at: u64,
    play: Play,
    shown: Option<(PathBuf, State, bool)>,
    unsaved: bool,
}

impl Player {
    /// Announces a word. Written at a position of the file, as faults are injected into the system call that writes the
    /// data folder's files.
    fn announce(&mut self, word: Word, name: &str, state: State) {
        let (time, process) = (nanoseconds(), std::process::id());
        let line = serde_json::to_string(&Line { time, process, word, name: name.to_owned(), state }).unwrap() + "\n";
        self.out.write_all_at(line.as_bytes(), self.at).unwrap();
        self.at += line.len() as u64;
    }

    fn take_news(&mut self) {
        if self.app.pump() {
            self.look(false);
        }
    }

    fn rest(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while let Some(left) = end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) {
            let _ = self.woken.recv_timeout(left);
            self.take_news();
        }
    }

    fn look(&mut self, tapped: bool) {
        let Some((path, state)) = self.app.session_file().zip(self.app.session().map(State::of_any)) else { return };
        let (path, writes) = (path.to_owned(), self.app.save_state() != SaveState::ReadOnly);
        let name = name_of(&path);
        let before = self.shown.replace((path.clone(), state, writes));
        match before {
            _ if !writes => self.announce(Word::Look, &name, state),
            Some((before, old, true)) if before == path => {
                if old != state && !(tapped && state.follows(old)) {
                    // Another device's state was taken in, perhaps with a tap on it at once.
                    self.unsaved = self.app.is_saving();
                    self.announce(Word::Open, &name, state);
                } else if old != state {
                    self.unsaved = true;
                    self.announce(Word::Tap, &name, state);
                    if self.play.hasty {
                        self.announce(Word::Saved, &name, state);
                    }
                }
            }
            // The first state of a new game is saved like a tap.
            _ if self.app.is_saving() => {
                self.unsaved = true;
                self.announce(Word::Tap, &name, state);
            }
            _ => {
                self.unsaved = false;
                self.announce(Word::Open, &name, state);
            }
        }
    }

    fn handle(&mut self, command: Command) {
        self.ask(command);
        self.wait_until(|app| !app.is_working());
    }

    fn ask(&mut self, command: Command) {
        let session = self.app.session().filter(|_| self.app.save_state() != SaveState::ReadOnly);
        let wish: Option<State> = session.and_then(|session| {
            each!(session, session => match command {
                Command::Undo => session.undo().ok().as_ref().map(State::of),
                Command::Redo => session.redo().ok().as_ref().map(State::of),
                _ => None,
            })
        });
        if let Some((_, path)) = session.zip(self.app.session_file()) {
            let (name, state) = (name_of(path), wish.unwrap_or_default());
            self.announce(Word::Wish, &name, state);
        }
        self.app.handle(command);
        self.look(true);
    }

    fn table(&mut self, command: TableCommand) {
        self.handle(Command::OnTable(command));
    }

    fn wait_until_saved(&mut self) {
        self.wait_until(|app| !app.is_busy());
        let name = self.app.session_file().map(name_of).unwrap_or_default();
        match self.app.save_state() {
            SaveState::Saved if self.unsaved => {
                self.unsaved = false;
                if let Some(state) = self.app.session().map(State::of_any) {
                    self.announce(Word::Saved, &name, state);
                }
            }
            SaveState::Failed(error) => self.announce(Word::Failed, &error.to_string(), State::default()),
            _ => {}
        }
    }

    fn sit_down(&mut self) {
        match self.play.open.clone() {
            Some(path) => self.handle(Command::Open(path)),
            None => self.deal(),
        }
        // A file that could not be read once is tried again.
        for _ in 0..3 {
            if let Some(path) = self.play.open.clone().filter(|_| !self.app.has_session()) {
                self.handle(Command::Open(path));
            }
        }
    }

    /// Gives a command in the archive while a tap is on its way to the disk.
    fn run(&mut self, errand: &Errand) {
        while !self.app.is_saving() {
            self.tap();
        }
        self.ask(Command::Show(Page::Archive));
        self.ask(Command::OnArchive(ArchiveCommand::View(errand.of.clone())));
        self.wait_until(|app| app.viewed_path().as_ref() == Some(&errand.of));
        self.ask(errand.wish.command(errand.of.clone()));
        if let Some(other) = &errand.then {
            self.ask(Command::OnArchive(ArchiveCommand::View(other.clone())));
        }
        self.wait_until(|app| !app.is_busy());
    }

    fn wait_until(&mut self, done: impl Fn(&App) -> bool) {
        let patience = Instant::now() + PATIENCE;
        while !done(&self.app) {
            assert!(Instant::now() < patience, "the disk does not answer");
            let _ = self.woken.recv_timeout(Duration::from_millis(20));
            self.take_news();
        }
    }

    fn deal(&mut self) {
        if self.play.only {
            return;
        }
        let names = ["Ana", "Zoë", "李雷", "Émilie", "D'Arcy", "Bo"];
        let players = self.random.usize(3..=6);
        self.handle(Command::Show(Page::Setup));
        let names = self.random.choose_multiple(names, players).into_iter().map(str::to_owned).collect();
        self.handle(Command::OnSetup(SetupCommand::Table { names, dealer: 0 }));
        // Half of the games are of The Last Wizard.
        if self.random.bool() {
            self.handle(Command::OnSetup(SetupCommand::Game(GameName::LastWizard)));
            let doubles = self.random.bool();
            self.handle(Command::OnSetup(SetupCommand::FoldDoubles(doubles)));
            self.handle(Command::OnSetup(SetupCommand::RandomDealer));
            self.handle(Command::Deal);
            return;
        }
        self.handle(Command::OnSetup(SetupCommand::Game(GameName::Wizard)));
        let hands: Vec<String> = (0..self.random.usize(2..8)).map(|_| self.random.u8(1..=8).to_string()).collect();
        let edition = self.random.choice(Edition::ALL).unwrap_or_default();
        for choice in [
            SetupCommand::Edition(edition),
            SetupCommand::PlusMinusOne(self.random.bool().then_some([1, 1])),
            SetupCommand::Hands(hands.join(" ")),
            SetupCommand::RandomDealer,
        ] {
            self.handle(Command::OnSetup(choice));
        }
        self.handle(Command::Deal);
    }

    fn tap(&mut self) {
        match self.app.page() {
            _ if self.app.save_state() == SaveState::ReadOnly => {
                let command = if self.random.u8(..4) == 0 { TableCommand::Number(1) } else { TableCommand::Primary };
                if self.random.bool() { self.handle(Command::TryAgain) } else { self.table(command) }
            }
            Page::Table if self.app.wizard().is_none() => self.tap_on_track(),
            Page::Table => self.tap_on_table(),
            Page::Result => self.tap_on_result(),
            Page::Home | Page::Setup if self.app.has_session() => self.handle(Command::Show(Page::Table)),
            Page::Home | Page::Setup => self.sit_down(),
            _ => self.handle(Command::Show(Page::Table)),
        }
        if matches!(self.app.save_state(), SaveState::Failed(_)) && self.random.u8(..3) == 0 {
            self.handle(Command::TryAgain);
        }
    }

    fn tap_on_result(&mut self) {
        match self.random.u8(..4) {
            0 if !self.play.only => self.handle(Command::Rematch),
            1 if !self.play.only => self.deal(),
            2 => self.table(TableCommand::PlayOn),
            _ => self.handle(Command::Undo),
        }
    }

    fn tap_on_table(&mut self) {
        let view = self.app.table();
        let (seat, what) = (self.random.usize(..view.rows.len().max(1)), self.random.u8(..100));
        match what {
            75..=78 => {
                let trumps = [Trump::Red, Trump::Blue, Trump::Yellow, Trump::None];
                if let Some(trump) = self.random.choice(trumps) {
                    self.table(TableCommand::Trump(trump));
                }
            }
            79..=80 if view.has_bomb => self.table(TableCommand::Bomb),
            81..=83 if view.has_cloud => {
                let change = if self.random.bool() { Change::More } else { Change::Less };
                self.table(TableCommand::Cloud);
                self.table(TableCommand::CloudSign(Some(seat), change));
            }
            // Not the field of the other half of the round: the number entered there and the way back would be two
            // steps of one tap, which the ledger takes for another copy's.
            84..=86 if view.common.mode == Mode::Play => self.table(TableCommand::Select(seat, Field::Tricks)),
            84..=86 => self.table(TableCommand::Select(seat, Field::Bid)),
            90..=91 => self.table(TableCommand::Back),
            _ => self.tap_anywhere(what, &view.common),
        }
    }

    /// Taps what every table has; `what` is one of a hundred.
    fn tap_anywhere(&mut self, what: u8, view: &CommonView) {
        let round = self.random.usize(1..=view.scored.max(1));
        let (percent, digit) = (self.random.u16(100..=200), self.random.u8(..10));
        match what {
            0..=60 if !view.ready || view.mode == Mode::Correct => {
                let likely = |key: &&Key| key.enabled && (!key.dim || self.app.wizard().is_none());
                let keys = view.keys.iter().filter(likely).map(|key| key.command.clone());
                if let Some(key) = self.random.choice(keys.collect::<Vec<_>>()) {
                    self.table(key);
                }
                if view.mode == Mode::Correct {
                    self.table(TableCommand::Primary);
                    self.table(TableCommand::Escape);
                }
            }
            0..=60 => self.table(TableCommand::Primary),
            61..=68 => self.handle(Command::Undo),
            69..=74 => self.handle(Command::Redo),
            87..=89 => self.table(TableCommand::Backspace),
            92..=94 if view.scored > 0 => self.table(TableCommand::Correct { round, seat: None }),
            95 => self.table(TableCommand::End),
            96 if !self.play.only => self.handle(Command::Prefer(Preference::TextSize(percent))),
            97 if !self.play.only => self.handle(Command::Rematch),
            98 => {
                self.handle(Command::Show(Page::Board));
                self.handle(Command::Show(Page::Table));
            }
            _ => self.table(TableCommand::Digit(digit)),
        }
    }

    fn track(&mut self, command: TrackCommand) {
        self.table(TableCommand::OnTrack(command));
    }

    fn tap_on_track(&mut self) {
        // Another input would enter a waiting digit as well; two steps at once would look like another device's
        // state, so entering it is a tap of its own.
        if self.app.is_typing() {
            let command = if self.random.bool() { TableCommand::Digit(1) } else { TableCommand::Pause };
            return self.table(command);
        }
        let (view, digit) = (self.app.track(), self.random.u8(..10));
        let (seat, what) = (self.random.usize(..view.common.lines.len().max(1)), self.random.u8(..100));
        match what {
            75..=78 => self.table(TableCommand::Select(seat, Field::Bid)),
            79..=80 => {
                let part = self.random.choice([Part::First, Part::Second, Part::Showdown]).unwrap_or_default();
                self.track(TrackCommand::Part(part));
            }
            81..=83 => {
                self.table(TableCommand::Penalty(PenaltyCommand::For(Some(seat))));
                self.table(TableCommand::Penalty(PenaltyCommand::Step { up: digit > 4 }));
                self.table(TableCommand::Penalty(PenaltyCommand::Usual(1)));
                let end = if digit == 0 { PenaltyCommand::Remove } else { PenaltyCommand::Save };
                self.table(TableCommand::Penalty(end));
            }
            84..=86 => self.track(TrackCommand::ByHand(digit > 4)),
            90..=91 => self.track(TrackCommand::Minus),
            _ => self.tap_anywhere(what, &view.common),
        }
    }

    /// Closes the program as a person would: once everything is saved, if possible.
    fn get_up(&mut self) {
        for _ in 0..3 {
            if matches!(self.app.save_state(), SaveState::Failed(_)) {
                self.handle(Command::TryAgain);
            }
            self.wait_until_saved();
        }
        self.announce(Word::End, &format!("{:?}", self.app.save_state()), State::default());
    }
}
