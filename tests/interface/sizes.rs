//! Everything that can be tapped is large enough and has a name, on every page and size.

use i_slint_backend_testing::{AccessibleRole as Role, ElementQuery};

use crate::window::Window;

const TAPPED: [Role; 8] = [
    Role::Button,
    Role::Checkbox,
    Role::Switch,
    Role::RadioButton,
    Role::Tab,
    Role::ListItem,
    Role::TextInput,
    Role::Slider,
];

fn check(window: &Window, place: &str, width: f32) -> usize {
    let mut count = 0;
    for element in ElementQuery::from_root(window.window()).find_all() {
        if element.accessible_role().is_some_and(|role| TAPPED.contains(&role)) {
            let (label, size, at) = (element.accessible_label(), element.size(), element.absolute_position());
            let label = label.unwrap_or_default();
            assert!(!label.is_empty(), "{place}: a control of {size:?} at {at:?} has no name");
            assert!(size.width >= 48.0 && size.height >= 48.0, "{place}: {label:?} is only {size:?}");
            assert!(at.x >= -0.5 && at.x + size.width <= width + 0.5, "{place}: {label:?} is cut off: {at:?} {size:?}");
            count += 1;
        }
    }
    count
}

#[test]
fn everything_to_tap_is_named_and_large_enough() {
    for (width, height) in [(400.0, 820.0), (800.0, 600.0), (1280.0, 800.0), (1920.0, 1080.0)] {
        let mut window = Window::new();
        window.resize(width, height);
        let place = |name: &str| format!("{name} at {width}×{height}");
        let mut controls = check(&window, &place("home"), width);
        window.start_setup(&["Anna", "Maximiliane-Josephine", "Cleo", "Dora", "Émilie", "Finn"]);
        controls += check(&window, &place("set-up"), width);
        window.click("Deal round 1");
        controls += check(&window, &place("bids"), width);
        for seat in 0..6 {
            window.type_number(u8::from(seat < 2));
        }
        window.key("\n");
        controls += check(&window, &place("tricks"), width);
        window.type_number(1);
        window.key("\n");
        if window.shows("Tablet") {
            window.click("Tablet");
        }
        window.click("Correct round 1");
        controls += check(&window, &place("correction"), width);
        window.click("Cancel");
        window.click("End the game early");
        window.click("End the game");
        controls += check(&window, &place("result"), width);
        window.click("Settings");
        controls += check(&window, &place("settings"), width);
        window.click("About this program");
        controls += check(&window, &place("about"), width);
        assert!(
            controls > 90,
            "only {controls} controls were found at {width}×{height}: is the debug information missing?"
        );
    }
}
