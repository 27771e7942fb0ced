//! What is in the window: every control and text, where they are, and how much of them can be reached. Read from the
//! item tree, because a text hidden from screen readers can be cut off as well.
//!
//! The only file of the tests that uses `i-slint-core`, which is internal to Slint and may change with every version.

use std::rc::Rc;

use i_slint_backend_testing::{AccessibleRole as Role, Orientation};
use i_slint_core::accessibility::AccessibilityAction;
pub use i_slint_core::accessibility::{AccessibleStringProperty as Property, SupportedAccessibilityAction as Action};
use i_slint_core::item_rendering::HasFont;
use i_slint_core::item_tree::ParentItemTraversalMode;
pub use i_slint_core::items::ItemRc;
use i_slint_core::items::{
    Clip, ComplexText, Flickable, SimpleText, TextHorizontalAlignment, TextVerticalAlignment, TextWrap, TouchArea,
};
use i_slint_core::platform::Clipboard;
use i_slint_core::window::{WindowAdapter, WindowInner};
use slint::ComponentHandle;

use super::place::Place;
use crate::window::Window;

pub const USED: [Role; 10] = [
    Role::Button,
    Role::Checkbox,
    Role::Switch,
    Role::RadioButton,
    Role::Tab,
    Role::ListItem,
    Role::TextInput,
    Role::Slider,
    Role::Combobox,
    Role::Spinbox,
];

pub struct Control {
    pub item: ItemRc,
    pub role: Role,
    pub name: String,
    pub place: Place,
    /// The part that can be seen, at most after scrolling.
    pub reachable: Place,
    pub in_sight: Place,
    pub enabled: bool,
    /// Position in the order of painting.
    order: usize,
    pub inside: Vec<usize>,
}

impl Control {
    pub fn says(&self, property: Property) -> Option<String> {
        self.item.accessible_string_property(property).map(String::from)
    }

    pub fn can(&self, action: Action) -> bool {
        self.item.supported_accessibility_actions().contains(action)
    }

    pub fn set_value(&self, value: &str) {
        self.item.accessible_action(&AccessibilityAction::SetValue(value.into()));
    }
}

impl std::fmt::Display for Control {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(out, "{:?} {:?} {}", self.role, self.name, self.place)
    }
}

pub struct Words {
    pub text: String,
    pub place: Place,
    /// Where its letters would be if there were room for them all.
    pub ink: Place,
    /// Where it can be reached, at most after scrolling.
    pub around: Place,
    pub in_sight: Place,
    pub wraps: bool,
    /// Width of the longest word if it wraps at words; of the whole text if it does not wrap.
    pub least_width: f32,
    pub pixels: f32,
    pub bold: bool,
    order: usize,
    pub inside: Vec<usize>,
}

impl Words {
    /// Whether its place has room for all letters: on one line, or broken only between words.
    pub fn is_whole(&self) -> bool {
        self.least_width <= self.place.width() + 0.6 && self.ink.height() <= self.place.height() + 0.6
    }
}

impl std::fmt::Display for Words {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(out, "{:?} {}", self.text, self.place)
    }
}

pub struct Scrolled {
    pub place: Place,
    pub reachable: Place,
    pub content: f32,
    order: usize,
}

#[derive(Default)]
pub struct Seen {
    pub controls: Vec<Control>,
    pub words: Vec<Words>,
    pub scrolled: Vec<Scrolled>,
    /// Grounds of panels and overlays, which catch taps over large areas.
    covers: Vec<(usize, Place)>,
    /// Messages, which lie over parts of a page until they are read.
    messages: Vec<(usize, Place)>,
    order: usize,
    /// Whether texts are read too; measuring them takes longest.
    without_words: bool,
}

#[derive(Clone)]
struct At {
    x: f32,
    y: f32,
    reachable: Place,
    in_sight: Place,
    inside: Vec<usize>,
}

impl Seen {
    pub fn in_window(window: &Window) -> Seen {
        Seen::default().look_at(window)
    }

    pub fn controls_in(window: &Window) -> Seen {
        Seen { without_words: true, ..Seen::default() }.look_at(window)
    }

