//! One more round of a game that is over.

use crate::session::{Session, Status};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundMore {
    pub round: usize,
    /// As many cards as the last round dealt.
    pub cards: u8,
    /// The maximum number of cards.
    pub most: u8,
}

impl RoundMore {
    /// None at a tournament's table: all its tables play the same hands.
    pub(super) fn of(session: &Session) -> Option<RoundMore> {
        let round = session.scored() + 1;
        let most = session.game().cards_of_round_more().next_back()?;
        let is_over = session.status() == Status::Finished && session.tournament().is_none();
        is_over.then(|| RoundMore { round, cards: session.game().cards(round - 1), most })
    }
}
