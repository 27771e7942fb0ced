//! The rules page: its texts are in the window; searching them and the value of a bid are done here.

use std::rc::Rc;

use slint::{ComponentHandle, Model, ModelRc, SharedString, VecModel};
use tablet_of_truth_ui::{AppWindow, Chapter, RuleLine, RulesAdapter};

use super::program::{Convert, Program};
use crate::app::{App, Command};
use crate::session::folded;
use crate::wizard;

/// Connects the page.
pub(super) fn connect(program: &Rc<Program>) {
    let adapter = program.window.global::<RulesAdapter>();
    commands!(program, adapter, Command::RulesOf, { on_choose(game) => game.convert(), });
    adapter.on_found(|chapters, typed| found(&chapters, &typed));
    adapter.on_points(|bid, tricks| match (i16::try_from(bid), u8::try_from(tricks)) {
        (Ok(bid), Ok(tricks)) => wizard::points(bid, tricks),
        _ => 0,
    });
}

pub(super) fn show(window: &AppWindow, app: &App) {
    window.global::<RulesAdapter>().set_game(app.rules_of().convert());
}

/// The paragraphs and lines in which, headings included, all the words occur; chapters without any are left out.
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
        let line = |line: &RuleLine| has_all(&folded(&format!("{} {}", line.name, line.text)));
        let lines: Vec<RuleLine> = chapter.lines.iter().filter(line).collect();
        (!texts.is_empty() || !lines.is_empty()).then(|| Chapter {
            texts: ModelRc::new(VecModel::from(texts)),
            lines: ModelRc::new(VecModel::from(lines)),
            ..chapter
        })
    });
    ModelRc::new(VecModel::from(kept.collect::<Vec<Chapter>>()))
}
