//! Builds sessions from outlines, checking every rule and every repeated figure.

use chrono::{DateTime, FixedOffset};

use super::cells::Row;
use super::identity::person;
use super::known::Known;
use super::note::Note;
use super::outline::{Outline, OutlineRound};
use super::problem::{Problem, Wrong};
use super::sheet::SheetSession;
use crate::archive::format::{InFile, likely_phase, trumps_dropped};
use crate::plain::{neutral, restored};
use crate::seats::{Order, Seat, Seating};
use crate::session::{Former, Frame, People, Player, Session, SetupError, checked_name};
use crate::wizard::{
    BrokenRule, Cloud, CloudEntry, Column, EXTRA_CARDS_MAX, Game, OpenRound, Penalty, PenaltyGiven, Phase, Plan, Round,
    RuleConflict, RuleSet, ScoredRound, SpecialCard, Table, Trump, Violation, Waiver,
};

/// A session with remarks, or the problems in its rows.
type Built = Result<(Session, Vec<Note>), Vec<Problem>>;

impl SheetSession {
    /// Builds the session of these rows. What a table does not say is taken from `like`, the archive's version of the
    /// session; a table that says nothing else gives just that version.
    ///
    /// # Errors
    /// Every broken rule and every figure that does not follow, by line and column.
    pub(super) fn session(&self, like: Option<&Session>, known: &Known, now: DateTime<FixedOffset>) -> Built {
        let like = like.filter(|like| self.fits(like));
        let as_before = like.map(|like| self.build(like.game().rules().clone(), Some(like), known, now));
        if let Some(Ok(built)) = as_before {
            return Ok(built);
        }
        let alone = self.alone(known, now);
        // If both fail, the errors under the session's own rules are more useful.
        as_before.filter(|_| alone.is_err()).unwrap_or(alone)
    }

    /// Whether the rows can be of this session: the same players in the rounds that both have, and the same cards.
    fn fits(&self, like: &Session) -> bool {
        let numbered = || (1..).zip(&self.outline.rounds);
        let cards = |(number, round): (usize, &OutlineRound)| {
            round.cards.is_none_or(|cards| cards == i64::from(like.game().cards(number)))
        };
        let in_both = |(number, _): &(usize, &OutlineRound)| *number <= like.scored().max(1);
        like.people().len() == self.outline.players()
            && numbered().take_while(in_both).all(|(number, round)| are_called(like.people(), number, round))
            && numbered().all(cards)
    }

    /// Builds the session from the rows alone.
    fn alone(&self, known: &Known, now: DateTime<FixedOffset>) -> Built {
        let mut notes: Vec<Note> = self.unknown().into_iter().collect();
        let rules = self.rules(&mut notes).map_err(|problem| vec![*problem])?;
        let (session, more) = self.build(rules, None, known, now)?;
        notes.extend(more);
        notes.extend(session.taken_over().into_iter().map(Note::TakenOver));
        notes.extend(self.left_out());
        Ok((session, notes))
    }

