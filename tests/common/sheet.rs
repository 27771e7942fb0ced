//! A game as kept on paper: a line goes with its chair, and each entry says who made it. Totals, the end of the game
//! and statistics are computed from the entries alone, to compare the program's with.

use std::collections::{BTreeMap, BTreeSet};

use tablet_of_truth::each;
use tablet_of_truth::game::Rules;
use tablet_of_truth::last_wizard::{Rank, WrittenFacts};
use tablet_of_truth::session::{AnyRef, GameName, OfGame, Player, Record, Session, Status};
use tablet_of_truth::statistics::{Results, Statistics, TrackStatistics};
use tablet_of_truth::wizard::{Round, RuleSet, TieBreak, Waiver};
use uuid::Uuid;

#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// Wizard: the bid, the Clouds' changes to it, and the tricks.
    Bid { bid: i64, changed: i64, tricks: i64 },
    /// The Last Wizard: the bets and the hand, and the spaces moved by hand.
    Bet { facts: WrittenFacts, by_hand: i64 },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub player: Player,
    /// The points or space before round 1.
    pub start: i64,
    /// Each with the player of the round.
    pub entries: Vec<(Player, Entry)>,
    /// Wizard: penalties, with the round they follow, points and reason.
    pub penalties: Vec<(usize, i64, String)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// Everyone clockwise from the dealer or first player.
    pub order: Vec<Uuid>,
    /// Wizard: whether the table let stand bids that add up, or tricks that do not.
    pub waived: [bool; 2],
    pub other: String,
}

/// Plus/Minus One: where it begins, and its forms.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    pub from: usize,
    pub from_cards: u8,
    pub last_may_bid_zero: bool,
    pub in_turn: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Agreed {
    /// Wizard: the cards of each round.
    Wizard { hands: Vec<u8>, bound: Option<Bound>, tie_break: Vec<TieBreak> },
    /// The Last Wizard: whether a fold's +1 is doubled on 1 to 7.
    LastWizard { fold_doubles: bool },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    pub agreed: Agreed,
    /// Clockwise, as the players sit now.
    pub lines: Vec<Line>,
    pub heads: Vec<Head>,
    pub next: usize,
    pub ended_early: bool,
}

/// The entries of a round in the order of the lines, and what else there is of it.
pub type Written = (Vec<Entry>, String);

pub fn bid(facts: &Round<u8>, seat: usize) -> Entry {
    let of_seat = facts.clouds.iter().filter(|cloud| cloud.player == seat);
    let changed = of_seat.map(|cloud| i64::from(i8::from(cloud.change))).sum();
    let [bid, tricks] = [&facts.bids, &facts.tricks].map(|list| i64::from(*list.get(seat).unwrap()));
    Entry::Bid { bid, changed, tricks }
}

pub fn other(facts: &Round<u8>) -> String {
    format!("{:?} {}", facts.trump, facts.bombs)
}

impl Entry {
    /// Wizard: the announced bid, the scored one, and the tricks.
    pub fn numbers(&self) -> (i64, i64, i64) {
        let Entry::Bid { bid, changed, tricks } = *self else { panic!("a bet in Wizard") };
        (bid, bid + changed, tricks)
    }

    /// Wizard: what the round is worth.
    pub fn points(&self) -> i64 {
        let (_, bid, tricks) = self.numbers();
        if bid == tricks { 20 + 10 * tricks } else { -10 * (bid - tricks).abs() }
    }

    /// Whether a bid was met, or a round was folded.
    pub fn met_or_folded(&self) -> bool {
        match self {
            Entry::Bid { bid, changed, tricks } => bid + changed == *tricks,
            Entry::Bet { facts, .. } => facts.fold.is_some(),
        }
    }
}

