//! A session as people read it: who won, the standings and the rounds, with names made safe. All exports for people
//! draw this.

use std::collections::BTreeSet;

use chrono::{DateTime, FixedOffset, NaiveDate};

use super::names::{SafeLanguage, isolated, lines, plain};
use super::options::ExportOptions;
use super::words;
use super::words::Word;
use crate::game::{RoundState, Rules, SheetCell, SheetRow, Standing};
use crate::seats::Seat;
use crate::session::{Colour, Face, GameName, Grid, Line, Session, Sign, Status, chart, initials};
use crate::table::{Cell, Column, Row, Table};
use crate::text;
use crate::text::Text;
use crate::with_game;
use crate::wizard::{DeckNames, Penalty, RoundReading, Trump, Waiver};

pub(super) struct Place<'a> {
    pub(super) rank: usize,
    pub(super) who: &'a Who,
    pub(super) result: String,
    /// What led to the result, in words.
    pub(super) reason: String,
    /// Whether to mark the line, because no result is better.
    pub(super) ahead: bool,
}

pub(super) struct Who {
    /// Made safe.
    pub(super) name: String,
    /// With initials of safe letters.
    pub(super) face: Face,
}

/// `names` are safe already.
pub(super) fn people(names: Vec<String>, looks: impl IntoIterator<Item = (Colour, Option<Sign>)>) -> Vec<Who> {
    let faced = |((name, initials), (colour, sign))| Who { name, face: Face { colour, sign, initials } };
    let marks = initials(&names);
    names.into_iter().zip(marks).zip(looks).map(faced).collect()
}

/// Empty if neither is known.
pub(super) fn when_and_where(when: Option<String>, place: &str) -> String {
    let place = Some(isolated(place)).filter(|place| !place.is_empty());
    when.into_iter().chain(place).collect::<Vec<_>>().join(" · ")
}

#[derive(Default)]
pub(super) struct Margin {
    pub(super) cards: u8,
    pub(super) trump: Option<Trump>,
    pub(super) bombs: u8,
    /// The rules that the round breaks, because the table let it stand.
    pub(super) waived: BTreeSet<Waiver>,
    pub(super) has_footnote: bool,
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
            waived: round.kept_against(),
            has_footnote: !round.penalties.is_empty(),
            odd_cards: (1..).zip(session.game().plan().hands()).any(|(round, &cards)| usize::from(cards) != round),
        }
    }
}

/// A round's number, with the marks of the rules that it breaks, and one if a penalty is listed below.
pub(super) fn marked(number: usize, waived: &BTreeSet<Waiver>, penalised: bool) -> String {
    let marked = format!("{number} {}", Waiver::marks(waived));
    format!("{}{}", marked.trim_end(), if penalised { "*" } else { "" })
}

/// One line each: the mark, the penalty and the total it leads to.
pub(super) fn penalties(session: &Session, language: SafeLanguage) -> Vec<String> {
    let readings = session.readings();
    let line = |(penalty, total)| {
        let text = text!("below a score sheet" => "{penalty}, new total {total}", penalty = penalty, total = total);
        format!("* {}", language.translate(&text))
    };
    given(session).zip(session.table().totals_with_penalties(&readings)).map(line).collect()
}

/// One sentence each, with the names of those who played the round.
pub(super) fn given(session: &Session) -> impl Iterator<Item = Text> {
    let sentence = |penalty: &Penalty| penalty.described(&session.people().names_in(penalty.first_counted()));
    session.table().penalties.iter().map(sentence)
}

pub struct Sheet {
    pub(super) game: GameName,
    pub(super) words: fn(Word) -> Text,
    pub(super) language: SafeLanguage,
    pub(super) title: String,
    /// `None` for a game written by hand.
    pub(super) date: Option<DateTime<FixedOffset>>,
    /// May be empty.
    pub(super) place: String,
    /// The table of a tournament at which it was played; it is among the facts, too.
    pub(super) at_table: Option<String>,
    pub(super) facts: Vec<String>,
    /// Who took over from whom, in a sentence each; they are among the facts, too.
    pub(super) taken_over: Vec<String>,
    /// At the end, in seat order.
    pub(super) players: Vec<Who>,
    /// Best first.
    pub(super) places: Vec<Standing>,
    /// The scored rounds, the open one, and in a running game those to come.
    pub(super) rows: Vec<SheetRow>,
    /// One for each row.
    pub(super) margins: Vec<Margin>,
    pub(super) deck: DeckNames,
    /// What was given or moved outside the rounds, one line each with the mark of its round.
    pub(super) adjustments: Vec<String>,
    /// Scored rounds.
    pub(super) played: usize,
    pub(super) finished: bool,
    /// The lines of points by round, and their grid.
    pub(super) lines: Vec<Line>,
    pub(super) grid: Vec<Grid>,
    pub(super) notes: Vec<String>,
}

