use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use serde::Serialize;

use super::results::ResultTally;
use super::{Figure, Results, Sample, SessionCounts, count};
use crate::last_wizard::{Outcome, RoundResult, Summary, alone_in_front};
use crate::session::{GameName, Record, Status};

/// The figures of a player of The Last Wizard. A name is a person: two spellings are two people.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrackFigures {
    pub name: String,
    pub ended_early: u32,
    #[serde(flatten)]
    pub results: Results,
    pub rounds: u32,
    pub share_folded: Figure,
    /// The share of rounds in which the bet moved the pawn forward.
    pub share_won: Figure,
    /// The share of rounds in which the bet did not move the pawn forward.
    pub share_lost: Figure,
    /// The longest run of rounds in one game after which the player stood alone in front.
    pub longest_lead: Figure,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrackStatistics {
    pub sessions: SessionCounts,
    /// Everyone with a scored round that counts: most finished games first, then most rounds, then by name.
    pub players: Vec<TrackFigures>,
}

impl TrackFigures {
    /// The share of bets won, for comparisons: `None` without a game played to its end.
    pub fn compared_won(&self) -> Figure {
        self.share_won.only_if(self.results.games + self.ended_early > 0)
    }
}

#[derive(Default)]
struct TrackTally {
    ended_early: u32,
    results: ResultTally,
    rounds: u32,
    folded: u32,
    won: u32,
    lost: u32,
    lead: i32,
    longest_lead: Option<i32>,
}

impl TrackTally {
    fn add_round(&mut self, outcome: Outcome, leads: bool) {
        self.rounds += 1;
        match outcome {
            Outcome::Folded => self.folded += 1,
            Outcome::Won => self.won += 1,
            Outcome::Lost => self.lost += 1,
            Outcome::Spared => {}
        }
        self.lead = if leads { self.lead + 1 } else { 0 };
        self.longest_lead = self.longest_lead.max(Some(self.lead));
    }

    fn figures(&self, name: &str) -> TrackFigures {
        let sample = Sample::Rounds(self.rounds);
        let share = |count: u32| Figure::mean(count.into(), sample);
        TrackFigures {
            name: name.to_owned(),
            ended_early: self.ended_early,
            results: self.results.results(),
            rounds: self.rounds,
            share_folded: share(self.folded),
            share_won: share(self.won),
            share_lost: share(self.lost),
            longest_lead: Figure::of(self.longest_lead, sample),
        }
    }
}

impl TrackStatistics {
    /// Computes the figures of these sessions, given in any order; those of another game do not count.
    /// See [`Statistics::of`](super::Statistics::of) for which of a session's files counts.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> TrackStatistics {
        let mut sessions = SessionCounts::default();
        let mut players: HashMap<&str, TrackTally> = HashMap::new();
        for record in sessions.ordered(records, GameName::LastWizard) {
            if let (Some(game), true) = (record.summary.as_ref().last_wizard(), sessions.add(record)) {
                sessions.shared_victories += add(&mut players, record, game);
            }
        }
        let mut players: Vec<TrackFigures> = players.iter().map(|(name, tally)| tally.figures(name)).collect();
        players.sort_by(|one, other| {
            let most = |player: &TrackFigures| Reverse((player.results.games, player.rounds));
            (most(one), &one.name).cmp(&(most(other), &other.name))
        });
        TrackStatistics { sessions, players }
    }

    pub fn player(&self, name: &str) -> Option<&TrackFigures> {
        self.players.iter().find(|player| player.name == name)
    }
}

/// Returns the number of shared victories: 1 or 0.
fn add<'a>(players: &mut HashMap<&'a str, TrackTally>, record: &'a Record, game: &Summary) -> u32 {
    let mut played: BTreeSet<&str> = BTreeSet::new();
    for (round, results) in (1..).zip(game.results()) {
        let ahead = alone_in_front(&results.iter().map(|result| i32::from(result.space)).collect());
        // A round counts for the player who played it; the game for the one on the seat at its end.
        for ((seat, player), RoundResult { outcome, .. }) in record.people.players_in(round).enumerate().zip(results) {
            players.entry(&player.name).or_default().add_round(*outcome, ahead == Some(seat));
            played.insert(&player.name);
        }
    }
    let winners = record.winners().count();
    for line in record.people.standings() {
        let Some(player) = record.people.player(line.seat) else { continue };
        let tally = players.entry(&player.name).or_default();
        if record.status == Status::Finished {
            tally.results.add(line.total, line.rank, winners);
        }
    }
    for name in played.into_iter().filter(|_| record.status == Status::EndedEarly) {
        players.entry(name).or_default().ended_early += 1;
    }
    // A lead ends with its game.
    players.values_mut().for_each(|tally| tally.lead = 0);
    count(usize::from(record.status == Status::Finished && winners > 1))
}
