//! Documents against JSON Schemas, for the tests of several crates.
//!
//! The validator of `jsonschema` is generic, so whoever calls it compiles it, for over half a
//! minute. Nothing here is generic: it is compiled once.

use std::path::Path;

use jsonschema::{Registry, RegistryBuilder, Validator};
use serde_json::Value;

/// A JSON Schema, ready to be asked.
#[derive(Debug)]
pub struct Schema(Validator);

/// What is wrong in a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// A JSON pointer.
    pub place: String,
    /// What the schema asks for there.
    pub message: String,
}

impl Schema {
    /// A schema on its own. It is never looked up elsewhere.
    ///
    /// # Panics
    /// If `schema` is none.
    pub fn new(schema: &Value) -> Self {
        let validator = jsonschema::options().offline().build(schema);
        Self(validator.unwrap_or_else(|error| panic!("{error}")))
    }

    /// The schema `schema/NAME.schema.json` of a folder of vectors, which may lean on the one
    /// named `common`.
    ///
    /// # Panics
    /// If one of the two cannot be read or is not a schema.
    pub fn of_vectors(folder: &Path, name: &str) -> Self {
        let schema = |name: &str| -> Value {
            let path = folder.join(format!("schema/{name}.schema.json"));
            let text = std::fs::read_to_string(&path);
            let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        let uri = |name: &str| format!("json-schema:///schema/{name}.schema.json");
        let registry = Registry::new().add(uri("common"), schema("common"));
        let registry = registry.and_then(RegistryBuilder::prepare);
        let registry = registry.unwrap_or_else(|error| panic!("common: {error}"));
        let options = jsonschema::options().offline();
        let options = options.with_registry(&registry).with_base_uri(uri(name));
        let validator = options.build(&schema(name));
        Self(validator.unwrap_or_else(|error| panic!("{name}: {error}")))
    }

    /// What is wrong in a document; nothing, if it is valid.
    pub fn faults(&self, document: &Value) -> Vec<Fault> {
        let errors = self.0.iter_errors(document);
        let fault = |error: jsonschema::ValidationError<'_>| Fault {
            place: error.instance_path().to_string(),
            message: format!("{error:.200}"),
        };
        errors.map(fault).collect()
    }
}

/// What is wrong in a schema of draft 2020-12.
///
/// # Errors
/// The first fault found.
pub fn check_schema(schema: &Value) -> Result<(), String> {
    jsonschema::draft202012::meta::validate(schema).map_err(|error| error.to_string())
}
