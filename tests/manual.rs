//! The manual pages and shell completions in `packaging/` say what the arguments say.
//!
//! `MANUAL_UPDATE=1 cargo test --test manual` writes them anew.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::fs;
use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;
use tablet_of_truth::cli::Arguments;

const NAME: &str = "tablet-of-truth";

/// What a writer leaves in a folder, by name and in order.
fn written(write: impl FnOnce(&Path)) -> Vec<(String, String)> {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path());
    in_folder(folder.path())
}

fn in_folder(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<(String, String)> = entries
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

/// Holds a folder of `packaging/` against what it should have, or writes that.
fn hold(folder: &str, wanted: &[(String, String)]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging").join(folder);
    if std::env::var_os("MANUAL_UPDATE").is_some() {
        fs::create_dir_all(&folder).unwrap();
        for (name, _) in in_folder(&folder) {
            fs::remove_file(folder.join(name)).unwrap();
        }
        for (name, text) in wanted {
            fs::write(folder.join(name), text).unwrap();
        }
    }
    let found = in_folder(&folder);
    let names = |files: &[(String, String)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let again = "MANUAL_UPDATE=1 cargo test --test manual writes it anew";
    assert_eq!(names(&found), names(wanted), "the files in {}: {again}", folder.display());
    for ((name, found), (_, wanted)) in found.iter().zip(wanted) {
        let differs = found.lines().zip(wanted.lines()).find(|(found, wanted)| found != wanted);
        assert!(found == wanted, "{name} is not what the arguments say ({differs:?}): {again}");
    }
}

#[test]
fn the_manual_pages_are_those_of_the_arguments() {
    let pages = written(|folder| clap_mangen::generate_to(Arguments::command(), folder).unwrap());
    let has = |name: &str, words: &str| pages.iter().any(|(page, text)| page == name && text.contains(words));
    assert!(has("tablet-of-truth.1", "Open this session"));
    assert!(has("tablet-of-truth-score.1", "Exit code 0: scored"));
    hold("manual", &pages);
}

#[test]
fn the_completions_are_those_of_the_arguments() {
    let shells = [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell];
    let scripts = written(|folder| {
        for shell in shells {
            clap_complete::generate_to(shell, &mut Arguments::command(), NAME, folder).unwrap();
        }
    });
    assert_eq!(scripts.len(), shells.len());
    for (name, script) in &scripts {
        assert!(script.contains("data-dir") && script.contains("backup"), "{name}");
    }
    hold("completions", &scripts);
}
