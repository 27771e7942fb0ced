//! Other rules, seats and people in a running game. In `properties.rs` any such change is undone and redone.

use tablet_of_truth::archive::{read_session, write_session};
use tablet_of_truth::game::Refusal;
use tablet_of_truth::seats::PerSeat;
use tablet_of_truth::session::{Agreement, People, Player, Record, Session};
use tablet_of_truth::statistics::Statistics;
use tablet_of_truth::wizard::{
    Bidding, Change, Cloud, Command, Game, Phase, Round, RuleSet, SpecialCard, TieBreak, Trump, Violation,
};
use uuid::Uuid;

use crate::common::operation::check;
use crate::common::{after, at, classic, cloud, hands, known, round, scored, session, totals, unbound, with_cards};
use crate::schema::saved;

/// Two scored rounds, and two bids of the third.
fn running(rules: RuleSet) -> Session {
    let one = scored(&session(3, rules), &round(&[0, 1, 1], &[0, 0, 1]));
    let two = scored(&one, &round(&[2, 0, 1], &[1, 0, 1]));
    after(&two, [Command::Bid(0, Some(3)), Command::Bid(1, Some(2))])
}

fn ruled(session: &Session, rules: RuleSet) -> Result<Session, Refusal<Violation>> {
    let game = Game::new(3, session.game().dealer(1), rules).unwrap();
    let changed = session.agree(Agreement { game, ..session.agreed().clone() }, PerSeat::new(3, |seat| seat))?;
    check(&changed);
    Ok(changed)
}

#[test]
fn a_rule_that_scored_rounds_kept_is_changed_and_the_open_round_stays() {
    let session = running(unbound());
    let changed = ruled(&session, RuleSet { tie_break: vec![TieBreak::BidsMet], ..unbound() }).unwrap();
    assert_eq!(changed.table(), session.table());
    assert_eq!(changed.game().rules().tie_break, [TieBreak::BidsMet]);
    for session in [&changed, &changed.undo().unwrap()] {
        assert_eq!(saved(session)["version"], 2, "a change is kept as a step, which version 1 does not have");
    }
}

#[test]
fn a_rule_that_a_scored_round_broke_names_the_round() {
    let summed = scored(&session(3, unbound()), &round(&[0, 0, 1], &[0, 0, 1]));
    let refused = ruled(&summed, classic()).unwrap_err();
    assert_eq!(refused, Refusal::Rule { round: 1, violation: Violation::PlusMinusOne { player: 0, bid: 0, cards: 1 } });
    assert!(ruled(&summed, RuleSet { plus_minus_one_from: 2, ..classic() }).is_ok());
    let bombed = Round { bombs: 1, ..round(&[0, 0, 0], &[0, 0, 0]) };
    let bombed = scored(&session(3, with_cards(&[SpecialCard::Bomb])), &bombed);
    assert_eq!(ruled(&bombed, unbound()).unwrap_err(), Refusal::Rule { round: 1, violation: Violation::BombNotInDeck });
    let shorter = ruled(&running(unbound()), hands(&[1])).unwrap_err();
    assert_eq!(shorter, Refusal::Rule { round: 2, violation: Violation::NoSuchRound { planned: 1 } });
}

#[test]
fn a_new_plan_redeals_the_open_round_only_where_it_must() {
    let session = running(unbound());
    let longer = ruled(&session, hands(&[1, 2, 4, 5])).unwrap();
    assert_eq!(longer.open().unwrap().1.facts.bids.known(0), Some(3), "the bid still fits the round");
    let fewer = ruled(&session, hands(&[1, 2, 2])).unwrap();
    assert!(!fewer.open().unwrap().1.facts.is_begun(), "a bid of 3 does not fit two cards");
    let over = ruled(&session, hands(&[1, 2])).unwrap();
    assert_eq!(over.open(), None);
    let without = ruled(&session, RuleSet { bidding: Bidding::Secret, ..unbound() }).unwrap();
    let (_, open) = without.open().unwrap();
    assert_eq!(
        (open.phase, open.facts.bids.known(1)),
        (Phase::Playing, Some(2)),
        "the bids wait until the tricks are in"
    );
}

#[test]
fn plus_minus_one_that_begins_in_the_open_round_asks_for_another_bid() {
    let bids = [Command::Bid(1, Some(1)), Command::Bid(2, Some(0)), Command::Bid(0, Some(0)), Command::Advance];
    let session = after(&session(3, unbound()), bids);
    let changed = ruled(&session, classic()).unwrap();
    let (_, open) = changed.open().unwrap();
    assert_eq!((open.phase, open.facts.bids.clone()), (Phase::Bidding, known(&[0, 1, 0])));
}

