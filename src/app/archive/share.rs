//! Sharing sessions, printing empty pads and backing up whole archives, with files read and written on other threads.

use std::io;
use std::path::{Path, PathBuf};

use chrono::NaiveDate;

use super::command::{Panel, ShareItem};
use super::panels::PLACE;
use super::state::{Shared, Work};
use crate::app::evening::to_share;
use crate::app::typed::{no_such_folder, typed_path};
use crate::app::{About, App, Notice, Page, Tone, file_name, now};
use crate::archive::{
    Archive, BundleReport, Preference, ReadError, counted, is_folder, is_no_file, is_there, system_reason,
    write_bundle, write_bundle_to, write_durably, write_new,
};
use crate::each;
use crate::export::{self, ExportOptions, Format, Paper, Picture, PlayCode, suggested_paper_name, tournament_paper};
use crate::platform;
use crate::session::{AnyRef, AnySession};
use crate::table::{Row, Table};
use crate::text;
use crate::text::Text;
use crate::tournament::Tournament;
use crate::wizard::RuleSet;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShareView {
    pub product: ShareItem,
    pub formats: &'static [Format],
    pub place: PathBuf,
    pub working: bool,
}

enum Subject {
    /// A session, with the table of a tournament at which it was played, in words.
    Session(Box<AnySession>, Option<Text>),
    /// An evening, or the league as it stands on a day. The name is its file's, with those of the people in it.
    Table(Box<Table>, &'static str, NaiveDate, Vec<String>),
    Paper(Box<Tournament>, Paper, usize),
}

impl Subject {
    fn suggested_name(&self, format: Format) -> String {
        match self {
            Subject::Session(session, _) => each!(&**session, session => export::suggested_name(session, format)),
            Subject::Table(_, of, day, names) => export::file_name(of, *day, names, format),
            Subject::Paper(of, paper, round) => suggested_paper_name(of, *paper, *round),
        }
    }

    fn export(&self, format: Format, look: ExportOptions) -> Result<Vec<u8>, Text> {
        match self {
            Subject::Session(session, tournament) => {
                let look = ExportOptions { tournament: tournament.as_ref(), ..look };
                each!(&**session, session => export::export(session, format, true, look))
            }
            Subject::Table(table, ..) => export::export_table(table, format, look.language),
            Subject::Paper(of, paper, round) => tournament_paper(of, *paper, *round, look.language),
        }
    }

    fn pixels(&self, look: ExportOptions) -> Result<Picture, Text> {
        match self {
            Subject::Session(session, tournament) => {
                let look = ExportOptions { tournament: tournament.as_ref(), ..look };
                each!(&**session, session => export::pixels(session, look))
            }
            Subject::Table(table, ..) => export::table_pixels(table, look.language),
            Subject::Paper(..) => Err(export::for_one_game()),
        }
    }
}

impl App {
    /// The session to share: the one viewed, or the one whose result is shown.
    pub(super) fn shared_session(&self) -> Option<AnyRef<'_>> {
        if self.page() == Page::Result { self.session() } else { self.viewed_session() }
    }

    /// Whether it is an evening that is shared: home has no session.
    pub fn shares_evening(&self) -> bool {
        self.page() == Page::Home
    }

    pub fn shares_league(&self) -> bool {
        self.page() == Page::Statistics
    }

    /// Whether it is a paper of a tournament that is shared, as PDF only.
    pub fn shares_paper(&self) -> bool {
        self.page() == Page::Tournament
    }

    pub(in crate::app) fn share_as_pdf(&mut self) {
        self.archive_page.sharing.product = ShareItem::Session(Format::Pdf);
        self.show_panel(Panel::Share);
    }

