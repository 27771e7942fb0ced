//! Plain text: the result, the standings and the rounds, in narrow columns for a chat or in all for a terminal.

use super::names::SafeLanguage;
use super::sheet::Sheet;
use super::tables::in_columns;

pub(super) fn text(sheet: &Sheet, is_wide: bool) -> String {
    let (gap, rank) = if is_wide { ("   ", u8::MAX) } else { ("  ", 0) };
    let mut rounds = sheet.rounds_table(is_wide);
    // Rounds to come are left out: their lines would be empty.
    rounds.rows.truncate(sheet.rows.iter().filter(|row| row.is_begun()).count());
    let [standings, mut rounds] = [sheet.standings_table(is_wide), rounds].map(|table| match table.rows.as_slice() {
        [] => String::new(),
        _ => in_columns(&table, gap, rank, sheet.language),
    });
    let game = sheet.language.translate(&sheet.game.text());
    let when = sheet.when_and_where(SafeLanguage::short_date);
    let head = if when.is_empty() { game } else { format!("{game} · {when}") };
    let facts = is_wide.then(|| sheet.facts.join(" · "));
    let above = [Some(head), facts, sheet.at_table.clone().filter(|_| !is_wide), Some(sheet.title.clone())];
    let above: String = above.into_iter().flatten().map(|line| line + "\n").collect();
    let taken_over = sheet.taken_over.iter().filter(|_| !is_wide);
    rounds.extend(sheet.adjustments.iter().chain(taken_over).map(|line| format!("{line}\n")));
    let notes: String = sheet.notes.iter().map(|line| format!("{line}\n")).collect();
    let parts = [above, standings, rounds, notes];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}
