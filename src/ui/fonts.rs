//! The program's own fonts.

use std::sync::Arc;
#[cfg(target_os = "linux")]
use std::{env, os::unix::process::CommandExt, process::Command};

use slint::fontique_011::fontique::{Blob, GenericFamily};
use slint::fontique_011::shared_collection;
#[cfg(target_os = "linux")]
use tablet_of_truth::archive::{cache_dir, write_durably};
use tablet_of_truth::export::FONTS;

/// A font with a box for every character.
const BOXES: &[u8] = include_bytes!("../../ui/fonts/TabletBoxes-Regular.ttf");

/// Registers the program's own fonts, which the interface names, and puts them behind the system's, for a text that
/// names none and for letters that no font has.
///
/// Slint 1.18 measures a text before its window is known, and then asks for no font in particular: where the system
/// has none, its software renderer panics. It also leaves out a letter that no font has, so that a name of emoji alone
/// would be blank.
///
/// The platform must be selected: without a display, asking for its fonts panics.
pub(super) fn register() {
    let mut fonts = shared_collection();
    // One collection serves all windows.
    if fonts.family_id("Tablet Sans").is_some() {
        return;
    }
    for font in FONTS {
        fonts.register_fonts(Blob::new(Arc::new(font)), None);
    }
    let boxes = fonts.register_fonts(Blob::new(Arc::new(BOXES)), None).first().map(|(family, _)| *family);
    let sans = fonts.family_id("Tablet Sans");
    let mut last = vec![(GenericFamily::SansSerif, sans), (GenericFamily::Emoji, boxes)];
    // Fontconfig lists every font under each family, so that nothing is hidden behind these boxes. Elsewhere a script
    // has fonts of its own, which come later.
    if cfg!(target_os = "linux") {
        last.push((GenericFamily::SystemUi, boxes));
    }
    for (generic, family) in last {
        fonts.append_generic_families(generic, family.into_iter());
    }
}

/// A configuration for the folder `fonts` next to it.
#[cfg(target_os = "linux")]
const CONFIGURATION: &[u8] = br#"<?xml version="1.0"?>
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"#;

/// Restarts the program with a font of ours for fontconfig, where no other is installed: see `load_fonts`. Returns only
/// if that fails.
#[cfg(target_os = "linux")]
pub(super) fn restart_with_font() {
    const VARIABLE: &str = "FONTCONFIG_FILE";
    if let (Some(folder), Ok(program)) = (cache_dir(), env::current_exe()) {
        let (configuration, font) = (folder.join("fonts.conf"), folder.join("fonts/TabletBoxes-Regular.ttf"));
        // A program that has it already was restarted in vain.
        if env::var_os(VARIABLE).is_none_or(|given| given != configuration.as_os_str())
            && write_durably(&font, BOXES).is_ok()
            && write_durably(&configuration, CONFIGURATION).is_ok()
        {
            // A program that goes on has not been replaced.
            let _ = Command::new(program).args(env::args_os().skip(1)).env(VARIABLE, &configuration).exec();
        }
    }
}
