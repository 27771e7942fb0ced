//! Tests with a disk that does not answer: every command is given while it hangs at each kind of call.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use uuid::Uuid;

use super::spawn::tests::{PATIENCE, config_in, messages, settle, with_a_game};
use super::{
    App, ArchiveCommand, BoardSide, Command, Edit, HostRequest, LAST, LeagueChoice, Overlay, Page, Panel, Paper, Part,
    PhonesCommand, RulesCommand, SaveState, SetupCommand, ShareItem, SlipField, StatisticsCommand, TableCard,
    TableCommand, TournamentCommand, TournamentPanel, TournamentSetting, TournamentTab, TournamentView, TrackCommand,
};
use crate::archive::{Archive, Call, Document, Hanging, Preference, Settings, Theme, TournamentFile};
use crate::export::Format;
use crate::session::{Colour, GameName, Kind, Tournaments};
use crate::table::Order;
use crate::tournament::{Status as Here, Tournament};
use crate::wizard::Edition;

/// The longest that a command may take, on a busy computer.
const MOMENT: Duration = Duration::from_millis(700);

/// Lists commands by variant. A variant that is missing does not compile.
macro_rules! every {
    ($name:ident($game:ident, $folder:ident) -> $kind:ty { $($variant:pat => [$($command:expr),*],)+ }) => {
        fn $name($game: &Path, $folder: &Path) -> Vec<$kind> {
            let _known = |command: &$kind| match command {
                $($variant => {})+
            };
            let mut all: Vec<$kind> = Vec::new();
            $(all.extend::<Vec<$kind>>(vec![$($command),*]);)+
            all
        }
    };
}

every!(on_archive(game, folder) -> ArchiveCommand {
    ArchiveCommand::Share(_) => [ArchiveCommand::Share(ShareItem::Session(Format::Csv))],
    ArchiveCommand::Search(_) => [ArchiveCommand::Search("an".into())],
    ArchiveCommand::Player(_) => [ArchiveCommand::Player(Some("Anna".into()))],
    ArchiveCommand::PlayerCount(_) => [ArchiveCommand::PlayerCount(Some(3))],
    ArchiveCommand::Tournaments(_) => [ArchiveCommand::Tournaments(Tournaments::With)],
    ArchiveCommand::Kind(_) => [ArchiveCommand::Kind(Some(Kind::Wizard(Edition::Classic)))],
    ArchiveCommand::Year(_) => [ArchiveCommand::Year(None)],
    ArchiveCommand::ClearFilter => [ArchiveCommand::ClearFilter],
    ArchiveCommand::View(_) => [ArchiveCommand::View(game.into())],
    ArchiveCommand::Step { .. } => [ArchiveCommand::Step { down: true }, ArchiveCommand::Step { down: false }],
    ArchiveCommand::ViewFound => [ArchiveCommand::ViewFound],
    ArchiveCommand::Panel(_) => [
        ArchiveCommand::Panel(Panel::Trash), ArchiveCommand::Panel(Panel::Share), ArchiveCommand::Panel(Panel::Backup),
        ArchiveCommand::Panel(Panel::Notes)
    ],
    ArchiveCommand::MoreOf(_) => [ArchiveCommand::MoreOf(game.into())],
    ArchiveCommand::ShareEvening(_) => [ArchiveCommand::ShareEvening(game.into())],
    ArchiveCommand::Note { .. } => [ArchiveCommand::Note {
        of: game.into(), place: Edit { to: "kitchen".into(), ..Edit::default() }, notes: Edit::default()
    }],
    ArchiveCommand::Day { .. } => [ArchiveCommand::Day { of: game.into(), text: "2026-03-06".into() }],
    ArchiveCommand::KeepDay => [ArchiveCommand::KeepDay],
    ArchiveCommand::LeaveDay => [ArchiveCommand::LeaveDay],
    ArchiveCommand::ShareItem(_) => [ArchiveCommand::ShareItem(ShareItem::Session(Format::Text))],
    ArchiveCommand::Write { .. } => [ArchiveCommand::Write { path: folder.join("game.txt"), replace: false }],
    ArchiveCommand::Copied => [ArchiveCommand::Copied],
    ArchiveCommand::Dismiss => [ArchiveCommand::Dismiss],
    ArchiveCommand::SetCounted { .. } => [ArchiveCommand::SetCounted { of: game.into(), counts: false, sure: true }],
    ArchiveCommand::Correct { .. } => [ArchiveCommand::Correct { of: game.into(), round: 1, seat: None }],
    ArchiveCommand::RoundMore(_) => [ArchiveCommand::RoundMore(1)],
    ArchiveCommand::Rename { .. } => [ArchiveCommand::Rename { from: "Anna".into(), to: "Annabel".into() }],
    ArchiveCommand::Import(_) => [ArchiveCommand::Import(game.into())],
    ArchiveCommand::ImportBytes { .. } => [ArchiveCommand::ImportBytes { name: "a".into(), bytes: b"{}".to_vec() }],
    ArchiveCommand::AnswerPreview(_) => [ArchiveCommand::AnswerPreview(0)],
    ArchiveCommand::AddPreviewed => [ArchiveCommand::AddPreviewed],
    ArchiveCommand::Delete(_) => [ArchiveCommand::Delete(game.with_file_name("spare.json"))],
    ArchiveCommand::DeleteAnyway(_) => [ArchiveCommand::DeleteAnyway(game.with_file_name("spare.json"))],
    ArchiveCommand::AddExample => [ArchiveCommand::AddExample],
    ArchiveCommand::RemoveExample => [ArchiveCommand::RemoveExample],
    ArchiveCommand::TakeBack => [ArchiveCommand::TakeBack],
    ArchiveCommand::Restore(_) => [ArchiveCommand::Restore(game.with_file_name("Trash").join("spare.json"))],
    ArchiveCommand::EmptyTrash => [ArchiveCommand::EmptyTrash],
    ArchiveCommand::Close => [ArchiveCommand::Close],
});

