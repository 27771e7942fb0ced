//! The rating after each finished game: Weng and Lin's Bayesian method (known as OpenSkill), from `skillratings`.
//!
//! In short: beating someone raises a rating and losing lowers it, the more so the less it was expected and the less is
//! known about the players.

use serde::Serialize;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use super::Sample;

/// The uncertainty added before each game, so that a rating can follow a player who learns: a hundredth of a new
/// player's, as is usual for this family of ratings.
const DRIFT: f64 = 25.0 / 300.0;

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// 25 for a new player.
    pub value: f64,
    /// One standard deviation of the strength; 25/3 for a new player, and less with every game.
    pub uncertainty: f64,
    #[serde(rename = "sample")]
    pub games: u32,
}

impl Rating {
    pub(super) fn new() -> Rating {
        let WengLinRating { rating, uncertainty } = WengLinRating::new();
        Rating { value: rating, uncertainty, games: 0 }
    }

    pub fn small(&self) -> bool {
        Sample::Games(self.games).small()
    }
}

/// In the order of the players.
pub(super) fn rated(before: &[Rating], places: &[usize]) -> Vec<Rating> {
    let teams: Vec<[WengLinRating; 1]> = before
        .iter()
        .map(|rating| [WengLinRating { rating: rating.value, uncertainty: rating.uncertainty.hypot(DRIFT) }])
        .collect();
    let outcomes: Vec<(&[WengLinRating], MultiTeamOutcome)> =
        teams.iter().zip(places).map(|(team, &place)| (&team[..], MultiTeamOutcome::new(place))).collect();
    let after = weng_lin_multi_team(&outcomes, &WengLinConfig::new());
    let one = |(before, team): (&Rating, Vec<WengLinRating>)| {
        team.first().map_or(*before, |after| Rating {
            value: after.rating,
            uncertainty: after.uncertainty,
            games: before.games + 1,
        })
    };
    before.iter().zip(after).map(one).collect()
}
