//! The sheet on paper: A4, with real text and embedded fonts reduced to the letters used.

use krilla::geom::Size;
use krilla::metadata::{DateTime as PdfDate, Metadata};
use krilla::page::PageSettings;
use krilla::{Document, SerializeSettings};

use chrono::{DateTime, Datelike, FixedOffset, Timelike};

use super::drawing::{Page, paper};
use super::error::not_drawn;
use super::names::SafeLanguage;
use super::painter::Painter;
use super::picture::tree;
use super::sheet::Sheet;
use super::words;
use crate::text::Text;

pub(super) fn pdf(sheet: &Sheet) -> Result<Vec<u8>, Text> {
    document(&sheet.title, sheet.date, &paper(sheet), sheet.language)
}

/// Its only date is the session's, so that the same session gives the same file.
pub(super) fn document(
    title: &str,
    date: Option<DateTime<FixedOffset>>,
    pages: &[Page],
    language: SafeLanguage,
) -> Result<Vec<u8>, Text> {
    let mut document = Document::new_with(SerializeSettings::default());
    let mut facts = Metadata::new().title(title.to_owned()).language(language.tag()).creator(words::PROGRAM.into());
    if let Some(date) = date.and_then(pdf_date) {
        facts = facts.creation_date(date);
    }
    document.set_metadata(facts);
    let mut painter = Painter::default();
    for drawn in pages {
        let tree = tree(drawn)?;
        let size = Size::from_wh(drawn.width, drawn.height).ok_or_else(|| not_drawn("the page has no size"))?;
        let mut page = document.start_page_with(PageSettings::new(size));
        let mut surface = page.surface();
        painter.draw(&tree, &mut surface)?;
        surface.finish();
        page.finish();
    }
    document.finish().map_err(|error| not_drawn(format!("{error:?}")))
}

/// A time as a PDF has it; `None` for one before our era.
fn pdf_date(at: DateTime<FixedOffset>) -> Option<PdfDate> {
    let small = |number: u32| u8::try_from(number).ok();
    let offset = at.offset().local_minus_utc() / 60;
    let date = PdfDate::new(u16::try_from(at.year()).ok()?)
        .month(small(at.month())?)
        .day(small(at.day())?)
        .hour(small(at.hour())?)
        .minute(small(at.minute())?)
        .second(small(at.second())?)
        .utc_offset_hour(i8::try_from(offset / 60).ok()?)
        .utc_offset_minute(small(offset.unsigned_abs() % 60)?);
    Some(date)
}
