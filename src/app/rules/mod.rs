//! The rules for reference: chapters in our own words, a search, what a bid is worth, and the first-hand odds.

mod chapter;
mod command;
mod game;
mod last_wizard;
mod special_cards;
mod variants;

use self::chapter::{Chapter, Shows, has_all};
pub use self::command::RulesCommand;
use super::data::{Action, ActionStyle, Icon, Item, Page, Section};
use super::{Command, Tone};
use crate::language::Language;
use crate::session::{GameName, folded};
use crate::table::first_hand_odds;
use crate::text;
use crate::text::Text;
use crate::wizard::{Card, Colour, DeckNames, PLAYERS_MAX, PLAYERS_MIN, Plan, RuleSet, Trump};

/// The largest hand there can be: 80 cards among 3 players.
const HAND_MAX: u8 = 26;

fn chapters(of: GameName) -> Vec<Chapter> {
    let mut chapters = match of {
        GameName::Wizard => [game::chapters(), special_cards::chapters(), variants::chapters()].concat(),
        GameName::LastWizard => last_wizard::chapters(),
    };
    chapters.push(game::leaving());
    chapters
}

pub(super) struct Rules {
    game: GameName,
    /// `None` for all.
    chapter: Option<usize>,
    search: String,
    bid: u8,
    tricks: u8,
    cloud: i8,
    players: usize,
    turned_up: Option<(Card, Trump)>,
}

impl Default for Rules {
    fn default() -> Self {
        Rules::of(GameName::default(), 4)
    }
}

impl Rules {
    pub(super) fn of(game: GameName, players: usize) -> Rules {
        Rules { game, chapter: Some(0), search: String::new(), bid: 3, tricks: 2, cloud: 0, players, turned_up: None }
    }

    pub(super) fn handle(&mut self, command: RulesCommand) {
        match command {
            RulesCommand::Of(game) => (self.game, self.chapter) = (game, Some(0)),
            RulesCommand::Chapter(chapter) => (self.chapter, self.search) = (chapter, String::new()),
            RulesCommand::Search(search) => self.search = search,
            RulesCommand::Bid(bid) => self.bid = bid.min(HAND_MAX),
            RulesCommand::Tricks(tricks) => self.tricks = tricks.min(HAND_MAX),
            RulesCommand::Cloud(cloud) => self.cloud = cloud,
            RulesCommand::Players(players) => self.players = players.clamp(PLAYERS_MIN, PLAYERS_MAX),
            RulesCommand::TurnedUp(card, trump) => self.turned_up = Some((card, trump)),
        }
    }

    pub(super) fn page(&self, deck: DeckNames, language: Language) -> Page {
        let typed = folded(&self.search);
        let words: Vec<&str> = typed.split_whitespace().collect();
        let mut shown = chapters(self.game);
        if !words.is_empty() {
            shown = shown.into_iter().filter_map(|chapter| chapter.found(&words, language)).collect();
            shown.sort_by_key(|chapter| !has_all(&language.translate(&chapter.title), &words));
        } else if let Some(chapter) = self.chapter {
            shown = shown.into_iter().skip(chapter).take(1).collect();
        }
        let mut first = vec![self.search()];
        first.extend(shown.into_iter().flat_map(|chapter| self.sections(chapter, deck, language)));
        if first.len() == 1 {
            let text = text!(
                "No rule mentions “{words}”. Try a shorter word, or one of the game's own.",
                words = self.search.trim()
            );
            let all = Action::new(text!("Show all rules"), on(RulesCommand::Chapter(None)));
            first.push(Section::Card("nothing", vec![Item::status("nothing", text), Item::buttons([all])]));
        }
        let part = format!("{:?} {:?} {}", self.game, self.chapter, self.search);
        let back = Action::labelled(text!("Back"), Command::StepBack).icon(Icon::Close);
        let actions = vec![back.style(ActionStyle::Quiet)];
        Page { second: vec![self.contents()], part, actions, ..Page::new("rules", text!("Rules"), first) }
    }

    fn search(&self) -> Section {
        let search = |typed| on(RulesCommand::Search(typed));
        let clear = Action::labelled(text!("Clear the search"), search(String::new()));
        let field = Item::field(Text::foreign(""), &*self.search, search)
            .key("search")
            .label(text!("Search the rules"))
            .hint(text!("Search the rules"))
            .with((!self.search.is_empty()).then(|| clear.icon(Icon::Close)));
        let option = |name: Text, label: Text, game: GameName| {
            Action::option(name, self.game == game, on(RulesCommand::Of(game))).label(label)
        };
        let games = [
            option(text!("Wizard"), text!("Rules of Wizard"), GameName::Wizard),
            option(text!("The Last Wizard"), text!("Rules of The Last Wizard"), GameName::LastWizard),
        ];
        Section::Card("search", vec![field, Item::choice(Text::foreign(""), games).label(text!("Game"))])
    }

    fn contents(&self) -> Section {
        let chosen = |chapter| self.search.is_empty() && self.chapter == chapter;
        let chip = |name: Text, chapter: Option<usize>| {
            Action::chip(name, chosen(chapter), on(RulesCommand::Chapter(chapter)))
        };
        let each = chapters(self.game).into_iter().enumerate();
        let each = each.map(|(index, chapter)| chip(chapter.title, Some(index)));
        let all = each.chain([chip(text!("All rules"), None)]);
        let chips = Item::chips(Text::foreign(""), all).key("chapters").label(text!("Chapters"));
        Section::Card("chapters", vec![Item::heading(text!("Chapters")), chips])
    }

