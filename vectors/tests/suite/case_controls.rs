//! The schemas of cases and of the files beside the vectors reject what they should.

use serde_json::{Value, json};

use crate::controls::{Change, file, header_changes, outcome_changes, refuses, removed, set};

fn case(id: &str, members: Value) -> Value {
    let mut case = json!({
        "id": id, "rules": ["CV-MAP-1"], "level": "must", "why": "some reason",
        "data_type": "float16", "fill_value": "1"
    });
    let (case_members, Value::Object(members)) = (case.as_object_mut().unwrap(), members) else {
        panic!("members are an object")
    };
    case_members.extend(members);
    case
}

fn entries() -> Value {
    let tolerant = json!({ "is": "nan", "or": { "CV-WRAP-5/overflow": "0x7bff" } });
    json!([["0x00", "0x0000"], ["0x01", tolerant], ["0x02", "configuration:fill_value"]])
}

#[test]
fn of_cases() {
    let members = json!({
        "source": "https://example.org/reports/1", "needs": ["scalar_map"],
        "configuration": "{\"data_type\":\"int8\"}", "fill_value_cast": "0x01",
        "encode": [["0x3c00", "0x01"]], "decode": entries()
    });
    let mut document = file("cases", case("cast/map/some-case", members));
    document["items"][0]["rules"] = json!(["CV-MAP-1", "CV-WRAP-5"]);
    let mut changes = header_changes();
    changes.push(set("/spec/name", json!("onnx/Unpack")));
    changes.extend(case_changes());
    changes.extend(outcome_changes("/items/0/decode/0/1", "/items/0/decode/1/1"));
    refuses("cases", &document, changes);
}

fn case_changes() -> Vec<Change> {
    let required = ["id", "rules", "level", "why", "data_type", "fill_value", "configuration"];
    let mut changes: Vec<_> =
        required.iter().map(|name| removed(&format!("/items/0/{name}"))).collect();
    let at = |name: &str, value| set(&format!("/items/0/{name}"), value);
    changes.extend([
        at("id", json!("cast/tables/int2-int2")),
        at("id", json!("Cast/some")),
        at("id", json!("cast")),
        at("id", json!("other/some")),
        at("id", json!("cast/some case")),
        at("id", json!("cast/some--case")),
        at("rules", json!([])),
        at("rules/-", json!("UP-PAD-1")),
        at("level", json!("may")),
        at("why", json!("two\nlines")),
        at("source", json!("somewhere")),
        at("needs", json!([])),
        at("needs/0", json!("luck")),
        at("codec", json!("{}")),
        at("reads", json!("nan")),
        at("configuration", json!({ "data_type": "int8" })),
        at("fill_value", json!(1)),
        at("note", json!("")),
        at("encode", json!([])),
        at("encode/0/-", json!("0x01")),
        at("encode/0/0", json!("0x3c")),
        at("encode/0/0", json!("nan")),
        at("decode", json!({ "0x00": "0x0000" })),
    ]);
    changes
}

#[test]
fn of_cases_that_read_a_fill_value() {
    let document = file("cases", case("fill/some-case", json!({ "reads": "0x3c00" })));
    let changes = vec![
        removed("/items/0/reads"),
        set("/items/0/reads", json!("0x3c")),
        set("/items/0/encode", json!([["0x3c00", "0x01"]])),
        set("/items/0/decode", json!([["0x01", "0x3c00"]])),
        set("/items/0/fill_value_cast", json!("0x01")),
        set("/items/0/configuration", json!("{}")),
    ];
    refuses("cases", &document, changes);
}

#[test]
fn of_cases_with_a_codec_object() {
    let members = json!({ "codec": "{}", "encode": [["0x3c00", "configuration:configuration"]] });
    let document = file("cases", case("cast/codec/some-case", members));
    let changes = vec![
        removed("/items/0/codec"),
        removed("/items/0/encode"),
        set("/items/0/encode/0/1", json!("configuration:other")),
    ];
    refuses("cases", &document, changes);
}

#[test]
fn of_the_manifest() {
    let file = json!({
        "path": "cast_value/tables/int2.json", "count": 4, "bytes": 9, "sha256": "0a".repeat(32)
    });
    let mut larger = file.clone();
    larger["path"] = json!("reshape/full/family.json");
    let document = json!({
        "format": 2, "suite": "0.1.0", "$schema": "schema/manifest.schema.json",
        "full": [larger.clone()], "files": [file.clone()]
    });
    refuses("manifest", &document, manifest_changes(file, larger));
}

