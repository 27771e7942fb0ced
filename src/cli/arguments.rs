//! The arguments, read in the person's language: help and refusals speak it, too.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};

use super::{Arguments, help, refused};
use crate::archive::{Settings, settings_file};
use crate::language::Language;
use crate::text;
use crate::text::Text;

/// Why an argument is refused, as a sentence that can be said in every language.
#[derive(Clone, Debug)]
pub(super) struct Said(pub(super) Text);

impl fmt::Display for Said {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}", self.0)
    }
}

impl std::error::Error for Said {}

/// The language of a code as people write it: `de`, `pt-BR`, `pt_BR`.
pub(super) fn language(code: &str) -> Result<Language, Said> {
    Language::of_code(&code.replace('-', "_")).ok_or_else(|| {
        let codes: Vec<String> = Language::all().map(Language::tag).collect();
        Said(text!("there is no language \"{code}\"; there are {codes}", code = code, codes = codes))
    })
}

/// Reads the arguments, and finds out what to speak. Where they only ask for help or cannot be understood, that is told
/// here, and the exit code is all that is left.
///
/// # Errors
/// The exit code: 0 after help, 2 after a refusal.
pub fn arguments(given: impl IntoIterator<Item = OsString>) -> Result<(Arguments, Language), ExitCode> {
    let given: Vec<OsString> = given.into_iter().collect();
    let spoken = value_of(&given, "--language").and_then(|code| language(&code.to_string_lossy()).ok());
    let data_dir = value_of(&given, "--data-dir").map(PathBuf::from);
    let spoken = spoken.unwrap_or_else(|| unasked(data_dir.as_deref()));
    let mut command = help::translated(Arguments::command(), spoken);
    let parsed = command.try_get_matches_from_mut(given).and_then(|found| Arguments::from_arg_matches(&found));
    match parsed {
        Ok(arguments) => Ok((arguments, spoken)),
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            // Whoever closes the pipe has seen enough.
            let _ = error.print();
            Err(ExitCode::SUCCESS)
        }
        Err(error) => {
            refused::tell(&error, spoken);
            Err(ExitCode::from(2))
        }
    }
}

/// What is spoken when nobody says: the language of the settings, else the system's.
fn unasked(data_dir: Option<&Path>) -> Language {
    let settings = settings_file(data_dir).and_then(|file| Settings::load(&file).ok());
    settings.and_then(|settings| settings.language).unwrap_or_else(Language::of_system)
}

/// The value of an option that is needed before the arguments can be read.
fn value_of<'a>(given: &'a [OsString], option: &str) -> Option<&'a OsStr> {
    let options = given.iter().skip(1).take_while(|argument| *argument != "--");
    let mut found = None;
    for (at, argument) in options.enumerate() {
        if argument == option {
            found = given.get(at + 2).map(OsString::as_os_str);
        } else if let Some(value) = argument.to_str().and_then(|text| text.strip_prefix(option)?.strip_prefix('=')) {
            found = Some(OsStr::new(value));
        }
    }
    found
}

/// Every text of the help, in English: `lang/` has each of them.
pub fn help_texts() -> Vec<String> {
    help::texts(Arguments::command())
}

#[cfg(test)]
mod tests {
    use std::ffi::{OsStr, OsString};

    use super::value_of;

    #[test]
    fn an_option_is_found_before_all_is_read() {
        let value = |given: &[&str]| {
            let given: Vec<OsString> = given.iter().map(OsString::from).collect();
            value_of(&given, "--language").map(OsStr::to_os_string)
        };
        assert_eq!(value(&["program", "list", "--language", "de"]), Some("de".into()));
        assert_eq!(value(&["program", "--language=fr", "list"]), Some("fr".into()));
        assert_eq!(value(&["program", "--", "--language", "de"]), None);
        assert_eq!(value(&["program", "--language"]), None);
    }
}
