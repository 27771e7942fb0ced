//! Every screen of the window and the way to it. A new screen is one line.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use i_slint_backend_testing::mock_elapsed_time;
use serde_json::{Value, json};
use slint::ComponentHandle;
use slint::platform::{Key, WindowEvent};
use tablet_of_truth::app::{App, ArchiveCommand, Command};
use tablet_of_truth_window::{PhoneAtName as At, PhonesAdapter, PhonesStage};

use crate::phones;
use crate::shelf::{Shelf, archive_of, cafe, early, game, kitchen, new_year, raced, six, track};
use crate::tournament::{afternoon, look_back, organise, won};
use crate::window::Window;

/// Six people with long names; Maximiliane deals first.
pub const LONG: [&str; 6] = [
    "Maximiliane-Josephine von Auer",
    "Bartholomäus Zwingenberger",
    "Ana Beatriz do Nascimento",
    "Émilie de La Rochefoucauld",
    "Wilhelmina Featherstonehaugh",
    "D'Arcy Oisín Ó Maolchatha",
];
pub const SHORT: [&str; 14] = [
    "Anna", "Ben", "Cleo", "Dora", "Émilie", "Finn", "Arnaud", "Thomas", "Ute", "Kevin", "Greta", "Emil", "Clara",
    "Theo",
];

