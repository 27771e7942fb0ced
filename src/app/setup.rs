//! Setting up a game: who sits where, who deals first, which rules.

use std::ops::RangeInclusive;

use uuid::Uuid;

use super::names::initials;
use super::{About, Notice};
use crate::archive::{PlanChoice, RulesPreset, Settings, TableRules, TrackRules};
use crate::each;
use crate::last_wizard;
use crate::last_wizard::Token;
use crate::session::{AnyRef, GameName, Player, checked_name, folded};
use crate::text;
use crate::text::{Text, quoted};
use crate::wizard::{
    Control, Edition, PLAYERS_MAX, PLAYERS_MIN, Plan, RULES, Rule, RuleConflict, RuleSet, Seat, SpecialCard,
};

/// The most letters that are quoted of a list of hands that cannot be read.
const WORD_MAX: usize = 24;
/// How many people of earlier games are offered at once.
const KNOWN_MAX: usize = 12;

/// What a tap on the set-up means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupCommand {
    /// Which game is played.
    Game(GameName),
    /// The Last Wizard: the +1 of a fold is doubled on 1 to 7, as every gain is.
    FoldDoubles(bool),
    /// The Last Wizard: a token is in use at this table, or if it is already, it is not.
    Token(Token),
    /// The name that is being typed.
    Typed(String),
    /// A player of this name at the end of the row, or in the place of the one who is changed.
    Add(String),
    /// Takes the only person of earlier games whom the typed name can mean, or else the name as it is typed.
    Enter,
    /// Somebody of an earlier game sits down, or leaves if they sit here.
    Pick(String),
    /// Puts the name on a seat into the field, to be changed; the same seat again: leaves it as it is.
    Edit(Seat),
    /// Takes a player away.
    Remove(Seat),
    /// Moves a player to another seat.
    Move {
        /// The seat left.
        from: Seat,
        /// The seat taken.
        to: Seat,
    },
    /// Everybody takes a seat at random; the deal stays with the person.
    Shuffle,
    /// Who deals first.
    Dealer(Seat),
    /// Someone at random deals first.
    RandomDealer,
    /// The edition.
    Edition(Edition),
    /// Is this card in the deck? Dragon and Fairy go together.
    Card(SpecialCard, bool),
    /// In a running game: is the person on a seat the one of before, under another name?
    Same(Seat, bool),
    /// Named rules.
    Preset(RulesPreset),
    /// A value for the rule of this name.
    Rule(String, u8),
    /// Which rounds.
    Plan(PlanChoice),
    /// The text of the table's own list of hands.
    Hands(String),
}

/// A rule as the set-up shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleRow {
    /// Which.
    pub rule: &'static Rule,
    /// The value with which it will be played.
    pub value: u8,
    /// The smallest and the largest value.
    pub range: RangeInclusive<u8>,
    /// What it means as it is chosen, or why it cannot be.
    pub hint: Text,
    /// Can it be chosen?
    pub enabled: bool,
}

/// A seat of the set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupSeat {
    /// The seat, clockwise from 0.
    pub seat: Seat,
    /// The name.
    pub name: String,
    /// The mark.
    pub initials: String,
    /// Deals round 1.
    pub dealer: bool,
}

/// Somebody of an earlier game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPerson {
    /// The name.
    pub name: String,
    /// Do they sit at the table?
    pub seated: bool,
}

/// The set-up as the screen shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct SetupView {
    /// In seat order.
    pub seats: Vec<SetupSeat>,
    /// The name that is being typed.
    pub typed: String,
    /// The seat whose name is changed.
    pub editing: Option<Seat>,
    /// The people of earlier games whom the typed name can mean, latest first.
    pub known: Vec<KnownPerson>,
    /// How many would be offered without a typed name.
    pub offered: usize,
    /// Whom Enter takes.
    pub meant: Option<String>,
    /// The named rules that these are.
    pub preset: Option<RulesPreset>,
    /// Which game is set up.
    pub game: GameName,
    /// The Last Wizard: is the +1 of a fold doubled on 1 to 7?
    pub fold_doubles: bool,
    /// The Last Wizard: all tokens that there can be, and whether they are in use at a table of so many.
    pub tokens: Vec<(Token, bool)>,
    /// The edition.
    pub edition: Edition,
    /// Its special cards without the Fairy, who comes with the Dragon.
    pub cards: Vec<(SpecialCard, bool)>,
    /// The other rules, in the order of [`RULES`].
    pub rules: Vec<RuleRow>,
    /// What is agreed by the rules that are shown only with *More rules*.
    pub agreed_more: Vec<Text>,
    /// Which rounds.
    pub plan: PlanChoice,
    /// Unicolor has rounds of its own: none can be chosen.
    pub plan_excluded: bool,
    /// The table's own list as typed.
    pub hands: String,
    /// The cards of each round, as they will be played.
    pub plan_hands: Vec<u8>,
    /// The rounds of the game as it stands.
    pub rounds: usize,
    /// About how long it takes.
    pub minutes: usize,
    /// Can the first round be dealt?
    pub ready: bool,
    /// What to do or what is wrong.
    pub notice: Option<Notice>,
    /// The change of a running game; `None` for a new one.
    pub change: Option<ChangeView>,
}