    fn subject(&self) -> Result<Subject, Text> {
        let gone = || text!("What was to be shared is gone.");
        if self.shares_paper() {
            let paper = self.tournament.as_ref().and_then(|of| of.paper());
            return paper.map(|(of, paper, round)| Subject::Paper(of, paper, round)).ok_or_else(gone);
        }
        if self.shares_league() {
            return self.league_table().map(|league| Subject::Table(league.into(), "league", self.today(), Vec::new()));
        }
        if !self.shares_evening() {
            let session = self.shared_session().ok_or_else(gone)?;
            return Ok(Subject::Session(Box::new(session.cloned()), self.table_at(session)));
        }
        let game = self.archive_page.sharing.evening.as_ref();
        let (table, day) = game.and_then(|game| to_share(game, &self.index, self.faces())).ok_or_else(gone)?;
        let names = table.rows.iter().filter_map(Row::name).map(str::to_owned).collect();
        Ok(Subject::Table(table.into(), "evening", day, names))
    }

    /// The options of the panel for sharing.
    fn formats(&self) -> &'static [Format] {
        match self.page() {
            Page::Home | Page::Statistics => &Format::OF_TABLES,
            Page::Tournament => &[Format::Pdf],
            _ => &Format::ALL,
        }
    }

    pub(super) fn offers(&self, product: ShareItem) -> bool {
        matches!(product, ShareItem::Session(format) if self.formats().contains(&format))
    }

    /// Closes the panel for sharing an evening that is no longer there.
    pub(in crate::app) fn follow_evening(&mut self) {
        if self.shares_evening() && self.panel() == Panel::Share && self.subject().is_err() {
            self.screens.top_mut().panel = Panel::None;
        }
    }

    pub fn share(&self) -> ShareView {
        let sharing = &self.archive_page.sharing;
        let place = sharing.place.clone().unwrap_or_else(|| self.suggested_place(sharing.product));
        ShareView { product: sharing.product, formats: self.formats(), place, working: sharing.working }
    }

    fn suggested_place(&self, product: ShareItem) -> PathBuf {
        let name = match product {
            ShareItem::Session(format) => {
                self.subject().map(|subject| subject.suggested_name(format)).unwrap_or_default()
            }
            ShareItem::Backup => format!("tablet-of-truth-{}.json", now().format("%Y-%m-%d")),
            ShareItem::Pad(players) => format!("wizard-pad-{players}.pdf"),
        };
        self.settings().share_folder.as_ref().or(self.documents.as_ref()).cloned().unwrap_or_default().join(name)
    }

    fn export_look(&self) -> ExportOptions<'static> {
        ExportOptions { language: self.language(), seats: self.looks(), tournament: None }
    }

    pub fn as_text(&self) -> Result<String, Text> {
        let text = self.subject()?.export(Format::Text, self.export_look())?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    pub fn play_code(&self) -> Option<PlayCode> {
        each!(self.shared_session()?, session => export::play_code(session)).ok()
    }

    pub fn play_link(&self) -> Option<String> {
        Some(each!(self.shared_session()?, session => export::play_link(session)))
    }

    pub(super) fn choose_share_item(&mut self, product: ShareItem) {
        (self.archive_page.sharing.product, self.archive_page.sharing.place) = (product, None);
        self.screens.top_mut().typed.remove(PLACE);
        if let ShareItem::Session(Format::BgStats) = product
            && let Some(session) = self.shared_session()
            && let Err(error) = each!(session, session => export::play_code(session))
        {
            let message = text!("There is no code to scan: {reason}", reason = error);
            self.archive_page.notice = Some(Notice::trouble(message));
        }
    }

    /// An existing file is replaced only if `replace` allows it.
    pub(super) fn write_share_item(&mut self, typed: PathBuf, replace: bool) {
        let path = match typed_path(&typed) {
            Ok(path) => path,
            Err(reason) => {
                self.archive_page.notice = Some(Notice::not_written(&typed, reason));
                self.archive_page.sharing.place = Some(typed);
                return;
            }
        };
        let product = self.archive_page.sharing.product;
        self.archive_page.sharing.place = Some(path.clone());
        let look = self.export_look();
        let work: Box<dyn FnOnce(PathBuf) -> Shared + Send> = match product {
            ShareItem::Session(format) => {
                let subject = self.subject();
                Box::new(move |path| written(subject.and_then(|of| of.export(format, look)), path, replace))
            }
            ShareItem::Pad(players) => {
                let plus_minus_one = self.settings().new_games.rules.plus_minus_one;
                let rules = RuleSet { plus_minus_one, ..RuleSet::default() };
                Box::new(move |path| written(export::pad(players, &rules, &[], look.language), path, replace))
            }
            ShareItem::Backup => {
                let archive = self.archive.clone();
                Box::new(move |path| back_up(&archive, path, replace))
            }
        };
        let name = self.suggested_place(product).file_name().map(PathBuf::from).unwrap_or_default();
        self.share_in_background(move || {
            let path = if !replace && is_folder(&path) { path.join(name) } else { path };
            match place(&path, replace) {
                Ok(()) => work(path),
                Err(None) => Shared::ThereAlready(path),
                Err(Some(reason)) => Shared::NotWritten(path, reason),
            }
        });
    }

    pub(super) fn share_in_background(&mut self, work: impl FnOnce() -> Shared + Send + 'static) {
        self.archive_page.sharing.waiting.push_back(Work(Box::new(work)));
        if !self.archive_page.sharing.working {
            self.share_next();
        }
    }

    fn share_next(&mut self) {
        let next = self.archive_page.sharing.waiting.pop_front();
        self.archive_page.sharing.working = next.is_some();
        let Some(Work(work)) = next else { return };
        let follow = |app: &mut App, shared: Result<Shared, Text>| {
            // The error of an earlier one stays in sight.
            let wrong = app.archive_page.notice.take().filter(|notice| notice.tone == Tone::Trouble);
            match shared {
                Ok(shared) => app.shared(shared),
                Err(reason) => {
                    let message = text!("Nothing was saved or read: {reason}", reason = reason);
                    app.archive_page.notice = Some(Notice::trouble(message));
                }
            }
            app.archive_page.notice = wrong.or(app.archive_page.notice.take());
            app.share_next();
        };
        self.spawn("share", self.archive.folder(), move || Ok(work()), follow);
    }

    fn shared(&mut self, shared: Shared) {
        let imported = matches!(shared, Shared::Imported { .. });
        if let Shared::Written(path) | Shared::BackedUp(path, _) = &shared
            && !platform::IN_BROWSER
            && let Some(folder) = path.parent().filter(|folder| folder.is_absolute())
            && self.settings().share_folder.as_deref() != Some(folder)
        {
            self.prefer(Preference::ShareFolder(folder.to_owned()));
        }
        self.archive_page.notice = Some(shared.notice());
        if imported {
            self.refresh();
        }
    }

    pub fn picture(&self) -> impl FnOnce() -> Result<Picture, Text> + Send + use<> {
        let (subject, look) = (self.subject(), self.export_look());
        move || subject?.pixels(look)
    }

    pub fn paper(&self) -> impl FnOnce() -> Result<(String, Vec<u8>), Text> + Send + use<> {
        let (subject, look) = (self.subject(), self.export_look());
        move || {
            let subject = subject?;
            let pdf = subject.export(Format::Pdf, look)?;
            Ok((subject.suggested_name(Format::Pdf), pdf))
        }
    }

    /// Finds out, once, whether the desktop can print.
    pub fn look_for_printing(&mut self, ask: impl FnOnce() -> bool + Send + 'static) {
        if self.archive_page.can_print.is_none() {
            self.archive_page.can_print = Some(false);
            self.spawn(
                "printing",
                Path::new(""),
                || Ok::<bool, Text>(ask()),
                |app, answer| {
                    app.archive_page.can_print = Some(answer.unwrap_or(false));
                },
            );
        }
    }

    /// False until that is known.
    pub fn can_print(&self) -> bool {
        self.archive_page.can_print == Some(true)
    }

    /// The file written last, while the message about it is shown.
    pub fn written(&self) -> Option<PathBuf> {
        self.archive_page.notice.as_ref().and_then(Notice::written).cloned()
    }

    /// Lets the desktop do something in the background, and shows its message, if any. A failure is about `about`.
    pub fn ask_desktop(&self, about: About, work: impl FnOnce() -> Result<Option<Text>, Text> + Send + 'static) {
        self.spawn("desktop", Path::new(""), work, |app, answer: Result<Option<Text>, Text>| match answer {
            Ok(None) => {}
            Ok(Some(done)) => app.archive_page.notice = Some(Notice::done(done)),
            Err(reason) => app.archive_page.notice = Some(Notice::trouble(reason).about(about)),
        });
    }

    pub(super) fn copied(&mut self) {
        self.archive_page.notice = Some(Notice::done(text!("The text is on the clipboard.")));
    }
}

