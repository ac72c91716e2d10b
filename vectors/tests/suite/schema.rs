//! Each file is valid by the schema that it names.

use jsonschema::{Registry, RegistryBuilder, Validator};
use serde_json::Value;

use crate::files::{folder, parse, paths};
use crate::none;

/// The files beside the vectors, which name no schema, and the name of theirs.
const BESIDE: [&str; 3] = ["manifest", "rules", "types"];

const ALL: [&str; 8] =
    ["cases", "common", "manifest", "points", "rules", "segments", "tables", "types"];

fn schema(name: &str) -> Value {
    parse(&format!("schema/{name}.schema.json"))
}

/// A validator that knows the schemas of the folder, and no network.
pub(crate) fn validator(name: &str) -> Validator {
    let uri = |name: &str| format!("json-schema:///schema/{name}.schema.json");
    let registry = Registry::new().add(uri("common"), schema("common"));
    let registry = registry.and_then(RegistryBuilder::prepare).expect("common has no faults");
    let options = jsonschema::options().offline().with_registry(&registry).with_base_uri(uri(name));
    options.build(&schema(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The first few errors of a document.
fn errors(validator: &Validator, path: &str, document: &Value) -> Vec<String> {
    let errors = validator.iter_errors(document).take(3);
    errors.map(|error| format!("{path}{}: {error:.200}", error.instance_path())).collect()
}

#[test]
fn the_folder_holds_these_schemas() {
    let entries = std::fs::read_dir(folder().join("schema")).expect("the folder can be read");
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ALL.map(|name| format!("{name}.schema.json")));
}

#[test]
fn schemas_are_valid_by_draft_2020_12() {
    for name in ALL {
        let schema = schema(name);
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{name}");
        let result = jsonschema::draft202012::meta::validate(&schema);
        result.unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn every_member_is_described() {
    let mut faults = Vec::new();
    for name in ALL {
        let schema = schema(name);
        undescribed(&schema, &schema, name, &mut faults);
    }
    none(&faults);
}

/// Members of closed objects have a title and a description, their own or the referenced ones.
fn undescribed(root: &Value, schema: &Value, path: &str, faults: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            let closed = members.get("additionalProperties") == Some(&Value::Bool(false));
            let properties = members.get("properties").and_then(Value::as_object);
            for (name, member) in properties.into_iter().flatten().filter(|_| closed) {
                if !["title", "description"].iter().all(|text| has(root, member, text)) {
                    faults.push(format!("{path}/{name}"));
                }
            }
            for (name, member) in members {
                undescribed(root, member, &format!("{path}/{name}"), faults);
            }
        }
        Value::Array(items) => {
            items.iter().for_each(|item| undescribed(root, item, path, faults));
        }
        _ => {}
    }
}

fn has(root: &Value, schema: &Value, text: &str) -> bool {
    let Some(reference) = schema["$ref"].as_str() else { return schema[text].is_string() };
    let referenced = match reference.strip_prefix("common.schema.json#") {
        Some(pointer) => self::schema("common").pointer(pointer).cloned(),
        None => root.pointer(reference.trim_start_matches('#')).cloned(),
    };
    let referenced = referenced.unwrap_or_else(|| panic!("{reference} leads nowhere"));
    schema[text].is_string() || referenced[text].is_string()
}

#[test]
fn files_are_valid_by_the_schema_of_their_folder() {
    for kind in ["tables", "segments", "points", "cases"] {
        let validator = validator(kind);
        let below = format!("cast_value/{kind}/");
        for path in paths().into_iter().filter(|path| path.starts_with(&below)) {
            none(&errors(&validator, &path, &parse(&path)));
        }
    }
}

#[test]
fn files_beside_the_vectors_are_valid() {
    for name in BESIDE {
        none(&errors(&validator(name), name, &parse(&format!("{name}.json"))));
    }
}

#[test]
fn every_vector_file_stands_in_a_folder_that_has_a_schema() {
    let folder = |path: &str| path.split('/').nth(1).map(str::to_owned);
    let known = |path: &String| {
        let parts = path.split('/').count();
        parts == 3 && folder(path).is_some_and(|folder| ALL.contains(&folder.as_str()))
    };
    none(&paths().into_iter().filter(|path| !known(path)).collect::<Vec<_>>());
}
