//! Rules, vectors and alternatives name each other.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use codec_vectors::{Level, Listing, PackingItem, ReshapeItem, Rule, Run};

use crate::batches::{Item, batches};
use crate::files::{cases, groups, parse};
use crate::none;
use crate::shape::case_outcomes;

/// What a group, case or batch says of itself.
struct Named {
    id: String,
    rules: Vec<String>,
    alternatives: BTreeSet<String>,
}

fn rules() -> Vec<Rule> {
    parse::<Listing<Rule>>("rules.json").items
}

fn named() -> Vec<Named> {
    let generated = groups().map(|(_, group)| {
        let functions = group.functions.iter();
        let outcomes = functions.flat_map(|function| {
            function.outcomes.iter().chain(function.runs.iter().map(|Run(_, outcome)| outcome))
        });
        let alternatives = outcomes.flat_map(|outcome| outcome.or.keys().cloned()).collect();
        Named { id: group.id, rules: group.rules, alternatives }
    });
    let by_hand = cases().map(|case| {
        let outcomes = case_outcomes(&case);
        let alternatives = outcomes.flat_map(|outcome| outcome.or.keys().cloned()).collect();
        Named { id: case.id, rules: case.rules, alternatives }
    });
    let batches = named_batches::<ReshapeItem>().chain(named_batches::<PackingItem>());
    generated.chain(by_hand).chain(batches).collect()
}

fn named_batches<T: Item>() -> impl Iterator<Item = Named> {
    batches::<T>().map(|batch| {
        let alternatives = batch.items.iter().flat_map(Item::alternatives).collect();
        Named { id: batch.id, rules: batch.rules, alternatives }
    })
}

/// The decisive rule of each case and batch, with the level that is stated.
fn decisive() -> impl Iterator<Item = (String, String, Level)> {
    fn of<T: Item>() -> impl Iterator<Item = (String, Vec<String>, Level)> {
        batches::<T>().map(|batch| (batch.id, batch.rules, batch.level))
    }
    let cases = cases().map(|case| (case.id, case.rules, case.level));
    let all = cases.chain(of::<ReshapeItem>()).chain(of::<PackingItem>());
    all.map(|(id, mut rules, level)| (id, rules.swap_remove(0), level))
}

#[test]
fn rules_are_sorted_and_stand_once() {
    assert!(rules().is_sorted_by(|a, b| a.id < b.id));
}

#[test]
fn an_alternative_bears_the_name_of_its_rule_and_stands_once() {
    let mut seen = BTreeSet::new();
    let alternatives = rules().into_iter().flat_map(|rule| {
        let names = rule.alternatives.into_iter().map(|(name, _)| name);
        names.map(move |name| (rule.id.clone(), name)).collect::<Vec<_>>()
    });
    let wrong = alternatives.filter(|(rule, name)| {
        name.strip_prefix(rule).is_none_or(|rest| !rest.starts_with('/'))
            || !seen.insert(name.clone())
    });
    none(&wrong.map(|(rule, name)| format!("{rule}: {name}")).collect::<Vec<_>>());
}

#[test]
fn named_rules_exist() {
    let known: BTreeSet<_> = rules().into_iter().map(|rule| rule.id).collect();
    let faults = named().into_iter().flat_map(|item| {
        let unknown = item.rules.into_iter().filter(|rule| !known.contains(rule));
        unknown.map(|rule| format!("{}: {rule}", item.id)).collect::<Vec<_>>()
    });
    none(&faults.collect::<Vec<_>>());
}

#[test]
fn named_alternatives_exist() {
    let alternatives = rules().into_iter().flat_map(|rule| rule.alternatives);
    let known: BTreeSet<_> = alternatives.map(|(name, _)| name).collect();
    let faults = named().into_iter().flat_map(|item| {
        let unknown = item.alternatives.into_iter().filter(|name| !known.contains(name));
        unknown.map(|name| format!("{}: {name}", item.id)).collect::<Vec<_>>()
    });
    none(&faults.collect::<Vec<_>>());
}

#[test]
fn a_group_or_case_names_the_rules_of_its_alternatives() {
    let faults = named().into_iter().filter_map(|item| {
        let rule = |name: &String| name.split('/').next().unwrap_or_default().to_owned();
        let other = item.alternatives.iter().find(|name| !item.rules.contains(&rule(name)))?;
        Some(format!("{}: {other}", item.id))
    });
    none(&faults.collect::<Vec<_>>());
}

#[test]
fn every_rule_has_a_vector_or_a_reason() {
    let used: BTreeSet<_> = named().into_iter().flat_map(|item| item.rules).collect();
    let unused = rules().into_iter().filter(|rule| !used.contains(&rule.id));
    let silent = unused.filter(|rule| rule.without_vectors.is_none());
    none(&silent.map(|rule| rule.id).collect::<Vec<_>>());
}

#[test]
fn a_rule_with_a_reason_for_no_vectors_decides_none() {
    let unscored = rules().into_iter().filter(|rule| rule.without_vectors.is_some());
    let unscored: BTreeSet<_> = unscored.map(|rule| rule.id).collect();
    let generated = groups().flat_map(|(_, group)| group.rules);
    let decisive = generated.chain(decisive().map(|(_, rule, _)| rule));
    none(&decisive.filter(|rule| unscored.contains(rule)).collect::<Vec<_>>());
}

#[test]
fn every_rule_of_batches_decides_one_or_has_a_reason() {
    let decisive: BTreeSet<_> = decisive().map(|(_, rule, _)| rule).collect();
    let rules = rules().into_iter().filter(|rule| ["RS-", "UP-"].contains(&&rule.id[..3]));
    let rules: Vec<_> = rules.collect();
    assert!(!rules.is_empty(), "there are such rules");
    let silent = rules.into_iter().filter(|rule| rule.without_vectors.is_none());
    let idle = silent.map(|rule| rule.id).filter(|rule| !decisive.contains(rule));
    none(&idle.collect::<Vec<_>>());
}

#[test]
fn every_alternative_is_tolerated_by_a_vector() {
    let used: BTreeSet<_> = named().into_iter().flat_map(|item| item.alternatives).collect();
    let alternatives = rules().into_iter().flat_map(|rule| rule.alternatives);
    let unused = alternatives.map(|(name, _)| name).filter(|name| !used.contains(name));
    none(&unused.collect::<Vec<_>>());
}

#[test]
fn a_group_is_as_weak_as_the_weakest_of_its_rules() {
    let levels: BTreeMap<_, _> = rules().into_iter().map(|rule| (rule.id, rule.level)).collect();
    let faults = groups().filter_map(|(_, group)| {
        let weakest = group.rules.iter().filter_map(|rule| levels.get(rule)).max();
        let stated: Option<&Level> = Some(&group.level);
        (weakest != stated).then(|| format!("{}: {:?}", group.id, group.level))
    });
    none(&faults.collect::<Vec<_>>());
}

#[test]
fn a_case_or_batch_has_the_level_of_its_decisive_rule() {
    let levels: HashMap<String, Level> =
        rules().into_iter().map(|rule| (rule.id, rule.level)).collect();
    let wrong = decisive().filter(|(_, rule, level)| levels.get(rule) != Some(level));
    none(&wrong.map(|(id, ..)| id).collect::<Vec<_>>());
}
