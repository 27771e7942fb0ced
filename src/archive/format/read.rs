//! Reading a session, also one that was written by hand.

use std::collections::BTreeSet;
use std::fmt;

use chrono::{DateTime, FixedOffset};
use serde::de::{self, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use uuid::Uuid;

use super::error::{FILE_MAX, FORMAT, LoadError, QUOTED_MAX, STEPS_MAX, VERSION};
use super::loaded::{Loaded, MadeUp};
use super::step::WrittenStep;
use crate::archive::disk::ReadError;
use crate::seats::PerSeat;
use crate::session::{Former, Frame, Player, Record, Session, SetupError, Step, checked_former, checked_notes, seated};
use crate::text::quoted;
use crate::wizard::{
    Bidding, Breach, BrokenRule, Cloud, CloudEntry, Game, OpenRound, PENALTIES_MAX, PLAYERS_MAX, PenaltyGiven, Phase,
    ROUNDS_MAX, Round, RuleSet, ScoredRound, Seat, Table, Trump, Waiver, present,
};

/// Fields that other programs like to see in a file; they follow from the facts.
const REPEATED: [&str; 12] = [
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
];

#[derive(Deserialize)]
struct Head {
    format: Option<String>,
    version: Option<u64>,
}

impl Head {
    /// Is this a file of ours that this version reads?
    fn check(&self) -> Result<(), LoadError> {
        match (&self.format, self.version) {
            (Some(format), _) if format != FORMAT => Err(LoadError::other_format(format)),
            (_, Some(version)) if version > VERSION => Err(LoadError::Newer(version)),
            _ => Ok(()),
        }
    }
}

/// A file's fields, with its steps or without.
#[derive(Deserialize)]
#[serde(bound(deserialize = "Steps: Default + Deserialize<'de>"))]
struct FileIn<Steps> {
    format: Option<String>,
    version: Option<u64>,
    id: Option<Uuid>,
    started: Option<DateTime<FixedOffset>>,
    saved: Option<DateTime<FixedOffset>>,
    ended_early: Option<DateTime<FixedOffset>>,
    copy_of: Option<Uuid>,
    #[serde(default)]
    place: String,
    #[serde(default)]
    notes: String,
    players: AtMost<PlayerIn, PLAYERS_MAX>,
    /// An export has them here, beside the names.
    #[serde(default)]
    player_ids: AtMost<Uuid, PLAYERS_MAX>,
    #[serde(default)]
    former_players: Vec<Former>,
    first_dealer: i64,
    #[serde(default)]
    rules: RuleSet,
    rounds: AtMost<RoundIn, ROUNDS_MAX>,
    #[serde(default)]
    penalties: Penalties,
    #[serde(default)]
    steps: Steps,
    #[serde(default)]
    undone: usize,
}

/// What a file says of Plus/Minus One.
#[derive(Default, Deserialize)]
#[serde(default)]
struct VariantIn {
    plus_minus_one: Option<bool>,
}

#[derive(Deserialize)]
struct VariantsIn {
    #[serde(default)]
    rules: VariantIn,
}

impl<Steps> FileIn<Steps> {
    /// Reads what the file leaves out: Plus/Minus One is a variant (G, 25, E, W), and of the files that do not name it only
    /// those of version 1 are played with it.
    fn with_variants(mut self, text: &[u8]) -> Result<FileIn<Steps>, LoadError> {
        if self.version != Some(1) {
            let told: VariantsIn = serde_json::from_slice(text).map_err(|error| LoadError::syntax(&error))?;
            self.rules.plus_minus_one = told.rules.plus_minus_one.unwrap_or_default();
        }
        Ok(self)
    }

    fn player_id(&self, seat: Seat) -> Option<Uuid> {
        let player = self.players.kept.get(seat)?;
        player.id.or_else(|| self.player_ids.kept.get(seat).copied())
    }
}

/// A number for each player.
type Numbers = AtMost<Option<i64>, PLAYERS_MAX>;

/// One more than a game has, so that it is told.
type Penalties = AtMost<PenaltyGiven, { PENALTIES_MAX + 1 }>;

/// A list of which no more is kept than a game can have: one without end needs no memory.
struct AtMost<T, const MOST: usize> {
    kept: Vec<T>,
    /// How many there were.
    count: usize,
}

impl<T, const MOST: usize> Default for AtMost<T, MOST> {
    fn default() -> Self {
        AtMost { kept: Vec::new(), count: 0 }
    }
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for AtMost<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Items<T, const MOST: usize>(AtMost<T, MOST>);
        impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for Items<T, MOST> {
            type Value = AtMost<T, MOST>;
            fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
                out.write_str("a sequence")
            }
            fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<Self::Value, A::Error> {
                while let Some(item) = list.next_element()? {
                    self.0.count += 1;
                    if self.0.count <= MOST {
                        self.0.kept.push(item);
                    }
                }
                Ok(self.0)
            }
        }
        input.deserialize_seq(Items(AtMost::default()))
    }
}

