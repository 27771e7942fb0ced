//! The faces that people have now.

use uuid::Uuid;

use super::index::Index;
use crate::archive::Settings;
use crate::session::{Colour, Face, Look, Player, Sign, initials};
use crate::wizard::PLAYERS_MAX;

/// The colour and the sign of each seat at a table.
pub(super) type Looks = [(Colour, Option<Sign>); PLAYERS_MAX];

/// The faces that people have now: those of the game they played last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Faces<'a> {
    pub(super) index: &'a Index,
    pub(super) settings: &'a Settings,
}

impl Faces<'_> {
    /// The faces of the people at a table, in seat order: no two have one colour or one sign.
    pub(super) fn of<'p>(&self, players: impl IntoIterator<Item = &'p Player>) -> Vec<Face> {
        let players: Vec<Player> = players.into_iter().map(|player| self.now(player)).collect();
        let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
        let faces = self.settings.looks_of(&players).into_iter().zip(initials(&names));
        faces.map(|((colour, sign), initials)| Face { colour, sign, initials }).collect()
    }

    /// The faces of people of whom there may be more than at a table: the first six as there, the others alone.
    pub(super) fn of_all<'p>(&self, players: impl IntoIterator<Item = &'p Player>) -> Vec<Face> {
        let mut players = players.into_iter();
        let mut faces = self.of(players.by_ref().take(PLAYERS_MAX));
        faces.extend(players.map(|player| self.of_one(player)));
        faces
    }

    /// The face of somebody who is shown without their table.
    pub(super) fn of_one(&self, player: &Player) -> Face {
        self.of([player]).pop().unwrap_or_default()
    }

    /// The face of whoever has this name, shown without their table.
    pub(super) fn of_name(&self, name: &str) -> Face {
        match self.index.player(name) {
            Some(player) => self.of_one(player),
            None => self.of_one(&Player::new(name, Uuid::nil())),
        }
    }

    /// How this player looked in the game they played last.
    pub(super) fn look(&self, player: &Player) -> Look {
        self.index.look_of(player.id).unwrap_or(player.look)
    }

    /// The looks of people who begin a game: those chosen for it, or as before, or the seat's colour.
    pub(super) fn at_a_deal(&self, players: &[Player]) -> Vec<Look> {
        let chosen: Vec<Player> = players.iter().map(|player| self.chosen(player)).collect();
        let looks = self.settings.looks_of(&chosen);
        looks.into_iter().take(players.len()).map(look).collect()
    }

    /// This player with the look chosen for them, or as in the game they played last.
    pub(super) fn chosen(&self, player: &Player) -> Player {
        Player { look: player.look.or(self.look(player)), ..player.clone() }
    }

    /// This player with their look in the game they played last.
    pub(super) fn now(&self, player: &Player) -> Player {
        Player { look: self.look(player), ..player.clone() }
    }
}

/// A look as a session records it.
pub(super) fn look((colour, sign): (Colour, Option<Sign>)) -> Look {
    Look { colour: Some(colour), sign }
}
