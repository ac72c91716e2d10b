//! What is in somebody else's report is shown, and does nothing.

use std::fs;

use codec_conformance::report::{Report, Style, pretty};
use proptest::prelude::*;

use crate::command::{folder, run};
use crate::samples::{balanced, everything};

/// What a terminal, a reader's eye, a CI system, XML, HTML or Markdown may take for its own.
const NASTY: &str = "a\u{1b}[31m\u{1b}]0;title\u{7}\r\0\u{9b}2J\u{7f}\u{202e}\u{2066}\u{200f}\u{200b}\u{feff}\u{2028}\
                     \n::error file=x::y\n  ::stop-commands::x\n##vso[task.complete]\n## h\n\u{fffe}\u{10ffff}\
                     </script><b>]]>|`x``y` ##teamcity[x] :: ::add-mask::z\t::end";

/// The headings of our own.
const HEADINGS: [&str; 5] =
    ["### Failures", "### Readings", "### Regressed", "### New", "### Gone"];

/// Nothing in a text acts; what is asked is said here again, so that one mistake does not hide
/// another.
fn assert_harmless(text: &str, what: &str) {
    let acts = |character: &char| {
        character.is_control()
            || matches!(character, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
            || matches!(character, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fdd0}'..='\u{fdef}')
            || u32::from(*character) & 0xfffe == 0xfffe
    };
    for line in text.split('\n') {
        assert_eq!(line.chars().find(acts), None, "{what}: {line:?}");
        let is_own = HEADINGS.contains(&line);
        let start = line.trim_start();
        assert!(is_own || !start.starts_with("::") && !start.contains("##"), "{what}: {line:?}");
    }
}

#[test]
fn a_report_does_nothing_in_any_form() {
    let folder = folder("foreign-forms");
    let report = everything(|| NASTY.to_owned());
    assert!(report.classes.iter().all(|class| class.example.got.meaning == NASTY));
    fs::write(folder.join("r.json"), report.to_json()).expect("the file");
    fs::write(
        folder.join("none.json"),
        balanced(Report { classes: Vec::new(), ..report }).to_json(),
    )
    .expect("the file");
    for format in ["pretty", "json", "junit", "ids", "markdown", "html"] {
        let output = run(&folder, &["report", "r.json", "--format", format]);
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(text.contains(r"\u{1b}[31m") || text.contains(r"\\u{1b}[31m"), "{format}: {text}");
        assert_harmless(&text, format);
    }
    for format in ["pretty", "json", "markdown"] {
        for files in [["r.json", "none.json"], ["none.json", "r.json"]] {
            let output = run(&folder, &[&["diff"], &files[..], &["--format", format]].concat());
            let text = String::from_utf8(output.stdout).expect("UTF-8");
            assert!(text.contains("[31m"), "{format}: {text}");
            assert_harmless(&text, format);
        }
    }
}

/// Errors quote files and adapters.
#[test]
fn an_error_does_nothing() {
    let folder = folder("foreign-errors");
    fs::write(folder.join("b.toml"), format!("x = 1\n{NASTY}\n")).expect("the file");
    fs::write(folder.join("log"), NASTY).expect("the file");
    fs::write(folder.join("line"), NASTY.replace('\n', " ")).expect("the file");
    for (code, arguments) in [
        (2, ["test", "--baseline", "b.toml"].as_slice()),
        (3, &["test", "--adapter", "sh -c 'read hello; cat log >&2; exit 1'"]),
        (3, &["smoke", "--adapter", "sh -c 'read hello; cat line'"]),
        (3, &["fuzz", "--adapter", "sh -c 'read hello; cat log >&2; exit 1'"]),
    ] {
        let output = run(&folder, arguments);
        let text = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
        assert_harmless(&text, arguments[0]);
    }
}

/// A case that others found is asked as it is, and shown without harm.
#[test]
fn a_case_does_nothing() {
    let folder = folder("foreign-case");
    let id = serde_json::to_string(&format!("fill/{NASTY}")).expect("JSON");
    let why = serde_json::to_string(NASTY).expect("JSON");
    let case = format!(
        r#"{{"id":{id},"rules":["FV-KIND-1"],"level":"must","why":{why},"data_type":"int8",
            "fill_value":"\"\u202e::##\"","reads":"0x00"}}"#
    );
    fs::write(folder.join("case.json"), case).expect("the file");
    for format in ["pretty", "json"] {
        let output = run(
            &folder,
            &["fuzz", "--builtin", "reference", "--replay", "case.json", "--format", format],
        );
        let text = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
        assert_eq!(output.status.code(), Some(100), "{text}");
        assert_harmless(&text, format);
    }
}

proptest! {
    /// However a text is broken into lines.
    #[test]
    fn no_line_becomes_a_command_where_it_is_wrapped(width in 20..120_usize, blanks in 0..9_usize) {
        let mut report = everything(|| "word".to_owned());
        report.problems = vec![format!("{}{}::error ##vso[x]", "word ".repeat(9), " ".repeat(blanks))];
        let text = pretty(&report, Style { width, color: false });
        let told = text.split("problem: ").nth(1).expect("the problem");
        for line in told.lines() {
            let line = line.trim_start();
            prop_assert!(!line.starts_with("::") && !line.starts_with("##"), "{}", line);
        }
    }
}
