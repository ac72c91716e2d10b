//! Each cell names the rule that decides it: everywhere, and the right one.

use std::collections::BTreeSet;

use codec_vectors::{Bits, Decided, Expected, Function, Group, Kind, Listing, Outcome, Rule, Run};

use crate::deciders::{Cell, wrong};
use crate::files::{DataType, groups, parse, types_by_name};
use crate::none;

/// The rules of the rounding modes, in the order of the specification.
const ROUNDINGS: [(&str, &str); 5] = [
    ("nearest-even", "CV-ROUND-1"),
    ("towards-zero", "CV-ROUND-2"),
    ("towards-positive", "CV-ROUND-3"),
    ("towards-negative", "CV-ROUND-4"),
    ("nearest-away", "CV-ROUND-5"),
];

fn rounding_rule(name: &str) -> &'static str {
    ROUNDINGS.iter().find(|(mode, _)| *mode == name).expect("one of the five modes").1
}

/// What is wrong with the form of the lists of a group.
fn misformed(group: &Group, known: &BTreeSet<String>, source: &DataType) -> Vec<String> {
    let mut faults = Vec::new();
    let first = group.inputs.first().map_or(0, |input| input.bits);
    faults.extend(unordered(&group.decided_by, first, source));
    let open = group.decided_by.iter().find(|Decided(_, rule)| rule.is_none());
    for function in &group.functions {
        match open {
            Some(Decided(start, _)) => {
                faults.extend(unordered(&function.decided_by, start.bits, source));
            }
            None if function.decided_by.is_empty() => {}
            None => faults.push("a function decides what is decided for all".to_owned()),
        }
        let starts = function.decided_by.iter().map(|Decided(start, _)| start);
        let decided = starts.filter(|start| at(&group.decided_by, start.bits).is_some());
        faults.extend(decided.map(|start| format!("{start} is decided for all functions")));
        let unsaid = function.decided_by.iter().filter(|Decided(_, rule)| rule.is_none());
        faults.extend(unsaid.map(|Decided(start, _)| format!("a function leaves {start} open")));
    }
    let named = rules(group).into_iter();
    let unknown = named.filter(|rule| !known.contains(rule) || !group.rules.contains(rule));
    faults.extend(unknown.map(|rule| format!("{rule} is not a rule of the group")));
    faults
}

/// What is wrong with a list that decides from a first input on.
fn unordered(entries: &[Decided], first: u64, source: &DataType) -> Option<String> {
    if entries.first().is_none_or(|Decided(start, _)| start.bits != first) {
        return Some(format!("nothing is said from {first:#x} on"));
    }
    let strange = entries.iter().find(|Decided(start, _)| !source.holds(*start));
    let idle =
        entries.windows(2).find(|pair| pair[0].0.bits >= pair[1].0.bits || pair[0].1 == pair[1].1);
    let idle = idle.map(|pair| &pair[1]);
    strange.or(idle).map(|Decided(start, _)| format!("nothing changes at {start}"))
}

/// The rules that a group's lists name.
fn rules(group: &Group) -> BTreeSet<String> {
    let shared = group.decided_by.iter().filter_map(|Decided(_, rule)| rule.clone());
    let own = group.functions.iter().flat_map(|function| {
        let rules = function.decided_by.iter().filter_map(|Decided(_, rule)| rule.clone());
        rules.flat_map(|rule| match rule.as_str() {
            "rounding" => modes(function).map(|mode| rounding_rule(mode).to_owned()).collect(),
            _ => vec![rule],
        })
    });
    shared.chain(own).collect()
}

fn modes(function: &Function) -> impl Iterator<Item = &String> {
    function.holds.iter().flat_map(|holds| &holds.rounding)
}

/// The entry with the last start at or below an input.
fn at(entries: &[Decided], bits: u64) -> Option<&str> {
    entries.iter().rfind(|Decided(start, _)| start.bits <= bits)?.1.as_deref()
}

