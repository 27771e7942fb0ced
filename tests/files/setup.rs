//! A new game and a change of one, as the program without its window takes them.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tablet_of_truth::app::{ArchiveCommand, Command, Page, Panel, SetupCommand as S, TableCommand};
use tablet_of_truth::archive::{Settings, TrackRules};
use tablet_of_truth::last_wizard::{self, Pack};
use tablet_of_truth::session::{GameName, Session};
use tablet_of_truth::wizard::{Bidding, Edition, RuleSet, TieBreak};
use tempfile::TempDir;

use crate::common::program::Program;
use crate::common::{played, session_of, unbound};
use crate::{over_game, with_settings};

pub fn new_game(names: &[&str]) -> (Program, TempDir) {
    let home = TempDir::new().unwrap();
    let mut program = Program::over(home.path());
    program.sit(names);
    (program, home)
}

pub fn set(program: &mut Program, commands: impl IntoIterator<Item = S>) {
    commands.into_iter().for_each(|command| drop(program.tap(Command::OnSetup(command))));
}

fn seats(program: &Program) -> Vec<String> {
    program.app.setup().seats.into_iter().map(|seat| seat.name).collect()
}

fn dealer(program: &Program) -> Option<usize> {
    program.app.setup().seats.iter().position(|seat| seat.dealer)
}

fn says(program: &Program) -> String {
    program.app.setup().notice.map(|notice| notice.to_string()).unwrap_or_default()
}

fn hint(program: &Program, words: &str) -> String {
    program.item(words).hint.unwrap().to_string()
}

/// The choices of an item that are on.
fn on(program: &Program, words: &str) -> Vec<String> {
    program.item(words).actions.iter().filter(|action| action.on).map(|action| action.text.to_string()).collect()
}

fn rules(program: &Program) -> RuleSet {
    program.app.wizard().unwrap().game().rules().clone()
}

fn deal(program: &mut Program) {
    program.tap(Command::Deal);
    assert_eq!(program.app.page(), Page::Table, "{}", says(program));
}

/// Deals, and plays a bid: a game that nobody touched is not kept.
pub fn play(program: &mut Program) {
    deal(program);
    program.tap(Command::OnTable(TableCommand::Number(0)));
}

#[test]
fn a_new_game_begins_as_the_last_one_did_with_the_deal_moved_on() {
    let before = played(&session_of(&["Ana", "Bo", "Cy"], unbound()), &[1, 0, 0], &[1, 0, 0]);
    let (mut program, _, _home) = over_game(&before);
    program.tap(Command::Show(Page::Setup));
    assert_eq!((seats(&program), dealer(&program)), (["Ana", "Bo", "Cy"].map(String::from).to_vec(), Some(1)));
    let fact = |program: &Program| program.app.data_page().unwrap().fact.unwrap().to_string();
    assert!(fact(&program).starts_with("As on ") && fact(&program).ends_with("; the deal has moved on"));
    assert!(program.app.setup().ready, "one tap deals");
    deal(&mut program);
    let ids = |session: &Session| session.people().players_at_end().iter().map(|one| one.id).collect::<Vec<_>>();
    assert_eq!(ids(program.app.wizard().unwrap()), ids(&before), "they are the same people");
    program.tap(Command::Show(Page::Setup));
    set(&mut program, [S::Remove(2)]);
    assert_eq!(fact(&program), "Players, clockwise", "it is not as it was");
}

#[test]
fn the_rules_of_the_last_game_outlast_the_program_but_not_what_no_page_offers() {
    let home = TempDir::new().unwrap();
    let mut program = Program::start(with_settings(&home));
    program.sit(&["Anna", "Ben", "Cleo"]);
    set(&mut program, [S::PlusMinusOne(Some([1, 2])), S::Rule("extra_cards", 2), S::Hands("1 3 5".into())]);
    play(&mut program);
    assert_eq!((rules(&program).extra_cards, rules(&program).hands), (2, Some(vec![1, 3, 5])));
    program.until("kept", |app| !app.is_keeping_settings());
    drop(program);
    let mut settings = Settings::load(&home.path().join("settings.json")).unwrap();
    let pack = last_wizard::RuleSet { pack: Some(Pack::Red), ..Default::default() };
    settings.last_wizard = TrackRules { rules: pack, ..settings.last_wizard };
    std::fs::write(home.path().join("settings.json"), serde_json::to_vec(&settings).unwrap()).unwrap();

    let mut program = Program::start(with_settings(&home));
    program.tap(Command::Show(Page::Setup));
    deal(&mut program);
    let dealt = rules(&program);
    assert_eq!((dealt.plus_minus_one_from_cards, dealt.hands), (2, Some(vec![1, 3, 5])));
    assert_eq!(dealt.extra_cards, 0, "the page cannot take them away");
    program.tap(Command::Show(Page::Setup));
    set(&mut program, [S::Game(GameName::LastWizard)]);
    deal(&mut program);
    assert_eq!(program.app.session().unwrap().last_wizard().unwrap().game().rules().pack, None);
}

