//! The capabilities of the schema are those that are read.

use std::collections::BTreeSet;

use codec_conformance::protocol::{
    About, Capabilities, CastCapabilities, FillValueCapabilities, Hello, PackingCapabilities,
    ReshapeCapabilities, answer_line,
};
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
        },
    }
}

fn cast_value() -> CastCapabilities {
    CastCapabilities {
        data_types: names(),
        pairs: Some(vec![("int8".to_owned(), "uint8".to_owned())]),
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
