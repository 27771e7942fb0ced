//! The settings: each takes effect and is kept, the folder is changed safely, and every pair of colours can be read.

use std::fs;
use std::path::Path;

use slint::platform::{Key, WindowEvent};
use slint::{Color, ComponentHandle};
use tablet_of_truth::app::Page;
use tablet_of_truth::archive::{PlayerColours, Settings, lock};
use tablet_of_truth::session::Colour;
use tablet_of_truth::ui::{Theme, ThemeChoice};
use tempfile::TempDir;

use crate::window::Window;

fn checked(window: &Window, label: &str) -> bool {
    window.find(label).accessible_checked() == Some(true)
}

fn kept(home: &Path) -> Settings {
    Settings::load(&home.join("config/settings.json")).unwrap()
}

#[test]
fn theme_and_text_size_change_at_once_and_are_kept() {
    let home = TempDir::new().unwrap();
    let mut window = Window::at_home(home.path());
    window.click("Settings");
    assert!(checked(&window, "System theme"));
    for label in ["Parchment", "High contrast", "Text size 175 percent", "Reduce motion"] {
        window.click(label);
        assert!(checked(&window, label), "{label}");
    }
    let looks = window.window().global::<Theme>();
    assert!(!looks.get_dark() && looks.get_high_contrast() && looks.get_still());
    assert_eq!((looks.get_scale(), looks.get_motion()), (1.75, 0));
    drop(window);
    let mut window = Window::at_home(home.path());
    window.click("Settings");
    for label in ["Parchment", "High contrast", "Text size 175 percent", "Reduce motion"] {
        assert!(checked(&window, label), "{label} must be kept");
    }
    window.click("High contrast");
    window.click("Reduce motion");
    window.settle();
    assert!(!kept(home.path()).high_contrast && !kept(home.path()).reduce_motion);
}

#[test]
fn two_seats_swap_a_colour_and_every_page_shows_it() {
    let home = TempDir::new().unwrap();
    let mut window = Window::at_home(home.path());
    let colour = |window: &Window, seat: i32| window.window().global::<Theme>().invoke_player(seat);
    let (first, fifth) = (colour(&window, 0), colour(&window, 4));
    window.click("Settings");
    window.click("Seat 1: Sky blue");
    window.click("Yellow");
    assert!(window.shows("Seat 1: Yellow") && window.shows("Seat 5: Sky blue"));
    assert_eq!((colour(&window, 0), colour(&window, 4)), (fifth, first));
    window.settle();
    assert_eq!(kept(home.path()).player_colours.of_seats().map(u8::from), [4, 1, 2, 3, 0, 5]);
    drop(window);
    let mut window = Window::at_home(home.path());
    assert_eq!(colour(&window, 0), fifth, "the colour must survive a restart");
    window.click("Settings");
    window.click("Default colours");
    assert_eq!(colour(&window, 0), first);
}

