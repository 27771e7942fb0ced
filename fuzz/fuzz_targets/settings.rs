//! Fuzzes the settings: what is read, written and read again is the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablet_of_truth::archive::Settings;

fuzz_target!(|text: &[u8]| {
    let Ok(settings) = Settings::read(text) else { return };
    assert!((100..=200).contains(&settings.text_size.percent()));
    for players in 3..=6 {
        assert!(settings.player_colours.of_seats().iter().take(players).all(|&colour| colour < 6));
    }
    let Ok(written) = serde_json::to_vec(&settings) else { return };
    let read = Settings::read(&written).expect("what was written is read");
    assert!(read == settings);
});
