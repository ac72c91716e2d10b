//! Small reports of every kind.

use std::sync::{Arc, LazyLock};

use codec_conformance::explain::explain;
use codec_conformance::implementation::{Connection, Fast, InProcess};
use codec_conformance::report::{
    Class, Drawing, ExpectedFailure, How, Reading, Report, RuleCount, Who, build,
};
use codec_conformance::runner::Status;
use codec_conformance::runner::{Plan, greet, run};
use codec_conformance::suite::{Selection, Unit, units};
use serde_json::Value;

static UNITS: LazyLock<Vec<Arc<Unit>>> = LazyLock::new(units);

/// All units of the suite.
pub(crate) fn suite() -> &'static [Arc<Unit>] {
    &UNITS
}

/// A report of the checks that these globs name.
pub(crate) fn report(builtin: &str, ids: &[&str]) -> Report {
    let mut implementation: Box<dyn Connection> = match builtin {
        "fast" => Box::new(Fast),
        fault => {
            let fault =
                codec_faults::find(fault.trim_start_matches("fault:")).expect("a fault's name");
            Box::new(InProcess::new(fault.name, fault.behaviour))
        }
    };
    let hello = greet(implementation.as_mut()).expect("a built-in implementation answers");
    let ids = ids.iter().map(|id| (*id).to_owned()).collect();
    let plan = Plan::of(Selection { ids, ..Selection::default() });
    let found = run(implementation.as_mut(), &hello, UNITS.clone(), &plan, &|| ());
    let subject = vec!["--builtin".to_owned(), builtin.to_owned()];
    build(&explain(found), hello, subject)
}

/// The checks of [`ties`] and [`right`].
pub(crate) const BOTH: &str = "cast/tables/float8_e4m3-*int2";

static TIES: LazyLock<Report> =
    LazyLock::new(|| report("fault:ties-away-instead-of-even", &[BOTH]));
static RIGHT: LazyLock<Report> = LazyLock::new(|| report("fast", &[BOTH]));

/// A fault that fails on several rules and pairs of types.
pub(crate) fn ties() -> &'static Report {
    &TIES
}

/// An implementation that passes the same checks.
pub(crate) fn right() -> &'static Report {
    &RIGHT
}

/// A report, and the exit code that it has.
pub(crate) struct Sample {
    pub(crate) name: &'static str,
    pub(crate) code: u8,
    pub(crate) report: Report,
}

static ALL: LazyLock<Vec<Sample>> = LazyLock::new(|| {
    let skips = ["cast/configuration", "cast/fill", "reshape/example", "unpack/example"];
    let shapes = ["reshape/size", "reshape/example"];
    let passes = || report("fast", &["cast/tables/int2-int4"]);
    let counted = RuleCount { rule: "CV-EXACT-1".to_owned(), asked: 120, passed: 120 };
    let samples = [
        ("failures", 100, ties().clone()),
        ("passes", 0, passes()),
        ("skips", 0, report("fast", &skips)),
        ("nothing", 4, report("fast", &["cast/tables/int2-int99"])),
        ("shapes", 100, report("fault:zero-size-copies-the-input", &shapes)),
        ("crash", 3, crashed()),
        ("interrupted", 130, Report { interrupted: true, ..passes() }),
        ("miscounted", 1, miscounted(passes())),
        ("problem", 3, Report { problems: vec!["answered twice".to_owned()], ..passes() }),
        ("expected failures", 0, with_status(Status::Xfail)),
        ("unexpected passes", 7, with_status(Status::Xpass)),
        ("stale", 7, Report { stale: vec!["cast/no/such".to_owned()], ..passes() }),
        ("rules", 0, Report { rules: vec![counted], ..passes() }),
        ("hostile", 100, hostile()),
    ];
    samples.map(|(name, code, report)| Sample { name, code, report }).into()
});

/// One of each kind.
pub(crate) fn all() -> &'static [Sample] {
    &ALL
}

/// The report of that kind.
pub(crate) fn sample(name: &str) -> &'static Report {
    let named = all().iter().find(|sample| sample.name == name);
    &named.expect("a sample's name").report
}

fn crashed() -> Report {
    let mut report = with_status(Status::Crash);
    report.totals.notrun = 7;
    report.totals.planned += 7;
    report.requests.crashed = 61;
    report.problems = vec!["the adapter failed 61 times; the rest was not run".to_owned()];
    report
}

fn miscounted(mut report: Report) -> Report {
    report.totals.planned += 1;
    report
}

/// The failures under another status.
fn with_status(status: Status) -> Report {
    let mut report = ties().clone();
    let failed = std::mem::take(&mut report.totals.fail);
    for level in &mut report.levels {
        let failed = std::mem::take(&mut level.failed);
        level.passed += if status == Status::Xpass { failed } else { 0 };
    }
    match status {
        Status::Xfail => report.totals.xfail = failed,
        Status::Xpass => {
            report.totals.xpass = failed;
            report.operations.iter_mut().for_each(|one| one.passed = one.asked);
            report.pairs.iter_mut().for_each(|one| one.passed = one.asked);
        }
        _ => report.totals.crash = failed,
    }
    let reason = "known, to be mended".to_owned();
    let expected = ExpectedFailure { reason, issue: Some("an issue".to_owned()) };
    for class in &mut report.classes {
        class.status = status;
        class.expected = matches!(status, Status::Xfail | Status::Xpass).then(|| expected.clone());
    }
    report
}

/// What a form may take for its own wherever there is a text that others wrote.
pub(crate) const HOSTILE: &str =
    "</script><b>|`x``y`\\|*a*_b_[c](d)<!-- & &lt; \"q\" 'r'\n# h\n- i\n```\n~~~\u{1b}[31m\u{7}]]>";

