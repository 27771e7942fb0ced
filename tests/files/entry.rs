//! What taps and keys at the table mean in both games: tables of taps, what the table shows after them, and what it
//! says.

use std::fs;

use serde_json::{Value, json};
use tablet_of_truth::app::{
    AdderCommand, ArchiveCommand, BoardView, Command, Field, Mode, Overlay, Page, Panel, Part, PenaltyCommand,
    TableCommand as T, TrackCommand as K,
};
use tablet_of_truth::archive::lock;
use tablet_of_truth::wizard::{Bidding, Change, CloudEntry, Command as Step, RuleSet, SpecialCard, Trump, Waiver};
use tempfile::TempDir;

use crate::common::last_wizard::won;
use crate::common::program::Program;
use crate::common::{after, cloud, penalty, session, unbound, with_cards};
use crate::{at_table, load};

struct Table {
    program: Program,
    names: Vec<String>,
    home: TempDir,
}

/// Wizard of Anna, Ben and Cleo; Anna deals round 1, and Ben bids first.
fn wizard(rules: &Value, rounds: &Value) -> Table {
    Table::of(&json!({"players": ["Anna", "Ben", "Cleo"], "first_dealer": 0, "rules": rules, "rounds": rounds}))
}

fn bound() -> Value {
    json!({"plus_minus_one": true})
}

/// The Last Wizard; Lana begins.
fn track(start: &[i64], rounds: &Value) -> Table {
    let names = ["Lana", "Élodie", "Takako", "Sabrina", "Billie", "Kim"];
    Table::of(&json!({"game": "last-wizard", "players": names[..start.len()], "first_player": 0, "start": start,
        "rounds": rounds}))
}

const PRINTED: [i64; 5] = [6, 14, 20, 11, 17];
const PRINTED_BETS: &str = "2 3 4 f 1 4 - pause 1 f";

impl Table {
    fn of(game: &Value) -> Table {
        let home = TempDir::new().unwrap();
        fs::write(home.path().join("game.json"), game.to_string()).unwrap();
        let names = game["players"].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect();
        Table::in_the_file(home, names)
    }

    fn in_the_file(home: TempDir, names: Vec<String>) -> Table {
        let mut program = Program::over(home.path());
        program.tap(Command::Open(home.path().join("game.json")));
        Table { program, names, home }
    }

    /// The table after a restart.
    fn again(self) -> Table {
        let Table { program, names, home } = self;
        drop(program);
        Table::in_the_file(home, names)
    }

    fn is_track(&self) -> bool {
        self.program.app.wizard().is_none()
    }

    fn command(&self, tap: &str) -> Command {
        let seat_of = |name: &str| self.names.iter().position(|known| known == name);
        let page = |page| Command::Show(page);
        let table = |command| Command::OnTable(command);
        let field = if self.program.app.table().field_is_bid { Field::Bid } else { Field::Tricks };
        if let Some((name, what)) = tap.split_once(':') {
            let seat = seat_of(name).unwrap();
            return table(match what {
                "bid" => T::Select(seat, Field::Bid),
                "tricks" => T::Select(seat, Field::Tricks),
                "+" => T::CloudSign(Some(seat), Change::More),
                "less" => T::CloudSign(Some(seat), Change::Less),
                "move" => T::Penalty(PenaltyCommand::For(Some(seat))),
                _ => panic!("{tap}"),
            });
        }
        if let Some(seat) = seat_of(tap) {
            return table(T::Select(seat, field));
        }
        if let Some(round) = tap.strip_prefix("round") {
            return table(T::Correct { round: round.parse().unwrap(), seat: None });
        }
        if let Some(place) = tap.strip_prefix("change") {
            return table(T::Penalty(PenaltyCommand::Change(place.parse().unwrap())));
        }
        if let Some(digit) = tap.strip_prefix('.') {
            return table(T::Digit(digit.parse().unwrap()));
        }
        if let Ok(number) = tap.parse() {
            let adds = self.program.app.overlay() == Overlay::Adder;
            return table(match self.is_track() {
                true if adds => T::OnTrack(K::Adder(AdderCommand::Digit(number))),
                true => T::Digit(number),
                false => T::Number(number),
            });
        }
        table(match tap {
            "home" => return page(Page::Home),
            "archive" => return page(Page::Archive),
            "statistics" => return page(Page::Statistics),
            "rules" => return page(Page::Rules),
            "settings" => return page(Page::Settings),
            "new" => return page(Page::Setup),
            "board" => return page(Page::Board),
            "table" => return page(Page::Table),
            "step-back" => return Command::StepBack,
            "undo" => return Command::Undo,
            "redo" => return Command::Redo,
            "ok" => T::Primary,
            "insist" => T::Insist,
            "unbound" => T::WithoutRule,
            "back" => T::Backspace,
            "bids" => T::Back,
            "esc" => T::Escape,
            "cancel" => T::Cancel,
            "pause" => T::Pause,
            "up" => T::Step { down: false },
            "down" => T::Step { down: true },
            "page-up" => T::PageRound { back: true },
            "page-down" => T::PageRound { back: false },
            "elves" => T::Trump(Trump::Green),
            "bomb" => T::Bomb,
            "cloud" => T::Cloud,
            "+" => T::CloudSign(None, Change::More),
            "p" => T::Penalty(PenaltyCommand::For(None)),
            "more" => T::Penalty(PenaltyCommand::Step { up: true }),
            "save" => T::Penalty(PenaltyCommand::Save),
            "sheet" => T::Overlay(Overlay::Sheet),
            "end?" => T::Overlay(Overlay::EndQuestion),
            "end" => T::End,
            "play-on" => T::PlayOn,
            "f" => T::OnTrack(K::Fold),
            "-" => T::OnTrack(K::Minus),
            "second" => T::OnTrack(K::Part(Part::Second)),
            "showdown" => T::OnTrack(K::Part(Part::Showdown)),
            "hands" => T::OnTrack(K::ByHand(true)),
            "count" => T::OnTrack(K::Adder(AdderCommand::Open)),
            "put" => T::OnTrack(K::Adder(AdderCommand::Put)),
            _ => panic!("{tap}"),
        })
    }

