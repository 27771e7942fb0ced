//! Manual pages and shell completions, made from the arguments.
//!
//! `MANUAL_DIR=DIR cargo test --test program manual` writes them, for the packages.

use std::fs;
use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;
use tablet_of_truth::cli::Arguments;
use tablet_of_truth::export::Format;

const NAME: &str = "tablet-of-truth";
const SHELLS: [Shell; 4] = [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell];

/// The files that `write` leaves in a folder, sorted by name.
fn written(write: impl FnOnce(&Path)) -> Vec<(String, String)> {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path());
    let entries = fs::read_dir(folder.path()).unwrap();
    let mut files: Vec<(String, String)> = entries
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

/// Writes the files to the folder that `MANUAL_DIR` names, if it does.
fn keep(files: &[(String, String)]) {
    let Some(folder) = std::env::var_os("MANUAL_DIR") else { return };
    fs::create_dir_all(&folder).unwrap();
    for (name, text) in files {
        fs::write(Path::new(&folder).join(name), text).unwrap();
    }
}

/// The script, corrected: clap_complete spells a name with a hyphen in two ways, so that bash completes nothing after a
/// command (<https://github.com/clap-rs/clap/issues/6421>).
fn mended(script: String) -> String {
    script.replace("tablet__subcmd__of__subcmd__truth", "tablet__of__truth")
}

fn completions() -> Vec<(String, String)> {
    let scripts = written(|folder| {
        for shell in SHELLS {
            clap_complete::generate_to(shell, &mut Arguments::command(), NAME, folder).unwrap();
        }
    });
    scripts.into_iter().map(|(name, text)| (name, mended(text))).collect()
}

#[test]
fn manual_pages_are_made_from_the_arguments() {
    let pages = written(|folder| clap_mangen::generate_to(Arguments::command(), folder).unwrap());
    let has = |name: &str, words: &str| pages.iter().any(|(page, text)| page == name && text.contains(words));
    assert!(has("tablet-of-truth.1", "Open this session"));
    assert!(has("tablet-of-truth-score.1", "Exit code 0: scored"));
    keep(&pages);
}

#[test]
fn completions_are_made_from_the_arguments() {
    let scripts = completions();
    assert_eq!(scripts.len(), SHELLS.len());
    for (name, script) in &scripts {
        assert!(script.contains("data-dir") && script.contains("backup"), "{name}");
    }
    keep(&scripts);
}

#[test]
fn the_documents_name_every_format_of_an_export() {
    let read = |name| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name)).unwrap();
    let (exports, manual) = (read("exports.md"), read("manual.md"));
    let (_, line) = manual.split_once("tablet-of-truth export FILE… --to ").unwrap();
    let listed: Vec<&str> = line.lines().next().unwrap().split_whitespace().collect();
    let first_cells: String = exports.lines().filter_map(|line| line.strip_prefix("| ")?.split('|').next()).collect();
    for key in Format::ALL.map(Format::key) {
        assert!(first_cells.contains(&format!("`{key}`")) && listed.contains(&key), "{key}");
    }
}

#[test]
#[cfg(unix)]
fn bash_completes_after_a_command() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in completions() {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let script = "source tablet-of-truth.bash
        COMP_WORDS=(tablet-of-truth \"$@\"); COMP_CWORD=$#
        _tablet__of__truth tablet-of-truth \"${@: -1}\" \"${COMP_WORDS[-2]}\"
        echo \"${COMPREPLY[*]}\"";
    for (typed, wanted) in [
        (&["sc"][..], "score"),
        (&["export", "--to", "p"], "png pdf"),
        (&["list", "--pla"], "--player --players"),
        (&["stats", "--format", "j"], "json"),
    ] {
        let mut bash = std::process::Command::new("bash");
        let asked = bash.current_dir(folder.path()).args(["-c", script, "bash"]).args(typed).output();
        // Skipped on a system without bash.
        let Ok(answer) = asked else { return };
        let problem = String::from_utf8_lossy(&answer.stderr);
        assert_eq!(String::from_utf8_lossy(&answer.stdout).trim_end(), wanted, "{typed:?} {problem}");
    }
}