    /// How many items a window has made, also hidden ones and those out of sight.
    pub fn made_in(window: &Window) -> usize {
        fn below(item: &ItemRc) -> usize {
            let children = std::iter::successors(item.first_child(), ItemRc::next_sibling);
            children.map(|child| 1 + below(&child)).sum()
        }
        let inner = WindowInner::from_pub(window.window().window());
        inner.ensure_tree_instantiated();
        below(&ItemRc::new_root(inner.component()))
    }

    fn look_at(mut self, window: &Window) -> Seen {
        let window = window.window().window();
        let size = window.size().to_logical(window.scale_factor());
        let whole = Place::of(0.0, 0.0, size.width, size.height);
        let inner = WindowInner::from_pub(window);
        inner.ensure_tree_instantiated();
        let at = At { x: 0.0, y: 0.0, reachable: whole, in_sight: whole, inside: Vec::new() };
        self.visit(&ItemRc::new_root(inner.component()), &at, &inner.window_adapter());
        self.covers.retain(|(_, place)| place.area() > whole.area() / 2.0);
        self
    }

    fn visit(&mut self, item: &ItemRc, at: &At, adapter: &Rc<dyn WindowAdapter>) {
        self.order += 1;
        let order = self.order;
        let geometry = item.geometry();
        let place = Place::of(at.x + geometry.min_x(), at.y + geometry.min_y(), geometry.width(), geometry.height());
        let mut inner = At { x: place.left, y: place.top, ..at.clone() };
        if let Some(clip) = item.downcast::<Clip>() {
            let clip = clip.as_pin_ref();
            if clip.is_visibility_clip() && clip.clip() {
                return;
            }
        }
        let (reachable, in_sight) = (place.within(&at.reachable), place.within(&at.in_sight));
        if let Some(flickable) = item.downcast::<Flickable>() {
            let flickable = flickable.as_pin_ref();
            let (content, top) = (flickable.content_height().get(), place.top + flickable.content_y().get());
            self.scrolled.push(Scrolled { place, reachable, content, order });
            inner.in_sight = in_sight;
            inner.reachable = Place { top, bottom: top + content.max(place.height()), ..reachable };
        } else if item.borrow().as_ref().clips_children() {
            inner.in_sight = in_sight;
            inner.reachable = reachable;
        }
        if item.downcast::<TouchArea>().is_some_and(|area| area.as_pin_ref().enabled()) {
            self.covers.push((order, in_sight));
        }
        let role = item.accessible_role();
        if role == Role::Region {
            self.messages.push((order, in_sight));
        }
        if item.is_accessible() && USED.contains(&role) {
            let says = |property| item.accessible_string_property(property);
            self.controls.push(Control {
                item: item.clone(),
                role,
                name: says(Property::Label).unwrap_or_default().into(),
                place,
                reachable,
                in_sight,
                enabled: says(Property::Enabled).is_none_or(|enabled| enabled == "true"),
                order,
                inside: at.inside.clone(),
            });
            inner.inside.push(self.controls.len() - 1);
        }
        if !self.without_words {
            self.text(item, place, at, adapter);
        }
        let mut child = item.first_child();
        while let Some(item) = child {
            self.visit(&item, &inner, adapter);
            child = item.next_sibling();
        }
    }