    /// The page unless it is the table, the round, `c` for a correction, the numbers or spaces in seat order, what is
    /// known of the Cloud, what lies over the table, and who is selected.
    fn state(&self) -> String {
        let app = &self.program.app;
        let page = match app.page() {
            Page::Table => String::new(),
            page => format!("{page:?} "),
        };
        let over = if app.overlay() == Overlay::None { String::new() } else { format!(" {:?}", app.overlay()) };
        let Some(session) = app.session() else {
            // It was left.
            let kept = load(&self.home.path().join("game.json"));
            let bids =
                kept.open().unwrap().1.facts.bids.iter().map(|bid| bid.map_or("-".into(), |bid| bid.to_string()));
            return format!("{page}{}", bids.collect::<Vec<_>>().join(" "));
        };
        if let Some(session) = session.last_wizard() {
            let (view, spaces) = (app.track(), session.current_totals());
            let spaces: Vec<String> = spaces.iter().map(|space| space.to_string()).collect();
            let corrects = if view.common.mode == Mode::Correct { "c" } else { "" };
            let hands = if view.by_hand { " hands" } else { "" };
            let (round, name) = (view.common.round, view.common.selected);
            return format!("{page}{corrects}{round} {}{hands}{over} {name}", spaces.join(" "));
        }
        let (view, session) = (app.table(), app.wizard().unwrap());
        let mut rows = view.rows.clone();
        rows.sort_by_key(|row| row.seat);
        let number = |row: &tablet_of_truth::app::TableRow| match (row.typed, view.field_is_bid) {
            (Some(typed), _) => format!("{typed}_"),
            (None, true) => row.bid.map_or_else(|| "-".to_owned(), |bid| bid.to_string()),
            (None, false) => row.tricks.map_or_else(|| "-".to_owned(), |tricks| tricks.to_string()),
        };
        let numbers: Vec<String> = rows.iter().map(number).collect();
        let entry = |entry: &CloudEntry| match entry {
            CloudEntry::Asked(None) => " asked".to_owned(),
            CloudEntry::Asked(Some(seat)) => format!(" asked {}", self.names[*seat]),
            CloudEntry::Taken(cloud) => format!(" {}{:+}", self.names[cloud.player], i8::from(cloud.change)),
        };
        let clouds = session.open().map(|open| open.1.facts.clouds.iter().map(entry).collect::<String>());
        let corrects = if view.common.mode == Mode::Correct { "c" } else { "" };
        let (round, name) = (view.common.round, view.common.selected);
        format!("{page}{corrects}{round} {}{}{over} {name}", numbers.join(" "), clouds.unwrap_or_default())
    }

    /// All texts of the table.
    fn texts(&mut self) -> String {
        let app = &self.program.app;
        let track = app.track();
        let more = track.head.iter().chain(&track.next).chain(&track.hint);
        let shown =
            track.common.lines.iter().map(|line| &line.label).chain(more).map(|text| app.language().translate(text));
        let effect = app.table().common.effect.or(track.common.effect.clone()).unwrap_or_default();
        let totals = effect.totals.iter().map(|(name, before, after)| format!("{name} {before} → {after}"));
        let end = effect.end.iter().map(ToString::to_string);
        let all: Vec<String> = shown.chain(totals).chain(end).collect();
        format!("{}\n{}", self.program.messages(), all.join("\n"))
    }

    /// After each of these taps, the state begins so, and the table says this.
    fn follows(&mut self, script: &[(&str, &str, &str)]) {
        for (taps, state, words) in script {
            for tap in taps.split(' ') {
                let command = self.command(tap);
                self.program.tap(command);
            }
            let (now, text) = (self.state(), self.texts());
            assert!(now.starts_with(state), "{taps}: {now:?} is not {state:?}; {text}");
            assert!(text.contains(words), "{taps}: {words:?} in {text}");
        }
    }
}

/// Lana's hand is counted at the showdown of two.
fn counting(rules: &Value) -> Table {
    let mut table = Table::of(&json!({"game": "last-wizard", "players": ["Lana", "Élodie", "Takako"],
        "first_player": 0, "start": [15, 15, 15], "rules": rules, "rounds": []}));
    table.follows(&[("2 f 1 1 1 count", "1 15 15 15 Adder Lana", "")]);
    table
}

/// After each of these keys, and buttons by their names, the panel has this text.
fn in_the_panel(table: &mut Table, script: &[(&str, &str)]) {
    for (taps, sum) in script {
        for tap in taps.split('|') {
            match table.program.app.command_of_key(tap, true) {
                Some(command) => _ = table.program.tap(command),
                None => table.program.press(&[tap]),
            }
        }
        let texts = table.program.texts();
        assert!(texts.iter().any(|text| text == sum), "{taps}: {sum} in {texts:#?}");
    }
}

/// Anna bids first, and a 1 may become 10, 11 or 12.
fn in_round_12() -> Table {
    wizard(&bound(), &(1..12).map(|cards| json!({"bids": [0, 0, 0], "tricks": [cards, 0, 0]})).collect())
}