/// A small report that has something of everything, with a text of its own wherever the form takes
/// any.
pub(crate) fn everything(mut text: impl FnMut() -> String) -> Report {
    static PARTS: LazyLock<(Value, Vec<String>)> = LazyLock::new(|| {
        let report = serde_json::to_value(full()).expect("JSON");
        let mut places = Vec::new();
        strings(&report, String::new(), &mut places);
        // Some words are the form's own.
        places.retain(|place| {
            let mut other = report.clone();
            *other.pointer_mut(place).expect("it is there") = "a text".into();
            serde_json::from_value::<Report>(other).is_ok()
        });
        (report, places)
    });
    let (mut report, places) = PARTS.clone();
    for place in places {
        *report.pointer_mut(&place).expect("it is there") = text().into();
    }
    balanced(serde_json::from_value(report).expect("a report"))
}

/// The report with totals that are those of its details, whatever these say.
pub(crate) fn balanced(mut report: Report) -> Report {
    for (index, class) in report.classes.iter_mut().enumerate() {
        class.count = class.checks.len() as u64;
        (0..).zip(&mut class.checks).for_each(|(check, id): (usize, _)| {
            *id += &format!(" {index}.{check}");
        });
    }
    let of = |status: Status| -> u64 {
        let classes = report.classes.iter().filter(|class| class.status == status);
        classes.map(|class| class.count).sum()
    };
    let failed =
        [Status::Fail, Status::Error, Status::Crash, Status::Timeout, Status::Xpass].map(of);
    for one in &mut report.levels {
        let fails = |class: &&Class| class.status.is_graded() && class.level == one.level;
        let failed = report.classes.iter().filter(fails).map(|class| class.count).sum();
        (one.passed, one.failed) = (0, failed);
    }
    report.levels[0].passed = of(Status::Xpass);
    let totals = &mut report.totals;
    [totals.fail, totals.error, totals.crash, totals.timeout, totals.xpass] = failed;
    let asked = report.operations.iter().map(|one| one.asked).sum::<u64>();
    totals.asked = asked.max(failed.iter().sum());
    totals.xfail = totals.asked - failed.iter().sum::<u64>();
    totals.pass = 0;
    for one in &mut report.operations {
        (one.asked, one.passed) = (0, 0);
    }
    if let Some(first) = report.operations.first_mut() {
        (first.asked, first.passed) = (totals.asked, totals.xpass);
    }
    let casts = report.operations.iter().filter(|one| one.name == "cast_value");
    let casts: (u64, u64) = casts.map(|one| (one.asked, one.passed)).next().unwrap_or_default();
    for (index, pair) in report.pairs.iter_mut().enumerate() {
        (pair.asked, pair.passed) = if index == 0 { casts } else { (0, 0) };
    }
    totals.skip = report.skips.values().sum();
    totals.declined = report.declines.values().sum();
    totals.planned = totals.sum();
    report
}

fn full() -> Report {
    let mut report = hostile();
    report.classes.truncate(4);
    report.classes.iter_mut().for_each(|class| class.checks.truncate(2));
    report.pairs.truncate(3);
    report.stale = vec!["cast/no/such".to_owned()];
    report.problems = vec!["answered twice".to_owned()];
    report.rules = vec![RuleCount { rule: "CV-EXACT-1".to_owned(), asked: 2, passed: 1 }];
    let answers = [("refused".to_owned(), 1), ("ours".to_owned(), 1)].into();
    let rule = "RS-BIG-2".to_owned();
    report.readings = vec![Reading { rule, taken: None, how: How::Bound, answers }];
    report.classes[0].readings = vec!["CV-NAN-4=ours".to_owned()];
    report.classes[0].message = Some("Value # out of range".to_owned());
    report.against = Some(report.implementation.clone());
    let (seconds, seconds_waited) = (2.5, 0.5);
    report.drawing = Some(Drawing { seed: 1, questions: 2, casts: 3, seconds, seconds_waited });
    report.classes[0].who = Who::A;
    report.classes[1].who = Who::Both;
    report.classes[1].example.case = Some(r#"{"id":"cast/fuzz/one"}"#.to_owned());
    report
}

/// The JSON pointers of all strings.
fn strings(value: &Value, place: String, places: &mut Vec<String>) {
    match value {
        Value::String(_) => places.push(place),
        Value::Array(values) => (0..).zip(values).for_each(|(index, value): (usize, _)| {
            strings(value, format!("{place}/{index}"), places);
        }),
        Value::Object(members) => members.iter().for_each(|(name, value)| {
            let name = name.replace('~', "~0").replace('/', "~1");
            strings(value, format!("{place}/{name}"), places);
        }),
        _ => {}
    }
}

fn hostile() -> Report {
    let mut report = ties().clone();
    let about = &mut report.implementation;
    for text in [&mut about.name, &mut about.version, &mut about.language] {
        HOSTILE.clone_into(text);
    }
    report.subject = vec!["--adapter".to_owned(), HOSTILE.to_owned()];
    report.skips.insert(HOSTILE.to_owned(), 0);
    for class in &mut report.classes {
        let example = &mut class.example;
        let (input, got) = (&mut example.input, &mut example.got);
        for text in [&mut input.meaning, &mut got.text, &mut got.meaning, &mut example.why] {
            HOSTILE.clone_into(text);
        }
        class.sentence = HOSTILE.to_owned();
        class.cause = Some(HOSTILE.to_owned());
    }
    report
}
