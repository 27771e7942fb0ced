//! The window, its globals and their types, as Slint's compiler makes them of the `.slint` files beside this one.
#![allow(clippy::all, unsafe_code, reason = "written by a compiler")]

slint::include_modules!();
