//! An archive with the program running over it, and the same games on paper.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::rc::Rc;

use tablet_of_truth::app::{ArchiveCommand, Command, Edit, Page, SetupCommand};
use tablet_of_truth::archive::{Answers, Archive, Import, Outcome, Source, read_session, write_bundle, write_session};
use tablet_of_truth::each;
use tablet_of_truth::last_wizard;
use tablet_of_truth::session::{AnySession, GameName, Player, Session, Status, fingerprint};
use tablet_of_truth::wizard::{RuleSet, SpecialCard};
use tempfile::TempDir;
use uuid::Uuid;

use super::{Tally, is_of};
use crate::common::operation::{Drawn, Operation, POOL, operated};
use crate::common::program::Program;
use crate::common::sheet::{Agreed, Bound, Sheet, counted, counted_by_program};
use crate::common::{at, people};
use crate::copies_at_once::put;
use crate::import::{json, table};

pub const SESSIONS: usize = 4;

type History = Vec<Rc<Sheet>>;

struct Kept {
    path: PathBuf,
    session: AnySession,
    dirty: bool,
    /// The sheet after each step since the first deal, undone ones included.
    history: Vec<Rc<Sheet>>,
    /// Undo is known to lead back to here: an import makes up the steps before.
    floor: usize,
    /// Place, then notes.
    noted: [String; 2],
    seen: BTreeMap<Operation, usize>,
}

pub struct World {
    folder: TempDir,
    program: Program,
    kept: Vec<Kept>,
    /// What taking back would take back: the session, the person and whom they became.
    renamed: Vec<(usize, Player, Player)>,
    /// The sessions in which both of two who were merged sat at some time, with the sheets before and after.
    merged: Vec<(usize, History, History)>,
    pub tally: Tally,
}

fn done(session: &AnySession) -> usize {
    each!(session, session => session.steps().len() - session.undone())
}

fn steps(session: &AnySession) -> usize {
    each!(session, session => session.steps().len())
}

impl Kept {
    fn present(&self) -> &Sheet {
        &self.history[done(&self.session)]
    }

    fn game(&self) -> GameName {
        self.session.name()
    }

    /// Replaces the session by the same one some steps later.
    fn took(&mut self, session: impl Into<AnySession>, sheet: Sheet) -> bool {
        self.dirty = true;
        self.took_from_file(session, sheet)
    }

    /// As [`Kept::took`], of a session that its file already has.
    fn took_from_file(&mut self, session: impl Into<AnySession>, sheet: Sheet) -> bool {
        let (before, session) = (done(&self.session), session.into());
        if session == self.session {
            assert_eq!(sheet, *self.present(), "it must have changed");
            return false;
        }
        let now = done(&session);
        assert!(now > before && now == steps(&session), "a change is a step, and discards those undone");
        let last = self.history[before].clone();
        self.history.truncate(before + 1);
        self.history.resize(now, last);
        self.history.push(sheet.into());
        self.session = session;
        self.check();
        true
    }

    fn check(&self) {
        self.present().check(self.session.as_ref());
        assert_eq!(self.history.len(), steps(&self.session) + 1);
        let noted = each!(&self.session, session => [session.place(), session.notes()].map(str::to_owned));
        assert_eq!(noted, self.noted);
        if self.dirty {
            let text = each!(&self.session, session => write_session(session, at(99))).unwrap();
            let loaded = read_session(&text, at(99)).unwrap();
            assert!(loaded.unknown.is_empty());
            assert!(loaded.session == self.session, "the file must be read as the same session");
        }
    }
}

impl Sheet {
    fn ids_of(&self, name: &str) -> BTreeSet<Uuid> {
        self.everyone().into_iter().filter(|(_, other)| *other == name).map(|(id, _)| id).collect()
    }

    fn has(&self, id: Uuid) -> bool {
        self.everyone().iter().any(|(other, _)| *other == id)
    }

    /// Those who sit there now, then those who left, earliest first.
    fn latest_first(&self) -> Vec<&Player> {
        let mut all: Vec<&Player> = self.lines.iter().map(|line| &line.player).collect();
        for index in 0..self.heads.len() {
            for line in &self.lines {
                let next = line.entries.get(index + 1).map_or(&line.player, |(player, _)| player);
                all.extend(Some(&line.entries[index].0).filter(|player| player.id != next.id));
            }
        }
        all
    }
}

