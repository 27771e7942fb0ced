use std::collections::HashMap;

use serde::de::IgnoredAny;

use crate::text;
use crate::text::Text;

pub(super) const FORMAT: &str = "tablet-of-truth";
pub(super) const TOURNAMENT: &str = "tablet-of-truth-tournament";
pub(super) const BUNDLE: &str = "tablet-of-truth-archive";
/// In bytes.
const BEGINNING: usize = 64 * 1024;

pub(super) fn recognised(bytes: &[u8]) -> Option<Text> {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    if text.is_empty() {
        return Some(text!("is empty"));
    }
    let beginning = text.get(..BEGINNING).unwrap_or(text);
    let holds = |part: &[u8]| part.is_empty() || beginning.windows(part.len()).any(|there| there == part);
    let begins = |part: &[u8]| beginning.get(..part.len()).is_some_and(|there| there.eq_ignore_ascii_case(part));
    let is_of = |(begin, part, _): &(&[u8], &[u8], Text)| begins(begin) && holds(part);
    by_content().into_iter().find(is_of).map(|(.., what)| what).or_else(|| {
        let fields: HashMap<String, IgnoredAny> = serde_json::from_slice(text).ok()?;
        if fields.contains_key("rounds") {
            return None;
        }
        by_field().into_iter().find(|(any, _)| any.iter().any(|one| fields.contains_key(*one))).map(|(_, what)| what)
    })
}

pub(super) fn of_format(format: &str) -> Text {
    match format {
        FORMAT => text!("is a game: open it in the archive"),
        TOURNAMENT => text!("is a tournament: open it on the first page, or with the command tournament"),
        BUNDLE => text!("is a whole archive: import it"),
        other => text!("is a file of another kind: its format is “{format}”", format = other),
    }
}

/// How the file begins (ignoring case), what else is near the beginning, and what it is.
fn by_content() -> Vec<(&'static [u8], &'static [u8], Text)> {
    let picture = text!("is a picture, from which no game can be read: export the game as CSV or JSON and import that");
    let page = text!("is a web page, from which no game can be read: export the game as CSV or JSON and import that");
    let sheet = text!("is a sheet made for reading: export the game as CSV or JSON and import that");
    let ranking = text!("is a ranking, which has no rounds: export the games as CSV or JSON and import them");
    let workbook = text!("is a workbook of a spreadsheet program: save the sheet as CSV in UTF-8 and import that");
    let document =
        text!("is a document: copy its table into a spreadsheet, save that as CSV in UTF-8 and import the file");
    let compressed = text!("is a compressed file: unpack it and import what is in it");
    let kinds: [(&[u8], &[u8], &Text); 35] = [
        (b"\x89PNG", b"", &picture),
        (b"\xFF\xD8\xFF", b"", &picture),
        (b"GIF8", b"", &picture),
        (b"RIFF", b"WEBP", &picture),
        (b"\0\0\0", b"ftyp", &picture),
        (b"II*\0", b"", &picture),
        (b"MM\0*", b"", &picture),
        (b"<svg", b"", &picture),
        (b"<?xml", b"<svg", &picture),
        (
            b"%PDF",
            b"",
            &text!("is a PDF, from which no game can be read: export the game as CSV or JSON and import that"),
        ),
        (b"<!doctype html", b"", &page),
        (b"<html", b"", &page),
        (b"<?xml", b"<html", &page),
        (b"# ", b"\n|--:|", &sheet),
        (b"Wizard", "\n✓ ".as_bytes(), &sheet),
        (b"The Last Wizard", "\n✓ ".as_bytes(), &sheet),
        (b"rank,player,games,", b"", &ranking),
        (b"rank,number,name,", b"", &ranking),
        (b"PK\x03\x04", b"xl/", &workbook),
        (b"PK\x03\x04", b"opendocument.spreadsheet", &workbook),
        (b"PK\x03\x04", b"Index/CalculationEngine", &workbook),
        (b"\xD0\xCF\x11\xE0", b"", &workbook),
        (b"<?xml", b"opendocument.spreadsheet", &workbook),
        (b"<?xml", b"office:spreadsheet", &workbook),
        (b"PK\x03\x04", b"word/", &document),
        (b"PK\x03\x04", b"opendocument.text", &document),
        (b"PK\x03\x04", b"Index/Document.iwa", &document),
        (b"{\\rtf", b"", &document),
        (b"PK\x03\x04", b"", &compressed),
        (b"\x1F\x8B", b"", &compressed),
        (b"7z\xBC\xAF", b"", &compressed),
        (b"Rar!", b"", &compressed),
        (b"BZh", b"", &compressed),
        (b"\xFD7zXZ", b"", &compressed),
        (b"\x28\xB5\x2F\xFD", b"", &compressed),
    ];
    kinds.into_iter().map(|(begin, part, what)| (begin, part, what.clone())).collect()
}

fn by_field() -> [(&'static [&'static str], Text); 3] {
    [
        (
            &["plays", "sourcePlayId"],
            text!(
                "is a game of BG Stats, which keeps no bids and tricks: export the game as CSV or JSON where they were \
                 noted, and import that"
            ),
        ),
        (
            &["round_data"],
            text!(
                "is a game of another program: export it there as a table (CSV) with round, player, bid and tricks, \
                 and import that"
            ),
        ),
        (&["theme", "text_size", "keep_awake", "dealt"], text!("has settings of Tablet of Truth, and no game")),
    ]
}
