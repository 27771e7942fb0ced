//! Changing a game that is being played: other rules, seats, names, another dealer, or somebody in another's place.

use uuid::Uuid;

use super::setup::{Chair, ChangeView, Renamed, Setup};
use super::{App, Notice, Page, SetupView};
use crate::game::Status;
use crate::seats::{PerSeat, Seat};
use crate::session::{Agreement, Former, Player, Session};
use crate::text;
use crate::text::Text;
use crate::wizard::{Control, Game, RULES, Rule, RuleSet};

/// A change that can be asked of a session, and the names that it changes.
struct Proposal {
    agreed: Agreement<Game>,
    seats: PerSeat<Seat>,
    renamed: Vec<Renamed>,
}

impl App {
    /// Shows the running game to be changed.
    pub(super) fn show_change(&mut self) {
        let refused = self.finish_typing();
        let Some(play) = self.play_mut().filter(|play| play.session.status() == Status::Running) else {
            return;
        };
        if !play.file.may_write() {
            play.notice = Some(Notice::read_only());
        } else if refused.is_some() {
            play.notice = refused;
        } else if play.correction.is_none() {
            self.change = Some(Setup::running(&play.session));
            self.screens.lay(Page::Change);
        }
    }

    /// Changes the running game as it is set up now.
    pub(super) fn change_game(&mut self) {
        let open = self.desk.play.as_mut().and_then(|play| play.as_mut().wizard());
        let (Some(setup), Some(play)) = (&mut self.change, open) else { return };
        if !setup.seat_typed() {
            return;
        }
        match proposed(setup, &play.session, |name| self.shelf.id_of(name)) {
            Err(wrong) => setup.say(wrong),
            Ok(Proposal { agreed, seats, .. }) => {
                let round = play.session.scored() + 1;
                play.notice = None;
                let changed = play.agree(agreed, seats);
                if let Some(refused) = play.notice.take() {
                    setup.say(refused);
                } else {
                    let said = text!("The game is changed in round {round}. Undo brings it back.", round = round);
                    play.notice = changed.then(|| Notice::done(said));
                    self.change = None;
                    self.screens.show_session();
                }
                self.after_step(changed);
            }
        }
    }

    /// The running game as it is being changed.
    pub(super) fn change_view(&self) -> Option<SetupView> {
        let (setup, session) = (self.change.as_ref()?, self.wizard()?);
        let view = setup.view(self.shelf.names());
        let mut change = ChangeView { round: session.scored() + 1, renamed: Vec::new(), effects: Vec::new() };
        let refused = match proposed(setup, session, |name| self.shelf.id_of(name)) {
            Err(wrong) => Some(wrong),
            Ok(Proposal { agreed, seats, renamed }) => {
                let names: Vec<String> = agreed.players.iter().map(|player| player.name.clone()).collect();
                change.renamed = renamed;
                match session.agree(agreed, seats.clone()) {
                    Ok(changed) => {
                        change.effects = effects(session, &changed, &seats, &change.renamed);
                        None
                    }
                    Err(refusal) => Some(Notice::not_played_so(&refusal, &names)),
                }
            }
        };
        let ready = refused.is_none() && !change.effects.is_empty();
        Some(SetupView { ready, notice: view.notice.or(refused), change: Some(change), ..view })
    }
}

/// The change that is set up. `known` gives the ids of names of earlier games.
fn proposed(setup: &Setup, session: &Session, known: impl Fn(&str) -> Option<Uuid>) -> Result<Proposal, Notice> {
    let (players, scored) = (session.players(), session.scored());
    let (sitting, dealer, rules) = setup.finish(&known)?;
    if sitting.len() != players.len() {
        return Err(Notice::quiet(text!(
            "Nobody joins or leaves a running game: that is a new one. {n} player belongs at this table."
                | "Nobody joins or leaves a running game: that is a new one. {n} players belong at this table."
                    % players.len(),
        )));
    }
    let seats = seats_before(setup.chairs(), players);
    let mut former: Vec<Former> = session.former().to_vec();
    for one in &mut former {
        one.seat = seats.iter().position(|&before| before == one.seat).unwrap_or(one.seat);
    }
    let (mut now, mut renamed) = (Vec::new(), Vec::new());
    for (seat, (chair, sitter)) in setup.chairs().iter().zip(sitting).enumerate() {
        let Some(before) = seats.get(seat).and_then(|&before| players.get(before)) else { continue };
        if chair.name == before.name {
            now.push(before.clone());
            continue;
        }
        let same = chair.same.unwrap_or_else(|| chair.before.is_some() && known(&chair.name).is_none());
        if scored > 0 {
            renamed.push(Renamed { seat, name: chair.name.clone(), was: before.name.clone(), same });
        }
        now.push(if same { Player { name: sitter.name, id: before.id } } else { sitter });
        let taken_over = former.iter().any(|former| former.seat == seat && former.rounds == scored);
        if !same && scored > 0 && !taken_over {
            former.push(Former { seat, rounds: scored, player: before.clone() });
        }
    }
    // Who is back before a round was played without them never left.
    former.retain(|one| one.rounds < scored || now.get(one.seat).is_none_or(|player| player.id != one.player.id));
    let players = now.len();
    let first_dealer = (dealer + players - scored % players) % players;
    let game = Game::new(players, first_dealer, rules).map_err(|conflict| Notice::trouble(conflict.text()))?;
    Ok(Proposal { agreed: Agreement { players: now, former, game }, seats, renamed })
}

