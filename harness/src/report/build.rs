//! A report from a run.

use std::collections::{BTreeMap, BTreeSet};

use codec_vectors::{Level, embedded};

use super::fewer::fewer;
use super::said::without_numbers;
use super::{
    Allowed, Class, Example, FORMAT, LevelCount, Operation, Pair, Reading, Report, Totals, value,
};
use crate::explain::{self, Explained};
use crate::protocol::{Hello, request_line};
use crate::runner::{AllowedStatus, ClassKey, Finding, Got, Plan, Run, Status, Topic, Votes};
use crate::suite::{self, Check, Unit};

/// Makes the report of a run; `subject` holds the options that name the implementation.
pub fn build(explained: &Explained, hello: Hello, subject: Vec<String>) -> Report {
    let classes = explained.classes.iter().map(|one| class(explained, one));
    Report { classes: classes.collect(), ..summary(&explained.run, hello, subject) }
}

/// The report without its classes of failures, which are most of the work: enough for the exit
/// code.
pub fn summary(run: &Run, hello: Hello, subject: Vec<String>) -> Report {
    Report {
        format: FORMAT,
        schema: "report.schema.json".to_owned(),
        suite: embedded::manifest().suite,
        implementation: hello.implementation,
        capabilities: hello.capabilities,
        subject,
        against: None,
        drawing: run.drawing,
        selected: (&run.plan).into(),
        allowed: allowed(run),
        totals: totals(run),
        levels: levels(run),
        requests: run.requests,
        arrays: run.arrays,
        fewer: fewer(run),
        operations: operations(run),
        classes: Vec::new(),
        pairs: pairs(run),
        rules: Vec::new(),
        readings: readings(run),
        undecided: run.undecided,
        skips: run.skips.clone(),
        declines: run.declines.clone(),
        stale: run.stale.clone(),
        problems: run.problems.clone(),
        notes: run.notes.clone(),
        interrupted: run.interrupted,
    }
}

fn allowed(run: &Run) -> Allowed {
    let words = |status| match status {
        AllowedStatus::Any => "any".to_owned(),
        AllowedStatus::Code(code) => code.to_string(),
    };
    let Plan { allow_declines: declines, allow_exit_status: status, .. } = run.plan;
    Allowed { declines, exit_status: status.map(words) }
}

fn totals(run: &Run) -> Totals {
    Totals {
        planned: run.planned,
        asked: run.asked.values().map(|(asked, _)| asked).sum(),
        pass: run.counted(Status::Pass),
        fail: run.counted(Status::Fail),
        xfail: run.counted(Status::Xfail),
        xpass: run.counted(Status::Xpass),
        skip: run.counted(Status::Skip),
        declined: run.counted(Status::Declined),
        error: run.counted(Status::Error),
        crash: run.counted(Status::Crash),
        timeout: run.counted(Status::Timeout),
        notrun: run.counted(Status::Notrun),
    }
}

fn levels(run: &Run) -> Vec<LevelCount> {
    let mut failed: BTreeMap<Level, u64> = BTreeMap::new();
    for finding in run.findings.iter().filter(|finding| finding.status.is_graded()) {
        *failed.entry(finding.level).or_default() += finding.times;
    }
    let count = |level| LevelCount {
        level,
        gates: run.plan.gates(level),
        passed: run.passed.get(&level).copied().unwrap_or(0),
        failed: failed.get(&level).copied().unwrap_or(0),
    };
    Level::ALL.map(count).into()
}

fn class(explained: &Explained, class: &explain::ClassFindings) -> Class {
    let explain::ClassFindings { key, findings, cause } = class;
    let run = &explained.run;
    let findings: Vec<&Finding> = findings.iter().map(|index| &run.findings[*index]).collect();
    let simplest = findings.iter().min_by_key(|finding| simplicity(run, finding));
    let simplest = simplest.expect("a class has a finding");
    let ClassKey { rule, status, wrongness, operation, source, target, who, level, expected } =
        key.clone();
    Class {
        sentence: suite::rule(&rule).map_or_else(String::new, |rule| rule.sentence.clone()),
        rule,
        level,
        status,
        wrongness,
        operation: operation.to_owned(),
        source,
        target,
        who,
        expected: expected.map(|expected| (*expected).clone()),
        count: findings.iter().map(|finding| finding.times).sum(),
        example: example(run, simplest),
        cause: cause.map(str::to_owned),
        message: message(&findings),
        readings: told(run, simplest),
        checks: findings.iter().map(|finding| check_id(run, finding)).collect(),
    }
}

