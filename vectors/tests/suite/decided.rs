//! Which rule decides a cell: complete and in order, and what can be worked out from the types.

use std::collections::BTreeSet;

use codec_vectors::{
    Bits, Decided, Expected, Function, Group, Kind, Listing, Outcome, Reason, Rule, Run,
};

use crate::files::{DataType, Nan, groups, parse, types_by_name};
use crate::none;

/// An input of a function, its outcome, and the rule that decides it, `rounding` included.
struct Cell<'a> {
    input: u64,
    outcome: &'a Outcome,
    rule: &'a str,
}

/// The faults that a check finds in the cells for which a file gives outcomes, each after its name.
fn faults(check: impl Fn(&DataType, &DataType, &Cell<'_>) -> Option<String>) -> Vec<String> {
    let types = types_by_name();
    let mut found = Vec::new();
    for (kind, group) in groups() {
        let (source, target) = (&types[&group.source], &types[&group.target]);
        for function in &group.functions {
            for (input, outcome) in inputs(kind, &group, function) {
                let rule = lookup(&group, function, input);
                let wrong = check(source, target, &Cell { input, outcome, rule });
                found.extend(wrong.map(|fault| format!("{} {input:#x}: {fault}", group.id)));
            }
        }
    }
    found
}

/// Inputs and their outcomes; of a run the first input.
fn inputs<'a>(kind: Kind, group: &Group, function: &'a Function) -> Vec<(u64, &'a Outcome)> {
    let listed: Vec<u64> = match kind {
        Kind::Points => group.inputs.iter().map(|input| input.bits).collect(),
        _ => (0..).take(function.outcomes.len()).collect(),
    };
    let listed = listed.into_iter().zip(&function.outcomes);
    let runs = function.runs.iter().map(|Run(start, outcome)| (start.bits, outcome));
    listed.chain(runs).collect()
}

/// As the README says: the last entry up to the input, the group's and then the function's.
fn lookup<'a>(group: &'a Group, function: &'a Function, input: u64) -> &'a str {
    let last = |entries: &'a [Decided]| {
        let next = entries.partition_point(|Decided(start, _)| start.bits <= input);
        entries[..next].last().and_then(|Decided(_, rule)| rule.as_deref())
    };
    last(&group.decided_by).or_else(|| last(&function.decided_by)).unwrap_or("nothing")
}

#[test]
fn entries_are_in_order_and_say_something_new() {
    let known: BTreeSet<String> =
        parse::<Listing<Rule>>("rules.json").items.into_iter().map(|rule| rule.id).collect();
    let mut found = Vec::new();
    for (_, group) in groups() {
        let functions = group.functions.iter().map(|function| &function.decided_by);
        for entries in std::iter::once(&group.decided_by).chain(functions) {
            let ordered = entries.is_sorted_by(|Decided(a, _), Decided(b, _)| a.bits < b.bits);
            let new = entries.is_sorted_by(|Decided(_, a), Decided(_, b)| a != b);
            if !ordered || !new {
                found.push(format!("{}: {entries:?}", group.id));
            }
            let named = entries.iter().filter_map(|Decided(_, rule)| rule.as_ref());
            let unknown = named.filter(|rule| {
                rule.as_str() != "rounding"
                    && !(known.contains(*rule) && group.rules.contains(rule))
            });
            found.extend(unknown.map(|rule| format!("{}: {rule}", group.id)));
        }
    }
    none(&found);
}

#[test]
fn a_function_speaks_where_its_group_does_not() {
    let mut found = Vec::new();
    for (_, group) in groups() {
        for Decided(start, _) in group.functions.iter().flat_map(|one| &one.decided_by) {
            let at = group.decided_by.iter().rfind(|Decided(first, _)| first.bits <= start.bits);
            if at.is_none_or(|Decided(_, rule)| rule.is_some()) {
                found.push(format!("{}: {start} is decided twice", group.id));
            }
        }
    }
    none(&found);
}

#[test]
fn every_cell_is_decided() {
    none(&faults(|_, _, cell| (cell.rule == "nothing").then(|| "no rule decides it".to_owned())));
}

#[test]
fn a_cell_with_alternatives_is_decided_by_their_rule() {
    none(&faults(|_, _, Cell { outcome, rule, .. }| {
        let rules = outcome.or.keys().filter_map(|name| name.split('/').next());
        let rules: Vec<&str> = rules.collect();
        let right = rules.is_empty() || rules.contains(rule);
        (!right).then(|| format!("{rule}, not one of {rules:?}"))
    }));
}

#[test]
fn special_inputs_and_errors_are_decided_by_their_rules() {
    none(&faults(|source, target, Cell { input, outcome, rule }| {
        let element = Bits { bits: *input, bytes: source.bytes };
        let rules: &[&str] = match (outcome.is, infinity(source)) {
            _ if source.is_nan(element) && target.nan.is_none() => &["CV-NAN-3"],
            _ if source.is_nan(element) => &["CV-NAN-1", "CV-NAN-4"],
            (_, Some((all, sign))) if input & !sign == all => &["CV-INF-1", "CV-INF-2", "CV-INF-3"],
            (Expected::Error(Reason::OutOfRange), _) if outcome.or.is_empty() => &["CV-RANGE-2"],
            _ => return None,
        };
        (!rules.contains(rule)).then(|| format!("{rule}, not one of {rules:?}"))
    }));
}

/// Of the types whose values this test can work out: an output is equal to its input where, and
/// only where, a rule on exact values decides.
#[test]
fn exact_values_are_decided_by_their_rules() {
    none(&faults(|source, target, Cell { input, outcome, rule }| {
        let Expected::Bits(output) = outcome.is else { return None };
        let (before, after) = (value(source, *input)?, value(target, output.bits)?);
        let exact = ["CV-EXACT-1", "CV-ZERO-1", "CV-ZERO-2"].contains(rule);
        let right = before.is_infinite() || exact == (before == after);
        (!right).then(|| format!("{rule} decides {before} to {after}"))
    }));
}

/// The pattern of +Infinity and the sign bit of an IEEE type.
fn infinity(data_type: &DataType) -> Option<(u64, u64)> {
    match &data_type.nan {
        Some(Nan::Ieee { exponent, .. }) => Some((exponent.bits, 1 << (data_type.bits - 1))),
        _ => None,
    }
}

/// The value of an element of an integer type of up to 32 bits, or of an IEEE type; `f64` holds
/// them all.
fn value(data_type: &DataType, bits: u64) -> Option<f64> {
    if data_type.integer {
        let unused = 64 - data_type.bits;
        let signed = (bits << unused) as i64 >> unused;
        let exact = data_type.bits <= 32;
        return exact.then_some(if data_type.signed { signed as f64 } else { bits as f64 });
    }
    let Some(Nan::Ieee { exponent, fraction }) = &data_type.nan else { return None };
    let (all_ones, places) =
        (exponent.bits >> exponent.bits.trailing_zeros(), fraction.bits.count_ones());
    let (field, digits) = ((bits & exponent.bits) >> places, (bits & fraction.bits) as f64);
    let bias = (all_ones / 2) as i32;
    let unit = |exponent: i32| 2_f64.powi(exponent / 2) * 2_f64.powi(exponent - exponent / 2);
    let magnitude = match field {
        _ if field == all_ones => f64::INFINITY,
        0 => digits * unit(1 - bias - places as i32),
        _ => (digits + unit(places as i32)) * unit(field as i32 - bias - places as i32),
    };
    Some(if bits >> (data_type.bits - 1) == 1 { -magnitude } else { magnitude })
}
