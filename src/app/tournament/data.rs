//! The settings of a tournament, the actions of its tabs, and its panels.

use std::path::Path;

use super::command::{TournamentCommand as C, TournamentPanel, TournamentSetting as S, TournamentTab};
use super::open::OpenTournament;
use super::view::TournamentOffer;
use crate::app::data::{Action, Icon, Item, Page, Panel, Section, Width, type_into};
use crate::app::{App, Command, Tone};
use crate::export::Paper;
use crate::language::Language;
use crate::text;
use crate::text::Text;
use crate::tournament::{Number, Player, PointsBy, Preset, Seating, Settings, Status};

/// The fields of a player's panel, taken when it is closed.
pub(super) const NAME: &str = "player’s name";
pub(super) const NUMBER: &str = "player’s number";

const ROUNDS_MAX: u8 = 20;
const CARDS_MAX: u8 = 20;
/// In minutes.
const STEP: u16 = 5;
const MINUTES_MAX: u16 = 300;

fn on(command: C) -> Command {
    Command::OnTournament(command)
}

fn set(setting: S) -> Command {
    on(C::Set(setting))
}

fn show(panel: TournamentPanel) -> Command {
    on(C::Panel(Some(panel)))
}

impl TournamentTab {
    fn text(self) -> Text {
        match self {
            TournamentTab::Players => text!("Players"),
            TournamentTab::Seats => text!("tab of a tournament" => "Seats"),
            TournamentTab::Results => text!("tab of a tournament" => "Results"),
            TournamentTab::Ranking => text!("tab of a tournament" => "Ranking"),
            TournamentTab::Settings => text!("tab of a tournament" => "Settings"),
        }
    }
}

impl OpenTournament {
    fn actions(&self) -> Vec<Action> {
        let papers = || Action::new(text!("Paper…"), show(TournamentPanel::Papers));
        let wall = || Action {
            shortcut: Some(text!("keys" => "F11")),
            ..Action::new(text!("tournament on a large screen" => "Wall"), on(C::Wall))
        };
        let turned = |text, is_on, command| Action { on: is_on, ..Action::new(text, on(command)) };
        match self.tab {
            TournamentTab::Players => vec![Action::new(text!("Paste a list…"), show(TournamentPanel::Paste)), papers()],
            TournamentTab::Seats => vec![
                turned(text!("seats of a tournament" => "By name"), self.by_name, C::ByName),
                Action::new(text!("Draw again"), on(C::DrawAgain)),
                Action::new(text!("Take the seats back"), on(C::Unseat)),
                wall(),
                papers(),
            ],
            TournamentTab::Results => vec![
                Action {
                    shortcut: Some(text!("key of a result slip" => "S")),
                    ..Action::new(text!("Enter a slip"), on(C::EnterSlip))
                },
                turned(text!("Time is up: −10"), self.overtime, C::Overtime),
                wall(),
                papers(),
            ],
            TournamentTab::Ranking => vec![wall(), papers()],
            TournamentTab::Settings => vec![papers(), Action::new(text!("Leave it for now"), on(C::Close))],
        }
    }

    /// What is not drawn by hand: the settings, and the actions of the tab. The last one opens all but the first where
    /// it is narrow.
    pub(in crate::app) fn page(&self, language: Language) -> Page {
        let is_set_up = self.tab == TournamentTab::Settings;
        let [first, second] = if is_set_up { [self.day(language), self.counting()] } else { Default::default() };
        let more = Action::labelled(text!("More"), show(TournamentPanel::More)).icon(Icon::More);
        Page {
            actions: self.actions().into_iter().chain([more]).collect(),
            second,
            ..Page::new("tournament", Text::foreign(&self.tournament.name), first)
        }
    }