fn tournament_beside(game: &Path) -> PathBuf {
    game.with_file_name("a.tournament.json")
}

every!(on_tournament(game, _folder) -> TournamentCommand {
    // Where the file cannot be opened, the one begun here is changed. It stays open.
    TournamentCommand::Close => [TournamentCommand::Close],
    TournamentCommand::Begin => [TournamentCommand::Begin],
    TournamentCommand::GoOn => [TournamentCommand::GoOn],
    TournamentCommand::Delete => [
        TournamentCommand::Add("Spare".into()), TournamentCommand::Delete, TournamentCommand::Begin
    ],
    TournamentCommand::Open(_) => [TournamentCommand::Open(tournament_beside(game))],
    TournamentCommand::Tab(_) => [TournamentCommand::Tab(TournamentTab::Players)],
    TournamentCommand::Panel(_) => [
        TournamentCommand::Panel(Some(TournamentPanel::Player(1))), TournamentCommand::Panel(None)
    ],
    TournamentCommand::ByName => [TournamentCommand::ByName, TournamentCommand::ByName],
    TournamentCommand::Round(_) => [TournamentCommand::Round(1)],
    TournamentCommand::Add(_) => [TournamentCommand::Add("Anna\nBo\nCleo\nDora".into())],
    TournamentCommand::Find(_) => [TournamentCommand::Find("an".into())],
    TournamentCommand::Rename(..) => [TournamentCommand::Rename(1, "Annabel".into())],
    TournamentCommand::Renumber(..) => [TournamentCommand::Renumber(1, 7)],
    TournamentCommand::Status(..) => [TournamentCommand::Status(7, Here::QualifiedBefore)],
    TournamentCommand::Remove(_) => [TournamentCommand::Remove(9)],
    TournamentCommand::Set(_) => [TournamentCommand::Set(TournamentSetting::Rounds(2))],
    TournamentCommand::Seat => [TournamentCommand::Seat],
    TournamentCommand::DrawAgain => [TournamentCommand::DrawAgain],
    TournamentCommand::Unseat => [TournamentCommand::Unseat, TournamentCommand::Seat],
    TournamentCommand::Lock(_) => [TournamentCommand::Lock(0)],
    TournamentCommand::Pick(..) => [TournamentCommand::Pick(0, 0), TournamentCommand::Pick(0, 1)],
    TournamentCommand::MoveTo(_) => [TournamentCommand::MoveTo(0)],
    TournamentCommand::Slip(_) => [TournamentCommand::Slip(0)],
    TournamentCommand::EnterSlip => [TournamentCommand::EnterSlip],
    TournamentCommand::Type(..) => [TournamentCommand::Type(0, SlipField::Points, "10".into())],
    TournamentCommand::Absent(..) => [TournamentCommand::Absent(1, true)],
    TournamentCommand::TakeSlip => [TournamentCommand::TakeSlip],
    TournamentCommand::CloseSlip => [TournamentCommand::CloseSlip],
    TournamentCommand::ClearResult(_) => [TournamentCommand::ClearResult(0)],
    TournamentCommand::Choose(..) => [TournamentCommand::Choose(0, game.into())],
    TournamentCommand::Overtime => [TournamentCommand::Overtime],
    TournamentCommand::TakeTen(_) => [TournamentCommand::TakeTen(0)],
    TournamentCommand::StartClock => [TournamentCommand::StartClock],
    TournamentCommand::StopClock => [TournamentCommand::StopClock],
    TournamentCommand::Answer(_) => [TournamentCommand::Answer(true)],
    TournamentCommand::Wall => [TournamentCommand::Wall, TournamentCommand::Wall],
    TournamentCommand::Paper(_) => [TournamentCommand::Paper(Paper::Ranking)],
    TournamentCommand::PlayHere(_) => [TournamentCommand::PlayHere(0)],
    TournamentCommand::Play { .. } => [
        TournamentCommand::Play { path: tournament_beside(game), table: "A".into() }
    ],
});

