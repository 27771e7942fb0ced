//! Fuzzes the command line: one argument per line, of any bytes. Nothing is run; help and refusals are printed.
#![no_main]

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

use libfuzzer_sys::fuzz_target;
use tablet_of_truth::cli;

fuzz_target!(|bytes: &[u8]| {
    let given = bytes.split(|&byte| byte == b'\n').map(|argument| OsString::from_vec(argument.to_vec()));
    let program = std::iter::once(OsString::from("tablet-of-truth"));
    let _ = cli::arguments(program.chain(given));
});
