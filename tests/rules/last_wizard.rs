//! The Last Wizard as `docs/rules.md` has it: printed and worked rounds, the steps of a round, what is refused.
//! In `properties.rs` random rounds move the pawns as on paper, by ranks and by hands.

use serde_json::{Value, json};
use tablet_of_truth::archive::{read_session, write_session};
use tablet_of_truth::game::{Breaks, Refusal, RoundState, Status};
use tablet_of_truth::last_wizard::{
    Bet, Choice, Command, End, Game, Manual, Pack, ROUNDS_MAX, Rank, Round, RuleSet, SetupConflict, Shown, Table,
    Token, Turn, Violation, WrittenRound,
};
use tablet_of_truth::seats::PerSeat;
use tablet_of_truth::session::{Agreement, People, Session};
use uuid::Uuid;

use crate::common::operation::check_file;
use crate::common::{NAMES, after, at, people};

fn game(players: usize, first_player: i64, start: Option<&[i64]>) -> Game {
    Game::new(players, first_player, RuleSet::default(), start).unwrap()
}

fn dealt(game: &Game) -> Session<Game> {
    let people = people(&NAMES[..game.start().len()]);
    Session::begin(Uuid::from_u128(15), at(0), people, game.clone()).unwrap()
}

/// The table with these rounds, written as in a file.
fn table(game: &Game, rounds: Value) -> Result<Table, (usize, Violation)> {
    let rounds: Vec<WrittenRound> = serde_json::from_value(rounds).unwrap();
    Table::with_rounds(game, &rounds, None)
}

fn played(game: &Game, rounds: Value) -> Session<Game> {
    let table = table(game, rounds).unwrap_or_else(|(round, violation)| panic!("round {round}: {violation}"));
    dealt(game).with_facts(table, Vec::new(), 0).unwrap()
}

fn facts(facts: Value) -> Round {
    serde_json::from_value(json!({ "facts": facts })).unwrap()
}

fn first(seat: usize, token: i64) -> Command {
    Command::Bet(seat, Bet::First, Choice::Token(token.try_into().unwrap()))
}

fn second(seat: usize, token: i64) -> Command {
    Command::Bet(seat, Bet::Second, Choice::Token(token.try_into().unwrap()))
}

fn fold(seat: usize, bet: Bet) -> Command {
    Command::Bet(seat, bet, Choice::Fold)
}

fn rank(seat: usize, rank: Rank) -> Command {
    Command::Show(seat, Shown::Rank(rank))
}

fn hand(seat: usize, hand: i32) -> Command {
    Command::Show(seat, Shown::Hand(hand))
}

fn broken(round: usize, violation: Violation) -> Refusal<Violation> {
    Refusal::Rule { round, violation }
}

const SCORE: Command = Command::Score(None);

// --- Worked rounds --------------------------------------------------------------------------------------------------

#[test]
fn every_worked_round_comes_out_as_printed() {
    let file: Value = serde_json::from_str(include_str!("../vectors/last-wizard.json")).unwrap();
    let vectors = file["vectors"].as_array().unwrap();
    assert!(vectors.len() >= 13);
    for vector in vectors {
        let id = &vector["id"];
        let start: Vec<i64> = serde_json::from_value(vector["before"].clone()).unwrap();
        let game = game(start.len(), vector["start_player"].as_i64().unwrap(), Some(&start));
        let rounds = json!([{ "facts": vector["facts"] }]);
        let expect = &vector["expect"];
        if expect["refused"].is_string() {
            assert_eq!(expect["refused"], "second_needs_5_players", "{id}");
            assert_eq!(table(&game, rounds), Err((1, Violation::SecondNeedsFive { player: 1 })), "{id}");
            continue;
        }
        let session = played(&game, rounds);
        let round = &game.readings(session.table())[0];
        assert_eq!(json!(round.seats.map(|seat| seat.by().unwrap())), expect["moves"], "{id}");
        assert_eq!(json!(round.spaces()), expect["after"], "{id}");
        assert_eq!(json!(round.ended), expect["ended"], "{id}");
        let names = vector["players"].as_array().unwrap();
        let best = session.standings().into_iter().filter(|line| line.rank == 1 && round.ended.is_some());
        assert_eq!(json!(best.map(|line| names[line.seat].clone()).collect::<Vec<_>>()), expect["winners"], "{id}");
        let next = session.table().open.as_ref().map(|_| game.first_player(2));
        assert_eq!(json!(next), expect["next_start_player"], "{id}");
    }
}

