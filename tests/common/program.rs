use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use tablet_of_truth::app::data::Item;
use tablet_of_truth::app::{App, ArchiveCommand, Command, Config, Page, SaveState, SetupCommand};
use tablet_of_truth::language::Language;
use tablet_of_truth::text::Text;

use super::notice_text;

pub fn over(folder: &Path) -> Config {
    Config {
        data: folder.to_owned(),
        data_given: true,
        settings: None,
        open: None,
        language: None,
        system_language: Language::ENGLISH,
    }
}

pub struct Program {
    pub app: App,
    woken: Receiver<()>,
}

impl Program {
    pub fn over(folder: &Path) -> Program {
        Program::start(over(folder))
    }

    /// Starts the program and waits until its folder is read.
    pub fn start(config: Config) -> Program {
        let mut program = Program::starting(config);
        program.until("read", |app| !app.home().reading);
        program
    }

    /// Starts the program, which reads its folder in the meantime.
    pub fn starting(config: Config) -> Program {
        let (wake, woken) = channel();
        let app = App::new(config, move || {
            // The test may have finished and dropped the receiver.
            let _ = wake.send(());
        });
        Program { app, woken }
    }

    pub fn until(&mut self, what: &str, done: impl Fn(&mut App) -> bool) {
        let start = Instant::now();
        while !done(&mut self.app) {
            assert!(start.elapsed() < Duration::from_secs(20), "never {what}");
            let _ = self.woken.recv_timeout(Duration::from_millis(5));
            self.app.pump();
        }
    }

    pub fn tap(&mut self, command: Command) -> SaveState {
        self.app.handle(command);
        self.until("kept", |app| !app.is_busy() && !app.home().reading);
        let state = self.app.save_state();
        assert!(!matches!(state, SaveState::Failed(_)), "{state:?}");
        state
    }

    /// Sets up a new game of these people, whoever played last.
    pub fn sit(&mut self, names: &[&str]) {
        self.tap(Command::Show(Page::Setup));
        let names = names.iter().map(|&name| name.to_owned()).collect();
        self.tap(Command::OnSetup(SetupCommand::Table { names, dealer: 0 }));
    }

    pub fn archive(&mut self, command: ArchiveCommand) {
        self.tap(Command::OnArchive(command));
    }

    /// Gives somebody another name in every session. Returns what the program says.
    pub fn rename(&mut self, from: &str, to: &str) -> String {
        self.tap(Command::Show(Page::Archive));
        self.change_name(ArchiveCommand::Rename { from: from.into(), to: to.into() })
    }

    /// Changes a name, or takes the change back. Returns what the program says.
    pub fn change_name(&mut self, command: ArchiveCommand) -> String {
        self.archive(command);
        self.until("renamed", |app| app.archive().renaming.is_none());
        notice_text(self.app.archive().notice.as_ref())
    }

    /// What the topmost panel is made of, or else the page.
    pub fn items(&self) -> Vec<Item> {
        if let Some(panel) = self.app.data_panel() {
            return panel.items;
        }
        let page = self.app.data_page().expect("the page is described");
        let sections = page.first.iter().chain(&page.second);
        let items = sections.flat_map(|section| section.items().to_vec());
        page.actions.into_iter().map(Item::menu).chain(items).collect()
    }

    /// The command of what is named so.
    fn command(&self, name: &str) -> Option<Command> {
        let command = |item: &Item| {
            let mut actions = item.actions.iter().filter(|action| action.enabled);
            let action = actions.find(|action| is_named(name, &action.text, action.label.as_ref()));
            let own = || item.command.clone().filter(|_| is_named(name, &item.text, item.label.as_ref()));
            action.map(|action| action.command.clone()).or_else(own)
        };
        self.items().iter().find_map(command)
    }

    pub fn offers(&self, name: &str) -> bool {
        self.command(name).is_some()
    }

    /// Taps one after the other: items, or their buttons and choices.
    pub fn press(&mut self, names: &[&str]) {
        for name in names {
            let command = self.command(name).unwrap_or_else(|| panic!("no {name:?} in {:#?}", self.items()));
            self.app.close_menu();
            self.tap(command);
        }
    }

    pub fn item(&self, name: &str) -> Item {
        let items = self.items();
        let item = items.iter().find(|item| is_named(name, &item.text, item.label.as_ref()));
        item.unwrap_or_else(|| panic!("no {name:?} in {items:#?}")).clone()
    }

    pub fn fill(&mut self, field: &str, text: &str) {
        let typed = self.item(field).typed.expect("a field").command(text.to_owned());
        self.tap(typed);
    }

    pub fn value(&self, name: &str) -> String {
        self.item(name).value.unwrap().to_string()
    }

    /// Every text of the items in sight.
    pub fn texts(&self) -> Vec<String> {
        let of_item = |item: &Item| {
            let of_action =
                |action: &tablet_of_truth::app::data::Action| [Some(action.text.clone()), action.hint.clone()];
            let own = [Some(item.text.clone()), item.label.clone(), item.hint.clone(), item.value.clone()];
            own.into_iter().chain(item.actions.iter().flat_map(of_action)).flatten().collect::<Vec<_>>()
        };
        self.items().iter().flat_map(of_item).map(|text| text.to_string()).collect()
    }

    /// The message over the page, or what the table or the archive says.
    pub fn messages(&mut self) -> String {
        let archive = self.app.archive().notice;
        let table = self.app.table().common.notice.or(self.app.track().common.notice);
        let all = [self.app.message().cloned(), archive, table];
        all.into_iter()
            .flatten()
            .map(|notice| self.app.language().translate(&notice.text))
            .collect::<Vec<_>>()
            .join("\n")
    }
}

fn is_named(name: &str, text: &Text, label: Option<&Text>) -> bool {
    text.to_string() == name || label.is_some_and(|label| label.to_string() == name)
}
