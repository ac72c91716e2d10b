//! Notes, code and vectors name the same rules.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use codec_conformance::generate::{Full, apply, generate};
use codec_reference::Alternative;
use codec_vectors::embedded;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").to_owned()
}

fn noted() -> BTreeSet<String> {
    embedded::rules().into_iter().map(|rule| rule.id).collect()
}

/// The rule ids in a text: letters, a word, a number.
fn ids(text: &str) -> BTreeSet<String> {
    let part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
    let words = text.split(|c| !part(c)).map(|word| word.trim_matches('-'));
    let is_id = |word: &&str| {
        let mut parts = word.split('-');
        let spec = parts.next().is_some_and(|spec| ["CV", "FV", "RS", "UP"].contains(&spec));
        let number = parts.next_back().is_some_and(|last| last.parse::<u32>().is_ok());
        spec && number && parts.count() == 1
    };
    words.filter(is_id).map(str::to_owned).collect()
}

/// A source without its plain comments: what it documents and says itself.
fn said(source: &str) -> String {
    let plain = |line: &str| {
        let line = line.trim_start();
        line.starts_with("//") && !line.starts_with("///") && !line.starts_with("//!")
    };
    source.lines().filter(|line| !plain(line)).collect::<Vec<_>>().join("\n")
}

/// The texts of a folder and those below it.
fn sources(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).expect("a folder of sources");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let text = |path: PathBuf| match path.is_dir() {
        true => sources(&path),
        false => std::fs::read_to_string(&path).expect("a source"),
    };
    paths.map(text).collect()
}

/// `CV-WRAP-1 to CV-WRAP-3` names the ones between too, so that only plain lists count as names.
#[test]
fn every_rule_has_code_and_every_id_in_code_has_a_note() {
    let code = ids(&said(&sources(&root().join("reference/src"))));
    let without_code: Vec<_> = noted().difference(&code).cloned().collect();
    let without_note: Vec<_> = code.difference(&noted()).cloned().collect();
    assert_eq!(without_code, [""; 0], "rules that reference/src does not name");
    assert_eq!(without_note, [""; 0], "ids in reference/src that spec-notes/ does not have");
}

#[test]
fn notes_and_reference_name_the_same_alternatives() {
    let rules = embedded::rules();
    let noted: BTreeSet<&str> =
        rules.iter().flat_map(|rule| &rule.alternatives).map(|(name, _)| name.as_str()).collect();
    let known: BTreeSet<&str> = Alternative::ALL.into_iter().map(Alternative::name).collect();
    let only_noted: Vec<_> = noted.difference(&known).collect();
    let only_known: Vec<_> = known.difference(&noted).collect();
    assert!(only_noted.is_empty(), "reference/src/reading.rs has no {only_noted:?}");
    assert!(only_known.is_empty(), "vectors/rules.json has no {only_known:?}");
}

#[test]
fn every_note_page_links_only_to_rules_that_exist() {
    let pages = sources(&root().join("spec-notes"));
    let unknown: Vec<_> = ids(&pages).difference(&noted()).cloned().collect();
    assert_eq!(unknown, [""; 0]);
}

#[test]
fn the_committed_files_are_the_generated_ones() {
    let generated = generate(&root(), Full::Leave, &|_| ()).expect("notes that can be read");
    let changes = apply(&root(), generated, true).expect("vectors that can be read");
    assert_eq!(changes, [], "run `cargo run --release -- generate`");
}