// --- Decisions ------------------------------------------------------------------------------------------------------

#[test]
fn the_doubling_of_folds_can_be_switched_off() {
    // D2, and D1: all other gains are still doubled.
    let rounds = json!([{"facts": [{"fold": 1}, {"round_token": -1, "fold": 2},
        {"round_token": 2, "square_token": 1, "rank": "best"},
        {"round_token": 2, "square_token": 1, "rank": "other"}]}]);
    let moves = |fold_doubles: bool| {
        let game = Game::new(4, 0, RuleSet { fold_doubles, pack: None }, Some(&[7, 1, 7, 8])).unwrap();
        let session = played(&game, rounds.clone());
        game.readings(session.table())[0].seats.map(|seat| (seat.by().unwrap(), seat.moved.unwrap().doubled))
    };
    assert_eq!(moves(true), [(2, true), (2, true), (6, true), (-3, false)]);
    assert_eq!(moves(false), [(1, false), (2, true), (6, true), (-3, false)]);
}

#[test]
fn a_manual_move_comes_after_the_rounds_own_and_is_kept_apart() {
    let rounds = json!([{"facts": [{"round_token": 1, "square_token": 1, "rank": "best"},
        {"round_token": 2, "square_token": 1, "rank": "other"}, {"fold": 1}],
        "moves": [-1, 2, -40], "reason": " cards shown "}]);
    let game = game(3, 0, Some(&[5, 5, 15]));
    let session = played(&game, rounds);
    let round = &game.readings(session.table())[0];
    assert_eq!(round.spaces(), [8, 4, 0]);
    assert_eq!(round.seats.map(|seat| seat.moved.unwrap().by), [4, -3, 0]);
    assert_eq!(
        (round.seats.map(|seat| seat.by_hand), round.reason.as_str()),
        ([-1, 2, -40].into_iter().collect(), "cards shown")
    );
    assert_eq!(round.ended, Some(End::Zero));
    assert_eq!(serde_json::to_value(session.table().written()).unwrap()[0]["moves"], json!([-1, 2, -40]));
}

// --- The steps of a round -------------------------------------------------------------------------------------------

#[test]
fn a_round_goes_from_bet_to_bet_to_the_showdown() {
    let game = game(5, 3, Some(&[6, 14, 20, 11, 17]));
    let session = dealt(&game);
    let acts = |session: &Session<Game>| game.to_act(1, session.table().open.as_ref().unwrap());
    let reading = |session: &Session<Game>| game.readings(session.table()).pop().unwrap();
    assert_eq!((acts(&session), reading(&session).alone_in_front()), (Some(3), Some(2)));
    // What a fold would move, before anything is entered.
    let folding = |session: &Session<Game>, seat: usize, bet: Bet| {
        game.folding(session.table(), seat, bet).map(|moved| (moved.by, moved.to))
    };
    assert_eq!(folding(&session, 3, Bet::First), Some((1, 12)));
    assert_eq!((folding(&session, 2, Bet::First), folding(&session, 0, Bet::First)), (Some((0, 20)), Some((2, 8))));
    assert_eq!(folding(&session, 0, Bet::Second), None);
    let session = after(&session, [fold(3, Bet::First), first(4, 1), first(0, 2), first(1, 3)]);
    assert_eq!((acts(&session), session.current_totals()), (Some(2), [6, 14, 20, 11, 17].into_iter().collect()));
    // A fold moves the pawn at once.
    assert_eq!(reading(&session).spaces(), [6, 14, 20, 12, 17]);
    let session = after(&session, [first(2, 4)]);
    assert_eq!((acts(&session), folding(&session, 4, Bet::Second)), (Some(4), Some((-1, 16))));
    let prospects = game.prospects(6, 2.try_into().unwrap(), 4.try_into().unwrap());
    assert_eq!((prospects.best.by, prospects.second.unwrap().by, prospects.other.by), (12, 4, -6));
    let session = after(&session, [fold(4, Bet::Second), second(0, 4), second(1, -1), second(2, 1)]);
    assert_eq!(session.apply(SCORE), Err(broken(1, Violation::NoBest)));
    let session = after(&session, [rank(0, Rank::Best)]);
    assert_eq!((acts(&session), session.apply(SCORE)), (Some(1), Err(broken(1, Violation::NoSecond))));
    // Once the best and second best are named, all others rank below without being entered.
    let session = after(&session, [rank(1, Rank::Second), SCORE]);
    assert_eq!(session.current_totals(), [18, 13, 15, 12, 16]);
    assert_eq!(game.first_player(2), 4);
    let entries: Vec<String> = session.sheet()[0].cells.iter().map(|cell| cell.entry.clone()).collect();
    assert_eq!(entries, ["+2×6", "−1", "−5", "(+1)", "(−1)"]);
    let good: Vec<Option<bool>> = session.sheet()[0].cells.iter().map(|cell| cell.good).collect();
    assert_eq!(good, [true, false, false, true, false].map(Some));
    assert_eq!(session.by_seat_after(1).map(|line| line.met), [1, 0, 0, 0, 0]);
    assert_eq!(session.sheet()[1].state, RoundState::Open);
    let begun = after(&session, [first(4, 3), first(0, -1), fold(1, Bet::First)]);
    let entries: Vec<String> = begun.sheet()[1].cells.iter().map(|cell| cell.entry.clone()).collect();
    assert_eq!(entries, ["−1", "(+1)", "", "", "3"]);
}

