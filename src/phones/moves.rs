//! What a phone may enter for its seat, as steps of the game.

use super::Change;
use crate::each;
use crate::game::{Breaks, Refusal, Rules, Status, not_now};
use crate::last_wizard::{self, Bet, Choice, Shown, Stage, Token, Turn};
use crate::seats::Seat;
use crate::session::{AnyRef, AnySession, OfGame, Session, Step};
use crate::text;
use crate::text::Text;
use crate::wizard::{self, Bidding, OpenRound, Phase, Violation};

type Wizard = Session<wizard::Game>;
type Track = Session<last_wizard::Game>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextEntry {
    Bid,
    Tricks,
    Bet,
    Show,
}

impl NextEntry {
    /// Its name in the protocol.
    pub fn key(self) -> &'static str {
        match self {
            NextEntry::Bid => "bid",
            NextEntry::Tricks => "tricks",
            NextEntry::Bet => "bet",
            NextEntry::Show => "show",
        }
    }
}

pub fn next_entry(session: AnyRef, seat: Seat) -> Option<NextEntry> {
    match session {
        OfGame::Wizard(session) => {
            let bid = may_bid(session, seat).map(|()| NextEntry::Bid);
            bid.or_else(|_| may_count(session, seat).map(|()| NextEntry::Tricks)).ok()
        }
        OfGame::LastWizard(session) => {
            let bet = may_bet(session, seat).map(|_| NextEntry::Bet);
            bet.or_else(|_| may_show(session, seat).map(|()| NextEntry::Show)).ok()
        }
    }
}

pub fn can_take_back(session: AnyRef, seat: Seat) -> bool {
    match session {
        OfGame::Wizard(session) => taking_back(session, seat).is_ok(),
        OfGame::LastWizard(session) => taken_back(session, seat).is_ok(),
    }
}

/// Fails by the rules, by the order at the table, or if the change is meant for another round or game.
pub fn after(session: AnyRef, seat: Seat, change: &Change) -> Result<AnySession, Text> {
    let meant = match *change {
        Change::Bid { round, .. } | Change::Tricks { round, .. } | Change::Back { round } => round,
        Change::Bet { round, .. } | Change::Fold { round } | Change::Show { round, .. } => round,
        Change::Claim(_) | Change::Leave => return Err(not_now()),
    };
    is_running(session)?;
    let number = each!(session, session => session.scored() + 1);
    if meant != number {
        return Err(text!("The table is in round {round} now.", round = number));
    }
    match session {
        OfGame::Wizard(session) => {
            let message = |violation: &Violation, names: &[String]| violation.text_to(seat, names);
            step(session, wizard_step(session, seat, change)?, message).map(AnySession::from)
        }
        OfGame::LastWizard(session) => match change {
            Change::Back { .. } => taken_back(session, seat).map(AnySession::from),
            _ => step(session, track_step(session, seat, change)?, Breaks::text).map(AnySession::from),
        },
    }
}

fn step<G: Rules>(
    session: &Session<G>,
    step: G::Step,
    message: impl Fn(&G::Violation, &[String]) -> Text,
) -> Result<Session<G>, Text> {
    session.apply(step).map_err(|refusal| match refusal {
        Refusal::Rule { round, violation } => message(&violation, &session.people().names_in(round)),
        Refusal::GameOver => over(),
        _ => not_now(),
    })
}

/// Fails once the game is over.
pub fn is_running(session: AnyRef) -> Result<(), Text> {
    let running = each!(session, session => session.status()) == Status::Running;
    running.then_some(()).ok_or_else(over)
}

fn over() -> Text {
    text!("The game is over.")
}

fn wizard_step(session: &Wizard, seat: Seat, change: &Change) -> Result<wizard::Command, Text> {
    match *change {
        Change::Bid { bid, .. } => may_bid(session, seat).map(|()| wizard::Command::Bid(seat, Some(bid))),
        Change::Tricks { tricks, .. } => may_count(session, seat).map(|()| wizard::Command::Tricks(seat, Some(tricks))),
        Change::Back { .. } => taking_back(session, seat),
        _ => Err(not_now()),
    }
}

fn open(session: &Wizard) -> Result<(usize, &OpenRound), Text> {
    is_running(OfGame::Wizard(session))?;
    session.open().ok_or_else(over)
}

/// Whether bids can still come: until the tricks begin, or with Secret prediction until they are in.
fn takes_bids(session: &Wizard, open: &OpenRound) -> bool {
    open.phase == Phase::first(session.game().rules().bidding)
}

