//! The session viewed, as shown.

use chrono::NaiveDate;

use crate::app::{App, file_name};
use crate::each;
use crate::session::{EXAMPLE, Kind, Session, Status, initials};
use crate::text;
use crate::text::Text;
use crate::wizard::{Change, RoundReading, Seat, SeatReading, Trump};

/// A player in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundPlayer {
    /// The seat, which also gives the colour.
    pub seat: Seat,
    /// The player's initials.
    pub initials: String,
    /// The player's name.
    pub name: String,
    /// The announced bid.
    pub bid: Option<u8>,
    /// The scored bid.
    pub scored_bid: Option<i16>,
    /// The tricks taken.
    pub tricks: Option<u8>,
    /// The points of the round, once it counts.
    pub points: Option<i32>,
}

/// A round in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundLine {
    /// The round, from 1.
    pub round: usize,
    /// The cards dealt.
    pub cards: u8,
    /// The dealer's name.
    pub dealer: String,
    /// The trump; `None` if not recorded.
    pub trump: Option<Trump>,
    /// The number of Bombs played.
    pub bombs: u8,
    /// Whether the bids add up to the cards and the table let them stand.
    pub waived: bool,
    /// The takers of the Clouds, each with the change of bid.
    pub clouds: Vec<(String, Change)>,
    /// Whether the round counts; otherwise it is being played.
    pub scored: bool,
    /// The players, in bidding order.
    pub players: Vec<RoundPlayer>,
}

/// A session's page.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewedView {
    /// The day it started.
    pub day: NaiveDate,
    /// The place; may be empty.
    pub place: String,
    /// The notes; may be empty.
    pub notes: String,
    /// The notes with a line for a round begun, and the position at which to type on.
    pub begun: Option<(String, usize)>,
    /// Whether the game is running, finished or ended early.
    pub status: Status,
    /// The edition of Wizard, or the other game.
    pub kind: Kind,
    /// The table of a tournament at which it was played, and the rules agreed on, each in a few words.
    pub rules: Vec<Text>,
    /// The number of rounds that count.
    pub rounds: usize,
    /// The number of rounds in the plan, if there is one.
    pub planned: Option<usize>,
    /// The minutes from the first deal to the last round, if known.
    pub minutes: Option<i64>,
    /// The name of its file.
    pub file: String,
    /// The name of the file this one is a copy of, and whether both have the same facts.
    pub copy_of: Option<(String, bool)>,
    /// Whether it is a trial copy.
    pub duplicate: bool,
    /// Whether it is of the example evening.
    pub example: bool,
    /// The rounds, last one first.
    pub round_lines: Vec<RoundLine>,
    /// Whether it is still being played.
    pub runs: bool,
    /// An id that changes with the file viewed.
    pub id: String,
}

impl App {
    pub(super) fn viewed_view(&self) -> Option<ViewedView> {
        let path = self.noted_path()?;
        let session = self.open_session.session_at(path)?;
        let (day, place, notes) = self.notes_of(path)?;
        let copy_of = self.index.get(path).and_then(|entry| {
            let (path, same) = self.index.original(entry)?;
            Some((file_name(path), same))
        });
        let wizard = session.wizard();
        let (status, trial_of) = each!(session, session => (session.status(), session.copy_of()));
        Some(ViewedView {
            day,
            place,
            begun: self.begun(&notes),
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
            duplicate: trial_of.is_some_and(|of| of != EXAMPLE),
            example: trial_of == Some(EXAMPLE),
            round_lines: wizard.map(round_lines).unwrap_or_default(),
            runs: status == Status::Running,
            id: path.display().to_string(),
        })
    }

    /// The standings and the chart on the session's page.
    pub fn viewed_result(&self) -> crate::app::ResultView {
        self.viewed_session().map(crate::app::result::view).unwrap_or_default()
    }
}

/// Each of these facts once, with the number of times it was told.
fn once(told: Vec<Text>) -> Vec<Text> {
    let mut facts: Vec<(Text, usize)> = Vec::new();
    for fact in told {
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

fn round_lines(session: &Session) -> Vec<RoundLine> {
    let line = |round: RoundReading| {
        let names = session.people().names_in(round.number);
        let marks = initials(&names);
        let name = |seat: Seat| names.get(seat).cloned().unwrap_or_default();
        let scored = round.is_scored();
        let player = |(seat, ((name, initials), read)): (Seat, ((&String, &String), &SeatReading))| RoundPlayer {
            seat,
            initials: initials.clone(),
            name: name.clone(),
            bid: read.bid,
            scored_bid: read.scored_bid,
            tricks: read.tricks,
            points: read.points.filter(|_| scored),
        };
        let clouds = round.clouds.iter().filter_map(|cloud| cloud.taken());
        RoundLine {
            round: round.number,
            cards: round.cards,
            dealer: name(round.dealer),
            trump: round.trump,
            bombs: round.bombs,
            waived: round.is_waived(),
            clouds: clouds.map(|cloud| (name(cloud.player), cloud.change)).collect(),
            scored,
            players: names.iter().zip(&marks).zip(&round.seats).enumerate().map(player).collect(),
        }
    };
    session.readings().into_iter().filter(RoundReading::is_begun).map(line).collect()
}
