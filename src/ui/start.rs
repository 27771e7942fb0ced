//! Opening the window: on a desktop until it is closed, or as a page in a browser.

use std::path::PathBuf;

use tablet_of_truth::app::Config;
#[cfg(not(target_family = "wasm"))]
use tablet_of_truth::archive::default_data_dir;
use tablet_of_truth::archive::settings_file;
use tablet_of_truth::language::Language;
#[cfg(target_family = "wasm")]
use tablet_of_truth::platform;
#[cfg(not(target_family = "wasm"))]
use tablet_of_truth::platform::load_fonts;

use super::Ui;
#[cfg(not(target_family = "wasm"))]
use super::UiError;
#[cfg(not(target_family = "wasm"))]
use super::native::Place;
#[cfg(target_os = "linux")]
use super::{fonts, libraries};

/// The name by which a desktop finds the window's icon: the file name in `packaging/linux`.
#[cfg(not(target_family = "wasm"))]
const APP_ID: &str = "io.github.tablet_of_truth.tablet_of_truth";

#[cfg(not(target_family = "wasm"))]
pub fn run(data_dir: Option<PathBuf>, open: Option<PathBuf>, language: Option<Language>) -> Result<(), UiError> {
    // The window outlives a change of folder.
    let data_dir = data_dir.map(|folder| std::path::absolute(&folder).unwrap_or(folder));
    #[cfg(target_os = "linux")]
    {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let wayland = is_set("WAYLAND_DISPLAY") || is_set("WAYLAND_SOCKET");
        if !wayland && !is_set("DISPLAY") {
            return Err(UiError::NoDisplay);
        }
        let missing = libraries::missing(wayland);
        if !missing.is_empty() {
            return Err(UiError::NoLibraries(missing));
        }
    }
    let settings = settings_file(data_dir.as_deref());
    let data_given = data_dir.is_some();
    let data = data_dir.or_else(default_data_dir).ok_or(UiError::NoDataFolder)?;
    let system_language = Language::of_system();
    let begin = || {
        let place = load_fonts(Place::select).ok_or(UiError::NoFont)??;
        let ui = Ui::new(Config { data, data_given, settings, open, language, system_language })?;
        Ok((place, ui))
    };
    let (place, ui) = match begin() {
        #[cfg(target_os = "linux")]
        Err(UiError::NoFont) => {
            fonts::restart_with_font();
            return Err(UiError::NoFont);
        }
        made => made?,
    };
    // Only now is there a connection to the display, and it must be set before the window is shown.
    slint::set_xdg_app_id(APP_ID)?;
    ui.open_at(place);
    ui.run()
}

/// The prefix of all file names in the browser's storage.
#[cfg(target_family = "wasm")]
const FOLDER: &str = "tablet-of-truth";

/// Reports any error in the page.
#[cfg(target_family = "wasm")]
pub fn run() {
    std::panic::set_hook(Box::new(|panic| platform::give_up(&panic.to_string())));
    let data = PathBuf::from(FOLDER);
    let system_language = Language::of_system();
    // The storage is the only possible place.
    let config = Config {
        settings: settings_file(Some(&data)),
        data,
        data_given: true,
        open: None,
        language: None,
        system_language,
    };
    let shown = Ui::new(config).and_then(|ui| {
        // Takes in what was read before there was an event loop.
        ui.pump();
        ui.run()
    });
    if let Err(error) = shown {
        platform::give_up(&system_language.translate(&error.text()));
    }
}
