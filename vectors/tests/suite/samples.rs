//! The code that the README shows runs, and sees what is wrong.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output};

use crate::files::folder;
use crate::readme::blocks;

/// An implementation from uint16 to uint8.
const IMPLEMENTATION: &str = "
export const offers = (source, target) => source === 'uint16' && target === 'uint8';
export function cast(source, target, rounding, out_of_range, bits) {
  if (out_of_range === 'wrap') return bits & 0xffn;
  return bits <= 0xffn ? bits : out_of_range === 'clamp' ? 0xffn : null;
}
";

/// What a program gives at the top of the repository; where it is missing, standard error says so
/// past the test's capture.
fn run(program: &str, arguments: &[&str]) -> Option<Output> {
    let top = folder().parent().expect("the package is in a repository").to_owned();
    let output = Command::new(program).args(arguments).current_dir(top).output().ok();
    if output.is_none() {
        _ = writeln!(std::io::stderr(), "WARNING: no {program} on PATH; a sample was NOT tested");
    }
    output
}

/// The JavaScript with an implementation beside it.
fn javascript(name: &str, implementation: &str) -> Option<Output> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("javascript").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let [sample] = &blocks("js")[..] else { panic!("the README has one sample in JavaScript") };
    std::fs::write(folder.join("package.json"), r#"{"type":"module"}"#).unwrap();
    std::fs::write(folder.join("yours.js"), implementation).unwrap();
    std::fs::write(folder.join("consumer.js"), sample).unwrap();
    run("node", &[folder.join("consumer.js").to_str().expect("the path is text")])
}

#[test]
fn the_javascript_agrees_with_the_vectors() {
    let Some(output) = javascript("right", IMPLEMENTATION) else { return };
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && report.contains(" checks, 0 wrong"), "{output:?}");
}

#[test]
fn the_javascript_finds_what_is_wrong() {
    for (name, right, wrong) in [
        ("rejects", "'clamp' ? 0xffn : null", "'clamp' ? null : null"),
        ("accepts", "'clamp' ? 0xffn : null", "'clamp' ? 0xffn : 0xffn"),
        ("nothing", "source === 'uint16'", "source === 'uint15'"),
    ] {
        let implementation = IMPLEMENTATION.replace(right, wrong);
        assert_ne!(implementation, IMPLEMENTATION);
        let Some(output) = javascript(name, &implementation) else { return };
        let report = String::from_utf8_lossy(&output.stdout).into_owned();
        let reason = if name == "nothing" { "0 checks, 0 wrong" } else { " checks, " };
        assert!(report.contains(reason), "{name}: {output:?}");
        assert_eq!(output.status.code(), Some(1), "{name}: {output:?}");
    }
}

#[test]
fn the_sums_of_the_manifest_have_every_folder() {
    let samples = blocks("sh").into_iter().filter(|sample| sample.contains("manifest.json"));
    let [sample] = &samples.collect::<Vec<_>>()[..] else { panic!("one sample reads it") };
    if run("python3", &["--version"]).is_none() {
        return;
    }
    let Some(output) = run("sh", &["-c", sample]) else { return };
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    let folders = ["cast_value/tables ", "cast_value/cases ", "reshape/batches ", "unpack/cases "];
    assert!(output.status.success(), "{output:?}");
    assert!(folders.iter().all(|folder| report.contains(folder)), "{report}");
}
