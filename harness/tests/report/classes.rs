//! What is in one class, what in one family, and which cause is named.

use codec_conformance::explain::explain;
use codec_conformance::implementation::InProcess;
use codec_conformance::protocol::{Answer, Implementation, Refusal, Request, Stage};
use codec_conformance::report::{Format, Report, Style, Wrongness, build, pretty, render};
use codec_conformance::runner::{Plan, greet, run};
use codec_conformance::suite::Selection;
use codec_faults::Faultless;

use crate::samples::{report, suite};

const STYLE: Style = Style { width: 100, color: false };

/// The causes that a report names, each once.
fn causes(report: &Report) -> Vec<Option<&str>> {
    let mut causes: Vec<_> = report.classes.iter().map(|class| class.cause.as_deref()).collect();
    causes.sort_unstable();
    causes.dedup();
    causes
}

fn cause(fault: &str) -> &'static str {
    codec_faults::find(fault).expect("a fault").cause
}

/// Faults, the checks that show them, and the only kinds of their failures.
const KINDS: [(&str, &str, &[Wrongness]); 7] = [
    (
        "ties-away-instead-of-even",
        "cast/tables/float8_e4m3-*int2",
        &[Wrongness::Refused, Wrongness::WrongResult],
    ),
    ("nan-refused", "cast/tables/float8_e5m2-float16", &[Wrongness::Refused]),
    ("nan-becomes-zero", "cast/tables/float8_e5m2-int8", &[Wrongness::Accepted]),
    ("float-roundings-refused", "cast/points/float32-float16", &[Wrongness::RefusedAtOpen]),
    ("unknown-members-accepted", "cast/configuration", &[Wrongness::Accepted]),
    (
        "failures-left-out",
        "cast/points/float64-int16/nearest-even/none/encode",
        &[Wrongness::Other],
    ),
    ("empty-input-dims-dropped", "reshape/dims", &[Wrongness::WrongResult]),
];

#[test]
fn kinds_are_told_apart() {
    for (fault, ids, expected) in KINDS {
        let report = report(&format!("fault:{fault}"), &[ids]);
        let mut kinds: Vec<Wrongness> =
            report.classes.iter().map(|class| class.wrongness).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(kinds, expected, "{fault}");
    }
}

/// A codec that does not open says nothing of the rules of its elements: one headline, with all
/// types and rules, in every form.
#[test]
fn a_refusal_at_open_is_one_family() {
    let ids = ["cast/points/float32-float16", "cast/points/float64-float32"];
    let report = report("fault:float-roundings-refused", &ids);
    let rules = report.classes.iter().map(|class| class.rule.as_str());
    assert!(rules.clone().collect::<std::collections::BTreeSet<_>>().len() > 5);
    let text = pretty(&report, STYLE);
    let failed = report.totals.fail;
    let headline = format!("FAIL {failed} checks, likely: rejects every rounding mode but");
    assert_eq!(text.matches("FAIL ").count(), 2, "the headline and the verdict: {text}");
    assert!(text.contains(&headline), "{text}");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for class in &report.classes {
        assert!(text.contains(&format!("{} (", class.rule)), "{} in {text}", class.rule);
        assert!(text.contains(&format!("{} -> {} (", class.source, class.target)), "{text}");
    }
    for format in [Format::Markdown, Format::Html, Format::Junit] {
        let text = render(&report, format, STYLE);
        assert!(text.contains("rejects every rounding mode but nearest-even"), "{text}");
        for of_elements in ["CV-EXACT-1: ", "CV-EXACT-1</code> "] {
            assert!(!text.contains(of_elements), "{text}");
        }
    }
}

