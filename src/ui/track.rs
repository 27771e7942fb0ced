//! The table of The Last Wizard: bets, showdown, the track and its sheet; its board shows the same.

use std::rc::Rc;

use slint::{ComponentHandle, SharedString};
use tablet_of_truth_ui as ui;

use super::program::{Convert, Program};
use super::table::show_common;
use super::values::{int, list_of, list_of_lists, said, seat, small, text, tone};
use crate::app::{self, AdderCommand as A, AdderView, App, Command, Part, TableCommand, TrackCommand as T, Typed};
use crate::language::Language;
use crate::last_wizard::{Goblins, Pack, Power, Rank, Shown, Term, Token, fortify, goblin_king};
use crate::seats::Seat;
use crate::text;
use crate::text::Text;

pair!(Part, TrackPart: First Second Showdown);

/// In the order of their numbers in the window.
const RANKS: [Rank; 3] = [Rank::Best, Rank::Second, Rank::Other];

fn on_track(command: T) -> Command {
    Command::OnTable(TableCommand::OnTrack(command))
}

pub(super) fn connect(program: &Rc<Program>) {
    let adapter = program.window.global::<ui::TrackAdapter>();
    commands!(program, adapter, on_track, {
        on_select(at) => T::Select(seat(at)),
        on_go_to(part) => T::Part(part.convert()),
        on_fold() => T::Fold,
        on_minus() => T::Minus,
        on_rank(rank) => T::Rank(RANKS.get(seat(rank)).copied().unwrap_or(Rank::Other)),
        on_enter_by_hand(by_hand) => T::ByHand(by_hand),
        on_open_adder() => T::Adder(A::Open),
        on_type_card(place) => T::Adder(A::Card(seat(place))),
        on_step_card(on) => T::Adder(A::Step { on }),
        on_card_digit(digit) => T::Adder(A::Digit(small(digit))),
        on_card_minus() => T::Adder(A::Minus),
        on_card_backspace() => T::Adder(A::Backspace),
        on_leave_out(place) => T::Adder(A::LeaveOut(seat(place))),
        on_set_goblins(goblins) => T::Adder(A::Goblins(match goblins {
            1 => Some(Goblins::One),
            2 => Some(Goblins::Two),
            _ => None,
        })),
        on_fortify(place) => T::Adder(A::Fortify(usize::try_from(place).ok())),
        on_put_hand() => T::Adder(A::Put),
    });
    connect!(program, adapter, on_turn_power, |program, power| {
        if let Some(&power) = Power::ALL.get(seat(power)) {
            program.handle(on_track(T::Adder(A::Turn(power))));
        }
    });
    connect!(program, adapter, on_token, |program, value| {
        // The window offers only existing tokens.
        if let Ok(token) = Token::try_from(i64::from(value)) {
            program.handle(on_track(T::Token(token)));
        }
    });
}

