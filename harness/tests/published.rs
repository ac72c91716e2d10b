//! Verdicts on published packages. `harness/adapters/python/install.sh` installs them; a package
//! that is missing fails the test.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The classes of failures, each as rule, source and target.
type Classes = BTreeSet<(String, String, String)>;

fn verdict(package: &str) -> (i32, Value) {
    let harness = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| harness.join("../target"), PathBuf::from);
    let python = target.join("adapters").join(package).join("bin/python");
    assert!(python.exists(), "{package} is missing: run harness/adapters/python/install.sh");
    let adapter = harness.join("adapters/python/cast_value_rs.py");
    let words = [&python, &adapter].map(|path| path.to_str().expect("a path in UTF-8"));
    let output = Command::new(env!("CARGO_BIN_EXE_codec-conformance"))
        .args(["test", "--format", "json", "--adapter", &shell_words::join(words)])
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
