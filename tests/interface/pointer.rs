//! A resting pointer: the button under it is lit and shows its tip.

use std::time::Duration;

use i_slint_backend_testing::mock_elapsed_time;
use i_slint_backend_testing::testing_backend::{TestingBackend, TestingBackendOptions};
use slint::platform::{WindowEvent, set_platform};
use slint::{ComponentHandle, LogicalPosition, Rgba8Pixel};

use crate::window::Window;

fn painted(window: &Window) -> Vec<Rgba8Pixel> {
    window.window().window().take_snapshot().unwrap().as_slice().to_vec()
}

fn point_at(window: &Window, position: LogicalPosition) {
    window.window().window().dispatch_event(WindowEvent::PointerMoved { position });
    mock_elapsed_time(Duration::from_millis(20));
}

fn differing(one: &[Rgba8Pixel], other: &[Rgba8Pixel]) -> usize {
    one.iter().zip(other).filter(|(one, other)| one != other).count()
}

#[test]
fn a_button_under_the_pointer_is_lit_and_says_what_it_is_for() {
    let options =
        TestingBackendOptions { mock_time: true, renderer_name: Some("software".into()), ..Default::default() };
    set_platform(Box::new(TestingBackend::new(options))).unwrap();
    let mut window = Window::on_this_platform();
    window.deal(&["Anna", "Ben", "Cleo"]);
    let button = window.find("Board for the players");
    let (at, size) = (button.absolute_position(), button.size());
    let elsewhere = LogicalPosition::new(at.x - 40.0, at.y + size.height + 400.0);
    point_at(&window, elsewhere);
    let before = painted(&window);

    point_at(&window, LogicalPosition::new(at.x + size.width / 2.0, at.y + size.height / 2.0));
    let lit = painted(&window);
    let area = (size.width * size.height) as usize;
    let changed = differing(&before, &lit);
    assert!(changed > area / 2 && changed <= area, "only the button may be lit: {changed} of {area}");

    mock_elapsed_time(Duration::from_millis(700));
    let told = differing(&lit, &painted(&window));
    assert!(told > area / 2, "the tip must show: {told}");

    point_at(&window, elsewhere);
    mock_elapsed_time(Duration::from_millis(300));
    assert_eq!(differing(&before, &painted(&window)), 0, "light and tip must go with the pointer");
}
