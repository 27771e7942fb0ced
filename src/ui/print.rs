//! Printing by the portal of Linux desktops, whose dialog takes a PDF; no other system offers that.

use std::collections::HashMap;
use std::io::{Seek, Write};
use std::sync::Mutex;
use std::time::Duration;

use zbus::blocking::connection::Builder;
use zbus::blocking::{Connection, Proxy};
use zbus::zvariant::{Fd, OwnedObjectPath, Value};

/// How long the portal may take to answer, because it may have to start first.
const PATIENCE: Duration = Duration::from_secs(20);

/// The connection to the portal, kept open because the portal closes its dialog when the connection ends.
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

pub fn can_print() -> bool {
    portal().and_then(|portal| portal.get_property::<u32>("version")).is_ok()
}

/// What the user does in the dialog is not reported.
pub fn print(title: &str, pdf: &[u8]) -> Result<(), String> {
    let ask = || -> zbus::Result<()> {
        // The file has no name and vanishes when it is no longer open anywhere.
        let mut file = tempfile::tempfile()?;
        file.write_all(pdf)?;
        file.rewind()?;
        let options: HashMap<&str, Value> = HashMap::new();
        let _: OwnedObjectPath = portal()?.call("Print", &("", title, Fd::from(&file), options))?;
        Ok(())
    };
    ask().map_err(|error| error.to_string())
}
