//! The file format (`docs/format.md`): facts only. Scores that a file repeats for other programs are ignored.

use std::fmt;
use std::io;

use chrono::{DateTime, FixedOffset};
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use uuid::Uuid;

use crate::session::{Command, OpenRound, Phase, Player, ScoredRound, Session, SetupError, Table};
use crate::wizard::{Bidding, Breach, BrokenRule, Cloud, Game, Round, RuleSet, SpecialCard, Trump};

/// The name in every file's `format` field.
pub const FORMAT: &str = "tablet-of-truth";
/// The version this program writes, and the newest it reads.
pub const VERSION: u64 = 1;
/// The largest file that is read, in bytes; a long evening is below 20 kB.
pub const FILE_MAX: u64 = 16 * 1024 * 1024;

/// Fields that other programs like to see in a file; they follow from the facts.
const REPEATED: [&str; 11] = [
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
    "winner",
];

/// Why a text is not a session.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be opened or read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is no file but a folder, a pipe or a device.
    #[error("is not a file")]
    NotAFile,
    /// No session is that large.
    #[error("is larger than {} MB, which no session is", FILE_MAX / 1024 / 1024)]
    TooLarge,
    /// The text is not JSON, or not with our fields.
    #[error("line {line}, column {column}: {message}")]
    Syntax {
        /// From 1.
        line: usize,
        /// From 1; 0 at the end of a line.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// JSON of another program.
    #[error("is a file of another kind: its format is {0:?}")]
    OtherFormat(String),
    /// Written by a newer version of this program.
    #[error(
        "was saved by a newer version of Tablet of Truth (format {0}; this one reads up to {VERSION}). Update the program to open it"
    )]
    Newer(u64),
    /// Names, dealer or rules that cannot be played.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// Facts that break a rule.
    #[error("{0}")]
    BrokenRule(#[from] BrokenRule),
}

impl LoadError {
    /// Is the text well formed, and only the game in it against the rules?
    pub fn is_broken_rule(&self) -> bool {
        matches!(self, LoadError::Setup(_) | LoadError::BrokenRule(_))
    }

    fn syntax(error: &serde_json::Error) -> LoadError {
        let text = error.to_string();
        let message = text.split(" at line ").next().unwrap_or(&text).to_owned();
        LoadError::Syntax { line: error.line(), column: error.column(), message }
    }
}

/// A session that was read.
#[derive(Debug)]
pub struct Loaded {
    /// The session.
    pub session: Session,
    /// When it was last saved, if the file says so.
    pub saved: Option<DateTime<FixedOffset>>,
    /// Fields that this program does not know and did not read, as paths.
    pub unknown: Vec<String>,
    /// The file gives the session an id; a game written by hand gets a new one each time it is read.
    pub identified: bool,
}

#[derive(Deserialize)]
struct Head {
    format: Option<String>,
    version: Option<u64>,
}

