//! Parsing of requests, without any network.

use std::net::{IpAddr, SocketAddr};

use hyper::header::{ACCEPT_LANGUAGE, AUTHORIZATION, CONTENT_TYPE, HOST, HeaderMap, HeaderName, ORIGIN};
use hyper::http::request::Parts;
use hyper::{Method, Request};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{Change, Secret};
use crate::language::Language;
use crate::seats::Seat;

#[derive(Debug)]
pub enum Head<'a> {
    /// A file of the page.
    Get(&'a str),
    /// A call about the game.
    Post(&'a str, Credentials),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credentials {
    pub key: Secret,
    pub seat: Option<Secret>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The whole state, once its revision differs from `after`.
    Poll {
        after: u64,
        /// The longest wait in seconds.
        wait: u64,
    },
    Change(u64, Change),
}

impl<'a> Head<'a> {
    /// Reads the head of a request to one of these addresses; `None` is answered as if nothing were there.
    pub fn read(head: &'a Parts, addresses: &[IpAddr], port: u16) -> Option<Head<'a>> {
        // A page of another name that leads here (DNS rebinding) does not know the address that the screen shows.
        let host = only(&head.headers, &HOST)?;
        let shown = |address: &IpAddr| SocketAddr::new(*address, port).to_string() == host;
        let from_here = match head.headers.contains_key(ORIGIN) {
            true => only(&head.headers, &ORIGIN)?.strip_prefix("http://") == Some(host),
            false => true,
        };
        // The path alone, as a browser sends it: no query, no other server.
        let path = head.uri.path();
        let is_path_alone = head.uri.query().is_none() && head.uri.authority().is_none();
        if !addresses.iter().any(shown) || !from_here || !is_path_alone {
            return None;
        }
        match head.method {
            Method::GET => Some(Head::Get(path)),
            Method::POST => Some(Head::Post(path, credentials(only(&head.headers, &AUTHORIZATION)?)?)),
            _ => None,
        }
    }
}

/// The value of a header that occurs exactly once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    values.next().filter(|_| values.next().is_none())?.to_str().ok()
}

fn credentials(authorization: &str) -> Option<Credentials> {
    let shown = authorization.strip_prefix("Bearer ")?;
    let (key, seat) = match shown.split_once('.') {
        Some((key, seat)) => (key, Some(Secret::read(seat)?)),
        None => (shown, None),
    };
    Some(Credentials { key: Secret::read(key)?, seat })
}

/// Whether the body is declared as JSON: a foreign page needs a CORS preflight for that, which is refused.
pub fn is_json(headers: &HeaderMap) -> bool {
    only(headers, &CONTENT_TYPE) == Some("application/json")
}

pub fn language(headers: &HeaderMap) -> Language {
    let wanted = only(headers, &ACCEPT_LANGUAGE).unwrap_or_default();
    // Browsers write them in the order of preference.
    let tags = wanted.split(',').map(|tag| tag.split(';').next().unwrap_or_default().trim());
    Language::of_locales(tags).unwrap_or_default()
}

/// Parses the body for a path: `None` if there is no such path, `Some(None)` if the body is invalid.
pub fn body(path: &str, body: &[u8]) -> Option<Option<Wanted>> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Poll {
        after: u64,
        wait: u64,
    }
    macro_rules! change {
        ($($field:ident: $kind:ty),* => $what:expr) => {{
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Body {
                $($field: $kind,)*
                change: u64,
            }
            object(body).map(|Body { $($field,)* change }| Wanted::Change(change, $what))
        }};
    }
    Some(match path {
        "/look" => object(body).map(|Poll { after, wait }| Wanted::Poll { after, wait }),
        "/claim" => change!(seat: Seat => Change::Claim(seat)),
        "/bid" => change!(round: usize, bid: u8 => Change::Bid { round, bid }),
        "/tricks" => change!(round: usize, tricks: u8 => Change::Tricks { round, tricks }),
        "/back" => change!(round: usize => Change::Back { round }),
        "/bet" => change!(round: usize, token: i8 => Change::Bet { round, token }),
        "/fold" => change!(round: usize => Change::Fold { round }),
        "/show" => change!(round: usize, hand: i16 => Change::Show { round, hand }),
        "/leave" => change!( => Change::Leave),
        _ => return None,
    })
}

/// A JSON object; serde would also accept a list of the fields' values.
fn object<T: DeserializeOwned>(body: &[u8]) -> Option<T> {
    body.trim_ascii_start().starts_with(b"{").then(|| serde_json::from_slice(body).ok()).flatten()
}

