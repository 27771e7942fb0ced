//! The program in a terminal, as the cases in `tests/terminal` show it. A line of a case that begins with
//! - `= NAME` is a file in `DIR`, where the commands run; its text ends at the first empty line,
//! - `$` is a command: `cat`, `ls FOLDER` or the program. `< FILE with A => B` reads the file with its first `A`
//!   replaced; `> FILE` and `| grep WORDS` can follow,
//! - `|` is a line of standard output, `!` one of standard error, with the exit code if it is not 0.
//!
//! `TERMINAL_UPDATE=1 cargo test --test program terminal` writes what the program prints now into the cases.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// In English, without a display, and with no other settings than those below this folder.
pub fn program(folder: &Path) -> Command {
    let mut process = Command::new(env!("CARGO_BIN_EXE_tablet-of-truth"));
    for name in ["LANGUAGE", "LC_MESSAGES", "LANG", "DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        process.env_remove(name);
    }
    process.current_dir(folder).env("LC_ALL", "C").env("HOME", folder);
    process.env("XDG_CONFIG_HOME", folder.join("config")).env("XDG_DATA_HOME", folder.join("data"));
    process
}

/// The program may neither panic nor print a control character; a picture and a PDF are no text.
pub fn output(process: &mut Command, input: &[u8]) -> Output {
    let pipes = process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    // The program may close its input before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let (text, error) = (str::from_utf8(&output.stdout).unwrap_or_default(), str::from_utf8(&output.stderr).unwrap());
    let control = |letter: char| letter.is_control() && letter != '\n';
    assert!(!error.contains("panicked at") && !error.contains(control), "{process:?}: {error:?}");
    assert!(!text.replace("\r\n", "\n").contains(control), "{process:?}: {text:?}");
    output
}

pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    files.sort();
    files
}

fn write(path: &Path, text: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn read(input: &str, folder: &Path) -> String {
    let mut parts = input.split(" with ");
    let text = fs::read_to_string(folder.join(parts.next().unwrap())).unwrap();
    parts.fold(text, |text, change| {
        let (old, new) = change.split_once(" => ").unwrap();
        assert!(text.contains(old), "{input}: there is no {old}");
        text.replacen(old, new, 1)
    })
}

/// What a command prints, line by line.
fn answer(command: &str, folder: &Path) -> String {
    let (command, wanted) = command.split_once(" | grep ").unwrap_or((command, ""));
    let (whole_lines, wanted) = wanted.strip_prefix("-o ").map_or((true, wanted), |words| (false, words));
    let (command, errors_too) = command.strip_suffix(" 2>&1").map_or((command, false), |command| (command, true));
    let (command, target) = command.split_once(" > ").unwrap_or((command, ""));
    let (command, input) = command.split_once(" < ").unwrap_or((command, ""));
    let input = if input.is_empty() { String::new() } else { read(input, folder) };
    // Every second part is quoted.
    let parts = command.split('"').enumerate();
    let words = parts.flat_map(|(at, part)| if at % 2 == 1 { vec![part] } else { part.split_whitespace().collect() });
    let words: Vec<&str> = words.collect();
    let (variables, words) = words.split_at(words.iter().take_while(|word| word.contains('=')).count());
    let (out, error, code) = match words {
        ["cat"] => (input, String::new(), 0),
        ["ls", of] => {
            let files = files(&folder.join(of));
            let names = files.iter().map(|path| path.strip_prefix(folder).unwrap().display());
            (names.map(|name| format!("{name}\n")).collect(), String::new(), 0)
        }
        ["tablet-of-truth", arguments @ ..] => {
            let mut process = program(folder);
            process.args(arguments).envs(variables.iter().filter_map(|word| word.split_once('=')));
            let Output { stdout, stderr, status } = output(&mut process, input.as_bytes());
            let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
            (text(&stdout), text(&stderr), status.code().unwrap())
        }
        _ => panic!("what is {command}?"),
    };
    let today = chrono::Local::now().format("%Y-%m-%d").to_string();
    let lines = |mark: &str, text: &str, all: bool| -> String {
        let text = text.replace(folder.to_str().unwrap(), "DIR").replace('\r', "\\r").replace(&today, "TODAY");
        let text = text.replace(env!("CARGO_PKG_VERSION"), "VERSION");
        let shown = text.split_terminator('\n').filter(|line| all || line.contains(wanted));
        let line = |line| format!("{mark} {}", if all || whole_lines { line } else { wanted });
        shown.map(|text| line(text).trim_end().to_owned() + "\n").collect()
    };
    let mark = if code == 0 { "!".to_owned() } else { format!("!{code}") };
    let errors = lines(&mark, if error.is_empty() && code != 0 { "\n" } else { &error }, !errors_too);
    if target.is_empty() {
        return lines("|", &out, false) + &errors;
    }
    write(&folder.join(target), &out);
    errors
}

/// Where the case at this path shows something else than the program prints.
fn difference(path: &Path) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    // The program names the folder as the system does.
    let folder = if cfg!(unix) { folder.path().canonicalize().unwrap() } else { folder.path().to_owned() };
    let case = fs::read_to_string(path).unwrap();
    let (mut lines, mut now) = (case.lines(), String::new());
    while let Some(line) = lines.next() {
        if line.starts_with(['|', '!']) {
            continue;
        }
        now += &format!("{line}\n");
        if let Some(command) = line.strip_prefix("$ ") {
            now += &answer(command, &folder);
        } else if let Some(name) = line.strip_prefix("= ") {
            let file = lines.by_ref().take_while(|line| !line.is_empty()).map(|line| format!("{line}\n"));
            let file: String = file.collect();
            write(&folder.join(name), file.replace("DIR", folder.to_str().unwrap()));
            now += &format!("{file}\n");
        }
    }
    if std::env::var_os("TERMINAL_UPDATE").is_some() {
        write(path, &now);
    }
    // Windows has other separators in paths, and an ending.
    let plain = |text: &str| match cfg!(windows) {
        true => text.replace(r"\\", "/").replace('\\', "/").replace(".exe", ""),
        false => text.to_owned(),
    };
    let (case, now) = (plain(&case), plain(&now));
    let same = case.lines().zip(now.lines()).take_while(|(shown, found)| shown == found).count();
    let (shown, found) = (case.lines().nth(same), now.lines().nth(same));
    (shown != found).then(|| format!("{}:{}: {shown:?}, but now {found:?}", path.display(), same + 1))
}

#[test]
fn the_terminal_answers_as_its_cases_show() {
    let mut cases = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/terminal"));
    cases.retain(|case| cfg!(target_os = "linux") || !case.ends_with("linux.txt"));
    let differences: Vec<String> = std::thread::scope(|scope| {
        let cases: Vec<_> = cases.iter().map(|case| scope.spawn(|| difference(case))).collect();
        cases.into_iter().filter_map(|case| case.join().unwrap()).collect()
    });
    assert!(!cases.is_empty() && differences.is_empty(), "\n{}", differences.join("\n"));
}
