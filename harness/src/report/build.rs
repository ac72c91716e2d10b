//! A report from a run.

use std::collections::BTreeMap;

use codec_vectors::{Rule, embedded};

use super::{
    Class, Example, FORMAT, Operation, Pair, Reading, Report, Selected, Totals, cause, value,
};
use crate::protocol::request_line;
use crate::protocol::{Hello, PackingRequest};
use crate::runner::{Finding, Run, Status};
use crate::suite::{Question, Unit};

/// Makes the report of a run; `subject` holds the options that name the implementation.
pub fn build(run: &Run, hello: Hello, subject: Vec<String>) -> Report {
    Report {
        format: FORMAT,
        schema: "report.schema.json".to_owned(),
        suite: embedded::manifest().suite,
        implementation: hello.implementation,
        capabilities: hello.capabilities,
        subject,
        selected: Selected::default(),
        totals: totals(run),
        operations: operations(run),
        classes: classes(run),
        pairs: pairs(run),
        rules: Vec::new(),
        readings: readings(run),
        skips: run.skips.clone(),
        stale: run.stale.clone(),
        problems: run.problems.clone(),
        interrupted: run.interrupted,
    }
}

fn totals(run: &Run) -> Totals {
    Totals {
        planned: run.planned,
        pass: run.counted(Status::Pass),
        fail: run.counted(Status::Fail),
        xfail: run.counted(Status::Xfail),
        xpass: run.counted(Status::Xpass),
        skip: run.counted(Status::Skip),
        error: run.counted(Status::Error),
        crash: run.counted(Status::Crash),
        timeout: run.counted(Status::Timeout),
        notrun: run.counted(Status::Notrun),
        undeclared: run.undeclared,
    }
}

fn classes(run: &Run) -> Vec<Class> {
    let mut grouped: BTreeMap<_, Vec<&Finding>> = BTreeMap::new();
    for finding in &run.findings {
        let unit = &run.units[finding.unit];
        let (source, target) = sides(unit);
        let operation = unit.question.operation();
        let key = (unit.rule(finding.input.bits), finding.status, operation, source, target);
        grouped.entry(key).or_default().push(finding);
    }
    let rules = embedded::rules();
    let failed = run.findings.iter().map(|finding| (finding.unit, finding.input.bits)).collect();
    let classes =
        grouped.into_iter().map(|((rule, status, operation, source, target), findings)| {
            let simplest = findings.iter().min_by_key(|finding| simplicity(run, finding));
            let example = example(run, simplest.expect("a class has a finding"));
            Class {
                sentence: sentence(&rules, &rule),
                cause: cause::likely(run, &failed, &rule, &findings),
                rule,
                status: format!("{status:?}").to_lowercase(),
                source,
                target,
                operation: operation.to_owned(),
                count: findings.len() as u64,
                checks: findings.iter().map(|finding| check_id(run, finding)).collect(),
                example,
            }
        });
    classes.collect()
}

/// Short arrays before long ones, few one bits before many, small patterns before large ones;
/// of shapes and packed arrays the shortest request.
fn simplicity(run: &Run, finding: &Finding) -> (usize, u32, u64, usize) {
    let size =
        run.units[finding.unit].question.whole().map(|request| request_line(1, &request).len());
    let input = finding.input.bits;
    (finding.array_length, input.count_ones(), input, size.unwrap_or(0))
}

fn sentence(rules: &[Rule], id: &str) -> String {
    rules.iter().find(|rule| rule.id == id).map_or_else(String::new, |rule| rule.sentence.clone())
}

fn example(run: &Run, finding: &Finding) -> Example {
    let unit = &run.units[finding.unit];
    let checks = unit.checks();
    let check = checks.iter().find(|check| check.input == finding.input);
    let check = check.expect("a finding's input is one of its unit's");
    Example {
        id: unit.check_id(check.input),
        why: unit.why.clone(),
        json: value::parameters(&unit.question),
        input: value::input(unit, check),
        expected: value::expectation(unit, check, Some(&finding.got)),
        got: value::got(unit, check, &finding.got),
        array_length: finding.array_length,
    }
}

/// What a class of failures is about: from what to what.
fn sides(unit: &Unit) -> (String, String) {
    let (source, target) = unit.types();
    let codes = |request: &PackingRequest| match request.attributes.bits {
        Some(bits) => format!("codes of {bits} bits"),
        None => "grouped codes".to_owned(),
    };
    match &unit.question {
        Question::Reshape(_) => return ("input shape".to_owned(), "output shape".to_owned()),
        Question::Unpack(request) => return (request.data_type.clone(), codes(request)),
        Question::Pack(request) => return (codes(request), request.data_type.clone()),
        Question::Cast { .. } | Question::FillValue { .. } => {}
    }
    let name = |data_type: Option<codec_reference::DataType>| {
        data_type.map_or_else(|| "JSON".to_owned(), |data_type| data_type.name().to_owned())
    };
    (name(source), name(target))
}

fn check_id(run: &Run, finding: &Finding) -> String {
    run.units[finding.unit].check_id(finding.input)
}

fn operations(run: &Run) -> Vec<Operation> {
    let mut sums: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for (unit, (asked, passed)) in
        run.units.iter().zip(&run.tally).filter(|(_, (asked, _))| *asked > 0)
    {
        let sums = sums.entry(unit.question.operation()).or_default();
        sums.0 += asked;
        sums.1 += passed;
    }
    let operation =
        |(name, (asked, passed)): (&str, _)| Operation { name: name.to_owned(), asked, passed };
    sums.into_iter().map(operation).collect()
}

fn pairs(run: &Run) -> Vec<Pair> {
    let mut pairs: BTreeMap<(String, String), (u64, u64)> = BTreeMap::new();
    let casts =
        run.units.iter().zip(&run.tally).filter(|(unit, (asked, _))| {
            *asked > 0 && matches!(unit.question, Question::Cast { .. })
        });
    for (unit, (asked, passed)) in casts {
        let sums = pairs.entry(sides(unit)).or_default();
        sums.0 += asked;
        sums.1 += passed;
    }
    let pair = |((source, target), (asked, passed))| Pair { source, target, asked, passed };
    pairs.into_iter().map(pair).collect()
}

fn readings(run: &Run) -> Vec<Reading> {
    let mut readings: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for (alternative, taken) in &run.readings {
        readings.entry(alternative).or_default().0 += taken;
    }
    for (alternative, ours) in &run.ours {
        readings.entry(alternative).or_default().1 += ours;
    }
    let reading = |(alternative, (taken, ours)): (&str, (u64, u64))| Reading {
        alternative: alternative.to_owned(),
        taken,
        ours,
    };
    readings.into_iter().map(reading).collect()
}