/// What a manifest rejects, entries given twice included.
fn manifest_changes(file: Value, larger: Value) -> Vec<Change> {
    let mut changes = Vec::new();
    for name in ["/format", "/suite", "/$schema", "/files"] {
        changes.push(removed(name));
    }
    for name in ["path", "count", "bytes", "sha256"] {
        changes.push(removed(&format!("/files/0/{name}")));
        changes.push(removed(&format!("/full/0/{name}")));
    }
    changes.extend([
        set("/note", json!("")),
        set("/format", json!(1)),
        set("/files", json!([])),
        set("/files/-", file),
        set("/files/0/note", json!("")),
        set("/files/0/path", json!("cast_value\\tables\\int2.json")),
        set("/files/0/path", json!("cast_value/lists/int2.json")),
        set("/files/0/path", json!("cast_value/batches/int2.json")),
        set("/files/0/path", json!("unpack/tables/axes.json")),
        set("/files/0/path", json!("reshape/cases/Auto.json")),
        set("/files/0/path", json!("reshape/full/family.json")),
        set("/full", json!({})),
        set("/full/-", larger),
        set("/full/0/note", json!("")),
        set("/full/0/path", json!("reshape/batches/family.json")),
        set("/full/0/path", json!("cast_value/full/int2.json")),
        set("/files/0/count", json!(1.5)),
        set("/files/0/bytes", json!(-1)),
        set("/files/0/sha256", json!("0A".repeat(32))),
        set("/files/0/sha256", json!("0a".repeat(31))),
        set("/$schema", json!("schema/other.schema.json")),
    ]);
    changes
}

#[test]
fn of_the_rules() {
    let document = json!({ "format": 2, "suite": "0.1.0", "$schema": "schema/rules.schema.json", "items": [{
        "id": "CV-MAP-1", "level": "must", "sentence": "Some sentence.",
        "alternatives": [["CV-MAP-1/other", "something else"]], "bounds": ["CV-MAP-1/other"],
        "without_vectors": "some reason",
        "clause": "\"some words.\" (Procedure)",
        "notes": "Some words.\n\nMore:\n- one\n- another"
    }] });
    let changes = vec![
        removed("/items/0/id"),
        removed("/format"),
        set("/$schema", json!("schema/types.schema.json")),
        removed("/items/0/level"),
        removed("/items/0/sentence"),
        set("/items/0/note", json!("")),
        set("/items/0/id", json!("CV-MAP")),
        set("/items/0/id", json!("CV-map-1")),
        set("/items/0/id", json!("XX-MAP-1")),
        set("/items/0/id", json!("UP-MAP-0")),
        set("/items/0/level", json!("may")),
        set("/items/0/alternatives", json!([])),
        set("/items/0/alternatives/0/0", json!("other")),
        set("/items/0/alternatives/0/0", json!("RS-MAP/other")),
        set("/items/0/alternatives/0/-", json!("more")),
        removed("/items/0/alternatives/0/1"),
        set("/items/0/bounds", json!([])),
        set("/items/0/bounds/0", json!("other")),
        set("/items/0/without_vectors", json!(true)),
        removed("/items/0/clause"),
        set("/items/0/clause", json!("two\nlines")),
        set("/items/0/notes", json!("")),
        set("/items/0/notes", json!("Some words.\n")),
        set("/items/0/notes", json!("Some words.\n\n\nMore.")),
    ];
    refuses("rules", &document, changes);
}

#[test]
fn of_the_types() {
    let document: Value = crate::files::parse("types.json");
    let place = |name: &str| {
        let rows = document["items"].as_array().expect("types are a list");
        rows.iter().position(|row| row["name"] == name).expect("the type is there")
    };
    let (half, scale) = (place("float16"), place("float8_e8m0fnu"));
    let mut changes = vec![removed("/items/0"), set("/items/-", json!({}))];
    for name in ["name", "bits", "bytes", "signed", "integer"] {
        changes.push(removed(&format!("/items/0/{name}")));
    }
    changes.extend([
        set("/items/0/note", json!("")),
        set("/items/0/name", json!("bool")),
        set("/items/0/bits", json!(3)),
        set("/items/0/bytes", json!("1")),
        set("/items/0/signed", json!(1)),
        set(&format!("/items/{scale}/nan"), json!({})),
        set(&format!("/items/{scale}/nan/only"), json!("nan")),
        set(&format!("/items/{half}/nan/only"), json!("0x7e00")),
        removed(&format!("/items/{half}/nan/ieee/exponent")),
        removed(&format!("/items/{half}/nan/ieee/fraction")),
        set(&format!("/items/{half}/nan/ieee/note"), json!("")),
    ]);
    refuses("types", &document, changes);
}
