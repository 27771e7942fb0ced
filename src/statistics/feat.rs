//! Feats that set a game apart, for a line on its result.

use uuid::Uuid;

use super::{GAMES_ENOUGH, GameResult, PlayerFigures, RECORD_ROUNDS, Statistics};

/// A feat that sets a finished game apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feat {
    /// The highest total of all finished games.
    Highest {
        /// The player's name; several if they are equal.
        names: Vec<String>,
        /// The points.
        total: i32,
        /// The number of finished games.
        games: u32,
    },
    /// The highest total of one player.
    Best {
        /// The player's name.
        name: String,
        /// The points.
        total: i32,
        /// The number of their finished games.
        games: u32,
    },
}

impl Statistics {
    /// The feat of this game, if it stands alone among at least [`GAMES_ENOUGH`] others: of the table, or else of the
    /// best placed player who has one. Games with fewer than [`RECORD_ROUNDS`] rounds have none.
    pub fn feat(&self, session: Uuid) -> Option<Feat> {
        let games = self.sessions.finished;
        let highest = self.records.highest_total.as_ref();
        if let Some(held) = highest.filter(|held| held.session == session && held.games == 1 && games > GAMES_ENOUGH) {
            return Some(Feat::Highest { names: held.names.clone(), total: held.value, games });
        }
        let bests = self.players.iter().filter_map(|player| Some((best(player, session)?, player)));
        let (result, player) = bests.min_by_key(|(result, _)| result.place)?;
        Some(Feat::Best { name: player.name.clone(), total: result.total, games: player.results.games })
    }
}

/// The result of this game for a player, if it is their best among enough games.
fn best(player: &PlayerFigures, session: Uuid) -> Option<&GameResult> {
    let result = player.form.iter().find(|game| game.session == session)?;
    let mut others = player.form.iter().filter(|game| game.session != session);
    let enough = player.results.games > GAMES_ENOUGH && result.rounds >= RECORD_ROUNDS;
    (enough && others.all(|other| other.total < result.total)).then_some(result)
}
