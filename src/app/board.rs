//! The board for the other players: the part of the open session that everyone at the table may see.

use super::play::Play;
use super::playing::Playing;
use super::table_view::{self, Mode, TableRow};
use super::{Notice, Tone};
use crate::each;
use crate::game::Rules;
use crate::session::{Session, Status, initials};
use crate::wizard::{Game, Round, Seat, Trump};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardSide {
    /// For readers on the scorekeeper's side.
    #[default]
    Here,
    /// Turned round, for readers across the table.
    Across,
    /// Twice, for both sides.
    Both,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardStage {
    #[default]
    Bids,
    Tricks,
    Track,
    Over,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardPlayer {
    /// Also gives the colour.
    pub seat: Seat,
    pub name: String,
    pub initials: String,
    pub selected: bool,
    pub bids_now: bool,
    /// The bid, if the table may know it.
    pub bid: Option<u8>,
    pub bid_in: bool,
    /// The bid after the Cloud, if the table may know it.
    pub changed_bid: Option<i16>,
    pub tricks: Option<u8>,
    /// A first digit waiting for a second, if the table may know it.
    pub typed: Option<u8>,
    /// The points of this round once known, or before the first bid those of the round before; and whether the bid was
    /// met.
    pub points: Option<(i32, bool)>,
    pub of_last_round: bool,
    pub total: i32,
    pub dealer: bool,
    pub leader: bool,
    /// Whether the player leads the standings so far, alone or tied; unused at the end, where the rank shows it.
    pub ahead: bool,
    /// 0 until the game is over.
    pub rank: usize,
    /// Bids met or bets won, once the game is over.
    pub met: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardView {
    pub stage: BoardStage,
    /// The players in seat order, so that each keeps their place; at the end best first.
    pub players: Vec<BoardPlayer>,
    /// The round, from 1; at the end the number of rounds that count.
    pub round: usize,
    /// In the plan; 0 without one.
    pub rounds: usize,
    pub cards: u8,
    /// `None` if not recorded.
    pub trump: Option<Trump>,
    /// Whether bids stay covered until all are in.
    pub hidden: bool,
    /// Whether bids stay covered until the tricks are played.
    pub secret: bool,
    pub bids_in: usize,
    /// The sum of tricks, or of bids if the table may know it.
    pub sum: Option<u16>,
    pub of: u8,
    /// The sum of all bids while tricks are entered, if the table may know it.
    pub bid_sum: Option<u16>,
    pub bombs: u8,
    pub forbidden: Option<(String, u8)>,
    pub notice: Option<Notice>,
    pub allowable: bool,
    pub winners: Vec<String>,
    pub ended_early: bool,
}

/// For a game with a track, the same as the table.
pub(super) fn view(playing: &Playing) -> BoardView {
    if each!(playing, play => play.session.status()) != Status::Running {
        return each!(playing, play => over(&play.session, play.notice.as_ref()));
    }
    match playing {
        Playing::Wizard(play) => running(play),
        Playing::LastWizard(track) => {
            let round = track.session.scored() + 1;
            BoardView { stage: BoardStage::Track, round, ..BoardView::default() }
        }
    }
}

fn running(play: &Play) -> BoardView {
    let session = &play.session;
    let Some((round, open)) = session.open() else { return over(session, play.notice.as_ref()) };
    let (game, facts) = (session.game(), &open.facts);
    let table = table_view::view(play);
    let bids_in = facts.bids.iter().flatten().count();
    let bidding = table.common.mode == Mode::Bid;
    let known = table.common.mode == Mode::Correct || open.bids_are_known(game.rules().bidding);
    // An error about the Cloud would reveal its taker's bid, and a forbidden bid would reveal the other bids.
    let telling = !known && (play.refused().is_some() || !facts.clouds.is_empty());
    let notice = board_notice(play, table.common.notice.as_ref().filter(|_| !telling));
    let fresh = bidding && !table.first_done && bids_in == 0;
    let player = |row: &TableRow| BoardPlayer {
        bids_now: bidding && row.selected && row.bid.is_none(),
        points: if fresh { last_points(session, row.seat) } else { row.points.zip(row.met).filter(|_| known) },
        of_last_round: fresh,
        bid: row.bid.filter(|_| known),
        bid_in: facts.bids.known(row.seat).is_some(),
        changed_bid: row.bids.last().copied().filter(|_| known && row.bids.len() > 1),
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
        forbidden: if bidding && known {
            forbidden(game, round, facts, &session.people().names_at_end())
        } else {
            None
        },
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

fn last_points(session: &Session, seat: Seat) -> Option<(i32, bool)> {
    let score = session.game().scores(session.scored(), session.rounds().last()?).nth(seat)?;
    Some((score.points, score.met()))
}

/// The player whose turn it is to bid, and the bid they may not make.
fn forbidden(game: &Game, round: usize, facts: &Round, names: &[String]) -> Option<(String, u8)> {
    let seat = game.bidding_order(round).into_iter().find(|&seat| facts.bids.known(seat).is_none())?;
    let bid = game.forbidden_to(round, &facts.bids, seat).filter(|&bid| bid <= game.cards(round))?;
    game.may_bid(round, facts, seat, bid).err()?;
    Some((names.get(seat)?.clone(), bid))
}

/// The scorekeeper's notice, unless the board already shows it to all: the forbidden bid, the totals.
fn board_notice(play: &Play, shown: Option<&Notice>) -> Option<Notice> {
    match &play.notice {
        Some(notice) => Some(notice).filter(|notice| notice.tone != Tone::Quiet).cloned(),
        None => shown.filter(|shown| !matches!(shown.tone, Tone::Plain | Tone::Quiet)).cloned(),
    }
}

fn over<G: Rules>(session: &Session<G>, notice: Option<&Notice>) -> BoardView {
    let names = session.people().names_at_end();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{PenaltyCommand, TableCommand};
    use crate::archive::SessionFile;
    use crate::session::{Player, Status};
    use crate::wizard::RuleSet;

    /// Anna deals five cards; Ben has bid 5, and it is Cleo's turn.
    fn cleos_turn(plus_minus_one_in_turn: bool) -> Play {
        let player = |(id, name)| Player::new(name, uuid::Uuid::from_u128(id));
        let players = (1..).zip(["Anna", "Ben", "Cleo"]).map(player).collect();
        let rules = RuleSet { plus_minus_one_in_turn, hands: Some(vec![5, 5]), ..RuleSet::default() };
        let session = Session::new(uuid::Uuid::from_u128(9), crate::app::now(), players, 0, rules).unwrap();
        let mut play = Play::new(session, SessionFile::new("board.json".into()));
        tap(&mut play, &[TableCommand::Number(5)]);
        play
    }

    fn tap(play: &mut Play, commands: &[TableCommand]) {
        for command in commands {
            play.handle(command.clone(), crate::app::now());
        }
    }

    fn struck(play: &Play) -> Vec<u8> {
        let keys = table_view::view(play).common.keys;
        (0..).zip(keys).filter(|(_, key)| key.forbidden).map(|(number, _)| number).collect()
    }

    fn notice(play: &Play) -> String {
        table_view::view(play).common.notice.map_or_else(String::new, |notice| notice.to_string())
    }

    #[test]
    fn a_forbidden_zero_is_explained_and_the_board_names_the_bidder() {
        let free = cleos_turn(false);
        assert_eq!((struck(&free), running(&free).forbidden, notice(&free)), (vec![], None, String::new()));
        let mut play = cleos_turn(true);
        let reason = "0 is not allowed: the bids would add up to 5 (Plus/Minus One).";
        assert_eq!(struck(&play), [0]);
        assert_eq!(running(&play).forbidden, Some(("Cleo".to_owned(), 0)));
        assert_eq!(notice(&play), reason);
        tap(&mut play, &[TableCommand::Number(0)]);
        assert_eq!((notice(&play), play.refused()), (reason.to_owned(), Some((2, 0))), "and refused");
        tap(&mut play, &[TableCommand::Number(1)]);
        assert_eq!((struck(&play), running(&play).forbidden), (vec![], None), "the last is free: it is 6 already");
        tap(&mut play, &[TableCommand::Number(0), TableCommand::Primary]);
        assert!(running(&play).stage == BoardStage::Tricks, "{}", notice(&play));
    }

    #[test]
    fn what_is_wrong_on_the_table_is_not_shown_for_a_penalty_or_the_result() {
        let mut play = cleos_turn(true);
        tap(&mut play, &[TableCommand::Penalty(PenaltyCommand::For(None))]);
        assert_eq!(notice(&play), "");
        tap(&mut play, &[TableCommand::Escape]);
        assert!(notice(&play).starts_with("0 is not allowed"), "{}", notice(&play));
        tap(&mut play, &[TableCommand::End]);
        assert_eq!((play.session.status(), notice(&play)), (Status::EndedEarly, String::new()));
    }

    #[test]
    fn a_zero_at_the_sum_can_be_let_stand_at_the_table_and_in_a_correction() {
        let mut play = cleos_turn(true);
        tap(&mut play, &[TableCommand::Number(0), TableCommand::Insist, TableCommand::Number(1)]);
        assert_eq!(play.session.open().unwrap().1.facts.bids.known(2), Some(0));
        tap(&mut play, &[TableCommand::Primary]);
        tap(&mut play, &[5, 0, 0].map(TableCommand::Number));
        tap(&mut play, &[TableCommand::Primary]);
        assert_eq!(play.session.scored(), 1, "{}", notice(&play));
        let mut play = cleos_turn(true);
        tap(&mut play, &[TableCommand::Number(1), TableCommand::Number(1), TableCommand::Primary]);
        tap(&mut play, &[5, 0, 0].map(TableCommand::Number));
        tap(&mut play, &[TableCommand::Primary, TableCommand::Correct { round: 1, seat: Some(2) }]);
        tap(&mut play, &[TableCommand::Number(0)]);
        assert!(notice(&play).starts_with("Somebody bid 0 while the bids added up to 5"), "{}", notice(&play));
        assert_eq!(table_view::view(&play).waives, Some(crate::wizard::Waiver::PlusMinusOne));
        tap(&mut play, &[TableCommand::Insist]);
        let round = &play.session.rounds()[0];
        assert_eq!((round.bids.get(2), round.waived.len()), (Some(&0), 1), "{}", notice(&play));
    }
}
