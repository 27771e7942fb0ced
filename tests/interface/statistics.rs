//! The statistics page: every number compared with a recount of the files.

use std::collections::BTreeMap;

use i_slint_backend_testing::AccessibleRole;
use serde_json::json;
use slint::ComponentHandle;
use slint::platform::Key;
use tablet_of_truth::language::Language;
use tablet_of_truth::ui::AppAdapter;

use crate::languages::index;
use crate::shelf::{Hand, Played, Shelf, cafe, early, game, kitchen, new_year, raced, shown, six};
use crate::walk::place::Place;
use crate::walk::seen::Seen;
use crate::window::{Window, paint_windows};

/// The statistics page of this archive, once counted.
fn statistics(shelf: &Shelf) -> Window {
    let mut window = Window::open(shelf.path(), None);
    window.tap("Statistics");
    counted(&window);
    window
}

fn counted(window: &Window) {
    window.wait_until(|ui| !ui.with_app(|app| app.statistics().counting));
}

#[test]
fn copies_are_left_out_and_not_continued_from_home() {
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
    let mut window = statistics(&shelf);
    assert!(window.shows("1 finished game") && window.shows("2 copies do not count."), "{:#?}", window.labels());
    assert!(window.says("Anna: 1 game, "), "{:#?}", window.labels());
    window.tap("Play");
    assert!(!window.offers("Continue"), "{:#?}", window.labels());
    let copies = window.labels().into_iter().filter(|label| label.starts_with("Copy · "));
    assert_eq!(copies.count(), 2, "{:#?}", window.labels());
}

/// A name, its games and its wins.
type Wins = (String, u32, u32);

/// The players' games and wins as the window shows them and as the terminal prints them.
fn window_and_terminal(shelf: &Shelf) -> (Vec<Wins>, Vec<Wins>) {
    let window = statistics(shelf);
    let row = |row: &tablet_of_truth::app::StatisticsRow| (row.name.clone(), row.games, row.wins + row.shared_wins);
    let mut shown: Vec<_> = window.ui.with_app(|app| app.statistics().rows.iter().map(row).collect());
    let copies = window.ui.with_app(|app| app.statistics().copies);
    shown.sort();
    let mut process = std::process::Command::new(env!("CARGO_BIN_EXE_tablet-of-truth"));
    let told = process.args(["stats", "--format", "json", "--data-dir"]).arg(shelf.path()).output().unwrap();
    let told: serde_json::Value = serde_json::from_slice(&told.stdout).unwrap();
    assert_eq!(told["sessions"]["copies"], copies);
    let number = |value: &serde_json::Value| value.as_u64().unwrap() as u32;
    let line = |line: &serde_json::Value| {
        let wins = number(&line["wins"]) + number(&line["shared_wins"]);
        (line["name"].as_str().unwrap().to_owned(), number(&line["games"]), wins)
    };
    let mut printed: Vec<_> = told["players"].as_array().unwrap().iter().map(line).collect();
    printed.sort();
    (shown, printed)
}

#[test]
fn the_longer_of_a_session_and_its_copy_counts() {
    // The session's own file stopped after four rounds; the copy has the fifth.
    let mut behind = six();
    behind["rounds"].as_array_mut().unwrap().pop();
    let shelf = Shelf::with(&[behind.clone()]);
    let further = shelf.path_of(&behind).with_extension("sync-conflict-20260307-201500-ABCDEFG.json");
    std::fs::write(&further, six().to_string()).unwrap();
    let (shown, printed) = window_and_terminal(&shelf);
    let won = ["Anna", "Ben", "Cleo", "Dora", "Finn", "Émilie"].into_iter().zip([0, 0, 0, 1, 1, 1]);
    assert_eq!(shown, won.map(|(name, wins)| (name.to_owned(), 1, wins)).collect::<Vec<_>>());
    assert_eq!(shown, printed);
    // Records come from the file that counts.
    let mut window = statistics(&shelf);
    window.tap("Records");
    let record = window.labels().into_iter().find(|label| label.starts_with("Highest total: ")).unwrap();
    window.tap(&record);
    let row = window.ui.with_app(|app| (0..2).find_map(|at| app.archive_row(at).filter(|row| row.viewed)));
    assert_eq!(row.map(|row| row.path), Some(further));
    drop(window);
    // Of two files equally far on, the session's own counts.
    let shelf = Shelf::with(&[kitchen()]);
    let copy = shelf.path_of(&kitchen()).with_extension("sync-conflict-20260307-201500-ABCDEFG.json");
    let mut other = kitchen();
    other["rounds"][2]["tricks"] = json!([2, 1, 0]);
    other["rounds"][2]["bids"] = json!([2, 1, 1]);
    std::fs::write(copy, other.to_string()).unwrap();
    let (shown, printed) = window_and_terminal(&shelf);
    assert_eq!(shown, [("Anna".into(), 1, 0), ("Ben".into(), 1, 1), ("Cleo".into(), 1, 0)]);
    assert_eq!(shown, printed);
}

/// A player's hands and games in the sessions that count, oldest first.
#[derive(Clone, Debug, Default)]
struct Counted {
    name: String,
    totals: Vec<i32>,
    wins: u32,
    shared_wins: u32,
    hands: Vec<Hand>,
}

fn mean(values: impl Iterator<Item = f64> + Clone) -> Option<f64> {
    let count = values.clone().count();
    (count > 0).then(|| values.sum::<f64>() / count as f64)
}

