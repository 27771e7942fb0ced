//! Every word that an export prints for people, in one place. What other programs read (CSV, JSON) stays in English.

use chrono::{DateTime, FixedOffset};

use crate::session::{Session, Status};
use crate::wizard::{Bidding, RuleSet, SpecialCard, Trump};

pub(super) const GAME: &str = "Wizard";
pub(super) const STANDINGS: &str = "Standings";
pub(super) const FINAL_TABLE: &str = "Final table";
pub(super) const SHEET: &str = "Score sheet";
pub(super) const CHART: &str = "Points by round";
pub(super) const NOTES: &str = "Notes";
pub(super) const ROUND: &str = "Round";
pub(super) const CARDS: &str = "Cards";
pub(super) const TRUMP: &str = "Trump";
pub(super) const PLACE: &str = "Place";
pub(super) const PLAYER: &str = "Player";
pub(super) const POINTS: &str = "Points";
pub(super) const BIDS_MET: &str = "Bids met";
pub(super) const BOMB: &str = "Bomb";
pub(super) const PROGRAM: &str = "Tablet of Truth";
pub(super) const MADE_WITH: &str = "Kept with Tablet of Truth";
pub(super) const MET: &str = "bid met";

/// The edition, as BG Stats calls a board.
pub(super) const ANNIVERSARY: &str = "25 years";

/// What the two numbers of a cell are, and its signs.
pub(super) const CELL_KEY: &str = "Each cell: total, bid·tricks. ✓ met, × missed";
/// The arrow of a changed bid.
pub(super) const CLOUD_KEY: &str = "→ bid changed by the Cloud";
pub(super) const BOMB_KEY: &str = "Bomb: one trick belonged to nobody";
pub(super) const DEALER_KEY: &str = "dealer";

/// A number for people: with a true minus sign.
pub(super) fn number(number: i32) -> String {
    if number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() }
}

/// "Saturday 7 March 2026".
pub(super) fn date(at: DateTime<FixedOffset>) -> String {
    at.format("%A %-d %B %Y").to_string()
}

/// "Sat 7 Mar 2026".
pub(super) fn short_date(at: DateTime<FixedOffset>) -> String {
    at.format("%a %-d %b %Y").to_string()
}

/// Several names in a sentence.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

/// Who won, or how it stands. `winners` are ready to stand in a sentence.
pub(super) fn title(session: &Session, winners: &[String]) -> String {
    let played = session.table().scored.len();
    let names = listed(winners);
    let everyone = winners.len() == session.players().len();
    match (session.status(), winners.len()) {
        (Status::EndedEarly, _) if played == 0 => "Ended before the first round".to_owned(),
        (_, _) if played == 0 => "Before the first round".to_owned(),
        (Status::Finished, 1) => format!("{names} wins"),
        (Status::Finished, _) if everyone => "Everyone shares the victory".to_owned(),
        (Status::Finished, _) => format!("{names} share the victory"),
        (Status::EndedEarly, _) if everyone => "All were level when the game ended".to_owned(),
        (Status::EndedEarly, _) => format!("{names} led when the game ended"),
        (Status::Running, _) if everyone => format!("All are level after round {played}"),
        (Status::Running, 1) => format!("{names} leads after round {played}"),
        (Status::Running, _) => format!("{names} lead after round {played}"),
    }
}

/// How far the game went.
pub(super) fn rounds(played: usize, planned: usize) -> String {
    match (played, planned) {
        (1, 1) => "1 round".to_owned(),
        (played, planned) if played == planned => format!("{planned} rounds"),
        (played, planned) => format!("{played} of {planned} rounds"),
    }
}

/// How many cards a round deals.
pub(super) fn cards(cards: u8) -> String {
    if cards == 1 { "1 card".to_owned() } else { format!("{cards} cards") }
}

/// How long it took.
pub(super) fn minutes(minutes: i64) -> String {
    if minutes < 60 { format!("{minutes} min") } else { format!("{} h {:02} min", minutes / 60, minutes % 60) }
}

