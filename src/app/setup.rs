//! Setting up a game: which one, by which rules, and by whom.

use std::ops::RangeInclusive;

use uuid::Uuid;

use super::Notice;
use super::drafts::Drafts;
use super::known::{KnownPerson, KnownTable};
use crate::archive::{PlanChoice, RulesPreset, Settings, TableRules, TrackRules};
use crate::each;
use crate::last_wizard;
use crate::last_wizard::{Pack, Token};
use crate::seats::Seating;
use crate::session::{AnyGame, AnyRef, Face, GameName, OfGame, Player, initials};
use crate::text;
use crate::text::{Text, quoted};
use crate::wizard::{Control, Edition, Game, PLAYERS_MIN, Plan, RULES, Rule, RuleConflict, RuleSet, Seat, SpecialCard};

/// The most characters quoted from an unreadable list of hands.
const WORD_MAX: usize = 24;

/// A tap on the set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupCommand {
    /// Chooses the game.
    Game(GameName),
    /// The Last Wizard: sets whether a fold's +1 is doubled on 1 to 7 like every gain.
    FoldDoubles(bool),
    /// The Last Wizard: sets the pack in use; `None` if it is not recorded.
    Pack(Option<Pack>),
    /// The Last Wizard: takes a token into use at this table, or out of use.
    Token(Token),
    /// Sets the name being typed.
    Typed(String),
    /// Adds a player of this name, or replaces the one being edited.
    Add(String),
    /// Takes the only known person whom the typed name can mean, or else the name as typed.
    Enter,
    /// Seats people who have played together, instead of those who sit there.
    Table {
        /// The names, in seat order.
        names: Vec<String>,
        /// The seat that deals first.
        dealer: Seat,
    },
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
    /// Chooses one of [`SpecialCard::SELECTIONS`].
    Selection(usize),
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
    /// Shows the edition and the rules, or only the line that sums them up.
    ShowRules(bool),
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
    /// The tables offered while nobody sits, latest first.
    pub tables: Vec<KnownTable>,
    /// The person whom Enter takes.
    pub meant: Option<String>,
    /// The named rules that the present ones match.
    pub preset: Option<RulesPreset>,
    /// Otherwise, the named rules chosen last and what differs from them.
    pub departs: Option<(RulesPreset, Vec<Text>)>,
    /// The game being set up.
    pub game: GameName,
    /// Whether the edition and the rules are shown.
    pub rules_shown: bool,
    /// What is played, in a few words each.
    pub summary: Vec<Text>,
    /// The Last Wizard: whether a fold's +1 is doubled on 1 to 7.
    pub fold_doubles: bool,
    /// The Last Wizard: the pack in use; `None` if it is not recorded.
    pub pack: Option<Pack>,
    /// The Last Wizard: all tokens, and whether each is in use for this number of players.
    pub tokens: Vec<(Token, bool)>,
    /// The edition.
    pub edition: Edition,
    /// The edition's special cards and whether each is in the deck, without the Fairy, who comes with the Dragon.
    pub cards: Vec<(SpecialCard, bool)>,
    /// The index in [`SpecialCard::SELECTIONS`] of the cards in the deck, if they are one of them.
    pub selection: Option<usize>,
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

