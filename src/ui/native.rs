//! What winit knows beyond Slint: the place of a key on the keyboard, the screens, and the window's place on
//! them.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use slint::winit_030::winit::event::{ElementState, WindowEvent};
use slint::winit_030::winit::event_loop::ActiveEventLoop;
use slint::winit_030::winit::keyboard::{Key, KeyCode, PhysicalKey};
use slint::winit_030::winit::monitor::MonitorHandle;
use slint::winit_030::winit::platform::modifier_supplement::KeyEventExtModifierSupplement;
use slint::winit_030::{CustomApplicationHandler, EventResult, WinitWindowAccessor};
use slint::{BackendSelector, ComponentHandle, LogicalSize, PhysicalPosition, PlatformError, Timer, TimerMode, Weak};
use tablet_of_truth::archive::WindowPlace;
use tablet_of_truth_ui::{AppAdapter, AppWindow};

/// The keys of the row above the letters, by the digits that stand on them.
const DIGIT_ROW: [KeyCode; 10] = [
    KeyCode::Digit0,
    KeyCode::Digit1,
    KeyCode::Digit2,
    KeyCode::Digit3,
    KeyCode::Digit4,
    KeyCode::Digit5,
    KeyCode::Digit6,
    KeyCode::Digit7,
    KeyCode::Digit8,
    KeyCode::Digit9,
];

/// The window's place where none is remembered: the size is that of `AppWindow`.
const USUAL: WindowPlace = WindowPlace { size: (1280, 800), at: None, maximized: false };

/// The room that a desktop's bars and the window's frame take of a screen's width and height, in points. Few desktops
/// report it.
const BARS: u32 = 80;

/// How long the window must have stayed where it is until that is its place: a desktop moves and resizes a window
/// before it reports it as maximised.
const SETTLED: Duration = Duration::from_millis(400);

/// In pixels.
#[derive(Clone, Copy, Debug)]
struct Screen {
    at: (i32, i32),
    size: (u32, u32),
    /// Pixels per point.
    scale: f64,
}

impl Screen {
    fn of(monitor: &MonitorHandle, scale: Option<f64>) -> Screen {
        let (at, size) = (monitor.position(), monitor.size());
        let scale = scale.unwrap_or(monitor.scale_factor());
        Screen { at: (at.x, at.y), size: (size.width, size.height), scale }
    }

    /// In points.
    fn points(&self) -> (u32, u32) {
        (points(self.size.0, self.scale), points(self.size.1, self.scale))
    }