/// What a change of a running game would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeView {
    /// The open round, from 1.
    pub round: usize,
    /// The seats with another name, where rounds were played under the one before.
    pub renamed: Vec<Renamed>,
    /// What would be otherwise, a sentence each.
    pub effects: Vec<Text>,
}

/// A seat with another name than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// The seat.
    pub seat: Seat,
    /// The name now.
    pub name: String,
    /// The name before.
    pub was: String,
    /// The same person, whose name was wrong.
    pub same: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Chair {
    pub(super) name: String,
    pub(super) id: Option<Uuid>,
    /// In a running game: the seat whose rounds it goes on with.
    pub(super) before: Option<Seat>,
    /// In a running game: is it the person of before, under another name? `None`: nobody said.
    pub(super) same: Option<bool>,
}

impl Chair {
    fn of(player: &Player) -> Chair {
        Chair { id: Some(player.id), ..Chair::named(player.name.clone()) }
    }

    fn named(name: String) -> Chair {
        Chair { name, id: None, before: None, same: None }
    }
}

/// A name that is being changed.
#[derive(Clone, Debug)]
struct Editing {
    seat: Seat,
    /// What was being typed before, which is typed again afterwards.
    before: String,
}

/// A game being set up.
#[derive(Clone, Debug, Default)]
pub(super) struct Setup {
    chairs: Vec<Chair>,
    typed: String,
    editing: Option<Editing>,
    dealer: Seat,
    game: GameName,
    wishes: TableRules,
    /// What was dealt with last.
    ours: TableRules,
    /// The named rules that were chosen last; a rule that is changed afterwards makes them others.
    preset: Option<RulesPreset>,
    track: TrackRules,
    notice: Option<Notice>,
}

impl Setup {
    /// An empty table where games of Wizard begin with these rules.
    pub(super) fn of(wishes: TableRules) -> Setup {
        Setup { ours: wishes.clone(), wishes, ..Setup::default() }
    }

    /// An empty table where games begin with these settings.
    pub(super) fn with(settings: &Settings) -> Setup {
        let setup = Setup::of(settings.new_games.clone());
        let ours = settings.our_table.clone().unwrap_or_else(|| setup.ours.clone());
        Setup { track: settings.last_wizard.clone(), ours, ..setup }
    }

    /// The table of a session, with its people, seats and rules, and the deal moved on.
    pub(super) fn again(session: AnyRef, settings: &Settings) -> Setup {
        let chairs: Vec<Chair> = each!(session, session => session.players().iter().map(Chair::of).collect());
        let dealer = each!(session, session => session.rematch_dealer());
        let setup = Setup { chairs, dealer, game: session.name(), ..Setup::with(settings) };
        match session {
            AnyRef::Wizard(session) => {
                let wishes = TableRules::of(session.game().rules(), setup.players());
                Setup { wishes, ..setup }
            }
            AnyRef::LastWizard(session) => {
                let track = TrackRules { rules: session.game().rules().clone(), ..setup.track };
                Setup { track, ..setup }
            }
        }
    }

    /// The table of a running game, to change it from the open round on.
    pub(super) fn running(session: AnyRef, settings: &Settings) -> Setup {
        let mut setup = Setup::again(session, settings);
        for (seat, chair) in setup.chairs.iter_mut().enumerate() {
            chair.before = Some(seat);
        }
        setup
    }

