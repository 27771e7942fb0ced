//! The statistics page: what it counts and what a tap on it means, compared with a recount of the files, without a
//! window; then what the window shows of it.

use std::collections::BTreeSet;

use chrono::Datelike;
use i_slint_backend_testing::AccessibleRole;
use serde_json::json;
use slint::platform::Key;
use tablet_of_truth::app::{
    ArchiveCommand, Command, FiguresView, HeatCell, LeagueChoice, Page, Panel, StatisticsCommand as On,
};
use tablet_of_truth::language::Language;
use tablet_of_truth::session::{GameName, Kind, Record, Session};
use tablet_of_truth::statistics::{LeagueRule, Statistics};
use tablet_of_truth::table::{Cell, Order, Row, RowId, Table};
use tablet_of_truth::wizard::Edition;

use crate::common::program::Program;
use crate::shelf::{Shelf, cafe, early, game, kitchen, load, new_year, raced, shown};
use crate::walk::seen::{Control, Seen, Words};
use crate::window::{Window, paint_windows};

/// The statistics without a window.
struct Figures(Program);

impl Figures {
    fn of(shelf: &Shelf) -> Figures {
        let mut figures = Figures(Program::over(shelf.path()));
        figures.tap(Command::Show(Page::Statistics));
        figures
    }

    fn tap(&mut self, command: Command) {
        self.0.tap(command);
        self.0.until("counted", |app| {
            app.count();
            !app.statistics().counting
        });
    }

    fn on(&mut self, command: On) {
        self.tap(Command::OnStatistics(command));
    }

    fn archive(&mut self, command: ArchiveCommand) {
        self.tap(Command::OnArchive(command));
    }

    fn league(&mut self, choice: LeagueChoice) {
        self.on(On::League(choice));
    }

    fn season(&mut self, first: &str, last: &str) {
        self.league(LeagueChoice::Season { first: first.into(), last: last.into() });
    }

    fn view(&self) -> Box<FiguresView> {
        self.0.app.statistics().figures.unwrap()
    }

    /// What it says in place of figures.
    fn nothing(&self) -> String {
        self.0.app.statistics().figures.unwrap_err().to_string()
    }

    fn chips(&self) -> Vec<String> {
        self.0.app.statistics().chips.iter().map(|chip| chip.text.to_string()).collect()
    }

    /// Takes the chip with these words away.
    fn without(&mut self, words: &str) {
        let chip = self.0.app.statistics().chips.into_iter().find(|chip| chip.text.to_string() == words);
        self.tap(chip.unwrap_or_else(|| panic!("no chip {words:?}: {:?}", self.chips())).without);
    }

    /// What the season's panel says below the days.
    fn notice(&self) -> String {
        self.0.app.data_panel().unwrap().items[2].text.to_string()
    }

    /// The rows of a list, the figures that are shown, in words.
    fn rows_of(&self, table: &Table) -> Vec<String> {
        let columns: Vec<usize> = table.shown(4).map(|(at, ..)| at).collect();
        let cell = |cell: &Cell| cell.text(self.0.app.language(), &str::to_owned);
        let row = |row: &Row| columns.iter().map(|at| cell(row.cell(*at))).collect::<Vec<_>>().join(" | ");
        table.printed().map(row).collect()
    }

    fn players(&self) -> Vec<String> {
        self.rows_of(&self.view().players)
    }

    fn names(&self) -> Vec<String> {
        self.view().players.printed().map(|row| row.name().unwrap().to_owned()).collect()
    }
}

