//! The recipe that the README has for a CI, run as it is written there: two bugs are listed, one is
//! mended, and it comes back.
//!
//! This program is both sides: called with `adapter FAULT FAULT` it is an adapter with a fault of
//! casts and one of `reshape`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use codec_conformance::implementation::InProcess;
use codec_conformance::protocol::{Answer, Implementation, Request, serve};
use codec_faults::{Behaviour, Faultless, find};
use libtest_mimic::{Arguments, Trial};

const README: &str = include_str!("../../README.md");

/// The adapter that the README's commands name.
const ADAPTER: &str = "\"python3 my_adapter.py\"";

const CASTS: &str = "ties-away-instead-of-even";
const RESHAPE: &str = "alignment-unchecked";
const MENDED: &str = "mended";

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [mode, casts, reshape] = words.as_slice()
        && mode == "adapter"
    {
        let [casts, reshape] = [casts, reshape].map(|name| behaviour(name));
        serve(Subject { casts, reshape });
        return;
    }
    let recipe = Trial::test("the recipe of the README", || {
        recipe();
        Ok(())
    });
    libtest_mimic::run(&Arguments::from_args(), vec![recipe]).exit();
}

fn behaviour(name: &str) -> &'static dyn Behaviour {
    find(name).map_or(&Faultless, |fault| fault.behaviour)
}

/// Casts between a few types and `reshape`, each with its bug.
struct Subject {
    casts: &'static dyn Behaviour,
    reshape: &'static dyn Behaviour,
}

impl Implementation for Subject {
    fn answer(&mut self, request: &Request) -> Answer {
        let behaviour = match request {
            Request::Reshape(_) => self.reshape,
            _ => self.casts,
        };
        let mut answer = InProcess::new("subject", behaviour).answer(request);
        if let Answer::Hello(hello) = &mut answer {
            let capabilities = &mut hello.capabilities;
            let casts = capabilities.cast_value.as_mut().expect("the reference casts");
            casts.data_types = ["int8", "float16", "float8_e5m2"].map(str::to_owned).into();
            (capabilities.unpack, capabilities.pack) = (None, None);
            hello.implementation.version = "1.0".to_owned();
        }
        answer
    }
}

/// The commands of the README's section, on an adapter with these bugs.
struct Ci {
    folder: PathBuf,
    commands: Vec<Vec<String>>,
}

impl Ci {
    /// The command that starts with these words.
    fn run(&self, start: &[&str], bugs: [&str; 2]) -> Output {
        let is_it = |words: &&Vec<String>| words[1..].starts_with(&start.map_words());
        let words = self.commands.iter().find(is_it);
        let words = words.unwrap_or_else(|| panic!("{start:?} is not in the README"));
        self.run_words(&words[1..], bugs)
    }

    fn run_words(&self, words: &[String], bugs: [&str; 2]) -> Output {
        let own = std::env::current_exe().expect("the path of this test");
        let own = own.to_str().expect("a path in UTF-8");
        let adapter = shell_words::join([own, "adapter", bugs[0], bugs[1]]);
        let named = |word: &String| match word == ADAPTER.trim_matches('"') {
            true => adapter.clone(),
            false => word.clone(),
        };
        let mut command = Command::new(env!("CARGO_BIN_EXE_codec-conformance"));
        command.args(words.iter().map(named)).current_dir(&self.folder);
        command.output().expect("the program runs")
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

/// The words of a command, owned.
trait Words {
    fn map_words(&self) -> Vec<String>;
}

impl Words for &[&str] {
    fn map_words(&self) -> Vec<String> {
        self.iter().map(|word| (*word).to_owned()).collect()
    }
}

/// The commands of the section about CI.
fn commands() -> Vec<Vec<String>> {
    let section = README.split("\n## In your CI\n").nth(1).expect("a section about CI");
    let section = section.split("\n## ").next().expect("a first part");
    let blocks = section.split("```sh\n").skip(1);
    let text: String = blocks.filter_map(|block| block.split("```").next()).collect();
    let text = text.replace("\\\n", " ");
    let words = |line: &str| shell_words::split(line).expect("words of a shell");
    text.lines().filter(|line| !line.is_empty()).map(words).collect()
}

fn recipe() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("recipe");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder");
    let ci = Ci { folder, commands: commands() };

    expect(&ci.run(&["baseline", "--init"], [CASTS, RESHAPE]), 0, "the list is made");
    let list = fs::read_to_string(ci.file("expected-failures.toml")).expect("the list");
    assert!(list.contains("/*/"), "globs where they are exact: {list}");
    expect(&ci.run(&["test"], [CASTS, RESHAPE]), 0, "all failures are on the list");

    expect(&ci.run(&["test"], [CASTS, MENDED]), 7, "what is mended passes");
    let shown = ci.run_words(&["report", "report.json"].as_slice().map_words(), [CASTS, MENDED]);
    expect(&shown, 7, "the report has the code of its run");
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(shown.contains("passes now") && shown.contains("baseline --update"), "{shown}");
    assert!(shown.contains("RS-ALIGN-1") && !shown.contains("XPASS CV-"), "{shown}");

    expect(&ci.run(&["baseline", "--update"], [CASTS, MENDED]), 0, "the list is cut");
    let cut = fs::read_to_string(ci.file("expected-failures.toml")).expect("the list");
    assert!(cut.len() < list.len() && !cut.contains("rs-align-1"), "{cut}");
    expect(&ci.run(&["test"], [CASTS, MENDED]), 0, "the list is exact");
    fs::rename(ci.file("report.json"), ci.file("released.json")).expect("a report to keep");

    expect(&ci.run(&["test"], [CASTS, RESHAPE]), 100, "what was mended has come back");
    let diff = ci.run(&["diff"], [CASTS, RESHAPE]);
    expect(&diff, 100, "which is worse");
    let diff = String::from_utf8_lossy(&diff.stdout).into_owned();
    assert!(diff.contains("REGRESSED RS-ALIGN-1"), "{diff}");
    assert!(!diff.contains("NEW"), "{diff}");
}

fn expect(output: &Output, code: i32, what: &str) {
    let told = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (told(&output.stdout), told(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{what}\n{out}\n{err}");
}
