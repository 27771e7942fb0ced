//! The focused field, as a browser's keyboard sees it: its text and selection. Positions are in UTF-16 code units, as
//! on a page.

use i_slint_core::item_tree::ItemRc;
use i_slint_core::items::{TextInput, TextWrap};
use i_slint_core::window::WindowInner;
use serde::{Deserialize, Serialize};
use slint::platform::{Key, WindowEvent};
use slint::{ComponentHandle, SharedString};
use tablet_of_truth_ui::AppWindow;

#[derive(Serialize)]
pub(super) struct Field {
    text: String,
    /// Both are the cursor if nothing is selected.
    from: usize,
    to: usize,
    single_line: bool,
}

#[derive(Deserialize)]
struct Edit {
    from: usize,
    to: usize,
    /// `None` only selects the part.
    text: Option<String>,
}

pub(super) fn read(window: &AppWindow) -> Option<Field> {
    let item = focused(window)?;
    let input = item.downcast::<TextInput>()?;
    let input = input.as_pin_ref();
    let text = input.text();
    let (anchor, cursor) = input.selection_anchor_and_cursor();
    let letters = |end: usize| text.get(..end).unwrap_or(&text).encode_utf16().count();
    Some(Field {
        from: letters(anchor.min(cursor)),
        to: letters(anchor.max(cursor)),
        // A field for several names takes pasted lines, but is one line to type in.
        single_line: input.single_line() || input.wrap() == TextWrap::NoWrap,
        text: text.to_string(),
    })
}

/// Edits the focused field as keys would. An empty text deletes the part.
pub(super) fn write(window: &AppWindow, edit: &str) -> Option<()> {
    let Edit { from, to, text } = serde_json::from_str(edit).ok()?;
    let item = focused(window)?;
    let adapter = item.window_adapter()?;
    let input = item.downcast::<TextInput>()?;
    let before = input.as_pin_ref().text();
    let place = |letters| i32::try_from(bytes(&before, letters)).unwrap_or(i32::MAX);
    input.as_pin_ref().set_selection_offsets(&adapter, &item, place(from), place(to));
    let key: SharedString = match text.as_deref() {
        None => return Some(()),
        Some("") => Key::Backspace.into(),
        Some(text) => text.into(),
    };
    window.window().dispatch_event(WindowEvent::KeyPressed { text: key.clone() });
    window.window().dispatch_event(WindowEvent::KeyReleased { text: key });
    Some(())
}

fn focused(window: &AppWindow) -> Option<ItemRc> {
    WindowInner::from_pub(window.window()).focus_item.borrow().upgrade()
}

/// The number of bytes in the first `letters` code units.
fn bytes(text: &str, letters: usize) -> usize {
    let mut left = letters;
    let mut taken = 0;
    for letter in text.chars() {
        if left < letter.len_utf16() {
            break;
        }
        left -= letter.len_utf16();
        taken += letter.len_utf8();
    }
    taken
}
