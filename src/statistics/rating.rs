//! The rating after each finished game: Weng and Lin's Bayesian method (also known as OpenSkill), by `skillratings`.
//!
//! In one sentence: beating someone moves a player up and losing moves them down, by more the less it was expected and the
//! less is known about them.

use serde::Serialize;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use super::Sample;

/// How much less sure a rating becomes before each game, so that it can follow a player who learns: a hundredth of what
/// a new player starts with, as usual for this family of ratings.
const DRIFT: f64 = 25.0 / 300.0;

/// How strong a player is thought to be, and how surely.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The strength; everybody starts with 25.
    pub value: f64,
    /// One standard deviation of the strength; 25/3 for a new player, less with every game.
    pub uncertainty: f64,
    /// The finished games behind it.
    #[serde(rename = "sample")]
    pub games: u32,
}

impl Rating {
    /// Before the first game.
    pub(super) fn new() -> Rating {
        let WengLinRating { rating, uncertainty } = WengLinRating::new();
        Rating { value: rating, uncertainty, games: 0 }
    }

    /// What the strength is almost certainly above: the value less three times the uncertainty. Players are ordered by
    /// this, so that one lucky game does not lead the table.
    pub fn conservative(&self) -> f64 {
        self.value - 3.0 * self.uncertainty
    }

    /// Is the sample too small to say much?
    pub fn small(&self) -> bool {
        Sample::Games(self.games).small()
    }
}

/// The ratings after a game in which these players came in on these places, in the same order.
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
