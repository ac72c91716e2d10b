//! Groups of the three generated kinds.

use std::collections::{BTreeMap, BTreeSet};

use codec_reference::{DataType, OutOfRange};
use codec_vectors::{Decided, Function, Group, Level, Outcome, Run};

use super::decided::{self, Rules};
use super::function::{Mode, Oracle, RANGES, element, products};
use super::text::json;
use super::{points, segments, why};

type Pair = (DataType, DataType);

/// What a function says of an input: the outcome, and the rule that decides it.
type Cell = (Outcome, &'static str);

/// Every input of a source of at most 8 bits.
pub(crate) fn table(pair: Pair, levels: &Levels) -> Group {
    let inputs: Vec<u64> = (0..=pair.0.mask()).collect();
    let functions = merged(pair, &RANGES, |oracle| listed(oracle, &inputs));
    let mut group = group("tables", pair, &functions, &rules(pair, &RANGES, &inputs), levels);
    let outcomes = functions.into_iter().map(|function| outcomes(function.cells));
    for (function, outcomes) in group.functions.iter_mut().zip(outcomes) {
        let runs = runs(pair.0, (0..).zip(outcomes.iter().cloned()));
        // The shorter text.
        match json(&runs).len() < json(&outcomes).len() {
            true => function.runs = runs,
            false => function.outcomes = outcomes,
        }
    }
    group
}

/// Chosen inputs of a wide source; all range rules into wide types, `wrap` into narrow integers.
pub(crate) fn points(pair: Pair, levels: &Levels) -> Option<Group> {
    let wide = pair.1.bits() > 8;
    let ranges = if wide { RANGES.as_slice() } else { &[Some(OutOfRange::Wrap)] };
    if !wide && !pair.1.is_integer() {
        return None;
    }
    let inputs = points::inputs(pair);
    let functions = merged(pair, ranges, |oracle| listed(oracle, &inputs));
    let mut group = group("points", pair, &functions, &rules(pair, ranges, &inputs), levels);
    group.inputs = inputs.into_iter().map(|bits| element(pair.0, bits)).collect();
    for (stored, function) in group.functions.iter_mut().zip(functions) {
        stored.outcomes = outcomes(function.cells);
    }
    Some(group)
}

/// Every input of a wide source into a target of at most 8 bits, as constant runs.
pub(crate) fn segments(pair: Pair, levels: &Levels) -> Group {
    let wraps = Some(OutOfRange::Wrap);
    // Into narrow integers, wrap has too many runs: those functions are points.
    let ranges: Vec<_> =
        RANGES.into_iter().filter(|range| *range != wraps || !pair.1.is_integer()).collect();
    let functions = merged(pair, &ranges, |oracle| segments::runs(pair, |bits| oracle.cell(bits)));
    let cells = functions.iter().flat_map(|function| &function.cells);
    let starts: BTreeSet<u64> = cells.map(|(start, _)| *start).collect();
    let starts: Vec<u64> = starts.into_iter().collect();
    let mut group = group("segments", pair, &functions, &rules(pair, &ranges, &starts), levels);
    for (stored, function) in group.functions.iter_mut().zip(functions) {
        let outcomes = function.cells.into_iter().map(|(start, (outcome, _))| (start, outcome));
        stored.runs = runs(pair.0, outcomes);
    }
    group
}

/// The level of each rule.
pub(crate) type Levels = BTreeMap<String, Level>;

/// A group with its functions, but for their outcomes.
fn group(
    kind: &str,
    pair: Pair,
    functions: &[Merged],
    rules: &BTreeSet<&'static str>,
    levels: &Levels,
) -> Group {
    let (source, target) = pair;
    let level = |rule: &&str| levels.get(*rule).copied().unwrap_or(Level::Reading);
    let shared = decided::shared(&functions.iter().map(|one| &one.rules).collect::<Vec<_>>());
    let function = |function: &Merged| Function {
        holds: products(pair, &function.modes),
        decided_by: decided_by(source, decided::own(&function.rules, &shared)),
        outcomes: Vec::new(),
        runs: Vec::new(),
    };
    Group {
        id: format!("cast/{kind}/{source}-{target}"),
        level: rules.iter().map(level).max().unwrap_or(Level::Must),
        rules: rules.iter().map(|rule| (*rule).to_owned()).collect(),
        why: why::of(pair),
        source: source.name().to_owned(),
        target: target.name().to_owned(),
        functions: functions.iter().map(function).collect(),
        decided_by: decided_by(source, shared),
        inputs: Vec::new(),
    }
}

fn decided_by<T: Into<Option<&'static str>>>(
    source: DataType,
    rules: Vec<(u64, T)>,
) -> Vec<Decided> {
    let decided =
        |(start, rule): (u64, T)| Decided(element(source, start), rule.into().map(str::to_owned));
    rules.into_iter().map(decided).collect()
}

fn listed(oracle: &Oracle, inputs: &[u64]) -> Vec<(u64, Cell)> {
    inputs.iter().map(|bits| (*bits, oracle.cell(*bits))).collect()
}

fn outcomes(cells: Vec<(u64, Cell)>) -> Vec<Outcome> {
    cells.into_iter().map(|(_, (outcome, _))| outcome).collect()
}

/// Outcomes in the order of their inputs, as runs.
fn runs(source: DataType, outcomes: impl Iterator<Item = (u64, Outcome)>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (start, outcome) in outcomes {
        if runs.last().is_none_or(|Run(_, previous)| *previous != outcome) {
            runs.push(Run(element(source, start), outcome));
        }
    }
    runs
}

/// Functions that say the same of every input.
struct Merged {
    cells: Vec<(u64, Cell)>,
    rules: Rules,
    modes: Vec<Mode>,
}

/// The functions of a pair in the order of their first mode.
fn merged(
    pair: Pair,
    ranges: &[Option<OutOfRange>],
    cells: impl Fn(&Oracle) -> Vec<(u64, Cell)>,
) -> Vec<Merged> {
    let mut functions: Vec<Merged> = Vec::new();
    for mode in Mode::of(pair, ranges) {
        let cells = cells(&Oracle::new(pair, mode));
        match functions.iter_mut().find(|known| known.cells == cells) {
            Some(known) => known.modes.push(mode),
            None => {
                let rules = cells.iter().map(|(start, (_, rule))| (*start, *rule)).collect();
                functions.push(Merged { cells, rules, modes: vec![mode] });
            }
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
