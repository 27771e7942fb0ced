//! Work that the interface does not wait for.

/// Does a piece of work on a thread of its own.
///
/// # Errors
/// When the system gives no thread; then nothing is done.
#[cfg(not(target_family = "wasm"))]
pub fn work(name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    std::thread::Builder::new().name(name.into()).spawn(work).map(drop)
}

/// Does a piece of work at once: a browser gives no thread.
///
/// # Errors
/// None here.
#[cfg(target_family = "wasm")]
pub fn work(_name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    work();
    Ok(())
}
