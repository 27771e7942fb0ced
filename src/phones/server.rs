//! The running server: one thread that serves the published state.

use std::io;
use std::net::IpAddr;
use std::rc::Rc;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use tokio::runtime::Builder;
use tokio::sync::{oneshot, watch};
use tokio::task::{LocalSet, spawn_local};

use super::listener::{Acceptor, any_address, listen};
use super::messages::no_port;
use super::service::{Service, Shared};
use super::{Ask, Busy, Published, Seen, ServerEvent};
use crate::text;
use crate::text::Text;

/// The running server. Dropping it notifies the phones and closes the sockets.
pub struct Server {
    port: u16,
    published: watch::Sender<Arc<Published>>,
    shared: Arc<Shared>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts to listen at the first free port from `first_port` on. `addresses` returns this device's addresses, the
    /// best first, and is called again every few seconds; `ask` must not wait. All are called on the server's thread.
    pub fn start(
        first_port: u16,
        addresses: impl Fn() -> Vec<IpAddr> + Send + 'static,
        published: Published,
        ask: impl Fn(Ask) -> Result<(), Busy> + Send + 'static,
        event: impl Fn(ServerEvent) + Send + 'static,
    ) -> Result<Server, Text> {
        let now = addresses();
        let any = any_address(&now)
            .ok_or_else(|| text!("This device is in no network. Join a Wi-Fi, or let a phone open a hotspot."))?;
        let mut listening = Err(io::ErrorKind::AddrInUse.into());
        for port in (first_port..=first_port.saturating_add(9)).chain([0]) {
            listening = listen(any, port);
            if listening.is_ok() {
                break;
            }
        }
        let listener = listening.map_err(|error| no_port(&error))?;
        let port = listener.local_addr().map_err(|error| no_port(&error))?.port();
        let runtime = Builder::new_current_thread().enable_all().build().map_err(|error| no_thread(&error))?;
        let shared = Arc::new(Shared::new(now));
        let (published, state) = watch::channel(Arc::new(published));
        let (stop, stopped) = oneshot::channel::<()>();
        let of_thread = shared.clone();
        let run = move || {
            let service = Rc::new(Service::new(port, state, of_thread, ask));
            let acceptor = Acceptor { service: service.clone(), addresses, event };
            // When it ends, everything that was spawned ends with it.
            LocalSet::new().block_on(&runtime, async move {
                let listening = spawn_local(acceptor.serve(listener));
                spawn_local(service.clone().follow_key());
                let _ = stopped.await;
                listening.abort();
                service.close().await;
            });
        };
        let thread = thread::Builder::new().name("phones".into()).spawn(run).map_err(|error| no_thread(&error))?;
        Ok(Server { port, published, shared, stop: Some(stop), thread: Some(thread) })
    }

    /// Publishes a new state; never blocks.
    pub fn publish(&self, published: Published) {
        self.shared.visits.keep(&published.phones);
        self.published.send_replace(Arc::new(published));
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// The best first.
    pub fn addresses(&self) -> Vec<IpAddr> {
        self.shared.addresses()
    }

    pub fn seen(&self) -> Seen {
        self.shared.visits.seen()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.take();
        // It waits for nothing but what it is doing at this moment.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

fn no_thread(error: &io::Error) -> Text {
    text!("The phones’ server cannot run ({error}). Close other programs and try again.", error = error.to_string())
}