#[derive(Deserialize)]
struct FileIn {
    #[serde(rename = "format")]
    _format: Option<String>,
    #[serde(rename = "version")]
    _version: Option<u64>,
    id: Option<Uuid>,
    started: Option<DateTime<FixedOffset>>,
    saved: Option<DateTime<FixedOffset>>,
    ended_early: Option<DateTime<FixedOffset>>,
    players: Vec<PlayerIn>,
    first_dealer: i64,
    #[serde(default)]
    rules: RulesIn,
    rounds: Vec<RoundIn>,
    #[serde(default)]
    steps: Vec<Command>,
    #[serde(default)]
    undone: usize,
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

#[derive(Default, Deserialize)]
struct RulesIn {
    plus_minus_one: Option<bool>,
    plus_minus_one_from: Option<i64>,
    #[serde(default)]
    bidding: Bidding,
    #[serde(default)]
    special_cards: Vec<SpecialCard>,
    #[serde(default)]
    unicolor: bool,
    #[serde(default)]
    clairvoyance: bool,
    hands: Option<Vec<i64>>,
    #[serde(default)]
    ties_by_bids_met: bool,
}

#[derive(Deserialize)]
struct RoundIn {
    bids: Vec<Option<i64>>,
    tricks: Option<Vec<Option<i64>>>,
    /// Left out: what the rules give. Null: not recorded.
    #[serde(default, deserialize_with = "present")]
    trump: Option<Option<Trump>>,
    #[serde(default)]
    bomb: bool,
    cloud: Option<CloudIn>,
    finished: Option<DateTime<FixedOffset>>,
    phase: Option<Phase>,
}

#[derive(Deserialize)]
struct CloudIn {
    player: i64,
    change: i64,
}

fn present<'de, D: Deserializer<'de>>(input: D) -> Result<Option<Option<Trump>>, D::Error> {
    Option::deserialize(input).map(Some)
}

/// Reads a session, or a game written by hand with just players, dealer, rules and rounds.
///
/// # Errors
/// [`LoadError`]; text and rules are told apart by [`LoadError::is_broken_rule`].
pub fn read_session(text: &[u8], now: DateTime<FixedOffset>) -> Result<Loaded, LoadError> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    if text.len() as u64 > FILE_MAX {
        return Err(LoadError::TooLarge);
    }
    let head: Head = serde_json::from_slice(text).map_err(|error| LoadError::syntax(&error))?;
    match (head.format, head.version) {
        (Some(format), _) if format != FORMAT => return Err(LoadError::OtherFormat(format)),
        (_, Some(version)) if version > VERSION => return Err(LoadError::Newer(version)),
        _ => {}
    }
    let mut unknown = Vec::new();
    let mut input = serde_json::Deserializer::from_slice(text);
    let file: FileIn = serde_ignored::deserialize(&mut input, |path| {
        let path = path.to_string();
        let name = path.rsplit('.').next().unwrap_or(&path);
        if !REPEATED.contains(&name) && unknown.len() < 20 {
            unknown.push(path);
        }
    })
    .map_err(|error| LoadError::syntax(&error))?;
    input.end().map_err(|error| LoadError::syntax(&error))?;
    let (saved, identified) = (file.saved, file.id.is_some());
    Ok(Loaded { session: session(file, now)?, saved, unknown, identified })
}

fn session(file: FileIn, now: DateTime<FixedOffset>) -> Result<Session, LoadError> {
    let players: Vec<Player> = file
        .players
        .into_iter()
        .map(|player| Player { name: player.name, id: player.id.unwrap_or_else(Uuid::new_v4) })
        .collect();
    let count = players.len();
    let rules = rules(file.rules, count)?;
    // The number of players is checked before the dealer, who could be at no table of that size.
    rules.check(count).map_err(SetupError::from)?;
    let first_dealer = usize::try_from(file.first_dealer)
        .map_err(|_| SetupError::FirstDealer { dealer: file.first_dealer, players: count })?;
    let id = file.id.unwrap_or_else(Uuid::new_v4);
    let session = Session::new(id, file.started.unwrap_or(now), players, first_dealer, rules)?;
    let table = table(session.game(), &session.names(), file.rounds, file.ended_early)?;
    Ok(session.with_facts(table, file.steps, file.undone)?)
}

fn rules(rules: RulesIn, players: usize) -> Result<RuleSet, SetupError> {
    use crate::wizard::RuleConflict;
    let hands = rules.hands.map(|hands| {
        if hands.len() > crate::wizard::ROUNDS_MAX {
            return Err(RuleConflict::RoundCount(hands.len()));
        }
        // 0 and 255 are outside every plan: the rule set names the round and what is possible.
        Ok(hands.iter().map(|&cards| u8::try_from(cards.max(0)).unwrap_or(u8::MAX)).collect())
    });
    let rules = RuleSet {
        plus_minus_one: rules.plus_minus_one.unwrap_or(true),
        plus_minus_one_from: u8::try_from(rules.plus_minus_one_from.unwrap_or(1).max(0)).unwrap_or(u8::MAX),
        bidding: rules.bidding,
        special_cards: rules.special_cards.into_iter().collect(),
        unicolor: rules.unicolor,
        clairvoyance: rules.clairvoyance,
        hands: hands.transpose()?,
        ties_by_bids_met: rules.ties_by_bids_met,
    };
    rules.check(players)?;
    Ok(rules)
}

