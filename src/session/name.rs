//! The rules for a player's name, shared by set-up, renaming and import.

use crate::text;
use crate::text::{Text, composed};

/// In characters.
pub const NAME_MAX: usize = 80;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongName {
    /// Nothing but spaces.
    Empty,
    /// Longer than [`NAME_MAX`].
    Long,
    /// With a character that controls a terminal or printer.
    Control,
    /// Without a visible character.
    Unseen,
}

impl WrongName {
    /// `player` counts from 1.
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

/// On one line, trimmed, [`composed`]. Other names in files are kept.
pub fn checked_name(text: &str) -> Result<String, WrongName> {
    let name = composed(text).split_whitespace().collect::<Vec<_>>().join(" ");
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

/// As in “Anna (17)”, to distinguish equal names.
pub fn name_with(name: &str, number: usize) -> String {
    let behind = format!(" ({number})");
    let kept: String = name.chars().take(NAME_MAX.saturating_sub(behind.len())).collect();
    kept + &behind
}

/// A joiner, direction mark, blank filler, selector or tag.
fn is_unseen(letter: char) -> bool {
    matches!(letter, '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
        | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// In bytes. With the rest of a file name this stays far below the 255 that systems allow.
const FILE_NAMES_MAX: usize = 120;

/// As part of a file name, "_Ana_Zoë", as far as they fit and without characters special to any system.
pub fn in_file_name(names: &[String]) -> String {
    let mut all = String::new();
    for name in names {
        let clean = name.replace(|letter| !is_for_files(letter), "-");
        let clean = clean.trim_matches(['-', '.']);
        if all.len() + "_".len() + clean.len() > FILE_NAMES_MAX {
            break;
        }
        if !clean.is_empty() {
            all.push('_');
            all.push_str(clean);
        }
    }
    all
}

/// On every system.
fn is_for_files(letter: char) -> bool {
    // Invisible characters, or ones that turn the direction of a line, would hide a file's real name.
    !is_unseen(letter) && !letter.is_control() && !letter.is_whitespace() && !r#"/\:*?"<>|_"#.contains(letter)
}