/// The inputs of a function at which something may change, and those just before them.
fn inputs(group: &Group, function: &Function, source: &DataType) -> Vec<u64> {
    if !group.inputs.is_empty() {
        return group.inputs.iter().map(|input| input.bits).collect();
    }
    if source.bits <= 8 {
        return (0..=source.mask()).collect();
    }
    let decided = group.decided_by.iter().chain(&function.decided_by);
    let starts = decided.map(|Decided(start, _)| start.bits);
    let starts = starts.chain(function.runs.iter().map(|Run(start, _)| start.bits));
    let starts: BTreeSet<u64> = starts.collect();
    let ends = starts.iter().filter_map(|start| start.checked_sub(1)).chain([source.mask()]);
    let all: BTreeSet<u64> = starts.iter().copied().chain(ends).collect();
    all.into_iter().collect()
}

/// The cells of a group whose rule cannot be the one that decides them.
fn misdecided(group: &Group, types: (&DataType, &DataType)) -> Vec<String> {
    let mut faults = Vec::new();
    for function in &group.functions {
        let inputs = inputs(group, function, types.0);
        for (mode, range) in combinations(function) {
            let plain = group
                .functions
                .iter()
                .find(|other| combinations(other).any(|(of, range)| of == mode && range == "none"));
            for bits in inputs.iter().copied() {
                let outcome = outcome(group, function, bits);
                let fits = plain.map(|plain| outcome_is_bits(group, plain, bits));
                let own = rounding_rule(mode);
                let cell = Cell { bits, outcome, rounding: own, range, fits };
                let rule = at(&group.decided_by, bits).or_else(|| at(&function.decided_by, bits));
                let rule = rule.map_or("", |rule| if rule == "rounding" { own } else { rule });
                if let Some(fault) = wrong(&cell, rule, types) {
                    faults.push(format!("{mode}/{range}/{bits:#x} by {rule}: {fault}"));
                }
            }
        }
    }
    faults
}

/// The rounding modes and range rules that a function's outcomes hold for.
fn combinations(function: &Function) -> impl Iterator<Item = (&str, &str)> {
    function.holds.iter().flat_map(|holds| {
        let modes = holds.rounding.iter();
        modes.flat_map(|mode| holds.out_of_range.iter().map(move |range| (&**mode, &**range)))
    })
}

fn outcome<'a>(group: &Group, function: &'a Function, bits: u64) -> &'a Outcome {
    if let Some(Run(_, outcome)) = function.runs.iter().rfind(|Run(start, _)| start.bits <= bits) {
        return outcome;
    }
    let place = match group.inputs.is_empty() {
        true => usize::try_from(bits).expect("tables are short"),
        false => group.inputs.partition_point(|input| input.bits < bits),
    };
    &function.outcomes[place]
}

fn outcome_is_bits(group: &Group, function: &Function, bits: u64) -> bool {
    matches!(outcome(group, function, bits).is, Expected::Bits(_))
}

/// The faults of some groups.
fn faults(groups: impl Iterator<Item = Group>) -> Vec<String> {
    let types = types_by_name();
    let rules = parse::<Listing<Rule>>("rules.json").items;
    let known: BTreeSet<String> = rules.into_iter().map(|rule| rule.id).collect();
    let faults = groups.flat_map(|group| {
        let (source, target) = (&types[&group.source], &types[&group.target]);
        let mut faults = misformed(&group, &known, source);
        if faults.is_empty() {
            faults = misdecided(&group, (source, target));
        }
        faults.into_iter().map(move |fault| format!("{}: {fault}", group.id)).collect::<Vec<_>>()
    });
    faults.collect()
}

#[test]
fn each_cell_names_the_rule_that_decides_it() {
    none(&faults(groups().map(|(_, group)| group)));
}

#[test]
fn the_crate_reads_them_alike() {
    for (kind, group) in groups().filter(|(kind, _)| *kind == Kind::Points) {
        for function in &group.functions {
            for bits in group.inputs.iter().map(|input| input.bits) {
                let rule = at(&group.decided_by, bits).or_else(|| at(&function.decided_by, bits));
                let expected = rule.filter(|rule| *rule != "rounding");
                assert_eq!(group.decided_by(function, bits), expected, "{kind}: {}", group.id);
            }
        }
    }
}

