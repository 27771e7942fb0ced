//! Shows pages and panels from data. What is shown already changes only where it differs, so that fields keep their
//! cursor and elements the focus.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use slint::{ComponentHandle, Image, Model, ModelRc, SharedString, VecModel};
use tablet_of_truth::app::data::{Action, ActionStyle, Icon, Item, Kind, Page, Panel, Section, Width};
use tablet_of_truth::app::{App, Command, HostRequest};
use tablet_of_truth::language::Language;
use tablet_of_truth::text::Text;
use tablet_of_truth_ui as ui;

use super::keys;
use super::program::{Convert, Program};
use super::tables::table;
use super::values::{MARGIN, code_picture, face, int, list_of, tr, tr_optional};

pair!(ActionStyle, ActionStyle: Button Primary Quiet Chip Radio Tile);
pair!(Kind, Kind: Text Heading Switch Choice Stepper Field Chips Bar Buttons Row Pair Picture Licences);
pair!(Icon, IconName: None Ahead Board Calendar Close Deal Dice Edit Filter Folder Minus More Phone Play Plus Settings
    Share Sheet Shuffle Statistics Stop Trash Star Moon Sun Flame Leaf Drop Bolt Key);

/// About how wide a code to scan is, in pixels.
const CODE_WIDTH: usize = 320;

/// The page and the panel as they are shown.
#[derive(Default)]
pub(super) struct Shown {
    page: RefCell<Option<Page>>,
    panel: RefCell<Option<Panel>>,
    wish: Cell<i32>,
    /// Whether nothing in the panel could take the focus when it opened.
    waits: Cell<bool>,
    /// Where the focus was before the panel opened.
    before: RefCell<Option<Place>>,
}

/// Where the focus is, by keys that outlast a change.
#[derive(Clone, Debug)]
struct Place {
    at: ui::At,
    section: SharedString,
    item: SharedString,
    action: SharedString,
}

/// `ask` asks the desktop or the browser.
pub(super) fn connect(program: &Rc<Program>, ask: impl Fn(&Rc<Program>, HostRequest) + 'static) -> Rc<Shown> {
    let shown = Rc::new(Shown::default());
    let data = program.window.global::<ui::Data>();
    let perform = Rc::new(move |program: &Rc<Program>, command| match command {
        Command::OnHost(request) => ask(program, request),
        command => program.handle(command),
    });
    keys::connect(program, perform.clone());
    let of = shown.clone();
    connect!(program, data, on_act, |program, at| {
        // Out of the borrow: the command shows another page.
        let command = of.command(&at);
        if at.layer == 1 {
            program.app.borrow_mut().close_menu();
        }
        if let Some(command) = command {
            perform(&program, command);
        }
    });
    let of = shown.clone();
    connect!(program, data, on_typed, |program, at, text| {
        let command = of.typed(&at, text.into());
        if let Some(command) = command {
            program.handle(command);
        }
    });
    let of = shown.clone();
    connect!(program, data, on_close_panel, |program| {
        let close = of.panel.borrow().as_ref().map(|panel| panel.close.clone());
        if let Some(close) = close {
            program.handle(close);
        }
    });
    shown
}

/// A list with these rows: the one shown, changed only where it differs. A row is the one shown before that has its
/// key; what is between those that stay is taken out and put in.
fn keyed<S, P>(
    shown: ModelRc<S>,
    new: &[P],
    key_of: impl Fn(&P) -> SharedString,
    key: fn(&S) -> &SharedString,
    make: impl Fn(&P, S) -> S,
) -> ModelRc<S>
where
    S: Clone + Default + PartialEq + 'static,
{
    let Some(list) = shown.as_any().downcast_ref::<VecModel<S>>() else {
        return ModelRc::new(VecModel::from_iter(new.iter().map(|row| make(row, S::default()))));
    };
    let had = list.row_count();
    let stays = |row: &P, shown| list.row_data(shown).is_some_and(|shown| *key(&shown) == key_of(row));
    let head = new.iter().enumerate().take_while(|(row, item)| stays(item, *row)).count();
    let most = had.min(new.len()) - head;
    let tail = (0..most).zip(new.iter().rev()).take_while(|(back, item)| stays(item, had - 1 - back)).count();
    for _ in head..had - tail {
        list.remove(head);
    }
    for (row, item) in new.iter().enumerate().take(new.len() - tail).skip(head) {
        list.insert(row, make(item, S::default()));
    }
    for (row, item) in new.iter().enumerate().filter(|(row, _)| *row < head || *row >= new.len() - tail) {
        let Some(before) = list.row_data(row) else { continue };
        let now = make(item, before.clone());
        if now != before {
            list.set_row_data(row, now);
        }
    }
    shown
}

