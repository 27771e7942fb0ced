//! Sharing sessions, printing empty pads and backing up whole archives, with files read and written on other threads.

use std::io;
use std::path::{Path, PathBuf};

use chrono::NaiveDate;

use super::command::{Panel, ShareItem};
use crate::app::evening::to_share;
use crate::app::saving::no_such_folder;
use crate::app::typed::typed_path;
use crate::app::{About, App, Notice, Page, file_name, now};
use crate::archive::{
    Archive, BundleReport, Import, Imported, Item, Outcome, Preference, ReadError, Source, counted, is_folder,
    is_no_file, is_there, system_reason, write_bundle, write_bundle_to, write_durably, write_new,
};
use crate::each;
use crate::export::{
    self, Evening, ExportError, Format, LeagueTable, Look, Paper, Picture, PlayCode, suggested_paper_name,
    tournament_paper,
};
use crate::platform;
use crate::session::{AnyRef, AnySession};
use crate::text;
use crate::text::Text;
use crate::tournament::Tournament;
use crate::wizard::RuleSet;

/// The result of a piece of work.
enum Shared {
    Written(PathBuf),
    BackedUp(PathBuf, BundleReport),
    NotWritten(PathBuf, Text),
    ThereAlready(PathBuf),
    Imported { sessions: usize, tournaments: usize, same: usize, differing: usize },
    NotImported(Text),
}

/// The panels for sharing and backing up, as shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShareView {
    /// The product to be written.
    pub product: ShareItem,
    /// The path it would be written to.
    pub place: PathBuf,
    /// Whether a file is being written or read.
    pub working: bool,
}

/// What is shared.
enum Subject {
    /// A session, with the name of the tournament that it is of.
    Session(Box<AnySession>, Option<String>),
    Evening(Evening),
    /// The league as it stands on a day.
    League(LeagueTable, NaiveDate),
    /// A paper of a tournament, for a round.
    Paper(Box<Tournament>, Paper, usize),
}

impl Subject {
    fn suggested_name(&self, format: Format) -> String {
        match self {
            Subject::Session(session, _) => each!(&**session, session => export::suggested_name(session, format)),
            Subject::Evening(evening) => export::suggested_evening_name(evening, format),
            Subject::League(_, day) => export::suggested_league_name(*day, format),
            Subject::Paper(of, paper, round) => suggested_paper_name(of, *paper, *round),
        }
    }

    fn export(&self, format: Format, look: Look) -> Result<Vec<u8>, ExportError> {
        match self {
            Subject::Session(session, tournament) => {
                let look = Look { tournament: tournament.as_deref(), ..look };
                each!(&**session, session => export::export(session, format, true, look))
            }
            Subject::Evening(evening) => export::export_evening(evening, format, look.language),
            Subject::League(league, _) => export::export_league(league, format, look.language),
            Subject::Paper(of, paper, round) => tournament_paper(of, *paper, *round, look.language),
        }
    }

