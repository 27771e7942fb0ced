use std::io::Write;
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tablet_of_truth::phones::{Answer, Busy, Change, Secret};
use tablet_of_truth::text;

use crate::{HERE, Response, Room, seated, secret};

#[test]
fn the_page_is_served_in_the_phones_language() {
    let room = Room::keeping();
    let page = room.get("/");
    assert!(page.status == 200 && page.body.contains("<html lang=\"fr\">"));
    let mut bytes = page.body.len();
    for (path, kind) in [("/page.js", "text/javascript"), ("/page.css", "text/css"), ("/icon.svg", "image/svg+xml")] {
        let file = room.get(path);
        assert!(file.status == 200 && file.head.contains(&format!("content-type: {kind}")), "{path}: {}", file.head);
        assert!(page.body.contains(&format!("\"{path}\"")), "{path}");
        let length = format!("content-length: {}", file.body.len());
        assert!(file.head.contains(&length), "{path} came whole: {}", file.head);
        bytes += file.body.len();
    }
    assert!(bytes <= 60_000, "{bytes}");
    for path in ["/look", "/index.html", "//", "/?", "/../page.js", "/favicon.ico"] {
        assert_eq!(room.get(path).status, 404, "{path}");
    }
}

#[test]
fn every_answer_has_the_same_guards() {
    let room = Room::keeping();
    let answers = [
        room.get("/"),
        room.get("/none"),
        room.post("/look", &room.key(), r#"{"after":0,"wait":0}"#),
        room.post("/bid", &room.key(), "{}"),
        room.post("/bid", &room.key(), &" ".repeat(2049)),
    ];
    assert_eq!(answers.each_ref().map(|answer| answer.status), [200, 404, 200, 400, 413]);
    for answer in answers {
        for guard in [
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
             connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'\r\n",
            "cross-origin-resource-policy: same-origin\r\n",
            "x-content-type-options: nosniff\r\n",
            "referrer-policy: no-referrer\r\n",
            "cache-control: no-store\r\n",
            "connection: close\r\n",
        ] {
            let head = format!("{}\r\n", answer.head);
            assert!(head.contains(guard), "{guard}: {head}");
        }
        assert!(!answer.head.contains("access-control") && !answer.head.contains("cookie"));
    }
}

#[test]
fn changes_come_to_the_program_and_its_answer_to_the_phone() {
    let room = Room::keeping();
    let own = Some(room.published.phones[0].secret().clone());
    for (path, body, key, from, what) in [
        ("/claim", r#"{"seat":2,"change":1}"#, room.key(), None, Change::Claim(2)),
        ("/bid", r#"{"round":3,"bid":1,"change":1}"#, room.own(), own.clone(), Change::Bid { round: 3, bid: 1 }),
        (
            "/tricks",
            r#"{"round":3,"tricks":0,"change":1}"#,
            room.own(),
            own.clone(),
            Change::Tricks { round: 3, tricks: 0 },
        ),
        ("/back", r#"{"round":3,"change":1}"#, room.own(), own.clone(), Change::Back { round: 3 }),
        ("/bet", r#"{"round":3,"token":2,"change":1}"#, room.own(), own.clone(), Change::Bet { round: 3, token: 2 }),
        ("/fold", r#"{"round":3,"change":1}"#, room.own(), own.clone(), Change::Fold { round: 3 }),
        (
            "/show",
            r#"{"round":3,"hand":-14,"change":1}"#,
            room.own(),
            own.clone(),
            Change::Show { round: 3, hand: -14 },
        ),
        ("/leave", r#"{"change":1}"#, room.own(), own.clone(), Change::Leave),
    ] {
        assert_eq!(room.post(path, &key, body).json(), (200, json!({ "revision": 1 })), "{path}");
        assert_eq!(room.taken(), [(from, HERE.into(), 1, what)]);
    }
}

#[test]
fn each_answer_has_its_status() {
    let answers = Mutex::new(vec![
        Ok(Answer::Seated(2, Secret::read("AAAAAAAAAAAAAAAAAAAAAA").unwrap())),
        Ok(Answer::Left),
        Ok(Answer::Refused { reason: text!("Close"), pending: false }),
        Ok(Answer::Refused { reason: text!("Close"), pending: true }),
        Ok(Answer::Unknown),
        Err(Busy),
    ]);
    let room = Room::answering(move |ask| {
        (ask.answer)(answers.lock().unwrap().remove(0)?);
        Ok(())
    });
    for wanted in [
        (200, json!({ "seat": 2, "secret": "AAAAAAAAAAAAAAAAAAAAAA" })),
        (200, json!({})),
        (409, json!({ "reason": "Schließen" })),
        (409, json!({ "reason": "Schließen", "asked": true })),
        (404, Value::Null),
        (429, Value::Null),
    ] {
        assert_eq!(room.post("/leave", &room.own(), r#"{"change":1}"#).json(), wanted);
    }
}

#[test]
fn what_is_no_such_body_never_comes_to_the_program() {
    let room = Room::answering(|_| panic!("asked"));
    let bid = |bid: &str| format!(r#"{{"round":3,"change":2,"bid":{bid}}}"#);
    let numbers = ["1.5", "1.0", "\"3\"", "-1", "256", "null", "1e0", "99999999999999999999", "[]", "1,\"seat\":1"];
    // Fewer than the changes that a phone may ask for at once are sent for each key.
    for (index, number) in numbers.iter().enumerate() {
        let key = if index % 2 == 0 { room.key() } else { room.own() };
        assert_eq!(room.post("/bid", &key, &bid(number)).status, 400, "{number}");
    }
    assert_eq!(room.post("/nothing", &room.key(), "{}").status, 404);
    let form = room.request("/bid", &room.key(), &bid("1")).replace("application/json", "text/plain");
    assert_eq!(room.send(form).status, 400, "what a foreign page may send without asking");
    let long = bid(&format!("1{}", " ".repeat(2048)));
    assert_eq!(room.post("/bid", &room.key(), &long).status, 413);
    let chunks = room.request("/bid", &room.key(), "").replace("Content-Length: 0", "Transfer-Encoding: chunked");
    assert_eq!(room.send(format!("{chunks}c00\r\n{}\r\n0\r\n\r\n", " ".repeat(0xc00))).status, 413);
}

#[test]
fn a_phone_that_asks_too_often_has_to_wait() {
    let room = Room::keeping();
    let ask = |number: usize| room.post("/leave", &room.own(), &format!("{{\"change\":{number}}}")).status;
    let answers: Vec<u16> = (0..200).map(ask).collect();
    assert_eq!(answers[..10], [200; 10]);
    let kept = answers.iter().filter(|status| **status == 200).count();
    assert!(answers.contains(&429) && kept == room.taken().len(), "{kept} of 200 were kept");
    assert_eq!(room.post("/leave", &room.key(), r#"{"change":1}"#).status, 200, "another phone does not wait for it");
}

#[test]
fn news_come_at_once_and_the_same_after_the_wait() {
    let mut room = Room::keeping();
    let view = |room: &Room, key: &str, after, wait| {
        let (status, body) = room.post("/look", key, &format!(r#"{{"after":{after},"wait":{wait}}}"#)).json();
        (status, body["revision"].as_u64(), body["view"]["mark"].as_str().map(str::to_owned))
    };
    let (key, own) = (room.key(), room.own());
    assert_eq!(view(&room, &key, 0, 25), (200, Some(1), Some("everybody".into())));
    assert_eq!(view(&room, &own, 7, 25), (200, Some(1), Some("own-0".into())), "of a program that was started again");
    assert_eq!(view(&room, &key, 1, 0), (200, Some(1), Some("everybody".into())));
    assert_eq!(view(&room, &key, 1, 1), (200, Some(1), Some("everybody".into())));
    assert_eq!(view(&room, &format!("{key}.{}", secret().letters()), 0, 0), (404, None, None), "nobody's seat");

    let wait = |room: &Room, key: &str, after: u64| {
        let mut stream = room.connect();
        stream.write_all(room.request("/look", key, &format!(r#"{{"after":{after},"wait":25}}"#)).as_bytes()).unwrap();
        let (sender, receiver) = channel();
        thread::spawn(move || sender.send(Response::read(&mut stream)));
        receiver
    };
    let until_seen = |room: &Room| {
        while room.server.seen().phones.iter().all(|(_, ago)| *ago != Duration::ZERO) || room.server.seen().lookers == 0
        {
            thread::yield_now();
        }
    };
    let waiting = [wait(&room, &own, 1), wait(&room, &key, 1)];
    until_seen(&room);
    room.publish(|_| ());
    for (waiting, mark) in waiting.iter().zip(["own-0", "everybody"]) {
        let (status, body) = waiting.recv().unwrap().json();
        assert_eq!((status, &body["revision"], &body["view"]["mark"]), (200, &json!(2), &json!(mark)));
    }
    // The seat is given to another phone; then there is a new key.
    let released = wait(&room, &own, 2);
    room.publish(|state| state.phones[0] = seated("own-1"));
    assert_eq!(released.recv().unwrap().json(), (404, Value::Null));
    let thrown_out = wait(&room, &key, 3);
    room.publish(|state| state.key = secret());
    assert_eq!(thrown_out.recv().unwrap().json(), (404, Value::Null));
    assert_eq!((view(&room, &key, 0, 0), view(&room, &room.own(), 0, 0).0), ((404, None, None), 200));
}