#[test]
fn a_waiting_digit_is_entered_before_anything_else_unless_it_is_taken_back() {
    for (taps, state, words) in [
        (".1", "12 1_ - - Anna", ""),
        (".1 .2", "12 12 - - Ben", ""),
        (".1 .3", "12 - - - Anna", "A bid can be from 0 to 12."),
        (".1 down", "12 1 - - Ben", ""),
        (".1 up", "12 1 - - Anna", ""),
        (".1 Cleo", "12 1 - - Cleo", ""),
        (".1 elves", "12 1 - - Ben", ""),
        // The board goes on with it.
        (".1 board .1", "Board 12 11 - - Ben", ""),
        (".1 home", "Home 1 - -", ""),
        (".1 archive", "Archive 1 - -", ""),
        (".1 statistics", "Statistics 1 - -", ""),
        (".1 settings", "Settings 12 1 - -", ""),
        (".1 new", "Setup 1 - -", ""),
        // Looking up a rule leaves everything as it is.
        (".1 rules step-back .0", "12 10 - - Ben", ""),
        (".1 undo", "12 - - - Anna", ""),
        (".1 esc", "12 - - - Anna", ""),
        (".1 back", "12 - - - Anna", ""),
        // A refusal is said wherever it leads.
        (".1 .1 .0 .1 up", "12 11 0 - Ben", "1 is not allowed: the bids would add up to 12 (Plus/Minus One)."),
        (".1 .1 .0 .1 settings", "Settings 12 11 0 -", "1 is not allowed: the bids would add up to 12"),
    ] {
        in_round_12().follows(&[(taps, state, words)]);
    }
}

#[test]
fn what_is_missing_is_reported_and_the_last_number_taken_back() {
    wizard(&bound(), &json!([])).follows(&[
        ("ok", "1 - - - Ben", "Ben has not bid yet."),
        (".0 .1 back", "1 - 0 - Cleo", ""),
        ("up .1", "1 - 1 - Cleo", ""),
        ("1 1 ok ok", "1 - - - Ben", "How many tricks did Ben take?"),
        ("1 ok", "2 - - - Cleo", "Round 1 is scored."),
        // A panel that was left gives nothing.
        ("p settings step-back ok", "2 - - - Cleo", "Cleo has not bid yet."),
        ("end?", "2 - - - EndQuestion Cleo", ""),
        ("esc", "2 - - - Cleo", ""),
        ("end", "Result", ""),
        ("play-on", "2 - - - Cleo", ""),
        // The way back leads to the sheet over the table.
        ("sheet rules step-back", "2 - - - Sheet Cleo", ""),
    ]);
}

#[test]
fn undo_does_nothing_under_a_panel() {
    let mut table = wizard(&bound(), &json!([]));
    table.follows(&[
        ("0 p undo", "1 - 0 - Penalty Cleo", ""),
        ("esc end? undo", "1 - 0 - EndQuestion Cleo", ""),
        ("esc sheet undo", "1 - 0 - Sheet Cleo", ""),
        ("esc", "1 - 0 - Cleo", ""),
    ]);
    table.program.archive(ArchiveCommand::Panel(Panel::Game));
    table.follows(&[("undo", "1 - 0 - Cleo", "")]);
    table.program.archive(ArchiveCommand::Panel(Panel::None));
    table.follows(&[("undo", "1 - - - Ben", "")]);
}

#[test]
fn each_step_back_is_counted() {
    let mut table = after_a_round();
    for (taps, steps) in [("up", 1), ("sheet", 2), ("esc", 1), ("rules", 2), ("step-back home", 0), ("settings", 1)] {
        table.follows(&[(taps, "", "")]);
        assert_eq!(table.program.app.steps_back(), steps, "{taps}");
    }
}

#[test]
fn the_board_has_the_points_of_the_last_round_until_somebody_bids_and_may_lie_over_the_sheet() {
    let mut table = wizard(&bound(), &json!([{"bids": [1, 0, 1], "tricks": [1, 0, 0]}]));
    let points = |table: &Table| {
        let players = table.program.app.board().players;
        players.iter().map(|player| (player.points, player.of_last_round)).collect::<Vec<_>>()
    };
    let last = [(Some((30, true)), true), (Some((20, true)), true), (Some((-10, false)), true)];
    table.follows(&[("sheet board", "Board 2 - - -", "")]);
    assert_eq!(points(&table), last);
    let key = table.program.app.command_of_key("1", false).unwrap();
    table.program.tap(key);
    table.follows(&[("pause", "Board 2 - - 1", "")]);
    assert_eq!(points(&table), [(None, false); 3]);
    table.follows(&[
        ("back", "Board 2 - - -", ""),
        ("table esc board 0 0 0 ok 0 0 ok", "Board 3", ""),
        ("undo", "Board 2", ""),
        // A correction has none.
        ("table round1 board", "c1 1 0 1", ""),
    ]);
}

#[test]
fn without_plus_minus_one_a_game_goes_on_until_that_is_undone() {
    let mut table = wizard(&bound(), &json!([]));
    let holds = |table: &Table| table.program.app.wizard().unwrap().game().rules().plus_minus_one;
    table.follows(&[
        ("0 1 0", "1 - 0 1 Anna", "0 is not allowed"),
        ("unbound", "1 0 0 1", ""),
        ("ok 0 1 ok 1 0 1", "2 0 1 1", ""),
    ]);
    assert!(!holds(&table));
    table.follows(&[(["undo"; 9].join(" ").as_str(), "1 - 0 1 Anna", "")]);
    assert!(holds(&table));
}

