use crate::session::GameName;
use crate::wizard::{Card, Trump};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesCommand {
    Of(GameName),
    /// `None` for all.
    Chapter(Option<usize>),
    Search(String),
    Bid(u8),
    Tricks(u8),
    /// The change by the Cloud.
    Cloud(i8),
    Players(usize),
    /// The trump is the dealer's choice if the card is a Wizard.
    TurnedUp(Card, Trump),
}
