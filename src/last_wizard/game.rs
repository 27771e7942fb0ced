use super::round::{HAND_MAX, Rank, Round, Shown, Stage, Turn};
use super::rules::{RuleSet, SetupConflict};
use super::track::{Bet, MANUAL_MAX, START, START_MAX};
use super::violation::Violation;
use crate::game::REASON_MAX;
use crate::seats::{PerSeat, Seat, Seating};

/// LW.
pub const PLAYERS_MIN: usize = 3;
/// LW.
pub const PLAYERS_MAX: usize = 6;
/// Ours: in LW only 30 and 0 end a game.
pub const ROUNDS_MAX: usize = 200;
/// From this number of players on the second best hand counts, too (LW).
const SECOND_FROM: usize = 5;

/// Checked: every value of this type can be played.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    seating: Seating,
    rules: RuleSet,
    start: PerSeat<i32>,
}

/// Complete and checked, with all ranks of a showdown. Only [`Game::check_round`] makes one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlayedRound(Round);

impl PlayedRound {
    pub fn facts(&self) -> &Round {
        &self.0
    }
}

impl Game {
    /// All start on space 15 unless `start` gives a space for each.
    pub fn new(
        players: usize,
        first_player: i64,
        rules: RuleSet,
        start: Option<&[i64]>,
    ) -> Result<Game, SetupConflict> {
        let (min, max) = (PLAYERS_MIN, PLAYERS_MAX);
        if !(min..=max).contains(&players) {
            return Err(SetupConflict::Players { players, min, max });
        }
        let first = usize::try_from(first_player).ok().filter(|&seat| seat < players);
        let first_player = first.ok_or(SetupConflict::FirstPlayer { seat: first_player, players })?;
        let seating = Seating::new(players, first_player);
        let Some(start) = start else {
            return Ok(Game { seating, rules, start: PerSeat::new(players, |_| START) });
        };
        if start.len() != players {
            return Err(SetupConflict::StartLength { found: start.len(), players });
        }
        let space = |(seat, &space): (Seat, &i64)| {
            let on_track = i32::try_from(space).ok().filter(|space| (0..=START_MAX).contains(space));
            on_track.ok_or(SetupConflict::Start { player: seat + 1, space })
        };
        let start = start.iter().enumerate().map(space).collect::<Result<_, _>>()?;
        Ok(Game { seating, rules, start })
    }

    /// The same table on the usual spaces; `first_player` is taken modulo the players.
    pub(super) fn begun_by(&self, first_player: Seat) -> Game {
        let start = self.start.map(|_| START);
        Game { seating: Seating::new(self.players(), first_player), start, rules: self.rules.clone() }
    }

    pub fn seated(self, seating: Seating) -> Game {
        Game { seating, ..self }
    }

    pub fn seating(&self) -> &Seating {
        &self.seating
    }

    pub fn players(&self) -> usize {
        self.start.len()
    }

    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    pub fn start(&self) -> &PerSeat<i32> {
        &self.start
    }

    /// `None` if 15 for all.
    pub fn own_start(&self) -> Option<&PerSeat<i32>> {
        Some(&self.start).filter(|start| start.iter().any(|&space| space != START))
    }

    pub fn first_player(&self, round: usize) -> Seat {
        self.seating.starter(round)
    }

    pub fn order(&self, round: usize) -> impl Iterator<Item = Seat> {
        self.seating.in_round(round)
    }

    pub fn second_counts(&self) -> bool {
        self.players() >= SECOND_FROM
    }

    /// To bet or to show a hand; `None` once all others have folded.
    pub fn to_act(&self, number: usize, round: &Round) -> Option<Seat> {
        let ranks = self.filled_ranks(round);
        let is_next: &dyn Fn(Seat, Turn) -> bool = match round.stage() {
            Stage::FirstBet => &|_, turn| turn == Turn::Waiting,
            Stage::SecondBet => &|_, turn| matches!(turn, Turn::Bet(_)),
            Stage::Showdown => {
                &|seat, turn| matches!(turn, Turn::Stayed { shown: None, .. }) && ranks.known(seat).is_none()
            }
            Stage::Alone(_) => &|_, _| false,
        };
        self.order(number).find(|&seat| round.turns.get(seat).is_some_and(|&turn| is_next(seat, turn)))
    }

