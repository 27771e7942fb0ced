//! What a person reads of a session: who won, the standings and the rounds, names already made safe. The exports for
//! people all draw this.

use chrono::{DateTime, FixedOffset};

use super::look::Look;
use super::names::{isolated, lines, plain};
use super::words;
use super::words::Word;
use crate::game::{RoundState, SheetRow, Standing};
use crate::language::Language;
use crate::seats::Seat;
use crate::session::{GameName, Grid, Line, Recorded, Session, Status, chart, initials};
use crate::wizard::{DeckNames, PLAYERS_MAX, Penalty, RoundReading, Trump};

/// Someone at the table.
pub(super) struct Who {
    /// In one line, without control characters.
    pub(super) name: String,
    /// A letter or two.
    pub(super) initials: String,
}

/// What stands beside a round of Wizard.
#[derive(Default)]
pub(super) struct Margin {
    pub(super) cards: u8,
    pub(super) trump: Option<Trump>,
    pub(super) bombs: u8,
    /// The bids add up to the cards, and the table let them stand.
    pub(super) waived: bool,
    /// Something is told of it below: penalty points, or a move by hand.
    pub(super) told_below: bool,
    /// Are the cards worth a word? In a game where they are not always the round's number.
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

/// A round's number, with a mark where it was kept against a rule, and one where a penalty is told below.
pub(super) fn marked(number: usize, waived: bool, penalised: bool) -> String {
    format!("{number}{}{}", if waived { " ±1" } else { "" }, if penalised { "*" } else { "" })
}

/// The penalties of a game, a line each with the mark of their rounds. `names` are the players in seat order.
pub(super) fn penalties(session: &Session, names: &[String], language: Language) -> Vec<String> {
    let line = |penalty: &Penalty| {
        let reason = Some(&penalty.reason).filter(|reason| !reason.is_empty());
        let reason = reason.map(|reason| isolated(&plain(reason))).unwrap_or_default();
        format!("* {}", language.say(&Penalty { reason, ..penalty.clone() }.told(names)))
    };
    session.table().penalties.iter().map(line).collect()
}

/// A session as a person reads it.
pub struct Sheet {
    /// Which game it is of.
    pub(super) game: GameName,
    /// What it is said in.
    pub(super) language: Language,
    /// Which of the six colours each seat has.
    colours: [u8; PLAYERS_MAX],
    /// Who won, or how it stands.
    pub(super) title: String,
    /// When it was set up; `None` for a game written by hand.
    pub(super) date: Option<DateTime<FixedOffset>>,
    /// Empty when nobody said.
    pub(super) place: String,
    /// Edition, rules, rounds and duration, each in a few words.
    pub(super) facts: Vec<String>,
    /// In seat order.
    pub(super) players: Vec<Who>,
    /// Best first.
    pub(super) places: Vec<Standing>,
    /// The scored rounds, the open one, and in a running game those to come.
    pub(super) rows: Vec<SheetRow>,
    /// What stands beside each of them.
    pub(super) margins: Vec<Margin>,
    /// What the colours of the deck are called.
    pub(super) deck: DeckNames,
    /// What was given or moved beside the rounds, a line each with the mark of its round.
    pub(super) beside_rounds: Vec<String>,
    /// How many rounds are scored.
    pub(super) played: usize,
    pub(super) finished: bool,
    /// The lines of points by round, and their grid.
    pub(super) lines: Vec<Line>,
    pub(super) grid: Vec<Grid>,
    /// Lines; none when there are no notes.
    pub(super) notes: Vec<String>,
}

impl Sheet {
    /// A game of Wizard for a person. Without `identified` there is no date: the game was written by hand.
    pub(super) fn of_wizard(session: &Session, identified: bool, look: Look) -> Sheet {
        let language = look.language;
        let mut facts = words::rules(session.game().rules(), language);
        facts.push(language.say(&words::rounds(session.scored(), session.game().plan().rounds())));
        facts.extend(session.game().decided_by(session.table()).map(|criterion| language.say(&criterion.decided())));
        facts.extend(session.taken_over().iter().map(|line| language.say(line)));
        let margins = session.readings().iter().map(|round| Margin::of(session, round)).collect();
        let names: Vec<String> = session.names().iter().map(|name| isolated(&plain(name))).collect();
        let beside_rounds = penalties(session, &names, language);
        let deck = session.game().rules().deck;
        Sheet { margins, deck, beside_rounds, ..Sheet::new(session, facts, identified, look) }
    }

    /// What the sheets of all games have; `facts` is what was agreed.
    pub(super) fn new<G: Recorded>(session: &Session<G>, facts: Vec<String>, identified: bool, look: Look) -> Sheet {
        let language = look.language;
        let names: Vec<String> = session.names().iter().map(|name| plain(name)).collect();
        let (played, places) = (session.scored(), session.standings());
        let first = places.iter().filter(|line| played > 0 && line.rank == 1);
        let winners: Vec<String> = first.filter_map(|line| names.get(line.seat)).map(|name| isolated(name)).collect();
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
            facts: facts.into_iter().chain(minutes).collect(),
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

    /// Whose seat this is.
    pub(super) fn who(&self, seat: Seat) -> (&str, &str) {
        self.players.get(seat).map_or(("", ""), |who| (&who.name, &who.initials))
    }

    /// The colour of the six that a seat has, from 0.
    pub(super) fn colour(&self, seat: Seat) -> usize {
        self.colours.get(seat).copied().map_or(seat, usize::from)
    }

    /// "Final standings", or "Standings" while more could come.
    pub(super) fn standings_title(&self) -> String {
        self.word(if self.finished { Word::FinalTable } else { Word::Standings })
    }

    /// A word in the sheet's language.
    pub(super) fn word(&self, word: Word) -> String {
        word.said_of(self.game, self.language)
    }

    /// How many rounds went well, in a sentence.
    pub(super) fn met(&self, place: &Standing) -> String {
        self.language.say(&words::bids_met(self.game, place.met, self.played))
    }

    /// What the chart shows.
    pub(super) fn chart_title(&self) -> String {
        self.language.say(&words::chart_title(self.game))
    }

    /// A number for people: with a true minus sign.
    pub(super) fn number(&self, number: i32) -> String {
        self.language.number(number.into())
    }

    /// The rounds with what stands beside them.
    pub(super) fn beside(&self) -> impl Iterator<Item = (&SheetRow, &Margin)> {
        self.rows.iter().zip(&self.margins)
    }

    /// Does a round of another plan than 1, 2, 3 … stand here?
    pub(super) fn has_odd_cards(&self) -> bool {
        self.beside().any(|(_, margin)| margin.odd_cards)
    }

    /// Was a colour recorded, or more than the rules give by themselves?
    pub(super) fn has_trump(&self) -> bool {
        self.beside().any(|(_, margin)| margin.trump.is_some_and(|trump| trump != Trump::None))
    }

    /// Was the Bomb played?
    pub(super) fn has_bomb(&self) -> bool {
        self.beside().any(|(_, margin)| margin.bombs > 0)
    }

    /// Was a round kept although its bids add up?
    pub(super) fn has_waived(&self) -> bool {
        self.beside().any(|(_, margin)| margin.waived)
    }

    /// Did the Cloud change a bid?
    pub(super) fn has_cloud(&self) -> bool {
        self.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.entry.contains('→'))
    }
}

/// Minutes from the set-up to the end, where that is known and makes sense.
pub(super) fn duration<G: Recorded>(session: &Session<G>) -> Option<i64> {
    session.minutes().filter(|_| session.status() != Status::Running)
}
