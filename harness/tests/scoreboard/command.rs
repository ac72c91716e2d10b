//! The command, on a list of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const LIST: &str = r#"
[[adapter]]
name = "ties"
version = "0.1.0"
language = "rust"
about = "rounds ties away"
builtin = "fault:ties-away-instead-of-even"
profile = "quick"

[[adapter]]
name = "broken"
version = "1"
language = "sh"
about = "ends at once"
command = "/bin/sh -c 'exit 1'"

[[adapter]]
name = "absent"
version = "1"
language = "sh"
about = "is not there"
command = "target/adapters/nobody"
"#;

/// A repository with nothing but a list.
fn root(name: &str, list: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("scoreboard-{name}"));
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(root.join("harness/scoreboard")).expect("a folder");
    fs::write(root.join("harness/scoreboard/adapters.toml"), list).expect("a list");
    root
}

fn run(root: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_codec-conformance"));
    let command = command.arg("scoreboard").arg("--root").arg(root).args(arguments);
    command.output().expect("the program runs")
}

fn text(root: &Path, file: &str) -> String {
    fs::read_to_string(root.join("harness/scoreboard").join(file)).expect(file)
}

#[test]
fn runs_stores_and_renders_again() {
    let root = root("run", LIST);
    let output = run(&root, &[]);
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "one does not start: {log}");
    assert!(log.contains("[3/3] absent: not installed"), "{log}");
    let page = text(&root, "index.html");
    assert!(page.contains("did not start") && page.contains("not installed"));
    assert!(text(&root, "results/ties.json").contains("\"rules\":["));
    assert!(!root.join("harness/scoreboard/results/broken.json").exists());
    let again = run(&root, &["--from-json"]);
    assert_eq!(again.status.code(), Some(3));
    assert_eq!(text(&root, "index.html"), page);
}

#[test]
fn only_one() {
    let root = root("only", LIST);
    assert_eq!(run(&root, &["--only", "ties"]).status.code(), Some(0));
    assert!(!text(&root, "runs.json").contains("broken"));
    assert_eq!(run(&root, &["--only", "nobody"]).status.code(), Some(2));
}

#[test]
fn a_mistake_in_the_list() {
    for list in ["[[adapter]]\nname = 1", &LIST.replace("profile", "profil"), ""] {
        assert_eq!(run(&root("mistake", list), &["--from-json"]).status.code(), Some(2), "{list}");
    }
}
