//! The variants and house rules, in our own words.

use super::chapter::Chapter;
use crate::text;

pub(super) fn chapters() -> Vec<Chapter> {
    vec![
        Chapter::new(
            text!("Variants"),
            [
                text!(
                    "Plus/Minus One, which most tables play: the bids of all players may not add up to the number of \
                     tricks. So at least one player will be wrong."
                ),
                text!(
                    "Only the last to bid is told a number they may not say: the one that would make the bids add up. \
                     If the others have already bid every trick, the last may not say 0. If they have bid more than \
                     that, the last is free."
                ),
                text!(
                    "If somebody changes their bid later and the bids then add up, it is the last in order who must \
                     change theirs."
                ),
                text!(
                    "Hidden bids, also called Covered bids: everyone writes their bid in secret, and all are shown at \
                     once before the first trick. If Plus/Minus One is broken, the last in order must change theirs."
                ),
                text!(
                    "Confided bids: everyone gives their bid in secret to the scorekeeper, who may not tell. The \
                     program covers them until the round is scored; only Edit bids shows them again."
                ),
                text!(
                    "Secret prediction: the bids are shown only after the last trick. You enter the tricks first. \
                     Plus/Minus One cannot be checked then, so the two do not go together."
                ),
                text!(
                    "Clairvoyance: in round 1 you see everybody's card except your own. It is played without special \
                     cards, and changes nothing in scoring."
                ),
                text!(
                    "Unicolor, for 3 or 4 players without special cards: each player owns the 13 cards of one colour, \
                     a Wizard and a Jester. There is no trump."
                ),
                text!(
                    "Everyone shuffles their own fifteen cards and draws each hand from them. Bids are open, hidden or \
                     secret, as you agree."
                ),
                text!(
                    "Unicolor begins with 4 cards and adds one in each round: after twelve rounds you have played up \
                     to 15 cards. Clairvoyance does not go with it."
                ),
                text!(
                    "In a trick of Unicolor the highest number wins, whatever its colour; of equal ones, the first \
                     that was played. Nobody has to follow a colour. After the round the cards go back to their \
                     owners. With 3 players, one colour stays in the box."
                ),
            ],
        ),
        Chapter::new(
            text!("House rules"),
            [
                text!(
                    "Custom hands: play every round, every other one, the ten hands of a tournament, the last ten, or \
                     up and down again. Or write a list of your own with 1 to 40 rounds."
                ),
                text!(
                    "Plus/Minus One can begin in a later round than the first, or leave small hands out: with one card \
                     it forces somebody to fail."
                ),
                text!("Or the last bidder may always bid 0, even where that makes the bids add up."),
                text!(
                    "Or it binds everyone, and not only the last: while the bids so far add up to the number of \
                     tricks, nobody may bid 0."
                ),
                text!(
                    "Extra cards, from another edition or home-made, leave a card to turn up in the last round, so \
                     that it has a trump, and make larger hands possible."
                ),
                text!(
                    "The four colours can be called as on your cards: peoples, suits from 2 to ace, or plain colours. \
                     Only the names of trump and in the odds change."
                ),
                text!(
                    "Penalty points: a long press on a player's face at the table, or ⋯, takes points away, or gives \
                     some back, with a reason. They count in the total and in no round."
                ),
                text!(
                    "A tie can be broken by bids met, by the best single round or by the sum of bids: more of it is \
                     ahead. Several count in the order in which they were chosen. If all are equal, the victory is \
                     still shared."
                ),
            ],
        ),
    ]
}
