//! Applies the settings to the window.

use slint::ComponentHandle;
use tablet_of_truth::app::App;
use tablet_of_truth::app::data::Icon;
use tablet_of_truth::archive::Theme;
use tablet_of_truth::platform::wishes;
use tablet_of_truth_ui as ui;

use super::program::Convert;
use super::values::list_of;

pair!(Theme, ThemeChoice: System Night Parchment);

pub(super) fn show_looks(window: &ui::AppWindow, app: &App) {
    let settings = app.settings();
    let looks = window.global::<ui::Theme>();
    let wishes = wishes();
    looks.set_choice(settings.theme.convert());
    looks.set_high_contrast(settings.high_contrast || wishes.contrast);
    looks.set_scale((f32::from(settings.text_size.percent()) / 100.0 * wishes.text).clamp(1.0, 2.0));
    looks.set_still(settings.reduce_motion || wishes.still);
    let colours = app.colours().into_iter().map(|colour| u8::from(colour).into());
    looks.set_seat_colours(list_of(looks.get_seat_colours(), colours));
    looks.set_seat_signs(list_of(looks.get_seat_signs(), app.signs().into_iter().map(|sign| Icon::of(sign).convert())));
}
