use std::collections::BTreeMap;
use std::rc::Rc;

use csv::ByteRecord;
use uuid::Uuid;

use super::grid::read_grid;
use super::headings::{Header, known_headings, left_out};
use super::outline::Outline;
use super::preview::{Note, Question};
use super::problem::Problem;
use super::row::{Order, order_of};
use super::rows::{Reading, Sorted};
use crate::text;
use crate::wizard::Column;

/// The rest of the table is then not read.
const MISTAKES_MAX: usize = 10_000;

#[derive(Default)]
pub(super) struct Sheet {
    pub(super) sessions: Vec<SheetSession>,
    pub(super) problems: Vec<Problem>,
    pub(super) questions: Questions,
}

/// The options chosen, by the line of the question.
pub(super) type Chosen = BTreeMap<usize, usize>;

#[derive(Default)]
pub(super) struct Questions {
    pub(super) answers: Chosen,
    pub(super) pending: Pending,
}

/// By line.
type Pending = BTreeMap<usize, Question>;

impl Questions {
    /// Asks each question once and returns the option chosen.
    pub(super) fn ask(&mut self, line: usize, question: impl FnOnce() -> Question) -> Option<usize> {
        let answer = self.answers.get(&line).copied();
        let question = self.pending.entry(line).or_insert_with(question);
        question.chosen = answer.filter(|answer| *answer < question.options.len()).or(question.chosen);
        question.chosen
    }

    /// Returns the questions of this attempt alone; they count only if the caller adds them to `pending`.
    pub(super) fn attempt<T>(&mut self, attempt: impl FnOnce(&mut Questions) -> T) -> (T, Pending) {
        let before = std::mem::take(&mut self.pending);
        (attempt(self), std::mem::replace(&mut self.pending, before))
    }
}

pub(super) struct SheetSession {
    pub(super) header: Rc<Header>,
    pub(super) outline: Outline,
    pub(super) id: Uuid,
    /// Whether the table has the session's own id, as exports do.
    pub(super) exported: bool,
}

pub(super) fn read_sheet(bytes: &[u8], answers: Chosen) -> Result<Sheet, Problem> {
    let rows = read_grid(bytes, known_headings)?;
    let mut header = Header::of(&rows)?;
    let mut sheet = Sheet { questions: Questions { answers, ..Questions::default() }, ..Sheet::default() };
    let rounds = rows.get(header.rows..).unwrap_or_default();
    if rounds.is_empty() {
        return Err(Problem::of_file(text!("has column names, but no rounds")));
    }
    let month_first = date_order(&mut header, rounds, &mut sheet.questions);
    let mut reading = Reading { header: &header, month_first, sorted: Sorted::default(), round: None };
    let mut sums = Vec::new();
    for (line, row) in rounds {
        if !reading.read(*line, row) {
            sums.push(row);
        }
        if reading.sorted.problems.len() > MISTAKES_MAX {
            break;
        }
    }
    let mut sorted = reading.sorted;
    sheet.problems = sorted.problems;
    header.notes.extend(left_out(sums));
    let mut notes = std::mem::take(&mut header.notes);
    let header = Rc::new(header);
    for key in sorted.order {
        let rows = sorted.sessions.remove(&key).unwrap_or_default();
        if sorted.broken.contains(&key) || sheet.problems.len() > MISTAKES_MAX {
            continue;
        }
        match Outline::of(&header, rows) {
            Ok(mut outline) => {
                // Those on the table are on its first session.
                outline.notes.splice(0..0, std::mem::take(&mut notes));
                let (id, exported) = (key.id(&outline), key.own_id().is_some());
                sheet.sessions.push(SheetSession { header: header.clone(), id, exported, outline });
            }
            Err(wrong) => sheet.problems.extend(wrong),
        }
    }
    Ok(sheet)
}

/// Whether dates such as 3/4/2026 have the month first; `None` if the table has both orders. If no date is conclusive,
/// asks a question; without an answer the day is first.
fn date_order(header: &mut Header, rows: &[(usize, ByteRecord)], questions: &mut Questions) -> Option<bool> {
    let place = header.fields.first()?.place(Column::Date)?;
    let orders = rows.iter().map(|(_, row)| order_of(&String::from_utf8_lossy(row.get(place).unwrap_or_default())));
    let orders: Vec<Order> = orders.collect();
    let has = |order: Order| orders.contains(&order);
    if !has(Order::Unclear) {
        return Some(false);
    }
    match (has(Order::DayFirst), has(Order::MonthFirst)) {
        (true, true) => None,
        (false, false) => {
            let chosen = questions.ask(header.line, || Question {
                source: 0,
                line: header.line,
                text: text!("In the dates, which comes first?"),
                options: vec![text!("The day"), text!("The month")],
                chosen: Some(0),
            });
            let month_first = chosen == Some(1);
            header.notes.push(Note::assumed(if month_first {
                text!("the dates are read with the month first")
            } else {
                text!("the dates are read with the day first: no day after the 12th tells")
            }));
            Some(month_first)
        }
        (_, month_first) => Some(month_first),
    }
}
