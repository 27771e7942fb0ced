use std::collections::BTreeSet;

use chrono::{DateTime, FixedOffset};
use serde::{Deserialize, Deserializer, Serialize};

use super::error::LoadError;
use super::game::{Agreed, InFile, TableIn, seated};
use super::step::{Either, one_of};
use super::strict::parsed;
use crate::game::{AtMost, present};
use crate::seats::PerSeat;
use crate::session::{Agreement, Counted, Session, SetupError, Step};
use crate::wizard::{
    Bidding, BrokenRule, Cloud, CloudEntry, Command, Game, OpenRound, PLAYERS_MAX, Penalty, Phase, ROUNDS_MAX, Round,
    RuleSet, ScoredRound, Table, Trump, Violation, Waiver, WrittenRound,
};

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

type Numbers = AtMost<Option<i64>, PLAYERS_MAX>;

#[derive(Clone, Default, Deserialize)]
pub struct RoundIn {
    pub(in crate::archive) bids: Numbers,
    pub(in crate::archive) tricks: Option<Numbers>,
    /// Missing: as the rules fix it; null: not recorded.
    #[serde(default, deserialize_with = "present")]
    pub(in crate::archive) trump: Option<Option<Trump>>,
    #[serde(default)]
    pub(in crate::archive) bomb: bool,
    pub(in crate::archive) bombs: Option<i64>,
    pub(in crate::archive) cloud: Option<CloudIn>,
    #[serde(default)]
    pub(in crate::archive) clouds: AtMost<CloudIn, 2>,
    #[serde(default)]
    pub(in crate::archive) waived: BTreeSet<Waiver>,
    pub(in crate::archive) finished: Option<DateTime<FixedOffset>>,
    pub(in crate::archive) phase: Option<Phase>,
}

#[derive(Clone, Deserialize)]
#[serde(try_from = "CloudFields")]
pub(in crate::archive) enum CloudIn {
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

#[derive(Serialize)]
pub struct RoundOut {
    #[serde(flatten)]
    facts: WrittenRound,
    #[serde(skip_serializing_if = "Option::is_none")]
    finished: Option<DateTime<FixedOffset>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<Phase>,
}

/// A single Bomb or Cloud is written as in version 1.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Tap {
    Single(Single),
    Other(Command),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Single {
    Bomb(bool),
    /// Null if not taken.
    Cloud(Option<CloudEntry>),
}

impl<'de> Deserialize<'de> for Tap {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Tap, D::Error> {
        Ok(match one_of(input, &["bomb", "cloud"])? {
            Either::First(single) => Tap::Single(single),
            Either::Second(step) => Tap::Other(step),
        })
    }
}

impl From<Command> for Tap {
    fn from(step: Command) -> Tap {
        match step {
            Command::Bombs(bombs @ 0..=1) => Tap::Single(Single::Bomb(bombs > 0)),
            Command::Clouds(clouds) if clouds.len() < 2 => Tap::Single(Single::Cloud(clouds.first().copied())),
            step => Tap::Other(step),
        }
    }
}

impl From<Tap> for Command {
    fn from(tap: Tap) -> Command {
        match tap {
            Tap::Single(Single::Bomb(bomb)) => Command::Bombs(bomb.into()),
            Tap::Single(Single::Cloud(cloud)) => Command::Clouds(cloud.into_iter().collect()),
            Tap::Other(step) => step,
        }
    }
}

impl InFile for Game {
    type RuleSet = RuleSet;
    type Rounds = AtMost<RoundIn, ROUNDS_MAX>;
    type Round = RoundOut;
    type Tap = Tap;

