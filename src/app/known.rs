//! The people of earlier games whom a set-up offers.

use crate::session::Face;
use crate::session::folded;
use crate::text::composed;

const KNOWN_MAX: usize = 12;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPerson {
    pub name: String,
    pub face: Face,
    pub seated: bool,
}

#[derive(Debug)]
pub(super) struct Offer<'a> {
    /// Empty for none.
    name: String,
    /// `name`, folded, to search known names for.
    typed: String,
    /// In lower case.
    seated: Vec<String>,
    /// The people seated when the set-up began, in lower case.
    settled: &'a [String],
}

impl<'a> Offer<'a> {
    pub(super) fn new(typed: &str, names: &[String], settled: &'a [String]) -> Offer<'a> {
        let seated = names.iter().map(|name| name.to_lowercase()).collect();
        Offer { name: composed(typed.trim()).into_owned(), typed: folded(typed.trim()), seated, settled }
    }

    /// While no name is typed.
    pub(super) fn places<'n>(&self, known: impl Iterator<Item = &'n str>) -> usize {
        known.filter(|name| !self.stays(name)).take(KNOWN_MAX).count()
    }

    /// Latest first. While no name is typed, people who sit down keep an empty place, so that the others do not move.
    pub(super) fn people<'n>(
        &self,
        known: impl Iterator<Item = &'n str>,
        face: impl Fn(&str) -> Face,
    ) -> Vec<KnownPerson> {
        let is_typed = !self.typed.is_empty();
        let is_offered = |name: &&str| if is_typed { !self.is_seated(name) } else { !self.stays(name) };
        let person = |name: &str| KnownPerson { name: name.to_owned(), face: face(name), seated: self.is_seated(name) };
        self.matching(known).filter(is_offered).take(KNOWN_MAX).map(person).collect()
    }

    /// The absent person of the typed name, ignoring case: the beginning of a name is the name of somebody else.
    pub(super) fn meant<'n>(&self, known: impl Iterator<Item = &'n str>) -> Option<String> {
        let lowercase = self.name.to_lowercase();
        let same: Vec<&str> = known.filter(|name| name.to_lowercase() == lowercase && !self.is_seated(name)).collect();
        same.iter().find(|name| **name == self.name).or(same.first()).map(|name| (*name).to_owned())
    }

    /// The next person below the marked one among those offered, or above; none beyond the first and the last.
    pub(super) fn step<'n>(
        &self,
        known: impl Iterator<Item = &'n str>,
        marked: Option<&str>,
        down: bool,
    ) -> Option<String> {
        let offered: Vec<KnownPerson> = self.people(known, |_| Face::default());
        let mut absent: Vec<String> = offered.into_iter().filter(|one| !one.seated).map(|one| one.name).collect();
        if !down {
            absent.reverse();
        }
        let mut after = absent.into_iter();
        if let Some(marked) = marked {
            after.find(|name| name == marked);
        }
        after.next()
    }

    /// The names that the typed one can mean: those with a word that begins with it.
    fn matching<'n>(&self, known: impl Iterator<Item = &'n str>) -> impl Iterator<Item = &'n str> {
        let words = format!(" {}", self.typed);
        known.filter(move |name| words == " " || format!(" {}", folded(name)).contains(&words))
    }

    fn is_seated(&self, name: &str) -> bool {
        self.seated.contains(&name.to_lowercase())
    }

    /// Whether this person has been seated since the set-up began, and so needs no place among those offered.
    fn stays(&self, name: &str) -> bool {
        self.settled.contains(&name.to_lowercase()) && self.is_seated(name)
    }
}

#[cfg(test)]
mod tests {
    use crate::app::setup::{Setup, SetupCommand};
    use crate::session::Face;

    const KNOWN: [&str; 4] = ["Robin", "Bo", "Meier, Anna", "Cy"];

    fn give(setup: &mut Setup, commands: impl IntoIterator<Item = SetupCommand>) {
        commands.into_iter().for_each(|command| setup.handle(command, KNOWN.into_iter()));
    }

    fn enter(setup: &mut Setup, name: &str) {
        give(setup, [SetupCommand::Typed(name.into()), SetupCommand::Enter]);
    }

    fn seated(setup: &Setup) -> Vec<String> {
        setup.drafts.names()
    }

    fn meant(setup: &Setup) -> Option<String> {
        setup.view(KNOWN.into_iter(), |_| Face::default()).meant
    }

    #[test]
    fn the_beginning_of_a_known_name_is_somebody_else() {
        let mut setup = Setup::default();
        enter(&mut setup, "Rob");
        enter(&mut setup, "robin");
        assert_eq!(seated(&setup), ["Rob", "Robin"]);
        // Like a name in the field when the game is dealt.
        give(&mut setup, [SetupCommand::Typed("cy".into())]);
        assert!(setup.seat_typed(KNOWN.into_iter()));
        assert_eq!(seated(&setup), ["Rob", "Robin", "Cy"]);
    }

    #[test]
    fn the_arrow_keys_mark_whom_enter_takes() {
        let (down, up) = (SetupCommand::Mark { down: true }, SetupCommand::Mark { down: false });
        let mut setup = Setup::default();
        give(&mut setup, [SetupCommand::Typed("Rob".into()), down.clone()]);
        assert_eq!(meant(&setup).as_deref(), Some("Robin"));
        give(&mut setup, [down.clone()]);
        assert_eq!(meant(&setup), None, "beyond the last one is what was typed");
        give(&mut setup, [up.clone(), SetupCommand::Enter]);
        assert_eq!(seated(&setup), ["Robin"]);
        // With nothing typed, among everybody who is not seated; typing takes the mark away.
        give(&mut setup, [down.clone()]);
        assert_eq!(meant(&setup).as_deref(), Some("Bo"));
        give(&mut setup, [down, up.clone(), SetupCommand::Typed("D".into())]);
        assert_eq!(meant(&setup), None);
        give(&mut setup, [SetupCommand::Typed(String::new()), up, SetupCommand::Enter]);
        assert_eq!(seated(&setup), ["Robin", "Cy"]);
    }

    #[test]
    fn several_names_are_several_players_all_or_none() {
        let mut setup = Setup::default();
        enter(&mut setup, "Anna\nBen\r\n\nrobin");
        assert_eq!(seated(&setup), ["Anna", "Ben", "Robin"]);
        enter(&mut setup, "Dora, ANNA");
        assert_eq!(seated(&setup).len(), 3);
        let view = setup.view(KNOWN.into_iter(), |_| Face::default());
        assert_eq!(view.typed, "Dora, ANNA", "what was refused is there to be mended");
        assert!(view.notice.is_some_and(|notice| notice.to_string().contains("ANNA is already at the table")));
        enter(&mut setup, "meier, anna");
        assert_eq!(seated(&setup).last().map(String::as_str), Some("Meier, Anna"), "a known name with a comma");
        give(&mut setup, [SetupCommand::Name(0, "Huber, Anna".into())]);
        assert_eq!(seated(&setup), ["Huber, Anna", "Ben", "Robin", "Meier, Anna"], "one seat is one person");
    }
}
