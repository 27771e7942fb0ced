//! Double taps and bouncing keys: what comes twice within a moment is entered once.

use chrono::{DateTime, FixedOffset, TimeDelta};

use super::{About, App, Command, Notice};
use crate::text;

/// Within this time, a repeated tap by finger or mouse is a bounce. A fast hand takes at least 150 ms.
const TAP: TimeDelta = TimeDelta::milliseconds(120);

const KEY: TimeDelta = TimeDelta::milliseconds(50);

impl App {
    /// Handles a tap or a key that came at this time. A bounce of the one before enters nothing, and is reported.
    pub fn press(&mut self, command: Command, at: DateTime<FixedOffset>, by_key: bool) {
        let entry = match &command {
            Command::OnTable(entry) if entry.enters_one() => Some((entry.clone(), at)),
            _ => None,
        };
        let moment = if by_key { KEY } else { TAP };
        let bounces = match (&self.last_entry, &entry) {
            (Some((before, then)), Some((now, _))) => {
                before == now && (TimeDelta::zero()..moment).contains(&(at - *then))
            }
            _ => false,
        };
        self.last_entry = entry;
        if !bounces {
            self.handle(command);
        } else if let Some(play) = &mut self.open_session.play {
            // A refusal of the first one is still to be read, and answered.
            play.notice().get_or_insert_with(|| {
                let message = text!("Twice within a moment counts once: enter it again if you meant two.");
                Notice::quiet(message).about(About::Bounce)
            });
        }
    }

    /// Whether the table shows, for a moment, that something counted once.
    pub fn shows_bounce(&self) -> bool {
        let notice = self.open_session.play.as_ref().and_then(|play| play.current_notice());
        notice.is_some_and(|notice| notice.about == About::Bounce)
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use tempfile::TempDir;

    use crate::app::spawn::tests::{config_in, settle};
    use crate::app::{App, Command, Field, SetupCommand, TableCommand as T, TrackCommand as K, now};
    use crate::last_wizard::{Rank, Token};
    use crate::session::GameName;

    fn dealt(game: GameName) -> (App, TempDir) {
        let folder = TempDir::new().unwrap();
        let mut app = App::new(config_in(folder.path()), || ());
        settle(&mut app);
        app.handle(Command::Show(crate::app::Page::Setup));
        app.handle(Command::OnSetup(SetupCommand::Game(game)));
        for name in ["Anna", "Ben", "Cleo"] {
            app.handle(Command::OnSetup(SetupCommand::Add(name.to_owned())));
        }
        app.handle(Command::Deal);
        settle(&mut app);
        (app, folder)
    }

    /// The number of facts entered by two presses of one kind, `apart` milliseconds apart.
    fn entered(game: GameName, command: T, apart: i64, by_key: bool) -> usize {
        let (mut app, _folder) = dealt(game);
        let at = now();
        app.press(Command::OnTable(command.clone()), at, by_key);
        app.press(Command::OnTable(command), at + TimeDelta::milliseconds(apart), by_key);
        let shown = app.shows_bounce();
        let entered = match game {
            GameName::Wizard => app.table().rows.iter().filter(|row| row.bid.is_some()).count(),
            GameName::LastWizard => {
                let session = app.session().unwrap().last_wizard().unwrap();
                session
                    .table()
                    .open
                    .as_ref()
                    .unwrap()
                    .turns
                    .iter()
                    .filter(|&&turn| turn != crate::last_wizard::Turn::Waiting)
                    .count()
            }
        };
        assert_eq!(shown, entered == 1, "{apart} ms apart");
        app.handle(Command::OnTable(T::Pause));
        assert!(!app.shows_bounce(), "the notice lasts a moment");
        settle(&mut app);
        entered
    }

    #[test]
    fn a_double_tap_and_a_bouncing_key_enter_one_number() {
        let token = T::OnTrack(K::Token(Token::try_from(2).unwrap()));
        for (game, command) in [
            (GameName::Wizard, T::Number(0)),
            (GameName::LastWizard, token),
            (GameName::LastWizard, T::OnTrack(K::Fold)),
        ] {
            let taps = [30, 60, 100, 119, 120, 150].map(|apart| entered(game, command.clone(), apart, false));
            assert_eq!(taps, [1, 1, 1, 1, 2, 2], "{command:?}");
        }
        for (game, digit) in [(GameName::Wizard, 0), (GameName::LastWizard, 2)] {
            let keys = [5, 49, 50, 80].map(|apart| entered(game, T::Digit(digit), apart, true));
            assert_eq!(keys, [1, 1, 2, 2], "{game:?}");
        }
    }

    #[test]
    fn only_the_same_entry_right_after_it_is_a_bounce() {
        let (mut app, _folder) = dealt(GameName::Wizard);
        let mut at = now();
        let mut press = |app: &mut App, command| {
            at += TimeDelta::milliseconds(20);
            app.press(Command::OnTable(command), at, true);
            app.table().rows.iter().map(|row| row.bid).collect::<Vec<_>>()
        };
        assert_eq!(press(&mut app, T::Digit(1)), [Some(1), None, None]);
        assert_eq!(press(&mut app, T::Digit(0)), [Some(1), Some(0), None], "another number");
        for _ in 0..3 {
            assert_eq!(press(&mut app, T::Digit(0)), [Some(1), Some(0), None]);
            assert!(app.shows_bounce(), "also of a key that goes on bouncing");
        }
        press(&mut app, T::Select(0, Field::Bid));
        assert_eq!(press(&mut app, T::Digit(0)), [Some(1), Some(0), None], "the last may not bid 0");
        let refused = app.table().common.notice;
        press(&mut app, T::Digit(0));
        assert_eq!(app.table().common.notice, refused, "the refusal stays to be answered");
        settle(&mut app);
    }

    #[test]
    fn what_is_no_entry_never_bounces() {
        assert!(!T::Backspace.enters_one() && !T::OnTrack(K::Part(crate::app::Part::Second)).enters_one());
        assert!(T::OnTrack(K::Rank(Rank::Best)).enters_one() && T::OnTrack(K::Minus).enters_one());
        assert!(T::CloudSign(Some(1), crate::wizard::Change::More).enters_one(), "twice would take it back");
    }
}
