//! Reading a session, including one written by hand.

use std::fmt;

use chrono::{DateTime, FixedOffset};
use serde::de::{self, IgnoredAny, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use uuid::Uuid;

use super::error::{FILE_MAX, FORMAT, LoadError, QUOTED_MAX, STEPS_MAX, VERSION};
use super::game::{Agreed, InFile, Own, Penalties, Told};
use super::loaded::{Loaded, MadeUp};
use super::step::WrittenStep;
use super::strict::{Strict, parsed};
use crate::archive::disk::ReadError;
use crate::game::{AtMost, present};
use crate::seats::{Order, Seat};
use crate::session::{
    AnySession, Colour, Everyone, Former, Frame, GameName, Look, People, Player, Record, Session, Sign, ToldApart,
    TournamentTable, checked_notes, known,
};
use crate::text::quoted;
use crate::wizard::PLAYERS_MAX;
use crate::{last_wizard, with_game, wizard};

/// Fields written for other programs; they follow from the facts and are ignored here.
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

/// Reads a version, of which there are 1 and later ones.
pub(super) fn version<'de, D: Deserializer<'de>>(input: D) -> Result<Option<u64>, D::Error> {
    match u64::deserialize(input)? {
        0 => Err(de::Error::invalid_value(Unexpected::Unsigned(0), &"a version from 1 on")),
        version => Ok(Some(version)),
    }
}

impl Head {
    /// Checks that this is one of our files, in a version that can be read.
    fn check(&self) -> Result<(), LoadError> {
        match (&self.format, self.version) {
            (Some(format), _) if format != FORMAT => Err(LoadError::other_format(format)),
            (_, Some(version)) if version > VERSION => Err(LoadError::Newer(version)),
            _ => Ok(()),
        }
    }

    /// The game the file is about.
    fn game(&self) -> Result<GameName, LoadError> {
        match self.game.as_deref() {
            None => Ok(GameName::Wizard),
            Some(name) => GameName::of_key(name).ok_or_else(|| LoadError::OtherGame(quoted(name, QUOTED_MAX))),
        }
    }
}

/// The fields of a file, with or without its steps.
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
    started: Option<DateTime<FixedOffset>>,
    saved: Option<DateTime<FixedOffset>>,
    ended_early: Option<DateTime<FixedOffset>>,
    #[serde(default, deserialize_with = "present")]
    copy_of: Option<Uuid>,
    #[serde(default, deserialize_with = "present")]
    tournament: Option<TournamentTable>,
    #[serde(default)]
    place: String,
    #[serde(default)]
    notes: String,
    players: AtMost<PlayerIn, PLAYERS_MAX>,
    /// Exports have the ids here, beside the names.
    #[serde(default)]
    player_ids: AtMost<Uuid, PLAYERS_MAX>,
    #[serde(default)]
    former_players: Vec<Former>,
    first_dealer: Own<wizard::Game, G, i64>,
    first_player: Own<last_wizard::Game, G, i64>,
    /// Where the deal did not simply move on.
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

impl<G: InFile, Steps> FileIn<G, Steps> {
    fn player_id(&self, seat: Seat) -> Option<Uuid> {
        let player = self.players.kept.get(seat)?;
        player.id.or_else(|| self.player_ids.kept.get(seat).copied())
    }

    /// Whether the program wrote the file, or exported it: what an earlier version let pass is put right. People who
    /// write a file by hand give it no id, and are told what is wrong.
    fn is_ours(&self) -> bool {
        self.id.is_some()
    }

    /// Completes the rules and makes those playable that an earlier version wrote. Returns how many cards the deck got.
    fn complete_rules(&mut self, text: &[u8]) -> Result<u8, LoadError> {
        self.rules = G::completed(std::mem::take(&mut self.rules), self.version, text)?;
        Ok(if self.is_ours() { G::fill_deck(&mut self.rules, self.players.count) } else { 0 })
    }
}

/// A name, or an object with a name.
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
                let Object { name, id, colour, sign } =
                    Object::deserialize(de::value::MapAccessDeserializer::new(map))?;
                Ok(PlayerIn { name, id, look: Look { colour, sign } })
            }
        }
        input.deserialize_any(NameOrObject)
    }
}

/// Reads a session, or a game written by hand with just players, first dealer or player, rules and rounds.
///
/// # Errors
/// [`LoadError`]; [`LoadError::is_broken_rule`] tells errors of text from errors of rules.
pub fn read_session(text: &[u8], now: DateTime<FixedOffset>) -> Result<Loaded, LoadError> {
    let text = checked_text(text)?;
    with_game!(head(text)?.game()?, Game => read_session_of::<Game>(text, now))
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
    let extra_cards = file.complete_rules(text)?;
    let (saved, identified) = (file.saved, file.id.is_some());
    let without_id = (0..file.players.kept.len()).filter(|&seat| file.player_id(seat).is_none());
    let made_up = MadeUp { started: file.started.is_none(), players: without_id.collect() };
    let rounds_left_out = G::rounds_left_out(&file.rounds);
    match session(file, now) {
        Ok((session, told_apart, trumps_dropped)) => {
            let session = session.into();
            let loaded = Loaded {
                session,
                saved,
                unknown,
                identified,
                made_up,
                rounds_left_out,
                trumps_dropped,
                extra_cards,
                told_apart,
            };
            Ok(loaded)
        }
        Err(error) if unknown.is_empty() => Err(error),
        Err(error) => Err(LoadError::WithUnknownFields { error: Box::new(error), unknown }),
    }
}

