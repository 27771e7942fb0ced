//! The files of the phones' page.

use super::words::words;
use crate::language::Language;

const INDEX: &str = include_str!("page/index.html");
const SCRIPT: &[u8] = include_bytes!("page/page.js");
const STYLE: &[u8] = include_bytes!("page/page.css");
const ICON: &[u8] = include_bytes!("page/icon.svg");

/// With its media type.
pub fn file(path: &str, language: Language) -> Option<(Vec<u8>, &'static str)> {
    Some(match path {
        "/" => (index(language).into_bytes(), "text/html; charset=utf-8"),
        "/page.js" => (SCRIPT.to_vec(), "text/javascript; charset=utf-8"),
        "/page.css" => (STYLE.to_vec(), "text/css; charset=utf-8"),
        "/icon.svg" => (ICON.to_vec(), "image/svg+xml"),
        _ => return None,
    })
}

/// The page in a language: what stands in it in double braces is a name of `words`, or the language itself.
fn index(language: Language) -> String {
    let words = words();
    let mut parts = INDEX.split("{{");
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (place, rest) = part.split_once("}}").unwrap_or(("", part));
        let text = match words.iter().find(|(name, _)| *name == place) {
            Some((_, text)) => language.translate(text),
            None => language.tag(),
        };
        page += &text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
        page += rest;
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_of_the_page_has_words() {
        for language in Language::all() {
            let page = index(language);
            assert!(!page.contains("{{") && !page.contains("}}"));
            assert!(page.contains(&format!("<html lang=\"{}\">", language.tag())));
        }
        let places = INDEX.split("{{").skip(1).filter_map(|part| part.split_once("}}")).map(|(place, _)| place);
        for place in places.filter(|place| *place != "language") {
            assert!(words().iter().any(|(name, _)| *name == place), "{place}");
        }
    }
}