fn star(small: bool) -> &'static str {
    if small { "*" } else { "" }
}

fn percent(value: Option<f64>, small: bool) -> String {
    value.map_or("–".into(), |value| format!("{} %{}", (value * 100.0).round(), star(small)))
}

fn whole(value: Option<f64>, small: bool) -> String {
    value.map_or("–".into(), |value| format!("{}{}", shown(value.round() as i32), star(small)))
}

fn tenths(value: f64) -> String {
    let tenths = (value.abs() * 10.0).round() as i32;
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn one_decimal(value: Option<f64>, small: bool) -> String {
    let sign = |value: f64| if value < 0.0 { "−" } else { "" };
    value.map_or("–".into(), |value| format!("{}{}{}", sign(value), tenths(value), star(small)))
}

impl Counted {
    fn few(&self) -> bool {
        self.hands.len() < 30
    }

    fn share(&self, counts: impl Fn(&Hand) -> bool) -> Option<f64> {
        mean(self.hands.iter().map(|hand| f64::from(u8::from(counts(hand)))))
    }

    fn met(&self) -> Option<f64> {
        self.share(|hand| hand.bid == hand.took)
    }

    fn mean(&self) -> Option<f64> {
        mean(self.totals.iter().map(|&total| f64::from(total)))
    }

    fn tendency(&self) -> Option<f64> {
        mean(self.hands.iter().map(|hand| f64::from(hand.announced - hand.took)))
    }

    /// The player's line in the table, without the rating.
    fn line(&self) -> String {
        let games = self.totals.len();
        let noun = if games == 1 { "game" } else { "games" };
        let wins = match self.shared_wins {
            0 => self.wins.to_string(),
            shared => format!("{}+{shared}", self.wins),
        };
        let tendency = match self.tendency() {
            None => "–".into(),
            Some(value) if value.abs() < 0.05 => "balanced".into(),
            Some(value) if value > 0.0 => format!("▲ overbids {}", tenths(value)),
            Some(value) => format!("▼ underbids {}", tenths(value)),
        };
        let (met, mean) = (percent(self.met(), self.few()), whole(self.mean(), games < 5));
        format!(
            "{}: {games} {noun}, {wins} wins, bids met {met}, {mean} points per game, {tendency}, rating ",
            self.name
        )
    }
}

/// Sessions that count, oldest first.
fn counting(games: &[Played]) -> Vec<&Played> {
    let mut games: Vec<&Played> =
        games.iter().filter(|game| game.finished() || (game.ended_early && !game.rounds.is_empty())).collect();
    games.sort_by_key(|game| (game.started.to_utc(), game.id.clone()));
    games
}

/// Every player: most games first, then most rounds, then by name.
fn recount(games: &[Played]) -> Vec<Counted> {
    let mut players: BTreeMap<String, Counted> = BTreeMap::new();
    for game in counting(games) {
        let winners = game.winners();
        let totals = game.totals(game.rounds.len());
        for (seat, name) in game.names.iter().enumerate() {
            let player =
                players.entry(name.clone()).or_insert_with(|| Counted { name: name.clone(), ..Counted::default() });
            player.hands.extend(game.rounds.iter().map(|round| round[seat].clone()));
            if game.finished() {
                player.totals.push(totals[seat]);
                if winners.contains(name) {
                    if winners.len() == 1 { player.wins += 1 } else { player.shared_wins += 1 }
                }
            }
        }
    }
    let mut players: Vec<Counted> = players.into_values().collect();
    players.sort_by(|one, other| {
        let key = |player: &Counted| (player.totals.len(), player.hands.len());
        key(other).cmp(&key(one)).then_with(|| one.name.cmp(&other.name))
    });
    players
}

fn compare(window: &mut Window, players: &[Counted]) {
    let lines = window.all_lines();
    let names =
        |lines: &[String]| lines.iter().map(|line| line[..line.find(':').unwrap()].to_owned()).collect::<Vec<_>>();
    let expected: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    assert_eq!(names(&lines), expected, "the lines must be in this order");
    for (line, player) in lines.iter().zip(players) {
        assert!(line.starts_with(&player.line()), "{line:?} is not {:?}", player.line());
    }
}

#[test]
fn without_a_finished_game_there_are_no_figures() {
    let shelf = Shelf::new();
    let window = statistics(&shelf);
    assert!(window.shows("0 finished games"));
    assert!(window.shows("No finished games yet. The figures appear after the first one."));
    assert!(!window.offers("Bids") && window.lines().is_empty());
    let running = game(
        1,
        "2026-01-02T10:00:00Z",
        &["Anna", "Ben", "Cleo"],
        &[],
        json!([{"bids": [0, 1, 1], "tricks": [0, 1, 0]}]),
    );
    let shelf = Shelf::with(&[running]);
    assert!(statistics(&shelf).shows("No finished games yet. The figures appear after the first one."));
}

#[test]
fn the_table_of_players_matches_the_files_in_every_order() {
    let shelf = Shelf::generated(60, 11);
    let games = shelf.played();
    let mut window = statistics(&shelf);
    let mut players = recount(&games);
    let finished = games.iter().filter(|game| game.finished()).count();
    let early = counting(&games).len() - finished;
    assert!(finished > 30 && early > 0 && players.len() > 15, "{finished} {early} {}", players.len());
    assert!(window.shows(&format!("{finished} finished games, {early} ended early")), "{:#?}", window.labels());
    compare(&mut window, &players);
    type Key = fn(&Counted) -> f64;
    let orders: [(&str, Key); 4] = [
        ("Wins", |player| f64::from(player.wins) + f64::from(player.shared_wins) / 1000.0),
        ("Bids met", |player| player.met().unwrap_or(f64::NEG_INFINITY)),
        ("Points per game", |player| player.mean().unwrap_or(f64::NEG_INFINITY)),
        ("Tendency", |player| player.tendency().unwrap_or(f64::NEG_INFINITY)),
    ];
    for (column, key) in orders {
        window.tap(column);
        assert_eq!(window.control(column).accessible_item_selected(), Some(true));
        let mut ordered = players.clone();
        ordered.sort_by(|one, other| key(other).total_cmp(&key(one)));
        compare(&mut window, &ordered);
    }
    window.tap("Rating");
    let lines = window.all_lines();
    let rating = |line: &String| -> f64 {
        let rating = line.split(", rating ").nth(1).unwrap().trim_end_matches('*');
        let Some((value, sure)) = rating.split_once(" ±") else { return f64::NEG_INFINITY };
        value.parse::<f64>().unwrap() - 3.0 * sure.parse::<f64>().unwrap()
    };
    for pair in lines.windows(2) {
        assert!(rating(&pair[0]) >= rating(&pair[1]) - 0.5, "the better and surer rating comes first: {pair:#?}");
    }
    assert_eq!(lines.len(), players.len());
    window.tap("Games");
    players.sort_by_key(|player| std::cmp::Reverse(player.totals.len()));
    compare(&mut window, &players);
}

/// The longest run of bids met.
fn longest_run(hands: &[Hand]) -> usize {
    let (mut run, mut longest) = (0, 0);
    for hand in hands {
        run = if hand.bid == hand.took { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

#[test]
fn the_bids_of_each_player_match_the_files() {
    let shelf = Shelf::generated(60, 11);
    let games = shelf.played();
    let mut window = statistics(&shelf);
    window.resize(1280.0, 2400.0);
    let players = recount(&games);
    for player in players.iter().take(6) {
        let line = window.lines().into_iter().find(|line| line.starts_with(&format!("{}: ", player.name)));
        window.tap(&line.unwrap());
        assert!(window.shows(&player.name), "the heading must name the player");
        let few = player.few();
        let zeros: Vec<&Hand> = player.hands.iter().filter(|hand| hand.bid == 0).collect();
        let zeros_met = mean(zeros.iter().map(|hand| f64::from(u8::from(hand.took == 0))));
        let points = mean(player.hands.iter().map(|hand| f64::from(hand.points)));
        for fact in [
            format!("Bids met: {}", percent(player.met(), few)),
            format!("Too high: {}", percent(player.share(|hand| hand.bid > hand.took), few)),
            format!("Too low: {}", percent(player.share(|hand| hand.bid < hand.took), few)),
            format!("Bids of 0: {}", percent(player.share(|hand| hand.bid == 0), few)),
            format!("Bids of 0 met: {}", percent(zeros_met, zeros.len() < 30)),
            format!("Longest run: {}", whole(Some(longest_run(&player.hands) as f64), few)),
            format!("Points per round: {}", one_decimal(points, few)),
            format!(
                "Best game: {}",
                whole(player.totals.iter().max().map(|&best| best.into()), player.totals.len() < 5)
            ),
        ] {
            assert!(window.shows(&fact), "{}: {fact:?} in {:#?}", player.name, window.labels());
        }
        for (bid, took) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 2), (3, 1)] {
            let count = player.hands.iter().filter(|hand| (hand.bid, hand.took) == (bid, took)).count();
            let cell = format!("bid {bid}, took {took}: {count} time{}", if count == 1 { "" } else { "s" });
            assert!(window.shows(&cell), "{}: {cell:?}", player.name);
        }
    }
}

#[test]
fn opponents_tables_and_form_match_the_files() {
    let shelf = Shelf::generated(60, 11);
    let games = shelf.played();
    let finished: Vec<&Played> = counting(&games).into_iter().filter(|game| game.finished()).collect();
    let mut window = statistics(&shelf);
    window.resize(1280.0, 2400.0);
    let players = recount(&games);
    for player in players.iter().take(3) {
        window.tap("Bids");
        let line = window.lines().into_iter().find(|line| line.starts_with(&format!("{}: ", player.name)));
        window.tap(&line.unwrap());
        let seat = |game: &Played, name: &str| game.names.iter().position(|other| other == name);
        let place = |game: &Played, seat: usize| game.standings().into_iter().find(|line| line.0 == seat).unwrap();
        window.tap("Against");
        let mut opponents: BTreeMap<&str, (u32, u32, u32, i32)> = BTreeMap::new();
        let mut tables: BTreeMap<String, Vec<(f64, f64, f64)>> = BTreeMap::new();
        for game in &finished {
            let Some(own) = seat(game, &player.name) else { continue };
            let (_, own_place, own_total) = place(game, own);
            for (other, name) in game.names.iter().enumerate().filter(|&(other, _)| other != own) {
                let (_, their_place, their_total) = place(game, other);
                let line = opponents.entry(name).or_default();
                match own_place.cmp(&their_place) {
                    std::cmp::Ordering::Less => line.0 += 1,
                    std::cmp::Ordering::Equal => line.1 += 1,
                    std::cmp::Ordering::Greater => line.2 += 1,
                }
                line.3 += own_total - their_total;
            }
            let winners = game.winners();
            let share = if winners.contains(&player.name) { 1.0 / winners.len() as f64 } else { 0.0 };
            let edition = if game.special_cards { "25 years" } else { "Classic" };
            for kind in [format!("{} players", game.names.len()), edition.to_owned()] {
                tables.entry(kind).or_default().push((share, own_total.into(), own_place as f64));
            }
        }
        for (name, (ahead, level, behind, difference)) in opponents {
            let games = ahead + level + behind;
            let mean = (f64::from(difference) / f64::from(games)).round() as i32;
            let signed = if mean > 0 { format!("+{mean}") } else { shown(mean) };
            let line = format!(
                "Against {name}: {ahead} ahead, {level} level, {behind} behind, {signed}{} points per game",
                star(games < 5)
            );
            assert!(window.shows(&line), "{}: {line:?} in {:#?}", player.name, window.labels());
        }
        window.tap("Tables");
        for (kind, results) in tables {
            let (few, noun) = (results.len() < 5, if results.len() == 1 { "game" } else { "games" });
            let line = format!(
                "{kind}: {} {noun}, won {}, {} points, place {}",
                results.len(),
                percent(mean(results.iter().map(|result| result.0)), few),
                whole(mean(results.iter().map(|result| result.1)), few),
                one_decimal(mean(results.iter().map(|result| result.2)), few)
            );
            assert!(window.shows(&line), "{}: {line:?} in {:#?}", player.name, window.labels());
        }
        window.tap("Form");
        let mut own = finished.iter().filter(|game| seat(game, &player.name).is_some());
        let (first, last) = (own.next().unwrap(), own.next_back().unwrap());
        assert!(
            window.says(&format!("{} to {}. Beating someone", first.date(), last.date())),
            "{:#?}",
            window.labels()
        );
        assert!(window.shows("Points of each game as dots, and their mean as a line"));
        assert!(window.shows("Rating after each game as a line in a band of uncertainty"));
    }
}

#[test]
fn records_match_the_files_and_open_their_session() {
    let shelf = Shelf::generated(60, 11);
    let games = shelf.played();
    let matches: Vec<&Played> =
        counting(&games).into_iter().filter(|game| game.finished() && game.planned >= 5).collect();
    let mut window = statistics(&shelf);
    window.resize(1280.0, 2400.0);
    window.tap("Records");
    assert!(window.shows("Records of the table"));
    // Of equal values, the first game counts.
    let best = |value: &dyn Fn(&Played) -> i32| -> (i32, &Played) {
        let highest = matches.iter().map(|game| value(game)).max().unwrap();
        (highest, matches.iter().find(|game| value(game) == highest).unwrap())
    };
    let total = |game: &Played, best: fn(i32, i32) -> i32| game.totals(game.planned).into_iter().reduce(best).unwrap();
    let round = |game: &Played, best: fn(i32, i32) -> i32| {
        game.rounds.iter().flatten().map(|hand| hand.points).reduce(best).unwrap()
    };
    let lead = |game: &Played| {
        let standings = game.standings();
        if standings[1].1 == 1 { i32::MIN } else { standings[0].2 - standings[1].2 }
    };
    let highest = best(&|game| total(game, i32::max));
    let lowest = best(&|game| -total(game, i32::min));
    let best_round = best(&|game| round(game, i32::max));
    let worst_round = best(&|game| -round(game, i32::min));
    let clearest = best(&lead);
    let exact =
        |game: &Played| (0..game.names.len()).map(|seat| game.met(seat) * 1000 / game.planned).max().unwrap() as i32;
    let exact = best(&exact);
    let of_total = |game: &Played, wanted: i32| -> String {
        let totals = game.totals(game.planned);
        let names = game.names.iter().zip(totals).filter(|&(_, total)| total == wanted).map(|(name, _)| name.clone());
        names.collect::<Vec<_>>().join(", ")
    };
    let of_round = |game: &Played, wanted: i32| -> String {
        let round = game.rounds.iter().find(|round| round.iter().any(|hand| hand.points == wanted)).unwrap();
        let names =
            game.names.iter().zip(round).filter(|(_, hand)| hand.points == wanted).map(|(name, _)| name.clone());
        names.collect::<Vec<_>>().join(", ")
    };
    for (name, value, names, game) in [
        ("Highest total", highest.0, of_total(highest.1, highest.0), highest.1),
        ("Lowest total", -lowest.0, of_total(lowest.1, -lowest.0), lowest.1),
        ("Best round", best_round.0, of_round(best_round.1, best_round.0), best_round.1),
        ("Worst round", -worst_round.0, of_round(worst_round.1, -worst_round.0), worst_round.1),
    ] {
        let label = format!("{name}: {}, {names}, {}", shown(value), game.date());
        assert!(window.offers(&label), "{label:?} in {:#?}", window.labels());
    }
    assert!(window.says(&format!("Clearest win: {}, {}", shown(clearest.0), clearest.1.winners()[0])));
    assert!(
        window
            .labels()
            .iter()
            .any(|label| label.starts_with("Most accurate player: ") && label.ends_with(&exact.1.date()))
    );
    for record in ["Biggest comeback: ", "Closest finish: ", "Most accurate game: ", "Longest game: "] {
        assert!(window.says(record), "{record:?} in {:#?}", window.labels());
    }
    window.tap(&format!(
        "Highest total: {}, {}, {}",
        shown(highest.0),
        of_total(highest.1, highest.0),
        highest.1.date()
    ));
    let end = format!("Round {}, {}, total {}, ", highest.1.planned, highest.1.winners()[0], shown(highest.0));
    assert!(window.says(&end), "a record must open its session in the archive: {:#?}", window.labels());
    window.tap("Statistics");
    counted(&window);
    assert!(window.says("Highest total: "), "the way back must lead to the records");
}

#[test]
fn the_session_of_a_record_is_in_view_in_the_list() {
    let shelf = Shelf::generated(60, 11);
    let mut window = statistics(&shelf);
    window.tap("Records");
    let record = window.labels().into_iter().find(|label| label.starts_with("Highest total: ")).unwrap();
    window.tap(&record);
    let row = window.chosen();
    assert!(row.is_some(), "{record:?} in {:#?}", window.lines());
}

#[test]
fn filters_and_the_search_of_the_archive_change_the_figures() {
    let shelf = Shelf::generated(60, 11);
    let games = shelf.played();
    let mut window = statistics(&shelf);
    let only = |keep: &dyn Fn(&Played) -> bool| -> Vec<Counted> {
        recount(&games.iter().filter(|game| keep(game)).cloned().collect::<Vec<_>>())
    };
    for (chip, choice, keep) in [
        ("3–6 players", "4 players", &(|game: &Played| game.names.len() == 4) as &dyn Fn(&Played) -> bool),
        ("Any game", "25 years", &|game: &Played| game.special_cards),
        ("Any year", "2020", &|game: &Played| game.date().ends_with("2020")),
        ("Any player", "Anna", &|game: &Played| game.names.contains(&"Anna".to_owned())),
    ] {
        window.tap(chip);
        if window.offers(choice) {
            window.control(choice).invoke_accessible_default_action();
        }
        counted(&window);
        let players = only(keep);
        assert!(!players.is_empty(), "{choice} must keep some players");
        compare(&mut window, &players);
        window.tap("Show all");
        counted(&window);
    }
    compare(&mut window, &recount(&games));
    window.tap("Archive");
    window.type_into("Search players, notes, dates", "kitchen");
    let kept = window.all_lines();
    window.tap("Statistics");
    counted(&window);
    assert!(window.shows("Only sessions found by “kitchen”"));
    let found: Vec<Played> = games.iter().filter(|game| kept.contains(&game.row())).cloned().collect();
    compare(&mut window, &recount(&found));
    window.tap("Archive");
    window.type_into("Search players, notes, dates", "nobody like that");
    window.tap("Statistics");
    counted(&window);
    assert!(window.shows("No sessions match. Look for something else, or show all sessions."));
    window.tap("Show all");
    counted(&window);
    compare(&mut window, &recount(&games));
}

#[test]
fn a_shorter_table_scrolls_back_into_view() {
    let shelf = Shelf::generated(60, 11);
    shelf.put(&kitchen());
    let mut window = statistics(&shelf);
    window.all_lines();
    window.tap("Any year");
    window.control("2026").invoke_accessible_default_action();
    counted(&window);
    assert_eq!(window.lines().len(), 3, "{:#?}", window.labels());
    window.tap("Rating");
    window.tap("Records");
    assert_eq!(window.lines().len(), 3, "{:#?}", window.labels());
}

#[test]
fn small_samples_are_marked_and_explained() {
    let shelf = Shelf::evenings();
    let mut window = statistics(&shelf);
    assert!(window.shows("3 finished games, 1 ended early"), "{:#?}", window.labels());
    let players = recount(&shelf.played());
    compare(&mut window, &players);
    assert!(window.shows("* from fewer than 5 games or 30 rounds: too few to say much"));
    for line in window.all_lines() {
        assert!(line.contains(" %*, ") && line.contains("* points per game") && line.ends_with('*'), "{line:?}");
    }
    // Nine games of four rounds: enough of both.
    let shelf = Shelf::new();
    for number in 1..=9 {
        let round = json!({"bids": [0, 0, 0], "tricks": [1, 0, 0]});
        let rounds = json!([round, round, round, round]);
        shelf.put(&game(
            number,
            &format!("2026-01-0{number}T20:00:00Z"),
            &["Anna", "Ben", "Cleo"],
            &[1, 1, 1, 1],
            rounds,
        ));
    }
    let mut window = statistics(&shelf);
    compare(&mut window, &recount(&shelf.played()));
    for line in window.all_lines() {
        assert!(!line.contains('*'), "{line:?}");
    }
    window.tap("Records");
    assert!(window.shows("No finished games with five or more rounds yet."));
}

#[test]
fn only_figures_that_are_there_are_explained() {
    let (shared, rating) =
        ("Wins 16+1: won 16 alone, shared 1 more", "Rating 25.3 ±1.6: it may still be off by about 1.6");
    for (game, shares, rates) in [(early(), false, false), (kitchen(), false, true), (cafe(), true, true)] {
        let shelf = Shelf::with(&[game]);
        let window = statistics(&shelf);
        assert!(!window.lines().is_empty(), "{:#?}", window.labels());
        assert_eq!((window.shows(shared), window.shows(rating)), (shares, rates), "{:#?}", window.lines());
    }
}

#[test]
fn a_new_finished_game_is_counted_while_the_page_is_shown() {
    let shelf = Shelf::evenings();
    let window = statistics(&shelf);
    let mut more = kitchen();
    more["id"] = json!("00000000-0000-0000-0000-00000000abcd");
    shelf.put(&more);
    window.until("counts it", |window| window.shows("4 finished games, 1 ended early"));
    assert!(window.says("Ben: 3 games"), "{:#?}", window.lines());
}

#[test]
fn a_player_who_has_not_finished_a_game_has_bids_but_no_place() {
    let shelf = Shelf::evenings();
    let early = game(
        8,
        "2026-03-01T20:00:00Z",
        &["Paul", "Mia", "Kai"],
        &[],
        json!([{"bids": [0, 1, 1], "tricks": [0, 1, 0]}]),
    );
    let mut early = early;
    early["ended_early"] = json!("2026-03-01T21:00:00Z");
    shelf.put(&early);
    let mut window = statistics(&shelf);
    let line = window.all_lines().into_iter().find(|line| line.starts_with("Mia")).unwrap();
    assert_eq!(line, "Mia: 0 games, 0 wins, bids met 100 %*, – points per game, balanced, rating –");
    window.tap(&line);
    assert!(window.shows("Best game: –") && window.shows("Bids met: 100 %*"), "{:#?}", window.labels());
    for tab in ["Form", "Against"] {
        window.tap(tab);
        assert!(window.shows("No finished games yet."), "{tab}: {:#?}", window.labels());
    }
    window.tap("Tables");
}

#[test]
fn on_a_phone_the_table_and_the_player_are_below_each_other() {
    let shelf = Shelf::evenings();
    let mut window = Window::open(shelf.path(), None);
    window.resize(400.0, 820.0);
    window.tap("Statistics");
    counted(&window);
    let line = window.lines().into_iter().find(|line| line.starts_with("Cleo")).unwrap();
    window.tap(&line);
    assert_eq!(window.chosen().as_ref(), Some(&line));
    assert!(!window.says("Bids met: "), "the player must be further down");
    window.tap("Wins");
    let foot = "* from fewer than 5 games or 30 rounds: too few to say much";
    while window.shows(foot) && !window.says("Bids met: ") {
        window.wheel(foot, -60.0);
    }
    assert!(window.says("Bids met: "), "{:#?}", window.labels());
    window.tap("Any player");
    window.key(Key::Escape);
    assert!(!window.offers("Close"));
    assert!(window.offers("Statistics"));
}

#[test]
fn each_game_has_its_own_figures() {
    let shelf = Shelf::with(&[kitchen(), raced()]);
    let mut window = statistics(&shelf);
    assert!(
        window.says("Anna: 1 game, ") && !window.says("Lana: "),
        "Wizard's figures come first: {:#?}",
        window.labels()
    );
    window.click("The Last Wizard");
    counted(&window);
    assert!(
        window.shows("Lana: 1 game, 1 wins, space 32* at the end, folded 0 %*, bets won 100 %*, longest lead 2*"),
        "{:#?}",
        window.labels()
    );
    assert!(
        window.shows("Takako: 1 game, 0 wins, space 22* at the end, folded 100 %*, bets won 0 %*, longest lead 0*")
    );
    assert!(window.shows("Bets lost: 0 %*") && window.shows("Rounds: 2"), "{:#?}", window.labels());
    for words in ["Anna", "Bids", "Tendency", "Rating", "Records"] {
        assert!(!window.says(words), "{words}: {:#?}", window.labels());
    }
    // Sorted by a column, with another player selected.
    window.click("Folds");
    let first = |window: &Window| window.ui.with_app(|app| app.statistics().rows[0].name.clone());
    assert_eq!(first(&window), "Takako");
    window.click("Élodie: 1 game, 0 wins, space 16* at the end, folded 0 %*, bets won 0 %*, longest lead 0*");
    assert!(window.shows("Bets lost: 100 %*"), "{:#?}", window.labels());
    window.click("Wizard");
    counted(&window);
    assert!(window.says("Anna: 1 game, ") && window.shows("Tendency") && !window.says("Lana: "));
}

#[test]
fn a_filter_chooses_its_game_and_a_single_game_needs_no_choice() {
    let shelf = Shelf::with(&[raced()]);
    let window = statistics(&shelf);
    assert!(window.says("Lana: 1 game") && !window.shows("Wizard"), "{:#?}", window.labels());
    let shelf = Shelf::with(&[kitchen(), raced()]);
    let mut window = statistics(&shelf);
    window.tap("Archive");
    window.tap("Any game");
    window.tap("The Last Wizard");
    window.tap("Statistics");
    counted(&window);
    assert!(window.says("Lana: 1 game"), "{:#?}", window.labels());
    window.click("Wizard");
    counted(&window);
    assert!(
        window.says("Anna: 1 game") && window.shows("Any game"),
        "the filter must be dropped: {:#?}",
        window.labels()
    );
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
            assert!(shown.peek().is_some(), "{name} at {size:?}");
            for words in shown {
                let (has, ink) = (&words.place, &words.ink);
                let whole = words.least_width <= has.width() + 0.6 && ink.height() <= has.height() + 0.6;
                assert!(whole, "{words} at {size:?} needs {} × {}", words.least_width, ink.height());
            }
        }
    }
}

