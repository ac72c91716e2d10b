//! The example consumer of `cast_value` agrees with the vectors, and finds what is wrong in changed
//! ones.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use codec_vectors::{Expected, File, Group, Listing, Outcome, Rule};

use crate::files::{folder, parse, text};

/// Checks that the consumer makes of its own subset, at the least.
const LEAST_CHECKS: u64 = 300_000;

/// Whether the tests can run; where they cannot, standard error says so past the test's capture.
pub(crate) fn python() -> bool {
    let recent = "import sys; sys.exit(sys.version_info < (3, 10))";
    let status = Command::new("python3").args(["-c", recent]).output();
    let present = status.is_ok_and(|output| output.status.success());
    if !present {
        let warning = "WARNING: no python3 of 3.10 or later on PATH; the consumers were NOT tested";
        _ = writeln!(std::io::stderr(), "{warning}");
    }
    present
}

fn consume(vectors: &[&Path]) -> Output {
    run("consumer.py", vectors)
}

/// What a consumer says of the vectors in a folder, by default of those here.
pub(crate) fn run(consumer: &str, vectors: &[&Path]) -> Output {
    let consumer = folder().join("consumer").join(consumer);
    let output = Command::new("python3").arg(consumer).args(vectors).output();
    output.expect("python3 starts")
}

/// The numbers of checks and mismatches in the report.
pub(crate) fn numbers(output: &Output) -> Option<(u64, u64)> {
    let report = String::from_utf8_lossy(&output.stdout);
    let line = report.lines().find(|line| line.contains(" checks, "))?;
    let (checks, rest) = line.split_once(" checks, ")?;
    let (mismatches, _) = rest.split_once(" mismatches")?;
    Some((checks.parse().ok()?, mismatches.parse().ok()?))
}

#[test]
fn agrees_with_the_vectors() {
    if !python() {
        return;
    }
    let output = consume(&[]);
    let (checks, mismatches) = numbers(&output).unwrap_or_else(|| panic!("{output:?}"));
    assert!(output.status.success() && mismatches == 0, "{output:?}");
    assert!(checks >= LEAST_CHECKS, "only {checks} checks");
}

/// A folder with the types, the rules and one vector file, of which `change` changed the first
/// group of the given pair.
fn planted(name: &str, file: (&str, &str), change: impl FnOnce(&mut Group)) -> PathBuf {
    let (path, pair) = file;
    let path = format!("cast_value/{path}.json");
    let mut file: File<Group> = parse(&path);
    file.items.retain(|group| group.id.ends_with(pair));
    change(&mut file.items[0]);
    write(name, &path, &serde_json::to_string(&file).expect("records serialise"))
}

pub(crate) fn write(name: &str, path: &str, content: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("consumer").join(name);
    let path = folder.join(path);
    std::fs::create_dir_all(path.parent().expect("a file is in a folder")).unwrap();
    for beside in ["types.json", "rules.json"] {
        std::fs::write(folder.join(beside), text(beside)).unwrap();
    }
    std::fs::write(path, content).unwrap();
    folder
}

/// The consumer agrees with the file as it is; in the changed one it finds the named check.
fn finds(check: &str, file: (&str, &str), change: impl FnOnce(&mut Group)) {
    if !python() {
        return;
    }
    let name = check.replace('/', "-");
    let good = consume(&[&planted(&format!("{name}-good"), file, |_| {})]);
    assert!(good.status.success(), "{check}: {good:?}");
    let output = consume(&[&planted(&name, file, change)]);
    let (_, mismatches) = numbers(&output).unwrap_or_else(|| panic!("{check}: {output:?}"));
    assert!(mismatches > 0 && output.status.code() == Some(1), "{check}: {output:?}");
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(report.contains(&format!("{check}: ")), "{check} is not named in {report}");
}

fn expected(text: &str) -> Expected {
    Expected::parse(text).expect("the result is well-formed")
}

