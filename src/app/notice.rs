//! What the program has to say: a sentence, worded where it happens, with its tone and what it is about.

use std::path::{Path, PathBuf};

use crate::session::{Refusal, WrongName};
use crate::text;
use crate::text::Text;
use crate::wizard::Breach;

/// One sentence: what happened and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The sentence.
    pub text: Text,
    /// How it is meant.
    pub tone: Tone,
    /// What a screen can do about it.
    pub about: About,
}

/// How a sentence is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something was done.
    Done,
    /// Nothing is wrong and nothing has to be done.
    Quiet,
    /// A rule of the game.
    Plain,
    /// Something went wrong.
    Trouble,
}

/// What a sentence is about, where a screen does something with that.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum About {
    /// Nothing in particular.
    #[default]
    Nothing,
    /// The name that is typed.
    Name,
    /// This file, which may be written over.
    There(PathBuf),
    /// Something that can be taken back.
    TakeBack,
    /// The settings, which are not on disk.
    Settings,
}

impl Notice {
    /// Something was done.
    pub fn done(text: Text) -> Notice {
        Notice { text, tone: Tone::Done, about: About::Nothing }
    }

    /// Something went wrong.
    pub fn trouble(text: Text) -> Notice {
        Notice { tone: Tone::Trouble, ..Notice::done(text) }
    }

    /// Nothing is wrong.
    pub(super) fn quiet(text: Text) -> Notice {
        Notice { tone: Tone::Quiet, ..Notice::done(text) }
    }

    /// The same, with what it is about.
    #[must_use]
    pub(super) fn about(self, about: About) -> Notice {
        Notice { about, ..self }
    }

    /// What a refusal says. `names` are the players in seat order.
    pub(super) fn refused(refusal: &Refusal, names: &[String]) -> Notice {
        Notice::trouble(match refusal {
            Refusal::Rule { breach, .. } => return Notice::broken(breach, names),
            Refusal::NotNow | Refusal::NoSuchSeat(_) | Refusal::NotScored(_) => not_now(),
            Refusal::GameOver => text!("The game is over. Undo brings the last round back."),
            Refusal::NothingToUndo => text!("This is the first deal: there is nothing to undo."),
            Refusal::NothingToRedo => text!("There is nothing to redo."),
        })
    }

    /// What a name says that cannot be one.
    pub(super) fn wrong_name(wrong: WrongName) -> Notice {
        match wrong {
            WrongName::Empty => Notice::trouble(text!("Type a name first.")).about(About::Name),
            WrongName::Long => Notice::trouble(text!("This name is too long for the sheet. Take at most 80 letters."))
                .about(About::Name),
            WrongName::Control => Notice::trouble(text!("This name has a control character. Type it anew.")),
            WrongName::Unseen => Notice::trouble(text!("This name has no letter that can be seen. Type another one.")),
        }
    }

    /// This number may not be bid: the bids would add up.
    pub(super) fn bid_forbidden(bid: u8, cards: u8) -> Notice {
        let text = text!(
            "{bid} is not allowed: the bids would add up to {cards} (Plus/Minus One).",
            bid = bid,
            cards = cards,
        );
        Notice { tone: Tone::Plain, ..Notice::done(text) }
    }

    /// What a broken rule says, more briefly than [`Breach::text`]: the round is in sight.
    pub(super) fn broken(breach: &Breach, names: &[String]) -> Notice {
        let name = |seat: usize| names.get(seat).cloned().unwrap_or_default();
        Notice::trouble(match *breach {
            Breach::BidRange { cards, .. } => text!("A bid is from 0 to {cards}.", cards = cards),
            Breach::BidMissing { player } => text!("{name} has still to bid.", name = name(player)),
            Breach::PlusMinusOne { player, cards, .. } => text!(
                "The bids add up to {cards} (Plus/Minus One). {name}, who bids last, must change theirs.",
                cards = cards,
                name = name(player),
            ),
            Breach::TricksRange { cards, .. } => {
                text!("The round has only {n} trick." | "The round has only {n} tricks." % cards)
            }
            Breach::TricksMissing { player } => text!("How many tricks did {name} take?", name = name(player)),
            Breach::TricksSum { sum, expected, bomb_possible: true, .. } => text!(
                "The tricks add up to {sum}, but {cards} cards were dealt. Was the Bomb played?",
                sum = sum,
                cards = expected,
            ),
            Breach::TricksSum { sum, expected: 0, .. } if sum > 0 => {
                text!("The Bomb took the only trick: enter 0 for everyone, or take the Bomb back.")
            }
            Breach::TricksSum { sum, expected, .. } if sum > u16::from(expected) => text!(
                "The tricks add up to {sum}, but {played} were played: {n} too many. Correct one of the numbers."
                    | "The tricks add up to {sum}, but {played} were played: {n} too many. Correct one of the numbers."
                        % sum
                        - u16::from(expected),
                sum = sum,
                played = expected,
            ),
            Breach::TricksSum { sum, expected, .. } => text!(
                "The tricks add up to {sum}, but {played} were played: {n} is missing. Correct one of the numbers."
                    | "The tricks add up to {sum}, but {played} were played: {n} are missing. Correct one of the numbers."
                        % u16::from(expected).saturating_sub(sum),
                sum = sum,
                played = expected,
            ),
            Breach::CloudWithoutTrick { player } => {
                text!("{name} took no trick, so not the one with the Cloud either. Who did?", name = name(player))
            }
            Breach::CloudRange { player, bid, change, cards } => text!(
                "The Cloud cannot change the bid of {name} to {bid}: a bid is from 0 to {cards}. Choose the other change.",
                name = name(player),
                bid = i16::from(bid) + i16::from(i8::from(change)),
                cards = cards,
            ),
            Breach::Length { .. }
            | Breach::BombNotInDeck
            | Breach::CloudNotInDeck
            | Breach::CloudPlayer { .. }
            | Breach::CloudChange { .. }
            | Breach::NoSuchRound { .. } => not_now(),
        })
    }

    /// Another window has the game open.
    pub(super) fn read_only() -> Notice {
        Notice::trouble(text!("Another window of Tablet of Truth has this game open: you can look, but not change it."))
    }

    /// A file that cannot be opened.
    pub(super) fn file_refused(name: String, reason: &Text) -> Notice {
        Notice::trouble(text!(
            "{name} cannot be opened and was left as it is: {reason}",
            name = name,
            reason = reason.clone(),
        ))
    }

    /// The game is not saved at the place that was asked for.
    pub fn not_saved_there(place: &Path, reason: Text) -> Notice {
        let place = place.display().to_string();
        Notice::trouble(text!("Not saved as {place}: {reason}", place = place, reason = reason))
    }

    /// A file was not written.
    pub fn not_written(path: &Path, reason: Text) -> Notice {
        let path = path.display().to_string();
        Notice::trouble(text!("Not written: {path}. {reason}", path = path, reason = reason))
    }

    /// Nothing was brought in.
    pub fn not_imported(reason: Text) -> Notice {
        Notice::trouble(text!("Nothing was imported. {reason}", reason = reason))
    }

    /// A folder that cannot be used for the games.
    pub(super) fn folder_refused(folder: &Path, reason: Text) -> Notice {
        let folder = folder.display().to_string();
        Notice::trouble(text!("Your games stay where they are. {folder}: {reason}", folder = folder, reason = reason))
    }
}

impl std::fmt::Display for Notice {
    /// In English, for logs and tests.
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        self.text.fmt(out)
    }
}

fn not_now() -> Text {
    text!("This cannot be changed at this point of the round.")
}