    fn sections(&self, chapter: Chapter, deck: DeckNames, language: Language) -> Vec<Section> {
        let key = chapter.title.english;
        let mut items = vec![Item { small: chapter.part, ..Item::heading(chapter.title) }];
        items.extend(chapter.texts.into_iter().map(Item::text));
        items.extend(chapter.lines.into_iter().map(|(name, text)| Item::pair(name, text)));
        match chapter.shows {
            Shows::Nothing => vec![Section::Card(key, items)],
            Shows::Calculator => {
                items.extend(self.calculator(language));
                vec![Section::Card(key, items)]
            }
            Shows::Odds => {
                // What is looked up comes before what is read once.
                let texts = items.split_off(1);
                items.extend(self.first_hand(deck));
                let table = first_hand_odds(self.players, self.turned_up, deck, language);
                vec![Section::Card(key, items), Section::Table("odds", Box::new(table)), Section::Card("texts", texts)]
            }
        }
    }

    fn calculator(&self, language: Language) -> [Item; 5] {
        let button =
            |label: Text, enabled: bool, command: RulesCommand| Action::labelled(label, on(command)).enabled(enabled);
        let bid = [
            button(text!("One fewer bid"), self.bid > 0, RulesCommand::Bid(self.bid.saturating_sub(1))),
            button(text!("One more bid"), self.bid < HAND_MAX, RulesCommand::Bid(self.bid + 1)),
        ];
        let tricks = [
            button(text!("One trick fewer"), self.tricks > 0, RulesCommand::Tricks(self.tricks.saturating_sub(1))),
            button(text!("One trick more"), self.tricks < HAND_MAX, RulesCommand::Tricks(self.tricks + 1)),
        ];
        let cloud = |name: Text, label: Text, cloud: i8| {
            Action::option(name, self.cloud == cloud, on(RulesCommand::Cloud(cloud))).label(label)
        };
        let change = |cloud: i8| Text::foreign(language.points(cloud.into()));
        let clouds = [
            cloud(text!("change by the Cloud" => "none"), text!("The Cloud changes nothing"), 0),
            cloud(change(-1), text!("The Cloud takes one off the bid"), -1),
            cloud(change(1), text!("The Cloud adds one to the bid"), 1),
        ];
        [
            Item { small: true, ..Item::heading(text!("What is it worth?")) },
            Item::stepper(text!("number bid" => "Bid"), Text::foreign(self.bid.to_string()), bid),
            Item::stepper(text!("Tricks taken"), Text::foreign(self.tricks.to_string()), tricks),
            Item::choice(text!("Change by the Cloud"), clouds),
            self.worth(language),
        ]
    }

    fn worth(&self, language: Language) -> Item {
        let scored = i16::from(self.bid) + i16::from(self.cloud);
        let points = Plan::of(&RuleSet::default(), PLAYERS_MIN).points(1, scored, self.tricks);
        let (bid, tricks, worth) = (self.bid, self.tricks, language.points(points.into()));
        let (text, tone) = if self.cloud != 0 && self.tricks == 0 {
            (text!("Whoever takes the Cloud has taken at least one trick."), Tone::Plain)
        } else if scored < 0 {
            (text!("A bid of 0 can only become 1."), Tone::Plain)
        } else {
            let text = match self.cloud {
                0 => text!("Bid {bid}, took {took}: {points}", bid = bid, took = tricks, points = worth),
                _ => text!(
                    "Bid {bid}, made {made} by the Cloud, took {took}: {points}",
                    bid = bid,
                    made = scored,
                    took = tricks,
                    points = worth,
                ),
            };
            (text, if points > 0 { Tone::Done } else { Tone::Trouble })
        };
        Item { small: false, ..Item::status("worth", text).tone(tone) }
    }

    fn first_hand(&self, deck: DeckNames) -> [Item; 2] {
        let players = (PLAYERS_MIN..=PLAYERS_MAX).map(|players| {
            let label = text!("{n} player at the table" | "{n} players at the table" % players);
            let name = Text::foreign(players.to_string());
            Action::option(name, self.players == players, on(RulesCommand::Players(players))).label(label)
        });
        let chip = |name: Text, card: Card, trump: Trump| {
            let label = text!("Turned up: {card}", card = name.clone());
            Action::chip(name, self.turned_up == Some((card, trump)), on(RulesCommand::TurnedUp(card, trump)))
                .label(label)
        };
        let of_colour = |rank| chip(deck.rank(rank), Card::Plain(Colour::Blue, rank), Trump::Blue);
        let others = [
            chip(text!("card" => "Wizard"), Card::Wizard, Trump::Blue),
            chip(text!("turned-up card" => "Wizard, no trump"), Card::Wizard, Trump::None),
            chip(text!("card" => "Jester"), Card::Jester, Trump::None),
        ];
        [
            Item::choice(text!("Players at the table"), players),
            Item::chips(text!("Turned-up card"), (1..=13).map(of_colour).chain(others)),
        ]
    }
}

fn on(command: RulesCommand) -> Command {
    Command::OnRules(command)
}
