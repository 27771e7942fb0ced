//! The desktop's own dialog for printing, by its portal: only Linux desktops offer one that takes a PDF.

use std::collections::HashMap;
use std::io::{Seek, Write};
use std::sync::Mutex;
use std::time::Duration;

use zbus::blocking::connection::Builder;
use zbus::blocking::{Connection, Proxy};
use zbus::zvariant::{Fd, OwnedObjectPath, Value};

/// How long the portal may take to answer: it may have to start first.
const PATIENCE: Duration = Duration::from_secs(20);

/// The portal closes its dialog when whoever asked for it goes: the connection stays open as long as the program.
static CONNECTION: Mutex<Option<Connection>> = Mutex::new(None);

fn portal() -> zbus::Result<Proxy<'static>> {
    let mut kept = CONNECTION.lock().unwrap_or_else(|broken| broken.into_inner());
    let connection = match &*kept {
        Some(connection) => connection.clone(),
        None => kept.insert(Builder::session()?.method_timeout(PATIENCE).build()?).clone(),
    };
    Proxy::new_owned(
        connection,
        "org.freedesktop.portal.Desktop",
        "/org/freedesktop/portal/desktop",
        "org.freedesktop.portal.Print",
    )
}

/// Does the desktop have a dialog for printing?
pub fn can_print() -> bool {
    portal().and_then(|portal| portal.get_property::<u32>("version")).is_ok()
}

/// Opens the desktop's dialog for printing this PDF; what the user does there is between them and the desktop.
///
/// # Errors
/// In the desktop's words.
pub fn print(title: &str, pdf: &[u8]) -> Result<(), String> {
    let ask = || -> zbus::Result<()> {
        // It has no name, and is gone with the last who holds it.
        let mut file = tempfile::tempfile()?;
        file.write_all(pdf)?;
        file.rewind()?;
        let options: HashMap<&str, Value> = HashMap::new();
        let _: OwnedObjectPath = portal()?.call("Print", &("", title, Fd::from(&file), options))?;
        Ok(())
    };
    ask().map_err(|error| error.to_string())
}
