//! Dates as each language writes them.

use std::sync::LazyLock;

use chrono::{Datelike, NaiveDate};

use super::Language;
use super::texts::look_for;
use crate::text;
use crate::text::Text;

impl Language {
    /// "Saturday 7 March 2026".
    pub fn long_date(self, date: NaiveDate) -> String {
        self.translate(&text!(
            "Saturday 7 March 2026" => "{weekday} {day} {month} {year}",
            weekday = weekday(date),
            day = date.day(),
            month = month(date),
            year = date.year(),
        ))
    }

    /// "Saturday 7 March", or of another year with it.
    pub fn near_long_date(self, date: NaiveDate, this_year: i32) -> String {
        if date.year() != this_year {
            return self.long_date(date);
        }
        self.translate(&text!(
            "Saturday 7 March" => "{weekday} {day} {month}",
            weekday = weekday(date),
            day = date.day(),
            month = month(date),
        ))
    }

    /// "7 Mar 2026".
    pub fn date(self, date: NaiveDate) -> String {
        self.translate(&day(date))
    }

    /// "2026-03-07".
    pub fn typed_date(self, date: NaiveDate) -> String {
        self.translate(&numeric(
            &date.format("%Y").to_string(),
            &date.format("%m").to_string(),
            &date.format("%d").to_string(),
        ))
    }

    /// Reads a date as typed in this language, or in one of the two forms that mean the same everywhere.
    pub fn read_date(self, typed: &str) -> Option<NaiveDate> {
        let own = self.translate(&numeric("%Y", "%m", "%d"));
        let read = |form: &str| NaiveDate::parse_from_str(typed.trim(), form).ok();
        [&own, "%Y-%m-%d", "%d.%m.%Y"].into_iter().find_map(read).filter(|day| (1900..3000).contains(&day.year()))
    }

    /// A date without this year, "Sat 7 Mar", or of another year, "7 Mar 2025".
    pub fn near_date(self, date: NaiveDate, this_year: i32) -> String {
        if date.year() != this_year {
            return self.date(date);
        }
        self.translate(&text!(
            "weekday day month" => "{weekday} {day} {month}",
            weekday = short_weekday(date),
            day = date.day(),
            month = short_month(date),
        ))
    }

    /// "Sat 7 Mar 2026".
    pub fn short_date(self, date: NaiveDate) -> String {
        self.translate(&text!(
            "Sat 7 Mar 2026" => "{weekday} {day} {month} {year}",
            weekday = short_weekday(date),
            day = date.day(),
            month = short_month(date),
            year = date.year(),
        ))
    }
}

/// "7 Mar 2026".
pub fn day(date: NaiveDate) -> Text {
    text!(
        "day month year" => "{day} {month} {year}",
        day = date.day(),
        month = short_month(date),
        year = date.year(),
    )
}

/// A length of time.
pub fn minutes(minutes: i64) -> Text {
    if minutes < 60 {
        text!("{minutes} min", minutes = minutes)
    } else {
        let (hours, minutes) = (minutes / 60, format!("{:02}", minutes % 60));
        text!("{hours} h {minutes} min", hours = hours, minutes = minutes)
    }
}

fn numeric(year: &str, month: &str, day: &str) -> Text {
    text!("a date as it is typed" => "{year}-{month}-{day}", year = year, month = month, day = day)
}

pub fn weekday(date: NaiveDate) -> Text {
    match date.weekday().num_days_from_monday() {
        0 => text!("Monday"),
        1 => text!("Tuesday"),
        2 => text!("Wednesday"),
        3 => text!("Thursday"),
        4 => text!("Friday"),
        5 => text!("Saturday"),
        _ => text!("Sunday"),
    }
}

fn short_weekday(date: NaiveDate) -> Text {
    match date.weekday().num_days_from_monday() {
        0 => text!("Mon"),
        1 => text!("Tue"),
        2 => text!("Wed"),
        3 => text!("Thu"),
        4 => text!("Fri"),
        5 => text!("Sat"),
        _ => text!("Sun"),
    }
}

pub fn month(date: NaiveDate) -> Text {
    month_numbered(date.month())
}

impl Language {
    /// The names of all months. The language's file is only looked through for them: to read all its texts takes many
    /// times as long, and they stay in memory.
    fn month_names(self) -> [&'static str; 12] {
        let texts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(month_numbered);
        let mut names = texts.each_ref().map(|text| text.english);
        let po = std::str::from_utf8(self.0.po).unwrap_or_default();
        look_for(po, |context, english, translation| {
            let at = texts.iter().position(|text| (text.context, text.english) == (context, english));
            if let Some(name) = at.and_then(|at| names.get_mut(at)) {
                *name = translation;
            }
        });
        names
    }
}

/// The names of each month in every language, for a search; put together once, because a search asks at every letter.
pub fn months() -> &'static [String; 12] {
    static MONTHS: LazyLock<[String; 12]> = LazyLock::new(|| {
        let mut months = [const { String::new() }; 12];
        for language in Language::all() {
            for (names, name) in months.iter_mut().zip(language.month_names()) {
                *names += &format!("{name} ");
            }
        }
        // Germans without the key for it write "Maerz".
        months.map(|names| format!("{names}{}", names.replace('ä', "ae")))
    });
    &MONTHS
}

fn month_numbered(number: u32) -> Text {
    match number {
        1 => text!("January"),
        2 => text!("February"),
        3 => text!("March"),
        4 => text!("April"),
        5 => text!("long month" => "May"),
        6 => text!("June"),
        7 => text!("July"),
        8 => text!("August"),
        9 => text!("September"),
        10 => text!("October"),
        11 => text!("November"),
        _ => text!("December"),
    }
}

fn short_month(date: NaiveDate) -> Text {
    match date.month() {
        1 => text!("Jan"),
        2 => text!("Feb"),
        3 => text!("Mar"),
        4 => text!("Apr"),
        5 => text!("May"),
        6 => text!("Jun"),
        7 => text!("Jul"),
        8 => text!("Aug"),
        9 => text!("Sep"),
        10 => text!("Oct"),
        11 => text!("Nov"),
        _ => text!("Dec"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_found_without_reading_the_whole_file() {
        for language in Language::all() {
            for (number, name) in (1..).zip(language.month_names()) {
                assert_eq!(name, language.translate(&month_numbered(number)));
            }
        }
        assert!(months()[2].contains("März") && months()[2].contains("Maerz") && months()[2].contains("março"));
    }
}
