//! `tablet-of-truth odds`.

use clap::{Args, ValueEnum};
use serde_json::json;

use super::said::{Answer, Failure};
use crate::archive::to_lines;
use crate::language::Language;
use crate::plain::aligned;
use crate::text;
use crate::text::Text;
use crate::wizard::{Card, Colour, FirstHand, Fraction, Odds, Strength, Trump};

/// What a player of round 1 knows.
#[derive(Debug, Args)]
pub struct OddsArguments {
    /// The players at the table
    #[arg(long, value_name = "3-6")]
    pub players: usize,
    /// Your place in the order of play: 1 leads, the last one deals
    #[arg(long, value_name = "PLACE", default_value_t = 1)]
    pub seat: usize,
    /// The turned-up card: red-7, wizard, jester; blue, red, green and yellow are humans, dwarves, elves and giants
    #[arg(long, value_name = "CARD", value_parser = card)]
    pub turned_up: Card,
    /// Your own card
    #[arg(long, value_name = "CARD", value_parser = card)]
    pub card: Card,
    /// The trump the dealer chose if a Wizard is turned up; by default all are printed
    #[arg(long, value_name = "COLOUR|none", value_parser = trump)]
    pub trump: Option<Trump>,
    /// What to print
    #[arg(long, value_enum, default_value_t = OddsFormat::Table)]
    pub format: OddsFormat,
}

/// The format of the odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OddsFormat {
    /// Sentences and a table for reading
    Table,
    /// Exact fractions for other programs
    Json,
}

fn colour(word: &str) -> Option<Colour> {
    Some(match word {
        "blue" | "human" | "humans" => Colour::Blue,
        "red" | "dwarf" | "dwarves" => Colour::Red,
        "green" | "elf" | "elves" => Colour::Green,
        "yellow" | "giant" | "giants" => Colour::Yellow,
        _ => return None,
    })
}

fn card(word: &str) -> Result<Card, &'static str> {
    let lower = word.to_lowercase();
    let plain = || {
        let (name, rank) = lower.split_once('-')?;
        Some(Card::Plain(colour(name)?, rank.parse().ok().filter(|rank| (1..=13).contains(rank))?))
    };
    match &*lower {
        "wizard" => Ok(Card::Wizard),
        "jester" | "fool" => Ok(Card::Jester),
        _ => plain().ok_or("a card is wizard, jester, or a colour and a rank from 1 to 13, such as red-7"),
    }
}

fn trump(word: &str) -> Result<Trump, &'static str> {
    let lower = word.to_lowercase();
    if lower == "none" {
        return Ok(Trump::None);
    }
    colour(&lower).map(Trump::from).ok_or("a trump is blue, red, green, yellow or none")
}

/// The hand with one trump, its odds, and the odds from every place.
struct Case {
    hand: FirstHand,
    odds: Odds,
    places: Vec<Odds>,
}

/// The odds for the trump asked for, or for every possible one.
pub(super) fn odds(asked: &OddsArguments, language: Language) -> Result<Answer, Failure> {
    let refuse = |message: Text| Failure { code: 2, message };
    let Some(seat) = asked.seat.checked_sub(1) else {
        return Err(refuse(text!("places count from 1, the one who leads")));
    };
    let trumps = match asked.trump.or_else(|| FirstHand::given_trump(asked.turned_up)) {
        Some(trump) => vec![trump],
        None => Colour::ALL.into_iter().map(Trump::from).chain([Trump::None]).collect(),
    };
    let mut cases = Vec::new();
    for trump in trumps {
        let OddsArguments { players, turned_up, card, .. } = *asked;
        let hand = FirstHand { players, seat, turned_up, card, trump };
        let odds = hand.odds().map_err(|reason| refuse(reason.text()))?;
        let places: Result<Vec<Odds>, _> = (0..players).map(|seat| FirstHand { seat, ..hand }.odds()).collect();
        cases.push(Case { hand, odds, places: places.map_err(|reason| refuse(reason.text()))? });
    }
    let text = match asked.format {
        OddsFormat::Table => {
            let parts: Vec<String> = cases.iter().map(|case| table(case, language)).collect();
            parts.join("\n").into_bytes()
        }
        OddsFormat::Json => {
            let all: Vec<serde_json::Value> = cases.iter().map(in_json).collect();
            to_lines(&json!({ "odds": all })).map_err(|error| Failure::foreign(&error))?
        }
    };
    Ok(Answer { text, notes: Vec::new() })
}

