//! The shortcuts: one list for the keyboard and for the page of keys.

use super::data::{Item, Panel as DataPanel};
use super::tournament::OpenTournament;
use super::{
    AdderCommand, App, ArchiveCommand, Command, Field, HostRequest, Overlay, Page, Panel, PenaltyCommand,
    PhonesCommand, TableCommand as T, TournamentCommand, TournamentOffer, TournamentTab, TrackCommand,
};
use crate::session::GameName;
use crate::text;
use crate::text::Text;
use crate::wizard::{Change, Trump};

/// Keys and what they do, as the page of keys names them.
pub struct Shortcut {
    pub keys: Text,
    pub does: Text,
    /// The command of each key: a letter as it is typed with Shift, or a name such as `Ctrl+Enter`. None for what a
    /// field, a button or a list takes itself.
    commands: Vec<(String, Command)>,
}

fn shortcut<K: Into<String>>(keys: Text, does: Text, commands: impl IntoIterator<Item = (K, Command)>) -> Shortcut {
    let commands = commands.into_iter().map(|(key, command)| (key.into(), command)).collect();
    Shortcut { keys, does, commands }
}

fn of_a_part(keys: Text, does: Text) -> Shortcut {
    Shortcut { keys, does, commands: Vec::new() }
}

fn at_table<K: Into<String>>(keys: Text, does: Text, commands: impl IntoIterator<Item = (K, T)>) -> Shortcut {
    shortcut(keys, does, commands.into_iter().map(|(key, command)| (key, Command::OnTable(command))))
}

fn digits() -> impl Iterator<Item = (String, T)> {
    (0..10).map(|digit| (digit.to_string(), T::Digit(digit)))
}

fn penalty() -> T {
    T::Penalty(PenaltyCommand::For(None))
}

fn adder(command: AdderCommand) -> T {
    T::OnTrack(TrackCommand::Adder(command))
}

impl App {
    pub(super) fn keys_panel(&self) -> DataPanel {
        let mut items = Vec::new();
        let (heading, of_page) = self.page_keys();
        for (heading, keys) in [(heading, of_page), (text!("Everywhere"), self.keys_everywhere())] {
            if !keys.is_empty() {
                items.push(Item { small: true, ..Item::heading(heading) });
            }
            items.extend(keys.into_iter().map(|shortcut| Item::pair(shortcut.keys, shortcut.does)));
        }
        DataPanel::new("keys", text!("Keyboard shortcuts"), items, Command::ShowKeys(false)).wide()
    }

    /// The command of a key that no field or button has taken, as [`Shortcut`] names it; `sheet_fits` if the score
    /// sheet has a place of its own at the table. Keys reach the topmost layer and nothing behind it.
    pub fn command_of_key(&self, key: &str, sheet_fits: bool) -> Option<Command> {
        if matches!(key, "F1" | "?") {
            return Some(Command::ShowKeys(!self.shows_keys));
        }
        let (panel, phones) = (self.data_panel(), self.phones_are_shown());
        if key == "Esc" && (self.shows_keys || !phones) && panel.is_some() {
            return panel.map(|panel| panel.close);
        }
        if self.shows_keys {
            return None;
        }
        let panel = panel.is_some() || matches!(self.panel(), Panel::Notes | Panel::Preview);
        let find = |keys: Vec<Shortcut>| {
            let mut commands = keys.into_iter().flat_map(|shortcut| shortcut.commands);
            commands.find(|(named, _)| named == key).map(|(_, command)| command)
        };
        let at_game = matches!(self.page(), Page::Table | Page::Board);
        match key {
            "F8" if at_game && !panel && !self.in_browser => return Some(Command::OnPhones(PhonesCommand::Switch)),
            "Esc" if phones => return Some(Command::OnPhones(PhonesCommand::Close)),
            _ if phones => return None,
            "Esc" => return Some(self.escape()),
            _ => {}
        }
        let overlay = if matches!(self.page(), Page::Table | Page::Result) { self.overlay() } else { Overlay::None };
        if overlay == Overlay::None && !panel && !self.lies_over_tournament() {
            let sheet = self.page() == Page::Result || !sheet_fits;
            let command = find(self.page_keys().1).or_else(|| find(self.keys_everywhere()));
            return command.filter(|command| sheet || *command != Command::OnTable(T::Overlay(Overlay::Sheet)));
        }
        // These are panels themselves.
        let is_panel = matches!(overlay, Overlay::Penalty | Overlay::Adder);
        let in_overlay = || self.overlay_key(key, overlay).filter(|_| !panel || is_panel);
        find(vec![undo()]).or_else(|| in_overlay().map(Command::OnTable))
    }