fn table(
    game: &Game,
    names: &[String],
    rounds: Vec<RoundIn>,
    ended_early: Option<DateTime<FixedOffset>>,
) -> Result<Table, BrokenRule> {
    let planned = game.plan().rounds();
    let broken = |round: usize, breach: Breach| BrokenRule { round, breach, names: names.to_vec() };
    if rounds.len() > planned {
        return Err(broken(planned + 1, Breach::NoSuchRound { planned }));
    }
    let mut table = Table { scored: Vec::new(), open: None, ended_early };
    let last = rounds.len();
    for (index, raw) in rounds.into_iter().enumerate() {
        let number = index + 1;
        let (phase, finished) = (raw.phase, raw.finished);
        let facts = facts(game, number, raw).map_err(|breach| broken(number, breach))?;
        let complete = facts.bids.iter().chain(&facts.tricks).all(Option::is_some);
        if number == last && (phase.is_some() || !complete) {
            let phase = phase.unwrap_or_else(|| likely_phase(game, &facts));
            table.open = Some(OpenRound { facts, phase });
        } else {
            game.check_round(number, &facts).map_err(|breach| broken(number, breach))?;
            table.scored.push(ScoredRound { facts, finished });
        }
    }
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
fn likely_phase(game: &Game, facts: &Round) -> Phase {
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
    length("bids", raw.bids.len())?;
    let tricks = raw.tricks.unwrap_or_else(|| vec![None; players]);
    length("tricks", tricks.len())?;
    let small = |number: i64| u8::try_from(number).ok().filter(|&number| number <= cards);
    let each = |list: &[Option<i64>], breach: &dyn Fn(usize, i64) -> Breach| {
        list.iter()
            .enumerate()
            .map(|(player, number)| {
                number.map(|number| small(number).ok_or_else(|| breach(player, number))).transpose()
            })
            .collect::<Result<Vec<_>, _>>()
    };
    let cloud = match raw.cloud {
        None => None,
        Some(cloud) => {
            let player = usize::try_from(cloud.player).ok().filter(|&player| player < players);
            let player = player.ok_or(Breach::CloudPlayer { player: cloud.player })?;
            let change = i8::try_from(cloud.change).ok().filter(|change| matches!(change, -1 | 1));
            let change = change.ok_or(Breach::CloudChange { player, change: cloud.change })?;
            Some(Cloud { player, change })
        }
    };
    Ok(Round {
        bids: each(&raw.bids, &|player, bid| Breach::BidRange { player, bid, cards })?,
        tricks: each(&tricks, &|player, tricks| Breach::TricksRange { player, tricks, cards })?,
        trump: raw.trump.unwrap_or_else(|| game.given_trump(number)),
        bomb: raw.bomb,
        cloud,
    })
}

#[derive(Serialize)]
struct FileOut<'a> {
    format: &'static str,
    version: u64,
    id: Uuid,
    started: DateTime<FixedOffset>,
    saved: DateTime<FixedOffset>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_early: Option<DateTime<FixedOffset>>,
    players: &'a [Player],
    first_dealer: usize,
    rules: RulesOut<'a>,
    rounds: Vec<RoundOut<'a>>,
    steps: &'a [Command],
    undone: usize,
}

#[derive(Serialize)]
struct RulesOut<'a> {
    plus_minus_one: bool,
    #[serde(skip_serializing_if = "is_one")]
    plus_minus_one_from: u8,
    bidding: Bidding,
    special_cards: Vec<SpecialCard>,
    unicolor: bool,
    clairvoyance: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    hands: Option<&'a [u8]>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    ties_by_bids_met: bool,
}

#[derive(Serialize)]
struct RoundOut<'a> {
    bids: &'a [Option<u8>],
    tricks: &'a [Option<u8>],
    #[serde(skip_serializing_if = "Option::is_none")]
    trump: Option<Option<Trump>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    bomb: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    cloud: Option<Cloud>,
    #[serde(skip_serializing_if = "Option::is_none")]
    finished: Option<DateTime<FixedOffset>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<Phase>,
}

fn is_one(number: &u8) -> bool {
    *number == 1
}

