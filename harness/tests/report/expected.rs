//! Expected failures: every form has them with their reason, and none of them fails the run.

use std::fs;

use codec_conformance::report::{Format, Report, Status, Style, render};

use crate::command::{folder, run};

const TIES: &str = "fault:ties-away-instead-of-even";
const IDS: [&str; 2] = ["--id", "cast/tables/float8_e4m3-int2/nearest-even"];

/// All that the fault fails.
fn list(name: &str) -> String {
    let (_, report) = listed(name, TIES, "");
    let ids: Vec<&String> = report.classes.iter().flat_map(|class| &class.checks).collect();
    assert!(!ids.is_empty());
    format!(
        "[[expected]]\nreason = \"the rounding is that of C\"\nissue = \"no. 17\"\nids = {ids:?}\n"
    )
}

/// The report of a built-in implementation against that list.
fn listed(name: &str, builtin: &str, list: &str) -> (Option<i32>, Report) {
    let folder = folder(name);
    fs::write(folder.join("list.toml"), list).expect("the file");
    let options = ["--builtin", builtin, "--baseline", "list.toml", "--format", "json"];
    let output = run(&folder, &[&["test"], &IDS[..], &options].concat());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    (output.status.code(), Report::from_json(&text).expect("a report"))
}

#[test]
fn every_form_has_the_reason() {
    let (code, report) = listed("expected-forms", TIES, &list("expected-forms-list"));
    assert_eq!((code, report.totals.fail), (Some(0), 0));
    let listed: u64 = report.classes.iter().map(|class| class.count).sum();
    assert_eq!(listed, report.totals.xfail);
    assert!(report.classes.iter().all(|class| class.status == Status::Xfail && class.count > 0));
    let style = Style { width: 100, color: false };
    for form in [Format::Pretty, Format::Json, Format::Junit, Format::Markdown, Format::Html] {
        let text = render(&report, form, style);
        assert!(text.contains("the rounding is that of C"), "{form:?}: {text}");
        assert!(text.contains("no. 17"), "{form:?}: {text}");
        assert!(text.contains("0x30"), "{form:?}: {text}");
    }
    let xml = render(&report, Format::Junit, style);
    assert!(xml.contains("<skipped") && !xml.contains("<failure"), "{xml}");
}

/// A mended bug is told, with what takes it off the list.
#[test]
fn what_passes_now_is_told() {
    let one = "cast/tables/float8_e4m3-int2/nearest-even/none/encode/0x30";
    let list = format!("[[expected]]\nreason = \"known\"\nids = [\"{one}\"]\n");
    let (code, report) = listed("expected-mended", "fast", &list);
    assert_eq!((code, report.totals.xpass), (Some(7), 1));
    let text = render(&report, Format::Pretty, Style { width: 100, color: false });
    assert!(text.contains("a right answer  passes now"), "{text}");
    assert!(text.contains("pass now: 1 check (`baseline --update` takes"), "{text}");
}

/// A bug that comes back under a list that expects it is worse all the same.
#[test]
fn a_bug_that_is_brought_back_is_worse() {
    let folder = folder("expected-back");
    let (_, mended) = listed("expected-back-before", "fast", "");
    let (_, broken) = listed("expected-back-after", TIES, &list("expected-back-list"));
    fs::write(folder.join("mended.json"), mended.to_json()).expect("the file");
    fs::write(folder.join("broken.json"), broken.to_json()).expect("the file");
    let output = run(&folder, &["diff", "mended.json", "broken.json"]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(100), "{text}");
    assert!(text.contains("REGRESSED CV-ROUND-1 (must)"), "{text}");
    let output = run(&folder, &["diff", "broken.json", "mended.json"]);
    assert_eq!(output.status.code(), Some(0));
}
