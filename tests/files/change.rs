use serde_json::json;
use tablet_of_truth::app::{ArchiveCommand, Command, Page, Panel, RoundMore, SetupCommand, TableCommand};
use tablet_of_truth::archive::{read_session, write_session};
use tablet_of_truth::game::Status;
use tablet_of_truth::session::Session;
use tablet_of_truth::wizard::{Plan, RuleSet, Trump};
use tempfile::TempDir;
use uuid::Uuid;

use crate::common::program::Program;
use crate::common::{self, at, classic, played, session_of, tournament_table, unbound};
use crate::setup::set;
use crate::{at_table, viewing};

/// What the change page says of these taps, and the game with the change, as its file has it.
fn changed(session: &Session, taps: &[SetupCommand]) -> (String, Session) {
    let (mut program, home) = changing(write_session(session, at(99)).unwrap());
    set(&mut program, taps.to_vec());
    let effects = program.app.setup().change.unwrap().effects;
    program.tap(Command::ChangeGame);
    assert_eq!(program.app.page(), Page::Table, "{effects:?}");
    let kept = std::fs::read(home.path().join("game.json")).unwrap();
    let kept = read_session(&kept, at(100)).unwrap().session.wizard().unwrap();
    (effects.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "), kept)
}

#[test]
fn who_sits_or_deals_elsewhere_keeps_their_rounds() {
    use SetupCommand as Tap;

    let begun = session_of(&["Anna", "Ben", "Cleo"], classic());
    let session = played(&begun, &[1, 1, 0], &[0, 1, 0]);
    let before = session.people().players_at_end();
    let (text, game) = changed(&session, &[Tap::Name(1, "Benno".into())]);
    assert_eq!(text, "Ben becomes Benno in every round.");
    assert_eq!(game.people().names_in(1), ["Anna", "Benno", "Cleo"]);
    assert_eq!(game.people().players_at_end()[1].id, before[1].id);

    let taps = [Tap::Move { from: 2, to: 1 }, Tap::Dealer(0)];
    let effects = "Seated clockwise: Anna, Cleo, Ben. Everyone keeps their rounds. Anna deals round 2.";
    assert_eq!(changed(&session, &taps).0, effects);
    // Ben himself comes back.
    let taps = [Tap::Remove(0), Tap::Add("Fritz".into()), Tap::Remove(1), Tap::Add("Ben".into())];
    let (text, game) = changed(&session, &taps);
    assert_eq!(text, "Fritz plays on for Anna from round 2.");
    assert_eq!(game.people().names_at_end(), ["Fritz", "Ben", "Cleo"]);
    assert_eq!(game.current_totals(), [-10, 30, 20]);
    // Anna dealt and bid last by Plus/Minus One. Whoever deals later does not bind the bids of then.
    let (text, _) = changed(&played(&begun, &[0, 0, 0], &[0, 1, 0]), &[Tap::Dealer(0)]);
    assert_eq!(text, "Anna deals round 2.");
    // Before a round is scored, a name typed over is another person.
    let (_, game) = changed(&begun, &[Tap::Name(2, "Dan".into())]);
    assert_eq!((game.people().names_in(1)[2].as_str(), game.people().players_at_end()[0].id), ("Dan", before[0].id));
    assert_ne!(game.people().players_at_end()[2].id, before[2].id, "Cleo's games are not Dan's");
}

#[test]
fn a_change_that_takes_trumps_out_of_rounds_says_so() {
    let round = |trump: &str| json!({"bids": [20, 0, 0], "tricks": [20, 0, 0], "trump": trump});
    let rules = json!({"hands": [20, 20, 20, 1], "extra_cards": 1, "plus_minus_one": false});
    let file = json!({"players": ["Anna", "Ben", "Cleo"], "first_dealer": 0, "rules": rules,
        "rounds": [round("red"), round("none"), round("blue")]});
    let session = read_session(file.to_string().as_bytes(), at(0)).unwrap().session.wizard().unwrap();
    for (cards, loses) in [(2, false), (0, true)] {
        let (text, game) = changed(&session, &[SetupCommand::Rule("extra_cards", cards)]);
        let shown = "2 rounds have a trump though they can have none, and the trumps are left out.";
        assert_eq!((text.contains(shown), text.contains("a trump though")), (loses, loses), "{text}");
        let trumps = |session: &Session| session.rounds().iter().map(|round| round.trump).take(3).collect::<Vec<_>>();
        assert_eq!(trumps(&game), if loses { vec![Some(Trump::None); 3] } else { trumps(&session) });
    }
}

#[test]
fn a_rematch_without_a_scored_round_leaves_the_deal_and_keeps_the_people() {
    let (mut program, path, _home) = at_table(&session_of(&["Anna", "Ben", "Cleo"], classic()));
    program.tap(Command::OnTable(TableCommand::End));
    assert_eq!(program.app.page(), Page::Result);
    let before = program.app.wizard().unwrap().clone();
    program.tap(Command::Rematch);
    let again = program.app.wizard().unwrap();
    assert_ne!((program.app.session_file(), again.id()), (Some(&*path), before.id()));
    assert_eq!((again.game().dealer(1), again.game().rules()), (0, before.game().rules()));
    let ids = |session: &Session| session.people().players_at_end().iter().map(|one| one.id).collect::<Vec<_>>();
    assert_eq!((again.people().names_at_end(), ids(again)), (before.people().names_at_end(), ids(&before)));
    // Names typed again are the same people.
    program.sit(&["Cleo", "Anna", "Dora"]);
    program.tap(Command::Deal);
    assert_eq!(ids(program.app.wizard().unwrap())[..2], [ids(&before)[2], ids(&before)[0]]);
}

/// A game of four that Ana and Bo have won together.
fn drawn(rules: RuleSet) -> Session {
    let hands = Plan::of(&rules, 4).hands().to_vec();
    let start = session_of(&["Ana", "Bo", "Cy", "Dan"], rules);
    hands.iter().fold(start, |session, &cards| played(&session, &[0, 0, 0, 1], &[0, 0, cards, 0]))
}

fn hands(program: &Program) -> Vec<u8> {
    program.app.wizard().unwrap().game().plan().hands().to_vec()
}

#[test]
fn a_game_that_is_over_has_one_more_round_which_undo_takes_back() {
    let (mut program, path, _home) = viewing(&drawn(common::hands(&[2, 4])));
    let most = RoundMore { round: 3, cards: 4, most: 15 };
    assert_eq!(program.app.archive().viewed.unwrap().round_more, Some(most), "the deck has 15 cards for each of four");
    program.archive(ArchiveCommand::RoundMore(16));
    assert_eq!((program.app.page(), hands(&program)), (Page::Result, vec![2, 4]), "no deck has so many");
    assert!(program.app.result().draw);
    program.archive(ArchiveCommand::Panel(Panel::More));
    program.press(&["One more round", "More cards"]);
    assert!(program.texts().contains(&"5 cards".to_owned()), "{:?}", program.texts());
    program.press(&["Fewer cards", "Deal round 3"]);
    assert_eq!((program.app.page(), hands(&program)), (Page::Table, vec![2, 4, 4]));
    assert!(program.messages().contains("Undo brings the result back"), "{}", program.messages());
    program.tap(Command::Undo);
    assert_eq!((program.app.page(), hands(&program)), (Page::Result, vec![2, 4]));
    program.tap(Command::Redo);
    let game = program.app.wizard().unwrap().clone();
    assert_eq!((game.status(), game.open().unwrap().0, game.game().dealer(3)), (Status::Running, 3, 2));
    drop(program);
    let kept = read_session(&std::fs::read(&path).unwrap(), at(100)).unwrap().settled();
    assert_eq!(kept.as_ref().wizard().unwrap(), &game, "the file has the round and the steps");
    let over = played(&game, &[1, 1, 1, 4], &[4, 0, 0, 0]);
    assert_eq!(over.standings().iter().filter(|line| line.rank == 1).count(), 1, "the round counts");
    let again = over.rematch(Uuid::nil(), at(101)).unwrap();
    assert_eq!(again.game().plan().hands(), [2, 4], "a rematch has the plan without it");
    assert_eq!(again.game().dealer(1), 3);
}

#[test]
fn the_official_plan_comes_back_with_a_rematch() {
    let (mut program, mut path, mut _home) = viewing(&drawn(unbound()));
    for cards in [15, 3] {
        program.archive(ArchiveCommand::RoundMore(cards));
        let game = program.app.wizard().unwrap().clone();
        drop(program);
        (program, path, _home) = viewing(&played(&game, &[0, 0, 0, cards], &[cards, 0, 0, 0]));
    }
    let viewed = program.app.archive().viewed.unwrap();
    assert_eq!((viewed.rounds, viewed.planned), (17, Some(17)));
    program.tap(Command::RematchOf(path));
    assert_eq!(program.app.wizard().unwrap().game().rules().hands, None);
}

#[test]
fn a_round_more_stays_when_the_game_is_changed() {
    let unicolor = RuleSet { unicolor: true, ..unbound() };
    for rules in [unbound(), unicolor] {
        let (mut program, _, _home) = viewing(&drawn(rules));
        let rounds = program.app.archive().viewed.unwrap().rounds;
        program.archive(ArchiveCommand::RoundMore(15));
        program.tap(Command::Show(Page::Change));
        program.tap(Command::OnSetup(SetupCommand::Move { from: 0, to: 2 }));
        program.tap(Command::ChangeGame);
        assert_eq!(program.app.page(), Page::Table, "{:?}", program.app.setup());
        let game = program.app.wizard().unwrap();
        assert_eq!((game.people().names_at_end()[2].as_str(), game.open().unwrap().0), ("Ana", rounds + 1));
    }
}

#[test]
fn no_other_game_is_offered_a_round_more() {
    let offered = |session: &Session| {
        let (mut program, _, _home) = viewing(session);
        let offered = program.app.archive().viewed.unwrap().round_more;
        program.archive(ArchiveCommand::RoundMore(1));
        let rounds = program.app.wizard().map_or(0, |game| game.game().plan().rounds());
        assert_eq!(rounds > session.game().plan().rounds(), offered.is_some());
        offered.is_some()
    };
    let over = drawn(common::hands(&[2, 4]));
    assert!(offered(&over));
    assert!(!offered(&over.clone().at_tournament(tournament_table())), "a tournament's tables have its hands");
    assert!(!offered(&over.undo().unwrap()), "it is not over");
    assert!(!offered(&drawn(common::hands(&[2; 40]))), "a plan has 40 rounds at most");
}

#[test]
fn rounds_of_a_running_game_are_changed_in_ranges() {
    let (mut program, _, _home) = viewing(&drawn(unbound()));
    program.archive(ArchiveCommand::RoundMore(15));
    program.tap(Command::Show(Page::Change));
    set(&mut program, [SetupCommand::Hands("1-15 15".into())]);
    let setup = program.app.setup();
    assert!(setup.notice.is_none() && setup.change.unwrap().effects.is_empty(), "those of the game");
    set(&mut program, [SetupCommand::Hands("1 – 15, 8-1".into())]);
    program.tap(Command::ChangeGame);
    let wanted: Vec<u8> = (1..=15).chain((1..=8).rev()).collect();
    assert_eq!(hands(&program), wanted);
}

#[test]
fn who_leaves_a_running_game_leaves_its_rounds_as_they_are() {
    let begun = played(&session_of(&["Ana", "Bo", "Cy", "Dan"], unbound()), &[1, 0, 0, 0], &[1, 0, 0, 0]);
    let (mut program, _home) = changing(write_session(&begun, at(99)).unwrap());
    let before = program.app.setup().summary;
    set(&mut program, [SetupCommand::Remove(3)]);
    let asked = program.app.setup();
    assert_eq!(asked.freed.as_deref(), Some("Dan"));
    assert_eq!(asked.summary, before);
}

#[test]
fn another_order_of_seats_puts_nobody_ahead() {
    // Ana and Cy lead with 20 points each.
    let (mut program, _home) = changing(include_bytes!("cases/f8-tie-seats.json"));
    set(&mut program, [SetupCommand::Move { from: 0, to: 2 }]);
    let effects = effects(&program);
    assert!(effects.contains("Seated clockwise") && !effects.contains("ahead"), "{effects}");
}

/// A running game at its change.
fn changing(file: impl AsRef<[u8]>) -> (Program, TempDir) {
    let home = TempDir::new().unwrap();
    let path = home.path().join("game.json");
    std::fs::write(&path, file).unwrap();
    let mut program = Program::over(home.path());
    program.tap(Command::Open(path));
    program.tap(Command::Show(Page::Change));
    (program, home)
}

/// What the change would do, or why it is refused.
fn effects(program: &Program) -> String {
    let (setup, language) = (program.app.setup(), program.app.language());
    let texts = setup.change.unwrap().effects.into_iter().chain(setup.notice.map(|notice| notice.text));
    texts.map(|text| language.translate(&text)).collect::<Vec<_>>().join(" ")
}

fn rule(program: &mut Program, choices: &[&str]) {
    program.archive(ArchiveCommand::Panel(Panel::Rules));
    program.press(choices);
    program.archive(ArchiveCommand::Panel(Panel::None));
}

#[test]
fn a_running_game_says_what_a_change_does_and_refuses_what_cannot_be() {
    use SetupCommand as Tap;

    let round = json!([{"bids": [0, 1, 0], "tricks": [0, 1, 0]}]);
    let game = json!({"players": ["Anna", "Ben", "Cleo"], "first_dealer": 0, "rules": {"plus_minus_one": false},
        "rounds": round});
    let (mut program, _home) = changing(game.to_string());
    set(&mut program, [Tap::Add("Dora".into())]);
    assert!(effects(&program).contains("Nobody can join or leave a running game"), "{}", effects(&program));
    let offered = |program: &Program| program.app.setup().known.iter().any(|known| known.name == "Ben");
    assert!(!offered(&program), "who sits there has no empty place");
    set(&mut program, [Tap::Remove(1)]);
    assert!(effects(&program).contains("Dora plays on for Ben from round 2."), "{}", effects(&program));
    assert!(offered(&program), "whoever left is offered again");
    program.tap(Command::StepBack);
    assert_eq!(program.app.wizard().unwrap().people().names_at_end(), ["Anna", "Ben", "Cleo"]);

    program.tap(Command::Show(Page::Change));
    rule(&mut program, &["Always"]);
    let text = effects(&program);
    assert!(text.contains("Plus/Minus One: on.") && text.contains("First round with Plus/Minus One: From round 2 on."));
    rule(&mut program, &["Always"]);
    assert!(effects(&program).contains("Round 1 was not played that way:"), "{}", effects(&program));
    program.tap(Command::ChangeGame);
    assert_eq!(program.app.page(), Page::Change, "it is refused");
    rule(&mut program, &["Never"]);
    assert_eq!(effects(&program), "");
    rule(&mut program, &["Always"]);
    program.tap(Command::ChangeGame);
    assert_eq!(program.app.page(), Page::Table);
}

#[test]
fn a_game_of_the_last_wizard_is_changed() {
    use SetupCommand as Tap;

    let turn = |rank: &str| json!({"round_token": 1, "square_token": 1, "rank": rank});
    let fold = || json!({"fold": 1});
    let first = || json!({"facts": [turn("best"), turn("other"), fold()]});
    let of = |start: [i32; 3], rounds: serde_json::Value| {
        let game = json!({"game": "last-wizard", "players": ["Lana", "Élodie", "Takako"], "first_player": 0,
            "start": start, "rounds": rounds});
        changing(game.to_string())
    };

    let (mut program, _home) = of([15, 12, 20], json!([first()]));
    set(&mut program, [Tap::Move { from: 2, to: 1 }, Tap::Dealer(0)]);
    let text = effects(&program);
    assert!(text.contains("Seated clockwise: Lana, Takako and Élodie. Everyone keeps their rounds."), "{text}");
    assert!(text.contains("Lana begins round 2."), "{text}");

    // Élodie folded before her and was level; as the first to bet, Takako would have been alone in front.
    let (mut program, _home) = of([10, 19, 20], json!([{"facts": [turn("best"), fold(), fold()]}]));
    set(&mut program, [Tap::Dealer(2)]);
    assert!(!effects(&program).contains("stands on space"), "{}", effects(&program));

    let twice = || json!({"facts": [fold(), turn("best"), turn("other")]});
    let rounds = json!([twice(), {"facts": [turn("other"), turn("best"), fold()]}, twice()]);
    let (mut program, _home) = of([1, 15, 15], rounds);
    rule(&mut program, &["A fold on 1 to 7 moves 2"]);
    let text = effects(&program);
    assert!(text.contains("Round 3 was not played that way: the game ended with round 2"), "{text}");
    program.tap(Command::ChangeGame);
    assert_eq!(program.app.page(), Page::Change, "it is refused");

    let (mut program, _home) = of([15, 15, 3], json!([first()]));
    rule(&mut program, &["A fold on 1 to 7 moves 2"]);
    let text = effects(&program);
    assert!(text.contains("A fold's +1 is never doubled.") && text.contains("Takako stands on space 4 instead of 5."));
    rule(&mut program, &["A fold on 1 to 7 moves 2"]);
    assert_eq!(effects(&program), "");
    rule(&mut program, &["Token 9"]);
    assert!(effects(&program).contains("Tokens in use: "), "{}", effects(&program));
    program.tap(Command::ChangeGame);
    assert!(program.messages().contains("Other tokens are in use."), "{}", program.messages());
}