every!(commands(game, folder) -> Command {
    Command::OnTable(_) => [
        Command::OnTable(TableCommand::Number(0)), Command::OnTable(TableCommand::Digit(1)),
        Command::OnTable(TableCommand::Pause), Command::OnTable(TableCommand::Cloud),
        Command::OnTable(TableCommand::Overlay(Overlay::None)), Command::OnTable(TableCommand::Primary),
        Command::OnTable(TableCommand::OnTrack(TrackCommand::Part(Part::Showdown))),
        Command::OnTable(TableCommand::OnTrack(TrackCommand::Fold))
    ],
    Command::OnTournament(_) => [],
    Command::OnPhones(_) => [
        Command::OnPhones(PhonesCommand::NewCode), Command::OnPhones(PhonesCommand::NextAddress),
        Command::OnPhones(PhonesCommand::Stop)
    ],
    Command::Undo => [Command::Undo],
    Command::Redo => [Command::Redo],
    Command::TryAgain => [Command::TryAgain],
    Command::SaveTo(_) => [Command::SaveTo(folder.join("saved.json"))],
    Command::ChangeGame => [Command::Show(Page::Change), Command::ChangeGame],
    Command::BoardSide(_) => [Command::Show(Page::Board), Command::BoardSide(BoardSide::Across)],
    Command::Show(_) => [
        Command::Show(Page::Table), Command::Show(Page::Rules), Command::Show(Page::Result),
        Command::Show(Page::Settings), Command::Show(Page::Statistics),
        Command::Show(Page::Home), Command::Show(Page::Archive)
    ],
    Command::OnStatistics(_) => [
        Command::OnStatistics(StatisticsCommand::Order(Order::League)),
        Command::OnStatistics(StatisticsCommand::Player("Anna".into())),
        Command::OnStatistics(StatisticsCommand::Session(Uuid::nil())),
        Command::OnStatistics(StatisticsCommand::League(LeagueChoice::LeastGames(2)))
    ],
    Command::Typed { .. } => [Command::Typed { field: "folder", text: "elsewhere".into() }],
    Command::List(_) => [Command::List(Some("language".into())), Command::List(None)],
    Command::ShowKeys(_) => [Command::ShowKeys(true), Command::ShowKeys(false)],
    Command::OnHost(_) => [Command::OnHost(HostRequest::ChooseFolder)],
    Command::OnArchive(_) => [],
    Command::Open(_) => [Command::Open(game.into())],
    Command::RematchOf(_) => [Command::RematchOf(game.into())],
    Command::Rematch => [Command::Rematch],
    Command::EndOf(_) => [Command::EndOf(game.into())],
    Command::NewGame(_) => [Command::NewGame(GameName::LastWizard)],
    Command::OnSetup(_) => [
        Command::Show(Page::Setup), Command::OnSetup(SetupCommand::Add("Dora".into())),
        Command::OnSetup(SetupCommand::Add("Emil".into())), Command::OnSetup(SetupCommand::Add("Finn".into()))
    ],
    Command::Colour { .. } => [Command::Colour { seat: 0, colour: Colour::ALL[3] }],
    Command::Sign { .. } => [Command::Sign { seat: 0, sign: None }],
    Command::Deal => [Command::Deal],
    Command::PointOut(_) => [Command::PointOut(None)],
    Command::Prefer(_) => [Command::Prefer(Preference::Theme(Theme::Parchment))],
    Command::Dismiss => [Command::Dismiss],
    Command::TakeCopy => [Command::TakeCopy],
    Command::ShowCopy(_) => [Command::ShowCopy(game.into()), Command::Show(Page::Table)],
    Command::OnRules(_) => [Command::OnRules(RulesCommand::Of(GameName::Wizard))],
    Command::StepBack => [Command::StepBack],
    Command::UseFolder(_) => [Command::UseFolder(folder.join("elsewhere"))],
});

