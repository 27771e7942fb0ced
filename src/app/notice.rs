//! Messages of the program: a sentence worded where something happens, with its tone and subject.

use std::path::{Path, PathBuf};

use crate::archive::SaveError;
use crate::game::{Breaks, Refusal, not_now};
use crate::seats::Seat;
use crate::session::WrongName;
use crate::text;
use crate::text::Text;
use crate::wizard::Violation;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub text: Text,
    pub tone: Tone,
    pub about: About,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Done,
    /// Nothing is wrong, and nothing needs to be done.
    Quiet,
    /// A rule of the game is at stake.
    Plain,
    Trouble,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum About {
    #[default]
    Nothing,
    /// The name being typed.
    Name,
    /// This existing file, which may be overwritten.
    There(PathBuf),
    Written(PathBuf),
    TakeBack,
    /// The settings, which could not be saved.
    Settings,
    /// Another file of the open session, to compare with it.
    Copy(PathBuf),
    /// A tap or key that was not counted, as the bounce of the one before.
    Bounce,
    /// A refused bid that the table may let stand.
    Refused(Seat, u8),
}

impl Notice {
    pub fn done(text: Text) -> Notice {
        Notice { text, tone: Tone::Done, about: About::Nothing }
    }

    pub fn trouble(text: Text) -> Notice {
        Notice { tone: Tone::Trouble, ..Notice::done(text) }
    }

    pub fn quiet(text: Text) -> Notice {
        Notice { tone: Tone::Quiet, ..Notice::done(text) }
    }

    #[must_use]
    pub(super) fn about(self, about: About) -> Notice {
        Notice { about, ..self }
    }

    pub fn written(&self) -> Option<&PathBuf> {
        if let About::Written(path) = &self.about { Some(path) } else { None }
    }

    pub(super) fn refused_bid(&self) -> Option<(Seat, u8)> {
        if let About::Refused(player, bid) = self.about { Some((player, bid)) } else { None }
    }

    /// `names` are in seat order.
    pub(super) fn refused<B: Breaks>(refusal: &Refusal<B>, names: &[String]) -> Notice {
        Notice::trouble(match refusal {
            Refusal::Rule { violation, .. } => return Notice::broken(violation, names),
            Refusal::NotNow | Refusal::NoSuchSeat(_) | Refusal::NotScored(_) => not_now(),
            Refusal::GameOver => text!("The game is over. Undo brings the last round back."),
            Refusal::NothingToUndo => text!("This is the first deal: there is nothing to undo."),
            Refusal::NothingToRedo => text!("There is nothing to redo."),
        })
    }

    /// Why scored rounds do not allow a change of the game. `names` are in seat order.
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

    pub(super) fn bid_forbidden(bid: u8, cards: u8) -> Notice {
        let text = text!(
            "{bid} is not allowed: the bids would add up to {cards} (Plus/Minus One).",
            bid = bid,
            cards = cards,
        );
        Notice { tone: Tone::Plain, ..Notice::done(text) }
    }

    /// A scored round breaks a rule that the table may waive; `None` for any other rule.
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
            Violation::TricksSum { .. } => violation.at_table(&[]),
            _ => return None,
        }))
    }

    pub(super) fn broken<B: Breaks>(violation: &B, names: &[String]) -> Notice {
        Notice::trouble(violation.at_table(names))
    }

    pub fn read_only() -> Notice {
        Notice::trouble(text!("Another window of Tablet of Truth has this game open: you can look, but not change it."))
    }

    pub(super) fn file_refused(name: String, reason: &Text) -> Notice {
        Notice::trouble(text!(
            "{name} cannot be opened and was left untouched: {reason}",
            name = name,
            reason = reason.clone(),
        ))
    }

    pub fn not_saved_there(place: &Path, reason: Text) -> Notice {
        let place = place.display().to_string();
        Notice::trouble(text!("Not saved as {place}: {reason}", place = place, reason = reason))
    }

    pub fn not_written(path: &Path, reason: Text) -> Notice {
        let path = path.display().to_string();
        Notice::trouble(text!("Not saved: {path}. {reason}", path = path, reason = reason))
    }

    pub fn not_imported(reason: Text) -> Notice {
        Notice::trouble(text!("Nothing was imported. {reason}", reason = reason))
    }

    pub(super) fn not_kept(error: &SaveError) -> Notice {
        let message = text!("The settings could not be saved: {reason}", reason = error.text());
        Notice::trouble(message).about(About::Settings)
    }

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