impl Bound {
    pub fn of(rules: &RuleSet) -> Option<Bound> {
        rules.plus_minus_one.then_some(Bound {
            from: rules.plus_minus_one_from.into(),
            from_cards: rules.plus_minus_one_from_cards,
            last_may_bid_zero: rules.last_may_bid_zero,
            in_turn: rules.plus_minus_one_in_turn,
        })
    }

    /// Whether the last of these bids, in order, breaks it.
    pub fn forbids_last(&self, round: usize, cards: u8, bids: &[i64]) -> bool {
        let zero = self.last_may_bid_zero && bids.last() == Some(&0);
        let begun = round >= self.from && cards >= self.from_cards;
        begun && !zero && bids.iter().sum::<i64>() == i64::from(cards)
    }

    /// The place of the first, but for the last, who bids 0 when the bids before add up, where it binds everyone.
    pub fn broken_in_turn(&self, round: usize, cards: u8, bids: &[i64]) -> Option<usize> {
        let begun = round >= self.from && cards >= self.from_cards;
        let adds_up = |place: &usize| bids[..*place].iter().sum::<i64>() == i64::from(cards);
        (0..bids.len() - 1).find(|place| self.in_turn && begun && bids[*place] == 0 && adds_up(place))
    }
}

impl Sheet {
    pub fn of(session: AnyRef) -> Sheet {
        match session {
            OfGame::Wizard(session) => {
                let (game, table) = (session.game(), session.table());
                let rules = game.rules();
                let rounds = session.rounds();
                let line = |seat: usize| {
                    let given = table.penalties.iter().filter(|one| one.player == seat);
                    Line {
                        start: 0,
                        entries: entries(session, seat, |index| bid(rounds[index], seat)),
                        penalties: given.map(|one| (one.after_round, one.points.into(), one.reason.clone())).collect(),
                        player: person(&session.people().players_at_end()[seat]),
                    }
                };
                let head = |index: usize| {
                    (Waiver::ALL.map(|waiver| rounds[index].waived.contains(&waiver)), other(rounds[index]))
                };
                let agreed = Agreed::Wizard {
                    hands: game.plan().hands().to_vec(),
                    bound: Bound::of(rules),
                    tie_break: rules.tie_break.clone(),
                };
                Sheet::with(session, agreed, line, head, table.ended_early.is_some())
            }
            OfGame::LastWizard(session) => {
                let (game, table) = (session.game(), session.table());
                let rounds = table.written();
                let line = |seat: usize| Line {
                    start: (*game.start().get(seat).unwrap()).into(),
                    entries: entries(session, seat, |index| {
                        let by_hand = rounds[index].moves.get(seat).copied().unwrap_or(0);
                        Entry::Bet { facts: rounds[index].facts[seat], by_hand }
                    }),
                    penalties: Vec::new(),
                    player: person(&session.people().players_at_end()[seat]),
                };
                let head = |index: usize| ([false; 2], rounds[index].reason.clone());
                let agreed = Agreed::LastWizard { fold_doubles: game.rules().fold_doubles };
                Sheet::with(session, agreed, line, head, table.ended_early.is_some())
            }
        }
    }

    fn with<G: Rules>(
        session: &Session<G>,
        agreed: Agreed,
        line: impl FnMut(usize) -> Line,
        head: impl Fn(usize) -> ([bool; 2], String),
        ended_early: bool,
    ) -> Sheet {
        let heads = (0..session.scored()).map(|index| {
            let there: Vec<&Player> = session.people().players_in(index + 1).collect();
            let order = session.game().seating().in_round(index + 1).map(|seat| there[seat].id).collect();
            let (waived, other) = head(index);
            Head { order, waived, other }
        });
        let lines = (0..session.people().len()).map(line).collect();
        Sheet { agreed, lines, heads: heads.collect(), next: session.game().starter(session.scored() + 1), ended_early }
    }

