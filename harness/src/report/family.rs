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

/// What the failures under one headline have in common: how they ended, and their cause; where no
/// cause is known, the message; where there is none, the rule and what is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Headline<'a> {
    pub(super) status: Status,
    pub(super) subject: Subject<'a>,
    pub(super) who: Who,
    /// Whether they fail, and fail nothing.
    pub(super) warns: bool,
}

/// What is said in a headline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Subject<'a> {
    /// A mistake that would bring about all of them.
    Cause(&'a str),
    /// What the implementation says to all of them, without the numbers in it.
    Message(&'a str),
    /// The rule that decides the checks, how binding it is, and what is wrong.
    Rule(&'a str, Level, Wrongness),
    /// What went wrong before any rule was put to the test.
    Wrongness(Wrongness),
}

impl<'a> Headline<'a> {
    pub(super) fn new(status: Status, wrongness: Wrongness, rule: &'a str, level: Level) -> Self {
        let subject = match wrongness.tests_rule() && !rule.is_empty() {
            true => Subject::Rule(rule, level, wrongness),
            false => Subject::Wrongness(wrongness),
        };
        Self { status, subject, who: Who::It, warns: false }
    }

    /// The same, where a cause is known, or all failures come with the same message.
    fn because(self, cause: Option<&'a str>, message: Option<&'a str>) -> Self {
        let subject = cause.map(Subject::Cause).or_else(|| message.map(Subject::Message));
        // A rejection and a failure of the adapter have the same cause.
        let status = match self.status {
            Status::Error if cause.is_some() => Status::Fail,
            status => status,
        };
        Self { status, subject: subject.unwrap_or(self.subject), ..self }
    }

    /// The same, where it may fail nothing.
    pub(super) fn warning(self, warns: bool) -> Self {
        Self { warns, ..self }
    }

    /// The same of one of two implementations.
    pub(super) fn by(self, who: Who) -> Self {
        Self { who, ..self }
    }

    /// The rule, where one is the subject.
    pub(super) fn rule(&self) -> Option<&'a str> {
        match self.subject {
            Subject::Rule(rule, ..) => Some(rule),
            _ => None,
        }
    }

    /// What is wrong, in a sentence or two; the rule and its sentence are those of the example.
    pub(super) fn sentence(&self, rule: &str, sentence: &str) -> String {
        match self.subject {
            Subject::Wrongness(Wrongness::RefusedAtOpen) => REFUSED_AT_OPEN.to_owned(),
            Subject::Wrongness(Wrongness::Together) => TOGETHER.to_owned(),
            Subject::Wrongness(Wrongness::Malformed) => MALFORMED.to_owned(),
            Subject::Cause(_) | Subject::Message(..) if !rule.is_empty() => {
                format!("{rule}: {sentence}")
            }
            _ => sentence.to_owned(),
        }
    }

    /// How such a check ended, in a word: a failure that fails nothing is a warning.
    pub(super) fn ended(&self) -> &'static str {
        if self.warns { "warn" } else { self.status.name() }
    }

    /// The subject in words.
    pub(super) fn words(&self) -> String {
        let words = match self.subject {
            Subject::Cause(cause) => format!("likely: {cause}"),
            Subject::Message(message) => format!("answered by: {message}"),
            Subject::Rule(rule, level, wrongness) => {
                joined(&format!("{rule} ({})", level.name()), wrongness.words())
            }
            Subject::Wrongness(wrongness) => wrongness.words().to_owned(),
        };
        words + self.who.words()
    }

    /// A name that stays the same from run to run, of letters, digits and hyphens.
    pub(crate) fn place(&self) -> String {
        let own = match self.subject {
            Subject::Cause(cause) => cause.to_owned(),
            Subject::Message(message) => message.to_owned(),
            Subject::Rule(rule, level, wrongness) => {
                format!("{rule} {} {}", level.name(), wrongness.name())
            }
            Subject::Wrongness(wrongness) => wrongness.name().to_owned(),
        };
        let words = format!("{own} {}{}", self.ended(), self.who.suffix());
        let words = words.split(|character: char| !character.is_ascii_alphanumeric());
        words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
    }
}

/// `what: more`, or the one that there is.
fn joined(what: &str, more: &str) -> String {
    match (what, more) {
        (one, "") | ("", one) => one.to_owned(),
        (what, more) => format!("{what}: {more}"),
    }
}

/// Things under the headline of each, the heaviest first; what fails nothing, and what is expected to
/// fail, comes last.
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
    groups.sort_by_key(|(Headline { status, warns, .. }, group)| {
        let weight: u64 = group.iter().map(|thing| weight(thing)).sum();
        (*status == Status::Xfail, *warns, Reverse(weight))
    });
    groups
}

/// Failures under one headline, on one pair of types or several.
pub(crate) struct Family<'a> {
    pub(super) headline: Headline<'a>,
    /// The class with the simplest example of the rule that fails most often.
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
    let headline = Headline::new(*status, *wrongness, rule, *level).by(*who);
    headline.because(class.cause.as_deref(), class.message.as_deref()).warning(report.warns(class))
}

fn family<'a>(headline: Headline<'a>, classes: &[&'a Class]) -> Option<Family<'a>> {
    let of_rule = |rule: &str| -> u64 {
        classes.iter().filter(|class| class.rule == rule).map(|class| class.count).sum()
    };
    let simplest = *classes.iter().min_by_key(|class| {
        let Class { rule, example, .. } = class;
        (Reverse(of_rule(rule)), example.array_length, example.input.text.len())
    })?;
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
        self.headline.rule() == Some(rule)
    }

    /// Rule and wrongness in words.
    pub(crate) fn title(&self) -> String {
        self.headline.words()
    }

    /// What is wrong, in a sentence or two: that of the rule, where there is one.
    pub(crate) fn sentence(&self) -> String {
        self.headline.sentence(&self.simplest.rule, &self.simplest.sentence)
    }

    /// The rules that its checks are counted under, where the headline names none.
    pub(crate) fn rules(&self) -> Vec<(String, u64)> {
        match self.headline.rule() {
            Some(_) => Vec::new(),
            None => {
                let of_rules = self.classes().filter(|class| !class.rule.is_empty());
                let mut sums =
                    sums_by_name(of_rules.map(|class| (class.rule.clone(), class.count)));
                sums.sort_by_key(|(_, count)| Reverse(*count));
                sums
            }
        }
    }

    /// Its pairs of types, each with its number of checks.
    pub(crate) fn pairs(&self) -> Vec<(String, u64)> {
        sums_by_name(self.classes().map(|class| (pair(class), class.count)))
    }

    /// Whether a line for each class says more than the pairs do.
    pub(crate) fn has_examples(&self) -> bool {
        self.simplest.wrongness != Wrongness::RefusedAtOpen
    }

    /// A name for its place on a page; it stays the same from run to run.
    pub(crate) fn place(&self) -> String {
        self.headline.place()
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
