//! Changing a player's name in every session, and merging two spellings of a name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::state::{Renamed, TakeBack};
use crate::app::index::Indexed;
use crate::app::{About, App, Notice, file_name, now};
use crate::archive::{Archive, Lock, Wanted, lock, system_reason, write_durably, write_session};
use crate::background::guarded;
use crate::each;
use crate::game::Rules;
use crate::session::{Person, Player, Session, checked_name, folded};
use crate::text;
use crate::text::Text;

/// A name and the number of sessions it occurs in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameLine {
    /// As written.
    pub name: String,
    /// The number of sessions.
    pub sessions: usize,
}

/// The effect of a new name that exists already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merging {
    /// The number of sessions with a player of that name.
    pub sessions: usize,
    /// The number of them in which both played, and so are two people.
    pub met: usize,
}

/// A person's change of name and id in one session. Seats and other people may have changed there since it was listed.
struct Change {
    path: PathBuf,
    from: Player,
    to: Player,
}

impl Change {
    /// The session with the change made, and the person as before.
    fn made_in<G: Rules>(&self, session: &Session<G>) -> Result<(Session<G>, Player), Text> {
        let person = |is: &dyn Fn(&Player) -> bool| session.people().everyone().find(|player| is(player)).cloned();
        // A file written by hand has no ids, so that each reading makes up others.
        let before =
            person(&|player| player.id == self.from.id).or_else(|| person(&|player| player.name == self.from.name));
        let before = before.ok_or_else(|| text!("it has other players now"))?;
        let session = session.renamed(before.id, &self.to).map_err(|error| error.text())?;
        Ok((session, before))
    }
}

impl App {
    /// All names, those with most sessions first.
    pub fn names(&self) -> Vec<NameLine> {
        let mut sessions: BTreeMap<&str, usize> = BTreeMap::new();
        for entry in self.index.played() {
            // Two people of one name may have played in different rounds.
            let names: BTreeSet<&str> = entry.record.people.everyone().map(|player| player.name.as_str()).collect();
            names.into_iter().for_each(|name| *sessions.entry(name).or_default() += 1);
        }
        let line = |(name, sessions): (&str, usize)| NameLine { name: name.to_owned(), sessions };
        let mut names: Vec<NameLine> = sessions.into_iter().map(line).collect();
        names.sort_by(|one, other| {
            other.sessions.cmp(&one.sessions).then_with(|| folded(&one.name).cmp(&folded(&other.name)))
        });
        names
    }

    /// The effect of giving a player this name.
    pub fn merging(&self, from: &str, to: &str) -> Merging {
        let to = to.trim();
        if to == from {
            return Merging::default();
        }
        let plays = |entry: &&Arc<Indexed>| entry.record.people.everyone().any(|player| player.name == to);
        let people = self.people_to_rename(from, to);
        Merging { sessions: self.index.played().filter(plays).count(), met: people.filter(|(.., met)| *met).count() }
    }

    /// Whether a session is of a table of a tournament, by itself or because the tournament names it.
    fn is_of_a_tournament(&self) -> impl Fn(&Indexed) -> bool + use<> {
        let wanted: Vec<Wanted> = self.index.tournaments().map(|(_, loaded)| Wanted::by(&loaded.tournament)).collect();
        move |entry| entry.record.tournament().is_some() || wanted.iter().any(|wanted| wanted.has(&entry.record))
    }

