//! Each file is valid by the schema that it names.

use codec_validator::{Schema, check_schema};
use serde_json::Value;

use crate::files::{folder, parse, paths, paths_in};
use crate::none;

/// The files beside the vectors, which name no schema, and the name of theirs.
const BESIDE: [&str; 3] = ["manifest", "rules", "types"];

const ALL: [&str; 10] = [
    "cases", "common", "manifest", "points", "reshape", "rules", "segments", "tables", "types",
    "unpack",
];

/// The folders of vector files, and the schema of each.
const FOLDERS: [(&str, &str); 8] = [
    ("cast_value/tables", "tables"),
    ("cast_value/segments", "segments"),
    ("cast_value/points", "points"),
    ("cast_value/cases", "cases"),
    ("reshape/batches", "reshape"),
    ("reshape/cases", "reshape"),
    ("unpack/batches", "unpack"),
    ("unpack/cases", "unpack"),
];

fn schema(name: &str) -> Value {
    parse(&format!("schema/{name}.schema.json"))
}

/// The first few faults of a document.
fn faults(schema: &Schema, path: &str, document: &Value) -> Vec<String> {
    let faults = schema.faults(document).into_iter().take(3);
    faults.map(|fault| format!("{path}{}: {}", fault.place, fault.message)).collect()
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
        check_schema(&schema).unwrap_or_else(|fault| panic!("{name}: {fault}"));
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
    for (folder, schema) in FOLDERS {
        let schema = Schema::of_vectors(&self::folder(), schema);
        for path in paths_in(folder) {
            none(&faults(&schema, &path, &parse(&path)));
        }
    }
}

#[test]
fn files_beside_the_vectors_are_valid() {
    for name in BESIDE {
        let schema = Schema::of_vectors(&folder(), name);
        none(&faults(&schema, name, &parse(&format!("{name}.json"))));
    }
}

#[test]
fn every_vector_file_stands_in_a_folder_that_has_a_schema() {
    let folders = FOLDERS.map(|(folder, _)| paths_in(folder));
    assert!(folders.iter().all(|paths| !paths.is_empty()), "a folder is empty");
    let mut known = folders.concat();
    known.sort();
    assert_eq!(paths(), known);
}

#[test]
fn a_file_is_of_the_kind_of_its_folder() {
    let kind = |path: &str| parse::<Value>(path)["kind"].clone();
    let wrong = |path: &String| path.split('/').nth(1) != kind(path).as_str();
    none(&paths().into_iter().filter(wrong).collect::<Vec<_>>());
}
