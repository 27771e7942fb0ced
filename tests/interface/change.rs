//! Changing a running game.

use serde_json::json;
use slint::platform::Key;
use tablet_of_truth::app::Page;
use tablet_of_truth::archive::Archive;
use tablet_of_truth::last_wizard::Pack;
use tablet_of_truth::wizard::Trump;
use tempfile::TempDir;

use crate::track;
use crate::window::Window;

const NAME: &str = "Name of a player";

/// Gives the player of a seat another name.
fn rename(window: &mut Window, from: &str, to: &str) {
    window.click(&format!("Change {from}"));
    window.find(NAME).set_accessible_value(to);
    window.click("Change");
}

fn names(window: &Window) -> Vec<String> {
    window.ui.with_app(|app| app.wizard().unwrap().people().names_at_end())
}

#[test]
fn somebody_takes_over_and_the_sheet_tells_who_played_before() {
    let mut window = Window::after_a_round();
    window.taps(&["More", "Change rules, seats and names"]);
    assert_eq!(window.page(), Page::Change);
    assert!(window.shows("Nothing has changed yet. The effects of a change appear here."), "{:#?}", window.labels());
    rename(&mut window, "Ben", "Dora");
    assert!(
        window.shows("Ben becomes Dora in every round."),
        "the same person may get a new name: {:#?}",
        window.labels()
    );
    window.click("Dora and Ben are the same person");
    assert!(window.shows("Dora plays on for Ben from round 2."), "{:#?}", window.labels());
    assert_eq!(names(&window), ["Anna", "Ben", "Cleo"], "nothing may change before it is saved");
    window.click("Save changes");
    assert_eq!((window.page(), names(&window)), (Page::Table, vec!["Anna".into(), "Dora".into(), "Cleo".into()]));
    assert!(window.says("The game is changed in round 2. Undo brings it back."), "{:#?}", window.labels());
    assert!(window.shows("Ben played up to round 1, then Dora"), "{:#?}", window.labels());
    assert!(window.shows("Round 1, Ben, total 30, bid 1, took 1, met"), "{:#?}", window.labels());
    window.settle();
    let read = Archive::load(&window.file()).unwrap().session.wizard().unwrap();
    assert_eq!(read.people().former()[0].player.name, "Ben");
    window.chord(&[Key::Control], "z");
    assert_eq!(names(&window), ["Anna", "Ben", "Cleo"]);
    assert!(!window.shows("Ben played up to round 1, then Dora"));
    window.chord(&[Key::Control], "y");
    assert_eq!(names(&window), ["Anna", "Dora", "Cleo"]);
    window.click("End the game early");
    window.click("End the game");
    assert_eq!(window.page(), Page::Result);
    assert!(window.shows("Ben played up to round 1, then Dora"), "{:#?}", window.labels());
}

#[test]
fn a_misspelt_name_is_corrected_for_the_same_person() {
    let mut window = Window::after_a_round();
    let id = |window: &Window| window.ui.with_app(|app| app.wizard().unwrap().people().players_at_end()[1].id);
    let before = id(&window);
    window.taps(&["More", "Change rules, seats and names"]);
    rename(&mut window, "Ben", "Benno");
    window.click("Save changes");
    assert_eq!((names(&window)[1].as_str(), id(&window)), ("Benno", before));
    assert!(window.shows("Round 1, Benno, total 30, bid 1, took 1, met"), "{:#?}", window.labels());
}

#[test]
fn seats_and_dealer_change_and_everybody_keeps_their_rounds() {
    let mut window = Window::after_a_round();
    window.taps(&["More", "Change rules, seats and names"]);
    assert!(window.shows("Ben deals round 2"), "{:#?}", window.labels());
    window.move_seat("Cleo", -1);
    window.click("Let Anna deal round 2");
    assert!(window.says("Seated clockwise: Anna, Cleo and Ben. Everyone keeps their rounds."));
    assert!(window.says("Anna deals round 2."), "{:#?}", window.labels());
    window.click("Save changes");
    assert_eq!(names(&window), ["Anna", "Cleo", "Ben"]);
    window.ui.with_app(|app| {
        let session = app.wizard().unwrap();
        assert_eq!((session.game().dealer(2), session.current_totals()), (0, [-10, 20, 30].into_iter().collect()));
    });
}

