//! The league of a season.

use chrono::NaiveDate;

use super::{Cell, Column, Row, Table, Tone};
use crate::language::day;
use crate::session::Face;
use crate::statistics::{League, LeagueLine, LeagueOptions, LeagueRule};
use crate::text;
use crate::text::Text;

/// A sentence without a full stop.
pub fn rule_meaning(rule: LeagueRule) -> Text {
    match rule {
        LeagueRule::BelowAbove => text!("A game gives one for everyone below, minus one for everyone above"),
        LeagueRule::TablePoints => text!("A game gives 45, 30, 20, 10, 5 or 0 by place"),
        LeagueRule::Mean => text!("A game gives its points, divided by its rounds"),
        LeagueRule::Wins => text!("A game gives one for a victory, which winners share"),
    }
}

/// `None` without a first and a last day.
pub fn season(from: Option<NaiveDate>, to: Option<NaiveDate>) -> Option<Text> {
    match (from, to) {
        (None, None) => None,
        (Some(from), None) => Some(text!("a season" => "from {day} on", day = day(from))),
        (None, Some(to)) => Some(text!("a season" => "until {day}", day = day(to))),
        (Some(from), Some(to)) => Some(text!("a season" => "{from} – {to}", from = day(from), to = day(to))),
    }
}

/// Those with too few games are in a note, and in CSV.
pub fn league(league: &League, face: &dyn Fn(&str) -> Face) -> Table {
    let LeagueOptions { rule, from, to, least_games, drop } = league.options;
    let least = (least_games > 1).then(|| text!("at least {n} game" | "at least {n} games" % least_games));
    let dropped =
        (drop > 0).then(|| text!("the worst game does not count" | "the worst {n} games do not count" % drop));
    let by_rule = [rule_meaning(rule), text!("ranked by the average of a game")];
    let named = |line: &LeagueLine| {
        let LeagueLine { player, played, .. } = line;
        text!("a name, number of games" => "{name} ({games})", name = player, games = *played)
    };
    let few: Vec<Text> = league.unranked.iter().map(named).collect();
    let least_games = least_games.max(drop.saturating_add(1));
    let below = (!few.is_empty())
        .then(|| text!("Below the line, fewer than {games} games: {names}", games = least_games, names = few));
    let no_games = || text!("No finished games in this season.");
    let ranked = league.ranked.iter().map(|ranked| (Some(ranked.rank), &ranked.line));
    let lines: Vec<(Option<usize>, &LeagueLine)> =
        ranked.chain(league.unranked.iter().map(|line| (None, line))).collect();
    let places = if lines.iter().all(|(_, line)| line.total.fract() == 0.0) { 0 } else { 2 };
    let points = |value: f64, places: usize| match rule {
        LeagueRule::BelowAbove => Cell::Signed(value, places),
        _ => Cell::Decimal(value, places),
    };
    let row = |(rank, line): (Option<usize>, &LeagueLine)| Row {
        face: Some(face(&line.player)),
        tone: match rank {
            None => Tone::Unranked,
            Some(1) => Tone::Ahead,
            Some(_) => Tone::Plain,
        },
        ..Row::of(vec![
            rank.map_or(Cell::None, Cell::count),
            Cell::Name(line.player.clone()),
            Cell::Number(line.games.into()),
            points(line.total, places),
            points(line.per_game, 2),
            Cell::Marks(line.last.clone()),
        ])
    };
    Table {
        title: text!("League"),
        facts: season(from, to).into_iter().chain(by_rule).chain(least).chain(dropped).collect(),
        columns: vec![
            Column::new("rank", text!("of a ranking" => "Rank")),
            Column::new("player", text!("Player")).left(),
            Column::new("games", text!("Games")).rank(2).means(text!("Finished games that count.")),
            Column::new("total", text!("what all games give together" => "Total"))
                .rank(3)
                .means(text!("What the games that count give, together.")),
            Column::new("per_game", text!("what one game gives on average" => "Per game"))
                .decides(true)
                .means(text!("What one game gives on average, by which the league is ranked.")),
            Column::new("last_five", text!("the places of the last five games" => "Last five"))
                .rank(1)
                .means(text!("The places of the last five games, the latest at the end.")),
        ],
        rows: lines.into_iter().map(row).collect(),
        notes: below.clone().filter(|_| !league.ranked.is_empty()).into_iter().collect(),
        empty: below.unwrap_or_else(no_games),
    }
}
