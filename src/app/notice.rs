//! What the program has to say, as values. The interface words it in the player's language.

use crate::session::{Refusal, WrongName};
use crate::text;
use crate::text::Text;
use crate::wizard::Breach;

/// One sentence: what happened and what to do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "each variant says what its fields are")]
pub enum Notice {
    /// Nothing to say.
    #[default]
    None,
    /// This number may not be bid: the bids would add up.
    BidForbidden { bid: u8, cards: u8 },
    /// The bids add up; the last in bidding order must change theirs.
    MustChange { name: String, cards: u8 },
    /// Someone has still to bid.
    BidMissing { name: String },
    /// A bid outside the round.
    BidRange { cards: u8 },
    /// More tricks than the round has.
    TricksRange { cards: u8 },
    /// The tricks of someone are missing.
    TricksMissing { name: String },
    /// More tricks than were played.
    TricksTooMany { sum: u16, expected: u8 },
    /// Fewer tricks than were played.
    TricksTooFew { sum: u16, expected: u8 },
    /// One trick is missing, and the Bomb could be why.
    TricksOrBomb { sum: u16, cards: u8 },
    /// Whoever took the Cloud took a trick.
    CloudWithoutTrick { name: String },
    /// The Cloud cannot move a bid out of the round.
    CloudRange { name: String, bid: i16, cards: u8 },
    /// The first deal is reached.
    NothingToUndo,
    /// Nothing was undone.
    NothingToRedo,
    /// Bids cannot be changed any more: the tricks are being entered.
    NotNow,
    /// The game is over.
    GameOver,
    /// Another copy of the program has the game open.
    ReadOnly,
    /// A round was corrected.
    Corrected { round: usize },
    /// A round was scored; these are the totals, best first.
    Scored { round: usize, totals: Vec<(String, i32)> },
    /// The game before is not on disk yet.
    SaveFirst,
    /// A name is missing.
    NameEmpty,
    /// The name is at the table already.
    NameTaken { name: String },
    /// The name is too long.
    NameTooLong,
    /// There are six players already.
    TableFull,
    /// Fewer than three players.
    TooFewPlayers,
    /// The list of hands cannot be read at this word.
    HandsUnreadable { word: String },
    /// A hand of the list is not possible.
    HandRange { round: usize, cards: u8, max: u8 },
    /// Too many or no rounds in the list.
    HandsCount { rounds: usize },
    /// A file cannot be opened; the reason is the system's or the format's.
    FileRefused { name: String, reason: String },
    /// The settings could not be kept.
    SettingsNotKept { reason: String },
    /// The game is now saved at another place.
    SavedElsewhere { path: String },
    /// The platform's dialog gave no place, or there is no dialog.
    NoPlaceChosen,
    /// The session is there twice now, each with an id of its own.
    Duplicated,
    /// The session is in the trash.
    Deleted,
    /// The session is back from the trash.
    Restored,
    /// So many sessions were deleted for good.
    TrashEmptied { count: usize },
    /// A file stays where it is.
    NotMoved { name: String, reason: String },
    /// The name was changed in so many sessions.
    Renamed { from: String, to: String, sessions: usize },
    /// The name could not be changed in so many sessions; the first one, and why.
    NotRenamed { name: String, reason: String, count: usize },
    /// Both names sit at the same table in so many sessions: they are two people.
    NamesMet { name: String, other: String, sessions: usize },
    /// The file is written.
    Written { path: String },
    /// The archive is written without so many files that could not be read; the first one, and why.
    WrittenWithout { path: String, name: String, reason: String, count: usize },
    /// The file is not written.
    NotWritten { path: String, reason: String },
    /// A file of this name is there already.
    ThereAlready { path: String },
    /// Sessions were brought in.
    Imported { new: usize, same: usize, differing: usize },
    /// Nothing was imported.
    NotImported { reason: String },
    /// The text is on the clipboard.
    Copied,
    /// Not saved at the other place either.
    NotSavedThere { path: String, reason: String },
    /// The settings could not be read; everything is as it comes.
    SettingsUnreadable { path: String, reason: String },
    /// The settings that could not be read have another name now.
    SettingsSetAside { path: String },
    /// The folder that the settings name is not there.
    FolderMissing { path: String },
    /// The sessions are being moved: nothing else can be done.
    FolderMoving { done: usize, of: usize },
    /// So many files were moved to this folder.
    FolderMoved { path: String, files: usize },
    /// The sessions are in this folder; so many old files could not be taken away.
    FolderMovedLeaving { path: String, left: usize },
    /// This folder is used from now on.
    FolderUsed { path: String },
    /// The sessions are in this folder already.
    FolderSame,
    /// The folder lies inside the old one.
    FolderInside,
    /// A file of this name is there already with other content.
    FolderDiffers { name: String },
    /// Another copy of the program has this session open.
    FolderInUse { name: String },
    /// Sessions are still being written or read.
    FolderBusy,
    /// The folder cannot be used.
    FolderRefused { path: String, reason: String },
    /// Something went wrong, worded where it happened.
    Trouble(Text),
    /// Something was done, worded where it happened.
    Done(Text),
}

