use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use super::rewritten;
use super::state::{Change, Renamed, TakeBack};
use crate::app::index::{Indexed, Named};
use crate::app::{About, App, Notice, file_name};
use crate::background::guarded;
use crate::each;
use crate::game::Rules;
use crate::session::{People, Person, Player, Session, checked_name, folded};
use crate::text;
use crate::text::{Text, composed};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameLine {
    pub name: String,
    pub sessions: usize,
}

/// The effect of merging with an existing name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merging {
    pub sessions: usize,
    /// The number of those in which both played, which makes them two people.
    pub met: usize,
}

impl Change {
    /// The session with the change made, and what takes it back.
    fn made_in<G: Rules>(&self, session: &Session<G>) -> Result<(Session<G>, Change), Text> {
        let person = |is: &dyn Fn(&Player) -> bool| session.people().everyone().find(|player| is(player)).cloned();
        let as_now = |(from, to): &(Player, Player)| {
            // A file written by hand has no ids, so that each reading makes up others.
            let now = person(&|player| player.id == from.id).or_else(|| person(&|player| player.name == from.name));
            now.map(|now| (now, to.clone())).ok_or_else(|| text!("it has other players now"))
        };
        let people = self.people.iter().map(as_now).collect::<Result<Vec<_>, Text>>()?;
        let mut each_apart = self.apart.iter();
        let changed = session.with_people(|before| {
            let same = each_apart.next().into_iter().chain(self.apart.last()).find(|(merged, _)| merged == before);
            match same {
                Some((_, apart)) => Ok(apart.clone()),
                None => people.iter().try_fold(before.clone(), |people, (from, to)| people.renamed(from.id, to)),
            }
        });
        let changed = changed.map_err(|error| error.text())?;
        let merges = |(from, to): &(Player, Player)| {
            from.id != to.id && session.all_people().flat_map(People::everyone).any(|other| other.id == to.id)
        };
        let apart = if people.iter().any(merges) {
            changed.all_people().cloned().zip(session.all_people().cloned()).collect()
        } else {
            Vec::new()
        };
        let people = people.into_iter().map(|(from, to)| (to, from)).collect();
        Ok((changed, Change { path: self.path.clone(), people, apart }))
    }
}

impl App {
    /// Everyone's names, those with most sessions first. The people of a tournament stand by themselves until they are
    /// merged with other people.
    pub fn names(&self) -> Vec<NameLine> {
        let line = |(name, of): (&String, &Named)| NameLine { name: name.clone(), sessions: of.sessions };
        most_first(self.index.named().iter().filter(|(_, of)| of.sessions > 0).map(line).collect())
    }

    pub(super) fn player_names(&self) -> Vec<NameLine> {
        let mut sessions: BTreeMap<&str, usize> = BTreeMap::new();
        for entry in self.index.played() {
            let names: BTreeSet<&str> = entry.record.people.everyone().map(|player| player.name.as_str()).collect();
            names.into_iter().for_each(|name| *sessions.entry(name).or_default() += 1);
        }
        let line = |(name, sessions): (&str, usize)| NameLine { name: name.to_owned(), sessions };
        most_first(sessions.into_iter().map(line).collect())
    }

    pub fn merging(&self, from: &str, to: &str) -> Merging {
        let to = &*composed(to.trim());
        if to == from {
            return Merging::default();
        }
        let sessions = self.index.named().get(to).map_or(0, |of| of.sessions);
        Merging { sessions, met: self.people_to_rename(from, to).filter(|(.., met)| *met).count() }
    }

    /// The players of this name in each session, the new person there, and whether a player who shared a round with
    /// them has that name or id. Tables of a tournament find their results by the names, so only ids change there.
    fn people_to_rename(&self, from: &str, to: &str) -> impl Iterator<Item = (&Arc<Indexed>, &Person, Player, bool)> {
        let id = self.index.id_of(to);
        let files = self.index.named().get(from).map(|of| &*of.files).unwrap_or_default();
        files.iter().flat_map(move |entry| {
            let (people, keeps_name) = (&entry.record.people, self.index.tournament_of(&entry.record).is_some());
            let is_called = move |player: &&Person| self.index.counted_name(&entry.record, player) == from;
            people.everyone().filter(is_called).filter_map(move |player| {
                let name = if keeps_name { player.name.clone() } else { to.to_owned() };
                let changed = Player { name, id: id.unwrap_or(player.id), look: player.look };
                let is_other = |other: &Player| other.name == changed.name || other.id == changed.id;
                let met = people.tablemates(player.id).any(is_other);
                (changed != **player).then_some((entry, player, changed, met))
            })
        })
    }