    /// The rules that follow from the rows; those they do not show are as in the classic game.
    fn rules(&self, notes: &mut Vec<Note>) -> Result<RuleSet, Box<Problem>> {
        let (players, rounds) = (self.outline.players(), &self.outline.rounds);
        let mut rules = RuleSet::default();
        if rounds.iter().any(|round| round.bombs > 0) {
            rules.special_cards.insert(SpecialCard::Bomb);
        }
        if rounds.iter().any(|round| !round.clouds.is_empty()) {
            rules.special_cards.insert(SpecialCard::Cloud);
        }
        if rounds.iter().any(|round| round.bombs > 1 || round.clouds.len() > 1) {
            rules.special_cards.insert(SpecialCard::Witch);
        }
        let official = Plan::of(&rules, players);
        let mut hands = Vec::with_capacity(rounds.len());
        for (index, round) in rounds.iter().enumerate() {
            match round.cards.or_else(|| official.cards(index + 1).map(i64::from)) {
                // 0 and 255 are outside every plan, and the conflict names what is possible.
                Some(cards) => hands.push(u8::try_from(cards.max(0)).unwrap_or(u8::MAX)),
                None => {
                    let cell = self.header.cell(round.first_line(), Column::Cards);
                    let wrong = Wrong::NoCards { players, planned: official.rounds() };
                    return Err(Box::new(Problem::Cell(cell, wrong)));
                }
            }
        }
        if !official.hands().starts_with(&hands) {
            notes.push(Note::OwnHands(hands.len()));
            rules.hands = Some(hands.clone());
        }
        // A table of rounds does not tell the deck.
        let filled = Game::fill_deck(&mut rules, players);
        if filled > 0 {
            notes.push(Note::DeckFilled(filled));
        }
        // A deck that leaves no card to turn up has no trump, so one that had a trump was larger.
        while rules.extra_cards < EXTRA_CARDS_MAX
            && let Some(index) = rounds.iter().zip(&hands).position(|(round, &cards)| {
                let all_dealt = usize::from(cards) * players == rules.deck();
                all_dealt && round.trump.is_some_and(|trump| trump != Trump::None)
            })
        {
            if rules.extra_cards == 0 {
                notes.push(Note::ExtraCards(index + 1));
            }
            rules.extra_cards += 1;
        }
        let broken = rounds.iter().zip(&hands).position(|(round, &cards)| {
            // Numbers in a file can be of any size.
            let bids: Option<i128> = round.rows.iter().map(|row| row.bid.map(i128::from)).sum();
            bids == Some(i128::from(cards)) && !round.waived
        });
        if let Some(index) = broken {
            notes.push(Note::PlusMinusOneOff(index + 1));
            rules.plus_minus_one = false;
        }
        Ok(rules)
    }

    fn build(&self, rules: RuleSet, like: Option<&Session>, known: &Known, now: DateTime<FixedOffset>) -> Built {
        let Outline { date, seating, rounds } = &self.outline;
        let mut notes = Vec::new();
        // The rows tell who dealt, and the archive's version in which order the others sat.
        let as_before = like.map(|like| like.game().seating()).filter(|before| {
            let dealers =
                |seating: &Seating| (1..=rounds.len()).map(|round| seating.starter(round)).collect::<Vec<_>>();
            seating.as_ref().is_none_or(|seating| dealers(seating) == dealers(before))
        });
        let seating = as_before.or(seating.as_ref()).cloned().unwrap_or_else(|| {
            notes.extend(self.outline.names().first().cloned().map(Note::FirstDealer));
            Seating::new(self.outline.players(), 0)
        });
        if as_before.is_none() {
            let from = |order: &Order| Note::DealerChange(order.from_round);
            notes.extend(seating.changes().iter().map(from));
        }
        let started = match (date, like.map(Session::started)) {
            (Some(date), Some(known)) if date.is(known) => known,
            (Some(date), _) => date.moment(),
            (None, Some(known)) => known,
            (None, None) => {
                notes.push(Note::Started);
                now
            }
        };
        let people = self.people(like, known)?;
        let game = Game::seated(seating, rules).map_err(|error| self.not_set_up(error.into()))?;
        let (place, said) = like.map_or(("", ""), |like| (like.place(), like.notes()));
        let (copy_of, tournament) = (like.and_then(Session::copy_of), like.and_then(Session::tournament));
        let frame = Frame { id: self.id(), started, people: &people, place, notes: said, copy_of, tournament };
        let session = Session::of(frame, game);
        let table = self.table(session.game(), like)?;
        let no_trump =
            |(number, round): &(usize, &OutlineRound)| session.game().check_trump(*number, round.trump).is_err();
        let dropped = (1..).zip(rounds).filter(no_trump).count();
        if dropped > 0 {
            notes.push(Note::Mended(trumps_dropped(dropped)));
        }
        let (scored, planned) = (table.scored.len(), session.game().plan().rounds());
        if like.is_none() && scored < planned {
            notes.push(Note::Unfinished { rounds: scored, planned });
        }
        self.check_figures(session.game(), &table)?;
        let same = |like: &&Session| like.table() == &table && like.started() == session.started();
        if let Some(like) = like.filter(same).filter(|like| like.agreed() == session.agreed()) {
            return Ok((like.clone(), notes));
        }
        session.with_facts(table, Vec::new(), 0).map(|session| (session, notes)).map_err(|broken| {
            let round = rounds.get(broken.round.saturating_sub(1)).or(rounds.last());
            round.map(|round| self.broken(round, broken)).into_iter().collect()
        })
    }