impl Sheet {
    /// Without `identified` (a game written by hand) there is no date.
    pub(super) fn of_wizard(session: &Session, identified: bool, options: ExportOptions) -> Sheet {
        let language = SafeLanguage::of(options.language);
        let mut facts = words::rules(session.game(), language);
        facts.push(language.translate(&words::rounds(session.scored(), session.game().plan().rounds())));
        facts.extend(
            session.game().decided_by(session.table()).map(|criterion| language.translate(&criterion.decided())),
        );
        let margins = session.readings().iter().map(|round| Margin::of(session, round)).collect();
        let adjustments = penalties(session, language);
        let deck = session.game().rules().deck;
        Sheet { margins, deck, adjustments, ..Sheet::new(session, facts, identified, options) }
    }

    /// `facts` are the rules agreed on.
    pub(super) fn new<G: Rules>(
        session: &Session<G>,
        facts: Vec<String>,
        identified: bool,
        options: ExportOptions,
    ) -> Sheet {
        let language = SafeLanguage::of(options.language);
        let names: Vec<String> = session.people().names_at_end().iter().map(|name| plain(name)).collect();
        let (played, places) = (session.scored(), session.standings());
        let first = places.iter().filter(|line| played > 0 && line.rank == 1);
        let winners: Vec<String> = first.filter_map(|line| names.get(line.seat)).cloned().collect();
        let taken_over: Vec<String> = session.taken_over().iter().map(|line| language.translate(line)).collect();
        let known = options.tournament.map(|table| table.with_names(&plain));
        let at_table = known.or_else(|| Some(session.tournament()?.text(None, None))).map(|at| language.translate(&at));
        let minutes = duration(session)
            .filter(|_| identified)
            .map(|minutes| language.translate(&crate::language::minutes(minutes)));
        let players = people(names, options.seats);
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
            title: language.translate(&words::title(session, &winners)),
            date: identified.then(|| session.started()),
            place: if session.place().is_empty() { String::new() } else { plain(session.place()) },
            facts: at_table.iter().cloned().chain(facts).chain(taken_over.iter().cloned()).chain(minutes).collect(),
            at_table,
            taken_over,
            places,
            margins: rows.iter().map(|_| Margin::default()).collect(),
            rows,
            deck: DeckNames::default(),
            adjustments: Vec::new(),
            played,
            finished: session.status() == Status::Finished,
            notes: lines(session.notes()),
            players,
        }
    }

    /// Empty if neither is known.
    pub(super) fn when_and_where(&self, date: fn(SafeLanguage, NaiveDate) -> String) -> String {
        when_and_where(self.date.map(|at| date(self.language, at.date_naive())), &self.place)
    }

    pub(super) fn who(&self, seat: Seat) -> &Who {
        static NO_PLAYER: Who =
            Who { name: String::new(), face: Face { colour: Colour::ALL[0], sign: None, initials: String::new() } };
        self.players.get(seat).unwrap_or(&NO_PLAYER)
    }

    pub(super) fn standings_title(&self) -> String {
        self.word(if self.finished { Word::FinalTable } else { Word::Standings })
    }

    pub(super) fn word(&self, word: Word) -> String {
        self.language.translate(&(self.words)(word))
    }

    pub(super) fn met(&self, place: &Standing) -> String {
        self.language.translate(&with_game!(self.game, Game => Game::met_label(place.met, self.played)))
    }

    /// Best first.
    pub(super) fn standings(&self) -> Vec<Place<'_>> {
        let line = |place: &Standing| Place {
            rank: place.rank,
            who: self.who(place.seat),
            result: self.number(place.total),
            reason: self.met(place),
            ahead: place.rank == 1 && self.played > 0,
        };
        self.places.iter().map(line).collect()
    }

    /// With initials, if it is narrow.
    pub(super) fn standings_table(&self, is_wide: bool) -> Table {
        let row = |place: &Standing| {
            let who = self.who(place.seat);
            let name = if is_wide { who.name.clone() } else { format!("{} {}", who.face.initials, who.name) };
            Row::of(vec![
                Cell::count(place.rank),
                Cell::Name(name),
                Cell::Number(place.total.into()),
                Cell::Text(words::met_of(place.met, self.played)),
            ])
        };
        Table {
            columns: vec![
                Column::new("rank", Word::Rank.text()),
                Column::new("player", Word::Player.text()).left(),
                Column::new("result", (self.words)(Word::Points)).decides(true),
                Column::new("", (self.words)(Word::BidsMet)).rank(1),
            ],
            rows: self.places.iter().map(row).collect(),
            ..Table::new(Word::Standings.text(), Text::foreign(""))
        }
    }

    /// All rounds as the sheet has them; with totals and initials only, if it is narrow.
    pub(super) fn rounds_table(&self, is_wide: bool) -> Table {
        let head = |word: Word| Column::new("", (self.words)(word));
        let round = if is_wide { (self.words)(Word::Round) } else { Text::foreign("") };
        let player = |who: &Who| Column::new("", Text::foreign(if is_wide { &who.name } else { &who.face.initials }));
        let margin = [Column::new("", round), head(Word::Cards).rank(1), head(Word::Trump).rank(1)];
        let has_trump = self.has_trump() || self.has_bomb();
        let row = |(row, margin): (&SheetRow, &Margin)| {
            let number = Text::foreign(marked(row.number, &margin.waived, margin.has_footnote));
            let cards = if self.has_odd_cards() { Cell::Number(margin.cards.into()) } else { Cell::None };
            let trump = if has_trump { Cell::Text(Text::foreign(self.trump_and_bomb(margin))) } else { Cell::None };
            let cells = row.cells.iter().map(|cell| Cell::Text(Text::foreign(self.cell(cell, is_wide))));
            Row::of([Cell::Text(number), cards, trump].into_iter().chain(cells).collect())
        };
        let cloud = (is_wide && self.has_cloud()).then_some(Word::CloudKey);
        let keys = [Some(if is_wide { Word::CellKey } else { Word::Met }), cloud];
        Table {
            columns: margin.into_iter().chain(self.players.iter().map(player)).collect(),
            rows: self.rows_with_margins().map(row).collect(),
            notes: keys.into_iter().flatten().map(self.words).chain(self.waived()).collect(),
            ..Table::new((self.words)(Word::Sheet), Text::foreign(""))
        }
    }

    fn trump_and_bomb(&self, margin: &Margin) -> String {
        let trump = margin.trump.map(|trump| self.language.translate(&self.deck.trump(trump)));
        let bombs = (0..margin.bombs).map(|_| self.word(Word::Bomb));
        trump.into_iter().chain(bombs).collect::<Vec<_>>().join(", ")
    }

    fn cell(&self, cell: &SheetCell, is_wide: bool) -> String {
        let total = cell.total.map(|total| self.number(total));
        let sign = match cell.good {
            Some(true) => "✓",
            Some(false) if is_wide => "×",
            _ => "",
        };
        match total {
            Some(total) if is_wide => format!("{total} {} {sign}", cell.entry),
            Some(total) => format!("{sign}{total}"),
            None if is_wide || cell.entry.is_empty() => cell.entry.clone(),
            None => format!("({})", cell.entry),
        }
    }

    pub(super) fn chart_title(&self) -> String {
        self.language.translate(&with_game!(self.game, Game => Game::chart_title()))
    }

    /// With a true minus sign.
    pub(super) fn number(&self, number: i32) -> String {
        self.language.number(number)
    }

    pub(super) fn rows_with_margins(&self) -> impl Iterator<Item = (&SheetRow, &Margin)> {
        self.rows.iter().zip(&self.margins)
    }

    /// Whether any round shown has other cards than 1, 2, 3 …
    pub(super) fn has_odd_cards(&self) -> bool {
        self.rows_with_margins().any(|(_, margin)| margin.odd_cards)
    }

    pub(super) fn has_trump(&self) -> bool {
        self.rows_with_margins().any(|(_, margin)| margin.trump.is_some_and(|trump| trump != Trump::None))
    }

    pub(super) fn has_bomb(&self) -> bool {
        self.rows_with_margins().any(|(_, margin)| margin.bombs > 0)
    }

    /// What the marks of rounds mean that break a rule.
    fn waived(&self) -> impl Iterator<Item = Text> {
        let waived: BTreeSet<Waiver> = self.margins.iter().flat_map(|margin| &margin.waived).copied().collect();
        waived.into_iter().map(Waiver::text)
    }

    pub(super) fn waived_keys(&self) -> impl Iterator<Item = String> {
        self.waived().map(|key| self.language.translate(&key))
    }

    pub(super) fn has_cloud(&self) -> bool {
        self.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.entry.contains('→'))
    }
}

/// The minutes from set-up to end, if known and plausible.
pub(super) fn duration<G: Rules>(session: &Session<G>) -> Option<i64> {
    session.minutes().filter(|_| session.status() != Status::Running)
}
