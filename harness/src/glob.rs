//! Globs over ids and messages: `*` for any characters, `?` for one.

/// A pattern that a whole text matches, or not.
#[derive(Debug)]
pub(crate) struct Glob(String);

impl Glob {
    pub(crate) fn new(pattern: &str) -> Self {
        Self(pattern.to_owned())
    }

    pub(crate) fn matches(&self, text: &str) -> bool {
        let (mut pattern, mut text) = (self.0.chars(), text.chars());
        // What follows the last star, and where in the text that may begin: one star is enough to
        // go back to, since what matches before it can stay.
        let mut retry = None;
        loop {
            let mut rest = pattern.clone();
            let fits = match rest.next() {
                Some('*') => {
                    retry = Some((rest.clone(), text.clone()));
                    true
                }
                Some(wanted) => match text.next() {
                    Some(found) => wanted == '?' || wanted == found,
                    None => return false,
                },
                None if text.as_str().is_empty() => return true,
                None => false,
            };
            if fits {
                pattern = rest;
                continue;
            }
            let Some((after, start)) = &mut retry else { return false };
            start.next();
            (pattern, text) = (after.clone(), start.clone());
        }
    }
}
