//! The panels over the table, and over the sheet of a game that is over.

use super::data::{Action, Item, Panel};
use super::penalty::{PenaltyCommand, PenaltyView};
use super::{App, Command, TableCommand};
use crate::each;
use crate::game::{REASONS, reason as in_words};
use crate::session::GameName;
use crate::text;
use crate::text::Text;

fn give(command: PenaltyCommand) -> Command {
    Command::OnTable(TableCommand::Penalty(command))
}

impl App {
    /// The penalty or move by hand that is being entered.
    pub(super) fn penalty_panel(&self) -> Option<Panel> {
        let spaces = self.session()?.name() == GameName::LastWizard;
        let common = if spaces { self.track().common } else { self.table().common };
        let PenaltyView { name, points, steps: (more, fewer), reason, typed, totals, after_round: round, changes } =
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
            Item::stepper(Text::foreign(""), value, steps).key("points"),
            Item::status("effect", effect),
            Item::choice(Text::foreign(""), usual).label(text!("Reason")),
            field.enter(give(PenaltyCommand::Save)),
        ];
        items.extend(common.notice.map(|notice| Item::status("notice", notice.text).tone(notice.tone)));
        items.push(Item::bar(take_back.into_iter().chain([cancel])));
        items.push(Item::bar([Action::primary(text!("Save"), give(PenaltyCommand::Save))]));
        Some(Panel { ready: true, ..Panel::new("penalty", heading, items, close) })
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
