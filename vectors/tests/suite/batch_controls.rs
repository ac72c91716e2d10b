//! The schemas of batches reject what they should.

use serde_json::{Value, json};

use crate::controls::{Change, file, header_changes, refuses, removed, set};

/// A file with one batch of these items.
fn batches(schema: &str, specification: &str, rule: &str, items: Value) -> Value {
    let batch = json!({
        "id": format!("{schema}/some/batch_2"), "rules": [rule], "level": "must",
        "why": "some reason", "source": "https://example.org/reports/1", "items": items
    });
    let mut document = file(schema, batch);
    document["kind"] = json!("batches");
    document["spec"]["name"] = json!(specification);
    document
}

fn at(pointer: &str, value: Value) -> Change {
    set(&format!("/items/0/{pointer}"), value)
}

/// A member of some item.
fn item(index: usize, pointer: &str, value: Value) -> Change {
    at(&format!("items/{index}/{pointer}"), value)
}

/// Members of some item, each taken away.
fn without(index: usize, names: &[&str]) -> Vec<Change> {
    names.iter().map(|name| removed(&format!("/items/0/items/{index}/{name}"))).collect()
}

/// What every batch rejects beside its items.
fn batch_changes(other: &str) -> Vec<Change> {
    let mut changes = header_changes();
    for name in ["id", "rules", "level", "why", "items"] {
        changes.push(removed(&format!("/items/0/{name}")));
    }
    changes.extend([
        set("/kind", json!("tables")),
        set("/spec/name", json!("zarr-v3/cast_value")),
        at("note", json!("")),
        at("id", json!(format!("{other}/some"))),
        at("id", json!("some")),
        at("id", json!("reshape")),
        at("id", json!("unpack/some--batch")),
        at("id", json!("reshape/Some")),
        at("rules", json!([])),
        at("rules/-", json!("CV-EXACT-1")),
        at("rules/-", json!("RS-AUTO")),
        at("rules/-", json!("UP-PAD-01")),
        at("level", json!("may")),
        at("why", json!("two\nlines")),
        at("source", json!("somewhere")),
        at("needs", json!([])),
        at("needs", json!(["luck"])),
        at("needs", json!("codec")),
        at("items", json!([])),
        item(0, "note", json!("")),
        item(0, "name", json!("")),
        item(0, "name", json!("A")),
        item(0, "name", json!("a b")),
        item(0, "name", json!("a/")),
        item(0, "name", json!("a/b/c")),
    ]);
    changes
}

/// What a shape rejects.
fn shape_changes(index: usize, shape: &str) -> Vec<Change> {
    let values = [
        json!("6"),
        json!([-1]),
        json!([1.5]),
        json!(["6"]),
        json!(["-9007199254740992"]),
        json!(["09007199254740992"]),
        json!([9007199254740992_u64]),
        json!([null]),
        json!([[6]]),
    ];
    values.map(|value| item(index, shape, value)).to_vec()
}

#[test]
fn of_reshape() {
    let tolerant = json!({
        "is": ["9223372036854775808"], "or": { "RS-BIG-2/refused": "configuration:shape" }
    });
    let data = json!({ "data_type": "uint16", "elements": "010002000300" });
    let items = json!([
        { "name": "some-item", "configuration": "{}", "input": [3], "outcome": [3], "data": data },
        { "name": "2_x/3x2", "codec": "{}", "input": [0], "outcome": "configuration:configuration" },
        { "name": "c", "configuration": "{}", "input": ["9223372036854775808"], "outcome": tolerant },
    ]);
    let mut document = batches("reshape", "zarr-v3/reshape", "RS-AUTO-1", items);
    document["items"][0]["needs"] = json!(["configuration", "codec"]);
    let mut changes = batch_changes("unpack");
    changes.extend(reshape_changes());
    refuses("reshape", &document, changes);
}

fn reshape_changes() -> Vec<Change> {
    let mut changes = without(0, &["name", "configuration", "input", "outcome"]);
    changes.extend(without(1, &["codec"]));
    changes.extend(without(0, &["data/data_type", "data/elements"]));
    for (index, shape) in [(0, "input"), (1, "outcome"), (2, "outcome/is")] {
        changes.extend(shape_changes(index, shape));
    }
    changes.extend(without(2, &["outcome/is", "outcome/or"]));
    changes.extend([
        set("/spec/name", json!("onnx/Unpack")),
        at("rules/-", json!("UP-PAD-1")),
        at("needs/-", json!("attributes")),
        at("needs/-", json!("codec")),
        item(0, "codec", json!("{}")),
        item(0, "configuration", json!({ "shape": [3] })),
        item(0, "input", json!(3)),
        item(0, "outcome", json!("configuration:shape")),
        item(0, "outcome", json!({ "is": [3], "or": { "RS-BIG-2/refused": [4] } })),
        item(0, "data/note", json!("")),
        item(0, "data/data_type", json!("bool")),
        item(0, "data/elements", json!("01000200030")),
        item(0, "data/elements", json!("0A00")),
        item(0, "data/elements", json!([1, 2, 3])),
        item(1, "outcome", json!("data:shape")),
        item(1, "outcome", json!("configuration:attributes")),
        item(1, "outcome", json!(null)),
        item(2, "outcome/note", json!("")),
        item(2, "outcome/or", json!({})),
        item(2, "outcome/or", json!({ "RS-BIG-2": [1] })),
        item(2, "outcome/or", json!({ "UP-BIG-2/refused": [1] })),
        item(2, "outcome/or", json!({ "RS-BIG-2/refused": "6" })),
        item(2, "outcome/or", json!({ "RS-BIG-2/refused": { "is": [1] } })),
    ]);
    changes
}

