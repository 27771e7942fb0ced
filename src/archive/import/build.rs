//! Builds sessions from outlines, filling in what a table omits. The session reader checks the result.

use chrono::{DateTime, FixedOffset};

use super::identity::person;
use super::known::Known;
use super::outline::{Outline, OutlineRound};
use super::preview::{Note, Question};
use super::problem::Problem;
use super::row::Row;
use super::sheet::{Questions, SheetSession};
use crate::archive::format::{CloudIn, InFile, RoundIn, TableIn, facts, likely_phase};
use crate::game::AtMost;
use crate::plain::{neutral, restored};
use crate::seats::{Order, Seat, Seating};
use crate::session::{Former, Frame, People, Player, Session, SetupError, checked_name, fingerprint};
use crate::text;
use crate::text::Text;
use crate::wizard::{BrokenRule, Column, Game, OpenRound, PenaltyGiven, Round, RuleConflict, Table, Violation, Waiver};

type Built = Result<(Session, Vec<Note>), Vec<Problem>>;

impl SheetSession {
    /// What the table omits is taken from the one of the archive's versions whose facts come out, otherwise from the
    /// first that can be meant.
    pub(super) fn session(
        &self,
        likes: &[Session],
        known: &Known,
        now: DateTime<FixedOffset>,
        questions: &mut Questions,
    ) -> Built {
        let mut as_before = None;
        for like in likes.iter().filter(|like| self.fits(like)) {
            let read = questions.attempt(|questions| self.build(Some(like), known, now, questions));
            let is_same = matches!(&read.0, Ok((built, _)) if fingerprint(built) == fingerprint(like));
            if is_same || as_before.is_none() {
                as_before = Some(read);
            }
            if is_same {
                break;
            }
        }
        let (built, pending) = match as_before {
            Some((Ok(built), pending)) => (Ok(built), pending),
            as_before => {
                let alone = questions.attempt(|questions| self.build(None, known, now, questions));
                // If both fail, the errors under the session's own rules are more useful.
                as_before.filter(|_| alone.0.is_err()).unwrap_or(alone)
            }
        };
        questions.pending.extend(pending);
        built
    }

    /// Compares the players of the rounds that both have, and the cards of all.
    fn fits(&self, like: &Session) -> bool {
        like.people().len() == self.outline.players()
            && (1..).zip(&self.outline.rounds).all(|(number, round)| {
                let mut players = like.people().players_in(number).zip(&round.rows);
                (number > like.scored().max(1) || players.all(|(player, row)| is_called(player, &row.player)))
                    && round.cards.is_none_or(|cards| cards == i64::from(like.game().cards(number)))
            })
    }

    fn build(
        &self,
        like: Option<&Session>,
        known: &Known,
        now: DateTime<FixedOffset>,
        questions: &mut Questions,
    ) -> Built {
        let Outline { date, seating, rounds, .. } = &self.outline;
        let mut notes = Vec::new();
        let rules = match like {
            Some(like) => like.game().rules().clone(),
            None => {
                notes.clone_from(&self.outline.notes);
                self.rules(&mut notes).map_err(|problem| vec![problem])?
            }
        };
        // The rows give the dealers, and the archive's version the order of the others.
        let as_before = like.map(|like| like.game().seating()).filter(|before| {
            let mut numbers = 1..=rounds.len();
            seating.as_ref().is_none_or(|given| numbers.all(|round| given.starter(round) == before.starter(round)))
        });
        let seating = as_before.or(seating.as_ref()).cloned().unwrap_or_else(|| {
            let assumed = |name: &String| {
                Note::assumed(text!("the file does not say who dealt first: {name} is assumed", name = name))
            };
            notes.extend(self.outline.names().first().map(assumed));
            Seating::new(self.outline.players(), 0)
        });
        if as_before.is_none() {
            let from = |order: &Order| {
                Note::assumed(text!(
                    "the dealer changes in round {round}: the deal does not move on clockwise",
                    round = order.from_round
                ))
            };
            notes.extend(seating.changes().iter().map(from));
        }
        let started = match (date, like.map(Session::started)) {
            (Some(date), Some(before)) if date.is(before) => before,
            (Some(date), _) => date.moment(),
            (None, Some(before)) => before,
            (None, None) => {
                notes.push(Note::not_dated());
                now
            }
        };
        let people = self.people(like, known)?;
        let game = Game::seated(seating, rules).map_err(|conflict| self.not_set_up(conflict.into()))?;
        let table = self.table(&game, &people, like, questions)?;
        let (scored, planned) = (table.scored.len(), game.plan().rounds());
        if like.is_none() && scored < planned {
            notes.push(Note::assumed(text!(
                "{rounds} of {planned} rounds are complete: the session continues, or can be ended early",
                rounds = scored,
                planned = planned,
            )));
        }
        self.check_figures(&game, &table)?;
        let frame = Frame::new(self.id, started, &people);
        let frame = like.map_or(frame, |like| Frame { id: self.id, started, people: &people, ..like.frame() });
        let session = Session::of(frame, game);
        let session = session.with_facts(table, Vec::new(), 0);
        let session = session.map_err(|rule| vec![self.broken(&rule, rule.in_file())])?;
        if like.is_none() {
            notes.extend(session.taken_over().into_iter().map(Note::assumed));
            let lacks = text!(
                "a table holds only the rounds: place, notes, times, an early end, whether it counts and rules that no \
                 round shows are in the JSON export"
            );
            notes.extend(self.exported.then(|| Note::assumed(lacks)));
        }
        Ok((session, notes))
    }

