//! The rules of The Last Wizard, in our own words.

use super::chapter::Chapter;
use crate::last_wizard::{Power, fortify, goblin_king};
use crate::text;

pub(super) fn chapters() -> Vec<Chapter> {
    vec![
        Chapter::new(
            text!("The game in short"),
            [
                text!(
                    "3 to 6 players bet tokens on their hands and move a pawn each on a track. Everyone begins on \
                     space 15."
                ),
                text!(
                    "Whoever saw somebody do magic most recently begins the first round. After each round, the next \
                     player clockwise begins."
                ),
                text!(
                    "The game ends when somebody stands on 30 or more, or on 0. Whoever is furthest then wins. Players \
                     on the same space share the victory."
                ),
            ],
        ),
        Chapter::new(
            text!("First bet"),
            [
                text!("Clockwise from the first player, everyone takes a round token or folds."),
                text!(
                    "Whoever folds here moves 1 space forwards at once, unless they are alone in front. Players who \
                     folded earlier count where their fold took them, and players out of the round count, too. In \
                     round 1 nobody is alone in front at first."
                ),
                text!("When everyone else has folded, the last one left cannot fold."),
            ],
        ),
        Chapter::new(
            text!("Second bet"),
            [text!(
                "Two cards that belong to everyone are turned up. In the same order, those who are left take a \
                     square token or fold. Whoever folds here moves back at once by the value of the first token."
            )],
        ),
        Chapter::new(
            text!("Showdown"),
            [
                text!(
                    "The best hand moves forwards by both tokens together. If several hands are best, all of them do."
                ),
                text!(
                    "With 5 or 6 players in the game, the second best hand moves by the lower of its two tokens; −1 \
                     moves it back. There is no second best hand if several are best."
                ),
                text!("Everyone else who is left moves back by both tokens together."),
                text!(
                    "If all others have folded, nobody shows a hand: whoever is left moves forwards by the tokens they \
                     hold."
                ),
            ],
        ),
        Chapter::new(
            text!("How a hand is counted"),
            [
                text!(
                    "There are two packs of 18 cards, a red one and a blue one. A game is played with one of them, the \
                     first game with the red one. Everyone is dealt two cards; two more lie open for all after the \
                     first bet."
                ),
                text!(
                    "A hand is the best combination of at most three of these four cards. It is worth the sum of their \
                     values, which stand at the top of the cards, and what their powers add."
                ),
                text!(
                    "Every card is a caster, a spell or a creature. A spell counts only with a caster in the same \
                     combination, each caster casts one spell, and two casters cannot cast the same spell twice. A \
                     caster counts without a spell, too."
                ),
                text!("Only the Warlock and the Lich may cast two different spells in a combination."),
                text!(
                    "For example, a caster of 4, a spell of 8 and another card of 4 are worth 4 + 8 + 4 = 16. Without \
                     a caster no spell counts, so a hand can have only two cards: 5 + 4 = 9."
                ),
                text!(
                    "At the showdown, the button ∑ among the digits adds up the values you type and the powers you \
                     tick."
                ),
            ],
        ),
        Chapter::new(text!("Powers of the red pack"), []).part().lines([
            Power::Skeletons.words(),
            Power::Harpy.words(),
            Power::Witch.words(),
            Power::Wave.words(),
            (text!("card of The Last Wizard" => "Warlock"), text!("casts two different spells")),
        ]),
        Chapter::new(text!("Powers of the blue pack"), []).part().lines([
            Power::Dullahan.words(),
            goblin_king(),
            Power::Dragon.words(),
            Power::Pyromancer.words(),
            fortify(),
            Power::Storm.words(),
            (text!("card of The Last Wizard" => "Lich"), text!("casts two different spells")),
        ]),
        Chapter::new(
            text!("The track"),
            [
                text!(
                    "A gain that begins on 1 to 7 is doubled, all of it, even where it leads past 7. So is the 1 space \
                     of a fold, unless your table agreed otherwise. Losses are never doubled."
                ),
                text!("Nobody moves below 0. The track continues beyond 30."),
                text!(
                    "Whether the game ends is checked after each round, once everyone has moved. If the game goes on, \
                     the next player clockwise begins."
                ),
            ],
        ),
        Chapter::new(
            text!("Where the booklet is silent"),
            [text!(
                "This is how we read it: to be alone in front, a pawn must be ahead of all others, not level with \
                     any; a token counts with its sign; with 30 and 0 in the same round the furthest still wins. The \
                     values of the tokens are those on your table: choose them in the set-up, or type them."
            )],
        ),
    ]
}
