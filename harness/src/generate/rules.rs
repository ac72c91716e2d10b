//! Rules, read from the headings of spec-notes/.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use codec_vectors::{Level, Rule};

/// Every `### ID` heading of the folder's pages, with the list of facts under it, sorted by id.
pub(super) fn read(notes: &Path) -> Result<Vec<Rule>> {
    let mut rules: BTreeMap<String, Rule> = BTreeMap::new();
    let entries =
        std::fs::read_dir(notes).with_context(|| format!("reading {}", notes.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let text = std::fs::read_to_string(&path)?;
        for rule in parse(&text).with_context(|| format!("in {}", path.display()))? {
            let (id, path) = (rule.id.clone(), path.display());
            ensure!(rules.insert(id.clone(), rule).is_none(), "{path}: {id} is given twice");
        }
    }
    Ok(rules.into_values().collect())
}

fn parse(page: &str) -> Result<Vec<Rule>> {
    let sections = page.split("\n### ").skip(1);
    sections.map(|section| rule(section).with_context(|| heading(section).to_owned())).collect()
}

fn rule(section: &str) -> Result<Rule> {
    let facts = facts(section);
    let fact = |name: &str| facts.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
    let required = |name| fact(name).with_context(|| format!("no line \"- {name}: …\""));
    let id = heading(section).to_owned();
    let alternatives = facts.iter().filter_map(|(key, value)| {
        let name = key.strip_prefix("alternative `")?.strip_suffix('`')?;
        Some((format!("{id}/{name}"), (*value).to_owned()))
    });
    Ok(Rule {
        level: level(required("level")?)?,
        sentence: required("sentence")?.to_owned(),
        alternatives: alternatives.collect(),
        bounds: bounds(&id, fact("bounds"), &facts)?,
        without_vectors: fact("vectors")
            .and_then(|why| why.strip_prefix("none, "))
            .map(str::to_owned),
        clause: required("clause")?.to_owned(),
        notes: notes(section),
        id,
    })
}

/// The alternatives that are bounds, by name; each must be one of the rule.
fn bounds(id: &str, names: Option<&str>, facts: &[(&str, &str)]) -> Result<Vec<String>> {
    let bound = |name: &str| {
        let known = facts.iter().any(|(key, _)| *key == format!("alternative `{name}`"));
        ensure!(known, "the bound {name:?} is not an alternative");
        Ok(format!("{id}/{name}"))
    };
    names.into_iter().flat_map(|names| names.split(", ")).map(bound).collect()
}

fn heading(section: &str) -> &str {
    section.lines().next().unwrap_or("").trim()
}

/// The `- key: value` lines directly under the heading.
fn facts(section: &str) -> Vec<(&str, &str)> {
    let lines = section.lines().skip(1).map_while(|line| line.strip_prefix("- "));
    lines.filter_map(|line| line.split_once(": ")).collect()
}

/// The prose of an entry, up to the next heading: a line for each paragraph and each entry of a
/// list, with an empty line between paragraphs.
fn notes(section: &str) -> String {
    let is_fact = |line: &&str| !line.is_empty();
    let prose = section.lines().skip(1).skip_while(is_fact);
    let prose = prose.take_while(|line| !line.starts_with('#'));
    let joined = prose.fold(String::new(), |text, line| {
        let before = match line {
            "" => "\n\n",
            _ if text.ends_with('\n') => "",
            _ if line.starts_with("- ") => "\n",
            _ => " ",
        };
        text + before + line.trim()
    });
    joined.trim().to_owned()
}

fn level(text: &str) -> Result<Level> {
    let names = || Level::ALL.map(Level::name).join(", ");
    Level::from_name(text).with_context(|| format!("level {text:?} is none of {}", names()))
}