fn all(game: &Path, folder: &Path) -> Vec<Command> {
    let mut commands = commands(game, folder);
    let archive = commands.iter().position(|command| matches!(command, Command::Open(_))).unwrap();
    let tournament = on_tournament(game, folder).into_iter().map(Command::OnTournament);
    commands.splice(archive..archive, on_archive(game, folder).into_iter().map(Command::OnArchive).chain(tournament));
    commands
}

fn open_tournament(app: &App) -> Option<(PathBuf, TournamentView)> {
    Some((app.tournament.as_ref()?.path().to_owned(), app.tournament()?))
}

fn is_as_shown(there: &Tournament, shown: &TournamentView) -> bool {
    let mut players: Vec<_> = there.players.iter().map(|one| (one.number, &one.name, one.status)).collect();
    players.sort_by_key(|(number, ..)| *number);
    let tables = there.tables(shown.round).iter().map(|table| (&table.name, table.players.clone(), table.overtime));
    let seats = |table: &TableCard| table.seats.iter().map(|seat| seat.number).collect::<Vec<_>>();
    (&there.name, there.rounds.len()) == (&shown.name, shown.seated)
        && players.into_iter().eq(shown.players.iter().map(|one| (one.number, &one.name, one.status)))
        && tables.eq(shown.tables.iter().map(|table| (&table.name, seats(table), table.overtime)))
}

fn give(app: &mut App, command: Command) {
    let (begun, what) = (Instant::now(), format!("{command:?}"));
    app.handle(command);
    app.pump();
    app.count();
    let took = begun.elapsed();
    assert!(took < MOMENT, "{what} took {took:?}");
}

/// Fails on a session that cannot be read.
fn sessions(folder: &Path) -> Vec<Uuid> {
    let mut found = Vec::new();
    for folder in [folder.join("games"), folder.join("games/Trash"), folder.join("moved"), folder.join("moved/Trash")] {
        for path in Archive::new(folder).paths().unwrap() {
            found.push(Archive::entry(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).record.id);
        }
    }
    found
}