#[test]
fn a_rule_that_a_scored_round_broke_names_the_round() {
    let mut window = Window::new();
    window.resize(1280.0, 1400.0);
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.show_rules();
    window.click("Plus/Minus One");
    window.click("Deal round 1");
    window.bid("Ben", 1);
    window.bid("Cleo", 0);
    window.bid("Anna", 0);
    window.click("Start the tricks");
    window.took("Ben", 1);
    window.click("Score round 1");
    window.taps(&["More", "Change rules, seats and names"]);
    window.click("Plus/Minus One");
    assert!(window.says("Plus/Minus One: on."), "{:#?}", window.labels());
    assert!(window.says("First round with Plus/Minus One: From round 2 on."), "{:#?}", window.labels());
    window.click("More rules");
    window.click("Plus/Minus One begins a round earlier");
    assert!(window.says("Round 1 was not played that way:"), "{:#?}", window.labels());
    window.click("Save changes");
    assert_eq!(window.page(), Page::Change, "the change must be refused");
    window.click("Plus/Minus One");
    assert!(!window.says("First round with Plus/Minus One:"), "nothing is changed: {:#?}", window.labels());
    window.click("Plus/Minus One");
    window.click("Save changes");
    assert_eq!(window.page(), Page::Table);
    window.bid("Cleo", 1);
    window.bid("Anna", 1);
    assert!(window.shows("Ben may not bid 0"), "the rule must hold from round 2: {:#?}", window.labels());
}

#[test]
fn a_change_that_takes_trumps_out_of_rounds_says_so() {
    let folder = TempDir::new().unwrap();
    let round = |trump: &str| json!({"bids": [20, 0, 0], "tricks": [20, 0, 0], "trump": trump});
    let rules = json!({"hands": [20, 20, 20, 1], "extra_cards": 1, "plus_minus_one": false});
    let game = json!({"players": ["Anna", "Ben", "Cleo"], "first_dealer": 0, "rules": rules,
        "rounds": [round("red"), round("none"), round("blue")]});
    let file = folder.path().join("game.json");
    std::fs::write(&file, game.to_string()).unwrap();
    let mut window = Window::open(folder.path(), Some(file));
    window.wait_until(|ui| ui.with_app(|app| app.has_session()));
    window.resize(1280.0, 1400.0);
    window.taps(&["More", "Change rules, seats and names"]);
    window.click("More rules");
    window.click("One more extra card");
    assert!(!window.says("has a trump though") && !window.says("have a trump though"), "{:#?}", window.labels());
    window.click("One fewer extra card");
    window.click("One fewer extra card");
    let told = "2 rounds have a trump though they can have none, and the trumps are left out.";
    assert!(window.says(told), "{:#?}", window.labels());
    let trumps = |window: &Window| {
        window.ui.with_app(|app| app.wizard().unwrap().rounds().iter().map(|round| round.trump).collect::<Vec<_>>())
    };
    assert_eq!(trumps(&window)[..3], [Some(Trump::Red), Some(Trump::None), Some(Trump::Blue)]);
    window.click("Save changes");
    assert_eq!(trumps(&window)[..3], [Some(Trump::None); 3]);
}

#[test]
fn a_cancelled_change_changes_nothing_and_nobody_joins_a_running_game() {
    let mut window = Window::after_a_round();
    window.taps(&["More", "Change rules, seats and names"]);
    window.find(NAME).set_accessible_value("Dora");
    window.click("Add");
    assert!(window.says("Nobody can join or leave a running game"), "{:#?}", window.labels());
    window.click("Remove Ben");
    assert!(window.says("Dora plays on for Ben from round 2."), "{:#?}", window.labels());
    window.key(Key::Escape);
    assert_eq!((window.page(), names(&window)), (Page::Table, vec!["Anna".into(), "Ben".into(), "Cleo".into()]));
}

#[test]
fn a_new_name_sits_down_on_the_freed_seat() {
    let mut window = Window::after_a_round();
    window.taps(&["More", "Change rules, seats and names", "Remove Anna"]);
    assert!(window.says("Who plays on for Anna? Type a name, or Anna again."), "{:#?}", window.labels());
    window.find(NAME).set_accessible_value("Fritz");
    window.click("Add");
    assert!(window.shows("Fritz plays on for Anna from round 2."), "{:#?}", window.labels());
    assert!(!window.says("Seated clockwise"), "nobody else has moved: {:#?}", window.labels());
    window.click("Remove Ben");
    window.find(NAME).set_accessible_value("Ben");
    window.click("Add");
    assert!(!window.says("Ben plays on"), "it is Ben again: {:#?}", window.labels());
    window.click("Save changes");
    assert_eq!(names(&window), ["Fritz", "Ben", "Cleo"]);
    window.ui.with_app(|app| {
        let session = app.wizard().unwrap();
        assert_eq!((session.game().dealer(2), session.current_totals()), (1, [-10, 30, 20].into_iter().collect()));
    });
}

