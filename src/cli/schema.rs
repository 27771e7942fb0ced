//! `tablet-of-truth schema`.

use clap::ValueEnum;

use super::said::Answer;

/// A kind of file that has a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Schema {
    /// A session of Wizard
    Session,
    /// A session of The Last Wizard
    LastWizard,
    /// A tournament
    Tournament,
    /// A whole archive in one file, as "backup" writes it; it refers to the three others
    Export,
}

impl Schema {
    fn text(self) -> &'static str {
        match self {
            Schema::Session => include_str!("../../docs/session.schema.json"),
            Schema::LastWizard => include_str!("../../docs/last-wizard.schema.json"),
            Schema::Tournament => include_str!("../../docs/tournament.schema.json"),
            Schema::Export => include_str!("../../docs/archive.schema.json"),
        }
    }
}

/// The schema, as it is published.
pub(super) fn schema(of: Schema) -> Answer {
    Answer { text: of.text().into(), notes: Vec::new() }
}
