//! The Clouds of the round on the table: who took each, and how it changes their bid.

use super::line::CloudSign;
use super::play::Play;
use super::{Notice, Tone};
use crate::text;
use crate::wizard::{Change, Cloud, CloudEntry, Command, Round, Seat, SpecialCard, Violation};

impl Play {
    /// Notes that a Cloud was played, whose taker is asked now, or that no player has one.
    pub(super) fn turn_cloud(&mut self) -> bool {
        let off = self.clouds().is_empty();
        let changed = self.set_clouds(off.then_some(CloudEntry::Asked(None)).into_iter().collect());
        if off && self.notice.is_none() {
            let open = Violation::CloudOpen { player: None };
            self.notice = Some(Notice { tone: Tone::Plain, ..Notice::broken(&open, &[]) });
        }
        changed
    }

    /// Gives a Cloud that was played to this player, or takes back the one that changes their bid so.
    pub(super) fn sign(&mut self, seat: Seat, change: Change) -> bool {
        if self.clouds().is_empty() {
            return false;
        }
        let clouds = self.signed(seat, change);
        if let Some(refused) = self.refused_clouds(&clouds) {
            self.notice = Some(Notice::broken(&refused, &self.names()));
            return false;
        }
        self.set_clouds(clouds)
    }

    fn set_clouds(&mut self, clouds: Vec<CloudEntry>) -> bool {
        self.change(Command::Clouds(clouds.clone()), |facts| facts.clouds = clouds)
    }

    pub(super) fn clouds(&self) -> &[CloudEntry] {
        self.round().map_or(&[], |(_, facts)| &facts.clouds)
    }

    /// The Clouds after a tap on this sign: the first open one, else a further one, else the player's own, which the
    /// same tap takes back, else the last one.
    fn signed(&self, seat: Seat, change: Change) -> Vec<CloudEntry> {
        let (mut clouds, taken) = (self.clouds().to_vec(), CloudEntry::Taken(Cloud { player: seat, change }));
        let most = usize::from(self.session.game().rules().most_of(SpecialCard::Cloud));
        let open = clouds.iter().position(|cloud| cloud.taken().is_none());
        let own = || clouds.iter().rposition(|&cloud| cloud == taken || cloud.taker() == Some(seat));
        let place = match open {
            Some(open) => open,
            None if clouds.len() < most => clouds.len(),
            None => own().unwrap_or(clouds.len().saturating_sub(1)),
        };
        let back = clouds.get(place) == Some(&taken);
        let entry = if back { CloudEntry::Asked(None) } else { taken };
        clouds.splice(place..(place + 1).min(clouds.len()), [entry]);
        clouds
    }

    /// Why these Clouds are impossible. While the bids are covered, a change that reveals them counts as possible.
    fn refused_clouds(&self, clouds: &[CloudEntry]) -> Option<Violation> {
        let (round, facts) = self.round()?;
        let facts = Round { clouds: clouds.to_vec(), ..facts.clone() };
        let refused = self.session.game().check_clouds(round, &facts).err()?;
        let reveals = matches!(refused, Violation::CloudRange { .. }) && self.covers_bids();
        (!reveals).then_some(refused)
    }

    /// The − and + of a player; `None` if no Cloud was played.
    pub(super) fn signs(&self, seat: Seat, name: &str) -> Option<[CloudSign; 2]> {
        let sign = |change: Change| CloudSign {
            label: match change {
                Change::Less => text!("{name} took the Cloud: bid −1", name = name),
                Change::More => text!("{name} took the Cloud: bid +1", name = name),
            },
            chosen: self.clouds().contains(&CloudEntry::Taken(Cloud { player: seat, change })),
            ready: self.refused_clouds(&self.signed(seat, change)).is_none(),
        };
        (!self.clouds().is_empty()).then(|| [sign(Change::Less), sign(Change::More)])
    }
}
