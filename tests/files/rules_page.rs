//! The page of rules: what a search finds, what a bid is worth, and where the way back leads.

use tablet_of_truth::app::{Command, Page, Panel};
use tablet_of_truth::wizard::{Plan, RULES, RuleSet};
use tempfile::TempDir;

use crate::common::program::Program;
use crate::keys::wizard;

const FIELD: &str = "Search the rules";
const MUST_FOLLOW: &str = "you must follow it or play a Wizard";
const WEREWOLF: &str = "Whoever is dealt the Werewolf";

fn at_the_rules() -> (Program, TempDir) {
    let home = TempDir::new().unwrap();
    let mut program = Program::over(home.path());
    program.tap(Command::Show(Page::Rules));
    program.press(&["All rules"]);
    (program, home)
}

fn says(program: &Program, words: &str) -> bool {
    program.texts().iter().any(|text| text.contains(words))
}

#[test]
fn a_search_keeps_what_has_its_words() {
    let (mut program, _home) = at_the_rules();
    for (typed, found, not) in [
        ("", MUST_FOLLOW, "No rule mentions"),
        ("", WEREWOLF, "No rule mentions"),
        ("must follow", MUST_FOLLOW, WEREWOLF),
        ("WEREWOLF DEALT", WEREWOLF, MUST_FOLLOW),
        ("wérewolf", WEREWOLF, MUST_FOLLOW),
        // Under their other name.
        ("covered bids", "all are shown at once before the first trick", MUST_FOLLOW),
        ("poker", "No rule mentions “poker”. Try a shorter word, or one of the game's own.", MUST_FOLLOW),
    ] {
        program.fill(FIELD, typed);
        assert!(says(&program, found) && !says(&program, not), "{typed:?}: {:#?}", program.texts());
    }
    program.press(&["Show all rules"]);
    assert!(says(&program, MUST_FOLLOW) && says(&program, WEREWOLF));
    for typed in ["odds", "Chance", "first-hand", "encyclopedia"] {
        program.fill(FIELD, typed);
        assert!(!says(&program, MUST_FOLLOW) && program.offers("Turned up: Jester"), "{typed}");
    }
    program.press(&["Clear the search"]);
    assert_eq!(program.value(FIELD), "");
}

#[test]
fn the_rules_are_those_of_the_booklets() {
    let (mut program, _home) = at_the_rules();
    for words in [
        "Whoever keeps the pad deals first.",
        "The Humans are blue, the Dwarves red, the Elves green and the Giants yellow.",
        "reads them out, so that everyone knows them",
        "Begin with a few of them, the Shapeshifter first",
        "Everyone shuffles their own fifteen cards and draws each hand from them.",
        "the first card after it that is not a Jester decides",
        "only the Werewolf is never played",
        "even if the Bomb was in that trick, except after the last trick",
        "the highest number wins, whatever its colour",
        "Whoever plays the Juggler names a colour, which may be trump.",
    ] {
        assert!(says(&program, words), "{words:?} in {:#?}", program.texts());
    }
    let texts = program.texts();
    let place = |words: &str| texts.iter().position(|text| text.starts_with(words)).unwrap();
    assert!(place("Variants") < place("Plus/Minus One, which most tables play"), "it is one of the variants");
    assert!(!says(&program, "Plus/Minus One can be off"), "leaving out a variant is not a house rule");

    program.press(&["Rules of The Last Wizard", "All rules"]);
    for chapter in ["How a hand is counted", "Powers of the red pack", "Powers of the blue pack"] {
        assert!(program.offers(chapter), "{chapter}");
    }
    for (name, power) in [
        ("Skeleton", "both Skeletons in the combination: +3 each"),
        ("Harpy", "with two other creatures: +5"),
        ("Witch", "with at least one creature: +3"),
        ("Wave", "with at least one creature: +2"),
        ("Warlock", "casts two different spells"),
        ("Dullahan", "with at least one spell: +2"),
        ("Goblin King", "+6 for each Goblin in the combination"),
        ("Dragon", "with at least one caster: +2"),
        ("Pyromancer", "with at least one Flame: +4"),
        ("Fortify", "the creature's own value × 3, then what its power adds"),
        ("Storm", "with two casters: +5"),
        ("Lich", "casts two different spells"),
    ] {
        program.fill(FIELD, &format!("{name} {power}"));
        assert_eq!(program.value(name), power);
    }
    for (typed, found, not) in [
        ("do magic begins", "Whoever saw somebody do magic most recently begins the first round.", "Harpy"),
        ("two packs dealt two cards", "Everyone is dealt two cards", "Harpy"),
        ("lich different spells", "casts two different spells", "Harpy"),
    ] {
        program.fill(FIELD, typed);
        assert!(says(&program, found) && !says(&program, not), "{typed}: {:#?}", program.texts());
    }
}