pub(super) fn show(window: &ui::AppWindow, app: &App) {
    let (adapter, language) = (window.global::<ui::TrackAdapter>(), app.language());
    let view = app.track();
    let say = |words: &Text| language.say(words);
    adapter.set_part(view.part.convert());
    adapter.set_first_done(view.first_done);
    adapter.set_second_done(view.second_done);
    adapter.set_can_show(view.can_show);
    adapter.set_by_hand(view.by_hand);
    let hand = view.typed.filter(|_| view.part == Part::Showdown).map(|typed| match typed {
        Typed::Minus => "−".to_owned(),
        Typed::Hand(hand) => language.number(hand.into()),
    });
    adapter.set_typed(text(&hand.unwrap_or_default()));
    adapter.set_rows(list_of(adapter.get_rows(), view.rows.iter().map(|line| row(line, &view, language))));
    let pawn = |&seat: &Seat| ui::Player {
        seat: int(seat),
        initials: view.marks.get(seat).map(|mark| text(mark)).unwrap_or_default(),
        ..ui::Player::default()
    };
    let told = |told: &Option<Text>| told.as_ref().map(|told| said(told, language)).unwrap_or_default();
    let space = |space: &app::Space| ui::TrackSpace { number: space.number, zone: space.zone, told: told(&space.told) };
    adapter.set_spaces(list_of(adapter.get_spaces(), view.spaces.iter().map(space)));
    let standing = |space: &app::Space| {
        let (number, of) = (space.number, int(space.pawns.len()));
        let at = |(place, seat)| ui::PawnPlace { pawn: pawn(seat), space: number, place: int(place), of };
        space.pawns.iter().enumerate().map(at).collect::<Vec<_>>()
    };
    let mut pawns: Vec<_> = view.spaces.iter().flat_map(standing).collect();
    pawns.sort_by_key(|at| at.pawn.seat);
    adapter.set_pawns(list_of(adapter.get_pawns(), pawns));
    let token = |key: &app::TokenKey, shown: ui::TokenKey| ui::TokenKey {
        value: key.token.value(),
        name: text(&language.number(key.token.value().into())),
        chosen: key.chosen,
        holders: list_of(shown.holders, key.holders.iter().map(pawn)),
        taken: told(&key.taken),
        moves: text(&key.moves.iter().map(|&by| language.points(by.into())).collect::<Vec<_>>().join(" ")),
        told: said(&key.told, language),
    };
    adapter.set_tokens(list_of_lists(adapter.get_tokens(), &view.tokens, token));
    let rank = |key: &app::RankKey, shown: ui::TokenKey| ui::TokenKey {
        value: RANKS.iter().position(|rank| *rank == key.rank).map_or(0, int),
        name: said(
            &match key.rank {
                Rank::Best => text!("hand at the showdown" => "Best"),
                Rank::Second => text!("hand at the showdown" => "Second"),
                Rank::Other => text!("hand at the showdown" => "Other"),
            },
            language,
        ),
        chosen: key.chosen,
        holders: list_of(shown.holders, key.holders.iter().map(pawn)),
        taken: told(&key.taken),
        moves: text(&language.points(key.by.into())),
        told: said(&key.told, language),
    };
    adapter.set_ranks(list_of_lists(adapter.get_ranks(), &view.ranks, rank));
    show_adder(&adapter, view.adder.as_ref(), language);
    adapter.set_can_fold(view.fold.is_some());
    adapter.set_fold_by(view.fold.map(|fold| text(&language.points(fold.by.into()))).unwrap_or_default());
    adapter.set_fold_to(view.fold.map_or(0, |fold| fold.to));
    adapter.set_folded(view.folded);
    adapter.set_head(text(&view.head.iter().map(say).collect::<Vec<_>>().join(" · ")));
    adapter.set_hint(view.hint.as_ref().map(|hint| text(&language.sentence(hint))).unwrap_or_default());
    adapter.set_next(view.next.as_ref().map(|next| said(next, language)).unwrap_or_default());
    let table = window.global::<ui::TableAdapter>();
    show_common(&table, &view.common, language);
    table.set_selected_index(view.rows.iter().position(|row| row.selected).map_or(0, int));
    // Only a table of Wizard has these.
    table.set_first_done(false);
    table.set_waives(SharedString::new());
    table.set_allowable(false);
}

/// Once the adder is closed, what it showed is out of sight.
fn show_adder(adapter: &ui::TrackAdapter, view: Option<&AdderView>, language: Language) {
    let Some(view) = view else { return };
    let number = |value: i32| language.number(value.into());
    let goblins = |goblins: Option<Goblins>| match goblins {
        None => 0,
        Some(Goblins::One) => 1,
        Some(Goblins::Two) => 2,
    };
    adapter.set_adder_name(text(&view.name));
    adapter.set_whole(view.is_whole);
    adapter.set_goblins(goblins(view.goblins));
    adapter.set_goblins_most(goblins(view.goblins_most));
    adapter.set_fortifies(view.cards.iter().any(|card| card.fortified));
    adapter.set_adder_sum(view.total.map(|total| text(&sum(&view.terms, total, language))).unwrap_or_default());
    adapter.set_adder_total(view.total.map(|total| text(&number(total))).unwrap_or_default());
    let card = |card: &app::AdderCard| ui::AdderCard {
        value: text(&match card.value {
            Some(value) => number(value),
            None if card.minus => "−".to_owned(),
            None => String::new(),
        }),
        typed: card.typed,
        out: card.left_out,
        fortified: card.fortified,
        can_be_fortified: card.can_be_fortified,
    };
    adapter.set_adder_cards(list_of(adapter.get_adder_cards(), view.cards.iter().map(card)));
    let words = |(name, effect): (Text, Text)| ui::AdderPower {
        name: said(&name, language),
        text: said(&effect, language),
        label: said(
            &text!("card of The Last Wizard, then its power" => "{name}: {text}", name = name, text = effect),
            language,
        ),
        ..ui::AdderPower::default()
    };
    adapter.set_goblin_king(words(goblin_king()));
    adapter.set_fortified(words(fortify()));
    let power = |power: &app::AdderPower| ui::AdderPower {
        power: int(power.power as usize),
        ticked: power.ticked,
        possible: power.possible,
        ..words(power.power.words())
    };
    let of = |pack: Pack| view.powers.iter().filter(move |power| power.power.pack() == pack).map(power);
    adapter.set_adder_red(list_of(adapter.get_adder_red(), of(Pack::Red)));
    adapter.set_adder_blue(list_of(adapter.get_adder_blue(), of(Pack::Blue)));
}

