//! Changing a game in progress: its rules, seats or names, its dealer, or a player replaced by another.

use uuid::Uuid;

use super::drafts::SeatDraft;
use super::setup::{ChangeView, Renamed, Setup};
use super::table::TableGame;
use super::{App, Notice, Page, SetupView};
use crate::archive::Settings;
use crate::each;
use crate::game::Status;
use crate::seats::{PerSeat, Seat};
use crate::session::{Agreement, Former, Look, People, Player, Session};
use crate::text;
use crate::text::{Text, Value};

struct Proposal<G> {
    agreed: Agreement<G>,
    seats: PerSeat<Seat>,
    renamed: Vec<Renamed>,
}

impl App {
    pub(super) fn show_change(&mut self) {
        let refused = self.finish_typing();
        let settings = self.settings().clone();
        let Some(play) = &mut self.open_session.play else { return };
        if each!(play.session(), session => session.status()) != Status::Running {
        } else if !play.file().may_write() {
            *play.notice() = Some(Notice::read_only());
        } else if refused.is_some() {
            *play.notice() = refused;
        } else if !play.is_correcting() {
            self.change = Some(Setup::running(play.session(), &settings));
            self.screens.lay(Page::Change);
        }
    }

    pub(super) fn change_game(&mut self) {
        let (tokens, looks) = (self.other_tokens(), self.looks_changed());
        let Some(setup) = &mut self.change else { return };
        if !setup.seat_typed(self.index.names()) || !self.change_view().is_some_and(|view| view.ready) {
            return;
        }
        let (Some(setup), Some(play)) = (&mut self.change, &mut self.open_session.play) else { return };
        let round = each!(play.session(), session => session.scored()) + 1;
        *play.notice() = None;
        let agreed = each!(&mut *play, play => {
            proposed(setup, &play.session, &looks, |name| self.index.id_of(name))
                .map(|Proposal { agreed, seats, .. }| play.agree(agreed, seats))
        });
        let changed = match (agreed, play.notice().take()) {
            (Err(refused), _) | (Ok(_), Some(refused)) => return setup.show_notice(refused),
            (Ok(changed), None) => changed,
        };
        if changed {
            let message = text!("The game is changed in round {round}. Undo brings it back.", round = round);
            *play.notice() = Some(Notice::done(message));
        } else if tokens.is_some() {
            *play.notice() = Some(Notice::done(text!("Other tokens are in use.")));
        }
        if let Some(tokens) = tokens {
            self.know(tokens);
        }
        self.change = None;
        self.screens.show_session();
        self.after_step(changed);
    }

    /// The settings with the tokens of the running game, if those in use changed.
    fn other_tokens(&self) -> Option<Settings> {
        let players = each!(self.session()?, session => session.people().len());
        self.change.as_ref()?.other_tokens(players, self.settings())
    }

    /// How the people of the changed game look: the new ones as in their last game.
    fn looks_changed(&self) -> Vec<Look> {
        self.faces().at_a_deal(&self.sitting())
    }

    pub(super) fn change_view(&self) -> Option<SetupView> {
        let (setup, session) = (self.change.as_ref()?, self.session()?);
        let view = setup.view(self.index.names(), |name| self.faces().of_name(name));
        let (looks, known) = (self.looks_changed(), |name: &str| self.index.id_of(name));
        let lost = |names: &[String]| self.unknown_at_table(session, names);
        let (mut change, refused) = each!(session, session => proposed_view(setup, session, &looks, known, lost));
        if self.other_tokens().is_some() {
            let used = setup.track().tokens(each!(session, session => session.people().len()));
            let used: Vec<Value> = used.into_iter().map(|token| token.value().into()).collect();
            change.effects.push(text!("Tokens in use: {tokens}.", tokens = used));
        }
        let ready = refused.is_none() && !change.effects.is_empty();
        Some(SetupView { ready, notice: view.notice.or(refused), change: Some(change), ..view })
    }
}

/// `lost` returns what a tournament loses by these names.
fn proposed_view<G: TableGame>(
    setup: &Setup,
    session: &Session<G>,
    looks: &[Look],
    known: impl Fn(&str) -> Option<Uuid>,
    lost: impl Fn(&[String]) -> Option<Text>,
) -> (ChangeView, Option<Notice>) {
    let mut change = ChangeView { round: session.scored() + 1, renamed: Vec::new(), effects: Vec::new() };
    let refused = match proposed(setup, session, looks, known) {
        Err(wrong) => Some(wrong),
        Ok(Proposal { agreed, seats, renamed }) => {
            let names = agreed.people.names_at_end();
            change.renamed = renamed;
            match session.agree(agreed, seats.clone()) {
                Ok(changed) => {
                    change.effects = effects(session, &changed, &seats, &change.renamed);
                    if !change.effects.is_empty() {
                        change.effects.extend(lost(&names));
                    }
                    None
                }
                Err(refusal) => Some(Notice::not_played_so(&refusal, &names)),
            }
        }
    };
    (change, refused)
}