fn after_a_round() -> Table {
    wizard(&bound(), &json!([{"bids": [1, 0, 1], "tricks": [0, 1, 0]}]))
}

#[test]
fn a_correction_has_an_undo_of_its_own() {
    after_a_round().follows(&[
        ("0 round1 Ben:tricks 0", "c1 0 0 0 Ben", ""),
        ("ok", "c1 0 0 0", "The tricks add up to 0, not 1: 1 is missing."),
        ("Cleo 1", "c1 0 0 1 Cleo", "Ben -10 → 20"),
        ("undo", "c1 0 0 0", "Undone: the last change of this correction."),
        ("redo", "c1 0 0 1", ""),
        ("undo undo", "c1 0 1 0", ""),
        // Without changes, it closes the correction, and only then takes back a step of the game.
        ("undo", "2 - - 0 Anna", "The correction of round 1 is cancelled."),
        ("undo", "2 - - - Cleo", ""),
    ]);
}

#[test]
fn a_changed_correction_is_left_by_nothing_but_saving_or_dropping_it() {
    const KEPT: &str = "The changes to round 1 are not saved yet. Save them or cancel first.";
    let mut table = after_a_round();
    table.follows(&[("0 round1 Ben:tricks 0", "c1 0 0 0", "")]);
    for page in ["home", "archive", "statistics", "settings", "new"] {
        table.follows(&[(page, "c1 0 0 0", KEPT)]);
    }
    table.follows(&[
        ("rules step-back", "c1 0 0 0", ""),
        ("rules", "Rules", ""),
        ("archive", "c1 0 0 0", KEPT),
        ("Cleo 1 ok", "2 - - 0 Anna", "Round 1 is corrected; the totals follow."),
    ]);
    assert_eq!(table.program.app.wizard().unwrap().current_totals(), [-10, 20, 30]);
    table.follows(&[("archive", "Archive", "")]);

    let rounds = json!([{"bids": [1, 0, 1], "tricks": [0, 1, 0]}, {"bids": [0, 0, 0], "tricks": [2, 0, 0]}]);
    wizard(&bound(), &rounds).follows(&[
        ("round1 esc", "3 - - -", ""),
        ("round1 Ben:tricks 0 round2", "c1 0 0 0", KEPT),
        ("page-down", "c1 0 0 0", KEPT),
        ("esc", "c1 0 0 0", "The changes to round 1 are not saved yet. Press Esc again to drop them."),
        ("0", "c1 0 0 0", ""),
        ("esc", "c1 0 0 0", "Press Esc again to drop them."),
        ("esc", "3 - - -", ""),
        ("round1 Ben:tricks 0 cancel", "3 - - -", ""),
        // With what was there before, nothing is changed.
        ("round1 Ben:tricks 0 1 round2", "c2 ", ""),
        ("esc board page-up", "c2 ", ""),
        ("page-up", "c1 ", ""),
        ("page-up", "c1 ", ""),
        ("page-down page-down", "3 - - -", ""),
    ]);
}

#[test]
fn a_round_against_the_rules_is_kept_if_the_table_insists() {
    let mut table = after_a_round();
    let waived = |table: &Table| table.program.app.wizard().unwrap().rounds()[0].waived.clone();
    table.follows(&[
        ("round1 Anna:bid 0", "c1 0 0 1", "If that is what was bid, save it anyway"),
        ("ok", "c1 0 0 1", "If that is what was bid, save it anyway"),
        ("insist", "2 - - -", "Round 1 is corrected"),
    ]);
    assert_eq!(waived(&table), [Waiver::PlusMinusOne].into());
    table.follows(&[("undo", "2", "")]);
    assert_eq!(waived(&table), [].into());
    table.follows(&[("redo round1 Anna:bid 1 ok", "2 - - -", "Round 1 is corrected")]);
    assert_eq!(waived(&table), [].into(), "bids that do not add up make an ordinary round");
}

/// Round 2 with two cards; Cleo, Anna and Ben have bid 1.
fn with_special_cards() -> Table {
    let rounds = json!([{"bids": [0, 0, 0], "tricks": [1, 0, 0]}]);
    let mut table = wizard(&json!({"special_cards": ["bomb", "cloud"]}), &rounds);
    table.follows(&[("1 1 1 ok", "2 - - - Cleo", "")]);
    table
}

#[test]
fn a_cloud_waits_for_who_took_it_and_moves_to_whose_sign_is_tapped() {
    const WHO: &str = "Who took the Cloud? Tap − or + beside the bid, or Cloud again if nobody did.";
    with_special_cards().follows(&[
        ("1 0 cloud", "2 0 1 1 asked", WHO),
        ("ok", "2 0 1 1 asked", WHO),
        ("Cleo:+ settings step-back", "2 0 1 1 Cleo+1", ""),
        ("Ben:less", "2 0 1 1 Ben-1", ""),
        ("Ben:+", "2 0 1 1 Ben+1", ""),
        // The same sign takes it back.
        ("Ben:+", "2 0 1 1 asked", ""),
        ("Anna:+", "2 0 1 1 asked", "Anna took no trick, so they cannot have the Cloud. Who took it?"),
        ("cloud ok", "3", "Round 2 is scored."),
        ("undo undo", "2 0 1 1 asked", "Undone: the Cloud."),
    ]);
    let mut table = with_special_cards();
    table.follows(&[("1 cloud Cleo +", "2 - - 1 Cleo+1 Cleo", "")]);
    table.again().follows(&[("1 0 ok", "3", "Round 2 is scored.")]);
}

