//! Keeps the listening socket alive and the addresses of this device current.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::rc::Rc;

use tokio::net::TcpListener;
use tokio::task::yield_now;
use tokio::time::{Instant, sleep, timeout_at};

use super::messages::no_port;
use super::service::Service;
use super::{ServerEvent, limits};

pub fn any_address(addresses: &[IpAddr]) -> Option<IpAddr> {
    let first = addresses.first()?;
    Some(if first.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() })
}

pub fn listen(address: IpAddr, port: u16) -> io::Result<std::net::TcpListener> {
    let listener = std::net::TcpListener::bind((address, port))?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Whether the system is temporarily out of descriptors or memory.
fn is_scarce(error: &io::Error) -> bool {
    #[cfg(unix)]
    let scarce = [libc::EMFILE, libc::ENFILE, libc::ENOBUFS, libc::ENOMEM];
    // WSAEMFILE and WSAENOBUFS.
    #[cfg(not(unix))]
    let scarce = [10024, 10055];
    error.raw_os_error().is_some_and(|code| scarce.contains(&code))
}

/// Whether only the connection to be accepted is gone.
fn is_of_the_other_side(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted, TimedOut, WouldBlock};
    let kinds = [ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted, TimedOut, WouldBlock];
    kinds.contains(&error.kind())
}

pub struct Acceptor<Addresses, Event> {
    pub service: Rc<Service>,
    pub addresses: Addresses,
    pub event: Event,
}

impl<Addresses: Fn() -> Vec<IpAddr>, Event: Fn(ServerEvent)> Acceptor<Addresses, Event> {
    /// Accepts until it is dropped, and maintains listener and addresses.
    pub async fn serve(self, listener: std::net::TcpListener) {
        let mut listener = TcpListener::from_std(listener);
        let (pause, times) = limits::UPKEEP;
        let mut next = Instant::now() + pause;
        for time in (0..times).cycle() {
            // Until the next check, or until the socket is dead.
            let alive = loop {
                let Ok(listener) = &listener else { break false };
                match timeout_at(next, listener.accept()).await {
                    Ok(Ok((stream, from))) => {
                        self.service.admit(stream, from.ip().to_canonical());
                        // A request that has arrived is read before the next one may replace it.
                        yield_now().await;
                    }
                    Ok(Err(error)) if is_scarce(&error) => sleep(limits::REST).await,
                    Ok(Err(error)) if is_of_the_other_side(&error) => {}
                    Ok(Err(_)) => break false,
                    // A socket closed by the system reports nothing by itself.
                    Err(_) => break listener.local_addr().is_ok_and(|address| address.port() == self.service.port),
                }
                if Instant::now() >= next {
                    break true;
                }
            };
            next = Instant::now() + pause;
            if time == 0 {
                self.refresh_addresses();
            }
            let any = any_address(&self.service.shared.addresses()).unwrap_or(Ipv4Addr::UNSPECIFIED.into());
            let bound = listener.as_ref().ok().and_then(|listener| listener.local_addr().ok());
            if !alive || bound.is_some_and(|bound| bound.ip() != any) {
                drop(listener);
                listener = self.rebind(any).await;
            }
        }
    }

    fn refresh_addresses(&self) {
        let now = (self.addresses)();
        if self.service.shared.replace_addresses(&now) {
            (self.event)(ServerEvent::Addresses(now));
        }
    }

    async fn rebind(&self, any: IpAddr) -> io::Result<TcpListener> {
        let mut reported = false;
        loop {
            match listen(any, self.service.port).and_then(TcpListener::from_std) {
                Ok(listener) => {
                    (self.event)(ServerEvent::Rebuilt);
                    return Ok(listener);
                }
                Err(error) if !reported => {
                    reported = true;
                    (self.event)(ServerEvent::Failed(no_port(&error)));
                }
                Err(_) => {}
            }
            sleep(limits::REST).await;
        }
    }
}