    fn phones_are_shown(&self) -> bool {
        matches!(self.page(), Page::Table | Page::Board) && self.phones().open
    }

    /// Whether a slip or the field for a list of players lies over the tournament.
    fn lies_over_tournament(&self) -> bool {
        self.page() == Page::Tournament
            && (self.pastes_players() || self.tournament.as_ref().is_some_and(OpenTournament::has_slip))
    }

    fn escape(&self) -> Command {
        match self.page() {
            Page::Tournament if self.pastes_players() => Command::OnTournament(TournamentCommand::Panel(None)),
            Page::Tournament if self.lies_over_tournament() => Command::OnTournament(TournamentCommand::CloseSlip),
            Page::Board => Command::Show(Page::Table),
            Page::Wall => Command::OnTournament(TournamentCommand::Wall),
            Page::Settings | Page::Rules | Page::Setup | Page::Change | Page::Tournament => Command::StepBack,
            Page::Archive | Page::Statistics => Command::OnArchive(ArchiveCommand::Close),
            _ if self.panel() != Panel::None => Command::OnArchive(ArchiveCommand::Close),
            Page::Home | Page::Table | Page::Result => Command::OnTable(T::Escape),
        }
    }

    /// The meaning of a key in what lies over the table.
    fn overlay_key(&self, key: &str, overlay: Overlay) -> Option<T> {
        use AdderCommand as A;
        let step = |up| Some(T::Penalty(PenaltyCommand::Step { up }));
        match (overlay, key) {
            (Overlay::Penalty, "↑" | "+") => step(true),
            (Overlay::Penalty, "↓" | "−") => step(false),
            (Overlay::Adder, "Enter") => Some(adder(A::Put)),
            (Overlay::Adder, "Backspace") => Some(adder(A::Backspace)),
            (Overlay::Adder, "→" | "+") => Some(adder(A::Step { on: true })),
            (Overlay::Adder, "←") => Some(adder(A::Step { on: false })),
            (Overlay::Adder, "−") => Some(adder(A::Minus)),
            (Overlay::Adder, key) => key.parse().ok().map(|digit| adder(A::Digit(digit))),
            (Overlay::Sheet | Overlay::Penalty, "Enter") if self.page() == Page::Table => Some(T::Primary),
            (Overlay::Sheet, key) => {
                (key == self.language().translate(&sheet_letter())).then_some(T::Overlay(Overlay::None))
            }
            (Overlay::None | Overlay::EndQuestion | Overlay::Penalty, _) => None,
        }
    }

    /// The keys of the page shown, and their heading.
    pub fn page_keys(&self) -> (Text, Vec<Shortcut>) {
        let last_wizard = self.shown_session().is_some_and(|session| session.name() == GameName::LastWizard);
        match self.page() {
            Page::Table | Page::Board if last_wizard => (text!("At the table"), self.track_keys()),
            Page::Table | Page::Board => (text!("At the table"), self.table_keys()),
            Page::Result => (text!("On the result"), self.result_keys()),
            Page::Archive => (text!("In the archive"), self.archive_keys()),
            Page::Home => (text!("Play"), vec![self.next_step(), undo()]),
            Page::Change => (text!("Change the game"), set_up(text!("Save changes"), Command::ChangeGame)),
            Page::Setup => (text!("In a new game"), set_up(text!("Deal round 1"), Command::Deal)),
            Page::Tournament => (text!("In a tournament"), self.tournament_keys()),
            Page::Wall => (text!("In a tournament"), vec![wall()]),
            Page::Rules => {
                let scroll = text!("keys" => "↑   ↓   Page Up   Page Down   Home   End");
                let search = ("/", Command::OnHost(HostRequest::Search));
                let search = shortcut(text!("keys" => "/"), text!("Search"), [search]);
                (text!("In the rules"), vec![search, of_a_part(scroll, text!("Scroll"))])
            }
            Page::Statistics | Page::Settings => (Text::foreign(""), Vec::new()),
        }
    }