#[test]
fn in_one_column_a_game_is_ended_in_its_menu() {
    let mut window = Window::after_a_round();
    window.resize(400.0, 820.0);
    assert!(!window.shows("End the game early"), "one column has no room for it: {:#?}", window.labels());
    window.taps(&["More", "End the game early", "End the game"]);
    assert_eq!(window.page(), Page::Result);
}

#[test]
fn plus_minus_one_can_be_dropped_for_the_rest_of_the_game() {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.bid("Ben", 0);
    window.bid("Cleo", 1);
    window.click("Anna may not bid 0");
    window.click("Play on without the rule");
    assert!(window.shows("Anna, total 0, bid 0"), "{:#?}", window.labels());
    window.click("Start the tricks");
    window.took("Ben", 0);
    window.took("Cleo", 1);
    window.click("Score round 1");
    window.bid("Cleo", 1);
    window.bid("Anna", 0);
    assert!(!window.shows("Ben may not bid 1"), "{:#?}", window.labels());
    for _ in 0..2 {
        window.chord(&[Key::Control], "z");
    }
    window.ui.with_app(|app| assert!(!app.wizard().unwrap().game().rules().plus_minus_one));
    for _ in 0..6 {
        window.chord(&[Key::Control], "z");
    }
    window
        .ui
        .with_app(|app| assert!(app.wizard().unwrap().game().rules().plus_minus_one, "undo must bring the rule back"));
}

/// The players' names in The Last Wizard.
fn track_names(window: &Window) -> Vec<String> {
    window.ui.with_app(|app| app.session().unwrap().last_wizard().unwrap().people().names_at_end())
}

#[test]
fn somebody_takes_over_in_the_last_wizard() {
    let (mut window, _folder) = track::open(&[15, 15, 15], 0, json!([track::won(2)]));
    window.taps(&["More", "Change rules, seats and names"]);
    assert_eq!(window.page(), Page::Change);
    for words in ["deal", "Deal", "Edition", "Plus/Minus One", "rounds"] {
        assert!(!window.says(words), "{words}: {:#?}", window.labels());
    }
    assert!(window.shows("Élodie begins round 2") && window.shows("Let Lana begin round 2"), "{:#?}", window.labels());
    rename(&mut window, "Élodie", "Dora");
    window.click("Dora and Élodie are the same person");
    assert!(window.shows("Dora plays on for Élodie from round 2."), "{:#?}", window.labels());
    window.click("Save changes");
    assert_eq!(
        (window.page(), track_names(&window)),
        (Page::Table, ["Lana", "Dora", "Takako"].map(String::from).to_vec())
    );
    assert!(window.says("The game is changed in round 2. Undo brings it back."), "{:#?}", window.labels());
    assert!(window.shows("Élodie played up to round 1, then Dora"), "{:#?}", window.labels());
    assert!(window.says("Dora begins") && track::spaces(&window) == [17, 13, 16]);
    window.settle();
    let read = Archive::load(&window.file()).unwrap().session.last_wizard().unwrap();
    assert_eq!((read.people().former()[0].player.name.as_str(), read.can_undo()), ("Élodie", true));
    window.chord(&[Key::Control], "z");
    assert_eq!(track_names(&window), ["Lana", "Élodie", "Takako"]);
    window.chord(&[Key::Control], "y");
    assert_eq!(track_names(&window), ["Lana", "Dora", "Takako"]);
    window.click("End the game early");
    window.click("End the game");
    assert_eq!(window.page(), Page::Result);
    assert!(window.shows("Élodie played up to round 1, then Dora"), "{:#?}", window.labels());
}

#[test]
fn seats_and_first_player_change_and_everybody_keeps_their_space() {
    let (mut window, _folder) = track::open(&[15, 12, 20], 0, json!([track::won(2)]));
    assert_eq!(track::spaces(&window), [17, 10, 20]);
    window.taps(&["More", "Change rules, seats and names"]);
    window.move_seat("Takako", -1);
    window.click("Let Lana begin round 2");
    assert!(window.says("Seated clockwise: Lana, Takako and Élodie. Everyone keeps their rounds."));
    assert!(window.says("Lana begins round 2."), "{:#?}", window.labels());
    window.click("Save changes");
    assert_eq!(
        (track_names(&window), track::spaces(&window)),
        (["Lana", "Takako", "Élodie"].map(String::from).to_vec(), vec![17, 20, 10])
    );
    window.settle();
    let read = Archive::load(&window.file()).unwrap().session.last_wizard().unwrap();
    assert_eq!(read.current_totals().into_iter().collect::<Vec<_>>(), [17, 20, 10]);
    for _ in 0..2 {
        window.chord(&[Key::Control], "z");
    }
    assert_eq!(track_names(&window), ["Lana", "Élodie", "Takako"]);
}

