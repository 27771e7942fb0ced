//! The other players' phones: the panel with the code, and their marks at table and board.

use std::rc::Rc;
use std::time::Duration;

use slint::ComponentHandle;
use tablet_of_truth::app::{App, Command, PhoneAt, PhonesCommand as P, PhonesState};
use tablet_of_truth::export::code;
use tablet_of_truth::session::initials;
use tablet_of_truth_ui as ui;

use super::program::Program;
use super::values::{MARGIN, code_picture, int, list_of, seat, text, tr};

/// How often an open panel is refreshed: nothing reports how long a phone has been asleep.
pub(super) const WATCHING: Duration = Duration::from_secs(5);

/// The maximum size of a module of the code, in pixels.
const MODULE_MAX: usize = 64;

pub(super) fn connect(program: &Rc<Program>) {
    let adapter = program.window.global::<ui::PhonesAdapter>();
    commands!(program, adapter, Command::OnPhones, {
        on_switch() => P::Switch,
        on_close() => P::Close,
        on_stop() => P::Stop,
        on_new_code() => P::NewCode,
        on_next_address() => P::NextAddress,
        on_release(at) => P::Release(seat(at)),
        on_agree(at, digits) => P::Agree(seat(at), u8::try_from(digits).unwrap_or_default()),
        on_refuse(at) => P::Refuse(seat(at)),
    });
    adapter.on_code(|link, module| {
        let module = usize::try_from(module).unwrap_or(0).clamp(1, MODULE_MAX);
        code(&link).map(|code| code_picture(&code, 0, module)).unwrap_or_default()
    });
}

/// Returns whether the panel is open.
pub(super) fn show(window: &ui::AppWindow, app: &App) -> bool {
    let (adapter, language) = (window.global::<ui::PhonesAdapter>(), app.language());
    let view = app.phones();
    adapter.set_open(view.open);
    adapter.set_stage(match &view.state {
        PhonesState::Off => ui::PhonesStage::Off,
        PhonesState::Starting => ui::PhonesStage::Starting,
        PhonesState::On => ui::PhonesStage::On,
        PhonesState::Failed(_) => ui::PhonesStage::Failed,
    });
    if let PhonesState::Failed(why) = &view.state {
        adapter.set_failure(tr(why, language));
    }
    let (address, secret) = view.link.split_at(view.link.find('#').unwrap_or(view.link.len()));
    adapter.set_link(text(&view.link));
    adapter.set_link_address(text(address));
    adapter.set_link_secret(text(secret));
    // Without a link its room stays as it was.
    if let Some(code) = code(&view.link).ok().filter(|_| !view.link.is_empty()) {
        adapter.set_modules(int(code.size() + 2 * MARGIN));
    }
    adapter.set_addresses(int(view.addresses));
    let names: Vec<String> = view.seats.iter().map(|seat| seat.name.clone()).collect();
    let seats = view.seats.iter().zip(initials(&names)).map(|(seat, initials)| ui::PhoneSeat {
        seat: int(seat.seat),
        name: text(&seat.name),
        initials: text(&initials),
        at: match seat.state {
            PhoneAt::Free => ui::PhoneAtName::Free,
            PhoneAt::Here => ui::PhoneAtName::Here,
            PhoneAt::Away(_) => ui::PhoneAtName::Away,
            PhoneAt::Asks(_) => ui::PhoneAtName::Asks,
        },
        minutes: if let PhoneAt::Away(since) = seat.state { int(since.as_secs() / 60) } else { 0 },
    });
    adapter.set_seats(list_of(adapter.get_seats(), seats));
    let asks = view.seats.iter().enumerate().find_map(|(at, seat)| match seat.state {
        PhoneAt::Asks(digits) => Some((int(at), digits.into())),
        _ => None,
    });
    let (seat, digits) = asks.unwrap_or((-1, 0));
    adapter.set_asked_digits(digits);
    adapter.set_asked_for(seat);
    adapter.set_lookers(int(view.lookers));
    adapter.set_help(view.help);
    adapter.set_notice(view.notice.map(|notice| tr(&notice, language)).unwrap_or_default());
    view.open
}
