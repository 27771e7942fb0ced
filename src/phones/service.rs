//! Serves the phones: each connection carries one request.

use std::cell::{Cell, RefCell};
use std::convert::Infallible;
use std::future::poll_fn;
use std::net::IpAddr;
use std::pin::pin;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::Duration;

use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::HeaderMap;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::json;
use tokio::net::TcpStream;
use tokio::sync::{oneshot, watch};
use tokio::task::spawn_local;
use tokio::time::{Instant, sleep, timeout, timeout_at};

use super::connections::Connections;
use super::limits::{self, RateLimit};
use super::request::{self, Credentials, Head, Wanted};
use super::response::{from_answer, json_response, not_found, refuse, respond};
use super::visits::{Visitor, Visits};
use super::{Answer, Ask, Busy, Published, page};
use crate::language::Language;
use crate::text;

#[derive(Debug)]
pub struct Shared {
    addresses: Mutex<Vec<IpAddr>>,
    pub visits: Visits,
}

impl Shared {
    pub fn new(addresses: Vec<IpAddr>) -> Shared {
        Shared { addresses: Mutex::new(addresses), visits: Visits::default() }
    }

    fn locked(&self) -> MutexGuard<'_, Vec<IpAddr>> {
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn addresses(&self) -> Vec<IpAddr> {
        self.locked().clone()
    }

    /// Returns whether they changed.
    pub fn replace_addresses(&self, addresses: &[IpAddr]) -> bool {
        let mut known = self.locked();
        let other = *known != addresses;
        addresses.clone_into(&mut known);
        other
    }
}

pub struct Service {
    pub port: u16,
    pub shared: Arc<Shared>,
    state: watch::Receiver<Arc<Published>>,
    stops: watch::Sender<bool>,
    ask: Box<dyn Fn(Ask) -> Result<(), Busy>>,
    connections: RefCell<Connections>,
    changes: RefCell<RateLimit<Visitor>>,
    polls: RefCell<RateLimit<Visitor>>,
}

impl Service {
    pub fn new(
        port: u16,
        state: watch::Receiver<Arc<Published>>,
        shared: Arc<Shared>,
        ask: impl Fn(Ask) -> Result<(), Busy> + 'static,
    ) -> Service {
        Service {
            port,
            shared,
            state,
            stops: watch::channel(false).0,
            ask: Box::new(ask),
            connections: RefCell::default(),
            changes: RefCell::new(RateLimit::new(limits::CHANGES)),
            polls: RefCell::new(RateLimit::new(limits::POLLS)),
        }
    }

    /// Forgets who has shown the key whenever it changes.
    pub async fn follow_key(self: Rc<Self>) {
        let mut states = self.state.clone();
        let mut key = states.borrow_and_update().key.clone();
        while states.changed().await.is_ok() {
            let now = states.borrow_and_update().key.clone();
            if now != key {
                key = now;
                self.connections.borrow_mut().forget_known();
                self.shared.visits.forget_lookers();
            }
        }
    }

    pub async fn close(&self) {
        self.stops.send_replace(true);
        let end = Instant::now() + limits::CLOSING;
        while Instant::now() < end && !self.connections.borrow().is_empty() {
            sleep(limits::MOMENT).await;
        }
    }

    /// Closes the connection at once if there are too many.
    pub fn admit(self: &Rc<Self>, stream: TcpStream, from: IpAddr) {
        let Some((number, ended)) = self.connections.borrow_mut().admit(from) else { return };
        let inside = Admitted(self.clone(), number);
        spawn_local(async move { either(inside.0.converse(stream, from, number), ended).await });
    }

