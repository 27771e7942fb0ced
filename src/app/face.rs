use uuid::Uuid;

use super::index::Index;
use crate::archive::Settings;
use crate::session::{Colour, Face, Look, Player, Sign, initials};
use crate::wizard::PLAYERS_MAX;

pub(super) type Looks = [(Colour, Option<Sign>); PLAYERS_MAX];

/// The faces of people, by the latest games and the settings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Faces<'a> {
    pub(super) index: &'a Index,
    pub(super) settings: &'a Settings,
}

impl Faces<'_> {
    /// In seat order; no two have the same colour and sign.
    pub(super) fn of<'p>(&self, players: impl IntoIterator<Item = &'p Player>) -> Vec<Face> {
        let players: Vec<Player> = players.into_iter().map(|player| self.now(player)).collect();
        let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
        let faces = self.settings.looks_of(&players).into_iter().zip(initials(&names));
        faces.map(|((colour, sign), initials)| Face { colour, sign, initials }).collect()
    }

    /// The first six as at one table, the others alone.
    pub(super) fn of_all<'p>(&self, players: impl IntoIterator<Item = &'p Player>) -> Vec<Face> {
        let mut players = players.into_iter();
        let mut faces = self.of(players.by_ref().take(PLAYERS_MAX));
        faces.extend(players.map(|player| self.of_one(player)));
        faces
    }

    pub(super) fn of_one(&self, player: &Player) -> Face {
        self.of([player]).pop().unwrap_or_default()
    }

    pub(super) fn of_name(&self, name: &str) -> Face {
        match self.index.player(name) {
            Some(player) => self.of_one(player),
            None => self.of_one(&Player::new(name, Uuid::nil())),
        }
    }

    /// The one chosen here, or that of earlier games.
    pub(super) fn own(&self, player: &Player) -> Look {
        player.look.own().or_else(|| self.index.look_of(player.id)).unwrap_or(player.look)
    }

    /// Those chosen for the game, or their own, or an unused colour.
    pub(super) fn at_a_deal(&self, players: &[Player]) -> Vec<Look> {
        let chosen: Vec<Player> = players.iter().map(|player| self.chosen(player)).collect();
        let look = |(player, (colour, sign)): (&Player, (Colour, Option<Sign>))| {
            let stand_in = self.own(player).colour.is_some_and(|own| own != colour);
            Look { colour: Some(colour), sign, stand_in }
        };
        chosen.iter().zip(self.settings.looks_of(&chosen)).map(look).collect()
    }

    /// This player with the look chosen for them, or that of earlier games.
    pub(super) fn chosen(&self, player: &Player) -> Player {
        Player { look: player.look.or(self.index.look_of(player.id).unwrap_or_default()), ..player.clone() }
    }

    /// The player with their current look. A stand-in of a game stays one wherever that game is shown.
    pub(super) fn now(&self, player: &Player) -> Player {
        let now = self.index.look_of(player.id).unwrap_or(player.look);
        Player { look: Look { stand_in: player.look.stand_in, ..now }, ..player.clone() }
    }
}