#[test]
fn another_first_player_leaves_those_who_folded_where_they_stand() {
    // Élodie folded before her and was level; as the first to bet, Takako would have been alone in front.
    let round = json!({"facts": [{"round_token": 1, "square_token": 1, "rank": "best"}, {"fold": 1}, {"fold": 1}]});
    let (mut window, _folder) = track::open(&[10, 19, 20], 0, json!([round]));
    assert_eq!(track::spaces(&window), [12, 20, 21], "level with Élodie by then");
    window.taps(&["More", "Change rules, seats and names"]);
    window.click("Let Takako begin round 2");
    assert!(!window.says("Takako stands on space"), "{:#?}", window.labels());
    window.click("Save changes");
    assert_eq!(track::spaces(&window), [12, 20, 21]);
    window.chord(&[Key::Control], "z");
    assert_eq!(track::spaces(&window), [12, 20, 21]);
}

#[test]
fn a_fold_rule_that_would_have_ended_the_game_names_the_round() {
    let rounds = json!([
        {"facts": [{"fold": 1}, {"round_token": 1, "square_token": 1, "rank": "best"},
            {"round_token": 1, "square_token": 1, "rank": "other"}]},
        {"facts": [{"round_token": 1, "square_token": 1, "rank": "other"},
            {"round_token": 1, "square_token": 1, "rank": "best"}, {"fold": 1}]},
        {"facts": [{"fold": 1}, {"round_token": 1, "square_token": 1, "rank": "best"},
            {"round_token": 1, "square_token": 1, "rank": "other"}]}
    ]);
    let (mut window, _folder) = track::open(&[1, 15, 15], 0, rounds);
    assert_eq!(track::spaces(&window), [3, 21, 12]);
    window.taps(&["More", "Change rules, seats and names"]);
    window.click("A fold on 1 to 7 moves 2");
    assert!(window.says("Round 3 was not played that way: the game ended with round 2"), "{:#?}", window.labels());
    window.click("Save changes");
    assert_eq!(window.page(), Page::Change, "the change must be refused");
    window.key(Key::Escape);
    assert_eq!((window.page(), track::spaces(&window)), (Page::Table, vec![3, 21, 12]));
}

#[test]
fn the_fold_rule_moves_players_and_tokens_are_remembered() {
    let (mut window, _folder) = track::open(&[15, 15, 3], 0, json!([track::won(2)]));
    assert_eq!(track::spaces(&window), [17, 13, 5]);
    window.taps(&["More", "Change rules, seats and names"]);
    window.click("A fold on 1 to 7 moves 2");
    assert!(window.says("A fold's +1 is never doubled.") && window.says("Takako stands on space 4 instead of 5."));
    window.click("A fold on 1 to 7 moves 2");
    assert!(window.shows("Nothing has changed yet. The effects of a change appear here."), "{:#?}", window.labels());
    window.click("Token 9");
    assert!(window.says("Tokens in use: "), "{:#?}", window.labels());
    window.click("Save changes");
    assert_eq!(window.page(), Page::Table);
    assert!(window.says("Other tokens are in use.") && window.shows("Élodie takes 9"), "{:#?}", window.labels());
    assert_eq!(track::spaces(&window), [17, 13, 5]);
}

#[test]
fn the_pack_is_recorded_in_a_running_game_and_undone() {
    let (mut window, _folder) = track::open(&[15, 15, 15], 0, json!([track::won(2)]));
    let pack =
        |window: &Window| window.ui.with_app(|app| app.session().unwrap().last_wizard().unwrap().game().rules().pack);
    window.taps(&["More", "Change rules, seats and names"]);
    window.click("Blue pack");
    assert!(window.says("Blue pack."), "{:#?}", window.labels());
    window.click("Save changes");
    assert_eq!(pack(&window), Some(Pack::Blue));
    window.settle();
    assert_eq!(file(&window)["rules"]["pack"], "blue");
    window.taps(&["More", "Change rules, seats and names"]);
    window.click("The pack is not recorded");
    assert!(window.says("The pack is not recorded."), "{:#?}", window.labels());
    window.click("Save changes");
    assert_eq!((pack(&window), track::spaces(&window)), (None, vec![17, 13, 16]));
    window.chord(&[Key::Control], "z");
    assert_eq!(pack(&window), Some(Pack::Blue));
    window.chord(&[Key::Control], "z");
    assert_eq!(pack(&window), None);
}

