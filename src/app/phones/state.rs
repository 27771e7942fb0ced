//! The phones, as far as the program serves them: the room, the server, and what is shown of both.

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Instant;

use chrono::Local;

use super::view::PhonesState;
use crate::archive::read_private;
use crate::phones::{Answer, Ask, Busy, Published, Room, Seen, Server, ServerEvent, StartError, addresses};
use crate::text::Text;

pub(super) type Reply = Box<dyn FnOnce(Answer) + Send>;
pub(super) type Asks = Box<dyn Fn(Ask) -> Result<(), Busy> + Send>;
pub(super) type Events = Box<dyn Fn(ServerEvent) + Send>;
/// How a server is started at a port; tests have one without a network.
pub(in crate::app) type Start =
    Arc<dyn Fn(u16, Published, Asks, Events) -> Result<Box<dyn PhoneServer>, StartError> + Send + Sync>;

/// What is needed of the server.
pub(in crate::app) trait PhoneServer: Send {
    fn publish(&self, published: Published);
    fn port(&self) -> u16;
    fn addresses(&self) -> Vec<IpAddr>;
    fn seen(&self) -> Seen;
}

impl PhoneServer for Server {
    fn publish(&self, published: Published) {
        Server::publish(self, published);
    }

    fn port(&self) -> u16 {
        Server::port(self)
    }

    fn addresses(&self) -> Vec<IpAddr> {
        Server::addresses(self)
    }

    fn seen(&self) -> Seen {
        Server::seen(self)
    }
}

/// The phones, as far as the program serves them.
pub(in crate::app) struct Phones {
    pub(in crate::app) start: Start,
    /// Where the room is kept; `None` to keep it nowhere.
    pub(super) file: Option<PathBuf>,
    /// Since when the panel is open.
    pub(super) open: Option<Instant>,
    pub(super) state: PhonesState,
    pub(super) room: Option<Room>,
    pub(super) server: Option<Box<dyn PhoneServer>>,
    /// The number of starts: the result of an earlier one is dropped.
    pub(super) starts: u64,
    pub(super) published: Option<Published>,
    /// The answers that wait for the disk, each with the seat's ticket.
    pub(super) waiting: Vec<(u64, Reply)>,
    /// The address chosen to be shown.
    pub(super) address: Option<IpAddr>,
    /// The link that is shown; empty without one.
    pub(super) link: String,
    pub(super) notice: Option<Text>,
    /// Whether the game at the table was over when last seen.
    pub(super) is_over: bool,
    /// Ends the wait for the end of the evening when dropped.
    pub(super) evening: Option<Sender<()>>,
}

impl Phones {
    /// No phones yet. The room is kept beside this settings file.
    pub(in crate::app) fn beside(settings: Option<&Path>) -> Phones {
        Phones {
            start: Arc::new(|port, published, asks, events| {
                let server = Server::start(port, addresses, published, asks, events)?;
                Ok(Box::new(server) as Box<dyn PhoneServer>)
            }),
            file: settings.map(|settings| settings.with_file_name("phones.json")),
            open: None,
            state: PhonesState::Off,
            room: None,
            server: None,
            starts: 0,
            published: None,
            waiting: Vec::new(),
            address: None,
            link: String::new(),
            notice: None,
            is_over: false,
            evening: None,
        }
    }

    /// Reads the room that an earlier run of the program left behind, if its evening is not over. Waits for the disk.
    pub(in crate::app) fn saved_room(settings: Option<&Path>) -> Option<Room> {
        let file = settings?.with_file_name("phones.json");
        let room: Room = serde_json::from_slice(&read_private(&file)?).ok()?;
        room.left(Local::now().fixed_offset()).map(|_| room)
    }

    pub(super) fn seen(&self) -> Seen {
        self.server.as_ref().map(|server| server.seen()).unwrap_or_default()
    }

    /// The address whose link is shown, and how many there are.
    pub(super) fn chosen(&self) -> (Option<IpAddr>, usize) {
        let all = self.server.as_ref().map(|server| server.addresses()).unwrap_or_default();
        let chosen = self.address.filter(|address| all.contains(address)).or(all.first().copied());
        (chosen, all.len())
    }

    /// Renews the link.
    pub(super) fn renew_link(&mut self) {
        self.link = match (self.chosen().0, &self.server, &self.room) {
            (Some(IpAddr::V4(at)), Some(server), Some(room)) => link(&at.to_string(), server.port(), room),
            (Some(IpAddr::V6(at)), Some(server), Some(room)) => link(&format!("[{at}]"), server.port(), room),
            _ => String::new(),
        };
    }
}

fn link(host: &str, port: u16, room: &Room) -> String {
    format!("http://{host}:{port}/#{}", room.key().letters())
}