#[test]
fn what_does_not_count_is_left_out_and_not_continued_from_home() {
    let copy = |mut file: serde_json::Value, id: &str| {
        file["copy_of"] = file["id"].clone();
        file["id"] = json!(id);
        file["started"] = json!("2026-04-01T20:00:00+02:00");
        file
    };
    let shelf = Shelf::with(&[
        kitchen(),
        copy(kitchen(), "0aa00000-0000-4000-8000-000000000000"),
        copy(new_year(), "0bb00000-0000-4000-8000-000000000000"),
    ]);
    let figures = Figures::of(&shelf);
    assert_eq!(figures.view().facts.to_string(), "1 game since March 2026 · 2 do not count");
    assert!(figures.players().iter().any(|row| row.starts_with("2 | Anna | 1 | 0")), "{:?}", figures.players());
    let mut window = statistics(&shelf);
    window.tap("Play");
    assert!(!window.offers("Continue"), "{:#?}", window.labels());
    let copies = window.labels().into_iter().filter(|label| label.starts_with("Does not count, "));
    assert_eq!(copies.count(), 2, "{:#?}", window.labels());
}

/// Shows the session of a row, and the file in which it is viewed.
fn opened(figures: &mut Figures, of: &Table, row: usize) -> std::path::PathBuf {
    let Some(RowId::Session(session)) = of.rows[row].id else { panic!("{:?}", of.rows[row]) };
    figures.on(On::Session(session));
    assert_eq!(figures.0.app.page(), Page::Archive);
    figures.0.app.viewed_path().unwrap()
}

#[test]
fn the_page_has_the_figures_of_the_sessions_and_leads_to_them() {
    let shelf = Shelf::generated(60, 11);
    let mut figures = Figures::of(&shelf);
    let records: Vec<Record> = shelf.sessions().values().map(Record::of).collect();
    let counted = Statistics::of(&records);
    assert_eq!(figures.view().person.name, figures.names()[0], "the first one is shown");
    let facts = figures.view().facts.to_string();
    assert!(facts.starts_with(&format!("{} games since ", counted.sessions.finished)), "{facts}");
    for player in &counted.players {
        figures.on(On::Player(player.name.clone()));
        let view = figures.view();
        let (person, results) = (&view.person, &player.results);
        assert_eq!(view.chosen.map(|row| figures.names()[row].clone()), Some(player.name.clone()));
        let (count, won) = (results.games, results.wins + results.shared_wins);
        let noun = if count == 1 { "game" } else { "games" };
        assert!(person.games.to_string().starts_with(&format!("{count} {noun} · {won} won")), "{}", person.games);
        let counts = |cell: &HeatCell| cell.count == player.bids.heat_map.count(cell.bid, cell.tricks);
        assert!(person.heat.iter().all(counts), "{}: {:?}", player.name, person.heat);
        let places: Vec<usize> = player.form.iter().map(|game| game.place).collect();
        assert_eq!(person.form, places[places.len().saturating_sub(9)..], "{}", player.name);
        let best = player.form.iter().map(|game| game.total).max();
        let rows = figures.rows_of(&person.bests);
        let row = rows.iter().position(|row| row.starts_with("Best game")).filter(|_| player.name.as_str() < "C");
        assert!(best.is_none() || rows[0].starts_with(&format!("Best game | {}", shown(best.unwrap()))), "{rows:?}");
        if let Some(row) = row {
            let path = opened(&mut figures, &person.bests, row);
            let viewed = load(&path);
            let seat = viewed.people().names_at_end().iter().position(|name| *name == player.name).unwrap();
            assert_eq!(viewed.current_totals().get(seat).copied(), best);
            figures.tap(Command::Show(Page::Statistics));
        }
    }
    assert_eq!(figures.rows_of(&figures.view().records.unwrap()).len(), 3);
}