/// 30 years: Witch and Vampire can bring the Cloud back.
#[test]
fn one_person_may_have_both_clouds() {
    let cards = json!(["bomb", "cloud", "witch", "vampire"]);
    let mut table = wizard(&json!({"special_cards": cards}), &json!([{"bids": [0, 0, 0], "tricks": [1, 0, 0]}]));
    table.follows(&[
        ("1 1 1 ok cloud Cleo:+ Cleo:less", "2 - - - Cleo+1 Cleo-1", ""),
        ("Cleo:less", "2 - - - Cleo+1 asked", ""),
        ("Cleo:+", "2 - - - Cleo+1", "The Cloud cannot change the bid of Cleo to 3"),
        ("Ben:less", "2 - - - Cleo+1 Ben-1", ""),
        ("cloud", "2 - - - Cleo", ""),
        ("undo", "2 - - - Cleo+1 Ben-1", ""),
        ("redo", "2 - - - Cleo", ""),
    ]);
    for bombs in [1, 2, 0] {
        table.follows(&[("bomb", "2 ", "")]);
        assert_eq!(table.program.app.wizard().unwrap().open().unwrap().1.facts.bombs, bombs);
    }
}

#[test]
fn a_tap_on_a_bid_goes_back_to_it_and_its_correction_on_with_the_tricks() {
    with_special_cards().follows(&[
        ("1 Anna:bid", "2 1 1 1 Anna", ""),
        ("0", "2 - - 1 Anna", ""),
        ("Ben:bid up", "2 0 1 1", ""),
    ]);
}

#[test]
fn a_missing_trick_asks_for_the_bomb() {
    with_special_cards().follows(&[
        ("1 0 Ben 0", "2 0 0 1", "The tricks add up to 1, but 2 cards were dealt. Was the Bomb played?"),
        ("bomb ok", "3", "Round 2 is scored."),
    ]);
}

#[test]
fn tokens_and_folds_are_entered_and_taken_back_by_the_last_fact() {
    track(&PRINTED, &json!([])).follows(&[
        ("down undo", "1 6 14 20 11 17 Élodie", "This is the first deal: there is nothing to undo."),
        ("up", "1 6 14 20 11 17 Lana", "Lana begins"),
        // A 1 could follow a minus sign, another digit is the next player's.
        ("- 1", "1 6 14 20 11 17 Élodie", "Lana on space 6: round token −1"),
        ("- 3", "1 6 14 20 11 17 Sabrina", "Takako on space 20: round token 3"),
        ("- ok", "1 6 14 20 11 17 Billie", "Sabrina on space 11: round token −1"),
        ("- back", "1 6 14 20 11 17 Billie", ""),
        ("back back", "1 6 14 20 11 17 Takako", ""),
    ]);
    track(&PRINTED, &json!([])).follows(&[
        (PRINTED_BETS, "1 6 14 20 11 17", ""),
        ("ok", "1", "Who has the best hand?"),
        ("1 ok", "1", "Who has the second best hand? With five or six players somebody has."),
        ("2 ok", "2 18 13 15 12 16 Élodie", "Élodie begins"),
        // Never of a scored round.
        ("3 back back", "2 18 13 15 12 16 Élodie", ""),
        ("undo", "1 6 14 20 11 17", ""),
    ]);
    let mut alone = Table::of(&json!({"game": "last-wizard", "players": ["Lana", "Élodie", "Takako"],
        "first_player": 1, "start": [15, 15, 15], "rounds": []}));
    alone.follows(&[
        ("f f", "1", "All others have folded, so Lana gains the sum of the tokens Lana holds."),
        ("f", "1", "Lana cannot fold: all others have folded"),
        ("4 ok", "2 19 16 16", ""),
    ]);
    // The game ends at 30 or 0.
    let decided = |table: &Table| table.program.app.result().decided.unwrap().to_string();
    let mut last = track(&[27, 20, 20], &json!([]));
    last.follows(&[
        ("2 1 f 1 1", "1 27 20 20", ""),
        ("1", "1 27 20 20", "The game is over then: round 1 is the last one."),
        ("ok", "Result 0 30 18 21", ""),
    ]);
    assert_eq!(decided(&last), "Lana reached space 30, which ended the game");
    last.follows(&[("undo", "1 ", "")]);
    let back = track(&[20, 2, 20], &json!([won(2)]));
    assert_eq!(decided(&back), "Élodie was sent back to space 0, which ended the game");
    // A fold entered on the board is at the table.
    track(&PRINTED, &json!([])).follows(&[("board f", "Board 1", ""), ("table", "1", "Lana on space 8: folded, +2")]);
}

