//! The text of a proof: labelled paragraphs, and the sentences of rules.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use codec_vectors::{Rule, embedded};

use crate::report::{Style, wrapped};

/// Columns of a label.
const LABEL: usize = 11;

/// Longer words are not quoted in full.
const QUOTED: usize = 70;

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(embedded::rules);

/// A text that grows.
pub(super) struct Page {
    text: String,
    style: Style,
    /// The rules whose sentences are there already.
    said: BTreeSet<String>,
}

impl Page {
    pub(super) fn new(title: &str, style: Style) -> Self {
        Self { text: format!("{title}\n\n"), style, said: BTreeSet::new() }
    }

    /// A paragraph behind a label, which is empty where the step goes on.
    pub(super) fn say(&mut self, label: &str, words: impl AsRef<str>) {
        wrapped(&mut self.text, &format!("{label:<LABEL$}"), words.as_ref(), self.style);
    }

    /// A rule with its sentence, the first time.
    pub(super) fn rule(&mut self, id: &str) {
        self.labelled_rule("", id);
    }

    /// Rules with their sentences, those that are not there yet.
    pub(super) fn rules<'a>(&mut self, label: &str, ids: impl IntoIterator<Item = &'a str>) {
        let mut label = label;
        for id in ids {
            if self.labelled_rule(label, id) {
                label = "";
            }
        }
    }

    /// The rules that a message names, with their sentences.
    pub(super) fn rules_named_in(&mut self, message: &str) {
        self.rules("", message.split(|c: char| !c.is_ascii_alphanumeric() && c != '-'));
    }

    /// Whether there is such a rule that is not there yet.
    fn labelled_rule(&mut self, label: &str, id: &str) -> bool {
        let rule = RULES.iter().find(|rule| rule.id == id);
        let rule = rule.filter(|_| !self.said.contains(id));
        if let Some(rule) = rule {
            self.said.insert(id.to_owned());
            self.say(label, format!("{id}: {}", rule.sentence));
        }
        rule.is_some()
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }
}

/// What a tolerated alternative answers, in the words of its rule.
pub(super) fn alternative(name: &str) -> &'static str {
    let mut all = RULES.iter().flat_map(|rule| &rule.alternatives);
    all.find(|(other, _)| other == name).map_or("", |(_, answer)| answer)
}

/// A word, such as a number or hex digits, its middle left out where it is long.
pub(super) fn quoted(word: &str) -> String {
    let characters: Vec<char> = word.chars().collect();
    if characters.len() <= QUOTED {
        return word.to_owned();
    }
    let part = |characters: &[char]| characters.iter().collect::<String>();
    let (start, end) = (part(&characters[..40]), part(&characters[characters.len() - 10..]));
    format!("{start}...{end} ({} characters)", characters.len())
}
