//! Setting up a game: who sits where, who deals first, which rules.

use std::ops::RangeInclusive;

use uuid::Uuid;

use super::{About, Notice};
use crate::archive::{PlanChoice, RulesPreset, Settings, TableRules, TrackRules};
use crate::each;
use crate::last_wizard;
use crate::last_wizard::Token;
use crate::session::{AnyRef, GameName, Player, checked_name, folded, initials};
use crate::text;
use crate::text::{Text, quoted};
use crate::wizard::{
    Control, Edition, PLAYERS_MAX, PLAYERS_MIN, Plan, RULES, Rule, RuleConflict, RuleSet, Seat, SpecialCard,
};

/// The most characters quoted from an unreadable list of hands.
const WORD_MAX: usize = 24;
/// The most people of earlier games offered at once.
const KNOWN_MAX: usize = 12;

/// A tap on the set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupCommand {
    /// Chooses the game.
    Game(GameName),
    /// The Last Wizard: sets whether a fold's +1 is doubled on 1 to 7 like every gain.
    FoldDoubles(bool),
    /// The Last Wizard: takes a token into use at this table, or out of use.
    Token(Token),
    /// Sets the name being typed.
    Typed(String),
    /// Adds a player of this name, or replaces the one being edited.
    Add(String),
    /// Takes the only known person whom the typed name can mean, or else the name as typed.
    Enter,
    /// Seats a known person, or removes them if they sit here.
    Pick(String),
    /// Puts a seat's name into the field for editing; the same seat again cancels that.
    Edit(Seat),
    /// Removes a player.
    Remove(Seat),
    /// Moves a player to another seat.
    Move {
        /// The old seat.
        from: Seat,
        /// The new seat.
        to: Seat,
    },
    /// Seats everybody at random; the dealer stays the same person.
    Shuffle,
    /// Chooses the first dealer.
    Dealer(Seat),
    /// Chooses the first dealer at random.
    RandomDealer,
    /// Chooses the edition.
    Edition(Edition),
    /// Puts a card into the deck or takes it out. Dragon and Fairy go together.
    Card(SpecialCard, bool),
    /// In a running game: says whether the person on a seat is the same as before, under another name.
    Same(Seat, bool),
    /// Chooses named rules.
    Preset(RulesPreset),
    /// Sets a value for the rule with this key.
    Rule(String, u8),
    /// Chooses the plan of rounds.
    Plan(PlanChoice),
    /// Sets the text of the table's own list of hands.
    Hands(String),
}

/// A rule, as the set-up shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleRow {
    /// The rule.
    pub rule: &'static Rule,
    /// The value it will be played with.
    pub value: u8,
    /// The smallest and largest value.
    pub range: RangeInclusive<u8>,
    /// An explanation of the value, or the reason why it cannot be chosen.
    pub hint: Text,
    /// Whether it can be chosen.
    pub enabled: bool,
}

/// A seat of the set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupSeat {
    /// The seat, clockwise from 0.
    pub seat: Seat,
    /// The player's name.
    pub name: String,
    /// The player's initials.
    pub initials: String,
    /// Whether the player deals round 1.
    pub dealer: bool,
}

/// A person known from earlier games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPerson {
    /// The name.
    pub name: String,
    /// Whether they sit at the table.
    pub seated: bool,
}

