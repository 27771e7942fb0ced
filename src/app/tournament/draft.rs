use super::command::SlipField;
use crate::text;
use crate::text::{Text, quoted};
use crate::tournament::{Game, TableResult};

/// In characters.
const WORD_MAX: usize = 12;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    pub(super) round: usize,
    /// Among the tables of the round.
    pub(super) index: usize,
    pub(super) lines: Vec<Typed>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Typed {
    pub(super) points: String,
    pub(super) met: String,
    pub(super) penalty: String,
    pub(super) play_off: String,
    pub(super) absent: bool,
}

/// A parsed line: incomplete, a result, or the reason why it is impossible.
pub(super) type ReadLine = Result<Option<TableResult>, Text>;

impl Typed {
    pub(super) fn of(result: &TableResult) -> Typed {
        match result {
            TableResult::Absent => Typed { absent: true, ..Typed::default() },
            TableResult::Played(game) => Typed {
                points: game.points.to_string(),
                met: game.met.to_string(),
                penalty: if game.penalty == 0 { String::new() } else { game.penalty.to_string() },
                play_off: game.play_off.map(|points| points.to_string()).unwrap_or_default(),
                absent: false,
            },
        }
    }

    /// `before` is the result until now, whose hands stay if they are of the same game.
    pub(super) fn read(&self, before: Option<&TableResult>) -> ReadLine {
        if self.absent {
            return Ok(Some(TableResult::Absent));
        }
        let (points, met) = (number(&self.points)?, number(&self.met)?);
        let (penalty, play_off) = (number(&self.penalty)?, number(&self.play_off)?);
        let (Some(points), Some(met)) = (points, met) else { return Ok(None) };
        let met = u8::try_from(met).map_err(|_| unreadable(&self.met))?;
        let hands = match before {
            Some(TableResult::Played(game)) if (game.points, game.met) == (points, met) => game.hands.clone(),
            _ => None,
        };
        Ok(Some(TableResult::Played(Game { points, met, hands, penalty: penalty.unwrap_or(0), play_off })))
    }

    /// Whether numbers are typed for a player marked absent.
    pub(super) fn contradicts_itself(&self) -> bool {
        let typed = [&self.points, &self.met, &self.penalty, &self.play_off];
        self.absent && typed.into_iter().any(|field| !field.trim().is_empty())
    }

    pub(super) fn type_in(&mut self, field: SlipField, text: String) {
        match field {
            SlipField::Points => self.points = text,
            SlipField::Met => self.met = text,
            SlipField::Penalty => self.penalty = text,
            SlipField::PlayOff => self.play_off = text,
        }
    }
}

/// The number in a field; `None` while it is empty or only a sign.
fn number(field: &str) -> Result<Option<i32>, Text> {
    let typed = field.trim().replace('−', "-");
    if matches!(&*typed, "" | "-" | "+") {
        return Ok(None);
    }
    typed.parse().map(Some).map_err(|_| unreadable(field))
}

fn unreadable(field: &str) -> Text {
    text!("“{word}” is not a number", word = quoted(field.trim(), WORD_MAX))
}
