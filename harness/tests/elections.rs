//! One reading for each rule and implementation: which one holds, and what fails under it.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use codec_conformance::explain::explain;
use codec_conformance::implementation::{Connection, Failure, InProcess};
use codec_conformance::protocol::{Answer, CastRequest, Implementation, Refusal, Request};
use codec_conformance::reading::Readings as Told;
use codec_conformance::report::{Report, Style, build, exit_code, pretty};
use codec_conformance::runner::{How, Plan, Run, Status, Wrongness, greet, run};
use codec_conformance::suite::{Selection, Unit, units};
use codec_faults::Tolerated;
use codec_reference::{Alternative, Readings};

/// The units in which some check tolerates an alternative of the rule; of generated ones, one
/// function of each pair of types.
fn about(rule: &str) -> Vec<Arc<Unit>> {
    static TOLERANT: LazyLock<Vec<(Arc<Unit>, BTreeSet<String>)>> = LazyLock::new(|| {
        let is_one = |unit: &Arc<Unit>| {
            !unit.is_generated()
                || unit.id.contains("/nearest-even/") && unit.id.contains("/encode")
        };
        let rules = |unit: &Unit| {
            let checks = unit.checks();
            let names = checks.iter().flat_map(|check| check.expectation.alternatives());
            names.filter_map(|name| Some(name.split_once('/')?.0.to_owned())).collect()
        };
        let units = units().into_iter().filter(is_one);
        units.map(|unit| (Arc::clone(&unit), rules(&unit))).collect()
    });
    let tolerant = TOLERANT.iter().filter(|(_, rules)| rules.contains(rule));
    tolerant.map(|(unit, _)| Arc::clone(unit)).collect()
}

fn asked(connection: &mut dyn Connection, rule: &str, plan: &Plan) -> (Run, Report) {
    let hello = greet(connection).expect("a hello");
    let found = run(connection, &hello, about(rule), plan, &|| ());
    let report = build(&explain(found.clone()), hello, vec!["--builtin".into(), "it".into()]);
    (found, report)
}

/// The reference under the readings that it is told for each request.
struct Reader(fn(&Request) -> Readings);

impl Implementation for Reader {
    fn answer(&mut self, request: &Request) -> Answer {
        InProcess::new("reader", &Tolerated((self.0)(request))).answer(request)
    }
}

#[test]
fn a_reading_that_all_answers_follow_is_elected_and_fails_nothing() {
    let bound = "RS-BIG-2/refused";
    for alternative in Alternative::ALL.into_iter().filter(|one| one.name() != bound) {
        let (rule, name) = alternative.name().split_once('/').expect("a rule and a name");
        let codec = Tolerated(Readings::OURS.with(alternative));
        let (found, _) = asked(&mut InProcess::new("reader", &codec), rule, &Plan::default());
        assert_eq!(found.findings, [], "{}", alternative.name());
        assert_eq!(found.readings.of(rule), Some(name));
        assert_eq!(found.how(rule), How::Voted, "{}", alternative.name());
    }
}

/// Rejects NaN where the target is float8_e4m3fnuz, and nowhere else.
fn nan_into_one_type(request: &Request) -> Readings {
    match request {
        Request::CastValue(cast) if targets(cast, "float8_e4m3fnuz") => {
            Readings::OURS.with(Alternative::NanIntoFiniteSpecialError)
        }
        _ => Readings::OURS,
    }
}

fn targets(cast: &CastRequest, name: &str) -> bool {
    let in_configuration = cast.codec.to_string().contains(&format!("\"{name}\""));
    match cast.direction {
        codec_conformance::protocol::Direction::Encode => in_configuration,
        codec_conformance::protocol::Direction::Decode => cast.data_type == name,
    }
}

