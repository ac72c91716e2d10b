//! The vectors as trials of another crate's tests: green for a right implementation, red by name
//! for a wrong one.
//!
//! This program is both sides: called with `subject NAME` it is such a test.

use std::process::{Command, ExitCode};

use codec_conformance::implementation::{Connection, Failure, Fast, InProcess};
use codec_conformance::protocol::{Answer, Capabilities, CastRequest, Implementation, Request};
use codec_conformance::reading::Readings;
use codec_conformance::test_with;
use codec_vectors::{Kind, embedded};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().collect();
    if let [_, subject, name, rest @ ..] = words.as_slice()
        && subject == "subject"
    {
        let arguments = Arguments::from_iter([&words[0]].into_iter().chain(rest));
        return subject_tests(&arguments, name);
    }
    let tests = vec![
        Trial::test("a right implementation is green", right),
        Trial::test("there is a trial for each case and each generated file", names),
        Trial::test("a seeded fault is red by name", fault),
        Trial::test("a trial alone", alone),
        Trial::test("an ignored trial says why", ignored),
        Trial::test("nothing asked is red", nothing),
        Trial::test("a panic is an error of its checks alone", panics),
        Trial::test("all failures are summed at the end", summary),
        Trial::test("no answer to hello is red", || red_hello("dumb", "no hello")),
    ];
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

/// Tests an implementation, by a name of this test's own.
fn subject_tests(arguments: &Arguments, name: &str) -> ExitCode {
    match name {
        "fast" => test_with(arguments, &Readings::default(), || Fast),
        "idle" => test_with(arguments, &Readings::default(), || Idle { greets: true }),
        "dumb" => test_with(arguments, &Readings::default(), || Idle { greets: false }),
        "panics" => test_with(arguments, &Readings::default(), || Panicking),
        fault => {
            let fault = codec_faults::find(fault).expect("a seeded fault");
            test_with(arguments, &Readings::default(), || {
                InProcess::new(fault.name, fault.behaviour)
            })
        }
    }
}

/// Right, but for a panic on a single element of int8.
struct Panicking;

impl Implementation for Panicking {
    fn answer(&mut self, request: &Request) -> Answer {
        let hit = |cast: &CastRequest| {
            cast.data_type == "int8" && cast.arrays.iter().any(|array| array.contains(&0x85))
        };
        match request {
            Request::CastValue(cast) if hit(cast) => panic!("no room for 0x85"),
            _ => Fast.answer(request),
        }
    }
}

/// Declares nothing, or does not even answer.
struct Idle {
    greets: bool,
}

impl Connection for Idle {
    fn ask(&mut self, _: &Request) -> Result<Answer, Failure> {
        let Answer::Hello(mut hello) = Fast.answer(&Request::Hello) else { unreachable!() };
        hello.capabilities = Capabilities::default();
        let failure = Failure::Malformed("no hello".to_owned());
        if self.greets { Ok(Answer::Hello(hello)) } else { Err(failure) }
    }
}

/// What a run printed, and whether it was green.
struct Printed {
    green: bool,
    text: String,
    log: String,
}

impl Printed {
    /// The names of the trials that ended so.
    fn ended(&self, how: &str) -> Vec<&str> {
        let lines = self.text.lines().filter_map(|line| line.strip_prefix("test "));
        let ended = lines.filter_map(|line| line.split_once(" ... "));
        ended.filter(|(_, word)| *word == how).map(|(name, _)| name.trim_end()).collect()
    }
}