    fn day(&self, language: Language) -> Vec<Section> {
        let (of, settings) = (&self.tournament, &self.tournament.settings);
        let typed = |value: String, setting: fn(String) -> S| self.typed_as(&setting(String::new())).unwrap_or(value);
        let field = |label: Text, value: String, setting: fn(String) -> S| {
            Item::field(label, typed(value, setting), move |text| set(setting(text))).most(80)
        };
        let (rounds, minutes) = (settings.rounds, settings.minutes);
        let date = of.date.map(|date| language.typed_date(date)).unwrap_or_default();
        let going_on = settings.going_on().filter(|players| *players > 1);
        let at = Settings::GOING_ON.partition_point(|of| Some(usize::from(*of)) <= going_on);
        // From 1; 0 for none.
        let cut = |at: Option<usize>| S::Cut(at.and_then(|at| Settings::GOING_ON.get(at.checked_sub(1)?).copied()));
        let stages: Vec<Text> = (1..=settings.planned()).filter_map(|round| settings.stage_name(round)).collect();
        let later = |text, seating| Action::option(text, settings.seating == seating, set(S::Seating(seating)));
        let fault = self.typed.as_ref().and_then(|(_, fault)| fault.as_ref());
        let fault = Text::foreign(fault.map(|fault| language.sentence(fault)).unwrap_or_default());
        let items = vec![
            field(text!("name of a tournament" => "Name"), of.name.clone(), S::Name),
            field(text!("Place"), of.place.clone(), S::Place),
            field(text!("Date"), date, S::Date),
            Item::stepper(
                text!("Rounds of the tournament"),
                Text::foreign(rounds.to_string()),
                [
                    step(text!("One round of the tournament fewer"), rounds > 1, S::Rounds(rounds.saturating_sub(1))),
                    step(text!("One round of the tournament more"), rounds < ROUNDS_MAX, S::Rounds(rounds + 1)),
                ],
            ),
            Item::stepper(
                text!("Minutes of a round"),
                Text::foreign(minutes.to_string()),
                [
                    step(text!("Five minutes fewer"), minutes > STEP, S::Minutes(minutes.saturating_sub(STEP))),
                    step(text!("Five minutes more"), minutes < MINUTES_MAX, S::Minutes(minutes + STEP)),
                ],
            ),
            Item::choice(
                text!("Later rounds are seated"),
                [later(text!("By ranking (Swiss)"), Seating::Swiss), later(text!("By lot"), Seating::Drawn)],
            ),
            Item::stepper(
                text!("So many go on after the rounds"),
                match going_on {
                    None => text!("No final"),
                    Some(players) if stages.is_empty() => text!("{players}, without a final here", players = players),
                    Some(players) => text!(
                        "how many go on, what they play" => "{players}: {stages}",
                        players = players,
                        stages = stages,
                    ),
                },
                [
                    step(text!("Fewer go on"), at > 0, cut(at.checked_sub(1))),
                    step(text!("More go on"), at < Settings::GOING_ON.len(), cut(Some(at + 1))),
                ],
            ),
        ];
        let fault = Item { small: false, ..Item::status("fault", fault).tone(Tone::Trouble) };
        vec![Section::Card("day", items), Section::Bare("fault", vec![fault])]
    }

    fn counting(&self) -> Vec<Section> {
        let settings = self.settings_view();
        let (preset, kept) = (settings.preset, &settings.kept);
        let preset = |text, of| Action::option(text, preset == Some(of), set(S::Preset(of)));
        let points = |text, is_on, by| Action::option(text, is_on, set(S::TablePoints(by)));
        let is_by_place = matches!(kept.table_points, PointsBy::Place(_));
        let bound = kept.rules.plus_minus_one;
        let from = kept.rules.plus_minus_one_from_cards;
        let hands = (3..).zip(settings.hands).map(|(size, hands)| {
            let label = text!("Hands of a table of {n}", n = size);
            let typed = move |text| set(S::Hands(size, text));
            Item::field(label, hands, typed).hint(text!("The official plan")).key(format!("hands {size}"))
        });
        let items = vec![
            Item::choice(
                text!("What counts"),
                [
                    preset(text!("settings of a tournament" => "As the publisher’s"), Preset::Publishers),
                    preset(text!("settings of a tournament" => "Sum of points"), Preset::SumOfPoints),
                ],
            ),
            Item::choice(
                text!("Table points"),
                [
                    points(text!("By place at the table"), is_by_place, PointsBy::default()),
                    points(text!("The points of the game"), kept.table_points == PointsBy::Points, PointsBy::Points),
                    points(
                        text!("rule of the league" => "Below minus above"),
                        kept.table_points == PointsBy::BelowAbove,
                        PointsBy::BelowAbove,
                    ),
                ],
            ),
            Item::switch(text!("Plus/Minus One"), bound, set(S::PlusMinusOne(!bound)))
                .hint(text!("The bids must not add up to the cards")),
            Item::stepper(
                text!("It binds from the hand of"),
                text!("{n} card" | "{n} cards" % from),
                [
                    step(text!("From a smaller hand on"), from > 1, S::PlusMinusOneFromCards(from.saturating_sub(1))),
                    step(text!("From a larger hand on"), from < CARDS_MAX, S::PlusMinusOneFromCards(from + 1)),
                ],
            ),
            Item::heading(text!("Cards of each hand")),
        ];
        let delete = Action::new(text!("Delete: move it to the trash"), on(C::Delete)).icon(Icon::Trash);
        let counting = Section::Card("counting", items.into_iter().chain(hands).collect());
        vec![counting, Section::Bare("foot", vec![Item::buttons([delete])])]
    }
}

