//! Verdicts on published packages. `harness/adapters/python/install.sh` installs those of Python,
//! the README of `harness/adapters/zarrs` says how its adapter is built; a package that is missing
//! fails the test.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The classes of failures, each as rule, source and target.
type Classes = BTreeSet<(String, String, String)>;

/// A package of Python and its adapter.
struct Python(&'static str, &'static str);

const CURRENT: Python = Python("cast-value-rs-0.5.1", "cast_value_rs.py");
const CONTROL: Python = Python("cast-value-rs-0.4.2", "cast_value_rs.py");

impl Python {
    /// The adapter's command.
    fn command(&self) -> String {
        let python = installed(&format!("{}/bin/python", self.0));
        let adapter = Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters/python").join(self.1);
        let words = [&python, &adapter].map(|path| path.to_str().expect("a path in UTF-8"));
        shell_words::join(words)
    }

    fn verdict(&self) -> (i32, Value) {
        verdict(&self.command(), &[])
    }

    /// Whether the suite's answer to `test --id` on a check is a failure.
    fn fails_alone(&self, id: &str) -> bool {
        fails_alone(&self.command(), id)
    }
}

/// A path below the folder of adapters.
fn installed(path: &str) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../target"), PathBuf::from);
    let path = target.join("adapters").join(path);
    assert!(path.exists(), "{} is missing: see the adapter's README", path.display());
    path
}

fn verdict(command: &str, filters: &[&str]) -> (i32, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_codec-conformance"))
        .args(["test", "--format", "json", "--adapter", command])
        .args(filters)
        .output()
        .expect("the program runs");
    let report = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("no report: {error}; log: {}", String::from_utf8_lossy(&output.stderr))
    });
    (output.status.code().expect("an exit code"), report)
}

fn fails_alone(command: &str, id: &str) -> bool {
    let (code, report) = verdict(command, &["--id", id]);
    assert_eq!(report["totals"]["planned"], 1, "{id} is one check");
    code == 100
}

fn classes(report: &Value) -> Classes {
    let classes = report["classes"].as_array().expect("classes");
    let text = |class: &Value, name: &str| class[name].as_str().expect("a text").to_owned();
    let key = |class| (text(class, "rule"), text(class, "source"), text(class, "target"));
    classes.iter().map(key).collect()
}

/// The current version rounds float64 to float16 twice in both nearest modes, and errs nowhere
/// else. 1 + 2^-11 + 2^-40 is above the tie between 1 and 1 + 2^-10; 65519.99999999999 is below
/// the tie between the largest finite value and the range's end.
#[test]
#[ignore = "needs the published packages"]
fn cast_value_rs_0_5_1() {
    let (code, report) = CURRENT.verdict();
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
        assert!(CURRENT.fails_alone(id), "{id}");
    }
}