/// How many bids were met.
pub(super) fn bids_met(met: usize, rounds: usize) -> String {
    format!("{met} of {rounds} bids met")
}

/// What was agreed, each in a few words; the official plan and open bids go without saying.
pub(super) fn rules(rules: &RuleSet) -> Vec<String> {
    let mut words = Vec::new();
    if rules.special_cards.is_empty() {
        words.push("Classic".to_owned());
    } else {
        let cards: Vec<&str> = rules.special_cards.iter().map(|&card| special_card(card)).collect();
        let all = cards.len() == SpecialCard::ALL.len();
        words.push(if all { "25 years, all special cards".into() } else { format!("25 years: {}", cards.join(", ")) });
    }
    if rules.unicolor {
        words.push("Unicolor".to_owned());
    }
    words.push(match (rules.plus_minus_one, rules.plus_minus_one_from) {
        (false, _) => "without Plus/Minus One".to_owned(),
        (true, 1) => "Plus/Minus One".to_owned(),
        (true, from) => format!("Plus/Minus One from round {from}"),
    });
    match rules.bidding {
        Bidding::Open => {}
        Bidding::Hidden => words.push("hidden bids".to_owned()),
        Bidding::Secret => words.push("secret prediction".to_owned()),
    }
    if rules.clairvoyance {
        words.push("Clairvoyance".to_owned());
    }
    if rules.hands.is_some() {
        words.push("hands of the table's own choosing".to_owned());
    }
    if rules.ties_by_bids_met {
        words.push("ties broken by bids met".to_owned());
    }
    words
}

fn special_card(card: SpecialCard) -> &'static str {
    match card {
        SpecialCard::Shapeshifter => "Shapeshifter",
        SpecialCard::Dragon => "Dragon",
        SpecialCard::Fairy => "Fairy",
        SpecialCard::Bomb => "Bomb",
        SpecialCard::Werewolf => "Werewolf",
        SpecialCard::Juggler => "Juggler",
        SpecialCard::Cloud => "Cloud",
    }
}

/// The name of a trump.
pub(super) fn trump(trump: Trump) -> &'static str {
    match trump {
        Trump::Blue => "Humans",
        Trump::Red => "Dwarves",
        Trump::Green => "Elves",
        Trump::Yellow => "Giants",
        Trump::None => "no trump",
    }
}

/// One letter for a trump, where there is no room for its name.
pub(super) fn trump_letter(trump: Trump) -> &'static str {
    match trump {
        Trump::Blue => "H",
        Trump::Red => "D",
        Trump::Green => "E",
        Trump::Yellow => "G",
        Trump::None => "–",
    }
}

/// What the letters of trumps mean.
pub(super) const TRUMP_KEY: &str = "Trump: H Humans, D Dwarves, E Elves, G Giants, – none";

/// The line that says when and where; empty when neither is known.
pub(super) fn when_and_where(date: Option<String>, place: &str) -> String {
    match (date, place) {
        (Some(date), "") => date,
        (Some(date), place) => format!("{date} · {place}"),
        (None, place) => place.to_owned(),
    }
}

/// Words of the empty pad.
pub(super) mod pad {
    /// Its title.
    pub(in crate::export) const TITLE: &str = "Wizard score pad";
    pub(in crate::export) const DATE: &str = "Date";
    pub(in crate::export) const PLACE: &str = "Place";
    pub(in crate::export) const POINTS: &str = "Bid met: 20 + 10 for each trick. Missed: −10 for each trick off.";
    pub(in crate::export) const FORBIDDEN_SUM: &str =
        "Plus/Minus One: the bids of a round may not add up to its cards. The dealer bids last.";
    pub(in crate::export) const BOXES: &str = "Small box: the bid. Beside it: the total.";
    pub(in crate::export) const DEALER: &str = "of the round, when the first column's player deals round 1";

    /// Who plays how many rounds.
    pub(in crate::export) fn players(players: usize, rounds: usize) -> String {
        format!("{players} players, {rounds} rounds")
    }
}

/// The name of a file: a calm beginning, also where nobody is named.
pub(super) const FILE: &str = "wizard";
