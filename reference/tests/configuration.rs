//! Invalid configurations, each rejected for its own reason, beside a valid neighbour.

use codec_reference::{
    Alternative, CastValue, ConfigurationError, DataType, Direction, JsonError, MemberError,
    OutOfRange, Readings,
};

use Alternative::*;
use ConfigurationError::{Json, Member, WrapIntoFloat};
use DataType::*;
use MemberError::{Kind, Missing, NotPermitted, Unknown};

/// For float32 arrays.
fn parse(text: &str) -> Result<CastValue, ConfigurationError> {
    CastValue::parse(text, Float32, Readings::OURS)
}

fn parse_codec(text: &str) -> Result<CastValue, ConfigurationError> {
    CastValue::parse_codec(text, Float32, Readings::OURS)
}

fn accepts(text: &str) -> CastValue {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[track_caller]
fn refuses_kind(text: &str, at: &str, what: &str, broken: &str) {
    let refused = parse(text);
    let Err(Member(Kind { path, found, rule, .. })) = &refused else {
        panic!("{text}: {refused:?}")
    };
    assert_eq!((path.as_str(), *found, *rule), (at, what, broken), "{text}");
}

#[track_caller]
fn refuses_string(text: &str, at: &str, string: &str, broken: &str) {
    let refused = parse(text);
    let Err(Member(NotPermitted { path, found, rule })) = &refused else {
        panic!("{text}: {refused:?}")
    };
    assert_eq!((*path, found.as_str(), *rule), (at, string, broken), "{text}");
}

#[test]
fn cv_conf_1_the_codec_object_has_a_name_and_a_configuration() {
    let valid = r#"{"name":"cast_value","configuration":{"data_type":"int8"}}"#;
    assert_eq!(parse_codec(valid), parse(r#"{"data_type":"int8"}"#));
    for (text, name) in [
        (r#"{"configuration":{"data_type":"int8"}}"#, "name"),
        (r#"{"name":"cast_value"}"#, "configuration"),
        ("{}", "name"),
    ] {
        let refused = parse_codec(text);
        let expected = Member(Missing { path: "codec", member: name, rule: "CV-CONF-1" });
        assert_eq!(refused, Err(expected), "{text}");
    }
    for name in ["cast-value", "Cast_Value", "", "cast_value ", "numcodecs.astype"] {
        let text = valid.replace("cast_value", name);
        let refused = parse_codec(&text);
        let found = name.to_owned();
        let expected = Member(NotPermitted { path: "name", found, rule: "CV-CONF-1" });
        assert_eq!(refused, Err(expected));
    }
    for (text, at, what) in [
        (r#""cast_value""#, "codec", "a string"),
        ("[]", "codec", "an array"),
        (r#"{"name":1,"configuration":{"data_type":"int8"}}"#, "name", "a number"),
        (r#"{"name":null,"configuration":{"data_type":"int8"}}"#, "name", "null"),
        (r#"{"name":"cast_value","configuration":[]}"#, "configuration", "an array"),
        (r#"{"name":"cast_value","configuration":"int8"}"#, "configuration", "a string"),
        (r#"{"name":"cast_value","configuration":null}"#, "configuration", "null"),
    ] {
        let refused = parse_codec(text);
        let Err(Member(Kind { path, found, rule: "CV-CONF-1", .. })) = &refused else {
            panic!("{text}: {refused:?}");
        };
        assert_eq!((path.as_str(), *found), (at, what), "{text}");
    }
}

#[test]
fn cv_conf_1_the_configuration_is_an_object() {
    for (text, found) in [
        ("null", "null"),
        ("true", "a boolean"),
        ("1", "a number"),
        (r#""int8""#, "a string"),
        ("[]", "an array"),
    ] {
        refuses_kind(text, "configuration", found, "CV-CONF-1");
    }
}

#[test]
fn cv_conf_2_data_type_is_one_of_the_26_types() {
    let missing = Member(Missing { path: "configuration", member: "data_type", rule: "CV-CONF-2" });
    assert_eq!(parse("{}"), Err(missing.clone()));
    assert_eq!(parse(r#"{"rounding":"towards-zero"}"#), Err(missing));
    let unreal = ["bool", "complex64", "complex128", "string", "r8", "r16", "datetime64"];
    let misspelt = ["Float32", "<f4", "u1", "int", "uint128", "float8", "float32 ", ""];
    for name in unreal.into_iter().chain(misspelt) {
        let text = format!(r#"{{"data_type":"{name}"}}"#);
        refuses_string(&text, "data_type", name, "CV-CONF-2");
    }
    for (json, found) in [("null", "null"), ("32", "a number"), (r#"["int8"]"#, "an array")] {
        refuses_kind(&format!(r#"{{"data_type":{json}}}"#), "data_type", found, "CV-CONF-2");
    }
    for data_type in DataType::ALL {
        accepts(&format!(r#"{{"data_type":"{data_type}"}}"#));
    }
}

#[test]
fn cv_conf_3_additional_members_are_invalid() {
    for name in ["out-of-range", "Rounding", "overflow", "must_understand", ""] {
        for text in [
            format!(r#"{{"data_type":"int8","{name}":"clamp"}}"#),
            format!(r#"{{"{name}":null,"data_type":"int8"}}"#),
        ] {
            let member = name.to_owned();
            let expected = Member(Unknown { path: "configuration", member, rule: "CV-CONF-3" });
            assert_eq!(parse(&text), Err(expected), "{text}");
        }
    }
    accepts(
        r#"{"scalar_map":{},"out_of_range":"clamp","rounding":"nearest-away","data_type":"int8"}"#,
    );
}

#[test]
fn cv_conf_4_rounding_is_spelled_to_the_letter() {
    for name in ["nearest_even", "Nearest-Even", "toward-zero", "floor", "", "nearest-even "] {
        let text = format!(r#"{{"data_type":"int8","rounding":"{name}"}}"#);
        refuses_string(&text, "rounding", name, "CV-CONF-4");
    }
    for (json, found) in [("0", "a number"), ("true", "a boolean"), ("{}", "an object")] {
        let text = format!(r#"{{"data_type":"int8","rounding":{json}}}"#);
        refuses_kind(&text, "rounding", found, "CV-CONF-4");
    }
}

#[test]
fn cv_conf_5_out_of_range_is_clamp_or_wrap() {
    for name in ["error", "saturate", "Clamp", "none", ""] {
        let text = format!(r#"{{"data_type":"int8","out_of_range":"{name}"}}"#);
        refuses_string(&text, "out_of_range", name, "CV-CONF-5");
    }
    let boolean = r#"{"data_type":"int8","out_of_range":false}"#;
    refuses_kind(boolean, "out_of_range", "a boolean", "CV-CONF-5");
    for (name, rule) in [("clamp", OutOfRange::Clamp), ("wrap", OutOfRange::Wrap)] {
        let codec = accepts(&format!(r#"{{"data_type":"int8","out_of_range":"{name}"}}"#));
        assert_eq!(codec.cast(Direction::Decode).out_of_range(), Some(rule));
    }
}

#[test]
fn cv_conf_6_null_is_not_absence() {
    let absent = Readings::OURS.with(NullOptionalAbsent);
    for (member, rule) in
        [("rounding", "CV-CONF-4"), ("out_of_range", "CV-CONF-5"), ("scalar_map", "CV-MAP-9")]
    {
        let text = format!(r#"{{"data_type":"int8","{member}":null}}"#);
        refuses_kind(&text, member, "null", rule);
        let without = CastValue::parse(r#"{"data_type":"int8"}"#, Float32, absent);
        assert_eq!(CastValue::parse(&text, Float32, absent), without, "{text}");
    }
    for list in ["encode", "decode"] {
        let text = format!(r#"{{"data_type":"int8","scalar_map":{{"{list}":null}}}}"#);
        refuses_kind(&text, &format!("scalar_map.{list}"), "null", "CV-MAP-9");
        assert!(CastValue::parse(&text, Float32, absent).is_ok(), "{text}");
    }
    let required = CastValue::parse(r#"{"data_type":null}"#, Float32, absent);
    assert!(matches!(required, Err(Member(Kind { found: "null", rule: "CV-CONF-2", .. }))));
}

#[test]
fn cv_conf_7_data_type_may_be_an_object() {
    let core_refused = Readings::OURS.with(CoreObjectRefused);
    for data_type in DataType::ALL {
        let plain = accepts(&format!(r#"{{"data_type":"{data_type}"}}"#));
        for text in [
            format!(r#"{{"data_type":{{"name":"{data_type}"}}}}"#),
            format!(r#"{{"data_type":{{"name":"{data_type}","configuration":{{}}}}}}"#),
        ] {
            assert_eq!(accepts(&text), plain, "{text}");
            let other = CastValue::parse(&text, Float32, core_refused);
            let refused = Err(ConfigurationError::CoreObject { data_type });
            assert!(if data_type.is_core() { other == refused } else { other.is_ok() }, "{text}");
        }
    }
    let in_type = |text: &str| parse(&format!(r#"{{"data_type":{text}}}"#));
    let missing = Member(Missing { path: "data_type", member: "name", rule: "CV-CONF-2" });
    assert_eq!(in_type("{}"), Err(missing));
    for (text, path, member) in [
        (r#"{"name":"int4","size":4}"#, "data_type", "size"),
        (r#"{"name":"int4","configuration":{"a":1}}"#, "data_type.configuration", "a"),
    ] {
        let expected = Member(Unknown { path, member: member.to_owned(), rule: "CV-CONF-7" });
        assert_eq!(in_type(text), Err(expected), "{text}");
    }
    for (text, at, what) in [
        (r#"{"name":4}"#, "data_type.name", "a number"),
        (r#"{"name":"int4","configuration":null}"#, "data_type.configuration", "null"),
        (r#"{"name":{"name":"int4"}}"#, "data_type.name", "an object"),
    ] {
        let refused = in_type(text);
        let Err(Member(Kind { path, found, .. })) = &refused else { panic!("{text}: {refused:?}") };
        assert_eq!((path.as_str(), *found), (at, what), "{text}");
    }
    let unknown = in_type(r#"{"name":"bool"}"#);
    assert!(matches!(unknown, Err(Member(NotPermitted { rule: "CV-CONF-2", .. }))), "{unknown:?}");
}

#[test]
fn cv_conf_8_a_member_stands_once() {
    for text in [
        r#"{"data_type":"int8","data_type":"int8"}"#,
        r#"{"data_type":"int8","rounding":"nearest-even","rounding":"towards-zero"}"#,
        r#"{"data_type":"int8","scalar_map":{"encode":[],"encode":[]}}"#,
        r#"{"data_type":{"name":"int4","name":"int4"}}"#,
        // The same name, one of them spelled with an escape.
        r#"{"data_type":"int8","data\u005ftype":"int8"}"#,
    ] {
        let refused = parse(text);
        assert!(matches!(refused, Err(Json(JsonError::Syntax { .. }))), "{text}: {refused:?}");
    }
    // The same name in different objects is not a repetition.
    accepts(r#"{"data_type":{"name":"int4","configuration":{}},"scalar_map":{"encode":[]}}"#);
}

#[test]
fn cv_conf_9_members_beside_the_configuration_are_not_the_codecs() {
    let text =
        r#"{"name":"cast_value","must_understand":true,"configuration":{"data_type":"int8"}}"#;
    assert_eq!(parse_codec(text), parse(r#"{"data_type":"int8"}"#));
}

#[test]
fn cv_wrap_4_wrap_needs_an_integer_data_type() {
    for (data_type, array) in
        DataType::ALL.into_iter().flat_map(|t| [Uint8, Float32].map(|array| (t, array)))
    {
        let text = format!(r#"{{"data_type":"{data_type}","out_of_range":"wrap"}}"#);
        let found = CastValue::parse(&text, array, Readings::OURS);
        let expected = Err(WrapIntoFloat { data_type });
        let valid = data_type.name().contains("int");
        assert!(if valid { found.is_ok() } else { found == expected }, "{array}: {text}");
    }
}

#[test]
fn cv_map_9_the_map_is_lists_of_pairs() {
    let in_map = |map: &str| format!(r#"{{"data_type":"uint8","scalar_map":{map}}}"#);
    for (map, at, what) in [
        ("[]", "scalar_map", "an array"),
        (r#""NaN""#, "scalar_map", "a string"),
        (r#"{"encode":{"NaN":0}}"#, "scalar_map.encode", "an object"),
        (r#"{"decode":0}"#, "scalar_map.decode", "a number"),
        (r#"{"encode":["NaN",0]}"#, "scalar_map.encode[0]", "a string"),
        (r#"{"encode":[["NaN",0],{}]}"#, "scalar_map.encode[1]", "an object"),
        (r#"{"decode":[[0,1],[1,2],null]}"#, "scalar_map.decode[2]", "null"),
    ] {
        refuses_kind(&in_map(map), at, what, "CV-MAP-9");
    }
    for pair in ["[]", r#"["NaN"]"#, r#"["NaN",0,0]"#] {
        let text = in_map(&format!(r#"{{"encode":[["NaN",0],{pair}]}}"#));
        let refused = parse(&text);
        let Err(Member(Kind { path, rule: "CV-MAP-9", .. })) = &refused else {
            panic!("{refused:?}")
        };
        assert_eq!(path, "scalar_map.encode[1]", "{text}");
    }
    for map in ["{}", r#"{"encode":[]}"#, r#"{"encode":[["NaN",0]],"decode":[[0,"NaN"]]}"#] {
        accepts(&in_map(map));
    }
}

#[test]
fn a_configuration_is_json() {
    for text in [
        "",
        "{",
        r#"{"data_type":"int8"}}"#,
        r#"{"data_type":"int8",}"#,
        r#"{'data_type':'int8'}"#,
        r#"{data_type:"int8"}"#,
        r#"{"data_type":"int8"} // comment"#,
        r#"{"data_type":"int8","scalar_map":{"encode":[[NaN,0]]}}"#,
        r#"{"data_type":"int8","scalar_map":{"encode":[[01,0]]}}"#,
        r#"{"data_type":"int8","scalar_map":{"encode":[[+1,0]]}}"#,
        r#"{"data_type":"int8","scalar_map":{"encode":[[.5,0]]}}"#,
        "\u{feff}{\"data_type\":\"int8\"}",
    ] {
        let refused = parse(text);
        assert!(matches!(refused, Err(Json(JsonError::Syntax { .. }))), "{text}: {refused:?}");
    }
    accepts(" \n\t{ \"data_type\" : \"int\\u0038\" }\r\n");
}

#[test]
fn deep_and_long_texts_are_refused() {
    let million = 1_000_000;
    let unclosed = parse(&"[".repeat(million));
    assert!(matches!(unclosed, Err(Json(_))), "{unclosed:?}");
    let arrays = format!("{}{}", "[".repeat(million), "]".repeat(million));
    let objects = format!("{}0{}", r#"{"a":"#.repeat(million / 10), "}".repeat(million / 10));
    assert_eq!(parse(&objects), Err(Json(JsonError::TooDeep)));
    let inside = format!(r#"{{"data_type":"int8","scalar_map":{arrays}}}"#);
    assert_eq!(parse(&inside), Err(Json(JsonError::TooDeep)));
    let text = format!(r#"{{"data_type":"int8"{}}}"#, " ".repeat(17 << 20));
    let bytes = text.len();
    assert_eq!(parse(&text), Err(Json(JsonError::TooLong { bytes })));
    accepts(&format!(r#"{{"data_type":"int8"{}}}"#, " ".repeat(1 << 20)));
}

#[test]
fn errors_carry_the_protocols_reason() {
    assert_eq!(parse("{}").map_err(|error| error.reason()), Err("configuration"));
    assert_eq!(parse("{").map_err(|error| error.reason()), Err("configuration"));
    let fill_value = accepts(r#"{"data_type":"int8"}"#).cast_fill_value(0x7fc0_0000);
    assert_eq!(fill_value.map_err(|error| error.reason()), Err("fill_value"));
}