    fn has(&self, (x, y): (i32, i32)) -> bool {
        let inside = |at: i32, from: i32, size: u32| at >= from && i64::from(at) < i64::from(from) + i64::from(size);
        inside(x, self.at.0, self.size.0) && inside(y, self.at.1, self.size.1)
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a screen has far fewer pixels")]
fn points(pixels: u32, scale: f64) -> u32 {
    (f64::from(pixels) / scale) as u32
}

/// The place of a window that opens: as it was if the screens still have room for it, else no larger than what the
/// desktop's bars leave of the first screen. What must be smaller for that opens maximised, as far as the desktop can.
fn fitting(was: Option<WindowPlace>, screens: &[Screen]) -> WindowPlace {
    let WindowPlace { size: (width, height), at, maximized } = was.unwrap_or(USUAL);
    let is_within = |outer: (u32, u32)| width <= outer.0 && height <= outer.1;
    let there = at.and_then(|at| screens.iter().find(|screen| screen.has(at) && is_within(screen.points())));
    let Some(screen) = there.or(screens.first()) else {
        return WindowPlace { size: (width, height), at: None, maximized };
    };
    let (across, down) = screen.points();
    let free = (across.saturating_sub(BARS), down.saturating_sub(BARS));
    let fits = is_within(if was.is_some() { (across, down) } else { free });
    let size = if fits { (width, height) } else { (width.min(free.0), height.min(free.1)) };
    // Back from where it would reach beyond the screen.
    let pull = |at: i32, from: i32, whole: u32, size: u32| {
        let room = i32::try_from(whole.saturating_sub(size)).unwrap_or(0);
        at.clamp(from, from.saturating_add(room))
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a screen has far fewer pixels")]
    let pixels = |points: u32| (f64::from(points) * screen.scale) as u32;
    let at = at.filter(|_| there.is_some()).map(|(x, y)| {
        let x = pull(x, screen.at.0, screen.size.0, pixels(size.0));
        (x, pull(y, screen.at.1, screen.size.1, pixels(size.1)))
    });
    WindowPlace { size, at, maximized: maximized || !fits }
}

/// The digit of a key in the row above the letters, whatever the keyboard types there; `None` for other keys, and where
/// a modifier has changed what it types.
fn row_digit(place: PhysicalKey, typed: &Key, plain: &Key) -> Option<i32> {
    let digit = DIGIT_ROW.iter().position(|&code| place == PhysicalKey::Code(code)).filter(|_| typed == plain)?;
    i32::try_from(digit).ok()
}

#[derive(Clone, Default)]
pub(super) struct Place(Rc<Inner>);

#[derive(Default)]
struct Inner {
    now: Cell<Option<WindowPlace>>,
    settled: Timer,
    /// A window that was not shown yet.
    opening: RefCell<Option<Weak<AppWindow>>>,
    /// Whether to maximise it once it is shown.
    maximizes: Cell<bool>,
}

impl Place {
    pub(super) fn select() -> Result<Place, PlatformError> {
        let place = Place::default();
        BackendSelector::new().with_winit_custom_application_handler(place.clone()).select()?;
        Ok(place)
    }

    /// Opens the window where it was, tracks its place from then on, and passes on the places of keys.
    pub(super) fn follow(&self, window: &AppWindow, was: Option<WindowPlace>) {
        self.0.now.set(was);
        *self.0.opening.borrow_mut() = Some(window.as_weak());
        let (weak, place) = (window.as_weak(), self.clone());
        window.window().on_winit_window_event(move |_, event| {
            let Some(window) = weak.upgrade() else { return EventResult::Propagate };
            if place.0.maximizes.take() {
                window.window().set_maximized(true);
            }
            match event {
                WindowEvent::KeyboardInput { event, .. } => {
                    let pressed = event.state == ElementState::Pressed;
                    let plain = event.key_without_modifiers();
                    let digit = row_digit(event.physical_key, &event.logical_key, &plain).filter(|_| pressed);
                    window.global::<AppAdapter>().set_row_digit(digit.unwrap_or(-1));
                }
                WindowEvent::Resized(_) | WindowEvent::Moved(_) => {
                    let (weak, place) = (window.as_weak(), place.clone());
                    place.clone().0.settled.start(TimerMode::SingleShot, SETTLED, move || {
                        if let Some(window) = weak.upgrade() {
                            place.read(&window);
                        }
                    });
                }
                _ => {}
            }
            EventResult::Propagate
        });
    }

    pub(super) fn read(&self, window: &AppWindow) -> Option<WindowPlace> {
        let before = self.0.now.get();
        let scale = f64::from(window.window().scale_factor());
        let read = window.window().with_winit_window(|window| {
            if window.fullscreen().is_some() || window.is_minimized() == Some(true) {
                return before;
            }
            let size = window.inner_size();
            let at = window.outer_position().ok().map(|at| (at.x, at.y));
            let normal =
                WindowPlace { size: (points(size.width, scale), points(size.height, scale)), at, maximized: false };
            // A maximised window returns to where it was before.
            Some(if window.is_maximized() {
                WindowPlace { maximized: true, ..before.unwrap_or(normal) }
            } else {
                normal
            })
        });
        self.0.now.set(read.flatten());
        self.0.now.get()
    }
}

impl CustomApplicationHandler for Place {
    /// Places the window once the screens are known and before it is shown.
    fn resumed(&mut self, event_loop: &ActiveEventLoop) -> EventResult {
        if let Some(window) = self.0.opening.take().and_then(|window| window.upgrade()) {
            // As Slint has it: for its windows it stands in place of the screen's own.
            let scale = std::env::var("SLINT_SCALE_FACTOR").ok().and_then(|scale| scale.parse().ok());
            let monitors = event_loop.primary_monitor().into_iter().chain(event_loop.available_monitors());
            let screens: Vec<Screen> = monitors.map(|monitor| Screen::of(&monitor, scale)).collect();
            let place = fitting(self.0.now.get(), &screens);
            self.0.now.set(Some(place));
            #[expect(clippy::cast_precision_loss, reason = "a screen has far fewer points")]
            window.window().set_size(LogicalSize::new(place.size.0 as f32, place.size.1 as f32));
            if let Some((x, y)) = place.at {
                window.window().set_position(PhysicalPosition::new(x, y));
            }
            self.0.maximizes.set(place.maximized);
        }
        EventResult::Propagate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(width: u32, height: u32, scale: f64) -> Screen {
        Screen { at: (0, 0), size: (width, height), scale }
    }

    #[test]
    fn a_new_window_is_no_larger_than_what_the_bars_leave() {
        let opens = |width, height, scale| {
            let place = fitting(None, &[screen(width, height, scale)]);
            (place.size, place.maximized)
        };
        assert_eq!(opens(1920, 1200, 1.0), ((1280, 800), false));
        assert_eq!(opens(1366, 768, 1.0), ((1280, 688), true));
        assert_eq!(opens(1920, 1080, 1.5), ((1200, 640), true));
        assert_eq!(opens(820, 1180, 1.0), ((740, 800), true));
        assert_eq!(fitting(None, &[]), USUAL, "not every display has screens");
    }

    #[test]
    fn a_window_opens_where_it_was_if_it_still_fits() {
        let left = Screen { at: (-1920, 0), size: (1920, 1080), scale: 1.0 };
        let screens = [screen(1366, 768, 1.0), left];
        let was = |size, at| Some(WindowPlace { size, at: Some(at), maximized: true });
        let kept = |was: Option<WindowPlace>| assert_eq!(Some(fitting(was, &screens)), was);
        kept(was((1366, 700), (0, 30)));
        kept(was((1900, 1000), (-1910, 20)));
        // The other screen is gone, and what was there is too large.
        let place = fitting(was((1900, 1000), (-1910, 20)), &screens[..1]);
        assert_eq!(place, WindowPlace { size: (1286, 688), at: None, maximized: true });
        let place = fitting(was((1000, 700), (600, 100)), &screens);
        assert_eq!((place.size, place.at), ((1000, 700), Some((366, 68))), "it must not reach beyond the screen");
    }

    #[test]
    fn a_digit_is_known_by_its_place() {
        let letter = |letter: &str| Key::Character(letter.into());
        let digit = |code, typed: &str, plain: &str| row_digit(PhysicalKey::Code(code), &letter(typed), &letter(plain));
        assert_eq!(digit(KeyCode::Digit1, "&", "&"), Some(1), "French");
        assert_eq!(digit(KeyCode::Digit0, "à", "à"), Some(0));
        assert_eq!(digit(KeyCode::Digit1, "+", "+"), Some(1), "Czech");
        assert_eq!(digit(KeyCode::Digit1, "+", "1"), None, "Swiss, with Shift");
        assert_eq!(digit(KeyCode::Numpad1, "1", "1"), None);
        assert_eq!(digit(KeyCode::NumpadSubtract, "-", "-"), None);
        assert_eq!(digit(KeyCode::Minus, ")", ")"), None);
    }
}