#[test]
fn the_filter_has_a_panel_and_chips_that_take_it_away() {
    let shelf = Shelf::generated(60, 11);
    let sessions = shelf.sessions();
    let people = |keep: fn(&Session) -> bool| -> BTreeSet<String> {
        let records: Vec<Record> = sessions.values().filter(|session| keep(session)).map(Record::of).collect();
        Statistics::of(&records).players.into_iter().map(|player| player.name).collect()
    };
    let mut figures = Figures::of(&shelf);
    let names = |figures: &Figures| figures.names().into_iter().collect::<BTreeSet<_>>();
    figures.archive(ArchiveCommand::Panel(Panel::Filter));
    let rows = |figures: &Figures| figures.0.app.data_panel().unwrap().items;
    let titles: Vec<String> = rows(&figures).iter().map(|row| row.text.to_string()).collect();
    assert_eq!(titles, ["Game", "Players", "Sessions with", "Year"]);
    let anniversary = Kind::Wizard(Edition::Anniversary);
    type Kept = fn(&Session) -> bool;
    for (command, chip, keep) in [
        (ArchiveCommand::PlayerCount(Some(4)), "4 players", (|game| game.people().len() == 4) as Kept),
        (ArchiveCommand::Kind(Some(anniversary)), "25 years", |game| !game.game().rules().special_cards.is_empty()),
        (ArchiveCommand::Year(Some(2020)), "2020", |game| game.started().year() == 2020),
        (ArchiveCommand::Player(Some("Anna".into())), "With Anna", |game| {
            game.people().everyone().any(|player| player.name == "Anna")
        }),
    ] {
        figures.archive(ArchiveCommand::Panel(Panel::Filter));
        figures.archive(command);
        assert_eq!(figures.0.app.panel(), Panel::Filter, "a choice leads back");
        assert_eq!(figures.chips(), [chip]);
        let is_shown = |row: &tablet_of_truth::app::data::Item| {
            row.value.as_ref().is_some_and(|value| chip.ends_with(&value.to_string()))
        };
        assert!(rows(&figures).iter().any(is_shown), "{chip}");
        let kept = people(keep);
        assert!(!kept.is_empty() && names(&figures) == kept, "{chip}: {kept:?}");
        figures.archive(ArchiveCommand::Panel(Panel::None));
        assert_eq!(figures.0.app.panel(), Panel::None);
        figures.without(chip);
        assert!(figures.chips().is_empty());
    }
    figures.tap(Command::Show(Page::Archive));
    // What is looked for there narrows the figures, too.
    figures.archive(ArchiveCommand::Search("nobody like that".into()));
    figures.tap(Command::Show(Page::Statistics));
    assert_eq!(figures.nothing(), "No games match. Take away what is set above.");
    figures.without("“nobody like that”");
    assert_eq!(names(&figures), people(|_| true));
}

#[test]
fn a_season_holds_for_the_whole_page() {
    let shelf = Shelf::with(&[kitchen(), cafe(), new_year(), early()]);
    let mut figures = Figures::of(&shelf);
    assert_eq!(figures.view().facts.to_string(), "2 games since November 2025 · 1 ended early");
    figures.archive(ArchiveCommand::Panel(Panel::Season));
    figures.season("soon", "");
    assert!(figures.notice().contains("“soon” is no date.") && figures.chips().is_empty(), "{}", figures.notice());
    figures.season("2026-03-01", "2026-02-01");
    assert_eq!(figures.notice(), "The last day is before the first one.");
    figures.season("2026-03-01", "");
    assert!(figures.notice().starts_with("Without a first day"));
    assert_eq!(figures.chips(), ["from 1 Mar 2026 on"]);
    assert_eq!(figures.view().facts.to_string(), "1 game");
    assert_eq!(figures.names(), ["Ben", "Anna", "Cleo"]);
    figures.season("2027-01-01", "");
    assert_eq!(figures.nothing(), "No games match. Take away what is set above.");
    assert_eq!(figures.0.app.settings().league.from, chrono::NaiveDate::from_ymd_opt(2027, 1, 1), "it is kept");
    figures.without("from 1 Jan 2027 on");
    assert_eq!(figures.0.app.settings().league.from, None);
    assert_eq!(figures.view().facts.to_string(), "2 games since November 2025 · 1 ended early");
}

