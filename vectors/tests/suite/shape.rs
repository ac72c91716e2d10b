//! Inputs and outcomes fit their types, and lists are as long as they have to be.

use std::collections::{BTreeSet, HashMap};

use codec_vectors::{Bits, Case, Expected, Function, Group, Kind, Outcome, Run};
use serde_json::Value;

use crate::files::{DataType, cases, groups, types_by_name};
use crate::none;

/// The most inputs that a pair of types may have in a file of points.
const MOST_POINTS: usize = 600;

/// The faults that a check finds in the groups, each after its group's id.
fn faults(check: impl Fn(Kind, &Group, &DataType, &DataType) -> Vec<String>) -> Vec<String> {
    let types = types_by_name();
    let faults = groups().flat_map(|(kind, group)| {
        let faults = check(kind, &group, &types[&group.source], &types[&group.target]);
        faults.into_iter().map(move |fault| format!("{}: {fault}", group.id))
    });
    faults.collect()
}

fn outcomes(function: &Function) -> impl Iterator<Item = &Outcome> {
    function.outcomes.iter().chain(function.runs.iter().map(|Run(_, outcome)| outcome))
}

/// Whether a result can be one of the type.
fn fits(expected: Expected, data_type: &DataType) -> bool {
    match expected {
        Expected::Bits(bits) => data_type.holds(bits),
        Expected::Nan => data_type.nan.is_some(),
        Expected::Error(_) => true,
    }
}

#[test]
fn inputs_have_the_width_of_the_source() {
    none(&faults(|_, group, source, _| {
        let starts = group.functions.iter().flat_map(|function| &function.runs);
        let inputs = group.inputs.iter().chain(starts.map(|Run(start, _)| start));
        let wrong = inputs.filter(|input| !source.holds(**input));
        wrong.map(|input| format!("input {input}")).collect()
    }));
}

#[test]
fn outcomes_have_the_width_of_the_target() {
    none(&faults(|_, group, _, target| {
        let accepted = group.functions.iter().flat_map(outcomes).flat_map(Outcome::accepted);
        let wrong = accepted.filter(|expected| !fits(**expected, target));
        wrong.map(|expected| format!("outcome {expected}")).collect()
    }));
}

#[test]
fn a_cast_nan_is_any_nan() {
    none(&faults(|_, group, _, target| {
        let accepted = group.functions.iter().flat_map(outcomes).flat_map(Outcome::accepted);
        let nan = |expected: &&Expected| matches!(expected, Expected::Bits(b) if target.is_nan(*b));
        accepted.filter(nan).map(|expected| format!("outcome {expected}")).collect()
    }));
}

#[test]
fn an_alternative_differs_from_our_reading() {
    let generated = groups().flat_map(|(_, group)| {
        let outcomes: BTreeSet<_> = group.functions.iter().flat_map(outcomes).cloned().collect();
        outcomes.into_iter().map(move |outcome| (group.id.clone(), outcome))
    });
    let by_hand = cases().flat_map(|case| {
        let outcomes: Vec<_> = case_outcomes(&case).cloned().collect();
        outcomes.into_iter().map(move |outcome| (case.id.clone(), outcome))
    });
    let same = generated
        .chain(by_hand)
        .filter(|(_, outcome)| outcome.or.values().any(|other| *other == outcome.is));
    none(&same.map(|same| format!("{same:?}")).collect::<Vec<_>>());
}

#[test]
fn tables_are_complete() {
    none(&faults(|kind, group, source, _| {
        let whole = |function: &&Function| {
            let all = function.outcomes.len() as u64 == source.mask() + 1;
            if function.runs.is_empty() { all } else { function.outcomes.is_empty() }
        };
        let tables = group.functions.iter().filter(|_| kind == Kind::Tables);
        let wrong = tables.filter(|function| !whole(function));
        wrong.map(|function| format!("{} outcomes", function.outcomes.len())).collect()
    }));
}

#[test]
fn segments_are_runs() {
    none(&faults(|kind, group, _, _| {
        let runs = |function: &Function| !function.runs.is_empty() && function.outcomes.is_empty();
        let wrong = kind == Kind::Segments && !group.functions.iter().all(runs);
        wrong.then(|| "a function without runs".to_owned()).into_iter().collect()
    }));
}

