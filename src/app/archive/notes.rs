//! Day, place and notes. Place and notes are saved while they are typed, a day when its field is left. What cannot be
//! written at once waits and is not lost.

use std::path::{Path, PathBuf};

use chrono::NaiveDate;

use super::command::Edit;
use super::state::{Keeping, Written};
use crate::app::{App, Notice, Page, Panel, file_name};
use crate::background::Interface;
use crate::each;
use crate::session::{NOTES_MAX, PLACE_MAX};
use crate::text::composed;

/// The part of a text that fits into a file, trimmed.
fn fitting(text: &str, max: usize) -> &str {
    let text = text.trim();
    text.char_indices().nth(max).and_then(|(end, _)| text.get(..end)).unwrap_or(text).trim_end()
}

fn is_shortened(edit: Option<&Edit>, max: usize) -> bool {
    edit.is_some_and(|edit| fitting(&edit.to, max) != edit.to.trim())
}

impl Edit {
    /// The text to keep in place of `kept`, which another device may have written meanwhile.
    fn over<'a>(&'a self, kept: &'a str, max: usize) -> &'a str {
        if self.from == self.to { kept } else { fitting(&self.to, max) }
    }

    /// Whether it replaces a text that was not shown.
    fn overwrites(&self, kept: &str, max: usize) -> bool {
        self.over(kept, max) != kept && fitting(&self.from, max) != kept
    }

    fn extend(edit: &mut Option<Edit>, next: Edit) {
        match edit {
            Some(edit) => edit.to = next.to,
            None => *edit = Some(next),
        }
    }
}

impl App {
    /// Takes the place and notes typed. They are saved once the tap or key has been handled.
    pub(super) fn note(&mut self, of: PathBuf, place: Edit, notes: Edit) {
        let [place, notes] = [place, notes]
            .map(|Edit { from, to }| Edit { from: composed(&from).into_owned(), to: composed(&to).into_owned() });
        let written = self.archive_page.written.entry(of).or_default();
        Edit::extend(&mut written.place, place);
        Edit::extend(&mut written.notes, notes);
    }

    /// Takes a day that is being typed, which is kept when its field is left.
    pub(super) fn type_day(&mut self, of: PathBuf, text: String) {
        self.show_keeping(&of, Keeping::Typing);
        self.archive_page.day_typed = Some((of, text));
    }

    pub(super) fn leave_day(&mut self) {
        if let Some((of, _)) = self.archive_page.day_typed.take() {
            self.show_keeping(&of, Keeping::Untouched);
        }
    }

    /// Keeps the day that was typed, which is saved once the tap or key has been handled. Returns why it cannot be
    /// kept.
    pub(in crate::app) fn keep_day(&mut self) -> Option<Notice> {
        let (of, typed) = self.archive_page.day_typed.take()?;
        let before = each!(self.open_session.session_at(&of)?, session => session.started().date_naive());
        let keeping = match self.language().read_date(&typed) {
            Some(day) if day == before || day <= self.today() => {
                self.archive_page.written.entry(of).or_default().day = Some(day);
                return None;
            }
            Some(_) => Keeping::FutureDay,
            None => Keeping::NoDay,
        };
        self.show_keeping(&of, keeping);
        Some(self.keeping_notice(keeping))
    }

    fn keeping_notice(&self, keeping: Keeping) -> Notice {
        keeping.notice(&self.language().typed_date(self.today()))
    }

    pub(in crate::app) fn shows_notes(&self) -> bool {
        self.panel() == Panel::Notes
    }

    /// The file of the session whose notes are shown: at the table and its result, the open one.
    pub(super) fn noted_path(&self) -> Option<&Path> {
        match self.page() {
            Page::Table | Page::Result => self.session_file(),
            _ => self.archive_page.viewed.as_deref(),
        }
    }

    /// Saves typed notes in their sessions, waiting while another game is on the table or on its way to the disk.
    pub(in crate::app) fn keep_notes(&mut self) {
        self.keep_notes_before(false);
    }

    /// Saves them all before the window closes, even during a game.
    pub fn keep_all_notes(&mut self) {
        let _here = Interface::here();
        self.keep_day();
        self.keep_notes_before(true);
    }