/// `looks` is in seat order; `known` returns the ids of names from earlier games.
fn proposed<G: TableGame>(
    setup: &Setup,
    session: &Session<G>,
    looks: &[Look],
    known: impl Fn(&str) -> Option<Uuid>,
) -> Result<Proposal<G>, Notice> {
    let (players, scored) = (session.people().players_at_end(), session.scored());
    let known = |name: &str| {
        let of_this_game = session.people().everyone().find(|player| player.name == name);
        // A person of another name in this game is somebody else.
        let is_free = |id: &Uuid| session.people().everyone().all(|player| player.id != *id);
        of_this_game.map(|player| player.id).or_else(|| known(name).filter(is_free))
    };
    let sitting = setup.people(known)?;
    if sitting.len() != players.len() {
        return Err(Notice::quiet(text!(
            "Nobody can join or leave a running game; start a new one for that. {n} player belongs at this table."
                | "Nobody can join or leave a running game; start a new one for that. {n} players belong at this table."
                    % players.len(),
        )));
    }
    let seats = seats_before(setup.drafts.seats(), players);
    let mut former: Vec<Former> = session.people().former().to_vec();
    for one in &mut former {
        one.seat = seats.iter().position(|&before| before == one.seat).unwrap_or(one.seat);
    }
    let (mut now, mut renamed) = (Vec::new(), Vec::new());
    for (seat, (draft, sitter)) in setup.drafts.seats().iter().zip(sitting).enumerate() {
        let Some(before) = seats.get(seat).and_then(|&before| players.get(before)) else { continue };
        let given = looks.get(seat).copied().unwrap_or_default();
        let look = draft.look.or(if draft.look.stand_in { given } else { before.look });
        if draft.name == before.name {
            now.push(Player { look, ..before.clone() });
            continue;
        }
        // Before a round is scored, a name typed over is another person, who may be new.
        let renames = || scored > 0 && draft.before.is_some() && known(&draft.name).is_none();
        let same = draft.same.unwrap_or_else(renames);
        if scored > 0 {
            renamed.push(Renamed { seat, name: draft.name.clone(), was: before.name.clone(), same });
        }
        if same {
            let player = Player { name: sitter.name, id: before.id, look };
            for one in former.iter_mut().filter(|one| one.player.id == before.id) {
                one.player.clone_from(&player);
            }
            now.push(player);
            continue;
        }
        now.push(Player { look: given, ..sitter });
        let taken_over = former.iter().any(|former| former.seat == seat && former.rounds == scored);
        if scored > 0 && !taken_over {
            former.push(Former { seat, rounds: scored, player: before.clone() });
        }
    }
    // A player who is back before any round was played without them never left.
    former.retain(|one| one.rounds < scored || now.get(one.seat).is_none_or(|player| player.id != one.player.id));
    let people = People::seated(now, former).map_err(|error| Notice::trouble(error.text()))?;
    let seating = session.game().seating().from_round(scored + 1, setup.drafts.dealer(), &seats);
    let game = session.game().set_up(setup, seating, &seats)?;
    Ok(Proposal { agreed: Agreement { people, game }, seats, renamed })
}

/// The seat whose rounds each draft continues: its own, the one of the same name, or the next one left over.
fn seats_before(drafts: &[SeatDraft], players: &[Player]) -> PerSeat<Seat> {
    let kept = |draft: &SeatDraft| draft.before.or_else(|| players.iter().position(|player| player.name == draft.name));
    let mut left: Vec<Seat> = (0..players.len()).collect();
    let mut seats: PerSeat<Option<Seat>> = PerSeat::new(drafts.len(), |_| None);
    for (seat, draft) in drafts.iter().enumerate() {
        if let Some(place) = kept(draft).and_then(|before| left.iter().position(|&seat| seat == before)) {
            seats.set(seat, Some(left.remove(place)));
        }
    }
    let mut left = left.into_iter();
    seats.into_iter().filter_map(|seat| seat.or_else(|| left.next())).collect()
}

/// The effects of the change, one sentence each; empty if there are none.
fn effects<G: TableGame>(
    before: &Session<G>,
    after: &Session<G>,
    seats: &PerSeat<Seat>,
    renamed: &[Renamed],
) -> Vec<Text> {
    let mut effects = Vec::new();
    let round = before.scored() + 1;
    let names = after.people().names_at_end();
    if renamed.is_empty() && names.iter().any(|name| !before.people().names_at_end().contains(name)) {
        effects.push(text!("Seated clockwise: {names}.", names = names.clone()));
    }
    for Renamed { name, was, same, .. } in renamed {
        effects.push(if *same {
            text!("{was} becomes {name} in every round.", was = was, name = name)
        } else {
            text!("{name} plays on for {was} from round {round}.", name = name, was = was, round = round)
        });
    }
    if seats.iter().enumerate().any(|(seat, &was)| seat != was) {
        effects.push(text!("Seated clockwise: {names}. Everyone keeps their rounds.", names = names.clone()));
    }
    for player in after.people().players_at_end() {
        let was = before.people().players_at_end().iter().find(|was| was.id == player.id);
        if was.is_some_and(|was| was.look != player.look) {
            effects.push(text!("{name} has another colour or sign.", name = &player.name));
        }
    }
    let starter = after.game().starter(round);
    if seats.get(starter).is_some_and(|&was| was != before.game().starter(round))
        && let Some(name) = names.get(starter)
    {
        effects.push(G::starter_described(name, round));
    }
    effects.extend(G::other_rules(before, after, seats));
    if after.status() == Status::Finished {
        effects.push(text!("Round {round} was the last one: the game is over.", round = before.scored()));
    }
    let first = |session: &Session<G>| -> Vec<String> {
        let lines = session.standings().into_iter().filter(|line| line.rank == 1);
        lines.filter_map(|line| session.people().names_at_end().get(line.seat).cloned()).collect()
    };
    let (was_first, is_first) = (first(before), first(after));
    let are_same = was_first.len() == is_first.len() && is_first.iter().all(|name| was_first.contains(name));
    if before.scored() > 0 && renamed.is_empty() && !are_same {
        effects.push(text!("{names} is ahead." | "{names} are ahead." % is_first.len(), names = is_first.clone()));
    }
    if G::is_begun(before.table()) && !G::is_begun(after.table()) {
        effects.push(text!("The entries of round {round} are dropped: it is dealt again.", round = round));
    }
    effects
}
