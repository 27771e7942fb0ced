//! The libraries that a window needs on Linux. They are opened at run time, and winit panics without some of them.

use tablet_of_truth::text;
use tablet_of_truth::text::Text;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Library {
    file: &'static str,
    debian: &'static str,
    fedora: &'static str,
    arch: &'static str,
}

const fn library(file: &'static str, debian: &'static str, fedora: &'static str, arch: &'static str) -> Library {
    Library { file, debian, fedora, arch }
}

const X11: Library = library("libX11.so.6", "libx11-6", "libX11", "libx11");
const X11_XCB: Library = library("libX11-xcb.so.1", "libx11-xcb1", "libX11-xcb", "libx11");
const XCURSOR: Library = library("libXcursor.so.1", "libxcursor1", "libXcursor", "libxcursor");
const XI: Library = library("libXi.so.6", "libxi6", "libXi", "libxi");
const XKB: Library = library("libxkbcommon.so.0", "libxkbcommon0", "libxkbcommon", "libxkbcommon");
const XKB_X11: Library = library("libxkbcommon-x11.so.0", "libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11");
const WAYLAND: Library = library("libwayland-client.so.0", "libwayland-client0", "libwayland-client", "wayland");

pub(super) fn missing(wayland: bool) -> Vec<Library> {
    let needed = if wayland {
        vec![(WAYLAND, wayland_sys::client::is_lib_available()), (XKB, xkbcommon_dl::xkbcommon_option().is_some())]
    } else {
        vec![
            (X11, x11_dl::xlib::Xlib::open().is_ok()),
            (X11_XCB, x11_dl::xlib_xcb::Xlib_xcb::open().is_ok()),
            (XCURSOR, x11_dl::xcursor::Xcursor::open().is_ok()),
            (XI, x11_dl::xinput2::XInput2::open().is_ok()),
            (XKB, xkbcommon_dl::xkbcommon_option().is_some()),
            (XKB_X11, xkbcommon_dl::x11::xkbcommon_x11_option().is_some()),
        ]
    };
    needed.into_iter().filter(|(_, is_there)| !is_there).map(|(library, _)| library).collect()
}

pub(super) fn text(missing: &[Library]) -> Text {
    let packages = |of: fn(&Library) -> &'static str| {
        let mut named: Vec<&str> = Vec::new();
        for package in missing.iter().map(of) {
            if !named.contains(&package) {
                named.push(package);
            }
        }
        named.join(" ")
    };
    text!(
        "a library that windows need is missing: {files}. Install it and start again: “sudo apt install {debian}” on \
         Debian and Ubuntu, “sudo dnf install {fedora}” on Fedora, “sudo pacman -S {arch}” on Arch"
            | "libraries that windows need are missing: {files}. Install them and start again: “sudo apt install \
               {debian}” on Debian and Ubuntu, “sudo dnf install {fedora}” on Fedora, “sudo pacman -S {arch}” on \
               Arch"
                % missing.len(),
        files = missing.iter().map(|library| library.file.to_owned()).collect::<Vec<_>>(),
        debian = packages(|library| library.debian),
        fedora = packages(|library| library.fedora),
        arch = packages(|library| library.arch),
    )
}

#[cfg(test)]
mod tests {
    use super::{Library, WAYLAND, X11, X11_XCB, XI, XKB, text};
    use tablet_of_truth::language::Language;

    #[test]
    fn the_packages_of_three_systems_are_named_once_each_in_every_language() {
        for language in Language::all() {
            let once = |missing: &[Library], named: &[&str]| {
                let message = language.translate(&text(missing));
                for named in named {
                    assert_eq!(message.matches(named).count(), 1, "{named}: {message}");
                }
            };
            once(&[WAYLAND], &["libwayland-client.so.0", "apt install libwayland-client0", "pacman -S wayland"]);
            // Arch has both of the first two in one package.
            once(
                &[X11, X11_XCB, XI, XKB],
                &[
                    "libX11.so.6",
                    "libxkbcommon.so.0",
                    "apt install libx11-6 libx11-xcb1 libxi6 libxkbcommon0",
                    "dnf install libX11 libX11-xcb libXi libxkbcommon",
                    "pacman -S libx11 libxi libxkbcommon",
                ],
            );
        }
    }
}
