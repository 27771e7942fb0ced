//! The page that phones get: valid HTML that needs nothing from elsewhere and may do nothing by itself.

use std::collections::BTreeSet;

use html5gum::{Token, Tokenizer};

const PAGE: &str = include_str!("../../src/phones/page/index.html");
const SCRIPT: &str = include_str!("../../src/phones/page/page.js");
const STYLE: &str = include_str!("../../src/phones/page/page.css");

#[test]
fn the_phones_page_is_valid() {
    let void = ["meta", "link", "input"];
    let (mut open, mut ids, mut meant) = (Vec::new(), BTreeSet::new(), Vec::new());
    for token in Tokenizer::new(PAGE) {
        match token.unwrap() {
            Token::StartTag(tag) => {
                let name = String::from_utf8(tag.name.to_vec()).unwrap();
                assert!(!["style", "iframe", "object", "base", "a"].contains(&name.as_str()), "{name}");
                for (attribute, value) in &tag.attributes {
                    let attribute = std::str::from_utf8(attribute).unwrap();
                    let value = String::from_utf8(value.value.to_vec()).unwrap();
                    assert!(!attribute.starts_with("on") && attribute != "style", "{attribute}");
                    assert!(!["src", "href"].contains(&attribute) || value.starts_with('/'), "{value}");
                    match attribute {
                        "id" => assert!(ids.insert(value.clone()), "{value} is there twice"),
                        "for" | "aria-labelledby" | "aria-describedby" => meant.push(value),
                        _ => {}
                    }
                }
                if !void.contains(&name.as_str()) {
                    open.push(name);
                }
            }
            Token::EndTag(tag) => assert_eq!(open.pop().unwrap().as_bytes(), &tag.name[..]),
            Token::Error(error) => panic!("{error:?}"),
            _ => {}
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(meant.iter().all(|id| ids.contains(id)), "{meant:?}");
    // What the script looks for is there.
    for id in SCRIPT.split("$(\"").skip(1).filter_map(|part| part.split_once('"')).map(|(id, _)| id) {
        assert!(ids.contains(id), "{id}");
    }
}

#[test]
fn the_phones_page_puts_in_text_only_and_asks_nobody_else() {
    for way in ["innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "Function(", "import", "://"] {
        assert!(!SCRIPT.contains(way), "{way}");
    }
    assert!(!STYLE.contains("url(") && !STYLE.contains("@import"));
    assert!(PAGE.len() + SCRIPT.len() + STYLE.len() < 59_000);
}
