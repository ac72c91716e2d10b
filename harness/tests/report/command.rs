//! Reports on the command line: where they go, and with which exit code.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use codec_conformance::report::Report;

use crate::samples::{BOTH, Sample, all, ties};

const FAULT: [&str; 4] = ["--builtin", "fault:ties-away-instead-of-even", "--id", BOTH];
const FORMATS: [&str; 6] = ["pretty", "json", "junit", "ids", "markdown", "html"];

/// An empty folder of the test's own.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("report-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_codec-conformance"));
    command.current_dir(folder).args(arguments).output().expect("the program runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// The names of a folder's files.
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A run, its file, and a stored report in another form are the same to the byte.
#[test]
fn one_report_in_every_form() {
    let folder = folder("forms");
    let stored =
        run(&folder, &[&["test", "--format", "json", "--output", "r.json"], &FAULT[..]].concat());
    assert_eq!((stored.status.code(), stdout(&stored).as_str()), (Some(100), ""));
    for format in FORMATS {
        let fresh = run(&folder, &[&["test", "--format", format], &FAULT[..]].concat());
        let again = run(&folder, &["report", "r.json", "--format", format]);
        assert_eq!((fresh.status.code(), again.status.code()), (Some(100), Some(100)), "{format}");
        assert_eq!(stdout(&fresh), stdout(&again), "{format}");
        let file = run(&folder, &["report", "r.json", "--format", format, "--output", "out"]);
        assert_eq!(file.status.code(), Some(100), "{format}");
        let written = fs::read_to_string(folder.join("out")).expect("the file");
        assert_eq!(written, stdout(&fresh), "{format}");
    }
    assert_eq!(files(&folder), ["out", "r.json"]);
}

#[test]
fn the_exit_code_is_that_of_the_run_in_every_form() {
    let folder = folder("codes");
    // A file that says two things at once is rejected: see `a_broken_report_is_refused`.
    for Sample { name, code, report } in all().iter().filter(|one| one.code != 1) {
        fs::write(folder.join("r.json"), report.to_json()).expect("the file");
        for format in FORMATS {
            let output = run(&folder, &["report", "r.json", "--format", format]);
            assert_eq!(output.status.code(), Some((*code).into()), "{name} as {format}");
            // Nothing failed, perhaps.
            let may_be_empty = format == "ids";
            assert!(may_be_empty || !output.stdout.is_empty(), "{name} as {format}");
        }
    }
}

#[test]
fn bad_files_are_named_with_the_place() {
    let folder = folder("bad");
    let good = ties().to_json();
    let cut = &good[..good.len() / 2];
    let other = good.replacen("\"format\": 4", "\"format\": 5", 1);
    let less = good.replacen("\"totals\"", "\"sums\"", 1);
    for (name, text, place) in [
        ("empty", "", "line 1 column 0"),
        ("cut", cut, "line "),
        ("no-json", "fast 0.1.0 (rust)\n", "line 1 column 3"),
        ("other-json", "[1,2]", "line 1 column"),
        ("less", &less, "missing field `totals` at line"),
        ("future", &other, "format 5"),
    ] {
        fs::write(folder.join(name), text).expect("the file");
        fs::write(folder.join("good"), &good).expect("the file");
        for arguments in
            [["report", name].as_slice(), &["diff", name, "good"], &["diff", "good", name]]
        {
            let output = run(&folder, arguments);
            let text = stderr(&output);
            assert_eq!(output.status.code(), Some(2), "{name}: {text}");
            assert!(text.starts_with(&format!("error: {name}: ")), "{text}");
            assert!(text.contains(place), "{name}: {text}");
            assert!(output.stdout.is_empty(), "{name}");
        }
    }
    let missing = run(&folder, &["report", "missing"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).starts_with("error: missing: "), "{}", stderr(&missing));
}

/// What breaks a report.
type Edit = fn(&mut Report);

/// A report whose totals disagree with its details would pass by the one and fail by the other.
#[test]
fn a_broken_report_is_refused() {
    let folder = folder("broken");
    let edits: [(&str, Edit); 8] = [
        ("planned", |report| report.totals.planned += 1),
        ("fails hidden", |report| {
            report.totals.pass += report.totals.fail;
            report.totals.fail = 0;
        }),
        ("a class is gone", |report| drop(report.classes.pop())),
        ("a class counts more", |report| report.classes[0].count += 1),
        ("an id twice", |report| {
            let first = report.classes[0].checks[0].clone();
            report.classes[0].checks[1] = first;
        }),
        ("operations", |report| report.operations[0].passed += 1),
        ("skips", |report| *report.skips.entry("because".to_owned()).or_default() += 1),
        ("silent crashes", |report| report.requests.crashed = 1),
    ];
    for (name, edit) in edits {
        let mut report = ties().clone();
        edit(&mut report);
        fs::write(folder.join("r.json"), report.to_json()).expect("the file");
        for format in FORMATS {
            let output = run(&folder, &["report", "r.json", "--format", format]);
            assert_eq!(output.status.code(), Some(2), "{name} as {format}");
            assert!(output.stdout.is_empty(), "{name} as {format}");
            assert!(stderr(&output).contains("a broken report"), "{}", stderr(&output));
        }
    }
}

/// A mistake in the path is reported before anything is run, and leaves what is there.
#[test]
fn bad_outputs_are_usage_errors() {
    let folder = folder("outputs");
    for path in ["no/such/folder", ".", ""] {
        let output = run(&folder, &["test", "--output", path, "--id", "cast/tables/int2-int4"]);
        assert_eq!(output.status.code(), Some(2), "{path:?}: {}", stderr(&output));
    }
    assert_eq!(files(&folder), [""; 0]);
}

#[cfg(unix)]
#[test]
fn links_and_devices_stay() {
    let folder = folder("links");
    fs::write(folder.join("real"), "old").expect("the file");
    std::os::unix::fs::symlink("real", folder.join("link")).expect("a link");
    let arguments = ["test", "--id", "cast/tables/int2-int4", "--output"];
    for path in ["link", "/dev/null"] {
        let output = run(&folder, &[&arguments[..], &[path]].concat());
        assert_eq!(output.status.code(), Some(0), "{path}: {}", stderr(&output));
    }
    assert!(folder.join("link").is_symlink() && !Path::new("/dev/null").is_file());
    assert!(fs::read_to_string(folder.join("real")).expect("the file").starts_with("fast"));
}

#[test]
fn diff_on_the_command_line() {
    let folder = folder("diff");
    for (name, builtin) in [("right", "fast"), ("wrong", FAULT[1])] {
        let arguments = ["test", "--format", "json", "--output", name, "--builtin", builtin];
        run(&folder, &[&arguments[..], &FAULT[2..]].concat());
    }
    for (before, after, code) in
        [("right", "wrong", 100), ("wrong", "right", 0), ("wrong", "wrong", 0)]
    {
        for format in ["pretty", "json", "markdown"] {
            let output = run(&folder, &["diff", before, after, "--format", format]);
            assert_eq!(output.status.code(), Some(code), "{before} {after} {format}");
        }
        let json = stdout(&run(&folder, &["diff", before, after, "--format", "json"]));
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(json["regressed"].as_array().expect("a list").is_empty(), code == 0);
    }
}