    fn keep_notes_before(&mut self, closing: bool) {
        let files: Vec<PathBuf> = self.archive_page.written.keys().cloned().collect();
        for file in files {
            let open = self.copying.is_none() && self.open_session.open_at(&file).is_some();
            let keeping = if open {
                self.keep_in_open_session(&file)
            } else if self.may_open_for_notes(closing) {
                self.open_for_notes(&file, closing)
            } else {
                Keeping::Waiting
            };
            self.show_keeping(&file, keeping);
        }
    }

    /// Whether no game is being played or still unsaved.
    fn may_open_for_notes(&self, closing: bool) -> bool {
        let free = self.open_session.play.is_none() || !(self.open_session.is_refused() || self.is_saving());
        free && self.copying.is_none() && (closing || !self.is_at_table())
    }

    /// More can be typed while the session is being read.
    fn open_for_notes(&mut self, file: &Path, closing: bool) -> Keeping {
        if self.archive_page.opening_for_notes {
            return Keeping::Waiting;
        }
        self.archive_page.opening_for_notes = true;
        let of = file.to_owned();
        self.open_session("notes", file, move |app, opened| {
            app.archive_page.opening_for_notes = false;
            let keeping = match opened {
                Ok(play) if !play.file().may_write() => Keeping::Elsewhere,
                Ok(_) if !app.may_open_for_notes(closing) => Keeping::Waiting,
                Ok(play) => {
                    app.open_session.open(play);
                    app.keep_in_open_session(&of)
                }
                Err(reason) => {
                    app.archive_page.notice = Some(Notice::file_refused(file_name(&of), &reason));
                    // A file that is there may be readable again at the next tap.
                    if app.index.has_file(&of) {
                        Keeping::Waiting
                    } else {
                        app.archive_page.written.remove(&of);
                        Keeping::Untouched
                    }
                }
            };
            app.show_keeping(&of, keeping);
        });
        self.archive_page.keeping
    }

    fn show_keeping(&mut self, file: &Path, keeping: Keeping) {
        if self.noted_path() == Some(file) {
            self.archive_page.keeping = keeping;
        }
    }

    fn keep_in_open_session(&mut self, file: &Path) -> Keeping {
        let Some(play) = self.open_session.play.as_mut().filter(|play| play.file().may_write()) else {
            return Keeping::Elsewhere;
        };
        let Some(Written { day, place, notes }) = self.archive_page.written.remove(file) else {
            return Keeping::Untouched;
        };
        let noted = each!(play, play => {
            let before = &play.session;
            let day = day.unwrap_or(before.started().date_naive());
            let overwrites = place.as_ref().is_some_and(|edit| edit.overwrites(before.place(), PLACE_MAX))
                || notes.as_ref().is_some_and(|edit| edit.overwrites(before.notes(), NOTES_MAX));
            if overwrites {
                play.file.forget_version();
            }
            let place = place.as_ref().map_or(before.place(), |edit| edit.over(before.place(), PLACE_MAX));
            let notes = notes.as_ref().map_or(before.notes(), |edit| edit.over(before.notes(), NOTES_MAX));
            match before.noted(place, notes) {
                Ok(session) if session.on(day) != *before => {
                    play.session = session.on(day);
                    true
                }
                _ => false,
            }
        });
        if noted {
            self.learn_open(true);
            self.save();
        }
        if is_shortened(place.as_ref(), PLACE_MAX) || is_shortened(notes.as_ref(), NOTES_MAX) {
            Keeping::Shortened
        } else {
            Keeping::Kept
        }
    }

    pub(super) fn keeping(&self) -> Notice {
        self.keeping_notice(match self.archive_page.keeping {
            Keeping::Kept | Keeping::Shortened if self.open_session.is_refused() => Keeping::Waiting,
            keeping => keeping,
        })
    }

    /// Including those not yet saved.
    pub(super) fn notes_of(&self, path: &Path) -> Option<(NaiveDate, String, String)> {
        let session = self.open_session.session_at(path)?;
        let (day, place, notes) =
            each!(session, session => (session.started().date_naive(), session.place(), session.notes()));
        let written = self.archive_page.written.get(path);
        let or =
            |edit: Option<&Edit>, max: usize, kept: &str| edit.map_or(kept, |edit| edit.over(kept, max)).to_owned();
        Some((
            written.and_then(|written| written.day).unwrap_or(day),
            or(written.and_then(|written| written.place.as_ref()), PLACE_MAX, place),
            or(written.and_then(|written| written.notes.as_ref()), NOTES_MAX, notes),
        ))
    }
}