#[test]
fn the_names_of_a_new_game_outlast_the_program_until_it_begins() {
    let home = TempDir::new().unwrap();
    let kept = |mut program: Program| program.until("kept", |app| !app.is_keeping_settings());
    let mut program = Program::start(with_settings(&home));
    program.sit(&["Anna", "Ben"]);
    kept(program);
    let mut program = Program::start(with_settings(&home));
    program.tap(Command::Show(Page::Setup));
    set(&mut program, [S::Add("Cleo".into())]);
    assert_eq!(seats(&program), ["Anna", "Ben", "Cleo"]);
    set(&mut program, [S::Remove(1), S::Add("Dora".into())]);
    deal(&mut program);
    kept(program);
    let mut program = Program::start(with_settings(&home));
    program.tap(Command::Show(Page::Setup));
    assert_eq!(seats(&program), ["Anna", "Cleo", "Dora"], "as the last game");
}

#[test]
fn names_kept_by_hand_are_seated_only_as_far_as_they_can_play() {
    let home = TempDir::new().unwrap();
    let names = ["Anna", "", "anna", "Ben", "Cleo", "Dora", "Émilie", "Finn", "Greta"];
    let mut kept = json!({"seats": names});
    std::fs::write(home.path().join("settings.json"), kept.to_string()).unwrap();
    let program = Program::start(with_settings(&home));
    assert_eq!(seats(&program), ["Anna", "Ben", "Cleo", "Dora", "Émilie", "Finn"]);
    assert!(program.app.setup().ready, "{}", says(&program));
    drop(program);
    // So are rules.
    kept["new_games"] = json!({"edition": "anniversary", "cards": ["dragon", "bomb"]});
    std::fs::write(home.path().join("settings.json"), kept.to_string()).unwrap();
    let mut program = Program::start(with_settings(&home));
    program.tap(Command::Show(Page::Setup));
    let text = "These rules cannot be played: the Dragon and the Fairy must be in the deck together.";
    assert_eq!(says(&program), text);
    program.archive(ArchiveCommand::Panel(Panel::Rules));
    program.press(&["Dragon & Fairy"]);
    deal(&mut program);
}

#[test]
fn names_are_distinct_readable_and_at_most_six() {
    let (mut program, _home) = new_game(&["Anna", "Ben"]);
    for (name, text) in [
        ("anna", "anna is already at the table."),
        ("  ", "Type a name first."),
        ("\u{200b}\u{2060}", "This name has no visible letter."),
        ("B\u{7}o", "This name has a control character."),
    ] {
        set(&mut program, [S::Add(name.into())]);
        assert!(says(&program).contains(text), "{}", says(&program));
        set(&mut program, [S::Name(1, name.into())]);
        assert!(says(&program).contains(text), "{}", says(&program));
    }
    assert_eq!(seats(&program), ["Anna", "Ben"]);
    program.tap(Command::Deal);
    assert!(says(&program).contains("Wizard is for 3 to 6 players."), "{}", says(&program));
    set(&mut program, [" Cleo  the\tthird ", "Dora", "Emil", "Finn", "Gus"].map(|name| S::Add(name.into())));
    assert!(says(&program).contains("Wizard is for six players at most."));
    assert_eq!(seats(&program), ["Anna", "Ben", "Cleo the third", "Dora", "Emil", "Finn"]);
    assert_eq!(program.app.setup().asks.to_string(), "Six at the table is the most");
    set(&mut program, [S::Game(GameName::LastWizard), S::Add("Gus".into())]);
    assert_eq!(says(&program), "The Last Wizard is for six players at most. Remove someone first.");
}

#[test]
fn a_set_up_survives_a_visit_to_another_page() {
    let (mut program, _home) = new_game(&["Anna", "Ben", "Cleo"]);
    set(&mut program, [S::Rule("bidding", 3)]);
    for page in [Page::Settings, Page::Home, Page::Setup] {
        program.tap(Command::Show(page));
    }
    assert_eq!(seats(&program), ["Anna", "Ben", "Cleo"]);
    // A name typed but not added is seated, too.
    set(&mut program, [S::Typed("Dora".into())]);
    deal(&mut program);
    assert_eq!(rules(&program).bidding, Bidding::Secret);
    assert_eq!(program.app.wizard().unwrap().people().names_at_end(), ["Anna", "Ben", "Cleo", "Dora"]);
}