#[test]
fn the_league_ranks_by_what_a_game_gives() {
    let shelf = Shelf::with(&[kitchen(), cafe(), new_year(), early()]);
    let mut figures = Figures::of(&shelf);
    figures.on(On::Order(Order::League));
    assert_eq!(
        figures.players(),
        [
            "1 | Ben | 1 | +2 | +2.00 | 1",
            "1 | Thomas | 1 | +2 | +2.00 | 1",
            "1 | Émilie | 1 | +2 | +2.00 | 1",
            "4 | Anna | 2 | −1 | −0.50 | 3 2",
            "5 | Cleo | 1 | −2 | −2.00 | 3",
            "6 | Ute | 1 | −3 | −3.00 | 4",
        ]
    );
    figures.0.tap(Command::OnStatistics(On::League(LeagueChoice::Rule(LeagueRule::Wins))));
    let old = figures.0.app.as_text().unwrap_err();
    assert_eq!(old.to_string(), "The league is being counted. Share it in a moment.");
    figures.league(LeagueChoice::Rule(LeagueRule::Wins));
    assert!(figures.0.app.as_text().unwrap().contains("one for a victory"));
    let notes: Vec<String> = figures.view().players.notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes, ["A game gives one for a victory, which winners share"]);
    assert!(figures.players().contains(&"2 | Thomas | 1 | 0.50 | 0.50 | 1".to_owned()), "{:?}", figures.players());
    figures.league(LeagueChoice::Rule(LeagueRule::Mean));
    // 80 in three rounds and 40 in two.
    assert!(figures.players().iter().any(|row| row.ends_with("Anna | 2 | 46.67 | 23.33 | 3 2")));
    figures.league(LeagueChoice::Drop(1));
    assert!(figures.players().contains(&"1 | Anna | 1 | 26.67 | 26.67 | 3 2".to_owned()), "{:?}", figures.players());
    assert_eq!(figures.chips(), ["Without the worst game"]);
    figures.without("Without the worst game");
    figures.league(LeagueChoice::LeastGames(2));
    assert_eq!((figures.chips(), figures.0.app.settings().league.least_games), (vec!["At least 2 games".into()], 2));
    let below = "Below the line, fewer than 2 games: Ben (1), Cleo (1), Thomas (1), Ute (1) and Émilie (1)";
    assert_eq!(figures.0.app.language().translate(figures.view().players.notes.last().unwrap()), below);
    assert_eq!(figures.names(), ["Anna"]);
    figures.on(On::Order(Order::GamesWon));
    assert!(figures.chips().is_empty(), "it ranks the league only");
    assert_eq!(figures.names().len(), 6);
}

#[test]
fn without_a_finished_game_it_says_what_would_be_there() {
    let shelf = Shelf::new();
    let nothing = "No finished games yet. After the first one, records, players and their bids stand here.";
    assert_eq!(Figures::of(&shelf).nothing(), nothing);
    shelf.put(&new_year());
    assert_eq!(Figures::of(&shelf).nothing(), nothing);
    assert!(statistics(&shelf).shows(nothing));
}

#[test]
fn a_player_who_has_not_finished_a_game_has_bids_but_no_rank() {
    let shelf = Shelf::evenings();
    let mut early = game(
        8,
        "2026-03-01T20:00:00Z",
        &["Paul", "Mia", "Kai"],
        &[],
        json!([{"bids": [0, 1, 1], "tricks": [0, 1, 0]}]),
    );
    early["ended_early"] = json!("2026-03-01T21:00:00Z");
    shelf.put(&early);
    let mut figures = Figures::of(&shelf);
    assert!(figures.players().contains(&" | Mia | 0 | 0 | after 30 rounds | –".to_owned()), "{:?}", figures.players());
    figures.on(On::Player("Mia".into()));
    let person = figures.view().person;
    assert_eq!((person.games.to_string(), person.form.len()), ("0 games · 0 won".to_owned(), 0));
    assert_eq!(figures.rows_of(&person.bests), ["Most bids met in a row | 1 | 1 Mar 2026"]);
}

