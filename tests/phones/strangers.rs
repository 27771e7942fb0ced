//! Those who do not know the key, and those who want everything for themselves.

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tokio::io::Interest;
use tokio::net::{TcpSocket, TcpStream};

use crate::{HERE, Response, Room, secret};

fn address(last: u8) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 0, last)
}

/// Sends a request from an address, and what is read of the answer.
fn from(address: Ipv4Addr, room: &Room, request: impl AsRef<[u8]>) -> Response {
    let mut stream = connected(address, room);
    let _ = stream.write_all(request.as_ref());
    Response::read(&mut stream)
}

/// Opens a connection from an address and sends this; nothing is read.
fn open(address: Ipv4Addr, room: &Room, request: &str) -> std::net::TcpStream {
    let mut stream = connected(address, room);
    stream.write_all(request.as_bytes()).unwrap();
    stream
}

fn connected(address: Ipv4Addr, room: &Room) -> std::net::TcpStream {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let stream = runtime.block_on(connect(address, room.server.port())).unwrap().into_std().unwrap();
    stream.set_nonblocking(false).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream
}

fn page(room: &Room) -> String {
    format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", room.host())
}

#[test]
fn strangers_keep_no_new_phone_out() {
    let room = Room::keeping();
    let half = room.request("/look", &secret().letters(), "{");
    for sent in ["", &half[..half.len() / 2]] {
        let _held: Vec<_> = (0..24).map(|at| open(address(2 + at % 3), &room, sent)).collect();
        thread::sleep(Duration::from_millis(50));
        for new in 0..10 {
            assert_eq!(from(address(100 + new), &room, page(&room)).status, 200, "{sent:?}, {new}");
        }
        let claim = room.request("/claim", &room.key(), r#"{"seat":2,"change":1}"#);
        assert_eq!(from(address(120), &room, claim).status, 200);
    }
}

#[test]
fn a_guest_with_the_code_leaves_a_place_for_each_seat_and_for_new_phones() {
    let room = Room::keeping();
    let wait = |key: &str| room.request("/look", key, r#"{"after":1,"wait":25}"#);
    let mut held: Vec<_> = (0..32).map(|at| open(address(2 + at % 2), &room, &wait(&room.key()))).collect();
    held.extend((0..16).map(|at| open(address(2 + at % 2), &room, "")));
    thread::sleep(Duration::from_millis(50));
    for new in 0..10 {
        assert_eq!(from(address(100 + new), &room, page(&room)).status, 200, "a new phone, {new}");
    }
    let look = room.request("/look", &room.own(), r#"{"after":0,"wait":0}"#);
    assert_eq!(from(address(110), &room, look).status, 200, "a phone with a seat");
    let claim = room.request("/claim", &room.key(), r#"{"seat":2,"change":1}"#);
    assert_eq!(from(address(111), &room, claim).status, 200, "a phone that wants one");
    let (status, body) = from(address(112), &room, wait(&room.key())).json();
    assert!(status == 409 && body["reason"].is_string(), "a further one that only looks: {status}, {body}");
    drop(held);
}

#[test]
fn a_seat_waits_for_news_once_the_newest_time() {
    let room = Room::keeping();
    let wait = room.request("/look", &room.own(), r#"{"after":1,"wait":25}"#);
    let start = Instant::now();
    let mut before = open(address(2), &room, &wait);
    for at in 3..7 {
        thread::sleep(Duration::from_millis(50));
        let newer = open(address(at), &room, &wait);
        let (status, body) = Response::read(&mut std::mem::replace(&mut before, newer)).json();
        assert_eq!((status, body["revision"].as_u64()), (200, Some(1)));
    }
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    drop(before);
}

/// Check 4: nothing of the game is answered, and nothing of it comes to the program.
#[test]
fn ten_thousand_requests_without_the_key_get_nothing() {
    const CUT: u8 = 3;
    let room = Room::answering(|_| panic!("asked"));
    let mut chance = fastrand::Rng::with_seed(4);
    let nothing = room.get("/none");
    // The length of nothing is not told to who asks for the head only.
    let head_of = |answer: &Response| {
        let lines = answer.head.lines().filter(|line| !line.starts_with("date:") && *line != "content-length: 0");
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let mut statuses = std::collections::BTreeMap::<u16, usize>::new();
    for _ in 0..10_000 {
        let path =
            chance.choice(["/look", "/claim", "/bid", "/tricks", "/back", "/bet", "/leave", "/x", "/look?a"]).unwrap();
        let key = match chance.u8(0..6) {
            0 => String::new(),
            1 => room.key()[1..].to_owned(),
            2 => format!("{}x", room.key()),
            3 => format!("{}.{}", secret().letters(), room.own().split_once('.').unwrap().1),
            4 => format!("{0}.{0}", secret().letters()),
            _ => secret().letters(),
        };
        let body = chance.choice([r#"{"after":0,"wait":0}"#, r#"{"seat":1,"change":1}"#, "{", ""]).unwrap();
        let mut request = room.request(path, &key, body);
        let how = chance.u8(0..8);
        match how {
            0 => {
                request =
                    request.replacen("POST", chance.choice(["PUT", "OPTIONS", "HEAD", "DELETE", "GET"]).unwrap(), 1)
            }
            1 => {
                request =
                    request.replace("Host:", chance.choice(["Hots:", "Host: a\r\nHost:", "Host:evil.test"]).unwrap())
            }
            2 => {
                request =
                    request.replace("Authorization", chance.choice(["X", "Cookie", "Proxy-Authorization"]).unwrap())
            }
            CUT => request.truncate(chance.usize(0..request.len())),
            _ => {}
        }
        let mut stream = room.connect();
        stream.write_all(request.as_bytes()).unwrap();
        if how == CUT {
            stream.shutdown(std::net::Shutdown::Write).unwrap();
        }
        let answer = Response::read(&mut stream);
        *statuses.entry(answer.status).or_default() += 1;
        let fits = if how == CUT { matches!(answer.status, 0 | 404) } else { answer.status == 404 };
        assert!(fits && answer.body.is_empty(), "{request}: {answer:?}");
        if answer.status == 404 {
            assert_eq!(head_of(&answer), head_of(&nothing), "{request}");
        }
    }
    println!("statuses, 0 for none: {statuses:?}");
    assert!(statuses[&404] > 5000 && room.taken().is_empty());
}

/// Check 5: a name that leads here is not this device's address.
#[test]
fn a_request_for_another_host_gets_nothing() {
    let room = Room::keeping();
    let good = room.request("/look", &room.key(), r#"{"after":0,"wait":0}"#);
    let host = format!("Host: {}\r\n", room.host());
    assert_eq!(room.send(&good).status, 200);
    let port = room.server.port();
    for bad in [
        String::new(),
        format!("{host}{host}"),
        "Host: evil.test\r\n".into(),
        format!("Host: 0.0.0.0:{port}\r\n"),
        format!("Host: localhost:{port}\r\n"),
        format!("Host: {HERE}\r\n"),
        format!("{host}Origin: http://evil.test\r\n"),
        format!("{host}Origin: null\r\n"),
    ] {
        assert_eq!(room.send(good.replace(&host, &bad)).status, 404, "{bad:?}");
    }
    assert_eq!(room.send(good.replace(&host, &format!("{host}Origin: http://{}\r\n", room.host()))).status, 200);
    assert_eq!(room.send(good.replace("POST /look", &format!("POST http://{}/look", room.host()))).status, 404);
    // What a browser asks before a foreign page may send JSON.
    let asks = format!(
        "OPTIONS /look HTTP/1.1\r\n{host}Origin: http://evil.test\r\nAccess-Control-Request-Method: POST\r\n\r\n"
    );
    let answer = room.send(asks);
    assert!(answer.status == 404 && !answer.head.contains("access-control"), "{}", answer.head);
}

async fn connect(from: Ipv4Addr, port: u16) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((from, 0).into())?;
    socket.connect(SocketAddr::from((HERE, port))).await
}

/// Reads until the other side has closed.
async fn closed(stream: &TcpStream) {
    while stream.ready(Interest::READABLE).await.is_ok() {
        match stream.try_read(&mut [0; 512]) {
            Ok(0) => return,
            Err(error) if error.kind() != std::io::ErrorKind::WouldBlock => return,
            _ => {}
        }
    }
}

/// Check 6: 800 connections of one stranger that send nothing, half or drop by drop; a phone elsewhere is answered.
#[test]
fn a_phone_is_answered_while_a_stranger_floods_the_door() {
    let room = Room::keeping();
    let (port, half) = (room.server.port(), room.request("/look", &secret().letters(), "{"));
    let seconds = std::env::var("PHONES_FLOOD").ok().and_then(|seconds| seconds.parse().ok()).unwrap_or(2);
    let (over, opened) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let flood = {
        let (over, opened) = (over.clone(), opened.clone());
        thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            for kind in 0..800 {
                let (over, opened, half) = (over.clone(), opened.clone(), half.clone());
                runtime.spawn(async move {
                    while !over.load(Ordering::Relaxed) {
                        if let Ok(stream) = connect(Ipv4Addr::new(127, 0, 0, 2), port).await {
                            opened.fetch_add(1, Ordering::Relaxed);
                            match kind % 3 {
                                0 => {}
                                1 => _ = stream.try_write(&half.as_bytes()[..half.len() / 2]),
                                _ => {
                                    for byte in half.as_bytes() {
                                        if stream.try_write(&[*byte]).is_err() || over.load(Ordering::Relaxed) {
                                            break;
                                        }
                                        tokio::time::sleep(Duration::from_millis(20)).await;
                                    }
                                }
                            }
                            let _ = tokio::time::timeout(Duration::from_secs(5), closed(&stream)).await;
                        }
                        tokio::time::sleep(Duration::from_millis(250)).await;
                    }
                });
            }
            runtime.block_on(async {
                while !over.load(Ordering::Relaxed) {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            });
        })
    };
    let look = room.request("/look", &room.own(), r#"{"after":0,"wait":0}"#);
    let (begin, mut times) = (Instant::now(), Vec::new());
    while begin.elapsed() < Duration::from_secs(seconds) {
        let start = Instant::now();
        let answer = from(address(3), &room, &look);
        times.push(start.elapsed());
        assert_eq!(answer.status, 200, "after {:?}", begin.elapsed());
        thread::sleep(Duration::from_millis(60));
    }
    over.store(true, Ordering::Relaxed);
    flood.join().unwrap();
    times.sort();
    println!(
        "{} connections of a stranger in {seconds} s; {} looks of a phone: median {:?}, longest {:?}",
        opened.load(Ordering::Relaxed),
        times.len(),
        times[times.len() / 2],
        times[times.len() - 1],
    );
    assert!(opened.load(Ordering::Relaxed) > 800, "the flood was none");
}

#[test]
fn a_request_has_four_seconds_in_all() {
    let room = Room::keeping();
    // Drop by drop, so that there is always something new.
    let request = room.request("/look", &room.key(), r#"{"after":0,"wait":0}"#);
    let mut stream = room.connect();
    let start = Instant::now();
    for byte in request.as_bytes() {
        if stream.write_all(&[*byte]).is_err() || start.elapsed() > Duration::from_secs(8) {
            break;
        }
        thread::sleep(Duration::from_millis(50));
    }
    let took = start.elapsed();
    assert!(took >= Duration::from_secs(4) && took < Duration::from_secs(8), "{took:?}");
    assert_eq!(Response::read(&mut stream).status, 0);
}