#[test]
fn runs_start_at_zero_and_each_one_is_another() {
    none(&faults(|_, group, _, _| {
        let runs = |function: &&Function| !function.runs.is_empty();
        let functions = group.functions.iter().filter(runs);
        let wrong = functions.filter_map(|function| {
            let starts_late = function.runs[0].0.bits != 0;
            let pair = |pair: &&[Run]| pair[0].0.bits >= pair[1].0.bits || pair[0].1 == pair[1].1;
            let misplaced = function.runs.windows(2).find(pair).map(|pair| pair[1].0);
            misplaced.or_else(|| starts_late.then_some(function.runs[0].0))
        });
        wrong.map(|start| format!("the run from {start}")).collect()
    }));
}

#[test]
fn points_have_an_outcome_for_each_of_few_inputs_in_order() {
    none(&faults(|kind, group, _, _| {
        let inputs = &group.inputs;
        let expected = if kind == Kind::Points { 1..=MOST_POINTS } else { 0..=0 };
        let ordered = inputs.is_sorted_by(|a, b| a.bits < b.bits);
        let listed = |function: &Function| function.outcomes.len() == inputs.len();
        let paired = kind != Kind::Points || group.functions.iter().all(listed);
        let right = expected.contains(&inputs.len()) && ordered && paired;
        (!right).then(|| format!("{} inputs", inputs.len())).into_iter().collect()
    }));
}

#[test]
fn equal_functions_stand_once() {
    none(&faults(|_, group, _, _| {
        let distinct: BTreeSet<String> = group.functions.iter().map(content).collect();
        let twice = distinct.len() < group.functions.len();
        twice.then(|| "the same outcomes and rules twice".to_owned()).into_iter().collect()
    }));
}

fn content(function: &Function) -> String {
    let runs: Vec<_> = function.runs.iter().map(|Run(start, outcome)| (start, outcome)).collect();
    format!("{:?} {runs:?} {:?}", function.outcomes, function.decided_by)
}

#[test]
fn cases_have_the_widths_of_their_types() {
    let types = types_by_name();
    let faults = cases().flat_map(|case| {
        let (array, stored) = (types.get(&case.data_type), stored_type(&case, &types));
        let mut faults = entries(&case.encode, array, stored);
        faults.extend(entries(&case.decode, stored, array));
        faults.extend(wrong_outcome(case.reads.as_ref(), array));
        faults.extend(wrong_outcome(case.fill_value_cast.as_ref(), stored));
        faults.into_iter().map(move |fault| format!("{}: {fault}", case.id))
    });
    none(&faults.collect::<Vec<_>>());
}

fn entries(
    entries: &[(Bits, Outcome)],
    source: Option<&DataType>,
    target: Option<&DataType>,
) -> Vec<String> {
    let misfit = |input: Bits| source.is_some_and(|source| !source.holds(input));
    let inputs = entries.iter().filter(|(input, _)| misfit(*input));
    let outcomes = entries.iter().filter_map(|(_, outcome)| wrong_outcome(Some(outcome), target));
    inputs.map(|(input, _)| format!("input {input}")).chain(outcomes).collect()
}

fn wrong_outcome(outcome: Option<&Outcome>, data_type: Option<&DataType>) -> Option<String> {
    let mut accepted = outcome?.accepted();
    let wrong = accepted.find(|expected| !data_type.is_none_or(|of| fits(**expected, of)));
    wrong.map(|expected| format!("outcome {expected}"))
}

pub(crate) fn case_outcomes(case: &Case) -> impl Iterator<Item = &Outcome> {
    let entries = case.encode.iter().chain(&case.decode).map(|(_, outcome)| outcome);
    entries.chain(&case.reads).chain(&case.fill_value_cast)
}

/// The data type that a case's configuration names, as far as an invalid one shows it.
fn stored_type<'a>(case: &Case, types: &'a HashMap<String, DataType>) -> Option<&'a DataType> {
    let parse = |text: &String| serde_json::from_str::<Value>(text).ok();
    let configuration = match (&case.configuration, &case.codec) {
        (Some(text), _) => parse(text)?,
        (None, codec) => parse(codec.as_ref()?)?.get("configuration")?.clone(),
    };
    let data_type = configuration.get("data_type")?;
    types.get(data_type.as_str().or_else(|| data_type.get("name")?.as_str())?)
}