#[test]
fn hands_are_typed_and_ranks_follow() {
    let bets = format!("{PRINTED_BETS} hands");
    track(&PRINTED, &json!([])).follows(&[
        (&bets, "1 6 14 20 11 17 hands Lana", ""),
        ("2 down", "1 6 14 20 11 17 hands Élodie", "square token 4 and hand 2"),
        ("3 up", "1 6 14 20 11 17 hands Lana", "hand 3"),
    ]);
    track(&PRINTED, &json!([])).follows(&[
        (&bets, "1 6 14 20 11 17 hands Lana", ""),
        (
            "3 1 pause 2 2 pause 2 back 2 1 pause",
            "1",
            "round token 3, square token −1, hand 22 and second best hand, −1",
        ),
        ("ok", "2 18 13 15 12 16 hands", ""),
    ]);
    // Of two: Lana has tokens of 3, Takako of 2.
    let showdown = || {
        let mut table = track(&[15, 15, 15], &json!([]));
        table.follows(&[("2 f 1 1 1 hands", "1 15 15 15 hands Lana", "")]);
        table
    };
    showdown().follows(&[
        ("2 1 ok", "1 15 15 15 hands Takako", "Lana on space 15: round token 2, square token 1 and hand 21"),
        ("9 ok", "1 15 15 15", "hand 9"),
        ("ok", "2 18 16 13", ""),
    ]);
    let mut below = showdown();
    below.follows(&[("-", "1 15 15 15 hands Lana", "")]);
    assert!(!below.program.app.is_typing(), "the sign waits for its digits, however long it takes");
    below.follows(&[
        ("1 2 back ok", "1 15 15 15 hands Takako", "hand −1"),
        // It may follow them, too.
        ("3 - ok", "1 15 15 15", "hand −1 and best hand"),
        ("up", "1", "hand −3 and another hand"),
        ("ok", "2 18 16 13", ""),
    ]);
    showdown().follows(&[
        ("9 pause up", "1 15 15 15 hands Lana", "hand 9"),
        // What was typed is the first card; closing leaves the hand as it was.
        ("1 count", "1 15 15 15 hands Adder Lana", ""),
        ("2 esc", "1 15 15 15 hands Lana", "hand 9"),
        ("count put", "1 15 15 15 hands Adder Lana", ""),
        ("5 put", "1 15 15 15 hands Takako", "hand 5"),
    ]);
    // A correction begins with the way of its own round.
    track(&[15, 15, 15], &json!([won(2)])).follows(&[
        ("f 1 1 1 1", "2 17 13 16 Takako", ""),
        ("hands 2 0 pause 1 0 pause ok", "3 ", ""),
        ("page-up", "c2 15 14 18 hands", ""),
        ("page-up", "c1 15 14 18 Lana", ""),
        ("esc", "3 15 14 18 hands", ""),
    ]);
    let mona = json!([{"seat": 1, "rounds": 1, "name": "Mona", "id": "00000000-0000-0000-0000-000000000007"}]);
    let mut replaced = Table::of(&json!({"game": "last-wizard", "players": ["Lana", "Élodie", "Takako"],
        "first_player": 0, "start": [15, 15, 15], "rounds": [won(2), won(6)], "former_players": mona}));
    replaced.follows(&[("round1 showdown hands 5 ok ok", "c1", "How much is Mona's hand worth?")]);
}

#[test]
fn a_hand_is_counted_by_taps_and_keys() {
    let mut table = counting(&json!({}));
    in_the_panel(
        &mut table,
        &[
            ("Backspace", "Three cards count at most."),
            // Two casters of 4 and 3, a spell of 8 and another card of 4: the booklet's 16.
            ("Digit 4 of the card|Card 2: empty|3|The next card|8|→|4", "4 + 8 + 4 = 16"),
            ("Card 1 does not count", "3 + 8 + 4 = 15"),
            ("Card 2 does not count", "Enter 16"),
        ],
    );
    table.program.press(&["Enter 16"]);
    table.follows(&[
        ("count esc", "1 15 15 15 hands Takako", "square token 1 and hand 16"),
        // Opening it clears the notice.
        ("undo", "1 15 15 15 hands Lana", "Undone: Lana's hand."),
        ("count", "1 15 15 15 hands Adder Lana", ""),
    ]);
    in_the_panel(
        &mut table,
        &[
            ("5|+|4|2|Backspace", "5 + 4 = 9"),
            ("Witch", "5 + 4 + 3 = 12"),
            // Of the two packs, a hand is of one, and a power counts once.
            ("Storm", "5 + 4 + 5 = 14"),
            ("Storm|Storm", "5 + 4 + 5 = 14"),
        ],
    );
    let enter = table.program.app.command_of_key("Enter", true).unwrap();
    table.program.tap(enter);
    table.follows(&[("count", "1 15 15 15 hands Adder Takako", "hand 14")]);
    in_the_panel(&mut table, &[("−|7|Sign of the card|−|+|2", "−7 + 2 = −5"), ("←|−|−|Clear the last digit", "2")]);
    table.follows(&[("put ok", "2 18 16 13", "")]);

    let mut blue = counting(&json!({"pack": "blue"}));
    assert!(!blue.program.offers("Harpy"));
    in_the_panel(&mut blue, &[("4|Fortify multiplies card 1|Dragon", "4 × 3 + 2 = 14")]);
    // Of three cards, none is left for the Goblin King and a Goblin.
    assert!(!blue.program.offers("Goblins with their King: 1"));
    in_the_panel(&mut blue, &[("Fortify multiplies no card|Dragon|Goblins with their King: 2", "4 + 12 = 16")]);
    blue.follows(&[("esc", "1 15 15 15 Lana", "How good is Lana's hand?")]);
    for (words, state) in [("Enter hand totals", "1 15 15 15 hands Lana"), ("Enter ranks", "1 15 15 15 Lana")] {
        blue.program.archive(ArchiveCommand::Panel(Panel::Game));
        blue.program.press(&[words]);
        assert_eq!(blue.state(), state);
    }
}