/// The set-up, as shown.
#[derive(Clone, Debug, PartialEq)]
pub struct SetupView {
    /// The seats, in order.
    pub seats: Vec<SetupSeat>,
    /// The name being typed.
    pub typed: String,
    /// The seat whose name is being edited.
    pub editing: Option<Seat>,
    /// The known people whom the typed name can mean, latest first.
    pub known: Vec<KnownPerson>,
    /// The number of people offered while no name is typed.
    pub offered: usize,
    /// The person whom Enter takes.
    pub meant: Option<String>,
    /// The named rules that the present ones match.
    pub preset: Option<RulesPreset>,
    /// The game being set up.
    pub game: GameName,
    /// The Last Wizard: whether a fold's +1 is doubled on 1 to 7.
    pub fold_doubles: bool,
    /// The Last Wizard: all tokens, and whether each is in use for this number of players.
    pub tokens: Vec<(Token, bool)>,
    /// The edition.
    pub edition: Edition,
    /// The edition's special cards and whether each is in the deck, without the Fairy, who comes with the Dragon.
    pub cards: Vec<(SpecialCard, bool)>,
    /// The other rules, in the order of [`RULES`].
    pub rules: Vec<RuleRow>,
    /// The rules agreed on that are shown only under *More rules*.
    pub agreed_more: Vec<Text>,
    /// The plan of rounds.
    pub plan: PlanChoice,
    /// Whether no plan can be chosen, because Unicolor has its own rounds.
    pub plan_excluded: bool,
    /// The table's own list of hands, as typed.
    pub hands: String,
    /// The cards of each round under the present rules.
    pub plan_hands: Vec<u8>,
    /// The number of rounds under the present rules.
    pub rounds: usize,
    /// The approximate duration, in minutes.
    pub minutes: usize,
    /// Whether the first round can be dealt.
    pub ready: bool,
    /// What to do, or what is wrong.
    pub notice: Option<Notice>,
    /// The change of a running game; `None` for a new one.
    pub change: Option<ChangeView>,
}

/// The effects of a change of a running game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeView {
    /// The open round, from 1.
    pub round: usize,
    /// The seats with another name, if rounds were played under the old one.
    pub renamed: Vec<Renamed>,
    /// The changes, one sentence each.
    pub effects: Vec<Text>,
}

/// A seat whose name changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// The seat.
    pub seat: Seat,
    /// The name now.
    pub name: String,
    /// The name before.
    pub was: String,
    /// Whether it is the same person, whose name was wrong.
    pub same: bool,
}

#[derive(Clone, Debug)]
pub(super) struct SeatDraft {
    pub(super) name: String,
    pub(super) id: Option<Uuid>,
    /// In a running game: the seat whose rounds this draft continues.
    pub(super) before: Option<Seat>,
    /// In a running game: whether this is the same person under another name; `None` if not said.
    pub(super) same: Option<bool>,
}

impl SeatDraft {
    fn of(player: &Player) -> SeatDraft {
        SeatDraft { id: Some(player.id), ..SeatDraft::named(player.name.clone()) }
    }

    fn named(name: String) -> SeatDraft {
        SeatDraft { name, id: None, before: None, same: None }
    }
}

/// A seat of a running game whose player was taken away.
#[derive(Clone, Debug)]
struct Freed {
    draft: SeatDraft,
    /// The place at the table.
    place: Seat,
    deals: bool,
}

/// A name being edited.
#[derive(Clone, Debug)]
struct Editing {
    seat: Seat,
    /// The name that was being typed, to return to afterwards.
    before: String,
}

/// A game being set up.
#[derive(Clone, Debug, Default)]
pub(super) struct Setup {
    drafts: Vec<SeatDraft>,
    /// The seats of a running game that are to be taken again, the one to be asked about last.
    freed: Vec<Freed>,
    typed: String,
    editing: Option<Editing>,
    dealer: Seat,
    game: GameName,
    wishes: TableRules,
    /// The rules last dealt with.
    ours: TableRules,
    /// The named rules chosen last; any later change of a rule departs from them.
    preset: Option<RulesPreset>,
    /// The first round with Plus/Minus One if that is switched on while a game runs: rounds played without it may add
    /// up.
    plus_minus_one_from: Option<u8>,
    track: TrackRules,
    notice: Option<Notice>,
}

impl Setup {
    /// An empty table where Wizard begins with these rules.
    pub(super) fn of(wishes: TableRules) -> Setup {
        Setup { ours: wishes.clone(), wishes, ..Setup::default() }
    }

    /// An empty table with these settings.
    pub(super) fn with(settings: &Settings) -> Setup {
        let setup = Setup::of(settings.new_games.clone());
        let ours = settings.our_table.clone().unwrap_or_else(|| setup.ours.clone());
        Setup { track: settings.last_wizard.clone(), ours, ..setup }
    }

