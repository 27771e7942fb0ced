//! The session that is looked at, as the screen shows it.

use chrono::NaiveDate;

use crate::app::names::initials;
use crate::app::{App, file_name, sheet};
use crate::each;
use crate::session::{AnyRef, Kind, Session, Status};
use crate::text::Text;
use crate::wizard::{Change, RoundReading, Seat, SeatReading, Trump};

/// One player in one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundPlayer {
    /// The seat, which also gives the colour.
    pub seat: Seat,
    /// The mark.
    pub initials: String,
    /// The name.
    pub name: String,
    /// The announced bid.
    pub bid: Option<u8>,
    /// The bid that was scored.
    pub scored_bid: Option<i16>,
    /// The tricks taken.
    pub tricks: Option<u8>,
    /// The points of the round, once it counts.
    pub points: Option<i32>,
}

/// A round of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundLine {
    /// From 1.
    pub round: usize,
    /// Cards dealt.
    pub cards: u8,
    /// Who dealt.
    pub dealer: String,
    /// The trump; `None`: not recorded.
    pub trump: Option<Trump>,
    /// The Bombs that were played.
    pub bombs: u8,
    /// The bids add up to the cards, and the table let them stand.
    pub waived: bool,
    /// Who took each Cloud, and the change.
    pub clouds: Vec<(String, Change)>,
    /// It counts; else it is being played.
    pub scored: bool,
    /// In bidding order.
    pub players: Vec<RoundPlayer>,
}

/// A session's page.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewedView {
    /// The day of its start.
    pub day: NaiveDate,
    /// Where it was played.
    pub place: String,
    /// What was noted.
    pub notes: String,
    /// The same with a line begun for a round, and where somebody types on.
    pub begun: Option<(String, usize)>,
    /// Running, finished or ended early.
    pub status: Status,
    /// Which edition of Wizard, or the other game.
    pub kind: Kind,
    /// What was agreed, each in a few words.
    pub rules: Vec<Text>,
    /// Rounds that count.
    pub rounds: usize,
    /// Rounds of the plan, where there is one.
    pub planned: Option<usize>,
    /// From the first deal to the last round, where that is known.
    pub minutes: Option<i64>,
    /// The name of its file.
    pub file: String,
    /// The name of the file of which this one is a copy, and whether both say the same.
    pub copy_of: Option<(String, bool)>,
    /// It was duplicated to try something on.
    pub duplicate: bool,
    /// The rounds, the last one first.
    pub round_lines: Vec<RoundLine>,
    /// It is still being played.
    pub runs: bool,
    /// Changes with the file that is looked at.
    pub id: String,
}

impl App {
    pub(super) fn viewed_view(&self) -> Option<ViewedView> {
        let path = self.noted_path()?;
        let session = self.desk.session_at(path)?;
        let (place, notes) = self.notes_of(path)?;
        let copy_of = self.shelf.get(path).and_then(|entry| {
            let (path, same) = self.shelf.original(entry)?;
            Some((file_name(path), same))
        });
        let wizard = session.wizard();
        let (status, copied) = each!(session, session => (session.status(), session.copy_of().is_some()));
        Some(ViewedView {
            day: each!(session, session => session.started()).date_naive(),
            place,
            begun: self.begun(&notes),
            notes,
            status,
            kind: session.kind(),
            rules: each!(session, session => session.told()),
            rounds: each!(session, session => session.scored()),
            planned: wizard.map(|session| session.game().plan().rounds()),
            minutes: each!(session, session => session.minutes()),
            file: file_name(path),
            copy_of,
            duplicate: copied,
            round_lines: wizard.map(round_lines).unwrap_or_default(),
            runs: status == Status::Running,
            id: path.display().to_string(),
        })
    }

    /// The sheet that the page shows.
    pub fn viewed_sheet(&self) -> sheet::SheetView {
        self.viewed_session().and_then(AnyRef::wizard).map(sheet::view).unwrap_or_default()
    }

    /// The standings and the chart that the page shows.
    pub fn viewed_result(&self) -> crate::app::ResultView {
        self.viewed_session().map(crate::app::result::view).unwrap_or_default()
    }
}

fn round_lines(session: &Session) -> Vec<RoundLine> {
    let line = |round: RoundReading| {
        let names = session.names_in(round.number);
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
