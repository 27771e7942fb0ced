//! The page of a new game or of a change but for its seats, and its panels.

use super::{Renamed, Setup, SetupCommand as S, SetupView};
use crate::app::data::{Action, ActionStyle, Icon, Item, Page, Panel as Described, Section, close, open, type_into};
use crate::app::{About, App, Command, Notice, Page as Shown, Panel, Tone};
use crate::archive::{PlanChoice, Settings};
use crate::last_wizard::Token;
use crate::session::{Colour, GameName, Sign};
use crate::text;
use crate::text::Text;
use crate::wizard::{Control, Edition, Ordered, Plan, PlanPreset, RULES, Rule, RuleSet, SpecialCard, written_hands};

/// The field of a person's panel.
const NAME: &str = "name";

fn set(command: S) -> Command {
    Command::OnSetup(command)
}

impl Setup {
    fn items(&self) -> Vec<Item> {
        let game = |game: GameName| Action::option(game.text(), self.game == game, set(S::Game(game)));
        let games = self.round.is_none().then(|| Item::choice(text!("Game"), GameName::ALL.map(game)));
        let rules = match self.game {
            GameName::Wizard => self.wizard_items(),
            GameName::LastWizard => self.track_items(),
        };
        games.into_iter().chain(rules).collect()
    }

    fn wizard_items(&self) -> Vec<Item> {
        let played = self.rules().0;
        let edition =
            |edition: Edition| Action::option(edition.text(), self.wishes.edition == edition, set(S::Edition(edition)));
        let mut items = vec![Item::choice(text!("Edition"), Edition::ALL.map(edition))];
        let cards = self.wishes.edition.cards().iter().filter(|card| **card != SpecialCard::Fairy);
        let card = |&card: &SpecialCard| {
            let on = self.wishes.cards.contains(&card);
            let name = if card == SpecialCard::Dragon { text!("Dragon & Fairy") } else { card.text() };
            Action::chip(name, on, set(S::Card(card, !on)))
        };
        let cards: Vec<Action> = cards.map(card).collect();
        if !cards.is_empty() {
            items.push(Item::chips(text!("Cards"), cards));
        }
        items.extend(self.plus_minus_one(&played));
        items.extend(self.rounds(&played));
        let agreed = RULES.iter().filter(|rule| rule.house).filter_map(|rule| (rule.described)(&played));
        let hint =
            agreed.reduce(Text::side_by_side).unwrap_or_else(|| text!("Hidden bids, ties, names of the colours"));
        items.push(Item::link(text!("House rules"), None, open(Panel::HouseRules)).hint(hint));
        items
    }

    /// The condition: always, from a round or a hand on, or never.
    fn plus_minus_one(&self, played: &RuleSet) -> Vec<Item> {
        let Some(rule) = Rule::of("plus_minus_one") else { return Vec::new() };
        let RuleSet { plus_minus_one, plus_minus_one_from: round, plus_minus_one_from_cards: cards, .. } = *played;
        let (late, large) = (plus_minus_one && round > 1, plus_minus_one && cards > 1);
        let option = |text, on, since| Action::option(text, on, set(S::PlusMinusOne(since)));
        let names = || [text!("Plus/Minus One" => "Always"), text!("Plus/Minus One" => "Never")];
        let [always, never] = names();
        let options = [
            option(always, plus_minus_one && !late && !large, Some([1, 1])),
            option(text!("From round …"), late, Some([round.max(2), cards])),
            option(text!("From … cards"), large, Some([round, cards.max(2)])),
            option(never, !plus_minus_one, None),
        ];
        let [always, never] = names();
        let value = match (late, large) {
            _ if !plus_minus_one => never,
            (true, true) => text!("Round {round}, {cards} cards", round = round, cards = cards),
            (true, false) => text!("From round {round}", round = round),
            (false, true) => text!("From {cards} cards", cards = cards),
            (false, false) => always,
        };
        let excluded = played.excluded(rule, self.players());
        let list = Item::list((rule.title)(), value, options).key(rule.key).enabled(excluded.is_none());
        let steppers = RULES.iter().filter(|rule| match rule.key {
            "plus_minus_one_from" => late,
            "plus_minus_one_from_cards" => large,
            _ => false,
        });
        let list = list.hint(excluded.unwrap_or_else(|| (rule.hint)(played)));
        [list].into_iter().chain(steppers.flat_map(|rule| self.rule(rule, played))).collect()
    }

