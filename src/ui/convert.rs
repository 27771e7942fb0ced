//! Views of the program as structures of the interface.

use std::path::Path;

use slint::{Model, ModelRc, SharedString, VecModel};

use super::generated as ui;
use super::show::update;
use crate::app::{self, About, Notice, Tone};
use crate::export::Format;
use crate::language::Language;
use crate::session::{Edition, Status};
use crate::text::Text;
use crate::wizard::{Change, Control, PlanPreset, SpecialCard, Trump};

pub(super) fn int(number: impl TryInto<i32>) -> i32 {
    number.try_into().unwrap_or(i32::MAX)
}

/// A number that may be unknown: then −1.
pub(super) fn known(number: Option<u8>) -> i32 {
    number.map_or(-1, i32::from)
}

/// A list with these rows: the one that is there, changed where it differs, or a new one.
pub(super) fn list_of<T: Clone + PartialEq + 'static>(
    shown: ModelRc<T>,
    rows: impl IntoIterator<Item = T>,
) -> ModelRc<T> {
    match shown.as_any().downcast_ref::<VecModel<T>>() {
        Some(list) => update(list, rows),
        None => return ModelRc::new(VecModel::from_iter(rows)),
    }
    shown
}

/// Who took the Cloud and the change of their bid; nobody and 0 where it was not taken.
pub(super) fn cloud(cloud: Option<&(String, Change)>) -> (SharedString, i32) {
    cloud.map_or_else(Default::default, |(name, change)| (text(name), i8::from(*change).into()))
}

/// A rule as the set-up shows it, with the list of choices that is shown by now.
pub(super) fn rule_row(row: &app::RuleRow, shown: Option<ui::RuleRow>, language: Language) -> ui::RuleRow {
    let say = |words: fn() -> Text| text(&language.say(&words()));
    let (control, less, more, choices) = match row.rule.control {
        Control::Switch => (ui::RuleControl::Switch, SharedString::new(), SharedString::new(), &[][..]),
        Control::Round { less, more, .. } => (ui::RuleControl::Round, say(less), say(more), &[][..]),
        Control::Choice(choices) => (ui::RuleControl::Choice, SharedString::new(), SharedString::new(), choices),
    };
    let cell = |(value, choice): (usize, &fn() -> Text)| ui::ChoiceCell {
        text: say(*choice),
        label: say(*choice),
        value: int(value),
        ..Default::default()
    };
    ui::RuleRow {
        key: row.rule.key.into(),
        control,
        title: say(row.rule.title),
        hint: text(&language.say(&row.hint)),
        enabled: row.enabled,
        value: row.value.into(),
        max: row.max.into(),
        less,
        more,
        choices: list_of(shown.unwrap_or_default().choices, choices.iter().enumerate().map(cell)),
    }
}

/// Names for a sentence with two places: of more than two, all but the last stand in the first place.
pub(super) fn names_of(names: &[String]) -> (String, String) {
    let (last, others) = names.split_last().map_or(("", &[][..]), |(last, others)| (last.as_str(), others));
    (if others.is_empty() { last.to_owned() } else { others.join(", ") }, last.to_owned())
}

pub(super) fn path_text(path: &Path) -> SharedString {
    path.to_string_lossy().as_ref().into()
}

pub(super) fn edition(edition: Option<Edition>) -> ui::EditionName {
    match edition {
        None => ui::EditionName::Any,
        Some(Edition::Classic) => ui::EditionName::Classic,
        Some(Edition::Anniversary) => ui::EditionName::Anniversary,
    }
}

pub(super) fn edition_of(name: ui::EditionName) -> Option<Edition> {
    match name {
        ui::EditionName::Any => None,
        ui::EditionName::Classic => Some(Edition::Classic),
        ui::EditionName::Anniversary => Some(Edition::Anniversary),
    }
}

pub(super) fn tab(tab: app::Tab) -> ui::TabName {
    match tab {
        app::Tab::Sheet => ui::TabName::Sheet,
        app::Tab::Chart => ui::TabName::Chart,
        app::Tab::Rounds => ui::TabName::Rounds,
        app::Tab::Notes => ui::TabName::Notes,
    }
}

pub(super) fn tab_of(name: ui::TabName) -> app::Tab {
    match name {
        ui::TabName::Sheet => app::Tab::Sheet,
        ui::TabName::Chart => app::Tab::Chart,
        ui::TabName::Rounds => app::Tab::Rounds,
        ui::TabName::Notes => app::Tab::Notes,
    }
}

