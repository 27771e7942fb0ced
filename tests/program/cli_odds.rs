//! `odds` in a terminal.

use std::process::Command as Process;

use serde_json::Value;
use tablet_of_truth::wizard::{Card, Colour, FirstHand, Trump};

/// Exit code, standard output and standard error.
fn run(arguments: &str) -> (Option<i32>, String, String) {
    let mut process = Process::new(env!("CARGO_BIN_EXE_tablet-of-truth"));
    process
        .arg("odds")
        .args(arguments.split(' '))
        .env("LC_ALL", "C")
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY");
    let output = process.output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

fn answer(arguments: &str) -> String {
    let (code, out, told) = run(arguments);
    assert_eq!((code, &*told), (Some(0), ""), "{arguments}");
    out
}

#[test]
fn the_table_has_chance_bid_reason_and_every_seat() {
    let out = answer("--players 4 --seat 1 --turned-up red-7 --card red-12");
    assert_eq!(
        out,
        "Dwarves (red) are trump.\n\
         Chance of taking the trick: 75.9 % (11713/15428)\n\
         Bid 1: on average, a bid of 1 is worth 20.4 points, a bid of 0 is worth −2.8.\n\
         Your card is trump: 53 of the 58 unknown cards lose to it, whenever they are played.\n\n\
         Place   Chance       Exactly   Bid\n\
         1*      75.9 %   11713/15428     1\n\
         2       75.9 %   11713/15428     1\n\
         3       75.9 %   11713/15428     1\n\
         4       75.9 %   11713/15428     1\n"
    );
    let plain = answer("--players 3 --seat 2 --turned-up fool --card giants-13");
    assert!(plain.contains("There is no trump."), "{plain}");
    assert!(plain.contains("Where another colour is led, yours cannot win."), "{plain}");
    assert!(answer("--players 3 --turned-up wizard --card wizard --trump elf").contains("Elves (green) are trump."));
}

#[test]
fn a_turned_up_wizard_without_trump_is_answered_for_each_trump() {
    let out = answer("--players 5 --seat 3 --turned-up wizard --card elves-9");
    let all = ["Humans (blue)", "Dwarves (red)", "Elves (green)", "Giants (yellow)", "There is no trump"];
    let at: Vec<usize> = all.iter().map(|trump| out.find(trump).unwrap()).collect();
    assert!(at.is_sorted(), "{out}");
    assert_eq!(out.matches("Chance of taking").count(), 5);
}

#[test]
fn the_json_has_the_exact_numbers_of_the_engine() {
    let out = answer("--players 5 --seat 2 --turned-up wizard --card GREEN-9 --trump blue --format json");
    let all: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(all["odds"].as_array().unwrap().len(), 1);
    let found = &all["odds"][0];
    let card = Card::Plain(Colour::Green, 9);
    let hand = FirstHand { players: 5, seat: 1, turned_up: Card::Wizard, card, trump: Trump::Blue };
    let odds = hand.odds().unwrap();
    assert_eq!(found["trump"], "blue");
    assert_eq!(found["chance"]["numerator"], odds.chance.numerator);
    assert_eq!(found["chance"]["denominator"], odds.chance.denominator);
    assert_eq!(found["points_of_1"]["numerator"], odds.points_of_1.numerator);
    assert_eq!(found["points_of_0"]["denominator"], odds.points_of_0.denominator);
    assert_eq!(found["bid"], odds.bid);
    assert_eq!(found["beaten"], odds.beaten);
    assert_eq!(found["strength"], "colour");
    for (seat, place) in found["places"].as_array().unwrap().iter().enumerate() {
        let there = FirstHand { seat, ..hand }.odds().unwrap();
        assert_eq!(place["chance"]["numerator"], there.chance.numerator);
        assert_eq!(place["bid"], there.bid);
    }
}

#[test]
fn impossible_hands_are_refused_with_the_reason() {
    for (arguments, reason) in [
        ("--players 4 --turned-up red-7 --card dwarf-7", "there is only one of it"),
        ("--players 7 --turned-up red-7 --card red-8", "3 to 6 players, not 7"),
        ("--players 4 --seat 5 --turned-up red-7 --card red-8", "there is no seat 5 among 4 players"),
        ("--players 4 --seat 0 --turned-up red-7 --card red-8", "count from 1"),
        ("--players 4 --turned-up red-14 --card red-8", "a rank from 1 to 13"),
        ("--players 4 --turned-up red-7 --card queen", "a rank from 1 to 13"),
        ("--players 4 --turned-up red-7 --card red-8 --trump blue", "fixes a different trump"),
        ("--players 4 --turned-up wizard --card red-8 --trump pink", "blue, red, green, yellow or none"),
    ] {
        let (code, out, told) = run(arguments);
        assert_eq!((code, &*out), (Some(2), ""), "{arguments}");
        assert!(told.contains(reason), "{arguments}: {told}");
    }
}