#[test]
fn the_bars_against_somebody_differ_by_more_than_colour() {
    paint_windows();
    let shelf = Shelf::generated(60, 11);
    let mut window = statistics(&shelf);
    window.resize(1280.0, 2400.0);
    window.tap("Against");
    // Games ahead, level and behind.
    let counts = |label: &str| -> Option<Vec<u32>> {
        let numbers = label.strip_prefix("Against ")?.split_once(": ")?.1.split(", ").take(3);
        numbers.map(|number| number.split(' ').next()?.parse().ok()).collect()
    };
    let labels = window.labels();
    let fits =
        |label: &&String| counts(label).is_some_and(|counts| counts[0].min(counts[2]) * 8 > counts.iter().sum::<u32>());
    let row = window.find(labels.iter().find(fits).unwrap());
    let (at, size) = (row.absolute_position(), row.size());
    let picture = window.window().window().take_snapshot().unwrap();
    let point = |x: f32, y: f32| picture.as_slice()[y as usize * picture.width() as usize + x as usize];
    let ground = point(at.x + 1.0, at.y + 1.0);
    // How much of the bar is painted there, from its top to its bottom.
    let painted = |x: f32| (46..68).filter(|down| point(x, at.y + *down as f32) != ground).count();
    let (ahead, behind) = (painted(at.x + 8.0), painted(at.x + size.width - 8.0));
    assert!(ahead >= 11 && (2..8).contains(&behind), "{ahead} px for ahead and {behind} px for behind");
}