#[test]
fn players_who_move_seats_keep_their_rounds() {
    let dealt = session(3, with_cards(&[SpecialCard::Cloud]));
    let first = Round { trump: Some(Trump::Red), clouds: vec![cloud(2, -1)], ..round(&[0, 1, 1], &[0, 0, 1]) };
    let session = after(&scored(&dealt, &first), [Command::Correct(1, first)]);
    let players: Vec<Player> = [2, 0, 1].map(|seat: usize| session.people().players_at_end()[seat].clone()).into();
    let agreed = Agreement { people: People::new(players).unwrap(), ..session.agreed().clone() };
    let changed = session.agree(agreed, [2, 0, 1].into_iter().collect()).unwrap();
    check(&changed);
    let before = totals(&session);
    let (one, other) = (before[0].clone(), totals(&changed)[0].clone());
    assert_eq!([one.get(2), one.get(0), one.get(1)], [other.get(0), other.get(1), other.get(2)]);
    assert_eq!(changed.rounds()[0].clouds, [Cloud { player: 0, change: Change::Less }]);
    assert_eq!(changed.rounds()[0].trump, Some(Trump::Red));
}

/// Ana played rounds 1 and 2, Dora has her seat from then on.
fn taken_over() -> Session {
    let changed = crate::common::taken_over(&running(unbound()), 0, &Player::new("Dora", Uuid::from_u128(0xd0a)));
    check(&changed);
    changed
}

#[test]
fn a_replaced_player_keeps_the_rounds_they_played() {
    let session = taken_over();
    assert_eq!(session.people().names_in(2)[0], "Ana");
    assert_eq!(session.people().names_in(3)[0], "Dora");
    assert_eq!(session.taken_over().len(), 1);
    assert_eq!(session.taken_over()[0].to_string(), "Ana played up to round 2, then Dora");
    let ended = after(&session, [Command::EndEarly(at(9))]);
    let records = [Record::of(&ended)];
    let statistics = Statistics::of(&records);
    let rounds = |name: &str| statistics.player(name).unwrap().bids.rounds;
    assert_eq!((rounds("Ana"), rounds("Zoë")), (2, 2));
    assert_eq!(rounds("Dora"), 0, "a round counts for whoever played it");
    let ended_early = |name: &str| statistics.player(name).unwrap().ended_early;
    assert_eq!((ended_early("Ana"), ended_early("Zoë"), ended_early("Dora")), (1, 1, 0), "and so does the game");
}

#[test]
fn a_name_is_corrected_before_and_after_a_replacement() {
    let session = taken_over();
    let zoe = Player { name: "Zoe".into(), ..session.people().players_at_end()[1].clone() };
    let renamed = session.renamed(zoe.id, &zoe).unwrap();
    assert_eq!(renamed.people().names_at_end()[1], "Zoe");
    let mut first = renamed.clone();
    while let Ok(earlier) = first.undo() {
        first = earlier;
    }
    assert_eq!(first.people().names_at_end(), ["Ana", "Zoe", "李雷"]);
}

#[test]
fn an_impossible_change_in_a_file_leaves_the_facts() {
    let session = taken_over();
    let text = String::from_utf8(write_session(&session, at(1)).unwrap()).unwrap();
    let broken = text.replace("\"seats\": [0, 1, 2]", "\"seats\": [0, 1, 1]");
    assert_ne!(broken, text);
    let loaded = read_session(broken.as_bytes(), at(2)).unwrap().session.wizard().unwrap();
    assert_eq!((loaded.table(), loaded.agreed()), (session.table(), session.agreed()));
    let endless = text.replacen("\"rounds\": 2", &format!("\"rounds\": {}", usize::MAX), 1);
    assert_ne!(endless, text);
    assert_eq!(read_session(endless.as_bytes(), at(2)).unwrap().session.wizard().unwrap().taken_over().len(), 1);
    let nowhere = text.replacen("\"seat\": 0", "\"seat\": 3", 1);
    assert_ne!(nowhere, text);
    let error = read_session(nowhere.as_bytes(), at(2)).unwrap_err();
    assert_eq!(error.to_string(), "somebody played on seat 3 before, but the seats are 0 to 2");
}
