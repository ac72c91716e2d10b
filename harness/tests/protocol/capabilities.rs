//! The capabilities of the schema are those that are read.

use std::collections::BTreeSet;

use codec_conformance::protocol::{
    About, Answer, Capabilities, CastCapabilities, FillValueCapabilities, Hello, Limit,
    PackingCapabilities, PairEntry, Pairs, Request, ReshapeCapabilities, answer_line, parse_answer,
};
use codec_conformance::suite::{Question, skip, units};
use serde_json::Value;

use crate::{ANSWER, assert_valid, json, schema};

/// Every capability, none of them left to a default.
fn hello() -> Hello {
    Hello {
        protocol: 1,
        implementation: About {
            name: "name".to_owned(),
            version: "version".to_owned(),
            language: "language".to_owned(),
        },
        capabilities: Capabilities {
            cast_value: Some(cast_value()),
            fill_value: Some(FillValueCapabilities { data_types: names() }),
            reshape: Some(ReshapeCapabilities {
                configuration: true,
                codec: true,
                data: true,
                data_types: names(),
            }),
            unpack: Some(packing()),
            pack: Some(packing()),
            max_elements: Some(1),
            readings: [("CV-NAN-4".to_owned(), "error".to_owned())].into(),
            limits: vec![Limit { what: "no maps".to_owned(), link: "docs/maps.md".to_owned() }],
        },
    }
}

fn cast_value() -> CastCapabilities {
    CastCapabilities {
        data_types: names(),
        pairs: Some(vec![
            PairEntry::One(["int8", "uint8"].map(str::to_owned)),
            PairEntry::Some(Pairs {
                from: Some(names()),
                to: Some(names()),
                rounding: Some(names()),
                out_of_range: Some(names()),
                directions: Some(names()),
                scalar_map: Some(true),
            }),
        ]),
        rounding: names(),
        out_of_range: names(),
        directions: names(),
        scalar_map: true,
        configuration: true,
        codec: true,
        fill_value: true,
        fill_value_result: true,
    }
}

fn packing() -> PackingCapabilities {
    PackingCapabilities {
        data_types: names(),
        bits: true,
        grouped: true,
        attributes: true,
        huge_count: true,
        max_rank: Some(3),
    }
}

fn names() -> Vec<String> {
    vec!["int8".to_owned()]
}

#[test]
fn the_schema_has_the_capabilities_that_are_read_and_no_others() {
    let line = answer_line(None, &hello().into());
    assert_valid(&ANSWER, &line);
    let (told, schema) = (json(&line), schema("answer"));
    let keys = |value: &Value| -> BTreeSet<String> {
        value.as_object().expect("an object").keys().cloned().collect()
    };
    let told = &told["capabilities"];
    let properties = |name: &str| keys(&schema["$defs"][name]["properties"]);
    assert_eq!(keys(told), properties("capabilities"));
    for (operation, name) in [
        ("cast_value", "cast_value"),
        ("fill_value", "fill_value"),
        ("reshape", "reshape"),
        ("unpack", "packing"),
        ("pack", "packing"),
    ] {
        assert_eq!(keys(&told[operation]), properties(name), "{operation}");
    }
}

/// A hello with these pairs, beside all other casts between a few types.
fn with_pairs(pairs: &str) -> Result<Capabilities, String> {
    let casts = format!(
        r#"{{"data_types":["int8","float16"],"pairs":{pairs},"rounding":["nearest-even","towards-zero"],"out_of_range":["none","clamp"],"directions":["encode","decode"],"scalar_map":true}}"#
    );
    let line = format!(
        r#"{{"protocol":1,"implementation":{{"name":"n","version":"1"}},"capabilities":{{"cast_value":{casts}}}}}"#
    );
    match parse_answer(&line, &Request::Hello, 0) {
        Ok(Answer::Hello(hello)) => {
            assert_valid(&ANSWER, &line);
            Ok(hello.capabilities)
        }
        Ok(other) => panic!("{other:?}"),
        Err(error) => Err(error.to_string()),
    }
}

/// The generated casts that are asked: array type, configuration type, rounding, range rule and
/// direction.
fn asked(capabilities: &Capabilities) -> BTreeSet<String> {
    let generated = units().into_iter().filter(|unit| unit.is_generated());
    let asked = generated.filter(|unit| skip(unit, capabilities).is_none());
    let name = |unit: &codec_conformance::suite::Unit| {
        let Question::Cast { codec, .. } = &unit.question else { unreachable!("a cast") };
        let (rounding, range) = codec.mode().expect("a valid configuration");
        let range = range.map_or("none", |range| range.name());
        let stored = codec.stored_type().expect("a known type");
        let direction = codec.direction();
        format!("{} {stored} {} {range} {direction}", codec.array_type(), rounding.name())
    };
    asked.map(|unit| name(&unit)).collect()
}

#[test]
fn a_cast_is_asked_if_an_entry_of_pairs_has_it() {
    let entry = r#"[{"from":["float16"],"to":["int8"],"rounding":["towards-zero"],"out_of_range":["clamp"],"directions":["encode"]}]"#;
    let capabilities = with_pairs(entry).expect("a hello");
    assert_eq!(asked(&capabilities), ["float16 int8 towards-zero clamp encode".to_owned()].into());

    // What is absent is as for all pairs; a pair may be in several entries.
    let entries = r#"[["int8","float16"],{"from":["float16"],"to":["int8"],"out_of_range":["wrap"]},{"to":["int8"],"rounding":["nearest-away"],"out_of_range":["none"],"directions":["decode"]}]"#;
    let capabilities = with_pairs(entries).expect("a hello");
    let mut due = BTreeSet::new();
    for rounding in ["nearest-even", "towards-zero"] {
        for direction in ["encode", "decode"] {
            for range in ["none", "clamp"] {
                due.insert(format!("int8 float16 {rounding} {range} {direction}"));
            }
            due.insert(format!("float16 int8 {rounding} wrap {direction}"));
        }
    }
    due.insert("int8 int8 nearest-away none decode".to_owned());
    due.insert("float16 int8 nearest-away none decode".to_owned());
    assert_eq!(asked(&capabilities), due);
}

#[test]
fn maps_are_declared_by_pairs() {
    let maps = |capabilities: &Capabilities| {
        let all = units();
        let maps = all.iter().filter(|unit| unit.needs == ["scalar_map"]);
        maps.filter(|unit| skip(unit, capabilities).is_none()).count()
    };
    let with = with_pairs(r#"[{"from":["float32"],"to":["uint8"]}]"#).expect("a hello");
    let without = with_pairs(r#"[{"from":["float32"],"to":["uint8"],"scalar_map":false}]"#);
    assert!(maps(&with) > 0);
    assert_eq!(maps(&without.expect("a hello")), 0);
}

#[test]
fn a_bad_entry_of_pairs_is_told() {
    for bad in [
        r#"[["int8"]]"#,
        r#"[["int8","int8","int8"]]"#,
        r#"["int8"]"#,
        r#"[{"from":"int8"}]"#,
        r#"[{"modes":[]}]"#,
        r#"[{"scalar_map":"yes"}]"#,
    ] {
        let error = with_pairs(bad).expect_err(bad);
        assert!(error.contains("an entry of pairs is"), "{error}");
    }
}
