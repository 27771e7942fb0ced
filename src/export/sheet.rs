//! A session as people read it: who won, the standings and the rounds, with names made safe. All exports for people
//! draw this.

use chrono::{DateTime, FixedOffset, NaiveDate};

use super::look::Look;
use super::names::{SafeLanguage, isolated, lines, plain};
use super::words;
use super::words::Word;
use crate::game::{RoundState, Rules, SheetRow, Standing};
use crate::seats::Seat;
use crate::session::{Colour, Face, GameName, Grid, Line, Session, Sign, Status, chart, initials};
use crate::text;
use crate::text::Text;
use crate::with_game;
use crate::wizard::{DeckNames, Penalty, RoundReading, Trump};

/// A line of standings.
pub(super) struct Place<'a> {
    pub(super) rank: usize,
    pub(super) who: &'a Who,
    pub(super) result: String,
    /// What led to the result, in words.
    pub(super) told: String,
    /// Whether to mark the line, because nobody has a better result.
    pub(super) ahead: bool,
}

/// A player at the table.
pub(super) struct Who {
    /// The name, made safe.
    pub(super) name: String,
    /// The face, with initials of safe letters.
    pub(super) face: Face,
}

/// People with these names, already safe, and these looks.
pub(super) fn people(names: Vec<String>, looks: impl IntoIterator<Item = (Colour, Option<Sign>)>) -> Vec<Who> {
    let faced = |((name, initials), (colour, sign))| Who { name, face: Face { colour, sign, initials } };
    let marks = initials(&names);
    names.into_iter().zip(marks).zip(looks).map(faced).collect()
}

/// A date and a safe place; empty if neither is known.
pub(super) fn when_and_where(when: Option<String>, place: &str) -> String {
    let place = Some(isolated(place)).filter(|place| !place.is_empty());
    when.into_iter().chain(place).collect::<Vec<_>>().join(" · ")
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

/// The penalties of a game, one line each with the mark of its round, and the total to which it leads.
pub(super) fn penalties(session: &Session, language: SafeLanguage) -> Vec<String> {
    let readings = session.readings();
    let told = |(penalty, total)| {
        let told = text!("below a score sheet" => "{penalty}, new total {total}", penalty = penalty, total = total);
        format!("* {}", language.say(&told))
    };
    given(session).zip(session.table().totals_with_penalties(&readings)).map(told).collect()
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
    /// The words as they are said of it.
    pub(super) words: fn(Word) -> Text,
    /// The language of all words.
    pub(super) language: SafeLanguage,
    /// Who won, or who leads.
    pub(super) title: String,
    /// The time it was set up; `None` for a game written by hand.
    pub(super) date: Option<DateTime<FixedOffset>>,
    /// The place; may be empty.
    pub(super) place: String,
    /// The table of a tournament at which it was played; it is among the facts, too.
    pub(super) at_table: Option<String>,
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
        let tournament = look.tournament.map(plain);
        let at_table = session.tournament().map(|at| language.say(&at.text(tournament.as_deref())));
        let minutes = duration(session).filter(|_| identified).map(|minutes| language.say(&words::minutes(minutes)));
        let players = people(names, look.seats);
        let marks: Vec<String> = players.iter().map(|who| who.face.initials.clone()).collect();
        let (chart_lines, grid) = chart(session, &marks);
        let runs = session.status() == Status::Running;
        let rows: Vec<SheetRow> =
            session.sheet().into_iter().filter(|row| runs || row.state == RoundState::Scored).collect();
        Sheet {
            game: G::NAME,
            words: Word::text,
            language,
            lines: chart_lines,
            grid,
            title: language.say(&words::title(session, &winners)),
            date: identified.then(|| session.started()),
            place: if session.place().is_empty() { String::new() } else { plain(session.place()) },
            facts: at_table.iter().cloned().chain(facts).chain(taken_over.iter().cloned()).chain(minutes).collect(),
            at_table,
            taken_over,
            places,
            margins: rows.iter().map(|_| Margin::default()).collect(),
            rows,
            deck: DeckNames::default(),
            beside_rounds: Vec::new(),
            played,
            finished: session.status() == Status::Finished,
            notes: lines(session.notes()),
            players,
        }
    }

    /// Date and place; empty if neither is known.
    pub(super) fn when_and_where(&self, date: fn(SafeLanguage, NaiveDate) -> String) -> String {
        when_and_where(self.date.map(|at| date(self.language, at.date_naive())), &self.place)
    }

    /// The player on a seat.
    pub(super) fn who(&self, seat: Seat) -> &Who {
        static NOBODY: Who =
            Who { name: String::new(), face: Face { colour: Colour::ALL[0], sign: None, initials: String::new() } };
        self.players.get(seat).unwrap_or(&NOBODY)
    }

    /// The heading: "Final standings", or "Standings" while more rounds may come.
    pub(super) fn standings_title(&self) -> String {
        self.word(if self.finished { Word::FinalTable } else { Word::Standings })
    }

    /// A word in the sheet's language.
    pub(super) fn word(&self, word: Word) -> String {
        self.language.say(&(self.words)(word))
    }

    /// The number of rounds that went well, in a sentence.
    pub(super) fn met(&self, place: &Standing) -> String {
        self.language.say(&with_game!(self.game, Game => Game::met_told(place.met, self.played)))
    }

    /// The lines of the standings, best first.
    pub(super) fn standings(&self) -> Vec<Place<'_>> {
        let line = |place: &Standing| Place {
            rank: place.rank,
            who: self.who(place.seat),
            result: self.number(place.total),
            told: self.met(place),
            ahead: place.rank == 1 && self.played > 0,
        };
        self.places.iter().map(line).collect()
    }

    /// The title of the chart.
    pub(super) fn chart_title(&self) -> String {
        self.language.say(&with_game!(self.game, Game => Game::chart_title()))
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