/// Gives every command while the disk hangs at this call, from the start on or at the table. Returns whether it was
/// called.
fn endure(call: Call, from_start: bool) -> bool {
    let folder = TempDir::new().unwrap();
    let (app, game) = with_a_game(folder.path());
    drop(app);
    let id = Archive::entry(&game).unwrap().record.id;
    let before = id.to_string();
    let spare = |id: u128| fs::read_to_string(&game).unwrap().replace(&before, &Uuid::from_u128(id).to_string());
    fs::create_dir(game.with_file_name("Trash")).unwrap();
    fs::write(game.with_file_name("Trash").join("old.json"), spare(1)).unwrap();
    fs::write(game.with_file_name("spare.json"), spare(2)).unwrap();
    fs::write(
        tournament_beside(&game),
        r#"{"id": "0aa00000-0000-4000-8000-000000000000", "name": "Open", "players": []}"#,
    )
    .unwrap();

    let mut hanging = from_start.then(|| Hanging::at(call, folder.path()));
    let begun = Instant::now();
    let mut app = App::new(config_in(folder.path()), || ());
    assert!(begun.elapsed() < MOMENT, "{call:?}: the start");
    if !from_start {
        settle(&mut app);
        app.handle(Command::Open(game.clone()));
        settle(&mut app);
        app.handle(Command::OnTournament(TournamentCommand::Open(tournament_beside(&game))));
        settle(&mut app);
        assert!(app.tournament.is_some(), "{}", messages(&app));
        app.handle(Command::Open(game.clone()));
        settle(&mut app);
        hanging = Some(Hanging::at(call, folder.path()));
    }
    let mut tournament = None;
    for command in all(&game, folder.path()) {
        give(&mut app, command);
        // A change of the folder closes it.
        tournament = open_tournament(&app).or(tournament);
    }
    // Closing waits, and names what for.
    app.finish_typing();
    app.keep_all_notes();
    let reported = app.work_before_closing().is_some() || app.is_saving() || app.open_session.is_refused();
    assert!(reported || !app.is_busy(), "{call:?}: {}", messages(&app));

    let called = hanging.as_ref().is_some_and(|hanging| hanging.waiting() > 0);
    drop(hanging);
    settle(&mut app);
    assert!(app.open_session.is_kept(), "{call:?}: {}", messages(&app));
    if let Some(play) = &app.open_session.play {
        let loaded = Archive::load(play.path()).unwrap_or_else(|error| panic!("{call:?}: {error}"));
        assert!(loaded.session.as_ref() == play.session(), "{call:?}: what is shown is on the disk");
    }
    // Before the settings are read, none is begun.
    if let Some((path, shown)) = open_tournament(&app).or(tournament) {
        let moved = folder.path().join("moved").join(path.file_name().unwrap());
        let there = if path.is_file() { path } else { moved };
        let there = TournamentFile::open(&there).unwrap_or_else(|error| panic!("{call:?}: {error}")).1.tournament;
        assert!(is_as_shown(&there, &shown), "{call:?} {from_start}: {there:?}, not {shown:?}");
    }
    drop(app);
    assert!(sessions(folder.path()).contains(&id), "{call:?}: the game is still there");
    called
}

#[test]
fn every_command_returns_while_the_disk_hangs_at_any_call() {
    thread::scope(|scope| {
        for call in Call::ALL {
            let both = move || [true, false].map(|from_start| endure(call, from_start));
            let named = thread::Builder::new().name(format!("{call:?}"));
            let called = named.spawn_scoped(scope, move || assert!(both().contains(&true), "{call:?} is called"));
            called.unwrap();
        }
    });
}

#[test]
fn a_key_held_down_over_a_hanging_disk_starts_one_thread() {
    let folder = TempDir::new().unwrap();
    let (mut app, game) = with_a_game(folder.path());
    let (text, id) = (fs::read_to_string(&game).unwrap(), Archive::entry(&game).unwrap().record.id.to_string());
    for number in 1..60 {
        let another = text.replace(&id, &Uuid::from_u128(number).to_string());
        fs::write(game.with_file_name(format!("{number}.json")), another).unwrap();
    }
    app.handle(Command::Show(Page::Archive));
    let read = Instant::now();
    while app.index.len() < 60 {
        assert!(read.elapsed() < PATIENCE, "{}", messages(&app));
        app.pump();
    }
    settle(&mut app);
    let hanging = Hanging::at(Call::Read, folder.path());
    let begun = Instant::now();
    for _ in 0..50 {
        app.handle(Command::OnArchive(ArchiveCommand::Step { down: true }));
    }
    assert!(begun.elapsed() < MOMENT, "only the first waits for an answer: {:?}", begun.elapsed());
    assert_eq!(hanging.waiting(), 1, "threads that wait for the disk");
    let wanted = app.archive_row(49).unwrap().path;
    assert!(app.is_working());
    drop(hanging);
    settle(&mut app);
    assert_eq!(app.viewed_path(), Some(wanted), "the one where the key was let go");
}