#[test]
fn each_game_has_its_own_figures() {
    let shelf = Shelf::with(&[kitchen(), raced()]);
    let mut figures = Figures::of(&shelf);
    assert_eq!(figures.names(), ["Ben", "Anna", "Cleo"], "Wizard's figures come first");
    figures.on(On::Order(Order::Rating));
    figures.archive(ArchiveCommand::Kind(Some(Kind::LastWizard(()))));
    assert_eq!(figures.chips(), ["The Last Wizard"]);
    let view = figures.0.app.statistics();
    assert_eq!((view.order, view.orders.contains(&Order::Rating)), (Order::GamesWon, false));
    let few = "after 30 rounds";
    assert_eq!(figures.players()[0], format!("1 | Lana | 1 | 1 | after 5 games | {few} | {few} | {few}"));
    let view = figures.view();
    assert!(view.records.is_none() && view.person.heat.is_empty());
    assert!(view.person.bests.rows.iter().all(|row| row.id.is_none()));
    assert_eq!(view.person.bids.to_string(), "Bets won: after 30 rounds");
    assert_eq!(view.person.form, [1]);
    assert_eq!(figures.rows_of(&view.person.bests), ["Furthest space | 32", "Longest lead | 2"]);
    figures.without("The Last Wizard");
    assert_eq!(figures.names(), ["Ben", "Anna", "Cleo"]);
    // The only game needs no choice.
    let mut figures = Figures::of(&Shelf::with(&[raced()]));
    assert_eq!(figures.view().person.name, "Lana");
    figures.archive(ArchiveCommand::Panel(Panel::Filter));
    assert!(figures.0.app.data_panel().unwrap().items.iter().all(|row| row.key != "kind"));
    assert_eq!(figures.0.app.statistics().orders.len(), 3);
    assert_eq!(GameName::ALL.len(), 2);
}

fn statistics(shelf: &Shelf) -> Window {
    let mut window = Window::open(shelf.path(), None);
    window.tap("Statistics");
    counted(&window);
    window
}

fn counted(window: &Window) {
    window.wait_until(|ui| !ui.with_app(|app| app.statistics().counting));
}

/// The players' rows that exist now, from the top.
fn rows(window: &Window) -> Vec<String> {
    window.lines().into_iter().filter(|line| line.contains(", Won ") || line.contains(", Per game ")).collect()
}

fn row(window: &Window, name: &str) -> String {
    let row = rows(window).into_iter().find(|row| row.starts_with(&format!("{name}: ")));
    row.unwrap_or_else(|| panic!("no row of {name}: {:#?}", window.lines()))
}

#[test]
fn the_keys_walk_all_rows_and_keep_their_place_while_games_are_counted() {
    let shelf = Shelf::generated(60, 11);
    let mut window = statistics(&shelf);
    let names = |window: &Window| -> Vec<String> {
        let players = window.ui.with_app(|app| app.statistics().figures.unwrap().players);
        players.printed().map(|row| row.name().unwrap().to_owned()).collect()
    };
    let all = names(&window);
    assert!(all.len() > rows(&window).len(), "some must be out of sight");
    let (first, second, last) = (all[0].clone(), all[1].clone(), all[all.len() - 1].clone());
    window.tap(&row(&window, &second));
    assert!(window.shows(&second), "a tap shows the person: {:#?}", window.labels());
    // From the choice of an order to the first row.
    while focused_row(&window).is_none_or(|row| !row.starts_with(&format!("{first}: "))) {
        window.key(Key::Tab);
    }
    window.key(Key::DownArrow);
    assert!(focused_row(&window).unwrap().starts_with(&format!("{second}: ")));
    window.key(Key::End);
    assert!(focused_row(&window).unwrap().starts_with(&format!("{last}: ")), "{:?}", focused_row(&window));
    window.key("\n");
    counted(&window);
    assert_eq!(window.ui.with_app(|app| app.statistics().figures.unwrap().person.name), last);
    let mut more = kitchen();
    more["id"] = json!("00000000-0000-0000-0000-00000000abcd");
    let before = window.ui.with_app(|app| app.statistics().figures.unwrap().facts);
    shelf.put(&more);
    window.until("counts it", |window| window.ui.with_app(|app| app.statistics().figures.unwrap().facts) != before);
    counted(&window);
    let at = all.len() - 1;
    assert!(focused_row(&window).unwrap().starts_with(&format!("{}: ", names(&window)[at])), "the focus stays");
    window.key(Key::Home);
    assert!(focused_row(&window).unwrap().starts_with(&format!("{}: ", names(&window)[0])));
}

