//! Single rules in a file: missing or null means the default, and numbers can be of any size.

use std::fmt;

use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::card::DeckNames;
use super::choices::TieBreak;

/// Whether the older form, one bool, can hold the list.
pub(super) fn fits_older_form(list: &[TieBreak]) -> bool {
    matches!(list, [] | [TieBreak::BidsMet])
}

/// A list, or the older form: whether bids met break a tie.
pub(super) fn ties<'de, D: Deserializer<'de>>(input: D) -> Result<Vec<TieBreak>, D::Error> {
    struct Ties;
    impl<'de> Visitor<'de> for Ties {
        type Value = Vec<TieBreak>;
        fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
            out.write_str("a list of what breaks a tie, or true or false")
        }
        fn visit_bool<E: de::Error>(self, by_bids_met: bool) -> Result<Vec<TieBreak>, E> {
            Ok(if by_bids_met { vec![TieBreak::BidsMet] } else { Vec::new() })
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut given: A) -> Result<Vec<TieBreak>, A::Error> {
            let mut list = Vec::new();
            while let Some(one) = given.next_element()? {
                // One entry too many is enough for the list to be refused.
                if list.len() <= TieBreak::ALL.len() {
                    list.push(one);
                }
            }
            Ok(list)
        }
    }
    input.deserialize_any(Ties)
}

pub(super) fn is_usual_deck(names: &DeckNames) -> bool {
    *names == DeckNames::default()
}

pub(super) fn is_one(number: &u8) -> bool {
    *number == 1
}

pub(super) fn is_none(number: &u8) -> bool {
    *number == 0
}

pub(super) fn default_true<'de, D: Deserializer<'de>>(input: D) -> Result<bool, D::Error> {
    Ok(Option::deserialize(input)?.unwrap_or(true))
}

pub(super) fn default_false<'de, D: Deserializer<'de>>(input: D) -> Result<bool, D::Error> {
    Ok(Option::deserialize(input)?.unwrap_or_default())
}

pub(super) fn default_one<'de, D: Deserializer<'de>>(input: D) -> Result<u8, D::Error> {
    Ok(Option::deserialize(input)?.map_or(1, bounded))
}

pub(super) fn default_zero<'de, D: Deserializer<'de>>(input: D) -> Result<u8, D::Error> {
    let cards: Option<u64> = Option::deserialize(input)?;
    Ok(cards.map_or(0, |cards| u8::try_from(cards).unwrap_or(u8::MAX)))
}

pub(super) fn bounded_hands<'de, D: Deserializer<'de>>(input: D) -> Result<Option<Vec<u8>>, D::Error> {
    /// One byte, so that an endless list needs little memory.
    #[derive(Deserialize)]
    #[serde(from = "i64")]
    struct Hand(u8);
    impl From<i64> for Hand {
        fn from(cards: i64) -> Hand {
            Hand(bounded(cards))
        }
    }
    let hands: Option<Vec<Hand>> = Option::deserialize(input)?;
    Ok(hands.map(|hands| hands.into_iter().map(|Hand(cards)| cards).collect()))
}

/// 0 and 255 are outside every plan, so the conflict reports what is possible.
fn bounded(number: i64) -> u8 {
    u8::try_from(number.max(0)).unwrap_or(u8::MAX)
}
