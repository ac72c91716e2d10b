//! A fill value from its JSON text.

use codec_reference::{
    DataType, Decimal, Dyadic, Exact, FillValueError, Json, Loss, Readings, RoundingMode, Side,
    round,
};

use super::fields::{decode, encode};
use super::number::{fraction, of_decimal};
use super::page::{Page, quoted};
use super::range::comparison;
use super::rounding::Rounding;

/// Decimals whose magnitude has a larger logarithm are read as `10^400`, or as `10^-400`.
const BOUND: i64 = 1320;

/// How a text is read for a type.
pub(super) fn explain(page: &mut Page, data_type: DataType, text: &str) {
    page.say("input", format!("{} as a fill value of {data_type}", quoted(text)));
    let result = data_type.parse_fill_value(text, Readings::OURS);
    match Json::parse(text) {
        Ok(Json::Number(number)) if data_type.is_integer() => {
            integer(page, data_type, &number, &result);
        }
        Ok(Json::Number(number)) => decimal(page, data_type, &number),
        Ok(Json::String(name)) => string(page, data_type, &name, &result),
        Ok(other) => page.say("read", format!("{}, neither a number nor a string", other.kind())),
        Err(error) => page.say("read", error.to_string()),
    }
    match &result {
        Ok(bits) if !text.starts_with("\"0x") => encode(page, data_type, *bits),
        Ok(_) => {}
        Err(error) => {
            page.say("rejected", error.to_string());
            page.rules_named_in(&error.to_string());
        }
    }
}

fn integer(page: &mut Page, data_type: DataType, text: &str, result: &Result<u64, FillValueError>) {
    if matches!(result, Err(FillValueError::NotInteger { .. })) {
        page.say("read", format!("{data_type} takes digits alone, whatever the number is"));
        return;
    }
    let (units, loss) = Decimal::parse(text).cut(0);
    debug_assert_eq!(loss, Loss::Exact, "digits alone");
    let number = Dyadic::new(text.starts_with('-'), units, 0);
    let side = Side::of(&number, &data_type.finite_range());
    page.say("range", comparison(data_type, &number, side));
    page.rule("FV-INT-1");
}

fn decimal(page: &mut Page, data_type: DataType, text: &str) {
    let number = Decimal::parse(text);
    let value = of_decimal(&number);
    if let Some(exact) = fraction(&value).filter(|exact| exact != text) {
        page.say("value", format!("{} = {exact}", quoted(text)));
    } else if let Some(log2) = number.log2().filter(|log2| log2.abs() > BOUND) {
        let bound = if log2 > 0 { "beyond 10^400" } else { "below 10^-400" };
        page.say("value", format!("{bound}, and taken for that: every type rounds it alike"));
    }
    let mode = RoundingMode::NearestEven;
    let (rounded, loss) = round(&number, data_type.quantum(number.log2()), mode);
    Rounding::new((data_type, mode), (&number, value), rounded.clone()).explain(page);
    if loss != Loss::Exact {
        page.rule("FV-FLOAT-1");
    }
    let side = Side::of(&rounded, &data_type.finite_range());
    page.say("range", comparison(data_type, &rounded, side));
    if side != Side::Inside && data_type.infinity(false).is_some() {
        page.rule("FV-FLOAT-3");
    }
}

fn string(page: &mut Page, data_type: DataType, name: &str, result: &Result<u64, FillValueError>) {
    let Ok(bits) = result else {
        page.say("read", format!("a string that names no value of {data_type}"));
        return;
    };
    if !name.starts_with("0x") {
        page.say("read", format!("the name of a value that {data_type} has"));
        return;
    }
    let digits = 2 * data_type.bytes();
    page.say("read", format!("{digits} hex digits, the bits of the value as they are"));
    page.rule("FV-HEX-1");
    decode(page, data_type, *bits);
}