#[test]
fn six_seats_always_have_six_colours() {
    let mut colours = PlayerColours::default();
    for (seat, colour) in [(0, 5), (5, 5), (3, 0), (9, 1), (1, 4)] {
        colours = colours.with(seat, Colour::ALL[colour]);
        let mut all = colours.of_seats();
        all.sort_unstable();
        assert_eq!(all, Colour::ALL);
    }
    for wrong in ["0, 0, 1, 2, 3, 4", "0, 1, 2, 3, 4, 77"] {
        assert!(serde_json::from_str::<Settings>(&format!(r#"{{"player_colours": [{wrong}]}}"#)).is_err());
    }
}

#[test]
fn new_games_start_with_the_rules_of_the_settings() {
    let home = TempDir::new().unwrap();
    let mut window = Window::at_home(home.path());
    window.click("Settings");
    assert!(window.says("New games start with the default rules"));
    window.click("Choose other rules");
    window.click("25 years · special cards");
    window.click("Plus/Minus One");
    window.click("Hidden");
    window.click("Custom");
    window.find("Cards dealt in each round").set_accessible_value("1 x");
    assert!(window.says("“x” is not a number of cards."));
    window.find("Cards dealt in each round").set_accessible_value("2 4 6");
    assert!(!window.says("is not a number of cards."));
    assert!(window.says("New games start with your own rules."));
    drop(window);

    let mut window = Window::at_home(home.path());
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.show_rules();
    assert!(checked(&window, "25 years · special cards") && checked(&window, "Hidden"));
    assert!(!checked(&window, "Plus/Minus One"));
    window.click("Secret");
    window.click("Deal round 1");
    assert!(window.says("Round 1 of 3"));
    let rules = window.ui.with_app(|app| app.wizard().unwrap().game().rules().clone());
    assert_eq!((rules.hands, rules.special_cards.len()), (Some(vec![2, 4, 6]), 7));
    window.settle();
    window.click("Settings");
    window.click("Choose other rules");
    assert!(checked(&window, "Hidden"), "the rules of one game must not change the settings");
    window.click("Default rules");
    assert!(checked(&window, "Classic · 60 cards") && checked(&window, "Open"));
    window.click("Play");
    assert!(window.says("Round 1 of 3"), "the open game must stay as it was");
}

#[test]
fn unplayable_rules_are_refused_with_the_reason() {
    let home = TempDir::new().unwrap();
    let file = home.path().join("config/settings.json");
    fs::create_dir(file.parent().unwrap()).unwrap();
    fs::write(&file, r#"{"new_games": {"anniversary": true, "cards": ["dragon", "bomb"]}}"#).unwrap();
    let mut window = Window::at_home(home.path());
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    let told = "These rules cannot be played: the Dragon and the Fairy must be in the deck together.";
    assert!(window.says(told) && !window.says("Wizard is for 3 to 6 players"), "{:#?}", window.labels());
    window.click("Dragon & Fairy");
    window.click("Deal round 1");
    assert!(window.says("Round 1 of 20"), "{:#?}", window.labels());
}

#[test]
fn unreadable_settings_stop_nothing_and_are_set_aside() {
    let home = TempDir::new().unwrap();
    let file = home.path().join("config/settings.json");
    fs::create_dir(file.parent().unwrap()).unwrap();
    for damaged in ["[\"theme\"]", "{\"theme\":", "\u{0}\u{0}"] {
        fs::write(&file, damaged).unwrap();
        let mut window = Window::at_home(home.path());
        assert!(window.says("The settings cannot be read, so the defaults are used."), "{damaged}");
        window.click("Settings");
        assert_eq!(fs::read_to_string(&file).unwrap(), damaged, "reading must not change the file");
        window.click("Night");
        window.settle();
        assert!(window.says("The file that could not be read is now"));
        let texts = fs::read_dir(file.parent().unwrap()).unwrap().map(|entry| fs::read(entry.unwrap().path()).unwrap());
        assert!(texts.into_iter().any(|text| text == damaged.as_bytes()), "{damaged} must still be there");
        assert_eq!(kept(home.path()).theme, tablet_of_truth::archive::Theme::Night);
    }
}

#[test]
fn settings_of_a_newer_version_are_kept() {
    let home = TempDir::new().unwrap();
    let file = home.path().join("config/settings.json");
    fs::create_dir(file.parent().unwrap()).unwrap();
    fs::write(&file, r#"{"theme": "parchment", "moon": {"phase": 3}}"#).unwrap();
    let mut window = Window::at_home(home.path());
    window.click("Settings");
    window.click("High contrast");
    window.settle();
    assert!(fs::read_to_string(&file).unwrap().contains("\"phase\": 3"));
}

#[test]
fn a_choice_right_before_closing_is_on_disk() {
    let home = TempDir::new().unwrap();
    let mut window = Window::at_home(home.path());
    window.click("Settings");
    // Another window is saving its own choice, and takes its time.
    let held = lock(&home.path().join("config/settings.json"));
    window.click("Night");
    window.window().window().dispatch_event(WindowEvent::CloseRequested);
    assert!(window.window().window().is_visible(), "the window must wait for the choice");
    drop(held);
    window.settle();
    assert!(!window.window().window().is_visible());
    assert_eq!(kept(home.path()).theme, tablet_of_truth::archive::Theme::Night);
}

#[test]
fn a_choice_that_cannot_be_saved_is_reported_before_the_window_closes() {
    let home = TempDir::new().unwrap();
    let mut window = Window::at_home(home.path());
    window.click("Settings");
    fs::write(home.path().join("config"), "in the way of the settings").unwrap();
    window.deaf = true;
    window.click("Night");
    window.window().window().dispatch_event(WindowEvent::CloseRequested);
    window.settle();
    assert!(window.window().window().is_visible() && window.says("The settings could not be saved"));
    window.window().window().dispatch_event(WindowEvent::CloseRequested);
    assert!(!window.window().window().is_visible(), "the window may close once the message was shown");
}

#[test]
fn a_choice_is_not_written_while_another_window_writes_and_the_window_says_so() {
    let home = TempDir::new().unwrap();
    let mut window = Window::at_home(home.path());
    window.click("Settings");
    let held = lock(&home.path().join("config/settings.json"));
    window.click("Night");
    window.settle();
    assert!(window.says("another window of Tablet of Truth is still writing them"), "{:?}", window.labels());
    assert_eq!(kept(home.path()), Settings::default());
    drop(held);
    window.click("High contrast");
    window.settle();
    assert!(!window.says("could not be saved"));
    assert!(kept(home.path()).high_contrast && kept(home.path()).theme == tablet_of_truth::archive::Theme::Night);
}

#[test]
fn what_a_deal_tells_the_settings_and_cannot_be_saved_is_said() {
    let home = TempDir::new().unwrap();
    let mut window = Window::at_home(home.path());
    fs::write(home.path().join("config"), "in the way of the settings").unwrap();
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.settle();
    assert!(window.says("The settings could not be saved"), "{:?}", window.labels());
    assert!(!window.says("Not saved"), "the game is saved");
}

// --- The folder -----------------------------------------------------------------------------------------------------

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_file() && !path.file_name().unwrap().to_string_lossy().starts_with('.') {
            files.push((path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap()));
        }
    }
    files.sort();
    files
}

/// A game at the table, one in the trash, an unreadable one, and a file that is not a game.
fn with_games(home: &Path) -> Window {
    let mut window = Window::at_home(home);
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.bid("Ben", 1);
    window.settle();
    let data = home.join("data");
    fs::create_dir(data.join("Trash")).unwrap();
    fs::copy(window.file(), data.join("Trash/old.json")).unwrap();
    fs::write(data.join("broken.json"), "{").unwrap();
    fs::write(data.join("notes.txt"), "mine").unwrap();
    window.click("Settings");
    window
}

fn ask(window: &mut Window, folder: &Path, button: &str) {
    window.find("Another folder").set_accessible_value(folder.to_str().unwrap());
    window.click(button);
    window.wait_until(|ui| ui.with_app(|app| app.is_moving().is_none() && !app.home().reading));
}

#[test]
fn the_games_move_to_another_folder_and_the_open_one_goes_on_there() {
    let home = TempDir::new().unwrap();
    let (data, new) = (home.path().join("data"), home.path().join("Sync/games"));
    let mut window = with_games(home.path());
    let (before, trash) = (files(&data), files(&data.join("Trash")));
    ask(&mut window, &new, "Move the games there");
    assert!(window.says("3 files were moved."), "{:?}", window.labels());
    let games = |files: Vec<(String, Vec<u8>)>| files.into_iter().filter(|(name, _)| name.ends_with("json"));
    assert_eq!(files(&new), games(before).collect::<Vec<_>>());
    assert_eq!(files(&new.join("Trash")), trash);
    assert_eq!(files(&data), [("notes.txt".to_owned(), b"mine".to_vec())], "other files must stay");
    assert_eq!(kept(home.path()).data_folder, Some(new.clone()));
    assert!(matches!(lock(&window.file()), tablet_of_truth::archive::Lock::Elsewhere), "the lock must move along");

    window.click("Play");
    assert!(window.shows("Ben, total 0, bid 1"), "the open game must stay as it was");
    window.bid("Cleo", 1);
    window.settle();
    assert_eq!(window.file().parent(), Some(new.as_path()));
    assert_ne!(files(&new), Vec::new());
    drop(window);
    let mut window = Window::at_home(home.path());
    assert!(window.says("Anna has not bid yet"), "the game must be found after a restart: {:?}", window.labels());
    window.click("Settings");
    window.click("Default folder");
    window.click("Move the games there");
    window.wait_until(|ui| ui.with_app(|app| app.is_moving().is_none() && !app.home().reading));
    assert_eq!(kept(home.path()).data_folder, None);
    assert!(files(&new).is_empty());
}

#[test]
fn an_impossible_move_changes_nothing() {
    let home = TempDir::new().unwrap();
    let data = home.path().join("data");
    let mut window = with_games(home.path());
    let (before, trash) = (files(&data), files(&data.join("Trash")));
    let open = window.file();

    let differing = home.path().join("differing");
    fs::create_dir(&differing).unwrap();
    fs::write(differing.join("broken.json"), "{}").unwrap();
    ask(&mut window, &differing, "Move the games there");
    assert!(
        window.says("Nothing was moved: that folder already has a different broken.json. Choose another folder."),
        "{:?}",
        window.labels()
    );
    assert_eq!(files(&differing), [("broken.json".to_owned(), b"{}".to_vec())]);

    ask(&mut window, &data, "Move the games there");
    assert!(window.says("Your games are already in this folder."));
    ask(&mut window, &data.join("inside"), "Move the games there");
    assert!(window.says("this folder is inside the one"));
    assert!(!data.join("inside").exists());

    let file = home.path().join("a-file");
    fs::write(&file, "x").unwrap();
    ask(&mut window, &file, "Move the games there");
    assert!(window.says("Your games stay where they are."));
    ask(&mut window, Path::new("games"), "Move the games there");
    assert!(window.says("Your games stay where they are."), "a relative path must be refused");

    // Another window has a game open.
    let held = lock(&data.join("broken.json"));
    ask(&mut window, &home.path().join("new"), "Move the games there");
    assert!(window.says("another window of Tablet of Truth has broken.json open."));
    drop(held);

    assert_eq!((files(&data), files(&data.join("Trash"))), (before, trash));
    assert_eq!(window.file(), open);
    assert_eq!(kept(home.path()).data_folder, None);
    window.click("Play");
    window.bid("Cleo", 0);
    window.settle();
}

#[cfg(unix)]
#[test]
fn a_read_only_folder_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let home = TempDir::new().unwrap();
    let closed = home.path().join("closed");
    fs::create_dir(&closed).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o500)).unwrap();
    if fs::write(closed.join("probe"), "").is_ok() {
        // The superuser may write everywhere.
        return;
    }
    let mut window = with_games(home.path());
    let before = files(&home.path().join("data"));
    for button in ["Move the games there", "Use the games there"] {
        ask(&mut window, &closed, button);
        assert!(window.says("Your games stay where they are."), "{button}");
    }
    assert_eq!(files(&home.path().join("data")), before);
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o700)).unwrap();
}

