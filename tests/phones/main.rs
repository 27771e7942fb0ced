//! The phones' server over its real socket, with a program behind it that only notes what it is asked.
//! `PHONES_FLOOD=60 cargo test --test phones flood -- --nocapture` floods it for a minute and prints the figures.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails with a panic")]

mod faults;
mod protocol;
mod strangers;

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tablet_of_truth::phones::{Answer, Ask, Busy, Change, Published, SeatedPhone, Secret, Server, ServerEvent};

/// Where a test's phone is, and where its server is reached.
pub const HERE: Ipv4Addr = Ipv4Addr::LOCALHOST;

pub type Asked = (Option<Secret>, IpAddr, u64, Change);

pub struct Room {
    pub server: Server,
    pub published: Published,
    pub asked: Arc<Mutex<Vec<Asked>>>,
    pub events: Receiver<ServerEvent>,
}

pub fn secret() -> Secret {
    Secret::new().unwrap()
}

/// A phone with a seat, whose view has this mark.
pub fn seated(mark: &str) -> SeatedPhone {
    SeatedPhone::new(secret(), json!({ "mark": mark }).into())
}

/// A state with one phone that has a seat, with a mark in each view.
pub fn published(revision: u64) -> Published {
    let everybody = json!({ "mark": "everybody" }).into();
    Published { revision, key: secret(), everybody, phones: vec![seated("own-0")] }
}

impl Room {
    /// One whose program keeps everything, with the change's number as the revision.
    pub fn keeping() -> Room {
        Room::answering(|ask| {
            (ask.answer)(Answer::Kept(ask.change));
            Ok(())
        })
    }

    pub fn answering(answer: impl Fn(Ask) -> Result<(), Busy> + Send + 'static) -> Room {
        let published = published(1);
        let asked: Arc<Mutex<Vec<Asked>>> = Arc::default();
        let (noted, (event, events)) = (asked.clone(), channel());
        let ask = move |ask: Ask| {
            noted.lock().unwrap().push((ask.from.clone(), ask.peer, ask.change, ask.what.clone()));
            answer(ask)
        };
        let event = move |what| event.send(what).unwrap_or_default();
        let server = Server::start(0, || vec![HERE.into()], published.clone(), ask, event).unwrap();
        Room { server, published, asked, events }
    }

    pub fn publish(&mut self, change: impl FnOnce(&mut Published)) {
        self.published.revision += 1;
        change(&mut self.published);
        self.server.publish(self.published.clone());
    }

    pub fn host(&self) -> String {
        format!("{HERE}:{}", self.server.port())
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect((HERE, self.server.port())).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    pub fn key(&self) -> String {
        self.published.key.letters()
    }

    pub fn own(&self) -> String {
        format!("{}.{}", self.key(), self.published.phones[0].secret().letters())
    }

    /// The bytes of a request as the page makes it.
    pub fn request(&self, path: &str, key: &str, body: &str) -> String {
        format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nAuthorization: Bearer {key}\r\n\
             Accept-Language: de\r\nContent-Length: {}\r\n\r\n{body}",
            self.host(),
            body.len()
        )
    }

    pub fn send(&self, request: impl AsRef<[u8]>) -> Response {
        let mut stream = self.connect();
        // Who is refused early may find the connection closed.
        let _ = stream.write_all(request.as_ref());
        Response::read(&mut stream)
    }

    pub fn post(&self, path: &str, key: &str, body: &str) -> Response {
        self.send(self.request(path, key, body))
    }

    pub fn get(&self, path: &str) -> Response {
        self.send(format!("GET {path} HTTP/1.1\r\nHost: {}\r\nAccept-Language: fr\r\n\r\n", self.host()))
    }

    pub fn taken(&self) -> Vec<Asked> {
        std::mem::take(&mut self.asked.lock().unwrap())
    }
}

/// An answer: its status, 0 for none; its head in lower case; its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Response {
    pub fn read(stream: &mut TcpStream) -> Response {
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let _ = stream.shutdown(Shutdown::Both);
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_default();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
        Response { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    pub fn json(&self) -> (u16, Value) {
        (self.status, serde_json::from_str(&self.body).unwrap_or_default())
    }
}
