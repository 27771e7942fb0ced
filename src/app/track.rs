//! stub
use chrono::{DateTime, FixedOffset};

use super::{Notice, Overlay};
use crate::archive::SessionFile;
use crate::last_wizard::Game;
use crate::seats::Seat;
use crate::session::Session;

#[derive(Debug)]
pub(super) struct Track {
    pub(super) session: Session<Game>,
    pub(super) file: SessionFile,
    pub(super) overlay: Overlay,
    pub(super) notice: Option<Notice>,
    pub(super) correction: Option<usize>,
    pub(super) typed: Option<u8>,
}

impl Track {
    pub(super) fn new(session: Session<Game>, file: SessionFile) -> Track {
        Track { session, file, overlay: Overlay::None, notice: None, correction: None, typed: None }
    }
    pub(super) fn take_in(&mut self, session: Session<Game>) {
        self.session = session;
    }
    pub(super) fn has_draft(&mut self) -> bool {
        false
    }
    pub(super) fn leave(&mut self) {}
    pub(super) fn enter_typed(&mut self) -> bool {
        false
    }
    pub(super) fn undo(&mut self) -> bool {
        false
    }
    pub(super) fn redo(&mut self) -> bool {
        false
    }
    pub(super) fn end_early(&mut self, _: DateTime<FixedOffset>) -> bool {
        false
    }
    pub(super) fn correct(&mut self, _: usize, _: Option<Seat>) {}
}