    fn rounds(&self, played: &RuleSet) -> Vec<Item> {
        if played.unicolor {
            return vec![Item::entry(text!("Rounds"), []).hint(text!("Unicolor has its own rounds."))];
        }
        let own = match self.wishes.plan {
            PlanChoice::Own => self.wishes.hands.clone(),
            PlanChoice::Preset(_) => written_hands(Plan::of(played, self.players()).hands()),
        };
        let wrong = self.rules().1;
        let now = wrong.is_none().then(|| Plan::of(played, self.players()));
        let chip = |preset: PlanPreset| {
            let plan = Plan::of(&RuleSet { hands: preset.hands(self.players()), ..played.clone() }, self.players());
            // Several can be the same: for six players the last ten rounds are all rounds.
            let named = [PlanChoice::Own, PlanChoice::Preset(preset)].contains(&self.wishes.plan);
            let name = match preset {
                PlanPreset::EveryRound => text!("All {count}", count = plan.rounds()),
                PlanPreset::EveryOther => text!("Every other"),
                PlanPreset::Tournament => text!("Tournament"),
                PlanPreset::LastTen => text!("The last ten"),
                PlanPreset::UpAndDown => text!("Up and down"),
            };
            Action::chip(name, named && now.as_ref() == Some(&plan), set(S::Plan(preset)))
        };
        let field = Item::field(text!("Rounds"), own, |text| set(S::Hands(text)))
            .label(text!("Cards dealt in each round"))
            .hint(text!("1 3 5 7 or 1-15"));
        let chips = Item::chips(Text::foreign(""), PlanPreset::ALL.map(chip)).label(text!("Rounds")).key("plans");
        let mut items = vec![field, chips];
        let wrong = wrong.or(self.checked_rules(self.players()).err());
        if let Some(Notice { text, tone, .. }) = wrong {
            items.insert(1, Item::status("hands", text).tone(tone));
        }
        items
    }

    fn house_rules(&self) -> Vec<Item> {
        let played = self.rules().0;
        let rules = RULES.iter().filter(|rule| rule.house && rule.holds(&played));
        rules.flat_map(|rule| self.rule(rule, &played)).collect()
    }

    /// As it will be played.
    fn rule(&self, rule: &'static Rule, played: &RuleSet) -> Vec<Item> {
        let (value, title, key) = ((rule.value)(played), (rule.title)(), rule.key);
        let hint = (rule.hint)(played);
        let to = |value| set(S::Rule(key, value));
        match rule.control {
            Control::Switch => {
                let excluded = played.excluded(rule, self.players());
                let switch = Item::switch(title, value > 0, to(1 - value)).key(key).enabled(excluded.is_none());
                vec![switch.hint(excluded.unwrap_or(hint))]
            }
            Control::Number { range, less, more } => {
                let range = range(played, self.players());
                let step = |to_value: u8, label: fn() -> Text| {
                    let possible = to_value != value && range.contains(&to_value);
                    Action::labelled(label(), to(to_value)).enabled(possible)
                };
                let steps = [step(value.saturating_sub(1), less), step(value.saturating_add(1), more)];
                vec![Item::stepper(title, Text::foreign(value.to_string()), steps).key(key).hint(hint)]
            }
            Control::Choice(choices) => {
                let option = |(at, name): (u8, &fn() -> Text)| Action::option(name(), value == at, to(at));
                vec![Item::choice(title, (0..).zip(choices).map(option)).key(key).hint(hint)]
            }
            Control::Order(lines) => {
                let line = |(choice, line): (usize, &Ordered)| {
                    let place = Control::place(value, choice);
                    let name = match place {
                        0 => (line.title)(),
                        _ => {
                            text!("place, what breaks a tie" => "{place}. {what}", place = place, what = (line.title)())
                        }
                    };
                    Item::switch(name, place > 0, to(Control::turned(value, choice)))
                        .label((line.title)())
                        .hint((line.hint)())
                        .key(format!("{key} {choice}"))
                };
                lines.iter().enumerate().map(line).collect()
            }
        }
    }