    /// Takes over the rules of these settings where none were chosen yet.
    pub(super) fn adopt(&mut self, settings: &Settings) {
        let (before, now) = (Setup::with(&Settings::default()), Setup::with(settings));
        if self.wishes == before.wishes {
            self.wishes = now.wishes;
        }
        if self.track == before.track {
            self.track = now.track;
        }
        self.ours = now.ours;
    }

    /// The table of a session, with its people, seats and rules, and the next dealer.
    pub(super) fn again(session: AnyRef, settings: &Settings) -> Setup {
        let drafts: Vec<SeatDraft> =
            each!(session, session => session.people().players_at_end().iter().map(SeatDraft::of).collect());
        let dealer = each!(session, session => session.rematch_dealer());
        let setup = Setup { drafts, dealer, game: session.name(), ..Setup::with(settings) };
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
        setup.plus_minus_one_from = session.wizard().and_then(|session| match session.game().rules() {
            RuleSet { plus_minus_one: true, plus_minus_one_from, .. } => Some(*plus_minus_one_from),
            _ => u8::try_from(session.scored() + 1).ok(),
        });
        for (seat, draft) in setup.drafts.iter_mut().enumerate() {
            draft.before = Some(seat);
        }
        setup
    }

    /// A table without people, for choosing the rules of new games.
    pub(super) fn of_nobody(wishes: TableRules) -> Setup {
        let draft = |number: usize| SeatDraft::named(number.to_string());
        Setup { drafts: (1..=PLAYERS_MIN).map(draft).collect(), ..Setup::of(wishes) }
    }

    /// The game being set up.
    pub(super) fn game(&self) -> GameName {
        self.game
    }

    /// The rules of The Last Wizard at this table.
    pub(super) fn track(&self) -> &TrackRules {
        &self.track
    }

    /// The people at the table.
    pub(super) fn drafts(&self) -> &[SeatDraft] {
        &self.drafts
    }

    /// The rules wished for.
    pub(super) fn wishes(&self) -> &TableRules {
        &self.wishes
    }

    /// Who sits here, in seat order.
    pub(super) fn names(&self) -> Vec<String> {
        self.drafts.iter().map(|draft| draft.name.clone()).collect()
    }

    /// Whether nobody sits here yet.
    pub(super) fn is_empty(&self) -> bool {
        self.drafts.is_empty()
    }