#[test]
fn of_unpack() {
    let tensor = |shape: Value, data: &str| json!({ "shape": shape, "data": data });
    let items = json!([
        {
            "name": "some-item", "data_type": "uint32", "attributes": { "bits": 3, "axis": -1 },
            "count": 2, "words": tensor(json!([1]), "ff000000"),
            "codes": tensor(json!([2]), "0707"), "packed": "3f000000"
        },
        {
            "name": "b", "data_type": "uint8", "attributes": { "radix": 3, "group_size": 5 },
            "count": "9223372036854775807", "words": tensor(json!([0, 1]), ""),
            "codes": tensor(json!([0, 2]), "")
        },
        {
            "name": "c", "data_type": "uint8", "attributes": { "bits": "9223372036854775807" },
            "count": 1, "words": tensor(json!([1]), "00"), "error": "configuration:attributes"
        },
        {
            "name": "d", "data_type": "uint8", "attributes": { "bits": 1 },
            "codes": tensor(json!([1]), "02"), "error": "data:code"
        },
    ]);
    let mut document = batches("unpack", "onnx/Unpack", "UP-PAD-1", items);
    document["items"][0]["needs"] = json!(["attributes", "huge_count"]);
    let mut changes = batch_changes("reshape");
    changes.extend(bits_changes());
    changes.extend(other_unpack_changes());
    changes.extend(shape_changes(0, "words/shape"));
    changes.extend(shape_changes(3, "codes/shape"));
    refuses("unpack", &document, changes);
}

/// What an item of bits rejects, and a batch of Unpack.
fn bits_changes() -> Vec<Change> {
    let members = ["name", "data_type", "attributes", "count", "words", "codes"];
    let mut changes = without(0, &members);
    changes.extend(without(0, &["attributes/bits", "words/shape", "words/data", "codes/data"]));
    changes.extend([
        set("/spec/name", json!("zarr-v3/reshape")),
        at("rules/-", json!("RS-AUTO-1")),
        at("needs/-", json!("configuration")),
        item(0, "data_type", json!("uint16")),
        item(0, "attributes/note", json!("")),
        item(0, "attributes/radix", json!(8)),
        item(0, "attributes/bits", json!(0)),
        item(0, "attributes/bits", json!(9)),
        item(0, "attributes/bits", json!("3")),
        item(0, "attributes/axis", json!(0.5)),
        item(0, "attributes/axis", json!("9223372036854775807")),
        item(0, "count", json!(-1)),
        item(0, "count", json!("2")),
        item(0, "words", json!("ff000000")),
        item(0, "words/note", json!("")),
        item(0, "words/shape", json!([])),
        item(0, "words/data", json!("ff00000")),
        item(0, "words/data", json!("ff0000")),
        item(0, "words/data", json!("FF000000")),
        item(0, "codes/data", json!("7")),
        item(0, "packed", json!("3f")),
        item(0, "packed", json!(null)),
        item(0, "error", json!("data:shape")),
    ]);
    changes
}

/// What an item of groups rejects, and those that end in an error.
fn other_unpack_changes() -> Vec<Change> {
    let mut changes = without(1, &["attributes/radix", "attributes/group_size"]);
    changes.extend(without(2, &["count", "words", "error"]));
    changes.extend(without(3, &["codes", "error"]));
    changes.extend([
        item(1, "attributes/bits", json!(2)),
        item(1, "attributes/radix", json!(257)),
        item(1, "attributes/radix", json!(1)),
        item(1, "attributes/group_size", json!(0)),
        item(1, "attributes/group_size", json!(63)),
        item(2, "attributes/bits", json!("1")),
        item(2, "packed", json!("00")),
        item(2, "error", json!("data:code")),
        item(2, "error", json!("configuration:shape")),
        item(3, "attributes/bits", json!(9)),
        item(3, "words", json!({ "shape": [1], "data": "02" })),
        item(3, "count", json!(1)),
    ]);
    changes
}
