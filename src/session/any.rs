use super::Session;
use crate::each;
use crate::game::GameName;
use crate::text::Text;
use crate::wizard::Edition;
use crate::{last_wizard, wizard};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OfGame<W, L> {
    Wizard(W),
    LastWizard(L),
}

pub type AnyGame = OfGame<wizard::Game, last_wizard::Game>;
pub type AnySession = OfGame<Session<wizard::Game>, Session<last_wizard::Game>>;
pub type AnyRef<'a> = OfGame<&'a Session<wizard::Game>, &'a Session<last_wizard::Game>>;

impl AnyRef<'_> {
    pub fn kind(self) -> Kind {
        self.map(|session| session.game().rules().edition(), |_| ())
    }

    /// Whether the game, people, seats and rules are the same.
    pub fn agrees_with(self, other: AnyRef) -> bool {
        self.zip(other).is_some_and(|both| each!(both, (one, other) => one.agreed() == other.agreed()))
    }
}

/// As lists name a session.
pub type Kind = OfGame<Edition, ()>;

impl Kind {
    pub fn text(self) -> Text {
        match self {
            OfGame::Wizard(edition) => edition.text(),
            OfGame::LastWizard(()) => GameName::LastWizard.text(),
        }
    }
}

/// What lists and statistics need beyond what every session has.
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

/// Evaluates the same expression for the value of either game.
#[macro_export]
macro_rules! each {
    ($of:expr, $one:pat => $then:expr) => {
        match $of {
            $crate::session::OfGame::Wizard($one) => $then,
            $crate::session::OfGame::LastWizard($one) => $then,
        }
    };
}

/// Evaluates the same expression with the type of the named game.
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
    pub fn name(&self) -> GameName {
        match self {
            OfGame::Wizard(_) => GameName::Wizard,
            OfGame::LastWizard(_) => GameName::LastWizard,
        }
    }

    pub fn as_ref(&self) -> OfGame<&W, &L> {
        match self {
            OfGame::Wizard(of) => OfGame::Wizard(of),
            OfGame::LastWizard(of) => OfGame::LastWizard(of),
        }
    }

    pub fn as_mut(&mut self) -> OfGame<&mut W, &mut L> {
        match self {
            OfGame::Wizard(of) => OfGame::Wizard(of),
            OfGame::LastWizard(of) => OfGame::LastWizard(of),
        }
    }

    pub fn map<V, M>(self, wizard: impl FnOnce(W) -> V, last_wizard: impl FnOnce(L) -> M) -> OfGame<V, M> {
        match self {
            OfGame::Wizard(of) => OfGame::Wizard(wizard(of)),
            OfGame::LastWizard(of) => OfGame::LastWizard(last_wizard(of)),
        }
    }

    /// `None` if they are of different games.
    pub fn zip<V, M>(self, other: OfGame<V, M>) -> Option<OfGame<(W, V), (L, M)>> {
        match (self, other) {
            (OfGame::Wizard(one), OfGame::Wizard(other)) => Some(OfGame::Wizard((one, other))),
            (OfGame::LastWizard(one), OfGame::LastWizard(other)) => Some(OfGame::LastWizard((one, other))),
            _ => None,
        }
    }

    pub fn wizard(self) -> Option<W> {
        match self {
            OfGame::Wizard(of) => Some(of),
            OfGame::LastWizard(_) => None,
        }
    }

    pub fn last_wizard(self) -> Option<L> {
        match self {
            OfGame::Wizard(_) => None,
            OfGame::LastWizard(of) => Some(of),
        }
    }
}

impl<W: Clone, L: Clone> OfGame<&W, &L> {
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
