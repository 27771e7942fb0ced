//! A browser page: downloads, choosing a file, the clipboard, a screen that stays on.

mod storage;

use std::path::{Path, PathBuf};

use js_sys::{Array, Function, Promise, Reflect, Uint8Array};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::Wishes;
pub use storage::LocalStorage;

pub const IN_BROWSER: bool = true;

/// How long a download may take to start, in milliseconds.
const BEGINNING: i32 = 60_000;

pub struct Chosen {
    pub name: String,
    /// `None` if there is more than wanted.
    pub bytes: Option<Vec<u8>>,
}

/// Offers a file as a download, or returns the browser's reason why not; never `None`.
pub fn download(name: &str, bytes: &[u8]) -> Option<Result<(), String>> {
    Some(begin_download(name, bytes).map_err(|error| words(&error)))
}

fn begin_download(name: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let window = window()?;
    let parts = Array::of1(&Uint8Array::from(bytes));
    let blob = web_sys::Blob::new_with_u8_array_sequence(&parts)?;
    let address = web_sys::Url::create_object_url_with_blob(&blob)?;
    let link: web_sys::HtmlAnchorElement = element("a")?;
    link.set_href(&address);
    link.set_download(name);
    link.click();
    let release = Closure::once_into_js(move || {
        // An address kept by mistake only costs memory until the page is left.
        let _ = web_sys::Url::revoke_object_url(&address);
    });
    window.set_timeout_with_callback_and_timeout_and_arguments_0(release.unchecked_ref(), BEGINNING)?;
    Ok(())
}

/// Asks for a file with one of these endings (".json,.csv"). `None` if none was chosen. A file larger than `most` bytes
/// is not read.
pub async fn choose_file(endings: &str, most: u64) -> Result<Option<Chosen>, String> {
    choose(endings, most).await.map_err(|error| words(&error))
}

async fn choose(endings: &str, most: u64) -> Result<Option<Chosen>, JsValue> {
    let input: web_sys::HtmlInputElement = element("input")?;
    input.set_type("file");
    input.set_accept(endings);
    let answered = Promise::new(&mut |done: Function, _| {
        input.set_onchange(Some(&done));
        // Only an event that cannot be listened to is refused.
        let _ = input.add_event_listener_with_callback("cancel", &done);
    });
    input.click();
    JsFuture::from(answered).await?;
    let Some(file) = input.files().and_then(|files| files.get(0)) else { return Ok(None) };
    let name = file.name();
    if file.size() > most as f64 {
        return Ok(Some(Chosen { name, bytes: None }));
    }
    let content = JsFuture::from(file.array_buffer()).await?;
    Ok(Some(Chosen { name, bytes: Some(Uint8Array::new(&content).to_vec()) }))
}

pub async fn copy(text: String) -> Result<(), String> {
    let written = window().map(|window| window.navigator().clipboard().write_text(&text));
    let written = written.map_err(|error| words(&error))?;
    JsFuture::from(written).await.map(drop).map_err(|error| words(&error))
}

pub struct Awake;

impl Awake {
    /// Creates it. `report` is for platforms that give reasons.
    pub fn new(_report: impl Fn(Option<String>) + Send + 'static) -> Awake {
        Awake
    }

    /// The page's script renews the request when the page comes back into sight.
    pub fn keep(&mut self, awake: bool) {
        call_page("keepAwake", &awake.into());
    }
}

/// A watch that never reports: nothing else changes what a browser stores for a page.
#[derive(Debug)]
pub struct Watch;

impl Watch {
    pub fn begin(_folder: &Path, _report: impl Fn(Option<Vec<PathBuf>>) + Send + 'static) -> Option<Watch> {
        None
    }

    pub fn holds(&self) -> bool {
        true
    }
}

pub fn warn_before_leaving(warn: bool) {
    call_page("warnBeforeLeaving", &warn.into());
}

pub fn can_fill_screen() -> bool {
    window().ok().and_then(|window| window.document()).is_some_and(|document| document.fullscreen_enabled())
}

pub fn give_up(reason: &str) {
    call_page("fail", &reason.into());
}

pub fn page_address() -> Option<String> {
    let location = window().ok()?.location();
    Some(location.origin().ok()? + &location.pathname().ok()?)
}

/// Tells the page the number of steps back, so that the browser's back button takes them one by one.
pub fn show_steps_back(steps: usize) {
    call_page("stepsBack", &(steps as f64).into());
}

pub fn notify_painted() {
    call_page("painted", &JsValue::UNDEFINED);
}

/// Lets the page's script ask the program a question; question and answer are text.
pub fn answer_page(question: &str, answer: impl Fn(&str) -> String + 'static) {
    let answer = Closure::<dyn Fn(String) -> String>::new(move |question: String| answer(&question)).into_js_value();
    let program = page().and_then(|page| Reflect::get(&page, &"program".into()));
    // Without its script, the page asks nothing.
    let _ = program.and_then(|program| Reflect::set(&program, &question.into(), &answer));
}

pub fn wishes() -> Wishes {
    let wished = page().and_then(|page| Reflect::get(&page, &"wishes".into())).unwrap_or_default();
    let wish = |name: &str| Reflect::get(&wished, &name.into()).unwrap_or_default();
    Wishes {
        text: wish("text").as_f64().unwrap_or(1.0) as f32,
        contrast: wish("contrast").as_bool().unwrap_or_default(),
        still: wish("still").as_bool().unwrap_or_default(),
    }
}

fn page() -> Result<JsValue, JsValue> {
    Reflect::get(&js_sys::global(), &"tabletOfTruth".into())
}

fn call_page(function: &str, argument: &JsValue) {
    let function = page().and_then(|page| Reflect::get(&page, &function.into()));
    if let Some(function) = function.ok().and_then(|function| function.dyn_into::<Function>().ok()) {
        // Without its script, the page has no such function.
        let _ = function.call1(&JsValue::UNDEFINED, argument);
    }
}

fn window() -> Result<web_sys::Window, JsValue> {
    web_sys::window().ok_or_else(|| JsValue::from_str("no page"))
}

fn element<T: JsCast>(kind: &str) -> Result<T, JsValue> {
    let document = window()?.document().ok_or_else(|| JsValue::from_str("no page"))?;
    document.create_element(kind)?.dyn_into().map_err(JsValue::from)
}

fn words(error: &JsValue) -> String {
    let message = error.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
    message.or_else(|| error.as_string()).unwrap_or_default()
}