    fn track_items(&self) -> Vec<Item> {
        let (doubles, used) = (self.track.rules.fold_doubles, self.track.tokens(self.players()));
        let token = |token: Token| {
            let name = Text::foreign(token.value().to_string().replace('-', "−"));
            let label = text!("Token {token}", token = name.clone());
            Action::chip(name, used.contains(&token), set(S::Token(token))).label(label)
        };
        vec![
            Item::switch(text!("A fold on 1 to 7 moves 2"), doubles, set(S::FoldDoubles(!doubles)))
                .hint(text!("Its +1 is doubled there, like every gain")),
            Item::chips(text!("Tokens in use"), Token::all().map(token)),
        ]
    }
}

impl App {
    /// The set-up of the page shown.
    fn shown_setup(&self) -> &Setup {
        self.change.as_ref().filter(|_| self.page() == Shown::Change).unwrap_or(&self.setup)
    }

    pub(in crate::app) fn on_setup(&mut self, command: S) {
        // People keep the colours they have been shown in when they change seats.
        if self.page() != Shown::Change && matches!(command, S::Move { .. } | S::Shuffle | S::Remove(_)) {
            self.keep_looks();
        }
        let (opens, from_panel) = match command {
            S::Open(_) => (true, false),
            S::Name(..) | S::Table { .. } | S::Shuffle | S::RandomDealer => (false, true),
            _ => (false, false),
        };
        if self.page() == Shown::Change {
            if let Some(setup) = &mut self.change {
                setup.handle(command, self.index.names());
            }
        } else {
            self.setup.handle(command, self.index.names());
            if !self.starting {
                self.know(Settings { seats: self.setup.drafts.names(), ..self.settings().clone() });
            }
        }
        if opens {
            let name = self.shown_setup().drafts.names().into_iter().nth(self.shown_setup().opened);
            self.show_panel(Panel::Person);
            self.screens.top_mut().typed.extend(name.map(|name| (NAME, name)));
        } else if from_panel {
            self.show_panel(Panel::None);
        }
    }

    /// Without the people, who are drawn by hand.
    pub(in crate::app) fn setup_page(&self) -> Page {
        let (setup, SetupView { change, summary, ready, notice, .. }) = (self.shown_setup(), self.setup());
        let (title, fact, finish) = match &change {
            Some(change) => (
                text!("Change the game"),
                text!("From round {round} on", round = change.round),
                Action::primary(text!("Save changes"), Command::ChangeGame),
            ),
            None => (
                text!("New game"),
                setup.as_before(self.today()).unwrap_or_else(|| text!("Players, clockwise")),
                Action::primary(text!("Deal round 1"), Command::Deal),
            ),
        };
        let renamed = change.iter().flat_map(|change| change.renamed.iter().map(|one| is_same(one, change.round)));
        let renamed: Vec<Item> = renamed.collect();
        // A problem with a name is shown at the field of the names.
        let notice = notice.filter(|notice| notice.about != About::Name);
        let effects = change.map(|change| match (&notice, change.effects) {
            (Some(notice), _) if notice.tone != Tone::Quiet => Vec::new(),
            (_, effects) if effects.is_empty() => {
                vec![text!("Nothing has changed yet. The effects of a change appear here.")]
            }
            (_, effects) => effects,
        });
        let status = notice.map(|Notice { text, tone, .. }| Item::status("notice", text).tone(tone));
        let effects = effects.unwrap_or_default().into_iter().enumerate();
        let effects = effects.map(|(at, effect)| Item::status(&format!("effect {at}"), effect).tone(Tone::Plain));
        let rules = Item::link(setup.game.text(), None, open(Panel::Rules)).key("rules");
        let rules = summary.into_iter().reduce(Text::side_by_side).into_iter().fold(rules, Item::hint);
        let more = Action::labelled(text!("More"), open(Panel::Setup)).icon(Icon::More);
        let actions = vec![
            Action { opens: true, ..more.style(ActionStyle::Quiet) },
            Action::labelled(text!("Close"), Command::StepBack).icon(Icon::Close).style(ActionStyle::Quiet),
        ];
        let messages: Vec<Item> = status.into_iter().chain(effects).collect();
        let first = (!renamed.is_empty()).then_some(Section::Card("renamed", renamed));
        let messages = (!messages.is_empty()).then_some(Section::Bare("notices", messages));
        let finish = Section::Bare("finish", vec![Item::bar([Action { ready, ..finish }])]);
        let second = messages.into_iter().chain([Section::Card("rules", vec![rules]), finish]).collect();
        Page { fact: Some(fact), actions, second, ..Page::new("setup", title, first.into_iter().collect()) }
    }