/// What lists and statistics need of a session's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The session's facts.
    pub record: Record,
    /// The time it was last saved, if the file says so.
    pub saved: Option<DateTime<FixedOffset>>,
    /// The place; may be empty.
    pub place: String,
    /// The notes; may be empty.
    pub notes: String,
}

/// Reads what lists and statistics need of a session, without its steps, which is several times as fast.
///
/// # Errors
/// [`LoadError`].
pub fn read_record(text: &[u8], now: DateTime<FixedOffset>, everyone: &Everyone) -> Result<Listed, LoadError> {
    let text = checked_text(text)?;
    // Most files are of Wizard, and this way need to be read only once.
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
    let (parts, _, _) = parts(file, now)?;
    let record = Record::of_table(parts.frame(), &parts.game, &parts.table, everyone);
    Ok(Listed { record, saved, place: parts.place, notes: parts.notes })
}

/// The text without a byte order mark, unless it is too long.
pub(super) fn checked_text(text: &[u8]) -> Result<&[u8], LoadError> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    if text.len() as u64 > FILE_MAX { Err(ReadError::TooLarge(FILE_MAX).into()) } else { Ok(text) }
}

/// Reads the head of a file, if this version can read the rest.
fn head(text: &[u8]) -> Result<Head, LoadError> {
    let head: Head = parsed(text)?;
    head.check()?;
    Ok(head)
}

/// The fields of a session, each checked by itself and against the rules.
struct Parts<G: InFile> {
    id: Uuid,
    started: DateTime<FixedOffset>,
    people: People,
    place: String,
    notes: String,
    copy_of: Option<Uuid>,
    tournament: Option<TournamentTable>,
    game: G,
    table: G::Table,
    told_apart: Vec<ToldApart>,
    trumps_dropped: usize,
}

impl<G: InFile> Parts<G> {
    fn frame(&self) -> Frame<'_> {
        let Parts { id, started, people, place, notes, copy_of, tournament, .. } = self;
        let tournament = tournament.as_ref();
        Frame { id: *id, started: *started, people, place, notes, copy_of: *copy_of, tournament }
    }
}

fn parts<G: InFile, Steps>(
    file: FileIn<G, Steps>,
    now: DateTime<FixedOffset>,
) -> Result<(Parts<G>, Steps, usize), LoadError> {
    let (count, is_ours) = (file.players.count, file.is_ours());
    let player = |(seat, player): (Seat, &PlayerIn)| Player {
        name: player.name.clone(),
        id: file.player_id(seat).unwrap_or_else(Uuid::new_v4),
        look: player.look,
    };
    let players: Vec<Player> = file.players.kept.iter().enumerate().map(player).collect();
    let FileIn { first_dealer, first_player, seating, start, rules, mut rounds, penalties, ended_early, .. } = file;
    let start = start.0.flatten().map(|start| start.kept);
    // Whoever writes a game by hand may leave out that the first one begins.
    let (first_dealer, first_player) = (first_dealer.0.or(Some(0)), first_player.0.or(Some(0)));
    let agreed = Agreed { first_dealer, first_player, seating, rules, start };
    let game = G::of_agreed(agreed, count)?;
    // Older versions offered a trump in every round.
    let trumps_dropped = if is_ours { game.drop_trumps(&mut rounds) } else { 0 };
    let told = Told { rounds, penalties: penalties.0.unwrap_or_default(), ended_early };
    let (people, told_apart) = if is_ours {
        People::told_apart(players, file.former_players)?
    } else {
        (People::seated(players, file.former_players)?, Vec::new())
    };
    let (place, notes) = checked_notes(&file.place, &file.notes)?;
    let table = game.table_of(told, &|round| people.names_in(round))?;
    let (id, started) = (file.id.unwrap_or_else(Uuid::new_v4), file.started.unwrap_or(now));
    let (place, notes) = (place.to_owned(), notes.to_owned());
    let (copy_of, tournament) = (file.copy_of, file.tournament);
    let parts =
        Parts { id, started, people, place, notes, copy_of, tournament, game, table, told_apart, trumps_dropped };
    Ok((parts, file.steps, file.undone))
}

/// The starting spaces of The Last Wizard, with one more than allowed.
type Starts = AtMost<i64, { last_wizard::PLAYERS_MAX + 1 }>;

/// The steps. No game has this many; a longer list is dropped, like steps that do not lead to the facts.
type Steps<G> = AtMost<WrittenStep<G>, STEPS_MAX>;

fn session<G: InFile>(
    file: FileIn<G, Steps<G>>,
    now: DateTime<FixedOffset>,
) -> Result<(Session<G>, Vec<ToldApart>, usize), LoadError> {
    let is_ours = file.is_ours();
    let (parts, steps, undone) = parts(file, now)?;
    let session = Session::of(parts.frame(), parts.game.clone());
    // An impossible change of agreement makes all steps be dropped, too.
    let read = (steps.count <= STEPS_MAX).then(|| steps.kept.into_iter().map(|step| step.read(is_ours)).collect());
    let (steps, undone) = match read {
        Some(Ok(steps)) => (steps, undone),
        Some(Err(_)) | None => (Vec::new(), 0),
    };
    Ok((session.with_facts(parts.table, steps, undone)?, parts.told_apart, parts.trumps_dropped))
}
