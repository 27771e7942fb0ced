//! A new game; on the settings page, the rules of new games.

use std::rc::Rc;

use slint::{ComponentHandle, Model, SharedString};
use tablet_of_truth_ui as ui;

use super::program::{Convert, Program};
use super::values::{face, int, list_of, list_of_lists, notice, seat, small, text};
use crate::app::{self, App, Command, PlanChoice, RulesPreset, SetupCommand as S};
use crate::language::Language;
use crate::last_wizard::{Pack, Token};
use crate::session::{Colour, GameName};
use crate::text::Text;
use crate::wizard::{Control, Ordered, PlanPreset, SpecialCard};

pair!(GameName, GameName: Wizard LastWizard);
pair!(Option<Pack>, PackName { Unrecorded = [None], Red = [Some(Pack::Red)], Blue = [Some(Pack::Blue)], });
pair!(SpecialCard, CardName: Shapeshifter Dragon Fairy Bomb Werewolf Juggler Cloud Witch Vampire);
pair!(PlanChoice, PlanName {
    EveryRound = [PlanChoice::Preset(PlanPreset::EveryRound)],
    EveryOther = [PlanChoice::Preset(PlanPreset::EveryOther)],
    Tournament = [PlanChoice::Preset(PlanPreset::Tournament)],
    LastTen = [PlanChoice::Preset(PlanPreset::LastTen)],
    UpAndDown = [PlanChoice::Preset(PlanPreset::UpAndDown)],
    Own = [PlanChoice::Own],
});

pair!(Option<RulesPreset>, PresetName {
    None = [None],
    Booklet = [Some(RulesPreset::Booklet)],
    OurTable = [Some(RulesPreset::OurTable)],
    Tournament = [Some(RulesPreset::Tournament)],
});

pub(super) fn connect(program: &Rc<Program>) {
    let adapter = program.window.global::<ui::SetupAdapter>();
    commands!(program, adapter, Command::OnSetup, {
        on_type(name) => S::Typed(name.into()),
        on_add(name) => S::Add(name.into()),
        on_enter() => S::Enter,
        on_seat_table(table) => S::Table {
            names: table.names.iter().map(String::from).collect(),
            dealer: seat(table.dealer),
        },
        on_edit(at) => S::Edit(seat(at)),
        on_shuffle() => S::Shuffle,
        on_remove(at) => S::Remove(seat(at)),
        on_move(from, to) => S::Move { from: seat(from), to: seat(to) },
        on_dealer(at) => S::Dealer(seat(at)),
        on_random_dealer() => S::RandomDealer,
        on_set_game(game) => S::Game(game.convert()),
        on_set_fold_doubles(yes) => S::FoldDoubles(yes),
        on_set_pack(pack) => S::Pack(pack.convert()),
        on_set_card(card, yes) => S::Card(card.convert(), yes),
        on_select_cards(selection) => S::Selection(usize::try_from(selection).unwrap_or(usize::MAX)),
        on_set_rule(key, value) => S::Rule(key.into(), small(value)),
        on_set_same(at, same) => S::Same(seat(at), same),
        on_set_plan(name) => S::Plan(name.convert()),
        on_set_hands(text) => S::Hands(text.into()),
        on_show_rules(shown) => S::ShowRules(shown),
    });
    connect!(program, adapter, on_turn_token, |program, value| {
        if let Ok(token) = Token::try_from(i64::from(value)) {
            program.handle(Command::OnSetup(S::Token(token)));
        }
    });
    connect!(program, adapter, on_set_edition, |program, edition| {
        if let Some(edition) = edition.convert() {
            program.handle(Command::OnSetup(S::Edition(edition)));
        }
    });
    connect!(program, adapter, on_set_preset, |program, preset| {
        if let Some(preset) = preset.convert() {
            program.handle(Command::OnSetup(S::Preset(preset)));
        }
    });
    connect!(program, adapter, on_colour, |program, at, colour| {
        if let Ok(colour) = Colour::try_from(small(colour)) {
            program.handle(Command::Colour { seat: seat(at), colour });
        }
    });
    commands!(program, adapter, Command::from, {
        on_deal() => Command::Deal,
        on_change_game() => Command::ChangeGame,
        on_sign(at, sign) => Command::Sign { seat: seat(at), sign: sign.convert() },
    });
}

