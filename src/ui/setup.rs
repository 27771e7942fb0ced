//! The people of a new game, or of a change.

use std::rc::Rc;

use slint::ComponentHandle;
use tablet_of_truth::app::{self, About, App, Command, Page, SetupCommand as S};
use tablet_of_truth_ui as ui;

use super::program::Program;
use super::values::{face, int, list_of, seat, text, tr};

pub(super) fn connect(program: &Rc<Program>) {
    let adapter = program.window.global::<ui::SetupAdapter>();
    commands!(program, adapter, Command::OnSetup, {
        on_type(name) => S::Typed(name.into()),
        on_add(name) => S::Add(name.into()),
        on_mark(down) => S::Mark { down },
        on_enter() => S::Enter,
        on_open(at) => S::Open(seat(at)),
        on_remove(at) => S::Remove(seat(at)),
        on_move(from, to) => S::Move { from: seat(from), to: seat(to) },
        on_dealer(at) => S::Dealer(seat(at)),
    });
    connect!(program, adapter, on_finish, |program| {
        let changes = program.app.borrow().page() == Page::Change;
        program.handle(if changes { Command::ChangeGame } else { Command::Deal });
    });
}

pub(super) fn show(window: &ui::AppWindow, app: &App) {
    let adapter = window.global::<ui::SetupAdapter>();
    let (view, language) = (app.setup(), app.language());
    let seat = |seat: &app::SetupSeat| ui::Player {
        seat: int(seat.seat),
        name: text(&seat.name),
        initials: text(&seat.initials),
        dealer: seat.dealer,
        label: tr(&seat.deals, language),
        ahead: false,
    };
    adapter.set_seats(list_of(adapter.get_seats(), view.seats.iter().map(seat)));
    let person = |person: &app::KnownPerson| ui::KnownPerson {
        name: text(&person.name),
        face: face(&person.face),
        seated: person.seated,
    };
    adapter.set_known(list_of(adapter.get_known(), view.known.iter().map(person)));
    adapter.set_deals(tr(&view.deals, language));
    adapter.set_offered(int(view.offered));
    adapter.set_meant(text(view.meant.as_deref().unwrap_or_default()));
    adapter.set_typed(text(&view.typed));
    adapter.set_asks(tr(&view.asks, language));
    let problem = view.notice.filter(|notice| notice.about == About::Name);
    adapter.set_problem(problem.map(|notice| tr(&notice.text, language)).unwrap_or_default());
    adapter.set_freed(view.freed.is_some());
}
