//! The fault of Slint for which the whole window is painted after changes (`Inner::repaint_all`).

use std::rc::Rc;

use slint::ComponentHandle;
use slint::fontique_011::fontique::{Blob, GenericFamily};
use slint::platform::software_renderer::{MinimalSoftwareWindow, RepaintBufferType, Rgb565Pixel};
use slint::platform::{Platform, WindowAdapter, set_platform};
use slint::{PhysicalSize, PlatformError};

mod texts {
    slint::slint! {
        export component Texts inherits Window {
            in property <string> words;
            in property <int> turn;
            Text { y: 0px; height: 40px; text: root.words; }
            for line in 40: Text { y: 50px; text: root.turn * 100 + line; }
        }
    }
}

const WIDTH: usize = 200;
const HEIGHT: usize = 100;
/// The rows with the title.
const TITLE: usize = WIDTH * 40;

struct OneWindow(Rc<MinimalSoftwareWindow>);

impl Platform for OneWindow {
    fn create_window_adapter(&self) -> Result<Rc<dyn WindowAdapter>, PlatformError> {
        Ok(self.0.clone())
    }
}

/// When this fails, Slint paints what changed, and `Inner::repaint_all` and this test can go.
#[test]
fn slint_forgets_to_paint_a_text_that_stood_still_for_long() {
    let window = MinimalSoftwareWindow::new(RepaintBufferType::ReusedBuffer);
    set_platform(Box::new(OneWindow(window.clone()))).unwrap();
    window.set_size(PhysicalSize::new(WIDTH as u32, HEIGHT as u32));
    let mut fonts = slint::fontique_011::shared_collection();
    let ours = include_bytes!("../../ui/fonts/TabletSans-Regular.otf");
    let families = fonts.register_fonts(Blob::new(std::sync::Arc::new(ours)), None);
    fonts.set_generic_families(GenericFamily::SansSerif, families.iter().map(|(family, _)| *family));
    let texts = texts::Texts::new().unwrap();
    texts.show().unwrap();
    let mut pixels = vec![Rgb565Pixel::default(); WIDTH * HEIGHT];
    let mut paint = |title: &str, turn: i32| {
        texts.set_words(title.into());
        texts.set_turn(turn);
        window.request_redraw();
        window.draw_if_needed(|renderer| {
            renderer.render(&mut pixels, WIDTH);
        });
        pixels[..TITLE].to_vec()
    };
    let first = paint("round 1", 0);
    assert!(first.iter().any(|pixel| *pixel != first[0]), "the title must be seen");
    assert_ne!(paint("round 2", 1), first, "a title that has just been painted is painted again");
    // More than a thousand texts.
    let before = (2..40).map(|turn| paint("round 2", turn)).last();
    assert_eq!(
        Some(paint("round 3", 40)),
        before,
        "Slint paints the title again: `repaint_all` is not needed any more"
    );
}