#[test]
fn entries_can_be_changed() {
    let session = dealt(&game(3, 0, None));
    let shown = after(
        &session,
        [first(0, 1), first(1, 2), first(2, 3), second(0, 1), second(1, 1), second(2, 1), rank(0, Rank::Best)],
    );
    let turn = |session: &Session<Game>, seat: usize| *session.table().open.as_ref().unwrap().turns.get(seat).unwrap();
    let token = |value: i64| Token::try_from(value).unwrap();
    let best = Some(Shown::Rank(Rank::Best));
    // Another token keeps the ranks; leaving the showdown clears them.
    let other = after(&shown, [first(0, 4)]);
    assert_eq!(turn(&other, 0), Turn::Stayed { round: token(4), square: token(1), shown: best });
    let left = after(&shown, [fold(1, Bet::Second)]);
    assert_eq!(turn(&left, 0), Turn::Stayed { round: token(1), square: token(1), shown: None });
    let back = after(&left, [second(1, 0)]);
    assert_eq!(turn(&back, 1), Turn::Stayed { round: token(2), square: token(0), shown: None });
    // Entering a hand clears the ranks.
    let hands = after(&shown, [hand(1, 12)]);
    assert_eq!((turn(&hands, 0).shown(), turn(&hands, 1).shown()), (None, Some(Shown::Hand(12))));
    assert_eq!(hands.apply(SCORE), Err(broken(1, Violation::HandMissing { player: 0 })));
    // The last one left may still enter a token, but has no showdown.
    let alone = after(&session, [fold(0, Bet::First), fold(1, Bet::First)]);
    assert_eq!(alone.apply(fold(2, Bet::First)), Err(broken(1, Violation::LastFolds { player: 2 })));
    assert_eq!(after(&alone, [SCORE]).current_totals(), [16, 16, 15]);
    assert_eq!(after(&alone, [first(2, 3), SCORE]).current_totals(), [16, 16, 18]);
    assert_eq!(alone.apply(rank(2, Rank::Best)), Err(Refusal::NotNow));
}