fn renamed(sheet: &Sheet, id: Uuid, to: &Player) -> Sheet {
    let mut sheet = sheet.clone();
    for line in &mut sheet.lines {
        let played = line.entries.iter_mut().map(|(player, _)| player);
        for player in played.chain([&mut line.player]).filter(|player| [id, to.id].contains(&player.id)) {
            player.clone_from(to);
        }
    }
    for there in sheet.heads.iter_mut().flat_map(|head| &mut head.order).filter(|there| **there == id) {
        *there = to.id;
    }
    sheet
}

/// Replaces a person's name and id in all sheets but those in which that makes two of one in a round.
fn rename_all(history: &mut History, id: Uuid, to: &Player) {
    for sheet in history {
        let after = renamed(sheet, id, to);
        if !clashes(&after) {
            *sheet = after.into();
        }
    }
}

fn by_round(sheet: &Sheet) -> impl Iterator<Item = Vec<&Player>> {
    let now = sheet.lines.iter().map(|line| &line.player).collect();
    let round = |index: usize| sheet.lines.iter().map(|line| &line.entries[index].0).collect();
    (0..sheet.heads.len()).map(round).chain([now])
}

/// Whether a name or an id sits twice in one round.
fn clashes(sheet: &Sheet) -> bool {
    by_round(sheet).any(|there| {
        let ids: BTreeSet<Uuid> = there.iter().map(|player| player.id).collect();
        let names: BTreeSet<&str> = there.iter().map(|player| player.name.as_str()).collect();
        ids.len() < there.len() || names.len() < there.len()
    })
}

impl World {
    /// An archive of four games without rounds; some people sit at several tables.
    pub fn new() -> World {
        let folder = TempDir::new().unwrap();
        let hands = |hands: std::ops::RangeInclusive<u8>| Some(hands.collect());
        let classic = RuleSet { hands: hands(1..=20), ..RuleSet::default() };
        let special_cards = [SpecialCard::Bomb, SpecialCard::Cloud].into();
        let special = RuleSet { hands: hands(1..=12), special_cards, ..RuleSet::default() };
        let everyone = people(&POOL);
        let wizard = |number: u128, players: &[Player], rules| {
            Session::new(Uuid::from_u128(number << 96), at(number as u32), players.to_vec(), 1, rules).unwrap()
        };
        let last_wizard = |number: u128, players: &[Player]| {
            let game = last_wizard::Game::new(players.len(), 2, last_wizard::RuleSet::default(), None).unwrap();
            Session::begin(Uuid::from_u128(number << 96), at(number as u32), players.to_vec(), game).unwrap()
        };
        let sessions: [AnySession; SESSIONS] = [
            wizard(1, &everyone[..3], classic).into(),
            wizard(2, &everyone[1..4], special).into(),
            last_wizard(3, &everyone[..3]).into(),
            last_wizard(4, &everyone[1..6]).into(),
        ];
        let archive = Archive::new(folder.path().canonicalize().unwrap());
        let kept = |session: AnySession| Kept {
            path: each!(&session, session => archive.path_for(session)),
            history: vec![Sheet::of(session.as_ref()).into()],
            session,
            dirty: true,
            floor: 0,
            noted: Default::default(),
            seen: BTreeMap::new(),
        };
        let mut kept: Vec<Kept> = sessions.into_iter().map(kept).collect();
        kept.iter_mut().for_each(Kept::write);
        let program = Program::over(archive.folder());
        World { folder, program, kept, renamed: Vec::new(), merged: Vec::new(), tally: Tally::new() }
    }

    pub fn perform(&mut self, operation: Operation, on: usize, seed: u64) {
        if !is_of(operation, self.kept[on].game()) {
            return;
        }
        let mut random = fastrand::Rng::with_seed(seed);
        let random = &mut random;
        let took_effect = match operation {
            _ if self.one(operation, on, random) => vec![on],
            Operation::Rename | Operation::Merge => self.rename(operation, random),
            Operation::TakeBack => self.take_back(),
            Operation::Backup => self.back_up(),
            _ => vec![],
        };
        for on in took_effect {
            let kept = &mut self.kept[on];
            for (&before, times) in &kept.seen {
                *self.tally.entry((kept.session.name(), before, operation)).or_default() += times;
            }
            *kept.seen.entry(operation).or_default() += 1;
        }
    }