    fn text(&mut self, item: &ItemRc, place: Place, at: &At, adapter: &Rc<dyn WindowAdapter>) {
        let (text, font, horizontal, vertical, wrap) = if let Some(text) = item.downcast::<ComplexText>() {
            let text = text.as_pin_ref();
            let font = text.font_request(item);
            (text.text(), font, text.horizontal_alignment(), text.vertical_alignment(), text.wrap())
        } else if let Some(text) = item.downcast::<SimpleText>() {
            let text = text.as_pin_ref();
            let font = text.font_request(item);
            (text.text(), font, text.horizontal_alignment(), text.vertical_alignment(), TextWrap::NoWrap)
        } else {
            return;
        };
        if text.is_empty() {
            return;
        }
        let needs = |orientation, across| item.borrow().as_ref().layout_info(orientation, across, adapter, item);
        let widths = needs(Orientation::Horizontal, -1.0);
        let wraps = wrap != TextWrap::NoWrap;
        let width = if wraps { widths.preferred.min(place.width()) } else { widths.preferred };
        let height = needs(Orientation::Vertical, place.width()).preferred;
        let from = |start: f32, spare: f32, share: f32| start + spare * share;
        let across = match horizontal {
            TextHorizontalAlignment::Center => 0.5,
            TextHorizontalAlignment::Right | TextHorizontalAlignment::End => 1.0,
            _ => 0.0,
        };
        let down = match vertical {
            TextVerticalAlignment::Center => 0.5,
            TextVerticalAlignment::Bottom => 1.0,
            _ => 0.0,
        };
        let left = from(place.left, place.width() - width, across);
        let top = from(place.top, place.height() - height, down);
        self.words.push(Words {
            text: text.into(),
            place,
            ink: Place::of(left, top, width, height),
            around: at.reachable,
            in_sight: place.within(&at.in_sight),
            wraps,
            least_width: match wrap {
                TextWrap::NoWrap => widths.preferred,
                TextWrap::WordWrap => widths.min,
                _ => 0.0,
            },
            pixels: font.pixel_size.map_or(0.0, |pixels| pixels.get()),
            bold: font.weight.is_some_and(|weight| weight >= 700),
            order: self.order,
            inside: at.inside.clone(),
        });
    }

    fn is_covered(&self, order: usize, in_sight: &Place) -> bool {
        let covers =
            |(cover, over): &(usize, Place)| *cover > order && (in_sight.is_empty() || over.has(in_sight.middle()));
        let hides = |(message, over): &(usize, Place)| *message > order && !over.within(in_sight).is_empty();
        self.covers.iter().any(covers) || self.messages.iter().any(hides)
    }

    pub fn has_cover(&self) -> bool {
        !self.covers.is_empty()
    }

    /// Whether a panel or overlay comes after this control and so covers its page.
    pub fn is_below_a_cover(&self, control: &Control) -> bool {
        self.covers.iter().any(|(cover, _)| *cover > control.order)
    }

    pub fn is_in_a_message(&self, control: &Control) -> bool {
        let holds =
            |(message, over): &(usize, Place)| *message < control.order && !over.within(&control.in_sight).is_empty();
        self.messages.iter().any(holds)
    }

    pub fn open_controls(&self) -> impl Iterator<Item = (usize, &Control)> {
        self.controls.iter().enumerate().filter(|(_, control)| !self.is_covered(control.order, &control.in_sight))
    }

    pub fn open_words(&self) -> impl Iterator<Item = &Words> {
        self.words.iter().filter(|words| !self.is_covered(words.order, &words.in_sight))
    }

    /// The texts in sight that are just these words.
    pub fn texts(&self, words: &str) -> impl Iterator<Item = &Words> {
        self.words.iter().filter(move |found| found.text == words && found.in_sight.area() > 0.0)
    }

    pub fn open_scrolled(&self) -> impl Iterator<Item = &Scrolled> {
        self.scrolled.iter().filter(|view| !self.is_covered(view.order, &view.place.within(&view.reachable)))
    }
}

pub fn focused_name(window: &Window) -> String {
    let named = focused(window).and_then(|item| item.accessible_string_property(Property::Label));
    named.map(String::from).unwrap_or_default()
}

pub fn focused(window: &Window) -> Option<ItemRc> {
    let mut at = focus(window);
    while let Some(item) = at {
        if item.is_accessible() && USED.contains(&item.accessible_role()) {
            return Some(item);
        }
        at = parent(&item);
    }
    None
}

pub fn focus(window: &Window) -> Option<ItemRc> {
    WindowInner::from_pub(window.window().window()).focus_item.borrow().upgrade()
}

/// The item around this one; none around a popup.
pub fn parent(item: &ItemRc) -> Option<ItemRc> {
    item.parent_item(ParentItemTraversalMode::StopAtPopups)
}

pub fn place_of(item: &ItemRc) -> Place {
    let geometry = item.geometry();
    let at = item.map_to_window(geometry.origin);
    Place::of(at.x, at.y, geometry.width(), geometry.height())
}

pub fn copy(window: &Window, text: &str) {
    let context = WindowInner::from_pub(window.window().window()).context().clone();
    context.platform().set_clipboard_text(text, Clipboard::DefaultClipboard);
}