#[test]
fn mixed_answers_are_judged_by_the_projects_own_reading() {
    let (found, report) = asked(&mut Reader(nan_into_one_type), "CV-NAN-4", &Plan::default());
    assert_eq!(found.readings.of("CV-NAN-4"), Some("ours"));
    assert_eq!(found.how("CV-NAN-4"), How::Mixed);
    let to_it = |target: &str| target == "float8_e4m3fnuz";
    assert!(!report.classes.is_empty());
    for class in &report.classes {
        assert!(to_it(&class.target), "{} -> {}", class.source, class.target);
        assert_eq!((class.rule.as_str(), class.wrongness), ("CV-NAN-4", Wrongness::OtherReading));
        assert_eq!(class.readings, ["CV-NAN-4=ours"]);
    }
    // Every NaN into that type, and nothing else.
    let due = about("CV-NAN-4")
        .iter()
        .filter(|unit| unit.types().1.is_some_and(|one| to_it(one.name())))
        .map(|unit| {
            let checks = unit.checks();
            checks
                .iter()
                .filter(|check| check.expectation.alternatives() == ["CV-NAN-4/error"])
                .count()
        })
        .sum::<usize>();
    assert_eq!(report.totals.fail, due as u64);
    assert_eq!(report.totals.planned, report.totals.sum());
    assert_eq!(exit_code(&report), 100);
    let text = pretty(&report, Style { width: 120, color: false });
    assert!(text.contains("--reading 'CV-NAN-4=ours'"), "{text}");
    assert!(text.contains("CV-NAN-4 ours, as the answers are mixed"), "{text}");
}

#[test]
fn a_told_reading_holds_whatever_the_answers_are() {
    let mut told = Told::default();
    told.take("CV-NAN-4", "error").expect("a reading of the rule");
    let plan = Plan { readings: told, ..Plan::default() };
    let (found, report) = asked(&mut Reader(nan_into_one_type), "CV-NAN-4", &plan);
    assert_eq!(found.how("CV-NAN-4"), How::Told);
    assert!(report.classes.iter().all(|class| class.target != "float8_e4m3fnuz"));
    assert!(report.totals.fail > 0, "what is cast to a NaN fails now");

    let (_, report) = asked(
        &mut Reader(|_| Readings::OURS.with(Alternative::NanIntoFiniteSpecialError)),
        "CV-NAN-4",
        &plan,
    );
    assert_eq!(report.totals.fail, 0);
}

/// Declares a reading.
struct Declaring(&'static str, &'static str);

impl Implementation for Declaring {
    fn answer(&mut self, request: &Request) -> Answer {
        let mut answer = Reader(nan_into_one_type).answer(request);
        if let Answer::Hello(hello) = &mut answer {
            hello.capabilities.readings.insert(self.0.to_owned(), self.1.to_owned());
        }
        answer
    }
}

#[test]
fn an_implementation_may_declare_its_reading() {
    let (found, report) = asked(&mut Declaring("CV-NAN-4", "error"), "CV-NAN-4", &Plan::default());
    assert_eq!((found.how("CV-NAN-4"), found.readings.of("CV-NAN-4")), (How::Told, Some("error")));
    assert!(report.classes.iter().all(|class| class.target != "float8_e4m3fnuz"));
    assert!(report.totals.fail > 0);
}

#[test]
fn a_declared_reading_that_no_rule_has_breaks_the_protocol() {
    let unknown =
        [("CV-NAN-4", "nan"), ("CV-NAN-1", "ours"), ("CV-NAN-99", "ours"), ("RS-BIG-2", "refused")];
    for (rule, name) in unknown {
        let mut declaring = Declaring(rule, name);
        match greet(&mut declaring) {
            Err(Failure::Malformed(what)) => assert!(what.contains(rule), "{what}"),
            other => panic!("{rule}={name}: {other:?}"),
        }
    }
}

