use super::command::Panel;
use super::state::TakeBack;
use crate::app::home::{Entry, entry, evening};
use crate::app::{About, App, Notice, ViewedView, file_name};
use crate::text;

#[derive(Clone, Debug)]
pub struct ArchiveView {
    pub search: String,
    pub found: usize,
    /// The number of files read.
    pub all: usize,
    /// A number that changes whenever the list does.
    pub serial: u64,
    /// The numbers of files read and to be read, while files are being read.
    pub reading: Option<(usize, usize)>,
    /// The names of files that could not be read, with the reasons.
    pub unreadable: Vec<(String, String)>,
    pub panel: Panel,
    pub notice: Option<Notice>,
    pub can_take_back: bool,
    /// The numbers of sessions renamed and to be renamed, during a renaming.
    pub renaming: Option<(usize, usize)>,
    /// The state of saving the day, place and notes typed last.
    pub keeping: Notice,
    pub viewed: Option<ViewedView>,
    pub viewed_index: Option<usize>,
}

impl App {
    /// The archive page without its list, which [`App::archive_row`] gives.
    pub fn archive(&mut self) -> ArchiveView {
        self.archive_page.find(&self.index);
        let (page, index) = (&self.archive_page, &self.index);
        let language = self.language();
        let unreadable = index.unreadable().map(|(path, reason)| (file_name(path), language.translate(reason)));
        ArchiveView {
            search: page.search.clone(),
            found: page.found.len(),
            all: index.len(),
            serial: page.serial,
            reading: index.reading.then_some(index.progress),
            unreadable: unreadable.collect(),
            panel: self.panel(),
            notice: self.archive_notice(),
            can_take_back: page.can_take_back(),
            renaming: page.renaming,
            keeping: self.keeping(),
            viewed: self.viewed_view(),
            viewed_index: page
                .viewed
                .as_ref()
                .and_then(|viewed| page.found.iter().position(|row| *row.path == **viewed)),
        }
    }

    pub fn archive_row(&self, index: usize) -> Option<Entry> {
        let page = &self.archive_page;
        let session = page.found.get(index)?;
        let above = page.heads.binary_search(&index).ok().and_then(|head| {
            let end = page.heads.get(head + 1).copied().unwrap_or(page.found.len());
            let all: Vec<_> = page.found.get(index..end)?.iter().collect();
            // Copies of a file are no games of their own, and an unfinished one is not yet played.
            let played: Vec<_> = all.iter().copied().filter(|game| self.index.is_played(game)).collect();
            evening(if played.len() > 1 { &played } else { &all[..1] })
        });
        let note = session.quoted(&page.filter);
        Some(Entry { note, evening: above, ..entry(&self.index, session, self.faces()) })
    }

    /// The number of evenings that begin at this row of the list or above it.
    pub fn archive_heads_to(&self, index: usize) -> usize {
        self.archive_page.heads.partition_point(|&head| head <= index)
    }

    /// The row at a height of the list, or below the heading there, for rows and headings of these heights.
    pub fn archive_row_at(&self, height: f32, line: f32, head: f32) -> usize {
        let rows = |heads: usize| ((height - heads as f32 * head) / line).floor().max(0.0) as usize;
        let heads = self.archive_page.heads.iter().enumerate();
        let begun = heads.take_while(|&(heads, &first)| first <= rows(heads)).last();
        begun.map_or(rows(0), |(heads, &first)| rows(heads + 1).max(first))
    }

    /// Whether a game counts is reported once the disk has it.
    fn archive_notice(&self) -> Option<Notice> {
        let page = &self.archive_page;
        let notice = page.notice.as_ref()?;
        if !(page.can_take_back() && matches!(page.take_back, Some(TakeBack::Counted(..)))) {
            return Some(notice.clone());
        }
        if self.open_session.is_refused() {
            let message = text!("This is not saved yet: in its file, the game counts as it did before.");
            return Some(Notice::trouble(message).about(About::TakeBack));
        }
        (!self.is_saving()).then(|| notice.clone())
    }
}