impl Shared {
    fn notice(self) -> Notice {
        let shown = |path: &Path| path.display().to_string();
        match self {
            Shared::Written(path) => {
                Notice::done(text!("Saved as {path}", path = shown(&path))).about(About::Written(path))
            }
            Shared::BackedUp(path, report) if report.left_out.is_empty() => {
                let message = text!("Saved as {path}: {what}", path = shown(&path), what = report.counted());
                Notice::done(message).about(About::Written(path))
            }
            Shared::BackedUp(path, BundleReport { left_out, .. }) => {
                let first = left_out.first().map(|(path, error)| Text::at(file_name(path), error.text()));
                Notice::trouble(text!(
                    "Saved as {path}, but without {n} file that could not be read: {first}"
                        | "Saved as {path}, but without {n} files that could not be read. The first is {first}"
                            % left_out.len(),
                    path = shown(&path),
                    first = first.unwrap_or_else(|| Text::foreign("")),
                ))
            }
            Shared::NotWritten(path, reason) => Notice::not_written(&path, reason),
            Shared::ThereAlready(path) => {
                let message = text!("{path} already exists. Choose another name, or replace it.", path = shown(&path),);
                Notice::trouble(message).about(About::There(path))
            }
            Shared::Imported { sessions, tournaments } => Notice::done(text!(
                "{what} was imported." | "{what} were imported." % (sessions + tournaments),
                what = counted(sessions, tournaments),
            )),
            Shared::NotImported(reason) => Notice::not_imported(reason),
        }
    }
}