    /// A key by its letter in the language of the program.
    fn letter(&self, keys: Text, does: Text, command: T) -> Shortcut {
        let letter = self.language().translate(&keys);
        at_table(keys, does, [(letter, command)])
    }

    /// The same by the letter of the English word, too.
    fn letter_or(&self, english: &str, keys: Text, does: Text, command: T) -> Shortcut {
        let letters = [self.language().translate(&keys), english.to_owned()];
        at_table(keys, does, letters.map(|letter| (letter, command.clone())))
    }

    fn table_keys(&self) -> Vec<Shortcut> {
        let (deck, language, is_table) = (self.deck(), self.language(), self.page() == Page::Table);
        let (human, dwarf) = (text!("initial of the Humans" => "H"), text!("initial of the Dwarves" => "D"));
        let (elf, giant) = (text!("initial of the Elves" => "E"), text!("initial of the Giants" => "G"));
        let (none, cloud) = (text!("key of no trump" => "N"), text!("key of the Cloud" => "C"));
        let trumps = [
            (language.translate(&human), T::Trump(Trump::Blue)),
            (language.translate(&dwarf), T::Trump(Trump::Red)),
            (language.translate(&elf), T::Trump(Trump::Green)),
            (language.translate(&giant), T::Trump(Trump::Yellow)),
            (language.translate(&none), T::Trump(Trump::None)),
        ];
        let of_cloud = [
            (language.translate(&cloud), T::Cloud),
            ("+".to_owned(), T::CloudSign(None, Change::More)),
            ("−".to_owned(), T::CloudSign(None, Change::Less)),
        ];
        let points = || {
            self.letter(text!("key of a penalty" => "P"), text!("Penalty points for the selected player"), penalty())
        };
        let mut keys = vec![
            at_table(text!("keys" => "0 … 9"), text!("A number for the selected player"), digits()),
            act(text!("Start the tricks, score the round, save a correction")),
            backspace(text!("Undo the last number")),
            at_table(
                text!("keys" => "Ctrl+Backspace"),
                text!("From the tricks back to the bids"),
                [("Ctrl+Backspace", T::Back)],
            ),
            at_table(
                text!("keys" => "Ctrl+Enter"),
                text!("Let a bid or tricks stand that a rule refused"),
                [("Ctrl+Enter", T::Insist)],
            ),
            at_table(
                text!(
                    "keys" => "{human} {dwarf} {elf} {giant} {none}",
                    human = human,
                    dwarf = dwarf,
                    elf = elf,
                    giant = giant,
                    none = none,
                ),
                text!(
                    "Trump: {blue}, {red}, {green}, {yellow}, none",
                    blue = deck.trump(Trump::Blue),
                    red = deck.trump(Trump::Red),
                    green = deck.trump(Trump::Green),
                    yellow = deck.trump(Trump::Yellow),
                ),
                trumps,
            ),
            self.letter(text!("key of the Bomb" => "B"), text!("The Bomb was played, or not"), T::Bomb),
            at_table(
                text!("keys" => "{key}, then + or −", key = cloud),
                text!("The selected player took the Cloud, and how their bid changes"),
                of_cloud,
            ),
        ];
        keys.extend(is_table.then(points));
        keys.extend([past(), another_player(), turn(text!("In a correction: switch between bid and tricks"))]);
        keys.extend(self.sheet_at_table());
        keys.extend([self.board_key(), undo()]);
        keys
    }

    fn track_keys(&self) -> Vec<Shortcut> {
        let minus = ("−".to_owned(), T::OnTrack(TrackCommand::Minus));
        let tokens = digits().chain([minus]);
        let fold = T::OnTrack(TrackCommand::Fold);
        let mut keys = vec![
            at_table(text!("keys" => "0 … 9   −"), text!("A token for the selected player"), tokens),
            self.letter_or("F", text!("key of a fold" => "F"), text!("The selected player folds"), fold),
            of_a_part(text!("keys" => "1   2   3"), text!("At the showdown: best, second best, other hand")),
            turn(text!("At the showdown: ranks or hand totals")),
        ];
        if self.page() == Page::Table {
            let count = || text!("key of the adder of a hand" => "C");
            let counts = text!("At the showdown: count the hand of the selected player");
            let cards = text!("keys" => "{key}, then + and −", key = count());
            let moves = text!("Move the selected player by hand");
            keys.extend([
                self.letter_or("C", count(), counts, adder(AdderCommand::Open)),
                of_a_part(cards, text!("The next card of the hand, and its sign")),
                self.letter_or("M", text!("key of a manual move" => "M"), moves, penalty()),
            ]);
        }
        keys.extend([
            another_player(),
            backspace(text!("Clear the last entry of the round")),
            act(text!("Score the round, save a correction")),
            past(),
        ]);
        keys.extend(self.sheet_at_table());
        keys.extend([self.board_key(), undo()]);
        keys
    }

