//! A scalar on its way through `cast_value`: what its trace says, step by step.

use codec_reference::{Cast, DataType, MapEntry, MapKey, Number, Readings, ScalarMap, Trace};

use super::fields::{decode, encode};
use super::number::of_dyadic;
use super::page::Page;
use super::range;
use super::rounding::Rounding;
use crate::report::{Shown, describe};

/// At most this many keys of a map are shown.
const KEYS: usize = 6;

/// The way of one scalar.
pub(super) fn explain(page: &mut Page, cast: &Cast, bits: u64) {
    let (source, target) = (cast.source(), cast.target());
    page.say("input", format!("{source} {}", source.hex_pattern(bits)));
    decode(page, source, bits);
    let trace = cast.trace(bits);
    let rules = cast.rules(bits);
    if !matches!(trace, Trace::Mapped { .. }) && !cast.scalar_map().entries().is_empty() {
        page.say("scalar_map", unmapped(cast));
    }
    match &trace {
        Trace::Mapped { output } => page.say("scalar_map", mapped(cast, bits, *output)),
        Trace::Nan => page.say("special", has(target, target.nan(), "NaN")),
        Trace::Infinity { negative } => {
            let name = if *negative { "-Infinity" } else { "+Infinity" };
            page.say("special", has(target, target.infinity(*negative), name));
        }
        Trace::Number(number) => {
            round(page, cast, number);
            page.rules("", rules.iter().copied().filter(|rule| is_of_rounding(rule)));
            range::explain(page, cast, number);
        }
    }
    page.rules("", rules);
    end(page, cast, &trace);
}

/// The other rules of a number are those of the range, and of exact values.
fn is_of_rounding(rule: &str) -> bool {
    rule.starts_with("CV-ROUND") || rule == "CV-ZERO-3"
}

fn round(page: &mut Page, cast: &Cast, Number { value, rounded, .. }: &Number) {
    let grid = (cast.target(), cast.rounding());
    Rounding::new(grid, (value, of_dyadic(value)), rounded.clone()).explain(page);
}

fn has(target: DataType, pattern: Option<u64>, name: &str) -> String {
    match pattern {
        Some(_) => format!("{target} has {name}, so it stays {name}"),
        None => format!("{target} has no {name}"),
    }
}

/// The bits of the result, or why there are none; an output of the map was said with its entry.
fn end(page: &mut Page, cast: &Cast, trace: &Trace) {
    let target = cast.target();
    match cast.result(trace) {
        Ok(_) if matches!(trace, Trace::Mapped { .. }) => {}
        // A type without infinities has one NaN.
        Ok(nan) if target.is_nan(nan) && target.infinity(false).is_some() => {
            let hex = target.hex_pattern(nan);
            page.say("encode", format!("any NaN of {target} will do, such as {hex}"));
        }
        Ok(bits) => encode(page, target, bits),
        Err(error) => page.say("rejected", format!("data:{}: {error}", error.reason())),
    }
}

/// Which entry matched.
fn mapped(cast: &Cast, bits: u64, output: u64) -> String {
    let (source, target) = (cast.source(), cast.target());
    let matches =
        |entry: &MapEntry| ScalarMap::new(vec![*entry]).get(source, bits, Readings::OURS).is_some();
    let entries = cast.scalar_map().entries();
    let position = entries.iter().position(matches).expect("the map gave an output");
    let key = key_words(source, entries[position].key());
    format!(
        "the input is the key of entry {position}, {key}; its output is taken as it is: {}",
        shown(target, output),
    )
}

/// That no entry matched.
fn unmapped(cast: &Cast) -> String {
    let entries = cast.scalar_map().entries();
    let keys = entries.iter().take(KEYS).map(|entry| key_words(cast.source(), entry.key()));
    let more = if entries.len() > KEYS { ", ..." } else { "" };
    format!("the input is none of its keys: {}{more}", keys.collect::<Vec<_>>().join(", "))
}

fn key_words(source: DataType, key: MapKey) -> String {
    match key {
        MapKey::AnyNan => "\"NaN\", every NaN".to_owned(),
        MapKey::Bits(key) => shown(source, key),
    }
}

/// Bits, and their value.
pub(super) fn shown(data_type: DataType, bits: u64) -> String {
    let Shown { text, meaning } = describe(data_type, bits);
    format!("{text} ({meaning})")
}
