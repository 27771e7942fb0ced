use std::fmt;

use chrono::{DateTime, FixedOffset};
use serde::de::{self, IgnoredAny, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use uuid::Uuid;

use super::error::{FILE_MAX, LoadError, QUOTED_MAX, STEPS_MAX, VERSION};
use super::game::{Agreed, InFile, Own, Penalties, TableIn};
use super::loaded::{Loaded, MadeUp};
use super::step::WrittenStep;
use super::strict::{Strict, parsed};
use crate::archive::disk::ReadError;
use crate::archive::recognise::{FORMAT, recognised};
use crate::game::{AtMost, in_four_digits, present};
use crate::seats::{Order, Seat};
use crate::session::{
    AnySession, Colour, Counted, Everyone, Former, Frame, GameName, Look, People, Player, Record, Session, Sign,
    TournamentTable, checked_notes, known,
};
use crate::text;
use crate::text::quoted;
use crate::wizard::PLAYERS_MAX;
use crate::{last_wizard, with_game, wizard};

/// Written for other programs: derived from the facts and ignored here.
const REPEATED: [&str; 14] = [
    "round",
    "cards",
    "dealer",
    "points",
    "totals",
    "scored_bids",
    "standings",
    "complete",
    "rounds_planned",
    "edition",
    "finished",
    "winner",
    "after",
    "ended",
];

#[derive(Deserialize)]
struct Head {
    #[serde(default, deserialize_with = "present")]
    format: Option<String>,
    #[serde(default, deserialize_with = "version")]
    version: Option<u64>,
    #[serde(default, deserialize_with = "present")]
    game: Option<String>,
}

pub(super) fn version<'de, D: Deserializer<'de>>(input: D) -> Result<Option<u64>, D::Error> {
    match u64::deserialize(input)? {
        0 => Err(de::Error::invalid_value(Unexpected::Unsigned(0), &"a version from 1 on")),
        version => Ok(Some(version)),
    }
}

fn begun<'de, D: Deserializer<'de>>(input: D) -> Result<Option<DateTime<FixedOffset>>, D::Error> {
    Option::deserialize(input)?.map(in_four_digits).transpose()
}

impl Head {
    fn check(&self) -> Result<(), LoadError> {
        match (&self.format, self.version) {
            (Some(format), _) if format != FORMAT => Err(LoadError::other_format(format)),
            (_, Some(version)) if version > VERSION => Err(LoadError::Newer(text!(
                "was saved by a newer version of Tablet of Truth (format {format}; this one reads up to {newest}). \
                 Update the program to open it",
                format = version,
                newest = VERSION,
            ))),
            _ => Ok(()),
        }
    }

    fn game(&self) -> Result<GameName, LoadError> {
        match self.game.as_deref() {
            None => Ok(GameName::Wizard),
            Some(name) => GameName::of_key(name).ok_or_else(|| {
                LoadError::Other(text!(
                    "is a game that this version of Tablet of Truth does not know: “{game}”",
                    game = quoted(name, QUOTED_MAX)
                ))
            }),
        }
    }
}

#[derive(Deserialize)]
#[serde(bound(deserialize = "G: InFile, Steps: Default + Deserialize<'de>"))]
struct FileIn<G: InFile, Steps> {
    #[serde(default, deserialize_with = "present")]
    format: Option<String>,
    #[serde(default, deserialize_with = "version")]
    version: Option<u64>,
    #[serde(default, deserialize_with = "present")]
    game: Option<String>,
    #[serde(default, deserialize_with = "present")]
    id: Option<Uuid>,
    #[serde(default, deserialize_with = "begun")]
    started: Option<DateTime<FixedOffset>>,
    saved: Option<DateTime<FixedOffset>>,
    ended_early: Option<DateTime<FixedOffset>>,
    #[serde(default = "counts")]
    counted: bool,
    #[serde(default, deserialize_with = "present")]
    copy_of: Option<Uuid>,
    #[serde(default, deserialize_with = "present")]
    tournament: Option<TournamentTable>,
    #[serde(default)]
    place: String,
    #[serde(default)]
    notes: String,
    players: AtMost<PlayerIn, PLAYERS_MAX>,
    /// In exports, next to the names.
    #[serde(default)]
    player_ids: AtMost<Uuid, PLAYERS_MAX>,
    #[serde(default)]
    former_players: Vec<Former>,
    first_dealer: Own<wizard::Game, G, i64>,
    first_player: Own<last_wizard::Game, G, i64>,
    /// Only where the deal did not simply move on.
    #[serde(default)]
    seating: Vec<Order>,
    #[serde(default)]
    start: Own<last_wizard::Game, G, Option<Starts>>,
    #[serde(default)]
    rules: G::RuleSet,
    rounds: G::Rounds,
    #[serde(default)]
    penalties: Own<wizard::Game, G, Penalties>,
    #[serde(default)]
    steps: Steps,
    #[serde(default)]
    undone: usize,
}

fn counts() -> bool {
    true
}

impl<G: InFile, Steps> FileIn<G, Steps> {
    fn player_id(&self, seat: Seat) -> Option<Uuid> {
        let player = self.players.kept.get(seat)?;
        player.id.or_else(|| self.player_ids.kept.get(seat).copied())
    }

    fn complete_rules(&mut self, text: &[u8]) -> Result<(), LoadError> {
        self.rules = G::completed(std::mem::take(&mut self.rules), self.version, text)?;
        Ok(())
    }
}

struct PlayerIn {
    name: String,
    id: Option<Uuid>,
    look: Look,
}

impl<'de> Deserialize<'de> for PlayerIn {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Object {
            name: String,
            #[serde(default, deserialize_with = "present")]
            id: Option<Uuid>,
            #[serde(default, deserialize_with = "known")]
            colour: Option<Colour>,
            #[serde(default, deserialize_with = "known")]
            sign: Option<Sign>,
            #[serde(default, deserialize_with = "known")]
            stand_in: bool,
        }
        struct NameOrObject;
        impl<'de> Visitor<'de> for NameOrObject {
            type Value = PlayerIn;
            fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
                out.write_str("a name, or an object with a name")
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<PlayerIn, E> {
                Ok(PlayerIn { name: name.to_owned(), id: None, look: Look::default() })
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<PlayerIn, A::Error> {
                let Object { name, id, colour, sign, stand_in } =
                    Object::deserialize(de::value::MapAccessDeserializer::new(map))?;
                Ok(PlayerIn { name, id, look: Look { colour, sign, stand_in } })
            }
        }
        input.deserialize_any(NameOrObject)
    }
}

/// Reads a session, or a handwritten game with just players, first dealer or player, rules and rounds.
pub fn read_session(text: &[u8], now: DateTime<FixedOffset>) -> Result<Loaded, LoadError> {
    let text = checked_text(text)?;
    let read = || with_game!(head(text)?.game()?, Game => read_session_of::<Game>(text, now));
    read().map_err(|error| match error {
        LoadError::Syntax { .. } => recognised(text).map_or(error, LoadError::Other),
        error => error,
    })
}

fn read_session_of<G: InFile>(text: &[u8], now: DateTime<FixedOffset>) -> Result<Loaded, LoadError>
where
    AnySession: From<Session<G>>,
{
    let mut unknown = Vec::new();
    let mut input = serde_json::Deserializer::from_slice(text);
    let mut file: FileIn<G, Steps<G>> = serde_ignored::deserialize(Strict::of(&mut input), |path| {
        let path = path.to_string();
        // The path of another game's field ends in a mark for an optional value.
        let path = path.trim_end_matches(".?");
        let name = path.rsplit('.').next().unwrap_or(path);
        if !REPEATED.contains(&name) && unknown.len() < 20 {
            unknown.push(quoted(path, QUOTED_MAX));
        }
    })
    .map_err(|error| LoadError::syntax(&error))?;
    input.end().map_err(|error| LoadError::syntax(&error))?;
    file.complete_rules(text)?;
    let (saved, identified) = (file.saved, file.id.is_some());
    let without_id = (0..file.players.kept.len()).filter(|&seat| file.player_id(seat).is_none());
    let made_up = MadeUp { started: file.started.is_none(), players: without_id.collect() };
    match session(file, now) {
        Ok(session) => Ok(Loaded { session: session.into(), saved, unknown, identified, made_up }),
        Err(error) => Err(error.with_unknown(unknown)),
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub record: Record,
    pub saved: Option<DateTime<FixedOffset>>,
    pub place: String,
    pub notes: String,
}

/// Does not read the steps, which makes it several times as fast.
pub fn read_record(text: &[u8], now: DateTime<FixedOffset>, everyone: &Everyone) -> Result<Listed, LoadError> {
    let text = checked_text(text)?;
    // Most files are of Wizard and thus parsed only once.
    let wizard = parsed::<FileIn<wizard::Game, IgnoredAny>>(text);
    if let Ok(file) = wizard
        && file.game.is_none()
    {
        return record(file, text, now, everyone);
    }
    // For a file of another kind or version, the head gives a better reason than a missing field.
    with_game!(head(text)?.game()?, Game => record::<Game>(parsed(text)?, text, now, everyone))
}

fn record<G: InFile>(
    mut file: FileIn<G, IgnoredAny>,
    text: &[u8],
    now: DateTime<FixedOffset>,
    everyone: &Everyone,
) -> Result<Listed, LoadError> {
    Head { format: file.format.take(), version: file.version, game: None }.check()?;
    file.complete_rules(text)?;
    let saved = file.saved;
    let (parts, ..) = parts(file, now)?;
    let record = Record::of_table(parts.frame(), &parts.game, &parts.table, everyone);
    Ok(Listed { record, saved, place: parts.place, notes: parts.notes })
}

/// Strips a byte order mark and checks the length.
pub(super) fn checked_text(text: &[u8]) -> Result<&[u8], LoadError> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    if text.len() as u64 > FILE_MAX { Err(ReadError::TooLarge(FILE_MAX).into()) } else { Ok(text) }
}

fn head(text: &[u8]) -> Result<Head, LoadError> {
    let head: Head = parsed(text)?;
    head.check()?;
    Ok(head)
}

struct Parts<G: InFile> {
    id: Uuid,
    started: DateTime<FixedOffset>,
    people: People,
    place: String,
    notes: String,
    counted: Counted,
    tournament: Option<TournamentTable>,
    game: G,
    table: G::Table,
}

impl<G: InFile> Parts<G> {
    fn frame(&self) -> Frame<'_> {
        let Parts { id, started, people, place, notes, counted, tournament, .. } = self;
        let tournament = tournament.as_ref();
        Frame { id: *id, started: *started, people, place, notes, counted: *counted, tournament }
    }
}