#[test]
fn a_failed_save_of_the_settings_moves_nothing() {
    let home = TempDir::new().unwrap();
    let mut window = with_games(home.path());
    let before = files(&home.path().join("data"));
    fs::remove_dir_all(home.path().join("config")).unwrap();
    fs::write(home.path().join("config"), "in the way of the settings").unwrap();
    ask(&mut window, &home.path().join("new"), "Move the games there");
    assert!(window.says("The settings could not be saved"), "{:?}", window.labels());
    assert_eq!(files(&home.path().join("data")), before);
    assert!(files(&home.path().join("new")).is_empty(), "the copies must be removed again");
    window.click("Play");
    window.bid("Cleo", 0);
    window.settle();
}

#[test]
fn another_folder_is_used_as_it_is() {
    let home = TempDir::new().unwrap();
    let other = home.path().join("synced");
    let mut window = with_games(home.path());
    let before = files(&home.path().join("data"));
    ask(&mut window, &other, "Use the games there");
    assert!(
        window.says("Your games stay where they are."),
        "a missing folder must not be created: a drive may be missing"
    );
    assert!(!other.exists());
    fs::create_dir(&other).unwrap();
    fs::copy(window.file(), other.join("theirs.json")).unwrap();
    ask(&mut window, &other, "Use the games there");
    assert!(window.says("Your games are kept in"));
    assert_eq!(files(&home.path().join("data")), before);
    window.click("Archive");
    assert_eq!(window.ui.with_app(|app| app.data_folder().to_owned()), other);
    assert!(window.says("1 session"));
    drop(window);
    fs::rename(&other, home.path().join("unplugged")).unwrap();
    let window = Window::at_home(home.path());
    assert!(window.says("is missing. Is its drive connected?"));
    assert!(!other.exists());
}