/// Reads a whole request as the server does; for fuzzing.
pub fn read(request: Request<&[u8]>, addresses: &[IpAddr], port: u16) -> Option<Wanted> {
    let (head, bytes) = request.into_parts();
    match Head::read(&head, addresses, port)? {
        Head::Post(path, _) if is_json(&head.headers) => body(path, bytes)?,
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "AAAAAAAAAAAAAAAAAAAAAA";

    fn parsed(path: &str, text: &str) -> Option<Wanted> {
        body(path, text.as_bytes()).unwrap()
    }

    #[test]
    fn bodies_have_their_fields_and_no_others() {
        assert_eq!(parsed("/look", r#"{"after": 17, "wait": 25}"#), Some(Wanted::Poll { after: 17, wait: 25 }));
        let bid = |bid| Some(Wanted::Change(2, Change::Bid { round: 3, bid }));
        assert_eq!(parsed("/bid", r#"{"round": 3, "bid": 1, "change": 2}"#), bid(1));
        assert_eq!(parsed("/bid", r#"{"round": 3, "bid": 255, "change": 2}"#), bid(255), "the rules refuse it");
        assert_eq!(parsed("/claim", r#"{"change":1,"seat":2}"#), Some(Wanted::Change(1, Change::Claim(2))));
        let show = Wanted::Change(5, Change::Show { round: 3, hand: -4 });
        assert_eq!(parsed("/show", r#"{"round": 3, "hand": -4, "change": 5}"#), Some(show));
        assert_eq!(parsed("/leave", r#"{"change": 6}"#), Some(Wanted::Change(6, Change::Leave)));
        for bad in ["1.5", "1.0", "1e0", "\"3\"", "-1", "256", "null", "true", "[1]", "", "1,\"more\":1", "1,\"bid\":1"]
        {
            assert_eq!(parsed("/bid", &format!(r#"{{"round": 3, "change": 2, "bid": {bad}}}"#)), None, "{bad}");
        }
        for bad in
            ["", "{}", "[3, 1, 2]", "null", r#"{"round": 3, "change": 2}"#, r#"{"round":3,"bid":1,"change":2}{}"#]
        {
            assert_eq!(parsed("/bid", bad), None, "{bad}");
        }
        assert_eq!([body("/", b"{}"), body("/bids", b"{}"), body("bid", b"{}")], [None, None, None]);
    }

    fn reads(method: &str, target: &str, headers: &[(&str, &str)]) -> bool {
        let mut request = Request::builder().method(method).uri(target);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let addresses = ["192.168.1.5".parse().unwrap(), "2001:db8::5".parse().unwrap()];
        Head::read(&request.body(()).unwrap().into_parts().0, &addresses, 27272).is_some()
    }

    #[test]
    fn a_request_is_for_an_address_that_the_screen_shows() {
        let host = ("Host", "192.168.1.5:27272");
        assert!(reads("GET", "/", &[host]) && reads("GET", "/", &[("host", "[2001:db8::5]:27272")]));
        for bad in [
            "evil.test",
            "evil.test:27272",
            "0.0.0.0:27272",
            "localhost:27272",
            "127.0.0.1:27272",
            "192.168.1.5",
            "",
            "192.168.1.5:80",
        ] {
            assert!(!reads("GET", "/", &[("Host", bad)]), "{bad}");
        }
        assert!(!reads("GET", "/", &[]) && !reads("GET", "/", &[host, host]));
        assert!(!reads("GET", "/?", &[host]) && !reads("GET", "http://192.168.1.5:27272/", &[host]));
        assert!(!reads("HEAD", "/", &[host]) && !reads("OPTIONS", "/look", &[host]));
        let origin = |origin| reads("GET", "/", &[host, ("Origin", origin)]);
        assert!(origin("http://192.168.1.5:27272") && !origin("http://evil.test") && !origin("null"));
    }

    #[test]
    fn the_key_is_shown_in_one_way() {
        let host = ("Host", "192.168.1.5:27272");
        let shown = |value: String| reads("POST", "/look", &[host, ("Authorization", &value)]);
        assert!(shown(format!("Bearer {KEY}")) && shown(format!("Bearer {KEY}.{KEY}")));
        for bad in ["", KEY, "Bearer", "Bearer ", "Basic AAAA"] {
            assert!(!shown(bad.into()), "{bad}");
        }
        assert!(!shown(format!("Bearer {KEY}.")) && !shown(format!("Bearer {KEY}.{KEY}.{KEY}")));
        assert!(!shown(format!("Bearer  {KEY}")) && !reads("POST", "/look", &[host]));
    }

    #[test]
    fn the_first_language_that_the_program_speaks_is_taken() {
        for (wanted, spoken) in
            [("de-AT,de;q=0.9,en;q=0.8", "de"), ("nl, pt;q=0.5", "pt_BR"), ("nl", "en"), ("", "en"), ("*", "en")]
        {
            let headers = HeaderMap::from_iter([(ACCEPT_LANGUAGE, wanted.parse().unwrap())]);
            assert_eq!(language(&headers).code(), spoken, "{wanted}");
        }
    }
}