/// Imports a file of this name as far as its preview.
fn bring_in(window: &mut Window, name: &str, text: &str) {
    // Walks run side by side; each reads its own file.
    let folder = std::env::temp_dir().join(format!("walk-{}-{:?}", std::process::id(), std::thread::current().id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    fs::write(&file, text).unwrap();
    archive(window, &[MENU, "Import sessions"]);
    window.fill("File to import", file.to_str().unwrap());
    window.taps(&["Import"]);
}

const PLACE: &str = "The small room behind the kitchen of the Café Zeitlos";

/// Whether people have typed the text: it may be shortened where there is no room, as names, lists of names, sentences
/// with a long name, places, notes and folders. Our own words may not.
pub fn is_typed(text: &str) -> bool {
    let names = || SHORT.iter().chain(archive_of::NAMES.iter());
    let list = names().filter(|name| text.contains(**name)).count() > 1;
    let long = LONG.iter().chain(names().filter(|name| name.chars().count() > 15)).any(|name| text.contains(name));
    let file = text.contains("/tmp/") || text.contains(".json");
    let typed = [PLACE, "Saarlouis open", "The dog ate a Jester."].iter().any(|typed| text.contains(typed));
    names().any(|name| text == *name) || list || long || typed || file
}

pub enum Over {
    Nothing,
    Evenings,
    Many,
    Twentieth,
    Draw,
    Long,
    Track,
    Both,
    Evening,
    Unfinished,
    Tournament,
    Seated,
    Played,
    Won,
    Refused,
    Outside,
}

/// A screen: its name in a failure, what exists before, and the way to it.
pub struct Screen {
    pub name: &'static str,
    over: Over,
    way: fn(&mut Window),
}

const fn screen(name: &'static str, over: Over, way: fn(&mut Window)) -> Screen {
    Screen { name, over, way }
}

pub struct Shown {
    pub window: Window,
    _shelf: Shelf,
}

impl Screen {
    pub fn show(&self) -> Shown {
        let shelf = match self.over {
            Over::Nothing | Over::Refused | Over::Outside => Shelf::new(),
            Over::Evenings => Shelf::with(&[with_place(kitchen()), cafe(), new_year(), early(), six()]),
            Over::Many => Shelf::generated(80, 7),
            Over::Twentieth => Shelf::with(&[running(&["Anna", "Ben", "Cleo"], 19)]),
            Over::Draw => {
                let level = json!([{"bids": [0, 0, 0], "tricks": [0, 0, 1]}]);
                Shelf::with(&[game(77, "2026-03-08T19:00:00Z", &LONG[..3], &[1, 2], level)])
            }
            Over::Track => Shelf::with(&[long_track()]),
            Over::Both => Shelf::with(&[kitchen(), raced()]),
            Over::Evening => {
                let mut second = ended(&LONG, 8);
                second["id"] = json!("00000079-0000-4000-8000-000000000079");
                second["started"] = json!("2026-02-08T21:30:00Z");
                Shelf::with(&[with_place(ended(&LONG, 9)), second])
            }
            Over::Unfinished => Shelf::with(&[running(&LONG, 9), new_year(), early()]),
            Over::Tournament => afternoon(3, true),
            Over::Seated => afternoon(0, false),
            Over::Played => afternoon(10, false),
            Over::Won => won(),
            Over::Long => Shelf::with(&[running(&LONG, 9), with_place(ended(&LONG, 9))]),
        };
        let path: PathBuf = match self.over {
            Over::Refused => {
                let path = shelf.path().join("data");
                fs::write(&path, "a file where the folder should be").unwrap();
                path
            }
            Over::Outside => shelf.path().join("data"),
            _ => shelf.path().to_owned(),
        };
        let outside = matches!(self.over, Over::Outside).then(|| shelf.put(&running(&LONG, 9)));
        let mut window = Window::open(&path, outside);
        (self.way)(&mut window);
        Shown { window, _shelf: shelf }
    }
}

fn with_place(mut game: Value) -> Value {
    game["place"] = json!(PLACE);
    game
}

/// Rounds in which the first player bids and takes everything, and the last bids in vain.
fn rounds_of(players: usize, rounds: usize) -> Value {
    let round = |number: usize| {
        let mut bids = vec![0; players];
        let mut tricks = vec![0; players];
        (bids[0], bids[players - 1], tricks[0]) = (number, number.min(9), number);
        json!({"bids": bids, "tricks": tricks})
    };
    (1..=rounds).map(round).collect()
}

fn running(names: &[&str], rounds: usize) -> Value {
    game(77, "2026-03-08T19:00:00Z", names, &[], rounds_of(names.len(), rounds))
}

/// A game of The Last Wizard before round 2, with pawns sharing a space, in the zone and far ahead.
fn long_track() -> Value {
    let round = json!({"facts": [{"round_token": 4, "square_token": 1, "rank": "best"}, {"fold": 1}, {"fold": 1},
        {"round_token": 2, "fold": 2}, {"round_token": 3, "square_token": -1, "rank": "second"},
        {"round_token": 9, "square_token": 4, "rank": "other"}], "moves": [0, -1, 0, 0, 0, 2], "reason": "misdeal"});
    track(77, "2026-03-08T19:00:00Z", &LONG, &[5, 15, 15, 15, 16, 28], json!([round]))
}

fn showdown(window: &mut Window) {
    window.tap("Continue");
    window.type_in("2f34143-f29");
    assert!(window.says("How good is"), "{:#?}", window.labels());
}

fn ended(names: &[&str], rounds: usize) -> Value {
    let mut game = game(78, "2026-02-08T19:00:00Z", names, &[], rounds_of(names.len(), rounds));
    game["ended_early"] = json!("2026-02-08T21:00:00Z");
    game
}

fn look_at_example(window: &mut Window) {
    window.tap("Look at an example evening");
    window.settle();
}

fn dealt(window: &mut Window) {
    window.deal_with(&LONG, &["25 years"]);
}

/// Enters all bids: the first bidder's is 1, the others' 0.
fn bid(window: &mut Window, players: usize) {
    for seat in 0..players {
        window.type_number(u8::from(seat < 1));
    }
    window.type_number(1);
}

fn tricks(window: &mut Window) {
    window.tap("Continue");
    window.enter(&[1, 1, 1, 0, 0, 0]);
    assert!(window.shows("Score round 10 and end the game"), "{:#?}", window.labels());
    window.type_number(7);
}

fn special_tricks(window: &mut Window) {
    dealt(window);
    bid_nothing(window);
}

fn bid_nothing(window: &mut Window) {
    window.enter(&[0; 6]);
    assert!(window.shows("Score round 1"), "{:#?}", window.labels());
}

fn finished(window: &mut Window) {
    window.tap("Continue");
    window.enter(&[0; 3]);
    window.enter(&[20]);
    assert!(window.offers("Rematch"), "{:#?}", window.labels());
}

fn drawn(window: &mut Window) {
    window.tap("Continue");
    window.enter(&[0; 3]);
    window.enter(&[2]);
    assert!(window.offers("One more round"), "{:#?}", window.labels());
}

fn ended_early(window: &mut Window) {
    window.taps(&["Continue", "More", "End the game early", "End the game"]);
}

fn archive(window: &mut Window, ways: &[&str]) {
    // The rail has it only once there is a game.
    window.chord(&[Key::Control], "2");
    window.taps(ways);
}

/// Opens the first-hand odds among the rules, in a window high enough to show all of it.
fn odds(window: &mut Window, ways: &[&str]) {
    window.resize(1280.0, 2000.0);
    window.taps(&["Rules", "First-hand odds"]);
    window.taps(ways);
}

fn figures(window: &mut Window, ways: &[&str]) {
    window.chord(&[Key::Control], "3");
    window.wait_until(|ui| !ui.with_app(|app| app.statistics().counting));
    window.taps(ways);
}

fn in_browser(window: &Window) {
    window.ui.set_in_browser(true, None);
}

/// Taps at the table while the disk does not respond; `insists` is called while waiting.
fn unanswered(window: &mut Window, insists: fn(&Window)) {
    window.settle();
    window.deaf = true;
    window.type_number(1);
    window.insists = Some(insists);
    window.wait_in_vain();
    assert!(window.says("The disk is not responding"), "{:#?}", window.labels());
}

/// Shows phones whenever the window comes to rest.
fn phones(window: &mut Window, show: fn(&Window)) {
    // A report that came later would show the phones of the program, which are none.
    window.settle();
    window.phones = Some(show);
    show(window);
}

/// Opens the panel over six people with long names: phones in every state, one that asks, and all that can be said.
fn phones_of_six(window: &Window) {
    phones::open(window);
    let states = [(At::Here, 0), (At::Away, 0), (At::Away, 719), (At::Asks, 0), (At::Free, 0), (At::Free, 0)];
    let seats: Vec<_> = LONG.into_iter().zip(states).map(|(name, (at, minutes))| (name, at, minutes)).collect();
    phones::seat(window, &seats);
    let adapter = window.window().global::<PhonesAdapter>();
    adapter.set_addresses(3);
    adapter.set_lookers(12);
    adapter.set_help(true);
}

fn close(window: &Window) {
    window.window().window().dispatch_event(WindowEvent::CloseRequested);
}

/// Leaves the table with a tap not yet on disk; `insists` acts on a game of the archive meanwhile.
fn elsewhere_meanwhile(window: &mut Window, insists: fn(&Window)) {
    archive(window, &[]);
    window.taps(&["Play", "Continue"]);
    unanswered(window, |_| {});
    window.taps(&["Archive", "Settings"]);
    window.insists = Some(insists);
    window.wait_in_vain();
}

fn delete(window: &Window) {
    let viewed = window.ui.with_app(App::viewed_path).unwrap();
    window.ui.handle(Command::OnArchive(ArchiveCommand::Delete(viewed)));
}

const MENU: &str = "Import, backup, names, trash";

pub const HOME: &[Screen] = &[
    screen("home, first start", Over::Nothing, |_| {}),
    screen("home with games", Over::Evenings, |_| {}),
    screen("home with the last game", Over::Both, |_| {}),
    screen("home with an evening", Over::Evening, |_| {}),
    screen("home with the example", Over::Nothing, |window| {
        look_at_example(window);
        window.tap("Play");
    }),
    screen("home with long names", Over::Long, |_| {}),
    screen("home with unfinished games", Over::Unfinished, |_| {}),
    screen("home, more about a game", Over::Unfinished, |window| window.tap("More about the game of 31 Dec 2025")),
    screen("home, a game was deleted", Over::Unfinished, |window| {
        window.taps(&["More about the game of 31 Dec 2025", "Delete: move it to the trash"]);
        window.settle();
    }),
    screen("set-up, a name is changed", Over::Long, |window| {
        window.start_setup(&["Émilie de La Rochefoucauld", "Ben", "Cleo"]);
        window.tap("Change Émilie de La Rochefoucauld");
    }),
    screen("set-up, nobody yet", Over::Nothing, |window| window.start_setup(&[])),
    screen("set-up, nobody yet, people known", Over::Long, |window| window.start_setup(&[])),
    screen("set-up of six", Over::Nothing, |window| window.start_setup(&LONG)),
    screen("set-up, colour and sign", Over::Nothing, |window| {
        window.start_setup(&["Anna", "Ben", "Cleo"]);
        window.resize(1280.0, 1600.0);
        window.taps(&["Change Anna", "Moon"]);
    }),
    screen("set-up, refused name", Over::Nothing, |window| window.start_setup(&["Anna", "Anna"])),
    screen("set-up, special cards", Over::Nothing, |window| {
        window.start_setup(&["Anna", "Ben", "Cleo"]);
        window.show_rules();
        window.tap("25 years");
    }),
    screen("set-up, own rounds", Over::Nothing, |window| {
        window.start_setup(&["Anna", "Ben", "Cleo"]);
        window.resize(1280.0, 1600.0);
        window.show_rules();
        window.fill("Cards dealt in each round", "1 3 5 7 nine");
    }),
    screen("settings, slow disk", Over::Evenings, |window| {
        elsewhere_meanwhile(window, delete);
        assert!(window.says("the disk is slow"), "{:#?}", window.labels());
    }),
    screen("settings, closed in the middle of work", Over::Evenings, |window| {
        elsewhere_meanwhile(window, |window| {
            delete(window);
            close(window);
        });
        assert!(window.says("The window will close when that is done"), "{:#?}", window.labels());
    }),
    screen("settings", Over::Nothing, |window| window.taps(&["Settings"])),
    screen("help", Over::Nothing, |window| window.key(Key::F1)),
    screen("settings in a browser", Over::Nothing, |window| {
        in_browser(window);
        window.taps(&["Settings"]);
    }),
    screen("settings, a list", Over::Nothing, |window| window.taps(&["Settings", "Language"])),
    screen("settings, licences", Over::Nothing, |window| window.taps(&["Settings", "Licences"])),
    screen("home, an evening is shared", Over::Evening, |window| {
        window.tap(&window.labelled("Share "));
    }),
    screen("set-up, tables known", Over::Evenings, |window| window.start_setup(&[])),
    screen("set-up, a table again", Over::Evenings, |window| {
        window.start_setup(&[]);
        window.tap("More");
    }),
];

pub const LOOKED_UP: &[Screen] = &[
    screen("rules", Over::Nothing, |window| window.taps(&["Rules"])),
    screen("rules, over the table", Over::Long, |window| {
        window.taps(&["Continue", "Rules"]);
    }),
    screen("rules, all", Over::Nothing, |window| window.taps(&["Rules", "All rules"])),
    screen("rules, found", Over::Nothing, |window| {
        window.taps(&["Rules"]);
        window.fill("Search the rules", "Bomb");
    }),
    screen("rules, nothing found", Over::Nothing, |window| {
        window.taps(&["Rules"]);
        window.fill("Search the rules", "poker");
    }),
    screen("odds, nothing chosen", Over::Nothing, |window| odds(window, &[])),
    screen("odds", Over::Nothing, |window| odds(window, &["6 players at the table", "Turned up: 8"])),
    screen("odds of suits", Over::Nothing, |window| {
        window.resize(1280.0, 1600.0);
        window.deal_with(&["Anna", "Ben", "Cleo"], &["House rules", "Suits"]);
        odds(window, &["Turned up: A"]);
    }),
    screen("odds without a trump", Over::Nothing, |window| odds(window, &["Turned up: Jester"])),
    screen("rules, powers found", Over::Nothing, |window| {
        window.taps(&["Rules", "Rules of The Last Wizard"]);
        window.fill("Search the rules", "Powers");
    }),
];

pub const TABLE: &[Screen] = &[
    screen("table, bids", Over::Long, |window| window.tap("Continue")),
    screen("track, first bet", Over::Track, |window| window.tap("Continue")),
    screen("track, second bet", Over::Track, |window| {
        window.tap("Continue");
        window.type_in("2f34143");
    }),
    screen("track, showdown", Over::Track, showdown),
    screen("track, hands", Over::Track, |window| {
        showdown(window);
        window.taps(&["More", "Enter hand totals"]);
        window.key("2");
    }),
    screen("track, ready", Over::Track, |window| {
        showdown(window);
        window.type_in("12");
    }),
    screen("track, correction", Over::Track, |window| {
        window.tap("Continue");
        window.key(Key::PageUp);
        window.key("4");
    }),
    screen("track, moved by hand", Over::Track, |window| {
        window.tap("Continue");
        window.key("m");
    }),
    screen("track, change", Over::Track, |window| {
        window.taps(&["Continue", "More", "Change rules, seats and names"]);
    }),
    screen("track, board", Over::Track, |window| {
        window.tap("Continue");
        window.type_in("2f341");
        window.key(Key::F11);
    }),
    screen("track, board to both sides", Over::Track, |window| {
        showdown(window);
        window.key(Key::F11);
        window.taps(&["Show the board to both sides"]);
    }),
    screen("track, sheet", Over::Track, |window| {
        window.resize(400.0, 820.0);
        window.tap("Continue");
        // By its key: a pointer would rest on another button's tooltip.
        window.key("t");
    }),
    screen("table, first bids with special cards", Over::Nothing, dealt),
    screen("table, refused bid", Over::Nothing, |window| {
        window.deal(&["Anna", "Ben", "Cleo"]);
        bid(window, 2);
        window.tap("Anna may not bid 0");
    }),
    screen("table, bid missing", Over::Nothing, |window| {
        window.deal(&LONG);
        window.tap("Start the tricks");
    }),
    screen("table, all bids", Over::Nothing, |window| {
        window.deal(&["Anna", "Ben", "Cleo"]);
        bid(window, 3);
    }),
    screen("table, 21 numbers", Over::Twentieth, |window| window.tap("Continue")),
    screen("table, tricks", Over::Long, tricks),
    screen("table, plain colours", Over::Nothing, |window| {
        window.resize(1280.0, 1600.0);
        window.deal_with(&["Anna", "Ben", "Cleo"], &["House rules", "Colours"]);
        window.key("g");
    }),
    screen("table, covered bids", Over::Nothing, |window| {
        window.deal_with(&LONG, &["House rules", "Confided"]);
        bid_nothing(window);
        window.type_number(1);
    }),
    screen("table, tricks that do not add up", Over::Twentieth, |window| {
        window.tap("Continue");
        window.enter(&[1; 3]);
        window.enter(&[15; 3]);
    }),
    screen("table, the Cloud", Over::Nothing, |window| {
        special_tricks(window);
        window.taps(&["Cloud: a bid changes by one"]);
    }),
    screen("table, the Cloud still asked", Over::Nothing, |window| {
        special_tricks(window);
        window.taps(&["Cloud: a bid changes by one", "Score round 1"]);
    }),
    screen("table, the Cloud taken", Over::Nothing, |window| {
        special_tricks(window);
        window.type_number(1);
        let sign = "Bartholomäus Zwingenberger took the Cloud: bid +1";
        window.taps(&["Bomb: one trick to nobody", "Cloud: a bid changes by one", sign]);
    }),
    screen("table, two Clouds", Over::Nothing, |window| {
        window.deal_with(&LONG, &["30 years"]);
        bid_nothing(window);
        window.type_in("c+-");
    }),
    screen("table, correction", Over::Long, |window| {
        window.tap("Continue");
        window.find("Correct round 9").invoke_accessible_default_action();
    }),
    screen("table, correction that changes totals", Over::Twentieth, |window| {
        window.tap("Continue");
        window.find("Correct round 19").invoke_accessible_default_action();
        window.type_number(7);
    }),
    screen("table, more", Over::Long, |window| window.taps(&["Continue", "More"])),
    screen("table, notes", Over::Long, |window| {
        window.taps(&["Continue", "More", "Notes"]);
    }),
    screen("change of the game", Over::Long, |window| {
        window.taps(&["Continue", "More", "Change rules, seats and names"])
    }),
    screen("change of the game, somebody takes over", Over::Twentieth, |window| {
        window.taps(&["Continue", "More", "Change rules, seats and names", "Change Ben"]);
        window.fill("Name", LONG[0]);
        window.key(Key::Escape);
        window.taps(&[&format!("{} and Ben are the same person", LONG[0])]);
    }),
    screen("change of the game, not played so", Over::Twentieth, |window| {
        window.taps(&["Continue", "More", "Change rules, seats and names", "Wizard", "House rules", "Unicolor"]);
    }),
    screen("table, somebody took over", Over::Twentieth, |window| {
        window.taps(&["Continue", "More", "Change rules, seats and names", "Change Ben"]);
        window.fill("Name", "Kevin");
        window.key(Key::Escape);
        window.taps(&["Kevin and Ben are the same person", "Save changes"]);
    }),
    screen("table, sheet", Over::Long, |window| {
        window.resize(400.0, 820.0);
        window.taps(&["Continue", "Score sheet"]);
    }),
    screen("table, a penalty", Over::Long, |window| {
        window.tap("Continue");
        window.key("p");
        assert!(window.shows("Ten points more"), "{:#?}", window.labels());
    }),
    screen("table, sheet with penalties", Over::Long, |window| {
        window.tap("Continue");
        for _ in 0..2 {
            window.key("p");
            window.taps(&["misdeal", "Save"]);
        }
        if !window.says("Change penalty 2.") {
            window.key("t");
        }
        assert!(window.says("Change penalty 2."), "{:#?}", window.labels());
    }),
    screen("table, end?", Over::Long, |window| {
        window.taps(&["Continue", "More", "End the game early"]);
    }),
    screen("table, not saved", Over::Refused, |window| {
        window.deal(&LONG);
        window.settle();
        window.taps(&["Save elsewhere…"]);
    }),
    screen("table, not saved in a browser", Over::Refused, |window| {
        in_browser(window);
        window.deal(&LONG);
        window.settle();
    }),
    screen("table, the disk does not answer", Over::Nothing, |window| {
        window.deal(&["Anna", "Ben", "Cleo"]);
        unanswered(window, |_| {});
        window.taps(&["Save elsewhere…"]);
    }),
    screen("table, closed before the disk answers", Over::Nothing, |window| {
        window.deal(&["Anna", "Ben", "Cleo"]);
        unanswered(window, close);
        assert!(window.shows("Close anyway"), "{:#?}", window.labels());
    }),
    screen("board", Over::Long, |window| {
        window.taps(&["Continue", "Board for the players"]);
    }),
    screen("board, both sides", Over::Long, |window| {
        window.taps(&["Continue", "Board for the players", "Show the board to both sides"]);
    }),
    screen("board, refused bid", Over::Nothing, |window| {
        window.deal(&["Anna", "Ben", "Cleo"]);
        bid(window, 2);
        window.taps(&["Board for the players"]);
        window.type_number(0);
    }),
    screen("board, tricks with a Bomb", Over::Nothing, |window| {
        special_tricks(window);
        window.taps(&["Bomb: one trick to nobody", "Board for the players"]);
    }),
    screen("table, phones", Over::Long, |window| {
        window.tap("Continue");
        phones(window, phones_of_six);
    }),
    screen("track, phones at seats", Over::Track, |window| {
        window.tap("Continue");
        phones(window, |window| phones::seat(window, &LONG.map(|name| (name, At::Here, 0))));
    }),
    screen("table, phones at seats", Over::Long, |window| {
        window.tap("Continue");
        phones(window, |window| phones::seat(window, &LONG.map(|name| (name, At::Here, 0))));
    }),
    screen("table, a phone asks", Over::Long, |window| {
        window.tap("Continue");
        phones(window, |window| phones::seat(window, &LONG.map(|name| (name, At::Asks, 0))));
    }),
    screen("track, a phone asks", Over::Track, |window| {
        window.tap("Continue");
        phones(window, |window| phones::seat(window, &LONG.map(|name| (name, At::Asks, 0))));
    }),
    screen("board, phones, a new code?", Over::Long, |window| {
        window.tap("Continue");
        window.key(Key::F11);
        phones(window, |window| {
            phones::open(window);
            mock_elapsed_time(Duration::from_millis(20));
            window.window().global::<PhonesAdapter>().set_renewing(true);
        });
    }),
    screen("track, phones kept out", Over::Track, |window| {
        window.tap("Continue");
        phones(window, |window| {
            let adapter = window.window().global::<PhonesAdapter>();
            adapter.set_open(true);
            adapter.set_stage(PhonesStage::Failed);
            // Said by the program, which the window has no say in.
            adapter.set_failure(PLACE.into());
        });
    }),
    screen("board with the phones' code", Over::Long, |window| {
        window.tap("Continue");
        window.key(Key::F11);
        phones(window, phones::let_in);
    }),
    screen("board, the game is over", Over::Twentieth, |window| {
        finished(window);
        window.key(Key::F11);
    }),
    screen("result", Over::Twentieth, finished),
    screen("result, ended early", Over::Long, ended_early),
    screen("result, a draw", Over::Draw, drawn),
    screen("result, its menu", Over::Draw, |window| {
        drawn(window);
        window.tap("More");
    }),
    screen("result, one more round", Over::Draw, |window| {
        drawn(window);
        window.tap("One more round");
    }),
    screen("result, day, place and notes", Over::Twentieth, |window| {
        finished(window);
        window.taps(&["More", "Notes"]);
        window.fill("Date", "31.2.2026");
    }),
    screen("result, sheet", Over::Twentieth, |window| {
        finished(window);
        window.taps(&["Sheet"]);
    }),
    screen("track, counted hand", Over::Track, |window| {
        showdown(window);
        window.type_in("c9+8+7+4");
    }),
];

pub const ARCHIVE: &[Screen] = &[
    screen("archive, empty", Over::Nothing, |window| archive(window, &[])),
    screen("archive, list", Over::Evenings, |window| {
        window.resize(400.0, 820.0);
        archive(window, &[]);
    }),
    screen("archive, the example", Over::Nothing, look_at_example),
    screen("archive, long names", Over::Long, |window| archive(window, &[])),
    screen("archive, notes", Over::Evenings, |window| archive(window, &["Date, place and notes"])),
    screen("archive, nothing found", Over::Many, |window| {
        archive(window, &[]);
        window.fill("Search players, notes, dates", "nobody of this name");
    }),
    screen("archive, narrowed", Over::Evenings, |window| {
        let of_ben = ["Filter", "Sessions with", "Ben", "Year", "2025", "Game", "Classic", "Players", "3 players"];
        archive(window, &of_ben);
        window.tap("Close");
    }),
    screen("archive, filter", Over::Evenings, |window| archive(window, &["Filter"])),
    screen("archive, which player", Over::Many, |window| archive(window, &["Filter", "Sessions with"])),
    screen("archive, more", Over::Evenings, |window| archive(window, &["More"])),
    screen("archive, deleted", Over::Evenings, |window| archive(window, &["More", "Delete: move it to the trash"])),
    screen("archive, hand on", Over::Long, |window| archive(window, &["Share"])),
    screen("archive, hand on in a browser", Over::Long, |window| {
        in_browser(window);
        archive(window, &["Share"]);
    }),
    screen("archive, bring in in a browser", Over::Evenings, |window| {
        in_browser(window);
        archive(window, &[MENU, "Import sessions"]);
    }),
    screen("archive, BG Stats", Over::Evenings, |window| {
        archive(window, &["Share", "Other formats…", "BG Stats: a code to scan"])
    }),
    screen("archive, on a phone", Over::Evenings, |window| {
        window.ui.set_in_browser(false, Some("https://example.org/tablet-of-truth/"));
        archive(window, &["Share", "Other formats…", "This program on a phone"]);
    }),
    screen("archive, the whole", Over::Evenings, |window| archive(window, &[MENU])),
    screen("archive, bring in", Over::Evenings, |window| archive(window, &[MENU, "Import sessions"])),
    screen("archive, not brought in", Over::Evenings, |window| {
        archive(window, &[MENU, "Import sessions"]);
        window.fill("File to import", "/tmp/there/is/no/such/file.csv");
        window.taps(&["Import"]);
        window.until_says("There is nothing to add.");
    }),
    screen("archive, what is brought in", Over::Evenings, |window| {
        bring_in(window, "pad.csv", "round,player,bid,tricks\n1,Anna,0,0\n1,Ben,1,1\n1,Cleo,1,0\n");
        window.until_says("Add 1 session");
    }),
    screen("archive, what is brought in is asked about", Over::Evenings, |window| {
        let rows = |date: &str, tricks: u8| format!("{date},1,Anna,0,0\n{date},1,Ben,1,1\n{date},1,Cleo,1,{tricks}\n");
        let bad = rows("05.04.2026", 0).replace("Ben,1", "Ben,one");
        let games: String = (1..=12).map(|day| rows(&format!("{day:02}.03.2026"), 0)).collect();
        let table = format!("date,round,player,bid,tricks\n{games}{}{bad}", rows("04.04.2026", 1));
        bring_in(window, "pad.csv", &table);
        window.until_says("Keep as noted");
    }),
    screen("archive, backup", Over::Evenings, |window| archive(window, &[MENU, "Save all as one file"])),
    screen("archive, pads", Over::Evenings, |window| archive(window, &[MENU, "Empty score pads to print"])),
    screen("archive, names", Over::Long, |window| archive(window, &[MENU, "Names: change or merge"])),
    screen("archive, another name", Over::Evenings, |window| {
        archive(window, &[MENU, "Names: change or merge", "Anna"])
    }),
    screen("archive, empty trash", Over::Evenings, |window| archive(window, &[MENU, "Trash"])),
    screen("archive, trash", Over::Long, |window| {
        archive(window, &["More", "Delete: move it to the trash", MENU, "Trash"]);
        window.until_says("Restore");
    }),
    screen("archive, empty the trash?", Over::Long, |window| {
        archive(window, &["More", "Delete: move it to the trash", MENU, "Trash"]);
        window.until_says("Restore");
        window.taps(&["Empty the trash…"]);
    }),
    screen("archive, correction", Over::Evenings, |window| archive(window, &["Correct round 1"])),
    screen("archive, game from elsewhere", Over::Outside, |window| {
        archive(window, &[]);
        assert!(window.says("is not in the archive"), "{:#?}", window.labels());
    }),
];

/// Opens the tournament at this page, and then taps. What a narrow window has no room for is behind *More*.
fn tournament(window: &mut Window, taps: &[&str]) {
    organise(window);
    for tap in taps {
        if !window.offers(tap) {
            window.tap("More");
        }
        window.tap(tap);
    }
}

pub const TOURNAMENT: &[Screen] = &[
    screen("tournament, new", Over::Nothing, |window| {
        window.tap("Begin a tournament");
    }),
    screen("tournament, home", Over::Tournament, |window| {
        window.until("offers the tournament", |window| window.offers("Organise Saarlouis open"));
    }),
    screen("tournament, which table", Over::Tournament, |window| {
        window.until("offers the tournament", |window| window.offers("Organise Saarlouis open"));
        window.tap("Which table of Saarlouis open?");
    }),
    screen("tournament, players", Over::Tournament, |window| tournament(window, &["Players"])),
    screen("tournament, paste a list", Over::Tournament, |window| tournament(window, &["Players", "Paste a list…"])),
    screen("tournament, a player", Over::Tournament, |window| {
        tournament(window, &["Ranking"]);
        window.key(Key::DownArrow);
        window.key("\n");
    }),
    screen("tournament, seats", Over::Tournament, |window| tournament(window, &["Seats"])),
    screen("tournament, a seat picked", Over::Tournament, |window| {
        tournament(window, &["Seats"]);
        window.tap(&window.labelled("Table D: "));
    }),
    screen("tournament, seats by name", Over::Tournament, |window| tournament(window, &["Seats", "By name"])),
    screen("tournament, results", Over::Tournament, |window| tournament(window, &["Results", "Start the clock"])),
    screen("tournament, slip", Over::Tournament, |window| tournament(window, &["Results", "Enter a slip"])),
    screen("tournament, slip with sessions", Over::Tournament, |window| {
        tournament(window, &["Results"]);
        window.tap(&window.labelled("Table E, "));
    }),
    screen("tournament, ranking", Over::Tournament, |window| tournament(window, &["Ranking"])),
    screen("tournament, settings", Over::Tournament, |window| tournament(window, &["Settings of the tournament"])),
    screen("tournament, more", Over::Tournament, |window| {
        tournament(window, &["Seats"]);
        if window.offers("More") {
            window.tap("More");
        }
    }),
    screen("tournament, question", Over::Tournament, |window| {
        tournament(window, &["Results", "Start the clock"]);
        let clock = window.labels().into_iter().find(|label| label.ends_with("left: stop the clock"));
        window.tap(&clock.expect("the clock runs"));
    }),
    screen("tournament, paper", Over::Tournament, |window| tournament(window, &["Results", "Paper…"])),
    screen("tournament, paper shared", Over::Tournament, |window| {
        tournament(window, &["Results", "Paper…", "Seats by table"]);
    }),
    screen("tournament, wall with results", Over::Tournament, |window| {
        tournament(window, &["Results", "Start the clock"]);
        window.key(Key::F11);
    }),
    screen("tournament, wall with seats", Over::Seated, |window| {
        tournament(window, &[]);
        window.key(Key::F11);
    }),
    screen("tournament, wall with the ranking", Over::Played, |window| {
        tournament(window, &[]);
        window.key(Key::F11);
    }),
    screen("tournament, wall with the podium", Over::Won, |window| {
        look_back(window);
        window.key(Key::F11);
    }),
    screen("tournament, the end", Over::Won, |window| {
        look_back(window);
        window.tap("Ranking");
    }),
    screen("tournament, all done", Over::Played, |window| tournament(window, &["Results"])),
];

pub const STATISTICS: &[Screen] = &[
    screen("statistics, empty", Over::Nothing, |window| figures(window, &[])),
    screen("statistics", Over::Many, |window| figures(window, &[])),
    screen("statistics by points", Over::Evenings, |window| figures(window, &["Points"])),
    screen("statistics by rating", Over::Many, |window| figures(window, &["Rating"])),
    screen("statistics of long names", Over::Long, |window| figures(window, &[])),
    screen("statistics of The Last Wizard", Over::Both, |window| {
        figures(window, &["Filter", "Game", "The Last Wizard", "Close"]);
    }),
    screen("statistics, few games", Over::Evenings, |window| figures(window, &[])),
    screen("statistics, filter", Over::Many, |window| figures(window, &["Filter"])),
    screen("statistics, which game", Over::Both, |window| figures(window, &["Filter", "Game"])),
    screen("statistics, narrowed", Over::Evenings, |window| {
        figures(window, &["Filter", "Year", "2025", "Players", "3 players", "Close"]);
    }),
    screen("statistics, season", Over::Evenings, |window| figures(window, &["Season…"])),
    screen("statistics, no season", Over::Evenings, |window| {
        figures(window, &["Season…"]);
        window.fill("First day", "soon");
    }),
    screen("league", Over::Many, |window| figures(window, &["League"])),
    screen("league, few games", Over::Evenings, |window| {
        figures(window, &["Season…", "One game more to be ranked", "Close", "League"]);
    }),
    screen("league, nobody", Over::Evenings, |window| {
        figures(window, &["Season…"]);
        for _ in 0..9 {
            window.tap("One game more to be ranked");
        }
        window.taps(&["Close", "League"]);
    }),
    screen("league, shared", Over::Evenings, |window| figures(window, &["League", "Share"])),
    screen("statistics, nothing found", Over::Many, |window| {
        archive(window, &[]);
        window.fill("Search players, notes, dates", "nobody of this name");
        window.key(Key::Escape);
        figures(window, &[]);
    }),
];
