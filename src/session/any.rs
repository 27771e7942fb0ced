//! A session of either game.

use super::Session;
use crate::game::Rules;
use crate::text;
use crate::text::Text;
use crate::wizard::Edition;
use crate::{last_wizard, wizard};

/// The games whose score can be kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameName {
    /// Wizard.
    #[default]
    Wizard,
    /// The Last Wizard.
    LastWizard,
}

impl GameName {
    /// Both games, in the order in which they are offered.
    pub const ALL: [GameName; 2] = [GameName::Wizard, GameName::LastWizard];

    /// Its key in files and in exports for programs.
    pub fn key(self) -> &'static str {
        match self {
            GameName::Wizard => "wizard",
            GameName::LastWizard => "last-wizard",
        }
    }

    /// The game with this key in files.
    pub fn of_key(key: &str) -> Option<GameName> {
        GameName::ALL.into_iter().find(|game| game.key() == key)
    }

    /// Its name.
    pub fn text(self) -> Text {
        match self {
            GameName::Wizard => text!("Wizard"),
            GameName::LastWizard => text!("The Last Wizard"),
        }
    }
}

/// A value that each game has in a form of its own, for one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OfGame<W, L> {
    /// A value of Wizard.
    Wizard(W),
    /// A value of The Last Wizard.
    LastWizard(L),
}

/// A session of either game.
pub type AnySession = OfGame<Session<wizard::Game>, Session<last_wizard::Game>>;
/// A borrowed session of either game.
pub type AnyRef<'a> = OfGame<&'a Session<wizard::Game>, &'a Session<last_wizard::Game>>;

impl AnyRef<'_> {
    /// What lists call the session.
    pub fn kind(self) -> Kind {
        match self {
            OfGame::Wizard(session) => OfGame::Wizard(session.game().rules().edition()),
            OfGame::LastWizard(_) => OfGame::LastWizard(()),
        }
    }

    /// Whether both are of one game with the same people, seats and rules.
    pub fn agrees_with(self, other: AnyRef) -> bool {
        match (self, other) {
            (OfGame::Wizard(one), OfGame::Wizard(other)) => one.agreed() == other.agreed(),
            (OfGame::LastWizard(one), OfGame::LastWizard(other)) => one.agreed() == other.agreed(),
            _ => false,
        }
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

/// A game of which a [`Record`](super::Record) can be kept.
pub trait Recorded: Rules {
    /// Which of the games this is.
    const NAME: GameName;

    /// Summarises a game with these facts.
    fn summary(&self, table: &Self::Table) -> Summary;
}

impl Recorded for wizard::Game {
    const NAME: GameName = GameName::Wizard;

    fn summary(&self, table: &Self::Table) -> Summary {
        OfGame::Wizard(wizard::Summary::of(self, table))
    }
}

impl Recorded for last_wizard::Game {
    const NAME: GameName = GameName::LastWizard;

    fn summary(&self, table: &Self::Table) -> Summary {
        OfGame::LastWizard(last_wizard::Summary::of(self, table))
    }
}

/// Evaluates the same expression for the value of whichever game.
#[macro_export]
macro_rules! each {
    ($of:expr, $one:ident => $then:expr) => {
        match $of {
            $crate::session::OfGame::Wizard($one) => $then,
            $crate::session::OfGame::LastWizard($one) => $then,
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
        match self {
            OfGame::Wizard(of) => OfGame::Wizard(of.clone()),
            OfGame::LastWizard(of) => OfGame::LastWizard(of.clone()),
        }
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