    pub(super) fn rename(&mut self, from: &str, to: &str) {
        let to = match checked_name(to) {
            Ok(name) => name,
            Err(wrong) => {
                self.archive_page.notice = Some(Notice::wrong_name(wrong));
                return;
            }
        };
        let to = to.as_str();
        if to == from || self.archive_page.renaming.is_some() {
            return;
        }
        let met = self.merging(from, to).met;
        let mut changes: BTreeMap<&Path, Vec<(Player, Player)>> = BTreeMap::new();
        for (entry, player, to, _) in self.people_to_rename(from, to) {
            changes.entry(&entry.path).or_default().push((Player::clone(player), to));
        }
        let change = |(path, people): (&Path, _)| Change { path: path.to_owned(), people, apart: Vec::new() };
        let changes: Vec<Change> = changes.into_iter().map(change).collect();
        if met > 0 {
            self.archive_page.notice = Some(Notice::trouble(text!(
                "{name} and {other} sat at the same table in {n} session: they are two people."
                    | "{name} and {other} sat at the same table in {n} sessions: they are two people." % met,
                name = from,
                other = to,
            )));
            return;
        }
        let plays = |entry: &&Arc<Indexed>| entry.record.people.everyone().any(|player| player.name == from);
        let is_left = |entry: &&Arc<Indexed>| self.index.tournament_of(&entry.record).is_some();
        let left = self.index.all().filter(is_left).filter(plays).count();
        if changes.is_empty() && left == 0 {
            self.archive_page.notice = Some(
                Notice::trouble(text!(
                    "{name} is known only from a tournament. Type the name of somebody from your other games.",
                    name = from,
                ))
                .about(About::Name),
            );
            return;
        }
        self.change_names(Renamed { from: from.to_owned(), to: to.to_owned(), left, ..Renamed::default() }, changes);
    }

    pub(super) fn rename_back(&mut self, renamed: Renamed) {
        let Renamed { from, to, back: changes, .. } = renamed;
        self.change_names(Renamed { from: to, to: from, takes_back: true, ..Renamed::default() }, changes);
    }

    /// Changes the sessions one after the other on a thread; the open one here.
    fn change_names(&mut self, mut renamed: Renamed, mut changes: Vec<Change>) {
        if let Some(play) = &mut self.open_session.play
            && play.file().may_write()
            && let Some(at) = changes.iter().position(|change| change.path == play.path())
        {
            let change = changes.swap_remove(at);
            let changed = each!(play, play => change.made_in(&play.session).map(|(session, back)| {
                play.session = session;
                back
            }));
            if changed.is_ok() {
                self.learn_open(true);
                self.save();
            }
            renamed.add(change, changed);
        }
        // The panel shows the names again.
        self.screens.top_mut().typed.clear();
        self.archive_page.renaming = Some((0, changes.len()));
        let progress = self.progress(|app, done, of| app.archive_page.renaming = Some((done, of)));
        let change = move || {
            let all = changes.len();
            for (done, change) in changes.into_iter().enumerate() {
                // A failure in one session is reported, and the others can still be taken back.
                let changed = guarded(|| change_one(&change)).and_then(|changed| changed);
                renamed.add(change, changed);
                progress(done + 1, all);
            }
            Ok(renamed)
        };
        self.spawn("names", self.archive.folder(), change, |app, renamed: Result<Renamed, Text>| {
            app.archive_page.renaming = None;
            match renamed {
                Ok(renamed) => app.renamed(renamed),
                Err(reason) => app.archive_page.notice = Some(Notice::trouble(reason)),
            }
        });
    }

    fn renamed(&mut self, mut renamed: Renamed) {
        let (changed, failed) = (renamed.back.len(), renamed.failed.len());
        let mut message = (changed > 0 || failed == 0).then(|| {
            text!(
                "{from} is now {to}, in {n} session." | "{from} is now {to}, in {n} sessions." % changed,
                from = &renamed.from,
                to = &renamed.to,
            )
        });
        let mut add = |next: Text| {
            message = Some(match message.take() {
                Some(first) => text!("two sentences" => "{said} {next}", said = first, next = next),
                None => next,
            });
        };
        if let Some((change, reason)) = renamed.failed.first() {
            add(text!(
                "{n} session could not be changed. {name}: {reason}"
                    | "{n} sessions could not be changed. The first is {name}: {reason}" % failed,
                name = file_name(&change.path),
                reason = reason.clone(),
            ));
        }
        if renamed.left > 0 {
            add(text!(
                "{n} game of a tournament keeps the name, by which its table finds it."
                    | "{n} games of tournaments keep the name, by which their tables find them." % renamed.left,
            ));
        }
        if self.archive_page.filter.players.contains(&renamed.from) {
            let to = renamed.to.clone();
            self.archive_page.narrow(|filter| filter.players = vec![to]);
        }
        self.refresh();
        if renamed.takes_back {
            // What could not be taken back can be tried again.
            let back = renamed.failed.into_iter().map(|(change, _)| change).collect();
            renamed = Renamed { from: renamed.to, to: renamed.from, back, ..Renamed::default() };
        }
        let notice = |text| if failed > 0 { Notice::trouble(text) } else { Notice::done(text) };
        let takes_back = !renamed.back.is_empty();
        let about = if takes_back { About::TakeBack } else { About::Nothing };
        self.archive_page.notice = message.map(|text| notice(text).about(about));
        self.archive_page.take_back = takes_back.then_some(TakeBack::Renamed(renamed));
    }
}

fn most_first(mut names: Vec<NameLine>) -> Vec<NameLine> {
    names.sort_by(|one, other| {
        other.sessions.cmp(&one.sessions).then_with(|| folded(&one.name).cmp(&folded(&other.name)))
    });
    names
}

/// Returns the reverse change.
fn change_one(change: &Change) -> Result<Change, Text> {
    rewritten(&change.path, |session| {
        each!(session, session => {
            let (session, back) = change.made_in(session)?;
            Ok((session.into(), back))
        })
    })
}