#[test]
fn a_part_of_the_vectors_decides_nothing() {
    let part = Selection { ids: vec!["cast/tables/*".to_owned()], ..Selection::default() };
    let plan = Plan::of(part);
    let (found, report) = asked(&mut Reader(nan_into_one_type), "CV-NAN-4", &plan);
    assert_eq!((found.how("CV-NAN-4"), report.totals.fail), (How::Undecided, 0));
    assert!(report.undecided > 0);
    assert_eq!(exit_code(&report), 0);
    let text = pretty(&report, Style { width: 120, color: false });
    let last = text.lines().last().unwrap_or_default();
    assert!(last.ends_with(&format!("undecided: {}", report.undecided)), "{last}");
}

/// Rejects every map with a key in hex, for which it has no parser.
struct NoHex;

impl Implementation for NoHex {
    fn answer(&mut self, request: &Request) -> Answer {
        match request {
            Request::CastValue(cast) if cast.codec.to_string().contains("[\"0x") => {
                Answer::Refused(Refusal::configuration("configuration", &"no hex"))
            }
            _ => Reader(|_| Readings::OURS).answer(request),
        }
    }
}

#[test]
fn a_rejection_that_has_another_reason_does_not_vote() {
    let (found, report) = asked(&mut NoHex, "CV-MAP-2", &Plan::default());
    assert_eq!(found.readings.of("CV-MAP-2"), Some("ours"));
    assert_eq!(found.how("CV-MAP-2"), How::Voted, "all that vote accept duplicates");
    let anyway = report.classes.iter().filter(|class| class.wrongness == Wrongness::RefusedAnyway);
    assert!(anyway.map(|class| class.count).sum::<u64>() > 0);
    let other = report.classes.iter().any(|class| class.wrongness == Wrongness::OtherReading);
    assert!(!other, "none of them is a reading");
}

/// Shapes of more than 2^64 elements are rejected.
struct Bounded;

impl Implementation for Bounded {
    fn answer(&mut self, request: &Request) -> Answer {
        let answer = Reader(|_| Readings::OURS).answer(request);
        let is_large = |answer: &Answer| match answer {
            Answer::Shaped { results } => results
                .iter()
                .flatten()
                .any(|shaped| shaped.shape.iter().any(|extent| extent.to::<u64>().is_none())),
            _ => false,
        };
        match is_large(&answer) {
            true => {
                Answer::Shaped { results: vec![Err(Refusal::configuration("shape", &"large"))] }
            }
            false => answer,
        }
    }
}

#[test]
fn a_bound_neither_votes_nor_fails() {
    let (found, _) = asked(&mut Bounded, "RS-BIG-2", &Plan::default());
    assert_eq!(found.findings, []);
    assert_eq!(found.how("RS-BIG-2"), How::Bound);
    let answers = &found.votes["RS-BIG-2"];
    assert!(answers.fitting["refused"] > 0 && answers.fitting["ours"] > 0);
    assert_eq!(answers.voting, 0);
}

#[test]
fn expected_failures_know_the_reading() {
    let (found, _) = asked(&mut Reader(nan_into_one_type), "CV-NAN-4", &Plan::default());
    let failing = |finding: &codec_conformance::runner::Finding| {
        found.units[finding.unit].check_id(finding.input)
    };
    let list = codec_conformance::baseline::Baseline {
        expected: vec![codec_conformance::baseline::Entry {
            reason: "no NaN in it".to_owned(),
            issue: None,
            level: None,
            message: None,
            ids: found.findings.iter().map(failing).collect(),
        }],
        ..Default::default()
    };
    let plan = Plan::default().checked_against(&list);
    let (again, report) = asked(&mut Reader(nan_into_one_type), "CV-NAN-4", &plan);
    assert_eq!(again.counted(Status::Xfail), found.counted(Status::Fail));
    assert_eq!(exit_code(&report), 0);
    // Mended, or read otherwise throughout: each of them passes now.
    let (mended, report) =
        asked(&mut Reader(|_| Readings::OURS), "CV-NAN-4", &Plan::default().checked_against(&list));
    assert_eq!(mended.counted(Status::Xpass), found.counted(Status::Fail));
    assert_eq!(exit_code(&report), 7);
}