#[test]
fn the_person_of_a_seat_gets_another_name_colour_and_sign_in_a_panel() {
    let (mut program, _home) = new_game(&["Anna", "Ben", "Cleo"]);
    set(&mut program, [S::Dealer(1), S::Open(1)]);
    assert_eq!((program.app.panel(), program.value("Name")), (Panel::Person, "Ben".to_owned()));
    assert_eq!([on(&program, "Colour of Ben"), on(&program, "Sign of Ben")], [["Orange"], ["Letters"]]);
    program.press(&["Sky blue", "Moon"]);
    assert_eq!(on(&program, "Colour of Ben"), ["Sky blue"]);
    assert_eq!(program.app.colours().map(u8::from)[..3], [1, 0, 2], "whoever had it gives way");
    let type_in = |program: &mut Program, text: &str| {
        let typed = program.item("Name").typed.unwrap().command(text.into());
        program.tap(typed);
        let enter = program.item("Name").command.unwrap();
        program.tap(enter);
    };
    type_in(&mut program, "Benno");
    assert_eq!((program.app.panel(), dealer(&program)), (Panel::None, Some(1)));
    assert_eq!(seats(&program), ["Anna", "Benno", "Cleo"]);
    set(&mut program, [S::Open(1)]);
    type_in(&mut program, "ANNA");
    assert!(says(&program).contains("ANNA is already at the table."), "{}", says(&program));
    assert_eq!((program.app.panel(), seats(&program)[1].as_str()), (Panel::None, "Benno"));
}

#[test]
fn excluded_rules_say_why_and_come_back() {
    let (mut program, _home) = new_game(&["Anna", "Ben", "Cleo"]);
    program.archive(ArchiveCommand::Panel(Panel::Rules));
    assert_eq!(program.value("Plus/Minus One"), "Always");
    set(&mut program, [S::Rule("bidding", 3)]);
    assert_eq!((program.value("Plus/Minus One"), program.item("Plus/Minus One").enabled), ("Never".into(), false));
    assert!(hint(&program, "Plus/Minus One").starts_with("Not with Secret prediction"));
    set(&mut program, [S::Rule("bidding", 1)]);
    assert_eq!((program.value("Plus/Minus One"), program.item("Plus/Minus One").enabled), ("Always".into(), true));
    assert_eq!(hint(&program, "House rules"), "Hidden bids");
    set(&mut program, [S::Edition(Edition::Anniversary)]);
    program.archive(ArchiveCommand::Panel(Panel::HouseRules));
    assert!(!program.item("Clairvoyance").enabled);
    assert_eq!(hint(&program, "Clairvoyance"), "Only without special cards");
}

#[test]
fn one_list_shows_and_sets_when_plus_minus_one_holds() {
    let (mut program, _home) = new_game(&["Anna", "Ben", "Cleo"]);
    program.archive(ArchiveCommand::Panel(Panel::Rules));
    let wished = |program: &Program| {
        let action = program.item("Plus/Minus One");
        (program.value("Plus/Minus One"), action.actions.iter().map(|action| action.on).collect::<Vec<_>>())
    };
    let more = |program: &mut Program, row: &str| {
        let action = program.item(row).actions.remove(1);
        program.tap(action.command);
    };
    assert_eq!(wished(&program), ("Always".into(), vec![true, false, false, false]));
    program.press(&["Never"]);
    assert_eq!(wished(&program), ("Never".into(), vec![false, false, false, true]));
    program.press(&["From round …"]);
    more(&mut program, "First round with Plus/Minus One");
    assert_eq!(wished(&program), ("From round 3".into(), vec![false, true, false, false]));
    program.press(&["From … cards"]);
    more(&mut program, "Smallest hand with Plus/Minus One");
    assert_eq!(wished(&program), ("Round 3, 3 cards".into(), vec![false, true, true, false]));
    program.archive(ArchiveCommand::Panel(Panel::HouseRules));
    program.press(&["The last may always bid 0"]);
    assert_eq!(hint(&program, "Plus/Minus One binds everyone"), "Not where the last may always bid 0");
    deal(&mut program);
    let dealt = rules(&program);
    assert!(dealt.plus_minus_one && dealt.last_may_bid_zero && !dealt.plus_minus_one_in_turn);
    assert_eq!((dealt.plus_minus_one_from, dealt.plus_minus_one_from_cards), (3, 3));
    // Where it never holds, nothing about it is offered.
    program.sit(&["Anna", "Ben", "Cleo"]);
    set(&mut program, [S::PlusMinusOne(None)]);
    program.archive(ArchiveCommand::Panel(Panel::HouseRules));
    let items = program.app.data_panel().unwrap().items;
    assert!(items.iter().all(|item| item.text.to_string() != "The last may always bid 0"));
}