    fn one(&mut self, operation: Operation, on: usize, random: &mut fastrand::Rng) -> bool {
        match operation {
            Operation::Undo | Operation::Redo => self.travel(operation, on),
            Operation::Note => self.note(on, random),
            Operation::TakeOver | Operation::RenameHere | Operation::Reseat | Operation::Dealer | Operation::Rule => {
                self.change(operation, on, random)
            }
            Operation::Json => self.json(on),
            Operation::Table => self.table(on),
            Operation::OtherDevice => self.other_device(on, random),
            _ => {
                let operated = World::operated(operation, &self.kept[on], random);
                operated.is_some_and(|(session, sheet)| self.kept[on].took(session, sheet))
            }
        }
    }

    /// The session after something that its table does, and its sheet.
    fn operated(operation: Operation, kept: &Kept, random: &mut fastrand::Rng) -> Option<(AnySession, Sheet)> {
        each!(&kept.session, session => {
            operated(operation, session, random).map(|(session, sheet)| (session.into(), sheet))
        })
    }

    /// Opens a session at the table, does something there and leaves it. Returns it as the file has it then.
    fn at_table(&mut self, on: usize, act: impl FnOnce(&mut Program)) -> AnySession {
        let path = self.kept[on].path.clone();
        self.kept[on].write();
        self.program.tap(Command::Open(path.clone()));
        self.program.until("open", |app| app.session_file() == Some(path.as_path()));
        act(&mut self.program);
        let at_table = self.program.app.session().unwrap().cloned();
        self.program.tap(Command::Show(Page::Home));
        self.program.until("left", |app| !app.has_session());
        let found = Archive::load(&path).unwrap().session;
        assert!(found == at_table, "the file must have what was on the table");
        found
    }

    fn travel(&mut self, operation: Operation, on: usize) -> bool {
        let kept = &self.kept[on];
        let (undoes, now) = (operation == Operation::Undo, done(&kept.session));
        if undoes && now == kept.floor || !undoes && now == steps(&kept.session) {
            return false;
        }
        let command = if undoes { Command::Undo } else { Command::Redo };
        let session = self.at_table(on, |program| drop(program.tap(command)));
        let kept = &mut self.kept[on];
        assert_eq!(done(&session), if undoes { now - 1 } else { now + 1 });
        kept.session = session;
        kept.check();
        true
    }

    fn note(&mut self, on: usize, random: &mut fastrand::Rng) -> bool {
        let noted = [format!("Café {}", random.u8(..)), format!("=one\nline {}", random.u8(..))];
        self.kept[on].write();
        let of = self.kept[on].path.clone();
        let edit = |at: usize| Edit { from: self.kept[on].noted[at].clone(), to: noted[at].clone() };
        let command = ArchiveCommand::Note { of: of.clone(), place: edit(0), notes: edit(1) };
        self.program.archive(command);
        self.program.until("let go", |app| !app.is_busy() && !app.has_session());
        let kept = &mut self.kept[on];
        let changed = noted != kept.noted;
        kept.session = Archive::load(&of).unwrap().session;
        kept.noted = noted;
        kept.check();
        changed
    }

    fn names(&self) -> BTreeMap<String, usize> {
        let mut names = BTreeMap::new();
        for kept in &self.kept {
            let there: BTreeSet<&str> = kept.present().everyone().into_iter().map(|(_, name)| name).collect();
            there.into_iter().for_each(|name| *names.entry(name.to_owned()).or_default() += 1);
        }
        names
    }

    fn settle(&mut self) {
        self.kept.iter_mut().for_each(Kept::write);
        let names = self.names();
        self.program.until("up to date", |app| {
            app.names().into_iter().map(|line| (line.name, line.sessions)).collect::<BTreeMap<_, _>>() == names
        });
    }

