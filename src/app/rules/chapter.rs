use crate::language::Language;
use crate::session::folded;
use crate::text::Text;

/// The extra content below a chapter's paragraphs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shows {
    Nothing,
    Calculator,
    Odds,
}

#[derive(Clone)]
pub(super) struct Chapter {
    pub(super) title: Text,
    /// Whether it is a part of the chapter before.
    pub(super) part: bool,
    pub(super) texts: Vec<Text>,
    /// Names with their explanations.
    pub(super) lines: Vec<(Text, Text)>,
    pub(super) shows: Shows,
}

impl Chapter {
    pub(super) fn new(title: Text, texts: impl Into<Vec<Text>>) -> Chapter {
        Chapter { title, part: false, texts: texts.into(), lines: Vec::new(), shows: Shows::Nothing }
    }

    pub(super) fn part(self) -> Chapter {
        Chapter { part: true, ..self }
    }

    pub(super) fn lines(self, lines: impl Into<Vec<(Text, Text)>>) -> Chapter {
        Chapter { lines: lines.into(), ..self }
    }

    pub(super) fn with(self, shows: Shows) -> Chapter {
        Chapter { shows, ..self }
    }

    /// Only the paragraphs and lines in which, with the heading, all the words occur; `None` without any.
    pub(super) fn found(mut self, words: &[&str], language: Language) -> Option<Chapter> {
        let tr = |text: &Text| language.translate(text);
        let title = tr(&self.title);
        self.texts.retain(|text| has_all(&format!("{title} {}", tr(text)), words));
        self.lines.retain(|(name, text)| has_all(&format!("{title} {} {}", tr(name), tr(text)), words));
        (!self.texts.is_empty() || !self.lines.is_empty()).then_some(self)
    }
}

/// Ignores case and accents.
pub(super) fn has_all(text: &str, words: &[&str]) -> bool {
    let text = folded(text);
    words.iter().all(|word| text.contains(word))
}