    pub fn totals(&self) -> Vec<Vec<i64>> {
        let mut totals: Vec<i64> = self.lines.iter().map(|line| line.start + line.given(0)).collect();
        let mut all = vec![totals.clone()];
        for index in 0..self.heads.len() {
            match self.agreed {
                Agreed::Wizard { .. } => {
                    for (total, line) in totals.iter_mut().zip(&self.lines) {
                        *total += line.entries[index].1.points() + line.given(index + 1);
                    }
                }
                Agreed::LastWizard { fold_doubles } => self.move_pawns(index, fold_doubles, &mut totals),
            }
            all.push(totals.clone());
        }
        all
    }

    /// The Last Wizard: moves the pawns of one round, in the order in which the players bet.
    fn move_pawns(&self, index: usize, fold_doubles: bool, spaces: &mut [i64]) {
        let before = spaces.to_vec();
        let gain = |line: usize, by: i64| if by > 0 && (1..8).contains(&before[line]) { 2 * by } else { by };
        let facts: Vec<(WrittenFacts, i64)> = self
            .lines
            .iter()
            .map(|line| match line.entries[index].1 {
                Entry::Bet { facts, by_hand } => (facts, by_hand),
                Entry::Bid { .. } => panic!("a bid in The Last Wizard"),
            })
            .collect();
        let of = |line: usize| facts[line].0;
        let sum = |line: usize| of(line).round_token.unwrap_or(0) + of(line).square_token.unwrap_or(0);
        let in_it: Vec<usize> = (0..facts.len()).filter(|&line| of(line).fold.is_none()).collect();
        for id in &self.heads[index].order {
            let line = self.lines.iter().position(|line| line.entries[index].0.id == *id).unwrap();
            if of(line).fold == Some(1) {
                let leads = (0..facts.len()).all(|other| other == line || spaces[other] < spaces[line]);
                let by = if leads { 0 } else { 1 };
                spaces[line] += if fold_doubles { gain(line, by) } else { by };
            }
        }
        for (line, space) in spaces.iter_mut().enumerate() {
            if of(line).fold == Some(2) {
                *space = 0.max(*space + gain(line, -of(line).round_token.unwrap()));
            }
        }
        let mut hands: Vec<i64> = in_it.iter().filter_map(|&line| of(line).hand).collect();
        hands.sort_unstable();
        for &line in &in_it {
            let rank = of(line).rank.or_else(|| {
                let hand = of(line).hand?;
                let above = hands.iter().filter(|&&other| other > hand).count();
                let at_top = hands.iter().filter(|&&hand| hand == *hands.last().unwrap()).count();
                Some(match above {
                    0 => Rank::Best,
                    1 if at_top == 1 && facts.len() > 4 => Rank::Second,
                    _ => Rank::Other,
                })
            });
            let by = match rank.filter(|_| in_it.len() > 1) {
                Some(Rank::Second) => of(line).round_token.unwrap().min(of(line).square_token.unwrap()),
                Some(Rank::Other) => -sum(line),
                Some(Rank::Best) | None => sum(line),
            };
            spaces[line] = 0.max(spaces[line] + gain(line, by));
        }
        for (space, (_, by_hand)) in spaces.iter_mut().zip(&facts) {
            *space = 0.max(*space + by_hand);
        }
    }

    pub fn end(&self) -> Option<usize> {
        match &self.agreed {
            Agreed::Wizard { hands, .. } => Some(hands.len()).filter(|&last| self.heads.len() >= last),
            Agreed::LastWizard { .. } => {
                let ends = |spaces: &Vec<i64>| spaces.iter().any(|&space| space == 0 || space >= 30);
                self.totals().iter().skip(1).position(ends).map(|index| index + 1)
            }
        }
    }

    pub fn status(&self) -> Status {
        match (self.end(), self.ended_early) {
            (Some(_), _) => Status::Finished,
            (None, true) => Status::EndedEarly,
            (None, false) => Status::Running,
        }
    }

