//! The interface of a game to exports, and Wizard's implementation.

use serde::Serialize;
use uuid::Uuid;

use super::json::Scores;
use super::names::SafeLanguage;
use super::options::ExportOptions;
use super::sheet::{Sheet, given};
use super::tabled::Tabled;
use super::{csv, json, words};
use crate::game::Rules;
use crate::language::Language;
use crate::seats::Seat;
use crate::session::Session;
use crate::text::Text;
use crate::wizard;
use crate::wizard::Edition;

pub trait Exported: Rules {
    /// Without `identified` (a game written by hand) there is no date.
    fn for_people(session: &Session<Self>, identified: bool, options: ExportOptions) -> Sheet;

    /// One row for each player and round of these sessions, under a header with every column that one of them needs.
    fn csv(sessions: &[Tabled<Self>]) -> Result<Vec<u8>, ::csv::Error>;

    fn json(session: &Session<Self>, identified: bool) -> Result<Vec<u8>, serde_json::Error>;

    fn scores(session: &Session<Self>) -> impl Serialize;

    fn play(session: &Session<Self>) -> PlayFacts;
}

pub struct PlayFacts {
    /// The game's number and year on BoardGameGeek, if known.
    pub(super) bgg: Option<(u32, u32)>,
    /// The same in every file.
    pub(super) id: Uuid,
    /// The edition, which BG Stats calls a board; empty for the classic one.
    pub(super) board: String,
    /// Who begins the first round.
    pub(super) first: Seat,
    pub(super) facts: Vec<String>,
    /// What was given outside the rounds, one line each.
    pub(super) adjustments: Vec<Text>,
}

impl Exported for wizard::Game {
    fn for_people(session: &Session, identified: bool, options: ExportOptions) -> Sheet {
        Sheet::of_wizard(session, identified, options)
    }

    fn csv(sessions: &[Tabled<Self>]) -> Result<Vec<u8>, ::csv::Error> {
        csv::csv(sessions)
    }

    fn json(session: &Session, identified: bool) -> Result<Vec<u8>, serde_json::Error> {
        json::json(session, identified)
    }

    fn scores(session: &Session) -> impl Serialize {
        Scores::of(session)
    }

    fn play(session: &Session) -> PlayFacts {
        let rules = session.game().rules();
        let mut facts = words::rules(session.game(), SafeLanguage::of(Language::ENGLISH));
        facts.push(words::rounds(session.scored(), session.game().plan().rounds()).to_string());
        PlayFacts {
            bgg: Some((1465, 1984)),
            id: Uuid::from_u128(0x6f5b_9a3e_1c0d_4b7e_9f61_7ab1_e70f_1465),
            board: Some(rules.edition())
                .filter(|edition| *edition != Edition::Classic)
                .map_or_else(String::new, |edition| edition.text().to_string()),
            // Bidding and play begin with the player left of the first dealer.
            first: session.game().leader(1),
            facts,
            adjustments: given(session).collect(),
        }
    }
}
