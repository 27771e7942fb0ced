//! All texts of exports for people. Formats for programs (CSV, JSON, BG Stats) stay in English.

use super::names::SafeLanguage;
use crate::game::Rules;
use crate::session::{Session, Status};
use crate::text;
use crate::text::Text;
use crate::wizard::{DeckNames, Game, Trump};

pub(super) const PROGRAM: &str = "Tablet of Truth";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Standings,
    FinalTable,
    Sheet,
    Notes,
    Round,
    Cards,
    Trump,
    Rank,
    Player,
    Points,
    BidsMet,
    Bomb,
    MadeWith,
    Met,
    CellKey,
    CloudKey,
    BombKey,
    DealerKey,
}

impl Word {
    pub(super) fn translated(self, language: SafeLanguage) -> String {
        language.translate(&self.text())
    }

    pub(super) fn text(self) -> Text {
        match self {
            Word::Standings => text!("Standings"),
            Word::FinalTable => text!("Final standings"),
            Word::Sheet => text!("Score sheet"),
            Word::Notes => text!("Notes"),
            Word::Round => text!("Round"),
            Word::Cards => text!("Cards"),
            Word::Trump => text!("Trump"),
            Word::Rank => text!("first, second, third" => "Place"),
            Word::Player => text!("Player"),
            Word::Points => text!("Points"),
            Word::BidsMet => text!("Bids met"),
            Word::Bomb => text!("Bomb"),
            Word::MadeWith => text!("Scored with Tablet of Truth"),
            Word::Met => text!("✓ bid met"),
            Word::CellKey => text!("Each cell: total, bid·tricks. ✓ met, × missed"),
            Word::CloudKey => text!("→ bid changed by the Cloud"),
            Word::BombKey => text!("Bomb: one trick belonged to nobody"),
            Word::DealerKey => text!("dealer"),
        }
    }
}

pub(super) fn title<G: Rules>(session: &Session<G>, winners: &[String]) -> Text {
    let played = session.scored();
    let (count, names) = (winners.len(), winners.to_vec());
    let everyone = count == session.people().players_at_end().len();
    match session.status() {
        Status::EndedEarly if played == 0 => text!("Ended before the first round"),
        _ if played == 0 => text!("Before the first round"),
        Status::Finished if everyone => text!("Everyone shares the victory"),
        Status::Finished => text!("{names} wins" | "{names} share the victory" % count, names = names),
        Status::EndedEarly if everyone => text!("Everyone was level when the game ended"),
        Status::EndedEarly => {
            text!("{names} led when the game ended" | "{names} led when the game ended" % count, names = names)
        }
        Status::Running if everyone => text!("Everyone is level after round {round}", round = played),
        Status::Running => text!(
            "{names} leads after round {round}" | "{names} lead after round {round}" % count,
            names = names,
            round = played,
        ),
    }
}

pub(super) fn rounds(played: usize, planned: usize) -> Text {
    if played == planned {
        text!("{n} round" | "{n} rounds" % planned)
    } else {
        text!("{played} of {n} round" | "{played} of {n} rounds" % planned, played = played)
    }
}

pub fn progress(status: Status, rounds: usize, planned: Option<usize>) -> Text {
    match (status, planned) {
        (Status::Finished, _) => text!("{n} round" | "{n} rounds" % rounds),
        (Status::Running, Some(planned)) => {
            text!("In progress, {played} of {planned}", played = rounds, planned = planned)
        }
        (Status::Running, None) => text!("In progress, {n} round" | "In progress, {n} rounds" % rounds),
        (Status::EndedEarly, Some(planned)) => {
            text!("Ended early, {played} of {planned}", played = rounds, planned = planned)
        }
        (Status::EndedEarly, None) => text!("Ended early, {n} round" | "Ended early, {n} rounds" % rounds),
    }
}

pub(super) fn cards(cards: u8) -> Text {
    text!("{n} card" | "{n} cards" % cards)
}

/// "3 of 10", for a column whose heading names what is counted.
pub(super) fn met_of(met: usize, rounds: usize) -> Text {
    text!("bids met, rounds" => "{met} of {rounds}", met = met, rounds = rounds)
}

/// Each in a few words; the official plan and open bids are not mentioned.
pub(super) fn rules(game: &Game, language: SafeLanguage) -> Vec<String> {
    let rules = game.rules();
    let mut words = Vec::new();
    let edition = rules.edition();
    words.push(if rules.special_cards.is_empty() {
        edition.text()
    } else if rules.special_cards.len() == edition.cards().len() {
        text!("{edition}, all special cards", edition = edition.text())
    } else {
        let cards: Vec<String> = rules.special_cards.iter().map(|&card| language.translate(&card.text())).collect();
        text!("edition, cards" => "{edition}: {cards}", edition = edition.text(), cards = cards.join(", "))
    });
    words.extend(rules.described(game.players()));
    words.iter().map(|words| language.translate(words)).collect()
}

pub(super) fn trump_key(names: DeckNames) -> Text {
    text!(
        "Trump: {blue} {first}, {red} {second}, {green} {third}, {yellow} {fourth}, {none} none",
        blue = names.letter(Trump::Blue),
        first = names.trump(Trump::Blue),
        red = names.letter(Trump::Red),
        second = names.trump(Trump::Red),
        green = names.letter(Trump::Green),
        third = names.trump(Trump::Green),
        yellow = names.letter(Trump::Yellow),
        fourth = names.trump(Trump::Yellow),
        none = names.letter(Trump::None),
    )
}

pub(super) fn pad_players(players: usize, rounds: usize) -> Text {
    text!("{players} players, {rounds} rounds", players = players, rounds = rounds)
}