fn parts<G: InFile, Steps>(
    file: FileIn<G, Steps>,
    now: DateTime<FixedOffset>,
) -> Result<(Parts<G>, Steps, usize), LoadError> {
    let count = file.players.count;
    let player = |(seat, player): (Seat, &PlayerIn)| Player {
        name: player.name.clone(),
        id: file.player_id(seat).unwrap_or_else(Uuid::new_v4),
        look: player.look,
    };
    let players: Vec<Player> = file.players.kept.iter().enumerate().map(player).collect();
    let FileIn { first_dealer, first_player, seating, start, rules, rounds, penalties, ended_early, .. } = file;
    let start = start.0.flatten().map(|start| start.kept);
    // Handwritten games may omit that the first one begins.
    let (first_dealer, first_player) = (first_dealer.0.or(Some(0)), first_player.0.or(Some(0)));
    let agreed = Agreed { first_dealer, first_player, seating, rules, start };
    let game = G::of_agreed(agreed, count)?;
    let read = TableIn { rounds, penalties: penalties.0.unwrap_or_default(), ended_early };
    let people = People::seated(players, file.former_players)?;
    let (place, notes) = checked_notes(&file.place, &file.notes)?;
    let table = game.table_of(read, &|round| people.names_in(round))?;
    let (id, started) = (file.id.unwrap_or_else(Uuid::new_v4), file.started.unwrap_or(now));
    let (counted, tournament) = (Counted::of(file.counted, file.copy_of), file.tournament);
    let parts = Parts { id, started, people, place, notes, counted, tournament, game, table };
    Ok((parts, file.steps, file.undone))
}

/// One more than allowed, so that the excess is reported.
type Starts = AtMost<i64, { last_wizard::PLAYERS_MAX + 1 }>;

/// A longer list is dropped, like steps that do not lead to the facts.
type Steps<G> = AtMost<WrittenStep<G>, STEPS_MAX>;

fn session<G: InFile>(file: FileIn<G, Steps<G>>, now: DateTime<FixedOffset>) -> Result<Session<G>, LoadError> {
    let (parts, steps, undone) = parts(file, now)?;
    let session = Session::of(parts.frame(), parts.game.clone());
    // An impossible change of agreement makes all steps be dropped, too.
    let read = (steps.count <= STEPS_MAX).then(|| steps.kept.into_iter().map(|step| step.read()).collect());
    let (steps, undone) = match read {
        Some(Ok(steps)) => (steps, undone),
        Some(Err(_)) | None => (Vec::new(), 0),
    };
    Ok(session.with_facts(parts.table, steps, undone)?)
}