pub(super) fn show(window: &ui::AppWindow, app: &App) {
    let adapter = window.global::<ui::SetupAdapter>();
    let view = app.setup();
    let joined = |parts: &[Text], between| {
        let said: Vec<String> = parts.iter().map(|part| app.language().say(part)).collect();
        text(&said.join(between))
    };
    let seat = |seat: &app::SetupSeat| ui::SetupSeat {
        seat: int(seat.seat),
        name: text(&seat.name),
        initials: text(&seat.initials),
        dealer: seat.dealer,
    };
    adapter.set_seats(list_of(adapter.get_seats(), view.seats.iter().map(seat)));
    let person = |person: &app::KnownPerson| ui::KnownPerson {
        name: text(&person.name),
        face: face(&person.face),
        seated: person.seated,
    };
    adapter.set_known(list_of(adapter.get_known(), view.known.iter().map(person)));
    let table = |table: &app::KnownTable, shown: ui::KnownTable| ui::KnownTable {
        names: list_of(shown.names, table.names.iter().map(|name| text(name))),
        faces: list_of(shown.faces, table.faces.iter().map(face)),
        label: text(&app.language().list(&table.names)),
        dealer: int(table.dealer),
    };
    adapter.set_tables(list_of_lists(adapter.get_tables(), &view.tables, table));
    adapter.set_offered(int(view.offered));
    adapter.set_meant(text(view.meant.as_deref().unwrap_or_default()));
    adapter.set_typed(text(&view.typed));
    adapter.set_editing(view.editing.map_or(-1, int));
    let card = |&(card, chosen): &(SpecialCard, bool)| ui::SetupCard { card: card.convert(), chosen };
    adapter.set_cards(list_of(adapter.get_cards(), view.cards.iter().map(card)));
    adapter.set_card_selection(view.selection.map_or(-1, int));
    adapter.set_game(view.game.convert());
    adapter.set_fold_doubles(view.fold_doubles);
    adapter.set_pack(view.pack.convert());
    let token = |&(token, used): &(Token, bool)| ui::SetupToken { value: token.value(), used };
    adapter.set_tokens(list_of(adapter.get_tokens(), view.tokens.iter().map(token)));
    adapter.set_edition(Some(view.edition).convert());
    adapter.set_preset(view.preset.convert());
    let (departs_from, differing) = view.departs.unwrap_or((RulesPreset::OurTable, Vec::new()));
    adapter.set_departs_from(Some(departs_from).convert());
    adapter.set_differing(joined(&differing, ", "));
    adapter.set_rules_shown(view.rules_shown);
    adapter.set_summary(joined(&view.summary, " · "));
    let (usual, more): (Vec<&app::RuleRow>, Vec<_>) = view.rules.iter().partition(|row| row.rule.usual);
    let row = |row: &&app::RuleRow, shown| rule(row, shown, app.language());
    adapter.set_rules(list_of_lists(adapter.get_rules(), &usual, row));
    adapter.set_more_rules(list_of_lists(adapter.get_more_rules(), &more, row));
    adapter.set_agreed_more(joined(&view.agreed_more, " · "));
    adapter.set_plan(view.plan.convert());
    adapter.set_plan_excluded(view.plan_excluded);
    let hands: Vec<String> = view.plan_hands.iter().map(u8::to_string).collect();
    adapter.set_plan_hands(text(&hands.join(" ")));
    adapter.set_ready(view.ready);
    adapter.set_notice(notice(view.notice.as_ref(), app.language()));
    adapter.set_hands(text(&view.hands));
    adapter.set_changing(view.change.as_ref().map_or(0, |change| int(change.round)));
    let (renamed, effects) = view.change.map(|change| (change.renamed, change.effects)).unwrap_or_default();
    let renamed = renamed.iter().map(|renamed| ui::RenamedSeat {
        seat: int(renamed.seat),
        name: text(&renamed.name),
        was: text(&renamed.was),
        same: renamed.same,
    });
    adapter.set_renamed(list_of(adapter.get_renamed(), renamed));
    adapter.set_effects(joined(&effects, "\n"));
}

/// A rule, reusing the list of choices already shown.
fn rule(row: &app::RuleRow, shown: ui::RuleRow, language: Language) -> ui::RuleRow {
    let say = |words: fn() -> Text| text(&language.say(&words()));
    let (control, less, more, choices) = match row.rule.control {
        Control::Switch => (ui::RuleControl::Switch, SharedString::new(), SharedString::new(), &[][..]),
        Control::Number { less, more, .. } => (ui::RuleControl::Number, say(less), say(more), &[][..]),
        Control::Choice(choices) => (ui::RuleControl::Choice, SharedString::new(), SharedString::new(), choices),
        Control::Order(_) => (ui::RuleControl::Order, SharedString::new(), SharedString::new(), &[][..]),
    };
    let cell = |(value, choice): (usize, &fn() -> Text)| ui::ChoiceCell {
        text: say(*choice),
        label: say(*choice),
        value: int(value),
        ..Default::default()
    };
    let lines = if let Control::Order(lines) = row.rule.control { lines } else { &[] };
    let line = |(choice, line): (usize, &Ordered)| ui::OrderLine {
        title: say(line.title),
        hint: say(line.hint),
        place: int(Control::place(row.value, choice)),
        value: Control::turned(row.value, choice).into(),
    };
    ui::RuleRow {
        order: list_of(shown.order, lines.iter().enumerate().map(line)),
        key: row.rule.key.into(),
        control,
        title: say(row.rule.title),
        hint: text(&language.say(&row.hint)),
        enabled: row.enabled,
        value: row.value.into(),
        min: (*row.range.start()).into(),
        max: (*row.range.end()).into(),
        less,
        more,
        choices: list_of(shown.choices, choices.iter().enumerate().map(cell)),
    }
}
