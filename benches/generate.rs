//! Writes an archive of made-up sessions: `cargo bench --bench generate -- DIR COUNT [SEED]`. The same seed gives the
//! same bytes. Nothing is synced to disk, because such an archive can be written again.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "run by developers only")]

mod archive_of;

use std::error::Error;
use std::path::PathBuf;

use chrono::Duration;
use tablet_of_truth::archive::{Archive, write_session};
use tablet_of_truth::session::Record;

fn main() -> Result<(), Box<dyn Error>> {
    // Cargo adds a flag of its own.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let [folder, count, seed @ ..] = &*arguments else {
        // Running all benches also gets here, without arguments.
        println!("usage: cargo bench --bench generate -- DIR COUNT [SEED]");
        return Ok(());
    };
    let (count, seed) = (count.parse()?, seed.first().map_or(Ok(1), |seed| seed.parse())?);
    let archive = Archive::new(PathBuf::from(folder));
    std::fs::create_dir_all(folder)?;
    let mut bytes = 0;
    for session in archive_of::sessions(count, seed) {
        let record = Record::of(&session);
        let saved = record.finished.unwrap_or(record.started) + Duration::seconds(1);
        let text = write_session(&session, saved)?;
        bytes += text.len();
        std::fs::write(archive.path_for(&session), text)?;
    }
    println!("{count} sessions, {bytes} bytes, in {folder}");
    Ok(())
}
