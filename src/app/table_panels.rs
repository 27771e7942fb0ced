//! The panels over the table, and over the sheet of a game that is over.

use super::adder::{Adder, AdderCommand as A};
use super::data::{Action, Item, Panel};
use super::penalty::{PenaltyCommand, PenaltyView};
use super::{App, Command, TableCommand, Tone, TrackCommand};
use crate::each;
use crate::game::{REASONS, reason as in_words};
use crate::language::Language;
use crate::last_wizard::{CARDS, Goblins, Pack, Power, fortify, goblin_king};
use crate::session::{Face, GameName, initials};
use crate::text;
use crate::text::Text;

fn give(command: PenaltyCommand) -> Command {
    Command::OnTable(TableCommand::Penalty(command))
}

fn count(command: A) -> Command {
    Command::OnTable(TableCommand::OnTrack(TrackCommand::Adder(command)))
}

/// A card of the hand as a choice.
fn card(adder: &Adder, language: Language, place: usize, on: bool, command: A) -> Action {
    let value = adder.typed(place, language).unwrap_or_else(|| "·".to_owned());
    Action::option(Text::foreign(value), on, count(command))
}

/// The powers that add to a hand, by the packs offered.
fn powers(adder: &Adder, language: Language) -> Vec<Item> {
    let (hand, packs) = (&adder.hand, adder.hand.packs());
    let mut items = Vec::new();
    if packs.len() > 1 {
        items.push(Item::note(text!("A hand is of one pack: ticking a power of the other pack clears these.")));
    }
    for pack in packs {
        let heading = match pack {
            Pack::Red => text!("Powers of the red pack"),
            Pack::Blue => text!("Powers of the blue pack"),
        };
        items.push(Item { small: true, ..Item::heading(heading) });
        items.extend(Power::ALL.into_iter().filter(|power| power.pack() == pack).map(|power| {
            let (card, effect) = power.words();
            let turn = Item::switch(card, hand.has(power), count(A::Turn(power))).hint(effect);
            turn.enabled(hand.can_turn(power))
        }));
        if pack == Pack::Blue {
            let (king, effect) = goblin_king();
            let goblins = (0_u8..).zip([None, Some(Goblins::One), Some(Goblins::Two)]).map(|(number, goblins)| {
                let (on, command) = (hand.goblins() == goblins, count(A::Goblins(goblins)));
                let label = text!("Goblins with their King: {goblins}", goblins = number);
                let option = Action::option(Text::foreign(number.to_string()), on, command).label(label);
                option.enabled(hand.can_have(goblins))
            });
            items.push(Item::choice(king, goblins).hint(effect));
            let (fortify, effect) = fortify();
            let none = Action::option(Text::foreign("–"), hand.fortified().is_none(), count(A::Fortify(None)));
            let cards = (0..CARDS).map(|place| {
                let label = text!("Fortify multiplies card {card}", card = place + 1);
                let (on, command) = (hand.fortified() == Some(place), A::Fortify(Some(place)));
                card(adder, language, place, on, command).label(label).enabled(hand.can_fortify(Some(place)))
            });
            let choices = [none.label(text!("Fortify multiplies no card"))].into_iter().chain(cards);
            items.push(Item::choice(fortify, choices).hint(effect));
        }
    }
    items
}

impl App {
    /// The penalty or move by hand that is being entered.
    pub(super) fn penalty_panel(&self) -> Option<Panel> {
        let session = self.session()?;
        let spaces = session.name() == GameName::LastWizard;
        let common = self.common();
        let PenaltyView { player, name, points, steps: (more, fewer), reason, typed, totals, round, changes } =
            common.penalty?;
        let number = |number: i32| self.language().number(number.into());
        let (without, with) = (number(totals.0), number(totals.1));
        let step = |label, up, can| Action::labelled(label, give(PenaltyCommand::Step { up })).enabled(can);
        let (heading, value, steps, effect) = if spaces {
            (
                text!("Move {name} by hand", name = name),
                text!("Spaces: {spaces}", spaces = self.language().points(points.into())),
                [step(text!("One space back"), false, fewer), step(text!("One space forwards"), true, more)],
                text!(
                    "Round {round}, as far as it is known: space {with} instead of {without}.",
                    round = round,
                    with = with,
                    without = without
                ),
            )
        } else {
            (
                text!("Penalty for {name}", name = name),
                text!("{points} points", points = self.language().points(points.into())),
                [step(text!("Ten points fewer"), false, fewer), step(text!("Ten points more"), true, more)],
                match round {
                    0 => text!(
                        "Before round 1: the total is {with} instead of {without}.",
                        with = with,
                        without = without
                    ),
                    _ => text!(
                        "After round {round}: the total is {with} instead of {without}.",
                        round = round,
                        with = with,
                        without = without
                    ),
                },
            )
        };
        let names = each!(session, session => session.people().names_at_end());
        let faces = initials(&names).into_iter().zip(self.looks());
        let whose = names.into_iter().zip(faces).enumerate().map(|(seat, (name, (initials, (colour, sign))))| {
            let whose = Action::option(Text::foreign(""), seat == player, give(PenaltyCommand::For(Some(seat))));
            whose.label(Text::foreign(name)).face(Face { colour, sign, initials })
        });
        let usual = REASONS
            .iter()
            .enumerate()
            .map(|(at, usual)| Action::option(in_words(usual), *usual == reason, give(PenaltyCommand::Usual(at))));
        let own = if typed { reason.clone() } else { String::new() };
        let field = Item::field(Text::foreign(""), own, |reason| give(PenaltyCommand::Reason(reason)));
        let field = field.label(text!("Another reason")).hint(text!("Another reason")).most(80);
        let take_back = changes.then(|| Action::new(text!("button" => "Take back"), give(PenaltyCommand::Remove)));
        let close = Command::OnTable(TableCommand::Escape);
        let cancel = Action::new(text!("Cancel"), close.clone());
        let mut items = vec![
            Item::choice(Text::foreign(""), whose).key("whose").label(text!("Player")),
            Item::stepper(Text::foreign(""), value, steps).key("points"),
            Item::status("effect", effect),
            Item::choice(Text::foreign(""), usual).label(text!("Reason")),
            field.enter(give(PenaltyCommand::Save)),
        ];
        items.extend(common.notice.map(|notice| Item::status("notice", notice.text).tone(notice.tone)));
        items.extend(take_back.map(|take_back| Item::buttons([take_back])));
        items.push(Item::bar([cancel, Action::primary(text!("Save"), give(PenaltyCommand::Save))]));
        Some(Panel { ready: true, ..Panel::new("penalty", heading, items, close) })
    }

