//! What a player may be called: one rule for the set-up, for a change of names and for tables that are brought in.

use crate::text;
use crate::text::Text;

/// The most characters a player's name may have.
pub const NAME_MAX: usize = 80;

/// Why a text is no name for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongName {
    /// There is nothing but spaces.
    Empty,
    /// It fits no sheet.
    Long,
    /// A character that commands a terminal or a printer.
    Control,
    /// Nobody would see it.
    Unseen,
}

impl WrongName {
    /// What is wrong with the name of a player, who is counted from 1.
    pub(super) fn of_player(self, player: usize) -> Text {
        match self {
            WrongName::Empty => text!("player {number} has no name", number = player),
            WrongName::Long => {
                text!("the name of player {number} is longer than {max} characters", number = player, max = NAME_MAX)
            }
            WrongName::Control => {
                text!("the name of player {number} has a control character: type it again", number = player)
            }
            WrongName::Unseen => text!("the name of player {number} has no visible letter", number = player),
        }
    }
}

/// The text as a player's name: on one line, without spaces around it. Files may have other names, which are kept.
///
/// # Errors
/// [`WrongName`].
pub fn checked_name(text: &str) -> Result<String, WrongName> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        Err(WrongName::Empty)
    } else if name.chars().count() > NAME_MAX {
        Err(WrongName::Long)
    } else if name.contains(char::is_control) {
        Err(WrongName::Control)
    } else if name.chars().all(|letter| letter == ' ' || is_unseen(letter)) {
        Err(WrongName::Unseen)
    } else {
        Ok(name)
    }
}

/// Does a letter leave nothing to be seen: a joiner, a mark of direction, a blank filler, a selector or a tag?
pub fn is_unseen(letter: char) -> bool {
    matches!(letter, '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
        | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}