#[test]
fn the_page_and_the_document_tell_of_every_rule() {
    let (program, _home) = at_the_rules();
    let words = [
        ("plus_minus_one", "Plus/Minus One, which most tables play"),
        ("bidding", "Secret prediction: the bids are shown only after the last trick."),
        ("clairvoyance", "Clairvoyance: in round 1 you see everybody's card except your own."),
        ("unicolor", "Unicolor, for 3 or 4 players without special cards"),
        ("plus_minus_one_from", "Plus/Minus One can begin in a later round"),
        ("plus_minus_one_from_cards", "or leave small hands out"),
        ("last_may_bid_zero", "Or the last bidder may always bid 0"),
        ("plus_minus_one_in_turn", "Or it binds everyone"),
        ("extra_cards", "Extra cards, from another edition or home-made"),
        ("deck", "peoples, suits from 2 to ace, or plain colours"),
        ("tie_break", "A tie can be broken by bids met"),
    ];
    assert_eq!(RULES.iter().map(|rule| rule.key).collect::<Vec<_>>(), words.map(|(key, _)| key));
    for (key, words) in words {
        assert!(says(&program, words), "{key}: {words:?} in {:#?}", program.texts());
        assert!(include_str!("../../docs/rules.md").contains(&format!("`{key}`")), "{key} is not in docs/rules.md");
    }
}

#[test]
fn the_calculator_counts_as_the_engine_does() {
    let (mut program, _home) = at_the_rules();
    let points = |bid: i16, tricks: u8| Plan::of(&RuleSet::default(), 3).points(1, bid, tricks);
    let signed = |points: i32| if points > 0 { format!("+{points}") } else { format!("−{}", -points) };
    let (fewer, no_tricks) = (["One fewer bid"; 5], ["One trick fewer"; 4]);
    for (taps, shown) in [
        (&[][..], "Bid 3, took 2: −10".to_owned()),
        (&["One more bid"], format!("Bid 4, took 2: {}", signed(points(4, 2)))),
        (&["One more bid", "One trick more"], format!("Bid 5, took 3: {}", signed(points(5, 3)))),
        (&["One trick more", "One trick more"], format!("Bid 5, took 5: {}", signed(points(5, 5)))),
        (&["One fewer bid", "One trick fewer"], format!("Bid 4, took 4: {}", signed(points(4, 4)))),
        (&["The Cloud adds one to the bid"], format!("Bid 4, made 5 by the Cloud, took 4: {}", signed(points(5, 4)))),
        (&["The Cloud takes one off the bid"], format!("Bid 4, made 3 by the Cloud, took 4: {}", signed(points(3, 4)))),
        // The example of the 25-year edition.
        (&["One more bid"], "Bid 5, made 4 by the Cloud, took 4: +60".to_owned()),
        (&fewer, "A bid of 0 can only become 1.".to_owned()),
        (&no_tricks, "Whoever takes the Cloud has taken at least one trick.".to_owned()),
        (&["The Cloud changes nothing"], "Bid 0, took 0: +20".to_owned()),
    ] {
        program.press(taps);
        let texts = program.texts();
        assert!(texts.contains(&shown), "{taps:?}: {shown:?} in {texts:#?}");
    }
}

#[test]
fn the_way_back_leads_to_the_page_before_and_not_in_circles() {
    let (mut program, _home) = wizard();
    let mut back = |way: &[Page], steps: &[Page]| {
        way.iter().for_each(|page| drop(program.tap(Command::Show(*page))));
        for page in steps {
            program.tap(Command::StepBack);
            assert_eq!(program.app.page(), *page, "{way:?}");
        }
    };
    // The rules over the settings, and the settings again.
    back(&[Page::Rules, Page::Settings, Page::Rules], &[Page::Settings, Page::Table]);
    for page in [Page::Archive, Page::Statistics, Page::Settings, Page::Home] {
        back(&[page, Page::Rules, Page::Rules], &[page]);
    }
    back(&[Page::Archive, Page::Settings], &[Page::Archive]);
    // A panel closes first.
    program.tap(Command::Show(Page::Settings));
    program.press(&["Licences"]);
    assert_eq!(program.app.panel(), Panel::Licences);
    let close = program.app.data_panel().unwrap().close;
    program.tap(close);
    assert_eq!((program.app.page(), program.app.panel()), (Page::Settings, Panel::None));
}
