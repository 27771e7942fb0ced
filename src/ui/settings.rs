//! The settings page, and applying the settings to the window.

use std::rc::Rc;

use slint::ComponentHandle;
use tablet_of_truth_ui as ui;

use super::program::{Convert, Program};
use super::values::{int, list_of, path_of, path_text, seat, small};
use crate::app::{App, Command};
use crate::archive::{Preference, TableRules, Theme};
use crate::platform::wishes;
use crate::session::{Colour, Sign};

pair!(Theme, ThemeChoice: System Night Parchment);
pair!(Option<Sign>, SignName {
    Letters = [None],
    Star = [Some(Sign::Star)],
    Moon = [Some(Sign::Moon)],
    Sun = [Some(Sign::Sun)],
    Flame = [Some(Sign::Flame)],
    Leaf = [Some(Sign::Leaf)],
    Drop = [Some(Sign::Drop)],
    Bolt = [Some(Sign::Bolt)],
    Key = [Some(Sign::Key)],
});

pub(super) fn connect(program: &Rc<Program>) {
    let adapter = program.window.global::<ui::SettingsAdapter>();
    commands!(program, adapter, Command::Prefer, {
        on_set_theme(choice) => Preference::Theme(choice.convert()),
        on_set_text_percent(percent) => Preference::TextSize(u16::try_from(percent).unwrap_or(100)),
        on_set_high_contrast(on) => Preference::HighContrast(on),
        on_set_reduce_motion(on) => Preference::ReduceMotion(on),
        on_usual_colours() => Preference::UsualColours,
        on_usual_rules() => Preference::UsualRules,
    });
    connect!(program, adapter, on_set_colour, |program, at, colour| {
        if let Ok(colour) = Colour::try_from(small(colour)) {
            program.handle(Command::Prefer(Preference::PlayerColour { seat: seat(at), colour }));
        }
    });
    commands!(program, adapter, Command::from, {
        on_move_folder(to) => Command::MoveFolder(path_of(to)),
        on_use_folder(folder) => Command::UseFolder(path_of(folder)),
    });
}

/// Applies colours, size and motion to the whole window.
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
    looks.set_seat_signs(list_of(looks.get_seat_signs(), app.signs().into_iter().map(Convert::convert)));
}

/// Shows the page, except for the rules of new games: those are shown as for a game being set up.
pub(super) fn show(window: &ui::AppWindow, app: &App) {
    let adapter = window.global::<ui::SettingsAdapter>();
    let settings = app.settings();
    adapter.set_text_percent(settings.text_size.percent().into());
    adapter.set_usual_colours_chosen(settings.player_colours == Default::default());
    adapter.set_usual_rules_chosen(settings.new_games == TableRules::default());
    adapter.set_folder_given(app.folder_given());
    adapter.set_folder(path_text(app.data_folder()));
    adapter.set_usual_folder(path_text(app.usual_folder()));
    let moving = app.is_moving();
    adapter.set_moving(moving.is_some());
    let (done, of) = moving.unwrap_or_default();
    adapter.set_moved(int(done));
    adapter.set_to_move(int(of));
}
