//! The turned board, compared pixel by pixel.

use std::time::Duration;

use i_slint_backend_testing::mock_elapsed_time;
use slint::platform::Key;
use slint::{ComponentHandle, Rgba8Pixel};
use tablet_of_truth::app::BoardSide;
use tablet_of_truth_window::{BoardAdapter, SideName};

use crate::window::{Window, paint_windows};

const WIDTH: usize = 1280;
const HEIGHT: usize = 800;
/// Without the buttons below, in pixels.
const BOARD: usize = HEIGHT - 60;

/// Row by row.
fn points(window: &Window) -> Vec<Rgba8Pixel> {
    let picture = window.window().window().take_snapshot().unwrap();
    assert_eq!((picture.width(), picture.height()), (WIDTH as u32, HEIGHT as u32));
    picture.as_slice().to_vec()
}

fn lines(points: &[Rgba8Pixel], from: usize, to: usize) -> Vec<Rgba8Pixel> {
    points[from * WIDTH..to * WIDTH].to_vec()
}

fn turned(mut points: Vec<Rgba8Pixel>) -> Vec<Rgba8Pixel> {
    points.reverse();
    points
}

fn lay(window: &Window, side: SideName) {
    window.window().global::<BoardAdapter>().invoke_set_side(side);
    mock_elapsed_time(Duration::from_millis(20));
}

#[test]
fn the_turned_board_is_the_upright_one_rotated() {
    paint_windows();
    let mut window = Window::dealt();
    window.key(Key::F11);
    window.type_number(1);
    let upright = lines(&points(&window), 0, BOARD);
    assert!(upright.iter().any(|point| *point != upright[0]), "the board must not be blank");
    assert_ne!(turned(upright.clone()), upright);

    lay(&window, SideName::Across);
    assert_eq!(window.ui.with_app(|app| app.board_side()), BoardSide::Across);
    assert!(lines(&points(&window), 0, BOARD) == turned(upright.clone()), "the board must be turned by 180°");
    window.type_number(0);
    let after = lines(&points(&window), 0, BOARD);
    assert!(after != turned(upright), "a bid must show at once");
    lay(&window, SideName::Here);
    assert!(lines(&points(&window), 0, BOARD) == turned(after), "upright, the board must be the same");

    lay(&window, SideName::Both);
    let both = points(&window);
    // The line between the halves is drawn once.
    let (here, across) = (lines(&both, BOARD / 2 + 1, BOARD), lines(&both, 0, BOARD / 2 - 1));
    assert!(across == turned(here), "both halves must show the same");

    window.key(Key::Escape);
    let picture = window.window().global::<BoardAdapter>().get_turned();
    assert_eq!(picture.size().width, 0, "the picture must be released");
}
