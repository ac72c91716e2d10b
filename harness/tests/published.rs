//! Verdicts on published packages. `harness/adapters/python/install.sh` installs them; a package
//! that is missing fails the test.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The classes of failures, each as rule, source and target.
type Classes = BTreeSet<(String, String, String)>;

fn verdict(package: &str) -> (i32, Value) {
    verdict_on(package, &[])
}

fn verdict_on(package: &str, filters: &[&str]) -> (i32, Value) {
    let harness = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| harness.join("../target"), PathBuf::from);
    let python = target.join("adapters").join(package).join("bin/python");
    assert!(python.exists(), "{package} is missing: run harness/adapters/python/install.sh");
    let adapter = harness.join("adapters/python/cast_value_rs.py");
    let words = [&python, &adapter].map(|path| path.to_str().expect("a path in UTF-8"));
    let output = Command::new(env!("CARGO_BIN_EXE_codec-conformance"))
        .args(["test", "--format", "json", "--adapter", &shell_words::join(words)])
        .args(filters)
        .output()
        .expect("the program runs");
    let report = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("no report: {error}; log: {}", String::from_utf8_lossy(&output.stderr))
    });
    (output.status.code().expect("an exit code"), report)
}

fn classes(report: &Value) -> Classes {
    let classes = report["classes"].as_array().expect("classes");
    let text = |class: &Value, name: &str| class[name].as_str().expect("a text").to_owned();
    let key = |class| (text(class, "rule"), text(class, "source"), text(class, "target"));
    classes.iter().map(key).collect()
}

/// Whether a class of a report shows a check among its failures: the suite's answer to
/// `test --id` on it is a failure.
fn fails_alone(package: &str, id: &str) -> bool {
    let (code, report) = verdict_on(package, &["--id", id]);
    assert_eq!(report["totals"]["planned"], 1, "{id} is one check");
    code == 100
}

/// The current version rounds float64 to float16 twice in both nearest modes, and errs nowhere
/// else. 1 + 2^-11 + 2^-40 is above the tie between 1 and 1 + 2^-10; 65519.99999999999 is below
/// the tie between the largest finite value and the range's end.
#[test]
fn cast_value_rs_0_5_1() {
    const PACKAGE: &str = "cast-value-rs-0.5.1";
    let (code, report) = verdict(PACKAGE);
    assert_eq!(code, 100);
    let pairs: BTreeSet<_> = classes(&report).into_iter().map(|(_, from, to)| (from, to)).collect();
    assert_eq!(pairs, BTreeSet::from([("float64".to_owned(), "float16".to_owned())]));
    let rules: BTreeSet<_> = classes(&report).into_iter().map(|(rule, ..)| rule).collect();
    let double_rounding = ["CV-RANGE-1", "CV-ROUND-1", "CV-ROUND-5", "CV-ROUND-8"];
    assert_eq!(rules, double_rounding.map(str::to_owned).into());
    assert!(report["totals"]["pass"].as_u64() > Some(700_000));
    for id in [
        "cast/points/float64-float16/nearest-even/none/encode/0x40effdffffffffff",
        "cast/points/float64-float16/nearest-even/none/decode/0x40e0020000000001",
    ] {
        assert!(fails_alone(PACKAGE, id), "{id}");
    }
}

/// An older version, known to be bad; each class below is confirmed by a calculation by hand.
#[test]
fn cast_value_rs_0_4_2() {
    const PACKAGE: &str = "cast-value-rs-0.4.2";
    let (code, report) = verdict(PACKAGE);
    assert_eq!(code, 100);
    let found = classes(&report);
    for (rule, source, target) in [
        // Infinity is clamped to 127.
        ("CV-INF-2", "float32", "int8"),
        // 2^31 becomes 2^31 - 1 without out_of_range.
        ("CV-RANGE-2", "float32", "int32"),
        // 2^128 towards zero is clamped to the largest finite value.
        ("CV-RANGE-4", "float64", "float32"),
        // 2^53 + 3 towards zero becomes 2^53 + 4.
        ("CV-ROUND-2", "int64", "float64"),
        // 2^31 wraps to 2^31 - 1.
        ("CV-WRAP-2", "float32", "int32"),
    ] {
        let class = (rule.to_owned(), source.to_owned(), target.to_owned());
        assert!(found.contains(&class), "{class:?}");
    }
    // No class on widening casts, which the version does right.
    assert!(!found.iter().any(|(_, source, target)| source == "int8" && target == "float64"));
}
