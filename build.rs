//! Packs the Linux program's addresses, and gives the Windows program its icon and version.

fn main() -> std::io::Result<()> {
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "windows") {
        describe_for_windows()?;
    }
    println!("cargo::rerun-if-env-changed=TABLET_PACKAGE");
    // A package is for older systems, too.
    if std::env::var_os("TABLET_PACKAGE").is_none() && is_own_glibc_of((2, 36)) {
        // 3 MB less of file and of memory.
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
    Ok(())
}

/// Whether this builds for the system it runs on, and that has this version of glibc or a later one, as packed
/// addresses need.
fn is_own_glibc_of(wanted: (u32, u32)) -> bool {
    let is_own = std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux")
        && std::env::var("CARGO_CFG_TARGET_ENV").is_ok_and(|library| library == "gnu")
        && std::env::var("TARGET") == std::env::var("HOST");
    let said = std::process::Command::new("getconf").arg("GNU_LIBC_VERSION").output();
    let version = said.ok().and_then(|said| String::from_utf8(said.stdout).ok()).unwrap_or_default();
    let number = |(major, minor): (&str, &str)| Some((major.parse().ok()?, minor.parse().ok()?));
    let number = version.trim().strip_prefix("glibc ").and_then(|number| number.split_once('.')).and_then(number);
    is_own && number.is_some_and(|number: (u32, u32)| number >= wanted)
}

/// Sets what the Explorer shows of the program. Versions and description come from Cargo.toml.
fn describe_for_windows() -> std::io::Result<()> {
    const ICON: &str = "packaging/icons/tablet-of-truth.ico";
    const MANIFEST: &str = "packaging/windows/tablet-of-truth.manifest";
    println!("cargo::rerun-if-changed={ICON}");
    println!("cargo::rerun-if-changed={MANIFEST}");
    winresource::WindowsResource::new()
        .set_icon(ICON)
        .set_manifest_file(MANIFEST)
        .set("FileDescription", "Tablet of Truth")
        .set("ProductName", "Tablet of Truth")
        .set("OriginalFilename", "tablet-of-truth.exe")
        .set("LegalCopyright", "Copyright (c) 2026 The Tablet of Truth contributors; MIT licence")
        .compile_for("tablet-of-truth")
}
