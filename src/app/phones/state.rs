//! The state of serving phones: the room, the server, and what is shown of both.

use std::io;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Instant;

use chrono::Local;

use super::view::PhonesState;
use crate::archive::{Document, Kept, LoadError, Saver};
use crate::phones::{Answer, Ask, Busy, Published, Room, Seen, Server, ServerEvent, addresses};
use crate::text::Text;

pub(super) type Reply = Box<dyn FnOnce(Answer) + Send>;
pub(super) type Asks = Box<dyn Fn(Ask) -> Result<(), Busy> + Send>;
pub(super) type Events = Box<dyn Fn(ServerEvent) + Send>;
/// Starts a server at a port; tests have one without a network.
pub(in crate::app) type Start =
    Arc<dyn Fn(u16, Published, Asks, Events) -> Result<Box<dyn PhoneServer>, Text> + Send + Sync>;

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

/// The file of the room, with its saver.
pub(super) struct RoomFile {
    pub(super) document: Document<Option<Room>>,
    pub(super) saver: Saver<Option<Room>>,
}

fn room_path(settings: &Path) -> PathBuf {
    settings.with_file_name("phones.json")
}

/// Without a room there is no file. One that another window wrote may be overwritten.
impl Kept for Option<Room> {
    type Loaded = Option<Room>;
    const THREAD: &'static str = "phones";
    const PRIVATE: bool = true;
    const MERGES: bool = true;

    fn read(text: &[u8]) -> Result<Option<Room>, LoadError> {
        Ok(Some(serde_json::from_slice(text).map_err(io::Error::from)?))
    }

    fn text(&self) -> Result<Vec<u8>, Text> {
        let text = self.as_ref().map_or(Ok(Vec::new()), serde_json::to_vec);
        text.map_err(|error| Text::foreign(error.to_string()))
    }

    fn merged(&self, _base: Option<&Option<Room>>, _there: &[u8]) -> Option<Vec<u8>> {
        self.text().ok()
    }
}

pub(in crate::app) struct Phones {
    pub(in crate::app) start: Start,
    /// Replaced in tests.
    pub(in crate::app) addresses: fn() -> Vec<IpAddr>,
    /// `None` to keep the room nowhere.
    pub(super) file: Option<RoomFile>,
    /// Since when the panel is open.
    pub(super) open: Option<Instant>,
    pub(super) state: PhonesState,
    pub(super) room: Option<Room>,
    pub(super) server: Option<Box<dyn PhoneServer>>,
    /// Whether phones are to be let in as soon as their session is on the table.
    pub(super) wanted: bool,
    /// Counts starts: the result of an earlier one is dropped.
    pub(super) starts: u64,
    pub(super) published: Option<Published>,
    /// They wait for the disk, each with its ticket.
    pub(super) waiting: Vec<(u64, Reply)>,
    /// The phones that got a seat, until what they may know is published.
    pub(super) seated: Vec<(Answer, Reply)>,
    pub(super) address: Option<IpAddr>,
    /// Empty without a link.
    pub(super) link: String,
    pub(super) notice: Option<Text>,
    /// Whether the game at the table was over when last seen.
    pub(super) is_over: bool,
    /// Ends the wait for the end of the evening when dropped.
    pub(super) evening: Option<Sender<()>>,
}

impl Phones {
    /// The room is kept next to this settings file.
    pub(in crate::app) fn next_to(settings: Option<&Path>) -> Phones {
        Phones {
            start: Arc::new(|port, published, asks, events| {
                let server = Server::start(port, addresses, published, asks, events)?;
                Ok(Box::new(server) as Box<dyn PhoneServer>)
            }),
            addresses,
            // Without the file the phones only have to be let in again after a crash.
            file: settings
                .map(|settings| RoomFile { document: Document::new(room_path(settings)), saver: Saver::start(|_| ()) }),
            open: None,
            state: PhonesState::Off,
            room: None,
            server: None,
            wanted: false,
            starts: 0,
            published: None,
            waiting: Vec::new(),
            seated: Vec::new(),
            address: None,
            link: String::new(),
            notice: None,
            is_over: false,
            evening: None,
        }
    }

    /// Reads the room that an earlier run of the program left behind, if its evening is not over. Waits for the disk.
    pub(in crate::app) fn saved_room(settings: Option<&Path>) -> Option<Room> {
        let (_, room) = Document::<Option<Room>>::open(&room_path(settings?)).ok()?;
        room.filter(|room| room.left(Local::now().fixed_offset()).is_some())
    }

    pub(in crate::app) fn abandon(&mut self) {
        self.file.iter_mut().for_each(|file| file.saver.abandon());
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