/// For each chair, the seat whose rounds it goes on with: its own, that of the same name, or the next that was left.
fn seats_before(chairs: &[Chair], players: &[Player]) -> PerSeat<Seat> {
    let kept = |chair: &Chair| chair.before.or_else(|| players.iter().position(|player| player.name == chair.name));
    let mut left: Vec<Seat> = (0..players.len()).collect();
    let mut seats: PerSeat<Option<Seat>> = PerSeat::new(chairs.len(), |_| None);
    for (seat, chair) in chairs.iter().enumerate() {
        if let Some(place) = kept(chair).and_then(|before| left.iter().position(|&seat| seat == before)) {
            seats.set(seat, Some(left.remove(place)));
        }
    }
    let mut left = left.into_iter();
    seats.into_iter().filter_map(|seat| seat.or_else(|| left.next())).collect()
}

/// What the change would do, a sentence each; none when it does nothing.
fn effects(before: &Session, after: &Session, seats: &PerSeat<Seat>, renamed: &[Renamed]) -> Vec<Text> {
    let mut effects = Vec::new();
    let round = before.scored() + 1;
    let names = after.names();
    if renamed.is_empty() && names.iter().any(|name| !before.names().contains(name)) {
        effects.push(text!("At the table sit {names}, clockwise.", names = names.clone()));
    }
    for Renamed { name, was, same, .. } in renamed {
        effects.push(if *same {
            text!("{was} is called {name}, in every round.", was = was, name = name)
        } else {
            text!("{name} plays on for {was} from round {round}.", name = name, was = was, round = round)
        });
    }
    if seats.iter().enumerate().any(|(seat, &was)| seat != was) {
        effects
            .push(text!("At the table sit {names}, clockwise. Everybody keeps their rounds.", names = names.clone()));
    }
    let dealer = after.game().dealer(round);
    if seats.get(dealer).is_some_and(|&was| was != before.game().dealer(round))
        && let Some(name) = names.get(dealer)
    {
        effects.push(text!("{name} deals round {round}.", name = name, round = round));
    }
    effects.extend(other_rules(before.game().rules(), after.game().rules()));
    let plan = |session: &Session| session.game().plan().rounds();
    if plan(before) != plan(after) {
        effects.push(text!("The game has {n} round." | "The game has {n} rounds." % plan(after)));
    } else if before.game().plan() != after.game().plan() {
        effects.push(text!(
            "Round {round} deals {n} card." | "Round {round} deals {n} cards." % after.game().cards(round),
            round = round,
        ));
    }
    if after.status() == Status::Finished {
        effects.push(text!("Round {round} was the last one: the game is over.", round = before.scored()));
    }
    let first = |session: &Session| -> Vec<String> {
        let lines = session.standings().into_iter().filter(|line| line.rank == 1);
        lines.filter_map(|line| session.names().get(line.seat).cloned()).collect()
    };
    if before.scored() > 0 && renamed.is_empty() && first(before) != first(after) {
        effects.push(text!("{names} is ahead." | "{names} are ahead." % first(after).len(), names = first(after)));
    }
    let begun = |session: &Session| session.open().is_some_and(|(_, open)| open.facts.is_begun());
    if begun(before) && !begun(after) {
        effects.push(text!("What was entered in round {round} goes: it is dealt anew.", round = round));
    }
    effects
}

/// The rules that would be others, each as it would be.
fn other_rules(before: &RuleSet, after: &RuleSet) -> Vec<Text> {
    let differs = |rule: &&Rule| (rule.value)(before) != (rule.value)(after);
    let said = |rule: &Rule| match rule.control {
        Control::Switch if (rule.value)(after) > 0 => text!("{rule}: on.", rule = (rule.title)()),
        Control::Switch => text!("{rule}: off.", rule = (rule.title)()),
        Control::Number { .. } => {
            text!("rule, how" => "{rule}: {how}.", rule = (rule.title)(), how = (rule.hint)(after))
        }
        Control::Order(_) => match (rule.told)(after) {
            Some(told) => text!("{rule}.", rule = told),
            None => text!("Equal points share the victory."),
        },
        Control::Choice(choices) => {
            let choice =
                choices.get(usize::from((rule.value)(after))).map_or_else(|| (rule.title)(), |choice| choice());
            text!("rule, how" => "{rule}: {how}.", rule = (rule.title)(), how = choice)
        }
    };
    let cards = (before.special_cards != after.special_cards).then(|| match after.special_cards.len() {
        0 => text!("The deck has no special cards."),
        cards => text!("The deck has {n} special card." | "The deck has {n} special cards." % cards),
    });
    RULES.iter().filter(differs).map(said).chain(cards).collect()
}
