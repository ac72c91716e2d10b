//! Messages without what differs from check to check.

/// The text with `#` for each number, decimal or in hex.
pub(super) fn without_numbers(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = number(rest);
        // What ends in a digit is a name, such as a type's.
        let in_name = kept.ends_with(|last: char| last.is_alphanumeric() || last == '_');
        match length {
            1.. if !in_name => {
                kept.push('#');
                rest = &rest[length..];
            }
            _ => {
                kept.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    kept
}

/// How many bytes of a number the text starts with.
fn number(text: &str) -> usize {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let sign = text.len() - unsigned.len();
    let run =
        |text: &str, is_part: fn(char) -> bool| text.find(|c| !is_part(c)).unwrap_or(text.len());
    if let Some(digits) = unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X")) {
        return sign + 2 + run(digits, |c| c.is_ascii_hexdigit());
    }
    if !unsigned.starts_with(|c: char| c.is_ascii_digit()) {
        return 0;
    }
    let mantissa = run(unsigned, |c| c.is_ascii_digit() || "._".contains(c));
    let rest = &unsigned[mantissa..];
    let exponent = rest.strip_prefix(['e', 'E']).map_or(0, |rest| {
        let digits = rest.strip_prefix(['-', '+']).unwrap_or(rest);
        match run(digits, |c| c.is_ascii_digit()) {
            0 => 0,
            count => 1 + rest.len() - digits.len() + count,
        }
    });
    let full = &unsigned[..mantissa];
    // A full stop ends the sentence.
    sign + mantissa + exponent - usize::from(exponent == 0 && full.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::without_numbers;

    #[test]
    fn numbers_are_taken_out_and_names_stay() {
        for (text, without) in [
            (
                "could not convert string to float: '0x7fc00001'",
                "could not convert string to float: '#'",
            ),
            ("Value -65519.99 out of range [-65504, 65504].", "Value # out of range [#, #]."),
            ("1e+300 is not 12.", "# is not #."),
            ("no float8_e4m3 in int64", "no float8_e4m3 in int64"),
            ("NaN, inf and 1e", "NaN, inf and #e"),
            ("", ""),
        ] {
            assert_eq!(without_numbers(text), without);
        }
    }
}