/// A group as it is has no faults, and one once it is changed.
fn finds(id: &str, change: impl FnOnce(&mut Group)) {
    let mut group = groups().map(|(_, group)| group).find(|group| group.id == id).expect("an id");
    assert_eq!(faults([group.clone()].into_iter()), [""; 0], "{id} as it is");
    change(&mut group);
    assert_ne!(faults([group].into_iter()), [""; 0], "{id} once it is changed");
}

const HALF_TO_INT: &str = "cast/segments/float16-int2";

fn rule_at(entries: &mut [Decided], start: u64) -> &mut Option<String> {
    &mut entries.iter_mut().find(|entry| entry.0.bits == start).expect("a start").1
}

#[test]
fn finds_another_rule_at_a_special_value() {
    for (start, other) in [(0x7c00, "CV-NAN-3"), (0x7c01, "CV-INF-2"), (0x8000, "CV-EXACT-1")] {
        finds(HALF_TO_INT, |group| {
            *rule_at(&mut group.decided_by, start) = Some(other.to_owned());
        });
    }
}

#[test]
fn finds_another_rule_of_a_function() {
    for (start, other) in [
        (0x0001, "CV-ZERO-3"),
        (0x3c01, "rounding"),
        (0x3e00, "CV-RANGE-3"),
        (0x8001, "rounding"),
        (0xc001, "CV-RANGE-2"),
        (0xb801, "CV-EXACT-1"),
    ] {
        finds(HALF_TO_INT, |group| {
            let decided = &mut group.functions[0].decided_by;
            *rule_at(decided, start) = Some(other.to_owned());
        });
    }
}

#[test]
fn finds_a_start_that_is_missing_or_changes_nothing() {
    finds(HALF_TO_INT, |group| _ = group.decided_by.remove(0));
    finds(HALF_TO_INT, |group| _ = group.decided_by.remove(4));
    finds(HALF_TO_INT, |group| _ = group.functions[0].decided_by.remove(0));
    finds(HALF_TO_INT, |group| _ = group.functions[0].decided_by.remove(2));
    finds(HALF_TO_INT, |group| {
        let again = Decided(Bits { bits: 0x7c02, bytes: 2 }, Some("CV-NAN-3".to_owned()));
        group.decided_by.insert(6, again);
    });
    finds(HALF_TO_INT, |group| group.decided_by.swap(1, 2));
}

#[test]
fn finds_a_cell_that_is_decided_twice_or_not_at_all() {
    finds(HALF_TO_INT, |group| *rule_at(&mut group.decided_by, 0x7c00) = None);
    finds(HALF_TO_INT, |group| group.functions[0].decided_by.clear());
    finds(HALF_TO_INT, |group| group.functions[0].decided_by[1].1 = None);
    finds(HALF_TO_INT, |group| {
        let twice = Decided(Bits { bits: 0x7c00, bytes: 2 }, Some("CV-INF-2".to_owned()));
        group.functions[0].decided_by.insert(3, twice);
    });
}

#[test]
fn finds_a_rule_that_is_unknown_or_not_of_the_group() {
    for other in ["CV-INF-9", "CV-INF-1", "rounding"] {
        finds(HALF_TO_INT, |group| {
            *rule_at(&mut group.decided_by, 0x7c00) = Some(other.to_owned());
        });
    }
    finds(HALF_TO_INT, |group| group.rules.retain(|rule| rule != "CV-ROUND-1"));
}

#[test]
fn finds_a_rule_beside_those_of_the_alternatives() {
    finds("cast/segments/float16-float8_e8m0fnu", |group| {
        group.rules.push("CV-RANGE-3".to_owned());
        let entry = group.functions.iter_mut().flat_map(|function| &mut function.decided_by);
        let mut inf = entry.chain(&mut group.decided_by);
        let inf = inf.find(|entry| entry.1.as_deref() == Some("CV-INF-3")).expect("infinities");
        inf.1 = Some("CV-RANGE-3".to_owned());
    });
}