/// The player's row with the focus.
fn focused_row(window: &Window) -> Option<String> {
    let (x, y) = window.focused();
    rows(window).into_iter().find(|label| {
        let place = window.place(label);
        (place.left - x).abs() < 4.0 && (place.top - y).abs() < 4.0 && place.height() > 0.0
    })
}

#[test]
fn on_a_phone_the_parts_are_below_each_other() {
    let shelf = Shelf::evenings();
    let mut window = Window::open(shelf.path(), None);
    window.resize(400.0, 820.0);
    window.tap("Statistics");
    counted(&window);
    let top = |label: &str| window.find(label).absolute_position().y;
    let record = window.labels().into_iter().find(|label| label.contains(": Best round, ")).unwrap();
    let tops = [&*record, "Games won", &row(&window, "Émilie")].map(top);
    assert!(tops.is_sorted(), "{:#?}", window.labels());
    assert!(!window.shows("Bids against tricks as a map"), "the person must be further down");
    for _ in 0..4 {
        // Beside the lists, which scroll by themselves.
        window.wheel_at(396.0, 400.0, -300.0);
    }
    assert!(window.shows("Bids against tricks as a map"), "{:#?}", window.labels());
}

#[test]
fn long_names_are_whole_in_the_table() {
    paint_windows();
    let names = ["Anna-Katharina", "Jean-Sébastien", "Ben"];
    let round = json!({"bids": [0, 1, 1], "tricks": [0, 1, 0]});
    let shelf = Shelf::with(&[game(1, "2026-01-02T10:00:00Z", &names, &[1], json!([round]))]);
    let window = statistics(&shelf);
    for size in [(1280.0, 800.0), (1040.0, 800.0), (400.0, 820.0)] {
        window.resize(size.0, size.1);
        let seen = Seen::in_window(&window);
        for name in names {
            let mut shown = seen.words.iter().filter(|words| words.text == name).peekable();
            assert!(shown.peek().is_some() && shown.all(Words::is_whole), "{name} at {size:?}");
        }
    }
}

#[test]
fn the_league_is_shared_as_text_table_picture_and_paper() {
    let shelf = Shelf::with(&[kitchen(), cafe()]);
    let mut figures = Figures::of(&shelf);
    figures.on(On::Order(Order::League));
    figures.archive(ArchiveCommand::Panel(Panel::Elsewhere));
    let mut program = figures.0;

    let text = program.app.as_text().unwrap();
    let rule = "A game gives one for everyone below, minus one for everyone above";
    assert!(text.starts_with(&format!("League\n{rule} · ranked by the average of a game\n")), "{text}");
    let anna = ["4", "Anna", "2", "−1", "−0.50", "3", "2"];
    assert!(text.lines().any(|line| line.split_whitespace().eq(anna)), "{text}");
    let (name, paper) = program.app.paper()().unwrap();
    assert!(name.starts_with("league_") && name.ends_with(".pdf") && paper.starts_with(b"%PDF"), "{name}");
    let picture = program.app.picture()().unwrap();
    assert!(picture.width > 0 && picture.height > 0);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("league.csv");
    program.press(&["CSV table"]);
    program.fill("Where to save the file", file.to_str().unwrap());
    program.press(&["Save"]);
    assert!(program.messages().contains(&format!("Saved as {}", file.display())), "{}", program.messages());
    let csv = std::fs::read_to_string(file).unwrap();
    assert!(csv.contains("\r\n4,Anna,2,-1,-0.50,3 2\r\n"), "{csv}");
}

