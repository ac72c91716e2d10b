//! The schemas refuse what they should: documents that are valid but for one change.

use serde_json::{Value, json};

use crate::schema::validator;

/// Where a document is changed, and the new value; without one the member is removed.
type Change = (&'static str, Option<Value>);

fn removed(pointer: &'static str) -> Change {
    (pointer, None)
}

fn set(pointer: &'static str, value: Value) -> Change {
    (pointer, Some(value))
}

/// The document is valid, and each change makes it invalid at the changed place.
fn refuses(schema: &str, document: &Value, changes: Vec<Change>) {
    let validator = validator(schema);
    if let Err(error) = validator.validate(document) {
        panic!("{schema} refuses a valid document at {}: {error}", error.instance_path());
    }
    for (pointer, value) in changes {
        let mut changed = document.clone();
        apply(&mut changed, pointer, value.clone());
        let errors = validator.iter_errors(&changed);
        let paths: Vec<_> = errors.map(|error| error.instance_path().to_string()).collect();
        let near = |path: &String| pointer.starts_with(path) || path.starts_with(pointer);
        assert!(paths.iter().any(near), "{schema} allows {value:?} at {pointer}: {paths:?}");
    }
}

fn apply(document: &mut Value, pointer: &str, value: Option<Value>) {
    let (parent, name) = pointer.rsplit_once('/').expect("a pointer has a slash");
    match (document.pointer_mut(parent).expect("the parent is there"), value) {
        (Value::Object(members), Some(value)) => _ = members.insert(name.to_owned(), value),
        (Value::Object(members), None) => _ = members.remove(name).expect("the member is there"),
        (Value::Array(items), Some(value)) if name == "-" => items.push(value),
        (Value::Array(items), Some(value)) => items[name.parse::<usize>().unwrap()] = value,
        (Value::Array(items), None) => _ = items.remove(name.parse().unwrap()),
        (other, _) => panic!("{pointer} is in {other}"),
    }
}

fn file(kind: &str, item: Value) -> Value {
    json!({
        "format": 1, "suite": "0.1.0", "$schema": format!("../../schema/{kind}.schema.json"),
        "kind": kind, "spec": { "name": "zarr-v3/cast_value", "text": "some state of it" },
        "count": 4, "items": [item]
    })
}

fn group(kind: &str, source: &str, target: &str, functions: Value) -> Value {
    json!({
        "id": format!("cast/{kind}/{source}-{target}"), "rules": ["CV-EXACT-1", "CV-WRAP-5"],
        "level": "reading", "why": "some reason", "source": source, "target": target,
        "functions": functions
    })
}

fn holds() -> Value {
    json!([{ "rounding": ["nearest-even"], "out_of_range": ["wrap"], "directions": ["decode"] }])
}

/// What every file refuses in its header.
fn header_changes() -> Vec<Change> {
    vec![
        removed("/format"),
        removed("/suite"),
        removed("/$schema"),
        removed("/kind"),
        removed("/spec"),
        removed("/spec/text"),
        removed("/count"),
        removed("/items"),
        set("/note", json!("")),
        set("/spec/note", json!("")),
        set("/format", json!(2)),
        set("/suite", json!("0.1")),
        set("/$schema", json!("other.schema.json")),
        set("/kind", json!("lists")),
        set("/count", json!(0)),
        set("/count", json!("4")),
        set("/items", json!([])),
    ]
}

/// What every group refuses beside its inputs and outcomes.
fn group_changes() -> Vec<Change> {
    vec![
        removed("/items/0/id"),
        removed("/items/0/rules"),
        removed("/items/0/level"),
        removed("/items/0/why"),
        removed("/items/0/source"),
        removed("/items/0/target"),
        removed("/items/0/functions"),
        set("/items/0/note", json!("")),
        set("/items/0/id", json!("cast/cases/some")),
        set("/items/0/rules", json!([])),
        set("/items/0/rules/-", json!("CV-EXACT-1")),
        set("/items/0/rules/-", json!("CV-EXACT")),
        set("/items/0/level", json!("may")),
        set("/items/0/why", json!("two\nlines")),
        set("/items/0/source", json!("float128")),
        set("/items/0/target", json!("bool")),
        removed("/items/0/functions/0/holds"),
        set("/items/0/functions/0/note", json!("")),
        set("/items/0/functions/0/holds", json!([])),
        set("/items/0/functions/0/holds/0/note", json!("")),
        removed("/items/0/functions/0/holds/0/rounding"),
        set("/items/0/functions/0/holds/0/rounding/0", json!("nearest")),
        set("/items/0/functions/0/holds/0/rounding/-", json!("nearest-even")),
        removed("/items/0/functions/0/holds/0/out_of_range"),
        set("/items/0/functions/0/holds/0/out_of_range/0", json!("error")),
        removed("/items/0/functions/0/holds/0/directions"),
        set("/items/0/functions/0/holds/0/directions/0", json!("both")),
    ]
}

/// What a list of outcomes of a type of two bytes refuses; `at` is a pointer to its first one.
fn outcome_changes(at: [&'static str; 4]) -> Vec<Change> {
    let [outcome, is, or, alternative] = at;
    vec![
        set(outcome, json!("0x00")),
        set(outcome, json!("0x00000000")),
        set(outcome, json!("0X0000")),
        set(outcome, json!("0x000A")),
        set(outcome, json!("NaN")),
        set(outcome, json!("data:other")),
        set(outcome, json!("configuration:fill_value")),
        set(outcome, json!(0)),
        set(outcome, json!(null)),
        set(is, json!("0x00")),
        removed(is),
        removed(or),
        set(or, json!({})),
        set(or, json!({ "CV-WRAP-5": "0x0000" })),
        set(or, json!({ "CV-WRAP-5/Extreme": "0x0000" })),
        set(or, json!({ "XX-WRAP-5/extreme": "0x0000" })),
        set(alternative, json!("0x00")),
        set(alternative, json!({ "is": "0x0000" })),
    ]
}

#[test]
fn of_tables() {
    let functions = json!([
        { "holds": holds(), "outcomes": [
            "0x0000", "nan", "data:infinite",
            { "is": "data:out_of_range", "or": { "CV-WRAP-5/extreme": "0x7bff" } }
        ] },
        { "holds": holds(), "runs": [["0x00", "0x0000"], ["0x02", "nan"]] }
    ]);
    let document = file("tables", group("tables", "int2", "float16", functions));
    let mut changes = [header_changes(), group_changes()].concat();
    changes.extend(outcome_changes([
        "/items/0/functions/0/outcomes/0",
        "/items/0/functions/0/outcomes/3/is",
        "/items/0/functions/0/outcomes/3/or",
        "/items/0/functions/0/outcomes/3/or/CV-WRAP-5~1extreme".into_static(),
    ]));
    refuses("tables", &document, changes);
}