    fn sheet_key(&self, does: Text) -> Shortcut {
        self.letter(sheet_letter(), does, T::Overlay(if self.shows_sheet() { Overlay::None } else { Overlay::Sheet }))
    }

    /// `None` on the board, which has no sheet.
    fn sheet_at_table(&self) -> Option<Shortcut> {
        let is_table = self.page() == Page::Table;
        is_table.then(|| self.sheet_key(text!("The score sheet, in a narrow window")))
    }

    fn board_key(&self) -> Shortcut {
        let letter = text!("keys" => "R");
        let there = Command::Show(if self.page() == Page::Board { Page::Table } else { Page::Board });
        let commands = ["F11".to_owned(), self.language().translate(&letter)].map(|key| (key, there.clone()));
        let keys = text!("keys" => "F11   {letter}", letter = letter);
        shortcut(keys, text!("The board for the players, and back"), commands)
    }

    fn result_keys(&self) -> Vec<Shortcut> {
        vec![
            undo(),
            past(),
            self.sheet_key(text!("See the score sheet")),
            share(text!("Share the game")),
            self.board_key(),
            chart(),
        ]
    }

    fn archive_keys(&self) -> Vec<Shortcut> {
        let step = |down| Command::OnArchive(ArchiveCommand::Step { down });
        let steps = [("↑", step(false)), ("↓", step(true))];
        let mut keys = vec![shortcut(text!("keys" => "↑   ↓"), text!("Look at another session"), steps)];
        if self.viewed_path().is_some() {
            keys.extend([share(text!("Share the session")), chart()]);
        }
        keys.push(undo());
        keys
    }

    fn next_step(&self) -> Shortcut {
        let home = self.home();
        let tournament = home.tournaments.first().filter(|offer| offer.leads());
        let game = || home.resume.as_ref().map(|resume| Command::Open(resume.path.clone()));
        let rematch = || home.rematch.as_ref().map(|rematch| Command::RematchOf(rematch.path.clone()));
        let next = tournament.map(TournamentOffer::open).or_else(game).or_else(rematch);
        let does = text!("Continue the game, or deal again with the same players");
        shortcut(text!("keys" => "Enter"), does, next.filter(|_| !home.reading).map(|next| ("Enter", next)))
    }

    fn tournament_keys(&self) -> Vec<Shortcut> {
        let tab = self.tournament.as_ref().map(|open| open.tab).unwrap_or_default();
        let at = TournamentTab::ALL.iter().position(|other| *other == tab).unwrap_or_default();
        let page_keys = [("Page Up", at.checked_sub(1)), ("Page Down", Some(at + 1))];
        let tabs = page_keys.into_iter().filter_map(|(key, at)| {
            Some((key, Command::OnTournament(TournamentCommand::Tab(*TournamentTab::ALL.get(at?)?))))
        });
        let slip = text!("key of a result slip" => "S");
        let enter = (self.language().translate(&slip), Command::OnTournament(TournamentCommand::EnterSlip));
        let enter = Some(enter).filter(|_| tab == TournamentTab::Results);
        let seat = ("Ctrl+Enter", Command::OnTournament(TournamentCommand::Seat));
        vec![
            shortcut(slip, text!("On the results: enter a slip"), enter),
            of_a_part(text!("keys" => "Enter"), text!("On a slip: to the next field")),
            shortcut(text!("keys" => "Ctrl+Enter"), text!("Seat the next round"), [seat]),
            of_a_part(text!("keys" => "↑   ↓   ←   →"), text!("To another line or table")),
            shortcut(text!("keys" => "Page Up   Page Down"), text!("To another page of the tournament"), tabs),
            wall(),
            undo(),
        ]
    }

