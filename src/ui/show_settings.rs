//! Shows the settings, and the window as they want it.

use slint::ComponentHandle;

use super::Inner;
use super::convert::{int, path_text, theme};
use super::generated as ui;
use super::show::update;
use crate::app::App;
use crate::archive::{Settings, TableRules};

impl Inner {
    /// Colours, size and motion of the whole window.
    pub(super) fn show_looks(&self, settings: &Settings) {
        let looks = self.window.global::<ui::Theme>();
        looks.set_choice(theme(settings.theme));
        looks.set_high_contrast(settings.high_contrast);
        looks.set_scale(f32::from(settings.text_size.percent()) / 100.0);
        looks.set_still(settings.reduce_motion);
        update(&self.models.colours, settings.player_colours.of_seats().into_iter().map(i32::from));
    }

    /// The settings page.
    pub(super) fn show_settings(&self, app: &App) {
        // The rules with which games begin are shown as those of a game that is set up.
        self.show_setup(app);
        let adapter = self.window.global::<ui::SettingsAdapter>();
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
}
