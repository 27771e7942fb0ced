//! A session of either game.

use super::Session;
use crate::each;
use crate::game::GameName;
use crate::text::Text;
use crate::wizard::Edition;
use crate::{last_wizard, wizard};

/// A value that each game has in a form of its own, for one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OfGame<W, L> {
    /// A value of Wizard.
    Wizard(W),
    /// A value of The Last Wizard.
    LastWizard(L),
}

/// What a table of either game agreed on.
pub type AnyGame = OfGame<wizard::Game, last_wizard::Game>;
/// A session of either game.
pub type AnySession = OfGame<Session<wizard::Game>, Session<last_wizard::Game>>;
/// A borrowed session of either game.
pub type AnyRef<'a> = OfGame<&'a Session<wizard::Game>, &'a Session<last_wizard::Game>>;

impl AnyRef<'_> {
    /// What lists call the session.
    pub fn kind(self) -> Kind {
        self.map(|session| session.game().rules().edition(), |_| ())
    }

    /// Whether both are of one game with the same people, seats and rules.
    pub fn agrees_with(self, other: AnyRef) -> bool {
        self.zip(other).is_some_and(|both| each!(both, (one, other) => one.agreed() == other.agreed()))
    }
}

/// What lists call a session: its edition of Wizard, or the other game.
pub type Kind = OfGame<Edition, ()>;

impl Kind {
    /// Its name.
    pub fn text(self) -> Text {
        match self {
            OfGame::Wizard(edition) => edition.text(),
            OfGame::LastWizard(()) => GameName::LastWizard.text(),
        }
    }
}

/// What lists and statistics know of a game beyond what every session has.
pub type Summary = OfGame<wizard::Summary, last_wizard::Summary>;

impl From<wizard::Summary> for Summary {
    fn from(game: wizard::Summary) -> Summary {
        OfGame::Wizard(game)
    }
}

impl From<last_wizard::Summary> for Summary {
    fn from(game: last_wizard::Summary) -> Summary {
        OfGame::LastWizard(game)
    }
}

/// Evaluates the same expression for the value of whichever game.
#[macro_export]
macro_rules! each {
    ($of:expr, $one:pat => $then:expr) => {
        match $of {
            $crate::session::OfGame::Wizard($one) => $then,
            $crate::session::OfGame::LastWizard($one) => $then,
        }
    };
}

/// Evaluates the same expression with the type of the game that has this name.
#[macro_export]
macro_rules! with_game {
    ($name:expr, $game:ident => $then:expr) => {
        match $name {
            $crate::game::GameName::Wizard => {
                type $game = $crate::wizard::Game;
                $then
            }
            $crate::game::GameName::LastWizard => {
                type $game = $crate::last_wizard::Game;
                $then
            }
        }
    };
}

impl<W, L> OfGame<W, L> {
    /// The game that the value belongs to.
    pub fn name(&self) -> GameName {
        match self {
            OfGame::Wizard(_) => GameName::Wizard,
            OfGame::LastWizard(_) => GameName::LastWizard,
        }
    }

    /// The value by reference.
    pub fn as_ref(&self) -> OfGame<&W, &L> {
        match self {
            OfGame::Wizard(of) => OfGame::Wizard(of),
            OfGame::LastWizard(of) => OfGame::LastWizard(of),
        }
    }

    /// The value by mutable reference.
    pub fn as_mut(&mut self) -> OfGame<&mut W, &mut L> {
        match self {
            OfGame::Wizard(of) => OfGame::Wizard(of),
            OfGame::LastWizard(of) => OfGame::LastWizard(of),
        }
    }

    /// The value turned into another by the function of its game.
    pub fn map<V, M>(self, wizard: impl FnOnce(W) -> V, last_wizard: impl FnOnce(L) -> M) -> OfGame<V, M> {
        match self {
            OfGame::Wizard(of) => OfGame::Wizard(wizard(of)),
            OfGame::LastWizard(of) => OfGame::LastWizard(last_wizard(of)),
        }
    }

    /// Both values; `None` if they belong to different games.
    pub fn zip<V, M>(self, other: OfGame<V, M>) -> Option<OfGame<(W, V), (L, M)>> {
        match (self, other) {
            (OfGame::Wizard(one), OfGame::Wizard(other)) => Some(OfGame::Wizard((one, other))),
            (OfGame::LastWizard(one), OfGame::LastWizard(other)) => Some(OfGame::LastWizard((one, other))),
            _ => None,
        }
    }

    /// Wizard's value; `None` for another game.
    pub fn wizard(self) -> Option<W> {
        match self {
            OfGame::Wizard(of) => Some(of),
            OfGame::LastWizard(_) => None,
        }
    }

    /// The Last Wizard's value; `None` for another game.
    pub fn last_wizard(self) -> Option<L> {
        match self {
            OfGame::Wizard(_) => None,
            OfGame::LastWizard(of) => Some(of),
        }
    }
}

impl<W: Clone, L: Clone> OfGame<&W, &L> {
    /// The value as an owned clone.
    pub fn cloned(self) -> OfGame<W, L> {
        self.map(W::clone, L::clone)
    }
}

impl From<Session<wizard::Game>> for AnySession {
    fn from(session: Session<wizard::Game>) -> AnySession {
        OfGame::Wizard(session)
    }
}

impl From<Session<last_wizard::Game>> for AnySession {
    fn from(session: Session<last_wizard::Game>) -> AnySession {
        OfGame::LastWizard(session)
    }
}

impl PartialEq<Session<wizard::Game>> for AnySession {
    fn eq(&self, other: &Session<wizard::Game>) -> bool {
        self.as_ref().wizard() == Some(other)
    }
}

impl PartialEq<Session<last_wizard::Game>> for AnySession {
    fn eq(&self, other: &Session<last_wizard::Game>) -> bool {
        self.as_ref().last_wizard() == Some(other)
    }
}
