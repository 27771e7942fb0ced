//! The rules that a table's rounds imply.

use super::outline::{Outline, OutlineRound};
use super::preview::Note;
use super::problem::Problem;
use super::row::Row;
use super::sheet::SheetSession;
use crate::seats::{PerSeat, Seating};
use crate::text;
use crate::wizard::{Column, EXTRA_CARDS_MAX, Game, Plan, PlanPreset, RuleSet, SpecialCard, Trump};

impl SheetSession {
    pub(super) fn rules(&self, notes: &mut Vec<Note>) -> Result<RuleSet, Problem> {
        let (players, rounds) = (self.outline.players(), &self.outline.rounds);
        let mut rules = RuleSet::default();
        for (card, is_there) in [
            (SpecialCard::Bomb, rounds.iter().any(|round| round.bombs > 0)),
            (SpecialCard::Cloud, rounds.iter().any(|round| !round.clouds.is_empty())),
            (SpecialCard::Witch, rounds.iter().any(|round| round.bombs > 1 || round.clouds.len() > 1)),
        ] {
            rules.special_cards.extend(is_there.then_some(card));
        }
        let official = Plan::of(&rules, players);
        let by_tricks = self.hands_by_tricks(&official);
        if by_tricks.is_some() {
            notes.push(Note::assumed(text!(
                "the file does not say the cards of the rounds: they follow from the tricks"
            )));
        }
        let mut hands = Vec::with_capacity(rounds.len());
        for (index, round) in rounds.iter().chain(&self.outline.planned).enumerate() {
            let by_tricks = by_tricks.as_ref().and_then(|hands| hands.get(index).copied());
            match round.cards.or(by_tricks).or_else(|| official.cards(index + 1).map(i64::from)) {
                // 0 and 255 are outside every plan, so the conflict reports what is possible.
                Some(cards) => hands.push(u8::try_from(cards.max(0)).unwrap_or(u8::MAX)),
                None => {
                    let reason = text!(
                        "a game of {players} has {planned} rounds. If you played otherwise, give the cards of each \
                         round in a column named cards",
                        players = players,
                        planned = official.rounds(),
                    );
                    return Err(self.header.problem(round.first_line(), 0, Column::Cards, reason));
                }
            }
        }
        if !official.hands().starts_with(&hands) {
            notes.push(Note::assumed(text!(
                "not the official plan: the hands are those of the {n} round in the file"
                    | "not the official plan: the hands are those of the {n} rounds in the file" % hands.len()
            )));
            rules.hands = Some(hands.clone());
        }
        // A table of rounds does not give the deck.
        let dealable = rules.dealable(players);
        let filled = dealable.extra_cards - rules.extra_cards;
        if filled > 0 {
            notes.push(Note::assumed(text!(
                "the deck has too few cards for its hands, and gets {n} extra card"
                    | "the deck has too few cards for its hands, and gets {n} extra cards" % filled
            )));
        }
        rules = dealable;
        // A deck that leaves no card to turn up has no trump, so one that had a trump was larger.
        let all_dealt = |cards: u8| usize::from(cards) * players == rules.deck();
        let trump_anyway = rounds
            .iter()
            .zip(&hands)
            .position(|(round, &cards)| all_dealt(cards) && round.trump.is_some_and(|trump| trump != Trump::None));
        if let Some(index) = trump_anyway.filter(|_| rules.extra_cards < EXTRA_CARDS_MAX) {
            if rules.extra_cards == 0 {
                notes.push(Note::assumed(text!(
                    "round {round} has a trump although all cards are dealt, so this session's deck has extra cards",
                    round = index + 1,
                )));
            }
            rules.extra_cards += 1;
        }
        let broken = rounds.iter().zip(&hands).position(|(round, &cards)| {
            // Numbers in a file can be of any size.
            let bids: Option<i128> = round.rows.iter().map(|row| row.bid.map(i128::from)).sum();
            bids == Some(i128::from(cards)) && !round.is_against_plus_minus_one()
        });
        if rounds.iter().any(OutlineRound::is_against_plus_minus_one)
            && let Some(form) = self.plus_minus_one(&rules)
        {
            if form != rules {
                let described = RuleSet { hands: None, ..form.clone() }.described(players);
                notes.push(Note::assumed(text!(
                    "it follows from the rounds kept against the rule: {rules}",
                    rules = described
                )));
            }
            rules = form;
        } else if let Some(index) = broken {
            notes.push(Note::assumed(text!(
                "in round {round} the bids add up to the cards, so Plus/Minus One is off for this session",
                round = index + 1,
            )));
            rules.plus_minus_one = false;
        }
        Ok(rules)
    }