    fn change(&mut self, operation: Operation, on: usize, random: &mut fastrand::Rng) -> bool {
        if self.kept[on].present().status() != Status::Running {
            return false;
        }
        self.settle();
        let kept = &self.kept[on];
        let mut sheet = kept.present().clone();
        let open_is_begun = each!(&kept.session, session => Drawn::is_begun(session));
        let seat = random.usize(0..sheet.lines.len());
        let name = random.choice(POOL).unwrap().to_owned();
        let mut comes = false;
        let taps = match operation {
            Operation::TakeOver | Operation::RenameHere => {
                let same = operation == Operation::RenameHere;
                let id = sheet.lines[seat].player.id;
                if same {
                    sheet = renamed(&sheet, id, &Player::new(name.clone(), id));
                } else if sheet.lines[seat].player.name != name {
                    sheet.lines[seat].player.name.clone_from(&name);
                    comes = true;
                }
                vec![SetupCommand::Name(seat, name.clone()), SetupCommand::Same(seat, same)]
            }
            Operation::Reseat => {
                let to = random.usize(0..sheet.lines.len());
                let dealer = sheet.lines[sheet.next].player.id;
                let line = sheet.lines.remove(seat);
                sheet.lines.insert(to, line);
                sheet.next = sheet.lines.iter().position(|line| line.player.id == dealer).unwrap();
                vec![SetupCommand::Move { from: seat, to }]
            }
            Operation::Dealer => {
                sheet.next = seat;
                vec![SetupCommand::Dealer(seat)]
            }
            _ => match &mut sheet.agreed {
                Agreed::Wizard { bound, .. } => {
                    let from = sheet.heads.len() + 1;
                    let one = Bound { from, from_cards: 1, last_may_bid_zero: false, in_turn: false };
                    *bound = bound.is_none().then_some(one);
                    let on = bound.is_some();
                    for index in 0..sheet.heads.len() {
                        sheet.heads[index].waived = sheet.is_waived(index);
                    }
                    vec![SetupCommand::PlusMinusOne(on.then_some([1, 1]))]
                }
                Agreed::LastWizard { fold_doubles } => {
                    *fold_doubles = !*fold_doubles;
                    vec![SetupCommand::FoldDoubles(*fold_doubles)]
                }
            },
        };
        let session = self.at_table(on, |program| {
            program.tap(Command::Show(Page::Change));
            assert_eq!(program.app.page(), Page::Change);
            taps.into_iter().for_each(|tap| drop(program.tap(Command::OnSetup(tap))));
            program.tap(Command::ChangeGame);
        });
        let now = each!(&session, session => session.people().players_at_end()[seat].clone());
        if comes && now.name == name {
            let others = || self.kept.iter().map(Kept::present);
            let before = self.kept[on].present();
            let (here, known) = (before.ids_of(&name), self.latest_id(&name));
            // Whoever has another name in this game is somebody else.
            let fits = match known.filter(|&id| here.is_empty() && !before.has(id)) {
                Some(known) => now.id == known,
                None if here.is_empty() => others().all(|sheet| !sheet.has(now.id)),
                None => here.contains(&now.id),
            };
            assert!(fits, "{now:?} must be who is known by that name");
            sheet.lines[seat].player.id = now.id;
        }
        let goes_on = sheet.end().is_some_and(|end| end < sheet.heads.len() || open_is_begun);
        let kept = &mut self.kept[on];
        if clashes(&sheet) || goes_on {
            assert!(session == kept.session, "two of one name, or a game that goes on after its end");
            return false;
        }
        sheet.ended_early &= sheet.end().is_none();
        kept.took_from_file(session, sheet)
    }

    /// Reads all files again. They must lead to these sheets.
    fn read_again(&mut self, expected: Vec<Vec<Rc<Sheet>>>) -> Vec<usize> {
        let mut changed = Vec::new();
        for (on, (kept, history)) in self.kept.iter_mut().zip(expected).enumerate() {
            if kept.history != history {
                changed.push(on);
            }
            kept.history = history;
            kept.session = Archive::load(&kept.path).unwrap().session;
            kept.check();
        }
        changed
    }

    fn histories(&self) -> Vec<Vec<Rc<Sheet>>> {
        self.kept.iter().map(|kept| kept.history.clone()).collect()
    }