#[test]
fn steps_out_of_turn_are_refused() {
    let session = dealt(&game(3, 0, None));
    let refused = |steps: &[Command], step: Command| after(&session, steps.to_vec()).apply(step).unwrap_err();
    let missing = |player: usize, bet: Bet| broken(1, Violation::TokenMissing { player, bet });
    assert_eq!(refused(&[], first(3, 1)), Refusal::NoSuchSeat(3));
    assert_eq!(refused(&[], rank(0, Rank::Best)), Refusal::NotNow);
    assert_eq!(refused(&[], SCORE), missing(0, Bet::First));
    assert_eq!(refused(&[], second(0, 1)), missing(0, Bet::First));
    assert_eq!(refused(&[first(0, 1)], second(0, 1)), missing(1, Bet::First));
    assert_eq!(refused(&[fold(0, Bet::First)], second(0, 1)), broken(1, Violation::AfterFold { player: 0 }));
    let both = [first(0, 1), fold(1, Bet::First), first(2, 1)];
    assert_eq!(refused(&both, SCORE), missing(0, Bet::Second));
    let all = [&both[..], &[second(0, 1), second(2, 1)]].concat();
    assert_eq!(refused(&all, rank(1, Rank::Best)), broken(1, Violation::AfterFold { player: 1 }));
    assert_eq!(refused(&all, rank(0, Rank::Second)), broken(1, Violation::SecondNeedsFive { player: 0 }));
    assert_eq!(refused(&all, hand(0, 1000)), broken(1, Violation::HandRange { player: 0, hand: 1000, most: 999 }));
    let far = Manual::new([0, 100, 0].into_iter().collect(), "");
    assert_eq!(refused(&[], Command::Move(far)), broken(1, Violation::MoveRange { player: 1, by: 100 }));
    let long = Manual::new([0, 1, 0].into_iter().collect(), &"x".repeat(81));
    assert_eq!(refused(&[], Command::Move(long)), broken(1, Violation::MoveReason));
    let few = Manual::new([0, 1].into_iter().collect(), "");
    assert_eq!(refused(&[], Command::Move(few)), broken(1, Violation::Length { list: "moves", found: 2, players: 3 }));
    assert_eq!(refused(&[], Command::PlayOn), Refusal::NotNow);
    assert_eq!(refused(&[Command::EndEarly(at(1))], first(0, 1)), Refusal::GameOver);
    assert_eq!(refused(&[], Command::Correct(1, Round::empty(3))), Refusal::NotScored(1));
}

// --- What a file may not have ---------------------------------------------------------------------------------------

#[test]
fn impossible_rounds_are_refused_with_name_round_and_reason() {
    let names: Vec<String> = NAMES.iter().map(|name| (*name).to_owned()).collect();
    let stay = |shown: &str| match shown {
        "" => json!({"round_token": 1, "square_token": 1}),
        rank => json!({"round_token": 1, "square_token": 1, "rank": rank}),
    };
    let folded = || json!({"fold": 1});
    for (round, message) in [
        (json!([{"fold": 1}, {"fold": 1}, {"fold": 1}]), "Ana cannot fold: all others have folded"),
        (json!([{"round_token": 1, "fold": 2}, {"fold": 1}, {"fold": 1}]), "Ana cannot fold: all others have folded"),
        (
            json!([{"round_token": 1, "rank": "best"}, stay("other"), folded()]),
            "Ana cannot show a hand without a round token and a square one",
        ),
        (
            json!([{"rank": "best"}, stay("other"), folded()]),
            "Ana cannot show a hand without a round token and a square one",
        ),
        (
            json!([stay("best"), stay("second"), folded()]),
            "Zoë cannot have the second best hand: it counts with five or six players only",
        ),
        (
            json!([stay("best"), stay("best"), stay("second"), folded(), folded()]),
            "李雷 cannot have the second best hand: several have the best, so there is no second",
        ),
        (json!([stay("other"), stay("other"), folded()]), "nobody has the best hand: say who"),
        (json!([stay("second"), stay("other"), folded(), folded(), folded()]), "nobody has the best hand: say who"),
        (
            json!([stay("best"), stay("other"), stay("other"), folded(), folded()]),
            "nobody has the second best hand: with five or six players somebody has",
        ),
        (json!([stay("other"), folded(), folded()]), "nobody has the best hand: say who"),
        (json!([{"round_token": 10}, {}, {}]), "Ana cannot have a token of 10: tokens are worth -1 to 9"),
        (
            json!([{"round_token": 1, "square_token": -2}, {}, {}]),
            "Ana cannot have a token of -2: tokens are worth -1 to 9",
        ),
        (json!([{"square_token": 1}, {}, {}]), "Ana has no round token and has not folded"),
        (
            json!([{}, {"round_token": 1, "fold": 2}, {"round_token": 1, "fold": 2}]),
            "Ana has no round token and has not folded",
        ),
        (json!([{}, stay("best"), stay("other")]), "Ana has no round token and has not folded"),
        (json!([{"round_token": 1}, stay("best"), stay("other")]), "Ana has no square token and has not folded"),
        (json!([{"fold": 1, "round_token": 1}, {}, {}]), "Ana has folded and cannot bet or show a hand after that"),
        (json!([{"fold": 2}, {}, {}]), "Ana has no round token and has not folded"),
        (json!([{"fold": 3}, {}, {}]), "Ana folds at bet 3, but there are two: 1 and 2"),
        (
            json!([{"round_token": 1, "square_token": 1, "rank": "best", "hand": 2}, {}, {}]),
            "Ana has a rank and a hand: give only one of them",
        ),
        (
            json!([stay("best"), {"round_token": 1, "square_token": 1, "hand": 2}, folded()]),
            "Ana has a rank where others have hands: give either for all",
        ),
        (
            json!([{"round_token": 1, "square_token": 1, "hand": 1000}, {}, {}]),
            "Ana cannot have a hand of 1000: it is −999 to 999",
        ),
        (
            json!([{}, {}, {}, {}, {}, {}, {}, {}]),
            "“facts” has 7 entries, but there are 3 players: give one for each, in seat order",
        ),
    ] {
        let players = round.as_array().unwrap().len().clamp(3, 5);
        let game = game(if players == 5 && round.as_array().unwrap().len() > 6 { 3 } else { players }, 0, None);
        // Rounds 1 and 3 are valid: the fault is in round 2, which may not lack anything.
        let next = if game.second_counts() { "second" } else { "other" };
        let facts: Vec<Value> =
            (0..game.start().len()).map(|seat| if seat < 2 { stay(["best", next][seat]) } else { folded() }).collect();
        let whole = json!({ "facts": facts });
        let rounds = json!([whole, {"facts": round}, whole]);
        let (number, violation) = table(&game, rounds).expect_err(message);
        assert_eq!((number, violation.text(&names).to_string()), (2, message.to_owned()));
    }
}