/// A sum as it comes to be, such as "4 + 8 + 4 = 16"; of one card, its value.
fn sum(terms: &[Term], total: i32, language: Language) -> String {
    let number = |value: i32| language.number(value.into());
    if let [Term::Card(value)] = *terms {
        return number(value);
    }
    let told = terms.iter().enumerate().map(|(index, term)| {
        let (value, times) = match *term {
            Term::Card(value) | Term::Bonus(value) => (value, ""),
            Term::Tripled(value) => (value, " × 3"),
        };
        match index {
            0 => format!("{}{times}", number(value)),
            _ if value < 0 => format!(" − {}{times}", number(-value)),
            _ => format!(" + {}{times}", number(value)),
        }
    });
    told.chain([format!(" = {}", number(total))]).collect()
}

fn row(row: &app::TrackRow, view: &app::TrackView, language: Language) -> ui::TrackRow {
    let token = |token: Option<Token>| token.map(|token| text(&language.number(token.value().into())));
    let asked = |wanted: Part| row.selected && view.part == wanted;
    let asks = if view.typed.is_some() { "−_" } else { "?" };
    let empty = |wanted: Part| text(if asked(wanted) { asks } else { "·" });
    let by_hand = Some(row.by_hand).filter(|&by| by != 0);
    let moves = row.moved.map(|moved| moved.by).into_iter().chain(by_hand);
    let moved = moves.map(|by| language.points(by.into())).collect::<Vec<_>>().join(" ");
    let rank = row.rank.map(|rank| match rank {
        Rank::Best => text!("hand at the showdown" => "best"),
        Rank::Second => text!("hand at the showdown" => "second"),
        Rank::Other => text!("hand at the showdown" => "other"),
    });
    let hand = match row.turn.shown() {
        Some(Shown::Hand(hand)) => Some(Text::foreign(language.number(hand.into()))),
        _ => None,
    };
    let done = match (hand, rank) {
        _ if row.turn.folded().is_some() => Some(text!("folded")),
        (Some(hand), Some(rank)) => Some(text!("hand, rank" => "{hand} · {rank}", hand = hand, rank = rank)),
        (hand, rank) => hand.or(rank),
    };
    ui::TrackRow {
        seat: int(row.seat),
        name: text(&row.name),
        initials: text(&row.initials),
        space: row.space,
        round_token: token(row.turn.round_token()).unwrap_or_else(|| empty(Part::First)),
        square_token: token(row.turn.square_token()).unwrap_or_else(|| empty(Part::Second)),
        has_round: row.turn.round_token().is_some(),
        folded: row.turn.folded().is_some(),
        done: done.map(|done| said(&done, language)).unwrap_or_default(),
        named: row.named,
        moved: text(&moved),
        last: row.last.as_ref().map(|last| text(&last.entry)).unwrap_or_default(),
        last_tone: tone(row.last.as_ref().and_then(|last| last.good)),
        moved_tone: tone(row.moved.map(|moved| moved.by).filter(|by| *by != 0).map(|by| by > 0)),
        selected: row.selected,
        asked_round: asked(Part::First),
        asked_square: asked(Part::Second),
        ahead: row.crowned,
        first: row.first,
        told: said(&row.told, language),
    }
}