    fn rename(&mut self, operation: Operation, random: &mut fastrand::Rng) -> Vec<usize> {
        self.settle();
        let names: Vec<String> = self.names().into_keys().collect();
        let free = POOL.iter().map(|name| (*name).to_owned()).filter(|name| !names.contains(name));
        let free: Vec<String> = free.chain([format!("Ida {}", random.u8(..))]).collect();
        let mut pairs: Vec<(&String, &String)> = match operation {
            Operation::Merge => names.iter().flat_map(|from| names.iter().map(move |to| (from, to))).collect(),
            _ => names.iter().flat_map(|from| free.iter().map(move |to| (from, to))).collect(),
        };
        pairs.retain(|(from, to)| from != to);
        random.shuffle(&mut pairs);
        // Most people of an archive met; a merging of those is refused.
        let apart = pairs.iter().find(|(from, to)| !self.met(from, to));
        let (from, to) = *apart.filter(|_| random.u8(0..5) > 0).unwrap_or(&pairs[0]);
        let (from, to, met, id) = (from.clone(), to.clone(), self.met(from, to), self.latest_id(to));
        self.program.change_name(ArchiveCommand::Rename { from: from.clone(), to: to.clone() });
        let mut histories = self.histories();
        if !met {
            self.renamed.clear();
            self.merged.clear();
        }
        for on in (0..SESSIONS).filter(|_| !met) {
            let mut people: Vec<Uuid> = vec![];
            for player in self.kept[on].present().latest_first() {
                if player.name == from && !people.contains(&player.id) {
                    people.push(player.id);
                }
            }
            let both = people
                .iter()
                .any(|&person| id.is_some_and(|id| id != person && histories[on].iter().any(|sheet| sheet.has(id))));
            for person in people {
                let to = Player::new(to.clone(), id.unwrap_or(person));
                rename_all(&mut histories[on], person, &to);
                self.renamed.push((on, Player::new(from.clone(), person), to));
            }
            if both {
                self.merged.push((on, self.kept[on].history.clone(), histories[on].clone()));
            }
        }
        self.read_again(histories)
    }

    fn latest_id(&self, name: &str) -> Option<Uuid> {
        let of = |kept: &Kept| kept.present().latest_first().into_iter().find(|player| player.name == name).cloned();
        self.kept.iter().rev().find_map(of).map(|player| player.id)
    }

    fn met(&self, from: &str, to: &str) -> bool {
        let id = self.latest_id(to);
        self.kept.iter().flat_map(|kept| by_round(kept.present())).any(|there| {
            there
                .iter()
                .filter(|one| one.name == from)
                .any(|one| there.iter().any(|other| other.id != one.id && (other.name == to || Some(other.id) == id)))
        })
    }

    fn take_back(&mut self) -> Vec<usize> {
        // After an import, a deletion would be taken back. Sheets cannot tell two apart once their game went on.
        if self.renamed.is_empty() || self.merged.iter().any(|(on, _, merged)| self.kept[*on].history != *merged) {
            return vec![];
        }
        self.settle();
        self.program.change_name(ArchiveCommand::TakeBack);
        let mut histories = self.histories();
        for (on, from, to) in std::mem::take(&mut self.renamed) {
            if self.merged.iter().any(|(merged, ..)| *merged == on) {
                continue;
            }
            let present = histories[on][done(&self.kept[on].session)].clone();
            let everyone = present.everyone();
            let same = everyone.iter().find(|(id, _)| *id == to.id);
            if let Some((id, _)) = same.or(everyone.iter().find(|(_, name)| *name == to.name)) {
                rename_all(&mut histories[on], *id, &from);
            }
        }
        for (on, before, _) in std::mem::take(&mut self.merged) {
            histories[on] = before;
        }
        self.read_again(histories)
    }