/// Converts descriptions to the window's data.
struct Describer {
    language: Language,
    pictures: RefCell<Vec<Image>>,
}

impl Describer {
    fn tr(&self, text: &Text) -> SharedString {
        tr(text, self.language)
    }

    fn maybe(&self, text: Option<&Text>) -> SharedString {
        tr_optional(text, self.language)
    }

    fn action(&self, action: &Action) -> ui::ActionData {
        let text = self.tr(&action.text);
        ui::ActionData {
            // Of several with the same text, the label is unique.
            key: action.label.as_ref().map_or_else(|| text.clone(), |label| self.tr(label)),
            text,
            hint: self.maybe(action.hint.as_ref()),
            label: self.maybe(action.label.as_ref()),
            shortcut: self.maybe(action.shortcut.as_ref()),
            style: action.style.convert(),
            icon: action.icon.convert(),
            dot: action.dot.map_or(0, |dot| i32::from(dot) + 1),
            face: action.face.as_ref().map(face).unwrap_or_default(),
            person: action.face.is_some(),
            on: action.on,
            enabled: action.enabled,
            ready: action.ready,
            for_good: action.for_good,
            opens: action.opens,
            shrinks: action.shrinks,
        }
    }

    /// The item's key, or else its first text.
    fn key(&self, item: &Item) -> SharedString {
        if !item.key.is_empty() {
            return (&*item.key).into();
        }
        let texts = [Some(&item.text), item.label.as_ref(), item.actions.first().map(|first| &first.text)];
        texts.into_iter().flatten().map(|text| self.tr(text)).find(|text| !text.is_empty()).unwrap_or_default()
    }

    fn item(&self, item: &Item, shown: ui::ItemData) -> ui::ItemData {
        let (text, value) = (self.tr(&item.text), self.maybe(item.value.as_ref()));
        let label = item.label.as_ref().map_or_else(|| text.clone(), |label| self.tr(label));
        let label = if item.kind == Kind::Pair { format!("{text}: {value}").into() } else { label };
        let code = item.picture.as_ref().map(|code| {
            let mut pictures = self.pictures.borrow_mut();
            pictures.push(code_picture(code, MARGIN, (CODE_WIDTH / code.size()).max(2)));
            int(pictures.len())
        });
        ui::ItemData {
            key: self.key(item),
            kind: item.kind.convert(),
            text,
            label,
            hint: self.maybe(item.hint.as_ref()),
            value,
            icon: item.icon.convert(),
            face: item.face.as_ref().map(face).unwrap_or_default(),
            person: item.face.is_some(),
            on: item.on,
            enabled: item.enabled,
            taps: item.command.is_some() || item.lists,
            leads: item.leads,
            lists: item.lists,
            small: item.small,
            live: item.live,
            tone: item.tone.convert(),
            most: int(item.most),
            style: item.actions.first().map_or(ActionStyle::Button, |first| first.style).convert(),
            actions: list_of(
                shown.actions,
                item.actions.iter().filter(|_| !item.lists).map(|action| self.action(action)),
            ),
            picture: code.unwrap_or_default(),
            wanted: shown.wanted,
            wanted_action: shown.wanted_action,
        }
    }

    fn items(&self, shown: ModelRc<ui::ItemData>, items: &[Item]) -> ModelRc<ui::ItemData> {
        keyed(shown, items, |item| self.key(item), |item| &item.key, |item, shown| self.item(item, shown))
    }

    fn sections(&self, shown: ModelRc<ui::SectionData>, sections: &[Section]) -> ModelRc<ui::SectionData> {
        keyed(
            shown,
            sections,
            |section| section.key().into(),
            |section| &section.key,
            |section, shown| {
                let rows = if let Section::Table(_, rows) = section { Some(rows) } else { None };
                ui::SectionData {
                    key: section.key().into(),
                    bare: matches!(section, Section::Bare(..)),
                    tabled: rows.is_some(),
                    items: self.items(shown.items, section.items()),
                    table: rows.map_or_else(Default::default, |rows| table(&shown.table, rows, None, self.language)),
                }
            },
        )
    }
}