/// The league of this archive, once counted.
fn league(shelf: &Shelf) -> Window {
    let mut window = statistics(shelf);
    window.tap("League");
    window
}

#[test]
fn the_league_ranks_by_what_a_game_gives() {
    let shelf = Shelf::with(&[kitchen(), cafe(), new_year(), early()]);
    let mut window = league(&shelf);
    for row in [
        "1. Ben: 1 game, total +2, +2.00 per game, last places 1",
        "1. Émilie: 1 game, total +2, +2.00 per game, last places 1",
        "1. Thomas: 1 game, total +2, +2.00 per game, last places 1",
        "4. Anna: 2 games, total −1, −0.50 per game, last places 3, 2",
        "5. Cleo: 1 game, total −2, −2.00 per game, last places 3",
        "6. Ute: 1 game, total −3, −3.00 per game, last places 4",
    ] {
        assert!(window.shows(row), "{row}: {:#?}", window.labels());
    }
    window.tap("Below minus above");
    window.tap("Wins: one for a victory, which winners share");
    counted(&window);
    assert!(window.shows("1. Ben: 1 game, total 1.00, 1.00 per game, last places 1"), "{:#?}", window.labels());
    assert!(window.shows("2. Thomas: 1 game, total 0.50, 0.50 per game, last places 1"), "{:#?}", window.labels());
    window.tap("Wins");
    window.tap("Points per round: the points of a game, divided by its rounds");
    counted(&window);
    // 80 in three rounds and 40 in two.
    assert!(window.says("Anna: 2 games, total 46.67, 23.33 per game"), "{:#?}", window.labels());
    window.tap("All games count");
    window.tap("Without the worst game");
    counted(&window);
    assert!(window.says("Anna: 1 game, total 26.67, 26.67 per game, last places 3, 2"), "{:#?}", window.labels());
    window.tap("1. Anna: 1 game, total 26.67, 26.67 per game, last places 3, 2");
    assert!(window.says("Anna: 2 games, "), "a tap on a row shows the player: {:#?}", window.labels());
}

