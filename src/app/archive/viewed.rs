use chrono::NaiveDate;

use crate::app::{App, RoundMore, file_name};
use crate::each;
use crate::session::{Counted, EXAMPLE, Kind, Status};
use crate::text;
use crate::text::Text;

#[derive(Clone, Debug, PartialEq)]
pub struct ViewedView {
    pub day: NaiveDate,
    /// May be empty.
    pub place: String,
    /// May be empty.
    pub notes: String,
    pub status: Status,
    pub kind: Kind,
    /// The table of a tournament at which it was played, and the rules agreed on, each in a few words.
    pub rules: Vec<Text>,
    /// Those that count.
    pub rounds: usize,
    /// In the plan, if there is one.
    pub planned: Option<usize>,
    /// The minutes from the first deal to the last round, if known.
    pub minutes: Option<i64>,
    pub file: String,
    /// The name of the file this one is a copy of, and whether both have the same facts.
    pub copy_of: Option<(String, bool)>,
    /// Whether it does not count, although it is not of the example evening.
    pub left_out: bool,
    pub example: bool,
    pub runs: bool,
    pub round_more: Option<RoundMore>,
    /// An id that changes with the file viewed.
    pub id: String,
}

impl App {
    pub(in crate::app) fn viewed_view(&self) -> Option<ViewedView> {
        let path = self.noted_path()?;
        let session = self.open_session.session_at(path)?;
        let (day, place, notes) = self.notes_of(path)?;
        let copy_of = self.index.get(path).and_then(|entry| {
            let (path, same) = self.index.original(entry)?;
            Some((file_name(path), same))
        });
        let wizard = session.wizard();
        let (status, counted) = each!(session, session => (session.status(), session.counted()));
        let example = counted == Counted::CopyOf(EXAMPLE);
        Some(ViewedView {
            day,
            place,
            notes,
            status,
            kind: session.kind(),
            rules: self
                .table_at(session)
                .into_iter()
                .chain(once(each!(session, session => session.described())))
                .collect(),
            rounds: each!(session, session => session.scored()),
            planned: wizard.map(|session| session.game().plan().rounds()),
            minutes: each!(session, session => session.minutes()),
            file: file_name(path),
            copy_of,
            left_out: !counted.counts() && !example,
            example,
            runs: status == Status::Running,
            round_more: wizard.and_then(RoundMore::of),
            id: path.display().to_string(),
        })
    }

    pub fn viewed_result(&self) -> crate::app::ResultView {
        self.viewed_session().map(crate::app::result::view).unwrap_or_default()
    }
}

/// Each fact once, with the number of times it occurs.
fn once(texts: Vec<Text>) -> Vec<Text> {
    let mut facts: Vec<(Text, usize)> = Vec::new();
    for fact in texts {
        match facts.iter_mut().find(|(known, _)| *known == fact) {
            Some((_, times)) => *times += 1,
            None => facts.push((fact, 1)),
        }
    }
    let counted = |(fact, times)| match times {
        1 => fact,
        times => text!("a fact about a game, how often" => "{fact} (×{times})", fact = fact, times = times),
    };
    facts.into_iter().map(counted).collect()
}
