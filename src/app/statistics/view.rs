//! The statistics page, as shown.

use chrono::{DateTime, Datelike, FixedOffset};
use uuid::Uuid;

use super::state::{LeagueChoice, StatisticsCommand};
use crate::app::archive::{Chip, set};
use crate::app::data::{self, Action, Icon, Item, Section, open};
use crate::app::{App, ArchiveCommand, Command, Panel};
use crate::language::month;
use crate::session::{Face, GameName, OfGame};
use crate::statistics::{Figure, League, LeagueOptions, PlayerFigures, Results, SessionCounts, TrackFigures};
use crate::table::{Cell, Column, Order, Row, RowId, Table, players, records, rule_meaning, season};
use crate::text;
use crate::text::Text;

const RECORDS_SHOWN: usize = 3;
const FORM_SHOWN: usize = 9;
const HEAT_SHOWN: usize = 11;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeatCell {
    pub bid: usize,
    pub tricks: usize,
    /// The number of rounds.
    pub count: u32,
    /// The share of the most frequent combination, from 0 to 1.
    pub share: f32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PersonView {
    pub name: String,
    pub face: Face,
    pub games: Text,
    /// The outcomes of the bids or bets.
    pub bids: Text,
    pub heat: Vec<HeatCell>,
    /// Up to the largest bid.
    pub heat_rows: usize,
    /// Up to the most tricks.
    pub heat_columns: usize,
    /// The places in the last games, the latest at the end.
    pub form: Vec<usize>,
    pub bests: Table,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FiguresView {
    pub facts: Text,
    /// `None` in The Last Wizard.
    pub records: Option<Table>,
    pub players: Table,
    /// The row of the person shown.
    pub chosen: Option<usize>,
    pub person: PersonView,
}

#[derive(Clone, Debug, PartialEq)]
pub struct StatisticsView {
    pub counting: bool,
    pub chips: Vec<Chip>,
    pub orders: Vec<Order>,
    pub order: Order,
    pub options: LeagueOptions,
    /// Shown in their place if there are none.
    pub figures: Result<Box<FiguresView>, Text>,
}

impl App {
    /// The choices above the figures, and the orders of the players, whom the page draws by hand.
    pub(in crate::app) fn statistics_head(&self) -> data::Page {
        let (orders, now) = self.orders();
        let orders = orders.into_iter().map(|order| {
            let name = match order {
                Order::GamesWon => text!("Games won"),
                Order::Points => text!("Points"),
                Order::League => text!("League"),
                Order::Rating => text!("Rating"),
            };
            let command = Command::OnStatistics(StatisticsCommand::Order(order));
            Action { on: order == now, ..Action::new(name, command) }
        });
        let sessions = self.counted().and_then(|counted| match &counted.statistics {
            OfGame::Wizard(of) => (!of.players.is_empty()).then_some(of.sessions),
            OfGame::LastWizard(of) => (!of.players.is_empty()).then_some(of.sessions),
        });
        let button = |name, panel, icon| Action { shrinks: true, ..Action::new(name, open(panel)).icon(icon) };
        data::Page {
            fact: sessions.map(|sessions| facts(sessions, self.counts_everything())),
            actions: vec![
                button(text!("Season…"), Panel::Season, Icon::Calendar),
                button(text!("Filter"), Panel::Filter, Icon::Filter),
            ],
            second: vec![Section::Bare("orders", vec![Item::choice(text!("heading" => "Players"), orders)])],
            ..data::Page::new("statistics", text!("heading" => "Statistics"), vec![set(self.chips(now))])
        }
    }

    fn orders(&self) -> (Vec<Order>, Order) {
        let all = variants!(Order: GamesWon, Points, League, Rating);
        let rated = self.counted_game() == GameName::Wizard;
        let orders: Vec<Order> = all.into_iter().filter(|order| rated || *order != Order::Rating).collect();
        let order = Some(self.statistics_page.order).filter(|order| orders.contains(order)).unwrap_or_default();
        (orders, order)
    }

    /// What a league leaves out hides no game.
    fn counts_everything(&self) -> bool {
        self.chips(Order::default()).is_empty()
    }

    pub fn statistics(&self) -> StatisticsView {
        let page = &self.statistics_page;
        let (orders, order) = self.orders();
        StatisticsView {
            counting: page.wanted.is_some() || self.index.reading,
            options: self.settings().league,
            figures: self.figures(order, self.counts_everything()).map(Box::new),
            chips: self.chips(order),
            orders,
            order,
        }
    }

    fn figures(&self, order: Order, everything: bool) -> Result<FiguresView, Text> {
        let counted = self.counted().ok_or_else(|| text!("Counting…"))?;
        let face = |name: &str| self.faces().of_name(name);
        let mut players = players(&counted.statistics, &counted.league, order, &face);
        if order == Order::League {
            players.notes.insert(0, rule_meaning(counted.league.options.rule));
        }
        let names: Vec<&str> = players.printed().filter_map(Row::name).collect();
        let wanted = self.statistics_page.player.as_deref();
        let (sessions, records, person) = match &counted.statistics {
            OfGame::Wizard(of) => {
                let mut records = records(of, &face).without_heads();
                records.rows.truncate(RECORDS_SHOWN);
                let person = wanted.and_then(|name| of.player(name));
                let person = person.or_else(|| of.player(names.first()?)).or(of.players.first());
                (of.sessions, Some(records), person.map(|person| self.wizard_person(person)))
            }
            OfGame::LastWizard(of) => {
                let person = wanted.and_then(|name| of.player(name));
                let person = person.or_else(|| of.player(names.first()?)).or(of.players.first());
                (of.sessions, None, person.map(|person| self.track_person(person, &counted.league)))
            }
        };
        let Some(person) = person else {
            return Err(if everything && self.statistics_page.has_tournaments {
                text!("Only games of tournaments are finished. Filter shows them.")
            } else if everything {
                text!("No finished games yet. After the first one, records, players and their bids stand here.")
            } else {
                text!("No games match. Take away what is set above.")
            });
        };
        let chosen = names.iter().position(|name| *name == person.name);
        Ok(FiguresView { facts: facts(sessions, everything), records, chosen, person, players })
    }

    fn wizard_person(&self, player: &PlayerFigures) -> PersonView {
        let bids = &player.bids;
        let up_to = |of: fn((usize, usize, u32)) -> usize| {
            let shown = bids.heat_map.cells().filter(|&(bid, tricks, _)| bid.max(tricks) < HEAT_SHOWN);
            shown.map(of).max().map_or(0, |last| last + 1)
        };
        let (heat_rows, heat_columns) = (up_to(|(bid, ..)| bid), up_to(|(_, tricks, _)| tricks));
        let largest = bids.heat_map.largest().max(1);
        let cell = |bid: usize, tricks: usize| {
            let count = bids.heat_map.count(bid, tricks);
            HeatCell { bid, tricks, count, share: count as f32 / largest as f32 }
        };
        // Of equal ones, the first.
        let best = player.form.iter().rev().max_by_key(|game| game.total);
        let run = bids.longest_run.value.zip(bids.longest_run_in);
        let bests = [
            best.map(|game| {
                best_of(text!("Best game"), Cell::Number(game.total.into()), Some((game.started, game.session)))
            }),
            run.map(|(run, of)| best_of(text!("Most bids met in a row"), Cell::Decimal(run, 0), Some(of))),
        ];
        let places = player.form.iter().map(|game| game.place);
        PersonView {
            bids: if bids.share_met.small() {
                text!("Bids met: {share}", share = self.percent(bids.share_met))
            } else {
                text!(
                    "Bids met {met} · too high {high} · too low {low}",
                    met = self.percent(bids.share_met),
                    high = self.percent(bids.share_overbid),
                    low = self.percent(bids.share_underbid),
                )
            },
            heat: (0..heat_rows).flat_map(|bid| (0..heat_columns).map(move |tricks| cell(bid, tricks))).collect(),
            heat_rows,
            heat_columns,
            form: places.skip(player.form.len().saturating_sub(FORM_SHOWN)).collect(),
            ..self.person(&player.name, &player.results, bests_of(bests.into_iter().flatten().collect()))
        }
    }

    fn track_person(&self, player: &TrackFigures, league: &League) -> PersonView {
        let lines = league.ranked.iter().map(|ranked| &ranked.line).chain(&league.unranked);
        let form = lines.into_iter().find(|line| line.player == player.name).map(|line| line.last.clone());
        let whole = |figure: Figure| figure.value.map_or(Cell::Unknown, |value| Cell::Decimal(value, 0));
        let bests = vec![
            best_of(text!("Furthest space"), whole(player.results.best_total), None),
            best_of(text!("Longest lead"), whole(player.longest_lead), None),
        ];
        PersonView {
            bids: if player.share_won.small() {
                text!("Bets won: {share}", share = self.percent(player.share_won))
            } else {
                text!(
                    "Bets won {won} · lost {lost} · folded {folded}",
                    won = self.percent(player.share_won),
                    lost = self.percent(player.share_lost),
                    folded = self.percent(player.share_folded),
                )
            },
            form: form.unwrap_or_default(),
            ..self.person(&player.name, &player.results, bests_of(bests))
        }
    }

    /// The figures of both games.
    fn person(&self, name: &str, results: &Results, bests: Table) -> PersonView {
        let Results { games, wins, shared_wins, .. } = *results;
        let won = wins + shared_wins;
        PersonView {
            name: name.to_owned(),
            face: self.faces().of_name(name),
            games: match shared_wins {
                0 => text!("{n} game · {won} won" | "{n} games · {won} won" % games, won = won),
                shared => text!(
                    "{n} game · {won} won ({shared} shared)" | "{n} games · {won} won ({shared} shared)" % games,
                    won = won,
                    shared = shared,
                ),
            },
            bids: Text::foreign(""),
            heat: Vec::new(),
            heat_rows: 0,
            heat_columns: 0,
            form: Vec::new(),
            bests,
        }
    }

    fn percent(&self, figure: Figure) -> String {
        Cell::of(figure, Cell::Share).text(self.language(), &str::to_owned)
    }

    fn chips(&self, order: Order) -> Vec<Chip> {
        let league = self.settings().league;
        let of_league = |text: Text, choice: LeagueChoice| Chip {
            text,
            without: Command::OnStatistics(StatisticsCommand::League(choice)),
        };
        let search = self.archive_page.search();
        let searched = (!search.is_empty()).then(|| Chip {
            text: text!("searched words" => "“{words}”", words = search),
            without: Command::OnArchive(ArchiveCommand::Search(String::new())),
        });
        let all_days = LeagueChoice::Season { first: String::new(), last: String::new() };
        let ranks = order == Order::League;
        let (least, drop) = (league.least_games, league.drop);
        let chips = [
            season(league.from, league.to).map(|days| of_league(days, all_days)),
            (ranks && least > 1).then(|| {
                of_league(text!("At least {n} game" | "At least {n} games" % least), LeagueChoice::LeastGames(1))
            }),
            (ranks && drop > 0).then(|| {
                of_league(text!("Without the worst game" | "Without the worst {n} games" % drop), LeagueChoice::Drop(0))
            }),
        ];
        searched.into_iter().chain(self.filter_chips()).chain(chips.into_iter().flatten()).collect()
    }
}

fn best_of(title: Text, value: Cell, session: Option<(DateTime<FixedOffset>, Uuid)>) -> Row {
    let day = session.map_or(Cell::None, |(started, _)| Cell::Day(started.date_naive()));
    Row { id: session.map(|(_, session)| RowId::Session(session)), ..Row::of(vec![Cell::Text(title), value, day]) }
}

fn bests_of(rows: Vec<Row>) -> Table {
    let no_head = || Column::new("", Text::foreign(""));
    let columns = vec![no_head().left(), no_head().decides(true), no_head().rank(1)];
    Table { columns, rows, ..Table::new(text!("Records"), Text::foreign("")) }
}

/// The number of games counted, and of those left out.
fn facts(sessions: SessionCounts, everything: bool) -> Text {
    let SessionCounts { finished, ended_early, left_out, first, .. } = sessions;
    let games = match first.filter(|_| everything) {
        None => text!("{n} game" | "{n} games" % finished),
        Some(first) => text!(
            "{n} game since {month} {year}" | "{n} games since {month} {year}" % finished,
            month = month(first.date_naive()),
            year = first.year().to_string(),
        ),
    };
    let early = (ended_early > 0).then(|| text!("{early} ended early", early = ended_early));
    let left_out = (left_out > 0).then(|| text!("{n} does not count" | "{n} do not count" % left_out));
    early.into_iter().chain(left_out).fold(games, Text::side_by_side)
}