    /// Everyone of this name in each session, and whether somebody else there has the new name or its id. Tables of a
    /// tournament find their results by the names, so their sessions are left out.
    fn people_to_rename(&self, from: &str, to: &str) -> impl Iterator<Item = (&Arc<Indexed>, &Person, bool)> {
        let (id, is_left) = (self.index.id_of(to), self.is_of_a_tournament());
        let is_changed = move |entry: &&Arc<Indexed>| !entry.record.is_example() && !is_left(entry);
        self.index.all().filter(is_changed).flat_map(move |entry| {
            let everyone = || entry.record.people.everyone();
            everyone().filter(move |player| player.name == from).map(move |player| {
                let is_other = |other: &Person| other.id != player.id && (other.name == to || Some(other.id) == id);
                (entry, player, everyone().any(is_other))
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
        // The player who is merged into keeps their id.
        let id = self.index.id_of(to);
        let change = |(entry, player, _): (&Arc<Indexed>, &Person, bool)| Change {
            path: entry.path.to_path_buf(),
            from: Player::clone(player),
            to: Player { name: to.to_owned(), id: id.unwrap_or(player.id), look: player.look },
        };
        let changes = self.people_to_rename(from, to).map(change).collect();
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
        let is_left = self.is_of_a_tournament();
        let left = self.index.all().filter(|entry| is_left(entry)).filter(plays).count();
        self.change_names(Renamed { from: from.to_owned(), to: to.to_owned(), left, ..Renamed::default() }, changes);
    }

    pub(super) fn rename_back(&mut self, renamed: &Renamed) {
        let change = |(path, from, to): &(PathBuf, Player, Player)| Change {
            path: path.clone(),
            from: to.clone(),
            to: from.clone(),
        };
        let changes = renamed.changed.iter().map(change).collect();
        let (from, to) = (renamed.to.clone(), renamed.from.clone());
        self.change_names(Renamed { from, to, back: true, ..Renamed::default() }, changes);
    }

    /// Changes the sessions one after the other on a thread; the open one here.
    fn change_names(&mut self, mut renamed: Renamed, mut changes: Vec<Change>) {
        if let Some(play) = &mut self.open_session.play
            && play.file().may_write()
            && let Some(at) = changes.iter().position(|change| change.path == play.path())
        {
            let change = changes.swap_remove(at);
            let changed = each!(play, play => change.made_in(&play.session).map(|(session, before)| {
                play.session = session;
                before
            }));
            match changed {
                Ok(before) => {
                    renamed.changed.push((change.path, before, change.to));
                    self.learn_open(true);
                    self.save();
                }
                Err(reason) => renamed.failed.push((file_name(&change.path), reason)),
            }
        }
        self.archive_page.renaming = Some((0, changes.len()));
        let progress = self.progress(|app, done, of| app.archive_page.renaming = Some((done, of)));
        let change = move || {
            let all = changes.len();
            for (done, change) in changes.into_iter().enumerate() {
                // A failure in one session is reported, and the others can still be taken back.
                match guarded(|| change_one(&change)).and_then(|changed| changed) {
                    Ok(before) => renamed.changed.push((change.path, before, change.to)),
                    Err(reason) => renamed.failed.push((file_name(&change.path), reason)),
                }
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

    fn renamed(&mut self, renamed: Renamed) {
        self.archive_page.notice = Some(match renamed.failed.first() {
            Some((name, reason)) => Notice::trouble(text!(
                "{n} session could not be changed. {name}: {reason}"
                    | "{n} sessions could not be changed. The first is {name}: {reason}" % renamed.failed.len(),
                name = name,
                reason = reason.clone(),
            )),
            None => Notice::done(text!(
                "{from} is now {to}, in {n} session." | "{from} is now {to}, in {n} sessions." % renamed.changed.len(),
                from = &renamed.from,
                to = &renamed.to,
            ))
            .about(About::TakeBack),
        });
        if renamed.left > 0
            && let Some(notice) = &mut self.archive_page.notice
        {
            let left = text!(
                "{n} game of a tournament keeps the name, by which its table finds it."
                    | "{n} games of tournaments keep the name, by which their tables find them." % renamed.left,
            );
            notice.text = text!("two sentences" => "{said} {next}", said = notice.text.clone(), next = left);
        }
        if self.archive_page.filter.players.contains(&renamed.from) {
            let to = renamed.to.clone();
            self.archive_page.narrow(|filter| filter.players = vec![to]);
        }
        self.refresh();
        let takes_back = !renamed.back && !renamed.changed.is_empty();
        self.archive_page.take_back = takes_back.then_some(TakeBack::Renamed(renamed));
    }
}

/// Changes a person in a session's file. Returns the person as before.
fn change_one(change: &Change) -> Result<Player, Text> {
    let path = &change.path;
    let held = lock(path);
    if matches!(held, Lock::Elsewhere) {
        return Err(text!("another window of Tablet of Truth has it open"));
    }
    let loaded = Archive::load(path).map_err(|error| error.text())?;
    if let Some(mended) = loaded.mended().filter(|_| loaded.rounds_left_out.is_some()) {
        return Err(mended);
    }
    let (before, text) = each!(&loaded.session, session => {
        let (session, before) = change.made_in(session)?;
        (before, write_session(&session, now()).map_err(|error| Text::foreign(error.to_string()))?)
    });
    write(path, &text)?;
    Ok(before)
}

fn write(path: &Path, text: &[u8]) -> Result<(), Text> {
    write_durably(path, text).map_err(|error| system_reason(&error))
}
