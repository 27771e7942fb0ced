//! The help in the user's language. Its English words stand where the arguments are declared; `lang/` has them all.

use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Command};

use crate::language::Language;
use crate::text;
use crate::text::Text;

/// The command with its help translated.
pub(super) fn translated(mut command: Command, language: Language) -> Command {
    // Building adds clap's own arguments and commands.
    command.build();
    all(command, language)
}

fn all(command: Command, language: Language) -> Command {
    let found = |text: Option<&StyledStr>| text.map(|text| find(text, language));
    let (about, long) = (found(command.get_about()), found(command.get_long_about()));
    let usage = usage(&command, language);
    let template = template(&command, language);
    let mut command = command.override_usage(usage).help_template(template);
    if let Some(about) = about {
        command = command.about(about);
    }
    if let Some(long) = long {
        command = command.long_about(long);
    }
    let command = command.mut_args(|argument| described(argument, language));
    command.mut_subcommands(|command| all(command, language))
}

/// A translated text of the help. Paragraphs are translated one by one, because the first is often shown alone.
fn find(text: &StyledStr, language: Language) -> String {
    let text = text.to_string();
    text.split("\n\n").map(|paragraph| language.find(paragraph)).collect::<Vec<_>>().join("\n\n")
}

/// The usage of the command, without its heading.
fn usage(command: &Command, language: Language) -> String {
    let usage = command.clone().render_usage().to_string();
    let indent = " ".repeat(language.say(&usage_heading()).chars().count() + 1);
    let lines = usage.strip_prefix("Usage:").unwrap_or(&usage).lines();
    let lines: Vec<String> = lines
        .map(|line| {
            line.trim()
                .replace("[OPTIONS]", &language.say(&text!("in the usage of a command" => "[OPTIONS]")))
                .replace("[COMMAND]", &language.say(&text!("in the usage of a command" => "[COMMAND]")))
        })
        .collect();
    lines.join(&format!("\n{indent}"))
}

pub(super) fn usage_heading() -> Text {
    text!("heading in the help" => "Usage:")
}

/// The parts of the help under their headings, arranged like clap's.
fn template(command: &Command, language: Language) -> String {
    let mut parts = vec!["{before-help}{about-with-newline}".to_owned()];
    parts.push(format!("{} {{usage}}\n", language.say(&usage_heading())));
    let mut part = |heading: Text, tag: &str| parts.push(format!("{}\n{tag}\n", language.say(&heading)));
    if command.get_subcommands().any(|command| !command.is_hide_set()) {
        part(text!("heading in the help" => "Commands:"), "{subcommands}");
    }
    if command.get_positionals().any(|argument| !argument.is_hide_set()) {
        part(text!("heading in the help" => "Arguments:"), "{positionals}");
    }
    if command.get_arguments().any(|argument| !argument.is_positional()) {
        part(text!("heading in the help" => "Options:"), "{options}");
    }
    let end = parts.pop().unwrap_or_default();
    parts.push(end.trim_end().to_owned() + "{after-help}\n");
    parts.join("\n")
}

/// The argument with its help, default and possible values translated.
fn described(argument: Arg, language: Language) -> Arg {
    let find = |text: Option<&StyledStr>| text.map(|text| find(text, language));
    let help = find(argument.get_help()).unwrap_or_default();
    let long = find(argument.get_long_help()).unwrap_or_else(|| help.clone());
    let takes = argument.get_action().takes_values();
    let defaults: Vec<String> =
        argument.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    let values = if takes { argument.get_possible_values() } else { Vec::new() };
    let default = (takes && !defaults.is_empty() && !argument.is_hide_default_value_set())
        .then(|| language.say(&text!("in the help" => "[default: {value}]", value = defaults.join(" "))));
    let names: Vec<String> = values.iter().map(|value| value.get_name().to_owned()).collect();
    let possible = (!names.is_empty())
        .then(|| language.say(&text!("in the help" => "[possible values: {values}]", values = names.join(", "))));
    let short: Vec<String> = [Some(help), default.clone(), possible].into_iter().flatten().collect();
    let mut paragraphs = vec![long];
    if !values.is_empty() {
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0) + 1;
        let line = |value: &clap::builder::PossibleValue| {
            let help = find(value.get_help()).unwrap_or_default();
            format!("- {:<width$} {help}", format!("{}:", value.get_name()))
        };
        let heading = language.say(&text!("heading in the help" => "Possible values:"));
        let lines: Vec<String> = std::iter::once(heading).chain(values.iter().map(line)).collect();
        paragraphs.push(lines.join("\n"));
    }
    paragraphs.extend(default);
    let argument = argument.hide_default_value(true).hide_possible_values(true).help(short.join(" "));
    // An argument with nothing more to say has the same short and long help.
    let more = paragraphs.len() > 1 || argument.get_long_help().is_some();
    if more { argument.long_help(paragraphs.join("\n\n")) } else { argument }
}

/// Every paragraph of the help, in English, each once.
pub(super) fn texts(mut command: Command) -> Vec<String> {
    command.build();
    let mut found = Vec::new();
    collect(&command, &mut found);
    found
}

fn collect(command: &Command, found: &mut Vec<String>) {
    let mut add = |text: Option<&StyledStr>| {
        let text = text.map(ToString::to_string).unwrap_or_default();
        for paragraph in text.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
            if !found.iter().any(|known| known == paragraph) {
                found.push(paragraph.to_owned());
            }
        }
    };
    add(command.get_about());
    add(command.get_long_about());
    for argument in command.get_arguments() {
        add(argument.get_help());
        add(argument.get_long_help());
        if !matches!(argument.get_action(), ArgAction::SetTrue) {
            argument.get_possible_values().iter().for_each(|value| add(value.get_help()));
        }
    }
    for command in command.get_subcommands() {
        collect(command, found);
    }
}