#[test]
fn rounds_of_the_last_wizard_are_corrected() {
    const NOT_OVER: &str = "The game is not over then: it goes on with round 3.";
    track(&[15, 15, 15], &json!([won(2), won(6), won(4)])).follows(&[
        ("round1", "c1 27 9 18", "Lana began"),
        ("2 down 2", "c1 27 9 18", "Lana 27 → 28"),
        ("undo", "c1", "Lana 27 → 28"),
        ("redo", "c1", "Élodie 9 → 8"),
        ("ok", "4 28 8 18", ""),
        ("undo", "4 27 9 18", ""),
        // Lana goes last in round 2.
        ("page-up page-up down down 9 second down 9 ok", "c2 27 9 18", "round 3: the game ended with round 2"),
        ("cancel", "4 27 9 18", ""),
        // A move by hand counts with its round: strictly ahead by then, Takako gains nothing by her fold.
        ("round1 Takako:move more save", "c1 27 9 18", "Takako 18 → 19"),
        ("ok", "4 27 9 19", ""),
    ]);
    track(&[20, 20, 20], &json!([won(2), won(10)])).follows(&[
        ("page-down", "Result 0 32 16 22", ""),
        ("page-up", "c2 32 16 22", ""),
        ("esc page-up down down 1", "c2 32 16 22", NOT_OVER),
        ("undo redo ok", "3 24 16 22", ""),
        ("round2 down down 9", "c2 24 16 22", "The game is over then: round 2 is the last one."),
        ("ok", "Result", ""),
    ]);
}

#[test]
fn a_game_open_in_another_window_moves_nobody() {
    let Table { program, home, names } = track(&PRINTED, &json!([]));
    drop(program);
    let _held = lock(&home.path().join("game.json"));
    Table::in_the_file(home, names).follows(&[("Lana:move", "1 6 14 20 11 17 Lana", "Another window")]);
}

#[test]
fn penalties_are_given_changed_and_taken_back() {
    let given = |table: &Table| table.program.app.wizard().unwrap().table().penalties.clone();
    let mut table = after_a_round();
    table.program.archive(ArchiveCommand::Panel(Panel::Game));
    table.program.press(&["Penalty…"]);
    let effect = "After round 1: the total is −30 instead of −10.";
    in_the_panel(&mut table, &[("time", "−10 points"), ("Ten points fewer|Ben", effect)]);
    assert_eq!(given(&table), [], "nothing counts before it is saved");
    table.follows(&[("save", "2 - - - Cleo", "Penalty after round 1: Ben −20 (time).")]);
    assert_eq!(given(&table), [penalty(1, 1, -20, "time")]);
    table.follows(&[
        ("undo", "2 - - - Cleo", "Undone: the change of the penalty points."),
        ("redo undo p", "2 - - - Penalty Cleo", ""),
    ]);
    for reason in ["time", "Late again"] {
        table.program.fill("Another reason", reason);
        assert_eq!(table.program.value("Another reason"), reason, "a usual one may become longer");
    }
    // It keeps its round while the game goes on.
    table.follows(&[("save 0 0 0 ok 2 0 ok change0", "3 - - - Penalty", "")]);
    assert_eq!(
        (given(&table), &*table.program.value("Another reason")),
        (vec![penalty(2, 1, -10, "Late again")], "Late again")
    );
    in_the_panel(&mut table, &[("judge|Ten points more", "+10 points")]);
    assert_eq!(table.program.value("Another reason"), "");
    table.follows(&[("save", "3 - - -", "")]);
    for (close, player) in [("Cancel", 2), ("Save", 0)] {
        table.follows(&[("change0", "3 - - - Penalty", "")]);
        table.program.press(&["Anna", close]);
        assert_eq!(given(&table), [penalty(player, 1, 10, "judge")]);
    }
    table.follows(&[("change0", "3 - - - Penalty", "")]);
    table.program.press(&["Take back"]);
    assert_eq!(given(&table), []);
    assert!(table.texts().contains("The penalty is taken back."), "{}", table.texts());

    let mut table = wizard(&bound(), &json!([]));
    table.follows(&[("down p", "1 - - - Penalty Cleo", "")]);
    in_the_panel(&mut table, &[("↓|↓|↓|+", "Before round 1: the total is −30 instead of 0.")]);
    table.follows(&[("ok p esc", "1 - - - Cleo", "")]);
    assert_eq!(given(&table), [penalty(2, 0, -30, "")]);
    table.follows(&[("p", "1 - - - Penalty Cleo", "")]);
    in_the_panel(&mut table, &[(&["↓"; 60].join("|"), "−500 points")]);
    assert!(!table.program.offers("Ten points fewer"));
    table.follows(&[("save", "1 - - - Cleo", "")]);
    assert_eq!(table.program.app.wizard().unwrap().current_totals(), [0, 0, -530]);
}

#[test]
fn pawns_are_moved_by_hand_with_their_round() {
    let mut table = track(&PRINTED, &json!([]));
    table.follows(&[("2 p", "1 6 14 20 11 17 Penalty Élodie", "")]);
    in_the_panel(&mut table, &[("↑|+|−", "Spaces: +2")]);
    table.follows(&[("ok p", "1 6 14 20 11 17 Penalty Élodie", "Élodie on space 14: by hand +2")]);
    in_the_panel(&mut table, &[("↓", "Spaces: +1")]);
    table.follows(&[("esc change1", "1 6 14 20 11 17 Penalty Élodie", "Élodie on space 14: by hand +2")]);
    table.program.press(&["Take back"]);
    assert!(table.texts().contains("The move by hand is taken back."), "{}", table.texts());
    table.follows(&[("undo undo undo", "1 6 14 20 11 17 Lana", "")]);
    table.program.archive(ArchiveCommand::Panel(Panel::Game));
    table.program.press(&["Move by hand…", "Takako"]);
    let effect = "Round 1, as far as it is known: space 19 instead of 20.";
    in_the_panel(&mut table, &[("misdeal", "Spaces: +1"), ("One space back", effect)]);
    table.follows(&[
        ("save", "1 6 14 20 11 17 Lana", "Round 1, moved by hand: Takako −1 (misdeal)."),
        (PRINTED_BETS, "1 6 14 20 11 17", "round token 4, square token 1 and by hand −1"),
        ("1 2 ok", "2 18 13 14 12 16 Élodie", ""),
        (&["undo"; 12].join(" "), "1 6 14 20 11 17", "Takako on space 20: by hand −1"),
        ("undo", "1 6 14 20 11 17", "Undone: the manual move."),
    ]);
}

