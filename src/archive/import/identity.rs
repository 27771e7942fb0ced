//! Ids for what a text leaves open: the same text gets the same ids each time it is read.

use chrono::{DateTime, FixedOffset};
use uuid::Uuid;

use crate::archive::format::{InFile, LoadError, Loaded, LoadedTournament, MadeUp, write_tournament};
use crate::each;
use crate::session::{AnySession, Frame, People, Player, Session, print_of};
use crate::tournament::Tournament;

/// The namespace of our name-based ids.
const NAMESPACE: Uuid = Uuid::from_u128(0x7ab1_e70f_7407_4c0d_9e15_0f3a_11e5_c0de);

/// A session, and what its text leaves open.
#[derive(Clone)]
pub(super) struct Draft {
    pub(super) session: AnySession,
    identified: bool,
    made_up: MadeUp,
}

impl Draft {
    pub(super) fn new(session: AnySession, identified: bool, made_up: MadeUp) -> Draft {
        Draft { session, identified, made_up }
    }

    pub(super) fn of(loaded: Loaded) -> Draft {
        Draft::new(loaded.session, loaded.identified, loaded.made_up)
    }

    /// Whether the text says all that a session's file says.
    pub(super) fn is_whole(&self) -> bool {
        self.identified && self.made_up == MadeUp::default()
    }

    /// The session's id, or one derived from its start and players, or without a start from its rounds and players.
    pub(super) fn id(&self) -> Uuid {
        each!(&self.session, session => {
            let names = names(session.people().players_at_end());
            match (self.identified, self.made_up.started) {
                (true, _) => session.id(),
                (false, true) => named(&["rounds", &names, &InFile::numbers(session)]),
                (false, false) => named(&["started", &session.started().to_rfc3339(), &names]),
            }
        })
    }
}

impl Loaded {
    /// The session's id; of a game without one, the id that an import gives it.
    pub fn id(&self) -> Uuid {
        self.draft().id()
    }

    /// The session. What its file leaves open is the same at each reading, as an import into an empty archive has it.
    pub fn settled(&self) -> AnySession {
        settle(self.draft(), None, &|_| None)
    }

    fn draft(&self) -> Draft {
        Draft::new(self.session.clone(), self.identified, self.made_up.clone())
    }
}

/// The id of a session with this label and date in a table of rounds.
pub(super) fn labelled(label: &str, date: &str) -> Uuid {
    named(&["label", label, date])
}

/// The id of a session that has only a date and players in its table.
pub(super) fn dated(date: &str, players: &[String]) -> Uuid {
    named(&["date", date, &players.join("\n")])
}

/// The id of a player known only by name.
pub(super) fn person(name: &str) -> Uuid {
    named(&["player", name])
}

/// A name-based id. Each part is preceded by its length, so that parts cannot run together.
fn named(parts: &[&str]) -> Uuid {
    let name: String = parts.iter().map(|part| format!("{}:{part}", part.len())).collect();
    Uuid::new_v5(&NAMESPACE, name.as_bytes())
}

fn names(players: &[Player]) -> String {
    players.iter().map(|player| player.name.as_str()).collect::<Vec<_>>().join("\n")
}

/// Completes the session's ids and start where the text leaves them open: from `like`, the archive's version of it;
/// else from players known by name; else from the names alone.
pub(super) fn settle(draft: Draft, like: Option<&AnySession>, known: &dyn Fn(&str) -> Option<Uuid>) -> AnySession {
    if draft.is_whole() {
        return draft.session;
    }
    let (id, made_up) = (draft.id(), draft.made_up);
    let like = like.map(|like| each!(like, like => (like.started(), like.people().players_at_end().to_vec())));
    each!(draft.session, session => settled(session, id, &made_up, like, known).into())
}

/// A tournament with an id: one without gets one derived from all that it says.
pub(super) struct SettledTournament {
    pub(super) tournament: Tournament,
    /// Its text.
    pub(super) text: Vec<u8>,
    /// The fingerprint of its text.
    pub(super) print: u64,
}

impl SettledTournament {
    /// Completes a tournament.
    ///
    /// # Errors
    /// None that its types allow.
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
    session: Session<G>,
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
    // Without ids that are told apart, the session keeps those made up when it was read.
    let Ok(people) = People::seated(players, session.people().former().to_vec()) else { return session };
    let frame = Frame {
        id,
        started: begun.filter(|_| made_up.started).unwrap_or(session.started()),
        people: &people,
        place: session.place(),
        notes: session.notes(),
        copy_of: session.copy_of(),
        tournament: session.tournament(),
    };
    let settled = Session::of(frame, session.game().clone());
    // The same facts were accepted before.
    settled.with_facts(session.table().clone(), session.steps().to_vec(), session.undone()).unwrap_or(session)
}
