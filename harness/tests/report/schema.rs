//! Reports and their JSON Schema.

use codec_conformance::report::{FORMAT, Report, SCHEMA};
use codec_validator::{Schema, check_schema};
use serde_json::{Value, json};

use crate::samples::{Sample, all, ties};

fn schema() -> Value {
    serde_json::from_str(SCHEMA).expect("the schema is JSON")
}

fn errors(report: &Value) -> Vec<String> {
    let faults = Schema::new(&schema()).faults(report).into_iter().take(3);
    faults.map(|fault| format!("{}: {}", fault.place, fault.message)).collect()
}

fn json(report: &Report) -> Value {
    serde_json::from_str(&report.to_json()).expect("JSON")
}

#[test]
fn the_schema_is_one() {
    let schema = schema();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    check_schema(&schema).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(schema["properties"]["format"]["const"], json!(FORMAT));
}

#[test]
fn every_report_is_valid() {
    for Sample { name, report, .. } in all() {
        let none: [String; 0] = [];
        assert_eq!(errors(&json(report)), none, "{name}");
    }
}

/// Every member is described, and none is described that a report may not have.
#[test]
fn the_schema_can_refuse() {
    let report = json(ties());
    for name in report.as_object().expect("an object").keys() {
        let mut without = report.clone();
        without.as_object_mut().expect("an object").remove(name);
        assert_ne!(errors(&without).len(), 0, "without {name}");
    }
    for place in ["", "/totals", "/classes/0", "/classes/0/example", "/classes/0/example/got"] {
        let mut more = report.clone();
        more.pointer_mut(place).expect(place)["unheard_of"] = json!(1);
        assert_ne!(errors(&more).len(), 0, "one more at {place:?}");
    }
    for (place, wrong) in [
        ("/format", json!(1)),
        ("/totals/fail", json!(-1)),
        ("/totals/pass", json!(1.5)),
        ("/classes/0/status", json!("pass")),
        ("/classes/0/checks", json!([])),
        ("/selected/partition", json!("1/4")),
    ] {
        let mut changed = report.clone();
        *changed.pointer_mut(place).expect(place) = wrong;
        assert_ne!(errors(&changed).len(), 0, "{place}");
    }
}

/// But for what acts in the texts of others, which is made visible, once.
#[test]
fn a_stored_report_is_the_same_report() {
    let read =
        |report: &Report| Report::from_json(&report.to_json()).expect("a report as it was written");
    for Sample { name, report, .. } in all().iter().filter(|one| one.code != 1) {
        let once = read(report);
        assert_eq!(once == *report, *name != "hostile", "{name}");
        assert!(read(&once) == once, "{name}");
    }
}