/// A game being set up.
#[derive(Clone, Debug, Default)]
pub(super) struct Setup {
    pub(super) drafts: Drafts,
    game: GameName,
    wishes: TableRules,
    /// The rules of [`Settings::our_table`].
    ours: TableRules,
    /// The named rules chosen last; any later change of a rule departs from them.
    preset: Option<RulesPreset>,
    /// The first round with Plus/Minus One if that is switched on while a game runs: rounds played without it may add
    /// up.
    plus_minus_one_from: Option<u8>,
    track: TrackRules,
    rules_shown: bool,
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
        Setup { track: settings.last_wizard.clone(), ours: settings.our_table(), ..setup }
    }

    /// Takes over the rules of these settings where none were chosen yet, and their people where nobody sits.
    pub(super) fn adopt(&mut self, settings: &Settings) {
        if self.drafts.is_empty() && self.drafts.typed().is_empty() {
            (self.drafts, self.notice) = (Drafts::named(&settings.seats, self.game), None);
        }
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
        let drafts = each!(session, session => {
            Drafts::of(session.people().players_at_end(), session.rematch_dealer())
        });
        let setup = Setup { drafts, game: session.name(), ..Setup::with(settings) };
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
        // What is offered to a new table is not agreed on at this one, but its tokens are in use.
        let tokens = Settings { last_wizard: settings.last_wizard.clone(), ..Settings::default() };
        let mut setup = Setup { rules_shown: true, ..Setup::again(session, &tokens) };
        setup.plus_minus_one_from = session.wizard().and_then(|session| match session.game().rules() {
            RuleSet { plus_minus_one: true, plus_minus_one_from, .. } => Some(*plus_minus_one_from),
            _ => u8::try_from(session.scored() + 1).ok(),
        });
        setup.drafts.play_on(each!(session, session => session.people().players_at_end()));
        setup
    }

    /// A table without people, for choosing the rules of new games.
    pub(super) fn of_nobody(wishes: TableRules) -> Setup {
        Setup { drafts: Drafts::of_nobody(), ..Setup::of(wishes) }
    }

    /// The game being set up.
    pub(super) fn game(&self) -> GameName {
        self.game
    }

    /// The rules of The Last Wizard at this table.
    pub(super) fn track(&self) -> &TrackRules {
        &self.track
    }

    /// The rules wished for.
    pub(super) fn wishes(&self) -> &TableRules {
        &self.wishes
    }

    /// Handles a tap. `known` are the names of earlier games.
    pub(super) fn handle<'a>(&mut self, command: SetupCommand, known: impl Iterator<Item = &'a str>) {
        self.notice = None;
        match command {
            SetupCommand::Typed(text) => self.drafts.type_name(text),
            SetupCommand::Add(name) => self.notice = self.drafts.add(&name, self.game).err(),
            SetupCommand::Enter => self.notice = self.drafts.enter(known, self.game).err(),
            SetupCommand::Table { names, dealer } => {
                self.drafts = Drafts::named(&names, self.game);
                self.drafts.deal_from(dealer);
            }
            SetupCommand::Edit(seat) => self.drafts.edit(seat),
            SetupCommand::Remove(seat) => self.drafts.remove(seat),
            SetupCommand::Move { from, to } => self.drafts.move_to(from, to),
            SetupCommand::Shuffle => self.drafts.shuffle(),
            SetupCommand::Dealer(seat) => self.drafts.deal_from(seat),
            SetupCommand::RandomDealer => self.drafts.deal_from_anywhere(),
            SetupCommand::Same(seat, same) => self.drafts.say_whether_same(seat, same),
            SetupCommand::Game(game) => self.game = game,
            SetupCommand::FoldDoubles(doubles) => self.track.rules.fold_doubles = doubles,
            SetupCommand::Pack(pack) => self.track.rules.pack = pack,
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
            SetupCommand::Selection(index) => {
                if let Some(selection) = SpecialCard::SELECTIONS.get(index) {
                    self.wishes.cards.retain(|card| !SpecialCard::OF_25.contains(card));
                    self.wishes.cards.extend(*selection);
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
            SetupCommand::Plan(plan) => self.wishes.plan = plan,
            SetupCommand::Hands(text) => self.wishes.hands = text,
            SetupCommand::ShowRules(shown) => self.rules_shown = shown,
        }
    }

    /// Seats the typed name. Returns whether nothing is wrong with it.
    pub(super) fn seat_typed(&mut self) -> bool {
        self.notice = self.drafts.seat_typed(self.game).err();
        self.notice.is_none()
    }

    /// Shows a notice on the set-up.
    pub(super) fn say(&mut self, notice: Notice) {
        self.notice = Some(notice);
    }

    /// The number of players, as far as the rules need it before all are seated.
    fn players(&self) -> usize {
        self.drafts.seats().len().max(PLAYERS_MIN)
    }

    /// The hands of the chosen plan, or the problem with the list. `None` is the official plan.
    fn hands(&self) -> Result<Option<Vec<u8>>, Notice> {
        match self.wishes.plan {
            PlanChoice::Preset(preset) => Ok(preset.hands(self.players())),
            PlanChoice::Own => {
                let words = self.wishes.hands.split([' ', ',', ';', '.', '\t', '\n']).filter(|word| !word.is_empty());
                let unreadable = |word: &str| {
                    Notice::trouble(text!(
                        "“{word}” is not a number of cards. Write numbers with spaces between them, such as 1 3 5 7.",
                        word = quoted(word, WORD_MAX),
                    ))
                };
                let read = |word: &str| word.parse().map_err(|_| unreadable(word));
                match words.map(read).collect::<Result<Vec<u8>, _>>()? {
                    // Nothing is wrong before the first number.
                    none if none.is_empty() => Err(Notice::quiet(round_count())),
                    hands => Ok(Some(hands)),
                }
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

    /// Everything a session needs, or what is missing. `known` returns the ids of names from earlier games.
    pub(super) fn finish(&self, known: impl Fn(&str) -> Option<Uuid>) -> Result<(Vec<Player>, AnyGame), Notice> {
        let people = self.people(known)?;
        let players = people.len();
        let seating = Seating::new(players, self.drafts.dealer());
        let game = match self.game {
            GameName::Wizard => {
                let game = Game::seated(seating, self.checked_rules(players)?);
                OfGame::Wizard(game.map_err(|conflict| conflict_notice(&conflict))?)
            }
            GameName::LastWizard => {
                let game = last_wizard::Game::new(players, 0, self.track.rules.clone(), None);
                OfGame::LastWizard(game.map_err(|conflict| Notice::trouble(conflict.text()))?.seated(seating))
            }
        };
        Ok((people, game))
    }

    /// The settings with the tokens in use at this table of `players`, if they are others.
    pub(super) fn other_tokens(&self, players: usize, settings: &Settings) -> Option<Settings> {
        let (now, before) = (&self.track, &settings.last_wizard);
        let differ = self.game == GameName::LastWizard && now.tokens(players) != before.tokens(players);
        let last_wizard = TrackRules { tokens: now.tokens.clone(), ..before.clone() };
        differ.then(|| Settings { last_wizard, ..settings.clone() })
    }

    /// The rules of Wizard for this many players, or what is wrong with them.
    pub(super) fn checked_rules(&self, players: usize) -> Result<RuleSet, Notice> {
        let (rules, wrong) = self.rules();
        wrong.map_or(Ok(()), Err)?;
        rules.check(players).map_err(|conflict| conflict_notice(&conflict))?;
        Ok(rules)
    }

    /// The people at the table, or what is missing. `known` returns the ids of names from earlier games.
    pub(super) fn people(&self, known: impl Fn(&str) -> Option<Uuid>) -> Result<Vec<Player>, Notice> {
        self.drafts.people(known, self.game)
    }

    /// The named rules that the present ones match: those chosen last, or else the first match.
    fn preset(&self) -> Option<RulesPreset> {
        let all = self.preset.into_iter().chain(RulesPreset::ALL);
        let wished = self.wishes.bare();
        all.into_iter().find(|preset| preset.of(&self.wishes, &self.ours).bare() == wished)
    }

    /// What the present rules have that the named ones chosen last have not; a new table begins with those of its own.
    fn departures(&self) -> (RulesPreset, Vec<Text>) {
        let preset = self.preset.unwrap_or(RulesPreset::OurTable);
        let (named, now) = (preset.of(&self.wishes, &self.ours).bare(), self.wishes.bare());
        let edition = (named.edition != now.edition).then(|| text!("Edition"));
        let cards = (named.cards != now.cards).then(|| text!("Special cards"));
        let rules = RULES.iter().filter(|rule| (rule.value)(&named.rules) != (rule.value)(&now.rules));
        let rounds = ((named.plan, &named.hands) != (now.plan, &now.hands)).then(|| text!("Rounds"));
        (preset, edition.into_iter().chain(cards).chain(rules.map(|rule| (rule.title)())).chain(rounds).collect())
    }

    /// What is played, in a few words each; the number of rounds once all are seated.
    fn summary(&self, rules: &RuleSet, rounds: usize) -> Vec<Text> {
        let mut summary = match self.game {
            GameName::Wizard => std::iter::once(rules.edition().text()).chain(rules.described()).collect(),
            GameName::LastWizard => self.track.rules.described(),
        };
        match self.game {
            GameName::Wizard if rounds > 0 && self.drafts.seats().len() >= PLAYERS_MIN => summary.extend([
                text!("{n} round" | "{n} rounds" % rounds),
                text!("about {minutes} min", minutes = minutes(rounds)),
            ]),
            GameName::Wizard => {}
            GameName::LastWizard => summary.push(text!("to 30 or 0")),
        }
        summary
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
    pub(super) fn view<'a>(
        &self,
        known: impl Iterator<Item = &'a str> + Clone,
        face: impl Fn(&str) -> Face,
    ) -> SetupView {
        let names = self.drafts.names();
        let marks = initials(&names);
        let seats = names.iter().zip(marks).enumerate().map(|(seat, (name, initials))| SetupSeat {
            seat,
            name: name.clone(),
            initials,
            dealer: seat == self.drafts.dealer(),
        });
        let offer = self.drafts.offer();
        let (rules, wrong) = self.rules();
        let plan = wrong.is_none().then(|| Plan::of(&rules, self.players()));
        let plan_hands = plan.map(|plan| plan.hands().to_vec()).unwrap_or_default();
        // Rules that cannot be played are there to be changed.
        let rules_shown =
            self.rules_shown || self.game == GameName::Wizard && self.checked_rules(self.players()).is_err();
        let finished = self.finish(|_| None).map(drop);
        let notice = match (&self.notice, &finished) {
            (None, Err(problem)) => Some(problem.clone()),
            (notice, _) => notice.clone(),
        };
        let preset = self.preset();
        let tokens = self.track.tokens(self.players());
        let cards = self.wishes.edition.cards().iter().copied().filter(|&card| card != SpecialCard::Fairy);
        SetupView {
            seats: seats.collect(),
            typed: self.drafts.typed().to_owned(),
            editing: self.drafts.editing(),
            offered: offer.places(known.clone()),
            meant: offer.meant(known.clone()),
            known: offer.people(known, face),
            tables: Vec::new(),
            preset,
            departs: preset.is_none().then(|| self.departures()),
            game: self.game,
            rules_shown,
            summary: self.summary(&rules, plan_hands.len()),
            fold_doubles: self.track.rules.fold_doubles,
            pack: self.track.rules.pack,
            tokens: Token::all().map(|token| (token, tokens.contains(&token))).collect(),
            edition: self.wishes.edition,
            cards: cards.map(|card| (card, self.wishes.cards.contains(&card))).collect(),
            selection: SpecialCard::SELECTIONS.into_iter().position(|selection| {
                rules.special_cards.len() == selection.len() && selection.iter().all(|&card| rules.has(card))
            }),
            rules: self.rows(&rules),
            agreed_more: RULES.iter().filter(|rule| !rule.usual).filter_map(|rule| (rule.described)(&rules)).collect(),
            plan: self.wishes.plan,
            plan_excluded: rules.unicolor,
            hands: self.wishes.hands.clone(),
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

fn round_count() -> Text {
    text!("A game has 1 to 40 rounds. Write how many cards each one deals, such as 1 3 5 7.")
}

fn conflict_notice(conflict: &RuleConflict) -> Notice {
    Notice::trouble(match *conflict {
        RuleConflict::HandSize { round, cards, max } => text!(
            "Round {round} cannot deal {cards} cards: 1 to {max} are possible.",
            round = round,
            cards = cards,
            max = max,
        ),
        RuleConflict::Deck { players, cards, deck, .. } => text!(
            "{players} players × {cards} cards are {dealt}, the deck has {deck}. Deal fewer, or add extra cards.",
            players = players,
            cards = cards,
            dealt = players * usize::from(cards),
            deck = deck,
        ),
        RuleConflict::RoundCount(_) => round_count(),
        RuleConflict::Players(_)
        | RuleConflict::PlusMinusOneWithSecret
        | RuleConflict::InTurnWithoutTurns
        | RuleConflict::InTurnWithLastZero
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