/// The panels and their names in the interface.
const PANELS: [(app::Panel, ui::PanelName); 15] = [
    (app::Panel::None, ui::PanelName::None),
    (app::Panel::Player, ui::PanelName::Player),
    (app::Panel::PlayerCount, ui::PanelName::PlayerCount),
    (app::Panel::Edition, ui::PanelName::Edition),
    (app::Panel::Year, ui::PanelName::Year),
    (app::Panel::HandOn, ui::PanelName::HandOn),
    (app::Panel::PlayCode, ui::PanelName::PlayCode),
    (app::Panel::More, ui::PanelName::More),
    (app::Panel::Names, ui::PanelName::Names),
    (app::Panel::Trash, ui::PanelName::Trash),
    (app::Panel::EmptyQuestion, ui::PanelName::EmptyQuestion),
    (app::Panel::Carry, ui::PanelName::Carry),
    (app::Panel::Backup, ui::PanelName::Backup),
    (app::Panel::Import, ui::PanelName::ImportFrom),
    (app::Panel::Pads, ui::PanelName::Pads),
];

/// The forms in which a session is handed on, and their names in the interface.
const FORMATS: [(Format, ui::ProductName); 9] = [
    (Format::Text, ui::ProductName::Text),
    (Format::Markdown, ui::ProductName::Markdown),
    (Format::Csv, ui::ProductName::Csv),
    (Format::Json, ui::ProductName::Json),
    (Format::Html, ui::ProductName::Html),
    (Format::Svg, ui::ProductName::Svg),
    (Format::Png, ui::ProductName::Png),
    (Format::Pdf, ui::ProductName::Pdf),
    (Format::BgStats, ui::ProductName::BgStats),
];

pub(super) fn product(product: app::Product) -> (ui::ProductName, i32) {
    match product {
        app::Product::Session(format) => {
            let name = FORMATS.iter().find(|(ours, _)| *ours == format).map(|(_, name)| *name);
            (name.unwrap_or(ui::ProductName::Pdf), 0)
        }
        app::Product::Backup => (ui::ProductName::Backup, 0),
        app::Product::Pad(players) => (ui::ProductName::Pad, int(players)),
    }
}

pub(super) fn product_of(name: ui::ProductName, players: i32) -> app::Product {
    match (name, FORMATS.iter().find(|(_, theirs)| *theirs == name)) {
        (_, Some((format, _))) => app::Product::Session(*format),
        (ui::ProductName::Backup, None) => app::Product::Backup,
        (_, None) => app::Product::Pad(usize::try_from(players).unwrap_or(4)),
    }
}

pub(super) fn figure_tab(tab: app::FigureTab) -> ui::FigureTabName {
    match tab {
        app::FigureTab::Bids => ui::FigureTabName::Bids,
        app::FigureTab::Form => ui::FigureTabName::Form,
        app::FigureTab::Against => ui::FigureTabName::Against,
        app::FigureTab::Kinds => ui::FigureTabName::Kinds,
        app::FigureTab::Records => ui::FigureTabName::Records,
    }
}

pub(super) fn figure_tab_of(name: ui::FigureTabName) -> app::FigureTab {
    match name {
        ui::FigureTabName::Bids => app::FigureTab::Bids,
        ui::FigureTabName::Form => app::FigureTab::Form,
        ui::FigureTabName::Against => app::FigureTab::Against,
        ui::FigureTabName::Kinds => app::FigureTab::Kinds,
        ui::FigureTabName::Records => app::FigureTab::Records,
    }
}

pub(super) fn column(column: app::Column) -> ui::ColumnName {
    match column {
        app::Column::Games => ui::ColumnName::Games,
        app::Column::Wins => ui::ColumnName::Wins,
        app::Column::Met => ui::ColumnName::Met,
        app::Column::Mean => ui::ColumnName::Mean,
        app::Column::Tendency => ui::ColumnName::Tendency,
        app::Column::Rating => ui::ColumnName::Rating,
    }
}