    /// Ranks entered or implied: from the hands once all are known; for the rest once best and, where it counts, second
    /// best are named; and for the last player if only one rank is left.
    pub fn filled_ranks(&self, round: &Round) -> PerSeat<Option<Rank>> {
        if round.stage() != Stage::Showdown {
            return round.turns.map(|_| None);
        }
        if let Some(ranks) = self.ranks_of_hands(round) {
            return ranks;
        }
        let named = |shown: Option<Shown>| if let Some(Shown::Rank(rank)) = shown { Some(rank) } else { None };
        let mut ranks = round.turns.map(|turn| named(turn.shown()));
        if round.stayed().any(|seat| matches!(round.shown(seat), Some(Shown::Hand(_)))) {
            return ranks;
        }
        let open: Vec<Seat> = round.stayed().filter(|&seat| ranks.known(seat).is_none()).collect();
        let count = |rank: Rank| ranks.iter().flatten().filter(|&&named| named == rank).count();
        let fill = match (count(Rank::Best), count(Rank::Second)) {
            (0, _) => Some(Rank::Best).filter(|_| open.len() == 1),
            (1, 0) if self.second_counts() => Some(Rank::Second).filter(|_| open.len() == 1),
            _ => Some(Rank::Other),
        };
        open.into_iter().for_each(|seat| ranks.set(seat, fill));
        ranks
    }

    fn ranks_of_hands(&self, round: &Round) -> Option<PerSeat<Option<Rank>>> {
        let hand = |turn: &Turn| if let Some(Shown::Hand(hand)) = turn.shown() { Some(hand) } else { None };
        let hands = round.turns.map(hand);
        if round.stayed().any(|seat| hands.known(seat).is_none()) {
            return None;
        }
        let best = hands.iter().flatten().max().copied()?;
        let alone = hands.iter().flatten().filter(|&&hand| hand == best).count() == 1;
        let below = hands.iter().flatten().filter(|&&hand| hand < best).max().copied();
        let second = below.filter(|_| alone && self.second_counts());
        Some(hands.map(|hand| {
            hand.map(|hand| match hand {
                hand if hand == best => Rank::Best,
                hand if Some(hand) == second => Rank::Second,
                _ => Rank::Other,
            })
        }))
    }

    pub(super) fn check_open(&self, number: usize, round: &Round) -> Result<(), Violation> {
        self.check_length("facts", round.turns.len())?;
        self.check_manual(round)?;
        let turn = |seat: Seat| round.turns.get(seat).copied().unwrap_or(Turn::Waiting);
        let first = |is_there: &dyn Fn(Turn) -> bool| self.order(number).find(|&seat| is_there(turn(seat)));
        let last = |bet: Bet| self.order(number).filter(|&seat| turn(seat).folded() == Some(bet)).last();
        let all_folded = round.turns.iter().all(|turn| turn.folded().is_some());
        if let Some(player) = last(Bet::Second).or_else(|| last(Bet::First)).filter(|_| all_folded) {
            return Err(Violation::LastFolds { player });
        }
        let second_bet = |turn: Turn| turn.folded() == Some(Bet::Second) || turn.square_token().is_some();
        if let (Some(player), Some(_)) = (first(&|turn| turn == Turn::Waiting), first(&second_bet)) {
            return Err(Violation::TokenMissing { player, bet: Bet::First });
        }
        let too_large = |(seat, turn): (Seat, &Turn)| match turn.shown() {
            Some(Shown::Hand(hand)) if hand.abs() > HAND_MAX => Some((seat, hand)),
            _ => None,
        };
        if let Some((player, hand)) = round.turns.iter().enumerate().find_map(too_large) {
            return Err(Violation::HandRange { player, hand: hand.into(), most: HAND_MAX });
        }
        let hand = |turn: Turn| matches!(turn.shown(), Some(Shown::Hand(_)));
        let rank = |turn: Turn| matches!(turn.shown(), Some(Shown::Rank(_)));
        let shown = first(&|turn| turn.shown().is_some());
        if let (Some(player), Some(_)) = (first(&|turn| matches!(turn, Turn::Bet(_))), shown) {
            return Err(Violation::TokenMissing { player, bet: Bet::Second });
        }
        if let (Some(player), Some(_)) = (first(&rank), first(&hand)) {
            return Err(Violation::RankAmongHands { player });
        }
        let second = first(&|turn| turn.shown() == Some(Shown::Rank(Rank::Second)));
        if let Some(player) = second.filter(|_| !self.second_counts()) {
            return Err(Violation::SecondNeedsFive { player });
        }
        Ok(())
    }

