//! The other players' phones, as the table shows them, and serving them.

#[cfg(target_family = "wasm")]
mod absent;
#[cfg(not(target_family = "wasm"))]
mod serving;
#[cfg(not(target_family = "wasm"))]
mod state;
#[cfg(test)]
mod tests;
mod view;

#[cfg(not(target_family = "wasm"))]
pub(super) use state::Phones;
pub use view::{PhoneAt, PhoneSeat, PhonesCommand, PhonesState, PhonesView};
