//! Fuzzes what comes to the phones' server: heads, of which one leads in, and bodies at every path.
#![no_main]

use hyper::Request;
use libfuzzer_sys::fuzz_target;
use tablet_of_truth::phones::read_request;

const HEADERS: [(&str, &str); 3] = [
    ("host", "192.168.1.5:27272"),
    ("content-type", "application/json"),
    ("authorization", "Bearer AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA"),
];
const PATHS: [&str; 9] = ["/look", "/claim", "/bid", "/tricks", "/back", "/bet", "/fold", "/show", "/leave"];

// The first line is the head: a number of a path, or a path, then headers divided by tabs, each to be added or to take
// the place of the one with its name. The rest is the body.
fuzz_target!(|bytes: &[u8]| {
    let (head, body) = bytes.split_at(bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len()));
    let mut head = head.split(|byte| *byte == b'\t');
    let path = head.next().unwrap_or_default();
    let known = path.first().and_then(|byte| PATHS.get(usize::from(byte.wrapping_sub(b'0'))));
    let mut request = Request::builder().method("POST");
    request = match known {
        Some(path) => request.uri(*path),
        None => request.uri(path),
    };
    let mut given = Vec::new();
    for header in head {
        let colon = header.iter().position(|byte| *byte == b':').unwrap_or(header.len());
        let (name, value) = header.split_at(colon);
        given.push(name.to_ascii_lowercase());
        request = request.header(name, value.get(1..).unwrap_or_default());
    }
    for (name, value) in HEADERS.iter().filter(|(name, _)| !given.iter().any(|given| given == name.as_bytes())) {
        request = request.header(*name, *value);
    }
    let Ok(request) = request.body(body) else { return };
    let host = request.headers().get("host").map(|host| host.as_bytes().to_owned());
    if read_request(request, &[[192, 168, 1, 5].into()], 27272).is_some() {
        assert_eq!(host.as_deref(), Some(&b"192.168.1.5:27272"[..]), "the host that the screen shows");
        let object: serde_json::Value = serde_json::from_slice(body).expect("what was read is JSON");
        let fields = object.as_object().expect("of an object");
        assert!(fields.len() <= 3 && fields.values().all(|value| value.is_u64() || value.is_i64()));
    }
});