#[test]
fn penalties_stand_below_their_round_on_the_sheet() {
    let mut table = after_a_round();
    table.follows(&[("Ben:move save Ben:move save 0 0 0 ok 2 0 ok", "3", "Round 2 is scored.")]);
    let of_ben: Vec<Option<i32>> =
        table.program.app.sheet().rows.iter().take(4).map(|row| row.cells[1].total).collect();
    let now = table.program.app.wizard().unwrap().current_totals().get(1).copied();
    assert_eq!(of_ben, [Some(-10), Some(-20), Some(-30), now]);
    table.follows(&[("archive", "Archive", "")]);
    let file = table.program.app.archive_row(0).unwrap().path;
    table.program.archive(ArchiveCommand::View(file));
    let text: Vec<String> = table.program.app.archive().viewed.unwrap().rules.iter().map(ToString::to_string).collect();
    assert!(
        text.contains(&"Penalty after round 1: Ben -10 (×2)".to_owned()),
        "what is true twice is told once: {text:?}"
    );
}

/// The board's view of a game after these steps.
fn board_view(rules: &RuleSet, steps: &[Step]) -> BoardView {
    let start = session(3, RuleSet { hands: Some(vec![3, 3]), ..rules.clone() });
    let session = after(&start, steps.iter().cloned());
    let (mut program, _, _home) = at_table(&session);
    program.tap(Command::Show(Page::Board));
    assert_eq!(program.app.page(), Page::Board);
    program.app.board()
}

#[test]
fn secret_bids_are_not_in_the_boards_view() {
    let special = with_cards(&[SpecialCard::Cloud]);
    let hidden = RuleSet { bidding: Bidding::Hidden, ..unbound() };
    let secret = RuleSet { bidding: Bidding::Secret, ..special };
    let bid = |seat: usize, bid: u8| Step::Bid(seat, Some(bid));
    let two = |one: u8| vec![bid(1, one), bid(2, 2)];
    assert_eq!(board_view(&hidden, &two(0)), board_view(&hidden, &two(3)));
    // Secret bids were noted before the tricks, and so was the taker of the Cloud.
    let tricks = || [1, 2, 0].map(|seat| Step::Tricks(seat, Some(1))).into_iter();
    let early = |one: u8, change: i8| {
        let bids = [bid(1, one), bid(2, 2), bid(0, 0)];
        tricks().chain(bids).chain([Step::Clouds(vec![cloud(1, change)])]).collect::<Vec<_>>()
    };
    let unseen = board_view(&secret, &early(0, 1));
    assert_eq!(unseen, board_view(&secret, &early(2, 1)));
    assert_eq!(unseen, board_view(&secret, &early(0, -1)), "the choices for the Cloud must not betray a secret bid");
    let revealed = |one: u8| [early(one, 1), vec![Step::Advance]].concat();
    assert_ne!(board_view(&secret, &revealed(0)), board_view(&secret, &revealed(2)));
    let all = |one: u8| [two(one), vec![bid(0, 1)]].concat();
    assert_ne!(board_view(&hidden, &all(0)), board_view(&hidden, &all(3)));
    // Confided bids stay covered even then, and whatever the Cloud may do to them.
    let confided = RuleSet { bidding: Bidding::Confided, ..with_cards(&[SpecialCard::Cloud]) };
    assert_eq!(board_view(&confided, &all(0)), board_view(&confided, &all(3)));
    let taken = |one: u8, change: i8| {
        let clouds = Step::Clouds(vec![cloud(1, change)]);
        all(one).into_iter().chain([Step::Advance]).chain(tricks()).chain([clouds]).collect::<Vec<_>>()
    };
    let unseen = board_view(&confided, &taken(0, 1));
    assert_eq!(unseen, board_view(&confided, &taken(3, 1)));
    assert_eq!(unseen, board_view(&confided, &taken(0, -1)));
}

#[test]
fn every_undo_says_what_it_undid() {
    let mut table = wizard(&json!({"plus_minus_one": true, "special_cards": ["bomb", "cloud"]}), &json!([]));
    table.follows(&[
        ("elves 0 0 back 1 0", "1 - 0 1 Anna", "0 is not allowed"),
        ("insist ok bomb bomb 1 cloud Ben:+ bids ok ok", "2", ""),
        ("end play-on", "2", ""),
    ]);
    for text in [
        "Undone: playing on.",
        "Undone: ending the game early.",
        "Undone: the score of round 1.",
        "Undone: going on in round 1.",
        "Undone: going back in round 1.",
        "Undone: the Cloud.",
        "Undone: the Cloud.",
        "Undone: Ben's tricks.",
        "Undone: the Bomb.",
        "Undone: the Bomb.",
        "Undone: going on in round 1.",
        "Undone: Anna's bid.",
        "Plus/Minus One holds again in round 1.",
        "Undone: Cleo's bid.",
        "Cleo's bid is back.",
        "Undone: Cleo's bid.",
        "Undone: Ben's bid.",
        "Undone: the trump.",
    ] {
        table.follows(&[("undo", "", text)]);
    }
}
