//! Start, stop, and what breaks in between.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tablet_of_truth::phones::{Server, ServerEvent};
use tablet_of_truth::text::Text;

use crate::{HERE, Response, Room, published};

fn start(port: u16, addresses: Vec<IpAddr>) -> Result<Server, Text> {
    Server::start(port, move || addresses.clone(), published(1), |_| Ok(()), |_| ())
}

/// Check 11: nothing listens when it has stopped.
#[test]
fn a_stopped_server_listens_no_more() {
    let room = Room::keeping();
    let port = room.server.port();
    assert_eq!(room.get("/").status, 200);
    let mut waiting = room.connect();
    waiting.write_all(room.request("/look", &room.key(), r#"{"after":1,"wait":25}"#).as_bytes()).unwrap();
    while room.server.seen().lookers == 0 {
        std::thread::yield_now();
    }
    let (stopping, Room { server, .. }) = (Instant::now(), room);
    drop(server);
    assert!(stopping.elapsed() < Duration::from_secs(4), "it waits for no phone: {:?}", stopping.elapsed());
    assert!(TcpStream::connect((HERE, port)).is_err());
    assert_eq!(Response::read(&mut waiting).status, 410, "who waits is told");
    TcpListener::bind((Ipv4Addr::UNSPECIFIED, port)).expect("the port is free again");
}

#[test]
fn a_taken_port_leads_to_the_next_and_no_network_to_words() {
    let taken = TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let server = start(port, vec![HERE.into()]).unwrap();
    assert_ne!(server.port(), port);
    assert_eq!(server.addresses(), [IpAddr::from(HERE)]);
    let error = start(port, Vec::new()).err().unwrap();
    assert!(error.to_string().contains("Wi-Fi"), "{}", error);
}

#[test]
fn an_address_that_goes_away_is_reported_and_no_longer_a_host() {
    let addresses: Arc<Mutex<Vec<IpAddr>>> = Arc::new(Mutex::new(vec![HERE.into()]));
    let (events, asked) = (std::sync::mpsc::channel(), addresses.clone());
    let event = move |event| events.0.send(event).unwrap_or_default();
    let server = Server::start(0, move || asked.lock().unwrap().clone(), published(1), |_| Ok(()), event).unwrap();
    for now in [vec![], vec![[127, 0, 0, 9].into()]] {
        addresses.lock().unwrap().clone_from(&now);
        assert_eq!(events.1.recv_timeout(Duration::from_secs(20)), Ok(ServerEvent::Addresses(now.clone())));
        assert_eq!(server.addresses(), now);
        let mut stream = TcpStream::connect((HERE, server.port())).unwrap();
        let request = format!("GET / HTTP/1.1\r\nHost: {HERE}:{}\r\n\r\n", server.port());
        stream.write_all(request.as_bytes()).unwrap();
        assert_eq!(Response::read(&mut stream).status, 404);
    }
}

/// Check 8: whatever ends the listening socket, phones are served again.
#[cfg(target_os = "linux")]
#[test]
#[allow(unsafe_code, reason = "the program's own socket is broken from outside")]
fn a_dead_listener_is_built_again() {
    let room = Room::keeping();
    let port = room.server.port();
    let listens = |descriptor: &i32| {
        let (mut is, mut size) = (0_i32, 4);
        let place = (&raw mut is).cast();
        // SAFETY: both pointers lead to integers of the size that is named.
        unsafe {
            libc::getsockopt(*descriptor, libc::SOL_SOCKET, libc::SO_ACCEPTCONN, place, &mut size) == 0 && is == 1
        }
    };
    let has_the_port = |descriptor: &i32| {
        // SAFETY: an address of zeros is one, and as long as is said.
        let mut address: libc::sockaddr_in = unsafe { std::mem::zeroed() };
        let mut size = std::mem::size_of_val(&address) as libc::socklen_t;
        // SAFETY: as above.
        let has = unsafe { libc::getsockname(*descriptor, (&raw mut address).cast(), &mut size) == 0 };
        has && u16::from_be(address.sin_port) == port
    };
    for _ in 0..3 {
        let socket = (3..4096).find(|descriptor| listens(descriptor) && has_the_port(descriptor)).unwrap();
        // SAFETY: a system call on a number.
        assert_eq!(unsafe { libc::shutdown(socket, libc::SHUT_RDWR) }, 0);
        let start = Instant::now();
        assert_eq!(room.events.recv_timeout(Duration::from_secs(20)), Ok(ServerEvent::Rebuilt));
        assert_eq!(room.get("/").status, 200);
        println!("served again after {:?}", start.elapsed());
    }
}

/// Check 8: no descriptor is left, and then there are some again. In a process of its own, which has few.
#[cfg(unix)]
#[test]
fn without_descriptors_the_listener_rests() {
    let mut few = std::process::Command::new(std::env::current_exe().unwrap());
    let out = few.args(["--ignored", "--exact", "faults::out_of_descriptors", "--nocapture"]).output().unwrap();
    let text = String::from_utf8_lossy(&out.stdout);
    assert!(out.status.success() && text.contains("1 passed"), "{text}{}", String::from_utf8_lossy(&out.stderr));
}

#[cfg(unix)]
#[test]
#[ignore = "takes all descriptors of its process: run by the one above"]
#[allow(unsafe_code, reason = "a limit of the process")]
fn out_of_descriptors() {
    let few = libc::rlimit { rlim_cur: 64, rlim_max: 64 };
    // SAFETY: the limits live as long as the call.
    assert_eq!(unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &few) }, 0);
    let room = Room::keeping();
    assert_eq!(room.get("/").status, 200);
    // The server has closed its side of that.
    std::thread::sleep(Duration::from_millis(300));
    let mut taken: Vec<std::fs::File> = std::iter::from_fn(|| std::fs::File::open("/dev/null").ok()).collect();
    // One for this side of a connection, none for the server's.
    taken.pop();
    let mut stream = room.connect();
    let request = format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", room.host());
    stream.write_all(request.as_bytes()).unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(700))).unwrap();
    let waits = std::io::Read::read(&mut stream, &mut [0; 1]).unwrap_err();
    assert_eq!(waits.kind(), std::io::ErrorKind::WouldBlock, "nobody accepts it");
    drop(taken);
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    assert_eq!(Response::read(&mut stream).status, 200);
    assert!(room.events.try_recv().is_err(), "the listener had not died");
}
