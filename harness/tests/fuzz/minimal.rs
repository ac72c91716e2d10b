//! Faults of which the smallest failing input is known by theory.

use codec_conformance::fuzz::Stored;
use libtest_mimic::Trial;

use crate::engine::{cast, faulty, only, run, single};
use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        // Into integers: 0.5 is the tie of the shortest significand nearest to 1.
        trial("ties-away-instead-of-even", "float32", "int8", "CV-ROUND-1", "0x3f000000", "{}"),
        trial(
            "ties-away-instead-of-even",
            "float64",
            "uint16",
            "CV-ROUND-1",
            "0x3fe0000000000000",
            "{}",
        ),
        // -128.5 rounds to -128; 127.25 has a longer significand.
        trial(
            "range-checked-before-rounding",
            "float64",
            "int8",
            "CV-RANGE-1",
            "0xc060100000000000",
            "{}",
        ),
        // The largest power of two in the range is -128, so the smallest beyond is 128.
        trial("absent-saturates-integers", "float32", "int8", "CV-RANGE-2", "0x43000000", "{}"),
        trial("nan-becomes-zero", "float32", "int8", "CV-NAN-3", "0x7fc00000", "{}"),
        test("the map is dropped where it does not matter", without_map),
        test("an array is kept no longer than it needs to be", lanes),
        test("a shape is as small as can be", shape),
    ]
}

fn trial(
    fault: &'static str,
    source: &'static str,
    target: &'static str,
    rule: &'static str,
    input: &'static str,
    members: &'static str,
) -> Trial {
    test(&format!("smallest input of {fault}, {source} to {target}"), move || {
        let report = run(&mut faulty(fault), &cast(source, target), 60);
        let class = report.classes.iter().find(|class| class.rule == rule);
        let case = class.expect("the rule is broken").example.case.as_deref();
        let case = Stored::parse(case.expect("a case")).expect("a case");
        let Stored::Cast(case) = case else { panic!("no cast") };
        let inputs: Vec<String> = case.encode.iter().map(|(bits, _)| bits.to_string()).collect();
        assert_eq!(inputs, [input]);
        let others = members.trim_matches(['{', '}']);
        let configuration =
            format!(r#"{{"data_type":"{target}","rounding":"nearest-even"{others}}}"#);
        assert_eq!(case.configuration.as_deref(), Some(configuration.as_str()));
        assert_eq!((case.fill_value.as_str(), case.needs.len()), ("1", 0));
    })
}

fn without_map() {
    let mut capabilities = cast("float32", "uint8");
    let casts = capabilities.cast_value.as_mut().expect("casts are asked");
    (casts.scalar_map, casts.fill_value) = (true, true);
    casts.rounding.push("towards-zero".to_owned());
    let found = run(&mut faulty("infinity-saturates-integers"), &capabilities, 60);
    let Stored::Cast(case) = single(&found) else { panic!("no cast") };
    let configuration = r#"{"data_type":"uint8","rounding":"nearest-even"}"#;
    assert_eq!(case.configuration.as_deref(), Some(configuration));
    let inputs: Vec<String> = case.encode.iter().map(|(bits, _)| bits.to_string()).collect();
    assert_eq!((inputs, case.fill_value.as_str()), (vec!["0x7f800000".to_owned()], "1"));
}

/// The last of every 8 elements gets the value of the one before it: 8 elements show it, two of
/// them different.
fn lanes() {
    let found = run(&mut faulty("vector-lane-copied"), &cast("int16", "int32"), 60);
    let example = &found.classes[0].example;
    assert_eq!(example.array_length, 8);
    let case = Stored::parse(example.case.as_deref().expect("it fails on its own"));
    let Stored::Cast(case) = case.expect("a case") else { panic!("no cast") };
    assert_eq!(case.encode.len(), 2, "{case:?}");
}

fn shape() {
    let found = run(&mut faulty("auto-rounded-down"), &only("reshape"), 400);
    let Stored::Reshape(batch) = single(&found) else { panic!("no shape") };
    let text = batch.items[0].configuration.clone();
    // One element is not a multiple of 2, and no configuration with -1 is shorter.
    let smallest = [r#"{"shape":[-1,2]}"#, r#"{"shape":[2,-1]}"#].map(|text| Some(text.to_owned()));
    assert!(smallest.contains(&text), "{text:?}");
    assert_eq!(batch.items[0].input, []);
}