pub(super) fn column_of(name: ui::ColumnName) -> app::Column {
    match name {
        ui::ColumnName::Games => app::Column::Games,
        ui::ColumnName::Wins => app::Column::Wins,
        ui::ColumnName::Met => app::Column::Met,
        ui::ColumnName::Mean => app::Column::Mean,
        ui::ColumnName::Tendency => app::Column::Tendency,
        ui::ColumnName::Rating => app::Column::Rating,
    }
}

pub(super) fn record(kind: app::RecordKind) -> ui::RecordName {
    match kind {
        app::RecordKind::HighestTotal => ui::RecordName::HighestTotal,
        app::RecordKind::LowestTotal => ui::RecordName::LowestTotal,
        app::RecordKind::HighestRound => ui::RecordName::HighestRound,
        app::RecordKind::LowestRound => ui::RecordName::LowestRound,
        app::RecordKind::BiggestComeback => ui::RecordName::BiggestComeback,
        app::RecordKind::ClosestFinish => ui::RecordName::ClosestFinish,
        app::RecordKind::ClearestWin => ui::RecordName::ClearestWin,
        app::RecordKind::MostExactPlayer => ui::RecordName::MostExactPlayer,
        app::RecordKind::MostExactTable => ui::RecordName::MostExactTable,
        app::RecordKind::LongestGame => ui::RecordName::LongestGame,
    }
}

pub(super) fn panel(panel: app::Panel) -> ui::PanelName {
    PANELS.iter().find(|(ours, _)| *ours == panel).map_or(ui::PanelName::None, |(_, name)| *name)
}

pub(super) fn panel_of(name: ui::PanelName) -> app::Panel {
    PANELS.iter().find(|(_, theirs)| *theirs == name).map_or(app::Panel::None, |(panel, _)| *panel)
}

pub(super) fn text(text: &str) -> SharedString {
    text.into()
}

/// A number with a true minus sign.
pub(super) fn number(value: i32) -> String {
    if value < 0 { format!("−{}", value.unsigned_abs()) } else { value.to_string() }
}

pub(super) fn trump(trump: Option<Trump>) -> i32 {
    match trump {
        None => 0,
        Some(Trump::Blue) => 1,
        Some(Trump::Red) => 2,
        Some(Trump::Green) => 3,
        Some(Trump::Yellow) => 4,
        Some(Trump::None) => 5,
    }
}

pub(super) fn trump_of(number: i32) -> Option<Trump> {
    [Trump::Blue, Trump::Red, Trump::Green, Trump::Yellow, Trump::None]
        .into_iter()
        .find(|&candidate| trump(Some(candidate)) == number)
}

pub(super) fn card_of(number: i32) -> SpecialCard {
    let shown = SpecialCard::ALL.into_iter().filter(|&card| card != SpecialCard::Fairy);
    shown.clone().nth(usize::try_from(number).unwrap_or(0)).unwrap_or(SpecialCard::Shapeshifter)
}

pub(super) fn page(page: app::Page) -> ui::PageName {
    match page {
        app::Page::Home => ui::PageName::Home,
        app::Page::Setup => ui::PageName::Setup,
        app::Page::Table => ui::PageName::Table,
        app::Page::Result => ui::PageName::Result,
        app::Page::Archive => ui::PageName::Archive,
        app::Page::Statistics => ui::PageName::Statistics,
        app::Page::About => ui::PageName::About,
        app::Page::Settings => ui::PageName::Settings,
        app::Page::Rules => ui::PageName::Rules,
        app::Page::Board => ui::PageName::Board,
        app::Page::Odds => ui::PageName::Odds,
    }
}

pub(super) fn board_side(side: app::BoardSide) -> ui::SideName {
    match side {
        app::BoardSide::Here => ui::SideName::Here,
        app::BoardSide::Across => ui::SideName::Across,
        app::BoardSide::Both => ui::SideName::Both,
    }
}

pub(super) fn board_side_of(name: ui::SideName) -> app::BoardSide {
    match name {
        ui::SideName::Here => app::BoardSide::Here,
        ui::SideName::Across => app::BoardSide::Across,
        ui::SideName::Both => app::BoardSide::Both,
    }
}

pub(super) fn plan(plan: app::PlanChoice) -> ui::PlanName {
    use app::PlanChoice::{Own, Preset};
    match plan {
        Preset(PlanPreset::EveryRound) => ui::PlanName::EveryRound,
        Preset(PlanPreset::OddRounds) => ui::PlanName::OddRounds,
        Preset(PlanPreset::LastTen) => ui::PlanName::LastTen,
        Preset(PlanPreset::UpAndDown) => ui::PlanName::UpAndDown,
        Own => ui::PlanName::Own,
    }
}