/// What is said to all of them, without the numbers in it.
fn message(findings: &[&Finding]) -> Option<String> {
    let said = |finding: &Finding| match &finding.got {
        Got::Refused(refusal) | Got::RefusedAtOpen(refusal) => Some(refusal.message.clone()),
        Got::Nothing(what) => Some(what.to_string()),
        _ => None,
    };
    let first = without_numbers(&said(findings.first()?)?);
    let is_same =
        |finding: &&Finding| said(finding).is_some_and(|said| without_numbers(&said) == first);
    let told = !first.is_empty() && findings.iter().all(is_same);
    told.then_some(first)
}

/// Short arrays before long ones, few one bits before many, small patterns before large ones;
/// of shapes and packed arrays the shortest request.
fn simplicity(run: &Run, finding: &Finding) -> (usize, u32, u64, usize) {
    let size =
        run.units[finding.unit].question.whole().map(|request| request_line(1, &request).len());
    let input = finding.input.bits;
    (finding.array.len(), input.count_ones(), input, size.unwrap_or(0))
}

/// The readings by which a check is judged: whoever asks it again without the others has to tell.
fn told(run: &Run, finding: &Finding) -> Vec<String> {
    let check = check(&run.units[finding.unit], finding);
    let alternatives = check.expectation.alternatives().into_iter();
    let rules = alternatives.filter_map(|name| Some(name.split_once('/')?.0));
    let rules: BTreeSet<&str> = rules.collect();
    let reading = |rule: &&str| Some(format!("{rule}={}", run.readings.of(rule)?));
    rules.iter().filter_map(reading).collect()
}

fn example(run: &Run, finding: &Finding) -> Example {
    let unit = &run.units[finding.unit];
    let check = check(unit, finding);
    Example {
        id: unit.check_id(check.input),
        why: unit.why.clone(),
        array: value::array(&unit.question),
        json: value::parameters(&unit.question),
        input: value::input(unit, &check),
        expected: value::expectation(unit, &check, Some(&finding.got)),
        got: value::got(unit, &check, &finding.got),
        array_length: finding.array.len(),
        case: unit.record.as_deref().map(str::to_owned),
    }
}

/// The check that a finding is about.
fn check<'a>(unit: &'a Unit, finding: &Finding) -> Check<'a> {
    let mut checks = unit.checks().into_iter();
    let check = checks.find(|check| check.input == finding.input);
    check.expect("a finding's input is one of its unit's")
}

fn check_id(run: &Run, finding: &Finding) -> String {
    run.units[finding.unit].check_id(finding.input)
}

fn operations(run: &Run) -> Vec<Operation> {
    let mut sums: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for ((operation, _), (asked, passed)) in run.asked.iter().filter(|(_, sums)| sums.0 > 0) {
        let sums = sums.entry(operation).or_default();
        *sums = (sums.0 + asked, sums.1 + passed);
    }
    let operation =
        |(name, (asked, passed)): (&str, _)| Operation { name: name.to_owned(), asked, passed };
    sums.into_iter().map(operation).collect()
}

fn pairs(run: &Run) -> Vec<Pair> {
    let casts =
        run.asked.iter().filter(|((operation, _), sums)| *operation == "cast_value" && sums.0 > 0);
    let pair = |((_, (source, target)), (asked, passed)): (&Topic, &(u64, u64))| Pair {
        source: source.clone(),
        target: target.clone(),
        asked: *asked,
        passed: *passed,
    };
    casts.map(pair).collect()
}

fn readings(run: &Run) -> Vec<Reading> {
    let reading = |(rule, votes): (&&'static str, &Votes)| Reading {
        rule: (*rule).to_owned(),
        taken: run.readings.of(rule).map(str::to_owned),
        how: run.how(rule),
        answers: votes.fitting.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect(),
    };
    run.votes.iter().map(reading).collect()
}