/// The text of a session's file, one round and one step a line.
///
/// # Errors
/// None that the types allow; serialisation is fallible in general.
pub fn write_session(session: &Session, saved: DateTime<FixedOffset>) -> Result<Vec<u8>, serde_json::Error> {
    let (game, table) = (session.game(), session.table());
    let round = |number: usize, facts: &'_ Round| {
        let trump = (facts.trump != game.given_trump(number)).then_some(facts.trump);
        (trump, facts.bomb, facts.cloud)
    };
    let mut rounds = Vec::with_capacity(table.scored.len() + 1);
    for (index, scored) in table.scored.iter().enumerate() {
        let facts = &scored.facts;
        let (trump, bomb, cloud) = round(index + 1, facts);
        let (bids, tricks, finished) = (&facts.bids, &facts.tricks, scored.finished);
        rounds.push(RoundOut { bids, tricks, trump, bomb, cloud, finished, phase: None });
    }
    if let Some((number, open)) = session.open() {
        let facts = &open.facts;
        let (trump, bomb, cloud) = round(number, facts);
        let (bids, tricks, phase) = (&facts.bids, &facts.tricks, Some(open.phase));
        rounds.push(RoundOut { bids, tricks, trump, bomb, cloud, finished: None, phase });
    }
    let rules = game.rules();
    let file = FileOut {
        format: FORMAT,
        version: VERSION,
        id: session.id(),
        started: session.started(),
        saved,
        ended_early: table.ended_early,
        players: session.players(),
        first_dealer: game.first_dealer(),
        rules: RulesOut {
            plus_minus_one: rules.plus_minus_one,
            plus_minus_one_from: rules.plus_minus_one_from,
            bidding: rules.bidding,
            special_cards: rules.special_cards.iter().copied().collect(),
            unicolor: rules.unicolor,
            clairvoyance: rules.clairvoyance,
            hands: rules.hands.as_deref(),
            ties_by_bids_met: rules.ties_by_bids_met,
        },
        rounds,
        steps: session.steps(),
        undone: session.undone(),
    };
    to_lines(&file)
}

/// JSON for people and programs: the members of the outermost object, and theirs, each on a line of their own.
///
/// # Errors
/// When a value refuses to be written.
pub fn to_lines(value: &impl Serialize) -> Result<Vec<u8>, serde_json::Error> {
    let mut text = Vec::with_capacity(8 * 1024);
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut text, LineFormatter::default()))?;
    text.push(b'\n');
    Ok(text)
}

/// Breaks lines inside the file's object and its direct members only.
#[derive(Default)]
struct LineFormatter {
    depth: usize,
    filled: bool,
}

impl LineFormatter {
    const LINES: usize = 2;

    fn open<W: ?Sized + io::Write>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.filled = false;
        out.write_all(bracket)
    }

    fn close<W: ?Sized + io::Write>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth -= 1;
        if self.filled && self.depth < Self::LINES {
            self.line(out)?;
        }
        self.filled = true;
        out.write_all(bracket)
    }

    fn item<W: ?Sized + io::Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        if !first {
            out.write_all(if self.depth <= Self::LINES { b"," } else { b", " })?;
        }
        self.filled = true;
        if self.depth <= Self::LINES { self.line(out) } else { Ok(()) }
    }

    fn line<W: ?Sized + io::Write>(&self, out: &mut W) -> io::Result<()> {
        out.write_all(b"\n")?;
        (0..self.depth).try_for_each(|_| out.write_all(b"  "))
    }
}

impl serde_json::ser::Formatter for LineFormatter {
    fn begin_array<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"[")
    }
    fn end_array<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"]")
    }
    fn begin_array_value<W: ?Sized + io::Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.item(out, first)
    }
    fn begin_object<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"{")
    }
    fn end_object<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"}")
    }
    fn begin_object_key<W: ?Sized + io::Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.item(out, first)
    }
    fn begin_object_value<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }
    /// JSON allows DEL and the C1 controls in a text, but a terminal obeys them.
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        for part in fragment.split_inclusive(char::is_control) {
            let plain = part.trim_end_matches(char::is_control);
            out.write_all(plain.as_bytes())?;
            for control in part[plain.len()..].chars() {
                write!(out, "\\u{:04x}", u32::from(control))?;
            }
        }
        Ok(())
    }
}