#[test]
fn tables_that_cannot_be_set_up_are_refused() {
    let set_up =
        |players: usize, first: i64, start: Option<&[i64]>| Game::new(players, first, RuleSet::default(), start);
    let text_of = |conflict: Result<Game, SetupConflict>| conflict.unwrap_err().to_string();
    for players in [2, 7] {
        assert_eq!(text_of(set_up(players, 0, None)), format!("The Last Wizard is for 3 to 6 players, not {players}"));
    }
    for seat in [-1, 3] {
        assert_eq!(
            text_of(set_up(3, seat, None)),
            format!("the first player is seat {seat}, but the seats are 0 to 2")
        );
    }
    for space in [-1, 30] {
        assert_eq!(
            text_of(set_up(3, 0, Some(&[0, space, 29]))),
            format!("player 2 cannot start on space {space}: a game starts on 0 to 29")
        );
    }
    assert_eq!(
        text_of(set_up(3, 0, Some(&[1, 2]))),
        "“start” has 2 entries, but there are 3 players: give one space for each, in seat order"
    );
}

// --- Corrections and other agreements -------------------------------------------------------------------------------

/// A round of three: seat 0 has the best hand and tokens with this sum, seat 1 loses 2.
fn won(sum: i64) -> Value {
    json!([{"round_token": sum - 1, "square_token": 1, "rank": "best"},
        {"round_token": 1, "square_token": 1, "rank": "other"}, {"fold": 1}])
}

fn with_rounds(rounds: &[Value]) -> Session<Game> {
    let rounds: Vec<Value> = rounds.iter().map(|facts| json!({ "facts": facts })).collect();
    played(&game(3, 0, None), json!(rounds))
}

#[test]
fn a_correction_that_breaks_a_rule_or_a_later_round_is_refused() {
    let session = with_rounds(&[won(2), won(6), won(4)]);
    let folds = json!([{"fold": 1}, {"fold": 1}, {"fold": 1}]);
    assert_eq!(session.apply(Command::Correct(1, facts(folds))), Err(broken(1, Violation::LastFolds { player: 2 })));
    // Round 2 would now come after the end of the game.
    let refused = session.apply(Command::Correct(1, facts(won(10))));
    assert_eq!(refused, Err(broken(3, Violation::AfterTheEnd { ended: 2 })));
    // The last round may end the game while nothing of the next one is entered.
    let over = after(&session, [Command::Correct(3, facts(won(7)))]);
    assert_eq!((over.status(), over.current_totals()), (Status::Finished, [30, 9, 18].into_iter().collect()));
    let begun = after(&session, [first(0, 1)]);
    assert_eq!(begun.apply(Command::Correct(3, facts(won(7)))), Err(broken(4, Violation::AfterTheEnd { ended: 3 })));
    // A finished game goes on if its last round, corrected, no longer ends it.
    let again = after(&over, [Command::Correct(3, facts(won(6)))]);
    assert_eq!((again.status(), again.table().open.clone()), (Status::Running, Some(Round::empty(3))));
    assert_eq!(over.apply(first(0, 1)), Err(Refusal::GameOver));
    // A game ended early is finished when a correction makes its last round the end.
    let early = after(&session, [Command::EndEarly(at(9)), Command::Correct(3, facts(won(7)))]);
    assert_eq!((early.status(), early.table().ended_early), (Status::Finished, None));
}

