//! The vectors as tests of another crate, run by `libtest-mimic`.

mod summary;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Arc;

use codec_vectors::Kind;
use libtest_mimic::{Arguments, Completion, Failed, Trial};

use crate::explain::explain;
use crate::implementation::Connection;
use crate::protocol::Hello;
use crate::reading::Readings;
use crate::report::{Report, Style, build, exit_code, pretty};
use crate::runner::{Plan, greet, run};
use crate::suite::{Unit, skip, units};
use summary::Summary;

/// The trial that fails where nothing can be asked.
const HELLO: &str = "hello";

/// Runs the vectors as the tests of another crate, and sums up at the end what failed in all of
/// them. `make` gives each trial an implementation of its own.
///
/// With `harness = false` for the test, this is all of it:
///
/// ```no_run
/// use codec_conformance::typed::Codec;
///
/// fn main() -> std::process::ExitCode {
///     codec_conformance::test(|| Codec::new("my-codec", "0.1.0"))
/// }
/// ```
///
/// The trials are those of [`trials`]; the command line is that of `libtest-mimic`.
pub fn test<C: Connection + 'static>(make: impl Fn() -> C + Send + Sync + 'static) -> ExitCode {
    test_with(&Arguments::from_args(), &Readings::default(), make)
}

/// The same with a command line of one's own, and with the readings by which answers are judged. A
/// trial asks a part of the vectors, which elects none: of the rules without one, every tolerated
/// answer passes.
pub fn test_with<C: Connection + 'static>(
    arguments: &Arguments,
    readings: &Readings,
    make: impl Fn() -> C + Send + Sync + 'static,
) -> ExitCode {
    let summary = Arc::new(Summary::default());
    let conclusion = libtest_mimic::run(arguments, summed(&summary, readings, make));
    eprint!("{summary}");
    conclusion.exit_code()
}

/// The vectors as trials: one for each hand-written case, by its id, and one for each generated
/// file, by what the ids in it start with, such as `cast/tables/int8`. The axes of Unpack and the
/// padding are in one file, and are two trials.
///
/// What the capabilities do not cover is an ignored trial; one that is run all the same says why.
/// An implementation that covers nothing, or does not answer, fails the trial `hello`. A
/// panic of the implementation is a failure like any other: the trial goes on.
pub fn trials<C: Connection + 'static>(
    readings: &Readings,
    make: impl Fn() -> C + Send + Sync + 'static,
) -> Vec<Trial> {
    summed(&Arc::default(), readings, make)
}

/// The trials, each of which adds what fails in it.
fn summed<C: Connection + 'static>(
    summary: &Arc<Summary>,
    readings: &Readings,
    make: impl Fn() -> C + Send + Sync + 'static,
) -> Vec<Trial> {
    let hello = match greet(&mut make()) {
        Ok(hello) => Arc::new(hello),
        Err(failure) => return vec![Trial::test(HELLO, move || Err(failure.into()))],
    };
    let make = Arc::new(make);
    let plan = Plan { readings: readings.clone(), is_part: true, ..Plan::default() };
    let plan = Arc::new(plan);
    let mut groups: BTreeMap<String, Vec<Arc<Unit>>> = BTreeMap::new();
    for unit in units() {
        groups.entry(name(&unit)).or_default().push(unit);
    }
    let groups = groups.into_iter().map(|(name, units)| {
        let (make, hello, summary) = (Arc::clone(&make), Arc::clone(&hello), Arc::clone(summary));
        let plan = Arc::clone(&plan);
        let skipped = skipped(&units, &hello);
        let ignored = skipped.is_some();
        let trial = Trial::ignorable_test(name.clone(), move || match skipped {
            Some(reason) => Ok(Completion::ignored_with(reason)),
            None => judged(ask(&mut make(), &hello, units, &plan), &name, &summary),
        });
        trial.with_ignored_flag(ignored)
    });
    let mut trials: Vec<Trial> = groups.collect();
    let covered = trials.iter().any(|trial| !trial.has_ignored_flag());
    let greeting = move || match covered {
        true => Ok(()),
        false => Err(Failed::from("the declared capabilities cover none of the vectors")),
    };
    trials.insert(0, Trial::test(HELLO, greeting));
    trials
}

/// What the id starts with: the id of the case, or what the ids in a file have in common.
fn name(unit: &Unit) -> String {
    let parts: Vec<&str> = unit.id.split('/').collect();
    match (unit.kind, unit.types().0) {
        (Kind::Cases, _) => parts[..3].join("/"),
        (Kind::Batches, _) => parts[..2].join("/"),
        (_, source) => {
            let source = source.expect("generated groups name known types");
            format!("{}/{source}", parts[..2].join("/"))
        }
    }
}

/// Why nothing of the units is asked; `None` where something is.
fn skipped(units: &[Arc<Unit>], hello: &Hello) -> Option<String> {
    let mut reason = None;
    for unit in units {
        reason = Some(skip(unit, &hello.capabilities)?);
    }
    reason
}

fn ask(
    connection: &mut dyn Connection,
    hello: &Hello,
    units: Vec<Arc<Unit>>,
    plan: &Plan,
) -> Report {
    let found = run(connection, hello, units, plan, &|| ());
    build(&explain(found), hello.clone(), Vec::new())
}

fn judged(report: Report, name: &str, summary: &Summary) -> Result<Completion, Failed> {
    if exit_code(&report) == 0 {
        return Ok(Completion::Completed);
    }
    summary.add(name, &report);
    let words = pretty(&report, Style { width: 100, color: false });
    // No command line runs an implementation of another crate.
    let words = words.replace("rerun     codec-conformance test --id ", "check     ");
    Err(words.replace("first:  codec-conformance test --id ", "first:  ").into())
}