fn file(window: &Window) -> serde_json::Value {
    serde_json::from_slice(&std::fs::read(window.file()).unwrap()).unwrap()
}

#[test]
fn before_a_round_is_scored_a_name_typed_over_is_another_person() {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.bid("Ben", 1);
    window.settle();
    let before = file(&window)["players"].clone();
    window.taps(&["More", "Change rules, seats and names"]);
    rename(&mut window, "Cleo", "Dan");
    window.click("Save changes");
    window.settle();
    let after = file(&window)["players"].clone();
    assert_eq!((&after[2]["name"], &after[0]["id"]), (&json!("Dan"), &before[0]["id"]));
    assert_ne!(after[2]["id"], before[2]["id"], "Cleo's games are not Dan's");
}

#[test]
fn the_same_person_has_one_name_in_all_rounds_also_before_a_break() {
    let mut window = Window::after_a_round();
    for (from, to) in [("Ben", "Dora"), ("Dora", "Ben")] {
        window.taps(&["More", "Change rules, seats and names"]);
        rename(&mut window, from, to);
        if to == "Dora" {
            window.click("Dora and Ben are the same person");
        }
        window.click("Save changes");
        window.play_rounds(1, 3);
    }
    window.taps(&["More", "Change rules, seats and names"]);
    rename(&mut window, "Ben", "Benno");
    window.click("Save changes");
    window.settle();
    let file = file(&window);
    let names: Vec<&str> =
        file["former_players"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!((names, &file["players"][1]["name"]), (vec!["Benno", "Dora"], &json!("Benno")));
}

#[test]
fn another_dealer_deals_from_the_open_round_on() {
    let mut window = Window::after_a_round();
    window.taps(&["More", "Change rules, seats and names", "Let Anna deal round 2", "Save changes"]);
    window.settle();
    let file = file(&window);
    assert_eq!(file["first_dealer"], json!(0), "Anna dealt round 1");
    assert_eq!(file["seating"], json!([{"from_round": 2, "clockwise": [0, 1, 2]}]));
    let session = Archive::load(&window.file()).unwrap().session.wizard().unwrap();
    let dealers: Vec<usize> = (1..=4).map(|round| session.game().seating().starter(round)).collect();
    assert_eq!(dealers, [0, 0, 1, 2]);
    window.chord(&[Key::Control], "z");
    window.settle();
    assert_eq!(self::file(&window).get("seating"), None);
}

/// Round 1 was played by Plus/Minus One: Anna dealt and bid last. Whoever deals later does not bind the bids of then.
#[test]
fn a_legal_round_stays_legal_whoever_deals_next() {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo"]);
    for name in ["Ben", "Cleo", "Anna"] {
        window.bid(name, 0);
    }
    window.click("Start the tricks");
    window.took("Ben", 1);
    window.click("Score round 1");
    window.taps(&["More", "Change rules, seats and names", "Let Anna deal round 2"]);
    assert!(!window.says("was not played that way"), "{:#?}", window.labels());
    window.click("Save changes");
    assert_eq!(window.page(), Page::Table);
}

#[test]
fn a_past_round_is_corrected_by_the_names_of_those_who_played_it() {
    let mut window = Window::after_a_round();
    window.taps(&["More", "Change rules, seats and names"]);
    rename(&mut window, "Ben", "Dora");
    window.taps(&["Dora and Ben are the same person", "Save changes"]);
    window.click("Correct round 1");
    let rows = |name: &str| window.labels().iter().filter(|label| label.starts_with(&format!("{name}, "))).count();
    assert!(rows("Ben") > 0 && rows("Dora") == 0, "{:#?}", window.labels());
}

#[test]
fn a_dimmed_button_does_nothing() {
    let mut window = Window::after_a_round();
    window.taps(&["More", "Change rules, seats and names"]);
    window.click("Save changes");
    assert_eq!(window.page(), Page::Change, "there is nothing to save: {:#?}", window.labels());
    window.chord(&[Key::Control], "\n");
    assert_eq!(window.page(), Page::Change);
    let (mut window, _folder) = track::open(&[15, 15, 15], 0, json!([track::won(2)]));
    window.taps(&["More", "Change rules, seats and names", "Save changes"]);
    assert_eq!(window.page(), Page::Change);
}