#[test]
fn rounds_after_the_end_are_refused() {
    let game = game(3, 0, None);
    let rounds = json!([{"facts": won(9)}, {"facts": won(9)}, {"facts": won(2)}]);
    assert_eq!(table(&game, rounds), Err((3, Violation::AfterTheEnd { ended: 2 })));
    let begun = json!([{"facts": won(9)}, {"facts": won(9)}, {"facts": [{"fold": 1}, {}, {}]}]);
    assert_eq!(table(&game, begun), Err((3, Violation::AfterTheEnd { ended: 2 })));
}

#[test]
fn a_running_game_can_have_other_rules_and_seats() {
    // Ana folds on 7: 9 spaces with the doubling, 8 without.
    let game = game(3, 0, Some(&[7, 15, 15]));
    let folded = json!([{"facts": [{"fold": 1}, {"round_token": 1, "square_token": 1, "rank": "best"},
        {"round_token": 2, "square_token": 1, "rank": "other"}]}]);
    let session = after(&played(&game, folded), [first(1, 3)]);
    assert_eq!(session.current_totals(), [9, 17, 12]);
    let plain = Game::new(3, 0, RuleSet { fold_doubles: false, pack: None }, Some(&[7, 15, 15])).unwrap();
    let agree = |game: Game, seats: [usize; 3]| {
        let players = seats.iter().map(|&seat| session.people().players_at_end()[seat].clone()).collect();
        let people = People::new(players).unwrap();
        session.agree(Agreement { people, game }, seats.into_iter().collect())
    };
    let other = agree(plain, [0, 1, 2]).unwrap();
    assert_eq!(other.current_totals(), [8, 17, 12]);
    assert_eq!(other.undo().unwrap().table(), session.table());
    // Everybody moves one seat on and keeps their facts and start.
    let moved = Game::new(3, 1, RuleSet::default(), Some(&[15, 7, 15])).unwrap();
    let moved = agree(moved, [2, 0, 1]).unwrap();
    assert_eq!(moved.current_totals(), [12, 9, 17]);
    assert_eq!(moved.table().open.as_ref().unwrap().turns.get(2), Some(&Turn::Bet(3.try_into().unwrap())));
    // From these starts the game would have ended with round 1.
    let over = Game::new(3, 0, RuleSet::default(), Some(&[7, 29, 15])).unwrap();
    assert_eq!(agree(over, [0, 1, 2]), Err(broken(2, Violation::AfterTheEnd { ended: 1 })));
}