#[test]
fn the_chips_stand_in_the_head_where_there_is_room() {
    let shelf = Shelf::generated(60, 11);
    let mut window = statistics(&shelf);
    window.taps(&["Filter", "Year", "2020", "Close"]);
    for language in Language::all() {
        window.speak(language.code());
        window.resize(1280.0, 800.0);
        let (chip, table) = (window.places("ActionView")[0], window.places("TableView")[0]);
        assert!(chip.bottom < 80.0 && chip.right < 1100.0, "{}: {chip}", language.code());
        window.resize(400.0, 820.0);
        // After the two buttons of the head.
        let (below, lower) = (window.places("ActionView")[2], window.places("TableView")[0]);
        assert!(below.top > 70.0 && below.bottom <= lower.top && below.right <= 400.0, "{}: {below}", language.code());
        assert!(table.top > chip.bottom);
    }
}

#[test]
fn the_whole_map_of_bids_is_in_sight() {
    paint_windows();
    let shelf = Shelf::generated(60, 11);
    let window = statistics(&shelf);
    let heat = window.ui.with_app(|app| app.statistics().figures.unwrap().person.heat);
    let last = heat.iter().rfind(|cell| cell.count > 0).unwrap().bid;
    assert!(last > 5 && heat.last().unwrap().bid == last, "nothing below the largest bid, which is {last}");
    let most = heat.iter().filter(|cell| cell.count > 0).map(|cell| cell.tricks).max();
    assert_eq!(heat.iter().map(|cell| cell.tricks).max(), most, "nothing beyond the most tricks");
    let seen = Seen::in_window(&window);
    for cell in heat.iter().filter(|cell| cell.count > 0) {
        let times = if cell.count == 1 { "time" } else { "times" };
        let label = format!("bid {}, took {}: {} {times}", cell.bid, cell.tricks, cell.count);
        let place = window.place(&label);
        let number = seen.words.iter().find(|words| {
            words.text == cell.count.to_string() && words.in_sight == words.place && words.in_sight.has(place.middle())
        });
        assert!(number.is_some_and(|number| number.pixels >= 13.0), "{label} must be in sight, at {place}");
        assert!(place.width() >= 26.0 && place.height() >= 26.0 && place.bottom <= 760.0, "{label}: {place}");
    }
}

#[test]
fn the_rows_of_the_lists_are_whole() {
    let shelf = Shelf::generated(60, 11);
    let mut window = statistics(&shelf);
    for order in ["Games won", "League"] {
        window.resize(1280.0, 800.0);
        window.tap(order);
        for size in [(1280.0, 800.0), (1024.0, 600.0), (820.0, 1180.0), (400.0, 820.0)] {
            window.resize(size.0, size.1);
            let seen = Seen::controls_in(&window);
            // The card of the person may scroll.
            let listed = |row: &&Control| {
                row.role == AccessibleRole::ListItem
                    && [", Won ", ", Per game ", ": Best round, "].iter().any(|part| row.name.contains(part))
            };
            let all = seen.controls.iter().filter(listed);
            // A few pixels of the next row show nothing of it.
            let all: Vec<_> = all.filter(|row| row.in_sight.height() > 16.0).collect();
            assert!(all.len() > 2, "{order} at {size:?}");
            // The page itself may scroll further down.
            let foot = size.1 - if size.0 < 1000.0 { 100.0 } else { 20.0 };
            for row in all.iter().filter(|row| row.in_sight.bottom < foot) {
                assert_eq!(row.in_sight, row.place, "{row}: {order} at {size:?}");
                assert!(row.place.height() >= 48.0, "{row}: {order} at {size:?}");
            }
        }
    }
}
