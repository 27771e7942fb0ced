//! A page's own storage in the browser.

use std::io;

use wasm_bindgen::{JsCast, JsValue};

use crate::platform::keys::Keys;

#[derive(Clone, Copy, Debug, Default)]
pub struct LocalStorage;

impl LocalStorage {
    fn here() -> io::Result<web_sys::Storage> {
        let window = web_sys::window().ok_or(io::ErrorKind::Unsupported)?;
        window.local_storage().map_err(|error| refused(&error))?.ok_or_else(|| io::ErrorKind::Unsupported.into())
    }
}

impl Keys for LocalStorage {
    fn names(&self) -> io::Result<Vec<String>> {
        let storage = LocalStorage::here()?;
        let count = storage.length().map_err(|error| refused(&error))?;
        let name = |index| storage.key(index).map_err(|error| refused(&error)).transpose();
        (0..count).filter_map(name).collect()
    }

    fn get(&self, name: &str) -> io::Result<Option<String>> {
        LocalStorage::here()?.get_item(name).map_err(|error| refused(&error))
    }

    fn set(&self, name: &str, text: &str) -> io::Result<()> {
        LocalStorage::here()?.set_item(name, text).map_err(|error| refused(&error))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        LocalStorage::here()?.remove_item(name).map_err(|error| refused(&error))
    }
}

fn refused(value: &JsValue) -> io::Error {
    let error = value.dyn_ref::<js_sys::Error>();
    let name = error.map(|error| String::from(error.name())).unwrap_or_default();
    match name.as_str() {
        "QuotaExceededError" | "NS_ERROR_DOM_QUOTA_REACHED" => io::ErrorKind::QuotaExceeded.into(),
        "SecurityError" => io::ErrorKind::PermissionDenied.into(),
        _ => io::Error::other(error.map(|error| String::from(error.message())).unwrap_or_default()),
    }
}