    fn people(&self, like: Option<&Session>, known: &Known) -> Result<People, Vec<Problem>> {
        let player = |number: usize, seat: Seat, row: &Row| -> Result<Player, Vec<Problem>> {
            let same = |player: &&Player| is_called(player, &row.player);
            let before = like.map(Session::people).and_then(|before| {
                let there = before.players_in(number).nth(seat).filter(same);
                there.or_else(|| before.everyone().find(same))
            });
            if let Some(before) = before {
                return Ok(before.clone());
            }
            let typed = checked_name(&row.player).map_err(|wrong| {
                let reason = SetupError::Name { player: seat + 1, wrong }.text();
                vec![self.header.problem(row.line, row.fields, Column::Player, reason).against_the_rules()]
            })?;
            // Exports have the names of their file, which may have other blanks.
            let name = if self.exported { row.player.clone() } else { typed };
            let id = known.person(&name).unwrap_or_else(|| person(&name));
            Ok(Player::new(name, id))
        };
        let (mut last, mut former): (Vec<Player>, Vec<Former>) = (Vec::new(), Vec::new());
        for (number, round) in (1..).zip(self.outline.rounds.iter().chain(&self.outline.at_end)) {
            let rows = round.rows.iter().enumerate();
            let now = rows.map(|(seat, row)| player(number, seat, row)).collect::<Result<Vec<_>, _>>()?;
            let left = last.into_iter().zip(&now).enumerate().filter(|(_, (before, player))| before != *player);
            former.extend(left.map(|(seat, (player, _))| Former { seat, rounds: number - 1, player }));
            last = now;
        }
        People::seated(last, former).map_err(|error| self.not_set_up(error))
    }

    fn not_set_up(&self, error: SetupError) -> Vec<Problem> {
        let rounds = &self.outline.rounds;
        let first = rounds.first().map_or(1, OutlineRound::first_line);
        let (line, column) = match &error {
            SetupError::Rules(RuleConflict::HandSize { round, .. }) => {
                (rounds.get(round.saturating_sub(1)).map_or(first, OutlineRound::first_line), Column::Cards)
            }
            _ => (first, Column::Player),
        };
        vec![self.header.problem(line, 0, column, error.text()).against_the_rules()]
    }

    /// Where tricks do not add up, or do not follow from the points, asks a question.
    fn table(
        &self,
        game: &Game,
        people: &People,
        like: Option<&Session>,
        questions: &mut Questions,
    ) -> Result<Table, Vec<Problem>> {
        let (mut kept, mut problems) = (Vec::new(), Vec::new());
        let tricks = self.tricks(game, questions)?;
        let mut table = loop {
            let read = self.table_in(game, like, &tricks, &kept);
            match game.table_of(read, &|round| people.names_in(round)) {
                Ok(table) => break table,
                Err(broken) => {
                    let may_stand = broken.violation.waiver() == Some(Waiver::Tricks) && !kept.contains(&broken.round);
                    let stands = may_stand && self.is_kept_as_noted(&broken, questions);
                    let problem = Problem { is_asked: may_stand, ..self.broken(&broken, broken.in_file()) };
                    problems.extend((!stands).then_some(problem));
                    if !may_stand {
                        return Err(problems);
                    }
                    kept.push(broken.round);
                }
            }
        };
        if !problems.is_empty() {
            return Err(problems);
        }
        for (scored, before) in table.scored.iter_mut().zip(like.iter().flat_map(|like| &like.table().scored)) {
            scored.finished = before.finished.filter(|_| scored.facts == before.facts);
        }
        if let Some(open) = &table.open
            && let Some(before) = open_before(like, table.scored.len() + 1, &open.facts)
        {
            table.open = Some(before);
        }
        let ended = like.filter(|like| like.table().scored.len() == table.scored.len());
        table.ended_early = ended.and_then(|like| like.table().ended_early);
        if !self.header.has(Column::Penalties) {
            let known = like.map(|like| like.table().penalties.as_slice()).unwrap_or_default();
            let scored = table.scored.len();
            table.penalties = known.iter().filter(|penalty| penalty.after_round <= scored).cloned().collect();
        }
        Ok(table)
    }