    fn keys_everywhere(&self) -> Vec<Shortcut> {
        let pages = [Page::Home, Page::Archive, Page::Statistics, Page::Rules, Page::Settings];
        let pages = (1..).zip(pages).map(|(digit, page)| (format!("Ctrl+{digit}"), Command::Show(page)));
        let search = ("Ctrl+F", Command::OnHost(HostRequest::Search));
        let settings = ("Ctrl+,", Command::Show(Page::Settings));
        let mut keys = vec![
            of_a_part(text!("keys" => "F1   ?"), text!("Show these shortcuts")),
            shortcut(text!("keys" => "Ctrl+1 … Ctrl+5"), text!("Play, Archive, Statistics, Rules, Settings"), pages),
        ];
        // Browsers keep Ctrl+N for themselves, and have no phones.
        if !self.in_browser {
            let new = ("Ctrl+N", Command::Show(Page::Setup));
            keys.extend([
                shortcut(text!("keys" => "Ctrl+N"), text!("Set up a new game"), [new]),
                of_a_part(text!("keys" => "F8"), text!("At the table and on the board: the other players' phones")),
            ]);
        }
        keys.extend([
            shortcut(text!("keys" => "Ctrl+F"), text!("Search"), [search]),
            shortcut(text!("keys" => "Ctrl+,"), text!("Settings"), [settings]),
            of_a_part(text!("keys" => "Tab   Shift+Tab"), text!("To the next button, or the previous one")),
            of_a_part(text!("keys" => "Enter   Space"), text!("Press the button with the ring")),
            of_a_part(text!("keys" => "Esc"), text!("Close what is open, or go back")),
        ]);
        keys
    }
}

fn act(does: Text) -> Shortcut {
    at_table(text!("keys" => "Enter"), does, [("Enter", T::Primary)])
}

fn backspace(does: Text) -> Shortcut {
    at_table(text!("keys" => "Backspace"), does, [("Backspace", T::Backspace)])
}

fn undo() -> Shortcut {
    let commands = [("Ctrl+Z", Command::Undo), ("Ctrl+Shift+Z", Command::Redo), ("Ctrl+Y", Command::Redo)];
    shortcut(text!("keys" => "Ctrl+Z   Ctrl+Shift+Z"), text!("Undo, redo"), commands)
}

fn past() -> Shortcut {
    let commands = [("Page Up", T::PageRound { back: true }), ("Page Down", T::PageRound { back: false })];
    at_table(text!("keys" => "Page Up   Page Down"), text!("Correct the previous or next round"), commands)
}

fn another_player() -> Shortcut {
    let commands = [("↑", T::Step { down: false }), ("↓", T::Step { down: true })];
    at_table(text!("keys" => "↑   ↓"), text!("Select another player"), commands)
}

fn turn(does: Text) -> Shortcut {
    at_table(text!("keys" => "←   →"), does, [("←", T::Field(Field::Bid)), ("→", T::Field(Field::Tricks))])
}

fn sheet_letter() -> Text {
    text!("keys" => "T")
}

fn share(does: Text) -> Shortcut {
    shortcut(text!("keys" => "Ctrl+P"), does, [("Ctrl+P", Command::OnArchive(ArchiveCommand::Panel(Panel::Share)))])
}

fn chart() -> Shortcut {
    of_a_part(text!("keys" => "←   →"), text!("On the chart: choose a round"))
}

fn wall() -> Shortcut {
    let command = Command::OnTournament(TournamentCommand::Wall);
    shortcut(text!("keys" => "F11"), text!("The wall for the room, and back"), [("F11", command)])
}

fn set_up(finish: Text, command: Command) -> Vec<Shortcut> {
    let mut keys = vec![
        of_a_part(text!("keys" => "Enter"), text!("In the name field: add the player")),
        of_a_part(text!("keys" => "↑   ↓"), text!("In the name field: choose a known player")),
    ];
    if command == Command::Deal {
        let deals = text!("In the empty field, with three or more players: deal round 1");
        keys.push(of_a_part(text!("keys" => "Enter"), deals));
    }
    keys.push(of_a_part(text!("keys" => "↑   ↓"), text!("On the handle of a seat: move the player")));
    keys.push(shortcut(text!("keys" => "Ctrl+Enter"), finish, [("Ctrl+Enter", command)]));
    keys
}