/// A name, or an object with a name.
struct PlayerIn {
    name: String,
    id: Option<Uuid>,
}

impl<'de> Deserialize<'de> for PlayerIn {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Object {
            name: String,
            id: Option<Uuid>,
        }
        struct NameOrObject;
        impl<'de> Visitor<'de> for NameOrObject {
            type Value = PlayerIn;
            fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
                out.write_str("a name, or an object with a name")
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<PlayerIn, E> {
                Ok(PlayerIn { name: name.to_owned(), id: None })
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<PlayerIn, A::Error> {
                let Object { name, id } = Object::deserialize(de::value::MapAccessDeserializer::new(map))?;
                Ok(PlayerIn { name, id })
            }
        }
        input.deserialize_any(NameOrObject)
    }
}

#[derive(Deserialize)]
struct RoundIn {
    bids: Numbers,
    tricks: Option<Numbers>,
    /// Left out: what the rules give. Null: not recorded.
    #[serde(default, deserialize_with = "present")]
    trump: Option<Option<Trump>>,
    #[serde(default)]
    bomb: bool,
    bombs: Option<i64>,
    cloud: Option<CloudIn>,
    #[serde(default)]
    clouds: AtMost<CloudIn, 2>,
    #[serde(default)]
    waived: BTreeSet<Waiver>,
    finished: Option<DateTime<FixedOffset>>,
    phase: Option<Phase>,
}

/// Who took the Cloud and the change, both as they are given.
#[derive(Deserialize)]
#[serde(try_from = "CloudFields")]
enum CloudIn {
    Asked(Option<i64>),
    Taken(i64, i64),
}

#[derive(Deserialize)]
struct CloudFields {
    player: Option<i64>,
    change: Option<i64>,
}

impl TryFrom<CloudFields> for CloudIn {
    type Error = &'static str;

    fn try_from(CloudFields { player, change }: CloudFields) -> Result<CloudIn, &'static str> {
        match (player, change) {
            (None, Some(_)) => Err("missing field `player`"),
            (Some(player), Some(change)) => Ok(CloudIn::Taken(player, change)),
            (player, None) => Ok(CloudIn::Asked(player)),
        }
    }
}

/// Reads a session, or a game written by hand with just players, dealer, rules and rounds.
///
/// # Errors
/// [`LoadError`]; text and rules are told apart by [`LoadError::is_broken_rule`].
pub fn read_session(text: &[u8], now: DateTime<FixedOffset>) -> Result<Loaded, LoadError> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    if text.len() as u64 > FILE_MAX {
        return Err(ReadError::TooLarge(FILE_MAX).into());
    }
    check_head(text)?;
    let mut unknown = Vec::new();
    let mut input = serde_json::Deserializer::from_slice(text);
    let file: FileIn<Steps> = serde_ignored::deserialize(&mut input, |path| {
        let path = path.to_string();
        let name = path.rsplit('.').next().unwrap_or(&path);
        if !REPEATED.contains(&name) && unknown.len() < 20 {
            unknown.push(quoted(&path, QUOTED_MAX));
        }
    })
    .map_err(|error| LoadError::syntax(&error))?;
    input.end().map_err(|error| LoadError::syntax(&error))?;
    let file = file.with_variants(text)?;
    let (saved, identified) = (file.saved, file.id.is_some());
    let without_id = (0..file.players.kept.len()).filter(|&seat| file.player_id(seat).is_none());
    let made_up = MadeUp { started: file.started.is_none(), players: without_id.collect() };
    match session(file, now) {
        Ok(session) => Ok(Loaded { session, saved, unknown, identified, made_up }),
        Err(error) if unknown.is_empty() => Err(error),
        Err(error) => Err(LoadError::WithUnknownFields { error: Box::new(error), unknown }),
    }
}