impl Shown {
    /// Shows what `app` describes, and keeps the focus where it was, or next to where it was.
    pub(super) fn show(&self, window: &ui::AppWindow, app: &App) {
        let data = window.global::<ui::Data>();
        let describer = Describer { language: app.language(), pictures: RefCell::default() };
        let focused = self.place(window);
        let page = app.data_page();
        let turned = self.page.borrow().as_ref().map(|page| page.key) != page.as_ref().map(|page| page.key);
        if let Some(page) = &page {
            let kept = |list: ModelRc<ui::SectionData>| if turned { ModelRc::default() } else { list };
            data.set_title(describer.tr(&page.title));
            data.set_fact(describer.maybe(page.fact.as_ref()));
            data.set_actions(list_of(data.get_actions(), page.actions.iter().map(|action| describer.action(action))));
            data.set_first(describer.sections(kept(data.get_first()), &page.first));
            data.set_second(describer.sections(kept(data.get_second()), &page.second));
            data.set_page(format!("{} {}", page.key, page.part).into());
        }
        let panel = app.data_panel();
        let key = |panel: Option<&Panel>| panel.map(|panel| panel.key.clone());
        let (old_key, new_key) = (key(self.panel.borrow().as_ref()), key(panel.as_ref()));
        let other = old_key != new_key;
        let old = data.get_panel();
        let first = panel.as_ref().and_then(begins);
        match &panel {
            Some(panel) => {
                let kept = if other { ModelRc::default() } else { data.get_in_panel() };
                data.set_in_panel(describer.items(kept, &panel.items));
                data.set_panel(ui::PanelData {
                    open: true,
                    heading: describer.tr(&panel.heading),
                    widest: match panel.width {
                        Width::Menu => 400.0,
                        Width::Question => 440.0,
                        Width::Usual => 520.0,
                        Width::Wide => 600.0,
                    },
                    at_button: panel.width == Width::Menu,
                    answers: panel.answers,
                    begun: old.begun.wrapping_add(i32::from(other)),
                    focuses: first.is_some(),
                });
            }
            None if old.open => data.set_panel(ui::PanelData { open: false, ..old }),
            None => {}
        }
        let pictures = describer.pictures.into_inner();
        if !pictures.is_empty() {
            data.set_pictures(ModelRc::new(VecModel::from(pictures)));
        }
        if other && old_key.is_none() {
            self.before.replace(focused.clone().filter(|place| place.at.layer == 0));
        }
        self.page.replace(page);
        self.panel.replace(panel);
        // An item still being read when the panel opened takes the focus later.
        if new_key.is_some() && (other || (self.waits.get() && first.is_some())) {
            self.waits.set(first.is_none());
            if let Some((item, cell)) = first {
                self.wish(window, &ui::At { layer: 1, item: int(item), cell: int(cell), ..ui::At::default() });
            }
        } else if other {
            let kept = self.before.take().is_some_and(|place| self.keep(window, &place, true));
            if !kept {
                window.invoke_take_keys();
            }
        } else if let Some(place) = focused.filter(|_| !turned) {
            self.keep(window, &place, false);
        }
    }

    fn items(&self, window: &ui::AppWindow, at: &ui::At) -> Option<ModelRc<ui::ItemData>> {
        let data = window.global::<ui::Data>();
        let column = match (at.layer, at.column) {
            (1, _) => return Some(data.get_in_panel()),
            (_, 0) => data.get_first(),
            _ => data.get_second(),
        };
        Some(column.row_data(usize::try_from(at.section).ok()?)?.items)
    }

    /// Where the focus is.
    fn place(&self, window: &ui::AppWindow) -> Option<Place> {
        let at = window.global::<ui::Focused>().get_at();
        if !(0..2).contains(&at.layer) || at.section < 0 {
            return None;
        }
        let item = self.items(window, &at)?.row_data(usize::try_from(at.item).ok()?)?;
        let action = usize::try_from(at.cell).ok().and_then(|cell| item.actions.row_data(cell));
        let data = window.global::<ui::Data>();
        let column = if at.column == 0 { data.get_first() } else { data.get_second() };
        let section = usize::try_from(at.section).ok().filter(|_| at.layer == 0);
        let section = section.and_then(|section| column.row_data(section)).unwrap_or_default();
        let action = action.map(|action| action.key).unwrap_or_default();
        Some(Place { at, section: section.key, item: item.key, action })
    }

