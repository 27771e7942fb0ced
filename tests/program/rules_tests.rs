//! `docs/rules-tests.md` names a test for each section of the rules, and each of them exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const PAGE: &str = include_str!("../../docs/rules-tests.md");

/// The tests that a page names but that do not exist.
fn missing(page: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let named = page.split('`').filter_map(|word| word.split_once("::"));
    let there = |file: &str, test: &str| {
        let source = fs::read_to_string(root.join(file)).unwrap_or_default();
        source.contains(&format!("fn {test}("))
    };
    named.filter(|(file, test)| !there(file, test)).map(|(file, test)| format!("{file}::{test}")).collect()
}

/// The sections that name a test.
fn sections(page: &str) -> BTreeSet<u8> {
    let sections = page.split("\n## ").skip(1).filter(|section| section.contains("::"));
    sections.filter_map(|section| section.split(' ').next()?.parse().ok()).collect()
}

#[test]
fn every_section_has_tests_that_exist() {
    assert_eq!(missing(PAGE), Vec::<String>::new());
    assert_eq!(sections(PAGE), (1..=13).filter(|&section| section != 10).collect());
}

#[test]
fn a_missing_test_is_found() {
    let page = "# Page\n\n## 5 Tricks\n\n- `tests/rules/engine.rs::tricks_add_up_to_the_cards`\n\
                - `tests/rules/engine.rs::gone`\n- `tests/no.rs::a`\n\n## 6 Scores\n";
    assert_eq!(missing(page), ["tests/rules/engine.rs::gone", "tests/no.rs::a"]);
    assert_eq!(sections(page), [5].into());
}
