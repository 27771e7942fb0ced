//! A page in a browser cannot serve phones.

use super::{PhonesCommand, PhonesView};
use crate::app::App;

impl App {
    pub fn phones(&self) -> PhonesView {
        PhonesView::default()
    }

    pub(in crate::app) fn on_phones(&mut self, _command: PhonesCommand) {}

    pub(in crate::app) fn phones_changed(&mut self) {}
}
