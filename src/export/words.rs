//! Every word that exports print for people, in one place. Formats for programs (CSV, JSON, BG Stats) stay in English.

use super::names::SafeLanguage;
use crate::game::Rules;
use crate::session::{Session, Status};
use crate::text;
use crate::text::Text;
use crate::wizard::{DeckNames, RuleSet, SpecialCard, Trump};

pub(super) const PROGRAM: &str = "Tablet of Truth";

/// A word or line that is always the same.
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
    /// The heading of what the games of an evening come to.
    AllGames,
    Games,
    League,
    Total,
    PerGame,
    LastFive,
    MadeWith,
    Met,
    /// The key to the two numbers of a cell and its signs.
    CellKey,
    /// The key to the arrow of a changed bid.
    CloudKey,
    BombKey,
    /// The key to the mark of a round kept against Plus/Minus One.
    WaivedKey,
    DealerKey,
    /// The title of the empty pad.
    PadTitle,
    PadDate,
    PadPlace,
    /// The key to the pad's dealers and boxes.
    PadKey,
    PadPoints,
    PadForbiddenSum,
    /// The key to a pad of The Last Wizard, and its rules in short.
    TrackPadKey,
    TrackPadMoves,
    TrackPadEnd,
}

impl Word {
    /// The word in this language.
    pub(super) fn said(self, language: SafeLanguage) -> String {
        language.say(&self.text())
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
            Word::AllGames => text!("All games together"),
            Word::Games => text!("Games"),
            Word::League => text!("League"),
            Word::Total => text!("what all games give together" => "Total"),
            Word::PerGame => text!("what one game gives on average" => "Per game"),
            Word::LastFive => text!("the places of the last five games" => "Last five"),
            Word::MadeWith => text!("Scored with Tablet of Truth"),
            Word::Met => text!("bid met"),
            Word::CellKey => text!("Each cell: total, bid·tricks. ✓ met, × missed"),
            Word::CloudKey => text!("→ bid changed by the Cloud"),
            Word::BombKey => text!("Bomb: one trick belonged to nobody"),
            Word::WaivedKey => text!("±1 the bids add up to the cards, and the table allowed it"),
            Word::DealerKey => text!("dealer"),
            Word::PadTitle => text!("Wizard score pad"),
            Word::PadDate => text!("Date"),
            Word::PadPlace => text!("where the game was played" => "Place"),
            Word::PadKey => text!(
                "dealer of the round, if the first column's player deals round 1. Small box: bid. Beside it: total."
            ),
            Word::PadPoints => text!("Bid met: 20 + 10 for each trick. Missed: −10 for each trick off."),
            Word::PadForbiddenSum => {
                text!("With Plus/Minus One: the bids of a round may not add up to its cards. The dealer bids last.")
            }
            Word::TrackPadKey => text!(
                "plays first in the round, if the first column's player begins. Circle and square: the tokens bet. \
                 Beside them: the space. Everyone begins on 15."
            ),
            Word::TrackPadMoves => text!(
                "Best hand: both tokens forwards; all others: both back. Fold: 1 forwards at the first bet, the round \
                 token back at the second. A gain that begins on 1 to 7 is doubled."
            ),
            Word::TrackPadEnd => {
                text!("With 5 or 6 players the second best hand moves the lower token forwards. On 30 or 0 it ends.")
            }
        }
    }
}

/// Who won, or who leads.
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

/// How far the game went.
pub(super) fn rounds(played: usize, planned: usize) -> Text {
    if played == planned {
        text!("{n} round" | "{n} rounds" % planned)
    } else {
        text!("{played} of {n} round" | "{played} of {n} rounds" % planned, played = played)
    }
}

/// The progress of a game.
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

/// The number of cards in a round.
pub(super) fn cards(cards: u8) -> Text {
    text!("{n} card" | "{n} cards" % cards)
}

/// The duration.
pub(super) fn minutes(minutes: i64) -> Text {
    if minutes < 60 {
        text!("{minutes} min", minutes = minutes)
    } else {
        let (hours, minutes) = (minutes / 60, format!("{:02}", minutes % 60));
        text!("{hours} h {minutes} min", hours = hours, minutes = minutes)
    }
}

/// The number of bids met, under a heading that says what is counted.
pub(super) fn met_of(met: usize, rounds: usize) -> Text {
    text!("bids met, rounds" => "{met} of {rounds}", met = met, rounds = rounds)
}

/// The rules agreed on, each in a few words; the official plan and open bids are not mentioned.
pub(super) fn rules(rules: &RuleSet, language: SafeLanguage) -> Vec<String> {
    let mut words = Vec::new();
    let edition = rules.edition();
    words.push(if rules.special_cards.is_empty() {
        edition.text()
    } else if rules.special_cards.len() == edition.cards().len() {
        text!("{edition}, all special cards", edition = edition.text())
    } else {
        let cards: Vec<String> = rules.special_cards.iter().map(|&card| language.say(&special_card(card))).collect();
        text!("edition, cards" => "{edition}: {cards}", edition = edition.text(), cards = cards.join(", "))
    });
    words.extend(rules.described());
    words.iter().map(|words| language.say(words)).collect()
}

fn special_card(card: SpecialCard) -> Text {
    match card {
        SpecialCard::Shapeshifter => text!("Shapeshifter"),
        SpecialCard::Dragon => text!("Dragon"),
        SpecialCard::Fairy => text!("Fairy"),
        SpecialCard::Bomb => text!("Bomb"),
        SpecialCard::Werewolf => text!("Werewolf"),
        SpecialCard::Juggler => text!("Juggler"),
        SpecialCard::Cloud => text!("Cloud"),
        SpecialCard::Witch => text!("Witch"),
        SpecialCard::Vampire => text!("Vampire"),
    }
}

/// The key to the letters of trumps.
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

/// The number of players and rounds, above the empty pad.
pub(super) fn pad_players(players: usize, rounds: usize) -> Text {
    text!("{players} players, {rounds} rounds", players = players, rounds = rounds)
}
