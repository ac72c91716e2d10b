//! Numbers beyond 64 and 128 bits: exact, or a rejection that names what is out of range. All
//! expected digits are plain decimal arithmetic.

use serde_json::{Value, json};

use crate::{ANSWER, REQUEST, assert_valid, serve_by};

const TWO_63: &str = "9223372036854775808";
const TWO_64: &str = "18446744073709551616";
const TWO_127_MINUS_1: &str = "170141183460469231731687303715884105727";
const TWO_127: &str = "170141183460469231731687303715884105728";
const TWO_128: &str = "340282366920938463463374607431768211456";
const THREE_TIMES_TWO_128: &str = "1020847100762815390390123822295304634368";
const TEN_30: &str = "1000000000000000000000000000000";
const TEN_60: &str = "1000000000000000000000000000000000000000000000000000000000000";

/// The answers of a built-in implementation to valid requests, themselves valid.
fn answers(builtin: &str, requests: &[Value]) -> Vec<Value> {
    let requests: Vec<String> = requests.iter().map(Value::to_string).collect();
    requests.iter().for_each(|request| assert_valid(&REQUEST, request));
    let answers = serve_by(builtin, &requests.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(answers.len(), requests.len());
    answers.iter().for_each(|answer| assert_valid(&ANSWER, answer));
    answers.iter().map(|answer| serde_json::from_str(answer).expect("JSON")).collect()
}

fn reshape(input: &[&str], sizes: &str) -> Value {
    let configuration = format!(r#"{{"shape":{sizes}}}"#);
    json!({"id": 1, "op": "reshape", "configuration": configuration, "shape": input})
}

/// Extents as they are written: a number is a number of JSON only where that is exact.
fn shape(extents: &[&str]) -> Value {
    extents
        .iter()
        .map(|of| if of.len() > 15 { json!(of) } else { json!(of.parse::<u64>().ok()) })
        .collect()
}

#[test]
fn extents_and_products_of_reshape_are_exact() {
    let cases: [(&[&str], &str, &[&str]); 10] = [
        (&[TWO_127_MINUS_1], "[[0]]", &[TWO_127_MINUS_1]),
        (&[TWO_127_MINUS_1, "1"], "[[0,1]]", &[TWO_127_MINUS_1]),
        (&[TWO_64, TWO_63], "[[0,1]]", &[TWO_127]),
        (&[TWO_127], "[-1]", &[TWO_127]),
        (&[TWO_64, TWO_64], "[[0,1]]", &[TWO_128]),
        (&[TWO_64, TWO_64, "3"], "[[0,1],[2]]", &[TWO_128, "3"]),
        (&[TWO_128, "3"], "[-1]", &[THREE_TIMES_TWO_128]),
        (&[THREE_TIMES_TWO_128], "[3,-1]", &["3", TWO_128]),
        (&[TEN_30, TEN_30], "[[0,1]]", &[TEN_60]),
        (&[TEN_60], &format!("[{TEN_30},{TEN_30}]"), &[TEN_30, TEN_30]),
    ];
    let requests = cases.map(|(input, sizes, _)| reshape(input, sizes));
    for ((input, sizes, output), answer) in cases.iter().zip(answers("reference", &requests)) {
        let expected = json!([{"shape": shape(output)}]);
        assert_eq!(answer["results"], expected, "{input:?} to {sizes}");
    }
}

/// Each would be right with the last bits of the products, or with the largest of 128 bits.
#[test]
fn products_that_differ_are_rejected() {
    let above = "340282366920938463463374607431768211457";
    let cases: [(&[&str], String); 6] = [
        (&[TWO_128], format!("[{above}]")),
        (&[TWO_64, TWO_64], format!("[{above}]")),
        (&[TWO_128], format!("[{TWO_127}]")),
        (&[TWO_128], format!("[{TWO_127_MINUS_1}]")),
        (&[TWO_127, "2"], format!("[{TWO_127}]")),
        (&[above], "[1]".to_owned()),
    ];
    let requests = cases.each_ref().map(|(input, sizes)| reshape(input, sizes));
    for ((input, sizes), answer) in cases.iter().zip(answers("reference", &requests)) {
        let reason = &answer["results"][0]["error"]["reason"];
        assert_eq!(reason, "shape", "{input:?} to {sizes}: {answer}");
    }
}

/// The fast implementation computes in 64 bits and says so.
#[test]
fn extents_beyond_64_bits_are_refused_by_who_has_no_more() {
    for input in [[TWO_64, "1"], [TWO_127, "1"], [TEN_60, "1"]] {
        let answer = answers("fast", &[reshape(&input, "[[0],[1]]")]).remove(0);
        assert_eq!(answer["results"][0]["error"]["reason"], "shape", "{input:?}: {answer}");
    }
}

fn packing(operation: &str, attributes: &Value, count: &str) -> Value {
    let mut request = json!({
        "id": 1, "op": operation, "data_type": "uint8", "shape": [1], "attributes": attributes,
        "arrays": ["01"],
    });
    if operation == "unpack" {
        request["count"] = json!(count);
    }
    request
}

/// The last 64 bits of each are a valid value: `bits` is from 1 to 8 (UP-BITS-3), the radix from 2
/// to 256 and the power below 2^63 (UP-GROUP-6), and an array of rank 1 has the axes 0 and -1.
#[test]
fn attributes_beyond_64_bits_are_rejected() {
    let valid = [json!({"bits": 3}), json!({"radix": 3, "group_size": 2})];
    let invalid = [
        json!({"bits": "18446744073709551619"}),
        json!({"bits": "-18446744073709551613"}),
        json!({"bits": "340282366920938463463374607431768211459"}),
        json!({"radix": "18446744073709551619", "group_size": 2}),
        json!({"radix": 3, "group_size": "340282366920938463463374607431768211458"}),
        json!({"bits": 3, "axis": TWO_64}),
        json!({"bits": 3, "axis": "-340282366920938463463374607431768211457"}),
    ];
    for builtin in ["reference", "fast", "fault:radix-beyond-256-accepted"] {
        for operation in ["unpack", "pack"] {
            let requests = valid.iter().chain(&invalid);
            let requests: Vec<_> = requests.map(|of| packing(operation, of, "1")).collect();
            let answers = answers(builtin, &requests);
            let (taken, rejected) = answers.split_at(valid.len());
            assert!(taken.iter().all(|answer| answer["results"][0]["ok"] == "01"), "{taken:?}");
            for (attributes, answer) in invalid.iter().zip(rejected) {
                let reason = &answer["error"]["reason"];
                assert_eq!(reason, "attributes", "{builtin}, {operation}, {attributes}: {answer}");
            }
        }
    }
}

/// A count is an INT64 (UP-COUNT-3); the last 64 bits of these are 1.
#[test]
fn counts_and_extents_beyond_64_bits_are_rejected() {
    let bits = json!({"bits": 3});
    let above = ["18446744073709551617", "340282366920938463463374607431768211457"];
    for builtin in ["reference", "fast"] {
        for number in above.into_iter().chain(["-18446744073709551615"]) {
            let answer = answers(builtin, &[packing("unpack", &bits, number)]).remove(0);
            assert_eq!(answer["error"]["reason"], "count", "{builtin}, {number}: {answer}");
        }
        for number in above {
            for operation in ["unpack", "pack"] {
                let mut request = packing(operation, &bits, "1");
                request["shape"] = json!([number]);
                let answer = answers(builtin, &[request]).remove(0);
                assert_eq!(answer["error"]["reason"], "shape", "{builtin}, {number}: {answer}");
            }
        }
    }
}

/// Quadratic work on millions of digits would take minutes.
#[test]
fn an_extent_of_a_thousand_digits_is_exact_and_a_longer_one_is_unsupported() {
    let nines = "9".repeat(1000);
    let answer = answers("reference", &[reshape(&[&nines, "1"], "[[0],[1]]")]).remove(0);
    assert_eq!(answer["results"], json!([{"shape": [nines, 1]}]));
    let [power, square] = [999, 1998].map(|zeros| format!("1{}", "0".repeat(zeros)));
    let answer = answers("reference", &[reshape(&[&power, &power], "[[0,1]]")]).remove(0);
    assert_eq!(answer["results"], json!([{"shape": [square]}]));
    for digits in [1001, 8_000_000] {
        let long = "9".repeat(digits);
        let mut unpack = packing("unpack", &json!({"bits": 3}), "1");
        unpack["shape"] = json!([1, long]);
        let requests = [reshape(&["1", &long], "[[0],[1]]"), unpack];
        let expected = format!("shape[1] has {digits} digits: give an extent of at most 1000");
        for answer in answers("reference", &requests) {
            assert_eq!(answer, json!({"id": 1, "unsupported": expected}));
        }
    }
    let long = "3".repeat(8_000_000);
    let requests = [
        packing("unpack", &json!({"bits": long}), "1"),
        packing("unpack", &json!({"bits": 3}), &long),
    ];
    let reasons =
        answers("reference", &requests).into_iter().map(|mut of| of["error"]["reason"].take());
    assert!(reasons.eq(["attributes", "count"]));
}

#[test]
fn a_negative_extent_is_no_question() {
    let request =
        json!({"id": 1, "op": "reshape", "configuration": r#"{"shape":[[0]]}"#, "shape": [-3]});
    for builtin in ["reference", "fast"] {
        let answers = serve_by(builtin, &[&request.to_string()]);
        let answer: Value = serde_json::from_str(&answers[0]).expect("JSON");
        assert_eq!(answer["fault"], "a negative extent in shape", "{builtin}");
    }
}
