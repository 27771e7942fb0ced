use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use super::state::{Preview, Shared};
use crate::app::typed::typed_path;
use crate::app::{App, Notice, Panel, file_name, now};
use crate::archive::{Answers, Archive, Import, Imported, Item, Outcome, PROBLEMS_MAX, Problem, Source, counted};
use crate::text;
use crate::text::Text;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewView {
    /// Empty if everything is new.
    pub here: Vec<Text>,
    pub options: Vec<PreviewOption>,
    pub left_out: Vec<Text>,
    /// What was assumed or is not kept.
    pub remarks: Vec<Text>,
    pub rows: usize,
    /// `None` for nothing.
    pub adds: Option<Text>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewOption {
    /// The question, with its first answer.
    pub question: Option<Text>,
    pub text: Text,
    pub chosen: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewRow {
    pub name: String,
    pub facts: String,
    pub is_new: bool,
}

impl App {
    pub(in crate::app) fn import(&mut self, source: Source) {
        let source = match source {
            Source::File(typed) => typed_path(&typed).map(Source::File),
            source => Ok(source),
        };
        match source {
            Ok(source) => {
                self.screens.top_mut().panel = Panel::Import;
                self.read_import([source].into(), Answers::new(), None);
            }
            Err(reason) => self.archive_page.notice = Some(Notice::not_imported(reason)),
        }
    }

    /// Reads a file with these answers; until it is read, what was read before stays shown.
    fn read_import(&mut self, sources: Arc<[Source]>, answers: Answers, import: Option<Import>) {
        let archive = self.archive.clone();
        let (of, with) = (sources.clone(), answers.clone());
        self.archive_page.preview = Some(Preview { sources, answers, import, reads: true });
        let (asked, chosen) = (of.clone(), with.clone());
        let read = move || Import::read(&archive, &of, &with, now());
        self.spawn("import", self.archive.folder(), read, move |app, read| {
            let is_open = matches!(app.panel(), Panel::Import | Panel::Preview);
            let wanted = |of: &&mut Preview| Arc::ptr_eq(&of.sources, &asked) && of.answers == chosen;
            let Some(preview) = app.archive_page.preview.as_mut().filter(wanted) else { return };
            if !is_open {
                app.archive_page.preview = None;
                return;
            }
            preview.reads = false;
            match read {
                Ok(import) => {
                    preview.import = Some(import);
                    app.screens.top_mut().panel = Panel::Preview;
                }
                Err(reason) => {
                    app.archive_page.preview = None;
                    app.archive_page.notice = Some(Notice::not_imported(reason));
                }
            }
        });
    }

    /// `option` counts through all questions.
    pub(super) fn answer_preview(&mut self, option: usize) {
        let Some(Preview { sources, mut answers, import, .. }) = self.archive_page.preview.take() else { return };
        let questions = import.iter().flat_map(|import| &import.preview.questions);
        let mut options = questions.flat_map(|of| (0..of.options.len()).map(move |at| ((of.source, of.line), at)));
        answers.extend(options.nth(option));
        self.read_import(sources, answers, import);
    }

    pub(super) fn add_previewed(&mut self) {
        let preview = self.archive_page.preview.take_if(|preview| !preview.reads);
        let Some(import) = preview.and_then(|preview| preview.import) else { return };
        self.screens.top_mut().panel = Panel::None;
        self.archive_page.notice = Some(Notice::quiet(text!("Adding…")));
        self.share_in_background(move || written(import));
    }

    /// Adds a file without reading it: the open session's.
    pub(in crate::app) fn import_at_once(&mut self, source: Source) {
        let archive = self.archive.clone();
        self.share_in_background(move || match read_whole(&archive, source) {
            Ok(import) => written(import),
            Err(reason) => Shared::NotImported(reason),
        });
    }

    pub fn reads_import(&self) -> bool {
        self.archive_page.reads_import()
    }

    pub fn preview(&self) -> Option<PreviewView> {
        let Preview { sources, import, .. } = self.archive_page.preview.as_ref()?;
        let preview = &import.as_ref()?.preview;
        let count = |is: fn(&Outcome) -> bool| preview.items.iter().filter(|item| is(&item.outcome)).count();
        let same = count(|outcome| matches!(outcome, Outcome::Same(_)));
        let differing = count(|outcome| matches!(outcome, Outcome::Differs { .. }));
        let here = (same > 0).then(|| text!("{n} is already here." | "{n} are already here." % same));
        let copies = (differing > 0).then(|| {
            text!(
                "{n} differs from the one here and is kept beside it."
                    | "{n} differ from those here and are kept beside them." % differing
            )
        });
        let options = preview.questions.iter().flat_map(|question| {
            question.options.iter().enumerate().map(|(at, option)| PreviewOption {
                question: (at == 0).then(|| question.text.clone()),
                text: option.clone(),
                chosen: question.chosen == Some(at),
            })
        });
        let names: Vec<String> = sources.iter().map(|source| file_name(Path::new(&source.name()))).collect();
        let left_out =
            |problem: &Problem| Text::at(names.get(problem.source).cloned().unwrap_or_default(), problem.text.clone());
        let mut remarks: Vec<Text> = Vec::new();
        let mut met = BTreeSet::new();
        for note in preview.items.iter().flat_map(|item| &item.notes) {
            if remarks.len() < PROBLEMS_MAX && met.insert(note.text.to_string()) {
                remarks.push(note.text.clone());
            }
        }
        Some(PreviewView {
            here: here.into_iter().chain(copies).collect(),
            options: options.collect(),
            left_out: preview.problems.iter().filter(|problem| !problem.is_asked).map(left_out).collect(),
            remarks,
            rows: preview.items.len(),
            adds: Some(adds(&preview.items))
                .filter(|counts| *counts != (0, 0))
                .map(|(sessions, tournaments)| text!("Add {what}", what = counted(sessions, tournaments))),
        })
    }

    pub fn preview_row(&self, row: usize) -> Option<PreviewRow> {
        let import = self.archive_page.preview.as_ref()?.import.as_ref()?;
        let item = import.preview.items.get(row)?;
        let language = self.language();
        let state = match item.outcome {
            Outcome::New(_) => None,
            Outcome::Same(_) => Some(text!("already here")),
            Outcome::Differs { .. } => Some(text!("kept beside the one here, which differs")),
        };
        let (name, facts) = match &item.what {
            Imported::Session { started, players, rounds, winners } => {
                let date = Text::foreign(language.date(started.date_naive()));
                let rounds = text!("{n} round" | "{n} rounds" % *rounds);
                let won = text!("{names} won" | "{names} won" % winners.len(), names = winners.clone());
                let won = Some(won).filter(|_| !winners.is_empty());
                (language.list(players), [Some(date), Some(rounds), won])
            }
            Imported::Tournament { date, name } => {
                (name.clone(), [date.map(|date| Text::foreign(language.date(date))), Some(text!("Tournament")), None])
            }
        };
        let facts = facts.into_iter().flatten().chain(state).map(|fact| language.translate(&fact));
        Some(PreviewRow { name, facts: facts.collect::<Vec<_>>().join(" · "), is_new: item.writes().is_some() })
    }
}

fn adds(items: &[Item]) -> (usize, usize) {
    let written = items.iter().filter(|item| item.writes().is_some());
    let (tournaments, sessions): (Vec<_>, Vec<_>) =
        written.partition(|item| matches!(item.what, Imported::Tournament { .. }));
    (sessions.len(), tournaments.len())
}

fn read_whole(archive: &Archive, source: Source) -> Result<Import, Text> {
    let name = source.name();
    let import = Import::read(archive, &[source], &Answers::new(), now())?;
    import.preview.left_out(|_| name.clone()).map_or(Ok(import), Err)
}

fn written(import: Import) -> Shared {
    let (sessions, tournaments) = adds(&import.preview.items);
    match import.write() {
        Ok(_) => Shared::Imported { sessions, tournaments },
        Err(reason) => Shared::NotImported(reason),
    }
}
