//! The Slint compiler's output for `ui/`.
#![allow(
    missing_docs,
    unsafe_code,
    clippy::all,
    clippy::allow_attributes_without_reason,
    clippy::expect_used,
    clippy::panic,
    clippy::todo,
    clippy::unwrap_used,
    reason = "written by a compiler"
)]

slint::include_modules!();
