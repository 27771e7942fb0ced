//! Compiles the interface.

use std::env;

fn main() -> Result<(), slint_build::CompileError> {
    // Slint looks for translations by the name of the package; these have the name of the program.
    env::set_var("CARGO_PKG_NAME", "tablet-of-truth");
    // Tests and scripts find elements by this information; a release does not need it.
    let debug = env::var("PROFILE").is_ok_and(|profile| profile == "debug");
    let asked_for = env::var_os("SLINT_EMIT_DEBUG_INFO").is_some();
    let config = slint_build::CompilerConfiguration::new()
        .with_style("fluent".into())
        .with_bundled_translations("../lang")
        .with_default_translation_context(slint_build::DefaultTranslationContext::None)
        .with_debug_info(debug || asked_for);
    slint_build::compile_with_config("app-window.slint", config)
}
