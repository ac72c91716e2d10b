//! Small reports of seeded faults, as a scoreboard has them.

use std::sync::LazyLock;

use codec_conformance::explain::{explain, rule_counts};
use codec_conformance::implementation::InProcess;
use codec_conformance::protocol::Hello;
use codec_conformance::report::{Report, build};
use codec_conformance::runner::{Plan, Profile, Run, greet, run};
use codec_conformance::scoreboard::{Adapter, BoardEntry, Record, Start};
use codec_conformance::suite::{Selection, units};
use codec_faults::Faultless;

/// Generated and hand-written checks, of casts and of shapes.
const IDS: [&str; 4] =
    ["cast/tables/float8_e4m3-*int2", "cast/points/float64-float16", "cast/scalar", "reshape/size"];

/// A run of an implementation with that fault, or without one.
pub(crate) fn found(fault: Option<&str>, profile: Profile) -> (Run, Hello) {
    let mut implementation = match fault {
        Some(name) => InProcess::new(name, codec_faults::find(name).expect("a fault").behaviour),
        None => InProcess::new("reference", &Faultless),
    };
    let hello = greet(&mut implementation).expect("it answers");
    let ids = IDS.map(str::to_owned).into();
    let plan = Plan { profile, ..Plan::of(Selection { ids, ..Selection::default() }) };
    let found = run(&mut implementation, &hello, units(), &plan, &|| ());
    (found, hello)
}

/// Its report, with rules.
pub(crate) fn report(fault: Option<&str>) -> Report {
    let (found, hello) = found(fault, Profile::Default);
    let rules = rule_counts(&found);
    let subject = vec!["--builtin".to_owned(), "reference".to_owned()];
    Report { rules, ..build(&explain(found), hello, subject) }
}

pub(crate) const TIES: &str = "ties-away-instead-of-even";

static ENTRIES: LazyLock<Vec<BoardEntry>> = LazyLock::new(|| {
    let dated = |failure: Option<&str>| {
        Some(Record { date: "2026-01-31".to_owned(), failure: failure.map(str::to_owned) })
    };
    let entry = |name: &str, record, report| BoardEntry {
        adapter: Adapter {
            name: name.to_owned(),
            version: "0.1.0".to_owned(),
            language: "rust".to_owned(),
            start: Start::Builtin(name.to_owned()),
            about: "a fixture".to_owned(),
            profile: Profile::Default,
        },
        record,
        report,
    };
    vec![
        entry("right", dated(None), Some(report(None))),
        entry("ties-1.0", dated(None), Some(report(Some(TIES)))),
        entry("zero", dated(None), Some(report(Some("zero-size-copies-the-input")))),
        entry("broken", dated(Some("no <interpreter> there")), None),
        entry("absent", None, None),
    ]
});

/// Implementations that are right, wrong, broken and absent.
pub(crate) fn entries() -> &'static [BoardEntry] {
    &ENTRIES
}