    fn is_kept_as_noted(&self, broken: &BrokenRule, questions: &mut Questions) -> bool {
        let Problem { line, text, .. } = self.broken(broken, broken.text());
        let chosen = questions.ask(line, || Question {
            source: 0,
            line,
            text,
            options: vec![text!("Leave this game out"), text!("Keep as noted")],
            chosen: None,
        });
        chosen == Some(1)
    }

    /// Tricks are derived from points where missing. What the table omits is as in the archive's version.
    fn table_in(
        &self,
        game: &Game,
        like: Option<&Session>,
        tricks: &[Vec<Option<i64>>],
        kept: &[usize],
    ) -> TableIn<Game> {
        let last = self.outline.rounds.len();
        let is_last_scored = self.is_last_scored();
        let list = |numbers: Vec<Option<i64>>| AtMost { count: numbers.len(), kept: numbers };
        let rounds = (1..).zip(&self.outline.rounds).zip(tricks).map(|((number, round), tricks)| {
            let before =
                like.and_then(|like| like.table().scored.get(number - 1)).map(|before| before.facts.as_entered());
            let trump = if self.header.has(Column::Trump) {
                Some(round.trump)
            } else {
                before.as_ref().map(|before| before.trump)
            };
            let mut waived = round.waived.clone();
            if let Some(before) = before.filter(|_| !self.header.has(Column::Waived)) {
                waived.clone_from(&before.waived);
                if !before.tricks.iter().map(|number| number.map(i64::from)).eq(tricks.iter().copied()) {
                    waived.remove(&Waiver::Tricks);
                }
            }
            waived.extend(kept.contains(&number).then_some(Waiver::Tricks));
            let clouds =
                round.clouds.iter().map(|&(seat, change)| CloudIn::Taken(i64::try_from(seat).unwrap_or(-1), change));
            let mut read = RoundIn {
                bids: list(round.rows.iter().map(|row| row.bid).collect()),
                tricks: Some(list(tricks.clone())),
                trump,
                bombs: Some(round.bombs.into()),
                clouds: AtMost { count: round.clouds.len(), kept: clouds.collect() },
                waived,
                ..RoundIn::default()
            };
            if number == last {
                let facts = facts(game, number, read.clone()).ok();
                let open_before = facts.as_ref().and_then(|facts| open_before(like, number, facts));
                let open = is_last_scored.map_or(open_before.is_some(), |scored| !scored);
                read.phase = facts.filter(|_| open).map(|facts| likely_phase(game, &facts));
            }
            read
        });
        let penalties = self.outline.rounds.iter().flat_map(|round| {
            (0..).zip(&round.rows).flat_map(|(player, row)| {
                row.penalties.iter().map(move |given| PenaltyGiven { player, ..given.clone() })
            })
        });
        let penalties: Vec<PenaltyGiven> = penalties.collect();
        TableIn {
            rounds: AtMost { count: last, kept: rounds.collect() },
            penalties: AtMost { count: penalties.len(), kept: penalties },
            ended_early: None,
        }
    }

