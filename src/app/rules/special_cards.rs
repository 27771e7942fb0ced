//! The special cards of the 25-year and the 30-year edition, in our own words.

use super::chapter::Chapter;
use crate::text;

pub(super) fn chapters() -> Vec<Chapter> {
    vec![
        Chapter::new(
            text!("Special cards"),
            [
                text!(
                    "The 25-year edition brings seven special cards. Play with all of them or with some; the Dragon \
                     and the Fairy only come together. The number of rounds stays the same."
                ),
                text!(
                    "Begin with a few of them, the Shapeshifter first, and add the others once you know those. The \
                     20-year edition has six: all but the Shapeshifter."
                ),
                text!(
                    "You may play a special card at any time, even if you could follow the colour that was led; only \
                     the Werewolf is never played. The rules of these cards are those of the booklet of the 25-year \
                     edition."
                ),
                text!(
                    "The 30-year edition adds the Witch and the Vampire. What is said of them here is second-hand; if \
                     your booklet says otherwise, the booklet is right."
                ),
            ],
        ),
        Chapter::new(
            text!("Shapeshifter"),
            [
                text!(
                    "Whoever plays the Shapeshifter says whether it is a Wizard or a Jester. Led or met by another \
                     card, it does exactly what that card would do."
                ),
                text!("If the Shapeshifter is turned up, the dealer chooses trump. It does not change how you score."),
            ],
        )
        .part(),
        Chapter::new(
            text!("Dragon"),
            [
                text!(
                    "The Dragon is the highest card of all: it takes the trick even from a Wizard. Only two cards stop \
                     it: with the Fairy in the trick, the Fairy takes it; with the Bomb, nobody does."
                ),
                text!(
                    "If the Dragon is led, everyone may play any card. If it is turned up, the dealer chooses trump. \
                     It does not change how you score."
                ),
            ],
        )
        .part(),
        Chapter::new(
            text!("Fairy"),
            [
                text!(
                    "The Fairy is the lowest card of all: even a Jester beats it. But if the Dragon is in the same \
                     trick, the Fairy takes that trick."
                ),
                text!(
                    "If the Fairy is led, play continues as after a Jester; after a Wizard or the Dragon, everyone may \
                     play any card. If it is turned up, there is no trump. It does not change how you score."
                ),
            ],
        )
        .part(),
        Chapter::new(
            text!("Bomb"),
            [
                text!(
                    "A trick with the Bomb belongs to nobody, whatever else is in it, and counts for no bid. Whoever \
                     would have taken it without the Bomb leads the next one."
                ),
                text!(
                    "The tricks of that round add up to one fewer than the cards dealt. In round 1 this can mean that \
                     nobody takes a trick."
                ),
                text!(
                    "If the Bomb is led, play continues as after a Jester; after a Wizard or the Dragon, everyone may \
                     play any card. If it is turned up, there is no trump. Turned up or not dealt, it does not take a \
                     trick away."
                ),
            ],
        )
        .part(),
        Chapter::new(
            text!("Werewolf"),
            [
                text!(
                    "Whoever is dealt the Werewolf swaps it for the card that was turned up, before the first bid. \
                     They then name a colour as trump, or say that there is none."
                ),
                text!(
                    "So the Werewolf is never led and never meets another card. If it is turned up itself, the dealer \
                     chooses trump. It does not change how you score."
                ),
            ],
        )
        .part(),
        Chapter::new(
            text!("Juggler"),
            [
                text!(
                    "Whoever plays the Juggler names a colour, which may be trump. It then counts as a 7½ of that \
                     colour: above the 7, below the 8. If it is led, that colour is the one to follow."
                ),
                text!(
                    "After the trick with the Juggler, everyone passes one card to the left, all at the same time and \
                     unseen, even if the Bomb was in that trick, except after the last trick. If the Juggler is turned \
                     up, the dealer chooses trump. It does not change how you score."
                ),
            ],
        )
        .part(),
        Chapter::new(
            text!("Cloud"),
            [
                text!(
                    "Whoever plays the Cloud names a colour, which may be trump. It then counts as a 9¾ of that \
                     colour: above the 9, below the 10. If it is led, that colour is the one to follow."
                ),
                text!(
                    "Whoever takes the trick with the Cloud must change their bid by one at the end of the round, up \
                     or down as they like. The changed bid is the one that is scored. The booklet names no bounds; \
                     here it stays between 0 and the number of cards."
                ),
                text!(
                    "For example, you bid 5 and took 4 with the Cloud: make it 4, for 60 points. You bid 3 and took 3: \
                     either change costs you 10 points."
                ),
                text!(
                    "In a trick with the Bomb, nobody takes the Cloud, so no bid changes. The same goes if it is \
                     turned up; then the dealer chooses trump. Plus/Minus One does not look at a changed bid again."
                ),
            ],
        )
        .part(),
        Chapter::new(
            text!("Witch"),
            [
                text!(
                    "After the trick in which the Witch lies, whoever played it swaps a card of their hand with one of \
                     that trick. So a Bomb or a Cloud can come back: up to two tricks belong to nobody, and up to two \
                     bids change."
                ),
                text!(
                    "Here a second tap on Bomb makes it two, and a second Cloud is asked for after the first. Each \
                     Cloud changes the bid as it is by then."
                ),
            ],
        )
        .part(),
        Chapter::new(
            text!("Vampire"),
            [text!(
                "The Vampire copies the card that was turned up and does all that it does. So it can be a Bomb or \
                     a Cloud, too, and the round can have two of them."
            )],
        )
        .part(),
    ]
}
