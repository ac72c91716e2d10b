//! The schemas reject what they should: documents that are valid but for one change.

use codec_validator::Schema;
use serde_json::{Value, json};

use crate::files::folder;

/// Where a document is changed, and the new value; without one the member is removed.
pub(crate) type Change = (String, Option<Value>);

pub(crate) fn removed(pointer: &str) -> Change {
    (pointer.to_owned(), None)
}

pub(crate) fn set(pointer: &str, value: Value) -> Change {
    (pointer.to_owned(), Some(value))
}

/// The document is valid, and each change makes it invalid at the changed place.
pub(crate) fn refuses(schema: &str, document: &Value, changes: Vec<Change>) {
    let validator = Schema::of_vectors(&folder(), schema);
    assert_eq!(validator.faults(document), [], "{schema} refuses a valid document");
    for (pointer, value) in changes {
        let mut changed = document.clone();
        apply(&mut changed, &pointer, value.clone());
        let faults = validator.faults(&changed);
        let paths: Vec<_> = faults.into_iter().map(|fault| fault.place).collect();
        let place = pointer.trim_end_matches('-');
        let near = |path: &String| place.starts_with(path) || path.starts_with(place);
        assert!(paths.iter().any(near), "{schema} allows {value:?} at {pointer}: {paths:?}");
    }
}

fn apply(document: &mut Value, pointer: &str, value: Option<Value>) {
    let (parent, name) = pointer.rsplit_once('/').expect("a pointer has a slash");
    let name = name.replace("~1", "/");
    match (document.pointer_mut(parent).expect("the parent is there"), value) {
        (Value::Object(members), Some(value)) => _ = members.insert(name, value),
        (Value::Object(members), None) => _ = members.remove(&name).expect("the member is there"),
        (Value::Array(items), Some(value)) if name == "-" => items.push(value),
        (Value::Array(items), Some(value)) => items[name.parse::<usize>().unwrap()] = value,
        (Value::Array(items), None) => _ = items.remove(name.parse().unwrap()),
        (other, _) => panic!("{pointer} is in {other}"),
    }
}

pub(crate) fn file(kind: &str, item: Value) -> Value {
    json!({
        "format": 2, "suite": "0.1.0", "$schema": format!("../../schema/{kind}.schema.json"),
        "kind": kind, "spec": { "name": "zarr-v3/cast_value", "text": "some state of it" },
        "count": 4, "items": [item]
    })
}

fn group(kind: &str, source: &str, target: &str, functions: Value) -> Value {
    json!({
        "id": format!("cast/{kind}/{source}-{target}"), "rules": ["CV-EXACT-1", "CV-WRAP-5"],
        "level": "reading", "why": "some reason", "source": source, "target": target,
        "decided_by": [[start(source), "CV-EXACT-1"], [start(source), null]], "functions": functions
    })
}

/// The first pattern of a type.
fn start(name: &str) -> &'static str {
    match name {
        "int2" => "0x00",
        "int16" => "0x0000",
        _ => "0x00000000",
    }
}

/// What the decided cells of a group, and those of its first function, reject.
fn decided_changes() -> Vec<Change> {
    let of_group = "/items/0/decided_by";
    let of_function = "/items/0/functions/0/decided_by";
    let mut changes = vec![
        removed(of_group),
        set(&format!("{of_group}/0/1"), json!("rounding")),
        set(&format!("{of_function}/0/1"), json!(null)),
    ];
    for list in [of_group, of_function] {
        changes.extend([
            set(list, json!([])),
            set(list, json!("CV-EXACT-1")),
            set(&format!("{list}/0/-"), json!("CV-EXACT-1")),
            removed(&format!("{list}/0/1")),
            set(&format!("{list}/0/0"), json!("nan")),
            set(&format!("{list}/0/0"), json!(0)),
            set(&format!("{list}/0/0"), json!("0x0000000000000000")),
            set(&format!("{list}/0/1"), json!("RS-AUTO-1")),
            set(&format!("{list}/0/1"), json!(1)),
        ]);
    }
    changes
}

fn holds() -> Value {
    json!([{ "rounding": ["nearest-even"], "out_of_range": ["wrap"], "directions": ["decode"] }])
}

/// What every file rejects in its header.
pub(crate) fn header_changes() -> Vec<Change> {
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
        set("/format", json!(1)),
        set("/suite", json!("0.1")),
        set("/$schema", json!("other.schema.json")),
        set("/kind", json!("lists")),
        removed("/spec/name"),
        set("/spec/name", json!("other")),
        set("/count", json!(0)),
        set("/count", json!("4")),
        set("/items", json!([])),
    ]
}

