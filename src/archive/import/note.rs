//! Remarks about a session or tournament that was read.

use crate::archive::format::deck_filled;
use crate::text;
use crate::text::Text;

/// A remark about a session or tournament that was read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum Note {
    /// The file has unknown fields, which are not kept.
    Unknown(Vec<String>),
    /// What was wrong in the file and is put right or left out.
    Mended(Text),
    /// Plus/Minus One is off, because the bids of this round add up to the cards.
    PlusMinusOneOff(usize),
    /// The deck has extra cards, because this round has a trump although all others are dealt.
    ExtraCards(usize),
    /// The deck has this many extra cards, because the hands need them.
    DeckFilled(u8),
    /// The deal does not move on clockwise in this round.
    DealerChange(usize),
    /// Somebody took over a seat, in a sentence.
    TakenOver(Text),
    /// A table exported from a session that the archive does not have: it lacks what is not in the rounds.
    RoundsOnly,
    /// The first dealer is assumed, because the file does not say.
    FirstDealer(String),
    /// The starting time is assumed, because the file does not say.
    Started,
    /// The plan has this many rounds, taken from the hands of the file.
    OwnHands(usize),
    /// Rounds remain to be played.
    Unfinished {
        /// The number of complete rounds.
        rounds: usize,
        /// The number of rounds in the plan.
        planned: usize,
    },
}

impl Note {
    /// The remark in words.
    pub fn text(&self) -> Text {
        match self {
            Note::Unknown(fields) => text!("unknown and ignored: {fields}", fields = fields.clone()),
            Note::Mended(what) => what.clone(),
            Note::PlusMinusOneOff(round) => text!(
                "in round {round} the bids add up to the cards, so Plus/Minus One is off for this session",
                round = *round,
            ),
            Note::ExtraCards(round) => text!(
                "round {round} has a trump although all cards are dealt, so this session's deck has extra cards",
                round = *round,
            ),
            Note::DeckFilled(cards) => deck_filled(*cards),
            Note::DealerChange(round) => {
                text!("the dealer changes in round {round}: the deal does not move on clockwise", round = *round)
            }
            Note::TakenOver(line) => line.clone(),
            Note::RoundsOnly => text!(
                "a table holds only the rounds: place, notes, times, an early end and rules that no round shows are in \
                 the JSON export"
            ),
            Note::FirstDealer(name) => {
                text!("the file does not say who dealt first: {name} is assumed", name = name)
            }
            Note::Started => {
                text!("the file does not say when it was played: the time of the import is used")
            }
            Note::OwnHands(rounds) => text!(
                "not the official plan: the hands are those of the {n} round in the file"
                    | "not the official plan: the hands are those of the {n} rounds in the file" % *rounds
            ),
            Note::Unfinished { rounds, planned } => text!(
                "{rounds} of {planned} rounds are complete: the session continues, or can be ended early",
                rounds = *rounds,
                planned = *planned,
            ),
        }
    }
}
