//! The hand-written cases against the reference: its own reading gives what a case says, and each
//! named alternative gives what the case says of it.

use codec_conformance::implementation::InProcess;
use codec_conformance::protocol::CodecText;
use codec_conformance::protocol::ReshapeRequest;
use codec_conformance::runner::{Plan, greet, run};
use codec_conformance::suite::{Expectation, Question, Unit, units_of};
use codec_faults::Faultless;
use codec_reference::{Alternative, CastValue, DataType, Readings, Reshape};
use codec_vectors::{Expected, Integer, Kind, Reason, ShapeResult};
use num_bigint::BigUint;

#[test]
fn the_reference_passes_every_case() {
    let mut reference = InProcess::new("reference", &Faultless);
    let hello = greet(&mut reference).expect("a hello");
    let units = units_of(Kind::Cases);
    assert!(units.len() > 100, "only {} units of cases", units.len());
    let found = run(&mut reference, &hello, units, &Plan::default(), &|| ());
    let failed: Vec<String> = found
        .findings
        .iter()
        .map(|finding| format!("{} {:?}", found.units[finding.unit].id, finding.got))
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert_eq!(found.planned, found.counts.values().sum::<u64>());
}

#[test]
fn each_alternative_gives_what_the_cases_say_of_it() {
    let mut wrong = Vec::new();
    let mut asked = 0;
    for unit in units_of(Kind::Cases) {
        for check in unit.checks() {
            let Some(outcome) = check.expectation.as_scalar() else { continue };
            for (name, expected) in &outcome.or {
                let alternative = Alternative::from_name(name).expect("a known alternative");
                let readings = Readings::OURS.with(alternative);
                let got = answer(&unit, check.input.bits, readings);
                asked += 1;
                if !matches(&unit, *expected, got) {
                    wrong.push(format!("{} under {name}: {got:?}, not {expected}", unit.id));
                }
            }
        }
    }
    assert!(asked > 0);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_alternative_of_reshape_gives_what_the_cases_say_of_it() {
    let mut wrong = Vec::new();
    let mut asked = 0;
    for unit in units_of(Kind::Cases) {
        let Question::Reshape(request) = &unit.question else { continue };
        let [check] = unit.checks()[..] else { unreachable!("a shape is one check") };
        let Expectation::Shape(outcome, _) = check.expectation else { continue };
        for alternative in Alternative::ALL.into_iter().filter(|way| way.rule().starts_with("RS-"))
        {
            let expected = outcome.or.get(alternative.name()).unwrap_or(&outcome.is);
            let got = output_shape(request, Readings::OURS.with(alternative));
            asked += 1;
            let same = match (expected, &got) {
                (ShapeResult::Shape(expected), Some(got)) => expected == got,
                (ShapeResult::Error(_), None) => true,
                _ => false,
            };
            if !same {
                let name = alternative.name();
                wrong.push(format!("{} under {name}: {got:?}, not {expected}", unit.id));
            }
        }
    }
    assert!(asked > 1000);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn output_shape(request: &ReshapeRequest, readings: Readings) -> Option<Vec<Integer>> {
    let parsed = match &request.codec {
        CodecText::Configuration(text) => Reshape::parse(text, readings),
        CodecText::Codec(text) => Reshape::parse_codec(text, readings),
    };
    let input: Option<Vec<BigUint>> = request.shape.iter().map(Integer::to).collect();
    let output = parsed.and_then(|reshape| reshape.output_shape(&input.expect("extents")));
    let integer = |extent: BigUint| extent.to_string().parse().expect("digits");
    Some(output.ok()?.into_iter().map(integer).collect())
}

/// Bits, or whether it was the configuration that was rejected.
fn answer(unit: &Unit, input: u64, readings: Readings) -> Result<u64, bool> {
    match &unit.question {
        Question::FillValue { data_type, json } => {
            let data_type = DataType::from_name(data_type).expect("a known type");
            data_type.parse_fill_value(json, readings).map_err(|_| true)
        }
        Question::Cast { codec, fill_value, .. } => {
            let array = DataType::from_name(codec.array_type()).expect("a known type");
            let parsed = match codec.text() {
                CodecText::Configuration(text) => CastValue::parse(&text, array, readings),
                CodecText::Codec(text) => CastValue::parse_codec(&text, array, readings),
            };
            let parsed = parsed.map_err(|_| true)?;
            let fill_value = array.parse_fill_value(fill_value, readings).map_err(|_| true)?;
            parsed.cast_fill_value(fill_value).map_err(|_| true)?;
            parsed.cast(codec.direction()).scalar(input).map_err(|_| false)
        }
        other => unreachable!("{} has no elements", other.operation()),
    }
}

fn matches(unit: &Unit, expected: Expected, got: Result<u64, bool>) -> bool {
    match (expected, got) {
        (Expected::Bits(bits), Ok(got)) => bits.bits == got,
        (Expected::Nan, Ok(got)) => unit.types().1.is_some_and(|target| target.is_nan(got)),
        (Expected::Error(Reason::Configuration | Reason::FillValue), Err(at_open)) => at_open,
        (Expected::Error(_), Err(at_open)) => !at_open,
        _ => false,
    }
}
