//! What must hold whatever a monkey does.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use slint::platform::Key;
use tablet_of_truth::app::{Mode, Page, SaveState};
use tablet_of_truth::archive::Archive;
use tablet_of_truth::each;
use tablet_of_truth::session::{AnyRef, AnySession, GameName, OfGame, Record, Status};
use tablet_of_truth::text::Text;
use uuid::Uuid;

use super::Monkey;
use super::hands::{Input, Named};
use crate::common::operation::check;
use crate::common::sheet::{Sheet, counted, counted_by_program};
use crate::walk::seen::{Seen, focus};

/// What the last look at the disk found.
#[derive(Default)]
pub struct Known {
    folder: PathBuf,
    sessions: BTreeSet<Uuid>,
}

/// Checks that the statistics count what the sheets of these sessions say, each of them once and only those that count.
fn check_statistics(records: &[Record], sessions: &[AnySession]) {
    let played = |session: &&AnySession| each!(session, session => session.counted().counts());
    let sheets: Vec<(GameName, Sheet)> =
        sessions.iter().filter(played).map(|session| (session.name(), Sheet::of(session.as_ref()))).collect();
    for game in GameName::ALL {
        let of_game = sheets.iter().filter(|(name, _)| *name == game).map(|(_, sheet)| sheet);
        assert_eq!(counted_by_program(records, game), counted(of_game));
    }
}

impl Monkey<'_> {
    pub fn judge(&mut self) {
        self.figures.count("checks", "of session, disk and page");
        self.judge_page();
        self.rest();
        self.judge_disk();
    }

    fn rest(&self) {
        self.window
            .wait_until(|ui| ui.with_app(|app| !app.is_busy() && !app.home().reading && !app.statistics().counting));
    }

    fn judge_page(&self) {
        let seen = Seen::in_window(&self.window);
        let words = seen.open_words().filter(|words| words.in_sight.area() > 1.0 && !words.text.trim().is_empty());
        let controls = seen.open_controls().filter(|(_, control)| control.in_sight.area() > 1.0);
        let (words, controls) = (words.count(), controls.count());
        assert!(words > 1 && controls > 0, "{:?} shows {words} texts and {controls} controls", self.window.page());
        self.window.ui.with_app(|app| match app.session() {
            None => assert!(!matches!(app.page(), Page::Table | Page::Result | Page::Board), "a table without a game"),
            Some(OfGame::Wizard(session)) => {
                check(session);
                let (totals, table) = (session.current_totals(), app.table());
                for row in table.rows.iter().filter(|_| table.common.mode != Mode::Correct) {
                    assert_eq!(row.total, *totals.get(row.seat).unwrap(), "the table shows another total");
                }
            }
            Some(OfGame::LastWizard(session)) => {
                check(session);
                let (spaces, track) = (session.current_totals(), app.track());
                let stay = track.common.lines.iter().filter(|line| line.boxes[1].is_some());
                let runs = session.status() == Status::Running && track.common.mode != Mode::Correct;
                for line in stay.filter(|_| runs) {
                    let space = Text::number(*spaces.get(line.seat).unwrap());
                    assert_eq!(line.fact, Some(space), "the table shows another space");
                }
            }
        });
    }

    /// Checks that everything acknowledged is on disk and no session is lost.
    pub fn judge_disk(&mut self) {
        let (folder, open, state) = self.window.ui.with_app(|app| {
            let open = app.session().map(AnyRef::cloned).zip(app.session_file().map(Path::to_owned));
            (app.data_folder().to_owned(), open, app.save_state())
        });
        if let (Some((session, file)), SaveState::Saved) = (open, state) {
            let found = Archive::load(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            assert_eq!(found.session, session, "saved, and {} says something else", file.display());
        }
        let (mut there, mut records, mut sessions) = (BTreeSet::new(), Vec::new(), Vec::new());
        let mut deleted = 0;
        let trash = folder.join("Trash");
        for path in files(&folder).into_iter().chain(files(&trash)) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with('.') || !name.ends_with(".json") || name.contains("damaged") {
                continue;
            }
            if let Ok(found) = Archive::load(&path) {
                there.insert(each!(&found.session, session => session.id()));
                if path.starts_with(&trash) {
                    deleted += 1;
                } else {
                    records.push(Archive::entry(&path).unwrap().record);
                    sessions.push(found.session);
                }
            }
        }
        // Of two files of one session only one counts.
        let ids: BTreeSet<Uuid> = records.iter().map(|record| record.id).collect();
        if ids.len() == records.len() {
            check_statistics(&records, &sessions);
        }
        if self.known.folder == folder && deleted > 0 {
            let gone: Vec<&Uuid> = self.known.sessions.difference(&there).collect();
            assert!(gone.is_empty(), "neither in the folder nor in the trash: {gone:?}");
        }
        (self.known.folder, self.known.sessions) = (folder, there);
    }

    /// Checks that Escape and Ctrl+1 lead home from anywhere, and from there to a new game.
    pub fn go_home(&mut self) {
        self.rest();
        for _ in 0..8 {
            self.press(&[], Named::Key(Key::Escape));
        }
        for _ in 0..4 {
            if self.window.page() != Page::Home {
                self.press(&[Named::Key(Key::Control)], Named::Text("1"));
                self.rest();
            }
        }
        assert_eq!(self.window.page(), Page::Home, "home is out of reach: {:#?}", self.window.labels());
        self.press(&[Named::Key(Key::Control)], Named::Text("n"));
        assert_eq!(self.window.page(), Page::Setup, "no new game: {:#?}", self.window.labels());
        self.press(&[], Named::Key(Key::Escape));
        self.figures.count("checks", "ways home");
    }

    /// Presses a key, and looks for the focus with Tab if nothing has it.
    fn press(&mut self, held: &[Named], key: Named) {
        if focus(&self.window).is_none() {
            self.figures.count("checks", "without a focus");
            self.act(&Input::Key(Named::Key(Key::Tab)));
        }
        self.act(&Input::Chord(held.to_vec(), key));
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}