#[test]
fn finds_other_bits_in_a_table() {
    let check = "cast/tables/int2-uint4/towards-zero/none/decode/0x01";
    finds(check, ("tables/int2", "/int2-uint4"), |group| {
        group.functions[0].outcomes[1] = expected("0x02").into();
    });
}

#[test]
fn finds_a_success_that_should_be_a_rejection() {
    let check = "cast/tables/int2-int4/nearest-even/wrap/encode/0x03";
    finds(check, ("tables/int2", "/int2-int4"), |group| {
        group.functions[0].outcomes[3] = expected("data:out_of_range").into();
    });
}

#[test]
fn finds_a_run_that_ends_too_late() {
    let check = "cast/segments/int16-int8/nearest-even/none/encode/0x0006";
    finds(check, ("segments/int16", "/int16-int8"), |group| {
        group.functions[0].runs.remove(6);
    });
}

#[test]
fn finds_a_number_that_should_be_a_nan() {
    let check = "cast/points/float32-float16/nearest-even/none/encode/0x00000000";
    finds(check, ("points/float32", "/float32-float16"), |group| {
        for function in &mut group.functions {
            function.outcomes[0] = Expected::Nan.into();
        }
    });
}

#[test]
fn prints_the_rule_that_decides_beside_a_mismatch() {
    if !python() {
        return;
    }
    let vectors = planted("rule", ("tables/int2", "/int2-uint2"), |group| {
        group.functions[0].outcomes[1] = expected("0x02").into();
        group.functions[0].outcomes[2] = expected("0x02").into();
    });
    let report = String::from_utf8_lossy(&consume(&[&vectors]).stdout).into_owned();
    let rules: Vec<Rule> = parse::<Listing<Rule>>("rules.json").items;
    for (input, id) in [("0x01", "CV-EXACT-1"), ("0x02", "CV-RANGE-2")] {
        let rule = rules.iter().find(|rule| rule.id == id).expect("the rule exists");
        let check = format!("cast/tables/int2-uint2/nearest-away/none/decode/{input}: ");
        let line = report.lines().find(|line| line.starts_with(&check)).unwrap_or_default();
        let ends = line.ends_with(&format!("{id}: {}", rule.sentence));
        assert!(ends, "{input} is not decided by {id}: {line}");
    }
}

#[test]
fn takes_an_alternative_and_names_it() {
    if !python() {
        return;
    }
    let file = ("tables/int2", "/int2-int4");
    let vectors = planted("alternative", file, |group| {
        let outcome = &mut group.functions[0].outcomes[1];
        let or = [("CV-EXACT-1/other".to_owned(), outcome.is)].into();
        *outcome = Outcome { is: expected("0x02"), or };
    });
    let output = consume(&[&vectors]);
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("CV-EXACT-1/other"), "{output:?}");
}

#[test]
fn refuses_a_run_of_another_kind() {
    if !python() {
        return;
    }
    let content = text("cast_value/segments/int16.json")
        .replace(r#"["0x0002","data:out_of_range"]"#, r#"["0x0002","data:out_of_range","linear"]"#);
    let output = consume(&[&write("kind", "cast_value/segments/int16.json", &content)]);
    assert!(!output.status.success() && numbers(&output).is_none(), "{output:?}");
}

#[test]
fn refuses_another_format() {
    if !python() {
        return;
    }
    let content = text("cast_value/tables/int2.json").replacen(r#""format":2"#, r#""format":1"#, 1);
    let output = consume(&[&write("format", "cast_value/tables/int2.json", &content)]);
    assert!(!output.status.success() && numbers(&output).is_none(), "{output:?}");
}

#[test]
fn does_not_pass_without_checks() {
    if !python() {
        return;
    }
    let content = r#"{"format":2,"items":[]}"#;
    let output = consume(&[&write("nothing", "cast_value/tables/int2.json", content)]);
    assert_eq!((numbers(&output), output.status.code()), (Some((0, 0)), Some(1)), "{output:?}");
}
