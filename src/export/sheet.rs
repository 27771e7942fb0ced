//! A session as people read it: who won, the standings and the rounds, with names made safe. All exports for people
//! draw this.

use chrono::{DateTime, FixedOffset};

use super::look::Look;
use super::names::{SafeLanguage, isolated, lines, plain};
use super::words;
use super::words::Word;
use crate::game::{RoundState, Rules, SheetRow, Standing};
use crate::seats::Seat;
use crate::session::{GameName, Grid, Line, Session, Status, chart, initials};
use crate::text::Text;
use crate::wizard::{DeckNames, PLAYERS_MAX, Penalty, RoundReading, Trump};

/// A player at the table.
pub(super) struct Who {
    /// The name, made safe.
    pub(super) name: String,
    /// The initials: a letter or two.
    pub(super) initials: String,
}

/// The notes beside a round of Wizard.
#[derive(Default)]
pub(super) struct Margin {
    pub(super) cards: u8,
    pub(super) trump: Option<Trump>,
    pub(super) bombs: u8,
    /// Whether the bids add up to the cards and the table let them stand.
    pub(super) waived: bool,
    /// Whether penalty points or a move by hand are told below.
    pub(super) told_below: bool,
    /// Whether to show the cards, because in this game they differ from the rounds' numbers.
    pub(super) odd_cards: bool,
}

impl Margin {
    fn of(session: &Session, round: &RoundReading) -> Margin {
        let begun = round.is_begun();
        Margin {
            cards: round.cards,
            trump: round.trump.filter(|_| begun),
            bombs: if begun { round.bombs } else { 0 },
            waived: round.is_waived(),
            told_below: !round.penalties.is_empty(),
            odd_cards: (1..).zip(session.game().plan().hands()).any(|(round, &cards)| usize::from(cards) != round),
        }
    }
}

/// A round's number, with a mark if it was kept against a rule, and one if a penalty is told below.
pub(super) fn marked(number: usize, waived: bool, penalised: bool) -> String {
    format!("{number}{}{}", if waived { " ±1" } else { "" }, if penalised { "*" } else { "" })
}

/// The penalties of a game, one line each with the mark of its round.
pub(super) fn penalties(session: &Session, language: SafeLanguage) -> Vec<String> {
    given(session).map(|penalty| format!("* {}", language.say(&penalty))).collect()
}

/// The penalties of a game, in a sentence each, with whoever played the round.
pub(super) fn given(session: &Session) -> impl Iterator<Item = Text> {
    let told = |penalty: &Penalty| penalty.described(&session.people().names_in(penalty.first_counted()));
    session.table().penalties.iter().map(told)
}

/// A session as people read it.
pub struct Sheet {
    /// The game it is of.
    pub(super) game: GameName,
    /// The language of all words.
    pub(super) language: SafeLanguage,
    /// The colour of each seat, from 0 to 5.
    colours: [u8; PLAYERS_MAX],
    /// Who won, or who leads.
    pub(super) title: String,
    /// The time it was set up; `None` for a game written by hand.
    pub(super) date: Option<DateTime<FixedOffset>>,
    /// The place; may be empty.
    pub(super) place: String,
    /// Edition, rules, rounds and duration, each in a few words.
    pub(super) facts: Vec<String>,
    /// Who took over from whom, in a sentence each; they are among the facts, too.
    pub(super) taken_over: Vec<String>,
    /// The players at the end, in seat order.
    pub(super) players: Vec<Who>,
    /// The standings, best first.
    pub(super) places: Vec<Standing>,
    /// The scored rounds, the open one, and in a running game those to come.
    pub(super) rows: Vec<SheetRow>,
    /// The notes beside each of them.
    pub(super) margins: Vec<Margin>,
    /// The names of the deck's colours.
    pub(super) deck: DeckNames,
    /// What was given or moved outside the rounds, one line each with the mark of its round.
    pub(super) beside_rounds: Vec<String>,
    /// The number of scored rounds.
    pub(super) played: usize,
    pub(super) finished: bool,
    /// The lines of points by round, and their grid.
    pub(super) lines: Vec<Line>,
    pub(super) grid: Vec<Grid>,
    /// The lines of the notes; empty if there are none.
    pub(super) notes: Vec<String>,
}

impl Sheet {
    /// A game of Wizard as people read it. Without `identified` (a game written by hand) it has no date.
    pub(super) fn of_wizard(session: &Session, identified: bool, look: Look) -> Sheet {
        let language = SafeLanguage::of(look.language);
        let mut facts = words::rules(session.game().rules(), language);
        facts.push(language.say(&words::rounds(session.scored(), session.game().plan().rounds())));
        facts.extend(session.game().decided_by(session.table()).map(|criterion| language.say(&criterion.decided())));
        let margins = session.readings().iter().map(|round| Margin::of(session, round)).collect();
        let beside_rounds = penalties(session, language);
        let deck = session.game().rules().deck;
        Sheet { margins, deck, beside_rounds, ..Sheet::new(session, facts, identified, look) }
    }