impl Notice {
    /// What a refusal says. `names` are the players in seat order.
    pub fn refused(refusal: &Refusal, names: &[String]) -> Notice {
        match refusal {
            Refusal::Rule { breach, .. } => Notice::broken(breach, names),
            Refusal::NotNow | Refusal::NoSuchSeat(_) | Refusal::NotScored(_) => Notice::NotNow,
            Refusal::GameOver => Notice::GameOver,
            Refusal::NothingToUndo => Notice::NothingToUndo,
            Refusal::NothingToRedo => Notice::NothingToRedo,
        }
    }

    /// What a name says that cannot be one.
    pub fn wrong_name(wrong: WrongName) -> Notice {
        match wrong {
            WrongName::Empty => Notice::NameEmpty,
            WrongName::Long => Notice::NameTooLong,
            WrongName::Control => Notice::Trouble(text!("This name has a control character. Type it anew.")),
            WrongName::Unseen => Notice::Trouble(text!("This name has no letter that can be seen. Type another one.")),
        }
    }

    /// What a broken rule says.
    pub fn broken(breach: &Breach, names: &[String]) -> Notice {
        let name = |seat: usize| names.get(seat).cloned().unwrap_or_default();
        match *breach {
            Breach::BidRange { cards, .. } => Notice::BidRange { cards },
            Breach::BidMissing { player } => Notice::BidMissing { name: name(player) },
            Breach::PlusMinusOne { player, cards, .. } => Notice::MustChange { name: name(player), cards },
            Breach::TricksRange { cards, .. } => Notice::TricksRange { cards },
            Breach::TricksMissing { player } => Notice::TricksMissing { name: name(player) },
            Breach::TricksSum { sum, expected, bomb_possible: true, .. } => {
                Notice::TricksOrBomb { sum, cards: expected }
            }
            Breach::TricksSum { sum, expected, .. } if sum > u16::from(expected) => {
                Notice::TricksTooMany { sum, expected }
            }
            Breach::TricksSum { sum, expected, .. } => Notice::TricksTooFew { sum, expected },
            Breach::CloudWithoutTrick { player } => Notice::CloudWithoutTrick { name: name(player) },
            Breach::CloudRange { player, bid, change, cards } => {
                Notice::CloudRange { name: name(player), bid: i16::from(bid) + i16::from(i8::from(change)), cards }
            }
            Breach::Length { .. }
            | Breach::BombNotInDeck
            | Breach::CloudNotInDeck
            | Breach::CloudPlayer { .. }
            | Breach::CloudChange { .. }
            | Breach::NoSuchRound { .. } => Notice::NotNow,
        }
    }
}