#[test]
fn a_folder_given_at_the_start_cannot_be_changed() {
    let mut window = Window::new();
    window.resize(1280.0, 2400.0);
    window.click("Settings");
    assert!(window.says("This folder was chosen when the program was started"));
    assert!(!window.shows("Another folder"));
}

// --- Where the keys go ----------------------------------------------------------------------------------------------

#[test]
fn escape_goes_back_to_the_page_before() {
    let mut window = Window::new();
    window.resize(1280.0, 2400.0);
    window.click("Archive");
    window.click("Settings");
    window.click("About this program");
    window.key(Key::Escape);
    assert_eq!(window.page(), Page::Settings);
    window.click("About this program");
    window.click("Back");
    assert_eq!(window.page(), Page::Settings);
    window.key(Key::Escape);
    assert!(window.shows("Search players, notes, dates"));
    window.click("Settings");
    window.click("About this program");
    window.click("Play");
    assert!(window.says("Recent games") || window.shows("New game"), "Play must not show the archive");
}

// --- Colours that can be read ---------------------------------------------------------------------------------------

fn light(color: Color) -> f64 {
    let part = |value: u8| {
        let value = f64::from(value) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(color.red()) + 0.7152 * part(color.green()) + 0.0722 * part(color.blue())
}

fn contrast(one: Color, other: Color) -> f64 {
    let (one, other) = (light(one), light(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn every_pair_of_colours_can_be_read_in_every_theme() {
    let window = Window::new();
    let theme = window.window().global::<Theme>();
    let mut lowest = f64::INFINITY;
    for (choice, strong) in
        [ThemeChoice::Night, ThemeChoice::Parchment].into_iter().flat_map(|it| [(it, false), (it, true)])
    {
        theme.set_choice(choice);
        theme.set_high_contrast(strong);
        let least = if strong { 7.0 } else { 4.5 };
        let mut check = |what: &str, ink: Color, ground: Color, least: f64| {
            let ratio = contrast(ink, ground);
            assert!(ratio >= least, "{choice:?}, strong {strong}: {what} has {ratio:.2}, not {least}");
            lowest = lowest.min(ratio);
        };
        let grounds = [
            ("background", theme.get_background()),
            ("surface", theme.get_surface()),
            ("raised", theme.get_raised()),
            ("hovered", theme.get_hovered()),
            ("pressed", theme.get_pressed()),
            ("current", theme.get_current()),
        ];
        for (name, ground) in grounds {
            check(&format!("text on {name}"), theme.get_text(), ground, least);
            check(&format!("muted on {name}"), theme.get_muted(), ground, least);
            check(&format!("hit on {name}"), theme.get_hit(), ground, least);
            check(&format!("miss on {name}"), theme.get_miss(), ground, least);
            check(&format!("for good on {name}"), theme.get_for_good(), ground, least);
            // Never text, only rings, borders and icons.
            check(&format!("accent on {name}"), theme.get_accent(), ground, if strong { 4.5 } else { 3.0 });
        }
        check("on accent", theme.get_on_accent(), theme.get_accent(), least);
        check("on accent, pressed", theme.get_on_accent(), theme.get_accent_pressed(), least);
        check("a button that is not ready", theme.get_text(), theme.get_accent_dim(), least);
        for seat in 0..6 {
            check("initials", theme.get_on_player(), theme.invoke_player(seat), least);
            let line = theme.invoke_line(seat);
            check("a line of the chart", line, theme.get_surface(), if strong { 4.5 } else { 3.0 });
        }
        if strong {
            for (name, ground) in &grounds[..3] {
                check(&format!("outline on {name}"), theme.get_outline(), *ground, 4.5);
            }
        }
    }
    println!("lowest contrast of a pair: {lowest:.2}");
}
