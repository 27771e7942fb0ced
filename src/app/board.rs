//! The board for the other players: what everyone at the table may see of the open session.

use super::names::initials;
use super::play::Play;
use super::playing::Playing;
use super::table_view::{self, Mode, TableRow};
use super::{Notice, Tone};
use crate::each;
use crate::game::Rules;
use crate::session::{OfGame, Session, Status};
use crate::wizard::{Game, Round, Seat, Trump};

/// How the board lies on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardSide {
    /// For those who sit where the scorekeeper sits.
    #[default]
    Here,
    /// Turned, for those across.
    Across,
    /// Twice, for both.
    Both,
}

/// What the board shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardStage {
    /// Bids, and who bids now.
    #[default]
    Bids,
    /// Bids and tricks.
    Tricks,
    /// The track, tokens and hands of The Last Wizard.
    Track,
    /// The standings of a game that is over.
    Over,
}

/// A player on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardPlayer {
    /// The seat, which also gives the colour.
    pub seat: Seat,
    /// The name.
    pub name: String,
    /// The mark.
    pub initials: String,
    /// The next number that is entered is theirs.
    pub selected: bool,
    /// Their bid is awaited.
    pub bids_now: bool,
    /// The bid, as far as the table may know it.
    pub bid: Option<u8>,
    /// There is a bid, whether or not the table may know it.
    pub bid_in: bool,
    /// The bid after the Cloud, as far as the table may know it.
    pub changed_bid: Option<i16>,
    /// The tricks.
    pub tricks: Option<u8>,
    /// A first digit that waits for another, as far as the table may know it.
    pub typed: Option<u8>,
    /// The points of this round once they are known, else, before the first bid, those of the last one; and whether the
    /// bid was met.
    pub points: Option<(i32, bool)>,
    /// These points are of the round before.
    pub of_last_round: bool,
    /// Points before this round, or of the whole game.
    pub total: i32,
    /// Deals.
    pub dealer: bool,
    /// Bids and plays first.
    pub leader: bool,
    /// First in the standings so far, alone or with others; at the end the rank says it.
    pub ahead: bool,
    /// The place once the game is over; else 0.
    pub rank: usize,
    /// Bids met, or bets won, in the game, once it is over.
    pub met: usize,
}

/// The board as the screen shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardView {
    /// What it shows.
    pub stage: BoardStage,
    /// In seat order, so that each keeps their place; at the end best first.
    pub players: Vec<BoardPlayer>,
    /// From 1; at the end the rounds that count.
    pub round: usize,
    /// Rounds of the plan.
    pub rounds: usize,
    /// Cards dealt.
    pub cards: u8,
    /// The trump; `None`: not recorded.
    pub trump: Option<Trump>,
    /// Bids are not to be seen before all are in.
    pub hidden: bool,
    /// Bids are not to be seen before the tricks are played.
    pub secret: bool,
    /// How many bids are in.
    pub bids_in: usize,
    /// The sum of tricks, or of bids as far as the table may know it.
    pub sum: Option<u16>,
    /// What the sum is measured against.
    pub of: u8,
    /// The sum of all bids while tricks are entered, where the table may know it.
    pub bid_sum: Option<u16>,
    /// The Bombs that were played.
    pub bombs: u8,
    /// Who may not bid what (Plus/Minus One).
    pub forbidden: Option<(String, u8)>,
    /// What was just said, or must be mended.
    pub notice: Option<Notice>,
    /// Was a bid just refused that the table may let stand?
    pub allowable: bool,
    /// Those who won or led at the end.
    pub winners: Vec<String>,
    /// The game was ended early.
    pub ended_early: bool,
}

/// The board of an open session. Where The Last Wizard is played, it shows what the table shows.
pub(super) fn view(playing: &Playing) -> BoardView {
    if each!(playing, play => play.session.status()) != Status::Running {
        return each!(playing, play => over(&play.session, play.notice.as_ref()));
    }
    match playing {
        OfGame::Wizard(play) => running(play),
        OfGame::LastWizard(_) => BoardView { stage: BoardStage::Track, ..BoardView::default() },
    }
}

