//! A row of words and the codes that it holds.

use codec_reference::{Packing, Word};

use super::page::Page;

/// The first groups of a row are shown, and the next one that lies in two words.
const GROUPS: u64 = 3;

/// The bits of a group are shown word by word up to this many words.
const PARTS: u64 = 3;

/// Digits of a group that are shown.
const DIGITS: usize = 6;

/// Words, and the codes that they hold.
pub(super) struct Row {
    pub(super) packing: Packing,
    pub(super) word: Word,
    pub(super) words: Vec<u64>,
    pub(super) codes: Vec<u64>,
}

impl Row {
    /// The groups that are shown, each in a sentence.
    pub(super) fn groups(&self, page: &mut Page, sentence: fn(&Self, u64) -> String) {
        let size = self.packing.group_size();
        let all = (self.codes.len() as u64).div_ceil(size);
        let straddling = (GROUPS..all).find(|group| {
            let (first, last) = self.bits(*group);
            first / self.word.bits() != last / self.word.bits()
        });
        if all == 0 {
            page.say("first row", "no codes");
        }
        for group in (0..all.min(GROUPS)).chain(straddling) {
            let label = if group == 0 { "first row" } else { "" };
            page.say(label, sentence(self, group));
        }
        if all > GROUPS + 1 {
            page.say("", format!("and so on, {all} in all"));
        }
    }

    /// The first and the last bit of a group, counted along the row.
    fn bits(&self, group: u64) -> (u64, u64) {
        let width = self.packing.index_bits();
        (group * width, group * width + width - 1)
    }

    /// From bits to codes.
    pub(super) fn unpacked(&self, group: u64) -> String {
        let bits = self.bit_words(group);
        match self.packing.group_size() {
            1 => format!("code {group} is {bits}: {}", self.binary(group)),
            _ => {
                format!("group {group} is {bits}: index {}; {}", self.sum(group), self.named(group),)
            }
        }
    }

    /// From codes to bits.
    pub(super) fn packed(&self, group: u64) -> String {
        let bits = self.bit_words(group);
        match self.packing.group_size() {
            1 => format!("code {group} is {}, {bits}", self.binary(group)),
            _ => format!("{}: index {}, {bits}", self.named(group), self.sum(group)),
        }
    }

    /// `bits 6 to 8 of the row, 10 in word 0 (0x88, bits 6 to 7), above it 0 in word 1 (0xc6, bit 0)`
    fn bit_words(&self, group: u64) -> String {
        let ((first, last), size) = (self.bits(group), self.word.bits());
        let part = |index: u64| {
            let low = first.max(index * size) % size;
            let high = last.min(index * size + size - 1) % size;
            let (word, width) = (self.words[index as usize], (high - low + 1) as usize);
            let value = u128::from(word >> low) & ((1 << width) - 1);
            let (hex, place) = (2 * self.word.bytes(), span("bit", low, high));
            format!("{value:0width$b} in word {index} (0x{word:0hex$x}, {place})")
        };
        let bits = format!("{} of the row", span("bit", first, last));
        if last / size - first / size >= PARTS {
            let words = span("word", first / size, last / size);
            return format!("{bits}, {:#x} in {words}, the first one lowest", self.index(group));
        }
        let parts: Vec<String> = (first / size..=last / size).map(part).collect();
        format!("{bits}, {}", parts.join(", above it "))
    }

    /// `0b010 = 2`
    fn binary(&self, group: u64) -> String {
        let (index, width) = (self.index(group), self.packing.index_bits() as usize);
        format!("0b{index:0width$b} = {index}")
    }

    /// The index of a group as a sum over its codes.
    fn sum(&self, group: u64) -> String {
        let (codes, radix) = (self.codes_of(group), self.packing.radix());
        let term = |(place, code): (usize, &u64)| match place {
            0 => code.to_string(),
            1 => format!("{code}*{radix}"),
            _ => format!("{code}*{radix}^{place}"),
        };
        let mut terms: Vec<String> = codes.iter().enumerate().take(DIGITS).map(term).collect();
        if codes.len() > DIGITS {
            terms.push("...".to_owned());
        }
        if (codes.len() as u64) < self.packing.group_size() {
            terms.push("unused digits".to_owned());
        }
        format!("{} = {}", self.index(group), terms.join(" + "))
    }

    /// The number that the bits of a group make.
    fn index(&self, group: u64) -> u64 {
        let ((first, last), size) = (self.bits(group), self.word.bits());
        let bit = |place: u64| self.words[(place / size) as usize] >> (place % size) & 1;
        (first..=last).rev().fold(0, |index, place| index << 1 | bit(place))
    }

    fn named(&self, group: u64) -> String {
        let codes = self.codes_of(group);
        let first = group * self.packing.group_size();
        let last = first + codes.len() as u64 - 1;
        let shown: Vec<String> = codes.iter().take(2 * DIGITS).map(u64::to_string).collect();
        let more = if codes.len() > 2 * DIGITS { " ..." } else { "" };
        let verb = if first == last { "is" } else { "are" };
        format!("{} {verb} {}{more}", span("code", first, last), shown.join(" "))
    }

    fn codes_of(&self, group: u64) -> &[u64] {
        let size = self.packing.group_size() as usize;
        let start = group as usize * size;
        &self.codes[start..self.codes.len().min(start + size)]
    }

    /// What is left of the last group, and of the last word.
    pub(super) fn padding(&self, page: &mut Page, fate: &str) {
        let (size, count) = (self.packing.group_size(), self.codes.len() as u64);
        let groups = count.div_ceil(size);
        let unused = groups * size - count;
        let bits = self.words.len() as u64 * self.word.bits() - groups * self.packing.index_bits();
        if unused > 0 {
            page.say("padding", format!("{unused} digits of the last group are not used"));
        }
        if bits > 0 && count > 0 {
            page.say("padding", format!("the last {bits} bits of the row are {fate}"));
        }
    }
}

/// `bit 3`, `bits 3 to 5`
fn span(what: &str, first: u64, last: u64) -> String {
    if first == last { format!("{what} {first}") } else { format!("{what}s {first} to {last}") }
}
