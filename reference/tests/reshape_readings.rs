//! The alternatives of `reshape`, and the rules that `Reshape::rules` names.

#[path = "common/extents.rs"]
mod shapes;

use std::collections::BTreeSet;

use codec_reference::{Alternative, Readings, Reshape, ReshapeError};
use num_bigint::BigUint;

use Alternative::*;
use shapes::{extents, reshape};

/// An input, a `shape`, and the output under one alternative and under ours; `Err` is the rule.
type Row = (&'static str, &'static str, Found, Found);
type Found = Result<&'static str, &'static str>;

fn resolved(input: &str, shape: &str, readings: Readings) -> Result<Vec<BigUint>, &'static str> {
    let codec = Reshape::parse(&format!(r#"{{"shape":{shape}}}"#), readings);
    codec.and_then(|codec| codec.output_shape(&extents(input))).map_err(|error| error.rule())
}

#[track_caller]
fn compare(alternative: Alternative, rows: &[Row]) {
    for (input, shape, other, ours) in rows {
        for (readings, expected) in
            [(Readings::OURS.with(alternative), other), (Readings::OURS, ours)]
        {
            let found = resolved(input, shape, readings);
            assert_eq!(found, expected.map(extents), "{input} with {shape}: {readings:?}");
        }
    }
}

#[test]
fn rs_conf_3_ignored() {
    let ignored = Readings::OURS.with(UnknownReshapeMemberIgnored);
    let plain = Reshape::parse(r#"{"shape":[[0],2]}"#, ignored);
    assert!(plain.is_ok());
    for text in [r#"{"shape":[[0],2],"order":"F"}"#, r#"{"":[],"shape":[[0],2],"x":{"shape":0}}"#] {
        assert_eq!(Reshape::parse(text, ignored), plain, "{text}");
        let codec = format!(r#"{{"name":"reshape","configuration":{text}}}"#);
        assert_eq!(Reshape::parse_codec(&codec, ignored), plain, "{text}");
        let ours = Reshape::parse(text, Readings::OURS).map_err(|error| error.rule());
        assert_eq!(ours, Err("RS-CONF-3"), "{text}");
    }
    for (text, rule) in [
        (r#"{"Shape":[6]}"#, "RS-CONF-2"),
        (r#"{"order":"C","order":"F","shape":[6]}"#, "RS-CONF-4"),
    ] {
        let refused = Reshape::parse(text, ignored).map_err(|error| error.rule());
        assert_eq!(refused, Err(rule), "{text}");
    }
}

#[rustfmt::skip]
#[test]
fn rs_elem_2_integral() {
    let refused = Err("RS-ELEM-2");
    compare(IntegralSizeAccepted, &[
        ("[6]",       "[2.0, 3]",       Ok("[2, 3]"),     refused),
        ("[10]",      "[1e1]",          Ok("[10]"),       refused),
        ("[10]",      "[1E+1]",         Ok("[10]"),       refused),
        ("[10]",      "[100e-1]",       Ok("[10]"),       refused),
        ("[15]",      "[1.5e1]",        Ok("[15]"),       refused),
        ("[1250]",    "[1.25e3]",       Ok("[1250]"),     refused),
        ("[2]",       "[0.2e1]",        Ok("[2]"),        refused),
        ("[6]",       "[-1.0]",         Ok("[6]"),        refused),
        ("[6]",       "[2, -10e-1]",    Ok("[2, 3]"),     refused),
        ("[4, 5]",    "[[0.0], [1e0]]", Ok("[4, 5]"),     refused),
        ("[4, 5]",    "[[0, 1.0]]",     Ok("[20]"),       refused),
        ("[4503599627370496]", "[4503599627370496.0]", Ok("[4503599627370496]"), refused),
        // What the integer would be rejected for.
        ("[6]",       "[0.0]",          Err("RS-SIZE-2"), refused),
        ("[6]",       "[-0.0, 6]",      Err("RS-SIZE-2"), refused),
        ("[6]",       "[-2.0, -3]",     Err("RS-SIZE-2"), refused),
        ("[6]",       "[-1, -1.0]",     Err("RS-AUTO-2"), refused),
        ("[6]",       "[[-1.0]]",       Err("RS-DIMS-2"), refused),
        ("[6]",       "[[1e0]]",        Err("RS-DIMS-2"), refused),
        ("[6]",       "[7.0]",          Err("RS-PROD-1"), refused),
        ("[1, 1]",    "[[1.0], [0.0]]", Err("RS-ORDER-1"), refused),
        // What is not an integer.
        ("[6]",       "[2.5]",          Err("RS-ELEM-1"), Err("RS-ELEM-1")),
        ("[6]",       "[15e-1]",        Err("RS-ELEM-1"), Err("RS-ELEM-1")),
        ("[6]",       "[1.25e1]",       Err("RS-ELEM-1"), Err("RS-ELEM-1")),
        ("[6]",       "[-0.5]",         Err("RS-ELEM-1"), Err("RS-ELEM-1")),
        ("[6]",       "[\"6.0\"]",      Err("RS-ELEM-1"), Err("RS-ELEM-1")),
        ("[6]",       "[6]",            Ok("[6]"),        Ok("[6]")),
    ]);
}

/// All numbers of few digits, as doubles: these tell whether the value is an integer.
#[test]
fn rs_elem_2_integral_is_what_a_double_says() {
    let accepted = Readings::OURS.with(IntegralSizeAccepted);
    for mantissa in 0..3000_u32 {
        for (fraction, exponent) in (0..3).flat_map(|f| (-4..=4).map(move |e| (f, e))) {
            let scale = 10_u32.pow(fraction);
            let (whole, part) = (mantissa / scale, mantissa % scale);
            let part = format!(".{part:0width$}", width = fraction as usize);
            let number = format!("{whole}{}e{exponent}", if fraction > 0 { &part } else { "" });
            let value: f64 = number.parse().expect("a number");
            let expected = match value {
                0.0 => Err("RS-SIZE-2"),
                _ if value.fract() == 0.0 => Ok(vec![BigUint::from(value as u64)]),
                _ => Err("RS-ELEM-1"),
            };
            let input = if value == 0.0 { "[1]".to_owned() } else { format!("[{}]", value as u64) };
            assert_eq!(resolved(&input, &format!("[{number}]"), accepted), expected, "{number}");
        }
    }
}

#[rustfmt::skip]
#[test]
fn rs_empty_1_refused() {
    let refused = Err("RS-EMPTY-1");
    compare(EmptyShapeRefused, &[
        ("[]",     "[]",   refused,  Ok("[]")),
        ("[1]",    "[]",   refused,  Ok("[]")),
        ("[1, 1]", "[]",   refused,  Ok("[]")),
        ("[2]",    "[]",   refused,  Err("RS-PROD-1")),
        ("[0]",    "[]",   refused,  Err("RS-PROD-1")),
        ("[]",     "[1]",  Ok("[1]"), Ok("[1]")),
        ("[]",     "[-1]", Ok("[1]"), Ok("[1]")),
        ("[]",     "[[]]", Ok("[1]"), Ok("[1]")),
    ]);
}

#[rustfmt::skip]
#[test]
fn rs_dims_3_refused() {
    let refused = Err("RS-DIMS-3");
    compare(EmptyInputDimsRefused, &[
        ("[6]",    "[[], 6]",        refused,     Ok("[1, 6]")),
        ("[6]",    "[[0], []]",      refused,     Ok("[6, 1]")),
        ("[2, 3]", "[[0], [], [1]]", refused,     Ok("[2, 1, 3]")),
        ("[6]",    "[2, [], -1]",    refused,     Ok("[2, 1, 3]")),
        ("[]",     "[[]]",           refused,     Ok("[1]")),
        ("[6]",    "[[]]",           refused,     Err("RS-PROD-1")),
        ("[]",     "[]",             Ok("[]"),    Ok("[]")),
        ("[6]",    "[[0], 1]",       Ok("[6, 1]"), Ok("[6, 1]")),
    ]);
}

#[rustfmt::skip]
#[test]
fn rs_zero_1_refused() {
    let refused = Err("RS-ZERO-1");
    compare(ZeroExtentRefused, &[
        ("[0, 3]",    "[[0], [1]]", refused,         Ok("[0, 3]")),
        ("[0, 3]",    "[[0, 1]]",   refused,         Ok("[0]")),
        ("[0, 3]",    "[-1, 3]",    refused,         Ok("[0, 3]")),
        ("[3, 0]",    "[3, -1]",    refused,         Ok("[3, 0]")),
        ("[0]",       "[-1]",       refused,         Ok("[0]")),
        ("[0, 3]",    "[2, 3]",     refused,         Err("RS-PROD-1")),
        ("[0, 3]",    "[[0], -1]",  refused,         refused),
        ("[0, 3]",    "[0, 3]",     Err("RS-SIZE-2"), Err("RS-SIZE-2")),
        ("[1, 3]",    "[[0], -1]",  Ok("[1, 3]"),    Ok("[1, 3]")),
        ("[]",        "[]",         Ok("[]"),        Ok("[]")),
    ]);
}

#[rustfmt::skip]
#[test]
fn rs_big_2_refused() {
    let refused = Err("RS-BIG-2");
    compare(LargeShapeRefused, &[
        ("[2147483647]",    "[[0]]",         Ok("[2147483647]"), Ok("[2147483647]")),
        ("[2147483648]",    "[[0]]",         refused, Ok("[2147483648]")),
        ("[2, 1073741824]", "[[0], [1]]",    refused, Ok("[2, 1073741824]")),
        ("[2, 1073741823]", "[[0], [1]]",    Ok("[2, 1073741823]"), Ok("[2, 1073741823]")),
        ("[65536, 65536]",  "[-1]",          refused, Ok("[4294967296]")),
        // One extent is large, though there are no elements.
        ("[0, 2147483648]", "[[0], [1]]",    refused, Ok("[0, 2147483648]")),
        ("[2147483648, 0]", "[-1, 7]",       refused, Ok("[0, 7]")),
        ("[65536, 65536, 0]", "[[0, 1], [2]]", refused, Ok("[4294967296, 0]")),
        ("[65536, 65536, 0]", "[[0], [1], [2]]", Ok("[65536, 65536, 0]"), Ok("[65536, 65536, 0]")),
        // Wrong however large.
        ("[4294967296]",    "[[0], 2]",      Err("RS-PROD-1"), Err("RS-PROD-1")),
        ("[6]",             "[[4294967296]]", Err("RS-DIMS-2"), Err("RS-DIMS-2")),
    ]);
}

#[test]
fn a_refusal_by_a_reading_names_it() {
    for (alternative, input, shape, reason) in [
        (EmptyShapeRefused, "[]", "[]", Some("configuration")),
        (EmptyInputDimsRefused, "[6]", "[6, []]", Some("configuration")),
        (ZeroExtentRefused, "[0]", "[[0]]", Some("shape")),
        (LargeShapeRefused, "[4294967296]", "[[0]]", Some("shape")),
    ] {
        let text = format!(r#"{{"shape":{shape}}}"#);
        let codec = Reshape::parse(&text, Readings::OURS.with(alternative)).expect("valid");
        let error = codec.output_shape(&extents(input)).expect_err("refused");
        assert_eq!(error, ReshapeError::Reading { alternative });
        assert!(reason.is_none_or(|reason| error.reason() == reason), "{error}");
        assert!(error.to_string().contains(alternative.name()), "{error}");
        assert_eq!(codec.rules(&extents(input)).last(), Some(&alternative.rule()));
    }
}

/// Beside RS-RANK-1 and RS-PROD-1. The rule that is broken comes last, or else the one that says
/// most of the shape.
#[rustfmt::skip]
#[test]
fn each_rule_is_named_where_it_acts() {
    const LIST: [&str; 3] = ["RS-ALIGN-1", "RS-ALIGN-2", "RS-DIMS-1"];
    for (input, shape, acting, broken) in [
        ("[6]",       "[2, 3]",      vec!["RS-SIZE-1"],                                 None),
        ("[4, 5]",    "[[0, 1]]",    LIST.to_vec(),                                     None),
        ("[6]",       "[-1]",        vec!["RS-AUTO-1"],                                 None),
        ("[1]",       "[]",          vec!["RS-EMPTY-1"],                                None),
        ("[1]",       "[[]]",        vec!["RS-DIMS-3"],                                 None),
        ("[4, 5]",    "[-1, [], 5]", vec!["RS-SIZE-1", "RS-DIMS-3", "RS-AUTO-1"],       None),
        ("[4, 5]",    "[[0], -1]",   [&LIST[..], &["RS-AUTO-1"]].concat(),              None),
        ("[6]",       "[7]",         vec!["RS-SIZE-1"],                         Some("RS-PROD-1")),
        ("[2]",       "[]",          vec!["RS-EMPTY-1"],                        Some("RS-PROD-1")),
        ("[6]",       "[4, -1]",     vec!["RS-SIZE-1", "RS-AUTO-1"],            Some("RS-AUTO-3")),
        ("[0]",       "[[0], -1]",   [&LIST[..], &["RS-AUTO-1"]].concat(),      Some("RS-ZERO-1")),
        ("[6]",       "[[1]]",       LIST.to_vec(),                             Some("RS-DIMS-2")),
        ("[2, 3, 4]", "[3, [0, 2]]", [&LIST[..], &["RS-SIZE-1"]].concat(),      Some("RS-ALIGN-1")),
        ("[2, 3, 4]", "[[0, 2], 3]", [&LIST[..], &["RS-SIZE-1"]].concat(),      Some("RS-ALIGN-2")),
    ] {
        let codec = Reshape::parse(&format!(r#"{{"shape":{shape}}}"#), Readings::OURS);
        let mut found = codec.expect("valid").rules(&extents(input));
        assert_eq!(found.last(), broken.as_ref().or_else(|| acting.last()), "{input} with {shape}");
        let all = acting.into_iter().chain(["RS-RANK-1", "RS-PROD-1"]).chain(broken);
        found.sort();
        assert!(found.iter().copied().eq(all.collect::<BTreeSet<_>>()), "{shape}: {found:?}");
    }
}

/// `configuration` where no input could be reshaped, `shape` where this one cannot.
#[test]
fn errors_carry_the_protocols_reason() {
    for (input, shape, reason) in [
        ("[6]", "[0]", "configuration"),
        ("[6]", "[-1, -1]", "configuration"),
        ("[6]", "[[0], [0]]", "configuration"),
        ("[6]", "[[-1]]", "configuration"),
        ("[6]", "[\"6\"]", "configuration"),
        ("[6]", "[6", "configuration"),
        ("[6]", "[[1]]", "shape"),
        ("[6]", "[7]", "shape"),
        ("[6]", "[4, -1]", "shape"),
        ("[0]", "[[0], -1]", "shape"),
        ("[2, 3, 4]", "[3, [0], 4]", "shape"),
        ("[2, 3, 4]", "[[0, 2], 3]", "shape"),
    ] {
        let error = reshape(input, shape).expect_err("refused");
        assert_eq!(error.reason(), reason, "{input} with {shape}");
        let named = error.to_string().contains(error.rule());
        let json = matches!(error, ReshapeError::Json(_));
        assert!(named || json, "{error}");
    }
}
