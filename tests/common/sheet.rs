//! A game as kept on paper: a line goes with its chair, and each entry says who made it. Totals, the end of the game
//! and statistics are computed from the entries alone, to compare the program's with.

use std::collections::{BTreeMap, BTreeSet};

use tablet_of_truth::each;
use tablet_of_truth::game::Rules;
use tablet_of_truth::last_wizard::{Rank, WrittenFacts};
use tablet_of_truth::session::{AnyRef, GameName, OfGame, Player, Record, Session, Status};
use tablet_of_truth::statistics::{Statistics, TrackStatistics};
use tablet_of_truth::wizard::{Round, Waiver};
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

#[derive(Clone, Debug, PartialEq)]
pub enum Agreed {
    /// Wizard: the cards of each round, and the first round with Plus/Minus One.
    Wizard { hands: Vec<u8>, bound_from: Option<usize> },
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

pub fn bid(facts: &Round<u8>, seat: usize) -> Entry {
    let of_seat = facts.clouds.iter().filter(|cloud| cloud.player == seat);
    let changed = of_seat.map(|cloud| i64::from(i8::from(cloud.change))).sum();
    let [bid, tricks] = [&facts.bids, &facts.tricks].map(|list| i64::from(*list.get(seat).unwrap()));
    Entry::Bid { bid, changed, tricks }
}

pub fn other(facts: &Round<u8>) -> String {
    format!("{:?} {}", facts.trump, facts.bombs)
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
                    bound_from: rules.plus_minus_one.then_some(rules.plus_minus_one_from.into()),
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
                        let Entry::Bid { bid, changed, tricks } = line.entries[index].1 else {
                            panic!("a bet in Wizard")
                        };
                        let off = (bid + changed - tricks).abs();
                        *total += if off == 0 { 20 + 10 * tricks } else { -10 * off };
                        *total += line.given(index + 1);
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
            let said = each!(session, session => session.by_seat_after(after).map(|line| i64::from(line.total)));
            assert_eq!(said.into_iter().collect::<Vec<_>>(), *totals, "after round {after} of {rounds}");
        }
        let now = each!(session, session => session.current_totals());
        assert_eq!(now.into_iter().map(i64::from).collect::<Vec<_>>(), totals[rounds]);
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
        let totals = sheet.totals().pop().unwrap();
        for (line, total) in sheet.lines.iter().zip(&totals) {
            for (player, entry) in &line.entries {
                let of = counted.entry(player.name.clone()).or_default();
                of.rounds += 1;
                of.met_or_folded += u32::from(match entry {
                    Entry::Bid { bid, changed, tricks } => bid + changed == *tricks,
                    Entry::Bet { facts, .. } => facts.fold.is_some(),
                });
            }
            let of = counted.entry(line.player.name.clone()).or_default();
            if sheet.status() == Status::Finished {
                of.finished += 1;
                of.won += u32::from(totals.iter().max() == Some(total));
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
    let share = |share: Option<f64>, of: u32| (share.unwrap_or(0.0) * f64::from(of)).round() as u32;
    match game {
        GameName::Wizard => {
            let players = Statistics::of(records).players.into_iter().map(|player| {
                let counted = Counted {
                    rounds: player.bids.rounds,
                    met_or_folded: share(player.bids.share_met.value, player.bids.rounds),
                    finished: player.results.games,
                    won: player.results.wins + player.results.shared_wins,
                    ended_early: player.ended_early,
                };
                (player.name, counted)
            });
            players.collect()
        }
        GameName::LastWizard => {
            let players = TrackStatistics::of(records).players.into_iter().map(|player| {
                let counted = Counted {
                    rounds: player.rounds,
                    met_or_folded: share(player.share_folded.value, player.rounds),
                    finished: player.results.games,
                    won: player.results.wins + player.results.shared_wins,
                    ended_early: player.ended_early,
                };
                (player.name, counted)
            });
            players.collect()
        }
    }
}