    /// For a table without cards, none of whose rounds fits the official plan: the sums of tricks, if they are the
    /// hands of a preset or fall by one.
    fn hands_by_tricks(&self, official: &Plan) -> Option<Vec<i64>> {
        let rounds = &self.outline.rounds;
        let sum = |round: &OutlineRound| {
            let tricks = round.rows.iter().map(|row| row.tricks.map(i128::from));
            i64::try_from(tricks.sum::<Option<i128>>()?).ok()
        };
        let hands = rounds.iter().map(sum).collect::<Option<Vec<i64>>>().filter(|hands| hands.len() > 1)?;
        let matches_plan =
            |plan: &[u8]| hands.iter().copied().eq(plan.iter().take(hands.len()).map(|&cards| i64::from(cards)));
        let none = hands.iter().zip(official.hands()).all(|(hand, &cards)| *hand != i64::from(cards));
        let plans = PlanPreset::ALL.into_iter().filter_map(|preset| preset.hands(self.outline.players()));
        let down = hands.windows(2).all(|two| matches!(two, [one, next] if next.checked_add(1) == Some(*one)));
        let known = down || plans.into_iter().any(|plan| matches_plan(&plan));
        (none && known && !self.header.has(Column::Cards)).then_some(hands)
    }

    /// The form of Plus/Minus One that exactly the rounds marked as waiving it broke.
    fn plus_minus_one(&self, rules: &RuleSet) -> Option<RuleSet> {
        let Outline { seating, rounds, .. } = &self.outline;
        let players = self.outline.players();
        let seating = seating.clone().unwrap_or_else(|| Seating::new(players, 0));
        let numbers = |of: fn(&Row) -> Option<i64>, round: &OutlineRound| -> Option<PerSeat<Option<u8>>> {
            let number = |row: &Row| Some(Some(u8::try_from(of(row)?).ok()?));
            round.rows.iter().map(number).collect()
        };
        let scored = rounds.len() - usize::from(self.is_last_scored() == Some(false));
        let bids: Vec<_> = rounds.iter().take(scored).map(|round| numbers(|row| row.bid, round)).collect();
        let fits = |rules: &RuleSet| {
            let Ok(game) = Game::seated(seating.clone(), rules.clone()) else { return false };
            (1..).zip(rounds).zip(&bids).all(|((number, round), bids)| {
                bids.as_ref()
                    .is_none_or(|bids| game.adding_up(number, bids).is_some() == round.is_against_plus_minus_one())
            })
        };
        let largest = Plan::of(rules, players).hands().iter().copied().max().unwrap_or(1);
        let from = (1..=rules.last_round(players)).flat_map(|round| (1..=largest).map(move |cards| (round, cards)));
        let forms = [(false, false), (true, false), (false, true)].into_iter();
        forms.flat_map(|form| from.clone().map(move |from| (form, from))).find_map(
            |((in_turn, zero), (round, cards))| {
                let form = RuleSet {
                    plus_minus_one_in_turn: in_turn,
                    last_may_bid_zero: zero,
                    plus_minus_one_from: round,
                    plus_minus_one_from_cards: cards,
                    ..rules.clone()
                };
                fits(&form).then_some(form)
            },
        )
    }
}