/// An older version, known to be bad; each class below is confirmed by a calculation by hand.
#[test]
#[ignore = "needs the published packages"]
fn cast_value_rs_0_4_2() {
    let (code, report) = CONTROL.verdict();
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

/// The checks that must be among the failures of an adapter, each with what goes wrong there.
fn fails_at(command: &str, mistakes: &[(&str, &str)]) {
    for (id, mistake) in mistakes {
        assert!(fails_alone(command, id), "{mistake}: {id}");
    }
}

/// The checks in which a package fails by accident: what it raises is not a rejection.
fn faults_at(command: &str, accidents: &[(&str, &str)]) {
    for (id, accident) in accidents {
        let (_, report) = verdict(command, &["--id", id]);
        assert_eq!(report["totals"]["error"], 1, "{accident}: {id}");
    }
}

/// What an adapter passes and fails in the quick profile, in which it may err, but not crash or
/// hang.
fn quick(command: &str) -> (u64, u64) {
    let (_, report) = verdict(command, &["--profile", "quick"]);
    let total = |name: &str| report["totals"][name].as_u64().expect("a total");
    assert_eq!(["crash", "timeout", "notrun"].map(total), [0, 0, 0]);
    (total("pass"), total("fail"))
}

/// The numpy implementation of the package.
#[test]
#[ignore = "needs the published packages"]
fn cast_value_0_2_1() {
    let command = Python("cast-value-0.2.1", "cast_value.py").command();
    let (passed, failed) = quick(&command);
    assert!(passed > 80_000 && failed > 2000, "{passed} passed, {failed} failed");
    fails_at(
        &command,
        &[
            ("cast/map/chain-across-types/encode/0x7fc00000", "maps NaN to 0 and 0 to -1"),
            (
                "cast/scalar/overflow-float16-clamp-towards-negative/encode/0x47800000",
                "65536 is not an error",
            ),
            (
                "cast/points/float64-int16/nearest-away/none/encode/0x3fdfffffffffffff",
                "|x| + 0.5 is 1",
            ),
            (
                "cast/scalar/int64-to-float32-towards-positive/encode/0x0020000000000001",
                "rounds twice",
            ),
        ],
    );
    faults_at(
        &command,
        &[(
            "cast/points/float16-uint64/nearest-away/wrap/encode/0xb800",
            "2^64 is too large for numpy's int64",
        )],
    );
}

/// The codec of zarr-python, which casts by cast-value-rs, end to end.
#[test]
#[ignore = "needs the published packages"]
fn zarr_3_4_2() {
    let command = Python("zarr-3.4.2", "zarr_python.py").command();
    let (passed, failed) = quick(&command);
    assert!(passed > 84_000 && (100..200).contains(&failed), "{passed} passed, {failed} failed");
    fails_at(
        &command,
        &[
            ("cast/survival/clamp-to-infinity-refused/decode/0x3c00", "never tries the way back"),
            ("cast/map/duplicate-number/encode/0x40a00000", "the last of two keys wins"),
        ],
    );
    faults_at(
        &command,
        &[
            ("cast/map/output-hex-finite/encode/0x7f800000", "reads hex by float()"),
            ("cast/configuration/data-type-array-refused/encode/0x01", "a list has no to_json"),
        ],
    );
}

/// zarrita only decodes.
#[test]
#[ignore = "needs the published packages"]
fn zarrita_0_7_5() {
    let node = installed("node/node_modules/.bin/node");
    let adapter = Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters/node/zarrita.mjs");
    let words = [&node, &adapter].map(|path| path.to_str().expect("a path in UTF-8"));
    let command = shell_words::join(words);
    let (passed, failed) = quick(&command);
    assert!(passed > 38_000 && failed > 3000, "{passed} passed, {failed} failed");
    fails_at(
        &command,
        &[
            (
                "cast/points/int64-float32/nearest-even/none/decode/0x2000002000000001",
                "rounds twice",
            ),
            (
                "cast/points/int64-uint16/nearest-even/wrap/decode/0x8000000000000001",
                "wraps a Number",
            ),
            ("cast/configuration/wrap-float-to-float-refused/decode/0x3c00", "wraps into floats"),
        ],
    );
    faults_at(
        &command,
        &[("cast/configuration/null-refused/decode/0x01", "undefined has no data_type")],
    );
}

/// `astype` of numpy with the types of ml_dtypes, where it can be compared with the codec at all,
/// is right except that it rounds float64 and integers through float32.
#[test]
#[ignore = "needs the published packages"]
fn ml_dtypes_0_6_0() {
    let adapter = Python("ml_dtypes-0.6.0", "ml_dtypes_cast.py");
    let command = |range: &str| format!("{} {range}", adapter.command());
    assert!(quick(&command("wrap")).0 > 1000);
    for (range, wrong, passes) in [
        ("none", ["CV-ROUND-1", "CV-ROUND-8"], 25_000),
        ("clamp", ["CV-RANGE-1", "CV-ROUND-1"], 40_000),
    ] {
        let (code, report) = verdict(&command(range), &[]);
        assert_eq!(code, 100);
        let found = classes(&report);
        let rules: BTreeSet<&str> = found.iter().map(|(rule, ..)| rule.as_str()).collect();
        assert_eq!(rules, BTreeSet::from(wrong), "{range}");
        assert!(report["totals"]["pass"].as_u64() > Some(passes), "{range}");
    }
}

/// numpy's bit functions are right about every case of the spelling with `bits`.
#[test]
#[ignore = "needs the published packages"]
fn numpy() {
    let (code, report) = Python("numpy-2.4.6", "numpy_bits.py").verdict();
    assert_eq!(report["classes"].as_array().map(Vec::len), Some(0));
    assert_eq!(code, 0);
    assert!(report["totals"]["pass"].as_u64() > Some(1900));
}

/// onnxruntime computes Unpack from older operators as the text does, for both spellings.
#[test]
#[ignore = "needs the published packages"]
fn onnxruntime() {
    let (code, report) = Python("onnxruntime-1.32.0", "onnxruntime_unpack.py").verdict();
    assert_eq!(report["classes"].as_array().map(Vec::len), Some(0));
    assert_eq!(code, 0);
    assert!(report["totals"]["pass"].as_u64() > Some(6500));
}

/// zarrs never checks the alignment of input dimensions, takes every literal for one of them,
/// multiplies without a check, and panics where a checked product has no value.
#[test]
#[ignore = "needs the published packages"]
fn zarrs() {
    let adapter = installed("zarrs/debug/zarrs-adapter");
    let command = shell_words::join([adapter.to_str().expect("a path in UTF-8")]);
    let (code, report) = verdict(&command, &[]);
    assert_eq!(code, 100, "it panics");
    assert!(report["totals"]["pass"].as_u64() > Some(11_000));
    fails_at(
        &command,
        &[
            // prod(B[:0]) is 1, prod(A[:1]) is 2.
            (
                "reshape/example/raveled-index/sizes-agree-first-for-second",
                "accepts [[1],2] on [2,2]",
            ),
            // One literal before the only dimension of the input.
            ("reshape/family/rs-dims-1/1_d0/1", "refuses [1,[0]] on [1]"),
            // 609 x 36760123 x 823996703 = 2^64 + 5.
            (
                "reshape/product/false-in-64-bits-refused/output-wraps-to-five",
                "accepts a product of 2^64 + 5 for 5 elements",
            ),
        ],
    );
    let divides_by_zero = "reshape/auto/false-quotient-in-64-bits-refused/others-wrap-to-zero";
    let (code, report) = verdict(&command, &["--id", divides_by_zero]);
    assert_eq!((code, &report["totals"]["error"]), (100, &Value::from(1)), "{divides_by_zero}");
}
