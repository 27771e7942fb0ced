//! Games excluded from the statistics: a first lesson, a test.

use std::path::PathBuf;

use super::command::ArchiveCommand;
use super::state::TakeBack;
use crate::app::screens::Question;
use crate::app::{About, App, Command, Notice, Panel};
use crate::each;
use crate::session::Counted;
use crate::text;

impl App {
    /// Asks first, unless `sure`, about a game that counts at a table of a tournament.
    pub(super) fn set_counted(&mut self, of: PathBuf, counts: bool, sure: bool) {
        let table = self.table_counting(&of, true).filter(|_| !counts && !sure);
        self.screens.top_mut().panel = Panel::None;
        let Some(table) = table else { return self.keep_counted(of, Counted::of(counts, None)) };
        self.screens.top_mut().question = Some(Question {
            text: text!(
                "This is the game of {table}. If it does not count, the table has no result. Leave it out anyway?",
                table = table,
            ),
            answers: [text!("Keep counting it"), text!("Leave it out")],
            then: Command::OnArchive(ArchiveCommand::SetCounted { of, counts, sure: true }),
        });
    }

    pub(super) fn keep_counted(&mut self, of: PathBuf, counted: Counted) {
        self.with_open(of, move |app| app.count_open(counted));
    }

    fn count_open(&mut self, counted: Counted) {
        let Some(play) = &mut self.open_session.play else { return };
        if !play.file().may_write() {
            self.archive_page.notice = Some(Notice::read_only());
            return;
        }
        let of = play.path().to_owned();
        let before = each!(play, play => {
            let before = play.session.counted();
            play.session = play.session.as_counted(counted);
            before
        });
        self.learn_open(true);
        self.save();
        let message = if counted.counts() {
            text!("This game counts again.")
        } else {
            text!("This game does not count any more: in no figure, record, league or tournament.")
        };
        self.archive_page.take_back = Some(TakeBack::Counted(of, before));
        self.archive_page.notice = Some(Notice::done(message).about(About::TakeBack));
    }
}
