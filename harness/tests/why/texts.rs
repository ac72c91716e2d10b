//! The texts, worked out by hand.

use std::process::Command;

use codec_conformance::why::{Named, find, prove};

use crate::STYLE;
use crate::programs::all_run;

fn text(id: &str) -> String {
    let Named::Check(unit, input) = find(id) else { panic!("{id} is no check") };
    prove(&unit, &unit.check(input).expect("its input"), STYLE).text
}

/// What was worked out by hand, line by line.
#[track_caller]
fn says(id: &str, lines: &[&str]) {
    let text = text(id);
    // Lines of a paragraph are one.
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for line in lines {
        assert!(flat.contains(line), "no {line:?} in:\n{text}");
    }
}

#[test]
fn ties_go_to_the_even_neighbour() {
    says(
        "cast/tables/float8_e5m2-int8/nearest-even/none/encode/0x41",
        &[
            "0 10000 01: sign 0, exponent field 16, fraction field 1",
            "(2^2 + 1) * 2^(16 - 15 - 2) = 5*2^-1 = 2.5",
            "below 2, 0x02; distance 1/2",
            "above 3, 0x03; distance 1/2",
            "a tie: both are half a unit away; nearest-even takes the even multiple of the unit (2, \
             not 3): 2",
            "CV-ROUND-1:",
            "-128 <= 2 <= 127",
            "expected 0x02 (2): the vector says the same",
        ],
    );
    // 9 is 1001 in binary, of which float8_e5m2 keeps three bits.
    says(
        "cast/tables/int8-float8_e5m2/nearest-away/none/encode/0xf7",
        &[
            "below -10 = -5*2^1",
            "above -8 = -4*2^1",
            "nearest-away takes the one farther from zero: -10",
        ],
    );
}

#[test]
fn subnormal_numbers_share_a_unit() {
    says(
        "cast/tables/float8_e5m2-float4_e2m1fn/towards-positive/none/encode/0x01",
        &[
            "exponent field 0, a subnormal number: 1 * 2^(1 - 15 - 2) = 2^-16",
            "magnitude below 2^0, the smallest normal number of float4_e2m1fn",
            "below 0, 0x00; distance 1/65536",
            "above 0.5 = 1*2^-1, 0x01; distance 32767/65536",
            "towards-positive takes the one above: 0.5",
        ],
    );
}

#[test]
fn the_range_is_compared_and_restored() {
    says(
        "cast/tables/uint8-int8/nearest-even/wrap/encode/0xc8",
        &[
            "200 > 127, the largest value of int8",
            "200 = 0 * 2^8 + 200; from 2^7 up that is 200 - 2^8 = -56",
            "-56 + 2^8 = 200 = 0xc8",
        ],
    );
    says(
        "cast/tables/int8-uint8/nearest-even/wrap/encode/0xff",
        &["-1 < 0, the smallest value of uint8", "-1 = -1 * 2^8 + 255", "255 = 0xff"],
    );
    says(
        "cast/tables/float8_e5m2-float8_e4m3/nearest-even/none/encode/0x7b",
        &[
            "(2^2 + 3) * 2^(30 - 15 - 2) = 7*2^13 = 57344",
            "57344 > 240, the largest value of float8_e4m3",
            "rejected data:out_of_range",
            "CV-RANGE-2:",
        ],
    );
    says(
        "cast/tables/float8_e5m2-float8_e4m3/nearest-even/clamp/encode/0xfb",
        &["clamp gives -Infinity, which float8_e4m3 has", "1 1111 000", "expected 0xf8"],
    );
}

#[test]
fn special_values_and_maps() {
    says(
        "cast/tables/float8_e5m2-int8/nearest-even/clamp/encode/0x7f",
        &["a NaN", "int8 has no NaN", "CV-NAN-3:", "rejected data:nan"],
    );
    says(
        "cast/example/first-occurrence/encode/0x7fc00000",
        &["the key of entry 0, \"NaN\", every NaN; its output is taken as it is: 0x01 (1)"],
    );
}

#[test]
fn fill_values_are_exact_decimals() {
    says(
        "fill/float4_e2m1fn/one-tenth/read",
        &["0.1 = 1/10", "below 0, 0x00; distance 1/10", "0x01; distance 2/5 = 4/5 of the unit"],
    );
}

#[test]
fn shapes_and_codes() {
    // 3 * 5 * 7 elements, of which 7 are along the last dimension.
    says(
        "reshape/auto/beside-lists/before-one",
        &[
            "-1, what is left over: (3 * 5 * 7 = 105) / (7) = 15",
            "in all: output 15 * 7 = 105, input 3 * 5 * 7 = 105: equal",
            "before position 1: output 15, input 3 * 5 = 15: equal",
        ],
    );
    // 0x88 is 10001000, and 0xc6 is 11000110.
    says(
        "unpack/example/summary-3bit/eight-codes/unpack",
        &[
            "code 1 is bits 3 to 5 of the row, 001 in word 0 (0x88, bits 3 to 5): 0b001 = 1",
            "code 2 is bits 6 to 8 of the row, 10 in word 0 (0x88, bits 6 to 7), above it 0 in word \
             1 (0xc6, bit 0): 0b010 = 2",
        ],
    );
}

fn command(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_codec-conformance"));
    let output = command.arg("why").args(arguments).output().expect("the program runs");
    let utf8 = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), utf8(output.stdout), utf8(output.stderr))
}

#[test]
fn an_id_names_one_check() {
    let id = "cast/tables/int8-int4/nearest-even/clamp/encode/0x80";
    let (code, text, _) = command(&[id]);
    assert_eq!((code, text.lines().next()), (Some(0), Some(id)));
    let (code, text, _) = command(&["--python", id]);
    assert_eq!(code, Some(0));
    all_run(&[text]);
    for several in ["cast/tables/int8-int4", "cast/tables/int8-int4/*/0x80", "reshape/example"] {
        let (code, text, error) = command(&[several]);
        assert_eq!((code, text.as_str()), (Some(2), ""));
        let first = error.trim().rsplit(' ').next().expect("an id");
        assert!(matches!(find(first), Named::Check(..)), "{error}");
    }
    let (code, _, error) = command(&["cast/tables/int8-int9"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("nearest: cast/tables/int8-int"), "{error}");
}

#[test]
fn every_input_of_a_segment_has_a_proof() {
    // 65472 is the value before the largest, and neither end of its run.
    says(
        "cast/segments/float16-int8/nearest-even/clamp/encode/0x7bfe",
        &[
            "65472 > 127, the largest value of int8",
            "expected 0x7f (127): the vector says the same",
        ],
    );
}