/// Checks whether a file can be written to a path. A mistyped folder is not created.
///
/// # Errors
/// The reason why not; `None` if a file exists and may not be replaced.
fn place(path: &Path, replace: bool) -> Result<(), Option<Text>> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !is_folder(folder)) {
        return Err(Some(no_such_folder()));
    }
    if is_no_file(path) {
        return Err(Some(ReadError::NotAFile.text()));
    }
    if !replace && is_there(path) { Err(None) } else { Ok(()) }
}

fn written(bytes: Result<Vec<u8>, Text>, path: PathBuf, replace: bool) -> Shared {
    let result = bytes.map_err(Some);
    match result.and_then(|bytes| deliver(&path, &bytes, replace)) {
        Ok(()) => Shared::Written(path),
        Err(None) => Shared::ThereAlready(path),
        Err(Some(reason)) => Shared::NotWritten(path, reason),
    }
}

/// Writes a file; in a browser, as a download.
///
/// # Errors
/// The reason why not; `None` if a file has appeared there and may not be replaced.
fn deliver(path: &Path, bytes: &[u8], replace: bool) -> Result<(), Option<Text>> {
    if let Some(handed) = platform::download(&file_name(path), bytes) {
        return handed.map_err(|reason| Some(Text::foreign(reason)));
    }
    let write = if replace { write_durably } else { write_new };
    write(path, bytes).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists if !replace => None,
        _ => Some(system_reason(&error)),
    })
}

fn bundle(files: &[PathBuf], path: &Path, replace: bool) -> Result<BundleReport, Text> {
    if !platform::IN_BROWSER {
        return write_bundle(files, path, replace, now());
    }
    let mut bytes = Vec::new();
    let report = write_bundle_to(&mut bytes, files, now()).map_err(|error| system_reason(&error))?;
    platform::download(&file_name(path), &bytes).transpose().map_err(Text::foreign)?;
    Ok(report)
}

fn back_up(archive: &Archive, path: PathBuf, replace: bool) -> Shared {
    let written = archive.files().map_err(|error| system_reason(&error));
    match written.and_then(|files| bundle(&files, &path, replace)) {
        Ok(report) => Shared::BackedUp(path, report),
        Err(reason) => Shared::NotWritten(path, reason),
    }
}
