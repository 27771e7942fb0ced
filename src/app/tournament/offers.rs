//! The tournaments on Home, and dealing a table's game.

use std::cell::LazyCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use uuid::Uuid;

use super::view::{OfferedTable, TournamentOffer};
use crate::app::index::{Index, Indexed};
use crate::app::{App, Notice, Page, now};
use crate::archive::copy_rank;
use crate::each;
use crate::session::{AnyRef, Player, Session, Status, TournamentTable};
use crate::text;
use crate::text::Text;
use crate::tournament::{Outcome, Table, Tournament};
use crate::wizard::Game;

/// The sessions of each table that is named by one.
struct SessionsByTable<'a>(HashMap<TournamentTable, Vec<&'a Indexed>>);

impl<'a> SessionsByTable<'a> {
    fn of(index: &'a Index) -> SessionsByTable<'a> {
        let mut begun: HashMap<_, Vec<_>> = HashMap::new();
        for entry in index.counting() {
            if let Some(at) = entry.record.tournament() {
                begun.entry(at.clone()).or_default().push(&**entry);
            }
        }
        SessionsByTable(begun)
    }

    /// The session's file of a table and whether the game is over: of several, the one that the table chose, or else
    /// an own file before copies.
    fn at(&self, tournament: &Tournament, round: usize, table: &Table) -> Option<(&'a Path, bool)> {
        let rank = |entry: &&&Indexed| {
            let id = entry.record.id;
            (table.outcome != Outcome::Session(id), copy_rank(&entry.path, id))
        };
        let entry = self.0.get(&place(tournament, round, table))?.iter().min_by_key(rank)?;
        Some((&*entry.path, entry.record.status != Status::Running))
    }

    /// Whether all rounds are seated and played.
    fn is_over(&self, tournament: &Tournament) -> bool {
        let last = tournament.rounds.len();
        let played = |table: &Table| {
            table.outcome != Outcome::Open || self.at(tournament, last, table).is_some_and(|(_, over)| over)
        };
        last >= tournament.settings.planned() && tournament.tables(last).iter().all(played)
    }

    fn offer(&self, path: &Path, tournament: &Tournament, has_id: bool, device: Option<Uuid>) -> TournamentOffer {
        let round = tournament.rounds.len();
        let free =
            |table: &&Table| has_id && table.outcome == Outcome::Open && self.at(tournament, round, table).is_none();
        // Most tournaments have no free table.
        let names = LazyCell::new(|| tournament.names());
        let offered = |table: &Table| OfferedTable { name: table.name.clone(), players: names.at(table) };
        TournamentOffer {
            path: path.to_owned(),
            name: tournament.name.clone(),
            round,
            called: tournament.settings.stage_name(round),
            tables: tournament.tables(round).iter().filter(free).map(offered).collect(),
            over: self.is_over(tournament),
            ours: tournament.organiser.is_some() && tournament.organiser == device,
        }
    }
}

fn place(tournament: &Tournament, round: usize, table: &Table) -> TournamentTable {
    // No tournament has more rounds than fit.
    let round = u8::try_from(round).unwrap_or(u8::MAX);
    TournamentTable { id: tournament.id, round, table: table.name.clone() }
}

impl App {
    pub(super) fn is_over(&self, tournament: &Tournament) -> bool {
        SessionsByTable::of(&self.index).is_over(tournament)
    }

    /// Latest first, each with its file and whether that has an id.
    fn tournaments_of_folder(&self) -> Vec<(&Path, &Tournament, bool)> {
        // Of several files of one tournament, such as copies after a conflict, its own is offered.
        let mut by_id: BTreeMap<Uuid, (&Path, &Tournament, bool)> = BTreeMap::new();
        let open = self.tournament.as_ref().filter(|open| open.revision > 0);
        let known = self.index.tournaments().map(|(path, loaded)| (&**path, &loaded.tournament, !loaded.nameless));
        for (path, tournament, has_id) in known {
            let open = open.filter(|open| open.path() == path);
            let tournament = open.map_or(tournament, |open| &open.tournament);
            let id = tournament.id;
            let other = by_id.get(&id).filter(|(other, ..)| copy_rank(other, id) <= copy_rank(path, id));
            if other.is_none() {
                by_id.insert(id, (path, tournament, has_id || open.is_some()));
            }
        }
        let mut all: Vec<_> = by_id.into_values().collect();
        all.sort_by_key(|(path, tournament, _)| (Reverse(tournament.date), path.to_path_buf()));
        all
    }

