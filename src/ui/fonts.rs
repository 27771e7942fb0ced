//! The fonts for what no other font has.

use slint::fontique_011::fontique::{Blob, GenericFamily};
use slint::fontique_011::shared_collection;
use std::sync::Arc;

/// A box for every letter.
const BOXES: &[u8] = include_bytes!("../../ui/fonts/TabletBoxes-Regular.ttf");

/// Puts fonts of ours behind the system's, for a text that names none and for letters that no font has.
///
/// Slint 1.18 measures a text before its window is known, and then asks for no font in particular: where the system
/// has none, its software renderer panics. It also leaves out a letter that no font has, so that a name of emoji alone
/// would be blank.
pub(super) fn fall_back_to_ours() {
    let mut fonts = shared_collection();
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