    /// Who sat where, round by round. A seat with another name than in the round before was taken over.
    fn people(&self, like: Option<&Session>, known: &Known) -> Result<People, Vec<Problem>> {
        let player = |(number, seat, row): (usize, Seat, &Row)| -> Result<Player, Vec<Problem>> {
            let before = like.and_then(|like| {
                let mut there = like.people().players_in(number).skip(seat).take(1);
                there
                    .find(|player| is_called(player, &row.player))
                    .or_else(|| like.people().everyone().find(|player| is_called(player, &row.player)))
            });
            if let Some(as_before) = before {
                return Ok(as_before.clone());
            }
            let name = checked_name(&row.player).map_err(|wrong| {
                let wrong = Wrong::Setup(SetupError::Name { player: seat + 1, wrong });
                vec![Problem::Cell(self.header.cell(row.line, Column::Player), wrong)]
            })?;
            let id = known.person(&name).unwrap_or_else(|| person(&name));
            Ok(Player::new(name, id))
        };
        let (mut last, mut former): (Vec<Player>, Vec<Former>) = (Vec::new(), Vec::new());
        for (number, round) in (1..).zip(&self.outline.rounds) {
            let rows = round.rows.iter().enumerate();
            let now = rows.map(|(seat, row)| player((number, seat, row))).collect::<Result<Vec<_>, _>>()?;
            let left = last.into_iter().zip(&now).enumerate().filter(|(_, (before, player))| before != *player);
            former.extend(left.map(|(seat, (player, _))| Former { seat, rounds: number - 1, player }));
            last = now;
        }
        People::seated(last, former).map_err(|error| self.not_set_up(error))
    }

    /// The problem of names or rules that cannot be played, at the cell it comes from.
    fn not_set_up(&self, error: SetupError) -> Vec<Problem> {
        let rounds = &self.outline.rounds;
        let first = rounds.first().map_or(1, OutlineRound::first_line);
        let cell = match &error {
            SetupError::Rules(RuleConflict::HandSize { round, .. }) => {
                let line = rounds.get(round.saturating_sub(1)).map_or(first, OutlineRound::first_line);
                self.header.cell(line, Column::Cards)
            }
            _ => self.header.cell(first, Column::Player),
        };
        vec![Problem::Cell(cell, Wrong::Setup(error))]
    }