    /// Nobody's table, for choosing the rules with which games begin.
    pub(super) fn of_nobody(wishes: TableRules) -> Setup {
        let chair = |number: usize| Chair::named(number.to_string());
        Setup { chairs: (1..=PLAYERS_MIN).map(chair).collect(), ..Setup::of(wishes) }
    }

    /// Which game is set up.
    pub(super) fn game(&self) -> GameName {
        self.game
    }

    /// How games of The Last Wizard begin at this table.
    pub(super) fn track(&self) -> &TrackRules {
        &self.track
    }

    /// Who sits at the table.
    pub(super) fn chairs(&self) -> &[Chair] {
        &self.chairs
    }

    /// The rules as they are wished for.
    pub(super) fn wishes(&self) -> &TableRules {
        &self.wishes
    }

    /// Who sits here, in seat order.
    pub(super) fn names(&self) -> Vec<String> {
        self.chairs.iter().map(|chair| chair.name.clone()).collect()
    }

    /// Does nobody sit here yet?
    pub(super) fn is_empty(&self) -> bool {
        self.chairs.is_empty()
    }

    /// Takes a tap. `known` are the names of earlier games.
    pub(super) fn handle<'a>(&mut self, command: SetupCommand, known: impl Iterator<Item = &'a str>) {
        self.notice = None;
        match command {
            SetupCommand::Typed(text) => self.typed = text,
            SetupCommand::Add(name) => self.add(&name),
            SetupCommand::Enter => {
                let name = self.meant(known).unwrap_or_else(|| self.typed.clone());
                self.add(&name);
            }
            SetupCommand::Pick(name) => match self.seat_of(&name) {
                Some(seat) => self.remove(seat),
                None => self.add(&name),
            },
            SetupCommand::Edit(seat) => {
                if self.stop_editing() != Some(seat)
                    && let Some(chair) = self.chairs.get(seat)
                {
                    let before = std::mem::replace(&mut self.typed, chair.name.clone());
                    self.editing = Some(Editing { seat, before });
                }
            }
            SetupCommand::Remove(seat) if seat < self.chairs.len() => self.remove(seat),
            SetupCommand::Move { from, to } => self.move_chair(from, to),
            SetupCommand::Shuffle => {
                for last in (1..self.chairs.len()).rev() {
                    self.move_chair(fastrand::usize(..=last), last);
                }
            }
            SetupCommand::Dealer(seat) if seat < self.chairs.len() => self.dealer = seat,
            SetupCommand::RandomDealer if !self.chairs.is_empty() => self.dealer = fastrand::usize(..self.chairs.len()),
            SetupCommand::Game(game) => self.game = game,
            SetupCommand::FoldDoubles(doubles) => self.track.rules.fold_doubles = doubles,
            SetupCommand::Token(token) => self.track.turn(self.players(), token),
            SetupCommand::Edition(edition) => {
                self.wishes.edition = edition;
                let new: Vec<_> = edition.cards().iter().filter(|card| !SpecialCard::OF_25.contains(card)).collect();
                // Without a card of its own it would be the edition before.
                if !new.iter().any(|&card| self.wishes.cards.contains(card)) {
                    self.wishes.cards.extend(new);
                }
            }
            SetupCommand::Card(card, on) => {
                let pair = [SpecialCard::Dragon, SpecialCard::Fairy];
                for card in if pair.contains(&card) { pair.to_vec() } else { vec![card] } {
                    if on {
                        self.wishes.cards.insert(card)
                    } else {
                        self.wishes.cards.remove(&card)
                    };
                }
            }
            SetupCommand::Preset(preset) => {
                self.preset = Some(preset);
                self.wishes = preset.of(&self.wishes, &self.ours);
            }
            SetupCommand::Rule(key, value) => {
                if let Some(rule) = Rule::of(&key) {
                    (rule.set)(&mut self.wishes.rules, value);
                }
            }
            SetupCommand::Same(seat, same) => {
                if let Some(chair) = self.chairs.get_mut(seat) {
                    chair.same = Some(same);
                }
            }
            SetupCommand::Plan(plan) => self.wishes.plan = plan,
            SetupCommand::Hands(text) => self.wishes.hands = text,
            SetupCommand::Remove(_) | SetupCommand::Dealer(_) | SetupCommand::RandomDealer => {}
        }
    }

    /// Brings what is typed to the table. Returns whether nothing is wrong with it.
    pub(super) fn seat_typed(&mut self) -> bool {
        self.notice = None;
        if self.typed.trim().is_empty() {
            self.stop_editing();
        }
        while self.notice.is_none() && !self.typed.trim().is_empty() {
            self.add(&self.typed.clone());
        }
        self.notice.is_none()
    }

    /// Leaves the name that was being changed as it is. Returns on which seat.
    pub(super) fn stop_editing(&mut self) -> Option<Seat> {
        let Editing { seat, before } = self.editing.take()?;
        self.typed = before;
        Some(seat)
    }

    fn add(&mut self, name: &str) {
        let name = match checked_name(name) {
            Ok(name) => name,
            Err(wrong) => {
                self.notice = Some(Notice::wrong_name(wrong));
                return;
            }
        };
        let editing = self.editing.as_ref().map(|editing| editing.seat);
        let holder = self.seat_of(&name);
        let wrong = if holder.is_some() && holder != editing {
            text!("{name} is already at the table. Give a name that tells the two apart.", name = name)
        } else if let Some(seat) = self.stop_editing() {
            if let Some(chair) = self.chairs.get_mut(seat).filter(|chair| chair.name != name) {
                *chair = Chair { before: chair.before, ..Chair::named(name) };
            }
            return;
        } else if self.chairs.len() == PLAYERS_MAX {
            text!("Wizard is for six players at most. Remove someone first.")
        } else {
            self.typed.clear();
            self.chairs.push(Chair::named(name));
            return;
        };
        self.notice = Some(Notice::trouble(wrong).about(About::Name));
    }

    fn remove(&mut self, seat: Seat) {
        self.stop_editing();
        self.chairs.remove(seat);
        if self.dealer > seat || self.dealer >= self.chairs.len() {
            self.dealer = self.dealer.saturating_sub(1);
        }
    }

    /// What the typed name is looked for by, as it is compared; a name that is about to be changed looks for nobody yet.
    fn looked_for(&self) -> String {
        let changed = self.editing.as_ref().and_then(|editing| self.chairs.get(editing.seat));
        if changed.is_some_and(|chair| chair.name == self.typed) { String::new() } else { folded(self.typed.trim()) }
    }

    /// The names that the typed one can mean: each with a word that begins so.
    fn matching<'a>(&self, known: impl Iterator<Item = &'a str>) -> impl Iterator<Item = &'a str> {
        let words = format!(" {}", self.looked_for());
        known.filter(move |name| words == " " || format!(" {}", folded(name)).contains(&words))
    }

    /// The only one not at the table whom the typed name can mean, or the one of exactly this name.
    fn meant<'a>(&self, known: impl Iterator<Item = &'a str>) -> Option<String> {
        let typed = self.looked_for();
        if typed.is_empty() {
            return None;
        }
        let absent: Vec<&str> = self.matching(known).filter(|name| self.seat_of(name).is_none()).collect();
        match absent[..] {
            [only] => Some(only.to_owned()),
            _ => absent.into_iter().find(|name| folded(name) == typed).map(str::to_owned),
        }
    }

    /// The seat of whoever has this name, in small letters or large.
    fn seat_of(&self, name: &str) -> Option<Seat> {
        self.chairs.iter().position(|chair| chair.name.to_lowercase() == name.to_lowercase())
    }

    fn move_chair(&mut self, from: Seat, to: Seat) {
        self.stop_editing();
        if from < self.chairs.len() && to < self.chairs.len() {
            let chair = self.chairs.remove(from);
            self.chairs.insert(to, chair);
            // The deal stays with the person.
            self.dealer = match self.dealer {
                dealer if dealer == from => to,
                dealer if from < dealer && dealer <= to => dealer - 1,
                dealer if to <= dealer && dealer < from => dealer + 1,
                dealer => dealer,
            };
        }
    }

    /// Says something on the set-up.
    pub(super) fn say(&mut self, notice: Notice) {
        self.notice = Some(notice);
    }

    /// How many play, as far as the rules care before all have sat down.
    fn players(&self) -> usize {
        self.chairs.len().max(PLAYERS_MIN)
    }

    /// The hands of the chosen plan, or what is wrong with the list. `None` is the official plan.
    fn hands(&self) -> Result<Option<Vec<u8>>, Notice> {
        match self.wishes.plan {
            PlanChoice::Preset(preset) => Ok(preset.hands(self.players())),
            PlanChoice::Own => {
                let words = self.wishes.hands.split([' ', ',', ';', '.', '\t', '\n']).filter(|word| !word.is_empty());
                let unreadable = |word: &str| {
                    Notice::trouble(text!(
                        "\"{word}\" is not a number of cards. Write numbers with spaces between them, such as 1 3 5 7.",
                        word = quoted(word, WORD_MAX),
                    ))
                };
                let read = |word: &str| word.parse().map_err(|_| unreadable(word));
                words.map(read).collect::<Result<Vec<u8>, _>>().map(Some)
            }
        }
    }

    /// The rules as they will be played, and what is wrong with the list of hands, which are the official ones then.
    fn rules(&self) -> (RuleSet, Option<Notice>) {
        let in_deck = self.wishes.edition.cards().iter().filter(|card| self.wishes.cards.contains(card));
        let special_cards = in_deck.copied().collect();
        let wished = RuleSet { special_cards, hands: None, ..self.wishes.rules.clone() };
        let official = wished.playable(self.players());
        if official.unicolor {
            return (official, None);
        }
        match self.hands() {
            Ok(hands) => (RuleSet { hands, ..wished }.playable(self.players()), None),
            Err(wrong) => (official, Some(wrong)),
        }
    }

    /// Everything that a session of Wizard needs, or what is missing. `known` gives the ids of names of earlier games.
    pub(super) fn finish(&self, known: impl Fn(&str) -> Option<Uuid>) -> Result<(Vec<Player>, Seat, RuleSet), Notice> {
        let people = self.people(known)?;
        let rules = self.checked_rules(people.len())?;
        Ok((people, self.dealer, rules))
    }

    /// The rules of Wizard as so many can play by them, or what is wrong with them.
    pub(super) fn checked_rules(&self, players: usize) -> Result<RuleSet, Notice> {
        let (rules, wrong) = self.rules();
        wrong.map_or(Ok(()), Err)?;
        rules.check(players).map_err(|conflict| conflict_notice(&conflict))?;
        Ok(rules)
    }

    /// Who deals, or goes first.
    pub(super) fn dealer(&self) -> Seat {
        self.dealer
    }

    /// Everything that a session of The Last Wizard needs, or what is missing. `known` gives the ids of names of earlier games.
    pub(super) fn finish_track(
        &self,
        known: impl Fn(&str) -> Option<Uuid>,
    ) -> Result<(Vec<Player>, last_wizard::Game), Notice> {
        let people = self.people(known)?;
        let first_player = i64::try_from(self.dealer).unwrap_or_default();
        let game = last_wizard::Game::new(people.len(), first_player, self.track.rules.clone(), None);
        let refused = |conflict: last_wizard::SetupConflict| Notice::trouble(conflict.text());
        Ok((people, game.map_err(refused)?))
    }

    /// Who sits at the table, or what is missing. `known` gives the ids of names of earlier games.
    pub(super) fn people(&self, known: impl Fn(&str) -> Option<Uuid>) -> Result<Vec<Player>, Notice> {
        if self.chairs.len() < PLAYERS_MIN {
            let who = match self.game {
                GameName::Wizard => text!("Wizard is for 3 to 6 players. Add everyone at the table, clockwise."),
                GameName::LastWizard => {
                    text!("The Last Wizard is for 3 to 6 players. Add everyone at the table, clockwise.")
                }
            };
            return Err(Notice::quiet(who));
        }
        let player = |chair: &Chair| Player {
            name: chair.name.clone(),
            id: chair.id.or_else(|| known(&chair.name)).unwrap_or_else(Uuid::new_v4),
        };
        Ok(self.chairs.iter().map(player).collect())
    }

    /// The named rules that these are: those that were chosen, or else the first.
    fn preset(&self) -> Option<RulesPreset> {
        let all = self.preset.into_iter().chain(RulesPreset::ALL);
        all.into_iter().find(|preset| preset.of(&self.wishes, &self.ours) == self.wishes)
    }

    /// Every rule that can be seen, as it will be played.
    fn rows(&self, played: &RuleSet) -> Vec<RuleRow> {
        let on = |key: &str| Rule::of(key).is_some_and(|rule| (rule.value)(played) > 0);
        let rows = RULES.iter().filter_map(|rule| {
            if !rule.under.is_none_or(on) {
                return None;
            }
            let range = match rule.control {
                Control::Switch => 0..=1,
                Control::Number { range, .. } => range(played, self.players()),
                Control::Order(_) => 0..=u8::MAX,
                Control::Choice(choices) => 0..=u8::try_from(choices.len()).unwrap_or(u8::MAX).saturating_sub(1),
            };
            let excluded = played.excluded(rule, self.players());
            let enabled = excluded.is_none();
            let hint = excluded.unwrap_or_else(|| (rule.hint)(played));
            Some(RuleRow { rule, value: (rule.value)(played), range, hint, enabled })
        });
        rows.collect()
    }

    /// What the screen shows. `known` are the names of earlier games, latest first.
    pub(super) fn view<'a>(&self, known: impl Iterator<Item = &'a str> + Clone) -> SetupView {
        let names = self.names();
        let marks = initials(&names);
        let seats = names.iter().zip(marks).enumerate().map(|(seat, (name, initials))| SetupSeat {
            seat,
            name: name.clone(),
            initials,
            dealer: seat == self.dealer,
        });
        let person = |name: &str| KnownPerson { name: name.to_owned(), seated: self.seat_of(name).is_some() };
        let (rules, wrong) = self.rules();
        let plan = wrong.is_none().then(|| Plan::of(&rules, self.players()));
        let plan_hands = plan.map(|plan| plan.hands().to_vec()).unwrap_or_default();
        let finished = match self.game {
            GameName::Wizard => self.finish(|_| None).map(drop),
            GameName::LastWizard => self.finish_track(|_| None).map(drop),
        };
        let notice = match (&self.notice, &finished) {
            (None, Err(problem)) => Some(problem.clone()),
            (notice, _) => notice.clone(),
        };
        let tokens = self.track.tokens(self.players());
        let cards = self.wishes.edition.cards().iter().copied().filter(|&card| card != SpecialCard::Fairy);
        SetupView {
            seats: seats.collect(),
            typed: self.typed.clone(),
            editing: self.editing.as_ref().map(|editing| editing.seat),
            offered: known.clone().take(KNOWN_MAX).count(),
            meant: self.meant(known.clone()),
            known: self.matching(known).take(KNOWN_MAX).map(person).collect(),
            preset: self.preset(),
            game: self.game,
            fold_doubles: self.track.rules.fold_doubles,
            tokens: Token::all().map(|token| (token, tokens.contains(&token))).collect(),
            edition: self.wishes.edition,
            cards: cards.map(|card| (card, self.wishes.cards.contains(&card))).collect(),
            rules: self.rows(&rules),
            agreed_more: RULES.iter().filter(|rule| !rule.usual).filter_map(|rule| (rule.told)(&rules)).collect(),
            plan: self.wishes.plan,
            plan_excluded: rules.unicolor,
            hands: self.wishes.hands.clone(),
            rounds: plan_hands.len(),
            minutes: minutes(plan_hands.len()),
            plan_hands,
            ready: finished.is_ok(),
            notice,
            change: None,
        }
    }
}

