//! Invalid configurations of `reshape`, each rejected for its own reason, beside a valid neighbour.

use codec_reference::{JsonError, MemberError, Readings, Reshape, ReshapeError};

use MemberError::{Kind, Missing, NotPermitted, Unknown};
use ReshapeError::{Json, Member, NegativeDim, Order, SecondAuto, Size};

fn parse(text: &str) -> Result<Reshape, ReshapeError> {
    Reshape::parse(text, Readings::OURS)
}

fn parse_codec(text: &str) -> Result<Reshape, ReshapeError> {
    Reshape::parse_codec(text, Readings::OURS)
}

#[track_caller]
fn refuses(found: Result<Reshape, ReshapeError>, expected: MemberError) {
    assert_eq!(found, Err(Member(expected)));
}

#[track_caller]
fn refuses_kind(found: &Result<Reshape, ReshapeError>, at: &str, what: &str, broken: &str) {
    let Err(error @ Member(Kind { path, found, rule, .. })) = found else {
        panic!("{found:?}");
    };
    assert_eq!((path.as_str(), *found, *rule), (at, what, broken));
    assert_eq!((error.rule(), error.reason()), (broken, "configuration"));
    assert!(error.to_string().contains(at) && error.to_string().contains(broken), "{error}");
}

#[test]
fn rs_conf_1_the_codec_object_has_a_name_and_a_configuration() {
    let valid = r#"{"name":"reshape","configuration":{"shape":[[0],2]}}"#;
    assert_eq!(parse_codec(valid), parse(r#"{"shape":[[0],2]}"#));
    assert!(parse_codec(valid).is_ok());
    for (text, member) in [
        (r#"{"configuration":{"shape":[]}}"#, "name"),
        (r#"{"name":"reshape"}"#, "configuration"),
        (r#"{"name":"reshape","shape":[]}"#, "configuration"),
        ("{}", "name"),
    ] {
        let expected = Missing { path: "codec", member, rule: "RS-CONF-1" };
        refuses(parse_codec(text), expected);
    }
    for name in ["Reshape", "transpose", "", "reshape ", "zarr.reshape"] {
        let found = name.to_owned();
        let expected = NotPermitted { path: "name", found, rule: "RS-CONF-1" };
        refuses(parse_codec(&valid.replace("reshape", name)), expected);
    }
    for (text, at, what) in [
        (r#""reshape""#, "codec", "a string"),
        ("[]", "codec", "an array"),
        (r#"{"name":1,"configuration":{"shape":[]}}"#, "name", "a number"),
        (r#"{"name":null,"configuration":{"shape":[]}}"#, "name", "null"),
        (r#"{"name":"reshape","configuration":[[0]]}"#, "configuration", "an array"),
        (r#"{"name":"reshape","configuration":6}"#, "configuration", "a number"),
        (r#"{"name":"reshape","configuration":null}"#, "configuration", "null"),
    ] {
        refuses_kind(&parse_codec(text), at, what, "RS-CONF-1");
    }
}

/// What is beside them is not the codec's.
#[test]
fn rs_conf_1_other_members_of_the_codec_object_are_left_alone() {
    let text = r#"{"must_understand":false,"name":"reshape","configuration":{"shape":[6]}}"#;
    assert_eq!(parse_codec(text), parse(r#"{"shape":[6]}"#));
}

#[test]
fn rs_conf_1_the_configuration_is_an_object() {
    for (text, what) in [
        ("null", "null"),
        ("true", "a boolean"),
        ("6", "a number"),
        (r#""shape""#, "a string"),
        ("[[0], [1]]", "an array"),
    ] {
        refuses_kind(&parse(text), "configuration", what, "RS-CONF-1");
    }
}

#[test]
fn rs_conf_2_shape_is_an_array() {
    let missing = Missing { path: "configuration", member: "shape", rule: "RS-CONF-2" };
    refuses(parse("{}"), missing);
    for (json, what) in [
        ("6", "a number"),
        ("-1", "a number"),
        (r#""6""#, "a string"),
        ("null", "null"),
        ("false", "a boolean"),
        (r#"{"0": 6}"#, "an object"),
    ] {
        refuses_kind(&parse(&format!(r#"{{"shape":{json}}}"#)), "shape", what, "RS-CONF-2");
    }
    assert!(parse(r#"{"shape":[]}"#).is_ok());
}

#[test]
fn rs_conf_3_additional_members_are_refused() {
    for name in ["order", "Shape", "shapes", "input_dims", ""] {
        for text in [
            format!(r#"{{"shape":[6],"{name}":"C"}}"#),
            format!(r#"{{"{name}":null,"shape":[6]}}"#),
        ] {
            let member = name.to_owned();
            let expected = Unknown { path: "configuration", member, rule: "RS-CONF-3" };
            refuses(parse(&text), expected);
        }
    }
}

#[test]
fn rs_conf_4_a_configuration_is_json_and_has_each_member_once() {
    for text in [
        "",
        "[",
        r#"{"shape":[6]"#,
        r#"{"shape":[6,]}"#,
        r#"{"shape":[6]}}"#,
        r#"{'shape':[6]}"#,
        r#"{"shape":[06]}"#,
        r#"{"shape":[+6]}"#,
        r#"{"shape":[- 1]}"#,
        r#"{"shape":[6.]}"#,
        r#"{"shape":[0x6]}"#,
        r#"{"shape":[1_000]}"#,
        r#"{"shape":[NaN]}"#,
        r#"{"shape":[6],"shape":[6]}"#,
        r#"{"shape":[6],"sh\u0061pe":[6]}"#,
    ] {
        for refused in [parse(text), parse_codec(text)] {
            let Err(error @ Json(JsonError::Syntax { .. })) = &refused else {
                panic!("{text}: {refused:?}");
            };
            assert_eq!((error.rule(), error.reason()), ("RS-CONF-4", "configuration"), "{text}");
        }
    }
    let spaced = parse(" \n\t{ \"shape\" : [ 6 , [ 0 , 1 ] , -1 ] }\r\n");
    assert_eq!(spaced, parse(r#"{"sh\u0061pe":[6,[0,1],-1]}"#));
    assert!(spaced.is_ok());
}

#[test]
fn rs_conf_4_deep_texts_are_refused() {
    let million = 1_000_000;
    let arrays = format!("{}{}", "[".repeat(million), "]".repeat(million));
    for text in [arrays.clone(), format!(r#"{{"shape":{arrays}}}"#)] {
        assert_eq!(parse(&text).map_err(|error| error.rule()), Err("RS-CONF-4"));
        assert_eq!(parse_codec(&text).map_err(|error| error.rule()), Err("RS-CONF-4"));
    }
}

#[test]
fn rs_elem_1_elements_are_integers_or_lists_of_integers() {
    for (element, what) in [
        ("2.5", "a number"),
        ("-1.5", "a number"),
        ("1e-1", "a number"),
        ("25e-1", "a number"),
        ("true", "a boolean"),
        (r#""2""#, "a string"),
        (r#""-1""#, "a string"),
        ("null", "null"),
        ("{}", "an object"),
        (r#"{"size":2}"#, "an object"),
    ] {
        let alone = parse(&format!(r#"{{"shape":[{element}]}}"#));
        refuses_kind(&alone, "shape[0]", what, "RS-ELEM-1");
        let last = parse(&format!(r#"{{"shape":[[0, 1], 3, {element}]}}"#));
        refuses_kind(&last, "shape[2]", what, "RS-ELEM-1");
        let in_list = parse(&format!(r#"{{"shape":[3, [0, {element}], 5]}}"#));
        refuses_kind(&in_list, "shape[1]", what, "RS-ELEM-1");
    }
    refuses_kind(&parse(r#"{"shape":[3, [[0]]]}"#), "shape[1]", "an array", "RS-ELEM-1");
    refuses_kind(&parse(r#"{"shape":[[0, []]]}"#), "shape[0]", "an array", "RS-ELEM-1");
}

#[test]
fn rs_elem_2_integers_are_written_as_such() {
    for number in ["2.0", "2e0", "2E+0", "20e-1", "0.2e1", "-1.0", "-1e0", "0.0", "1e1", "-10e-1"] {
        let alone = parse(&format!(r#"{{"shape":[6, {number}]}}"#));
        refuses_kind(&alone, "shape[1]", "a number", "RS-ELEM-2");
        let in_list = parse(&format!(r#"{{"shape":[[0, {number}]]}}"#));
        refuses_kind(&in_list, "shape[0]", "a number", "RS-ELEM-2");
    }
}

#[test]
fn invalid_shapes_name_the_element() {
    let errors = [
        ("[0]", Size { position: 0, size: 0.into() }, "RS-SIZE-2"),
        ("[-0]", Size { position: 0, size: 0.into() }, "RS-SIZE-2"),
        ("[6, [0], -2]", Size { position: 2, size: (-2).into() }, "RS-SIZE-2"),
        ("[-1, 6, -1]", SecondAuto { position: 2 }, "RS-AUTO-2"),
        ("[-1, -1, -1]", SecondAuto { position: 1 }, "RS-AUTO-2"),
        ("[2, [0, -1]]", NegativeDim { position: 1, dim: (-1).into() }, "RS-DIMS-2"),
        ("[[-2]]", NegativeDim { position: 0, dim: (-2).into() }, "RS-DIMS-2"),
        (
            "[[1], 6, [], [1]]",
            Order { position: 3, dim: 1_u32.into(), previous: 1_u32.into() },
            "RS-ORDER-1",
        ),
    ];
    for (shape, expected, rule) in errors {
        let refused = parse(&format!(r#"{{"shape":{shape}}}"#));
        assert_eq!(refused, Err(expected.clone()), "{shape}");
        assert_eq!((expected.rule(), expected.reason()), (rule, "configuration"));
        assert!(expected.to_string().contains(rule), "{expected}");
    }
}
