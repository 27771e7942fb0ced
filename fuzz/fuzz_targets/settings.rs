//! Fuzzes the settings: what is read, written and read again is the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablet_of_truth::archive::Settings;

fuzz_target!(|text: &[u8]| {
    let Ok(settings) = Settings::read(text) else { return };
    assert!((100..=200).contains(&settings.text_size.percent()));
    let Ok(written) = serde_json::to_vec(&settings) else { return };
    let read = Settings::read(&written).expect("what was written is read");
    assert!(read == settings);
});
