//! What a person reads of a session: who won, the standings and the rounds, names already made safe. The exports for
//! people all draw this.

use chrono::{DateTime, FixedOffset};

use super::chart::{Grid, Line, chart};
use super::initials::initials;
use super::names::{isolated, lines, plain};
use super::words;
use super::words::Word;
use crate::language::Language;
use crate::session::{Record, Session, Status};
use crate::wizard::{RoundReading, Seat, SeatReading, Standing, Trump};

/// Someone at the table.
pub(super) struct Who {
    /// In one line, without control characters.
    pub(super) name: String,
    /// A letter or two.
    pub(super) initials: String,
}

/// A line of the standings.
pub(super) struct Place {
    pub(super) rank: usize,
    pub(super) seat: Seat,
    pub(super) total: i32,
    pub(super) bids_met: usize,
}

/// One player's result of one round; what is not known yet is `None`.
#[derive(Default, PartialEq)]
pub(super) struct Cell {
    pub(super) total: Option<i32>,
    /// The announced bid, and after an arrow what the Cloud made of it.
    pub(super) bid: Option<String>,
    pub(super) tricks: Option<u8>,
    pub(super) met: Option<bool>,
}

impl Cell {
    /// Bid and tricks: "2·1"; the bid alone before the tricks are known; nothing before the bid.
    pub(super) fn bid_and_tricks(&self) -> String {
        match (&self.bid, self.tricks) {
            (Some(bid), Some(tricks)) => format!("{bid}·{tricks}"),
            (Some(bid), None) => bid.clone(),
            (None, Some(tricks)) => format!("–·{tricks}"),
            (None, None) => String::new(),
        }
    }
}

/// A round.
pub(super) struct Row {
    pub(super) round: usize,
    pub(super) cards: u8,
    pub(super) dealer: Seat,
    pub(super) trump: Option<Trump>,
    pub(super) bomb: bool,
    /// In seat order; all empty in a round to come.
    pub(super) cells: Vec<Cell>,
    /// Are the cards worth a word? In a game where they are not always the round's number.
    pub(super) odd_cards: bool,
}

impl Row {
    fn new(session: &Session, round: &RoundReading) -> Row {
        let cell = |seat: &SeatReading| Cell {
            total: seat.total,
            bid: seat.bid.map(|bid| match seat.changed_bid() {
                Some(changed) => format!("{bid}→{changed}"),
                None => bid.to_string(),
            }),
            tricks: seat.tricks,
            met: seat.total.and(seat.met),
        };
        let begun = round.is_begun();
        Row {
            round: round.number,
            cards: round.cards,
            dealer: round.dealer,
            trump: round.trump.filter(|_| begun),
            bomb: round.bomb && begun,
            cells: round.seats.iter().map(cell).collect(),
            odd_cards: (1..).zip(session.game().plan().hands()).any(|(round, &cards)| usize::from(cards) != round),
        }
    }
}

/// A session as a person reads it.
pub(super) struct Sheet {
    /// What it is said in.
    pub(super) language: Language,
    /// Who won, or how it stands.
    pub(super) title: String,
    /// When it was set up; `None` for a game written by hand.
    pub(super) date: Option<DateTime<FixedOffset>>,
    /// Empty when nobody said.
    pub(super) place: String,
    /// Edition, rules, rounds and duration, each in a few words.
    pub(super) facts: Vec<String>,
    /// In seat order.
    pub(super) players: Vec<Who>,
    /// Best first.
    pub(super) places: Vec<Place>,
    /// The scored rounds, the open one, and in a running game those to come.
    pub(super) rows: Vec<Row>,
    /// How many rounds are scored.
    pub(super) played: usize,
    pub(super) finished: bool,
    /// The lines of points by round, and their grid.
    pub(super) lines: Vec<Line>,
    pub(super) grid: Vec<Grid>,
    /// Lines; none when there are no notes.
    pub(super) notes: Vec<String>,
}

impl Sheet {
    /// The session for a person. Without `identified` there is no date: the game was written by hand.
    pub(super) fn new(session: &Session, identified: bool, language: Language) -> Sheet {
        let names: Vec<String> = session.names().iter().map(|name| plain(name)).collect();
        let record = Record::of(session);
        let winners: Vec<String> =
            record.winners().filter_map(|seat| names.get(seat)).map(|name| isolated(name)).collect();
        let (played, planned) = (record.rounds(), record.planned);
        let mut facts = words::rules(session.game().rules(), language);
        facts.push(language.say(&words::rounds(played, planned)));
        if identified && let Some(minutes) = duration(session) {
            facts.push(language.say(&words::minutes(minutes)));
        }
        let marks = initials(&names);
        let (chart_lines, grid) = chart(session, &marks);
        Sheet {
            language,
            lines: chart_lines,
            grid,
            title: language.say(&words::title(session, &winners)),
            date: identified.then(|| session.started()),
            place: if session.place().is_empty() { String::new() } else { plain(session.place()) },
            facts,
            places: places(&record),
            rows: rows(session),
            played,
            finished: session.status() == Status::Finished,
            notes: lines(session.notes()),
            players: names.into_iter().zip(marks).map(|(name, initials)| Who { name, initials }).collect(),
        }
    }

    /// Whose seat this is.
    pub(super) fn who(&self, seat: Seat) -> (&str, &str) {
        self.players.get(seat).map_or(("", ""), |who| (&who.name, &who.initials))
    }

    /// "Final table", or "Standings" while more could come.
    pub(super) fn standings_title(&self) -> String {
        self.word(if self.finished { Word::FinalTable } else { Word::Standings })
    }

    /// A word in the sheet's language.
    pub(super) fn word(&self, word: Word) -> String {
        word.said(self.language)
    }

    /// A number for people: with a true minus sign.
    pub(super) fn number(&self, number: i32) -> String {
        self.language.number(number.into())
    }

    /// Does a round of another plan than 1, 2, 3 … stand here?
    pub(super) fn has_odd_cards(&self) -> bool {
        self.rows.iter().any(|row| row.odd_cards)
    }

    /// Was a colour recorded, or more than the rules give by themselves?
    pub(super) fn has_trump(&self) -> bool {
        self.rows.iter().any(|row| row.trump.is_some_and(|trump| trump != Trump::None))
    }

    /// Was the Bomb played?
    pub(super) fn has_bomb(&self) -> bool {
        self.rows.iter().any(|row| row.bomb)
    }

    /// Did the Cloud change a bid?
    pub(super) fn has_cloud(&self) -> bool {
        self.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.bid.as_ref().is_some_and(|bid| bid.contains('→')))
    }
}

/// Minutes from the set-up to the end, where that is known and makes sense.
pub(super) fn duration(session: &Session) -> Option<i64> {
    let end = Record::of(session).finished.filter(|_| session.status() != Status::Running)?;
    // A game that was left open over night says nothing about its length.
    Some((end - session.started()).num_minutes()).filter(|minutes| (1..=24 * 60).contains(minutes))
}

fn places(record: &Record) -> Vec<Place> {
    let place =
        |line: &Standing| Place { rank: line.rank, seat: line.seat, total: line.total, bids_met: line.bids_met };
    record.standings.iter().map(place).collect()
}

/// The rounds that count, and in a game that is played those to come.
fn rows(session: &Session) -> Vec<Row> {
    let runs = session.status() == Status::Running;
    let readings = session.readings();
    readings.iter().filter(|round| runs || round.is_scored()).map(|round| Row::new(session, round)).collect()
}