pub(super) fn plan_of(name: ui::PlanName) -> app::PlanChoice {
    use app::PlanChoice::{Own, Preset};
    match name {
        ui::PlanName::EveryRound => Preset(PlanPreset::EveryRound),
        ui::PlanName::OddRounds => Preset(PlanPreset::OddRounds),
        ui::PlanName::LastTen => Preset(PlanPreset::LastTen),
        ui::PlanName::UpAndDown => Preset(PlanPreset::UpAndDown),
        ui::PlanName::Own => Own,
    }
}

pub(super) fn overlay(overlay: app::Overlay) -> ui::OverlayName {
    match overlay {
        app::Overlay::None => ui::OverlayName::None,
        app::Overlay::ReadOut => ui::OverlayName::ReadOut,
        app::Overlay::Sheet => ui::OverlayName::Sheet,
        app::Overlay::EndQuestion => ui::OverlayName::EndQuestion,
    }
}

pub(super) fn overlay_of(name: ui::OverlayName) -> app::Overlay {
    match name {
        ui::OverlayName::None => app::Overlay::None,
        ui::OverlayName::ReadOut => app::Overlay::ReadOut,
        ui::OverlayName::Sheet => app::Overlay::Sheet,
        ui::OverlayName::EndQuestion => app::Overlay::EndQuestion,
    }
}

pub(super) fn pad(pad: app::Pad) -> ui::PadName {
    match pad {
        app::Pad::Numbers => ui::PadName::Numbers,
        app::Pad::Cloud => ui::PadName::Cloud,
        app::Pad::Trump => ui::PadName::Trump,
    }
}

pub(super) fn pad_of(name: ui::PadName) -> app::Pad {
    match name {
        ui::PadName::Numbers => app::Pad::Numbers,
        ui::PadName::Cloud => app::Pad::Cloud,
        ui::PadName::Trump => app::Pad::Trump,
    }
}

pub(super) fn mode(mode: app::Mode) -> ui::TableMode {
    match mode {
        app::Mode::Predict => ui::TableMode::Predict,
        app::Mode::Play => ui::TableMode::Play,
        app::Mode::Correct => ui::TableMode::Correct,
    }
}

pub(super) fn primary(primary: app::Primary) -> ui::PrimaryAction {
    match primary {
        app::Primary::StartTricks => ui::PrimaryAction::StartTricks,
        app::Primary::RevealBids => ui::PrimaryAction::RevealBids,
        app::Primary::Score => ui::PrimaryAction::Score,
        app::Primary::Keep => ui::PrimaryAction::Keep,
    }
}

pub(super) fn entry_state(status: Status) -> ui::EntryState {
    match status {
        Status::Running => ui::EntryState::Running,
        Status::Finished => ui::EntryState::Finished,
        Status::EndedEarly => ui::EntryState::EndedEarly,
    }
}

pub(super) fn theme(theme: crate::archive::Theme) -> ui::ThemeChoice {
    match theme {
        crate::archive::Theme::System => ui::ThemeChoice::System,
        crate::archive::Theme::Night => ui::ThemeChoice::Night,
        crate::archive::Theme::Parchment => ui::ThemeChoice::Parchment,
    }
}

pub(super) fn theme_of(choice: ui::ThemeChoice) -> crate::archive::Theme {
    match choice {
        ui::ThemeChoice::System => crate::archive::Theme::System,
        ui::ThemeChoice::Night => crate::archive::Theme::Night,
        ui::ThemeChoice::Parchment => crate::archive::Theme::Parchment,
    }
}

pub(super) fn notice(notice: Option<&Notice>, language: Language) -> ui::Notice {
    let Some(notice) = notice else { return ui::Notice::default() };
    ui::Notice {
        text: text(&language.say(&notice.text)),
        tone: match notice.tone {
            Tone::Done => ui::Tone::Done,
            Tone::Quiet => ui::Tone::Quiet,
            Tone::Plain => ui::Tone::Plain,
            Tone::Trouble => ui::Tone::Trouble,
        },
        about_name: notice.about == About::Name,
        there: match &notice.about {
            About::There(path) => path_text(path),
            _ => SharedString::new(),
        },
    }
}