#[test]
fn the_rounds_are_one_field_and_its_chips() {
    let (mut program, _home) = new_game(&["Anna", "Ben", "Cleo"]);
    program.archive(ArchiveCommand::Panel(Panel::Rules));
    let chips = |program: &Program| {
        let items = program.app.data_panel().unwrap().items;
        items.into_iter().find(|item| item.key == "plans").unwrap().actions
    };
    let chosen = |program: &Program| -> Vec<String> {
        chips(program).iter().filter(|chip| chip.on).map(|chip| chip.text.to_string()).collect()
    };
    let hands = |program: &Program| program.value("Cards dealt in each round");
    assert_eq!((hands(&program), chosen(&program)), ("1-20".into(), vec!["All 20".into()]));
    for (at, text, name) in [
        (1, "2 4 6 8 10 12 14 16 18 20", "Every other"),
        (3, "11-20", "The last ten"),
        (4, "1-10 9-1", "Up and down"),
        (2, "2 4 6 8 10 12 14 16 18 20", "Tournament"),
    ] {
        let chip = chips(&program).remove(at).command;
        program.tap(chip);
        assert!(chosen(&program).contains(&name.to_owned()), "{:?}", chosen(&program));
        assert_eq!(hands(&program), text);
    }
    set(&mut program, [S::Add("Dora".into())]);
    assert_eq!(hands(&program), "1 3 5 7 9 11-15", "the tournament's hands for four players");
    let mut type_in = |text: &str| {
        set(&mut program, [S::Hands(text.into())]);
        let items = program.app.data_panel().unwrap().items;
        let shown = items.iter().find(|item| item.key == "hands").map(|item| item.text.to_string());
        (shown.unwrap_or_default(), chosen(&program), program.app.setup().ready)
    };
    assert_eq!(type_in("1-15"), (String::new(), vec!["All 15".into()], true), "typed, it is the same plan");
    assert_eq!(type_in("1, 3, 5"), (String::new(), vec![], true));
    let (shown, _, ready) = type_in("1 3 x");
    assert!(shown.starts_with("“x” is not a number of cards.") && !ready, "{shown}");
    for wrong in ["1-", "-3", "1-2-3", "3-x"] {
        let (shown, ..) = type_in(wrong);
        assert!(shown.contains("is not a number of cards"), "{wrong}: {shown}");
    }
    assert!(type_in("1-200 200-1").0.starts_with("A game has 1 to 40 rounds."));
    let (shown, ..) = type_in("x".repeat(10_000).as_str());
    assert!(shown.len() < 160, "{} letters", shown.len());
    assert_eq!(type_in("1 3 90").0, "Round 3 cannot deal 90 cards: 1 to 20 are possible.");
    assert_eq!(type_in("1 3 16").0, "4 players × 16 cards are 64, the deck has 60. Deal fewer.");
    assert!(type_in("").0.starts_with("A game has 1 to 40 rounds."));
    assert_eq!(type_in("3 2").0, "");
    deal(&mut program);
    assert_eq!(rules(&program).hands, Some(vec![3, 2]));
}

#[test]
fn cards_are_chips_and_dragon_and_fairy_go_together() {
    let (mut program, _home) = new_game(&["Anna", "Ben", "Cleo"]);
    program.archive(ArchiveCommand::Panel(Panel::Rules));
    let has_cards =
        |program: &Program| program.app.data_panel().unwrap().items.iter().any(|item| item.text.to_string() == "Cards");
    assert!(!has_cards(&program), "the classic deck has no special cards");
    set(&mut program, [S::Edition(Edition::Anniversary)]);
    assert_eq!(on(&program, "Cards").len(), 6);
    program.press(&["Dragon & Fairy", "Juggler"]);
    assert_eq!(on(&program, "Cards"), ["Shapeshifter", "Bomb", "Werewolf", "Cloud"]);
    deal(&mut program);
    assert_eq!((rules(&program).special_cards.len(), rules(&program).edition()), (4, Edition::Anniversary));
}

