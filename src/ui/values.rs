//! Conversions between values of the program and of the interface.

use std::path::{Path, PathBuf};

use slint::{Image, Model, ModelRc, Rgb8Pixel, SharedPixelBuffer, SharedString, VecModel};
use tablet_of_truth::app::data::Icon;
use tablet_of_truth::app::{self, About, Notice, Tone};
use tablet_of_truth::export::PlayCode;
use tablet_of_truth::language::Language;
use tablet_of_truth::text::Text;
use tablet_of_truth::wizard::Trump;
use tablet_of_truth_ui as ui;

use super::program::Convert;

pair!(Tone, Tone: Done Quiet Plain Trouble);
pair!(Option<Trump>, TrumpName {
    Unrecorded = [None],
    Blue = [Some(Trump::Blue)],
    Red = [Some(Trump::Red)],
    Green = [Some(Trump::Green)],
    Yellow = [Some(Trump::Yellow)],
    None = [Some(Trump::None)],
});

pub(super) fn int(number: impl TryInto<i32>) -> i32 {
    number.try_into().unwrap_or(i32::MAX)
}

/// −1 if unknown.
pub(super) fn known(number: Option<u8>) -> i32 {
    number.map_or(-1, i32::from)
}

/// `None` is neither good nor bad.
pub(super) fn tone(good: Option<bool>) -> ui::Tone {
    match good {
        None => ui::Tone::Quiet,
        Some(true) => ui::Tone::Done,
        Some(false) => ui::Tone::Trouble,
    }
}

pub(super) fn seat(number: i32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

pub(super) fn text(text: &str) -> SharedString {
    text.into()
}

pub(super) fn tr(text: &Text, language: Language) -> SharedString {
    language.translate(text).into()
}

/// Empty for none.
pub(super) fn tr_optional(text: Option<&Text>, language: Language) -> SharedString {
    text.map(|text| tr(text, language)).unwrap_or_default()
}

pub(super) fn path_text(path: &Path) -> SharedString {
    path.to_string_lossy().as_ref().into()
}

pub(super) fn path_of(text: SharedString) -> PathBuf {
    PathBuf::from(text.as_str())
}

pub(super) fn face(face: &app::Face) -> ui::Face {
    ui::Face {
        colour: u8::from(face.colour).into(),
        sign: Icon::of(face.sign).convert(),
        initials: text(&face.initials),
    }
}

pub(super) fn mark(score: &app::Score) -> ui::ScoreMark {
    ui::ScoreMark { face: face(&score.face), name: text(&score.name), total: score.total, ahead: score.rank == 1 }
}

/// A list with these rows: the existing one, changed only where it differs, or a new one.
pub(super) fn list_of<T: Clone + PartialEq + 'static>(
    shown: ModelRc<T>,
    rows: impl IntoIterator<Item = T>,
) -> ModelRc<T> {
    let Some(list) = shown.as_any().downcast_ref::<VecModel<T>>() else {
        return ModelRc::new(VecModel::from_iter(rows));
    };
    let mut count = 0;
    for row in rows {
        match list.row_data(count) {
            None => list.push(row),
            Some(shown) if shown != row => list.set_row_data(count, row),
            Some(_) => {}
        }
        count += 1;
    }
    while list.row_count() > count {
        list.remove(list.row_count() - 1);
    }
    shown
}

/// Like [`list_of`] for rows that contain lists: each row is made from the existing one.
pub(super) fn list_of_lists<T: Clone + Default + PartialEq + 'static, R>(
    shown: ModelRc<T>,
    rows: impl IntoIterator<Item = R>,
    row: impl Fn(R, T) -> T,
) -> ModelRc<T> {
    let rows = rows.into_iter().enumerate().map(|(index, ours)| row(ours, shown.row_data(index).unwrap_or_default()));
    let rows: Vec<T> = rows.collect();
    list_of(shown, rows)
}

/// The light margin that readers need around a code to scan, in modules.
pub(super) const MARGIN: usize = 4;

/// `margin` in modules, `module` in pixels.
pub(super) fn code_picture(code: &PlayCode, margin: usize, module: usize) -> Image {
    let across = (code.size() + 2 * margin) * module;
    let width = u32::try_from(across).unwrap_or(0);
    let mut pixels = SharedPixelBuffer::<Rgb8Pixel>::new(width, width);
    for (index, pixel) in pixels.make_mut_slice().iter_mut().enumerate() {
        let at = |pixel: usize| (pixel / module).checked_sub(margin);
        let dark = at(index % across).zip(at(index / across)).is_some_and(|(column, row)| code.is_dark(column, row));
        *pixel = if dark { Rgb8Pixel::new(0, 0, 0) } else { Rgb8Pixel::new(255, 255, 255) };
    }
    Image::from_rgb8(pixels)
}

/// Best first.
pub(super) fn scores(scores: &[app::Score], language: Language) -> String {
    let each = scores.iter().map(|score| format!("{} {}", score.name, language.number(score.total.into())));
    each.collect::<Vec<_>>().join(" · ")
}

pub(super) fn notice(notice: Option<&Notice>, language: Language) -> ui::Notice {
    let Some(notice) = notice else { return ui::Notice::default() };
    let path = |path: Option<&PathBuf>| path.map(|path| path_text(path)).unwrap_or_default();
    ui::Notice {
        text: text(&language.sentence(&notice.text)),
        tone: notice.tone.convert(),
        there: path(if let About::There(file) = &notice.about { Some(file) } else { None }),
        written: path(notice.written()),
        copy: path(if let About::Copy(file) = &notice.about { Some(file) } else { None }),
    }
}
