//! JSON files: every place in them, a change of one, and whether a schema of `docs` describes them.

use std::fs;

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

/// The paths of a value and of all in it, such as `/rounds/0/bids`.
pub fn paths(value: &Value, here: &str, found: &mut Vec<String>) {
    found.push(here.to_owned());
    match value {
        Value::Array(list) => {
            (0..).zip(list).for_each(|(at, item): (usize, _)| paths(item, &format!("{here}/{at}"), found))
        }
        Value::Object(members) => members.iter().for_each(|(name, item)| paths(item, &format!("{here}/{name}"), found)),
        _ => {}
    }
}

/// The file with the value at a path replaced, added or left out.
pub fn with(file: &Value, path: &str, value: Option<Value>) -> Value {
    let mut file = file.clone();
    let Some((parent, name)) = path.rsplit_once('/') else { return value.unwrap_or(file) };
    match (file.pointer_mut(parent).unwrap(), value) {
        (Value::Object(members), Some(value)) => drop(members.insert(name.into(), value)),
        (Value::Object(members), None) => drop(members.remove(name)),
        (Value::Array(list), Some(value)) => list[name.parse::<usize>().unwrap()] = value,
        (Value::Array(list), None) => drop(list.remove(name.parse().unwrap())),
        (other, _) => panic!("{path}: {other}"),
    }
    file
}

pub struct Validator {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Validator {
    /// The schema of this name.
    pub fn of(name: &str) -> Validator {
        Validator::changed(name, |_| ())
    }

    /// The schema of this name with a change of each.
    pub fn changed(name: &str, change: fn(&mut Value)) -> Validator {
        let mut compiler = Compiler::new();
        compiler.enable_format_assertions();
        let url = |name: &str| format!("https://tablet-of-truth.invalid/{name}.schema.json");
        for name in ["session", "archive", "last-wizard", "tournament"] {
            let path = format!("{}/docs/{name}.schema.json", env!("CARGO_MANIFEST_DIR"));
            let mut schema = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
            change(&mut schema);
            compiler.add_resource(&url(name), schema).unwrap();
        }
        let mut schemas = Schemas::new();
        let index = compiler.compile(&url(name), &mut schemas).unwrap();
        Validator { schemas, index }
    }

    pub fn check(&self, file: &Value) -> Result<(), String> {
        self.schemas.validate(file, self.index).map_err(|error| format!("{error:#}"))
    }
}
