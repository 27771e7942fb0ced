//! The keys that no field or button has taken.

use std::rc::Rc;

use slint::platform::Key;
use slint::{ComponentHandle, SharedString};
use tablet_of_truth::app::{App, ArchiveCommand, Command, Panel, TournamentCommand};
use tablet_of_truth_ui::AppAdapter;

use super::program::Program;

const NAMED: [(Key, &str); 12] = [
    (Key::Return, "Enter"),
    (Key::Escape, "Esc"),
    (Key::Backspace, "Backspace"),
    (Key::UpArrow, "↑"),
    (Key::DownArrow, "↓"),
    (Key::LeftArrow, "←"),
    (Key::RightArrow, "→"),
    (Key::PageUp, "Page Up"),
    (Key::PageDown, "Page Down"),
    (Key::F1, "F1"),
    (Key::F8, "F8"),
    (Key::F11, "F11"),
];

pub(super) fn connect(program: &Rc<Program>, perform: Rc<impl Fn(&Rc<Program>, Command) + 'static>) {
    let adapter = program.window.global::<AppAdapter>();
    connect!(program, adapter, on_key, |program, typed, control, alt, shift, repeated, sheet_fits| {
        // A digit of the row above the letters, also on keyboards where that takes Shift; else what is typed.
        let digit = u8::try_from(program.window.global::<AppAdapter>().get_row_digit()).ok();
        let keys = digit.map(|digit| digit.to_string()).into_iter().chain([key(&typed)]);
        let moves = matches!(key(&typed).as_str(), "↑" | "↓" | "Page Up" | "Page Down");
        let command_of = |key: String| {
            // Ctrl+Shift+Z is another key than Ctrl+Z; elsewhere Shift may be needed to type the sign.
            let shift = if control && shift && key == "Z" { "Shift+" } else { "" };
            let control = if control { "Ctrl+" } else { "" };
            program.app.borrow().command_of_key(&format!("{control}{shift}{key}"), sheet_fits)
        };
        let command = keys.filter(|_| !alt && (moves || !repeated)).find_map(command_of);
        let taken = command.is_some();
        if let Some(command) = command {
            if removes_focused(&program.app.borrow(), &command) {
                program.window.invoke_take_keys();
            }
            perform(&program, command);
        }
        taken
    });
}

/// As [`tablet_of_truth::app::Shortcut`] names it.
fn key(typed: &SharedString) -> String {
    match NAMED.into_iter().find(|(key, _)| SharedString::from(*key) == *typed) {
        Some((_, name)) => name.to_owned(),
        None if typed == "-" => "−".to_owned(),
        None => typed.to_uppercase(),
    }
}

/// Whether what has the focus disappears: a session viewed, a line of a tournament, a field of a slip.
fn removes_focused(app: &App, command: &Command) -> bool {
    match command {
        Command::OnArchive(ArchiveCommand::Close) => app.panel() == Panel::None && app.viewed_path().is_some(),
        Command::OnTournament(command) => {
            matches!(command, TournamentCommand::Tab(_) | TournamentCommand::CloseSlip | TournamentCommand::Panel(None))
        }
        _ => false,
    }
}
