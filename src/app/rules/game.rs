//! The rules of Wizard, in our own words.

use super::chapter::{Chapter, Shows};
use crate::text;

pub(super) fn chapters() -> Vec<Chapter> {
    vec![
        Chapter::new(
            text!("The game in short"),
            [
                text!(
                    "In every round you bid how many tricks you will take. If you take exactly that many, you earn \
                     experience points; if not, you lose some."
                ),
                text!(
                    "3 to 6 players share 60 cards: four colours with the numbers 1 to 13, four Wizards and four \
                     Jesters. The Humans are blue, the Dwarves red, the Elves green and the Giants yellow."
                ),
                text!(
                    "Whoever has the most points after the last round wins. Players with equal points share the \
                     victory."
                ),
            ],
        ),
        Chapter::new(
            text!("Deal and rounds"),
            [
                text!(
                    "Everyone gets one card in round 1, two cards in round 2, and so on. A round has as many tricks as \
                     you have cards. With 3 players there are 20 rounds, with 4 there are 15, with 5 there are 12, \
                     with 6 there are 10."
                ),
                text!(
                    "Whoever keeps the pad deals first. After that, the deal passes clockwise. The player to the left \
                     of the dealer bids first and leads the first trick."
                ),
                text!(
                    "After the deal, the next card is turned up: its colour is trump. If it is a Jester, the round has \
                     no trump. If it is a Wizard, the dealer looks at their hand and chooses a colour."
                ),
                text!(
                    "If a special card is turned up: with the Shapeshifter, Dragon, Werewolf, Juggler or Cloud, the \
                     dealer chooses trump; with the Fairy or the Bomb, there is none."
                ),
                text!(
                    "In the last round all 60 cards are dealt, so nothing is turned up and there is no trump. With \
                     special cards in the deck, a card is left over and is turned up as usual."
                ),
            ],
        ),
        Chapter::new(
            text!("chapter of the rules" => "Bid"),
            [
                text!(
                    "Beginning at the dealer's left, everyone says how many tricks they will take: from 0 to the \
                     number of cards dealt. The dealer bids last."
                ),
                text!("The scorekeeper writes the bids down and reads them out, so that everyone knows them."),
            ],
        ),
        Chapter::new(
            text!("First-hand odds"),
            [
                text!(
                    "Round 1, before anyone plays: how likely your only card is to take the trick, counted exactly \
                     over all the cards of the classic 60 that you cannot see. With special cards, extra cards or \
                     Clairvoyance the odds are others."
                ),
                text!(
                    "A figure is the chance in percent; a card of the trump colour has the same from every place. ✓ \
                     means that a bid of 1 gives more points on average than a bid of 0, which is so from three \
                     chances in seven on."
                ),
                text!(
                    "The game's English encyclopedia is off by one in two places. With 5 players, whoever leads should \
                     bid 1 from 48 beaten cards on, not from 49. With 4 players and a Jester turned up, one of its \
                     numbers is too low, because it counts that Jester among the unknown cards."
                ),
            ],
        )
        .part()
        .with(Shows::Odds),
        Chapter::new(
            text!("The play of a round"),
            [
                text!(
                    "Whoever leads may play any card. The others then play clockwise, one card each. Whoever takes the \
                     trick leads the next one."
                ),
                text!(
                    "If a colour is led and you hold that colour, you must follow it or play a Wizard or a Jester. If \
                     you don't hold it, you may play any card; you never have to play trump."
                ),
                text!(
                    "The first Wizard takes the trick. Without a Wizard, the highest trump takes it; without trump, \
                     the highest card of the colour that was led."
                ),
                text!(
                    "If a Wizard is led, everyone may play any card. If a Jester is led, the first card after it that \
                     is not a Jester decides: if it has a colour, that is the one to follow; if it is a Wizard, \
                     everyone may play any card."
                ),
                text!(
                    "A Jester beats nothing. If all cards of a trick are Jesters, the first of them takes it; that can \
                     only happen with 3 or 4 players, or with 5 and the Shapeshifter."
                ),
            ],
        ),
        Chapter::new(
            text!("chapter of the rules" => "Score"),
            [
                text!(
                    "You met your bid: 20 points, and 10 more for each trick you took. A bid of 0 that is met is worth \
                     20."
                ),
                text!(
                    "You missed your bid: you lose 10 points for each trick too many or too few. Your total may fall \
                     below 0."
                ),
                text!(
                    "The tricks of all players add up to the cards dealt to each. Only if the Bomb was played do they \
                     add up to one fewer."
                ),
            ],
        )
        .with(Shows::Calculator),
    ]
}

pub(super) fn leaving() -> Chapter {
    Chapter::new(
        text!("Someone has to leave"),
        [
            text!(
                "Somebody else can play on for whoever has to go, from the next round on: ⋯, then “Change rules, \
                 seats and names”. With fewer or more players, end the game early and deal a new one."
            ),
            text!(
                "A game that ended early keeps all completed rounds, and its standings count them. The open round \
                 is kept, but does not count. You can play on later."
            ),
        ],
    )
}