    pub(in crate::app) fn rules_panel(&self) -> Described {
        Described::new("rules", text!("The game"), self.shown_setup().items(), close()).wide()
    }

    pub(in crate::app) fn house_rules_panel(&self) -> Described {
        let rules = self.shown_setup().house_rules();
        Described::new("house rules", text!("House rules"), rules, open(Panel::Rules)).wide()
    }

    /// The menu of the seats, with the other tables that played last.
    pub(in crate::app) fn setup_menu(&self) -> Described {
        let setup = self.shown_setup();
        let random = match setup.game {
            GameName::Wizard => text!("Random dealer"),
            GameName::LastWizard => text!("Random first player"),
        };
        let seats = [
            Action::new(text!("Shuffle seats"), set(S::Shuffle)).icon(Icon::Shuffle),
            Action::new(random, set(S::RandomDealer)).icon(Icon::Dice),
        ];
        let tables = self.index.tables().iter().filter(|_| setup.round.is_none()).map(|game| {
            let names = game.record.people.names_at_end();
            let together = Text::foreign(self.language().list(&names));
            Action::new(together, set(S::Table { names, dealer: game.record.next_starter() })).icon(Icon::Play)
        });
        let empty = set(S::Table { names: Vec::new(), dealer: 0 });
        let empty = Action::new(text!("Empty the seats"), empty).icon(Icon::Close);
        let empty = (setup.round.is_none() && !setup.drafts.is_empty()).then_some(empty);
        Described::menu("setup", text!("Players"), seats.into_iter().chain(tables).chain(empty), close())
    }

    /// The name, colour and sign of the person on the opened seat.
    pub(in crate::app) fn person_panel(&self) -> Option<Described> {
        let seat = self.shown_setup().opened;
        let name = self.shown_setup().drafts.names().into_iter().nth(seat)?;
        let typed = self.screens.top().typed(NAME).to_owned();
        let done = set(S::Name(seat, typed.clone()));
        let (now, sign_now) = (self.colours().get(seat).copied(), self.signs().get(seat).copied());
        let colour = |colour: Colour| Action {
            dot: Some(colour.into()),
            ..Action::option(colour.name(), now == Some(colour), Command::Colour { seat, colour })
        };
        let sign = |sign: Option<Sign>| {
            let name = sign.map_or_else(|| text!("sign of a player" => "Letters"), Sign::name);
            Action::option(name, sign_now == Some(sign), Command::Sign { seat, sign }).icon(Icon::of(sign))
        };
        let signs = [None].into_iter().chain(Sign::ALL.map(Some));
        let items = vec![
            Item::field(text!("Name"), typed, type_into(NAME)).enter(done.clone()),
            Item::choice(text!("Colour"), Colour::ALL.map(colour)).label(text!("Colour of {name}", name = &name)),
            Item::choice(text!("Sign"), signs.map(sign)).label(text!("Sign of {name}", name = &name)),
        ];
        Some(Described::new("person", Text::foreign(name), items, done))
    }
}

/// Whether the person of another name is the same one.
fn is_same(one: &Renamed, round: usize) -> Item {
    let (name, was) = (&one.name, &one.was);
    let hint = if one.same {
        text!("The name was wrong: all rounds belong to {name}.", name = name)
    } else {
        text!(
            "{was} keeps the rounds so far, {name} plays on from round {round}.",
            was = was,
            name = name,
            round = round
        )
    };
    let title = text!("{name} and {was} are the same person", name = name, was = was);
    Item::switch(title, one.same, set(S::Same(one.seat, !one.same))).hint(hint)
}
