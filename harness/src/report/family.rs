//! Classes of failures that belong together.

use std::cmp::Reverse;

use codec_vectors::Level;

use super::words::pair;
use super::{Class, Report, Status, Who, Wrongness};

/// The sentence about a valid configuration that was rejected.
const REFUSED_AT_OPEN: &str = "Configuration and fill value are valid, so the codec must open: at most some data can be \
     rejected. The rules below decide what the data becomes; they were not put to the test.";

/// The sentence about a request that fails as a whole only.
const TOGETHER: &str = "A request with several arrays, or an array of several elements, has no answer, although each of \
     its parts alone has one. This counts against all of its checks.";

/// The sentence about a broken protocol.
const MALFORMED: &str =
    "What the adapter printed is not an answer of the protocol; it is not a rejection either.";

/// What the failures under one headline have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Headline<'a> {
    pub(super) status: Status,
    pub(super) wrongness: Wrongness,
    /// The rule that decides the checks; none where the data was never looked at.
    pub(super) rule: Option<&'a str>,
    pub(super) who: Who,
    /// How binding what was expected is; none where there is no rule.
    pub(super) level: Option<Level>,
    /// Whether they fail, and fail nothing.
    pub(super) warns: bool,
}

impl<'a> Headline<'a> {
    pub(super) fn new(status: Status, wrongness: Wrongness, rule: &'a str, level: Level) -> Self {
        let rule = wrongness.tests_rule().then_some(rule).filter(|rule| !rule.is_empty());
        let level = rule.map(|_| level);
        Self { status, wrongness, rule, who: Who::It, level, warns: false }
    }

    /// The same, where it may fail nothing.
    pub(super) fn warning(self, warns: bool) -> Self {
        Self { warns, ..self }
    }

    /// The same of one of two implementations.
    pub(super) fn by(self, who: Who) -> Self {
        Self { who, ..self }
    }

    /// What is wrong, in a sentence or two; `rule` is what the rule says.
    pub(super) fn sentence(&self, rule: &'a str) -> &'a str {
        match self.wrongness {
            Wrongness::RefusedAtOpen => REFUSED_AT_OPEN,
            Wrongness::Together => TOGETHER,
            Wrongness::Malformed => MALFORMED,
            _ => rule,
        }
    }

    /// How such a check ended, in a word: a failure that fails nothing is a warning.
    pub(super) fn ended(&self) -> &'static str {
        if self.warns { "warn" } else { self.status.name() }
    }

    /// Rule, level and wrongness in words.
    pub(super) fn words(&self) -> String {
        let rule = self.rule.zip(self.level);
        let rule = rule.map(|(rule, level)| format!("{rule} ({})", level.name()));
        let words = match (rule, self.wrongness.words()) {
            (Some(rule), "") => rule,
            (Some(rule), wrong) => format!("{rule}: {wrong}"),
            (None, wrong) => wrong.to_owned(),
        };
        words + self.who.words()
    }
}

/// Things under the headline of each, the heaviest first: but what was rejected at open comes before
/// all, since nothing after it was tested, and what fails nothing last.
pub(super) fn under_headlines<'a, T>(
    things: &'a [T],
    headline: impl Fn(&'a T) -> Headline<'a>,
    weight: impl Fn(&T) -> u64,
) -> Vec<(Headline<'a>, Vec<&'a T>)> {
    let mut groups: Vec<(Headline<'a>, Vec<&'a T>)> = Vec::new();
    for thing in things {
        let headline = headline(thing);
        match groups.iter_mut().find(|(known, _)| *known == headline) {
            Some((_, group)) => group.push(thing),
            None => groups.push((headline, vec![thing])),
        }
    }
    groups.sort_by_key(|(Headline { status, rule, warns, .. }, group)| {
        let weight: u64 = group.iter().map(|thing| weight(thing)).sum();
        (*status == Status::Xfail, *warns, rule.is_some(), Reverse(weight))
    });
    groups
}

/// Failures under one headline, on one pair of types or several.
pub(crate) struct Family<'a> {
    pub(super) headline: Headline<'a>,
    /// The class with the simplest example.
    pub(crate) simplest: &'a Class,
    /// The other classes under the headline.
    pub(super) others: Vec<&'a Class>,
    /// Failures in all of them.
    pub(crate) count: u64,
}

/// The families of a report in its order.
pub(crate) fn families(report: &Report) -> Vec<Family<'_>> {
    let headline = |class| headline(report, class);
    let groups = under_headlines(&report.classes, headline, |class| class.count);
    groups.into_iter().filter_map(|(headline, classes)| family(headline, &classes)).collect()
}

fn headline<'a>(report: &Report, class: &'a Class) -> Headline<'a> {
    let Class { status, wrongness, rule, who, level, .. } = class;
    Headline::new(*status, *wrongness, rule, *level).by(*who).warning(report.warns(class))
}

fn family<'a>(headline: Headline<'a>, classes: &[&'a Class]) -> Option<Family<'a>> {
    let simplest = *classes.iter().min_by_key(|class| class.example.input.text.len())?;
    let others = classes.iter().copied().filter(|class| !std::ptr::eq(*class, simplest)).collect();
    let count = classes.iter().map(|class| class.count).sum();
    Some(Family { headline, simplest, others, count })
}

impl<'a> Family<'a> {
    /// All of its classes, the one with the simplest example first.
    pub(crate) fn classes(&self) -> impl Iterator<Item = &'a Class> {
        std::iter::once(self.simplest).chain(self.others.iter().copied())
    }

    /// Whether it belongs under that rule.
    pub(crate) fn is_of_rule(&self, rule: &str) -> bool {
        self.headline.rule == Some(rule)
    }

    /// Rule and wrongness in words.
    pub(crate) fn title(&self) -> String {
        self.headline.words()
    }

    /// What is wrong, in a sentence or two: that of the rule, where there is one.
    pub(crate) fn sentence(&self) -> &'a str {
        self.headline.sentence(&self.simplest.sentence)
    }

    /// The rules that its checks are counted under, where the headline names none.
    pub(crate) fn rules(&self) -> Vec<(String, u64)> {
        match self.headline.wrongness {
            Wrongness::RefusedAtOpen => {
                sums_by_name(self.classes().map(|class| (class.rule.clone(), class.count)))
            }
            _ => Vec::new(),
        }
    }

    /// Its pairs of types, each with its number of checks.
    pub(crate) fn pairs(&self) -> Vec<(String, u64)> {
        sums_by_name(self.classes().map(|class| (pair(class), class.count)))
    }

    /// Whether a line for each class says more than the pairs do.
    pub(crate) fn has_examples(&self) -> bool {
        self.headline.wrongness != Wrongness::RefusedAtOpen
    }
}

/// Counts under each name, in the order of their first ones.
pub(super) fn sums_by_name(counts: impl Iterator<Item = (String, u64)>) -> Vec<(String, u64)> {
    let mut sums: Vec<(String, u64)> = Vec::new();
    for (name, count) in counts {
        match sums.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += count,
            None => sums.push((name, count)),
        }
    }
    sums
}