    /// The place of each line: one more than the lines ahead.
    pub fn places(&self) -> Vec<usize> {
        let merits = |line: &Line| -> Vec<i64> {
            let Agreed::Wizard { tie_break, .. } = &self.agreed else { return vec![] };
            let entries = || line.entries.iter().map(|(_, entry)| entry);
            let merit = |criterion: &TieBreak| match criterion {
                TieBreak::BidsMet => entries().filter(|entry| entry.met_or_folded()).count() as i64,
                TieBreak::BestRound => entries().map(Entry::points).max().unwrap_or(0),
                TieBreak::SumOfBids => entries().map(|entry| entry.numbers().0).sum(),
            };
            tie_break.iter().map(merit).collect()
        };
        let totals = self.totals().pop().unwrap();
        let results: Vec<_> = self.lines.iter().zip(totals).map(|(line, total)| (total, merits(line))).collect();
        results.iter().map(|own| 1 + results.iter().filter(|other| *other > own).count()).collect()
    }

    /// Whether Plus/Minus One forbids the bids of a round, counted from 0, and whether its tricks do not add up.
    pub fn is_waived(&self, index: usize) -> [bool; 2] {
        let Agreed::Wizard { hands, bound, .. } = &self.agreed else { return [false; 2] };
        let (head, cards) = (&self.heads[index], hands[index]);
        let numbers = |id: &Uuid| {
            self.lines.iter().find(|line| line.entries[index].0.id == *id).unwrap().entries[index].1.numbers()
        };
        // The dealer bids last.
        let order = head.order.iter().cycle().skip(1).take(self.lines.len()).map(numbers);
        let (bids, tricks): (Vec<i64>, Vec<i64>) = order.map(|(bid, _, tricks)| (bid, tricks)).unzip();
        let bombs: i64 = head.other.rsplit(' ').next().unwrap().parse().unwrap();
        let broken = bound.as_ref().is_some_and(|bound| {
            bound.forbids_last(index + 1, cards, &bids) || bound.broken_in_turn(index + 1, cards, &bids).is_some()
        });
        [broken, tricks.iter().sum::<i64>() != i64::from(cards) - bombs]
    }

    /// With another round, each line's entry and what else there is of it.
    pub fn with_round(mut self, (entries, other): Written) -> Sheet {
        let (players, index) = (self.lines.len(), self.heads.len());
        let order = (0..players).map(|step| self.lines[(self.next + step) % players].player.id).collect();
        self.heads.push(Head { order, waived: [false; 2], other: String::new() });
        for (line, entry) in self.lines.iter_mut().zip(&entries) {
            line.entries.push((line.player.clone(), entry.clone()));
        }
        self.next = (self.next + 1) % players;
        self.corrected(index, (entries, other))
    }

    /// With another round in place of one, counted from 0.
    pub fn corrected(mut self, index: usize, (entries, other): Written) -> Sheet {
        for (line, entry) in self.lines.iter_mut().zip(entries) {
            line.entries[index].1 = entry;
        }
        self.heads[index].other = other;
        self.heads[index].waived = self.is_waived(index);
        self.ended_early &= self.end().is_none();
        self
    }

    pub fn everyone(&self) -> BTreeSet<(Uuid, &str)> {
        let played = self.lines.iter().flat_map(|line| line.entries.iter().map(|(player, _)| player));
        let all = self.lines.iter().map(|line| &line.player).chain(played);
        all.map(|player| (player.id, player.name.as_str())).collect()
    }