/// What every group rejects beside its inputs and outcomes.
fn group_changes() -> Vec<Change> {
    vec![
        removed("/items/0/id"),
        removed("/items/0/rules"),
        removed("/items/0/level"),
        removed("/items/0/why"),
        removed("/items/0/source"),
        removed("/items/0/target"),
        removed("/items/0/functions"),
        set("/spec/name", json!("zarr-v3/reshape")),
        set("/items/0/note", json!("")),
        set("/items/0/id", json!("cast/cases/some")),
        set("/items/0/rules", json!([])),
        set("/items/0/rules/-", json!("CV-EXACT-1")),
        set("/items/0/rules/-", json!("CV-EXACT")),
        set("/items/0/rules/-", json!("RS-AUTO-1")),
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

/// What an outcome of two bytes rejects: one that is plain, and one with an alternative.
pub(crate) fn outcome_changes(plain: &str, tolerant: &str) -> Vec<Change> {
    let or = |value| set(&format!("{tolerant}/or"), value);
    let or_alternative = format!("{tolerant}/or/CV-WRAP-5~1extreme");
    vec![
        set(plain, json!("0x00")),
        set(plain, json!("0x00000000")),
        set(plain, json!("0X0000")),
        set(plain, json!("0x000A")),
        set(plain, json!("NaN")),
        set(plain, json!("data:other")),
        set(plain, json!(0)),
        set(plain, json!(null)),
        set(plain, json!([])),
        removed(&format!("{tolerant}/is")),
        removed(&format!("{tolerant}/or")),
        set(&format!("{tolerant}/is"), json!("0x00")),
        set(&format!("{tolerant}/note"), json!("")),
        or(json!({})),
        or(json!({ "CV-WRAP-5": "0x0000" })),
        or(json!({ "CV-WRAP-5/Overflow": "0x0000" })),
        or(json!({ "XX-WRAP-5/overflow": "0x0000" })),
        or(json!({ "RS-WRAP-5/overflow": "0x0000" })),
        set(&or_alternative, json!("0x00")),
        set(&or_alternative, json!({ "is": "0x0000" })),
    ]
}

/// What runs reject, of inputs of a byte or two.
fn run_changes(runs: &str) -> Vec<Change> {
    vec![
        set(runs, json!([])),
        set(&format!("{runs}/0/-"), json!("linear")),
        removed(&format!("{runs}/0/1")),
        set(&format!("{runs}/0"), json!({ "start": "0x00", "outcome": "0x0000" })),
        set(&format!("{runs}/0/0"), json!("0x00000000")),
        set(&format!("{runs}/0/0"), json!("nan")),
        set(&format!("{runs}/0/0"), json!(0)),
    ]
}

fn tolerant() -> Value {
    json!({ "is": "data:out_of_range", "or": { "CV-WRAP-5/overflow": "0x7bff" } })
}

#[test]
fn of_tables() {
    let outcomes = json!(["0x0000", tolerant(), "data:infinite", "nan"]);
    let functions = json!([
        { "holds": holds(), "decided_by": [["0x00", "rounding"]], "outcomes": outcomes },
        { "holds": holds(), "runs": [["0x00", "0x0000"], ["0x02", tolerant()]] }
    ]);
    let document = file("tables", group("tables", "int2", "float16", functions));
    let mut changes = [header_changes(), group_changes(), decided_changes()].concat();
    for (function, list) in [(0, "outcomes"), (1, "runs")] {
        let list = format!("/items/0/functions/{function}/{list}");
        let outcome = if function == 0 { "" } else { "/1" };
        let plain = format!("{list}/0{outcome}");
        changes.extend(outcome_changes(&plain, &format!("{list}/1{outcome}")));
        changes.push(set(&plain, json!("configuration:fill_value")));
        changes.push(removed(&list));
    }
    changes.extend(run_changes("/items/0/functions/1/runs"));
    changes.extend([
        set("/items/0/functions/1/runs/0/0", json!("0x0000")),
        set("/items/0/functions/0/runs", json!([["0x00", "nan"]])),
        set("/items/0/functions/0/outcomes/-", json!("nan")),
        removed("/items/0/functions/0/outcomes/0"),
        set("/items/0/source", json!("int16")),
        set("/items/0/inputs", json!(["0x00"])),
    ]);
    refuses("tables", &document, changes);
}

#[test]
fn of_segments() {
    let runs = json!([["0x0000", "0x00"], ["0x0002", "data:nan"]]);
    let functions =
        json!([{ "holds": holds(), "decided_by": [["0x0000", "rounding"]], "runs": runs }]);
    let document = file("segments", group("segments", "int16", "int4", functions));
    let mut changes = [header_changes(), group_changes(), decided_changes()].concat();
    changes.extend(run_changes("/items/0/functions/0/runs"));
    changes.extend([
        removed("/items/0/functions/0/runs"),
        set("/items/0/functions/0/runs/0/0", json!("0x00")),
        set("/items/0/functions/0/runs/0/1", json!("0x0000")),
        set("/items/0/functions/0/outcomes", json!(["0x00"])),
        set("/items/0/source", json!("int8")),
        set("/items/0/target", json!("int16")),
        set("/items/0/inputs", json!(["0x0000"])),
    ]);
    refuses("segments", &document, changes);
}

#[test]
fn of_points() {
    let functions = json!([{
        "holds": holds(), "decided_by": [["0x00000000", "CV-ROUND-9"]],
        "outcomes": ["0x0000", tolerant()]
    }]);
    let mut group = group("points", "int32", "float16", functions);
    group["inputs"] = json!(["0x00000000", "0x7fffffff"]);
    let mut changes = [header_changes(), group_changes(), decided_changes()].concat();
    let outcomes = "/items/0/functions/0/outcomes";
    changes.extend(outcome_changes(&format!("{outcomes}/0"), &format!("{outcomes}/1")));
    changes.extend([
        removed(outcomes),
        set(&format!("{outcomes}/0"), json!("configuration:configuration")),
        set("/items/0/functions/0/runs", json!([["0x00000000", "nan"]])),
        set("/items/0/source", json!("int8")),
        removed("/items/0/inputs"),
        set("/items/0/inputs", json!([])),
        set("/items/0/inputs/0", json!("0x0000")),
        set("/items/0/inputs/0", json!("nan")),
        set("/items/0/inputs/0", json!("0x7fffffff")),
    ]);
    refuses("points", &file("points", group), changes);
}