    /// Answers the one request of a connection. Keep-alive would save little and let slow clients keep slots.
    async fn converse(&self, stream: TcpStream, from: IpAddr, number: u64) {
        let _ = stream.set_nodelay(true);
        let end = Cell::new(Instant::now() + limits::REQUEST);
        let service =
            service_fn(|request| async { Ok::<_, Infallible>(self.answer(request, from, number, &end).await) });
        // The limit for the head covers the whole request.
        let mut http = http1::Builder::new();
        http.keep_alive(false).max_buf_size(limits::HEAD).header_read_timeout(None);
        let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service));
        while timeout_at(end.get(), connection.as_mut()).await.is_err() && Instant::now() < end.get() {}
    }

    async fn answer(
        &self,
        request: Request<Incoming>,
        from: IpAddr,
        number: u64,
        end: &Cell<Instant>,
    ) -> Response<Full<Bytes>> {
        let (head, body) = request.into_parts();
        let language = request::language(&head.headers);
        let addresses = self.shared.addresses();
        let (path, credentials) = match Head::read(&head, &addresses, self.port) {
            Some(Head::Get(path)) => {
                self.connections.borrow_mut().answer(number);
                return page::file(path, language)
                    .map_or_else(not_found, |(file, kind)| respond(StatusCode::OK, kind, file));
            }
            Some(Head::Post(path, credentials)) if credentials.key == self.state.borrow().key => (path, credentials),
            _ => return not_found(),
        };
        self.connections.borrow_mut().trust(from);
        let phone = credentials.seat.clone().filter(|seat| self.state.borrow().view_of(seat).is_some());
        let who = phone.map_or(Visitor::Looker(from), Visitor::Seat);
        let limit = if path == "/look" { &self.polls } else { &self.changes };
        if !limit.borrow_mut().allows(who.clone(), Instant::now().into_std()) {
            return refuse(StatusCode::TOO_MANY_REQUESTS);
        }
        let request = match read(&head.headers, body).await {
            // The key may have changed meanwhile.
            Ok(_) if credentials.key != self.state.borrow().key => return not_found(),
            Ok(body) => request::body(path, &body),
            Err(status) => return refuse(status),
        };
        if *self.stops.borrow() {
            return from_answer(Answer::Closed, language);
        }
        if !self.connections.borrow_mut().enter(number, &who) {
            return refuse(StatusCode::TOO_MANY_REQUESTS);
        }
        let _visit = self.shared.visits.begin(who, from);
        let mut stops = self.stops.subscribe();
        let answer = async {
            match request {
                Some(Some(Wanted::Poll { after, wait })) => {
                    let until = Instant::now() + limits::POLL.min(Duration::from_secs(wait));
                    end.set(until + limits::READING);
                    self.poll(&credentials, after, number, until, language).await
                }
                Some(Some(Wanted::Change(change, what))) => {
                    end.set(Instant::now() + limits::ANSWER + limits::READING);
                    let (answer, answered) = oneshot::channel();
                    let answer = Box::new(move |result| drop(answer.send(result)));
                    let sent = (self.ask)(Ask { from: credentials.seat, peer: from, change, what, answer });
                    match (sent, timeout(limits::ANSWER, answered).await) {
                        (Ok(()), Ok(Ok(answer))) => from_answer(answer, language),
                        _ => refuse(StatusCode::TOO_MANY_REQUESTS),
                    }
                }
                Some(None) => refuse(StatusCode::BAD_REQUEST),
                None => not_found(),
            }
        };
        either(answer, stops.changed()).await.unwrap_or_else(|| from_answer(Answer::Closed, language))
    }

    /// Answers once the revision differs from `after`, at `until`, or when a newer poll replaces this one.
    async fn poll(
        &self,
        credentials: &Credentials,
        after: u64,
        number: u64,
        until: Instant,
        language: Language,
    ) -> Response<Full<Bytes>> {
        let mut states = self.state.clone();
        let mut last = until <= Instant::now();
        let mut waits = None;
        loop {
            let state = states.borrow_and_update().clone();
            let view = match &credentials.seat {
                None => Some(&state.everybody),
                Some(seat) => state.view_of(seat),
            };
            match view.filter(|_| state.key == credentials.key) {
                None => return not_found(),
                Some(view) if last || state.revision != after => {
                    return json_response(
                        StatusCode::OK,
                        &json!({ "revision": state.revision, "view": view.json(language) }),
                    );
                }
                Some(_) => {
                    let Some(replaced) = waits.take().or_else(|| self.connections.borrow_mut().wait(number)) else {
                        let reason = text!("Too many are looking on. Take a seat, or try again.");
                        return from_answer(Answer::Refused { reason, pending: false }, language);
                    };
                    let replaced = waits.insert(replaced);
                    last = !matches!(timeout_at(until, either(states.changed(), replaced)).await, Ok(Some(Ok(()))));
                }
            }
        }
    }
}

/// The output of the first; `None` if the second is ready before it.
async fn either<T>(first: impl Future<Output = T>, second: impl Future) -> Option<T> {
    let (mut first, mut second) = (pin!(first), pin!(second));
    poll_fn(|context| match first.as_mut().poll(context) {
        Poll::Ready(value) => Poll::Ready(Some(value)),
        Poll::Pending => second.as_mut().poll(context).map(|_| None),
    })
    .await
}

/// A counted connection; dropping it releases its slot.
struct Admitted(Rc<Service>, u64);

impl Drop for Admitted {
    fn drop(&mut self) {
        self.0.connections.borrow_mut().release(self.1);
    }
}

async fn read(headers: &HeaderMap, body: Incoming) -> Result<Bytes, StatusCode> {
    if !request::is_json(headers) {
        return Err(StatusCode::BAD_REQUEST);
    }
    if body.size_hint().lower() > limits::BODY as u64 {
        return Err(StatusCode::PAYLOAD_TOO_LARGE);
    }
    match Limited::new(body, limits::BODY).collect().await {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(StatusCode::PAYLOAD_TOO_LARGE),
        Err(_) => Err(StatusCode::BAD_REQUEST),
    }
}
