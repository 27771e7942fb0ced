use std::collections::BTreeSet;

use chrono::{DateTime, Datelike, FixedOffset, Local, NaiveDate, NaiveDateTime, NaiveTime, TimeZone};

use crate::wizard::{PenaltyGiven, Trump, Waiver};

/// With an offset from UTC, or as local wall-clock time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SheetDate {
    local: NaiveDateTime,
    offset: Option<FixedOffset>,
}

impl SheetDate {
    /// Without an offset, in this computer's zone.
    pub(super) fn moment(self) -> DateTime<FixedOffset> {
        let local = self.local;
        match self.offset {
            Some(offset) => offset.from_local_datetime(&local).single(),
            None => Local.from_local_datetime(&local).earliest().map(|moment| moment.fixed_offset()),
        }
        .unwrap_or_else(|| local.and_utc().fixed_offset())
    }

    /// Whether it can be that moment by a local clock.
    pub(super) fn is(self, moment: DateTime<FixedOffset>) -> bool {
        match self.offset {
            Some(_) => self.moment() == moment,
            None => self.local == moment.naive_local(),
        }
    }

    /// The same for the same date in any zone.
    pub(super) fn key(self) -> String {
        self.local.format("%Y-%m-%dT%H:%M:%S").to_string()
    }

    /// `month_first` decides dates such as 3/4/2026, if known.
    pub(super) fn read(text: &str, month_first: Option<bool>) -> Option<SheetDate> {
        if let Ok(moment) = DateTime::parse_from_rfc3339(text) {
            return Some(SheetDate { local: moment.naive_local(), offset: Some(*moment.offset()) });
        }
        let (day, time) = text.split_once([' ', 'T']).unwrap_or((text, "12:00"));
        let [one, two, three] = day_parts(day)?;
        let (year, month, day) = match order_of(day) {
            Order::YearFirst => (one, two, three),
            Order::DayFirst => (three, two, one),
            Order::MonthFirst => (three, one, two),
            Order::Unclear if month_first? => (three, one, two),
            Order::Unclear => (three, two, one),
        };
        let year = if year < 100 { year + 2000 } else { year };
        let day = NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)?;
        let time = time.trim();
        let time = ["%H:%M", "%H:%M:%S"].iter().find_map(|form| NaiveTime::parse_from_str(time, form).ok())?;
        (1900..3000).contains(&day.year()).then(|| SheetDate { local: day.and_time(time), offset: None })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    YearFirst,
    DayFirst,
    MonthFirst,
    /// Day and month are interchangeable.
    Unclear,
}

/// Two digits are a year of this century.
fn day_parts(day: &str) -> Option<[u32; 3]> {
    let parts: Vec<&str> = day.split(['/', '.', '-']).collect();
    let number = |part: &&str| part.parse().ok().filter(|_| part.len() <= 4);
    let [one, two, three] = parts.iter().map(number).collect::<Option<Vec<u32>>>()?[..] else { return None };
    let is_year = |at: usize| parts.get(at).is_some_and(|part: &&str| part.len() == 4 || (at == 2 && part.len() == 2));
    (is_year(0) || is_year(2)).then_some([one, two, three])
}

pub(super) fn order_of(text: &str) -> Order {
    let day = text.split([' ', 'T']).next().unwrap_or_default();
    match day_parts(day) {
        Some([one, ..]) if one > 31 => Order::YearFirst,
        // With full stops, the day always comes first.
        Some(_) if day.contains('.') => Order::DayFirst,
        Some([one, two, _]) if one > 12 || one == two => Order::DayFirst,
        Some([_, two, _]) if two > 12 => Order::MonthFirst,
        Some(_) => Order::Unclear,
        None => Order::YearFirst,
    }
}

#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) line: usize,
    pub(super) fields: usize,
    pub(super) date: Option<SheetDate>,
    pub(super) round: usize,
    pub(super) player: String,
    pub(super) seat: Option<usize>,
    pub(super) cards: Option<i64>,
    pub(super) dealer: Option<String>,
    /// `None` if not given; a cell may also be "not recorded".
    pub(super) trump: Option<Trump>,
    pub(super) bid: Option<i64>,
    pub(super) scored_bid: Option<i64>,
    pub(super) tricks: Option<i64>,
    pub(super) points: Option<i64>,
    pub(super) total: Option<i64>,
    pub(super) bombs: Option<u8>,
    pub(super) cloud_changes: Vec<i64>,
    pub(super) waived: Option<BTreeSet<Waiver>>,
    /// Of the player of this row, not of any seat.
    pub(super) penalties: Vec<PenaltyGiven>,
}

impl Row {
    /// Whether it has only names, cards and dealer.
    pub(super) fn is_planned(&self) -> bool {
        let numbers = [self.bid, self.scored_bid, self.tricks, self.points, self.total];
        numbers.iter().all(Option::is_none)
            && self.trump.is_none()
            && self.bombs.is_none_or(|bombs| bombs == 0)
            && self.waived.as_ref().is_none_or(BTreeSet::is_empty)
            && self.cloud_changes.is_empty()
            && self.penalties.is_empty()
    }

    pub(super) fn only_names(&self) -> bool {
        self.is_planned()
            && self.cards.is_none()
            && self.dealer.is_none()
            && self.bombs.is_none()
            && self.waived.is_none()
    }
}
