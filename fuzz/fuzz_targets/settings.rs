//! Fuzzes the settings: what is read, written and read again is the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablet_of_truth::archive::Settings;
use tablet_of_truth::session::Colour;

fuzz_target!(|text: &[u8]| {
    let Ok(settings) = Settings::read(text) else { return };
    assert!((100..=200).contains(&settings.text_size.percent()));
    let colours = settings.player_colours.of_seats();
    assert!(Colour::ALL.iter().all(|colour| colours.contains(colour)), "each of the six once");
    let Ok(written) = serde_json::to_vec(&settings) else { return };
    let read = Settings::read(&written).expect("what was written is read");
    assert!(read == settings);
});