fn run(subject: &str, arguments: &[&str]) -> Printed {
    let own = std::env::current_exe().expect("the path of this test");
    let output = Command::new(own).args(["subject", subject]).args(arguments).output();
    let output = output.expect("this test runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let log = String::from_utf8(output.stderr).expect("UTF-8");
    Printed { green: output.status.success(), text, log }
}

fn holds(what: bool, printed: &Printed) -> Result<(), Failed> {
    if what { Ok(()) } else { Err(format!("{}\n{}", printed.text, printed.log).into()) }
}

fn right() -> Result<(), Failed> {
    let printed = run("fast", &[]);
    let (passed, ignored) = (printed.ended("ok"), printed.ended("ignored"));
    holds(printed.green && printed.ended("FAILED").is_empty(), &printed)?;
    for name in ["hello", "cast/tables/int8", "cast/example/128-to-int8-wrap", "reshape/family"] {
        holds(passed.contains(&name), &printed)?;
    }
    // It reads no JSON.
    holds(ignored.contains(&"cast/example/codec-object"), &printed)
}

fn names() -> Result<(), Failed> {
    let printed = run("fast", &["--list"]);
    let listed = printed.text.lines().filter_map(|line| line.strip_suffix(": test"));
    let mut listed: Vec<String> = listed.map(str::to_owned).collect();
    let mut names = vec!["hello".to_owned()];
    names.extend(embedded::cases().into_iter().map(|case| case.id));
    names.extend(embedded::reshape(Kind::Cases).into_iter().map(|batch| batch.id));
    names.extend(embedded::packing(Kind::Cases).into_iter().map(|batch| batch.id));
    for (path, _) in embedded::files() {
        let parts: Vec<&str> = path.trim_end_matches(".json").split('/').collect();
        match parts[..] {
            ["cast_value", kind, source] if kind != "cases" => {
                names.push(format!("cast/{kind}/{source}"));
            }
            ["unpack", "batches", "axes"] => {
                names.extend(["axes", "padding"].map(|name| format!("unpack/{name}")));
            }
            [codec, "batches", name] => names.push(format!("{codec}/{}", name.replace('_', "-"))),
            _ => {}
        }
    }
    listed.sort();
    names.sort();
    holds(listed == names, &printed)
}

fn fault() -> Result<(), Failed> {
    let printed = run("ties-away-instead-of-even", &["cast/"]);
    let failed = printed.ended("FAILED");
    holds(!printed.green, &printed)?;
    for name in ["cast/example/rounding-nearest-even", "cast/tables/float8_e4m3"] {
        holds(failed.contains(&name), &printed)?;
    }
    let passed = printed.ended("ok");
    for name in ["cast/example/rounding-towards-zero", "cast/example/128-to-int8-clamp"] {
        holds(passed.contains(&name), &printed)?;
    }
    let check = "check     cast/example/rounding-nearest-even/encode/0x";
    holds(printed.text.contains(check) && !printed.text.contains("rerun"), &printed)
}

/// Of 256 elements in each direction, the one that panics is lost, in each of its functions; all
/// others are still asked and right.
fn panics() -> Result<(), Failed> {
    let printed = run("panics", &["--exact", "cast/tables/int8"]);
    holds(!printed.green && printed.text.contains("panicked: no room for 0x85"), &printed)?;
    let failed: Vec<&str> =
        printed.text.lines().filter(|line| line.contains("check     ")).collect();
    holds(!failed.is_empty() && failed.iter().all(|line| line.ends_with("/0x85")), &printed)
}

fn summary() -> Result<(), Failed> {
    let printed = run("ties-away-instead-of-even", &["cast/tables/float8_e4m3"]);
    let lines: Vec<&str> = printed.log.lines().collect();
    let [first, .., last] = lines.as_slice() else { return holds(false, &printed) };
    let is_sum = |line: &str| {
        let mut words = line.split(' ').filter_map(|word| word.parse::<u64>().ok());
        words.next() > Some(0) && words.next() > Some(0)
    };
    holds(first.contains(" checks failed in ") && is_sum(first), &printed)?;
    let cause = codec_faults::find("ties-away-instead-of-even").expect("a fault").cause;
    holds(lines.iter().any(|line| line.contains(cause)), &printed)?;
    holds(
        last.starts_with("rerun one of them: cargo test -- --exact cast/tables/float8_e4m3"),
        &printed,
    )?;
    let unexplained = run("panics", &["--exact", "cast/tables/int8"]);
    let says = |words: &str| unexplained.log.lines().any(|line| line.contains(words));
    holds(says("error answered by: fault: panicked: no room for #, in 1 test"), &unexplained)?;
    let green = run("fast", &["cast/tables/int8"]);
    holds(green.green && green.log.is_empty(), &green)
}

fn alone() -> Result<(), Failed> {
    let name = "cast/example/rounding-nearest-even";
    let printed = run("ties-away-instead-of-even", &["--exact", name]);
    holds(!printed.green && printed.ended("FAILED") == [name], &printed)?;
    let printed = run("fast", &["--exact", name]);
    holds(printed.green && printed.ended("ok") == [name], &printed)
}

fn ignored() -> Result<(), Failed> {
    let printed = run("fast", &["--ignored", "--exact", "cast/example/codec-object"]);
    holds(printed.green && printed.text.contains("is not declared)"), &printed)
}

fn nothing() -> Result<(), Failed> {
    red_hello("idle", "the declared capabilities cover none of the vectors")
}

fn red_hello(subject: &str, why: &str) -> Result<(), Failed> {
    let printed = run(subject, &[]);
    let failed = printed.ended("FAILED");
    holds(!printed.green && failed == ["hello"] && printed.text.contains(why), &printed)
}