#[test]
fn the_league_has_a_season_and_a_line() {
    let shelf = Shelf::with(&[kitchen(), cafe()]);
    let mut window = league(&shelf);
    window.tap("Any number of games");
    window.tap("At least 2 games");
    counted(&window);
    let below = "Below the line, fewer than 2 games: Ben (1), Cleo (1), Thomas (1), Ute (1) and Émilie (1)";
    assert!(window.shows(below) && window.says("1. Anna: 2 games"), "{:#?}", window.labels());
    window.tap("Season: all days");
    window.fill("First day", "soon");
    window.tap("Set the season");
    assert!(window.says("“soon” is no date."), "{:#?}", window.labels());
    window.fill("First day", "2026-03-01");
    window.fill("Last day", "2026-02-01");
    window.tap("Set the season");
    assert!(window.says("The last day is before the first one."), "{:#?}", window.labels());
    window.fill("Last day", "");
    window.tap("Set the season");
    counted(&window);
    assert!(window.says("Nobody has enough games yet."), "{:#?}", window.labels());
    window.tap("At least 2 games");
    window.tap("Any number of games");
    counted(&window);
    assert!(window.shows("2. Anna: 1 game, total 0, 0.00 per game, last places 2"), "{:#?}", window.labels());
    let kept = window.ui.with_app(|app| app.settings().league);
    assert_eq!((kept.from, kept.to, kept.least_games), (chrono::NaiveDate::from_ymd_opt(2026, 3, 1), None, 1));
    let season = window.labels().into_iter().find(|label| label.starts_with("Season: ")).unwrap();
    window.tap(&season);
    window.tap("All days");
    counted(&window);
    assert!(window.says("Anna: 2 games"), "{:#?}", window.labels());
}