    fn json(&mut self, on: usize) -> bool {
        self.kept[on].write();
        let exported = each!(&self.kept[on].session, session => json(session));
        let (path, id) = (self.kept[on].path.clone(), each!(&self.kept[on].session, session => session.id()));
        self.program.tap(Command::Show(Page::Archive));
        self.program.until("known", |app| app.archive().all == SESSIONS);
        self.program.archive(ArchiveCommand::Delete(path.clone()));
        self.program.until("deleted", |app| app.archive().all == SESSIONS - 1);
        self.program.archive(ArchiveCommand::ImportBytes { name: "export".into(), bytes: exported });
        self.program.archive(ArchiveCommand::AddPreviewed);
        self.program.until("imported", |app| app.archive().all == SESSIONS);
        self.program.tap(Command::Show(Page::Home));
        let found = Archive::new(self.program.app.data_folder().to_owned())
            .paths()
            .unwrap()
            .into_iter()
            .find(|path| each!(&Archive::load(path).unwrap().session, session => session.id()) == id);
        let kept = &mut self.kept[on];
        kept.path = found.unwrap();
        let session = Archive::load(&kept.path).unwrap().session;
        let print = |session: &AnySession| each!(session, session => fingerprint(session));
        assert_eq!(print(&session), print(&kept.session), "the export must be read as the same session");
        let sheet = kept.present().clone();
        kept.floor = done(&session);
        kept.history = vec![sheet.into(); steps(&session) + 1];
        kept.session = session;
        // A deletion takes the place of what could be taken back.
        self.renamed.clear();
        self.merged.clear();
        self.kept[on].check();
        true
    }

    fn table(&mut self, on: usize) -> bool {
        self.kept.iter_mut().for_each(Kept::write);
        let kept = &self.kept[on];
        let bytes = table(kept.session.as_ref().wizard().unwrap());
        let archive = Archive::new(self.program.app.data_folder().to_owned());
        let source = Source::Bytes { name: "table".into(), bytes };
        let import = Import::read(&archive, &[source], &Answers::new(), at(600));
        assert_eq!(import.unwrap().preview.items[0].outcome, Outcome::Same(kept.path.clone()));
        true
    }

    fn back_up(&mut self) -> Vec<usize> {
        self.kept.iter_mut().for_each(Kept::write);
        let elsewhere = TempDir::new().unwrap();
        let one_file = elsewhere.path().join("all.json.txt");
        let paths: Vec<PathBuf> = self.kept.iter().map(|kept| kept.path.clone()).collect();
        write_bundle(&paths, &one_file, false, at(700)).unwrap();
        let archive = Archive::new(elsewhere.path().to_owned());
        let import = Import::read(&archive, &[Source::File(one_file)], &Answers::new(), at(701)).unwrap();
        let items = &import.preview.items;
        assert!(items.iter().all(|item| matches!(item.outcome, Outcome::New(_)) && item.notes.is_empty()));
        let written: Vec<PathBuf> = items.iter().map(|item| item.writes().unwrap().to_owned()).collect();
        import.write().unwrap();
        for (path, kept) in written.iter().zip(&self.kept) {
            assert!(Archive::load(path).unwrap().session == kept.session, "a backup must hold the same session");
        }
        (0..SESSIONS).collect()
    }

    fn other_device(&mut self, on: usize, random: &mut fastrand::Rng) -> bool {
        let Some((session, sheet)) = World::operated(Operation::PlayRound, &self.kept[on], random) else {
            return false;
        };
        let (theirs, path) = (session.clone(), self.kept[on].path.clone());
        let found = self.at_table(on, |program| {
            each!(&theirs, session => put(&path, session));
            program.until("taken in", |app| app.session().unwrap() == theirs.as_ref());
        });
        let took_effect = self.kept[on].took_from_file(session.clone(), sheet);
        assert!(found == session, "the other device's round must stay");
        took_effect
    }

    pub fn check_archive(&mut self) {
        self.settle();
        let paths = Archive::new(self.folder.path().canonicalize().unwrap()).paths().unwrap();
        assert_eq!(paths.len(), SESSIONS, "nothing may lie beside the sessions: {paths:?}");
        let records: Vec<_> = paths.iter().map(|path| Archive::entry(path).unwrap().record).collect();
        for game in GameName::ALL {
            let sheets = self.kept.iter().filter(|kept| kept.game() == game).map(Kept::present);
            assert_eq!(counted_by_program(&records, game), counted(sheets));
        }
    }
}

impl Kept {
    fn write(&mut self) {
        if std::mem::take(&mut self.dirty) {
            each!(&self.session, session => put(&self.path, session));
        }
    }
}