    /// The parts that the sheets of all games have; `facts` are the rules agreed on.
    pub(super) fn new<G: Rules>(session: &Session<G>, facts: Vec<String>, identified: bool, look: Look) -> Sheet {
        let language = SafeLanguage::of(look.language);
        let names: Vec<String> = session.people().names_at_end().iter().map(|name| plain(name)).collect();
        let (played, places) = (session.scored(), session.standings());
        let first = places.iter().filter(|line| played > 0 && line.rank == 1);
        let winners: Vec<String> = first.filter_map(|line| names.get(line.seat)).cloned().collect();
        let taken_over: Vec<String> = session.taken_over().iter().map(|line| language.say(line)).collect();
        let minutes = duration(session).filter(|_| identified).map(|minutes| language.say(&words::minutes(minutes)));
        let marks = initials(&names);
        let (chart_lines, grid) = chart(session, &marks);
        let runs = session.status() == Status::Running;
        let rows: Vec<SheetRow> =
            session.sheet().into_iter().filter(|row| runs || row.state == RoundState::Scored).collect();
        Sheet {
            game: G::NAME,
            language,
            colours: look.colours,
            lines: chart_lines,
            grid,
            title: language.say(&words::title(session, &winners)),
            date: identified.then(|| session.started()),
            place: if session.place().is_empty() { String::new() } else { plain(session.place()) },
            facts: facts.into_iter().chain(taken_over.iter().cloned()).chain(minutes).collect(),
            taken_over,
            places,
            margins: rows.iter().map(|_| Margin::default()).collect(),
            rows,
            deck: DeckNames::default(),
            beside_rounds: Vec::new(),
            played,
            finished: session.status() == Status::Finished,
            notes: lines(session.notes()),
            players: names.into_iter().zip(marks).map(|(name, initials)| Who { name, initials }).collect(),
        }
    }

    /// Date and place; empty if neither is known.
    pub(super) fn when_and_where(&self, date: fn(SafeLanguage, DateTime<FixedOffset>) -> String) -> String {
        let when = self.date.map(|at| date(self.language, at));
        let place = Some(isolated(&self.place)).filter(|place| !place.is_empty());
        when.into_iter().chain(place).collect::<Vec<_>>().join(" · ")
    }

    /// The name and initials of the player on a seat.
    pub(super) fn who(&self, seat: Seat) -> (&str, &str) {
        self.players.get(seat).map_or(("", ""), |who| (&who.name, &who.initials))
    }

    /// The colour of a seat, from 0 to 5.
    pub(super) fn colour(&self, seat: Seat) -> usize {
        self.colours.get(seat).copied().map_or(seat, usize::from)
    }

    /// The heading: "Final standings", or "Standings" while more rounds may come.
    pub(super) fn standings_title(&self) -> String {
        self.word(if self.finished { Word::FinalTable } else { Word::Standings })
    }

    /// A word in the sheet's language.
    pub(super) fn word(&self, word: Word) -> String {
        word.said_of(self.game, self.language)
    }

    /// The number of rounds that went well, in a sentence.
    pub(super) fn met(&self, place: &Standing) -> String {
        self.language.say(&words::bids_met(self.game, place.met, self.played))
    }

    /// The title of the chart.
    pub(super) fn chart_title(&self) -> String {
        self.language.say(&words::chart_title(self.game))
    }

    /// A number for people, with a true minus sign.
    pub(super) fn number(&self, number: i32) -> String {
        self.language.number(number)
    }

    /// The rounds, each with the notes beside it.
    pub(super) fn beside(&self) -> impl Iterator<Item = (&SheetRow, &Margin)> {
        self.rows.iter().zip(&self.margins)
    }

    /// Whether any round shown has other cards than 1, 2, 3 …
    pub(super) fn has_odd_cards(&self) -> bool {
        self.beside().any(|(_, margin)| margin.odd_cards)
    }

    /// Whether any round shows a trump colour.
    pub(super) fn has_trump(&self) -> bool {
        self.beside().any(|(_, margin)| margin.trump.is_some_and(|trump| trump != Trump::None))
    }

    /// Whether a Bomb was played.
    pub(super) fn has_bomb(&self) -> bool {
        self.beside().any(|(_, margin)| margin.bombs > 0)
    }

    /// Whether a round was kept although its bids add up.
    pub(super) fn has_waived(&self) -> bool {
        self.beside().any(|(_, margin)| margin.waived)
    }

    /// Whether a Cloud changed a bid.
    pub(super) fn has_cloud(&self) -> bool {
        self.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.entry.contains('→'))
    }
}

/// The minutes from set-up to end, if known and plausible.
pub(super) fn duration<G: Rules>(session: &Session<G>) -> Option<i64> {
    session.minutes().filter(|_| session.status() != Status::Running)
}