#[test]
fn the_league_is_shared_as_text_table_picture_and_paper() {
    let shelf = Shelf::with(&[kitchen(), cafe()]);
    let mut window = league(&shelf);
    window.tap("Share");
    for format in ["Picture", "PDF sheet", "CSV table", "Text"] {
        assert!(window.offers(format), "{format}: {:#?}", window.labels());
    }
    assert!(!window.offers("BG Stats file") && !window.offers("Web page") && !window.offers("More formats"));
    let text = window.ui.with_app(|app| app.as_text()).unwrap();
    assert!(text.starts_with("League\nA game gives one for everyone below, minus one for everyone above\n"), "{text}");
    assert!(text.contains("\n4.  Anna        2     −1     −0.50  3 2\n"), "{text}");
    let (name, paper) = window.ui.with_app(|app| app.paper()).unwrap()().unwrap();
    assert!(name.starts_with("league_") && name.ends_with(".pdf") && paper.starts_with(b"%PDF"), "{name}");
    let picture = window.ui.with_app(|app| app.picture()).unwrap()().unwrap();
    assert!(picture.width > 0 && picture.height > 0);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("league.csv");
    window.tap("CSV table");
    window.fill("Where to save the file", file.to_str().unwrap());
    window.tap("Save");
    window.until_says(&format!("Saved as {}", file.display()));
    let csv = std::fs::read_to_string(file).unwrap();
    assert!(csv.contains("\r\n4,Anna,2,-1,-0.5,3 2\r\n"), "{csv}");
}