    fn version(session: &Session) -> u64 {
        let of_rules = |agreed: &Agreement<Game>| agreed.game.rules().version();
        let step = |step: &Step<Game>| match step {
            Step::Agree(change) => of_rules(&change.from).max(of_rules(&change.to)).max(2),
            Step::Play(Command::Bombs(2..) | Command::Waive(_) | Command::Penalties(_)) => 2,
            Step::Play(Command::Clouds(clouds)) if !are_in_first_version(clouds) => 2,
            Step::Play(Command::Correct(_, facts)) => version_of(facts),
            Step::Play(_) => 1,
        };
        let game = session.game();
        let fits_version_1 = game.seating().changes().is_empty()
            && session.table().penalties.is_empty()
            && session.people().former().is_empty()
            && session.counted() != Counted::No;
        let first = game.rules().version().max(if fits_version_1 { 1 } else { 2 });
        let open = session.open().map(|(_, open)| version_of(&open.facts));
        let scored = session.rounds().into_iter().map(|facts| version_of(&facts.as_entered()));
        session.steps().iter().map(step).chain(scored).chain(open).fold(first, u64::max)
    }

    fn agreed(&self) -> Agreed<Game> {
        let (seating, rules) = (self.seating().changes(), self.rules().clone());
        Agreed { first_dealer: i64::try_from(self.dealer(1)).ok(), first_player: None, seating, rules, start: None }
    }

    fn of_agreed(agreed: Agreed<Game>, players: usize) -> Result<Game, SetupError> {
        // The number of players first: the dealer could not sit at a table of a wrong size.
        agreed.rules.check(players)?;
        let dealer = agreed.first_dealer.ok_or(SetupError::Seating { players })?;
        let first = usize::try_from(dealer).ok().filter(|&first| first < players);
        let first = first.ok_or(SetupError::FirstDealer { dealer, players })?;
        Ok(Game::seated(seated(players, first, agreed.seating)?, agreed.rules)?)
    }

    fn rounds(session: &Session) -> Vec<RoundOut> {
        let (game, table) = (session.game(), session.table());
        let round = |number: usize, facts: Round, finished, phase| {
            let trump = (facts.trump != game.given_trump(number)).then_some(facts.trump);
            let mut facts = WrittenRound::from(facts);
            facts.trump = trump;
            RoundOut { facts, finished, phase }
        };
        let scored = (1..).zip(&table.scored);
        let scored = scored.map(|(number, scored)| round(number, scored.facts.as_entered(), scored.finished, None));
        let open = session.open().map(|(number, open)| round(number, open.facts.clone(), None, Some(open.phase)));
        scored.chain(open).collect()
    }

    fn penalties(table: &Table) -> &[Penalty] {
        &table.penalties
    }

    /// Plus/Minus One is a variant (G, 25, E, W): files that omit it have it only in version 1.
    fn completed(given: RuleSet, version: Option<u64>, text: &[u8]) -> Result<RuleSet, LoadError> {
        if version == Some(1) {
            return Ok(given);
        }
        let variants: VariantsIn = parsed(text)?;
        Ok(RuleSet { plus_minus_one: variants.rules.plus_minus_one.unwrap_or_default(), ..given })
    }

    fn table_of(&self, read: TableIn<Game>, names_in: &dyn Fn(usize) -> Vec<String>) -> Result<Table, BrokenRule> {
        let game = self;
        let TableIn { rounds, penalties, ended_early } = read;
        let planned = game.plan().rounds();
        let broken = |round: usize, violation: Violation| BrokenRule { round, violation, names: names_in(round) };
        if rounds.count > planned {
            return Err(broken(planned + 1, Violation::NoSuchRound { planned }));
        }
        let mut table = Table { scored: Vec::new(), open: None, penalties: Vec::new(), ended_early };
        let last = rounds.count;
        for (index, raw) in rounds.kept.into_iter().enumerate() {
            let number = index + 1;
            let (phase, finished) = (raw.phase, raw.finished);
            let facts = facts(game, number, raw).map_err(|violation| broken(number, violation))?;
            if number == last && (phase.is_some() || !facts.is_complete()) {
                let phase = phase.unwrap_or_else(|| likely_phase(game, &facts));
                table.open = Some(OpenRound { facts, phase });
            } else {
                let facts = game.check_round(number, &facts).map_err(|violation| broken(number, violation))?;
                table.scored.push(ScoredRound { facts, finished });
            }
        }
        let given = game.check_penalties(penalties.kept, table.scored.len());
        table.penalties = given.map_err(|violation| broken(0, violation))?;
        if table.scored.len() == planned {
            // A game with all its rounds is finished regardless of other fields.
            table.ended_early = None;
        }
        if table.open.is_none() && last < planned {
            let dealt = Table::new(game).open.map(|open| open.phase);
            let facts = Round::empty(game.players(), game.given_trump(last + 1));
            table.open = dealt.map(|phase| OpenRound { facts, phase });
        }
        Ok(table)
    }

