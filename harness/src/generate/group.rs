//! Groups of the three generated kinds.

use std::collections::{BTreeMap, BTreeSet};

use codec_reference::{DataType, OutOfRange};
use codec_vectors::{Function, Group, Level, Outcome, Run};

use super::function::{Mode, Oracle, RANGES, element, products};
use super::text::json;
use super::{points, segments};

type Pair = (DataType, DataType);

/// Every input of a source of at most 8 bits.
pub(crate) fn table(pair: Pair, levels: &Levels) -> Group {
    let inputs: Vec<u64> = (0..=pair.0.mask()).collect();
    let why = format!("every {} value into {}", pair.0, pair.1);
    let functions = listed(pair, &RANGES, &inputs);
    let functions = functions.into_iter().map(|function| shortest(pair.0, function)).collect();
    group("tables", pair, why, functions, &rules(pair, &RANGES, &inputs), levels)
}

/// Chosen inputs of a wide source; all range rules into wide types, `wrap` into narrow integers.
pub(crate) fn points(pair: Pair, levels: &Levels) -> Option<Group> {
    let wide = pair.1.bits() > 8;
    let ranges = if wide { RANGES.as_slice() } else { &[Some(OutOfRange::Wrap)] };
    if !wide && !pair.1.is_integer() {
        return None;
    }
    let inputs = points::inputs(pair);
    let why = format!("boundaries, ties and special values of {} into {}", pair.0, pair.1);
    let functions = listed(pair, ranges, &inputs);
    let mut group = group("points", pair, why, functions, &rules(pair, ranges, &inputs), levels);
    group.inputs = inputs.into_iter().map(|bits| element(pair.0, bits)).collect();
    Some(group)
}

/// Every input of a wide source into a target of at most 8 bits, as constant runs.
pub(crate) fn segments(pair: Pair, levels: &Levels) -> Group {
    let wraps = Some(OutOfRange::Wrap);
    // Into narrow integers, wrap has too many runs: those functions are points.
    let ranges: Vec<_> =
        RANGES.into_iter().filter(|range| *range != wraps || !pair.1.is_integer()).collect();
    let mut starts = BTreeSet::new();
    let functions = merged(pair, &ranges, |oracle| {
        let runs = segments::runs(oracle, pair.0);
        starts.extend(runs.iter().map(|(start, _)| *start));
        runs
    });
    let functions = functions.into_iter().map(|(runs, modes)| {
        let run = |(start, outcome)| Run(element(pair.0, start), outcome);
        let runs = runs.into_iter().map(run).collect();
        Function { holds: products(pair, &modes), outcomes: Vec::new(), runs }
    });
    let functions = functions.collect();
    let starts: Vec<u64> = starts.into_iter().collect();
    let why = format!("every {} value into {}", pair.0, pair.1);
    group("segments", pair, why, functions, &rules(pair, &ranges, &starts), levels)
}

/// The level of each rule.
pub(crate) type Levels = BTreeMap<String, Level>;

fn group(
    kind: &str,
    (source, target): Pair,
    why: String,
    functions: Vec<Function>,
    rules: &BTreeSet<&'static str>,
    levels: &Levels,
) -> Group {
    let level = |rule: &&str| levels.get(*rule).copied().unwrap_or(Level::Reading);
    Group {
        id: format!("cast/{kind}/{source}-{target}"),
        level: rules.iter().map(level).max().unwrap_or(Level::Must),
        rules: rules.iter().map(|rule| (*rule).to_owned()).collect(),
        why,
        source: source.name().to_owned(),
        target: target.name().to_owned(),
        inputs: Vec::new(),
        functions,
    }
}

fn listed(pair: Pair, ranges: &[Option<OutOfRange>], inputs: &[u64]) -> Vec<Function> {
    let outcomes = |oracle: &Oracle| -> Vec<Outcome> {
        inputs.iter().map(|bits| oracle.outcome(*bits)).collect()
    };
    let functions = merged(pair, ranges, outcomes).into_iter().map(|(outcomes, modes)| Function {
        holds: products(pair, &modes),
        outcomes,
        runs: Vec::new(),
    });
    functions.collect()
}

/// A complete list as runs, where that is the shorter text.
fn shortest(source: DataType, function: Function) -> Function {
    let mut runs: Vec<Run> = Vec::new();
    for (bits, outcome) in (0..).zip(&function.outcomes) {
        if runs.last().is_none_or(|Run(_, previous)| previous != outcome) {
            runs.push(Run(element(source, bits), outcome.clone()));
        }
    }
    if json(&runs).len() >= json(&function.outcomes).len() {
        return function;
    }
    Function { runs, outcomes: Vec::new(), ..function }
}

/// Functions with equal outcomes, once, in the order of their first mode.
fn merged<T: PartialEq>(
    pair: Pair,
    ranges: &[Option<OutOfRange>],
    mut outcomes: impl FnMut(&Oracle) -> T,
) -> Vec<(T, Vec<Mode>)> {
    let mut functions: Vec<(T, Vec<Mode>)> = Vec::new();
    for mode in Mode::of(pair, ranges) {
        let own = outcomes(&Oracle::new(pair, mode));
        match functions.iter_mut().find(|(known, _)| *known == own) {
            Some((_, modes)) => modes.push(mode),
            None => functions.push((own, vec![mode])),
        }
    }
    functions
}

fn rules(pair: Pair, ranges: &[Option<OutOfRange>], inputs: &[u64]) -> BTreeSet<&'static str> {
    let oracles = Mode::of(pair, ranges).map(|mode| Oracle::new(pair, mode));
    let rules = oracles.flat_map(|oracle| {
        let rules = inputs.iter().flat_map(|bits| oracle.rules(*bits));
        rules.collect::<BTreeSet<_>>()
    });
    rules.collect()
}