    /// Latest first.
    pub fn earlier_tournaments(&self) -> Vec<&Tournament> {
        let Some(open) = &self.tournament else { return Vec::new() };
        let all = self.tournaments_of_folder().into_iter().map(|(_, tournament, _)| tournament);
        all.filter(|other| other.id != open.tournament.id && !other.players.is_empty()).collect()
    }

    /// The running ones and those of today, then the past ones, each latest first.
    pub(in crate::app) fn tournament_offers(&self) -> (Vec<TournamentOffer>, Vec<TournamentOffer>) {
        if self.index.tournaments().next().is_none() {
            return (Vec::new(), Vec::new());
        }
        let begun = SessionsByTable::of(&self.index);
        let (mut running, mut past) = (Vec::new(), Vec::new());
        for (path, tournament, has_id) in self.tournaments_of_folder() {
            let offer = begun.offer(path, tournament, has_id, self.settings().device);
            // One that is over stays within reach on its day, for the ranking.
            let is_past = offer.over && tournament.date != Some(self.today());
            if is_past { &mut past } else { &mut running }.push(offer);
        }
        (running, past)
    }

    pub(in crate::app) fn tournament_of(&self, session: AnyRef) -> Option<&Tournament> {
        let id = each!(session, session => session.tournament())?.id;
        let open = self.tournament.as_ref().map(|open| &open.tournament);
        let known = self.index.tournaments().map(|(_, loaded)| &loaded.tournament);
        open.into_iter().chain(known).find(|tournament| tournament.id == id)
    }

    /// The table that names this session, or that the session names.
    fn counts_at(&self, id: Uuid, at: Option<&TournamentTable>) -> Option<(&Tournament, usize, &Table)> {
        let open = self.tournament.as_ref();
        let is_open = |path: &Path| open.is_some_and(|open| open.path() == path);
        let others = self.index.tournaments().filter(|(path, _)| !is_open(path)).map(|(_, loaded)| &loaded.tournament);
        let known = open.map(|open| &open.tournament).into_iter().chain(others);
        let tables = known.flat_map(|tournament| {
            let rounds = (1..=tournament.rounds.len()).map(|round| (round, tournament.tables(round)));
            rounds.flat_map(move |(round, tables)| tables.iter().map(move |table| (tournament, round, table)))
        });
        let mut here = tables.filter(|(tournament, round, table)| match table.outcome {
            Outcome::Session(named) => named == id,
            Outcome::Open => at == Some(&place(tournament, *round, table)),
            Outcome::Results(_) => false,
        });
        here.next()
    }

    /// The table of a tournament that would lose its result without this file, in words. Copies of a game that is
    /// `left_out` do not count either.
    pub(in crate::app) fn table_counting(&self, path: &Path, left_out: bool) -> Option<Text> {
        let entry = self.index.get(path)?;
        let record = &entry.record;
        if !record.counts() || record.rounds() == 0 {
            return None;
        }
        let (tournament, round, table) = self.counts_at(record.id, record.tournament())?;
        let at = place(tournament, round, table);
        let counts_too = |other: &Indexed| match table.outcome {
            Outcome::Session(id) => other.record.id == id,
            _ => other.record.tournament() == Some(&at),
        };
        let takes_copies = left_out && self.index.original(entry).is_none();
        let goes = |other: &Indexed| other.path == entry.path || (takes_copies && other.record.id == record.id);
        let mut others = self.index.counting().filter(|other| !goes(other));
        (!others.any(|other| counts_too(other))).then(|| tournament.table_text(&at))
    }