/// One of the buttons of a stepper.
fn step(label: Text, enabled: bool, setting: S) -> Action {
    Action::labelled(label, set(setting)).enabled(enabled)
}

impl App {
    /// `None` for a panel that is drawn by hand.
    pub(in crate::app) fn tournament_panel(&self, panel: &TournamentPanel) -> Option<Panel> {
        let close = on(C::Panel(None));
        let new_panel = |key: &str, heading, items| Panel::new(key, heading, items, close.clone());
        let open = self.tournament.as_ref();
        Some(match panel {
            TournamentPanel::Paste => return None,
            TournamentPanel::Player(number) => {
                let player = open.and_then(|open| Some((open, open.tournament.player(*number)?)));
                let gone = || vec![Item::text(text!("This player is not in the tournament any more."))];
                let heading = player.map_or_else(|| text!("Player"), |(_, player)| Text::foreign(&player.name));
                new_panel("player", heading, player.map_or_else(gone, |(open, player)| self.player_items(open, player)))
            }
            TournamentPanel::Rounds => {
                let open = open?;
                let option = |round: usize| {
                    let name = open.tournament.settings.round_name(round);
                    Item::option(Action::option(name, round == open.round(), on(C::Round(round))))
                };
                let rounds = (1..=open.tournament.rounds.len()).map(option);
                new_panel("rounds", text!("Round of the tournament"), rounds.collect())
            }
            TournamentPanel::More => {
                let actions = open?.actions().into_iter().skip(1).map(Item::option);
                Panel { width: Width::Menu, ..new_panel("more", open?.tab.text(), actions.collect()) }
            }
            TournamentPanel::Papers => {
                let papers = Paper::ALL.map(|paper| Item::row(paper.text(), on(C::Paper(paper))));
                new_panel("papers", text!("Paper"), papers.into())
            }
            TournamentPanel::Notes => {
                let notes = self.tournament().map(|view| view.notes).unwrap_or_default();
                let item = |note: &Text| Item::text(Text::foreign(self.language().sentence(note)));
                new_panel("notes", text!("To look at"), notes.iter().map(item).collect())
            }
            TournamentPanel::Tables(path) => self.tables_panel(path, new_panel),
            TournamentPanel::Past => {
                let row = |offer: TournamentOffer| Item::row(Text::foreign(&offer.name), on(C::Open(offer.path)));
                let past = self.tournament_offers().1.into_iter().map(row);
                new_panel("past", text!("Past tournaments"), past.collect())
            }
        })
    }

    fn tables_panel(&self, path: &Path, new_panel: impl Fn(&str, Text, Vec<Item>) -> Panel) -> Panel {
        let offer = self.tournament_offers().0.into_iter().find(|offer| offer.path == path);
        let gone = || vec![Item::text(text!("This tournament is over, or is not in this folder any more."))];
        let table = |offer: &TournamentOffer| {
            let table = |table: &super::OfferedTable| {
                let players = table.players.join(", ");
                let name =
                    text!("a table and its players" => "{table}: {players}", table = &table.name, players = players);
                Item::row(name, on(C::Play { path: offer.path.clone(), table: table.name.clone() }))
            };
            offer.tables.iter().map(table).collect()
        };
        let heading = offer.as_ref().map_or_else(|| text!("Tournament"), TournamentOffer::text);
        new_panel("tables", heading, offer.as_ref().map_or_else(gone, table))
    }

