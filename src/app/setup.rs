mod form;

use chrono::NaiveDate;
use uuid::Uuid;

use super::Notice;
use super::drafts::Drafts;
use super::known::KnownPerson;
use crate::archive::{PlanChoice, Settings, TableRules, TrackRules};
use crate::each;
use crate::language::{day, weekday};
use crate::last_wizard;
use crate::last_wizard::Token;
use crate::seats::Seating;
use crate::session::{AnyGame, AnyRef, Face, GameName, OfGame, Player, Record, initials};
use crate::text;
use crate::text::{Text, quoted};
use crate::wizard::{
    Edition, Game, PLAYERS_MAX, PLAYERS_MIN, Plan, PlanPreset, Rule, RuleConflict, RuleSet, Seat, SpecialCard,
    read_hands,
};

/// The maximum number of characters quoted from an unreadable list of hands.
const WORD_MAX: usize = 24;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupCommand {
    Game(GameName),
    /// The Last Wizard: whether a fold's +1 is doubled on 1 to 7.
    FoldDoubles(bool),
    /// The Last Wizard: takes a token into use at this table, or out of use.
    Token(Token),
    Typed(String),
    Add(String),
    /// The next of the known people offered, or the one before.
    Mark {
        down: bool,
    },
    Enter,
    Table {
        /// In seat order.
        names: Vec<String>,
        /// Deals first.
        dealer: Seat,
    },
    /// Opens the panel of the person on this seat.
    Open(Seat),
    /// Gives a seat to the person of this name.
    Name(Seat, String),
    Remove(Seat),
    Move {
        from: Seat,
        to: Seat,
    },
    /// Seats everybody at random; the dealer stays the same person.
    Shuffle,
    Dealer(Seat),
    RandomDealer,
    Edition(Edition),
    /// Puts a card into the deck or takes it out. Dragon and Fairy go together.
    Card(SpecialCard, bool),
    /// In a running game: whether the person on a seat is the same as before, under another name.
    Same(Seat, bool),
    /// The first round and the smallest hand in which Plus/Minus One holds; `None` where it never does.
    PlusMinusOne(Option<[u8; 2]>),
    Rule(&'static str, u8),
    Plan(PlanPreset),
    Hands(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupSeat {
    /// Clockwise from 0.
    pub seat: Seat,
    pub name: String,
    pub initials: String,
    pub dealer: bool,
    /// What a tap on the face does, or that it is done.
    pub deals: Text,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SetupView {
    pub seats: Vec<SetupSeat>,
    /// The dealer's task.
    pub deals: Text,
    pub typed: String,
    /// The placeholder of the field for names.
    pub asks: Text,
    /// In a running game: the player for whom somebody else is asked to play on.
    pub freed: Option<String>,
    /// The known people whom the typed name can mean, latest first.
    pub known: Vec<KnownPerson>,
    pub offered: usize,
    pub meant: Option<String>,
    pub summary: Vec<Text>,
    pub ready: bool,
    pub notice: Option<Notice>,
    /// `None` for a new one.
    pub change: Option<ChangeView>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeView {
    /// The open round, from 1.
    pub round: usize,
    /// The seats with another name, if rounds were played under the old one.
    pub renamed: Vec<Renamed>,
    /// One sentence each.
    pub effects: Vec<Text>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    pub seat: Seat,
    pub name: String,
    pub was: String,
    /// Whether it is the same person, whose name was wrong.
    pub same: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Setup {
    pub(super) drafts: Drafts,
    game: GameName,
    wishes: TableRules,
    /// The open round of a running game, from 1.
    round: Option<usize>,
    /// The first round with Plus/Minus One if that is switched on while a game runs: rounds played without it may add
    /// up.
    plus_minus_one_from: Option<u8>,
    track: TrackRules,
    /// The seat whose person is shown in a panel.
    pub(super) opened: Seat,
    notice: Option<Notice>,
    /// The day of the last game, while the table is as in that.
    like_on: Option<NaiveDate>,
}

impl Setup {
    pub(super) fn with(settings: &Settings) -> Setup {
        let (mut wishes, mut track) = (settings.new_games.clone(), settings.last_wizard.clone());
        // Of the game they were noted for, but not agreed on for others.
        (wishes.rules.extra_cards, track.rules.pack) = (0, None);
        Setup { wishes, track, ..Setup::default() }
    }

    /// Takes over the rules of these settings where none were chosen yet, and their people on empty seats.
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
    }

    /// As the last game was, with the next dealer.
    pub(super) fn like(last: &Record, day: NaiveDate, settings: &Settings) -> Setup {
        let game = last.game();
        let mut drafts = Drafts::named(&last.people.names_at_end(), game);
        drafts.deal_from(last.next_starter());
        Setup { drafts, game, like_on: Some(day), ..Setup::with(settings) }
    }

    /// The table of a session, with its people, seats and rules, and the next dealer.
    pub(super) fn again(session: AnyRef, settings: &Settings) -> Setup {
        let drafts = each!(session, session => {
            Drafts::of(session.people().players_at_end(), session.rematch_dealer())
        });
        let setup = Setup { drafts, game: session.name(), ..Setup::with(settings) };
        match session {
            AnyRef::Wizard(session) => {
                let wishes = TableRules::of(session.planned().rules(), setup.players());
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
        let round = each!(session, session => session.scored()) + 1;
        let mut setup = Setup { round: Some(round), ..Setup::again(session, &tokens) };
        if let Some(session) = session.wizard() {
            let rules = session.game().rules();
            setup.wishes = TableRules::of(rules, setup.players());
            setup.plus_minus_one_from = match rules {
                RuleSet { plus_minus_one: true, plus_minus_one_from, .. } => Some(*plus_minus_one_from),
                _ => u8::try_from(round).ok(),
            };
        }
        setup.drafts.play_on(each!(session, session => session.people().players_at_end()));
        setup
    }

    pub(super) fn game(&self) -> GameName {
        self.game
    }

    pub(super) fn track(&self) -> &TrackRules {
        &self.track
    }

    /// `known` are the names of earlier games.
    pub(super) fn handle<'a>(&mut self, command: SetupCommand, known: impl Iterator<Item = &'a str> + Clone) {
        self.notice = None;
        if !matches!(command, SetupCommand::Typed(_) | SetupCommand::Mark { .. } | SetupCommand::Open(_)) {
            self.like_on = None;
        }
        let marked = self.drafts.unmark();
        match command {
            SetupCommand::Typed(text) => self.drafts.type_name(text),
            SetupCommand::Add(name) => self.notice = self.drafts.add(&name, self.game).err(),
            SetupCommand::Mark { down } => self.drafts.mark(marked.as_deref(), down, known),
            SetupCommand::Enter => self.notice = self.drafts.enter(marked, known, self.game).err(),
            SetupCommand::Table { names, dealer } => {
                self.drafts = Drafts::named(&names, self.game);
                self.drafts.deal_from(dealer);
            }
            SetupCommand::Open(seat) => self.opened = seat,
            SetupCommand::Name(seat, name) => self.notice = self.drafts.rename(seat, &name).err(),
            SetupCommand::Remove(seat) => self.drafts.remove(seat),
            SetupCommand::Move { from, to } => self.drafts.move_to(from, to),
            SetupCommand::Shuffle => self.drafts.shuffle(),
            SetupCommand::Dealer(seat) => self.drafts.deal_from(seat),
            SetupCommand::RandomDealer => self.drafts.deal_from_anywhere(),
            SetupCommand::Same(seat, same) => self.drafts.set_same(seat, same),
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
            SetupCommand::PlusMinusOne(since) => {
                let rules = &mut self.wishes.rules;
                let begins = std::mem::replace(&mut rules.plus_minus_one, since.is_some()) != since.is_some();
                if let Some([round, cards]) = since {
                    rules.plus_minus_one_from = self.plus_minus_one_from.filter(|_| begins).unwrap_or(round);
                    rules.plus_minus_one_from_cards = cards;
                }
            }
            SetupCommand::Rule(key, value) => {
                if let Some(rule) = Rule::of(key) {
                    (rule.set)(&mut self.wishes.rules, value);
                }
            }
            SetupCommand::Plan(plan) => self.wishes.plan = PlanChoice::Preset(plan),
            SetupCommand::Hands(text) => (self.wishes.plan, self.wishes.hands) = (PlanChoice::Own, text),
        }
    }

    /// Returns whether the name is valid.
    pub(super) fn seat_typed<'a>(&mut self, known: impl Iterator<Item = &'a str> + Clone) -> bool {
        self.notice = self.drafts.seat_typed(known, self.game).err();
        self.notice.is_none()
    }

    pub(super) fn show_notice(&mut self, notice: Notice) {
        self.notice = Some(notice);
    }

    /// As far as the rules need it before all are seated.
    fn players(&self) -> usize {
        self.drafts.places().max(PLAYERS_MIN)
    }

    /// The hands of the chosen plan, or the problem with the list. `None` is the official plan.
    fn hands(&self) -> Result<Option<Vec<u8>>, Notice> {
        match self.wishes.plan {
            PlanChoice::Preset(preset) => Ok(preset.hands(self.players())),
            PlanChoice::Own => {
                let unreadable = |word: String| {
                    Notice::trouble(text!(
                        "“{word}” is not a number of cards. Write numbers with spaces between them, such as 1 3 5 7 or \
                         1-15.",
                        word = quoted(&word, WORD_MAX),
                    ))
                };
                match read_hands(&self.wishes.hands).map_err(unreadable)? {
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
        // In a running game it may have one more round.
        let runs_on_own = self.plus_minus_one_from.is_some() && self.wishes.plan == PlanChoice::Own;
        if official.unicolor && !runs_on_own {
            return (official, None);
        }
        match self.hands() {
            Ok(hands) => (RuleSet { hands, ..wished }.playable(self.players()), None),
            Err(wrong) => (official, Some(wrong)),
        }
    }

    /// `known` returns the ids of names from earlier games.
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

    pub(super) fn checked_rules(&self, players: usize) -> Result<RuleSet, Notice> {
        let (rules, wrong) = self.rules();
        wrong.map_or(Ok(()), Err)?;
        rules.check(players).map_err(|conflict| conflict_notice(&conflict))?;
        Ok(rules)
    }

    /// `known` returns the ids of names from earlier games.
    pub(super) fn people(&self, known: impl Fn(&str) -> Option<Uuid>) -> Result<Vec<Player>, Notice> {
        self.drafts.people(known, self.game)
    }

    /// The rules in a few words each, with the number of rounds once all are seated.
    fn summary(&self, rules: &RuleSet, rounds: usize) -> Vec<Text> {
        let mut summary = match self.game {
            GameName::Wizard => {
                std::iter::once(rules.edition().text()).chain(rules.described(self.players())).collect()
            }
            GameName::LastWizard => self.track.rules.described(),
        };
        if self.game == GameName::Wizard && rounds > 0 && self.drafts.places() >= PLAYERS_MIN {
            summary.extend([
                text!("{n} round" | "{n} rounds" % rounds),
                text!("about {minutes} min", minutes = minutes(rounds)),
            ]);
        }
        summary
    }

    /// When the same people last played like this, while nothing is changed.
    pub(super) fn as_before(&self, today: NaiveDate) -> Option<Text> {
        let before = self.like_on?;
        let like = match (today - before).num_days() {
            0..7 => text!("a weekday" => "As on {day}", day = weekday(before)),
            _ => text!("a date" => "As on {day}", day = day(before)),
        };
        Some(match self.game {
            GameName::Wizard => text!("{like}; the deal has moved on", like = like),
            GameName::LastWizard => text!("{like}; the next player goes first", like = like),
        })
    }

    /// `known` are the names of earlier games, latest first.
    pub(super) fn view<'a>(
        &self,
        known: impl Iterator<Item = &'a str> + Clone,
        face: impl Fn(&str) -> Face,
    ) -> SetupView {
        let names = self.drafts.names();
        let marks = initials(&names);
        let seats = names.iter().zip(marks).enumerate().map(|(seat, (name, initials))| {
            let dealer = seat == self.drafts.dealer();
            let deals = match self.game {
                _ if dealer => text!("who, what they do" => "{name} {does}", name = name, does = self.deals()),
                GameName::Wizard => text!("Let {name} deal", name = name),
                GameName::LastWizard => text!("Let {name} begin", name = name),
            };
            SetupSeat { seat, name: name.clone(), initials, dealer, deals }
        });
        let asks = match self.drafts.freed() {
            Some(name) => text!("Who plays on for {name}?", name = name),
            None if names.len() == PLAYERS_MAX => text!("Six at the table is the most"),
            None => text!("Add a player…"),
        };
        let offer = self.drafts.offer();
        let (rules, wrong) = self.rules();
        let rounds = wrong.map_or_else(|| Plan::of(&rules, self.players()).rounds(), |_| 0);
        let finished = self.finish(|_| None).map(drop);
        let notice = match (&self.notice, &finished) {
            (None, Err(problem)) => Some(problem.clone()),
            (notice, _) => notice.clone(),
        };
        SetupView {
            seats: seats.collect(),
            deals: self.deals(),
            typed: self.drafts.typed().to_owned(),
            asks,
            freed: self.drafts.freed().map(str::to_owned),
            offered: offer.places(known.clone()),
            meant: self.drafts.meant(known.clone()),
            known: offer.people(known, face),
            summary: self.summary(&rules, rounds),
            ready: finished.is_ok(),
            notice,
            change: None,
        }
    }

    fn deals(&self) -> Text {
        match (self.game, self.round) {
            (GameName::Wizard, None) => text!("a player" => "deals first"),
            (GameName::LastWizard, None) => text!("a player" => "plays first"),
            (GameName::Wizard, Some(round)) => text!("a player" => "deals round {round}", round = round),
            (GameName::LastWizard, Some(round)) => text!("a player" => "begins round {round}", round = round),
        }
    }
}

/// Three per round, in steps of five.
fn minutes(rounds: usize) -> usize {
    (rounds * 3).div_ceil(5) * 5
}

fn round_count() -> Text {
    text!("A game has 1 to 40 rounds. Write how many cards each one deals, such as 1 3 5 7 or 1-15.")
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
            "{players} players × {cards} cards are {dealt}, the deck has {deck}. Deal fewer.",
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
