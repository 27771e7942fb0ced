//! What the program says: a sentence worded where something happens, with its tone and subject.

use std::path::{Path, PathBuf};

use crate::game::{Breaks, Refusal, not_now};
use crate::seats::Seat;
use crate::session::WrongName;
use crate::text;
use crate::text::Text;
use crate::wizard::Violation;

/// One sentence: what happened and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The sentence.
    pub text: Text,
    /// The tone of the sentence.
    pub tone: Tone,
    /// The subject, for a screen that can act on it.
    pub about: About,
}

/// The tone of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something was done.
    Done,
    /// Nothing is wrong, and nothing needs to be done.
    Quiet,
    /// A rule of the game is at stake.
    Plain,
    /// Something went wrong.
    Trouble,
}

/// The subject of a sentence, where a screen acts on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum About {
    /// Nothing in particular.
    #[default]
    Nothing,
    /// The name being typed.
    Name,
    /// This existing file, which may be overwritten.
    There(PathBuf),
    /// This file, which has been written.
    Written(PathBuf),
    /// An action that can be taken back.
    TakeBack,
    /// The settings, which could not be saved.
    Settings,
    /// This other file of the open session, which may be compared with it.
    Copy(PathBuf),
    /// This player's bid, which was refused and may be let stand.
    Refused(Seat, u8),
}

impl Notice {
    /// A notice that something was done.
    pub fn done(text: Text) -> Notice {
        Notice { text, tone: Tone::Done, about: About::Nothing }
    }

    /// A notice that something went wrong.
    pub fn trouble(text: Text) -> Notice {
        Notice { tone: Tone::Trouble, ..Notice::done(text) }
    }

    /// A notice of something that needs no action.
    pub fn quiet(text: Text) -> Notice {
        Notice { tone: Tone::Quiet, ..Notice::done(text) }
    }

    /// The same notice with a subject.
    #[must_use]
    pub(super) fn about(self, about: About) -> Notice {
        Notice { about, ..self }
    }

    /// The file that was written, if the notice is about one.
    pub fn written(&self) -> Option<&PathBuf> {
        if let About::Written(path) = &self.about { Some(path) } else { None }
    }

    /// The player and bid that were refused and may be let stand, if the notice is about them.
    pub(super) fn refused_bid(&self) -> Option<(Seat, u8)> {
        if let About::Refused(player, bid) = self.about { Some((player, bid)) } else { None }
    }

    /// A notice of a refusal. `names` are the players in seat order.
    pub(super) fn refused<B: Breaks>(refusal: &Refusal<B>, names: &[String]) -> Notice {
        Notice::trouble(match refusal {
            Refusal::Rule { violation, .. } => return Notice::broken(violation, names),
            Refusal::NotNow | Refusal::NoSuchSeat(_) | Refusal::NotScored(_) => not_now(),
            Refusal::GameOver => text!("The game is over. Undo brings the last round back."),
            Refusal::NothingToUndo => text!("This is the first deal: there is nothing to undo."),
            Refusal::NothingToRedo => text!("There is nothing to redo."),
        })
    }

    /// A notice of why scored rounds do not allow a change of the game. `names` are the players in seat order.
    pub(super) fn not_played_so<B: Breaks>(refusal: &Refusal<B>, names: &[String]) -> Notice {
        match refusal {
            Refusal::Rule { round, violation } => Notice::trouble(text!(
                "Round {round} was not played that way: {reason}",
                round = *round,
                reason = violation.at_table(names),
            )),
            _ => Notice::refused(refusal, names),
        }
    }

    /// A notice of an impossible name.
    pub(super) fn wrong_name(wrong: WrongName) -> Notice {
        match wrong {
            WrongName::Empty => Notice::trouble(text!("Type a name first.")).about(About::Name),
            WrongName::Long => {
                Notice::trouble(text!("This name is too long for the sheet. Use at most 80 characters."))
                    .about(About::Name)
            }
            WrongName::Control => Notice::trouble(text!("This name has a control character. Type it again.")),
            WrongName::Unseen => Notice::trouble(text!("This name has no visible letter. Type another one.")),
        }
    }

    /// A notice of a forbidden bid: the bids would add up to the cards.
    pub(super) fn bid_forbidden(bid: u8, cards: u8) -> Notice {
        let text = text!(
            "{bid} is not allowed: the bids would add up to {cards} (Plus/Minus One).",
            bid = bid,
            cards = cards,
        );
        Notice { tone: Tone::Plain, ..Notice::done(text) }
    }

    /// A notice that the bids of a scored round break Plus/Minus One, and the round can be kept as it was; `None` for
    /// another rule.
    pub(super) fn waivable(violation: &Violation) -> Option<Notice> {
        Some(Notice::trouble(match *violation {
            Violation::PlusMinusOne { cards, .. } => text!(
                "The bids add up to {cards} (Plus/Minus One). If that is what was bid, save it anyway: the sheet marks \
                 the round.",
                cards = cards,
            ),
            Violation::PlusMinusOneInTurn { cards, .. } => text!(
                "Somebody bid 0 while the bids added up to {cards} (Plus/Minus One). If that is what was bid, save it \
                 anyway: the sheet marks the round.",
                cards = cards,
            ),
            _ => return None,
        }))
    }

    /// A notice of a broken rule, as worded at the table.
    pub(super) fn broken<B: Breaks>(violation: &B, names: &[String]) -> Notice {
        Notice::trouble(violation.at_table(names))
    }

    /// A notice that another window has the game open.
    pub(super) fn read_only() -> Notice {
        Notice::trouble(text!("Another window of Tablet of Truth has this game open: you can look, but not change it."))
    }

    /// A notice of a file that cannot be opened.
    pub(super) fn file_refused(name: String, reason: &Text) -> Notice {
        Notice::trouble(text!(
            "{name} cannot be opened and was left untouched: {reason}",
            name = name,
            reason = reason.clone(),
        ))
    }

    /// A notice that something of a file was left out when it was read.
    pub(super) fn mended(what: Text) -> Notice {
        Notice::trouble(text!(
            "In this file, {reason}. Before anything is saved, the file is kept as it is beside the game.",
            reason = what,
        ))
    }

    /// A notice that the game was not saved at the path asked for.
    pub fn not_saved_there(place: &Path, reason: Text) -> Notice {
        let place = place.display().to_string();
        Notice::trouble(text!("Not saved as {place}: {reason}", place = place, reason = reason))
    }

    /// A notice that a file was not written.
    pub fn not_written(path: &Path, reason: Text) -> Notice {
        let path = path.display().to_string();
        Notice::trouble(text!("Not saved: {path}. {reason}", path = path, reason = reason))
    }

    /// A notice that nothing was imported.
    pub fn not_imported(reason: Text) -> Notice {
        Notice::trouble(text!("Nothing was imported. {reason}", reason = reason))
    }

    /// A notice of a folder that cannot be used for the games.
    pub(super) fn folder_refused(folder: &Path, reason: Text) -> Notice {
        let folder = folder.display().to_string();
        Notice::trouble(text!("Your games stay where they are. {folder}: {reason}", folder = folder, reason = reason))
    }
}

impl std::fmt::Display for Notice {
    /// Writes the sentence in English, for logs and tests.
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        self.text.fmt(out)
    }
}
