//! What a phone may know: a stand-in until the view of the games is here.

use serde_json::Value;

use crate::language::Language;

/// What one phone may know of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct PhoneView(Value);

impl PhoneView {
    /// Says it in a language, as the page reads it.
    pub fn json(&self, _language: Language) -> Value {
        self.0.clone()
    }
}

impl From<Value> for PhoneView {
    fn from(value: Value) -> Self {
        PhoneView(value)
    }
}
