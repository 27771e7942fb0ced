//! The Clouds of the round on the table: who took each, and how it changes their bid.

use super::play::Play;
use super::{Field, Notice, Pad, Tone};
use crate::text;
use crate::wizard::{CloudEntry, Command, SpecialCard};

impl Play {
    /// Gives the selected player a Cloud, or takes it away.
    pub(super) fn turn_cloud(&mut self) -> bool {
        let (clouds, selected) = (self.clouds(), Some(self.entry.selected));
        if clouds.iter().any(|cloud| cloud.taker() == selected) {
            let left = clouds.iter().copied().filter(|cloud| cloud.taker() != selected).collect();
            let changed = self.set_clouds(left);
            self.show_question();
            return changed;
        }
        // With all of them taken, the last one passes on.
        let last = usize::from(self.clouds_possible()) - 1;
        self.entry.cloud = self.open_cloud().unwrap_or(clouds.len().min(last));
        self.cloud_to_selected()
    }

    /// Gives the Cloud to the selected player, and asks for their change of bid next.
    fn cloud_to_selected(&mut self) -> bool {
        let changed = self.set_cloud(Some(CloudEntry::Asked(Some(self.entry.selected))));
        if self.notice.is_none() {
            self.show_question();
            let name = self.names().get(self.entry.selected).cloned().unwrap_or_default();
            let said = text!("{name} has the Cloud: + or − changes the bid.", name = name);
            self.notice = Some(Notice { tone: Tone::Plain, ..Notice::quiet(said) });
        }
        changed
    }

    fn set_clouds(&mut self, clouds: Vec<CloudEntry>) -> bool {
        self.change(Command::Clouds(clouds.clone()), |facts| facts.clouds = clouds)
    }

    /// Sets the Cloud asked about; `None` if it was not played or nobody took it.
    pub(super) fn set_cloud(&mut self, cloud: Option<CloudEntry>) -> bool {
        let mut clouds = self.clouds().to_vec();
        // Leaves no gap: a new Cloud follows those already known.
        self.entry.cloud = self.entry.cloud.min(clouds.len());
        clouds.splice(self.entry.cloud..(self.entry.cloud + 1).min(clouds.len()), cloud);
        self.set_clouds(clouds)
    }

    fn clouds(&self) -> &[CloudEntry] {
        self.round().map_or(&[], |(_, facts)| &facts.clouds)
    }

    /// The number of Clouds to offer. If the deck has none, one is still tried, so that its refusal is shown.
    fn clouds_possible(&self) -> u8 {
        self.session.game().rules().most_of(SpecialCard::Cloud).max(1)
    }

    pub(super) fn asked(&self) -> Option<CloudEntry> {
        self.clouds().get(self.entry.cloud).copied()
    }

    /// Whether the pad asks for a Cloud's taker or change of bid, and neither nobody nor a change is answered yet.
    pub(super) fn asks_cloud(&self) -> bool {
        self.entry.pad == Pad::Cloud && self.asked().is_some_and(|cloud| cloud.taken().is_none())
    }

    /// The index of the first Cloud whose taker or change of bid is still asked.
    pub(super) fn open_cloud(&self) -> Option<usize> {
        self.clouds().iter().position(|cloud| cloud.taken().is_none())
    }

    pub(super) fn ask(&mut self) {
        (self.entry.cloud, self.entry.pad) = (self.open_cloud().unwrap_or(self.entry.cloud), Pad::Cloud);
    }

    /// Shows the question about a Cloud if it is open and can be answered.
    pub(super) fn show_question(&mut self) {
        let now = self.correction.is_some() || self.entry.field == Field::Tricks || self.advanced();
        self.entry.pad = Pad::Numbers;
        if now && self.open_cloud().is_some() {
            self.ask();
        }
    }

    /// Closes the pad of trumps or Cloud; an unanswered question clears the Cloud. Returns whether the session changed.
    pub(super) fn close_pad(&mut self) -> bool {
        let open = self.asks_cloud();
        self.entry.pad = Pad::Numbers;
        if !open {
            return false;
        }
        let changed = self.set_cloud(None);
        if self.notice.is_none() {
            self.notice = Some(Notice::quiet(text!("Nobody has the Cloud: no bid changes.")));
        }
        changed
    }
}