/// An evening's rule of thumb: three minutes a round, told in steps of five.
fn minutes(rounds: usize) -> usize {
    (rounds * 3).div_ceil(5) * 5
}

fn conflict_notice(conflict: &RuleConflict) -> Notice {
    Notice::trouble(match *conflict {
        RuleConflict::HandSize { round, cards, max } => text!(
            "Round {round} cannot deal {cards} cards: 1 to {max} are possible.",
            round = round,
            cards = cards,
            max = max,
        ),
        RuleConflict::RoundCount(_) => {
            text!("A game has 1 to 40 rounds. Write how many cards each one deals, such as 1 3 5 7.")
        }
        RuleConflict::Players(_)
        | RuleConflict::PlusMinusOneWithSecret
        | RuleConflict::DragonWithoutFairy
        | RuleConflict::ClairvoyanceWithSpecialCards
        | RuleConflict::ClairvoyanceWithoutOneCard
        | RuleConflict::UnicolorWithSpecialCards
        | RuleConflict::UnicolorPlayers(_)
        | RuleConflict::TieBreakTwice
        | RuleConflict::PlusMinusOneFrom { .. }
        | RuleConflict::ExtraCards(_)
        | RuleConflict::PlusMinusOneFromCards { .. } => {
            text!("These rules cannot be played: {reason}.", reason = conflict.text())
        }
    })
}
