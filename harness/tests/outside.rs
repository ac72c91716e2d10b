//! Text from outside is shown and does not act.

use std::borrow::Cow;

use codec_conformance::outside::{bounded, clean};
use proptest::prelude::*;
use regex::Regex;

/// Unicode's own properties, as another library has them.
#[test]
fn exactly_what_unicode_calls_a_control_or_ignorable_is_escaped() {
    let acts = Regex::new(r"[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\p{Bidi_C}\p{NChar}]").expect("a class");
    for character in '\0'..=char::MAX {
        let text = String::from(character);
        let cleaned = clean(&text);
        assert_eq!(cleaned != text, acts.is_match(&text), "{character:?} became {cleaned}");
    }
}

#[test]
fn escapes_are_visible() {
    for (text, shown) in [
        ("", ""),
        ("a\r\n\tb", r"a\r\n\tb"),
        ("\0\u{7}\u{1b}[31m\u{7f}", r"\u{0}\u{7}\u{1b}[31m\u{7f}"),
        ("\u{9b}2J\u{202e}abc\u{2066}", r"\u{9b}2J\u{202e}abc\u{2066}"),
        ("pass\u{200b}ed\u{2028}\u{feff}", r"pass\u{200b}ed\u{2028}\u{feff}"),
        ("\u{fffe}\u{10ffff}\u{fdd0}", r"\u{fffe}\u{10ffff}\u{fdd0}"),
        ("naïve · 数 · 0xff → 1.5", "naïve · 数 · 0xff → 1.5"),
    ] {
        assert_eq!(clean(text), shown, "{text:?}");
    }
}

/// GitHub reads `::` after any blanks, Azure Pipelines and TeamCity `##` anywhere.
#[test]
fn no_ci_system_finds_a_command() {
    for (text, shown) in [
        ("::error file=x::y", r":\u{3a}error file=x::y"),
        ("\n  ::set-output::", r"\n  :\u{3a}set-output::"),
        ("\u{3000}::stop-commands::t", "\u{3000}:\\u{3a}stop-commands::t"),
        (":::::a", r":\u{3a}:\u{3a}:a"),
        ("##vso[task.complete]", r"#\u{23}vso[task.complete]"),
        ("a###[group]", r"a#\u{23}#[group]"),
        ("std::fmt::Error: # 1", "std::fmt::Error: # 1"),
    ] {
        assert_eq!(clean(text), shown, "{text:?}");
    }
}

#[test]
fn what_is_clean_costs_no_memory() {
    for text in ["", "plain, (0x7f) \"\\n\"", "a: b::c #1 – naïve"] {
        assert!(matches!(clean(text), Cow::Borrowed(same) if same == text), "{text:?}");
    }
}

#[test]
fn a_cut_shows() {
    assert_eq!(bounded("abcde", 5), "abcde");
    assert_eq!(bounded("abcdef", 5), "abcd…");
    assert_eq!(bounded("ab\ncd", 5), r"ab\n…");
    assert_eq!(bounded("abc", 0), "");
}

/// Any text, with much of what matters here.
fn texts() -> impl Strategy<Value = String> {
    let nasty = "\n\r\t \u{1b}::##a\u{202e}\u{fffe}".chars().collect::<Vec<char>>();
    let character = prop_oneof![prop::sample::select(nasty), any::<char>()];
    prop::collection::vec(character, 0..40).prop_map(String::from_iter)
}

/// What a CI system looks for at the start of a line, or anywhere in it.
fn is_a_command(line: &str) -> bool {
    line.trim_start().starts_with("::") || line.contains("##")
}

proptest! {
    #[test]
    fn cleaning_twice_is_cleaning_once(text in texts()) {
        let once = clean(&text).into_owned();
        prop_assert_eq!(clean(&once), once.as_str());
    }

    #[test]
    fn no_part_of_a_clean_text_is_a_command(text in texts()) {
        let cleaned = clean(&text);
        prop_assert!(cleaned.chars().all(|character| !character.is_control()));
        prop_assert!(!is_a_command(&cleaned));
        // Wherever it is wrapped, too.
        prop_assert!(cleaned.split(' ').all(|word| !is_a_command(word)), "{}", cleaned);
    }

    #[test]
    fn a_bound_holds(text in texts(), max in 0..50_usize) {
        let cut = bounded(&text, max).into_owned();
        prop_assert!(cut.chars().count() <= max);
        prop_assert_eq!(bounded(&cut, max), cut.as_str());
        prop_assert_eq!(clean(&cut), cut.as_str());
    }
}
