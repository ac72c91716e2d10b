//! What the program does to files: none is lost, and none is silently incomplete.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_codec-conformance");

/// A run of a few checks.
const TEST: [&str; 3] = ["test", "--id", "cast/tables/int2-int4"];

/// An empty folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("files-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder).args(arguments).output().expect("the program runs")
}

/// A line of a shell, in which `P` is the program.
fn shell(folder: &Path, line: &str) -> Output {
    let line = format!("P() {{ '{PROGRAM}' \"$@\"; }}; {line}");
    let mut command = Command::new("sh");
    command.current_dir(folder).args(["-c", &line]).output().expect("a shell")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn read(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn write(folder: &Path, file: &str, text: &str) {
    fs::write(folder.join(file), text).unwrap_or_else(|error| panic!("{file}: {error}"));
}

/// The command of an adapter that interrupts the run at its first question.
fn interrupting(folder: &Path) -> String {
    let hello = shell(folder, "echo '{\"op\":\"hello\",\"protocol\":1}' | P serve > hello");
    assert!(hello.status.success());
    let script = "read hello; cat hello; read question; kill -INT $PPID; exec sleep 20";
    write(folder, "adapter", script);
    "sh adapter".to_owned()
}

#[test]
fn an_interrupted_run_leaves_the_report_of_a_whole_one() {
    let folder = folder("interrupted");
    let adapter = interrupting(&folder);
    for command in ["test", "fuzz"] {
        write(&folder, "r.json", "whole");
        let arguments = [command, "--adapter", &adapter, "--format", "json", "--output", "r.json"];
        let output = run(&folder, &arguments);
        let log = text(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{command}: {log}");
        assert_eq!(read(&folder, "r.json"), "whole", "{command}");
        assert!(log.contains("r.json.partial"), "{command}: {log}");
        let partial: Value = serde_json::from_str(&read(&folder, "r.json.partial")).expect("JSON");
        assert_eq!(partial["interrupted"], true, "{command}");
        fs::remove_file(folder.join("r.json.partial")).expect("the partial report");
    }
}

/// What may be done with a file is its owner's choice.
#[test]
fn permissions_stay() {
    let folder = folder("permissions");
    for option in ["--output", "--requests-out", "--trace"] {
        for mode in [0o640, 0o600, 0o666] {
            write(&folder, "file", "old");
            fs::set_permissions(folder.join("file"), PermissionsExt::from_mode(mode)).unwrap();
            let output = run(&folder, &[&TEST[..], &[option, "file"]].concat());
            assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
            let new = fs::metadata(folder.join("file")).expect("the file").permissions().mode();
            assert_eq!(new & 0o777, mode, "{option} {mode:o}");
            assert_ne!(read(&folder, "file"), "old", "{option}");
        }
    }
}

#[test]
fn a_link_to_nothing_yet_is_written_through() {
    let folder = folder("dangling");
    fs::create_dir(folder.join("there")).expect("a folder");
    for option in ["--output", "--requests-out"] {
        let _ = fs::remove_file(folder.join("there/file"));
        let _ = fs::remove_file(folder.join("link"));
        symlink("there/file", folder.join("link")).expect("a link");
        let output = run(&folder, &[&TEST[..], &[option, "link"]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(folder.join("link").is_symlink(), "{option}");
        assert!(!read(&folder, "there/file").is_empty(), "{option}");
    }
    symlink("nowhere/file", folder.join("lost")).expect("a link");
    let output = run(&folder, &[&TEST[..], &["--output", "lost"]].concat());
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
}

/// Another name of the old file keeps the old text: nobody who reads it meets half a new one.
#[test]
fn files_are_replaced_as_a_whole() {
    let folder = folder("whole");
    for option in ["--output", "--requests-out"] {
        write(&folder, "file", "old");
        let _ = fs::remove_file(folder.join("reader"));
        fs::hard_link(folder.join("file"), folder.join("reader")).expect("a link");
        let output = run(&folder, &[&TEST[..], &[option, "file"]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert_eq!(read(&folder, "reader"), "old", "{option}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_trace_that_cannot_be_written_is_an_error() {
    let folder = folder("full");
    let output = run(&folder, &[&TEST[..], &["--trace", "/dev/full"]].concat());
    let log = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{log}");
    assert!(log.contains("/dev/full: No space left"), "{log}");
    assert!(text(&output.stdout).contains("PASS"), "the report is printed all the same");
    let adapter = interrupting(&folder);
    let output = run(&folder, &["test", "--adapter", &adapter, "--trace", "/dev/full"]);
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
}

/// Whatever name a file has on the command line.
#[test]
fn no_file_is_written_over_another_one_of_the_run() {
    let folder = folder("overlap");
    let stored = run(&folder, &[&TEST[..], &["--format", "json", "--output", "r.json"]].concat());
    assert!(stored.status.success());
    let report = read(&folder, "r.json");
    symlink("r.json", folder.join("link")).expect("a link");
    fs::hard_link(folder.join("r.json"), folder.join("hard")).expect("a link");
    for name in ["r.json", "./r.json", "link", "hard"] {
        for arguments in [
            ["report", "r.json", "--output", name].as_slice(),
            &["diff", "r.json", "/dev/null", "--output", name],
            &["diff", "/dev/null", "r.json", "--output", name],
            &["fuzz", "--known", "r.json", "--output", name],
            &["fuzz", "--replay", "r.json", "--output", name],
            &["test", "--responses-in", "r.json", "--output", name],
            &["test", "--baseline", "r.json", "--output", name],
            &["test", "--baseline", "r.json", "--trace", name],
            &["test", "--baseline", "r.json", "--requests-out", name],
            &["test", "--output", "r.json", "--trace", name],
        ] {
            let output = run(&folder, arguments);
            let log = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{arguments:?}: {log}");
            let option = arguments[arguments.len() - 2];
            assert!(log.starts_with(&format!("error: {option} {name}: ")), "{arguments:?}: {log}");
            assert_eq!(read(&folder, "r.json"), report, "{arguments:?}");
        }
    }
    let twice = run(&folder, &[&TEST[..], &["--trace", "new", "--output", "./new"]].concat());
    assert_eq!(twice.status.code(), Some(2), "{}", text(&twice.stderr));
    let null = ["--trace", "/dev/null", "--output", "/dev/null"];
    let null = run(&folder, &[&TEST[..], &null].concat());
    assert_eq!(null.status.code(), Some(0), "{}", text(&null.stderr));
}

/// An output that is thrown away, by whatever means, leaves the exit code as it is.
#[test]
fn a_closed_standard_output_is_told() {
    let folder = folder("closed");
    for command in ["test --id cast/tables/int2-int4", "list --id cast/tables/int2-int4", "serve"] {
        for (output, told) in [(">&-", true), (">/dev/null", false), (">>/dev/null", false)] {
            let output = shell(&folder, &format!("P {command} </dev/null {output}"));
            let log = text(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "{command}: {log}");
            assert_eq!(log.contains("standard output is closed"), told, "{command}: {log}");
        }
    }
    // What is not written there may be closed.
    let line = format!("P {} --output r </dev/null >&-", TEST.join(" "));
    let output = shell(&folder, &line);
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
}

#[test]
fn a_reader_that_went_away_is_no_error() {
    let folder = folder("pipe");
    write(&folder, "hellos", &"{\"op\":\"hello\",\"protocol\":1}\n".repeat(2000));
    let line = "{ P serve < hellos; echo $? > code; } | head -n 1";
    let output = shell(&folder, line);
    assert!(text(&output.stdout).starts_with("{\"protocol\":1,"));
    assert_eq!((text(&output.stderr).as_str(), read(&folder, "code").as_str()), ("", "0\n"));
}

#[test]
fn a_bad_case_file_is_named_with_the_place() {
    let folder = folder("generate");
    let cases = folder.join("vectors/reshape/cases");
    fs::create_dir_all(&cases).expect("folders");
    fs::create_dir(folder.join("spec-notes")).expect("a folder");
    let file = cases.join("mine.json");
    for (bad, place) in [
        (None, "No such file"),
        (Some(b"{\"count\":1,\n\"cases\":[,]}".as_slice()), "line 2 column 10"),
        (Some(b"{\"cases\":[]}"), "missing field `count` at line 1"),
        (Some(b"{\"count\":\xff}"), "UTF-8"),
    ] {
        let _ = fs::remove_file(&file);
        match bad {
            Some(bytes) => fs::write(&file, bytes).expect("the file"),
            None => symlink("nothing", &file).expect("a link"),
        }
        let output = run(&folder, &["generate", "--check"]);
        let log = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{log}");
        let last = log.lines().last().unwrap_or_default();
        assert!(last.starts_with("error: vectors/reshape/cases/mine.json: "), "{log}");
        assert!(last.contains(place), "{log}");
    }
}
