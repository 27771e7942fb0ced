//! What a game stands out by, for a line at its end.

use uuid::Uuid;

use super::{GAMES_ENOUGH, GameResult, PlayerFigures, RECORD_ROUNDS, Statistics};

/// What a finished game stands out by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feat {
    /// The highest total of all finished games.
    Highest {
        /// Whose it is; more than one when they are level.
        names: Vec<String>,
        /// The points.
        total: i32,
        /// How many finished games there are.
        games: u32,
    },
    /// The highest total of one player.
    Best {
        /// Whose.
        name: String,
        /// The points.
        total: i32,
        /// How many finished games they have.
        games: u32,
    },
}

impl Statistics {
    /// What this game stands out by, alone and among [`GAMES_ENOUGH`] others at least: at the table, or else for one who played, the
    /// best placed first. A game with fewer than [`RECORD_ROUNDS`] rounds stands out by nothing.
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

/// How this game ended for a player, if it is their best among enough of them.
fn best(player: &PlayerFigures, session: Uuid) -> Option<&GameResult> {
    let result = player.form.iter().find(|game| game.session == session)?;
    let mut others = player.form.iter().filter(|game| game.session != session);
    let enough = player.results.games > GAMES_ENOUGH && result.rounds >= RECORD_ROUNDS;
    (enough && others.all(|other| other.total < result.total)).then_some(result)
}