/// Reads what lists and statistics know of a session, without its steps: several times as fast.
///
/// # Errors
/// [`LoadError`].
pub fn read_record(
    text: &[u8],
    now: DateTime<FixedOffset>,
) -> Result<(Record, Option<DateTime<FixedOffset>>), LoadError> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    if text.len() as u64 > FILE_MAX {
        return Err(ReadError::TooLarge(FILE_MAX).into());
    }
    let mut file: FileIn<IgnoredAny> = match serde_json::from_slice(text) {
        Ok(file) => file,
        // A file of another kind or version says more about itself than which of our fields it lacks.
        Err(error) => return Err(check_head(text).err().unwrap_or_else(|| LoadError::syntax(&error))),
    };
    Head { format: file.format.take(), version: file.version }.check()?;
    let saved = file.saved;
    let (parts, _, _) = parts(file.with_variants(text)?, now)?;
    Ok((Record::of_table(parts.frame(), &parts.game, &parts.table), saved))
}

fn check_head(text: &[u8]) -> Result<(), LoadError> {
    serde_json::from_slice::<Head>(text).map_err(|error| LoadError::syntax(&error))?.check()
}

/// A session's fields, checked each for itself and against the rules.
struct Parts {
    id: Uuid,
    started: DateTime<FixedOffset>,
    players: Vec<Player>,
    former: Vec<Former>,
    place: String,
    notes: String,
    copy_of: Option<Uuid>,
    game: Game,
    table: Table,
}

impl Parts {
    fn frame(&self) -> Frame<'_> {
        let Parts { id, started, players, former, place, notes, copy_of, .. } = self;
        Frame { id: *id, started: *started, players, former, place, notes, copy_of: *copy_of }
    }
}

fn parts<Steps>(file: FileIn<Steps>, now: DateTime<FixedOffset>) -> Result<(Parts, Steps, usize), LoadError> {
    let count = file.players.count;
    let player = |(seat, player): (Seat, &PlayerIn)| Player {
        name: player.name.clone(),
        id: file.player_id(seat).unwrap_or_else(Uuid::new_v4),
    };
    let players: Vec<Player> = file.players.kept.iter().enumerate().map(player).collect();
    // The number of players is checked before the dealer, who could be at no table of that size.
    file.rules.check(count).map_err(SetupError::from)?;
    let first_dealer = usize::try_from(file.first_dealer).ok().filter(|&dealer| dealer < count);
    let first_dealer = first_dealer.ok_or(SetupError::FirstDealer { dealer: file.first_dealer, players: count })?;
    let players = seated(players)?;
    let former = checked_former(file.former_players, count)?;
    let (place, notes) = checked_notes(&file.place, &file.notes)?;
    let game = Game::new(count, first_dealer, file.rules).map_err(SetupError::from)?;
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    let table = table(&game, &names, file.rounds, file.penalties, file.ended_early)?;
    let (id, started) = (file.id.unwrap_or_else(Uuid::new_v4), file.started.unwrap_or(now));
    let (place, notes) = (place.to_owned(), notes.to_owned());
    let copy_of = file.copy_of;
    Ok((Parts { id, started, players, former, place, notes, copy_of, game, table }, file.steps, file.undone))
}

/// What was tapped. Nobody taps so often in one game; more are given up like those that do not lead to the facts.
type Steps = AtMost<WrittenStep, STEPS_MAX>;

fn session(file: FileIn<Steps>, now: DateTime<FixedOffset>) -> Result<Session, LoadError> {
    let (parts, steps, undone) = parts(file, now)?;
    let session = Session::of(parts.frame(), parts.game.clone());
    // A change that cannot have been made gives the steps up, too.
    let read = (steps.count <= STEPS_MAX).then(|| steps.kept.into_iter().map(Step::try_from).collect());
    let (steps, undone) = match read {
        Some(Ok(steps)) => (steps, undone),
        Some(Err(_)) | None => (Vec::new(), 0),
    };
    Ok(session.with_facts(parts.table, steps, undone)?)
}