    fn numbers(session: &Session) -> String {
        let open = session.open().map(|(_, open)| open.facts.clone());
        let mut text = String::new();
        for facts in session.rounds().into_iter().map(Round::as_entered).chain(open) {
            for number in facts.bids.iter().chain(&facts.tricks) {
                text.push_str(&number.map_or("-".into(), |number| number.to_string()));
                text.push(' ');
            }
        }
        text
    }
}

fn are_in_first_version(clouds: &[CloudEntry]) -> bool {
    matches!(clouds, [] | [CloudEntry::Taken(_)])
}

fn version_of(facts: &Round) -> u64 {
    let Round { bids: _, tricks: _, trump: _, bombs, clouds, waived } = facts;
    if *bombs < 2 && are_in_first_version(clouds) && waived.is_empty() { 1 } else { 2 }
}

/// Handwritten files do not give the phase.
pub(in crate::archive) fn likely_phase(game: &Game, facts: &Round) -> Phase {
    let (bids, tricks) = (facts.bids.iter().all(Option::is_some), facts.tricks.iter().all(Option::is_some));
    match game.rules().bidding {
        Bidding::Secret if tricks => Phase::Bidding,
        Bidding::Secret => Phase::Playing,
        _ if bids => Phase::Playing,
        _ => Phase::Bidding,
    }
}

pub(in crate::archive) fn facts(game: &Game, number: usize, raw: RoundIn) -> Result<Round, Violation> {
    let (players, cards) = (game.players(), game.cards(number));
    let length = |list: &'static str, found: usize| {
        if found == players { Ok(()) } else { Err(Violation::Length { list, found, players }) }
    };
    length("bids", raw.bids.count)?;
    let tricks = raw.tricks.unwrap_or_else(|| AtMost { kept: vec![None; players], count: players });
    length("tricks", tricks.count)?;
    let small = |number: i64| u8::try_from(number).ok().filter(|&number| number <= cards);
    let each = |list: &[Option<i64>], violation: &dyn Fn(usize, i64) -> Violation| {
        list.iter()
            .enumerate()
            .map(|(player, number)| {
                number.map(|number| small(number).ok_or_else(|| violation(player, number))).transpose()
            })
            .collect::<Result<PerSeat<_>, _>>()
    };
    let taker = |given: i64| {
        let player = usize::try_from(given).ok().filter(|&player| player < players);
        player.ok_or(Violation::CloudPlayer { player: given })
    };
    let cloud = |given: CloudIn| match given {
        CloudIn::Asked(player) => Ok(CloudEntry::Asked(player.map(taker).transpose()?)),
        CloudIn::Taken(player, change) => {
            let player = taker(player)?;
            let change = change.try_into().map_err(|_| Violation::CloudChange { player, change })?;
            Ok(CloudEntry::Taken(Cloud { player, change }))
        }
    };
    let trump = raw.trump.unwrap_or_else(|| game.given_trump(number));
    game.check_trump(number, trump)?;
    game.check_cloud_count(usize::from(raw.cloud.is_some()) + raw.clouds.count)?;
    let bombs = raw.bombs.unwrap_or(raw.bomb.into());
    let too_many = || Violation::Bombs { bombs, most: game.bombs_possible(number) };
    Ok(Round {
        bids: each(&raw.bids.kept, &|player, bid| Violation::BidRange { player, bid, cards })?,
        tricks: each(&tricks.kept, &|player, tricks| Violation::TricksRange { player, tricks, cards })?,
        trump,
        bombs: u8::try_from(bombs).map_err(|_| too_many())?,
        clouds: raw.cloud.into_iter().chain(raw.clouds.kept).map(cloud).collect::<Result<_, _>>()?,
        waived: raw.waived,
    })
}
