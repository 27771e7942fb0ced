//! The whole walk: every screen in every window and text size, in every language where there is little room, and a
//! picture in every theme. Takes many minutes: `cargo test --test interface walk::whole -- --ignored`.

use tablet_of_truth::language::Language;

use super::screens::{ARCHIVE, HOME, LOOKED_UP, STATISTICS, TABLE, TOURNAMENT};
use super::{ALL, Look, SIZES, TEXT_SIZES, read, tab_through, walk};

fn every_size(_: usize) -> Vec<Look> {
    SIZES.iter().flat_map(|&size| TEXT_SIZES.map(|percent| ("en", size, percent))).collect()
}

#[test]
#[ignore = "takes minutes"]
fn home_and_set_up_fit_every_size() {
    walk(HOME, every_size);
}

#[test]
#[ignore = "takes minutes"]
fn what_is_looked_up_fits_every_size() {
    walk(LOOKED_UP, every_size);
}

#[test]
#[ignore = "takes minutes"]
fn the_table_fits_every_size() {
    walk(TABLE, every_size);
}

#[test]
#[ignore = "takes minutes"]
fn the_archive_fits_every_size() {
    walk(ARCHIVE, every_size);
}

#[test]
#[ignore = "takes minutes"]
fn the_statistics_fit_every_size() {
    walk(STATISTICS, every_size);
}

#[test]
#[ignore = "takes minutes"]
fn the_tournament_fits_every_size() {
    walk(TOURNAMENT, every_size);
}

#[test]
#[ignore = "takes minutes"]
fn the_words_of_every_language_fit_their_places() {
    for language in Language::all().skip(1).map(Language::code) {
        let narrow = |_| vec![(language, SIZES[0], 100), (language, SIZES[0], 150), (language, SIZES[1], 100)];
        ALL.into_iter().for_each(|screens| walk(screens, narrow));
    }
}

#[test]
#[ignore = "takes minutes"]
fn every_text_can_be_read_in_every_theme_and_size() {
    ALL.into_iter().for_each(|screens| read(screens, true));
}

#[test]
#[ignore = "takes minutes"]
fn every_control_is_reached_by_the_keys_in_every_size() {
    ALL.into_iter().for_each(|screens| tab_through(screens, true));
}