    /// Keeps the focus at this place, or gives it to what is there now. Returns whether anything is. With `again`, the
    /// focus is elsewhere and comes back.
    fn keep(&self, window: &ui::AppWindow, place: &Place, again: bool) -> bool {
        let data = window.global::<ui::Data>();
        let column = if place.at.column == 0 { data.get_first() } else { data.get_second() };
        let section = if place.at.layer == 1 { Some(0) } else { column.iter().position(|of| of.key == place.section) };
        let Some(section) = section else { return false };
        let at = ui::At { section: int(section), ..place.at.clone() };
        let Some(items) = self.items(window, &at) else { return false };
        let found = items.iter().position(|item| item.key == place.item);
        let item = found.or_else(|| {
            // The item in its place, or else the last before it.
            let can = |index: &usize| items.row_data(*index).is_some_and(|item| focusable(&item));
            let from = usize::try_from(place.at.item).unwrap_or_default();
            (from..items.row_count()).find(can).or_else(|| (0..from.min(items.row_count())).rev().find(can))
        });
        let Some(item) = item else {
            if place.at.layer == 1 {
                // Only the panel's own button is left.
                let old = data.get_panel();
                data.set_panel(ui::PanelData { begun: old.begun.wrapping_add(1), focuses: false, ..old });
            } else {
                window.invoke_take_keys();
            }
            return false;
        };
        let actions = items.row_data(item).unwrap_or_default().actions;
        let action = actions.iter().position(|action| action.key == place.action).map(int);
        let last = int(actions.row_count()).saturating_sub(1);
        let cell = if place.at.cell < 0 { -1 } else { action.unwrap_or_else(|| place.at.cell.min(last)) };
        let at = ui::At { item: int(item), cell, ..at };
        let gone = found.is_none() || (place.at.cell >= 0 && action.is_none());
        if gone || again {
            self.wish(window, &at);
        } else {
            window.global::<ui::Focused>().set_at(at);
        }
        true
    }

    /// Gives the focus to an item, or to one of its actions.
    fn wish(&self, window: &ui::AppWindow, at: &ui::At) {
        let wish = self.wish.get().wrapping_add(1);
        self.wish.set(wish);
        window.global::<ui::Focused>().set_wish(wish);
        let items = self.items(window, at).zip(usize::try_from(at.item).ok());
        let Some((items, index)) = items else { return };
        if let Some(item) = items.row_data(index) {
            items.set_row_data(index, ui::ItemData { wanted: wish, wanted_action: at.cell.max(0), ..item });
        }
    }

    /// The command of a tap there.
    fn command(&self, at: &ui::At) -> Option<Command> {
        let action = usize::try_from(at.cell).ok();
        if at.section < 0 {
            return Some(self.page.borrow().as_ref()?.actions.get(action?)?.command.clone());
        }
        self.with_item(at, |item| match action {
            Some(action) => Some(item.actions.get(action)?.command.clone()),
            None if item.lists => Some(Command::List(Some(item.key.clone()))),
            None => item.command.clone(),
        })
    }

    fn typed(&self, at: &ui::At, text: String) -> Option<Command> {
        self.with_item(at, |item| Some(item.typed.as_ref()?.command(text)))
    }

    fn with_item<T>(&self, at: &ui::At, of: impl FnOnce(&Item) -> Option<T>) -> Option<T> {
        let (page, panel) = (self.page.borrow(), self.panel.borrow());
        let items = match (at.layer, at.column) {
            (1, _) => &panel.as_ref()?.items[..],
            (_, column) => {
                let page = page.as_ref()?;
                let column = if column == 0 { &page.first } else { &page.second };
                column.get(usize::try_from(at.section).ok()?)?.items()
            }
        };
        of(items.get(usize::try_from(at.item).ok()?)?)
    }
}

fn focusable(item: &ui::ItemData) -> bool {
    item.enabled && (matches!(item.kind, ui::Kind::Field) || item.actions.row_count() > 0 || item.taps)
}

/// The item and its action that have the focus when the panel opens.
fn begins(panel: &Panel) -> Option<(usize, usize)> {
    let main = |item: &Item| item.actions.iter().position(|action| action.style == ActionStyle::Primary);
    if panel.ready {
        return panel.items.iter().enumerate().find_map(|(at, item)| Some((at, main(item)?)));
    }
    panel.items.iter().position(takes_focus).map(|item| (item, 0))
}

/// Whether it can have the focus when its panel opens.
fn takes_focus(item: &Item) -> bool {
    item.enabled && (item.command.is_some() || item.lists || item.typed.is_some() || !item.actions.is_empty())
}
