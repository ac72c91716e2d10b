//! Widths, colours and progress, at a terminal and without one.

use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};

use nix::pty::{Winsize, openpty};

use super::{FAULTY, PROGRAM, run_at};

/// What is written to a terminal of so many columns: standard output there, or standard error.
fn at_terminal(
    columns: u16,
    stream: fn(&mut Command, Stdio),
    set: &[(&str, &str)],
    arguments: &[&str],
) -> String {
    let size = Winsize { ws_row: 50, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    let terminal = openpty(&size, None).expect("a terminal");
    let slave = |fd: &OwnedFd| Stdio::from(fd.try_clone().expect("another of it"));
    let mut command = Command::new(PROGRAM);
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command.env_remove("COLUMNS").env_remove("NO_COLOR").env("TERM", "xterm");
    command.envs(set.iter().copied());
    stream(&mut command, slave(&terminal.slave));
    let mut child = command.spawn().expect("the program runs");
    // With the last of its ends the terminal is closed.
    drop((command, terminal.slave));
    let mut written = Vec::new();
    let mut master = File::from(terminal.master);
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = master.read(&mut buffer) {
        written.extend_from_slice(&buffer[..count]);
    }
    child.wait().expect("it ends");
    String::from_utf8(written).expect("UTF-8").replace("\r\n", "\n")
}

fn report_at(columns: u16, set: &[(&str, &str)]) -> String {
    let out = |command: &mut Command, stdio: Stdio| {
        command.stdout(stdio);
    };
    at_terminal(columns, out, set, &[["test"].as_slice(), &FAULTY].concat())
}

/// The text without colours.
fn plain(text: &str) -> String {
    let color = regex::Regex::new("\u{1b}\\[[0-9]*m").expect("a pattern");
    color.replace_all(text, "").into_owned()
}

/// The lines that are too long, although they have more than a label and a word. A command is not
/// broken, for it is copied; nor is the verdict, which is the last line.
fn overflowing(text: &str, columns: usize) -> Vec<&str> {
    let is_whole = |line: &str| {
        ["first: ", "rerun ", "PASS ", "FAIL "]
            .iter()
            .any(|start| line.trim_start().starts_with(start))
    };
    let lines = text.lines().filter(|line| line.chars().count() > columns);
    lines.filter(|line| line.split_whitespace().count() > 2 && !is_whole(line)).collect()
}

/// The longest line that is no command.
fn widest(text: &str) -> usize {
    let is_command =
        |line: &&str| line.starts_with("first: ") || line.trim_start().starts_with("rerun ");
    let lines = text.lines().filter(|line| !is_command(line));
    lines.map(|line| line.chars().count()).max().unwrap_or(0)
}

#[test]
fn a_report_is_as_wide_as_the_terminal() {
    for columns in [40, 60, 80, 120] {
        let text = report_at(columns, &[]);
        assert!(text.contains("\u{1b}[31mFAIL\u{1b}[0m"), "{text}");
        let plain = plain(&text);
        assert_eq!(overflowing(&plain, columns.into()), [""; 0], "{plain}");
        // In black and white it is the same.
        assert_eq!(report_at(columns, &[("NO_COLOR", "1")]), plain);
    }
    assert_eq!(overflowing(&report_at(200, &[("NO_COLOR", "1")]), 120), [""; 0]);
    assert!(widest(&plain(&report_at(120, &[]))) > 100);
}

#[test]
fn columns_overrule_the_terminal() {
    let set = [("COLUMNS", "60"), ("NO_COLOR", "1")];
    assert_eq!(report_at(120, &set), report_at(60, &[("NO_COLOR", "1")]));
}

#[test]
fn texts_fit_in_columns() {
    for columns in [40, 60, 80, 120] {
        for arguments in [
            ["show", "CV-ROUND-8"].as_slice(),
            &["show", "CV-CONF-8"],
            &["show", "cast/tables/uint8-float8_e8m0fnu/nearest-even/none/encode/0x03"],
            &["show", "cast/map", "--limit", "400"],
            &["show", "reshape/example"],
            &["--help"],
            &["test", "--builtin", "reference", "--id", "cast/configuration", "--id", "fill"],
        ] {
            let output = run_at(columns, arguments);
            assert_eq!(output.status.code(), Some(0), "{arguments:?}");
            let text = String::from_utf8(output.stdout).expect("UTF-8");
            assert_eq!(overflowing(&text, columns), [""; 0], "{arguments:?}");
        }
    }
    let help = |columns| {
        widest(&String::from_utf8(run_at(columns, &["test", "--help"]).stdout).expect("UTF-8"))
    };
    assert!((101..=120).contains(&help(120)), "{}", help(120));
    assert_eq!(help(4000), help(120));
}

#[test]
fn the_bar_counts_what_is_selected_and_tells_no_end_at_once() {
    let err = |command: &mut Command, stdio: Stdio| {
        command.stderr(stdio);
    };
    let words = ["test", "--id", "cast/tables/int2-int4"];
    let text = at_terminal(100, err, &[], &words);
    // Five roundings, three range rules, both directions.
    let units = 5 * 3 * 2;
    assert!(text.contains(&format!("/{units} ")), "{text:?}");
    assert!(!text.contains("left"), "{text:?}");
}