    pub fn check(&self, session: AnyRef) {
        let found = Sheet::of(session);
        assert_eq!(found, *self, "the session must be as on paper");
        assert_eq!(each!(session, session => session.status()), self.status());
        let (totals, rounds) = (self.totals(), self.heads.len());
        for (after, totals) in totals.iter().enumerate() {
            let shown = each!(session, session => session.by_seat_after(after).map(|line| i64::from(line.total)));
            assert_eq!(shown.into_iter().collect::<Vec<_>>(), *totals, "after round {after} of {rounds}");
        }
        let now = each!(session, session => session.current_totals());
        assert_eq!(now.into_iter().map(i64::from).collect::<Vec<_>>(), totals[rounds]);
        let standings = each!(session, session => session.standings());
        assert!(standings.is_sorted_by_key(|line| (line.rank, line.seat)), "{standings:?}");
        let mut placed: Vec<_> = standings.iter().map(|line| (line.seat, line.total.into(), line.rank)).collect();
        placed.sort_unstable();
        let lines = totals[rounds].iter().zip(self.places()).enumerate();
        assert!(placed.into_iter().eq(lines.map(|(seat, (&total, place))| (seat, total, place))), "{standings:?}");
        let waived = (0..rounds).map(|index| self.is_waived(index));
        assert!(waived.eq(self.heads.iter().map(|head| head.waived)), "what the rules forbid: {:?}", self.heads);
    }
}

impl Line {
    fn given(&self, round: usize) -> i64 {
        self.penalties.iter().filter(|(after, ..)| *after == round).map(|(_, points, _)| points).sum()
    }
}

/// Who this is: a sheet on paper has no colours.
fn person(player: &Player) -> Player {
    Player::new(&player.name, player.id)
}

fn entries<G: Rules>(session: &Session<G>, seat: usize, entry: impl Fn(usize) -> Entry) -> Vec<(Player, Entry)> {
    let by = |index: usize| person(session.people().players_in(index + 1).nth(seat).unwrap());
    (0..session.scored()).map(|index| (by(index), entry(index))).collect()
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counted {
    pub rounds: u32,
    /// Wizard: bids met. The Last Wizard: rounds folded.
    pub met_or_folded: u32,
    pub finished: u32,
    pub won: u32,
    pub ended_early: u32,
}

/// Over the sheets of one game.
pub fn counted<'a>(sheets: impl IntoIterator<Item = &'a Sheet>) -> BTreeMap<String, Counted> {
    let mut counted: BTreeMap<String, Counted> = BTreeMap::new();
    for sheet in sheets {
        if sheet.status() == Status::Running || sheet.heads.is_empty() {
            continue;
        }
        for (line, place) in sheet.lines.iter().zip(sheet.places()) {
            for (player, entry) in &line.entries {
                let of = counted.entry(player.name.clone()).or_default();
                of.rounds += 1;
                of.met_or_folded += u32::from(entry.met_or_folded());
            }
            let of = counted.entry(line.player.name.clone()).or_default();
            if sheet.status() == Status::Finished {
                of.finished += 1;
                of.won += u32::from(place == 1);
            }
        }
        if sheet.status() == Status::EndedEarly {
            let entries = sheet.lines.iter().flat_map(|line| &line.entries);
            for name in entries.map(|(player, _)| player.name.clone()).collect::<BTreeSet<_>>() {
                counted.entry(name).or_default().ended_early += 1;
            }
        }
    }
    counted
}

pub fn counted_by_program(records: &[Record], game: GameName) -> BTreeMap<String, Counted> {
    let counted = |name: String, rounds: u32, share: Option<f64>, results: &Results, ended_early: u32| {
        let met_or_folded = (share.unwrap_or(0.0) * f64::from(rounds)).round() as u32;
        let (finished, won) = (results.games, results.wins + results.shared_wins);
        (name, Counted { rounds, met_or_folded, finished, won, ended_early })
    };
    match game {
        GameName::Wizard => {
            let players = Statistics::of(records).players.into_iter();
            players
                .map(|it| counted(it.name, it.bids.rounds, it.bids.share_met.value, &it.results, it.ended_early))
                .collect()
        }
        GameName::LastWizard => {
            let players = TrackStatistics::of(records).players.into_iter();
            players.map(|it| counted(it.name, it.rounds, it.share_folded.value, &it.results, it.ended_early)).collect()
        }
    }
}