#[test]
fn a_session_left_on_a_hanging_disk_can_be_opened_again() {
    let folder = TempDir::new().unwrap();
    let (mut app, game) = with_a_game(folder.path());
    app.handle(Command::Open(game.clone()));
    settle(&mut app);
    let hanging = Hanging::at(Call::Release, folder.path());
    give(&mut app, Command::Show(Page::Home));
    assert!(!app.has_session());
    give(&mut app, Command::Open(game));
    drop(hanging);
    settle(&mut app);
    assert!(app.has_session() && app.save_state() == SaveState::Saved, "not open elsewhere: {}", messages(&app));
}

#[test]
fn the_window_is_shown_while_the_settings_are_read_and_no_choice_is_lost() {
    let folder = TempDir::new().unwrap();
    let (app, game) = with_a_game(folder.path());
    drop(app);
    let (config, other) = (config_in(folder.path()), folder.path().join("other"));
    fs::create_dir(&other).unwrap();
    let file = config.settings.clone().unwrap();
    let before = Settings::load(&file).unwrap();
    let chosen = Settings { data_folder: Some(other.clone()), ..before.clone().with(Preference::Theme(Theme::Night)) };
    Document::<Settings>::new(file.clone()).save_now(chosen).unwrap();

    let hanging = Hanging::at(Call::Read, &file);
    let begun = Instant::now();
    let mut app = App::new(super::Config { open: Some(game.clone()), ..config }, || ());
    assert!(begun.elapsed() < MOMENT);
    assert_eq!(app.page(), Page::Home);
    give(&mut app, Command::Show(Page::Setup));
    give(&mut app, Command::OnSetup(SetupCommand::Add("Dora".into())));
    assert_eq!(app.setup().seats.len(), 1, "a table can be set up meanwhile");
    for command in [Command::Prefer(Preference::Theme(Theme::Parchment)), Command::Deal, Command::Open(game.clone())] {
        give(&mut app, command);
        assert!(messages(&app).contains("still being read"), "{}", messages(&app));
    }
    assert!(app.is_working(), "the window reports the slow disk");
    drop(hanging);
    settle(&mut app);
    assert_eq!((app.settings().theme, app.data_folder()), (Theme::Night, other.as_path()));
    assert_eq!(app.session_file(), Some(game.as_path()), "the file asked for is opened last");
    app.handle(Command::Show(Page::Setup));
    assert_eq!(app.setup().seats.len(), 1);
}

#[test]
fn a_window_that_is_closed_anyway_ends_although_the_disk_hangs() {
    for call in [Call::Sync, Call::Release] {
        let folder = TempDir::new().unwrap();
        let (mut app, game) = with_a_game(folder.path());
        app.handle(Command::Open(game));
        settle(&mut app);
        let hanging = Hanging::at(call, folder.path());
        if call == Call::Sync {
            app.handle(Command::OnTable(TableCommand::Number(0)));
            assert!(app.is_busy() && app.save_state() == SaveState::Saving, "the window waits for the tap");
            let begun = Instant::now();
            while hanging.waiting() == 0 {
                assert!(begun.elapsed() < PATIENCE, "the tap is never written");
                thread::sleep(Duration::from_millis(1));
            }
        }
        app.give_up_waiting();
        let begun = Instant::now();
        drop(app);
        assert!(begun.elapsed() < 2 * LAST, "{call:?}: {:?}", begun.elapsed());
        assert_eq!(hanging.waiting(), 1, "{call:?}: the disk still has it");
    }
}
