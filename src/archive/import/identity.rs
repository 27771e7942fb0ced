//! Ids derived from the text where it has none, so that the same text always gets the same ids.

use chrono::{DateTime, FixedOffset};
use uuid::Uuid;

use crate::archive::format::{InFile, LoadError, Loaded, LoadedTournament, MadeUp, write_tournament};
use crate::each;
use crate::session::{AnySession, Frame, People, Player, Session, print_of};
use crate::tournament::Tournament;

const NAMESPACE: Uuid = Uuid::from_u128(0x7ab1_e70f_7407_4c0d_9e15_0f3a_11e5_c0de);

impl Loaded {
    pub(super) fn is_whole(&self) -> bool {
        self.identified && self.made_up == MadeUp::default()
    }

    /// The session's own id, or one derived from start and players or, without a start, from rounds and players.
    pub fn id(&self) -> Uuid {
        each!(&self.session, session => {
            let names = names(session.people().players_at_end());
            match (self.identified, self.made_up.started) {
                (true, _) => session.id(),
                (false, true) => named(&["rounds", &names, &InFile::numbers(session)]),
                (false, false) => named(&["started", &session.started().to_rfc3339(), &names]),
            }
        })
    }

    /// What the file leaves open is filled in as by an import into an empty archive.
    pub fn settled(&self) -> AnySession {
        self.settled_as(None, &|_| None)
    }

    /// Ids and start are filled in from `like`, the archive's version; otherwise from players known by name; otherwise
    /// from names alone.
    pub(super) fn settled_as(&self, like: Option<&AnySession>, known: &dyn Fn(&str) -> Option<Uuid>) -> AnySession {
        if self.is_whole() {
            return self.session.clone();
        }
        let like = like.map(|like| each!(like, like => (like.started(), like.people().players_at_end().to_vec())));
        each!(&self.session, session => settled(session, self.id(), &self.made_up, like, known).into())
    }
}

pub(super) fn labelled(label: &str, date: &str) -> Uuid {
    named(&["label", label, date])
}

pub(super) fn dated(date: &str, players: &[String]) -> Uuid {
    named(&["date", date, &players.join("\n")])
}

pub(super) fn person(name: &str) -> Uuid {
    named(&["player", name])
}

/// Each part is preceded by its length, so that parts cannot run together.
fn named(parts: &[&str]) -> Uuid {
    let name: String = parts.iter().map(|part| format!("{}:{part}", part.len())).collect();
    Uuid::new_v5(&NAMESPACE, name.as_bytes())
}

fn names(players: &[Player]) -> String {
    players.iter().map(|player| player.name.as_str()).collect::<Vec<_>>().join("\n")
}

pub(super) struct SettledTournament {
    pub(super) tournament: Tournament,
    pub(super) text: Vec<u8>,
    pub(super) print: u64,
}

impl SettledTournament {
    pub(super) fn of(loaded: LoadedTournament) -> Result<SettledTournament, LoadError> {
        let written = |of: &Tournament| write_tournament(of).map_err(|error| LoadError::syntax(&error));
        let mut tournament = loaded.tournament;
        if loaded.nameless {
            tournament.id = Uuid::nil();
            tournament.id = named(&["tournament", &String::from_utf8_lossy(&written(&tournament)?)]);
        }
        let text = written(&tournament)?;
        Ok(SettledTournament { tournament, print: print_of(&text), text })
    }
}

fn settled<G: InFile>(
    session: &Session<G>,
    id: Uuid,
    made_up: &MadeUp,
    like: Option<(DateTime<FixedOffset>, Vec<Player>)>,
    known: &dyn Fn(&str) -> Option<Uuid>,
) -> Session<G> {
    let (begun, people) = like.unzip();
    let like_player = |name: &str| people.iter().flatten().find(|player| player.name == name).map(|player| player.id);
    let mut players = session.people().players_at_end().to_vec();
    for (seat, player) in players.iter_mut().enumerate() {
        if made_up.players.contains(&seat) {
            let id = like_player(&player.name).or_else(|| known(&player.name));
            player.id = id.unwrap_or_else(|| person(&player.name));
        }
    }
    // If ids collide, the session keeps those assigned when it was read.
    let Ok(people) = People::seated(players, session.people().former().to_vec()) else { return session.clone() };
    let started = begun.filter(|_| made_up.started).unwrap_or(session.started());
    let frame = Frame { id, started, people: &people, ..session.frame() };
    let settled = Session::of(frame, session.game().clone());
    // The same facts were accepted before.
    let settled = settled.with_facts(session.table().clone(), session.steps().to_vec(), session.undone());
    settled.unwrap_or_else(|_| session.clone())
}