    /// The rounds of the session. The last one is open if something about it is not known.
    fn table(&self, game: &Game, like: Option<&Session>) -> Result<Table, Vec<Problem>> {
        let mut table = Table { scored: Vec::new(), open: None, penalties: Vec::new(), ended_early: None };
        let mut problems = Vec::new();
        let last = self.outline.rounds.len();
        let told_scored = self.tells_whether_scored();
        for (index, round) in self.outline.rounds.iter().enumerate() {
            let number = index + 1;
            let read = self.facts(game, number, round, like).and_then(|facts| {
                let open_before = open_before(like, number, &facts);
                let open = !facts.is_complete() || told_scored.map_or(open_before.is_some(), |scored| !scored);
                if number == last && open {
                    table.open = Some(open_before.unwrap_or_else(|| open_round(game, facts)));
                } else {
                    let facts = game.check_round(number, &facts)?;
                    let before = like.and_then(|like| like.table().scored.get(index));
                    let finished = before.filter(|before| before.facts == facts).and_then(|before| before.finished);
                    table.scored.push(ScoredRound { facts, finished });
                }
                Ok(())
            });
            if let Err(violation) = read {
                problems.push(self.broken(round, BrokenRule { round: number, violation, names: round.names() }));
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let next = table.scored.len() + 1;
        if table.open.is_none() && game.plan().cards(next).is_some() {
            // A table has no rows for a round without facts.
            let empty = Round::empty(game.players(), game.given_trump(next));
            table.open = Some(open_before(like, next, &empty).unwrap_or_else(|| open_round(game, empty)));
        }
        table.penalties = self.penalties(game, table.scored.len(), like)?;
        let ended = like.filter(|like| like.table().scored.len() == table.scored.len());
        table.ended_early = ended.and_then(|like| like.table().ended_early);
        Ok(table)
    }

    /// The penalties in the rows or, without their column, those of the archive's version.
    fn penalties(&self, game: &Game, scored: usize, like: Option<&Session>) -> Result<Vec<Penalty>, Vec<Problem>> {
        if !self.header.has(Column::Penalties) {
            let known = like.map(|like| like.table().penalties.as_slice()).unwrap_or_default();
            return Ok(known.iter().filter(|penalty| penalty.after_round <= scored).cloned().collect());
        }
        let of_row = |(player, row): (i64, &Row)| -> Vec<PenaltyGiven> {
            let given = |(after_round, points, reason): &(i64, i64, String)| PenaltyGiven {
                player,
                after_round: *after_round,
                points: *points,
                reason: reason.clone(),
            };
            row.penalties.iter().map(given).collect()
        };
        let (mut all, mut problems) = (Vec::new(), Vec::new());
        for round in &self.outline.rounds {
            for given in (0..).zip(&round.rows).flat_map(of_row) {
                match game.check_penalty(given.clone(), scored) {
                    Ok(_) => all.push(given),
                    Err(violation) => {
                        let names = round.names();
                        let player = usize::try_from(given.player).ok();
                        let line = player.and_then(|player| round.rows.get(player)).map_or(0, |row| row.line);
                        let wrong = Wrong::Rule(BrokenRule { round: 0, violation, names });
                        problems.push(Problem::Cell(self.header.cell(line, Column::Penalties), wrong));
                    }
                }
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        game.check_penalties(all, scored).map_err(|violation| {
            let last = self.outline.rounds.last();
            let line = last.map_or(1, OutlineRound::last_line);
            let names = last.map(OutlineRound::names).unwrap_or_default();
            let wrong = Wrong::Rule(BrokenRule { round: 0, violation, names });
            vec![Problem::Cell(self.header.cell(line, Column::Penalties), wrong)]
        })
    }

    /// Whether the last round was scored, if the table can tell. A table of ours has points and total for every scored
    /// round, so a round without them was only entered.
    fn tells_whether_scored(&self) -> Option<bool> {
        let told = |round: &OutlineRound| round.rows.iter().any(|row| row.points.is_some() || row.total.is_some());
        let (last, before) = self.outline.rounds.split_last()?;
        let like_ours = self.header.has(Column::Points) && self.header.has(Column::Total);
        (like_ours && before.iter().all(told)).then(|| told(last))
    }

    /// The facts in the rows of a round, if their numbers are possible.
    fn facts(
        &self,
        game: &Game,
        number: usize,
        round: &OutlineRound,
        like: Option<&Session>,
    ) -> Result<Round, Violation> {
        let Some(cards) = game.plan().cards(number) else {
            return Err(Violation::NoSuchRound { planned: game.plan().rounds() });
        };
        let small = |number: i64| u8::try_from(number).ok().filter(|&number| number <= cards);
        let mut facts = Round::empty(game.players(), game.given_trump(number));
        for (player, row) in round.rows.iter().enumerate() {
            if let Some(bid) = row.bid {
                facts.bids.set(player, Some(small(bid).ok_or(Violation::BidRange { player, bid, cards })?));
            }
            if let Some(tricks) = row.tricks {
                facts.tricks.set(player, Some(small(tricks).ok_or(Violation::TricksRange { player, tricks, cards })?));
            }
        }
        let before = like.and_then(|like| like.table().scored.get(number.saturating_sub(1)));
        if self.header.has(Column::Trump) {
            // A table written by an older version may have a trump where the archive's session now has none.
            facts.trump = if game.check_trump(number, round.trump).is_ok() { round.trump } else { facts.trump };
        } else if let Some(before) = before {
            facts.trump = before.facts.trump;
        }
        if round.waived {
            facts.waived.insert(Waiver::PlusMinusOne);
        } else if let Some(before) = before.filter(|_| !self.header.has(Column::Waived)) {
            facts.waived.clone_from(&before.facts.waived);
        }
        facts.bombs = round.bombs;
        for &(player, change) in &round.clouds {
            let changed = change.try_into().map_err(|_| Violation::CloudChange { player, change })?;
            facts.clouds.push(CloudEntry::Taken(Cloud { player, change: changed }));
        }
        Ok(facts)
    }

    /// A broken rule as a problem of the cell that breaks it.
    fn broken(&self, round: &OutlineRound, broken: BrokenRule) -> Problem {
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
        let line = seat.and_then(|seat: Seat| round.rows.get(seat)).map_or(round.last_line(), |row| row.line);
        Problem::Cell(self.header.cell(line, column), Wrong::Rule(broken))
    }

    /// Checks that repeated points, totals and scored bids follow from the facts. A wrong total is reported once, not
    /// in every later round that carries it on.
    fn check_figures(&self, game: &Game, table: &Table) -> Result<(), Vec<Problem>> {
        let mut problems = Vec::new();
        // Numbers in a file can be of any size.
        let mut carried = vec![0_i128; self.outline.players()];
        for (round, reading) in self.outline.rounds.iter().zip(game.readings(table)) {
            for ((row, seat), carried) in round.rows.iter().zip(&reading.seats).zip(&mut carried) {
                let mut check = |column: Column, ours: Option<i64>, theirs: Option<i64>, told: i128| -> i128 {
                    let Some(theirs) = theirs else { return told };
                    let off = ours.map(|ours| i128::from(theirs) - i128::from(ours));
                    if off.is_none_or(|off| off != 0 && off != told) {
                        let cell = self.header.cell(row.line, column);
                        problems.push(Problem::Cell(cell, Wrong::Figure { ours, theirs }));
                    }
                    off.unwrap_or(told)
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

/// Whether these rows name the players of this round.
fn are_called(people: &People, number: usize, round: &OutlineRound) -> bool {
    people.players_in(number).zip(&round.rows).all(|(player, row)| is_called(player, &row.player))
}

/// Whether this is a player's name as a table has it, or broken over several lines.
fn is_called(player: &Player, name: &str) -> bool {
    restored(&neutral(&player.name)).trim() == name || checked_name(name).is_ok_and(|name| name == player.name)
}

/// The open round of the archive's version, if a table tells of it what was read.
fn open_before(like: Option<&Session>, number: usize, read: &Round) -> Option<OpenRound> {
    let like = like?;
    let (_, open) = like.open().filter(|(round, _)| *round == number)?;
    let told = |facts: &Round| {
        let mut told = like.game().shown(number, &OpenRound { facts: facts.clone(), phase: open.phase });
        // Clouds stand in their takers' rows, and one that is still asked about in none.
        told.clouds.retain(|cloud| cloud.taken().is_some());
        told.clouds.sort_by_key(|cloud| cloud.taker());
        told
    };
    (told(&open.facts) == told(read)).then(|| open.clone())
}

fn open_round(game: &Game, facts: Round) -> OpenRound {
    let phase = if facts.is_begun() { likely_phase(game, &facts) } else { Phase::first(game.rules().bidding) };
    OpenRound { facts, phase }
}