#[test]
fn ties_are_broken_in_the_order_of_the_taps() {
    let (mut program, _home) = new_game(&["Anna", "Ben", "Cleo"]);
    program.archive(ArchiveCommand::Panel(Panel::HouseRules));
    let [bids, round, sum] = ["bids met", "best round", "sum of bids"].map(|what| format!("Ties broken by {what}"));
    // Removing the first one moves the others up.
    program.press(&[&round, &sum, &bids, &round, &round, &bids]);
    assert_eq!([&bids, &round, &sum].map(|title| program.item(title).on), [false, true, true]);
    assert_eq!(program.item(&sum).text.to_string(), format!("1. {sum}"));
    deal(&mut program);
    assert_eq!(rules(&program).tie_break, [TieBreak::SumOfBids, TieBreak::BestRound]);
    let file: Value = serde_json::from_slice(&std::fs::read(program.app.session_file().unwrap()).unwrap()).unwrap();
    assert_eq!(file["rules"]["tie_break"], json!(["sum_of_bids", "best_round"]));
    // Changing them during the game is announced.
    program.tap(Command::Show(Page::Change));
    program.archive(ArchiveCommand::Panel(Panel::HouseRules));
    program.press(&[&bids]);
    let effects = program.app.setup().change.unwrap().effects;
    assert_eq!(effects[0].to_string(), "Ties broken by sum of bids, then best round, then bids met.");
}

#[test]
fn seats_are_shuffled_and_a_random_dealer_is_one_of_the_players() {
    let (mut program, _home) = new_game(&["Anna", "Ben", "Cleo"]);
    set(&mut program, [S::Dealer(1)]);
    let (mut orders, mut dealers) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..80 {
        set(&mut program, [S::Shuffle]);
        orders.insert(seats(&program));
        assert_eq!(seats(&program)[dealer(&program).unwrap()], "Ben", "the deal stays with the person");
    }
    for _ in 0..60 {
        set(&mut program, [S::RandomDealer]);
        dealers.insert(dealer(&program));
    }
    assert_eq!((orders.len(), dealers.len()), (6, 3), "every order and every dealer should come up");
}

#[test]
fn the_menu_seats_the_tables_that_played_last() {
    let (mut program, _home) = new_game(&["Anna", "Ben", "Cleo"]);
    play(&mut program);
    program.sit(&["Dora", "Émilie", "Finn", "Gus"]);
    play(&mut program);
    program.tap(Command::Show(Page::Setup));
    program.archive(ArchiveCommand::Panel(Panel::Setup));
    let lines = |program: &Program| -> Vec<String> {
        program.app.data_panel().unwrap().items.iter().map(|item| item.text.to_string()).collect()
    };
    let tables = ["Dora, Émilie, Finn and Gus", "Anna, Ben and Cleo"];
    assert_eq!(lines(&program)[..2], ["Shuffle seats", "Random dealer"]);
    // Both are of one second.
    assert!(tables.iter().all(|table| lines(&program)[2..4].contains(&(*table).to_owned())), "{:?}", lines(&program));
    set(&mut program, [S::Game(GameName::LastWizard)]);
    assert_eq!(lines(&program)[1], "Random first player");
    program.press(&[tables[1]]);
    assert_eq!(seats(&program), ["Anna", "Ben", "Cleo"]);
    assert_eq!(program.app.panel(), Panel::None);
    deal(&mut program);
    assert_eq!(program.app.session().unwrap().name(), GameName::LastWizard, "the game chosen must stay");
    // In a running game nobody else sits down.
    program.tap(Command::Show(Page::Change));
    program.archive(ArchiveCommand::Panel(Panel::Setup));
    assert_eq!(lines(&program), ["Shuffle seats", "Random first player"]);
}

#[test]
fn the_fold_rule_and_the_tokens_are_lines_of_the_last_wizard() {
    let (mut program, _home) = new_game(&["Ana", "Bo", "Cy"]);
    set(&mut program, [S::Game(GameName::LastWizard)]);
    program.archive(ArchiveCommand::Panel(Panel::Rules));
    assert_eq!(on(&program, "Tokens in use"), ["−1", "1", "2", "3", "4"]);
    program.press(&["Token 9"]);
    assert_eq!(on(&program, "Tokens in use").pop().unwrap(), "9");
    program.press(&["A fold on 1 to 7 moves 2"]);
    let summary: Vec<String> = program.app.setup().summary.iter().map(ToString::to_string).collect();
    assert_eq!(summary, ["A fold's +1 is never doubled"]);
    deal(&mut program);
    assert!(!program.app.session().unwrap().last_wizard().unwrap().game().rules().fold_doubles);
}
