//! Names of files that every system takes.

use crate::session::{Recorded, Session};

/// So many bytes of players' names; the whole name stays far below the 255 that systems allow.
const NAMES_MAX: usize = 120;

/// `wizard_2026-03-07_Ana_Zoë.csv`: when and who, without a sign that a system could take for more than a letter.
pub(super) fn of<G: Recorded>(session: &Session<G>, ending: &str) -> String {
    let mut name = format!("{}_{}", G::NAME.key(), session.started().format("%Y-%m-%d"));
    let start = name.len();
    for player in session.names() {
        let clean: String = player.chars().map(|letter| if is_plain(letter) { letter } else { '-' }).collect();
        let clean = clean.trim_matches(['-', '.']);
        if clean.is_empty() {
            continue;
        }
        if name.len() - start + clean.len() > NAMES_MAX {
            break;
        }
        name.push('_');
        name.push_str(clean);
    }
    format!("{name}.{ending}")
}

/// Letters, figures and a few signs of every script; no separator, wild card, quote, blank or direction mark.
fn is_plain(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '-' | '.' | '+' | '\'' | '’')
}