    /// The hand that is being counted.
    pub(super) fn adder_panel(&self) -> Option<Panel> {
        let track = self.open_session.play.as_ref()?.as_ref().last_wizard()?;
        let (adder, language) = (track.entry.adder.as_ref()?, self.language());
        let name = track.names().get(adder.seat).cloned().unwrap_or_default();
        let (left_out, total) = (adder.hand.left_out(), adder.hand.total());
        let cards = (0..CARDS).map(|place| {
            let label = match adder.typed(place, language) {
                Some(value) => text!("Card {card}: {value}", card = place + 1, value = value),
                None => text!("Card {card}: empty", card = place + 1),
            };
            card(adder, language, place, adder.at == place, A::Card(place)).label(label)
        });
        let (sum, tone) = match adder.sum(language) {
            Some(sum) => (Text::foreign(sum), Tone::Plain),
            None => (text!("Three cards count at most."), Tone::Quiet),
        };
        let key = |key: String, label, command| Action::new(Text::foreign(key), count(command)).label(label);
        let digit =
            |digit: u8| key(digit.to_string(), text!("Digit {digit} of the card", digit = digit), A::Digit(digit));
        let others = [
            ("±", text!("Sign of the card"), A::Minus),
            ("←", text!("Clear the last digit"), A::Backspace),
            ("+", text!("The next card"), A::Step { on: true }),
        ];
        let others = others.map(|(sign, label, command)| key(sign.to_owned(), label, command));
        let outs = (0..CARDS).map(|place| {
            let label = text!("Card {card} does not count", card = place + 1);
            let out = card(adder, language, place, left_out == Some(place), A::LeaveOut(place));
            out.label(label).enabled(left_out.is_some())
        });
        let close = Command::OnTable(TableCommand::Escape);
        let enter = match total {
            Some(total) => text!("total of a hand" => "Enter {total}", total = total),
            None => text!("total of a hand" => "Enter"),
        };
        let enter = Action { ready: total.is_some(), ..Action::primary(enter, count(A::Put)) };
        let mut items = vec![
            Item::choice(Text::foreign(""), cards).label(text!("The values of the cards")),
            Item { small: false, ..Item::status("sum", sum).tone(tone) },
            Item::bar((1..=9).chain([0]).map(digit).chain(others)),
            Item::bar([Action::new(text!("Cancel"), close.clone()), enter]),
            Item::choice(text!("The card that does not count"), outs),
        ];
        items.extend(powers(adder, language));
        let heading = text!("Count the hand of {name}", name = name);
        Some(Panel { ready: true, ..Panel::new("adder", heading, items, close).wide() })
    }

    pub(super) fn end_question(&self) -> Option<Panel> {
        let scored = each!(self.session()?, session => session.scored());
        let text = if scored == 0 {
            text!("No round is finished yet. Undo brings the game back.")
        } else {
            text!(
                "The standings are those after {n} round. Entries for the open round are kept but do not count. Undo \
                 brings the game back."
                    | "The standings are those after {n} rounds. Entries for the open round are kept but do not \
                       count. Undo brings the game back."
                        % scored
            )
        };
        let end = Action::new(text!("End the game"), Command::OnTable(TableCommand::End)).for_good();
        let close = Command::OnTable(TableCommand::Escape);
        Some(Panel::question("end", text!("End the game early?"), text, text!("Play on"), end, close))
    }
}