    pub fn check_round(&self, number: usize, round: &Round) -> Result<PlayedRound, Violation> {
        self.check_open(number, round)?;
        let player = self.to_act(number, round).unwrap_or_default();
        match round.stage() {
            Stage::FirstBet => Err(Violation::TokenMissing { player, bet: Bet::First }),
            Stage::SecondBet => Err(Violation::TokenMissing { player, bet: Bet::Second }),
            Stage::Alone(seat) => match round.shown(seat) {
                Some(Shown::Rank(Rank::Second | Rank::Other)) => Err(Violation::NoBest),
                // Alone: there is no showdown, so nothing was shown.
                _ => Ok(PlayedRound(Round { turns: round.turns.map(|turn| turn.showing(None)), ..round.clone() })),
            },
            Stage::Showdown => self.check_showdown(number, round),
        }
    }

    fn check_showdown(&self, number: usize, round: &Round) -> Result<PlayedRound, Violation> {
        let ranks = self.filled_ranks(round);
        let with_hands = round.stayed().any(|seat| matches!(round.shown(seat), Some(Shown::Hand(_))));
        if with_hands {
            return match self.to_act(number, round) {
                Some(player) => Err(Violation::HandMissing { player }),
                None => Ok(PlayedRound(round.clone())),
            };
        }
        let best = ranks.iter().flatten().filter(|&&rank| rank == Rank::Best).count();
        let second = self.order(number).find(|&seat| ranks.known(seat) == Some(Rank::Second));
        match (best, second) {
            (0, _) => Err(Violation::NoBest),
            (1, None) if self.second_counts() => Err(Violation::NoSecond),
            (2.., Some(player)) => Err(Violation::SecondAfterTie { player }),
            _ => {
                let turns = round.turns.iter().zip(&ranks).map(|(turn, rank)| turn.showing(rank.map(Shown::Rank)));
                Ok(PlayedRound(Round { turns: turns.collect(), ..round.clone() }))
            }
        }
    }

    fn check_manual(&self, round: &Round) -> Result<(), Violation> {
        let Some(manual) = &round.manual else { return Ok(()) };
        self.check_length("moves", manual.moves().len())?;
        let too_far = |(_, by): &(Seat, &i32)| !(-MANUAL_MAX..=MANUAL_MAX).contains(*by);
        if let Some((player, &by)) = manual.moves().iter().enumerate().find(too_far) {
            return Err(Violation::MoveRange { player, by: by.into() });
        }
        let reason = manual.reason();
        if reason.chars().count() > REASON_MAX || reason.chars().any(char::is_control) {
            return Err(Violation::MoveReason);
        }
        Ok(())
    }

    fn check_length(&self, list: &'static str, found: usize) -> Result<(), Violation> {
        let players = self.players();
        if found == players { Ok(()) } else { Err(Violation::Length { list, found, players }) }
    }
}