    /// The warning that a session with these names does not count at its table, which finds it by the names.
    pub(in crate::app) fn unknown_at_table(&self, session: AnyRef, names: &[String]) -> Option<Text> {
        let (id, at) = each!(session, session => (session.id(), session.tournament()));
        let reason = match self.counts_at(id, at) {
            Some((tournament, _, table)) => tournament.seats_by_name(table, names).err()?,
            None if self.tournament_of(session).is_some() => return None,
            None => {
                let before = at.map(|_| each!(session, session => session.people().names_at_end()))?;
                let other = names.iter().find(|name| !before.contains(name))?;
                text!("{name} does not sit at this table", name = other)
            }
        };
        Some(text!("{reason}: in the tournament, this game will not count.", reason = reason))
    }

    /// In words.
    pub(in crate::app) fn table_at(&self, session: AnyRef) -> Option<Text> {
        let at = each!(session, session => session.tournament())?;
        Some(self.tournament_of(session).map_or_else(|| at.text(None, None), |tournament| tournament.table_text(at)))
    }

    pub fn played_at(&self) -> Option<Text> {
        self.table_at(self.session()?)
    }

    /// Leaves the result of a table for the tournament that is organised here, or for Home, where the next table is.
    pub(super) fn leave_result(&mut self) {
        let id = self.tournament.as_ref().map(|open| open.tournament.id);
        let is_ours = self
            .session()
            .is_some_and(|session| each!(session, session => session.tournament()).is_some_and(|at| Some(at.id) == id));
        self.leave_for(if is_ours { Page::Tournament } else { Page::Home });
    }

    pub(super) fn play_offered(&mut self, path: &Path, table: &str) {
        let open = self.tournament.as_ref().filter(|open| open.path() == path).map(|open| &open.tournament);
        let known = open.or_else(|| self.index.tournament(path).map(|loaded| &loaded.tournament));
        let found = known.and_then(|tournament| {
            let round = tournament.rounds.len();
            let table = tournament.tables(round).iter().find(|there| there.name == table)?;
            Some((tournament.clone(), round, table.clone()))
        });
        match found {
            Some((tournament, round, table)) => self.deal_table(&tournament, round, &table),
            None => {
                self.message =
                    Some(Notice::trouble(text!("The tournament has no such table any more. Choose another one.")));
            }
        }
    }

    /// Deals the game of a table of the open tournament on this tablet, or opens the one that was begun.
    pub(super) fn play_here(&mut self, index: usize) {
        let Some(open) = &mut self.tournament else { return };
        open.slip = None;
        let (tournament, round) = (open.tournament.clone(), open.round());
        if let Some(table) = tournament.tables(round).get(index).cloned() {
            self.deal_table(&tournament, round, &table);
        }
    }

    fn deal_table(&mut self, tournament: &Tournament, round: usize, table: &Table) {
        let begun = SessionsByTable::of(&self.index).at(tournament, round, table).map(|(path, _)| PathBuf::from(path));
        if let Some(path) = begun {
            self.open(&path);
            return;
        }
        let names = tournament.names().at(table);
        let rules = tournament.settings.rules_at(names.len());
        let game = match Game::new(names.len(), table.first_dealer, rules) {
            Ok(game) => game,
            Err(conflict) => {
                let reason = conflict.text();
                self.message = Some(Notice::trouble(text!("These rules cannot be played: {reason}.", reason = reason)));
                return;
            }
        };
        let mut players: Vec<Player> = Vec::with_capacity(names.len());
        for name in names {
            // Two names at one table are two people, although one of them once had the other name.
            let is_free = |id: &Uuid| players.iter().all(|player| player.id != *id);
            // A player of the tournament need not be the person of that name in other games.
            let known = self.index.id_at(tournament.id, &name).filter(is_free);
            let id = known.unwrap_or_else(|| Uuid::new_v5(&tournament.id, name.as_bytes()));
            players.push(Player::new(name, id));
        }
        let session = Session::begin(Uuid::new_v4(), now(), players, game);
        let at = place(tournament, round, table);
        self.begin(session.map(|session| session.at_tournament(at)));
    }
}
