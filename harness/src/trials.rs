//! The vectors as tests of another crate, run by `libtest-mimic`.

use std::collections::BTreeMap;
use std::sync::Arc;

use codec_vectors::Kind;
use libtest_mimic::{Completion, Failed, Trial};

use crate::explain::explain;
use crate::implementation::Connection;
use crate::protocol::Hello;
use crate::report::{Style, build, exit_code, pretty};
use crate::runner::{Plan, greet, run};
use crate::suite::{Unit, skip, units};

/// The trial that fails where nothing can be asked.
const HELLO: &str = "hello";

/// The vectors as trials: one for each hand-written case, by its id, and one for each generated
/// file, by what the ids in it start with, such as `cast/tables/int8`. The axes of Unpack and the
/// padding stand in one file, and are two trials.
///
/// `make` gives each trial an implementation of its own. What the capabilities do not cover is an
/// ignored trial; one that is run all the same says why. An implementation that covers nothing, or
/// does not answer, fails the trial `hello`.
///
/// With `harness = false` for the test, this is all of it:
///
/// ```no_run
/// use codec_conformance::implementation::Fast;
/// use libtest_mimic::Arguments;
///
/// fn main() -> std::process::ExitCode {
///     libtest_mimic::run(&Arguments::from_args(), codec_conformance::trials(|| Fast)).exit_code()
/// }
/// ```
pub fn trials<C: Connection + 'static>(make: impl Fn() -> C + Send + Sync + 'static) -> Vec<Trial> {
    let hello = match greet(&mut make()) {
        Ok(hello) => Arc::new(hello),
        Err(failure) => return vec![Trial::test(HELLO, move || Err(failure.into()))],
    };
    let make = Arc::new(make);
    let mut groups: BTreeMap<String, Vec<Arc<Unit>>> = BTreeMap::new();
    for unit in units() {
        groups.entry(name(&unit)).or_default().push(unit);
    }
    let groups = groups.into_iter().map(|(name, units)| {
        let (make, hello) = (Arc::clone(&make), Arc::clone(&hello));
        let skipped = skipped(&units, &hello);
        let ignored = skipped.is_some();
        let trial = Trial::ignorable_test(name, move || match skipped {
            Some(reason) => Ok(Completion::ignored_with(reason)),
            None => ask(&mut make(), &hello, units),
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
    implementation: &mut dyn Connection,
    hello: &Hello,
    units: Vec<Arc<Unit>>,
) -> Result<Completion, Failed> {
    let found = run(implementation, hello, units, &Plan::default(), &|| ());
    let report = build(&explain(found), hello.clone(), Vec::new());
    if exit_code(&report) == 0 {
        return Ok(Completion::Completed);
    }
    let words = pretty(&report, Style { width: 100, color: false });
    // No command line runs an implementation of another crate.
    Err(words.replace("rerun     codec-conformance test --id ", "check     ").into())
}
