//! The ids of failing checks as globs that match them and nothing else of what was asked.
//!
//! An id of a generated check is its group's, then rounding, range rule, direction and input. A glob
//! leaves some of these four open. The most general one is taken that is exact, then the next.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use codec_vectors::Bits;

use crate::glob::Glob;
use crate::runner::Plan;
use crate::suite::Unit;

/// Rounding, range rule, direction and input, as they stand in an id.
type Parts<'a> = ([&'a str; 3], Bits);

/// For each part whether it is left open.
type Open = [bool; 4];

/// What stands for a part that is left open.
const ANY: &str = "*";

/// What a run asks.
pub struct Asked<'a> {
    units: BTreeMap<&'a str, &'a Unit>,
    plan: &'a Plan,
}

impl<'a> Asked<'a> {
    /// The checks of these units that are planned.
    pub fn of(units: impl Iterator<Item = &'a Unit>, plan: &'a Plan) -> Self {
        Self { units: units.map(|unit| (unit.id.as_str(), unit)).collect(), plan }
    }

    /// Whether the check of an id is asked.
    pub fn has(&self, id: &str) -> bool {
        let unit = id.rsplit_once('/').map(|(unit, _)| unit);
        self.units.contains_key(id) || unit.is_some_and(|unit| self.units.contains_key(unit))
    }

    /// How many checks a glob matches.
    pub(super) fn matched(&self, pattern: &str) -> usize {
        let literal = &pattern[..pattern.find(['*', '?']).unwrap_or(pattern.len())];
        let agrees = |unit: &&&Unit| unit.id.starts_with(literal) || literal.starts_with(&unit.id);
        let glob = Glob::new(pattern);
        let matched = |unit: &&Unit| {
            let checks = self.plan.checks(unit);
            checks.iter().filter(|check| glob.matches(&unit.check_id(check.input))).count()
        };
        self.units.values().filter(agrees).map(matched).sum()
    }

    /// The units of a group of generated checks.
    fn group(&self, group: &str) -> Vec<&'a Unit> {
        let units = self.units.range(group..).map(|(_, unit)| *unit);
        let units = units.take_while(|unit| unit.id.starts_with(group));
        let in_it = |unit: &&Unit| names_of(&unit.id).is_some_and(|(of, _)| of == group);
        units.filter(|unit| unit.is_generated()).filter(in_it).collect()
    }

    /// Globs and ids that match these checks, and nothing else that is asked.
    pub fn globs(&self, failing: &BTreeSet<String>) -> Vec<String> {
        let mut groups: BTreeMap<&str, Vec<(&str, Parts<'_>)>> = BTreeMap::new();
        let mut others: BTreeSet<&str> = BTreeSet::new();
        for id in failing {
            let unit = id.rsplit_once('/').map_or(id.as_str(), |(unit, _)| unit);
            let is_generated = self.units.get(unit).is_some_and(|unit| unit.is_generated());
            match apart(id).filter(|_| is_generated) {
                Some((group, parts)) => groups.entry(group).or_default().push((id, parts)),
                None => drop(others.insert(id)),
            }
        }
        let groups = groups.into_iter().flat_map(|(group, failing)| self.of_group(group, failing));
        groups.chain(self.of_starts(&others)).collect()
    }

    /// Of ids that are no generated check's, what they start with where all that starts so fails.
    fn of_starts(&self, failing: &BTreeSet<&str>) -> BTreeSet<String> {
        let mut known: HashMap<String, bool> = HashMap::new();
        let mut is_exact = |start: &str| {
            let fails = || failing.range(start..).take_while(|id| id.starts_with(start)).count();
            *known.entry(start.to_owned()).or_insert_with(|| {
                let fails = fails();
                fails > 1 && fails == self.matched(&format!("{start}{ANY}"))
            })
        };
        let mut glob = |id: &&str| {
            let mut starts = id.match_indices('/').map(|(end, _)| &id[..=end]);
            let start = starts.find(|start| is_exact(start));
            start.map_or_else(|| (*id).to_owned(), |start| format!("{start}{ANY}"))
        };
        failing.iter().map(&mut glob).collect()
    }

    fn of_group(&self, group: &str, failing: Vec<(&str, Parts<'_>)>) -> Vec<String> {
        let units = self.group(group).into_iter();
        let names = units.filter_map(|unit| Some((names_of(&unit.id)?.1, unit)));
        let asked = names.flat_map(|(names, unit)| {
            let checks = self.plan.checks(unit).into_iter();
            checks.map(move |check| (names, check.input)).collect::<Vec<_>>()
        });
        let asked: Vec<Parts<'_>> = asked.collect();
        let (mut globs, mut left) = (Vec::new(), failing.clone());
        for open in most_open_first() {
            let all = counted(open, asked.iter().copied());
            let failed = counted(open, failing.iter().map(|(_, parts)| *parts));
            let is_exact = |parts: Parts<'_>| {
                let key = key(open, parts);
                failed[&key] > 1 && all.get(&key) == failed.get(&key)
            };
            let (covered, rest): (Vec<_>, Vec<_>) =
                left.into_iter().partition(|(_, parts)| is_exact(*parts));
            let covered = covered.into_iter().map(|(_, parts)| glob(group, open, parts));
            globs.extend(covered.collect::<BTreeSet<String>>());
            left = rest;
        }
        globs.extend(left.into_iter().map(|(id, _)| id.to_owned()));
        globs
    }
}

/// The group's id in a unit's, and the names below it.
fn names_of(unit: &str) -> Option<(&str, [&str; 3])> {
    let mut parts = unit.rsplitn(4, '/');
    let (direction, range, rounding) = (parts.next()?, parts.next()?, parts.next()?);
    Some((parts.next()?, [rounding, range, direction]))
}

/// The group's id in a check's, and the parts below it.
fn apart(id: &str) -> Option<(&str, Parts<'_>)> {
    let (unit, input) = id.rsplit_once('/')?;
    let (group, names) = names_of(unit)?;
    Some((group, (names, Bits::parse(input)?)))
}

/// Every choice of open parts, those that leave most open first.
fn most_open_first() -> Vec<Open> {
    let choice = |bits: u32| std::array::from_fn(|part| bits >> part & 1 == 1);
    let mut choices: Vec<Open> = (1..16).map(choice).collect();
    choices.sort_by_key(|open| open.iter().filter(|open| !**open).count());
    choices
}

/// The parts that are not left open.
fn key<'a>(open: Open, (names, input): Parts<'a>) -> ([&'a str; 3], Option<Bits>) {
    let names = std::array::from_fn(|part| if open[part] { ANY } else { names[part] });
    (names, (!open[3]).then_some(input))
}

fn counted<'a>(
    open: Open,
    all: impl Iterator<Item = Parts<'a>>,
) -> HashMap<([&'a str; 3], Option<Bits>), usize> {
    let mut counts = HashMap::new();
    all.for_each(|parts| *counts.entry(key(open, parts)).or_default() += 1);
    counts
}

/// Open parts side by side are one star, which matches slashes too.
fn glob(group: &str, open: Open, parts: Parts<'_>) -> String {
    let (names, input) = key(open, parts);
    let input = input.map_or_else(|| ANY.to_owned(), |input| input.to_string());
    let mut glob = group.to_owned();
    for part in names.into_iter().chain([input.as_str()]) {
        if part != ANY || !glob.ends_with("/*") {
            glob.push('/');
            glob.push_str(part);
        }
    }
    glob
}