/// Each fault is the cause of what it alone does, whatever else does the like.
#[test]
fn a_fault_is_the_cause_of_its_own_failures() {
    for (fault, ids) in [
        ("ties-away-instead-of-even", "cast/tables/float8_e4m3-*int2"),
        ("nan-refused", "cast/tables/float8_e5m2-float16"),
        ("signalling-nan-refused", "cast/points/float32-float64"),
        ("wrap-in-floating-point", "cast/points/float32-uint32"),
        ("wrap-refuses-beyond-int64", "cast/points/float64-*int*"),
        ("overflow-on-the-way-refused", "cast/points/float32-float16"),
        ("one-past-the-top-refused", "cast/points/float64-int64"),
        ("nearest-through-float32", "cast/points/float64-float16"),
        ("double-rounding-through-float32", "cast/points/float64-float16"),
        ("nearest-even-through-float32", "cast/points/float64-float16"),
        ("integers-to-nearest-through-float64", "cast/points/int64-float*"),
        ("integers-into-floats-by-the-language", "cast/points/int*-float*"),
        ("absent-overflows-as-the-mode-has-it", "cast/points/float64-float*"),
        ("float-roundings-refused", "cast/points/float32-float16"),
        ("literals-counted-as-input-dims", "reshape/*"),
    ] {
        let report = report(&format!("fault:{fault}"), &[ids]);
        assert!(report.totals.fail > 0, "{fault}");
        assert_eq!(causes(&report), [Some(cause(fault))], "{fault}");
    }
}

/// What takes a long array to show is asked in the same array.
#[test]
fn faults_of_long_arrays_are_named() {
    for (fault, ids) in [
        ("vector-body-ignores-rounding", "cast/tables/int8-float4_e2m1fn"),
        ("vector-lane-copied", "cast/tables/int8-int16"),
    ] {
        let report = report(&format!("fault:{fault}"), &[ids]);
        assert!(report.classes.iter().any(|class| class.example.array_length > 1), "{fault}");
        assert_eq!(causes(&report), [Some(cause(fault))], "{fault}");
    }
}

/// The reference, but for one input that it rejects.
struct OneRefused(InProcess<'static>);

impl Implementation for OneRefused {
    fn answer(&mut self, request: &Request) -> Answer {
        let mut answer = self.0.answer(request);
        if let (Request::CastValue(cast), Answer::Results { results, .. }) = (request, &mut answer)
        {
            for (array, result) in cast.arrays.iter().zip(results) {
                if array.contains(&0x35) {
                    let [reason, message] = ["other", "out of luck"].map(str::to_owned);
                    *result = Err(Refusal { stage: Stage::Data, reason, message });
                }
            }
        }
        answer
    }
}

/// Many faults reject one check of many; none of them is named for it.
#[test]
fn one_refusal_names_no_cause() {
    let mut implementation = OneRefused(InProcess::new("one refused", &Faultless));
    let hello = greet(&mut implementation).expect("a hello");
    let ids = vec!["cast/tables/int8-int16/nearest-even/none/encode".to_owned()];
    let plan = Plan::of(Selection { ids, ..Selection::default() });
    let found = run(&mut implementation, &hello, suite().to_vec(), &plan, &|| ());
    let report = build(&explain(found), hello, Vec::new());
    assert_eq!(report.selected, (&plan).into(), "a report knows what was selected");
    let [class] = report.classes.as_slice() else { panic!("{:?}", report.classes) };
    assert_eq!(
        (class.count, class.wrongness, class.cause.as_deref()),
        (1, Wrongness::Refused, None)
    );
    let text = pretty(&report, STYLE);
    assert!(text.contains("FAIL 1 check, answered by: "), "{text}");
    for form in [Format::Pretty, Format::Markdown, Format::Html, Format::Junit] {
        let text = render(&report, form, STYLE);
        assert!(!text.contains("1 checks") && !text.contains("1\u{a0}checks"), "{text}");
    }
}

/// Cases whose other type is unknown have no type to name.
#[test]
fn what_has_no_type_is_named() {
    let ids = ["cast/configuration", "fill_value/*"];
    let report = report("fault:data-type-defaults-to-that-of-the-array", &ids);
    let pairs: Vec<String> = report
        .classes
        .iter()
        .map(|class| format!("{} -> {}", class.source, class.target))
        .collect();
    assert!(pairs.iter().any(|pair| pair.contains("no known type")), "{pairs:?}");
    assert!(!pairs.iter().any(|pair| pair.contains("JSON")), "{pairs:?}");
    let report = crate::samples::report("fault:fill-booleans-accepted", &["fill/*", "cast/*"]);
    let read = report.classes.iter().filter(|class| class.operation == "fill_value");
    let sources: Vec<&str> = read.map(|class| class.source.as_str()).collect();
    assert!(!sources.is_empty() && sources.iter().all(|source| *source == "JSON fill value"));
}
