//! Refused arguments: clap's errors in whole sentences.

use std::num::ParseIntError;

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::help::usage_heading;
use super::said::Said;
use crate::language::Language;
use crate::plain::in_line;
use crate::text;
use crate::text::{Text, Value};

/// Says on standard error what is wrong, and what would be right.
pub(super) fn tell(error: &Error, language: Language) {
    let Some(what) = sentence(error) else {
        // Errors without a sentence are rare, and clap's English is better than nothing.
        let _ = error.print();
        return;
    };
    let say = |text: &Text| language.say(text).lines().map(in_line).collect::<Vec<_>>().join("\n");
    let mut paragraphs = vec![say(&text!("error: {reason}", reason = what))];
    paragraphs.extend(possible(error).map(|text| format!("  {}", say(&text))));
    if let Some(similar) = similar(error) {
        paragraphs.push(format!("\n  {}", say(&text!("did you mean {values}?", values = similar))));
    }
    if let Some(usage) = usage(error) {
        paragraphs.push(format!("\n{} {usage}", say(&usage_heading())));
    }
    paragraphs.push(format!("\n{}", say(&text!("For more, try --help."))));
    let _ = std::io::Write::write_all(&mut std::io::stderr(), (paragraphs.join("\n") + "\n").as_bytes());
}

/// What is wrong, for the errors that our arguments can cause.
fn sentence(error: &Error) -> Option<Text> {
    let argument = one(error, ContextKind::InvalidArg);
    let value = one(error, ContextKind::InvalidValue);
    Some(match error.kind() {
        ErrorKind::UnknownArgument => text!("unknown argument {argument}", argument = argument?),
        ErrorKind::InvalidSubcommand => {
            text!("there is no command {command}", command = one(error, ContextKind::InvalidSubcommand)?)
        }
        ErrorKind::InvalidValue | ErrorKind::NoEquals if value.as_deref().unwrap_or_default().is_empty() => {
            text!("{argument} needs a value", argument = argument?)
        }
        ErrorKind::InvalidValue => {
            text!("\"{value}\" is not a value for {argument}", value = value?, argument = argument?)
        }
        ErrorKind::ValueValidation => match reason(error) {
            Some(reason) => text!(
                "\"{value}\" is not a value for {argument}: {reason}",
                value = value?,
                argument = argument?,
                reason = reason,
            ),
            None => text!("\"{value}\" is not a value for {argument}", value = value?, argument = argument?),
        },
        ErrorKind::TooManyValues => {
            text!("\"{value}\" is one value too many for {argument}", value = value?, argument = argument?)
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = all(error, ContextKind::InvalidArg);
            text!("{arguments} is missing" | "{arguments} are missing" % missing.len(), arguments = missing)
        }
        ErrorKind::ArgumentConflict => {
            let others = all(error, ContextKind::PriorArg);
            let argument = argument.or_else(|| one(error, ContextKind::InvalidSubcommand))?;
            if others.is_empty() || others == [argument.clone()] {
                text!("{argument} can be given only once", argument = argument)
            } else {
                text!("{argument} and {others} cannot be used together", argument = argument, others = others)
            }
        }
        ErrorKind::InvalidUtf8 => text!("an argument is not UTF-8"),
        _ => return None,
    })
}

/// The reason why a value is refused.
fn reason(error: &Error) -> Option<Text> {
    let source = std::error::Error::source(error)?;
    if let Some(Said(text)) = source.downcast_ref() {
        return Some(text.clone());
    }
    if source.is::<ParseIntError>() {
        return None;
    }
    Some(Text::foreign(source.to_string()))
}

/// The possible values or commands.
fn possible(error: &Error) -> Option<Text> {
    let values = all(error, ContextKind::ValidValue);
    (!values.is_empty()).then(|| text!("in the help" => "[possible values: {values}]", values = values.join(", ")))
}

/// What was probably meant.
fn similar(error: &Error) -> Option<Value> {
    let kinds = [ContextKind::SuggestedArg, ContextKind::SuggestedValue, ContextKind::SuggestedSubcommand];
    kinds.into_iter().map(|kind| all(error, kind)).find(|found| !found.is_empty()).map(Value::from)
}

/// The usage, without its heading.
fn usage(error: &Error) -> Option<String> {
    match error.get(ContextKind::Usage)? {
        ContextValue::StyledStr(usage) => {
            let usage = usage.to_string();
            Some(usage.strip_prefix("Usage:").unwrap_or(&usage).trim().to_owned())
        }
        _ => None,
    }
}

fn one(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        _ => None,
    }
}

fn all(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    }
}
