//! Manual pages and shell completions in `packaging/` match the arguments.
//!
//! `MANUAL_UPDATE=1 cargo test --test program manual` writes them anew.

use std::fs;
use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;
use tablet_of_truth::cli::Arguments;

const NAME: &str = "tablet-of-truth";

/// The files that `write` leaves in a folder, sorted by name.
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

/// Compares a folder of `packaging/` with its wanted files, or writes them.
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
    let again = "MANUAL_UPDATE=1 cargo test --test program manual writes it anew";
    assert_eq!(names(&found), names(wanted), "the files in {}: {again}", folder.display());
    for ((name, found), (_, wanted)) in found.iter().zip(wanted) {
        let differs = found.lines().zip(wanted.lines()).find(|(found, wanted)| found != wanted);
        assert!(found == wanted, "{name} does not match the arguments ({differs:?}): {again}");
    }
}

/// The script, corrected: clap_complete spells a name with a hyphen in two ways, so that bash completes nothing after a
/// command (<https://github.com/clap-rs/clap/issues/6421>).
fn mended(script: String) -> String {
    script.replace("tablet__subcmd__of__subcmd__truth", "tablet__of__truth")
}

#[test]
fn the_manual_pages_match_the_arguments() {
    let pages = written(|folder| clap_mangen::generate_to(Arguments::command(), folder).unwrap());
    let has = |name: &str, words: &str| pages.iter().any(|(page, text)| page == name && text.contains(words));
    assert!(has("tablet-of-truth.1", "Open this session"));
    assert!(has("tablet-of-truth-score.1", "Exit code 0: scored"));
    hold("manual", &pages);
}

#[test]
fn the_completions_match_the_arguments() {
    let shells = [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell];
    let scripts = written(|folder| {
        for shell in shells {
            clap_complete::generate_to(shell, &mut Arguments::command(), NAME, folder).unwrap();
        }
    });
    let scripts: Vec<(String, String)> = scripts.into_iter().map(|(name, text)| (name, mended(text))).collect();
    assert_eq!(scripts.len(), shells.len());
    for (name, script) in &scripts {
        assert!(script.contains("data-dir") && script.contains("backup"), "{name}");
    }
    hold("completions", &scripts);
}

#[test]
#[cfg(unix)]
fn bash_completes_after_a_command() {
    let script = "source packaging/completions/tablet-of-truth.bash
        COMP_WORDS=(tablet-of-truth \"$@\"); COMP_CWORD=$#
        _tablet__of__truth tablet-of-truth \"${@: -1}\" \"${COMP_WORDS[-2]}\"
        echo \"${COMPREPLY[*]}\"";
    for (typed, wanted) in [
        (&["sc"][..], "score"),
        (&["export", "--to", "p"], "png pdf"),
        (&["list", "--pla"], "--player --players"),
        (&["stats", "--format", "j"], "json"),
    ] {
        let asked = std::process::Command::new("bash").args(["-c", script, "bash"]).args(typed).output();
        // Skipped on a system without bash.
        let Ok(answer) = asked else { return };
        let problem = String::from_utf8_lossy(&answer.stderr);
        assert_eq!(String::from_utf8_lossy(&answer.stdout).trim_end(), wanted, "{typed:?} {problem}");
    }
}
