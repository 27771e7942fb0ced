//! Reading what home shows of the last game.

use std::sync::Arc;

use super::App;
use super::home::{LastRead, last};
use super::typed::folder_of;
use crate::archive::Archive;
use crate::text::Text;

impl App {
    /// Reads the last game that is over, on a thread, if it is another one than before or has changed.
    pub fn read_last(&mut self) {
        let of = last(&self.index).map(|last| (Arc::clone(&last.path), last.record.fingerprint));
        if self.last_game.of == of {
            return;
        }
        let before = std::mem::replace(&mut self.last_game.of, of.clone());
        if before.is_none_or(|(before, _)| of.as_ref().is_none_or(|(path, _)| *path != before)) {
            self.last_game.read = LastRead::default();
        }
        let Some((path, _)) = of.clone() else { return };
        // Its last taps may still be on their way to the disk.
        if let Some(play) = self.open_session.open_at(&path) {
            self.last_game.read = LastRead::of(play.session());
            return;
        }
        let file = Arc::clone(&path);
        let read = move || {
            let loaded = Archive::load(&file).map_err(|error| error.text())?;
            Ok(LastRead::of(loaded.session.as_ref()))
        };
        self.spawn("last", folder_of(&path), read, move |app, read: Result<LastRead, Text>| {
            // By now another game may be the last. The list reports a file that cannot be read.
            if app.last_game.of == of {
                app.last_game.read = read.unwrap_or_default();
            }
        });
    }
}