    fn tricks(&self, game: &Game, questions: &mut Questions) -> Result<Vec<Vec<Option<i64>>>, Vec<Problem>> {
        let mut totals = vec![0_i64; self.outline.players()];
        let read = (1..).zip(&self.outline.rounds).map(|(number, round)| {
            let points = |(row, total): (&Row, &mut i64)| {
                let before = std::mem::replace(total, row.total.unwrap_or(*total));
                row.points.or_else(|| row.total?.checked_sub(before))
            };
            let points: Vec<Option<i64>> = round.rows.iter().zip(&mut totals).map(points).collect();
            if self.header.has(Column::Tricks) || points.iter().all(Option::is_none) {
                return Ok(round.rows.iter().map(|row| row.tricks).collect());
            }
            let solved = self.solved(game, number, round, &points, questions)?;
            Ok(solved.into_iter().map(|tricks| Some(i64::from(tricks))).collect())
        });
        let (read, wrong): (Vec<_>, Vec<_>) = read.partition(Result::is_ok);
        if wrong.is_empty() {
            Ok(read.into_iter().flatten().collect())
        } else {
            Err(wrong.into_iter().filter_map(Result::err).collect())
        }
    }

    /// Tricks that give these points for the bids and add up to those possible; if ambiguous, those chosen.
    fn solved(
        &self,
        game: &Game,
        number: usize,
        round: &OutlineRound,
        points: &[Option<i64>],
        questions: &mut Questions,
    ) -> Result<Vec<u8>, Problem> {
        let all = game.tricks_possible(number, round.bombs);
        let mut ways: Vec<Vec<u8>> = vec![Vec::new()];
        for ((seat, row), points) in round.rows.iter().enumerate().zip(points) {
            let bid = row.bid.and_then(|bid| u8::try_from(bid).ok());
            let gives = |tricks: &u8| {
                let mut facts = Round::empty(game.players(), None);
                facts.bids.set(seat, bid);
                facts.set_tricks(seat, Some(*tricks));
                let read = game.reading(number, &facts).seats.get(seat).and_then(|seat| seat.points);
                read.map(i64::from) == *points
            };
            let possible: Vec<u8> = (0..=all).filter(gives).collect();
            if possible.is_empty() {
                let column = if self.header.has(Column::Points) { Column::Points } else { Column::Total };
                let reason = text!("no number of tricks gives these points for this bid");
                return Err(self.header.problem(row.line, row.fields, column, reason).against_the_rules());
            }
            let longer =
                |way: &Vec<u8>| possible.iter().map(|tricks| [&way[..], &[*tricks]].concat()).collect::<Vec<_>>();
            ways = ways.iter().flat_map(longer).collect();
        }
        ways.retain(|way| way.iter().map(|&tricks| u16::from(tricks)).sum::<u16>() == u16::from(all));
        let line = round.last_line();
        let reason = match &ways[..] {
            [only] => return Ok(only.clone()),
            [] => text!(
                "round {round}: no tricks that give these points add up to the cards: give the tricks",
                round = number
            ),
            _ => text!("round {round}: the tricks do not follow from bids and points: give the tricks", round = number),
        };
        let label = |way: &Vec<u8>| {
            let each = round.rows.iter().zip(way).map(|(row, tricks)| format!("{} {tricks}", row.player));
            Text::foreign(each.collect::<Vec<_>>().join(", "))
        };
        let problem = Problem { is_asked: !ways.is_empty(), ..Problem::at(line, None, reason) };
        let chosen = (!ways.is_empty()).then(|| {
            questions.ask(line, || Question {
                source: 0,
                line,
                text: text!("round {round}: which tricks did the players take?", round = number),
                options: ways.iter().map(label).collect(),
                chosen: None,
            })
        });
        chosen.flatten().and_then(|chosen| ways.get(chosen).cloned()).ok_or(problem)
    }

    /// Whether the last round was scored; `None` if unknown. Our own tables have points and totals for every scored
    /// round.
    pub(super) fn is_last_scored(&self) -> Option<bool> {
        let has_figures =
            |round: &OutlineRound| round.rows.iter().any(|row| row.points.is_some() || row.total.is_some());
        let (last, before) = self.outline.rounds.split_last()?;
        let like_ours = self.header.has(Column::Points) && self.header.has(Column::Total);
        (like_ours && before.iter().all(has_figures)).then(|| has_figures(last))
    }

