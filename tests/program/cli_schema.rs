//! `schema` in a terminal.

use serde_json::Value;

use crate::cli::run;

#[test]
fn each_schema_is_printed_as_it_is_published() {
    for (arguments, published, title) in [
        (&["schema"][..], include_str!("../../docs/session.schema.json"), "A session of Tablet of Truth"),
        (&["schema", "session"], include_str!("../../docs/session.schema.json"), "A session of Tablet of Truth"),
        (
            &["schema", "last-wizard"],
            include_str!("../../docs/last-wizard.schema.json"),
            "A session of The Last Wizard",
        ),
        (
            &["schema", "tournament"],
            include_str!("../../docs/tournament.schema.json"),
            "A tournament of Tablet of Truth",
        ),
        (&["schema", "export"], include_str!("../../docs/archive.schema.json"), "An archive of Tablet of Truth"),
    ] {
        let answer = run(arguments, b"");
        assert_eq!((answer.code, answer.told.as_str()), (Some(0), ""), "{arguments:?}");
        assert_eq!(answer.out, published, "{arguments:?}");
        let schema: Value = serde_json::from_str(&answer.out).unwrap();
        assert!(schema["title"].as_str().unwrap().starts_with(title), "{arguments:?}");
    }
}

#[test]
fn a_schema_that_there_is_not_is_refused_with_those_there_are() {
    let answer = run(&["schema", "settings"], b"");
    assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""));
    assert!(answer.told.contains("session, last-wizard, tournament, export"), "{}", answer.told);
    let help = run(&["schema", "--help"], b"").out;
    assert!(help.contains("A whole archive in one file") && help.contains("Exit code 0"), "{help}");
}