#[test]
fn the_filters_stand_beside_the_tabs_where_there_is_room() {
    let shelf = Shelf::generated(60, 11);
    let window = statistics(&shelf);
    for language in Language::all() {
        window.window().global::<AppAdapter>().invoke_set_language(index(language.code()));
        window.resize(1280.0, 800.0);
        let (league, chips) = (window.places("Choice")[1], window.places("Chip"));
        let beside = |chip: &Place| chip.middle().1 == league.middle().1 && chip.left > league.right;
        assert!(chips.len() == 4 && chips.iter().all(beside), "{}: {league} {chips:?}", language.code());
        assert!((chips[3].right - 1256.0).abs() < 1.0, "at the right: {chips:?}");
        for narrow in [820.0, 400.0] {
            window.resize(narrow, 1180.0);
            let (league, chips) = (window.places("Choice")[1], window.places("Chip"));
            let below = |chip: &Place| chip.top > league.bottom && chip.right <= narrow;
            assert!(chips.iter().all(below), "{}: {league} {chips:?}", language.code());
        }
    }
}

#[test]
fn the_whole_map_of_bids_is_in_sight() {
    paint_windows();
    let shelf = Shelf::generated(60, 11);
    let window = statistics(&shelf);
    let heat = window.ui.with_app(|app| app.statistics().player.unwrap().heat);
    let last = heat.iter().rfind(|cell| cell.count > 0).unwrap().bid;
    assert!(last > 5 && heat.last().unwrap().bid == last, "nothing below the largest bid, which is {last}");
    let most = heat.iter().filter(|cell| cell.count > 0).map(|cell| cell.tricks).max();
    assert_eq!(heat.iter().map(|cell| cell.tricks).max(), most, "nothing beyond the most tricks");
    let seen = Seen::in_window(&window);
    for cell in heat.iter().filter(|cell| cell.count > 0) {
        let times = if cell.count == 1 { "time" } else { "times" };
        let label = format!("bid {}, took {}: {} {times}", cell.bid, cell.tricks, cell.count);
        let element = window.find(&label);
        let (at, size) = (element.absolute_position(), element.size());
        let place = Place::of(at.x, at.y, size.width, size.height);
        let number = seen.words.iter().find(|words| {
            words.text == cell.count.to_string() && words.in_sight == words.place && words.in_sight.has(place.middle())
        });
        assert!(number.is_some_and(|number| number.pixels >= 13.0), "{label} must be in sight, at {place}");
        assert!(size.width >= 26.0 && size.height >= 26.0 && place.bottom <= 760.0, "{label}: {place}");
    }
}

#[test]
fn the_rows_of_the_lists_are_whole_above_the_notes() {
    let shelf = Shelf::generated(60, 11);
    let mut window = statistics(&shelf);
    for part in ["Players", "League"] {
        window.resize(1280.0, 800.0);
        window.tap(part);
        for size in [(1280.0, 800.0), (1024.0, 600.0), (820.0, 1180.0), (400.0, 820.0)] {
            window.resize(size.0, size.1);
            let seen = Seen::controls_in(&window);
            let rows = seen.controls.iter().filter(|control| control.role == AccessibleRole::ListItem);
            // A few pixels of the next row show nothing of it.
            let rows: Vec<_> = rows.filter(|row| row.in_sight.height() > 16.0).collect();
            assert!(rows.len() > 1, "{part} at {size:?}");
            // The page itself may scroll further down.
            let foot = size.1 - if size.0 < 720.0 { 100.0 } else { 20.0 };
            for row in rows.iter().filter(|row| row.in_sight.bottom < foot) {
                assert_eq!(row.in_sight, row.place, "{row}: {part} at {size:?}");
                assert!(row.place.height() >= 48.0, "{row}: {part} at {size:?}");
            }
        }
    }
}
