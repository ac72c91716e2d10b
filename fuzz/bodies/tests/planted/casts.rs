//! `cast` and `cast_laws`.

use codec_faults::{Fault, find};
use codec_fuzz::cast::{Codec, Convert, compare};
use codec_fuzz::cast_laws::{Reference, check};
use codec_fuzz::layout::{CastInput, Function, decode};
use codec_fuzz::seeds::seeds;

use crate::{faults, unseen};

/// The rules of what is done with elements.
const RULES: [&str; 9] = [
    "CV-ROUND", "CV-RANGE", "CV-WRAP", "CV-NAN", "CV-INF", "CV-ZERO", "CV-EXACT", "CV-ORDER",
    "CV-MAP",
];

/// A faulty implementation behind the targets' trait.
struct Faulty(&'static Fault);

impl Codec for Faulty {
    fn name(&self) -> &str {
        self.0.name
    }

    fn open<'a>(&'a self, function: &'a Function) -> Option<Convert<'a>> {
        let behaviour = self.0.behaviour;
        let codec = behaviour.configuration(&function.configuration(), function.array).ok()?;
        Some(Box::new(move |array| {
            let results = behaviour.array(&codec, function.direction, array);
            results.map_err(|error| error.reason().into())
        }))
    }
}

#[test]
fn cast_finds_the_faults_of_elements() {
    let inputs = inputs("cast");
    let unseen = unseen(faults(&RULES), &inputs, |fault, input| compare(&Faulty(fault), input));
    // They are about configurations that the target does not write: invalid ones, such that leave
    // the default out, such that have both lists, and hex scalars; or about rejected ones, which
    // count as not offered.
    let misread = [
        "wrap-judged-by-the-source",
        "encode-list-for-both-directions",
        "encode-list-inverted-for-decoding",
        "default-rounding-is-towards-zero",
        "wrap-into-floats-accepted",
        "long-map-pairs-accepted",
        "invalid-map-entries-skipped",
        "map-hex-scalars-refused",
        "map-scalars-masked",
        "float-roundings-refused",
    ];
    assert_eq!(unseen, misread);
}

#[test]
fn the_laws_find_many_of_them() {
    let inputs: Vec<_> = inputs("cast_laws").into_iter().step_by(9).collect();
    let unseen = unseen(faults(&RULES), &inputs, |fault, input| check(&Faulty(fault), input));
    let found = faults(&RULES).count() - unseen.len();
    assert!(found >= 60, "{found} found, and not {unseen:?}");
}

#[test]
fn the_reference_passes() {
    for input in inputs("cast").iter().step_by(7) {
        compare(&Reference, input).unwrap_or_else(|finding| panic!("{finding}"));
    }
}

/// What a person needs is in the words: types, JSON, bits and values, and the line of a vector.
#[test]
fn a_finding_is_ready_to_be_a_vector() {
    let fault = find("ties-away-instead-of-even").expect("a fault");
    let bytes = [&[24, 2, 0, 0, 0, 0][..], &0.5_f32.to_le_bytes(), &1.5_f32.to_le_bytes()].concat();
    let input: CastInput = decode(&bytes);
    let finding = compare(&Faulty(fault), &input).expect_err("0.5 is a tie").to_string();
    let expected = r#"ties-away-instead-of-even and the reference cast float32 to int8 differently
  array      float32
  JSON       {"data_type":"int8","rounding":"nearest-even"}
  direction  encode
  input      0x3f000000  0.5
  expected   0x00  0
  got        0x01  1
  elements   index 0 of [0x3f000000,0x3fc00000]
  case       {"id":"cast/regression/NAME","rules":["CV-ROUND-1"],"level":"must","why":"WHY","data_type":"float32","configuration":"{\"data_type\":\"int8\",\"rounding\":\"nearest-even\"}","fill_value":"1","encode":[["0x3f000000","0x00"]]}"#;
    assert_eq!(finding, expected);
}

fn inputs(target: &str) -> Vec<CastInput> {
    seeds(target).iter().map(|seed| decode(&seed.bytes)).collect()
}
