//! Keeps the screen awake.

#[cfg(not(target_family = "wasm"))]
mod desktop;
#[cfg(target_family = "wasm")]
mod page;

#[cfg(not(target_family = "wasm"))]
pub use desktop::Awake;
#[cfg(target_family = "wasm")]
pub use page::Awake;