fn in_json(case: &Case) -> serde_json::Value {
    let Odds { chance, bid, points_of_0, points_of_1, strength, unknown, beaten, beat_after, beat_before } = case.odds;
    let exact = |fraction: Fraction| {
        let Fraction { numerator, denominator } = fraction;
        json!({ "numerator": numerator, "denominator": denominator, "value": fraction.value() })
    };
    let places: Vec<_> =
        case.places.iter().map(|odds| json!({ "chance": exact(odds.chance), "bid": odds.bid })).collect();
    json!({
        "trump": case.hand.trump,
        "chance": exact(chance),
        "bid": bid,
        "points_of_0": exact(points_of_0),
        "points_of_1": exact(points_of_1),
        "strength": strength,
        "unknown_cards": unknown,
        "beaten": beaten,
        "beat_when_played_after": beat_after,
        "beat_when_led_before": beat_before,
        "places": places,
    })
}

fn table(case: &Case, language: Language) -> String {
    let Case { hand, odds, places } = case;
    let percent = |fraction: Fraction| language.decimal(fraction.value() * 100.0, 1);
    let exact = |fraction: Fraction| format!("{}/{}", fraction.numerator, fraction.denominator);
    let points = |fraction: Fraction| language.decimal(fraction.value(), 1);
    let mut lines = vec![language.say(&trump_text(hand.trump))];
    lines.push(language.say(&text!(
        "Chance of taking the trick: {percent} % ({exact})",
        percent = percent(odds.chance),
        exact = exact(odds.chance)
    )));
    lines.push(language.say(&text!(
        "Bid {bid}: on average, a bid of 1 is worth {one} points, a bid of 0 is worth {zero}.",
        bid = odds.bid,
        one = points(odds.points_of_1),
        zero = points(odds.points_of_0)
    )));
    lines.push(language.say(&why(odds)));
    let say = |text: Text| language.say(&text);
    let (place, chance) = (say(text!("of the order of play" => "Place")), say(text!("Chance")));
    let mut rows = vec![vec![place, chance, say(text!("of a probability" => "Exactly")), say(text!("Bid"))]];
    for (seat, odds) in places.iter().enumerate() {
        let mine = if seat == hand.seat { "*" } else { "" };
        let chance = format!("{} %", percent(odds.chance));
        rows.push(vec![format!("{}{mine}", seat + 1), chance, exact(odds.chance), odds.bid.to_string()]);
    }
    format!("{}\n\n{}", lines.join("\n"), aligned(&rows, "   ", &[0]))
}

fn trump_text(trump: Trump) -> Text {
    match trump {
        Trump::Blue => text!("Humans (blue) are trump."),
        Trump::Red => text!("Dwarves (red) are trump."),
        Trump::Green => text!("Elves (green) are trump."),
        Trump::Yellow => text!("Giants (yellow) are trump."),
        Trump::None => text!("There is no trump."),
    }
}

/// The reason for the chance, in words.
fn why(odds: &Odds) -> Text {
    let (beaten, unknown) = (odds.beaten, odds.unknown);
    match odds.strength {
        Strength::Wizard if odds.chance.numerator == odds.chance.denominator => {
            text!("You lead a Wizard, and the first Wizard takes the trick.")
        }
        Strength::Wizard => text!(
            "Only a Wizard played before yours takes the trick; {n} is still out."
                | "Only a Wizard played before yours takes the trick; {n} are still out." % odds.beat_before
        ),
        Strength::JesterLeads => {
            text!("A Jester that is led takes the trick only if everyone else plays a Jester, too.")
        }
        Strength::Jester => text!("A Jester that is not led never takes the trick."),
        Strength::Trump => text!(
            "Your card is trump: {beaten} of the {unknown} unknown cards lose to it, whenever they are played.",
            beaten = beaten,
            unknown = unknown
        ),
        Strength::ColourLeads => text!(
            "You lead, so your colour is led: {beaten} of the {unknown} unknown cards lose to yours.",
            beaten = beaten,
            unknown = unknown
        ),
        Strength::Colour => text!(
            "{beaten} of the {unknown} unknown cards lose to yours where your colour is led. Where another colour is \
             led, yours cannot win.",
            beaten = beaten,
            unknown = unknown
        ),
    }
}
