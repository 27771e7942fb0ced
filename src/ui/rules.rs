//! The rules page: its texts stand in the window; what is found in them and what a bid is worth is told here.

use slint::{ComponentHandle, Model, ModelRc, SharedString, VecModel};

use super::generated::{AppWindow, Chapter, RulesAdapter};
use crate::session::folded;
use crate::wizard;

/// Connects the page. Nothing here depends on the state of the program.
pub(super) fn connect(window: &AppWindow) {
    let adapter = window.global::<RulesAdapter>();
    adapter.on_found(|chapters, typed| found(&chapters, &typed));
    adapter.on_points(|bid, tricks| match (i16::try_from(bid), u8::try_from(tricks)) {
        (Ok(bid), Ok(tricks)) => wizard::points(bid, tricks),
        _ => 0,
    });
}

/// The paragraphs that have all the words, each in itself or in its heading; chapters without any are left out.
fn found(chapters: &ModelRc<Chapter>, typed: &str) -> ModelRc<Chapter> {
    let typed = folded(typed);
    let words: Vec<&str> = typed.split_whitespace().collect();
    if words.is_empty() {
        return chapters.clone();
    }
    let kept = chapters.iter().filter_map(|chapter| {
        let title = folded(&chapter.title);
        let has_all = |text: &str| words.iter().all(|word| title.contains(word) || text.contains(word));
        let texts: Vec<SharedString> = chapter.texts.iter().filter(|text| has_all(&folded(text))).collect();
        (!texts.is_empty()).then(|| Chapter { texts: ModelRc::new(VecModel::from(texts)), ..chapter })
    });
    ModelRc::new(VecModel::from(kept.collect::<Vec<Chapter>>()))
}