    fn player_items(&self, open: &OpenTournament, player: &Player) -> Vec<Item> {
        let (number, seated) = (player.number, open.tournament.rounds.len());
        let field = |label: Text, key: &'static str, now: String| {
            let value = self.screens.top().typed.get(key).cloned().unwrap_or(now);
            Item::field(label, value, type_into(key)).enter(show(TournamentPanel::Player(number))).key(key)
        };
        let late = if let Status::Late(_) = player.status { player.status } else { Status::Late(seated.max(1) + 1) };
        let left = if let Status::Left(_) = player.status { player.status } else { Status::Left(seated) };
        let all = [Status::Here, late, left, Status::QualifiedBefore, Status::Disqualified];
        let option = |status| Action::option(choice(status), player.status == status, on(C::Status(number, status)));
        let has_sat = open.has_sat(number);
        vec![
            field(text!("name of a player" => "Name"), NAME, player.name.clone()).most(80),
            field(text!("Number"), NUMBER, number.to_string()).most(5),
            Item::choice(text!("Whether the player plays"), all.map(option)),
            if has_sat {
                Item::note(text!("Who has sat at a table stays: say when they left."))
            } else {
                Item::buttons([Action::new(text!("Remove the player"), on(C::Remove(number)))])
            },
        ]
    }

    /// Opens a panel, or closes the one that is open. A name or number typed into the panel of a player is taken.
    pub(super) fn show_tournament_panel(&mut self, panel: Option<TournamentPanel>) {
        let typed = std::mem::take(&mut self.screens.top_mut().typed);
        let was = std::mem::replace(&mut self.screens.top_mut().of_tournament, panel);
        self.screens.top_mut().panel = crate::app::Panel::None;
        let Some(TournamentPanel::Player(number)) = was.filter(|_| self.must_wait().is_none()) else { return };
        if let Some(name) = typed.get(NAME) {
            self.on_tournament(C::Rename(number, name.clone()));
        }
        // Text that is no number is replaced by the current one.
        if let Some(to) = typed.get(NUMBER).and_then(|to| to.trim().parse::<Number>().ok()) {
            self.on_tournament(C::Renumber(number, to));
            let screen = self.screens.top_mut();
            let is_gone = self.tournament.as_ref().is_some_and(|open| open.tournament.player(number).is_none());
            if is_gone && screen.of_tournament == Some(TournamentPanel::Player(number)) {
                screen.of_tournament = Some(TournamentPanel::Player(to));
            }
        }
    }
}

fn choice(status: Status) -> Text {
    match status {
        Status::Here => text!("status of a player" => "Here"),
        Status::Late(round) => text!("status of a player" => "Late: from round {round} on", round = round),
        Status::Left(0) => text!("status of a player" => "Left before the first round"),
        Status::Left(round) => text!("status of a player" => "Left after round {round}", round = round),
        Status::QualifiedBefore => text!("status of a player" => "Qualified before"),
        Status::Disqualified => text!("status of a player" => "Disqualified"),
    }
}

impl TournamentOffer {
    pub fn text(&self) -> Text {
        let (name, round) = (&self.name, self.round);
        match round {
            0 => text!("{name}: no round is seated yet", name = name),
            _ if self.over => text!("{name}: the tournament is over", name = name),
            _ => match (self.called.clone(), self.tables.is_empty()) {
                (Some(stage), true) => text!("{name}, {stage}: every table has its game", name = name, stage = stage),
                (None, true) => text!("{name}, round {round}: every table has its game", name = name, round = round),
                (Some(stage), false) => text!("{name}, {stage}: which table?", name = name, stage = stage),
                (None, false) => text!("{name}, round {round}: which table?", name = name, round = round),
            },
        }
    }
}