    /// Handles a tap. `known` are the names of earlier games.
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
                    && let Some(draft) = self.drafts.get(seat)
                {
                    let before = std::mem::replace(&mut self.typed, draft.name.clone());
                    self.editing = Some(Editing { seat, before });
                }
            }
            SetupCommand::Remove(seat) if seat < self.drafts.len() => self.remove(seat),
            SetupCommand::Move { from, to } => self.move_draft(from, to),
            SetupCommand::Shuffle => {
                for last in (1..self.drafts.len()).rev() {
                    self.move_draft(fastrand::usize(..=last), last);
                }
            }
            SetupCommand::Dealer(seat) if seat < self.drafts.len() => self.dealer = seat,
            SetupCommand::RandomDealer if !self.drafts.is_empty() => self.dealer = fastrand::usize(..self.drafts.len()),
            SetupCommand::Game(game) => self.game = game,
            SetupCommand::FoldDoubles(doubles) => self.track.rules.fold_doubles = doubles,
            SetupCommand::Token(token) => self.track.turn(self.players(), token),
            SetupCommand::Edition(edition) => {
                self.wishes.edition = edition;
                let new: Vec<_> = edition.cards().iter().filter(|card| !SpecialCard::OF_25.contains(card)).collect();
                // Without one of its new cards, this would be an older edition.
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
                    let before = self.wishes.rules.plus_minus_one;
                    (rule.set)(&mut self.wishes.rules, value);
                    if let (false, true, Some(from)) =
                        (before, self.wishes.rules.plus_minus_one, self.plus_minus_one_from)
                    {
                        self.wishes.rules.plus_minus_one_from = from;
                    }
                }
            }
            SetupCommand::Same(seat, same) => {
                if let Some(draft) = self.drafts.get_mut(seat) {
                    draft.same = Some(same);
                }
            }
            SetupCommand::Plan(plan) => self.wishes.plan = plan,
            SetupCommand::Hands(text) => self.wishes.hands = text,
            SetupCommand::Remove(_) | SetupCommand::Dealer(_) | SetupCommand::RandomDealer => {}
        }
    }

    /// Seats the typed name. Returns whether nothing is wrong with it.
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

    /// Cancels editing a name. Returns the seat it was on.
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
            text!("{name} is already at the table. Use a name that tells the two apart.", name = name)
        } else if let Some(seat) = self.stop_editing() {
            if let Some(draft) = self.drafts.get_mut(seat).filter(|draft| draft.name != name) {
                *draft = SeatDraft { before: draft.before, ..SeatDraft::named(name) };
            }
            return;
        } else if self.drafts.len() == PLAYERS_MAX {
            match self.game {
                GameName::Wizard => text!("Wizard is for six players at most. Remove someone first."),
                GameName::LastWizard => text!("The Last Wizard is for six players at most. Remove someone first."),
            }
        } else {
            self.typed.clear();
            match self.freed.pop() {
                Some(freed) => self.play_on_for(freed, name),
                None => self.drafts.push(SeatDraft::named(name)),
            }
            return;
        };
        self.notice = Some(Notice::trouble(wrong).about(About::Name));
    }

    /// Seats somebody in the place of a player who was taken away: another person, unless the name is the same.
    fn play_on_for(&mut self, Freed { draft, place, deals }: Freed, name: String) {
        let place = place.min(self.drafts.len());
        self.drafts.insert(place, SeatDraft { before: draft.before, same: Some(false), ..SeatDraft::named(name) });
        self.dealer = if deals { place } else { self.dealer + usize::from(self.dealer >= place) };
    }

    fn remove(&mut self, seat: Seat) {
        self.stop_editing();
        let deals = self.dealer == seat;
        let draft = self.drafts.remove(seat);
        // Somebody who came before the seat was free takes it.
        if draft.before.is_some() && self.drafts.iter().all(|other| other.before.is_some()) {
            self.freed.push(Freed { draft, place: seat, deals });
        }
        if self.dealer > seat || self.dealer >= self.drafts.len() {
            self.dealer = self.dealer.saturating_sub(1);
        }
    }

    /// The folded text to search known names for; empty while an edited name is still unchanged.
    fn looked_for(&self) -> String {
        let changed = self.editing.as_ref().and_then(|editing| self.drafts.get(editing.seat));
        if changed.is_some_and(|draft| draft.name == self.typed) { String::new() } else { folded(self.typed.trim()) }
    }

    /// The names that the typed one can mean: those with a word that begins with it.
    fn matching<'a>(&self, known: impl Iterator<Item = &'a str>) -> impl Iterator<Item = &'a str> {
        let words = format!(" {}", self.looked_for());
        known.filter(move |name| words == " " || format!(" {}", folded(name)).contains(&words))
    }

    /// The only absent person whom the typed name can mean, or the one of exactly this name.
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

    /// The seat of this name, ignoring case.
    fn seat_of(&self, name: &str) -> Option<Seat> {
        self.drafts.iter().position(|draft| draft.name.to_lowercase() == name.to_lowercase())
    }

    fn move_draft(&mut self, from: Seat, to: Seat) {
        self.stop_editing();
        if from < self.drafts.len() && to < self.drafts.len() {
            let draft = self.drafts.remove(from);
            self.drafts.insert(to, draft);
            // The dealer stays the same person.
            self.dealer = match self.dealer {
                dealer if dealer == from => to,
                dealer if from < dealer && dealer <= to => dealer - 1,
                dealer if to <= dealer && dealer < from => dealer + 1,
                dealer => dealer,
            };
        }
    }

    /// Shows a notice on the set-up.
    pub(super) fn say(&mut self, notice: Notice) {
        self.notice = Some(notice);
    }

    /// The number of players, as far as the rules need it before all are seated.
    fn players(&self) -> usize {
        self.drafts.len().max(PLAYERS_MIN)
    }

    /// The hands of the chosen plan, or the problem with the list. `None` is the official plan.
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

    /// The rules to be played, and the problem with the list of hands, if any; the official hands replace a wrong list.
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

    /// Everything a session of Wizard needs, or what is missing. `known` returns the ids of names from earlier games.
    pub(super) fn finish(&self, known: impl Fn(&str) -> Option<Uuid>) -> Result<(Vec<Player>, Seat, RuleSet), Notice> {
        let people = self.people(known)?;
        let rules = self.checked_rules(people.len())?;
        Ok((people, self.dealer, rules))
    }

    /// The rules of Wizard for this many players, or what is wrong with them.
    pub(super) fn checked_rules(&self, players: usize) -> Result<RuleSet, Notice> {
        let (rules, wrong) = self.rules();
        wrong.map_or(Ok(()), Err)?;
        rules.check(players).map_err(|conflict| conflict_notice(&conflict))?;
        Ok(rules)
    }

    /// The player who deals, or goes first.
    pub(super) fn dealer(&self) -> Seat {
        self.dealer
    }

    /// Everything a session of The Last Wizard needs, or what is missing. `known` returns the ids of names from earlier
    /// games.
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

    /// The people at the table, or what is missing. `known` returns the ids of names from earlier games.
    pub(super) fn people(&self, known: impl Fn(&str) -> Option<Uuid>) -> Result<Vec<Player>, Notice> {
        if let Some(Freed { draft: SeatDraft { name, .. }, .. }) = self.freed.last() {
            return Err(Notice::quiet(text!("Who plays on for {name}? Type a name, or {name} again.", name = name)));
        }
        if self.drafts.len() < PLAYERS_MIN {
            let who = match self.game {
                GameName::Wizard => text!("Wizard is for 3 to 6 players. Add everyone at the table, clockwise."),
                GameName::LastWizard => {
                    text!("The Last Wizard is for 3 to 6 players. Add everyone at the table, clockwise.")
                }
            };
            return Err(Notice::quiet(who));
        }
        let mut people: Vec<Player> = Vec::with_capacity(self.drafts.len());
        for draft in &self.drafts {
            // Two names at one table are two people, although one of them once had the other name.
            let is_free = |id: &Uuid| {
                self.drafts
                    .iter()
                    .filter_map(|draft| draft.id)
                    .chain(people.iter().map(|player| player.id))
                    .all(|taken| taken != *id)
            };
            let id = draft.id.or_else(|| known(&draft.name).filter(is_free)).unwrap_or_else(Uuid::new_v4);
            people.push(Player { name: draft.name.clone(), id });
        }
        Ok(people)
    }

    /// The named rules that the present ones match: those chosen last, or else the first match.
    fn preset(&self) -> Option<RulesPreset> {
        let all = self.preset.into_iter().chain(RulesPreset::ALL);
        all.into_iter().find(|preset| preset.of(&self.wishes, &self.ours) == self.wishes)
    }

    /// Every visible rule, with the value it will be played with.
    fn rows(&self, played: &RuleSet) -> Vec<RuleRow> {
        let rows = RULES.iter().filter(|rule| rule.holds(played)).map(|rule| {
            let range = match rule.control {
                Control::Switch => 0..=1,
                Control::Number { range, .. } => range(played, self.players()),
                Control::Order(_) => 0..=u8::MAX,
                Control::Choice(choices) => 0..=u8::try_from(choices.len()).unwrap_or(u8::MAX).saturating_sub(1),
            };
            let excluded = played.excluded(rule, self.players());
            let enabled = excluded.is_none();
            let hint = excluded.unwrap_or_else(|| (rule.hint)(played));
            RuleRow { rule, value: (rule.value)(played), range, hint, enabled }
        });
        rows.collect()
    }

    /// The set-up, as shown. `known` are the names of earlier games, latest first.
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
            agreed_more: RULES.iter().filter(|rule| !rule.usual).filter_map(|rule| (rule.described)(&rules)).collect(),
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

/// The approximate duration in minutes: three per round, in steps of five.
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
