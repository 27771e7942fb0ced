//! Compiles the interface.

fn main() -> Result<(), slint_build::CompileError> {
    // Tests and scripts find elements by what this keeps; a release has no use for it.
    let debug = std::env::var("PROFILE").is_ok_and(|profile| profile == "debug");
    let asked_for = std::env::var_os("SLINT_EMIT_DEBUG_INFO").is_some();
    println!("cargo::rerun-if-env-changed=SLINT_EMIT_DEBUG_INFO");
    let config = slint_build::CompilerConfiguration::new()
        .with_style("fluent".into())
        .with_bundled_translations("lang")
        .with_default_translation_context(slint_build::DefaultTranslationContext::None)
        .with_debug_info(debug || asked_for);
    slint_build::compile_with_config("ui/app-window.slint", config)
}
