//! The window as a screen reader gets it: to a browser it is one canvas, so the page lays elements mirroring this over
//! it.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use i_slint_core::accessibility::{
    AccessibilityAction, AccessibleStringProperty as Property, SupportedAccessibilityAction as May,
    accessible_descendents, find_text_input_with_rc, nearest_accessible_item,
};
use i_slint_core::input::FocusReason;
use i_slint_core::item_tree::{ItemRc, ItemTreeRc, ItemTreeRef, ItemWeak};
use i_slint_core::items::AccessibleRole;
use i_slint_core::window::WindowInner;
use serde::{Deserialize, Serialize};
use slint::ComponentHandle;
use tablet_of_truth_ui::AppWindow;

/// An element, with its children in reading order. What does not apply is left out.
#[derive(Serialize)]
pub(super) struct Element {
    id: usize,
    role: &'static str,
    properties: BTreeMap<&'static str, String>,
    /// Left, top, width and height in the window.
    place: [f32; 4],
    can: Can,
    has_keys: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    inside: Vec<Element>,
}

#[derive(Serialize)]
struct Can {
    press: bool,
    step: bool,
    write: bool,
}

#[derive(Deserialize)]
struct Deed {
    id: usize,
    #[serde(flatten)]
    what: What,
}

#[derive(Deserialize)]
#[serde(tag = "what", rename_all = "lowercase")]
enum What {
    Press,
    Increment,
    Decrement,
    Write { text: String },
    Focus,
}

const PROPERTIES: [(Property, &str); 16] = [
    (Property::Label, "label"),
    (Property::Description, "description"),
    (Property::Value, "value"),
    (Property::ValueMinimum, "least"),
    (Property::ValueMaximum, "most"),
    (Property::PlaceholderText, "placeholder"),
    (Property::Enabled, "enabled"),
    (Property::Checkable, "checkable"),
    (Property::Checked, "checked"),
    (Property::ItemSelectable, "selectable"),
    (Property::ItemSelected, "selected"),
    (Property::Expandable, "expandable"),
    (Property::Expanded, "expanded"),
    (Property::ItemIndex, "index"),
    (Property::ItemCount, "count"),
    (Property::LiveRegion, "live"),
];

/// The elements by the numbers the page knows them by, which last as long as the elements and are then used again.
#[derive(Default)]
pub(super) struct Mirror {
    numbers: RefCell<HashMap<(usize, u32), usize>>,
    items: RefCell<Vec<ItemWeak>>,
    free: RefCell<Vec<usize>>,
}

impl Mirror {
    pub(super) fn read(&self, window: &AppWindow) -> Option<Element> {
        let window = WindowInner::from_pub(window.window());
        let root = ItemRc::new_root(window.try_component()?);
        let focused = window.focus_item.borrow().upgrade().map(nearest_accessible_item);
        self.free_numbers();
        Some(self.element(&root, focused.as_ref()))
    }

    fn element(&self, item: &ItemRc, focused: Option<&ItemRc>) -> Element {
        let property = |(what, name)| Some((name, item.accessible_string_property(what)?.to_string()));
        let geometry = item.geometry();
        let at = item.map_to_window(geometry.origin);
        let may = item.supported_accessibility_actions();
        Element {
            id: self.number(item),
            role: role(item.accessible_role()),
            properties: PROPERTIES.into_iter().filter_map(property).filter(|(_, text)| !text.is_empty()).collect(),
            place: [at.x, at.y, geometry.width(), geometry.height()].map(f32::round),
            can: Can {
                press: may.contains(May::Default),
                step: may.contains(May::Increment),
                write: may.contains(May::SetValue),
            },
            has_keys: focused == Some(item),
            inside: accessible_descendents(item).map(|inner| self.element(&inner, focused)).collect(),
        }
    }

    fn free_numbers(&self) {
        let (items, mut free) = (self.items.borrow(), self.free.borrow_mut());
        self.numbers.borrow_mut().retain(|_, number| {
            let there = items.get(*number).is_some_and(|item| item.upgrade().is_some());
            if !there {
                free.push(*number);
            }
            there
        });
    }

    fn number(&self, item: &ItemRc) -> usize {
        let tree = ItemTreeRef::as_ptr(ItemTreeRc::borrow(item.item_tree())).addr().get();
        let mut items = self.items.borrow_mut();
        let mut numbers = self.numbers.borrow_mut();
        let number =
            *numbers.entry((tree, item.index())).or_insert_with(|| self.free.borrow_mut().pop().unwrap_or(items.len()));
        match items.get_mut(number) {
            Some(known) => *known = item.downgrade(),
            None => items.push(item.downgrade()),
        }
        number
    }

    /// `None` if the element is gone.
    pub(super) fn act(&self, window: &AppWindow, deed: &str) -> Option<()> {
        let Deed { id, what } = serde_json::from_str(deed).ok()?;
        let item = self.items.borrow().get(id)?.upgrade()?;
        let action = match what {
            What::Press => AccessibilityAction::Default,
            What::Increment => AccessibilityAction::Increment,
            What::Decrement => AccessibilityAction::Decrement,
            What::Write { text } => AccessibilityAction::SetValue(text.into()),
            What::Focus => {
                // In a text field, the focus belongs to the text input within it.
                let item = find_text_input_with_rc(&item)
                    .filter(|_| item.accessible_role() == AccessibleRole::TextInput)
                    .map_or(item, |(input, _)| input);
                WindowInner::from_pub(window.window()).set_focus_item(&item, true, FocusReason::Programmatic);
                return Some(());
            }
        };
        item.accessible_action(&action);
        Some(())
    }
}

/// The role as the page names it, mostly by ARIA.
fn role(role: AccessibleRole) -> &'static str {
    match role {
        AccessibleRole::Button => "button",
        AccessibleRole::Checkbox => "checkbox",
        AccessibleRole::Groupbox => "group",
        AccessibleRole::Image => "img",
        AccessibleRole::List => "list",
        AccessibleRole::ListItem => "listitem",
        AccessibleRole::Main => "main",
        AccessibleRole::Navigation => "navigation",
        AccessibleRole::RadioButton => "radio",
        AccessibleRole::RadioGroup => "radiogroup",
        AccessibleRole::Region => "region",
        AccessibleRole::Slider => "slider",
        AccessibleRole::Switch => "switch",
        AccessibleRole::Tab => "tab",
        AccessibleRole::TextInput => "textbox",
        AccessibleRole::Text => "text",
        _ => "",
    }
}