    fn pixels(&self, look: Look) -> Result<Picture, ExportError> {
        match self {
            Subject::Session(session, tournament) => {
                let look = Look { tournament: tournament.as_deref(), ..look };
                each!(&**session, session => export::pixels(session, look))
            }
            Subject::Evening(evening) => export::evening_pixels(evening, look.language),
            Subject::League(league, _) => export::league_pixels(league, look.language),
            Subject::Paper(..) => Err(ExportError::OneGame),
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

    /// Whether it is the league that is shared.
    pub fn shares_league(&self) -> bool {
        self.page() == Page::Statistics
    }

    /// Whether it is a paper of a tournament that is shared, as PDF only.
    pub fn shares_paper(&self) -> bool {
        self.page() == Page::Tournament
    }

    /// Shows the panel for sharing with a PDF to be written.
    pub(in crate::app) fn share_as_pdf(&mut self) {
        self.archive_page.sharing.product = ShareItem::Session(Format::Pdf);
        self.show_panel(Panel::Share);
    }

    /// What is shared.
    fn subject(&self) -> Option<Subject> {
        if self.shares_paper() {
            return self.tournament.as_ref()?.paper().map(|(of, paper, round)| Subject::Paper(of, paper, round));
        }
        if self.shares_league() {
            return Some(Subject::League(self.league(), self.today()));
        }
        if !self.shares_evening() {
            let session = self.shared_session()?;
            let tournament = self.tournament_of(session).map(|tournament| tournament.name.clone());
            return Some(Subject::Session(Box::new(session.cloned()), tournament));
        }
        let game = self.archive_page.sharing.evening.as_ref()?;
        to_share(game, &self.index, self.faces()).map(Subject::Evening)
    }

    /// Whether the panel for sharing has this product now.
    pub(super) fn offers(&self, product: ShareItem) -> bool {
        let ShareItem::Session(format) = product else { return false };
        match self.page() {
            Page::Home => Format::OF_EVENINGS.contains(&format),
            Page::Statistics => Format::OF_LEAGUES.contains(&format),
            Page::Tournament => format == Format::Pdf,
            _ => true,
        }
    }

    /// Closes the panel for sharing an evening that is no longer there.
    pub(in crate::app) fn follow_evening(&mut self) {
        if self.shares_evening() && self.panel() == Panel::Share && self.subject().is_none() {
            self.screens.top_mut().panel = Panel::None;
        }
    }

    /// The panels for sharing and backing up.
    pub fn share(&self) -> ShareView {
        let sharing = &self.archive_page.sharing;
        let place = sharing.place.clone().unwrap_or_else(|| self.suggested_place(sharing.product));
        ShareView { product: sharing.product, place, working: sharing.working }
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

    /// The look of a session in exports, with the faces of this table.
    fn export_look(&self) -> Look<'static> {
        Look { language: self.language(), seats: self.looks(), tournament: None }
    }

    /// What is shared as text for a chat.
    pub fn as_text(&self) -> Option<String> {
        String::from_utf8(self.subject()?.export(Format::Text, self.export_look()).ok()?).ok()
    }

    /// The session as a play for BG Stats, in a code to scan.
    pub fn play_code(&self) -> Option<PlayCode> {
        each!(self.shared_session()?, session => export::play_code(session)).ok()
    }

    /// The session as a play for BG Stats, in a link.
    pub fn play_link(&self) -> Option<String> {
        Some(each!(self.shared_session()?, session => export::play_link(session)))
    }

    pub(super) fn choose_share_item(&mut self, product: ShareItem) {
        (self.archive_page.sharing.product, self.archive_page.sharing.place) = (product, None);
        if let ShareItem::Session(Format::BgStats) = product
            && let Some(session) = self.shared_session()
            && let Err(error) = each!(session, session => export::play_code(session))
        {
            let said = text!("There is no code to scan: {reason}", reason = error.text());
            self.archive_page.notice = Some(Notice::trouble(said));
        }
    }

    /// Writes the chosen product. An existing file is replaced only if `replace` allows it.
    pub(super) fn write_share_item(&mut self, typed: PathBuf, replace: bool) {
        if self.archive_page.sharing.working {
            return;
        }
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
                let Some(subject) = self.subject() else { return };
                Box::new(move |path| written(subject.export(format, look), path, replace))
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

    pub(in crate::app) fn import(&mut self, source: Source) {
        if self.archive_page.sharing.working {
            return;
        }
        let source = match source {
            Source::File(typed) => typed_path(&typed).map(Source::File),
            source => Ok(source),
        };
        let archive = self.archive.clone();
        match source {
            Ok(source) => self.share_in_background(move || import_into(&archive, source)),
            Err(reason) => self.archive_page.notice = Some(Notice::not_imported(reason)),
        }
    }

    fn share_in_background(&mut self, work: impl FnOnce() -> Shared + Send + 'static) {
        self.archive_page.sharing.working = true;
        self.spawn(
            "share",
            self.archive.folder(),
            move || Ok(work()),
            |app, shared: Result<Shared, Text>| {
                app.archive_page.sharing.working = false;
                match shared {
                    Ok(shared) => app.shared(shared),
                    Err(reason) => {
                        let said = text!("Nothing was saved or read: {reason}", reason = reason);
                        app.archive_page.notice = Some(Notice::trouble(said));
                    }
                }
            },
        );
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
            self.screens.top_mut().panel = Panel::None;
        }
    }

    /// A function that draws the picture of what is shared.
    pub fn picture(&self) -> Option<impl FnOnce() -> Result<Picture, Text> + Send + use<>> {
        let (subject, look) = (self.subject()?, self.export_look());
        Some(move || subject.pixels(look).map_err(|error| error.text()))
    }

    /// A function that draws the PDF of what is shared and returns it with its name.
    pub fn paper(&self) -> Option<impl FnOnce() -> Result<(String, Vec<u8>), Text> + Send + use<>> {
        let (subject, look) = (self.subject()?, self.export_look());
        Some(move || {
            let pdf = subject.export(Format::Pdf, look).map_err(|error| error.text())?;
            Ok((subject.suggested_name(Format::Pdf), pdf))
        })
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

    /// Whether the desktop can print; false until that is known.
    pub fn can_print(&self) -> bool {
        self.archive_page.can_print == Some(true)
    }

    /// The file written last, while the message about it is shown.
    pub fn written(&self) -> Option<PathBuf> {
        self.archive_page.notice.as_ref().and_then(Notice::written).cloned()
    }

    /// Lets the desktop do something in the background, and shows the outcome if there is anything to say.
    pub fn ask_desktop(&self, work: impl FnOnce() -> Result<Option<Text>, Text> + Send + 'static) {
        self.spawn("desktop", Path::new(""), work, |app, answer: Result<Option<Text>, Text>| match answer {
            Ok(None) => {}
            Ok(Some(done)) => app.archive_page.notice = Some(Notice::done(done)),
            Err(reason) => app.archive_page.notice = Some(Notice::trouble(reason)),
        });
    }

    /// Says that the text is on the clipboard.
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
                let said = text!("Saved as {path}: {what}", path = shown(&path), what = report.counted());
                Notice::done(said).about(About::Written(path))
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
                let said = text!("{path} already exists. Choose another name, or replace it.", path = shown(&path),);
                Notice::trouble(said).about(About::There(path))
            }
            Shared::Imported { sessions, tournaments, same, differing } => {
                let new = text!(
                    "{what} was imported." | "{what} were imported." % (sessions + tournaments),
                    what = counted(sessions, tournaments),
                );
                let same = (same > 0).then(|| text!("{n} was already here." | "{n} were already here." % same));
                let differing = (differing > 0).then(|| {
                    text!(
                        "{n} differs from the one here and is kept beside it."
                            | "{n} differ from those here and are kept beside them." % differing
                    )
                });
                let more = [same, differing].into_iter().flatten();
                Notice::done(
                    more.fold(new, |said, next| text!("two sentences" => "{said} {next}", said = said, next = next)),
                )
            }
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

fn written(bytes: Result<Vec<u8>, ExportError>, path: PathBuf, replace: bool) -> Shared {
    let result = bytes.map_err(|error| Some(error.text()));
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
        return write_bundle(files, path, replace, now()).map_err(|error| error.text());
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

fn import_into(archive: &Archive, source: Source) -> Shared {
    let import = match Import::read(archive, &[source], now()) {
        Ok(import) => import,
        Err(error) => return Shared::NotImported(error.text()),
    };
    let count = |wanted: fn(&Item) -> bool| import.items().iter().filter(|item| wanted(item)).count();
    let new = count(|item| matches!(item.outcome, Outcome::New(_)));
    let tournaments =
        count(|item| matches!((&item.outcome, &item.what), (Outcome::New(_), Imported::Tournament { .. })));
    let same = count(|item| matches!(item.outcome, Outcome::Same(_)));
    let differing = count(|item| matches!(item.outcome, Outcome::Differs { .. }));
    match import.write() {
        Ok(_) => Shared::Imported { sessions: new - tournaments, tournaments, same, differing },
        Err(error) => Shared::NotImported(error.text()),
    }
}