    fn broken(&self, broken: &BrokenRule, reason: Text) -> Problem {
        let rounds = &self.outline.rounds;
        let (seat, column) = match &broken.violation {
            Violation::BidRange { player, .. }
            | Violation::BidMissing { player }
            | Violation::PlusMinusOne { player, .. }
            | Violation::PlusMinusOneInTurn { player, .. } => (Some(*player), Column::Bid),
            Violation::TricksRange { player, .. } | Violation::TricksMissing { player } => {
                (Some(*player), Column::Tricks)
            }
            Violation::NoTrump { .. } => (None, Column::Trump),
            Violation::TricksSum { .. } | Violation::Length { .. } => (None, Column::Tricks),
            Violation::BombNotInDeck | Violation::Bombs { .. } => (None, Column::Bomb),
            Violation::CloudNotInDeck | Violation::Clouds { .. } | Violation::CloudPlayer { .. } => {
                (None, Column::CloudChange)
            }
            Violation::CloudChange { player, .. }
            | Violation::CloudWithoutTrick { player }
            | Violation::CloudRange { player, .. } => (Some(*player), Column::CloudChange),
            Violation::CloudOpen { player } => (*player, Column::CloudChange),
            Violation::PenaltyPlayer { .. }
            | Violation::PenaltyRound { .. }
            | Violation::PenaltyPoints { .. }
            | Violation::PenaltyReason
            | Violation::PenaltyCount => (None, Column::Penalties),
            Violation::NoSuchRound { .. } => (None, Column::Round),
        };
        let round = rounds.get(broken.round.wrapping_sub(1)).or(rounds.last());
        let of_seat = round.and_then(|round| round.rows.get(seat?));
        let row = match &broken.violation {
            Violation::PenaltyPoints { points } => self.penalty(|given| given.points == *points),
            Violation::PenaltyRound { after_round, .. } => self.penalty(|given| given.after_round == *after_round),
            _ if column == Column::Penalties => self.penalty(|_| true),
            _ => of_seat.or_else(|| round?.rows.iter().max_by_key(|row| row.line)),
        };
        let (line, fields) = row.map_or((self.header.line, 0), |row| (row.line, row.fields));
        self.header.problem(line, fields, column, reason).against_the_rules()
    }

    fn penalty(&self, is_it: impl Fn(&PenaltyGiven) -> bool) -> Option<&Row> {
        let rows = self.outline.rounds.iter().flat_map(|round| &round.rows);
        rows.filter(|row| row.penalties.iter().any(&is_it)).last()
    }

    /// Repeated points, totals and scored bids must follow from the facts. A wrong total is reported once, not in every
    /// later round.
    fn check_figures(&self, game: &Game, table: &Table) -> Result<(), Vec<Problem>> {
        let mut problems = Vec::new();
        // Numbers in a file can be of any size.
        let mut carried = vec![0_i128; self.outline.players()];
        for (round, reading) in self.outline.rounds.iter().zip(game.readings(table)) {
            for ((row, seat), carried) in round.rows.iter().zip(&reading.seats).zip(&mut carried) {
                let mut check = |column: Column, ours: Option<i64>, theirs: Option<i64>, reported: i128| -> i128 {
                    let Some(theirs) = theirs else { return reported };
                    let off = ours.map(|ours| i128::from(theirs) - i128::from(ours));
                    if off.is_none_or(|off| off != 0 && off != reported) {
                        let reason = match ours {
                            Some(ours) => {
                                text!("{ours} by our rules, but the file says {theirs}", ours = ours, theirs = theirs)
                            }
                            None => text!("no value yet by our rules, but the file says {theirs}", theirs = theirs),
                        };
                        let problem = self.header.problem(row.line, row.fields, column, reason);
                        problems.push(problem.against_the_rules());
                    }
                    off.unwrap_or(reported)
                };
                let points = seat.points.filter(|_| reading.is_scored());
                check(Column::ScoredBid, seat.scored_bid.map(i64::from), row.scored_bid, 0);
                let off = check(Column::Points, points.map(i64::from), row.points, 0);
                *carried = check(Column::Total, seat.total.map(i64::from), row.total, *carried + off);
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }
}

fn is_called(player: &Player, name: &str) -> bool {
    restored(&neutral(&player.name)).trim() == name || checked_name(name).is_ok_and(|name| name == player.name)
}

fn open_before(like: Option<&Session>, number: usize, read: &Round) -> Option<OpenRound> {
    let like = like?;
    let (_, open) = like.open().filter(|(round, _)| *round == number)?;
    let listed = |facts: &Round| {
        let mut shown = like.game().shown(number, &OpenRound { facts: facts.clone(), phase: open.phase });
        // Clouds are listed in their takers' rows, and one without an answer in none.
        shown.clouds.retain(|cloud| cloud.taken().is_some());
        shown.clouds.sort_by_key(|cloud| cloud.taker());
        shown
    };
    (listed(&open.facts) == listed(read)).then(|| open.clone())
}
