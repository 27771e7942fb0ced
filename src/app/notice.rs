//! What the program has to say: a sentence, worded where it happens, with its tone and what it is about.

use std::path::{Path, PathBuf};

use crate::game::{Breaks, Refusal, not_now};
use crate::session::WrongName;
use crate::text;
use crate::text::Text;

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
    /// This file, which was written.
    Written(PathBuf),
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

    /// The file that was written.
    pub fn written(&self) -> Option<&PathBuf> {
        if let About::Written(path) = &self.about { Some(path) } else { None }
    }

    /// What a refusal says. `names` are the players in seat order.
    pub(super) fn refused<B: Breaks>(refusal: &Refusal<B>, names: &[String]) -> Notice {
        Notice::trouble(match refusal {
            Refusal::Rule { breach, .. } => return Notice::broken(breach, names),
            Refusal::NotNow | Refusal::NoSuchSeat(_) | Refusal::NotScored(_) => not_now(),
            Refusal::GameOver => text!("The game is over. Undo brings the last round back."),
            Refusal::NothingToUndo => text!("This is the first deal: there is nothing to undo."),
            Refusal::NothingToRedo => text!("There is nothing to redo."),
        })
    }

    /// Why scored rounds do not allow a change of the game. `names` are the players in seat order.
    pub(super) fn not_played_so<B: Breaks>(refusal: &Refusal<B>, names: &[String]) -> Notice {
        match refusal {
            Refusal::Rule { round, breach } => Notice::trouble(text!(
                "Round {round} was not played so: {reason}",
                round = *round,
                reason = breach.at_table(names),
            )),
            _ => Notice::refused(refusal, names),
        }
    }

    /// What a name says that cannot be one.
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

    /// This number may not be bid: the bids would add up.
    pub(super) fn bid_forbidden(bid: u8, cards: u8) -> Notice {
        let text = text!(
            "{bid} is not allowed: the bids would add up to {cards} (Plus/Minus One).",
            bid = bid,
            cards = cards,
        );
        Notice { tone: Tone::Plain, ..Notice::done(text) }
    }

    /// The bids of a scored round add up: the round can be kept as it was.
    pub(super) fn waivable(cards: u8) -> Notice {
        Notice::trouble(text!(
            "The bids add up to {cards} (Plus/Minus One). If that is what was bid, save it anyway: the sheet marks the round.",
            cards = cards,
        ))
    }

    /// What a broken rule says at the table.
    pub(super) fn broken<B: Breaks>(breach: &B, names: &[String]) -> Notice {
        Notice::trouble(breach.at_table(names))
    }

    /// Another window has the game open.
    pub(super) fn read_only() -> Notice {
        Notice::trouble(text!("Another window of Tablet of Truth has this game open: you can look, but not change it."))
    }

    /// A file that cannot be opened.
    pub(super) fn file_refused(name: String, reason: &Text) -> Notice {
        Notice::trouble(text!(
            "{name} cannot be opened and was left untouched: {reason}",
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
        Notice::trouble(text!("Not saved: {path}. {reason}", path = path, reason = reason))
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