fn running(play: &Play) -> BoardView {
    let session = &play.session;
    let Some((round, open)) = session.open() else { return over(session, play.notice.as_ref()) };
    let (game, facts) = (session.game(), &open.facts);
    let table = table_view::view(play);
    let bids_in = facts.bids.iter().flatten().count();
    let bidding = table.mode == Mode::Bid;
    let known = table.mode == Mode::Correct || open.bids_are_known(game.rules().bidding);
    // What is wrong with the Cloud would tell the bid of its taker, and what may not be bid would tell the others.
    let telling = !known && (play.refused.is_some() || !facts.clouds.is_empty());
    let notice = said(play, table.notice.as_ref().filter(|_| !telling));
    let fresh = bidding && !table.first_done && bids_in == 0;
    let player = |row: &TableRow| BoardPlayer {
        bids_now: bidding && row.selected && row.bid.is_none(),
        points: if fresh { last_points(session, row.seat) } else { row.points.zip(row.met).filter(|_| known) },
        of_last_round: fresh,
        bid: row.bid.filter(|_| known),
        bid_in: facts.bids.known(row.seat).is_some(),
        changed_bid: row.changed_bid.filter(|_| known),
        typed: row.typed.filter(|_| known || !bidding),
        ..player(row)
    };
    let mut players: Vec<BoardPlayer> = table.rows.iter().map(player).collect();
    players.sort_by_key(|player| player.seat);
    BoardView {
        stage: if bidding { BoardStage::Bids } else { BoardStage::Tricks },
        players,
        round,
        rounds: table.rounds,
        cards: table.cards,
        trump: table.trump,
        hidden: bidding && !known,
        secret: table.secret,
        bids_in,
        sum: Some(table.sum).filter(|_| known || !bidding),
        of: table.of,
        bid_sum: facts.bids.whole().filter(|_| known).map(|_| facts.bid_sum()),
        bombs: facts.bombs,
        allowable: table.allowable && known,
        forbidden: if bidding && known { forbidden(game, round, facts, &session.names()) } else { None },
        notice: notice.filter(|notice| !telling || notice.tone != Tone::Trouble),
        ..BoardView::default()
    }
}

fn player(row: &TableRow) -> BoardPlayer {
    BoardPlayer {
        seat: row.seat,
        name: row.name.clone(),
        initials: row.initials.clone(),
        selected: row.selected,
        tricks: row.tricks,
        total: row.total,
        dealer: row.dealer,
        leader: row.leader,
        ahead: row.ahead,
        ..BoardPlayer::default()
    }
}

/// The points of a seat in the last round, and whether the bid was met.
fn last_points(session: &Session, seat: Seat) -> Option<(i32, bool)> {
    let score = session.rounds().last()?.scores().nth(seat)?;
    Some((score.points(), score.met()))
}

/// What the last to bid may not bid, as long as they have not.
fn forbidden(game: &Game, round: usize, facts: &Round, names: &[String]) -> Option<(String, u8)> {
    let last = game.dealer(round);
    let bid = game.forbidden_bid(round, &facts.bids)?;
    let open = facts.bids.known(last).is_none();
    let refused = game.may_bid(round, facts, last, bid).is_err();
    (open && refused && bid <= game.cards(round)).then(|| names.get(last).cloned().map(|name| (name, bid))).flatten()
}

/// What the scorekeeper is told, without what the board shows to all anyway: the number that may not be bid, the totals.
fn said(play: &Play, shown: Option<&Notice>) -> Option<Notice> {
    match &play.notice {
        Some(said) => Some(said).filter(|said| said.tone != Tone::Quiet).cloned(),
        None => shown.filter(|shown| !matches!(shown.tone, Tone::Plain | Tone::Quiet)).cloned(),
    }
}

/// The standings of a game that is over.
fn over<G: Rules>(session: &Session<G>, notice: Option<&Notice>) -> BoardView {
    let names = session.names();
    let marks = initials(&names);
    let standings = session.standings();
    let name = |seat: Seat| names.get(seat).cloned().unwrap_or_default();
    let players = standings.iter().map(|line| BoardPlayer {
        seat: line.seat,
        name: name(line.seat),
        initials: marks.get(line.seat).cloned().unwrap_or_default(),
        total: line.total,
        rank: line.rank,
        met: line.met,
        ..BoardPlayer::default()
    });
    BoardView {
        stage: BoardStage::Over,
        players: players.collect(),
        round: session.scored(),
        notice: notice.cloned(),
        winners: standings.iter().filter(|line| line.rank == 1).map(|line| name(line.seat)).collect(),
        ended_early: session.status() == Status::EndedEarly,
        ..BoardView::default()
    }
}
