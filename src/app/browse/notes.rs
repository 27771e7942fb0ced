//! Day, place and notes: saved automatically while they are typed. What cannot be written at once waits and is not
//! lost.

use std::path::{Path, PathBuf};

use super::state::{Keeping, Written};
use crate::app::{App, Notice, Page, Panel, file_name, now};
use crate::background::Interface;
use crate::each;
use crate::session::{NOTES_MAX, PLACE_MAX};
use crate::text;

/// The part of a text that fits into a file, trimmed.
fn fitting(text: &str, max: usize) -> &str {
    let text = text.trim();
    text.char_indices().nth(max).and_then(|(end, _)| text.get(..end)).unwrap_or(text).trim_end()
}

impl App {
    /// Takes what is typed. It is saved once the tap or key has been handled.
    pub(super) fn note(&mut self, of: PathBuf, written: Written) {
        self.browse.written.insert(of, written);
    }

    /// Shows day, place and notes over the table, with a line for the round begun.
    pub(super) fn show_notes(&mut self, round: Option<usize>) {
        (self.browse.note_to, self.browse.keeping) = (round, Keeping::Untouched);
        self.screens.top_mut().panel = Panel::Notes;
    }

    /// The file of the session whose notes are shown: at the table and its result, the open one.
    pub(super) fn noted_path(&self) -> Option<&Path> {
        match self.page() {
            Page::Table | Page::Result => self.session_file(),
            _ => self.browse.viewed.as_deref(),
        }
    }

    /// Saves typed notes in their sessions, waiting while another game is on the table or on its way to the disk.
    pub(in crate::app) fn keep_notes(&mut self) {
        self.keep_notes_before(false);
    }

    /// Saves them all before the window closes, whatever is on the table.
    pub fn keep_all_notes(&mut self) {
        let _here = Interface::here();
        self.keep_notes_before(true);
    }

    fn keep_notes_before(&mut self, closing: bool) {
        let files: Vec<PathBuf> = self.browse.written.keys().cloned().collect();
        for file in files {
            let open = self.moving.is_none() && self.desk.open_at(&file).is_some();
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

    /// Whether no game is in the way by being played or not yet on disk.
    fn may_open_for_notes(&self, closing: bool) -> bool {
        let free = self.desk.play.is_none() || !(self.desk.is_refused() || self.is_saving());
        free && self.moving.is_none() && (closing || !self.is_at_table())
    }

    /// Opens a session to save its typed notes. More can be typed while it is being read.
    fn open_for_notes(&mut self, file: &Path, closing: bool) -> Keeping {
        if self.browse.opening_for_notes {
            return Keeping::Waiting;
        }
        self.browse.opening_for_notes = true;
        let of = file.to_owned();
        self.open_session("notes", file, move |app, opened| {
            app.browse.opening_for_notes = false;
            let keeping = match opened {
                Ok(play) if !play.file().may_write() => Keeping::Elsewhere,
                Ok(_) if !app.may_open_for_notes(closing) => Keeping::Waiting,
                Ok(play) => {
                    app.desk.open(play);
                    app.keep_in_open_session(&of)
                }
                Err(reason) => {
                    app.browse.written.remove(&of);
                    app.browse.notice = Some(Notice::file_refused(file_name(&of), &reason));
                    Keeping::Untouched
                }
            };
            app.show_keeping(&of, keeping);
        });
        self.browse.keeping
    }

    fn show_keeping(&mut self, file: &Path, keeping: Keeping) {
        if self.noted_path() == Some(file) {
            self.browse.keeping = keeping;
        }
    }

    fn keep_in_open_session(&mut self, file: &Path) -> Keeping {
        let language = self.language();
        let Some(play) = self.desk.play.as_mut().filter(|play| play.file().may_write()) else {
            return Keeping::Elsewhere;
        };
        let Some(Written { day, place, notes }) = self.browse.written.remove(file) else { return Keeping::Untouched };
        let before = each!(play.session(), session => session.started().date_naive());
        let day = language.read_date(&day).filter(|&day| day == before || day <= now().date_naive());
        let (place_kept, notes_kept) = (fitting(&place, PLACE_MAX), fitting(&notes, NOTES_MAX));
        let noted = each!(play, play => {
            let kept = (play.session.place(), play.session.notes(), before);
            let changed = kept != (place_kept, notes_kept, day.unwrap_or(before));
            match play.session.noted(place_kept, notes_kept) {
                Ok(session) if changed => {
                    play.session = session.on(day.unwrap_or(before));
                    true
                }
                _ => false,
            }
        });
        if noted {
            self.learn_open(true);
            self.save();
        }
        if place_kept.len() < place.trim().len() || notes_kept.len() < notes.trim().len() {
            Keeping::Shortened
        } else if day.is_none() {
            Keeping::NoDay
        } else {
            Keeping::Kept
        }
    }

    /// The state of saving what was typed last, as far as known.
    pub(super) fn keeping(&self) -> Keeping {
        match self.browse.keeping {
            Keeping::Kept | Keeping::Shortened | Keeping::NoDay if self.desk.is_refused() => Keeping::Waiting,
            keeping => keeping,
        }
    }

    /// The place and notes of a session, including those not yet saved.
    pub(super) fn notes_of(&self, path: &Path) -> Option<(String, String)> {
        if let Some(written) = self.browse.written.get(path) {
            return Some((fitting(&written.place, PLACE_MAX).into(), fitting(&written.notes, NOTES_MAX).into()));
        }
        let session = self.desk.session_at(path)?;
        Some(each!(session, session => (session.place().to_owned(), session.notes().to_owned())))
    }

    /// The notes with a line for the wanted round begun, and the position at which to type on.
    pub(super) fn begun(&self, notes: &str) -> Option<(String, usize)> {
        let round = self.browse.note_to.filter(|_| self.panel() == Panel::Notes)?;
        let line = self.language().say(&text!("a note begins" => "Round {round}:", round = round));
        let mut end = 0;
        for there in notes.split_inclusive('\n') {
            if there.starts_with(&line) {
                return Some((notes.to_owned(), end + there.trim_end().len()));
            }
            end += there.len();
        }
        let gap = if notes.is_empty() { "" } else { "\n" };
        let begun = format!("{notes}{gap}{line} ");
        Some((begun.clone(), begun.len()))
    }
}