fn table(
    game: &Game,
    names: &[String],
    rounds: AtMost<RoundIn, ROUNDS_MAX>,
    penalties: Penalties,
    ended_early: Option<DateTime<FixedOffset>>,
) -> Result<Table, BrokenRule> {
    let planned = game.plan().rounds();
    let broken = |round: usize, breach: Breach| BrokenRule { round, breach, names: names.to_vec() };
    if rounds.count > planned {
        return Err(broken(planned + 1, Breach::NoSuchRound { planned }));
    }
    let mut table = Table { scored: Vec::new(), open: None, penalties: Vec::new(), ended_early };
    let last = rounds.count;
    for (index, raw) in rounds.kept.into_iter().enumerate() {
        let number = index + 1;
        let (phase, finished) = (raw.phase, raw.finished);
        let facts = facts(game, number, raw).map_err(|breach| broken(number, breach))?;
        if number == last && (phase.is_some() || !facts.is_complete()) {
            let phase = phase.unwrap_or_else(|| likely_phase(game, &facts));
            table.open = Some(OpenRound { facts, phase });
        } else {
            let facts = game.check_round(number, &facts).map_err(|breach| broken(number, breach))?;
            table.scored.push(ScoredRound { facts, finished });
        }
    }
    let given = game.check_penalties(penalties.kept, table.scored.len());
    table.penalties = given.map_err(|breach| broken(0, breach))?;
    if table.scored.len() == planned {
        // A game with all its rounds is finished, whatever else the file says.
        table.ended_early = None;
    }
    if table.open.is_none() && last < planned {
        let dealt = Table::new(game).open.map(|open| open.phase);
        let facts = Round::empty(game.players(), game.given_trump(last + 1));
        table.open = dealt.map(|phase| OpenRound { facts, phase });
    }
    Ok(table)
}

/// What is being entered in a round written by hand, which does not say so.
pub(in crate::archive) fn likely_phase(game: &Game, facts: &Round) -> Phase {
    let (bids, tricks) = (facts.bids.iter().all(Option::is_some), facts.tricks.iter().all(Option::is_some));
    match game.rules().bidding {
        Bidding::Secret if tricks => Phase::Bidding,
        Bidding::Secret => Phase::Playing,
        _ if bids => Phase::Playing,
        _ => Phase::Bidding,
    }
}

fn facts(game: &Game, number: usize, raw: RoundIn) -> Result<Round, Breach> {
    let (players, cards) = (game.players(), game.cards(number));
    let length = |list: &'static str, found: usize| {
        if found == players { Ok(()) } else { Err(Breach::Length { list, found, players }) }
    };
    length("bids", raw.bids.count)?;
    let tricks = raw.tricks.unwrap_or_else(|| AtMost { kept: vec![None; players], count: players });
    length("tricks", tricks.count)?;
    let small = |number: i64| u8::try_from(number).ok().filter(|&number| number <= cards);
    let each = |list: &[Option<i64>], breach: &dyn Fn(usize, i64) -> Breach| {
        list.iter()
            .enumerate()
            .map(|(player, number)| {
                number.map(|number| small(number).ok_or_else(|| breach(player, number))).transpose()
            })
            .collect::<Result<PerSeat<_>, _>>()
    };
    let taker = |given: i64| {
        let player = usize::try_from(given).ok().filter(|&player| player < players);
        player.ok_or(Breach::CloudPlayer { player: given })
    };
    let cloud = |given: CloudIn| match given {
        CloudIn::Asked(player) => Ok(CloudEntry::Asked(player.map(taker).transpose()?)),
        CloudIn::Taken(player, change) => {
            let player = taker(player)?;
            let change = change.try_into().map_err(|_| Breach::CloudChange { player, change })?;
            Ok(CloudEntry::Taken(Cloud { player, change }))
        }
    };
    game.check_cloud_count(usize::from(raw.cloud.is_some()) + raw.clouds.count)?;
    let bombs = raw.bombs.unwrap_or(raw.bomb.into());
    let too_many = || Breach::Bombs { bombs, most: game.bombs_possible(number) };
    Ok(Round {
        bids: each(&raw.bids.kept, &|player, bid| Breach::BidRange { player, bid, cards })?,
        tricks: each(&tricks.kept, &|player, tricks| Breach::TricksRange { player, tricks, cards })?,
        trump: raw.trump.unwrap_or_else(|| game.given_trump(number)),
        bombs: u8::try_from(bombs).map_err(|_| too_many())?,
        clouds: raw.cloud.into_iter().chain(raw.clouds.kept).map(cloud).collect::<Result<_, _>>()?,
        waived: raw.waived,
    })
}