fn may_bid(session: &Wizard, seat: Seat) -> Result<(), Text> {
    let (round, open) = self::open(session)?;
    let (game, bids) = (session.game(), &open.facts.bids);
    let bidding = game.rules().bidding;
    if !takes_bids(session, open) {
        return Err(not_now());
    }
    if bids.known(seat).is_some() {
        // Revealed bids that add up: the last bidder must bid again.
        let adds_up = matches!(game.check_bids(round, &open.facts),
            Err(Violation::PlusMinusOne { player, .. }) if player == seat && open.bids_are_known(bidding));
        return adds_up.then_some(()).ok_or_else(|| text!("Your bid is in. Take it back to change it."));
    }
    let next = game.bidding_order(round).into_iter().find(|&seat| bids.known(seat).is_none());
    match next.filter(|&next| bidding == Bidding::Open && next != seat) {
        Some(next) => Err(text!("{name} bids first.", name = name(session, round, next))),
        None => Ok(()),
    }
}

fn may_count(session: &Wizard, seat: Seat) -> Result<(), Text> {
    let (_, open) = self::open(session)?;
    match open.facts.tricks.known(seat) {
        _ if open.phase != Phase::Playing => Err(not_now()),
        Some(_) => Err(text!("Your tricks are in. Take them back to change them.")),
        None => Ok(()),
    }
}

/// The step that takes back a seat's tricks, or else its bid, unless later entries depend on it.
fn taking_back(session: &Wizard, seat: Seat) -> Result<wizard::Command, Text> {
    let (round, open) = self::open(session)?;
    let (game, bids) = (session.game(), &open.facts.bids);
    if open.phase == Phase::Playing && open.facts.tricks.known(seat).is_some() {
        return Ok(wizard::Command::Tricks(seat, None));
    }
    let bidding = game.rules().bidding;
    let is_built_on = match bidding {
        Bidding::Open => {
            let mut later = game.bidding_order(round).into_iter().skip_while(|&other| other != seat).skip(1);
            later.any(|other| bids.known(other).is_some())
        }
        Bidding::Hidden => open.bids_are_known(bidding),
        Bidding::Confided | Bidding::Secret => false,
    };
    let may = bids.known(seat).is_some() && takes_bids(session, open) && !is_built_on;
    may.then_some(wizard::Command::Bid(seat, None)).ok_or_else(not_now)
}

fn track_step(session: &Track, seat: Seat, change: &Change) -> Result<last_wizard::Command, Text> {
    match *change {
        Change::Bet { token, .. } => {
            let bet = may_bet(session, seat)?;
            let token = Token::try_from(i64::from(token)).map_err(|_| text!("There is no such token."))?;
            Ok(last_wizard::Command::Bet(seat, bet, Choice::Token(token)))
        }
        Change::Fold { .. } => Ok(last_wizard::Command::Bet(seat, may_bet(session, seat)?, Choice::Fold)),
        Change::Show { hand, .. } => {
            may_show(session, seat)?;
            Ok(last_wizard::Command::Show(seat, Shown::Hand(hand.into())))
        }
        _ => Err(not_now()),
    }
}

fn round(session: &Track) -> Result<(usize, &last_wizard::Round), Text> {
    is_running(OfGame::LastWizard(session))?;
    session.table().open.as_ref().map(|round| (session.scored() + 1, round)).ok_or_else(over)
}

pub(super) fn may_bet(session: &Track, seat: Seat) -> Result<Bet, Text> {
    let (number, round) = round(session)?;
    let bet = match round.stage() {
        Stage::FirstBet => Bet::First,
        Stage::SecondBet => Bet::Second,
        Stage::Showdown | Stage::Alone(_) => return Err(not_now()),
    };
    match session.game().to_act(number, round) {
        Some(next) if next == seat => Ok(bet),
        Some(next) => Err(text!("It is {name}'s turn.", name = name(session, number, next))),
        None => Err(not_now()),
    }
}

fn may_show(session: &Track, seat: Seat) -> Result<(), Text> {
    let (_, round) = round(session)?;
    // One hand would clear all ranks.
    if round.turns.iter().any(|turn| matches!(turn.shown(), Some(Shown::Rank(_)))) {
        return Err(text!("The scorekeeper enters who had the best hand."));
    }
    match round.turns.get(seat) {
        Some(Turn::Stayed { shown: None, .. }) if round.stage() == Stage::Showdown => Ok(()),
        _ => Err(not_now()),
    }
}

/// The session without a seat's bet or hand, if that was the last step.
fn taken_back(session: &Track, seat: Seat) -> Result<Track, Text> {
    round(session)?;
    match session.last_step() {
        Some(Step::Play(last_wizard::Command::Bet(of, ..) | last_wizard::Command::Show(of, _))) if *of == seat => {
            session.undo().map_err(|_| not_now())
        }
        _ => Err(not_now()),
    }
}

pub(super) fn name<G: Rules>(session: &Session<G>, round: usize, seat: Seat) -> String {
    session.people().names_in(round).into_iter().nth(seat).unwrap_or_default()
}
