//! Place and notes: kept by themselves while they are typed. What cannot be written at once waits, and is not forgotten.

use std::path::{Path, PathBuf};

use crate::app::play::Play;
use crate::app::{App, Notice, Page, entry_of, file_name};
use crate::archive::{Archive, lock};
use crate::session::{NOTES_MAX, PLACE_MAX};

/// What became of the place and the notes that were typed last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keeping {
    /// Nothing was typed since the session came into sight.
    #[default]
    Untouched,
    /// They are kept.
    Kept,
    /// As much of them as a file takes is kept.
    Shortened,
    /// Not yet: the open game has to be on disk first.
    Waiting,
    /// Another copy of the program has the session open.
    Elsewhere,
}

/// Place and notes as they were typed.
#[derive(Debug)]
pub(super) struct Written {
    place: String,
    notes: String,
}

/// As much of a text as a file takes, without the spaces around it.
fn fitting(text: &str, max: usize) -> &str {
    let text = text.trim();
    text.char_indices().nth(max).and_then(|(end, _)| text.get(..end)).unwrap_or(text).trim_end()
}

impl App {
    /// Takes what is typed. It is kept as soon as the tap or key is taken.
    pub(super) fn note(&mut self, of: PathBuf, place: String, notes: String) {
        self.browse.written.insert(of, Written { place, notes });
    }

    /// Brings what was typed into its sessions. It waits as long as another game is on the table or on its way to the disk.
    pub(in crate::app) fn keep_notes(&mut self) {
        let at_table = matches!(self.page_below(), Page::Table | Page::Result | Page::Board);
        self.keep_notes_where(!at_table);
    }

    /// The same before the window closes, whatever is on the table.
    pub fn keep_all_notes(&mut self) {
        self.keep_notes_where(true);
    }

    fn keep_notes_where(&mut self, may_open: bool) {
        let files: Vec<PathBuf> = self.browse.written.keys().cloned().collect();
        for file in files {
            let open = self.play.as_ref().is_some_and(|play| play.path == file);
            let free = self.play.is_none() || (self.save_error.is_none() && !self.is_saving());
            let keeping = if open {
                self.keep_in_open_session(&file)
            } else if may_open && free {
                self.open_for_notes(&file)
            } else {
                Keeping::Waiting
            };
            if self.viewed_path().is_some_and(|viewed| viewed == file) {
                self.browse.keeping = keeping;
            }
        }
    }

    fn open_for_notes(&mut self, file: &Path) -> Keeping {
        let held = lock(file);
        if !held.may_write() {
            return Keeping::Elsewhere;
        }
        match Archive::load(file) {
            Ok(loaded) => {
                self.play = Some(Play::new(loaded.session, file.to_owned(), held));
                self.keep_in_open_session(file)
            }
            Err(error) => {
                self.browse.written.remove(file);
                let reason = self.language().say(&error.text());
                self.browse.notice = Notice::FileRefused { name: file_name(file), reason };
                Keeping::Untouched
            }
        }
    }

    fn keep_in_open_session(&mut self, file: &Path) -> Keeping {
        let Some(play) = self.play.as_mut().filter(|play| play.lock.may_write()) else { return Keeping::Elsewhere };
        let Some(Written { place, notes }) = self.browse.written.remove(file) else { return Keeping::Untouched };
        let (place_kept, notes_kept) = (fitting(&place, PLACE_MAX), fitting(&notes, NOTES_MAX));
        if (play.session.place(), play.session.notes()) != (place_kept, notes_kept)
            && let Ok(session) = play.session.noted(place_kept, notes_kept)
        {
            play.session = session;
            self.shelf.learn(entry_of(play, true));
            self.save();
        }
        if place_kept.len() < place.trim().len() || notes_kept.len() < notes.trim().len() {
            Keeping::Shortened
        } else {
            Keeping::Kept
        }
    }

    /// What became of what was typed last, as far as the disk has it.
    pub(super) fn keeping(&self) -> Keeping {
        match self.browse.keeping {
            Keeping::Kept | Keeping::Shortened if self.save_error.is_some() => Keeping::Waiting,
            keeping => keeping,
        }
    }

    /// Place and notes of the session that is looked at, with what is not in it yet.
    pub(super) fn viewed_notes(&self) -> Option<(String, String)> {
        let path = &self.browse.viewed.as_ref()?.path;
        if let Some(written) = self.browse.written.get(path) {
            return Some((fitting(&written.place, PLACE_MAX).into(), fitting(&written.notes, NOTES_MAX).into()));
        }
        let session = self.viewed_session()?;
        Some((session.place().to_owned(), session.notes().to_owned()))
    }
}