#[test]
fn the_pack_is_kept_and_another_word_for_it_is_refused() {
    let file = |rules: &str| {
        let text = format!(
            "{{\"game\": \"last-wizard\", \"players\": [\"Ana\", \"Bo\", \"Cy\"], \"first_player\": 0,\n\
             \"rules\": {{{rules}}}, \"rounds\": []}}"
        );
        read_session(text.as_bytes(), at(0))
    };
    for (rules, pack, shown) in [
        ("", None, None),
        (r#""pack": "red""#, Some(Pack::Red), Some("Red pack")),
        (r#""fold_doubles": true, "pack": "blue""#, Some(Pack::Blue), Some("Blue pack")),
    ] {
        let loaded = file(rules).unwrap();
        assert!(loaded.unknown.is_empty(), "{:?}", loaded.unknown);
        let session = loaded.session.last_wizard().unwrap();
        assert_eq!(session.game().rules(), &RuleSet { fold_doubles: true, pack });
        let described: Vec<String> = session.described().iter().map(ToString::to_string).collect();
        assert_eq!(described, shown.into_iter().collect::<Vec<_>>());
        let kept = write_session(&session, at(1)).unwrap();
        assert_eq!(String::from_utf8_lossy(&kept).contains("\"pack\""), pack.is_some());
        assert_eq!(read_session(&kept, at(2)).unwrap().session, session);
    }
    for wrong in [r#""pack": "green""#, r#""pack": "Red""#, r#""pack": null"#, r#""pack": 1"#, r#""pack": ["red"]"#] {
        let error = file(wrong).unwrap_err().to_string();
        assert!(error.contains("line 2") && error.contains("column"), "{wrong}: {error}");
    }
}

/// Ana folds first, which is free of charge only while somebody else is in front; then the dealer of round 2 changes.
#[test]
fn past_folds_stand_where_they_were_made_when_another_begins() {
    let folded = json!([{"facts": [{"fold": 1}, {"fold": 1}, {"round_token": 1}]}]);
    let session = played(&game(3, 0, Some(&[15, 17, 15])), folded);
    let before = session.current_totals();
    for first in 0..3 {
        for seats in [[0, 1, 2], [1, 0, 2], [2, 1, 0]] {
            let seats: PerSeat<usize> = seats.into_iter().collect();
            let players = seats.iter().map(|&seat| session.people().players_at_end()[seat].clone()).collect();
            let start: Vec<i64> =
                seats.iter().map(|&seat| (*session.game().start().get(seat).unwrap()).into()).collect();
            let game = Game::new(3, 0, RuleSet::default(), Some(&start)).unwrap();
            let game = game.seated(session.game().seating().from_round(2, first, &seats));
            let changed =
                session.agree(Agreement { people: People::new(players).unwrap(), game }, seats.clone()).unwrap();
            let expected: Vec<i32> = seats.iter().map(|&seat| *before.get(seat).unwrap()).collect();
            assert_eq!(changed.current_totals().iter().copied().collect::<Vec<_>>(), expected);
            assert_eq!(changed.game().first_player(2), first);
            check_file(&changed);
        }
    }
}

/// So many rounds of three, in which nobody moves.
fn still(rounds: usize) -> Value {
    let turn = |rank: &str| json!({"round_token": 0, "square_token": 0, "rank": rank});
    Value::Array(vec![json!({"facts": [turn("best"), turn("other"), turn("other")]}); rounds])
}

#[test]
fn a_game_is_over_after_its_last_round_and_its_file_is_read() {
    let session = played(&game(3, 0, Some(&[15, 16, 17])), still(ROUNDS_MAX - 1));
    let round = [0, 1, 2].map(|seat| first(seat, 0)).into_iter().chain([0, 1, 2].map(|seat| second(seat, 0)));
    let session = after(&session, round.chain([rank(0, Rank::Best), SCORE]));
    assert_eq!((session.scored(), session.status()), (ROUNDS_MAX, Status::Finished));
    assert_eq!(session.apply(first(1, 0)), Err(Refusal::GameOver));
    for session in [session.undo().unwrap(), session] {
        check_file(&session);
    }
}

#[test]
fn a_table_with_more_rounds_is_refused() {
    let mut rounds = still(ROUNDS_MAX + 1);
    let one_more = (ROUNDS_MAX + 1, Violation::RoundCount { most: ROUNDS_MAX });
    assert_eq!(table(&game(3, 0, None), rounds.clone()), Err(one_more));
    rounds[ROUNDS_MAX] = json!({"facts": [{"round_token": 3}, {}, {}], "open": true});
    let file = json!({"game": "last-wizard", "players": ["Ana", "Bo", "Cy"], "first_player": 0, "rounds": rounds});
    let refused = read_session(file.to_string().as_bytes(), at(1)).unwrap_err().to_string();
    assert!(refused.contains("a game has at most 200 rounds"), "{refused}");
}

#[test]
fn a_correction_cannot_give_a_hand_that_no_file_can_have() {
    let session = played(&game(3, 0, None), still(1));
    let with = |hand: i32| {
        let facts = session.table().scored[0].facts.facts();
        let turns = facts.turns.map(|turn| match *turn {
            Turn::Stayed { round, square, .. } => Turn::Stayed { round, square, shown: Some(Shown::Hand(hand)) },
            other => other,
        });
        session.apply(Command::Correct(1, Round { turns, manual: None }))
    };
    assert_eq!(with(-1000), Err(broken(1, Violation::HandRange { player: 0, hand: -1000, most: 999 })));
    check_file(&with(-999).unwrap());
}
